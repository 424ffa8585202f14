//! The program from the outside: arguments in, text, JSON and exit codes out.
mod answers;
mod boards;
mod book;
mod branch;
mod briefing;
mod dice_ledger;
mod dice_mode;
mod engine;
mod files;
mod forged;
mod gallery;
mod generate;
mod hints;
mod hostile_input;
mod house_rules;
mod impossible_entries;
mod kinds;
mod lists;
mod machine;
mod map;
mod mirror;
mod namesakes;
mod origin;
mod page;
mod private;
mod prompt;
mod proofs;
mod suggestions;
mod take;
mod turn_files;
mod undo;
mod user_data;
mod victory;
mod wars;
mod what_if;

use std::{
    fs,
    io::Read as _,
    path::PathBuf,
    process::{Command as Process, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_kaiser");
/// Both ships of the book's example have declared.
const DECLARED: &str = "next to gunfire\ntarget asahi at retvizan range 8\ntarget retvizan at asahi range 8\n";

/// A temporary directory in which the program runs.
pub struct Workspace {
    dir: TempDir,
}

/// The output of a run and its exit code.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Workspace {
    pub fn new() -> Workspace {
        Workspace { dir: TempDir::new().unwrap() }
    }
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
    pub fn process(&self, arguments: &[&str]) -> Process {
        let mut process = Process::new(PROGRAM);
        process.args(arguments).current_dir(self.dir.path());
        process
            .env("HOME", self.dir.path())
            .env_remove("KAISER_DATA")
            .env_remove("XDG_STATE_HOME")
            .env_remove("COLUMNS");
        process
    }
    /// Runs the program with `typed` as standard input, which is not a terminal.
    pub fn run(&self, arguments: &[&str], typed: &str) -> Run {
        let mut command = assert_cmd::Command::from_std(self.process(arguments));
        let Output { status, stdout, stderr } = command.write_stdin(typed).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: status.code(), out: text(stdout), err: text(stderr) }
    }
    /// Plays a script from the beginning of the book's example.
    pub fn drill(&self, script: &str) -> Run {
        let file = self.write("drill.txt", script);
        self.run(&["play", "asahi-retvizan", "--seed", "1904", "--script", file.to_str().unwrap()], "")
    }
    pub fn journal(&self) -> String {
        self.read("asahi-retvizan.kaiser")
    }
}

impl Run {
    #[track_caller]
    pub fn assert_success(self) -> Run {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
        self
    }
    #[track_caller]
    pub fn assert_refused(self) -> Run {
        assert_eq!(self.code, Some(1), "{}\n{}", self.out, self.err);
        self
    }
    #[track_caller]
    pub fn assert_exit_code(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
    #[track_caller]
    pub fn assert_out(&self, words: &str) -> &Run {
        assert!(self.out.contains(words), "no \"{words}\" in:\n{}\n{}", self.out, self.err);
        self
    }
    #[track_caller]
    pub fn assert_err(&self, words: &str) -> &Run {
        assert!(self.err.contains(words), "no \"{words}\" in:\n{}", self.err);
        self
    }
    /// Every line of standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"))).collect()
    }
    #[track_caller]
    pub fn one_json(&self) -> Value {
        let mut lines = self.json();
        assert_eq!(lines.len(), 1, "{}", self.out);
        lines.remove(0)
    }
}

/// All facts of this name in the output of `--json`.
fn facts<'a>(lines: &'a [Value], name: &str) -> Vec<&'a Value> {
    let events = lines.iter().filter_map(|line| line["events"].as_array()).flatten();
    events.filter_map(|event| event["fact"].get(name)).collect()
}

#[track_caller]
fn salvo(faces: &str) -> Value {
    let table = Workspace::new();
    let file = table.write("drill.txt", &format!("{DECLARED}fire asahi dice {faces}\n"));
    let run = table.run(&["play", "asahi-retvizan", "--json", "--script", file.to_str().unwrap()], "").assert_success();
    let lines = run.json();
    let salvoes = facts(&lines, "salvo_fired");
    assert_eq!(salvoes.len(), 1);
    salvoes[0].clone()
}

/// The entries of commands, from the log's JSON.
fn commands(table: &Workspace) -> Vec<Value> {
    let run = table.run(&["log", "asahi-retvizan.kaiser", "--json"], "").assert_success();
    let log: Value = serde_json::from_str(&run.out).unwrap();
    let is_command = |entry: &&Value| entry.get("command").is_some();
    log.as_array().unwrap().iter().filter(is_command).cloned().collect()
}

// The book's salvo.

#[test]
fn r6_5_1_6_the_book_example_is_one_penetrating_hit() {
    let salvo = salvo("3 9 4 2");
    assert_eq!((&salvo["penetrating"], &salvo["strikes"], &salvo["on"]), (&1.into(), &1.into(), &1.into()));
    for (number, result) in [("dice", 2), ("to_hit", 7), ("size", 11), ("penetration", 10)] {
        assert_eq!(salvo[number]["result"], result, "{number}");
    }
}

