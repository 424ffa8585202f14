//! Signalling and initiative of flags by fleet and period. [5.10, 5.15]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{flaw::Flaws, navies::navies, place::Path, reading::Report, sources::Sources};
use naval::{Card, Id, ShipType};

const FILE: &str = "data/naval/ratings.yaml";

/// What the flags of a fleet were worth in a period, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetRating {
    pub id: Id,
    pub fleet: String,
    pub navy: Id,
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// Types of flagship; every type if left out.
    #[serde(default)]
    pub types: Vec<ShipType>,
    /// Flagships; every ship if left out.
    #[serde(default)]
    pub flagships: Vec<Id>,
    pub signalling: i32,
    pub initiative: i32,
    pub reasons: String,
    pub source: String,
}

impl FleetRating {
    fn fits(&self, flagship: &Card, day: NaiveDate) -> bool {
        self.navy == flagship.navy
            && (self.from..=self.to).contains(&day)
            && (self.types.is_empty() || self.types.contains(&flagship.kind))
            && (self.flagships.is_empty() || self.flagships.contains(&flagship.id))
    }
}

/// The rating of a flag on a day: the first that fits.
pub(super) fn rating_of<'r>(ratings: &'r [FleetRating], flagship: &Card, day: NaiveDate) -> Option<&'r FleetRating> {
    ratings.iter().find(|rating| rating.fits(flagship, day))
}

/// Every rating, in the order in which they are tried.
///
/// # Errors
/// Every flaw of the file: unknown navies, days that run backwards, ratings out of range.
pub fn ratings(sources: &Sources) -> Result<Vec<FleetRating>, Flaws> {
    let navies = navies(sources)?;
    let (mut report, root) = Report::open(FILE, sources.must(FILE)?)?;
    let items = report.items(&root, &Path::default());
    let rows: Vec<(FleetRating, Path)> =
        items.into_iter().filter_map(|(item, path)| Some((report.typed(item, &path)?, path))).collect();
    let ids: Vec<_> = rows.iter().map(|(row, path)| (row.id.to_string(), path.key("id"))).collect();
    report.twice("rating", &ids);
    for (row, path) in &rows {
        check(row, path, &navies, &mut report);
    }
    report.answer(Some(rows.into_iter().map(|(row, _)| row).collect()))
}

fn check(row: &FleetRating, path: &Path, navies: &[Id], report: &mut Report) {
    if !navies.contains(&row.navy) {
        report.unknown(&path.key("navy"), "navy", row.navy.as_str(), navies.iter().map(Id::as_str));
    }
    if row.to < row.from {
        report.flaw(&path.key("to"), format!("the period ends on {}, before it begins", row.to));
    }
    for (key, rating) in [("signalling", row.signalling), ("initiative", row.initiative)] {
        if !(-5..=5).contains(&rating) {
            report.flaw(&path.key(key), format!("a rating of {rating} is out of range")).lawful =
                Some("-5 to 5".to_owned());
        }
    }
    for (key, words) in [("reasons", &row.reasons), ("source", &row.source)] {
        if words.trim().is_empty() {
            report.flaw(&path.key(key), "a rating says why and by whom");
        }
    }
}
