//! What a person reads in a battle: changes by amend and undo, parts of the log, status and ranges on one screen.
use super::{OneAnswer, with_scenario, with_setup};
use naval::Naval;
use session::{PlayableGame as _, Session};

/// Types the lines one after the other; returns the text of the last answer.
fn last_of(session: &mut Session<'_, Naval>, lines: &[&str]) -> String {
    let text = lines.iter().map(|line| session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}")).text);
    text.last().unwrap()
}

/// Types lines in a duel of two ships at typed ranges.
fn duel(lines: &[&str]) -> String {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| last_of(session, lines))
}

const DECLARED: [&str; 3] = ["next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"];

fn after_fire<'l>(fire: &'l str, then: &[&'l str]) -> Vec<&'l str> {
    [&DECLARED[..], &[fire], then].concat()
}

/// Asahi scores a penetrating hit, Retvizan misses.
const FIRE: &str = "fire all dice 3 20 8 5 20 20";

#[test]
fn an_amendment_lists_removed_entries_and_changed_ships() {
    let lines = ["set asahi fires 1 because \"a hit\"", "next to gunfire", "target asahi at retvizan range 8"];
    let amend = "amend 1 because \"three\" set asahi fires 3 because \"a hit\"";
    let text = duel(&[&lines[..], &[amend]].concat());
    assert!(text.contains("\n#3 is no longer legal: Asahi"), "{text}");
    assert!(text.contains("\nAsahi: fires 1 -> 3, top speed "), "{text}");
    assert!(text.ends_with("\nThe other later entry is unchanged."), "{text}");
}

#[test]
fn an_amendment_with_the_same_result_says_only_numbers_changed() {
    let amend = "amend 2 target asahi at retvizan range 8 visibility poor";
    let text = duel(&after_fire(FIRE, &[amend]));
    assert!(text.contains("\n#4 has the same result from other numbers: type `why 4`\n"), "{text}");
}

#[test]
fn an_amendment_that_changes_nothing_says_so() {
    let text = duel(&after_fire(FIRE, &["amend 2 target asahi at retvizan range 8.0"]));
    assert_eq!(text, "#2 is now: target asahi at retvizan range 8.0\nNo later entry changed.");
}

#[test]
fn an_amendment_names_the_ruling_whose_result_changed() {
    let amend = "amend 2 because \"she was in mist\" target asahi at retvizan range 8 visibility extreme";
    let text = duel(&after_fire(FIRE, &[amend]));
    assert!(text.starts_with("#2 is now: target asahi at retvizan range 8.0"), "{text}");
    assert!(text.contains("\n#4 Asahi>Retvizan was 1 pen, now size failed\n#4 no longer needs its dice 5\n"), "{text}");
    assert!(!text.contains("Retvizan>Asahi"), "unchanged rulings are not repeated: {text}");
}

#[test]
fn in_full_mode_an_amendment_lists_every_changed_ruling() {
    let amend = "amend 3 because \"she was in mist\" target asahi at retvizan range 8 visibility extreme";
    let text = with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        session.line("show full").unwrap();
        last_of(session, &after_fire(FIRE, &[amend]))
    });
    assert!(text.starts_with("Entry 3 is now:") && text.contains("\nis now:\n"), "{text}");
}

#[test]
fn undo_lists_changed_ships_and_the_segment_only_if_it_changed() {
    let set = "set retvizan fires 2 because \"a ruling\"";
    let text = duel(&[set, "undo"]);
    assert_eq!(text, format!("Undone: entry 1, {set}.\nRetvizan: fires 2 -> 0"));
    let text = duel(&[set, "undo", "redo"]);
    assert_eq!(text, format!("Redone: entry 1, {set}.\nRetvizan: fires 0 -> 2"));
    let text = duel(&["next to gunfire", "undo"]);
    assert!(text.contains("\nTurn 1, "), "the segment changed: {text}");
    let text = duel(&["note \"a\"", "note \"b\"", "note \"c\"", "note \"d\"", "note \"e\"", "undo 1 because \"all\""]);
    assert_eq!(text, "Undone: entry 5, note \"e\"; entry 4, note \"d\"; 2 more; entry 1, note \"a\".");
}

