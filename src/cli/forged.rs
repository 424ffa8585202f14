//! Lists the false dice of a journal for `kaiser verify`.
use serde_json::{Value, json};

use play::Game;
use play::journal::Proof;

/// Which false dice the text lists. JSON always lists all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forged {
    /// The first [`FORGED_NAMED`], and the number of the others.
    First,
    All,
}

/// The false dice that the text lists unless all are requested.
const FORGED_NAMED: usize = 50;

/// Lists the false dice, each with its entry.
pub fn forged<G: Game>(proof: &Proof<G>, which: Forged) -> Vec<String> {
    let dice: Vec<_> = proof.faults.iter().filter(|fault| fault.die.is_some()).collect();
    let most = match which {
        Forged::First => FORGED_NAMED,
        Forged::All => dice.len(),
    };
    let mut lines: Vec<String> = dice
        .iter()
        .take(most)
        .map(|fault| {
            let of = if fault.deed == fault.entry { String::new() } else { format!(" (of entry {})", fault.deed) };
            format!("entry {}{of}, die {}: {}", fault.entry, fault.die.unwrap_or_default(), fault.what)
        })
        .collect();
    if most < dice.len() {
        lines.push(format!("{} more (`--all` lists them)", dice.len() - most));
    }
    lines
}

/// The same as JSON.
pub fn forged_json<G: Game>(proof: &Proof<G>) -> Value {
    let dice = proof.faults.iter().filter(|fault| fault.die.is_some());
    let named = dice
        .clone()
        .map(|one| json!({ "entry": one.entry, "deed": one.deed, "die": one.die, "what": one.what.to_string() }));
    json!({ "count": dice.count(), "named": named.collect::<Vec<_>>() })
}
