//! 5.13 and 5.14: before the sides have met.
use naval::model::ShipType::{BB, CL};
use naval::model::{Contact, Setup, ship::ShipType};
use naval::{Fact, Naval, Segment, notation, rules::precontact::force_markers, view::View};
use play::Game;

use super::{
    Table,
    fleet::{division, setup},
    meetings::island,
    near, refused,
};
use naval_kit::fixture::inches;

/// Two Japanese columns and a Russian one on opposite courses, 30 inches apart; every ship can make 4 and goes at 2.
fn meeting(change: impl FnOnce(&mut Setup)) -> Table {
    let mut setup = setup(&[
        division("japan", "jd", &[("Asahi", BB), ("Shikishima", BB)], 20.0, 10.0, 0.0),
        division("japan", "scouts", &[("Tatsuta", CL), ("Takasago", CL)], 15.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB), ("Sevastopol", BB)], 20.0, 40.0, 180.0),
    ]);
    setup.hidden = true;
    setup.pickets = vec!["takasago".into()];
    for ship in &mut setup.ships {
        std::sync::Arc::make_mut(&mut ship.card).speed = inches("4");
    }
    setup.visibility = naval::model::Visibility::Steps(vec![naval::model::VisibilityStep {
        from_turn: 1,
        range: inches("12"),
        quality: None,
    }]);
    change(&mut setup);
    Table { state: Naval::initial_state(&setup) }
}

fn all_preplotted() -> Table {
    let mut table = meeting(|_| ());
    table.lines(&["preplot jd 2 x10", "preplot scouts 2 x10", "preplot rd 2 x10"]);
    table
}

fn contacts(facts: &[Fact]) -> Vec<(String, Contact)> {
    let contact = |fact: &Fact| {
        if let Fact::ContactMade { side, by } = fact { Some((side.to_string(), by.clone())) } else { None }
    };
    facts.iter().filter_map(contact).collect()
}

#[test]
fn r5_13_force_markers_represent_unsighted_divisions() {
    let mut table = meeting(|setup| setup.hidden = false);
    assert!(table.line("preplot jd 2 x10").unwrap_err().contains("StrengthsNotHidden"));
    assert_eq!(force_markers(&table.state), []);
    let hidden = all_preplotted();
    let names: Vec<String> = force_markers(&hidden.state).iter().map(|marker| marker.division.to_string()).collect();
    assert_eq!(names, ["jd", "scouts", "rd"]);
}

/// A gap in the numbers would reveal how many batteries are hidden. (Q51)
#[test]
fn r5_13_markers_are_numbered_without_hidden_batteries() {
    let numbers = |kind: ShipType| {
        let fort = [("Fort", kind)];
        let mut setup = setup(&[
            division("japan", "fort", &fort, 50.0, 5.0, 0.0),
            division("japan", "jd", &[("Asahi", BB), ("Shikishima", BB)], 20.0, 10.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB), ("Sevastopol", BB)], 20.0, 40.0, 180.0),
        ]);
        setup.hidden = true;
        let state = Naval::initial_state(&setup);
        let markers = View::for_side(&state, &"russia".into()).force_markers;
        markers.iter().map(|marker| marker.id.to_string()).collect::<Vec<String>>()
    };
    assert_eq!(numbers(ShipType::CB), ["japan-1"]);
    assert_eq!(numbers(CL), ["japan-1", "japan-2"]);
}

#[test]
fn r5_13_1_a_marker_is_at_the_leaders_position_until_it_is_sighted() {
    let mut table = all_preplotted();
    let place = force_markers(&table.state)[0].at.unwrap();
    near("marker", (place.x.as_f64(), place.y.as_f64(), place.heading.as_f64()), table.position_of("asahi"));
    assert!(show::status::status(&View::referee(&table.state), show::status::StatusDetail::Open).contains("[5.13.1]"));
    let facts = table.lines(&["next to sighting", "sight sevastopol", "next"]);
    assert!(facts.contains(&Fact::MarkerReplaced { division: "rd".into() }));
    assert_eq!(force_markers(&table.state).len(), 2);
}

