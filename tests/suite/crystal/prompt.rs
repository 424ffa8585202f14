//! `kaiser crystal` from outside: the prompt, the journal, and the answers to bad input.
use std::{fs, path::Path};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn kaiser(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    command.current_dir(dir).env_remove("KAISER_DATA").env("NO_COLOR", "1");
    command
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

/// Runs lines and returns their exit code and the output of both streams.
pub(super) fn run(dir: &Path, args: &[&str], lines: &str) -> (i32, String, String) {
    let output = kaiser(dir).args(args).write_stdin(lines).output().unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

const FIRST_TURN: &str = "event\nbuy 1 BD\ndone\nmove 2\nexplore dice 1\nbattle dice 3\nfight dice 5\n";

#[test]
fn a_campaign_is_played_shown_and_verified() {
    let dir = TempDir::new().unwrap();
    let (code, out, err) =
        run(dir.path(), &["crystal", "--seed", "5"], &format!("{FIRST_TURN}undo because typed\nredo\nchart\nlog\n"));
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("Journal: aidlon.kaiser"), "{err}");
    for text in [
        "The War for Aidlon",
        "Turn 1 of 40",
        "Event ",
        "At most 4 rounds.",
        "[SC-20]",
        "typed D6 5",
        "Undone: entry 7",
    ] {
        assert!(out.contains(text), "{text}:\n{out}");
    }
    let file = "aidlon.kaiser";
    assert_eq!(run(dir.path(), &["verify", file], "").0, 0);
    let (_, shown, _) = run(dir.path(), &["show", file, "--json"], "");
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&shown["game"], &shown["scenario"]), (&Value::from("crystal"), &Value::from("aidlon")));
    let (_, log, _) = run(dir.path(), &["log", file], "");
    assert!(log.contains("Turn 1") && log.contains("move 2"), "{log}");
    // An earlier moment of the campaign, by the number of an entry.
    let (_, at_start, _) = run(dir.path(), &["show", file, "--at", "0", "--json"], "");
    let at_start: Value = serde_json::from_str(&at_start).unwrap();
    assert_eq!((&at_start["turn"], &at_start["phase"]), (&Value::from(1), &Value::from("event")));
    let (_, early, _) = run(dir.path(), &["log", file, "--at", "2"], "");
    assert!(log.starts_with(early.trim_end()) && early.len() < log.len(), "{early}");
    assert_eq!(run(dir.path(), &["map", file, "--at", "1"], "").0, 0);
    for verb in ["show", "log", "map"] {
        let (code, _, err) = run(dir.path(), &[verb, file, "--at", "9/foo"], "");
        assert!(code == 2 && err.contains("This journal has no entry"), "{verb}: {err}");
        let (code, _, err) = run(dir.path(), &[verb, file, "--side", "nobody"], "");
        assert!(code == 2 && err.contains("A campaign has only one side"), "{verb}: {err}");
    }
    let (code, out, err) = run(dir.path(), &["play", file], "status\n");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Turn 1 of 40"), "{out}");
    assert_eq!(run(dir.path(), &["crystal"], "").2.trim(), "Journal: aidlon-2.kaiser", "nothing is overwritten");
}

#[test]
fn an_amended_purchase_is_ruled_again() {
    let dir = TempDir::new().unwrap();
    let lines = format!("{FIRST_TURN}amend 2 because \"wrong troop\" buy 1 SP\nchart\nwhy 6\nlog\n");
    let (code, out, err) = run(dir.path(), &["crystal", "--seed", "5"], &lines);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Entry 2 is now: buy 1 SP") && out.contains("You buy 1 SP"), "{out}");
    assert_eq!(run(dir.path(), &["verify", "aidlon.kaiser"], "").0, 0);
}

/// Writes own.yaml: Aidlon with a garrison of two LI and two monsters, and one of four LI.
fn write_own_campaign(dir: &Path) {
    let aidlon = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/crystal/aidlon.yaml");
    let text = fs::read_to_string(aidlon).unwrap();
    let text = text.replacen("troops: \"SK LI\"", "troops: \"2LI 2MO/Imps:3\"", 1);
    fs::write(dir.join("own.yaml"), text.replacen("troops: \"2LI\"", "troops: \"4LI\"", 1)).unwrap();
}

