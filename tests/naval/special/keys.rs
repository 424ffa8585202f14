//! Keys of special rules as files write them: read, printed into journals, and refused with a line and a name. [9.2]
use super::*;
use naval::view::View;

/// The errors of a drill scenario that has these rules instead of its own. Empty if there are none.
fn rule_errors(rules: &str) -> String {
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/drill-two-lines.yaml").unwrap();
    let index = text.find("\nrules:\n").unwrap() + 1;
    let rest = &text[index..];
    let end = rest.find("\nvictory").map_or(rest.len(), |end| end + 1);
    let text = format!("{}rules:\n{rules}\n{}", &text[..index], &rest[end..]);
    match naval_kit::scenario_text(&sources, "mine.yaml", &text) {
        Ok(_) => String::new(),
        Err(errors) => errors.0.iter().map(|error| format!("{error}\n")).collect(),
    }
}

#[test]
fn r9_2_all_errors_in_keys_are_reported_at_once_with_the_nearest_name() {
    assert_eq!(rule_errors("  - {of: 1, does: {no_exit: {ships: {side: japan}}}}"), "");
    let errors = rule_errors(
        "  - {of: 2, does: {no_exit: {ships: [mikassa]}}}\n  - {of: 1, secret_to: russland, does: {hold: {weapons: []}}}\n  - {of: 1, from_turn: 9, does: {speed: {ships: {division: firsts}}}}\n  - {of: 1, die: {sides: 7, at_most: 8}, does: {ends: {}}}\n  - {of: 1, lasts: 2, does: {course: {ships: {}, steer: {never: {from_deg: 400, to_deg: 90}}}}}",
    );
    for words in [
        "there is no sentence 2",
        "`mikassa`",
        "mikasa",
        "`russland`",
        "the key names ships, but no effect",
        "turn 9 is not a turn",
        "`firsts`",
        "the rules have no D7",
        "a D7 cannot roll 8",
        "an end needs `after`",
        "`lasts` counts",
        "400 degrees",
    ] {
        assert!(errors.contains(words), "{words}: {errors}");
    }
    assert!(rule_errors("  - {of: 1, does: {no_exits: {ships: {}}}}").contains("no_exit"), "the nearest key");
    assert!(rule_errors("  - {of: 1, does: {no_exit: {ships: {sides: japan}}}}").contains("side"));
    let errors = rule_errors("  - {of: 1, after: {from_turn: 3}, does: {no_exit: {ships: {side: japan}}}}");
    assert!(errors.contains("from_turn") && !errors.contains("the word alone"), "one error only: {errors}");
}

#[test]
fn r9_2_ships_start_damaged_without_turns_or_conditions() {
    let harmed = "does: {harmed: {ships: [asahi], gun_quarters: 1}}}";
    assert_eq!(rule_errors(&format!("  - {{of: 1, {harmed}")), "");
    assert_eq!(rule_errors(&format!("  - {{of: 1, optional: true, {harmed}")), "");
    let sunk = "{ships: {among: [mikasa], are: [sunk]}}";
    for (key, value) in [
        ("from_turn", "2"),
        ("to_turn", "2"),
        ("when", sunk),
        ("unless", sunk),
        ("after", sunk),
        ("until", sunk),
        ("die", "{sides: 6, at_most: 1}"),
    ] {
        let errors = rule_errors(&format!("  - {{of: 1, {key}: {value}, {harmed}"));
        assert!(
            errors.contains(&format!("cannot have `{key}`")) || errors.contains(&format!("cannot have {key}")),
            "{errors}"
        );
        assert_eq!(
            rule_errors(&format!("  - {{of: 1, {key}: {value}, does: {{speed: {{ships: [asahi], at_most: 1}}}}}}")),
            ""
        );
    }
}

#[test]
fn r9_2_keys_round_trip_through_a_journal_and_old_journals_have_none() {
    let sources = naval_kit::builtin();
    for line in load::scenario_list(&sources).unwrap() {
        let setup = load::scenario(&sources, line.id.as_str()).unwrap();
        let mut value = serde_json::to_value(&setup).unwrap();
        let again: Setup = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(again, setup, "{}", line.id);
        value.as_object_mut().unwrap().remove("rules");
        let old: Setup = serde_json::from_value(value).unwrap();
        assert!(old.rules.is_empty(), "{}", line.id);
    }
}

