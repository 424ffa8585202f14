//! Coal, and the Kaiser. `model` has the data without rules, and `rules` decides, with a file for each chapter.
//! `notation` and `view` use both. Begin with `game.rs`.
pub mod model;
pub mod notation;
pub mod odds;
pub mod rulebook;
pub mod rules;
pub mod seal;
pub mod view;

mod draft;
mod game;

pub use draft::{Naval, NavalDraft, NavalEvent, NavalHalt};
use draft::{not_in_action, refuse_out_of_action, require_segment, side_with, sunk_by};
pub use model::{Command, Fact, Id, Inches, Reason, Segment, SideId, State};
pub use rules::begin::begin;
