//! Current or expected positions of ships, and the expected effect of their guns from there. [6.4, 6.5]
use super::{
    between::places,
    expect::{Hits, at_most, struck},
    worth::{self, Each},
};
use geometry::{Bearing, Pose, range_in};
use naval::model::card::{Arcs, arcs_at};
use naval::model::chart::{Charts, Condition, Modifier};
use naval::model::{BatteryKind, Fraction, Place, Ship, doctrine::Prizes};
use naval::{rules::gunnery, view::Outlook};

/// Turns are plotted in steps of this many degrees. [5.7.2]
const STEP_DEG: f64 = 15.0;

/// A ship in its expected position, with how far it will have turned. [5.7]
#[derive(Clone, Copy)]
pub struct Berth<'s> {
    pub ship: &'s Ship,
    pub pose: Pose,
    pub turned_deg: f64,
    known: Known,
}

/// Values that do not depend on the position, calculated once.
#[derive(Clone, Copy)]
struct Known {
    /// The value of a hit on it.
    each: Each,
    /// Mounts that bear over the bow, to port, to starboard and over the stern.
    mounts: [usize; 4],
    fire_control_out: bool,
    medium: f64,
    light: f64,
}

impl<'s> Berth<'s> {
    /// A ship at a pose. `prizes` is how the calculating side values ships.
    pub fn of(ship: &'s Ship, pose: Pose, prizes: Prizes) -> Berth<'s> {
        let strength = |kind: BatteryKind| ship.battery_strength(kind).as_f64();
        let known = Known {
            each: worth::of_hits(ship, prizes),
            mounts: [Arcs::Bow, Arcs::Port, Arcs::Starboard, Arcs::Stern].map(|arc| ship.mounts_bearing(arc.into())),
            fire_control_out: ship.fire_control_out(),
            medium: strength(BatteryKind::Medium),
            light: strength(BatteryKind::Light),
        };
        Berth { ship, pose, turned_deg: 0.0, known }
    }

    /// The ship where it is now, if it may fight.
    pub fn as_she_lies(ship: &'s Ship, prizes: Prizes) -> Option<Berth<'s>> {
        let at = ship.at.filter(|_| ship.in_action())?;
        Some(Berth::of(ship, at.pose(), prizes))
    }

    /// The ship wherever it is, if it may fight.
    pub fn anywhere(ship: &'s Ship, prizes: Prizes) -> Option<Berth<'s>> {
        let pose = ship.at.map_or_else(|| Pose::new(0.0, 0.0, 0.0), Place::pose);
        ship.in_action().then(|| Berth::of(ship, pose, prizes))
    }

    /// Returns both ships in their relative position. `None` if that is not known.
    pub fn facing(self, at: &Outlook, other: Berth<'s>) -> Option<[Berth<'s>; 2]> {
        let [here, there] = places(at, self.ship, other.ship)?;
        Some([self.moved(here.pose(), 0.0), other.moved(there.pose(), 0.0)])
    }

    /// The same ship elsewhere, after having turned this far.
    pub fn moved(self, pose: Pose, turned_deg: f64) -> Berth<'s> {
        Berth { pose, turned_deg, ..self }
    }

    /// The value of hits on it, in points.
    fn worth(&self, hits: &Hits) -> f64 {
        let Each { piercing, other, battery } = self.known.each;
        hits.piercing * piercing + hits.others * other + hits.battery * battery
    }

    /// The number of mounts that bear in an arc.
    fn mounts(&self, arc: Arcs) -> usize {
        let [bow, port, starboard, stern] = self.known.mounts;
        match arc {
            Arcs::Bow => bow,
            Arcs::Port => port,
            Arcs::Starboard => starboard,
            Arcs::Stern => stern,
        }
    }
}

/// Returns the expected damage by all guns of a ship to another in one turn, in points. Light, smoke and the targets of
/// other ships are ignored.
pub fn fire(charts: &Charts, from: &Berth, at: &Berth) -> f64 {
    fire_so_far(charts, from, at, range_in(from.pose.at, at.pose.at))
}

/// The same at a known range, in inches.
pub fn fire_so_far(charts: &Charts, from: &Berth, at: &Berth, range: f64) -> f64 {
    let big = from.ship.card.big.as_ref();
    let big = big.and_then(|big| Some((big, big.bands.iter().find(|band| range <= band.to.as_f64())?)));
    // Out of range of all guns, arcs do not matter.
    if big.is_none() && gunnery::BATTERY_REACH.as_f64() < range {
        return 0.0;
    }
    let Ok(line) = Bearing::to(from.pose.at, at.pose.at) else { return 0.0 };
    let relative = from.pose.heading.signed_difference(line);
    let (mut sum, mut hits) = (0.0, Hits::default());
    if let Some((big, band)) = big {
        let mounts = arcs_at(relative.round() as i32).map(|arc| from.mounts(arc)).max().unwrap_or_default();
        let lie = Lie::of(from, at);
        let (mut dice, mut to_hit, mut forbidden) = (mounts as f64, f64::from(band.to_hit), false);
        for Modifier { effect, .. } in charts.gunnery.iter().filter(|one| lie.holds(one)) {
            to_hit *= effect.to_hit_times.map_or(1.0, Fraction::as_f64);
            dice *= effect.dice_times.map_or(1.0, Fraction::as_f64);
            forbidden |= effect.forbids;
        }
        // A bearing mount always leaves one die. (Q24)
        let dice = if 0 < mounts && !forbidden { dice.round().max(1.0) } else { 0.0 };
        let strikes = dice * at_most((to_hit + 0.5).floor() as i32) * at_most(at.ship.card.size.gun);
        hits = struck(strikes, big.power - at.ship.card.armour.gun);
        sum += at.worth(&hits);
    }
    // A large target of big guns is closed to the batteries. [6.5.10]
    if hits == Hits::default() || !at.ship.card.kind.is_large() {
        sum += batteries_along(from, at, (range, line));
    }
    sum
}

/// Returns the expected damage by a ship's batteries to another in one turn, in points.
pub fn batteries(from: &Berth, at: &Berth) -> f64 {
    let range = range_in(from.pose.at, at.pose.at);
    Bearing::to(from.pose.at, at.pose.at).map_or(0.0, |line| batteries_along(from, at, (range, line)))
}

/// The same at this range and along this line.
fn batteries_along(from: &Berth, at: &Berth, (range, line): (f64, Bearing)) -> f64 {
    if gunnery::BATTERY_REACH.as_f64() < range {
        return 0.0;
    }
    let abeam = (30.0..=150.0).contains(&line.signed_difference(from.pose.heading).abs());
    let broadside_alone = from.ship.card.big.is_some() || from.ship.card.kind.is_battery();
    let ends = match (abeam, broadside_alone) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => 0.25,
    };
    let light = if at.ship.card.kind.is_torpedo_craft() { 1.0 } else { 0.5 };
    let points = (from.known.medium + from.known.light * light) * ends;
    let hits = Hits { battery: points / f64::from(at.ship.card.defence.max(1)) / 10.0, ..Hits::default() };
    at.worth(&hits)
}

/// What the chart's modifiers depend on between two ships in their positions.
struct Lie {
    /// In degrees. Bands of turning use complete steps, so a value between two steps counts as the lower.
    turned_deg: f64,
    courses_deg: f64,
    fire_control_out: bool,
}

impl Lie {
    fn of(from: &Berth, at: &Berth) -> Lie {
        let apart = from.pose.heading.difference(at.pose.heading);
        Lie {
            turned_deg: (from.turned_deg / STEP_DEG + 0.001).floor() * STEP_DEG,
            courses_deg: apart.min(180.0 - apart),
            fire_control_out: from.known.fire_control_out,
        }
    }

    /// Whether a modifier applies.
    fn holds(&self, modifier: &Modifier) -> bool {
        match modifier.when {
            Condition::FirerTurned { from_deg, to_deg } => {
                (f64::from(from_deg)..=f64::from(to_deg)).contains(&self.turned_deg)
            }
            Condition::Courses { from_deg } => f64::from(from_deg) <= self.courses_deg,
            Condition::FireControlOut => self.fire_control_out,
            Condition::OnTarget { .. } | Condition::NotUnderBigGunFire | Condition::Visibility(_) => false,
        }
    }
}
