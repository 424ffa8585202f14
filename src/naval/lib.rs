//! Coal, and the Kaiser, on four floors: `model` knows no rule; the chapters judge; `notation` and `view` stand on them.
mod model;
pub mod notation;
pub mod odds;
pub mod rulebook;
mod rules;
pub mod seal;
pub mod view;

mod draft;
mod game;

pub use begin::{begin, sea};
pub use draft::{Naval, NavalDraft, NavalEvent, NavalHalt};
use draft::{in_segment, not_in_action, refuse_out_of_action, side_with, sunk_by};
pub use model::*;

pub use rules::moves as movement;
pub use rules::{
    aftermath, ashore, collision, control, damage, ending, flags, formation, generated, gunnery, half_move, lines,
    lookout, melee, placement, precontact, reaction, rolls, secrecy, sighting, signals, special, survey, tally,
    torpedo, turn, verdict,
};
use rules::{begin, columns, detach, leaving, moves, ruling, shores, steering, taped};
