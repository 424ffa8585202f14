//! What fire may be expected to do between ships that lie so: means in closed form, by cards and charts. [6.5]
use naval::model::{Fraction, NonPen};
use naval::rules::rolls::ThreeRolls;

/// Hits that are needed for each point of flotation left, by those that pierce and by the others.
pub const PIERCING_EACH: f64 = 2.5;
pub const OTHERS_EACH: f64 = 6.0;
pub const BATTERY_EACH: f64 = 9.0;

/// Hits that are expected of one salvo or battery.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hits {
    pub piercing: f64,
    pub others: f64,
    /// By medium and light guns.
    pub battery: f64,
}

impl Hits {
    /// The flotation that they take, in the mean.
    pub fn flooding(&self) -> f64 {
        self.piercing / PIERCING_EACH + self.others / OTHERS_EACH + self.battery / BATTERY_EACH
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

/// The same of four results: dice, to hit, size, penetration.
pub fn rolled([dice, to_hit, size, penetration]: [i32; 4], nonpen: NonPen) -> Hits {
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
