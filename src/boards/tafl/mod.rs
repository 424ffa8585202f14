//! Tafl on nine by nine squares: sixteen Russians against eight Swedes and their king.
mod board;
mod line_codes;
mod model;
mod notation;
pub mod open_tafl;
mod playout;
mod position;
mod referee;
pub mod rules;
mod rules_record;
mod search;
mod side;
mod variations;

pub use board::{CORNERS, Direction, GOLD, MIDDLE, Set, Square, WIDTH};
use line_codes::LineCodes;
pub use model::{Command, Ending, Fact, Purpose, Reason, Setup, State, Tafl};
pub use playout::PlayoutResult;
pub use position::{KingEnding, Piece, Position, START};
use rules::{First, GoldHostileTo, KingCapture, NoMove, Repetition, Rules};
pub use search::TaflSearchPosition;
pub use side::Side;
use variations::Address;
