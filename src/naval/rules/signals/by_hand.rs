//! 5.10 for divisions moved by hand: their changes are known, and their orders are rolled for. (Q47)
use super::check::roll_orders;
use super::orders::{
    AHEAD, CARRY_ON, JAMMED, RECEIVED, SHIFTED, check_may_plot, exemption_anywhere, flag_division, has_new_flag,
    is_void_in_a_jam, orders_number_at, range_to_flag, repeaters, speed_only_plot,
};
use crate::model::{
    Declaration, Division, Duty, Element, FormationReason, Half, ManualChange, Plot, Ship, TableReason, Task,
};
use crate::rules::steering::tracks::lost_dependency_rule;
use crate::rules::steering::{pace, plot_checks};
use crate::rules::{columns::rudder, flags::force_flag, melee, sighting, special};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action, require_segment};
use play::Rule;
use std::sync::Arc;

const ANY_SPEED: Rule = Rule::new("5.5");
/// A ship belongs to its division within an inch of its flagship's speed.
pub const SPEED_MEMBERSHIP: Rule = Rule::new("5.8.3");
const PLOTTED: Rule = Rule::new("5.7");
const SMOKE: Rule = Rule::new("4.6");

/// Records that a division without a position changes course or speed, so that a check is due. [5.10.3]
fn record_hand_change(draft: &mut NavalDraft<'_>, unit: &Id, what: ManualChange) {
    let state = draft.state();
    let Some(division) = state.division_of(unit) else { return };
    let id = division.id.clone();
    let known = state.this_turn.changed_by_hand.contains(&id) || state.this_turn.orders_checked.contains(&id);
    let needs_no_check = what == ManualChange::Speed && exemption_by_hand(state, division).is_some();
    if state.checks && !state.has_position(&id) && !known && !needs_no_check {
        draft.record(RECEIVED, Fact::ChangedByHand { division: id, what });
    }
}

/// Whether this turn's plot for a division moved by hand has been given.
fn is_plotted(state: &State, division: &Division) -> bool {
    let is_stated = || state.ships_of_division(&division.id).any(|ship| state.this_turn.is_speed_stated(ship));
    division.plot.is_some() || is_stated()
}

/// Records that a ship moved by hand has turned, according to a declaration. Its division has changed course, unless
/// the ship only finishes its leader's earlier turn in column. [5.7.3, 5.10.2]
pub(crate) fn record_hand_turn(draft: &mut NavalDraft<'_>, ship: &Id) {
    let state = draft.state();
    let Some(division) = state.division_of(ship) else { return };
    let plotted = is_plotted(state, division);
    let is_leader = pace::lead_ship(state, division).map(|lead| &lead.id) == Some(ship);
    let turned_before = division.plot_records.iter().any(|line| line.plot.has_turn());
    if !plotted || is_leader || !turned_before {
        record_hand_change(draft, ship, ManualChange::Course);
    }
}

/// Cancels a check when the table reports that no ship of a division turned, if plot and speed are unchanged and no
/// declaration states a turn. [5.10.2]
pub(crate) fn cancel_turn_check(draft: &mut NavalDraft<'_>, id: &Id) {
    let state = draft.state();
    let Some(division) = state.division(id) else { return };
    let ships = || state.ships_of_division(id).filter(|ship| ship.is_in_action());
    let has_turned = |ship: &Ship| {
        let was_reported =
            state.steering_of(&ship.id).is_some_and(|steered| steered.turned.is_none_or(|turned| 0 < turned));
        let has_turned_fire =
            |declaration: &Declaration| declaration.firer == ship.id && 0 < declaration.conditions.turned_deg;
        was_reported || state.this_move.declarations.iter().any(has_turned_fire)
    };
    let plotted = division.is_alone || division.plot.as_ref().is_some_and(Plot::has_turn);
    let changed = ships().any(|ship| state.this_turn.speed_before(ship) != ship.speed);
    if state.segment != Segment::Plotting && !plotted && !changed && !ships().any(has_turned) {
        cancel_check(draft, id);
    }
}

/// Returns divisions moved by hand that changed course or speed and have not been checked.
fn divisions_to_check(state: &State) -> impl Iterator<Item = &Id> {
    state.this_turn.changed_by_hand.iter().filter(|id| !state.this_turn.orders_checked.contains(id))
}

