//! Bounds of a set-up that a journal brings along: a scenario file is held to them by its reader. [9.1]
use std::collections::BTreeSet;

use super::{
    Inches,
    setup::{Setup, Visibility},
};

/// A scenario lasts no longer, in turns.
pub const LONGEST_TURNS: u16 = 999;
/// The longest table side, in inches.
const LONGEST_TABLE: Inches = Inches::whole(240);
/// No base, range or speed of a ship is longer, in inches.
const LONGEST: Inches = Inches::whole(240);
/// The largest figure of a card or a list.
const LARGEST: i32 = 1000;
/// The corners of a coast lie no farther from the table's corner, in inches.
const FARTHEST: Inches = Inches::whole(1000);

impl Setup {
    /// What makes the set-up impossible, by the first fault: a count, a length or a name beyond any scenario file.
    pub fn fault(&self) -> Option<String> {
        self.fault_of_battle().or_else(|| self.fault_of_divisions()).or_else(|| self.fault_of_ships())
    }

    fn fault_of_battle(&self) -> Option<String> {
        let within = |range: Inches| (Inches::ZERO..=LONGEST).contains(&range);
        let steps = if let Visibility::Steps(steps) = &self.visibility { &steps[..] } else { &[] };
        let rolled = if let Visibility::Rolled(ranges) = &self.visibility { &ranges[..] } else { &[] };
        let ranges = steps.iter().map(|step| step.range).chain(self.light.iter().map(|light| light.range));
        let is_far = |corner: &(Inches, Inches)| {
            [corner.0, corner.1].iter().any(|along| !(-FARTHEST.0..=FARTHEST.0).contains(&along.0))
        };
        let size = [self.table.width, self.table.height];
        if !(1..=LONGEST_TURNS).contains(&self.turns) {
            return Some(format!("the battle lasts {} turns", self.turns));
        }
        if self.sides.len() != 2 || self.sides[0].id == self.sides[1].id {
            return Some("a battle has two sides of different names".to_owned());
        }
        if let Some(side) = self.sides.iter().find(|side| 10 < side.damage_control) {
            return Some(format!("the damage control of {} is {} on a D10", side.id, side.damage_control));
        }
        if size.iter().any(|side| *side <= Inches::ZERO || LONGEST_TABLE < *side) {
            return Some(format!("the table is {} by {} inches", size[0], size[1]));
        }
        if let Some(range) = ranges.chain(rolled.iter().copied()).find(|range| !within(*range)) {
            return Some(format!("a sighting range is {range}\""));
        }
        if 360 < self.wind.from_deg {
            return Some(format!("the wind is from {} degrees", self.wind.from_deg));
        }
        let is_unsound = |land: &&super::setup::Land| land.corners.iter().any(is_far) || land.area().is_err();
        self.land.iter().find(is_unsound).map(|land| format!("the coast of {} is no outline", land.id))
    }

    fn fault_of_divisions(&self) -> Option<String> {
        let ships: BTreeSet<_> = self.ships.iter().map(|ship| &ship.card.id).collect();
        let (mut divisions, mut placed) = (BTreeSet::new(), BTreeSet::new());
        for division in &self.divisions {
            let id = &division.id;
            if !divisions.insert(id) {
                return Some(format!("there are two divisions {id}"));
            }
            if self.sides.iter().all(|side| side.id != division.side) {
                return Some(format!("division {id} is of no side"));
            }
            if let Some(ship) = division.ships.iter().find(|ship| !ships.contains(ship) || !placed.insert(*ship)) {
                return Some(format!("ship {ship} of division {id} has no card, or stands in two places"));
            }
            if !division.ships.contains(&division.flagship) {
                return Some(format!("the flagship of division {id} is not in it"));
            }
            if !(Inches::ZERO..=LONGEST).contains(&division.speed) || LONGEST_TURNS < division.enters_turn {
                return Some(format!("speed or turn of entry of division {id} is out of range"));
            }
            let Some(at) = division.at else { continue };
            let is_on = |along: f64, length: Inches| (0.0..=length.as_f64()).contains(&along);
            if !is_on(at.x.as_f64(), self.table.width) || !is_on(at.y.as_f64(), self.table.height) {
                return Some(format!("division {id} begins off the table"));
            }
        }
        None
    }

    fn fault_of_ships(&self) -> Option<String> {
        let mut ids = BTreeSet::new();
        for ship in &self.ships {
            let card = &ship.card;
            let (big, torpedo) = (card.big.as_ref(), card.torpedo.as_ref());
            let figures = [card.defence, card.flotation, card.flash];
            let duals = [card.size, card.armour].map(|dual| [dual.gun, dual.torpedo]);
            let powers = [big.map(|big| big.power), torpedo.map(|torpedo| torpedo.power)];
            let counts = [big.map_or(0, |big| big.mounts.len()), big.map_or(0, |big| big.bands.len())];
            let mut all = figures.into_iter().chain(duals.into_iter().flatten()).chain(powers.into_iter().flatten());
            if !ids.insert(&card.id) {
                return Some(format!("there are two ships {}", card.id));
            }
            if all.any(|figure| !(-LARGEST..=LARGEST).contains(&figure))
                || counts.into_iter().any(|count| LARGEST as usize <= count)
                || [card.speed, card.base_length].iter().any(|length| !(Inches::ZERO..=LONGEST).contains(length))
            {
                return Some(format!("a figure on the card of {} is out of range", card.id));
            }
        }
        None
    }
}
