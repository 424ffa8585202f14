//! Predicts the positions of other ships that a division might run into, and the cost of meeting them. [5.11]
use crate::weights::Weights;
use geometry::{Path, Point, Pose, SightLine, range_in};
use naval::model::{Division, Place, Ship, ShipMove};
use naval::view::PlayerView;

/// Times in turns after the turn begins, with the weight of being too close then. The end of the move weighs most,
/// because collisions are checked there. Later times weigh less, because no division goes straight on for long.
const CHECK_TIMES: [(f64, f64); 3] = [(0.5, 0.25), (1.0, 1.0), (2.0, 0.25)];
/// Number of these times used for enemies: only this turn, because their next move is a guess.
const ENEMY_TIMES: usize = 2;
/// Distances of a likely collision and of a clear pass.
const FRIEND_RANGES_IN: [f64; 2] = [0.7, 1.4];
const ENEMY_RANGES_IN: [f64; 2] = [1.0, 2.0];
/// Weight of friends that have not plotted and may give way.
const UNPLOTTED_WEIGHT: f64 = 0.5;
/// Weight of light friends, which give way to a line.
const LIGHT_WEIGHT: f64 = 0.2;
/// Ships of a line are at most this far apart.
const MAX_GAP_IN: f64 = 4.0;
/// Limit of the summed nearness to friends: as much as two that are met.
const MAX_FRIENDS: f64 = 2.0;
/// Ships farther away than this are not met soon.
const IGNORE_BEYOND_IN: f64 = 18.0;
/// Ships this close astern along the track follow the leader in any case.
const ASTERN_IN: f64 = 3.2;
/// A leader's track is sampled at this many points a turn.
const TRACK_SAMPLES: usize = 4;

/// The predicted tracks of other ships, before a division's own is chosen.
pub struct PredictedTracks {
    friends: Vec<Track>,
    enemies: Vec<[Point; ENEMY_TIMES]>,
    /// The gaps between neighbours of an enemy line, after this turn and after the next.
    enemy_gaps: Vec<[SightLine; 2]>,
    /// Positions of the leader's followers, the closest first: its own division, then others of its formation.
    tail: Vec<Point>,
}

/// The predicted positions of a friend.
struct Track {
    places: [Point; CHECK_TIMES.len()],
    weight: f64,
}

impl PredictedTracks {
    /// Predicts the tracks of [`from_plots`](Self::from_plots), the leader's followers, and friends that have not
    /// plotted, going straight on.
    pub fn predict(view: &PlayerView, division: &Division, planned: &[ShipMove]) -> PredictedTracks {
        let mut tracks = PredictedTracks::from_plots(view, division, planned);
        let state = view.state();
        let group = state.divisions_in_formation_of(&division.id);
        let followers = group.iter().skip_while(|member| member.id != division.id).skip(1);
        let followers: Vec<&Division> = followers.copied().collect();
        let is_in = |ship: &Ship, division: &Division| ship.division == division.id;
        let is_unplotted = |ship: &&Ship| {
            ship.side == *view.side()
                && ship.has_position()
                && !is_in(ship, division)
                && !followers.iter().any(|follower| is_in(ship, follower))
                && !planned.iter().any(|run| run.ship == ship.id)
                && is_close(view, division, ship)
        };
        let has_large = state.ships_of_division(&division.id).any(|ship| ship.card.kind.is_large());
        tracks.friends.extend(state.ships_in_action().filter(is_unplotted).filter_map(|ship| {
            let pose = ship.at?.pose();
            let places = CHECK_TIMES.map(|(time, _)| pose.ahead(ship.speed.as_f64() * time));
            let weight = match ship.card.kind.is_large() {
                _ if ship.speed.as_f64() == 0.0 => 1.0,
                false if has_large => LIGHT_WEIGHT,
                _ => UNPLOTTED_WEIGHT,
            };
            Some(Track { places, weight })
        }));
        if group.first().is_none_or(|first| first.id == division.id) && state.is_in_column(division) {
            let formation = state.formations.iter().find(|formation| formation.divisions.contains(&division.id));
            let is_one_line = formation.is_none_or(|formation| formation.lines.is_empty());
            let mut tail = column_points(view, division);
            tail.extend(followers.iter().filter(|_| is_one_line).flat_map(|follower| column_points(view, follower)));
            tracks.tail = tail.into_iter().skip(1).collect();
        }
        tracks
    }

