//! Ships set down again for another contact. [9.2]
use naval::model::{Fate, Land};
use naval::{Inches, Segment};

use super::*;

const AGAIN: &str = "[{of: 1, from_turn: 3, to_turn: 3, does: {set_down: {ships: {side: japan}, inches: 4, \
                     bearing_deg: 180, of: {side: russia}}}}]";

/// Positions of a ship as x, y and heading.
fn place(play: &Play, ship: &str) -> (f64, f64, f64) {
    let at = play.ship(ship).at.unwrap();
    (at.x.as_f64(), at.y.as_f64(), at.heading.as_f64())
}

/// The drill at the opening of a turn, with the first Russian ship at these coordinates on course 0.
fn opened(turn: u16, x: f64, y: f64, change: impl FnOnce(&mut Play)) -> (Play, Vec<NavalEvent>) {
    let mut play = Play::drill(AGAIN);
    play.put("tsesarevich", x, y, 0.0);
    play.put("mikasa", 10.0, 10.0, 90.0);
    change(&mut play);
    let mut play = play.moved_to(turn - 1, Segment::Damage);
    let events = play.apply_line("next waive \"test\"", &[]);
    (play, events)
}

#[test]
fn r9_2_ships_are_set_down_in_column_at_the_distance_and_in_that_turn_alone() {
    for (turn, moved) in [(2, false), (3, true), (4, false)] {
        let (play, _) = opened(turn, 30.0, 40.0, |_| ());
        let expected = if moved { (30.0, 36.0, 0.0) } else { (10.0, 10.0, 90.0) };
        assert_eq!(place(&play, "mikasa"), expected, "turn {turn}");
    }
    let (mut play, _) = opened(3, 30.0, 40.0, |_| ());
    let astern = (play.ship("asahi").card.base_length + play.state.setup.options.interval).as_f64();
    assert_eq!(place(&play, "asahi"), (30.0, 36.0 - astern, 0.0), "a base and an interval astern");
    assert_eq!(place(&play, "tsesarevich"), (30.0, 40.0, 0.0));
    // The column runs on as one: each ship turns where the leader did.
    play.apply_line("plot 1st 1-CR30", &[]);
    play.apply_with_dice("next waive \"test\"");
    assert!(play.state.division(&"1st".into()).unwrap().course.is_in_column());
    assert_eq!((place(&play, "asahi").0, place(&play, "mikasa").2), (30.0, 30.0));
}

#[test]
fn r9_2_a_division_off_the_table_or_out_of_action_is_not_set_down() {
    let is_set_down = |y: f64, change: fn(&mut Play)| {
        let (_, events) = opened(3, 30.0, y, change);
        rule_facts(&events).iter().filter(|fact| matches!(fact, RuleFact::Drifted { .. })).count()
    };
    let astern = 2.5;
    assert_eq!(is_set_down(4.0 + astern, |_| ()), 2, "Asahi on the edge");
    assert_eq!(is_set_down(4.0 + astern - 0.01, |_| ()), 0, "a hundredth beyond it: both stay");
    let stop = |play: &mut Play| play.set("mikasa", Setting::Fate(Fate::Sunk));
    assert_eq!(is_set_down(40.0, stop), 1, "Asahi alone");
    let stopped = |play: &mut Play| play.set("mikasa", Setting::TopSpeed(Inches::ZERO));
    assert_eq!(is_set_down(40.0, stopped), 1, "Mikasa cannot move");
    let no_mark = |play: &mut Play| {
        play.set("tsesarevich", Setting::Fate(Fate::Sunk));
        play.set("retvizan", Setting::Fate(Fate::Sunk));
    };
    assert_eq!(is_set_down(40.0, no_mark), 0, "no ship to be set down by");
}

#[test]
fn r5_12_no_division_is_set_down_on_land() {
    let lands_on = |edge: &str| {
        let mut play = Play::begin_changed("drill-two-lines", |setup| {
            setup.special_rules = vec!["The first.".to_owned()];
            setup.rules = keys(AGAIN);
            let corners = [("29", "30"), (edge, "30"), (edge, "37"), ("29", "37")];
            let corners = corners.map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).to_vec();
            setup.land = vec![Land { id: "isle".into(), name: "Isle".to_owned(), corners }];
        });
        play.put("tsesarevich", 30.0, 40.0, 0.0);
        let mut play = play.moved_to(2, Segment::Damage);
        play.apply_line("next waive \"test\"", &[]);
        place(&play, "mikasa") != (30.0, 36.0, 0.0)
    };
    assert!(lands_on("30.01") && !lands_on("29.99"));
}

#[test]
fn r4_2_ships_set_down_out_of_sight_are_not_seen() {
    let sees_mikasa = |sight: &str| {
        let (play, _) = opened(3, 30.0, 40.0, |play| {
            play.set("battle", Setting::SightingBase(sight.parse::<Inches>().unwrap()));
            play.apply(&Fact::Sighted { ship: "mikasa".into() });
        });
        play.ship("mikasa").sighted
    };
    assert!(sees_mikasa("4") && !sees_mikasa("3.99"));
}

#[test]
fn r9_2_without_positions_the_players_set_ships_down() {
    let count_reminders = |turn, segment| {
        let play = Play::measured_drill(AGAIN).moved_to(turn, segment);
        naval::rules::special::reminders(&play.state, None).len()
    };
    assert_eq!(count_reminders(3, Segment::Plotting), 1);
    assert_eq!(count_reminders(2, Segment::Plotting), 0, "the turn before");
    assert_eq!(count_reminders(3, Segment::Gunfire), 0, "another segment");
}

#[test]
fn r9_2_the_4th_flotilla_meets_the_german_van_again_on_turns_7_and_13() {
    for (turn, moved) in [(6, 0), (7, 12), (8, 0), (12, 0), (13, 12), (14, 0)] {
        let mut play = Play::begin("jutland-4th-flotilla").moved_to(turn - 1, Segment::Damage);
        let events = play.apply_with_dice("next waive \"test\"");
        let facts = rule_facts(&events);
        assert_eq!(facts.iter().filter(|fact| matches!(fact, RuleFact::Drifted { .. })).count(), moved, "turn {turn}");
        if 0 < moved {
            let (van, boat) = (play.ship("westfalen").at.unwrap(), play.ship("tipperary").at.unwrap());
            assert!((geometry::range_in(van.point(), boat.point()) - 4.0).abs() < 0.01);
            assert_eq!((place(&play, "spitfire"), van.heading), (place(&play, "tipperary"), boat.heading), "one base");
            assert!(boat.x < van.x && boat.y < van.y && place(&play, "broke").0 < boat.x.as_f64());
        }
    }
}
