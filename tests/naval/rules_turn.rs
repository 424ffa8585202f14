//! Chapters 3 and 4 and the reaction tests of 5.15, with some paragraphs of chapters 1, 2, 5, 8 and 9.
use chrono::NaiveDate;
use naval::model::{
    Alternation, BatteryCount, BatteryKind, BattleEnd, Edge, Fate, Light, Setting, Setup, ShipType, Visibility,
    VisibilityStep,
};
use naval::rules::sighting::{searchlight_reach, sight_range};
use naval::rules::turn::{duties, segment_rule};
use naval::{
    Command, Fact, Id, Reason, Segment,
    rules::gunnery::side_to_declare,
    view::{PlayerView, View, known_to},
};

use naval_kit::fixture::*;

fn next() -> Command {
    Command::Next { to: None, waive: None }
}

fn next_to(segment: Segment) -> Command {
    Command::Next { to: Some(segment), waive: None }
}

fn waive(reason: &str) -> Command {
    Command::Next { to: None, waive: Some(reason.to_owned()) }
}

fn measure(from: &str, to: &str, range: &str) -> Command {
    Command::Measure { from: from.into(), to: to.into(), range: inches(range), bearing: None }
}

/// The ranges that a command recorded, and those that they replace.
fn recorded_texts(events: &[naval::NavalEvent]) -> Vec<(String, Option<String>)> {
    let measured = |event: &naval::NavalEvent| match &event.fact {
        Fact::Measured { range, replaces, .. } => {
            Some((range.to_string(), replaces.map(|earlier| earlier.to_string())))
        }
        _ => None,
    };
    events.iter().filter_map(measured).collect()
}

#[test]
fn r2_7_a_second_range_for_a_pair_records_the_one_it_replaces() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    let range = |range: &str, replaces: Option<&str>| vec![(range.to_owned(), replaces.map(str::to_owned))];
    assert_eq!(recorded_texts(&battle.does(&measure("asahi", "retvizan", "7.5"), &[])), range("7.5", None));
    assert_eq!(recorded_texts(&battle.does(&measure("retvizan", "asahi", "7.5"), &[])), []);
    assert_eq!(recorded_texts(&battle.does(&measure("retvizan", "asahi", "8"), &[])), range("8.0", Some("7.5")));
    let order = order("asahi", "retvizan", "9");
    let declared = battle.does(&Command::Target(order), &[]);
    assert_eq!(recorded_texts(&declared), range("9.0", Some("8.0")), "a range on the firing line does the same");
    let text = show::event::event_text(&battle.state, &declared[0]);
    assert_eq!(text, "Asahi to Retvizan: 9.0\" replaces 8.0\" measured earlier this turn. [2.7]");
    assert_eq!(battle.state.measured_range(&"retvizan".into(), &"asahi".into()), Some(inches("9")));
    battle.segment(2, Segment::Plotting);
    assert_eq!(recorded_texts(&battle.does(&measure("asahi", "retvizan", "8"), &[])), range("8.0", None), "a new turn");
}

/// In its view a side keeps a range of before the move only if both ships are stopped.
#[test]
fn r2_7_an_admiral_keeps_a_range_only_if_both_ships_are_stopped() {
    let measurement = measure("asahi", "retvizan", "6.5");
    let measured = |state: &naval::State| state.measured_range(&"asahi".into(), &"retvizan".into());
    let japan = naval::SideId::new("japan");
    for (own, enemy, holds) in [("0", "0", true), ("0", "0.01", false), ("0.01", "0", false), ("2", "2", false)] {
        let mut battle = Battle::at(&duel(), Segment::Plotting);
        battle.set("retvizan", Setting::Sighted(true));
        battle.does(&measurement, &[]);
        battle.segment(1, Segment::Movement);
        battle.segment(1, Segment::Gunfire);
        battle.set("asahi", Setting::Speed(inches(own)));
        battle.set("retvizan", Setting::Speed(inches(enemy)));
        let known = |battle: &Battle| measured(PlayerView::for_side(&battle.state, &japan).state());
        assert_eq!(known(&battle), holds.then(|| inches("6.5")), "{own}, {enemy}");
        assert_eq!(measured(&battle.state), Some(inches("6.5")), "a declaration uses it");
        battle.does(&measurement, &[]);
        assert_eq!(known(&battle), Some(inches("6.5")), "{own}, {enemy}: measured again");
        let side = known_to(&battle.state, &japan).this_move;
        assert_eq!(side.measures_before_move, 1);
        assert_eq!(side.measures.len(), if holds { 1 } else { 2 });
    }
}

