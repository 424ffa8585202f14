//! Settings around a game: players, the source of dice, looks at hidden pieces, and undo.
use std::path::Path;

use tempfile::TempDir;

use super::kaiser;

/// A face-down Charger of Steel on e8, and pieces of Coal that may turn it up.
const HIDDEN: &str = "b'9/10/4h'5/10/10/4W5/10/10/10/B'9 c - - Ss -";

#[track_caller]
fn output(dir: &Path, arguments: &[&str], lines: &str) -> String {
    let (code, out, err) = kaiser(dir, arguments, lines);
    assert_eq!(code, Some(0), "{out}{err}");
    out + &err
}

#[track_caller]
fn assert_refused(dir: &Path, arguments: &[&str], lines: &str, expected: &str) {
    let (code, out, err) = kaiser(dir, arguments, lines);
    assert!(code == Some(1) && err.contains(expected), "{expected}\n{out}{err}");
}

fn play<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["play", "coal-steel.kaiser"], more].concat()
}

fn log(dir: &Path, file: &str) -> String {
    output(dir, &["log", file], "")
}

#[test]
fn players_and_their_levels_are_in_the_journal_and_resumed() {
    for (game, machine, person, moves) in
        [("tafl", "white", "Black to move.", ["d1-c1", "c1-d1"]), ("acre", "red", "White to move.", ["k4-k6", "j4-j5"])]
    {
        let dir = TempDir::new().unwrap();
        let mut begin = vec![game, "--machine", machine, "--level", "beginner", "--seed", "1"];
        if game == "tafl" {
            begin.extend(["--rules", "first=black"]);
        }
        let file = format!("{game}.kaiser");
        output(dir.path(), &begin, &format!("{}\n", moves[0]));
        assert!(log(dir.path(), &file).contains(&format!("   1  the engine plays {machine} (beginner)\n")));
        let out = output(dir.path(), &["play", &file], &format!("{}\nstatus\n", moves[1]));
        assert!(out.contains(&format!("The engine plays {machine} (beginner).")), "{out}");
        assert_eq!(out.matches("The engine plays ").count(), 2, "its announcement and one move: {out}");
        assert!(out.contains(person), "{out}");
        // Another level adds one entry, and the same level adds none.
        let entries = |text: &str| text.matches("the engine plays").count();
        output(dir.path(), &["play", &file, "--level", "club"], "");
        let logged = log(dir.path(), &file);
        assert!(logged.contains(&format!("the engine plays {machine} (club)")) && entries(&logged) == 2, "{logged}");
        output(dir.path(), &["play", &file, "--machine", machine, "--level", "club"], "");
        assert_eq!(entries(&log(dir.path(), &file)), 2);
        let out = output(dir.path(), &["play", &file, "--machine", "none"], "status\n");
        assert!(!out.contains("The engine plays"), "{out}");
        assert!(log(dir.path(), &file).contains(&format!("a person plays {machine}\n")));
        let out = output(dir.path(), &["play", &file], "status\n");
        assert!(!out.contains("The engine plays"), "{out}");
        assert!(output(dir.path(), &["verify", &file], "").contains("all agree"));
    }
}

#[test]
fn the_source_of_dice_is_in_the_journal_and_resumed() {
    let dir = TempDir::new().unwrap();
    output(dir.path(), &["tafl", "--dice", "ask"], "");
    assert_refused(dir.path(), &["play", "tafl.kaiser"], "lot\n", "needs 1 D6 more");
    let out = output(dir.path(), &["play", "tafl.kaiser"], "dice roll\nlot\n");
    assert!(out.contains("The program rolls the dice."), "{out}");
    let logged = log(dir.path(), "tafl.kaiser");
    assert!(logged.contains("1  dice are rolled at the table and typed\n"), "{logged}");
    assert!(logged.contains("  the program rolls the dice\n"), "{logged}");
    let dir = TempDir::new().unwrap();
    output(dir.path(), &["tafl"], "dice roll\n");
    assert!(!log(dir.path(), "tafl.kaiser").contains("rolls"), "nothing changed");
}

