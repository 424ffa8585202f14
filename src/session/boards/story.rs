//! A journal of a board game as its log tells it.
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::companion::{Companion, said};
use crate::story::remark;
use play::journal::{Entry, HistoryLine, Journal};

/// A journal as prose and as JSON.
///
/// While men are hidden, neither tells the kind of a man who was shown and taken back, nor what was done after that: how
/// far he went would tell it too.
pub fn story<G: Companion>(journal: &Journal<G>) -> (String, Value) {
    let hidden = G::HIDES && !G::is_over(journal.state());
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    let mut shown = Shown::default();
    journal.walk(|line, before| {
        let told = match line.entry {
            Entry::Did { command, events } => {
                let stands = line.in_force && line.changed.is_none();
                let veiled = shown.did(line.number, G::revealed(before, events), stands);
                veiled.filter(|_| hidden).unwrap_or_else(|| did::<G>(command, events, !hidden))
            }
            Entry::Undid => shown.undid(),
            Entry::TakenBack { .. } if hidden => shown.undid(),
            Entry::TakenBack { because } => format!("{} because \"{because}\"", shown.undid()),
            Entry::Redid => shown.redid(),
            Entry::Amended { entry, command, .. } => {
                shown.did(line.number, Vec::new(), line.in_force);
                format!("entry {entry} amended: {}", G::told(command, !hidden))
            }
            Entry::Remarked { .. } if hidden => "a note".to_owned(),
            other @ (Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed) => {
                remark::<G>(other).unwrap_or_default()
            }
        };
        add(&mut lines, &mut values, line, &told);
    });
    (lines.join("\n"), Value::Array(values))
}

fn did<G: Companion>(command: &G::Command, events: &[play::EventOf<G>], over: bool) -> String {
    format!("{}: {}", G::told(command, over), said::<G>(events).join(" "))
}

fn add<G: Companion>(lines: &mut Vec<String>, values: &mut Vec<Value>, line: &HistoryLine<'_, G>, told: &str) {
    let fate = match line.changed {
        Some(change) => format!(" (amended by entry {})", change.by),
        None if line.in_force => String::new(),
        None => " (taken back)".to_owned(),
    };
    lines.push(format!("{:>4}  {told}{fate}", line.number));
    values.push(json!({ "id": line.number, "in_force": line.in_force, "text": told }));
}

/// Which entries have shown men, and which are in force or taken back.
#[derive(Default)]
struct Shown {
    squares: BTreeMap<usize, Vec<String>>,
    /// Entries taken back that have shown a man, or came after one that had.
    veiled: BTreeSet<usize>,
    done: Vec<usize>,
    undone: Vec<usize>,
}

impl Shown {
    /// Takes an entry; what is to be told of it where its own words would tell too much.
    fn did(&mut self, number: usize, squares: Vec<String>, stands: bool) -> Option<String> {
        let after = self.done.last().is_some_and(|before| self.veiled.contains(before));
        let told = match &squares[..] {
            [] => "a command".to_owned(),
            some => format!("a command that showed {}", super::table::men_on(some)),
        };
        let is_veiled = !stands && (after || !squares.is_empty());
        if is_veiled {
            self.veiled.insert(number);
        }
        self.squares.insert(number, squares);
        self.done.push(number);
        self.undone.clear();
        is_veiled.then_some(told)
    }

    fn undid(&mut self) -> String {
        let number = self.done.pop();
        self.undone.extend(number);
        self.of("undo", number)
    }

    fn redid(&mut self) -> String {
        let number = self.undone.pop();
        self.done.extend(number);
        self.of("redo", number)
    }

    fn of(&self, word: &str, number: Option<usize>) -> String {
        match number.and_then(|number| self.squares.get(&number)).filter(|squares| !squares.is_empty()) {
            Some(squares) => format!("{word} of what showed {}", super::table::men_on(squares)),
            None => word.to_owned(),
        }
    }
}
