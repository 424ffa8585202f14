//! How points, conditions and verdict are shown: `tally`, `end`, the sheets, `--json`, `scenario show` and `check`.
use serde_json::Value;

use super::{Run, Workspace};

fn ulsan(lines: &str) -> Run {
    Workspace::new().run(&["play", "ulsan", "--seed", "1"], lines)
}

/// A page as one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn assert_out(run: &Run, words: &str) {
    assert!(flat(&run.out).contains(words), "no \"{words}\" in:\n{}", run.out);
}

const STOPPED: &str = "set rurik top 0 because \"test\"\nset rossia top 0 because \"test\"\n";

#[test]
fn r9_2_tally_shows_conditions_above_points_and_never_mixes_them() {
    let run = ulsan(&format!("{STOPPED}tally\n")).assert_success();
    let position_of = |words: &str| run.out.find(words).unwrap_or_else(|| panic!("no {words} in\n{}", run.out));
    assert!(
        position_of("Victory conditions [9.2]:")
            < position_of("If the battle ended now: Japan wins (condition 2). [9.2]")
    );
    assert!(position_of("If the battle ended now") < position_of("leads on points."));
    assert!(!run.out.contains("has won"));
    assert_out(&run, "yes: 2 of 3, Rossia and Rurik");
}

#[test]
fn r9_3_the_end_shows_points_conditions_and_verdict() {
    let run = ulsan(&format!("{STOPPED}end because \"dark\"\n")).assert_success();
    for words in [
        "Verdict: Japan wins (condition 2). [9.2]",
        "Japan leads on points.",
        "The conditions are judged as they stood.",
    ] {
        assert_out(&run, words);
    }
    let run = Workspace::new()
        .run(&["play", "chemulpo", "--seed", "1"], "exit varyag by west because ruled\n")
        .assert_success();
    assert_out(&run, "The scenario is over: Russia has met its condition (condition 1).");
    assert_out(&run, "Verdict: Russia wins (condition 1). [9.2]");
    let run = Workspace::new()
        .run(&["play", "chemulpo", "--seed", "1"], "exit varyag by west because ruled\nplot asama 1\n")
        .assert_refused();
    run.assert_err("over");
}

fn json_lines(lines: &str) -> Vec<Value> {
    Workspace::new().run(&["play", "ulsan", "--seed", "1", "--json"], lines).assert_success().json()
}

#[test]
fn r9_2_json_has_the_points_the_verdict_and_every_condition() {
    let lines = json_lines(&format!("{STOPPED}tally\nend because \"dark\"\n"));
    for line in &lines[2..] {
        let (tally, verdict) = (&line["tally"], &line["verdict"]);
        assert_eq!(tally["leader"], "japan", "{line}");
        assert_eq!((&verdict["side"], &verdict["how"], &verdict["by"]), (&"japan".into(), &"plain".into(), &2.into()));
        let truths: Vec<&Value> = verdict["entries"].as_array().unwrap().iter().map(|entry| &entry["truth"]).collect();
        assert_eq!(truths, ["fails", "holds", "holds"]);
        assert_eq!(verdict["entries"][1]["finding"]["found"]["ships"]["are"], serde_json::json!(["rossia", "rurik"]));
        assert!(verdict["entries"][0]["says"].as_str().unwrap().starts_with("1. Russia wins outright if"));
        assert_eq!(verdict["left"].as_array().unwrap().len(), 0);
    }
    assert_eq!((&lines[2]["verdict"]["over"], &lines[3]["verdict"]["over"]["ruled"]), (&Value::Null, &"dark".into()));
}

