//! Whence the forces of a generated scenario come. [10.1.3]
use serde::{Deserialize, Serialize};

use super::{Fine, Id, Inches};

/// From where a side comes, kept to itself until it is placed. [10.1.3]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Approach {
    pub side: Id,
    pub distance: Inches,
    /// From the centre of the table, true, in degrees.
    pub bearing: Fine,
    /// The division that was placed at the very point. [10.2.1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Id>,
}
