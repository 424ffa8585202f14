//! What orders need to be heard, and what plot they leave to a division. [5.7.7, 5.9.1, 5.10]
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
/// No order turns a rudder that is jammed.
pub(crate) const JAMMED: Rule = Rule::new("8.4");
pub(crate) const DETACHED: Rule = Rule::new("5.9.2");
pub(crate) const REACTING: Rule = Rule::new("5.15.3");

/// Whether a jammed rudder makes a plot void: one that turns, and any that was filed before this turn. A speed that was
/// plotted since is for the engines.
pub(crate) fn is_void_in_a_jam(division: &Division) -> bool {
    let plot = division.plot.as_ref();
    plot.is_some_and(|plot| !plot.elements.is_empty() && (division.plotted_ahead || !plot.is_straight()))
}

/// What is left of a plot when the rudder is jammed: the engines obey, and smoke is made.
pub(crate) fn engines(division: &Division, speed: Inches) -> Plot {
    let smoke = division.plot.as_ref().map_or_else(Vec::new, |plot| plot.smoke.clone());
    Plot { elements: Vec::new(), speed: Some(speed), smoke }
}

/// Its new flag first leads it in the movement of this turn. [5.9.1, Q40]
pub(crate) fn leads_anew(state: &State, division: &Division) -> bool {
    division.flag_turn == Some(state.turn)
}

/// The same as far as nothing hangs on where ships lie: asked of formations with positions and of those moved by hand.
/// [5.10.1, 5.10.3, 5.15.3, 8.4, 9.2]
pub(crate) fn excused_wherever(state: &State, group: &[&Division]) -> Option<Rule> {
    let lead = group.first()?;
    if matches!(group, [division] if rudder::jammed(state, division).is_some()) {
        return Some(JAMMED);
    }
    let flies = |flag: &Id| {
        let aboard = state.ship(flag).is_some_and(Ship::in_action);
        aboard && group.iter().any(|division| division.ships.contains(flag))
    };
    let mute = group.iter().any(|division| special::orders::flag_is_mute(state, division));
    if !lead.alone && !mute && force_flag(state, &lead.side).is_some_and(|flag| flies(&flag)) {
        return Some(FORCE_FLAG);
    }
    if group.iter().any(|division| state.this_turn.reacting.contains(&division.id)) {
        return Some(REACTING);
    }
    if group.iter().any(|division| special::orders::freed_from_orders(state, division)) {
        return Some(special::sentences::SPECIAL);
    }
    // What was plotted before contact was agreed upon in harbour. [5.13.3]
    state.on_preplots(&lead.side).then_some(PREPLOTTED)
}

/// What the die for orders must not exceed, with all that makes it. [5.7.7, 5.10.3, 5.10.4]
pub fn needed(state: &State, lead: &Division) -> Sum {
    needed_by(state, lead, range_to_flag(state, lead), repeaters(state, lead).len())
}

/// The same with the distance to the force flag and the number of repeaters said. [5.10.3, 5.10.4]
pub(crate) fn needed_by(state: &State, lead: &Division, range: Option<Inches>, repeaters: usize) -> Sum {
    let chart = &state.setup.charts.command_check;
    let mut sum = Sum::of(i64::from(chart.base), Label::OrdersReceived, RECEIVED);
    let mut add = |worth: i32, label: Label, rule: Rule| {
        if worth != 0 {
            sum.plus(worth, label, rule);
        }
    };
    let bridge = state.ship(&lead.flagship).is_some_and(Ship::bridge_hit);
    let signalling = if bridge { lead.signalling.min(0) } else { lead.signalling };
    let label = if bridge { Label::SignallingBridgeHit } else { Label::Signalling };
    add(chart.signalling * signalling, label, RECEIVED);
    let count = (repeaters as i32).min(chart.repeaters.at_most);
    add(chart.repeaters.each * count, Label::Repeaters(repeaters as u16), REPEATERS);
    if filed_ahead(state, lead) {
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
    special::orders::orders(state, lead, &mut sum);
    sum
}

/// Every division of the formation that has a plot of its own had it filed a turn ahead. [5.7.7]
pub(crate) fn filed_ahead(state: &State, lead: &Division) -> bool {
    let group = state.group_in_orders(&lead.id);
    let mut own = group.iter().filter(|one| one.plot.as_ref().is_some_and(|plot| plot.leans_on().is_none())).peekable();
    let anew = |one: &&Division| !one.plotted_ahead && state.this_turn.changed_by_hand.contains(&one.id);
    own.peek().is_some() && own.all(|one| one.plotted_ahead) && !group.iter().any(anew) && !state.is_changing(&lead.id)
}

/// From the middle of the checker's flagship to that of the force flag's formation; typed where they are not tracked.
/// (Q35)
pub(crate) fn range_to_flag(state: &State, lead: &Division) -> Option<Inches> {
    let flag = flag_division(state, &lead.side)?;
    let ends = point_of(state, lead).zip(point_of(state, flag));
    let range = ends.map(|(here, there)| Inches::nearest(range_in(here, there)));
    range.or_else(|| state.measured(&lead.flagship, &flag.flagship))
}

/// The leading division of the force flag's formation.
pub(crate) fn flag_division<'a>(state: &'a State, side: &SideId) -> Option<&'a Division> {
    let division = state.division_of(&force_flag(state, side)?)?;
    state.group_in_orders(&division.id).into_iter().next()
}

