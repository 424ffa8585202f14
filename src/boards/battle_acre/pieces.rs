//! Kinds of pieces, and how each kind moves.
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{CELLS, Cell, Crooked, Neighbourhood, PawnCapture, Ride, Rules, Set, Side, invert, rules};
use play::Rule;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Queen,
    Archbishop,
    Tower,
    Duke,
    Spire,
    Bishop,
    Marquess,
    Champion,
    Guard,
    Ninja,
    Earl,
    Viscount,
    Pawn,
    King,
}

impl Kind {
    pub const ALL: [Kind; 14] = {
        let mut all = [Kind::Queen; 14];
        let mut index = 0;
        while index < 14 {
            all[index] = CHART[index].0;
            index += 1;
        }
        all
    };
    /// The kinds to which a pawn may promote. [BA-23]
    pub const PROMOTIONS: &'static [Kind] = Kind::ALL.split_at(12).0;

    /// Its capital letter in the notation. [BA-30]
    pub const fn letter(self) -> char {
        CHART[self as usize].1
    }

    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// Its value in half pawns. The king has none. [BA-28]
    pub const fn half_points(self) -> i32 {
        CHART[self as usize].2
    }

    /// How many of them a side has at the start. [BA-27]
    pub(super) const fn initial_count(self) -> u32 {
        CHART[self as usize].3
    }

    /// The paragraph about its moves.
    pub const fn rule(self) -> Rule {
        CHART[self as usize].4
    }

    pub const fn rides(self) -> &'static [Ride] {
        match self {
            Kind::Queen => &[Ride::Tower, Ride::Ninja],
            Kind::Archbishop => &[Ride::Spire, Ride::Bishop],
            Kind::Tower => &[Ride::Tower],
            Kind::Spire => &[Ride::Spire],
            Kind::Bishop => &[Ride::Bishop],
            Kind::Ninja => &[Ride::Ninja],
            Kind::Duke | Kind::Marquess | Kind::Champion | Kind::Guard | Kind::Earl | Kind::Viscount => &[],
            Kind::Pawn | Kind::King => &[],
        }
    }

    /// The neighbourhoods that it steps or leaps to, across other pieces.
    pub const fn leaps(self, crooked: Crooked) -> &'static [Neighbourhood] {
        use Neighbourhood::{Edge, Far, Knight, Oppo, PointThenSide, Same, SideThenPoint, TwoPoints};
        match (self, crooked) {
            (Kind::King | Kind::Guard, _) => &[Edge, Oppo, Same],
            (Kind::Champion, _) => &[Edge, SideThenPoint, PointThenSide, TwoPoints],
            (Kind::Earl, Crooked::Literal) => &[Knight, SideThenPoint],
            (Kind::Viscount, Crooked::Literal) => &[Knight, PointThenSide],
            (Kind::Marquess, Crooked::Literal) => &[Knight, SideThenPoint, PointThenSide],
            (Kind::Duke, Crooked::Literal) => &[Knight, SideThenPoint, PointThenSide, Edge, Oppo, Same],
            (Kind::Earl, Crooked::Strict | Crooked::Split) => &[Knight],
            (Kind::Viscount | Kind::Marquess, Crooked::Strict) => &[Knight],
            (Kind::Duke, Crooked::Strict) => &[Knight, Edge, Oppo, Same],
            (Kind::Viscount, Crooked::Split) => &[Far],
            (Kind::Marquess, Crooked::Split) => &[Knight, Far],
            (Kind::Duke, Crooked::Split) => &[Knight, Far, Edge, Oppo, Same],
            (Kind::Earl, Crooked::SpirePoint) => &[Same, SideThenPoint],
            (Kind::Viscount, Crooked::SpirePoint) => &[Same, PointThenSide],
            (Kind::Marquess, Crooked::SpirePoint) => &[Same, SideThenPoint, PointThenSide],
            (Kind::Duke, Crooked::SpirePoint) => &[Same, SideThenPoint, PointThenSide, Edge, Oppo],
            (Kind::Queen | Kind::Archbishop | Kind::Tower | Kind::Spire | Kind::Bishop | Kind::Ninja, _) => &[],
            (Kind::Pawn, _) => &[],
        }
    }

    #[inline]
    pub fn leap_targets(self, rules: &Rules, cell: Cell) -> Set {
        LEAPS[rules.crooked as usize][self as usize][cell.index()]
    }

    #[inline]
    pub fn leap_origins(self, rules: &Rules, cell: Cell) -> Set {
        LEAPS_TO[rules.crooked as usize][self as usize][cell.index()]
    }

    /// The cells it reaches from `cell` on an empty board. Not for pawns.
    pub fn reach(self, rules: &Rules, cell: Cell) -> Set {
        let ridden = self.rides().iter().flat_map(|ride| ride.rays(cell)).flatten();
        ridden.fold(self.leap_targets(rules, cell), |cells, next| cells.with_fast(*next))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The name of a kind is its identifier.
        f.pad(&format!("{self:?}"))
    }
}