/// Records orders that need no check as carried out. Losses during the move no longer change that. [3.3.2, 5.10.1]
pub(super) fn record_obeyed(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let is_excused = |id: &&Id| state.division(id).is_some_and(|division| exemption_by_hand(state, division).is_some());
    let obeyed = |division: &Id| Fact::ObeyedByHand { division: division.clone() };
    let obeyed: Vec<Fact> = divisions_to_check(state).filter(is_excused).map(obeyed).collect();
    draft.record_all(RECEIVED, obeyed);
}

/// Files a plot for a division or a single ship moved by hand. [4.6, 5.5, 5.7, 5.7.7, 5.9.1, 5.10.3]
///
/// Its speed applies at once, turns and smoke are recorded, and an advance plot waits for its turn. Refused above
/// allowance or gain of speed, against a special rule on turns, and if it depends on another formation's division. Like
/// any plot it may be refused under a new flag or in place of an advance plot. Smoke needs its ships under way.
pub(crate) fn file_hand_plot(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    plot: &Plot,
    advance: bool,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division =
        draft.need(state.division_of(unit).cloned(), RECEIVED, || Reason::UnknownUnit { unit: unit.clone() })?;
    let (id, speed) = (division.id.clone(), ordered_speed(state, &division, plot));
    plot_checks::check_smoke_makers(draft, &division, plot)?;
    plot_checks::check_smoke_under_way(draft, plot, speed)?;
    plot_checks::check_dependency(draft, &division, plot, advance)?;
    if advance {
        special::steer::check_advance_plot(state, &division)?;
        pace::check_allowances(state, &division, speed)?;
        draft.record(AHEAD, Fact::PlotFiled { division: id, plot: plot.clone(), advance });
        pace::record_left_behind(draft, &division.id, speed, advance);
        return Ok(());
    }
    check_may_plot(draft, &division, plot)?;
    let plotted_move = special::steer::PlottedMove { elements: &plot.elements, runs: &[], follows: None, ahead: false };
    special::steer::check_plot(draft.state(), &division, &plotted_move)?;
    plot_checks::check_plot_speed(draft, &division, plot, speed)?;
    let dependents = dependents_at_speed(draft.state(), &id);
    dependents.iter().try_for_each(|(member, _)| pace::check_speed_allowed(draft.state(), member, speed))?;
    // A speed alone is recorded by itself. Turns, smoke and replacements of a plot are filed.
    if !plot.is_straight() || division.plot.is_some() {
        draft.record(PLOTTED, Fact::PlotFiled { division: id, plot: plot.clone(), advance });
    } else if !plot.smoke.is_empty() {
        draft.record(SMOKE, Fact::PlotFiled { division: id, plot: plot.clone(), advance });
    }
    apply_hand_plot(draft, &division, plot, speed);
    pace::record_left_behind(draft, &division.id, speed, false);
    for (member, plot) in dependents {
        apply_hand_plot(draft, &member, &plot, speed);
        pace::record_left_behind(draft, &member.id, speed, false);
    }
    Ok(())
}

/// Returns divisions moved by hand whose plots take this one's speed, directly or through others. [5.7.4, 5.7.5]
fn dependents_at_speed(state: &State, id: &Id) -> Vec<(Division, Plot)> {
    let (mut found, mut heads) = (Vec::new(), vec![id.clone()]);
    while let Some(head) = heads.pop() {
        for candidate in state.divisions.iter().filter(|division| !state.has_position(&division.id)) {
            let depends = |plot: &&Plot| plot.speed.is_none() && plot.depends_on() == Some(&head);
            let Some(plot) = candidate.plot.as_ref().filter(depends) else { continue };
            heads.push(candidate.id.clone());
            found.push((candidate.as_ref().clone(), plot.clone()));
        }
    }
    found
}

/// Returns the speed that a plot orders of a division moved by hand. It is the plot's own, or that of the division it
/// depends on, or last turn's, regardless of earlier plots of this turn. [5.7]
pub(crate) fn ordered_speed(state: &State, division: &Division, plot: &Plot) -> Inches {
    let other = plot.depends_on().and_then(|other| state.division(other)).filter(|other| state.is_in_action(&other.id));
    let speed_of =
        |other: &Division| other.plot.as_ref().and_then(Plot::own_speed).unwrap_or(pace::hand_speed(state, other));
    plot.own_speed().or(other.map(speed_of)).unwrap_or_else(|| pace::last_speed(state, division))
}

