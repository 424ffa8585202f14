//! Current or expected positions of ships, and the expected effect of their guns from there. [6.4, 6.5]
use super::{
    expect::{Hits, chance_at_most, hits_from_strikes},
    relative_position::places,
    worth::{self, HitValues},
};
use geometry::{Bearing, Pose, range_in};
use naval::model::card::{FiringArc, arcs_at};
use naval::model::chart::{Charts, Modifier, ModifierCondition};
use naval::model::{BatteryKind, Fraction, Place, Ship, doctrine::Prizes};
use naval::{rules::gunnery, view::PlayerView};

/// Turns are plotted in steps of this many degrees. [5.7.2]
const STEP_DEG: f64 = 15.0;

/// A ship in its expected position, with how far it will have turned. [5.7]
#[derive(Clone, Copy)]
pub struct ExpectedPosition<'s> {
    pub ship: &'s Ship,
    pub pose: Pose,
    pub turned_deg: f64,
    factors: ShipFactors,
}

/// Values that do not depend on the position, calculated once.
#[derive(Clone, Copy)]
struct ShipFactors {
    hit_values: HitValues,
    /// Mounts that bear over the bow, to port, to starboard and over the stern.
    mounts: [usize; 4],
    fire_control_out: bool,
    medium: f64,
    light: f64,
}

