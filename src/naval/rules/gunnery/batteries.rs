//! Which declarations use the same guns. [6.2, 6.4.2]
use super::cited::ONE_TARGET;
use super::legality::CheckResult;
use crate::model::{Bearing, Declaration};
use crate::{Reason, State};
use play::Rule;

const SIDES: Rule = Rule::new("6.4.2");

/// Refuses a battery that already has a target among the declarations that `is_considered` selects. [6.2, 6.4.2]
pub(super) fn check_guns_free(
    state: &State,
    declared: &Declaration,
    is_considered: impl Fn(&Declaration) -> bool,
) -> CheckResult {
    let others = state.this_move.declarations.iter().filter(|other| is_considered(other));
    let Some(other) = others.into_iter().find(|other| same_guns(state, other, declared)) else { return Ok(()) };
    let (ship, battery, target) = (declared.firer.clone(), declared.battery, other.target.clone());
    let rule = if other.bearing == declared.bearing { ONE_TARGET } else { SIDES };
    Err((rule, Reason::BatteryDeclared { ship, battery, target }))
}

pub(super) fn are_opposite_broadsides(left: &Declaration, right: &Declaration) -> bool {
    let arcs = (left.bearing, right.bearing);
    matches!(arcs, (Bearing::Port, Bearing::Starboard) | (Bearing::Starboard, Bearing::Port))
}

/// Whether two declarations use the same guns. Off the centreline, each broadside has its own guns. [6.2.2, 6.4.2]
fn same_guns(state: &State, left: &Declaration, right: &Declaration) -> bool {
    if left.firer != right.firer || left.battery != right.battery {
        return false;
    }
    // A target cannot be on both sides of the firer.
    if left.target == right.target {
        return true;
    }
    let battery = state.ship(&left.firer).and_then(|ship| ship.card.battery(left.battery));
    let centreline = battery.is_none_or(|battery| battery.centreline);
    centreline || !are_opposite_broadsides(left, right)
}
