//! Paths over the table: straight legs, exact arcs and turns on the spot, measured along their length.
use serde::{Deserialize, Serialize};

use super::{Point, Pose, base::right_of, point::sin_cos_deg};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnSide {
    Left,
    Right,
}

impl TurnSide {
    /// Returns 1 for right and -1 for left, because bearings grow clockwise.
    pub const fn sign(self) -> f64 {
        match self {
            TurnSide::Left => -1.0,
            TurnSide::Right => 1.0,
        }
    }
    /// Returns the direction of a turn by `degrees`, positive to the right.
    pub const fn from_degrees(degrees: f64) -> TurnSide {
        if degrees < 0.0 { TurnSide::Left } else { TurnSide::Right }
    }
}

/// One element of a path. An arc of radius 0 is a turn on the spot: it has no length and takes no time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Piece {
    Straight { length_in: f64 },
    Arc { radius_in: f64, degrees: f64, hand: TurnSide },
}

impl Piece {
    /// Returns the length of the piece along the path. [5.6]
    pub fn length_in(&self) -> f64 {
        match self {
            Piece::Straight { length_in } => *length_in,
            Piece::Arc { radius_in, degrees, .. } => radius_in * degrees.to_radians(),
        }
    }

    /// Returns the degrees turned, positive to the right.
    pub fn turn_deg(&self) -> f64 {
        match self {
            Piece::Straight { .. } => 0.0,
            Piece::Arc { degrees, hand, .. } => degrees * hand.sign(),
        }
    }

    pub(super) fn pose_after(&self, from: Pose, distance_in: f64) -> Pose {
        match self {
            Piece::Straight { .. } => from.advanced(distance_in),
            Piece::Arc { radius_in, degrees, hand } => {
                let length = self.length_in();
                let swept = if length > 0.0 { degrees * (distance_in / length).clamp(0.0, 1.0) } else { *degrees };
                let (sin, cos) = sin_cos_deg(swept);
                let ahead = from.heading.unit();
                let aside = right_of(ahead) * hand.sign();
                let at = from.at.coord() + ahead * (radius_in * sin) + aside * (radius_in * (1.0 - cos));
                Pose { at: Point::from(at), heading: from.heading.turned(swept * hand.sign()) }
            }
        }
    }

    pub fn end(&self, from: Pose) -> Pose {
        self.pose_after(from, self.length_in())
    }

    fn split(&self, distance_in: f64) -> (Piece, Piece) {
        match *self {
            Piece::Straight { length_in } => {
                let straight = |length_in| Piece::Straight { length_in };
                (straight(distance_in), straight((length_in - distance_in).max(0.0)))
            }
            Piece::Arc { radius_in, degrees, hand } => {
                let first = degrees * (distance_in / self.length_in()).clamp(0.0, 1.0);
                let arc = |degrees| Piece::Arc { radius_in, degrees, hand };
                (arc(first), arc(degrees - first))
            }
        }
    }

    /// Joins both pieces, if the second continues the first.
    fn join(&self, next: &Piece) -> Option<Piece> {
        match (*self, *next) {
            (Piece::Straight { length_in }, Piece::Straight { length_in: more }) => {
                Some(Piece::Straight { length_in: length_in + more })
            }
            (Piece::Arc { radius_in, degrees, hand }, Piece::Arc { radius_in: radius, degrees: more, hand: side }) => {
                let whole = Piece::Arc { radius_in, degrees: degrees + more, hand };
                (radius_in == radius && hand == side).then_some(whole)
            }
            (Piece::Straight { .. }, Piece::Arc { .. }) | (Piece::Arc { .. }, Piece::Straight { .. }) => None,
        }
    }

    /// Returns the piece to append after `last`. `None` if it has no length and no turn, or if it continues `last` and
    /// was joined to it.
    fn to_append_after(self, last: Option<&mut Piece>) -> Option<Piece> {
        if self.is_empty() {
            return None;
        }
        let Some((whole, last)) = last.and_then(|last| Some((last.join(&self)?, last))) else { return Some(self) };
        *last = whole;
        None
    }

    fn is_empty(&self) -> bool {
        matches!(self, Piece::Straight { length_in: size } | Piece::Arc { degrees: size, .. } if *size <= 0.0)
    }
}

/// Appends a piece to others, like [`Path::push`].
fn push_joined(pieces: &mut Vec<Piece>, piece: Piece) {
    let piece = piece.to_append_after(pieces.last_mut());
    pieces.extend(piece);
}

/// Returns the pieces as in a path: each that continues the previous one is joined to it.
pub fn joined_pieces(pieces: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
    let mut all = Vec::new();
    pieces.into_iter().for_each(|piece| push_joined(&mut all, piece));
    all
}

/// Returns the pieces of a part of a path, like [`Path::part`] without positions.
///
/// # Units
/// Inches along the path from its start. Below 0 the path is straight astern of its start.
pub fn pieces_between(pieces: impl IntoIterator<Item = Piece>, from_in: f64, to_in: f64) -> Vec<Piece> {
    let mut part = Vec::new();
    push_joined(&mut part, Piece::Straight { length_in: to_in.min(0.0) - from_in });
    let mut start_in = 0.0;
    for piece in pieces {
        let end_in = start_in + piece.length_in();
        let (begins, ends) = (from_in.max(start_in), to_in.min(end_in));
        let on_the_spot = piece.length_in() == 0.0;
        if on_the_spot && from_in < start_in && start_in <= to_in {
            push_joined(&mut part, piece);
        } else if !on_the_spot && begins < ends {
            let is_whole = begins == start_in && ends == end_in;
            let (_, tail) = piece.split(begins - start_in);
            push_joined(&mut part, if is_whole { piece } else { tail.split(ends - begins).0 });
        }
        start_in = end_in;
    }
    push_joined(&mut part, Piece::Straight { length_in: to_in - from_in.max(start_in) });
    part
}

