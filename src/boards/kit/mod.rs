//! Code shared by the three games: sides, squares, positions as text, errors, draws and results.
pub(crate) mod grid;
mod notation;
mod sides;
mod text;
mod two_sided;

pub use notation::{BoardGrammar, Notation, Verb};
pub(crate) use notation::{common_text, not_understood};
pub use play::LineError;
pub(crate) use sides::two_sides;
pub use sides::{PerSide, Sided};
pub use text::{PositionErrors, check_hyphens};
pub(crate) use text::{
    Rows, as_name, as_text, file_and_rank, from_and_to, leading_number, read_side, values, write_rows,
};
pub use two_sided::{CommonCommand, GameStatus, TwoSided};
pub(crate) use two_sided::{decide_common, evaluate, two_sided, verdict};
