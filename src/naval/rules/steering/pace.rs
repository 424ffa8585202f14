//! How fast ships and divisions may go: allowance, gain of speed, and the inch by which a ship may lag. [5.4, 5.5, 5.8.3]
use crate::{
    Division, Fact, Inches, NavalDraft, NavalHalt, Reason, Ship, ShipType, State, TableReason, columns::leader_of,
    special,
};
use play::Rule;

const ALLOWANCE: Rule = Rule::new("5.4");
const SPEED: Rule = Rule::new("5.5");
const BOATS: Rule = Rule::new("5.5.1");
const FAST: Rule = Rule::new("5.5.2");
const OTHERS: Rule = Rule::new("5.5.3");
const LAGS: Rule = Rule::new("5.8.3");
const ABLAZE: Rule = Rule::new("8.5.1");
/// A ship of a division is no more than this slower or faster than its flagship. [5.8.3]
pub(super) const WITHIN: Inches = Inches::whole(1);

/// The most a ship may plot: her allowance, and no more above her last speed than her type gains in a turn. [5.4, 5.5]
pub(crate) fn fastest(state: &State, ship: &Ship) -> Inches {
    let gain = state.setup.charts.movement_of(ship.card.kind).map_or(Inches::ZERO, |line| line.acceleration);
    let most = special::steer::allowance(state, ship);
    if state.checks { most.min(state.this_turn.speed_before(ship) + gain) } else { ship.allowance().max(ship.speed) }
}

