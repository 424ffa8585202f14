//! Dice without a game: sums of dice and numbers, `2d6+1`.
use serde_json::{Value, json};

use super::args::values::{Term, parse_dice_sum};
use play::journal::seeded_stream;
use session::Refusal;

/// Rolls a sum of dice and numbers from a seed. Returns every die and the total, as prose and as JSON.
pub fn roll(expression: &str, seed: u64) -> Result<(String, Value), Refusal> {
    let mut dice = seeded_stream(seed, 0);
    let (mut total, mut results) = (0_i64, Vec::new());
    for term in parse_dice_sum(expression)? {
        match term {
            Term::Number(number) => total += number,
            Term::Dice { count, sides } => results.extend((0..count).map(|_| dice.face(sides))),
        }
    }
    total += results.iter().map(|face| i64::from(*face)).sum::<i64>();
    let shown: Vec<String> = results.iter().map(u8::to_string).collect();
    let value = json!({ "expression": expression, "seed": seed, "faces": results, "total": total });
    Ok((format!("{expression}: {} = {total}", shown.join(" ")), value))
}
