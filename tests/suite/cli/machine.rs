//! The engine from the command line: an opponent, an analyst, and two players of a match.
use super::Workspace;

#[test]
fn a_person_plays_tafl_against_the_engine_by_typing_only_moves() {
    let table = Workspace::new();
    let begin = ["tafl", "--rules", "first=black", "--machine", "white", "--nodes", "2000", "--seed", "4"];
    let run = table.run(&begin, "d1-c1\nc1-d1\nundo\nc1-d1\n").assert_success();
    assert_eq!(run.out.matches("The engine plays ").count(), 3, "{}", run.out);
    run.assert_out("Undone: entries 4, 5. Black to move.");
    assert!(table.run(&["verify", "tafl.kaiser"], "").assert_success().out.contains("all agree"));
    let gone_on = ["play", "tafl.kaiser", "--machine", "white", "--level", "beginner"];
    let run = table.run(&gone_on, "d1-c1\n").assert_success();
    assert_eq!(run.out.matches("The engine plays ").count(), 1, "{}", run.out);
}

/// The journal's commands after a person placed a piece against the engine, then `taken_back` times undid that and
/// placed it again.
fn placement_commands(seed: &str, taken_back: usize) -> Vec<String> {
    let table = Workspace::new();
    let script = "place warrior a1\n".to_owned() + &"undo because \"a slip\"\nplace warrior a1\n".repeat(taken_back);
    let begin = ["coal-steel", "--machine", "steel", "--nodes", "4", "--seed", seed];
    table.run(&begin, &script).assert_success();
    let journal = table.read("coal-steel.kaiser");
    let command = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["entry"]["did"].get("command").map(ToString::to_string)
    };
    journal.lines().filter_map(command).collect()
}

#[test]
fn an_undone_move_of_the_engine_is_repeated_with_the_same_random_numbers() {
    let mut others = 0;
    for seed in ["1", "2", "3", "4"] {
        let once = placement_commands(seed, 0);
        assert!(once.len() > 1, "the engine answered: {once:?}");
        let often = placement_commands(seed, 3);
        assert_eq!(often, [&once[..]; 4].concat(), "seed {seed}: the same each time");
        others += usize::from(once != placement_commands("5", 0));
    }
    assert!(others > 0, "the seed matters");
}

/// The pieces of both sides in the order in which the engine placed them, for a game that only repeats `word`.
fn placed(seed: &str, word: &str) -> Vec<(String, String)> {
    let table = Workspace::new();
    table.run(&["coal-steel", "--seed", seed], &format!("{word}\n").repeat(36)).assert_success();
    let journal = table.read("coal-steel.kaiser");
    let place = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let place = line["entry"]["did"]["command"].get("place").cloned()?;
        Some((place["kind"].to_string(), place["at"].to_string()))
    };
    journal.lines().filter_map(place).collect()
}

/// CS-4, CS-5: knowing the engine's order of placement would reveal every piece from the squares alone.
#[test]
fn cs_4_go_places_pieces_in_a_different_order_in_every_game() {
    let games: Vec<_> = ["8", "9", "10", "11"].map(|seed| placed(seed, "go")).into_iter().collect();
    let kinds = |game: &[(String, String)]| game.iter().map(|(kind, _)| kind.clone()).collect::<Vec<String>>();
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.len(), 36);
        for other in &games[index + 1..] {
            // Neighbouring seeds, including an even one and the odd one after it.
            assert_ne!(kinds(game), kinds(other), "the order of kinds");
            let same = game.iter().zip(other).filter(|(left, right)| left == right).count();
            assert!(same < 12, "{same} of 36 men stood as in another game");
        }
        // The two sides do not mirror each other either.
        let kinds_of_side =
            |side: usize| game.iter().skip(side).step_by(2).map(|(kind, _)| kind.clone()).collect::<Vec<_>>();
        assert_ne!(kinds_of_side(0), kinds_of_side(1));
    }
    // The near miss: the same seed gives the same game.
    assert_eq!(placed("8", "go"), games[0]);
    // The same holds for `place random`.
    let lined = ["8", "9"].map(|seed| {
        let table = Workspace::new();
        table.run(&["coal-steel", "--seed", seed], "place random\nplace random\n").assert_success();
        table.read("coal-steel.kaiser").lines().filter(|line| line.contains("\"place\"")).collect::<String>()
    });
    assert_ne!(lined[0], lined[1]);
}

