//! No division slows for an enemy, a line does not creep, light ships give way to it, and boats stay behind it.
use std::sync::Arc;

use geometry::{Point, range_in};
use naval::model::doctrine::{DesiredRange, Doctrine, Turns};
use naval::model::{Element, Plot, Setup, ship::LastSeen};
use naval::{Id, Inches, Naval, State, rules::moves};
use play::Game;

use crate::{
    lines::in_file,
    spacing::final_points,
    steering::{begin, off_ulsan, orders, placed_setup, plot_of, runs},
};

/// The distance from the nearest of these ships to the nearest of these points.
fn nearest_in(state: &State, from: &[Point], which: impl Fn(&naval::model::Ship) -> bool) -> f64 {
    let points = state.ships_in_action().filter(|ship| which(ship)).filter_map(|ship| Some(ship.at?.point()));
    let near = |there: Point| from.iter().map(|here| range_in(*here, there)).fold(f64::INFINITY, f64::min);
    points.map(near).fold(f64::INFINITY, f64::min)
}

fn turned_deg(plot: &Plot) -> i32 {
    let turn = |element: &Element| if let Element::Turn(turn) = element { i32::from(turn.degrees) } else { 0 };
    plot.elements.iter().map(turn).sum()
}

/// The Russian van at Tsushima on its way north. All others are far off, except the Japanese van and the given ships.
fn passage(van: [f64; 3], japan: [f64; 3], others: &[(&str, [f64; 3], f64)]) -> Setup {
    let mut places = vec![
        ("1st-b", [88.0, 6.0, 90.0], 1.5),
        ("2nd-a", [88.0, 12.0, 90.0], 1.5),
        ("2nd-b", [88.0, 18.0, 90.0], 1.5),
        ("2nd", [8.0, 14.0, 0.0], 1.5),
        ("3rd", [14.0, 12.0, 0.0], 1.5),
        ("light", [6.0, 40.0, 0.0], 1.5),
        ("destroyers", [4.0, 30.0, 0.0], 1.5),
        ("1st", van, 1.75),
        ("1st-a", japan, 1.75),
    ];
    places.extend_from_slice(others);
    placed_setup("tsushima", &places)
}

#[test]
fn r5_5_a_line_that_leaves_keeps_its_speed_with_an_enemy_across_its_way() {
    let full = Some(Inches::nearest(1.75));
    for ahead in [2.0, 2.8, 3.6, 4.4] {
        for heading in [90.0, 270.0] {
            let state = begin(&passage([40.0, 40.0, 0.0], [40.5, 40.0 + ahead, heading], &[]));
            let plot = plot_of(&orders(&state, "russia", None), "1st");
            assert!(full <= plot.speed, "{ahead} {heading}: {plot:?}");
        }
    }
}

#[test]
fn r9_3_a_leaving_line_runs_along_an_enemy_across_its_way_if_it_is_near() {
    // The Japanese van goes east, a little on the port bow: from 8" on, the course stays north.
    let turned = |ahead: f64| {
        let state = begin(&passage([40.0, 40.0, 0.0], [39.9, 40.0 + ahead, 90.0], &[]));
        let plot =
            plot_of(&orders(&state, "russia", Some(&Doctrine { range: None, ..Doctrine::default_card() })), "1st");
        runs(&state, "1st", &plot)[0].to.pose().heading.degrees()
    };
    let [near, far, clear] = [4.0, 6.5, 8.5].map(turned);
    assert!((50.0..90.0).contains(&near) && (10.0..50.0).contains(&far), "{near} {far}");
    assert!(clear < 0.5, "{clear}");
}

#[test]
fn r5_8_2_the_head_of_a_line_does_not_creep_for_a_starting_division() {
    // The division behind starts from rest and makes half an inch this turn. The head goes an inch below its top
    // speed, not as slowly.
    let mut state = in_file([53.5, 60.0, 90.0]);
    let rear: Vec<Id> = state.ships_of(&Id::new("1st-b")).map(|ship| ship.id.clone()).collect();
    for ship in state.ships.iter_mut().filter(|ship| rear.contains(&ship.id)) {
        Arc::make_mut(ship).speed = Inches::ZERO;
    }
    let gains = moves::fastest(&state, state.division(&Id::new("1st-b")).unwrap());
    let top = state.ships_of(&Id::new("1st-b")).map(|ship| ship.speed_allowance()).min().unwrap();
    assert!(gains < top - Inches::whole(1), "{gains} of {top}");
    let speed = plot_of(&orders(&state, "japan", None), "1st-a").speed;
    assert_eq!(speed, Some(top - Inches::whole(1)));
}

