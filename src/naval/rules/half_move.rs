//! 3.4: turns played in two halves when the enemy is close.
//!
//! A plot is for the complete turn and run in two halves, each with its own Movement Segment and half the way.
use crate::model::{Fraction, Half, Ship, TableReason};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State, require_segment, rules::survey};
use play::Rule;

const OFFERED: Rule = Rule::new("3.4");
const NUMBERED: Rule = Rule::new("3.4.1");
const MOVES_ONLY: Rule = Rule::new("3.4.3");
const CLOSE: Rule = Rule::new("3.4.4");
/// Numbers and values of fire are halved. [3.4.5]
pub(crate) const FIRE: Rule = Rule::new("3.4.5");
/// Degrees of turning are halved. [3.4.6]
pub(crate) const TURNING: Rule = Rule::new("3.4.6");
/// Opponents within this range allow half moves. [3.4]
pub const HALF_MOVE_RANGE: Inches = Inches::whole(5);
/// The factor of fire in half moves. [3.4.5]
pub(crate) const HALF: (i64, i64) = (1, 2);

/// Returns two opponents close enough for half moves, one of them sighted. Either side may then invoke them. [3.4]
pub fn close_opponents(state: &State) -> Option<(Id, Id)> {
    if !state.setup.options.half_moves || state.half.is_some() || state.segment != Segment::Plotting {
        return None;
    }
    let first = state.setup.sides.first()?;
    state.ships_of_side(&first.id).filter(|ship| ship.is_in_action()).find_map(|own| {
        let mut others =
            state.ships_in_action().filter(|other| other.side != own.side && (own.sighted || other.sighted));
        others.find(|other| is_near(state, &own.id, &other.id)).map(|other| (own.id.clone(), other.id.clone()))
    })
}

fn is_near(state: &State, left: &Id, right: &Id) -> bool {
    survey::range(state, left, right).is_some_and(|range| range <= HALF_MOVE_RANGE)
}

/// Whether an opponent of a unit is within 5.0 of it. [3.4.3, 3.4.4]
pub fn has_opponent_near(state: &State, unit: &Id) -> bool {
    let own: Vec<&Ship> = state.ships_of(unit).filter(|ship| ship.is_in_action()).collect();
    state
        .ships_in_action()
        .any(|other| own.iter().any(|ship| ship.side != other.side && is_near(state, &ship.id, &other.id)))
}

/// Divides the turn into halves for either side. [3.4]
///
/// Refused unless the option is on, it is the Plotting Segment of a turn not yet halved, and opponents are within 5.0
/// of each other, one of them sighted.
pub(crate) fn divide_turn(draft: &mut NavalDraft<'_>, side: Option<&SideId>) -> Result<(), NavalHalt> {
    let state = draft.state();
    draft.refuse_if(!state.setup.options.half_moves, OFFERED, || TableReason::OptionOff { option: "half_moves" })?;
    require_segment(draft, Segment::Plotting, "half", OFFERED)?;
    draft.refuse_if(state.half.is_some(), NUMBERED, || TableReason::AlreadyHalved { turn: state.turn })?;
    let unknown = side.filter(|side| state.side(side).is_none()).cloned();
    draft.refuse_found(unknown, OFFERED, |side| Reason::UnknownSide { side })?;
    let (left, other) = draft.need(close_opponents(state), OFFERED, || TableReason::NoEnemyNear)?;
    draft.record(OFFERED, Fact::HalfMovesInvoked { by: side.cloned(), one: left, other });
    Ok(())
}

/// Refuses all actions except movement in the second half to a unit without an opponent within 5.0. [3.4.3, 3.4.4]
pub(crate) fn check_may_act(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    restriction(draft.state(), unit).map_or(Ok(()), |refusal| Err(refusal.into()))
}

/// Returns why a unit may only move in this half, if so. [3.4.3]
pub(crate) fn restriction(state: &State, unit: &Id) -> Option<(Rule, Reason)> {
    let is_barred = state.half == Some(Half::Second) && !has_opponent_near(state, unit);
    is_barred.then(|| (MOVES_ONLY, TableReason::OnlyMovesInSecondHalf { unit: unit.clone(), turn: state.turn }.into()))
}

/// Refuses movement plots in the second half, because they are for the complete turn. Torpedoes may be plotted. [3.4.4]
pub(crate) fn check_may_plot_movement(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let (turn, second) = (draft.state().turn, draft.state().half == Some(Half::Second));
    draft.refuse_if(second, CLOSE, || TableReason::PlottedForWholeTurn { unit: unit.clone(), turn })
}

/// Refuses plots outside the Plotting Segment, and in that of a second half. [3.3.1, 3.4.4]
pub(crate) fn check_plotting(
    draft: &NavalDraft<'_>,
    unit: &Id,
    verb: &'static str,
    rule: Rule,
) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Plotting, verb, rule)?;
    check_may_plot_movement(draft, unit)
}

/// Returns the factor of fire in a half move: one half for a ship with an enemy within 5.0. [3.4.5]
pub(crate) fn fire_factor(state: &State, firer: &Id, range: Inches) -> Option<Fraction> {
    let is_near = || range <= HALF_MOVE_RANGE || has_opponent_near(state, firer);
    (state.half.is_some() && is_near()).then(|| Fraction::new(HALF.0, HALF.1))
}

/// Whether a turn is in a band of the gunnery chart, whose degrees are halved in a half move. [3.4.6]
///
/// Half of an odd number of degrees is rounded up.
pub fn in_band(state: &State, degrees: u16, from_deg: u16, to_deg: u16) -> bool {
    match state.half {
        None => (from_deg..=to_deg).contains(&degrees),
        Some(_) => {
            let doubled = degrees.saturating_mul(2);
            from_deg <= doubled && doubled <= to_deg.saturating_add(1)
        }
    }
}