/// Every kind: its letter, its value in half pawns, the number a side starts with, and the paragraph about its moves.
const CHART: [(Kind, char, i32, u32, Rule); 14] = [
    (Kind::Queen, 'Q', 28, 1, rules::QUEEN),
    (Kind::Archbishop, 'A', 24, 1, rules::ARCHBISHOP),
    (Kind::Tower, 'T', 22, 2, rules::TOWER),
    (Kind::Duke, 'D', 17, 2, rules::DUKE),
    (Kind::Spire, 'S', 13, 2, rules::SPIRE),
    (Kind::Bishop, 'B', 11, 4, rules::BISHOP),
    (Kind::Marquess, 'M', 10, 2, rules::MARQUESS),
    (Kind::Champion, 'C', 8, 2, rules::CHAMPION),
    (Kind::Guard, 'G', 7, 2, rules::GUARD),
    (Kind::Ninja, 'N', 6, 4, rules::NINJA),
    (Kind::Earl, 'E', 5, 2, rules::EARL),
    (Kind::Viscount, 'V', 5, 2, rules::VISCOUNT),
    (Kind::Pawn, 'P', 2, 13, rules::PAWN_STEP),
    (Kind::King, 'K', 0, 1, rules::KING),
];

/// For each way of riding, the two kinds that ride so.
pub const RIDERS: [(Ride, Kind, Kind); 4] = [
    (Ride::Tower, Kind::Tower, Kind::Queen),
    (Ride::Spire, Kind::Spire, Kind::Archbishop),
    (Ride::Bishop, Kind::Bishop, Kind::Archbishop),
    (Ride::Ninja, Kind::Ninja, Kind::Queen),
];

/// Cells that a kind steps or leaps to, by the interpretation of "crooked".
static LEAPS: [[[Set; CELLS]; 14]; 4] = {
    let mut table = [[[Set::EMPTY; CELLS]; 14]; 4];
    let mut entry = 0;
    while entry < 4 * 14 * CELLS {
        let (crooked, kind, cell) = (entry / (14 * CELLS), entry / CELLS % 14, entry % CELLS);
        let groups = Kind::ALL[kind].leaps(Crooked::ALL[crooked]);
        let mut group = 0;
        while group < groups.len() {
            table[crooked][kind][cell] =
                table[crooked][kind][cell].or(groups[group].compute(Cell::from_index(cell as u8)));
            group += 1;
        }
        entry += 1;
    }
    table
};

/// Cells from which a kind steps or leaps to a cell, by the interpretation of "crooked".
static LEAPS_TO: [[[Set; CELLS]; 14]; 4] = {
    let mut table = [[[Set::EMPTY; CELLS]; 14]; 4];
    let mut entry = 0;
    while entry < 4 * 14 {
        table[entry / 14][entry % 14] = invert(&LEAPS[entry / 14][entry % 14]);
        entry += 1;
    }
    table
};

