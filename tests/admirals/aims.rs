//! Captains read every condition of victory: places to reach, turns, and edges that can still be reached.
use geometry::range_in;
use naval::{Id, State};

use crate::steering::{begin, orders, placed_setup, plot_of, runs};

/// Albatross on its way along the coast of Gotland, the Russians far away.
fn off_gotland(turn: u16) -> State {
    let places = [
        ("albatross-alone", [30.0, 24.0, 180.0], 1.5),
        ("augsburg-alone", [40.0, 40.0, 180.0], 2.0),
        ("boats", [42.0, 40.0, 180.0], 2.0),
        ("brigade", [68.0, 44.0, 0.0], 2.0),
        ("brigade-b", [66.0, 44.0, 0.0], 2.0),
    ];
    let mut state = begin(&placed_setup("gotland", &places));
    state.turn = turn;
    state
}

fn way_to_land_in(state: &State, unit: &str) -> [f64; 2] {
    let run = &runs(state, unit, &plot_of(&orders(state, "germany", None), unit))[0];
    let shores = naval::rules::survey::land(state);
    let distance =
        |point| shores.iter().map(|area| range_in(area.nearest_edge_point(point), point)).fold(f64::INFINITY, f64::min);
    [distance(run.from.point()), distance(run.to.point())]
}

#[test]
fn r9_2_a_ship_that_must_be_near_land_by_a_turn_makes_for_it_until_then() {
    let [before, after] = way_to_land_in(&off_gotland(8), "albatross-alone");
    assert!(after < before - 1.0, "{before} {after}");
    // The condition names turn 20: in the turn after it, land is no longer a goal.
    let [before, after] = way_to_land_in(&off_gotland(21), "albatross-alone");
    assert!(before - 1.0 < after, "{before} {after}");
}

#[test]
fn r9_2_an_edge_out_of_reach_is_no_goal() {
    // Rossia and Gromoboi must leave by the northern edge. The table is 48 inches deep, and Ulsan has 30 turns.
    let heads_north = |y: f64, turn: u16| {
        let places = [("vladivostok", [36.0, y, 90.0], 2.0), ("2nd", [36.0, y - 9.0, 90.0], 2.0)];
        let mut state = begin(&placed_setup("ulsan", &places));
        state.turn = turn;
        let run = &runs(&state, "vladivostok", &plot_of(&orders(&state, "russia", None), "vladivostok"))[0];
        let edge = Id::new("rossia");
        assert!(state.ship(&edge).is_some());
        run.to.point().y() - y
    };
    let depth = naval_kit::scenario("ulsan").table.height.as_f64();
    let speed = 2.75;
    // With ten turns left it is reached from 20 inches, and in the last turn it is not.
    let (near, late) = (heads_north(depth - 20.0, 21), heads_north(depth - 20.0, 30));
    assert!(1.0 < near && late < near - 0.5 && 20.0 < 10.0 * speed, "{near} {late}");
}
