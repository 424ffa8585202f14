//! By what sides know of each other. [5.13]
use serde::{Deserialize, Serialize};

use super::{Id, Inches};

/// By what a side knows that the enemy is there. [5.13.3, 5.13.6]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// One of its divisions has sighted this ship.
    Sighted(Id),
    /// The funnel smoke of this formation's leading division, so far from this one's marker.
    Smoke { of: Id, seen_by: Id, range: Inches },
}
