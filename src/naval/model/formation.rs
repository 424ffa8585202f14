//! Formations: divisions that act together. [5.2, 5.3]
use serde::{Deserialize, Serialize};

pub use super::setup::BearingLine;
use super::{Flagship, FormationId, FormationSetup, Id, Inches, Setup, SideId};

/// A formation: divisions of one side that act together. [5.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    pub id: FormationId,
    pub side: SideId,
    /// In order, the leading one first.
    pub divisions: Vec<Id>,
    /// Its lines of bearing. Empty in line ahead. [5.3.4]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
    /// The change that a flotilla makes this turn. [5.3.2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<FormationChange>,
    /// Divisions that were out of place after the last move. Each is alone for orders until it has closed up. (Q38)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<Id>,
}

/// A plotted change of formation. [5.3.4]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormationChange {
    /// If empty, to line ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
    pub speed: Inches,
}

/// An order given outside plotting. It takes effect with the next plot. [5.2, 5.9.1]
#[derive(Clone, PartialEq, Debug)]
pub enum DeferredOrder {
    Formed(Formation),
    Disbanded { formation: FormationId, side: SideId },
    Flag { division: Id, flag: Flagship },
}

impl Formation {
    pub fn from_setup(setup: &Setup, formation: &FormationSetup) -> Formation {
        let first = formation.divisions.first();
        let first = setup.divisions.iter().find(|division| Some(&division.id) == first);
        Formation {
            id: formation.id.clone(),
            side: first.map_or_else(|| SideId::new(""), |division| division.side.clone()),
            divisions: formation.divisions.clone(),
            lines: formation.lines.clone(),
            change: None,
            off: Vec::new(),
        }
    }
}
