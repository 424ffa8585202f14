//! Journals looked at: log, show, tally.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    args::{MapArgs, Past},
    notices, open,
    output::Out,
    passing::side,
    problem::Problem,
    store::Seen,
};
use naval::{
    Command, Naval, NavalEvent, State,
    half_move::Half,
    measure::Id,
    notation,
    state::Segment,
    tally, verdict,
    view::{self, View},
};
use play::journal::{Change, Changed, Entry, HistoryLine, Journal, Outcome, RuledOf};
use play::{self, Game};
use show::{self, Fate};

/// `kaiser log FILE`.
pub fn log(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let scope = Scope::of(&seen.journal, past)?;
    out.both(story(&seen.journal, &scope), &story_json(&seen.journal, &scope));
    Ok(())
}

/// A moment of a game: a turn, its second half or not, and a segment. [3.4.1]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct When {
    turn: u16,
    second_half: bool,
    segment: Segment,
}

impl When {
    fn of(state: &State) -> When {
        When { turn: state.turn, second_half: state.half == Some(Half::Second), segment: state.segment }
    }
    /// `7/gunfire`, `12.5/gunfire`.
    fn read(at: &str) -> Result<When, Problem> {
        let wrong = || {
            Problem::usage(format!("\"{at}\" is no moment of a game"))
                .hint("TURN/SEGMENT, such as 7/gunfire or 12.5/damage-control")
        };
        let (turn, word) = at.split_once('/').ok_or_else(wrong)?;
        let (turn, second_half) = match turn.split_once('.') {
            None => (turn, false),
            Some((turn, "0")) => (turn, false),
            Some((turn, "5")) => (turn, true),
            Some(_) => return Err(wrong()),
        };
        let turn = turn.parse().map_err(|_| wrong())?;
        let named = |segment: &Segment| segment.word() == word.to_lowercase();
        let segment = Segment::ALL.into_iter().find(named).ok_or_else(wrong)?;
        Ok(When { turn, second_half, segment })
    }
    fn word(self) -> String {
        let half = if self.second_half { ".5" } else { "" };
        format!("{}{half}/{}", self.turn, self.segment.word())
    }
}

/// Which part of a journal is told.
#[derive(Default)]
pub struct Scope {
    /// Only what was ordered before this moment.
    until: Option<When>,
    /// Only what this side came to know, when it came to know it.
    side: Option<Id>,
}

/// A deed as it is told.
pub struct Telling {
    pub command: String,
    pub lines: String,
    pub events: Vec<Value>,
}

