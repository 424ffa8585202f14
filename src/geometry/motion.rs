//! Motion as a function of time: all units on the table move simultaneously.
use super::{Path, PathLeg, Piece, Point, Pose, path::turning_centre};

/// A path run at constant speed during one move: time 0 is its start, time 1 its end. [3.3.2, 7.4.2]
/// Outside times 0 to 1 the path continues straight.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    pub path: Path,
}

impl Motion {
    /// Moves along the complete path in one move.
    pub const fn along(path: Path) -> Motion {
        Motion { path }
    }

    pub const fn still(pose: Pose) -> Motion {
        Motion { path: Path::new(pose) }
    }

    pub fn straight(pose: Pose, length_in: f64) -> Motion {
        Motion { path: Path::new(pose).straight(length_in) }
    }

    /// Returns the inches for each move.
    pub fn speed_in(&self) -> f64 {
        self.path.length_in()
    }

    /// Returns the pose at `time`. At time 1 every turn of the path is done.
    pub fn pose_at(&self, time: f64) -> Pose {
        if time == 1.0 { self.end() } else { self.path.pose_at(time * self.speed_in()) }
    }

    pub const fn start(&self) -> Pose {
        self.path.start()
    }

    pub fn end(&self) -> Pose {
        self.path.end()
    }

    /// Returns the part of the motion from one time to another, run in the time of one move. [3.4]
    pub fn part(&self, from: f64, to: f64) -> Motion {
        Motion { path: self.path.part(from * self.speed_in(), to * self.speed_in()) }
    }

    /// Returns the stretches of the motion: in each the ship steers straight, follows one circle or stays still.
    /// They cover the times 0 to 1 without a gap.
    pub(super) fn stretches(&self) -> Vec<Stretch> {
        let speed = self.speed_in();
        if speed == 0.0 {
            return vec![Stretch { from: 0.0, to: 1.0, pose: self.end(), speed: 0.0, shape: TrackShape::Straight }];
        }
        let stretch = |leg: &PathLeg| {
            let shape = match leg.piece {
                Piece::Straight { .. } => TrackShape::Straight,
                Piece::Arc { radius_in, hand, .. } => TrackShape::Arc {
                    centre: turning_centre(leg.from, radius_in, hand),
                    radius_in,
                    deg_per_move: hand.sign() * (speed / radius_in).to_degrees(),
                },
            };
            Stretch { from: leg.start_in / speed, to: leg.end_in() / speed, pose: leg.from, speed, shape }
        };
        let legs = self.path.legs().iter().filter(|leg| leg.piece.length_in() > 0.0);
        let mut stretches: Vec<Stretch> = legs.map(stretch).collect();
        if let Some(last) = stretches.last_mut() {
            last.to = 1.0;
        }
        stretches
    }
}

/// A period in which a ship follows one straight line or circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub from: f64,
    pub to: f64,
    /// The pose at its start.
    pub pose: Pose,
    pub speed: f64,
    pub shape: TrackShape,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum TrackShape {
    Straight,
    Arc { centre: Point, radius_in: f64, deg_per_move: f64 },
}

impl Stretch {
    pub fn pose_at(&self, time: f64) -> Pose {
        let run = time - self.from;
        match self.shape {
            TrackShape::Straight => self.pose.advanced(self.speed * run),
            TrackShape::Arc { centre, radius_in, deg_per_move } => {
                let turned = deg_per_move * run;
                let heading = self.pose.heading.turned(turned);
                let outwards = heading.turned(-90.0_f64.copysign(deg_per_move));
                Pose { at: centre.moved(outwards, radius_in), heading }
            }
        }
    }
}

/// Returns the periods in which each motion follows one line or circle: start, end and both stretches.
pub(super) fn common_stretches(a: &Motion, b: &Motion) -> Vec<(f64, f64, Stretch, Stretch)> {
    let (a, b) = (a.stretches(), b.stretches());
    let (mut i, mut j) = (0, 0);
    let mut from = 0.0;
    let mut shared = Vec::with_capacity(a.len() + b.len());
    while let (Some(first), Some(second)) = (a.get(i), b.get(j)) {
        let to = first.to.min(second.to);
        shared.push((from, to, *first, *second));
        i += usize::from(first.to <= to);
        j += usize::from(second.to <= to);
        from = to;
    }
    shared
}
