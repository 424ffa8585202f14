//! Calculations of a scenario check: whether an edge can be reached, a condition met, an enemy damaged. [9.1, 9.2]
use super::*;

const BATTLE: &str = r#"
id: calculated
title: Calculated
war: rjw
date: 1904-08-10
start: "12:00"
turns: 10
sides:
  - {id: japan, name: Japan, friendly_edge: south}
  - {id: russia, name: Russia, friendly_edge: north}
divisions:
  - {id: 1st, name: 1st Division, side: japan, ships: [asahi, mikasa], speed: 2.0, at: {x: 40, y: 10, heading: 90}}
  - {id: pa, name: Port Arthur, side: russia, ships: [retvizan, tsesarevich], speed: 2.0, at: {x: 52, y: 30, heading: 90}}
land:
  - {id: isle, name: Isle, corners: [[0, 0], [4, 0], [4, 4], [0, 4]]}
visibility: {steps: [{from_turn: 1, range: 20}]}
victory: [One.]
decide:
  - {side: russia, of: 1, if: CONDITION}
"#;

/// The calculated warnings of a condition for Russia.
fn warnings(condition: &str) -> Vec<String> {
    let text = BATTLE.replace("CONDITION", condition);
    let checked = unwrap_or_report(load::scenario_text_checked(&naval_kit::builtin(), "own.yaml", &text));
    let parts = ["cannot", "penetrates", "turns [9.2]", "always true", "always within", "within reach of itself"];
    let is_calculated = |what: &String| parts.iter().any(|part| what.contains(part));
    checked.warnings.into_iter().map(|error| error.what).filter(is_calculated).collect()
}

#[track_caller]
fn assert_impossible(condition: &str, part: &str) {
    let found = warnings(condition);
    assert_eq!(found.len(), 1, "{condition}: {found:?}");
    assert!(found[0].contains(part), "{condition}: {found:?}");
}

#[track_caller]
fn assert_possible(condition: &str) {
    let found = warnings(condition);
    assert_eq!(found, Vec::<String>::new(), "{condition}");
}

/// Retvizan begins 20" from the eastern edge at 2.0" a turn, gains 0.25" a turn and makes at most 2.5".
#[test]
fn r9_2_an_edge_that_no_ship_reaches_in_the_turns_given_draws_a_warning() {
    assert_possible("{ships: {at_least: 1, among: {side: russia}, are: [{exited: {by: [east]}}]}}");
    assert_possible("{ships: {at_least: 1, among: {side: russia}, are: [{exited: {by: [east], to: 9}}]}}");
    assert_impossible(
        "{ships: {at_least: 1, among: {side: russia}, are: [{exited: {by: [east], to: 7}}]}}",
        "in 7 turns (2.86\" a turn)",
    );
    assert_impossible(
        "{ships: {at_least: 1, among: {side: russia}, are: [{exited: {by: [west]}}]}}",
        "leave by the west edge, `tsesarevich`",
    );
    // One reachable edge is enough.
    assert_possible("{ships: {at_least: 1, among: {side: russia}, are: [{exited: {by: [west, east]}}]}}");
    // A turn limit in the enclosing condition counts too.
    assert_impossible(
        "{all: [{turn: {to: 6}}, {ships: {every: true, among: [retvizan], are: [exited]}}]}",
        "in 6 turns",
    );
}

#[test]
fn r9_2_an_area_out_of_reach_or_off_the_table_draws_a_warning() {
    let inside = |zone: &str| format!("{{ships: {{every: true, among: [retvizan], are: [{{inside: {{{zone}}}}}]}}}}");
    assert_possible(&inside("circle: {x: 52, y: 10, radius: 3}"));
    assert_impossible(&inside("circle: {x: 2, y: 10, radius: 3}"), "to reach the area, `retvizan` needs");
    assert_impossible(&inside("rectangle: {from: [80, 0], to: [90, 10]}"), "off the table");
    let near = |unit: &str| {
        format!("{{ships: {{every: true, among: [retvizan], are: [{{within: {{of: {unit}, inches: 3}}}}]}}}}")
    };
    assert_possible(&near("asahi"));
    assert_impossible(&near("land"), "come within 3.0\" of land");
}