#[test]
fn cs_a19_a_look_at_hidden_pieces_is_an_entry_and_refused_with_peek_off() {
    let dir = TempDir::new().unwrap();
    let begin = ["coal-steel", "--position", HIDDEN];
    output(dir.path(), &begin, "board\nboard coal\nboard all\nboard steel\nsave position\ne5-e6\n");
    let logged = log(dir.path(), "coal-steel.kaiser");
    for (number, words) in [(1, "board all"), (2, "board steel"), (3, "save position")] {
        assert!(logged.contains(&format!("   {number}  hidden information was viewed: {words}\n")), "{logged}");
    }
    assert!(logged.contains("   4  e5-e6"), "a side's own board does not count as a look: {logged}");
    assert!(output(dir.path(), &["show", "coal-steel.kaiser", "--side", "all"], "").contains("h'"));
    let dir = TempDir::new().unwrap();
    let begin = [&begin[..], &["--rules", "peek=off"]].concat();
    output(dir.path(), &begin, "board\nboard coal\n");
    for line in ["board all", "board steel", "save position", "board all to all.svg"] {
        assert_refused(dir.path(), &["play", "coal-steel.kaiser"], &format!("{line}\n"), "(peek=off). [CS-A19]");
    }
    assert!(!dir.path().join("all.svg").exists());
    assert!(!log(dir.path(), "coal-steel.kaiser").contains("was viewed"));
    assert_refused(dir.path(), &["show", "coal-steel.kaiser", "--side", "all"], "", "(peek=off)");
    assert_refused(dir.path(), &["map", "coal-steel.kaiser", "all"], "", "(peek=off)");
    assert_refused(dir.path(), &["export", "coal-steel.kaiser", "--reveal"], "", "(peek=off)");
    let out = output(dir.path(), &["play", "coal-steel.kaiser", "--json"], "e5-e6\n");
    assert!(out.contains("\"ok\":true") && !out.contains("\"position\""), "{out}");
    // When the game is over, nothing is hidden any more.
    output(dir.path(), &["play", "coal-steel.kaiser"], "resign\nboard all\nsave position\n");
    assert!(!log(dir.path(), "coal-steel.kaiser").contains("was viewed"));
}

#[test]
fn cs_a19_no_person_takes_over_the_engines_pieces_with_peek_off() {
    let dir = TempDir::new().unwrap();
    let begin = ["coal-steel", "--machine", "steel", "--level", "beginner", "--position", HIDDEN];
    output(dir.path(), &[&begin[..], &["--rules", "peek=off"]].concat(), "");
    for machine in ["none", "coal"] {
        assert_refused(dir.path(), &play(&["--machine", machine]), "", "another player would see its hidden pieces");
    }
    assert_refused(dir.path(), &["show", "coal-steel.kaiser", "--side", "steel"], "", "(peek=off)");
    output(dir.path(), &play(&["--level", "club"]), "");
    let dir = TempDir::new().unwrap();
    output(dir.path(), &begin, "");
    output(dir.path(), &["play", "coal-steel.kaiser", "--machine", "none"], "");
    let shown = log(dir.path(), "coal-steel.kaiser");
    assert!(shown.contains("the engine plays steel (beginner)") && shown.contains("a person plays steel"), "{shown}");
    assert!(!output(dir.path(), &["show", "coal-steel.kaiser"], "").contains("h'"), "Coal is to move and sees a ?");
}

