//! Laws for every position: turning, shifting or mirroring the whole table changes no answer.
use geometry::*;
use proptest::prelude::*;

use super::{BATTLESHIP, CRUISER, arcs, is_clear};

/// A rigid motion of the whole table, optionally mirrored first.
#[derive(Clone, Copy, Debug)]
struct Shift {
    mirrored: bool,
    turned_deg: f64,
    x: f64,
    y: f64,
}

impl Shift {
    fn point(&self, point: Point) -> Point {
        let x = if self.mirrored { -point.x() } else { point.x() };
        let (sin, cos) = self.turned_deg.to_radians().sin_cos();
        Point::new(self.x + x * cos + point.y() * sin, self.y - x * sin + point.y() * cos)
    }

    fn bearing(&self, bearing: Bearing) -> Bearing {
        let bearing = if self.mirrored { Bearing::new(-bearing.degrees()) } else { bearing };
        bearing.turned(self.turned_deg)
    }

    fn pose(&self, pose: Pose) -> Pose {
        Pose { at: self.point(pose.at), heading: self.bearing(pose.heading) }
    }

    fn path(&self, path: &Path) -> Path {
        Path::from_pieces(self.pose(path.start()), path.pieces().map(|piece| self.piece(piece)))
    }

    fn piece(&self, piece: Piece) -> Piece {
        match (piece, self.mirrored) {
            (Piece::Arc { radius_in, degrees, hand: TurnSide::Left }, true) => {
                Piece::Arc { radius_in, degrees, hand: TurnSide::Right }
            }
            (Piece::Arc { radius_in, degrees, hand: TurnSide::Right }, true) => {
                Piece::Arc { radius_in, degrees, hand: TurnSide::Left }
            }
            (same, _) => same,
        }
    }

    fn motion(&self, motion: &Motion) -> Motion {
        Motion::along(self.path(&motion.path))
    }

    fn area(&self, corners: &[Point]) -> Area {
        Area::new(&corners.iter().map(|corner| self.point(*corner)).collect::<Vec<_>>()).unwrap()
    }
}

fn shift() -> impl Strategy<Value = Shift> {
    (any::<bool>(), 0.0..360.0, -50.0..50.0, -50.0..50.0).prop_map(|(mirrored, turned_deg, x, y)| Shift {
        mirrored,
        turned_deg,
        x,
        y,
    })
}

fn pose() -> impl Strategy<Value = Pose> {
    (0.0..12.0, 0.0..12.0, 0.0..360.0).prop_map(|(x, y, heading)| Pose::new(x, y, heading))
}

fn piece() -> impl Strategy<Value = Piece> {
    let arc = (0.25..0.8, 1_u32..=12, prop_oneof![Just(TurnSide::Left), Just(TurnSide::Right)])
        .prop_map(|(radius_in, steps, hand)| Piece::Arc { radius_in, degrees: f64::from(steps) * 15.0, hand });
    prop_oneof![(0.1..2.5).prop_map(|length_in| Piece::Straight { length_in }), arc]
}

fn path() -> impl Strategy<Value = Path> {
    (pose(), prop::collection::vec(piece(), 0..5)).prop_map(|(start, pieces)| Path::from_pieces(start, pieces))
}

fn shore() -> Vec<Point> {
    [(4.0, 4.0), (8.0, 5.0), (6.0, 6.0), (9.0, 8.0), (4.0, 8.0)].map(|(x, y)| Point::new(x, y)).to_vec()
}

/// The minimum of a function over the whole move, from many samples.
fn minimum(samples: u32, value: impl Fn(f64) -> f64) -> f64 {
    (0..=samples).map(|step| value(f64::from(step) / f64::from(samples))).fold(f64::INFINITY, f64::min)
}

