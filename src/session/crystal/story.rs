//! The log of a campaign, with a heading for each turn.
use serde_json::{Value, json};

use crate::story::{entry_fate, new_dice_text, remark};
use crystal::{Crystal, State, notation};
use play::EventOf;
use play::journal::{Entry, HistoryLine, Journal, Outcome};
use show::{self, crystal as words, log::EntryFate};

pub fn event_lines(state: &State, events: &[EventOf<Crystal>]) -> String {
    each_event_line(state, events).join("\n")
}

pub fn each_event_line(state: &State, events: &[EventOf<Crystal>]) -> Vec<String> {
    events.iter().filter_map(|event| words::event_sentence(&state.setup, event)).collect()
}

/// Prints a journal up to entry `last`, as text and as JSON.
pub fn log_of(journal: &Journal<Crystal>, last: usize) -> (String, Value) {
    let mut log = CampaignLog::default();
    journal.walk(|line, before| {
        if line.number <= last {
            log.add_entry(line, before);
        }
    });
    (log.lines.join("\n"), Value::Array(log.values))
}

#[derive(Default)]
struct CampaignLog {
    turn: u16,
    lines: Vec<String>,
    values: Vec<Value>,
}

impl CampaignLog {
    fn add_entry(&mut self, line: &HistoryLine<'_, Crystal>, before: &State) {
        match line.entry {
            // A command as first ruled, with its later fate.
            Entry::Did { command, events, .. } => {
                if before.turn != self.turn {
                    self.turn = before.turn;
                    self.lines.push(format!("Turn {}", self.turn));
                }
                self.add_line(line, before, &notation::print(before, command), &event_lines(before, events));
            }
            Entry::Amended { entry, because, .. } => {
                let because = because.as_ref().map_or_else(String::new, |because| format!("because \"{because}\" "));
                let command = line.command().map(|command| notation::print(before, command)).unwrap_or_default();
                let command = command + &new_dice_text(line.entry);
                self.add_line(line, before, &format!("amend {entry} {because}{command}"), "");
                self.add_changes(line, *entry);
            }
            other => self.add_line(line, before, &remark::<Crystal>(other).unwrap_or_default(), ""),
        }
    }

    /// Adds what changed by an amendment of `entry`, or nothing if the amendment was undone.
    fn add_changes(&mut self, line: &HistoryLine<'_, Crystal>, entry: usize) {
        let mut ruled = Vec::new();
        for changed in line.changed_commands().iter().filter(|_| line.is_active) {
            let is_struck = matches!(changed.outcome, Outcome::NoLongerLegal { .. });
            let text = match changed.outcome {
                Outcome::Stands(events) => event_lines(&changed.before, events),
                Outcome::NoLongerLegal { rule, .. } => {
                    let refused = changed.refused().map(|reason| words::refusal(&changed.before, &reason, *rule).what);
                    let why = refused.map_or_else(String::new, |why| format!(": {why}"));
                    format!("no longer legal{why} [{rule}]")
                }
            };
            let again = format!("ruled again by entry {}", line.number);
            self.lines.push(show::log::entry_text(changed.entry, &again, &text, EntryFate::Effective));
            ruled.push(json!({ "id": changed.entry, "lawful": !is_struck, "text": text }));
        }
        if let Some(value) = self.values.last_mut() {
            value["amends"] = json!(entry);
            value["ruled"] = Value::Array(ruled);
        }
    }

    fn add_line(&mut self, line: &HistoryLine<'_, Crystal>, before: &State, command: &str, text: &str) {
        let fate = entry_fate(line);
        self.lines.push(show::log::entry_text(line.number, command, text, fate));
        let mut value = json!({
            "id": line.number, "turn": before.turn, "in_force": line.is_active, "command": command, "text": text,
        });
        if let Some((key, by)) = fate.json() {
            value[key] = json!(by);
        }
        if let Some(rule) = line.removed_by {
            value["why"] = json!(format!("[{rule}]"));
        }
        self.values.push(value);
    }
}