#[test]
fn r5_13_2_ten_turns_are_plotted_before_turn_one() {
    let mut table = meeting(|_| ());
    let owed = refused(&table, "next");
    assert!(owed.contains("preplot jd") && owed.contains("preplot rd"), "{owed}");
    for (plots, wrong) in
        [("2 x9", "NotTenTurns"), ("2 x11", "NotTenTurns"), ("4.1 x10", "AboveAllowance"), ("1; 2 x9", "GainsTooMuch")]
    {
        assert!(table.line(&format!("preplot jd {plots}")).unwrap_err().contains(wrong), "{plots}");
    }
    let line = "preplot jd 0.5-CL30-1 speed 2; 2.5; 2 x7; 1-SR30 speed 2 smoke asahi";
    let typed = notation::parse(&table.state, line).unwrap();
    let printed = notation::print(&table.state, &typed.command);
    assert_eq!(printed, "preplot jd 0.5-CL30-1 speed 2.0; 2.5; 2 x7; 1-SR30 speed 2.0 smoke asahi");
    assert_eq!(notation::parse(&table.state, &printed).unwrap().command, typed.command);
    let facts = table.lines(&[line, "preplot scouts 2 x10", "preplot rd 2 x10", "next to plotting"]);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::PreplotFiled { plots, .. } if plots.len() == 10)));
    assert_eq!(table.position_of("asahi").2, 330.0);
    let division = table.state.division(&"jd".into()).unwrap();
    assert_eq!((division.preplots.len(), division.plot_records.len()), (8, 10));
    assert!(table.line("preplot jd 2 x10").unwrap_err().contains("PreplotsOver"));
}

#[test]
fn r5_13_2_plots_that_follow_each_other_in_a_circle_go_straight_on() {
    // With their own speeds, without them, mimicking, and a division that follows itself.
    for (jd, scouts) in [
        ("2; Fscouts speed 2 x9", "2; Fjd speed 2 x9"),
        ("2; Fscouts x9", "2; Fjd x9"),
        ("2; Fscouts speed 2 x9", "2; Mjd x9"),
        ("2; Fjd speed 2 x9", "2; Fjd x9"),
    ] {
        let mut table = meeting(|_| ());
        table.lines(&[&format!("preplot jd {jd}"), &format!("preplot scouts {scouts}"), "preplot rd 2 x10"]);
        table.lines(&["next to plotting", "next to sighting"]);
        assert_eq!(table.state.turn, 2, "{jd} {scouts}");
        // Two inches in each of two turns: no division leads, so it goes straight on.
        near(jd, table.position_of("asahi"), (20.0, 14.0, 0.0));
    }
}

/// In a circle each division, following or mimicking, makes its own plotted speed; without one it keeps its last speed.
#[test]
fn r5_13_2_in_a_circle_each_division_makes_its_own_speed() {
    for (jd, ran) in [("Fscouts speed 1.5", 1.5), ("Mscouts speed 1.5", 1.5), ("Fscouts", 2.0), ("Mscouts", 2.0)] {
        let mut table = meeting(|_| ());
        table.lines(&[&format!("preplot jd 2; {jd} x9"), "preplot scouts 2; Mjd x9", "preplot rd 2 x10"]);
        table.lines(&["next to plotting", "next to sighting"]);
        near(jd, table.position_of("asahi"), (20.0, 12.0 + ran, 0.0));
    }
}

#[test]
fn r5_13_2_an_invalid_plot_is_marked_with_its_position() {
    let table = meeting(|_| ());
    for (line, start) in [
        ("preplot jd 2;; 2", "preplot jd 2;".len()),
        ("preplot jd 2 x0; 2", "preplot jd 2 ".len()),
        ("preplot jd 2 speed 2 speed 3", "preplot jd 2 speed 2 ".len()),
        ("preplot jd 2; CL50 x9", "preplot jd 2; ".len()),
    ] {
        assert_eq!(notation::parse(&table.state, line).unwrap_err().at.start, start, "{line}");
    }
    assert!(notation::parse(&table.state, "preplot jd").is_err());
}

