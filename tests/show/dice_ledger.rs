//! The ledger of dice: its rows, tests and sentences.
use play::Source;
use show::dice_ledger::{DiceGrouping, LedgerDie, dice_ledger};

/// Dice of one row, with this many of each face.
fn dice(group: &str, source: Source, in_force: bool, counts: &[usize]) -> Vec<LedgerDie> {
    let die = |face: usize| LedgerDie {
        group: group.to_owned(),
        sides: counts.len() as u8,
        face: face as u8 + 1,
        source,
        in_force,
    };
    counts.iter().enumerate().flat_map(|(face, count)| std::iter::repeat_n(die(face), *count)).collect()
}

fn text(dice: &[LedgerDie]) -> String {
    let text = dice_ledger(dice, DiceGrouping::Owner).0;
    assert!(text.lines().all(|line| line.chars().count() <= 100 && line.trim_end() == line), "{text}");
    text
}

/// A text in one line.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_row_has_its_dice_mean_and_a_bar_for_each_face() {
    let table = text(&dice("Japan", Source::Typed, true, &[4, 0, 1, 2, 3, 4]));
    assert!(table.contains("owner"), "{table}");
    let row = table.lines().find(|line| line.starts_with("Japan  D6")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["Japan", "D6", "typed", "14", "3.9", "3.5", "█.▂▄▆█"]);
    assert!(!table.contains("back"), "nothing was taken back: {table}");
    assert!(!table.contains("Holm"), "one test needs no correction: {table}");
    let many = text(&dice("Japan", Source::Rolled, true, &[1; 21]));
    assert!(many.lines().any(|line| line.ends_with("11.0  11.0  -")), "{many}");
}

#[test]
fn no_dice_and_one_die_are_not_tested() {
    let (text, value) = dice_ledger(&[], DiceGrouping::Owner);
    assert_eq!((text.as_str(), &value["rows"], &value["tests"]), ("No dice fell.", &serde_json::json!([]), &0.into()));
    let (text, value) = dice_ledger(&dice("Japan", Source::Typed, true, &[0, 1]), DiceGrouping::Owner);
    assert!(text.ends_with("No row has enough dice to test."), "{text}");
    assert_eq!((&value["rows"][0]["dice"], &value["tests"]), (&1.into(), &0.into()));
}

#[test]
fn usual_dice_are_said_to_be_usual_and_rare_ones_to_be_looked_at_again() {
    let usual = squeezed(&text(&dice("Japan", Source::Typed, true, &[5, 5, 6, 5, 4, 5])));
    assert!(usual.contains("Nothing here speaks against the dice."), "{usual}");
    assert!(
        usual.contains(
            "to find, 4 times in 5, a D6 that shows one face twice as often as each other takes 195 dice of one owner."
        ),
        "{usual}"
    );
    let rare = squeezed(&text(&dice("Japan", Source::Typed, true, &[20, 1, 1, 1, 1, 1])));
    assert!(rare.contains("Japan, typed D6: faces: under 1 in 1,000,000, corrected. This is rarer than chance would often bring: throw these dice 195 times and look again."), "{rare}");
    assert!(!rare.contains("Nothing here speaks"), "{rare}");
    let rolled = squeezed(&text(&dice("Japan", Source::Rolled, true, &[20, 1, 1, 1, 1, 1])));
    assert!(rolled.contains("`kaiser verify` compares each of these dice with the seed."), "{rolled}");
    let enough = text(&dice("Japan", Source::Typed, true, &[33, 33, 33, 32, 32, 32]));
    assert!(!enough.contains("So few dice"), "195 dice are enough: {enough}");
    assert!(text(&dice("Japan", Source::Typed, true, &[33, 33, 32, 32, 32, 32])).contains("So few dice"));
}

#[test]
fn typed_dice_that_were_taken_back_are_compared_with_the_others() {
    let (kept, back) = ([1, 2, 5, 8, 9, 9], [12, 6, 2, 0, 0, 0]);
    let both = [dice("Japan", Source::Typed, true, &kept), dice("Japan", Source::Typed, false, &back)].concat();
    let table = text(&both);
    assert!(table.contains("back") && table.contains("Japan, typed D6: taken back against the rest"), "{table}");
    assert!(table.contains("These are 3 tests, so the last column allows for 3 looks (Holm)."), "{table}");
    let value = dice_ledger(&both, DiceGrouping::Owner).1;
    let compared = &value["rows"][0]["tests"][2];
    assert_eq!((&compared["test"], &compared["method"]), (&"taken_back".into(), &"exact".into()));
    assert!(
        compared["p"].as_f64().unwrap() < 1e-6 && compared["p"].as_f64() < compared["corrected"].as_f64(),
        "{compared}"
    );
    // 19 dice are too few, and a rolled die that was taken back shows the same face when rolled again.
    for (source, back) in [(Source::Typed, [12, 6, 1, 0, 0, 0]), (Source::Rolled, [12, 6, 2, 0, 0, 0])] {
        let both = [dice("Japan", source, true, &kept), dice("Japan", source, false, &back)].concat();
        assert!(!text(&both).contains("taken back against"), "{source:?}");
    }
}

#[test]
fn rows_of_one_group_stand_together_and_each_kind_shows_how_many_dice_it_needs() {
    let all = [
        dice("the table", Source::Rolled, true, &[1; 10]),
        dice("Japan", Source::Typed, true, &[2; 20]),
        dice("the table", Source::Rolled, true, &[1; 6]),
        dice("Russia", Source::Typed, true, &[1; 20]),
    ]
    .concat();
    let (text, value) = dice_ledger(&all, DiceGrouping::Purpose);
    let groups: Vec<&str> =
        value["rows"].as_array().unwrap().iter().map(|row| row["group"].as_str().unwrap()).collect();
    assert_eq!(groups, ["the table", "the table", "Japan", "Russia"]);
    assert!(squeezed(&text).contains("takes 723 dice for one purpose, a D10 325, a D6 195."), "{text}");
    assert_eq!(value["needed"][0], serde_json::json!({ "sides": 20, "dice": 723 }));
}
