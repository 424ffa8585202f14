//! Building blocks of all pages: sentences, aligned blocks, plain tables, dice.
use std::fmt::Display;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, Width, presets};

use naval::model::{Purpose, ShipType};
use naval::{Id, State};
use play::{Roll, Source};

/// Columns of a page and of its tables.
pub const WIDTH: usize = 80;

/// The gap between two columns of a table, and the extra indent of continuation lines.
const GAP: usize = 2;

/// The indent of an entry's lines in a log. Columns are laid out for the remaining width.
pub(super) const LOG_INDENT: usize = 6;

/// The longest bracketed group that is kept on one line.
const MAX_GROUP_WIDTH: usize = 30;

/// `1 hit`, `2 hits`, `2 batteries`: for words with a plural in -s, or -ies for -y.
pub fn count(number: impl Display, thing: &str) -> String {
    let number = number.to_string();
    match thing.strip_suffix('y') {
        _ if number == "1" => format!("1 {thing}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {thing}s"),
    }
}

/// Returns numbers up to twelve as words, higher ones as digits.
pub(super) fn number_word(number: u32) -> String {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = number.checked_sub(1).and_then(|index| WORDS.get(index as usize));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Returns the verb that agrees with a unit's name: `2nd Division makes`, `Vladivostok cruisers make`.
pub(super) fn verb_for<'v>(state: &State, unit: &Id, singular: &'v str, plural: &'v str) -> &'v str {
    if has_plural_name(state, unit) { plural } else { singular }
}

/// Whether a unit is a division of several ships with a plural name.
pub(super) fn has_plural_name(state: &State, unit: &Id) -> bool {
    state.division(unit).is_some_and(|division| 1 < division.ships.len() && is_plural(state.name(unit)))
}

/// Whether a name is plural, as `Old cruisers`: before a comma, bracket or `with` it ends in one s or contains `and`.
fn is_plural(name: &str) -> bool {
    let head = name.split([',', '(']).next().unwrap_or(name);
    let head = head.split(" with ").next().unwrap_or(head).trim();
    let last = head.rsplit(' ').next().unwrap_or(head);
    head.contains(" and ") || (last.ends_with('s') && !last.ends_with("ss"))
}

/// `Asahi`, `Asahi and Mikasa`, `Asahi, Mikasa and Fuji`, or `none` without items.
pub(super) fn list(items: impl IntoIterator<Item: Display>) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        None => "none".to_owned(),
        Some(only) if items.is_empty() => only,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

/// Returns the names of ships, divisions or sides: `Asahi, Mikasa and Fuji`.
pub(super) fn name_list<'s, Kind: 's>(state: &'s State, ids: impl IntoIterator<Item = &'s Id<Kind>>) -> String {
    list(ids.into_iter().map(|id| state.name(id)))
}

/// `3`, `3-5`: a range of faces, turns or rolls.
pub(super) fn span<N: PartialEq + Display>(from: N, to: N) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

/// `1-3 Rurik, 4-6 Gromoboi`: the same number of die faces for each.
pub(super) fn faces_for_each(items: impl ExactSizeIterator<Item = impl Display>, sides: u8) -> String {
    let (sides, count) = (usize::from(sides), items.len());
    let even = 0 < count && sides.is_multiple_of(count);
    let each = if even { sides / count } else { 1 };
    let faces = |index: usize| span(index * each + 1, (index + 1) * each);
    let shares = joined(items.enumerate().map(|(index, item)| format!("{} {item}", faces(index))), ", ");
    let again = if even { "" } else { "; roll again if higher" };
    format!("{shares}{again}")
}

pub(super) fn joined(things: impl IntoIterator<Item: Display>, between: &str) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(between)
}

/// Returns lines after a blank line, if there are any lines.
pub(super) fn after_blank_line(lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { lines } else { [vec![String::new()], lines].concat() }
}

pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a navy's name from its id: `Austria-Hungary`, `United States`.
pub fn navy_name(id: &Id) -> String {
    if *id == "usa" { "United States".to_owned() } else { joined(id.as_str().split('-').map(capital), "-") }
}

