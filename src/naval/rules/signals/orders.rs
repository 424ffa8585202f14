//! The number needed to receive orders, and the plots that orders allow. [5.7.7, 5.9.1, 5.10]
use crate::model::{Division, FormationReason, Label, Plot, Ship, Sum};
use crate::rules::columns::{self, rudder};
use crate::rules::{flags::force_flag, special, survey};
use crate::{Id, Inches, NavalDraft, NavalHalt, SideId, State};
use geometry::{self, Point, range_in};
use play::Rule;

const PREPLOTTED: Rule = Rule::new("5.13.3");
pub(crate) const AHEAD: Rule = Rule::new("5.7.7");
pub(crate) const SHIFTED: Rule = Rule::new("5.9.1");
pub(crate) const FORCE_FLAG: Rule = Rule::new("5.10.1");
pub(crate) const CARRY_ON: Rule = Rule::new("5.10.2");
pub(crate) const RECEIVED: Rule = Rule::new("5.10.3");
pub(crate) const REPEATERS: Rule = Rule::new("5.10.4");
/// No order turns a jammed rudder.
pub(crate) const JAMMED: Rule = Rule::new("8.4");
pub(crate) const DETACHED: Rule = Rule::new("5.9.2");
pub(crate) const REACTING: Rule = Rule::new("5.15.3");

/// Whether a jammed rudder voids a plot: one with turns, or a course filed before this turn. A speed alone stays.
pub(crate) fn is_void_in_a_jam(division: &Division) -> bool {
    let plot = division.plot.as_ref();
    plot.is_some_and(|plot| !plot.elements.is_empty() && (division.plotted_ahead || !plot.is_straight()))
}

/// Returns what is left of a plot when the rudder is jammed: the speed and smoke.
pub(crate) fn speed_only_plot(division: &Division, speed: Inches) -> Plot {
    let smoke = division.plot.as_ref().map_or_else(Vec::new, |plot| plot.smoke.clone());
    Plot { elements: Vec::new(), speed: Some(speed), smoke }
}

/// Whether a new flagship first leads the division in this turn's movement. [5.9.1, Q40]
pub(crate) fn has_new_flag(state: &State, division: &Division) -> bool {
    division.new_flag_turn == Some(state.turn)
}

/// Returns the paragraph that excuses a formation from a check, positions or not. [5.10.1, 5.10.3, 5.15.3, 8.4, 9.2]
pub(crate) fn exemption_anywhere(state: &State, group: &[&Division]) -> Option<Rule> {
    let lead = group.first()?;
    if matches!(group, [division] if rudder::jammed_single_ship(state, division).is_some()) {
        return Some(JAMMED);
    }
    let carries_flag = |flag: &Id| {
        let is_in_action = state.ship(flag).is_some_and(Ship::is_in_action);
        is_in_action && group.iter().any(|division| division.ships.contains(flag))
    };
    let is_suspended = group.iter().any(|division| special::orders::is_flag_suspended(state, division));
    if !lead.is_alone && !is_suspended && force_flag(state, &lead.side).is_some_and(|flag| carries_flag(&flag)) {
        return Some(FORCE_FLAG);
    }
    if group.iter().any(|division| state.this_turn.reacting.contains(&division.id)) {
        return Some(REACTING);
    }
    if group.iter().any(|division| special::orders::is_freed_from_orders(state, division)) {
        return Some(special::sentences::SPECIAL);
    }
    // Plots from before contact were agreed before the battle. [5.13.3]
    state.is_on_preplots(&lead.side).then_some(PREPLOTTED)
}

/// Returns the sum that the die for orders must not exceed. [5.7.7, 5.10.3, 5.10.4]
pub fn orders_number(state: &State, lead: &Division) -> Sum {
    orders_number_at(state, lead, range_to_flag(state, lead), repeaters(state, lead).len())
}

/// Returns the sum for orders at a given distance to the force flag, with this many repeaters. [5.10.3, 5.10.4]
pub(crate) fn orders_number_at(state: &State, lead: &Division, range: Option<Inches>, repeaters: usize) -> Sum {
    let chart = &state.setup.charts.command_check;
    let mut sum = Sum::from_base(i64::from(chart.base), Label::OrdersReceived, RECEIVED);
    let mut add = |worth: i32, label: Label, rule: Rule| {
        if worth != 0 {
            sum.plus(worth, label, rule);
        }
    };
    let has_bridge_hit = state.ship(&lead.flagship).is_some_and(Ship::has_bridge_hit);
    let signalling = if has_bridge_hit { lead.signalling.min(0) } else { lead.signalling };
    let label = if has_bridge_hit { Label::SignallingBridgeHit } else { Label::Signalling };
    add(chart.signalling * signalling, label, RECEIVED);
    let count = (repeaters as i32).min(chart.repeaters.at_most);
    add(chart.repeaters.each * count, Label::Repeaters(repeaters as u16), REPEATERS);
    if is_filed_ahead(state, lead) {
        add(chart.advance_plot, Label::PlottedATurnAhead, AHEAD);
    }
    if let Some(range) = range {
        let full = ((range.as_f64() + geometry::SLACK_IN) / chart.distance.every.as_f64()).floor() as i32;
        add(chart.distance.worth * full, Label::FromTheForceFlag(range), RECEIVED);
    }
    if state.setup.night {
        add(chart.night, Label::Night, RECEIVED);
    }
    let fired_on = |division: &&Division| state.ships_of_division(&division.id).any(|ship| ship.fired_upon_last_turn);
    if state.group_in_orders(&lead.id).iter().any(fired_on) {
        add(chart.under_fire, Label::FiredOnLastTurn, RECEIVED);
    }
    special::orders::apply_to_orders(state, lead, &mut sum);
    sum
}

