//! What captains keep away from: mines, the batteries of ships, and enemy lines.
use admirals::{Captain, Player, fight, seed_of, target_allotment::FireTable};
use geometry::{Bearing, Point, Pose, SightLine, range_in};
use naval::model::doctrine::Doctrine;
use naval::rules::special::KnownMines;
use naval::{Id, Naval, SideId, State};
use play::{Game, apply_all};

use crate::battles::never;
use crate::steering::{begin, off_ulsan, orders, placed_setup, plot_of, runs};

/// The 1st Light Cruiser Squadron on a course at the Second Heligoland Bight, all others far away.
fn near_the_lane(y: f64, turn: u16) -> State {
    let far = [("1st-cs", 3.0), ("6th-lcs", 6.0), ("boats-a", 9.0), ("boats-b", 12.0)];
    let mut places = vec![("1st-lcs", [40.0, y, 90.0], 3.0)];
    places.extend(far.map(|(division, x)| (division, [x, 24.0, 270.0], 2.0)));
    places.extend([("reuter", [110.0, 24.0, 90.0], 2.0), ("7f", [114.0, 24.0, 90.0], 2.0)]);
    places.push(("sweepers", [116.0, 24.0, 90.0], 1.5));
    let mut state = begin(&placed_setup("heligoland-1917", &places));
    state.turn = turn;
    state
}

#[test]
fn r9_2_a_squadron_outside_the_swept_lane_steers_for_it_and_one_inside_stays() {
    // The lane runs from y = 20 to y = 28.
    for (y, turn, is_outside) in [(31.0, 8, true), (17.0, 8, true), (27.0, 8, false), (21.0, 8, false)] {
        let state = near_the_lane(y, turn);
        let end = runs(&state, "1st-lcs", &plot_of(&orders(&state, "britain", None), "1st-lcs"))[0].to;
        let off_middle = |y: f64| (y - 24.0).abs();
        if is_outside {
            assert!(off_middle(end.point().y()) < off_middle(y) - 1.0, "{y}: {end:?}");
        } else {
            assert!(off_middle(end.point().y()) <= 4.0, "{y}: {end:?}");
        }
    }
}

#[test]
fn r9_2_expected_mine_hits_count_the_run_and_the_way_out_from_three_turns_before_mines_are_active() {
    let hits = |y: f64, turn: u16| {
        let state = near_the_lane(y, turn);
        let straight = naval::model::Plot::straight(naval::Inches::whole(3));
        KnownMines::from_state(&state).expected_hits(&runs(&state, "1st-lcs", &straight)[0])
    };
    // On the edge of the lane, and a hundredth of an inch beyond it: one D10 for the run, and one for the next.
    assert_eq!(hits(28.0, 8), 0.0);
    assert!((hits(28.01, 8) - 0.2).abs() < 0.001);
    // Three inches beyond, at 3 inches a turn: one more turn.
    assert!((hits(31.0, 8) - 0.3).abs() < 0.001);
    // From turn 6 mines are active. Up to three turns before, only the way out counts.
    assert!((hits(31.0, 5) - 0.2).abs() < 0.001 && (hits(31.0, 3) - 0.2).abs() < 0.001);
    assert_eq!(hits(31.0, 2), 0.0);
}

#[test]
fn r9_2_a_course_that_leads_into_mines_is_bent_along_the_lane_or_into_it() {
    let mines = KnownMines::from_state(&near_the_lane(24.0, 8));
    let course = |x: f64, y: f64, wanted: f64| {
        let pose = Pose { at: Point::new(x, y), heading: Bearing::new(90.0) };
        mines.course_in_lane(pose, Bearing::new(wanted), 6.0).map(|course| course.degrees().round())
    };
    // Along the middle the lane is clear. Towards its edges the course is bent back along it, in the nearer direction.
    assert_eq!(course(40.0, 24.0, 90.0), None);
    assert_eq!(course(40.0, 24.0, 30.0), Some(90.0));
    assert_eq!(course(40.0, 24.0, 330.0), Some(270.0));
    // 6 inches ahead at 30 degrees end 3 inches aside, which is inside from 23 and outside from 25.5.
    assert_eq!(course(40.0, 23.0, 60.0), None);
    assert!(course(40.0, 25.5, 60.0).is_some());
    // A ship outside steers for a point 1.5 inches inside, at 45 degrees to the lane if it is far away.
    assert_eq!(course(40.0, 31.5, 90.0), Some(135.0));
    assert_eq!(course(40.0, 16.5, 90.0), Some(45.0));
    // Beyond the end of the lane there is none to keep to.
    assert!(course(109.0, 27.0, 45.0).is_some());
    assert_eq!(course(111.0, 27.0, 45.0), None);
    // Mines are on the chart three turns before they are active.
    let before = |turn: u16| KnownMines::from_state(&near_the_lane(24.0, turn)).is_empty();
    assert!(before(2) && !before(3));
}

#[test]
fn r9_2_a_place_among_mines_gives_way_to_the_nearest_in_the_lane() {
    let mines = KnownMines::from_state(&near_the_lane(24.0, 8));
    let nearest = |x: f64, y: f64| {
        let place = mines.nearest_in_lane(Point::new(x, y));
        [place.x(), place.y()].map(|inches| (inches * 100.0).round() / 100.0)
    };
    assert_eq!(nearest(40.0, 28.0), [40.0, 28.0]);
    assert_eq!(nearest(40.0, 28.1), [40.0, 26.5]);
    assert_eq!(nearest(40.0, 12.0), [40.0, 21.5]);
    assert_eq!(nearest(116.0, 30.0), [110.0, 26.5]);
}

