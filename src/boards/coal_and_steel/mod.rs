//! Coal and Steel: hidden pieces on ten by ten squares, walls that become tunnels, and traded captives.
mod ahead;
mod guess;
mod judge;
mod men;
mod model;
mod notation;
mod placing;
mod position;
mod reach;
pub mod rules;
mod set_up;
mod side;
mod squares;
mod text;
mod trade;
mod view;

pub use ahead::{Turn, World};
pub use guess::Belief;
pub use men::{Hand, Kind, Man};
pub use model::{CoalAndSteel, Command, Ending, Fact, Placing, Purpose, Reason, Setup, State, Trade, revealed};
pub use placing::{may_set_out, set_out};
pub use position::{Action, Countdown, Position, Reserve};
use rules::{Adjacent, EnterFace, HandicapReserve, Repetition, Rules, Stuck};
pub use side::Side;
use squares::{AROUND, Set, around};
pub use squares::{SQUARES, Square, Tile, WIDTH, Way};
pub use view::{Seen, View};