#[test]
fn the_log_can_be_shown_in_parts() {
    let lines = after_fire(FIRE, &["note \"smoke\"", "next to plotting", "note \"Turn two\""]);
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        last_of(session, &lines);
        let mut log = |words: &str| session.line(words).unwrap().text;
        let whole = log("log");
        assert_eq!(log("log last 99"), whole);
        assert_eq!(log("log turn 1-2"), whole);
        let last = log("log last 2");
        assert!(!last.contains("smoke") && last.contains("Turn two"), "{last}");
        let first = log("log turn 1");
        assert!(first.contains("smoke") && !first.contains("Turn two"), "{first}");
        assert_eq!(log("log last 1 turn 1"), log("log turn 1 last 1"));
        let text = log("log retvizan");
        assert!(text.contains("   2  target asahi at retvizan") && !text.contains("smoke"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("   ") && !line.starts_with("      ")).count() + 1, {
            let last = log("log retvizan last 1");
            assert!(text.ends_with(last.lines().last().unwrap()), "{last}");
            text.lines().filter(|line| line.starts_with("   ") && !line.starts_with("      ")).count() + 1
        });
        for (wrong, what) in [
            ("log last", "The number of entries is missing."),
            ("log last many", "The number of entries cannot be \"many\"."),
            ("log turn", "The turn is missing."),
            ("log turn 3-2", "The turn cannot be \"3-2\"."),
            ("log turn 9", "Turn 9 has not begun: it is turn 2."),
            ("log nobody", "There is no ship or division \"nobody\"."),
            ("log 7", "There is no ship or division \"7\"."),
        ] {
            let problem = session.line(wrong).err().unwrap_or_else(|| panic!("{wrong} is taken"));
            assert_eq!(problem.error.what, what, "{wrong}");
        }
    });
}

#[test]
fn the_log_is_short_unless_the_full_log_is_requested() {
    let lines = after_fire(FIRE, &[]);
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        last_of(session, &lines);
        let (short, full) = (session.line("log").unwrap(), session.line("log full").unwrap());
        assert!(full.text.contains("Gunfire Segment. [3.3]") && !short.text.contains("Gunfire Segment. [3.3]"));
        assert!(full.text.lines().count() > 2 * short.text.lines().count(), "{}\n{}", short.text, full.text);
        for line in ["   2  target asahi at retvizan", "Asahi>Retvizan"] {
            assert!(short.text.contains(line), "{}", short.text);
        }
        assert_eq!(short.json["log"], full.json["log"], "JSON contains everything in both");
        // Only the entry of the fire, and nothing about the ship that did not fire.
        let text = session.line("log retvizan turn 1").unwrap().text;
        assert!(text.contains("Asahi>Retvizan") && !text.contains("   1  "), "{text}");
    });
}

#[test]
fn move_and_targets_name_the_next_step_in_each_way_of_playing() {
    let answer_to = |scenario: &str, line: &str| {
        with_scenario(scenario, &OneAnswer::default(), |session| session.line(line).unwrap().text)
    };
    assert!(answer_to("asahi-retvizan", "move").starts_with("You move these miniatures by hand"));
    assert!(answer_to("asahi-retvizan", "targets").starts_with("Not measured: Asahi from Retvizan"));
    assert!(answer_to("ulsan", "move").starts_with("There is nothing to move yet. Tracked ships move"));
    assert!(answer_to("ulsan", "targets").starts_with("from"));
    for line in ["move", "targets"] {
        assert!(answer_to("sandbox", line).starts_with("No ship is on the table"), "{line}");
        assert!(answer_to("generated-yellow-sea", line).starts_with("The forces are not on the table yet"), "{line}");
    }
}

#[test]
fn a_side_reads_its_own_order_in_brief() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        session.line("pass to japan").unwrap();
        let brief = session.line("plot 2nd 2 speed 2").unwrap();
        session.line("undo").unwrap();
        session.line("pass to referee").unwrap();
        session.line("show full").unwrap();
        session.line("pass to japan").unwrap();
        let full = session.line("plot 2nd 2 speed 2").unwrap();
        assert_eq!(brief.text, full.text, "a plot takes one line in both");
        assert_eq!(brief.events(), full.events());
    });
}

/// Asserts that no line is wider than a page, and that the answer has at most this many lines.
fn assert_fits(text: &str, lines: usize) {
    for line in text.lines() {
        assert!(line.chars().count() <= show::lines::WIDTH, "{line}");
    }
    assert!(text.lines().count() <= lines, "{} lines:\n{text}", text.lines().count());
}

