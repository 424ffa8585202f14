//! Describes the player of a side: its level, its card and its search budget.
use super::{Admiral, Captain, Level, Midshipman, Policy, Task};
use naval::model::doctrine::Doctrine;

/// The player of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Commander {
    pub level: Level,
    /// Its doctrine. A midshipman uses no card.
    pub doctrine: Doctrine,
    /// Orders that an admiral may simulate for the plots of a turn.
    pub nodes: u64,
    /// Threads it uses. This does not change its choices.
    pub threads: usize,
}

impl Commander {
    /// Default number of orders that an admiral simulates in a turn.
    pub const NODES: u64 = 20_000;

    pub fn of(level: Level, doctrine: Doctrine) -> Commander {
        Commander { level, doctrine, nodes: Commander::NODES, threads: 1 }
    }

    /// The same on this many threads.
    pub fn on(self, threads: usize) -> Commander {
        Commander { threads, ..self }
    }

    /// Whether another would choose the same. Threads do not matter, nor does a midshipman's card.
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

    /// Whether such a decision takes so long that a waiting person is informed.
    pub fn takes_long(&self, task: Task) -> bool {
        self.level == Level::Admiral && task == Task::Plots
    }

    /// Level, card and nodes as typed: `captain:jessen`, `admiral:jessen@5000`.
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
