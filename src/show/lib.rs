//! Views and events as text and JSON.
//!
//! Everything here is returned, nothing is printed, and nothing is coloured: `cli` decides where text goes and how it looks.
//! No line ends in a space, and no line is wider than 100 columns unless the referee's own words make it so.
mod ask;
pub mod boards;
mod card;
mod chart;
pub mod crystal;
mod damage;
mod event;
mod fire;
mod generated;
mod light;
mod lines;
mod log;
pub mod map;
mod meetings;
mod moves;
mod needs;
mod odds;
mod places;
mod position;
pub mod print;
mod purpose;
mod refusal;
mod rulebook;
mod ruler;
mod seal;
mod sheet;
mod signals;
mod special;
mod status;
mod tally;
mod told;
mod verdict;
mod victory;
mod view;

pub use ask::{ask, halt, missing, no_such_face};
pub use card::{card, card_blank, card_blank_json, card_json};
pub use chart::{table, table_json, table_list, table_list_json};
pub use event::{each_event, event, event_json, events};
pub use lines::{Refusal, WIDTH, wrapped};
pub use log::{Fate, Log, deed, entry_of};
pub use needs::{arithmetic, needs};
pub use odds::{odds_json, odds_table, percent};
pub use places::{nobody_is_left, places, side_has_gone, survey, survey_json};
pub use refusal::refusal;
pub use rulebook::{coverage, coverage_json, paragraph, paragraph_json, paragraphs};
pub use ruler::{moves, ranges};
pub use seal::{broken, revealed, revealed_json};
pub use sheet::sheets;
pub use special::{against_leaving, is_left_to_the_table, said, secret};
pub use status::{banner, chances_json, duties, duties_json, prompt, status, status_json};
pub use tally::{handicap, tally, tally_json, tally_known};
pub use told::{Telling, tellings, told_to};
pub use verdict::{keys_json, keys_of_victory, verdict, verdict_json};
pub use view::{briefing, view_banner, view_duties, view_duties_json, view_json, view_prompt, view_status};
