//! Undo and redo. Undoing what dice decided requires a reason, which the log keeps.
use crate::{
    Answer, LineOutcome, PlayableGame, Refusal, Session, SessionQuestion, asking::TextQuestion, story::not_explainable,
};
use play::{
    Hint,
    journal::{Branch, Entry},
    verbs::UndoRequest,
};

impl<G: PlayableGame> Session<'_, G> {
    /// Undoes the last typed line, or everything from an entry on. The undone entries stay in the journal.
    pub(crate) fn undo(&mut self, request: UndoRequest) -> Result<Answer, Refusal> {
        let from = G::undo_from(self, request.from)?;
        let undone = self.journal().active_entries().from_number(from).to_vec();
        let because = self.reason_to_undo(&undone, &request)?;
        let before = self.state().clone();
        self.record(Entry::TakenBack { from, because })?;
        Ok(G::report(self, &LineOutcome::Undone { before: &before, entries: &undone }))
    }

    /// Redoes what was undone last, up to an entry.
    pub(crate) fn redo(&mut self, to: Option<usize>) -> Result<Answer, Refusal> {
        let to = G::redo_to(self, to)?;
        let redone: Vec<usize> = self.journal().active_entries().undone().take_while(|number| *number <= to).collect();
        let before = self.state().clone();
        self.record(Entry::Redid { to })?;
        Ok(G::report(self, &LineOutcome::Redone { before: &before, entries: &redone }))
    }

    pub(crate) fn undo_from(&self, named: Option<usize>) -> Result<usize, Refusal> {
        let journal = self.journal();
        let last = journal.last_line().ok_or_else(|| Refusal::not_there("There is nothing to undo."))?;
        let from = named.unwrap_or(last);
        if !journal.active_entries().is_active(from) {
            return Err(not_explainable(journal, Some(from)));
        }
        self.check_not_copied(from)?;
        Ok(from)
    }

    /// Refuses to change an entry that a what-if copied.
    pub(crate) fn check_not_copied(&self, entry: usize) -> Result<(), Refusal> {
        let branch = self.journal().header().branch.as_ref().filter(|branch| branch.contains(entry));
        let Some(Branch { name, .. }) = branch else { return Ok(()) };
        let what = format!("That is of {name}, from which this what-if branches, and stays as it is.");
        Err(Refusal::cannot(what).form(format!("kaiser play {name} --at {} -o FILE", entry - 1)))
    }

    pub(crate) fn redo_to(&self, named: Option<usize>) -> Result<usize, Refusal> {
        let active = self.journal().active_entries();
        let last = active.redo_to().ok_or_else(|| Refusal::not_there("There is nothing to redo."))?;
        let to = named.unwrap_or(last);
        if active.undone().any(|number| number == to) {
            // The entry undone last comes back first.
            active.undone().next().map_or(Ok(()), |first| self.check_not_copied(first))?;
            return Ok(to);
        }
        Err(Refusal::not_there(format!("Entry {to} was not undone."))
            .hint("redo, or " + Hint::line("log") + " to see what was undone"))
    }

    /// Returns the reason for undoing entries, if given or required. It is required if dice were rolled, if something
    /// was revealed, or if more than the last line is undone. (Q64)
    fn reason_to_undo(&mut self, undone: &[usize], request: &UndoRequest) -> Result<Option<String>, Refusal> {
        let journal = self.journal();
        let decided = undone.iter().rev().copied().find(|number| {
            0 < journal.dice_in(*number) || journal.published_everything(*number) || journal.is_revealed_since(*number)
        });
        let exceeds_last_line = undone.first().copied() < journal.last_line();
        if request.because.is_some() || (decided.is_none() && !exceeds_last_line) {
            return Ok(request.because.clone());
        }
        let from = request.from.map_or_else(String::new, |from| format!("{from} "));
        let hint = Hint::line(format!("undo {from}because \"a slip\""));
        let extent = self.undo_extent(undone);
        let dice = decided.map_or(0, |number| journal.dice_in(number));
        if self.frontend.can_ask() {
            let question = match (exceeds_last_line, dice) {
                (true, _) => format!("This undoes {extent}. Why undo? (< for back) "),
                (false, 0) => "Something was revealed. Why undo? (< for back) ".to_owned(),
                (false, _) => "Dice were rolled. Why undo? (< for back) ".to_owned(),
            };
            let refusal = match (decided, dice) {
                (None, _) => "Undoing more than the last line requires a reason.".to_owned(),
                (Some(_), 0) => "Undo requires a reason: something was revealed.".to_owned(),
                (Some(_), _) => "Undo requires a reason: dice were rolled.".to_owned(),
            };
            return self.ask_reason(&question, &refusal, hint).map(Some);
        }
        let what = match decided {
            Some(number) if dice == 0 && !journal.published_everything(number) => {
                let revealed = G::word_question(self, &SessionQuestion::Revealed { since: number }).line;
                format!("{revealed}, so undo requires a reason.")
            }
            Some(number) if dice == 0 => format!(
                "Entry {number} revealed the seed, from which all dice follow, so undo requires a reason (`dice ask` \
                rolls at the table)."
            ),
            Some(number) if !exceeds_last_line => {
                let rolled = if dice == 1 { "1 die was rolled".to_owned() } else { format!("{dice} dice were rolled") };
                format!("{rolled} in entry {number}, so undo requires a reason.")
            }
            Some(_) | None => format!("Undoing {extent} requires a reason."),
        };
        Err(Refusal::needs_reason(what).hint(hint))
    }

    /// Says how much an undo removes: `14 entries of 6 lines with 31 dice`.
    fn undo_extent(&self, undone: &[usize]) -> String {
        let journal = self.journal();
        let mut lines: Vec<usize> = undone.iter().map(|number| journal.line_of(*number)).collect();
        lines.dedup();
        // An amendment records again the dice of all later entries, which fell only once.
        let dice = match journal.fallen_dice().iter().filter(|die| undone.contains(&die.entry)).count() {
            0 => String::new(),
            1 => " with 1 die".to_owned(),
            count => format!(" with {count} dice"),
        };
        let (entries, lines) = (show::lines::count(undone.len(), "entry"), show::lines::count(lines.len(), "line"));
        format!("{entries} of {lines}{dice}")
    }

    /// Asks for a reason. Refused without an answer.
    pub(crate) fn ask_reason(&mut self, question: &str, refusal: &str, hint: Hint) -> Result<String, Refusal> {
        self.ask_optional_reason(question)?.ok_or_else(|| Refusal::needs_reason(refusal).hint(hint))
    }

    /// Asks for a reason. Returns `None` without one. An answer that is also a command counts only if typed again.
    pub(crate) fn ask_optional_reason(&mut self, question: &str) -> Result<Option<String>, Refusal> {
        let question = TextQuestion { question: question.to_owned(), is_unseen: false };
        let mut repeated_command: Option<String> = None;
        loop {
            let words = self.ask(&question)?;
            if !play::has_visible_text(&words) {
                return Ok(None);
            }
            if G::nature(&words).looks {
                let text = self.query_text(&words);
                self.frontend.aside(&text);
            } else if repeated_command.as_ref() == Some(&words) || !G::is_command_line(self, &words) {
                return Ok(Some(words));
            } else {
                self.frontend.aside(&format!(
                    "\"{words}\" is a command, but a reason is needed here. Enter goes back. Type it again to use it as the reason."
                ));
                repeated_command = Some(words);
            }
        }
    }
}