#[test]
fn an_amended_line_keeps_its_dice_and_rolls_none_where_they_are_typed() {
    const LINES: &str =
        "event dice 3 4 1\nbuy 1 BD\ndone\nmove 5\nexplore dice 1\nbattle dice 3\nfight dice 1\nlose SK\n";
    // Entry 1 states that the dice are typed.
    let amended = |line: &str| {
        let dir = TempDir::new().unwrap();
        write_own_campaign(dir.path());
        let ran = run(dir.path(), &["crystal", "own.yaml", "--dice", "ask"], &format!("{LINES}{line}\nstatus\n"));
        assert_eq!(run(dir.path(), &["verify", "aidlon.kaiser"], "").0, 0);
        ran
    };
    let (code, out, err) = amended("amend 3 buy 1 SP dice 4");
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("1 die too many: 4") && err.contains("rolled dice are kept"), "{err}");
    // Of four equal units two fall. Two more dice decide which.
    let (code, out, err) = amended("amend 5 because \"wrong way\" move 2");
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("entry 8: ") && err.contains("needs a number from 1 to 4 ("), "{err}");
    let (code, out, err) = amended("amend 5 because \"wrong way\" move 2 dice 1 3");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("draw 1 of 4") && out.contains("draw 3 of 3"), "{out}");
}

#[test]
fn bad_input_gets_one_error_with_a_hint_and_changes_nothing() {
    let cases = [
        ("done", "This is not possible now."),
        ("evnt", "no command \"evnt\""),
        ("event dice 7 1 1", "7 is not a D6 result"),
        ("event dice 3 4 1 1", "1 die too many: 1"),
        ("event dice 3", "needs 1 D6 more (event)"),
        ("event now", "`event` takes no more words."),
        ("move nowhere", "There is no area \"nowhere\"."),
        ("buy some BD", "\"some\" is not a number of units"),
        ("buy 1 XX", "\"XX\" is not a unit"),
        ("cast blast at HC", "This is not possible now."),
        ("cast blaze at HC", "no spell \"blaze\""),
        ("lose 2XX", "\"2XX\" is not a unit"),
        ("retreat 5", "This is not possible now."),
        ("free", "`free` needs one unit or `none`."),
        ("undo", "There is nothing to undo."),
        ("amend 3", "The corrected line is missing"),
        ("amend 3 done", "Entry 3 is not a command or was undone."),
        ("dice maybe", "The dice mode cannot be \"maybe\""),
        ("event dice", "There are no dice after"),
        ("chart foo", "\"foo\" is not part of chart"),
        ("quit now", "\"now\" is not part of quit"),
        ("undo 3", "There is nothing to undo."),
        ("undo three", "\"three\" is not an entry number"),
    ];
    for (line, what) in cases {
        let dir = TempDir::new().unwrap();
        let (code, _, err) = run(dir.path(), &["crystal", "--seed", "5"], &format!("{line}\n"));
        assert_eq!(code, 1, "{line}: {err}");
        let error = err.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
        assert!(error.contains(what), "{line}: {err}");
        let journal = fs::read_to_string(dir.path().join("aidlon.kaiser")).unwrap();
        assert_eq!(journal.lines().count(), 2, "{line}: only the first line and the orderly end");
    }
}

#[test]
fn switches_and_files_are_checked_before_anything_is_written() {
    let dir = TempDir::new().unwrap();
    let (code, _, err) = run(dir.path(), &["crystal", "--rules", "below_won=swap"], "");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("did you mean below_one?"), "{err}");
    let (code, _, err) = run(dir.path(), &["crystal", "aidlin"], "");
    assert_eq!(code, 1);
    assert!(err.contains("did you mean aidlon?"), "{err}");
    fs::write(dir.path().join("own.yaml"), "id: own\nareas: []\n").unwrap();
    let (code, _, err) = run(dir.path(), &["crystal", "own.yaml"], "");
    assert_eq!(code, 1);
    for missing in ["start", "victory", "events", "exploration"] {
        assert!(err.contains(&format!("the key `{missing}` is missing")), "{err}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no journal was begun");
}

#[test]
fn json_answers_one_line_for_each_command() {
    let dir = TempDir::new().unwrap();
    let (code, out, err) = run(dir.path(), &["crystal", "--seed", "5", "--json"], "event\nchart\nstatus\n");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["turn"], 1);
    assert!(!lines[2]["phase"].is_null(), "{}", lines[2]);
    assert_eq!(lines[0]["ok"], true);
    assert_eq!(lines[0]["events"][0]["rule"], "SC-6");
    assert_eq!(lines[0]["events"][0]["dice"][0]["source"], "thrown");
    assert_eq!(lines[1]["chart"]["turn"], 1);
}

