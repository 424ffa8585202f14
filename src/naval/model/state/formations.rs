//! Formations, and the divisions that act together. [5.2, 5.10]
use super::{Division, Ship, State};
use crate::model::{DeferredOrder, Formation, FormationId, Id};

impl State {
    /// Returns the formation with this id, or the only one with this name.
    pub fn formation(&self, id: &FormationId) -> Option<&Formation> {
        let mut named = self.formations.iter().filter(|formation| formation.id.word() == id.as_str());
        let only_match = || named.next().filter(|_| named.next().is_none());
        self.formations.iter().find(|formation| formation.id == *id).or_else(only_match)
    }
    /// Returns the formation with this id, if it exists or was ordered since the plots were made.
    pub(crate) fn formation_or_ordered(&self, id: &FormationId) -> Option<&Formation> {
        let is_called = |formation: &&Formation| formation.id == *id || formation.id.word() == id.as_str();
        self.formation(id).or_else(|| self.ordered_formations().filter(is_called).last())
    }
    /// Returns formations that were ordered since the plots were made and do not exist yet.
    pub(crate) fn ordered_formations(&self) -> impl Iterator<Item = &Formation> {
        self.deferred_orders.iter().filter_map(|order| match order {
            DeferredOrder::Formed(formation) => {
                Some(formation).filter(|formation| self.formations.iter().all(|old| old.id != formation.id))
            }
            DeferredOrder::Disbanded { .. } | DeferredOrder::Flag { .. } => None,
        })
    }
    /// Returns the divisions that receive orders together with this one: those of its formation that are in place. A
    /// division that has fallen off is alone. [5.10.1 to 5.10.3, Q38]
    pub fn group_in_orders(&self, division: &Id) -> Vec<&Division> {
        let is_off = |id: &Id| self.formation_of(id).is_some_and(|formation| formation.off.contains(id));
        if is_off(division) {
            return self.division(division).into_iter().collect();
        }
        self.divisions_in_formation_of(division).into_iter().filter(|division| !is_off(&division.id)).collect()
    }
    pub fn formation_of(&self, division: &Id) -> Option<&Formation> {
        self.formations.iter().find(|formation| formation.divisions.contains(division))
    }
    /// Returns the divisions that act together with this one, in order. Without a formation, the division alone. Lost
    /// divisions count only if the entire formation is lost.
    pub fn divisions_in_formation_of(&self, division: &Id) -> Vec<&Division> {
        let Some(formation) = self.formation_of(division) else { return self.division(division).into_iter().collect() };
        let group: Vec<&Division> =
            self.divisions_in_action(&formation.divisions).map(|(_, division)| division).collect();
        if group.is_empty() { formation.divisions.iter().filter_map(|id| self.division(id)).collect() } else { group }
    }
    /// Returns the divisions of a formation that have a ship in action, numbered from 0 in order. Only they count for
    /// its shape, orders and changes. [5.2, 5.3]
    pub(crate) fn divisions_in_action<'s>(
        &'s self,
        divisions: &'s [Id],
    ) -> impl Iterator<Item = (usize, &'s Division)> {
        let in_action = divisions.iter().filter(|id| self.is_in_action(id));
        in_action.filter_map(|id| self.division(id)).enumerate()
    }
    /// Whether a division has a ship in action.
    pub(crate) fn is_in_action(&self, division: &Id) -> bool {
        self.ships_of_division(division).any(Ship::is_in_action)
    }
    /// Whether a name means an entire division: its own name, or that of its only ship in action. [5.10.1]
    pub fn is_entire_division(&self, division: &Division, unit: &Id) -> bool {
        let mut fighting = self.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
        let mut is_last_ship = || fighting.next().is_some_and(|ship| ship.id == *unit) && fighting.next().is_none();
        *unit == division.id || division.ships.len() == 1 || is_last_ship()
    }
    /// Whether two divisions are the same, or in one formation.
    pub fn are_grouped(&self, left: &Id, right: &Id) -> bool {
        left == right || self.formation_of(left).is_some_and(|formation| formation.divisions.contains(right))
    }
    /// Whether the division's formation runs a change this turn. [5.3.3]
    pub fn is_changing(&self, division: &Id) -> bool {
        self.formation_of(division).is_some_and(|formation| formation.change.is_some())
    }
    pub(crate) fn formation_mut(&mut self, id: &FormationId) -> Option<&mut Formation> {
        let id = self.formation(id)?.id.clone();
        self.formations.iter_mut().find(|formation| formation.id == id)
    }
}
