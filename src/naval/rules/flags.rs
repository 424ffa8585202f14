//! 5.9.1, 5.10.6: flagships, changed by order or lost.
use crate::model::{
    BatteryKind, ColumnState, DeferredOrder, Division, Fate, Flagship, FormationReason, Fraction, Half, Ship,
    TableReason,
};
use crate::{Fact, Id, NavalDraft, NavalHalt, Reason, SideId, State, refuse_out_of_action, rules::columns};
use play::Rule;

const SHIFT: Rule = Rule::new("5.9.1");
const REPLACED: Rule = Rule::new("5.10.6");

/// Returns a ship as flagship with the division's ratings, at most 0 each unless it already was the flagship. [5.10.6]
fn capped_flagship(division: &Division, ship: &Id) -> Flagship {
    let most = if division.flagship == *ship { i32::MAX } else { 0 };
    let (signalling, initiative) = (division.signalling.min(most), division.initiative.min(most));
    Flagship { ship: ship.clone(), signalling, initiative }
}

/// Returns the ratings of a ship that leaves a division to act alone. [5.9.2, 5.10.6]
pub(crate) fn ratings_when_leaving(state: &State, division: &Id, ship: &Id) -> Flagship {
    let without_ratings = Flagship { ship: ship.clone(), signalling: 0, initiative: 0 };
    state.division(division).map_or(without_ratings, |division| capped_flagship(division, ship))
}

/// Returns the flagship of a division formed during battle. The flagship of the division named `id`, or of the first
/// ship's division, leads if it is among `ships`. Otherwise the first ship does. [5.9.1, 5.10.6]
pub(crate) fn flagship_of_new_division(state: &State, id: &Id, ships: &[Id]) -> Option<Flagship> {
    let named = state.division(id);
    let first_division = ships.first().and_then(|ship| state.division_of(ship));
    let found = named.into_iter().chain(first_division).find(|division| ships.contains(&division.flagship));
    let found = found.map(|division| capped_flagship(division, &division.flagship));
    found.or_else(|| Some(capped_flagship(named.or(first_division)?, ships.first()?)))
}

/// Returns the turn of the next plotted movement, in which a division with a new flagship goes straight ahead. (Q40)
fn next_movement(state: &State) -> u16 {
    if state.is_plotting() { state.turn } else { state.turn + 1 }
}

/// Gives divisions without their flagship a new one, the first ship. They go straight ahead in the first movement under
/// it. Also passes on a lost force flag. [5.9.1, 5.10.6, Q40, Q62]
pub(crate) fn pass_flags(draft: &mut NavalDraft<'_>) {
    pass_lost_flags(draft, next_movement(draft.state()));
}

/// Passes on flags lost since the plots were closed. [3.3.2]
pub(crate) fn pass_before_moving(draft: &mut NavalDraft<'_>) {
    pass_lost_flags(draft, draft.state().turn);
}

fn pass_lost_flags(draft: &mut NavalDraft<'_>, straight_turn: u16) {
    for (division, flag) in divisions_without_flagship(draft.state()) {
        let straight_turn = Some(straight_turn);
        draft.record(REPLACED, Fact::FlagPassed { division: division.clone(), flag, ordered: false, straight_turn });
        cancel_unfinished_turn(draft, division);
    }
    let sides: Vec<SideId> = draft.state().setup.sides.iter().map(|side| side.id.clone()).collect();
    for side in sides {
        let state = draft.state();
        let lost = force_flag(state, &side).and_then(|ship| state.ship(&ship)).is_some_and(is_lost);
        let Some(next_flagship) = next_force_flagship(state, &side).filter(|_| lost) else { continue };
        let ship = next_flagship.id.clone();
        // If the ship leads a division, each of that division's ratings falls to 0 or stays below. [5.10.6]
        let led_division = state.division_of(&ship).filter(|division| division.flagship == ship);
        let demoted = led_division.map(|division| {
            let (signalling, initiative) = (division.signalling.min(0), division.initiative.min(0));
            let is_worse = (division.signalling, division.initiative) != (signalling, initiative);
            (division.id.clone(), Flagship { ship: ship.clone(), signalling, initiative }, is_worse)
        });
        draft.record(REPLACED, Fact::ForceFlagPassed { side, ship });
        if let Some((division, flag, true)) = demoted {
            draft.record(REPLACED, Fact::FlagPassed { division, flag, ordered: false, straight_turn: None });
        }
    }
}

