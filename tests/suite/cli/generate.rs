//! `kaiser scenario generate`: files for the referee and for both sides.
use super::*;

const FILES: [&str; 4] = ["m.yaml", "m-japan.txt", "m-russia.txt", "m-referee.txt"];

#[test]
fn r10_1_a_battle_is_generated_checked_and_played() {
    let table = Workspace::new();
    let run = table.run(&["scenario", "generate", "--seed", "7", "-o", "m.yaml"], "").assert_success();
    run.assert_out("m-japan.txt").assert_out("kaiser play m.yaml");
    let first: Vec<String> = FILES.iter().map(|name| table.read(name)).collect();
    table.run(&["scenario", "check", "m.yaml"], "").assert_success().assert_out("no errors");
    let script = table.write("s.txt", "quickstart\nnext\nmap\nend because \"the players agree\"\ntally\n");
    let play = ["play", "m.yaml", "-o", "m.kaiser", "--seed", "1", "--script", script.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table.run(&["verify", "m.kaiser"], "").assert_success();
    // The same seed generates the same battle, byte for byte.
    let again = Workspace::new();
    again.run(&["scenario", "generate", "--seed", "7", "-o", "m.yaml"], "").assert_success();
    assert_eq!(FILES.iter().map(|name| again.read(name)).collect::<Vec<_>>(), first);
    // No file is overwritten or partly written.
    fs::remove_file(table.path("m.yaml")).unwrap();
    table
        .run(&["scenario", "generate", "--seed", "8", "-o", "m.yaml"], "")
        .assert_refused()
        .assert_err("files are never overwritten");
    assert!(!table.path("m.yaml").exists());
}

#[test]
fn r10_1_2_the_page_of_a_side_names_no_enemy() {
    let table = Workspace::new();
    let run = table.run(&["scenario", "generate", "--seed", "21", "--json", "-o", "m.yaml"], "").assert_success();
    let ships = run.one_json()["ships"].as_array().unwrap().len();
    let value: serde_yaml::Value = serde_yaml::from_str(&table.read("m.yaml")).unwrap();
    let names = |side: &str| {
        let divisions = value["divisions"].as_sequence().unwrap().iter().filter(|division| division["side"] == *side);
        let ids = divisions.flat_map(|division| division["ships"].as_sequence().unwrap());
        ids.map(|id| id.as_str().unwrap().to_owned()).collect::<Vec<String>>()
    };
    let (japan, russia) = (names("japan"), names("russia"));
    assert_eq!(japan.len() + russia.len(), ships);
    for (own, enemy, page) in [(&japan, &russia, "m-japan.txt"), (&russia, &japan, "m-russia.txt")] {
        let text = table.read(page).to_lowercase();
        let is_shown = |id: &String| text.contains(&id.replace('-', " "));
        assert!(own.iter().any(is_shown), "{page}: {text}");
        assert!(!enemy.iter().any(is_shown), "{page}: {text}");
        assert!(text.contains("force marker"), "{text}");
    }
}

#[test]
fn r10_1_3_players_choose_where_they_enter() {
    let table = Workspace::new();
    let place = |name: &str, side: usize| {
        let value: serde_yaml::Value = serde_yaml::from_str(&table.read(name)).unwrap();
        let at = &value["divisions"].as_sequence().unwrap()[side]["at"];
        (at["x"].as_f64().unwrap(), at["y"].as_f64().unwrap())
    };
    let generate = ["scenario", "generate", "--seed", "5", "--size", "small"];
    let options = ["--approach", "japan=20@270", "--approach", "russia=21@90", "-o", "said.yaml"];
    table.run(&[&generate[..], &options[..]].concat(), "").assert_success();
    assert_eq!(place("said.yaml", 0), (16.0, 24.0));
    // Each side is asked in turn, and again after a wrong answer.
    table
        .run(&[&generate[..], &["--ask", "-o", "asked.yaml"][..]].concat(), "far away\n20@270\n21@90\n")
        .assert_success();
    assert_eq!(place("asked.yaml", 0), (16.0, 24.0));
    // The command in the file generates the same battle again, however its approaches were given.
    for name in ["said.yaml", "asked.yaml"] {
        let text = table.read(name);
        let command = text.strip_prefix("# kaiser ").unwrap().split(", data").next().unwrap();
        assert!(command.contains("--approach japan=20.0@270 --approach russia=21.0@90"), "{command}");
        let again = [command.split(' ').collect::<Vec<_>>(), vec!["-o", "again.yaml"]].concat();
        table.run(&again, "").assert_success();
        assert_eq!(
            table.read("again.yaml").lines().skip(4).collect::<Vec<_>>(),
            text.lines().skip(4).collect::<Vec<_>>()
        );
        for file in ["again.yaml", "again-japan.txt", "again-russia.txt", "again-referee.txt"] {
            fs::remove_file(table.path(file)).unwrap();
        }
    }
    let twice = ["--approach", "japan=20@270", "--approach", "Japan=21@90"];
    let run = table.run(&[&generate[..], &twice[..]].concat(), "");
    assert_eq!(run.code, Some(2));
    run.assert_err("where Japan enters is already given.").assert_err("[10.1.3]");
    let wrong = |approach: &str| table.run(&[&generate[..], &["--approach", approach][..]].concat(), "");
    assert_eq!(wrong("japan=20").code, Some(2));
    assert_eq!(wrong("france=20@10").code, Some(2));
    wrong("japan=99@0").assert_refused().assert_err("[2.1]");
}

#[test]
fn r10_1_real_dice_are_asked_for() {
    let table = Workspace::new();
    let ones = "1\n".repeat(200);
    let run = table
        .run(&["scenario", "generate", "--dice", "ask", "--size", "small", "-o", "m.yaml"], &ones)
        .assert_success();
    run.assert_out("m.yaml");
    // When typing into a pipe, each die's purpose is printed too.
    assert!(run.err.contains("sighting range [10.1.1], 1 D6") && run.err.contains("type of ship"), "{}", run.err);
    assert!(table.read("m-referee.txt").contains("typed 1"));
    let short = table.run(&["scenario", "generate", "--dice", "ask", "-o", "n.yaml"], "1\n2\n").assert_refused();
    short.assert_err("No battle was generated.");
    assert!(!table.path("n.yaml").exists());
}

/// The dice on the referee's page, in the order in which they were rolled.
fn rolled_dice(page: &str) -> Vec<String> {
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let rolls = flat.split("rolled ").skip(1).flat_map(|part| part.split([')', ';', ',']).next());
    rolls.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[test]
fn r10_1_the_dice_of_a_seed_typed_again_give_the_same_battle() {
    for (theatre, seed) in [("yellow-sea", "7"), ("north-sea-1916", "12"), ("dover-straits", "3"), ("adriatic", "41")] {
        let table = Workspace::new();
        let generate = |more: &[&str], typed: &str| {
            let size = ["scenario", "generate", "--theatre", theatre, "--size", "large"];
            table.run(&[&size[..], more].concat(), typed).assert_success();
        };
        generate(&["--seed", seed, "-o", "thrown.yaml"], "");
        let faces = rolled_dice(&table.read("thrown-referee.txt"));
        // Weather, two forces and two approaches: the page shows every die of the generation.
        assert!(12 < faces.len(), "{theatre}: {faces:?}");
        generate(&["--dice", "ask", "-o", "typed.yaml"], &(faces.join("\n") + "\n"));
        let battle = |name: &str| {
            let text = table.read(name);
            let apart = ["#", "id:", "- 'house: kaiser scenario generate"];
            let lines = text.lines().filter(|line| !apart.iter().any(|start| line.starts_with(start)));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(battle("typed.yaml"), battle("thrown.yaml"), "{theatre}");
        let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let page = |name: &str| flat(table.read(name).replace("typed", "rolled"));
        for view in ["referee", "britain", "germany", "japan", "russia", "italy", "austria-hungary"] {
            if table.path(&format!("typed-{view}.txt")).exists() {
                assert_eq!(page(&format!("typed-{view}.txt")), page(&format!("thrown-{view}.txt")), "{theatre}");
            }
        }
        // With one die missing, no battle is generated.
        let short = faces[..faces.len() - 1].join("\n") + "\n";
        let size = ["scenario", "generate", "--theatre", theatre, "--size", "large", "--dice", "ask", "-o", "no.yaml"];
        table.run(&size, &short).assert_refused().assert_err("No battle was generated.");
    }
}

#[test]
fn r10_1_the_prompts_explain_what_each_die_means() {
    let table = Workspace::new();
    let run = table.run(
        &["scenario", "generate", "--theatre", "yellow-sea", "--size", "small", "--dice", "ask", "-o", "m.yaml"],
        &"1\n".repeat(200),
    );
    for words in [
        "Sighting range by the die: 1 for 6.0\", 2 for 8.0\"",
        "Wind in the Yellow Sea, by the die: 1-2 calm, 3-5 moderate, 6 high.",
        "Hour of the first turn, by the die: 1 for 06:00, 2 for 08:00",
        "Ship types of Japan, roll 1 of 2: 1-3 BB",
        "Ships of type BB, by the die: 1-4 for 2, 5 for 3, 6 for 4.",
        "First ship of type BB, by the die: 1-5 Mikasa, 6-10 Asahi",
        // The ships of the first roll are drawn already.
        "First ship of type BB, by the die: 1-3 Shikishima, 4-6 Fuji",
        "Distance of Japan from the centre, by the die: 1 for",
    ] {
        let text = run.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{words}: {text}");
    }
    run.assert_success();
}

#[test]
fn r10_5_6_generation_repeats_until_the_battle_is_even() {
    let table = Workspace::new();
    let even = ["scenario", "generate", "--theatre", "adriatic", "--seed", "3", "--even", "6", "--json"];
    let drawn = table.run(&[&even[..], &["-o", "m.yaml"][..]].concat(), "").assert_success().one_json();
    assert!(drawn["handicap"].as_u64().unwrap() <= 6, "{drawn}");
    assert!(1 <= drawn["draws"].as_u64().unwrap());
}

#[test]
fn r1_2_an_unknown_theatre_is_refused_with_the_valid_ones() {
    let table = Workspace::new();
    let run = table.run(&["scenario", "generate", "--theatre", "north"], "").assert_refused();
    run.assert_err("north-sea-1914").assert_err("[1.2]");
    table
        .run(&["scenario", "generate", "--theatre", "baltic", "--date", "1905-05-27"], "")
        .assert_refused()
        .assert_err("1905-05-27");
    table.run(&["scenario", "generate", "--theatre", "black", "--seed", "1", "-o", "b.yaml"], "").assert_success();
    assert_eq!(table.run(&["scenario", "generate", "--size", "vast"], "").code, Some(2));
}

#[test]
fn r1_2_a_date_outside_a_theatre_is_refused_once_with_its_dates() {
    let table = Workspace::new();
    for (date, nearest) in [("1900-01-01", "1904-02-08"), ("1910-01-01", "1904-08-31")] {
        let run = table.run(&["scenario", "generate", "--theatre", "yellow-sea", "--date", date], "").assert_refused();
        let text = format!("error: --date {date}: the theatre Yellow Sea covers 1904-02-08 to 1904-08-31. [1.2]");
        assert_eq!(run.err.trim(), format!("{text}\nhint:  --date {nearest}"));
    }
}

#[test]
fn r5_1_1_poltava_does_not_sail_alone() {
    let table = Workspace::new();
    let generate =
        ["scenario", "generate", "--theatre", "yellow-sea", "--date", "1904-08-06", "--size", "large", "--seed", "77"];
    table.run(&[&generate[..], &["-o", "m.yaml"][..]].concat(), "").assert_success();
    let run = table.run(&["scenario", "check", "m.yaml"], "").assert_success();
    assert!(!run.out.contains("5.1.1"), "{}", run.out);
}

#[test]
fn r10_1_sides_have_the_names_of_nations() {
    let table = Workspace::new();
    let generate = ["scenario", "generate", "--theatre", "black-sea", "--seed", "3", "-o", "b.yaml"];
    table.run(&generate, "").assert_success();
    let text = table.read("b.yaml");
    assert!(text.contains("Russia and the Ottoman Empire meet in the Black Sea."), "{text}");
    assert!(text.contains("name: Ottoman Empire\n"), "{text}");
}

#[test]
fn r1_2_theatre_date_and_seed_are_shown_and_repeat_the_battle() {
    let first = Workspace::new();
    let run = first.run(&["scenario", "generate", "-o", "m.yaml"], "").assert_success();
    let text = run.out.lines().find_map(|line| line.strip_prefix("Generated by ")).unwrap().to_owned();
    assert!(text.starts_with("--theatre yellow-sea --date 1904-05-20 --size medium --seed "), "{text}");
    let again = Workspace::new();
    let arguments: Vec<&str> = ["scenario", "generate", "-o", "m.yaml"].into_iter().chain(text.split(' ')).collect();
    again.run(&arguments, "").assert_success();
    assert_eq!(again.read("m.yaml"), first.read("m.yaml"));
}

/// With the seed, a player could generate the enemy's force.
#[test]
fn r10_2_no_page_of_a_side_shows_the_seed_in_its_name_or_text() {
    let table = Workspace::new();
    let draw = |more: &[&str]| {
        let run =
            table.run(&[&["scenario", "generate", "--size", "small", "--json"], more].concat(), "").assert_success();
        let drawn = run.one_json();
        let names = drawn["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
        (drawn["seed"].as_u64().unwrap(), names.collect::<Vec<String>>())
    };
    let mut seeds = Vec::new();
    // Each time with new names, for drawn seeds and for a typed one.
    for more in [&[][..], &[], &["--seed", "4711"]] {
        let (seed, names) = draw(more);
        let seed_text = seed.to_string();
        assert!(names.iter().all(|name| !name.contains(&seed_text)), "{names:?}");
        for name in names.iter().filter(|name| name.ends_with("-japan.txt") || name.ends_with("-russia.txt")) {
            assert!(!table.read(name).contains(&seed_text), "{name}");
        }
        for side in ["japan", "russia"] {
            let paper = table.run(&["print", &names[0], "--side", side, "--json"], "").assert_success();
            assert!(!paper.out.contains(&seed_text), "{}", paper.out);
            let lines = format!("pass to {side}\nview\nstatus\nlog\n");
            let seat = table.run(&["play", &names[0], "--seed", "1", "--json"], &lines);
            assert!(!seat.out.contains(&seed_text), "{}", seat.out);
        }
        // The near miss: the referee's file shows how to generate the battle again.
        assert!(table.read(&names[0]).contains(&format!("--seed {seed_text}")));
        seeds.push(seed);
    }
    assert!(seeds[..2].iter().any(|seed| u64::from(u32::MAX) < *seed), "{seeds:?} are short enough to be tried");
}

#[test]
fn r1_2_the_common_start_of_two_theatres_names_both() {
    let run = Workspace::new().run(&["scenario", "generate", "--theatre", "north-sea"], "").assert_refused();
    run.assert_err("2 theatres begin with \"north-sea\": north-sea");
    let run = Workspace::new().run(&["scenario", "generate", "--theatre", "atlantis"], "").assert_refused();
    run.assert_err("There is no theatre \"atlantis\".");
}

#[test]
fn r10_5_6_a_battle_that_a_side_cannot_win_is_reported_at_generation() {
    let baltic = ["scenario", "generate", "--theatre", "baltic", "--date", "1915-07-02", "--seed", "4", "-o", "m.yaml"];
    let shown = "one side can score or more, so that side cannot win by points";
    Workspace::new().run(&baltic, "").assert_success().assert_out(shown).assert_out("handicap of 33");
    let even: Vec<&str> = baltic.into_iter().chain(["--even", "10"]).collect();
    let run = Workspace::new().run(&even, "").assert_success();
    assert!(!run.out.contains(shown), "{}", run.out);
}

/// The first dice that a side rolled for its force, from the referee's page: a type and a number.
fn force_dice(page: &str, side: &str) -> Vec<String> {
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let forces = flat.split(&format!("{side}: ")).nth(1).unwrap_or_default();
    forces.split("rolled ").skip(1).take(2).filter_map(|part| Some(part.split(')').next()?.to_owned())).collect()
}

#[test]
fn r10_1_the_same_seed_rolls_other_dice_in_another_theatre() {
    let page = |theatre: &str| {
        let table = Workspace::new();
        let generate = ["scenario", "generate", "--theatre", theatre, "--seed", "5", "-o", "m.yaml"];
        table.run(&generate, "").assert_success();
        rolled_dice(&table.read("m-referee.txt")).into_iter().take(4).collect::<Vec<_>>()
    };
    let first: Vec<Vec<String>> = ["yellow-sea", "black-sea", "adriatic", "pacific"].into_iter().map(page).collect();
    assert!(first.iter().any(|faces| *faces != first[0]), "{first:?}");
}

#[test]
fn r10_1_2_each_side_rolls_its_own_dice() {
    let (mut battles, mut alike) = (0, 0);
    for seed in 1..=12 {
        let table = Workspace::new();
        let seed = seed.to_string();
        let baltic =
            ["scenario", "generate", "--theatre", "baltic", "--size", "small", "--seed", &seed, "-o", "m.yaml"];
        table.run(&baltic, "").assert_success();
        let page = table.read("m-referee.txt");
        let (germany, russia) = (force_dice(&page, "Germany"), force_dice(&page, "Russia"));
        assert!(!germany.is_empty() && !russia.is_empty(), "{page}");
        battles += 1;
        alike += usize::from(germany == russia);
    }
    assert!(alike * 3 < battles, "{alike} of {battles} began with the same two dice");
}
