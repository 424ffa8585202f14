//! A ship's route to a place and a heading, on its turning circles. [5.6]
use super::{Bearing, Hand, Path, Piece, Point, Pose, range_in};

/// Tolerance: a smaller turn, or one this close to a full circle, is no turn.
const NO_TURN_DEG: f64 = 1e-6;

/// Returns the shortest route of arc, straight leg and arc that ends at `to`, with its heading.
///
/// With `turn_cost` the complete length counts. Without it only the straight leg counts, and of equal straight legs the
/// shorter route wins.
pub fn way_to(from: Pose, to: Pose, radius_in: f64, turn_cost: bool) -> Path {
    let hands = [Hand::Left, Hand::Right];
    let ways = hands
        .into_iter()
        .flat_map(|first| hands.into_iter().filter_map(move |last| way(from, to, radius_in, (first, last))));
    let cost = |path: &Path| (if turn_cost { path.length_in() } else { straight_in(path) }, path.length_in());
    let shortest = ways.min_by(|left, right| {
        let (left, right) = (cost(left), cost(right));
        left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1))
    });
    shortest.unwrap_or_else(|| Path::new(from))
}

/// Returns the total length of the straight legs, in inches.
fn straight_in(path: &Path) -> f64 {
    let straight = |piece: Piece| match piece {
        Piece::Straight { length_in } => length_in,
        Piece::Arc { .. } => 0.0,
    };
    path.pieces().map(straight).sum()
}

/// Returns the route with these turns, or `None` if no straight leg joins the two circles.
fn way(from: Pose, to: Pose, radius_in: f64, (first, last): (Hand, Hand)) -> Option<Path> {
    let (begins, ends) = (centre(from, radius_in, first), centre(to, radius_in, last));
    let between = range_in(begins, ends);
    let bearing = Bearing::to(begins, ends).unwrap_or(from.heading);
    let (course, length_in) = if first == last {
        (bearing, between)
    } else {
        let across = 2.0 * radius_in;
        if between < across {
            return None;
        }
        let aside = (across / between.max(f64::MIN_POSITIVE)).min(1.0).asin().to_degrees();
        (bearing.turned(first.sign() * aside), (between * between - across * across).max(0.0).sqrt())
    };
    let arc = |degrees: f64, hand: Hand| (degrees != 0.0).then_some(Piece::Arc { radius_in, degrees, hand });
    let straight = (1e-9 < length_in).then_some(Piece::Straight { length_in });
    let pieces = [arc(turn(from.heading, course, first), first), straight, arc(turn(course, to.heading, last), last)];
    Some(Path::of(from, pieces.into_iter().flatten()))
}

/// Returns the centre of the ship's turning circle to one side.
fn centre(ship: Pose, radius_in: f64, hand: Hand) -> Point {
    ship.at.moved(ship.heading.turned(90.0 * hand.sign()), radius_in)
}

/// Returns the degrees from one course to another, turning to one side.
fn turn(from: Bearing, to: Bearing, hand: Hand) -> f64 {
    let degrees = (hand.sign() * (to.degrees() - from.degrees())).rem_euclid(360.0);
    if (NO_TURN_DEG..=360.0 - NO_TURN_DEG).contains(&degrees) { degrees } else { 0.0 }
}
