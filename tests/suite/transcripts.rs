//! The program's present output, letter by letter: scripts and terminal sessions, each with its complete output.
//!
//! Line 1 of each file in `transcripts` is the command line, line 2 describes the file. "To change" there marks an
//! answer that is a known fault. In a `.keys` file each further line is sent to a terminal in one write: `\r` is Enter,
//! `\e` is Escape, `^C` and `^D` are Ctrl-C and Ctrl-D. `BLESS=1` rewrites the outputs: name each difference in the
//! commit.
use std::{
    env, fs,
    path::{Path, PathBuf},
};

use kit::{on_threads, root};
use tempfile::TempDir;

use crate::screen::{ClearBefore, Desk};

/// Columns and lines of the terminal.
const SIZE: (usize, usize) = (100, 30);
/// The journal's name, which the program prints.
const JOURNAL: &str = "game.kaiser";

fn folder() -> PathBuf {
    root().join("tests/suite/transcripts")
}

/// The files of the folder with this ending, in order.
fn files(ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|own| own == ending)).collect();
    files.sort();
    files
}

/// A folder with the scenarios that the file's command line names, and this line with the journal's name added.
fn set_up(file: &Path) -> (Desk, String) {
    let desk = Desk { folder: TempDir::new().unwrap(), size: SIZE };
    let text = fs::read_to_string(file).unwrap();
    let line = text.lines().next().unwrap().strip_prefix("# ").expect("the command line");
    for scenario in line.split(' ').filter(|word| word.ends_with(".yaml")) {
        fs::copy(folder().join(scenario), desk.folder.path().join(scenario)).unwrap();
    }
    let line = line.replace("tests/suite", &root().join("tests/suite").display().to_string());
    (desk, format!("{line} -o {JOURNAL}"))
}

/// The shell's output for a line, with errors where they occur.
fn printed(desk: &Desk, line: &str) -> String {
    let output = desk.command(&format!("exec 2>&1; {line}")).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The first line that `verify` prints about the journal.
fn verified(desk: &Desk) -> String {
    match desk.folder.path().join(JOURNAL).exists() {
        true => printed(desk, &format!("kaiser verify {JOURNAL} | head -n 1")),
        false => String::new(),
    }
}

fn run(file: &Path) -> String {
    let (desk, line) = set_up(file);
    let script = if line.contains("--script") { String::new() } else { format!(" --script {}", file.display()) };
    printed(&desk, &format!("{line}{script}; echo \"[exit $?]\"")) + &verified(&desk)
}

/// The screen at the start and after each line of keys. Each part begins with the line on which the program waited.
fn typed(file: &Path) -> String {
    let (desk, line) = set_up(file);
    let mut screen = desk.opens(&line);
    screen.settles().unwrap();
    let text = fs::read_to_string(file).unwrap();
    let mut shown = String::new();
    for keys in text.lines().skip(2) {
        assert!(!screen.has_ended, "{}: the program ended before {keys}", file.display());
        shown.push_str(&format!("{}\n<<< {keys}\n", screen.text()));
        screen.bytes.clear_before_the_last_line();
        let named = [("\\r", "\r"), ("\\e", "\u{1b}"), ("^C", "\u{3}"), ("^D", "\u{4}")];
        let bytes = named.iter().fold(keys.to_owned(), |keys, (name, key)| keys.replace(name, key));
        screen.presses(&bytes).unwrap_or_else(|error| panic!("{}, {keys}: {error}", file.display()));
    }
    shown.push_str(&screen.text());
    let whole: String = shown.lines().map(|line| without_code(line.trim_end()) + "\n").collect();
    assert!(screen.has_ended, "{} does not end the program:\n{whole}", file.display());
    whole + &verified(&desk)
}

/// A printed line with the journal's code masked, because the code changes with every edition of the data.
fn without_code(line: &str) -> String {
    match line.strip_prefix("Its code is ").and_then(|part| part.split_once(". ")) {
        Some((_, rest)) => format!("Its code is .... {rest}"),
        None => line.to_owned(),
    }
}

/// Makes every transcript of a kind, several at a time, and names those that differ from the file.
#[track_caller]
fn all_as_written(ending: &str, least: usize, make: fn(&Path) -> String) {
    let files = files(ending);
    assert!(least <= files.len(), "{} files", files.len());
    let error = |file: PathBuf| {
        let shown = make(&file);
        let kept = file.with_extension(format!("{ending}.out"));
        if env::var_os("BLESS").is_some() {
            fs::write(&kept, &shown).unwrap();
        }
        let kept = fs::read_to_string(kept).unwrap_or_default();
        difference(&kept, &shown).map(|what| format!("{}: {what}", file.display()))
    };
    let mut errors: Vec<String> = on_threads(4, files, error).into_iter().flatten().collect();
    errors.sort();
    assert!(errors.is_empty(), "{} transcripts differ:\n{}", errors.len(), errors.join("\n"));
}

/// The first line in which two texts differ.
fn difference(kept: &str, text: &str) -> Option<String> {
    let (mut old, mut new) = (kept.lines(), text.lines());
    (1..).map(|index| (index, old.next(), new.next())).take_while(|(_, old, new)| old.or(*new).is_some()).find_map(
        |(number, old, new)| {
            (old != new).then(|| format!("line {number}:\n-{}\n+{}", old.unwrap_or(""), new.unwrap_or("")))
        },
    )
}

#[test]
fn every_script_is_answered_as_written() {
    all_as_written("script", 60, run);
}

#[test]
fn every_session_at_a_terminal_is_answered_as_written() {
    all_as_written("keys", 8, typed);
}

#[test]
fn every_transcript_describes_its_contents() {
    let outputs = files("out").len();
    let files = [files("script"), files("keys")].concat();
    assert_eq!(outputs, files.len(), "an output without its script, or a script without its output");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut head = text.lines();
        let command = head.next().unwrap_or_default();
        assert!(command.starts_with("# kaiser ") && command.contains("--seed"), "{}: {command}", file.display());
        assert!(head.next().is_some_and(|line| line.starts_with("# ") && line.contains('.')), "{}", file.display());
    }
    assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(difference("a\nb\n", "a\n").as_deref(), Some("line 2:\n-b\n+"));
}
