//! 3.5, 6.4 and 6.5.1.3: what positions determine for a line of fire, and what overrides them.
use naval::model::command::{Conditions, LineBlock};
use naval::model::{
    Bearing, Declaration, Fate, FiringArc, Land, OverruledValue, Ranges, Setting, ShipType, Wind, WindForce,
};
use naval::{Fact, Id, Inches, rules::survey};

use super::Table;

/// A firer at 20, 20 heading north, and a target.
fn duel(table: Table, target: (f64, f64, f64)) -> Table {
    let mut table = table;
    table.place("Firer", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("Target", ShipType::BB, "b", target);
    table
}

fn gunfire(table: Table, target: (f64, f64, f64)) -> Table {
    let mut table = duel(table, target);
    table.lines(&["next to gunfire"]);
    table
}

fn first_declaration(facts: &[Fact]) -> Declaration {
    let declared =
        |fact: &Fact| if let Fact::FireDeclared(declaration) = fact { Some(declaration.clone()) } else { None };
    facts.iter().find_map(declared).unwrap_or_else(|| panic!("nothing declared: {facts:?}"))
}

fn overruled_values(facts: &[Fact]) -> Vec<OverruledValue> {
    let word = |fact: &Fact| if let Fact::Overruled { word, .. } = fact { Some(word.clone()) } else { None };
    facts.iter().filter_map(word).collect()
}

#[test]
fn r3_5_2_miniatures_measure_from_funnel_to_funnel() {
    let mut table = gunfire(Table::new(), (28.0, 20.0, 90.0));
    // The firer's funnel is 0.3 north of its centre, the target's 0.3 east of its own.
    let range = Inches::nearest(8.3_f64.hypot(0.3));
    let declaration = first_declaration(&table.lines(&["target firer at target"]));
    assert_eq!((declaration.range, declaration.bearing), (range, Bearing::Starboard));
    assert_eq!((declaration.conditions.courses_deg, declaration.conditions.turned_deg), (90, 0));
}

#[test]
fn r3_5_1_counters_measure_from_edge_to_edge() {
    let counters = Table::set_up(|setup| setup.options.ranges = Ranges::Counter);
    let mut table = gunfire(counters, (28.0, 20.0, 90.0));
    // From the middle of the firer's starboard side to the target's stern.
    assert_eq!(first_declaration(&table.lines(&["target firer at target"])).range, Inches(675));
    let found = naval::rules::lines::between(&table.state, &Id::new("firer"), &Id::new("target")).unwrap();
    assert_eq!((found.range, found.bearing.as_f64(), found.arcs), (Inches(675), 90.0, vec![FiringArc::Starboard]));
}

#[test]
fn r3_5_1_counters_that_touch_are_at_no_range() {
    let counters = Table::set_up(|setup| setup.options.ranges = Ranges::Counter);
    let table = duel(counters, (20.4, 20.0, 0.0));
    assert_eq!(survey::range(&table.state, &Id::new("firer"), &Id::new("target")), Some(Inches::ZERO));
}

/// Points at different bearings from a ship that heads north.
#[test]
fn r6_4_4_arcs_meet_at_their_edges() {
    for (bearing, arcs) in [
        (30.0_f64, &["bow", "starboard"][..]),
        (31.0, &["starboard"]),
        (149.0, &["starboard"]),
        (180.0, &["stern"]),
        (329.0, &["port"]),
        (331.0, &["bow"]),
    ] {
        let observer = geometry::Pose::new(0.0, 0.0, 0.0);
        let there = observer.at.moved(geometry::Bearing::new(bearing), 8.0);
        let point = geometry::Base::POINT;
        let target = geometry::Pose { at: there, heading: geometry::Bearing::NORTH };
        let fire = survey::arcs_of_fire();
        let touched = geometry::arcs_touched(observer, &fire, &point, target);
        let words: Vec<String> =
            touched.map(|arc| serde_json::to_value(arc).unwrap().as_str().unwrap().to_owned()).collect();
        assert_eq!(words, arcs, "{bearing}");
    }
}

#[test]
fn r6_4_4_a_base_astride_an_edge_gives_the_choice_and_most_mounts_are_taken() {
    // Broad on the edge between bow and starboard: both mounts bear to starboard, one ahead.
    let mut table = gunfire(Table::new(), (24.0, 27.23, 120.0));
    assert_eq!(first_declaration(&table.lines(&["target firer at target"])).bearing, Bearing::Starboard);
    let mut table = gunfire(Table::new(), (24.0, 27.23, 120.0));
    assert_eq!(first_declaration(&table.lines(&["target firer at target arc bow"])).bearing, Bearing::Bow);
    let mut table = gunfire(Table::new(), (24.0, 27.23, 120.0));
    assert_eq!(first_declaration(&table.lines(&["target firer at target arc broadside"])).bearing, Bearing::Starboard);
    for arc in ["stern", "port"] {
        let mut table = gunfire(Table::new(), (24.0, 27.23, 120.0));
        let why = table.refusal(&format!("target firer at target arc {arc}"));
        assert!(why.contains("ArcNotTouched") && why.contains("6.4.4"), "{why}");
        // The tape overrides it, with a message.
        let facts = table.lines(&[&format!("measure firer target 8 arc {arc}")]);
        assert!(matches!(&overruled_values(&facts)[..], [OverruledValue::Arc { .. }]), "{facts:?}");
        let declaration = first_declaration(&table.lines(&["target firer at target"]));
        assert_eq!(declaration.bearing, if arc == "port" { Bearing::Port } else { Bearing::Stern });
    }
}

#[test]
fn r2_7_a_typed_range_holds_and_is_warned_about_beyond_the_tolerance() {
    for (typed, is_warned) in [("8.25", false), ("8.4", true), ("7.75", false), ("7.7", true)] {
        let mut table = gunfire(Table::new(), (28.0, 20.0, 0.0));
        let facts = table.lines(&[&format!("target firer at target range {typed}")]);
        assert_eq!(first_declaration(&facts).range, typed.parse().unwrap());
        let typed = typed.parse().unwrap();
        let wanted = if is_warned { vec![OverruledValue::Range { typed, lies: Inches(800) }] } else { vec![] };
        assert_eq!(overruled_values(&facts), wanted);
    }
}

#[test]
fn r6_5_1_3_turns_and_courses_come_from_the_tracks() {
    let mut table = duel(Table::new(), (28.0, 22.0, 0.0));
    table.lines(&["plot firer SR30-SL30 speed 2", "plot target 1-CL60 speed 2", "next to gunfire"]);
    let seen = first_declaration(&table.lines(&["target firer at target"])).conditions;
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (60, 60, 60));
}

