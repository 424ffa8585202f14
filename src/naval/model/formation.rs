//! Divisions that act together. [5.2, 5.3]
use serde::{Deserialize, Serialize};

use super::{
    measure::{Id, Inches},
    setup::{FormationSetup, Setup},
    state::{Division, State},
};

/// Divisions of one side that act together. [5.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Formation {
    pub id: Id,
    pub side: Id,
    /// In order, the leading one first.
    pub divisions: Vec<Id>,
    /// Lines of bearing on which they lie; none when they lie one astern of the other. [5.3.4]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
    /// What a flotilla is to change into this turn. [5.3.2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Divisions that had fallen off when all had moved last: each is alone for orders until it has closed up. (Q38)
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<Id>,
}

/// A line of bearing from the leading division. [5.3.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BearingLine {
    /// True, in whole degrees.
    pub bearing_deg: u16,
    /// From the leader of one division to that of the next.
    pub interval: Inches,
}

/// A plotted change of formation. [5.3.4]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// None: to line ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
    /// The flotilla's speed.
    pub speed: Inches,
}

impl Formation {
    /// As the scenario makes it.
    pub fn of(setup: &Setup, written: &FormationSetup) -> Formation {
        let first = written.divisions.first();
        let first = setup.divisions.iter().find(|division| Some(&division.id) == first);
        Formation {
            id: written.id.clone(),
            side: first.map_or_else(|| Id::new(""), |division| division.side.clone()),
            divisions: written.divisions.clone(),
            lines: written.lines.clone(),
            change: None,
            off: Vec::new(),
        }
    }
}

impl State {
    /// The formation of that id, or the only one of that name.
    pub fn formation(&self, id: &Id) -> Option<&Formation> {
        let mut named = self.formations.iter().filter(|formation| formation.id.word() == id.as_str());
        let alone = || named.next().filter(|_| named.next().is_none());
        self.formations.iter().find(|formation| formation.id == *id).or_else(alone)
    }
    /// The divisions that orders reach together with this one: its formation as far as it lies together, or the division
    /// alone where it has fallen off. [5.10.1 to 5.10.3, Q38]
    pub fn group_in_orders(&self, division: &Id) -> Vec<&Division> {
        let off = |id: &Id| self.formation_of(id).is_some_and(|formation| formation.off.contains(id));
        if off(division) {
            return self.division(division).into_iter().collect();
        }
        self.group_of(division).into_iter().filter(|one| !off(&one.id)).collect()
    }
    /// The formation in which a division is.
    pub fn formation_of(&self, division: &Id) -> Option<&Formation> {
        self.formations.iter().find(|formation| formation.divisions.contains(division))
    }
    /// The divisions that act with this one, in order; itself alone when it is in no formation.
    pub fn group_of(&self, division: &Id) -> Vec<&Division> {
        match self.formation_of(division) {
            Some(formation) => formation.divisions.iter().filter_map(|id| self.division(id)).collect(),
            None => self.division(division).into_iter().collect(),
        }
    }
    /// Whether a name stands for a whole division: its own, or that of the only ship that it has left. [5.10.1]
    pub fn is_whole(&self, division: &Division, unit: &Id) -> bool {
        let mut fighting = self.ships_of_division(&division.id).filter(|ship| ship.in_action());
        let mut alone = || fighting.next().is_some_and(|ship| ship.id == *unit) && fighting.next().is_none();
        *unit == division.id || division.ships.len() == 1 || alone()
    }
    /// Whether two divisions are one, or of one formation.
    pub fn are_grouped(&self, one: &Id, other: &Id) -> bool {
        one == other || self.formation_of(one).is_some_and(|formation| formation.divisions.contains(other))
    }
    /// Its formation runs a change this turn. [5.3.3]
    pub fn is_changing(&self, division: &Id) -> bool {
        self.formation_of(division).is_some_and(|formation| formation.change.is_some())
    }
    pub(crate) fn formation_mut(&mut self, id: &Id) -> Option<&mut Formation> {
        let id = self.formation(id)?.id.clone();
        self.formations.iter_mut().find(|formation| formation.id == id)
    }
}