/// Cancels the rest of an unfinished turn: the division goes straight ahead. [5.9.1, Q40]
fn cancel_unfinished_turn(draft: &mut NavalDraft<'_>, division: Id) {
    let state = draft.state();
    let course = state.division(&division).map(|division| &division.course);
    let Some(course) = course.filter(|course| course.carried.is_some() && state.checks) else { return };
    let course = ColumnState { carried: None, ..course.clone() };
    draft.record(SHIFT, Fact::CourseRecorded { division, course });
}

/// Returns the turn in which a division formed during battle goes straight ahead, or `None` if its flagship already led
/// one of the divisions from which its ships come. [5.9.1, Q40]
pub(crate) fn straight_turn_for_new_flag(state: &State, id: &Id, ships: &[Id], flag: &Flagship) -> Option<u16> {
    let divisions = ships.iter().filter_map(|ship| state.division_of(ship));
    let already_leads = divisions.chain(state.division(id)).any(|division| division.flagship == flag.ship);
    (!already_leads).then(|| next_movement(state))
}

/// Refuses to plot a flagship out of its division, unless the division can go straight ahead this turn. [5.9.1, Q40]
pub(crate) fn check_flagship_may_leave(draft: &NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division_of(ship).filter(|division| division.flagship == *ship) else { return Ok(()) };
    let others = state.ships_of_division(&division.id).any(|other| other.is_in_action() && other.id != *ship);
    if others && state.checks { check_can_go_straight(draft, division) } else { Ok(()) }
}

/// Refuses a division with an unfinished turn, even of part of the column, or, with command checks, a plot that turns.
fn check_can_go_straight(draft: &NavalDraft<'_>, division: &Division) -> Result<(), NavalHalt> {
    let (state, id) = (draft.state(), &division.id);
    // Between two half moves the turn is still being run.
    let is_known = state.is_plotting() || state.half != Some(Half::First);
    let unfinished = division.course.carried.is_some() || columns::is_in_bend(state, division);
    let unfinished = unfinished && is_known && state.has_position(id);
    draft.refuse_if(unfinished, SHIFT, || FormationReason::TurnUnfinished { division: id.clone() })?;
    // Outside the Plotting Segment this turn's plot is irrelevant: the new flagship leads from the next plot.
    let plot = if state.is_plotting() { &division.plot } else { &division.next_plot };
    let changes_formation = state.is_plotting() && state.is_changing(id);
    let turns = plot.as_ref().is_some_and(|plot| !plot.goes_straight()) || changes_formation;
    draft.refuse_if(state.checks && turns, SHIFT, || FormationReason::FlagShifted { division: id.clone() })
}

fn is_lost(ship: &Ship) -> bool {
    !ship.is_in_action() && !matches!(ship.fate, Fate::Waiting { .. })
}

/// Returns divisions in action whose flagship is lost or has left them, each with its new flagship.
fn divisions_without_flagship(state: &State) -> Vec<(Id, Flagship)> {
    let with_new_flagship = |division: &Division| {
        let mut ships = division.ships.iter().filter_map(|ship| state.ship(ship));
        let has_flagship = ships.clone().any(|ship| ship.id == division.flagship && !is_lost(ship));
        let next = ships.find(|ship| ship.is_in_action())?;
        (!has_flagship).then(|| (division.id.clone(), capped_flagship(division, &next.id)))
    };
    state.divisions.iter().filter_map(|division| with_new_flagship(division)).collect()
}

/// Returns the ship that takes over a side's force flag: the first in action in order of [`succession`]. [5.10.6, Q62]
fn next_force_flagship<'s>(state: &'s State, side: &'s SideId) -> Option<&'s Ship> {
    let can_serve = |ship: &Ship| {
        let kinds = [BatteryKind::Medium, BatteryKind::Light];
        let armed = ship.has_mounts_left() || kinds.iter().any(|kind| Fraction::ZERO < ship.battery_strength(*kind));
        !ship.is_stopped_by_damage() || (armed && !ship.are_weapons_barred())
    };
    let afloat = state.ships_of_side(side).filter(|ship| ship.is_in_action() && !ship.card.kind.is_coast_battery());
    afloat.min_by_key(|ship| succession(state, ship, can_serve(ship)))
}

