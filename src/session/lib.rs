//! Plays one game of any kind: it takes lines and returns entries and answers.
//!
//! It knows no terminal, file, clock or stream. A front end ([`Door`]) passes it lines, shows its answers and asks the
//! person. A [`Keeper`] stores its journal. A game implements [`AtTable`]: begin to read there.
mod amending;
mod asking;
mod at_table;
pub mod boards;
pub mod crystal;
mod deciding;
mod dice;
mod door;
mod elsewhere;
mod face;
mod given;
mod line;
pub mod naval;
mod outcome;
pub mod refusal;
mod session;
mod story;
mod switches;
mod table;
mod taking_back;
mod telling;
mod told;
mod transaction;

pub use amending::Amended;
pub use asking::{Answered, Asking, Choice, Put, Question, Wording, Words, put};
pub use at_table::{Act, AtTable, Change, Deed, Ending, IsOf, Moment, WhoseDice};
pub use dice::DiceAtHand;
pub use door::{Door, Keeper, Typed};
pub use face::{After, Face, Followed, Stage};
pub use given::Given;
pub use line::Order;
pub use outcome::{Came, Cut, Outcome, Ruling};
pub use play::verbs::{Common, CommonVerb, Mode, Telling};
pub use refusal::{Kind, Refusal};
pub use session::{Pages, Session, Sits};
pub use story::branched;
pub use switches::set_switches;
pub use table::{Completes, Table};
pub use telling::telling_in_force;
pub use told::Told;
