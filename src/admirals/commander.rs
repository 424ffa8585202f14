//! Who plays a side: how well, by which card, and how long he may think.
use super::{Admiral, Captain, Level, Midshipman, Policy, Task};
use naval::model::doctrine::Doctrine;

/// Who plays a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Commander {
    pub level: Level,
    /// How he fights. A midshipman goes by no card.
    pub doctrine: Doctrine,
    /// Orders that an admiral may try in thought for the plots of a turn.
    pub nodes: u64,
    /// On how many threads he does so, which changes nothing of what he chooses.
    pub threads: usize,
}

impl Commander {
    /// Orders that an admiral tries in a turn where nobody says otherwise.
    pub const NODES: u64 = 20_000;

    pub fn of(level: Level, doctrine: Doctrine) -> Commander {
        Commander { level, doctrine, nodes: Commander::NODES, threads: 1 }
    }

    /// The same on so many threads.
    pub fn on(self, threads: usize) -> Commander {
        Commander { threads, ..self }
    }

    /// Whether another would choose as he does, on however many threads: of a midshipman no card is asked.
    pub fn plays_as(&self, other: &Commander) -> bool {
        let by_card = self.level == Level::Midshipman || self.doctrine == other.doctrine;
        let is_as_deep = self.level != Level::Admiral || self.nodes == other.nodes;
        self.level == other.level && by_card && is_as_deep
    }

    pub fn policy(&self) -> Box<dyn Policy> {
        match self.level {
            Level::Midshipman => Box::new(Midshipman),
            Level::Captain => Box::new(Captain::of(self.doctrine.clone())),
            Level::Admiral => Box::new(Admiral::of(self.doctrine.clone(), self.nodes).on(self.threads)),
        }
    }

    /// Whether he takes so long over such a decision that somebody who waits is told.
    pub fn takes_long(&self, task: Task) -> bool {
        self.level == Level::Admiral && task == Task::Plots
    }

    /// Level, card and nodes, as they are typed: `captain:jessen`, `admiral:jessen@5000`.
    pub fn name(&self) -> String {
        let by_card = format!("{}:{}", self.level.name(), self.doctrine.id);
        match self.level {
            Level::Midshipman => self.level.name().to_owned(),
            Level::Captain => by_card,
            Level::Admiral if self.nodes == Commander::NODES => by_card,
            Level::Admiral => format!("{by_card}@{}", self.nodes),
        }
    }
}
