//! Rarely used keys: the lee side, ships that left, `any_of`, currents in half turns, and verified
//! dice of mines and entries. [3.4.2, 9.1, 9.2]
use naval::model::{BatteryKind, Bearing, Declaration, Edge, Fate, Label, Setting, Wind, WindForce};
use naval::rules::special::{allowance, is_active};
use naval::{Inches, Segment, rules::gunnery::volley_part, view::View};
use play::Source;
use play::journal::{Entry, Header, Journal};

use super::{guns::fire, *};

fn inches(text: &str) -> Inches {
    text.parse().unwrap()
}

/// How many special rules reduce Mikasa's medium battery on a side, with the wind from the north.
fn reductions(key: &str, heading: f64, bearing: Bearing) -> usize {
    let yaml =
        format!("[{{of: 1, does: {{fire: {{by: [mikasa], batteries: [medium], on: {key}, strength_times: 1/2}}}}}}]");
    let mut play = Play::begin_changed("drill-two-lines", |setup| {
        setup.special_rules = vec!["The first.".to_owned()];
        setup.rules = keys(&yaml);
        setup.wind = Wind { force: WindForce::Moderate, from_deg: 0 };
    });
    play = play.moved_to(1, Segment::Gunfire).all_seen();
    play.put("mikasa", 30.0, 20.0, heading);
    let shot: Declaration = fire("mikasa", BatteryKind::Medium, "retvizan", bearing);
    let part = volley_part(&play.state, &shot).unwrap();
    part.strength.terms.iter().filter(|term| term.label == Label::SpecialRule(1)).count()
}

#[test]
fn r9_2_the_lee_side_is_opposite_the_weather_side() {
    // On an easterly course the north wind comes over the port side, so starboard is the lee side.
    for (heading, weather, lee) in
        [(90.0, Bearing::Port, Bearing::Starboard), (270.0, Bearing::Starboard, Bearing::Port)]
    {
        assert_eq!((reductions("lee", heading, lee), reductions("lee", heading, weather)), (1, 0), "{heading}");
        assert_eq!((reductions("weather", heading, lee), reductions("weather", heading, weather)), (0, 1), "{heading}");
    }
    // One degree to either side of the wind's direction, the sides change.
    assert_eq!((reductions("lee", 1.0, Bearing::Starboard), reductions("lee", 359.0, Bearing::Starboard)), (1, 0));
    assert_eq!((reductions("lee", 1.0, Bearing::Port), reductions("lee", 359.0, Bearing::Port)), (0, 1));
}

#[test]
fn r9_2_exited_holds_for_a_ship_that_left_and_not_for_one_that_sank() {
    let yaml = "[{of: 1, when: {ships: {among: [asahi], are: [exited]}}, does: {speed: {ships: [mikasa], at_most: 1}}}, \
                {of: 2, when: {ships: {among: [asahi], are: [gone]}}, does: {speed: {ships: [retvizan], at_most: 1}}}]";
    for make in [Play::drill, Play::measured_drill] {
        let active_rules = |fate: Option<Fate>| {
            let mut play = make(yaml);
            if let Some(fate) = fate {
                play.set("asahi", Setting::Fate(fate));
            }
            let rule = |index: u16| is_active(&play.state, index, &play.state.setup.rules[usize::from(index)]);
            let capped = allowance(&play.state, play.ship("mikasa")) == inches("1");
            assert_eq!(capped, rule(0));
            (rule(0), rule(1))
        };
        assert_eq!(active_rules(None), (false, false));
        assert_eq!(
            active_rules(Some(Fate::Exited { friendly: true, edge: Some(Edge::South), turn: Some(1) })),
            (true, true)
        );
        assert_eq!(active_rules(Some(Fate::Sinking)), (false, true), "a sunk ship is gone but has not exited");
    }
}

