//! Person and engine at one board: undo, redo, offers, and what each is shown.
use tempfile::TempDir;

use super::kaiser;

/// The program's output for lines from a pipe, in a separate folder.
#[track_caller]
fn run(arguments: &[&str], lines: &str) -> String {
    let dir = TempDir::new().unwrap();
    let (_, out, err) = kaiser(dir.path(), arguments, lines);
    out + &err
}

#[test]
fn redo_restores_the_engines_answer_and_leaves_the_person_to_move() {
    let out = run(&["acre", "--machine", "red", "--level", "beginner"], "k4-k6\nundo\nredo\nstatus\n");
    assert!(out.contains("Redone: entries 2, 3. White to move."), "{out}");
    let coal = ["coal-steel", "--machine", "coal", "--seed", "3", "--level", "beginner"];
    let out = run(&coal, "place B e8\nplace Q d8\nundo\nredo\nboard\n");
    assert!(out.contains("Seen by Steel.") && !out.contains("Seen by Coal."), "{out}");
}

#[test]
fn a_move_undone_before_the_engine_answered_is_answered_again() {
    let dir = TempDir::new().unwrap();
    let (_, out, _) = kaiser(dir.path(), &["acre"], "k4-k6\nk9-k8\nundo\nundo\n");
    assert!(out.contains("White to move."), "{out}");
    let play = ["play", "acre.kaiser", "--machine", "red", "--level", "beginner"];
    let (_, out, _) = kaiser(dir.path(), &play, "redo\nstatus\n");
    assert!(out.contains("Redone: entry 1. Red to move.\nThe engine plays "), "{out}");
    assert!(out.contains("> status\nWhite to move."), "{out}");
}

#[test]
fn neither_the_engines_first_move_nor_its_lot_can_be_undone() {
    for game in ["acre", "tafl"] {
        let white = [game, "--machine", "white", "--level", "beginner", "--rules", "first=white"];
        let out = run(&white, "undo\n");
        assert!(out.contains("You have not done anything yet to undo"), "{out}");
    }
    // Seed 4 draws White, which the engine plays.
    let out = run(&["tafl", "--machine", "white", "--level", "beginner", "--seed", "4"], "undo\nstatus\n");
    assert!(out.contains("You have not done anything yet") && !out.contains("Undone"), "{out}");
}

#[test]
fn tf_q10_ba_r11_cs_a18_a_draw_that_the_engine_declined_stays_declined() {
    let games = [
        [
            "tafl",
            "--machine",
            "black",
            "--level",
            "beginner",
            "--rules",
            "first=white",
            "--position",
            "9/9/9/4T4/4K4/9/9/4t4/9 w",
        ],
        ["acre", "--machine", "red", "--level", "beginner", "--rules", "first=white", "--seed", "1"],
        ["coal-steel", "--machine", "steel", "--level", "beginner", "--rules", "stuck=pass", "--seed", "1"],
    ];
    for game in games {
        let dir = TempDir::new().unwrap();
        let (code, out, err) = kaiser(dir.path(), &[&game[..], &["--keep-going"]].concat(), "draw\naccept\n");
        let declined = out.contains("The engine declines the draw");
        let agreed = out.contains("The engine accepts the draw");
        assert!(declined || agreed, "{out}{err}");
        let refused = err.contains("already declined your draw offer");
        assert!(agreed || refused && code == Some(1), "{out}{err}");
    }
    let out = run(&games[2], "draw\naccept\n");
    assert!(out.contains("declines") && out.contains("declined your draw"), "while pieces are placed: {out}");
}

#[test]
fn cs_21_a_trade_that_the_engine_answered_is_undone_with_its_answer() {
    let position = "9b'/10/10/4c'5/10/4W'5/10/10/10/B'9 c - - Ss -";
    let game = ["coal-steel", "--machine", "steel", "--level", "beginner", "--position", position, "--keep-going"];
    let out = run(&game, "trade give w for h\nundo\nundo\nlog\n");
    assert!(out.contains("The engine answers: ") && out.contains("Undone: entries 2, 3. Coal to move.\n"), "{out}");
    assert!(out.contains("There is nothing to undo."), "{out}");
    assert_eq!(out.matches("The engine answers: ").count(), 1, "{out}");
    let lost = "3k3/9/11/13/19/10T10/21/19/13/11/9/3K3 w - - 0 21";
    let drawn = ["acre", "--machine", "red", "--level", "beginner", "--position", lost];
    let out = run(&drawn, "draw\nundo\nredo\nstatus\n");
    assert!(out.contains("The engine accepts the draw."), "{out}");
    assert!(out.contains("Redone: entries 2, 3. Draw: agreed") && out.contains("> status\nDraw: agreed"), "{out}");
    let out = run(&["acre", "--machine", "red", "--level", "beginner", "--keep-going"], "resign red\nstatus\n");
    assert!(out.contains("The engine plays red and does not resign") && out.contains("White to move."), "{out}");
}

