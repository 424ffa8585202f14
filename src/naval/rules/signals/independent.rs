//! The moves of the independent movement table, all in column. [5.10.3, 5.10.5]
use super::orders;
use crate::model::{Division, Element, Plot, Ship, Turn, TurnKind, chart::Independent};
use crate::rules::columns::{self, helm};
use crate::rules::steering::{pace, plot_checks, tracks};
use crate::{Id, SideId, State};
use geometry::{Bearing, Point, range_in};

/// Turns are in steps of this many degrees. [5.7.2]
const STEP_DEG: f64 = 15.0;
/// A friend at less than this angle from the bow is ahead.
const AHEAD_DEG: f64 = 90.0;

/// Returns what a division does instead of its plot, or `None` if it does as plotted.
///
/// `group` is its own formation, which it does not follow.
pub(super) fn independent_plot(state: &State, division: &Division, group: &[Id], action: Independent) -> Option<Plot> {
    let straight = || Plot::straight(pace::speed_now(state, division));
    // Under a new flag it always goes straight ahead. [5.9.1, Q40]
    let has_new_flag = orders::has_new_flag(state, division) && action != Independent::AsPlotted;
    let action = if has_new_flag { Independent::StraightSameSpeed } else { action };
    let plot = match action {
        Independent::AsPlotted if state.is_changing(&division.id) => return None,
        Independent::AsPlotted => in_column(state, division, division.plot.as_ref()?),
        Independent::StraightSameSpeed => straight(),
        Independent::FollowNearestAhead => follow_nearest_ahead(state, division, group).unwrap_or_else(straight),
        Independent::TurnTowardEnemy { degrees } => {
            turn_by_enemy(state, division, degrees, |bearing| bearing).unwrap_or_else(straight)
        }
        Independent::TurnAway { degrees } => {
            turn_by_enemy(state, division, degrees, Bearing::opposite).unwrap_or_else(straight)
        }
        Independent::RepeatLastTurn => match last_turn(state, division) {
            Some(plot) => in_column(state, division, plot),
            None => straight(),
        },
    };
    (division.plot.as_ref() != Some(&plot)).then_some(plot)
}

/// Returns the plot that a division ran last turn, or `None` if that plot depended on another division.
fn last_turn<'a>(state: &State, division: &'a Division) -> Option<&'a Plot> {
    let record = division.plot_records.iter().find(|line| line.turn + 1 == state.turn)?;
    let plot = record.instead.as_ref().unwrap_or(&record.plot);
    plot.depends_on().is_none().then_some(plot)
}

/// Returns a plot with column turns for its ships turns, or without turns if it is out of column. A convoy keeps its
/// ships turns, its only turns. [5.1.2, 5.10.5]
fn in_column(state: &State, division: &Division, plot: &Plot) -> Plot {
    if plot_checks::is_convoy(state, division) {
        return plot.clone();
    }
    let is_in_column = state.is_in_column(division);
    let elements = plot.elements.iter().filter_map(|element| match element {
        Element::Turn(turn) => is_in_column.then_some(Element::Turn(Turn { manner: TurnKind::Column, ..*turn })),
        Element::Straight(_) | Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => Some(element.clone()),
    });
    let elements: Vec<Element> = elements.collect();
    let speed = plot.speed.or_else(|| Some(tracks::speed_ordered(state, division)));
    if elements == plot.elements { plot.clone() } else { Plot { elements, speed, smoke: plot.smoke.clone() } }
}

/// Returns a plot behind the nearest friendly division ahead: along its track if possible, else towards its last ship.
fn follow_nearest_ahead(state: &State, division: &Division, group: &[Id]) -> Option<Plot> {
    let place = columns::place_of(state, division)?;
    let friends = columns::tracked(state).filter(|member| member.side == division.side && !group.contains(&member.id));
    let nearest = friends
        .filter_map(|member| {
            let (last, _) = helm::bases(state, member).pop()?;
            let last_point = last.at?.point();
            let bearing = Bearing::between(place.point(), last_point).ok()?;
            let ahead = bearing.angle_to(place.pose().heading) < AHEAD_DEG;
            ahead.then(|| (range_in(place.point(), last_point), member, bearing))
        })
        .min_by(|left, right| left.0.total_cmp(&right.0));
    let (_, other, bearing) = nearest?;
    let on_track = columns::astern_of(state, division, &other.id).is_some() && state.is_in_column(division);
    let can_follow = !tracks::depends_on(state, other, &division.id)
        && !other.plot.as_ref().is_some_and(|plot| tracks::is_circular(state, plot));
    if on_track && can_follow {
        let speed = tracks::speed_ordered(state, other).min(pace::fastest_of(state, division));
        return Some(Plot { elements: vec![Element::Follow(other.id.clone())], speed: Some(speed), smoke: Vec::new() });
    }
    turn_by(state, division, place.pose().heading.signed_difference(bearing), 180)
}

/// Returns a plot that turns at most `most` degrees to the `course` for the nearest sighted enemy's bearing, if any.
fn turn_by_enemy(state: &State, division: &Division, most: u16, course: fn(Bearing) -> Bearing) -> Option<Plot> {
    let place = columns::place_of(state, division)?;
    let places = enemies_sighted(state, &division.side).filter_map(|ship| Some(ship.at?.point()));
    let enemy: Point =
        places.min_by(|left, right| range_in(place.point(), *left).total_cmp(&range_in(place.point(), *right)))?;
    let new_course = course(Bearing::between(place.point(), enemy).ok()?);
    turn_by(state, division, place.pose().heading.signed_difference(new_course), most)
}

/// Returns the enemy ships that a side sees now. [4.4]
pub(super) fn enemies_sighted<'s>(state: &'s State, side: &'s SideId) -> impl Iterator<Item = &'s Ship> {
    state.ships_in_action().filter(move |ship| ship.side != *side && ship.sighted)
}

/// Returns a column turn at once, by the nearest 15 degrees and at most `most`, at the same speed. [5.10.5]
fn turn_by(state: &State, division: &Division, turn: f64, most: u16) -> Option<Plot> {
    if !state.is_in_column(division) || plot_checks::is_convoy(state, division) {
        return None;
    }
    let degrees = ((turn.abs() / STEP_DEG + 0.5).floor() * STEP_DEG).min(f64::from(most));
    let turn = Turn::of_degrees(TurnKind::Column, degrees.copysign(turn));
    let speed = Some(pace::speed_now(state, division));
    (degrees > 0.0).then(|| Plot { elements: vec![Element::Turn(turn)], speed, smoke: Vec::new() })
}
