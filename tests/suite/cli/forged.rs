//! Journals forged with a recomputed checksum chain: what `verify` still finds, and the honest journals beside them.
use std::fs;

use serde_json::{Value, json};

use naval::Naval;
use play::Game;
use play::journal::{PrivateSeeds, digest, padded, private_line};

use super::{DECLARED, Run, Workspace};

pub const FILE: &str = "asahi-retvizan.kaiser";

/// The lines of a journal without their checksums.
pub fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(&format!("{{{}", &line[18..])).unwrap()).collect()
}

/// Builds a journal from these lines: numbers them again and chains their checksums.
pub fn with_checksums(mut lines: Vec<Value>) -> String {
    let (mut text, mut before) = (String::new(), String::new());
    for (number, line) in lines.iter_mut().enumerate() {
        if number > 0 {
            let was = line["n"].as_u64().unwrap_or_default();
            // A typed line's first command, and the targets of undo and redo, shift with their entries.
            for (entry, key) in [("did", "line"), ("taken_back", "from"), ("redid", "to")] {
                if let Some(first) = line["entry"][entry][key].as_u64() {
                    line["entry"][entry][key] = json!((first + number as u64).saturating_sub(was));
                }
            }
            line["n"] = json!(number);
        }
        let rest = serde_json::to_string(line).unwrap()[1..].to_owned();
        let sum = format!("{:08x}", crc32fast::hash(format!("{before}{rest}").as_bytes()));
        text += &format!("{{\"sum\":\"{sum}\",{rest}\n");
        before = sum;
    }
    text
}

/// Changes the lines of a journal, chains their checksums again, and runs `verify`. Then restores the honest journal.
pub fn forged(table: &Workspace, file: &str, forge: impl FnOnce(&mut Vec<Value>)) -> Run {
    let honest = table.read(file);
    let mut lines = objects(&honest);
    forge(&mut lines);
    table.write(file, &with_checksums(lines));
    let run = table.run(&["verify", file], "");
    table.write(file, &honest);
    run
}

#[test]
fn an_honest_journal_with_a_recomputed_chain_verifies() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    forged(&table, FILE, |_| {}).assert_success().assert_out("all agree");
}

#[test]
fn amend_rolls_the_same_dice_again() {
    let fired = format!("{DECLARED}fire asahi\n");
    let refused = Workspace::new().drill(&format!("{fired}amend 4 note \"x\"\n")).assert_refused();
    refused.assert_err("are dropped").assert_err("amend 4 because \"a slip\" note \"x\"");
    let again =
        "amend 4 because \"wrong ship\" note \"x\"\nfire asahi\namend 6 because \"again\" note \"y\"\nfire asahi\n";
    let table = Workspace::new();
    let run = table.drill(&format!("{fired}{again}log full\n")).assert_success();
    let rolled: Vec<&str> = run.out.lines().filter(|line| line.contains("to hit 7 or less")).collect();
    assert!(rolled.len() > 2 && rolled[0].contains("rolled"), "{}", run.out);
    assert!(rolled.iter().all(|line| line.split("rolled").nth(1) == rolled[0].split("rolled").nth(1)), "{rolled:?}");
    run.assert_out("entry 4 amended: note \"x\", because \"wrong ship\"");
    table.run(&["verify", FILE], "").assert_success().assert_out("all agree");
    // Remove or replace the reason.
    let stripped = |reason: Value| {
        forged(&table, FILE, |lines| {
            let amended = lines.iter_mut().find(|line| !line["entry"]["amended"].is_null()).unwrap();
            amended["entry"]["amended"]["because"] = reason;
        })
    };
    stripped(Value::Null).assert_refused().assert_err("entry 5").assert_err("without a reason");
    stripped(json!("")).assert_refused().assert_err("entry 5 gives a blank reason");
    stripped(json!("another")).assert_success();
    // An amendment that affects no dice needs no reason.
    Workspace::new().drill("note \"one\"\namend 1 note \"two\"\n").assert_success();
    let wrong = Workspace::new().drill("note \"one\"\namend 1 because note \"two\"\n").assert_refused();
    wrong.assert_err("in quotation marks");
    Workspace::new().drill("note \"one\"\namend 1 because \"a slip\" note \"two\"\n").assert_success();
    Workspace::new().drill("note \"one\"\namend 1 because “a slip” note \"two\"\n").assert_success();
}

#[test]
fn a_reason_removed_from_an_undo_is_noticed() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\nundo because \"wrong ship\"\nundo\n")).assert_success();
    table.run(&["verify", FILE], "").assert_success();
    for (because, expected) in [(Value::Null, "without a reason"), (json!(""), "gives a blank reason")] {
        let run = forged(&table, FILE, |lines| lines[5]["entry"]["taken_back"]["because"] = because);
        run.assert_refused().assert_err("entry 5").assert_err(expected);
    }
    forged(&table, FILE, |lines| lines[5]["entry"]["taken_back"]["because"] = json!("other words")).assert_success();
}

/// Adds a second copy of the salvo, which the dice do not support.
fn double_salvo(lines: &mut [Value]) {
    let events = lines[4]["entry"]["did"]["events"].as_array_mut().unwrap();
    let more = events[0].clone();
    events.push(more);
}

#[test]
fn another_edition_of_the_rules_does_not_excuse_a_false_salvo() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    forged(&table, FILE, |lines| double_salvo(lines)).assert_refused().assert_err("entry 4 has a different result");
    forged(&table, FILE, |lines| lines[0]["rulings"] = json!(0)).assert_refused().assert_err("edition 0 of the rules");
    for edition in [Naval::RULINGS + 1, 99] {
        let set_edition = |lines: &mut Vec<Value>, program: &str| {
            (lines[0]["rulings"], lines[0]["program"]) = (json!(edition), json!(program));
        };
        let run = forged(&table, FILE, |lines| set_edition(lines, "0.9.0")).assert_exit_code(3);
        run.assert_out(&format!("ruled by edition {edition} of the rules"))
            .assert_out("no entry has a different result here");
        assert!(!run.out.contains("agree"), "{}", run.out);
        let run = forged(&table, FILE, |lines| {
            set_edition(lines, "0.9.0");
            double_salvo(lines);
        });
        run.assert_exit_code(3).assert_out("here 1 of 5 entries have different results (4)");
        // This program's own version has only one edition.
        let own = env!("CARGO_PKG_VERSION");
        let run = forged(&table, FILE, |lines| set_edition(lines, own)).assert_refused();
        run.assert_err(&format!("names edition {edition} of the rules, but version {own} uses edition"));
    }
}

#[test]
fn a_first_line_names_a_version_and_a_hash() {
    let table = Workspace::new();
    table.drill("note \"one\"\n").assert_success();
    let named = |key: &str, name: &str| forged(&table, FILE, |lines| lines[0][key] = json!(name));
    for version in ["0.9.0", "1.20.3-rc.1", "0.1.0+local"] {
        named("program", version).assert_success();
    }
    for none in ["kaiser", "1", "0.1", "0.1.0.0", "0.1.x", "-0.1.0"] {
        named("program", none).assert_refused().assert_err("which is not a version of the program");
    }
    named("data", "0123abcd").assert_success();
    for none in ["a test", "0123ABCD", "0123abc", "0123abcde", "0123abcg"] {
        named("data", none).assert_refused().assert_err("which is not a hash of the data");
    }
}