#[test]
fn a_draw_on_offer_is_in_the_status_of_each_game() {
    for (game, lines) in [
        (&["acre"][..], "draw\nk4-k6\nstatus\n"),
        (&["tafl", "--rules", "first=white"], "draw\ne3-d3\nstatus\n"),
        (&["coal-steel", "--position", "1b8/10/10/10/10/10/10/10/4Q5/B9 c - - - -"], "draw\ne2-e5\nstatus\n"),
    ] {
        let out = run(game, lines);
        let status = out.lines().find(|line| line.ends_with(" offers a draw.")).unwrap_or_default();
        assert!(status.contains(" to move. "), "{out}");
    }
}

#[test]
fn help_teaches_the_rules_of_each_game_and_explains_words() {
    for (game, words) in [
        (
            "tafl",
            &[("corner", "White brings the king"), ("repetition", "third time"), ("undo", "undo or redo")]
                as &[(&str, &str)],
        ),
        (
            "acre",
            &[
                ("pawn", "en passant"),
                ("castling", "spire"),
                ("champion", "straight leap"),
                ("promotion", "on the last rank"),
            ],
        ),
        (
            "coal-steel",
            &[
                ("squed", "Squed"),
                ("tunneller", "wall"),
                ("warrior", "forward"),
                ("reserve", "d to g"),
                ("swap", "swap f2"),
            ],
        ),
    ] {
        let all = run(&[game], "help\nhelp rules\n").to_lowercase();
        assert!(all.contains("help rules"), "{all}");
        for (word, expected) in words {
            let out = run(&[game], &format!("help {word}\n")).to_lowercase();
            assert!(out.contains(&expected.to_lowercase()), "{game} {word}: {out}");
        }
        assert!(run(&[game], "help zzz\n").contains("The rules do not mention \"zzz\"."));
    }
}

#[test]
fn cs_19_show_as_json_reveals_no_kind_hidden_from_a_side() {
    let dir = TempDir::new().unwrap();
    let position = "1b'8/10/10/4w'5/10/10/10/10/4C'5/B'9 c - - Ss -";
    kaiser(dir.path(), &["coal-steel", "--position", position], "");
    let show = |side: &[&str]| kaiser(dir.path(), &[&["show", "coal-steel.kaiser", "--json"], side].concat(), "").1;
    for text in [show(&["--side", "coal"]), show(&[])] {
        assert!(text.contains("\"position\":null") && !text.contains("w'"), "{text}");
    }
    kaiser(dir.path(), &["play", "coal-steel.kaiser"], "resign\n");
    assert!(show(&[]).contains("4w'5"), "{}", show(&[]));
}

#[test]
fn analyse_lists_as_many_lines_as_requested_also_with_hidden_pieces() {
    let position = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9 s - - Ss -";
    let out = run(&["coal-steel", "--position", position], "analyse 3 nodes 100\nanalyse depth 1\n");
    let both = ["\n1. ", "\n2. ", "\n3. "].map(|line| out.matches(line).count());
    assert_eq!(both, [2, 2, 2], "{out}");
}

#[test]
fn typed_dice_are_asked_for_and_words_that_are_no_squares_are_named() {
    let out = run(&["tafl", "--dice", "ask"], "lot\n");
    assert!(out.contains("needs 1 D6 more (lot). [TF-4]") && out.contains("as in `dice 3 9`"), "{out}");
    let out = run(&["tafl", "--dice", "ask"], "dice roll\nlot\n");
    assert!(out.contains("The program rolls the dice.") && out.contains("begins"), "{out}");
    let out = run(&["tafl", "--rules", "first=black"], "hlep\n");
    assert!(out.contains("\"hlep\" is neither a command nor a move"), "{out}");
    let out = run(&["tafl", "--rules", "first=black"], "d1 c1\ne3d3\n");
    assert!(out.contains("The Swede moves from e3 to d3."), "{out}");
    let out = run(&["acre"], "k4k6\nmoves z9\n");
    assert!(out.contains("White Pawn k4-k6.") && out.contains("rank 9 runs e to q"), "{out}");
    let out = run(&["coal-steel", "--position", "1b8/10/10/10/10/10/10/10/4Q5/B9 c - - - -"], "e2e5\nmoves k3\n");
    assert!(out.contains("Coal moves e2-e5.") && out.contains("no square \"k3\""), "{out}");
}

#[test]
fn counting_deeper_than_the_limit_is_refused() {
    let dir = TempDir::new().unwrap();
    let (code, _, err) = kaiser(dir.path(), &["perft", "tafl", "3000000"], "");
    assert!(code == Some(2) && err.contains("3000000"), "{err}");
}
