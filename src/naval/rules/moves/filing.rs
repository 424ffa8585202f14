//! Filing a plot: checks that the division can be steered by it. [3.3.1, 5.4, 5.5, 5.7]
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

/// Files a plot for this turn, or in advance for the next. A later plot for the same turn replaces it.
///
/// Refused outside the Plotting Segment. The division must have a ship in action, and be tracked or be moved by hand
/// with command checks. Smoke makers must belong to it. The speed must be within allowance, gain and loss. The legs
/// must fit. Column turns need a column. A division it follows or mimics must be of its side and not depend on it. An
/// advance plot must still be possible after it.
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
    // Without a position a speed orders the engines only, and players steer the ship.
    let engines_alone = !state.is_tracked(unit) && plot.is_straight();
    let held = held.filter(|_| !engines_alone).map(|(ship, jam)| (ship.id.clone(), jam));
    draft.refuse_found(held, JAMMED, |(ship, jam)| TableReason::RudderJammed { ship, jam })?;
    if !state.is_tracked(unit) {
        draft.refuse_if(!state.checks, PLOTS, || TableReason::NoPosition { unit: unit.clone() })?;
        // It leaves its division with or without a position. [5.9.3]
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
            // Next turn's acceleration is unknown, but no ship exceeds its top speed.
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

/// Checks divisions that depend on this one against its new plot as if it were theirs. Refuses it with the first whose
/// speed or special rules it breaks. [5.4, 5.5, 5.7.4, 5.7.5, 5.9.1, 9.2, Q57]
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

/// Refuses changes to the plots made before turn 1, until the side has sighted an enemy, for tracked units. [4.1,
/// 5.13.3, 5.13.5]
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

/// Refuses plots that a division moved by hand cannot run, if its course is known, as for one with a position. The plot
/// may not be too long, too tight, or a column turn out of column. [5.6, 5.7, Q56]
fn can_be_steered_by_hand(
    draft: &NavalDraft<'_>,
    state: &State,
    division: &Division,
    plot: &Plot,
) -> Result<(), NavalHalt> {
    let Some(paper) = on_paper::before(state, division) else { return Ok(()) };
    let on_paper =
        draft.need(paper.division(&division.id), PLOTS, || Reason::UnknownUnit { unit: division.id.clone() })?;
    // A division that depends on another runs as that does. A speed alone uses all the way.
    if plot.leans_on().is_some() || (plot.is_straight() && plot.elements.len() < 2) {
        return Ok(());
    }
    let speed = signals::by_hand::ordered(state, division, plot);
    can_be_steered(draft, &paper, on_paper, plot, &Orders { speed, ..orders(&paper, on_paper, Some(plot)) })
}

/// Refuses to steer a ship apart from its division unless the scenario names it as a picket. [5.13.5]
pub(crate) fn is_picket(draft: &NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let named = draft.state().setup.pickets.contains(ship);
    draft.refuse_if(!named, PICKETS, || TableReason::NoPicket { ship: ship.clone() })
}

/// Files a speed without a course, which engines obey even if the rudder is jammed. [5.5, 8.4]
pub(crate) fn file_engines(draft: &mut NavalDraft<'_>, id: &Id, speed: Inches) -> Result<(), NavalHalt> {
    let Some(division) = draft.state().division(id) else { return Ok(()) };
    speed_allowed(draft.state(), division, speed)?;
    let plot = Plot { speed: Some(speed), ..Plot::default() };
    draft.note(ANY_SPEED, Fact::PlotFiled { division: id.clone(), plot, advance: false });
    Ok(())
}

/// Plots a ship alone, which makes it a separate division. Refused for a turn ahead, while it still belongs to its
/// division. [5.9.3]
fn plot_alone(draft: &mut NavalDraft<'_>, ship: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    let division = draft.state().division_of(ship).filter(|_| advance).map(|division| division.id.clone());
    draft.refuse_found(division, ALONE, |division| FormationReason::LeavesFirst { ship: ship.clone(), division })?;
    act_alone(draft, ship)?;
    file(draft, ship, plot, advance)
}
