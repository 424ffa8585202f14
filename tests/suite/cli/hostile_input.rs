//! Hostile input: paths that are not files, bytes that are not text, invisible characters, damaged journals.
use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, Write as _},
    process::{Command as Process, Stdio},
    time::Duration,
};

use serde_json::Value;

use super::{DECLARED, Run, Workspace};

/// Escapes that set a colour and clear the screen, marks that reverse the text, and a character without width.
const UNSEEN: &str = "\u{1b}[31m\u{202e}\u{2066}\u{feff}\u{9b}2J";

impl Workspace {
    /// Like `run`, but with bytes as standard input, and stopped after 60 seconds.
    fn run_bytes(&self, arguments: &[&str], typed: &[u8]) -> Run {
        let mut command = assert_cmd::Command::from_std(self.process(arguments));
        let output = command.timeout(Duration::from_secs(60)).write_stdin(typed).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

#[track_caller]
fn assert_plain(text: &str) {
    let unseen = |letter: &char| {
        (letter.is_control() && *letter != '\n')
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    assert_eq!(text.chars().find(unseen), None, "{text:?}");
}

// Files.

#[cfg(unix)]
#[test]
fn a_path_that_is_not_a_file_is_refused_at_once_by_every_reader() {
    let table = Workspace::new();
    assert!(Process::new("mkfifo").arg(table.path("pipe")).status().unwrap().success());
    for name in ["pipe.yaml", "pipe.kaiser"] {
        fs::hard_link(table.path("pipe"), table.path(name)).unwrap();
    }
    let _socket = std::os::unix::net::UnixListener::bind(table.path("socket")).unwrap();
    fs::create_dir(table.path("folder")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", table.path("zero.yaml")).unwrap();
    let readers: [&[&str]; 18] = [
        &["play"],
        &["play", "asahi-retvizan", "--script"],
        &["tafl", "--script"],
        &["crystal", "--script"],
        &["verify"],
        &["log"],
        &["show"],
        &["tally"],
        &["map"],
        &["mend"],
        &["export"],
        &["import"],
        &["scenario", "check"],
        &["scenario", "show"],
        &["ship", "check"],
        &["crystal"],
        &["print"],
        &["crystal", "simulate"],
    ];
    let things = ["pipe", "pipe.yaml", "pipe.kaiser", "socket", "folder", "zero.yaml", "/dev/zero", "/dev/stdin"];
    for reader in readers {
        for thing in things {
            let arguments = [reader, &[thing]].concat();
            let run = table.run_bytes(&arguments, b"next\n");
            assert!(matches!(run.code, Some(1 | 2)), "{arguments:?}: {}\n{}", run.out, run.err);
            run.assert_err("error: ");
        }
    }
    for (thing, words) in [
        ("pipe", "it is a pipe, not a file"),
        ("socket", "it is a socket"),
        ("folder", "it is a directory"),
        ("/dev/zero", "it is a device"),
    ] {
        table
            .run_bytes(&["play", "asahi-retvizan", "--script", thing], b"")
            .assert_refused()
            .assert_err(words)
            .assert_err("`-`");
        table.run_bytes(&["play", thing], b"").assert_refused().assert_err(words);
        table.run_bytes(&["verify", thing], b"").assert_refused().assert_err(words);
        table.run_bytes(&["import", thing], b"").assert_refused().assert_err(words);
    }
    let names = fs::read_dir(table.path(".")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let made: Vec<String> = names.filter(|name| name.starts_with("asahi") || name.starts_with("tafl")).collect();
    assert_eq!(made, [""; 0], "no file was made");
    // Standard input has a name of its own, `-`.
    table.run_bytes(&["play", "asahi-retvizan", "--script", "-"], b"next\n").assert_success().assert_out("Movement");
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_data_is_refused_at_once() {
    let table = Workspace::new();
    fs::create_dir_all(table.path("mine/scenarios")).unwrap();
    assert!(Process::new("mkfifo").arg(table.path("mine/scenarios/a.yaml")).status().unwrap().success());
    table
        .run_bytes(&["scenario", "list", "--data", "mine"], b"")
        .assert_refused()
        .assert_err("it is a pipe, not a file");
}

#[test]
fn a_file_that_is_too_long_is_refused_by_its_length() {
    let table = Workspace::new();
    let long = |name: &str, bytes: u64| File::create(table.path(name)).unwrap().set_len(bytes).unwrap();
    long("long.yaml", (1 << 20) + 1);
    long("long.txt", (64 << 20) + 1);
    long("long.otg", (16 << 20) + 1);
    for (arguments, words) in [
        (&["scenario", "check", "long.yaml"][..], "it has 1048577 bytes, but a data file has at most 1 MiB"),
        (&["ship", "check", "long.yaml"], "a data file has at most 1 MiB"),
        (&["play", "asahi-retvizan", "--script", "long.txt"], "a script has at most 64 MiB"),
        (&["import", "long.otg"], "a record has at most 16 MiB"),
    ] {
        table.run_bytes(arguments, b"").assert_refused().assert_err(words);
    }
    long("just.yaml", 1 << 20);
    let just = table.run_bytes(&["scenario", "check", "just.yaml"], b"").assert_refused();
    assert!(!just.err.contains("at most 1 MiB"), "{}", just.err);
}

#[test]
fn an_endless_line_is_refused_after_4_mib() {
    let table = Workspace::new();
    let endless = vec![b'x'; (4 << 20) + 1];
    let run = table.run_bytes(&["play", "asahi-retvizan", "--keep-going"], &endless).assert_refused();
    run.assert_err("a line has more than 4 MiB");
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

// Bytes.

#[test]
fn a_line_that_is_not_utf_8_is_refused_in_every_game() {
    for (begin, journal, good) in [
        (&["play", "asahi-retvizan"][..], "asahi-retvizan.kaiser", "next"),
        (&["tafl", "--rules", "first=black"], "tafl.kaiser", "a4-b4"),
        (&["acre"], "acre.kaiser", "status"),
        (&["coal-steel"], "coal-steel.kaiser", "status"),
        (&["crystal", "--seed", "5"], "aidlon.kaiser", "event"),
    ] {
        let table = Workspace::new();
        let lines =
            [b"note \"caf\xe9\"\n".as_slice(), good.as_bytes(), b"\n\xff\xfe\n", good.as_bytes(), b"\r\n"].concat();
        let run = table.run_bytes(begin, &lines).assert_refused();
        run.assert_err("line 1: The line is not UTF-8 text");
        table.run(&["verify", journal], "").assert_success();
        let entries = table.read(journal).lines().count();

        let table = Workspace::new();
        let going = [begin, &["--keep-going", "--json"]].concat();
        let run = table.run_bytes(&going, &lines).assert_refused();
        let shown = run.json();
        let refused: Vec<&Value> = shown.iter().filter(|reply| reply["ok"] == false).collect();
        assert!(refused.len() >= 2, "{}", run.out);
        assert_eq!(refused[0]["command"], "note \"caf\u{fffd}\"");
        assert!(shown.iter().any(|reply| reply["ok"] == true), "valid lines are carried out: {}", run.out);
        table.run(&["verify", journal], "").assert_success();
        assert!(entries <= table.read(journal).lines().count());
    }
    // The same holds for a script from a file.
    let table = Workspace::new();
    fs::write(table.path("bad.txt"), b"next\nnote \"\xff\"\n").unwrap();
    let run = table.run_bytes(&["play", "asahi-retvizan", "--script", "bad.txt"], b"").assert_refused();
    run.assert_err("line 2: The line is not UTF-8 text");
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

#[test]
fn the_engine_answers_a_line_that_is_not_utf_8_and_continues() {
    let table = Workspace::new();
    let run = table.run_bytes(&["engine", "tafl"], b"ready\n\xffstatus\nready\nquit\n").assert_success();
    assert_eq!(run.out.matches("ready\n").count(), 2, "{}", run.out);
    run.assert_out("error ");
}

// Characters.

#[test]
fn no_argument_reaches_the_terminal_raw() {
    let table = Workspace::new();
    for arguments in [
        &[UNSEEN][..],
        &["play", UNSEEN],
        &["play", "asahi-retvizan", "--seed", UNSEEN],
        &["play", "asahi-retvizan", UNSEEN],
        &["play", "asahi-retvizan", "--script", UNSEEN],
        &["--data", UNSEEN, "ship", "list"],
        &["verify", UNSEEN],
        &["mend", UNSEEN],
        &["ship", "card", UNSEEN],
        &["rules", UNSEEN],
        &["roll", UNSEEN],
        &["table", "show", UNSEEN],
        &["engine", UNSEEN],
        &["perft", UNSEEN, "1"],
        &["tafl", "--rules", UNSEEN],
        &["tafl", "--position", UNSEEN],
        &["crystal", UNSEEN],
        &["odds", "battery", "--strength", UNSEEN, "--defence", "4"],
    ] {
        for json in [&[][..], &["--json"]] {
            let run = table.run(&[arguments, json].concat(), "");
            assert!(matches!(run.code, Some(1 | 2)), "{arguments:?}: {}", run.out);
            assert!(!run.err.is_empty(), "{arguments:?}");
            assert_plain(&run.out);
            assert_plain(&run.err);
            if !json.is_empty() {
                serde_json::from_str::<Value>(&run.err).unwrap_or_else(|_| panic!("{arguments:?}: {}", run.err));
            }
        }
    }
    let run = table.run(&["play", "asahi-retvizan", "--sed\u{202e}"], "");
    run.assert_err("\\u202e").assert_err("--help");
}

#[test]
fn no_file_name_and_no_word_of_data_reaches_the_terminal_raw() {
    let table = Workspace::new();
    let journal = format!("a{UNSEEN}.kaiser");
    let lines = format!("note \"{UNSEEN}\"\nlog\ncard {UNSEEN}\nstatus\nmap\n");
    let played = table.run(&["play", "asahi-retvizan", "-o", &journal, "--keep-going"], &lines).assert_refused();
    played.assert_out("\\u202e").assert_out("\\u2066").assert_err("\\u202e");
    let mut runs = vec![played, table.run(&[], "").assert_success()];
    runs.push(table.run(&["map", &journal], ""));
    for verb in ["verify", "log", "show", "tally", "mend"] {
        runs.push(table.run(&[verb, &journal], "").assert_success());
        runs.push(table.run(&[verb, &journal, "--json"], "").assert_success());
    }
    fs::write(table.path(&journal), "Dear diary\n").unwrap();
    runs.push(table.run(&["verify", &journal], "").assert_refused());
    table.run(&["data", "export", "mine"], "").assert_success();
    let text = table.read("mine/scenarios/asahi-retvizan.yaml");
    let title = text.lines().find(|line| line.starts_with("title: ")).unwrap();
    let turned = text.replacen(title, "title: \"A \u{202e}title\u{202c} turned\"", 1);
    table.write("turned.yaml", &turned);
    for arguments in
        [&["scenario", "show", "turned.yaml"][..], &["play", "turned.yaml"], &["scenario", "check", "turned.yaml"]]
    {
        runs.push(table.run(arguments, "status\nlog\n"));
        runs.push(table.run(&[arguments, &["--json"]].concat(), "status\nlog\n"));
    }
    for run in &runs {
        assert_plain(&run.out);
        assert_plain(&run.err);
    }
}

#[test]
fn json_keeps_the_original_words() {
    let table = Workspace::new();
    let words = "a\u{202e}b\u{e0041}c\u{1b}d";
    let run = table.run(&["play", "asahi-retvizan", "--json"], &format!("note \"{words}\"\n")).assert_success();
    assert_plain(&run.out);
    assert_eq!(run.one_json()["command"], format!("note \"{words}\""));
}

// Changed and damaged journals.

/// A journal that is removed between two commands.
#[test]
fn a_journal_removed_in_play_is_reported_before_any_acknowledgement() {
    let table = Workspace::new();
    let mut process = table.process(&["play", "asahi-retvizan", "--keep-going", "--json"]);
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut typed, mut shown) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut answer = |line: &str| -> Value {
        writeln!(typed, "{line}").unwrap();
        let mut answer = String::new();
        shown.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    };
    assert_eq!(answer("next")["ok"], true);
    let before = table.journal();
    fs::remove_file(table.path("asahi-retvizan.kaiser")).unwrap();
    let refused = answer("next");
    assert_eq!(refused["ok"], false);
    let what = refused["error"]["what"].as_str().unwrap();
    assert!(what.contains("was removed or renamed") && what.contains("asahi-retvizan-kept.kaiser"), "{what}");
    assert_eq!(refused["error"]["hint"], "quit, then type `kaiser play ./asahi-retvizan-kept.kaiser`");
    assert_eq!(answer("next")["ok"], false);
    assert_eq!(answer("status")["ok"], true, "questions are still answered");
    drop(typed);
    assert_eq!(child.wait().unwrap().code(), Some(1), "the exit code reports the failure");
    assert_eq!(table.read("asahi-retvizan-kept.kaiser"), before);
    assert!(!table.path("asahi-retvizan.kaiser").exists());
    table.run(&["play", "asahi-retvizan-kept.kaiser"], "status\n").assert_success().assert_out("Movement");
}

#[test]
fn a_damaged_journal_of_every_game_is_recovered_into_a_new_one() {
    for (begin, journal, lines) in [
        (&["play", "asahi-retvizan", "--seed", "4"][..], "asahi-retvizan", format!("{DECLARED}fire all\n")),
        (&["tafl", "--rules", "first=black"], "tafl", "note a\nnote b\nnote c\nnote d\n".to_owned()),
        (&["acre"], "acre", "note a\nnote b\nnote c\nnote d\n".to_owned()),
        (&["coal-steel"], "coal-steel", "note a\nnote b\nnote c\nnote d\n".to_owned()),
        (&["crystal", "--seed", "5"], "aidlon", "event\nbuy 1 BD\ndone\nmove 2\n".to_owned()),
    ] {
        let table = Workspace::new();
        table.run(begin, &lines).assert_success();
        let file = format!("{journal}.kaiser");
        let whole = table.read(&file);
        table.run(&["mend", &file], "").assert_success().assert_out("is not damaged").assert_out(" entries.");
        let all: Vec<&str> = whole.split_inclusive('\n').collect();
        assert!(all.len() >= 6, "{whole}");
        // Add a byte to the third entry.
        let damaged =
            [&all[..3].concat(), &all[3].replacen("}", "} ", 1), &all[4..].concat()].map(String::as_str).concat();
        table.write(&file, &damaged);
        let refused = table.run(&["play", &file], "").assert_refused();
        refused.assert_err("line 4 is damaged").assert_err(&format!("kaiser mend {file}"));
        let run = table.run(&["mend", &file], "").assert_success();
        run.assert_out(&format!("2 entries of {file} are saved in {journal}-mended.kaiser."));
        run.assert_out("line 4 (entry 3): it was changed: its checksum is wrong.");
        run.assert_out(&format!("lines 5 to {} (entries 4 to {}): it is unchanged, but", all.len(), all.len() - 1));
        assert_eq!(table.read(&file), damaged, "the damaged journal is unchanged");
        assert_eq!(table.read(&format!("{journal}-mended.kaiser")), all[..3].concat());
        table.run(&["play", &format!("{journal}-mended.kaiser")], "status\n").assert_success();
        table.run(&["verify", &format!("{journal}-mended.kaiser")], "").assert_success();
        let again = table.run(&["mend", &file, "--json"], "").assert_success().one_json();
        assert_eq!((&again["mended"], &again["entries"]), (&format!("{journal}-mended-2.kaiser").into(), &2.into()));
        assert_eq!(again["lost"][0]["entry"], 3);
    }
}

#[test]
fn mend_further_enters_later_entries_again_and_the_result_verifies() {
    let table = Workspace::new();
    table.drill("note \"one\"\nnote \"two\"\nnext to gunfire\ntarget asahi at retvizan range 8\nfire asahi declared dice 3 9 12 4 2\n").assert_success();
    let all: Vec<String> = table.journal().split_inclusive('\n').map(str::to_owned).collect();
    table.write("asahi-retvizan.kaiser", &[&all[..2], &all[3..]].concat().concat());
    let run = table.run(&["mend", "asahi-retvizan.kaiser", "--further"], "").assert_success();
    run.assert_out("from after the damage, which were entered again").assert_out("entry 2: it is not in the file");
    let log = table.run(&["log", "asahi-retvizan-mended.kaiser"], "").assert_success();
    log.assert_out("entry 2 of the damaged journal is lost").assert_out("target asahi at retvizan");
    let mended = table.read("asahi-retvizan-mended.kaiser");
    assert!(mended.contains("salvo_fired") && !mended.contains("\"words\":\"two\""), "{mended}");
    table.run(&["play", "asahi-retvizan-mended.kaiser"], "status\n").assert_success();
    table.run(&["verify", "asahi-retvizan-mended.kaiser"], "").assert_success();
}

#[test]
fn mend_reports_the_different_result_of_the_rules_where_it_stops() {
    let table = Workspace::new();
    table.drill("next to gunfire\ntarget asahi at retvizan range 8\nfire asahi declared dice 3 9 12 4 2\nnote \"one\"\nnote \"two\"\n").assert_success();
    let all: Vec<String> = table.journal().split_inclusive('\n').map(str::to_owned).collect();
    // Without the first entry, this is not the Gunfire Segment.
    table.write("asahi-retvizan.kaiser", &[&all[..1], &all[2..]].concat().concat());
    let run = table.run(&["mend", "asahi-retvizan.kaiser", "--further"], "").assert_success();
    run.assert_out("Entry 2 could not be entered again, and 4 entries after it were not tried.");
    run.assert_out("line 2 (entry 2): without the lost entries, the rules give a different result: ");
    let json = table.run(&["mend", "asahi-retvizan.kaiser", "--further", "--json"], "").assert_success().one_json();
    assert_eq!(json["stopped"], serde_json::json!({ "entry": 2, "untried": 4 }));
    let why = json["lost"][0]["why"].as_str().unwrap();
    assert!(why.ends_with("This is the Plotting Segment [3.3.5]"), "the reason is in words, with its paragraph: {why}");
}

#[test]
fn mend_recovers_nothing_without_a_first_line() {
    let table = Workspace::new();
    table.drill("next\n").assert_success();
    let journal = table.journal();
    let (_, rest) = journal.split_once('\n').unwrap();
    table.write("asahi-retvizan.kaiser", rest);
    let run = table.run(&["mend", "asahi-retvizan.kaiser"], "").assert_refused();
    run.assert_err("Nothing of asahi-retvizan.kaiser can be recovered").assert_err("the entries need the first line");
    assert!(!table.path("asahi-retvizan-mended.kaiser").exists());
    table.run(&["mend", "none.kaiser"], "").assert_refused().assert_err("none.kaiser");
}
