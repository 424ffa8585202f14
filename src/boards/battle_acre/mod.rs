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

pub use ahead::Ahead;
pub use cells::{CELLS, Cell, Group, RANKS, Ride, Set, WIDTHS};
use cells::{EDGE, reversed};
pub use men::{Kind, Man, pawn_captures};
use men::{RIDERS, Standing, near, pawn_capturers};
pub use model::{BattleAcre, Command, Ending, Fact, Purpose, Reason, Setup, State, command};
use position::takes_in_passing;
pub use position::{Move, NoCastling, Position, Rights};
use rules::{Crooked, PawnCapture, Promotion, Rules, Stalemate};
pub use safety::Safety;
pub use side::Side;
pub use text::START;