#[test]
fn a_first_line_without_its_seed_proves_no_dice() {
    let table = Workspace::new();
    let fired = format!("{DECLARED}fire asahi\n");
    table.drill(&fired).assert_success();
    let without = |lines: &mut Vec<Value>, private: bool| {
        let first = lines[0].as_object_mut().unwrap();
        first.remove("seed");
        if private {
            first.insert("private".to_owned(), json!("ab".repeat(32)));
        }
    };
    forged(&table, FILE, |lines| without(lines, false)).assert_refused().assert_err("line 1 has no seed");
    // During play the seed may be secret. Its dice are then unproved, and `verify` reports that.
    let run = forged(&table, FILE, |lines| without(lines, true)).assert_exit_code(4);
    run.assert_out("dice are not proved, as their seed is not here: entry 4");
    assert!(!run.out.contains("all agree"), "{}", run.out);
    let table = Workspace::new();
    table.drill(&format!("{fired}end because \"late\"\n")).assert_success();
    let run = forged(&table, FILE, |lines| without(lines, true)).assert_refused();
    run.assert_err("nothing is secret any more").assert_err("the seed of its dice is not revealed");
}

/// A private battle in which two plots are carried out, then these lines. Its private file is deleted.
fn revealed_journal(last: &str) -> Workspace {
    let table = Workspace::new();
    let lines = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 20 30 heading 90 side russia speed 2\nnext to plotting\n\
        plot asahi 2 speed 2\nplot retvizan 1 speed 1\nnext to movement\n";
    let file = table.write("begin.txt", &format!("{lines}{last}"));
    let run = ["play", "sandbox", "--private", "-o", "b.kaiser", "--script", file.to_str().unwrap()];
    table.run(&run, "").assert_success();
    fs::remove_file(table.path("b.kaiser.private")).unwrap();
    table
}

/// The lines of the first reveal entry that has a line containing `with`.
fn revealed_lines<'a>(lines: &'a mut [Value], with: &str) -> &'a mut Vec<Value> {
    let is_it = |line: &&mut Value| {
        let revealed = line["entry"]["noticed"]["what"]["laid_open"]["lines"].as_array();
        revealed.is_some_and(|revealed| revealed.iter().any(|text| text.as_str().unwrap().contains(with)))
    };
    let line = lines.iter_mut().find(is_it).unwrap();
    line["entry"]["noticed"]["what"]["laid_open"]["lines"].as_array_mut().unwrap()
}

#[test]
fn r3_3_1_a_journal_reveals_exactly_the_lines_that_were_kept() {
    let table = revealed_journal("end because \"late\"\n");
    table.run(&["verify", "b.kaiser"], "").assert_success().assert_out("all agree").assert_out("all are revealed");
    let forge = |change: &dyn Fn(&mut Vec<Value>)| forged(&table, "b.kaiser", change).assert_refused();
    let changed = |with: &str, from: &str, to: &str| {
        forge(&|lines: &mut Vec<Value>| {
            for line in revealed_lines(lines, with) {
                *line = json!(line.as_str().unwrap().replace(from, to));
            }
        })
    };
    changed("\"seed\"", "\"seed\":", "\"seed\":1").assert_err("reveals a line that the journal never kept");
    changed("plot", "asahi", "mikasa").assert_err("reveals a line that the journal never kept");
    let dropped = forge(&|lines: &mut Vec<Value>| {
        revealed_lines(lines, "\"seed\"").retain(|line| !line.as_str().unwrap().contains("\"seed\""));
    });
    dropped.assert_err("the seed of its dice is not revealed");
    let dropped = forge(&|lines: &mut Vec<Value>| {
        revealed_lines(lines, "plot").retain(|line| !line.as_str().unwrap().contains("plot"));
    });
    dropped.assert_err("entry 4 is not revealed");
    let added = forge(&|lines: &mut Vec<Value>| {
        revealed_lines(lines, "plot").push(json!("{\"salt\":\"1\",\"kept\":\"closed\"}"))
    });
    added.assert_err("reveals a line that the journal never kept");
    let twice = forge(&|lines: &mut Vec<Value>| {
        let again = revealed_lines(lines, "plot")[0].clone();
        revealed_lines(lines, "plot").push(again);
    });
    twice.assert_err("reveals a line that the journal already has");
    // During the battle the seed stays secret.
    let table = revealed_journal("");
    let run = table.run(&["verify", "b.kaiser"], "").assert_success();
    run.assert_out("all are revealed");
    let table = revealed_journal("next to plotting waive \"no\"\nplot asahi 1 speed 1\n");
    let run = table.run(&["verify", "b.kaiser"], "").assert_exit_code(4);
    run.assert_out("not proved are 2 of 10 entries, as the secret line of entry 9 is not here");
    assert!(!run.out.contains("all agree"), "{}", run.out);
}

#[test]
fn the_reason_of_a_removed_command_is_recomputed() {
    let table = Workspace::new();
    let sea = "next to gunfire\ntarget asahi at retvizan range 8\ndeclared\nfire asahi\n\
        amend 2 because \"the wrong ship\" note \"x\"\n";
    table.drill(sea).assert_success();
    let honest = table.run(&["log", FILE], "").assert_success().out;
    assert!(honest.contains("no longer legal: "), "{honest}");
    // The reason of a removed command may not be free text.
    let run = forged(&table, FILE, |lines| {
        let ruled = lines[5]["entry"]["amended"]["ruled"].as_array_mut().unwrap();
        let removed = ruled.iter_mut().find(|event| !event["outcome"]["struck"].is_null()).unwrap();
        removed["outcome"]["struck"]["why"] = json!("Retvizan sank Mikasa");
    });
    run.assert_refused().assert_err("line 6 is damaged");
    // A command that stays removed is not listed as a difference.
    let again =
        table.run(&["play", FILE], "show full\namend 2 because \"so it was\" note \"y\"\nquit\n").assert_success();
    assert!(again.out.contains("Entry 2 was:") && !again.out.contains("no longer legal"), "{}", again.out);
}

#[test]
fn the_checksum_distinguishes_a_shortened_journal_from_the_complete() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    let code = |run: Run| run.one_json()["code"].as_str().unwrap().to_owned();
    let whole = code(table.run(&["verify", "--json", FILE], "").assert_success());
    assert_eq!((whole.len(), whole.split('-').count()), (24, 5), "80 bits, in groups of four digits: {whole}");
    table.run(&["verify", FILE], "").assert_success().assert_out(&whole);
    let mut lines = objects(&table.read(FILE));
    lines.remove(4);
    table.write("cut.kaiser", &with_checksums(lines));
    table.run(&["verify", "cut.kaiser"], "").assert_success();
    assert_ne!(code(table.run(&["verify", "--json", "cut.kaiser"], "").assert_success()), whole);
}

