//! The table: positions, legs of a track, and the course that a division keeps.
//!
//! Positions are whole ten-thousandths, rounded once when a fact is written. A journal therefore replays to the same
//! bytes on every machine, and after many turns a column still agrees with the exact track to 0.01".
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Fine, Id, Inches, Turn};
pub use geometry::Edge;
use geometry::{Bearing, Piece, Point, Pose, TurnSide};

/// A ship's position and heading. `x` (east) and `y` (north) are the centre of its base. [1.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub x: Fine,
    pub y: Fine,
    /// Heading, 0 to 360 degrees.
    pub heading: Fine,
}

impl Place {
    pub fn new(x: f64, y: f64, heading_deg: f64) -> Place {
        let heading = Fine(Fine::nearest(heading_deg).0.rem_euclid(3_600_000));
        Place { x: Fine::nearest(x), y: Fine::nearest(y), heading }
    }
    /// Rounds a pose. Call it once, when the pose becomes a fact.
    pub fn rounded(pose: Pose) -> Place {
        Place::new(pose.at.x(), pose.at.y(), pose.heading.degrees())
    }
    pub fn pose(self) -> Pose {
        Pose { at: self.point(), heading: Bearing::new(self.heading.as_f64()) }
    }
    pub fn point(self) -> Point {
        Point::new(self.x.as_f64(), self.y.as_f64())
    }
}
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} heading {}", self.x, self.y, self.heading)
    }
}

/// A straight or curved part of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TrackLeg {
    /// Straight on.
    Straight { length: Fine },
    /// Degrees to starboard are positive.
    Arc { degrees: Fine, radius: Inches },
}

impl TrackLeg {
    /// Rounds a piece of a path. Call it once.
    pub fn from_piece(piece: Piece) -> TrackLeg {
        match piece {
            Piece::Straight { length_in } => TrackLeg::Straight { length: Fine::nearest(length_in) },
            Piece::Arc { radius_in, .. } => {
                TrackLeg::Arc { degrees: Fine::nearest(piece.turn_deg()), radius: Inches::nearest(radius_in) }
            }
        }
    }
    pub fn to_piece(self) -> Piece {
        match self {
            TrackLeg::Straight { length } => Piece::Straight { length_in: length.as_f64() },
            TrackLeg::Arc { degrees, radius } => Piece::Arc {
                radius_in: radius.as_f64(),
                degrees: degrees.as_f64().abs(),
                hand: TurnSide::from_degrees(degrees.as_f64()),
            },
        }
    }
    /// Returns its first `inches`, or all of it if it is shorter.
    pub fn first_inches(self, inches: f64) -> TrackLeg {
        let length_in = self.length_in();
        let share = if inches < length_in { inches.max(0.0) / length_in } else { return self };
        match self {
            TrackLeg::Straight { length } => TrackLeg::Straight { length: Fine::nearest(length.as_f64() * share) },
            TrackLeg::Arc { degrees, radius } => {
                TrackLeg::Arc { degrees: Fine::nearest(degrees.as_f64() * share), radius }
            }
        }
    }
    pub fn length_in(self) -> f64 {
        match self {
            TrackLeg::Straight { length } => length.as_f64(),
            TrackLeg::Arc { degrees, radius } => degrees.as_f64().abs().to_radians() * radius.as_f64(),
        }
    }
}

/// How the ships of a division are placed relative to each other, and what they still have to do. [5.7.3, 5.9]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnState {
    /// The track behind the leading ship, oldest leg first. Before that the track is straight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub track: Vec<TrackLeg>,
    /// The ships from the leader on, each with its distance astern of the leader along the track.
    pub column: Vec<Follower>,
    /// The sum of all ships turns since the ships were last in column. 0 in column. (Q8)
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offset: Fine,
    /// The ships share no track: some turned before a turning point or lagged, or they are a convoy. (Q31, Q57)
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken: bool,
    /// The rest of a turn that did not fit into the last move. (Q29)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<UnfinishedTurn>,
    /// The division's ordered speed, if its leading ship could not make it or went slower in a change of formation.
    /// [5.3.3, 5.8.3, Q57]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordered: Option<Inches>,
}

fn is_zero(number: &Fine) -> bool {
    *number == Fine::ZERO
}

impl ColumnState {
    /// Whether the ships follow one another on one track. (Q8)
    pub fn is_in_column(&self) -> bool {
        self.offset == Fine::ZERO && !self.broken
    }
}

/// A ship's place in the column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follower {
    pub ship: Id,
    pub astern: Fine,
    /// Degrees of a ships turn that it still has to make, clockwise. [5.4, 5.7.2]
    #[serde(default, skip_serializing_if = "Fine::is_zero")]
    pub to_turn: Fine,
}

impl Follower {
    /// A follower without a turn left to make.
    pub fn new(ship: Id, astern: Fine) -> Follower {
        Follower { ship, astern, to_turn: Fine::ZERO }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnfinishedTurn {
    pub turn: Turn,
    /// Its remaining degrees.
    pub degrees: Fine,
}

/// The move of one ship in a Movement Segment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipMove {
    pub ship: Id,
    pub from: Place,
    pub to: Place,
    pub legs: Vec<TrackLeg>,
    /// Inches a turn.
    pub speed: Inches,
    /// The sum of all its turning, each turn counted as positive. (Q30)
    pub turned: Fine,
    /// It made smoke along the entire run. [4.6]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub smoke: bool,
}

impl ShipMove {
    /// Returns the way of a point `astern` behind the middle of the base: straight ahead to the start of the run, then
    /// along the run.
    pub fn trailing_track(&self, astern: Fine) -> (Place, Vec<TrackLeg>) {
        let from = Place::rounded(self.from.pose().advanced(-astern.as_f64()));
        let mut left_in: f64 = self.legs.iter().map(|leg| leg.length_in()).sum();
        let mut legs = Vec::with_capacity(self.legs.len() + 1);
        for leg in std::iter::once(TrackLeg::Straight { length: astern }).chain(self.legs.iter().copied()) {
            let leg = leg.first_inches(left_in);
            left_in -= leg.length_in();
            legs.extend(Some(leg).filter(|leg| 0.0 < leg.length_in()));
        }
        (from, legs)
    }
}

/// Smoke along a track. [4.6]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Smoke {
    pub by: Id,
    pub from: Place,
    pub legs: Vec<TrackLeg>,
    /// The turn in which it was made.
    pub turn: u16,
    /// The enemy saw the ship make it.
    pub seen: bool,
}

impl Smoke {
    /// Whether it lasts in `turn`: 2 turns in calm, 1 in moderate, 0 in high wind. The turn of making counts. (Q5)
    pub fn lasts_in(&self, turn: u16, wind: WindForce) -> bool {
        let turns = match wind {
            WindForce::Calm => 2,
            WindForce::Moderate => 1,
            WindForce::High => 0,
        };
        self.turn <= turn && turn < self.turn + turns
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WindForce {
    Calm,
    Moderate,
    High,
}
