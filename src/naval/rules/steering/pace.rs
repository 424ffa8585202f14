//! Speeds of ships and divisions: allowance, gain of speed, and the inch that keeps a ship with its flagship. [5.4,
//! 5.5, 5.8.3, Q57]
use crate::model::{Division, Element, Ship, ShipType, TableReason};
pub(crate) use crate::rules::columns::helm::MAX_SPEED_DIFFERENCE;
use crate::rules::{columns::leader_of, special};
use crate::{Fact, Id, Inches, NavalDraft, Reason, Segment, State};
use play::Rule;
use std::cmp::Reverse;

const ALLOWANCE: Rule = Rule::new("5.4");
const SPEED: Rule = Rule::new("5.5");
const BOATS: Rule = Rule::new("5.5.1");
const FAST: Rule = Rule::new("5.5.2");
const OTHERS: Rule = Rule::new("5.5.3");
const WITHIN_AN_INCH: Rule = Rule::new("5.8.3");
const FLAGSHIP: Rule = Rule::new("5.9.1");
const ABLAZE: Rule = Rule::new("8.5.1");

/// Returns the highest speed that a ship may plot: its allowance, with checks at most last turn's plus gain. [5.4, 5.5]
pub(crate) fn highest_speed(state: &State, ship: &Ship) -> Inches {
    let speed_before = state.this_turn.speed_before(ship);
    if state.checks { highest_speed_after(state, ship, speed_before) } else { ship.speed_allowance().max(ship.speed) }
}

/// Returns a ship's highest speed in the turn after it made `made`. [5.4, 5.5]
pub(crate) fn highest_speed_after(state: &State, ship: &Ship, made: Inches) -> Inches {
    let gain = state.setup.charts.movement_of(ship.card.kind).map_or(Inches::ZERO, |line| line.acceleration);
    special::steer::allowance(state, ship).min(made + gain)
}

/// Returns the speed that every ship of a division can make now: its slowest ship's allowance. [5.4]
pub(crate) fn slowest(state: &State, division: &Division) -> Inches {
    ships_in_action(state, division).map(|ship| special::steer::allowance(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// Returns the highest speed that a division can be ordered by its allowances alone. [5.4, 5.8.3, Q57]
pub(crate) fn achievable_speed(state: &State, division: &Division) -> Inches {
    division_speed(state, division, |ship| special::steer::allowance(state, ship))
}

/// Returns the highest speed that a division may plot this turn: its fastest ship makes it, and its flagship is not
/// left behind. [5.4, 5.5, 5.8.3, Q57]
pub(crate) fn fastest_of(state: &State, division: &Division) -> Inches {
    division_speed(state, division, |ship| highest_speed(state, ship))
}

/// Returns the highest speed that all ships of a division can make this turn. [5.4, 5.5]
pub(crate) fn fastest_of_all(state: &State, division: &Division) -> Inches {
    ships_in_action(state, division).map(|ship| highest_speed(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// Returns the highest speed this turn that all ships make which can stay within an inch of the division's fastest, at
/// most an inch above its flagship's. [5.5, 5.8.3, Q57]
pub(crate) fn fastest_together(state: &State, division: &Division) -> Inches {
    let best = fastest_of(state, division);
    slowest_that_stays(state, division, |ship| highest_speed(state, ship)).map_or(best, |together| together.min(best))
}

/// Returns the speed of the slowest ship that can stay within an inch of the fastest. [5.8.3, Q57]
fn slowest_that_stays(state: &State, division: &Division, speed_of: impl Fn(&Ship) -> Inches) -> Option<Inches> {
    let fastest = ships_in_action(state, division).map(&speed_of).max()?;
    ships_in_action(state, division).map(speed_of).filter(|speed| fastest <= *speed + MAX_SPEED_DIFFERENCE).min()
}

/// Returns the first ship that can lead, if the flagship cannot stay within an inch of the fastest. [5.8.3, 5.9.1, Q57]
pub(crate) fn faster_leader<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    leader_that_stays(state, division, |ship| special::steer::allowance(state, ship))
}

/// Returns what [`faster_leader`] does, by the speeds that can be reached this turn instead of allowances.
pub(crate) fn faster_leader_this_turn<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    leader_that_stays(state, division, |ship| highest_speed(state, ship))
}

fn leader_that_stays<'s>(
    state: &'s State,
    division: &'s Division,
    speed_of: impl Fn(&Ship) -> Inches,
) -> Option<&'s Ship> {
    let slowest = slowest_that_stays(state, division, &speed_of)?;
    let flagship_lags = flagship(state, division).is_some_and(|flag| speed_of(flag) < slowest);
    let mut in_order = division.ships.iter().filter_map(|id| state.ship(id)).filter(|ship| ship.is_in_action());
    in_order.find(|ship| slowest <= speed_of(ship)).filter(|_| flagship_lags && state.checks && !division.one_base)
}

/// Returns the highest speed that keeps every ship within an inch of its flagship this turn. [5.8.3, Q57]
pub(crate) fn fastest_that_keeps_all(state: &State, division: &Division) -> Inches {
    let speed_of = |ship: &Ship| highest_speed(state, ship);
    let slowest = fastest_of_all(state, division);
    let flag = flagship(state, division).map_or(slowest, speed_of);
    let best = fastest_of(state, division);
    if slowest + MAX_SPEED_DIFFERENCE < flag { best.min(slowest + MAX_SPEED_DIFFERENCE) } else { best }
}

/// Returns ships over an inch slower than their flagship at this speed, with the speeds that they make. [5.8.3, Q57]
pub(crate) fn left_behind<'s>(state: &'s State, division: &'s Division, speed: Inches) -> Vec<(&'s Ship, Inches)> {
    ships_left_behind(state, division, speed, |ship| highest_speed(state, ship))
}

fn ships_left_behind<'s>(
    state: &'s State,
    division: &'s Division,
    speed: Inches,
    speed_of: impl Fn(&Ship) -> Inches,
) -> Vec<(&'s Ship, Inches)> {
    let with_speed = |ship: &'s Ship| (ship, speed_of(ship).min(speed));
    let Some((_, flag)) = flagship(state, division).filter(|_| !division.one_base && state.checks).map(with_speed)
    else {
        return Vec::new();
    };
    ships_in_action(state, division)
        .map(with_speed)
        .filter(|(_, own_speed)| *own_speed + MAX_SPEED_DIFFERENCE < flag)
        .collect()
}

