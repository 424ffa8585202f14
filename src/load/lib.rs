//! Reads YAML data files into legal set-ups and reports all errors at once.
//!
//! Files are read in two passes, syntax and then types. Each error has its place, the legal values and the nearest
//! name. Nothing here opens a file: `cli` or the program itself supplies the text. Begin with `reader.rs`.
mod card;
mod card_error;
mod certificate;
mod charts;
mod class_file;
mod commas;
mod compile;
mod compound_tests;
mod crystal;
mod crystal_tables;
mod data_error;
mod decide;
mod doctrine;
mod feasible;
mod forces;
mod formula;
mod generator;
mod history;
mod meeting;
mod meeting_size;
mod naming;
mod navies;
mod node;
mod places;
mod plain_messages;
mod plausibility;
mod puzzle;
mod ratings;
mod reader;
mod rulebook;
mod rulings;
mod scenario;
mod ship_file;
mod ship_list;
mod ships;
mod sources;
mod special;
mod start;
mod switch;
mod tree;
mod typed;
mod unread;
mod wars;

pub use certificate::{certificate, certificate_path, certificate_yaml};
pub use charts::{chart_names, charts};
pub use compile::compile;
pub use crystal::{campaign, campaign_names, campaign_text};
pub use data_error::{Checked, DataError, DataErrors};
pub use doctrine::{doctrine_text, doctrines};
pub use generator::theatres;
pub use history::history;
pub use meeting::{BattleLabel, Meeting, Provenance, meeting_file, provenance};
pub use meeting_size::{MeetingSize, NotASize};
pub use navies::{Navy, navies, navy_list};
pub use puzzle::{puzzle, puzzle_names, puzzle_text, puzzle_yaml};
pub use ratings::ratings;
pub use rulebook::{other_rulebooks, rulebook};
pub use rulings::rulings;
pub use scenario::{scenario, scenario_checked, scenario_list, scenario_text_checked};
pub use ship_file::{ship_file, ship_text};
pub use ship_list::{ship_list, ship_list_on};
pub use ships::{ship, ship_on, ship_to_place, ships};
pub use sources::{BuiltIn, Sources, data_hash, edition, export};
pub use switch::options_with;
pub use unread::{has_key, unread_files};
pub use wars::{NextBattle, WarFile, first_of_war, next_of_war, war, war_list, war_names, war_text};

use card_error::CardError;
use data_error::{join_names, nearest};
use naval::model::library::{
    ArmourPlan, Bulkhead, CardFigure, Cover, FigureName, FleetRating, GunGroup, KnownTo, LaterFlag, MainBattery,
    NamedShip, Override, Plate, ScenarioLine, ShipClass, ShipLine, ShipRecord, TheatreLine,
};
use naval::model::path::{KeyPath, Step};
use node::Node;
use ratings::rating_of;
use reader::{Deferred, Report, without_paths};
use ships::ShipLibrary;
use sources::{SourceText, stem_in};
