//! What a side may know of the battles before this one. (Q55)
use super::Fog;
use crate::model::ShipSetup;
use crate::model::war::{Missing, War};

impl Fog<'_> {
    /// How the war has gone, with the damage of a side's own ships.
    pub(super) fn war(&self, war: &War) -> War {
        let mut known = war.clone();
        known.roll.retain(|veteran| veteran.side == *self.side);
        // Who is lost or interned was plain when that battle was over; who lies in dock is his to know.
        known.missing.retain(|one| one.side == *self.side || one.why != Missing::InDock);
        for fought in &mut known.past {
            fought.hurt.retain(|hurt| hurt.side == *self.side);
        }
        known
    }

    /// A ship as she begins: of the enemy's nobody knows what damage she brings.
    pub(super) fn ship_begun(&self, ship: &ShipSetup) -> ShipSetup {
        let own = self.state.ship(&ship.card.id).is_some_and(|one| one.side == *self.side);
        if own { ship.clone() } else { ShipSetup::fresh(ship.card.clone(), ship.number) }
    }
}
