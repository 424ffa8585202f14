//! Squares, directions and tiles.
use serde::{Deserialize, Serialize};

use super::side::Side;
use crate::kit::grid;

/// Files and ranks of the board. [CS-1]
pub const WIDTH: u8 = 10;
pub const SQUARES: usize = 100;

pub type Square = grid::GridSquare<WIDTH>;
pub type Set = grid::SquareSet<WIDTH>;

impl Square {
    /// The next square in a direction. `None` beyond the edge.
    #[inline]
    pub fn neighbour(self, way: Direction) -> Option<Square> {
        NEXT[way as usize][self.0 as usize]
    }

    /// Computes the next square in a direction, to build the table for [`neighbour`](Square::neighbour).
    pub(super) const fn compute_neighbour(self, way: Direction) -> Option<Square> {
        let (files, ranks) = way.offsets();
        Square::from_file_rank(self.file().wrapping_add_signed(files), self.rank().wrapping_add_signed(ranks))
    }

    /// The up to eight squares around it.
    pub fn around(self) -> impl Iterator<Item = Square> {
        Direction::ALL.into_iter().filter_map(move |way| self.neighbour(way))
    }

    /// The number of steps between two squares, straight or diagonal.
    pub fn distance(self, other: Square) -> u8 {
        self.file().abs_diff(other.file()).max(self.rank().abs_diff(other.rank()))
    }

    /// The number of steps to the nearest of the four central squares.
    pub fn steps_to_middle(self) -> u8 {
        let away = |line: u8| (WIDTH - 1).abs_diff(2 * line) / 2;
        away(self.file()).max(away(self.rank()))
    }
}

static NEXT: [[Option<Square>; SQUARES]; 8] = {
    let mut table = [[None; SQUARES]; 8];
    let mut entry = 0;
    while entry < 8 * SQUARES {
        let (way, at) = (entry / SQUARES, entry % SQUARES);
        table[way][at] = grid::GridSquare::<WIDTH>(at as u8).compute_neighbour(Direction::ALL[way]);
        entry += 1;
    }
    table
};

/// The squares one step away: for each side those that are not backward, then all of them.
static AROUND: [[Set; SQUARES]; 3] = {
    let mut table = [[Set::EMPTY; SQUARES]; 3];
    let mut entry = 0;
    while entry < SQUARES * 8 {
        let (at, way) = (entry / 8, Direction::ALL[entry % 8]);
        if let Some(next) = grid::GridSquare::<WIDTH>(at as u8).compute_neighbour(way) {
            table[2][at] = table[2][at].with(next);
            let mut side = 0;
            while side < 2 {
                if !way.is_backward(Side::BOTH[side]) {
                    table[side][at] = table[side][at].with(next);
                }
                side += 1;
            }
        }
        entry += 1;
    }
    table
};

pub fn around(at: Square) -> Set {
    AROUND[2][at.index()]
}

/// The squares one step away that are not backward for this side.
pub(super) fn around_not_backward(side: Side, at: Square) -> Set {
    AROUND[side as usize][at.index()]
}

/// A direction. North is towards rank 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// Files and ranks of one step.
    pub const fn offsets(self) -> (i8, i8) {
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][self as usize]
    }

    pub fn opposite(self) -> Direction {
        let (files, ranks) = self.offsets();
        Direction::from_offsets(-files, -ranks).unwrap_or(self)
    }

    /// The direction of this many files and ranks, if it is straight or diagonal.
    pub fn from_offsets(files: i8, ranks: i8) -> Option<Direction> {
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let wanted = (files.signum(), ranks.signum());
        Direction::ALL.into_iter().find(|way| straight && way.offsets() == wanted)
    }

    /// The direction from one square to another in a straight line.
    pub fn between(from: Square, to: Square) -> Option<Direction> {
        Direction::from_offsets(to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
    }

    pub const fn is_diagonal(self) -> bool {
        let (files, ranks) = self.offsets();
        files != 0 && ranks != 0
    }

    /// Whether a step in this direction has a backward part for a side. [CS-7]
    pub const fn is_backward(self, side: Side) -> bool {
        self.offsets().1 * side.forward() < 0
    }

    /// The letter of a side of a square: `n`, `e`, `s`, `w`.
    pub const fn letter(self) -> Option<char> {
        if self.is_diagonal() { None } else { Some(['n', 'e', 's', 'w'][self as usize / 2]) }
    }

    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|way| way.letter() == Some(letter))
    }
}

/// A tile on a square. [CS-2]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tile {
    Wall,
    /// A tunnel along the file.
    AlongFile,
    /// A tunnel along the rank.
    AlongRank,
}

impl Tile {
    pub const fn letter(self) -> char {
        ['#', '|', '-'][self as usize]
    }

    pub fn from_letter(letter: char) -> Option<Tile> {
        [Tile::Wall, Tile::AlongFile, Tile::AlongRank].into_iter().find(|tile| tile.letter() == letter)
    }

    /// The tunnel along a direction. `None` for a diagonal.
    pub const fn tunnel(way: Direction) -> Option<Tile> {
        match way.offsets() {
            (0, _) => Some(Tile::AlongFile),
            (_, 0) => Some(Tile::AlongRank),
            (..) => None,
        }
    }

    /// Whether a piece that cannot dig may step in this direction into or out of it. [CS-17]
    pub fn is_passable(self, way: Direction) -> bool {
        Tile::tunnel(way) == Some(self)
    }
}