#[test]
fn r5_13_3_a_side_runs_its_pre_plots_until_it_sights() {
    let mut table = all_preplotted();
    // 30 apart, closing at 4: within 12 after 18 inches of movement together, on turn 5.
    for turn in 1..=4 {
        assert_eq!(contacts(&table.lines(&["next to plotting"])), [], "turn {turn}");
        assert!(table.line("plot jd 2").unwrap_err().contains("OnPreplots"), "turn {turn}");
    }
    let facts = table.lines(&["next to plotting"]);
    let sides: Vec<String> = contacts(&facts).into_iter().map(|(side, _)| side).collect();
    assert_eq!(sides, ["japan", "russia"]);
    // The pre-plots are void: both divisions must plot now.
    let owed = refused(&table, "next");
    assert!(owed.contains("plot jd 2.0") && owed.contains("plot rd"), "{owed}");
    table.lines(&["plot jd 2", "plot scouts 2", "plot rd CR30-1 speed 2"]);
}

#[test]
fn r5_13_3_the_other_side_stays_on_its_pre_plots_until_it_sights_too() {
    let mut table = all_preplotted();
    let facts = table.lines(&["next to sighting", "sight retvizan", "next"]);
    assert_eq!(contacts(&facts), [("japan".to_owned(), Contact::Sighted("retvizan".into()))]);
    assert_eq!(
        (table.state.is_on_preplots(&"japan".into()), table.state.is_on_preplots(&"russia".into())),
        (false, true)
    );
    table.lines(&["next to plotting"]);
    assert!(table.line("plot rd 2").unwrap_err().contains("OnPreplots"));
    table.lines(&["plot jd 1.5", "plot scouts 1.5", "next to plotting"]);
    near("asahi", table.position_of("asahi"), (20.0, 13.5, 0.0));
    near("retvizan", table.position_of("retvizan"), (20.0, 36.0, 180.0));
}

#[test]
fn r5_13_3_after_ten_turns_courses_stay_and_no_orders_are_checked() {
    let mut table = meeting(|_| ());
    table.lines(&[
        "set retvizan at 60 20 heading 0 because \"far\"",
        "set sevastopol at 60 18 heading 0 because \"far\"",
    ]);
    let turning = "preplot rd 0.5-CR15 speed 1 x1; 1 x9";
    table.lines(&["preplot jd 1.5-CR15-0.2 speed 2; 2 x9", "preplot scouts 2 x10", turning]);
    for _ in 0..12 {
        table.rolled("next to plotting", &[]);
    }
    assert_eq!((table.state.turn, table.position_of("asahi").2), (13, 15.0));
}

#[test]
fn r5_12_pre_plots_turn_just_enough_to_clear_land() {
    let mut table = meeting(|setup| setup.land.push(island()));
    // From 27.5 a straight run of 2 ends with the bow on the shore. Shikishima follows in column and still heads 90.
    table.lines(&[
        "set asahi at 27.5 20 heading 90 because \"test\"",
        "set shikishima at 25 20 heading 90 because \"test\"",
    ]);
    table.lines(&["preplot jd 2 x10", "preplot scouts 2 x10", "preplot rd 2 x10"]);
    let facts = table.rolled("next", &[]);
    assert!(facts.contains(&Fact::LandCleared { division: "jd".into(), degrees: 45 }), "{facts:?}");
    assert_eq!((table.position_of("asahi").2, table.position_of("shikishima").2), (135.0, 90.0));
}

#[test]
fn r5_12_a_division_that_clears_land_alone_keeps_clear_of_friends() {
    // The turn to starboard would end on Tatsuta. If it narrowly misses Tatsuta, it is made.
    for (x, degrees) in [(28.9, -45), (32.5, 45)] {
        let mut table = meeting(|setup| setup.land.push(island()));
        table.lines(&[
            "set asahi at 27.5 20 heading 90 because \"test\"",
            "set shikishima at 25 20 heading 90 because \"test\"",
            &format!("set tatsuta at {x} 16.7 heading 0 because \"test\""),
            &format!("set takasago at {x} 14.2 heading 0 because \"test\""),
        ]);
        table.lines(&["preplot jd 2 x10", "preplot scouts 2 x10", "preplot rd 2 x10"]);
        let facts = table.rolled("next", &[]);
        assert!(facts.contains(&Fact::LandCleared { division: "jd".into(), degrees }), "{x}: {facts:?}");
        assert!(!facts.iter().any(|fact| matches!(fact, Fact::CollisionTested(_))), "{x}: {facts:?}");
    }
}

#[test]
fn r4_1_no_departure_from_pre_plots_before_sighting() {
    let mut table = all_preplotted();
    let illegal = ["plot jd 2", "plot jd CR30 speed 2 next", "speed jd 1"];
    for line in illegal {
        assert!(table.line(line).unwrap_err().contains("OnPreplots"), "{line}");
    }
    assert!(table.line("plot jd 2").unwrap_err().contains("[4.1]"));
}

