//! Arcs of fire: closed wedges around a heading, and which of them a base touches.
use super::{Base, Bearing, Point, Pose, SLACK_DEG};

/// All directions clockwise from one relative bearing to another, both edges included. [6.4.4, 7.2]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wedge {
    from: Bearing,
    size_deg: f64,
}

impl Wedge {
    /// Creates the wedge that runs clockwise from `from_deg` to `to_deg`, both relative to a heading.
    /// `Wedge::new(330.0, 30.0)` and `Wedge::new(-30.0, 30.0)` are the same bow arc.
    #[inline]
    pub fn new(from_deg: f64, to_deg: f64) -> Wedge {
        let from = Bearing::new(from_deg);
        Wedge { from, size_deg: Bearing::new(to_deg).relative_to(from).degrees() }
    }

    /// Every bearing.
    pub const ALL_ROUND: Wedge = Wedge { from: Bearing::NORTH, size_deg: 360.0 };

    /// Creates the wedge of `half_deg` to either side of `middle_deg`. [7.2]
    #[inline]
    pub fn around(middle_deg: f64, half_deg: f64) -> Wedge {
        Wedge::new(middle_deg - half_deg, middle_deg + half_deg)
    }

    pub const fn from(&self) -> Bearing {
        self.from
    }

    #[inline]
    pub fn to(&self) -> Bearing {
        self.from.turned(self.size_deg)
    }

    /// Whether a relative bearing is in the wedge. A bearing exactly on an edge is. (Q12)
    #[inline]
    pub fn contains(&self, relative: Bearing) -> bool {
        self.overlaps_span(relative, 0.0)
    }

    /// Whether a target that subtends `span` touches the wedge of an observer with this heading.
    #[inline]
    pub fn touches(&self, heading: Bearing, span: &Span) -> bool {
        match span {
            Span::Everywhere => true,
            Span::Between { left, width_deg } => self.overlaps_span(left.relative_to(heading), *width_deg),
        }
    }

    /// Whether the wedge shares a direction with the `width_deg` clockwise from the relative bearing `left`.
    fn overlaps_span(&self, left: Bearing, width_deg: f64) -> bool {
        let into_wedge = left.relative_to(self.from).degrees();
        let into_span = self.from.relative_to(left).degrees();
        // Two intervals meet if either contains the start of the other. A bearing within the slack of an edge counts.
        into_wedge <= self.size_deg + SLACK_DEG || into_span <= width_deg + SLACK_DEG
    }
}

/// The directions in which an object is seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Span {
    /// The observer is on it.
    Everywhere,
    /// True bearings clockwise from `left`.
    Between { left: Bearing, width_deg: f64 },
}

impl Span {
    /// Returns the directions in which `base` is seen from `observer`. [3.5.2]
    #[inline]
    pub fn subtended_by(observer: Point, base: &Base, pose: Pose) -> Span {
        let Ok(middle) = Bearing::between(observer, pose.at) else { return Span::Everywhere };
        if base.contains(pose, observer) {
            return Span::Everywhere;
        }
        let (left, right) = base
            .corners(pose)
            .into_iter()
            .filter_map(|corner| Bearing::between(observer, corner).ok())
            .map(|corner| middle.signed_difference(corner))
            .fold((0.0_f64, 0.0_f64), |(left, right), turn| (left.min(turn), right.max(turn)));
        Span::Between { left: middle.turned(left), width_deg: right - left }
    }
}

/// Returns the arcs of `observer` whose wedges any part of the target's base touches, in the given order. [6.4.4, Q12]
#[inline]
pub fn arcs_touched<'a, A>(
    observer: Pose,
    arcs: &'a [(A, Wedge)],
    base: &Base,
    target: Pose,
) -> impl Iterator<Item = &'a A> + use<'a, A> {
    let span = Span::subtended_by(observer.at, base, target);
    arcs.iter().filter(move |(_, wedge)| wedge.touches(observer.heading, &span)).map(|(arc, _)| arc)
}