#[test]
fn r9_2_the_tally_of_a_journal_has_its_verdict() {
    let table = Workspace::new();
    table.run(&["play", "ulsan", "--seed", "1"], STOPPED).assert_success();
    let run = table.run(&["tally", "ulsan.kaiser", "--json"], "").assert_success();
    assert_eq!(run.one_json()["verdict"]["side"], "japan");
    assert_out(&table.run(&["tally", "ulsan.kaiser"], "").assert_success(), "If the battle ended now: Japan wins");
    // Japan does not know that the two ships it fires at are permanently immobile.
    let run = table.run(&["tally", "ulsan.kaiser", "--side", "japan"], "").assert_success();
    assert_out(&run, "If the battle ended now, from what Japan knows: the result depends on");
    assert!(!run.out.contains("Rurik"), "{}", run.out);
    let verdict = table.run(&["tally", "ulsan.kaiser", "--side", "japan", "--json"], "").assert_success().one_json();
    assert_eq!((&verdict["verdict"]["side"], &verdict["verdict"]["known_to"]), (&Value::Null, &"japan".into()));
}

#[test]
fn r9_2_the_sheets_show_the_conditions_as_their_reader_knows_them() {
    let turn = "next to plotting waive \"test\"\n";
    let printed_part =
        |reader: &str, part: &str| ulsan(&format!("{STOPPED}{turn}{reader}print {part}\n")).assert_success().out;
    // In the first turn nothing is decided, so the first page does not show the state of the conditions.
    let before = flat(&ulsan(&format!("{STOPPED}print briefing\n")).assert_success().out);
    assert!(before.contains("the first of these that is met") && !before.contains("(condition 2)"), "{before}");
    for part in ["briefing", "result"] {
        let (referee, japan) = (flat(&printed_part("", part)), flat(&printed_part("pass to japan\n", part)));
        assert!(referee.contains("Japan wins (condition 2)"), "{part}: {referee}");
        assert!(japan.contains("from what Japan knows: the result depends on"), "{part}: {japan}");
        for all in [&referee, &japan] {
            assert!(all.contains("Russia wins outright if both Rossia"), "{part}: {all}");
        }
    }
}

#[test]
fn r9_2_scenario_show_has_prose_and_keys() {
    let run = Workspace::new().run(&["scenario", "show", "coronel"], "").assert_success();
    assert_out(&run, "Britain wins outright if Scharnhorst or Gneisenau is sunk.");
    assert_out(&run, "As the program judges it:");
    assert_out(&run, "1. Britain wins outright if at least one of Scharnhorst and Gneisenau is sunk.");
    let value = Workspace::new().run(&["scenario", "show", "coronel", "--json"], "").assert_success().one_json();
    assert_eq!(value["victory"].as_array().unwrap().len(), 3);
    assert_eq!((&value["decide"][1]["id"], &value["decide"][1]["of"]), (&2.into(), &2.into()));
    assert!(value["decide"][1]["says"].as_str().unwrap().starts_with("2. Britain wins narrowly if"));
}

#[test]
fn r6_5_11_scenario_show_lists_the_active_optional_rules() {
    for (name, d100) in [("coronel", true), ("ulsan", false)] {
        let run = Workspace::new().run(&["scenario", "show", name], "").assert_success();
        assert_eq!(run.out.contains("Optional rules in force:"), d100, "{}", run.out);
        assert_eq!(run.out.contains("strength divided by defence is not rounded [6.5.11]"), d100, "{}", run.out);
        let value = Workspace::new().run(&["scenario", "show", name, "--json"], "").assert_success().one_json();
        assert_eq!(value["options"]["d100"], d100);
    }
}

/// A group's own battle.
fn with_victory(victory: &str) -> String {
    format!(
        "id: mine\ntitle: Mine\nwar: rjw\ndate: 1904-08-10\nstart: \"06:00\"\nturns: 20\nintroduction: A test.\n\
         happened: Nothing.\nsources: [a test]\nsides:\n\
         \x20 - {{id: japan, name: Japan, friendly_edge: south, force_flag: mikasa}}\n\
         \x20 - {{id: russia, name: Russia, friendly_edge: north, force_flag: retvizan}}\n\
         divisions:\n\
         \x20 - {{id: jd, name: First, side: japan, ships: [mikasa, asahi], signalling: 0, initiative: 0, speed: 2.0, at: {{x: 30, y: 12, heading: 0}}}}\n\
         \x20 - {{id: rd, name: Squadron, side: russia, ships: [retvizan, pobeda], signalling: 0, initiative: 0, speed: 2.0, at: {{x: 34, y: 36, heading: 180}}}}\n\
         visibility:\n  steps: [{{from_turn: 1, range: 12}}]\nnight: false\nwind: {{force: calm, from_deg: 0}}\n\
         special_rules: []\n{victory}"
    )
}

