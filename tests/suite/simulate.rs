//! `kaiser simulate`: the same report on any number of threads, and one of its battles as a journal.
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{self, Stdio};
use std::{thread, time::Duration};

use assert_cmd::Command;
use serde_json::Value;

fn kaiser(place: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(place).args(arguments).env_remove("KAISER_DATA").output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads_and_a_battle_verifies() {
    let place = tempfile::tempdir().unwrap();
    let report = |threads: &str| kaiser(place.path(), &["simulate", "coronel", "-n", "8", "--threads", threads]);
    let (done, single) = report("1");
    assert!(done && single.contains("8 battles, seed 1") && single.contains("Census"), "{single}");
    assert_eq!((report("2").1, report("7").1), (single.clone(), single));
    let written = ["simulate", "coronel", "-n", "8", "--battle", "3", "-o", "b3.kaiser"];
    assert!(kaiser(place.path(), &written).0);
    assert!(!kaiser(place.path(), &written).0, "nothing is overwritten");
    let (verified, proof) = kaiser(place.path(), &["verify", "b3.kaiser"]);
    assert!(verified && proof.contains("all agree"), "{proof}");
    let fought = ["simulate", "coronel", "-n", "3", "--json"];
    let value: Value = serde_json::from_str(&kaiser(place.path(), &fought).1).unwrap();
    let total_margin = |n: &str| {
        let report = kaiser(place.path(), &["simulate", "coronel", "-n", n, "--json"]).1;
        serde_json::from_str::<Value>(&report).unwrap()["margin"]["mean"].as_f64().unwrap() * n.parse::<f64>().unwrap()
    };
    let third = (total_margin("3") - total_margin("2")).round();
    let tally = kaiser(place.path(), &["tally", "b3.kaiser", "--json"]).1;
    let tally: Value = serde_json::from_str(&tally).unwrap();
    let points = |index: usize| tally["sides"][index]["total"].as_f64().unwrap();
    assert_eq!(third, points(0) - points(1), "battle 3 of the report is the journal: {value}\n{tally}");
    assert!(!kaiser(place.path(), &["simulate", "coronel", "-n", "8", "--battle", "9", "-o", "b9.kaiser"]).0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_report_covers_the_finished_battles() {
    let place = tempfile::tempdir().unwrap();
    let mut program = process::Command::new(assert_cmd::cargo::cargo_bin("kaiser"));
    program.current_dir(place.path()).args(["simulate", "drill-two-lines", "-n", "1000000", "--threads", "2"]);
    let running = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(Duration::from_millis(2_500));
    let id = running.id().to_string();
    assert!(process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let report = String::from_utf8(running.wait_with_output().unwrap().stdout).unwrap();
    let first = report.split("the first ").nth(1).unwrap_or_else(|| panic!("{report}"));
    let fought = first.split(' ').next().unwrap();
    let (_, whole) = kaiser(place.path(), &["simulate", "drill-two-lines", "-n", fought, "--threads", "1"]);
    let cut = report.replace(&format!("the first {fought} of 1000000 battles"), &format!("{fought} battles"));
    assert_eq!(cut.replace("-n 1000000", &format!("-n {fought}")), whole);
}

/// Returns the standard error of a program that is interrupted as soon as `waits` returns.
#[cfg(unix)]
fn interrupted(mut program: process::Command, waits: impl FnOnce(&str, &mut dyn BufRead) -> String) -> String {
    let mut running = program.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(running.stderr.take().unwrap());
    let id = running.id().to_string();
    let mut report = waits(&id, &mut errors);
    assert!(process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    errors.read_to_string(&mut report).unwrap();
    running.wait().unwrap();
    report
}

/// Waits until a process catches SIGINT (Ctrl-C), signal 2. The process prints nothing meanwhile.
#[cfg(target_os = "linux")]
fn catches_interrupts(id: &str, _: &mut dyn BufRead) -> String {
    let catches = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&caught, 16).unwrap() & 0b10 != 0
    };
    while !catches() {
        thread::sleep(Duration::from_millis(20));
    }
    String::new()
}

/// Waits until a process prints its first line.
#[cfg(unix)]
fn says_a_line(_: &str, errors: &mut dyn BufRead) -> String {
    let mut report = String::new();
    errors.read_line(&mut report).unwrap();
    report
}

/// If a battle was continued from its moments at most once, there is no account. The program reports how far it came.
#[cfg(target_os = "linux")]
#[test]
fn an_account_of_luck_interrupted_early_reports_how_far_it_came() {
    let place = tempfile::tempdir().unwrap();
    assert!(kaiser(place.path(), &["simulate", "ulsan", "-n", "1", "--battle", "1", "-o", "u.kaiser"]).0);
    let mut program = process::Command::new(assert_cmd::cargo::cargo_bin("kaiser"));
    program.current_dir(place.path()).args(["luck", "u.kaiser", "--threads", "1"]);
    let report = interrupted(program, catches_interrupts);
    assert!(report.contains("of 50 battles: the report needs two"), "{report}");
}

/// Before the program fights all historical battles, it prints their number and how to choose one.
#[cfg(unix)]
#[test]
fn history_without_a_name_prints_how_many_battles_it_fights() {
    let place = tempfile::tempdir().unwrap();
    let mut program = process::Command::new(assert_cmd::cargo::cargo_bin("kaiser"));
    program.current_dir(place.path()).args(["history", "-n", "100000", "--threads", "1"]);
    let shown = interrupted(program, says_a_line);
    assert!(shown.contains(" battles, 100000 of each of ") && shown.contains("One alone: kaiser history "), "{shown}");
}

#[test]
fn a_report_is_drawn_and_a_game_is_continued_from_a_moment() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), arguments);
    let (done, report) = run(&["simulate", "coronel", "-n", "6", "-o", "report.svg"]);
    assert!(done && report.contains("report.svg"), "{report}");
    let svg = std::fs::read_to_string(place.path().join("report.svg")).unwrap();
    for expected in ["Wins", "no side", "Margin in points", "Lost", "kaiser simulate coronel -n 6"] {
        assert!(svg.contains(expected), "{expected}");
    }
    assert!(!run(&["simulate", "coronel", "-n", "6", "-o", "report.svg"]).0, "nothing is overwritten");
    assert!(!run(&["simulate", "coronel", "-n", "6", "-o", "report.txt"]).0);
    assert!(run(&["simulate", "coronel", "-n", "1", "--battle", "1", "-o", "game.kaiser"]).0);
    let simulate_from_7 =
        |more: &[&str]| run(&[&["simulate", "game.kaiser", "--at", "7/gunfire", "-n", "4"], more].concat());
    let (done, single) = simulate_from_7(&["--threads", "1"]);
    assert!(done && single.contains("4 battles, seed 1") && single.contains("--at 7/gunfire"), "{single}");
    assert_eq!(simulate_from_7(&["--threads", "3"]).1, single);
    assert!(simulate_from_7(&["--battle", "2", "-o", "on.kaiser"]).0);
    let (verified, proof) = run(&["verify", "on.kaiser"]);
    assert!(verified && proof.contains("all agree"), "{proof}");
    let turn = |name: &str| {
        let log = run(&["show", name, "--at", "7/gunfire", "--json"]).1;
        log.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(turn("on.kaiser"), turn("game.kaiser"), "earlier entries are kept");
    for wrong in [
        &["simulate", "game.kaiser", "-n", "2"][..],
        &["simulate", "game.kaiser", "--at", "90/gunfire"],
        &["simulate", "game.kaiser", "--at", "7/gunfire", "--turns", "9"],
        &["simulate", "coronel", "--at", "7/gunfire"],
    ] {
        assert!(!run(wrong).0, "{wrong:?}");
    }
}

/// A turn of Ulsan at the prompt of Japan.
const A_TURN: &str =
    "plot 2nd 2.25\nseal\nnext to gunfire\ntarget izumo at rossia\ndeclared\nfire all\nnext\nnext\nnext\nnext\n";

#[test]
fn three_turns_of_ulsan_are_played_against_a_captain() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("turns.txt"), A_TURN.repeat(3)).unwrap();
    let play = |more: &[&str]| {
        let arguments =
            ["play", "ulsan", "--admiral", "russia=captain", "--seed", "5", "--salts", "1", "--script", "turns.txt"];
        kaiser(place.path(), &[&arguments, more].concat())
    };
    let (done, printed) = play(&["-o", "one.kaiser"]);
    assert!(done, "{printed}");
    assert_eq!(printed.matches("Russia has plotted.\nThe plots of Russia are sealed").count(), 4, "{printed}");
    assert!(printed.contains("Turn 4"), "{printed}");
    // Only orders that all players at the table hear are shown.
    assert!(!printed.contains("Vladivostok cruisers plots"), "{printed}");
    let (verified, proof) = kaiser(place.path(), &["verify", "one.kaiser"]);
    assert!(verified && proof.contains("all agree"), "{proof}");
    let (_, log) = kaiser(place.path(), &["log", "one.kaiser"]);
    for line in ["plot vladivostok", "seal russia", "target rossia at"] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(log.find("seal russia") < log.find("plot 2nd"), "the captain's plots are sealed first");
    assert!(play(&["-o", "two.kaiser"]).0);
    let text = |name: &str| std::fs::read_to_string(place.path().join(name)).unwrap();
    assert_eq!(text("one.kaiser"), text("two.kaiser"), "the same seed, the same orders");
    // The journal is resumed, and the captain still plays.
    std::fs::write(place.path().join("turns.txt"), "plot 2nd 2.25\nundo\nundo\n").unwrap();
    let (done, printed) =
        kaiser(place.path(), &["play", "one.kaiser", "--admiral", "russia=captain", "--script", "turns.txt"]);
    assert!(!done && printed.contains("Undone: plot 2nd"), "the captain's own orders are not undone: {printed}");
    for wrong in ["russia=commodore", "atlantis=captain"] {
        assert!(!kaiser(place.path(), &["play", "ulsan", "--admiral", wrong, "-o", "x.kaiser"]).0, "{wrong}");
    }
}

