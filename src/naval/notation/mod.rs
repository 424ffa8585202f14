//! Commands as text, both ways: as the referee types them, and as they are printed. Begin with `phrase.rs`.
//!
//! Reads a line against the names of a battle, without asking whether the rules allow it. A verb is a row of the table
//! (`rows`), and `verb` maps it to its command. `kind` and `grammar` define the values of slots.
mod asked;
mod asking;
mod called;
mod change;
mod decimal;
mod example;
mod filing;
mod grammar;
mod kind;
mod line;
mod made;
mod names;
mod numbers;
mod order;
mod phrase;
mod picks;
mod plot;
mod precontact;
mod read;
mod record;
mod rows;
mod settings;
mod tape;
mod verb;
mod volley;

pub use asked::{Addressee, HelpTopic, Keyboard, MapMark, MapPart, MapRequest, OddsSubject, PrintRequest};
pub use called::{name_beside, typed_name};
pub use change::{amended_command, changes_a_shot};
pub use filing::straight_plot;
pub use line::*;
pub use order::{Order, OrderQuestion, TapedRanges, Typed};
pub use phrase::{Line, Phrase, map, parse, session_word, split_line};
pub use play::{
    LineError,
    verbs::{AcceptedAnswer, Question, Receiver, usage},
};
pub use plot::{plot_text, turn_text};
pub use rows::session::{SessionVerb, SessionWord};
pub use settings::print as setting;
pub use volley::DivisionFire;