#[test]
fn r5_13_4_ships_are_seen_at_the_visibility_of_the_scenario() {
    for (apart, seen) in [(12.0, true), (12.01, false)] {
        let mut table = meeting(|_| ());
        for (ship, aside) in [("asahi", 0.0), ("shikishima", 2.0), ("tatsuta", 4.0), ("takasago", 6.0)] {
            table.lines(&[&format!("set {ship} at {} 10 heading 0 because \"test\"", 20.0 - aside)]);
        }
        // Funnels are equally far ahead of both centres.
        table.lines(&[
            &format!("set retvizan at {} 10 heading 0 because \"test\"", 20.0 + apart),
            &format!("set sevastopol at {} 10 heading 0 because \"test\"", 40.0 + apart),
            "preplot jd 2 x10",
            "preplot scouts 2 x10",
            "preplot rd 2 x10",
        ]);
        let facts = table.lines(&["next to illumination"]);
        let replaced = facts.iter().filter(|fact| matches!(fact, Fact::MarkerReplaced { .. })).count();
        assert_eq!(replaced, if seen { 2 } else { 0 }, "{apart}");
        // Only the ship within the range is sighted, not its consort.
        assert!(!table.state.ship(&"sevastopol".into()).unwrap().sighted);
    }
}

#[test]
fn r5_13_5_only_pickets_are_plotted_alone() {
    let mut table = meeting(|_| ());
    assert!(table.line("preplot shikishima 2 x10").unwrap_err().contains("NoPicket"));
    assert!(table.line("plot shikishima 2").unwrap_err().contains("NoPicket"));
    table.lines(&["preplot takasago 1-CL60-0.2 speed 2; 2 x9", "preplot tatsuta 2 x10"]);
    assert!(table.state.division(&"takasago".into()).is_some_and(|division| division.is_single()));
    table.lines(&["preplot jd 2 x10", "preplot rd 2 x10", "next to plotting"]);
    assert_eq!((table.position_of("takasago").2, table.position_of("tatsuta").2), (300.0, 0.0));
}

/// Whether Russia makes contact by the funnel smoke of these Japanese ships, `gap` inches away.
fn smoke(top: &str, speed: &str, gap: f64, night: bool, ships: &[(&str, ShipType)]) -> bool {
    let mut written = setup(&[
        division("japan", "jd", ships, 20.0, 10.0, 0.0),
        division("russia", "rd", &[("Retvizan", BB), ("Sevastopol", BB)], 20.0 + gap, 10.0, 0.0),
    ]);
    written.hidden = true;
    written.night = night;
    written.visibility = naval::model::Visibility::Steps(vec![naval::model::VisibilityStep {
        from_turn: 1,
        range: inches("10"),
        quality: None,
    }]);
    for ship in written.ships.iter_mut().filter(|ship| ship.card.navy == *"japan") {
        std::sync::Arc::make_mut(&mut ship.card).speed = inches(top);
    }
    written.divisions[0].speed = inches(speed);
    written.divisions[1].speed = inches(speed);
    let mut table = Table { state: naval::begin(&written) };
    table.lines(&[&format!("preplot jd {speed} x10"), &format!("preplot rd {speed} x10")]);
    let facts = table.lines(&["next to illumination"]);
    contacts(&facts).iter().any(|(side, by)| side == "russia" && matches!(by, Contact::Smoke { .. }))
}

#[test]
fn r5_13_6_funnel_smoke_frees_the_side_that_sees_it() {
    const TWO: [(&str, ShipType); 2] = [("Asahi", BB), ("Shikishima", BB)];
    // Top speed 2.5: from 1.5 on there is smoke, seen at twice the visibility of 10.
    for (top, speed, apart, night, ships, seen) in [
        ("2.5", "2", 15.0, false, &TWO[..], true),
        ("2.5", "1.5", 15.0, false, &TWO, true),
        ("2.5", "1.49", 15.0, false, &TWO, false),
        ("2.5", "2", 20.0, false, &TWO, true),
        ("2.5", "2", 20.01, false, &TWO, false),
        ("2.5", "2", 15.0, true, &TWO, false),
        ("2.5", "2", 15.0, false, &TWO[..1], false),
        ("2.5", "2", 15.0, false, &[("Asahi", BB), ("Tatsuta", CL)], false),
    ] {
        assert_eq!(smoke(top, speed, apart, night, ships), seen, "{top} {speed} {apart} {night} {}", ships.len());
    }
}