#[test]
fn r3_2_four_minutes_a_turn() {
    let mut battle = Battle::new(&duel());
    assert_eq!(battle.state.clock().to_string(), "05:00:00");
    battle.does(&next_to(Segment::Damage), &[]);
    battle.does(&next(), &[]);
    assert_eq!((battle.state.turn, battle.state.clock().to_string()), (2, "05:04:00".to_owned()));
    assert_eq!(battle.refuses(&waive(" ")), (Reason::NoReason, "3.2".to_owned()));
}

#[test]
fn r3_3_eight_segments_in_their_order() {
    let mut battle = Battle::new(&duel());
    for turn in 1..=3 {
        for segment in Segment::ALL {
            assert_eq!((battle.state.turn, battle.state.segment), (turn, segment));
            battle.does(&next(), &[]);
        }
    }
    let cited: Vec<String> = Segment::ALL.iter().map(|segment| segment_rule(*segment).to_string()).collect();
    assert_eq!(cited, ["3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.5", "3.3.6", "3.3.7", "3.3.8"]);
    for to_segment in Segment::ALL {
        let mut battle = Battle::at(&duel(), Segment::Gunfire);
        battle.does(&next_to(to_segment), &[]);
        let turn = if to_segment > Segment::Gunfire { 1 } else { 2 };
        assert_eq!((battle.state.turn, battle.state.segment), (turn, to_segment));
    }
}

#[test]
fn r3_3_1_a_variable_sighting_base_is_rolled_for() {
    let mut setup = duel();
    setup.visibility = Visibility::Rolled(["6", "8", "10", "12", "15", "20"].map(inches).to_vec());
    for (face, base) in [(1, "6"), (2, "8"), (3, "10"), (4, "12"), (5, "15"), (6, "20")] {
        let mut battle = Battle::new(&setup);
        let events = battle.does(&next(), &[face]);
        assert_eq!(events[0].rule.to_string(), "3.3.1");
        assert_eq!(battle.state.sighting_base, Some(inches(base)));
    }
    let refused =
        Battle::at(&duel(), Segment::Gunfire).refuses(&Command::Speed { unit: "asahi".into(), speed: inches("1") });
    assert!(matches!(refused, (Reason::WrongSegment { needed: Segment::Plotting, .. }, rule) if rule == "3.3.1"));
}

#[test]
fn r3_3_2_reactions_are_due_and_if_waived_tested_as_movement_closes() {
    let mut battle = fired_at(3, 0);
    assert!(matches!(battle.refuses(&next()).0, Reason::DutiesDue { .. }));
    let events = battle.does(&waive("moved already"), &[10]);
    let events: Vec<_> = events.into_iter().skip(1).collect();
    assert!(matches!(events[0].fact, Fact::ReactionTested { reacts: false, .. }));
    let refused = Battle::at(&duel(), Segment::Gunfire).refuses(&Command::React { division: "rd".into() });
    assert!(matches!(refused, (Reason::WrongSegment { needed: Segment::Movement, .. }, rule) if rule == "3.3.2"));
}

#[test]
fn r3_3_3_a_typed_range_sights_both_ways() {
    let mut battle = Battle::at(&duel(), Segment::Sighting);
    let events = battle.does(&measure("asahi", "retvizan", "20"), &[]);
    assert_eq!(events.len(), 3);
    assert!(battle.ship("asahi").sighted && battle.ship("retvizan").sighted);
}

#[test]
fn r3_3_4_lights_only_in_their_segment() {
    for segment in Segment::ALL.into_iter().filter(|segment| *segment != Segment::Illumination) {
        let refused = Battle::at(&duel(), segment).refuses(&light("asahi", "retvizan", Light::Searchlight, "2"));
        assert!(matches!(refused, (Reason::WrongSegment { .. }, rule) if rule == "3.3.4"));
    }
}

