//! 5.10: whether formations and single ships carry out their orders.
pub(crate) mod by_hand;
mod check;
mod independent;
pub(crate) mod orders;

pub use by_hand::{SPEED_MEMBERSHIP, unplotted_slowed_divisions};
pub use orders::{orders_number, repeaters};

use crate::model::{Division, Element, Plot, Sum};
use crate::rules::columns::{self, rudder};
use crate::rules::steering::{pace, plot_checks, tracks};
use crate::rules::{flags, reaction, shores, special, survey};
use crate::{Fact, Id, NavalDraft, NavalHalt, State};
use check::roll_orders;
use geometry::Path;
use orders::{
    CARRY_ON, DETACHED, JAMMED, SHIFTED, exemption_anywhere, groups, has_new_flag, is_void_in_a_jam, speed_only_plot,
};
use play::Rule;

/// Whether a unit's side sees an enemy, which the independent movement table refers to. [4.4, 5.10.3]
pub fn sees_an_enemy(state: &State, unit: &Id) -> bool {
    let side = state.division_of(unit).map(|division| &division.side);
    side.is_some_and(|side| independent::enemies_sighted(state, side).next().is_some())
}

/// Passes on lost flags, tests light ships under fire, and checks orders. [3.3.2, 5.10, 5.15]
pub(crate) fn before_moving(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    flags::pass_before_moving(draft);
    straight_without_a_leader(draft);
    hold_preplots_to_rules(draft);
    if draft.state().checks {
        void_plots_in_jams(draft);
        straight_under_new_flags(draft);
    }
    reaction::test_reactions(draft, State::has_position)?;
    if draft.state().checks {
        by_hand::carry_out_plots(draft);
        by_hand::record_obeyed(draft);
        check_all(draft)?;
    }
    by_hand::limit_speeds(draft);
    Ok(())
}

/// Voids plots with turns, except for their speed and smoke, if a rudder has jammed since. [8.4, Q39]
fn void_plots_in_jams(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let to_void = |division: &Division| {
        let (ship, _) = rudder::jammed_single_ship(state, division).filter(|_| is_void_in_a_jam(division))?;
        let speed = pace::clamp_speed(state, division, ship.speed);
        Some((division.id.clone(), speed_only_plot(division, speed)))
    };
    let replacements: Vec<(Id, Plot)> = columns::tracked(state).filter_map(to_void).collect();
    replace_plots(draft, JAMMED, replacements);
}

/// Replaces filed plots, and cancels the rest of unfinished turns.
fn replace_plots(draft: &mut NavalDraft<'_>, rule: Rule, replacements: Vec<(Id, Plot)>) {
    let to_fact = |(division, plot)| Fact::PlotReplaced { division, plot, carried: None };
    draft.record_all(rule, replacements.into_iter().map(to_fact));
}

/// Makes a division go straight on if its plot depends on a lost division. [5.7.4, 5.7.5]
fn straight_without_a_leader(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let lost_leader = |division: &Division| {
        let plot = division.plot.as_ref()?;
        let rule = tracks::lost_dependency_rule(state, plot)?;
        let straight = Plot::straight(tracks::speed_ordered(state, division));
        Some((rule, division.id.clone(), Plot { smoke: plot.smoke.clone(), ..straight }))
    };
    let replacements: Vec<(Rule, Id, Plot)> = columns::tracked(state).filter_map(lost_leader).collect();
    for (rule, division, plot) in replacements {
        let carried = draft.state().division(&division).and_then(|division| division.course.carried);
        draft.record(rule, Fact::PlotReplaced { division, plot, carried });
    }
}

/// Makes divisions that lost their flag after plotting go straight ahead. [5.9.1, Q40]
fn straight_under_new_flags(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let would_turn = |division: &&Division| {
        has_new_flag(state, division)
            && rudder::jammed_single_ship(state, division).is_none()
            && (state.is_changing(&division.id)
                || division.course.carried.is_some()
                || division.plot.as_ref().is_some_and(|plot| !plot.goes_straight()))
    };
    let straight_plot = |division: &Division| {
        let smoke = division.plot.as_ref().map_or_else(Vec::new, |plot| plot.smoke.clone());
        (division.id.clone(), Plot { smoke, ..Plot::straight(tracks::speed_ordered(state, division)) })
    };
    let replacements: Vec<(Id, Plot)> = columns::tracked(state).filter(would_turn).map(straight_plot).collect();
    replace_plots(draft, SHIFTED, replacements);
}

