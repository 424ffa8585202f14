//! Squares, and the lines along which pieces move. Independent of sides.
use crate::kit::grid;

/// Files and ranks of the board. [TF-1]
pub const WIDTH: u8 = 9;
const CELLS: usize = 81;
/// The centre square, e5.
pub const MIDDLE: Square = grid::GridSquare(40);
/// The corners a1, i1, a9, i9.
pub const CORNERS: Set = grid::SquareSet(1 | 1 << 8 | 1 << 72 | 1 << 80);
/// The gold squares: corners and centre. [TF-1]
pub const GOLD: Set = grid::SquareSet(CORNERS.0 | 1 << 40);

pub type Square = grid::GridSquare<WIDTH>;
pub type Set = grid::SquareSet<WIDTH>;

impl Square {
    pub fn is_gold(self) -> bool {
        GOLD.contains(self)
    }

    /// The next square in a direction. `None` beyond the edge.
    pub fn neighbour(self, way: Direction) -> Option<Square> {
        NEXT[way as usize][self.0 as usize]
    }
}

/// The four directions along rank and file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The direction from one square to another on the same rank or file.
    pub fn between(from: Square, to: Square) -> Option<Direction> {
        match (from.file().cmp(&to.file()), from.rank().cmp(&to.rank())) {
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Some(Direction::North),
            (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Some(Direction::East),
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Some(Direction::South),
            (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Some(Direction::West),
            (..) => None,
        }
    }
}

static NEXT: [[Option<Square>; CELLS]; 4] = {
    let mut table = [[None; CELLS]; 4];
    let mut index = 0;
    while index < CELLS {
        let (file, rank) = (index as u8 % WIDTH, index as u8 / WIDTH);
        table[0][index] = Square::from_file_rank(file, rank + 1);
        table[1][index] = Square::from_file_rank(file + 1, rank);
        table[2][index] = Square::from_file_rank(file, rank.wrapping_sub(1));
        table[3][index] = Square::from_file_rank(file.wrapping_sub(1), rank);
        index += 1;
    }
    table
};

/// Squares seen from a place on a line of nine, by the occupied places: empty squares, and the first piece each way.
static LINE_SIGHT: [[u16; 512]; WIDTH as usize] = {
    let mut table = [[0; 512]; WIDTH as usize];
    let mut entry = 0;
    while entry < 9 * 512 {
        let (place, occupied) = (entry / 512, entry % 512);
        let mut seen = 0;
        let mut up = place + 1;
        while up < 9 {
            seen |= 1 << up;
            up = if occupied >> up & 1 == 1 { 9 } else { up + 1 };
        }
        let mut down = place;
        while down > 0 {
            down -= 1;
            seen |= 1 << down;
            down = if occupied >> down & 1 == 1 { 0 } else { down };
        }
        table[place][occupied] = seen;
        entry += 1;
    }
    table
};

/// A row of nine bits as a set of squares along the first file.
static FILE_BITS: [u128; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut bit = 0;
        while bit < 9 {
            table[row] |= (row as u128 >> bit & 1) << (bit * 9);
            bit += 1;
        }
        row += 1;
    }
    table
};

static NEIGHBOURS: [Set; CELLS] = {
    let mut table = [Set::EMPTY; CELLS];
    let mut index = 0;
    while index < CELLS {
        table[index] = grid::SquareSet(1 << index).neighbours();
        index += 1;
    }
    table
};

#[inline]
pub fn neighbours(square: Square) -> Set {
    NEIGHBOURS[square.index()]
}

impl Set {
    pub const fn xor(self, other: Set) -> Set {
        grid::SquareSet(self.0 ^ other.0)
    }
    /// Shifts the set one square in a direction. Squares off the board are dropped.
    pub const fn shifted(self, way: Direction) -> Set {
        match way {
            Direction::North => grid::SquareSet(self.0 << WIDTH & BOARD),
            Direction::South => grid::SquareSet(self.0 >> WIDTH),
            Direction::East => grid::SquareSet(self.0 << 1 & BOARD & !FIRST_FILE),
            Direction::West => grid::SquareSet((self.0 & !FIRST_FILE) >> 1),
        }
    }
    pub const fn neighbours(self) -> Set {
        let upright = self.shifted(Direction::North).union(self.shifted(Direction::South));
        upright.union(self.shifted(Direction::East)).union(self.shifted(Direction::West))
    }
    /// The squares of a rank as bits, the first file lowest.
    pub const fn rank_bits(self, rank: u8) -> u16 {
        (self.0 >> (rank * WIDTH)) as u16 & 511
    }
    /// The squares of a file as bits, the first rank lowest.
    pub const fn file_bits(self, file: u8) -> u16 {
        let on_first_file = self.0 >> file;
        // Squares are nine bits apart. The product packs the first eight together without overlap.
        let eight = (on_first_file as u64 & 0x8040_2010_0804_0201).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        eight as u16 | ((on_first_file >> 72) as u16 % 2) << 8
    }
}

/// The outermost squares.
pub const EDGE: Set = grid::SquareSet(FIRST_FILE | FIRST_FILE << 8 | 0x1FF | 0x1FF << 72);
/// The squares that block a corner best: b2, c1 and a3, and likewise at every corner.
pub const CORNER_GUARDS: Set = grid::SquareSet(
    1 << 10 | 1 << 2 | 1 << 18 | 1 << 16 | 1 << 6 | 1 << 26 | 1 << 64 | 1 << 74 | 1 << 54 | 1 << 70 | 1 << 78 | 1 << 62,
);
const BOARD: u128 = (1 << CELLS) - 1;
const FIRST_FILE: u128 = 0x100_8040_2010_0804_0201;

/// Squares visible to a piece on `from` along rank and file: empty squares, and the first piece each way.
#[inline]
pub fn visible_from(from: Square, occupied: Set) -> Set {
    let (file, rank) = (from.file(), from.rank());
    let (level, upright) =
        (visible_on_line(file, occupied.rank_bits(rank)), visible_on_line(rank, occupied.file_bits(file)));
    grid::SquareSet(u128::from(level) << (rank * WIDTH) | FILE_BITS[upright as usize] << file)
}

/// The empty squares that a piece on `from` reaches along rank and file, including gold ones. [TF-5]
#[inline]
pub fn reach(from: Square, occupied: Set) -> Set {
    visible_from(from, occupied).difference(occupied)
}

/// The squares strictly between two on one rank or file, the nearest to `from` first.
pub fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let way = Direction::between(from, to);
    let next = move |square: &Square| square.neighbour(way?).filter(|square| *square != to);
    std::iter::successors(next(&from), next)
}

#[inline]
pub fn visible_on_line(place: u8, occupied: u16) -> u16 {
    LINE_SIGHT[place as usize][occupied as usize & 511]
}

/// The squares on a rank or file with a gold square.
pub const GOLD_LINES: Set = EDGE.union(grid::SquareSet(0x1FF << 36 | FIRST_FILE << 4));
