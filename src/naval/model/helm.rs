//! How ships without a position have steered, as far as plots and the table tell it. [5.7, 6.5.1.3, Q56]
use serde::{Deserialize, Serialize};

use super::{Fine, Id, Inches, Segment, Ship, State};

/// Templates turn by so many degrees; a part of one counts as the nearest. (5.7.2, house)
const STEP_DEG: f64 = 15.0;

/// How a ship that is moved by hand heads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Helm {
    /// Compass heading in degrees; unknown where nothing tells it.
    pub course: Option<Fine>,
    /// What she has still to turn: her leader has turned there, or it did not fit into the move. [5.7.3]
    pub ahead: Vec<Bend>,
}

/// A turn that a ship has before her.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bend {
    /// Inches until she begins it.
    pub after: Fine,
    /// Inches that it takes.
    pub length: Fine,
    /// To starboard positive.
    pub degrees: Fine,
}

/// How a ship has steered in this move, by her plot or as the table says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Steered {
    pub ship: Id,
    /// Degrees that count as turned; left out where nothing tells them. (Q30)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Fine>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Bend>,
}

/// The same, with how she headed before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SteeredNow {
    pub ship: Id,
    pub turned: Option<u16>,
    /// The table has said so.
    pub said: bool,
    pub before: Helm,
}

/// Degrees of turning as they count: to the nearest step of a template. [6.5.1.3]
pub fn counted(degrees: f64) -> u16 {
    ((degrees / STEP_DEG + 0.5).floor() * STEP_DEG) as u16
}

impl Helm {
    /// Runs so many inches, with what turns come on the way: the degrees turned, and how she heads then.
    pub fn run(&self, inches: Inches, more: &[Bend]) -> (u16, Helm) {
        let (mut turned, mut round, mut ahead) = (0.0, 0.0, Vec::new());
        for bend in self.ahead.iter().chain(more) {
            let (after, length) = (bend.after.as_f64(), bend.length.as_f64());
            let into = inches.as_f64() - after;
            let share = if into <= 0.0 { 0.0 } else { (into / length.max(f64::EPSILON)).min(1.0) };
            turned += bend.degrees.as_f64().abs() * share;
            round += bend.degrees.as_f64() * share;
            if share < 1.0 {
                ahead.push(Bend {
                    after: Fine::nearest((-into).max(0.0)),
                    length: Fine::nearest(length * (1.0 - share)),
                    degrees: Fine::nearest(bend.degrees.as_f64() * (1.0 - share)),
                });
            }
        }
        let course = self.course.map(|course| Fine::nearest((course.as_f64() + round).rem_euclid(360.0)));
        (counted(turned), Helm { course, ahead })
    }
}

impl State {
    /// How a ship that is moved by hand has steered in this move, as far as anything tells it.
    pub fn steered(&self, ship: &Id) -> Option<&SteeredNow> {
        self.this_move.steered.iter().find(|one| one.ship == *ship)
    }

    /// The ship that stands for a unit: herself, or of boats on one base the first.
    fn heads<'s>(&'s self, unit: &'s Id) -> Option<&'s Ship> {
        self.ships_of(unit).find(|ship| ship.in_action() && ship.at.is_none())
    }

    /// Degrees that a unit moved by hand has turned in this move; only by what the table says, or by plots as well.
    pub(crate) fn turned_by_hand(&self, unit: &Id, said: bool) -> Option<u16> {
        let steered = self.heads(unit).and_then(|ship| self.steered(&ship.id));
        steered.filter(|one| one.said || !said)?.turned
    }

    /// The angle between the courses of two units that are moved by hand, where both are known: whole degrees, from 0 to 180.
    pub fn courses_by_hand(&self, one: &Id, other: &Id) -> Option<u16> {
        let course = |unit| self.heads(unit)?.helm.course.map(Fine::as_f64);
        let apart = (course(one)? - course(other)?).rem_euclid(360.0);
        Some(apart.min(360.0 - apart) as u16)
    }

    /// Whether the table has said the course of either this turn.
    pub(crate) fn course_is_said(&self, units: [&Id; 2]) -> bool {
        let said = |unit: &&Id| self.heads(unit).and_then(|ship| self.steered(&ship.id)).is_some_and(|one| one.said);
        units.iter().any(said)
    }

    /// Writes down how ships have steered; before anybody has moved only how they head.
    pub(super) fn has_steered(&mut self, ships: &[Steered], said: bool) {
        for Steered { ship: id, turned, course, ahead } in ships {
            let Some(ship) = self.ship_mut(id) else { continue };
            let before = std::mem::replace(&mut ship.helm, Helm { course: *course, ahead: ahead.clone() });
            if self.segment == Segment::Plotting {
                continue;
            }
            match self.this_move.steered.iter_mut().find(|one| one.ship == *id) {
                Some(kept) => (kept.turned, kept.said) = (*turned, said || kept.said),
                None => self.this_move.steered.push(SteeredNow { ship: id.clone(), turned: *turned, said, before }),
            }
        }
        if said {
            self.declared_goes_by(ships);
        }
    }

    /// Fire that is declared and not resolved goes by what is said now, as it goes by a later range. [2.7]
    fn declared_goes_by(&mut self, ships: &[Steered]) {
        let of = |state: &State, unit: &Id| {
            let ship = state.heads(unit)?.id.clone();
            ships.iter().find(|one| one.ship == ship).cloned()
        };
        for at in 0..self.this_move.declarations.len() {
            let one = &self.this_move.declarations[at];
            if one.fired {
                continue;
            }
            let (firer, target) = (of(self, &one.firer), of(self, &one.target));
            let anybody = firer.is_some() || target.is_some();
            let courses = self.courses_by_hand(&one.firer, &one.target).filter(|_| anybody);
            let conditions = &mut self.this_move.declarations[at].conditions;
            conditions.turned_deg = firer.and_then(|one| one.turned).unwrap_or(conditions.turned_deg);
            conditions.target_turned_deg = target.and_then(|one| one.turned).unwrap_or(conditions.target_turned_deg);
            conditions.courses_deg = courses.unwrap_or(conditions.courses_deg);
        }
    }

    /// Nothing tells any more how the ships of a unit that is moved by hand steer. [5.10.3, 5.15.3]
    pub(super) fn loses_course(&mut self, unit: &Id) {
        let lost = self.ships_of(unit).filter(|ship| ship.at.is_none()).map(|ship| ship.id.clone());
        let lost: Vec<Steered> =
            lost.map(|ship| Steered { ship, turned: None, course: None, ahead: Vec::new() }).collect();
        self.has_steered(&lost, false);
    }
}