#[test]
fn r9_2_tests_that_no_ship_meets_at_once_draw_a_warning() {
    for pair in [
        "sunk, can_move",
        "sunk, afloat",
        "lost, {can_make: 1}",
        "exited, {inside: {circle: {x: 50, y: 30, radius: 9}}}",
    ] {
        assert_impossible(
            &format!("{{ships: {{at_least: 1, among: {{side: japan}}, are: [{pair}]}}}}"),
            "meet all tests at once",
        );
    }
    assert_impossible("{ships: {at_least: 1, among: {side: japan}, are: [{can_make: 3}]}}", "makes");
    assert_impossible("{ships: {at_least: 1, among: [asahi], are: [{mounts_lost: 3}]}}", "has only 2 big-gun mounts");
    assert_impossible("{all: [{turn: {from: 5}}, {turn: {to: 4}}]}", "no turn of the battle");
    assert_impossible("{points: {side: russia, at_least: 25}}", "are worth 24");
    assert_possible("{points: {side: russia, at_least: 24}}");
    assert_possible("{all: [{turn: {from: 5}}, {turn: {to: 5}}]}");
    assert_possible("{ships: {at_least: 1, among: {side: japan}, are: [afloat, can_move]}}");
    // An impossible condition makes its `not` true.
    assert_possible("{not: {ships: {at_least: 1, among: {side: japan}, are: [sunk, can_move]}}}");
}

/// The warnings and errors of a special rule that has these keys and limits Russian speed.
fn rule_warnings(keys: &str) -> Vec<String> {
    rule_report(&format!("{keys}, does: {{speed: {{ships: {{side: russia}}, at_most: 1.5}}}}"))
}

fn rule_report(keys: &str) -> Vec<String> {
    let text = BATTLE.replace("CONDITION", "{points: {side: russia}}");
    let text = format!("{text}special_rules: [A rule.]\nrules:\n  - {{of: 1, {keys}}}\n");
    let (data_errors, warnings) = match load::scenario_text_checked(&naval_kit::builtin(), "own.yaml", &text) {
        Ok(checked) => (Vec::new(), checked.warnings),
        Err(errors) => (errors.0, Vec::new()),
    };
    data_errors.into_iter().chain(warnings).map(|error| error.what).filter(|what| !what.contains("decide")).collect()
}

