//! The board games from the command line.
use serde_json::Value;

use super::Workspace;

#[test]
fn perft_counts_and_divides() {
    let table = Workspace::new();
    let run = table.run(&["perft", "tafl", "2"], "");
    assert_eq!((run.code, run.out.as_str()), (Some(0), "perft 2 = 3944\n"));
    let run = table.run(&["perft", "acre", "1", "--json", "--divide"], "");
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&value["game"], &value["depth"], &value["nodes"]), (&"acre".into(), &1.into(), &42.into()));
    assert_eq!(value["divide"].as_array().unwrap().len(), 42);
    let run = table.run(&["perft", "coal-steel", "2", "--divide"], "");
    assert!(run.out.contains("a1-a2: 30\n") && run.out.ends_with("perft 2 = 900\n"), "{}", run.out);
    let run = table.run(&["perft", "tafl", "1", "--position", "9/9/9/9/9/9/9/9/t8 b"], "");
    assert_eq!(run.code, Some(1));
    for error in ["there is no king [TF-2]", "gold square a1"] {
        assert!(run.err.contains(error), "{}", run.err);
    }
    assert_eq!(table.run(&["perft", "chess", "1"], "").code, Some(2));
}

#[test]
fn a_game_of_tafl_is_played_verified_shown_and_resumed() {
    let table = Workspace::new();
    let script = "moves d1\nwhy not d1-a1\nd1-c1\ne4-d4\nundo\nredo\nsave position\nboard\n";
    let run = table.run(&["tafl", "--rules", "first=black,king_capture=linnaean", "--seed", "1"], script);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for text in [
        "d1-b1 d1-c1 d1-d2 d1-d3 d1-d4\n",
        "may not stop on the gold square a1: only the king may. [TF-6]",
        "The Russian moves from d1 to c1. [TF-5]",
        "Undone: entry 2. White to move.",
        "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t2T4t/4T4/4t4/2t1tt3 b",
    ] {
        assert!(run.out.contains(text), "{text}\n{}", run.out);
    }
    assert!(table.run(&["verify", "tafl.kaiser"], "").out.contains("all agree"));
    let log = table.run(&["log", "tafl.kaiser"], "").out;
    assert!(log.contains("d1-c1: The Russian moves from d1 to c1. [TF-5]") && log.contains("undo"), "{log}");
    let run = table.run(&["play", "tafl.kaiser"], "e8-e9\n");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("line 1: The Russian is blocked: the Russian on e9 is in the way. [TF-5]"), "{}", run.err);
    assert!(table.run(&["show", "tafl.kaiser"], "").out.contains("Black to move."));
}

#[test]
fn the_lot_is_drawn_if_the_program_rolls_and_asked_for_otherwise() {
    let table = Workspace::new();
    let run = table.run(&["tafl", "--seed", "3"], "");
    assert!(run.out.starts_with("The lot falls on "), "{}", run.out);
    let run = table.run(&["tafl", "--dice", "ask", "--keep-going"], "d1-c1\nlot\nlot dice 5\ne4-d4\n");
    assert!(run.err.contains("The lot has not yet decided which side begins. [TF-4]"), "{}", run.err);
    assert!(run.err.contains("needs 1 D6 more (lot). [TF-4]"), "{}", run.err);
    assert!(run.out.contains("The lot falls on White, which begins (D6: 5; 1 to 3 is Black). [TF-4]"), "{}", run.out);
}

#[test]
fn battle_acre_answers_in_json() {
    let table = Workspace::new();
    let run = table.run(&["acre", "--json", "--keep-going"], "k4-k6\nk9-k8\ng2-g5\n");
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["ok"], true);
    assert_eq!(lines[0]["events"][0]["rule"], "BA-19");
    assert!(lines[0]["position"].as_str().unwrap().ends_with(" r HNhn k5 0 1"));
    assert_eq!(lines[2]["ok"], false);
    assert_eq!(lines[2]["error"]["rule"], "BA-5");
    assert_eq!(run.code, Some(1));
}

