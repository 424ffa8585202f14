//! Lists the false dice of a journal for `kaiser verify`.
use serde_json::{Value, json};

use play::Game;
use play::journal::Proof;

/// Which false dice the text lists. JSON always lists all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForgedScope {
    /// The first [`MAX_FORGED_LISTED`], and the number of the others.
    First,
    All,
}

/// The false dice that the text lists unless all are requested.
const MAX_FORGED_LISTED: usize = 50;

/// Lists the false dice, each with its entry.
pub fn forged_lines<G: Game>(proof: &Proof<G>, which: ForgedScope) -> Vec<String> {
    let dice: Vec<_> = proof.faults.iter().filter(|fault| fault.die.is_some()).collect();
    let max = match which {
        ForgedScope::First => MAX_FORGED_LISTED,
        ForgedScope::All => dice.len(),
    };
    let mut lines: Vec<String> = dice
        .iter()
        .take(max)
        .map(|fault| {
            let origin = if fault.deed == fault.entry { String::new() } else { format!(" (of entry {})", fault.deed) };
            format!("entry {}{origin}, die {}: {}", fault.entry, fault.die.unwrap_or_default(), fault.what)
        })
        .collect();
    if max < dice.len() {
        lines.push(format!("{} more (`--all` lists all)", dice.len() - max));
    }
    lines
}

/// The same as JSON.
pub fn forged_json<G: Game>(proof: &Proof<G>) -> Value {
    let dice = proof.faults.iter().filter(|fault| fault.die.is_some());
    let named = dice.clone().map(
        |fault| json!({ "entry": fault.entry, "deed": fault.deed, "die": fault.die, "what": fault.what.to_string() }),
    );
    json!({ "count": dice.count(), "named": named.collect::<Vec<_>>() })
}