/// What every ship of a division can make now: the allowance of its slowest. [5.4]
pub(crate) fn slowest(state: &State, division: &Division) -> Inches {
    fighting(state, division).map(|ship| special::steer::allowance(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// What a division can make now, its slow ships lagging. [5.4, 5.8.3]
pub(crate) fn able(state: &State, division: &Division) -> Inches {
    most(state, division, |ship| special::steer::allowance(state, ship))
}

/// The most that a division may plot this turn, its slow ships lagging. [5.4, 5.5, 5.8.3]
pub(crate) fn fastest_of(state: &State, division: &Division) -> Inches {
    most(state, division, |ship| fastest(state, ship))
}

/// The most that all ships of a division can make this turn. [5.4, 5.5]
pub(crate) fn fastest_of_all(state: &State, division: &Division) -> Inches {
    fighting(state, division).map(|ship| fastest(state, ship)).min().unwrap_or(Inches::ZERO)
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

/// Ships of a division that go at another speed when it is ordered one: each as fast as she can make of it. [5.8.3]
pub(crate) fn speeds_changed(state: &State, division: &Division, ordered: Inches) -> Vec<Fact> {
    let makes = |ship: &Ship| (ship.id.clone(), fastest(state, ship).min(ordered), ship.speed);
    let changed = fighting(state, division).map(makes).filter(|(_, speed, now)| speed != now);
    changed.map(|(ship, speed, _)| Fact::SpeedChanged { ship, speed }).collect()
}

/// The ship at the head of a division, whom nobody passes; where no positions tell, the first on its sheet. [5.9]
pub(crate) fn leading<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    let mut on_sheet = division.ships.iter().filter_map(|id| state.ship(id));
    leader_of(state, division).or_else(|| on_sheet.find(|ship| ship.in_action()))
}

/// The speed of a division whose ships make so much each: its leading ship keeps it, nobody is more than an inch off the
/// flagship's, and boats on one base go as their slowest. [5.8.3]
fn most(state: &State, division: &Division, each: impl Fn(&Ship) -> Inches) -> Inches {
    let all = || fighting(state, division).map(&each);
    let slowest = all().min().unwrap_or(Inches::ZERO);
    let Some(lead) = leading(state, division).filter(|_| !division.one_base) else { return slowest };
    let flagship = fighting(state, division).find(|ship| ship.id == division.flagship).unwrap_or(lead);
    let flag = each(flagship);
    let bounds = all().filter(|own| *own + WITHIN < flag).map(|own| own + WITHIN);
    bounds.chain([each(lead), flag + WITHIN]).min().unwrap_or(slowest)
}

/// The first of a division's ships that cannot make a speed, to refuse it for: of boats on one base the slowest, else the
/// ship that leads. Where that one can, the slowest lags too far.
fn too_slow<'s>(
    state: &'s State,
    division: &'s Division,
    each: impl Fn(&Ship) -> Inches,
    speed: Inches,
) -> (Option<&'s Ship>, Option<TableReason>) {
    let slow = fighting(state, division).min_by_key(|ship| each(ship));
    let lead = if division.one_base { slow } else { leading(state, division) };
    let max = most(state, division, &each);
    let lags = slow.map(|slow| TableReason::LagsTooFar { ship: slow.id.clone(), speed, own: each(slow), max });
    (lead.filter(|lead| each(lead) < speed), lags)
}

/// Nobody of a division is asked for more than keeps her with it: the leading ship makes the speed, the others lag by no
/// more than an inch. It is refused with the ship that cannot, and what the division can. [5.4, 5.8.3]
pub(crate) fn keeps_up(draft: &NavalDraft<'_>, division: &Division, speed: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    special::steer::may_make(state, &division.id, speed)?;
    if speed <= able(state, division) {
        return Ok(());
    }
    let (lead, lags) = too_slow(state, division, Ship::allowance, speed);
    within_allowance(lead, speed)?;
    draft.refuse_found(lags, LAGS, |lags| lags)
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

/// Speed within the allowance, the gain of the type, and the club's limit of slowing; a ship may lag by an inch. It is
/// refused with the ship that cannot, and what she or the division can. [5.4, 5.5, 5.8.3]
pub(crate) fn speed_allowed(draft: &NavalDraft<'_>, division: &Division, speed: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    keeps_up(draft, division, speed)?;
    if fastest_of(state, division) < speed {
        let (lead, lags) = too_slow(state, division, |ship| fastest(state, ship), speed);
        may_gain(draft, lead, speed)?;
        return draft.refuse_found(lags, LAGS, |lags| lags);
    }
    let slows = |ship: &Ship| {
        let from = state.this_turn.speed_before(ship);
        let min = least_after(state, from).filter(|min| speed < *min)?;
        Some(TableReason::SlowsTooMuch { ship: ship.id.clone(), speed, from, min })
    };
    draft.refuse_found(fighting(state, division).find_map(slows), SPEED, |slows| slows)
}

/// As [`speed_allowed`], with nobody lagging: a flotilla that changes its formation is placed as one. [5.3.3]
pub(crate) fn speed_of_all_allowed(
    draft: &NavalDraft<'_>,
    division: &Division,
    speed: Inches,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    let slow = fighting(state, division).min_by_key(|ship| ship.allowance());
    within_allowance(slow, speed)?;
    let slow = fighting(state, division).min_by_key(|ship| fastest(state, ship));
    may_gain(draft, slow.filter(|slow| fastest(state, slow) < speed), speed)?;
    speed_allowed(draft, division, speed)
}

/// Refuses a speed for the ship that would gain too much, if one would.
fn may_gain(draft: &NavalDraft<'_>, slow: Option<&Ship>, speed: Inches) -> Result<(), NavalHalt> {
    let Some(ship) = slow else { return Ok(()) };
    let (max, from) = (fastest(draft.state(), ship), draft.state().this_turn.speed_before(ship));
    let reason = TableReason::GainsTooMuch { ship: ship.id.clone(), speed, from, max };
    draft.refuse(acceleration_rule(ship.card.kind), reason.into())
}

/// The paragraph that limits how a type gains speed.
pub(crate) fn acceleration_rule(kind: ShipType) -> Rule {
    match kind {
        ShipType::TB | ShipType::TBD => BOATS,
        ShipType::CL | ShipType::BC => FAST,
        ShipType::CA | ShipType::CP | ShipType::BB | ShipType::OBB | ShipType::MM | ShipType::CB => OTHERS,
    }
}