#[test]
fn r6_5_1_6_a_last_die_of_eleven_is_no_hit() {
    for (last, hits) in [("1", 1), ("10", 1), ("11", 0), ("20", 0)] {
        assert_eq!(salvo(&format!("3 9 4 {last}"))["penetrating"], hits, "{last}");
    }
}

#[test]
fn r6_5_1_6_the_numbers_needed_are_shown() {
    let run = Workspace::new().drill(&format!("show full\n{DECLARED}fire asahi dice 3 9 4 2\n")).assert_success();
    run.assert_out("to hit 7 or less")
        .assert_out("size 11 or less")
        .assert_out("penetration 10 or less")
        .assert_out("> fire asahi dice 3 9 4 2");
}

#[test]
fn r6_5_1_3_a_silent_enemy_gives_three_dice_and_the_reason() {
    let run = Workspace::new()
        .drill("show full\nnext to gunfire\ntarget asahi at retvizan range 8\ndeclared\nfire asahi dice 3 9 12 4 2\n")
        .assert_success();
    run.assert_out("dice 3:").assert_out("6.5.1.3").assert_out("not under");
}

// Dice.

#[test]
fn too_few_dice_are_refused_in_a_script() {
    let table = Workspace::new();
    table.drill(DECLARED).assert_success();
    let before = commands(&table);
    let run = table.run(&["play", "asahi-retvizan.kaiser"], "fire asahi dice 3 9 4\n").assert_refused();
    run.assert_err("line 1: ").assert_err("needs 1 D20 more").assert_err("10 or less");
    assert_eq!(commands(&table), before);
}

#[test]
fn too_many_dice_are_refused() {
    let run = Workspace::new().drill(&format!("{DECLARED}fire asahi dice 3 9 4 11 2\n")).assert_refused();
    run.assert_err("line 4: 1 die too many: 2");
}

#[test]
fn a_result_that_the_die_does_not_have_is_refused() {
    for face in ["21", "0"] {
        let run = Workspace::new().drill(&format!("{DECLARED}fire asahi dice {face} 9\n")).assert_refused();
        run.assert_err(&format!("{face} is not a D20 result"));
    }
}

#[test]
fn dice_ask_in_a_script_requires_the_dice_in_the_line() {
    let run = Workspace::new().drill(&format!("dice ask\n{DECLARED}fire asahi\n")).assert_refused();
    run.assert_err("needs 2 D20 more");
    Workspace::new().drill(&format!("dice ask\n{DECLARED}dice roll\nfire asahi\n")).assert_success();
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let script = format!("{DECLARED}fire all\nnext to damage\nnext\nlog\nstatus\n");
    let (left, right) = (Workspace::new(), Workspace::new());
    assert_eq!(left.drill(&script).assert_success().out, right.drill(&script).assert_success().out);
    assert_eq!(left.journal(), right.journal());
}

#[test]
fn typed_and_rolled_dice_are_marked_differently() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\nfire retvizan\n")).assert_success();
    assert!(table.journal().contains("\"source\":\"typed\"") && table.journal().contains("\"source\":\"thrown\""));
}

// Scripts.

#[test]
fn a_refused_line_stops_the_script_and_names_its_line() {
    let run = Workspace::new().drill("# a drill\n\nnext\nfire asahi\nnote \"not reached\"\n").assert_refused();
    run.assert_err("error: line 4: ");
    assert!(!run.out.contains("not reached"));
}

#[test]
fn keep_going_continues_and_still_exits_with_1() {
    let table = Workspace::new();
    let file = table.write("drill.txt", "fire asahi\nnote \"reached\"\n");
    let run =
        table.run(&["play", "asahi-retvizan", "--keep-going", "--script", file.to_str().unwrap()], "").assert_refused();
    run.assert_err("error: line 1: ").assert_out("reached");
}

#[test]
fn standard_input_is_a_script_too() {
    for arguments in [&["play", "asahi-retvizan"][..], &["play", "asahi-retvizan", "--script", "-"]] {
        Workspace::new().run(arguments, "note \"by pipe\"\n").assert_success().assert_out("> note \"by pipe\"");
    }
}

#[test]
fn a_missing_script_leaves_no_journal() {
    let table = Workspace::new();
    table.run(&["play", "asahi-retvizan", "--script", "none.txt"], "").assert_refused().assert_err("none.txt");
    assert!(!table.path("asahi-retvizan.kaiser").exists());
}

