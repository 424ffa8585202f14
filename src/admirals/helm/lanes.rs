//! Predicts the positions of other ships that a division might run into, and the cost of meeting them. [5.11]
use geometry::{Path, Point, Pose, range_in};
use naval::model::{Division, Run, Ship};
use naval::view::Outlook;

/// Times in turns after the turn begins, with the weight of being too close then. Collisions are checked at the end of
/// a move, and no division goes straight on for long.
const TIMES: [(f64, f64); 3] = [(0.5, 0.25), (1.0, 1.0), (2.0, 0.25)];
/// Number of these times used for enemies: only this turn, because their next move is a guess.
const OF_THIS_TURN: usize = 2;
/// Distances of a likely collision and of a clear pass.
const NEAR_IN: [f64; 2] = [0.7, 1.4];
const NEAR_ENEMY_IN: [f64; 2] = [1.0, 2.0];
const FRIEND: f64 = 3.0;
/// Weights of friends that have not plotted and may give way, and of light friends, which give way to a line.
const UNPLANNED: f64 = 0.5;
const LIGHT: f64 = 0.2;
/// Weight of the leader's own line, through which it would run.
const TAIL: f64 = 2.0;
const ENEMY: f64 = 3.0;
/// At most this many friends count at once.
const MOST: f64 = 2.0;
/// Ships farther away than this are not met soon.
const FAR_IN: f64 = 18.0;
/// Ships this close astern along the track follow the leader in any case.
const ASTERN_IN: f64 = 3.2;
/// A leader's track is sampled at this many points a turn.
const PIECES: usize = 4;

/// The predicted tracks of other ships, before a division's own is chosen.
pub struct Lanes {
    friends: Vec<Lane>,
    enemies: Vec<[Point; OF_THIS_TURN]>,
    /// Positions of the leader's followers, the closest first: its own division, then others of its formation.
    tail: Vec<Point>,
}

/// The predicted positions of a friend.
struct Lane {
    places: [Point; TIMES.len()],
    weight: f64,
}

impl Lanes {
    /// Predicts friends by their plots, else going straight on, enemies in sight going straight on, and hulks in place.
    pub fn of(at: &Outlook, division: &Division, planned: &[Run]) -> Lanes {
        let mut lanes = Lanes::planned(at, division, planned);
        let state = at.state();
        let group = state.group_of(&division.id);
        let behind = group.iter().skip_while(|one| one.id != division.id).skip(1);
        let behind: Vec<&Division> = behind.copied().collect();
        let of = |ship: &Ship, one: &Division| ship.division == one.id;
        let open = |ship: &&Ship| {
            ship.side == *at.side()
                && ship.is_tracked()
                && !of(ship, division)
                && !behind.iter().any(|one| of(ship, one))
                && !planned.iter().any(|run| run.ship == ship.id)
                && near(at, division, ship)
        };
        let line = state.ships_of_division(&division.id).any(|ship| ship.card.kind.is_large());
        lanes.friends.extend(state.afloat().filter(open).filter_map(|ship| {
            let pose = ship.at?.pose();
            let places = TIMES.map(|(time, _)| pose.ahead(ship.speed.as_f64() * time));
            let weight = match ship.card.kind.is_large() {
                _ if ship.speed.as_f64() == 0.0 => 1.0,
                false if line => LIGHT,
                _ => UNPLANNED,
            };
            Some(Lane { places, weight })
        }));
        if group.first().is_none_or(|one| one.id == division.id) && state.is_in_column(division) {
            let formation = state.formations.iter().find(|one| one.divisions.contains(&division.id));
            let in_file = formation.is_none_or(|one| one.lines.is_empty());
            let mut tail = column(at, division);
            tail.extend(behind.iter().filter(|_| in_file).flat_map(|one| column(at, one)));
            lanes.tail = tail.into_iter().skip(1).collect();
        }
        lanes
    }

    /// The same without friends that have not plotted.
    pub fn planned(at: &Outlook, division: &Division, planned: &[Run]) -> Lanes {
        let state = at.state();
        let own = |ship: &Ship| ship.division == division.id;
        let others = planned.iter().filter(|run| !state.ship(&run.ship).is_some_and(own));
        let friends = others.map(|run| Lane { places: TIMES.map(|(time, _)| place_at(run, time)), weight: 1.0 });
        let hulks = state.ships.iter().filter(|ship| ship.is_on_table() && !ship.in_action());
        let hulks = hulks
            .filter(|ship| near(at, division, ship))
            .filter_map(|ship| Some(Lane { places: [ship.at?.point(); TIMES.len()], weight: 1.0 }));
        let friends = friends.chain(hulks).collect();
        let in_sight = |ship: &&Ship| ship.side != *at.side() && ship.sighted && near(at, division, ship);
        let lane = |ship: &Ship| {
            let pose = ship.at?.pose();
            Some([0, 1].map(|place: usize| pose.ahead(ship.speed.as_f64() * TIMES[place].0)))
        };
        let enemies = state.afloat().filter(in_sight).filter_map(lane).collect();
        Lanes { friends, enemies, tail: Vec::new() }
    }

