//! The naval game, and what the chapters draft.
use play::{Draft, HaltOf};

/// The naval game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Naval;

/// Events under way in the naval game.
pub type NavalDraft<'a> = Draft<'a, Naval>;
/// Why a naval command halted.
pub type NavalHalt = HaltOf<Naval>;
/// An event of the naval game.
pub type NavalEvent = play::EventOf<Naval>;
