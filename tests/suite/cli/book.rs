//! `kaiser book`: the story of a battle, whose every sentence is held against the entries that it names.
use super::*;
use kit::{golden, root};
use std::collections::BTreeSet;

const FOLDER: &str = "tests/suite/books";

/// The tracked battle of Ulsan, eighteen turns with typed dice.
fn ulsan() -> Workspace {
    let table = Workspace::new();
    let script = root().join("tests/suite/ulsan-tracked.script");
    let play = ["play", "ulsan", "--seed", "105", "-o", "u.kaiser", "--script", script.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table
}

/// The first turns of a battle that two captains fight.
fn captains(scenario: &str, turns: &str) -> Workspace {
    let table = Workspace::new();
    let battle = ["simulate", scenario, "--turns", turns, "--seed", "3", "-n", "1", "--battle", "1", "-o", "u.kaiser"];
    table.run(&battle, "").assert_success();
    table
}

fn text(table: &Workspace, options: &[&str]) -> String {
    table.run(&[&["book", "u.kaiser"][..], options].concat(), "").assert_success().out
}

fn html(table: &Workspace, options: &[&str], name: &str) -> String {
    table.run(&[&["book", "u.kaiser"][..], options, &["-o", name]].concat(), "").assert_success();
    table.read(name)
}

/// The text up to the sources, whose codes change with every edition of the data.
fn without_sources(text: &str) -> &str {
    text.split("\nSources\n").next().unwrap()
}

#[test]
fn books_are_worded_as_in_the_golden_texts() {
    golden(FOLDER, "ulsan.txt", without_sources(&text(&ulsan(), &[])));
    golden(FOLDER, "ulsan-japan.txt", without_sources(&text(&ulsan(), &["--side", "japan"])));
    golden(FOLDER, "tsushima-night.txt", without_sources(&text(&captains("tsushima-night", "10"), &[])));
}

#[test]
fn a_book_has_the_same_bytes_each_time() {
    let table = ulsan();
    for options in [&[][..], &["--side", "russia"], &["--side", "table"], &["--dice"]] {
        assert_eq!(html(&table, options, "one.html"), html(&table, options, "two.html"));
        fs::remove_file(table.path("one.html")).unwrap();
        fs::remove_file(table.path("two.html")).unwrap();
    }
    for name in ["one.pdf", "two.pdf"] {
        table.run(&["book", "u.kaiser", "-o", name], "").assert_success();
    }
    let bytes = |name| fs::read(table.path(name)).unwrap();
    assert!(bytes("one.pdf") == bytes("two.pdf") && bytes("one.pdf").starts_with(b"%PDF"));
}

#[test]
fn a_screen_reader_can_tell_the_tables_of_a_book_apart_by_their_names() {
    for (table, count) in [(ulsan(), 5), (captains("tsushima-night", "10"), 7)] {
        let book = html(&table, &["--dice"], "book.html");
        let names: Vec<_> =
            book.split("role=\"region\" aria-label=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
        let different: BTreeSet<_> = names.iter().collect();
        assert_eq!((names.len(), different.len()), (count, count), "{names:?}");
    }
}

/// Every sentence of a book with the entries that it names.
fn sentences(html: &str) -> Vec<(Vec<String>, String)> {
    let spans = html.split("<span data-entries=\"").skip(1);
    spans
        .map(|span| {
            let (entries, rest) = span.split_once("\">").unwrap();
            let entries = entries.split(' ').map(|entry| entry.trim_end_matches(char::is_alphabetic).to_owned());
            (entries.filter(|entry| !entry.is_empty()).collect(), rest.split_once("</span>").unwrap().0.to_owned())
        })
        .collect()
}

/// Every number with a point in a sentence: a range or a speed in inches.
fn inches(sentence: &str) -> Vec<f64> {
    let words = sentence.split([' ', ',', ';', ':']).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.contains('.')).filter_map(|word| word.parse().ok()).collect()
}

fn numbers(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Number(number) => found.push(number.as_f64().unwrap()),
        Value::Array(items) => items.iter().for_each(|item| numbers(item, found)),
        Value::Object(items) => items.values().for_each(|item| numbers(item, found)),
        _ => {}
    }
}

