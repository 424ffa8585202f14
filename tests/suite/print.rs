//! `kaiser print`, and `print` at the prompt: files, formats, errors.
use std::fs;

use serde_json::Value;

use crate::cli::Workspace;

/// The number of pages in a PDF document.
fn pages(pdf: &[u8]) -> usize {
    String::from_utf8_lossy(pdf).matches("/Type/Page/").count()
}

#[test]
fn a_pack_is_one_document_with_its_fonts() {
    let table = Workspace::new();
    let run = table.run(&["print", "ulsan", "-o", "ulsan.pdf"], "").assert_success();
    run.assert_out("ulsan.pdf");
    let pdf = fs::read(table.path("ulsan.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&pdf);
    // Four fonts for text, and one for the letters of the set-up chart.
    assert_eq!(text.matches("/FontFile3").count() + text.matches("/FontFile2").count(), 5, "fonts that are embedded");
    assert!(text.contains("+Ubuntu-Light") && !text.contains("Helvetica"), "the letters of the chart are embedded too");
    assert_eq!(text.matches("+LibertinusSerif").count() % 4, 0);
    // A summary and the set-up, eight ships and three divisions two to a page each, trackers, reference on three pages,
    // charts on two, and sheets to cut out: counters and discs, arcs and slips.
    assert_eq!(pages(&pdf), 2 + 4 + 2 + 1 + 3 + 2 + 2);
    let again = table.run(&["print", "ulsan", "-o", "again.pdf"], "").assert_success();
    again.assert_out("again.pdf");
    assert!(fs::read(table.path("again.pdf")).unwrap() == pdf, "the same paper, the same bytes");
}

#[test]
fn pictures_are_numbered_and_nothing_is_overwritten() {
    let table = Workspace::new();
    table.run(&["print", "asahi", "mikasa", "fuji", "-o", "cards.png", "--dpi", "50"], "").assert_success();
    for name in ["cards-1.png", "cards-2.png"] {
        let picture = fs::read(table.path(name)).unwrap();
        assert!(picture.starts_with(b"\x89PNG"), "{name}");
        let side = |from: usize| u32::from_be_bytes(picture[from..from + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (413, 585), "A4 at fifty dots to the inch");
    }
    let before = fs::read(table.path("cards-1.png")).unwrap();
    let refused = table.run(&["print", "lion", "mikasa", "fuji", "-o", "cards.png"], "").assert_exit_code(1);
    refused.assert_err("cards-1.png exists, and files are never overwritten");
    assert!(fs::read(table.path("cards-1.png")).unwrap() == before);
}

#[test]
fn ten_or_more_pictures_are_numbered_in_order() {
    let table = Workspace::new();
    table.run(&["print", "tsushima", "--per-page", "1", "--parts", "cards", "-o", "cards.svg"], "").assert_success();
    assert!(table.path("cards-01.svg").exists() && table.path("cards-10.svg").exists());
    assert!(!table.path("cards-1.svg").exists());
}

#[test]
fn what_cannot_be_printed_is_reported() {
    let table = Workspace::new();
    table
        .run(&["print", "asahi", "-o", "cards.doc"], "")
        .assert_exit_code(2)
        .assert_err("pages must be .pdf, .svg or .png");
    table.run(&["print", "asahi", "--side", "japan"], "").assert_exit_code(2).assert_err("Ships by name have no side");
    table
        .run(&["print", "asahi", "--parts", "charts"], "")
        .assert_exit_code(2)
        .assert_err("Ships by name have only cards");
    table.run(&["print", "asahy"], "").assert_exit_code(1).assert_err("there is no ship `asahy`");
    table.run(&["print", "ulsan", "--side", "spain"], "").assert_exit_code(1).assert_err("There is no side \"spain\".");
    let run = table.run(&["print", "ulsan", "--parts", "cards", "briefing"], "").assert_exit_code(2);
    run.assert_err("`briefing` is a part, not a ship: separate parts with commas.")
        .assert_err("--parts cards,briefing");
    let run = table.run(&["print", "ulsan", "asahi"], "").assert_exit_code(2);
    run.assert_err("`ulsan` is a battle. A battle is printed alone.");
    table
        .run(&["print", "asahi", "--per-page", "3"], "")
        .assert_exit_code(2)
        .assert_err("1, 2 or 4 cards fit on a page");
}

#[test]
fn without_a_file_paper_is_text() {
    let table = Workspace::new();
    let run = table.run(&["print", "ulsan", "--side", "japan"], "").assert_success();
    run.assert_out("Briefing for Japan")
        .assert_out("IZUMO")
        .assert_out("ORDER OF SHIPS")
        .assert_out("THE ENEMY")
        .assert_out("No enemy has been seen.");
    assert!(!run.out.contains("ROSSIA"), "no card of an unseen ship");
    assert!(run.out.lines().all(|line| line.chars().count() <= 100), "{}", run.out);
    let json = table.run(&["print", "asahi", "--json"], "").assert_success();
    let value: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["parts"][0]["id"], "cards");
    assert!(value["parts"][0]["text"].as_str().unwrap().contains("ASAHI"));
}

#[test]
fn r5_1_3_paper_from_the_prompt_and_from_any_moment_of_a_journal() {
    let table = Workspace::new();
    let file = table.write("game.txt", "print asahi to asahi.svg\nprint asahi\nprint result\nnext to gunfire\n");
    let run =
        table.run(&["play", "asahi-retvizan", "--seed", "1", "--script", file.to_str().unwrap()], "").assert_success();
    run.assert_out("asahi.svg").assert_out("ASAHI").assert_out("Points so far");
    let card = fs::read_to_string(table.path("asahi.svg")).unwrap();
    assert!(card.contains("<path") && !card.contains("<text"), "the letters of a page are outlines");
    let run =
        table.run(&["print", "asahi-retvizan.kaiser", "--at", "1/plotting", "--parts", "summary"], "").assert_success();
    run.assert_out("turn 1").assert_out("Plotting Segment");
    let late =
        table.run(&["print", "asahi-retvizan.kaiser", "--at", "9/gunfire", "-o", "late.pdf"], "").assert_exit_code(1);
    late.assert_err("The game has not reached 9/gunfire");
    assert!(!table.path("late.pdf").exists());
}

#[test]
fn r5_10_ratings_are_a_table_at_the_prompt_too() {
    let table = Workspace::new();
    let run = table.run(&["play", "ulsan", "--script", "-"], "table\ntable ratings\n").assert_success();
    run.assert_out("ratings").assert_out("flags by fleet and period: signalling, initiative");
}

#[test]
fn options_without_effect_are_refused() {
    let table = Workspace::new();
    for (arguments, expected) in [
        (&["print", "asahi", "--size", "poker", "--per-page", "4"][..], "cannot be used with"),
        (&["print", "ulsan", "--at", "3"][..], "ulsan is a scenario, but --at needs a journal"),
        (&["print", "ulsan", "--date", "1904-08-14"][..], "A battle has its own day"),
    ] {
        let run = table.run(arguments, "").assert_exit_code(2);
        run.assert_err(expected);
        assert!(run.out.is_empty() && run.err.matches("error:").count() == 1, "{}", run.err);
    }
}

#[test]
fn the_summary_at_a_terminal_explains_its_columns() {
    let text = Workspace::new().run(&["print", "ulsan", "--parts", "summary"], "").assert_success().out;
    assert!(text.contains("Guns are mounts that bear") && !text.contains("strengths on a side"), "{text}");
}

#[test]
fn a_ship_printed_for_a_day_outside_its_service_is_noted() {
    let table = Workspace::new();
    let early = table.run(&["print", "dreadnought", "--date", "1899-01-01"], "").assert_success();
    early.assert_err("note:  Dreadnought was not in service on 1899-01-01: completed 1906-");
    let shown = table.run(&["ship", "show", "majestic", "--date", "1916-01-01"], "").assert_success();
    shown.assert_err("Majestic was not in service on 1916-01-01: lost 1915-05-27");
    let there = table.run(&["print", "dreadnought", "--date", "1914-08-04"], "").assert_success();
    assert!(!there.err.contains("not in service"), "{}", there.err);
}

#[test]
fn a_summary_shows_the_current_state_of_ships_in_play() {
    let table = Workspace::new();
    let fresh = table.run(&["print", "asahi-retvizan", "--parts", "summary"], "").assert_success();
    assert!(fresh.out.contains("WORTH") && !fresh.out.contains("NOW"), "{}", fresh.out);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/ulsan.script");
    table.run(&["play", "ulsan", "--measured", "--seed", "1904", "--script", script], "").assert_success();
    let game = |part: &str| {
        table.run(&["print", "ulsan.kaiser", "--at", "12/gunfire", "--parts", part], "").assert_success().out
    };
    let (summary, sheets) = (game("summary"), game("divisions"));
    assert!(summary.contains("NOW") && summary.contains("1 hit"), "{summary}");
    let ships = || sheets.lines().filter(|line| line.contains("  CA  "));
    assert!(ships().any(|line| line.ends_with("1 hit")) && !ships().any(|line| line.contains("in action")), "{sheets}");
}

/// The help lists the content of each part, and a theatre is printed before any die is rolled. [10.1]
#[test]
fn r10_1_a_theatre_is_rolled_on_paper() {
    let table = Workspace::new();
    let help = table.run(&["print", "--help"], "").assert_success();
    help.assert_out("(2 to 4 pages)").assert_out("Dice and tables of a generated battle");
    let sheet = ["print", "black-sea", "--date", "1915-05-10", "--parts", "generation"];
    let run = table.run(&sheet, "").assert_success();
    run.assert_out("WEATHER AND HOUR")
        .assert_out("06:00")
        .assert_out("SHIP TYPE TABLE OF RUSSIA")
        .assert_out("Yavuz")
        .assert_out("DISTANCE AND BEARING");
    let own = table.run(&[&sheet[..], &["--side", "russia"][..]].concat(), "").assert_success();
    assert!(!own.out.contains("SHIP TYPE TABLE OF OTTOMAN"), "{}", own.out);
    table
        .run(&["print", "ulsan", "--meeting", "large"], "")
        .assert_exit_code(2)
        .assert_err("--meeting is for a theatre");
    let drawn = table.run(&["print", "ulsan", "--parts", "generation"], "").assert_success();
    assert!(!drawn.out.contains("SHIP TYPE TABLE"), "{}", drawn.out);
}

/// A letter that the font lacks is reported with the ship and the file of its name. Near miss: letters with accents,
/// and Cyrillic ones, are printed.
#[test]
fn a_letter_that_the_font_lacks_is_reported_with_ship_and_file() {
    let table = Workspace::new();
    table.run(&["data", "export", "club"], "").assert_success();
    let ships = table.read("club/data/ships/japan.yaml");
    for (index, (name, expected)) in
        [("\u{4e09}\u{7b20}", true), ("Mik\u{e4}s\u{e9}", false), ("\u{41c}\u{438}\u{43a}", false)]
            .into_iter()
            .enumerate()
    {
        table.write("club/data/ships/japan.yaml", &ships.replace("name: Mikasa\n", &format!("name: {name}\n")));
        let page = format!("m{index}.svg");
        let run = table.run(&["--data", "club", "print", "mikasa", "-o", &page], "").assert_success();
        let noted = run.err.contains(&format!("{name} (data/ships/japan.yaml): the font has no \"\u{4e09}\" (U+4E09)"));
        assert_eq!(noted, expected, "{name}: {}", run.err);
        assert_eq!(run.err.contains("the font has no"), expected, "{name}: {}", run.err);
    }
}
