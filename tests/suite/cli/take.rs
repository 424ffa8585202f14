//! `kaiser turn` and `take`: sheets out and in, held orders on the disk, and blocks in scripts.
use std::fs;

use super::*;

const PLAY: [&str; 8] = ["play", "ulsan", "--seed", "105", "--salts", "1", "-o", "u.kaiser"];
const TO_GUNFIRE: &str = "next to gunfire waive \"a drill\"\n";

/// Ulsan after these lines.
fn ulsan(lines: &str) -> Workspace {
    let table = Workspace::new();
    let script = table.write("begin.txt", lines);
    table.run(&[&PLAY[..], &["--script", script.to_str().unwrap()]].concat(), "").assert_success();
    table
}

/// Writes a side's sheet and fills it in. `orders` pairs the beginning of a line with the line that replaces it.
fn fill(table: &Workspace, side: &str, name: &str, orders: &[(&str, &str)]) {
    table.run(&["turn", "u.kaiser", "--side", side, "-o", name], "").assert_success();
    let sheet = table.read(name);
    let lines = sheet.lines().map(|line| {
        orders.iter().find(|(stub, _)| line.starts_with(stub)).map_or(line, |(_, order)| order).to_owned() + "\n"
    });
    let filled: String = lines.collect();
    assert_ne!(filled, sheet, "nothing is filled in: {sheet}");
    table.write(name, &filled);
}

fn play(table: &Workspace, lines: &str) -> Run {
    table.run(&["play", "u.kaiser"], lines)
}

/// The commands of a journal with their events, as written.
fn orders(table: &Workspace) -> Vec<String> {
    let entries = super::forged::objects(&table.read("u.kaiser"));
    let did = entries.iter().map(|line| &line["entry"]["did"]).filter(|did| did.is_object());
    did.map(|did| format!("{} {}", did["command"], did["events"])).collect()
}

fn verify(table: &Workspace) {
    table.run(&["verify", "u.kaiser"], "").assert_success().assert_out("all agree");
}

#[test]
fn r3_3_1_a_filled_in_sheet_is_filed_as_if_typed_and_verifies() {
    let table = ulsan("");
    fill(&table, "japan", "japan-1.txt", &[("plot 2nd", "plot 2nd 2.25")]);
    fill(&table, "russia", "russia-1.txt", &[("plot vladivostok", "plot vladivostok 1-CL30-0.7 speed 2")]);
    let run = play(&table, "take russia-1.txt\ntake japan-1.txt\n").assert_success();
    run.assert_out("Russia: 2 lines for plotting are filed (").assert_out("Awaited: Japan.");
    run.assert_out("The plots of Japan are sealed: ");
    assert!(!run.out.contains("CL30"), "a referee's screen shows no plots:\n{}", run.out);
    play(&table, "next\n").assert_success();
    verify(&table);
    let log = table.run(&["log", "u.kaiser"], "").assert_success();
    log.assert_out("(from the turn file of russia, ");
    let typed = ulsan(
        "pass to russia\nplot vladivostok 1-CL30-0.7 speed 2\nseal\npass to japan\nplot 2nd 2.25\nseal\npass to referee\nnext\n",
    );
    assert_eq!(orders(&table), orders(&typed));
    // At the side's own keyboard its file is taken too.
    let own = ulsan("");
    fill(&own, "japan", "japan-1.txt", &[("plot 2nd", "plot 2nd 2.25")]);
    play(&own, "pass to japan\ntake japan-1.txt\n").assert_success().assert_out("sealed");
    // As JSON.
    let table = ulsan("");
    fill(&table, "japan", "japan-1.txt", &[("plot 2nd", "plot 2nd 2.25")]);
    let run = table.run(&["play", "u.kaiser", "--json"], "take japan-1.txt\n").assert_success();
    let answer = run.json().into_iter().find(|line| line["command"] == "take japan-1.txt").unwrap();
    assert_eq!((&answer["side"], &answer["taken"][0]["lines"]), (&Value::from("japan"), &Value::from(2)), "{answer}");
    assert_eq!(answer["awaited"][0], "russia");
}

