//! How fast ships and divisions may go: allowance, gain of speed, and the inch by which a ship may lag. [5.4, 5.5, 5.8.3]
use crate::{Division, Inches, NavalDraft, NavalHalt, Reason, Ship, ShipType, State, TableReason, special};
use play::Rule;

const ALLOWANCE: Rule = Rule::new("5.4");
const SPEED: Rule = Rule::new("5.5");
const BOATS: Rule = Rule::new("5.5.1");
const FAST: Rule = Rule::new("5.5.2");
const OTHERS: Rule = Rule::new("5.5.3");
const LAGS: Rule = Rule::new("5.8.3");
/// A ship of a division is no more than this slower or faster than its flagship. [5.8.3]
pub(super) const WITHIN: Inches = Inches::whole(1);

/// The most a ship may plot: her allowance, and no more above her last speed than her type gains in a turn. [5.4, 5.5]
pub(crate) fn fastest(state: &State, ship: &Ship) -> Inches {
    let gain = state.setup.charts.movement_of(ship.card.kind).map_or(Inches::ZERO, |line| line.acceleration);
    let most = special::allowance(state, ship);
    if state.checks { most.min(state.this_turn.speed_before(ship) + gain) } else { ship.allowance().max(ship.speed) }
}

/// What every ship of a division can make now: the allowance of its slowest. [5.4]
pub(crate) fn slowest(state: &State, division: &Division) -> Inches {
    fighting(state, division).map(|ship| special::allowance(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// What a division can make now, its slow ships lagging. [5.4, 5.8.3]
pub(crate) fn able(state: &State, division: &Division) -> Inches {
    most(state, division, |ship| special::allowance(state, ship))
}

/// The most that a division may plot this turn, its slow ships lagging. [5.4, 5.5, 5.8.3]
pub(crate) fn fastest_of(state: &State, division: &Division) -> Inches {
    most(state, division, |ship| fastest(state, ship))
}

/// The most that all ships of a division can make this turn. [5.4, 5.5]
pub(crate) fn fastest_of_all(state: &State, division: &Division) -> Inches {
    fighting(state, division).map(|ship| fastest(state, ship)).min().unwrap_or(Inches::ZERO)
}

/// The speed nearest to one that was ordered a turn ahead, or before contact: no more than the division can make now, and
/// no less than the club's limit of slowing leaves it. [5.4, 5.5, 5.7.7, Q7]
pub(crate) fn nearest_to(state: &State, division: &Division, ordered: Inches) -> Inches {
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

/// The ship at the head of a division, whom nobody passes; where no positions tell, the first on its sheet. [5.9]
pub(crate) fn leading<'s>(state: &'s State, division: &'s Division) -> Option<&'s Ship> {
    let tracked = super::bases(state, division).first().map(|(ship, _)| *ship);
    let mut on_sheet = division.ships.iter().filter_map(|id| state.ship(id));
    tracked.or_else(|| on_sheet.find(|ship| ship.in_action()))
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

/// Nobody of a division is asked for more than keeps her with it: the leading ship makes the speed, the others lag by no
/// more than an inch. [5.4, 5.8.3]
///
/// # Errors
/// Refused with the ship that cannot, and what the division can.
pub(crate) fn keeps_up(draft: &NavalDraft<'_>, division: &Division, speed: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    if let Some((reason, _)) = special::too_fast(state, &division.id, speed) {
        return draft.refuse(special::SPECIAL, reason.into());
    }
    if speed <= able(state, division) {
        return Ok(());
    }
    let slow = fighting(state, division).min_by_key(|ship| ship.allowance());
    let lead = if division.one_base { slow } else { leading(state, division) };
    if let Some(lead) = lead.filter(|lead| lead.allowance() < speed) {
        let reason = Reason::AboveAllowance { ship: lead.id.clone(), speed, max: lead.allowance() };
        return draft.refuse(ALLOWANCE, reason);
    }
    let Some(slow) = slow else { return Ok(()) };
    let (ship, own, max) = (slow.id.clone(), slow.allowance(), able(state, division));
    draft.refuse(LAGS, TableReason::LagsTooFar { ship, speed, own, max }.into())
}

/// Speed within the allowance, the gain of the type, and the club's limit of slowing; a ship may lag by an inch.
/// [5.4, 5.5, 5.8.3]
///
/// # Errors
/// Refused with the ship that cannot, and what she or the division can.
pub(super) fn speed_allowed(draft: &NavalDraft<'_>, division: &Division, speed: Inches) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    keeps_up(draft, division, speed)?;
    if fastest_of(state, division) < speed {
        let slow = fighting(state, division).min_by_key(|ship| fastest(state, ship));
        let lead = if division.one_base { slow } else { leading(state, division) };
        if let Some(lead) = lead.filter(|lead| fastest(state, lead) < speed) {
            return gains_too_much(draft, lead, speed);
        }
        let Some(slow) = slow else { return Ok(()) };
        let (ship, own, max) = (slow.id.clone(), fastest(state, slow), fastest_of(state, division));
        return draft.refuse(LAGS, TableReason::LagsTooFar { ship, speed, own, max }.into());
    }
    let slows = |ship: &Ship| {
        let from = state.this_turn.speed_before(ship);
        let min = least_after(state, from).filter(|min| speed < *min)?;
        Some(TableReason::SlowsTooMuch { ship: ship.id.clone(), speed, from, min })
    };
    match fighting(state, division).find_map(slows) {
        Some(reason) => draft.refuse(SPEED, reason.into()),
        None => Ok(()),
    }
}

/// As [`speed_allowed`], with nobody lagging: a flotilla that changes its formation is placed as one. [5.3.3]
///
/// # Errors
/// Refused with the ship that cannot, and what she can.
pub(crate) fn speed_of_all_allowed(
    draft: &NavalDraft<'_>,
    division: &Division,
    speed: Inches,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    if let Some(slow) = fighting(state, division).min_by_key(|ship| ship.allowance())
        && slow.allowance() < speed
    {
        let reason = Reason::AboveAllowance { ship: slow.id.clone(), speed, max: slow.allowance() };
        return draft.refuse(ALLOWANCE, reason);
    }
    if let Some(slow) = fighting(state, division).min_by_key(|ship| fastest(state, ship))
        && fastest(state, slow) < speed
    {
        return gains_too_much(draft, slow, speed);
    }
    speed_allowed(draft, division, speed)
}

fn gains_too_much(draft: &NavalDraft<'_>, ship: &Ship, speed: Inches) -> Result<(), NavalHalt> {
    let (max, from) = (fastest(draft.state(), ship), draft.state().this_turn.speed_before(ship));
    let reason = TableReason::GainsTooMuch { ship: ship.id.clone(), speed, from, max };
    draft.refuse(acceleration_rule(ship.card.kind), reason.into())
}

/// The paragraph that limits how a type gains speed.
fn acceleration_rule(kind: ShipType) -> Rule {
    match kind {
        ShipType::TB | ShipType::TBD => BOATS,
        ShipType::CL | ShipType::BC => FAST,
        ShipType::CA | ShipType::CP | ShipType::BB | ShipType::OBB | ShipType::MM => OTHERS,
    }
}
