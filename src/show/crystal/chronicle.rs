//! The campaign as a story, turn by turn, and as a table.
use serde_json::{Value, json};

use super::{sentences::area_name, tale::TurnStory};
use crate::{joined, lines::number_word, plain_table};
use crystal::{Army, Fact, State};
use play::EventOf;

#[derive(Clone, PartialEq, Debug, Default)]
struct TurnRecord {
    number: u16,
    event: String,
    tale: TurnStory,
    taken: Vec<String>,
    lost: Vec<String>,
    treasure: u32,
    resources: u32,
    army: String,
    areas: usize,
    /// The map at the end of the turn.
    map: String,
}

/// A chronicle being written. It receives every effective event, with the state before its command.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chronicle {
    turns: Vec<TurnRecord>,
}

impl Chronicle {
    /// Adds the events of one command.
    pub fn add_events(&mut self, before: &State, events: &[EventOf<crystal::Crystal>]) {
        if self.turns.last().is_none_or(|turn| turn.number != before.turn) {
            self.turns.push(TurnRecord { number: before.turn, ..TurnRecord::default() });
        }
        let Some(turn) = self.turns.last_mut() else { return };
        for event in events {
            turn.add_fact(before, &event.fact);
        }
    }

    /// Records the state after a command. The last record of a turn is shown.
    pub fn record_state(&mut self, number: u16, after: &State, map: impl FnOnce() -> String) {
        if let Some(turn) = self.turns.iter_mut().rev().find(|turn| turn.number == number) {
            (turn.treasure, turn.resources) = (after.treasure, after.resources);
            (turn.army, turn.areas) = (after.army().to_string(), after.owned_count());
            turn.map = map();
        }
    }

    /// Returns the story, with the map at the end of each turn if `maps`.
    pub fn prose(&self, maps: bool) -> String {
        let turns = self.turns.iter().map(|turn| {
            let map = if maps { format!("\n\n{}", turn.map) } else { String::new() };
            format!("Turn {}. {}{map}", turn.number, turn.prose())
        });
        joined(turns, "\n\n")
    }

    /// Returns one line for each turn.
    pub fn table(&self) -> String {
        let rows = self.turns.iter().map(|turn| {
            vec![
                turn.number.to_string(),
                turn.event.clone(),
                turn.taken.join(", "),
                turn.lost.join(", "),
                turn.own_losses(),
                turn.enemy_losses(),
                turn.areas.to_string(),
                format!("{}+{}", turn.treasure, turn.resources),
                turn.army.clone(),
            ]
        });
        let heads = ["turn", "event", "taken", "taken by enemies", "we lost", "they lost", "areas", "GP", "army"];
        plain_table(&heads, &[0, 6], rows.collect())
    }

    pub fn json(&self) -> Value {
        let turn = |turn: &TurnRecord| {
            json!({
                "id": turn.number, "event": turn.event, "taken": turn.taken, "lost": turn.lost, "areas": turn.areas,
                "own_fell": turn.own_losses(), "foes_fell": turn.enemy_losses(),
                "treasure": turn.treasure, "resources": turn.resources, "army": turn.army, "text": turn.prose(),
            })
        };
        self.turns.iter().map(turn).collect()
    }
}

impl TurnRecord {
    fn add_fact(&mut self, state: &State, fact: &Fact) {
        self.tale.add_fact(state, fact);
        let setup = &state.setup;
        if let Fact::EventRolled { total } = fact {
            self.event = setup.scenario.event(*total).map(|line| line.text.clone()).unwrap_or_default();
        } else if let Fact::Conquered { area: id, .. } = fact {
            self.taken.push(area_name(setup, *id));
        } else if let Fact::Seized { area: id, .. } = fact {
            self.lost.push(area_name(setup, *id));
        }
    }

    /// Returns the story of the turn, and the state at its end.
    fn prose(&self) -> String {
        let areas = if self.areas == 1 { "area" } else { "areas" };
        let areas = format!("{} {areas}", number_word(self.areas as u32));
        let (tale, army, treasure, resources) =
            (self.tale.sentences.join(" "), &self.army, self.treasure, self.resources);
        format!("{tale}\nWe held {areas}, with {treasure} GP and {resources} GP a turn. The army was {army}.")
    }

    fn own_losses(&self) -> String {
        if self.tale.own_fell == Army::NONE { String::new() } else { self.tale.own_fell.to_string() }
    }

    fn enemy_losses(&self) -> String {
        let losses = self.tale.foes_fell.iter().filter(|(_, count)| *count > 0);
        joined(
            losses.map(|(troop, count)| if *count == 1 { troop.to_string() } else { format!("{count}{troop}") }),
            " ",
        )
    }
}