#[test]
fn maps_charts_and_pictures_are_drawn_and_nothing_is_overwritten() {
    let dir = TempDir::new().unwrap();
    let lines =
        "event\ndone\nmap\nmap blank\nmap to map.png\nchart to chart.svg\nchart blank to blank.png\nchronicle table\n";
    let (code, out, err) = run(dir.path(), &["crystal", "drowned-isle", "--seed", "2"], lines);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("[@1 Pilot's Rest]") && out.contains("{A16 The Drowned Gat*}"), "{out}");
    assert!(out.lines().all(|line| !line.ends_with(' ')), "no line ends in a space");
    for (file, start) in [("map.png", &b"\x89PNG"[..]), ("chart.svg", b"<svg"), ("blank.png", b"\x89PNG")] {
        assert!(fs::read(dir.path().join(file)).unwrap().starts_with(start), "{file}");
    }
    let (code, _, err) = run(dir.path(), &["play", "drowned-isle.kaiser"], "map to map.png\n");
    assert_eq!(code, 1);
    assert!(err.contains("map.png exists, and files are never overwritten"), "{err}");
    let (code, out, err) = run(dir.path(), &["map", "drowned-isle.kaiser", "chart", "-o", "own.svg"], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("The chart is in own.svg"), "{out}");
}

#[test]
fn odds_are_shown_before_the_march() {
    let dir = TempDir::new().unwrap();
    let lines = "odds 10\nodds yss cheapest no spells\nodds plan 2,6,11\nhint odds\n";
    let (code, out, err) = run(dir.path(), &["crystal", "--seed", "2", "--json"], lines);
    assert_eq!(code, 0, "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let win = lines[0]["odds"]["win"].as_f64().unwrap();
    assert!((0.99..=1.000_001).contains(&win), "two cavalry units against none shift it to 2:1: {win}");
    assert_eq!(lines[1]["odds"]["policy"]["casts"], false);
    assert_eq!(lines[2]["plan"].as_array().unwrap().len(), 3);
    assert_eq!(lines[3]["hint"], "event");
    for (line, what) in [
        ("odds 99", "There is no area 99"),
        ("odds 1", "No army would fight in Kherasa"),
        ("odds 2 cheepest", "no policy \"cheepest\""),
        ("odds plan 2,x", "\"x\" is not the number of an area."),
        ("odds plan 2,6,14", "Korun (14) does not border Tamar Vale (6) or any area that you hold by then."),
        ("odds plan 24", "Hishimur (24) does not border Kherasa (1) or any area that you hold by then."),
        (
            "odds plan 2,5,9,10,6,3,7,8,15",
            "Black Pines (15) does not border Tin Hills (8) or any area that you hold by then.",
        ),
        ("hint nobody", "no general \"nobody\""),
    ] {
        let dir = TempDir::new().unwrap();
        let (code, _, err) = run(dir.path(), &["crystal", "--seed", "5"], &format!("{line}\n"));
        assert_eq!(code, 1, "{line}");
        assert!(err.contains(what), "{line}: {err}");
    }
}

#[test]
fn a_demonstration_plays_to_the_end_and_many_are_counted() {
    let dir = TempDir::new().unwrap();
    let (code, out, err) = run(dir.path(), &["crystal", "amber-coast", "--seed", "1", "--auto", "thumb"], "");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Victory") || out.contains("Defeat"), "{out}");
    assert_eq!(run(dir.path(), &["verify", "amber-coast.kaiser"], "").0, 0);
    let args = ["crystal", "simulate", "drowned-isle", "-n", "40", "--policy", "thumb", "--seed", "3", "--json"];
    let (code, out, err) = run(dir.path(), &args, "");
    assert_eq!(code, 0, "{err}");
    let counted: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(counted["n"], 40);
    assert_eq!(run(dir.path(), &args, "").1, out, "the same whichever core finishes first");
    let (code, _, err) = run(dir.path(), &["crystal", "simulate", "aidlon", "--policy", "serch"], "");
    assert_eq!(code, 1);
    assert!(err.contains("did you mean search?"), "{err}");
}

#[test]
fn a_person_at_a_terminal_plays_a_first_turn() {
    let dir = TempDir::new().unwrap();
    let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("kaiser"));
    program.args(["crystal", "--seed", "24"]).current_dir(dir.path()).env("HOME", dir.path()).env("NO_COLOR", "1");
    let mut terminal = rexpect::session::spawn_command(program, Some(20_000)).unwrap();
    let mut type_line = |line: &str, words: &str| {
        terminal.send(line).unwrap();
        terminal.send("\r").unwrap();
        terminal.flush().unwrap();
        if let Err(error) = terminal.exp_string(words) {
            panic!("never saw \"{words}\": {error}");
        }
    };
    type_line("", "You collect 5 GP.");
    type_line("done", "Movement: 2 MP");
    type_line("dice ask", "asks for dice");
    type_line("move 2", "Exploration: `explore`");
    type_line("", "exploration [SC-10], 1 D6");
    type_line("1", "Conflict: `battle`");
    type_line("battle", "rounds of the battle");
    type_line("6", "At most 7 rounds.");
    type_line("fight", "the battle step at 4:1, units that the enemy and you lose (1=2/1, 2=3/0, 3=4/0,");
    type_line("6", "The battle is won");
    type_line("free none", "Turn 2 of 40");
    type_line("quit", "Saved aidlon.kaiser.");
}
