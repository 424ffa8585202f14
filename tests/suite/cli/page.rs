//! `kaiser page`, the table as a viewer, and moments named by an entry.
use super::*;

/// Ulsan with positions, up to the plots of turn 2. `plot` is Russia's, which Japan may not know.
fn ulsan(plot: &str) -> Workspace {
    let table = Workspace::new();
    let script = format!("next to plotting waive \"a drill\"\nplot 2nd 2.25\n{plot}\n");
    let file = table.write("orders.txt", &script);
    let play = ["play", "ulsan", "--seed", "105", "--salts", "1", "-o", "u.kaiser", "--script", file.to_str().unwrap()];
    table.run(&play, "").assert_success();
    table
}

/// The book's example, in which both ships have declared and fired.
fn fired() -> Workspace {
    let table = Workspace::new();
    table.drill(&format!("{DECLARED}fire all\nnext to damage\n")).assert_success();
    table
}

fn page(table: &Workspace, options: &[&str], name: &str) -> String {
    let arguments = [&["page"][..], options, &["-o", name]].concat();
    table.run(&arguments, "").assert_success();
    table.read(name)
}

/// Every moment of a page, as its data says.
fn moments(page: &str) -> Vec<Value> {
    let data = page.split("type=\"application/json\">").nth(1).expect("the data is not packed");
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    data["moments"].as_array().unwrap().clone()
}

#[test]
fn a_page_holds_every_entry_of_the_viewers_log_and_is_the_same_each_time() {
    let table = fired();
    let journal = "asahi-retvizan.kaiser";
    let first = page(&table, &[journal, "--side", "japan"], "japan.html");
    assert_eq!(page(&table, &[journal, "--side", "japan"], "again.html"), first);
    let log = table.run(&["log", journal, "--side", "japan", "--json"], "").assert_success();
    let entries = log.one_json().as_array().unwrap().clone();
    let commands = entries.iter().filter(|entry| entry["command"].is_string());
    let numbers: Vec<String> = commands.map(|entry| entry["id"].to_string()).collect();
    assert!(2 < numbers.len(), "{entries:?}");
    let shown = moments(&first);
    for number in &numbers {
        let is_its = |moment: &Value| moment[2].as_str().unwrap().trim_end_matches(char::is_alphabetic) == number;
        assert!(shown.iter().any(is_its), "no moment for entry {number}");
    }
    assert_eq!(shown[0][2], "", "the first moment is the beginning");
}

#[test]
fn r3_3_1_a_secret_plot_changes_no_page_but_that_of_its_own_side() {
    let straight = ulsan("plot vladivostok 2");
    let turning = ulsan("plot vladivostok CR30-1.5");
    for viewer in ["japan", "table"] {
        let pages =
            [&straight, &turning].map(|table| page(table, &["u.kaiser", "--side", viewer], &format!("{viewer}.html")));
        assert_eq!(pages[0], pages[1], "{viewer}");
    }
    let pages = [&straight, &turning].map(|table| page(table, &["u.kaiser", "--side", "russia"], "own.html"));
    assert_ne!(pages[0], pages[1]);
    let pages = [&straight, &turning].map(|table| page(table, &["u.kaiser"], "all.html"));
    assert_ne!(pages[0], pages[1]);
    assert!(pages[0].contains("The referee's page: shows everything"), "{}", pages[0]);
}

#[test]
fn r6_5_1_the_tables_page_and_log_tell_of_the_fire_but_of_no_sums() {
    let table = fired();
    let log = table.run(&["log", "asahi-retvizan.kaiser", "--side", "table"], "").assert_success();
    log.assert_out("Asahi fires at Retvizan, 8.0\"").assert_out("Retvizan fires at Asahi, 8.0\"");
    assert!(!log.out.contains("to hit") && !log.out.contains(" | "), "{}", log.out);
    let page = page(&table, &["asahi-retvizan.kaiser", "--side", "table"], "table.html");
    assert!(page.contains("Asahi fires at Retvizan"), "{page}");
    assert!(page.contains("For all at the table"), "{page}");
    for command in ["show", "tally", "log"] {
        table.run(&[command, "asahi-retvizan.kaiser", "--side", "TABLE"], "").assert_success();
        table.run(&[command, "asahi-retvizan.kaiser", "--side", "referee"], "").assert_success();
    }
    let refused = table.run(&["show", "asahi-retvizan.kaiser", "--side", "tables"], "").assert_refused();
    refused.assert_err("There is no side \"tables\".");
}

