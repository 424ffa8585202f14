//! Battle Acre: chess on 160 triangles, forty men a side.
mod ahead;
mod cells;
mod counting;
mod judge;
mod men;
mod model;
mod moving;
pub mod notation;
mod position;
pub mod rules;
mod safety;
mod side;
mod text;

pub use ahead::Ahead;
pub use cells::{CELLS, Cell, Group, RANKS, Ride, Set, WIDTHS};
pub use men::{Kind, Man, pawn_captures};
pub use model::{BattleAcre, Command, Ending, Fact, Purpose, Reason, Setup, State, command};
pub use position::{Move, NoCastling, Position, Rights};
pub use safety::Safety;
pub use side::Side;
pub use text::START;