#[test]
fn a_large_battle_has_a_line_per_division_and_can_be_expanded() {
    with_scenario("jutland-run-south", &OneAnswer::default(), |session| {
        let mut status = |words: &str| session.line(words).unwrap();
        let glance = status("status");
        assert_fits(&glance.text, 30);
        assert!(glance.text.contains("\n1st-bcs ") && !glance.text.contains("Queen Mary"), "{}", glance.text);
        assert!(!glance.text.contains("Lion"), "no ship is damaged: {}", glance.text);
        let all = status("status all");
        assert!(all.text.contains("Queen Mary") && !all.text.contains("\n1st-bcs "), "{}", all.text);
        let squadron = status("status 1st-bcs");
        assert!(squadron.text.contains("Queen Mary") && !squadron.text.contains("Seydlitz"), "{}", squadron.text);
        assert_eq!((&glance.json["ships"], &squadron.json["ships"]), (&all.json["ships"], &all.json["ships"]));
        for set in ["set tiger fires 1", "set lion fires 3", "set queen-mary fate sunk"] {
            session.line(&format!("{set} because \"a ruling\"")).unwrap();
        }
        let hurt = session.line("status").unwrap().text;
        let row = hurt.lines().skip_while(|line| !line.starts_with("1st-bcs ")).take(2).collect::<String>();
        let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(row.contains("3/4 BC") && row.ends_with("1 sunk; Lion X F3, 1 more"), "{hurt}");
        assert!(hurt.contains("X may not fire, F fires."), "{hurt}");
    });
}

#[test]
fn a_small_battle_lists_every_ship_with_a_letter_for_each_damage() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        assert!(!session.line("status").unwrap().text.contains("fires."), "no letter, no key");
        session.line("set izumo fires 1 because \"a ruling\"").unwrap();
        session.line("set izumo mounts 1 because \"a ruling\"").ok();
        let text = session.line("status").unwrap().text;
        assert_fits(&text, 24);
        assert!(text.contains("F1") && text.contains("F fires"), "{text}");
        assert_eq!(text, session.line("status all").unwrap().text);
    });
}

#[test]
fn r3_5_ranges_lists_one_screen_of_the_nearest_and_all_on_request() {
    with_scenario("jutland-run-south", &OneAnswer::default(), |session| {
        let mut ranges = |words: &str| session.line(words).unwrap();
        let (near, all) = (ranges("ranges"), ranges("ranges all"));
        assert_fits(&near.text, 24);
        let folded = near.json["ranges"].as_array().unwrap().len() - 18;
        assert!(near.text.contains(&format!("\nAnd {folded} farther away: type `ranges all`.")), "{}", near.text);
        assert!(!all.text.contains("farther away") && 60 < all.text.lines().count());
        assert_eq!(near.json["ranges"], all.json["ranges"]);
        assert_eq!(ranges("measure all").text, all.text);
        assert_eq!(ranges("ranges lion all").text, ranges("ranges all lion").text);
        assert!(session.line("ranges nobody").is_err());
    });
}

#[test]
fn r6_1_targets_fit_a_screen_and_have_the_numbers_of_the_odds() {
    with_scenario("jutland-run-south", &OneAnswer::default(), |session| {
        let near = session.line("targets").unwrap();
        assert_fits(&near.text, 24);
        for target in near.json["targets"].as_array().unwrap() {
            let word = |key: &str| target[key].as_str().unwrap().to_owned();
            let odds = session.line(&format!("odds {} at {} battery big", word("from"), word("at"))).unwrap();
            let none = &odds.json["strikes"][0]["p"];
            let (over, under) = word("hit").split_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
            let (n, d) = none.as_str().unwrap().split_once('/').unwrap();
            let number = |text: &str| text.parse::<f64>().unwrap();
            let sum = number(&over) / number(&under) + number(n) / number(d);
            assert!((sum - 1.0).abs() < 1e-9, "{target}: a hit or none");
        }
        assert_eq!(session.line("targets lion").unwrap().text.lines().count(), 1, "no enemy is in sight yet");
        session.line("pass to britain").unwrap();
        assert!(session.line("targets lutzow").is_err(), "possible targets of the enemy are not shown");
        assert!(session.line("targets lion").is_ok());
    });
}

