//! Pages of the rulebook, and the map of what is refereed.
use serde_json::{Value, json};

use super::{fold_at, plain_table};
use naval::rulebook::{Paragraph, Rulebook, Status};

const STATUSES: [Status; 5] = [Status::Done, Status::Referee, Status::Physical, Status::Heading, Status::Later];

/// A paragraph's page: number, title, what it says, who decides it.
pub fn paragraph(paragraph: &Paragraph) -> String {
    let mut text = vec![format!("[{}] {}", paragraph.rule, paragraph.title)];
    text.extend([&paragraph.says, &who(paragraph)].map(|words| format!("  {}", fold_at(words, 2))));
    text.join("\n")
}

/// A paragraph in a line or a few: `[TF-8] Capture: ...`.
pub fn saying(paragraph: &Paragraph) -> String {
    fold_at(&format!("[{}] {}: {}", paragraph.rule, paragraph.title, paragraph.says), 2)
}

/// A list of paragraphs: number, title, status.
pub fn paragraphs(found: &[&Paragraph]) -> String {
    let row = |one: &&Paragraph| vec![format!("[{}]", one.rule), one.title.clone(), one.status.to_string()];
    plain_table(&["", "title", "decided by"], &[], found.iter().map(row).collect())
}

/// `{"rule":..., "title":..., "says":..., "status":...}`.
pub fn paragraph_json(paragraph: &Paragraph) -> Value {
    let mut value = serde_json::to_value(paragraph).unwrap_or(Value::Null);
    value["id"] = json!(paragraph.rule);
    value
}

/// Every paragraph with its status, and the sums.
pub fn coverage(book: &Rulebook) -> String {
    let all: Vec<&Paragraph> = book.paragraphs.iter().collect();
    let number = |status: Status| book.paragraphs.iter().filter(|one| one.status == status).count();
    let sums = STATUSES.map(|status| format!("{} {status}", number(status))).join(", ");
    format!("{}\n\n{} paragraphs: {sums}.", paragraphs(&all), book.paragraphs.len())
}

/// `[{"rule":"6.5.1","title":...,"status":...}]`.
pub fn coverage_json(book: &Rulebook) -> Value {
    let row = |one: &Paragraph| json!({ "id": one.rule, "rule": one.rule, "title": one.title, "status": one.status });
    book.paragraphs.iter().map(row).collect()
}

fn who(paragraph: &Paragraph) -> String {
    let switch = paragraph.switch.as_ref().map(|key| format!(" Optional: `{key}` in a scenario's options."));
    let by = match paragraph.status {
        Status::Done => "The program decides it.".to_owned(),
        Status::Referee => format!("The referee decides: {}", paragraph.prompt.as_deref().unwrap_or_default()),
        Status::Physical => "It concerns what lies on the table.".to_owned(),
        Status::Heading => "A heading.".to_owned(),
        Status::Later => "Not refereed yet.".to_owned(),
    };
    format!("{by}{}", switch.unwrap_or_default())
}