#[test]
fn r9_2_a_sentence_without_a_key_is_left_to_the_referee_explicitly() {
    let table = Workspace::new();
    let victory = "victory:\n  - Japan wins if Pobeda is sunk.\n  - Otherwise the prettier line wins.\ndecide:\n  \
                   - {side: japan, of: 1, if: {ships: {every: true, among: [pobeda], are: [sunk]}}}\n";
    table.write("mine.yaml", &with_victory(victory));
    let run = table.run(&["scenario", "check", "mine.yaml"], "").assert_success();
    assert_out(&run, "no entry of `decide` covers this sentence, so the referee decides it [9.2]");
    assert_out(&run, "mine.yaml:23:5:");
    assert_out(&run, "no errors");
    let run = table.run(&["play", "mine.yaml", "--seed", "1"], "tally\n").assert_success();
    assert_out(&run, "Left to the referee: \"Otherwise the prettier line wins.\" Why: the scenario has no key for it.");
    assert_out(&run, "neither side wins by these conditions. The referee judges the rest.");
    // With a reason under `left` there is no note, and the reason is shown.
    let left = format!("{victory}left:\n  - {{of: 2, why: beauty is in the eye of the referee}}\n");
    table.write("mine.yaml", &with_victory(&left));
    let run = table.run(&["scenario", "check", "mine.yaml"], "").assert_success();
    assert!(!run.out.contains("the referee decides it"), "{}", run.out);
    assert_out(
        &table.run(&["scenario", "show", "mine.yaml"], "").assert_success(),
        "Why: beauty is in the eye of the referee.",
    );
}

#[test]
fn r9_2_without_keys_the_referee_decides_and_without_text_the_points() {
    let table = Workspace::new();
    table.write("mine.yaml", &with_victory("victory: [Japan wins.]\n"));
    assert_out(
        &table.run(&["play", "mine.yaml", "--seed", "1"], "tally\n").assert_success(),
        "the referee decides who wins.",
    );
    table.write("plain.yaml", &with_victory(""));
    assert_out(
        &table.run(&["play", "plain.yaml", "--seed", "1"], "tally\n").assert_success(),
        "1. Whichever side leads by points wins.",
    );
}