#[test]
fn r9_2_a_condition_of_a_special_rule_that_cannot_be_met_draws_a_warning() {
    let after = |condition: &str| rule_warnings(&format!("after: {condition}"));
    let ships =
        |count: &str, among: &str, are: &str| after(&format!("{{ships: {{{count}among: {among}, are: [{are}]}}}}"));
    let japan = "{side: japan}";
    for (found, part) in [
        (ships("at_least: 9, ", japan, "gone"), "the set has at most 2, not 9"),
        (ships("", "{side: japan, types: [CL]}", "gone"), "no ship of the battle matches"),
        (ships("", japan, "{flotation_hits: 99}"), "cannot take 99"),
        (ships("", japan, "{fires: 6}"), "is abandoned at 5 fires"),
        (ships("", japan, "afloat, sunk"), "meet all tests at once"),
        (rule_warnings("to_turn: 3, after: {ships: {among: [asahi], are: [exited]}}"), "to leave by the south edge"),
        (
            after("{near: {ships: {side: japan}, of: {side: russia}, inches: 200}}"),
            "everything on the table is always within",
        ),
        (
            rule_warnings("to_turn: 1, when: {near: {ships: [asahi], place: {x: 70, y: 40}, inches: 3}}"),
            "cannot be met",
        ),
        (after("{near: {ships: [asahi], of: [asahi], inches: 3}}"), "no other ship for `asahi` to come near"),
        (ships("at_least: 0, ", japan, "gone"), "at least 0 ships is always true"),
        (ships("", "[]", "gone"), "the list is empty"),
        (ships("", "{side: japan, types: []}", "gone"), "the list is empty"),
        (ships("", japan, ""), "the list is empty"),
        (ships("", japan, "{any_of: []}"), "the list is empty"),
        (after("{any: []}"), "the list is empty"),
        (after("{not: {all: []}}"), "the list is empty"),
        (ships("", japan, "afloat, gone"), "meet all tests at once"),
        (ships("", japan, "{enemy_within: 0}"), "a distance of 0.0 has no meaning"),
        (after("{near: {ships: [asahi], of: [mikasa], inches: 0}}"), "a distance of 0.0 has no meaning"),
        (
            after("{near: {ships: [asahi], place: {x: 90, y: 10}, inches: 3}}"),
            "no place on the table is as near as this",
        ),
        (ships("", japan, "{enemy_within: 500}"), "everything on the table is always within 500.0\""),
        (ships("", japan, "lit"), "no ship is lit by day"),
    ] {
        assert!(found.len() == 1 && found[0].contains(part), "{part}: {found:?}");
    }
    for found in [
        ships("at_least: 2, ", japan, "gone"),
        ships("", japan, "{flotation_hits: 1}"),
        ships("", japan, "{fires: 5}"),
        rule_warnings("to_turn: 8, after: {ships: {among: [asahi], are: [exited]}}"),
        after("{near: {ships: {side: japan}, of: {side: russia}, inches: 20}}"),
        after("{not: {ships: {among: {side: japan}, are: [afloat, sunk]}}}"),
        after("{near: {ships: [asahi], of: [asahi, mikasa], inches: 20}}"),
        ships("", japan, "{enemy_within: 20}"),
        // By day, a ship that burns or shows a light is not lit.
        ships("", japan, "shows"),
        ships("", japan, "afloat, seen"),
        after("{near: {ships: [asahi], place: {x: 62, y: 10}, inches: 30}}"),
    ] {
        assert_eq!(found, Vec::<String>::new());
    }
}

/// The errors of an invalid condition.
fn errors_of(condition: &str) -> String {
    let text = BATTLE.replace("CONDITION", condition);
    load::scenario_text_checked(&naval_kit::builtin(), "own.yaml", &text)
        .map_or_else(|errors| errors.to_string(), |_| String::new())
}

#[test]
fn r9_2_an_unknown_name_is_reported_at_its_position() {
    for (among, report) in [
        ("[retvizan, nobody]", "if.ships.among[1]: there is no ship in the battle `nobody`"),
        ("{ids: [nobody]}", "if.ships.among.ids[0]: there is no ship in the battle `nobody`"),
        ("{division: firsts}", "if.ships.among.division: there is no division `firsts`"),
        ("{divisions: [firsts]}", "if.ships.among.divisions[0]: there is no division `firsts`"),
        ("{side: russland}", "if.ships.among.side: there is no side `russland`"),
        ("{side: russia, types: [TB]}", "if.ships.among: no ship of the battle matches"),
        ("[retvizan, retvizan]", "if.ships.among[1]: the ship `retvizan` appears twice"),
    ] {
        let found = errors_of(&format!("{{any: [{{ships: {{at_least: 1, among: {among}, are: [sunk]}}}}]}}"));
        assert!(found.contains(&report.replace("if.", "if.any[0].")), "{report}: {found}");
    }
}

#[test]
fn r9_2_a_mismatch_is_reported_once() {
    for (condition, report) in [
        (
            "{turn: {at: 3}, points: {side: japan}}",
            "a condition needs one key: all, any, not, turn, ships, points, or more with a side",
        ),
        ("{more: penetrating_hits}", "the key `side` is missing"),
        (
            "{ships: {at_least: 1, every: true, among: [retvizan], are: [sunk]}}",
            "a number of ships needs one key: at_least, at_most, every or none",
        ),
        (
            "{ships: {at_least: 1, among: [retvizan], are: [{within: {of: 3, inches: 2}}]}}",
            "a ship or `land` is needed here",
        ),
        ("{ships: {at_least: 1, among: [retvizan], are: [{mounts_lost: all}]}}", "a number or `half` is needed here"),
        ("{ships: {at_least: 1, among: [retvizan], are: [can_make]}}", "the word alone does not fit here"),
        ("{trn: {at: 3}}", "unknown key `trn`"),
    ] {
        let found = errors_of(condition);
        assert!(found.contains(report), "{report}: {found}");
        assert_eq!(found.matches("own.yaml:").count(), 1, "{report}: {found}");
    }
}