/// ` of the Asahi class`. A remark in brackets follows; a plural or description gets no "class":
/// ` of the A B C and D classes (27- and 30-knotters)`, ` of the river gunboats`.
pub fn of_class(class: &str) -> String {
    const PLURAL: [&str; 10] = [
        "classes",
        "boats",
        "gunboats",
        "destroyers",
        "types",
        "type",
        "liners",
        "liners with 6 in",
        "specials",
        "leaders",
    ];
    let (name, aside) = class.split_once(" (").map_or((class, None), |(name, aside)| (name, Some(aside)));
    let many = PLURAL.iter().any(|word| name.ends_with(word)) || name.ends_with("cutters");
    let word = if many { "" } else { " class" };
    format!(" of the {name}{word}{}", aside.map(|aside| format!(" ({aside}")).unwrap_or_default())
}

pub fn type_word(kind: ShipType) -> &'static str {
    match kind {
        ShipType::BB => "battleship",
        ShipType::OBB => "old battleship",
        ShipType::BC => "battlecruiser",
        ShipType::CA => "armoured cruiser",
        ShipType::CL => "light cruiser",
        ShipType::CP => "protected cruiser",
        ShipType::TBD => "destroyer",
        ShipType::TB => "torpedo boat",
        ShipType::MM => "merchantman",
        ShipType::CB => "coast battery",
    }
}

/// Returns a person's own words, with a mark at the end.
pub(super) fn with_full_stop(words: &str) -> String {
    let words = words.trim();
    if words.ends_with(['.', '!', '?']) { words.to_owned() } else { format!("{words}.") }
}

/// Returns dice in order, each run marked as typed or rolled: `typed 3 9`, `typed 3, rolled 9`.
pub(super) fn faces<'a>(rolls: impl IntoIterator<Item = &'a Roll<Purpose>>) -> String {
    let mut text = String::new();
    let mut last = None;
    for roll in rolls {
        if last != Some(roll.source) {
            text += if last.is_some() { ", " } else { "" };
            text += match roll.source {
                Source::Typed => "typed",
                Source::Rolled => "rolled",
            };
            last = Some(roll.source);
        }
        text += &format!(" {}", roll.face);
    }
    text
}

/// Returns results with dice: ` (D10: typed 4)`, ` (D6: rolled 5; D10: rolled 10)`, or nothing if no die was rolled.
pub(super) fn dice_note(rolls: &[Roll<Purpose>]) -> String {
    let kind_text = |rolls: &[Roll<Purpose>]| format!("D{}: {}", rolls[0].sides, faces(rolls));
    let kinds: Vec<String> = rolls.chunk_by(|left, right| left.sides == right.sides).map(kind_text).collect();
    if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join("; ")) }
}

/// A line of a ruling: the number needed, the terms of its sum, and the dice.
pub(super) struct RulingLine {
    pub label: String,
    pub terms: Vec<String>,
    pub rolled: Option<String>,
}

/// Returns lines below a headline: labels, arithmetic and dice, each in a column.
///
/// Arithmetic too long for a line is folded. Dice that do not fit beside it go below it.
pub(super) fn aligned_block(lines: &[RulingLine]) -> Vec<String> {
    const INDENT: usize = 2;
    const COLUMN_GAP: usize = 3;
    let columns = WIDTH - LOG_INDENT;
    let column = INDENT + 1 + lines.iter().map(|line| width(&line.label)).max().unwrap_or(0);
    let folded: Vec<Vec<String>> = lines.iter().map(|line| fill_lines(&line.terms, "  ", columns - column)).collect();
    let end_column = |parts: &[String]| column + parts.last().map_or(0, |last| width(last)) + COLUMN_GAP;
    let rolls = || lines.iter().zip(&folded).filter_map(|(line, parts)| Some((line.rolled.as_ref()?, parts)));
    let room = columns - rolls().map(|(rolled, _)| width(rolled)).max().unwrap_or(0).min(columns);
    let dice_column = rolls().map(|(_, parts)| end_column(parts)).filter(|end| *end <= room).max().unwrap_or(column);
    let mut text = Vec::new();
    for (line, parts) in lines.iter().zip(&folded) {
        let mut head = format!("{:INDENT$}{:<room$}", "", line.label, room = column - INDENT);
        for part in parts {
            text.push(format!("{head}{part}"));
            head = format!("{:column$}", "");
        }
        match (&line.rolled, text.last_mut()) {
            (Some(rolled), Some(last)) if !parts.is_empty() && end_column(parts) <= dice_column => {
                *last = format!("{last:<dice_column$}{rolled}");
            }
            (Some(rolled), _) => text.push(format!("{head}{rolled}")),
            (None, _) => {}
        }
    }
    text
}

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Returns a sentence on one line, however long. `page` folds it later.
pub(super) fn unfolded(text: &str, indent: usize) -> String {
    format!("{:indent$}{}", "", joined(text.split_whitespace(), " "))
}

