//! The machine as a stranger meets it: an opponent, an analyst, and two players of a match.
use super::Table;

#[test]
fn a_person_plays_tafl_against_the_machine_and_types_nothing_but_moves() {
    let table = Table::new();
    let begin = ["tafl", "--rules", "first=black", "--machine", "white", "--nodes", "2000", "--seed", "4"];
    let run = table.run(&begin, "d1-c1\nc1-d1\nundo\nc1-d1\n").good();
    assert_eq!(run.out.matches("The engine plays ").count(), 3, "{}", run.out);
    run.says("Undone: entry 4. Black to move.");
    assert!(table.run(&["verify", "tafl.kaiser"], "").good().out.contains("all agree"));
    let gone_on = ["play", "tafl.kaiser", "--machine", "white", "--level", "beginner"];
    let run = table.run(&gone_on, "d1-c1\n").good();
    assert_eq!(run.out.matches("The engine plays ").count(), 1, "{}", run.out);
}

/// What the machine set down in answer to the first man of a person who took that man back so often, as the journal has it.
fn set_down(seed: &str, taken_back: usize) -> Vec<String> {
    let table = Table::new();
    let script = "place warrior a1\n".to_owned() + &"undo because \"a slip\"\nplace warrior a1\n".repeat(taken_back);
    let begin = ["coal-steel", "--machine", "steel", "--nodes", "4", "--seed", seed];
    table.run(&begin, &script).good();
    let journal = table.read("coal-steel.kaiser");
    let command = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["entry"]["did"].get("command").map(ToString::to_string)
    };
    journal.lines().filter_map(command).collect()
}

#[test]
fn a_move_of_the_machine_that_was_taken_back_is_played_again_by_the_same_chance() {
    let mut others = 0;
    for seed in ["1", "2", "3", "4"] {
        let once = set_down(seed, 0);
        assert!(once.len() > 1, "the machine has answered: {once:?}");
        let often = set_down(seed, 3);
        assert_eq!(often, [&once[..]; 4].concat(), "seed {seed}: it fell as before, every time");
        others += usize::from(once != set_down("5", 0));
    }
    assert!(others > 0, "chance has a part in it");
}

/// The men of both sides in the order in which the machine placed them, by a word at the prompt; with it every game was begun.
fn placed(seed: &str, word: &str) -> Vec<(String, String)> {
    let table = Table::new();
    table.run(&["coal-steel", "--seed", seed], &format!("{word}\n").repeat(36)).good();
    let journal = table.read("coal-steel.kaiser");
    let place = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let place = line["entry"]["did"]["command"].get("place").cloned()?;
        Some((place["kind"].to_string(), place["at"].to_string()))
    };
    journal.lines().filter_map(place).collect()
}

/// CS-4, CS-5: whoever knew the order in which the machine places would know every man from the squares alone.
#[test]
fn cs_4_go_places_men_in_another_order_in_every_game() {
    let games: Vec<_> = ["8", "9", "10", "11"].map(|seed| placed(seed, "go")).into_iter().collect();
    let kinds = |game: &[(String, String)]| game.iter().map(|(kind, _)| kind.clone()).collect::<Vec<String>>();
    for (at, game) in games.iter().enumerate() {
        assert_eq!(game.len(), 36);
        for other in &games[at + 1..] {
            // Neighbouring seeds, an even one and the odd one after it among them.
            assert_ne!(kinds(game), kinds(other), "the order of kinds");
            let same = game.iter().zip(other).filter(|(one, other)| one == other).count();
            assert!(same < 12, "{same} of 36 men stood as in another game");
        }
        // The sides do not mirror each other either.
        let of = |side: usize| game.iter().skip(side).step_by(2).map(|(kind, _)| kind.clone()).collect::<Vec<_>>();
        assert_ne!(of(0), of(1));
    }
    // The near miss: the same game comes out the same.
    assert_eq!(placed("8", "go"), games[0]);
    // `place random` is of one piece with it.
    let lined = ["8", "9"].map(|seed| {
        let table = Table::new();
        table.run(&["coal-steel", "--seed", seed], "place random\nplace random\n").good();
        table.read("coal-steel.kaiser").lines().filter(|line| line.contains("\"place\"")).collect::<String>()
    });
    assert_ne!(lined[0], lined[1]);
}

/// CS-5: a hint at placing is made of the game's own chance, so that nobody can look up what was placed by it.
#[test]
fn cs_5_a_hint_at_placing_differs_from_game_to_game() {
    let hints = ["8", "9", "10", "11", "12"].map(|seed| {
        let run = Table::new().run(&["coal-steel", "--seed", seed], "hint\nhint\n").good();
        let hints: Vec<String> = run.out.lines().filter(|line| line.starts_with("place ")).map(str::to_owned).collect();
        assert!(hints.len() == 2 && hints[0] == hints[1], "{}", run.out);
        hints[0].clone()
    });
    assert!(hints.iter().any(|hint| *hint != hints[0]), "{hints:?}");
}

#[test]
fn no_machine_searches_with_no_thread_or_more_than_64() {
    for (threads, most) in [("0", 2), ("65", 2), ("64", 0)] {
        let options = ["tafl", "--rules", "first=black", "--machine", "white", "--threads", threads];
        let run = Table::new().run(&options, "");
        if most == 0 {
            run.good()
        } else {
            run.fails(most)
        };
    }
}

