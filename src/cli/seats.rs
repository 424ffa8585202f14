//! Whether what a journal says of its admirals can be: each plays a side of the battle, and seals what it plots. [3.3.1]
use std::collections::BTreeSet;

use serde_json::Value;

use naval::{Command, Fact, Naval, Segment, SideId, State};
use play::Game;
use play::journal::{Entry, Journal, Notice};
use session::{
    Problem,
    naval::{is_of_this_edition, players_of},
};

/// Refuses an admiral of no side or of no level, two on one side, and plots of an admiral that it did not seal.
pub fn are_possible(journal: &Journal<Naval>) -> Result<(), Problem> {
    let sides: Vec<&SideId> = journal.header().setup.sides.iter().map(|side| &side.id).collect();
    let is_side = |side: &str| sides.iter().any(|one| one.as_str() == side);
    let said = journal.header().players.as_ref();
    let mut seated: BTreeSet<&str> = BTreeSet::new();
    for player in players(said)? {
        let side = player["side"].as_str().unwrap_or_default();
        if !is_side(side) {
            return Err(Problem::new(format!("line 1 names an admiral of \"{side}\", which is no side of the battle")));
        }
        if !seated.insert(side) {
            return Err(Problem::new(format!("line 1 names two admirals of {side}")));
        }
        if is_of_this_edition(player) && players_of(Some(&Value::Array(vec![player.clone()]))).is_empty() {
            return Err(Problem::new(format!("line 1 does not describe the admiral of {side}: its level or its card")));
        }
    }
    for (number, entry) in (1..).zip(journal.entries()) {
        if let Entry::Noticed { what: Notice::Player { side, .. } } = entry
            && !is_side(side)
        {
            return Err(Problem::new(format!(
                "entry {number} seats somebody at \"{side}\", which is no side of the battle"
            )));
        }
    }
    match unsealed(journal, &seated) {
        Some((side, turn)) => {
            let name = journal.state().name(&side);
            let what = format!("the admiral of {name} plotted turn {turn} and did not seal it, as every admiral does");
            Err(Problem::new(what).hint("nobody can tell whether it plotted before the other side had"))
        }
        None => Ok(()),
    }
}

fn players(said: Option<&Value>) -> Result<&[Value], Problem> {
    match said {
        None => Ok(&[]),
        Some(Value::Array(players)) => Ok(players),
        Some(_) => Err(Problem::new("line 1 does not list who plays")),
    }
}

/// The first turn for which an admiral plotted tracked ships and moved without its seal, while somebody else played the
/// other side. Battles that the program fights by itself have no seals.
fn unsealed(journal: &Journal<Naval>, first: &BTreeSet<&str>) -> Option<(SideId, u16)> {
    let mut state = Naval::begin(&journal.header().setup);
    // The divisions that each admiral has plotted this turn.
    let mut plotted: Vec<SideId> = Vec::new();
    let mut playing = first.clone();
    let mut changes = changes(journal).into_iter().peekable();
    for deed in journal.deeds() {
        while let Some((_, side, plays)) = changes.next_if(|(number, ..)| *number < deed.entry) {
            if plays {
                playing.insert(side)
            } else {
                playing.remove(side)
            };
        }
        let all = state.setup.sides.iter().all(|side| playing.contains(side.id.as_str()));
        for event in deed.events {
            match &event.fact {
                Fact::PlotFiled { division, .. } if matches!(deed.command, Command::Plot { .. }) && !all => {
                    let side = tracked_side(&state, division);
                    plotted.extend(side.filter(|side| playing.contains(side.as_str())));
                }
                Fact::SegmentBegan { segment, turn } => {
                    let is_sealed =
                        |side: &SideId| state.seals.iter().any(|seal| seal.side == *side && seal.turn == *turn);
                    if *segment == Segment::Movement
                        && let Some(side) = plotted.iter().find(|side| !is_sealed(side))
                    {
                        return Some((side.clone(), *turn));
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