#[test]
fn every_name_and_range_of_a_sentence_is_in_its_entries() {
    let table = ulsan();
    let log = table.run(&["log", "u.kaiser", "--full", "--json"], "").assert_success().one_json();
    let ships = ["Izumo", "Azuma", "Tokiwa", "Iwate", "Naniwa", "Rossia", "Gromoboi", "Rurik"];
    let all = sentences(&html(&table, &[], "book.html"));
    let (mut names, mut ranges) = (0, 0);
    for (entries, sentence) in all.iter().filter(|(entries, _)| !entries.is_empty()) {
        let told = log.as_array().unwrap().iter().filter(|entry| entries.contains(&entry["id"].to_string()));
        let told: Vec<Value> = told.cloned().collect();
        assert!(!told.is_empty(), "{sentence} names entries {entries:?}");
        let (facts, mut found) = (Value::Array(told.clone()).to_string(), Vec::new());
        numbers(&Value::Array(told), &mut found);
        // The 4th Division is named after its ship.
        let sentence = sentence.replace("Naniwa of the 4th Division", "4th Division");
        for ship in ships.iter().filter(|ship| sentence.contains(**ship)) {
            assert!(facts.contains(&ship.to_lowercase()), "{sentence}: {ship} is not in entries {entries:?}");
            names += 1;
        }
        for range in inches(&sentence) {
            assert!(found.iter().any(|number| (number - range).abs() <= 0.051), "{sentence}: {range} in {entries:?}");
            ranges += 1;
        }
    }
    assert!(50 < names && 20 < ranges, "{names} names and {ranges} ranges were compared");
}

#[test]
fn r3_3_1_a_secret_plot_changes_no_book_but_that_of_its_own_side() {
    let played = |plot: &str| {
        let table = Workspace::new();
        let script = format!("next to plotting waive \"a drill\"\nplot 2nd 2.25\n{plot}\nnote \"the plots are in\"\n");
        let file = table.write("orders.txt", &script);
        let play = ["play", "ulsan", "--seed", "105", "--salts", "1", "-o", "u.kaiser", "--script"];
        table.run(&[&play[..], &[file.to_str().unwrap()]].concat(), "").assert_success();
        table
    };
    let battles = [played("plot vladivostok 2"), played("plot vladivostok CR30-1.5")];
    for side in ["japan", "table"] {
        let [one, other] = battles.each_ref().map(|table| html(table, &["--side", side], &format!("{side}.html")));
        assert_eq!(one, other, "{side}");
    }
}

#[test]
fn a_book_of_a_running_battle_says_so_and_ends_where_it_is_told_to() {
    let table = ulsan();
    let to_turn_9 = text(&table, &["--at", "71"]);
    assert!(to_turn_9.contains("The battle goes on after this book: it is told to turn 9."), "{to_turn_9}");
    assert!(to_turn_9.contains("The first hit of the battle: Izumo hits Rossia"), "{to_turn_9}");
    assert!(!to_turn_9.contains("Naniwa comes on to the table"), "{to_turn_9}");
    let turns = text(&table, &["--turns", "7-9"]);
    assert!(turns.contains("Turn 9, 05:55.") && turns.contains("Turn 7, 05:47."), "{turns}");
    assert!(!turns.contains("Turn 6, ") && !turns.contains("Turn 10, "), "{turns}");
    // Fire was opened in turn 6, and the first hit was in turn 9.
    assert!(!turns.contains("Fire is opened") && turns.contains("The first hit of the battle"), "{turns}");
    let turn_10 = text(&table, &["--turns", "10"]);
    assert!(turn_10.contains("Turn 10, 05:59.") && !turn_10.contains("Turn 9, "), "{turn_10}");
    let refused = table.run(&["book", "u.kaiser", "--turns", "40-50"], "").assert_refused();
    refused.assert_err("No turn of u.kaiser is in that range.").assert_err("the battle is at turn 18");
}

/// What was amended later is told and counted as it is now, also in the book of earlier turns.
#[test]
fn a_book_tells_a_battle_as_it_was_amended() {
    let table = Workspace::new();
    let fire = format!("{DECLARED}fire asahi dice 3 9 4 2\nnext to plotting waive \"a drill\"\n");
    table.drill(&format!("{fire}amend 4 dice 20 19 because \"misread\"\n")).assert_success();
    for options in [&[][..], &["--turns", "1"], &["--at", "4"]] {
        let book = table.run(&[&["book", "asahi-retvizan.kaiser"][..], options].concat(), "").assert_success().out;
        assert!(book.contains("Nobody is hit."), "{book}");
        assert!(!book.contains("The first hit of the battle"), "{book}");
        assert!(book.contains("The battle is not over: it is told to turn "), "{book}");
    }
}

