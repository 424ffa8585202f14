//! What the enemy sees of a ship, and what he saw of her last. [4.2, 4.4]
use std::sync::Arc;

use super::{
    measure::Inches,
    ship::Ship,
    table::{Place, Run},
};

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

impl Ship {
    /// The enemy sees her as she is now.
    pub(crate) fn come_in_sight(&mut self, turn: u16) {
        self.sighted = true;
        self.seen_before = None;
        self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run: None });
    }
    /// What the enemy sees of her changes, if he sees her: her place, her way, her run.
    pub(crate) fn keep_in_sight(&mut self, turn: u16) {
        if self.sighted {
            self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run: self.run.clone() });
        }
    }
    /// The move is over, and sighting is determined next: what was seen of her before it is kept until then. [4.4, Q49]
    pub(crate) fn come_to_a_look(&mut self, turn: u16) {
        self.seen_before = self.seen.clone();
        self.keep_in_sight(turn);
    }
    /// The enemy sees her no more: he knows her as he saw her last, which is not as she moved out of his sight. [4.4, Q49]
    pub(crate) fn pass_out_of_sight(&mut self) {
        self.sighted = false;
        self.seen = self.seen_before.take().or(self.seen.take());
    }
    /// What shows of her now. [4.2, T13]
    pub fn shows(&self) -> Shown {
        Shown { burning: self.fires() > 0, flashes: self.fired_guns || self.searchlight_used, lit: self.lit }
    }
}
