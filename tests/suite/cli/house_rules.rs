//! `kaiser play --set KEY=VALUE`: switches of the rules for one battle.
use serde_json::json;

use super::forged::objects;
use super::{Run, Workspace};

const TONIGHT: &str = "tonight.kaiser";
/// Russia, which has fewer big ships, declares first.
const OUT_OF_TURN: &str = "next to gunfire\ntarget rossia at izumo range 8.5\n";

fn begin(table: &Workspace, options: &[&str], typed: &str) -> Run {
    let play = ["play", "ulsan", "--measured", "--seed", "1904", "-o", TONIGHT];
    table.run(&[&play[..], options].concat(), typed)
}

#[test]
fn r3_3_5_a_switch_on_the_command_line_holds_for_the_whole_battle() {
    let table = Workspace::new();
    let run = begin(&table, &[], OUT_OF_TURN).assert_success();
    assert!(!run.err.contains("Switches:"), "{}", run.err);
    let table = Workspace::new();
    let run = begin(&table, &["--set", "alternation=strict"], OUT_OF_TURN).assert_refused();
    run.assert_err("Switches: alternation=strict. The journal keeps them.").assert_err("[3.3.5");
    assert_eq!(objects(&table.read(TONIGHT))[0]["setup"]["options"]["alternation"], "strict");
    let resumed = table.run(&["play", TONIGHT], "target rossia at izumo range 8.5\n").assert_refused();
    resumed.assert_err("[3.3.5");
    table.run(&["play", TONIGHT], "target izumo at rossia range 8.5\n").assert_success();
    table.run(&["verify", TONIGHT], "").assert_success().assert_out("as built in, with --measured, alternation=strict");
}

#[test]
fn several_switches_are_kept_and_printed() {
    let table = Workspace::new();
    let options = ["--set", "d100=true", "--set", "half_moves=true,tolerance=0.5"];
    begin(&table, &options, "").assert_success().assert_err("Switches: d100=true, half_moves=true, tolerance=0.5.");
    let options = objects(&table.read(TONIGHT))[0]["setup"]["options"].clone();
    assert_eq!((&options["d100"], &options["half_moves"]), (&json!(true), &json!(true)));
    assert_eq!((&options["tolerance"], &options["alternation"]), (&json!(0.5), &json!("loose")));
    let proved = table.run(&["verify", TONIGHT, "--json"], "").assert_success().one_json();
    assert_eq!(proved["setup"]["chosen"], json!(["--measured", "d100=true", "half_moves=true", "tolerance=0.5"]));
    assert_eq!(proved["setup"]["differs"], json!([]));
    #[cfg(feature = "paper")]
    table
        .run(&["print", TONIGHT, "--parts", "summary"], "")
        .assert_success()
        .assert_out("Optional rule: Medium and light guns");
    // A value that the scenario already has is no change.
    let table = Workspace::new();
    let run = begin(&table, &["--set", "alternation=loose"], "").assert_success();
    assert!(!run.err.contains("Switches:"), "{}", run.err);
    table.run(&["verify", TONIGHT], "").assert_success().assert_out("as built in, with --measured");
}

#[test]
fn unknown_switches_and_values_are_refused_with_the_nearest() {
    let table = Workspace::new();
    for (set, what, hint) in [
        ("alternaton=strict", "there is no rule switch \"alternaton\"", "alternation"),
        ("alternation=strikt", "the switch alternation cannot be \"strikt\"", "strict"),
        ("alternation", "the switch alternation cannot be \"\"", "strict"),
        ("d100=1", "the switch d100 cannot be \"1\"", "true"),
    ] {
        let run = begin(&table, &["--set", set], "").assert_exit_code(2);
        run.assert_err(what).assert_err(hint);
    }
    let twice = begin(&table, &["--set", "d100=true", "--set", "d100=false"], "").assert_exit_code(2);
    twice.assert_err("d100 is set twice");
    assert!(!table.path(TONIGHT).exists());
}

#[test]
fn a_battle_that_is_resumed_keeps_its_switches() {
    let table = Workspace::new();
    begin(&table, &[], "").assert_success();
    let before = table.read(TONIGHT);
    for arguments in [&["play", TONIGHT][..], &["play", TONIGHT, "--at", "0", "-o", "what-if.kaiser"]] {
        let run = table.run(&[arguments, &["--set", "d100=true"]].concat(), "").assert_exit_code(2);
        run.assert_err("tonight.kaiser keeps the switches with which it began.");
        run.assert_err("omit --set. At the prompt of a battle, `set rule 3 off because \"agreed\"` cancels");
    }
    table.run(&["tafl", "-o", "t.kaiser"], "").assert_success();
    table.run(&["play", "t.kaiser", "--set", "d100=true"], "").assert_exit_code(2).assert_err("keeps the switches");
    assert_eq!(table.read(TONIGHT), before);
    assert!(!table.path("what-if.kaiser").exists());
}

#[test]
fn q55_a_battle_of_a_war_may_have_its_own_switches() {
    let table = Workspace::new();
    let first = ["play", "war-1904", "--seed", "1", "--set", "d100=true"];
    table.run(&first, "end because \"test\"\n").assert_success().assert_err("Switches: d100=true.");
    table.run(&["play", "war-1904", "--seed", "2", "--after", "war-1904-1.kaiser"], "").assert_success();
    table.run(&["verify", "war-1904-1.kaiser"], "").assert_success().assert_out("with d100=true");
    let second = table.run(&["verify", "war-1904-2.kaiser"], "").assert_success();
    assert!(!second.out.contains("d100"), "{}", second.out);
}
