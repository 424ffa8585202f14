//! Speed, courses, positions and the edges of the table. [5.4, 5.7, 9.2, 9.3]
use naval::model::{Edge, Place, Rudder};
use naval::rules::special::{Sector, SpecialReason, allowance, exit_ban};
use naval::{Inches, Segment};

use super::*;

fn inches(text: &str) -> Inches {
    text.parse().unwrap()
}

#[test]
fn r9_2_azuma_is_limited_by_the_scenario_and_its_consorts_are_not() {
    let play = Play::fast_azuma(false);
    assert!(inches("2.25") < play.ship("azuma").speed_allowance(), "its card allows more");
    assert_eq!(allowance(&play.state, play.ship("azuma")), inches("2.25"));
    assert!(inches("2.25") < allowance(&play.state, play.ship("izumo")));
    let (reason, text) = play.refused("plot 2nd 2.5");
    assert!(matches!(&reason, SpecialReason::Speed { ship, max, .. } if *ship == "azuma" && *max == inches("2.25")));
    assert!(text.contains("Azuma cannot steam faster than 17.5 knots"), "{text}");
    play.allows("plot 2nd 2.25");
    let measured = Play::fast_azuma(true);
    assert!(matches!(measured.refused("speed 2nd 2.5").0, SpecialReason::Speed { .. }));
    measured.allows("speed 2nd 2.25");
}

#[test]
fn r9_2_a_speed_limit_holds_from_its_turn_on_and_not_before() {
    let yaml = "[{of: 1, from_turn: 3, does: {speed: {ships: [mikasa], at_most: 1}}}]";
    for make in [Play::drill, Play::measured_drill] {
        let before = make(yaml).moved_to(2, Segment::Plotting);
        before.allows("speed 1st 2");
        let from = make(yaml).moved_to(3, Segment::Plotting);
        assert!(matches!(from.refused("speed 1st 2").0, SpecialReason::Speed { .. }));
        from.allows("speed 1st 1");
        from.allows("speed squadron 2");
    }
}

/// Mikasa's limit binds its whole division, so the plot that is offered keeps to it.
#[test]
fn r9_2_the_plot_offered_for_a_division_keeps_to_a_speed_limit() {
    let yaml = "[{of: 1, from_turn: 3, does: {speed: {ships: [mikasa], at_most: 1}}}]";
    for (turn, speed) in [(2, "2"), (3, "1")] {
        let play = Play::drill(yaml).moved_to(turn, Segment::Plotting);
        let offered = naval::rules::turn::straight_on_for(&play.state, false);
        let (_, straight, _) = offered.iter().find(|(division, ..)| *division == "1st").unwrap();
        assert_eq!(*straight, inches(speed), "turn {turn}");
        play.allows(&format!("plot 1st {straight}"));
    }
}

#[test]
fn r9_2_boats_in_a_swell_make_two_thirds_of_the_speed_on_their_card() {
    let play = Play::begin("tsushima-night");
    for ship in ["harusame", "no-67"] {
        let card = play.ship(ship).card.speed.0;
        assert_eq!(allowance(&play.state, play.ship(ship)), Inches(card * 2 / 3), "{ship}");
    }
    assert_eq!(allowance(&play.state, play.ship("orel")), play.ship("orel").speed_allowance(), "no boat");
}

#[test]
fn r9_2_goeben_tires_after_eight_fast_turns_and_not_after_seven() {
    let mut play = Play::begin_changed("goeben-1914", |setup| setup.hidden = false);
    let count = Fact::Special(RuleFact::Counted { rule: 0, ship: "goeben".into() });
    (0..7).for_each(|_| play.apply(&count));
    assert!(inches("2.75") < allowance(&play.state, play.ship("goeben")));
    play.apply(&count);
    assert_eq!(allowance(&play.state, play.ship("goeben")), inches("2.75"));
}

