//! What `verify` proves of complete journals: false dice, secret orders, and the worst of several files.
use std::{collections::BTreeMap, fs};

use play::journal::digest;
use serde_json::{Value, json};

use super::{
    DECLARED, Run, Workspace,
    forged::{FILE, change_faces, forged, objects, with_checksums},
};
use crate::passing::CLOSE;

/// A private battle of the book's example, played with this script.
fn private(script: &str) -> Workspace {
    let table = Workspace::new();
    let file = table.write("drill.txt", script);
    let play = ["play", "asahi-retvizan", "--private", "-o", FILE, "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table
}

/// Every die of a private journal is changed. Each must be named and counted.
#[test]
fn every_false_die_of_a_private_journal_is_named() {
    let fired = format!("{DECLARED}fire all\nundo because \"again\"\nfire all\n");
    for (script, is_over) in [(format!("{fired}end because \"late\"\n"), true), (fired, false)] {
        let table = private(&script);
        table.run(&["verify", FILE], "").assert_success();
        // A finished battle proves itself, because all secret lines were revealed.
        for second_file in [true, false] {
            if !second_file {
                fs::remove_file(table.path(&format!("{FILE}.private"))).unwrap();
            }
            let proves = second_file || is_over;
            let honest = table.read(FILE);
            let mut lines = objects(&honest);
            let many = change_faces(&mut lines);
            assert!(3 < many, "{many} dice");
            table.write(FILE, &with_checksums(lines));
            if proves {
                let run = table.run(&["verify", "--all", FILE], "").assert_refused();
                assert_eq!(run.out.matches("forged:  entry ").count(), many, "{}", run.out);
                let json = table.run(&["verify", "--json", FILE], "").assert_refused().one_json();
                let forged = &json["dice"]["forged"];
                assert_eq!((&forged["count"], forged["named"].as_array().unwrap().len()), (&json!(many), many));
            }
            table.write(FILE, &honest);
            // The near misses: an honest journal has no forged dice, and without the seed none are called forged.
            let honest = table.run(&["verify", "--json", FILE], "").assert_exit_code(if proves { 0 } else { 4 });
            assert_eq!(honest.one_json()["dice"]["forged"]["count"], 0);
        }
    }
}

/// Puts a secret line of a private journal in place of its digest, and runs `verify` with or without the second file.
fn check_in_clear(table: &Workspace, file: &str, is_it: impl Fn(&Value) -> bool, second_file: bool) -> Run {
    let name = format!("{file}.private");
    let private = table.read(&name);
    let kept = private.lines().map(str::trim_end).find_map(|line| {
        let read: Value = serde_json::from_str(line).unwrap();
        is_it(&read["kept"]).then(|| (digest(line), read["kept"].clone()))
    });
    let (digest, entry) = kept.unwrap_or_else(|| panic!("no such line is kept:\n{private}"));
    if !second_file {
        fs::remove_file(table.path(&name)).unwrap();
    }
    let run = forged(table, file, |lines| {
        let line = lines.iter_mut().find(|line| line["kept"] == digest).unwrap();
        line.as_object_mut().unwrap().remove("kept");
        line["entry"] = entry;
    });
    table.write(&name, &private);
    run
}

/// Every kind of order that FILE.private keeps is an error if shown openly. [3.3.1, 3.4, 5.7.7, 7.4]
#[test]
fn r3_3_1_a_private_journal_shows_no_kind_of_secret_order_openly() {
    let fleets = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place novik at 10 26 heading 90 side russia speed 2\nset sighting 20 because \"clear\"\nnext to plotting\n\
        plot asahi 1 speed 2\nplot asahi CL90 speed 2 next\nplot novik 2 speed 2\n\
        launch novik at asahi factors 1 run 3 starboard marker q\nseal\namend 6 plot asahi CL60 speed 2 next\n";
    let begin = |what: &str, lines: &str| {
        let table = Workspace::new();
        table.write("close.yaml", CLOSE);
        table.run(&["play", what, "--private", "-o", "b.kaiser", "--script", "-"], lines).assert_success();
        table
    };
    let sandbox = begin("sandbox", fleets);
    let halves =
        "plot jd 2\nplot rd 2\nnext to plotting\nhalf\nplot jd 0.5-CR30-0.5-CR60 speed 2\nplot rd 2\nnext to gunfire\n";
    let halves = begin("close.yaml", halves);
    type Kind = fn(&Value) -> bool;
    let kinds: [(&str, &Workspace, Kind); 6] = [
        ("a plot", &sandbox, |entry| {
            entry["did"]["command"]["plot"]["advance"].is_null() && entry["did"]["command"]["plot"].is_object()
        }),
        ("a plot ahead", &sandbox, |entry| entry["did"]["command"]["plot"]["advance"] == true),
        ("a launch", &sandbox, |entry| !entry["did"]["command"]["launch"].is_null()),
        ("a seal", &sandbox, |entry| !entry["did"]["command"]["seal"].is_null()),
        ("an amendment", &sandbox, |entry| !entry["amended"].is_null()),
        ("a first half", &halves, |entry| entry["did"]["events"].to_string().contains("rest_kept")),
    ];
    for (what, table, is_it) in kinds {
        table.run(&["verify", "b.kaiser"], "").assert_success();
        for second_file in [true, false] {
            let run = check_in_clear(table, "b.kaiser", is_it, second_file);
            assert_eq!(run.code, Some(1), "{what}: {}{}", run.out, run.err);
            run.assert_err("shows a secret order");
        }
        table.run(&["verify", "b.kaiser"], "").assert_success();
    }
}

/// With several files, the worst result is the exit code, whatever their order. The codes are ranked.
#[test]
fn the_worst_of_several_files_is_the_exit_code() {
    let table = Workspace::new();
    let fired = format!("{DECLARED}fire asahi\n");
    table.drill(&fired).assert_success();
    let mut lines = objects(&table.read(FILE));
    let write = |name: &str, lines: Vec<Value>| drop(table.write(name, &with_checksums(lines)));
    write("0.kaiser", lines.clone());
    let mut other = lines.clone();
    (other[0]["rulings"], other[0]["program"]) = (json!(99), json!("0.9.0"));
    write("3.kaiser", other);
    let mut unproved = lines.clone();
    unproved[0].as_object_mut().unwrap().remove("seed");
    unproved[0]["private"] = json!("ab".repeat(32));
    write("4.kaiser", unproved);
    change_faces(&mut lines);
    write("1.kaiser", lines);
    let late = format!(
        "{DECLARED}note \"x\"\nend because \"late\"\nundo because \"a slip\"\namend 4 because \"so it was\" fire asahi\n"
    );
    let file = table.write("late.txt", &late);
    let play = ["play", "asahi-retvizan", "--private", "-o", "6.kaiser", "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    let begin = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 20 30 heading 90 side russia speed 2\nnext to plotting\n\
        plot asahi 2 speed 2\nplot retvizan 1 speed 1\nseal\nnext\n\
        undo because \"a slip\"\nundo because \"a slip\"\nplot retvizan 1.5 speed 1.5\nseal\nnext\n";
    let file = table.write("begin.txt", begin);
    table.run(&["play", "sandbox", "-o", "5.kaiser", "--script", file.to_str().unwrap()], "").assert_success();
    // From best to worst.
    let order = [0, 4, 3, 6, 5, 1];
    for (index, worse) in order.into_iter().enumerate() {
        table.run(&["verify", &format!("{worse}.kaiser")], "").assert_exit_code(worse);
        for better in &order[..=index] {
            let files = [format!("{better}.kaiser"), format!("{worse}.kaiser")];
            for files in [[&files[0], &files[1]], [&files[1], &files[0]]] {
                let run = table.run(&["verify", files[0], files[1]], "").assert_exit_code(worse);
                // Each file is reported, whatever the other's result.
                for file in files {
                    run.assert_out(&format!("{file}: "));
                }
            }
        }
    }
    let all: Vec<String> = order.iter().map(|code| format!("{code}.kaiser")).collect();
    let arguments: Vec<&str> = ["verify"].into_iter().chain(all.iter().map(String::as_str)).collect();
    table.run(&arguments, "").assert_exit_code(1);
    table.run(&arguments[..arguments.len() - 1], "").assert_exit_code(5);
}

/// An entry counts once, even if it is undone or resolved again by an amendment.
#[test]
fn an_entry_with_different_results_counts_once() {
    let table = Workspace::new();
    let again = "fire asahi\nundo because \"again\"\nfire asahi\n\
        amend 2 because \"r\" target asahi at retvizan range 8.5\nnote \"x\"\nundo\n";
    table.drill(&format!("{DECLARED}{again}")).assert_success();
    let set_edition = |lines: &mut Vec<Value>| (lines[0]["rulings"], lines[0]["program"]) = (json!(99), json!("0.9.0"));
    forged(&table, FILE, set_edition).assert_exit_code(3).assert_out("no entry has a different result here");
    // Without dice, because an additional die would be false, and no other edition excuses that.
    let more = |events: &mut Value| {
        let events = events.as_array_mut().unwrap();
        assert_eq!(events[0]["dice"], json!([]));
        events.push(events[0].clone());
    };
    let forge = |lines: &mut Vec<Value>| {
        set_edition(lines);
        // The undone salvo, the effective one, and three that the amendment resolved again.
        [4, 6].into_iter().for_each(|entry| more(&mut lines[entry]["entry"]["did"]["events"]));
        let ruled = lines[7]["entry"]["amended"]["ruled"].as_array_mut().unwrap();
        assert_eq!(ruled.len(), 3);
        ruled.iter_mut().for_each(|event| more(&mut event["outcome"]["stands"]));
    };
    forged(&table, FILE, forge).assert_exit_code(3).assert_out("here 3 of 10 entries have different results (4, 6, 7)");
    let mut lines = objects(&table.read(FILE));
    forge(&mut lines);
    table.write("forged.kaiser", &with_checksums(lines));
    let json = table.run(&["verify", "--json", "forged.kaiser"], "").assert_exit_code(3).one_json();
    let otherwise = json["rulings"]["otherwise"].as_array().unwrap();
    assert_eq!((otherwise.len(), &json["entries"]), (5, &json!(10)), "each ruling is named, and entries are counted");
}

/// Whether a word is internal: the name of a type, or a value in debug format.
fn is_internal_word(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|letter| letter.is_ascii_alphabetic()).collect();
    let is_type = letters.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase());
    is_type || ["Some(", "None", "Id(", "Ok(", "Err("].iter().any(|inside| word.contains(inside))
}

