//! The companion board games at the command line, the same for all three.
mod annotate;
mod begin;
mod contest;
mod engine;
mod machine;
mod past;
mod perft;
mod records;
mod sight;
mod which;

pub use annotate::annotate;
pub use begin::begin;
pub use contest::contest;
pub use engine::engine;
pub use machine::MachineArgs;
pub use past::journalled;
pub use perft::perft;
pub use records::{export, import};
pub(crate) use which::of_game;
pub use which::{BoardGameKind, kind_named};