#[test]
fn r6_5_1_3_an_unfinished_turn_counts_to_the_nearest_step() {
    let mut table = duel(Table::new(), (28.0, 22.0, 0.0));
    // 0.3 of way remains for the turn: 34.4 degrees with a radius of 0.5.
    table.lines(&["plot firer 1.7-CR60 speed 2", "next to gunfire"]);
    let ran = table.ship("firer").run.as_ref().unwrap().turned.as_f64();
    assert!((34.0..35.0).contains(&ran), "{ran}");
    assert_eq!(first_declaration(&table.lines(&["target firer at target"])).conditions.turned_deg, 30);
}

#[test]
fn r6_5_1_3_typed_angles_apply_even_if_they_are_zero() {
    let mut table = duel(Table::new(), (28.0, 22.0, 0.0));
    table.lines(&["plot firer SR60 speed 2", "plot target SR60 speed 2", "next to gunfire"]);
    let facts = table.lines(&["target firer at target turned 0 target turned 57 courses 4"]);
    let seen = first_declaration(&facts).conditions;
    assert_eq!((seen.turned_deg, seen.target_turned_deg, seen.courses_deg), (0, 60, 4));
    // 57 for 60 and 4 for 0 are within 5 degrees.
    assert!(matches!(&overruled_values(&facts)[..], [OverruledValue::Turned { typed: 0, .. }]), "{facts:?}");
}

fn duel_with_other(other: (f64, f64, f64)) -> Table {
    let mut table = duel(Table::new(), (30.0, 20.0, 0.0));
    table.place("Other", ShipType::BB, "b", other);
    table
}

#[test]
fn r6_5_1_3_a_burning_base_in_the_line_is_fired_through() {
    for (y, fires, through) in [(20.0, 1, true), (20.0, 0, false), (23.0, 1, false)] {
        let mut table = duel_with_other((25.0, y, 0.0));
        table.set("other", Setting::Fires(fires));
        table.lines(&["next to gunfire"]);
        let seen = first_declaration(&table.lines(&["target firer at target"])).conditions;
        assert_eq!(seen.through, through.then(|| Id::new("other")), "{y} {fires}");
    }
    let mut table = duel_with_other((25.0, 20.0, 0.0));
    table.set("other", Setting::Fires(1));
    table.lines(&["next to gunfire"]);
    let facts = table.lines(&["target firer at target through nobody"]);
    assert_eq!(first_declaration(&facts).conditions.through, None);
    assert!(
        matches!(&overruled_values(&facts)[..], [OverruledValue::Through { typed: None, stands: Some(_) }]),
        "{facts:?}"
    );
}

#[test]
fn r6_5_1_3_an_explosion_darkens_the_line_until_the_next_turn_is_over() {
    let mut table = duel_with_other((25.0, 20.0, 0.0));
    table.apply(&Fact::ShipLost { ship: "other".into(), fate: Fate::Exploded });
    table.lines(&["next to plotting", "next to gunfire"]);
    assert_eq!(table.state.turn, 2);
    assert_eq!(first_declaration(&table.lines(&["target firer at target"])).conditions.through, Some(Id::new("other")));
    table.lines(&["fire all", "next to plotting", "next to gunfire"]);
    assert_eq!(first_declaration(&table.lines(&["target firer at target"])).conditions.through, None);
}