#[test]
fn r5_13_6_the_side_that_sees_smoke_plots_freely_the_other_does_not() {
    let mut table = meeting(|setup| {
        for ship in setup.ships.iter_mut().filter(|ship| ship.card.navy == *"japan") {
            std::sync::Arc::make_mut(&mut ship.card).speed = inches("2.5");
        }
    });
    table.lines(&["preplot jd 2 x10", "preplot scouts 2 x10", "preplot rd 2 x10"]);
    // 26 apart, then 22: the Japanese are near their top speed of 2.5, the Russians far below theirs.
    let facts = table.lines(&["next to plotting", "next to plotting"]);
    assert_eq!(contacts(&facts).len(), 1, "{:?}", contacts(&facts));
    table.lines(&["plot rd CR90 speed 2"]);
    assert!(table.line("plot jd 2").unwrap_err().contains("OnPreplots"));
}

#[test]
fn r5_14_a_quick_start_runs_until_a_ship_is_sighted() {
    let mut table = meeting(|setup| setup.hidden = false);
    table.lines(&["quickstart jd 2.5 scouts 2.5 rd 1.5"]);
    // 30 apart, closing at 4: in sight after turn 5, in its Sighting Segment.
    assert_eq!((table.state.turn, table.state.segment), (5, Segment::Sighting));
    assert!(table.state.ship(&"retvizan".into()).unwrap().sighted);
    near("asahi", table.position_of("asahi"), (20.0, 22.5, 0.0));
    assert!(table.line("quickstart").unwrap_err().contains("WrongSegment"));
    table.lines(&["next to plotting"]);
    assert!(table.line("quickstart").unwrap_err().contains("InSight"));
}

#[test]
fn r5_14_a_quick_start_ends_after_its_turns_and_keeps_within_allowances() {
    let mut table = meeting(|setup| setup.hidden = false);
    assert!(table.line("quickstart jd 4.01").unwrap_err().contains("AboveAllowance"));
    table.lines(&["quickstart jd 0 scouts 0 rd 0 turns 3"]);
    assert_eq!((table.state.turn, table.state.segment), (4, Segment::Plotting));
    table.lines(&["quickstart turns 1"]);
    assert_eq!(table.state.turn, 5);
    let mut untracked = Table { state: naval::begin(&naval_kit::fixture::duel()) };
    assert!(untracked.line("quickstart").unwrap_err().contains("NoPositions"));
}

/// Ten plots name all ships that fall out on the way, as one plot does: for speed or behind a gap. [5.8.2, 5.8.3, Q57]
#[test]
fn r5_8_2_ten_turns_name_the_ships_behind_a_gap() {
    let ships = [("Asahi", BB), ("Shikishima", BB), ("Fuji", BB), ("Yashima", BB)];
    let straggler_facts = |slow: &str, top: &str, plots: &str| {
        let mut setup = setup(&[
            division("japan", "jd", &ships, 20.0, 20.0, 0.0),
            division("russia", "rd", &[("Retvizan", BB)], 20.0, 45.0, 180.0),
        ]);
        setup.hidden = true;
        let mut table = Table { state: Naval::initial_state(&setup) };
        table.lines(&[&format!("set {slow} top {top} because \"boilers\"")]);
        let each = |ships: &[(naval::Id, naval::Inches)]| {
            ships.iter().map(|(ship, figure)| format!("{ship} {figure}")).collect::<Vec<_>>().join(", ")
        };
        let events = table.apply_line(&format!("preplot jd {plots}"), &[]);
        let describe = |event: &naval::NavalEvent| match &event.fact {
            Fact::StragglersNamed { ships, .. } => Some(format!("slow {}", each(ships))),
            Fact::GapsForeseen { ships, .. } => Some(format!("gap {}", each(ships))),
            _ => None,
        };
        events.iter().filter_map(describe).collect::<Vec<String>>()
    };
    assert_eq!(straggler_facts("shikishima", "0.25", "1.5 x10"), ["slow shikishima 0.25", "gap fuji 3.0, yashima 5.5"]);
    // Only in a later turn.
    assert_eq!(straggler_facts("fuji", "1.25", "2; 2.5 x9"), ["slow fuji 1.25", "gap yashima 3.0"]);
    // Within an inch of the flagship, a ship falls out when it has lagged far enough.
    assert_eq!(straggler_facts("shikishima", "1", "2 x10"), ["gap shikishima 2.5, fuji 3.0, yashima 5.5"]);
    // The near misses: the last ship leaves none behind, and a ship that keeps up does not fall out.
    assert_eq!(straggler_facts("yashima", "0.25", "1.5 x10"), ["slow yashima 0.25"]);
    assert_eq!(straggler_facts("shikishima", "2", "2 x10"), [""; 0]);
}