impl<'s> ExpectedPosition<'s> {
    /// A ship at a pose. `prizes` is how the calculating side values ships.
    pub fn from_pose(ship: &'s Ship, pose: Pose, prizes: Prizes) -> ExpectedPosition<'s> {
        let strength = |kind: BatteryKind| ship.battery_strength(kind).as_f64();
        let known = ShipFactors {
            hit_values: worth::hit_values(ship, prizes),
            mounts: [FiringArc::Bow, FiringArc::Port, FiringArc::Starboard, FiringArc::Stern]
                .map(|arc| ship.mounts_bearing(arc.into())),
            fire_control_out: ship.is_fire_control_out(),
            medium: strength(BatteryKind::Medium),
            light: strength(BatteryKind::Light),
        };
        ExpectedPosition { ship, pose, turned_deg: 0.0, factors: known }
    }

    /// The ship where it is now, if it may fight.
    pub fn from_current(ship: &'s Ship, prizes: Prizes) -> Option<ExpectedPosition<'s>> {
        let place = ship.at.filter(|_| ship.is_in_action())?;
        Some(ExpectedPosition::from_pose(ship, place.pose(), prizes))
    }

    /// The ship, if it may fight. If its position is unknown, it is at (0, 0) until `relative_to` or `moved_to`.
    pub fn from_anywhere(ship: &'s Ship, prizes: Prizes) -> Option<ExpectedPosition<'s>> {
        let pose = ship.at.map_or_else(|| Pose::new(0.0, 0.0, 0.0), Place::pose);
        ship.is_in_action().then(|| ExpectedPosition::from_pose(ship, pose, prizes))
    }

    /// Returns both ships in their relative position. `None` if that is not known.
    pub fn relative_to(self, view: &PlayerView, other: ExpectedPosition<'s>) -> Option<[ExpectedPosition<'s>; 2]> {
        let [here, there] = places(view, self.ship, other.ship)?;
        Some([self.moved_to(here.pose(), 0.0), other.moved_to(there.pose(), 0.0)])
    }

    pub fn moved_to(self, pose: Pose, turned_deg: f64) -> ExpectedPosition<'s> {
        ExpectedPosition { pose, turned_deg, ..self }
    }

    /// The value of hits on it, in points.
    fn worth(&self, hits: &Hits) -> f64 {
        let HitValues { piercing, other, battery } = self.factors.hit_values;
        hits.piercing * piercing + hits.others * other + hits.battery * battery
    }

    fn mounts(&self, arc: FiringArc) -> usize {
        let [bow, port, starboard, stern] = self.factors.mounts;
        match arc {
            FiringArc::Bow => bow,
            FiringArc::Port => port,
            FiringArc::Starboard => starboard,
            FiringArc::Stern => stern,
        }
    }
}

/// Returns the expected damage by all guns of a ship to another in one turn, in points. Light, smoke and the targets of
/// other ships are ignored.
pub fn expected_fire(charts: &Charts, firer: &ExpectedPosition, target: &ExpectedPosition) -> f64 {
    expected_fire_at(charts, firer, target, range_in(firer.pose.at, target.pose.at))
}

/// Returns the expected damage by all guns of a ship to another at a known range in inches, in points.
pub fn expected_fire_at(charts: &Charts, firer: &ExpectedPosition, target: &ExpectedPosition, range: f64) -> f64 {
    let big = firer.ship.card.big.as_ref();
    let big = big.and_then(|big| Some((big, big.bands.iter().find(|band| range <= band.to.as_f64())?)));
    // Out of range of all guns, arcs do not matter.
    if big.is_none() && gunnery::BATTERY_REACH.as_f64() < range {
        return 0.0;
    }
    let Ok(line) = Bearing::between(firer.pose.at, target.pose.at) else { return 0.0 };
    let relative = firer.pose.heading.signed_difference(line);
    let (mut points, mut hits) = (0.0, Hits::default());
    if let Some((big, band)) = big {
        let mounts = arcs_at(relative.round() as i32).map(|arc| firer.mounts(arc)).max().unwrap_or_default();
        let inputs = ModifierInputs::between(firer, target);
        let (mut dice, mut to_hit, mut forbidden) = (mounts as f64, f64::from(band.to_hit), false);
        for Modifier { effect, .. } in charts.gunnery.iter().filter(|modifier| inputs.applies(modifier)) {
            to_hit *= effect.to_hit_times.map_or(1.0, Fraction::as_f64);
            dice *= effect.dice_times.map_or(1.0, Fraction::as_f64);
            forbidden |= effect.forbids;
        }
        // A bearing mount always leaves one die. (Q24)
        let dice = if 0 < mounts && !forbidden { dice.round().max(1.0) } else { 0.0 };
        let strikes = dice * chance_at_most((to_hit + 0.5).floor() as i32) * chance_at_most(target.ship.card.size.gun);
        hits = hits_from_strikes(strikes, big.power - target.ship.card.armour.gun);
        points += target.worth(&hits);
    }
    // A large target of big guns is closed to the batteries. [6.5.10]
    if hits == Hits::default() || !target.ship.card.kind.is_large() {
        points += batteries_along(firer, target, (range, line));
    }
    points
}

/// Returns the expected damage by a ship's batteries to another in one turn, in points.
pub fn expected_battery_fire(firer: &ExpectedPosition, target: &ExpectedPosition) -> f64 {
    let range = range_in(firer.pose.at, target.pose.at);
    Bearing::between(firer.pose.at, target.pose.at).map_or(0.0, |line| batteries_along(firer, target, (range, line)))
}

/// Returns the expected damage by batteries at this range and along this line, in points.
fn batteries_along(firer: &ExpectedPosition, target: &ExpectedPosition, (range, line): (f64, Bearing)) -> f64 {
    if gunnery::BATTERY_REACH.as_f64() < range {
        return 0.0;
    }
    let is_abeam = (30.0..=150.0).contains(&line.signed_difference(firer.pose.heading).abs());
    let only_broadside = firer.ship.card.big.is_some() || firer.ship.card.kind.is_coast_battery();
    let arc_share = match (is_abeam, only_broadside) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => 0.25,
    };
    let light = if target.ship.card.kind.is_torpedo_craft() { 1.0 } else { 0.5 };
    let points = (firer.factors.medium + firer.factors.light * light) * arc_share;
    let hits = Hits { battery: points / f64::from(target.ship.card.defence.max(1)) / 10.0, ..Hits::default() };
    target.worth(&hits)
}

/// What the chart's modifiers depend on between two ships in their positions.
struct ModifierInputs {
    /// In degrees. Bands of turning use complete steps, so a value between two steps counts as the lower.
    turned_deg: f64,
    courses_deg: f64,
    fire_control_out: bool,
}

impl ModifierInputs {
    fn between(firer: &ExpectedPosition, target: &ExpectedPosition) -> ModifierInputs {
        let angle = firer.pose.heading.angle_to(target.pose.heading);
        ModifierInputs {
            turned_deg: (firer.turned_deg / STEP_DEG + 0.001).floor() * STEP_DEG,
            courses_deg: angle.min(180.0 - angle),
            fire_control_out: firer.factors.fire_control_out,
        }
    }

    fn applies(&self, modifier: &Modifier) -> bool {
        match modifier.when {
            ModifierCondition::FirerTurned { from_deg, to_deg } => {
                (f64::from(from_deg)..=f64::from(to_deg)).contains(&self.turned_deg)
            }
            ModifierCondition::Courses { from_deg } => f64::from(from_deg) <= self.courses_deg,
            ModifierCondition::FireControlOut => self.fire_control_out,
            ModifierCondition::OnTarget { .. }
            | ModifierCondition::NotUnderBigGunFire
            | ModifierCondition::Visibility(_) => false,
        }
    }
}
