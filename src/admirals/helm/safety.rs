//! What stands in the way of a plot: land, edges, and friends who have plotted. [5.11, 5.12, 9.3]
use super::mind::distance_in;
use geometry::{Path, Point, Pose, range_in};
use naval::{Division, Edge, Fine, Leg, Plot, Run, Ship, movement, view::Outlook};

/// So many turns straight on after this one are looked at for land and edges.
const AHEAD_TURNS: f64 = 2.0;
/// Middles of bases nearer than this may overlap.
const CLEAR_IN: f64 = 1.1;

const ASHORE: f64 = 20.0;
const NEAR_LAND: f64 = 8.0;
const OFF_TABLE: f64 = 15.0;
/// Over an edge that a special rule closes to her: the plot would have to be made anew. [9.2]
const FORBIDDEN: f64 = 40.0;
const NEAR_EDGE: f64 = 4.0;
/// Nobody keeps nearer to an edge than this, where a turn that was not ordered would lead over it. [5.10.5]
const OFF_EDGE_IN: f64 = 4.0;
const BY_THE_EDGE: f64 = 1.5;
/// Who gains so much of it in a turn is on the way in.
const GAINED_IN: f64 = 0.2;
const FRIEND: f64 = 6.0;
const ENEMY: f64 = 3.0;
/// The same of an enemy, whose next move is guessed.
const CLEAR_OF_ENEMY_IN: f64 = 1.5;

/// How bad it would be to run so, in points: nothing where all is clear. The way over the edge `out` is free.
pub fn hazard(at: &Outlook, division: &Division, plot: &Plot, planned: &[Run], out: Option<Edge>) -> f64 {
    let runs = movement::foreseen(at.state(), division, plot);
    runs.map_or(0.0, |runs| hazard_of(at, division, &runs, planned, out))
}

/// The same of runs that are foreseen.
pub fn hazard_of(at: &Outlook, division: &Division, runs: &[Run], planned: &[Run], out: Option<Edge>) -> f64 {
    let state = at.state();
    let Some(first) = runs.first() else { return 0.0 };
    let further = straight_on(first);
    let crossed = runs.iter().find_map(|run| movement::edge_crossed(state, run));
    let closed = |run: &Run| {
        let (ship, edge) = (state.ship(&run.ship), movement::edge_crossed(state, run));
        ship.zip(edge).is_some_and(|(ship, edge)| !movement::may_leave(state, ship, edge))
    };
    let mut danger = match crossed {
        Some(_) if runs.iter().any(closed) => FORBIDDEN,
        Some(edge) if out != Some(edge) => OFF_TABLE,
        Some(_) => 0.0,
        None => match movement::edge_crossed(state, &further) {
            Some(edge) if out != Some(edge) => NEAR_EDGE,
            Some(_) | None => by_the_edge(at, first, out),
        },
    };
    if !state.setup.land.is_empty() {
        if movement::runs_ashore(state, runs) {
            danger += ASHORE;
        } else if movement::runs_ashore(state, &[further]) {
            danger += NEAR_LAND;
        }
    }
    let own = |run: &Run| state.ship(&run.ship).is_some_and(|ship| ship.division == division.id);
    let meets = planned.iter().filter(|other| !own(other)).any(|other| runs.iter().any(|run| too_near(run, other)));
    if meets { danger + FRIEND } else { danger }
}

/// How bad it is to end so near to an edge: nothing on the way out over it, or in.
fn by_the_edge(at: &Outlook, run: &Run, out: Option<Edge>) -> f64 {
    let near = |edge: &Edge| {
        let [was, is] = [run.from, run.to].map(|place| distance_in(at, place.point(), *edge));
        if is < was + GAINED_IN { (1.0 - is / OFF_EDGE_IN).max(0.0) } else { 0.0 }
    };
    let edges = [Edge::North, Edge::East, Edge::South, Edge::West].into_iter().filter(|edge| out != Some(*edge));
    BY_THE_EDGE * edges.map(|edge| near(&edge)).fold(0.0, f64::max)
}

/// Where enemies in sight who hold on will be halfway and at the end of the turn.
pub struct Lanes([Vec<Point>; 2]);

/// Halfway and at the end.
const TIMES: [f64; 2] = [0.5, 1.0];

impl Lanes {
    pub fn of(at: &Outlook) -> Lanes {
        let in_sight = |ship: &&Ship| ship.side != *at.side() && ship.sighted && ship.in_action();
        let place = |ship: &Ship, time: f64| Some(ship.at?.pose().ahead(ship.speed.as_f64() * time));
        Lanes(TIMES.map(|time| at.state().afloat().filter(in_sight).filter_map(|ship| place(ship, time)).collect()))
    }

    /// How bad it is to run across them: they may ram, and nobody is out of anybody's reach there. [5.11]
    pub fn crossed(&self, runs: &[Run]) -> f64 {
        let near = |run: &Run| {
            let own = || TIMES.iter().map(|time| place_at(run, *time));
            own().zip(&self.0).any(|(own, lane)| lane.iter().any(|enemy| range_in(own, *enemy) < CLEAR_OF_ENEMY_IN))
        };
        if runs.iter().any(near) { ENEMY } else { 0.0 }
    }
}

/// The same way gone on with, straight, for some turns.
fn straight_on(run: &Run) -> Run {
    let mut further = run.clone();
    let length = Fine::nearest(run.speed.as_f64().max(1.0) * AHEAD_TURNS);
    further.legs.push(Leg::Straight { length });
    further
}

/// Halfway or at the end.
fn too_near(one: &Run, other: &Run) -> bool {
    [0.5, 1.0].iter().any(|time| range_in(place_at(one, *time), place_at(other, *time)) < CLEAR_IN)
}

fn place_at(run: &Run, time: f64) -> Point {
    let path = Path::of(run.from.pose(), run.legs.iter().map(|leg| leg.piece()));
    let Pose { at, .. } = path.pose_at(path.length_in() * time);
    at
}