/// Records which ships will fall out of their division by a plot as it is filed. [5.8.3, Q57]
///
/// For an advance plot only allowances are known.
pub(crate) fn record_left_behind(draft: &mut NavalDraft<'_>, id: &Id, speed: Inches, advance: bool) {
    let state = draft.state();
    let Some(division) = state.division(id) else { return };
    let slow = if advance {
        ships_left_behind(state, division, speed, |ship| special::steer::allowance(state, ship))
    } else {
        left_behind(state, division, speed)
    };
    let ships = slow.into_iter().map(|(ship, own)| (ship.id.clone(), own)).collect();
    record_stragglers(draft, id, ships);
}

/// Records ships that will fall out of a division, if any, with the speed of each. [5.8.3, Q57]
pub(crate) fn record_stragglers(draft: &mut NavalDraft<'_>, id: &Id, ships: Vec<(Id, Inches)>) {
    if !ships.is_empty() {
        draft.record(WITHIN_AN_INCH, Fact::StragglersNamed { division: id.clone(), ships });
    }
}

/// Returns a division's speed last turn: the ordered speed, even if its leader could not make it. [5.5, 5.10.2]
pub(crate) fn last_speed(state: &State, division: &Division) -> Inches {
    shared_speed(state, division, |ship| state.this_turn.speed_before(ship))
}

/// Returns the present speed of a division moved by hand. [5.5]
pub(crate) fn hand_speed(state: &State, division: &Division) -> Inches {
    shared_speed(state, division, |ship| ship.speed)
}

/// Returns the speed at which a division with positions continues without a plot. That is its last speed, even if its
/// leader is slower now, limited to an inch above its flagship's. [5.5, 5.8.3, Q57]
pub(crate) fn speed_now(state: &State, division: &Division) -> Inches {
    if leader_of(state, division).is_none() {
        return Inches::ZERO;
    }
    let now = shared_speed(state, division, |ship| ship.speed);
    if state.checks { now.min(achievable_speed(state, division)) } else { now }
}

