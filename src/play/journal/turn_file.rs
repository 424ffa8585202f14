//! Turn files: orders of one side for one moment that come as a text instead of being typed one by one.
use serde::{Deserialize, Serialize};

/// Where a command came from that nobody typed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Origin {
    /// A turn file of this side, by the digest of its salted line.
    TurnFile { side: String, digest: String },
}

/// A turn file that waits until those of all sides are in. Nobody reads its orders before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldFile {
    /// Whose orders they are.
    pub side: String,
    /// The turn for which they are, from 1.
    pub turn: u16,
    /// The segment of that turn, by the game's word for it: `gunfire`.
    pub segment: String,
    /// The SHA-256 of the line that keeps the orders behind a salt, [`keep`](super::keep)`(salt, &orders)`, in lower-case
    /// hexadecimals.
    pub digest: String,
}
