//! The rulebook, paragraph by paragraph.
use crate::{Flaws, Path, Report, Sources};
use naval::rulebook::{Paragraph, Rulebook, Status};

const FILE: &str = "data/naval/rulebook.yaml";

/// Every paragraph of the book, in order.
///
/// # Errors
/// Every flaw of the file; a paragraph out of order, or one left to the referee without a prompt, is one.
pub fn rulebook(sources: &Sources) -> Result<Rulebook, Flaws> {
    let (mut report, root) = Report::open(FILE, sources.must(FILE)?)?;
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for (item, path) in report.items(&root, &Path::default()) {
        let Some(paragraph) = report.typed::<Paragraph>(item, &path) else { continue };
        check(&paragraph, paragraphs.last(), &path, &mut report);
        paragraphs.push(paragraph);
    }
    report.answer(Some(Rulebook { paragraphs }))
}

fn check(paragraph: &Paragraph, before: Option<&Paragraph>, path: &Path, report: &mut Report) {
    let Paragraph { rule, status, prompt, .. } = paragraph;
    if let Some(before) = before.filter(|before| *rule <= before.rule) {
        report.flaw(&path.key("rule"), format!("{rule} does not come after {}", before.rule));
    }
    if *status == Status::Referee && prompt.is_none() {
        report.flaw(path, format!("{rule} is left to the referee, but has no `prompt`"));
    }
}