/// The duty offers a legal plot: at the division's speed. [5.5.3, 5.13.2]
#[test]
fn r5_13_2_the_duty_of_ten_turns_offers_the_speed_of_the_division() {
    for speed in ["1", "1.37", "0"] {
        let mut table = meeting(|setup| setup.divisions[0].speed = inches(speed));
        let state = &table.state;
        let duties = naval::rules::turn::duties(state);
        let offered = duties.iter().find_map(|duty| match &duty.task {
            naval::model::Task::Preplot { division, straight } if *division == *"jd" => Some(*straight),
            _ => None,
        });
        assert_eq!(offered, Some(inches(speed)));
        assert!(
            show::status::duties_text(&View::referee(state)).contains(&format!("preplot jd {} x10", inches(speed))),
            "{speed}"
        );
        let hint = refused(&table, "plot jd 1");
        assert!(hint.contains(&format!("`preplot jd {} x10`", inches(speed))), "{hint}");
        table.apply_line(&format!("preplot jd {} x10", inches(speed)), &[]);
    }
}

#[test]
fn r5_14_quick_start_is_legal_for_hidden_forces_and_makes_contact() {
    let mut table = meeting(|_| ());
    let facts = table.lines(&["quickstart"]);
    assert_eq!(contacts(&facts).len(), 2);
    assert!(facts.contains(&Fact::QuickStarted { turns: 30 }));
    assert!(table.state.division(&"rd".into()).unwrap().is_revealed);
    // At top speed their smoke makes contact before any ship is sighted: 22 inches apart after a turn. [5.13.6]
    let mut fast = meeting(|_| ());
    let facts = fast.lines(&["quickstart jd 4 rd 4"]);
    assert_eq!((fast.state.turn, contacts(&facts).len()), (1, 2));
    assert!(contacts(&facts).iter().all(|(_, by)| matches!(by, Contact::Smoke { .. })));
    assert!(!fast.state.division(&"rd".into()).unwrap().is_revealed);
    fast.lines(&["next to plotting", "quickstart"]);
    assert_eq!(fast.state.turn, 3);
}

/// 5.13.2, 5.7.3: ten plots are checked one after the other when they are filed.
#[test]
fn r5_13_2_a_plot_that_cannot_be_steered_is_refused_before_turn_one() {
    let mut table = meeting(|_| ());
    for (plots, why) in [
        ("9 speed 2; 2 x9", "PlotTooLong"),
        ("2; 1-SR30-1.5 speed 2; 2 x8", "PlotTooLong"),
        ("0.5-SR30 speed 2; CL60-1 speed 2; 2 x8", "OutOfColumn"),
        ("Fscouts x10", "OtherFormation"),
    ] {
        let refused = table.refusal(&format!("preplot jd {plots}"));
        assert!(refused.contains(why), "{plots}: {refused}");
    }
    assert!(table.state.division(&"jd".into()).unwrap().preplots.is_empty());
    table.lines(&["preplot jd 0.5-SR30 speed 2; SL30-1 speed 2; CL60-1 speed 2; 2 x7"]);
}

