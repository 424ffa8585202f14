//! What a division is about: to fight at a range, to attack, to keep out of the way, to leave, or to look for the enemy.
use crate::{
    Memory,
    aims::Aims,
    foe::{Foe, nearest},
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::{Division, Edge, Fraction, Inches, Ship, WindForce, movement, survey, view::Outlook};

/// Below this share of what it was worth at first, a side draws off.
const DRAW_OFF: f64 = 0.4;
/// Outside the band about the wished range this far ships go as fast as they can.
const BAND_IN: f64 = 2.0;
/// In it no faster than this below the top, where their own smoke would hang before the guns. [6.5.1.3]
const SMOKELESS: Inches = Inches(105);
/// Each inch off the wished range is so many degrees off the beam.
const DEG_AN_INCH: f64 = 20.0;
/// Boats keep so far from the ships that they wait behind.
const BEHIND_IN: f64 = 4.0;
/// Fire is opened, and batteries fight, within this.
const BATTERY_RANGE_IN: f64 = 6.0;
/// A side that finds nobody looks about the middle and the enemy's waters by turns.
const SEARCH_TURNS: u16 = 8;
/// So far within the edge it looks.
const INSET_IN: f64 = 8.0;

/// What a side as a whole is about.
pub struct Mind {
    draws_off: bool,
    has_line: bool,
}

/// A course and a speed that are wished.
#[derive(Clone, Copy)]
pub struct Wish {
    pub course: Bearing,
    pub speed: Inches,
    /// The edge that may be crossed.
    pub out: Option<Edge>,
    pub smoke: bool,
}

impl Mind {
    pub fn of(at: &Outlook, _memory: &Memory) -> Mind {
        let own = || at.state().ships_of_side(at.side());
        let now: f64 = own().filter(|ship| ship.in_action()).map(strength).sum();
        let first: f64 = own().map(first_strength).sum();
        let has_line = own().any(|ship| ship.in_action() && ship.card.kind.is_large() && ship.at.is_some());
        Mind { draws_off: now < DRAW_OFF * first, has_line }
    }

    /// What a division wishes to do from where its leader lies.
    pub fn wish(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose) -> Wish {
        let state = at.state();
        let fastest = movement::fastest(state, division);
        let top = ships(at, division).map(Ship::allowance).min().unwrap_or_default();
        let foe = nearest(at, aims, pose.at, |ship| fits(at, division, ship));
        if let Some(edge) = self.way_out(at, aims, division, pose, fastest) {
            let smoke =
                self.draws_off && foe.is_some_and(|foe| foe.in_sight) && state.setup.wind.force != WindForce::High;
            return Wish { course: clear_of(outward(edge), pose, foe), speed: fastest, out: Some(edge), smoke };
        }
        let plain = |course: Bearing, speed: Inches| Wish { course, speed, out: None, smoke: false };
        let Some(foe) = foe else { return plain(toward(pose, searched(at)), fastest) };
        if ships(at, division).all(|ship| ship.card.kind.is_torpedo_craft()) {
            return plain(self.boats(at, division, pose, &foe), fastest);
        }
        let range = wished_range(at, division);
        let steady = (foe.range_in - range).abs() <= BAND_IN;
        let speed = if steady { fastest.min((top - SMOKELESS).max(Inches::ZERO)) } else { fastest };
        plain(abeam(pose, &foe, range), speed)
    }

    /// The edge by which the division is to leave now: as the scenario asks, or because its side draws off or it is spent.
    fn way_out(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose, speed: Inches) -> Option<Edge> {
        let state = at.state();
        let home = state.side(at.side())?.friendly_edge;
        // Whoever may not leave yet fights on, and does not lie in wait at the edge.
        let may_leave = |edge: Edge| ships(at, division).all(|ship| movement::may_leave(state, ship, edge));
        let asked = ships(at, division).find_map(|ship| aims.way_out(ship));
        if let Some((by, from)) = asked {
            let far = |edge: &Edge| distance_in(at, pose.at, *edge);
            let edge = by.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(home);
            let turns = far(&edge) / speed.as_f64().max(0.5);
            let in_time = f64::from(from) <= f64::from(state.turn) + turns;
            return Some(edge).filter(|edge| in_time && may_leave(*edge));
        }
        let spent = ships(at, division).all(is_spent);
        (self.draws_off || spent).then_some(home).filter(|edge| may_leave(*edge))
    }

    /// Boats attack by night, or where no heavy ship of theirs is there to wait behind; by day they wait.
    fn boats(&self, at: &Outlook, division: &Division, pose: Pose, foe: &Foe) -> Bearing {
        let armed = ships(at, division).any(|ship| 0 < ship.torpedoes_left);
        let attacks = armed && (at.state().setup.night || !self.has_line || foe.speed_in <= 1.0);
        if attacks {
            return self.attack(at, division, pose, foe);
        }
        let heavy = at.state().ships_of_side(at.side()).filter(|ship| ship.is_tracked() && ship.card.kind.is_large());
        let near = |ship: &Ship| ship.at.map(|place| range_in(place.point(), pose.at));
        let line = heavy.filter_map(|ship| Some((near(ship)?, ship.at?.pose(), ship.speed.as_f64())));
        let Some((_, line, speed)) = line.min_by(|one, other| one.0.total_cmp(&other.0)) else {
            return toward(pose, foe.pose.at).opposite();
        };
        let away = Bearing::to(foe.pose.at, line.at).unwrap_or(line.heading);
        let post = line.ahead(speed).moved(away, BEHIND_IN);
        if range_in(post, pose.at) < speed.max(1.0) { line.heading } else { toward(pose, post) }
    }

    /// Toward where he will be, and across his course when he is in reach.
    fn attack(&self, at: &Outlook, division: &Division, pose: Pose, foe: &Foe) -> Bearing {
        let bands = ships(at, division).filter_map(|ship| ship.card.torpedo.as_ref()?.bands.first());
        let reach = bands.map(|band| band.to.as_f64()).fold(0.0, f64::max);
        if foe.range_in <= reach {
            return abeam(pose, foe, foe.range_in);
        }
        let speed = movement::speed(at.state(), division).as_f64().max(1.0);
        toward(pose, foe.after((foe.range_in / speed).min(3.0)))
    }
}

fn ships<'s>(at: &'s Outlook, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    at.state().ships_of_division(&division.id).filter(|ship| ship.in_action())
}