#[test]
fn r9_2_a_distance_without_meaning_is_reported() {
    let ships = |count: &str, among: &str, within: &str| {
        format!("{{ships: {{{count}, among: {among}, are: [{{within: {{{within}}}}}]}}}}")
    };
    let (at_least, russia) = ("at_least: 1", "{side: russia}");
    assert_impossible(&ships(at_least, russia, "of: retvizan, inches: 3"), "always within reach of itself");
    assert_impossible(&ships("every: true", "[retvizan]", "of: retvizan, inches: 3"), "always within reach of itself");
    assert_possible(&ships("every: true", russia, "of: retvizan, inches: 30"));
    assert_possible(&ships("at_least: 2", russia, "of: retvizan, inches: 30"));
    assert_impossible(
        &ships(at_least, russia, "of: asahi, inches: 200"),
        "everything on the table is always within 200.0\"",
    );
    assert_possible(&ships(at_least, russia, "of: asahi, inches: 60"));
    let zero = errors_of(&ships(at_least, russia, "of: asahi, inches: 0"));
    assert!(zero.contains("within.inches: a distance of 0.0 has no meaning"), "{zero}");
    assert_eq!(errors_of(&ships(at_least, russia, "of: asahi, inches: 0.5")), "");
}

#[test]
fn r9_2_a_condition_that_always_holds_is_reported() {
    let sunk = |count: &str| format!("{{ships: {{{count}, among: {{side: russia}}, are: [sunk]}}}}");
    assert_impossible("{not: {turn: {from: 1}}}", "its opposite is always true");
    assert_impossible("{not: {turn: {to: 10}}}", "its opposite is always true");
    assert_impossible("{not: {any: [{turn: {from: 1}}, {points: {side: japan}}]}}", "its opposite is always true");
    assert_impossible(&sunk("at_most: 2"), "the set has at most 2");
    assert_possible("{not: {turn: {from: 2}}}");
    assert_possible("{not: {all: [{turn: {from: 1}}, {points: {side: japan}}]}}");
    assert_possible(&sunk("at_most: 1"));
}

#[test]
fn r9_2_parts_that_exclude_each_other_are_reported() {
    let both = |left: &str, right: &str| {
        let part = |part: &str| {
            let (count, are) = part.split_once(" of ").unwrap();
            format!("{{ships: {{{count}, among: {{side: russia}}, are: [{are}]}}}}")
        };
        format!("{{all: [{}, {}]}}", part(left), part(right))
    };
    for (left, right) in [
        ("at_least: 2 of sunk", "at_most: 1 of sunk"),
        ("every: true of sunk", "none: true of sunk"),
        ("every: true of sunk", "at_least: 1 of afloat"),
        ("at_least: 1 of afloat", "at_least: 2 of sunk"),
    ] {
        assert_impossible(&both(left, right), "two of its parts exclude each other");
    }
    assert_possible(&both("at_least: 1 of sunk", "at_most: 1 of sunk"));
    assert_possible(&both("at_least: 1 of sunk", "at_least: 1 of afloat"));
    assert_possible(&both("at_least: 1 of lost", "every: true of afloat"));
    // A stricter test is compared with a denied one.
    assert_impossible(
        &both("at_least: 2 of {flotation_hits: 3}", "at_most: 1 of {flotation_hits: 2}"),
        "exclude each other",
    );
    assert_possible(&both("at_least: 2 of {flotation_hits: 2}", "at_most: 1 of {flotation_hits: 3}"));
    assert_impossible(&both("at_least: 1 of sunk", "none: true of lost"), "exclude each other");
    assert_possible(&both("at_least: 1 of lost", "none: true of sunk"));
    // A ship that is not sunk is afloat.
    assert_impossible(&both("at_most: 0 of sunk", "at_most: 1 of afloat"), "exclude each other");
    assert_possible(&both("at_most: 1 of sunk", "at_most: 1 of afloat"));
    let any_of = |are: &str| format!("{{ships: {{at_least: 1, among: {{side: japan}}, are: [{are}]}}}}");
    assert_impossible(&any_of("{not: afloat}, afloat"), "meet all tests at once");
    assert_possible(&any_of("{not: immobile}, afloat"));
    let past = |edge: &str, of: &str| format!("{{beyond: {{edge: {edge}, of: {of}}}}}");
    assert_impossible(
        &any_of(&format!("{}, {}", past("east", "retvizan"), past("west", "retvizan"))),
        "meet all tests at once",
    );
    assert_possible(&any_of(&format!("{}, {}", past("east", "retvizan"), past("north", "retvizan"))));
    // A range of turns includes both ends.
    assert_possible("{turn: {from: 5, to: 10}}");
    assert_impossible("{all: [{turn: {from: 5, to: 10}}, {turn: {to: 4}}]}", "no turn of the battle");
    assert!(errors_of("{turn: {from: 6, to: 5}}").contains("turn 5 is before turn 6"));
    assert!(errors_of("{turn: {from: 6, to: 7, at: 6}}").contains("`at`"));
    assert_eq!(errors_of("{turn: {from: 5, to: 5}}"), "");
}