#[test]
fn r3_3_5_declared_fire_is_due_and_a_waiver_is_recorded() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    assert!(duties(&battle.state).is_empty());
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(duties(&battle.state).len(), 1);
    let (reason, rule) = battle.refuses(&next());
    assert!(matches!(reason, Reason::DutiesDue { duties } if duties.len() == 1));
    assert_eq!(rule, "3.2");
    let events = battle.does(&waive("the tape broke"), &[]);
    assert!(
        matches!(&events[0].fact, Fact::DutiesWaived { because, duties } if because == "the tape broke" && duties.len() == 1)
    );
    assert_eq!(battle.state.segment, Segment::Torpedo);
}

#[test]
fn r3_3_5_the_larger_side_declares_first_and_strict_alternation_rolls() {
    let two = vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)];
    let mut setup = setup(two, vec![card("Retvizan", "russia", ShipType::BB)]);
    let battle = Battle::at(&setup, Segment::Gunfire);
    assert_eq!(side_to_declare(&battle.state), Some(Id::from("japan")));
    assert_eq!(side_to_declare(&Battle::at(&duel(), Segment::Gunfire).state), None, "equal sides: either may begin");
    setup = duel();
    setup.options.alternation = Alternation::Strict;
    let mut battle = Battle::at(&setup, Segment::Illumination);
    battle.does(&next(), &[3, 3, 2, 5]);
    assert_eq!(battle.state.this_move.big_first, Some(Id::from("russia")));
    assert_eq!(side_to_declare(&battle.state), Some(Id::from("russia")));
    // The die for the batteries is rolled when both have declared their big guns. (Q45)
    assert_eq!(battle.state.this_move.secondary_first, None);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[6, 1]);
    assert_eq!(battle.state.this_move.secondary_first, Some(Id::from("japan")));
}

#[test]
fn r4_1_an_unsighted_ship_cannot_be_lit() {
    let mut battle = Battle::at(&duel(), Segment::Illumination);
    // A range typed with the light sights like any other; this one is beyond the sighting range.
    battle.set("asahi", Setting::SightingBase(inches("3.99")));
    let refused = battle.refuses(&light("asahi", "retvizan", Light::Searchlight, "4"));
    assert!(matches!(refused, (Reason::NotSighted { .. }, rule) if rule == "4.5"));
    battle.set("asahi", Setting::SightingBase(inches("4")));
    battle.set("retvizan", Setting::Sighted(true));
    battle.does(&light("asahi", "retvizan", Light::Searchlight, "4"), &[]);
}

#[test]
fn r4_2_sighting_is_taken_in_three_segments() {
    for segment in Segment::ALL {
        let mut battle = Battle::at(&duel(), segment);
        let sight = Command::Sight { unit: "retvizan".into(), seen: true, by: Vec::new() };
        if matches!(segment, Segment::Sighting | Segment::Illumination | Segment::Damage) {
            battle.does(&sight, &[]);
            assert!(battle.ship("retvizan").sighted);
        } else {
            assert!(matches!(battle.refuses(&sight), (Reason::WrongSegment { .. }, rule) if rule == "4.2"));
        }
    }
}

#[test]
fn r4_2_a_fire_doubles_the_range_at_which_a_ship_is_seen() {
    let mut battle = Battle::at(&duel(), Segment::Sighting);
    battle.does(&measure("asahi", "retvizan", "20.01"), &[]);
    assert!(!battle.ship("retvizan").sighted);
    battle.set("retvizan", Setting::Fires(1));
    battle.does(&measure("asahi", "retvizan", "40"), &[]);
    assert!(battle.ship("retvizan").sighted);
    assert!(!battle.ship("asahi").sighted, "it does not burn");
}

