//! Lines at the prompt that only ask, and lines with errors: odds, JSON, control bytes.
use serde_json::Value;

use super::{DECLARED, Run, Workspace};

/// Izumo has declared fire at Rossia, with a typed angle of courses.
const ULSAN: &str = "next to gunfire\ntarget izumo at rossia range 8 courses 60\n";

fn ulsan(lines: &str) -> Run {
    Workspace::new().run(&["play", "ulsan", "--measured", "--seed", "1"], &format!("{ULSAN}{lines}"))
}

/// The answer to the last line typed.
fn last_answer(run: &Run) -> &str {
    run.out.rsplit("\n> ").next().unwrap()
}

#[test]
fn r6_5_2_odds_of_a_battery_follow_from_strength_and_defence() {
    let run = ulsan("target rossia at izumo range 8\nodds rossia at izumo battery medium range 8\n").assert_success();
    let text = last_answer(&run);
    for part in ["28 against defence 20: 1.4, rounded 1 [6.5.2]", "medium and light guns [6.5.2]\n", "10.0%", "9/10"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(!text.contains("6.5.1") && !text.contains("penetration"), "{text}");
}

#[test]
fn a_strength_with_a_comma_gets_a_hint_and_armour_is_read_as_on_cards() {
    let table = Workspace::new();
    let battery = |strength: &str| table.run(&["odds", "battery", "--strength", strength, "--defence", "30"], "");
    battery("12,5").assert_err("--strength 12.5");
    for far in ["inf", "1e9"] {
        let run = battery(far);
        assert!(run.code == Some(2) && !run.err.contains("39.5"), "{far}: {}", run.err);
    }
    battery("12.5").assert_success();
    let guns = |armour: &str| {
        let with = format!("--armour={armour}");
        table.run(&["odds", "guns", "--dice", "4", "--hit", "7", "--size", "11", "--power", "18", &with], "")
    };
    // 6.5.1.5: of two values, the first is against shells.
    let output = guns("8").assert_success().out;
    assert_eq!(
        [guns("-8/-1").assert_success().out, guns("8/1").assert_success().out, guns("-8").assert_success().out],
        [(); 3].map(|()| output.clone())
    );
    assert_ne!(guns("1/8").assert_success().out, output);
    for wrong in ["8/", "8/1/1", "61", "eight"] {
        assert_eq!(guns(wrong).code, Some(2), "{wrong}");
    }
}

#[test]
fn r6_5_3_odds_of_a_strong_battery_cite_the_paragraph_of_tens() {
    let lines = "next to gunfire\ntarget askold at harusame range 4\ntarget bogatyr at harusame range 4\n\
        target boyarin at harusame range 4\ntarget novik at harusame range 4\n";
    let table = Workspace::new();
    let run = table
        .run(&["play", "torpedo-boats-misread", "--seed", "1"], &format!("{lines}odds cruisers\n"))
        .assert_success();
    let text = last_answer(&run);
    for part in ["against defence 4", "sure hits and one more on", "medium and light guns [6.5.3]\n"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(!text.contains("6.5.5"), "{text}");
}

#[test]
fn odds_of_a_declared_shot_use_its_conditions() {
    for line in ["odds izumo", "odds izumo at rossia", "odds izumo at rossia battery big"] {
        let run = ulsan(&format!("{line}\n")).assert_success();
        let text = last_answer(&run);
        for part in ["8.0\", broadside, courses 60 apart", "to hit 2 or less", "x0.5 courses", "[6.5.1.3]"] {
            assert!(text.contains(part), "{line}: no {part} in {text}");
        }
        assert!(text.contains("penetrating hits [6.5.1]\n"), "{text}");
    }
    // A typed range replaces only the declared range. Another target uses nothing of the declaration.
    let run = ulsan("odds izumo at rossia range 4\nodds izumo at gromoboi range 8\n").assert_success();
    assert!(run.out.contains("4.0\", broadside, courses 60 apart"), "{}", run.out);
    assert!(last_answer(&run).contains("Izumo at Gromoboi, 8.0\", broadside:"), "{}", last_answer(&run));
}

#[test]
fn odds_drop_a_declared_turn_if_courses_0_is_typed() {
    for line in ["odds izumo at rossia courses 0", "odds izumo at rossia range 8 courses 0"] {
        let run = ulsan(&format!("{line}\n")).assert_success();
        let (_, text) = last_answer(&run).split_once('\n').unwrap();
        assert!(text.contains("8.0\", broadside:") && !text.contains("courses"), "{line}: {text}");
    }
}

#[test]
fn r8_2_3_a_torpedo_hit_is_reported_by_the_row_of_its_die() {
    let lines = "next to torpedo\nmeasure asahi retvizan 1\ntorpedoes japan dice 1 4 1 1\ntorpedoes russia dice 2\n\
        next to damage\n";
    for (face, does) in
        [(4, "3 flotation hits, speed -1.0"), (5, "2 flotation hits, speed -0.5"), (9, "1 flotation hit;")]
    {
        let run = Workspace::new().drill(&format!("{lines}next dice {face}\n")).assert_success();
        let text = last_answer(&run).replace("\n  ", " ");
        assert!(text.contains(&format!("Retvizan hit, D10 {face}: FL, {does}")), "{text}");
    }
}

#[test]
fn one_undone_die_is_counted_in_the_singular() {
    let run = Workspace::new()
        .drill(
            "next to torpedo\nmeasure asahi retvizan 4\ntorpedoes japan dice 2\n\
        undo because \"the wrong side\"\n",
        )
        .assert_success();
    assert!(last_answer(&run).contains("Its die stays in the journal."), "{}", last_answer(&run));
}

#[test]
fn odds_are_the_chances_of_the_fire_that_follows() {
    let table = Workspace::new();
    let file = table.write("drill.txt", &format!("{DECLARED}odds asahi\nodds asahi at retvizan range 8\n"));
    let run = table.run(&["play", "asahi-retvizan", "--json", "--script", file.to_str().unwrap()], "").assert_success();
    let lines = run.json();
    assert_eq!(lines[3]["hits"], lines[4]["hits"]);
    assert_eq!(lines[3]["hits"][1], serde_json::json!({"n": 1, "p": "55671/320000"}));
    assert_eq!(lines[3]["battery"], serde_json::json!([{"n": 0, "p": "1/1"}]));
}

/// Declared big guns that fires aboard bar by now are no fire on their target, in odds and salvo. [6.5.1.3, 8.5.1]
#[test]
fn odds_leave_out_fire_that_is_barred() {
    let dice = |fires: u8| {
        let lines = format!(
            "show full\nnext to gunfire\ntarget izumo at rossia range 8\nset izumo fires {fires} because \"a hit\"\n\
             target rossia at azuma range 8\nodds rossia\nfire rossia declared\n"
        );
        let table = Workspace::new();
        let file = table.write("drill.txt", &lines);
        let script = ["play", "ulsan", "--measured", "--seed", "9", "--script", file.to_str().unwrap()];
        let run = table.run(&script, "").assert_success();
        let dice = |line: &str| line.trim().strip_prefix("dice ").map(|part| part[..1].to_owned());
        run.out.lines().filter_map(dice).collect::<Vec<_>>()
    };
    assert_eq!(dice(2), ["2", "2"]);
    assert_eq!(dice(3), ["3", "3"]);
}

#[test]
fn odds_of_a_division_add_up() {
    let table = Workspace::new();
    let lines = "next to gunfire\ntarget izumo at rossia range 8\ntarget azuma at rossia range 8\n\
        odds izumo\nodds azuma\nodds 2nd\n";
    let run = table.run(&["play", "ulsan", "--measured", "--json"], lines);
    let lines = run.json();
    let mean = |line: &Value| -> f64 {
        let part = |value: &Value| {
            let (top, bottom) = value["p"].as_str().unwrap().split_once('/').unwrap();
            value["n"].as_f64().unwrap() * top.parse::<f64>().unwrap() / bottom.parse::<f64>().unwrap()
        };
        line["hits"].as_array().unwrap().iter().map(part).sum()
    };
    let [izumo, azuma, both] = [3, 4, 5].map(|index| mean(&lines[index]));
    assert!(izumo > 0.0 && (izumo + azuma - both).abs() < 1e-9, "{izumo} {azuma} {both}");
}

#[test]
fn odds_without_a_declaration_name_what_is_missing() {
    let run = Workspace::new().drill("next to gunfire\nodds asahi\n").assert_refused();
    run.assert_err("Asahi has no declared fire left to resolve");
    let run = Workspace::new().drill("next to gunfire\nodds asahi at retvizn range 8\n").assert_refused();
    run.assert_err("^^^^^^^").assert_err("retvizan");
}

#[test]
fn odds_do_not_wait_for_their_turn_to_declare() {
    let table = Workspace::new();
    table.run(&["data", "export", "mine"], "").assert_success();
    let strict = table.read("mine/scenarios/torpedo-boats-misread.yaml") + "options: {alternation: strict}\n";
    let strict = strict.replace("id: torpedo-boats-misread", "id: strict");
    table.write("strict.yaml", &strict);
    let lines = "next to gunfire\nodds askold at harusame range 4 battery medium\nodds harusame at askold range 4\n";
    let run = table.run(&["play", "strict.yaml", "--seed", "3"], lines).assert_success();
    run.assert_out("28 against defence 4: 7 [6.5.2]");
}

#[test]
fn both_odds_use_the_same_table() {
    let table = Workspace::new();
    let alone = table.run(&["odds", "battery", "--strength", "28", "--defence", "20"], "").assert_success().out;
    let run = ulsan("odds rossia at izumo battery medium range 8\n").assert_success();
    let rows =
        |text: &str| text.lines().skip_while(|line| !line.starts_with("n  ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&alone).len(), 4, "{alone}");
    assert_eq!(rows(&alone), rows(last_answer(&run)));
    assert!(alone.starts_with("hits [6.5.2]\n"), "{alone}");
    let strong = table.run(&["odds", "battery", "--strength", "86", "--defence", "4"], "").assert_success();
    strong.assert_out("hits [6.5.3]");
    table
        .run(&["odds", "battery", "--strength", "86", "--defence", "4", "--d100"], "")
        .assert_success()
        .assert_out("hits [6.5.11]");
}

#[test]
fn an_invalid_die_is_reported_before_a_missing_one() {
    for faces in ["21 3", "21", "3 4 0"] {
        let run = Workspace::new()
            .drill(&format!("next to gunfire\ntarget asahi at retvizan range 8\ndeclared\nfire asahi dice {faces}\n"));
        run.assert_refused().assert_err("is not a D20 result");
    }
}

#[test]
fn r7_6_a_second_coup_has_its_own_refusal() {
    let lines = "set retvizan speed 1 because \"hit\"\nnext to torpedo\n\
        coup asahi at retvizan range 3 factors 1 dice 20\ncoup asahi at retvizan range 3 factors 1\n";
    let run = Workspace::new().drill(lines).assert_refused();
    run.assert_err("Asahi has already made its one coup de grâce this turn. [7.6]");
}

#[test]
fn control_bytes_of_a_note_are_escaped() {
    let table = Workspace::new();
    let run = table
        .run(&["play", "asahi-retvizan"], "note \"red \u{1b}[31m bell \u{7} \u{9b}2J end\"\nlog\n")
        .assert_success();
    let log = table.run(&["log", "asahi-retvizan.kaiser"], "").assert_success();
    let show = table.run(&["log", "asahi-retvizan.kaiser", "--json"], "").assert_success();
    let bad = table.run(&["play", "asahi-retvizan.kaiser"], "card \u{1b}[31m\n").assert_refused();
    for text in [&run.out, &log.out, &show.out, &bad.out, &bad.err] {
        assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
    }
    log.assert_out("red \\x1b[31m bell \\x07 \\u009b2J end");
    bad.assert_err("\\x1b[31m");
    assert!(show.one_json().to_string().contains("\\u001b"), "JSON keeps the original words");
}

#[test]
fn a_question_answers_in_json_on_request() {
    let run = Workspace::new()
        .run(&["play", "asahi-retvizan", "--json"], "next\nlog\nrules 6.5.1\nrules search smoke\n")
        .assert_success();
    let lines = run.json();
    assert_eq!((&lines[1]["log"][0]["id"], &lines[1]["log"][0]["command"]), (&1.into(), &"next".into()));
    assert_eq!(lines[2]["rules"]["rule"], "6.5.1");
    assert!(lines[3]["rules"].as_array().is_some_and(|found| !found.is_empty()));
}

#[test]
fn wrong_usage_names_its_argument_in_json() {
    let table = Workspace::new();
    let error = |arguments: &[&str]| {
        let run = table.run(arguments, "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        serde_json::from_str::<Value>(&run.err).unwrap()["error"].clone()
    };
    for (arguments, name) in [
        (&["--json", "verify"][..], "<FILE>"),
        (&["odds", "guns", "--dice", "2", "--json"], "--hit <HIT>"),
        (&["play", "x", "--seed", "y", "--json"], "--seed <SEED>"),
        (&["play", "asahi-retvizan", "--sed", "1", "--json"], "--sed"),
    ] {
        let error = error(arguments);
        assert!(error["what"].as_str().unwrap().contains(name), "{name}: {error}");
        assert!(error["hint"].is_string(), "{error}");
    }
    assert_eq!(
        error(&["play", "asahi-retvizan", "--sed", "1", "--json"])["hint"],
        "a similar argument exists: '--seed'"
    );
}

#[test]
fn a_wrong_scenario_carries_its_hint_in_json() {
    let run = Workspace::new().run(&["play", "asahi-retvizn", "--json"], "").assert_refused();
    let error: Value = serde_json::from_str(&run.err).unwrap();
    assert_eq!(error["error"]["hint"], "did you mean asahi-retvizan?");
}

#[test]
fn an_empty_data_directory_in_the_environment_is_ignored() {
    let table = Workspace::new();
    let with = |dir: &str| table.process(&["ship", "list"]).env("KAISER_DATA", dir).output().unwrap();
    assert!(with("").status.success());
    assert!(!with("nowhere").status.success());
    assert!(String::from_utf8_lossy(&with("nowhere").stderr).contains("nowhere"));
    table.run(&["data", "export", "mine"], "").assert_success();
    assert!(with("mine").status.success());
}

#[test]
fn a_journal_may_be_named_without_its_extension() {
    let table = Workspace::new();
    table.run(&["play", "asahi-retvizan", "-o", "noext"], "next\n").assert_success();
    table.run(&["play", "noext"], "next\n").assert_success().assert_out("Sighting Segment");
    table.run(&["verify", "noext"], "").assert_success();
}