/// CS-5: a placing hint uses the game's own random numbers, so that its result cannot be looked up.
#[test]
fn cs_5_a_hint_at_placing_differs_from_game_to_game() {
    let hints = ["8", "9", "10", "11", "12"].map(|seed| {
        let run = Workspace::new().run(&["coal-steel", "--seed", seed], "hint\nhint\n").assert_success();
        let hints: Vec<String> = run.out.lines().filter(|line| line.starts_with("place ")).map(str::to_owned).collect();
        assert!(hints.len() == 2 && hints[0] == hints[1], "{}", run.out);
        hints[0].clone()
    });
    assert!(hints.iter().any(|hint| *hint != hints[0]), "{hints:?}");
}

#[test]
fn the_engine_needs_1_to_64_threads() {
    for (threads, code) in [("0", 2), ("65", 2), ("64", 0)] {
        let options = ["tafl", "--rules", "first=black", "--machine", "white", "--threads", threads];
        let run = Workspace::new().run(&options, "");
        if code == 0 {
            run.assert_success()
        } else {
            run.assert_exit_code(code)
        };
    }
}

#[test]
fn a_journal_opens_again_with_any_engine_options() {
    for (options, words) in [
        (&["--level", "Beginner"][..], "beginner"),
        (&["--level", "club", "--nodes", "18446744073709551615"], "club nodes 18446744073709551615"),
        (&["--threads", "3", "--nodes", "90"], "full threads 3 nodes 90"),
        (&["--threads", "1", "--move-time", "1"], "full time 1"),
        (&["--threads", "64", "--nodes", "99"], "full threads 64 nodes 99"),
    ] {
        let table = Workspace::new();
        table.run(&[&["tafl", "--rules", "first=black", "--machine", "wh"], options].concat(), "").assert_success();
        let before = table.read("tafl.kaiser");
        assert!(before.contains(&format!("\"{words}\"")), "{words}: {before}");
        let run = table.run(&["play", "tafl.kaiser"], "").assert_success();
        run.assert_err(&format!("The engine plays white ({words})."));
        assert_eq!(table.read("tafl.kaiser").matches(words).count(), 1, "the engine is unchanged: {words}");
    }
}

#[test]
fn the_engine_begins_if_it_has_the_first_move() {
    let table = Workspace::new();
    let run = table.run(&["acre", "--machine", "white", "--nodes", "500", "--seed", "2"], "").assert_success();
    run.assert_out("The engine plays ").assert_out("Red to move.");
    let again =
        Workspace::new().run(&["acre", "--machine", "white", "--nodes", "500", "--seed", "2"], "").assert_success();
    assert_eq!(run.out, again.out);
}

#[test]
fn hints_and_analyses_show_lines_scores_and_depth() {
    let table = Workspace::new();
    let script = "hint depth 2\nanalyse 2 depth 3\nanalyse nonsense\nhint depth\nhint depth 101\nhint threads 65\n";
    let run = table.run(&["tafl", "--rules", "first=black", "--keep-going"], script);
    run.assert_out("; 2 moves ahead, ").assert_out("\n1. ").assert_out("\n2. ").assert_out("\n3 moves ahead, ");
    run.assert_err("The engine has no option \"nonsense\".").assert_err("A number is missing");
    run.assert_err("101 is too many: depth takes at most 100").assert_err("65 is too many: threads takes at most 64");
    // The near miss: the highest values allowed.
    let run = table.run(&["tafl"], "hint time 1 depth 100 threads 64\n").assert_success();
    run.assert_out(" moves ahead, ");
    let run = table.run(&["acre", "--json"], "analyse 3 depth 2\n").assert_success();
    let lines = run.one_json()["lines"].as_array().unwrap().clone();
    assert_eq!(lines.len(), 3);
    let scores: Vec<i64> = lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|left, right| left >= right), "{scores:?}");
    assert!(lines.iter().all(|line| !line["line"].as_array().unwrap().is_empty() && line["depth"] == 2));
    let mate = "9/9/9/9/9/3t5/2tK5/9/4t4 b";
    table.run(&["tafl", "--position", mate], "hint\n").assert_success().assert_out("e1-e3 (wins in 1; ");
}

