//! The flat sea with up to 200 ships on it.
use divan::{Bencher, black_box};
use geometry::*;

const BASE: Base = Base { length_in: 1.5, width_in: 0.5, funnel_in: 0.225 };
const SHIPS: [u32; 4] = [10, 50, 100, 200];

/// A pseudo-random number in [0, 1), the same every time.
pub fn scattered(seed: u32, salt: u32) -> f64 {
    f64::from(seed.wrapping_mul(2_654_435_761).wrapping_add(salt.wrapping_mul(40_503)) % 10_007) / 10_007.0
}

fn ship(seed: u32) -> Pose {
    Pose::new(72.0 * scattered(seed, 1), 48.0 * scattered(seed, 2), 360.0 * scattered(seed, 3))
}

/// A plot of two legs and two turns.
pub fn track(seed: u32) -> Path {
    let hand = if seed.is_multiple_of(2) { TurnSide::Left } else { TurnSide::Right };
    Path::new(ship(seed)).straight(1.0).turn(0.5, 60.0, hand).straight(1.0).turn(0.5, 30.0, TurnSide::Right)
}

fn island(seed: u32) -> Area {
    let place = ship(seed).at;
    let corners: Vec<Point> = (0..8).map(|corner| place.moved(Bearing::new(45.0 * f64::from(corner)), 2.0)).collect();
    Area::new(&corners).expect("an octagon")
}

/// Range, bearing, arcs and line of sight of every pair, with 20 tracks of smoke and 5 islands.
#[divan::bench(args = SHIPS)]
fn sights_of_all_pairs(bencher: Bencher, ships: u32) {
    let poses: Vec<Pose> = (0..ships).map(ship).collect();
    let smoke: Vec<Band> = (500..520).flat_map(|seed| Band::along(&track(seed), 0.5)).collect();
    let land: Vec<Area> = (600..605).map(island).collect();
    let clear = |line: SightLine| {
        !smoke.iter().any(|band| line.crosses_band(band)) && !land.iter().any(|area| line.crosses_area(area))
    };
    let arcs = [(0, Wedge::new(330.0, 30.0)), (1, Wedge::new(30.0, 150.0)), (2, Wedge::new(150.0, 210.0))];
    bencher.bench(|| {
        let mut seen = 0;
        for (index, pose) in poses.iter().enumerate() {
            for other in &poses[index + 1..] {
                let (from, to) = (BASE.funnel(*pose), BASE.funnel(*other));
                black_box((range_in(from, to), Bearing::between(from, to).ok()));
                black_box(arcs_touched(Pose { at: from, ..*pose }, &arcs, &BASE, *other).count());
                black_box(arcs_touched(Pose { at: to, ..*other }, &arcs, &BASE, *pose).count());
                seen += u32::from(clear(SightLine::new(from, to)));
            }
        }
        seen
    });
}

/// Every ship moves, 40 fronts are tried against each, and every pair of bases is compared at the end.
#[divan::bench(args = SHIPS)]
fn a_whole_movement(bencher: Bencher, ships: u32) {
    let table = Table { width_in: 72.0, depth_in: 48.0 };
    let fronts: Vec<Front> = (700..740)
        .map(|seed| {
            let sector = Wedge::around(ship(seed).heading.degrees() + 90.0, 60.0);
            Front { dot: ship(seed).at, radius_in: 0.0, growth_in: 5.0, run_in: 10.0, sector }
        })
        .collect();
    bencher.bench(|| {
        let moved: Vec<Motion> = (0..ships).map(|seed| Motion::along(track(seed))).collect();
        let left = moved.iter().filter(|motion| table.exit(&motion.path).is_some()).count();
        let met = moved.iter().map(|motion| fronts.iter().filter_map(|front| front.intercepts(motion)).count());
        let ends: Vec<Pose> = moved.iter().map(Motion::end).collect();
        let overlaps = ends
            .iter()
            .enumerate()
            .map(|(index, pose)| ends[index + 1..].iter().filter(|other| BASE.overlaps(*pose, &BASE, **other)).count());
        (left, met.sum::<usize>(), overlaps.sum::<usize>())
    });
}
