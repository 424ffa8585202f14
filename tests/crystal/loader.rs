//! Scenario files: the shipped ones are valid, and every error of a broken one is reported at once with its line.
use std::fs;

use crystal::{AreaId, Troops};
use load::{self, DataErrors};

fn text(name: &str) -> String {
    fs::read_to_string(kit::root().join(format!("data/crystal/{name}.yaml"))).unwrap()
}

fn campaign_errors(text: &str) -> DataErrors {
    load::campaign_text("own.yaml", text).unwrap_err()
}

/// Changes one thing in aidlon, and checks the reported error.
fn check(from: &str, to: &str, what: &str, near: Option<&str>) {
    let aidlon = text("aidlon");
    assert!(aidlon.contains(from), "{from}");
    let errors = campaign_errors(&aidlon.replacen(from, to, 1));
    let found = errors.0.iter().find(|error| error.what.contains(what));
    let found = found.unwrap_or_else(|| panic!("{what}: {errors}"));
    assert!(found.line.is_some(), "{found}");
    if let Some(near) = near {
        assert_eq!(found.nearest.as_deref(), Some(near), "{found}");
    }
}

/// Changes one thing in aidlon, and checks that no error is reported.
fn assert_valid(from: &str, to: &str) {
    let aidlon = text("aidlon");
    assert!(aidlon.contains(from), "{from}");
    if let Err(errors) = load::campaign_text("own.yaml", &aidlon.replacen(from, to, 1)) {
        panic!("{to}: {errors}");
    }
}

#[test]
fn every_shipped_campaign_is_valid_and_has_an_introduction_and_a_map() {
    let names = load::campaign_names(&naval_kit::builtin());
    assert_eq!(names, ["aidlon", "amber-coast", "drowned-isle", "two-crowns"]);
    for name in names {
        let scenario = load::campaign(&naval_kit::builtin(), &name).unwrap();
        assert_eq!(scenario.id, name);
        assert!(scenario.introduction.lines().count() >= 3, "{name}");
        assert!(!scenario.source.is_empty(), "{name}");
        assert_eq!((scenario.events.len(), scenario.exploration.len()), (11, 6));
        assert_eq!((scenario.enemy_spells.len(), scenario.evoke.len()), (6, 6));
        let distance = |here: (f64, f64), other: (f64, f64)| (here.0 - other.0).hypot(here.1 - other.1);
        for (index, area) in scenario.areas.iter().enumerate() {
            let near = scenario.areas[index + 1..].iter().map(|other| distance(area.at, other.at)).fold(99.0, f64::min);
            assert!(near > 8.0, "{name}: {} is drawn too close to another", area.name);
        }
    }
}

#[test]
fn sc_21_aidlon_has_the_facts_of_the_document() {
    let aidlon = load::campaign(&naval_kit::builtin(), "aidlon").unwrap();
    let area = |id| aidlon.area(id).unwrap();
    assert_eq!((area(1).name.as_str(), area(24).name.as_str()), ("Kherasa", "Hishimur"));
    assert_eq!(area(10).troops.to_string(), "(3MO/Giant Worm:9)");
    assert_eq!(area(20).troops.to_string(), "(3MO/Giant of Flesh:8)");
    assert_eq!(aidlon.start.army.to_string(), "2SK 3BD SP HC LC");
    assert_eq!((aidlon.start.treasure, aidlon.start.resources, &aidlon.start.owned[..]), (0, 5, &[1][..]));
    assert_eq!((aidlon.enemies[0].name.as_str(), aidlon.enemies[0].capital), ("Xytyan", 24));
    assert_eq!(aidlon.victory.control, [24]);
}

#[test]
fn sc_18_troops_are_read_as_they_are_written() {
    for text in ["2SK 3BD SP HC LC", "(MO/Marsh Troll:8)", "LI 2MO/Harpies:3", "2SP (MO/Ogre:6)", "BD 2SP WZ", ""] {
        assert_eq!(Troops::read(text).unwrap().to_string(), text);
    }
    assert_eq!(Troops::read("(2BD 3MO/Orcs:2) LI").unwrap().to_string(), "(2BD) (3MO/Orcs:2) LI");
    for (text, what) in [
        ("2XX", "\"2XX\" is not a unit"),
        ("0BD", "needs a count"),
        ("(BD", "not closed"),
        ("BD)", "none is open"),
        ("((BD))", "inside another"),
        ("MO/Orcs", "is not a monster"),
        ("MO/:3", "is not a monster"),
        ("MO", "is not a unit"),
        ("300BD", "needs a count"),
    ] {
        let error = Troops::read(text).unwrap_err();
        assert!(error.what.contains(what), "{text}: {error}");
        assert!(error.hint.is_some());
    }
}

