//! How fast ships and divisions may go: allowance, gain of speed, and the inch that keeps a ship with its flagship.
//! [5.4, 5.5, 5.8.3, Q57]
use crate::model::{Division, Element, Ship, ShipType, TableReason};
pub(crate) use crate::rules::columns::helm::WITHIN;
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

/// The most a ship may plot: her allowance, and no more above her last speed than her type gains in a turn. [5.4, 5.5]
pub(crate) fn fastest(state: &State, ship: &Ship) -> Inches {
    let before = state.this_turn.speed_before(ship);
    if state.checks { fastest_after(state, ship, before) } else { ship.allowance().max(ship.speed) }
}

/// The most that a ship makes in the turn after one in which it made a speed. [5.4, 5.5]
pub(crate) fn fastest_after(state: &State, ship: &Ship, made: Inches) -> Inches {
    let gain = state.setup.charts.movement_of(ship.card.kind).map_or(Inches::ZERO, |line| line.acceleration);
    special::steer::allowance(state, ship).min(made + gain)
}

/// What every ship of a division can make now: the allowance of its slowest. [5.4]
pub(crate) fn slowest(state: &State, division: &Division) -> Inches {
    fighting(state, division).map(|ship| special::steer::allowance(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// The most that a division can be ordered by its allowances alone. [5.4, 5.8.3, Q57]
pub(crate) fn able(state: &State, division: &Division) -> Inches {
    most(state, division, |ship| special::steer::allowance(state, ship))
}

/// The most that a division may plot this turn: its fastest ship makes it, and its flagship is not left behind.
/// [5.4, 5.5, 5.8.3, Q57]
pub(crate) fn fastest_of(state: &State, division: &Division) -> Inches {
    most(state, division, |ship| fastest(state, ship))
}

/// The most that all ships of a division can make this turn. [5.4, 5.5]
pub(crate) fn fastest_of_all(state: &State, division: &Division) -> Inches {
    fighting(state, division).map(|ship| fastest(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// The most that a division makes this turn together with all ships that can stay within an inch of its fastest, and an
/// inch more than its flagship at most. [5.5, 5.8.3, Q57]
pub(crate) fn fastest_together(state: &State, division: &Division) -> Inches {
    let best = fastest_of(state, division);
    slowest_that_stays(state, division, |ship| fastest(state, ship)).map_or(best, |together| together.min(best))
}

/// What the slowest ship makes that can stay within an inch of the fastest. [5.8.3, Q57]
fn slowest_that_stays(state: &State, division: &Division, each: impl Fn(&Ship) -> Inches) -> Option<Inches> {
    let fastest = fighting(state, division).map(&each).max()?;
    fighting(state, division).map(each).filter(|own| fastest <= *own + WITHIN).min()
}

/// The ship that can lead a division whose flagship cannot stay within an inch of its fastest ship: the first that can.
/// [5.8.3, 5.9.1, Q57]
pub(crate) fn leads_instead<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    leader_that_stays(state, division, |ship| special::steer::allowance(state, ship))
}

/// The same at the speeds that can be reached in this turn.
pub(crate) fn leads_this_turn<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    leader_that_stays(state, division, |ship| fastest(state, ship))
}

fn leader_that_stays<'s>(
    state: &'s State,
    division: &'s Division,
    makes: impl Fn(&Ship) -> Inches,
) -> Option<&'s Ship> {
    let slowest = slowest_that_stays(state, division, &makes)?;
    let lags = flagship(state, division).is_some_and(|flag| makes(flag) < slowest);
    let mut in_order = division.ships.iter().filter_map(|id| state.ship(id)).filter(|ship| ship.in_action());
    in_order.find(|ship| slowest <= makes(ship)).filter(|_| lags && state.checks && !division.one_base)
}

/// The most that keeps every ship of a division within an inch of its flagship this turn. [5.8.3, Q57]
pub(crate) fn fastest_that_keeps_all(state: &State, division: &Division) -> Inches {
    let makes = |ship: &Ship| fastest(state, ship);
    let slowest = fastest_of_all(state, division);
    let flag = flagship(state, division).map_or(slowest, makes);
    let best = fastest_of(state, division);
    if slowest + WITHIN < flag { best.min(slowest + WITHIN) } else { best }
}

/// Ships that would be more than an inch slower than their flagship if the division went at this speed, and what they
/// would make. [5.8.3, Q57]
pub(crate) fn left_behind<'s>(state: &'s State, division: &'s Division, speed: Inches) -> Vec<(&'s Ship, Inches)> {
    behind(state, division, speed, |ship| fastest(state, ship))
}

fn behind<'s>(
    state: &'s State,
    division: &'s Division,
    speed: Inches,
    each: impl Fn(&Ship) -> Inches,
) -> Vec<(&'s Ship, Inches)> {
    let makes = |ship: &'s Ship| (ship, each(ship).min(speed));
    let Some((_, flag)) = flagship(state, division).filter(|_| !division.one_base && state.checks).map(makes) else {
        return Vec::new();
    };
    fighting(state, division).map(makes).filter(|(_, own)| *own + WITHIN < flag).collect()
}

