//! Special rules on tables without positions: they apply as with positions. The program reminds the players of rules
//! that only positions could decide. [5.4, 5.7, 5.10, 9.2]
use naval::rules::special::{is_active, reminders};
use naval::rules::{signals::orders_number_or_exemption, turn::duties};
use naval::{Inches, Segment, model::Setting};

use super::*;

fn inches(text: &str) -> Inches {
    text.parse().unwrap()
}

/// Mikasa and Asahi against the force flagship Tsesarevich, with Retvizan in its own division astern of it.
fn three_divisions(yaml: &str, tracked: bool, change: impl FnOnce(&mut Setup)) -> Play {
    Play::begin_changed("drill-two-lines", |setup| {
        setup.special_rules = vec!["The first.".to_owned(), "The second.".to_owned()];
        setup.rules = keys(yaml);
        let index = setup.divisions.iter().position(|division| division.id == "squadron").unwrap();
        let mut second = setup.divisions[index].clone();
        setup.divisions[index].ships.truncate(1);
        (second.id, second.name) = ("second".into(), "Second".to_owned());
        (second.ships, second.flagship) = (vec!["retvizan".into()], "retvizan".into());
        second.at = second.at.map(|at| Place::new(at.x.as_f64() - 2.5, at.y.as_f64(), at.heading.as_f64()));
        setup.divisions.push(second);
        if !tracked {
            setup.divisions.iter_mut().for_each(|division| division.at = None);
        }
        change(setup);
    })
}

fn measured(yaml: &str) -> Play {
    three_divisions(yaml, false, |_| ())
}

/// The first word of the name of each division that still needs a check of its orders.
fn divisions_owing_checks(play: &Play) -> Vec<String> {
    let checks = duties(&play.state).into_iter().filter(|duty| duty.rule.to_string() == "5.10.3");
    checks.map(|duty| show::labels::duty_text(&play.state, &duty).split(' ').next().unwrap().to_owned()).collect()
}

fn reminded_rules(play: &Play) -> Vec<u8> {
    reminders(&play.state, None).into_iter().map(|reminder| reminder.of).collect()
}

fn is_rule_active(play: &Play) -> bool {
    is_active(&play.state, 0, &play.state.setup.rules[0])
}

/// The paragraph that refuses a line, if one does.
fn refusing_paragraph(play: &Play, line: &str) -> Option<String> {
    match play.decide(line, &[]) {
        Err(NotDecided::Refused { rule, .. }) => Some(rule.to_string()),
        Ok(_) | Err(NotDecided::NeedsRoll { .. } | NotDecided::NoSuchFace { .. }) => None,
    }
}

#[test]
fn r5_10_1_a_mute_force_flag_excuses_no_check_tracked_or_measured() {
    for (to_turn, mute) in [(2, true), (1, false)] {
        let yaml = format!(
            "[{{of: 1, to_turn: {to_turn}, does: {{orders: {{ships: {{side: russia}}, without_flag: true}}}}}}]"
        );
        let mut tracked = three_divisions(&yaml, true, |_| ()).moved_to(2, Segment::Plotting);
        tracked.apply_line("plot squadron CR60 speed 2", &[]);
        let excused =
            orders_number_or_exemption(&tracked.state, tracked.state.division(&"squadron".into()).unwrap()).err();
        assert_eq!(excused.map(|rule| rule.to_string()), (!mute).then(|| "5.10.1".to_owned()));
        let mut measured = measured(&yaml).moved_to(2, Segment::Plotting);
        measured.apply_line("plot squadron CR60 speed 2", &[]);
        measured.apply_with_dice("next");
        assert_eq!(
            divisions_owing_checks(&measured),
            if mute { vec!["Port"] } else { Vec::new() },
            "the Port Arthur Squadron"
        );
        assert_eq!(refusing_paragraph(&measured, "orders squadron"), (!mute).then(|| "5.10.1".to_owned()));
    }
}

