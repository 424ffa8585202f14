//! The rules: the phases of a turn, the empires, battle and magic. Begin with [`turn`].
use crate::model::Crystal;

/// The result of a ruling, or the reason for none: refused, or dice are missing.
pub type Ruling<T = ()> = Result<T, play::NotDecidedOf<Crystal>>;
type TurnDraft<'a> = play::EventBuilder<'a, Crystal>;
pub mod battle;
pub mod choices;
pub mod expansion;
pub mod game;
pub mod magic;
pub mod turn;
