//! Divisions that act together. [5.2, 5.3]
use serde::{Deserialize, Serialize};

pub use super::setup::BearingLine;
use super::{Flagship, FormationId, FormationSetup, Id, Inches, Setup, SideId};

/// Divisions of one side that act together. [5.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    pub id: FormationId,
    pub side: SideId,
    /// In order, the leading one first.
    pub divisions: Vec<Id>,
    /// Lines of bearing on which they lie; none when they lie one astern of the other. [5.3.4]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
    /// What a flotilla is to change into this turn. [5.3.2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Divisions that had fallen off when all had moved last: each is alone for orders until it has closed up. (Q38)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<Id>,
}

/// A plotted change of formation. [5.3.4]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// None: to line ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
    /// The flotilla's speed.
    pub speed: Inches,
}

/// An order given while nobody plots: it holds from the next plot on. [5.2, 5.9.1]
#[derive(Clone, PartialEq, Debug)]
pub enum Kept {
    Formed(Formation),
    Disbanded { formation: FormationId, side: SideId },
    Flag { division: Id, flag: Flagship },
}

impl Formation {
    /// As the scenario makes it.
    pub fn of(setup: &Setup, written: &FormationSetup) -> Formation {
        let first = written.divisions.first();
        let first = setup.divisions.iter().find(|division| Some(&division.id) == first);
        Formation {
            id: written.id.clone(),
            side: first.map_or_else(|| SideId::new(""), |division| division.side.clone()),
            divisions: written.divisions.clone(),
            lines: written.lines.clone(),
            change: None,
            off: Vec::new(),
        }
    }
}