/// Returns a ship's rank in the succession to the force flag. [Q62] Large division flagships that can move or fire come
/// first, then other large ships, light cruisers and all others, each in the order of the file.
fn succession(state: &State, ship: &Ship, can_serve: bool) -> (u8, usize) {
    let is_flagship =
        || state.division_of(&ship.id).is_some_and(|division| !division.is_alone && division.flagship == ship.id);
    let rank = match ship.card.kind.force_flag_rank() {
        0 if can_serve && is_flagship() => 0,
        rank => rank + 1,
    };
    let index = state.setup.divisions.iter().flat_map(|division| &division.ships).position(|id| *id == ship.id);
    (rank, index.unwrap_or(usize::MAX))
}

/// Names another flagship of a division, at any time. [5.9.1, Q62]
///
/// It leads from the next plot, and the division goes straight ahead in that turn. The force flag stays in its ship.
/// Refused unless the ship is in action and of this division. Its flagship may only take back such an order. Also
/// refused for an unfinished turn, or a plot for that turn that does not go straight, unless the flagship falls behind.
pub(crate) fn shift_flag(draft: &mut NavalDraft<'_>, id: &Id, ship: &Id, pace: FlagshipPace) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division = draft.need(state.division(id), SHIFT, || Reason::UnknownUnit { unit: id.clone() })?;
    if !division.ships.contains(ship) {
        let (ship, division) = (ship.clone(), id.clone());
        return draft.refuse(SHIFT, TableReason::NotOfDivision { ship, division }.into());
    }
    let lost = !state.ship(ship).is_some_and(Ship::is_in_action);
    refuse_out_of_action(draft, lost, ship, SHIFT)?;
    let is_order = |order: &DeferredOrder| matches!(order, DeferredOrder::Flag { division, .. } if division == id);
    let stays = division.flagship == *ship;
    let changes_anything = !stays || state.deferred_orders.iter().any(is_order);
    draft.refuse_if(!changes_anything, SHIFT, || FormationReason::IsFlagship { ship: ship.clone() })?;
    let gives_up_a_turn = !stays && pace == FlagshipPace::FallsBehind && has_a_turn_to_finish(state, division);
    if !stays && !gives_up_a_turn {
        check_can_go_straight(draft, division)?;
    }
    let flag = capped_flagship(division, ship);
    let straight_turn = Some(next_movement(state));
    draft.record(SHIFT, Fact::FlagPassed { division: id.clone(), flag, ordered: true, straight_turn });
    if gives_up_a_turn {
        cancel_unfinished_turn(draft, id.clone());
    }
    Ok(())
}

/// Whether a division is in a turn plotted earlier, without a new plot that turns.
fn has_a_turn_to_finish(state: &State, division: &Division) -> bool {
    let turns = division.plot.as_ref().is_some_and(|plot| !plot.goes_straight());
    let is_in_turn = division.course.carried.is_some() || columns::is_in_bend(state, division);
    is_in_turn && !(turns && state.is_plotting())
}

/// Whether a flagship can stay within an inch of its division's speed. [5.8.3, Q57]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FlagshipPace {
    KeepsUp,
    /// Another ship can lead the division faster, so a turn under the old flagship need not be finished. [Q40]
    FallsBehind,
}

/// Returns the ship with the force flag: the ship that took it over, else the scenario's, else the flagship of the
/// side's first division in the file. On a table without such a division it is the first ship placed, large ones first.
/// [5.10.1, 5.10.6, Q62]
pub fn force_flag(state: &State, side: &SideId) -> Option<Id> {
    let taken_over = state.force_flags.iter().rev().find(|(flag_side, _)| flag_side == side).map(|(_, ship)| ship);
    let named = || state.side(side).and_then(|side| side.force_flag.as_ref());
    let first = || {
        state
            .setup
            .divisions
            .iter()
            .find(|division_setup| division_setup.side == *side)
            .map(|division| &division.flagship)
    };
    let placed = || state.ships_of_side(side).min_by_key(|ship| ship.card.kind.force_flag_rank()).map(|ship| &ship.id);
    taken_over.or_else(named).or_else(first).or_else(placed).cloned()
}
