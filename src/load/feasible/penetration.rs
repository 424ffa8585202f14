//! Whether a ship can harm another at all. [6.5.1.6, 7.4.3]
use std::sync::Arc;

use naval::model::{Card, ShipType};

pub(super) fn is_armed(card: &Arc<Card>) -> bool {
    card.big.is_some() || card.medium.is_some() || card.light.is_some() || card.torpedo.is_some()
}

/// Whether big-gun hits can penetrate. [6.5.1.6]
pub(super) fn can_penetrate(firer: &Card, target: &Card) -> bool {
    firer.big.as_ref().is_some_and(|big| target.armour.gun < big.power)
}

/// Whether a ship can do more than non-penetrating hits. Any gun can, against light ships.
pub(super) fn can_harm(firer: &Card, target: &Card) -> bool {
    let torpedoes_harm = target.kind != ShipType::CB
        && firer.torpedo.as_ref().is_some_and(|torpedo| target.armour.torpedo < torpedo.power);
    let has_guns = firer.big.is_some() || firer.medium.is_some() || firer.light.is_some();
    torpedoes_harm || if target.kind.is_large() { can_penetrate(firer, target) } else { has_guns }
}
