//! A decision of a battle, with what each answer to it was found to be worth.
use play::Millionths;
use serde::{Deserialize, Serialize};

use super::{Id, SideId};

/// So far below the best an answer is as good as it.
const AS_GOOD: Millionths = Millionths(100_000);
/// So far below it an answer is nearly as good.
const NEARLY: Millionths = Millionths(500_000);

/// A puzzle: how a battle came to a decision, whose it is, and what each answer brings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    pub id: Id,
    pub side: SideId,
    pub asks: Asks,
    /// The division, or the ship, that is to be ordered.
    pub unit: Id,
    /// What it is about, told with the grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What was found worth saying of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The command that found it.
    pub command: String,
    /// Of the battles' seeds.
    pub seed: u64,
    /// The edition of the players who measured it; 0 for players before the first edition.
    pub players: u32,
    /// The best first.
    pub answers: Vec<Measured>,
    /// The journal up to the decision.
    pub journal: String,
}

/// What is to be ordered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// Course and speed of a division. [5.7]
    Plot,
    /// A launch, or none. [7.4]
    Launch,
    /// A target of the big guns. [6.5.1]
    Target,
    /// What is made good. [8.6]
    Repair,
}

impl Asks {
    pub const ALL: [Asks; 4] = [Asks::Plot, Asks::Launch, Asks::Target, Asks::Repair];

    /// The verb by which it is ordered.
    pub const fn verb(self) -> &'static str {
        match self {
            Asks::Plot => "plot",
            Asks::Launch => "launch",
            Asks::Target => "target",
            Asks::Repair => "repair",
        }
    }
}

/// An answer, and the mean margin with which battles ended that were played on from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The order as it is typed; none where nothing is ordered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Points of the side over those of the enemy.
    pub points: f64,
    /// The standard error of how far it lies below the best; of the best itself, that of its points.
    pub error: f64,
    pub battles: u64,
    /// Whose choice it is, of the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub midshipman: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captain: bool,
}

impl Measured {
    fn millionths(&self) -> Millionths {
        Millionths::nearest(self.points)
    }
}

impl Puzzle {
    pub fn best(&self) -> Option<&Measured> {
        self.answers.iter().max_by_key(|one| one.millionths())
    }

    /// How good an answer is: 3 where it is within 0.1 of the best, 2 within 0.5, 1 above the midshipman's, else 0.
    pub fn grade(&self, answer: &Measured) -> u8 {
        let best = self.best().map(Measured::millionths).unwrap_or_default();
        let worth = answer.millionths();
        let below = Millionths(best.0 - worth.0);
        let midshipman = self.answers.iter().find(|one| one.midshipman);
        match midshipman {
            _ if below <= AS_GOOD => 3,
            _ if below <= NEARLY => 2,
            Some(his) if his.millionths() < worth => 1,
            Some(_) | None => 0,
        }
    }
}
