//! How ships without positions have steered, from plots and statements at the table. [5.7, 6.5.1.3, Q56]
use serde::{Deserialize, Serialize};

use super::{Course, Declaration, Division, Fine, Id, Segment, Ship, State, command::Denied};

/// Templates turn in steps of this many degrees. Turns count to the nearest step. (5.7.2, house)
const STEP_DEG: f64 = 15.0;

/// The known heading of a ship moved by hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Helm {
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
    /// A ship that keeps its course.
    pub fn of(ship: &Ship) -> Steered {
        Steered { ship: ship.id.clone(), turned: Some(0), course: ship.helm.course }
    }
}

/// How a ship has steered in this move, with its earlier heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SteeredNow {
    pub ship: Id,
    pub turned: Option<u16>,
    /// Whether it was stated at the table.
    pub said: bool,
    pub before: Helm,
}

/// Rounds degrees of turning to the nearest step of a template. [6.5.1.3]
pub fn counted(degrees: f64) -> u16 {
    ((degrees / STEP_DEG + 0.5).floor() * STEP_DEG) as u16
}

impl State {
    /// Returns how a ship moved by hand has steered in this move, if known.
    pub fn steered(&self, ship: &Id) -> Option<&SteeredNow> {
        self.this_move.steered.iter().find(|one| one.ship == *ship)
    }

    /// Returns the ship that represents a unit: the ship itself, or the first of boats on one base.
    fn heads<'s>(&'s self, unit: &'s Id) -> Option<&'s Ship> {
        self.ships_of(unit).find(|ship| ship.in_action() && ship.at.is_none())
    }

    /// Returns the degrees that a unit moved by hand has turned in this move. With `said`, only as stated at the table.
    pub(crate) fn turned_by_hand(&self, unit: &Id, said: bool) -> Option<u16> {
        let steered = self.heads(unit).and_then(|ship| self.steered(&ship.id));
        steered.filter(|one| one.said || !said)?.turned
    }

    /// Returns the angle between the courses of two units moved by hand, 0 to 180 whole degrees, if both are known.
    pub fn courses_by_hand(&self, one: &Id, other: &Id) -> Option<u16> {
        let course = |unit| self.heads(unit)?.helm.course.map(Fine::as_f64);
        let apart = (course(one)? - course(other)?).rem_euclid(360.0);
        Some(apart.min(360.0 - apart) as u16)
    }

    /// Whether the course of either was stated this turn.
    pub(crate) fn course_is_said(&self, units: [&Id; 2]) -> bool {
        let said = |unit: &&Id| self.heads(unit).and_then(|ship| self.steered(&ship.id)).is_some_and(|one| one.said);
        units.iter().any(said)
    }

    /// Records how ships have steered. Before movement only their headings count.
    pub(super) fn has_steered(&mut self, ships: &[Steered], said: bool) {
        for Steered { ship: id, turned, course } in ships {
            let Some(ship) = self.ship_mut(id) else { continue };
            let before = std::mem::replace(&mut ship.helm, Helm { course: *course });
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

    /// Applies new statements to declared fire, as a later range would apply. What a declaration's own line stated
    /// stays. [2.7, 6.5.1.3]
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
            let Declaration { conditions, said, .. } = &mut self.this_move.declarations[at];
            let goes_by = |what, now: Option<u16>, kept: &mut u16| {
                if let Some(now) = now.filter(|_| !said.contains(&what)) {
                    *kept = now;
                }
            };
            goes_by(Denied::Turned, firer.and_then(|one| one.turned), &mut conditions.turned_deg);
            goes_by(Denied::TargetTurned, target.and_then(|one| one.turned), &mut conditions.target_turned_deg);
            goes_by(Denied::Courses, courses, &mut conditions.courses_deg);
        }
    }

    /// Forgets how a unit moved by hand has steered in this move, except what was stated at the table. Does nothing in
    /// the Plotting Segment. [5.10.3, 5.15.3]
    pub(super) fn loses_course(&mut self, unit: &Id) {
        if self.segment == Segment::Plotting {
            return;
        }
        let is_said = |ship: &&Ship| self.steered(&ship.id).is_some_and(|one| one.said);
        let lost = self.ships_of(unit).filter(|ship| ship.at.is_none() && !is_said(ship));
        let lost: Vec<Steered> = lost.map(|ship| Steered { turned: None, course: None, ..Steered::of(ship) }).collect();
        let lead = |division: &&Division| !lost.is_empty() && 1 < division.course.column.len();
        if let Some(id) = self.division_of(unit).filter(lead).map(|division| division.id.clone())
            && let Some(division) = self.division_mut(&id)
        {
            division.course = Course { column: division.course.column[..1].to_vec(), ..Course::default() };
        }
        self.has_steered(&lost, false);
    }
}
