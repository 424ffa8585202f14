//! The rules: a turn in its phases, the empires, battle and magic.
use crate::model::Crystal;

/// What a ruling comes to, or why nothing happens: refused, or dice are missing.
pub type Ruling<T = ()> = Result<T, play::HaltOf<Crystal>>;
type Turn<'a> = play::Draft<'a, Crystal>;
pub mod battle;
pub mod choices;
pub mod expansion;
pub mod game;
pub mod magic;
pub mod turn;
