//! The moves of divisions by their plots. [5.7, 5.12]
use super::pace::{
    MAX_SPEED_DIFFERENCE, achievable_speed, clamp_speed, highest_speed, left_behind, slowest, speed_now,
};
use crate::model::{Division, Element, Half, Plot, Ship, ShipMove, Turn};
use crate::rules::columns::helm::{DivisionMotion, DivisionMove, bases};
use crate::rules::columns::placed_course::astern_in_column;
use crate::rules::columns::rudder::{engine_speed, jammed_path, jammed_single_ship};
use crate::rules::columns::{astern_of, tracked};
use crate::rules::{melee, shores};
use crate::{Id, Inches, State};
use geometry::Path;
use play::Rule;
use std::collections::BTreeMap;

const FOLLOW: Rule = Rule::new("5.7.4");
const MIMIC: Rule = Rule::new("5.7.5");

pub(crate) type Moves = BTreeMap<Id, DivisionMove>;

/// What a division does this turn: its plot, with the plots that it depends on resolved, and its speed.
#[derive(Default)]
pub(crate) struct Orders {
    pub(crate) elements: Vec<Element>,
    pub(crate) speed: Inches,
    /// The division whose track it follows. [5.7.4]
    pub(crate) follows: Option<Id>,
    pub(crate) closes_up: bool,
}

/// Returns a division's orders by a plot. Without one it goes straight on at its speed. [5.14]
pub(crate) fn orders(state: &State, division: &Division, plot: Option<&Plot>) -> Orders {
    let now = speed_now(state, division);
    let Some(plot) = plot else { return Orders { speed: now, ..Orders::default() } };
    // Plots before contact may depend on each other in a circle. Then none leads, and each uses only its own data.
    let has_leader = !is_circular(state, plot);
    let other =
        |id: &Id| state.division(id).filter(|_| has_leader).map(|member| orders(state, member, member.plot.as_ref()));
    let at_speed = |other: Option<Inches>| {
        let speed = plot.own_speed().or(other).unwrap_or(now);
        Orders { speed, ..Orders::default() }
    };
    match &plot.elements[..] {
        _ if lost_dependency_rule(state, plot).is_some() => at_speed(None),
        [Element::Follow(id)] => Orders { follows: Some(id.clone()), ..at_speed(other(id).map(|other| other.speed)) },
        [Element::Mimic(id)] => match other(id) {
            Some(copied) => Orders { speed: plot.speed.unwrap_or(copied.speed), ..manoeuvre(state, copied) },
            None => at_speed(None),
        },
        [Element::CloseUp] => Orders { closes_up: true, ..at_speed(None) },
        elements => Orders { elements: elements.to_vec(), ..at_speed(None) },
    }
}

/// Returns orders, or if they follow another division those of the division at the head. [5.7.4, 5.7.5]
fn manoeuvre(state: &State, mut orders: Orders) -> Orders {
    while let Some(ahead) = orders.follows.take().and_then(|id| state.division(&id)) {
        orders = self::orders(state, ahead, ahead.plot.as_ref());
    }
    orders
}

/// Returns the speed that a division's plot orders. [5.5]
pub(crate) fn speed_ordered(state: &State, division: &Division) -> Inches {
    orders(state, division, division.plot.as_ref()).speed
}

/// Returns the moves of tracked divisions, before melees or land stop them. Changes of formation are left out.
pub(crate) fn all_moves(state: &State) -> Moves {
    let mut done = Moves::new();
    let mut waiting: Vec<&Division> = tracked(state).filter(|division| !state.is_changing(&division.id)).collect();
    while let Some(first) = waiting.first().copied() {
        let is_ready = |division: &&Division| {
            let dependency = division.plot.as_ref().and_then(Plot::depends_on);
            dependency.is_none_or(|other| !waiting.iter().any(|member| member.id == *other))
        };
        let mut ready_now: Vec<&Division> = waiting.iter().copied().filter(is_ready).collect();
        // Filing refuses circles. If an old journal has one, its first division goes straight on.
        if ready_now.is_empty() {
            ready_now.push(first);
        }
        for division in &ready_now {
            if let Some(outcome) = move_clear_of_land(state, division, &done) {
                done.insert(division.id.clone(), outcome);
            }
        }
        waiting.retain(|division| !ready_now.iter().any(|member| member.id == division.id));
    }
    done
}

