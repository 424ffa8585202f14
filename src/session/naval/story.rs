//! The log of a battle: complete, or what a side learned. Begin at [`story`].
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    moment::{When, reached},
    out_of_turn,
};
use crate::{
    Refusal, Session, Telling,
    story::{came_from, fate, noticed, other_faces, remark},
};
use naval::rules::secrecy::{is_of_the_miniatures, ordered_for};
use naval::{
    Command, Id, Naval, NavalEvent, Segment, SideId, State, notation,
    view::{self, Viewer},
};
use play;
use play::journal::{Changed, Entry, HistoryLine, Journal, Outcome, RuledOf};
use show::{self, log::Fate};

/// The part of a journal that is shown.
#[derive(Default)]
pub struct Scope {
    /// Only commands before this moment.
    until: Option<When>,
    /// Only what this side learned, at the time it learned it.
    side: Option<SideId>,
    /// Sides whose sealed plots of this turn stay hidden even from a viewer of everything. [3.3.1]
    unread: Vec<SideId>,
    turn: u16,
    pick: Pick,
    /// How detailed each entry is.
    telling: Telling,
}

/// A command as shown.
pub struct DeedTold {
    pub command: String,
    /// One line for each sentence.
    pub lines: String,
    pub events: Vec<Value>,
}