#[test]
fn wrong_players_are_usage_errors() {
    let table = Workspace::new();
    for (words, message) in [
        (vec!["tafl", "--machine", "red"], "This game has no side \"red\"."),
        (vec!["acre", "--machine", "red", "--level", "god"], "There is no level \"god\"."),
        (vec!["match", "tafl", "full", "fool"], "There is no player \"fool\"."),
        (vec!["match", "tafl", "full", "5"], "There is no player \"5\"."),
        (vec!["match", "tafl", "full", "nodes:0"], "There is no player \"nodes:0\"."),
        (vec!["match", "tafl", "full", "depth:101"], "There is no player \"depth:101\"."),
        (vec!["match", "tafl", "full", "threads:2"], "There is no player \"threads:2\"."),
        (vec!["match", "tafl", "full", "club", "--nodes", "0"], "0 is not in 1.."),
        (
            vec!["match", "tafl", "club", "depth:2", "--nodes", "5"],
            "--nodes is for the player `full`, and neither player is.",
        ),
        (vec!["match", "go", "full", "club"], "There is no board game \"go\"."),
        (vec!["match", "tafl", "random", "random", "-n", "0"], "at least one game"),
        (vec!["play", "asahi-retvizan", "--machine", "white"], "only the board games"),
    ] {
        let run = table.run(&words, "");
        assert!(run.code != Some(0) && run.err.contains(message), "{words:?}: {}", run.err);
    }
}

#[test]
fn a_match_swaps_sides_is_reproducible_and_saves_its_games() {
    let table = Workspace::new();
    let words =
        ["match", "tafl", "depth:1", "random", "-n", "6", "--seed", "5", "--longest", "120", "--games", "games"];
    let run = table.run(&words, "").assert_success();
    run.assert_out("tafl: depth:1 against random, 6 games, seed 5\n")
        .assert_out("  as black: ")
        .assert_out("  as white: ");
    for number in 1..=6 {
        let file = format!("games/tafl-000{number}.kaiser");
        assert!(table.run(&["verify", &file], "").assert_success().out.contains("all agree"), "{file}");
    }
    // Both games of a pair begin with the same four random moves.
    let opening = |file: &str| {
        let log = table.run(&["log", file], "").assert_success().out;
        log.lines().skip_while(|line| line.contains("lot")).take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(opening("games/tafl-0001.kaiser"), opening("games/tafl-0002.kaiser"));
    assert_ne!(opening("games/tafl-0001.kaiser"), opening("games/tafl-0003.kaiser"));
    let again = Workspace::new().run(&words, "").assert_success();
    assert_eq!(run.out, again.out);
    table.run(&words, "").assert_refused().assert_err("tafl-0001.kaiser exists, and files are never overwritten");
    let threads: Vec<&str> = words[..10].iter().copied().chain(["--threads", "2", "--json"]).collect();
    let value = table.run(&threads, "").assert_success().one_json();
    assert_eq!(value["games"].as_array().unwrap().len(), 6);
    let score = &value["score"];
    let points = score["won"].as_f64().unwrap() + score["drawn"].as_f64().unwrap() / 2.0;
    assert!((score["share"].as_f64().unwrap() - points / 6.0).abs() < 1e-9);
}

#[test]
fn no_progress_is_shown_without_a_terminal() {
    let table = Workspace::new();
    assert_eq!(table.run(&["match", "tafl", "random", "random", "-n", "2"], "").assert_success().err, "");
    assert_eq!(table.run(&["tafl", "--seed", "1"], "hint nodes 3000\n").assert_success().err, "Journal: tafl.kaiser\n");
}
