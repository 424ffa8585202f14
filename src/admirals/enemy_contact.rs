//! The enemy's positions that a side knows. [4.3, 4.4, 5.13]
use super::aims::Aims;
use geometry::{Point, Pose, range_in};
use naval::{Inches, model::Ship, view::PlayerView};

/// An enemy out of sight is looked for at its last seen position for this many turns.
const REMEMBERED_TURNS: u16 = 6;
/// Range factor of an enemy that decides the battle: it attracts like a closer one.
const HUNTED_RANGE_FACTOR: f64 = 0.6;

/// An enemy contact: a ship, or a force about which nothing else is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnemyContact {
    pub pose: Pose,
    pub speed_in: f64,
    pub in_sight: bool,
    pub range_in: f64,
}

impl EnemyContact {
    fn new(from: Point, pose: Pose, speed: Inches, in_sight: bool) -> EnemyContact {
        EnemyContact { pose, speed_in: speed.as_f64(), in_sight, range_in: range_in(from, pose.at) }
    }

    /// Its position after `turns` turns straight on.
    pub fn position_after(&self, turns: f64) -> Point {
        self.pose.ahead(self.speed_in * turns)
    }
}

/// Returns the most relevant enemy for a force at a point: the nearest in sight, where an unfit opponent counts as
/// twice as far away. Otherwise the nearest last known position, or force marker.
pub fn nearest(view: &PlayerView, aims: &Aims, from: Point, is_fit: impl Fn(&Ship) -> bool) -> Option<EnemyContact> {
    let enemies = || view.state().ships.iter().filter(|ship| ship.side != *view.side() && ship.is_in_action());
    let weighted_range = |foe: &EnemyContact, ship: &Ship| {
        let hunted_factor = if aims.hunts(ship, view.side()) { HUNTED_RANGE_FACTOR } else { 1.0 };
        let fit_factor = if is_fit(ship) { 1.0 } else { 2.0 };
        foe.range_in * hunted_factor * fit_factor
    };
    let known = |in_sight: bool| {
        let contact = move |ship: &Ship| last_known(view, from, ship).filter(|foe| foe.in_sight == in_sight);
        enemies().filter_map(move |ship| contact(ship).map(|foe| (weighted_range(&foe, ship), foe)))
    };
    let markers =
        || view.force_markers().iter().map(|marker| EnemyContact::new(from, marker.at.pose(), Inches::ZERO, false));
    nearest_of(known(true))
        .or_else(|| nearest_of(known(false)))
        .or_else(|| nearest_of(markers().map(|foe| (foe.range_in, foe))))
}

/// Returns an enemy's position: as seen, or estimated from its last sighting.
pub fn last_known(view: &PlayerView, from: Point, ship: &Ship) -> Option<EnemyContact> {
    let turn = view.state().turn;
    if ship.sighted {
        return Some(EnemyContact::new(from, ship.at?.pose(), ship.speed, true));
    }
    let seen = ship.seen.as_ref().filter(|seen| turn <= seen.turn + REMEMBERED_TURNS)?;
    let at_sighting = EnemyContact::new(from, seen.at?.pose(), seen.speed, false);
    let estimated_pose = Pose { at: at_sighting.position_after(f64::from(turn - seen.turn)), ..at_sighting.pose };
    Some(EnemyContact::new(from, estimated_pose, seen.speed, false))
}

fn nearest_of(foes: impl Iterator<Item = (f64, EnemyContact)>) -> Option<EnemyContact> {
    foes.min_by(|left, right| left.0.total_cmp(&right.0)).map(|(_, foe)| foe)
}
