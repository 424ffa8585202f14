//! Dice without a game: sums of dice and numbers, `2d6+1`.
use serde_json::{Value, json};

use crate::Problem;
use play::journal::thrown;

/// Throws the dice of such a sum from a seed; every face and the total, as prose and as JSON.
pub fn roll(expression: &str, seed: u64) -> Result<(String, Value), Problem> {
    let wrong = || Problem::new(format!("\"{expression}\" is no throw of dice")).hint("3d20, d100, 2d6+1");
    let mut thrown = thrown(seed, 0);
    let (mut total, mut faces) = (0_i64, Vec::new());
    let flat: String = expression.to_lowercase().split_whitespace().collect();
    for term in terms(&flat).ok_or_else(wrong)? {
        match term {
            Term::Number(number) => total += number,
            Term::Dice { count, sides } => faces.extend((0..count).map(|_| thrown.face(sides))),
        }
    }
    total += faces.iter().map(|face| i64::from(*face)).sum::<i64>();
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let value = json!({ "expression": expression, "seed": seed, "faces": faces, "total": total });
    Ok((format!("{expression}: {} = {total}", shown.join(" ")), value))
}

enum Term {
    Number(i64),
    Dice { count: u16, sides: u8 },
}

/// `2d6+1-2`: dice are added, numbers added or taken away.
fn terms(text: &str) -> Option<Vec<Term>> {
    text.replace('-', "+-").split('+').map(term).collect()
}

fn term(text: &str) -> Option<Term> {
    let Some((count, sides)) = text.split_once('d') else {
        let number = |digits: &str| digits.parse::<u32>().ok().map(i64::from);
        let signed = text.strip_prefix('-').map_or_else(|| number(text), |digits| number(digits).map(|number| -number));
        return signed.map(Term::Number);
    };
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let sides = sides.parse().ok()?;
    ((1..=1000).contains(&count) && 1 < sides).then_some(Term::Dice { count, sides })
}
