//! Chapter 7 from positions: launches, the ships they meet, and the attacks that follow.
use naval::model::{
    Bearing, Fine, Land, Meeting, Place, Setting, ShipSet, ShipType, TorpedoAttack, TorpedoAttackKind, TorpedoModel,
    Torpedoes, half_turn::TurnSpan, state::Marker,
};
use naval::rules::special::{RuleEffect, SpecialRule};
use naval::{Fact, Id, Inches};
use serde_json::Value;

use super::{Table, near};

/// A destroyer heading north at 20, 20 whose torpedoes run 10", and a division of battleships t1, t2 at these places.
fn boat_and(targets: &[(f64, f64, f64)]) -> Table {
    let mut table = Table::new();
    table.place("Boat", ShipType::TBD, "a", (20.0, 20.0, 0.0));
    give_torpedoes(&mut table, "boat");
    let names: Vec<String> = (1..=targets.len()).map(|index| format!("t{index}")).collect();
    for (name, place) in names.iter().zip(targets) {
        table.place(name, ShipType::BB, "b", *place);
    }
    table.lines(&[&format!("division 1st {}", names.join(" "))]);
    table
}

/// Gives a ship six torpedo factors: to-hit number 8 up to 5", 4 up to 10".
fn give_torpedoes(table: &mut Table, ship: &str) {
    let index = table.state.ships.iter().position(|other| other.id == *ship).unwrap();
    let mut armed = (*table.state.ships[index]).clone();
    let mut card = (*armed.card).clone();
    let bands = [(5, 8), (10, 4)].map(|(to, to_hit)| naval::model::Band { to: Inches::whole(to), to_hit });
    card.torpedo = card.torpedo.map(|torpedo| Torpedoes { factors: 6, bands: bands.to_vec(), ..torpedo });
    armed.torpedoes_left = 6;
    armed.card = card.into();
    table.state.ships[index] = armed.into();
}

fn meetings(facts: &[Fact]) -> Vec<Meeting> {
    let meeting_of = |fact: &Fact| if let Fact::TorpedoesMet(meeting) = fact { Some(meeting.clone()) } else { None };
    facts.iter().filter_map(meeting_of).collect()
}

fn attacks(facts: &[Fact]) -> Vec<TorpedoAttack> {
    let attack = |fact: &Fact| if let Fact::TorpedoesAttacked(attack) = fact { Some((**attack).clone()) } else { None };
    facts.iter().filter_map(attack).collect()
}

/// A marker with its dot at a given position.
fn marker(table: &Table, id: &str, target: &str, (x, y, heading): (f64, f64, f64), arc: Bearing, run: i32) -> Marker {
    Marker {
        id: id.into(),
        launcher: "boat".into(),
        side: "a".into(),
        factors: 2,
        target: target.into(),
        run: Inches::whole(run),
        bearing: arc,
        turn: table.state.turn,
        dummy: false,
        answered_turn: None,
        second_half: false,
        dot: Some(Place::new(x, y, heading)),
        track: None,
    }
}

#[test]
fn r7_4_a_launch_is_written_as_in_the_book() {
    let mut table = boat_and(&[(14.0, 20.0, 0.0)]);
    let typed = naval::notation::parse(&table.state, "launch boat T1/6/T1/10/P/Q").unwrap();
    let long = naval::notation::parse(&table.state, "launch boat at t1 factors 6 run 10 port marker Q").unwrap();
    assert_eq!(typed.command, long.command);
    table.lines(&["launch boat T1/6/T1/10/P/Q"]);
    let marker = table.state.markers[0].clone();
    assert_eq!((marker.factors, marker.run, marker.bearing), (6, Inches::whole(10), Bearing::Port));
    // Half an inch abeam of the boat's centre.
    assert_eq!(marker.dot, Some(Place::new(19.5, 20.0, 0.0)));
    assert_eq!([1, 2].map(|turn| marker.radius(turn)), [Inches::whole(5), Inches::whole(10)]);
    let runs = |turn| marker.is_running_in(TurnSpan { turn, half: None });
    assert!(runs(2) && !runs(3));
}