/// Returns the move of one division. One that steers without a plot turns just enough to clear land. [5.12]
fn move_clear_of_land(state: &State, division: &Division, done: &Moves) -> Option<DivisionMove> {
    let straight = move_of(state, division, done, orders(state, division, division.plot.as_ref()))?;
    if !shores::avoids_land(state, division) || !shores::reaches_land(state, &straight.runs) {
        return Some(straight);
    }
    let clear =
        shores::clearing_turns(state, division).find_map(|turn| move_with_clearing_turn(state, division, done, turn));
    Some(clear.unwrap_or(straight))
}

/// Returns a division's move with an automatic first turn, if that clears land. [5.12]
pub(super) fn move_with_clearing_turn(
    state: &State,
    division: &Division,
    done: &Moves,
    turn: Turn,
) -> Option<DivisionMove> {
    let mut orders = orders(state, division, division.plot.as_ref());
    (orders.follows, orders.closes_up) = (None, false);
    orders.elements.insert(0, Element::Turn(turn));
    let outcome = move_of(state, division, done, orders)?;
    (!shores::reaches_land(state, &outcome.runs)).then_some(DivisionMove { cleared_by: Some(turn), ..outcome })
}

/// Returns a division's move by its orders, after those it follows have moved.
pub(crate) fn move_of(state: &State, division: &Division, done: &Moves, orders: Orders) -> Option<DivisionMove> {
    move_from(state, division, &DivisionMotion::from_division(state, division)?, done, orders)
}

/// Returns a division's move by its orders from `initial`, its motion at the start of the move.
pub(crate) fn move_from(
    state: &State,
    division: &Division,
    initial: &DivisionMotion,
    done: &Moves,
    orders: Orders,
) -> Option<DivisionMove> {
    if let Some((ship, jam)) = jammed_single_ship(state, division) {
        let speed = clamp_speed(state, division, engine_speed(division).unwrap_or(ship.speed));
        let mut motion = initial.clone();
        motion.move_with_jammed_rudder(jammed_path(state, ship, jam, speed.as_f64()));
        return Some(motion.finish(speed));
    }
    if melee::is_held(state, division) {
        // Stationary, but counted as moving at full speed. [5.16]
        return Some(initial.clone().finish(slowest(state, division)));
    }
    let speed = clamp_speed(state, division, orders.speed);
    let mut paced = initial.clone();
    let ships: Vec<&Ship> = bases(state, division).into_iter().map(|(ship, _)| ship).collect();
    let first = slow_leaders(state, division, &ships, speed);
    let fall_out = paced.split_off_first(first);
    keep_pace(state, &ships[first..], &mut paced, speed);
    let ahead = orders.follows.as_ref().and_then(|other| track_ahead(state, division, other, done));
    let motion = match ahead {
        _ if orders.closes_up => {
            let (target_astern, max_gain) = closing_distances(state, &ships[first..], speed);
            paced.close_up(speed, &target_astern, &max_gain);
            paced
        }
        Some((track, astern, ran)) => {
            paced.follow(track, astern + initial.astern_in(first), ran, speed);
            paced
        }
        None => run_what_fits(&paced, &orders.elements, speed)?,
    };
    let mut outcome = motion.finish(speed);
    let speeds = ships.iter().map(|ship| highest_speed(state, ship).min(speed));
    outcome.runs.extend(runs_alone(&fall_out, speeds, &orders.elements));
    Some(outcome)
}

/// Returns runs of ships that no longer lead, each at its speed, by as much of the plot as they can run. [Q57]
pub(crate) fn runs_alone(
    fall_out: &[DivisionMotion],
    speeds: impl Iterator<Item = Inches>,
    elements: &[Element],
) -> Vec<ShipMove> {
    let run =
        |(motion, speed): (&DivisionMotion, Inches)| Some(run_what_fits(motion, elements, speed)?.finish(speed).runs);
    fall_out.iter().zip(speeds).filter_map(run).flatten().collect()
}