/// Sets each ship to the ordered speed or its best, and records a change of the division's speed. A single ship always
/// needs a check. [5.5, 5.8.3, 5.10.3, Q57]
fn apply_hand_plot(draft: &mut NavalDraft<'_>, division: &Division, plot: &Plot, speed: Inches) {
    let state = draft.state();
    let ships = || state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
    let own_speed = |ship: &Ship| pace::highest_speed(state, ship).min(speed);
    let changed = pace::last_speed(state, division) != speed;
    let facts: Vec<Fact> =
        ships().map(|ship| Fact::SpeedChanged { ship: ship.id.clone(), speed: own_speed(ship) }).collect();
    draft.record_all(ANY_SPEED, facts);
    if plot.has_turn() {
        record_hand_change(draft, &division.id, ManualChange::Course);
    } else if (changed && plot.elements != [Element::CloseUp]) || division.is_alone {
        record_hand_change(draft, &division.id, ManualChange::Speed);
    } else {
        cancel_check(draft, &division.id);
    }
}

/// Cancels the check due for a plot that was replaced by one without changes.
fn cancel_check(draft: &mut NavalDraft<'_>, division: &Id) {
    if divisions_to_check(draft.state()).any(|id| id == division) {
        draft.record(RECEIVED, Fact::HoldsOnByHand { division: division.clone() });
    }
}

/// Carries out advance plots of divisions moved by hand. [5.7.4, 5.7.5, 5.7.7, 5.9.1, 8.4]
///
/// A plot with turns is void if a rudder has jammed since. A division under a new flag, or whose plot depends on a lost
/// division, goes straight ahead.
pub(super) fn carry_out_plots(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let by_hand = state.divisions.iter().filter(|division| !state.has_position(&division.id));
    let in_action = by_hand.filter(|division| state.ships_of_division(&division.id).any(Ship::is_in_action));
    let plotted: Vec<(Division, Plot)> =
        in_action.filter_map(|division| Some((division.as_ref().clone(), division.plot.clone()?))).collect();
    for (division, plot) in plotted {
        let state = draft.state();
        let speed = pace::clamp_speed(state, &division, ordered_speed(state, &division, &plot));
        let (plot, rule) = if rudder::jammed_single_ship(state, &division).is_some() && is_void_in_a_jam(&division) {
            (speed_only_plot(&division, speed), Some(JAMMED))
        } else if has_new_flag(state, &division) && !plot.goes_straight() {
            (Plot::straight(speed), Some(SHIFTED))
        } else if let Some(rule) = lost_dependency_rule(state, &plot) {
            (Plot { smoke: plot.smoke.clone(), ..Plot::straight(speed) }, Some(rule))
        } else {
            (plot, None)
        };
        if let Some(rule) = rule {
            let (division, plot) = (division.id.clone(), plot.clone());
            draft.record(rule, Fact::PlotReplaced { division, plot, carried: None });
        }
        if division.plotted_ahead || rule.is_some() {
            apply_hand_plot(draft, &division, &plot, speed);
        }
    }
}

/// Limits ships moved by hand to special rules and their flagship's speed, with or without a new plot, as for tracked
/// ships. A division whose speed this changes must check orders. [5.4, 5.8.3, 5.10.3, 9.2, Q57]
pub(super) fn limit_speeds(draft: &mut NavalDraft<'_>) {
    let unplotted = unplotted_slowed_divisions(draft.state());
    slow_down(draft);
    let to_fact = |(division, speed)| Fact::GoesOnUnplotted { division, speed };
    draft.record_all(SPEED_MEMBERSHIP, unplotted.into_iter().map(to_fact));
    let state = draft.state();
    let closes_up =
        |division: &Division| division.plot.as_ref().is_some_and(|plot| plot.elements == [Element::CloseUp]);
    let changed = |division: &Division| {
        let in_action =
            state.ships_of_division(&division.id).any(Ship::is_in_action) && !state.has_position(&division.id);
        in_action && !closes_up(division) && pace::hand_speed(state, division) != pace::last_speed(state, division)
    };
    let must_check =
        |member: &Division| if member.is_alone { must_check_alone(state, member) } else { changed(member) };
    let must_check: Vec<Id> =
        state.divisions.iter().filter(|member| must_check(member)).map(|division| division.id.clone()).collect();
    must_check.iter().for_each(|id| record_hand_change(draft, id, ManualChange::Speed));
}

