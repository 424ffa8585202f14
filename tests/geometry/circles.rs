//! The points where two measured lengths meet.
use geometry::{
    Point,
    circles::{Circle, NoIntersection, intersections},
    range_in,
};
use proptest::prelude::*;

fn circle((x, y): (f64, f64), radius_in: f64) -> Circle {
    Circle { centre: Point::new(x, y), radius_in }
}

#[test]
fn of_two_places_the_one_to_the_right_comes_first() {
    let [right, left] = intersections(circle((0.0, 0.0), 5.0), circle((0.0, 8.0), 5.0)).unwrap();
    assert!(range_in(right, Point::new(3.0, 4.0)) < 1e-9 && range_in(left, Point::new(-3.0, 4.0)) < 1e-9);
}

#[test]
fn lengths_that_do_not_meet_report_by_how_much() {
    let check = |left, right, wanted: fn(f64) -> NoIntersection, by_in: f64| {
        let found = intersections(circle((0.0, 0.0), left), circle((10.0, 0.0), right)).unwrap_err();
        let (NoIntersection::TooShort(got) | NoIntersection::TooLong(got)) = found else { panic!("{found}") };
        assert!((got - by_in).abs() < 1e-9, "{found}");
        assert_eq!(std::mem::discriminant(&found), std::mem::discriminant(&wanted(by_in)));
    };
    check(4.9, 5.0, NoIntersection::TooShort, 0.1);
    check(15.1, 5.0, NoIntersection::TooLong, 0.1);
    check(2.0, 12.5, NoIntersection::TooLong, 0.5);
    assert_eq!(intersections(circle((1.0, 1.0), 4.0), circle((1.0, 1.0), 4.0)), Err(NoIntersection::SamePoint));
    // At the point of contact, with an error too small for any tape.
    let [left, right] = intersections(circle((0.0, 0.0), 5.0), circle((10.0, 0.0), 4.996)).unwrap();
    assert!(range_in(left, right) < 1e-9 && (left.x() - 5.0).abs() < 0.01);
}

proptest! {
    #[test]
    fn a_point_is_found_by_its_distances(at in (0.0..72.0, 0.0..48.0), one in (0.0..72.0, 0.0..48.0), other in (0.0..72.0, 0.0..48.0)) {
        let point = |(x, y): (f64, f64)| Point::new(x, y);
        prop_assume!(1.0 < range_in(point(one), point(other)));
        let to = |from| circle(from, range_in(point(from), point(at)));
        let found = intersections(to(one), to(other)).unwrap();
        prop_assert!(found.iter().any(|place| range_in(*place, point(at)) < 1e-3), "{found:?}");
    }
}
