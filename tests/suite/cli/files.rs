//! Journals as files: created, resumed, locked, torn, edited, shown.
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::{fs, thread, time::Duration};

use super::{DECLARED, PROGRAM, Workspace};

#[test]
fn nothing_is_ever_overwritten() {
    let table = Workspace::new();
    let first = table.drill("quit\n").assert_success();
    first.assert_err("asahi-retvizan.kaiser");
    let kept = table.journal();
    table.drill("quit\n").assert_success().assert_err("asahi-retvizan-2.kaiser");
    table.drill("quit\n").assert_success().assert_err("asahi-retvizan-3.kaiser");
    assert_eq!(table.journal(), kept);
    let run = table.run(&["play", "asahi-retvizan", "-o", "asahi-retvizan.kaiser"], "").assert_refused();
    run.assert_err("asahi-retvizan.kaiser exists");
    assert_eq!(table.journal(), kept);
    table.run(&["play", "asahi-retvizan", "-o", "mine.kaiser"], "note \"a\"\n").assert_success();
    assert!(table.read("mine.kaiser").lines().count() > 1);
    table.run(&["play", "asahi-retvizan", "-o", "mine.txt"], "next\n").assert_success();
    table.run(&["play", "mine.txt"], "next\n").assert_success().assert_out("Sighting Segment");
}

#[test]
fn a_journal_resumes_where_it_ended() {
    let table = Workspace::new();
    table.drill(DECLARED).assert_success();
    let run = table.run(&["play", "asahi-retvizan.kaiser"], "fire asahi dice 3 9 4 2\n").assert_success();
    run.assert_out("#6 Asahi>Retvizan 8.0\"  3 9 | 4 | 2  1 pen");
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success().assert_out("all agree");
}

#[test]
fn only_the_journal_is_left_in_the_directory() {
    let table = Workspace::new();
    table.run(&["play", "asahi-retvizan"], "next\n").assert_success();
    let names: Vec<_> = fs::read_dir(table.dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["asahi-retvizan.kaiser"]);
}

#[test]
fn a_torn_last_line_is_saved_and_reported() {
    let table = Workspace::new();
    table.drill(DECLARED).assert_success();
    let whole = table.journal();
    table.write("asahi-retvizan.kaiser", whole.trim_end());
    let torn = table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_refused();
    torn.assert_err("torn");
    assert_eq!(table.journal(), whole.trim_end(), "verify changes nothing");
    let run = table.run(&["play", "asahi-retvizan.kaiser"], "status\n").assert_success();
    run.assert_err("torn").assert_err("asahi-retvizan.kaiser.torn");
    assert!(table.path("asahi-retvizan.kaiser.torn").exists());
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
}

#[test]
fn a_torn_last_line_is_reported_by_log_show_and_map() {
    const TORN: &str = "(The torn last line is omitted.)";
    let table = Workspace::new();
    let games: [(&str, &[&str], &str); 5] = [
        ("battle", &["play", "asahi-retvizan"], "note \"a\"\nnote \"b\"\n"),
        ("tafl", &["tafl"], "d1-c1\ne4-d4\n"),
        ("acre", &["acre"], "note a\nnote b\n"),
        ("coal-steel", &["coal-steel"], "note a\nnote b\n"),
        ("crystal", &["crystal"], "next\nnext\n"),
    ];
    for (game, begin, script) in games {
        let name = format!("{game}.kaiser");
        table.run(&[begin, &["--seed", "1", "-o", &name]].concat(), script);
        let whole = table.read(&name);
        for verb in ["log", "show", "map"] {
            let run = table.run(&[verb, &name], "");
            assert!(!run.out.contains("torn") && !run.err.contains("torn"), "{game} {verb}: {}{}", run.out, run.err);
        }
        table.write(&name, whole.trim_end());
        for verb in ["log", "show"] {
            table.run(&[verb, &name], "").assert_success().assert_out(TORN);
        }
        if game != "battle" {
            table.run(&["map", &name], "").assert_success().assert_out(TORN);
        }
        assert_eq!(table.read(&name), whole.trim_end(), "{game}: a view writes nothing");
        let run = table.run(&["play", &name], "");
        run.assert_err(&format!("saved in {name}.torn"));
        table.run(&["log", &name], "").assert_success();
    }
    // An exported record is for other programs, so the note goes to standard error.
    let whole = table.read("tafl.kaiser");
    table.write("tafl.kaiser", whole.trim_end());
    let run = table.run(&["export", "tafl.kaiser"], "").assert_success();
    run.assert_err(TORN);
    assert!(!run.out.contains(TORN), "{}", run.out);
}

