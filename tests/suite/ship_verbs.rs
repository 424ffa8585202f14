//! `kaiser ship ...` as typed: lists, comparisons, and a new ship that is created and checked.
use std::{fs, path::Path};

use assert_cmd::Command;
use serde_json::Value;

fn kaiser(place: &Path, arguments: &[&str]) -> (bool, String, String) {
    let mut command = Command::cargo_bin("kaiser").unwrap();
    let output = command.current_dir(place).args(arguments).env_remove("KAISER_DATA").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn json(place: &Path, arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    let (good, out, error) = kaiser(place, &arguments);
    assert!(good, "{error}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn ships_are_listed_by_navy_type_war_date_and_name() {
    let place = tempfile::tempdir().unwrap();
    let ids = |filter: &[&str]| -> Vec<String> {
        let arguments: Vec<&str> = ["ship", "list"].iter().chain(filter).copied().collect();
        let list = json(place.path(), &arguments);
        list.as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
    };
    assert!(2_900 <= ids(&[]).len());
    assert_eq!(ids(&["--navy", "ottoman", "--type", "bc"]), ["yavuz-sultan-selim"]);
    assert_eq!(ids(&["--navy", "Germany", "--type", "BC", "--date", "1914-08-10"]).len(), 4, "with Goeben");
    assert_eq!(ids(&["--navy", "germany", "--type", "BC", "--date", "1914-12-16"]).len(), 4, "Derfflinger for Goeben");
    assert_eq!(ids(&["--name", "askold"]), ["askold"], "one ship of two wars");
    assert_eq!(ids(&["--name", "askold", "--war", "ww1"]), ["askold"]);
    assert_eq!(ids(&["--name", "asahi", "--type", "obb", "--date", "1914-08-04"]), ["asahi"]);
    // By a former id, by the name under another flag, and in plain letters. A list shows both names.
    assert_eq!(ids(&["--name", "asahi-1914"]), ["asahi"]);
    assert_eq!(ids(&["--name", "goeben"]), ["goeben", "yavuz-sultan-selim"]);
    assert_eq!(ids(&["--name", "Goeben", "--navy", "ottoman"]), ["yavuz-sultan-selim"]);
    assert_eq!(ids(&["--name", "orel", "--navy", "japan"]), ["iwami"]);
    assert_eq!(ids(&["--name", "koenig albert"]), ["koenig-albert"]);
    assert_eq!(ids(&["--name", "konig albert"]), ["koenig-albert"]);
    assert_eq!(ids(&["ottoman", "goeben"]), ["yavuz-sultan-selim"]);
    let (_, iwami, _) = kaiser(place.path(), &["ship", "list", "--name", "iwami"]);
    assert!(iwami.contains("Borodino, also Orel"), "{iwami}");
    for (filter, words) in [
        (["--navy", "bolivia"], "The library has no ships of \"bolivia\"."),
        (["--type", "XX"], "not a type of ship"),
        (["--name", "zzz"], "No ship in the library matches that."),
    ] {
        let (good, _, error) = kaiser(place.path(), &["ship", "list", filter[0], filter[1]]);
        assert!(!good && error.contains(words), "{error}");
    }
}

/// Nation, type, year and war in a sentence, with any words between them.
#[test]
fn ships_are_listed_by_a_sentence() {
    let place = tempfile::tempdir().unwrap();
    let list = |words: &str| -> Vec<Value> { json(place.path(), &["ship", "list", words]).as_array().unwrap().clone() };
    let ids = |words: &str| -> Vec<String> {
        list(words).iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
    };
    let same = |left: &str, right: &str| assert_eq!(ids(left), ids(right), "{left} / {right}");
    assert_eq!(
        ids("japanese battleships 1904"),
        ["mikasa", "asahi", "shikishima", "hatsuse", "fuji", "yashima", "chinen"]
    );
    same("japanese battleships 1904", "all the battleships of the Japanese navy in 1904");
    same("german raiders", "germany armed merchant cruisers");
    same("german raiders", "German auxiliary cruisers of the Great War");
    assert!(
        ids("german raiders").contains(&"moewe".to_owned()) && !ids("german raiders").contains(&"emden".to_owned())
    );
    same("russian destroyers", "russia TBD");
    same("british and german battlecruisers 1914-12-16", "german and british battle cruisers 1914-12-16");
    same("forts", "coast batteries");
    same("turkish forts", "ottoman coast batteries");
    same("austro-hungarian dreadnoughts", "the dreadnoughts of austria-hungary");
    assert_eq!(ids("austro-hungarian dreadnoughts").len(), 4);
    assert!(
        ids("dreadnoughts").contains(&"dreadnought".to_owned()) && !ids("dreadnoughts").contains(&"mikasa".to_owned())
    );
    assert!(ids("pre-dreadnoughts").contains(&"mikasa".to_owned()));
    assert!(!ids("cruisers").contains(&"lion".to_owned()) && !ids("cruisers").contains(&"carmania".to_owned()));
    same("american armored cruisers", "usa CA");
    same("russian torpedo boats of the russo-japanese war", "russia TB rjw");
    same("what dreadnoughts did Brazil have?", "brazil dreadnoughts");
    assert_eq!(ids("british battlecruisers lost in 1916"), ["invincible", "indefatigable", "queen-mary"]);
    same("british battlecruisers lost in 1916", "British battlecruisers sunk on 1916-05-31");
    same("british battlecruisers lost in 1916", "british battlecruisers lost");
    assert!(!ids("british battlecruisers 1916-06-01").contains(&"invincible".to_owned()));
    // Every nation with every type: each word must be understood.
    let nations = ["british", "german", "japanese", "russian", "french", "italian", "austrian", "turkish", "american"];
    let types = ["battleships", "cruisers", "destroyers"];
    for (nation, kind) in nations.iter().flat_map(|nation| types.map(|kind| (nation, kind))) {
        let found = list(&format!("the {nation} {kind} of 1914"));
        let navies: std::collections::BTreeSet<&str> =
            found.iter().map(|entry| entry["navy"].as_str().unwrap()).collect();
        assert_eq!(navies.len(), 1, "{nation} {kind}: {navies:?}");
    }
    let refused = |words: &str| kaiser(place.path(), &["ship", "list", words]).2;
    assert!(
        refused("japanese zeppelins 1904").contains("is called or was built as \"zeppelins\""),
        "{}",
        refused("japanese zeppelins 1904")
    );
    for none in ["siamese dreadnoughts", "british battlecruisers lost in 1915"] {
        assert!(refused(none).contains("No ship in the library matches that."), "{none}");
    }
}

#[test]
fn a_ship_shows_sources_disputes_and_its_fate() {
    let place = tempfile::tempdir().unwrap();
    let (_, nelson, _) = kaiser(place.path(), &["ship", "show", "lord-nelson"]);
    for words in
        ["Characteristics of the Lord Nelson class", "Disputed:", "15,358", "Sources:", "second guns", "(estimated)"]
    {
        assert!(nelson.contains(words), "{words}: {nelson}");
    }
    let (_, queen, _) = kaiser(place.path(), &["ship", "show", "queen-mary"]);
    assert!(queen.contains("lost 1916-05-31 (gunfire)"), "{queen}");
    let (_, scott, _) = kaiser(place.path(), &["ship", "show", "scott"]);
    assert!(scott.contains("No source was read for it: every figure is estimated."), "{scott}");
    let before = json(place.path(), &["ship", "show", "lion"]);
    let after = json(place.path(), &["ship", "show", "lion", "--date", "1916-05-31"]);
    let to_hit = |page: &Value| page["card"]["big"]["bands"][0]["to_hit"].as_i64();
    assert_eq!((to_hit(&before), to_hit(&after)), (Some(6), Some(8)), "its director was fitted in between");
    assert!(
        after["figures"].as_array().unwrap().iter().all(|figure| figure["id"].is_string() && figure["how"].is_string())
    );
}

#[test]
fn two_ships_side_by_side_show_the_cause_of_the_difference() {
    let place = tempfile::tempdir().unwrap();
    let (good, text, error) = kaiser(place.path(), &["ship", "diff", "asahi", "retvizan"]);
    assert!(good, "{error}");
    for words in ["* armour", "What makes the difference:", "229 mm of belt", "x2/3 Russian gunnery of 1904"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let value = json(place.path(), &["ship", "diff", "asahi", "retvizan"]);
    let row = |id: &str| value["rows"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone();
    assert_eq!((row("armour")["a"].as_str(), row("armour")["b"].as_str()), (Some("6"), Some("8")));
    assert_eq!(row("power")["same"], true);
    let same = json(place.path(), &["ship", "diff", "asama", "tokiwa"]);
    assert_eq!(same["how"].as_array().map(Vec::len), Some(0), "sisters");
}

/// A dreadnought that was never built.
const DRAFT: [&str; 24] = [
    "ship",
    "new",
    "--name",
    "Großer Bär",
    "--navy",
    "germany",
    "--war",
    "ww1",
    "--type",
    "BB",
    "--displacement",
    "25000",
    "--length",
    "175",
    "--speed",
    "21",
    "--main",
    "12/50x2:3-4-3",
    "--medium",
    "5.9/45x7",
    "--torpedo",
    "5/2/19.7",
    "--armour",
    "KC/330/120/300/60",
];

#[test]
fn a_new_ship_is_written_once_and_passes_the_check() {
    let place = tempfile::tempdir().unwrap();
    let made = json(place.path(), &DRAFT);
    assert_eq!((made["id"].as_str(), made["file"].as_str()), (Some("grosser-baer"), Some("grosser-baer.yaml")));
    // Every letter of a northern name has its place in the id.
    let northern = DRAFT.map(|word| if word == "Großer Bär" { "Ørnen d'Åland" } else { word });
    assert_eq!(json(place.path(), &northern)["id"], "oernen-d-aaland");
    let (good, text, error) = kaiser(place.path(), &["ship", "check", "grosser-baer.yaml"]);
    assert!(good && text.contains("1 ship, no errors."), "{text}{error}");
    let written = fs::read_to_string(place.path().join("grosser-baer.yaml")).unwrap();
    assert!(written.contains("type: BB") && !written.contains("null"), "{written}");
    let (good, _, error) = kaiser(place.path(), &DRAFT);
    assert!(!good && error.contains("exists, and files are never overwritten"), "{error}");
    assert_eq!(fs::read_to_string(place.path().join("grosser-baer.yaml")).unwrap(), written);
    let ships = place.path().join("club/data/ships");
    fs::create_dir_all(&ships).unwrap();
    fs::rename(place.path().join("grosser-baer.yaml"), ships.join("own.yaml")).unwrap();
    let card = json(place.path(), &["--data", "club", "ship", "card", "grosser-b"]);
    assert_eq!(card["mounts_bearing"], serde_json::json!([3, 4, 3]));
    assert_eq!(card["armour"]["gun"], 12);
}

/// A light cruiser that was rearmed, unlike its sister.
const REARMED: &str = "- class: Test
  navy: germany
  type: CL
  ships:
    - {id: testa, name: Testa, completed: 1912-01-01, known_to: class}
    - {id: testb, name: Testb, completed: 1912-05-01, known_to: month}
  completed_until: 1913
  displacement_t: 4500
  length_m: 138
  speed_kn: 27
  light_per_side: [{bore_in: 4.1, calibre: 45, guns: 6}]
  armour: {kind: KC, belt_mm: 60, belt_ends_mm: 18, turret_mm: 0, deck_mm: 40, bulkhead: none}
  read: [light_per_side]
  sources: [a page]
  refits:
    - {from: 1916-05-01, ships: [testb], medium_per_side: [{bore_in: 5.9, calibre: 45, guns: 5}], light_per_side: [], note: Five 15 cm.}
";

#[test]
fn r6_2_4_a_card_includes_the_refits_up_to_its_day() {
    let place = tempfile::tempdir().unwrap();
    let ships = place.path().join("club/data/ships");
    fs::create_dir_all(&ships).unwrap();
    fs::write(ships.join("own.yaml"), REARMED).unwrap();
    let strengths = |ship: &str, day: &str| {
        let card = json(place.path(), &["--data", "club", "ship", "card", ship, "--date", day]);
        ["medium", "light"].map(|battery| card[battery]["strength"].as_str().map(str::to_owned))
    };
    let (before, after) = ([None, Some("9".to_owned())], [Some("17.5".to_owned()), None]);
    assert_eq!(strengths("testb", "1916-04-30"), before);
    assert_eq!(strengths("testb", "1916-05-01"), after);
    assert_eq!(strengths("testa", "1916-05-01"), before);
    let show = |day: &str| kaiser(place.path(), &["--data", "club", "ship", "show", "testb", "--date", day]).1;
    assert!(show("1916-04-30").contains("Refits:\n  1916-05-01  Five 15 cm. (still to come)"));
    let page = show("1916-05-01");
    assert!(page.contains("(by then)") && page.contains("5 x 5.9-in /45  (estimated)"), "{page}");
    for (good, bad, words) in [
        ("ships: [testb]", "ships: [testx]", "there is no ship of the class `testx`"),
        ("  completed_until: 1913\n", "", "the last year is missing"),
        ("until: 1913", "until: 1911", "the first ship is from 1912"),
        (", medium_per_side: [{bore_in: 5.9, calibre: 45, guns: 5}], light_per_side: []", "", "changes nothing"),
        ("guns: 5}", "guns: 5000}", "after this refit: "),
        ("{bore_in: 5.9", "{bore_in: 59", "59 is out of range"),
        (
            "    - {from",
            "    - {from: 1917-01-01, speed_kn: 26, note: worn}\n    - {from",
            "refits must be in order of time",
        ),
    ] {
        assert!(REARMED.contains(good));
        fs::write(place.path().join("own.yaml"), REARMED.replacen(good, bad, 1)).unwrap();
        let (is_good, out, error) = kaiser(place.path(), &["ship", "check", "own.yaml"]);
        assert!(!is_good && error.contains(words), "{words}\n{out}{error}");
    }
}

#[test]
fn a_draft_reports_at_once_what_is_missing_and_what_is_impossible() {
    let place = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        (
            &["ship", "new", "--name", "X"][..],
            "A new ship needs --navy, --war, --type, --displacement, --length, --speed.",
        ),
        (&[&DRAFT[..16], &["--main", "12/50"]].concat(), "\"12/50\" cannot be read"),
        (&[&DRAFT[..16], &["--main", "12/50x2:9-1-9"]].concat(), "No arrangement of turrets bears 9-1-9."),
        (&[&DRAFT[..16], &["--armour", "wood/1/1/1/1"]].concat(), "\"wood\" is not a kind of plate."),
        (&[&DRAFT[..16], &["--read", "masts"]].concat(), "there is no field `masts`"),
    ] {
        let (good, _, error) = kaiser(place.path(), arguments);
        assert!(!good && error.contains(words), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn a_ship_file_gets_every_error_and_every_warning() {
    let place = tempfile::tempdir().unwrap();
    let text = naval_kit::builtin().text("data/ships/germany.yaml").unwrap().to_owned();
    let broken = text.replacen("type: BC", "type: BX", 1).replacen("navy: germany", "navy: garmany", 2);
    fs::write(place.path().join("germany.yaml"), &broken).unwrap();
    let (good, _, error) = kaiser(place.path(), &["ship", "check", "germany.yaml"]);
    assert!(!good && error.contains("unknown word `BX`") && error.contains("nearest: germany"), "{error}");
    let odd = text.replacen("speed_kn: 28.4", "speed_kn: 40", 1);
    // In place of the built-in file it has only its warning. Beside it, under another name, its ids are duplicates.
    fs::write(place.path().join("germany.yaml"), &odd).unwrap();
    let (good, text, error) = kaiser(place.path(), &["ship", "check", "germany.yaml"]);
    assert!(good, "{error}");
    assert!(text.contains("a BC of 40 knots is unusual"), "{text}");
    fs::write(place.path().join("odd.yaml"), &odd).unwrap();
    let (good, _, error) = kaiser(place.path(), &["ship", "check", "odd.yaml"]);
    assert!(!good && error.contains("the ship `brandenburg` is also in data/ships/germany.yaml"), "{error}");
}

/// A field without a page as source is marked as estimated. One that was read in part is marked too.
#[test]
fn estimated_values_are_shown_as_estimated() {
    let place = tempfile::tempdir().unwrap();
    let shown = |ship: &str| kaiser(place.path(), &["ship", "show", ship]).1;
    let line = |text: &str, field: &str| {
        let found = text.lines().find(|line| line.starts_with(&format!("  {field} ")));
        found.unwrap_or_else(|| panic!("{field}: {text}")).to_owned()
    };
    let suffren = shown("suffren");
    assert!(
        line(&suffren, "displacement").ends_with("(estimated)")
            && line(&suffren, "torpedo tubes").ends_with("(estimated)")
    );
    assert!(line(&suffren, "armour").ends_with("(in part estimated)"));
    assert!(!line(&suffren, "length").contains("estimated") && suffren.contains("worked out from deck plans"));
    for record in load::ships(&naval_kit::builtin()).unwrap().iter().step_by(97) {
        let text = shown(record.id.as_str());
        let unread = record.class.sources.is_empty();
        assert_eq!(text.contains("No source was read for it: every figure is estimated."), unread, "{}", record.id);
        assert_eq!(text.contains("Disputed:"), !record.class.disputed.is_empty(), "{}", record.id);
    }
}

#[test]
fn the_table_of_flags_gives_reasons() {
    let place = tempfile::tempdir().unwrap();
    let (_, text, _) = kaiser(place.path(), &["table", "show", "ratings"]);
    assert!(text.contains("High Seas Fleet under Scheer, 1916-01-24 to 1918-11-11"), "{text}");
    let list = json(place.path(), &["table", "list"]);
    assert!(list.as_array().unwrap().iter().any(|entry| entry["id"] == "ratings"));
    let rows = json(place.path(), &["table", "show", "ratings"]);
    assert!(rows.as_array().unwrap().iter().all(|row| row["reasons"].is_string() && row["source"].is_string()));
}
