//! Filing a plot: whether the division can be steered so. [3.3.1, 5.4, 5.5, 5.7]
use super::{
    next_turn, on_paper,
    place::act_alone,
    stragglers::{Stragglers, foresee, leaning_on, name_new},
};
use crate::model::{Division, FormationReason, Plot, Ship, TableReason};
use crate::rules::formation::kinds;
use crate::rules::steering::lawful::{
    can_be_steered, judged_by_rules, leans_well, makes_smoke_under_way, only_turns_on, smoke_is_of_the_division,
    speed_holds,
};
use crate::rules::steering::pace::{keeps_up, name_left_behind, speed_allowed};
use crate::rules::steering::tracks::{Orders, orders};
use crate::rules::{columns::rudder::jammed, half_move, melee, signals, special};
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

/// Files a plot, for this turn or in advance for the next; a later one for the same turn replaces it.
///
/// Refused unless: it is the Plotting Segment; the division has a ship in action; it is tracked, or plays with command
/// checks and is moved by hand; smoke makers are of it; the speed is within allowance, gain and loss; the legs fit; column
/// turns are plotted in column; whom it leans on is of the same side and does not lean back; and a plot that waits for the
/// next turn can still be run after it.
pub(crate) fn file(draft: &mut NavalDraft<'_>, unit: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    file_one(draft, unit, plot, advance)?;
    if advance { Ok(()) } else { next_turn::leaves_the_next_plot(draft, unit) }
}

fn file_one(draft: &mut NavalDraft<'_>, unit: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    half_move::plotting(draft, unit, "plot", PLOTTING)?;
    kinds::is_afloat(draft, unit, PLOTS)?;
    may_steer(draft, unit)?;
    let state = draft.state();
    let division = draft.need(state.division_of(unit), PLOTS, || Reason::UnknownUnit { unit: unit.clone() })?;
    let lost = !state.ships_of(unit).any(Ship::in_action);
    refuse_out_of_action(draft, lost, unit, PLOTS)?;
    let turn = state.turn + u16::from(advance);
    let of_her = || state.ship(unit).and_then(|ship| Some((ship, ship.jam(state.turn)?)));
    let held = jammed(state, division).or_else(of_her).filter(|(_, jam)| turn <= jam.until_turn);
    // Where she has no position a speed is her engines' order, and people hold her helm.
    let engines_alone = !state.is_tracked(unit) && plot.is_straight();
    let held = held.filter(|_| !engines_alone).map(|(ship, jam)| (ship.id.clone(), jam));
    draft.refuse_found(held, JAMMED, |(ship, jam)| TableReason::RudderJammed { ship, jam })?;
    if !state.is_tracked(unit) {
        draft.refuse_if(!state.checks, PLOTS, || TableReason::NoPosition { unit: unit.clone() })?;
        // She leaves her division with or without a position. [5.9.3]
        if !state.is_whole(division, unit) {
            return plot_alone(draft, unit, plot, advance);
        }
        if advance {
            next_turn::can_be_steered_ahead(draft, division, plot)?;
        } else {
            signals::orders::may_plot(draft, division, plot)?;
            can_be_steered_by_hand(draft, state, division, plot)?;
        }
        return signals::by_hand::plotted_by_hand(draft, unit, plot, advance);
    }
    let fights = melee::is_held(state, division) && !advance;
    draft.refuse_if(fights, MELEE, || TableReason::InMelee { division: division.id.clone() })?;
    if !state.is_whole(division, unit) {
        return plot_alone(draft, unit, plot, advance);
    }
    smoke_is_of_the_division(draft, division, plot)?;
    if !advance {
        signals::orders::may_plot(draft, division, plot)?;
    }
    leans_well(draft, division, plot, advance)?;
    let orders = orders(state, division, Some(plot));
    let ordered = orders.speed;
    makes_smoke_under_way(draft, plot, ordered)?;
    if !advance {
        speed_holds(draft, division, plot, orders.speed)?;
        can_be_steered(draft, state, division, plot, &orders)?;
        if !only_turns_on(state, division, plot, orders.speed) {
            judged_by_rules(state, division, orders, false)?;
        }
        leaning_can_keep_up(draft, &division.id, plot)?;
    } else {
        if state.checks {
            special::steer::may_plot_ahead(state, division)?;
            // What she will have gained by next turn is not known yet, but nobody outruns her best.
            keeps_up(state, division, orders.speed)?;
        }
        next_turn::can_be_steered_ahead(draft, division, plot)?;
    }
    let filed = Fact::PlotFiled { division: division.id.clone(), plot: plot.clone(), advance };
    let id = division.id.clone();
    if advance {
        draft.note(ADVANCE, filed);
        name_left_behind(draft, &id, ordered, advance);
        return Ok(());
    }
    let before = foresee(state, leaning_on(state, &id));
    draft.note(PLOTS, filed);
    name_new(draft, vec![(id, Stragglers::default())]);
    name_new(draft, before);
    Ok(())
}