#[test]
fn a_journal_removed_during_play_is_saved_again_in_boards_and_campaign() {
    let table = Workspace::new();
    for (game, begin) in [("tafl", "tafl"), ("acre", "acre"), ("coal-steel", "coal-steel"), ("crystal", "crystal")] {
        let name = format!("{game}.kaiser");
        let mut child = table
            .process(&[begin, "--seed", "1", "-o", &name])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !table.path(&name).exists() || table.read(&name).lines().count() < 1 {
            thread::sleep(Duration::from_millis(10));
        }
        fs::remove_file(table.path(&name)).unwrap();
        let mut input = child.stdin.take().unwrap();
        // Every game records whether it asks for dice.
        input.write_all(b"dice ask\ndice roll\ndice ask\n").unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{game}: {error}");
        assert!(error.contains("was removed or renamed while it was played"), "{game}: {error}");
        assert!(error.contains(&format!("{game}-kept.kaiser")), "{game}: {error}");
        table.run(&["log", &format!("{game}-kept.kaiser")], "").assert_success();
    }
}

#[test]
fn of_several_files_either_all_or_none_are_written() {
    let table = Workspace::new();
    // The second page's file exists already, so the first is not written either.
    table.write("cards-2.svg", "mine");
    let refused = table.run(&["print", "asahi", "mikasa", "fuji", "-o", "cards.svg"], "").assert_refused();
    refused.assert_err("cards-2.svg exists, and files are never overwritten");
    assert!(!table.path("cards-1.svg").exists() && table.read("cards-2.svg") == "mine");
    table.write("club", "mine");
    table.run(&["data", "export", "club"], "").assert_refused().assert_err("club/").assert_err("cannot be written");
    assert_eq!(table.read("club"), "mine");
}