impl Scope {
    /// The complete journal, as all or as one side knows it.
    pub fn known(side: Option<SideId>) -> Scope {
        Scope { side, ..Scope::default() }
    }
    /// What came before a moment, as all or as the named side knows it. Refused if the moment has not come.
    pub fn of(journal: &Journal<Naval>, until: Option<When>, name: Option<&str>) -> Result<Scope, Refusal> {
        if let Some(until) = until {
            reached(journal.state(), until)?;
        }
        let side = name.map(|name| notation::side(&journal.state().setup, name)).transpose()?;
        Ok(Scope { until, side, ..Scope::default() })
    }
    /// Limits it to a selection.
    pub fn picked(self, pick: Pick) -> Scope {
        Scope { pick, ..self }
    }
    /// In brief, or with every sentence of every ruling.
    pub fn in_words(self, telling: Telling) -> Scope {
        Scope { telling, ..self }
    }
    /// Whether it is an order, or its seal, that is secret until the ships move.
    fn is_unread(&self, before: &State, command: &Command) -> bool {
        let is_his = || {
            let is_unread = ordered_for(before, command).iter().any(|side| self.unread.contains(side));
            is_unread && !is_of_the_miniatures(before, command)
        };
        let now = !self.unread.is_empty() && before.turn == self.turn && before.segment == Segment::Plotting;
        now && is_his()
    }
    fn takes(&self, before: &State) -> bool {
        self.until.is_none_or(|until| When::of(before) < until)
    }
    /// Returns what is shown of a selected command: only what names the selected units.
    fn telling_picked(
        &self,
        before: &State,
        command: &Command,
        events: &[NavalEvent],
        number: usize,
    ) -> Option<DeedTold> {
        let told = self.telling(before, command, events)?;
        let told = match self.telling {
            Telling::Brief if !self.is_unread(before, command) => {
                DeedTold { lines: self.in_short(before, events, number), ..told }
            }
            Telling::Brief | Telling::Full => told,
        };
        if self.pick.names.is_empty() || self.is_unread(before, command) {
            return Some(told);
        }
        let about = match self.telling {
            Telling::Brief => self.in_short(before, events, number),
            Telling::Full => self.lines(before, events),
        };
        let is_told = !about.is_empty() || self.pick.is_of(&told.command);
        is_told.then_some(DeedTold { lines: about, ..told })
    }
    /// One line for each ruling that names a selected unit.
    fn in_short(&self, before: &State, events: &[NavalEvent], number: usize) -> String {
        let mut lines = match &self.side {
            None => show::brief::in_short(before, &out_of_turn::as_one(before, events), number),
            Some(side) => show::told::in_short_to(side, before, &out_of_turn::as_one(before, events), number),
        };
        lines.retain(|says| self.pick.names.is_empty() || self.pick.is_of(says));
        lines.join("\n")
    }
    /// Describes the events that name a selected unit.
    fn lines(&self, before: &State, events: &[NavalEvent]) -> String {
        let events = &out_of_turn::as_one(before, events)[..];
        let mut lines = match &self.side {
            None => show::event::each_event(before, events),
            Some(side) => show::told::told_to(side, before, events).into_iter().map(|one| one.text).collect(),
        };
        lines.retain(|says| !says.is_empty() && (self.pick.names.is_empty() || self.pick.is_of(says)));
        lines.join("\n")
    }
    /// Returns what is shown of a command, or `None` if a side may know neither the order nor its results.
    pub fn telling(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<DeedTold> {
        let Some(side) = &self.side else {
            if self.is_unread(before, command) {
                let is_seal = matches!(command, Command::Seal { .. });
                let lines = if is_seal { show::event::each_event(before, events).join("\n") } else { String::new() };
                return Some(DeedTold { command: UNTOLD.to_owned(), lines, events: Vec::new() });
            }
            let command = notation::print(before, command);
            let lines = show::event::each_event(before, &out_of_turn::as_one(before, events)).join("\n");
            return Some(DeedTold {
                command,
                lines,
                events: events.iter().map(|one| show::event::event_json(before, one)).collect(),
            });
        };
        let command = self.words(before, command, events);
        let told = show::told::told_to(side, before, &out_of_turn::as_one(before, events));
        if command.is_none() && told.is_empty() {
            return None;
        }
        let (lines, events) = (show::told::tellings(&told), told.into_iter().map(|one| one.json).collect());
        Some(DeedTold { command: command.unwrap_or_else(|| UNTOLD.to_owned()), lines, events })
    }
    /// Returns the fate of a command, by the numbers the viewer knows. A side learns of an amendment it may not read
    /// only whether the command still holds. It learns changes only from lines that it may read.
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
    /// Prints an order, if the viewer may read it.
    fn words(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<String> {
        let Some(side) = &self.side else { return Some(notation::print(before, command)) };
        let mut after = before.clone();
        play::apply_all::<Naval>(&mut after, events);
        let shown = match command {
            // The salt stays secret.
            Command::Seal { side, .. } => Command::Seal { side: side.clone(), salt: String::new(), salts: Vec::new() },
            other => other.clone(),
        };
        // By the names the side knows: a hidden ship of the same name would put the name in quotation marks.
        view::is_open(before, &after, command, side).then(|| notation::print(&view::known_to(before, side), &shown))
    }
}

impl Session<'_, Naval> {
    /// Returns what the viewer may know of the journal, or everything after the battle.
    pub(super) fn scope(&self) -> Scope {
        self.scope_in(self.state())
    }

    pub(super) fn scope_in(&self, now: &State) -> Scope {
        if now.over.is_some() {
            return Scope::default();
        }
        let (unread, turn) = (self.unread(now), now.turn);
        Scope { unread, turn, ..Scope::known(self.seat.reader.knows_as()) }
    }

    /// Whether an entry is an order that is secret in this state until the ships move. [3.3.1]
    pub(super) fn is_unread(&self, now: &State, entry: usize) -> bool {
        let scope = self.scope_in(now);
        let Some(Entry::Did { command, .. }) = self.journal().entry(entry).filter(|_| !scope.unread.is_empty()) else {
            return false;
        };
        scope.is_unread(&self.journal().state_after(entry.saturating_sub(1)), command)
    }

    /// Returns the entry numbers shown to the viewer during the battle. The referee of one side against an admiral asks
    /// for that side.
    pub(super) fn numbers_in_play(&self) -> BTreeMap<usize, usize> {
        let persons = self.persons();
        let reader = match (&self.seat.reader, &persons[..]) {
            (Viewer::Referee, [alone]) => Viewer::Side(alone.clone()),
            (reader, _) => reader.clone(),
        };
        numbers(self.journal(), &Scope::known(reader.knows_as()))
    }

    /// Returns the entry that was shown to the viewer under a number.
    pub(super) fn entry_told_as(&self, told: usize) -> Option<usize> {
        let numbers = numbers(self.journal(), &self.scope());
        numbers.into_iter().find_map(|(entry, number)| (number == told).then_some(entry))
    }

    /// Tells a side how its numbers map to the open log: in play they had no gaps, to hide secret orders.
    pub(super) fn all_is_open(&self) -> String {
        let last = self.journal().entries().len();
        let in_play = self.numbers_in_play();
        let other = in_play.iter().rev().find(|(of_file, told)| **of_file < last && of_file != told);
        let other = other.map(|(of_file, told)| {
            format!(" What was #{told} is #{of_file} there: `explain {told} in play` and `why {told} in play` take it as it was.")
        });
        format!(
            "The log is open, and numbers its entries as the journal does from here on: `log`, `explain`, `map`; \
             `kaiser luck` and `kaiser verify --admirals` read the file.{}",
            other.unwrap_or_default()
        )
    }
}

/// Replaces an order that the viewer may not read.
pub(super) const UNTOLD: &str = "(not told)";

/// Returns the number shown for each entry: the referee sees its own number. A side counts only entries it sees, so
/// that the numbers do not reveal how many orders the enemy gave.
pub fn numbers(journal: &Journal<Naval>, scope: &Scope) -> BTreeMap<usize, usize> {
    let mut numbers = BTreeMap::new();
    journal.walk(|line, before| {
        let told = match (&scope.side, line.entry) {
            (None, _) | (Some(_), Entry::Opened | Entry::Closed) => true,
            (Some(_), Entry::Did { command, events, .. }) => scope.telling(before, command, events).is_some(),
            (Some(_), Entry::Amended { ruled, .. }) => {
                line.command().is_some_and(|command| scope.words(before, command, first_events(ruled)).is_some())
            }
            (
                Some(_),
                Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Remarked { .. } | Entry::Noticed { .. },
            ) => false,
        };
        if told {
            let number = if scope.side.is_none() { line.number } else { numbers.len() + 1 };
            numbers.insert(line.number, number);
        }
    });
    numbers
}

/// Prints the journal as text, and as JSON with an object for each entry.
pub fn story(journal: &Journal<Naval>, scope: &Scope) -> (String, Value) {
    let numbers = numbers(journal, scope);
    let picked = picked(journal, scope, &numbers);
    let mut story = Story { scope, numbers, picked, log: show::log::Log::default(), values: Vec::new() };
    journal.walk(|line, before| story.tell(line, before));
    (story.log.finish(), Value::Array(story.values))
}

/// Returns the selected entries among those with a number.
fn picked(journal: &Journal<Naval>, scope: &Scope, numbers: &BTreeMap<usize, usize>) -> BTreeSet<usize> {
    let pick = &scope.pick;
    let mut picked = BTreeSet::new();
    journal.walk(|line, before| {
        let in_time = scope.takes(before) && pick.turns.is_none_or(|(from, to)| (from..=to).contains(&before.turn));
        if !in_time || !numbers.contains_key(&line.number) {
            return;
        }
        let is_named = || match line.entry {
            Entry::Did { command, events, .. } => scope.telling_picked(before, command, events, line.number).is_some(),
            Entry::Amended { ruled, .. } => {
                let words = line.command().and_then(|command| scope.words(before, command, first_events(ruled)));
                words.is_some_and(|words| pick.is_of(&words))
            }
            Entry::TakenBack { .. }
            | Entry::Redid { .. }
            | Entry::Remarked { .. }
            | Entry::Noticed { .. }
            | Entry::Opened
            | Entry::Closed => false,
        };
        if pick.names.is_empty() || is_named() {
            picked.insert(line.number);
        }
    });
    let left = pick.last.map_or(0, |last| picked.len().saturating_sub(last));
    picked.into_iter().skip(left).collect()
}

/// A selection of log entries.
#[derive(Default)]
pub struct Pick {
    /// Only the last entries, this many.
    last: Option<usize>,
    /// First and last turn.
    turns: Option<(u16, u16)>,
    /// Names and IDs of a ship, or of a division and its ships.
    names: Vec<String>,
}

impl Pick {
    /// Selects the last entries, a range of turns, or a ship or division, or everything without limits.
    ///
    /// # Errors
    /// The turn has not come.
    pub fn of(
        known: &State,
        last: Option<usize>,
        turns: Option<(u16, u16)>,
        unit: Option<&Id>,
    ) -> Result<Pick, Refusal> {
        if let Some((from, _)) = turns.filter(|(from, _)| known.turn < *from) {
            return Err(Refusal::not_there(format!("turn {from} has not come: it is turn {}", known.turn)).hint(LOG));
        }
        let names = unit.map_or_else(Vec::new, |unit| {
            let ships = known.ships.iter().filter(|ship| [&ship.division, &ship.home].contains(&unit));
            let ids = ships.map(|ship| &ship.id).chain([unit]);
            ids.flat_map(|id| [id.to_string(), known.name(id).to_owned()]).collect()
        });
        Ok(Pick { last, turns, names })
    }

