//! The companion board games, each on [`play::Game`] and [`play::Board`].
//!
//! One set of rules per game: the search plays by the same code that referees.
pub mod battle_acre;
pub mod clock;
pub mod coal_and_steel;
mod kit;
pub mod record;
pub mod tafl;

pub use kit::{Common, Fault, Faults, Notation, PerSide, Sided, Standing, TwoSided, Verb, has_hyphens};
