//! How a captain uses lights, torpedoes, smoke and cripples.
use std::sync::Arc;

use admirals::{Memory, Task};
use geometry::{Bearing, range_in};
use naval::model::doctrine::{Cripples, DesiredRange, Doctrine, Lights, SmokeDoctrine};
use naval::{Command, Id, Inches, Naval, Segment, State};
use naval_kit::scenario;
use play::Game;

use crate::{
    doctrine::{answers, card, state_at},
    steering::{begin, off_ulsan, orders, placed_setup, plot_of, runs},
};

#[test]
fn r4_5_lights_are_used_as_the_card_says_and_only_within_their_reach() {
    let setup = scenario("tsushima-night");
    let plain = Doctrine::default_card();
    let lit = |state: &State, lights: Lights| -> Vec<(Id, Id)> {
        let all = ["japan", "russia"].into_iter().flat_map(|side| {
            answers(state, side, Task::Lights, &card(|card| card.night.lights = lights), &Memory::default())
        });
        let pair = |command: Command| match command {
            Command::Illuminate { by, target, .. } => Some((by, target)),
            _ => None,
        };
        all.filter_map(|choice| pair(choice.command)).collect()
    };
    // The first turn in which a ship could be lit.
    let states = (2..=8).map(|turn| state_at(&setup, [&plain, &plain], turn, Segment::Illumination));
    let state = states.into_iter().find(|state| !lit(state, Lights::Always).is_empty()).unwrap();
    let [never, fired_on, always] =
        [Lights::Never, Lights::WhenFiredOn, Lights::Always].map(|lights| lit(&state, lights));
    assert!(never.is_empty(), "{never:?}");
    assert!(!always.is_empty() && fired_on.len() <= always.len(), "{fired_on:?} {always:?}");
    let place = |id: &Id| state.ships_of(id).find_map(|ship| ship.at).unwrap().point();
    for (by, target) in &always {
        assert!(range_in(place(by), place(target)) <= 12.0, "{by} {target}");
    }
    let targets: Vec<&Id> = always.iter().map(|(_, target)| target).collect();
    let mut once = targets.clone();
    once.dedup();
    assert_eq!(targets, once, "no ship is lit twice");
}

/// Places the boats this many inches on the beam of the cruisers, on the same course.
pub fn boats(gap: f64) -> State {
    let places = [("4th-tbd", [30.0, 20.0, 90.0], 2.0), ("cruisers", [30.0, 20.0 + gap, 90.0], 2.0)];
    begin(&placed_setup("drill-boats-attack", &places))
}

#[test]
fn r7_4_boats_launch_if_the_expected_value_meets_the_card() {
    let launches = |gap: f64, launch_at: f64| {
        let card = card(|card| card.torpedoes.launch_at = launch_at);
        let all = answers(&boats(gap), "japan", Task::Launches, &card, &Memory::default());
        all.iter().filter(|choice| matches!(choice.command, Command::Launch { .. })).count()
    };
    assert!(0 < launches(2.0, 0.01), "two inches on the beam");
    assert_eq!(launches(2.0, 50.0), 0, "the value never reaches 50");
    assert_eq!(launches(9.0, 0.01), 0, "torpedoes do not run that far");
}

/// Ships that make smoke in the plot of the Vladivostok cruisers, with Izumo's line at this distance.
fn smoke(turn: u16, gap: f64, change: impl FnOnce(&mut Doctrine)) -> Vec<Id> {
    let mut state = begin(&off_ulsan([44.0, 40.0, 270.0], [44.0, 40.0 - gap, 270.0], 1.2));
    // Until turn 30 no ship may leave the table.
    state.turn = turn;
    let card = card(|card| {
        card.withdraw.strength = 0.0;
        change(card);
    });
    plot_of(&orders(&state, "russia", Some(&card)), "vladivostok").smoke
}

#[test]
fn r4_6_ships_that_leave_or_close_make_smoke_as_the_card_says() {
    let leaves = |smoke| move |card: &mut Doctrine| (card.withdraw.strength, card.smoke) = (2.0, smoke);
    assert_eq!(smoke(30, 7.5, leaves(SmokeDoctrine::Leaving)), [Id::new("rurik")], "the sternmost");
    assert!(smoke(30, 7.5, leaves(SmokeDoctrine::Never)).is_empty());
    assert!(smoke(30, 7.5, |card| card.smoke = SmokeDoctrine::Leaving).is_empty(), "the captain stays");
    assert!(smoke(30, 18.0, leaves(SmokeDoctrine::Leaving)).is_empty(), "no enemy is near");
    let closes = |card: &mut Doctrine| {
        card.smoke = SmokeDoctrine::Closing;
        card.range = Some(DesiredRange { open: 25.0, seek: [2.0, 3.0], least: 0.0 });
    };
    assert!(!smoke(10, 9.0, closes).is_empty());
    assert!(smoke(10, 4.0, closes).is_empty(), "the range that it seeks is reached");
}

#[test]
fn a_captain_stands_by_a_cripple_or_leaves_it_as_the_card_says() {
    let places = [
        ("1st-a", [45.0, 36.0, 90.0], 1.5),
        ("1st-b", [39.0, 60.0, 90.0], 1.5),
        ("2nd-a", [39.0, 12.0, 90.0], 1.5),
        ("2nd-b", [20.0, 36.0, 90.0], 1.5),
        ("1st", [85.0, 36.0, 0.0], 1.0),
        ("2nd", [88.0, 30.0, 0.0], 1.0),
        ("3rd", [90.0, 24.0, 0.0], 1.0),
    ];
    let turned = |cripples: Cripples, slowed: bool| {
        let mut state = Naval::initial_state(&placed_setup("tsushima", &places));
        if slowed {
            let ship = state.ships.iter_mut().find(|ship| ship.card.id == *"yakumo").unwrap();
            Arc::make_mut(ship).top_speed_override = Some(Inches::nearest(0.5));
        }
        let card = card(|card| (card.cripples, card.withdraw.strength) = (cripples, 0.0));
        let plot = plot_of(&orders(&state, "japan", Some(&card)), "1st-a");
        runs(&state, "1st-a", &plot)[0].to.pose().heading.angle_to(Bearing::new(90.0))
    };
    assert!(60.0 < turned(Cripples::StandBy, true), "back to Yakumo: {:.0}", turned(Cripples::StandBy, true));
    assert!(turned(Cripples::Leave, true) < 30.0);
    assert!(turned(Cripples::StandBy, false) < 30.0, "no ship is crippled");
}
