//! By what sighting was last determined. [4.2]
use super::{Id, Inches, state::Measure};

/// The referee's word that a ship is in sight, or is not. [4.3]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightWord {
    pub ship: Id,
    /// Who sees her; `None`: every enemy of hers of whom no tape says otherwise.
    pub by: Option<Id>,
    pub seen: bool,
}

/// The light, the tape and the referee's words by which sighting was last determined. [4.2]
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    pub turn: u16,
    pub base: Option<Inches>,
    pub measures: Vec<Measure>,
    pub words: Vec<SightWord>,
}
