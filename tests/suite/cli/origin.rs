//! `verify` and the setup: as built in, or with the keys that differ.
use serde_json::{Value, json};

use super::{
    Run, Workspace,
    forged::{FILE, forged, objects, with_checksums},
};

/// The text about the setup, without the name of the line.
#[track_caller]
fn setup_report(run: &Run) -> String {
    let line = run.out.lines().find_map(|line| line.trim_start().strip_prefix("set-up:"));
    line.unwrap_or_else(|| panic!("no setup in:\n{}\n{}", run.out, run.err)).trim().to_owned()
}

/// The report for a journal whose setup was forged, with a recomputed chain.
#[track_caller]
fn report_after(table: &Workspace, file: &str, forge: impl FnOnce(&mut Value)) -> String {
    setup_report(&forged(table, file, |lines| forge(&mut lines[0]["setup"])).assert_success())
}

#[test]
fn a_changed_setup_is_reported_by_its_keys() {
    let table = Workspace::new();
    table.drill("note \"x\"\n").assert_success();
    let run = table.run(&["verify", FILE], "").assert_success();
    assert_eq!(setup_report(&run), "as built in");
    let differs = |keys: &str| format!("not as built in: {keys} (this may be intended)");
    let set_on_cards = |setup: &mut Value, key: &str| {
        setup["ships"].as_array_mut().unwrap().iter_mut().for_each(|ship| ship["card"][key] = json!(1));
    };
    assert_eq!(
        report_after(&table, FILE, |setup| set_on_cards(setup, "flotation")),
        differs("ships.asahi.flotation, ships.retvizan.flotation")
    );
    assert_eq!(report_after(&table, FILE, |setup| setup["decide"] = json!([])), differs("decide"));
    assert_eq!(
        report_after(&table, FILE, |setup| setup["without_points"] = json!(["asahi"])),
        differs("without_points")
    );
    let d100 =
        |setup: &mut Value| setup["options"]["d100"] = json!(!setup["options"]["d100"].as_bool().unwrap_or(false));
    assert_eq!(report_after(&table, FILE, d100), "as built in, with d100=true", "a battle may begin with any switch");
    let band = |setup: &mut Value| setup["ships"][1]["card"]["big"]["bands"][0]["to_hit"] = json!(20);
    assert_eq!(report_after(&table, FILE, band), differs("ships.retvizan.big.bands.1.to_hit"));
    let reversed = |setup: &mut Value| setup["ships"].as_array_mut().unwrap().reverse();
    assert_eq!(report_after(&table, FILE, reversed), differs("ships"), "the same ships in another order");
    let json = {
        let mut lines = objects(&table.read(FILE));
        set_on_cards(&mut lines[0]["setup"], "defence");
        table.write("defence.kaiser", &with_checksums(lines));
        table.run(&["verify", "--json", "defence.kaiser"], "").assert_success().one_json()
    };
    assert_eq!(json["setup"]["differs"], json!(["ships.asahi.defence", "ships.retvizan.defence"]));
    assert_eq!(json["setup"]["data"], json["setup"]["by"]);
    assert_eq!(table.run(&["verify", "--json", FILE], "").assert_success().one_json()["setup"]["differs"], json!([]));
}

#[test]
fn ten_of_many_keys_are_named_and_all_are_counted() {
    let table = Workspace::new();
    table.drill("note \"x\"\n").assert_success();
    let report_with_changes = |count: usize| {
        report_after(&table, FILE, |setup| {
            let card = setup["ships"][0]["card"].as_object_mut().unwrap();
            let bands = card["big"]["bands"].as_array().unwrap().len();
            assert!(4 <= bands, "{bands}");
            for band in 0..4 {
                let band = &mut card["big"]["bands"][band];
                band["to_hit"] = json!(band["to_hit"].as_u64().unwrap() + 1);
            }
            for key in ["flotation", "defence", "flash"] {
                card[key] = json!(card[key].as_u64().unwrap() + 1);
            }
            for key in ["gun", "torpedo"] {
                card["size"][key] = json!(card["size"][key].as_u64().unwrap() + 1);
            }
            card["armour"]["gun"] = json!(1);
            if count == 11 {
                card["armour"]["torpedo"] = json!(1);
            }
        })
    };
    let ten = report_with_changes(10);
    assert!(!ten.contains("more") && ten.matches("ships.asahi.").count() == 10, "{ten}");
    let eleven = report_with_changes(11);
    assert!(
        eleven.contains(" and 1 more (this may be intended)") && eleven.matches("ships.asahi.").count() == 10,
        "{eleven}"
    );
}

