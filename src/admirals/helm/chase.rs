//! Chooses the divisions that chase enemies which must not leave the table, and their targets. [9.2, 9.3]
use super::{distance_in, leader};
use crate::{
    aims::Aims,
    enemy_contact::{EnemyContact, last_known},
    fleet, strength,
};
use geometry::{Bearing, Point, range_in};
use naval::model::{Division, Edge, Ship};
use naval::rules::{gunnery::BATTERY_REACH, moves};
use naval::{Id, Inches, view::PlayerView};

/// A division slower than the enemy by at most this may still catch up: the enemy may turn or be hit.
const SPEED_DEFICIT_IN: f64 = 0.25;
/// A chaser keeps its course if the best course is within this angle of it.
const KEEP_COURSE_DEG: f64 = 12.0;
/// A division does not chase one that is more than this many times as strong.
const TOO_STRONG: f64 = 2.0;
/// Strength ratio and range at which light ships without torpedoes flee from faster enemies.
const OUTMATCHED_RATIO: f64 = 5.0;
const OUTMATCHED_RANGE_IN: f64 = 20.0;
/// An enemy chased already counts as this many turns farther away.
const ALREADY_CHASED_TURNS: f64 = 2.0;
/// A chase is predicted for this many turns, in steps of this length.
const MAX_CHASE_TURNS: f64 = 40.0;
const STEP_TURNS: f64 = 0.25;
/// A hopeless chase is given up this far from the edge: two or three turns, in which an order may fail.
const GIVE_UP_IN: f64 = 9.0;
/// A ship this much faster may leave its division.
const OUTRUN_MARGIN: Inches = Inches(25);
/// A ship that leaves its division to chase must have this many turns left to fire.
const FIRING_TURNS: f64 = 1.0;

/// A bar is checked again after this many turns straight on.
const RECHECK_TURNS: f64 = 2.0;

pub struct ChaseTarget {
    pub ship: Id,
    pub foe: EnemyContact,
    /// The course that brings the chaser within reach soonest if the enemy keeps its course.
    pub course: Bearing,
}

/// An enemy that must not leave, and the edges that it must not cross.
struct Fugitive<'s> {
    ship: &'s Ship,
    edges: &'s [Edge],
}

/// Returns the enemy that a free division chases: the first to come within reach, preferably one not yet chased.
pub fn chase_target<'s>(
    view: &'s PlayerView,
    aims: &Aims<'s>,
    division: &Division,
    reach_in: impl Fn(&Division) -> f64,
) -> Option<ChaseTarget> {
    let state = view.state();
    let fugitive = |ship: &'s Ship| aims.closed_edges_for(ship).map(|by| Fugitive { ship, edges: by });
    let enemies = || state.ships.iter().filter(|ship| ship.side != *view.side() && ship.is_in_action());
    let fugitives: Vec<Fugitive> =
        if aims.stops_any() { enemies().filter_map(|ship| fugitive(ship)).collect() } else { Vec::new() };
    let mut already_chased: Vec<&Id> = Vec::new();
    for chaser in state.divisions.iter().filter(|chaser| !fugitives.is_empty() && is_free(view, aims, chaser)) {
        let chased_penalty = |target: &Fugitive| {
            ALREADY_CHASED_TURNS * already_chased.iter().filter(|id| ***id == target.ship.id).count() as f64
        };
        let chases = fugitives.iter().filter_map(|target| {
            let (turns, prey) = plan_chase(view, chaser, target, reach_in(chaser))?;
            Some((turns + chased_penalty(target), target, prey))
        });
        let first = chases.min_by(|left, right| left.0.total_cmp(&right.0));
        if chaser.id == division.id {
            return first.map(|(.., prey)| prey);
        }
        already_chased.extend(first.map(|(_, target, _)| &target.ship.id));
    }
    None
}

