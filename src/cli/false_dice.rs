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

const MAX_FORGED_LISTED: usize = 50;

pub fn forged_lines<G: Game>(proof: &Proof<G>, which: ForgedScope) -> Vec<String> {
    let dice: Vec<_> = proof.errors.iter().filter(|error| error.die.is_some()).collect();
    let max = match which {
        ForgedScope::First => MAX_FORGED_LISTED,
        ForgedScope::All => dice.len(),
    };
    let mut lines: Vec<String> = dice
        .iter()
        .take(max)
        .map(|error| {
            let origin =
                if error.command == error.entry { String::new() } else { format!(" (of entry {})", error.command) };
            format!("entry {}{origin}, die {}: {}", error.entry, error.die.unwrap_or_default(), error.what)
        })
        .collect();
    if max < dice.len() {
        lines.push(format!("{} more (`--all` lists all)", dice.len() - max));
    }
    lines
}

pub fn forged_json<G: Game>(proof: &Proof<G>) -> Value {
    let dice = proof.errors.iter().filter(|error| error.die.is_some());
    let named = dice.clone().map(
        |error| json!({ "entry": error.entry, "deed": error.command, "die": error.die, "what": error.what.to_string() }),
    );
    json!({ "count": dice.count(), "named": named.collect::<Vec<_>>() })
}
