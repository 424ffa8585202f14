//! What a side is told of a deed: the whole ruling of its own, of the enemy's what was seen, of the rest nothing.
use serde_json::{Value, json};

use super::{event, event_json, joined, seen::sight_says};
use naval::{
    Naval, NavalEvent, SideId, State,
    view::{Told, View, known_to, told},
};
use play::Game;

/// One event as a side is told of it.
pub struct Telling {
    pub text: String,
    pub json: Value,
}

/// The events of one command, as `side` is told of them; those it is told nothing of are left out.
///
/// Words are made from what the side knows, not from what is.
pub fn told_to(side: &SideId, before: &State, events: &[NavalEvent]) -> Vec<Telling> {
    let mut after = before.clone();
    for one in events {
        Naval::apply(&mut after, &one.fact);
    }
    let view = View::of(&after, side);
    let mut state = before.clone();
    let mut tellings = Vec::new();
    for one in events {
        let known = with_news(known_to(&state, side), &view);
        match told(&state, &after, &one.fact, side) {
            Told::Whole => tellings.push(Telling { text: event(&known, one), json: event_json(&known, one) }),
            Told::Sight(sight) => {
                let (says, rule) = (sight_says(&view, &sight), one.rule);
                tellings
                    .push(Telling { text: format!("{says} [{rule}]"), json: json!({ "seen": says, "rule": rule }) });
            }
            Told::Nothing => {}
        }
        Naval::apply(&mut state, &one.fact);
    }
    tellings
}

/// What a side is told, as lines.
pub fn tellings(told: &[Telling]) -> String {
    joined(told.iter().map(|one| &one.text).filter(|text| !text.is_empty()), "\n")
}

/// What a side knew, and the names of those whom the command itself brought in sight.
fn with_news(mut known: State, news: &State) -> State {
    let ships: Vec<_> = news.ships.iter().filter(|ship| known.ship(&ship.id).is_none()).cloned().collect();
    known.ships.extend(ships);
    let divisions = news.divisions.iter().filter(|division| known.division(&division.id).is_none()).cloned();
    known.divisions.extend(divisions.collect::<Vec<_>>());
    known
}