#[test]
fn r4_3_inside_the_sighting_range_by_turn() {
    let mut setup = duel();
    let step = |from_turn, range| VisibilityStep { from_turn, range: inches(range), quality: None };
    setup.visibility = Visibility::Steps(vec![step(1, "14"), step(3, "20")]);
    setup.night = false;
    let mut battle = Battle::new(&setup);
    assert_eq!(battle.state.sighting_base, Some(inches("14")));
    battle.does(&measure("asahi", "retvizan", "14.01"), &[]);
    assert!(!battle.ship("retvizan").sighted);
    battle.does(&measure("retvizan", "asahi", "14"), &[]);
    assert!(battle.ship("retvizan").sighted);
    battle.does(&next_to(Segment::Plotting), &[]);
    // Nothing was measured in turn 2: each side must still answer for its torpedoes. (Q47)
    battle.does(&next_to(Segment::Torpedo), &[]);
    battle.does(&Command::NoneInReach { side: None }, &[]);
    battle.does(&next_to(Segment::Plotting), &[]);
    assert_eq!((battle.state.turn, battle.state.sighting_base), (3, Some(inches("20"))));
    setup.night = true;
    let mut battle = Battle::new(&setup);
    battle.does(
        &Command::Set { unit: "asahi".into(), setting: Setting::SightingBase(inches("4")), because: "fog".to_owned() },
        &[],
    );
    assert_eq!(sight_range(&battle.state, battle.ship("asahi")), inches("4"));
    battle.segment(1, Segment::Illumination);
    battle.set("retvizan", Setting::Sighted(true));
    battle.does(&light("asahi", "retvizan", Light::Searchlight, "3"), &[]);
    assert_eq!(sight_range(&battle.state, battle.ship("asahi")), inches("6"), "a searchlight reveals its own ship");
}

#[test]
fn r4_4_a_ship_is_sighted_until_no_enemy_sees_it() {
    let mut battle = Battle::at(&duel(), Segment::Sighting);
    battle.does(&measure("asahi", "retvizan", "8"), &[]);
    // Torpedoes of 1904 run 4": no ship has an enemy in torpedo range. [7.5, Q50]
    battle.does(&next_to(Segment::Sighting), &[]);
    assert!(battle.ship("retvizan").sighted);
    let events = battle.does(&Command::Sight { unit: "retvizan".into(), seen: false, by: Vec::new() }, &[]);
    assert_eq!(events[0].rule.to_string(), "4.4");
    assert!(!battle.ship("retvizan").sighted);
}

fn light(by: &str, target: &str, with: Light, range: &str) -> Command {
    Command::Illuminate { by: by.into(), target: target.into(), with, range: Some(inches(range)), clear: false }
}

/// A night duel between a ship of `navy` and a sighted Retvizan, in the Illumination Segment.
fn night(navy: &str, kind: ShipType, date: (i32, u32, u32)) -> (Setup, Battle) {
    let mut setup = setup(vec![card("Asahi", navy, kind)], vec![card("Retvizan", "russia", ShipType::BB)]);
    setup.night = true;
    setup.date = NaiveDate::from_ymd_opt(date.0, date.1, date.2).unwrap();
    let mut battle = Battle::at(&setup, Segment::Illumination);
    battle.set("retvizan", Setting::Sighted(true));
    (setup, battle)
}

#[test]
fn r4_5_lighting_up_the_enemy() {
    let (_, mut battle) = night("germany", ShipType::BB, (1916, 5, 31));
    assert!(
        matches!(battle.refuses(&light("jd", "retvizan", Light::Searchlight, "2")), (Reason::NotAShip { .. }, rule) if rule == "4.5")
    );
    battle.does(&light("asahi", "retvizan", Light::Searchlight, "2"), &[]);
    assert!(battle.ship("retvizan").lit);
    battle.does(&light("asahi", "retvizan", Light::Starshell, "2"), &[]);
    battle.segment(2, Segment::Plotting);
    assert!(!battle.ship("retvizan").lit, "the light lasts its turn");
}

#[test]
fn r4_5_1_searchlights_reach_by_navy_and_size() {
    for (navy, kind, max) in [
        ("germany", ShipType::CL, "4"),
        ("germany", ShipType::BB, "5"),
        ("britain", ShipType::CL, "3"),
        ("britain", ShipType::BB, "4"),
        ("japan", ShipType::TBD, "3"),
    ] {
        let (_, mut battle) = night(navy, kind, (1914, 8, 1));
        assert_eq!(searchlight_reach(&battle.state, battle.ship("asahi")), inches(max));
        let far = (inches(max) + inches("0.1")).to_string();
        let refused = battle.refuses(&light("asahi", "retvizan", Light::Searchlight, &far));
        assert!(matches!(refused, (Reason::CannotIlluminate { .. }, rule) if rule == "4.5.1"));
        battle.does(&light("asahi", "retvizan", Light::Searchlight, max), &[]);
        assert!(matches!(
            battle.refuses(&light("asahi", "retvizan", Light::Searchlight, max)),
            (Reason::LightUsed { .. }, _)
        ));
    }
}

