//! Pages of the rulebook, and the list of paragraphs with their deciders (program, referee or table).
use serde_json::{Value, json};

use super::{fold_paragraph, plain_table};
use naval::rulebook::{Paragraph, Rulebook, Ruling, Status};

const STATUSES: [Status; 5] = [Status::Done, Status::Referee, Status::Physical, Status::Heading, Status::Later];

/// Returns a paragraph's page: number, title, text, who decides it, and the rulings that interpret it.
pub fn paragraph(paragraph: &Paragraph, rulings: &[&Ruling]) -> String {
    let words = [Some(paragraph.says.clone()), Some(decider_sentence(paragraph)), rulings_line(rulings)];
    let words = words.into_iter().flatten().map(|words| format!("  {}", fold_paragraph(&words, 2)));
    [format!("[{}] {}", paragraph.rule, paragraph.title)].into_iter().chain(words).collect::<Vec<_>>().join("\n")
}

/// ``Rulings: Q19, Q33; see `kaiser rules Q19`.``
fn rulings_line(rulings: &[&Ruling]) -> Option<String> {
    let ids = ids(rulings);
    let rulings = if ids.len() == 1 { "Ruling" } else { "Rulings" };
    ids.first().map(|first| format!("{rulings}: {}; see `kaiser rules {first}`.", runs(&ids).join(", ")))
}

/// Shortens three or more consecutive ids to `H-2.7-1 to H-2.7-5`.
fn runs(ids: &[&str]) -> Vec<String> {
    let runs = ids.chunk_by(|id, next| {
        stem_and_number(id).is_some_and(|(stem, at)| stem_and_number(next) == Some((stem, at + 1)))
    });
    runs.map(|run| if let [first, _, .., last] = run { format!("{first} to {last}") } else { run.join(", ") }).collect()
}

/// Splits `H-2.7-5` into `H-2.7` and 5.
fn stem_and_number(id: &str) -> Option<(&str, u32)> {
    let (stem, at) = id.rsplit_once('-')?;
    Some((stem, at.parse().ok()?))
}

/// Returns the first id of each ruling.
fn ids<'r>(rulings: &[&'r Ruling]) -> Vec<&'r str> {
    rulings.iter().filter_map(|ruling| ruling.ids.first()).map(String::as_str).collect()
}

/// Returns a paragraph in one or a few lines: `[TF-8] Capture: ...`.
pub fn paragraph_text(paragraph: &Paragraph) -> String {
    fold_paragraph(&format!("[{}] {}: {}", paragraph.rule, paragraph.title, paragraph.says), 2)
}

/// Returns a ruling's page: id, title and paragraphs, then question, ruling, why, switch and see also.
pub fn ruling(ruling: &Ruling) -> String {
    let title = if ruling.title.is_empty() { String::new() } else { format!(" {}", ruling.title) };
    let rules: Vec<String> = ruling.rules.iter().map(|rule| format!(" [{rule}]")).collect();
    let mut text = vec![format!("[{}]{title}{}", ruling.ids.join(", "), rules.concat())];
    let parts = [
        ("Question", &*ruling.question),
        ("Ruling", &*ruling.ruling),
        ("Why", &*ruling.why),
        ("Switch", &*ruling.switch),
        ("See also", &*ruling.see_also),
    ];
    for (label, part) in parts.into_iter().filter(|(_, part)| !part.is_empty()) {
        let (first, rest) = part.split_once('\n').unwrap_or((part, ""));
        let begins_list = first.starts_with(['-', '|']);
        if begins_list {
            text.push(format!("  {label}:"));
        }
        let head = if begins_list { first.to_owned() } else { format!("{label}: {first}") };
        text.extend([&*head].into_iter().chain(rest.lines()).map(ruling_line));
    }
    text.join("\n")
}

fn ruling_line(line: &str) -> String {
    match line.strip_prefix("- ") {
        Some(item) => format!("  - {}", fold_paragraph(item, 4)),
        None => format!("  {}", fold_paragraph(line, 2)),
    }
}

