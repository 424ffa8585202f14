//! Torpedo markers on the table. [7.4]
use serde::{Deserialize, Serialize};

use super::{Bearing, Fine, Id, Inches, MarkerId, Place, SideId};

/// A torpedo marker on the table. [7.4]
///
/// Its id is the letter on the counter and its side, `Q:japan`: each side has counters of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Marker {
    pub id: MarkerId,
    pub launcher: Id,
    pub side: SideId,
    pub factors: u8,
    pub target: Id,
    pub run: Inches,
    pub bearing: Bearing,
    pub turn: u16,
    /// A dummy spends nothing and hits nothing. [7.4.6]
    pub dummy: bool,
    /// Last turn in which the referee said whom it met.
    pub answered_turn: Option<u16>,
    /// Launched when the second half of its turn began. [3.4.4]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub second_half: bool,
    /// Where a tracked launcher put it down, and her heading then; the dot never moves. [2.3.2, 7.4]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dot: Option<Place>,
    /// True bearing on which its torpedoes run, where they do not spread. (Q20: `ray`)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<Fine>,
}
