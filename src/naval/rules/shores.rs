//! Where runs meet land or an edge. [5.12, 9.3]
use crate::model::base::{base_of, path_of};
use crate::model::{Division, Edge, Fine, Land, Place, Ship, ShipMove, ShipType, TrackLeg, Turn, TurnKind};
use crate::rules::survey::{motion_of, surface};
use crate::{Id, Inches, State, rules::columns::helm::DivisionMove};
use geometry::{Area, Bearing, Mover, Path, Pose, first_aground, range_in};

/// A ship stops this far short of the shore, so that its rounded position is on water.
const SHORE_MARGIN_IN: f64 = 0.01;
/// A ship with a run this short strikes nothing: it was stopped at the shore already.
pub(crate) const MIN_STRANDING_RUN_IN: f64 = 0.1;
/// Turns are plotted in steps of this many degrees. [5.7.2]
const STEP_DEG: u16 = 15;

pub(crate) struct Stranding {
    pub(crate) unit: Id,
    pub(crate) land: Id,
    pub(crate) ran_in: f64,
}

pub(crate) fn shores(state: &State) -> Vec<(&Land, Area)> {
    state.setup.land.iter().filter_map(|land| Some((land, land.area().ok()?))).collect()
}

/// Returns how far along its run a ship first touches land, and which.
fn first_grounding<'a>(state: &State, run: &ShipMove, shores: &'a [(&'a Land, Area)]) -> Option<(f64, &'a Id)> {
    let ship = state.ship(&run.ship)?;
    let (base, motion) = (base_of(state, ship), motion_of(run));
    let mover = Mover { base: &base, motion: &motion };
    let times = shores.iter().filter_map(|(land, area)| Some((first_aground(mover, area)?, &land.id)));
    let (time, land) = times.min_by(|left, right| left.0.total_cmp(&right.0))?;
    Some((time * motion.speed_in(), land))
}

pub(crate) fn reaches_land(state: &State, runs: &[ShipMove]) -> bool {
    let shores = shores(state);
    runs.iter().any(|run| first_grounding(state, run, &shores).is_some())
}

/// Whether a division keeps off land automatically, because it runs a move not plotted for this turn: before contact,
/// without orders, or turning away from fire. [5.12]
pub(crate) fn avoids_land(state: &State, division: &Division) -> bool {
    let group = state.group_in_orders(&division.id);
    let independent = group.iter().any(|member| member.orders_failed_turn == Some(state.turn));
    independent || state.this_turn.reacting.contains(&division.id) || state.is_on_preplots(&division.side)
}

/// Returns the turns by which a division may clear land, smallest first, to starboard before port. [5.12]
///
/// In column these are column turns. Out of column, and for a convoy, they are ships turns. [5.1.2, 5.7.3]
pub(crate) fn clearing_turns(state: &State, division: &Division) -> impl Iterator<Item = Turn> {
    let merchants = state.ships_of_division(&division.id).any(|ship| ship.card.kind == ShipType::MM);
    let manner = if division.course.is_in_column() && !merchants { TurnKind::Column } else { TurnKind::Ships };
    let steps = (1..=180 / STEP_DEG).map(|step| f64::from(step * STEP_DEG));
    steps.flat_map(move |degrees| [Turn::of_degrees(manner, degrees), Turn::of_degrees(manner, -degrees)])
}

/// Cuts every run where it reaches land. [5.12]
pub(crate) fn stop_short<'a>(state: &State, moves: impl IntoIterator<Item = &'a mut DivisionMove>) -> Vec<Stranding> {
    let shores = shores(state);
    let mut strandings = Vec::new();
    for run in moves.into_iter().flat_map(|outcome| &mut outcome.runs) {
        let Some((reach_in, land)) = first_grounding(state, run, &shores) else { continue };
        let path = path_of(run.from, &run.legs);
        let ran_in = (reach_in - SHORE_MARGIN_IN).max(0.0);
        let cut = path.part(0.0, ran_in);
        strandings.push(Stranding { unit: run.ship.clone(), land: land.clone(), ran_in });
        cut_run(run, &cut);
    }
    strandings
}

pub(crate) fn cut_run(run: &mut ShipMove, cut: &Path) {
    run.legs = cut.pieces().map(TrackLeg::from_piece).collect();
    run.to = if cut.legs().is_empty() { run.from } else { Place::rounded(cut.end()) };
    run.turned = Fine::nearest(cut.turned_deg());
}

/// Returns ships in action taken over an edge by their last run or a current after it, with the edge. [9.2, 9.3]
pub(crate) fn ships_leaving(state: &State) -> Vec<(Id, Edge)> {
    let leaves = |ship: &Ship| {
        let run = ship.run.as_ref().filter(|_| ship.is_in_action())?;
        Some((ship.id.clone(), edge_crossed(state, run).or_else(|| carried_over(state, run, ship.at?))?))
    };
    state.ships.iter().filter_map(|ship| leaves(ship)).collect()
}

/// Whether a ship might run over an edge in one turn, as a cheap test before its way is calculated. It allows twice the
/// ship's designed speed, so that no steering is missed.
pub(crate) fn is_near_an_edge(state: &State, ship: &Ship) -> bool {
    let (reach_in, table) = (2.0 * ship.card.speed.max(ship.speed_allowance()).as_f64(), surface(state));
    ship.at.map(Place::point).is_some_and(|point| {
        let distances_in = [point.x(), point.y(), table.width_in - point.x(), table.depth_in - point.y()];
        distances_in.into_iter().any(|distance_in| distance_in <= reach_in)
    })
}

pub(crate) fn edge_crossed(state: &State, run: &ShipMove) -> Option<Edge> {
    edge_left_by(state, &path_of(run.from, &run.legs))
}

/// Returns the edge over which a current took a ship after its run.
fn carried_over(state: &State, run: &ShipMove, at: Place) -> Option<Edge> {
    let (from, to) = (run.to.point(), at.point());
    let heading = Bearing::between(from, to).ok()?;
    edge_left_by(state, &Path::from_pieces(Pose { at: from, heading }, []).straight(range_in(from, to)))
}

pub(crate) fn edge_left_by(state: &State, path: &Path) -> Option<Edge> {
    surface(state).exit(path)
}

/// Returns how far the middle of a ship's base is from an edge, by default its own, or `None` if it has reached the
/// edge or has no position. [9.3]
pub(crate) fn distance_to_edge(state: &State, ship: &Ship, edge: Option<Edge>) -> Option<(Edge, Inches)> {
    let (point, table) = (ship.at?.point(), surface(state));
    let edge = edge.or_else(|| state.side(&ship.side).map(|side| side.friendly_edge))?;
    let short = Inches::nearest(match edge {
        Edge::North => table.depth_in - point.y(),
        Edge::East => table.width_in - point.x(),
        Edge::South => point.y(),
        Edge::West => point.x(),
    });
    (Inches::ZERO < short).then_some((edge, short))
}
