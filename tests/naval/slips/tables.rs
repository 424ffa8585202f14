//! Random tables: ships that move as the rules allow, and measurements that are off by up to a quarter inch.
use geometry::{
    Base, Bearing, Point, Pose, range_in,
    rings::{self, DistanceRing, Square},
};
use naval::model::{Place, Ranges, base::base_of};
use naval::{Fact, Id, Inches, Naval, Segment, State};
use naval_kit::battle::Chance;
use play::Game;

/// A measured range, and the observer's true position and heading.
#[derive(Debug)]
pub struct RangeReading {
    pub from: Id,
    pub to: Id,
    pub range: Inches,
    from_pose: Pose,
}

/// The kind of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TableKind {
    /// Miniatures, all moved by hand.
    Miniatures,
    /// Miniatures in half turns.
    Halves,
    /// Counters, all moved by hand.
    Counters,
    /// Miniatures, with positions for one side.
    Positions,
}

impl TableKind {
    pub const ALL: [TableKind; 4] =
        [TableKind::Miniatures, TableKind::Halves, TableKind::Counters, TableKind::Positions];
}

/// Where the leaders of the divisions begin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StartPositions {
    Anywhere,
    /// Six inches or more from the leaders of the other side, as battles begin.
    Apart,
}

/// A table, with the true poses of its ships.
pub struct RandomTable {
    pub seed: u64,
    pub state: State,
    kind: TableKind,
    chance: Chance,
    poses: Vec<(Id, Pose)>,
    moves: u16,
}

impl RandomTable {
    /// Returns a table with columns of Ulsan's divisions: all ships of one in four, the first one to three of others.
    pub fn new(seed: u64, kind: TableKind, start: StartPositions) -> RandomTable {
        let mut setup = naval_kit::scenario("ulsan");
        setup.divisions.iter_mut().for_each(|division| (division.at, division.enters_turn) = (None, 1));
        if kind == TableKind::Counters {
            setup.options.ranges = Ranges::Counter;
        }
        let mut table = RandomTable {
            seed,
            state: Naval::initial_state(&setup),
            kind,
            chance: Chance::new(seed),
            poses: Vec::new(),
            moves: 0,
        };
        for division in table.state.divisions.clone() {
            let (west, east) = match (start, *division.side == *"japan") {
                (StartPositions::Anywhere, _) => (10.0, 40.0),
                (StartPositions::Apart, true) => (10.0, 22.0),
                (StartPositions::Apart, false) => (28.0, 40.0),
            };
            let (x, y, heading) =
                (table.random_between(west, east), table.random_between(10.0, 34.0), table.random_between(0.0, 360.0));
            let lead = Pose { at: Point::new(x, y), heading: Bearing::new(heading) };
            let gap = table.random_between(0.3, 1.2);
            let count = if table.chance.one_in(4) { division.ships.len() } else { 1 + table.chance.below(3) };
            for (place, ship) in division.ships.iter().enumerate().take(count) {
                let pitch = table.base(ship).length_in + gap;
                table.poses.push((ship.clone(), lead.advanced(-pitch * place as f64)));
            }
        }
        table
    }

