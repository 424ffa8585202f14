//! Intersections of circles, for two tape measurements.
use super::point::{Bearing, Point, range_in};

/// Tolerance: circles that miss by less than half a hundredth of an inch count as touching.
const TOLERANCE_IN: f64 = 0.005;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Circle {
    pub centre: Point,
    pub radius_in: f64,
}

/// Why two circles have no common point, with the missing or excess length. Circles around one point count as such.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum NoIntersection {
    #[error("the lengths together are {0} inches short")]
    TooShort(f64),
    #[error("one length is {0} inches too long for the other")]
    TooLong(f64),
    #[error("both are from the same point")]
    SamePoint,
}

/// Returns the two common points of two circles, the same point twice if they touch. The first is to the right of the
/// direction from the first centre to the second.
///
/// # Errors
/// [`NoIntersection`] if they do not meet or have the same centre.
pub fn intersections(circle: Circle, other: Circle) -> Result<[Point; 2], NoIntersection> {
    let (first, second, between) = (circle.radius_in, other.radius_in, range_in(circle.centre, other.centre));
    let direction = Bearing::between(circle.centre, other.centre).map_err(|_| NoIntersection::SamePoint)?;
    if TOLERANCE_IN <= between - first - second {
        return Err(NoIntersection::TooShort(between - first - second));
    }
    if TOLERANCE_IN <= (first - second).abs() - between {
        return Err(NoIntersection::TooLong((first - second).abs() - between));
    }
    let along = (first * first - second * second + between * between) / (2.0 * between);
    let aside = (first * first - along * along).max(0.0).sqrt();
    let foot = circle.centre.moved(direction, along);
    Ok([90.0, -90.0].map(|hand| foot.moved(direction.turned(hand), aside)))
}
