//! Reads doctrine cards: how each admiral fights. Cards are tried in the order of the file.
use crate::{Flaws, Path, Report, Sources, Text, bare, navies};
use naval::model::doctrine::Doctrine;

const FILE: &str = "data/naval/doctrines.yaml";

/// Reads every card of the data files.
///
/// # Errors
/// Returns every error in the file: unknown navies, reversed dates, figures out of range, cards without a source.
pub fn doctrines(sources: &Sources) -> Result<Vec<Doctrine>, Flaws> {
    cards(sources, FILE, sources.must(FILE)?)
}

/// Reads the cards of the user's file.
///
/// # Errors
/// See [`doctrines`].
pub fn doctrine_text(sources: &Sources, file: &str, text: &str) -> Result<Vec<Doctrine>, Flaws> {
    cards(sources, file, text.into())
}

fn cards(sources: &Sources, file: &str, text: Text<'_>) -> Result<Vec<Doctrine>, Flaws> {
    let navies = navies(sources)?;
    let (mut report, root) = Report::open(file, text)?;
    let cards: Vec<(Doctrine, Path)> = report.each(&root, &Path::default());
    report.ids_twice("card", &cards, |card| card.id.as_str());
    for (card, path) in &cards {
        report.known(&path.key("navy"), "navy", card.navy.as_str(), navies.iter().map(|navy| navy.as_str()));
        card.faults(path).into_iter().for_each(|fault| report.fault(fault));
    }
    report.answer(Some(bare(cards)))
}
