//! Journals looked at: verify, log, show, tally.
use std::path::Path;

use serde_json::{Value, json};

use super::{args::Past, open, output::Out, problem::Problem, store::Seen};
use crate::{
    journal::{Entry, Journal, Outcome, Ruled},
    naval::{Naval, NavalEvent, State, measure::Id, notation, setup::Side, state::Segment, tally},
    show,
};

/// `kaiser verify FILE`.
pub fn verify(file: &Path, out: &mut Out) -> Result<(), Problem> {
    let seen = open::seen(file)?;
    let name = file.display();
    if let Some(torn) = &seen.torn {
        let what = format!("{name}: the last line is torn ({} bytes without an end)", torn.bytes.len());
        return Err(
            Problem::new(what).hint(format!("`kaiser play {name}` cuts it off, keeps it beside the file and goes on"))
        );
    }
    if let Err(disagreement) = seen.journal.verify() {
        return Err(Problem::new(format!("{name}: {disagreement}")));
    }
    if !seen.closed && !seen.in_use {
        let what = format!("{name}: the journal was never closed: its last line is missing, or the program was killed");
        return Err(Problem::new(what).hint(format!("`kaiser play {name}`, then `quit`, closes it")));
    }
    let entries = seen.journal.entries().len();
    let playing = if seen.closed { "" } else { " (it is being played)" };
    let value = json!({ "file": name.to_string(), "entries": entries, "closed": seen.closed, "agree": true });
    out.both(format!("{name}: {entries} entries, all agree{playing}"), &value);
    Ok(())
}

/// `kaiser log FILE`.
pub fn log(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let scope = Scope::of(&seen.journal, past)?;
    out.both(story(&seen.journal, &scope), &story_json(&seen.journal, &scope));
    Ok(())
}

/// Which part of a journal is told.
#[derive(Default)]
pub struct Scope {
    /// Only what was ordered before this moment.
    until: Option<(u16, Segment)>,
    /// Only what names one of these: a side, its divisions and its ships.
    names: Option<Vec<Id>>,
}

impl Scope {
    fn of(journal: &Journal<Naval>, past: &Past) -> Result<Scope, Problem> {
        let until = past.at.as_deref().map(turn_and_segment).transpose()?;
        if let Some(until) = until {
            reached(journal.state(), until)?;
        }
        let side = past.side.as_deref().map(|name| side(journal.state(), name)).transpose()?;
        Ok(Scope { until, names: side.map(|side| names_of(journal.state(), side)) })
    }
    fn takes(&self, before: &State) -> bool {
        self.until.is_none_or(|until| (before.turn, before.segment) < until)
    }
    fn events(&self, events: &[NavalEvent]) -> Vec<NavalEvent> {
        let told = |event: &&NavalEvent| self.names.as_ref().is_none_or(|names| names_one(&json!(event.fact), names));
        events.iter().filter(told).cloned().collect()
    }
    /// Whether a deed is told: every one, or those that come to something for the side.
    fn tells(&self, events: &[NavalEvent]) -> bool {
        self.names.is_none() || !events.is_empty()
    }
}

fn names_of(state: &State, side: Id) -> Vec<Id> {
    let divisions = state.setup.divisions.iter().filter(|division| division.side == side);
    let mut names: Vec<Id> = divisions.map(|division| division.id.clone()).collect();
    names.extend(state.ships_of_side(&side).map(|ship| ship.id.clone()));
    names.push(side);
    names
}

