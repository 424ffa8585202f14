//! Whether what a journal says of its admirals can be: each plays a side of the battle, and seals what it plots. [3.3.1]
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::keyboard;
use super::notices::{self, Table, has_keys};
use admirals::Level;
use naval::{Command, Fact, Naval, Segment, SideId, State};
use play::Game;
use play::journal::{Entry, Journal, Notice};
use session::{
    Problem,
    naval::{is_of_this_edition, players_of},
};

/// Refuses an admiral of no side or of no level, two on one side, one that was cut short where nobody plays or tries plans, and plots of an
/// admiral that it did not seal.
pub fn are_possible(journal: &Journal<Naval>) -> Result<(), Problem> {
    let sides: Vec<&str> = journal.header().setup.sides.iter().map(|side| side.id.as_str()).collect();
    // On an open table the first ship of a side names it. [1.3]
    let entries = journal.entries().iter();
    let named: Vec<&str> = entries
        .flat_map(|entry| entry.facts())
        .filter_map(|fact| if let Fact::SideNamed { name, .. } = fact { Some(name.as_str()) } else { None })
        .collect();
    let said = journal.header().players.as_ref();
    let mut seated: BTreeSet<&str> = BTreeSet::new();
    for player in players(said)? {
        let side = player["side"].as_str().unwrap_or_default();
        if !sides.contains(&side) {
            return Err(Problem::journal(format!(
                "line 1 names an admiral of \"{side}\", which is no side of the battle"
            )));
        }
        if !seated.insert(side) {
            return Err(Problem::journal(format!("line 1 names two admirals of {side}")));
        }
        if !is_described(player, side) {
            return Err(Problem::journal(format!(
                "line 1 does not describe the admiral of {side}: its level or its card"
            )));
        }
    }
    let plays = |side: &str, words: &str, player: Option<&Value>| {
        player.is_some_and(|player| {
            let who = players_of(Some(&Value::Array(vec![player.clone()])));
            is_described(player, side) && who.first().is_none_or(|(_, who)| who.name() == words)
        })
    };
    notices::are_possible(journal, Table::Battle, &[sides, named].concat(), plays, |_, _| None)?;
    if let Some((number, what)) = keyboard::impossible(journal).or_else(|| cut_short_nobody(journal)) {
        return Err(Problem::journal(format!("entry {number} {what}")).hint(notices::NO_PROGRAM));
    }
    match unsealed(journal, &seated) {
        Some((side, turn)) => {
            let name = journal.state().name(&side);
            let what = format!("the admiral of {name} plotted turn {turn} and did not seal it, as every admiral does");
            Err(Problem::journal(what).hint("nobody can tell whether it plotted before the other side had"))
        }
        None => Ok(()),
    }
}