#[test]
fn r2_7_without_positions_targets_are_measured_ships_others_are_named() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        let text = last_of(session, &["next to gunfire", "targets asahi"]);
        assert!(text.starts_with("Not measured: Asahi from Retvizan."), "{text}");
        let text = last_of(session, &["measure asahi retvizan 8", "targets asahi"]);
        assert!(text.contains("8.0\"") && text.contains("3 big") && !text.contains("Not measured"), "{text}");
        let text = last_of(session, &["ranges"]);
        assert!(text.contains("Asahi") && text.contains("7/"), "{text}");
        session.line("target asahi at retvizan range 8").unwrap();
        let remaining = session.line("targets").unwrap();
        let from = |range: &serde_json::Value| range["from"] == "retvizan";
        let all_from_retvizan = remaining.json["targets"].as_array().unwrap().iter().all(from);
        assert!(all_from_retvizan, "Asahi has declared: {}", remaining.text);
    });
}

#[test]
fn several_orders_in_a_line_are_recorded_together_or_not_at_all() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        session.line("next to gunfire").unwrap();
        let entries = |session: &Session<'_, Naval>| session.journal().entries().len();
        let before = entries(session);
        for (line, which) in [
            ("asahi>retvizan 8; retvizan>asahi 99", "order 2 of 2, retvizan>asahi 99"),
            ("asahi>nobody 8; retvizan>asahi 8", "order 1 of 2, asahi>nobody 8"),
            ("asahi>retvizan 8; fire all", "order 2 of 2, fire all"),
            ("asahi>retvizan 8; asahi>retvizan 8", "order 2 of 2"),
        ] {
            let problem = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
            assert!(problem.error.what.contains(which), "{line}: {problem}");
            assert_eq!(entries(session), before, "{line}: nothing is recorded");
        }
        let problem = session.line("asahi>retvizan 8; fire all declared; note \"done\"").err().unwrap();
        assert!(problem.error.what.contains("may roll dice, and \"fire all declared\""), "{problem}");
        let text = session.line("asahi>retvizan 8; retvizan>asahi 8; fire all dice 3 20 8 5 20 20").unwrap().text;
        assert!(text.contains("1 pen") && text.contains("no hit"), "{text}");
        assert_eq!(entries(session), before + 3);
        // A semicolon in quotation marks does not split the line.
        session.line("note \"a; fire all\"").unwrap();
        assert_eq!(entries(session), before + 4);
    });
}

#[test]
fn r3_3_5_again_repeats_last_turns_targets_where_legal() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        assert!(session.line("again").err().unwrap().error.what.contains("Gunfire"));
        session.line("next to gunfire").unwrap();
        let first = session.line("again").err().unwrap();
        assert_eq!(first.error.what, "This is turn 1, so there is no earlier fire to repeat.");
        last_of(
            session,
            &[
                DECLARED[1],
                DECLARED[2],
                "fire all dice 20 20 20 20",
                "next to plotting waive \"a drill\"",
                "next to gunfire",
            ],
        );
        session.line("set retvizan fires 3 because \"a ruling\"").unwrap();
        session.line("measure asahi retvizan 8").unwrap();
        let entries = session.journal().entries().len();
        let answer = session.line("again").unwrap();
        assert!(answer.text.contains("Asahi>Retvizan 8.0\""), "{}", answer.text);
        assert!(answer.text.contains("Not declared: Retvizan at Asahi. "), "{}", answer.text);
        assert_eq!(answer.json["not_again"].as_array().unwrap().len(), 1);
        assert_eq!(session.journal().entries().len(), entries + 1, "nothing illegal is recorded");
    });
}

#[test]
fn r3_3_1_the_rest_or_all_divisions_go_straight_on() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let duties =
            |session: &mut Session<'_, Naval>| session.line("duties").unwrap().json["duties"].as_array().unwrap().len();
        session.line("plot 2nd 1-CL30 speed 2").unwrap();
        let before = duties(session);
        assert!(0 < before);
        let text = session.line("rest straight").unwrap().text;
        assert!(text.lines().count() == before && !text.contains("2nd"), "{text}");
        assert_eq!(duties(session), 0);
        assert_eq!(session.line("rest straight").err().unwrap().error.what, "No division needs a plot.");
        assert_eq!(
            session.line("rest").err().unwrap().error.hint.as_ref().map(ToString::to_string).as_deref(),
            Some("rest is typed as rest straight")
        );
        assert!(session.line("all straight").unwrap().text.contains("plot 2nd "));
        session.line("next to gunfire").unwrap();
        assert!(session.line("all straight").is_err(), "plots are recorded only in the Plotting Segment");
    });
}

