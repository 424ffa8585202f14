//! Views and events as text and JSON.
//!
//! The functions return text and JSON; `cli` prints and colours it. No line ends in a space, and no line is
//! wider than 100 columns unless the referee's own words make it so.
pub mod ask;
pub mod audit;
pub mod battles;
pub mod boards;
pub mod brief;
pub mod briefing;
pub mod card;
pub mod certificate;
pub mod chances;
pub mod changes;
pub mod chart;
pub mod crystal;
mod damage;
pub mod doctrine;
pub mod drawn;
pub mod event;
pub mod fire;
pub mod generated;
pub mod help;
pub mod history;
pub mod json;
pub mod labels;
pub mod library;
pub mod lines;
pub mod log;
pub mod luck;
pub mod map;
mod meetings;
pub mod moves;
pub mod narrow;
pub mod needs;
pub mod odds;
pub mod places;
mod position;
mod purpose;
pub mod puzzle;
pub mod refusal;
pub mod rulebook;
pub mod ruler;
pub mod scenario;
pub mod seal;
pub mod seen;
pub mod sheet;
mod shot;
pub mod signals;
pub mod slips;
pub mod special;
pub mod status;
pub mod steered;
pub mod tally;
pub mod targets;
pub mod told;
pub mod verdict;
mod victory;
pub mod war;

use ask::halt;
use brief::outcomes;
use briefing::briefing;
use card::card_blank;
use event::event_json;
use generated::wind;
use json::status_json;
use labels::duty;
use lines::{WIDTH, count, wrapped};
use needs::arithmetic;
use odds::{odds_json, odds_table, percent, percent_of};
use places::places;
use refusal::refusal;
use ruler::moves;
use special::{against_leaving, said, secret};
use status::{Fold, banner, duties, status};
use verdict::{keys_json, keys_of_victory, verdict};

// Shared building blocks for text.
use damage::{effects, fate_word, harm, helm_held, struck};
use fire::{block_word, hits, marker_name, marker_of, quality_word, terms, visibility};
use labels::duty_words;
use lines::{
    Line, agrees, apart, block, capital, close_table, dice_note, ended, faces, filled, fold_at, joined, list, names,
    navy, plain_table, sentence, span, trimmed, type_word, under,
};
use moves::{place, plot_says, reading, steered};
use places::edge;
use places::{arc_words, arcs_word, is_of, place_json, placed_row};
use signals::{shape, together};
