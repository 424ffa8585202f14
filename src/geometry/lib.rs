//! Geometry of the flat sea: positions, directions, obstacles between points, and when things meet.
//!
//! It knows no ship, side or rule. The rules in `naval` call it and cite the paragraphs. Begin with `point.rs`.
//!
//! # Units
//! Lengths are table inches from the south-west corner, x east and y north. Angles are degrees. Bearings and headings
//! are true, north 0, clockwise, in [0, 360). Times run over one move: 0 at its start, 1 at its end.
//!
//! # Promise
//! Every function is pure and computes at full precision. Only functions that say so round. A fact is rounded once,
//! where it is recorded.
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
pub use area::{Area, AreaError, Edge, Table};
pub use base::Base;
pub use contact::{Mover, first_aground, first_overlap, is_aground};
pub use intercept::{Front, Interception, Ray};
pub use meeting::first_within;
pub use motion::Motion;
pub use path::{Path, PathLeg, Piece, TurnSide, joined_pieces, pieces_between};
pub use point::{Bearing, Point, Pose, SLACK_DEG, SLACK_IN, SamePoint, keel_angle_deg, range_in, round_to_hundredth};
pub use sight::{Band, SightLine};
pub use turning::shortest_route;
