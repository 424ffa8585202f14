//! What the enemy sees of a ship, and what he saw of her last. [4.2, 4.4]
use std::sync::Arc;

use super::{Inches, Place, Run};

/// What the enemy saw of a ship last. [4.3, 4.4]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub turn: u16,
    pub at: Option<Place>,
    /// The way she made, as it was seen: damage since then does not show.
    pub speed: Inches,
    /// Her last run, if she ran it under his eyes.
    pub run: Option<Arc<Run>>,
}

/// What showed of a ship when sighting was last determined. [4.2, T13]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    pub burning: bool,
    /// Had fired her guns this turn, or used a searchlight.
    pub flashes: bool,
    /// Lit by an enemy of hers. [4.5]
    pub lit: bool,
}