#[test]
fn r5_11_a_line_passes_unplotted_own_boats_and_goes_round_stopped_ones() {
    let state = |speed: f64| {
        let places = [
            ("1sg", [60.0, 20.0, 90.0], 3.0),
            ("boats-a", [63.5, 18.5, 0.0], speed),
            ("boats-b", [150.0, 4.0, 90.0], 2.5),
            ("2sg", [150.0, 40.0, 90.0], 2.5),
            ("1st-bcs", [30.0, 20.0, 90.0], 3.0),
            ("2nd-bcs", [6.0, 4.0, 90.0], 2.5),
            ("1st-lcs", [6.0, 12.0, 90.0], 2.5),
            ("harwich", [6.0, 44.0, 90.0], 2.5),
            ("m-class", [6.0, 36.0, 90.0], 2.5),
        ];
        begin(&placed_setup("dogger-bank", &places))
    };
    let plot = |state: &State| plot_of(&orders(state, "germany", None), "1sg");
    let going = state(1.5);
    assert!(Some(Inches::whole(3)) <= plot(&going).speed, "{:?}", plot(&going));
    let stopped = state(0.0);
    let boats = |ship: &naval::model::Ship| ship.division == *"boats-a";
    let leader = |state: &State| vec![final_points(state, "1sg", &plot(state))[0]];
    assert!(0.7 < nearest_in(&stopped, &leader(&stopped), boats), "{:?}", plot(&stopped));
}

#[test]
fn r5_7_at_an_edge_a_line_turns_beyond_its_card_rather_than_slow_down() {
    let card = |most_deg: u16| Doctrine {
        range: Some(DesiredRange { open: 25.0, seek: [5.0, 9.0], least: 0.0 }),
        turns: Turns { together: false, most_deg },
        ..Doctrine::default_card()
    };
    let plot = |east: f64| {
        let state = begin(&off_ulsan([east, 24.0, 90.0], [east - 8.0, 20.0, 90.0], 2.0));
        plot_of(&orders(&state, "japan", Some(&card(30))), "2nd")
    };
    let (near, far) = (plot(70.3), plot(50.0));
    assert!(30 < turned_deg(&near) && Some(Inches::nearest(1.5)) <= near.speed, "{near:?}");
    assert!(turned_deg(&far) <= 30, "{far:?}");
}

/// The Russian destroyers beside their van, all others far off: where they end.
fn boats(night: bool, van: [f64; 3], boats: [f64; 3], japan: [f64; 3], in_sight: bool) -> (State, Vec<Point>) {
    let mut setup = passage(van, japan, &[("destroyers", boats, 1.5)]);
    setup.night = night;
    let mut state = if in_sight { begin(&setup) } else { Naval::initial_state(&setup) };
    for ship in state.ships.iter_mut().filter(|_| in_sight) {
        let ship = Arc::make_mut(ship);
        ship.seen = Some(LastSeen { turn: state.turn, at: ship.at, speed: ship.speed, run: None });
    }
    let plot = plot_of(&orders(&state, "russia", None), "destroyers");
    let ends = final_points(&state, "destroyers", &plot);
    (state, ends)
}

#[test]
fn r5_8_boats_do_not_seek_the_enemy_ahead_of_their_line() {
    // The middle of the table is ahead.
    let ahead = |night: bool| {
        let (_, ends) = boats(night, [48.0, 10.0, 0.0], [52.0, 12.0, 0.0], [90.0, 66.0, 90.0], false);
        ends[0].y() - 12.0
    };
    assert!(ahead(false) < 1.75, "{}", ahead(false));
    assert!(2.0 < ahead(true), "by night they do: {}", ahead(true));
}

#[test]
fn r6_5_2_boats_abeam_of_a_line_closing_the_enemy_stay_out_of_its_range() {
    let is_japanese = |ship: &naval::model::Ship| ship.side == *"japan";
    let gained = |north: f64| {
        let (state, ends) = boats(false, [40.0, 40.0, 0.0], [44.0, 40.0, 0.0], [41.0, 40.0 + north, 90.0], true);
        nearest_in(&state, &ends[..1], is_japanese) - nearest_in(&state, &[Point::new(44.0, 40.0)], is_japanese)
    };
    assert!(0.5 < gained(7.0), "{}", gained(7.0));
    assert!(gained(14.0) < 0.5, "out of it they keep beside the line: {}", gained(14.0));
}