#[test]
fn r7_4_illegal_launches_are_refused() {
    let mut table = boat_and(&[(14.0, 20.0, 0.0)]);
    for (line, why) in [
        ("launch boat T1/6/T1/0/P/Q", "ZeroRun"),
        ("launch boat T1/6/T1/10/X/Q", "is not a side"),
        ("launch boat T1/7/T1/10/P/Q", "FactorsLeft"),
        ("launch boat T2/6/T1/10/P/Q", "for turn 2, but this is turn 1"),
        ("launch boat T1/6/T1/11/P/Q", "RunTooLong"),
        ("launch boat T1/6/nobody/10/P/Q", "\"nobody\" does not name exactly one"),
        ("launch boat T1/6/T1/10/P", "six parts, not 5"),
        ("launch boat T1/x/T1/10/P/Q", "not a number of torpedo factors"),
        ("launch boat T1/6/T1/x/P/Q", "is not a run"),
        ("launch boat T1/6/T1/10/P/!", "cannot name a marker"),
        ("launch boat T1/6/T1/10/S/Q", "NotAbeam"),
    ] {
        let refused = table.refusal(line);
        assert!(refused.contains(why), "{line}: {refused}");
    }
    table.lines(&["launch boat T1/3/T1/10/P/Q"]);
    assert!(table.refusal("launch boat T1/3/T1/10/P/Q").contains("MarkerInUse"));
    table.lines(&[
        "next to sighting",
        "next to plotting",
        "set t1 at 60 40 heading 0 because \"tape\"",
        "next to plotting",
    ]);
    assert!(table.refusal("launch boat T3/3/T1/10/P/R").contains("NotSighted"));
}

#[test]
fn r7_4_launches_belong_to_the_plot_and_a_new_plot_replaces_them() {
    let mut table = boat_and(&[(14.0, 20.0, 0.0)]);
    let line = "plot boat 1-SR30 speed 2 T1/2/T1/10/P/Q";
    let typed = naval::notation::parse(&table.state, line).unwrap();
    let printed = naval::notation::print(&table.state, &typed.command);
    assert_eq!(printed, "plot boat 1-SR30 speed 2.0 T1/2/t1/10.0/P/Q");
    assert_eq!(naval::notation::parse(&table.state, &printed).unwrap().command, typed.command);
    table.lines(&[line]);
    assert_eq!((table.state.markers.len(), table.ship("boat").torpedoes_left), (1, 4));
    table.lines(&["plot boat 2 T1/3/T1/5/P/Q"]);
    assert_eq!((table.state.markers.len(), table.ship("boat").torpedoes_left), (1, 3));
    assert_eq!(table.state.markers[0].run, Inches::whole(5));
    assert!(table.refusal("plot boat 2 next T1/3/T1/5/P/R").contains("not in advance"));
    // The dot is at the boat's position when the move began.
    table.lines(&["next to sighting"]);
    near("boat", table.position_of("boat"), (20.0, 22.0, 0.0));
    assert_eq!(table.state.markers[0].dot, Some(Place::new(19.5, 20.0, 0.0)));
    assert!(table.refusal("launch boat T1/1/T1/5/P/R").contains("WrongSegment"));
}

#[test]
fn r7_2_torpedoes_leave_through_the_broadside_arc() {
    // The port broadside arc reaches from 30 to 150 degrees off the bow.
    for (bearing, launched) in [(-30.0_f64, true), (-25.0, false), (-150.0, true), (-155.0, false)] {
        let (sin, cos) = bearing.to_radians().sin_cos();
        let mut table = boat_and(&[(19.5 + 8.0 * sin, 20.0 + 8.0 * cos, bearing)]);
        assert_eq!(table.line("launch boat T1/2/T1/10/P/Q").is_ok(), launched, "{bearing}");
        // A dummy is no launch, so the arc does not matter.
        table.lines(&["launch boat T1/D/T1/10/P/R"]);
    }
}

#[test]
fn r7_3_no_launch_over_land() {
    let corners = [(16, 18), (17, 18), (17, 22), (16, 22)].map(|(x, y)| (Inches::whole(x), Inches::whole(y)));
    let land = Land { id: "isle".into(), name: "Isle".to_owned(), corners: corners.to_vec() };
    let mut table = boat_and(&[(14.0, 20.0, 0.0)]);
    table.set("t1", Setting::Sighted(true));
    std::sync::Arc::make_mut(&mut table.state.setup).land = vec![land];
    let why = table.refusal("launch boat T1/2/T1/10/P/Q");
    assert!(why.contains("Blocked") && why.contains("4.7"), "{why}");
}

