//! The menu of everything to play, filtered while the person types.
use std::rc::Rc;

use super::{open, output, prompt::Keyboard, terminal};
use session::{Input, Refusal};

pub struct Item {
    /// Its name, as it is typed.
    pub name: String,
    pub description: String,
    /// The arguments of `kaiser` that play it.
    pub words: Vec<String>,
}

/// Lines of a terminal that does not report its height.
const DEFAULT_LINES: usize = 24;
/// Lines needed by the question, the note on further items, and the line above.
const RESERVED_LINES: usize = 3;
const YEAR_DIGITS: usize = 4;
/// Columns of the mark and the number before an item.
const MARK_COLUMNS: usize = 6;
/// Columns of a name, so that most descriptions align.
const NAME_COLUMNS: usize = 24;

/// Asks what to play. `None` when the person leaves.
///
/// The list below the typed line shows what matches it. Enter takes the first item. A number or a complete name takes
/// that item, and the name of an unlisted file takes the file. After an answer without a match it asks again.
pub fn choose(keyboard: &Keyboard, items: &Rc<Vec<Item>>) -> Result<Option<Vec<String>>, Refusal> {
    let listed = items.clone();
    let below = move |typed: &str| list_below(&listed, typed);
    loop {
        let question = "Which game? (type to filter, < quits) ";
        let Input::Line(typed) = keyboard.read_with_list(question, Rc::new(below.clone()))? else { return Ok(None) };
        let typed = typed.trim();
        if matches!(typed.to_lowercase().as_str(), "<" | "q" | "quit" | "exit") {
            return Ok(None);
        }
        let matches = matching_items(items, typed);
        if let Some(place) = item_named(items, typed).or_else(|| matches.first().copied().filter(|_| !is_file(typed))) {
            return Ok(Some(items[place].words.clone()));
        }
        if is_file(typed) {
            return Ok(Some(vec!["play".to_owned(), "--".to_owned(), typed.to_owned()]));
        }
        output::note(&format!("\"{typed}\" is not one of the choices."));
        keyboard.note_message();
    }
}

/// Whether an unlisted file is meant.
fn is_file(typed: &str) -> bool {
    open::is_yaml(typed.as_ref()) || open::is_journal(typed)
}

/// Returns the item with that number, from 1, or with exactly that name.
fn item_named(items: &[Item], typed: &str) -> Option<usize> {
    let number =
        typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|index| *index < items.len());
    number.or_else(|| items.iter().position(|item| item.name.eq_ignore_ascii_case(typed)))
}

/// Returns the items that match, the best first: by number or name, by the start of the name, then by all words in name
/// or description. Only if none of these finds any: by the letters of the name in order.
fn matching_items(items: &[Item], typed: &str) -> Vec<usize> {
    let wanted = typed.trim().to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let name = |index: usize| items[index].name.to_lowercase();
    let text = |index: usize| format!("{} {}", items[index].name, items[index].description).to_lowercase();
    let all = || 0..items.len();
    let exact = item_named(items, &wanted);
    // A number of a few digits is never part of a year, nor is one below 0.
    if wanted.parse::<i64>().is_ok() && wanted.len() < YEAR_DIGITS {
        return exact.into_iter().collect();
    }
    let starting = all().filter(|index| name(*index).starts_with(&wanted));
    let holding = all()
        .filter(|index| !name(*index).starts_with(&wanted) && words.iter().all(|word| text(*index).contains(word)));
    let mut matches: Vec<usize> = exact.into_iter().collect();
    matches.extend(starting.chain(holding).filter(|index| Some(*index) != exact));
    if matches.is_empty() {
        matches.extend(all().filter(|index| has_in_order(&name(*index), &wanted)));
    }
    matches
}

/// Whether a name contains these letters in this order, possibly with others between them.
fn has_in_order(name: &str, letters: &str) -> bool {
    let mut name = name.chars();
    letters.chars().filter(|letter| !letter.is_whitespace()).all(|letter| name.any(|other| other == letter))
}

/// Builds the list below the line, with as many complete items as fit the terminal.
fn list_below(items: &[Item], typed: &str) -> String {
    let matches = matching_items(items, typed);
    let columns = terminal::columns_of(|| Some(dialoguer::console::Term::stdout())).unwrap_or(show::lines::WIDTH);
    let room = terminal::lines().unwrap_or(DEFAULT_LINES).saturating_sub(RESERVED_LINES).max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut shown = 0;
    for index in &matches {
        let mark = if shown == 0 { '>' } else { ' ' };
        let item = item_lines(*index, &items[*index], mark, columns.saturating_sub(1));
        if 0 < shown && room < lines.len() + item.len() {
            break;
        }
        lines.extend(item);
        shown += 1;
    }
    match matches.len() - shown {
        0 if matches.is_empty() => lines.push("  no game of that name".to_owned()),
        0 => {}
        more => lines.push(format!("  and {more} more")),
    }
    lines.iter().map(|line| format!("\n{}", output::visible(line))).collect()
}

/// Lays out an item on as few lines as possible.
fn item_lines(index: usize, item: &Item, mark: char, columns: usize) -> Vec<String> {
    let text = format!("{mark} {:>2}  {:<NAME_COLUMNS$} {}", index + 1, item.name, item.description);
    if text.chars().count() <= columns {
        return vec![text];
    }
    let text =
        show::lines::wrapped(&format!("{}: {}", item.name, item.description), columns.saturating_sub(MARK_COLUMNS));
    let line = |(part, words): (usize, &str)| {
        let number = if part == 0 { format!("{mark} {:>2}", index + 1) } else { String::new() };
        format!("{number:<MARK_COLUMNS$}{words}")
    };
    text.lines().enumerate().map(line).collect()
}
