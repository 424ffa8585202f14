//! 5.9.1, 5.10.6: flagships, shifted by order or lost.
use crate::{
    Course, Division, Fact, Fate, Flagship, FormationReason, Half, Id, NavalDraft, NavalHalt, Reason, Segment, Ship,
    SideId, State, TableReason, columns, half_move, refuse_out_of_action,
};
use play::Rule;

const SHIFT: Rule = Rule::new("5.9.1");
const REPLACED: Rule = Rule::new("5.10.6");

/// A new flagship's ratings are those of the old one or 0, whichever is less. [5.10.6]
fn no_better(division: &Division, ship: &Id) -> Flagship {
    let most = if division.flagship == *ship { i32::MAX } else { 0 };
    let (signalling, initiative) = (division.signalling.min(most), division.initiative.min(most));
    Flagship { ship: ship.clone(), signalling, initiative }
}

/// The ratings with which a ship leaves a division to act alone. [5.9.2, 5.10.6]
pub(crate) fn flag_of(state: &State, division: &Id, ship: &Id) -> Flagship {
    let none = Flagship { ship: ship.clone(), signalling: 0, initiative: 0 };
    state.division(division).map_or(none, |division| no_better(division, ship))
}

/// The flagship of ships that form a division in mid-battle: that of the division whose name they take, if she is among
/// them, else the one of the first ship's, else the first ship. [5.9.1, 5.10.6]
pub(crate) fn flag_among(state: &State, id: &Id, ships: &[Id]) -> Option<Flagship> {
    let named = state.division(id);
    let led = ships.first().and_then(|ship| state.division_of(ship));
    let kept = named.into_iter().chain(led).find(|division| ships.contains(&division.flagship));
    let kept = kept.map(|division| no_better(division, &division.flagship));
    kept.or_else(|| Some(no_better(named.or(led)?, ships.first()?)))
}

/// The turn of the next movement that begins with a plot: a division goes straight ahead in it under a new flag. (Q40)
fn next_movement(state: &State) -> u16 {
    let plotting = state.segment == Segment::Plotting && state.half != Some(Half::Second);
    if plotting { state.turn } else { state.turn + 1 }
}

/// Divisions whose flagship is lost or has left them go on under their first ship, straight ahead in the movement in
/// which she first leads; a force flag that is lost passes to the next flag officer on the list. [5.9.1, 5.10.6, Q26, Q40]
pub(crate) fn pass_flags(draft: &mut NavalDraft<'_>) {
    pass(draft, next_movement(draft.state()));
}

/// Flags that are gone since the plots were closed. [3.3.2]
pub(crate) fn pass_before_moving(draft: &mut NavalDraft<'_>) {
    pass(draft, draft.state().turn);
}

fn pass(draft: &mut NavalDraft<'_>, straight_turn: u16) {
    for (division, flag) in leaderless(draft.state()) {
        let straight_turn = Some(straight_turn);
        draft.note(REPLACED, Fact::FlagPassed { division: division.clone(), flag, ordered: false, straight_turn });
        amidships(draft, division);
    }
    let sides: Vec<SideId> = draft.state().setup.sides.iter().map(|side| side.id.clone()).collect();
    for side in sides {
        let state = draft.state();
        let lost = force_flag(state, &side).and_then(|ship| state.ship(&ship)).filter(|ship| is_lost(ship));
        let Some(heir) = lost.and_then(|lost| heir(state, lost)) else { continue };
        let (division, ship) = (heir.id.clone(), heir.flagship.clone());
        let (signalling, initiative) = (heir.signalling.min(0), heir.initiative.min(0));
        let better = (heir.signalling, heir.initiative) != (signalling, initiative);
        let flag = Flagship { ship: ship.clone(), signalling, initiative };
        draft.note(REPLACED, Fact::ForceFlagPassed { side, ship });
        if better {
            draft.note(REPLACED, Fact::FlagPassed { division, flag, ordered: false, straight_turn: None });
        }
    }
}

/// What was left of a turn is not turned: the division goes straight ahead. [5.9.1, Q40]
fn amidships(draft: &mut NavalDraft<'_>, division: Id) {
    let state = draft.state();
    let course = state.division(&division).map(|division| &division.course);
    let Some(course) = course.filter(|course| course.carried.is_some() && state.checks) else { return };
    let course = Course { carried: None, ..course.clone() };
    draft.note(SHIFT, Fact::CourseKept { division, course });
}

/// The turn in which a division that is formed in mid-battle goes straight ahead, where none of those from whom its
/// ships come was led by the ship that leads it now. [5.9.1, Q40]
pub(crate) fn new_flag(state: &State, id: &Id, ships: &[Id], flag: &Flagship) -> Option<u16> {
    let of = ships.iter().filter_map(|ship| state.division_of(ship));
    let led = of.chain(state.division(id)).any(|division| division.flagship == flag.ship);
    (!led).then(|| next_movement(state))
}