#[test]
fn r4_5_2_starshell_by_date_and_range() {
    for (navy, date, legal) in [
        ("germany", (1915, 12, 31), false),
        ("germany", (1916, 1, 1), true),
        ("britain", (1917, 12, 31), false),
        ("britain", (1918, 1, 1), true),
    ] {
        let (_, mut battle) = night(navy, ShipType::BB, date);
        let shell = light("asahi", "retvizan", Light::Starshell, "15");
        if legal {
            let far = battle.refuses(&light("asahi", "retvizan", Light::Starshell, "15.1"));
            assert!(matches!(far, (Reason::CannotIlluminate { .. }, rule) if rule == "4.5.2"));
            battle.does(&shell, &[]);
        } else {
            assert!(matches!(battle.refuses(&shell), (Reason::NoStarshell { .. }, rule) if rule == "4.5.2"));
        }
    }
    let (_, mut battle) = night("germany", ShipType::BB, (1916, 5, 31));
    battle.set("asahi", Setting::GunQuartersLost(4));
    let refused = battle.refuses(&light("asahi", "retvizan", Light::Starshell, "5"));
    assert!(matches!(refused, (Reason::NoSuchBattery { .. }, rule) if rule == "4.5.2"));
}

/// A light division at which `batteries` fired last turn, in the Movement Segment.
fn fired_at(batteries: u16, initiative: i32) -> Battle {
    let mut setup = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![card("Askold", "russia", ShipType::CP)]);
    setup.divisions[1].initiative = initiative;
    let mut battle = Battle::at(&setup, Segment::Gunfire);
    if batteries > 0 {
        battle.apply(&Fact::BatteriesCounted(BatteryCount { target: "rd".into(), firer: "jd".into(), batteries }));
    }
    battle.segment(2, Segment::Movement);
    battle
}

fn reacts(batteries: u16, initiative: i32, face: u8) -> bool {
    let mut battle = fired_at(batteries, initiative);
    battle.does(&Command::React { division: "rd".into() }, &[face]);
    battle.state.this_turn.reacting == [Id::from("rd")]
}

#[test]
fn r5_15_light_ships_may_flinch() {
    let mut battle = fired_at(3, 0);
    battle.does(&Command::React { division: "rd".into() }, &[3]);
    let again = battle.refuses(&Command::React { division: "rd".into() });
    assert_eq!(again, (Reason::ReactionTested { division: "rd".into() }, "5.15".to_owned()));
    battle.segment(3, Segment::Movement);
    assert!(battle.state.this_turn.reacting.is_empty());
}

#[test]
fn r5_15_1_every_face_against_the_batteries() {
    for batteries in 1..=10 {
        for face in 1..=10 {
            assert_eq!(reacts(batteries, 0, face), u16::from(face) <= batteries, "{face} against {batteries}");
        }
    }
}

#[test]
fn r5_15_2_initiative_counts_against_the_roll() {
    assert!(reacts(5, -1, 4) && !reacts(4, -1, 4), "a 4 with initiative -1 counts as 5");
    assert!(reacts(3, 1, 4) && !reacts(2, 1, 4), "a 4 with initiative +1 counts as 3");
}

#[test]
fn r5_15_3_away_from_the_ship_that_fired_most() {
    let mut battle = fired_at(2, 0);
    battle.state.batteries_last_turn.push(BatteryCount { target: "rd".into(), firer: "other".into(), batteries: 3 });
    let events = battle.does(&Command::React { division: "rd".into() }, &[5]);
    assert!(matches!(&events[1].fact, Fact::TurnedAway { from, .. } if *from == "other"));
}

#[test]
fn r5_15_4_launches_of_the_turn_are_cancelled() {
    let mut battle = fired_at(5, 0);
    battle.apply(&Fact::TorpedoesLaunched(naval::model::state::Marker {
        id: "q".into(),
        launcher: "askold".into(),
        side: "russia".into(),
        factors: 1,
        target: "asahi".into(),
        run: inches("4"),
        bearing: naval::model::Bearing::Port,
        turn: 2,
        dummy: false,
        answered_turn: None,
        second_half: false,
        dot: None,
        track: None,
    }));
    assert_eq!(battle.ship("askold").torpedoes_left, 1);
    battle.does(&Command::React { division: "rd".into() }, &[1]);
    assert!(battle.state.markers.is_empty());
    assert_eq!(battle.ship("askold").torpedoes_left, 2);
}