    /// Returns a random number, evenly distributed.
    fn random_between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.chance.below(10_001) as f64 / 10_000.0
    }

    fn base(&self, ship: &Id) -> Base {
        base_of(&self.state, self.state.ship(ship).unwrap())
    }

    fn pose(&self, ship: &Id) -> Pose {
        self.poses.iter().find(|(id, _)| id == ship).unwrap().1
    }

    fn apply(&mut self, fact: &Fact) {
        Naval::apply(&mut self.state, fact);
    }

    /// Moves every division up to the speed of its slowest ship, with one turn on the way, the same for all its ships.
    pub fn move_ships(&mut self) {
        self.moves += 1;
        let halves = self.kind == TableKind::Halves;
        let turn = if halves { self.moves.div_ceil(2) } else { self.moves };
        if halves && self.moves.is_multiple_of(2) {
            self.apply(&Fact::SecondHalfBegan);
        } else {
            self.apply(&Fact::SegmentBegan { turn, segment: Segment::Plotting });
            if halves {
                let (left, right) = (self.poses[0].0.clone(), self.poses[1].0.clone());
                self.apply(&Fact::HalfMovesInvoked { by: None, one: left, other: right });
            }
        }
        for division in self.state.divisions.clone() {
            let speeds = division.ships.iter().map(|ship| self.state.ship(ship).unwrap().card.speed);
            let most = speeds.min().unwrap().as_f64() / if halves { 2.0 } else { 1.0 };
            let most = if self.chance.one_in(2) { most } else { self.random_between(0.0, most) };
            let ahead = self.random_between(0.0, most);
            let degrees = if self.chance.one_in(2) { 0.0 } else { self.random_between(-180.0, 180.0) };
            for (_, pose) in self.poses.iter_mut().filter(|(ship, _)| division.ships.contains(ship)) {
                *pose = run(*pose, most, ahead, degrees);
            }
        }
        self.apply(&Fact::SegmentBegan { turn, segment: Segment::Gunfire });
        if self.kind == TableKind::Positions {
            for (ship, pose) in self.poses.clone() {
                let ship = self.state.ship_mut(&ship).unwrap();
                if ship.side == *"japan" {
                    ship.at = Some(Place::new(pose.at.x(), pose.at.y(), pose.heading.degrees()));
                }
            }
        }
    }

    /// Reads about two thirds of all pairs of enemies, in random order, each with a random error below a quarter inch.
    pub fn readings(&mut self) -> Vec<RangeReading> {
        let side = |ship: &Id| self.state.ship(ship).unwrap().side.clone();
        let ships: Vec<Id> = self.poses.iter().map(|(ship, _)| ship.clone()).collect();
        let mut pairs: Vec<(Id, Id)> = Vec::new();
        for own in ships.iter().filter(|ship| side(ship) == *"japan") {
            pairs.extend(ships.iter().filter(|ship| side(ship) != *"japan").map(|other| (own.clone(), other.clone())));
        }
        let mut readings = Vec::new();
        while !pairs.is_empty() {
            let (from, to) = pairs.swap_remove(self.chance.below(pairs.len()));
            let off = self.random_between(-0.24, 0.24);
            let typed = Inches::nearest(self.true_range_in(&from, &to) + off);
            if !self.chance.one_in(3) && Inches::ZERO < typed {
                let from_pose = self.pose(&from);
                readings.push(RangeReading { from, to, range: typed, from_pose });
            }
        }
        readings
    }

    /// The true range as this kind of table measures it: between bases for counters, otherwise between funnels.
    fn true_range_in(&self, from: &Id, to: &Id) -> f64 {
        let ((base, pose), (other, there)) = ((self.base(from), self.pose(from)), (self.base(to), self.pose(to)));
        match self.kind {
            TableKind::Counters => base.gap_in(pose, &other, there),
            TableKind::Miniatures | TableKind::Halves | TableKind::Positions => {
                range_in(base.funnel(pose), other.funnel(there))
            }
        }
    }

    pub fn type_range(&mut self, read: &RangeReading) {
        let RangeReading { from, to, range, .. } = read;
        let (from, to) = (from.clone(), to.clone());
        self.apply(&Fact::Measured { from, to, range: *range, bearing: None, replaces: None });
    }

    /// Whether this pair was measured in the move before.
    pub fn was_read_last(&self, read: &RangeReading) -> bool {
        let last = self.state.half_turns_run().unwrap() - if self.kind == TableKind::Halves { 1 } else { 2 };
        self.state
            .readings
            .iter()
            .any(|reading| reading.half_turns_run == last && reading.from == read.from && reading.to == read.to)
    }

    /// Whether this move's earlier ranges from other ships fix the measured ship, which has no position, to an inch.
    pub fn is_fixed_by_earlier_ranges(&self, read: &RangeReading) -> bool {
        if self.kind != TableKind::Positions {
            return false;
        }
        let measures =
            self.state.this_move.measures.iter().filter(|measure| measure.to == read.to && measure.from != read.from);
        let ring = |from: &Id, range: Inches| DistanceRing {
            centre: self.base(from).funnel(self.pose(from)),
            least_in: range.as_f64() - 0.25,
            most_in: range.as_f64() + 0.25,
        };
        let rings: Vec<DistanceRing> = measures.map(|measure| ring(&measure.from, measure.range)).collect();
        let squares = rings::covering_squares(&rings, 0.1);
        assert!(read.from_pose == self.pose(&read.from));
        !squares.is_empty() && diagonal_in(&squares) <= 1.0
    }
}

/// The diagonal of the box around some squares.
fn diagonal_in(squares: &[Square]) -> f64 {
    let spread = |coordinate: fn(&Square) -> f64| {
        let sides = squares
            .iter()
            .flat_map(|square| [coordinate(square) - square.half_in, coordinate(square) + square.half_in]);
        let (least, most) =
            sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        most - least
    };
    spread(|square| square.centre.x()).hypot(spread(|square| square.centre.y()))
}

/// Runs `most_in`: `ahead_in` straight ahead, a turn round the half-inch template, then the rest straight ahead.
fn run(from: Pose, most_in: f64, ahead_in: f64, degrees: f64) -> Pose {
    let (radius_in, mut left_in) = (0.5, most_in);
    let mut pose = from.advanced(ahead_in);
    left_in -= ahead_in;
    let arc_in = (radius_in * degrees.to_radians().abs()).min(left_in);
    let turned = arc_in / radius_in;
    let chord_in = 2.0 * radius_in * (turned / 2.0).sin();
    let turned_deg = degrees.signum() * turned.to_degrees();
    pose = Pose {
        at: pose.at.moved(pose.heading.turned(turned_deg / 2.0), chord_in),
        heading: pose.heading.turned(turned_deg),
    };
    pose.advanced(left_in - arc_in)
}
