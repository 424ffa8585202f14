//! Exact odds: against the independent figures, and against every combination of dice.
use naval::{Command, Fact, Naval, NavalEvent, Segment};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use play::odds::{Chance, Distribution, explore, wilson_interval};
use play::{self, Script};
use proptest::prelude::*;

use naval_kit::fixture::*;

fn hits(events: &[NavalEvent]) -> (u16, u16, u16) {
    let salvo =
        events.iter().find_map(|event| if let Fact::SalvoFired(salvo) = &event.fact { Some(salvo) } else { None });
    salvo.map_or((0, 0, 0), |salvo| (salvo.on_successes, salvo.strikes, salvo.penetrating))
}

fn battle(mounts: usize, to_hit: i32, size: i32, power: i32, armour: i32) -> Battle {
    let mut setup = duel();
    let mut firer = (*setup.ships[0].card).clone();
    let big = firer.big.as_mut().unwrap();
    big.power = power;
    big.bands[1].to_hit = to_hit;
    big.mounts = (0..mounts).map(|index| mount(&format!("m{index}"), &[naval::model::FiringArc::Port])).collect();
    setup.ships[0].card = std::sync::Arc::new(firer);
    let mut target = (*setup.ships[1].card).clone();
    target.size.gun = size;
    target.armour.gun = armour;
    setup.ships[1].card = std::sync::Arc::new(target);
    let mut battle = Battle::at(&setup, Segment::Gunfire);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle
}

fn fire() -> Command {
    Command::Fire { units: vec!["asahi".into()], apart: false }
}

fn odds(battle: &Battle) -> Distribution<(u16, u16, u16)> {
    explore::<Naval, _>(&battle.state, &fire(), hits).unwrap()
}

#[test]
fn asahi_at_retvizan_is_a_known_fraction() {
    let odds = odds(&battle(2, 7, 11, 18, 8));
    let penetrating = |n| odds.chance(|(_, _, hits)| *hits == n).to_string();
    assert_eq!([penetrating(0), penetrating(1), penetrating(2)], ["522729/640000", "55671/320000", "5929/640000"]);
    assert_eq!(odds.chance(|(_, strikes, _)| *strikes == 1).to_string(), "24871/80000");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn odds_agree_with_every_die((mounts, to_hit, size) in prop_oneof![(Just(1_usize), -2_i32..=22, 1_i32..=21), (Just(2_usize), -2_i32..=2, 1_i32..=4)], power in 5_i32..=25, armour in 0_i32..=12) {
        let battle = battle(mounts, to_hit, size, power, armour);
        let odds = odds(&battle);
        prop_assert!(odds.chance(|_| true).is_one());
        let mut counted: Vec<((u16, u16, u16), Chance)> = Vec::new();
        every_face(&battle, &mut Vec::new(), &Chance::one(), &mut counted);
        prop_assert_eq!(counted.len(), odds.outcomes().count());
        for (key, chance) in counted {
            prop_assert_eq!(odds.chance(|known| *known == key), chance);
        }
    }
}

/// Enumerates every result of every die, one die at a time, without pools. The only weight is 1 in 20.
fn every_face(battle: &Battle, faces: &mut Vec<u8>, chance: &Chance, counted: &mut Vec<((u16, u16, u16), Chance)>) {
    let mut dice = Script::typed(faces.iter().copied());
    match play::decide::<Naval>(&battle.state, &fire(), &mut dice) {
        Ok(events) => {
            let key = hits(&events);
            match counted.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sum)) => *sum += chance,
                None => counted.push((key, chance.clone())),
            }
        }
        Err(play::NotDecided::NeedsRoll { .. }) => {
            let share = chance / BigUint::from(20_u8);
            for face in 1..=20 {
                faces.push(face);
                every_face(battle, faces, &share, counted);
                faces.pop();
            }
        }
        Err(halt) => panic!("{halt:?}"),
    }
}

#[test]
fn means_are_exact() {
    let odds = odds(&battle(2, 10, 19, 30, 1));
    let mean = odds.mean(|(on, _, _)| u32::from(*on)).to_f64().unwrap();
    assert!((mean - 1.0).abs() < 1e-12);
    assert!(odds.chance(|(on, _, _)| *on > 2).is_zero());
}