#[test]
fn json_prints_one_object_for_each_command() {
    let table = Workspace::new();
    let script =
        format!("{DECLARED}fire asahi dice 3 9 4 2\nstatus\nduties\nodds retvizan at asahi range 8\nfire asahi\n");
    let file = table.write("drill.txt", &script);
    let arguments = ["play", "asahi-retvizan", "--json", "--keep-going", "--script", file.to_str().unwrap()];
    let run = table.run(&arguments, "").assert_refused();
    let lines = run.json();
    assert_eq!(lines.len(), 8, "{}", run.out);
    assert!(lines[..7].iter().all(|line| line["ok"] == true && line["text"].is_string()));
    assert_eq!(lines[3]["command"], "fire asahi dice 3 9 4 2");
    let events = lines[3]["events"].as_array().unwrap();
    let salvo = events.iter().find(|event| event["fact"].get("salvo_fired").is_some()).unwrap();
    assert_eq!((&salvo["rule"], &salvo["dice"][0]["face"]), (&"6.5.1".into(), &3.into()));
    assert_eq!((&salvo["dice"][0]["sides"], &salvo["dice"][0]["source"]), (&20.into(), &"typed".into()));
    assert_eq!(lines[4]["turn"], 1);
    assert_eq!(lines[4]["ships"].as_array().map(Vec::len), Some(2));
    assert!(lines[5]["duties"].is_array());
    assert_eq!(lines[7]["ok"], false);
    assert!(lines[7]["error"]["what"].is_string());
}

#[test]
fn a_closed_pipe_ends_the_program_cleanly() {
    let table = Workspace::new();
    let script: String = (0..400).map(|_| "status\n").collect();
    let file = table.write("long.txt", &script);
    let mut process = table.process(&["play", "asahi-retvizan", "--script", file.to_str().unwrap()]);
    let mut child = process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut some = [0; 64];
    let mut stdout = child.stdout.take().unwrap();
    assert!(stdout.read(&mut some).unwrap() > 0);
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("panicked") && !text.contains("error"), "{text}");
    assert_eq!(output.status.code(), Some(0));
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

#[test]
fn printing_commands_survive_a_closed_pipe() {
    let table = Workspace::new();
    for arguments in [&["rules", "--coverage"][..], &["ship", "list"], &["completions", "bash"], &["man"]] {
        let mut process = table.process(arguments);
        let mut child = process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{arguments:?}");
    }
}

// Corrections.

#[test]
fn undo_and_redo_walk_the_journal() {
    let table = Workspace::new();
    let run = table
        .drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\nundo because \"wrong ship\"\nduties\nredo\nwhy\n"))
        .assert_success();
    run.assert_out("to hit 7 or less");
    let journal = table.journal();
    assert!(
        journal.contains("{\"taken_back\":{\"from\":4,\"because\":\"wrong ship\"}}")
            && journal.contains("redid")
            && journal.contains("\"face\":9")
    );
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

#[test]
fn undo_after_dice_reports_that_they_stay() {
    let run = Workspace::new()
        .drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\nundo because wrong ship\n"))
        .assert_success();
    run.assert_out("fire asahi").assert_out("stay in the journal");
}

#[test]
fn an_amended_declaration_keeps_the_journal_consistent() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\n")).assert_success();
    let number = commands(&table)[1]["id"].as_u64().unwrap();
    // At 12" it hits on 3 or less, so the 3 still hits.
    let amended = format!("amend {number} target asahi at retvizan range 12\nwhy\n");
    let run = table.run(&["play", "asahi-retvizan.kaiser"], &amended).assert_success();
    run.assert_out(&format!("#{number} is now: target asahi at retvizan range 12.0"));
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

// Usage.

#[test]
fn wrong_usage_exits_with_2() {
    let table = Workspace::new();
    for arguments in
        [&["sail"][..], &["play"], &["play", "asahi-retvizan", "--seed", "x"], &["verify"], &["--nonsense"]]
    {
        let run = table.run(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments:?}");
        run.assert_err("error: ");
    }
    let run = table.run(&["sail", "--json"], "");
    assert_eq!(run.code, Some(2));
    let error: Value = serde_json::from_str(&run.err).unwrap();
    assert!(error["error"]["what"].as_str().is_some_and(|what| what.contains("sail")), "{error}");
}

#[test]
fn errors_are_json_too() {
    let run = Workspace::new().run(&["ship", "card", "asahy", "--json"], "").assert_refused();
    let error: Value = serde_json::from_str(&run.err).unwrap();
    assert!(error["error"]["what"].is_string() && error["error"]["hint"].is_string(), "{error}");
    assert!(run.out.is_empty());
}

#[test]
fn help_man_and_completions_are_printed() {
    let table = Workspace::new();
    table.run(&["--help"], "").assert_success().assert_out("play");
    table.run(&["--version"], "").assert_success().assert_out("kaiser ");
    table.run(&["man"], "").assert_success().assert_out(".TH");
    for shell in ["bash", "zsh", "fish"] {
        table.run(&["completions", shell], "").assert_success().assert_out("kaiser");
    }
}
