//! Types every command of every page into a real terminal of 100 columns by 30 lines, as a reader would.
//!
//! A `console` block goes to the shell, a `kaiser` block to the prompt that the console block before it opened with its
//! last line. Each line of a `text` block must appear in the output of the blocks before it. A block is skipped if
//! `<!-- not typed: reason -->` is on the line before it. With `LONG=1`, blocks marked `<!-- long -->` are typed
//! too, and every page is typed a second time at 80 by 24.
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use kit::{golden, on_threads, root};
use tempfile::TempDir;

use crate::screen::{ClearBefore, Desk, Screen};

/// Columns and lines of the terminal that the pages show.
const PAGES_SHOW: (usize, usize) = (100, 30);
/// Marks a page that is generated from the program and shows usage as text.
const GENERATED: &str = "<!-- generated: do not edit -->";
/// A complete battle that a page plays.
const SCRIPT: &str = "tests/suite/ulsan-tracked.script";

#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub kind: String,
    /// The line of the page on which it begins.
    at: usize,
    pub lines: Vec<String>,
    /// Whether a comment before it excludes it from typing.
    is_left_out: bool,
}

/// The blocks of a page, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let (mut blocks, mut open, mut mark) = (Vec::new(), None::<Block>, "");
    for (number, line) in (1..).zip(text.lines()) {
        match &mut open {
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some(block) => block.lines.push(line.to_owned()),
            None if line.starts_with("```") => {
                let is_long = mark.starts_with("<!-- long") && env::var_os("LONG").is_none();
                let is_left_out = mark.starts_with("<!-- not typed:") || is_long;
                open = Some(Block { kind: line[3..].to_owned(), at: number, lines: Vec::new(), is_left_out });
            }
            None => {}
        }
        mark = line;
    }
    blocks
}

/// Types a page. Returns the number of lines typed, or the first difference from the page.
fn typed(page: &str, text: &str, size: (usize, usize)) -> Result<usize, String> {
    let desk = Desk { folder: TempDir::new().unwrap(), size };
    let script = desk.folder.path().join(SCRIPT);
    fs::create_dir_all(script.parent().unwrap()).unwrap();
    fs::copy(root().join(SCRIPT), script).unwrap();
    let blocks = blocks(text);
    let (mut screen, mut printed, mut lines) = (None::<Screen>, String::new(), 0);
    for (number, block) in blocks.iter().enumerate() {
        let wrong = |what: String| format!("{page}:{}: {what}", block.at);
        if block.is_left_out {
            continue;
        }
        match block.kind.as_str() {
            "console" => {
                printed.clear();
                let next = blocks[number + 1..].iter().find(|next| next.kind != "text");
                let opens_a_prompt = next.is_some_and(|next| next.kind == "kaiser" && !next.is_left_out);
                for (number, line) in (1..).zip(&block.lines) {
                    if line.starts_with("cargo ") || line.starts_with('#') || line.is_empty() {
                        continue;
                    }
                    lines += 1;
                    if opens_a_prompt && number == block.lines.len() {
                        let mut opened = desk.opens(line);
                        opened.settles().map_err(wrong)?;
                        screen = Some(opened);
                    } else {
                        let output = desk.command(line).output().unwrap();
                        for stream in [&output.stdout, &output.stderr] {
                            printed.push_str(&String::from_utf8_lossy(stream));
                        }
                        if !output.status.success() {
                            return Err(wrong(format!("`{line}` ends with {}:\n{printed}", output.status)));
                        }
                    }
                }
            }
            "kaiser" => {
                let Some(screen) = &mut screen else { return Err(wrong("no prompt is open".into())) };
                let shown = blocks[..number].last().filter(|block| block.kind == "text");
                let shown = shown.and_then(|block| block.lines.last()).map(|line| line.trim().to_owned());
                screen.bytes.clear_before_the_last_line();
                for (index, line) in block.lines.iter().enumerate() {
                    if screen.has_ended {
                        return Err(wrong(format!("the program has ended before `{line}`")));
                    }
                    let question = screen.question().filter(|question| {
                        let is_shown =
                            index == 0 && shown.as_ref().is_some_and(|shown| question.trim().ends_with(shown));
                        // The pager passes a command on to the prompt.
                        !is_shown && !is_answer(line) && !question.contains("Enter for more")
                    });
                    if let Some(question) = question {
                        return Err(wrong(format!("`{line}` would answer \"{question}\"")));
                    }
                    lines += 1;
                    screen.types(line).map_err(wrong)?;
                    let text = screen.text();
                    let is_expected = blocks[number + 1..].first().is_some_and(|next| {
                        next.kind == "text" && next.lines.iter().any(|line| line.contains("error:"))
                    });
                    if text.contains("error:") && !is_expected {
                        return Err(wrong(format!("`{line}` is refused:\n{text}")));
                    }
                }
            }
            "text" => {
                // On a low terminal the pager may hide what the page shows.
                let question = screen.as_ref().and_then(Screen::question).unwrap_or_default();
                if size != PAGES_SHOW && question.contains("Enter for more") {
                    continue;
                }
                let text = screen.as_ref().map(Screen::text).unwrap_or_default() + &printed;
                for line in block.lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && *line != "...")
                {
                    // A narrower terminal folds lines elsewhere.
                    let is_printed = match size {
                        PAGES_SHOW => text.contains(line),
                        _ => squeezed(&text).contains(&squeezed(line)),
                    };
                    if !is_printed {
                        return Err(wrong(format!("nothing printed \"{line}\", but:\n{text}")));
                    }
                }
            }
            _ => {}
        }
    }
    compare_pictures(desk.folder.path());
    Ok(lines)
}