    /// Whether a text contains the name of a selected unit as a separate word.
    fn is_of(&self, words: &str) -> bool {
        let alone = |at: usize, name: &str| {
            let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
            is_end(words[..at].chars().next_back()) && is_end(words[at + name.len()..].chars().next())
        };
        self.names.iter().any(|name| words.match_indices(name.as_str()).any(|(at, _)| alone(at, name)))
    }
}

/// How a part of the log is requested.
const LOG: &str = "log, log last 20, log turn 7, log full, or log and the name of a ship or a division";

/// A log being written.
struct Story<'a> {
    scope: &'a Scope,
    /// The number shown for each entry.
    numbers: BTreeMap<usize, usize>,
    /// The selected entries.
    picked: BTreeSet<usize>,
    log: show::log::Log,
    values: Vec<Value>,
}

impl Story<'_> {
    fn tell(&mut self, line: &HistoryLine<'_, Naval>, before: &State) {
        let Some(number) = self.numbers.get(&line.number).copied().filter(|_| self.picked.contains(&line.number))
        else {
            return;
        };
        let mut value = json!({ "id": number, "in_force": line.in_force });
        match line.entry {
            Entry::Did { command, events, from, .. } => {
                let Some(telling) = self.scope.telling_picked(before, command, events, number) else { return };
                let fate = self.scope.fate(line, &self.numbers);
                let from = from.as_ref().filter(|_| telling.command != UNTOLD);
                let came = from.map_or_else(String::new, |from| format!(" ({})", came_from(from)));
                self.log.told(number, before, &(telling.command.clone() + &came), &telling.lines, fate);
                (value["command"], value["events"]) = (json!(telling.command), json!(telling.events));
                if let Some(from) = from {
                    value["from"] = json!(from);
                }
                if let Some((key, by)) = fate.json() {
                    value[key] = json!(by);
                }
            }
            Entry::Amended { entry, ruled, because, .. } => {
                let words = line.command().and_then(|command| self.scope.words(before, command, first_events(ruled)));
                let words = words.unwrap_or_else(|| UNTOLD.to_owned());
                let amended = self.numbers.get(entry);
                // The reason may mention hidden things.
                let because = because.as_ref().filter(|_| self.scope.side.is_none());
                let entry = amended.map_or("an order".to_owned(), |entry| format!("entry {entry}"));
                let why = because.map_or_else(String::new, |because| format!(", because \"{because}\""));
                let faces = if self.scope.side.is_none() { other_faces(line.entry) } else { String::new() };
                self.log.remark(number, &format!("{entry} amended: {words}{faces}{why}"));
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
                    Entry::Redid { .. } => ("session", "redo".to_owned()),
                    Entry::Opened => ("session", "opened".to_owned()),
                    Entry::Closed => ("session", "closed".to_owned()),
                    Entry::TakenBack { .. } | Entry::Did { .. } | Entry::Amended { .. } => {
                        ("session", "undo".to_owned())
                    }
                };
                value[key] = json!(words);
                if let Entry::TakenBack { because: Some(because), .. } = other {
                    value["because"] = json!(because);
                }
            }
        }
        self.values.push(value);
    }

    /// Adds what an effective amendment changed in each entry.
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

/// Adds what an amendment changed in an entry.
fn ruled_again(log: &mut show::log::Log, scope: &Scope, (shown, number): (usize, usize), changed: &Changed<'_, Naval>) {
    let earlier = &changed.before;
    match (changed.outcome, &scope.side) {
        (Outcome::Stands(events), side) => {
            let lines = scope.lines(earlier, events);
            if !lines.is_empty() || (side.is_none() && scope.pick.names.is_empty()) {
                log.told(shown, earlier, &format!("ruled again by entry {number}"), &lines, Fate::InForce);
            }
        }
        (Outcome::Struck { rule, .. }, None) => {
            let refused = changed.refused().map(|reason| show::refusal::refusal(earlier, &reason, *rule).what);
            let why = refused.map_or_else(String::new, |why| format!(": {why}"));
            log.remark(shown, &format!("no longer lawful{why} [{rule}]"));
        }
        // The reason may mention hidden things.
        (Outcome::Struck { .. }, Some(_)) => log.remark(shown, "no longer lawful"),
    }
}
