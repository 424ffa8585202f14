//! Reads signalling and initiative of flagships by fleet and period. [5.10, 5.15]
use chrono::NaiveDate;

use crate::{DataErrors, FleetRating, KeyPath, Report, Sources, navies, without_paths};
use naval::{Id, model::Card};

const FILE: &str = "data/naval/ratings.yaml";

/// Returns signalling and initiative of a flagship on a day: the first rating that fits, or 0 for both.
pub(super) fn rating_of(ratings: &[FleetRating], flagship: &Card, day: NaiveDate) -> (i32, i32) {
    let fits = |rating: &&FleetRating| {
        rating.navy == flagship.navy
            && (rating.from..=rating.to).contains(&day)
            && (rating.types.is_empty() || rating.types.contains(&flagship.kind))
            && (rating.flagships.is_empty() || rating.flagships.contains(&flagship.id))
    };
    ratings.iter().find(fits).map_or((0, 0), |rating| (rating.signalling, rating.initiative))
}

/// Reads every rating, in the order in which they are tried.
///
/// # Errors
/// Returns every error in the file: unknown navies, reversed periods, ratings out of range.
pub fn ratings(sources: &Sources) -> Result<Vec<FleetRating>, DataErrors> {
    let navies = navies(sources)?;
    let (mut report, root) = Report::parse(FILE, sources.required_text(FILE)?)?;
    let rows: Vec<(FleetRating, KeyPath)> = report.read_each(&root, &KeyPath::default());
    report.report_duplicate_ids("rating", &rows, |row| &row.id);
    for (row, path) in &rows {
        check(row, path, &navies, &mut report);
    }
    report.into_result(Some(without_paths(rows)))
}

fn check(row: &FleetRating, path: &KeyPath, navies: &[Id], report: &mut Report) {
    report.require_known(&path.key("navy"), "navy", row.navy.as_str(), navies.iter().map(Id::as_str));
    if row.to < row.from {
        report.add_error(&path.key("to"), format!("the period ends on {}, before it begins", row.to));
    }
    for (key, rating) in [("signalling", row.signalling), ("initiative", row.initiative)] {
        if !(-5..=5).contains(&rating) {
            report.add_error(&path.key(key), format!("a rating of {rating} is out of range")).legal("-5 to 5");
        }
    }
    for (key, words) in [("reasons", &row.reasons), ("source", &row.source)] {
        if words.trim().is_empty() {
            report.add_error(&path.key(key), "a rating needs a reason and a source");
        }
    }
}