/// Notes which ships will fall out of their division by a plot, as it is filed. [5.8.3, Q57]
///
/// For a plot a turn ahead only allowances are known.
pub(crate) fn name_left_behind(draft: &mut NavalDraft<'_>, id: &Id, speed: Inches, advance: bool) {
    let state = draft.state();
    let Some(division) = state.division(id) else { return };
    let slow = if advance {
        behind(state, division, speed, |ship| special::steer::allowance(state, ship))
    } else {
        left_behind(state, division, speed)
    };
    let ships = slow.into_iter().map(|(ship, own)| (ship.id.clone(), own)).collect();
    name_stragglers(draft, id, ships);
}

/// Notes ships that will fall out of a division, and what each makes, if there are any. [5.8.3, Q57]
pub(crate) fn name_stragglers(draft: &mut NavalDraft<'_>, id: &Id, ships: Vec<(Id, Inches)>) {
    if !ships.is_empty() {
        draft.note(WITHIN_AN_INCH, Fact::StragglersNamed { division: id.clone(), ships });
    }
}

/// The speed at which a division went last turn, before anything was plotted for it in this one: what was ordered, though
/// its leading ship could not make it. [5.5, 5.10.2]
pub(crate) fn made(state: &State, division: &Division) -> Inches {
    goes_at(state, division, |ship| state.this_turn.speed_before(ship))
}

/// The speed at which a division that is moved by hand goes now. [5.5]
pub(crate) fn makes_by_hand(state: &State, division: &Division) -> Inches {
    goes_at(state, division, |ship| ship.speed)
}

/// The speed at which a division with positions goes on where nobody plots another: as it went, though its leading ship is
/// slower now, but no more than an inch above its flagship. [5.5, 5.8.3, Q57]
pub(crate) fn speed_now(state: &State, division: &Division) -> Inches {
    if leader_of(state, division).is_none() {
        return Inches::ZERO;
    }
    let now = goes_at(state, division, |ship| ship.speed);
    if state.checks { now.min(able(state, division)) } else { now }
}

/// What was ordered of a division whose leading ship made less; else what the speeds of its ships tell: that of the
/// leading ship or, if it makes all that it can, that of the fastest ship. A ship that closes up tells nothing of it.
pub(crate) fn goes_at(state: &State, division: &Division, speed: impl Fn(&Ship) -> Inches) -> Inches {
    let Some(lead) = leading(state, division) else { return Inches::ZERO };
    let is_tracked = state.is_tracked(&division.id);
    if let Some(ordered) = division.course.ordered.filter(|_| is_tracked) {
        return ordered;
    }
    let moved =
        if matches!(state.segment, Segment::Plotting | Segment::Movement) { state.turn - 1 } else { state.turn };
    let done = division.record.iter().find(|line| line.turn == moved);
    let done = done.map(|line| line.instead.as_ref().unwrap_or(&line.plot));
    let closed_up = done.is_some_and(|plot| plot.elements == [Element::CloseUp]);
    if is_tracked && (closed_up || !state.checks) {
        return speed(lead);
    }
    let spent = special::steer::allowance(state, lead) <= speed(lead);
    let all = fighting(state, division).filter(|ship| spent || ship.id == lead.id);
    all.map(speed).max().unwrap_or(Inches::ZERO)
}

