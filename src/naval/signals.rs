//! 5.10: whether formations and ships alone carry out their orders.
mod by_hand;
mod flags;
mod independent;

pub use by_hand::{ByHandTurn, owed};
pub(super) use by_hand::{by_hand, plotted_by_hand, turned_by_hand};
pub(super) use flags::{flag_among, flag_of, may_leave, new_flag, pass_flags, shift};

use super::{
    Fact, NavalDraft, NavalHalt, Purpose,
    chart::{Independent, UnitKind},
    fact::Sum,
    measure::{Id, Inches},
    movement,
    plot::{Element, Plot},
    reaction,
    reason::FormationReason,
    setup::Edge,
    ship::Ship,
    special,
    state::{Division, State},
    survey,
};
use geometry::{self, Path, Piece, Point, range_in};
use play::{Ask, Rule};

const AHEAD: Rule = Rule::new("5.7.7");
const SHIFTED: Rule = Rule::new("5.9.1");
const DETACHED: Rule = Rule::new("5.9.2");
/// Plots made before turn 1 are run as they stand.
const PREPLOTTED: Rule = Rule::new("5.13.3");
const FORCE_FLAG: Rule = Rule::new("5.10.1");
const CARRY_ON: Rule = Rule::new("5.10.2");
const RECEIVED: Rule = Rule::new("5.10.3");
const REPEATERS: Rule = Rule::new("5.10.4");
const IN_COLUMN: Rule = Rule::new("5.10.5");
const REACTING: Rule = Rule::new("5.15.3");
/// No order turns a rudder that is jammed.
const JAMMED: Rule = Rule::new("8.4");

/// What the Movement Segment begins with, before anyone moves: flags of ships lost pass on, light ships under fire are
/// tested, and orders are checked. [3.3.2, 5.10, 5.15]
///
/// # Errors
/// Dice missing or impossible faces.
pub(super) fn before_moving(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    flags::pass_before_moving(draft);
    hold_preplots_to_rules(draft);
    if draft.state().checks {
        as_her_rudder_lies(draft);
        straight_under_new_flags(draft);
    }
    reaction::test_tracked(draft)?;
    if draft.state().checks {
        by_hand::carry_out(draft);
        by_hand::obey(draft);
        check_all(draft)?;
    }
    by_hand::hold_to_allowances(draft);
    Ok(())
}

/// A plot that turns is void where a rudder has jammed since: the sheet tells it. [8.4, Q39]
fn as_her_rudder_lies(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let void = |division: &Division| {
        let (ship, _) = movement::jammed(state, division).filter(|_| is_void_in_a_jam(division))?;
        let speed = movement::nearest_to(state, division, ship.speed);
        Some((division.id.clone(), engines(division, speed)))
    };
    let instead: Vec<(Id, Plot)> = movement::tracked(state).filter_map(void).collect();
    for (division, plot) in instead {
        draft.note(JAMMED, Fact::PlotReplaced { division, plot, carried: None });
    }
}

/// Whether a jammed rudder makes a plot void: one that turns, and any that was filed before this turn. A speed that was
/// plotted since is for the engines.
fn is_void_in_a_jam(division: &Division) -> bool {
    let plot = division.plot.as_ref();
    plot.is_some_and(|plot| !plot.elements.is_empty() && (division.plotted_ahead || !plot.is_straight()))
}

/// What is left of a plot when the rudder is jammed: the engines obey, and smoke is made.
fn engines(division: &Division, speed: Inches) -> Plot {
    let smoke = division.plot.as_ref().map_or_else(Vec::new, |plot| plot.smoke.clone());
    Plot { elements: Vec::new(), speed: Some(speed), smoke }
}

/// Whoever lost the flag after the plots were filed goes straight ahead instead. [5.9.1, Q40]
fn straight_under_new_flags(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let turns = |division: &&Division| {
        leads_anew(state, division)
            && movement::jammed(state, division).is_none()
            && (state.is_changing(&division.id)
                || division.course.carried.is_some()
                || division.plot.as_ref().is_some_and(|plot| !goes_straight(plot)))
    };
    let straight = |division: &Division| {
        let smoke = division.plot.as_ref().map_or_else(Vec::new, |plot| plot.smoke.clone());
        (division.id.clone(), Plot { smoke, ..Plot::straight(movement::speed_ordered(state, division)) })
    };
    let instead: Vec<(Id, Plot)> = movement::tracked(state).filter(turns).map(straight).collect();
    for (division, plot) in instead {
        draft.note(SHIFTED, Fact::PlotReplaced { division, plot, carried: None });
    }
}

