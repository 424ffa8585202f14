//! The log of a campaign: it distinguishes amended, cancelled and undone entries.
use serde_json::Value;
use tempfile::TempDir;

use super::prompt::run;

/// Skirmishers (SK) and blades (BD) are bought. MAX has room for one unit of blades only, so an amendment that buys
/// blades instead of skirmishers leaves no room for the second purchase.
const BOUGHT: &str = "event dice 3 4 1\nbuy 1 SK\nbuy 1 BD\ndone\n";

fn read_log(dir: &TempDir) -> (String, Vec<Value>) {
    let (code, text, err) = run(dir.path(), &["log", "aidlon.kaiser"], "");
    assert_eq!(code, 0, "{err}");
    let (_, json, _) = run(dir.path(), &["log", "aidlon.kaiser", "--json"], "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(run(dir.path(), &["verify", "aidlon.kaiser"], "").0, 0);
    (text, json.as_array().unwrap().clone())
}

fn played(lines: &str) -> TempDir {
    let dir = TempDir::new().unwrap();
    let (code, out, err) = run(dir.path(), &["crystal", "--seed", "5"], lines);
    assert_eq!(code, 0, "{out}{err}");
    dir
}

fn entry(values: &[Value], id: usize) -> &Value {
    values.iter().find(|value| value["id"] == id).unwrap()
}

#[test]
fn amended_cancelled_and_unchanged_entries_are_distinguished() {
    let dir = played(&format!("{BOUGHT}amend 2 because \"wrong troop\" buy 1 BD\n"));
    let (text, values) = read_log(&dir);
    assert!(text.contains("   2  buy 1 SK (amended by entry 5)\n      ~ You buy 1 SK"), "{text}");
    assert!(text.contains("   3  buy 1 BD (no longer legal after entry 5)\n      ~ You buy 1 BD"), "{text}");
    assert!(
        text.contains("   4  done\n      Recruitment is over, and your army may move. [SC-5]\n   5  amend 2"),
        "{text}"
    );
    assert!(
        text.contains(
            "   5  amend 2 because \"wrong troop\" buy 1 BD\n   2  ruled again by entry 5\n      You buy 1 BD"
        ),
        "{text}"
    );
    assert!(text.contains("\n   3  ruled again by entry 5\n      no longer legal: "), "{text}");
    assert!(!text.contains("   4  ruled again"), "{text}");
    assert_eq!((&entry(&values, 2)["amended_by"], &entry(&values, 2)["in_force"]), (&5.into(), &true.into()));
    assert_eq!((&entry(&values, 3)["struck_by"], &entry(&values, 3)["in_force"]), (&5.into(), &false.into()));
    assert!(entry(&values, 3)["why"].as_str().unwrap().ends_with("[SC-8]"), "{:?}", entry(&values, 3));
    let fourth = entry(&values, 4);
    assert!(fourth["struck_by"].is_null() && fourth["amended_by"].is_null() && fourth["ruled_again_by"].is_null());
    let fifth = entry(&values, 5);
    assert_eq!(fifth["amends"], 2);
    let ruled: Vec<_> =
        fifth["ruled"].as_array().unwrap().iter().map(|ruling| (&ruling["id"], &ruling["lawful"])).collect();
    assert_eq!(ruled, [(&2.into(), &true.into()), (&3.into(), &false.into())]);
}

#[test]
fn an_amendment_that_was_undone_marks_nothing() {
    let dir = played(&format!("{BOUGHT}amend 2 because \"wrong troop\" buy 1 BD\nundo\n"));
    let (text, values) = read_log(&dir);
    assert!(text.contains("   2  buy 1 SK\n      You buy 1 SK"), "{text}");
    assert!(text.contains("   3  buy 1 BD\n      You buy 1 BD"), "{text}");
    assert!(text.contains("   5  amend 2 because \"wrong troop\" buy 1 BD (undone)\n   6  undo"), "{text}");
    assert!(!text.contains("ruled again"), "{text}");
    assert_eq!(entry(&values, 5)["in_force"], false);
    assert_eq!(entry(&values, 5)["ruled"].as_array().unwrap().len(), 0);
    assert!(entry(&values, 2)["amended_by"].is_null());
}

#[test]
fn of_two_amendments_each_shows_its_own_changes() {
    // The second restores what the first removed: the cancelled entry is back, and the second amendment shows that.
    let dir = played(&format!("{BOUGHT}amend 2 because \"wrong troop\" buy 1 BD\namend 2 buy 1 SK\n"));
    let (text, values) = read_log(&dir);
    assert!(text.contains("   6  amend 2 buy 1 SK\n   2  ruled again by entry 6\n      You buy 1 SK"), "{text}");
    assert!(text.contains("   3  ruled again by entry 6\n      You buy 1 BD"), "{text}");
    assert!(text.contains("   3  buy 1 BD (ruled again by entry 6)"), "{text}");
    assert_eq!((&entry(&values, 3)["ruled_again_by"], &entry(&values, 3)["in_force"]), (&6.into(), &true.into()));
    // An amendment to the same order changes nothing, but is recorded.
    let dir = played(&format!("{BOUGHT}amend 2 buy 1 SK\n"));
    let (text, _) = read_log(&dir);
    assert!(text.ends_with("   5  amend 2 buy 1 SK\n   6  closed\n"), "{text}");
}

#[test]
fn undo_goes_back_to_an_entry_with_a_reason() {
    let dir = played(&format!("{BOUGHT}undo 3 because \"so\"\ndone\n"));
    let (text, _) = read_log(&dir);
    assert!(text.contains("   3  buy 1 BD (undone)\n      ~ ") && text.contains("   4  done (undone)"), "{text}");
    assert!(text.contains("   2  buy 1 SK\n      You"), "entry 2 is in force: {text}");
    assert_eq!(text.matches("  undo 3 because \"so\"\n").count(), 1, "{text}");
    let refused = |lines: &str, what: &str, hint: &str| {
        let dir = TempDir::new().unwrap();
        let (code, _, err) = run(dir.path(), &["crystal", "--seed", "5"], lines);
        assert!(code == 1 && err.contains(what) && err.contains(hint), "{lines}: {err}");
        let (_, text, _) = run(dir.path(), &["log", "aidlon.kaiser"], "");
        assert!(!text.contains("undo"), "nothing was undone: {text}");
    };
    // Four commands in all, and three dice in the first of them.
    refused(&format!("{BOUGHT}undo 5\n"), "There is no entry 5", "`log` shows the numbers");
    refused(
        &format!("{BOUGHT}undo 1\n"),
        "Undoing 4 entries of 4 lines with 3 dice requires a reason.",
        "undo 1 because",
    );
    refused(&format!("{BOUGHT}undo so\n"), "\"so\" is not an entry number", "undo ENTRY");
    let dir = played(&format!("{BOUGHT}undo 1 because \"the dice lay on the floor\"\n"));
    let (text, values) = read_log(&dir);
    assert_eq!(text.matches("undo 1 because \"the dice lay on the floor\"").count(), 1, "{text}");
    assert!((1..=4).all(|id| entry(&values, id)["in_force"] == false), "{values:?}");
    let (_, out, _) = run(dir.path(), &["play", "aidlon.kaiser"], "redo 1\nundo 1 because typed\nstatus\n");
    assert!(out.contains("Redone: entry 1.") && out.contains("Event"), "{out}");
}

#[test]
fn a_choice_is_amended_after_its_dice_only_with_a_reason() {
    const EXPLORED: &str = "event dice 3 4 1\nbuy 1 SK\ndone\nmove 2\nexplore dice 1\n";
    let after = |lines: &str, amend: &str| {
        let dir = TempDir::new().unwrap();
        let (code, out, err) = run(dir.path(), &["crystal", "--seed", "5"], &format!("{lines}{amend}\n"));
        let log = run(dir.path(), &["log", "aidlon.kaiser"], "").1;
        assert_eq!(run(dir.path(), &["verify", "aidlon.kaiser"], "").0, 0, "{log}");
        (code, out + &err, log)
    };
    for (line, hint) in [
        ("amend 4 move 5", "amend 4 because \"a slip\" move 5"),
        ("amend 2 buy 1 BD", "amend 2 because \"a slip\" buy 1 BD"),
    ] {
        let (code, output, log) = after(EXPLORED, line);
        assert!(code == 1 && output.contains("1 die was rolled in this entry or later"), "{line}: {output}");
        assert!(output.contains(hint) && !log.contains("amend"), "{line}: {output}{log}");
        assert_eq!(after(EXPLORED, hint).0, 0, "{hint}");
    }
    // Near misses: the dice were rolled before the choice, or it is the same choice again.
    let (code, output, log) = after("event dice 3 4 1\nbuy 1 SK\n", "amend 2 buy 1 BD");
    assert!(code == 0 && log.contains("amend 2 buy 1 BD"), "{output}");
    let (code, output, _) = after(EXPLORED, "amend 4 move 2");
    assert!(code == 0 && output.contains("No result changed."), "{output}");
    // The reason may also follow the choice.
    for line in ["amend 4 move 5 because \"wrong way\"", "amend 4 move 5 because wrong way"] {
        let (code, output, log) = after(EXPLORED, line);
        assert!(code == 0 && log.contains("amend 4 because \"wrong way\" move 5"), "{line}: {output}{log}");
    }
    let (code, output, _) = after(EXPLORED, "amend 5 dice 2 because \"misread\"");
    assert_eq!(code, 0, "{output}");
    for (line, expected) in [
        ("amend 4 move nowhere because \"wrong way\"", "There is no area \"nowhere\"."),
        ("amend 4 move 5 because", "`because` needs a reason after it"),
    ] {
        let (code, output, _) = after(EXPLORED, line);
        assert!(code == 1 && output.contains(expected), "{line}: {output}");
    }
}
