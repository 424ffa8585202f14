//! Puzzles: decisions of a battle, with the measured value of each answer.
use play::Millionths;
use serde::{Deserialize, Serialize};

use super::{Id, SideId};

/// The most that an answer with the full grade may be below the best: 0.1 points. (house)
const FULL_GRADE_MARGIN: Millionths = Millionths(100_000);
/// The most that an answer with the second grade may be below the best: 0.5 points. (house)
const SECOND_GRADE_MARGIN: Millionths = Millionths(500_000);

/// A puzzle: the journal up to a decision, the side to decide, and the value of each answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    pub id: Id,
    pub side: SideId,
    pub asks: PuzzleKind,
    /// The division or ship to be ordered.
    pub unit: Id,
    /// The subject of the puzzle, shown with the grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// An optional comment on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The command that found it.
    pub command: String,
    /// The seed from which the seeds of the battles are drawn.
    pub seed: u64,
    /// The edition of the players that measured it. 0 is before the first edition.
    pub players: u32,
    /// The best first.
    pub answers: Vec<MeasuredAnswer>,
    pub journal: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleKind {
    /// Course and speed of a division. [5.7]
    Plot,
    /// A launch, if any. [7.4]
    Launch,
    /// A big-gun target. [6.5.1]
    Target,
    /// The hit to repair. [8.6]
    Repair,
}

impl PuzzleKind {
    pub const ALL: [PuzzleKind; 4] = [PuzzleKind::Plot, PuzzleKind::Launch, PuzzleKind::Target, PuzzleKind::Repair];

    pub const fn verb(self) -> &'static str {
        match self {
            PuzzleKind::Plot => "plot",
            PuzzleKind::Launch => "launch",
            PuzzleKind::Target => "target",
            PuzzleKind::Repair => "repair",
        }
    }
}

/// An answer, and the mean margin of battles simulated from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredAnswer {
    /// The order as typed. `None` for giving no order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The side's points less the enemy's.
    pub points: f64,
    /// The standard error of the difference from the best answer. For the best, the standard error of its points.
    pub error: f64,
    pub battles: u64,
    /// Whether the midshipman would choose this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub midshipman: bool,
    /// Whether the captain would choose this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captain: bool,
}

impl MeasuredAnswer {
    fn millionths(&self) -> Millionths {
        Millionths::nearest(self.points)
    }
}

impl Puzzle {
    pub fn best(&self) -> Option<&MeasuredAnswer> {
        self.answers.iter().max_by_key(|answer| answer.millionths())
    }

    /// Grades an answer: 3 within 0.1 points of the best, 2 within 0.5, 1 above the midshipman's, otherwise 0.
    pub fn grade(&self, answer: &MeasuredAnswer) -> u8 {
        let best = self.best().map(MeasuredAnswer::millionths).unwrap_or_default();
        let worth = answer.millionths();
        let deficit = Millionths(best.0 - worth.0);
        let midshipman = self.answers.iter().find(|answer| answer.midshipman);
        match midshipman {
            _ if deficit <= FULL_GRADE_MARGIN => 3,
            _ if deficit <= SECOND_GRADE_MARGIN => 2,
            Some(midshipman) if midshipman.millionths() < worth => 1,
            Some(_) | None => 0,
        }
    }
}
