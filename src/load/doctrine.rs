//! Cards of admirals: how each fights, in the order in which they are tried.
use crate::{Flaws, Path, Report, Sources, Text, bare, navies};
use naval::sound::{FIGHTING_RANGE, LAUNCH_POINTS, LINE_TURN_DEG, SHARE};
use naval::{Id, doctrine::Doctrine};

const FILE: &str = "data/naval/doctrines.yaml";

/// Every card of the data files.
///
/// # Errors
/// Every flaw of the file: unknown navies, days that run backwards, figures out of range, cards without a source.
pub fn doctrines(sources: &Sources) -> Result<Vec<Doctrine>, Flaws> {
    cards(sources, FILE, sources.must(FILE)?)
}

/// The cards of a file of one's own.
///
/// # Errors
/// As [`doctrines`].
pub fn doctrine_text(sources: &Sources, file: &str, text: &str) -> Result<Vec<Doctrine>, Flaws> {
    cards(sources, file, text.into())
}

fn cards(sources: &Sources, file: &str, text: Text<'_>) -> Result<Vec<Doctrine>, Flaws> {
    let navies = navies(sources)?;
    let (mut report, root) = Report::open(file, text)?;
    let cards: Vec<(Doctrine, Path)> = report.each(&root, &Path::default());
    report.ids_twice("card", &cards, |card| card.id.as_str());
    for (card, path) in &cards {
        check(card, path, &navies, &mut report);
    }
    report.answer(Some(bare(cards)))
}

fn check(card: &Doctrine, path: &Path, navies: &[Id], report: &mut Report) {
    report.known(&path.key("navy"), "navy", card.navy.as_str(), navies.iter().map(Id::as_str));
    if card.to < card.from {
        report.flaw(&path.key("to"), format!("the card ends on {}, before it begins", card.to));
    }
    let mut share = |keys: &str, figure: f64| {
        report.range(&path.keys(keys), figure, SHARE, |figure| format!("{figure} is no share"));
    };
    share("aggression", card.aggression);
    share("withdraw.strength", card.withdraw.strength);
    share("pursue.strength", card.pursue.strength.unwrap_or_default());
    report.range(&path.keys("torpedoes.launch_at"), card.torpedoes.launch_at, LAUNCH_POINTS, |points| {
        format!("no launch is worth {points} points")
    });
    report.range(&path.keys("turns.most_deg"), card.turns.most_deg, LINE_TURN_DEG, |turn| {
        format!("{turn} degrees are no turn of a line")
    });
    if let Some(range) = &card.range {
        let [from, to] = range.seek;
        for (key, figure) in [("open", range.open), ("seek", from), ("seek", to), ("least", range.least)] {
            report.range(&path.key("range").key(key), figure, FIGHTING_RANGE, |inches| {
                format!("nobody fights at {inches}\"")
            });
        }
        if to < from || from < range.least {
            let flaw = report.flaw(&path.keys("range.seek"), "the ranges run backwards");
            flaw.lawful("the nearer first, and neither nearer than `least`");
        }
    }
    for (key, words) in [("name", &card.name), ("reasons", &card.reasons), ("source", &card.source)] {
        if words.trim().is_empty() {
            report.flaw(&path.key(key), "a card says whose it is, why and by whom").lawful("`house` where it is ours");
        }
    }
}