/// Returns a ship that alone would reach the prey in time, with its course there, if its division would come too late.
pub fn fast_chaser<'s>(
    view: &'s PlayerView,
    aims: &Aims,
    division: &'s Division,
    prey: &ChaseTarget,
) -> Option<(&'s Ship, Bearing)> {
    let enemy = view.state().ship(&prey.ship)?;
    let turns_left =
        turns_until_escape(view, &Fugitive { ship: enemy, edges: aims.closed_edges_for(enemy)? }, &prey.foe);
    let reach = BATTERY_REACH.as_f64();
    let division_speed = moves::fastest(view.state(), division);
    let turns = |ship: &Ship| {
        let place = ship.at.map(|place| place.point());
        place
            .map_or(f64::INFINITY, |from| turns_until_in_range(from, ship.speed_allowance().as_f64(), &prey.foe, reach))
    };
    let leader_at = leader(view, division)?.at?.point();
    let division_turns = turns_until_in_range(leader_at, division_speed.as_f64(), &prey.foe, reach);
    let can_chase_alone = |ship: &&Ship| {
        let in_time = turns(ship) + FIRING_TURNS <= turns_left;
        let is_fast = division_speed + OUTRUN_MARGIN <= ship.speed_allowance() && in_time;
        is_fast && strength::undamaged(&enemy.card) <= strength::current(ship)
    };
    let first = tracked_ships(view, division)
        .filter(can_chase_alone)
        .min_by(|left, right| turns(left).total_cmp(&turns(right)))?;
    let course = Bearing::between(first.at?.point(), prey.foe.position_after(turns(first))).ok()?;
    (turns_left < division_turns && !division.one_base).then_some((first, course))
}

/// Whether a division may have to chase, but no enemy has been seen yet. It then keeps its first course.
pub fn expects_prey(view: &PlayerView, aims: &Aims, division: &Division) -> bool {
    let enemies = view.state().ships.iter().filter(|ship| ship.side != *view.side());
    let is_known = |ship: &Ship| ship.sighted || ship.seen.is_some();
    aims.stops_any()
        && enemies.filter(|ship| ship.is_in_action()).all(|ship| !is_known(ship))
        && is_free(view, aims, division)
}

/// Returns the edge to bar: that of the enemy in sight which is first at an edge it must not cross, with its distance
/// from the edge after this turn and [`RECHECK_TURNS`] later. `None` for light divisions, which do not stop large ships.
pub fn edge_to_bar(view: &PlayerView, aims: &Aims, division: &Division) -> Option<(Edge, [f64; 2])> {
    if !aims.stops_any() || !tracked_ships(view, division).any(|ship| ship.card.kind.is_large()) {
        return None;
    }
    let state = view.state();
    let turns_left = f64::from(state.setup.turns.saturating_sub(state.turn)) + 1.0;
    let enemies = state.ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted);
    let escapes = enemies.filter_map(|ship| {
        let (edges, pose) = (aims.closed_edges_for(ship)?, ship.at?.pose());
        let edges = if edges.is_empty() { &Edge::ALL[..] } else { edges };
        let distance_to = |edge: &Edge| distance_in(view, pose.at, *edge);
        let edge = edges.iter().copied().min_by(|left, right| distance_to(left).total_cmp(&distance_to(right)))?;
        let speed = ship.speed.as_f64();
        let after = |turns: f64| distance_in(view, pose.ahead(speed * turns), edge);
        let turns = distance_to(&edge) / speed.max(0.25);
        (turns <= turns_left).then(|| (turns, (edge, [after(1.0), after(1.0 + RECHECK_TURNS)])))
    });
    escapes.min_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, bar)| bar)
}

/// Whether a division is free to chase: not needed in a line, not the flag's, and not leaving itself.
fn is_free(view: &PlayerView, aims: &Aims, division: &Division) -> bool {
    let mut ships = tracked_ships(view, division).peekable();
    let flag = view.state().side(view.side()).and_then(|side| side.force_flag.as_ref());
    let leads = flag.is_some_and(|flag| division.ships.contains(flag)) && fleet::is_battle_line(view, &division.id);
    division.side == *view.side()
        && !leads
        && ships.peek().is_some()
        && ships.all(|ship| !ship.card.kind.is_torpedo_craft() && aims.exit_for(ship).is_none())
        && view.state().divisions_in_formation_of(&division.id).len() <= 1
        && fleet::station_in_line(view, division, &[]).is_none()
}

/// Returns the turns until a target is within reach, and the chase. `None` if the chase is not for this division.
fn plan_chase(
    view: &PlayerView,
    division: &Division,
    fugitive: &Fugitive,
    reach_in: f64,
) -> Option<(f64, ChaseTarget)> {
    let pose = leader(view, division)?.at?.pose();
    let from = pose.at;
    let foe = last_known(view, from, fugitive.ship)?;
    let speed = moves::fastest(view.state(), division).as_f64();
    let turns_left = turns_until_escape(view, fugitive, &foe);
    let turns = turns_until_in_range(from, speed, &foe, reach_in);
    // A chaser that cannot reach the enemy before the edge does not follow it over the edge.
    let comes_up = turns <= turns_left
        || (foe.speed_in <= speed + SPEED_DEFICIT_IN && GIVE_UP_IN <= distance_to_edge_in(view, fugitive, from));
    if !comes_up || !is_suitable(view, division, fugitive.ship) {
        return None;
    }
    let course = Bearing::between(from, foe.position_after(turns.min(turns_left))).ok()?;
    // A course close to this one is kept, because each order may fail.
    let course = if course.angle_to(pose.heading) <= KEEP_COURSE_DEG { pose.heading } else { course };
    Some((turns, ChaseTarget { ship: fugitive.ship.id.clone(), foe, course }))
}

