//! Views and events as text and JSON.
//!
//! Everything here is returned, nothing is printed, and nothing is coloured: `cli` decides where text goes and how it looks.
//! No line ends in a space, and no line is wider than 100 columns unless the referee's own words make it so.
mod ask;
mod card;
mod chart;
mod damage;
mod event;
mod fire;
mod lines;
mod log;
mod odds;
mod refusal;
mod rulebook;
mod status;
mod tally;

pub use ask::{ask, halt, missing, no_such_face};
pub use card::{card, card_blank, card_blank_json, card_json};
pub use chart::{table, table_json, table_list, table_list_json};
pub use event::{event, event_json, events};
pub use fire::numbers;
pub use lines::{Refusal, WIDTH};
pub use log::{Log, deed};
pub use odds::{OddsLine, odds_table};
pub use refusal::refusal;
pub use rulebook::{coverage, coverage_json, paragraph, paragraph_json, paragraphs};
pub use status::{banner, duties, duties_json, prompt, status, status_json};
pub use tally::{tally, tally_json};
