//! A board as one reader may see it: cells, pieces, the last move, threatened pieces. It uses no rules.
use serde::Serialize;

use boards::Sided;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diagram {
    pub title: String,
    /// The side to move, or the result.
    pub says: String,
    pub shape: Shape,
    /// Whether every square reserves room for tiles and face-down marks, even without any now.
    #[serde(skip)]
    pub is_wide: bool,
    pub sides: [(String, PieceColour); 2],
    /// By rank, then by file.
    pub spots: Vec<Spot>,
    /// Lines below the board: reserves, captives, material.
    pub notes: Vec<String>,
}

/// The shape of every cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    Squares,
    /// Equilateral triangles. Each file is half a side further right than the one before it.
    Triangles,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    pub id: String,
    /// Counted from 0.
    pub file: u8,
    pub rank: u8,
    pub ground: Ground,
    pub piece: Option<PieceView>,
    /// Whether the last move began or ended here.
    pub last: bool,
    /// Whether the other side's next move could capture the piece here.
    pub threatened: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    Plain,
    /// A triangle whose point looks toward the last rank.
    PointUp,
    PointDown,
    Gold,
    Wall,
    TunnelAlongFile,
    TunnelAlongRank,
}

/// A piece as the reader knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PieceView {
    pub side: PieceSide,
    /// The letter that positions use.
    pub letter: char,
    /// The sign that a terminal shows if it supports more than ASCII.
    pub sign: char,
    pub down: bool,
}

/// The owner of a piece, in the order of [`Diagram::sides`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "u8")]
pub enum PieceSide {
    First,
    Second,
}

impl From<PieceSide> for u8 {
    fn from(side: PieceSide) -> u8 {
        side as u8
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceColour {
    Black,
    White,
    Red,
    Coal,
    Steel,
}

impl Diagram {
    pub fn without_pieces(&self) -> Diagram {
        let empty = |spot: &Spot| Spot { piece: None, last: false, threatened: false, ..spot.clone() };
        Diagram { spots: self.spots.iter().map(empty).collect(), notes: Vec::new(), ..self.clone() }
    }

    /// Returns the numbers of files and ranks.
    pub fn size(&self) -> (u8, u8) {
        let count = |coordinate: fn(&Spot) -> u8| self.spots.iter().map(coordinate).max().map_or(0, |most| most + 1);
        (count(|spot| spot.file), count(|spot| spot.rank))
    }

    pub fn spot_at(&self, file: u8, rank: u8) -> Option<&Spot> {
        self.spots.iter().find(|spot| (spot.file, spot.rank) == (file, rank))
    }
}

impl PieceView {
    /// Returns a piece whose letter is also its sign.
    pub fn from_letter(side: impl Sided, letter: char) -> PieceView {
        let side = [PieceSide::First, PieceSide::Second][side.index()];
        PieceView { side, letter, sign: letter, down: false }
    }
}

/// Returns the letter of a file counted from 0.
pub fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}
