//! Boats: where they wait by day, when they attack, and how they keep out of the reach of batteries. [6.5.2, 7.4]
use super::courses::bearing_to;
use crate::{
    enemy_contact::EnemyContact,
    expect::chance_at_most,
    expected_position::{ExpectedPosition, expected_battery_fire},
    worth,
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::model::{Division, Ship, ShipMove, doctrine::Prizes};
use naval::rules::{gunnery, moves, special::KnownMines, survey};
use naval::{Inches, view::PlayerView};

/// Boats wait this far behind the line, and up to [`FARTHEST_STATION_IN`] if the enemy is near.
const STATION_IN: f64 = 4.0;
const FARTHEST_STATION_IN: f64 = 7.0;
/// Boats that wait keep this far from enemy ships: batteries reach 10 inches, and an enemy may turn. [6.5.9]
pub const BOATS_CLEAR_IN: f64 = 12.0;
/// Share of a torpedo's hits that its target's size lets through. [7.4.3]
const SHARE_BY_SIZE: f64 = 0.5;
/// Range at which the fire on attacking boats is estimated.
const ATTACK_RANGE_IN: f64 = 5.0;
/// A line that points within this angle of the enemy counts as heading towards it.
const END_ON_DEG: f64 = 45.0;
/// A division this close to its station, after the line's own move, counts as on station.
const ON_STATION_IN: f64 = 0.5;
/// A division up to this far ahead of its station waits, at [`WAIT_SPEED_SHARE`] and turning up to [`EDGE_OVER_DEG`].
const WAIT_AHEAD_IN: f64 = 14.0;
const WAIT_SPEED_SHARE: f64 = 0.4;
const EDGE_OVER_DEG: f64 = 30.0;
/// Stations are at least this far from the edge of the table.
const STATION_INSET_IN: f64 = 4.0;

/// Whether an attack by day should hit for more points than it costs. The cost is the fire of all enemy ships within
/// battery reach of the target while the boats cross it, and those lost launch nothing. [6.5.2, 7.4.3]
pub fn attack_pays(view: &PlayerView, division: &Division, foe: &EnemyContact, prizes: Prizes) -> bool {
    let enemies = || view.state().ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted);
    let is_near = |ship: &&Ship| {
        ship.at.is_some_and(|place| range_in(place.point(), foe.pose.at) <= gunnery::BATTERY_REACH.as_f64())
    };
    let targets = enemies().filter(is_near).filter(|ship| !ship.card.kind.is_torpedo_craft());
    let value = targets.map(|ship| worth::torpedo_value(ship, prizes)).fold(0.0, f64::max);
    let hits = |ship: &Ship| {
        let band = ship.card.torpedo.as_ref()?.bands.first()?;
        Some(f64::from(ship.torpedoes_left) * chance_at_most(band.to_hit))
    };
    let boats: Vec<&Ship> = fighting_ships(view, division).collect();
    let gain = value * boats.iter().filter_map(|ship| hits(ship)).sum::<f64>() * SHARE_BY_SIZE;
    let Some(boat) = boats.iter().find_map(|ship| ExpectedPosition::from_current(ship, prizes)) else {
        return false;
    };
    let speed = moves::speed_without_plot(view.state(), division).as_f64().max(1.0);
    let turns = gunnery::BATTERY_REACH.as_f64() / speed;
    let fire = enemies().filter(is_near).filter_map(|ship| ExpectedPosition::from_current(ship, prizes)).map(|firer| {
        let abeam = firer.pose.at.moved(firer.pose.heading.turned(90.0), ATTACK_RANGE_IN);
        expected_battery_fire(&firer, &boat.moved_to(Pose { at: abeam, ..boat.pose }, 0.0))
    });
    let lost = turns * fire.sum::<f64>();
    let at_stake: f64 = boats.iter().map(|ship| worth::points_left(ship, prizes)).sum();
    lost < gain * (1.0 - lost / at_stake.max(lost)).max(0.0)
}

/// Whether a division are torpedo boats at night that have launched all their torpedoes. [7.4]
pub fn are_spent_boats(view: &PlayerView, division: &Division) -> bool {
    let has_none_left =
        |ship: &Ship| ship.card.kind.is_torpedo_craft() && ship.card.torpedo.is_some() && ship.torpedoes_left == 0;
    view.state().setup.night && fighting_ships(view, division).all(has_none_left)
}

/// Returns the middle ship of the line to which the large ship nearest to a point belongs, with its speed in inches. So
/// boats neither run ahead of the van nor trail behind.
pub fn middle_of_line(view: &PlayerView, from: Point) -> Option<(Pose, f64)> {
    let state = view.state();
    let large_ships =
        || state.ships_of_side(view.side()).filter(|ship| ship.has_position() && ship.card.kind.is_large());
    let distance_to = |ship: &Ship| ship.at.map_or(f64::INFINITY, |place| range_in(place.point(), from));
    let nearest = large_ships().min_by(|left, right| distance_to(left).total_cmp(&distance_to(right)))?;
    let group = state.divisions_in_formation_of(&nearest.division);
    let line: Vec<&Ship> = group
        .iter()
        .flat_map(|division| state.ships_of(&division.id))
        .filter(|ship| ship.has_position() && ship.card.kind.is_large())
        .collect();
    let middle = line.get(line.len() / 2).copied().unwrap_or(nearest);
    Some((middle.at?.pose(), middle.speed.as_f64()))
}