#[test]
fn r5_10_3_a_ships_turn_waives_command_checks_tracked_and_measured() {
    let yaml = "[{of: 1, does: {orders: {ships: {divisions: [second]}, freed_by_ships_turn: 180}}}]";
    for (plot, freed) in [("SR180", true), ("SR165", false), ("CR180", false)] {
        let mut tracked = three_divisions(yaml, true, |_| ());
        tracked.apply_line(&format!("plot second {plot} speed 2"), &[]);
        let excused =
            orders_number_or_exemption(&tracked.state, tracked.state.division(&"second".into()).unwrap()).err();
        assert_eq!(excused.map(|rule| rule.to_string()), freed.then(|| "9.2".to_owned()), "{plot}");
        let mut measured = measured(yaml);
        measured.apply_line(&format!("plot second {plot} speed 2"), &[]);
        measured.apply_with_dice("next");
        assert_eq!(divisions_owing_checks(&measured), if freed { Vec::new() } else { vec!["Second"] }, "{plot}");
        let refused = refusing_paragraph(&measured, "orders second range 5");
        assert_eq!(refused, freed.then(|| "9.2".to_owned()), "{plot}");
    }
}

#[test]
fn r4_3_a_measured_range_uses_the_sighting_range_of_each_observer() {
    // With `short` Retvizan sees only to 5. With `long` it sees to 25, and the others to 20.
    let short = "[{of: 1, does: {sight: {by: {divisions: [second]}, at: {side: japan}, at_most: 5}}}]";
    let long = "[{of: 1, does: {sight: {by: {divisions: [second]}, at: {side: japan}, at_least: 25}}}]";
    for (yaml, by, range, sees) in [
        (short, "retvizan", "5", true),
        (short, "retvizan", "5.01", false),
        (short, "tsesarevich", "5.01", true),
        (long, "retvizan", "25", true),
        (long, "retvizan", "25.01", false),
        (long, "tsesarevich", "20.01", false),
        (long, "tsesarevich", "20", true),
    ] {
        for tracked in [true, false] {
            let mut play = three_divisions(yaml, tracked, |_| ()).moved_to(1, Segment::Sighting);
            let events = play.apply_line(&format!("measure {by} asahi {range}"), &[]);
            let asahi = Fact::Sighted { ship: "asahi".into() };
            assert_eq!(events.iter().any(|event| event.fact == asahi), sees, "{by} {range} {tracked}");
            // No rule limits the Japanese, so they see up to the sighting base.
            let other = Fact::Sighted { ship: by.into() };
            assert_eq!(events.iter().any(|event| event.fact == other), inches(range) <= inches("20"), "{by} {range}");
        }
    }
}

/// A rule that is active while Retvizan sees an enemy.
const SEES: &str = "{of: 1, when: {ships: {among: [retvizan], are: [sees_enemy]}}, \
                    does: {speed: {ships: [retvizan], at_most: 1}}}";

#[test]
fn r9_2_a_ship_that_sights_an_enemy_sees_it_itself() {
    // Retvizan is between 8 and 20 inches from the nearest enemy, so its own limit decides.
    for (reach, sees) in [("20", true), ("8", false)] {
        let yaml = format!("[{SEES}, {{of: 2, does: {{sight: {{by: [retvizan], at_most: {reach}}}}}}}]");
        let mut play = three_divisions(&yaml, true, |_| ()).moved_to(1, Segment::Gunfire);
        assert!(!is_rule_active(&play), "no enemy is in sight");
        for ship in ["mikasa", "asahi"] {
            play.apply(&Fact::Sighted { ship: ship.into() });
        }
        assert_eq!(is_rule_active(&play), sees, "{reach}");
    }
    // By measured range, to the hundredth.
    for (range, sees) in [("8", true), ("8.01", false)] {
        let yaml = format!("[{SEES}, {{of: 2, does: {{sight: {{by: [retvizan], at_most: 8}}}}}}]");
        let mut play = measured(&yaml).moved_to(1, Segment::Sighting);
        play.apply_line("measure tsesarevich asahi 9", &[]);
        assert!(!is_rule_active(&play), "its flagship sees Asahi, it does not");
        play.apply_line(&format!("measure retvizan asahi {range}"), &[]);
        assert_eq!(is_rule_active(&play), sees, "{range}");
    }
}

