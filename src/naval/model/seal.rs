//! Plots that are sealed. [3.3.1]
use serde::{Deserialize, Serialize};

use super::{Id, SideId};

/// What one side had plotted when it was sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    pub side: SideId,
    /// Drawn for this seal, and shown only when it is opened: without it the code tells nothing.
    pub salt: String,
    pub code: String,
    pub lines: Vec<SealedLine>,
    /// The turn that was plotted.
    pub turn: u16,
}

impl Seal {
    /// Whether plots before contact lie under it, which run on after its turn. [5.13.2]
    pub fn is_before_contact(&self) -> bool {
        self.lines.iter().any(|line| line.files == Filed::Ahead)
    }
}

/// The salt of one side's seal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Salt {
    pub side: SideId,
    pub salt: String,
}

/// One plot or launch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct SealedLine {
    /// The division that it is for.
    pub division: Id,
    #[serde(skip_serializing)]
    pub files: Filed,
    /// What went into the code.
    pub text: String,
}

/// What a sealed line files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filed {
    /// The plot of this turn, or of the next.
    Plot,
    /// The plots of all later turns before contact. [5.13.2]
    Ahead,
    Launch,
}

/// A line as a journal has it: what it files is told by its first word, which never changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    division: Id,
    text: String,
}

impl From<Written> for SealedLine {
    fn from(Written { division, text }: Written) -> SealedLine {
        let files = match text.split(' ').next() {
            Some("preplot") => Filed::Ahead,
            Some("launch") => Filed::Launch,
            Some(_) | None => Filed::Plot,
        };
        SealedLine { division, files, text }
    }
}
