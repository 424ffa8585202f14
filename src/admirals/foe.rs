//! The enemy's positions as far as a side knows them. [4.3, 4.4, 5.13]
use super::aims::Aims;
use geometry::{Point, Pose, range_in};
use naval::{Inches, model::Ship, view::Outlook};

/// An enemy out of sight is looked for at its last seen position for this many turns.
const REMEMBERED_TURNS: u16 = 6;
/// Range factor of an enemy that decides the battle: it attracts like a closer one.
const HUNTED: f64 = 0.6;

/// An enemy contact: a ship, or a force about which nothing else is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foe {
    pub pose: Pose,
    pub speed_in: f64,
    pub in_sight: bool,
    pub range_in: f64,
}

impl Foe {
    fn at(from: Point, pose: Pose, speed: Inches, in_sight: bool) -> Foe {
        Foe { pose, speed_in: speed.as_f64(), in_sight, range_in: range_in(from, pose.at) }
    }

    /// Its position after `turns` turns straight on.
    pub fn after(&self, turns: f64) -> Point {
        self.pose.ahead(self.speed_in * turns)
    }
}

/// Returns the most relevant enemy for a force at a point: the nearest in sight, preferably one worth its guns.
/// Otherwise the nearest last seen position, or force marker.
pub fn nearest(at: &Outlook, aims: &Aims, from: Point, fit: impl Fn(&Ship) -> bool) -> Option<Foe> {
    let enemies = || at.state().ships.iter().filter(|ship| ship.side != *at.side() && ship.in_action());
    let drawn = |foe: &Foe, ship: &Ship| {
        let hunted = if aims.hunts(ship, at.side()) { HUNTED } else { 1.0 };
        let fitting = if fit(ship) { 1.0 } else { 2.0 };
        foe.range_in * hunted * fitting
    };
    let known = |in_sight: bool| {
        let known = move |ship: &Ship| known(at, from, ship).filter(|foe| foe.in_sight == in_sight);
        enemies().filter_map(move |ship| known(ship).map(|foe| (drawn(&foe, ship), foe)))
    };
    let markers = || at.force_markers().iter().map(|marker| Foe::at(from, marker.at.pose(), Inches::ZERO, false));
    least(known(true)).or_else(|| least(known(false))).or_else(|| least(markers().map(|foe| (foe.range_in, foe))))
}

/// Returns an enemy's position: as seen, or estimated from its last sighting.
pub fn known(at: &Outlook, from: Point, ship: &Ship) -> Option<Foe> {
    let turn = at.state().turn;
    if ship.sighted {
        return Some(Foe::at(from, ship.at?.pose(), ship.speed, true));
    }
    let seen = ship.seen.as_ref().filter(|seen| turn <= seen.turn + REMEMBERED_TURNS)?;
    let then = Foe::at(from, seen.at?.pose(), seen.speed, false);
    let now = Pose { at: then.after(f64::from(turn - seen.turn)), ..then.pose };
    Some(Foe::at(from, now, seen.speed, false))
}

fn least(foes: impl Iterator<Item = (f64, Foe)>) -> Option<Foe> {
    foes.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, foe)| foe)
}
