//! Results of a line as values. The game puts them into words.
use crate::{AtTable, Mode, Refusal, Session, Telling, Told, amending::Amended, story::entries_word};
use play::journal::EntryOf;
use play::{EventOf, journal::Entry};
use serde_json::json;

/// The result of a line, or of a part of it.
pub enum Outcome<'o, G: AtTable> {
    /// A command was carried out.
    Ruled(&'o Ruling<G>),
    /// The typed dice settled these events of a command decided in the state `before`. The first `already` were
    /// reported before. An empty text reports nothing until the end.
    SoFar { before: &'o G::State, events: &'o [EventOf<G>], already: usize },
    /// These entries were undone in the state `before`.
    TakenBack { before: &'o G::State, entries: &'o [usize] },
    /// These entries are effective again after the state `before`.
    BroughtBack { before: &'o G::State, entries: &'o [usize] },
    /// An entry is amended. This is reported before it is recorded.
    Amended(Amended<'o, G>),
    /// A note was added.
    Noted,
    /// Dice come from this source from now on.
    DiceFrom(Mode),
    /// Rulings are reported in this detail from now on.
    ToldIn(Telling),
}

/// A command with its events.
pub struct Ruling<G: AtTable> {
    /// The state in which it was decided.
    pub before: G::State,
    pub command: G::Command,
    pub events: Vec<EventOf<G>>,
    /// Number of its first events that were reported while their dice were typed.
    pub already: usize,
    /// Why only the finished part holds, if so.
    pub cut_short: Option<Cut>,
    /// Its entry number.
    pub entry: usize,
}

/// Why a command ended early.
#[derive(Clone, PartialEq, Debug)]
pub enum Cut {
    /// A person stopped it.
    Stopped,
    /// The rest is refused.
    Refused(Refusal),
}

impl<G: AtTable> Ruling<G> {
    /// Returns the state after it.
    pub fn after(&self) -> G::State {
        let mut after = self.before.clone();
        play::apply_all::<G>(&mut after, &self.events);
        after
    }
}

impl<G: AtTable> Outcome<'_, G> {
    /// Words the results that most games word alike. Rulings and amendments get no text: each game words them.
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

/// The effect of a line on the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Came {
    /// None: a query or a note.
    Nothing,
    /// The game has changed.
    Moved,
    /// The game has changed, and the rules have decided something.
    Ruled,
}

impl Came {
    /// Returns the effect of a line with these entries.
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