#[test]
fn r9_2_any_of_requires_only_one_of_its_tests() {
    let yaml = "[{of: 1, when: {ships: {among: [asahi], are: [any_of: [stopped, {fires: 2}]]}}, \
                does: {speed: {ships: [mikasa], at_most: 1}}}]";
    for make in [Play::drill, Play::measured_drill] {
        let is_rule_active = |speed: &str, fires: u8| {
            let mut play = make(yaml);
            play.set("asahi", Setting::Speed(inches(speed)));
            play.set("asahi", Setting::Fires(fires));
            is_active(&play.state, 0, &play.state.setup.rules[0])
        };
        assert!(!is_rule_active("2", 0) && !is_rule_active("0.01", 1), "neither, by a hundredth and by a fire");
        assert!(is_rule_active("0", 0), "stopped");
        assert!(is_rule_active("2", 2), "two fires");
        assert!(is_rule_active("0", 2), "both");
    }
}

const CURRENT: &str = "[{of: 1, does: {drift: {ships: [mikasa], bearing_deg: 90, inches: 0.5}}}]";

#[test]
fn r3_4_2_a_current_carries_a_ship_once_in_a_turn_of_two_halves() {
    let mut play = Play::begin_changed("drill-two-lines", |setup| {
        setup.special_rules = vec!["The first.".to_owned()];
        setup.rules = keys(CURRENT);
        setup.options.half_moves = true;
    });
    play.put("mikasa", 30.0, 20.0, 0.0);
    play.put("asahi", 30.0, 14.0, 0.0);
    play.put("retvizan", 34.0, 20.0, 0.0);
    play.put("tsesarevich", 34.0, 14.0, 0.0);
    let mut play = play.moved_to(2, Segment::Plotting).all_seen();
    play.apply_line("half japan", &[]);
    let drifted = |events: &[NavalEvent]| {
        rule_facts(events).iter().filter(|fact| matches!(fact, RuleFact::Drifted { .. })).count()
    };
    let first = play.apply_with_dice("next to sighting waive \"test\"");
    assert_eq!(drifted(&first), 0, "not in the first half");
    assert_eq!(play.ship("mikasa").at.unwrap().x.as_f64(), 30.0);
    play.apply_with_dice("next to damage waive \"test\"");
    let second = play.apply_with_dice("next to sighting waive \"test\"");
    assert_eq!(drifted(&second), 1, "once, after the second half");
    assert_eq!(play.ship("mikasa").at.unwrap().x.as_f64(), 30.5);
    assert_eq!(play.ship("asahi").at.unwrap().x.as_f64(), 30.0, "no ship of the set");
}

#[test]
fn r4_4_a_ship_that_the_current_carries_out_of_sight_is_not_followed() {
    // Ten inches of sight: Mikasa is within it before the move and is carried to its edge or past it. (Q49)
    let seen_after_drift = |off: f64| {
        let mut play = Play::drill(CURRENT);
        play.put("asahi", 30.0, 44.0, 90.0);
        play.put("tsesarevich", 21.0, 20.0, 0.0);
        play.put("mikasa", 21.0 + off, 20.0, 0.0);
        for ship in ["mikasa", "asahi", "retvizan", "tsesarevich"] {
            play.set(ship, Setting::Speed(Inches::ZERO));
        }
        let mut play = play.moved_to(2, Segment::Sighting);
        play.apply(&Fact::Sighted { ship: "mikasa".into() });
        let mut play = play.moved_to(3, Segment::Plotting);
        play.set("battle", Setting::SightingBase(inches("10")));
        let events = play.apply_with_dice("next to illumination waive \"test\"");
        assert!(rule_facts(&events).iter().any(|fact| matches!(fact, RuleFact::Drifted { .. })), "it drifted");
        let seen = play.ship("mikasa").seen.clone().unwrap();
        (play.ship("mikasa").sighted, seen.at.unwrap().x.as_f64() - 21.0)
    };
    let (sighted, range) = seen_after_drift(9.5);
    assert!(sighted && range == 10.0, "carried to the edge of sight it is seen there: {range}");
    let (sighted, range) = seen_after_drift(9.51);
    assert!(!sighted && (range - 9.51).abs() < 0.001, "a hundredth farther its last seen position is known: {range}");
}