/// The speed nearest to one that was ordered a turn ahead, or before contact: with command checks no more than the division
/// can make now, and no less than the club's limit of slowing leaves it. [5.4, 5.5, 5.7.7, Q7]
pub(crate) fn nearest_to(state: &State, division: &Division, ordered: Inches) -> Inches {
    if !state.checks {
        return ordered;
    }
    let least =
        fighting(state, division).filter_map(|ship| least_after(state, state.this_turn.speed_before(ship))).max();
    ordered.max(least.unwrap_or(Inches::ZERO)).min(fastest_of(state, division))
}

/// The least that may follow on a speed by the club's limit of slowing; `None` where it has none. [5.5, Q7]
pub(crate) fn least_after(state: &State, made: Inches) -> Option<Inches> {
    state.setup.options.decel_limit.map(|limit| made - limit)
}

fn fighting<'s>(state: &'s State, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    state.ships_of_division(&division.id).filter(|ship| ship.in_action())
}

/// Ships of a division that go at a different speed when it is ordered one: each as fast as it can make of it. [5.8.3]
pub(crate) fn speeds_changed(state: &State, division: &Division, ordered: Inches) -> Vec<Fact> {
    let makes = |ship: &Ship| (ship.id.clone(), fastest(state, ship).min(ordered), ship.speed);
    let changed = fighting(state, division).map(makes).filter(|(_, speed, now)| speed != now);
    changed.map(|(ship, speed, _)| Fact::SpeedChanged { ship, speed }).collect()
}

/// The ship at the head of a division; where no positions tell, the first on its sheet. [5.9]
pub(crate) fn leading<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    let mut on_sheet = division.ships.iter().filter_map(|id| state.ship(id));
    leader_of(state, division).or_else(|| on_sheet.find(|ship| ship.in_action()))
}

/// The flagship of a division if it is in action, else the ship that leads. [5.9.1]
fn flagship<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    let flag = fighting(state, division).find(|ship| ship.id == division.flagship);
    flag.or_else(|| leading(state, division))
}

/// The most that may be ordered of a division whose ships make so much each: its fastest ship makes it, and its flagship is
/// no more than an inch slower. Boats on one base go as their slowest. [5.8.3, Q57]
fn most(state: &State, division: &Division, each: impl Fn(&Ship) -> Inches) -> Inches {
    let all = || fighting(state, division).map(&each);
    if division.one_base {
        return all().min().unwrap_or(Inches::ZERO);
    }
    let flag = flagship(state, division).map(|flag| each(flag) + WITHIN);
    all().max().into_iter().chain(flag).min().unwrap_or(Inches::ZERO)
}

/// The ship for which a speed is refused that no ship of a division can make: the fastest, of several the first; of boats
/// on one base the slowest.
fn too_fast_for<'s>(
    state: &'s State,
    division: &'s Division,
    each: impl Fn(&Ship) -> Inches,
    speed: Inches,
) -> Option<&'s Ship> {
    let ships = fighting(state, division);
    let best = match division.one_base {
        true => ships.min_by_key(|ship| each(ship)),
        false => ships.min_by_key(|ship| Reverse(each(ship))),
    };
    best.filter(|ship| each(ship) < speed)
}

/// A flagship that a speed would leave more than an inch behind, while other ships could make it. [5.8.3, 5.9.1, Q57]
fn leaves_flagship(
    state: &State,
    division: &Division,
    each: impl Fn(&Ship) -> Inches,
    speed: Inches,
) -> Option<TableReason> {
    let flag = flagship(state, division).filter(|flag| !division.one_base && each(flag) + WITHIN < speed)?;
    let next = fighting(state, division).find(|ship| speed <= each(ship))?;
    let (ship, division, own, next) = (flag.id.clone(), division.id.clone(), each(flag), next.id.clone());
    Some(TableReason::LeavesFlagship { ship, division, speed, own, next })
}

