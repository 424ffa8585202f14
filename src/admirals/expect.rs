//! Expected results of fire between two ships: means in closed form, from cards and charts. [6.5]
use naval::model::{Fraction, NonPen};
use naval::rules::rolls::ThreeRolls;

/// Penetrating hits needed for each point of flotation.
pub const PIERCING_HITS_PER_POINT: f64 = 2.5;
/// Other big-gun hits needed for each point of flotation.
pub const OTHER_HITS_PER_POINT: f64 = 6.0;
/// Battery hits needed for each point of flotation.
pub const BATTERY_HITS_PER_POINT: f64 = 9.0;

/// Expected hits of one salvo or battery.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hits {
    pub piercing: f64,
    pub others: f64,
    /// By medium and light guns.
    pub battery: f64,
}

impl Hits {
    /// The flotation they take on average.
    pub fn flooding(&self) -> f64 {
        self.piercing / PIERCING_HITS_PER_POINT
            + self.others / OTHER_HITS_PER_POINT
            + self.battery / BATTERY_HITS_PER_POINT
    }
}

/// The probability of this number or less on a D20. A 1 always succeeds and a 20 never does. [6.5.1.4]
pub fn chance_at_most(number: i32) -> f64 {
    f64::from(number.clamp(1, 19)) / 20.0
}

/// Returns the expected hits of three rolls, with this ruling on shells that cannot penetrate. [6.5.1, Q13]
pub fn salvo_hits(numbers: &ThreeRolls, nonpen: NonPen) -> Hits {
    let ThreeRolls { dice, to_hit, size, penetration } = numbers;
    hits_from_results([dice, to_hit, size, penetration].map(|sum| sum.result), nonpen)
}

pub fn hits_from_results([dice, to_hit, size, penetration]: [i32; 4], nonpen: NonPen) -> Hits {
    let strikes = f64::from(dice.max(0)) * chance_at_most(to_hit) * chance_at_most(size);
    let penetrating = strikes * chance_at_most(penetration);
    let (piercing, others) = match (0 < penetration, nonpen) {
        (true, _) | (false, NonPen::Stage3) => (penetrating, 0.0),
        (false, NonPen::AllHits) => (0.0, strikes),
        (false, NonPen::Nat1Penetrates) => (penetrating, strikes - penetrating),
    };
    Hits { piercing, others, battery: 0.0 }
}

/// Returns the expected hits from strikes with this penetration: power less armour.
pub fn hits_from_strikes(strikes: f64, penetration: i32) -> Hits {
    let penetrating = if 0 < penetration { strikes * chance_at_most(penetration) } else { 0.0 };
    Hits { piercing: penetrating, others: if 0 < penetration { 0.0 } else { strikes }, battery: 0.0 }
}

/// Returns the expected hits of batteries of this strength, with an unrounded quotient. [6.5.2, 6.5.3, 6.5.11]
pub fn volley_hits(points: Fraction, defence: i32) -> Hits {
    Hits { battery: points.as_f64() / f64::from(defence.max(1)) / 10.0, ..Hits::default() }
}
