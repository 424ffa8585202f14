//! Filing a plot: checks that the division can be steered by it. [3.3.1, 5.4, 5.5, 5.7]
use super::{
    next_turn,
    place::detach_ship,
    simulated,
    stragglers::{Stragglers, dependent_divisions, record_new_stragglers, stragglers_of_all},
};
use crate::model::{Division, FormationReason, Plot, Ship, TableReason};
use crate::rules::formation::kinds;
use crate::rules::steering::pace::{check_allowances, check_speed_allowed, record_left_behind};
use crate::rules::steering::plot_checks::{
    check_dependency, check_plot_speed, check_smoke_makers, check_smoke_under_way, check_special_rules,
    check_steerable, only_turns_on,
};
use crate::rules::steering::tracks::{Orders, orders};
use crate::rules::{columns::rudder::jammed_single_ship, half_move, melee, signals, special};
use crate::{Fact, Id, Inches, Naval, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action};
use play::{Game, Rule};

const DEPARTURE: Rule = Rule::new("4.1");
const ANY_SPEED: Rule = Rule::new("5.5");
const ALONE: Rule = Rule::new("5.9.3");
const PLOTTING: Rule = Rule::new("3.3.1");
const PLOTS: Rule = Rule::new("5.7");
const ADVANCE: Rule = Rule::new("5.7.7");
const PICKETS: Rule = Rule::new("5.13.5");
const MELEE: Rule = Rule::new("5.16");
const JAMMED: Rule = Rule::new("8.4");

/// Files a plot for this turn, or in advance for the next. A later plot for the same turn replaces it.
///
/// Refused outside the Plotting Segment. The division must have a ship in action, and be tracked or be moved by hand
/// with command checks. Smoke makers must belong to it. The speed must be within allowance, gain and loss. The legs
/// must fit. Column turns need a column. A division it follows or mimics must be of its side and not depend on it. An
/// advance plot must still be possible after it.
pub(crate) fn file_plot(draft: &mut NavalDraft<'_>, unit: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    file_plot_now(draft, unit, plot, advance)?;
    if advance { Ok(()) } else { next_turn::check_next_plot_possible(draft, unit) }
}

fn file_plot_now(draft: &mut NavalDraft<'_>, unit: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    half_move::check_plotting(draft, unit, "plot", PLOTTING)?;
    kinds::refuse_coast_battery(draft, unit, PLOTS)?;
    check_before_contact(draft, unit)?;
    let state = draft.state();
    let division = draft.need(state.division_of(unit), PLOTS, || Reason::UnknownUnit { unit: unit.clone() })?;
    let lost = !state.ships_of(unit).any(Ship::is_in_action);
    refuse_out_of_action(draft, lost, unit, PLOTS)?;
    let turn = state.turn + u16::from(advance);
    let own_jam = || state.ship(unit).and_then(|ship| Some((ship, ship.jam(state.turn)?)));
    let jammed = jammed_single_ship(state, division).or_else(own_jam).filter(|(_, jam)| turn <= jam.until_turn);
    // Without a position a speed orders the engines only, and players steer the ship.
    let engines_alone = !state.has_position(unit) && plot.is_straight();
    let jammed = jammed.filter(|_| !engines_alone).map(|(ship, jam)| (ship.id.clone(), jam));
    draft.refuse_found(jammed, JAMMED, |(ship, jam)| TableReason::RudderJammed { ship, jam })?;
    if !state.has_position(unit) {
        draft.refuse_if(!state.checks, PLOTS, || TableReason::NoPosition { unit: unit.clone() })?;
        // A ship plotted alone leaves its division, with or without a position. [5.9.3]
        if !state.is_entire_division(division, unit) {
            return plot_alone(draft, unit, plot, advance);
        }
        if advance {
            next_turn::check_steerable_next_turn(draft, division, plot)?;
        } else {
            signals::orders::check_may_plot(draft, division, plot)?;
            check_steerable_by_hand(draft, state, division, plot)?;
        }
        return signals::by_hand::file_hand_plot(draft, unit, plot, advance);
    }
    let in_melee = melee::is_held(state, division) && !advance;
    draft.refuse_if(in_melee, MELEE, || TableReason::InMelee { division: division.id.clone() })?;
    if !state.is_entire_division(division, unit) {
        return plot_alone(draft, unit, plot, advance);
    }
    check_smoke_makers(draft, division, plot)?;
    if !advance {
        signals::orders::check_may_plot(draft, division, plot)?;
    }
    check_dependency(draft, division, plot, advance)?;
    let orders = orders(state, division, Some(plot));
    let ordered = orders.speed;
    check_smoke_under_way(draft, plot, ordered)?;
    if !advance {
        check_plot_speed(draft, division, plot, orders.speed)?;
        check_steerable(draft, state, division, plot, &orders)?;
        if !only_turns_on(state, division, plot, orders.speed) {
            check_special_rules(state, division, orders, false)?;
        }
        check_dependents(draft, &division.id, plot)?;
    } else {
        if state.checks {
            special::steer::check_advance_plot(state, division)?;
            // Next turn's acceleration is unknown, but no ship exceeds its top speed.
            check_allowances(state, division, orders.speed)?;
        }
        next_turn::check_steerable_next_turn(draft, division, plot)?;
    }
    let filed = Fact::PlotFiled { division: division.id.clone(), plot: plot.clone(), advance };
    let id = division.id.clone();
    if advance {
        draft.record(ADVANCE, filed);
        record_left_behind(draft, &id, ordered, advance);
        return Ok(());
    }
    let old_stragglers = stragglers_of_all(state, dependent_divisions(state, &id));
    draft.record(PLOTS, filed);
    record_new_stragglers(draft, vec![(id, Stragglers::default())]);
    record_new_stragglers(draft, old_stragglers);
    Ok(())
}

