//! The log of a battle: complete, or what a side learned. Begin at [`log_of`].
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{
    moment::{Moment, TurnSegment, check_reached, entry_shown_to},
    out_of_turn,
};
use crate::{
    Refusal, RulingDetail, Session,
    story::{entry_fate, new_dice_text, notice_text, origin_text, remark},
};
use naval::rules::secrecy::{is_miniatures_order, sides_ordered};
use naval::{
    Command, Id, Naval, NavalEvent, Segment, SideId, State, notation,
    view::{self, Viewer},
};
use play;
use play::journal::{ChangedCommand, Entry, HistoryLine, Journal, NewOutcomeOf, Outcome};
use show::{self, log::EntryFate};

#[derive(Default)]
pub struct LogScope {
    /// Only commands before this segment.
    until: Option<TurnSegment>,
    /// Only entries up to this one.
    last_entry: Option<usize>,
    /// Only entries after this one.
    after_entry: usize,
    /// Only what this side learned, at the time it learned it.
    side: Option<SideId>,
    /// Sides whose sealed plots of `turn` stay hidden even from the referee. [3.3.1]
    secret_sides: Vec<SideId>,
    secret_turn: u16,
    selection: LogSelection,
    detail: RulingDetail,
}

pub struct ShownCommand {
    pub command: String,
    /// One line for each sentence.
    pub lines: String,
    pub events: Vec<Value>,
}