/// Its new flag first leads it in the movement of this turn. [5.9.1, Q40]
fn leads_anew(state: &State, division: &Division) -> bool {
    division.flag_turn == Some(state.turn)
}

/// The ship with the force flag: the one that took it over, or the scenario's, or the flagship of the side's first
/// division where the scenario names none. [5.10.1, 5.10.6]
pub fn force_flag(state: &State, side: &Id) -> Option<Id> {
    let taken = state.force_flags.iter().rev().find(|(one, _)| one == side).map(|(_, ship)| ship);
    let named = || state.side(side).and_then(|side| side.force_flag.as_ref());
    let first = || {
        let leads = |division: &&Division| state.ship(&division.flagship).is_some_and(Ship::in_action);
        let mut own = state.divisions.iter().map(AsRef::as_ref).filter(|division| division.side == *side);
        own.find(leads).map(|division| &division.flagship)
    };
    taken.or_else(named).or_else(first).cloned()
}

/// Who counts with a division: its formation, or as much of it as orders reach together.
type Group = for<'s> fn(&'s State, &Id) -> Vec<&'s Division>;

/// Every formation, and every division or ship that acts by itself, once, as far as it is tracked and can move.
fn groups(state: &State, group: Group) -> Vec<Vec<&Division>> {
    let mut groups: Vec<Vec<&Division>> = Vec::new();
    for division in movement::tracked(state) {
        if groups.iter().flatten().any(|one| one.id == division.id) {
            continue;
        }
        let able = |one: &&Division| movement::tracked(state).any(|tracked| tracked.id == one.id);
        groups.push(group(state, &division.id).into_iter().filter(able).collect());
    }
    groups
}

fn check_all(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let owing: Vec<Vec<Id>> = groups(state, State::group_in_orders)
        .into_iter()
        .filter(|group| excused(state, group).is_none())
        .map(|group| group.into_iter().map(|division| division.id.clone()).collect())
        .collect();
    owing.into_iter().try_for_each(|group| check(draft, &group))
}

/// The paragraph by which a formation, or a ship alone, carries out its orders without a check; `None` when it must
/// check. A ship alone always must, the force flagship too, save when she steers straight off her own edge or cannot
/// steer at all. [5.9.2, 5.10.1, 5.10.2, 5.10.3, Q39]
fn excused(state: &State, group: &[&Division]) -> Option<Rule> {
    let lead = group.first()?;
    if let Some(rule) = excused_wherever(state, group) {
        return Some(rule);
    }
    if lead.alone {
        return (lead.plot.is_none() || leaves_by_own_edge(state, lead)).then_some(DETACHED);
    }
    let quiet = !state.is_changing(&lead.id) && group.iter().all(|division| carries_on(state, division));
    quiet.then_some(CARRY_ON)
}

/// The same as far as nothing hangs on where ships lie: asked of formations with positions and of those moved by hand.
/// [5.10.1, 5.10.3, 5.15.3, 8.4, 9.2]
fn excused_wherever(state: &State, group: &[&Division]) -> Option<Rule> {
    let lead = group.first()?;
    if let [division] = group
        && movement::jammed(state, division).is_some()
    {
        return Some(JAMMED);
    }
    let flies = |flag: &Id| {
        let aboard = state.ship(flag).is_some_and(Ship::in_action);
        aboard && group.iter().any(|division| division.ships.contains(flag))
    };
    let mute = group.iter().any(|division| special::flag_is_mute(state, division));
    if !lead.alone && !mute && force_flag(state, &lead.side).is_some_and(|flag| flies(&flag)) {
        return Some(FORCE_FLAG);
    }
    if group.iter().any(|division| state.reacting.contains(&division.id)) {
        return Some(REACTING);
    }
    if group.iter().any(|division| special::freed_from_orders(state, division)) {
        return Some(special::SPECIAL);
    }
    // What was plotted before contact was agreed upon in harbour. [5.13.3]
    state.on_preplots(&lead.side).then_some(PREPLOTTED)
}