/// Large ships are for large ships, and everybody is for boats.
fn fits(at: &Outlook, division: &Division, enemy: &Ship) -> bool {
    let boats = ships(at, division).all(|ship| ship.card.kind.is_torpedo_craft());
    enemy.card.kind.is_large() || (!boats && !ships(at, division).any(|ship| ship.card.kind.is_large()))
}

/// What is left of a ship, as fire and as life.
fn strength(ship: &Ship) -> f64 {
    let guns = ship.mounts_left().len() as f64 + batteries(ship, |kind| ship.battery_strength(kind));
    let flooded = f64::from(ship.flotation_hits()) / f64::from(ship.card.flotation.max(1));
    (1.0 + guns) * (1.0 - flooded).max(0.0)
}

fn first_strength(ship: &Ship) -> f64 {
    let mounts = ship.card.big.as_ref().map_or(0, |big| big.mounts.len());
    let whole = |kind| ship.card.battery(kind).map_or(Fraction::ZERO, |battery| battery.strength);
    1.0 + mounts as f64 + batteries(ship, whole)
}

/// Both batteries, ten points of which count as a mount.
fn batteries(_ship: &Ship, of: impl Fn(naval::BatteryKind) -> Fraction) -> f64 {
    (of(naval::BatteryKind::Medium).as_f64() + of(naval::BatteryKind::Light).as_f64()) / 10.0
}

/// Half her speed is gone, or all her guns.
fn is_spent(ship: &Ship) -> bool {
    ship.top_speed() * 2 < ship.card.speed || strength(ship) * 5.0 < first_strength(ship)
}

/// The end of the second band of the greater part of her guns, a little within it; batteries fight nearer.
fn wished_range(at: &Outlook, division: &Division) -> f64 {
    let ends = ships(at, division).filter_map(|ship| {
        let bands = &ship.card.big.as_ref()?.bands;
        bands.get(1).or(bands.first()).map(|band| band.to.as_f64() - 0.5)
    });
    let mut ends: Vec<f64> = ends.collect();
    ends.sort_by(f64::total_cmp);
    ends.get(ends.len() / 2).copied().unwrap_or(BATTERY_RANGE_IN)
}

fn toward(pose: Pose, point: Point) -> Bearing {
    Bearing::to(pose.at, point).unwrap_or(pose.heading)
}

/// Closes or opens to the range, and at that range keeps the enemy abeam, on the hand that needs the smaller turn and
/// runs his way rather than against him.
fn abeam(pose: Pose, foe: &Foe, range: f64) -> Bearing {
    let there = toward(pose, foe.after(1.0));
    let off = foe.range_in - range;
    if 6.0 < off {
        return toward(pose, foe.after(2.0));
    }
    let beam = 90.0 - (off * DEG_AN_INCH).clamp(-60.0, 60.0);
    let cost = |course: Bearing| course.difference(pose.heading) + 0.5 * course.difference(foe.pose.heading);
    let (one, other) = (there.turned(beam), there.turned(-beam));
    if cost(one) <= cost(other) { one } else { other }
}

fn outward(edge: Edge) -> Bearing {
    Bearing::new(match edge {
        Edge::North => 0.0,
        Edge::East => 90.0,
        Edge::South => 180.0,
        Edge::West => 270.0,
    })
}

/// The way out, bent away from an enemy who lies across it.
fn clear_of(out: Bearing, pose: Pose, foe: Option<Foe>) -> Bearing {
    const NEAR_IN: f64 = 5.0;
    let Some(foe) = foe.filter(|foe| foe.range_in <= NEAR_IN) else { return out };
    let aside = toward(pose, foe.pose.at).signed_difference(out);
    if aside.abs() < 60.0 { out.turned(30.0_f64.copysign(aside)) } else { out }
}

fn distance_in(at: &Outlook, point: Point, edge: Edge) -> f64 {
    let table = survey::surface(at.state());
    match edge {
        Edge::North => table.depth_in - point.y(),
        Edge::East => table.width_in - point.x(),
        Edge::South => point.y(),
        Edge::West => point.x(),
    }
}

/// Where an enemy of whom nothing is known may be: by turns about the middle and off his own edge.
fn searched(at: &Outlook) -> Point {
    let state = at.state();
    let table = survey::surface(state);
    let (x, y) = (table.width_in / 2.0, table.depth_in / 2.0);
    let his = state.enemy_of(at.side()).map(|side| side.friendly_edge).filter(|_| state.turn / SEARCH_TURNS % 2 == 1);
    match his {
        None => Point::new(x, y),
        Some(Edge::North) => Point::new(x, table.depth_in - INSET_IN),
        Some(Edge::East) => Point::new(table.width_in - INSET_IN, y),
        Some(Edge::South) => Point::new(x, INSET_IN),
        Some(Edge::West) => Point::new(INSET_IN, y),
    }
}
