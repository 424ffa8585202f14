//! Sight ship by ship, which limits targets of guns, torpedoes and lights. [4.1, 4.2, 6.3, 7.3, Q36]
use super::look::enemy_sees;
use crate::model::{Ship, Sighting};
use crate::rules::lookout::{Lookout, SightResult, reach_at_last_look, turn_of_look};
use crate::rules::survey::Sea;
use crate::rules::{lines, special};
use crate::{Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State};
use play::Rule;

/// Returns how far away a ship is seen as a target of guns, torpedoes and lights, by the look still valid. [4.2, 4.3]
pub fn sight_range(state: &State, ship: &Ship) -> Inches {
    sight_range_for(state, None, ship)
}

/// Returns how far away one observer sees a ship. Special rules may limit the observer. [9.2]
pub(super) fn sight_range_for(state: &State, observer: Option<&Ship>, ship: &Ship) -> Inches {
    special::conditions::sight_base(state, observer, ship, reach_at_last_look(state, ship))
}

/// Returns a lookout that applies all special rules.
pub fn lookout(state: &State) -> Lookout<'_> {
    lookout_over(state, lines::sea_in(state, turn_of_look(state)))
}

fn lookout_over(state: &State, sea: Sea) -> Lookout<'_> {
    let sight =
        |observer: &Ship, ship: &Ship, plain| special::conditions::sight_base(state, Some(observer), ship, plain);
    Lookout::new(state, sea, sight)
}

pub fn look_at(state: &State, observer: &Ship, target: &Ship) -> SightResult {
    lookout(state).glance(observer, target)
}

impl Lookout<'_> {
    /// Checks that every ship of a unit sees a ship of the target, itself or through its side, as the option has it.
    ///
    /// If `clear`, by ruling or because it is checked elsewhere, obstacles are ignored. The error names the first ship
    /// that does not see it, with range and sighting range, or states that its side sees none.
    pub fn check_sees(&self, unit: &Id, target: &Id, clear: bool) -> Result<(), Reason> {
        let state = self.state;
        let not_sighted = || Reason::NotSighted { ship: unit.clone(), target: target.clone() };
        let by_side = state.setup.options.sighting == Sighting::BySide;
        let is_in_sight = |ship: &&Ship| ship.is_on_table() && in_sight(state, ship);
        let targets: Vec<&Ship> = state.ships_of(target).filter(is_in_sight).collect();
        if targets.is_empty() {
            return Err(not_sighted());
        }
        for ship in state.ships_of(unit).filter(|ship| ship.is_in_action() && !by_side) {
            let glances = || targets.iter().map(|target_ship| self.glance(ship, target_ship));
            if glances().any(|glance| glance.sees(clear)) {
                continue;
            }
            let (ship, target) = (ship.id.clone(), target.clone());
            return Err(match glances().min_by_key(SightResult::visibility_order) {
                Some(SightResult::Behind(by)) => Reason::Blocked { ship, target, by },
                Some(SightResult::Beyond { range, sight }) => Reason::NotSeenByShip { ship, target, range, sight },
                Some(SightResult::Sees) | None => not_sighted(),
            });
        }
        Ok(())
    }
}

/// Checks that every ship of a unit sees a ship of the target, in a line without obstacles or one that is `clear`.
pub fn check_sees(state: &State, unit: &Id, target: &Id, clear: bool) -> Result<(), Reason> {
    // In a clear line smoke and land are not needed.
    let lookout = if clear { lookout_over(state, Sea::default()) } else { lookout(state) };
    lookout.check_sees(unit, target, clear)
}

/// Returns the ships of a side that see a ship of a target, in the order of the set-up. [4.3]
pub fn watchers<'a>(state: &'a State, side: &'a SideId, target: &'a Id) -> Vec<&'a Ship> {
    let lookout = lookout(state);
    state
        .ships_in_action()
        .filter(|ship| ship.side == *side && lookout.check_sees(&ship.id, target, false).is_ok())
        .collect()
}

/// Refuses under `rule` unless every ship of a unit sees the target. Obstacles are checked elsewhere.
pub(crate) fn refuse_unless_seen(draft: &NavalDraft<'_>, unit: &Id, target: &Id, rule: Rule) -> Result<(), NavalHalt> {
    check_sees(draft.state(), unit, target, true).or_else(|reason| draft.refuse(rule, reason))
}

/// Whether the other side sees a ship. Before the first Sighting Segment positions decide too. [4.1, 7.3]
fn in_sight(state: &State, ship: &Ship) -> bool {
    let opening = state.turn == 1 && state.segment == Segment::Plotting;
    ship.sighted || (opening && enemy_sees(state, ship) == Some(true))
}
