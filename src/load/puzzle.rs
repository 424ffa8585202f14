//! Reads puzzles: decisions in battles, with the value of each answer.
use crate::{DataErrors, KeyPath, Report, Sources};
use naval::model::puzzle::Puzzle;
use serde_yaml::{Serializer, with::singleton_map_recursive};

/// Directory of puzzles. They change no battle, so they do not count for the data edition.
pub(super) const DIRECTORY: &str = "data/naval/puzzles";
const MIN_ANSWERS: usize = 2;

/// Returns the names of the built-in puzzles and of those in the user's data directory.
pub fn puzzle_names(sources: &Sources) -> Vec<String> {
    sources.names_in(DIRECTORY).into_iter().map(str::to_owned).collect()
}

/// Reads a puzzle by name.
///
/// # Errors
/// Returns the nearest name for an unknown one, or every error in the file.
pub fn puzzle(sources: &Sources, name: &str) -> Result<Puzzle, DataErrors> {
    let (file, text) = sources.file_by_name(DIRECTORY, "puzzle", name)?;
    puzzle_text(&file, text)
}

/// Reads a puzzle from the user's file.
///
/// # Errors
/// Returns every error in the file: too few answers, not exactly one of the midshipman's, equal answers, no journal.
pub fn puzzle_text(file: &str, text: &str) -> Result<Puzzle, DataErrors> {
    let (mut report, root) = Report::parse(file, text)?;
    let puzzle: Option<Puzzle> = report.read_typed(&root, &KeyPath::default());
    if let Some(puzzle) = &puzzle {
        check(puzzle, &mut report);
    }
    report.into_result(puzzle)
}

fn check(puzzle: &Puzzle, report: &mut Report) {
    let path = KeyPath::default().key("answers");
    if puzzle.answers.len() < MIN_ANSWERS {
        report.add_error(&path, "a puzzle needs at least two answers");
    }
    if puzzle.answers.iter().filter(|answer| answer.midshipman).count() != 1 {
        report.add_error(&path, "exactly one answer must be the midshipman's").legal("`midshipman: true`, once");
    }
    let lines = puzzle.answers.iter().enumerate();
    let lines = lines.map(|(index, answer)| (answer.line.clone().unwrap_or_default(), path.at(index).key("line")));
    report.report_duplicates("answer", lines.collect::<Vec<_>>());
    for (index, answer) in puzzle.answers.iter().enumerate() {
        let path = path.at(index);
        if !answer.points.is_finite() || !answer.error.is_finite() || answer.error < 0.0 {
            report.add_error(&path, "points and error must be numbers, and the error at least 0");
        }
    }
    if puzzle.journal.trim().is_empty() {
        report.add_error(
            &KeyPath::default().key("journal"),
            "a puzzle needs the journal of the battle up to the decision",
        );
    }
}

pub fn puzzle_yaml(puzzle: &Puzzle) -> String {
    let head = "# Found and measured by the command below. See docs/explanation/balance.md.\n";
    let mut text = Vec::new();
    let written = singleton_map_recursive::serialize(puzzle, &mut Serializer::new(&mut text));
    // Writing cannot fail: a puzzle holds only words and numbers.
    let text = written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default();
    format!("{head}{text}")
}
