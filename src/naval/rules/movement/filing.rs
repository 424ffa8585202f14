//! Filing a plot: whether the division can be steered so. [3.3.1, 5.4, 5.5, 5.7]
use super::lawful::{
    can_be_steered, judged_by_rules, leans_well, makes_smoke_under_way, smoke_is_of_the_division, speed_holds,
};
pub(crate) use crate::movement::act_alone;

use super::{Orders, jammed, orders, pace::keeps_up};
use crate::{
    Division, Fact, FormationReason, Id, Inches, Naval, NavalDraft, NavalHalt, Plot, Reason, Segment, Ship,
    TableReason, half_move, melee, precontact, signals, special,
};
use play::{Game, Rule};

const ANY_SPEED: Rule = Rule::new("5.5");
const ALONE: Rule = Rule::new("5.9.3");
const PLOTTING: Rule = Rule::new("3.3.1");
const PLOTS: Rule = Rule::new("5.7");
const ADVANCE: Rule = Rule::new("5.7.7");
const MELEE: Rule = Rule::new("5.16");
const JAMMED: Rule = Rule::new("8.4");

/// Files a plot, for this turn or in advance for the next; a later one for the same turn replaces it.
///
/// # Errors
/// Refused unless: it is the Plotting Segment; the division has a ship in action; it is tracked, or plays with command
/// checks and is moved by hand; smoke makers are of it;
/// the speed is within allowance, gain and loss; the legs fit; column turns are plotted in column; whom it leans on is
/// of the same side and does not lean back.
pub(crate) fn file(draft: &mut NavalDraft<'_>, unit: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if now != Segment::Plotting {
        return draft.refuse(PLOTTING, Reason::WrongSegment { needed: Segment::Plotting, now, verb: "plot" });
    }
    half_move::may_plot(draft, unit)?;
    precontact::may_steer(draft, unit)?;
    let Some(division) = state.division_of(unit) else {
        return draft.refuse(PLOTS, Reason::UnknownUnit { unit: unit.clone() });
    };
    if !state.ships_of(unit).any(Ship::in_action) {
        return draft.refuse(PLOTS, Reason::NotInAction { ship: unit.clone() });
    }
    let turn = state.turn + u16::from(advance);
    let of_her = || state.ship(unit).and_then(|ship| Some((ship, ship.jam(state.turn)?)));
    let held = jammed(state, division).or_else(of_her).filter(|(_, jam)| turn <= jam.until_turn);
    // Where she has no position a speed is her engines' order, and people hold her helm.
    let engines_alone = !state.is_tracked(unit) && plot.is_straight();
    if let Some((ship, jam)) = held.filter(|_| !engines_alone) {
        return draft.refuse(JAMMED, TableReason::RudderJammed { ship: ship.id.clone(), jam }.into());
    }
    if !state.is_tracked(unit) {
        if !state.checks || plot.leans_on().is_some() {
            return draft.refuse(PLOTS, TableReason::NoPosition { unit: unit.clone() }.into());
        }
        // She leaves her division with or without a position. [5.9.3]
        return match state.is_whole(division, unit) {
            true => signals::plotted_by_hand(draft, unit, plot, advance),
            false => plot_alone(draft, unit, plot, advance),
        };
    }
    if melee::is_held(state, division) && !advance {
        return draft.refuse(MELEE, TableReason::InMelee { division: division.id.clone() }.into());
    }
    let (id, of_whole) = (division.id.clone(), state.is_whole(division, unit));
    if !of_whole {
        return plot_alone(draft, unit, plot, advance);
    }
    let division = division.clone();
    smoke_is_of_the_division(draft, &division, plot)?;
    if !advance {
        signals::may_plot(draft, &division, plot)?;
    }
    leans_well(draft, &division, plot, advance)?;
    let orders = orders(draft.state(), &division, Some(plot));
    makes_smoke_under_way(draft, plot, orders.speed)?;
    if !advance {
        speed_holds(draft, &division, plot, orders.speed)?;
        can_be_steered(draft, draft.state(), &division, plot, &orders)?;
        within_special_rules(draft, &division, orders)?;
        leaning_within_special_rules(draft, &division.id, plot)?;
    } else if draft.state().checks {
        if let Err((rule, reason)) = special::may_plot_ahead(draft.state(), &division) {
            return draft.refuse(rule, reason);
        }
        // What she will have gained by next turn is not known yet, but nobody outruns her best.
        keeps_up(draft, &division, orders.speed)?;
    }
    draft.note(if advance { ADVANCE } else { PLOTS }, Fact::PlotFiled { division: id, plot: plot.clone(), advance });
    Ok(())
}

/// The plot keeps to the special rules of the scenario: courses, and where it ends. [9.2]
///
/// Whoever follows another goes where that one goes, and is held to what that one steers.
fn within_special_rules(draft: &NavalDraft<'_>, division: &Division, orders: Orders) -> Result<(), NavalHalt> {
    match judged_by_rules(draft.state(), division, orders, false) {
        Ok(()) => Ok(()),
        Err((rule, reason)) => draft.refuse(rule, reason),
    }
}

/// Those whose plots lean on this division's are held to the special rules by its new plot. [5.7.4, 5.7.5, 9.2]
///
/// # Errors
/// Refused with the first of them that it would take where a rule does not let her go.
fn leaning_within_special_rules(draft: &NavalDraft<'_>, division: &Id, plot: &Plot) -> Result<(), NavalHalt> {
    if draft.state().setup.rules.is_empty() {
        return Ok(());
    }
    let mut then = draft.state().clone();
    Naval::apply(&mut then, &Fact::PlotFiled { division: division.clone(), plot: plot.clone(), advance: false });
    let leans = |one: &Division| {
        let mut next = one.plot.as_ref().and_then(Plot::leans_on);
        for _ in &then.divisions {
            let Some(other) = next.filter(|other| *other != division) else { break };
            next = then.division(other).and_then(|other| other.plot.as_ref()).and_then(Plot::leans_on);
        }
        next == Some(division)
    };
    for one in then.divisions.iter().filter(|one| leans(one)) {
        let judged = judged_by_rules(&then, one, orders(&then, one, one.plot.as_ref()), false);
        if let Err((rule, reason)) = judged {
            return draft.refuse(rule, reason);
        }
    }
    Ok(())
}

/// Her engines still obey: a speed for the turn, without a word to the helm. [5.5, 8.4]
///
/// # Errors
/// Refused above her allowance, and for more speed than her type gains in a turn.
pub(crate) fn file_engines(draft: &mut NavalDraft<'_>, id: &Id, speed: Inches) -> Result<(), NavalHalt> {
    let Some(division) = draft.state().division(id).cloned() else { return Ok(()) };
    super::pace::speed_allowed(draft, &division, speed)?;
    let plot = Plot { speed: Some(speed), ..Plot::default() };
    draft.note(ANY_SPEED, Fact::PlotFiled { division: division.id, plot, advance: false });
    Ok(())
}

/// A ship of a division is plotted alone: she leaves it, and plots as a division of her own. [5.9.3]
///
/// # Errors
/// Refused for a turn ahead, while she still belongs to her division; as [`act_alone`] and [`file`].
pub(crate) fn plot_alone(draft: &mut NavalDraft<'_>, ship: &Id, plot: &Plot, advance: bool) -> Result<(), NavalHalt> {
    let division = draft.state().division_of(ship).map(|division| division.id.clone());
    if let Some(division) = division.filter(|_| advance) {
        return draft.refuse(ALONE, FormationReason::LeavesFirst { ship: ship.clone(), division }.into());
    }
    act_alone(draft, ship)?;
    file(draft, ship, plot, advance)
}