#[test]
fn r9_2_a_sight_rule_may_depend_on_what_ships_see_without_recursion() {
    let yaml = "[{of: 1, when: {ships: {among: [retvizan], are: [sees_enemy]}}, \
                does: {sight: {by: {side: russia}, at_most: 3}}}]";
    let mut play = measured(yaml).moved_to(1, Segment::Sighting);
    play.apply_line("measure retvizan asahi 9", &[]);
    assert!(is_rule_active(&play), "it sees the enemy by the other rules");
    let mikasa = Fact::Sighted { ship: "mikasa".into() };
    let events = play.apply_line("measure tsesarevich mikasa 9", &[]);
    assert!(!events.iter().any(|event| event.fact == mikasa), "now no ship sees farther than 3");
}

#[test]
fn r9_2_a_light_of_the_first_half_turn_counts_as_shown_last_turn() {
    for halves in [true, false] {
        let mut play = three_divisions("[]", true, |setup| setup.night = true).moved_to(1, Segment::Illumination);
        let light = naval::model::command::Light::Searchlight;
        play.apply(&Fact::Illuminated { by: "mikasa".into(), target: "tsesarevich".into(), with: light });
        if halves {
            play.apply(&Fact::SecondHalfBegan);
        }
        let next = play.moved_to(2, Segment::Plotting);
        let showed = |play: &Play, ship: &str| play.ship(ship).showed_last_turn;
        assert_eq!((showed(&next, "mikasa"), showed(&next, "asahi")), (true, false), "{halves}");
        assert!(!showed(&next.moved_to(3, Segment::Plotting), "mikasa"), "a turn later it is forgotten");
    }
}

#[test]
fn r9_2_a_measured_ship_slows_to_the_speed_limit_of_a_rule() {
    for (most, made, noted) in [("1", "1", true), ("1.99", "1.99", true), ("2", "2", false)] {
        let yaml = format!("[{{of: 1, from_turn: 2, does: {{speed: {{ships: {{side: japan}}, at_most: {most}}}}}}}]");
        let mut play = measured(&yaml);
        play.apply_with_dice("next");
        assert_eq!(play.ship("asahi").speed, inches("2"), "not yet");
        play.apply_with_dice("next to plotting");
        let events = play.apply_with_dice("next");
        let is_slowed = |event: &NavalEvent| {
            matches!(&event.fact, Fact::SpeedChanged { ship, .. } if *ship == "asahi")
                && event.rule.to_string() == "9.2"
        };
        assert_eq!(events.iter().any(is_slowed), noted, "{most}");
        assert_eq!((play.ship("asahi").speed, play.ship("retvizan").speed), (inches(made), inches("2")), "{most}");
    }
}

#[test]
fn r5_10_3_a_ship_without_orders_keeps_to_the_speed_limit_of_a_rule() {
    for (ships, keeps) in [("{side: russia}", "1"), ("{side: japan}", "2")] {
        let yaml = format!("[{{of: 1, from_turn: 2, does: {{speed: {{ships: {ships}, at_most: 1}}}}}}]");
        let mut play = measured(&yaml);
        play.apply_with_dice("next to plotting");
        play.apply_line("plot second CR60 speed 1", &[]);
        play.apply_with_dice("next");
        play.apply_line("orders second range 5", &[10, 4]);
        assert_eq!(play.ship("retvizan").speed, inches(keeps), "{ships}: straight on at the same speed");
    }
}

// Two rules whose condition needs positions or headings.
const NEAR: &str = "[{of: 1, when: {near: {ships: {side: russia}, inches: 40, place: {x: 36, y: 24}}}, \
                    does: {hold: {ships: {side: japan}, weapons: [big]}}}]";
const HEADS: &str = "[{of: 1, unless: {ships: {among: {side: russia}, are: [{heads: {from_deg: 0, to_deg: 45}}]}}, \
                     does: {hold: {ships: {side: japan}, weapons: [big]}}}]";

