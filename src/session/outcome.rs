//! Results of a line as values. The game puts them into words.
use crate::{
    Answer, DiceMode, PlayableGame, Refusal, RulingDetail, Session, amending::AmendedReport, story::entries_text,
};
use play::journal::EntryOf;
use play::{EventOf, journal::Entry};
use serde_json::json;

/// The result of a line, or of a part of it.
pub enum LineOutcome<'o, G: PlayableGame> {
    /// A command was carried out.
    Ruled(&'o RuledCommand<G>),
    /// The typed dice settled these events of a command decided in the state `before`. The first `reported` were
    /// reported before. If the game reports an empty text, nothing is shown until the end.
    Partial { before: &'o G::State, events: &'o [EventOf<G>], reported: usize },
    /// These entries were undone in the state `before`.
    Undone { before: &'o G::State, entries: &'o [usize] },
    /// These entries were redone. `before` is the state without them.
    Redone { before: &'o G::State, entries: &'o [usize] },
    /// An entry is amended. This is reported before it is recorded.
    Amended(AmendedReport<'o, G>),
    /// A note was added.
    Noted,
    /// Dice come from this source from now on.
    DiceFrom(DiceMode),
    /// Rulings are reported in this detail from now on.
    DetailSet(RulingDetail),
}

pub struct RuledCommand<G: PlayableGame> {
    /// The state in which it was decided.
    pub before: G::State,
    pub command: G::Command,
    pub events: Vec<EventOf<G>>,
    /// Number of its first events that were reported while their dice were typed.
    pub reported: usize,
    /// Why only the finished part took effect. `None` if the whole command did.
    pub cut_short: Option<CutShortReason>,
    pub entry: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum CutShortReason {
    Stopped,
    /// The rest is refused.
    Refused(Refusal),
}

impl<G: PlayableGame> RuledCommand<G> {
    pub fn state_after(&self) -> G::State {
        let mut after = self.before.clone();
        play::apply_all::<G>(&mut after, &self.events);
        after
    }
}

impl<G: PlayableGame> LineOutcome<'_, G> {
    /// Words the results that most games word alike. Rulings and amendments get no text: each game words them.
    pub fn common_text(&self, session: &Session<'_, G>) -> Answer {
        let status_text = || G::prompt_view(session).status;
        Answer::text(match self {
            LineOutcome::Ruled(_) | LineOutcome::Partial { .. } | LineOutcome::Amended(_) => String::new(),
            LineOutcome::Undone { entries, .. } => format!("Undone: {}. {}", entries_text(entries), status_text()),
            LineOutcome::Redone { entries, .. } => format!("Redone: {}. {}", entries_text(entries), status_text()),
            LineOutcome::Noted => "Noted.".to_owned(),
            LineOutcome::DiceFrom(DiceMode::Roll) => "The program rolls the dice.".to_owned(),
            LineOutcome::DiceFrom(DiceMode::Ask) => "The program asks for dice rolled at the table.".to_owned(),
            LineOutcome::DetailSet(detail) => {
                let (word, sentence) = match detail {
                    RulingDetail::Brief => ("brief", "Rulings are shown as one line each. `why` shows the sums."),
                    RulingDetail::Full => ("full", "Rulings are shown with their sums."),
                };
                return Answer::text(sentence).with_keys(json!({ "show": word }));
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LineEffect {
    /// A query, a note, or an amendment, which reports its changes itself.
    Nothing,
    /// The game has changed.
    Moved,
    /// The game has changed, and the rules have decided something.
    Ruled,
}

impl LineEffect {
    pub fn from_entries<G: PlayableGame>(entries: &[EntryOf<G>]) -> LineEffect {
        let effects = entries.iter().map(|entry| match entry {
            Entry::Did { events, .. } if !events.is_empty() => LineEffect::Ruled,
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } => LineEffect::Moved,
            Entry::Amended { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } => LineEffect::Nothing,
            Entry::Opened | Entry::Closed => LineEffect::Nothing,
        });
        effects.max().unwrap_or(LineEffect::Nothing)
    }

    pub fn has_moved(self) -> bool {
        self != LineEffect::Nothing
    }
}
