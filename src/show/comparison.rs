//! A comparison of two computer players, battle by battle.
use super::{count, plain_table};
use naval::model::battle_results::PlayerLead;
use serde_json::{Value, json};

/// The players by their levels, the battles they fought, and the command to fight them again.
pub struct Comparison<'a> {
    pub better: &'a str,
    pub other: &'a str,
    pub seed: u64,
    /// Each battle as typed, with the lead of `better`.
    pub leads: &'a [(String, PlayerLead)],
    /// Battles with a refused order or a waived duty.
    pub faulty: usize,
    pub command: &'a str,
    pub edition: &'a str,
}

pub fn comparison_text(comparison: &Comparison<'_>) -> String {
    let Comparison { better, other, seed, leads, command, edition, .. } = comparison;
    let pairs = leads.iter().map(|(_, lead)| lead.pairs).max().unwrap_or_default();
    let mut lines = vec![format!("Lead of {better} over {other}, {} a battle, seed {seed}", count(pairs, "pair"))];
    lines.push(plain_table(
        &["battle", "points", "error", "from", "to"],
        &[1, 2, 3, 4],
        leads.iter().map(table_row).collect(),
    ));
    let [ahead, behind] = totals(leads);
    lines.push(format!("Better in {ahead} of {}, worse in {behind} (95%).", count(leads.len(), "battle")));
    if 0 < comparison.faulty {
        lines.push(format!("With a refused order or a waived duty: {}.", count(comparison.faulty, "battle")));
    }
    lines.push(format!("Again   {command}   data {edition}"));
    lines.join("\n")
}

fn table_row((battle, lead): &(String, PlayerLead)) -> Vec<String> {
    let [low, high] = lead.interval();
    vec![battle.clone(), signed(lead.mean), format!("{:.2}", lead.error), signed(low), signed(high)]
}

/// The numbers of battles in which the player is better and in which it is worse.
fn totals(leads: &[(String, PlayerLead)]) -> [usize; 2] {
    [PlayerLead::is_better, PlayerLead::is_worse].map(|is| leads.iter().filter(|(_, lead)| is(*lead)).count())
}

/// Two decimals with a sign. Adding 0.0 turns negative zero into zero.
fn signed(value: f64) -> String {
    format!("{:+.2}", (value * 100.0).round() / 100.0 + 0.0)
}

pub fn comparison_json(comparison: &Comparison<'_>) -> Value {
    let [ahead, behind] = totals(comparison.leads);
    json!({
        "players": [comparison.better, comparison.other], "seed": comparison.seed,
        "battles": comparison.leads.iter().map(battle_json).collect::<Value>(), "better": ahead, "worse": behind,
        "faulty": comparison.faulty, "command": comparison.command, "edition": comparison.edition,
    })
}

fn battle_json((battle, lead): &(String, PlayerLead)) -> Value {
    let [low, high] = lead.interval();
    json!({ "battle": battle, "pairs": lead.pairs, "lead": lead.mean, "error": lead.error, "low": low, "high": high })
}
