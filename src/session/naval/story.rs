//! The journal of a battle as its log tells it: the whole of it, or what a side came to know.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::moment::{When, reached};
use crate::{
    Problem,
    story::{fate, noticed, remark},
};
use naval::{Command, Naval, NavalEvent, SideId, State, notation, view};
use play;
use play::journal::{Changed, Entry, HistoryLine, Journal, Outcome, RuledOf};
use show::{self, Fate};

/// Which part of a journal is told.
#[derive(Default)]
pub struct Scope {
    /// Only what was ordered before this moment.
    until: Option<When>,
    /// Only what this side came to know, when it came to know it.
    side: Option<SideId>,
}

/// A deed as it is told.
pub struct DeedTold {
    pub command: String,
    pub lines: String,
    pub events: Vec<Value>,
}

impl Scope {
    /// The whole journal, as everybody or as one side knows it.
    pub fn known(side: Option<SideId>) -> Scope {
        Scope { until: None, side }
    }
    /// What came before the moment `at`, as everybody or as the side of that name knows it.
    pub fn of(journal: &Journal<Naval>, at: Option<&str>, name: Option<&str>) -> Result<Scope, Problem> {
        let until = at.map(When::read).transpose()?;
        if let Some(until) = until {
            reached(journal.state(), until)?;
        }
        let side = name.map(|name| notation::side(&journal.state().setup, name)).transpose()?;
        Ok(Scope { until, side })
    }
    fn takes(&self, before: &State) -> bool {
        self.until.is_none_or(|until| When::of(before) < until)
    }
    /// What is told of a deed; nothing where a side may know of neither the order nor what came of it.
    pub fn telling(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<DeedTold> {
        let Some(side) = &self.side else {
            let command = notation::print(before, command);
            let lines = show::events(before, events);
            return Some(DeedTold {
                command,
                lines,
                events: events.iter().map(|one| show::event_json(before, one)).collect(),
            });
        };
        let command = self.words(before, command, events);
        let told = show::told_to(side, before, events);
        if command.is_none() && told.is_empty() {
            return None;
        }
        let (lines, events) = (show::tellings(&told), told.into_iter().map(|one| one.json).collect());
        Some(DeedTold { command: command.unwrap_or_else(|| UNTOLD.to_owned()), lines, events })
    }
    /// What has become of a deed, by the numbers that the reader knows. A side is told of an amendment that it may not
    /// read only whether the deed still holds, and of what came out otherwise only by the lines that it may read.
    fn fate(&self, line: &HistoryLine<'_, Naval>, numbers: &BTreeMap<usize, usize>) -> Fate {
        let known = |by: usize| numbers.get(&by).copied();
        match fate(line) {
            Fate::InForce => Fate::InForce,
            Fate::Undone => Fate::Undone,
            Fate::Amended(by) => known(by).map_or(Fate::InForce, Fate::Amended),
            Fate::Ruled(_) if self.side.is_some() => Fate::InForce,
            Fate::Ruled(by) => Fate::Ruled(by),
            Fate::Struck(by) => known(by).map_or(Fate::Undone, Fate::Struck),
        }
    }
    /// An order in words, where the reader may read it.
    fn words(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<String> {
        let Some(side) = &self.side else { return Some(notation::print(before, command)) };
        let mut after = before.clone();
        play::apply_all::<Naval>(&mut after, events);
        let shown = match command {
            // The salt stays under the seal.
            Command::Seal { side, .. } => Command::Seal { side: side.clone(), salt: String::new(), salts: Vec::new() },
            other => other.clone(),
        };
        view::is_open(before, &after, command, side).then(|| notation::print(before, &shown))
    }
}

/// Stands for an order that a side may not read.
const UNTOLD: &str = "(not told)";

/// The number under which each entry is told: its own to the referee; a side counts only what it is told, so that nobody
/// reads from the numbers how often the enemy gave orders.
pub fn numbers(journal: &Journal<Naval>, scope: &Scope) -> BTreeMap<usize, usize> {
    let mut numbers = BTreeMap::new();
    journal.walk(|line, before| {
        let told = match (&scope.side, line.entry) {
            (None, _) | (Some(_), Entry::Opened | Entry::Closed) => true,
            (Some(_), Entry::Did { command, events }) => scope.telling(before, command, events).is_some(),
            (Some(_), Entry::Amended { command, ruled, .. }) => {
                scope.words(before, command, first_events(ruled)).is_some()
            }
            (
                Some(_),
                Entry::Undid | Entry::TakenBack { .. } | Entry::Redid | Entry::Remarked { .. } | Entry::Noticed { .. },
            ) => false,
        };
        if told {
            let number = if scope.side.is_none() { line.number } else { numbers.len() + 1 };
            numbers.insert(line.number, number);
        }
    });
    numbers
}

/// The journal as prose, and as JSON with an object for each entry.
pub fn story(journal: &Journal<Naval>, scope: &Scope) -> (String, Value) {
    let numbers = numbers(journal, scope);
    let mut story = Story { scope, numbers, log: show::Log::default(), values: Vec::new() };
    journal.walk(|line, before| story.tell(line, before));
    (story.log.finish(), Value::Array(story.values))
}

/// A journal under way as it is told.
struct Story<'a> {
    scope: &'a Scope,
    /// The number under which each entry is told.
    numbers: BTreeMap<usize, usize>,
    log: show::Log,
    values: Vec<Value>,
}

impl Story<'_> {
    fn tell(&mut self, line: &HistoryLine<'_, Naval>, before: &State) {
        let Some(number) = self.numbers.get(&line.number).copied().filter(|_| self.scope.takes(before)) else { return };
        let mut value = json!({ "id": number, "in_force": line.in_force });
        match line.entry {
            Entry::Did { command, events } => {
                let Some(telling) = self.scope.telling(before, command, events) else { return };
                let fate = self.scope.fate(line, &self.numbers);
                self.log.told(number, before, &telling.command, &telling.lines, fate);
                (value["command"], value["events"]) = (json!(telling.command), json!(telling.events));
                if let Some((key, by)) = fate.json() {
                    value[key] = json!(by);
                }
            }
            Entry::Amended { entry, command, ruled, because } => {
                let words = self.scope.words(before, command, first_events(ruled));
                let words = words.unwrap_or_else(|| UNTOLD.to_owned());
                let amended = self.numbers.get(entry);
                // The reason may speak of what is hidden.
                let because = because.as_ref().filter(|_| self.scope.side.is_none());
                let entry = amended.map_or("an order".to_owned(), |entry| format!("entry {entry}"));
                let why = because.map_or_else(String::new, |because| format!(", because \"{because}\""));
                self.log.remark(number, &format!("{entry} amended: {words}{why}"));
                (value["amends"], value["command"]) = (json!(amended), json!(words));
                if let Some(because) = because {
                    value["because"] = json!(because);
                }
                self.ruled_again(line, number);
            }
            other => {
                self.log.remark(number, &remark::<Naval>(other).unwrap_or_default());
                let (key, words) = match other {
                    Entry::Remarked { words } => ("note", words.clone()),
                    Entry::Noticed { what } => ("table", noticed(what)),
                    Entry::Redid => ("session", "redo".to_owned()),
                    Entry::Opened => ("session", "opened".to_owned()),
                    Entry::Closed => ("session", "closed".to_owned()),
                    Entry::Undid | Entry::TakenBack { .. } | Entry::Did { .. } | Entry::Amended { .. } => {
                        ("session", "undo".to_owned())
                    }
                };
                value[key] = json!(words);
                if let Entry::TakenBack { because } = other {
                    value["because"] = json!(because);
                }
            }
        }
        self.values.push(value);
    }