    /// Predicts friends by their plots, enemies in sight going straight on, and hulks in place.
    pub fn from_plots(view: &PlayerView, division: &Division, planned: &[ShipMove]) -> PredictedTracks {
        let state = view.state();
        let is_own = |ship: &Ship| ship.division == division.id;
        let others = planned.iter().filter(|run| !state.ship(&run.ship).is_some_and(is_own));
        let friends = others.map(|run| Track { places: CHECK_TIMES.map(|(time, _)| place_at(run, time)), weight: 1.0 });
        let hulks = state.ships.iter().filter(|ship| ship.is_on_table() && !ship.is_in_action());
        let hulks = hulks
            .filter(|ship| is_close(view, division, ship))
            .filter_map(|ship| Some(Track { places: [ship.at?.point(); CHECK_TIMES.len()], weight: 1.0 }));
        let friends = friends.chain(hulks).collect();
        let in_sight = |ship: &&Ship| ship.side != *view.side() && ship.sighted && is_close(view, division, ship);
        let track = |ship: &Ship| {
            let pose = ship.at?.pose();
            Some([0, 1].map(|index: usize| pose.ahead(ship.speed.as_f64() * CHECK_TIMES[index].0)))
        };
        let enemies = state.ships_in_action().filter(in_sight).filter_map(track).collect();
        PredictedTracks { friends, enemies, enemy_gaps: enemy_gaps(view, division), tail: Vec::new() }
    }

    /// Returns the cost of running close to friends or through the own line.
    pub fn cost_of_friends(&self, runs: &[ShipMove], weights: &Weights) -> f64 {
        let own: Vec<[Point; CHECK_TIMES.len()]> =
            runs.iter().map(|run| CHECK_TIMES.map(|(time, _)| place_at(run, time))).collect();
        let cost_of = |track: &Track| {
            let costs = own.iter().map(|own| {
                let cost_at = |(index, (_, weight)): (usize, (f64, f64))| {
                    weight * nearness(range_in(own[index], track.places[index]), FRIEND_RANGES_IN)
                };
                CHECK_TIMES.into_iter().enumerate().map(cost_at).fold(0.0, f64::max)
            });
            track.weight * costs.fold(0.0, f64::max)
        };
        weights.friends * self.friends.iter().map(cost_of).sum::<f64>().min(MAX_FRIENDS)
            + weights.own_line * self.closeness_to_tail(runs)
    }

    /// Returns the cost of running across enemies: they may ram, and it brings both sides within each other's range.
    pub fn cost_of_enemies(&self, runs: &[ShipMove], weights: &Weights) -> f64 {
        let nearness_of = |run: &ShipMove| {
            if self.enemies.is_empty() {
                return 0.0;
            }
            let places = [0, 1].map(|index: usize| place_at(run, CHECK_TIMES[index].0));
            let nearness_to = |track: &[Point; ENEMY_TIMES]| {
                let nearness_at = |index: usize| nearness(range_in(places[index], track[index]), ENEMY_RANGES_IN);
                nearness_at(0).max(nearness_at(1))
            };
            self.enemies.iter().map(nearness_to).fold(0.0, f64::max)
        };
        weights.enemies * runs.iter().map(nearness_of).fold(0.0, f64::max)
            + weights.enemy_line * self.crosses_line(runs)
    }

    /// Returns 1 if the leader runs through an enemy line in this turn, half if straight on in the next, else 0.
    fn crosses_line(&self, runs: &[ShipMove]) -> f64 {
        let Some(lead) = runs.first().filter(|_| !self.enemy_gaps.is_empty()) else { return 0.0 };
        let places = [lead.from.point(), place_at(lead, 1.0), place_at(lead, 2.0)];
        let crosses = |turn: usize| {
            let way = SightLine::new(places[turn], places[turn + 1]);
            self.enemy_gaps.iter().any(|gaps| way.crosses(&gaps[turn]))
        };
        if crosses(0) {
            1.0
        } else if crosses(1) {
            0.5
        } else {
            0.0
        }
    }