#[test]
fn r9_2_the_referee_cancels_a_rule_and_restores_it() {
    let mut play = Play::fast_azuma(false);
    play.apply_line("set rule 3 off because \"the club plays without\"", &[]);
    play.allows("plot 2nd 2.5");
    play.apply_line("set rule 3 on because \"it does not\"", &[]);
    assert!(matches!(play.refused("plot 2nd 2.5").0, SpecialReason::Speed { .. }));
    assert!(matches!(play.refused("set rule 6 on because \"slip\"").0, SpecialReason::Unknown { of: 6, sentences: 5 }));
    let printed = notation::print(&play.state, &play.command("set rule 3 off because \"no\""));
    assert_eq!(printed, "set rule 3 off because \"no\"");
}

#[test]
fn r9_2_prose_rules_are_recalled_once_and_stay_in_duties_while_they_apply() {
    let mut play = Play::begin("port-arthur").moved_to(1, Segment::Illumination);
    assert!(rule_facts(&play.apply_with_dice("next")).is_empty(), "turn 1 is too early");
    let mut play = play.moved_to(2, Segment::Illumination);
    assert_eq!(rule_facts(&play.apply_with_dice("next")), [&RuleFact::Recalled { rule: 1 }]);
    assert!(
        show::status::duties_text(&View::referee(&play.state)).contains("Remember special rule 2: Batteries ashore")
    );
    let mut play = play.moved_to(3, Segment::Illumination);
    assert!(rule_facts(&play.apply_with_dice("next")).is_empty(), "recalled once");
    assert!(
        show::status::duties_text(&View::referee(&play.state)).contains("Remember special rule 2"),
        "and stays in duties"
    );
    let play = play.moved_to(3, Segment::Torpedo);
    assert!(!show::status::duties_text(&View::referee(&play.state)).contains("Remember"), "another segment");
}

#[test]
fn r9_1_an_entry_by_die_is_for_ships_to_come_and_rolled_once() {
    let errors = rule_errors("  - {of: 1, die: {sides: 6, at_least: 5, each: turn}, does: {entry: {ships: [mikasa]}}}");
    assert!(
        errors.contains("rolled only once") && errors.contains("`mikasa` is on the table from the start"),
        "{errors}"
    );
    assert!(!errors.contains("`asahi`"), "{errors}");
    let until = rule_errors(
        "  - {of: 1, die: {sides: 6, at_least: 5, each: until_so}, does: {entry: {ships: {side: russia}}}}",
    );
    assert!(until.contains("rolled only once") && until.contains("`retvizan` is on the table"), "{until}");
    let once = rule_errors("  - {of: 1, die: {sides: 6, at_least: 5, each: once}, does: {entry: {ships: [mikasa]}}}");
    assert!(!once.contains("rolled only once"), "{once}");
}

#[test]
fn r9_2_an_overlong_list_is_refused_and_the_longest_valid_one_is_not() {
    let keys = |count: usize| rule_errors(&"  - {of: 1, does: {no_exit: {ships: {}}}}\n".repeat(count));
    assert_eq!(keys(2000), "");
    assert!(keys(2001).contains("the list has 2001 items") && keys(2001).contains("at most 2000"));
    let sources = naval_kit::builtin();
    let text = sources.text("scenarios/drill-two-lines.yaml").unwrap();
    let sentences = |list: &str, count: usize| {
        let more = format!("\n{list}:\n{}", "  - And so on.\n".repeat(count - 1));
        let text = text.replace(&format!("\n{list}:\n"), &more);
        match naval_kit::scenario_text(&sources, "mine.yaml", &text) {
            Ok(_) => String::new(),
            Err(errors) => errors.0.iter().map(|error| format!("{error}\n")).collect(),
        }
    };
    assert_eq!(sentences("special_rules", 200), "");
    assert!(sentences("special_rules", 201).contains("the list has 201 items"));
    assert!(sentences("special_rules", 300).contains("the list has 300 items"), "more rules than numbers allow");
}
