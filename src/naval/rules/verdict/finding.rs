//! What a verdict consists of.
use crate::model::victory::{Entry, How, Left};
use crate::model::{End, Truth};
use crate::{Id, SideId};
use serde::Serialize;

/// Who has won, or would if the battle ended now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// How the battle ended; none: it lasts.
    pub over: Option<End>,
    /// The side by whose knowledge it is judged; none: by all that is so.
    pub known_to: Option<SideId>,
    /// None: nobody, or it is open.
    pub side: Option<SideId>,
    pub how: How,
    /// The entry that decides, from 1.
    pub by: Option<usize>,
    /// Entries that might decide before any that holds, and of which it is not known.
    pub open: Vec<usize>,
    /// Moral victories, told beside it.
    pub besides: Vec<Besides>,
    pub entries: Vec<Judged>,
    /// Sentences that the referee judges; his word stands above all of it.
    pub left: Vec<Left>,
    /// Those of them on which he has ruled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ruled: Vec<Ruled>,
    /// The prose for which the entries stand.
    pub sentences: Vec<String>,
    /// Ships and divisions that the entries name: whoever reads the scenario may read their names.
    pub names: Vec<Named>,
}

/// A sentence left to the referee, as he has ruled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ruled {
    pub of: u16,
    /// Who wins by it; none: nobody.
    pub side: Option<SideId>,
}

/// A moral victory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Besides {
    pub side: SideId,
    /// The entry, from 1.
    pub by: usize,
}

/// A ship or division with the name to print.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    pub id: Id,
    pub name: String,
}

/// An entry and how it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// From 1.
    pub number: usize,
    pub entry: Entry,
    pub truth: Truth,
    /// Who wins by it, if it holds.
    pub side: Option<SideId>,
    /// The referee's word, which stands above what was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled: Option<bool>,
    pub finding: Finding,
}

/// How a condition stands, and each part of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    pub truth: Truth,
    pub found: Found,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Finding>,
}

/// What was found for a condition.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// It is made of parts.
    Parts,
    /// The turn that it is.
    Turn(u16),
    /// Who is meant, and who of them is as asked.
    Ships(FoundShips),
    /// Points of the two sides.
    Points(FoundPoints),
    /// Hits of the side that is named, and of the other.
    Hits { own: u32, other: u32 },
    /// Told when the battle is over.
    Later,
}

/// Ships that fulfil what is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FoundShips {
    pub are: Vec<Id>,
    /// Those of which it is not known.
    pub open: Vec<Id>,
    /// How many ships of the set there are.
    pub among: usize,
    /// There may be more of them, unseen.
    pub more: bool,
}

/// Points of the side that is named (or that leads), and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FoundPoints {
    pub own: i32,
    /// None: it is not asked for.
    pub other: Option<i32>,
    /// The side has scored at least so many: whether more, it does not know.
    pub at_least: bool,
}