/// Journals older than the first release, damaged journals and those of newer programs are distinguished.
#[test]
fn a_journal_from_before_the_first_release_is_refused_by_name() {
    let table = Workspace::new();
    table.drill("note \"a word\"\n").assert_success();
    let early = "the journal is older than the first release of kaiser, and no released program reads it";
    for (format, dice) in [(1, 0), (1, 1), (2, 2), (2, 3), (3, 3)] {
        let run = forged(&table, FILE, |lines| {
            lines[0]["format"] = json!(format);
            lines[0]["dice"] = json!({ "algorithm": "sha256-chacha8", "edition": dice });
            if dice == 0 {
                lines[0].as_object_mut().unwrap().remove("dice");
            }
        });
        run.assert_refused().assert_err(early).assert_err("hint: ");
    }
    let run = forged(&table, FILE, |lines| lines[0]["format"] = json!(2)).assert_refused();
    run.assert_err("a newer kaiser wrote the journal: it has format 2, and this program reads format 1");
    let run = forged(&table, FILE, |lines| lines[0]["dice"] = json!("sha512-chacha20")).assert_refused();
    run.assert_err("the journal's dice use sha512-chacha20, which this program does not know");
}

/// First lines that no program writes, with a recomputed chain.
#[test]
fn an_impossible_first_line_is_refused() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    let forge = |change: &dyn Fn(&mut Value)| forged(&table, FILE, |lines| change(&mut lines[0])).assert_refused();
    forge(&|first| first["format"] = json!(0)).assert_err("has format 0");
    forge(&|first| first["private"] = json!("ab".repeat(32))).assert_err("the seed is kept elsewhere, but contains it");
    for (path, value, expected) in [
        ("/setup/turns", json!(0), "turns: 0 turns are out of range"),
        ("/setup/turns", json!(60000), "turns: 60000 turns are out of range"),
        ("/setup/table/width", json!(2_000.0), "line 1"),
        ("/setup/sides/1/id", json!("japan"), "the side `japan` appears twice"),
        ("/setup/divisions/0/side", json!("china"), "there is no side `china`"),
        ("/setup/divisions/0/flagship", json!("mikasa"), "flagship"),
        ("/setup/ships/0/card/flotation", json!(2_000_000_000), "out of range"),
    ] {
        forge(&|first| *first.pointer_mut(path).unwrap() = value.clone()).assert_err(expected);
        // The commands that open a journal refuse it too.
        let mut lines = objects(&table.read(FILE));
        *lines[0].pointer_mut(path).unwrap() = value.clone();
        table.write("forged.kaiser", &with_checksums(lines));
        for verb in ["show", "log"] {
            table.run(&[verb, "forged.kaiser"], "").assert_refused().assert_err(expected);
        }
    }
    let player = |side: &str| json!({ "side": side, "level": "captain", "doctrine": {}, "edition": players_edition() });
    forge(&|first| first["players"] = json!([player("china")]))
        .assert_err("an admiral of \"china\", which is not a side");
    forge(&|first| first["players"] = json!([player("japan")])).assert_err("does not describe the admiral");
    forge(&|first| first["players"] = json!({})).assert_err("does not list the players");
}

/// Objects have only the keys that the program writes, and a die needs sides.
#[test]
fn an_entry_with_a_key_that_no_program_writes_is_damaged() {
    let table = Workspace::new();
    table
        .drill(&format!("{DECLARED}fire all\namend 2 because \"r\" target asahi at retvizan range 8.5\n"))
        .assert_success();
    let honest = objects(&table.read(FILE));
    let mut paths = Vec::new();
    (1..honest.len()).for_each(|index| objects_in(&honest[index], &format!("/{index}"), &mut paths));
    assert!(100 < paths.len());
    // One object of each kind is enough.
    let kind =
        |path: &String| path.split('/').filter(|key| key.parse::<usize>().is_err()).collect::<Vec<_>>().join("/");
    let mut kinds = std::collections::BTreeSet::new();
    for path in paths.iter().filter(|path| kinds.insert(kind(path))) {
        let run = forged(&table, FILE, |lines| {
            let mut all = Value::Array(std::mem::take(lines));
            all.pointer_mut(path).unwrap().as_object_mut().unwrap().insert("zzz".to_owned(), json!(1));
            lines.extend(all.as_array().unwrap().iter().cloned());
        });
        run.assert_refused().assert_err("is damaged");
    }
    let with_die = |sides: u8| {
        forged(&table, FILE, |lines| {
            let events = lines[4]["entry"]["did"]["events"].as_array_mut().unwrap();
            let rolled = events.iter_mut().find(|event| !event["dice"][0].is_null()).unwrap();
            let die = rolled["dice"][0].as_object_mut().unwrap();
            die.insert("sides".to_owned(), json!(sides));
        })
    };
    with_die(0).assert_refused().assert_out("cannot show");
    with_die(7).assert_refused();
    // If a key appears twice, its value is ambiguous.
    let twice = |line: &str, key: &str| {
        let text = table.read(line);
        let mut before = String::new();
        let lines = text.lines().map(|line| {
            let rest = line[18..].replacen(key, &format!("{key},{key}"), 1);
            let sum = format!("{:08x}", crc32fast::hash(format!("{before}{rest}").as_bytes()));
            before.clone_from(&sum);
            format!("{{\"sum\":\"{sum}\",{rest}\n")
        });
        table.write("twice.kaiser", &lines.collect::<String>());
        table.run(&["verify", "twice.kaiser"], "").assert_refused().assert_err("is damaged");
    };
    twice(FILE, "\"n\":1");
    twice(FILE, "\"seed\":1904");
    let file = table.write("begin.txt", "plot 2nd 2.25\nnext\n");
    let begin = ["play", "ulsan", "--admiral", "russia=captain", "-o", "a.kaiser", "--script", file.to_str().unwrap()];
    table.run(&begin, "").assert_success();
    twice("a.kaiser", "\"level\":\"captain\"");
}