    /// Returns how close the leader comes to its followers on its track.
    fn closeness_to_tail(&self, runs: &[ShipMove]) -> f64 {
        let Some(lead) = runs.first().filter(|_| !self.tail.is_empty() && !is_turning_together(runs)) else {
            return 0.0;
        };
        let speed = lead.speed.as_f64();
        let last = CHECK_TIMES[CHECK_TIMES.len() - 1].0;
        // The track from the last ship on, past the leader, up to the last time checked.
        let ahead = (1..=TRACK_SAMPLES).map(|sample| place_at(lead, sample as f64 / TRACK_SAMPLES as f64));
        let mut track: Vec<Point> = self.tail.iter().rev().copied().collect();
        track.push(lead.from.point());
        track.extend(ahead.chain([place_at(lead, last)]));
        let mut distances_in = vec![0.0];
        for pair in track.windows(2) {
            distances_in.push(distances_in[distances_in.len() - 1] + range_in(pair[0], pair[1]));
        }
        let leader_at = distances_in[self.tail.len()];
        let followers_far_astern =
            distances_in[..self.tail.len()].iter().filter(|follower| ASTERN_IN < leader_at - **follower);
        let places = CHECK_TIMES.map(|(time, weight)| (time, weight, place_at(lead, time)));
        let cost_of = |follower: &f64| {
            let cost_at = |(time, weight, place): (f64, f64, Point)| {
                let follower_point = point_along(&track, &distances_in, follower + speed * time);
                weight * nearness(range_in(place, follower_point), FRIEND_RANGES_IN)
            };
            places.into_iter().map(cost_at).fold(0.0, f64::max)
        };
        followers_far_astern.map(cost_of).fold(0.0, f64::max)
    }
}

/// Returns the gaps between neighbouring ships of enemy divisions in sight that keep their course.
fn enemy_gaps(view: &PlayerView, division: &Division) -> Vec<[SightLine; 2]> {
    let state = view.state();
    let mut gaps = Vec::new();
    for enemy in state.divisions.iter().filter(|enemy| enemy.side != *view.side()) {
        let ships = state.ships_of(&enemy.id).filter(|ship| ship.is_in_action() && ship.sighted);
        let ships: Vec<&Ship> = ships.filter(|ship| is_close(view, division, ship)).collect();
        for pair in ships.windows(2) {
            let [Some(first), Some(second)] = [pair[0].at, pair[1].at] else { continue };
            if range_in(first.point(), second.point()) <= MAX_GAP_IN {
                let after = |place: Place, ship: &Ship, turns: f64| place.pose().ahead(ship.speed.as_f64() * turns);
                gaps.push(
                    [1.0, 2.0].map(|turns| SightLine::new(after(first, pair[0], turns), after(second, pair[1], turns))),
                );
            }
        }
    }
    gaps
}

/// Whether all ships turn together, so that none follows the leader.
fn is_turning_together(runs: &[ShipMove]) -> bool {
    let turns = |run: &ShipMove| 0.0 < run.turned.as_f64();
    runs.len() > 1 && turns(&runs[0]) && runs[1].legs == runs[0].legs
}

/// 1 within the shorter of two distances, 0 beyond the longer, linear between.
fn nearness(apart: f64, [near, clear]: [f64; 2]) -> f64 {
    ((clear - apart) / (clear - near)).clamp(0.0, 1.0)
}

fn is_close(view: &PlayerView, division: &Division, ship: &Ship) -> bool {
    let Some(there) = ship.at else { return false };
    let mut own_places = view.state().ships_of_division(&division.id).filter_map(|ship| ship.at);
    own_places.any(|here| range_in(here.point(), there.point()) <= IGNORE_BEYOND_IN)
}

fn column_points(view: &PlayerView, division: &Division) -> Vec<Point> {
    let column = division.course.column.iter().map(|entry| &entry.ship);
    column
        .filter_map(|id| view.state().ship(id))
        .filter(|ship| ship.has_position())
        .filter_map(|ship| Some(ship.at?.point()))
        .collect()
}

/// Returns the position at a time of a run. After its end it goes straight on.
fn place_at(run: &ShipMove, time: f64) -> Point {
    if 1.0 <= time {
        return run.to.pose().ahead(run.speed.as_f64() * (time - 1.0));
    }
    let path = Path::from_pieces(run.from.pose(), run.legs.iter().map(|leg| leg.to_piece()));
    let Pose { at, .. } = path.pose_at(path.length_in() * time);
    at
}

fn point_along(track: &[Point], along: &[f64], distance_in: f64) -> Point {
    let next = along.iter().position(|length_in| distance_in <= *length_in).unwrap_or(along.len() - 1).max(1);
    let (from, to) = (track[next - 1], track[next]);
    let piece = (along[next] - along[next - 1]).max(1e-9);
    let share = ((distance_in - along[next - 1]) / piece).clamp(0.0, 1.0);
    Point::new(from.x() + share * (to.x() - from.x()), from.y() + share * (to.y() - from.y()))
}
