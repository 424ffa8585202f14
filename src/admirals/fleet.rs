//! Keeps the divisions of a line together. [5.2, 5.8]
use super::{
    Choice, Due, TermKind, Weighed,
    reasons::{best, only, term},
    turning::turned,
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::model::{Division, Element, FormationId, Plot, Run, Ship};
use naval::{Command, Id, Inches, view::Outlook};
use play::Rule;

const FORMATIONS: Rule = Rule::new("5.2");
const ALONE: Rule = Rule::new("5.9.3");
/// Allowance, and share of the others' allowance, at which a ship counts as lame. The others must make this much more.
/// It then hauls out by this angle.
const LAME: Inches = Inches::whole(1);
const HOLDS_BACK: f64 = 0.6;
const LAGS: Inches = Inches(75);
const HAULS_OUT_DEG: i32 = 45;
/// A division this close to the last ship of another may join it. The rules require two inches of clear water.
const JOINS_IN: f64 = 4.0;
/// A leader at least this angle off the bow of the last ship is astern of it.
const ABAFT_DEG: f64 = 60.0;
/// A leader with the last ship within this angle of its own bow also counts as astern.
const AHEAD_DEG: f64 = 30.0;
/// A division farther than this from the one before it fights by itself.
const LINE_IN: f64 = 12.0;
/// Ships that are at most this much faster than others keep station on them.
const LIKE_SPEED: Inches = Inches(50);
/// Distance of a leader's station from the last ship of the division before it, centre to centre.
const ASTERN_IN: f64 = 2.0;

/// Forms divisions of large ships that are in column: the force flag and those behind it, then the rest.
/// A formation of the force flag always has its orders. [5.10.1]
pub fn joined(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let mut free: Vec<Id> = due.units.iter().filter(|unit| joins(at, unit)).cloned().collect();
    // Stable: the others stay in the scenario's order.
    free.sort_by_key(|unit| rank(at, unit));
    let mut chosen: Vec<Choice> = grown(at, &mut free).into_iter().collect();
    while !free.is_empty() {
        let mut line = vec![free.remove(0)];
        // A division with a place behind others does not head a line: its followers would leave the others.
        if at.state().division(&line[0]).is_some_and(|head| post(at, head, &[]).is_some()) {
            continue;
        }
        follow(at, &mut line, &mut free);
        // Forms as many as are together.
        while 2 <= line.len() {
            let name = FormationId::new(format!("{}-line", line[0]));
            let command = Command::Formation { formation: name, divisions: line.clone(), lines: Vec::new() };
            let terms = vec![term(TermKind::Formation, line.len() as f64, FORMATIONS)];
            if let Some(choice) = only(at, command, terms) {
                chosen.push(choice);
                break;
            }
            line.pop();
        }
    }
    chosen
}

/// Adds divisions ahead of and astern of the force flag's line to it, so that one signal turns all. `free` keeps the
/// others.
fn grown(at: &mut Outlook, free: &mut Vec<Id>) -> Option<Choice> {
    let has_flag = |one: &&naval::model::Formation| one.divisions.iter().any(|division| rank(at, division) == 0);
    let line = at.state().formations.iter().filter(|one| one.side == *at.side()).find(has_flag)?;
    let is_line = line.lines.is_empty() && line.change.is_none() && line.off.is_empty();
    if !is_line || !line.divisions.iter().all(|division| fights(at, division)) {
        return None;
    }
    let (formation, mut divisions, mut rest) = (line.id.clone(), line.divisions.clone(), free.clone());
    while let Some(ahead) = rest.iter().position(|unit| is_astern(at, unit, &divisions[0])) {
        divisions.insert(0, rest.remove(ahead));
    }
    follow(at, &mut divisions, &mut rest);
    if rest.len() == free.len() {
        return None;
    }
    let terms = vec![term(TermKind::Formation, divisions.len() as f64, FORMATIONS)];
    let choice = only(at, Command::Formation { formation, divisions, lines: Vec::new() }, terms)?;
    *free = rest;
    Some(choice)
}

/// Adds to a line the divisions astern of its last, one after the other.
fn follow(at: &Outlook, line: &mut Vec<Id>, free: &mut Vec<Id>) {
    while let Some(next) = line.last().and_then(|last| free.iter().position(|unit| is_astern(at, last, unit))) {
        line.push(free.remove(next));
    }
}

/// Detaches large ships that hardly move and turns them away from the enemy, so that the others do not stop behind
/// them. [5.9.3]
pub fn parted(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    due.units.iter().filter_map(|unit| lame(at, unit).and_then(|options| best(at, options))).collect()
}

/// Returns what a division's lame ship may do by itself, if it has one and the enemy is in sight.
fn lame(at: &Outlook, unit: &Id) -> Option<Vec<Weighed>> {
    // Under a new flag the others leave slower ships behind and pass: ships of one column do not collide. [Q57]
    let anew = |division: &Division| division.flag_turn == Some(at.state().turn);
    let division = at.state().division(unit).filter(|division| !division.one_base && !anew(division))?;
    let line = column(at, unit);
    let lame = line.iter().min_by_key(|ship| ship.allowance())?;
    let others = line.iter().filter(|ship| ship.id != lame.id).map(|ship| ship.allowance()).min()?;
    let large = line.iter().all(|ship| ship.card.kind.is_large());
    let creeps = lame.allowance() <= LAME || lame.allowance().as_f64() < HOLDS_BACK * others.as_f64();
    if !large || !creeps || others < lame.allowance() + LAGS {
        return None;
    }
    let pose = lame.at?.pose();
    let seen = at.state().afloat().filter(|ship| ship.side != *at.side() && ship.sighted);
    let seen = seen.filter_map(|ship| ship.at).map(|place| place.point());
    let enemy = seen.min_by(|one, other| range_in(pose.at, *one).total_cmp(&range_in(pose.at, *other)))?;
    let aside = Bearing::to(pose.at, enemy).map_or(0.0, |line| pose.heading.signed_difference(line));
    let degrees = if 0.0 < aside { -HAULS_OUT_DEG } else { HAULS_OUT_DEG };
    let hauls_out = vec![Element::Turn(turned(at, division, degrees))];
    let plot = |elements: Vec<Element>| Plot { elements, speed: Some(lame.allowance()), ..Plot::default() };
    let options = [(plot(hauls_out), 1.0), (plot(Vec::new()), 0.0)].into_iter().map(|(plot, points)| {
        let command = Command::Plot { unit: lame.id.clone(), plot, advance: false, launches: Vec::new() };
        Weighed::by(command, vec![term(TermKind::Cripple, points, ALONE)])
    });
    Some(options.collect())
}

/// Returns the station of a leader that does not lead the line, after the others have run as planned: astern of the
/// last ship of the division before it.
pub fn post(at: &Outlook, division: &Division, planned: &[Run]) -> Option<Point> {
    if !fights(at, &division.id) || division.alone {
        return None;
    }
    let here = lead(at, &division.id)?.at;
    let before = |one: &Division| {
        one.side == division.side
            && one.id != division.id
            && !one.alone
            && fights(at, &one.id)
            && rank(at, &one.id) < rank(at, &division.id)
            && keep_together(at, &one.id, &division.id)
            && ends_a_line(at, one, division)
    };
    let tails = at.state().divisions.iter().filter(|one| before(one)).filter_map(|one| {
        let last = last(at, &one.id)?;
        let now = last.at?.pose();
        let planned = planned.iter().find(|run| run.ship == last.id).map(|run| run.to.pose());
        let then = planned.unwrap_or(Pose { at: now.ahead(last.speed.as_f64()), ..now });
        Some((range_in(now.at, here), then))
    });
    let nearest = tails.filter(|(apart, _)| *apart <= LINE_IN).min_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map(|(_, then)| then.at.moved(then.heading.opposite(), ASTERN_IN))
}

/// Returns a formation's rank in the order of plotting: the force flag's, then those that fight in line, then the
/// others.
pub fn precedence(at: &Outlook, division: &Id) -> usize {
    let group = at.state().group_of(division);
    let first = group.iter().map(|one| rank(at, &one.id)).min().unwrap_or(usize::MAX);
    let line = group.iter().any(|one| fights(at, &one.id));
    if line { first } else { first.saturating_add(at.state().divisions.len() + 1) }
}

/// The force flag first, then the divisions in the scenario's order.
fn rank(at: &Outlook, division: &Id) -> usize {
    let state = at.state();
    let flag = state.side(at.side()).and_then(|side| side.force_flag.as_ref());
    let has_flag = flag.and_then(|flag| state.ship(flag)).is_some_and(|flag| flag.division == *division);
    let place = state.divisions.iter().position(|one| one.id == *division);
    if has_flag { 0 } else { place.map_or(usize::MAX, |place| place + 1) }
}

/// Whether a division has only large ships with big guns left.
pub fn fights(at: &Outlook, division: &Id) -> bool {
    let mut ships = ships(at, division).peekable();
    ships.peek().is_some() && ships.all(|ship| ship.card.kind.is_large() && ship.has_mounts_left())
}

/// Whether a division is in no formation, but may be in one.
fn joins(at: &Outlook, division: &Id) -> bool {
    let state = at.state();
    let alone = state.division(division).is_none_or(|one| one.alone);
    let formed = state.formations.iter().any(|one| one.divisions.contains(division));
    !alone && !formed && fights(at, division) && lead(at, division).is_some()
}

/// Whether the undamaged ships of two divisions could go at the same speed.
fn keep_together(at: &Outlook, one: &Id, other: &Id) -> bool {
    let speed = |division: &Id| ships(at, division).map(|ship| ship.card.speed).min().unwrap_or_default();
    let [one, other] = [one, other].map(speed);
    one.max(other) <= one.min(other) + LIKE_SPEED
}

/// Whether a division is the last of its formation, and the other is not in that formation.
fn ends_a_line(at: &Outlook, one: &Division, other: &Division) -> bool {
    let group = at.state().group_of(&one.id);
    let last = group.iter().rev().find(|member| ships(at, &member.id).next().is_some());
    last.is_none_or(|last| last.id == one.id) && !group.iter().any(|member| member.id == other.id)
}

/// Whether a division is well off the bow of the last ship, or steers for it as in a turn in succession.
fn is_astern(at: &Outlook, of: &Id, division: &Id) -> bool {
    let Some((last, lead)) = last(at, of).and_then(|ship| ship.at).zip(lead(at, division)) else { return false };
    let Ok(line) = Bearing::to(last.point(), lead.at) else { return false };
    let abaft = ABAFT_DEG <= line.difference(last.pose().heading);
    let steers_for_her = line.opposite().difference(lead.heading) <= AHEAD_DEG;
    range_in(last.point(), lead.at) <= JOINS_IN && (abaft || steers_for_her) && keep_together(at, of, division)
}

fn ships<'s>(at: &'s Outlook, division: &'s Id) -> impl Iterator<Item = &'s Ship> {
    at.state().ships_of_division(division).filter(|ship| ship.in_action() && ship.at.is_some())
}

/// A division's ships in column, the leader first.
fn column<'s>(at: &'s Outlook, division: &Id) -> Vec<&'s Ship> {
    let Some(division) = at.state().division(division) else { return Vec::new() };
    let order = |ship: &&Ship| division.course.column.iter().position(|one| one.ship == ship.id).unwrap_or(usize::MAX);
    let mut ships: Vec<&Ship> = ships(at, &division.id).collect();
    ships.sort_by_key(order);
    ships
}

fn lead(at: &Outlook, division: &Id) -> Option<Pose> {
    column(at, division).first().and_then(|ship| ship.at).map(|place| place.pose())
}

fn last<'s>(at: &'s Outlook, division: &Id) -> Option<&'s Ship> {
    column(at, division).last().copied()
}