#[test]
fn r9_2_turns_above_the_speed_are_counted_and_turns_at_it_are_not() {
    let yaml = "[{of: 1, does: {speed: {ships: {side: japan}, at_most: 1, tired: {above: 2, turns: 1}}}}]";
    for speed in ["2", "2.25"] {
        let mut tracked = Play::drill(yaml);
        tracked.apply_line(&format!("plot 1st {speed}"), &[]);
        tracked.apply_line("plot squadron 2", &[]);
        let mut measured = Play::measured_drill(yaml);
        measured.apply_line(&format!("speed 1st {speed}"), &[]);
        for play in [&mut tracked, &mut measured] {
            play.apply_with_dice("next to sighting");
            let tired = allowance(&play.state, play.ship("mikasa")) == inches("1");
            assert_eq!(tired, speed == "2.25", "at {speed}");
            assert!(inches("1") < allowance(&play.state, play.ship("retvizan")), "the other side does not tire");
        }
    }
}

#[test]
fn r9_2_vitgeft_may_not_turn_back_and_the_cruisers_may() {
    let play = Play::begin("yellow-sea");
    // It heads 95: 90 to starboard leads to 185, 75 to 170, and 90 to port to 5.
    let (reason, text) = play.refused("plot battleships-a CR90");
    assert!(matches!(reason, SpecialReason::Course { .. }));
    assert!(text.contains("Vitgeft is forbidden to turn back"), "{text}");
    play.allows("plot battleships-a CR75");
    play.allows("plot battleships-a CL90");
    assert!(matches!(play.refused("plot battleships-a CL105").0, SpecialReason::Course { .. }), "350 is west of north");
    play.allows("plot cruisers CR90");
    play.allows("plot 1st-a CR180");
    let mut play = play;
    play.set("tsesarevich", Setting::Fate(naval::model::Fate::Sinking));
    play.apply_with_dice("next to plotting waive \"test\"");
    play.allows("plot battleships-b CR90");
}

#[test]
fn r9_2_a_course_on_the_edge_of_the_forbidden_sector_is_allowed() {
    let yaml = "[{of: 1, does: {course: {ships: {side: japan}, steer: {never: {from_deg: 180, to_deg: 360}}}}}]";
    let play = Play::drill(yaml);
    play.allows("plot 1st CR90");
    play.allows("plot 1st CL90");
    assert!(matches!(play.refused("plot 1st CR105").0, SpecialReason::Course { .. }));
    assert!(matches!(play.refused("plot 1st CL105").0, SpecialReason::Course { .. }));
}

#[test]
fn r9_2_beatty_must_steer_between_his_courses_from_turn_9_on() {
    let play =
        |turn| Play::begin_changed("heligoland-1914", |setup| setup.hidden = false).moved_to(turn, Segment::Plotting);
    // Lion heads 110: a turn of 135 to starboard leads to 245, one of 120 to 230.
    play(8).allows("plot 1st-bcs 3.75");
    assert!(matches!(play(9).refused("plot 1st-bcs 3.75").0, SpecialReason::Course { .. }));
    assert!(matches!(play(9).refused("plot 1st-bcs CR120").0, SpecialReason::Course { .. }));
    play(9).allows("plot 1st-bcs CR135");
    play(9).allows("plot 1st-lcs-a CR15");
}

#[test]
fn r9_2_a_plot_filed_ahead_is_refused_if_a_rule_limits_next_turn() {
    let yaml = "[{of: 1, from_turn: 3, does: {course: {ships: {side: japan}, steer: {at_most_deg: 30}}}}]";
    let play = Play::drill(yaml).moved_to(2, Segment::Plotting);
    assert!(matches!(play.refused("plot 1st 2 next").0, SpecialReason::Ahead { .. }));
    Play::drill(yaml).moved_to(1, Segment::Plotting).allows("plot 1st 2 next");
    play.allows("plot squadron 2 next");
}

#[test]
fn r9_2_a_periscope_is_rolled_for_as_turn_27_opens_and_turns_lion_to_port() {
    let mut play = Play::begin("dogger-bank").moved_to(26, Segment::Damage);
    let events = play.apply_line("next", &[4]);
    assert_eq!(rule_facts(&events), [&RuleFact::Diced { rule: 1, so: true }]);
    assert_eq!(purposes(&events), [&Purpose::SpecialRule(2)]);
    assert!(matches!(play.refused("plot lion 3").0, SpecialReason::Course { .. }));
    assert!(matches!(play.refused("plot 1st-bcs CR90").0, SpecialReason::Course { .. }), "to the other side");
    assert!(matches!(play.refused("plot 1st-bcs CL75").0, SpecialReason::Course { .. }), "a step short");
    play.allows("plot 1st-bcs CL90");
    play.allows("plot 2nd-bcs 3.5");
    let mut spared = Play::begin("dogger-bank").moved_to(26, Segment::Damage);
    assert_eq!(rule_facts(&spared.apply_line("next", &[5])), [&RuleFact::Diced { rule: 1, so: false }]);
    spared.allows("plot 1st-bcs 3.75");
    let mut early = Play::begin("dogger-bank").moved_to(25, Segment::Damage);
    assert!(rule_facts(&early.apply_line("next", &[])).is_empty());
}

