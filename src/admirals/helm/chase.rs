//! Who goes after an enemy that must not leave the table, and whom. [9.2, 9.3]
use super::{distance_in, leader};
use crate::{
    aims::Aims,
    fleet,
    foe::{Foe, known},
    strength,
};
use geometry::{Bearing, Point, range_in};
use naval::model::{Division, Edge, Ship};
use naval::rules::{gunnery::BATTERY_REACH, moves};
use naval::{Id, Inches, view::Outlook};

/// Who is slower than the enemy by no more than this may still come up with him: he turns, or is hit.
const NEARLY: f64 = 0.25;
const NEARLY_DEG: f64 = 12.0;
/// Nobody goes after a division that is more than so many times as strong.
const TOO_STRONG: f64 = 2.0;
/// Who has no torpedoes makes off from enemies within this who are faster and together so many times as strong.
const NO_MATCH: f64 = 5.0;
const NO_MATCH_IN: f64 = 20.0;
/// Who is chased already is as if he were so many turns farther off.
const TAKEN_TURNS: f64 = 2.0;
/// A chase is looked ahead so many turns, by quarters.
const MOST_TURNS: f64 = 40.0;
const STEP_TURNS: f64 = 0.25;
/// A chase that comes too late is given up so far from the edge: two or three turns, in which an order may not come through.
const SHORT_OF_EDGE_IN: f64 = 9.0;
/// Who is so much faster than her division goes ahead of it, if that leaves her turns to fire.
const OUTRUNS: Inches = Inches(25);
const TO_FIRE_TURNS: f64 = 1.0;

/// Who is chased.
pub struct Prey {
    pub ship: Id,
    pub foe: Foe,
    /// The course that brings him into reach soonest if he holds on.
    pub course: Bearing,
}

/// An enemy who must not leave, and by which edges.
struct Mark<'s> {
    ship: &'s Ship,
    by: &'s [Edge],
}

/// Whom a division chases that no line needs: whoever comes into its reach soonest, and of those one on whom nobody is yet.
pub fn prey<'s>(
    at: &'s Outlook,
    aims: &Aims<'s>,
    division: &Division,
    reach_in: impl Fn(&Division) -> f64,
) -> Option<Prey> {
    let state = at.state();
    let mark = |ship: &'s Ship| aims.must_stay(ship).map(|by| Mark { ship, by });
    let enemies = || state.ships.iter().filter(|ship| ship.side != *at.side() && ship.in_action());
    let marks: Vec<Mark> =
        if aims.stops_any() { enemies().filter_map(|ship| mark(ship)).collect() } else { Vec::new() };
    let mut taken: Vec<&Id> = Vec::new();
    for one in state.divisions.iter().filter(|one| !marks.is_empty() && is_free(at, aims, one)) {
        let on = |mark: &Mark| TAKEN_TURNS * taken.iter().filter(|id| ***id == mark.ship.id).count() as f64;
        let chases = marks.iter().filter_map(|mark| {
            let (turns, prey) = chased(at, one, mark, reach_in(one))?;
            Some((turns + on(mark), mark, prey))
        });
        let first = chases.min_by(|one, other| one.0.total_cmp(&other.0));
        if one.id == division.id {
            return first.map(|(.., prey)| prey);
        }
        taken.extend(first.map(|(_, mark, _)| &mark.ship.id));
    }
    None
}

/// A ship of a division that chases, who alone would come into reach of him in time, and the course there: the others would
/// come too late.
pub fn outruns<'s>(at: &'s Outlook, aims: &Aims, division: &'s Division, prey: &Prey) -> Option<(&'s Ship, Bearing)> {
    let enemy = at.state().ship(&prey.ship)?;
    let gone = till_gone(at, &Mark { ship: enemy, by: aims.must_stay(enemy)? }, &prey.foe);
    let reach = BATTERY_REACH.as_f64();
    let slowest = moves::fastest(at.state(), division);
    let turns = |ship: &Ship| {
        let place = ship.at.map(|place| place.point());
        place.map_or(f64::INFINITY, |from| till_reached(from, ship.allowance().as_f64(), &prey.foe, reach))
    };
    let all = till_reached(leader(at, division)?.at?.point(), slowest.as_f64(), &prey.foe, reach);
    let fast = |ship: &&Ship| {
        let fast = slowest + OUTRUNS <= ship.allowance() && turns(ship) + TO_FIRE_TURNS <= gone;
        fast && strength::whole(&enemy.card) <= strength::left(ship)
    };
    let first = ships(at, division).filter(fast).min_by(|one, other| turns(one).total_cmp(&turns(other)))?;
    let course = Bearing::to(first.at?.point(), prey.foe.after(turns(first))).ok()?;
    (gone < all && !division.one_base).then_some((first, course))
}

/// Nobody has been seen yet of those whom it may have to chase: it goes on as it was laid.
pub fn expects(at: &Outlook, aims: &Aims, division: &Division) -> bool {
    let enemies = at.state().ships.iter().filter(|ship| ship.side != *at.side());
    let known = |ship: &Ship| ship.sighted || ship.seen.is_some();
    aims.stops_any() && enemies.filter(|ship| ship.in_action()).all(|ship| !known(ship)) && is_free(at, aims, division)
}