/// Collects the path of every object in a value.
fn objects_in(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(path.to_owned());
            fields.iter().for_each(|(key, value)| objects_in(value, &format!("{path}/{key}"), found));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| objects_in(value, &format!("{path}/{index}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Text from a journal stays on one line wherever a page shows it on one.
#[test]
fn text_of_a_journal_adds_no_lines_to_a_page() {
    let table = Workspace::new();
    table.drill("note \"one\"\nundo because \"a slip\"\n").assert_success();
    for (key, name) in [("program", "0.9.0"), ("data", "0123abcd")] {
        let named = |name: &str| forged(&table, FILE, |lines| lines[0][key] = json!(name));
        named(name).assert_success();
        for odd in ["", " ", "0.1.0\n  forged:  none", &"x".repeat(65)] {
            named(odd).assert_refused().assert_err(&format!("`{key}` is not a valid name"));
        }
    }
    let reason = |words: &str| {
        forged(&table, FILE, |lines| {
            let taken = lines.iter_mut().find(|line| !line["entry"]["taken_back"].is_null()).unwrap();
            taken["entry"]["taken_back"]["because"] = json!(words);
        })
    };
    reason("another").assert_success();
    reason("a\n  9  fire asahi").assert_refused().assert_err("gives a reason of several lines");
}

/// This program cannot check players of another edition. It reports that and does not call them proved.
#[test]
fn players_of_another_edition_are_not_called_proved() {
    let table = Workspace::new();
    let begin = ["play", "ulsan", "--admiral", "russia=captain", "-o", "a.kaiser", "--script"];
    let file = table.write("begin.txt", "plot 2nd 2.25\nnext\n");
    table.run(&[&begin[..], &[file.to_str().unwrap()]].concat(), "").assert_success();
    let forge = |key: &str, value: Value| forged(&table, "a.kaiser", |lines| lines[0]["players"][0][key] = value);
    forge("edition", json!(players_edition())).assert_success();
    let run = forge("edition", json!(999)).assert_exit_code(3);
    run.assert_out("computer players of edition 999, not 1, so only a program of that edition can ask them");
    forge("edition", json!(0)).assert_refused().assert_err("does not describe the admiral");
    forge("level", json!("god")).assert_refused().assert_err("does not describe the admiral");
    // The player's card must stay within the limits of a card file.
    let card =
        |key: &str, value: Value| forged(&table, "a.kaiser", |lines| lines[0]["players"][0]["doctrine"][key] = value);
    card("aggression", json!(1.0)).assert_success();
    for (key, far) in [("aggression", json!(1.01)), ("name", json!("")), ("turns", json!({ "most_deg": 14 }))] {
        card(key, far).assert_refused().assert_err("does not describe the admiral");
    }
    forged(&table, "a.kaiser", |lines| lines[0]["players"] = json!([]))
        .assert_refused()
        .assert_err("does not list the players");
    let god = |lines: &mut Vec<Value>| {
        lines[0]["players"][0]["edition"] = json!(999);
        lines[0]["players"][0]["level"] = json!("god");
    };
    forged(&table, "a.kaiser", god).assert_exit_code(3);
    let nameless = |lines: &mut Vec<Value>| {
        god(lines);
        lines[0]["players"][0]["level"] = json!(7);
    };
    forged(&table, "a.kaiser", nameless).assert_refused().assert_err("does not describe the admiral");
}

/// The edition of the computer players, as a journal records it.
fn players_edition() -> u32 {
    1
}

#[test]
fn every_built_in_setup_is_within_the_limits() {
    let sources = naval_kit::builtin();
    let names: Vec<String> =
        load::scenario_list(&sources).unwrap().into_iter().map(|line| line.id.to_string()).collect();
    assert!(30 < names.len());
    for name in names {
        let mut setup = load::scenario(&sources, &name).unwrap();
        assert_eq!(setup.first_error(), None, "{name}");
        setup.remove_positions();
        assert_eq!(setup.first_error(), None, "{name} measured");
    }
    for name in load::campaign_names(&sources) {
        assert_eq!(load::campaign(&sources, &name).unwrap().first_error(), None, "{name}");
    }
}

#[test]
fn a_crystal_map_beyond_its_bounds_is_refused_before_it_is_drawn() {
    let table = Workspace::new();
    let journal = fs::read_to_string("tests/suite/journals/crystal.kaiser").unwrap();
    for (at, is_sound) in [(100.0, true), (100.1, false), (2_147_483_648.0, false), (-0.1, false)] {
        let mut lines = objects(&journal);
        lines[0]["setup"]["scenario"]["areas"][20]["at"][0] = json!(at);
        table.write("far.kaiser", &with_checksums(lines));
        for verb in ["map", "show", "verify"] {
            let run = table.run(&[verb, "far.kaiser"], "");
            if is_sound {
                run.assert_success()
            } else {
                run.assert_refused()
            };
        }
    }
}

#[test]
fn a_private_journal_that_shows_a_plot_openly_is_refused() {
    let table = revealed_journal("");
    let run = forged(&table, "b.kaiser", |lines| {
        // Put the entry of a plot in place of its digest.
        let revealed = lines.iter().find_map(|line| line["entry"]["noticed"]["what"]["laid_open"]["lines"].as_array());
        let kept: Value = serde_json::from_str(revealed.unwrap()[0].as_str().unwrap()).unwrap();
        let line = lines.iter_mut().find(|line| !line["kept"].is_null()).unwrap();
        line.as_object_mut().unwrap().remove("kept");
        line["entry"] = kept["kept"].clone();
    });
    run.assert_refused().assert_err("shows a secret order");
}

/// Makes a journal private: moves its seed to a second file. Returns the only line of that file, without padding.
fn made_private(table: &Workspace, lines: &mut [Value]) -> String {
    let chances = PrivateSeeds { seed: lines[0]["seed"].as_u64(), salts: None };
    let line = private_line("00", &chances).unwrap();
    lines[0].as_object_mut().unwrap().remove("seed");
    lines[0]["private"] = json!(digest(&line));
    table.write(&format!("{FILE}.private"), &padded(&line));
    line
}

/// Collects the faces of all dice.
fn faces<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    match value {
        Value::Object(fields) => {
            let is_die = fields.contains_key("face");
            for (key, value) in fields {
                match is_die {
                    true if key == "face" => found.push(value),
                    true => {}
                    false => faces(value, found),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| faces(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Changes every die of a journal to a different face from 1 to 6, and returns how many there are.
pub fn change_faces(lines: &mut [Value]) -> usize {
    let mut found = Vec::new();
    lines.iter_mut().skip(1).for_each(|line| faces(line, &mut found));
    found.iter_mut().for_each(|face| **face = json!(face.as_u64().unwrap() % 6 + 1));
    found.len()
}

#[test]
fn a_missing_secret_line_does_not_hide_dice() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\n")).assert_success();
    let kept = |digest: &str| json!({ "n": 1, "kept": digest });
    let alone = |lines: &mut Vec<Value>, digest: &str| {
        made_private(&table, lines);
        fs::remove_file(table.path(&format!("{FILE}.private"))).unwrap();
        lines.insert(1, kept(digest));
    };
    let unknown = "12".repeat(32);
    // False and true dice cannot be distinguished without the seed, so neither are proved.
    for forge in [false, true] {
        let run = forged(&table, FILE, |lines| {
            alone(lines, &unknown);
            if forge {
                change_faces(lines);
            }
        });
        let run = run.assert_exit_code(4);
        run.assert_out("dice are not proved, as their seed is not here: entry 5");
        assert!(!run.out.contains("agree"), "{}", run.out);
    }
    let run = forged(&table, FILE, |lines| {
        alone(lines, &unknown);
        let mut found = Vec::new();
        lines.iter_mut().skip(1).for_each(|line| faces(line, &mut found));
        *found[0] = json!(99);
    });
    run.assert_refused().assert_out("forged:  entry 5, die 1: a D").assert_out("cannot show 99");
    forged(&table, FILE, |lines| alone(lines, "zz")).assert_refused().assert_err("is not 64 hexadecimal digits");
    for digest in ["x", "", &"AB".repeat(32), &"ab".repeat(31)] {
        let run = forged(&table, FILE, |lines| {
            made_private(&table, lines);
            lines[0]["private"] = json!(digest);
            lines.truncate(1);
        });
        run.assert_refused().assert_err("the digest of its seed is not 64 hexadecimal digits");
    }
    forged(&table, FILE, |lines| lines.insert(1, kept(&unknown))).assert_refused().assert_err("names no private file");
}

#[test]
fn the_seed_in_a_second_file_proves_dice_after_a_missing_secret_line() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\n")).assert_success();
    forged(&table, FILE, |lines| drop(made_private(&table, lines)))
        .assert_success()
        .assert_out("rolled again from the seed");
    let after_missing_line = |forge: bool| {
        forged(&table, FILE, |lines| {
            made_private(&table, lines);
            lines.insert(1, json!({ "n": 1, "kept": "12".repeat(32) }));
            if forge {
                change_faces(lines);
            }
        })
    };
    let run = after_missing_line(false).assert_refused();
    run.assert_err("FILE.private is beside it but does not have the line of entry 1")
        .assert_out("rolled again from the seed");
    assert!(!run.out.contains("forged:"), "{}", run.out);
    after_missing_line(true).assert_refused().assert_out("forged:  entry 5, die ");
}

#[test]
fn every_false_die_is_named() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\n")).assert_success();
    let mut many = 0;
    let run = forged(&table, FILE, |lines| many = change_faces(lines)).assert_refused();
    assert!(3 < many && run.out.matches("forged:  entry 4, die ").count() == many, "{many}: {}", run.out);
    run.assert_err("has a different result in die 1: ").assert_err(&format!("{many} dice are false, in entries 4"));
    let mut lines = objects(&table.read(FILE));
    change_faces(&mut lines);
    table.write("forged.kaiser", &with_checksums(lines));
    let json = table.run(&["verify", "--json", "forged.kaiser"], "").assert_refused().one_json();
    assert_eq!(
        (&json["dice"]["forged"]["count"], &json["agree"], &json["exit"]),
        (&json!(many), &json!(false), &json!(1))
    );
    assert_eq!(json["dice"]["forged"]["named"][0]["die"], 1);
    assert_eq!(table.run(&["verify", "--json", FILE], "").assert_success().one_json()["dice"]["forged"]["count"], 0);
}

/// The text shortens a long list and names the option that shows it all. The JSON has all of it.
#[test]
fn a_long_list_of_false_dice_is_shortened_only_in_the_text() {
    let table = Workspace::new();
    let fired = "fire all\nundo because \"again\"\n".repeat(12);
    table.drill(&format!("{DECLARED}{fired}")).assert_success();
    let mut lines = objects(&table.read(FILE));
    let many = change_faces(&mut lines);
    assert!(50 < many, "{many} dice");
    table.write("forged.kaiser", &with_checksums(lines));
    let folded = table.run(&["verify", "forged.kaiser"], "").assert_refused();
    assert_eq!(folded.out.matches("forged:  entry ").count(), 50);
    folded.assert_out(&format!("forged:  {} more (`--all` lists all)", many - 50));
    let all = table.run(&["verify", "--all", "forged.kaiser"], "").assert_refused();
    assert_eq!(all.out.matches("forged:  entry ").count(), many);
    assert!(!all.out.contains("more (`--all`"), "{}", all.out);
    let json = table.run(&["verify", "--json", "forged.kaiser"], "").assert_refused().one_json();
    let forged = &json["dice"]["forged"];
    assert_eq!((&forged["count"], forged["named"].as_array().unwrap().len()), (&json!(many), many));
}

#[test]
fn undoing_an_end_needs_a_reason_even_after_a_missing_secret_line() {
    let table = revealed_journal("end because \"late\"\n");
    let after_missing_line = |because: Value| {
        forged(&table, "b.kaiser", |lines| {
            let is_end = |line: &Value| !line["entry"]["did"]["command"]["end"].is_null();
            let end = lines.iter().position(is_end).unwrap();
            let entry = json!({ "taken_back": { "from": end, "because": because } });
            lines.insert(end + 1, json!({ "n": end + 1, "entry": entry }));
            lines.insert(1, json!({ "n": 1, "kept": "12".repeat(32) }));
        })
    };
    after_missing_line(Value::Null).assert_refused().assert_err("without a reason");
    let run = after_missing_line(json!("a slip"));
    assert!(!run.err.contains("without a reason"), "{}", run.err);
}

#[test]
fn dice_that_an_amendment_rolls_after_the_seed_was_revealed_are_counted() {
    let play = |amend: &str| {
        let table = Workspace::new();
        let script = format!("{DECLARED}note \"x\"\nend because \"late\"\nundo because \"a slip\"\n{amend}\n");
        let file = table.write("drill.txt", &script);
        table.run(&["play", "asahi-retvizan", "--private", "--script", file.to_str().unwrap()], "").assert_success();
        table.run(&["verify", FILE], "")
    };
    play("amend 4 because \"so it was\" fire asahi")
        .assert_exit_code(6)
        .assert_out("dice were rolled after the seed was revealed");
    play("amend 4 because \"so it was\" note \"y\"").assert_success();
}

#[test]
fn plots_that_are_sealed_after_the_salts_were_revealed_are_counted() {
    let play = |salts: &[&str]| {
        let table = Workspace::new();
        let file = table.write("begin.txt", SEALED);
        let begin = ["play", "sandbox", "--private", "-o", "b.kaiser", "--script", file.to_str().unwrap()];
        table.run(&[&begin[..], salts].concat(), "").assert_success();
        table.run(&["verify", "b.kaiser"], "").assert_success();
        let file = table.write(
            "more.txt",
            "end because \"late\"\nundo because \"a slip\"\nnext to plotting\n\
             plot asahi 2 speed 2\nplot retvizan 1 speed 1\nseal\nnext to movement\n",
        );
        table.run(&["play", "b.kaiser", "--script", file.to_str().unwrap()], "").assert_success();
        table
    };
    let known = play(&["--salts", "7"]).run(&["verify", "b.kaiser"], "").assert_exit_code(6);
    known.assert_out("plots were sealed after the salts were revealed, from entry ").assert_out(", in 1 entry");
    // Without --salts, the system draws new salts that nothing revealed predicts.
    play(&[]).run(&["verify", "b.kaiser"], "").assert_success();
    // An amendment seals again with the salt that was drawn before.
    let table = Workspace::new();
    let amended =
        format!("{SEALED}end because \"late\"\nundo because \"a slip\"\namend 4 because \"so\" plot asahi 2 speed 2\n");
    let file = table.write("begin.txt", &amended);
    let play = ["play", "sandbox", "--private", "--salts", "7", "-o", "b.kaiser", "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_success();
}

#[test]
fn a_second_file_must_have_every_line_even_those_already_revealed() {
    let table = Workspace::new();
    let file = table.write("begin.txt", &format!("{RUN}end because \"late\"\n"));
    let play = ["play", "sandbox", "--private", "-o", "b.kaiser", "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_success();
    let whole = table.read("b.kaiser.private");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let without = |index: usize| {
        let rest: String = lines.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, line)| *line).collect();
        table.write("b.kaiser.private", &rest);
        table.run(&["verify", "b.kaiser"], "")
    };
    without(0).assert_refused().assert_err("lacks the line of the seed, which the journal has revealed");
    without(1).assert_refused().assert_err("lacks the line of entry ");
    table.write("b.kaiser.private", &whole.replacen("asahi", "mikasa", 1));
    table.run(&["verify", "b.kaiser"], "").assert_refused().assert_err("which the journal has revealed");
    // Without the second file, the journal proves itself.
    fs::remove_file(table.path("b.kaiser.private")).unwrap();
    table.run(&["verify", "b.kaiser"], "").assert_success();
}

#[test]
fn orders_no_longer_secret_are_revealed_before_a_journal_is_closed() {
    let table = Workspace::new();
    let file = table.write("begin.txt", RUN);
    let play = ["play", "sandbox", "--private", "-o", "b.kaiser", "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_success();
    let is_reveal = |line: &Value| !line["entry"]["noticed"]["what"]["laid_open"].is_null();
    let run = forged(&table, "b.kaiser", |lines| lines.retain(|line| !is_reveal(line)));
    run.assert_refused().assert_err("some orders stopped being secret, but were not revealed");
    // Only secret orders may be kept in FILE.private.
    let private = table.read("b.kaiser.private");
    let run = forged(&table, "b.kaiser", |lines| {
        let line = private_line("00", &json!({ "remarked": { "words": "x" } })).unwrap();
        // Insert after the others, because the lines in FILE.private contain their numbers.
        lines.insert(lines.len() - 1, json!({ "n": 1, "kept": digest(&line) }));
        table.write("b.kaiser.private", &format!("{private}{}", padded(&line)));
    });
    run.assert_refused().assert_err("is kept in FILE.private but is not a secret order");
    // Each line of FILE.private is referred to only once.
    let run = forged(&table, "b.kaiser", |lines| {
        let index = lines.iter().position(|line| !line["kept"].is_null()).unwrap();
        let again = lines[index].clone();
        lines.insert(lines.len() - 1, again);
    });
    run.assert_refused().assert_err("refers to a line of FILE.private to which an earlier entry refers");
}

/// Two plots that are carried out.
const RUN: &str = "place asahi at 10 20 heading 90 side japan speed 2\n\
    place retvizan at 20 30 heading 90 side russia speed 2\nnext to plotting\n\
    plot asahi 2 speed 2\nplot retvizan 1 speed 1\nnext to movement\n";

/// Two plots that are sealed and carried out.
const SEALED: &str = "place asahi at 10 20 heading 90 side japan speed 2\n\
    place retvizan at 20 30 heading 90 side russia speed 2\nnext to plotting\n\
    plot asahi 2 speed 2\nplot retvizan 1 speed 1\nseal\nnext to movement\n";

/// Events that differ are named in the journal's own words, without internal names of the program.
#[test]
fn false_events_are_reported_without_internal_names() {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire asahi\n")).assert_success();
    let mut lines = objects(&table.read(FILE));
    let events = lines[4]["entry"]["did"]["events"].as_array_mut().unwrap();
    let salvo = events.iter_mut().find_map(|event| event["fact"].get_mut("salvo_fired")).unwrap();
    salvo["range"] = json!(7.5);
    table.write("forged.kaiser", &with_checksums(lines));
    let run = table.run(&["verify", "--json", "forged.kaiser"], "").assert_refused();
    let text = format!("{}{}", run.out, run.err);
    assert!(text.contains("salvo fired") && !text.contains("SalvoFired") && !text.contains("Some("), "{text}");
}

/// A plot is sealed again after the other side's plot was seen. (Q64)
#[test]
fn q64_undo_after_a_reveal_needs_a_reason_and_a_new_seal_is_counted() {
    let begin = "place asahi at 10 20 heading 90 side japan speed 2\n\
        place retvizan at 20 30 heading 90 side russia speed 2\nnext to plotting\n\
        plot asahi 2 speed 2\nplot retvizan 1 speed 1\n";
    let sandbox = |lines: &str| {
        let table = Workspace::new();
        let file = table.write("begin.txt", lines);
        let run = table.run(&["play", "sandbox", "-o", "b.kaiser", "--script", file.to_str().unwrap()], "");
        (table, run)
    };
    // Without a seal, nothing was revealed.
    sandbox(&format!("{begin}next\nundo\n")).1.assert_success();
    // An unopened seal can be undone without a reason.
    sandbox(&format!("{begin}seal\nundo\nundo\n")).1.assert_success();
    let (_, run) = sandbox(&format!("{begin}seal\nnext\nundo\n"));
    run.assert_refused().assert_err("so undo requires a reason");
    let back = format!("{begin}seal\nnext\nundo because \"a slip\"\n");
    let (_, run) = sandbox(&format!("{back}undo\n"));
    run.assert_refused().assert_err("so undo requires a reason");
    let (table, run) = sandbox(&format!("{back}undo because \"a slip\"\nplot retvizan 1.5 speed 1.5\nseal\nnext\n"));
    run.assert_success();
    let run = table.run(&["verify", "b.kaiser"], "").assert_exit_code(5);
    run.assert_out("replaced or dropped after the plots were revealed");
    let json = table.run(&["verify", "--json", "b.kaiser"], "").assert_exit_code(5).one_json();
    assert!(!json["seals_replaced"].as_array().unwrap().is_empty() && json["agree"] == false, "{json}");
    // Dropping an opened seal counts as replacing it once its side has plotted again.
    let dropped = format!("{back}undo because \"a slip\"\n");
    let (dropped_and_replotted, run) = sandbox(&format!("{dropped}plot retvizan 1.5 speed 1.5\nnext\n"));
    run.assert_success();
    dropped_and_replotted.run(&["verify", "b.kaiser"], "").assert_exit_code(5).assert_out("replaced or dropped");
    let (as_it_was, run) = sandbox(&format!("{dropped}next\n"));
    run.assert_success();
    as_it_was.run(&["verify", "b.kaiser"], "").assert_success();
    // A second seal over the opened one is a replacement, until it is undone and the first is effective again.
    for (lines, code) in [("seal\nnext\n", 5), ("seal\nundo\nnext\n", 0)] {
        let (over, run) = sandbox(&format!("{back}{lines}"));
        run.assert_success();
        let run = over.run(&["verify", "b.kaiser"], "");
        assert_eq!(run.code, Some(code), "{lines}: {}{}", run.out, run.err);
    }
    // It also counts if the plots are undone and the turn continues without them.
    let taken = "undo because \"a slip\"\nundo because \"a slip\"\nnext waive \"nobody plots\"\n";
    let (without, run) = sandbox(&format!("{dropped}{taken}"));
    run.assert_success();
    without.run(&["verify", "b.kaiser"], "").assert_exit_code(5).assert_out("replaced or dropped");
    // An amendment is an undo and a new order: the plot is entry 5, the seal 6, the move 7.
    sandbox(&format!("{begin}seal\namend 5 plot retvizan 1.5 speed 1.5\n")).1.assert_success();
    let (_, run) = sandbox(&format!("{begin}seal\nnext\namend 5 plot retvizan 1.5 speed 1.5\n"));
    run.assert_refused().assert_err("Sealed plots or hidden information were revealed after this entry");
    let (amended, run) =
        sandbox(&format!("{begin}seal\nnext\namend 5 because \"a slip\" plot retvizan 1.5 speed 1.5\n"));
    run.assert_success();
    amended
        .run(&["verify", "b.kaiser"], "")
        .assert_exit_code(5)
        .assert_out("replaced or dropped after the plots were revealed");
    let run = forged(&amended, "b.kaiser", |lines| {
        let line = lines.iter_mut().find(|line| !line["entry"]["amended"].is_null()).unwrap();
        line["entry"]["amended"]["because"] = serde_json::Value::Null;
    });
    run.assert_refused().assert_err("amends entry 5 after something was revealed, without a reason");
    // Remove the reason.
    let run = forged(&table, "b.kaiser", |lines| {
        let taken = lines.iter_mut().find(|line| !line["entry"]["taken_back"].is_null()).unwrap();
        taken["entry"]["taken_back"]["because"] = Value::Null;
    });
    run.assert_refused().assert_err("after something was revealed, without a reason");
}

/// At the referee's keyboard all may have seen what `reveal` printed, before the plots were opened for all. [Q64]
#[test]
fn q64_changing_plots_after_an_early_reveal_needs_a_reason() {
    let changes = ["undo\n", "amend 5 plot novik 1 speed 1\n"];
    for change in changes {
        plotted(&format!("seal\n{change}")).1.assert_success();
        plotted(&format!("seal\nreveal\n{change}")).1.assert_refused().assert_err("revealed");
    }
    let (table, run) = plotted("seal\nreveal\nreveal\nnext\n");
    run.assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_success();
    let log = table.run(&["log", "b.kaiser"], "").assert_success();
    assert_eq!(log.out.matches("were revealed before all plots were made").count(), 2, "{}", log.out);
    let anew = "amend 5 because \"a slip\" plot novik 1 speed 1\nnext\n";
    let (table, run) = plotted(&format!("seal\nreveal\n{anew}"));
    run.assert_success();
    table
        .run(&["verify", "b.kaiser"], "")
        .assert_exit_code(5)
        .assert_out("replaced or dropped after the plots were revealed");
    // A side may look at its own plots without revealing them.
    let own = "undo\nundo\npass to russia\n\nplot novik 2 speed 2\nseal\nreveal\nundo\n";
    plotted(own).1.assert_success();
}

/// Two ships that have plotted, then these lines.
fn plotted(lines: &str) -> (Workspace, Run) {
    let table = Workspace::new();
    let begin = "place novik at 10 20 heading 90 side russia speed 2\n\
        place asahi at 10 26 heading 90 side japan speed 2\nset sighting 20 because \"clear\"\nnext to plotting\n\
        plot novik 2 speed 2\nplot asahi 2 speed 2\n";
    let file = table.write("begin.txt", &format!("{begin}{lines}"));
    let run = table.run(&["play", "sandbox", "-o", "b.kaiser", "--script", file.to_str().unwrap()], "");
    (table, run)
}

/// An amendment opens seals as a command does. (Q64)
#[test]
fn q64_undo_after_an_amendment_that_opens_seals_needs_a_reason() {
    for opens in ["seal\nnote \"x\"\namend 8 next\n", "seal\nnote \"x\"\namend 8 end because \"e\"\n"] {
        plotted(&format!("{opens}undo\n")).1.assert_refused().assert_err("so undo requires a reason");
        let anew = "undo because \"a slip\"\nplot novik 1.5 speed 1.5\nseal\nnext\n";
        let (table, run) = plotted(&format!("{opens}{anew}"));
        run.assert_success();
        table
            .run(&["verify", "b.kaiser"], "")
            .assert_exit_code(5)
            .assert_out("replaced or dropped after the plots were revealed");
        let run = forged(&table, "b.kaiser", |lines| {
            let taken = lines.iter_mut().find(|line| !line["entry"]["taken_back"].is_null()).unwrap();
            taken["entry"]["taken_back"]["because"] = Value::Null;
        });
        run.assert_refused().assert_err("after something was revealed, without a reason");
    }
    plotted("note \"x\"\nnext\namend 7 seal\nundo\n").1.assert_refused().assert_err("so undo requires a reason");
    // The near misses: nothing was opened, or the seals were already open before the amendment.
    let (table, run) = plotted("seal\nnote \"x\"\namend 8 note \"y\"\nundo\nplot novik 1.5 speed 1.5\nseal\nnext\n");
    run.assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_success();
    let again = "next to plotting waive \"w\"\nplot novik 2 speed 2\nplot asahi 2 speed 2\nseal\n";
    let (table, run) = plotted(&format!(
        "note \"x\"\nseal\nnext\n{again}amend 7 because \"b\" note \"y\"\nplot novik 1.5 speed 1.5\nseal\n"
    ));
    run.assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_success();
}

/// A launch that is ordered after the plots were opened is counted. [Q59, Q64]
#[test]
fn q64_a_launch_after_the_seals_were_opened_is_counted() {
    let launch = "launch novik at asahi factors 1 run 3 port marker q\n";
    let back = "next\nundo because \"a\"\n";
    let (table, run) = plotted(&format!("seal\n{back}{launch}next\n"));
    run.assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_exit_code(5).assert_out("or a launch was added: Russia");
    let (table, run) = plotted(&format!("seal\n{back}undo because \"b\"\n{launch}next\n"));
    run.assert_success();
    table.run(&["verify", "b.kaiser"], "").assert_exit_code(5);
    for honest in [format!("{launch}seal\n{back}next\n"), format!("seal\n{launch}{back}next\n")] {
        let (table, run) = plotted(&honest);
        run.assert_success();
        table.run(&["verify", "b.kaiser"], "").assert_success();
    }
}

/// Plays a private battle, and moves its second file away, to `elsewhere`.
fn private_journal_alone(begin: &[&str], lines: &str) -> Workspace {
    let table = Workspace::new();
    let file = table.write("begin.txt", lines);
    let run = [&["play"], begin, &["--private", "-o", "k.kaiser", "--script", file.to_str().unwrap()]].concat();
    table.run(&run, "").assert_success();
    fs::rename(table.path("k.kaiser.private"), table.path("elsewhere")).unwrap();
    table
}

#[test]
fn a_private_battle_whose_end_was_undone_keeps_secrets_again() {
    let end = "end because \"e\"\n";
    let table = private_journal_alone(&["ulsan"], &format!("{end}undo because \"oops\"\nplot 2nd 2\n"));
    table.run(&["verify", "k.kaiser"], "").assert_exit_code(4);
    let table = private_journal_alone(&["ulsan"], end);
    let dropped = forged(&table, "k.kaiser", |lines| {
        revealed_lines(lines, "\"seed\"").retain(|line| !line.as_str().unwrap().contains("\"seed\""));
        let nothing = json!({ "laid_open": { "lines": [] } });
        lines.retain(|line| line["entry"]["noticed"]["what"] != nothing);
    });
    dropped.assert_refused().assert_err("the seed of its dice is not revealed");
}

#[test]
fn r3_3_1_a_seal_is_unproved_while_its_segment_has_other_secret_lines() {
    let lines = |last: &str| {
        format!(
            "plot 2nd 2 speed 2\nplot vladivostok 2\nseal russia\nplot vladivostok 1-CL60 speed 2\nplot 2nd 2 next\n{last}"
        )
    };
    let table = private_journal_alone(&["ulsan"], &lines("seal\nnext\n"));
    table.run(&["verify", "k.kaiser"], "").assert_exit_code(4);
    fs::rename(table.path("elsewhere"), table.path("k.kaiser.private")).unwrap();
    table.run(&["verify", "k.kaiser"], "").assert_success();
    // A side that plots again without sealing has broken its seal.
    let table = private_journal_alone(&["ulsan"], &lines("next\n"));
    fs::rename(table.path("elsewhere"), table.path("k.kaiser.private")).unwrap();
    table.run(&["verify", "k.kaiser"], "").assert_exit_code(5);
}

/// A killed program leaves at most one line of the second file without an entry. More are orders that were removed.
#[test]
fn lines_of_the_second_file_without_an_entry_are_counted() {
    let table = private_journal_alone(&["ulsan"], "plot 2nd 2\n");
    let second = fs::read_to_string(table.path("elsewhere")).unwrap();
    for (more, code) in [(0, 0), (1, 0), (2, 5)] {
        let lines: String =
            (0..more).map(|salt| padded(&private_line(&format!("{salt}"), &json!("closed")).unwrap())).collect();
        table.write("k.kaiser.private", &format!("{second}{lines}"));
        table.run(&["verify", "k.kaiser"], "").assert_exit_code(code);
    }
    table.run(&["verify", "k.kaiser"], "").assert_out("FILE.private has 2 lines to which the journal never refers");
}

#[test]
fn verify_names_the_number_of_the_salts_only_if_it_is_true() {
    let table = Workspace::new();
    let file = table.write("begin.txt", "plot 2nd 2\nplot vladivostok 2\nseal\n");
    let run = ["play", "ulsan", "--salts", "5", "-o", "s.kaiser", "--script", file.to_str().unwrap()];
    table.run(&run, "").assert_success();
    table.run(&["verify", "s.kaiser"], "").assert_success().assert_out("as it was sealed, salts from 5");
    let run = forged(&table, "s.kaiser", |lines| lines[0]["salts"] = json!(6)).assert_success();
    assert!(!run.out.contains("salts from"), "{}", run.out);
}

/// The code of a side's seal depends only on its own seals, not on secret orders of the other side.
#[test]
fn r3_3_1_a_code_reveals_nothing_about_the_other_sides_orders() {
    let codes = |before: &str| {
        let table = Workspace::new();
        let lines =
            format!("{before}pass to japan\nplot 2nd 2\nseal\nundo\nseal\npass to referee\namend 1 plot 2nd 2\n");
        let play = ["play", "ulsan", "--salts", "5", "-o", "s.kaiser", "--script", "-", "--keep-going"];
        table.run(&play, &lines);
        table.run(&["verify", "s.kaiser"], "").assert_success().assert_out("salts from 5");
        let facts = objects(&table.read("s.kaiser"));
        let seals = facts.iter().filter_map(|line| {
            let own = line["entry"]["did"]["events"].as_array()?.iter().map(|event| &event["fact"]["plots_sealed"]);
            own.into_iter().find(|seal| seal["side"] == json!("japan")).map(|seal| seal["code"].clone())
        });
        seals.collect::<Vec<Value>>()
    };
    let alone = codes("");
    assert_eq!(alone.len(), 2);
    assert_ne!(alone[0], alone[1], "each seal draws its own salt");
    assert_eq!(alone, codes("pass to russia\nplot vladivostok 2\nseal\nundo\nplot vladivostok 1\nseal\n"));
}

/// Invisible characters are not a reason, whether typed or forged.
#[test]
fn an_invisible_reason_is_refused() {
    let fired = format!("{DECLARED}fire asahi\n");
    for words in ["\u{200b}", "\u{200d}\u{2060}", "\u{3164} \u{ad}"] {
        Workspace::new().drill(&format!("{fired}undo because \"{words}\"\n")).assert_refused();
        Workspace::new().drill(&format!("end because \"{words}\"\n")).assert_refused();
        let table = Workspace::new();
        table.drill(&format!("{fired}undo because \".\"\n")).assert_success();
        table.run(&["verify", FILE], "").assert_success();
        let run = forged(&table, FILE, |lines| lines[5]["entry"]["taken_back"]["because"] = json!(words));
        run.assert_refused().assert_err("entry 5 gives a blank reason");
    }
}

/// A reason must not be blank, even where none is required.
#[test]
fn an_optional_reason_must_not_be_blank() {
    let table = Workspace::new();
    table.drill("note \"a\"\nundo\nnote \"b\"\namend 3 note \"c\"\n").assert_success();
    let with_words = |index: usize, entry: &str, words: &str| {
        forged(&table, FILE, |lines| lines[index]["entry"][entry]["because"] = json!(words))
    };
    for (at, entry) in [(2, "taken_back"), (4, "amended")] {
        for words in ["", " ", "\u{200b}", "\u{3164} \u{ad}"] {
            let text = format!("entry {at} gives a blank reason");
            with_words(at, entry, words).assert_refused().assert_err(&text);
        }
        with_words(at, entry, ".").assert_success();
    }
    table.run(&["tafl", "-o", "t.kaiser"], "clock 10m\n").assert_success();
    let clock = |words: &str| {
        forged(&table, "t.kaiser", |lines| {
            let is_clock = |line: &&mut Value| !line["entry"]["noticed"]["what"]["clock"].is_null();
            let line = lines.iter_mut().find(is_clock).unwrap();
            line["entry"]["noticed"]["what"]["clock"]["because"] = json!(words);
        })
    };
    clock(" ").assert_refused().assert_err("gives a blank reason");
    clock("tea").assert_success();
    // The same holds for a command's reason, which the rules check.
    let fix = "fix 2nd from nw 31.4 from sw 22.8 heading 105 because \"a slip\"\n";
    table.run(&["play", "ulsan", "--measured", "-o", "u.kaiser", "--script", "-"], fix).assert_success();
    let fixed = |words: &str| {
        forged(&table, "u.kaiser", |lines| lines[1]["entry"]["did"]["command"]["fix"]["because"] = json!(words))
    };
    fixed("another").assert_success();
    fixed(" ").assert_refused().assert_err("the rules refuse it");
}
