//! How detailed rulings are reported.
use crate::{AtTable, Outcome, Refusal, Session, Told, story::last_noticed};
use play::{
    Game,
    journal::{Journal, Notice},
    verbs::Telling,
};

/// Returns how rulings are reported according to the journal, in brief by default.
pub fn telling_in_force<G: Game>(journal: &Journal<G>) -> Telling {
    let full = last_noticed(journal, |what| if let Notice::Telling { full } = what { Some(*full) } else { None });
    if full == Some(true) { Telling::Full } else { Telling::Brief }
}

impl<G: AtTable> Session<'_, G> {
    /// Sets how rulings are reported, and records it if the journal differs.
    pub(crate) fn tell_in(&mut self, telling: Telling) -> Result<Told, Refusal> {
        if telling_in_force(self.journal()) != telling {
            self.notice(Notice::Telling { full: telling == Telling::Full })?;
        }
        self.telling = telling;
        Ok(G::told(self, &Outcome::ToldIn(telling)))
    }
}
