//! What a side may know of earlier battles in a war. (Q55)
use super::Fog;
use crate::model::ShipSetup;
use crate::model::war::{AbsenceReason, War};

impl Fog<'_> {
    /// Returns the course of the war, with damage only to the side's own ships.
    pub(super) fn war(&self, war: &War) -> War {
        let mut known = war.clone();
        known.roll.retain(|veteran| veteran.side == *self.side);
        // Lost and interned ships are known since their battle ended. Enemy ships in dock are secret.
        known.missing.retain(|ship| ship.side == *self.side || ship.why != AbsenceReason::InDock);
        for battle in &mut known.past {
            battle.hurt.retain(|hurt| hurt.side == *self.side);
        }
        known
    }

    /// Returns a ship as it begins, without an enemy ship's earlier damage.
    pub(super) fn starting_ship(&self, ship: &ShipSetup) -> ShipSetup {
        let own = self.state.ship(&ship.card.id).is_some_and(|ship| ship.side == *self.side);
        if own { ship.clone() } else { ShipSetup::undamaged(ship.card.clone(), ship.number) }
    }
}