impl LogScope {
    /// The complete journal: everything, or what one side knows.
    pub fn for_side(side: Option<SideId>) -> LogScope {
        LogScope { side, ..LogScope::default() }
    }
    /// The entries before a moment: everything, or what the viewer knows. Refused if the moment has not come.
    pub fn until(journal: &Journal<Naval>, at: Option<Moment>, viewer: &Viewer) -> Result<LogScope, Refusal> {
        let scope = LogScope::for_side(viewer.knows_as());
        Ok(match at {
            None => scope,
            Some(Moment::Segment(segment)) => {
                check_reached(journal.state(), segment)?;
                LogScope { until: Some(segment), ..scope }
            }
            Some(Moment::Entry(number)) => {
                LogScope { last_entry: Some(entry_shown_to(journal, number, viewer)?), ..scope }
            }
        })
    }
    pub fn after_entry(self, after_entry: usize) -> LogScope {
        LogScope { after_entry, ..self }
    }
    pub fn with_selection(self, selection: LogSelection) -> LogScope {
        LogScope { selection, ..self }
    }
    pub fn with_detail(self, detail: RulingDetail) -> LogScope {
        LogScope { detail, ..self }
    }
    /// Whether a command is an order, or its seal, that stays secret until the ships move.
    fn is_secret(&self, before: &State, command: &Command) -> bool {
        let orders_of_secret_side = || {
            let names_secret_side = sides_ordered(before, command).iter().any(|side| self.secret_sides.contains(side));
            names_secret_side && !is_miniatures_order(before, command)
        };
        let is_secret_now =
            !self.secret_sides.is_empty() && before.turn == self.secret_turn && before.segment == Segment::Plotting;
        is_secret_now && orders_of_secret_side()
    }
    fn includes(&self, before: &State, entry: usize) -> bool {
        self.until.is_none_or(|until| TurnSegment::at(before) < until)
            && self.last_entry.is_none_or(|last| entry <= last)
            && self.after_entry < entry
    }
    /// Returns what is shown of a selected command: only what names the selected units.
    fn show_selected(
        &self,
        before: &State,
        command: &Command,
        events: &[NavalEvent],
        number: usize,
    ) -> Option<ShownCommand> {
        let shown = self.shown_command(before, command, events)?;
        let shown = match self.detail {
            RulingDetail::Brief if !self.is_secret(before, command) => {
                ShownCommand { lines: self.brief_lines(before, events, number), ..shown }
            }
            RulingDetail::Brief | RulingDetail::Full => shown,
        };
        if self.selection.names.is_empty() || self.is_secret(before, command) {
            return Some(shown);
        }
        let about = match self.detail {
            RulingDetail::Brief => self.brief_lines(before, events, number),
            RulingDetail::Full => self.full_lines(before, events),
        };
        let is_selected = !about.is_empty() || self.selection.mentions(&shown.command);
        is_selected.then_some(ShownCommand { lines: about, ..shown })
    }
    /// One line for each ruling that names a selected unit.
    fn brief_lines(&self, before: &State, events: &[NavalEvent], number: usize) -> String {
        let mut lines = match &self.side {
            None => {
                show::brief::short_log_lines(before, &out_of_turn::without_repeated_out_of_turn(before, events), number)
            }
            Some(side) => show::disclosed::short_log_for_side(
                side,
                before,
                &out_of_turn::without_repeated_out_of_turn(before, events),
                number,
            ),
        };
        lines.retain(|line| self.selection.names.is_empty() || self.selection.mentions(line));
        lines.join("\n")
    }
    /// Describes the events that name a selected unit.
    fn full_lines(&self, before: &State, events: &[NavalEvent]) -> String {
        let events = &out_of_turn::without_repeated_out_of_turn(before, events)[..];
        let mut lines = match &self.side {
            None => show::event::event_texts(before, events),
            Some(side) => {
                show::disclosed::disclosed_events(side, before, events).into_iter().map(|report| report.text).collect()
            }
        };
        lines.retain(|line| !line.is_empty() && (self.selection.names.is_empty() || self.selection.mentions(line)));
        lines.join("\n")
    }
    /// Whether anything is shown of a command: the order, or something of its results.
    pub(super) fn is_shown(&self, before: &State, command: &Command, events: &[NavalEvent]) -> bool {
        let Some(side) = &self.side else { return true };
        let known_events = || out_of_turn::without_repeated_out_of_turn(before, events);
        may_read(side, before, command, events) || show::disclosed::is_any_disclosed(side, before, &known_events())
    }
    /// Returns what is shown of a command, or `None` if a side may know neither the order nor its results.
    pub fn shown_command(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<ShownCommand> {
        let Some(side) = &self.side else {
            if self.is_secret(before, command) {
                let is_seal = matches!(command, Command::Seal { .. });
                let lines = if is_seal { show::event::event_texts(before, events).join("\n") } else { String::new() };
                return Some(ShownCommand { command: HIDDEN_ORDER.to_owned(), lines, events: Vec::new() });
            }
            let command = notation::print(before, command);
            let lines =
                show::event::event_texts(before, &out_of_turn::without_repeated_out_of_turn(before, events)).join("\n");
            return Some(ShownCommand {
                command,
                lines,
                events: events.iter().map(|event| show::event::event_json(before, event)).collect(),
            });
        };
        let command = self.command_text(before, command, events);
        let disclosed =
            show::disclosed::disclosed_events(side, before, &out_of_turn::without_repeated_out_of_turn(before, events));
        if command.is_none() && disclosed.is_empty() {
            return None;
        }
        let (lines, events) =
            (show::disclosed::disclosed_lines(&disclosed), disclosed.into_iter().map(|report| report.json).collect());
        Some(ShownCommand { command: command.unwrap_or_else(|| HIDDEN_ORDER.to_owned()), lines, events })
    }
    /// Returns the fate of a command, by the numbers the viewer knows. If a side may not read an amendment, it
    /// learns only whether the command still holds. Changes show only in lines that it may read.
    fn fate(&self, line: &HistoryLine<'_, Naval>, numbers: &BTreeMap<usize, usize>) -> EntryFate {
        let shown_number = |by: usize| numbers.get(&by).copied();
        match entry_fate(line) {
            EntryFate::Effective => EntryFate::Effective,
            EntryFate::Undone => EntryFate::Undone,
            EntryFate::Amended(by) => shown_number(by).map_or(EntryFate::Effective, EntryFate::Amended),
            EntryFate::Ruled(_) if self.side.is_some() => EntryFate::Effective,
            EntryFate::Ruled(by) => EntryFate::Ruled(by),
            EntryFate::NoLongerLegal(by) => shown_number(by).map_or(EntryFate::Undone, EntryFate::NoLongerLegal),
        }
    }
    /// Prints an order, if the viewer may read it.
    fn command_text(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<String> {
        let Some(side) = &self.side else { return Some(notation::print(before, command)) };
        let shown = match command {
            // The salt stays secret.
            Command::Seal { side, .. } => Command::Seal { side: side.clone(), salt: String::new(), salts: Vec::new() },
            other => other.clone(),
        };
        // Printed from the side's knowledge: quotation marks would betray a hidden ship of the same name.
        may_read(side, before, command, events).then(|| notation::print(&view::known_to(before, side), &shown))
    }
}

/// Whether a side may read an order that had these results.
fn may_read(side: &SideId, before: &State, command: &Command, events: &[NavalEvent]) -> bool {
    let mut after = before.clone();
    play::apply_all::<Naval>(&mut after, events);
    view::may_read_order(before, &after, command, side)
}

impl Session<'_, Naval> {
    /// Returns what the viewer may know of the journal, or everything after the battle.
    pub(super) fn scope(&self) -> LogScope {
        self.scope_in(self.state())
    }

    pub(super) fn scope_in(&self, now: &State) -> LogScope {
        if now.end.is_some() {
            return LogScope::default();
        }
        let (secret_sides, turn) = (self.secret_sides(now), now.turn);
        LogScope { secret_sides, secret_turn: turn, ..LogScope::for_side(self.seat.viewer.knows_as()) }
    }

    /// Whether an entry is an order that is secret in this state until the ships move. [3.3.1]
    pub(super) fn is_secret_entry(&self, now: &State, entry: usize) -> bool {
        let scope = self.scope_in(now);
        let Some(Entry::Did { command, .. }) = self.journal().entry(entry).filter(|_| !scope.secret_sides.is_empty())
        else {
            return false;
        };
        scope.is_secret(&self.journal().state_after(entry.saturating_sub(1)), command)
    }

    /// Returns the entry numbers shown to the viewer during the battle. A referee who plays one side against the
    /// computer gets the numbers of that side.
    pub(super) fn numbers_shown_in_play(&self) -> BTreeMap<usize, usize> {
        let persons = self.persons();
        let reader = match (&self.seat.viewer, &persons[..]) {
            (Viewer::Referee, [alone]) => Viewer::Side(alone.clone()),
            (reader, _) => reader.clone(),
        };
        shown_numbers(self.journal(), &LogScope::for_side(reader.knows_as()))
    }

    /// Returns the entry that was shown to the viewer under a number.
    pub(super) fn entry_shown_as(&self, shown: usize) -> Option<usize> {
        let numbers = shown_numbers(self.journal(), &self.scope());
        numbers.into_iter().find_map(|(entry, number)| (number == shown).then_some(entry))
    }

    /// Explains to a side how its numbers map to the open log: in play they had no gaps, to hide secret orders.
    pub(super) fn open_log_note(&self) -> String {
        let last = self.journal().entries().len();
        let in_play = self.numbers_shown_in_play();
        let example = in_play.iter().rev().find(|(entry, shown)| **entry < last && entry != shown);
        let example = example.map(|(entry, shown)| {
            format!(" #{shown} in play is #{entry} now: `explain {shown} in play` and `why {shown} in play` accept the old number.")
        });
        format!(
            "The log is now open and uses the journal's numbers: `log`, `explain`, `map`. `kaiser luck` and `kaiser \
            verify --admirals` read the file.{}",
            example.unwrap_or_default()
        )
    }
}

/// Replaces an order that the viewer may not read.
pub(super) const HIDDEN_ORDER: &str = "(secret)";

/// Returns the number shown for each entry: to the referee its place in the journal. A side counts only entries it
/// sees, so that the numbers do not reveal how many orders the enemy gave.
pub fn shown_numbers(journal: &Journal<Naval>, scope: &LogScope) -> BTreeMap<usize, usize> {
    let mut numbers = BTreeMap::new();
    journal.walk(|line, before| {
        let is_shown = match (&scope.side, line.entry) {
            (None, _) | (Some(_), Entry::Opened | Entry::Closed) => true,
            (Some(_), Entry::Did { command, events, .. }) => scope.is_shown(before, command, events),
            (Some(_), Entry::Amended { ruled, .. }) => line
                .command()
                .is_some_and(|command| scope.command_text(before, command, amended_events(ruled)).is_some()),
            (
                Some(_),
                Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Remarked { .. } | Entry::Noticed { .. },
            ) => false,
        };
        if is_shown {
            let number = if scope.side.is_none() { line.number } else { numbers.len() + 1 };
            numbers.insert(line.number, number);
        }
    });
    numbers
}

/// Prints the journal as text, and as JSON with an object for each entry.
pub fn log_of(journal: &Journal<Naval>, scope: &LogScope) -> (String, Value) {
    let numbers = shown_numbers(journal, scope);
    let selected = selected_entries(journal, scope, &numbers);
    let mut log = BattleLog { scope, numbers, selected, log: show::log::Log::default(), values: Vec::new() };
    journal.walk(|line, before| log.add(line, before));
    (log.log.finish(), Value::Array(log.values))
}

fn selected_entries(journal: &Journal<Naval>, scope: &LogScope, numbers: &BTreeMap<usize, usize>) -> BTreeSet<usize> {
    let selection = &scope.selection;
    let mut selected = BTreeSet::new();
    journal.walk(|line, before| {
        let in_time = scope.includes(before, line.number)
            && selection.turns.is_none_or(|(from, to)| (from..=to).contains(&before.turn));
        if !in_time || !numbers.contains_key(&line.number) {
            return;
        }
        let is_named = || match line.entry {
            Entry::Did { command, events, .. } => scope.show_selected(before, command, events, line.number).is_some(),
            Entry::Amended { ruled, .. } => {
                let words =
                    line.command().and_then(|command| scope.command_text(before, command, amended_events(ruled)));
                words.is_some_and(|words| selection.mentions(&words))
            }
            Entry::TakenBack { .. }
            | Entry::Redid { .. }
            | Entry::Remarked { .. }
            | Entry::Noticed { .. }
            | Entry::Opened
            | Entry::Closed => false,
        };
        if selection.names.is_empty() || is_named() {
            selected.insert(line.number);
        }
    });
    let skipped = selection.last.map_or(0, |last| selected.len().saturating_sub(last));
    selected.into_iter().skip(skipped).collect()
}

#[derive(Default)]
pub struct LogSelection {
    /// Only this many of the last entries.
    last: Option<usize>,
    /// First and last turn.
    turns: Option<(u16, u16)>,
    /// Names and IDs of a ship, or of a division and its ships.
    names: Vec<String>,
}

impl LogSelection {
    /// # Errors
    /// The turn has not come.
    pub fn new(
        known: &State,
        last: Option<usize>,
        turns: Option<(u16, u16)>,
        unit: Option<&Id>,
    ) -> Result<LogSelection, Refusal> {
        if let Some((from, _)) = turns.filter(|(from, _)| known.turn < *from) {
            return Err(
                Refusal::not_there(format!("Turn {from} has not begun: it is turn {}.", known.turn)).hint(LOG_FORMS)
            );
        }
        let names = unit.map_or_else(Vec::new, |unit| {
            let ships = known.ships.iter().filter(|ship| [&ship.division, &ship.home_division].contains(&unit));
            let ids = ships.map(|ship| &ship.id).chain([unit]);
            ids.flat_map(|id| [id.to_string(), known.name(id).to_owned()]).collect()
        });
        Ok(LogSelection { last, turns, names })
    }

