//! A rudder that is jammed, and until when. [8.4]
use super::{Harm, Jam, Ship};

impl Ship {
    /// Rudder jammed in `turn`. [8.4]
    pub fn steering_jammed(&self, turn: u16) -> bool {
        self.jam(turn).is_some()
    }
    /// How her helm is held in `turn` by a jammed rudder, and through which turn: the longest of several jams. [8.4, Q39]
    pub fn jam(&self, turn: u16) -> Option<Jam> {
        let jams = self.harms().filter_map(|harm| match harm {
            Harm::Steering { until_turn, circles } => Some(Jam { until_turn: *until_turn, circles: *circles }),
            Harm::Mount(_)
            | Harm::Guns { .. }
            | Harm::Fire
            | Harm::Flotation { .. }
            | Harm::Speed(_)
            | Harm::Bridge
            | Harm::FireControl => None,
        });
        jams.filter(|jam| turn <= jam.until_turn).max_by_key(|jam| jam.until_turn)
    }
}
