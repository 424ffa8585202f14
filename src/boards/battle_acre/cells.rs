//! The 160 triangles, their neighbourhoods and the rays across them. Independent of pieces.
use std::fmt;

use crate::kit::{as_name, file_and_rank};

pub const CELLS: usize = 160;
pub const RANKS: u8 = 12;
/// Cells of ranks 1 to 12, centred on file k [BA-2]. The upper half mirrors the lower. [BA-4]
pub const WIDTHS: [u8; 12] = [7, 9, 11, 13, 19, 21, 21, 19, 13, 11, 9, 7];
const AXIS: u8 = 10;

/// A triangle, numbered along the ranks from h1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell of a file (a is 0) and a rank (from 1). `None` off the board.
    pub const fn from_file_rank(file: u8, rank: u8) -> Option<Cell> {
        if rank == 0 || rank > RANKS {
            return None;
        }
        let half = WIDTHS[rank as usize - 1] / 2;
        if file < AXIS - half || file > AXIS + half {
            return None;
        }
        Some(Cell(FIRST[rank as usize - 1] + file - (AXIS - half)))
    }

    /// The cell of a name such as `k6`.
    pub fn from_name(name: &str) -> Option<Cell> {
        let (file, rank) = file_and_rank(name)?;
        Cell::from_file_rank(file, rank)
    }

    /// Every cell, h1 first and n12 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    /// The cells of a rank (from 1), from the first file on.
    pub fn of_rank(rank: u8) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| cell.rank() == rank)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn file(self) -> u8 {
        PLACES[self.0 as usize].0
    }

    /// From 1.
    pub const fn rank(self) -> u8 {
        PLACES[self.0 as usize].1
    }

    /// The cell of a number below 160.
    pub(super) const fn from_index(number: u8) -> Cell {
        Cell(number)
    }

    /// Whether the triangle points towards rank 12. [BA-3]
    pub const fn is_up(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    pub const fn offset(self, files: i8, ranks: i8) -> Option<Cell> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 1 { None } else { Cell::from_file_rank(file as u8, rank as u8) }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

as_name!(Cell, "cell");

/// The number of the first cell of each rank.
const FIRST: [u8; 12] = {
    let mut first = [0; 12];
    let mut rank = 1;
    while rank < 12 {
        first[rank] = first[rank - 1] + WIDTHS[rank - 1];
        rank += 1;
    }
    first
};

/// File and rank of every cell.
const PLACES: [(u8, u8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let (mut index, mut rank) = (0, 0);
    while rank < 12 {
        let mut file = 0;
        while file < WIDTHS[rank] {
            places[index] = (AXIS - WIDTHS[rank] / 2 + file, rank as u8 + 1);
            index += 1;
            file += 1;
        }
        rank += 1;
    }
    places
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set([u64; 3]);

impl Set {
    pub const EMPTY: Set = Set([0; 3]);

    #[inline]
    pub const fn single(cell: Cell) -> Set {
        Set::EMPTY.with(cell)
    }
    pub const fn with(mut self, cell: Cell) -> Set {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
        self
    }
    /// Adds the cell this many files and ranks away, if it exists.
    pub const fn with_offset(self, from: Cell, files: i8, ranks: i8) -> Set {
        match from.offset(files, ranks) {
            Some(cell) => self.with(cell),
            None => self,
        }
    }
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }
    /// Does the same as [`with`](Set::with), from a table: faster, but not `const`.
    #[inline]
    pub fn with_fast(self, cell: Cell) -> Set {
        self.or(SINGLE_CELLS[cell.index()])
    }
    /// Removes a cell if it is in the set. Otherwise adds it.
    #[inline]
    pub fn toggle(&mut self, cell: Cell) {
        self.0[cell.index() / 64] ^= 1 << (cell.index() % 64);
    }
    pub const fn words(self) -> [u64; 3] {
        self.0
    }
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }
    #[inline]
    pub const fn len(self) -> u32 {
        // Adding the three words bit by bit leaves only two to be counted.
        let [first, second, third] = self.0;
        let (odd, pairs) = (first ^ second ^ third, first & second | (first ^ second) & third);
        odd.count_ones() + 2 * pairs.count_ones()
    }
    #[inline]
    pub const fn or(self, other: Set) -> Set {
        Set([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
    #[inline]
    pub const fn and(self, other: Set) -> Set {
        Set([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
    #[inline]
    pub const fn without(self, other: Set) -> Set {
        Set([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }
}

impl Iterator for Set {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let word = (0..3).find(|word| self.0[*word] != 0)?;
        let cell = Cell((word * 64) as u8 + self.0[word].trailing_zeros() as u8);
        self.0[word] &= self.0[word] - 1;
        Some(cell)
    }

    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, first: B, mut add: F) -> B {
        let mut folded = first;
        for (word, start) in self.0.into_iter().zip([0_u8, 64, 128]) {
            let mut bits = word;
            while bits != 0 {
                folded = add(folded, Cell(start + bits.trailing_zeros() as u8));
                bits &= bits - 1;
            }
        }
        folded
    }
}

impl FromIterator<Cell> for Set {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Set {
        cells.into_iter().fold(Set::EMPTY, Set::with)
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Files and ranks of a step from a cell that points up. A cell that points down negates the ranks.
type Step = (i8, i8);

/// A neighbourhood: the cells a step or a leap away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbourhood {
    /// Shares a side.
    Edge,
    /// Straight through a point, of the other colour.
    Oppo,
    /// Shares a point, of the same colour.
    Same,
    /// Crooked: a side and a point.
    Knight,
    /// Straight: a side, then a point.
    SideThenPoint,
    /// Straight: a point, then a side.
    PointThenSide,
    /// Straight: two points.
    TwoPoints,
    /// Crooked: two points.
    Far,
}

impl Neighbourhood {
    pub const ALL: [Neighbourhood; 8] = [
        Neighbourhood::Edge,
        Neighbourhood::Oppo,
        Neighbourhood::Same,
        Neighbourhood::Knight,
        Neighbourhood::SideThenPoint,
        Neighbourhood::PointThenSide,
        Neighbourhood::TwoPoints,
        Neighbourhood::Far,
    ];

    const fn steps(self) -> &'static [Step] {
        match self {
            Neighbourhood::Edge => &[(1, 0), (-1, 0), (0, -1)],
            Neighbourhood::Oppo => &[(0, 1), (2, -1), (-2, -1)],
            Neighbourhood::Same => &[(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)],
            Neighbourhood::Knight => &[(3, 0), (-3, 0), (2, 1), (-2, 1), (1, -2), (-1, -2)],
            Neighbourhood::SideThenPoint => &[(3, 1), (-3, 1), (0, -2)],
            Neighbourhood::PointThenSide => &[(3, -1), (-3, -1), (0, 2)],
            Neighbourhood::TwoPoints => &[(4, 0), (-4, 0), (2, 2), (-2, 2), (2, -2), (-2, -2)],
            Neighbourhood::Far => &[(4, -1), (-4, -1), (3, -2), (-3, -2), (1, 2), (-1, 2)],
        }
    }

    pub fn around(self, cell: Cell) -> Set {
        AROUND[self as usize][cell.index()]
    }

    /// Computes the cells of this neighbourhood, to build the table for [`around`](Neighbourhood::around).
    pub const fn compute(self, cell: Cell) -> Set {
        let steps = self.steps();
        let (mut set, mut step) = (Set::EMPTY, 0);
        while step < steps.len() {
            set = set.with_offset(cell, steps[step].0, flip_ranks(cell, steps[step].1));
            step += 1;
        }
        set
    }
}

/// A way of riding: its steps are repeated up to the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ride {
    Tower,
    Spire,
    Bishop,
    Ninja,
}

impl Ride {
    pub const ALL: [Ride; 4] = [Ride::Tower, Ride::Spire, Ride::Bishop, Ride::Ninja];

    const fn steps(self) -> [&'static [Step]; 6] {
        match self {
            Ride::Tower => {
                [&[(1, 0)], &[(-1, 0)], &[(0, -1), (1, 0)], &[(0, -1), (-1, 0)], &[(1, 0), (0, 1)], &[(-1, 0), (0, 1)]]
            }
            Ride::Spire => [
                &[(0, -1)],
                &[(0, 1)],
                &[(1, 0), (2, 1)],
                &[(-1, 0), (-2, 1)],
                &[(2, -1), (1, 0)],
                &[(-2, -1), (-1, 0)],
            ],
            Ride::Bishop => [&[(2, 0)], &[(-2, 0)], &[(1, 1)], &[(-1, 1)], &[(1, -1)], &[(-1, -1)]],
            Ride::Ninja => [&[(3, 1)], &[(-3, 1)], &[(0, -2)], &[(3, -1)], &[(-3, -1)], &[(0, 2)]],
        }
    }

    /// The six rays from a cell, the nearest cells first. Two of a Tower's may begin with the same cell. [BA-5]
    pub fn rays(self, cell: Cell) -> impl Iterator<Item = &'static [Cell]> {
        RAYS[self as usize][cell.index()].iter().map(|ray| &ray.cells[..ray.length as usize])
    }

    /// The six rays from a cell, each followed by the [`EDGE`].
    #[inline]
    pub(super) fn rays_with_edge(self, cell: Cell) -> [&'static [Cell; MAX_RAY_STEPS + 1]; 6] {
        RAYS[self as usize][cell.index()].each_ref().map(|ray| &ray.cells)
    }

    /// The total number of steps of the six rays from a cell.
    #[inline]
    pub(super) fn total_steps(self, cell: Cell) -> u32 {
        u32::from(RIDES.lengths[self as usize][cell.index()])
    }

    /// The cells from which an unhindered rider reaches this one.
    #[inline]
    pub fn origins(self, cell: Cell) -> Set {
        RIDES.origins[self as usize][cell.index()]
    }

    /// The cells between these two on a rider's path. `None` if no ray leads there.
    ///
    /// If two rays lead there, `from` and `to` are adjacent. [BA-5]
    #[inline]
    pub fn between(self, from: Cell, to: Cell) -> Option<&'static [Cell]> {
        let packed = RIDES.ways[self as usize][from.index()][to.index()];
        let (way, length) = (usize::from(packed >> 5), usize::from(packed & 31));
        RAYS[self as usize][from.index()][way].cells.get(..length.checked_sub(1)?)
    }
}

const MAX_RAY_STEPS: usize = 20;

/// The number of a nonexistent cell. Every ray ends with it.
pub const EDGE: u8 = CELLS as u8;

#[derive(Clone, Copy)]
struct Ray {
    length: u8,
    cells: [Cell; MAX_RAY_STEPS + 1],
}

static AROUND: [[Set; CELLS]; 8] = {
    let mut table = [[Set::EMPTY; CELLS]; 8];
    let mut entry = 0;
    while entry < 8 * CELLS {
        let (group, cell) = (entry / CELLS, entry % CELLS);
        table[group][cell] = Neighbourhood::ALL[group].compute(Cell(cell as u8));
        entry += 1;
    }
    table
};

static RAYS: [[[Ray; 6]; CELLS]; 4] = {
    let mut table = [[[Ray { length: 0, cells: [Cell(EDGE); MAX_RAY_STEPS + 1] }; 6]; CELLS]; 4];
    let mut entry = 0;
    while entry < 4 * CELLS * 6 {
        let (ride, from, way) = (entry / (6 * CELLS), entry / 6 % CELLS, entry % 6);
        table[ride][from][way] = build_ray(Cell(from as u8), Ride::ALL[ride].steps()[way]);
        entry += 1;
    }
    table
};

/// Tables derived from the rays of each way of riding.
struct Rides {
    /// The ray from one cell to another in the upper three bits, the step in the others. 0 if no ray leads there.
    ways: [[[u8; CELLS]; CELLS]; 4],
    origins: [[Set; CELLS]; 4],
    /// Total number of steps of the six rays from a cell.
    lengths: [[u8; CELLS]; 4],
}

static RIDES: Rides = {
    let (mut ways, mut origins) = ([[[0; CELLS]; CELLS]; 4], [[Set::EMPTY; CELLS]; 4]);
    let mut lengths = [[0; CELLS]; 4];
    let mut entry = 0;
    while entry < 4 * CELLS * 6 {
        let (ride, from, way) = (entry / (6 * CELLS), entry / 6 % CELLS, entry % 6);
        let ray = &RAYS[ride][from][way];
        lengths[ride][from] += ray.length;
        let mut step = 0;
        while step < ray.length as usize {
            let target = ray.cells[step].index();
            ways[ride][from][target] = (way as u8) << 5 | (step as u8 + 1);
            origins[ride][target] = origins[ride][target].with(Cell(from as u8));
            step += 1;
        }
        entry += 1;
    }
    Rides { ways, origins, lengths }
};

static SINGLE_CELLS: [Set; CELLS] = {
    let mut table = [Set::EMPTY; CELLS];
    let mut index = 0;
    while index < CELLS {
        table[index] = Set::EMPTY.with(Cell(index as u8));
        index += 1;
    }
    table
};

/// Turns the cells reached from each cell into the cells from which each cell is reached.
pub(super) const fn invert(reached: &[Set; CELLS]) -> [Set; CELLS] {
    let mut table = [Set::EMPTY; CELLS];
    let mut entry = 0;
    while entry < CELLS * 3 {
        let (from, word) = (entry / 3, entry % 3);
        let mut bits = reached[from].0[word];
        while bits != 0 {
            let to = word * 64 + bits.trailing_zeros() as usize;
            table[to] = table[to].with(Cell(from as u8));
            bits &= bits - 1;
        }
        entry += 1;
    }
    table
}

const fn flip_ranks(cell: Cell, ranks: i8) -> i8 {
    if cell.is_up() { ranks } else { -ranks }
}

const fn build_ray(from: Cell, steps: &[Step]) -> Ray {
    let mut ray = Ray { length: 0, cells: [Cell(EDGE); MAX_RAY_STEPS + 1] };
    let mut here = from;
    loop {
        let (files, ranks) = steps[ray.length as usize % steps.len()];
        // A start cell that points down negates the ranks of the complete ray.
        match here.offset(files, flip_ranks(from, ranks)) {
            Some(next) => here = next,
            None => return ray,
        }
        ray.cells[ray.length as usize] = here;
        ray.length += 1;
    }
}
