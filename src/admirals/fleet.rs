//! Keeps the divisions of a line together. [5.2, 5.8]
use super::{
    Choice, PendingDecision, ScoredOption, TermKind,
    reasons::{choose_best, choose_only, term},
    turning::turn_by,
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::model::{Division, Element, FormationId, Plot, Ship, ShipMove};
use naval::{Command, Id, Inches, view::PlayerView};
use play::Rule;

const FORMATIONS: Rule = Rule::new("5.2");
const ALONE: Rule = Rule::new("5.9.3");
/// A ship with at most this allowance counts as lame.
const LAME_SPEED: Inches = Inches::whole(1);
/// A ship with less than this share of the others' allowance also counts as lame.
const LAME_SHARE: f64 = 0.6;
/// A lame ship is detached only if the others' allowance is greater by this much.
const LAME_MARGIN: Inches = Inches(75);
/// A lame ship hauls out by this angle.
const HAUL_OUT_DEG: i32 = 45;
/// A division this close to the last ship of another may join it. The rules require two inches of clear water.
const JOIN_RANGE_IN: f64 = 4.0;
/// A leader at least this angle off the bow of the last ship is astern of it.
const ABAFT_DEG: f64 = 60.0;
/// A leader with the last ship within this angle of its own bow also counts as astern.
const AHEAD_DEG: f64 = 30.0;
/// A division farther than this from the one before it fights by itself.
const MAX_LINE_GAP_IN: f64 = 12.0;
/// Ships that are at most this much faster than others keep station on them.
const SPEED_TOLERANCE: Inches = Inches(50);
/// Distance of a leader's station from the last ship of the division before it, centre to centre.
const ASTERN_IN: f64 = 2.0;

/// Forms lines of large-ship divisions that lie astern of one another: the force flag's line first, then the rest.
/// A formation of the force flag always has its orders. [5.10.1]
pub fn form_lines(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let mut free: Vec<Id> = decision.units.iter().filter(|unit| may_join(view, unit)).cloned().collect();
    free.sort_by_key(|unit| rank(view, unit));
    let mut chosen: Vec<Choice> = extend_flag_line(view, &mut free).into_iter().collect();
    while !free.is_empty() {
        let mut line = vec![free.remove(0)];
        // A division with a place behind others does not head a new line: it would separate from those others.
        if view.state().division(&line[0]).is_some_and(|head| station_in_line(view, head, &[]).is_some()) {
            continue;
        }
        append_followers(view, &mut line, &mut free);
        // If the rules refuse the line, tries it without its last division.
        while 2 <= line.len() {
            let name = FormationId::new(format!("{}-line", line[0]));
            let command = Command::Formation { formation: name, divisions: line.clone(), lines: Vec::new() };
            let terms = vec![term(TermKind::Formation, line.len() as f64, FORMATIONS)];
            if let Some(choice) = choose_only(view, command, terms) {
                chosen.push(choice);
                break;
            }
            line.pop();
        }
    }
    chosen
}

/// Adds divisions ahead and astern to the force flag's line, so that one signal turns all. Takes them from `free`.
fn extend_flag_line(view: &mut PlayerView, free: &mut Vec<Id>) -> Option<Choice> {
    let has_flag =
        |formation: &&naval::model::Formation| formation.divisions.iter().any(|division| rank(view, division) == 0);
    let formation_line =
        view.state().formations.iter().filter(|formation| formation.side == *view.side()).find(has_flag)?;
    let is_line = formation_line.lines.is_empty() && formation_line.change.is_none() && formation_line.off.is_empty();
    if !is_line || !formation_line.divisions.iter().all(|division| is_battle_line(view, division)) {
        return None;
    }
    let (formation, mut divisions, mut remaining) =
        (formation_line.id.clone(), formation_line.divisions.clone(), free.clone());
    while let Some(ahead) = remaining.iter().position(|unit| is_astern(view, unit, &divisions[0])) {
        divisions.insert(0, remaining.remove(ahead));
    }
    append_followers(view, &mut divisions, &mut remaining);
    if remaining.len() == free.len() {
        return None;
    }
    let terms = vec![term(TermKind::Formation, divisions.len() as f64, FORMATIONS)];
    let choice = choose_only(view, Command::Formation { formation, divisions, lines: Vec::new() }, terms)?;
    *free = remaining;
    Some(choice)
}

/// Adds to a line the divisions astern of its last, one after the other.
fn append_followers(view: &PlayerView, line: &mut Vec<Id>, free: &mut Vec<Id>) {
    while let Some(next) = line.last().and_then(|last| free.iter().position(|unit| is_astern(view, last, unit))) {
        line.push(free.remove(next));
    }
}

/// Detaches lame large ships and turns them away from the enemy, so that no ship stops behind them. [5.9.3]
pub fn detach_stragglers(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    decision
        .units
        .iter()
        .filter_map(|unit| lame_ship_options(view, unit).and_then(|options| choose_best(view, options)))
        .collect()
}

/// Returns what a division's lame ship may do by itself, if it has one and the enemy is in sight.
fn lame_ship_options(view: &PlayerView, unit: &Id) -> Option<Vec<ScoredOption>> {
    // Under a new flag the others leave slower ships behind and pass: ships of one column do not collide. [Q57]
    let has_new_flag = |division: &Division| division.new_flag_turn == Some(view.state().turn);
    let division = view.state().division(unit).filter(|division| !division.one_base && !has_new_flag(division))?;
    let line = ships_in_column(view, unit);
    let lame = line.iter().min_by_key(|ship| ship.speed_allowance())?;
    let others = line.iter().filter(|ship| ship.id != lame.id).map(|ship| ship.speed_allowance()).min()?;
    let large = line.iter().all(|ship| ship.card.kind.is_large());
    let is_lame =
        lame.speed_allowance() <= LAME_SPEED || lame.speed_allowance().as_f64() < LAME_SHARE * others.as_f64();
    if !large || !is_lame || others < lame.speed_allowance() + LAME_MARGIN {
        return None;
    }
    let pose = lame.at?.pose();
    let seen = view.state().ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted);
    let seen = seen.filter_map(|ship| ship.at).map(|place| place.point());
    let enemy = seen.min_by(|left, right| range_in(pose.at, *left).total_cmp(&range_in(pose.at, *right)))?;
    let aside = Bearing::between(pose.at, enemy).map_or(0.0, |line| pose.heading.signed_difference(line));
    let degrees = if 0.0 < aside { -HAUL_OUT_DEG } else { HAUL_OUT_DEG };
    let haul_out = vec![Element::Turn(turn_by(view, division, degrees))];
    let plot = |elements: Vec<Element>| Plot { elements, speed: Some(lame.speed_allowance()), ..Plot::default() };
    let options = [(plot(haul_out), 1.0), (plot(Vec::new()), 0.0)].into_iter().map(|(plot, points)| {
        let command = Command::Plot { unit: lame.id.clone(), plot, advance: false, launches: Vec::new() };
        ScoredOption::from_terms(command, vec![term(TermKind::Cripple, points, ALONE)])
    });
    Some(options.collect())
}