/// Builds a journal of these lines with typed dice.
fn journal(change: impl FnOnce(&mut Setup), lines: &[(&str, &[u8])]) -> Journal<Naval> {
    let mut setup = naval_kit::scenario("drill-two-lines");
    setup.special_rules = vec!["The first.".to_owned(), "The second.".to_owned()];
    change(&mut setup);
    let mut journal = Journal::<Naval>::new(Header::current::<Naval>("naval", "test", 7, setup));
    for (line, faces) in lines {
        let command = notation::parse(journal.state(), line).unwrap_or_else(|error| panic!("{line}: {error}")).command;
        let mut dice = Script::typed(faces.iter().copied());
        let events = play::decide::<Naval>(journal.state(), &command, &mut dice);
        let events = events.unwrap_or_else(|halt| panic!("{line}: {halt:?}"));
        assert_eq!(dice.unused(), 0, "{line}: unused dice");
        journal.add(journal.new_command_entry(command, events)).unwrap();
    }
    journal
}

/// Changes the last die of the journal's last entry.
fn with_last_die(journal: &Journal<Naval>, face: u8) -> Journal<Naval> {
    let mut forged = Journal::<Naval>::new(journal.header().clone());
    for (index, entry) in journal.entries().iter().enumerate() {
        let mut entry = entry.clone();
        if let (true, Entry::Did { events, .. }) = (index + 1 == journal.entries().len(), &mut entry) {
            let die = events.iter_mut().flat_map(|event| &mut event.dice).next_back().unwrap();
            assert_eq!(die.source, Source::Typed);
            die.face = face;
        }
        forged.add(entry).unwrap();
    }
    forged
}

#[test]
fn r9_2_typed_mine_dice_are_verified_and_a_changed_one_is_reported() {
    let field = "[{of: 1, does: {mines: {areas: [[[30, 18], [50, 18], [50, 22], [30, 22]]], per: turn}}}]";
    let change_setup = |setup: &mut Setup| {
        setup.rules = keys(field);
    };
    let rolled = |face: u8| {
        let faces = [2, face];
        journal(
            change_setup,
            &[
                ("set mikasa at 36 20 heading 90 because \"tape\"", &[]),
                ("set asahi at 33.5 20 heading 90 because \"tape\"", &[]),
                ("plot 1st 2", &[]),
                ("next waive \"test\"", &faces),
            ],
        )
    };
    for (face, mines) in [(1, 1), (2, 0)] {
        let journal = rolled(face);
        let held: u16 = journal.state().held_hits.iter().map(|hit| hit.count).sum();
        assert_eq!(held, mines, "a {face}");
        let proof = journal.prove().unwrap_or_else(|disagreement| panic!("{disagreement}"));
        assert_eq!(proof.typed, 2);
    }
    assert!(with_last_die(&rolled(2), 1).verify().is_err(), "a strike that the journal does not record");
    assert!(with_last_die(&rolled(1), 2).verify().is_err(), "a miss recorded as a hit");
    assert!(with_last_die(&rolled(2), 3).verify().is_ok(), "a 3 misses as a 2 does");
}

#[test]
fn r9_1_typed_entry_dice_are_verified_and_a_changed_one_is_reported() {
    let entry = "[{of: 1, die: {sides: 6, at_least: 5}, does: {entry: {ships: {division: 1st}}}}]";
    let change_setup = |setup: &mut Setup| {
        setup.rules = keys(entry);
        setup.divisions[0].enters_turn = 3;
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    };
    let entry_result = |face: u8| {
        let faces = [face];
        let journal = journal(change_setup, &[("next waive \"test\"", &faces)]);
        let fate = journal.state().ship(&"mikasa".into()).unwrap().fate.clone();
        assert!(journal.verify().is_ok(), "a {face}");
        (fate, journal)
    };
    let never = Fate::Waiting { enters_turn: naval::rules::special::NEVER_ENTERS };
    let (fate, on_table) = entry_result(5);
    assert_eq!(fate, Fate::Waiting { enters_turn: 3 });
    let (fate, away) = entry_result(4);
    assert_eq!(fate, never);
    assert!(with_last_die(&on_table, 4).verify().is_err() && with_last_die(&away, 5).verify().is_err());
    assert!(with_last_die(&on_table, 6).verify().is_ok() && with_last_die(&away, 1).verify().is_ok());
}