#[test]
fn a_refused_file_leaves_the_journal_byte_for_byte() {
    let table = ulsan("");
    fill(&table, "japan", "japan-1.txt", &[("plot 2nd", "plot 2nd 2.25\nplot 2nd 99\nplot nobody 2")]);
    let before = table.read("u.kaiser");
    let run = play(&table, "take japan-1.txt faults to back.txt\n").assert_refused();
    run.assert_err("japan-1.txt: 2 of 4 lines are refused, and none is filed.").assert_err("plot nobody 2");
    run.assert_err("back.txt holds this to send back.");
    assert_eq!(table.read("u.kaiser"), before);
    assert!(table.read("back.txt").contains("\n# Refused: "));
    // Nothing is overwritten, and the faults are still reported.
    let run = play(&table, "take japan-1.txt faults to back.txt\n").assert_refused();
    run.assert_err("2 of 4 lines are refused").assert_err("back.txt exists");
    let json = table.run(&["play", "u.kaiser", "--json"], "take japan-1.txt\n").assert_refused();
    let refusal = json.json().into_iter().find(|line| line["ok"] == false).unwrap();
    let faults = refusal["error"]["faults"].as_array().unwrap();
    assert_eq!((faults.len(), &faults[0]["text"]), (2, &Value::from("plot 2nd 99")), "{refusal}");
    play(&table, "take none.txt\n").assert_refused().assert_err("There is no file none.txt");
    table.write("long.txt", &"x".repeat((1 << 20) + 1));
    play(&table, "take long.txt\n").assert_refused().assert_err("a turn file has at most 1 MiB");
    fs::write(table.path("latin.txt"), b"plot 2nd \xe9\n").unwrap();
    play(&table, "take latin.txt\n").assert_refused().assert_err("line 1 is not UTF-8");
    play(&table, "take .\n").assert_refused().assert_err("a directory");
    assert_eq!(table.read("u.kaiser"), before);
}

/// A battle at Gunfire, with the filled-in sheets of both sides.
fn both_at_gunfire() -> Workspace {
    let table = ulsan(TO_GUNFIRE);
    fill(
        &table,
        "japan",
        "japan.txt",
        &[("target izumo at", "target izumo at rossia"), ("target azuma at", "target azuma at gromoboi")],
    );
    fill(&table, "russia", "russia.txt", &[("target rossia at", "target rossia at izumo")]);
    table
}

