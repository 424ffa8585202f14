//! `kaiser puzzle`: the built-in puzzles, as they are shown, answered and graded.
use std::{collections::BTreeSet, path::Path};

use assert_cmd::Command;
use naval::{
    Naval,
    model::puzzle::Puzzle,
    view::{PlayerView, View},
};
use naval_kit::{battle::Chance, hidden::possible_state};
use play::{Game, journal::Journal};
use serde_json::Value;

struct Run {
    code: i32,
    out: String,
    err: String,
}

fn kaiser(place: &Path, arguments: &[&str], typed: &str) -> Run {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(place).args(arguments).env_remove("KAISER_DATA").write_stdin(typed).output();
    let output = output.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn built_in() -> Vec<Puzzle> {
    let sources = naval_kit::builtin();
    let all = load::puzzle_names(&sources).into_iter().map(|name| load::puzzle(&sources, &name).unwrap());
    all.collect()
}

fn journal(puzzle: &Puzzle) -> Journal<Naval> {
    Journal::read("naval", puzzle.journal.as_bytes()).unwrap().journal
}

#[test]
fn the_built_in_puzzles_open_and_their_best_answers_grade_three() {
    let all = built_in();
    let battles: BTreeSet<String> =
        all.iter().map(|puzzle| journal(puzzle).header().setup.scenario.to_string()).collect();
    assert!(11 <= all.len() && 7 <= battles.len(), "{} puzzles of {battles:?}", all.len());
    let place = tempfile::tempdir().unwrap();
    for puzzle in &all {
        let line = |index: usize| puzzle.answers[index].line.clone().unwrap_or("nothing".to_owned());
        let graded = |line: &str| {
            let words: Vec<&str> =
                ["puzzle", puzzle.id.as_str(), "--json"].into_iter().chain(line.split(' ')).collect();
            let run = kaiser(place.path(), &words, "");
            assert_eq!(run.code, 0, "{}: {line}: {}", puzzle.id, run.err);
            let value: Value = serde_json::from_str(&run.out).unwrap();
            assert_eq!(value["exact"], true, "{}: {line}", puzzle.id);
            value["grade"].as_u64().unwrap()
        };
        let best = puzzle.best().unwrap();
        for (index, answer) in puzzle.answers.iter().enumerate() {
            let expected = u64::from(puzzle.grade(answer));
            if answer == best || answer.midshipman {
                assert_eq!(graded(&line(index)), expected, "{}", puzzle.id);
            }
            assert_eq!(3 == expected, answer == best, "{}: only one answer is best", puzzle.id);
            let below = best.points - answer.points;
            assert!(answer == best || (0.5 <= below && 4.0 * answer.error <= below), "{}: {answer:?}", puzzle.id);
        }
        assert!(!best.midshipman, "{}", puzzle.id);
    }
}

/// All that is hidden from the side is changed: the puzzle's text must stay the same to the letter.
#[test]
fn a_puzzle_shows_nothing_hidden() {
    let mut chance = Chance::new(1904);
    for puzzle in built_in() {
        let journal = journal(&puzzle);
        let state = journal.state();
        let shown = |state: &naval::State| {
            let view = View::for_side(state, &puzzle.side);
            (show::puzzle::puzzle_text(&view, &puzzle), show::puzzle::puzzle_json(&view, &puzzle))
        };
        let first = shown(state);
        for _ in 0..8 {
            let other = possible_state(state, &puzzle.side, &mut chance);
            assert_eq!(
                PlayerView::for_side(state, &puzzle.side),
                PlayerView::for_side(&other, &puzzle.side),
                "{}",
                puzzle.id
            );
            assert_eq!(first, shown(&other), "{}", puzzle.id);
        }
        // All enemy ships on the table are sighted.
        assert!(
            state
                .ships_in_action()
                .filter(|ship| ship.is_on_table())
                .all(|ship| ship.side == puzzle.side || ship.sighted)
        );
    }
}

#[test]
fn the_journals_of_puzzles_follow_todays_rules_or_name_their_own() {
    for puzzle in built_in() {
        let proof = journal(&puzzle).prove().unwrap_or_else(|found| panic!("{}: {found}", puzzle.id));
        let rulings = journal(&puzzle).header().rulings;
        assert_eq!(rulings, if puzzle.players == 0 { 0 } else { Naval::RULINGS }, "{}", puzzle.id);
        assert!(proof.differing.is_empty() || rulings < Naval::RULINGS, "{}", puzzle.id);
    }
}

#[test]
fn a_puzzle_is_explored_and_answered_through_a_pipe() {
    let place = tempfile::tempdir().unwrap();
    let puzzle = built_in().into_iter().next().unwrap();
    let best = puzzle.best().unwrap().line.clone().unwrap_or("nothing".to_owned());
    let run = kaiser(place.path(), &["puzzle", puzzle.id.as_str()], &format!("# a remark\nstatus\nmap\n{best}\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    for expected in ["Answer with an order", "North is up", "3 of 3", "as good as the best", "midshipman"] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    // A ship alone in its division is also ordered by its own name. Other ships are not.
    let alone = ["puzzle", "chemulpo-7-asama-alone-plot"];
    for (unit, is_accepted) in [("asama", true), ("asama-alone", true), ("chiyoda", false)] {
        let run = kaiser(place.path(), &alone, &format!("plot {unit} CR75 speed 2.45\n"));
        assert_eq!(run.code == 0, is_accepted, "{unit}: {}", run.err);
        assert!(!is_accepted || (run.out.contains("of 3") && !run.out.contains("Graded as")), "{unit}: {}", run.out);
    }
    // A course that was not measured gets the nearest measured one. The best is revealed only at the end.
    let cocos = ["puzzle", "cocos-18-emden-alone-plot"];
    let run = kaiser(place.path(), &cocos, "plot emden CR90 speed 3\n");
    let nearest = "the nearest of 4 measured answers is plot emden-alone CR150 speed 2.5";
    assert!(run.code != 0 && run.err.contains(nearest) && !run.err.contains("plot emden-alone 3"), "{}", run.err);
    let run = kaiser(place.path(), &cocos, "plot emden CR150 speed 2.5\n");
    assert!(
        run.out.contains("0 of 3") && run.out.contains("It is about where the fire of a stronger enemy"),
        "{}",
        run.out
    );
    assert!(built_in().iter().all(|puzzle| puzzle.about.is_some()));
    // `quit` leaves the puzzle without a grade.
    let left = kaiser(place.path(), &["puzzle", puzzle.id.as_str()], "quit\n");
    assert!(left.code == 0 && !left.out.contains("of 3"), "{}", left.out);
    // Neither the admiral's advice nor commands of the referee are available.
    for line in ["advise", "explain 3", "pass to referee", "undo"] {
        let run = kaiser(place.path(), &["puzzle", puzzle.id.as_str()], &format!("{line}\n"));
        assert!(run.code != 0 && run.err.contains("error:") && run.err.contains("hint:"), "{line}: {}", run.err);
    }
    for (words, expected) in [
        (vec!["puzzle", "nonesuch"], "there is no puzzle `nonesuch`"),
        (vec!["puzzle", puzzle.id.as_str(), "next"], "not the kind of order asked for"),
        (vec!["puzzle", puzzle.id.as_str(), "frobnicate"], "frobnicate"),
    ] {
        let run = kaiser(place.path(), &words, "");
        assert!(run.code == 1 && run.err.contains(expected), "{words:?}: {}", run.err);
    }
    let listed = kaiser(place.path(), &["puzzle"], "");
    assert!(built_in().iter().all(|puzzle| listed.out.contains(puzzle.id.as_str())), "{}", listed.out);
    let listed: Value = serde_json::from_str(&kaiser(place.path(), &["puzzle", "--json"], "").out).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), built_in().len());
}

#[test]
fn found_puzzles_are_the_same_for_any_number_of_threads() {
    let place = tempfile::tempdir().unwrap();
    let made = ["simulate", "drill-two-lines", "--battle", "1", "-n", "1", "--seed", "5", "-o", "b.kaiser"];
    assert_eq!(kaiser(place.path(), &made, "").code, 0);
    let find = |more: &[&str]| {
        let words = ["puzzle", "find", "b.kaiser", "-n", "40", "--most", "2"];
        kaiser(place.path(), &[&words[..], more].concat(), "")
    };
    let found = |threads: &str| {
        let run = find(&["--threads", threads, "--json"]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let single = found("1");
    let value: Value = serde_json::from_str(&single).unwrap();
    assert!(!value["measured"].as_array().unwrap().is_empty(), "{single}");
    assert_eq!((found("2"), found("7")), (single.clone(), single));
    // Only certain turns, and only one side.
    let part = ["--from", "3", "--to", "4", "--side", "russia"];
    let value: Value = serde_json::from_str(&find(&[&part[..], &["--json"]].concat()).out).unwrap();
    let measured = value["measured"].as_array().unwrap();
    assert!(!measured.is_empty(), "{value}");
    for decision in measured {
        assert!((3..=4).contains(&decision["turn"].as_u64().unwrap()) && decision["side"] == "russia", "{decision}");
        assert_eq!(decision["why"].is_null(), decision["puzzle"] == true, "{decision}");
    }
    // The output states how many of these decisions are puzzles, and why the others are none.
    let printed = find(&part);
    assert!(printed.out.contains(" of 2 measured decisions."), "{}", printed.out);
    assert!(printed.out.contains("The others: "), "{}", printed.out);
    // Both ends are included, and a side is read as in other commands.
    for turn in [3, 4] {
        let at = turn.to_string();
        let output = find(&["--from", &at, "--to", &at, "--side", "rus", "--json"]);
        let value: Value = serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{}", output.err));
        let measured = value["measured"].as_array().unwrap();
        let is_asked = |entry: &Value| entry["turn"] == turn && entry["side"] == "russia";
        assert!(!measured.is_empty() && measured.iter().all(is_asked), "{value}");
    }
    for (wrong, expected) in [
        (&["--side", "spain"][..], "There is no side \"spain\", only japan and russia."),
        (&["--from", "9", "--to", "3"], "--from 9 is after --to 3."),
    ] {
        let refused = find(wrong);
        assert!(refused.code == 2 && refused.err.contains(expected), "{wrong:?}: {}", refused.err);
    }
}

/// A course between two measured ones counts as the nearer: CR30 is 15 degrees from CR15, and 45 from the best answer.
#[test]
fn an_answer_counts_as_the_nearest_measured_one() {
    let place = tempfile::tempdir().unwrap();
    let grade = |plot: &str| {
        let words = ["puzzle", "chemulpo-7-asama-alone-plot", "--json", "plot", "asama-alone", plot, "speed", "2"];
        let run = kaiser(place.path(), &words, "");
        let value: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        value["grade"].as_u64().unwrap()
    };
    assert_eq!(grade("CR30"), grade("CR15"));
    assert_eq!((grade("CR75"), grade("CR60")), (3, 3));
    assert!(grade("CR30") < 3);
}
