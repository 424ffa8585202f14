//! The rulebook, paragraph by paragraph.
use serde::Deserialize;

use super::{flaw::Flaws, place::Path, reading::Report, sources::Sources};
use naval::rulebook::{Paragraph, Rulebook};
use play::Rule;

const FILE: &str = "data/naval/rulebook.yaml";

/// A paragraph as its file says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    rule: Rule,
    title: String,
    says: String,
    status: naval::rulebook::Status,
    switch: Option<String>,
    prompt: Option<String>,
}

/// Every paragraph of the book, in order.
///
/// # Errors
/// Every flaw of the file; a paragraph out of order, or one left to the referee without a prompt, is one.
pub fn rulebook(sources: &Sources) -> Result<Rulebook, Flaws> {
    let (mut report, root) = Report::open(FILE, sources.must(FILE)?)?;
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for (item, path) in report.items(&root, &Path::default()) {
        let Some(record) = report.typed::<Record>(item, &path) else { continue };
        check(&record, paragraphs.last(), &path, &mut report);
        paragraphs.push(Paragraph {
            rule: record.rule,
            title: record.title,
            says: record.says,
            status: record.status,
            switch: record.switch,
            prompt: record.prompt,
        });
    }
    report.answer(Some(Rulebook { paragraphs }))
}

fn check(record: &Record, before: Option<&Paragraph>, path: &Path, report: &mut Report) {
    if let Some(before) = before.filter(|before| record.rule <= before.rule) {
        report.flaw(&path.key("rule"), format!("{} does not come after {}", record.rule, before.rule));
    }
    if record.status == naval::rulebook::Status::Referee && record.prompt.is_none() {
        report.flaw(path, format!("{} is left to the referee, but has no `prompt`", record.rule));
    }
}
