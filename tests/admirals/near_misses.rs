//! Where a captain's rules end, to the turn, the inch and the ship: one case just inside, one just outside.
use std::sync::Arc;

use admirals::{Memory, Task};
use naval::model::doctrine::{Alarm, DesiredRange, Pursue};
use naval::model::{Ship, ship::LastSeen};
use naval::{Command, Fact, Inches, Segment, SideId, State, rules::torpedo, view::PlayerView};
use naval_kit::scenario;

use crate::{
    captains::boats,
    doctrine::{answers, card},
    steering::{begin, off_ulsan, orders, plot_of, runs},
};

/// Whether a side has an alarm as its turn begins.
fn has_alarm(state: &State, side: &str, alarm: Alarm) -> bool {
    let (mut memory, side) = (Memory::default(), SideId::new(side));
    let began = Fact::SegmentBegan { turn: state.turn, segment: Segment::Plotting };
    memory.record_turn_start(&began, || PlayerView::for_side(state, &side));
    memory.alarms.iter().any(|(other, _)| *other == alarm)
}

fn change_ships(state: &mut State, change: impl Fn(&mut Ship)) {
    state.ships.iter_mut().for_each(|ship| change(Arc::make_mut(ship)));
}

#[test]
fn r9_3_half_of_the_cards_speed_is_half_speed_and_a_little_more_is_not() {
    let alarmed = |more: f64| {
        let mut state = begin(&scenario("ulsan"));
        let half = |ship: &Ship| Inches::nearest(ship.card.speed.as_f64() / 2.0);
        let exact = |ship: &&mut Arc<Ship>| ship.side == *"japan" && half(ship) * 2 == ship.card.speed;
        let ship = Arc::make_mut(state.ships.iter_mut().filter(|ship| ship.card.kind.is_large()).find(exact).unwrap());
        ship.top_speed_override = Some(Inches::nearest(half(ship).as_f64() + more));
        has_alarm(&state, "japan", Alarm::HalfSpeed)
    };
    assert!(alarmed(0.0) && !alarmed(0.05));
}

#[test]
fn r9_3_a_sighted_fleet_counts_for_six_turns() {
    let alarmed = |turn: u16| {
        let mut state = begin(&scenario("chemulpo"));
        let now = state.turn;
        change_ships(&mut state, |ship| {
            ship.sighted = ship.side == *"russia";
            ship.seen = Some(LastSeen { turn: now, at: ship.at, speed: ship.speed, run: None });
        });
        state.turn = now + turn;
        has_alarm(&state, "russia", Alarm::FleetSighted)
    };
    assert!(alarmed(6) && !alarmed(7));
}

#[test]
fn r7_4_a_launch_needs_less_in_the_last_four_turns_or_below_two_thirds_speed() {
    let launches = |launch_at: f64, left: Option<u16>, speed: Option<f64>| {
        let mut state = boats(2.0);
        state.turn = left.map_or(state.turn, |left| state.setup.turns - left);
        change_ships(&mut state, |ship| ship.top_speed_override = speed.map(Inches::nearest));
        let card = card(|card| card.torpedoes.launch_at = launch_at);
        let all = answers(&state, "japan", Task::Launches, &card, &Memory::default());
        all.iter().any(|choice| matches!(choice.command, Command::Launch { .. }))
    };
    // The first threshold at which a ship that may still launch later does not launch.
    let threshold = (0..60).map(|step| 0.02 * 1.2_f64.powi(step)).find(|at| !launches(*at, None, None)).unwrap();
    assert!(launches(threshold, Some(3), None) && !launches(threshold, Some(4), None), "{threshold}");
    let top_speed =
        boats(2.0).ships.iter().find(|ship| ship.side == *"japan").map(|ship| ship.card.speed.as_f64()).unwrap();
    assert!(launches(threshold, None, Some(top_speed * 2.0 / 3.0 - 0.05)), "{threshold}, of {top_speed}");
    assert!(!launches(threshold, None, Some(top_speed * 2.0 / 3.0 + 0.05)), "{threshold}, of {top_speed}");
}

#[test]
fn r9_3_a_fleeing_enemy_is_followed_through_the_turn_on_the_card() {
    // The enemy runs on the starboard bow, beyond the range that the captain seeks.
    let course = |until: u16| {
        let mut state = begin(&off_ulsan([30.0, 20.0, 0.0], [42.0, 32.0, 45.0], 2.0));
        state.turn = 5;
        change_ships(&mut state, |ship| {
            ship.seen = Some(LastSeen { turn: 5, at: ship.at, speed: ship.speed, run: None });
        });
        let card = card(|card| {
            card.range = Some(DesiredRange { open: 25.0, seek: [5.0, 7.0], least: 0.0 });
            card.withdraw.strength = 0.0;
            card.pursue = Pursue { turn: Some(until), ..Pursue::default() };
        });
        runs(&state, "2nd", &plot_of(&orders(&state, "japan", Some(&card)), "2nd"))[0].to.pose().heading.degrees()
    };
    let [until_now, no_more] = [5, 4].map(course);
    assert!(no_more + 10.0 < until_now, "{until_now}, {no_more}");
}

#[test]
fn r7_6_a_ship_that_makes_an_inch_is_a_cripple_and_a_faster_one_is_not() {
    let orders_coup = |speed: f64| {
        let mut state = begin(&off_ulsan([40.0, 30.0, 90.0], [40.0, 33.0, 90.0], speed));
        state.segment = Segment::Torpedo;
        change_ships(&mut state, |ship| {
            ship.seen = Some(LastSeen { turn: 1, at: ship.at, speed: ship.speed, run: None });
        });
        !answers(&state, "japan", Task::Coups, &card(|_| {}), &Memory::default()).is_empty()
    };
    let most = torpedo::CRIPPLED_SPEED.as_f64();
    assert!(orders_coup(most) && !orders_coup(most + 0.05));
}

#[test]
fn r7_4_boats_with_one_torpedo_left_attack_and_those_with_none_do_not() {
    let gained = |left: u8| {
        let mut state = boats(9.0);
        // By day they would wait.
        std::sync::Arc::make_mut(&mut state.setup).night = true;
        change_ships(&mut state, |ship| ship.torpedoes_left = ship.torpedoes_left.min(left));
        let plot = plot_of(&orders(&state, "japan", None), "4th-tbd");
        runs(&state, "4th-tbd", &plot)[0].to.point().y() - 20.0
    };
    assert!(gained(0) + 0.5 < gained(1), "{} {}", gained(0), gained(1));
}
