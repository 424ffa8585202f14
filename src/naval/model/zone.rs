//! Parts of the table, as keys of a scenario give them. [2.1, 9.1]
use serde::{Deserialize, Serialize};

use super::{Fine, Inches, Place};

/// A part of the table, its edge included, in table inches, x east and y north from the south-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    Circle(Circle),
    Rectangle(Rectangle),
}

/// All points within `radius` of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circle {
    pub x: Inches,
    pub y: Inches,
    pub radius: Inches,
}

/// All points between two corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// The south-western corner.
    pub from: (Inches, Inches),
    /// The north-eastern corner.
    pub to: (Inches, Inches),
}

impl Zone {
    /// Whether the middle of a base at this position is inside.
    pub fn contains(&self, at: Place) -> bool {
        match self {
            Zone::Circle(Circle { x, y, radius }) => {
                let square = |length: Fine| i128::from(length.0) * i128::from(length.0);
                let (east, north) = (at.x - Fine::from(*x), at.y - Fine::from(*y));
                square(east) + square(north) <= square(Fine::from(*radius))
            }
            Zone::Rectangle(Rectangle { from, to }) => {
                let is_within =
                    |least: Inches, at: Fine, most: Inches| Fine::from(least) <= at && at <= Fine::from(most);
                is_within(from.0, at.x, to.0) && is_within(from.1, at.y, to.1)
            }
        }
    }
}

/// A point on the table. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablePoint {
    pub x: Inches,
    pub y: Inches,
}

/// Compass courses, clockwise from one to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sector {
    pub from_deg: u16,
    pub to_deg: u16,
}

impl Sector {
    /// Returns the degrees clockwise from its first course to `course`, and its width.
    fn offset_and_width_deg(&self, course: f64) -> (f64, f64) {
        let from = f64::from(self.from_deg);
        // From 0 to 360 is the full circle, not north alone.
        let is_full_circle = self.to_deg.checked_sub(self.from_deg) == Some(360);
        let width = if is_full_circle { 360.0 } else { (f64::from(self.to_deg) - from).rem_euclid(360.0) };
        let offset = (course - from).rem_euclid(360.0);
        // A course just short of the first one counts as the first.
        (if 360.0 - offset < TOLERANCE_DEG { 0.0 } else { offset }, width)
    }
    /// Whether it contains a course, its ends included.
    pub fn contains(&self, course: f64) -> bool {
        let (offset, width) = self.offset_and_width_deg(course);
        offset <= width + TOLERANCE_DEG
    }
    /// Whether it contains a course, its ends excluded.
    pub fn contains_inside(&self, course: f64) -> bool {
        let (offset, width) = self.offset_and_width_deg(course);
        TOLERANCE_DEG < offset && offset + TOLERANCE_DEG < width
    }
}

/// Courses this close to each other, and angles this close to a limit, count as equal. (house)
pub(crate) const TOLERANCE_DEG: f64 = 0.01;