/// A speed is within what one ship of a division can make, and within an inch of what its flagship can. [5.4, 5.8.3, Q57]
pub(crate) fn keeps_up(state: &State, division: &Division, speed: Inches) -> Result<(), (Rule, Reason)> {
    special::steer::may_make(state, &division.id, speed)?;
    within_allowance(too_fast_for(state, division, Ship::allowance, speed), speed)?;
    let left = leaves_flagship(state, division, Ship::allowance, speed);
    left.map_or(Ok(()), |left| Err((FLAGSHIP, left.into())))
}

/// Refuses a speed that a ship, if there is one, cannot make. [5.4, 8.5.1]
pub(crate) fn within_allowance(ship: Option<&Ship>, speed: Inches) -> Result<(), (Rule, Reason)> {
    let Some(slow) = ship.filter(|ship| ship.allowance() < speed) else { return Ok(()) };
    Err((limit_of(slow), Reason::AboveAllowance { ship: slow.id.clone(), speed, max: slow.allowance() }))
}

/// Returns the paragraph that limits a ship's speed: three fires, if they slow it more than its engines do. [5.4, 8.5.1]
pub(crate) fn limit_of(ship: &Ship) -> Rule {
    let is_held = ship.weapons_barred() && ship.allowance() < ship.top_speed();
    if is_held { ABLAZE } else { ALLOWANCE }
}

/// Speed within the allowance, the gain of the type, and the club's limit of slowing, as far as one ship and the flagship
/// are concerned: whoever is slower falls behind. [5.4, 5.5, 5.8.3, 5.9.1, Q57]
pub(crate) fn speed_allowed(state: &State, division: &Division, speed: Inches) -> Result<(), (Rule, Reason)> {
    if !state.checks {
        return Ok(());
    }
    keeps_up(state, division, speed)?;
    let makes = |ship: &Ship| fastest(state, ship);
    may_gain(state, too_fast_for(state, division, makes, speed), speed)?;
    if let Some(left) = leaves_flagship(state, division, makes, speed) {
        return Err((FLAGSHIP, left.into()));
    }
    let slows = |ship: &Ship| {
        let from = state.this_turn.speed_before(ship);
        let min = least_after(state, from).filter(|min| speed < *min)?;
        Some(TableReason::SlowsTooMuch { ship: ship.id.clone(), speed, from, min })
    };
    fighting(state, division).find_map(slows).map_or(Ok(()), |slows| Err((SPEED, slows.into())))
}

/// As [`speed_allowed`], for every ship: a flotilla that changes its formation goes at the speed of its slowest. [5.3.3, Q61]
pub(crate) fn speed_of_all_allowed(state: &State, division: &Division, speed: Inches) -> Result<(), (Rule, Reason)> {
    if !state.checks {
        return Ok(());
    }
    let slow = fighting(state, division).min_by_key(|ship| fastest(state, ship));
    let slow = slow.filter(|slow| fastest(state, slow) < speed);
    within_allowance(slow.filter(|slow| slow.allowance() <= fastest(state, slow)), speed)?;
    may_gain(state, slow, speed)?;
    speed_allowed(state, division, speed)
}

/// Refuses a speed for the ship that would gain too much, if one would.
fn may_gain(state: &State, slow: Option<&Ship>, speed: Inches) -> Result<(), (Rule, Reason)> {
    let Some(ship) = slow else { return Ok(()) };
    let (max, from) = (fastest(state, ship), state.this_turn.speed_before(ship));
    let reason = TableReason::GainsTooMuch { ship: ship.id.clone(), speed, from, max };
    Err((acceleration_rule(ship.card.kind), reason.into()))
}

/// The paragraph that limits how a type gains speed.
fn acceleration_rule(kind: ShipType) -> Rule {
    match kind {
        ShipType::TB | ShipType::TBD => BOATS,
        ShipType::CL | ShipType::BC => FAST,
        ShipType::CA | ShipType::CP | ShipType::BB | ShipType::OBB | ShipType::MM | ShipType::CB => OTHERS,
    }
}