#[test]
fn coal_and_steel_hides_placed_pieces() {
    let table = Workspace::new();
    let run = table.run(&["coal-steel"], "place B d1\nplace Q e10\nboard\nlog\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("Coal places a piece on d1. [CS-4]"), "{}", run.out);
    assert!(run.out.contains("?'") && run.out.contains("place ? e10"), "{}", run.out);
    let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
    let run = table.run(&["coal-steel", "--position", position, "--keep-going"], "e6-e4\nflip e7\ne7-e8\ne6-e5\n");
    for text in ["face down, it moves one square and never backward. [CS-7]", "never moves backward. [CS-13]", "e6"] {
        assert!(run.err.contains(text), "{text}\n{}", run.err);
    }
}

#[test]
fn cs_4_pieces_given_in_one_line_are_placed_in_turn_until_an_undo() {
    let line = "place line QBWWWWWWWW/CTHWCTHW\n";
    let run = Workspace::new()
        .run(&["coal-steel", "--keep-going"], &format!("{line}place random\nboard all\nlog\n"))
        .assert_success();
    assert!(run.out.contains("34 more pieces placed."), "{}", run.out);
    assert_eq!(run.out.matches("\nThe other pieces follow automatically").count(), 1, "{}", run.out);
    run.assert_out("\n 1   Q'   B'   W'   W'   W'   W'   W'   W'   W'   W'\n")
        .assert_out("38  place ? ")
        .assert_out("Coal begins. [CS-6]");
    assert!(!run.out.contains("CTHW\n   1") && run.out.contains("1  coal places its pieces in one"), "{}", run.out);
    // Undo takes back the line with all placements that followed from it.
    let run = Workspace::new().run(&["coal-steel"], &format!("{line}place random\nundo\n")).assert_success();
    run.assert_out("Steel to place, 18 pieces left.");
    // A refused line places nothing. After an undo, the side places by hand again.
    let table = Workspace::new();
    let script = format!("place line WWWWWWWWWW/W\nstatus\n{line}place W a8\nundo\nplace W b8\nstatus\n");
    let run = table.run(&["coal-steel", "--keep-going", "-o", "g.kaiser"], &script);
    run.assert_err("No Warrior is left to place. [CS-3]");
    let text: Vec<&str> = run.out.lines().filter(|line| line.ends_with("pieces left.")).collect();
    assert_eq!(text.first(), text.get(1), "{}", run.out);
    assert!(run.out.contains("Steel places a piece on b8. [CS-4]\n> status\nCoal to place, 17 pieces"), "{}", run.out);
    // A resumed game continues the line.
    let table = Workspace::new();
    table.run(&["coal-steel", "-o", "g.kaiser"], line).assert_success();
    table
        .run(&["play", "g.kaiser"], "place W a8\nplace W b8\nstatus\n")
        .assert_success()
        .assert_out("Steel to place, 16 pieces left.");
}

#[test]
fn annotate_names_the_better_move() {
    let table = Workspace::new();
    let position = ["tafl", "--position", "9/9/9/9/8t/K8/1t7/9/9 w", "-o", "b.kaiser"];
    table.run(&position, "a4-b4\ni5-b5\n").assert_success();
    let run = table.run(&["annotate", "b.kaiser", "-o", "b.svg"], "").assert_success();
    run.assert_out("1  White  a4-b4??  wins in 1  20.00  a4-a1\n").assert_out("1  Black  i5-b5    wins in 1\n");
    run.assert_out("White: 0 doubtful, 0 mistakes, 1 blunder. It gave away 20.00 of a piece")
        .assert_out("Black: 0 doubtful, 0 mistakes, 0 blunders");
    let graph = table.read("b.svg");
    assert!(graph.contains("a4-b4??") && graph.contains("Black wins: king captured at b4"), "{graph}");
    table.run(&["annotate", "b.kaiser", "-o", "b.svg"], "").assert_refused();
    // Each turn is listed with its entry, and the best move loses nothing.
    let machine = ["acre", "--seed", "3", "-o", "m.kaiser"];
    table.run(&machine, &"go beginner\n".repeat(8)).assert_success();
    let run = table.run(&["annotate", "m.kaiser", "--level", "beginner", "--json"], "").assert_success();
    let turns = &serde_json::from_str::<serde_json::Value>(&run.out).unwrap()["turns"];
    assert_eq!(turns.as_array().unwrap().len(), 8);
    for (index, turn) in turns.as_array().unwrap().iter().enumerate() {
        assert_eq!(
            (turn["entry"].as_u64(), turn["side"].as_str()),
            (Some(index as u64 + 1), Some(["white", "red"][index % 2]))
        );
        assert!(turn["best"] != turn["played"] || turn["lost"] == 0, "{turn}");
    }
}

#[test]
fn a_game_with_hidden_pieces_is_annotated_only_when_over() {
    let table = Workspace::new();
    let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
    let begin = ["coal-steel", "--position", position, "--keep-going", "-o", "g.kaiser"];
    table.run(&begin, "flip e7\ne7-d7\n").assert_success();
    table.run(&["annotate", "g.kaiser"], "").assert_refused().assert_err("The game is not over");
    table
        .run(&["annotate", "g.kaiser", "--reveal", "--level", "beginner"], "")
        .assert_success()
        .assert_out("flip e7, e7-d7");
    table.run(&["tafl", "-o", "t.kaiser"], "").assert_success();
    table.run(&["annotate", "t.kaiser"], "").assert_refused().assert_err("This game has no moves yet");
}

#[test]
fn a_wrong_switch_is_a_usage_error_that_lists_the_valid_ones() {
    let table = Workspace::new();
    let run = table.run(&["tafl", "--rules", "king_capture=three"], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("king_capture cannot be \"three\"") && run.err.contains("two, linnaean, four"),
        "{}",
        run.err
    );
    let run = table.run(&["acre", "--rules", "crook=literal"], "");
    assert!(run.err.contains("There is no switch \"crook\" in this game."), "{}", run.err);
}

#[test]
fn play_of_another_game_hints_at_its_own_command() {
    for (what, word) in
        [("tafl", "tafl"), ("battle-acre", "acre"), ("Coal-and-Steel", "coal-steel"), ("crystal", "crystal")]
    {
        let table = Workspace::new();
        let run = table.run(&["play", what], "").assert_refused();
        run.assert_err(&format!("{what} is a separate game.")).assert_err(&format!("hint:  kaiser {word}\n"));
    }
    Workspace::new().run(&["help", "play"], "").assert_success().assert_out("Play a scenario");
}