/// Divisions whose plots lean on this one's are held to its new plot as to a plot of their own: it is refused with the first
/// of them whose speed or special rules it breaks. [5.4, 5.5, 5.7.4, 5.7.5, 5.9.1, 9.2, Q57]
fn leaning_can_keep_up(draft: &NavalDraft<'_>, division: &Id, plot: &Plot) -> Result<(), NavalHalt> {
    let state = draft.state();
    if leaning_on(state, division).next().is_none() {
        return Ok(());
    }
    let mut then = state.clone();
    Naval::apply(&mut then, &Fact::PlotFiled { division: division.clone(), plot: plot.clone(), advance: false });
    for one in leaning_on(&then, division) {
        let orders = orders(&then, one, one.plot.as_ref());
        speed_allowed(&then, one, orders.speed)?;
        judged_by_rules(&then, one, orders, false)?;
    }
    Ok(())
}

/// Before a side has sighted an enemy its tracked units do not depart from what was plotted before turn 1.
/// [4.1, 5.13.3, 5.13.5]
pub(crate) fn may_steer(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let division = state.division_of(unit).filter(|division| state.on_preplots(&division.side));
    let Some(division) = division.filter(|_| state.is_tracked(unit)) else { return Ok(()) };
    if !state.is_whole(division, unit) {
        is_picket(draft, unit)?;
    }
    let first = state.turn == 1 && state.segment == Segment::Plotting;
    draft.refuse(DEPARTURE, TableReason::OnPreplots { unit: unit.clone(), first }.into())
}

/// What a division that is moved by hand cannot run is refused as for one with a position, as far as it is known how it
/// stands: a plot that is too long or too tight, a column turn out of column. [5.6, 5.7, Q56]
fn can_be_steered_by_hand(
    draft: &NavalDraft<'_>,
    state: &State,
    division: &Division,
    plot: &Plot,
) -> Result<(), NavalHalt> {
    let Some(paper) = on_paper::before(state, division) else { return Ok(()) };
    let on_paper =
        draft.need(paper.division(&division.id), PLOTS, || Reason::UnknownUnit { unit: division.id.clone() })?;
    // Who leans on another runs as it does; a speed alone is all the way there is, whatever turn is to be ended first.
    if plot.leans_on().is_some() || (plot.is_straight() && plot.elements.len() < 2) {
        return Ok(());
    }
    let speed = signals::by_hand::ordered(state, division, plot);
    can_be_steered(draft, &paper, on_paper, plot, &Orders { speed, ..orders(&paper, on_paper, Some(plot)) })
}

/// Only a picket that the scenario names steers apart from her division. [5.13.5]
pub(crate) fn is_picket(draft: &NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let named = draft.state().setup.pickets.contains(ship);
    draft.refuse_if(!named, PICKETS, || TableReason::NoPicket { ship: ship.clone() })
}

/// Her engines still obey: a speed for the turn, without a word to the helm. [5.5, 8.4]
pub(crate) fn file_engines(draft: &mut NavalDraft<'_>, id: &Id, speed: Inches) -> Result<(), NavalHalt> {
    let Some(division) = draft.state().division(id) else { return Ok(()) };
    speed_allowed(draft.state(), division, speed)?;
    let plot = Plot { speed: Some(speed), ..Plot::default() };
    draft.note(ANY_SPEED, Fact::PlotFiled { division: id.clone(), plot, advance: false });
    Ok(())
}

/// A ship of a division is plotted alone: she leaves it, and plots as a division of her own. Not for a turn ahead, while
/// she still belongs to her division. [5.9.3]
fn plot_alone(draft: &mut NavalDraft<'_>, ship: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    let division = draft.state().division_of(ship).filter(|_| advance).map(|division| division.id.clone());
    draft.refuse_found(division, ALONE, |division| FormationReason::LeavesFirst { ship: ship.clone(), division })?;
    act_alone(draft, ship)?;
    file(draft, ship, plot, advance)
}