/// Whether every division of the formation with a plot that depends on no other filed it a turn ahead. [5.7.7]
pub(crate) fn is_filed_ahead(state: &State, lead: &Division) -> bool {
    let group = state.group_in_orders(&lead.id);
    let mut plotted = group
        .iter()
        .filter(|division| division.plot.as_ref().is_some_and(|plot| plot.depends_on().is_none()))
        .peekable();
    let is_new =
        |division: &&Division| !division.plotted_ahead && state.this_turn.changed_by_hand.contains(&division.id);
    plotted.peek().is_some()
        && plotted.all(|division| division.plotted_ahead)
        && !group.iter().any(is_new)
        && !state.is_changing(&lead.id)
}

/// Returns the range from a division's flagship to that of the force flag's formation, middle to middle, or as measured
/// if they have no positions. (Q35)
pub(crate) fn range_to_flag(state: &State, lead: &Division) -> Option<Inches> {
    let flag = flag_division(state, &lead.side)?;
    let ends = point_of(state, lead).zip(point_of(state, flag));
    let range = ends.map(|(here, there)| Inches::nearest(range_in(here, there)));
    range.or_else(|| state.measured_range(&lead.flagship, &flag.flagship))
}

/// Returns the leading division of the force flag's formation.
pub(crate) fn flag_division<'a>(state: &'a State, side: &SideId) -> Option<&'a Division> {
    let division = state.division_of(&force_flag(state, side)?)?;
    state.group_in_orders(&division.id).into_iter().next()
}

/// Returns the point that represents a division or its formation: the middle of the flagship's base. (Q35)
pub(crate) fn point_of(state: &State, division: &Division) -> Option<Point> {
    Some(survey::representative_of(state, &division.id)?.at?.point())
}

/// Returns the leading divisions of friendly formations that repeat signals for this one. Each is nearer to it, and to
/// the force flag's formation, than these two are to each other. [5.10.4, Q35]
pub fn repeaters(state: &State, lead: &Division) -> Vec<Id> {
    let Some(flag) = flag_division(state, &lead.side) else { return Vec::new() };
    let Some((own_point, flag_point)) = point_of(state, lead).zip(point_of(state, flag)) else { return Vec::new() };
    let direct_in = range_in(own_point, flag_point);
    let is_candidate = |division: &&&Division| {
        division.side == lead.side && !division.is_alone && division.id != lead.id && division.id != flag.id
    };
    let repeater = |group: &Vec<&Division>| {
        let first = group.first().filter(is_candidate)?;
        let point = point_of(state, first)?;
        (range_in(point, own_point) < direct_in && range_in(point, flag_point) < direct_in).then(|| first.id.clone())
    };
    groups(state, State::divisions_in_formation_of).iter().filter_map(repeater).collect()
}

/// Refuses a plot that may not be filed for this turn. An advance plot stays unless orders failed since. A division
/// with a new flagship goes straight ahead. [5.7.7, 5.9.1]
pub(crate) fn check_may_plot(draft: &NavalDraft<'_>, division: &Division, plot: &Plot) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    // A lost flag requires a new plot. [5.9.1]
    let is_binding = !(may_cancel(state, division) || has_new_flag(state, division) && plot.goes_straight());
    // An advance plot that a jammed rudder has voided does not block a new one. [8.4, Q39]
    let can_steer = rudder::jammed_single_ship(state, division).is_none();
    let ahead = division.plot.as_ref().filter(|_| division.plotted_ahead && is_binding && can_steer);
    let (filed, id) = (ahead.filter(|filed| *filed != plot).cloned(), || division.id.clone());
    draft.refuse_found(filed, AHEAD, |plot| FormationReason::PlottedAhead { division: id(), plot })?;
    let turns = has_new_flag(state, division) && !plot.goes_straight();
    draft.refuse_if(turns, SHIFTED, || FormationReason::FlagShifted { division: id() })
}

/// Whether orders failed to reach the formation in the turn in which the plot was filed. [5.7.7]
pub(crate) fn may_cancel(state: &State, division: &Division) -> bool {
    state
        .divisions_in_formation_of(&division.id)
        .iter()
        .any(|candidate| candidate.orders_failed_turn.is_some_and(|turn| turn + 1 == state.turn))
}

/// Returns every formation, single division and single ship once, with its tracked divisions.
pub(crate) fn groups(state: &State, group: GroupOf) -> Vec<Vec<&Division>> {
    let mut groups: Vec<Vec<&Division>> = Vec::new();
    let is_tracked = |member: &&Division| columns::tracked(state).any(|tracked| tracked.id == member.id);
    for division in columns::tracked(state) {
        if !groups.iter().flatten().any(|member| member.id == division.id) {
            groups.push(group(state, &division.id).into_iter().filter(is_tracked).collect());
        }
    }
    groups
}

/// Returns the divisions grouped with one: its formation, or the part of it that receives orders together.
pub(crate) type GroupOf = for<'s> fn(&'s State, &Id) -> Vec<&'s Division>;
