//! Ranges read from the tape, and which of them hold for whom. [2.7]
use super::{Bearing, Id, Inches};

/// A range read from the tape. [2.7]
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
    /// Arc of `from` in which `to` bears, where it was said.
    pub bearing: Option<Bearing>,
}