pub(super) fn turning_centre(from: Pose, radius_in: f64, hand: TurnSide) -> Point {
    from.at.moved(from.heading.turned(90.0), radius_in * hand.sign())
}

/// A piece in its place on a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PathLeg {
    pub piece: Piece,
    pub from: Pose,
    /// The distance along the path at which it begins.
    pub start_in: f64,
}

impl PathLeg {
    pub fn end_in(&self) -> f64 {
        self.start_in + self.piece.length_in()
    }

    pub fn end(&self) -> Pose {
        self.piece.end(self.from)
    }
}

/// A route over the table from a pose, piece by piece. [5.7]
///
/// Before its start a path runs straight astern, and after its end straight ahead. A piece that continues the previous
/// one is joined to it, so a split leg and a complete one give the same path.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    start: Pose,
    legs: Vec<PathLeg>,
}

impl Path {
    pub const fn new(start: Pose) -> Path {
        Path { start, legs: Vec::new() }
    }

    pub fn from_pieces(start: Pose, pieces: impl IntoIterator<Item = Piece>) -> Path {
        let mut path = Path::new(start);
        path.extend(pieces);
        path
    }

    /// Appends `piece`. A piece without length and turn changes nothing.
    pub fn push(&mut self, piece: Piece) {
        let Some(piece) = piece.to_append_after(self.legs.last_mut().map(|last| &mut last.piece)) else { return };
        let (from, start_in) = (self.end(), self.length_in());
        self.legs.push(PathLeg { piece, from, start_in });
    }

    pub fn straight(mut self, length_in: f64) -> Path {
        self.push(Piece::Straight { length_in });
        self
    }

    pub fn turn(mut self, radius_in: f64, degrees: f64, hand: TurnSide) -> Path {
        self.push(Piece::Arc { radius_in, degrees, hand });
        self
    }

    pub const fn start(&self) -> Pose {
        self.start
    }

    pub fn end(&self) -> Pose {
        self.legs.last().map_or(self.start, PathLeg::end)
    }

    pub fn length_in(&self) -> f64 {
        self.legs.last().map_or(0.0, PathLeg::end_in)
    }

    pub fn legs(&self) -> &[PathLeg] {
        &self.legs
    }

    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.legs.iter().map(|leg| leg.piece)
    }

    /// Returns the total degrees turned, to either side.
    pub fn turned_deg(&self) -> f64 {
        self.pieces().map(|piece| piece.turn_deg().abs()).sum()
    }

    /// Returns the pose `distance_in` from the start, including turns on the spot at that distance.
    /// Below 0 it is straight astern of the start, and beyond the length straight ahead of the end.
    pub fn pose_at(&self, distance_in: f64) -> Pose {
        let Some(leg) = self.legs.iter().rfind(|leg| leg.start_in <= distance_in) else {
            return self.start.advanced(distance_in);
        };
        let within = (distance_in - leg.start_in).min(leg.piece.length_in());
        leg.piece.pose_after(leg.from, within).advanced((distance_in - leg.end_in()).max(0.0))
    }

    /// Returns the pose of a ship that follows on this track, `spacing_in` behind its end. [5.7.3]
    pub fn follower(&self, spacing_in: f64) -> Pose {
        self.pose_at(self.length_in() - spacing_in)
    }

    /// Returns the path from one distance to another, straight astern before the start, straight ahead after the end.
    /// A turn on the spot belongs to the part that reaches it, not to the one that starts from it.
    pub fn part(&self, from_in: f64, to_in: f64) -> Path {
        Path::from_pieces(self.pose_at(from_in), pieces_between(self.pieces(), from_in, to_in))
    }

    /// Returns the path up to `distance_in`, and the remaining pieces. [5.6]
    /// A turn on the spot at the very end is in the first part.
    pub fn split_at(&self, distance_in: f64) -> (Path, Vec<Piece>) {
        let mut done = Path::new(self.start);
        let mut remaining = Vec::new();
        for leg in &self.legs {
            if leg.end_in() <= distance_in {
                done.push(leg.piece);
            } else if leg.start_in < distance_in {
                let (first, second) = leg.piece.split(distance_in - leg.start_in);
                done.push(first);
                remaining.push(second);
            } else {
                remaining.push(leg.piece);
            }
        }
        (done, remaining)
    }

    /// Returns the last `length_in` inches of the path, or the whole path if these begin in or before its first leg.
    pub fn tail(&self, length_in: f64) -> Path {
        let from_in = self.length_in() - length_in;
        match self.legs.iter().find(|leg| from_in < leg.end_in()) {
            None => Path::new(self.end()),
            Some(leg) if leg.start_in == 0.0 => self.clone(),
            Some(_) => self.part(from_in, self.length_in()),
        }
    }

    /// Returns the path as points for drawing, with arcs in steps of at most `step_deg` degrees.
    pub fn points(&self, step_deg: f64) -> Vec<Point> {
        let mut points = vec![self.start.at];
        for leg in &self.legs {
            let length = leg.piece.length_in();
            let steps = (leg.piece.turn_deg().abs() / step_deg).ceil().max(1.0);
            if length > 0.0 {
                let along = (1..=steps as u32).map(|step| length * f64::from(step) / steps);
                points.extend(along.map(|distance| leg.piece.pose_after(leg.from, distance).at));
            }
        }
        points
    }
}

impl Extend<Piece> for Path {
    fn extend<T: IntoIterator<Item = Piece>>(&mut self, pieces: T) {
        pieces.into_iter().for_each(|piece| self.push(piece));
    }
}
