//! Battle Acre: chess on 160 triangles, with forty pieces a side.
mod ahead;
mod cells;
mod counting;
mod judge;
mod men;
mod model;
mod moving;
mod notation;
mod position;
pub mod rules;
mod safety;
mod side;
mod text;

pub use ahead::AcreSearchPosition;
pub use cells::{CELLS, Cell, Neighbourhood, RANKS, Ride, Set, WIDTHS};
use cells::{EDGE, invert};
use men::{CellContent, RIDERS, near_origins, pawn_capturers};
pub use men::{Kind, Piece, pawn_captures};
pub use model::{BattleAcre, Command, Ending, Fact, Purpose, Reason, Setup, State, to_command};
use position::is_en_passant;
pub use position::{CastlingRefusal, Move, Position, Rights};
use rules::{Crooked, PawnCapture, Promotion, Rules, Stalemate};
pub use safety::KingSafety;
pub use side::Side;
pub use text::START;
