//! Battle Acre: chess on 160 triangles, with forty pieces a side.
mod cells;
mod counting;
mod model;
mod moves;
mod notation;
mod pieces;
mod position;
mod referee;
pub mod rules;
mod safety;
mod search;
mod side;
mod text;

pub use cells::{CELLS, Cell, Neighbourhood, RANKS, Ride, Set, WIDTHS};
use cells::{EDGE, invert};
pub use model::{BattleAcre, Command, Ending, Fact, Purpose, Reason, Setup, State, to_command};
use pieces::{CellContent, RIDERS, near_origins, pawn_capturers};
pub use pieces::{Kind, Piece, pawn_captures};
use position::is_en_passant;
pub use position::{CastlingRefusal, Move, Position, Rights};
use rules::{Crooked, PawnCapture, Promotion, Rules, Stalemate};
pub use safety::KingSafety;
pub use search::AcreSearchPosition;
pub use side::Side;
pub use text::START;