#[test]
fn r9_2_a_position_condition_is_open_without_positions_and_recalled() {
    for yaml in [NEAR, HEADS] {
        let tracked = three_divisions(yaml, true, |_| ()).moved_to(1, Segment::Gunfire).all_seen();
        assert!(is_rule_active(&tracked) && reminded_rules(&tracked).is_empty(), "their positions decide it");
        let mut play = measured(yaml).moved_to(1, Segment::Gunfire).all_seen();
        assert!(!is_rule_active(&play), "{yaml}");
        assert_eq!(reminded_rules(&play), [1]);
        play.allows("target asahi at retvizan range 8");
        play.apply_line("set rule 1 on because \"near the light vessel\"", &[]);
        assert!(is_rule_active(&play), "the referee's ruling decides it");
        assert_eq!(reminded_rules(&play), [0; 0]);
        play.refused("target asahi at retvizan range 8");
        play.apply_line("set rule 1 off because \"past it\"", &[]);
        assert!(!is_rule_active(&play) && reminded_rules(&play).is_empty());
        // If no gun is aimed, the condition need not be recalled.
        assert_eq!(reminded_rules(&measured(yaml).moved_to(1, Segment::Movement)), [0; 0]);
    }
}

#[test]
fn r9_2_facts_known_without_positions_can_settle_a_position_condition() {
    // No ship is stopped, so headings do not matter. A rule of another turn is not recalled.
    let both = "[{of: 1, when: {ships: {among: {side: russia}, are: [stopped, {heads: {from_deg: 0, to_deg: 360}}]}}, \
                does: {hold: {ships: {side: japan}, weapons: [big]}}}]";
    let mut play = measured(both).moved_to(1, Segment::Gunfire);
    assert_eq!(reminded_rules(&play), [0; 0]);
    play.set("retvizan", Setting::Speed(Inches::ZERO));
    assert_eq!(reminded_rules(&play), [1], "it might head anywhere");
    let later = NEAR.replace("of: 1, when", "of: 1, from_turn: 2, when");
    assert_eq!(reminded_rules(&measured(&later).moved_to(1, Segment::Gunfire)), [0; 0]);
    assert_eq!(reminded_rules(&measured(&later).moved_to(2, Segment::Gunfire)), [1]);
    // Both ships must meet the condition: with one sunk, it cannot be met.
    let two = "[{of: 1, when: {ships: {among: {side: russia}, are: [{heads: {from_deg: 0, to_deg: 360}}], at_least: 2}}, \
               does: {hold: {ships: {side: japan}, weapons: [big]}}}]";
    let mut play = measured(two).moved_to(1, Segment::Gunfire);
    assert_eq!(reminded_rules(&play), [1]);
    play.set("retvizan", Setting::Fate(naval::model::Fate::Sinking));
    assert_eq!(reminded_rules(&play), [0; 0]);
}

#[test]
fn r9_2_an_agreed_rule_on_positions_stays_open() {
    let optional = NEAR.replace("of: 1, when", "of: 1, optional: true, when");
    let mut play = measured(&optional).moved_to(1, Segment::Gunfire);
    assert_eq!(reminded_rules(&play), [0; 0], "the players did not agree to it");
    play.apply_line("set rule 1 on because \"agreed\"", &[]);
    assert_eq!(reminded_rules(&play), [1]);
    assert!(!is_rule_active(&play));
}

#[test]
fn r9_2_required_and_allowed_turns_apply_without_positions() {
    let most = "[{of: 1, does: {course: {ships: {divisions: [second]}, steer: {at_most_deg: 30}}}}]";
    let least =
        "[{of: 1, does: {course: {ships: {divisions: [second]}, steer: {turn: {at_least_deg: 90, hand: right}}}}}]";
    for (yaml, plot, legal) in [
        (most, "CR30", true),
        (most, "CR45", false),
        (most, "CR30-0.5-CL15", false),
        (least, "CR90", true),
        (least, "CR75", false),
        (least, "CL90", false),
    ] {
        for tracked in [true, false] {
            let play = three_divisions(yaml, tracked, |_| ());
            let line = format!("plot second {plot} speed 2");
            match legal {
                true => play.allows(&line),
                false => assert!(matches!(play.refused(&line).0, SpecialReason::Course { rule: 0, .. }), "{plot}"),
            }
            play.allows(&format!("plot squadron {plot} speed 2"));
        }
    }
}

