//! Reads the rulebooks of the naval game and of the other games, paragraph by paragraph.
use crate::{DataErrors, KeyPath, Report, Sources};
use naval::rulebook::{Paragraph, Rulebook, Status};

const NAVAL: &str = "data/naval/rulebook.yaml";
const OTHERS: &str = "data/boards/rulebook.yaml";

/// Reads every paragraph of the naval book, in order.
///
/// # Errors
/// Returns every error in the file, including paragraphs out of order or left to the referee without a prompt.
pub fn rulebook(sources: &Sources) -> Result<Rulebook, DataErrors> {
    read(sources, NAVAL)
}

/// Reads every paragraph and ruling of the board games and the campaign, book by book.
///
/// # Errors
/// See [`rulebook`].
pub fn other_rulebooks(sources: &Sources) -> Result<Rulebook, DataErrors> {
    read(sources, OTHERS)
}

fn read(sources: &Sources, file: &str) -> Result<Rulebook, DataErrors> {
    let (mut report, root) = Report::parse(file, sources.required_text(file)?)?;
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for (item, path) in report.read_items(&root, &KeyPath::default()) {
        let Some(paragraph) = report.read_typed::<Paragraph>(item, &path) else { continue };
        check(&paragraph, paragraphs.last(), &path, &mut report);
        paragraphs.push(paragraph);
    }
    report.into_result(Some(Rulebook { paragraphs }))
}

fn check(paragraph: &Paragraph, before: Option<&Paragraph>, path: &KeyPath, report: &mut Report) {
    let Paragraph { rule, status, prompt, .. } = paragraph;
    if let Some(before) = before.filter(|before| *rule <= before.rule) {
        report.add_error(&path.key("rule"), format!("{rule} does not come after {}", before.rule));
    }
    if *status == Status::Referee && prompt.is_none() {
        report.add_error(path, format!("{rule} is left to the referee but has no `prompt`"));
    }
}
