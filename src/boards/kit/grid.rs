//! Square boards: squares, and sets of them.
use std::fmt;

use super::text::{as_name, file_and_rank};

/// A square of a board with `WIDTH` files and ranks, numbered along the ranks from a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridSquare<const WIDTH: u8>(pub(crate) u8);

impl<const WIDTH: u8> GridSquare<WIDTH> {
    /// The square of a file and a rank, both from 0. `None` off the board.
    pub const fn from_file_rank(file: u8, rank: u8) -> Option<GridSquare<WIDTH>> {
        if file < WIDTH && rank < WIDTH { Some(GridSquare(rank * WIDTH + file)) } else { None }
    }

    /// The square of a name such as `e5`.
    pub fn from_name(name: &str) -> Option<GridSquare<WIDTH>> {
        let (file, rank) = file_and_rank(name)?;
        GridSquare::from_file_rank(file, rank.checked_sub(1)?)
    }

    /// Every square, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = GridSquare<WIDTH>> {
        (0..WIDTH * WIDTH).map(GridSquare)
    }

    /// The squares of a rank (from 0), from the first file on.
    pub fn of_rank(rank: u8) -> impl Iterator<Item = GridSquare<WIDTH>> {
        (0..WIDTH).filter_map(move |file| GridSquare::from_file_rank(file, rank))
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
    pub const fn file(self) -> u8 {
        self.0 % WIDTH
    }
    /// From 0.
    pub const fn rank(self) -> u8 {
        self.0 / WIDTH
    }
}

impl<const WIDTH: u8> fmt::Display for GridSquare<WIDTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

as_name!(GridSquare<WIDTH>, "square", const WIDTH: u8);

/// A set of squares of a board with at most 128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet<const WIDTH: u8>(pub(crate) u128);

impl<const WIDTH: u8> SquareSet<WIDTH> {
    pub const EMPTY: SquareSet<WIDTH> = SquareSet(0);

    pub const fn single(square: GridSquare<WIDTH>) -> SquareSet<WIDTH> {
        SquareSet(1 << square.0)
    }
    pub const fn with(self, square: GridSquare<WIDTH>) -> SquareSet<WIDTH> {
        self.union(SquareSet::single(square))
    }
    pub const fn contains(self, square: GridSquare<WIDTH>) -> bool {
        self.0 >> square.0 & 1 == 1
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    pub const fn union(self, other: SquareSet<WIDTH>) -> SquareSet<WIDTH> {
        SquareSet(self.0 | other.0)
    }
    pub const fn intersection(self, other: SquareSet<WIDTH>) -> SquareSet<WIDTH> {
        SquareSet(self.0 & other.0)
    }
    pub const fn difference(self, other: SquareSet<WIDTH>) -> SquareSet<WIDTH> {
        SquareSet(self.0 & !other.0)
    }
    pub const fn words(self) -> (u64, u64) {
        (self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl<const WIDTH: u8> Iterator for SquareSet<WIDTH> {
    type Item = GridSquare<WIDTH>;

    #[inline]
    fn next(&mut self) -> Option<GridSquare<WIDTH>> {
        if self.0 == 0 {
            return None;
        }
        let square = GridSquare(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl<const WIDTH: u8> FromIterator<GridSquare<WIDTH>> for SquareSet<WIDTH> {
    fn from_iter<I: IntoIterator<Item = GridSquare<WIDTH>>>(squares: I) -> SquareSet<WIDTH> {
        squares.into_iter().fold(SquareSet::EMPTY, SquareSet::with)
    }
}

impl<const WIDTH: u8> fmt::Debug for SquareSet<WIDTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