    /// What an amendment in force made of each entry.
    fn ruled_again(&mut self, line: &HistoryLine<'_, Naval>, number: usize) {
        for changed in line.ruled_otherwise().iter().filter(|_| line.in_force) {
            let Some(shown) = self.numbers.get(&changed.entry) else { continue };
            ruled_again(&mut self.log, self.scope, (*shown, number), changed);
        }
    }
}

fn first_events(ruled: &[RuledOf<Naval>]) -> &[NavalEvent] {
    match ruled.first().map(|ruled| &ruled.outcome) {
        Some(Outcome::Stands(events)) => events,
        Some(Outcome::Struck { .. }) | None => &[],
    }
}

/// What an amendment made of an entry.
fn ruled_again(log: &mut show::Log, scope: &Scope, (shown, number): (usize, usize), changed: &Changed<'_, Naval>) {
    let earlier = &changed.before;
    match (changed.outcome, &scope.side) {
        (Outcome::Stands(events), side) => {
            let to = |side| Some(show::told_to(side, earlier, events)).filter(|told| !told.is_empty());
            let lines = match side {
                None => Some(show::events(earlier, events)),
                Some(side) => to(side).map(|told| show::tellings(&told)),
            };
            if let Some(lines) = lines {
                log.told(shown, earlier, &format!("ruled again by entry {number}"), &lines, Fate::InForce);
            }
        }
        (Outcome::Struck { rule, .. }, None) => {
            let refused = changed.refused().map(|reason| show::refusal(earlier, &reason, *rule).what);
            let why = refused.map_or_else(String::new, |why| format!(": {why}"));
            log.remark(shown, &format!("no longer lawful{why} [{rule}]"));
        }
        // The reason may speak of what is hidden.
        (Outcome::Struck { .. }, Some(_)) => log.remark(shown, "no longer lawful"),
    }
}