/// Whether a division must check this turn's orders, and what for: the paragraph that excuses it, or the sum that the
/// die must not exceed. [5.10]
///
/// # Errors
/// The paragraph by which it needs no check.
pub fn orders_of(state: &State, division: &Division) -> Result<Sum, Rule> {
    let group = state.group_in_orders(&division.id);
    match excused(state, &group) {
        Some(rule) => Err(rule),
        None => Ok(needed(state, group.first().copied().unwrap_or(division))),
    }
}

/// Straight ahead at the same speed, or nothing but closing up; whoever follows or mimics does what the other does.
/// [5.10.2]
fn carries_on(state: &State, division: &Division) -> bool {
    let Some(plot) = &division.plot else { return true };
    let same_speed = movement::speed_ordered(state, division) == movement::speed_now(state, division);
    match &plot.elements[..] {
        [Element::CloseUp] => true,
        [Element::Follow(other) | Element::Mimic(other)] => {
            same_speed && state.division(other).is_none_or(|other| carries_on(state, other))
        }
        _ => same_speed && plot.is_straight(),
    }
}

/// Her plot and course take her straight over the edge of her own side. [5.9.2]
fn leaves_by_own_edge(state: &State, division: &Division) -> bool {
    let straight = division.plot.as_ref().is_some_and(Plot::is_straight) && division.course.carried.is_none();
    let Some(place) = movement::bases(state, division).first().and_then(|(ship, _)| ship.at) else { return false };
    let (width_in, depth_in) = (state.setup.table.width.as_f64(), state.setup.table.height.as_f64());
    let ahead = Piece::Straight { length_in: width_in + depth_in };
    let exit = geometry::Table { width_in, depth_in }.exit(&Path::of(place.pose(), [ahead]));
    let edge = exit.map(|exit| match exit.edge {
        geometry::Edge::North => Edge::North,
        geometry::Edge::East => Edge::East,
        geometry::Edge::South => Edge::South,
        geometry::Edge::West => Edge::West,
    });
    straight && edge.is_some() && edge == state.side(&division.side).map(|side| side.friendly_edge)
}

/// The roll for orders received and, where they were not, the one for independent movement. [5.10.3]
fn check(draft: &mut NavalDraft<'_>, group: &[Id]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some((unit, with)) = group.split_first() else { return Ok(()) };
    let Some(lead) = state.division(unit).cloned() else { return Ok(()) };
    let needed = needed(state, &lead);
    check_at(draft, &lead, (unit, with), needed)
}

/// The same at a number that is known.
fn check_at(
    draft: &mut NavalDraft<'_>,
    lead: &Division,
    (unit, with): (&Id, &[Id]),
    needed: Sum,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let sides = state.setup.charts.command_check.sides;
    let at_most = needed.result.clamp(0, i32::from(sides)) as u8;
    let face = draft.roll(Ask::test(sides, at_most, Purpose::Orders(unit.clone()), RECEIVED))?;
    let received = i32::from(face) <= needed.result;
    draft.note(RECEIVED, Fact::OrdersChecked { unit: unit.clone(), with: with.to_vec(), needed, received });
    let group: Vec<Id> = std::iter::once(unit).chain(with).cloned().collect();
    if received { Ok(()) } else { act_alone(draft, lead, &group) }
}

/// What those do whom no orders reached; divisions that follow or mimic one of them go on doing so. [5.10.3, 5.10.5]
fn act_alone(draft: &mut NavalDraft<'_>, lead: &Division, group: &[Id]) -> Result<(), NavalHalt> {
    let kind = kind_of(draft.state(), lead, group);
    let Some(table) = draft.state().setup.charts.independent(kind).cloned() else { return Ok(()) };
    let face = draft.roll(Ask::one(table.sides, Purpose::Independent(lead.id.clone()), RECEIVED))?;
    let roll = i32::from(face) + lead.initiative;
    let does = table.row(roll);
    let (unit, initiative) = (lead.id.clone(), lead.initiative);
    let rule = if lead.alone { DETACHED } else { RECEIVED };
    draft.note(rule, Fact::ActedAlone { unit, kind, initiative, roll, does });
    if does != Independent::AsPlotted {
        by_hand::at_last_speed(draft, group);
    }
    let state = draft.state();
    let leans = |division: &Division| {
        division.plot.as_ref().and_then(Plot::leans_on).is_some_and(|other| group.contains(other))
    };
    // Whoever is moved by hand is moved by what the table says.
    let steered = |division: &&Division| state.is_tracked(&division.id) && !leans(division);
    let leading = group.iter().filter_map(|id| state.division(id)).filter(steered);
    let instead: Vec<(Id, Plot, Rule)> = leading
        .filter_map(|division| {
            let plot = independent::plot(state, division, group, does)?;
            Some(match movement::straight_by_rule(state, division, &plot) {
                Some(straight) => (division.id.clone(), straight, special::SPECIAL),
                None => (division.id.clone(), plot, IN_COLUMN),
            })
        })
        .collect();
    for (division, plot, rule) in instead {
        let carried = draft.state().division(&division).and_then(|division| division.course.carried);
        draft.note(rule, Fact::PlotReplaced { division, plot, carried });
    }
    Ok(())
}

