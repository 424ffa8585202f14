//! The campaign as a story, turn by turn, and as a table.
use serde_json::{Value, json};

use super::{area, points};
use crate::{
    crystal::{BattleFact, Ending, Fact, State, army_text},
    play::EventOf,
    show::lines::{list, plain_table},
};

/// What has been heard of one turn.
#[derive(Clone, PartialEq, Debug, Default)]
struct Turn {
    number: u16,
    event: String,
    bought: Vec<String>,
    went: Vec<String>,
    battles: Vec<String>,
    taken: Vec<String>,
    lost: Vec<String>,
    ending: Option<Ending>,
    treasure: u32,
    resources: u32,
    army: String,
    areas: usize,
    /// The map as the turn ended.
    map: String,
}

/// A chronicle under way: it is told every event in force with the state before its command.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chronicle {
    turns: Vec<Turn>,
}

impl Chronicle {
    /// Hears what came of one command.
    pub fn hear(&mut self, before: &State, events: &[EventOf<crate::crystal::Crystal>]) {
        if self.turns.last().is_none_or(|turn| turn.number != before.turn) {
            self.turns.push(Turn { number: before.turn, ..Turn::default() });
        }
        let Some(turn) = self.turns.last_mut() else { return };
        for event in events {
            turn.hear(before, &event.fact);
        }
    }

    /// Looks at how the state stands after a command; the last look at a turn is what is told of it.
    pub fn look(&mut self, number: u16, after: &State, map: impl FnOnce() -> String) {
        if let Some(turn) = self.turns.iter_mut().rev().find(|turn| turn.number == number) {
            (turn.treasure, turn.resources) = (after.treasure, after.resources);
            (turn.army, turn.areas) = (army_text(after.army()), after.owned());
            turn.map = map();
        }
    }

    /// The story, with the map at the end of each turn where that is wanted.
    pub fn prose(&self, maps: bool) -> String {
        let told = self.turns.iter().map(|turn| {
            let map = if maps { format!("\n\n{}", turn.map) } else { String::new() };
            format!("Turn {}. {}{map}", turn.number, turn.prose())
        });
        told.collect::<Vec<_>>().join("\n\n")
    }

    /// A line for each turn.
    pub fn table(&self) -> String {
        let rows = self.turns.iter().map(|turn| {
            vec![
                turn.number.to_string(),
                turn.event.clone(),
                turn.taken.join(", "),
                turn.lost.join(", "),
                turn.areas.to_string(),
                format!("{}+{}", turn.treasure, turn.resources),
                turn.army.clone(),
            ]
        });
        plain_table(&["turn", "event", "taken", "taken by enemies", "areas", "GP", "army"], &[0, 4], rows.collect())
    }

    /// The table as JSON.
    pub fn json(&self) -> Value {
        let turn = |turn: &Turn| {
            json!({
                "id": turn.number, "event": turn.event, "taken": turn.taken, "lost": turn.lost, "areas": turn.areas,
                "treasure": turn.treasure, "resources": turn.resources, "army": turn.army, "text": turn.prose(),
            })
        };
        self.turns.iter().map(turn).collect()
    }
}

impl Turn {
    fn hear(&mut self, state: &State, fact: &Fact) {
        let setup = &state.setup;
        match fact {
            Fact::EventRolled { total } => {
                let line = setup.scenario.events.get(usize::from(*total).saturating_sub(2));
                self.event = line.map_or_else(String::new, |line| line.text.clone());
            }
            Fact::Bought { kind, count, .. } => self.bought.push(format!("{count} {}", kind.name())),
            Fact::Freed { kind } => self.bought.push(format!("one of the {} for nothing", kind.name())),
            Fact::Moved { to, .. } => self.went.push(area(setup, *to)),
            Fact::Intercepted { enemy, .. } => {
                self.battles.push(format!("{} stood in the way", super::enemy(setup, *enemy)));
            }
            Fact::Battle(BattleFact::Decided { own_halves, foe_halves, won }) => {
                let how = if *won { "was won" } else { "was lost" };
                self.battles.push(format!("the battle {how}, {} against {}", points(*own_halves), points(*foe_halves)));
            }
            Fact::Wearied { dies: true } => self.battles.push("the wizard died of it".to_owned()),
            Fact::Retreated { to } => self.battles.push(format!("the army fell back to {}", area(setup, *to))),
            Fact::Conquered { area: id, .. } => self.taken.push(area(setup, *id)),
            Fact::Seized { area: id, .. } => self.lost.push(area(setup, *id)),
            Fact::Ended(ending) => self.ending = Some(*ending),
            Fact::Battle(_) | Fact::PhaseBegan(_) | Fact::TreasureChanged { .. } | Fact::Lost { .. } => {}
            Fact::UnitsJoined { .. } | Fact::ExpansionEased { .. } | Fact::Guided { .. } | Fact::Discounted { .. } => {}
            Fact::ExpansionRolled { .. } | Fact::NowhereToGrow { .. } | Fact::Collected { .. } => {}
            Fact::Slipped { .. } | Fact::Explored { .. } | Fact::AreaGp { .. } | Fact::Garrison { .. } => {}
            Fact::Ambushed { .. } | Fact::Parted { .. } | Fact::Wearied { dies: false } | Fact::TurnEnded => {}
        }
    }

    fn prose(&self) -> String {
        let mut says = Vec::new();
        if !self.event.is_empty() {
            says.push(format!("{}.", capital(&self.event)));
        }
        if !self.lost.is_empty() {
            says.push(format!("The enemy took {}.", list(&self.lost)));
        }
        if !self.bought.is_empty() {
            says.push(format!("The army was joined by {}.", list(&self.bought)));
        }
        says.push(match &self.went[..] {
            [] => "The army stayed where it was.".to_owned(),
            went => format!("The army marched to {}.", list(went)),
        });
        if !self.battles.is_empty() {
            says.push(format!("{}.", capital(&self.battles.join("; "))));
        }
        if !self.taken.is_empty() {
            says.push(format!("{} was ours.", list(&self.taken)));
        }
        if let Some(ending) = self.ending {
            says.push(format!("{}.", super::result(ending)));
        }
        says.join(" ")
    }
}

fn capital(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