#[test]
fn r5_15_5_no_test_without_batteries() {
    let refused = fired_at(0, 0).refuses(&Command::React { division: "rd".into() });
    assert_eq!(refused, (Reason::NotFiredAt { division: "rd".into() }, "5.15.5".to_owned()));
}

#[test]
fn r9_3_exits_count_by_edge() {
    for (edge, friendly) in [(None, true), (Some(Edge::South), true), (Some(Edge::East), false)] {
        let mut battle = Battle::new(&duel());
        battle.does(&Command::Exit { ship: "asahi".into(), by: edge, because: None }, &[]);
        let edge = edge.or(Some(Edge::South));
        assert_eq!(battle.ship("asahi").fate, Fate::Exited { friendly, edge, turn: Some(1) });
    }
}

#[test]
fn r9_2_the_referee_overrides_with_a_reason() {
    let battle = Battle::new(&duel());
    let set = |because: &str| Command::Set {
        unit: "asahi".into(),
        setting: Setting::Speed(inches("1")),
        because: because.to_owned(),
    };
    assert_eq!(battle.refuses(&set(" ")), (Reason::NoReason, "9.2".to_owned()));
    let mut battle = battle;
    battle.does(&set("engine room flooded"), &[]);
    assert_eq!(battle.ship("asahi").speed, inches("1"));
    assert_eq!(battle.refuses(&Command::Note { words: String::new() }), (Reason::NoReason, "9.2".to_owned()));
}

#[test]
fn r9_1_late_divisions_enter_when_the_scenario_says() {
    let mut setup = duel();
    setup.divisions[1].enters_turn = 2;
    let mut battle = Battle::new(&setup);
    assert_eq!(battle.ship("retvizan").fate, Fate::Waiting { enters_turn: 2 });
    let events = battle.does(&next_to(Segment::Plotting), &[]);
    assert!(events.iter().any(|event| event.rule.to_string() == "9.1"));
    assert_eq!(battle.ship("retvizan").fate, Fate::Fighting);
}

#[test]
fn r9_3_only_notes_are_allowed_after_the_end() {
    let mut battle = Battle::new(&duel());
    battle.apply(&Fact::ScenarioEnded { end: BattleEnd::Duration });
    assert_eq!(battle.refuses(&next()), (Reason::BattleOver, "9.3".to_owned()));
    battle.does(&Command::Note { words: "well fought".to_owned() }, &[]);
}

#[test]
fn r5_4_and_5_5_speed_up_to_the_allowance() {
    let mut battle = Battle::new(&duel());
    battle.does(&Command::Speed { unit: "asahi".into(), speed: inches("2.5") }, &[]);
    let (reason, rule) = battle.refuses(&Command::Speed { unit: "asahi".into(), speed: inches("2.51") });
    let Reason::TooFastToPlot { why, .. } = reason else { panic!("{reason:?}") };
    assert!(matches!(*why, Reason::AboveAllowance { max, .. } if max == inches("2.5")) && rule == "5.4");
    battle.does(&Command::Speed { unit: "asahi".into(), speed: inches("0") }, &[]);
    assert_eq!(battle.ship("asahi").speed, inches("0"));
    assert_eq!(BatteryKind::Big.to_string(), "big");
}

#[test]
fn r1_4_only_light_ships_flinch() {
    let mut battle = fired_at(3, 0);
    let (reason, rule) = battle.refuses(&Command::React { division: "jd".into() });
    assert_eq!((reason, rule.as_str()), (Reason::NotLight { ship: "asahi".into() }, "1.4"));
    battle.does(&Command::React { division: "rd".into() }, &[10]);
}

