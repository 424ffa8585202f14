//! Square boards: squares, and sets of them.
use std::fmt;

use super::text::{as_name, file_and_rank};

/// A square of a board with `WIDTH` files and ranks, numbered along the ranks from a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square<const WIDTH: u8>(pub(crate) u8);

impl<const WIDTH: u8> Square<WIDTH> {
    /// The square of a file and a rank, both from 0. `None` off the board.
    pub const fn at(file: u8, rank: u8) -> Option<Square<WIDTH>> {
        if file < WIDTH && rank < WIDTH { Some(Square(rank * WIDTH + file)) } else { None }
    }

    /// The square of a name such as `e5`.
    pub fn named(name: &str) -> Option<Square<WIDTH>> {
        let (file, rank) = file_and_rank(name)?;
        Square::at(file, rank.checked_sub(1)?)
    }

    /// Every square, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square<WIDTH>> {
        (0..WIDTH * WIDTH).map(Square)
    }

    /// The squares of a rank, from the first file on.
    pub fn of_rank(rank: u8) -> impl Iterator<Item = Square<WIDTH>> {
        (0..WIDTH).filter_map(move |file| Square::at(file, rank))
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

impl<const WIDTH: u8> fmt::Display for Square<WIDTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

as_name!(Square<WIDTH>, "square", const WIDTH: u8);

/// A set of squares of a board with at most 128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set<const WIDTH: u8>(pub(crate) u128);

impl<const WIDTH: u8> Set<WIDTH> {
    pub const EMPTY: Set<WIDTH> = Set(0);

    pub const fn of(square: Square<WIDTH>) -> Set<WIDTH> {
        Set(1 << square.0)
    }
    pub const fn with(self, square: Square<WIDTH>) -> Set<WIDTH> {
        self.or(Set::of(square))
    }
    pub const fn has(self, square: Square<WIDTH>) -> bool {
        self.0 >> square.0 & 1 == 1
    }
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    pub const fn or(self, other: Set<WIDTH>) -> Set<WIDTH> {
        Set(self.0 | other.0)
    }
    pub const fn and(self, other: Set<WIDTH>) -> Set<WIDTH> {
        Set(self.0 & other.0)
    }
    pub const fn without(self, other: Set<WIDTH>) -> Set<WIDTH> {
        Set(self.0 & !other.0)
    }
    pub const fn words(self) -> (u64, u64) {
        (self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl<const WIDTH: u8> Iterator for Set<WIDTH> {
    type Item = Square<WIDTH>;

    #[inline]
    fn next(&mut self) -> Option<Square<WIDTH>> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl<const WIDTH: u8> FromIterator<Square<WIDTH>> for Set<WIDTH> {
    fn from_iter<I: IntoIterator<Item = Square<WIDTH>>>(squares: I) -> Set<WIDTH> {
        squares.into_iter().fold(Set::EMPTY, Set::with)
    }
}

impl<const WIDTH: u8> fmt::Debug for Set<WIDTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