#[test]
fn sc_18_a_list_of_troops_reports_all_its_errors() {
    let all = |text: &str| -> Vec<String> {
        Troops::read_all(text).unwrap_err().into_iter().map(|error| error.what).collect()
    };
    assert_eq!(
        all("200LI 2XX (MO/Otter King:0 3YY 200LI"),
        [
            "\"2XX\" is not a unit",
            "\"MO/Otter King:0\" has no combat factor from 1 to 255 after its colon",
            "\"3YY\" is not a unit",
            "400 LI in all are too many",
            "a parenthesis is not closed",
        ]
    );
    assert_eq!(all("MO/Otter King 2BD"), ["\"MO/Otter King\" is not a monster: type name, colon, combat factor"]);
    assert_eq!(all("200MO/Orcs:2 (56MO/Orcs:2)"), ["256 MO/Orcs:2 in all are too many"]);
    assert_eq!(Troops::read("MO/Giant Worm:9, 2BD").unwrap().to_string(), "MO/Giant Worm:9 2BD");
}

#[test]
fn a_misspelt_terrain_is_one_error_and_a_doubled_face_has_its_line() {
    let first_error = |from: &str, to: &str| {
        let aidlon = text("aidlon");
        assert!(aidlon.contains(from), "{from}");
        let DataErrors(errors) = campaign_errors(&aidlon.replacen(from, to, 1));
        assert_eq!(errors.len(), 1, "{}", DataErrors(errors));
        errors[0].clone()
    };
    // Area 2 is one of only two ways out of the base, and the base itself the way to all.
    assert!(first_error("Aidlon Shore, terrain: clear", "Aidlon Shore, terrain: cleer").what.contains("cleer"));
    assert!(first_error("Kherasa, terrain: clear", "Kherasa, terrain: cleer").what.contains("cleer"));
    let seven = "  7: {text: \"quiet\", effect: none}\n";
    let doubled = first_error(seven, &seven.repeat(2));
    assert!(doubled.what.contains("the key `7` appears twice"), "{doubled}");
    let line = text("aidlon").lines().position(|line| line.starts_with("  7:")).unwrap() + 2;
    assert_eq!(doubled.line, Some(line), "{doubled}");
}

#[test]
fn hosts_too_large_to_count_are_an_error() {
    check("\"2CH\"", "\"200LI 200LI\"", "400 LI in all are too many", None);
    check("\"2CH\"", "\"250LI\"", "together have 258 LI", None);
    // With the eight of the other areas, 256 are one too many, and 255 are not.
    check("\"2CH\"", "\"248LI\"", "together have 256 LI", None);
    assert_valid("\"2CH\"", "\"247LI\"");
}

#[test]
fn sc_8_max_too_large_to_count_is_an_error() {
    // The areas have five SK: at Kherasa, on the shore, two in the pines and in the fen.
    let army = |slingers: u32| format!("army: \"{slingers}SK 3BD 1SP 1HC 1LC\"");
    let from = "army: \"2SK 3BD 1SP 1HC 1LC\"";
    let others = 5;
    check(from, &army(256 - others), "the army and the areas together have 256 SK", None);
    assert_valid(from, &army(255 - others));
}

#[test]
fn one_error_at_a_time_with_its_line_and_the_nearest_valid_value() {
    check("adj: [2, 5], at", "adj: [2], at", "the border from 5 to 1 leads only one way", None);
    check("adj: [20, 23]", "adj: [20, 23, 99]", "there is no area 99", Some("24"));
    check("troops: \"2CH\"", "troops: \"2CX\"", "\"2CX\" is not a unit", Some("CH"));
    check("terrain: marsh", "terrain: mash", "unknown word `mash`", Some("marsh"));
    check("id: 2, name", "id: 1, name", "the area `1` appears twice", None);
    check("base: 1", "base: 31", "there is no area 31", Some("24"));
    check("capital: 24", "capital: 0", "there is no area 0", Some("1"));
    check("effect: mp +1", "effect: mb +1", "\"mb +1\" is not an effect", None);
    check("effect: lose_unit 1", "effect: loose_unit 1", "is not an effect", Some("lose_unit 1"));
    check("  7: {text: \"quiet\", effect: none}\n", "", "result 7 is missing", None);
    check("victory: {control: 24", "victory: {control: 1", "the player owns that area from the start", None);
    check("turn_limit: 40", "turn_limit: 0", "0 turns", None);
    check(
        "army: \"2SK 3BD 1SP 1HC 1LC\"",
        "army: \"MO/Orcs:2\"",
        "the player cannot have monsters or units in parentheses",
        None,
    );
    check("spell: weakness", "spell: weekness", "unknown word `weekness`", Some("weakness"));
    check("gp: 5", "gold: 5", "unknown key `gold`", None);
}