/// Whether an enemy suits a division. Large ships chase large ones, light ships light ones. A division in line chases
/// light ships only if there are no large enemies. None chases a far stronger force.
fn is_suitable(view: &PlayerView, division: &Division, enemy: &Ship) -> bool {
    let state = view.state();
    let is_large = |ship: &Ship| ship.card.kind.is_large();
    let line = fleet::is_battle_line(view, &division.id);
    let sighted_enemies =
        || state.ships.iter().filter(|ship| ship.side == enemy.side && ship.is_in_action() && ship.sighted);
    let fits_size = match is_large(enemy) {
        true => tracked_ships(view, division).any(is_large),
        false => !line || !sighted_enemies().any(|ship| is_large(ship)),
    };
    fits_size && enemy_division_strength(view, enemy) <= TOO_STRONG * division_strength(view, division)
}

/// Whether a division of light ships without torpedoes, such as a liner, is slower than a near, far stronger enemy.
pub fn is_outmatched(view: &PlayerView, division: &Division, from: Point) -> bool {
    let mut own_ships = tracked_ships(view, division);
    let top = tracked_ships(view, division).map(Ship::speed_allowance).min().unwrap_or_default();
    let strong = division_strength(view, division);
    let is_near = |ship: &Ship| last_known(view, from, ship).is_some_and(|foe| foe.range_in <= OUTMATCHED_RANGE_IN);
    let enemies = view.state().ships.iter().filter(|ship| ship.side != *view.side() && ship.is_in_action());
    let mut stronger =
        enemies.filter(|ship| top < ship.card.speed && OUTMATCHED_RATIO * strong < enemy_division_strength(view, ship));
    own_ships.all(|ship| ship.card.kind.is_light() && ship.card.torpedo.is_none()) && stronger.any(|ship| is_near(ship))
}

fn division_strength(view: &PlayerView, division: &Division) -> f64 {
    tracked_ships(view, division).map(strength::current).sum()
}

fn enemy_division_strength(view: &PlayerView, enemy: &Ship) -> f64 {
    let company = view.state().ships.iter().filter(|ship| ship.division == enemy.division && ship.is_in_action());
    company.map(|ship| strength::undamaged(&ship.card)).sum()
}

/// Returns the turns until the enemy reaches an edge it must not cross, at its current speed.
fn turns_until_escape(view: &PlayerView, fugitive: &Fugitive, foe: &EnemyContact) -> f64 {
    distance_to_edge_in(view, fugitive, foe.pose.at) / foe.speed_in.max(0.25)
}

/// Returns the distance from a point to the nearest edge that the enemy must not cross.
fn distance_to_edge_in(view: &PlayerView, fugitive: &Fugitive, from: Point) -> f64 {
    let edges = if fugitive.edges.is_empty() { &Edge::ALL[..] } else { fugitive.edges };
    edges.iter().map(|edge| distance_in(view, from, *edge)).fold(f64::INFINITY, f64::min)
}

/// Returns the turns until an enemy that keeps its course is within `reach_in`. Beyond `MAX_CHASE_TURNS`, adds inches.
fn turns_until_in_range(from: Point, speed_in: f64, foe: &EnemyContact, reach_in: f64) -> f64 {
    let shortfall_in = |turns: f64| range_in(from, foe.position_after(turns)) - reach_in - speed_in * turns;
    let steps = (0..).map(|step| f64::from(step) * STEP_TURNS).take_while(|turns| *turns <= MAX_CHASE_TURNS);
    let reached = steps.into_iter().find(|turns| shortfall_in(*turns) <= 0.0);
    reached.unwrap_or_else(|| MAX_CHASE_TURNS + shortfall_in(MAX_CHASE_TURNS))
}

fn tracked_ships<'s>(view: &'s PlayerView, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    view.state().ships_of_division(&division.id).filter(|ship| ship.has_position())
}
