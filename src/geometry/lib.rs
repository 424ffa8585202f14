//! The flat sea: where things are, which way they point, what lies between them, and when they meet.
//!
//! The room knows no ship, no side and no rule of the game; the rules in `naval` ask it questions and cite the paragraph.
//!
//! # Units
//! Lengths are table inches, x east, y north, from the south-west corner.
//! Angles are degrees; bearings and headings are true, north 0, clockwise, in [0, 360).
//! Times run over one move: 0 at its start, 1 at its end.
//!
//! # Promise
//! Everything is a pure function of its arguments and is computed at full precision.
//! Nothing is rounded here except by the functions that say so: a fact is rounded once, where it is noted.
//!
//! # Source
//! 3.5, 5.6 to 5.7, 5.11, 5.12, 6.4.4 and 7.4.
mod arcs;
mod area;
mod base;
pub mod circles;
mod contact;
mod intercept;
pub mod lengths;
mod meeting;
mod motion;
mod path;
mod point;
pub mod rings;
mod sight;
mod turning;

pub use arcs::{Span, Wedge, arcs_touched};
pub use area::{Area, AreaFlaw, Edge, Table};
pub use base::Base;
pub use contact::{Mover, first_aground, first_overlap, lies_aground};
pub use intercept::{Front, Interception, Ray};
pub use meeting::first_within;
pub use motion::Motion;
pub use path::{Hand, Leg, Path, Piece, joined_pieces, pieces_between};
pub use point::{Bearing, Point, Pose, SLACK_DEG, SLACK_IN, SamePoint, keel_angle_deg, range_in, round_to_hundredth};
pub use sight::{Band, Line};
pub use turning::way_to;