#[test]
fn r9_2_a_limit_for_one_side_and_some_turns_leaves_the_others_unchanged() {
    let yaml = "[{of: 1, from_turn: 3, to_turn: 4, does: {sight: {by: {side: russia}, at_most: 9}}}]";
    let may_declare = |turn: u16, firer: &str, target: &str, range: f64| {
        let mut play = Play::drill(yaml).moved_to(turn, Segment::Movement);
        play.put("mikasa", 20.0, 20.0, 0.0);
        play.put("asahi", 20.0, 14.0, 0.0);
        play.put("retvizan", 20.0 + range, 20.0, 0.0);
        play.put("tsesarevich", 20.0 + range, 14.0, 0.0);
        play.apply_with_dice("next to gunfire waive \"test\"");
        play.decide(&format!("target {firer} at {target}"), &[]).is_ok()
    };
    for turn in 2..=5 {
        let limited = (3..=4).contains(&turn);
        assert!(may_declare(turn, "retvizan", "mikasa", 9.0), "turn {turn}: at its limit");
        assert_eq!(may_declare(turn, "retvizan", "mikasa", 9.01), !limited, "turn {turn}: beyond it");
        assert!(may_declare(turn, "mikasa", "retvizan", 9.01), "turn {turn}: the other side sees as far as before");
    }
}

#[test]
fn r9_2_independent_moves_obey_the_special_rules() {
    // On course 180 a turn of 45 towards an enemy in the east leads to 135: not made if that is forbidden.
    let turned = |sector: &str, face: u8| {
        let yaml = format!("[{{of: 1, does: {{course: {{ships: {{side: russia}}, steer: {{never: {sector}}}}}}}}}]");
        let mut play = Play::drill(&yaml);
        play.put("mikasa", 50.0, 20.0, 0.0);
        play.put("asahi", 50.0, 14.0, 0.0);
        play.put("retvizan", 30.0, 20.0, 180.0);
        play.put("tsesarevich", 5.0, 20.0, 0.0);
        let mut play = play.moved_to(2, Segment::Plotting).all_seen();
        play.apply_line("plot retvizan 1", &[]);
        let events = play.apply_line("next waive \"test\"", &[10, face]);
        let replaced = events.iter().find(|event| matches!(event.fact, Fact::PlotReplaced { .. }));
        (play.ship("retvizan").at.unwrap().heading.as_f64(), replaced.map(|event| event.rule.to_string()))
    };
    let table = Play::begin("drill-two-lines").state.setup.charts.clone();
    let single = table.independent(naval::model::chart::UnitKind::Single).unwrap().clone();
    let toward = (1..=10).find(|face| {
        matches!(single.row(i32::from(*face)), naval::model::chart::Independent::TurnTowardEnemy { degrees: 45 })
    });
    let face = toward.expect("a die result that turns towards the enemy");
    assert_eq!(turned("{from_deg: 100, to_deg: 150}", face), (180.0, Some("9.2".to_owned())));
    // 135 is the edge of the forbidden courses, so it is allowed.
    assert_eq!(turned("{from_deg: 135, to_deg: 150}", face), (135.0, Some("5.10.5".to_owned())));
}

#[test]
fn r9_2_turns_plotted_before_contact_obey_the_special_rules() {
    let yaml = "[{of: 1, from_turn: 3, does: {course: {ships: {side: russia}, steer: {never: {from_deg: 10, to_deg: 80}}}}}, \
                {of: 2, from_turn: 2, does: {speed: {ships: [mikasa], at_most: 1}}}]";
    let play = || {
        let mut play = Play::begin_changed("drill-two-lines", |setup| {
            setup.special_rules = vec!["The first.".to_owned(), "The second.".to_owned()];
            setup.rules = keys(yaml);
            setup.hidden = true;
        });
        for (ship, x) in [("retvizan", 60.0), ("tsesarevich", 66.0)] {
            play.put(ship, x, 4.0, 0.0);
        }
        play
    };
    let ids: Vec<String> = play().state.divisions.iter().map(|division| division.id.to_string()).collect();
    let russian = play().state.divisions.iter().find(|division| division.side == "russia").unwrap().id.to_string();
    let japanese = ids.into_iter().find(|id| *id != russian).unwrap();
    let turns = |index: usize| {
        let plots: Vec<&str> = (1..=10).map(|turn| if turn == index { "CR45 speed 2" } else { "2" }).collect();
        format!("preplot {russian} {}", plots.join("; "))
    };
    assert!(matches!(play().refused(&turns(3)).0, SpecialReason::Course { .. }), "turn 3");
    assert!(matches!(play().refused(&format!("preplot {japanese} 2 x10")).0, SpecialReason::Speed { .. }));
    play().allows(&format!("preplot {russian} 2 x10"));
    play().allows(&format!("preplot {japanese} 1 x10"));
}