#[test]
fn r9_2_ships_of_the_roads_stay_within_twelve_inches_of_the_entrance() {
    let play = |x| {
        let mut play = Play::begin("port-arthur");
        for (ship, astern) in [("petropavlovsk", 0.0), ("sevastopol", 2.5), ("poltava", 5.0)] {
            play.put(ship, x - astern, 43.0, 90.0);
        }
        play
    };
    // The entrance is at 34, 45: 2 inches south of it the bound is 11.83 inches to the east.
    play(45.0).allows("plot battleships-a 0.75");
    assert!(matches!(play(45.0).refused("plot battleships-a 1.0").0, SpecialReason::Place { .. }));
    play(45.0).allows("plot novik 2");
    play(46.5).allows("plot battleships-a 0");
}

#[test]
fn r9_2_no_ship_leaves_the_drill_and_rurik_is_not_abandoned() {
    let play = Play::begin("drill-two-lines");
    assert!(exit_ban(&play.state, play.ship("mikasa"), Some(Edge::South)).is_some());
    let ulsan = |turn| Play::begin("ulsan").moved_to(turn, Segment::Plotting);
    let is_kept = |play: &Play, ship: &str| exit_ban(&play.state, play.ship(ship), Some(Edge::North)).is_some();
    assert!(is_kept(&ulsan(29), "rossia") && is_kept(&ulsan(29), "gromoboi"));
    assert!(!is_kept(&ulsan(30), "rossia"), "from turn 30 on they may");
    assert!(!is_kept(&ulsan(29), "rurik") && !is_kept(&ulsan(29), "izumo"));
    let mut lost = ulsan(29);
    lost.set("rurik", Setting::Fate(naval::model::Fate::Sinking));
    assert!(!is_kept(&lost, "rossia"));
    let mut hurt = ulsan(29);
    hurt.set("rossia", Setting::GunQuartersLost(2));
    assert!(is_kept(&hurt, "gromoboi"), "one of three");
    hurt.set("gromoboi", Setting::GunQuartersLost(1));
    assert!(is_kept(&hurt, "gromoboi"), "a quarter is not half");
    hurt.set("gromoboi", Setting::GunQuartersLost(2));
    assert!(!is_kept(&hurt, "gromoboi"));
}

/// A ship with a jammed rudder cannot be plotted again, so no new plot is due. With a free rudder one is.
#[test]
fn r8_4_a_jammed_ship_about_to_leave_the_table_needs_no_new_plot() {
    let is_new_plot_due = |turns: Option<u8>| {
        let mut play = Play::begin("drill-two-lines");
        play.set("mikasa", Setting::At(Place::new(70.5, 19.0, 90.0)));
        play.set(
            "mikasa",
            Setting::Rudder(turns.map_or(Rudder::Free, |turns| Rudder::Jammed { circles: None, turns: Some(turns) })),
        );
        let duties: Vec<String> = naval::rules::turn::duties(&play.state)
            .iter()
            .map(|duty| show::labels::duty_text(&play.state, duty))
            .collect();
        duties.iter().any(|text| text.contains("Mikasa would leave the table"))
    };
    assert!(is_new_plot_due(None), "by choice: a new plot is due");
    assert!(!is_new_plot_due(Some(2)), "it cannot be plotted");
}

#[test]
fn r9_2_slava_too_deep_for_the_channel_may_leave_by_another_edge() {
    let mut play = Play::begin("moon-sound");
    let is_kept = |play: &Play, edge| exit_ban(&play.state, play.ship("slava"), Some(edge)).is_some();
    play.set("slava", Setting::Flotation(2));
    assert!(!is_kept(&play, Edge::East));
    play.set("slava", Setting::Flotation(3));
    assert!(is_kept(&play, Edge::East) && !is_kept(&play, Edge::North));
}