#[test]
fn r3_3_5_held_orders_wait_on_the_disk_for_the_other_side_and_a_restart() {
    let at_once = both_at_gunfire();
    play(&at_once, "take japan.txt\ntake russia.txt\n").assert_success().assert_out("Opened: Japan, gunfire (");
    verify(&at_once);
    let table = both_at_gunfire();
    let run = play(&table, "take japan.txt\n").assert_success();
    run.assert_out("Japan: 3 lines for gunfire are held (").assert_out("Awaited: Russia.");
    let held = table.read("u.kaiser.orders");
    assert!(held.contains("target izumo at rossia") && held.lines().count() == 1, "{held}");
    assert!(!table.read("u.kaiser").contains("izumo at rossia"), "the journal has only the digest");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(table.path("u.kaiser.orders")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    verify(&table);
    // A program that was killed after it kept another line leaves a line that is dropped later.
    table.write("u.kaiser.orders", &format!("{{\"salt\":\"00\",\"kept\":[\"declared\"]}}\n{held}"));
    play(&table, "take russia.txt\n").assert_success().assert_out("Opened: Japan, gunfire (");
    assert!(!table.path("u.kaiser.orders").exists(), "nothing is held any more");
    verify(&table);
    assert_eq!(orders(&table), orders(&at_once), "a restart changes nothing");
    // The other way round.
    let table = both_at_gunfire();
    play(&table, "take russia.txt\ntake japan.txt\n").assert_success();
    verify(&table);
    assert_eq!(orders(&table), orders(&at_once), "the order of arrival changes nothing");
    table.run(&["log", "u.kaiser"], "").assert_success().assert_out("are opened)");
}

#[test]
fn lost_orders_are_asked_for_and_must_be_the_same() {
    let table = both_at_gunfire();
    play(&table, "take japan.txt\n").assert_success();
    fs::remove_file(table.path("u.kaiser.orders")).unwrap();
    let run = play(&table, "take russia.txt\n").assert_success();
    run.assert_out("The held orders are lost: Japan, gunfire (");
    assert!(!run.out.contains("Opened"), "{}", run.out);
    let sheet = table.read("japan.txt");
    table.write("other.txt", &sheet.replace("target azuma at gromoboi", "target azuma at rossia"));
    play(&table, "take other.txt\n").assert_refused().assert_err("These are not the held orders that are lost");
    play(&table, "take japan.txt\n").assert_success().assert_out("Opened: Japan, gunfire (");
    verify(&table);
    // Or they are given back and taken again.
    let table = both_at_gunfire();
    play(&table, "take japan.txt\n").assert_success();
    fs::remove_file(table.path("u.kaiser.orders")).unwrap();
    play(&table, "take back japan\ntake japan.txt\ntake russia.txt\n").assert_success().assert_out("Opened: ");
    verify(&table);
}

#[test]
fn one_file_for_plots_and_fire_verifies() {
    let table = ulsan("");
    for (side, plot, fire) in [
        ("japan", ("plot 2nd", "plot 2nd 2.25"), ("target izumo at", "target izumo at rossia")),
        ("russia", ("plot vladivostok", "plot vladivostok 2.25"), ("target rossia at", "target rossia at izumo")),
    ] {
        let name = format!("{side}.txt");
        table.run(&["turn", "u.kaiser", "--side", side, "--for", "gunfire", "-o", &name], "").assert_success();
        let sheet = table.read(&name);
        let filled: Vec<&str> = sheet
            .lines()
            .map(|line| {
                [plot, fire].into_iter().find(|(stub, _)| line.starts_with(stub)).map_or(line, |(_, order)| order)
            })
            .collect();
        table.write(&name, &filled.join("\n"));
    }
    let run = play(&table, "take japan.txt\ntake russia.txt\nnext to gunfire\nfire all\n").assert_success();
    run.assert_out("Japan: 2 lines for gunfire are held (").assert_out("Opened: Japan, gunfire (");
    verify(&table);
}

#[test]
fn sheets_are_for_sides_of_battles() {
    let table = ulsan("");
    let sheet = table.run(&["turn", "u.kaiser", "--side", "japan"], "").assert_success();
    sheet
        .assert_out("# Ulsan, turn 1, 05:23, Plotting: orders of Japan. (kaiser turn file 1)")
        .assert_out("\nplot 2nd ");
    let json = table.run(&["turn", "u.kaiser", "--side", "japan", "--json"], "").assert_success();
    assert!(json.one_json()["sheet"].as_str().unwrap().starts_with("# Ulsan"));
    for side in ["table", "referee", "purple"] {
        let run = table.run(&["turn", "u.kaiser", "--side", side], "");
        assert_ne!(run.code, Some(0), "{side}");
        run.assert_err("There is no side");
    }
    let run = table.run(&["turn", "u.kaiser", "--side", "japan", "--for", "tea"], "");
    run.assert_err("\"tea\" is not a segment");
    table.write("there.txt", "mine");
    table.run(&["turn", "u.kaiser", "--side", "japan", "-o", "there.txt"], "").assert_refused().assert_err("exists");
    table.run(&["tafl", "-o", "t.kaiser"], "quit\n").assert_success();
    let run = table.run(&["turn", "t.kaiser", "--side", "white"], "");
    run.assert_err("only battles have turn files");
}

#[test]
fn a_block_in_a_script_is_one_line() {
    let table = ulsan("take\n# both\n\nplot 2nd 2.25\nplot vladivostok 2.25\n.\nundo\n");
    let entries = super::forged::objects(&table.read("u.kaiser"));
    assert_eq!(entries[2]["entry"]["did"]["line"], entries[1]["n"], "the second belongs to the line of the first");
    assert_eq!(entries[3]["entry"]["taken_back"]["from"], 1);
    verify(&table);
    let before = table.read("u.kaiser");
    let run = play(&table, "take\nplot 2nd 2.25\n").assert_refused();
    run.assert_err("line 1: The block has no end, so nothing of it is carried out.");
    assert_eq!(table.read("u.kaiser"), before);
    let run = table.run(&["play", "u.kaiser", "--keep-going"], "take\nplot 2nd 2.25\nplot x 2\n.\nplot 2nd 2\n");
    run.assert_err("line 4: line 2, plot x 2: ").assert_err("x");
    assert_eq!(orders(&table).len(), 3, "the line after the block is carried out");
    // A pasted sheet.
    fill(&table, "russia", "russia.txt", &[("plot vladivostok", "plot vladivostok 2.25")]);
    let run = play(&table, &format!("take\n{}.\n", table.read("russia.txt"))).assert_success();
    run.assert_out("Russia: 2 lines for plotting are filed (");
    verify(&table);
}

/// Without `--salts` FILE.sheets keeps the random secret of the sheets, also while the battle is open elsewhere.
#[test]
fn sheets_are_known_again_by_a_secret_file() {
    let table = Workspace::new();
    table.run(&["play", "ulsan", "--seed", "105", "-o", "u.kaiser"], "quit\n").assert_success();
    fill(&table, "japan", "japan.txt", &[("plot 2nd", "plot 2nd 2.25")]);
    let secret = table.read("u.kaiser.sheets");
    fill(&table, "russia", "russia.txt", &[("plot vladivostok", "plot vladivostok 2")]);
    assert_eq!(table.read("u.kaiser.sheets"), secret, "it is drawn once");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(table.path("u.kaiser.sheets")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Japan gives orders for Russia.
    let forged = table.read("japan.txt").replace(" japan 1/plotting", " russia 1/plotting");
    table.write("forged.txt", &forged.replace("plot 2nd 2.25", "plot vladivostok 1"));
    let run = play(&table, "take forged.txt\n").assert_refused();
    run.assert_err("forged.txt is for Russia, but the code in its line 2 is not from a sheet of Russia.");
    play(&table, "take japan.txt\ntake russia.txt\n").assert_success();
    verify(&table);
    // A new battle of the same name does not know the sheets of the old one.
    fs::remove_file(table.path("u.kaiser")).unwrap();
    table.run(&["play", "ulsan", "--seed", "106", "-o", "u.kaiser"], "quit\n").assert_success();
    play(&table, "take japan.txt\n").assert_refused().assert_err("japan.txt is not from a sheet of this battle.");
    fill(&table, "japan", "japan-new.txt", &[("plot 2nd", "plot 2nd 2.25")]);
    assert_ne!(table.read("u.kaiser.sheets"), secret);
    play(&table, "take japan-new.txt\n").assert_success();
    table.write("u.kaiser.sheets", "{}");
    play(&table, "take japan-new.txt\n").assert_refused().assert_err("u.kaiser.sheets cannot be read");
}

/// After a kill the journal lacks its end, and the held orders are still there.
#[test]
fn held_orders_survive_a_kill() {
    let table = both_at_gunfire();
    play(&table, "take japan.txt\n").assert_success();
    let journal = table.read("u.kaiser");
    let killed = journal.trim_end().rsplit_once('\n').unwrap().0.to_owned() + "\n";
    assert!(!killed.ends_with("closed\"}\n"), "{killed}");
    table.write("u.kaiser", &killed);
    play(&table, "take russia.txt\n").assert_success().assert_out("Opened: Japan, gunfire (");
    verify(&table);
    // If the program was killed before it wrote the notice, the file does not count as taken.
    let table = both_at_gunfire();
    play(&table, "take japan.txt\n").assert_success();
    let held = table.read("u.kaiser.orders");
    let other = both_at_gunfire();
    other.write("u.kaiser.orders", &held);
    play(&other, "take russia.txt\n").assert_success().assert_out("Awaited: Japan.");
    play(&other, "take japan.txt\n").assert_success().assert_out("Opened: Japan, gunfire (");
    verify(&other);
}
