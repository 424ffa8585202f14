//! The rules: a turn in its phases, the empires, battle and magic.
pub mod battle;
pub mod choices;
pub mod expansion;
pub mod game;
pub mod magic;
pub mod turn;