/// Runs a plot, or its longest beginning that fits if damage has made it too long.
pub(crate) fn run_what_fits(initial: &DivisionMotion, elements: &[Element], speed: Inches) -> Option<DivisionMotion> {
    let beginning = |count: usize| {
        let mut motion = initial.clone();
        motion.run(&elements[..count], speed, false).is_ok().then_some(motion)
    };
    (0..=elements.len()).rev().find_map(beginning)
}

/// Returns how many leading ships fall out at this speed, so that the next one leads. [5.9, Q57]
pub(crate) fn slow_leaders(state: &State, division: &Division, ships: &[&Ship], speed: Inches) -> usize {
    let left_ships = left_behind(state, division, speed);
    let falls_out = |ship: &&&Ship| left_ships.iter().any(|(lagging, _)| lagging.id == ship.id);
    ships.iter().take_while(falls_out).count().min(ships.len().saturating_sub(1))
}

/// Sets every ship to the division's speed or its own best. Ships astern pass a slow ship. [5.8.3, 5.9, Q57]
fn keep_pace(state: &State, ships: &[&Ship], motion: &mut DivisionMotion, speed: Inches) {
    if state.checks {
        let speeds: Vec<Inches> = ships.iter().map(|ship| highest_speed(state, ship).min(speed)).collect();
        motion.slow_ships(speed, &speeds);
    }
}

/// Returns the track of the division ahead after its move, the distance astern of it before, and how far it ran.
fn track_ahead<'a>(state: &State, division: &Division, other: &Id, done: &'a Moves) -> Option<(&'a Path, f64, f64)> {
    let astern = astern_of(state, division, other)?;
    let outcome = done.get(other)?;
    let ran: f64 = outcome.runs.first()?.legs.iter().map(|leg| leg.length_in()).sum();
    Some((&outcome.track, astern, ran))
}

/// Returns distances astern in column, and how much faster than the division each ship can go: limited to what keeps it
/// in the division, negative for one that lags. [5.7.6, 5.8.3]
pub(crate) fn closing_distances(state: &State, ships: &[&Ship], speed: Inches) -> (Vec<f64>, Vec<f64>) {
    let max_gain = |ship: &&Ship| {
        let most = (highest_speed(state, ship) - speed).min(MAX_SPEED_DIFFERENCE);
        if state.checks { most.as_f64() } else { most.as_f64().max(0.0) }
    };
    (astern_in_column(state, ships), ships.iter().map(max_gain).collect())
}

/// Returns the paragraph by which a plot depends on a division that has no ship in action left. [5.7.4, 5.7.5]
pub(crate) fn lost_dependency_rule(state: &State, plot: &Plot) -> Option<Rule> {
    match &plot.elements[..] {
        [Element::Follow(other)] if !state.is_in_action(other) => Some(FOLLOW),
        [Element::Mimic(other)] if !state.is_in_action(other) => Some(MIMIC),
        _ => None,
    }
}

/// Whether a division's plot depends on another's, directly or through others.
pub(crate) fn depends_on(state: &State, division: &Division, other: &Id) -> bool {
    division.plot.as_ref().is_some_and(|plot| dependency_chain(state, plot).any(|id| id == other))
}

pub(crate) fn is_circular(state: &State, plot: &Plot) -> bool {
    state.divisions.len() < dependency_chain(state, plot).count()
}

/// Returns the divisions on which a plot depends, in order. For a circle these are one more than all divisions.
fn dependency_chain<'a>(state: &'a State, plot: &'a Plot) -> impl Iterator<Item = &'a Id> {
    let next = |id: &&'a Id| state.division(id)?.plot.as_ref()?.depends_on();
    std::iter::successors(plot.depends_on(), next).take(state.divisions.len() + 1)
}

/// Returns divisions that must still plot. [3.3.1]
pub(crate) fn unplotted_divisions(state: &State) -> impl Iterator<Item = &Division> {
    let plotting = state.checks && state.half != Some(Half::Second);
    tracked(state).filter(move |division| {
        let runs_on = state.is_on_preplots(&division.side) && 1 < state.turn;
        let cannot_steer = melee::is_held(state, division) || jammed_single_ship(state, division).is_some();
        let must_plot = !state.is_changing(&division.id) && !cannot_steer && !runs_on;
        plotting && division.plot.is_none() && must_plot && Inches::ZERO < achievable_speed(state, division)
    })
}