/// Whether a single ship must check orders without a plot, as it would have to plot if it had a position. [5.9.2, Q57]
fn must_check_alone(state: &State, division: &Division) -> bool {
    let is_free = state.half != Some(Half::Second) && !melee::is_held(state, division);
    division.is_alone
        && !state.has_position(&division.id)
        && is_free
        && Inches::ZERO < pace::achievable_speed(state, division)
}

/// Returns ships that will fall out of a division without positions at present speeds, with their speeds. [5.8.3, Q57]
pub(crate) fn ships_falling_out(state: &State, division: &Division) -> Vec<(Id, Inches)> {
    let own_speed = |ship: &Ship| speed_limit(state, division, ship).map_or(ship.speed, |(_, most)| most);
    let ships = || state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
    let Some(flag) = ships().find(|ship| ship.id == division.flagship).filter(|_| !division.one_base) else {
        return Vec::new();
    };
    let speeds = ships().map(|ship| (ship.id.clone(), own_speed(ship)));
    speeds.filter(|(_, speed)| pace::MAX_SPEED_DIFFERENCE < (*speed - own_speed(flag)).abs()).collect()
}

/// Whether a division without positions has no plot, and some ship of it no speed for this turn.
pub(crate) fn is_unplotted(state: &State, division: &Division) -> bool {
    let is_stated = |ship: &Ship| !ship.is_in_action() || state.this_turn.is_speed_stated(ship);
    let is_plotted = || division.plot.is_some() || state.ships_of_division(&division.id).all(is_stated);
    !state.has_position(&division.id) && !is_plotted()
}

/// Returns divisions without positions or plots that a slow flagship or special rule holds back. [5.8.3, 5.9.1, Q57]
pub fn unplotted_slowed_divisions(state: &State) -> Vec<(Id, Inches)> {
    let slowed = |division: &Arc<Division>| {
        let own_speed = |ship: &Ship| speed_limit(state, division, ship).map_or(ship.speed, |(_, most)| most);
        let speed = pace::shared_speed(state, division, own_speed);
        let is_held = pace::faster_leader(state, division).is_some() || speed < pace::last_speed(state, division);
        (is_held && is_unplotted(state, division)).then(|| (division.id.clone(), speed))
    };
    let is_relevant = state.checks && state.half != Some(Half::Second);
    state.divisions.iter().filter(|_| is_relevant).filter_map(slowed).collect()
}

fn slow_down(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let mut facts: Vec<(Rule, Fact)> = Vec::new();
    for division in state.divisions.iter().filter(|division| !state.has_position(&division.id)) {
        for ship in state.ships_of_division(&division.id).filter(|ship| ship.is_in_action()) {
            let Some((rule, speed)) = speed_limit(state, division, ship) else { continue };
            facts.push((rule, Fact::SpeedChanged { ship: ship.id.clone(), speed }));
        }
    }
    facts.into_iter().for_each(|(rule, fact)| draft.record(rule, fact));
}

/// Returns the speed to which a special rule or the flagship limits a ship moved by hand, if below its own.
fn speed_limit(state: &State, division: &Division, ship: &Ship) -> Option<(Rule, Inches)> {
    let achievable = state.checks.then(|| pace::achievable_speed(state, division));
    let cap = special::steer::speed_cap(state, ship).map(|(_, most)| most);
    let speed = cap.into_iter().chain(achievable).min().filter(|most| *most < ship.speed)?;
    Some((if cap == Some(speed) { special::sentences::SPECIAL } else { SPEED_MEMBERSHIP }, speed))
}

/// Returns the paragraph that excuses a division moved by hand from a check of orders. [5.10, Q47]
fn exemption_by_hand(state: &State, division: &Division) -> Option<Rule> {
    exemption_anywhere(state, &state.divisions_in_formation_of(&division.id))
}