/// Both Russia and Japan have two ships here.
#[test]
fn r9_2_counts_of_sets_that_exclude_each_other_are_reported() {
    let ships = |count: &str, among: &str, are: &str| format!("{{ships: {{{count}, among: {among}, are: [{are}]}}}}");
    let (all, retvizan) = ("{side: russia}", "[retvizan]");
    let every = |are: &str| ships("every: true", all, are);
    let both = |left: &str, right: &str| format!("{{all: [{left}, {right}]}}");
    assert_impossible(&both(&every("sunk"), &ships("at_least: 1", retvizan, "afloat")), "exclude each other");
    assert_possible(&both(&ships("at_least: 1", all, "sunk"), &ships("at_least: 1", retvizan, "afloat")));
    assert_possible(&both(&every("sunk"), &ships("at_least: 1", "[asahi]", "afloat")));
    // The sunk ship may be another ship of the set.
    assert_impossible(
        &both(&ships("at_least: 2", all, "sunk"), &ships("none: true", retvizan, "sunk")),
        "exclude each other",
    );
    assert_possible(&both(&ships("at_least: 1", all, "sunk"), &ships("none: true", retvizan, "sunk")));
}

#[test]
fn r9_2_denied_conditions_are_calculated_too() {
    let ships = |count: &str, are: &str| format!("{{ships: {{{count}, among: {{side: russia}}, are: [{are}]}}}}");
    let denied_any = |left: &str, right: &str| format!("{{not: {{any: [{left}, {right}]}}}}");
    // Not one sunk, and not two afloat.
    assert_impossible(
        &denied_any(&ships("at_least: 1", "sunk"), &ships("at_least: 2", "afloat")),
        "exclude each other",
    );
    assert_possible(&denied_any(&ships("at_least: 2", "sunk"), &ships("at_least: 2", "afloat")));
    assert_possible(&format!(
        "{{not: {{all: [{}, {}]}}}}",
        ships("at_least: 1", "sunk"),
        ships("at_least: 2", "afloat")
    ));
    let negated_with = |condition: &str| format!("{{all: [{}, {{not: {condition}}}]}}", ships("at_least: 1", "sunk"));
    assert_impossible(&negated_with(&ships("at_least: 1", "sunk")), "exclude each other");
    assert_possible(&negated_with(&ships("at_least: 2", "sunk")));
    // A double `not` cancels out.
    assert_impossible(&negated_with(&format!("{{not: {}}}", ships("none: true", "sunk"))), "exclude each other");
    // `not none` requires that at least one ship can reach the far edge.
    let far = "{exited: {by: [east], to: 2}}";
    assert_impossible(&format!("{{not: {}}}", ships("none: true", far)), "leave by the east edge");
    assert_possible(&format!("{{not: {}}}", ships("at_least: 1", far)));
    assert_impossible("{all: [{turn: {from: 5}}, {not: {turn: {from: 5}}}]}", "no turn of the battle");
    assert_possible("{all: [{turn: {from: 5}}, {not: {turn: {from: 6}}}]}");
    assert_impossible("{all: [{turn: {from: 9}}, {not: {turn: {from: 8}}}]}", "no turn of the battle");
    assert_impossible("{not: {any: [{turn: {to: 5}}, {turn: {from: 6}}]}}", "no turn of the battle");
    assert_possible("{not: {any: [{turn: {to: 5}}, {turn: {from: 7}}]}}");
}

