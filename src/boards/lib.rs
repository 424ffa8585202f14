//! The board games, each a [`play::Game`] and [`play::Board`]. Begin with `tafl`.
//!
//! Each game has one set of rules: the engine and the referee share its code.
pub mod battle_acre;
pub mod clock;
pub mod coal_and_steel;
mod kit;
pub mod record;
pub mod tafl;

pub use kit::{
    CommonCommand, GameStatus, LineError, Notation, PerSide, PositionErrors, Sided, TwoSided, Verb, check_hyphens,
};
