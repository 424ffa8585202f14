//! How ships without positions have steered, from plots and statements at the table. [5.7, 6.5.1.3, Q56]
use serde::{Deserialize, Serialize};

use super::{ColumnState, Declaration, Division, Fine, Id, Segment, Ship, State, command::DeniedCondition};

/// Templates turn in steps of this many degrees. Turns count to the nearest step. (5.7.2, house)
const STEP_DEG: f64 = 15.0;

/// The known heading of a ship moved by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownCourse {
    /// Compass heading in degrees, if known.
    pub course: Option<Fine>,
}

/// How a ship has steered in this move, by its plot or as stated at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steered {
    pub ship: Id,
    /// Degrees that count as turned, if known. (Q30)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Fine>,
}

impl Steered {
    pub fn steady(ship: &Ship) -> Steered {
        Steered { ship: ship.id.clone(), turned: Some(0), course: ship.helm.course }
    }
}

/// How a ship has steered in this move, with its earlier heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SteeringRecord {
    pub ship: Id,
    pub turned: Option<u16>,
    /// Whether it was stated at the table.
    pub is_stated: bool,
    pub before: KnownCourse,
}

/// Rounds degrees of turning to the nearest step of a template. [6.5.1.3]
pub fn rounded_to_step(degrees: f64) -> u16 {
    ((degrees / STEP_DEG + 0.5).floor() * STEP_DEG) as u16
}

impl State {
    pub fn steering_of(&self, ship: &Id) -> Option<&SteeringRecord> {
        self.this_move.steered.iter().find(|record| record.ship == *ship)
    }

    /// Returns the ship that represents a unit: the ship itself, or the first of boats on one base.
    fn representative<'s>(&'s self, unit: &'s Id) -> Option<&'s Ship> {
        self.ships_of(unit).find(|ship| ship.is_in_action() && ship.at.is_none())
    }

    /// Returns the degrees that a unit moved by hand has turned in this move. With `stated_only`, only if stated.
    pub(crate) fn turned_by_hand(&self, unit: &Id, stated_only: bool) -> Option<u16> {
        let steered = self.representative(unit).and_then(|ship| self.steering_of(&ship.id));
        steered.filter(|record| record.is_stated || !stated_only)?.turned
    }

    /// Returns the angle between the courses of two units moved by hand, 0 to 180 whole degrees, if both are known.
    pub fn course_angle_by_hand(&self, first: &Id, second: &Id) -> Option<u16> {
        let course_of = |unit| self.representative(unit)?.helm.course.map(Fine::as_f64);
        let difference_deg = (course_of(first)? - course_of(second)?).rem_euclid(360.0);
        Some(difference_deg.min(360.0 - difference_deg) as u16)
    }

    /// Whether the course of either unit was stated in this move.
    pub(crate) fn is_course_stated(&self, units: [&Id; 2]) -> bool {
        let is_stated = |unit: &&Id| {
            self.representative(unit).and_then(|ship| self.steering_of(&ship.id)).is_some_and(|record| record.is_stated)
        };
        units.iter().any(is_stated)
    }

    /// Records how ships have steered. Before movement only their headings count.
    pub(super) fn record_steering(&mut self, ships: &[Steered], stated: bool) {
        for Steered { ship: id, turned, course } in ships {
            let Some(ship) = self.ship_mut(id) else { continue };
            let before = std::mem::replace(&mut ship.helm, KnownCourse { course: *course });
            if self.segment == Segment::Plotting {
                continue;
            }
            match self.this_move.steered.iter_mut().find(|record| record.ship == *id) {
                Some(record) => (record.turned, record.is_stated) = (*turned, stated || record.is_stated),
                None => self.this_move.steered.push(SteeringRecord {
                    ship: id.clone(),
                    turned: *turned,
                    is_stated: stated,
                    before,
                }),
            }
        }
        if stated {
            self.update_declared_conditions(ships);
        }
    }

    /// Applies new statements to declared fire, as a range measured later applies to it. Conditions that were stated in
    /// the declaration's own line stay. [2.7, 6.5.1.3]
    fn update_declared_conditions(&mut self, ships: &[Steered]) {
        let steering_of = |state: &State, unit: &Id| {
            let ship = state.representative(unit)?.id.clone();
            ships.iter().find(|steered| steered.ship == ship).cloned()
        };
        for index in 0..self.this_move.declarations.len() {
            let declaration = &self.this_move.declarations[index];
            if declaration.fired {
                continue;
            }
            let (firer, target) = (steering_of(self, &declaration.firer), steering_of(self, &declaration.target));
            let is_either_known = firer.is_some() || target.is_some();
            let courses =
                self.course_angle_by_hand(&declaration.firer, &declaration.target).filter(|_| is_either_known);
            let Declaration { conditions, said, .. } = &mut self.this_move.declarations[index];
            let update = |condition, new: Option<u16>, degrees: &mut u16| {
                if let Some(new) = new.filter(|_| !said.contains(&condition)) {
                    *degrees = new;
                }
            };
            update(DeniedCondition::Turned, firer.and_then(|steered| steered.turned), &mut conditions.turned_deg);
            update(
                DeniedCondition::TargetTurned,
                target.and_then(|steered| steered.turned),
                &mut conditions.target_turned_deg,
            );
            update(DeniedCondition::Courses, courses, &mut conditions.courses_deg);
        }
    }

    /// Forgets how a unit moved by hand has steered in this move, except what was stated at the table. Does nothing in
    /// the Plotting Segment. [5.10.3, 5.15.3]
    pub(super) fn forget_course(&mut self, unit: &Id) {
        if self.segment == Segment::Plotting {
            return;
        }
        let is_stated = |ship: &&Ship| self.steering_of(&ship.id).is_some_and(|record| record.is_stated);
        let forgotten = self.ships_of(unit).filter(|ship| ship.at.is_none() && !is_stated(ship));
        let forgotten: Vec<Steered> =
            forgotten.map(|ship| Steered { turned: None, course: None, ..Steered::steady(ship) }).collect();
        let has_followers = |division: &&Division| !forgotten.is_empty() && 1 < division.course.column.len();
        if let Some(id) = self.division_of(unit).filter(has_followers).map(|division| division.id.clone())
            && let Some(division) = self.division_mut(&id)
        {
            division.course = ColumnState { column: division.course.column[..1].to_vec(), ..ColumnState::default() };
        }
        self.record_steering(&forgotten, false);
    }
}