#[test]
fn cs_a19_undoing_a_revealed_piece_is_an_entry_and_refused_with_undo_off() {
    // Coal's Warrior comes beside e8, so the piece there must turn up.
    let dir = TempDir::new().unwrap();
    let position = "b'9/10/4h'5/10/4W5/10/10/10/10/B'9 c - - Ss -";
    output(dir.path(), &["coal-steel", "--position", position], "e6-e7\nundo because \"a slip\"\ne6-f6\nundo\nredo\n");
    let logged = log(dir.path(), "coal-steel.kaiser");
    assert!(!logged.contains("Charger"), "{logged}");
    assert!(logged.contains("   1  a command that revealed the piece on e8 (undone)\n"), "{logged}");
    assert!(logged.contains("   2  undo 1 of a command that revealed the piece on e8\n"), "{logged}");
    assert!(logged.contains("   3  e6-f6: Coal moves e6-f6. [CS-13]\n"), "an entry in force again is shown: {logged}");
    assert!(logged.contains("   4  undo 3\n   5  redo 3\n"), "{logged}");
    let json = output(dir.path(), &["log", "coal-steel.kaiser", "--json"], "");
    assert!(!json.contains("Charger"), "{json}");
    let dir = TempDir::new().unwrap();
    let strict = ["coal-steel", "--position", position, "--rules", "undo=off"];
    let out = output(dir.path(), &strict, "e6-f6\nundo\n");
    assert!(out.contains("Undone: entry 1."), "no piece was revealed: {out}");
    assert_refused(
        dir.path(),
        &["play", "coal-steel.kaiser"],
        "e6-e7\nundo\n",
        "Entry 5 revealed the piece on e8, so it cannot be undone (undo=off). [CS-A19]",
    );
    assert!(output(dir.path(), &["play", "coal-steel.kaiser"], "status\n").contains("Steel to move."));
    // An end reveals everything.
    output(dir.path(), &["play", "coal-steel.kaiser"], "resign\n");
    assert_refused(dir.path(), &["play", "coal-steel.kaiser"], "undo\n", "every piece was seen: it cannot be undone");
    assert!(log(dir.path(), "coal-steel.kaiser").contains("Charger"), "when the game is over everything is shown");
}

#[test]
fn cs_a19_a_moment_does_not_reveal_a_piece_whose_turn_up_was_undone() {
    // Coal's Warrior comes beside e8, so the piece there must turn up.
    let position = "b'9/10/4h'5/10/4W5/10/10/10/10/B'9 c - - Ss -";
    let show_at = |moment: &str| ["show", "coal-steel.kaiser", "--side", "coal", "--at", moment].map(str::to_owned);
    let played = |rules: &[&str], lines: &str| {
        let dir = TempDir::new().unwrap();
        output(dir.path(), &[&["coal-steel", "--position", position], rules].concat(), lines);
        dir
    };
    let shown = |dir: &TempDir, moment: &str| {
        let arguments = show_at(moment);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        output(dir.path(), &arguments, "") + &output(dir.path(), &[&arguments[..], &["--json"]].concat(), "")
    };
    // The Charger is the only piece with the letter H, in the board's eighth row and in the JSON.
    let reveals = |text: &str| {
        text.lines().any(|line| line.starts_with(" 8") && line.contains('h')) || text.contains("\"letter\":\"H\"")
    };
    let assert_hidden = |dir: &TempDir, moment: &str, hint: &str| {
        let arguments = show_at(moment);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let map = ["map", "coal-steel.kaiser", "--side", "coal", "--at", moment];
        let args = ["show", "coal-steel.kaiser", "--at", moment];
        for arguments in [&arguments[..], &map, &args] {
            assert_refused(dir.path(), arguments, "", "Entry 1 was undone and had revealed the piece on e8");
            assert_refused(dir.path(), arguments, "", hint);
        }
    };
    // While the entry is in force, also after a redo, the piece is revealed to everyone.
    let dir = played(&[], "e6-e7\n");
    assert!(reveals(&shown(&dir, "1")));
    let dir = played(&[], "e6-e7\nundo because \"a slip\"\nredo\n");
    assert!(["1", "3"].iter().all(|moment| reveals(&shown(&dir, moment))));
    // After an undo it is hidden at every moment at which the entry was in force, and unchanged at all others.
    let dir = played(&[], "e6-e7\nundo because \"a slip\"\ne6-f6\n");
    assert_hidden(&dir, "1", "--at 0, as it was before, or --side all");
    assert!(["0", "2", "3"].iter().all(|moment| !reveals(&shown(&dir, moment))), "{}", shown(&dir, "3"));
    let all = output(dir.path(), &["show", "coal-steel.kaiser", "--side", "all", "--at", "1"], "");
    assert!(reveals(&all), "{all}");
    let dir = played(&["--rules", "peek=off"], "e6-e7\nundo because \"a slip\"\n");
    assert_hidden(&dir, "1", "--at 0, as it was before");
    assert_refused(dir.path(), &["show", "coal-steel.kaiser", "--side", "all", "--at", "1"], "", "(peek=off)");
    // An undone entry that revealed nothing can still be looked at.
    let dir = played(&[], "e6-f6\nundo\n");
    assert!(!reveals(&shown(&dir, "1")));
    // When the game is over, nothing is hidden.
    let dir = played(&[], "e6-e7\nundo because \"a slip\"\nresign\n");
    assert!(reveals(&shown(&dir, "1")));
}

