//! Updates what the enemy sees of a ship. [4.2, 4.4]
use super::{LastSeen, Ship, VisibleSigns};

impl Ship {
    /// Puts the ship in sight as it is now.
    pub(crate) fn sight(&mut self, turn: u16) {
        self.sighted = true;
        self.seen_before = None;
        self.seen = Some(LastSeen { turn, at: self.at, speed: self.speed, run: None });
    }
    /// Updates position and speed as seen, if the ship is in sight. The last move stays unknown if the ship
    /// came in sight only at the end of it. [4.4, Q49]
    pub(crate) fn refresh_seen(&mut self, turn: u16) {
        if self.sighted {
            let watched = self.seen.take().and_then(|seen| seen.run);
            let run = watched.filter(|_| self.run.is_some());
            self.seen = Some(LastSeen { turn, at: self.at, speed: self.speed, run });
        }
    }
    /// Prepares for sighting after a move, and keeps what was seen before until sighting is done. [4.4, Q49]
    pub(crate) fn prepare_for_sighting(&mut self, turn: u16) {
        self.seen_before = self.seen.clone();
        if self.sighted {
            self.seen = Some(LastSeen { turn, at: self.at, speed: self.speed, run: self.run.clone() });
        }
    }
    /// Puts the ship out of sight. The enemy knows it as last seen, not as it moved out of sight. [4.4, Q49]
    pub(crate) fn lose_from_sight(&mut self) {
        self.sighted = false;
        self.seen = self.seen_before.take().or(self.seen.take());
    }
    /// Returns what is visible of the ship now. [4.2, T13]
    pub fn visible_signs(&self) -> VisibleSigns {
        VisibleSigns { burning: self.fires() > 0, has_flashed: self.fired_guns || self.searchlight_used, lit: self.lit }
    }
}