/// Returns the paths and contents of all files in a directory and below, except temporary ones.
#[cfg(unix)]
fn tree(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().ends_with(".partial") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[cfg(unix)]
#[test]
fn data_are_exported_completely_or_not_at_all() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = Workspace::new();
    table.run(&["data", "export", "whole"], "").assert_success();
    let whole = tree(&table.path("whole"));
    assert!(50 < whole.len());
    let hidden = fs::read_dir(table.path(""))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0, "no temporary file is left");
    // Export into an existing directory with other files, and into a new one below a missing one.
    fs::create_dir_all(table.path("mine/data/ships")).unwrap();
    table.write("mine/data/ships/own.yaml", "mine");
    table.run(&["data", "export", "mine"], "").assert_success();
    assert_eq!(tree(&table.path("mine")).len(), whole.len() + 1);
    table.run(&["data", "export", "a/b/c/"], "").assert_success();
    assert_eq!(tree(&table.path("a/b/c")), whole);
    // If one file exists already, however late in the order, nothing is written.
    let (last, _) = whole.last().unwrap();
    fs::create_dir_all(table.path("late").join(last.parent().unwrap())).unwrap();
    fs::write(table.path("late").join(last), "mine").unwrap();
    table.run(&["data", "export", "late"], "").assert_refused().assert_err("files are never overwritten");
    assert_eq!(tree(&table.path("late")), [(last.clone(), b"mine".to_vec())]);
    // A file has the name of a folder.
    fs::create_dir(table.path("folder")).unwrap();
    table.write("folder/scenarios", "mine");
    table.run(&["data", "export", "folder"], "").assert_refused();
    assert_eq!(tree(&table.path("folder")), [(PathBuf::from("scenarios"), b"mine".to_vec())]);
    // A limit on file size kills the program in the middle, like a full disk or a power cut.
    let limited = format!("ulimit -f 8; exec '{PROGRAM}' data export killed");
    let run = Process::new("sh").args(["-c", &limited]).current_dir(table.path("")).output().unwrap();
    assert!(!run.status.success(), "{run:?}");
    assert!(!table.path("killed").exists() && tree(&table.path("killed")).is_empty());
    table.run(&["data", "export", "killed"], "").assert_success();
    assert_eq!(tree(&table.path("killed")), whole);
    // A directory without write permission. Root may write there anyway.
    fs::create_dir(table.path("shut")).unwrap();
    fs::set_permissions(table.path("shut"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(table.path("shut/probe"), "").is_err() {
        table.run(&["data", "export", "shut/club"], "").assert_refused().assert_err("cannot be written");
    }
    fs::set_permissions(table.path("shut"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_not_written_through() {
    let table = Workspace::new();
    fs::create_dir_all(table.path("club/data/naval")).unwrap();
    std::os::unix::fs::symlink(table.path("elsewhere"), table.path("club/data/naval/card.yaml")).unwrap();
    let refused = table.run(&["data", "export", "club"], "").assert_refused();
    refused.assert_err("club/data/naval/card.yaml exists, and files are never overwritten");
    assert!(!table.path("elsewhere").exists() && !table.path("club/scenarios").exists(), "nothing is written");
    std::os::unix::fs::symlink(table.path("elsewhere"), table.path("map.svg")).unwrap();
    table.drill(DECLARED).assert_success();
    for verb in [&["map", "asahi-retvizan.kaiser", "-o", "map.svg"][..], &["print", "asahi", "-o", "map.svg"]] {
        table.run(verb, "").assert_refused();
        assert!(!table.path("elsewhere").exists(), "{verb:?}");
    }
}

#[test]
fn an_edited_journal_is_detected() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi dice 3 9 4 2\n")).assert_success();
    let edited = table.journal().replacen("\"face\":9", "\"face\":8", 1);
    table.write("asahi-retvizan.kaiser", &edited);
    for command in [["verify", "asahi-retvizan.kaiser"], ["play", "asahi-retvizan.kaiser"]] {
        table.run(&command, "").assert_refused().assert_err("checksum");
    }
    assert_eq!(table.journal(), edited);
}

#[test]
fn a_journal_without_its_last_line_is_detected() {
    let table = Workspace::new();
    table.drill(DECLARED).assert_success();
    let journal = table.journal();
    let cut = journal.trim_end().rfind('\n').unwrap() + 1;
    table.write("asahi-retvizan.kaiser", &journal[..cut]);
    table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_refused();
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_as_such() {
    let table = Workspace::new();
    table.write("letter.kaiser", "Dear admiral,\n");
    table.write("empty.kaiser", "");
    for (file, words) in [("letter.kaiser", "not a journal"), ("empty.kaiser", "empty"), ("none.kaiser", "none.kaiser")]
    {
        for verb in ["play", "verify", "log", "show", "tally"] {
            table.run(&[verb, file], "").assert_refused().assert_err("error: ").assert_err(words);
        }
    }
    assert_eq!(table.read("letter.kaiser"), "Dear admiral,\n");
    assert!(!table.path("none.kaiser").exists());
}

#[test]
fn a_journal_in_use_is_locked() {
    let table = Workspace::new();
    let mut first = table.process(&["play", "asahi-retvizan"]);
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut banner = [0];
    wait_for_journal(&table);
    let second = table.run(&["play", "asahi-retvizan.kaiser"], "next\n").assert_refused();
    second.assert_err("in use");
    table.run(&["show", "asahi-retvizan.kaiser"], "").assert_success();
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert_eq!(first.stdout.take().unwrap().read(&mut banner).unwrap(), 1);
    table.run(&["play", "asahi-retvizan.kaiser"], "next\n").assert_success();
}

fn wait_for_journal(table: &Workspace) {
    let journal = table.path("asahi-retvizan.kaiser");
    for _ in 0..500 {
        if fs::metadata(&journal).is_ok_and(|file| file.len() > 0) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("no journal was made");
}

#[test]
fn log_show_and_tally_report_the_battle() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\nnext to damage\nnext\n")).assert_success();
    table.run(&["log", "asahi-retvizan.kaiser"], "").assert_success().assert_out("Turn 1").assert_out("Asahi");
    table
        .run(&["show", "asahi-retvizan.kaiser"], "")
        .assert_success()
        .assert_out("Asahi")
        .assert_out("Retvizan")
        .assert_out("Turn 2");
    table
        .run(&["show", "asahi-retvizan.kaiser", "--at", "1/gunfire"], "")
        .assert_success()
        .assert_out("Gunfire Segment");
    table.run(&["tally", "asahi-retvizan.kaiser"], "").assert_success().assert_out("Japan");
    let show =
        table.run(&["show", "asahi-retvizan.kaiser", "--at", "1/gunfire", "--json"], "").assert_success().one_json();
    assert_eq!((&show["turn"], &show["segment"]), (&1.into(), &"gunfire".into()));
    for (at, words) in [("9/gunfire", "9/gunfire"), ("gunfire", "7/gunfire"), ("1/tea", "tea")] {
        let run = table.run(&["show", "asahi-retvizan.kaiser", "--at", at], "");
        assert_ne!(run.code, Some(0));
        run.assert_err(words);
    }
}

#[test]
fn a_part_of_the_battle_can_be_shown() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\nnext to damage\nnext\nnote \"the end\"\n")).assert_success();
    let log = |more: &[&str]| {
        let arguments: Vec<&str> = ["log", "asahi-retvizan.kaiser", "--json"].iter().chain(more).copied().collect();
        let shown = table.run(&arguments, "").assert_success().one_json();
        shown.as_array().unwrap().iter().filter(|entry| entry.get("command").is_some()).count()
    };
    assert_eq!((log(&[]), log(&["--at", "1/gunfire"]), log(&["--at", "1/torpedo"])), (7, 1, 5));
    table.run(&["log", "asahi-retvizan.kaiser", "--at", "9/damage"], "").assert_refused().assert_err("9/damage");
    let japan = table.run(&["tally", "asahi-retvizan.kaiser", "--side", "jap", "--json"], "").assert_success();
    let sides = japan.one_json()["sides"].clone();
    assert!(sides.as_array().unwrap().len() == 1 && sides[0]["side"] == "japan", "{}", japan.out);
    let show =
        table.run(&["show", "asahi-retvizan.kaiser", "--side", "russia", "--json"], "").assert_success().one_json();
    assert_eq!(show["ships"].as_array().unwrap().len(), 1);
    assert_eq!(show["enemies"][0]["id"], "asahi");
    assert!(show["enemies"][0].get("hits").is_none(), "{show}");
    let seen = table.run(&["show", "asahi-retvizan.kaiser", "--side", "russia"], "").assert_success();
    seen.assert_out("Asahi");
    let unseen =
        table.run(&["show", "asahi-retvizan.kaiser", "--side", "russia", "--at", "1/plotting"], "").assert_success();
    assert!(!unseen.out.contains("Asahi"), "{}", unseen.out);
    table
        .run(&["show", "asahi-retvizan.kaiser", "--side", "france"], "")
        .assert_refused()
        .assert_err("japan or russia");
}

#[test]
fn the_welcome_lists_what_is_available() {
    let table = Workspace::new();
    table.drill("quit\n").assert_success();
    table.run(&[], "").assert_success().assert_out("ulsan").assert_out("asahi-retvizan.kaiser");
}

#[test]
fn verify_counts_the_entries() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\n")).assert_success();
    let run = table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_success();
    assert_eq!(run.out.lines().next(), Some("asahi-retvizan.kaiser: 5 entries, all agree"));
    assert_eq!(run.out.lines().count(), 8, "chain, rulings, dice, set-up, seals, points, code: {}", run.out);
}

