//! What fire may be expected to do between ships that lie so: means in closed form, by cards and charts. [6.5]
use super::worth;
use geometry::{Bearing, Pose, range_in};
use naval::{
    BatteryKind, Fraction, Ship,
    card::arcs_at,
    chart::{Charts, Condition, Modifier},
    gunnery,
};

/// Turns are plotted in steps of so many degrees. [5.7.2]
const STEP_DEG: f64 = 15.0;

/// Hits that are expected of one salvo or battery.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hits {
    pub piercing: f64,
    pub others: f64,
    /// By medium and light guns.
    pub battery: f64,
}

impl Hits {
    /// What they are worth against this target, in points.
    pub fn worth(&self, target: &Ship) -> f64 {
        let each = worth::of_hits(target);
        self.piercing * each.piercing + self.others * each.other + self.battery * each.battery
    }
}

/// The chance of so much or less on a D20, where a 1 always does it and a 20 never. [6.5.1.4]
pub fn at_most(number: i32) -> f64 {
    f64::from(number.clamp(1, 19)) / 20.0
}

/// A ship where she is expected to lie, and how far she will have turned. [5.7]
#[derive(Clone, Copy)]
pub struct Berth<'s> {
    pub ship: &'s Ship,
    pub pose: Pose,
    pub turned_deg: f64,
}

/// What all guns of a ship that lies so may do to another in one turn, in points: what hangs on the light, on smoke and on
/// who fires at whom is left out.
pub fn fire(charts: &Charts, from: &Berth, at: &Berth) -> f64 {
    let range = range_in(from.pose.at, at.pose.at);
    let Ok(line) = Bearing::to(from.pose.at, at.pose.at) else { return 0.0 };
    let relative = line.signed_difference(from.pose.heading);
    let (mut sum, mut hits) = (0.0, Hits::default());
    if let Some(big) = &from.ship.card.big
        && let Some(band) = big.bands.iter().find(|band| range <= band.to.as_f64())
    {
        let arcs = arcs_at(relative.round() as i32);
        let mounts = arcs.iter().map(|arc| from.ship.mounts_bearing((*arc).into())).max().unwrap_or_default();
        let (mut dice, mut to_hit, mut forbidden) = (mounts as f64, f64::from(band.to_hit), false);
        for Modifier { effect, .. } in charts.gunnery.iter().filter(|one| holds(one, from, at)) {
            to_hit *= effect.to_hit_times.map_or(1.0, Fraction::as_f64);
            dice *= effect.dice_times.map_or(1.0, Fraction::as_f64);
            forbidden |= effect.forbids;
        }
        // A bearing mount always leaves one die. (Q24)
        let dice = if 0 < mounts && !forbidden { dice.round().max(1.0) } else { 0.0 };
        let strikes = dice * at_most((to_hit + 0.5).floor() as i32) * at_most(at.ship.card.size.gun);
        let power = big.power - at.ship.card.armour.gun;
        let through = if 0 < power { strikes * at_most(power) } else { 0.0 };
        hits = Hits { piercing: through, others: if 0 < power { 0.0 } else { strikes }, battery: 0.0 };
        sum += hits.worth(at.ship);
    }
    if range <= gunnery::BATTERY_REACH.as_f64() {
        let closed = hits != Hits::default() && at.ship.card.kind.is_large();
        let ends = if (30.0..=150.0).contains(&relative.abs()) { 1.0 } else { 0.25 };
        let small = at.ship.card.kind.is_torpedo_craft();
        let strength = |kind: BatteryKind| from.ship.battery_strength(kind).as_f64();
        let light = if small { 1.0 } else { 0.5 };
        let points = (strength(BatteryKind::Medium) + strength(BatteryKind::Light) * light) * ends;
        let odds = points / f64::from(at.ship.card.defence.max(1)) / 10.0;
        let volley = Hits { battery: odds, ..Hits::default() };
        // A large target of big guns is closed to the batteries. [6.5.10]
        sum += if closed { 0.0 } else { volley.worth(at.ship) };
    }
    sum
}

/// Which lines of the chart count for ships that lie so.
fn holds(modifier: &Modifier, from: &Berth, at: &Berth) -> bool {
    match modifier.when {
        Condition::FirerTurned { from_deg, to_deg } => {
            // Bands are of whole steps: what lies between two belongs to the lower.
            let step = (from.turned_deg / STEP_DEG + 0.001).floor() * STEP_DEG;
            f64::from(from_deg) <= step && step <= f64::from(to_deg)
        }
        Condition::Courses { from_deg } => {
            let apart = from.pose.heading.difference(at.pose.heading);
            f64::from(from_deg) <= apart.min(180.0 - apart)
        }
        Condition::FireControlOut => from.ship.fire_control_out(),
        Condition::OnTarget { .. } | Condition::NotUnderBigGunFire | Condition::Visibility(_) => false,
    }
}