/// The refusal of one of the ten names its turn and does not mention a plot of this turn.
#[test]
fn r5_13_2_a_refusal_names_the_turn_of_the_ten() {
    let table = meeting(|_| ());
    let refusal = |plots: &str| {
        let refused = refused(&table, &format!("preplot jd {plots}"));
        assert!(!refused.contains("`plot "), "{refused}");
        refused
    };
    for (plots, turn, hint) in [
        ("2 x3; 4.1 x7", 4, "give turn 4 a speed of"),
        ("1; 2 x9", 2, "give turn 2 a speed of 1.5 or less"),
        ("2; 1-SR30-1.5 speed 2; 2 x8", 2, "change turn 2, and"),
        ("9 speed 2; 2 x9", 1, "change turn 1, and"),
    ] {
        let text = refusal(plots);
        assert!(text.contains(&format!("Turn {turn} of the ten: ")) && text.contains(hint), "{plots}: {text}");
    }
    // The near miss: a wrong number of turns is not an error of one turn.
    assert!(!refusal("2 x9").contains("of the ten:"));
}

/// A division goes straight ahead in the first turn under a new flag, before contact as well.
#[test]
fn r5_9_1_the_first_of_the_ten_turns_is_straight_under_a_new_flag() {
    let mut table = meeting(|_| ());
    table.lines(&["flag jd shikishima"]);
    table.assert_refused("preplot jd SR30 speed 2; 2 x9", "FlagShifted");
    table.apply_line("preplot jd 2; SR30 speed 2; 2 x8", &[]);
    meeting(|_| ()).apply_line("preplot jd SR30 speed 2; 2 x9", &[]);
}

