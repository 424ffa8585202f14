//! `why`: the arithmetic of an entry, or of a ship in it.
use super::log::shown_numbers;
use crate::{Answer, Refusal, Session};
use naval::{Id, Naval, NavalEvent, State, view::Viewer};
use play::{Hint, journal::AppliedCommand};
use serde_json::{Value, json};

impl Session<'_, Naval> {
    pub(super) fn explain_entry(&self, entry: Option<usize>, unit: Option<&Id>) -> Result<Answer, Refusal> {
        let journal = self.journal();
        let commands = journal.commands();
        let scope = self.scope();
        let numbers = shown_numbers(journal, &scope);
        let shown_number = |applied: &AppliedCommand<Naval>| numbers.get(&applied.entry).copied();
        let applied: Option<&AppliedCommand<Naval>> = match entry {
            Some(number) => commands.iter().find(|applied| shown_number(applied) == Some(number)),
            None => commands.iter().rfind(|applied| shown_number(applied).is_some()),
        };
        let Some(applied) = applied else {
            let what = entry.map_or("Nothing has been ruled yet.".to_owned(), |number| {
                format!("Entry {number} is not a command or was undone.")
            });
            return Err(Refusal::not_there(what).hint(Hint::about_entry_numbers()));
        };
        let before = journal.state_before(applied.entry);
        let number = shown_number(applied).unwrap_or(applied.entry);
        let (before, events) = match unit {
            Some(ship) => events_naming(before, applied.events, ship),
            None => (before, applied.events.to_vec()),
        };
        let is_about_unit = |_: &_| unit.is_none() || !events.is_empty();
        let Some(shown) = scope.shown_command(&before, applied.command, &events).filter(is_about_unit) else {
            let about = unit.map_or("to show".to_owned(), |ship| format!("about {}", self.state().name(ship)));
            let what = format!("Entry {number} has nothing {about}.");
            return Err(Refusal::not_there(what).hint(Hint::about_entry_numbers()));
        };
        let outlawed_by = applied.removed_by.and(applied.amended).and_then(|by| numbers.get(&by).copied());
        let fate = outlawed_by.map_or(show::log::EntryFate::Effective, show::log::EntryFate::NoLongerLegal);
        let text = show::log::entry_text(number, &shown.command, &shown.lines, fate);
        let titles = if self.seat.viewer.is_referee() { self.rule_titles(&events) } else { String::new() };
        let events = shown.events;
        Ok(Answer::text(format!("{text}{titles}")).with_keys(json!({ "entry": number, "ruling": events })))
    }

    fn rule_titles(&self, events: &[NavalEvent]) -> String {
        let Ok(book) = load::rulebook(self.sources) else { return String::new() };
        let mut rules: Vec<_> = events.iter().map(|event| event.rule).collect();
        rules.sort();
        rules.dedup();
        let line = |rule| book.get(rule).map(|paragraph| format!("\n  [{rule}] {}", paragraph.title));
        rules.into_iter().filter_map(line).collect()
    }

    /// Answers `why` or `explain`, converting a number shown in play to the one in the log now.
    pub(super) fn answer_by_number(
        &self,
        entry: usize,
        in_play: bool,
        answer: impl FnOnce(usize) -> Result<Answer, Refusal>,
    ) -> Result<Answer, Refusal> {
        let shows_play_numbers = self.state().end.is_none() && self.seat.viewer != Viewer::Referee;
        if !in_play || shows_play_numbers {
            return answer(entry);
        }
        let current = self
            .numbers_shown_in_play()
            .into_iter()
            .find_map(|(entry_number, shown)| (shown == entry).then_some(entry_number));
        let unknown = || {
            Refusal::not_there(format!("No entry was shown as #{entry} in play."))
                .hint(Hint::line("log") + " shows the current numbers")
        };
        let current = current.ok_or_else(unknown)?;
        Ok(answer(current)?.prefixed_with(vec![format!("#{entry} in play is #{current} in the journal.")]))
    }
}

/// Returns a command's events that name a ship, and the state before the first of them.
fn events_naming(mut before: State, events: &[NavalEvent], ship: &Id) -> (State, Vec<NavalEvent>) {
    let names = |event: &NavalEvent| serde_json::to_value(&event.fact).is_ok_and(|fact| contains(&fact, ship));
    let first = events.iter().position(names).unwrap_or(events.len());
    play::apply_all::<Naval>(&mut before, &events[..first]);
    (before, events[first..].iter().filter(|event| names(event)).cloned().collect())
}

/// Whether a word occurs anywhere in a value.
fn contains(value: &Value, word: &Id) -> bool {
    match value {
        Value::String(text) => text == word.as_str(),
        Value::Array(all) => all.iter().any(|item| contains(item, word)),
        Value::Object(fields) => fields.values().any(|item| contains(item, word)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
