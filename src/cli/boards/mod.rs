//! The companion board games at the command line, the same for all three.
mod annotate;
mod begin;
mod board_view;
mod contest;
mod engine;
mod game_kind;
mod journals;
mod machine;
mod perft;
mod records;

pub use annotate::annotate;
pub use begin::begin;
pub use contest::run_match;
pub use engine::engine;
pub(crate) use game_kind::of_game;
pub use game_kind::{BoardGameKind, kind_named};
pub use journals::journal_commands;
pub use machine::MachineArgs;
pub use perft::perft;
pub use records::{export, import};