#[test]
fn whatever_a_machine_is_begun_with_its_journal_opens_again() {
    for (options, words) in [
        (&["--level", "Beginner"][..], "beginner"),
        (&["--level", "club", "--nodes", "18446744073709551615"], "club nodes 18446744073709551615"),
        (&["--threads", "3", "--nodes", "90"], "full threads 3 nodes 90"),
        (&["--threads", "1", "--move-time", "1"], "full time 1"),
        (&["--threads", "64", "--nodes", "99"], "full threads 64 nodes 99"),
    ] {
        let table = Table::new();
        table.run(&[&["tafl", "--rules", "first=black", "--machine", "wh"], options].concat(), "").good();
        let before = table.read("tafl.kaiser");
        assert!(before.contains(&format!("\"{words}\"")), "{words}: {before}");
        let run = table.run(&["play", "tafl.kaiser"], "").good();
        run.complains(&format!("The engine plays white ({words})."));
        assert_eq!(table.read("tafl.kaiser").matches(words).count(), 1, "it is no other machine: {words}");
    }
}

#[test]
fn the_machine_begins_where_it_has_the_first_move() {
    let table = Table::new();
    let run = table.run(&["acre", "--machine", "white", "--nodes", "500", "--seed", "2"], "").good();
    run.says("The engine plays ").says("Red to move.");
    let again = Table::new().run(&["acre", "--machine", "white", "--nodes", "500", "--seed", "2"], "").good();
    assert_eq!(run.out, again.out);
}

#[test]
fn hints_and_analyses_say_lines_scores_and_how_far_was_looked() {
    let table = Table::new();
    let script = "hint depth 2\nanalyse 2 depth 3\nanalyse nonsense\nhint depth\nhint depth 101\nhint threads 65\n";
    let run = table.run(&["tafl", "--rules", "first=black", "--keep-going"], script);
    run.says("; 2 moves ahead, ").says("\n1. ").says("\n2. ").says("\n3 moves ahead, ");
    run.complains("The engine has no option \"nonsense\".").complains("A number is missing");
    run.complains("101 is too many: depth takes at most 100").complains("65 is too many: threads takes at most 64");
    // The near miss: as far and as many as may be asked for.
    let run = table.run(&["tafl"], "hint time 1 depth 100 threads 64\n").good();
    run.says(" moves ahead, ");
    let run = table.run(&["acre", "--json"], "analyse 3 depth 2\n").good();
    let lines = run.one_json()["lines"].as_array().unwrap().clone();
    assert_eq!(lines.len(), 3);
    let scores: Vec<i64> = lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    assert!(lines.iter().all(|line| !line["line"].as_array().unwrap().is_empty() && line["depth"] == 2));
    let mate = "9/9/9/9/9/3t5/2tK5/9/4t4 b";
    table.run(&["tafl", "--position", mate], "hint\n").good().says("e1-e3 (wins in 1; ");
}

#[test]
fn wrong_players_of_a_game_are_usage_errors() {
    let table = Table::new();
    for (words, said) in [
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
        assert!(run.code != Some(0) && run.err.contains(said), "{words:?}: {}", run.err);
    }
}

#[test]
fn a_match_swaps_sides_repeats_itself_and_saves_its_games() {
    let table = Table::new();
    let words =
        ["match", "tafl", "depth:1", "random", "-n", "6", "--seed", "5", "--longest", "120", "--games", "games"];
    let run = table.run(&words, "").good();
    run.says("tafl: depth:1 against random, 6 games, seed 5\n").says("  as black: ").says("  as white: ");
    for number in 1..=6 {
        let file = format!("games/tafl-000{number}.kaiser");
        assert!(table.run(&["verify", &file], "").good().out.contains("all agree"), "{file}");
    }
    // The two games of a pair begin with the same four moves by chance.
    let opening = |file: &str| {
        let log = table.run(&["log", file], "").good().out;
        log.lines().skip_while(|line| line.contains("lot")).take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(opening("games/tafl-0001.kaiser"), opening("games/tafl-0002.kaiser"));
    assert_ne!(opening("games/tafl-0001.kaiser"), opening("games/tafl-0003.kaiser"));
    let again = Table::new().run(&words, "").good();
    assert_eq!(run.out, again.out);
    table.run(&words, "").refused().complains("tafl-0001.kaiser exists, and files are never overwritten");
    let threads: Vec<&str> = words[..10].iter().copied().chain(["--threads", "2", "--json"]).collect();
    let value = table.run(&threads, "").good().one_json();
    assert_eq!(value["games"].as_array().unwrap().len(), 6);
    let score = &value["score"];
    let points = score["won"].as_f64().unwrap() + score["drawn"].as_f64().unwrap() / 2.0;
    assert!((score["share"].as_f64().unwrap() - points / 6.0).abs() < 1e-9);
}

#[test]
fn nothing_says_how_far_it_has_come_where_no_terminal_is() {
    let table = Table::new();
    assert_eq!(table.run(&["match", "tafl", "random", "random", "-n", "2"], "").good().err, "");
    assert_eq!(table.run(&["tafl", "--seed", "1"], "hint nodes 3000\n").good().err, "Journal: tafl.kaiser\n");
}
