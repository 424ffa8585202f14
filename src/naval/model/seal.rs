//! Seals, which later prove that plots were not changed. [3.3.1]
use serde::{Deserialize, Serialize};

use super::{Id, SideId};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    pub side: SideId,
    /// Drawn for this seal and shown when the seal is opened. Until then the code reveals nothing.
    pub salt: String,
    pub code: String,
    pub lines: Vec<SealedLine>,
    /// The turn of the plots.
    pub turn: u16,
}

impl Seal {
    /// Whether it covers plots before contact, which apply beyond its turn. [5.13.2]
    pub fn covers_preplots(&self) -> bool {
        self.lines.iter().any(|line| line.kind == SealedKind::Ahead)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Salt {
    pub side: SideId,
    pub salt: String,
}

/// A sealed plot or launch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredLine")]
pub struct SealedLine {
    pub division: Id,
    #[serde(skip_serializing)]
    pub kind: SealedKind,
    /// The text from which the code was calculated.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealedKind {
    /// The plot of this turn, or of the next.
    Plot,
    /// The plots of all later turns before contact. [5.13.2]
    Ahead,
    Launch,
}

/// A line as a journal stores it. Its first word, which never changes, gives its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredLine {
    division: Id,
    text: String,
}

impl From<StoredLine> for SealedLine {
    fn from(StoredLine { division, text }: StoredLine) -> SealedLine {
        let kind = match text.split(' ').next() {
            Some("preplot") => SealedKind::Ahead,
            Some("launch") => SealedKind::Launch,
            Some(_) | None => SealedKind::Plot,
        };
        SealedLine { division, kind, text }
    }
}