/// Returns a sentence as lines of a page. Lines after the first are indented two more columns.
pub(super) fn sentence(text: &str, indent: usize) -> Vec<String> {
    folded_sentence(text, indent, WIDTH)
}

fn folded_sentence(text: &str, indent: usize, columns: usize) -> Vec<String> {
    let first = format!("{:indent$}{text}", "");
    if width(&first) <= columns {
        return vec![first];
    }
    let text = joined(text.split_whitespace(), " ");
    let lines = fold_line(&text, 0, columns - indent - GAP).into_iter().enumerate();
    lines.map(|(at, line)| format!("{:room$}{line}", "", room = if at == 0 { indent } else { indent + GAP })).collect()
}

/// Folds a text for a terminal: no line is longer than `columns`, and lines break only between words.
///
/// Continuation lines start below the words after a label, number or list mark, otherwise two columns
/// further in. A paragraph in brackets stays with the word before it. Lines that fit stay unchanged, and
/// columns of tables keep their distance.
pub fn wrapped(text: &str, columns: usize) -> String {
    joined(text.split('\n').flat_map(|line| fold_line(line, continuation_indent(line, columns), columns)), "\n")
}

/// Folds a text with one sentence per line for a page indented by `indent` columns. Lines with columns are
/// laid out already and stay unchanged.
pub fn page(text: &str, indent: usize) -> Vec<String> {
    let columns = WIDTH.saturating_sub(indent);
    let fold = |line: &str| {
        let words = line.trim_start_matches(' ');
        if words.contains("  ") {
            return vec![line.to_owned()];
        }
        folded_sentence(words, line.len() - words.len(), columns)
    };
    text.lines().flat_map(fold).collect()
}

/// Returns the indent of a line's continuation.
fn continuation_indent(line: &str, columns: usize) -> usize {
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    let first = words.split(' ').next().unwrap_or_default();
    let is_mark = first == "-" || first == "error:" || first.trim_end_matches('.').parse::<u32>().is_ok();
    let label = words.find("  ").map(|at| {
        let gap = words[at..].len() - words[at..].trim_start_matches(' ').len();
        indent + width(&words[..at]) + gap
    });
    match label {
        Some(column) if column <= columns / 2 => column,
        Some(_) | None if is_mark => indent + first.len() + 1,
        Some(_) | None => indent + GAP,
    }
}