/// Returns a distance at which no battery can fire. [6.5.2]
fn beyond_battery_range_in() -> f64 {
    BOATS_CLEAR_IN + 0.5
}

/// Returns the station behind a line after its next move, on the table and if possible beyond the enemy's batteries. If
/// the line heads towards the enemy, the station is abeam of it, on the same side as `from`.
/// In mines with a swept lane, the station is in the lane.
pub fn station_behind(
    view: &PlayerView,
    mines: &KnownMines,
    from: Point,
    (line, speed): (Pose, f64),
    foe: Point,
) -> Point {
    let away = Bearing::between(foe, line.at).unwrap_or(line.heading);
    let beam = |hand: f64| line.heading.turned(90.0 * hand);
    let hand = Bearing::between(line.at, from).map_or(1.0, |there| line.heading.signed_difference(there)).signum();
    let away = if away.angle_to(line.heading.opposite()) < END_ON_DEG { beam(hand) } else { away };
    let clear = beyond_battery_range_in();
    let short_of_clear_in = clear - range_in(foe, line.at);
    let station = line.ahead(speed).moved(away, short_of_clear_in.clamp(STATION_IN, FARTHEST_STATION_IN));
    // Abeam of a line that heads towards the enemy, the station would be as near to the enemy as the line.
    let out = Bearing::between(foe, station).unwrap_or(away);
    let mut station = station.moved(out, (clear - range_in(foe, station)).max(0.0));
    // The nearest enemy to the boats is not always the nearest to their station.
    let ships = view.state().ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted);
    for there in ships.filter(|ship| !ship.card.kind.is_torpedo_craft()).filter_map(|ship| Some(ship.at?.point())) {
        let out = Bearing::between(there, station).unwrap_or(away);
        station = station.moved(out, (clear - range_in(there, station)).max(0.0));
    }
    let table = survey::surface(view.state());
    let clamped = |place: f64, length: f64| {
        place.clamp(STATION_INSET_IN.min(length), (length - STATION_INSET_IN).max(STATION_INSET_IN.min(length)))
    };
    mines.nearest_in_lane(Point::new(clamped(station.x(), table.width_in), clamped(station.y(), table.depth_in)))
}

/// Returns course and speed to the station behind the line, then along with it. Without a line: away from the enemy.
pub fn course_to_station(
    view: &PlayerView,
    mines: &KnownMines,
    pose: Pose,
    foe: Point,
    fastest: Inches,
) -> (Bearing, Inches) {
    let Some((line, speed)) = middle_of_line(view, pose.at) else {
        return (bearing_to(pose, foe).opposite(), fastest);
    };
    let station = station_behind(view, mines, pose.at, (line, speed), foe);
    let distance_in = range_in(station, pose.at);
    let course = bearing_to(pose, station);
    let along = distance_in * course.angle_to(line.heading).to_radians().cos();
    let at_most_fastest = |inches: f64| fastest.min(Inches::nearest(inches.max(0.0)));
    // Ships ahead of the station wait for it without turning round, if they are out of the enemy's battery range.
    let waits = along < 0.0 && distance_in < WAIT_AHEAD_IN && beyond_battery_range_in() <= range_in(foe, pose.at);
    if distance_in < speed.max(1.0) + ON_STATION_IN || waits {
        let aside = distance_in * course.angle_to(line.heading).to_radians().sin();
        let bent =
            line.heading.signed_difference(course).clamp(-EDGE_OVER_DEG, EDGE_OVER_DEG) * (aside - 1.0).clamp(0.0, 1.0);
        return (line.heading.turned(bent), at_most_fastest(along.max(speed * WAIT_SPEED_SHARE)));
    }
    (course, at_most_fastest(distance_in))
}

/// Returns how far boats would come within [`BOATS_CLEAR_IN`] of an enemy ship that keeps its course, in inches. Means
/// the ends of this turn and, straight on, of the next.
pub fn inside_battery_reach_in(view: &PlayerView, runs: &[ShipMove]) -> f64 {
    let Some(lead) = runs.first() else { return 0.0 };
    let enemies = || view.state().ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted);
    let ships = || enemies().filter(|ship| !ship.card.kind.is_torpedo_craft());
    let inside_after = |turns: f64| {
        let here = lead.to.pose().ahead(lead.speed.as_f64() * (turns - 1.0));
        let inside = ships().filter_map(|ship| {
            let there = ship.at?.pose().ahead(ship.speed.as_f64() * turns);
            Some(BOATS_CLEAR_IN - range_in(here, there))
        });
        inside.fold(0.0, f64::max)
    };
    f64::midpoint(inside_after(1.0), inside_after(2.0))
}

pub fn fighting_ships<'s>(view: &'s PlayerView, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    view.state().ships_of_division(&division.id).filter(|ship| ship.is_in_action())
}