#[test]
fn r9_2_squadrons_keep_to_the_swept_lane_in_a_battle() {
    let setup = naval_kit::scenario("heligoland-1917");
    let cards = load::doctrines(&naval_kit::builtin()).unwrap();
    let captains: Vec<_> =
        setup.sides.iter().map(|side| Captain::new(Doctrine::for_side(&cards, &setup, &side.id))).collect();
    let players: Vec<Player> = captains.iter().map(|captain| captain as Player).collect();
    let cruisers = ["1st-cs", "6th-lcs", "1st-lcs", "reuter"].map(Id::new);
    let (mut inside, mut outside) = (0, 0);
    for number in 1..=2 {
        let battle = fight(&setup, &players, seed_of(1904, number), true, &never);
        let mut state = Naval::initial_state(&setup);
        let mut turn = 0;
        for executed in &battle.commands {
            apply_all::<Naval>(&mut state, &executed.events);
            if turn < state.turn && (10..=20).contains(&state.turn) {
                turn = state.turn;
                let ships = state.ships.iter().filter(|ship| ship.is_in_action() && cruisers.contains(&ship.division));
                let places = ships.filter_map(|ship| Some(ship.at?.point()));
                let (within, beyond): (Vec<_>, Vec<_>) = places.partition(|at| (at.y() - 24.0).abs() <= 4.0);
                (inside, outside) = (inside + within.len(), outside + beyond.len());
            }
        }
    }
    assert!(outside * 5 <= inside, "{inside} ships in the lane and {outside} outside it");
}

#[test]
fn r6_5_9_boats_that_wait_by_day_run_out_of_the_reach_of_batteries() {
    let line = [("battleships-a", [50.0, 26.0, 90.0], 1.5), ("battleships-b", [44.0, 26.0, 90.0], 1.5)];
    for (away, is_too_close) in [(8.0, true), (14.0, false)] {
        let boats = [
            ("tbd-a", [50.0, 10.0 + away, 90.0], 2.5),
            ("1st-a", [50.0, 10.0, 90.0], 1.5),
            ("1st-b", [44.0, 10.0, 90.0], 1.5),
        ];
        let state = begin(&placed_setup("yellow-sea", &[&line[..], &boats].concat()));
        let run = &runs(&state, "tbd-a", &plot_of(&orders(&state, "russia", None), "tbd-a"))[0];
        let nearest = |point| {
            let enemies =
                state.ships.iter().filter(|ship| ship.side == SideId::new("japan")).filter_map(|ship| ship.at);
            enemies.map(|place| range_in(place.point(), point)).fold(f64::INFINITY, f64::min)
        };
        let (before, after) = (nearest(run.from.point()), nearest(run.to.point()));
        assert_eq!(before < 10.5, is_too_close, "{before}");
        assert!(if is_too_close { before + 1.0 < after } else { 10.5 < after }, "{before} {after}");
    }
}

#[test]
fn boats_are_lost_by_day_no_more_often_than_in_history() {
    for (name, division, most) in [("yellow-sea", ["tbd-a", "tbd-b"], 3), ("chemulpo", ["14th-tb", "14th-tb"], 1)] {
        let setup = naval_kit::scenario(name);
        let boats: Vec<&Id> = setup
            .divisions
            .iter()
            .filter(|found| division.iter().any(|id| found.id == **id))
            .flat_map(|found| &found.ships)
            .collect();
        let battles = 4;
        let captain = admirals::Captain::plain();
        let fight = |number| {
            admirals::fight(&setup, &[&captain, &captain], admirals::seed_of(1904, number), false, &never).result
        };
        let lost: usize = (1..=battles)
            .map(|number| {
                let result = fight(number);
                boats.iter().filter(|boat| result.ships[**boat].sunk).count()
            })
            .sum();
        assert!(lost <= most * battles as usize, "{name}: {lost} of {} boats in {battles} battles", boats.len());
    }
}

#[test]
fn r5_11_a_line_turns_or_slows_before_it_runs_through_another() {
    // The Japanese steam north into the middle of the Russian line, which crosses their bows.
    let state = begin(&off_ulsan([44.0, 26.0, 0.0], [40.0, 30.0, 270.0], 2.0));
    let run = &runs(&state, "2nd", &plot_of(&orders(&state, "japan", None), "2nd"))[0];
    let way = SightLine::new(run.from.point(), run.to.point());
    let russians: Vec<_> = state.ships_of(&Id::new("vladivostok")).filter_map(|ship| ship.at).collect();
    let moved = |place: &naval::model::Place| place.pose().ahead(2.0);
    let crosses = |pair: &[naval::model::Place]| way.crosses(&SightLine::new(moved(&pair[0]), moved(&pair[1])));
    assert!(!russians.windows(2).any(crosses), "{run:?}");
}

#[test]
fn r6_5_1_fire_of_many_ships_at_one_target_is_limited_by_what_the_target_is_worth() {
    let line = |limit: f64| FireTable {
        big: vec![vec![Some(1.0), Some(0.5)]; 3],
        batteries: vec![vec![0.0, 0.0]; 3],
        unengaged_loss: vec![0.0, 0.0],
        limits: vec![limit, 12.0],
        closes_batteries: vec![true, true],
    };
    // All at the first: hits worth 3 points, on a target worth 12 points or only 1.5.
    let at_first = |limit: f64| line(limit).value(&vec![Some(0); 3]);
    assert!((at_first(12.0) - 12.0 * (1.0 - (-0.25_f64).exp())).abs() < 1e-12);
    assert!((at_first(1.5) - 1.5 * (1.0 - (-2.0_f64).exp())).abs() < 1e-12);
    assert_eq!(line(12.0).best_allotment(), vec![Some(0); 3]);
    let spread = line(1.5).best_allotment();
    assert_eq!(spread.iter().filter(|target| **target == Some(0)).count(), 1, "{spread:?}");
}
