//! Views and events as text and JSON.
//!
//! The functions return text and JSON; `cli` prints and colours it. No line ends in a space, and no line is
//! wider than 100 columns unless the referee's own words make it so.
pub mod audit;
pub mod battles;
pub mod boards;
pub mod book;
pub mod brief;
pub mod briefing;
pub mod card;
pub mod certificate;
pub mod chances;
pub mod changes;
pub mod chart;
pub mod comparison;
pub mod crystal;
mod damage;
pub mod dice_ledger;
pub mod dice_prompts;
pub mod disclosed;
pub mod doctrine;
pub mod drawing;
pub mod event;
pub mod fire;
mod fire_hints;
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
pub mod page;
pub mod places;
mod position;
pub mod purpose;
pub mod puzzle;
pub mod refusal;
pub mod rulebook;
pub mod ruler;
pub mod scenario;
pub mod scenario_brief;
pub mod seal;
pub mod seen;
pub mod sheet;
pub mod signals;
pub mod special;
pub mod status;
pub mod steered;
pub mod suspects;
pub mod tally;
pub mod targets;
pub mod turn_sheet;
pub mod verdict;
mod victory;
pub mod war;

use brief::dice_outcomes;
use briefing::briefing;
use card::card_blank;
use dice_prompts::naval_halt_error;
use event::event_json;
use generated::wind_text;
use json::status_json;
use labels::duty_text;
use lines::{WIDTH, count, wrapped};
use needs::cited_sums;
use odds::{odds_json, odds_table, percent, percent_of};
use refusal::refusal;
use special::{against_leaving, rule_note, secrecy_note};
use status::{StatusDetail, banner, duties_text, status};
use verdict::{keys_json, keys_of_victory};

// Shared building blocks for text.
use damage::{effects_text, fate_word, jam_text, margin_entry, named_hit};
use fire::{block_word, cited_terms, hit_count, marker_name, quality_word, unambiguous_marker, visibility_text};
use labels::uncited_duty;
use lines::{
    RulingLine, after_blank_line, aligned_block, below_headline, capital, close_table, dice_note, faces, filled,
    fold_paragraph, joined, list, name_list, navy_name, plain_table, sentence, span, trimmed, type_word, verb_for,
    with_full_stop,
};
use moves::{legs_text, place_text, plot_description, tape_reading};
use places::edge_adjective;
use places::{arc_words, arcs_word, belongs_to, place_json, placed_row};
use signals::{joint_names, shape_text};