    /// Whether a text contains the name of a selected unit as a separate word.
    fn mentions(&self, words: &str) -> bool {
        let is_whole_word = |index: usize, name: &str| {
            let is_end = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
            is_end(words[..index].chars().next_back()) && is_end(words[index + name.len()..].chars().next())
        };
        self.names.iter().any(|name| words.match_indices(name.as_str()).any(|(index, _)| is_whole_word(index, name)))
    }
}

const LOG_FORMS: &str = "log, log last 20, log turn 7, log full, or log and the name of a ship or a division";

struct BattleLog<'a> {
    scope: &'a LogScope,
    /// The number shown for each entry.
    numbers: BTreeMap<usize, usize>,
    selected: BTreeSet<usize>,
    log: show::log::Log,
    values: Vec<Value>,
}

impl BattleLog<'_> {
    fn add(&mut self, line: &HistoryLine<'_, Naval>, before: &State) {
        let Some(number) = self.numbers.get(&line.number).copied().filter(|_| self.selected.contains(&line.number))
        else {
            return;
        };
        let mut value = json!({ "id": number, "in_force": line.is_active });
        match line.entry {
            Entry::Did { command, events, from, .. } => {
                let Some(shown) = self.scope.show_selected(before, command, events, number) else { return };
                let fate = self.scope.fate(line, &self.numbers);
                let from = from.as_ref().filter(|_| shown.command != HIDDEN_ORDER);
                let origin = from.map_or_else(String::new, |from| format!(" ({})", origin_text(from)));
                self.log.push_command(number, before, &(shown.command.clone() + &origin), &shown.lines, fate);
                (value["command"], value["events"]) = (json!(shown.command), json!(shown.events));
                if let Some(from) = from {
                    value["from"] = json!(from);
                }
                if let Some((key, by)) = fate.json() {
                    value[key] = json!(by);
                }
            }
            Entry::Amended { entry, ruled, because, .. } => {
                let words =
                    line.command().and_then(|command| self.scope.command_text(before, command, amended_events(ruled)));
                let words = words.unwrap_or_else(|| HIDDEN_ORDER.to_owned());
                let amended = self.numbers.get(entry);
                // The reason may mention hidden things.
                let because = because.as_ref().filter(|_| self.scope.side.is_none());
                let entry = amended.map_or("an order".to_owned(), |entry| format!("entry {entry}"));
                let why = because.map_or_else(String::new, |because| format!(", because \"{because}\""));
                let faces = if self.scope.side.is_none() { new_dice_text(line.entry) } else { String::new() };
                self.log.push_remark(number, &format!("{entry} amended: {words}{faces}{why}"));
                (value["amends"], value["command"]) = (json!(amended), json!(words));
                if let Some(because) = because {
                    value["because"] = json!(because);
                }
                self.add_changes(line, number);
            }
            other => {
                self.log.push_remark(number, &remark::<Naval>(other).unwrap_or_default());
                let (key, words) = match other {
                    Entry::Remarked { words } => ("note", words.clone()),
                    Entry::Noticed { what } => ("table", notice_text(what)),
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
    fn add_changes(&mut self, line: &HistoryLine<'_, Naval>, number: usize) {
        for changed in line.changed_commands().iter().filter(|_| line.is_active) {
            let Some(shown) = self.numbers.get(&changed.entry) else { continue };
            add_change(&mut self.log, self.scope, (*shown, number), changed);
        }
    }
}

fn amended_events(ruled: &[NewOutcomeOf<Naval>]) -> &[NavalEvent] {
    match ruled.first().map(|ruled| &ruled.outcome) {
        Some(Outcome::Stands(events)) => events,
        Some(Outcome::NoLongerLegal { .. }) | None => &[],
    }
}

fn add_change(
    log: &mut show::log::Log,
    scope: &LogScope,
    (changed_number, amendment_number): (usize, usize),
    changed: &ChangedCommand<'_, Naval>,
) {
    let earlier = &changed.before;
    match (changed.outcome, &scope.side) {
        (Outcome::Stands(events), side) => {
            let lines = scope.full_lines(earlier, events);
            if !lines.is_empty() || (side.is_none() && scope.selection.names.is_empty()) {
                log.push_command(
                    changed_number,
                    earlier,
                    &format!("ruled again by entry {amendment_number}"),
                    &lines,
                    EntryFate::Effective,
                );
            }
        }
        (Outcome::NoLongerLegal { rule, .. }, None) => {
            let refused = changed.refused().map(|reason| show::refusal::refusal(earlier, &reason, *rule).what);
            let why = refused.map_or_else(String::new, |why| format!(": {why}"));
            log.push_remark(changed_number, &format!("no longer legal{why} [{rule}]"));
        }
        // The reason may mention hidden things.
        (Outcome::NoLongerLegal { .. }, Some(_)) => log.push_remark(changed_number, "no longer legal"),
    }
}
