//! Help texts, manual pages and the version: every command is grouped, explained, and shown by examples that run.
use std::{collections::BTreeMap, fs, process::Command as Process, time::Instant};

use clap::Command;

use crate::cli::Workspace;

/// Examples that are not run, with reasons.
const NOT_RUN: [(&str, &str); 1] = [("kaiser man play | man -l -", "`man` is not on every machine")];

/// Every command with its path, the program itself first.
fn commands() -> Vec<(String, Command)> {
    let mut root = cli::commands::command().disable_help_subcommand(true);
    root.build();
    let mut found = vec![(String::new(), root)];
    let mut index = 0;
    while index < found.len() {
        let (path, command) = found[index].clone();
        let path_of = |sub: &Command| format!("{path} {}", sub.get_name()).trim_start().to_owned();
        found.extend(command.get_subcommands().map(|sub| (path_of(sub), sub.clone())));
        index += 1;
    }
    assert!(50 < found.len(), "{} commands", found.len());
    found
}

#[test]
fn the_help_of_the_program_names_every_command_once_below_a_task() {
    let text = Workspace::new().run(&["--help"], "").assert_success().out;
    let (tasks, _) = text.split_once("\nOptions:").unwrap();
    let named = tasks.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut named: Vec<&str> = named.collect();
    let (_, root) = commands().swap_remove(0);
    let mut known: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
    known.push("help");
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
    assert!(tasks.lines().all(|line| line.chars().count() <= 80), "{tasks}");
    let headings = tasks.lines().filter(|line| line.ends_with(':') && !line.starts_with(' '));
    assert!(5 < headings.count(), "{tasks}");
}

#[test]
fn first_lines_are_short_and_have_no_full_stop() {
    let mut errors = Vec::new();
    for (path, command) in commands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        if about.is_empty() || 70 <= about.chars().count() || about.ends_with('.') {
            errors.push(format!("kaiser {path}: {about}"));
        }
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            if help.is_empty() || 90 < help.chars().count() || help.ends_with('.') && !help.ends_with("...") {
                errors.push(format!("kaiser {path} {arg}: {help}"));
            }
        }
    }
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

#[test]
fn every_help_has_examples_of_its_own_command() {
    let table = Workspace::new();
    for (path, command) in commands() {
        let words: Vec<&str> = path.split_whitespace().chain(["--help"]).collect();
        let run = table.run(&words, "").assert_success();
        let (_, shown) = run.out.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{path}: {}", run.out));
        let examples = cli::commands::examples(&command, &path);
        assert!(!examples.is_empty(), "{path}");
        for example in examples {
            assert!(shown.contains(example.line) && shown.contains(example.effect), "{path}: {}", example.line);
            assert!(example.line.contains(&path), "{path}: {}", example.line);
            assert!(example.line.lines().all(|line| line.len() <= 78), "{}", example.line);
            assert!(!example.effect.ends_with('.'), "{}", example.effect);
        }
        // The short help has none.
        let words: Vec<&str> = path.split_whitespace().chain(["-h"]).collect();
        assert!(!table.run(&words, "").assert_success().out.contains("Examples:"), "{path}");
    }
}

/// The files that examples name, in a separate directory.
fn files() -> Workspace {
    let table = Workspace::new();
    for words in [
        "simulate drill-two-lines --battle 1 -o battle.kaiser",
        "match tafl random random -n 2 --opening 2 --longest 30 --games played",
        "crystal aidlon --auto thumb --seed 1 -o campaign.kaiser",
        "data export data-files",
    ] {
        table.run(&words.split(' ').collect::<Vec<_>>(), "").assert_success();
    }
    let rename = |from: &str, to: &str| fs::rename(table.path(from), table.path(to)).unwrap();
    rename("played/tafl-0001.kaiser", "tafl.kaiser");
    rename("data-files/data/naval/doctrines.yaml", "doctrines.yaml");
    rename("data-files/scenarios/chemulpo.yaml", "my-battle.yaml");
    table.run(&["export", "tafl.kaiser", "-o", "game.otn", "--reveal"], "").assert_success();
    let journal = table.read("battle.kaiser");
    let damaged: Vec<&str> =
        journal.lines().enumerate().filter(|(index, _)| *index != 20).map(|(_, line)| line).collect();
    table.write("damaged.kaiser", &(damaged.join("\n") + "\n"));
    table.write("orders.txt", "status\nduties\n");
    let (_, command) = commands().into_iter().find(|(path, _)| path == "ship new").unwrap();
    assert_eq!(table.shell(cli::commands::examples(&command, "ship new")[0].line).code, Some(0));
    for directory in ["played", "data-files"] {
        fs::remove_dir_all(table.path(directory)).unwrap();
    }
    table
}