/// What was plotted before contact is held to the special rules in the turn in which it is run. [5.13.3, 9.2]
fn hold_preplots_to_rules(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    if state.setup.rules.is_empty() {
        return;
    }
    let blind = movement::tracked(state).filter(|division| state.on_preplots(&division.side) && !division.alone);
    let instead: Vec<(Id, Plot)> = blind
        .filter_map(|division| {
            let straight = movement::straight_by_rule(state, division, division.plot.as_ref()?)?;
            Some((division.id.clone(), straight))
        })
        .collect();
    for (division, plot) in instead {
        let carried = draft.state().division(&division).and_then(|division| division.course.carried);
        draft.note(special::SPECIAL, Fact::PlotReplaced { division, plot, carried });
    }
}

fn kind_of(state: &State, lead: &Division, group: &[Id]) -> UnitKind {
    let mut ships = group.iter().flat_map(|id| state.ships_of_division(id)).filter(|ship| ship.in_action());
    match lead.alone {
        true => UnitKind::Single,
        false if ships.all(|ship| ship.card.kind.is_light()) => UnitKind::Light,
        false => UnitKind::Large,
    }
}

/// What the die for orders must not exceed, with all that makes it. [5.7.7, 5.10.3, 5.10.4]
pub fn needed(state: &State, lead: &Division) -> Sum {
    needed_by(state, lead, range_to_flag(state, lead), repeaters(state, lead).len())
}

/// The same with the distance to the force flag and the number of repeaters said. [5.10.3, 5.10.4]
fn needed_by(state: &State, lead: &Division, range: Option<Inches>, repeaters: usize) -> Sum {
    let chart = &state.setup.charts.command_check;
    let mut sum = Sum::of(i64::from(chart.base), "orders received", RECEIVED);
    let mut add = |worth: i32, says: String, rule: Rule| {
        if worth != 0 {
            sum.plus(worth, says, rule);
        }
    };
    let bridge = state.ship(&lead.flagship).is_some_and(Ship::bridge_hit);
    let signalling = if bridge { lead.signalling.min(0) } else { lead.signalling };
    let says = if bridge { "signalling, her bridge hit" } else { "signalling" };
    add(chart.signalling * signalling, says.to_owned(), RECEIVED);
    let count = (repeaters as i32).min(chart.repeaters.at_most);
    let thing = if repeaters == 1 { "repeater" } else { "repeaters" };
    add(chart.repeaters.each * count, format!("{repeaters} {thing}"), REPEATERS);
    if filed_ahead(state, lead) {
        add(chart.advance_plot, "plotted a turn ahead".to_owned(), AHEAD);
    }
    if let Some(range) = range {
        let full = ((range.as_f64() + geometry::SLACK_IN) / chart.distance.every.as_f64()).floor() as i32;
        add(chart.distance.worth * full, format!("{range}\" from the force flag"), RECEIVED);
    }
    if state.setup.night {
        add(chart.night, "night".to_owned(), RECEIVED);
    }
    let fired_on = |division: &&Division| state.ships_of_division(&division.id).any(|ship| ship.fired_upon_last_turn);
    if state.group_in_orders(&lead.id).iter().any(fired_on) {
        add(chart.under_fire, "fired on last turn".to_owned(), RECEIVED);
    }
    special::orders(state, lead, &mut sum);
    sum
}