/// Returns the station of a division's leader in the line: astern of the last ship of the division before it, after
/// that ship's planned move. `None` if the division leads a line or fights by itself.
pub fn station_in_line(view: &PlayerView, division: &Division, planned: &[ShipMove]) -> Option<Point> {
    if !is_battle_line(view, &division.id) || division.is_alone {
        return None;
    }
    let leader_at = lead_pose(view, &division.id)?.at;
    let is_ahead = |other: &Division| {
        other.side == division.side
            && other.id != division.id
            && !other.is_alone
            && is_battle_line(view, &other.id)
            && rank(view, &other.id) < rank(view, &division.id)
            && have_similar_speed(view, &other.id, &division.id)
            && ends_a_line(view, other, division)
    };
    let tails = view.state().divisions.iter().filter(|other| is_ahead(other)).filter_map(|ahead| {
        let last = last_ship(view, &ahead.id)?;
        let last_pose = last.at?.pose();
        let planned = planned.iter().find(|run| run.ship == last.id).map(|run| run.to.pose());
        let next_pose = planned.unwrap_or(Pose { at: last_pose.ahead(last.speed.as_f64()), ..last_pose });
        Some((range_in(last_pose.at, leader_at), next_pose))
    });
    let nearest =
        tails.filter(|(gap_in, _)| *gap_in <= MAX_LINE_GAP_IN).min_by(|left, right| left.0.total_cmp(&right.0));
    nearest.map(|(_, pose)| pose.at.moved(pose.heading.opposite(), ASTERN_IN))
}