impl Scope {
    /// The whole journal, as everybody or as one side knows it.
    pub fn known(side: Option<Id>) -> Scope {
        Scope { until: None, side }
    }
    fn of(journal: &Journal<Naval>, past: &Past) -> Result<Scope, Problem> {
        let until = past.at.as_deref().map(When::read).transpose()?;
        if let Some(until) = until {
            reached(journal.state(), until)?;
        }
        let side = past.side.as_deref().map(|name| side(journal.state(), name)).transpose()?;
        Ok(Scope { until, side })
    }
    fn takes(&self, before: &State) -> bool {
        self.until.is_none_or(|until| When::of(before) < until)
    }
    /// What is told of a deed; nothing where a side may know of neither the order nor what came of it.
    pub fn telling(&self, before: &State, command: &Command, events: &[NavalEvent]) -> Option<Telling> {
        let Some(side) = &self.side else {
            let command = notation::print(before, command);
            let lines = show::events(before, events);
            return Some(Telling { command, lines, events: events.iter().map(show::event_json).collect() });
        };
        let command = self.words(side, before, command, events);
        let told = show::told_to(side, before, events);
        if command.is_none() && told.is_empty() {
            return None;
        }
        let (lines, events) = (show::tellings(&told), told.into_iter().map(|one| one.json).collect());
        Some(Telling { command: command.unwrap_or_else(|| UNTOLD.to_owned()), lines, events })
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
    /// An order in words, where the side may read it.
    fn words(&self, side: &Id, before: &State, command: &Command, events: &[NavalEvent]) -> Option<String> {
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
            (Some(side), Entry::Amended { command, ruled, .. }) => {
                scope.words(side, before, command, first_events(ruled)).is_some()
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

/// The journal as JSON, an object an entry.
pub fn story_json(journal: &Journal<Naval>, scope: &Scope) -> Value {
    let (mut story, numbers) = (Vec::new(), numbers(journal, scope));
    journal.walk(|line, before| {
        let Some(number) = numbers.get(&line.number).filter(|_| scope.takes(before)) else { return };
        let mut value = json!({ "id": number, "in_force": line.in_force });
        match line.entry {
            Entry::Did { command, events } => {
                let Some(telling) = scope.telling(before, command, events) else { return };
                value["command"] = json!(telling.command);
                value["events"] = json!(telling.events);
                if let Some((key, by)) = scope.fate(line, &numbers).json() {
                    value[key] = json!(by);
                }
            }
            Entry::Amended { entry, command, ruled, because } => {
                value["amends"] = json!(numbers.get(entry));
                let words = match &scope.side {
                    None => Some(notation::print(before, command)),
                    Some(side) => scope.words(side, before, command, first_events(ruled)),
                };
                value["command"] = json!(words.unwrap_or_else(|| UNTOLD.to_owned()));
                if let Some(because) = because.as_ref().filter(|_| scope.side.is_none()) {
                    value["because"] = json!(because);
                }
            }
            Entry::Undid => value["session"] = json!("undo"),
            Entry::TakenBack { because } => {
                value["session"] = json!("undo");
                value["because"] = json!(because);
            }
            Entry::Redid => value["session"] = json!("redo"),
            Entry::Remarked { words } => value["note"] = json!(words),
            Entry::Noticed { what } => value["table"] = json!(notices::told(what)),
            Entry::Opened => value["session"] = json!("opened"),
            Entry::Closed => value["session"] = json!("closed"),
        }
        story.push(value);
    });
    Value::Array(story)
}

fn first_events(ruled: &[RuledOf<Naval>]) -> &[NavalEvent] {
    match ruled.first().map(|ruled| &ruled.outcome) {
        Some(Outcome::Stands(events)) => events,
        Some(Outcome::Struck { .. }) | None => &[],
    }
}

/// What has become of an entry, as its log tells it.
pub fn fate<G: Game>(line: &HistoryLine<'_, G>) -> Fate {
    match (line.in_force, &line.struck, line.changed) {
        (true, _, None) => Fate::InForce,
        (true, _, Some(Change { by, is_command: true })) => Fate::Amended(by),
        (true, _, Some(Change { by, is_command: false })) => Fate::Ruled(by),
        (false, Some(_), Some(Change { by, .. })) => Fate::Struck(by),
        (false, None, _) | (false, Some(_), None) => Fate::Undone,
    }
}

/// The journal as prose.
pub fn story(journal: &Journal<Naval>, scope: &Scope) -> String {
    let (mut log, numbers) = (show::Log::new(), numbers(journal, scope));
    journal.walk(|line, before| {
        if let Some(number) = numbers.get(&line.number).filter(|_| scope.takes(before)) {
            tell(&mut log, journal, scope, &numbers, *number, line, before);
        }
    });
    log.finish()
}

/// One entry, under the number that its reader knows it by.
fn tell(
    log: &mut show::Log,
    journal: &Journal<Naval>,
    scope: &Scope,
    numbers: &BTreeMap<usize, usize>,
    number: usize,
    line: &HistoryLine<'_, Naval>,
    before: &State,
) {
    match line.entry {
        Entry::Did { command, events } => {
            if let Some(Telling { command, lines, .. }) = scope.telling(before, command, events) {
                log.told(number, before, &command, &lines, scope.fate(line, numbers));
            }
        }
        Entry::Amended { entry, command, ruled, because } => {
            let words = match &scope.side {
                None => Some(notation::print(before, command)),
                Some(side) => scope.words(side, before, command, first_events(ruled)),
            };
            let amended = numbers.get(entry).map_or("an order".to_owned(), |entry| format!("entry {entry}"));
            // The reason may speak of what is hidden.
            let because = because.as_ref().filter(|_| scope.side.is_none());
            let because = because.map_or_else(String::new, |because| format!(", because \"{because}\""));
            log.remark(number, &format!("{amended} amended: {}{because}", words.as_deref().unwrap_or(UNTOLD)));
            if !line.in_force {
                return;
            }
            for changed in journal.changed_by(line.number) {
                if let Some(shown) = numbers.get(&changed.entry) {
                    ruled_again(log, scope, (*shown, number), &changed);
                }
            }
        }
        Entry::Undid => log.remark(number, "undo"),
        Entry::TakenBack { because } => log.remark(number, &format!("undo because \"{because}\"")),
        Entry::Redid => log.remark(number, "redo"),
        Entry::Remarked { words } => log.remark(number, &format!("note: {words}")),
        Entry::Noticed { what } => log.remark(number, &notices::told(what)),
        Entry::Opened => log.remark(number, "opened again"),
        Entry::Closed => log.remark(number, "closed"),
    }
}

/// What an amendment made of an entry.
fn ruled_again(log: &mut show::Log, scope: &Scope, (shown, number): (usize, usize), changed: &Changed<'_, Naval>) {
    let earlier = &changed.before;
    match (changed.outcome, &scope.side) {
        (Outcome::Stands(events), None) => {
            log.did(shown, earlier, &format!("ruled again by entry {number}"), events);
        }
        (Outcome::Stands(events), Some(side)) => {
            let told = show::told_to(side, earlier, events);
            if !told.is_empty() {
                let what = format!("ruled again by entry {number}");
                log.told(shown, earlier, &what, &show::tellings(&told), Fate::InForce);
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

/// `kaiser show FILE`.
pub fn show(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let state = moment(&seen.journal, past)?;
    match &past.side {
        None => out.both(show::status(&state), &show::status_json(&state)),
        Some(name) => {
            let view = View::of(&state, &side(&state, name)?);
            out.both(show::view_status(&view), &show::view_json(&view));
        }
    }
    Ok(())
}

/// `kaiser tally FILE`.
pub fn tally(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let state = moment(&seen.journal, past)?;
    let Some(name) = &past.side else {
        let (text, value) = whole_tally(&state);
        out.both(text, &value);
        return Ok(());
    };
    let side = side(&state, name)?;
    let (text, value) = side_tally(&state, &side);
    out.both(text, &value);
    Ok(())
}

/// `kaiser map FILE`.
pub fn map(asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
    let seen = look(&asked.past, out)?;
    let state = moment(&seen.journal, &asked.past)?;
    let answer = super::map::of_journal(&seen.journal, &state, asked)?;
    match &answer.page {
        Some(page) => out.paint(page),
        None => out.say(&answer.text),
    }
    out.value(&Value::Object(answer.extra));
    Ok(())
}

/// The verdict with every condition, then the points of both sides, in words and as JSON.
pub fn whole_tally(state: &State) -> (String, Value) {
    let (tally, verdict) = (tally::tally(state), verdict::verdict(state));
    let text = format!("{}\n\n{}", show::verdict(state, &verdict), show::tally(state, &tally));
    (text, with_verdict(show::tally_json(&tally), show::verdict_json(state, &verdict)))
}

/// The points keep their keys, and the verdict stands beside them under its own.
fn with_verdict(mut tally: Value, verdict: Value) -> Value {
    if let Value::Object(keys) = &mut tally {
        keys.insert("verdict".to_owned(), verdict);
    }
    tally
}

/// What a side can count, in words and as JSON: by what it knows while the battle lasts, by all that was when it is over.
pub fn side_tally(state: &State, side: &Id) -> (String, Value) {
    if state.over.is_some() {
        return whole_tally(state);
    }
    let known = view::known_to(state, side);
    let tally = view::tally_of_known(&known, side);
    let verdict = verdict::by_known(state, &known, side);
    let text = format!("{}\n\n{}", show::verdict(&known, &verdict), show::tally_known(&known, &tally));
    (text, with_verdict(show::tally_json(&tally), show::verdict_json(&known, &verdict)))
}

fn look(past: &Past, out: &mut Out) -> Result<Seen<Naval>, Problem> {
    let seen = open::seen(&past.file)?;
    if seen.torn.is_some() {
        out.say("(The last line is torn and left out.)");
    }
    if let Some(entry) = seen.kept_from {
        let name = past.file.display();
        out.say(format!("(From entry {entry} on {name} is secret still: that is kept in {name}.private.)"));
    }
    Ok(seen)
}

/// The state when a segment began, or now.
fn moment(journal: &Journal<Naval>, past: &Past) -> Result<State, Problem> {
    moment_of(journal, past.at.as_deref())
}

/// The state just after the entry that `--at` names; the state now without it.
///
/// # Errors
/// There is no such entry.
pub fn state_at<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<G::State, Problem> {
    Ok(entry(journal, at)?.map_or_else(|| journal.state().clone(), |number| journal.state_after(number)))
}

/// The entry that `--at` names where a journal has no turns and segments, as `log` numbers them; `None` without it.
///
/// # Errors
/// There is no such entry.
pub fn entry<G: Game>(journal: &Journal<G>, at: Option<&str>) -> Result<Option<usize>, Problem> {
    let Some(at) = at else { return Ok(None) };
    let last = journal.entries().len();
    let number = at.parse::<usize>().ok().filter(|number| *number <= last);
    number.map(Some).ok_or_else(|| {
        let what = format!("\"{at}\" is no entry of this journal");
        Problem::usage(what).hint(format!("--at 0 to --at {last}; kaiser log numbers them"))
    })
}

/// The state when a segment began: `7/gunfire`; or now.
pub fn moment_of(journal: &Journal<Naval>, at: Option<&str>) -> Result<State, Problem> {
    let Some(at) = at else { return Ok(journal.state().clone()) };
    let wanted = When::read(at)?;
    let state = journal.replay_until(|state| wanted <= When::of(state));
    reached(&state, wanted)?;
    if wanted.second_half && (state.turn, state.half) != (wanted.turn, Some(Half::Second)) {
        return Err(Problem::new(format!("turn {} was not played in halves", wanted.turn)));
    }
    Ok(state)
}

fn reached(state: &State, wanted: When) -> Result<(), Problem> {
    let now = When::of(state);
    if now < wanted {
        return Err(Problem::new(format!("the game has not come to {}: it stands at {}", wanted.word(), now.word())));
    }
    Ok(())
}