/// The editions of players that sit in a battle, line 1 first, and are not this program's: what they are it cannot say.
pub fn other_editions(journal: &Journal<Naval>) -> BTreeSet<u64> {
    let first = players(journal.header().players.as_ref()).unwrap_or_default().iter();
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

/// Whether this is the admiral of a side, described as this edition of the players describes it; of one of another edition
/// nothing more is known than that it has a level and a card.
fn is_described(player: &Value, side: &str) -> bool {
    if player["side"] != side || player["edition"].as_u64().is_none_or(|edition| edition == 0) {
        return false;
    }
    if !is_of_this_edition(player) {
        return player["level"].is_string() && player["doctrine"].is_object();
    }
    let plain = ["side", "level", "doctrine", "edition"];
    let tries = ["side", "level", "doctrine", "edition", "nodes"];
    let has_nodes = player["nodes"].as_u64().is_some_and(|nodes| 0 < nodes);
    let is_whole = if player["level"] == Level::Admiral.name() {
        has_nodes && has_keys(player, &tries)
    } else {
        has_keys(player, &plain)
    };
    let who = players_of(Some(&Value::Array(vec![player.clone()])));
    is_whole && who.first().is_some_and(|(_, who)| who.doctrine.is_sound())
}

fn players(said: Option<&Value>) -> Result<&[Value], Problem> {
    match said {
        None => Ok(&[]),
        Some(Value::Array(players)) if !players.is_empty() => Ok(players),
        Some(_) => Err(Problem::journal("line 1 does not list who plays")),
    }
}

/// The first entry that cuts an admiral short on a side that nobody plays then, or a player who tries no plans, with what is
/// wrong.
fn cut_short_nobody(journal: &Journal<Naval>) -> Option<(usize, String)> {
    let mut playing: BTreeMap<&str, &Value> = BTreeMap::new();
    for player in players(journal.header().players.as_ref()).unwrap_or_default() {
        playing.extend(player["side"].as_str().map(|side| (side, player)));
    }
    for (number, entry) in (1..).zip(journal.entries()) {
        let Entry::Noticed { what } = entry else { continue };
        if let Notice::Player { side, machine, player } = what {
            playing.remove(side.as_str());
            let who = machine.as_ref().map(|_| player.as_ref().unwrap_or(&Value::Null));
            playing.extend(who.map(|who| (side.as_str(), who)));
        }
        let Notice::CutShort { side } = what else { continue };
        match playing.get(side.as_str()) {
            None => return Some((number, format!("cuts the admiral of {side} short, and none plays it then"))),
            Some(player) if never_searches(player) => {
                let level = player["level"].as_str().unwrap_or_default();
                return Some((number, format!("cuts the {level} of {side} short, who tries no plans")));
            }
            Some(_) => {}
        }
    }
    None
}

/// Whether a player of this edition answers at once: only an admiral tries plans, until Ctrl-C stops it.
fn never_searches(player: &Value) -> bool {
    let level = player["level"].as_str().and_then(Level::named);
    is_of_this_edition(player) && level.is_some_and(|level| level != Level::Admiral)
}

/// An admiral plays a side from here on, or a person.
fn seat<'j>(playing: &mut BTreeSet<&'j str>, side: &'j str, plays: bool) {
    if plays {
        playing.insert(side);
    } else {
        playing.remove(side);
    }
}

/// The first turn for which an admiral plotted tracked ships, and a person plotted or the ships moved without its seal.
/// Battles that the program fights by itself, both sides by line 1, have no seals.
fn unsealed(journal: &Journal<Naval>, first: &BTreeSet<&str>) -> Option<(SideId, u16)> {
    let mut state = Naval::begin(&journal.header().setup);
    // The divisions that each admiral has plotted this turn.
    let mut plotted: Vec<SideId> = Vec::new();
    let mut playing = first.clone();
    let mut changes = changes(journal).into_iter().peekable();
    if changes.peek().is_none() && state.setup.sides.iter().all(|side| first.contains(side.id.as_str())) {
        return None;
    }
    for deed in journal.deeds() {
        while let Some((_, side, plays)) = changes.next_if(|(number, ..)| *number < deed.entry) {
            seat(&mut playing, side, plays);
        }
        for event in deed.events {
            let turn = state.turn;
            let is_sealed = |side: &SideId| state.seals.iter().any(|seal| seal.side == *side && seal.turn == turn);
            let unsealed = plotted.iter().find(|side| !is_sealed(side)).map(|side| (side.clone(), turn));
            match &event.fact {
                Fact::PlotFiled { division, .. } if matches!(deed.command, Command::Plot { .. }) => {
                    let side = tracked_side(&state, division);
                    let is_an_admirals = side.as_ref().is_some_and(|side| playing.contains(side.as_str()));
                    if side.is_some() && !is_an_admirals && unsealed.is_some() {
                        return unsealed;
                    }
                    plotted.extend(side.filter(|_| is_an_admirals));
                }
                Fact::SegmentBegan { segment, .. } => {
                    if *segment == Segment::Movement && unsealed.is_some() {
                        return unsealed;
                    }
                    plotted.clear();
                }
                _ => {}
            }
            Naval::apply(&mut state, &event.fact);
        }
    }
    None
}

/// The side of a division whose leader has a position.
fn tracked_side(state: &State, division: &str) -> Option<SideId> {
    let division = state.divisions.iter().find(|one| one.id == *division)?;
    state.ships_of_division(&division.id).any(|ship| ship.at.is_some()).then(|| division.side.clone())
}

/// From which entry on an admiral plays a side, or does not, as often as that changed.
fn changes(journal: &Journal<Naval>) -> Vec<(usize, &str, bool)> {
    let mut changes = Vec::new();
    for (number, entry) in (1..).zip(journal.entries()) {
        if let Entry::Noticed { what: Notice::Player { side, machine, .. } } = entry {
            changes.push((number, side.as_str(), machine.is_some()));
        }
    }
    changes
}
