//! Finds special rules without effect. [9.2]
use super::{FeasibilityCheck, VICTORY, is_on_table};
use crate::{KeyPath, Report};
use naval::Inches;
use naval::model::zone::{Rectangle, Zone};
use naval::model::{Card, ShipSet, Table};
use naval::rules::special::{RuleEffect, SpecialRule, SteerLimit, Weapon};

impl FeasibilityCheck<'_> {
    /// Warns of a rule that affects no ship or no place on the table.
    pub(super) fn check_effect(&self, rule: &SpecialRule, path: &KeyPath, report: &mut Report) {
        let path = path.key("does");
        match &rule.does {
            RuleEffect::Hold { ships, weapons, .. } => {
                let ships = self.members(ships);
                if !ships.is_empty()
                    && !ships.iter().any(|ship| weapons.iter().any(|weapon| has_weapon(&ship.card, *weapon)))
                {
                    let what = format!("no ship in the set has any of these weapons [{VICTORY}]");
                    report.add_warning(&path.key("hold").key("weapons"), what);
                }
            }
            RuleEffect::Stay { ships, of: Some(other), place: None, .. } if self.is_same_single_ship(ships, other) => {
                let path = path.key("stay").key("of");
                report.add_warning(&path, format!("no ship can be distant from itself [{VICTORY}]"));
            }
            RuleEffect::Course { ships, steer: SteerLimit::Away(other) | SteerLimit::Toward(other) }
                if self.is_same_single_ship(ships, other) =>
            {
                let path = path.key("course").key("steer");
                report.add_warning(&path, format!("a ship cannot steer by its own position [{VICTORY}]"));
            }
            RuleEffect::Mines { areas, .. } => {
                for (index, corners) in areas.iter().enumerate().filter(|(_, corners)| !self.reaches_table(corners)) {
                    let what = format!("the area is off the table with all {} corners [{VICTORY}]", corners.len());
                    report.add_warning(&path.key("mines").key("areas").at(index), what);
                }
            }
            RuleEffect::Kept(_)
            | RuleEffect::Words { .. }
            | RuleEffect::Sight { .. }
            | RuleEffect::Speed { .. }
            | RuleEffect::Course { .. } => {}
            RuleEffect::Stay { .. }
            | RuleEffect::Fire { .. }
            | RuleEffect::NoExit { .. }
            | RuleEffect::Orders { .. }
            | RuleEffect::Harmed { .. } => {}
            RuleEffect::DamageControl { .. }
            | RuleEffect::OpenLand(_)
            | RuleEffect::LostAshore { .. }
            | RuleEffect::Entry { .. } => {}
            RuleEffect::Drift { .. }
            | RuleEffect::SetDown { .. }
            | RuleEffect::Smoke { .. }
            | RuleEffect::PointsForFire { .. }
            | RuleEffect::Ends { .. } => {}
            RuleEffect::Duds { .. } => {}
        }
    }

    fn is_same_single_ship(&self, ships: &ShipSet, others: &ShipSet) -> bool {
        let (ships, others) = (self.members(ships), self.members(others));
        !ships.is_empty() && !others.is_empty() && ships.iter().all(|ship| others.iter().all(|peer| peer.id == ship.id))
    }

    fn reaches_table(&self, corners: &[(Inches, Inches)]) -> bool {
        let Table { width, height } = self.setup.table;
        let least = |axis: fn(&(Inches, Inches)) -> Inches| corners.iter().map(axis).min().unwrap_or_default();
        let most = |axis: fn(&(Inches, Inches)) -> Inches| corners.iter().map(axis).max().unwrap_or_default();
        let (from, to) = ((least(|xy| xy.0), least(|xy| xy.1)), (most(|xy| xy.0), most(|xy| xy.1)));
        is_on_table(&Zone::Rectangle(Rectangle { from, to }), width.as_f64(), height.as_f64())
    }
}

fn has_weapon(card: &Card, weapon: Weapon) -> bool {
    match weapon {
        Weapon::Big => card.big.is_some(),
        Weapon::Medium => card.medium.is_some(),
        Weapon::Light => card.light.is_some(),
        Weapon::Torpedoes => card.torpedo.is_some(),
    }
}