/// The hit of a fire is told as that, and not as an enemy's.
#[test]
fn r8_5_3_damage_by_fires_is_told_as_such() {
    for (face, told) in [("20", "Retvizan burns without further effect."), ("2", "Retvizan has a fire that spreads.")] {
        let table = Workspace::new();
        let script = "set retvizan fires 1 because \"test\"\nnext to damage-control waive \"a drill\"\nfires dice 9\n";
        let script =
            format!("{script}next waive \"a drill\"\ndamage dice {face}\nnext to plotting waive \"a drill\"\n");
        table.drill(&script).assert_success();
        let book = table.run(&["book", "asahi-retvizan.kaiser"], "").assert_success();
        book.assert_out(told);
    }
}

/// Fires that spread are damage but no hits, and hits without effect are hits but no damage.
#[test]
#[cfg(feature = "paper")]
fn the_result_sheet_does_not_call_damage_hits() {
    let table = ulsan();
    let result = table.run(&["print", "u.kaiser", "--parts", "result"], "").assert_success().out;
    assert!(result.contains("DAMAGE") && !result.contains("HITS"), "{result}");
}

#[test]
fn what_no_book_can_be_made_of_is_refused_and_nothing_is_written() {
    let table = Workspace::new();
    table.drill("note \"once\"\nundo\n").assert_success();
    let journal = "asahi-retvizan.kaiser";
    let refused = table.run(&["book", journal, "-o", "b.html"], "").assert_refused();
    refused.assert_err("Nothing has happened in asahi-retvizan.kaiser that a book could tell.");
    assert!(!table.path("b.html").exists());
    for name in ["b.docx", "b"] {
        let refused = table.run(&["book", journal, "-o", name], "").assert_exit_code(2);
        refused.assert_err("A book is written as .pdf or .html, not").assert_err("b.html");
    }
    table.run(&["tafl", "-o", "t.kaiser", "--seed", "1"], "quit\n").assert_success();
    let refused = table.run(&["book", "t.kaiser"], "").assert_exit_code(2);
    refused.assert_err("t.kaiser is not a battle, and only battles have books.");
    let table = ulsan();
    table.write("here.html", "mine");
    table.run(&["book", "u.kaiser", "-o", "here.html"], "").assert_refused().assert_err("here.html");
    assert_eq!(table.read("here.html"), "mine");
    for option in ["--luck", "--dice"] {
        table.run(&["book", "u.kaiser", "--side", "japan", option], "").assert_exit_code(2).assert_err("--side");
    }
}

#[test]
fn the_ledger_of_dice_is_added_if_it_is_asked_for() {
    let table = ulsan();
    let plain = text(&table, &[]);
    let with_dice = text(&table, &["--dice"]);
    assert!(!plain.contains("fair dice differ as much") && with_dice.contains("fair dice differ as much"));
    let ledger = table.run(&["dice", "u.kaiser"], "").assert_success().out;
    for line in ledger.lines().filter(|line| line.contains("typed")) {
        assert!(with_dice.contains(line), "no {line:?}");
    }
}

#[test]
fn a_hostile_note_is_shown_as_text() {
    let table = Workspace::new();
    let script = "note \"</p><script>alert(1)</script> & <svg onload=alert(1)>\"\nnext to plotting\n";
    table.drill(script).assert_success();
    table.run(&["book", "asahi-retvizan.kaiser", "-o", "b.html"], "").assert_success();
    let page = table.read("b.html");
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)"), "{page}");
    assert!(!page.contains("<svg"), "charts are pictures");
}

#[test]
fn a_pdf_of_a_book_has_the_words_of_its_text() {
    let table = ulsan();
    table.run(&["book", "u.kaiser", "-o", "b.pdf"], "").assert_success();
    let Ok(read) = Process::new("pdftotext").arg(table.path("b.pdf")).arg("-").output() else {
        eprintln!("pdftotext is not installed, so the words of the PDF were not read");
        return;
    };
    let words = String::from_utf8(read.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in
        ["The first hit of the battle: Izumo hits Rossia at 8.1 inches, through the armour.", "IZUMO", "Result"]
    {
        assert!(words.contains(sentence), "no {sentence}");
    }
}
