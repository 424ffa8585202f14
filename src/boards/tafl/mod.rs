//! Tafl on nine by nine squares: sixteen Russians against eight Swedes and their king.
mod ahead;
mod board;
mod judge;
mod lines;
mod model;
mod notation;
pub mod open_tafl;
mod playout;
mod position;
pub mod rules;
mod rules_record;
mod side;
mod variations;

pub use ahead::TaflSearchPosition;
pub use board::{CORNERS, Direction, GOLD, MIDDLE, Set, Square, WIDTH};
use lines::LineCodes;
pub use model::{Command, Ending, Fact, Purpose, Reason, Setup, State, Tafl};
pub use playout::PlayoutResult;
pub use position::{KingEnding, Piece, Position, START};
use rules::{First, GoldHostileTo, KingCapture, NoMove, Repetition, Rules};
pub use side::Side;
use variations::Address;
