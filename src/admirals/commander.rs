//! Describes the player of a side: its level, its card and its search budget.
use super::{Admiral, Captain, Level, Midshipman, Policy, RandomPlayer, Task};
use naval::model::doctrine::Doctrine;

#[derive(Clone, PartialEq, Debug)]
pub struct Commander {
    pub level: Level,
    /// Its doctrine, if the level uses a card.
    pub doctrine: Doctrine,
    /// Orders that an admiral may simulate for the plots of a turn.
    pub nodes: u64,
    /// Threads it uses. This does not change its choices.
    pub threads: usize,
}

impl Commander {
    /// Default number of orders that an admiral simulates in a turn.
    pub const DEFAULT_NODES: u64 = 20_000;

    pub fn new(level: Level, doctrine: Doctrine) -> Commander {
        Commander { level, doctrine, nodes: Commander::DEFAULT_NODES, threads: 1 }
    }

    pub fn with_threads(self, threads: usize) -> Commander {
        Commander { threads, ..self }
    }

    /// Whether another player would make the same choices. Threads do not matter, nor does a card that is not used.
    pub fn chooses_like(&self, other: &Commander) -> bool {
        let has_same_card = !self.level.uses_card() || self.doctrine == other.doctrine;
        let is_as_deep = self.level != Level::Admiral || self.nodes == other.nodes;
        self.level == other.level && has_same_card && is_as_deep
    }

    pub fn policy(&self) -> Box<dyn Policy> {
        match self.level {
            Level::Random => Box::new(RandomPlayer),
            Level::Midshipman => Box::new(Midshipman),
            Level::Captain => Box::new(Captain::new(self.doctrine.clone())),
            Level::Admiral => Box::new(Admiral::new(self.doctrine.clone(), self.nodes).with_threads(self.threads)),
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
            Level::Random | Level::Midshipman => self.level.name().to_owned(),
            Level::Captain => by_card,
            Level::Admiral if self.nodes == Commander::DEFAULT_NODES => by_card,
            Level::Admiral => format!("{by_card}@{}", self.nodes),
        }
    }
}
