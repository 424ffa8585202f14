//! Updates what the enemy sees of a ship. [4.2, 4.4]
use super::{Seen, Ship, Shown};

impl Ship {
    /// Puts the ship in sight as it is now.
    pub(crate) fn come_in_sight(&mut self, turn: u16) {
        self.sighted = true;
        self.seen_before = None;
        self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run: None });
    }
    /// Updates position and speed as seen, if the ship is in sight. A run that the enemy did not watch, because the
    /// ship came in sight at its end, stays unknown. [4.4, Q49]
    pub(crate) fn keep_in_sight(&mut self, turn: u16) {
        if self.sighted {
            let watched = self.seen.take().and_then(|seen| seen.run);
            let run = watched.filter(|_| self.run.is_some());
            self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run });
        }
    }
    /// Prepares for sighting after a move, and keeps what was seen before until sighting is done. [4.4, Q49]
    pub(crate) fn come_to_a_look(&mut self, turn: u16) {
        self.seen_before = self.seen.clone();
        if self.sighted {
            self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run: self.run.clone() });
        }
    }
    /// Puts the ship out of sight. The enemy knows it as last seen, not as it moved out of sight. [4.4, Q49]
    pub(crate) fn pass_out_of_sight(&mut self) {
        self.sighted = false;
        self.seen = self.seen_before.take().or(self.seen.take());
    }
    /// Returns what is visible of it now. [4.2, T13]
    pub fn shows(&self) -> Shown {
        Shown { burning: self.fires() > 0, flashes: self.fired_guns || self.searchlight_used, lit: self.lit }
    }
}
