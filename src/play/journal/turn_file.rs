//! Turn files: one side's orders for one moment, read from a file instead of being typed.
use serde::{Deserialize, Serialize};

/// The origin of a command that was not typed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Origin {
    /// A turn file of this side, by the digest of its salted line.
    TurnFile { side: String, digest: String },
}

/// A turn file that is held, unread, until the files of all sides are in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldFile {
    /// The side that gave the orders.
    pub side: String,
    /// The turn of the orders, from 1.
    pub turn: u16,
    /// The segment of that turn, in the game's word for it: `gunfire`.
    pub segment: String,
    /// The SHA-256 of the salted line with the orders, [`private_line`](super::private_line)`(salt, &orders)`, in
    /// lower-case hexadecimal.
    pub digest: String,
}