/// Returns the rank of a division's formation in the order of plotting: the force flag's, other lines, then the rest.
pub fn plotting_rank(view: &PlayerView, division: &Id) -> usize {
    let group = view.state().divisions_in_formation_of(division);
    let first = group.iter().map(|division| rank(view, &division.id)).min().unwrap_or(usize::MAX);
    let has_line = group.iter().any(|member| is_battle_line(view, &member.id));
    if has_line { first } else { first.saturating_add(view.state().divisions.len() + 1) }
}

/// Returns 0 for the division of the force flag, and for others their place in the scenario, from 1.
fn rank(view: &PlayerView, division: &Id) -> usize {
    let state = view.state();
    let flag = state.side(view.side()).and_then(|side| side.force_flag.as_ref());
    let has_flag = flag.and_then(|flag| state.ship(flag)).is_some_and(|flag| flag.division == *division);
    let place = state.divisions.iter().position(|other| other.id == *division);
    if has_flag { 0 } else { place.map_or(usize::MAX, |place| place + 1) }
}

/// Whether a division has only large ships with big guns left.
pub fn is_battle_line(view: &PlayerView, division: &Id) -> bool {
    let mut ships = active_ships(view, division).peekable();
    ships.peek().is_some() && ships.all(|ship| ship.card.kind.is_large() && ship.has_mounts_left())
}

/// Whether a division is in no formation, but may be in one.
fn may_join(view: &PlayerView, division: &Id) -> bool {
    let state = view.state();
    let is_alone = state.division(division).is_none_or(|division| division.is_alone);
    let formed = state.formations.iter().any(|formation| formation.divisions.contains(division));
    !is_alone && !formed && is_battle_line(view, division) && lead_pose(view, division).is_some()
}

/// Whether two divisions, if undamaged, could go at about the same speed.
fn have_similar_speed(view: &PlayerView, left: &Id, right: &Id) -> bool {
    let speed = |division: &Id| active_ships(view, division).map(|ship| ship.card.speed).min().unwrap_or_default();
    let [left_speed, right_speed] = [left, right].map(speed);
    left_speed.max(right_speed) <= left_speed.min(right_speed) + SPEED_TOLERANCE
}

/// Whether a division is the last of its formation, and the other is not in that formation.
fn ends_a_line(view: &PlayerView, division: &Division, other: &Division) -> bool {
    let group = view.state().divisions_in_formation_of(&division.id);
    let last = group.iter().rev().find(|member| active_ships(view, &member.id).next().is_some());
    last.is_none_or(|last| last.id == division.id) && !group.iter().any(|member| member.id == other.id)
}

/// Whether `division` is near the last ship of `ahead`, and abaft it or steering for it, at a similar speed.
fn is_astern(view: &PlayerView, ahead: &Id, division: &Id) -> bool {
    let Some((last, lead)) = last_ship(view, ahead).and_then(|ship| ship.at).zip(lead_pose(view, division)) else {
        return false;
    };
    let Ok(line) = Bearing::between(last.point(), lead.at) else { return false };
    let abaft = ABAFT_DEG <= line.angle_to(last.pose().heading);
    let steers_for_it = line.opposite().angle_to(lead.heading) <= AHEAD_DEG;
    range_in(last.point(), lead.at) <= JOIN_RANGE_IN
        && (abaft || steers_for_it)
        && have_similar_speed(view, ahead, division)
}

fn active_ships<'s>(view: &'s PlayerView, division: &'s Id) -> impl Iterator<Item = &'s Ship> {
    view.state().ships_of_division(division).filter(|ship| ship.is_in_action() && ship.at.is_some())
}

/// A division's ships in column, the leader first.
fn ships_in_column<'s>(view: &'s PlayerView, division: &Id) -> Vec<&'s Ship> {
    let Some(division) = view.state().division(division) else { return Vec::new() };
    let order =
        |ship: &&Ship| division.course.column.iter().position(|entry| entry.ship == ship.id).unwrap_or(usize::MAX);
    let mut ships: Vec<&Ship> = active_ships(view, &division.id).collect();
    ships.sort_by_key(order);
    ships
}

fn lead_pose(view: &PlayerView, division: &Id) -> Option<Pose> {
    ships_in_column(view, division).first().and_then(|ship| ship.at).map(|place| place.pose())
}

fn last_ship<'s>(view: &'s PlayerView, division: &Id) -> Option<&'s Ship> {
    ships_in_column(view, division).last().copied()
}