#[test]
fn an_entry_names_the_moment_just_after_it_by_the_viewers_own_numbers() {
    let table = Workspace::new();
    table
        .drill("speed asahi 1\nspeed retvizan 1\nundo\nspeed retvizan 1.5\nnext to gunfire waive \"x\"\n")
        .assert_success();
    let journal = "asahi-retvizan.kaiser";
    let speed_at = |at: &str, options: &[&str]| {
        let run = table.run(&[&["show", journal, "--json", "--at", at][..], options].concat(), "").assert_success();
        let ships = run.one_json()["ships"].as_array().unwrap().clone();
        ships
            .iter()
            .map(|ship| (ship["id"].as_str().unwrap().to_owned(), ship["speed"].as_f64().unwrap()))
            .collect::<Vec<_>>()
    };
    let speed = |at: &str, ship: &str| speed_at(at, &[]).into_iter().find(|(id, _)| id == ship).unwrap().1;
    assert_eq!((speed("0", "asahi"), speed("1", "asahi")), (2.0, 1.0));
    assert_eq!((speed("1", "retvizan"), speed("4", "retvizan")), (2.0, 1.5));
    // Entry 2 was undone, so the state is that after entry 1.
    let undone = table.run(&["show", journal, "--at", "2"], "").assert_success();
    undone.assert_out("Entry 2 was taken back. This is after entry 1.");
    assert_eq!(speed("2", "retvizan"), 2.0);
    // Japan's log numbers only what Japan may know, so its entry 2 differs from the journal's.
    let log = table.run(&["log", journal, "--side", "japan", "--json"], "").assert_success();
    let last = log.one_json().as_array().unwrap().last().unwrap()["id"].as_u64().unwrap();
    table.run(&["show", journal, "--side", "japan", "--at", &last.to_string()], "").assert_success();
    let beyond = table.run(&["show", journal, "--side", "japan", "--at", &(last + 1).to_string()], "").assert_refused();
    beyond.assert_err(&format!("The log of Japan has {last} entries"));
    table.run(&["show", journal, "--at", "99"], "").assert_refused().assert_err("The journal has");
    table
        .run(&["show", journal, "--at", "seven"], "")
        .assert_exit_code(2)
        .assert_err("\"seven\" is not a moment of a game.");
}

/// The entry of the fire is a moment of the Gunfire Segment, and differs from the moment before it.
#[test]
fn an_entry_is_the_moment_after_it_and_not_the_one_before() {
    let table = fired();
    let state = |at: &str| {
        let run = table.run(&["show", "asahi-retvizan.kaiser", "--json", "--at", at], "").assert_success();
        run.one_json()
    };
    let log = table.run(&["log", "asahi-retvizan.kaiser", "--json"], "").assert_success();
    let entries = log.one_json().as_array().unwrap().clone();
    let fire = entries.iter().find(|entry| entry["command"] == "fire all").unwrap()["id"].as_u64().unwrap();
    assert_eq!(state(&fire.to_string())["segment"], "gunfire");
    assert_ne!(state(&fire.to_string()), state(&(fire - 1).to_string()));
}

#[test]
fn a_page_can_end_at_a_moment_or_show_some_turns() {
    let table = fired();
    let journal = "asahi-retvizan.kaiser";
    let all = moments(&page(&table, &[journal], "all.html"));
    let part = moments(&page(&table, &[journal, "--at", "2"], "part.html"));
    assert!(part.len() < all.len() && all.starts_with(&part), "{part:?}");
    let turn = moments(&page(&table, &[journal, "--turns", "1"], "turn.html"));
    assert_eq!(turn, all, "the battle has one turn");
    let none = table.run(&["page", journal, "--turns", "2-3", "-o", "none.html"], "").assert_refused();
    none.assert_err("No turn of asahi-retvizan.kaiser is in that range.");
    assert!(!table.path("none.html").exists());
    for range in ["3-2", "0", "x"] {
        table.run(&["page", journal, "--turns", range], "").assert_err("turns are 5-9, or one turn: 7");
    }
}

