//! Cases exactly on an edge and just beside it: half the tolerance on either side counts as on the edge, twice the
//! tolerance does not.
use geometry::*;

use super::{BATTLESHIP, near, near_pose};

const HALF: f64 = SLACK_IN / 2.0;
const TWICE: f64 = SLACK_IN * 2.0;

#[test]
fn r6_4_4_a_target_that_reaches_an_arcs_edge_with_either_end_is_in_it() {
    let arc = Wedge::new(30.0, 150.0);
    let touches = |left: f64, width_deg: f64| {
        let span = Span::Between { left: Bearing::new(left), width_deg };
        arc.touches(Bearing::NORTH, &span)
    };
    assert!(touches(10.0, 20.0) && !touches(10.0, 20.0 - TWICE), "its right end, at 30");
    assert!(touches(150.0, 5.0) && !touches(150.0 + TWICE, 5.0), "its left end, at 150");
    assert!(touches(150.0 + SLACK_DEG / 2.0, 5.0) && touches(10.0, 20.0 - SLACK_DEG / 2.0), "by the slack");
    assert!(touches(0.0, 200.0) && touches(60.0, 1.0), "around it, and inside it");
    for edge in [30.0 - SLACK_DEG / 2.0, 30.0, 150.0, 150.0 + SLACK_DEG / 2.0] {
        assert!(arc.contains(Bearing::new(edge)), "{edge}");
    }
    for beside in [30.0 - 2.0 * SLACK_DEG, 150.0 + 2.0 * SLACK_DEG] {
        assert!(!arc.contains(Bearing::new(beside)), "{beside}");
    }
}

#[test]
fn r4_7_a_point_on_the_shore_is_not_on_land() {
    let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    let area = Area::new(&square.map(|(x, y)| Point::new(x, y))).unwrap();
    for (inwards, is_inside) in [(-TWICE, false), (0.0, false), (HALF, false), (TWICE, true)] {
        for point in [(inwards, 2.0), (4.0 - inwards, 2.0), (2.0, inwards), (2.0, 4.0 - inwards)] {
            assert_eq!(area.contains(Point::new(point.0, point.1)), is_inside, "{point:?}");
        }
    }
}

#[test]
fn r5_11_the_edge_of_a_base_belongs_to_it() {
    let ship = Pose::new(10.0, 10.0, 0.0);
    for (outwards, is_inside) in [(-TWICE, true), (0.0, true), (HALF, true), (TWICE, false)] {
        for point in [(10.25 + outwards, 10.0), (9.75 - outwards, 10.0), (10.0, 11.0 + outwards)] {
            assert_eq!(BATTLESHIP.contains(ship, Point::new(point.0, point.1)), is_inside, "{point:?}");
        }
    }
}

#[test]
fn r7_4_2_a_ray_ends_with_its_run_and_ignores_what_it_touches_at_once() {
    let dot = Point::new(0.0, 0.0);
    let ray = |radius_in, run_in| Ray { dot, bearing: Bearing::NORTH, radius_in, growth_in: 4.0, run_in };
    // The near side of the ship is 3 inches off.
    let lying = Motion::still(Pose::new(0.0, 3.25, 90.0));
    let meeting = ray(0.0, 3.0).intercepts(&BATTLESHIP, &lying).unwrap();
    near(meeting.time, 0.75);
    assert!(ray(0.0, 3.0 - HALF).intercepts(&BATTLESHIP, &lying).is_some());
    assert_eq!(ray(0.0, 3.0 - 1e-3).intercepts(&BATTLESHIP, &lying), None, "a thousandth short");
    assert_eq!(ray(3.0, 9.0).intercepts(&BATTLESHIP, &lying), None, "they touch the ship when the move begins");
    assert!(ray(3.0 - 1e-3, 9.0).intercepts(&BATTLESHIP, &lying).is_some());
}

#[test]
fn r7_4_2_a_front_at_a_ship_when_the_move_begins_does_not_meet_it_again() {
    let sector = Wedge::around(90.0, 60.0);
    let front = Front { dot: Point::new(0.0, 0.0), radius_in: 3.0, growth_in: 0.0, run_in: 9.0, sector };
    let inwards = |x: f64| front.intercepts(&Motion::straight(Pose::new(x, 0.0, 270.0), 2.0));
    for on_it in [3.0, 3.0 + 8e-10, 3.0 + HALF] {
        assert_eq!(inwards(on_it), None, "{on_it}");
    }
    near(inwards(3.5).unwrap().time, 0.25);
    assert!(inwards(3.0 + 1e-4).is_some());
}

#[test]
fn r5_16_ships_that_begin_at_exactly_the_range_are_within_it() {
    let away = |y: f64| Motion::straight(Pose::new(0.0, y, 0.0), 4.0);
    let here = Motion::still(Pose::new(0.0, 0.0, 0.0));
    assert_eq!(first_within(&here, &away(5.0), 5.0), Some(0.0));
    assert_eq!(first_within(&here, &away(5.0 + HALF), 5.0), Some(0.0));
    assert_eq!(first_within(&here, &away(5.0 + TWICE), 5.0), None);
}

#[test]
fn r5_6_a_turn_on_the_spot_belongs_to_the_part_that_reaches_it() {
    let path = Path::new(Pose::new(0.0, 0.0, 0.0)).straight(2.0).turn(0.0, 60.0, TurnSide::Left).straight(3.0);
    let headings =
        |part: &Path| (part.pose_at(-1.0).heading.degrees(), part.end().heading.degrees(), part.turned_deg());
    assert_eq!(headings(&path.part(0.0, 2.0)), (0.0, 300.0, 60.0), "it reaches the turn");
    assert_eq!(headings(&path.part(0.0, 1.5)), (0.0, 0.0, 0.0), "it does not");
    assert_eq!(headings(&path.part(2.0, 4.0)), (300.0, 300.0, 0.0), "it starts from it, turned already");
    assert_eq!(headings(&path.part(1.5, 4.0)), (0.0, 300.0, 60.0), "it runs over it");
}

#[test]
fn r5_7_3_a_track_tail_that_begins_at_the_end_of_a_leg_omits_that_leg() {
    let path = Path::new(Pose::new(0.0, 0.0, 0.0)).straight(2.0).turn(0.0, 60.0, TurnSide::Left).straight(3.0);
    for length_in in [1.0, 3.0] {
        let (tail, start) = (path.tail(length_in), path.pose_at(5.0 - length_in));
        near(tail.length_in(), length_in);
        near(tail.turned_deg(), 0.0);
        near_pose(tail.pose_at(0.0), start.at.x(), start.at.y(), 300.0);
        near_pose(tail.end(), path.end().at.x(), path.end().at.y(), 300.0);
    }
    assert_eq!(path.tail(3.0 + 1e-9), path, "it begins on the first leg, which is needed as it is");
}

#[test]
fn r3_5_a_half_circle_turn_and_no_turn_count_as_right() {
    let turn = |from: f64, to: f64| Bearing::new(from).signed_difference(Bearing::new(to));
    for (from, to, degrees) in
        [(0.0, 180.0, 180.0), (180.0, 0.0, 180.0), (0.0, 179.0, 179.0), (0.0, 181.0, -179.0), (45.0, 45.0, 0.0)]
    {
        assert_eq!(turn(from, to), degrees, "from {from} to {to}");
    }
    assert_eq!(
        (TurnSide::from_degrees(0.0), TurnSide::from_degrees(1e-9), TurnSide::from_degrees(-1e-9)),
        (TurnSide::Right, TurnSide::Right, TurnSide::Left)
    );
}
