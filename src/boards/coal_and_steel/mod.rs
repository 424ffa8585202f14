//! Coal and Steel: hidden pieces on ten by ten squares, walls that become tunnels, and traded captives.
mod belief;
mod model;
mod notation;
mod pieces;
mod placing;
mod position;
mod reach;
mod referee;
pub mod rules;
mod search;
mod set_up;
mod side;
mod squares;
mod text;
mod trade;
mod view;

pub use belief::Belief;
pub use model::{CoalAndSteel, Command, Ending, Fact, Placing, Purpose, Reason, Setup, State, Trade, revealed_squares};
pub use pieces::{Kind, Piece, PieceCounts};
pub use placing::{check_placement, placement_commands};
pub use position::{Action, Countdown, Position, Reserve};
use rules::{Adjacent, EnterFace, HandicapReserve, Repetition, Rules, Stuck};
pub use search::{DeterminizedPosition, Turn};
pub use side::Side;
pub use squares::{Direction, SQUARES, Square, Tile, WIDTH};
use squares::{Set, around, around_not_backward};
pub use view::{SeenPiece, View};
