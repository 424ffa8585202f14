//! The log of a board game.
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{BoardGame, event_sentences, pieces_on};
use crate::story::{new_dice_text, remark};
use play::{
    Game,
    journal::{Entry, HistoryLine, Journal},
};

/// Returns the log as text and JSON. While pieces are hidden, neither shows the kind of a piece whose reveal was
/// undone, nor any later undone command: how far the piece moved would reveal its kind too.
pub fn log_of<G: BoardGame>(journal: &Journal<G>) -> (String, Value) {
    let hidden = G::HIDES && !G::is_over(journal.state());
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    let mut shown = RevealedPieces::default();
    journal.walk(|line, before| {
        let text = match line.entry {
            Entry::Did { command, events, .. } => {
                let substitute = shown.add(line, G::revealed(before, events), line.is_active && line.changed.is_none());
                let full_text =
                    || format!("{}: {}", G::log_text(command, !hidden), event_sentences::<G>(events).join(" "));
                substitute.filter(|_| hidden).unwrap_or_else(full_text)
            }
            Entry::TakenBack { from, because } => {
                let because = because.as_ref().filter(|_| !hidden).map(|because| format!(" because \"{because}\""));
                shown.undo_text(&format!("undo {from}"), &line.moved_entries) + &because.unwrap_or_default()
            }
            Entry::Redid { to } => shown.undo_text(&format!("redo {to}"), &line.moved_entries),
            Entry::Amended { entry, .. } => {
                shown.add(line, Vec::new(), line.is_active);
                let command = line.command().map(|command| G::log_text(command, !hidden)).unwrap_or_default();
                format!("entry {entry} amended: {command}{}", new_dice_text(line.entry))
            }
            Entry::Remarked { .. } if hidden => "a note".to_owned(),
            other @ (Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed) => {
                remark::<G>(other).unwrap_or_default()
            }
        };
        let fate = match line.changed {
            Some(change) => format!(" (amended by entry {})", change.by),
            None if line.is_active => String::new(),
            None => " (undone)".to_owned(),
        };
        lines.push(format!("{:>4}  {text}{fate}", line.number));
        values.push(json!({ "id": line.number, "in_force": line.is_active, "text": text }));
    });
    (lines.join("\n"), Value::Array(values))
}

/// The entries that revealed pieces.
#[derive(Default)]
struct RevealedPieces {
    squares: BTreeMap<usize, Vec<String>>,
    /// Undone entries that revealed a piece, or that followed one that did.
    hidden_entries: BTreeSet<usize>,
}

impl RevealedPieces {
    /// Adds an entry. Returns a substitute text if the entry's own words would reveal too much.
    fn add<G: Game>(&mut self, line: &HistoryLine<'_, G>, squares: Vec<String>, is_effective: bool) -> Option<String> {
        let follows_hidden = line.previous.is_some_and(|before| self.hidden_entries.contains(&before));
        let substitute = match &squares[..] {
            [] => "a command".to_owned(),
            some => format!("a command that revealed {}", pieces_on(some)),
        };
        let is_veiled = !is_effective && (follows_hidden || !squares.is_empty());
        self.hidden_entries.extend(is_veiled.then_some(line.number));
        self.squares.insert(line.number, squares);
        is_veiled.then_some(substitute)
    }

    /// Words an undo or redo.
    fn undo_text(&self, words: &str, entries: &[usize]) -> String {
        let squares = entries.iter().filter_map(|number| self.squares.get(number)).flatten().cloned();
        match &squares.collect::<Vec<String>>()[..] {
            [] => words.to_owned(),
            squares => format!("{words} of a command that revealed {}", pieces_on(squares)),
        }
    }
}