/// Returns order checks due for divisions moved by hand that changed course or speed, one for each formation, by its
/// leading division. [5.10, Q47]
pub fn command_check_duties(state: &State) -> Vec<Duty> {
    let mut leads: Vec<Id> = Vec::new();
    for id in divisions_to_check(state) {
        let Some(division) = state.division(id) else { continue };
        let in_action = state.ships_of_division(id).any(Ship::is_in_action);
        let lead = state.divisions_in_formation_of(id).first().map_or_else(|| id.clone(), |lead| lead.id.clone());
        if in_action && exemption_by_hand(state, division).is_none() && !leads.contains(&lead) {
            leads.push(lead);
        }
    }
    let to_duty = |division: Id| {
        let range_known = state.division(&division).is_some_and(|lead| is_flag_distance_known(state, lead, None));
        Duty { rule: RECEIVED, task: Task::CheckOrders { division, range_known } }
    };
    leads.into_iter().map(to_duty).collect()
}

/// Rolls whether a division moved by hand, or its formation, receives orders, and what it does otherwise. [5.10.3]
///
/// Distance from the force flag and repeaters are as typed or measured.
///
/// Refused unless command checks are on and the division is in action, without a position, not excused and not checked
/// this turn. It must be the Movement Segment, or a later one with a change of this turn to check. [3.3.2] The distance
/// to the force flag must be known.
pub(crate) fn check_orders_by_hand(
    draft: &mut NavalDraft<'_>,
    unit: &Id,
    range: Option<Inches>,
    typed_repeaters: Option<u8>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division = draft.need(state.division_of(unit), RECEIVED, || Reason::UnknownUnit { unit: unit.clone() })?;
    draft.refuse_if(!state.checks, RECEIVED, || TableReason::OptionOff { option: "checks" })?;
    let lost = !state.ships_of(unit).any(Ship::is_in_action);
    refuse_out_of_action(draft, lost, unit, RECEIVED)?;
    let id = || division.id.clone();
    draft.refuse_if(state.has_position(&id()), RECEIVED, || FormationReason::CheckedWhenMoving { division: id() })?;
    let is_changed = |member: &Division| state.this_turn.changed_by_hand.contains(&member.id);
    let is_steady = |member: &&Division| is_plotted(state, member) && !member.is_alone && !is_changed(member);
    let group = state.divisions_in_formation_of(&division.id);
    let steady_rule = group.iter().all(is_steady).then_some(CARRY_ON);
    if let Some(rule) = exemption_by_hand(state, division).or(steady_rule) {
        return draft.refuse(rule, FormationReason::NeedsNoCheck { division: id() }.into());
    }
    let checked = group.iter().any(|member| state.this_turn.orders_checked.contains(&member.id));
    draft.refuse_if(checked, RECEIVED, || FormationReason::OrdersChecked { division: id() })?;
    if state.segment == Segment::Plotting || !group.iter().any(|member| is_changed(member)) {
        require_segment(draft, Segment::Movement, "orders", RECEIVED)?;
    }
    let Some(lead) = group.first().copied().cloned() else { return Ok(()) };
    let flag = || force_flag(state, &lead.side).unwrap_or_else(|| lead.flagship.clone());
    sighting::check_range(draft, range)?;
    let known = is_flag_distance_known(state, &lead, range);
    draft.refuse_if(!known, RECEIVED, || FormationReason::FlagDistanceUnknown {
        division: lead.id.clone(),
        flag: flag(),
    })?;
    let range = range.or_else(|| range_to_flag(state, &lead));
    let repeater_count = typed_repeaters.map_or_else(|| repeaters(state, &lead).len(), usize::from);
    let needed = orders_number_at(state, &lead, range, repeater_count);
    let group: Vec<Id> = group.into_iter().map(|member| member.id.clone()).collect();
    roll_orders(draft, &lead, &group, needed)
}

/// Whether a formation's distance from the force flag is known, if the chart needs it. [5.10.3, Q47]
fn is_flag_distance_known(state: &State, lead: &Division, typed: Option<Inches>) -> bool {
    let chart = &state.setup.charts.command_check.distance;
    let is_needed = flag_division(state, &lead.side).is_some_and(|flag| flag.id != lead.id) && chart.worth != 0;
    !is_needed || typed.or_else(|| range_to_flag(state, lead)).is_some()
}