/// Folds a line to as few lines as possible, all but the first indented by `hang`. A word too wide gets its own line.
pub(super) fn fold_line(line: &str, hang: usize, columns: usize) -> Vec<String> {
    if width(line) <= columns {
        return vec![line.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for (gap, word) in kept_together(line) {
        match lines.last_mut() {
            Some(last) if width(last) + gap + width(&word) <= columns => {
                *last += &format!("{:gap$}{word}", "");
            }
            last => {
                let before = if last.is_none() { gap } else { hang };
                // A word too long for its indent is indented less.
                let before = before.min(columns.saturating_sub(width(&word)));
                lines.push(format!("{:before$}{word}", ""));
            }
        }
    }
    lines
}

/// Returns words that stay together, each with the number of spaces before it: a citation with the word before it,
/// and a short bracketed group.
fn kept_together(line: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let (mut gap, mut open) = (0, false);
    for word in line.split(' ') {
        if word.is_empty() {
            gap += 1;
            continue;
        }
        // Paragraphs begin with a number, or with the capital letter of their book.
        let is_of_a_paragraph = |letter: char| letter.is_ascii_digit() || letter.is_ascii_uppercase();
        let cites = word.strip_prefix('[').is_some_and(|cited| cited.starts_with(is_of_a_paragraph));
        match words.last_mut() {
            Some((_, last)) if gap == 1 && (cites || (open && width(last) + width(word) < MAX_GROUP_WIDTH)) => {
                *last += &format!(" {word}");
            }
            Some(_) | None => words.push((gap, word.to_owned())),
        }
        open = (open || word.starts_with('[')) && !word.contains(']');
        gap = 1;
    }
    words
}

/// Joins parts into as few lines as fit.
pub(super) fn fill_lines(parts: &[String], between: &str, columns: usize) -> Vec<String> {
    filled(parts, between, |line| width(line) <= columns)
}

/// Returns a headline, and below it the parts of a sum on as few lines as fit, indented two columns.
pub(super) fn below_headline(mut lines: Vec<String>, parts: &[String]) -> Vec<String> {
    lines.extend(fill_lines(parts, "  ", WIDTH - LOG_INDENT - 2).into_iter().map(|line| format!("  {line}")));
    lines
}

/// Folds a paragraph at its spaces, indenting all lines but the first by `indent`.
pub fn fold_paragraph(text: &str, indent: usize) -> String {
    fold_line(&joined(text.split_whitespace(), " "), 0, WIDTH - indent).join(&format!("\n{:indent$}", ""))
}

/// Returns a table without frame: a rule below its heading, two spaces between columns.
pub fn plain_table(heading: &[&str], numeric: &[usize], rows: Vec<Vec<String>>) -> String {
    trimmed(&unpadded_table(heading, numeric, rows, 1))
}

/// Returns a plain table with one space between columns. The first is `room` wide, or as wide as a longer heading.
pub(super) fn close_table(heading: &[&str], numeric: &[usize], rows: Vec<Vec<String>>, room: usize) -> String {
    let mut table = unpadded_table(heading, numeric, rows, 0);
    if let Some(first) = table.column_mut(0) {
        // Without rows, the column must still fit its heading.
        let room = room.max(heading.first().map_or(0, |title| width(title)));
        first.set_constraint(ColumnConstraint::Absolute(Width::Fixed(room as u16)));
    }
    trimmed(&table)
}

fn unpadded_table(heading: &[&str], numeric: &[usize], rows: Vec<Vec<String>>, padding: u16) -> Table {
    let longest = longest_words(heading, &rows);
    let words: Vec<String> = rows.iter().flatten().flat_map(|cell| cell.split(' ')).map(str::to_owned).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('-').junction('-')));
    table.set_header(heading.to_vec());
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH as u16);
    table.add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, padding));
        if numeric.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    // If a word such as an id would be cut, give each column its longest word's width, with no padding if necessary.
    let page = trimmed(&table);
    let is_cut = words.iter().any(|word| !page.contains(word.as_str()));
    let padding = [padding, 0].into_iter().find(|padding| is_cut && width_of_words(&longest, *padding) <= WIDTH);
    if let Some(padding) = padding {
        for (column, word) in table.column_iter_mut().zip(longest) {
            column.set_padding((0, padding));
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(word as u16 + padding)));
        }
    }
    table
}

/// Returns the width of a table with columns as wide as their longest words.
fn width_of_words(longest: &[usize], padding: u16) -> usize {
    longest.iter().map(|word| word + usize::from(padding) + 1).sum::<usize>().saturating_sub(1)
}

/// Returns the length of the longest word of each column.
fn longest_words(heading: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let longest = |text: &str| text.split(' ').map(width).max().unwrap_or(0);
    let cells = |index: usize| rows.iter().filter_map(move |row| row.get(index)).map(|cell| longest(cell));
    heading.iter().enumerate().map(|(index, title)| cells(index).max().unwrap_or(0).max(longest(title))).collect()
}

/// Returns a table's text without trailing spaces.
pub(super) fn trimmed(table: &Table) -> String {
    joined(table.lines().map(|line| line.trim_end().to_owned()), "\n")
}

/// Fills lines with words as long as they fit. A word that fits nowhere gets a line.
pub(crate) fn filled(words: impl IntoIterator<Item: Display>, gap: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let longer = lines.last().map(|line| format!("{line}{gap}{word}")).filter(|longer| fits(longer));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) => *line = longer,
            (_, _) => lines.push(word.to_string()),
        }
    }
    lines
}