/// Returns the ordered speed of a division whose leader made less. Otherwise its ships' speeds decide: the leader's or,
/// if the leader is at its limit, the fastest ship's. Ships that close up do not count.
pub(crate) fn shared_speed(state: &State, division: &Division, speed: impl Fn(&Ship) -> Inches) -> Inches {
    let Some(lead) = lead_ship(state, division) else { return Inches::ZERO };
    let is_tracked = state.has_position(&division.id);
    if let Some(ordered) = division.course.ordered.filter(|_| is_tracked) {
        return ordered;
    }
    let moved_turn =
        if matches!(state.segment, Segment::Plotting | Segment::Movement) { state.turn - 1 } else { state.turn };
    let last_plot = division.plot_records.iter().find(|line| line.turn == moved_turn);
    let last_plot = last_plot.map(|line| line.instead.as_ref().unwrap_or(&line.plot));
    let closed_up = last_plot.is_some_and(|plot| plot.elements == [Element::CloseUp]);
    if is_tracked && (closed_up || !state.checks) {
        return speed(lead);
    }
    let is_at_limit = special::steer::allowance(state, lead) <= speed(lead);
    let all = ships_in_action(state, division).filter(|ship| is_at_limit || ship.id == lead.id);
    all.map(speed).max().unwrap_or(Inches::ZERO)
}

/// Returns the speed nearest to one ordered a turn ahead or before contact. With command checks it is limited to what
/// the division can make now and the option's limit of slowing. [5.4, 5.5, 5.7.7, Q7]
pub(crate) fn clamp_speed(state: &State, division: &Division, ordered: Inches) -> Inches {
    if !state.checks {
        return ordered;
    }
    let least = ships_in_action(state, division)
        .filter_map(|ship| lowest_speed_after(state, state.this_turn.speed_before(ship)))
        .max();
    ordered.max(least.unwrap_or(Inches::ZERO)).min(fastest_of(state, division))
}

/// Returns the lowest speed that may follow `made` by the option's limit of slowing, if there is one. [5.5, Q7]
pub(crate) fn lowest_speed_after(state: &State, made: Inches) -> Option<Inches> {
    state.setup.options.decel_limit.map(|limit| made - limit)
}

fn ships_in_action<'s>(state: &'s State, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    state.ships_of_division(&division.id).filter(|ship| ship.is_in_action())
}

/// Returns speed changes of a division's ships when it is ordered a speed, each to that or its best. [5.8.3]
pub(crate) fn speed_changes(state: &State, division: &Division, ordered: Inches) -> Vec<Fact> {
    let with_best = |ship: &Ship| (ship.id.clone(), highest_speed(state, ship).min(ordered), ship.speed);
    let changed = ships_in_action(state, division).map(with_best).filter(|(_, speed, current)| speed != current);
    changed.map(|(ship, speed, _)| Fact::SpeedChanged { ship, speed }).collect()
}

/// Returns the ship at the head of a division, without positions the first on its sheet. [5.9]
pub(crate) fn lead_ship<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    let mut on_sheet = division.ships.iter().filter_map(|id| state.ship(id));
    leader_of(state, division).or_else(|| on_sheet.find(|ship| ship.is_in_action()))
}

/// Returns the flagship of a division if it is in action, else the ship that leads. [5.9.1]
fn flagship<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    let flag = ships_in_action(state, division).find(|ship| ship.id == division.flagship);
    flag.or_else(|| lead_ship(state, division))
}

/// Returns the highest speed that a division may be ordered, given its ships' speeds: its fastest ship makes it, and
/// its flagship is at most an inch slower. Boats on one base move at their slowest. [5.8.3, Q57]
fn division_speed(state: &State, division: &Division, speed_of: impl Fn(&Ship) -> Inches) -> Inches {
    let all = || ships_in_action(state, division).map(&speed_of);
    if division.one_base {
        return all().min().unwrap_or(Inches::ZERO);
    }
    let flag = flagship(state, division).map(|flag| speed_of(flag) + MAX_SPEED_DIFFERENCE);
    all().max().into_iter().chain(flag).min().unwrap_or(Inches::ZERO)
}

/// Returns the ship named when no ship can make a speed: the first of the fastest, of boats on one base the slowest.
fn ship_too_slow_for<'s>(
    state: &'s State,
    division: &'s Division,
    speed_of: impl Fn(&Ship) -> Inches,
    speed: Inches,
) -> Option<&'s Ship> {
    let ships = ships_in_action(state, division);
    let best = match division.one_base {
        true => ships.min_by_key(|ship| speed_of(ship)),
        false => ships.min_by_key(|ship| Reverse(speed_of(ship))),
    };
    best.filter(|ship| speed_of(ship) < speed)
}

/// Returns the refusal of a speed that leaves the flagship over an inch behind. [5.8.3, 5.9.1, Q57]
fn flagship_left_behind(
    state: &State,
    division: &Division,
    speed_of: impl Fn(&Ship) -> Inches,
    speed: Inches,
) -> Option<TableReason> {
    let flag =
        flagship(state, division).filter(|flag| !division.one_base && speed_of(flag) + MAX_SPEED_DIFFERENCE < speed)?;
    let next = ships_in_action(state, division).find(|ship| speed <= speed_of(ship))?;
    let (ship, division, own, next) = (flag.id.clone(), division.id.clone(), speed_of(flag), next.id.clone());
    Some(TableReason::LeavesFlagship { ship, division, speed, own, next })
}