/// Coronel's light fades by turns that a shorter battle does not reach.
#[test]
fn a_battle_shorter_than_its_scenario_has_a_journal_that_opens() {
    let place = tempfile::tempdir().unwrap();
    let fought = ["simulate", "coronel", "-n", "1", "--turns", "2", "--battle", "1", "-o", "short.kaiser"];
    assert!(kaiser(place.path(), &fought).0);
    let (done, text) = kaiser(place.path(), &["verify", "short.kaiser", "--admirals"]);
    assert!(done, "{text}");
}

#[test]
fn the_account_of_luck_is_independent_of_threads_and_sums_to_the_score() {
    let place = tempfile::tempdir().unwrap();
    let simulate_one = ["simulate", "drill-two-lines", "-n", "1", "--turns", "3", "--battle", "1", "-o", "d.kaiser"];
    assert!(kaiser(place.path(), &simulate_one).0);
    let report = |threads: &str| kaiser(place.path(), &["luck", "d.kaiser", "-n", "3", "--threads", threads, "--json"]);
    let (done, single) = report("1");
    assert!(done, "{single}");
    assert_eq!(report("3").1, single);
    let value: serde_json::Value = serde_json::from_str(&single).unwrap();
    let millionths = |value: &serde_json::Value| value["millionths"].as_i64().unwrap();
    let items = value["items"].as_array().unwrap().iter().map(|item| millionths(&item["brought"])).sum::<i64>();
    assert_eq!(millionths(&value["expected"]) + items, value["margin"].as_i64().unwrap());
    let (done, text) = kaiser(place.path(), &["luck", "d.kaiser", "-n", "3", "--by", "ship"]);
    for words in ["expected at the start", "orders of Japan", "luck", "final margin", "Mikasa", "3 battles are few"] {
        assert!(done && text.contains(words), "{words}: {text}");
    }
    let (done, text) = kaiser(place.path(), &["luck", "d.kaiser", "--exact"]);
    assert!(done && text.contains("This is not the score"), "{text}");
    // An unfinished battle has no score.
    std::fs::write(place.path().join("one.txt"), "next\n").unwrap();
    assert!(kaiser(place.path(), &["play", "asahi-retvizan", "--script", "one.txt", "-o", "o.kaiser"]).0);
    assert!(!kaiser(place.path(), &["luck", "o.kaiser"]).0);
}

