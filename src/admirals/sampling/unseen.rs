//! Fills in what is out of sight: enemies lost from sight, forces behind markers and the meaning of torpedo markers.
use std::sync::Arc;

use super::{one_in, unit_random};
use geometry::{Bearing, Point, Pose, range_in};
use naval::model::{Bearing as Side, Division, Fine, Place, Ship, TorpedoModel};
use naval::{Id, SideId, State, rules::survey, view::ForceMarkerSeen};
use play::Rng;

/// After this many turns out of sight an enemy's position is not guessed any more.
const FORGET_TURNS: u16 = 8;
/// Largest deviation to either side of the course last seen.
const MAX_DEVIATION_DEG: u64 = 45;
/// One marker in three is a dummy. [7.4.6]
const DUMMY_ONE_IN: u64 = 3;
/// Distance between ships of an unseen force, centre to centre.
const SPACING_IN: f64 = 1.2;

/// Places enemies lost from sight where they may be now, by their last sighting, and removes those seen too long ago.
pub fn place_unseen_enemies(state: &mut State, side: &SideId, rng: &mut Rng) {
    let turn = state.turn;
    let table = survey::surface(state);
    let is_unseen = |ship: &Ship| ship.side != *side && ship.is_in_action() && ship.at.is_none();
    let unseen: Vec<Id> = state.ships.iter().filter(|ship| is_unseen(ship)).map(|ship| ship.id.clone()).collect();
    let mut last_guess: Option<(Id, f64, f64)> = None;
    for id in unseen {
        let Some(ship) = state.ship_mut(&id) else { continue };
        // Ships of a division keep together.
        let (aside, speed_share) = match &last_guess {
            Some((division, aside, speed_share)) if *division == ship.division => (*aside, *speed_share),
            _ => (rng.below(2 * MAX_DEVIATION_DEG + 1) as f64 - MAX_DEVIATION_DEG as f64, unit_random(rng)),
        };
        last_guess = Some((ship.division.clone(), aside, speed_share));
        let seen = ship.seen.as_ref().filter(|seen| turn <= seen.turn + FORGET_TURNS);
        let place = seen.and_then(|seen| {
            let pose_seen = seen.at?.pose();
            let turns_at_speed = f64::from(turn.saturating_sub(seen.turn)) * (0.5 + speed_share);
            let pose = Pose { heading: pose_seen.heading.turned(aside), ..pose_seen };
            let point = pose.ahead(seen.speed.as_f64() * turns_at_speed);
            Some((
                Place::rounded(Pose { at: clamp_to_table(point, table.width_in, table.depth_in), ..pose }),
                seen.speed,
            ))
        });
        match place {
            Some((at, speed)) => (ship.at, ship.speed) = (Some(at), speed),
            None => remove_ship(state, &id),
        }
    }
}

fn clamp_to_table(point: Point, width_in: f64, depth_in: f64) -> Point {
    Point::new(point.x().clamp(0.0, width_in), point.y().clamp(0.0, depth_in))
}

fn remove_ship(state: &mut State, ship: &Id) {
    state.ships.retain(|other| other.id != *ship);
    for division in &mut state.divisions {
        if division.ships.contains(ship) {
            let division = Arc::make_mut(division);
            division.ships.retain(|id| id != ship);
            // As in the fog: the first known ship has the flag.
            if let Some(first) = division.ships.first().filter(|_| division.flagship == *ship) {
                division.flagship = first.clone();
            }
        }
    }
    state.divisions.retain(|division| !division.ships.is_empty());
}