/// `kaiser odds ...` with these words, as JSON.
fn program(words: &[String]) -> serde_json::Value {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_kaiser"))
        .arg("odds")
        .args(words)
        .arg("--json")
        .output()
        .unwrap();
    assert!(run.status.success(), "{words:?}: {}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// `[{"n":0,"p":"1/2"}, ...]` as the fractions alone.
fn fractions(list: &serde_json::Value) -> Vec<String> {
    let list = list.as_array().unwrap();
    assert!(list.iter().enumerate().all(|(n, entry)| entry["n"] == n));
    list.iter().map(|entry| entry["p"].as_str().unwrap().to_owned()).collect()
}

fn figures() -> serde_json::Value {
    serde_json::from_str(include_str!("../figures/odds.json")).unwrap()
}

fn strings(list: &serde_json::Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_program_gives_the_independent_figures_for_guns() {
    let figures = figures();
    let rows = figures["big_guns"].as_array().unwrap();
    assert_eq!(rows.len(), 10);
    for row in rows {
        let line = format!(
            "guns --dice {} --hit {} --size {} --power {} --armour 8",
            row["dice"],
            row["to_hit"],
            row["size"],
            row["penetration_minus_armour"].as_i64().unwrap() + 8
        );
        let answer = program(&words(&line));
        assert_eq!(fractions(&answer["strikes"]), strings(&row["strikes"]), "{line}");
        assert_eq!(fractions(&answer["hits"]), strings(&row["penetrating_hits_default_Q13"]), "{line}");
    }
}

#[test]
fn the_program_gives_the_independent_figures_for_batteries() {
    let figures = figures();
    let rows = figures["odds_method"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    for row in rows {
        for (dice, key) in [("", "d10_hits"), ("--d100", "d100_hits")] {
            let line =
                format!("battery --strength {} --defence {} {dice}", row["strength"], row["defence"]).replace('"', "");
            let answer = fractions(&program(&words(&line))["hits"]);
            let known = row[key].as_object().unwrap();
            for (n, chance) in answer.iter().enumerate() {
                let expected = known.get(&n.to_string()).map_or("0/1", |chance| chance.as_str().unwrap());
                assert_eq!(chance, expected, "{line}, {n} hits");
            }
            assert!(known.keys().all(|n| n.parse::<usize>().unwrap() < answer.len()), "{line}");
        }
    }
}

#[test]
fn r8_5_2_the_program_gives_the_independent_figures_for_fires() {
    let figures = figures();
    let rows = figures["fires"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let answer = program(&words(&format!("fires --burning {}", row["fires"])));
        assert_eq!(answer["abandoned"], row["abandoned"]);
        let fraction = |text: &serde_json::Value| text.as_str().unwrap().parse::<num_rational::BigRational>().unwrap();
        assert!((fraction(&answer["abandoned"]) + fraction(&answer["out"])).is_one());
    }
}

#[test]
fn r6_5_1_5_armour_is_read_as_the_card_prints_it() {
    let odds = |armour: &str| {
        program(&words(&format!("guns --dice 2 --hit 7 --size 11 --power 18 --armour {armour}")))["hits"].clone()
    };
    assert_eq!(odds("-8"), odds("8"));
    assert_ne!(odds("-8"), odds("7"));
    assert_eq!(odds("-0"), odds("0"));
}

#[test]
fn odds_refuse_numbers_that_no_card_has() {
    let refused = |line: &str| {
        let run = assert_cmd::Command::cargo_bin("kaiser").unwrap().arg("odds").args(words(line)).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{line}");
        String::from_utf8(run.stderr).unwrap()
    };
    for (line, option) in [
        ("guns --dice -1 --hit 7 --size 11 --power 18", "--dice"),
        ("guns --dice 41 --hit 7 --size 11 --power 18", "--dice"),
        ("guns --dice 2 --hit 101 --size 11 --power 18", "--hit"),
        ("guns --dice 2 --hit 7 --size 0 --power 18", "--size"),
        ("guns --dice 2 --hit 7 --size -11 --power 18", "--size"),
        ("guns --dice 2 --hit 7 --size 11 --power 101", "--power"),
        ("guns --dice 2 --hit 7 --size 11 --power 18 --armour -61", "--armour"),
        ("guns --dice 2 --hit 7 --size 11 --power -18 --armour 8", "--power"),
        ("guns --dice 2 --hit 7 --size 11 --power 18 --armour 229mm", "--armour"),
        ("battery --strength -3 --defence 4", "--strength"),
        ("battery --strength 24/24 --defence 4", "--strength 24,"),
        ("battery --strength 24/20 --defence 4", "--strength 24,"),
        ("battery --strength 86 --defence 0", "--defence"),
        ("battery --strength 86 --defence -4", "--defence"),
        ("battery --strength 86 --defence 100001", "--defence"),
        ("fires --burning -1", "--burning"),
        ("fires --burning 5", "--burning"),
        ("fires --burning 2 --number 0", "--number"),
        ("fires --burning 2 --number -2", "--number"),
        ("fires --burning 2 --number 9", "--number"),
    ] {
        let text = refused(line);
        assert!(text.contains(option) && !text.contains("unexpected argument"), "{line}: {text}");
    }
    // The last numbers that are read.
    for line in ["guns --dice 40 --hit 100 --size 40 --power 100 --armour 60", "fires --burning 4 --number 8"] {
        program(&words(line));
    }
}

#[test]
fn a_strength_over_the_limit_is_named_with_the_limit_and_the_reason() {
    let odds = |strength: &str| {
        let mut kaiser = assert_cmd::Command::cargo_bin("kaiser").unwrap();
        kaiser.args(["odds", "battery", "--strength", strength, "--defence", "100000"]).output().unwrap()
    };
    assert!(odds("100000").status.success());
    let refused = odds("100001");
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8(refused.stderr).unwrap();
    for part in ["--strength 100001", "limit of 100000", "a line for every sure hit", "[6.5.3]", "hint:"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A card writes `39.5` for one side and `28/28` for both, so that neither is read as a fraction by mistake.
#[test]
fn a_strength_with_a_decimal_in_a_fraction_is_refused_with_both_readings() {
    let odds = |strength: &str| {
        let mut kaiser = assert_cmd::Command::cargo_bin("kaiser").unwrap();
        kaiser.args(["odds", "battery", "--strength", strength, "--defence", "4"]).output().unwrap()
    };
    for (strength, hint) in [
        ("39.5/2", "hint:  --strength 39.5, or 19.75 if it is divided"),
        ("39.5/39.5", "hint:  --strength 39.5, or 1 if it is divided"),
        // Text that is not a number gets no suggested figure, and no suggestion invents one.
        ("39.5/0", "hint:  a decimal or a fraction, such as 39.5 or 79/2"),
        ("1/0", "hint:  a decimal or a fraction, such as 39.5 or 79/2"),
        ("12.5.5", "hint:  a decimal or a fraction, such as 39.5 or 79/2"),
        ("many", "hint:  a decimal or a fraction, such as 39.5 or 79/2"),
        ("12 1/2", "hint:  --strength 12.5"),
        ("12 1/3", "hint:  --strength 37/3"),
    ] {
        let refused = odds(strength);
        assert_eq!(refused.status.code(), Some(2), "{strength}");
        let text = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(text.matches("error:").count(), 1, "{text}");
        assert!(text.contains(&format!("--strength \"{strength}\" is not a number")), "{text}");
        assert!(text.lines().any(|line| line == hint), "{text}");
    }
    // A decimal alone and a fraction of whole numbers are strengths.
    assert!(odds("39.5").status.success() && odds("79/2").status.success());
}

#[test]
fn wilsons_interval_is_that_of_the_tables() {
    let close = |(low, high): (f64, f64), (want_low, want_high): (f64, f64)| {
        assert!((low - want_low).abs() < 5e-5 && (high - want_high).abs() < 5e-5, "{low} {high}");
    };
    close(wilson_interval(0.5, 10.0), (0.2366, 0.7634));
    close(wilson_interval(1.0, 100.0), (0.9630, 1.0));
    close(wilson_interval(0.9, 100.0), (0.8256, 0.9448));
}
