//! One table of verbs for every game: each verb is defined by its row alone.
//!
//! A row states a verb's name, its arguments and its help. Reading, printing, completion, questions and help use it. A
//! game adds its values ([`Grammar`]), its rows, and conversions between slots and commands. Begin with `table.rs`.
mod common;
mod fill;
mod macros;
mod reader;
mod suggestions;
mod table;
mod text;
mod tokens;
mod typed_dice;
mod words;

pub use common::{
    Common, CommonGrammar, CommonKind, CommonValue, DiceMode, RulingDetail, SharedVerb, UndoRequest, no_detail,
    no_mode, no_words, shared_command,
};
pub use fill::{fill, fill_mentioned};
pub use reader::{check_quotes_closed, read_word, reader};
pub use suggestions::{complete, guided_line, offers, question, shown, with_empty_choice};
pub use table::*;
pub use text::{find, page, print, usage};
pub use tokens::{Token, TokenKind, tokens};
pub use typed_dice::{face, take_dice};
pub use words::{did_you_mean, fold, looks_numeric, nearest, or_list, quoted};