#[test]
fn tab_offers_what_may_follow() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for (line, offer) in [
            ("status a", "all"),
            ("status iz", "izumo"),
            ("log la", "last"),
            ("log tu", "turn"),
            ("log ros", "rossia"),
            ("ranges al", "all"),
            ("targets iz", "izumo"),
            ("targets izumo al", "all"),
            ("rest s", "straight"),
            ("agai", "again"),
            ("targ", "target"),
            ("target", "targets"),
        ] {
            let (_, offers) = Naval::complete(session.state(), line, line.len());
            assert!(offers.iter().any(|offered| offered.trim() == offer), "{line}: {offers:?}");
        }
    });
}

#[test]
fn r4_2_ranges_and_targets_mark_what_the_sighting_has_still_to_settle() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["quickstart", "next to plotting waive \"a drill\"", "rest straight", "next to movement"] {
            session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
        }
        let answer_to = |session: &mut Session<'_, Naval>, line| session.line(line).unwrap().text;
        let (ranges, targets) = (answer_to(session, "ranges"), answer_to(session, "targets"));
        assert!(
            ranges.contains('?') && ranges.contains("\nNo sighting yet from these positions: brackets "),
            "{ranges}"
        );
        let rows: Vec<&str> = ranges.lines().filter(|row| row.contains(" ? ")).collect();
        assert!(!rows.is_empty() && rows.iter().all(|row| row.ends_with(')')), "{ranges}");
        assert!(targets.contains("\nNo sighting yet from these positions: "), "{targets}");
        session.line("next to gunfire").unwrap_or_else(|problem| panic!("{problem}"));
        let (ranges, targets) = (answer_to(session, "ranges"), answer_to(session, "targets"));
        assert!(!ranges.contains(')') && !ranges.contains("No sighting yet"), "{ranges}");
        assert!(!targets.contains("No sighting yet"), "{targets}");
    });
}

#[test]
fn r5_8_3_plots_straight_on_name_ships_that_fall_out() {
    for (top, falls_out) in [("0", true), ("2", false)] {
        with_scenario("ulsan", &OneAnswer::default(), |session| {
            let slow = format!("set rossia top {top} because \"so\"");
            for line in ["flag vladivostok gromoboi", &slow] {
                session.line(line).unwrap();
            }
            let text = session.line("rest straight").unwrap().text;
            let speed = text.lines().find_map(|line| line.strip_prefix("plot vladivostok ")).unwrap().to_owned();
            assert!("0.0" < speed.as_str(), "{text}");
            assert_eq!(text.contains("Rossia"), falls_out, "{text}");
        });
    }
}

#[test]
fn r2_7_ranges_of_a_measured_pair_show_the_measurement() {
    let mut setup = load::scenario(&naval_kit::builtin(), "ulsan").unwrap();
    setup.remove_positions();
    with_setup(setup, &OneAnswer::default(), |session| {
        let lines = ["next to gunfire", "m izumo rossia 8.5 arc bow"];
        last_of(session, &lines);
        for line in ["ranges izumo rossia", "measure izumo rossia"] {
            assert_eq!(
                last_of(session, &[line]),
                "Izumo to Rossia: 8.5\", bow, as measured this turn. [2.7]",
                "{line}"
            );
        }
        assert_eq!(last_of(session, &["ranges rossia izumo"]), "Rossia to Izumo: 8.5\", as measured this turn. [2.7]");
        // Nothing is known about a pair that was not measured.
        let problem = session.line("ranges izumo gromoboi").err().unwrap();
        assert_eq!(problem.error.what, "Izumo has no position.");
    });
}

#[test]
fn r4_4_a_sighting_command_that_changes_nothing_is_answered() {
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        last_of(session, &["next to sighting"]);
        for (line, again) in [
            ("sight retvizan", "Retvizan is already in sight. [4.3]"),
            ("unsight retvizan", "Retvizan is already out of sight. [4.4]"),
        ] {
            assert!(!last_of(session, &[line]).contains("already"), "{line}");
            assert_eq!(last_of(session, &[line]), again);
        }
    });
}

#[test]
fn the_verb_agrees_with_the_name_of_a_division_out_of_column() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let text = last_of(session, &["plot vladivostok SR45-1", "plot 2nd SR45-1", "next"]);
        assert!(text.contains("Vladivostok cruisers are out of column."), "{text}");
        assert!(text.contains("2nd Division is out of column."), "{text}");
    });
}