/// Cells from which a piece of either side may attack a cell without riding, by the interpretation of "crooked".
static NEAR: [[Set; CELLS]; 4] = {
    let mut table = [[Set::EMPTY; CELLS]; 4];
    let mut entry = 0;
    while entry < 4 * CELLS {
        let (crooked, cell) = (entry / CELLS, entry % CELLS);
        let [[white, red], [wide_white, wide_red]] = &PAWN_CAPTURERS;
        let mut near = white[cell].or(red[cell]).or(wide_white[cell]).or(wide_red[cell]);
        let mut kind = 0;
        while kind < 14 {
            near = near.or(LEAPS_TO[crooked][kind][cell]);
            kind += 1;
        }
        table[crooked][cell] = near;
        entry += 1;
    }
    table
};

/// Cells from which a piece may attack this one without riding. May include a few more, as for the other switches.
#[inline]
pub fn near_origins(rules: &Rules, cell: Cell) -> Set {
    NEAR[rules.crooked as usize][cell.index()]
}

/// The cells a pawn captures on: one rank forward through a point, never straight ahead. [BA-21, BA-R3]
pub fn pawn_captures(rules: &Rules, side: Side, cell: Cell) -> Set {
    PAWN_CAPTURES[rules.pawn_capture as usize][side as usize][cell.index()]
}

/// The cells a pawn captures on, by the switch `pawn_capture`, the side and its cell.
static PAWN_CAPTURES: [[[Set; CELLS]; 2]; 2] = {
    let mut table = [[[Set::EMPTY; CELLS]; 2]; 2];
    let mut entry = 0;
    while entry < 2 * CELLS {
        let (side, index) = (entry / CELLS, entry % CELLS);
        let (cell, forward) = (Cell::from_index(index as u8), Side::BOTH[side].forward());
        let near = Set::EMPTY.with_offset(cell, -1, forward).with_offset(cell, 1, forward);
        // A wide capture goes through a point only if the pawn's cell points backward.
        let wide = cell.is_up() == (side == Side::Red as usize);
        table[PawnCapture::Diagonal as usize][side][index] = near;
        table[PawnCapture::AllPointsNotStraight as usize][side][index] =
            if wide { near.with_offset(cell, -2, forward).with_offset(cell, 2, forward) } else { near };
        entry += 1;
    }
    table
};

/// The cells from which a pawn of `side` captures on this one.
pub fn pawn_capturers(rules: &Rules, side: Side, cell: Cell) -> Set {
    PAWN_CAPTURERS[rules.pawn_capture as usize][side as usize][cell.index()]
}

static PAWN_CAPTURERS: [[[Set; CELLS]; 2]; 2] = {
    let [[white, red], [wide_white, wide_red]] = &PAWN_CAPTURES;
    [[invert(white), invert(red)], [invert(wide_white), invert(wide_red)]]
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    pub side: Side,
    pub kind: Kind,
}

impl Piece {
    /// Upper case for White, lower case for Red. [BA-30]
    pub fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Red => self.kind.letter().to_ascii_lowercase(),
        }
    }

    pub fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Red };
        Kind::from_letter(letter).map(|kind| Piece { side, kind })
    }
}

/// The contents of a cell in one byte: 0 if empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellContent(u8);

/// The piece for each byte of a [`CellContent`].
static PIECES_BY_BYTE: [Option<Piece>; 30] = {
    let mut table = [None; 30];
    let mut code = 0;
    while code < 28 {
        table[code + 1] = Some(Piece { side: Side::BOTH[code / 14], kind: Kind::ALL[code % 14] });
        code += 1;
    }
    table
};

impl CellContent {
    pub const EMPTY: CellContent = CellContent(0);
    /// Beyond the edge of the board.
    pub const EDGE: CellContent = CellContent(29);

    #[inline]
    pub fn from_piece(piece: Piece) -> CellContent {
        CellContent(1 + piece.side as u8 * 14 + piece.kind as u8)
    }
    #[inline]
    pub fn piece(self) -> Option<Piece> {
        PIECES_BY_BYTE[usize::from(self.0)]
    }
    /// Whether a piece of this side is on the cell.
    #[inline]
    pub fn is_of(self, side: Side) -> bool {
        match side {
            Side::White => (1..=14).contains(&self.0),
            Side::Red => (15..=28).contains(&self.0),
        }
    }
}