/// Places a division behind each force marker, modelled on a known enemy division, or else on an own one: ships of the
/// same period and area.
pub fn place_hidden_forces(state: &mut State, side: &SideId, markers: &[ForceMarkerSeen], rng: &mut Rng) {
    for marker in markers {
        let is_model = |division: &&Arc<Division>| {
            let mut ships = state.ships_of_division(&division.id).peekable();
            ships.peek().is_some() && ships.all(|ship| ship.has_position() && !ship.card.kind.is_coast_battery())
        };
        let all: Vec<&Arc<Division>> = state.divisions.iter().filter(is_model).collect();
        let enemies: Vec<&Arc<Division>> =
            all.iter().copied().filter(|division| division.side == marker.side).collect();
        let models = if enemies.is_empty() { all } else { enemies };
        if models.is_empty() {
            continue;
        }
        let model = Division::clone(models[rng.below(models.len() as u64) as usize]);
        let middle = own_centre(state, side).unwrap_or(marker.at.point());
        let heading = Bearing::between(marker.at.point(), middle).unwrap_or(Bearing::NORTH);
        let pose = Pose { at: marker.at.point(), heading };
        let (mut ships, mut names) = (Vec::new(), Vec::new());
        for (place, name) in model.ships.iter().enumerate() {
            let Some(card) = state.ship(name).map(|modelled| modelled.card.clone()) else { continue };
            let speed = card.speed;
            let id = Id::new(format!("{}-{}", marker.id, place + 1));
            let astern = if model.one_base { 0.0 } else { SPACING_IN * place as f64 };
            ships.push(Arc::new(Ship {
                id: id.clone(),
                at: Some(Place::rounded(pose.advanced(-astern))),
                ..Ship::new(card, marker.side.clone(), marker.id.clone(), None, speed)
            }));
            names.push(id);
        }
        let Some(flagship) = names.first().cloned() else { continue };
        let Division { one_base, signalling, initiative, .. } = model;
        let single = Division::of_one_ship(&flagship, marker.id.as_str(), &marker.side);
        let division = Division { id: marker.id.clone(), ships: names, one_base, signalling, initiative, ..single };
        state.ships.extend(ships);
        state.divisions.push(Arc::new(division));
    }
}

fn own_centre(state: &State, side: &SideId) -> Option<Point> {
    let own: Vec<Point> = state.ships_of_side(side).filter_map(|ship| ship.at).map(|place| place.point()).collect();
    let mean = |coordinate: fn(&Point) -> f64| own.iter().map(coordinate).sum::<f64>() / own.len() as f64;
    (!own.is_empty()).then(|| Point::new(mean(|point| point.x()), mean(|point| point.y())))
}

/// Makes each enemy marker a dummy, or torpedoes of the nearest armed enemy at the nearest own ship or base of boats.
pub fn assign_torpedoes(state: &mut State, side: &SideId, rng: &mut Rng) {
    let mut markers = std::mem::take(&mut state.markers);
    for marker in markers.iter_mut().filter(|marker| marker.side != *side) {
        marker.dummy = one_in(rng, DUMMY_ONE_IN);
        let Some(dot) = marker.dot else {
            marker.dummy = true;
            continue;
        };
        let distance_to = |ship: &&Ship| ship.at.map_or(f64::INFINITY, |place| range_in(place.point(), dot.point()));
        let nearest = |ships: &mut dyn Iterator<Item = &Ship>| {
            ships
                .filter(|ship| ship.has_position())
                .min_by(|left, right| distance_to(left).total_cmp(&distance_to(right)))
                .cloned()
        };
        let is_armed = |ship: &&Ship| ship.side != *side && ship.card.torpedo.is_some();
        let launcher = nearest(&mut state.ships_in_action().filter(is_armed));
        let target = nearest(&mut state.ships_of_side(side));
        let (Some(launcher_ship), Some(target_ship)) = (launcher, target) else {
            marker.dummy = true;
            continue;
        };
        let line = target_ship
            .at
            .and_then(|place| Bearing::between(dot.point(), place.point()).ok())
            .unwrap_or(Bearing::NORTH);
        let bands = launcher_ship.card.torpedo.iter().flat_map(|torpedo| &torpedo.bands);
        marker.launcher = state.base_id(&launcher_ship.id);
        marker.target = state.base_id(&target_ship.id);
        marker.factors = 1 + rng.below(u64::from(launcher_ship.torpedoes_left.clamp(1, 2))) as u8;
        marker.run = bands.map(|band| band.to).max().unwrap_or_default();
        // The launcher had its target abeam.
        let pose = Pose { at: dot.point(), heading: line.turned(-90.0) };
        (marker.dot, marker.bearing) = (Some(Place::rounded(pose)), Side::Starboard);
        let runs_straight = state.setup.options.torpedo_model == TorpedoModel::Ray;
        marker.track = runs_straight.then(|| Fine::nearest(line.degrees()));
    }
    state.markers = markers;
}