fn same_time(first: Option<f64>, second: Option<f64>) -> bool {
    match (first, second) {
        (None, None) => true,
        (Some(left), Some(right)) => (left - right).abs() < 1e-5,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn range_and_bearing_there_and_back_agree(a in pose(), b in pose()) {
        let there = Bearing::between(a.at, b.at).unwrap();
        let back = Bearing::between(b.at, a.at).unwrap();
        prop_assert!(there.opposite().angle_to(back) < 1e-9);
        prop_assert_eq!(range_in(a.at, b.at), range_in(b.at, a.at));
        let arrived = a.at.moved(there, range_in(a.at, b.at));
        prop_assert!(range_in(arrived, b.at) < 1e-9);
        prop_assert!((BATTLESHIP.separation_in(a, &CRUISER, b) - CRUISER.separation_in(b, &BATTLESHIP, a)).abs() < 1e-9);
    }

    #[test]
    fn a_moved_or_mirrored_table_gives_the_same_ranges_and_arcs(a in pose(), b in pose(), shift in shift()) {
        let (c, d) = (shift.pose(a), shift.pose(b));
        prop_assert!((range_in(a.at, b.at) - range_in(c.at, d.at)).abs() < 1e-9);
        let gap = BATTLESHIP.separation_in(a, &CRUISER, b);
        prop_assert!((gap - BATTLESHIP.separation_in(c, &CRUISER, d)).abs() < 1e-9);
        prop_assert_eq!(gap < -1e-6, BATTLESHIP.overlaps(a, &CRUISER, b));
        let facing = shift.point(BATTLESHIP.facing_side(a, b.at));
        prop_assert!(range_in(facing, BATTLESHIP.facing_side(c, d.at)) < 1e-9);
        let arcs = arcs();
        let before: Vec<&str> = arcs_touched(a, &arcs, &CRUISER, b).copied().collect();
        let mut after: Vec<&str> = arcs_touched(c, &arcs, &CRUISER, d).copied().map(|arc| match arc {
            "port" if shift.mirrored => "starboard",
            "starboard" if shift.mirrored => "port",
            same => same,
        }).collect();
        after.sort_by_key(|arc| arcs.iter().position(|(name, _)| name == arc));
        prop_assert_eq!(before, after);
    }

    #[test]
    fn arcs_touched_are_the_arcs_of_the_points_of_the_base(a in pose(), b in pose()) {
        let arcs = arcs();
        let touched: Vec<&str> = arcs_touched(a, &arcs, &CRUISER, b).copied().collect();
        for along in -20..=20 {
            for across in -10..=10 {
                let (along, across) = (f64::from(along) * 0.75 / 20.0, f64::from(across) * 0.25 / 10.0);
                let part = b.ahead(along).moved(b.heading.turned(90.0), across);
                if let Ok(bearing) = Bearing::between(a.at, part) {
                    let relative = bearing.relative_to(a.heading);
                    for (arc, _) in arcs.iter().filter(|(_, wedge)| wedge.contains(relative)) {
                        prop_assert!(touched.contains(arc), "{arc} at {relative:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_path_moves_with_the_table(path in path(), shift in shift(), part in 0.0..1.2) {
        let moved = shift.path(&path);
        let distance_in = part * path.length_in();
        let (wanted, got) = (shift.pose(path.pose_at(distance_in)), moved.pose_at(distance_in));
        prop_assert!(range_in(wanted.at, got.at) < 1e-9);
        prop_assert!(wanted.heading.angle_to(got.heading) < 1e-9);
    }

    #[test]
    fn splitting_a_leg_changes_nothing(path in path(), share in 0.01..0.99, part in 0.0..1.0) {
        let split = Path::from_pieces(path.start(), path.pieces().flat_map(|piece| match piece {
            Piece::Straight { length_in } => [
                Piece::Straight { length_in: length_in * share },
                Piece::Straight { length_in: length_in * (1.0 - share) },
            ],
            Piece::Arc { radius_in, degrees, hand } => [
                Piece::Arc { radius_in, degrees: degrees * share, hand },
                Piece::Arc { radius_in, degrees: degrees * (1.0 - share), hand },
            ],
        }));
        prop_assert_eq!(split.legs().len(), path.legs().len());
        let distance_in = part * path.length_in();
        prop_assert!(range_in(path.pose_at(distance_in).at, split.pose_at(distance_in).at) < 1e-9);
        let (done, left) = path.split_at(distance_in);
        let mut whole = done.clone();
        whole.extend(left);
        prop_assert!((done.length_in() - distance_in).abs() < 1e-9);
        prop_assert!(range_in(whole.end().at, path.end().at) < 1e-9);
        prop_assert!((whole.turned_deg() - path.turned_deg()).abs() < 1e-9);
        let halves = Motion::along(path.clone());
        let (first, second) = (halves.part(0.0, 0.5), halves.part(0.5, 1.0));
        prop_assert!(range_in(first.end().at, second.start().at) < 1e-9);
        prop_assert!(range_in(second.end().at, path.end().at) < 1e-9);
    }

    #[test]
    fn a_column_keeps_its_spacing_on_the_track(path in path(), ships in 2_u32..8, interval in 0.5..3.0) {
        let run = path.length_in();
        for ship in 0..ships {
            let spacing: f64 = interval * f64::from(ship);
            let motion = Motion::along(path.part(-spacing, run - spacing));
            prop_assert!((motion.speed_in() - run).abs() < 1e-9);
            prop_assert!(range_in(motion.end().at, path.follower(spacing).at) < 1e-9);
            let track = path.tail(interval * f64::from(ships));
            prop_assert!(range_in(track.follower(spacing).at, path.follower(spacing).at) < 1e-9);
        }
    }

    #[test]
    fn sight_is_the_same_both_ways_and_on_a_moved_table(a in pose(), b in pose(), smoke in path(), shift in shift()) {
        let (line, back) = (SightLine::new(a.at, b.at), SightLine::new(b.at, a.at));
        let moved = SightLine::new(shift.point(a.at), shift.point(b.at));
        let bands = Band::along(&smoke, 0.5);
        let moved_bands = Band::along(&shift.path(&smoke), 0.5);
        let (land, moved_land) = ([unshifted_area(&shore())], [shift.area(&shore())]);
        let clear = is_clear(line, &bands, &land);
        prop_assert_eq!(clear, is_clear(back, &bands, &land));
        prop_assert_eq!(clear, is_clear(moved, &moved_bands, &moved_land));
        let covered = (0..=2000).map(|step| f64::from(step) / 2000.0).any(|share| {
            let point = Point::new(a.at.x() + (b.at.x() - a.at.x()) * share, a.at.y() + (b.at.y() - a.at.y()) * share);
            land[0].contains(point) || bands.iter().any(|band| band.contains(point))
        });
        prop_assert!(!(clear && covered));
    }

    #[test]
    fn no_ship_is_within_range_before_the_first_time(a in path(), b in path(), range in 0.5..6.0) {
        let (a, b) = (Motion::along(a), Motion::along(b));
        let distance = |time: f64| range_in(a.pose_at(time).at, b.pose_at(time).at);
        match first_within(&a, &b, range) {
            None => prop_assert!(minimum(2000, distance) >= range - 1e-5),
            Some(time) => {
                prop_assert!(distance(time) <= range + 1e-5);
                prop_assert!(minimum(1000, |share| distance(share * time)) >= range - 1e-5 || time == 0.0);
            }
        }
    }

    #[test]
    fn bases_do_not_overlap_before_the_first_overlap(a in path(), b in path(), shift in shift()) {
        let (a, b) = (Motion::along(a), Motion::along(b));
        let mover = Mover { base: &BATTLESHIP, motion: &a };
        let other = Mover { base: &CRUISER, motion: &b };
        let distance = |time: f64| BATTLESHIP.separation_in(a.pose_at(time), &CRUISER, b.pose_at(time));
        let first = first_overlap(mover, other);
        match first {
            None => prop_assert!(minimum(1000, distance) > -2e-5),
            Some(time) => {
                prop_assert!(distance(time) < 1e-5);
                prop_assert!(minimum(1000, |share| distance(share * time)) > -2e-5 || time == 0.0);
            }
        }
        prop_assert!(same_time(first, first_overlap(other, mover)));
        let (c, d) = (shift.motion(&a), shift.motion(&b));
        let again = first_overlap(Mover { base: &BATTLESHIP, motion: &c }, Mover { base: &CRUISER, motion: &d });
        prop_assert!(same_time(first, again));
    }

    #[test]
    fn the_front_meets_a_ship_when_it_reaches_it(dot in pose(), ship in path(), radius in 0.0..6.0, shift in shift()) {
        let sector = |pose: Pose| Wedge::around(pose.heading.degrees() + 90.0, 60.0);
        let front = |dot: Pose, sector: Wedge| {
            Front { dot: dot.at, radius_in: radius, growth_in: 5.0, run_in: 10.0, sector }
        };
        let ship = Motion::along(ship);
        let outside = |time: f64| range_in(dot.at, ship.pose_at(time).at) - radius - 5.0 * time;
        let meeting = front(dot, sector(dot)).intercepts(&ship);
        if let Some(meeting) = meeting {
            prop_assert!(outside(meeting.time).abs() < 1e-6);
            prop_assert!(meeting.range_in <= 10.0 + 1e-6);
        } else if outside(0.0) > 1e-6 && outside(1.0) < -1e-6 && ship.speed_in() < 5.0 {
            let (mut before, mut after) = (0.0, 1.0);
            while after - before > 1e-12 {
                let middle = (before + after) / 2.0;
                if outside(middle) > 0.0 { before = middle } else { after = middle }
            }
            let bearing = Bearing::between(dot.at, ship.pose_at(after).at).unwrap();
            let inside = sector(dot).contains(bearing) && radius + 5.0 * after < 10.0 - 1e-6;
            prop_assert!(!inside, "passed at {after}");
        }
        let moved = shift.pose(dot);
        let beam = if shift.mirrored { moved.turned(180.0) } else { moved };
        let again = front(moved, sector(beam)).intercepts(&shift.motion(&ship));
        prop_assert!(same_time(meeting.map(|meeting| meeting.time), again.map(|meeting| meeting.time)));
    }

    #[test]
    fn a_ray_meets_a_ship_when_it_touches_it(dot in pose(), ship in path()) {
        let ray = Ray { dot: dot.at, bearing: dot.heading, radius_in: 0.0, growth_in: 5.0, run_in: 10.0 };
        let ship = Motion::along(ship);
        let distance = |time: f64| BATTLESHIP.distance_in(ship.pose_at(time), dot.ahead(5.0 * time));
        match ray.intercepts(&BATTLESHIP, &ship) {
            Some(meeting) => prop_assert!(distance(meeting.time) < 1e-5),
            None => prop_assert!(distance(0.0) < 1e-5 || minimum(1000, distance) > 0.0),
        }
    }

    #[test]
    fn a_ship_runs_ashore_no_later_than_its_path_enters_land(path in path(), shift in shift()) {
        let land = unshifted_area(&shore());
        let length = path.length_in();
        let inside = |step: &i32| land.contains(path.pose_at(length * f64::from(*step) / 1000.0).at);
        let aground = |land: &Area, path: Path| first_aground(Mover { base: &CRUISER, motion: &Motion::along(path) }, land);
        let found = aground(&land, path.clone());
        if let Some(step) = (0..=1000).find(inside).filter(|_| length > 0.0) {
            prop_assert!(found.is_some_and(|time| time <= f64::from(step) / 1000.0 + 1e-5));
        }
        prop_assert!(same_time(found, aground(&shift.area(&shore()), shift.path(&path))));
    }
}

fn unshifted_area(corners: &[Point]) -> Area {
    Area::new(corners).unwrap()
}