#[test]
fn r9_2_fast_turns_are_counted_only_up_to_the_limit() {
    let yaml = "[{of: 1, does: {speed: {ships: {side: japan}, at_most: 2, tired: {above: 1, turns: 2}}}}]";
    for (before, counted) in [(0, 1), (1, 1), (2, 0)] {
        let mut play = Play::drill(yaml);
        let count = Fact::Special(RuleFact::Counted { rule: 0, ship: "mikasa".into() });
        (0..before).for_each(|_| play.apply(&count));
        play.apply_line("plot 1st 2", &[]);
        play.apply_line("plot squadron 2", &[]);
        let events = play.apply_with_dice("next to sighting waive \"test\"");
        let of_mikasa = |fact: &&&RuleFact| matches!(fact, RuleFact::Counted { ship, .. } if *ship == "mikasa");
        assert_eq!(rule_facts(&events).iter().filter(of_mikasa).count(), counted, "{before} of 2 turns");
    }
}

/// An exit without an edge is by the ship's own edge, so a rule about another edge does not apply.
#[test]
fn r9_3_an_exit_without_an_edge_is_by_the_friendly_one() {
    for (by, is_kept) in [("north", false), ("south", true), ("south, east", true), ("west", false)] {
        let yaml = format!("[{{of: 1, does: {{no_exit: {{ships: {{side: japan}}, by: [{by}]}}}}}}]");
        for (mut play, tracked) in [(Play::drill(&yaml), true), (Play::measured_drill(&yaml), false)] {
            assert_eq!(exit_ban(&play.state, play.ship("mikasa"), None).is_some(), is_kept, "{by}");
            if tracked {
                // A ship inside the table may not leave. At its own edge it may.
                assert!(play.decide("exit mikasa", &[]).is_err(), "{by}");
                play.apply_line("set mikasa at 20 0 heading 180 because \"test\"", &[]);
            }
            assert_eq!(play.decide("exit mikasa", &[]).is_err(), is_kept, "{by}");
        }
    }
}

#[test]
fn r9_2_a_sector_from_0_to_360_is_all_round() {
    let sector = |from_deg, to_deg| Sector { from_deg, to_deg };
    for course in [0.0, 1.0, 179.5, 359.9] {
        assert!(sector(0, 360).contains(course), "{course}");
        assert_eq!(sector(0, 360).contains_inside(course), course != 0.0, "{course}");
        assert!(!sector(90, 90).contains(course), "{course}: only at 90 degrees");
        assert_eq!(sector(360, 0).contains(course), course == 0.0, "{course}: only north");
    }
    assert!(sector(90, 90).contains(90.0) && !sector(90, 90).contains(90.1));
}

/// A turn in progress that takes this turn's complete movement continues despite a rule: no other order is possible.
#[test]
fn r9_2_a_turn_that_takes_the_complete_movement_continues() {
    let yaml = "[{of: 1, from_turn: 2, does: {course: {ships: {side: japan}, steer: {turn: {at_least_deg: 60}}}}}]";
    let turning = |degrees: Option<i64>| {
        let mut play = Play::drill(yaml).moved_to(2, Segment::Plotting);
        let division = play.state.division(&"1st".into()).unwrap();
        let turn = naval::model::Turn {
            manner: naval::model::TurnKind::Column,
            hand: naval::model::TurnSide::Left,
            degrees: 45,
            radius: None,
        };
        let carried =
            degrees.map(|degrees| naval::model::UnfinishedTurn { turn, degrees: naval::model::Fine(10_000 * degrees) });
        let (division, course) =
            (division.id.clone(), naval::model::ColumnState { carried, ..division.course.clone() });
        play.apply(&Fact::CourseRecorded { division, course });
        play
    };
    turning(Some(45)).allows("plot 1st 0 speed 0");
    for (degrees, line) in
        [(None, "plot 1st 0 speed 0"), (Some(45), "plot 1st 0 speed 2"), (Some(45), "plot 1st 1 speed 2")]
    {
        assert!(matches!(turning(degrees).refused(line).0, SpecialReason::Course { .. }), "{degrees:?} {line}");
    }
}
