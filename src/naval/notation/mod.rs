//! Commands as text, both ways: as the referee types them, and as they are printed. Begin with `phrase.rs`.
//!
//! Reads a line against the names of a battle, without asking whether the rules allow it. A verb is a row of the table
//! (`rows`), and `verb` maps it to its command. `kind` and `grammar` define the values of slots.
mod arguments;
mod decimal;
mod example;
mod grammar;
mod kind;
mod line;
mod names;
mod offers;
mod order;
mod phrase;
mod plot;
mod plot_filing;
mod precontact;
mod read;
mod read_arguments;
mod record;
mod request_builders;
mod rows;
mod settings;
mod ship_numbers;
mod short_amendment;
mod tape;
mod turn_file;
mod typed_names;
mod verb;
mod volley;

pub use arguments::{
    Addressee, HelpTopic, Keyboard, MapMark, MapPart, MapRequest, MirrorRequest, OddsSubject, PrintRequest, TakeRequest,
};
pub use line::*;
pub use order::{MeasuringQuery, Order, TapedRanges, TypedCommand};
pub use phrase::{Line, Phrase, map, parse, session_word, split_line};
pub use play::{
    LineError,
    verbs::{AcceptedAnswer, Question, Receiver, usage},
};
pub use plot::{plot_text, turn_text};
pub use plot_filing::straight_plot;
pub use rows::session::{SessionVerb, SessionWord};
pub use settings::print as setting;
pub use short_amendment::{amended_command, changes_a_shot};
pub use turn_file::{FileLine, KEY_DIGITS, TURN_FILE_FORM, TURN_FILE_VERSION, TurnFile, TurnFileStamp, read_moment};
pub use typed_names::{name_typed_in, typed_name};
pub use volley::DivisionFire;
