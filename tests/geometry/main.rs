//! The flat sea: paragraph by paragraph, against independent figures, and by its laws.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
mod circles;
mod edges;
mod figures;
mod laws;
mod readings;
mod turning;

use std::f64::consts::PI;

use geometry::*;

const BATTLESHIP: Base = Base { length_in: 2.0, width_in: 0.5, funnel_in: 0.3 };
const CRUISER: Base = Base { length_in: 1.5, width_in: 0.5, funnel_in: 0.225 };

/// Degrees turned to the right less those turned to the left.
fn net_turn_deg(path: &Path) -> f64 {
    path.pieces().map(|piece| piece.turn_deg()).sum()
}

fn arcs() -> [(&'static str, Wedge); 4] {
    [
        ("bow", Wedge::new(330.0, 30.0)),
        ("starboard", Wedge::new(30.0, 150.0)),
        ("stern", Wedge::new(150.0, 210.0)),
        ("port", Wedge::new(210.0, 330.0)),
    ]
}

/// Whether the line is free of smoke and land.
fn is_clear(line: SightLine, bands: &[Band], areas: &[Area]) -> bool {
    !bands.iter().any(|band| line.crosses_band(band)) && !areas.iter().any(|area| line.crosses_area(area))
}

#[track_caller]
fn near(got: f64, wanted: f64) {
    assert!((got - wanted).abs() < 1e-6, "{got}, not {wanted}");
}

#[track_caller]
fn near_pose(got: Pose, x: f64, y: f64, heading: f64) {
    near(got.at.x(), x);
    near(got.at.y(), y);
    near(got.heading.angle_to(Bearing::new(heading)), 0.0);
}

#[test]
fn r3_5_2_ranges_and_bearings_run_from_funnel_to_funnel() {
    let (left, right) = (Pose::new(10.0, 10.0, 0.0), Pose::new(10.0, 20.0, 180.0));
    let (from, to) = (BATTLESHIP.funnel(left), BATTLESHIP.funnel(right));
    near(range_in(from, to), 9.4);
    assert_eq!(Bearing::between(from, to), Ok(Bearing::NORTH));
    assert_eq!(Bearing::between(from, from), Err(SamePoint));
}

#[test]
fn r3_5_1_counters_measure_from_side_to_side() {
    let ship = Pose::new(10.0, 10.0, 0.0);
    let rows = [
        (Pose::new(13.0, 10.0, 0.0), 2.5, (10.25, 10.0)),
        (Pose::new(10.0, 15.0, 0.0), 3.0, (10.0, 11.0)),
        (Pose::new(10.0, 5.0, 90.0), 3.75, (10.0, 9.0)),
        (Pose::new(7.0, 10.0, 90.0), 1.75, (9.75, 10.0)),
        (Pose::new(13.5, 14.0, 0.0), 3.0_f64.hypot(2.0), (10.25, 10.0)),
    ];
    for (target, range, (x, y)) in rows {
        near(BATTLESHIP.gap_in(ship, &BATTLESHIP, target), range);
        near_pose(Pose { at: BATTLESHIP.facing_side(ship, target.at), ..ship }, x, y, 0.0);
    }
    near(BATTLESHIP.gap_in(ship, &BATTLESHIP, Pose::new(10.1, 10.5, 45.0)), 0.0);
}

#[test]
fn r5_11_touching_bases_do_not_overlap() {
    let ship = Pose::new(10.0, 10.0, 0.0);
    let rows = [
        (Pose::new(10.5, 10.0, 0.0), false),
        (Pose::new(10.4999, 10.0, 0.0), true),
        (Pose::new(10.0, 12.0, 180.0), false),
        (Pose::new(10.0, 11.9999, 180.0), true),
        (Pose::new(10.0, 11.25, 90.0), false),
        (Pose::new(10.0, 10.0, 90.0), true),
    ];
    for (other, overlap) in rows {
        assert_eq!(BATTLESHIP.overlaps(ship, &BATTLESHIP, other), overlap, "{other:?}");
        assert_eq!(BATTLESHIP.overlaps(other, &BATTLESHIP, ship), overlap, "{other:?}");
    }
}

#[test]
fn r5_7_8_the_plot_of_the_book_without_and_with_a_template() {
    let start = Pose::new(0.0, 0.0, 0.0);
    let spot = Path::new(start).straight(1.0).turn(0.0, 60.0, TurnSide::Left);
    near_pose(spot.pose_at(1.0), 0.0, 1.0, 300.0);
    let spot = spot.straight(1.0);
    near_pose(spot.end(), -0.866025404, 1.5, 300.0);
    let spot = spot.turn(0.0, 30.0, TurnSide::Right).straight(2.0);
    near_pose(spot.end(), -1.866025404, 3.232050808, 330.0);
    near(spot.length_in(), 4.0);

    let path =
        Path::new(start).straight(1.0).turn(0.5, 60.0, TurnSide::Left).straight(1.0).turn(0.5, 30.0, TurnSide::Right);
    near(path.legs()[1].piece.length_in(), PI / 6.0);
    near(path.legs()[3].piece.length_in(), PI / 12.0);
    near(4.0 - path.length_in(), 2.0 - PI / 4.0);
    near(path.turned_deg(), 90.0);
    near(net_turn_deg(&path), -30.0);
}

#[test]
fn r5_6_a_turn_runs_on_an_exact_circle() {
    let path = Path::new(Pose::new(10.0, 10.0, 0.0)).turn(0.5, 180.0, TurnSide::Right);
    near(path.length_in(), 0.5 * PI);
    near_pose(path.end(), 11.0, 10.0, 180.0);
    near_pose(path.pose_at(0.25 * PI), 10.5, 10.5, 90.0);
    let (done, left) = path.split_at(0.25 * PI);
    near_pose(done.end(), 10.5, 10.5, 90.0);
    near(left[0].turn_deg(), 90.0);
    assert!(path.points(15.0).iter().all(|point| (range_in(*point, Point::new(10.5, 10.0)) - 0.5).abs() < 1e-9));
    assert_eq!(path.points(15.0).len(), 13);
}

#[test]
fn r6_4_4_a_bearing_on_the_edge_is_in_both_arcs() {
    let rows: [(f64, &[&str]); 9] = [
        (29.0, &["bow"]),
        (30.0, &["bow", "starboard"]),
        (31.0, &["starboard"]),
        (149.0, &["starboard"]),
        (150.0, &["starboard", "stern"]),
        (180.0, &["stern"]),
        (329.0, &["port"]),
        (330.0, &["bow", "port"]),
        (331.0, &["bow"]),
    ];
    for heading in [0.0, 37.0, 180.0, 331.5] {
        let firer = Pose::new(0.0, 0.0, heading);
        for (bearing, wanted) in rows {
            let target = firer.turned(bearing).advanced(8.0);
            let arcs = arcs();
            let touched: Vec<&str> = arcs_touched(firer, &arcs, &Base::POINT, target).copied().collect();
            assert_eq!(touched, wanted, "{bearing} from {heading}");
            let relative = Bearing::new(bearing);
            let holding: Vec<&str> =
                arcs.iter().filter(|(_, arc)| arc.contains(relative)).map(|(arc, _)| *arc).collect();
            assert_eq!(holding, wanted);
        }
    }
    let all: Vec<&str> =
        arcs_touched(Pose::new(0.0, 0.0, 0.0), &arcs(), &CRUISER, Pose::new(0.1, 0.0, 40.0)).copied().collect();
    assert_eq!(all, ["bow", "starboard", "stern", "port"], "over the target every arc bears");
}

#[test]
fn r7_4_5_the_angle_to_the_keel_counts_from_bow_or_stern() {
    let rows = [(90.0, 0.0), (120.0, 30.0), (121.0, 31.0), (250.0, 20.0), (0.0, 90.0), (180.0, 90.0), (270.0, 0.0)];
    for (heading, angle) in rows {
        near(keel_angle_deg(Pose::new(8.0, 0.0, heading), Point::new(0.0, 0.0)).unwrap(), angle);
    }
    assert!(keel_angle_deg(Pose::new(8.0, 0.0, 0.0), Point::new(8.0, 0.0)).is_err());
}

fn front(radius_in: f64, run_in: f64) -> Front {
    Front { dot: Point::new(0.0, 0.0), radius_in, growth_in: 5.0, run_in, sector: Wedge::around(90.0, 60.0) }
}

#[test]
fn r7_4_2_the_front_grows_while_the_ship_moves() {
    let outbound = |x: f64| Motion::straight(Pose::new(x, 0.0, 90.0), 3.0);
    assert_eq!(front(0.0, 10.0).intercepts(&outbound(3.0)), None);
    let meeting = front(5.0, 10.0).intercepts(&outbound(6.0)).unwrap();
    near(meeting.time, 0.5);
    near(meeting.range_in, 7.5);
    assert_eq!(front(5.0, 5.0).intercepts(&outbound(6.0)), None, "the run was over");
    let meeting = front(0.0, 10.0).intercepts(&Motion::straight(Pose::new(6.0, 0.0, 270.0), 3.0)).unwrap();
    near(meeting.time, 0.75);
    near(meeting.range_in, 3.75);
}

#[test]
fn r7_4_2_the_end_of_the_move_counts_and_its_beginning_does_not() {
    let lying = |x: f64| Motion::still(Pose::new(x, 0.0, 0.0));
    near(front(0.0, 10.0).intercepts(&lying(5.0)).unwrap().time, 1.0);
    near(front(0.0, 4.0).intercepts(&lying(4.0)).unwrap().time, 0.8);
    assert_eq!(front(0.0, 4.0).intercepts(&lying(4.001)), None);
    assert_eq!(front(5.0, 10.0).intercepts(&lying(5.0)), None);
    assert_eq!(front(5.0, 10.0).intercepts(&lying(3.0)), None, "already passed");
    let astern = Motion::still(Pose::new(-3.0, 0.0, 0.0));
    assert_eq!(front(0.0, 10.0).intercepts(&astern), None, "outside the sector");
}

#[test]
fn r7_4_2_a_turning_ship_is_met_where_its_arc_is() {
    let path = Path::new(Pose::new(1.5, -0.5, 0.0)).turn(0.5, 180.0, TurnSide::Right).straight(1.0);
    let meeting = front(0.0, 10.0).intercepts(&Motion::along(path.clone())).unwrap();
    near(meeting.range_in, 5.0 * meeting.time);
    near(range_in(meeting.pose.at, path.pose_at(meeting.time * path.length_in()).at), 0.0);
    assert!(meeting.time > 0.47 && meeting.time < 0.49);
}

#[test]
fn r7_4_2_a_ray_meets_the_base_and_not_the_centre() {
    let ray =
        Ray { dot: Point::new(0.0, 0.0), bearing: Bearing::new(90.0), radius_in: 0.0, growth_in: 5.0, run_in: 4.0 };
    let meeting = ray.intercepts(&BATTLESHIP, &Motion::still(Pose::new(3.0, 0.9, 0.0))).unwrap();
    near(meeting.time, 2.75 / 5.0);
    assert_eq!(ray.intercepts(&BATTLESHIP, &Motion::still(Pose::new(3.0, 1.1, 0.0))), None);
    assert_eq!(ray.intercepts(&BATTLESHIP, &Motion::still(Pose::new(4.5, 0.0, 0.0))), None, "the run was over");
    let ahead = Motion::straight(Pose::new(3.0, -3.0, 0.0), 3.0);
    assert_eq!(ray.intercepts(&BATTLESHIP, &ahead), None, "passed ahead of the bow");
    let crossing = Motion::straight(Pose::new(3.0, -3.0, 0.0), 10.0 / 3.0);
    let meeting = ray.intercepts(&BATTLESHIP, &crossing).unwrap();
    near(meeting.time, 0.6);
}

#[test]
fn r4_6_smoke_lies_along_the_track_with_square_ends() {
    let track = Path::new(Pose::new(10.0, 10.0, 0.0)).straight(2.0).turn(1.0, 90.0, TurnSide::Right).straight(1.0);
    let bands = Band::along(&track, 0.5);
    assert_eq!(bands.len(), 3);
    let clear = |from: (f64, f64), to: (f64, f64)| {
        is_clear(SightLine::new(Point::new(from.0, from.1), Point::new(to.0, to.1)), &bands, &[])
    };
    let rows = [
        ((8.0, 11.0), (12.0, 11.0), false),
        ((8.0, 9.99), (12.0, 9.99), true),
        ((8.0, 10.0), (12.0, 10.0), true),
        ((10.25, 8.0), (10.25, 11.9), true),
        ((10.24, 8.0), (10.24, 11.9), false),
        ((9.5, 13.5), (10.9, 12.1), false),
        ((9.0, 12.5), (10.0, 14.0), true),
        ((11.0, 12.0), (11.5, 12.5), true),
        ((12.01, 13.0), (14.0, 13.0), true),
        ((11.5, 13.1), (11.6, 13.1), false),
        ((11.9, 14.0), (11.9, 12.0), false),
    ];
    for (from, to, wanted) in rows {
        assert_eq!(clear(from, to), wanted, "{from:?} to {to:?}");
        assert_eq!(clear(to, from), wanted, "{to:?} to {from:?}");
    }
    let blocked = SightLine::new(Point::new(8.0, 11.0), Point::new(12.0, 11.0));
    assert_eq!(bands.iter().map(|band| blocked.crosses_band(band)).collect::<Vec<_>>(), [true, false, false]);
    assert!(blocked.runs_through(&CRUISER, Pose::new(11.0, 11.0, 0.0)));
}

/// An island with a bay in its east side.
fn island() -> Area {
    let shore = [(10.0, 10.0), (14.0, 10.0), (12.0, 12.0), (14.0, 14.0), (10.0, 14.0)];
    Area::new(&shore.map(|(x, y)| Point::new(x, y))).unwrap()
}

#[test]
fn r4_7_land_blocks_and_its_shore_does_not() {
    let rows = [
        ((8.0, 12.0), (20.0, 12.0), false),
        ((8.0, 10.0), (20.0, 10.0), true),
        ((8.0, 9.0), (11.0, 9.0), true),
        ((13.5, 10.0), (13.5, 14.0), false),
        ((13.5, 11.0), (13.5, 13.0), true),
        ((14.0, 8.0), (14.0, 16.0), true),
        ((9.0, 11.0), (11.0, 9.0), true),
        ((9.0, 11.2), (11.0, 9.2), false),
    ];
    for (from, to, wanted) in rows {
        let line = SightLine::new(Point::new(from.0, from.1), Point::new(to.0, to.1));
        assert_eq!(is_clear(line, &[], &[island()]), wanted, "{from:?} to {to:?}");
    }
}

#[test]
fn r5_12_a_ship_runs_ashore_where_its_base_first_touches() {
    let ahead = Motion::straight(Pose::new(8.0, 12.0, 90.0), 4.0);
    near(first_aground(Mover { base: &BATTLESHIP, motion: &ahead }, &island()).unwrap(), 0.25 + 1e-6 / 4.0);
}

/// A base is aground if any part of it is on land: a corner, a side between its corners, or all round an
/// islet. A base that only touches the shore is not aground.
#[test]
fn r5_12_a_base_is_aground_if_any_part_of_it_is_on_land() {
    let area = |x: (f64, f64), y: (f64, f64)| {
        Area::new(&[(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)].map(|(x, y)| Point::new(x, y))).unwrap()
    };
    let rows = [
        ("over the bow, between its corners", (20.9, 22.0), (19.9, 20.1), true),
        ("touching the bow", (21.0, 22.0), (19.9, 20.1), false),
        ("under the port side", (19.9, 20.1), (20.2, 22.0), true),
        ("touching the port side", (19.9, 20.1), (20.25, 22.0), false),
        ("an islet under the base", (19.5, 19.6), (19.9, 20.0), true),
        ("an islet off the base", (21.5, 21.6), (19.9, 20.0), false),
        ("all of the base", (10.0, 30.0), (10.0, 30.0), true),
        ("one corner", (20.9, 22.0), (20.2, 22.0), true),
    ];
    for (what, x, y, aground) in rows {
        assert_eq!(is_aground(&BATTLESHIP, Pose::new(20.0, 20.0, 90.0), &area(x, y)), aground, "{what}");
    }
}

#[test]
fn r5_12_only_a_simple_outline_is_an_area() {
    let area = |corners: &[(f64, f64)]| Area::new(&corners.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>());
    assert_eq!(area(&[(0.0, 0.0), (1.0, 0.0)]), Err(AreaError::TooFewPoints));
    assert_eq!(area(&[(0.0, 0.0), (0.0, 0.0), (1.0, 1.0), (0.0, 0.0)]), Err(AreaError::TooFewPoints));
    assert_eq!(area(&[(0.0, 0.0), (1.0, f64::NAN), (1.0, 1.0)]), Err(AreaError::NotFinite));
    assert_eq!(area(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]), Err(AreaError::CrossesItself(1, 3)));
    assert!(area(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)]).is_err(), "flat");
    assert!(area(&[(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (0.0, 0.0)]).is_ok(), "closed by hand");
}

