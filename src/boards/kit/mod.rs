//! What the three games share: sides, squares and positions as text, faults, switches, draws, what an end is worth.
mod agreement;
pub(crate) mod grid;
mod sides;
mod text;

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub(crate) use agreement::{Agreement, accept_draw, offer_draw};
pub use play::Fault;
use play::Verdict;
pub(crate) use sides::two_sides;
pub use sides::{PerSide, Sided};
pub(crate) use text::{Rows, as_text, leading_number, mover, side_by_side, write_rows};

/// Every fault of a position's text at once; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&fault.what)?;
            if let Some(rule) = fault.rule {
                write!(f, " [{rule}]")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The switches of a game: each name with its values, the default first.
pub type Switches = [(&'static str, &'static [&'static str])];

/// Sets one switch of a game's rules by name.
///
/// # Errors
/// No such switch, or no such value of it.
pub(crate) fn set_switch<R: Serialize + DeserializeOwned>(
    rules: &mut R,
    switches: &Switches,
    name: &str,
    value: &str,
) -> Result<(), Fault> {
    let Some((_, values)) = switches.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = switches.iter().map(|(name, _)| *name).collect();
        return Err(Fault::new(format!("\"{name}\" is no switch of this game")).hint(names.join(", ")));
    };
    if !values.contains(&value) {
        return Err(Fault::new(format!("{name} cannot be \"{value}\"")).hint(values.join(", ")));
    }
    let unreadable = |error: serde_json::Error| Fault::new(error.to_string());
    let mut all = serde_json::to_value(&*rules).map_err(unreadable)?;
    all[name] = value.parse::<bool>().map_or_else(|_| Value::from(value), Value::from);
    *rules = serde_json::from_value(all).map_err(unreadable)?;
    Ok(())
}

/// What a game that is won counts.
const WON: i32 = 1_000_000;

/// How good a game is for the side to move: by its winner when it has ended, else by `going_on`.
pub(crate) fn evaluate<S: PartialEq>(mover: S, ended: Option<Option<S>>, going_on: impl FnOnce() -> i32) -> i32 {
    let Some(winner) = ended else { return going_on() };
    match verdict(mover, winner) {
        Verdict::Won => WON,
        Verdict::Drawn => 0,
        Verdict::Lost => -WON,
    }
}

/// What the end of a game is to one side: `None` is a draw.
pub(crate) fn verdict<S: PartialEq>(mover: S, winner: Option<S>) -> Verdict {
    match winner {
        None => Verdict::Drawn,
        Some(winner) if winner == mover => Verdict::Won,
        Some(_) => Verdict::Lost,
    }
}