/// The one point that stands for a division or its formation: the middle of the flagship's base. (Q35)
pub(crate) fn point_of(state: &State, division: &Division) -> Option<Point> {
    Some(survey::standing_for(state, &division.id)?.at?.point())
}

/// The leading divisions of the friendly formations that repeat signals for this one: each lies nearer to it, and nearer
/// to the force flag's formation, than those two to each other. [5.10.4, Q35]
pub fn repeaters(state: &State, lead: &Division) -> Vec<Id> {
    let Some(flag) = flag_division(state, &lead.side) else { return Vec::new() };
    let Some((here, there)) = point_of(state, lead).zip(point_of(state, flag)) else { return Vec::new() };
    let whole = range_in(here, there);
    let other = |one: &&&Division| one.side == lead.side && !one.alone && one.id != lead.id && one.id != flag.id;
    let between = |group: &Vec<&Division>| {
        let first = group.first().filter(other)?;
        let at = point_of(state, first)?;
        (range_in(at, here) < whole && range_in(at, there) < whole).then(|| first.id.clone())
    };
    groups(state, State::group_of).iter().filter_map(between).collect()
}

/// Whether a plot for this turn may be filed: a plot filed a turn ahead stands unless orders failed since, and whoever
/// shifts the flag steers straight ahead. [5.7.7, 5.9.1]
pub(crate) fn may_plot(draft: &NavalDraft<'_>, division: &Division, plot: &Plot) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    // A flag that is gone calls for a new plot. [5.9.1]
    let stands = !(may_cancel(state, division) || leads_anew(state, division) && plot.goes_straight());
    // One that a jammed rudder has made void does not. [8.4, Q39]
    let steers = rudder::jammed(state, division).is_none();
    let ahead = division.plot.as_ref().filter(|_| division.plotted_ahead && stands && steers);
    let (filed, id) = (ahead.filter(|filed| *filed != plot).cloned(), || division.id.clone());
    draft.refuse_found(filed, AHEAD, |plot| FormationReason::PlottedAhead { division: id(), plot })?;
    let turns = leads_anew(state, division) && !plot.goes_straight();
    draft.refuse_if(turns, SHIFTED, || FormationReason::FlagShifted { division: id() })
}

/// Orders did not reach its formation in the turn in which the plot was filed. [5.7.7]
pub(crate) fn may_cancel(state: &State, division: &Division) -> bool {
    state.group_of(&division.id).iter().any(|one| one.failed_turn.is_some_and(|turn| turn + 1 == state.turn))
}

/// Every formation, and every division or ship that acts by itself, once, as far as it is tracked and can move.
pub(crate) fn groups(state: &State, group: Group) -> Vec<Vec<&Division>> {
    let mut groups: Vec<Vec<&Division>> = Vec::new();
    let able = |one: &&Division| columns::tracked(state).any(|tracked| tracked.id == one.id);
    for division in columns::tracked(state) {
        if !groups.iter().flatten().any(|one| one.id == division.id) {
            groups.push(group(state, &division.id).into_iter().filter(able).collect());
        }
    }
    groups
}

/// Who counts with a division: its formation, or as much of it as orders reach together.
pub(crate) type Group = for<'s> fn(&'s State, &Id) -> Vec<&'s Division>;
