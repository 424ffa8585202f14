//! A board as everybody sees it: cells, men, the last move, who could be captured. It knows no rule.
use serde::Serialize;

use boards::Sided;

/// A board and what stands on it, as one reader may know it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diagram {
    pub title: String,
    /// Whose turn it is, or how the game has ended.
    pub says: String,
    pub shape: Shape,
    /// Tiles and men face down take room in every square, whether or not there are any now.
    #[serde(skip)]
    pub is_wide: bool,
    pub sides: [(String, Paint); 2],
    /// In the order of ranks, then of files.
    pub spots: Vec<Spot>,
    /// What is told under the board: reserves, captives, material.
    pub notes: Vec<String>,
}

/// The shape of every cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    Squares,
    /// Of equal sides, each file half a side further right than the one before it.
    Triangles,
}

/// One cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    pub id: String,
    /// From 0.
    pub file: u8,
    pub rank: u8,
    pub ground: Ground,
    pub man: Option<Figure>,
    /// The last move began or ended here.
    pub last: bool,
    /// The man here could be captured by the next move of the other side.
    pub threatened: bool,
}

/// What a cell is.
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

/// A man as the reader knows him.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Figure {
    pub side: Whose,
    /// As positions write it.
    pub letter: char,
    /// As a terminal shows it that knows more than ASCII.
    pub sign: char,
    pub down: bool,
}

/// Whose a man is, in the order of [`Diagram::sides`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "u8")]
pub enum Whose {
    First,
    Second,
}

impl From<Whose> for u8 {
    fn from(whose: Whose) -> u8 {
        whose as u8
    }
}

/// What a side's men look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Paint {
    Black,
    White,
    Red,
    Coal,
    Steel,
}

impl Diagram {
    /// The same board without men, for the table.
    pub fn bare(&self) -> Diagram {
        let empty = |spot: &Spot| Spot { man: None, last: false, threatened: false, ..spot.clone() };
        Diagram { spots: self.spots.iter().map(empty).collect(), notes: Vec::new(), ..self.clone() }
    }

    /// How many files and ranks the board has.
    pub fn size(&self) -> (u8, u8) {
        let most = |of: fn(&Spot) -> u8| self.spots.iter().map(of).max().map_or(0, |most| most + 1);
        (most(|spot| spot.file), most(|spot| spot.rank))
    }

    pub fn at(&self, file: u8, rank: u8) -> Option<&Spot> {
        self.spots.iter().find(|spot| (spot.file, spot.rank) == (file, rank))
    }
}

impl Figure {
    /// A man whose letter is also his sign.
    pub fn lettered(side: impl Sided, letter: char) -> Figure {
        let side = [Whose::First, Whose::Second][side.index()];
        Figure { side, letter, sign: letter, down: false }
    }
}

/// The letter of a file counted from 0.
pub fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}