#[test]
fn cs_a19_the_open_board_at_an_undone_end_is_not_shown() {
    let dir = TempDir::new().unwrap();
    output(dir.path(), &["coal-steel", "--position", HIDDEN], "e5-e6\nresign\nundo because \"a slip\"\n");
    for arguments in [["show", "coal-steel.kaiser", "--at", "2"], ["map", "coal-steel.kaiser", "--at", "2"]] {
        let what = "Entry 2 was undone and had revealed every piece, as the end of a game does";
        assert_refused(dir.path(), &arguments, "", what);
    }
    let all = ["show", "coal-steel.kaiser", "--at", "2", "--side", "all", "--json"];
    assert!(output(dir.path(), &all, "").contains("\"position\":null"), "only the referee sees the text of a position");
    let before = output(dir.path(), &["show", "coal-steel.kaiser", "--at", "1", "--side", "coal", "--json"], "");
    assert!(before.contains("\"position\":null"), "{before}");
    output(dir.path(), &["play", "coal-steel.kaiser"], "redo\n");
    assert!(output(dir.path(), &["show", "coal-steel.kaiser", "--at", "2"], "").contains(" h'"));
}

#[test]
fn cs_a19_the_distance_of_a_revealed_and_undone_piece_is_not_shown() {
    let dir = TempDir::new().unwrap();
    let position = "b'9/10/10/10/10/10/10/4H'5/10/B'9 c - - Ss -";
    output(
        dir.path(),
        &["coal-steel", "--position", position],
        "flip e3\ne3-e7\nundo\nundo because \"a slip\"\na1-a2\n",
    );
    let logged = log(dir.path(), "coal-steel.kaiser");
    assert!(!logged.contains("e3-e7") && !logged.contains("Charger") && !logged.contains("CS-11"), "{logged}");
    assert!(logged.contains("   1  a command that revealed the piece on e3 (undone)\n"), "{logged}");
    assert!(logged.contains("   2  a command (undone)\n"), "{logged}");
    output(dir.path(), &["play", "coal-steel.kaiser"], "resign\n");
    assert!(log(dir.path(), "coal-steel.kaiser").contains("e3-e7"));
}

#[test]
fn the_engine_agrees_to_no_draw_in_the_first_twenty_moves_nor_when_ahead() {
    let reply_at = |position: &str| {
        let dir = TempDir::new().unwrap();
        let begin = ["acre", "--machine", "red", "--level", "beginner", "--position", position];
        output(dir.path(), &begin, "draw\n")
    };
    let lost = |number: u32| reply_at(&format!("3k3/9/11/13/19/10T10/21/19/13/11/9/3K3 w - - 0 {number}"));
    assert!(lost(20).contains("The engine declines the draw. It accepts none in the first 20 moves."));
    assert!(lost(21).contains("The engine accepts the draw."));
    // Red has the Tower, and nothing takes it.
    let better = reply_at("3k3/9/11/13/19/10t10/21/19/13/11/9/3K3 w - - 0 40");
    assert!(better.lines().any(|line| line == "The engine declines the draw."), "{better}");
    let dir = TempDir::new().unwrap();
    let begin = ["tafl", "--machine", "white", "--level", "beginner", "--rules", "first=black"];
    let out = output(dir.path(), &begin, "draw\n");
    assert!(out.contains("none in the first 20 moves"), "{out}");
}

#[test]
fn cs_22_hints_word_a_win_as_in_the_other_games() {
    // Steel's Batled was taken, and in the one turn that Steel has left it takes nothing.
    let position = "w9/10/10/10/10/10/10/10/4Q5/B9 c - - - c1";
    let dir = TempDir::new().unwrap();
    let out = output(dir.path(), &["coal-steel", "--position", position], "hint nodes 1200\nhint beginner\n");
    assert_eq!(out.matches(" (wins in 1; ").count(), 2, "{out}");
    assert!(out.matches(" trials)").count() == 1 && out.matches(" positions)").count() == 1, "{out}");
    let offered = "9b'/10/10/4c'5/10/4W'5/10/10/10/B'9 c - - Ss -";
    let dir = TempDir::new().unwrap();
    let out = output(dir.path(), &["coal-steel", "--position", offered], "trade give w for h\nhint\n");
    assert!(out.contains("> hint\n") && !out.contains("(+0.00; 0 moves ahead"), "{out}");
}