fn isle(table: &mut Table, corners: [(f64, f64); 4]) {
    let corners = corners.map(|(x, y)| (Inches::nearest(x), Inches::nearest(y)));
    let land = Land { id: "isle".into(), name: "Isle".to_owned(), corners: corners.to_vec() };
    std::sync::Arc::make_mut(&mut table.state.setup).land = vec![land];
}

/// Q41: a meeting counts only if the straight way to it is clear of land. The ship is overtaken at 27.5, 20.
#[test]
fn r4_7_torpedoes_meet_no_ship_across_land() {
    let places = [(20.5, false), (20.01, false), (20.0, true), (19.9, true)];
    // Mud that ships see across counts as land for torpedoes.
    for (open, (north, meets)) in [false, true].into_iter().flat_map(|open| places.map(|place| (open, place))) {
        let mut table = boat_and(&[(23.0, 20.0, 90.0)]);
        isle(&mut table, [(21.0, 18.0), (22.0, 18.0), (22.0, north), (21.0, north)]);
        if open {
            let key = SpecialRule { does: RuleEffect::OpenLand(vec!["isle".into()]), ..SpecialRule::inert(1) };
            std::sync::Arc::make_mut(&mut table.state.setup).rules = vec![key];
        }
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
        table.apply(&Fact::TorpedoesLaunched(launched));
        assert_eq!(meetings(&table.lines(&["plot 1st 3", "next to plotting"])), []);
        let found = meetings(&table.lines(&["plot 1st 3", "next to sighting"]));
        assert_eq!(found.len(), usize::from(meets), "an isle up to {north}, open: {open}");
    }
    // Land behind the ship stops nothing.
    let mut table = boat_and(&[(26.0, 20.0, 270.0)]);
    let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
    table.apply(&Fact::TorpedoesLaunched(launched));
    isle(&mut table, [(27.5, 19.0), (28.0, 19.0), (28.0, 21.0), (27.5, 21.0)]);
    assert_eq!(meetings(&table.lines(&["plot 1st 3", "next to sighting"])).len(), 1);
}

/// Q41: ships in line are attacked only if no land is before them.
#[test]
fn r4_7_land_shelters_ships_in_line() {
    for (north, in_line) in [(20.5, 0), (20.0, 1)] {
        let mut table = boat_and(&[(24.0, 20.0, 0.0), (24.9, 20.0, 0.0)]);
        isle(&mut table, [(24.3, 17.0), (24.6, 17.0), (24.6, north), (24.3, north)]);
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
        table.apply(&Fact::TorpedoesLaunched(launched));
        let found = meetings(&table.lines(&["plot 1st 0", "next to sighting"]));
        let first = found.iter().find(|meeting| meeting.ship == *"t1").unwrap();
        // The launcher is beside the dot, and also in line.
        let others = first.in_line.iter().filter(|ship| ship.ship == *"t2").count();
        assert_eq!(others, in_line, "an isle up to {north}: {found:?}");
    }
}