#[test]
fn r1_3_a_renamed_side_keeps_its_conditions_and_special_rules() {
    use naval::model::{ShipSet, victory};
    let ships_of = |side: &str| ShipSet { side: Some(side.into()), ..ShipSet::default() };
    let sunk = victory::ShipsCondition {
        count: victory::HowMany::None,
        among: ships_of("a"),
        are: vec![victory::VictoryTest::Sunk],
    };
    let points = victory::PointsCondition { side: "a".into(), bound: victory::Bound::AtLeast(1), times: Vec::new() };
    let condition = victory::VictoryCondition::Any(vec![
        victory::VictoryCondition::Not(Box::new(victory::VictoryCondition::Ships(sunk))),
        victory::VictoryCondition::All(vec![
            victory::VictoryCondition::Points(points),
            victory::VictoryCondition::More("a".into(), victory::CountedFigure::PenetratingHits),
        ]),
    ]);
    let (how, at) = (victory::VictoryDegree::Plain, victory::JudgedWhen::End);
    let wins = victory::VictoryRule::Side(victory::SideWins { side: "a".into(), how, at, condition });
    let yaml = "[{of: 1, secret_to: a, when: {not: {ships: {among: {side: a}, are: [sunk]}}}, \
                unless: {near: {ships: {side: a}, inches: 1, of: {side: b}}}, \
                does: {hold: {ships: {side: b}, at: {side: a}, weapons: [big]}}}, \
                {of: 1, does: {course: {ships: {side: a}, steer: {away: {side: a}}}}}, \
                {of: 1, does: {stay: {ships: {side: a}, within: 3, of: {side: a}}}}, \
                {of: 1, does: {sight: {by: {side: a}, at_most: 9}}}]";
    let mut table = naval_kit::table::Table::set_up(|setup| {
        setup.special_rules = vec!["The first.".to_owned()];
        setup.rules = keys(yaml);
        setup.decide = Some(vec![victory::VictoryEntry { of: None, wins }]);
    });
    table.place("Asahi", naval::model::ShipType::BB, "japan", (20.0, 20.0, 0.0));
    let setup = &table.state.setup;
    assert_eq!(setup.sides.iter().map(|side| side.id.as_str()).collect::<Vec<_>>(), ["japan", "b"]);
    for text in [serde_json::to_string(&setup.rules).unwrap(), serde_json::to_string(&setup.decide).unwrap()] {
        assert!(!text.contains("\"a\"") && text.contains("\"japan\""), "{text}");
    }
    assert!(serde_json::to_string(&setup.rules).unwrap().contains("\"b\""), "the other side keeps its name");
    let text = show::verdict::verdict_text(&View::referee(&table.state));
    assert!(text.contains("Japan wins"), "{text}");
}

#[test]
fn r9_2_half_speed_is_at_most_half_the_speed_on_the_card() {
    let yaml =
        "[{of: 1, when: {ships: {among: [asahi], are: [half_speed]}}, does: {speed: {ships: [mikasa], at_most: 1}}}]";
    for (more, slow) in [(0, true), (1, false), (-1, true)] {
        let mut play = Play::drill(yaml);
        let half = Inches(play.ship("asahi").card.speed.0 / 2);
        assert_eq!(half * 2, play.ship("asahi").card.speed);
        play.set("asahi", Setting::TopSpeed(half + Inches(more)));
        assert_eq!(is_active(&play.state, 0, &play.state.setup.rules[0]), slow, "{more}");
    }
}