/// For a journal that was never closed, verify reports all that it can, then what is wrong.
#[test]
fn verify_checks_a_journal_that_was_never_closed() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\n")).assert_success();
    let path = table.path("asahi-retvizan.kaiser");
    let whole = std::fs::read_to_string(&path).unwrap();
    let (open, closed) = whole.trim_end().rsplit_once('\n').unwrap();
    assert!(closed.contains("closed"), "{closed}");
    std::fs::write(&path, format!("{open}\n")).unwrap();
    let run = table.run(&["verify", "asahi-retvizan.kaiser"], "").assert_refused();
    assert!(
        !run.out.contains("agree") && run.out.contains("was never closed") && run.out.contains("dice:"),
        "{}",
        run.out
    );
    assert!(!run.out.contains("code:") && !run.out.contains("being played"), "{}", run.out);
    run.assert_err("was never closed").assert_err("then `quit`, closes it");
    let json = table.run(&["verify", "--json", "asahi-retvizan.kaiser"], "").assert_refused().one_json();
    assert_eq!((&json["agree"], &json["exit"]), (&serde_json::json!(false), &serde_json::json!(1)));
}

/// Of a line of a megabyte, only the part around the error is shown.
#[test]
fn a_long_line_of_a_file_is_cut_around_its_error() {
    let table = Workspace::new();
    let scenario = |length: usize| {
        let line = format!("{{a: {}, wrong: 1}}", "b".repeat(length));
        table.write("long.yaml", &format!("id: long\nname: {line}\n"));
        table.run(&["scenario", "check", "long.yaml"], "").assert_refused()
    };
    let run = scenario(1_000_000);
    assert!(run.err.len() < 20_000 && run.err.contains("..."), "{} bytes", run.err.len());
    let run = scenario(100);
    run.assert_err(&format!("name: {{a: {}, wrong: 1}}\n", "b".repeat(100)));
}

