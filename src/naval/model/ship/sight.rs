//! What the enemy sees of a ship as it changes. [4.2, 4.4]
use super::{Seen, Ship, Shown};

impl Ship {
    /// The enemy sees her as she is now.
    pub(crate) fn come_in_sight(&mut self, turn: u16) {
        self.sighted = true;
        self.seen_before = None;
        self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run: None });
    }
    /// Renews what the enemy sees of the ship, if it sees it: place and speed. A run that it did not watch, because the
    /// ship came in sight at its end, stays unknown. [4.4, Q49]
    pub(crate) fn keep_in_sight(&mut self, turn: u16) {
        if self.sighted {
            let watched = self.seen.take().and_then(|seen| seen.run);
            let run = watched.filter(|_| self.run.is_some());
            self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run });
        }
    }
    /// The move is over, and sighting is determined next: what was seen of her before it is kept until then. [4.4, Q49]
    pub(crate) fn come_to_a_look(&mut self, turn: u16) {
        self.seen_before = self.seen.clone();
        if self.sighted {
            self.seen = Some(Seen { turn, at: self.at, speed: self.speed, run: self.run.clone() });
        }
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