/// Rolls whether orders are received and, if not, for independent movement. [5.10.3]
fn check_all(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ids = |group: Vec<&Division>| group.into_iter().map(|division| division.id.clone()).collect();
    let groups = groups(state, State::group_in_orders).into_iter();
    let groups_to_check: Vec<Vec<Id>> =
        groups.filter(|group| check_exemption(state, group).is_none()).map(ids).collect();
    groups_to_check.into_iter().try_for_each(|group| {
        let Some(lead) = group.first().and_then(|unit| draft.state().division(unit)).cloned() else { return Ok(()) };
        let needed = orders_number(draft.state(), &lead);
        roll_orders(draft, &lead, &group, needed)
    })
}

/// Returns the paragraph that excuses a formation or a ship, or `None` if it must check. A single ship must, even the
/// force flagship, unless it steers straight off its own edge or cannot steer. [5.9.2, 5.10.1, 5.10.2, 5.10.3, Q39]
fn check_exemption(state: &State, group: &[&Division]) -> Option<Rule> {
    let lead = group.first()?;
    if let Some(rule) = exemption_anywhere(state, group) {
        return Some(rule);
    }
    if lead.is_alone {
        return (lead.plot.is_none() || leaves_by_own_edge(state, lead)).then_some(DETACHED);
    }
    let is_steady =
        !state.is_changing(&lead.id) && group.iter().all(|division| keeps_course_and_speed(state, division));
    is_steady.then_some(CARRY_ON)
}

/// Returns the sum that the die for orders must not exceed. The error is the paragraph that excuses a division. [5.10]
pub fn orders_number_or_exemption(state: &State, division: &Division) -> Result<Sum, Rule> {
    let group = state.group_in_orders(&division.id);
    let needed = || orders_number(state, group.first().copied().unwrap_or(division));
    check_exemption(state, &group).map_or_else(|| Ok(needed()), Err)
}

/// Whether a division goes straight at the same speed or only closes up, or copies a division that does. [5.10.2]
fn keeps_course_and_speed(state: &State, division: &Division) -> bool {
    let Some(plot) = &division.plot else { return true };
    // A speed that is forced on the division is a change too.
    let ordered = pace::clamp_speed(state, division, tracks::speed_ordered(state, division));
    let same_speed = ordered == pace::last_speed(state, division);
    match &plot.elements[..] {
        [Element::CloseUp] => true,
        [Element::Follow(other) | Element::Mimic(other)] => {
            same_speed && state.division(other).is_none_or(|other| keeps_course_and_speed(state, other))
        }
        _ => same_speed && plot.is_straight(),
    }
}

/// Whether a division's plot and course take it straight over its own side's edge. [5.9.2]
fn leaves_by_own_edge(state: &State, division: &Division) -> bool {
    let straight = division.plot.as_ref().is_some_and(Plot::is_straight) && division.course.carried.is_none();
    let Some(place) = columns::place_of(state, division) else { return false };
    let table = survey::surface(state);
    let ahead = Path::new(place.pose()).straight(table.width_in + table.depth_in);
    let edge = shores::edge_left_by(state, &ahead);
    straight && edge.is_some() && edge == state.side(&division.side).map(|side| side.friendly_edge)
}

/// Checks plots from before contact against special rules in the turn in which they are run. [5.13.3, 9.2]
fn hold_preplots_to_rules(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    if state.setup.rules.is_empty() {
        return;
    }
    let on_preplots =
        columns::tracked(state).filter(|division| state.is_on_preplots(&division.side) && !division.is_alone);
    let straight = |division: &Division| {
        let plot = plot_checks::legal_straight_plot(state, division, division.plot.as_ref()?)?;
        Some(Fact::PlotReplaced { division: division.id.clone(), plot, carried: division.course.carried })
    };
    let replacements: Vec<Fact> = on_preplots.filter_map(straight).collect();
    draft.record_all(special::sentences::SPECIAL, replacements);
}