#[test]
fn r7_4_2_the_front_meets_a_ship_that_it_overtakes() {
    // The ship runs away at 3.0 and the front at 5.0. After the part s of a turn, 3 + 3s = 5s fails in the first turn,
    // and 6 + 3s = 5 + 5s holds at 0.5 in the second.
    for (run, meets) in [(10, true), (5, false)] {
        let mut table = boat_and(&[(23.0, 20.0, 90.0)]);
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, run);
        table.apply(&Fact::TorpedoesLaunched(launched));
        assert_eq!(meetings(&table.lines(&["plot 1st 3", "next to plotting"])), []);
        let found = meetings(&table.lines(&["plot 1st 3", "next to sighting"]));
        let wanted = (Fine::nearest(0.5), Inches(750), Fine::ZERO);
        let meetings: Vec<_> = found.iter().map(|meeting| (meeting.time, meeting.range, meeting.angle)).collect();
        assert_eq!(meetings, if meets { vec![wanted] } else { vec![] }, "run {run}");
    }
    // Head on: 6 - 3s = 5s.
    let mut table = boat_and(&[(26.0, 20.0, 270.0)]);
    let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
    table.apply(&Fact::TorpedoesLaunched(launched));
    let found = meetings(&table.lines(&["plot 1st 3", "next to sighting"]));
    assert_eq!((found[0].time, found[0].range), (Fine::nearest(0.75), Inches(375)));
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Every record of the independent implementation, with one marker aimed at each of its ships.
#[test]
fn r7_4_2_meetings_match_the_records() {
    let all: Value = serde_json::from_str(include_str!("../../figures/geometry.json")).unwrap();
    for record in all["torpedoes"].as_array().unwrap() {
        let id = &record["id"];
        let mut table = Table::new();
        let elapsed = record["elapsed_turns"].as_u64().unwrap() as u16;
        (0..elapsed).for_each(|_| drop(table.lines(&["next to plotting"])));
        // Far enough from the corner for the records that begin there.
        let shift = if number(&record["dot"]["x"]) < 1.0 { 10.0 } else { 0.0 };
        let dot = (number(&record["dot"]["x"]) + shift, number(&record["dot"]["y"]) + shift);
        let ships = record["ships"].as_array().unwrap();
        let names: Vec<&str> = ships.iter().map(|ship| ship["name"].as_str().unwrap()).collect();
        let own = |name: &str| format!("ship-{name}");
        for ship in ships {
            let name = own(ship["name"].as_str().unwrap());
            let kind = serde_json::from_value(ship["type"].clone()).unwrap();
            let place = (number(&ship["x"]) + shift, number(&ship["y"]) + shift, number(&ship["heading"]));
            table.place(&name, kind, "b", place);
            let side = if record["side"] == "P" { Bearing::Port } else { Bearing::Starboard };
            let heading = number(&record["launch_heading"]);
            let mut launched = marker(&table, &name, &name, (dot.0, dot.1, heading), side, 0);
            launched.run = Inches::nearest(number(&record["run"]));
            launched.turn -= elapsed;
            table.apply(&Fact::TorpedoesLaunched(launched));
            table.lines(&[&format!("plot {name} {}", number(&ship["speed"]))]);
        }
        let found = meetings(&table.lines(&["next to sighting"]));
        for (name, answer) in names.iter().zip(record["answers"].as_array().unwrap()) {
            let meeting = found.iter().find(|found| found.ship == *own(name));
            assert_eq!(meeting.is_some(), answer["intercepted"].as_bool().unwrap(), "{id} {name}");
            let Some(meeting) = meeting else { continue };
            let off = |got: f64, wanted: &Value| (got - number(wanted)).abs();
            assert!(off(meeting.time.as_f64(), &answer["s"]) <= 0.0002, "{id} {name}: {}", meeting.time.as_f64());
            assert!(off(meeting.range.as_f64(), &answer["range"]) <= 0.011, "{id} {name}: {}", meeting.range);
            assert!(off(meeting.angle.as_f64(), &answer["angle_to_keel"]) <= 0.011, "{id} {name}: {}", meeting.angle);
            assert_eq!(meeting.to_met_ship().angle_deg <= 30, answer["combing"].as_bool().unwrap(), "{id} {name}");
            let mut line: Vec<String> = meeting.in_line.iter().map(|other| other.ship.to_string()).collect();
            let mut wanted: Vec<String> = answer["others_on_bearing_line"]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| own(name.as_str().unwrap()))
                .collect();
            line.sort();
            wanted.sort();
            assert_eq!(line, wanted, "{id} {name}");
        }
    }
}

/// A ship that combs the tracks has size 4.
#[test]
fn r7_4_5_a_ship_end_on_combs_the_tracks() {
    for (heading, angle, size) in [(90.0, 0.0, 4), (120.0, 30.0, 4), (121.0, 31.0, 11), (250.0, 20.0, 4)] {
        let mut table = boat_and(&[(24.0, 20.0, heading)]);
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
        table.apply(&Fact::TorpedoesLaunched(launched));
        let facts = table.lines(&["next to plotting"]);
        assert_eq!(meetings(&facts)[0].angle, Fine::nearest(angle), "{heading}");
        assert_eq!(attacks(&facts)[0].size.result, size, "{heading}");
    }
}

#[test]
fn r7_4_2_the_attack_is_rolled_as_the_segment_closes_and_others_in_line_at_half() {
    // A ship of another division is behind the target on the line.
    let mut table = boat_and(&[(23.0, 20.0, 0.0)]);
    table.place("Behind", ShipType::BB, "b", (24.5, 20.0, 0.0));
    table.place("Beyond", ShipType::BB, "b", (26.5, 20.0, 0.0));
    table.lines(&["place boat at 20 10 heading 0"]);
    let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 5);
    table.apply(&Fact::TorpedoesLaunched(launched));
    table.lines(&["next to torpedo"]);
    assert!(naval::rules::turn::duties(&table.state).is_empty());
    let rolled = attacks(&table.lines(&["next"]));
    let attacks: Vec<_> =
        rolled.iter().map(|attack| (attack.target.as_str(), attack.manner, attack.to_hit.result)).collect();
    assert_eq!(attacks, [("t1", TorpedoAttackKind::Launched, 8), ("behind", TorpedoAttackKind::InLine, 4)]);
    // The run is over, hit or not.
    assert_eq!(table.state.markers, []);
}

