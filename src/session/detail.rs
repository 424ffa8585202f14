//! How detailed rulings are reported.
use crate::{Answer, LineOutcome, PlayableGame, Refusal, Session, story::last_notice};
use play::{
    Game,
    journal::{Journal, Notice},
    verbs::RulingDetail,
};

/// Returns how rulings are reported according to the journal, in brief by default.
pub fn current_detail<G: Game>(journal: &Journal<G>) -> RulingDetail {
    let full = last_notice(journal, |what| if let Notice::Detail { full } = what { Some(*full) } else { None });
    if full == Some(true) { RulingDetail::Full } else { RulingDetail::Brief }
}

impl<G: PlayableGame> Session<'_, G> {
    /// Sets how rulings are reported, and records it if the journal differs.
    pub(crate) fn set_detail(&mut self, detail: RulingDetail) -> Result<Answer, Refusal> {
        if current_detail(self.journal()) != detail {
            self.record_notice(Notice::Detail { full: detail == RulingDetail::Full })?;
        }
        self.detail = detail;
        Ok(G::report(self, &LineOutcome::DetailSet(detail)))
    }
}