/// Compares every picture that a page has drawn with the one of that name in the docs.
fn compare_pictures(folder: &Path) {
    for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".svg") && root().join("docs").join(&name).exists() {
            golden("docs", &name, &fs::read_to_string(path).unwrap());
        }
    }
}

/// Whether a line can only be an answer: dice, a number, yes or no, or Enter alone.
fn is_answer(line: &str) -> bool {
    ["yes", "no"].contains(&line) || line.chars().all(|letter| letter.is_ascii_digit() || " /".contains(letter))
}

/// The words of a text with one blank between them.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The pages of a folder of the docs, without its subfolders.
fn pages(folder: &str) -> BTreeMap<PathBuf, String> {
    let files = fs::read_dir(root().join(folder)).unwrap().flatten().map(|entry| entry.path());
    let pages = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Types every page of a folder, and checks that at least this many lines are typed.
fn type_folder(folder: &str, least: usize) {
    let sizes: &[(usize, usize)] = if env::var_os("LONG").is_some() { &[PAGES_SHOW, (80, 24)] } else { &[PAGES_SHOW] };
    let is_written = |text: &String| !text.lines().take(8).any(|line| line == GENERATED);
    let pages = pages(folder).into_iter().filter(|(_, text)| is_written(text));
    let results = on_threads(2, pages, |(path, text)| {
        let page = path.strip_prefix(root()).unwrap().display().to_string();
        let pages_at = |size: &(usize, usize)| {
            typed(&page, &text, *size).map_err(|error| format!("at {} columns: {error}", size.0))
        };
        sizes.iter().map(pages_at).collect::<Vec<_>>()
    });
    let (mut errors, mut lines) = (Vec::new(), 0);
    for result in results.into_iter().flatten() {
        match result {
            Ok(all) => lines += all,
            Err(error) => errors.push(error),
        }
    }
    errors.sort();
    assert!(errors.is_empty(), "{}", errors.join("\n\n"));
    assert!(least <= lines, "{lines} lines are typed");
}

#[test]
fn the_readme_is_typed() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    // Its first command builds the program: the existing build is started instead.
    let text = text.replace("cargo run -- ", "kaiser ").replace("cargo install", "# cargo install");
    let lines =
        typed("README.md", &text.replace("cargo test\n", ""), PAGES_SHOW).unwrap_or_else(|error| panic!("{error}"));
    assert!(6 < lines, "{lines} lines are typed");
}

#[test]
fn the_tutorials_are_typed() {
    type_folder("docs/tutorials", 30);
}

#[test]
fn the_guides_are_typed() {
    type_folder("docs/how-to", 100);
}

#[test]
fn the_reference_and_the_explanations_are_typed() {
    type_folder("docs/reference", 0);
    type_folder("docs/explanation", 0);
    type_folder("docs/contributing", 0);
    type_folder("docs", 0);
}
