//! The parts of a verdict.
use crate::model::victory::{LeftToReferee, VictoryDegree, VictoryEntry};
use crate::model::{BattleEnd, Truth};
use crate::{Id, SideId};
use serde::Serialize;

/// The winner, or the winner if the battle ended now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// How the battle ended, or `None` while it lasts.
    pub over: Option<BattleEnd>,
    /// The side whose knowledge is used, or `None` for the true state.
    pub known_to: Option<SideId>,
    /// `None` if no side wins, or it is open.
    pub side: Option<SideId>,
    pub how: VictoryDegree,
    /// The number of the entry that decides, from 1.
    pub by: Option<usize>,
    /// Open entries that might decide before any that holds.
    pub open: Vec<usize>,
    pub besides: Vec<MoralVictory>,
    pub entries: Vec<JudgedEntry>,
    /// Sentences that the referee judges. Its ruling overrides everything else.
    pub left: Vec<LeftToReferee>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ruled: Vec<RuledSentence>,
    /// The prose that the entries encode.
    pub sentences: Vec<String>,
    /// Ships and divisions that the entries name. Any reader of the scenario may see their names.
    pub names: Vec<NamedUnit>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuledSentence {
    pub of: u16,
    /// The side that wins by it, or `None` for none.
    pub side: Option<SideId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoralVictory {
    pub side: SideId,
    /// The number of the entry, from 1.
    pub by: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NamedUnit {
    pub id: Id,
    pub name: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgedEntry {
    /// From 1.
    pub number: usize,
    pub entry: VictoryEntry,
    pub truth: Truth,
    /// The side that wins by it, if it holds.
    pub side: Option<SideId>,
    /// The referee's ruling, which overrides the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled: Option<bool>,
    pub finding: Finding,
}

/// Whether a condition and each of its parts hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    pub truth: Truth,
    pub found: Evidence,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Finding>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// It consists of parts.
    Parts,
    /// The present turn.
    Turn(u16),
    /// The ships asked about, and those that meet the condition.
    Ships(FoundShips),
    /// Points of both sides.
    Points(FoundPoints),
    /// Hits of the side named, and of the other.
    Hits { own: u32, other: u32 },
    /// Shown when the battle is over.
    Later,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FoundShips {
    pub are: Vec<Id>,
    /// Ships for which it is unknown.
    pub open: Vec<Id>,
    /// Number of ships in the set.
    pub among: usize,
    /// There may be more ships, unseen.
    pub more: bool,
}

/// Points of the side named (or leading), and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FoundPoints {
    pub own: i32,
    /// `None` if not needed.
    pub other: Option<i32>,
    /// The side has at least these points, and does not know if it has more.
    pub at_least: bool,
}