/// No line counts on it, it is not that of the flag, and it is not to leave itself.
fn is_free(at: &Outlook, aims: &Aims, division: &Division) -> bool {
    let mut ships = ships(at, division).peekable();
    let flag = at.state().side(at.side()).and_then(|side| side.force_flag.as_ref());
    let leads = flag.is_some_and(|flag| division.ships.contains(flag)) && fleet::fights(at, &division.id);
    division.side == *at.side()
        && !leads
        && ships.peek().is_some()
        && ships.all(|ship| !ship.card.kind.is_torpedo_craft() && aims.way_out(ship).is_none())
        && at.state().group_of(&division.id).len() <= 1
        && fleet::post(at, division, &[]).is_none()
}

/// In how many turns it comes into reach of him, and how; `None` where that is not for this division.
fn chased(at: &Outlook, division: &Division, mark: &Mark, reach_in: f64) -> Option<(f64, Prey)> {
    let pose = leader(at, division)?.at?.pose();
    let from = pose.at;
    let foe = known(at, from, mark.ship)?;
    let speed = moves::fastest(at.state(), division).as_f64();
    let gone = till_gone(at, mark, &foe);
    let turns = till_reached(from, speed, &foe, reach_in);
    // Who would not reach him before the edge does not run over it after him.
    let comes_up = turns <= gone || (foe.speed_in <= speed + NEARLY && SHORT_OF_EDGE_IN <= edge_in(at, mark, from));
    if !comes_up || !suits(at, division, mark.ship) {
        return None;
    }
    let course = Bearing::to(from, foe.after(turns.min(gone))).ok()?;
    // A course that is nearly that is held: each order may fail to come through.
    let course = if course.difference(pose.heading) <= NEARLY_DEG { pose.heading } else { course };
    Some((turns, Prey { ship: mark.ship.id.clone(), foe, course }))
}

/// Large ships chase large ones, light ones light ones; who fights in line light ones only where there are no large enemies;
/// nobody those who are far too strong for him.
fn suits(at: &Outlook, division: &Division, enemy: &Ship) -> bool {
    let state = at.state();
    let large = |ship: &Ship| ship.card.kind.is_large();
    let line = fleet::fights(at, &division.id);
    let others = || state.ships.iter().filter(|ship| ship.side == enemy.side && ship.in_action() && ship.sighted);
    let fit = match large(enemy) {
        true => ships(at, division).any(large),
        false => !line || !others().any(|ship| large(ship)),
    };
    fit && company(at, enemy) <= TOO_STRONG * strength_of(at, division)
}

/// Light ships without torpedoes that are slower than an enemy who is many times as strong: an armed liner, who is free to go.
pub fn is_no_match(at: &Outlook, division: &Division, from: Point) -> bool {
    let mut own = ships(at, division);
    let top = ships(at, division).map(Ship::allowance).min().unwrap_or_default();
    let strong = strength_of(at, division);
    let near = |ship: &Ship| known(at, from, ship).is_some_and(|foe| foe.range_in <= NO_MATCH_IN);
    let enemies = at.state().ships.iter().filter(|ship| ship.side != *at.side() && ship.in_action());
    let mut worse = enemies.filter(|ship| top < ship.card.speed && NO_MATCH * strong < company(at, ship));
    own.all(|ship| ship.card.kind.is_light() && ship.card.torpedo.is_none()) && worse.any(|ship| near(ship))
}

fn strength_of(at: &Outlook, division: &Division) -> f64 {
    ships(at, division).map(strength::left).sum()
}

/// How strong the enemies are with whom one goes.
fn company(at: &Outlook, enemy: &Ship) -> f64 {
    let company = at.state().ships.iter().filter(|ship| ship.division == enemy.division && ship.in_action());
    company.map(|ship| strength::whole(&ship.card)).sum()
}

/// In so many turns he is at the edge by which he must not leave, as fast as he goes.
fn till_gone(at: &Outlook, mark: &Mark, foe: &Foe) -> f64 {
    edge_in(at, mark, foe.pose.at) / foe.speed_in.max(0.25)
}

/// How far a place lies from the nearest edge by which he must not leave.
fn edge_in(at: &Outlook, mark: &Mark, from: Point) -> f64 {
    let edges = if mark.by.is_empty() { &Edge::ALL[..] } else { mark.by };
    edges.iter().map(|edge| distance_in(at, from, *edge)).fold(f64::INFINITY, f64::min)
}

/// In so many turns he is reached if he holds on; who is not reached for long the later, the farther off he is.
fn till_reached(from: Point, speed_in: f64, foe: &Foe, reach_in: f64) -> f64 {
    let short = |turns: f64| range_in(from, foe.after(turns)) - reach_in - speed_in * turns;
    let steps = (0..).map(|step| f64::from(step) * STEP_TURNS).take_while(|turns| *turns <= MOST_TURNS);
    let reached = steps.into_iter().find(|turns| short(*turns) <= 0.0);
    reached.unwrap_or_else(|| MOST_TURNS + short(MOST_TURNS))
}

fn ships<'s>(at: &'s Outlook, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    at.state().ships_of_division(&division.id).filter(|ship| ship.is_tracked())
}