/// Every division of the formation that has a plot of its own had it filed a turn ahead. [5.7.7]
fn filed_ahead(state: &State, lead: &Division) -> bool {
    let group = state.group_in_orders(&lead.id);
    let mut own = group.iter().filter(|one| one.plot.as_ref().is_some_and(|plot| plot.leans_on().is_none())).peekable();
    let anew = |one: &&Division| !one.plotted_ahead && state.by_hand.changed_by_hand.contains(&one.id);
    own.peek().is_some() && own.all(|one| one.plotted_ahead) && !group.iter().any(anew) && !state.is_changing(&lead.id)
}

/// From the middle of the checker's flagship to that of the force flag's formation; typed where they are not tracked.
/// (Q35)
fn range_to_flag(state: &State, lead: &Division) -> Option<Inches> {
    let flag = flag_division(state, &lead.side)?;
    match (point_of(state, lead), point_of(state, flag)) {
        (Some(here), Some(there)) => Some(Inches::nearest(range_in(here, there))),
        _ => state.measured(&lead.flagship, &flag.flagship),
    }
}

/// The leading division of the force flag's formation.
fn flag_division<'a>(state: &'a State, side: &Id) -> Option<&'a Division> {
    let ship = force_flag(state, side)?;
    let division = state.division_of(&ship)?;
    let group = state.group_in_orders(&division.id);
    group.into_iter().next()
}

/// The one point that stands for a division or its formation: the middle of the flagship's base. (Q35)
fn point_of(state: &State, division: &Division) -> Option<Point> {
    Some(survey::standing_for(state, &division.id)?.at?.point())
}

/// The leading divisions of the friendly formations that repeat signals for this one: each lies nearer to it, and nearer
/// to the force flag's formation, than those two to each other. [5.10.4, Q35]
pub fn repeaters(state: &State, lead: &Division) -> Vec<Id> {
    let ends = || Some((point_of(state, lead)?, point_of(state, flag_division(state, &lead.side)?)?));
    let Some((here, flag)) = ends() else { return Vec::new() };
    let whole = range_in(here, flag);
    let ours = |division: &Division| flag_division(state, &lead.side).is_some_and(|flag| flag.id == division.id);
    let between = |group: &Vec<&Division>| {
        let first =
            group.first().filter(|one| one.side == lead.side && !one.alone && one.id != lead.id && !ours(one))?;
        let there = point_of(state, first)?;
        (range_in(there, here) < whole && range_in(there, flag) < whole).then(|| first.id.clone())
    };
    groups(state, State::group_of).iter().filter_map(between).collect()
}

/// Whether a plot for this turn may be filed: a plot filed a turn ahead stands unless orders failed since, and whoever
/// shifts the flag steers straight ahead. [5.7.7, 5.9.1]
///
/// # Errors
/// As said.
pub(super) fn may_plot(draft: &NavalDraft<'_>, division: &Division, plot: &Plot) -> Result<(), NavalHalt> {
    let state = draft.state();
    if !state.checks {
        return Ok(());
    }
    // A flag that is gone calls for a new plot. [5.9.1]
    let stands = !(may_cancel(state, division) || leads_anew(state, division) && goes_straight(plot));
    // One that a jammed rudder has made void does not. [8.4, Q39]
    let steers = movement::jammed(state, division).is_none();
    let ahead = division.plot.as_ref().filter(|_| division.plotted_ahead && stands && steers);
    if let Some(filed) = ahead.filter(|filed| *filed != plot) {
        let reason = FormationReason::PlottedAhead { division: division.id.clone(), plot: filed.clone() };
        return draft.refuse(AHEAD, reason.into());
    }
    if leads_anew(state, division) && !goes_straight(plot) {
        return draft.refuse(SHIFTED, FormationReason::FlagShifted { division: division.id.clone() }.into());
    }
    Ok(())
}

/// Orders did not reach its formation in the turn in which the plot was filed. [5.7.7]
fn may_cancel(state: &State, division: &Division) -> bool {
    state.group_of(&division.id).iter().any(|one| one.failed_turn.is_some_and(|turn| turn + 1 == state.turn))
}

/// Straight ahead, or closing up. [5.9.1]
fn goes_straight(plot: &Plot) -> bool {
    plot.is_straight() || matches!(plot.elements[..], [Element::CloseUp])
}
