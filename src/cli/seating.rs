//! Checks that a journal's computer players are possible: each plays a side and is seated when the program begins.
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::keyboard_trace;
use super::notices::{self, SessionKind, has_keys};
use super::private_check::first_mended_gap;
use admirals::Level;
use naval::{Fact, Naval};
use play::journal::{Entry, Journal, Notice};
use session::{
    Refusal,
    naval::{is_of_this_edition, players_in_header},
};

/// Refuses a computer player without a side or level, two on one side, one seated in mid-session, an interruption
/// where none plays or searches, and entries that the player at the keyboard could not give.
pub fn check_players(journal: &Journal<Naval>) -> Result<(), Refusal> {
    let sides: Vec<&str> = journal.header().setup.sides.iter().map(|side| side.id.as_str()).collect();
    // On an open table the first ship of a side names it. [1.3]
    let entries = journal.entries().iter();
    let named: Vec<&str> = entries
        .flat_map(|entry| entry.facts())
        .filter_map(|fact| if let Fact::SideNamed { name, .. } = fact { Some(name.as_str()) } else { None })
        .collect();
    let players_value = journal.header().players.as_ref();
    let mut seated: BTreeSet<&str> = BTreeSet::new();
    for player in header_players(players_value)? {
        let side = player["side"].as_str().unwrap_or_default();
        if !sides.contains(&side) {
            return Err(Refusal::journal(format!(
                "line 1 names an admiral of \"{side}\", which is not a side of the battle"
            )));
        }
        if !seated.insert(side) {
            return Err(Refusal::journal(format!("line 1 names two admirals of {side}")));
        }
        if !is_described(player, side) {
            return Err(Refusal::journal(format!(
                "line 1 does not describe the admiral of {side}: its level or its doctrine card"
            )));
        }
    }
    let is_player = |side: &str, words: &str, player: Option<&Value>| {
        player.is_some_and(|player| {
            let described = players_in_header(Some(&Value::Array(vec![player.clone()])));
            is_described(player, side) && described.first().is_none_or(|(_, described)| described.name() == words)
        })
    };
    notices::check_notices(journal, SessionKind::Battle, &[sides, named].concat(), is_player, |_, _| None)?;
    if let Some((number, what)) =
        keyboard_trace::first_impossible_entry(journal).or_else(|| first_impossible_seat(journal))
    {
        return Err(Refusal::journal(format!("entry {number} {what}")).hint(notices::NO_PROGRAM_HINT));
    }
    Ok(())
}

/// Returns the editions of computer players other than this program's, which cannot check what such players order.
pub fn other_editions(journal: &Journal<Naval>) -> BTreeSet<u64> {
    let first = header_players(journal.header().players.as_ref()).unwrap_or_default().iter();
    let later = journal.entries().iter().filter_map(|entry| match entry {
        Entry::Noticed { what: Notice::Player { player, .. } } => player.as_ref(),
        _ => None,
    });
    first
        .chain(later)
        .filter(|player| !is_of_this_edition(player))
        .filter_map(|player| player["edition"].as_u64())
        .collect()
}

/// Whether this is the player of `side`, described as this edition of the players describes it. Players of other
/// editions need only a level and a card.
fn is_described(player: &Value, side: &str) -> bool {
    if player["side"] != side || player["edition"].as_u64().is_none_or(|edition| edition == 0) {
        return false;
    }
    if !is_of_this_edition(player) {
        return player["level"].is_string() && player["doctrine"].is_object();
    }
    let keys = ["side", "level", "doctrine", "edition"];
    let admiral_keys = ["side", "level", "doctrine", "edition", "nodes"];
    let has_nodes = player["nodes"].as_u64().is_some_and(|nodes| 0 < nodes);
    let has_all_keys = if player["level"] == Level::Admiral.name() {
        has_nodes && has_keys(player, &admiral_keys)
    } else {
        has_keys(player, &keys)
    };
    let described = players_in_header(Some(&Value::Array(vec![player.clone()])));
    has_all_keys
        && described
            .first()
            .is_some_and(|(_, described)| described.doctrine.errors(&naval::model::path::KeyPath::default()).is_empty())
}

fn header_players(players_value: Option<&Value>) -> Result<&[Value], Refusal> {
    match players_value {
        None => Ok(&[]),
        Some(Value::Array(players)) if !players.is_empty() => Ok(players),
        Some(_) => Err(Refusal::journal("line 1 does not list the players")),
    }
}

/// Returns the first impossible seating (before the first mended gap) or interruption, with what is wrong.
fn first_impossible_seat(journal: &Journal<Naval>) -> Option<(usize, String)> {
    let mut playing: BTreeMap<&str, &Value> = BTreeMap::new();
    for player in header_players(journal.header().players.as_ref()).unwrap_or_default() {
        playing.extend(player["side"].as_str().map(|side| (side, player)));
    }
    for (number, entry) in (1..).zip(journal.entries()) {
        let Entry::Noticed { what } = entry else { continue };
        if let Notice::Player { side, machine, player } = what {
            let previous = playing.remove(side.as_str());
            let now = machine.as_ref().map(|_| player.as_ref().unwrap_or(&Value::Null));
            playing.extend(now.map(|player| (side.as_str(), player)));
            let error = match (previous, now) {
                _ if first_mended_gap(journal) < number => continue,
                _ if !journal.is_at_a_start(number) => "in mid-session, not as the program starts",
                (None, None) => "with a person, but a person already sits there",
                (Some(previous), Some(now)) if are_equal_players(previous, now) => {
                    "with the admiral that already sits there"
                }
                _ => continue,
            };
            return Some((number, format!("seats {side} {error}")));
        }
        let Notice::CutShort { side } = what else { continue };
        match playing.get(side.as_str()) {
            None => return Some((number, format!("interrupts the admiral of {side}, but none plays it then"))),
            Some(player) if never_searches(player) => {
                let level = player["level"].as_str().unwrap_or_default();
                return Some((number, format!("interrupts the {level} of {side}, which simulates no orders")));
            }
            Some(_) => {}
        }
    }
    None
}

/// Whether two descriptions are of equal players, if this program can read them.
fn are_equal_players(left: &Value, right: &Value) -> bool {
    let both = players_in_header(Some(&Value::Array(vec![left.clone(), right.clone()])));
    matches!(&both[..], [(_, first), (_, second)] if first.chooses_like(second))
}

/// Whether a player of this edition answers at once. Only an admiral simulates plans, until Ctrl-C stops it.
fn never_searches(player: &Value) -> bool {
    let level = player["level"].as_str().and_then(Level::from_name);
    is_of_this_edition(player) && level.is_some_and(|level| level != Level::Admiral)
}