#[test]
fn r7_4_2_the_referee_may_overrule_a_meeting() {
    let table = || {
        let mut table = boat_and(&[(23.0, 20.0, 0.0)]);
        table.lines(&["place boat at 20 10 heading 0"]);
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
        table.apply(&Fact::TorpedoesLaunched(launched));
        table.lines(&["next to torpedo"]);
        table
    };
    assert_eq!(attacks(&table().lines(&["miss Q", "next"])), []);
    let shown = attacks(&table().lines(&["meet Q t1 angle 10", "next"]));
    assert_eq!(shown.iter().map(|attack| attack.size.result).collect::<Vec<i32>>(), [4]);
    let shown = attacks(&table().lines(&["meet Q", "next"]));
    assert_eq!(shown.iter().map(|attack| attack.size.result).collect::<Vec<i32>>(), [11]);
}

#[test]
fn r7_4_4_one_of_the_ships_that_could_be_met_is_drawn() {
    let mut table = boat_and(&[(23.0, 21.0, 0.0), (23.0, 18.5, 0.0), (23.0, 40.0, 0.0)]);
    let launched = marker(&table, "Q", "t2", (20.0, 20.0, 0.0), Bearing::Starboard, 5);
    table.apply(&Fact::TorpedoesLaunched(launched));
    let facts = table.lines(&["next to plotting"]);
    assert_eq!(meetings(&facts).len(), 2);
    let drawn = |fact: &Fact| if let Fact::TorpedoTargetDrawn { ship, .. } = fact { Some(ship.clone()) } else { None };
    let drawn = facts.iter().find_map(drawn).unwrap();
    assert_eq!(attacks(&facts)[0].target, drawn);
}

#[test]
fn r7_4_6_a_dummy_comes_off_when_it_has_outrun_all_ships() {
    let mut table = boat_and(&[(23.0, 20.0, 0.0)]);
    table.place("Boat2", ShipType::TBD, "a", (14.5, 20.0, 0.0));
    give_torpedoes(&mut table, "boat2");
    table.lines(&["launch boat T1/D/T1/10/S/Q", "launch boat2 T1/1/T1/10/S/R"]);
    let facts = table.lines(&["next to plotting"]);
    assert!(facts.contains(&Fact::DummyRevealed { marker: "Q:a".into() }), "{facts:?}");
    assert!(attacks(&facts).is_empty());
    let left: Vec<&str> = table.state.markers.iter().map(|marker| marker.id.as_str()).collect();
    assert_eq!(left, ["R:a"]);
}

#[test]
fn r7_4_2_a_ray_runs_on_one_bearing() {
    let ray = |targets: &[(f64, f64, f64)]| {
        let mut table = boat_and(targets);
        std::sync::Arc::make_mut(&mut table.state.setup).options.torpedo_model = TorpedoModel::Ray;
        table
    };
    // A stopped target: aimed straight at it, and met at its side.
    let mut table = ray(&[(24.5, 20.0, 0.0)]);
    table.lines(&["launch boat T1/2/T1/10/S/Q"]);
    assert_eq!(table.state.markers[0].track, Some(Fine::nearest(90.0)));
    let found = meetings(&table.lines(&["next to sighting"]));
    assert_eq!((found[0].time, found[0].range), (Fine::nearest(0.75), Inches(400)));
    // A target moving at 3.0 is led: it is met if it keeps its course, but not if it turns away.
    for (plot, meets) in [("plot 1st 3", true), ("plot 1st CL180 speed 3", false)] {
        let mut table = ray(&[(23.5, 18.0, 0.0)]);
        table.set("t1", Setting::Speed(Inches::whole(3)));
        table.lines(&["launch boat T1/2/T1/10/S/Q"]);
        assert_eq!(!meetings(&table.lines(&[plot, "next to sighting"])).is_empty(), meets, "{plot}");
    }
}