#[test]
fn examples_run() {
    let files = files();
    let mut lines = BTreeMap::new();
    for (path, command) in commands() {
        lines
            .extend(cli::commands::examples(&command, &path).into_iter().map(|example| (example.line, example.effect)));
    }
    let mut errors = Vec::new();
    for line in lines.keys().filter(|line| NOT_RUN.iter().all(|(skipped, _)| skipped != *line)) {
        let table = Workspace::new();
        // The output file of an example must not exist yet.
        let is_new = |name: &str| line.contains("ship new") && name == "example.yaml";
        let all = fs::read_dir(files.path("")).unwrap().map(|entry| entry.unwrap());
        for file in all.filter(|file| !is_new(&file.file_name().to_string_lossy())) {
            fs::copy(file.path(), table.path(&file.file_name().to_string_lossy())).unwrap();
        }
        let start = Instant::now();
        let run = table.shell(line);
        if run.code != Some(0) {
            errors.push(format!("{line}\n{}\n{}", run.out, run.err));
        }
        if 3 < start.elapsed().as_secs() {
            eprintln!("{line}: {:?}", start.elapsed());
        }
    }
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
    assert!(NOT_RUN.iter().all(|(line, _)| lines.contains_key(line)), "an excluded example no longer exists");
    // Near miss: a wrong line fails.
    assert_eq!(Workspace::new().shell("kaiser play no-such-battle").code, Some(1));
}

#[test]
fn every_command_has_a_manual_page() {
    let table = Workspace::new();
    table.run(&["man", "-o", "pages"], "").assert_success();
    let commands = commands();
    assert_eq!(fs::read_dir(table.path("pages")).unwrap().count(), commands.len());
    for (path, command) in commands {
        let name = format!("kaiser {path}").trim_end().replace(' ', "-");
        let page = table.read(&format!("pages/{name}.1"));
        let mut sections = vec!["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"EXIT STATUS\"", "FILES"];
        sections.push("ENVIRONMENT");
        for section in sections {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: no {section}:\n{page}");
        }
        assert!(
            page.contains(&command.get_about().unwrap().to_string().replace('-', "\\-").replace('\'', "\\*(Aq")),
            "{name}: {page}"
        );
        assert_eq!(page.contains("another edition"), path.is_empty() || path == "verify", "{name}");
        let words: Vec<&str> = ["man"].into_iter().chain(path.split_whitespace()).collect();
        assert_eq!(table.run(&words, "").assert_success().out, page);
    }
    table.run(&["man", "-o", "pages"], "").assert_refused().assert_err("pages");
    table.run(&["man", "sail"], "").assert_exit_code(2).assert_err("sail");
}

#[test]
fn the_version_names_the_build_and_the_data() {
    let table = Workspace::new();
    let version = env!("CARGO_PKG_VERSION");
    let edition = load::edition(&naval_kit::builtin());
    let printed = table.run(&["--version"], "").assert_success().out;
    let build = printed.strip_prefix(&format!("kaiser {version}, ")).unwrap_or_else(|| panic!("{printed}"));
    let build = build.strip_suffix(&format!(", data edition {edition}\n")).unwrap_or_else(|| panic!("{printed}"));
    if cfg!(debug_assertions) {
        assert_eq!(build, "debug build");
    } else {
        assert!(build.starts_with("commit "), "{build}");
    }
    assert_eq!(table.run(&["-V"], "").assert_success().out, printed);
}

/// Exit codes are listed in numerical order, each once.
#[test]
fn exit_codes_are_listed_once_each() {
    let codes: Vec<u8> = cli::verdict::EXIT_CODES.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6]);
    let help = Workspace::new().run(&["verify", "--help"], "").assert_success().out;
    for (code, expected) in cli::verdict::EXIT_CODES {
        assert!(help.contains(&format!("  {code}  {expected}")), "{help}");
    }
    let other = Workspace::new().run(&["log", "--help"], "").assert_success().out;
    assert!(!other.contains("Exit status"), "{other}");
}

impl Workspace {
    /// Runs a line in a shell that knows `kaiser`, with empty standard input.
    fn shell(&self, line: &str) -> crate::cli::Run {
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_kaiser")).parent().unwrap();
        let paths = std::env::join_paths(
            [program.to_owned()]
                .into_iter()
                .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
        );
        let mut process = Process::new("sh");
        process.args(["-ec", line]).current_dir(self.path("")).env("PATH", paths.unwrap()).env("HOME", self.path(""));
        process.env_remove("KAISER_DATA").env_remove("XDG_STATE_HOME").stdin(std::process::Stdio::null());
        let output = process.output().unwrap();
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        crate::cli::Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}
