//! Parts of the table that keys of a scenario name. [2.1, 9.1]
use serde::{Deserialize, Serialize};

use super::{Fine, Inches, Place};

/// A part of the table, its edge included.
///
/// # Units
/// Table inches, x east and y north from the south-west corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    Circle(Circle),
    Rectangle(Rectangle),
}

/// All that lies no farther than `radius` from a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circle {
    pub x: Inches,
    pub y: Inches,
    pub radius: Inches,
}

/// All between two corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rectangle {
    /// The south-western corner.
    pub from: (Inches, Inches),
    /// The north-eastern corner.
    pub to: (Inches, Inches),
}

impl Zone {
    /// Whether the middle of a base that lies there is inside.
    pub fn holds(&self, at: Place) -> bool {
        match self {
            Zone::Circle(Circle { x, y, radius }) => {
                let square = |length: Fine| i128::from(length.0) * i128::from(length.0);
                let (east, north) = (at.x - Fine::from(*x), at.y - Fine::from(*y));
                square(east) + square(north) <= square(Fine::from(*radius))
            }
            Zone::Rectangle(Rectangle { from, to }) => {
                let within = |least: Inches, at: Fine, most: Inches| Fine::from(least) <= at && at <= Fine::from(most);
                within(from.0, at.x, to.0) && within(from.1, at.y, to.1)
            }
        }
    }
}

/// A place on the table. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    pub x: Inches,
    pub y: Inches,
}

/// Compass courses clockwise from one to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sector {
    pub from_deg: u16,
    pub to_deg: u16,
}

impl Sector {
    /// Degrees beyond its first course, clockwise, and how wide it is.
    fn beyond(&self, course: f64) -> (f64, f64) {
        let from = f64::from(self.from_deg);
        // From 0 to 360 is all round, and not north alone.
        let all_round = self.to_deg.checked_sub(self.from_deg) == Some(360);
        let width = if all_round { 360.0 } else { (f64::from(self.to_deg) - from).rem_euclid(360.0) };
        let past = (course - from).rem_euclid(360.0);
        // A course a hair short of the first one is that one.
        (if 360.0 - past < EXACT_DEG { 0.0 } else { past }, width)
    }
    /// Its ends count.
    pub fn holds(&self, course: f64) -> bool {
        let (past, width) = self.beyond(course);
        past <= width + EXACT_DEG
    }
    /// Its ends do not count.
    pub fn holds_within(&self, course: f64) -> bool {
        let (past, width) = self.beyond(course);
        EXACT_DEG < past && past + EXACT_DEG < width
    }
}

/// Courses this near to each other, and angles this near to a limit, are the same. (house)
pub(crate) const EXACT_DEG: f64 = 0.01;
