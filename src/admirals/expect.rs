//! What fire may be expected to do between ships that lie so: means in closed form, by cards and charts. [6.5]
use super::worth;
use naval::{Fact, Fraction, Id, NonPen, Ship, doctrine::Prizes, rolls::ThreeRolls};

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