/// Whether any word in a fact is one of these names.
fn names_one(value: &Value, names: &[Id]) -> bool {
    match value {
        Value::String(word) => names.iter().any(|name| *name == **word),
        Value::Array(values) => values.iter().any(|value| names_one(value, names)),
        Value::Object(keys) => keys.values().any(|value| names_one(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The journal as JSON, an object an entry.
pub fn story_json(journal: &Journal<Naval>, scope: &Scope) -> Value {
    let mut story = Vec::new();
    journal.walk(|line, before| {
        if !scope.takes(before) {
            return;
        }
        let mut value = json!({ "id": line.number, "in_force": line.in_force });
        match line.entry {
            Entry::Did { command, events } => {
                let events = scope.events(events);
                if !scope.tells(&events) {
                    return;
                }
                value["command"] = json!(notation::print(before, command));
                value["events"] = events.iter().map(show::event_json).collect();
            }
            Entry::Amended { entry, command, .. } => {
                value["amends"] = json!(entry);
                value["command"] = json!(notation::print(before, command));
            }
            Entry::Undid => value["session"] = json!("undo"),
            Entry::Redid => value["session"] = json!("redo"),
            Entry::Opened => value["session"] = json!("opened"),
            Entry::Closed => value["session"] = json!("closed"),
        }
        story.push(value);
    });
    Value::Array(story)
}

/// Whether an amendment makes something else of an entry than it was first ruled.
fn changed(journal: &Journal<Naval>, again: &Ruled<NavalEvent>) -> bool {
    match (journal.entry(again.entry), &again.outcome) {
        (Some(Entry::Did { events, .. }), Outcome::Stands(after)) => events != after,
        (_, Outcome::Stands(_) | Outcome::Struck { .. }) => true,
    }
}

/// The journal as prose.
pub fn story(journal: &Journal<Naval>, scope: &Scope) -> String {
    let mut log = show::Log::new();
    journal.walk(|line, before| match line.entry {
        _ if !scope.takes(before) => {}
        Entry::Did { command, events } => {
            let (text, events) = (notation::print(before, command), scope.events(events));
            if !scope.tells(&events) {
                return;
            }
            if line.in_force {
                log.did(line.number, before, &text, &events);
            } else {
                log.undone(line.number, before, &text, &events);
            }
        }
        Entry::Amended { entry, command, ruled } => {
            log.remark(line.number, &format!("entry {entry} amended: {}", notation::print(before, command)));
            for again in ruled.iter().filter(|again| line.in_force && changed(journal, again)) {
                let earlier = journal.state_after(again.entry.saturating_sub(1));
                match &again.outcome {
                    Outcome::Stands(events) => {
                        log.did(again.entry, &earlier, &format!("ruled again by entry {}", line.number), events)
                    }
                    Outcome::Struck { rule, why } => {
                        log.remark(again.entry, &format!("no longer lawful: {why} [{rule}]"))
                    }
                }
            }
        }
        Entry::Undid => log.remark(line.number, "undo"),
        Entry::Redid => log.remark(line.number, "redo"),
        Entry::Opened => log.remark(line.number, "opened again"),
        Entry::Closed => log.remark(line.number, "closed"),
    });
    log.finish()
}

/// `kaiser show FILE`.
pub fn show(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let mut state = moment(&seen.journal, past)?;
    if let Some(name) = &past.side {
        let side = side(&state, name)?;
        state.ships.retain(|ship| ship.side == side);
        let own: Vec<Id> = state.ships.iter().map(|ship| ship.id.clone()).collect();
        state.declarations.retain(|one| own.contains(&one.firer));
        state.held.retain(|one| own.contains(&one.target));
        state.markers.retain(|one| one.side == side);
    }
    out.both(show::status(&state), &show::status_json(&state));
    Ok(())
}

/// `kaiser tally FILE`.
pub fn tally(past: &Past, out: &mut Out) -> Result<(), Problem> {
    let seen = look(past, out)?;
    let state = moment(&seen.journal, past)?;
    let mut tally = tally::tally(&state);
    if let Some(name) = &past.side {
        let side = side(&state, name)?;
        tally.sides.retain(|one| one.side == side);
    }
    out.both(show::tally(&state, &tally), &show::tally_json(&tally));
    Ok(())
}

fn look(past: &Past, out: &mut Out) -> Result<Seen<Naval>, Problem> {
    let seen = open::seen(&past.file)?;
    if seen.torn.is_some() {
        out.say("(The last line is torn and left out.)");
    }
    Ok(seen)
}

/// The state when a segment began, or now.
fn moment(journal: &Journal<Naval>, past: &Past) -> Result<State, Problem> {
    let Some(at) = &past.at else { return Ok(journal.state().clone()) };
    let wanted = turn_and_segment(at)?;
    let state = journal.replay_until(|state| wanted <= (state.turn, state.segment));
    reached(&state, wanted)?;
    Ok(state)
}

fn reached(state: &State, (turn, segment): (u16, Segment)) -> Result<(), Problem> {
    if (turn, segment) <= (state.turn, state.segment) {
        return Ok(());
    }
    let (at, now) = (format!("{turn}/{}", segment.word()), format!("{}/{}", state.turn, state.segment.word()));
    Err(Problem::new(format!("the game has not come to {at}: it stands at {now}")))
}

/// The side of that name, which may be cut short.
fn side(state: &State, name: &str) -> Result<Id, Problem> {
    let wanted = name.to_lowercase();
    let starts = |side: &&Side| side.id.as_str().starts_with(&wanted) || side.name.to_lowercase().starts_with(&wanted);
    match &state.setup.sides.iter().filter(starts).collect::<Vec<_>>()[..] {
        [side] => Ok(side.id.clone()),
        _ => {
            let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.id.as_str()).collect();
            Err(Problem::new(format!("no side is called \"{name}\"")).hint(sides.join(" or ")))
        }
    }
}

fn turn_and_segment(at: &str) -> Result<(u16, Segment), Problem> {
    let wrong = || {
        Problem::usage(format!("\"{at}\" is no moment of a game"))
            .hint("TURN/SEGMENT, such as 7/gunfire or 12/damage-control")
    };
    let (turn, word) = at.split_once('/').ok_or_else(wrong)?;
    // Half moves are written 12.5: until they are refereed, only whole turns are moments.
    let turn = turn.parse().map_err(|_| wrong())?;
    let segment = Segment::ALL.into_iter().find(|segment| segment.word() == word.to_lowercase()).ok_or_else(wrong)?;
    Ok((turn, segment))
}
