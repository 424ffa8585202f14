//! Scores obstacles in the way of a plot: land, edges and ships. [5.11, 5.12, 9.3]
use super::{distance_in, posture::Posture, tracks::PredictedTracks};
use crate::{weights::Weights, worth};
use naval::model::{Edge, Fine, ShipMove, TrackLeg};
use naval::{rules::moves, view::PlayerView};

/// Land and edges are checked for this many turns straight on after this one.
const AHEAD_TURNS: f64 = 2.0;

const ASHORE: f64 = 20.0;
const NEAR_LAND: f64 = 8.0;
const OFF_TABLE: f64 = 15.0;
/// Crossing an edge that a special rule closes: the division would have to plot again. [9.2]
const CLOSED_EDGE: f64 = 40.0;
const NEAR_EDGE: f64 = 4.0;
/// Divisions stay this far from an edge, because a turn that was not ordered could lead over it. [5.10.5]
const EDGE_MARGIN_IN: f64 = 4.0;
const BY_THE_EDGE: f64 = 1.5;
/// A ship that gains this much distance from the edge in a turn is on its way in.
const ENTERING_IN: f64 = 0.2;

/// The danger of a plot, in points. 0 if all is clear.
#[derive(Clone, Copy)]
pub struct Danger {
    /// From land, edges and friends.
    pub hazard: f64,
    /// From mines: the expected hits on the run and on the way out, and half of those further straight on. [9.2]
    pub mines: f64,
    /// From enemies, which may ram.
    pub enemies: f64,
}

impl Danger {
    /// Returns the danger of these runs. Crossing `exit_edge` costs nothing.
    pub fn assess(
        view: &PlayerView,
        runs: &[ShipMove],
        tracks: &PredictedTracks,
        exit_edge: Option<Edge>,
        posture: &Posture,
    ) -> Danger {
        let hazard = hazard_of(view, runs, tracks, exit_edge, posture.weights);
        Danger {
            hazard,
            mines: mine_damage(view, runs, posture),
            enemies: tracks.cost_of_enemies(runs, posture.weights),
        }
    }

    pub fn total(self) -> f64 {
        self.obstacles() + self.enemies
    }

    /// The danger that a lower speed may help to avoid.
    pub fn obstacles(self) -> f64 {
        self.hazard + self.mines
    }
}

/// Returns the cost of mines that the side knows, in points.
fn mine_damage(view: &PlayerView, runs: &[ShipMove], posture: &Posture) -> f64 {
    if posture.mines.is_empty() {
        return 0.0;
    }
    let damage = |run: &ShipMove| {
        let value = worth::torpedo_value(view.state().ship(&run.ship)?, posture.card.prizes);
        let hits = posture.mines.expected_hits(run);
        let ahead = (posture.mines.expected_hits(&straight_on(run)) - hits).max(0.0);
        Some(posture.weights.mines * value * (hits + posture.weights.mines_ahead * ahead))
    };
    runs.iter().filter_map(damage).sum()
}

fn hazard_of(
    view: &PlayerView,
    runs: &[ShipMove],
    tracks: &PredictedTracks,
    exit_edge: Option<Edge>,
    weights: &Weights,
) -> f64 {
    let state = view.state();
    let Some(first) = runs.first() else { return 0.0 };
    let extended = straight_on(first);
    let crossed = runs.iter().find_map(|run| moves::edge_crossed(state, run));
    let crosses_closed_edge = |run: &ShipMove| {
        let (ship, edge) = (state.ship(&run.ship), moves::edge_crossed(state, run));
        ship.zip(edge).is_some_and(|(ship, edge)| !moves::may_leave(state, ship, edge))
    };
    let mut danger = match crossed {
        Some(_) if runs.iter().any(crosses_closed_edge) => CLOSED_EDGE,
        Some(edge) if exit_edge != Some(edge) => OFF_TABLE,
        Some(_) => 0.0,
        None => match moves::edge_crossed(state, &extended) {
            Some(edge) if exit_edge != Some(edge) => NEAR_EDGE,
            Some(_) | None => edge_cost(view, first, exit_edge),
        },
    };
    if !state.setup.land.is_empty() {
        if moves::runs_ashore(state, runs) {
            danger += ASHORE;
        } else if moves::runs_ashore(state, &[extended]) {
            danger += NEAR_LAND;
        }
    }
    danger + tracks.cost_of_friends(runs, weights)
}

/// Returns the cost of ending close to an edge. Edges the ship leaves by or comes in from cost nothing.
fn edge_cost(view: &PlayerView, run: &ShipMove, exit_edge: Option<Edge>) -> f64 {
    let cost_near = |edge: &Edge| {
        let [before_in, after_in] = [run.from, run.to].map(|place| distance_in(view, place.point(), *edge));
        if after_in < before_in + ENTERING_IN { (1.0 - after_in / EDGE_MARGIN_IN).max(0.0) } else { 0.0 }
    };
    let edges = Edge::ALL.into_iter().filter(|edge| exit_edge != Some(*edge));
    BY_THE_EDGE * edges.map(|edge| cost_near(&edge)).fold(0.0, f64::max)
}

/// Returns the same run extended straight on for [`AHEAD_TURNS`] turns.
fn straight_on(run: &ShipMove) -> ShipMove {
    let mut extended = run.clone();
    let length = Fine::nearest(run.speed.as_f64().max(1.0) * AHEAD_TURNS);
    extended.legs.push(TrackLeg::Straight { length });
    extended
}