/// A slow ship does not slow its division before contact either. [5.8.3, 5.13.2, Q57]
#[test]
fn r5_13_2_ten_turns_name_ships_that_fall_out_and_slow_no_other() {
    let slow = |ship: &str, top: &str| {
        let mut table = meeting(|_| ());
        table.lines(&[&format!("set {ship} top {top} because \"boilers\"")]);
        table
    };
    let named = |table: &mut Table, line: &str| {
        let facts = table.lines(&[line]);
        assert!(facts.iter().any(|fact| matches!(fact, Fact::PreplotFiled { .. })), "{line}");
        let named = |fact: &Fact| match fact {
            Fact::StragglersNamed { division, ships } => {
                Some(ships.iter().map(|(ship, own)| format!("{division}: {ship} {own}")).collect::<Vec<String>>())
            }
            _ => None,
        };
        facts.iter().filter_map(named).flatten().collect::<Vec<String>>()
    };
    for (top, plots, falls_out) in [
        ("1", "2 x10", None),
        ("0.99", "2 x10", Some("jd: shikishima 0.99")),
        ("0", "2 x10", Some("jd: shikishima 0.0")),
        // It falls out in a later turn: within an inch of 2, not of 2.5.
        ("1.25", "2 x2; 2.5 x8", Some("jd: shikishima 1.25")),
        ("1.5", "2 x2; 2.5 x8", None),
        // A plot that all can make leaves no ship behind.
        ("0.5", "0.5 x10", None),
    ] {
        let found = named(&mut slow("shikishima", top), &format!("preplot jd {plots}"));
        assert_eq!(found, falls_out.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{top} {plots}");
    }
    // The flagship is not left behind, and no division gains more than its type may.
    let mut table = slow("asahi", "0.99");
    assert!(table.refusal("preplot jd 2 x10").contains("LeavesFlagship"));
    table.lines(&["preplot jd 1.99 x10"]);
    assert!(slow("shikishima", "1").refusal("preplot jd 2; 2.51 x9").contains("GainsTooMuch"));
    // A slow ship moves at its best speed, is detached, and continues alone.
    let mut table = slow("shikishima", "0.5");
    table.lines(&[
        "preplot jd 2 x10",
        "preplot scouts 2 x10",
        "preplot rd 2 x10",
        "next to plotting",
        "next to plotting",
    ]);
    assert_eq!(table.state.turn, 3);
    near("asahi", table.position_of("asahi"), (20.0, 14.0, 0.0));
    near("shikishima", table.position_of("shikishima"), (20.0, 8.5, 0.0));
    assert!(table.state.division_of(&"shikishima".into()).unwrap().is_alone);
}

/// 5.14: a division is given one speed.
#[test]
fn r5_14_a_quick_start_names_no_division_twice() {
    let mut table = all_preplotted();
    assert!(table.refusal("quickstart jd 2 jd 3").contains("NamedTwice"));
}

#[test]
fn r5_13_a_seal_covers_all_filed_turns_and_survives_contact() {
    use naval::{Command, Id, seal::open_last_seal};
    let mut table = meeting(|_| ());
    table.lines(&["preplot jd 2; 1-CL30-0.5; 2 x8", "preplot scouts 2 x10", "preplot rd 2 x10"]);
    table.order(&Command::Seal { side: Some(Id::new("japan")), salt: "a1".to_owned(), salts: Vec::new() }).unwrap();
    let lines = |table: &Table| open_last_seal(&table.state, &Id::new("japan")).map(|opened| opened.hashed);
    let hashed = lines(&table).unwrap();
    let jd: Vec<&String> = hashed.iter().filter(|line| line.contains(" jd ")).collect();
    assert_eq!(jd, ["plot jd 2", "preplot jd 1-CL30-0.5; 2 x8"], "{hashed:?}");
    // A changed later turn is noticed, and the sealed plot is shown.
    let mut changed = Table { state: table.state.clone() };
    changed.lines(&["preplot jd 2; 1-CL45-0.5; 2 x8"]);
    assert!(format!("{:?}", lines(&changed)).contains("CL30"), "{:?}", lines(&changed));
    // Contact makes the later turns void; the seal can still be opened.
    table.lines(&["set retvizan at 20 16 heading 180 because \"a test\"", "next to gunfire"]);
    assert!(!table.state.is_on_preplots(&Id::new("japan")));
    let opened = open_last_seal(&table.state, &Id::new("japan")).unwrap();
    assert!(opened.void.iter().any(|line| line.starts_with("preplot jd")), "{opened:?}");
}

fn seal(table: &mut Table) {
    let seal = naval::Command::Seal { side: None, salt: "a1".to_owned(), salts: Vec::new() };
    table.order(&seal).unwrap();
}

#[test]
fn r5_13_2_a_seal_of_ten_turns_opens_in_each_of_them_and_after() {
    use naval::seal::{SealError, open_last_seal};
    // The sides never meet. The seal opens in each of the ten turns and in the eleventh.
    let mut table = meeting(|setup| setup.visibility = naval::model::Visibility::Steps(Vec::new()));
    table.lines(&["preplot jd 2 x3; 1.5 x7", "preplot scouts 0.5 x10", "preplot rd 0.5 x10"]);
    seal(&mut table);
    let sealed = open_last_seal(&table.state, &"japan".into()).unwrap();
    for turn in 2..=11 {
        table.lines(&["next to plotting"]);
        assert_eq!(table.state.turn, turn);
        let opened =
            open_last_seal(&table.state, &"japan".into()).unwrap_or_else(|broken| panic!("turn {turn}: {broken:?}"));
        assert_eq!((&opened.hashed, &opened.later), (&sealed.hashed, &Vec::new()), "turn {turn}");
        assert!(opened.void.is_empty() && opened.cancelled.is_empty(), "turn {turn}: {opened:?}");
    }
    // A sheet that differs from the seal is noticed, both for the current and for an earlier turn.
    for line in [0, 4] {
        let mut forged = table.state.clone();
        let division = forged.divisions.iter_mut().find(|division| division.id == *"jd").unwrap();
        std::sync::Arc::make_mut(division).plot_records[line].plot.speed = Some(inches("1"));
        assert!(matches!(open_last_seal(&forged, &"japan".into()), Err(SealError::Changed { .. })), "line {line}");
    }
}

#[test]
fn r5_13_3_contact_makes_later_plots_void_and_the_seal_holds() {
    use naval::seal::{open_last_seal, open_seal};
    let mut table = all_preplotted();
    seal(&mut table);
    for _ in 0..12 {
        if !table.state.is_on_preplots(&"japan".into()) {
            break;
        }
        table.lines(&["next to plotting"]);
    }
    assert!(!table.state.is_on_preplots(&"japan".into()), "they have met");
    let opened = open_last_seal(&table.state, &"japan".into()).unwrap();
    assert_eq!(opened.void.len(), 2, "both divisions plot turn by turn now: {:?}", opened.void);
    // A seal of a later turn is kept as well, and both are opened.
    table.lines(&["plot jd 2 speed 2", "plot scouts 2 speed 2"]);
    seal(&mut table);
    let of_japan = || table.state.seals.iter().filter(|seal| seal.side == *"japan");
    assert_eq!(of_japan().count(), 2);
    for seal in of_japan() {
        open_seal(&table.state, seal).unwrap();
    }
}