/// A flagship may be plotted out of her division when that can go straight ahead this turn. [5.9.1, Q40]
pub(crate) fn may_leave(draft: &NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(division) = state.division_of(ship).filter(|division| division.flagship == *ship) else { return Ok(()) };
    let others = state.ships_of_division(&division.id).any(|other| other.in_action() && other.id != *ship);
    if others && state.checks { can_go_straight(draft, division) } else { Ok(()) }
}

/// Refused for a turn that is unfinished, in part of the column or in all of it, and, with command checks, for a plot that
/// turns.
fn can_go_straight(draft: &NavalDraft<'_>, division: &Division) -> Result<(), NavalHalt> {
    let (state, id) = (draft.state(), &division.id);
    let unfinished = division.course.carried.is_some() || columns::in_bend(state, division);
    let unfinished = unfinished && state.is_tracked(id);
    draft.refuse_if(unfinished, SHIFT, || FormationReason::TurnUnfinished { division: id.clone() })?;
    let turns = division.plot.as_ref().is_some_and(|plot| !plot.goes_straight()) || state.is_changing(id);
    draft.refuse_if(state.checks && turns, SHIFT, || FormationReason::FlagShifted { division: id.clone() })
}

fn is_lost(ship: &Ship) -> bool {
    !ship.in_action() && !matches!(ship.fate, Fate::Waiting { .. })
}

/// Divisions in action whose flagship is not, each with the ship that takes her place.
fn leaderless(state: &State) -> Vec<(Id, Flagship)> {
    let heir = |division: &Division| {
        let mut ships = division.ships.iter().filter_map(|ship| state.ship(ship));
        let led = ships.clone().any(|ship| ship.id == division.flagship && !is_lost(ship));
        let next = ships.find(|ship| ship.in_action())?;
        (!led).then(|| (division.id.clone(), no_better(division, &next.id)))
    };
    state.divisions.iter().filter_map(|division| heir(division)).collect()
}

/// The next surviving flag officer on the list after the lost one, round to her own division at last; ships alone only
/// when there is no division. (Q26)
fn heir<'a>(state: &'a State, lost: &Ship) -> Option<&'a Division> {
    let own = state.divisions.iter().position(|division| division.id == lost.division).unwrap_or(0);
    let (before, after) = state.divisions.split_at((own + 1).min(state.divisions.len()));
    let in_order = || after.iter().chain(before).map(AsRef::as_ref).filter(|division| division.side == lost.side);
    let leads = |division: &&Division| state.ship(&division.flagship).is_some_and(Ship::in_action);
    in_order().filter(|division| !division.alone).find(leads).or_else(|| in_order().find(leads))
}

/// Names another flagship of a division; it steers straight ahead this turn. [5.9.1]
///
/// Refused unless: it is the Plotting Segment, not of a second half; the ship is in action, of this division, and not its
/// flagship already; the division has neither a turn to finish nor a plot that turns.
pub(crate) fn shift(draft: &mut NavalDraft<'_>, id: &Id, ship: &Id) -> Result<(), NavalHalt> {
    half_move::plotting(draft, id, "flag", SHIFT)?;
    let state = draft.state();
    let division = draft.need(state.division(id), SHIFT, || Reason::UnknownUnit { unit: id.clone() })?;
    if !division.ships.contains(ship) {
        let (ship, division) = (ship.clone(), id.clone());
        return draft.refuse(SHIFT, TableReason::NotOfDivision { ship, division }.into());
    }
    let lost = !state.ship(ship).is_some_and(Ship::in_action);
    refuse_out_of_action(draft, lost, ship, SHIFT)?;
    draft.refuse_if(division.flagship == *ship, SHIFT, || FormationReason::IsFlagship { ship: ship.clone() })?;
    can_go_straight(draft, division)?;
    let (side, flag) = (division.side.clone(), no_better(division, ship));
    let admiral = force_flag(state, &side).is_some_and(|flag| flag == division.flagship);
    let straight_turn = Some(next_movement(state));
    draft.note(SHIFT, Fact::FlagPassed { division: id.clone(), flag, ordered: true, straight_turn });
    if admiral {
        draft.note(REPLACED, Fact::ForceFlagPassed { side, ship: ship.clone() });
    }
    Ok(())
}

/// The ship with the force flag: the one that took it over, or the scenario's, or the flagship of the side's first
/// division where the scenario names none. [5.10.1, 5.10.6]
pub fn force_flag(state: &State, side: &SideId) -> Option<Id> {
    let taken = state.force_flags.iter().rev().find(|(one, _)| one == side).map(|(_, ship)| ship);
    let named = || state.side(side).and_then(|side| side.force_flag.as_ref());
    let first = || {
        let leads = |division: &&Division| state.ship(&division.flagship).is_some_and(Ship::in_action);
        let mut own = state.divisions.iter().map(AsRef::as_ref).filter(|division| division.side == *side);
        own.find(leads).map(|division| &division.flagship)
    };
    taken.or_else(named).or_else(first).cloned()
}
