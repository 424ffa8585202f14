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

pub use ahead::Ahead;
pub use board::{CORNERS, GOLD, MIDDLE, Set, Square, WIDTH, Way};
use lines::Lines;
pub use model::{Command, Ending, Fact, Purpose, Reason, Setup, State, Tafl};
pub use playout::Played;
pub use position::{KingsEnd, Man, Position, START};
use rules::{First, GoldHostileTo, KingCapture, NoMove, Repetition, Rules};
pub use side::Side;
use variations::Address;
