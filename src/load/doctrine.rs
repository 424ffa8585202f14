//! Reads doctrine cards: how each admiral fights. Cards are tried in the order of the file.
use crate::{DataErrors, KeyPath, Report, SourceText, Sources, navies, without_paths};
use naval::model::doctrine::Doctrine;

const FILE: &str = "data/naval/doctrines.yaml";

/// Reads every card of the data files.
///
/// # Errors
/// Returns every error in the file: unknown navies, reversed dates, figures out of range, cards without a source.
pub fn doctrines(sources: &Sources) -> Result<Vec<Doctrine>, DataErrors> {
    cards(sources, FILE, sources.required_text(FILE)?)
}

/// Reads the cards of the user's file.
///
/// # Errors
/// See [`doctrines`].
pub fn doctrine_text(sources: &Sources, file: &str, text: &str) -> Result<Vec<Doctrine>, DataErrors> {
    cards(sources, file, text.into())
}

fn cards(sources: &Sources, file: &str, text: SourceText<'_>) -> Result<Vec<Doctrine>, DataErrors> {
    let navies = navies(sources)?;
    let (mut report, root) = Report::parse(file, text)?;
    let cards: Vec<(Doctrine, KeyPath)> = report.read_each(&root, &KeyPath::default());
    report.report_duplicate_ids("card", &cards, |card| card.id.as_str());
    for (card, path) in &cards {
        report.require_known(&path.key("navy"), "navy", card.navy.as_str(), navies.iter().map(|navy| navy.as_str()));
        card.errors(path).into_iter().for_each(|error| report.add_check_error(error));
    }
    report.into_result(Some(without_paths(cards)))
}