/// All errors at once, each with its line and the nearest name.
#[test]
fn r9_2_errors_in_the_keys_are_reported_all_at_once() {
    let table = Workspace::new();
    let keys = "victory: [Japan wins somehow.]\ndecide:\n  \
        - {side: jappan, of: 2, if: {ships: {at_least: 3, among: [retvizn, pobeda], are: [snk]}}}\n  \
        - {side: japan, how: narow, at: onse, if: {ships: {every: true, among: {side: russia, types: [CA]}, are: [sunk]}}}\n  \
        - {side: japan, if: {all: [{turn: {at: 99}}, {ships: {at_least: 1, among: [asahi], are: [{exited: {by: [nort]}}]}}]}}\n  \
        - {points: {lead: 0}, of: 1}\n  \
        - {side: japan, if: {points: {side: japan, lead: 1, ratio: 2}}}\n  \
        - {side: japan, if: {ships: {at_least: 1, among: [asahi], are: [{within: {of: mikassa, inches: 3}}]}}}\n  \
        - {side: japan, if: {shps: {at_least: 1}}}\n  \
        - {side: japan, if: {points: {side: japan, times: {205: 2}}}}\n";
    table.write("mine.yaml", &with_victory(keys));
    let run = table.run(&["scenario", "check", "mine.yaml"], "").assert_refused();
    for words in [
        "there is no side `jappan`",
        "nearest: japan",
        "there is no sentence 2 under `victory`",
        "there is no ship in the battle `retvizn`",
        "nearest: retvizan",
        "unknown word `snk`",
        "unknown word `narow`",
        "nearest: narrow",
        "unknown word `onse`",
        "no ship of the battle matches",
        "turn 99 is not a turn of the battle",
        "nearest: north",
        "a side cannot lead by 0 points",
        "points need one key: lead, ratio, at_least, under, or no key for any lead",
        "there is no ship in the battle `mikassa`",
        "unknown key `shps`",
        "there is no ship or division in the battle `205`",
        "mine.yaml:23:12:",
        "mine.yaml:29:24:",
    ] {
        run.assert_err(words);
    }
    // A condition that requires three of two ships.
    let keys = "decide:\n  - {side: japan, if: {ships: {at_least: 3, among: [retvizan, pobeda], are: [sunk]}}}\n";
    table.write("mine.yaml", &with_victory(keys));
    table.run(&["scenario", "check", "mine.yaml"], "").assert_refused().assert_err("the set has at most 2, not 3");
}

/// Every form of the grammar is read. docs/reference/victory-conditions.md shows them all.
#[test]
fn r9_2_every_form_of_the_grammar_is_read() {
    let table = Workspace::new();
    let keys = "decide:\n  \
        - side: japan\n    how: marginal\n    if:\n      any:\n        \
        - {not: {turn: {to: 3}}}\n        - {turn: {from: 4}}\n        - {turn: {at: 5}}\n        \
        - {ships: {at_most: 1, among: {side: russia, large: true, division: rd}, are: [immobile, can_move, afloat, lost]}}\n        \
        - {ships: {none: true, among: {types: [BB]}, are: [exited, {exited: {by: [east], from: 2, to: 9}}]}}\n        \
        - {ships: {every: true, among: [asahi], are: [{can_make: 1.5}, {below: 2}, {slower_by: 0.25}, {flotation_hits: 2}]}}\n        \
        - {ships: {every: true, among: [asahi], are: [{mounts_lost: 1}, {mounts_lost: half}, {battery_lost: 5}, {battery_lost: half}]}}\n        \
        - {ships: {every: true, among: [asahi], are: [{within: {of: mikasa, inches: 3}}, {within: {of: land, inches: 3}}]}}\n        \
        - {ships: {every: true, among: [asahi], are: [{inside: {circle: {x: 10, y: 10, radius: 5}}}]}}\n        \
        - {ships: {every: true, among: [asahi], are: [{inside: {rectangle: {from: [10, 10], to: [20, 20]}}}]}}\n        \
        - {ships: {every: true, among: [asahi], are: [{beyond: {edge: west, of: mikasa}}, {any: [sunk, {not: afloat}, {all: [lost]}]}]}}\n        \
        - {points: {side: japan, ratio: 1.5, times: {rd: 2, pobeda: 3}}}\n        - {points: {side: japan, at_least: 3}}\n        \
        - {points: {side: russia, under: 3}}\n        - {points: {side: japan, lead: 2}}\n        \
        - {more: penetrating_hits, side: russia}\n  \
        - {points: {ratio: 2}}\n";
    table.write("mine.yaml", &with_victory(keys));
    assert_out(&table.run(&["scenario", "check", "mine.yaml"], "").assert_success(), "no errors");
    // The journal keeps all forms.
    table.run(&["play", "mine.yaml", "--seed", "1"], "tally\n").assert_success();
    let run = table.run(&["tally", "mine.kaiser", "--json"], "").assert_success();
    assert_eq!(run.one_json()["verdict"]["entries"].as_array().unwrap().len(), 2);
    table.run(&["verify", "mine.kaiser"], "").assert_success();
}