#[test]
fn a_setup_of_other_data_is_compared_but_not_one_of_another_name() {
    let table = Workspace::new();
    table.drill("note \"x\"\n").assert_success();
    let edition = table.run(&["verify", "--json", FILE], "").assert_success().one_json()["setup"]["by"]
        .as_str()
        .unwrap()
        .to_owned();
    let run = forged(&table, FILE, |lines| {
        lines[0]["data"] = json!("deadbeef");
        lines[0]["setup"]["decide"] = json!([]);
    })
    .assert_success();
    let text = format!("decide (this may be intended) (written with data deadbeef, but this program has {edition})");
    assert!(setup_report(&run).ends_with(&text), "{}", setup_report(&run));
    let own = report_after(&table, FILE, |setup| setup["scenario"] = json!("our-own"));
    assert_eq!(own, "this program has no scenario \"our-own\", so it was not compared");
    let nearly = report_after(&table, FILE, |setup| setup["scenario"] = json!("asahi-retvizam"));
    assert!(nearly.ends_with("it was not compared"), "{nearly}");
}

#[test]
fn a_measured_battle_is_as_built_in() {
    let table = Workspace::new();
    table.run(&["play", "drill-two-lines", "--seed", "1", "-o", "tracked.kaiser"], "note x\n").assert_success();
    table
        .run(&["play", "drill-two-lines", "--seed", "1", "--measured", "-o", "by-hand.kaiser"], "note x\n")
        .assert_success();
    assert_eq!(setup_report(&table.run(&["verify", "tracked.kaiser"], "").assert_success()), "as built in");
    assert_eq!(
        setup_report(&table.run(&["verify", "by-hand.kaiser"], "").assert_success()),
        "as built in, with --measured"
    );
    // Removing the position of one division does not make it a measured game.
    let edited = report_after(&table, "tracked.kaiser", |setup| {
        setup["divisions"][0].as_object_mut().unwrap().remove("at");
    });
    assert_eq!(edited, "not as built in: divisions.1st.at (this may be intended)");
}

#[test]
fn r10_1_a_generated_battle_is_generated_again() {
    let table = Workspace::new();
    let how = ["scenario", "generate", "--seed", "5", "--size", "small", "--approach", "japan=18@225", "-o", "m.yaml"];
    table.run(&how, "").assert_success();
    table.run(&["play", "m.yaml", "--seed", "1", "-o", "m.kaiser"], "note x\n").assert_success();
    let honest = setup_report(&table.run(&["verify", "m.kaiser"], "").assert_success());
    assert!(
        honest.starts_with("as `kaiser scenario generate --theatre yellow-sea ") && honest.ends_with("generates it"),
        "{honest}"
    );
    let forged = |change: &dyn Fn(&mut Value)| report_after(&table, "m.kaiser", change);
    let ship = forged(&|setup| setup["ships"][0]["card"]["flotation"] = json!(99));
    assert!(ship.starts_with("not as `kaiser scenario generate ") && ship.contains(".flotation (this may"), "{ship}");
    let source = |from: &'static str, to: &'static str| {
        forged(&|setup: &mut Value| {
            let edited = setup["sources"][0].as_str().unwrap().replace(from, to);
            setup["sources"][0] = json!(edited);
        })
    };
    // Another seed gives another battle. Typed dice and typed answers cannot be repeated.
    assert!(source("--seed 5", "--seed 6").starts_with("not as "));
    for to in ["--dice ask", "--seed 5 --ask", "--seed x", ""] {
        assert!(source("--seed 5", to).ends_with("in a way that cannot be repeated, so it was not compared"), "{to}");
    }
    assert!(source(", data ", ", data 0").contains("was generated with data edition 0"));
    assert!(source("house: kaiser", "kaiser").contains("this program has no scenario"));
}

#[test]
fn the_options_of_the_other_games_are_reported() {
    let table = Workspace::new();
    let chosen = |game: &[&str], lines: &str| {
        let _none_yet = std::fs::remove_file(table.path("g.kaiser"));
        table.run(&[game, &["--seed", "1", "-o", "g.kaiser"]].concat(), lines).assert_success();
        setup_report(&table.run(&["verify", "g.kaiser"], "").assert_success())
    };
    for game in ["tafl", "acre", "coal-steel", "crystal"] {
        assert_eq!(chosen(&[game], ""), "as built in", "{game}");
    }
    assert_eq!(chosen(&["tafl", "--rules", "first=black"], ""), "as built in, with first=black");
    let placed = chosen(&["coal-steel", "--position", "b'9/10/4h'5/10/10/4W5/10/10/10/B'9 c - - Ss -"], "");
    assert!(placed.starts_with("as built in, with another position"), "{placed}");
    assert_eq!(chosen(&["crystal", "--rules", "below_one=swap"], ""), "as built in, with below_one=swap");
    // A campaign is compared whatever its switches, so a forged value is reported.
    let rich = report_after(&table, "g.kaiser", |setup| setup["scenario"]["turn_limit"] = json!(998));
    assert_eq!(rich, "not as built in, with below_one=swap: scenario.turn_limit (this may be intended)");
    let own = report_after(&table, "g.kaiser", |setup| setup["scenario"]["id"] = json!("ours"));
    assert_eq!(own, "this program has no campaign \"ours\", so it was not compared");
}