/// Removes one event of each kind from the golden journals. What `verify` then reports uses the journal's own words.
#[test]
fn verify_reports_every_kind_of_event_without_internal_names() {
    let table = Workspace::new();
    let mut kinds: BTreeMap<(String, String), (Vec<Value>, usize, usize)> = BTreeMap::new();
    for file in fs::read_dir("tests/suite/journals").unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_none_or(|extension| extension != "kaiser") {
            continue;
        }
        let lines = objects(&fs::read_to_string(&path).unwrap());
        let game = lines[0]["game"].as_str().unwrap_or(&name).to_owned();
        for (index, line) in lines.iter().enumerate() {
            let events = line["entry"]["did"]["events"].as_array();
            for (event, changed) in events.into_iter().flatten().enumerate() {
                let fact = &changed["fact"];
                let fact = fact.as_str().or_else(|| fact.as_object()?.keys().next().map(String::as_str)).unwrap();
                kinds.entry((game.clone(), fact.to_owned())).or_insert_with(|| (lines.clone(), index, event));
            }
        }
    }
    assert!(60 < kinds.len(), "{} kinds of fact", kinds.len());
    for ((game, fact), (mut lines, index, event)) in kinds {
        lines[index]["entry"]["did"]["events"].as_array_mut().unwrap().remove(event);
        table.write("forged.kaiser", &with_checksums(lines));
        let run = table.run(&["verify", "--json", "forged.kaiser"], "").assert_refused();
        let text = format!("{}{}", run.out, run.err);
        assert!(text.contains("has a different result"), "{game} {fact}: {text}");
        let inside = text.split([' ', '"', ':', ',']).find(|word| is_internal_word(word));
        assert_eq!(inside, None, "{game} {fact}: {text}");
    }
    // Internal words, and near misses.
    for (word, inside) in [("SalvoFired", true), ("Some(3)", true), ("salvo_fired", false), ("D20", false)] {
        assert_eq!(is_internal_word(word), inside, "{word}");
    }
}