/// Torpedo attacks of large ships, by position.
#[test]
fn r7_5_1_large_ships_torpedoes_reach_ten_inches() {
    for (range, to_hit) in [(5.0, Some(4)), (5.1, Some(2)), (10.0, Some(2)), (10.1, None)] {
        let mut table = Table::new();
        table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
        table.place("Two", ShipType::BB, "b", (20.0 + range, 20.0, 0.0));
        give_torpedoes(&mut table, "one");
        table.lines(&["next to torpedo"]);
        let typed = naval::notation::parse(&table.state, "torpedoes a").unwrap();
        let mut dice = play::Script::typed([1, 20]);
        let decided = play::decide::<naval::Naval>(&table.state, &typed.command, &mut dice);
        let rolled = decided.map(|events| {
            let facts: Vec<Fact> = events.into_iter().map(|event| event.fact).collect();
            attacks(&facts)[0].to_hit.result
        });
        assert_eq!(rolled.ok(), to_hit, "{range}");
    }
}

#[test]
fn r7_5_2_the_nearest_is_attacked_and_a_die_settles_a_tie() {
    let mut table = Table::new();
    table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("Near", ShipType::BB, "b", (24.0, 20.0, 0.0));
    table.place("Far", ShipType::BB, "b", (26.0, 20.0, 0.0));
    table.place("Same", ShipType::BB, "b", (16.0, 20.0, 0.0));
    table.lines(&["next to torpedo"]);
    let typed = naval::notation::parse(&table.state, "torpedoes a").unwrap();
    for (die, target) in [(1, "near"), (6, "same")] {
        let mut dice = play::Script::typed([1, die, 20]);
        let events = play::decide::<naval::Naval>(&table.state, &typed.command, &mut dice).unwrap();
        let facts: Vec<Fact> = events.into_iter().map(|event| event.fact).collect();
        assert_eq!(attacks(&facts)[0].target, Id::new(target));
    }
}

/// The ship heads north. A light ship may aim only abeam, east or west. Large ships may aim anywhere.
#[test]
fn r7_2_a_light_ships_coup_de_grace_leaves_abeam() {
    for (kind, (dx, dy), rule) in [
        (ShipType::TBD, (2.0, 0.0), None),
        (ShipType::TBD, (-2.0, 0.5), None),
        (ShipType::TBD, (0.0, 2.5), Some("7.2")),
        (ShipType::CL, (0.0, -3.0), Some("7.2")),
        (ShipType::BB, (0.0, 3.0), None),
    ] {
        let mut table = Table::new();
        table.place("One", kind, "a", (20.0, 20.0, 0.0));
        table.place("Two", ShipType::BB, "b", (20.0 + dx, 20.0 + dy, 0.0));
        table.lines(&["next to torpedo"]);
        match rule {
            None => assert!(table.line("coup one at two").is_ok(), "{kind} {dx} {dy}"),
            Some(rule) => {
                let text = table.refusal("coup one at two");
                assert!(text.contains("EndOn") && text.contains(rule), "{text}");
            }
        }
    }
}

/// The to-hit number is three times 4 up to 5.0. Farther off no attack is possible.
#[test]
fn r7_6_a_coup_de_grace_depends_on_the_cripples_position() {
    for (range, to_hit) in [(5.0, Some(12)), (5.1, None)] {
        let mut table = Table::new();
        table.place("One", ShipType::BB, "a", (20.0, 20.0, 0.0));
        table.place("Two", ShipType::BB, "b", (20.0 + range, 20.0, 0.0));
        table.lines(&["next to torpedo"]);
        let rolled = table.line("coup one at two").ok().map(|events| {
            let facts: Vec<Fact> = events.into_iter().map(|event| event.fact).collect();
            attacks(&facts)[0].to_hit.result
        });
        assert_eq!(rolled, to_hit, "{range}");
    }
}

/// After the movement a current carries all ships this many hundredths of an inch on this bearing.
fn current(table: &mut Table, bearing_deg: u16, hundredths: i32) {
    let drift = RuleEffect::Drift { ships: ShipSet::default(), bearing_deg, inches: Inches(hundredths) };
    std::sync::Arc::make_mut(&mut table.state.setup).rules = vec![SpecialRule { does: drift, ..SpecialRule::inert(1) }];
}

