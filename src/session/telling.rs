//! How much of a ruling is told at once.
use serde_json::json;

use crate::{Answer, Playable, Problem, Session, story::last_noticed};
use play::Game;
use play::journal::{Journal, Notice};

/// How rulings are told; `why` has the sums in either case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Telling {
    /// A line for each.
    #[default]
    Brief,
    /// With every number and its paragraph.
    Full,
}

impl Telling {
    /// What the journal says; in brief where nothing is said of it.
    pub fn in_force<G: Game>(journal: &Journal<G>) -> Telling {
        let full = last_noticed(journal, |what| if let Notice::Telling { full } = what { Some(*full) } else { None });
        if full == Some(true) { Telling::Full } else { Telling::Brief }
    }

    /// `brief` or `full`.
    fn named(word: &str) -> Result<Telling, Problem> {
        match word.to_lowercase().as_str() {
            "brief" => Ok(Telling::Brief),
            "full" => Ok(Telling::Full),
            _ => Err(Problem::new("rulings are told in brief or in full").hint("show brief, or show full")),
        }
    }
}

impl<G: Playable> Session<'_, G> {
    /// Takes up `show brief` or `show full`, and writes it down where the journal says otherwise.
    pub(crate) fn tell_in(&mut self, word: &str) -> Result<Answer, Problem> {
        let telling = Telling::named(word)?;
        if Telling::in_force(self.journal()) != telling {
            self.notice(Notice::Telling { full: telling == Telling::Full })?;
        }
        self.telling = telling;
        let says = match telling {
            Telling::Brief => "Rulings are told in a line each; `why` has the sums.",
            Telling::Full => "Rulings are told with their sums.",
        };
        Ok(Answer::text(says).with(json!({ "show": word.to_lowercase() })))
    }
}