/// Returns a list of paragraphs: number, title and decider.
pub fn paragraphs(paragraphs: &[&Paragraph]) -> String {
    list_paragraphs_and_rulings(paragraphs, &[])
}

/// The longest heading of a ruling in a list, in characters.
const LONGEST_HEADING: usize = 56;

/// Returns a list of paragraphs and rulings: number, title and decider.
pub fn list_paragraphs_and_rulings(paragraphs: &[&Paragraph], rulings: &[&Ruling]) -> String {
    let row = |paragraph: &&Paragraph| {
        vec![format!("[{}]", paragraph.rule), paragraph.title.clone(), decider(paragraph.status).to_owned()]
    };
    let ruling_row = |ruling: &&Ruling| {
        vec![format!("[{}]", ruling.ids.join(", ")), shortened(ruling.heading()), "a ruling".to_owned()]
    };
    let rows = paragraphs.iter().map(row).chain(rulings.iter().map(ruling_row)).collect();
    plain_table(&["", "title", "decided by"], &[], rows)
}

fn decider(status: Status) -> &'static str {
    match status {
        Status::Done => "the program",
        Status::Referee => "the referee",
        Status::Physical => "the table",
        Status::Heading => "(a heading)",
        Status::Later => "none yet",
    }
}

/// Returns a heading cut after a word, so that its row fits on one line.
fn shortened(heading: &str) -> String {
    if heading.chars().count() <= LONGEST_HEADING {
        return heading.to_owned();
    }
    let cut: String = heading.chars().take(LONGEST_HEADING - 3).collect();
    format!("{}...", cut.rsplit_once(' ').map_or(&*cut, |(words, _)| words))
}

pub fn found_json(paragraphs: &[&Paragraph], rulings: &[&Ruling]) -> Value {
    let rulings = rulings.iter().map(|ruling| json!(ruling));
    paragraphs.iter().map(|paragraph| paragraph_json(paragraph)).chain(rulings).collect()
}

/// Returns a paragraph's page as JSON, with the ids of its rulings under `rulings`.
pub fn paragraph_page_json(paragraph: &Paragraph, rulings: &[&Ruling]) -> Value {
    let mut value = paragraph_json(paragraph);
    value["rulings"] = json!(ids(rulings));
    value
}

/// `{"rule":..., "title":..., "says":..., "status":..., "id":...}`.
pub fn paragraph_json(paragraph: &Paragraph) -> Value {
    let mut value = serde_json::to_value(paragraph).unwrap_or(Value::Null);
    value["id"] = json!(paragraph.rule);
    value
}

/// Returns every paragraph with its decider, and the totals.
pub fn coverage(book: &Rulebook) -> String {
    let all: Vec<&Paragraph> = book.paragraphs.iter().collect();
    let number = |status: Status| book.paragraphs.iter().filter(|paragraph| paragraph.status == status).count();
    let [done, referee, physical, headings, later] = STATUSES.map(number);
    let sums = format!("the referee {referee}, the table {physical}, none yet {later}; headings {headings}");
    format!("{}\n\n{} paragraphs: the program {done}, {sums}.", paragraphs(&all), book.paragraphs.len())
}

/// `[{"id":"6.5.1","rule":"6.5.1","title":...,"status":...}]`.
pub fn coverage_json(book: &Rulebook) -> Value {
    let row = |paragraph: &Paragraph| json!({ "id": paragraph.rule, "rule": paragraph.rule, "title": paragraph.title, "status": paragraph.status });
    book.paragraphs.iter().map(row).collect()
}

fn decider_sentence(paragraph: &Paragraph) -> String {
    let switch = paragraph.switch.as_ref().map(|key| format!(" Optional: `{key}` in a scenario's options."));
    let decider_text = match paragraph.status {
        Status::Done => "The program decides it.".to_owned(),
        Status::Referee => format!("The referee decides: {}", paragraph.prompt.as_deref().unwrap_or_default()),
        Status::Physical => "It concerns things on the table.".to_owned(),
        Status::Heading => "A heading.".to_owned(),
        Status::Later => "Not refereed yet.".to_owned(),
    };
    format!("{decider_text}{}", switch.unwrap_or_default())
}