#[test]
fn r2_5_a_zero_is_the_highest_face_of_a_d10_and_a_d100() {
    use play::verbs::face;
    for (sides, typed, expected) in [
        (10, 0, Some(10)),
        (10, 1, Some(1)),
        (10, 10, Some(10)),
        (10, 11, None),
        (100, 0, Some(100)),
        (100, 100, Some(100)),
        (100, 101, None),
        (20, 0, None),
        (20, 20, Some(20)),
        (20, 21, None),
        (6, 6, Some(6)),
        (6, 7, None),
        (6, 0, None),
    ] {
        assert_eq!(face(sides, typed), expected, "{typed} on a D{sides}");
    }
}

#[test]
fn r8_7_values_set_by_hand_sink_and_burn_out_a_ship() {
    let set = |setting| Command::Set { unit: "retvizan".into(), setting, because: "test".to_owned() };
    for (setting, fate) in [
        (Setting::Flotation(2), Fate::Fighting),
        (Setting::Flotation(3), Fate::Sinking),
        (Setting::Fires(4), Fate::Fighting),
        (Setting::Fires(5), Fate::Abandoned),
    ] {
        let mut battle = Battle::new(&duel());
        battle.does(&set(setting), &[]);
        assert_eq!(battle.ship("retvizan").fate, fate);
    }
}

#[test]
fn r9_2_what_is_set_stays_within_the_card() {
    let boat = card("V1", "russia", ShipType::TBD);
    let ships = setup(vec![card("Asahi", "japan", ShipType::BB)], vec![boat]);
    for (unit, most, beyond, paragraph) in [
        ("asahi", Setting::Flotation(3), Setting::Flotation(4), "8.7"),
        ("asahi", Setting::MountsLost(2), Setting::MountsLost(3), "6.2.4"),
        ("v1", Setting::MountsLost(0), Setting::MountsLost(1), "6.2.4"),
        ("asahi", Setting::GunQuartersLost(4), Setting::GunQuartersLost(5), "6.2.4"),
        ("asahi", Setting::Torpedoes(2), Setting::Torpedoes(3), "7.4.7"),
        ("rd", Setting::Torpedoes(2), Setting::Torpedoes(200), "7.4.7"),
        ("asahi", Setting::Speed(inches("2.5")), Setting::Speed(inches("2.51")), "5.4"),
        ("asahi", Setting::TopSpeed(inches("2.5")), Setting::TopSpeed(inches("9")), "5.4"),
        ("asahi", Setting::Fires(5), Setting::Fires(6), "8.5.2"),
    ] {
        let set =
            |setting: &Setting| Command::Set { unit: unit.into(), setting: setting.clone(), because: "so".into() };
        let battle = Battle::new(&ships);
        assert!(battle.decide(&set(&most), &[]).is_ok(), "{most:?}");
        let ship = if unit == "rd" { "v1" } else { unit }.into();
        let reason = Reason::AboveCard { ship, setting: beyond.clone(), most };
        assert_eq!(battle.refuses(&set(&beyond)), (reason, paragraph.to_owned()));
    }
}

#[test]
fn r4_3_a_sighting_base_of_zero_is_shown_and_no_ship_is_seen() {
    let set = |base: &str| Command::Set {
        unit: "battle".into(),
        setting: Setting::SightingBase(inches(base)),
        because: "fog".into(),
    };
    let mut rolled = duel();
    rolled.visibility = Visibility::Rolled(["6", "8", "10", "12", "15", "20"].map(inches).to_vec());
    for (setup, at_first) in [(duel(), "Sighting range 20.0\""), (rolled, "Sighting range not rolled yet")] {
        let mut battle = Battle::new(&setup);
        assert!(
            show::status::status(&View::referee(&battle.state), show::status::StatusDetail::Open).contains(at_first)
        );
        battle.does(&set("0"), &[]);
        let page = show::status::status(&View::referee(&battle.state), show::status::StatusDetail::Open);
        assert!(page.contains("Sighting range 0.0\"") && !page.contains("rolled"), "{page}");
        battle.does(&measure("asahi", "retvizan", "0.5"), &[]);
        assert!(!battle.ship("retvizan").sighted);
    }
}

#[test]
fn r5_15_a_lost_division_does_not_react() {
    let mut battle = fired_at(3, 0);
    battle.set("askold", Setting::Fate(Fate::Sunk));
    let (reason, rule) = battle.refuses(&Command::React { division: "rd".into() });
    assert_eq!((reason, rule.as_str()), (Reason::NotInAction { ship: "rd".into() }, "8.3"));
}
