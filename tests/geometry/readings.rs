//! Known lengths bound an unknown length, and distance rings bound an unknown position.
use geometry::{
    Point,
    lengths::{KnownLength, bounds_between},
    range_in,
    rings::{self, DistanceRing},
};
use proptest::prelude::*;

fn places() -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((0.0..30.0, 0.0..30.0), 3..7)
}

fn length(ends: (usize, usize), least_in: f64, most_in: f64) -> KnownLength {
    KnownLength { ends, least_in, most_in }
}

#[test]
fn two_sides_of_a_triangle_bound_the_third() {
    let open = bounds_between(3, &[length((0, 1), 3.0, 3.5), length((1, 2), 9.0, 10.0)], (0, 2));
    assert_eq!((open.least_in, open.most_in), (5.5, 13.5));
    assert_eq!((open.least_by, open.most_by), (vec![0, 1], vec![0, 1]));
}

#[test]
fn where_no_length_connects_two_points_everything_is_open() {
    let open = bounds_between(4, &[length((0, 1), 3.0, 3.0)], (0, 3));
    assert_eq!((open.least_in, open.most_in), (0.0, f64::INFINITY));
    assert!(open.least_by.is_empty() && open.most_by.is_empty());
}

#[test]
fn three_rings_leave_one_place_and_a_fourth_none() {
    let ring = |x: f64, y: f64, range: f64| DistanceRing {
        centre: Point::new(x, y),
        least_in: range - 0.1,
        most_in: range + 0.1,
    };
    let (three, place) = ([ring(0.0, 0.0, 5.0), ring(6.0, 0.0, 5.0), ring(3.0, 9.0, 5.0)], Point::new(3.0, 4.0));
    let squares = rings::covering_squares(&three, 0.1);
    assert!(rings::is_in_all(&three, place));
    assert!(squares.iter().all(|square| rings::distances_in(&squares, square.centre).unwrap().1 < 1.0));
    let (near, far) = rings::distances_in(&squares, place).unwrap();
    assert!(near == 0.0 && far < 1.0, "{near} {far}");
    assert!(rings::covering_squares(&[&three[..], &[ring(10.0, 4.0, 10.0)]].concat(), 0.1).is_empty());
}

proptest! {
    /// The bounds from other lengths never exclude the true length, and the rings never exclude the true position.
    #[test]
    fn truth_stays_open(places in places(), keeps in prop::collection::vec(any::<bool>(), 21), off in 0.0..0.5_f64) {
        let point_of = |point: usize| Point::new(places[point].0, places[point].1);
        let pairs = (0..places.len()).flat_map(|left| (left + 1..places.len()).map(move |right| (left, right)));
        let used = pairs.zip(&keeps).filter(|(pair, keep)| **keep && *pair != (0, 1)).map(|(pair, _)| pair);
        let known = used.map(|(left, right)| {
            let true_in = range_in(point_of(left), point_of(right));
            length((left, right), (true_in - off).max(0.0), true_in + off)
        });
        let known: Vec<KnownLength> = known.collect();
        let (open, true_in) = (bounds_between(places.len(), &known, (0, 1)), range_in(point_of(0), point_of(1)));
        prop_assert!(open.least_in <= true_in + 1e-9 && true_in <= open.most_in + 1e-9, "{open:?} {true_in}");
        let rings: Vec<DistanceRing> = (1..places.len()).map(|point| {
            let true_in = range_in(point_of(0), point_of(point));
            DistanceRing { centre: point_of(point), least_in: (true_in - off).max(0.0), most_in: true_in + off }
        }).collect();
        let squares = rings::covering_squares(&rings, 0.25);
        let (near, _) = rings::distances_in(&squares, point_of(0)).unwrap();
        prop_assert!(near <= 1e-9, "no square holds the place, the nearest is {near} away");
    }
}
