//! Text to lawful set-ups: YAML in, every flaw at once.
//!
//! Files are read in two passes, syntax and then types; what is wrong is collected with its place, what is lawful
//! there and the nearest name.
//! Nothing here opens a file: texts come from the program itself or from `cli`.
mod card;
mod charts;
mod class;
mod class_file;
mod crystal;
mod crystal_tables;
mod decide;
mod doubled;
mod doubts;
mod flaw;
mod forces;
mod formations;
mod formula;
mod generator;
mod keys;
mod meeting;
mod mending;
mod misfit;
mod naming;
mod place;
mod placing;
mod plain;
mod plain_flow;
mod plain_words;
mod predicates;
mod ratings;
mod reading;
mod refit;
mod rulebook;
mod scenario;
mod ship_file;
mod ship_index;
mod ship_list;
mod ships;
mod sieve;
mod sources;
mod special;
mod start;

pub use charts::{chart_names, charts};
pub use class::{
    ArmourPlan, Bulkhead, Disputed, Figure, FigureName, FireControl, GunGroup, KnownTo, Loss, MainBattery, NamedShip,
    Override, Plate, ShipClass, TorpedoTubes,
};
pub use crystal::{campaign, campaign_names, campaign_text};
pub use flaw::{Checked, Flaw, Flaws};
pub use generator::{TheatreLine, theatres};
pub use meeting::{About, Meeting, MeetingSize, NotASize, meeting, meeting_file};
pub use plain::plain;
pub use ratings::{FleetRating, ratings};
pub use refit::Refit;
pub use rulebook::rulebook;
pub use scenario::{ScenarioLine, scenario, scenario_checked, scenario_list, scenario_text, scenario_text_checked};
pub use ship_file::{ship_file, ship_text};
pub use ship_index::ship_index;
pub use ship_list::{ShipLine, ship_list};
pub use ships::{ShipRecord, ship, ship_on, ships};
pub use sources::{Sources, builtin, edition, export};

use naval::measure::Id;

const NAVIES: &str = "data/naval/navies.yaml";

/// Ids of the navies that ships and charts may name.
///
/// # Errors
/// Every flaw of the list of navies.
pub fn navies(sources: &Sources) -> Result<Vec<Id>, Flaws> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Navy {
        id: Id,
        #[serde(rename = "name")]
        _name: String,
    }
    let (mut report, root) = reading::Report::open(NAVIES, sources.must(NAVIES)?)?;
    let items = report.items(&root, &place::Path::default());
    let navies: Vec<(Navy, place::Path)> =
        items.into_iter().filter_map(|(item, path)| Some((report.typed(item, &path)?, path))).collect();
    let ids: Vec<_> = navies.iter().map(|(navy, path)| (navy.id.to_string(), path.key("id"))).collect();
    report.twice("navy", &ids);
    report.answer(Some(navies.into_iter().map(|(navy, _)| navy.id).collect()))
}
