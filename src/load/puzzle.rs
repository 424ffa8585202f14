//! Puzzles: decisions of battles with what each answer is worth.
use crate::{Flaws, Path, Report, Sources};
use naval::model::puzzle::Puzzle;
use serde_yaml::{Serializer, with::singleton_map_recursive};

/// Where they lie; what is there changes no battle, and so no edition.
pub(super) const DIRECTORY: &str = "data/naval/puzzles";
/// A table of answers has at least so many.
const FEWEST_ANSWERS: usize = 2;

/// The names of the built-in puzzles, and of those of a directory of data.
pub fn puzzle_names(sources: &Sources) -> Vec<String> {
    sources.stems(DIRECTORY).into_iter().map(str::to_owned).collect()
}

/// One of them.
///
/// # Errors
/// There is none of that name, with the nearest; or every flaw of the file.
pub fn puzzle(sources: &Sources, name: &str) -> Result<Puzzle, Flaws> {
    let (file, text) = sources.named(DIRECTORY, "puzzle", name)?;
    puzzle_text(&file, text)
}

/// The puzzle of a file of one's own.
///
/// # Errors
/// Every flaw of the file: too few answers, none of the midshipman's, two that are the same, no journal.
pub fn puzzle_text(file: &str, text: &str) -> Result<Puzzle, Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let puzzle: Option<Puzzle> = report.typed(&root, &Path::default());
    if let Some(puzzle) = &puzzle {
        check(puzzle, &mut report);
    }
    report.answer(puzzle)
}

fn check(puzzle: &Puzzle, report: &mut Report) {
    let path = Path::default().key("answers");
    if puzzle.answers.len() < FEWEST_ANSWERS {
        report.flaw(&path, "a puzzle has two answers at least");
    }
    if puzzle.answers.iter().filter(|one| one.midshipman).count() != 1 {
        report.flaw(&path, "one answer is the midshipman's").lawful("`midshipman: true`, once");
    }
    let lines = puzzle.answers.iter().enumerate();
    let lines = lines.map(|(at, one)| (one.line.clone().unwrap_or_default(), path.at(at).key("line")));
    report.twice("answer", lines.collect::<Vec<_>>());
    for (at, answer) in puzzle.answers.iter().enumerate() {
        let path = path.at(at);
        if !answer.points.is_finite() || !answer.error.is_finite() || answer.error < 0.0 {
            report.flaw(&path, "points and error are figures, and no error is below 0");
        }
    }
    if puzzle.journal.trim().is_empty() {
        report.flaw(&Path::default().key("journal"), "a puzzle has the journal of the battle up to the decision");
    }
}

/// The text of such a file.
pub fn puzzle_file(puzzle: &Puzzle) -> String {
    let head = "# Found and measured by the command below; docs/explanation/balance.md says how.\n";
    let mut text = Vec::new();
    let written = singleton_map_recursive::serialize(puzzle, &mut Serializer::new(&mut text));
    // A puzzle is words and numbers alone, which can always be written.
    let text = written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default();
    format!("{head}{text}")
}
