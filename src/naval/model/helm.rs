//! How ships without a position have steered, as far as plots and the table tell it. [5.7, 6.5.1.3, Q56]
use serde::{Deserialize, Serialize};

use super::{Course, Declaration, Division, Fine, Id, Segment, Ship, State, command::Denied};

/// Templates turn by so many degrees; a part of one counts as the nearest. (5.7.2, house)
const STEP_DEG: f64 = 15.0;

/// How a ship that is moved by hand heads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Helm {
    /// Compass heading in degrees; unknown where nothing tells it.
    pub course: Option<Fine>,
}

/// How a ship has steered in this move, by her plot or as the table says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steered {
    pub ship: Id,
    /// Degrees that count as turned; left out where nothing tells them. (Q30)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Fine>,
}

impl Steered {
    /// A ship that holds on.
    pub fn of(ship: &Ship) -> Steered {
        Steered { ship: ship.id.clone(), turned: Some(0), course: ship.helm.course }
    }
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

    /// Fire that is declared and not resolved goes by what is said now, as it goes by a later range; not where its own line
    /// said how it is. [2.7, 6.5.1.3]
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

    /// Nothing tells any more how the ships of a unit that is moved by hand have steered in this move, but what the table has
    /// said; of a move to come the plots will tell nothing. [5.10.3, 5.15.3]
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
