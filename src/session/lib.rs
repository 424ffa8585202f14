//! One game under way, whichever it is: lines in, entries and answers out.
//!
//! It knows no terminal, file, clock or stream. A door gives it lines and shows its answers, keeps its journal
//! ([`Keeper`]), and lets it ask a person ([`Door`]). What a game adds to the session is [`Playable`].
mod amending;
mod answer;
mod asking;
pub mod boards;
pub mod crystal;
mod deciding;
mod dice;
mod door;
mod given;
mod line;
pub mod naval;
pub mod problem;
mod session;
mod story;
mod switches;
mod table;
mod taking_back;
mod telling;
mod transaction;

pub use answer::Answer;
pub use asking::{Answered, Asking, Choice, Put, Words, put};
pub use dice::DiceAtHand;
pub use door::{Door, Keeper, Typed};
pub use given::Given;
pub use line::Order;
pub use play::verbs::{Common, CommonVerb, Mode, Telling};
pub use problem::Problem;
pub use session::{After, Face, Followed, Pages, Playable, Session, Stage};
pub use switches::set_switches;
pub use table::{Completes, Table};
pub use telling::telling_in_force;
