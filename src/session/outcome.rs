//! What came of a line, as values: a game puts them into words.
use crate::{AtTable, Mode, Refusal, Session, Telling, Told, amending::Amended, story::entries_word};
use play::journal::EntryOf;
use play::{EventOf, journal::Entry};
use serde_json::json;

/// What came of a line, or of a part of it.
pub enum Outcome<'o, G: AtTable> {
    /// A command was carried out.
    Ruled(&'o Ruling<G>),
    /// The dice typed so far have settled these events of a command that is under way in the state `before`; so many of them,
    /// from the first on, were told before. No words: nothing is told before the end.
    SoFar { before: &'o G::State, events: &'o [EventOf<G>], already: usize },
    /// These entries were taken back in the state `before`.
    TakenBack { before: &'o G::State, entries: &'o [usize] },
    /// These entries are in force again after the state `before`.
    BroughtBack { before: &'o G::State, entries: &'o [usize] },
    /// An entry is amended. It is told before it is recorded.
    Amended(Amended<'o, G>),
    /// Something was said of the game as it stands.
    Noted,
    /// Dice come from there from now on.
    DiceFrom(Mode),
    /// Rulings are told so from now on.
    ToldIn(Telling),
}

/// A command with what followed from it.
pub struct Ruling<G: AtTable> {
    /// The state in which it was decided.
    pub before: G::State,
    pub command: G::Command,
    pub events: Vec<EventOf<G>>,
    /// Events, from the first on, that were told as their dice were typed.
    pub already: usize,
    /// It is no more than what was finished of the command.
    pub cut_short: Option<Cut>,
    /// Its entry.
    pub entry: usize,
}

/// Why no more stands of a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Cut {
    /// A person stopped it.
    Stopped,
    /// The rest is refused.
    Refused(Refusal),
}

impl<G: AtTable> Ruling<G> {
    /// The state that it left.
    pub fn after(&self) -> G::State {
        let mut after = self.before.clone();
        play::apply_all::<G>(&mut after, &self.events);
        after
    }
}

impl<G: AtTable> Outcome<'_, G> {
    /// The words that most games have for it. Rulings have none, nor has what is ruled again: each game tells its own.
    pub fn in_common_words(&self, session: &Session<'_, G>) -> Told {
        let standing = || G::face(session).standing;
        Told::text(match self {
            Outcome::Ruled(_) | Outcome::SoFar { .. } | Outcome::Amended(_) => String::new(),
            Outcome::TakenBack { entries, .. } => {
                let entries: Vec<String> = entries.iter().rev().map(|entry| format!("entry {entry}")).collect();
                format!("Taken back: {}. {}", entries.join(", "), standing())
            }
            Outcome::BroughtBack { entries, .. } => {
                format!("In force again: {}. {}", entries_word(entries), standing())
            }
            Outcome::Noted => "Noted.".to_owned(),
            Outcome::DiceFrom(Mode::Roll) => "The program throws the dice.".to_owned(),
            Outcome::DiceFrom(Mode::Ask) => "The program asks for the dice thrown on the table.".to_owned(),
            Outcome::ToldIn(telling) => {
                let (word, says) = match telling {
                    Telling::Brief => ("brief", "Rulings are told in a line each; `why` has the sums."),
                    Telling::Full => ("full", "Rulings are told with their sums."),
                };
                return Told::text(says).with(json!({ "show": word }));
            }
        })
    }
}

/// What came of a line for the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Came {
    /// Nothing: something was only looked at, or said.
    Nothing,
    /// It is another than it was.
    Moved,
    /// The same, and the rules have decided something.
    Ruled,
}

impl Came {
    /// What these entries of a line amount to.
    pub fn of<G: AtTable>(entries: &[EntryOf<G>]) -> Came {
        let came = entries.iter().map(|entry| match entry {
            Entry::Did { events, .. } if !events.is_empty() => Came::Ruled,
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => Came::Moved,
            Entry::Amended { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } => Came::Nothing,
            Entry::Opened | Entry::Closed => Came::Nothing,
        });
        came.max().unwrap_or(Came::Nothing)
    }

    pub fn has_moved(self) -> bool {
        self != Came::Nothing
    }
}