#[test]
fn r10_5_points_that_exclude_each_other_are_reported() {
    let points = |side: &str, bound: &str| format!("{{points: {{side: {side}, {bound}}}}}");
    let both = |left: &str, right: &str| format!("{{all: [{left}, {right}]}}");
    for (bound, other) in [("at_least: 3", "under: 3"), ("lead: 3", "under: 3")] {
        assert_impossible(&both(&points("japan", bound), &points("japan", other)), "exclude each other");
        assert_possible(&both(&points("japan", bound), &points("japan", "under: 4")));
        assert_possible(&both(&points("japan", bound), &points("russia", other)));
    }
    assert_impossible(&both(&points("japan", "lead: 1"), &points("russia", "ratio: 2")), "exclude each other");
    let negated = format!("{{not: {}}}", points("japan", "at_least: 3"));
    assert_impossible(&both(&points("japan", "at_least: 3"), &negated), "exclude each other");
    assert_possible(&both(&points("japan", "at_least: 2"), &negated));
    let hits = |side: &str| format!("{{more: penetrating_hits, side: {side}}}");
    let report = |left: &str, right: &str| warnings(&both(&hits(left), &hits(right)));
    assert!(report("japan", "russia").iter().any(|found| found.contains("exclude each other")));
    assert!(!report("japan", "japan").iter().any(|found| found.contains("exclude each other")));
}

#[test]
fn r9_3_an_empty_list_of_edges_is_refused() {
    let errors_of_exit = |by: &str| {
        errors_of(&format!("{{ships: {{at_least: 1, among: {{side: russia}}, are: [{{exited: {{{by}}}}}]}}}}"))
    };
    assert!(errors_of_exit("by: []").contains("exited.by: the list is empty"), "{}", errors_of_exit("by: []"));
    assert_eq!([errors_of_exit("by: [east]"), errors_of_exit("from: 2")], ["", ""]);
    let reports_of_no_exit = |by: &str| key_report(&format!("no_exit: {{ships: {{side: russia}}{by}}}"));
    assert!(
        reports_of_no_exit(", by: []").iter().any(|what| what.contains("the list is empty")),
        "{:?}",
        reports_of_no_exit(", by: []")
    );
    assert_eq!([reports_of_no_exit(""), reports_of_no_exit(", by: [east]")], [(); 2].map(|()| Vec::<String>::new()));
}

/// The warnings and errors of a special rule with this effect.
fn key_report(does: &str) -> Vec<String> {
    rule_report(&format!("does: {{{does}}}"))
}