#[test]
fn r4_5_2_starshell_needs_guns_that_no_rule_holds_back() {
    for (weapons, at, lights) in [
        ("[medium, light]", "tsesarevich", false),
        ("[big, medium, light, torpedoes]", "tsesarevich", false),
        ("[medium]", "tsesarevich", true),
        ("[big, light]", "tsesarevich", true),
        ("[medium, light]", "retvizan", true),
    ] {
        let yaml = format!("[{{of: 1, does: {{hold: {{ships: {{side: japan}}, at: [{at}], weapons: {weapons}}}}}}}]");
        for tracked in [true, false] {
            let play = three_divisions(&yaml, tracked, |setup| {
                setup.date = chrono::NaiveDate::from_ymd_opt(1918, 3, 10).unwrap();
                setup.night = true;
            });
            let play = play.moved_to(1, Segment::Illumination).all_seen();
            let line = "illuminate mikasa tsesarevich starshell range 9";
            match lights {
                true => play.allows(line),
                false => assert!(matches!(play.refused(line).0, SpecialReason::HeldBack { rule: 0, .. }), "{weapons}"),
            }
            play.allows("illuminate tsesarevich mikasa starshell range 9");
        }
    }
}

#[test]
fn r5_7_4_a_following_division_is_bound_by_the_course_of_the_one_ahead() {
    let yaml =
        "[{of: 1, does: {course: {ships: {divisions: [second]}, steer: {never: {from_deg: 180, to_deg: 360}}}}}]";
    let line = || {
        let mut play = three_divisions(yaml, true, |_| ());
        play.apply_line("formation line squadron second", &[]);
        play
    };
    // From 90: to 180, the edge of the forbidden courses, and 15 beyond it.
    for (turn, legal) in [("CR90", true), ("CR105", false)] {
        for follow in ["F", "M"] {
            let mut first = line();
            first.apply_line(&format!("plot squadron {turn} speed 2"), &[]);
            let mut after = line();
            after.apply_line(&format!("plot second {follow}squadron"), &[]);
            for (play, plot) in
                [(&first, format!("plot second {follow}squadron")), (&after, format!("plot squadron {turn} speed 2"))]
            {
                match legal {
                    true => play.allows(&plot),
                    false => assert!(
                        matches!(&play.refused(&plot).0,
                        SpecialReason::Course { unit, rule: 0 } if *unit == "second"),
                        "{plot}"
                    ),
                }
            }
        }
        // No ship follows, so the rule does not bind the one ahead.
        line().allows(&format!("plot squadron {turn} speed 2"));
    }
}

#[test]
fn r9_2_a_forbidden_course_is_refused_by_hand_if_the_heading_is_known() {
    let yaml =
        "[{of: 1, does: {course: {ships: {divisions: [squadron]}, steer: {never: {from_deg: 180, to_deg: 360}}}}}]";
    let heading =
        |play: &Play| play.state.ship(&"tsesarevich".into()).unwrap().helm.course.map(|course| course.as_f64());
    let tracked = three_divisions(yaml, true, |_| ());
    let by_hand = three_divisions(yaml, true, Setup::remove_positions);
    let course = heading(&by_hand).expect("the scenario gives its heading");
    for to in [165.0, 195.0] {
        let turn = (to - course + 360.0) % 360.0;
        let (hand, by) = if turn <= 180.0 { ("R", turn) } else { ("L", 360.0 - turn) };
        let line = format!("plot squadron S{hand}{by} speed 2");
        let refused = (180.0 < to).then(|| "9.2".to_owned());
        assert_eq!(refusing_paragraph(&tracked, &line), refused, "{line}");
        assert_eq!(refusing_paragraph(&by_hand, &line), refused, "by hand {line}");
    }
    // A ship whose course is unknown gets a reminder, not a ruling.
    assert_eq!(refusing_paragraph(&measured(yaml), "plot squadron SR180 speed 2"), None);
}
