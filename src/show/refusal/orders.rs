//! Suggests legal commands close to a refused declaration. They keep what still applies of the typed line.
use super::{sight::enemies_in_action, trial};
use crate::{fire_hints::broadside_hint, naval_halt_error};
use naval::model::{Bearing, FireOrder};
use naval::{Command, Id, Inches, NavalHalt, Reason, State, notation, rules::survey, view::suspect_range};
use play::{Hint, LineError, NotDecided};

/// Below this range a forgotten decimal point is not suspected.
const MIN_SUSPECT_RANGE: Inches = Inches::whole(20);

/// Returns a halt of an order as an error. A refused declaration gets a similar line that would be accepted, if any.
pub fn order_error(state: &State, order: &Command, halted: &NavalHalt) -> LineError {
    let error = naval_halt_error(state, halted);
    let (Command::Target(order), NotDecided::Refused { reason, .. }) = (order, halted) else { return error };
    if let Some(meant) = meant_range(state, order, reason) {
        let text = format!("did you mean {meant}\"?");
        let hint = if let Some(own) = error.hint.clone() { Hint::words(text + " If not: ") + own } else { text.into() };
        return error.hint(hint);
    }
    match nearest(state, order, reason) {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// Returns the range that was probably meant in a refused declaration. [2.7]
pub fn meant_range(state: &State, order: &FireOrder, reason: &Reason) -> Option<Inches> {
    let (Reason::NotSighted { ship, .. } | Reason::OutOfRange { ship, .. }) = reason else { return None };
    with_point_restored(state, order, ship)
}

fn nearest(state: &State, order: &FireOrder, reason: &Reason) -> Option<Hint> {
    if let Reason::AmbiguousBroadside { ship, target, port, starboard } = reason {
        let hands = [(Bearing::Port, *port), (Bearing::Starboard, *starboard)];
        return Some(broadside_lines(state, order, (ship, target), hands));
    }
    let is_barred = matches!(reason, Reason::BigGunTarget { .. } | Reason::Blocked { .. });
    if !is_barred && !matches!(reason, Reason::OutOfRange { .. }) {
        return None;
    }
    let line = other_target_line(state, order).map(|line| "another target: " + Hint::line(line) + ".");
    let none = || is_barred.then(|| "these guns can fire at no other target with a known range.".into());
    line.or_else(none)
}

/// Returns 7.8 for 78, if the rules would accept that range and it fits the measurements. `None` if both ships have
/// positions, because then their range is known. [2.7]
fn with_point_restored(state: &State, order: &FireOrder, ship: &Id) -> Option<Inches> {
    let typed = order.range.filter(|typed| MIN_SUSPECT_RANGE <= *typed)?;
    let meant = Inches(typed.0 / 10);
    let is_known = || survey::range(state, ship, &order.target).is_some();
    let is_measured_otherwise = state.measured_range(ship, &order.target).is_some_and(|known| known != meant);
    let fits = !is_measured_otherwise && !is_known() && suspect_range(state, ship, &order.target, meant).is_none();
    let order = Command::Target(FireOrder { range: Some(meant), ..order.clone() });
    (fits && trial::accepts(state, &order)).then_some(meant)
}

/// Returns the line for each side on which mounts bear. [6.4.1]
fn broadside_lines(state: &State, order: &FireOrder, (ship, target): (&Id, &Id), hands: [(Bearing, usize); 2]) -> Hint {
    let line = |(hand, mounts): (Bearing, usize)| {
        let (firer, target, bearing) = (ship.clone(), target.clone(), Some(hand));
        let line = accepted_line(state, FireOrder { firer, target, bearing, ..order.clone() })?;
        Some(Hint::line(line) + format!(" ({})", crate::count(mounts, "mount")))
    };
    let lines = hands.into_iter().filter_map(line).reduce(|left, right| left + " or " + right);
    lines.unwrap_or_else(|| broadside_hint(state, ship, target))
}

/// Returns a line for the same guns at another enemy: the first target that the rules would accept.
fn other_target_line(state: &State, order: &FireOrder) -> Option<String> {
    let others = enemies_in_action(state, &order.firer).map(|enemy| state.base_id(&enemy.id));
    let others = others.filter(|enemy| *enemy != state.base_id(&order.target));
    let at = |target: Id| accepted_line(state, FireOrder { target, range: None, bearing: None, ..order.clone() });
    others.into_iter().find_map(at)
}

fn accepted_line(state: &State, order: FireOrder) -> Option<String> {
    let order = Command::Target(order);
    trial::accepts(state, &order).then(|| notation::print(state, &order))
}