#[test]
fn r6_5_1_3_downwind_fire_near_top_speed_is_in_own_smoke() {
    let windy = |from_deg, force| Table::set_up(move |setup| setup.wind = Wind { force, from_deg });
    // The target is to the east; the top speed of both ships is 2.5.
    for (from_deg, force, speed, downwind) in [
        (270, WindForce::Moderate, "1.5", true),
        (270, WindForce::Moderate, "1.4", false),
        (270, WindForce::Calm, "2.5", false),
        (300, WindForce::High, "2.5", true),
        (301, WindForce::High, "2.5", false),
        (90, WindForce::High, "2.5", false),
    ] {
        let mut table = duel(windy(from_deg, force), (28.0, 20.0, 0.0));
        let plots = [format!("plot firer {speed}"), format!("plot target {speed}"), "next to gunfire".to_owned()];
        table.lines(&plots.each_ref().map(String::as_str));
        let seen = first_declaration(&table.lines(&["target firer at target"])).conditions;
        assert_eq!(seen.downwind, downwind, "{from_deg} {force:?} {speed}");
    }
}

fn island() -> Land {
    let corners = [(2450, 1900), (2550, 1900), (2550, 2300), (2450, 2300)];
    Land { id: "isle".into(), name: "Isle".to_owned(), corners: corners.map(|(x, y)| (Inches(x), Inches(y))).to_vec() }
}

#[test]
fn r4_7_land_in_the_line_stops_sight_and_fire() {
    let mut table = gunfire(Table::set_up(|setup| setup.land = vec![island()]), (30.0, 20.0, 0.0));
    assert!(!table.ship("target").sighted);
    assert!(table.refusal("target firer at target").contains("Blocked"));
    // The referee rules that the line is clear and the target in sight.
    let facts = table.lines(&["set target sighted yes because \"seen over the spit\"", "target firer at target clear"]);
    let word = OverruledValue::Block { typed: None, stands: Some(LineBlock::Land) };
    assert_eq!(overruled_values(&facts), [word]);
    assert_eq!(first_declaration(&facts).conditions.blocked_by, None);
}

#[test]
fn r6_1_without_a_position_of_both_the_range_is_typed() {
    let mut table = gunfire(Table::new(), (28.0, 20.0, 0.0));
    let mut ship = table.ship("target").clone();
    (ship.at, ship.run) = (None, None);
    table.state.ships.retain(|ship| ship.id != *"target");
    table.state.ships.push(ship.into());
    assert!(table.refusal("target firer at target").contains("NoRange"));
    let declaration = first_declaration(&table.lines(&["target firer at target range 8"]));
    assert_eq!(
        (declaration.range, declaration.bearing, &declaration.conditions),
        (Inches(800), Bearing::Broadside, &Conditions::default())
    );
}

#[test]
fn r2_7_values_that_contradict_positions_are_reported_in_sentences() {
    let mut table = duel(Table::new(), (28.0, 22.0, 0.0));
    table.lines(&["plot firer SR60 speed 2", "plot target 2", "next to gunfire"]);
    let line = "target firer at target range 12 turned 0 courses 10 through nobody downwind clear";
    let events = table.line(line).unwrap();
    let before = table.state.clone();
    let text = show::event::events_text(&before, &events);
    for words in [
        "the typed 12.0\" applies. [2.7]",
        "By its track Firer turned 60.0 degrees, but the typed 0 applies. [2.7]",
        "are 60.0 degrees apart, but the typed 10 applies. [2.7]",
        "By position Firer does not fire downwind at top speed. As typed it does, which applies. [2.7]",
    ] {
        let whole = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(whole.contains(words), "{words}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= show::lines::WIDTH), "{text}");
}

/// More than 5 degrees off, a typed angle gives a warning; exactly 5 gives none.
#[test]
fn r2_7_an_angle_is_warned_about_beyond_five_degrees() {
    let mut table = duel(Table::new(), (28.0, 22.0, 0.0));
    table.lines(&["plot firer SR30 speed 2", "plot target SL30 speed 2", "next to gunfire"]);
    for (typed, warnings) in [(25, 0), (24, 1), (35, 0), (36, 1)] {
        let count_warnings = |line: &str| overruled_values(&table.facts_on_copy(line).unwrap()).len();
        assert_eq!(count_warnings(&format!("target firer at target turned {typed}")), warnings, "{typed} for 30");
        assert_eq!(
            count_warnings(&format!("target firer at target target turned {typed}")),
            warnings,
            "{typed} for 30"
        );
        assert_eq!(
            count_warnings(&format!("target firer at target courses {}", 30 + typed)),
            warnings,
            "{} for 60",
            30 + typed
        );
    }
}
