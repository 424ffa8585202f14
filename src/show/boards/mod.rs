//! The companion board games in words and in pictures.
pub mod battle_acre;
pub mod card;
pub mod coal_and_steel;
pub mod diagram;
pub mod picture;
pub mod tafl;
mod terminal;

pub use diagram::Diagram;
pub use terminal::page;

use super::lines::Refusal;
use boards::Fault;
use play::Rule;

/// A refusal of a board game with its paragraph.
fn refusal(rule: Rule, what: String, hint: Option<&str>) -> Refusal {
    Refusal { what, rule: Some(rule), hint: hint.map(str::to_owned) }
}

/// A fault of typed text as an error.
pub fn fault(fault: &Fault) -> Refusal {
    Refusal { what: fault.what.clone(), rule: fault.rule, hint: fault.hint.clone() }
}

/// ` White offers a draw.`, where an offer stands.
fn draw_offered<S: ToString>(by: Option<S>) -> String {
    by.map_or_else(String::new, |side| format!(" {} offers a draw.", side.to_string()))
}

/// `e5`, `e5 and e6`, `e5, e6 and f6`.
fn names<T: ToString>(things: &[T]) -> String {
    super::lines::list(&things.iter().map(T::to_string).collect::<Vec<_>>())
}