#[test]
fn hint_full_searches_as_deep_as_the_engine_was_told_to() {
    let position = "9b'/10/10/4c'5/10/4W'5/10/10/10/B'9 c - - Ss -";
    let output_of = |more: &[&str], lines: &str| {
        let dir = TempDir::new().unwrap();
        output(dir.path(), &[&["coal-steel", "--position", position, "--machine", "steel"], more].concat(), lines)
    };
    assert!(output_of(&["--nodes", "200"], "hint full\n").contains(", 200 trials)"));
    // A limit that is asked for separately takes precedence, and another level has its own budget.
    assert!(output_of(&["--nodes", "200"], "hint full nodes 150\n").contains(", 150 trials)"));
    assert!(output_of(&["--nodes", "200"], "hint club\n").contains(", 1200 trials)"));
    let dir = TempDir::new().unwrap();
    let out = output(dir.path(), &["coal-steel"], "hint\n");
    assert!(out.contains(" (placed at random, sensibly)") && !out.contains("trials"), "{out}");
}

#[test]
fn a_search_by_depth_counts_positions_and_one_by_budget_counts_playouts() {
    let position = "9b'/10/10/4c'5/10/4W'5/10/10/10/B'9 c - - Ss -";
    let dir = TempDir::new().unwrap();
    let lines = "hint beginner\nhint depth 1\nhint nodes 40\nhint full nodes 40\n";
    let out = output(dir.path(), &["coal-steel", "--position", position], lines);
    let lines: Vec<&str> = out.lines().filter(|line| line.contains(" ahead, ")).collect();
    assert!(lines.len() == 4 && lines[..2].iter().all(|line| line.ends_with(" positions)")), "{out}");
    assert!(lines[2..].iter().all(|line| line.ends_with(", 40 trials)")), "{out}");
    // Playouts have no depth: the pair is refused in either order. An open game keeps to both limits.
    for pair in ["depth 2 nodes 40", "nodes 40 depth 2", "depth 2 time 5"] {
        let dir = TempDir::new().unwrap();
        let refused = &["coal-steel", "--position", position];
        let (code, _, err) = kaiser(dir.path(), refused, &format!("hint {pair}\n"));
        assert!(code == Some(1) && err.contains("With hidden pieces, depth must be the only limit"), "{pair}: {err}");
        let dir = TempDir::new().unwrap();
        let out = output(dir.path(), &["acre"], &format!("hint {pair}\n"));
        assert!(out.contains(" positions)"), "{out}");
    }
    let dir = TempDir::new().unwrap();
    let out = output(dir.path(), &["acre"], "hint nodes 400 depth 1\nhint depth 50 nodes 400\n");
    assert!(out.contains("; 1 move ahead, ") && !out.contains("; 50 moves ahead, "), "{out}");
}

#[test]
fn coal_and_steel_names_turned_up_pieces_and_unknown_commands() {
    let dir = TempDir::new().unwrap();
    let refused = |lines: &str| {
        let dir = TempDir::new().unwrap();
        let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
        let (code, _, err) = kaiser(dir.path(), &["coal-steel", "--position", position], lines);
        assert_eq!(code, Some(1), "{err}");
        err
    };
    let err = refused("flip e7\nundo\n");
    assert!(err.contains("1 or later, the piece on e7 turned up") && err.contains("because \"a slip\""), "{err}");
    assert!(refused("nest\n").contains("\"nest\" is neither a command nor a move"));
    assert!(refused("next\n").contains("Coal and Steel has no command `next`."));
    assert!(refused("e77-e8\n").contains("no square \"e77\""), "a near miss");
    for spelt in ["CS16", "cs 16", "cs-16"] {
        assert!(output(dir.path(), &["rules", spelt], "").starts_with("[CS-16] "), "{spelt}");
    }
    let (_, _, err) = kaiser(dir.path(), &["rules", "CS99"], "");
    assert!(err.contains("CS99"), "{err}");
}