/// Head on, in a current: the meeting uses the ship's own move, not its position after the drift.
#[test]
fn r7_4_2_the_meeting_uses_the_move_without_the_drift() {
    for (plot, met_at) in [("3", Some((0.75, 375))), ("0", None)] {
        for drift in [0, 30] {
            let mut table = boat_and(&[(26.0, 20.0, 270.0)]);
            current(&mut table, 0, drift);
            let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
            table.apply(&Fact::TorpedoesLaunched(launched));
            let found = meetings(&table.lines(&[&format!("plot 1st {plot}"), "next to sighting"]));
            let meetings: Vec<_> = found.iter().map(|meeting| (meeting.time, meeting.range)).collect();
            let wanted = met_at.map(|(time, range)| (Fine::nearest(time), Inches(range)));
            assert_eq!(meetings, Vec::from_iter(wanted), "speed {plot}, drift {drift}");
            assert_eq!(table.ship("t1").run.as_ref().unwrap().to == table.ship("t1").at.unwrap(), drift == 0);
        }
    }
}

/// A ship that drifts on to the front after the move is met at the end of it. Each meeting falls into one turn. (Q34)
#[test]
fn r7_4_2_a_current_carries_a_ship_on_to_the_front() {
    for (from, bearing, drift, first, second) in [
        (25.3, 270, 30, Some((1.0, 500)), None),
        (25.3, 270, 29, None, Some(501)),
        (25.3, 90, 30, None, Some(560)),
        (24.9, 270, 30, Some((0.98, 490)), None),
        (25.3, 0, 30, None, Some(531)),
    ] {
        let mut table = boat_and(&[(from, 20.0, 270.0)]);
        current(&mut table, bearing, drift);
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
        table.apply(&Fact::TorpedoesLaunched(launched));
        let first_meeting = |found: Vec<Meeting>| found.first().map(|meeting| (meeting.time.as_f64(), meeting.range.0));
        let now = first_meeting(meetings(&table.lines(&["plot 1st 0", "next to sighting"])));
        assert_eq!(now, first, "{from}, {bearing}, {drift}");
        table.lines(&["next to torpedo"]);
        if first.is_some() {
            // The referee rules a miss, and the torpedo runs on.
            table.lines(&["miss Q"]);
        }
        table.lines(&["next to plotting"]);
        let then = first_meeting(meetings(&table.lines(&["plot 1st 0", "next to sighting"])));
        assert_eq!(then.map(|(_, range)| range), second, "{from}, {bearing}, {drift}");
    }
}

/// A ship that ends its drift in line is attacked; a ship that has left the line by then is not. [7.4.2, Q34]
#[test]
fn r7_4_2_ships_in_line_are_determined_after_the_drift() {
    for (drift, in_line) in [(0, false), (30, true)] {
        let mut table = boat_and(&[(23.0, 20.0, 0.0)]);
        table.place("Off", ShipType::BB, "b", (24.5, 18.8, 0.0));
        let key = RuleEffect::Drift {
            ships: ShipSet { ids: vec!["off".into()], ..ShipSet::default() },
            bearing_deg: 0,
            inches: Inches(drift),
        };
        std::sync::Arc::make_mut(&mut table.state.setup).rules =
            vec![SpecialRule { does: key, ..SpecialRule::inert(1) }];
        let launched = marker(&table, "Q", "t1", (20.0, 20.0, 0.0), Bearing::Starboard, 10);
        table.apply(&Fact::TorpedoesLaunched(launched));
        let found = meetings(&table.lines(&["plot 1st 0", "plot off 0", "next to sighting"]));
        assert_eq!(found[0].in_line.iter().any(|ship| ship.ship == *"off"), in_line, "{drift}");
    }
}

/// A dummy has outrun ships within its radius, or exactly on it; at the end of its run it comes off anyway.
#[test]
fn r7_4_6_a_dummy_has_outrun_ships_within_its_radius() {
    for (x, run, revealed, left) in
        [(25.5, 10, true, 0), (25.51, 10, false, 1), (25.5, 5, false, 0), (25.51, 5, false, 0), (20.6, 6, true, 0)]
    {
        let mut table = boat_and(&[(x, 20.0, 0.0)]);
        table.lines(&[&format!("launch boat T1/D/T1/{run}/S/Q"), "plot 1st 0", "plot boat 0"]);
        assert_eq!(table.state.markers[0].dot, Some(Place::new(20.5, 20.0, 0.0)));
        let facts = table.lines(&["next to plotting"]);
        let is_revealed = facts.contains(&Fact::DummyRevealed { marker: "Q:a".into() });
        assert_eq!((is_revealed, table.state.markers.len()), (revealed, left), "{x}, run {run}");
        let ended = facts.contains(&Fact::MarkerRemoved { marker: "Q:a".into(), spent: false });
        assert_eq!(ended, run == 5, "{x}, run {run}");
    }
}

