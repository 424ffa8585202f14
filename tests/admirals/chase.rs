//! Captains chase ships that must not leave the table; ships that must leave it leave in time.
use std::sync::Arc;

use admirals::{Memory, Midshipman, PendingDecision, Policy, Task, pending_decisions};
use geometry::{Bearing, Point};
use naval::model::{Plot, Setup};
use naval::{Command, Id, Inches, Segment, SideId, State, view::PlayerView};
use naval_kit::scenario;
use play::Rng;

use crate::{
    battles::never,
    doctrine::{card, state_at},
    steering::{begin, orders, placed_setup, plot_of, runs},
};

/// Glasgow, Kent and Cornwall astern of the light cruisers, with Spee near them.
fn falklands(change: impl FnOnce(&mut Setup)) -> State {
    let places = [
        ("battlecruisers", [24.0, 57.0, 90.0], 3.25),
        ("chase", [20.0, 46.0, 195.0], 3.0),
        ("spee", [28.0, 43.0, 67.0], 2.75),
        ("light", [23.0, 28.0, 195.0], 2.75),
    ];
    let mut setup = placed_setup("falklands", &places);
    change(&mut setup);
    begin(&setup)
}

fn midshipman_orders(state: &State, side: &str) -> Vec<Command> {
    let player_view = PlayerView::for_side(state, &SideId::new(side));
    let decisions: Vec<PendingDecision> =
        pending_decisions(&player_view).into_iter().filter(|decision| decision.task == Task::Plots).collect();
    let answers = decisions
        .iter()
        .flat_map(|decision| Midshipman.choose(&player_view, &Memory::default(), decision, &mut Rng(1), &never));
    answers.map(|choice| choice.command).collect()
}

/// Position and course of a division's leader after a plot.
fn final_position(state: &State, division: &str, plot: &Plot) -> (Point, Bearing) {
    let to = runs(state, division, plot)[0].to.pose();
    (to.at, to.heading)
}

fn is_plotted_alone(orders: &[Command], ship: &str) -> bool {
    orders.iter().any(|order| matches!(order, Command::Plot { unit, .. } if *unit == *ship))
}

#[test]
fn r9_2_ships_that_must_not_leave_the_table_are_chased() {
    let chases = |state: &State, orders: &[Command]| {
        // Glasgow may be plotted alone, ahead of its division. The plot of the division counts.
        let plot = plot_of(orders, "chase");
        let (_, course) = final_position(state, "chase", &plot);
        let light = state.ship(&Id::new("dresden")).unwrap().at.unwrap().pose();
        let to_light = Bearing::between(Point::new(20.0, 46.0), light.ahead(5.0 * 2.75)).unwrap();
        course.angle_to(to_light) <= 45.0 && plot.speed.is_none_or(|speed| Inches::nearest(2.9) <= speed)
    };
    let state = falklands(|_| {});
    for orders in [orders(&state, "britain", None), midshipman_orders(&state, "britain")] {
        assert!(chases(&state, &orders), "{orders:?}");
    }
    // If nothing depends on the light cruisers, the ships stay together and fight the nearest enemy.
    let state = falklands(|setup| setup.decide = None);
    for orders in [orders(&state, "britain", None), midshipman_orders(&state, "britain")] {
        assert!(!chases(&state, &orders), "{orders:?}");
    }
    // The same if two are gone and the enemy cannot win with the third.
    let mut state = falklands(|_| {});
    for ship in state.ships.iter_mut().filter(|ship| ["leipzig", "nuernberg"].iter().any(|id| ship.id == **id)) {
        Arc::make_mut(ship).fate = naval::model::Fate::Sunk;
    }
    let orders = orders(&state, "britain", None);
    assert!(!chases(&state, &orders), "{orders:?}");
}

#[test]
fn r9_2_the_battlecruisers_leave_the_light_cruisers_to_others() {
    let plot = |with_condition: bool| {
        let state = falklands(|setup| {
            if !with_condition {
                setup.decide.as_mut().unwrap().remove(0);
            }
        });
        plot_of(&orders(&state, "britain", None), "battlecruisers")
    };
    assert_eq!(plot(true), plot(false));
}

#[test]
fn r5_9_3_the_only_ship_fast_enough_goes_ahead_of_its_division() {
    // One turn has been run, so the light cruisers' speed was seen.
    let plain = card(|_| {});
    let mut state = state_at(&scenario("falklands"), [&plain, &plain], 2, Segment::Plotting);
    let all = orders(&state, "britain", Some(&plain));
    assert!(is_plotted_alone(&all, "glasgow"), "{all:?}");
    // Here Glasgow is no faster than the others.
    let glasgow = state.ships.iter_mut().find(|ship| ship.id == *"glasgow").unwrap();
    Arc::make_mut(glasgow).top_speed_override = Some(Inches::whole(3));
    assert!(!is_plotted_alone(&orders(&state, "britain", Some(&plain)), "glasgow"));
}

/// The Russian cruisers on a course away from the northern edge, which is open to them from turn 30 on.
fn ulsan(turn: u16, y: f64, heading: f64) -> State {
    let places = [("2nd", [20.0, 3.0, 90.0], 1.2), ("vladivostok", [40.0, y, heading], 2.25)];
    let mut state = begin(&placed_setup("ulsan", &places));
    state.turn = turn;
    state
}

#[test]
fn r9_3_the_last_ship_to_leave_reaches_the_edge_in_time() {
    let turns_north = |y: f64| {
        let state = ulsan(12, y, 60.0);
        let plot = plot_of(&orders(&state, "russia", Some(&card(|_| {}))), "vladivostok");
        final_position(&state, "vladivostok", &plot).1.angle_to(Bearing::new(0.0)) < 10.0
    };
    // Rossia needs 16.5 of 18 turns at 2.25". Gromoboi, astern of it, and the turn itself need one more.
    assert!(turns_north(11.0));
    assert!(!turns_north(14.0), "there is time left");
    // A turn before they may leave, Rossia is close under the edge, so that the next ship crosses with it.
    let state = ulsan(29, 46.0, 0.0);
    let plot = plot_of(&orders(&state, "russia", Some(&card(|_| {}))), "vladivostok");
    let (place, _) = final_position(&state, "vladivostok", &plot);
    assert!((47.8..48.0).contains(&place.y()), "{place:?}");
}

#[test]
fn r9_3_an_armed_liner_flees_from_much_stronger_cruisers() {
    let leaves = |spee: [f64; 3]| {
        let places = [
            ("cradock", [30.0, 14.0, 90.0], 2.25),
            ("glasgow-alone", [24.0, 14.0, 90.0], 2.25),
            ("otranto-alone", [16.0, 14.0, 90.0], 2.0),
            ("spee", spee, 2.5),
            ("light", [60.0, 40.0, 90.0], 2.5),
        ];
        let state = begin(&placed_setup("coronel", &places));
        let orders = orders(&state, "britain", None);
        ["otranto-alone", "glasgow-alone"]
            .map(|ship| final_position(&state, ship, &plot_of(&orders, ship)).0.y() < 13.0)
    };
    assert_eq!(leaves([20.0, 26.3, 90.0]), [true, false], "over its own edge; Glasgow is faster");
    assert!(!leaves([50.0, 40.0, 90.0])[0], "no enemy is near");
}