#[test]
fn a_captain_uses_the_card_of_its_side_or_a_named_one() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| kaiser(place.path(), arguments);
    let (done, list) = run(&["doctrine", "list"]);
    assert!(done && list.contains("jessen") && list.contains("plain-siam"), "{list}");
    let (done, card) = run(&["doctrine", "show", "jessen"]);
    assert!(
        done && card.contains("fights between 7 and 9\"") && card.contains("protected while there is hope"),
        "{card}"
    );
    assert!(!run(&["doctrine", "show", "jesen"]).0);
    let named = run(&["simulate", "coronel", "-n", "2", "--policy", "germany=captain:togo", "--turns", "4"]);
    assert!(named.0 && named.1.contains("captain:togo"), "{}", named.1);
    let own = run(&["simulate", "coronel", "-n", "2", "--policy", "germany=captain", "--turns", "4"]);
    assert!(own.0 && own.1.contains("captain:spee"), "{}", own.1);
    assert!(!run(&["simulate", "coronel", "-n", "2", "--policy", "germany=captain:nobody"]).0);
    std::fs::write(place.path().join("turn.txt"), A_TURN).unwrap();
    let first_game =
        ["play", "ulsan", "--admiral", "russia=captain", "--seed", "5", "--script", "turn.txt", "-o", "u.kaiser"];
    assert!(run(&first_game).0);
    let first = std::fs::read_to_string(place.path().join("u.kaiser")).unwrap();
    let first = first.lines().next().unwrap();
    assert!(first.contains(r#""players":[{"#) && first.contains(r#""id":"jessen""#), "{first}");
    // When the journal is opened again, the same captain continues and plots before anything is asked.
    std::fs::write(place.path().join("on.txt"), "duties\n").unwrap();
    let (done, on) = run(&["play", "u.kaiser", "--script", "on.txt"]);
    assert!(done && run(&["verify", "u.kaiser"]).0, "{on}");
}

/// The players of a simulated battle and of one played at the prompt are asked again, and their seals hold.
#[test]
fn admirals_of_a_journal_are_asked_again_and_their_seals_hold() {
    let place = tempfile::tempdir().unwrap();
    assert!(kaiser(place.path(), &["simulate", "drill-two-lines", "--battle", "2", "-o", "b2.kaiser"]).0);
    let (done, report) = kaiser(place.path(), &["verify", "b2.kaiser", "--admirals"]);
    assert!(done && report.contains("asked:") && report.contains("each with the same answer"), "{report}");

    let play = |admirals: &[&str], lines: String, name: &str| {
        let mut command = Command::cargo_bin("kaiser").unwrap();
        command.current_dir(place.path()).env_remove("KAISER_DATA").args(["play", "ulsan", "--seed", "5", "-o", name]);
        command.args(admirals.iter().flat_map(|admiral| ["--admiral", *admiral])).write_stdin(lines).output().unwrap();
    };
    let both = ["japan=captain", "russia=captain"];
    play(&both, "next\n".repeat(70) + "quit\n", "played.kaiser");
    let (done, report) = kaiser(place.path(), &["verify", "played.kaiser", "--admirals"]);
    assert!(
        done && report.contains("each as it was sealed") && report.contains("each with the same answer"),
        "{report}"
    );

    play(&[], "quit\n".to_owned(), "nobody.kaiser");
    assert!(kaiser(place.path(), &["verify", "nobody.kaiser"]).0);
    assert!(!kaiser(place.path(), &["verify", "nobody.kaiser", "--admirals"]).0, "no computer player");
}

/// `verify` also reports undone rolls, changed players, and cards that differ from the side's own.
#[test]
fn verify_counts_undone_rolls_changed_players_and_foreign_cards() {
    let place = tempfile::tempdir().unwrap();
    let typed = |arguments: &[&str], lines: &str| {
        let mut command = Command::cargo_bin("kaiser").unwrap();
        let run = command.current_dir(place.path()).env_remove("KAISER_DATA").args(arguments);
        run.write_stdin(lines.to_owned()).output().unwrap();
    };
    let verified = |name: &str| kaiser(place.path(), &["verify", name, "--admirals"]).1;
    let opening = "next to gunfire\nm 2nd vladivostok 6.5 6.9 6.9 7.1\nizumo>rossia\n";
    let russia = ["play", "ulsan", "--measured", "--admiral", "russia=captain:jessen", "--seed", "5", "-o"];
    let play = |more: &str, name| typed(&[&russia[..], &[name]].concat(), &format!("{opening}{more}quit\n"));

    play("", "plain.kaiser");
    let report = verified("plain.kaiser");
    let says_more = |report: &str| ["undone", "players were changed", "the card"].map(|text| report.contains(text));
    assert!(report.contains("each with the same answer") && says_more(&report) == [false; 3], "{report}");

    play("fire izumo declared\nundo because \"a slip\"\n", "undone.kaiser");
    let report = verified("undone.kaiser");
    assert!(report.contains("; 2 dice in 1 undone entry"), "{report}");
    let medium = "plot 2nd 2.25\nnext to gunfire\nm izumo rossia 3\nizumo>rossia 3 medium\nfire izumo declared\n";
    let args = ["play", "ulsan", "--measured", "--seed", "5", "-o", "one.kaiser"];
    typed(&args, &format!("{medium}undo because \"a slip\"\nquit\n"));
    let report = kaiser(place.path(), &["verify", "one.kaiser"]).1;
    assert!(report.contains("; 1 die in 1 undone entry"), "{report}");
    play("fire izumo declared\nundo because \"a slip\"\nredo\n", "redone.kaiser");
    assert!(!verified("redone.kaiser").contains("undone"), "the rolls are in force again");

    play("fire izumo declared\n", "amended.kaiser");
    let text = std::fs::read_to_string(place.path().join("amended.kaiser")).unwrap();
    let fire = text.lines().position(|line| line.contains(r#""fire":"#)).unwrap();
    assert!(!verified("amended.kaiser").contains("replaced by"));
    typed(&["play", "amended.kaiser"], &format!("amend {fire} because \"a slip\" dice 20 20\nquit\n"));
    let report = verified("amended.kaiser");
    assert!(report.contains("of 1 entry replaced by `amend`") && !report.contains("undone"), "{report}");
    typed(&["play", "amended.kaiser"], "undo because \"no slip\"\nquit\n");
    let report = verified("amended.kaiser");
    assert!(report.contains("dice in 1 undone entry") && !report.contains("replaced by"), "{report}");

    // A midshipman takes over Russia, and would choose differently from the captain of line 1.
    play("", "others.kaiser");
    let reach = "none in reach japan\nnone in reach russia\n";
    let lines = format!("fire all declared\nnext\n{reach}{}quit\n", "next\n".repeat(5));
    typed(&["play", "others.kaiser", "--admiral", "russia=midshipman"], &lines);
    let report = verified("others.kaiser");
    assert!(report.contains("players were changed 1 time") && !report.contains("did not choose"), "{report}");
    assert!(report.contains("of captain:jessen of Russia and midshipman of Russia from #"), "{report}");
    assert!(report.contains("each with the same answer") && !report.contains("not asked"), "{report}");
    // A person that takes over cannot be asked again.
    typed(
        &["play", "others.kaiser", "--admiral", "japan=captain"],
        "next to gunfire\nm rossia izumo 6.5\nrossia>izumo\nquit\n",
    );
    let report = verified("others.kaiser");
    assert!(report.contains("not asked: 1 order of a person of Russia, seated at #"), "{report}");

    typed(&["play", "plain.kaiser", "--admiral", "japan=captain"], "quit\n");
    let report = verified("plain.kaiser");
    assert!(report.contains("players were changed 2 times"), "{report}");

    let cards = naval_kit::builtin().text("data/naval/doctrines.yaml").unwrap().to_owned();
    let (head, jessen) = cards.split_at(cards.find("id: jessen").unwrap());
    let bold = jessen.replacen("aggression: 0.4", "aggression: 0.5", 1);
    assert_ne!(jessen, bold);
    std::fs::create_dir_all(place.path().join("own/data/naval")).unwrap();
    std::fs::write(place.path().join("own/data/naval/doctrines.yaml"), format!("{head}{bold}")).unwrap();
    typed(&[&["--data", "own"], &russia[..], &["bold.kaiser"]].concat(), &format!("{opening}quit\n"));
    let report = verified("bold.kaiser");
    assert!(report.contains("the card jessen differs from this program's: aggression"), "{report}");

    // The same captain with another card takes over, then with its own card. The card is named as in line 1.
    play("", "turned.kaiser");
    for (data, changes) in [(true, 1), (true, 1), (false, 2)] {
        let own: &[&str] = if data { &["--data", "own"] } else { &[] };
        typed(&[own, &["play", "turned.kaiser", "--admiral", "russia=captain:jessen"]].concat(), "quit\n");
        let report = verified("turned.kaiser");
        let times = if changes == 1 { "1 time;" } else { "2 times;" };
        assert!(report.contains(&format!("players were changed {times}")), "{report}");
        assert_eq!(report.matches("the card jessen differs from this program's: aggression").count(), 1, "{report}");
    }
}
