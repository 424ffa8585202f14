//! Views and events as text and JSON.
//!
//! Everything here is returned, nothing is printed, and nothing is coloured: `cli` decides where text goes and how it looks.
//! No line ends in a space, and no line is wider than 100 columns unless the referee's own words make it so.
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

pub use ask::{ask, ask_together, ask_untold, halt, halt_untold, halted};
pub use brief::{NEAR_AN_EDGE, brief, brief_so_far, in_short, outcomes, together_in_few};
pub use briefing::briefing;
pub use card::{card, card_blank, card_blank_json, card_json};
pub use certificate::{certificate, certificate_lines, win_shares};
pub use chances::{chances, fires};
pub use changes::changes;
pub use chart::{table, table_json, table_list, table_list_json};
pub use event::{each_event, event, event_json, events};
pub use generated::wind;
pub use json::{duties_json, status_json, view_json};
pub use labels::{duty, idle};
pub use lines::{WIDTH, count, page, wrapped};
pub use log::{Fate, Log, entry_of};
pub use narrow::{board_laid_out, laid_out};
pub use needs::{arithmetic, needs};
pub use odds::{odds_json, odds_table, percent, percent_of};
pub use places::{nobody_is_left, places, side_has_gone, sight_stands, survey, survey_json, taped, taped_json};
pub use refusal::{halt_of, meant_range, refusal};
pub use rulebook::{coverage, coverage_json, found, found_json, paragraph, paragraph_json, paragraphs, ruling, saying};
pub use ruler::{move_lines, moves, ranges};
pub use scenario::{optional_rules, scenario, scenario_json, when_it_ends};
pub use seal::{broken, revealed, revealed_json};
pub use sheet::sheets;
pub use signals::held_unplotted;
pub use slips::{measured, misplaced, misread};
pub use special::{against_leaving, is_left_to_the_table, said, secret};
pub use status::{Fold, banner, duties, left_open, not_for_the_table, prompt, status};
pub use steered::{by_the_plots, laggards};
pub use tally::{handicap, tally, tally_json};
pub use targets::targets;
pub use told::{Telling, brief_to, in_short_to, tellings, told_to};
pub use verdict::{keys_json, keys_of_victory, verdict, verdict_json};
pub use war::{chronicle, chronicle_json, goes_on, muster, war};

// What the words of several chapters are made of.
use damage::{effects, fate_word, harm, helm_held, struck};
use fire::{block_word, hits, marker_name, marker_of, quality_word, terms, visibility};
use labels::duty_words;
use lines::{
    Line, agrees, apart, block, capital, close_table, dice_note, ended, faces, filled, fold_at, joined, list, names,
    navy, plain_table, sentence, span, trimmed, type_word, under,
};
use moves::{place, plot_says, reading, steered};
pub use places::edge;
use places::{arc_words, arcs_word, is_of, place_json, placed_row};
use signals::{shape, together};
