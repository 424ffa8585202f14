//! What a battle is made of: set-up, ships, state, commands, facts and reasons, and how facts are written into the state.
//! No rule is known here.
pub mod approach;
pub mod base;
pub mod card;
pub mod chart;
pub mod collision;
pub mod command;
pub mod contact;
pub mod convoy;
pub mod duty;
pub mod fact;
pub mod formation;
pub mod generator;
pub mod half;
pub mod hit;
pub mod look;
pub mod measure;
pub mod options;
pub mod plot;
pub mod reason;
pub mod seal;
pub mod segment;
pub mod sets;
pub mod setup;
pub mod ship;
pub mod special;
pub mod state;
pub mod table;
pub mod this_turn;
pub mod truth;
pub mod victory;
pub mod zone;

mod apply;
mod marker;
pub(crate) mod seen;
mod tape;

pub(super) use apply::{apply, harmed_from_the_start};
pub use command::Command;
pub use fact::{Fact, Purpose};
pub use reason::Reason;
pub use setup::Setup;
pub use state::State;