/// Checks divisions that depend on this one against its new plot as if it were theirs. Refuses the plot if it breaks
/// the speed or special rules of one of them. [5.4, 5.5, 5.7.4, 5.7.5, 5.9.1, 9.2, Q57]
fn check_dependents(draft: &NavalDraft<'_>, division: &Id, plot: &Plot) -> Result<(), NavalHalt> {
    let state = draft.state();
    if dependent_divisions(state, division).next().is_none() {
        return Ok(());
    }
    let mut new_state = state.clone();
    Naval::apply(&mut new_state, &Fact::PlotFiled { division: division.clone(), plot: plot.clone(), advance: false });
    for member in dependent_divisions(&new_state, division) {
        let orders = orders(&new_state, member, member.plot.as_ref());
        check_speed_allowed(&new_state, member, orders.speed)?;
        check_special_rules(&new_state, member, orders, false)?;
    }
    Ok(())
}

/// Refuses to change plots made before turn 1 until the side sights an enemy, for tracked units. [4.1, 5.13.3, 5.13.5]
pub(crate) fn check_before_contact(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division = state.division_of(unit).filter(|division| state.is_on_preplots(&division.side));
    let Some(division) = division.filter(|_| state.has_position(unit)) else { return Ok(()) };
    if !state.is_entire_division(division, unit) {
        check_picket(draft, unit)?;
    }
    let first = state.turn == 1 && state.segment == Segment::Plotting;
    draft.refuse(DEPARTURE, TableReason::OnPreplots { unit: unit.clone(), first }.into())
}

/// Refuses plots that a division moved by hand cannot run, if its course is known, as for one with a position. The plot
/// may not be too long, too tight, or a column turn out of column. [5.6, 5.7, Q56]
fn check_steerable_by_hand(
    draft: &NavalDraft<'_>,
    state: &State,
    division: &Division,
    plot: &Plot,
) -> Result<(), NavalHalt> {
    let Some(sandbox) = simulated::state_before_move(state, division) else { return Ok(()) };
    let simulated_division =
        draft.need(sandbox.division(&division.id), PLOTS, || Reason::UnknownUnit { unit: division.id.clone() })?;
    // A division that depends on another runs as that does. A speed alone uses all the way.
    if plot.depends_on().is_some() || (plot.is_straight() && plot.elements.len() < 2) {
        return Ok(());
    }
    let speed = signals::by_hand::ordered_speed(state, division, plot);
    check_steerable(
        draft,
        &sandbox,
        simulated_division,
        plot,
        &Orders { speed, ..orders(&sandbox, simulated_division, Some(plot)) },
    )
}

/// Refuses to steer a ship apart from its division unless the scenario names it as a picket. [5.13.5]
pub(crate) fn check_picket(draft: &NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let named = draft.state().setup.pickets.contains(ship);
    draft.refuse_if(!named, PICKETS, || TableReason::NoPicket { ship: ship.clone() })
}

/// Files a speed without a course, which engines obey even if the rudder is jammed. [5.5, 8.4]
pub(crate) fn file_engine_speed(draft: &mut NavalDraft<'_>, id: &Id, speed: Inches) -> Result<(), NavalHalt> {
    let Some(division) = draft.state().division(id) else { return Ok(()) };
    check_speed_allowed(draft.state(), division, speed)?;
    let plot = Plot { speed: Some(speed), ..Plot::default() };
    draft.record(ANY_SPEED, Fact::PlotFiled { division: id.clone(), plot, advance: false });
    Ok(())
}

/// Plots a ship as a separate division. Refused for a turn ahead, while it still belongs to its division. [5.9.3]
fn plot_alone(draft: &mut NavalDraft<'_>, ship: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    let division = draft.state().division_of(ship).filter(|_| advance).map(|division| division.id.clone());
    draft.refuse_found(division, ALONE, |division| FormationReason::LeavesFirst { ship: ship.clone(), division })?;
    detach_ship(draft, ship)?;
    file_plot(draft, ship, plot, advance)
}
