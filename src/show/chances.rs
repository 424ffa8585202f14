//! The chances of gunfire and of fires on board, as text and as JSON.
use serde_json::{Value, json};

use super::{cited_sums, odds_json, odds_table, percent};
use naval::{
    odds::{self, FireOdds, HitCountFn, NumberOdds, Pool},
    rules::gunnery::band_edge_nearby,
};
use play::Rule;

const THREE_ROLLS: Rule = Rule::new("6.5.1");
const BATTERY_FIRE: Rule = Rule::new("6.5.2");
const ONE_TARGET: Rule = Rule::new("6.2");

/// Returns every pool with its numbers and chances. Several pools are also shown together.
pub fn chances_text_and_json(pools: &[Pool]) -> (String, Value) {
    let mut text = vec!["Now:".to_owned()];
    for pool in pools {
        text.push(cited_sums(&pool.before, &pool.event).unwrap_or_default());
        text.extend(edge_warning(pool));
        text.push(hit_tables(pool.rule(), |pick| pool.chances(pick)));
    }
    if pools.is_empty() {
        text.push(format!(
            "No gun fires: the firer or target is out of action, or fires bar the firer's weapons. [{ONE_TARGET}]"
        ));
    }
    let joint_chances = |pick: HitCountFn| odds::sum_of_independent(pools.iter().map(|pool| pool.chances(pick)));
    if pools.len() > 1 {
        text.push("All of them together:".to_owned());
        let batteries = pools.iter().all(|pool| pool.rule() != THREE_ROLLS);
        text.push(hit_tables(if batteries { BATTERY_FIRE } else { THREE_ROLLS }, joint_chances));
    }
    let value = json!({
        "strikes": odds_json(&joint_chances(|key| key.strikes)),
        "hits": odds_json(&joint_chances(|key| key.penetrating)),
        "non_penetrating": odds_json(&joint_chances(|key| key.non_penetrating)),
        "battery": odds_json(&joint_chances(|key| key.battery)),
    });
    (text.join("\n"), value)
}

/// Returns tables of the possible kinds of hit, each below the chance of at least one.
fn hit_tables(rule: Rule, chances: impl Fn(HitCountFn) -> NumberOdds) -> String {
    let by_table = if rule == THREE_ROLLS { BATTERY_FIRE } else { rule };
    let kinds: [(&str, &str, HitCountFn, Rule); 3] = [
        ("penetrating hit", "penetrating hits", |key| key.penetrating, THREE_ROLLS),
        ("non-penetrating hit", "non-penetrating hits", |key| key.non_penetrating, THREE_ROLLS),
        ("hit of medium or light guns", "hits of medium and light guns", |key| key.battery, by_table),
    ];
    let mut text = Vec::new();
    for (hit, hits, pick, rule) in kinds {
        let chances = chances(pick);
        if chances.len() > 1 {
            let at_least = percent(&chances[1..].iter().sum());
            text.push(format!("At least one {hit}: {at_least}\n{}", odds_table(hits, rule, &chances)));
        }
    }
    if text.is_empty() { format!("No hit is possible. [{rule}]") } else { text.join("\n") }
}

/// Returns a warning for a range near the end of a band, beyond which the number needed changes.
fn edge_warning(pool: &Pool) -> Option<String> {
    let declaration = pool.before.this_move.declarations.iter().find(|declaration| !declaration.fired)?;
    let (range, (edge, now, beyond)) = (declaration.range, band_edge_nearby(&pool.before, declaration)?);
    Some(format!("  At {range}\" it needs {now}, at {edge}\" it would need {beyond}: measure with care."))
}

/// Returns how fires may end: `put out 71.2%, abandoned 28.8%`, also as JSON.
pub fn fires_text_and_json(fires: &FireOdds) -> (String, Value) {
    let text = format!("put out {}, abandoned {}", percent(&fires.out), percent(&fires.abandoned));
    (text, json!({ "abandoned": fires.abandoned.to_string(), "out": fires.out.to_string() }))
}
