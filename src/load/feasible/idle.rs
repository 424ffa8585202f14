//! Finds special rules without effect. [9.2]
use super::{Sea, VICTORY, is_on_table};
use crate::{Path, Report};
use naval::Inches;
use naval::model::zone::{Rectangle, Zone};
use naval::model::{Card, Ships, Table};
use naval::rules::special::{Key, SpecialRule, Steer, Weapon};

impl Sea<'_> {
    /// Warns of a rule that affects no ship or no place on the table.
    pub(super) fn idle(&self, rule: &SpecialRule, path: &Path, report: &mut Report) {
        let path = path.key("does");
        match &rule.does {
            Key::Hold { ships, weapons, .. } => {
                let ships = self.members(ships);
                if !ships.is_empty() && !ships.iter().any(|ship| weapons.iter().any(|one| has(&ship.card, *one))) {
                    let what = format!("no ship of the set has any of these weapons [{VICTORY}]");
                    report.warn(&path.key("hold").key("weapons"), what);
                }
            }
            Key::Stay { ships, of: Some(of), place: None, .. } if self.is_alone(ships, of) => {
                report.warn(&path.key("stay").key("of"), format!("no ship keeps a distance from itself [{VICTORY}]"));
            }
            Key::Course { ships, steer: Steer::Away(of) | Steer::Toward(of) } if self.is_alone(ships, of) => {
                let path = path.key("course").key("steer");
                report.warn(&path, format!("no ship steers by itself [{VICTORY}]"));
            }
            Key::Mines { areas, .. } => {
                for (at, corners) in areas.iter().enumerate().filter(|(_, corners)| !self.reaches_table(corners)) {
                    let what =
                        format!("the area lies off the table, its {} corners with it [{VICTORY}]", corners.len());
                    report.warn(&path.key("mines").key("areas").at(at), what);
                }
            }
            Key::Kept(_) | Key::Words { .. } | Key::Sight { .. } | Key::Speed { .. } | Key::Course { .. } => {}
            Key::Stay { .. } | Key::Fire { .. } | Key::NoExit { .. } | Key::Orders { .. } | Key::Harmed { .. } => {}
            Key::DamageControl { .. } | Key::OpenLand(_) | Key::LostAshore { .. } | Key::Entry { .. } => {}
            Key::Drift { .. } | Key::Smoke { .. } | Key::PointsForFire { .. } | Key::Ends { .. } => {}
            Key::Duds { .. } => {}
        }
    }

    /// Whether both sets consist of the same single ship.
    fn is_alone(&self, ships: &Ships, of: &Ships) -> bool {
        let (ships, of) = (self.members(ships), self.members(of));
        !ships.is_empty() && !of.is_empty() && ships.iter().all(|ship| of.iter().all(|other| other.id == ship.id))
    }

    fn reaches_table(&self, corners: &[(Inches, Inches)]) -> bool {
        let Table { width, height } = self.setup.table;
        let least = |of: fn(&(Inches, Inches)) -> Inches| corners.iter().map(of).min().unwrap_or_default();
        let most = |of: fn(&(Inches, Inches)) -> Inches| corners.iter().map(of).max().unwrap_or_default();
        let (from, to) = ((least(|at| at.0), least(|at| at.1)), (most(|at| at.0), most(|at| at.1)));
        is_on_table(&Zone::Rectangle(Rectangle { from, to }), width.as_f64(), height.as_f64())
    }
}

fn has(card: &Card, weapon: Weapon) -> bool {
    match weapon {
        Weapon::Big => card.big.is_some(),
        Weapon::Medium => card.medium.is_some(),
        Weapon::Light => card.light.is_some(),
        Weapon::Torpedoes => card.torpedo.is_some(),
    }
}