#[test]
fn a_page_overwrites_nothing_and_only_a_battle_has_one() {
    let table = fired();
    let journal = "asahi-retvizan.kaiser";
    let run = table.run(&["page", journal, "--side", "japan"], "").assert_success();
    run.assert_out("The page is in asahi-retvizan-japan.html (").assert_out("as Japan knows it, up to turn 1.");
    let again = table.run(&["page", journal, "--side", "japan"], "").assert_refused();
    again.assert_err("asahi-retvizan-japan.html exists");
    let ending = table.run(&["page", journal, "-o", "battle.docx"], "").assert_exit_code(2);
    ending.assert_err("A page is written as FILE.html").assert_err("-o battle.html");
    table.run(&["tafl", "--seed", "1", "-o", "t.kaiser"], "quit\n").assert_success();
    let board = table.run(&["page", "t.kaiser"], "").assert_exit_code(2);
    board.assert_err("only battles have pages").assert_err("kaiser show t.kaiser");
}

#[test]
fn a_card_of_an_enemy_does_not_claim_to_show_its_damage() {
    let (table, note) = (fired(), "not known: the figures are those of a new ship");
    let side = page(&table, &["asahi-retvizan.kaiser", "--side", "japan"], "side.html");
    assert!(side.contains(note) && side.contains("flotation hits struck off"), "{side}");
    assert!(!page(&table, &["asahi-retvizan.kaiser"], "all.html").contains(note), "the referee knows");
}

/// A page requests nothing, runs only its own script, and shows every name as text.
#[test]
fn a_name_of_markup_is_text_and_the_policy_names_the_pages_own_script() {
    let table = Workspace::new();
    let name = "</script><svg onload=alert(1)>";
    let scenario = fs::read_to_string(kit::root().join("scenarios/asahi-retvizan.yaml")).unwrap();
    let scenario = scenario.replace("name: 1st Division", &format!("name: '{name}'"));
    assert!(scenario.contains(name));
    table.write("odd.yaml", &scenario);
    table
        .run(&["play", "odd.yaml", "--seed", "1", "-o", "odd.kaiser"], "plot 1st 2\nnote \"<b>&\"\nquit\n")
        .assert_success();
    let page = page(&table, &["odd.kaiser"], "odd.html");
    assert!(!page.contains("<svg onload") && page.contains("&lt;svg onload"), "{page}");
    assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
    let requests = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http://", "https://", "url(", "src="] {
        assert!(!requests.contains(word), "{word}");
    }
    let hash = |text: &str| {
        use base64::{Engine as _, engine::general_purpose::STANDARD};
        use sha2::{Digest as _, Sha256};
        format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
    };
    let between = |start: &str, end: &str| page.split(start).nth(1).unwrap().split(end).next().unwrap().to_owned();
    let policy = between("Content-Security-Policy\" content=\"", "\"");
    assert!(policy.contains(&hash(&between("<style>", "</style>"))), "{policy}");
    assert!(policy.contains(&hash(&between("<script>", "</script>"))), "{policy}");
}

/// The script and style sheet of a page stay small: the limits are those of the design.
#[test]
fn the_pages_script_and_style_are_small() {
    let table = fired();
    let page = page(&table, &["asahi-retvizan.kaiser"], "page.html");
    let length = |start: &str, end: &str| page.split(start).nth(1).unwrap().split(end).next().unwrap().len();
    assert!(length("<script>", "</script>") <= 17_100, "{}", length("<script>", "</script>"));
    assert!(length("<style>", "</style>") <= 9_000, "{}", length("<style>", "</style>"));
}