/// A ship whose launch a plot withdraws has still used torpedoes if another of its launches stands. [8.6.4.1]
#[test]
fn r8_6_4_1_a_withdrawn_launch_leaves_other_uses_of_weapons() {
    let mut table = boat_and(&[(14.0, 20.0, 0.0)]);
    table.place("Mate", ShipType::TBD, "a", (20.0, 18.5, 0.0));
    table.lines(&["division boats boat mate", "launch boat T1/1/T1/4/P/R", "plot boats 0 T1/1/T1/4/P/Q"]);
    let cancelled = |unused: &[&str]| {
        let unused = unused.iter().map(|ship| Id::new(*ship)).collect();
        Fact::LaunchCancelled { marker: "Q:a".into(), unused }
    };
    assert!(table.facts_on_copy("plot boats 0 T1/2/T1/4/P/Q").unwrap().contains(&cancelled(&[])));
    table.apply(&Fact::MarkerRemoved { marker: "R:a".into(), spent: false });
    assert!(table.facts_on_copy("plot boats 0 T1/2/T1/4/P/Q").unwrap().contains(&cancelled(&["boat"])));
}

#[test]
fn r3_3_1_a_seal_covers_spent_torpedoes_and_reveals_changed_launches() {
    let mut table = boat_and(&[(14.0, 20.0, 0.0)]);
    let seal = naval::Command::Seal { side: Some("a".into()), salt: "a1".to_owned(), salts: Vec::new() };
    table.lines(&["launch boat T1/1/T1/10/P/Q"]);
    table.order(&seal).unwrap();
    let opens = |state: &naval::State| naval::seal::open_last_seal(state, &"a".into()).is_ok();
    let mut taken_back = table.state.clone();
    taken_back.markers.clear();
    assert!(opens(&table.state) && !opens(&taken_back), "while plots are made a removed launch breaks the seal");
    table.state.segment = naval::Segment::Movement;
    let (mut gone, mut other) = (table.state.clone(), table.state.clone());
    gone.markers.clear();
    for marker in &mut other.markers {
        marker.factors = 2;
    }
    assert!(opens(&gone), "it has hit");
    assert!(!other.markers.is_empty() && !opens(&other));
}

/// What the end of the battle resolves, in order, after these lines.
fn at_the_end(before: &[&str]) -> Vec<&'static str> {
    let mut table = boat_and(&[(23.0, 20.0, 0.0)]);
    table.place("Asahi", ShipType::BB, "a", (21.0, 18.5, 0.0));
    table.lines(&["launch boat at t1 factors 2 run 5 starboard marker Q"]);
    table.lines(before);
    let word = |fact: &Fact| match fact {
        Fact::SalvoFired(_) => Some("salvo"),
        Fact::BatteriesFired(_) => Some("volley"),
        Fact::TorpedoesAttacked(_) => Some("torpedoes"),
        Fact::TorpedoesRanOn { .. } => Some("met nobody"),
        Fact::TorpedoCheckMade { .. } => Some("check"),
        Fact::DutiesWaived { .. } => Some("waived"),
        Fact::ScenarioEnded { .. } => Some("over"),
        _ => None,
    };
    let facts = table.lines(&["end because \"night fell\""]);
    assert!(table.state.held_hits.is_empty(), "hits are rolled");
    facts.iter().filter_map(word).collect()
}

#[test]
fn q63_the_end_resolves_declared_fire_and_torpedo_meetings() {
    let (guns, big, medium) =
        ("next to gunfire", "target asahi at t1 battery big", "target asahi at t1 battery medium");
    assert_eq!(at_the_end(&[guns, big]), ["salvo", "torpedoes", "over"]);
    assert_eq!(at_the_end(&[guns, medium]), ["volley", "torpedoes", "over"]);
    assert_eq!(at_the_end(&[guns, big, "fire all"]), ["torpedoes", "over"]);
    assert_eq!(at_the_end(&["next to movement"]), ["torpedoes", "over"]);
    // In the Torpedo Segment the large ships' dice of both sides are due as well.
    assert_eq!(at_the_end(&["next to torpedo", "meet Q", "torpedoes a"]), ["check", "over"]);
    // Before the move there are no meetings, and after the segment all are resolved.
    assert_eq!(at_the_end(&[]), ["over"]);
    assert_eq!(at_the_end(&["next to damage-control"]), ["over"]);
}
