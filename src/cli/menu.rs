//! The list of what there is to play, filtered while the person types.
use std::rc::Rc;

use super::{open, output, prompt::Keyboard, terminal};
use session::{Refusal, Typed};

/// Something to play.
pub struct Item {
    /// As it is typed.
    pub name: String,
    /// What it is.
    pub says: String,
    /// What stands behind `kaiser` on the command line that plays it.
    pub words: Vec<String>,
}

/// Lines of a terminal that says nothing of its height.
const LINES: usize = 24;
/// Lines that the question, the rest of the list and the line above need.
const AROUND: usize = 3;
/// Digits of a year.
const YEAR: usize = 4;
/// Columns of the mark and the number before an item.
const MARK: usize = 6;
/// Columns of a name, so that what is said of most things stands in one column.
const NAME: usize = 24;

/// Asks what to play; `None` when the person leaves.
///
/// The list stands under the line that is typed and shows what it matches. Enter takes the first of it, a number or a
/// whole name takes what has it, and the name of a file that is not listed takes the file. An answer that matches nothing
/// is asked again.
pub fn choose(keyboard: &Keyboard, items: &Rc<Vec<Item>>) -> Result<Option<Vec<String>>, Refusal> {
    let listed = items.clone();
    let below = move |typed: &str| shown(&listed, typed);
    loop {
        let question = "Play what? (type to filter, < leaves) ";
        let Typed::Line(typed) = keyboard.with_list(question, Rc::new(below.clone()))? else { return Ok(None) };
        let typed = typed.trim();
        if matches!(typed.to_lowercase().as_str(), "<" | "q" | "quit" | "exit") {
            return Ok(None);
        }
        let found = found(items, typed);
        if let Some(place) = named(items, typed).or_else(|| found.first().copied().filter(|_| !is_file(typed))) {
            return Ok(Some(items[place].words.clone()));
        }
        if is_file(typed) {
            return Ok(Some(vec!["play".to_owned(), "--".to_owned(), typed.to_owned()]));
        }
        output::aside(&format!("\"{typed}\" is none of them."));
        keyboard.told();
    }
}

/// Whether a file is meant that is not listed.
fn is_file(typed: &str) -> bool {
    open::is_yaml(typed.as_ref()) || open::is_journal(typed)
}

/// The item of that number, from 1, or of exactly that name.
fn named(items: &[Item], typed: &str) -> Option<usize> {
    let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|at| *at < items.len());
    number.or_else(|| items.iter().position(|item| item.name.eq_ignore_ascii_case(typed)))
}

/// Items that match what is typed, the best first: by number or name, by the start of the name, by all of its words, by
/// its letters in their order. Where one of these ways finds something, the ways after it are not asked.
fn found(items: &[Item], typed: &str) -> Vec<usize> {
    let wanted = typed.trim().to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let name = |at: usize| items[at].name.to_lowercase();
    let text = |at: usize| format!("{} {}", items[at].name, items[at].says).to_lowercase();
    let all = || 0..items.len();
    let first = named(items, &wanted);
    // A number of a few digits is no part of a year, nor one below 0.
    if wanted.parse::<i64>().is_ok() && wanted.len() < YEAR {
        return first.into_iter().collect();
    }
    let starting = all().filter(|at| name(*at).starts_with(&wanted));
    let holding =
        all().filter(|at| !name(*at).starts_with(&wanted) && words.iter().all(|word| text(*at).contains(word)));
    let mut found: Vec<usize> = first.into_iter().collect();
    found.extend(starting.chain(holding).filter(|at| Some(*at) != first));
    if found.is_empty() {
        found.extend(all().filter(|at| has_in_order(&name(*at), &wanted)));
    }
    found
}

/// Whether a name has these letters in their order, with others between them.
fn has_in_order(name: &str, letters: &str) -> bool {
    let mut name = name.chars();
    letters.chars().filter(|letter| !letter.is_whitespace()).all(|letter| name.any(|other| other == letter))
}

/// The list under the line: as many items as the terminal has room for, each whole.
fn shown(items: &[Item], typed: &str) -> String {
    let found = found(items, typed);
    let columns = terminal::columns_of(|| Some(dialoguer::console::Term::stdout())).unwrap_or(show::lines::WIDTH);
    let room = terminal::lines().unwrap_or(LINES).saturating_sub(AROUND).max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut told = 0;
    for at in &found {
        let mark = if told == 0 { '>' } else { ' ' };
        let item = line(*at, &items[*at], mark, columns.saturating_sub(1));
        if 0 < told && room < lines.len() + item.len() {
            break;
        }
        lines.extend(item);
        told += 1;
    }
    match found.len() - told {
        0 if found.is_empty() => lines.push("  nothing of that name".to_owned()),
        0 => {}
        more => lines.push(format!("  and {more} more")),
    }
    lines.iter().map(|line| format!("\n{}", output::visible(line))).collect()
}

/// An item on as few lines as hold it.
fn line(at: usize, item: &Item, mark: char, columns: usize) -> Vec<String> {
    let text = format!("{mark} {:>2}  {:<NAME$} {}", at + 1, item.name, item.says);
    if text.chars().count() <= columns {
        return vec![text];
    }
    let text = show::lines::wrapped(&format!("{}: {}", item.name, item.says), columns.saturating_sub(MARK));
    let line = |(part, words): (usize, &str)| {
        let number = if part == 0 { format!("{mark} {:>2}", at + 1) } else { String::new() };
        format!("{number:<MARK$}{words}")
    };
    text.lines().enumerate().map(line).collect()
}