/// The text shortens a long list of errors. The JSON has all of them, each with line and column.
#[test]
fn json_has_every_error_and_the_text_has_fifty() {
    let table = Workspace::new();
    let honest = naval_kit::builtin().text("scenarios/ulsan.yaml").unwrap().to_owned();
    let from = honest.lines().count() + 1;
    for (many, printed, counted) in [(50, 50, None), (63, 50, Some("and 13 more: correct these first"))] {
        let keys: String = (0..many).map(|index| format!("x{index}: 1\n")).collect();
        table.write("many.yaml", &format!("{honest}{keys}"));
        let run = table.run(&["scenario", "check", "many.yaml"], "").assert_refused();
        assert_eq!(run.err.matches("unknown key `x").count(), printed, "{many}: {}", run.err);
        assert_eq!(run.err.contains(" more: correct these first"), counted.is_some(), "{}", run.err);
        let run = table.run(&["scenario", "check", "many.yaml", "--json"], "").assert_refused();
        let error: serde_json::Value = serde_json::from_str(run.err.trim()).unwrap();
        let errors = error["error"]["flaws"].as_array().unwrap();
        assert_eq!(errors.len(), many);
        for (index, error) in errors.iter().enumerate() {
            assert_eq!(
                (error["line"].as_u64(), error["column"].as_u64()),
                (Some((from + index) as u64), Some(1)),
                "{error}"
            );
            assert_eq!(error["path"], format!("x{index}"));
        }
        let what = error["error"]["what"].as_str().unwrap();
        assert_eq!(what.matches("unknown key `x").count(), printed);
        assert!(counted.is_none_or(|counted| what.ends_with(counted)), "{what}");
    }
}