#[test]
fn r9_2_a_special_rule_without_effect_is_reported() {
    for (does, part) in [
        ("stay: {ships: [asahi], within: 5, of: [asahi]}", "no ship can be distant from itself"),
        ("course: {ships: [asahi], steer: {away: [asahi]}}", "a ship cannot steer by its own position"),
        ("mines: {areas: [[[90, 10], [95, 10], [95, 20]]], per: turn}", "the area is off the table"),
    ] {
        let found = key_report(does);
        assert!(found.len() == 1 && found[0].contains(part), "{does}: {found:?}");
    }
    for does in [
        "stay: {ships: {side: japan}, within: 5, of: [asahi]}",
        "course: {ships: [asahi], steer: {away: [asahi, retvizan]}}",
        "mines: {areas: [[[60, 10], [95, 10], [95, 20]]], per: turn}",
        "hold: {ships: [asahi], weapons: [big]}",
    ] {
        assert_eq!(key_report(does), Vec::<String>::new(), "{does}");
    }
    let die = |at_least: u8| {
        rule_report(&format!("die: {{sides: 6, at_least: {at_least}}}, does: {{smoke: {{ships: [asahi]}}}}"))
    };
    assert!(die(1)[0].contains("every result of the D6 triggers it"), "{:?}", die(1));
    assert_eq!(die(2), Vec::<String>::new());
    let all = |left: &str, right: &str| {
        let part = |are: &str| format!("{{ships: {{among: [asahi], are: [{are}]}}}}");
        rule_warnings(&format!("after: {{all: [{}, {}]}}", part(left), part(right)))
    };
    assert!(all("sunk", "afloat")[0].contains("two of its parts exclude each other"), "{:?}", all("sunk", "afloat"));
    assert_eq!(all("sunk", "seen"), Vec::<String>::new());
}

/// A speed limited by a rule until turn 9 of 10 shortens the distance towards the edge.
#[test]
fn r9_2_a_speed_limit_for_some_turns_is_counted() {
    let text =
        BATTLE.replace("CONDITION", "{ships: {at_least: 1, among: {side: russia}, are: [{exited: {by: [east]}}]}}");
    let warns_of_edge = |to: u16, at_most: &str| {
        let rule = format!("to_turn: {to}, does: {{speed: {{ships: {{side: russia}}, at_most: {at_most}}}}}");
        let text = format!("{text}special_rules: [A rule.]\nrules:\n  - {{of: 1, {rule}}}\n");
        let checked = unwrap_or_report(load::scenario_text_checked(&naval_kit::builtin(), "own.yaml", &text));
        checked.warnings.iter().any(|error| error.what.contains("leave by the east edge"))
    };
    assert!(warns_of_edge(9, "1.5"));
    assert!(!warns_of_edge(9, "2.25") && !warns_of_edge(1, "1.5"));
}

/// 6.5.1.6, 7.4.3: a side whose guns and torpedoes penetrate no armour of the enemy.
#[test]
fn r6_5_1_6_a_side_that_cannot_hurt_the_other_draws_a_warning() {
    let with_figures = |ship: &str, figures: &str| {
        let text =
            BATTLE.replace("CONDITION", "{points: {side: russia}}").replace("[asahi, mikasa]", &format!("[{ship}]"));
        let text = format!("{text}changes:\n{figures}");
        let checked = unwrap_or_report(load::scenario_text_checked(&naval_kit::builtin(), "own.yaml", &text));
        checked
            .warnings
            .into_iter()
            .map(|error| error.what)
            .filter(|what| what.contains("penetrates"))
            .collect::<Vec<_>>()
    };
    assert_eq!(with_figures("asahi", "  []\n"), Vec::<String>::new());
    let weak = "  - {ship: asahi, figure: power, value: 3, source: test}\n  - {ship: asahi, figure: torpedo_power, value: 0, source: test}\n";
    let found = with_figures("asahi", weak);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("no weapon of `japan` penetrates the armour of `russia`: big guns 3 against"),
        "{found:?}"
    );
    // One more ship that can penetrate is enough.
    assert_eq!(with_figures("asahi, mikasa", weak), Vec::<String>::new());
}

/// Every built-in battle can be won by its keys.
#[test]
fn r9_2_no_built_in_battle_has_an_impossible_condition() {
    let sources = naval_kit::builtin();
    let mut report = Vec::new();
    for line in unwrap_or_report(load::scenario_list(&sources)) {
        let checked = unwrap_or_report(load::scenario_checked(&sources, line.id.as_str()));
        let parts = ["cannot be met", "penetrates", "cannot score", "always true", "always within", "of itself"];
        let is_calculated = |what: &str| parts.iter().any(|part| what.contains(part));
        report.extend(
            checked.warnings.into_iter().filter(|error| is_calculated(&error.what)).map(|error| error.to_string()),
        );
    }
    assert!(report.is_empty(), "{}", report.join("\n"));
}
