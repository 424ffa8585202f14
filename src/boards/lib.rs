//! The companion board games, each on [`play::Game`] and [`play::Board`].
//!
//! One set of rules per game: the search plays by the same code that referees.
pub mod battle_acre;
pub mod coal_and_steel;
pub mod record;
pub mod tafl;
mod text;

pub use text::{Fault, Faults};