#[test]
fn r9_3_a_ship_leaves_by_the_edge_it_crosses() {
    let table = Table { width_in: 72.0, depth_in: 48.0 };
    let rows = [
        (Pose::new(70.0, 20.0, 90.0), Some(Edge::East)),
        (Pose::new(2.0, 20.0, 270.0), Some(Edge::West)),
        (Pose::new(20.0, 1.0, 180.0), Some(Edge::South)),
        (Pose::new(20.0, 47.5, 0.0), Some(Edge::North)),
        // Beyond a corner, by the edge that is crossed first.
        (Pose::new(71.0, 47.5, 45.0), Some(Edge::North)),
        (Pose::new(71.5, 47.0, 45.0), Some(Edge::East)),
        (Pose::new(20.0, 45.0, 0.0), None),
        (Pose::new(20.0, 48.0, 90.0), None),
        (Pose::new(73.0, 20.0, 0.0), Some(Edge::East)),
    ];
    for (from, wanted) in rows {
        assert_eq!(table.exit(&Path::new(from).straight(3.0)), wanted, "{from:?}");
    }
    let turned_back = Path::new(Pose::new(20.0, 47.0, 0.0)).turn(1.0, 180.0, TurnSide::Right);
    assert_eq!(table.exit(&turned_back), None, "touches the edge and turns back");
    let over = Path::new(Pose::new(20.0, 47.5, 0.0)).turn(1.0, 180.0, TurnSide::Right);
    assert_eq!(table.exit(&over), Some(Edge::North), "half an inch farther north");
}