#[test]
fn every_error_is_reported_at_once() {
    let broken = text("aidlon")
        .replacen("adj: [17, 18, 22]", "adj: []", 1)
        .replacen("troops: \"2CH\"", "troops: \"2CX\"", 1)
        .replacen("  1: {text: \"the reports were right\", effect: none}\n", "", 1)
        .replacen("gp: 8", "gp: -8", 1);
    let errors = campaign_errors(&broken).to_string();
    for what in [
        "the border from 17 to 21",
        "the border from 22 to 21",
        "area 21 cannot be reached",
        "2CX",
        "result 1 is missing",
        "-8",
    ] {
        assert!(errors.contains(what), "{what}:\n{errors}");
    }
}

#[test]
fn a_file_without_places_is_laid_out_reproducibly() {
    let own = text("two-crowns");
    let bare: Vec<String> = own
        .lines()
        .map(|line| {
            line.split(", at: [").next().map_or_else(String::new, |start| {
                if line.contains(", at: [") { format!("{start}}}") } else { start.to_owned() }
            })
        })
        .collect();
    let read = || load::campaign_text("own.yaml", &bare.join("\n")).unwrap();
    let (left, right) = (read(), read());
    assert_eq!(left, right);
    for area in &left.areas {
        assert!((0.0..=100.0).contains(&area.at.0) && (0.0..=100.0).contains(&area.at.1), "{}", area.name);
    }
}

/// Half of a card on the map, in hundredths of the frame.
const CARD: (f64, f64) = (8.2, 5.4);

#[test]
fn no_card_of_a_shipped_map_hides_another_or_a_border() {
    for name in load::campaign_names(&naval_kit::builtin()) {
        let scenario = load::campaign(&naval_kit::builtin(), &name).unwrap();
        let places: Vec<(AreaId, (f64, f64))> = scenario.areas.iter().map(|area| (area.id, area.at)).collect();
        let place = |id: AreaId| places.iter().find(|(area, _)| *area == id).unwrap().1;
        let covers = |card: (f64, f64), point: (f64, f64), wider: f64| {
            (card.0 - point.0).abs() < CARD.0 * wider && (card.1 - point.1).abs() < CARD.1 * wider
        };
        for (index, (area, here)) in places.iter().enumerate() {
            for (other, there) in &places[index + 1..] {
                assert!(!covers(*here, *there, 2.0), "{name}: the cards of {area} and {other} overlap");
            }
        }
        for area in &scenario.areas {
            for other in &area.adj {
                let (from, to) = (place(area.id), place(*other));
                for (id, card) in places.iter().filter(|(id, _)| *id != area.id && id != other) {
                    let hidden = (1..40).any(|step| {
                        let share = f64::from(step) / 40.0;
                        covers(*card, (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share), 1.0)
                    });
                    assert!(!hidden, "{name}: the border from {} to {other} runs behind {id}", area.id);
                }
            }
        }
    }
}

#[test]
fn starting_gold_has_its_bounds() {
    let path = kit::root().join("data/crystal/aidlon.yaml");
    let text = fs::read_to_string(path).unwrap();
    let rich = text.replacen("treasure: 0,", "treasure: 4294967295,", 1);
    assert_ne!(text, rich);
    let errors = campaign_errors(&rich).to_string();
    assert!(errors.contains("too much gold at the start") && errors.contains("0 to 100000"), "{errors}");
    check("treasure: 0,", "treasure: 100001,", "too much gold at the start", Some("100000"));
    assert_valid("treasure: 0,", "treasure: 100000,");
}

#[test]
fn sc_4_resources_are_the_income_of_the_owned_areas() {
    for wrong in ["resources: 6, owned: [1]", "resources: 4, owned: [1]", "resources: 0, owned: [1]"] {
        check("resources: 5, owned: [1]", wrong, "the areas owned at the start have 5 GP", Some("5"));
    }
    check(
        "resources: 5, owned: [1]",
        "resources: 5, owned: [1, 2]",
        "the areas owned at the start have 7 GP",
        Some("7"),
    );
    // The base is owned whether the list names it or not.
    assert_valid("resources: 5, owned: [1]", "resources: 7, owned: [2]");
    assert_valid("resources: 5, owned: [1]", "resources: 7, owned: [1, 2]");
}

#[test]
fn sc_3_owned_areas_exist_and_belong_to_one_side_only() {
    // Hishimur, the last area, is the enemy's: it cannot be the player's as well.
    check("owned: [1], wizard", "owned: [1, 25], wizard", "there is no area 25", Some("24"));
    check("owned: [1], wizard", "owned: [1, 24], wizard", "area 24 is the player's", None);
    check("capital: 24, owned: [24", "capital: 24, owned: [1, 24", "area 1 is the player's", None);
    check("capital: 24, owned: [24", "capital: 24, owned: [25, 24", "there is no area 25", Some("24"));
    assert_valid("capital: 24, owned: [24", "capital: 24, owned: [23, 24");
}
