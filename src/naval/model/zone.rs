//! Parts of the table that keys of a scenario name. [2.1, 9.1]
use serde::{Deserialize, Serialize};

use super::{
    measure::Inches,
    table::{Fine, Place},
};

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
