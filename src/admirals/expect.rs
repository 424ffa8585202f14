//! What fire may be expected to do between ships that lie so: means in closed form, by cards and charts. [6.5]
use super::worth;
use geometry::{Bearing, Pose, range_in};
use naval::{
    BatteryKind, Fact, Fraction, Id, NonPen, Ship,
    card::arcs_at,
    chart::{Charts, Condition, Modifier},
    doctrine::Prizes,
    gunnery,
    rolls::ThreeRolls,
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
    pub fn worth(&self, target: &Ship, prizes: Prizes) -> f64 {
        let each = worth::of_hits(target, prizes);
        self.piercing * each.piercing + self.others * each.other + self.battery * each.battery
    }
}

/// The chance of so much or less on a D20, where a 1 always does it and a 20 never. [6.5.1.4]
pub fn at_most(number: i32) -> f64 {
    f64::from(number.clamp(1, 19)) / 20.0
}

/// What three rolls of these numbers are expected to score, by the reading of shells that cannot pierce. [6.5.1, Q13]
pub fn salvo(numbers: &ThreeRolls, nonpen: NonPen) -> Hits {
    let ThreeRolls { dice, to_hit, size, penetration } = numbers;
    rolled([dice, to_hit, size, penetration].map(|sum| sum.result), nonpen)
}

fn rolled([dice, to_hit, size, penetration]: [i32; 4], nonpen: NonPen) -> Hits {
    let strikes = f64::from(dice.max(0)) * at_most(to_hit) * at_most(size);
    let through = strikes * at_most(penetration);
    let (piercing, others) = match (0 < penetration, nonpen) {
        (true, _) | (false, NonPen::Stage3) => (through, 0.0),
        (false, NonPen::AllHits) => (0.0, strikes),
        (false, NonPen::Nat1Penetrates) => (through, strikes - through),
    };
    Hits { piercing, others, battery: 0.0 }
}

/// What comes of strikes by guns of so much more power than the armour.
pub fn struck(strikes: f64, power: i32) -> Hits {
    let through = if 0 < power { strikes * at_most(power) } else { 0.0 };
    Hits { piercing: through, others: if 0 < power { 0.0 } else { strikes }, battery: 0.0 }
}

/// What this strength of batteries adds to a volley, as if its quotient were not rounded. [6.5.2, 6.5.3, 6.5.11]
pub fn volley(points: Fraction, defence: i32) -> Hits {
    Hits { battery: points.as_f64() / f64::from(defence.max(1)) / 10.0, ..Hits::default() }
}

/// What a throw was expected to bring against its target, by the numbers that were thrown by, in points; nothing where
/// nobody fired.
pub fn thrown<'s>(
    fact: &Fact,
    nonpen: NonPen,
    prizes: Prizes,
    target: impl Fn(&Id) -> Option<&'s Ship>,
) -> Option<(&'s Ship, f64)> {
    match fact {
        Fact::SalvoFired(salvo) => {
            let ship = target(&salvo.target)?;
            let numbers = [&salvo.dice, &salvo.to_hit, &salvo.size, &salvo.penetration].map(|sum| sum.result);
            Some((ship, rolled(numbers, nonpen).worth(ship, prizes)))
        }
        Fact::BatteriesFired(fired) => {
            let ship = target(&fired.target)?;
            Some((ship, volley(fired.strength, fired.defence).worth(ship, prizes)))
        }
        Fact::TorpedoesAttacked(attack) => {
            let ship = target(&attack.target)?;
            let numbers = [&attack.factors, &attack.to_hit, &attack.size, &attack.penetration].map(|sum| sum.result);
            Some((ship, rolled(numbers, NonPen::Stage3).piercing * worth::of_torpedo(ship, prizes)))
        }
        _ => None,
    }
}

/// A ship where she is expected to lie, and how far she will have turned. [5.7]
#[derive(Clone, Copy)]
pub struct Berth<'s> {
    pub ship: &'s Ship,
    pub pose: Pose,
    pub turned_deg: f64,
}

impl Berth<'_> {
    /// Where she lies now, if she may fight.
    pub fn as_she_lies(ship: &Ship) -> Option<Berth<'_>> {
        let at = ship.at.filter(|_| ship.in_action())?;
        Some(Berth { ship, pose: at.pose(), turned_deg: 0.0 })
    }
}

/// What all guns of a ship that lies so may do to another in one turn, in points: what hangs on the light, on smoke and on
/// who fires at whom is left out.
pub fn fire(charts: &Charts, from: &Berth, at: &Berth, prizes: Prizes) -> f64 {
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
        hits = struck(strikes, big.power - at.ship.card.armour.gun);
        sum += hits.worth(at.ship, prizes);
    }
    // A large target of big guns is closed to the batteries. [6.5.10]
    if hits == Hits::default() || !at.ship.card.kind.is_large() {
        sum += batteries(from, at, prizes);
    }
    sum
}

/// What the batteries of a ship may do to another in one turn, in points.
pub fn batteries(from: &Berth, at: &Berth, prizes: Prizes) -> f64 {
    let range = range_in(from.pose.at, at.pose.at);
    let Ok(line) = Bearing::to(from.pose.at, at.pose.at) else { return 0.0 };
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
    let strength = |kind: BatteryKind| from.ship.battery_strength(kind).as_f64();
    let light = if at.ship.card.kind.is_torpedo_craft() { 1.0 } else { 0.5 };
    let points = (strength(BatteryKind::Medium) + strength(BatteryKind::Light) * light) * ends;
    let hits = Hits { battery: points / f64::from(at.ship.card.defence.max(1)) / 10.0, ..Hits::default() };
    hits.worth(at.ship, prizes)
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