/// The referee's password is stored as Argon2id with 19 MiB, two passes and one lane. An independent
/// implementation made the first hash. With any other cost, the password is refused.
#[test]
fn the_referees_password_is_hashed_by_argon2_with_its_costs() {
    let table = Workspace::new();
    let lines = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 20 30 heading 90 side russia speed 2\nreferee word sesame\npass to japan\n";
    let file = table.write("begin.txt", lines);
    table.run(&["play", "sandbox", "-o", "w.kaiser", "--script", file.to_str().unwrap()], "").assert_success();
    let honest = table.read("w.kaiser");
    for (hash, opens) in [
        ("8e7daea6c6bd6f0578fa206f369959c77007771448135207d51310413b6e4ca3", true),
        // One pass, one KiB less, half the memory, and Argon2i.
        ("9435ef962cf6798e13f161c252c51c22fe53fe6c78e39fddf6f1b1c149cb3e4a", false),
        ("1fa0f0f61e804e16400a3d85d94b0e84284eb54d9bd5cd31805ba844bd521206", false),
        ("e23f2c6788ee9e28dab22b5e52da688f3f9b84be6d7707d5959f54a1608afe2e", false),
        ("ae50c2d25bd07c787db026371b5ea6f0e7e5460918c9ed2a96d3a39aebf46d11", false),
    ] {
        let salt = "0123456789abcdef0123456789abcdef";
        let word = format!("\"word\":{{\"salt\":\"{salt}\",\"hash\":\"{hash}\"}}}}}}}}}}");
        let (mut text, mut before) = (String::new(), String::new());
        for line in honest.lines() {
            // The rest of the line stays unchanged.
            let rest =
                line[18..].split_once("\"word\":").map_or(line[18..].to_owned(), |(part, _)| part.to_owned() + &word);
            let sum = format!("{:08x}", crc32fast::hash(format!("{before}{rest}").as_bytes()));
            text += &format!("{{\"sum\":\"{sum}\",{rest}\n");
            before = sum;
        }
        table.write("w.kaiser", &text);
        let run = table.run(&["play", "w.kaiser"], "pass to referee sesame\n");
        assert_eq!(run.code == Some(0), opens, "{hash}: {}{}", run.out, run.err);
        if !opens {
            run.assert_err("That is not the referee's password");
        }
    }
}
