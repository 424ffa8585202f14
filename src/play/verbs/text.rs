//! Finds, explains and prints verbs.
use std::ops::Range;

use super::{
    table::{Argument, CommandSpec, Grammar, Multiplicity, WhenMissing},
    words::{nearest, or_list},
};
use crate::{Hint, LineError};

/// Finds the verb for a lower-case word: in full, by a short form, or as an unambiguous start. If all fitting verbs
/// continue the shortest one, that one is meant. An error names the nearest verb, if any, or those that fit.
pub fn find<G: Grammar>(
    rows: impl Iterator<Item = &'static CommandSpec<G>> + Clone,
    key: &str,
    at: Range<usize>,
) -> Result<&'static CommandSpec<G>, LineError> {
    if let Some(row) = rows.clone().find(|row| row.is_called(key)) {
        return Ok(row);
    }
    let starts: Vec<&'static CommandSpec<G>> = rows.clone().filter(|row| row.word.starts_with(key)).collect();
    match starts[..] {
        [row] => Ok(row),
        [] => {
            let near = nearest(key, rows.clone().map(|row| row.word));
            let near = near.and_then(|near| rows.clone().find(|row| row.word == near));
            let hint = near.map_or_else(
                || "type " + Hint::line("help") + " for the commands",
                |near| format!("did you mean {}? For example: {}", near.word, near.example).into(),
            );
            Err(LineError::located(at, format!("There is no command \"{key}\".")).hint(hint))
        }
        _ => {
            let beginning =
                |row: &&&'static CommandSpec<G>| starts.iter().all(|other| other.word.starts_with(row.word));
            if let Some(shortest) = starts.iter().find(beginning) {
                return Ok(shortest);
            }
            let list = or_list(&starts.iter().map(|row| row.word).collect::<Vec<&str>>());
            Err(LineError::located(at, format!("\"{key}\" may be {list}.")).hint(format!("type more letters: {list}")))
        }
    }
}

/// Returns the usage of a verb: `repair SHIP HIT`.
pub fn usage<G: Grammar>(row: &CommandSpec<G>) -> String {
    if !row.usage.is_empty() {
        return row.usage.to_owned();
    }
    let slots = row.slots.iter().map(slot_usage).filter(|shown| !shown.is_empty()).map(|shown| format!(" {shown}"));
    let own = format!("{}{}", row.word, slots.collect::<String>());
    row.other_form.map_or(own.clone(), |(_, other)| format!("{own} | {}", usage(other)))
}

fn slot_usage<G: Grammar>(slot: &Argument<G>) -> String {
    if slot.shown.is_empty() || slot.shown.starts_with('[') {
        return slot.shown.to_owned();
    }
    let key = slot.key().filter(|_| !slot.silent).map_or_else(String::new, |key| format!("{key} "));
    let dots = if slot.many == Multiplicity::One { "" } else { "..." };
    let shown = if slot.shown == slot.key().unwrap_or("") { slot.shown.to_owned() } else { key + slot.shown + dots };
    if matches!(slot.when_missing, WhenMissing::Nothing) { format!("[{shown}]") } else { shown }
}

/// Returns the help page of a verb: `target (t, aim): declare fire [3.3.5]`, its usage, `example` and notes. `example`
/// is the row's own, or one from the current game.
pub fn page<G: Grammar>(row: &CommandSpec<G>, example: &str) -> String {
    let rule = row.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let short = if row.aliases.is_empty() { String::new() } else { format!(" ({})", row.aliases.join(", ")) };
    let (word, says, about) = (row.word, row.summary, row.about);
    let page = format!("{word}{short}: {says}{rule}\nusage:   {}\nexample: {example}\n{about}", usage(row));
    page.trim_end().to_owned()
}

/// Prints filled slots as one line. Reading it fills them again.
pub fn print<G: Grammar>(state: &G::State, row: &CommandSpec<G>, values: &[Vec<G::Value>]) -> String {
    let mut line = row.word.to_owned();
    for (index, slot) in row.slots.iter().enumerate() {
        let values = values.get(index).map_or(&[][..], Vec::as_slice);
        let mut parts: Vec<String> = values.iter().map(|value| G::print(state, value)).collect();
        let key = slot.key().filter(|_| !slot.silent);
        if parts.is_empty() {
            parts.extend(
                slot.empty_words
                    .first()
                    .or(key.as_ref())
                    .filter(|_| slot.is_always_printed)
                    .map(|word| (*word).to_owned()),
            );
        } else if let Some(key) = key {
            let keyed = if slot.many == Multiplicity::Each { parts.len() } else { 1 };
            parts.iter_mut().take(keyed).for_each(|part| *part = format!("{key} {part}").trim_end().to_owned());
        }
        if !parts.is_empty() {
            line.push(' ');
            line.push_str(&parts.join(slot.separator));
        }
    }
    line
}
