//! Coal, and the Kaiser, on four floors: `model` knows no rule; the chapters judge; `notation` and `view` stand on them.
pub mod ashore;
pub mod collision;
pub mod control;
pub mod damage;
pub mod formation;
pub mod generated;
pub mod gunnery;
pub mod half_move;
pub mod lines;
pub mod lookout;
pub mod melee;
pub mod model;
pub mod movement;
pub mod notation;
pub mod placement;
pub mod precontact;
pub mod reaction;
pub mod rolls;
pub mod rulebook;
pub mod seal;
pub mod secrecy;
pub mod sighting;
pub mod signals;
pub mod special;
pub mod survey;
pub mod tally;
pub mod torpedo;
pub mod turn;
pub mod verdict;
pub mod view;

mod begin;
mod draft;
mod game;
mod ruling;

pub use begin::begin;
pub use draft::{Naval, NavalDraft, NavalEvent, NavalHalt};
pub use model::{
    Command, Fact, Purpose, Reason, Setup, State, chart, command, fact, measure, plot, reason, sets, setup, ship,
    state, table, victory, zone,
};