/// Refuses a speed no ship can make, or over an inch above its flagship's best. [5.4, 5.8.3, Q57]
pub(crate) fn check_allowances(state: &State, division: &Division, speed: Inches) -> Result<(), (Rule, Reason)> {
    special::steer::check_speed(state, &division.id, speed)?;
    check_allowance(ship_too_slow_for(state, division, Ship::speed_allowance, speed), speed)?;
    let refusal = flagship_left_behind(state, division, Ship::speed_allowance, speed);
    refusal.map_or(Ok(()), |refusal| Err((FLAGSHIP, refusal.into())))
}

/// Refuses a speed that a ship, if there is one, cannot make. [5.4, 8.5.1]
pub(crate) fn check_allowance(ship: Option<&Ship>, speed: Inches) -> Result<(), (Rule, Reason)> {
    let Some(slow) = ship.filter(|ship| ship.speed_allowance() < speed) else { return Ok(()) };
    Err((limit_of(slow), Reason::AboveAllowance { ship: slow.id.clone(), speed, max: slow.speed_allowance() }))
}

/// Returns the paragraph that limits a ship: three fires, if they slow it more than its engines do. [5.4, 8.5.1]
pub(crate) fn limit_of(ship: &Ship) -> Rule {
    let is_held = ship.are_weapons_barred() && ship.speed_allowance() < ship.top_speed();
    if is_held { ABLAZE } else { ALLOWANCE }
}

/// Checks that a ship makes a speed and the flagship is within an inch of it, by allowance and gain, and that no ship
/// slows more than the option allows. Slower ships fall behind. [5.4, 5.5, 5.8.3, 5.9.1, Q57]
pub(crate) fn check_speed_allowed(state: &State, division: &Division, speed: Inches) -> Result<(), (Rule, Reason)> {
    if !state.checks {
        return Ok(());
    }
    check_allowances(state, division, speed)?;
    let speed_of = |ship: &Ship| highest_speed(state, ship);
    check_gain(state, ship_too_slow_for(state, division, speed_of, speed), speed)?;
    if let Some(refusal) = flagship_left_behind(state, division, speed_of, speed) {
        return Err((FLAGSHIP, refusal.into()));
    }
    let too_slow = |ship: &Ship| {
        let from = state.this_turn.speed_before(ship);
        let min = lowest_speed_after(state, from).filter(|min| speed < *min)?;
        Some(TableReason::SlowsTooMuch { ship: ship.id.clone(), speed, from, min })
    };
    ships_in_action(state, division).find_map(too_slow).map_or(Ok(()), |too_slow| Err((SPEED, too_slow.into())))
}

/// Checks a speed for every ship, because a flotilla changes formation at its slowest ship's speed. [5.3.3, Q61]
pub(crate) fn check_speed_of_all(state: &State, division: &Division, speed: Inches) -> Result<(), (Rule, Reason)> {
    if !state.checks {
        return Ok(());
    }
    let slow = ships_in_action(state, division).min_by_key(|ship| highest_speed(state, ship));
    let slow = slow.filter(|slow| highest_speed(state, slow) < speed);
    check_allowance(slow.filter(|slow| slow.speed_allowance() <= highest_speed(state, slow)), speed)?;
    check_gain(state, slow, speed)?;
    check_speed_allowed(state, division, speed)
}

/// Refuses a speed for the ship that would gain too much, if any.
fn check_gain(state: &State, slow: Option<&Ship>, speed: Inches) -> Result<(), (Rule, Reason)> {
    let Some(ship) = slow else { return Ok(()) };
    let (max, from) = (highest_speed(state, ship), state.this_turn.speed_before(ship));
    let reason = TableReason::GainsTooMuch { ship: ship.id.clone(), speed, from, max };
    Err((acceleration_rule(ship.card.kind), reason.into()))
}

fn acceleration_rule(kind: ShipType) -> Rule {
    match kind {
        ShipType::TB | ShipType::TBD => BOATS,
        ShipType::CL | ShipType::BC => FAST,
        ShipType::CA | ShipType::CP | ShipType::BB | ShipType::OBB | ShipType::MM | ShipType::CB => OTHERS,
    }
}