    /// Returns the cost of running close to friends or through the own line.
    pub fn friends_met(&self, runs: &[Run]) -> f64 {
        let own: Vec<[Point; TIMES.len()]> =
            runs.iter().map(|run| TIMES.map(|(time, _)| place_at(run, time))).collect();
        let met = |lane: &Lane| {
            let each = own.iter().map(|own| {
                let at = |(place, (_, counts)): (usize, (f64, f64))| {
                    counts * nearness(range_in(own[place], lane.places[place]), NEAR_IN)
                };
                TIMES.into_iter().enumerate().map(at).fold(0.0, f64::max)
            });
            lane.weight * each.fold(0.0, f64::max)
        };
        FRIEND * self.friends.iter().map(met).sum::<f64>().min(MOST) + TAIL * self.tail_met(runs)
    }

    /// Returns the cost of running across enemies: they may ram, and both sides are within reach.
    pub fn enemies_met(&self, runs: &[Run]) -> f64 {
        let near = |run: &Run| {
            if self.enemies.is_empty() {
                return 0.0;
            }
            let places = [0, 1].map(|place: usize| place_at(run, TIMES[place].0));
            let met = |lane: &[Point; OF_THIS_TURN]| {
                let at = |place: usize| nearness(range_in(places[place], lane[place]), NEAR_ENEMY_IN);
                at(0).max(at(1))
            };
            self.enemies.iter().map(met).fold(0.0, f64::max)
        };
        ENEMY * runs.iter().map(near).fold(0.0, f64::max)
    }

    /// Returns how close the leader comes to its followers on its track.
    fn tail_met(&self, runs: &[Run]) -> f64 {
        let Some(lead) = runs.first().filter(|_| !self.tail.is_empty() && !turn_together(runs)) else { return 0.0 };
        let speed = lead.speed.as_f64();
        let last = TIMES[TIMES.len() - 1].0;
        // The track from the last ship on, past the leader, up to the last time checked.
        let ahead = (1..=PIECES).map(|piece| place_at(lead, piece as f64 / PIECES as f64));
        let mut track: Vec<Point> = self.tail.iter().rev().copied().collect();
        track.push(lead.from.point());
        track.extend(ahead.chain([place_at(lead, last)]));
        let mut along = vec![0.0];
        for two in track.windows(2) {
            along.push(along[along.len() - 1] + range_in(two[0], two[1]));
        }
        let leads = along[self.tail.len()];
        let far = along[..self.tail.len()].iter().filter(|follower| ASTERN_IN < leads - **follower);
        let places = TIMES.map(|(time, counts)| (time, counts, place_at(lead, time)));
        let met = |follower: &f64| {
            let at = |(time, counts, place): (f64, f64, Point)| {
                let there = point_along(&track, &along, follower + speed * time);
                counts * nearness(range_in(place, there), NEAR_IN)
            };
            places.into_iter().map(at).fold(0.0, f64::max)
        };
        far.map(met).fold(0.0, f64::max)
    }
}

/// Whether all ships turn together, so that none follows the leader.
fn turn_together(runs: &[Run]) -> bool {
    let turns = |run: &Run| 0.0 < run.turned.as_f64();
    runs.len() > 1 && turns(&runs[0]) && runs[1].legs == runs[0].legs
}

/// 1 within the nearer of two distances, 0 beyond the farther, linear between.
fn nearness(apart: f64, [near, clear]: [f64; 2]) -> f64 {
    ((clear - apart) / (clear - near)).clamp(0.0, 1.0)
}

fn near(at: &Outlook, division: &Division, ship: &Ship) -> bool {
    let Some(there) = ship.at else { return false };
    let mut own = at.state().ships_of_division(&division.id).filter_map(|ship| ship.at);
    own.any(|here| range_in(here.point(), there.point()) <= FAR_IN)
}

/// Returns the positions of a division's ships in column.
fn column(at: &Outlook, division: &Division) -> Vec<Point> {
    let column = division.course.column.iter().map(|one| &one.ship);
    column
        .filter_map(|id| at.state().ship(id))
        .filter(|ship| ship.is_tracked())
        .filter_map(|ship| Some(ship.at?.point()))
        .collect()
}

/// Returns the position at a time of a run. After its end it goes straight on.
fn place_at(run: &Run, time: f64) -> Point {
    if 1.0 <= time {
        return run.to.pose().ahead(run.speed.as_f64() * (time - 1.0));
    }
    let path = Path::of(run.from.pose(), run.legs.iter().map(|leg| leg.piece()));
    let Pose { at, .. } = path.pose_at(path.length_in() * time);
    at
}

/// Returns the point at a distance along a track.
fn point_along(track: &[Point], along: &[f64], far: f64) -> Point {
    let next = along.iter().position(|one| far <= *one).unwrap_or(along.len() - 1).max(1);
    let (from, to) = (track[next - 1], track[next]);
    let piece = (along[next] - along[next - 1]).max(1e-9);
    let share = ((far - along[next - 1]) / piece).clamp(0.0, 1.0);
    Point::new(from.x() + share * (to.x() - from.x()), from.y() + share * (to.y() - from.y()))
}
