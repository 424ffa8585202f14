//! Offers to resume an unfinished journal of the same game.
use std::fs;
use std::path::{Path, PathBuf};

use super::store::{self, ENDING};
use super::{journal_commands::GameSummary, output, prompt::Keyboard};
use session::{Input, Refusal};

pub enum ResumeChoice {
    NewGame,
    Resume(PathBuf),
    /// Neither: the person leaves.
    Leave,
}

/// Asks about the newest unfinished journal with that stem. Without one, a new game begins.
pub fn ask_to_resume(
    keyboard: &Keyboard,
    stem: &str,
    summarise: fn(&Path) -> Result<GameSummary, Refusal>,
) -> Result<ResumeChoice, Refusal> {
    let Some((name, summary)) = unfinished(stem, summarise) else { return Ok(ResumeChoice::NewGame) };
    let question = format!("{name} is unfinished: {summary}. Resume, or begin another? [R/b] ");
    loop {
        let Input::Line(answer) = keyboard.read_answer(&question)? else { return Ok(ResumeChoice::Leave) };
        let answer = answer.trim().to_lowercase();
        let abbreviates = |words: &[&str]| !answer.is_empty() && words.iter().any(|word| word.starts_with(&answer));
        if answer.is_empty() || abbreviates(&["resume", "yes"]) {
            return Ok(ResumeChoice::Resume(PathBuf::from(name)));
        }
        if abbreviates(&["begin another", "another", "new", "no"]) {
            return Ok(ResumeChoice::NewGame);
        }
        if abbreviates(&["quit", "<", "exit"]) {
            return Ok(ResumeChoice::Leave);
        }
        let problem =
            Refusal::read(format!("\"{answer}\" is not an answer.")).hint("r resumes, b begins another, q quits");
        output::report(&problem, false);
        keyboard.note_message();
    }
}

/// Returns the newest unfinished journal of this directory with that stem, and its summary.
fn unfinished(stem: &str, summarise: fn(&Path) -> Result<GameSummary, Refusal>) -> Option<(String, String)> {
    journals().into_iter().filter(|name| has_stem(name, stem)).find_map(|name| {
        let path = Path::new(&name);
        // A journal in use cannot be resumed here.
        let summary = summarise(path).ok().filter(|summary| summary.stem == stem && !summary.is_over)?;
        store::holder(path).is_none().then_some((name, summary.description))
    })
}

/// Whether a file is named like a journal with that stem: `ulsan.kaiser`, `ulsan-2.kaiser`.
fn has_stem(name: &str, stem: &str) -> bool {
    let suffix =
        name.strip_suffix(ENDING).and_then(|name| name.strip_suffix('.')).and_then(|name| name.strip_prefix(stem));
    suffix.is_some_and(|suffix| {
        suffix.is_empty() || suffix.strip_prefix('-').is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

/// Returns the journals of this directory, the newest first.
pub fn journals() -> Vec<String> {
    let Ok(entries) = fs::read_dir(".") else { return Vec::new() };
    let dated = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let is_journal = |name: &String| Path::new(name).extension().is_some_and(|ending| ending == ENDING);
        let name = entry.file_name().into_string().ok().filter(is_journal)?;
        Some((entry.metadata().ok()?.modified().ok()?, name))
    };
    let mut journals: Vec<_> = entries.filter_map(dated).collect();
    journals.sort_by(|left, right| right.cmp(left));
    journals.into_iter().map(|(_, name)| name).collect()
}