#[test]
fn r5_16_ships_pass_within_range_of_each_other() {
    let north = Motion::straight(Pose::new(10.0, 10.0, 0.0), 4.0);
    let south = Motion::straight(Pose::new(13.0, 20.0, 180.0), 4.0);
    near(first_within(&north, &south, 5.0).unwrap(), 0.75);
    near(first_within(&north, &south, 13.0_f64.sqrt()).unwrap(), 1.0);
    assert_eq!(first_within(&north, &south, 3.5), None);
    assert_eq!(first_within(&north, &south, 11.0), Some(0.0));
    let turning = Motion::along(Path::new(Pose::new(13.0, 12.0, 0.0)).turn(1.5, 120.0, TurnSide::Left));
    let nearest = (0..=100_000)
        .map(|step| f64::from(step) / 100_000.0)
        .map(|time| range_in(north.pose_at(time).at, turning.pose_at(time).at))
        .fold(f64::INFINITY, f64::min);
    assert!(first_within(&north, &turning, nearest + 1e-5).is_some());
    assert_eq!(first_within(&north, &turning, nearest - 1e-5), None);
}

#[test]
fn r3_5_directions_wrap_around_and_lengths_round_to_hundredths() {
    assert_eq!(
        serde_json::to_string(&Pose::new(1.25, 2.5, -90.0)).unwrap(),
        r#"{"at":{"x":1.25,"y":2.5},"heading":270.0}"#
    );
    assert_eq!(Bearing::new(f64::NAN), Bearing::NORTH);
    assert_eq!(Bearing::new(-1e-20), Bearing::NORTH);
    assert_eq!(Bearing::new(359.996).rounded(), Bearing::NORTH);
    assert_eq!(round_to_hundredth(2.675_000_1), 2.68);
    assert!(round_to_hundredth(-0.001).is_sign_positive());
}
