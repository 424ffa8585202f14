//! Chooses the divisions that chase enemies which must not leave the table, and their targets. [9.2, 9.3]
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

/// A division slower than the enemy by at most this may still come up with it: it may turn or be hit.
const NEARLY: f64 = 0.25;
/// A chaser keeps its course if the best one is within this angle.
const NEARLY_DEG: f64 = 12.0;
/// A division does not chase one that is more than this many times as strong.
const TOO_STRONG: f64 = 2.0;
/// Strength ratio, and distance, at which light ships without torpedoes flee from faster enemies.
const NO_MATCH: f64 = 5.0;
const NO_MATCH_IN: f64 = 20.0;
/// An enemy chased already counts as this many turns farther away.
const TAKEN_TURNS: f64 = 2.0;
/// A chase is looked ahead this many turns, in quarter turns.
const MOST_TURNS: f64 = 40.0;
const STEP_TURNS: f64 = 0.25;
/// A hopeless chase is given up this far from the edge: two or three turns, in which an order may fail.
const SHORT_OF_EDGE_IN: f64 = 9.0;
/// A ship this much faster leaves its division if that leaves it enough turns to fire.
const OUTRUNS: Inches = Inches(25);
const TO_FIRE_TURNS: f64 = 1.0;

/// An enemy that is chased.
pub struct Prey {
    pub ship: Id,
    pub foe: Foe,
    /// The course that brings it within reach soonest if it keeps its course.
    pub course: Bearing,
}

/// An enemy that must not leave, and the edges.
struct Mark<'s> {
    ship: &'s Ship,
    by: &'s [Edge],
}

/// Returns the enemy that a free division chases: the first to come within reach, preferably one not yet chased.
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

/// Returns a ship that alone would reach the prey in time, with its course there, if its division would come too late.
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

/// Whether no enemy that a free division may have to chase has been seen yet. It then keeps its first course.
pub fn expects(at: &Outlook, aims: &Aims, division: &Division) -> bool {
    let enemies = at.state().ships.iter().filter(|ship| ship.side != *at.side());
    let known = |ship: &Ship| ship.sighted || ship.seen.is_some();
    aims.stops_any() && enemies.filter(|ship| ship.in_action()).all(|ship| !known(ship)) && is_free(at, aims, division)
}

/// Whether a division is free to chase: not needed in a line, not the flag's, and not leaving itself.
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

/// Returns the turns until a target is within reach, and the chase. `None` if the chase is not for this division.
fn chased(at: &Outlook, division: &Division, mark: &Mark, reach_in: f64) -> Option<(f64, Prey)> {
    let pose = leader(at, division)?.at?.pose();
    let from = pose.at;
    let foe = known(at, from, mark.ship)?;
    let speed = moves::fastest(at.state(), division).as_f64();
    let gone = till_gone(at, mark, &foe);
    let turns = till_reached(from, speed, &foe, reach_in);
    // A chaser that cannot reach the enemy before the edge does not follow it over the edge.
    let comes_up = turns <= gone || (foe.speed_in <= speed + NEARLY && SHORT_OF_EDGE_IN <= edge_in(at, mark, from));
    if !comes_up || !suits(at, division, mark.ship) {
        return None;
    }
    let course = Bearing::to(from, foe.after(turns.min(gone))).ok()?;
    // A course close to this one is kept, because each order may fail.
    let course = if course.difference(pose.heading) <= NEARLY_DEG { pose.heading } else { course };
    Some((turns, Prey { ship: mark.ship.id.clone(), foe, course }))
}

/// Whether an enemy suits a division. Large ships chase large ones, light ships light ones. A division in line chases
/// light ships only if there are no large enemies. None chases a far stronger force.
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

/// Whether a division of light ships without torpedoes is slower than a near, far stronger enemy, as an armed liner.
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

/// Returns the strength of an enemy's division.
fn company(at: &Outlook, enemy: &Ship) -> f64 {
    let company = at.state().ships.iter().filter(|ship| ship.division == enemy.division && ship.in_action());
    company.map(|ship| strength::whole(&ship.card)).sum()
}

/// Returns the turns until the enemy reaches an edge it must not cross, at its current speed.
fn till_gone(at: &Outlook, mark: &Mark, foe: &Foe) -> f64 {
    edge_in(at, mark, foe.pose.at) / foe.speed_in.max(0.25)
}

/// Returns the distance from a point to the nearest edge that the enemy must not cross.
fn edge_in(at: &Outlook, mark: &Mark, from: Point) -> f64 {
    let edges = if mark.by.is_empty() { &Edge::ALL[..] } else { mark.by };
    edges.iter().map(|edge| distance_in(at, from, *edge)).fold(f64::INFINITY, f64::min)
}

/// Returns the turns until an enemy that keeps its course is reached. Beyond the limit it grows with the distance.
fn till_reached(from: Point, speed_in: f64, foe: &Foe, reach_in: f64) -> f64 {
    let short = |turns: f64| range_in(from, foe.after(turns)) - reach_in - speed_in * turns;
    let steps = (0..).map(|step| f64::from(step) * STEP_TURNS).take_while(|turns| *turns <= MOST_TURNS);
    let reached = steps.into_iter().find(|turns| short(*turns) <= 0.0);
    reached.unwrap_or_else(|| MOST_TURNS + short(MOST_TURNS))
}

fn ships<'s>(at: &'s Outlook, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    at.state().ships_of_division(&division.id).filter(|ship| ship.is_tracked())
}
