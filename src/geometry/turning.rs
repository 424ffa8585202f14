//! A ship's route to a place and a heading, on its turning circles. [5.6]
use super::{Bearing, Path, Piece, Point, Pose, TurnSide, range_in};

/// Tolerance: a smaller turn, or one this close to a full circle, is no turn.
const TURN_TOLERANCE_DEG: f64 = 1e-6;

/// Returns the shortest route of arc, straight leg and arc that ends at `to`, with its heading.
///
/// With `turn_cost` the complete length counts. Without it only the straight leg counts, and of equal straight legs the
/// shorter route wins.
pub fn shortest_route(from: Pose, to: Pose, radius_in: f64, turn_cost: bool) -> Path {
    let hands = [TurnSide::Left, TurnSide::Right];
    let ways = hands
        .into_iter()
        .flat_map(|first| hands.into_iter().filter_map(move |last| route(from, to, radius_in, (first, last))));
    let cost = |path: &Path| (if turn_cost { path.length_in() } else { straight_in(path) }, path.length_in());
    let shortest = ways.min_by(|left, right| {
        let (left, right) = (cost(left), cost(right));
        left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1))
    });
    shortest.unwrap_or_else(|| Path::new(from))
}

fn straight_in(path: &Path) -> f64 {
    let straight = |piece: Piece| match piece {
        Piece::Straight { length_in } => length_in,
        Piece::Arc { .. } => 0.0,
    };
    path.pieces().map(straight).sum()
}

/// Returns the route with these turns, or `None` if no straight leg joins the two circles.
fn route(from: Pose, to: Pose, radius_in: f64, (first, last): (TurnSide, TurnSide)) -> Option<Path> {
    let (begins, ends) = (centre(from, radius_in, first), centre(to, radius_in, last));
    let between = range_in(begins, ends);
    let bearing = Bearing::between(begins, ends).unwrap_or(from.heading);
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
    let arc = |degrees: f64, hand: TurnSide| (degrees != 0.0).then_some(Piece::Arc { radius_in, degrees, hand });
    let straight = (1e-9 < length_in).then_some(Piece::Straight { length_in });
    let pieces =
        [arc(turn_deg(from.heading, course, first), first), straight, arc(turn_deg(course, to.heading, last), last)];
    Some(Path::from_pieces(from, pieces.into_iter().flatten()))
}

fn centre(ship: Pose, radius_in: f64, hand: TurnSide) -> Point {
    ship.at.moved(ship.heading.turned(90.0 * hand.sign()), radius_in)
}

fn turn_deg(from: Bearing, to: Bearing, hand: TurnSide) -> f64 {
    let degrees = (hand.sign() * (to.degrees() - from.degrees())).rem_euclid(360.0);
    if (TURN_TOLERANCE_DEG..=360.0 - TURN_TOLERANCE_DEG).contains(&degrees) { degrees } else { 0.0 }
}
