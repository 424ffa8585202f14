//! Pieces on the board, the side to move and what it may do: moves, check and castling.
use super::{
    CELLS, Cell, CellContent, Kind, Piece, Promotion, RIDERS, Ride, Rules, Set, Side, near_origins, pawn_capturers,
    pawn_captures,
};
use crate::kit::PerSide;

/// A position. One that was read is legal, with one king a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The contents of each cell, followed by the edge.
    pub(super) cells: [CellContent; CELLS + 1],
    pub(super) kinds: [Set; 14],
    pub(super) sides: PerSide<Set>,
    pub(super) to_move: Side,
    pub(super) rights: Rights,
    /// The cell that a pawn has just passed over. [BA-22]
    pub(super) en_passant: Option<Cell>,
    /// Moves by either side since the last capture or pawn move.
    pub(super) half_moves: u16,
    /// The move number, from 1. It increases after Red's moves.
    pub(super) number: u16,
}

/// The spires with which the kings may still castle: a bit for each, in the order of [`ALL`](Rights::ALL).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights(pub(super) u8);

impl Rights {
    /// Letters of the rights in a position's text, with side and cell of the spire. [BA-25]
    pub const ALL: [(char, Side, &'static str); 4] =
        [('H', Side::White, "h1"), ('N', Side::White, "n1"), ('h', Side::Red, "h12"), ('n', Side::Red, "n12")];

    pub fn has(self, letter: char) -> bool {
        Rights::ALL.iter().zip(0..).any(|((known, ..), bit)| *known == letter && self.0 >> bit & 1 == 1)
    }

    /// Adds a right. Returns whether the letter is known.
    pub(super) fn grant(&mut self, letter: char) -> bool {
        let bit = Rights::ALL.iter().position(|(known, ..)| *known == letter);
        self.0 |= bit.map_or(0, |bit| 1 << bit);
        bit.is_some()
    }

    /// Removes the right that is lost when a piece leaves this cell or is captured there.
    #[inline]
    pub(super) fn revoke_for_cell(&mut self, cell: Cell) {
        self.0 &= RIGHTS_KEPT[cell.index()];
    }

    pub(super) fn revoke_for_side(&mut self, side: Side) {
        self.0 &= match side {
            Side::White => 0b1100,
            Side::Red => 0b0011,
        };
    }
}

/// Home cells of the spires, in the order of the rights.
const SPIRE_HOMES: [Option<Cell>; 4] = [
    Cell::from_file_rank(7, 1),
    Cell::from_file_rank(13, 1),
    Cell::from_file_rank(7, 12),
    Cell::from_file_rank(13, 12),
];

/// The rights that remain when a piece leaves a cell or is captured there.
static RIGHTS_KEPT: [u8; CELLS] = {
    let mut remaining = [0b1111; CELLS];
    let mut bit = 0;
    while bit < 4 {
        if let Some(home) = SPIRE_HOMES[bit] {
            remaining[home.index()] &= !(1 << bit);
        }
        bit += 1;
    }
    remaining
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Go { from: Cell, to: Cell, promotion: Option<Kind> },
    Castle { king: Cell, spire: Cell },
}

/// The reason why castling is not allowed. [BA-R5] `RightLost`: the king or this spire has moved, or the spire was
/// captured. `Attacked`: the king would pass or reach that cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingRefusal {
    RightLost,
    InCheck { by: Cell },
    Between { at: Cell },
    Attacked { at: Cell, by: Cell },
}

impl Position {
    pub(super) fn empty() -> Position {
        let mut cells = [CellContent::EMPTY; CELLS + 1];
        cells[CELLS] = CellContent::EDGE;
        Position {
            cells,
            kinds: [Set::EMPTY; 14],
            sides: PerSide::default(),
            to_move: Side::White,
            rights: Rights::default(),
            en_passant: None,
            half_moves: 0,
            number: 1,
        }
    }

    pub fn to_move(&self) -> Side {
        self.to_move
    }
    pub fn en_passant(&self) -> Option<Cell> {
        self.en_passant
    }
    /// The number of earlier moves by both sides, from the move number.
    pub fn moves_before(&self) -> usize {
        2 * usize::from(self.number.saturating_sub(1)) + usize::from(self.to_move == Side::Red)
    }

    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell.index()].piece()
    }
    pub fn pieces(&self, side: Side) -> Set {
        self.sides[side]
    }
    pub fn pieces_of_kind(&self, side: Side, kind: Kind) -> Set {
        self.kinds[kind as usize].and(self.sides[side])
    }
    pub fn occupied(&self) -> Set {
        self.sides[Side::White].or(self.sides[Side::Red])
    }
    pub fn king(&self, side: Side) -> Option<Cell> {
        self.pieces_of_kind(side, Kind::King).next()
    }

    /// The value of a side's pieces, in half pawns. [BA-28]
    pub fn half_points(&self, side: Side) -> i32 {
        Kind::ALL.into_iter().map(|kind| self.pieces_of_kind(side, kind).len() as i32 * kind.half_points()).sum()
    }

    /// Pseudo-legal targets of the piece on `from`, without castling.
    pub fn targets(&self, rules: &Rules, from: Cell) -> Set {
        let Some(piece) = self.piece_at(from) else { return Set::EMPTY };
        if piece.kind == Kind::Pawn {
            let passed = self.en_passant.filter(|_| piece.side == self.to_move).map_or(Set::EMPTY, Set::single);
            let mut targets = passed.and(pawn_captures(rules, piece.side, from));
            self.each_pawn_target(rules, piece.side, from, |to| targets = targets.with_fast(to));
            return targets;
        }
        self.reachable(rules, piece, from).without(self.pieces(piece.side))
    }

    /// A piece of `side` that attacks the cell.
    pub fn attacker_of(&self, rules: &Rules, side: Side, cell: Cell) -> Option<Cell> {
        self.attacker_with_occupied(rules, side, cell, self.occupied())
    }

    /// A piece of `side` that would attack the cell if exactly these cells were occupied.
    pub(super) fn attacker_with_occupied(&self, rules: &Rules, side: Side, cell: Cell, occupied: Set) -> Option<Cell> {
        if let Some(attacker) = self.non_rider_attacker(rules, side, cell) {
            return Some(attacker);
        }
        RIDERS.into_iter().find_map(|(ride, first, second)| {
            let riders = self.pieces_of_kind(side, first).or(self.pieces_of_kind(side, second));
            riders.and(ride.origins(cell)).find(|from| rides_to(ride, *from, cell, occupied))
        })
    }

    /// A piece of `side` that attacks the cell without riding.
    #[inline]
    pub(super) fn non_rider_attacker(&self, rules: &Rules, side: Side, cell: Cell) -> Option<Cell> {
        let near = near_origins(rules, cell).and(self.pieces(side));
        if near.is_empty() { None } else { self.find_non_rider(rules, side, cell) }
    }

    fn find_non_rider(&self, rules: &Rules, side: Side, cell: Cell) -> Option<Cell> {
        for kind in [Kind::King, Kind::Guard, Kind::Champion, Kind::Earl, Kind::Viscount, Kind::Marquess, Kind::Duke] {
            if let Some(attacker) = self.pieces_of_kind(side, kind).and(kind.leap_origins(rules, cell)).next() {
                return Some(attacker);
            }
        }
        pawn_capturers(rules, side, cell).and(self.pieces_of_kind(side, Kind::Pawn)).next()
    }

    /// A piece that gives check to a side.
    pub fn checker(&self, rules: &Rules, side: Side) -> Option<Cell> {
        self.king(side).and_then(|king| self.attacker_of(rules, side.other(), king))
    }

    /// Checks that the king may castle with this spire: neither has moved, no check, no piece between and no attack
    /// on the way (if the switches require these), no attack on arrival. Returns the first condition that fails.
    pub fn may_castle(&self, rules: &Rules, side: Side, king: Cell, spire: Cell) -> Result<(), CastlingRefusal> {
        let has_right =
            SPIRE_HOMES.iter().zip(0..).any(|(home, bit)| *home == Some(spire) && self.rights.0 >> bit & 1 == 1);
        if !has_right || self.king(side) != Some(king) {
            return Err(CastlingRefusal::RightLost);
        }
        if let Some(by) = self.checker(rules, side) {
            return Err(CastlingRefusal::InCheck { by });
        }
        let between = king.file().min(spire.file()) + 1..king.file().max(spire.file());
        let between: Vec<Cell> = between.filter_map(|file| Cell::from_file_rank(file, king.rank())).collect();
        let obstacle = between.iter().find(|cell| self.piece_at(**cell).is_some());
        if let Some(at) = obstacle.filter(|_| rules.castle_clear_path) {
            return Err(CastlingRefusal::Between { at: *at });
        }
        let attacked = |position: &Position, at: Cell| {
            position.attacker_of(rules, side.other(), at).map(|by| CastlingRefusal::Attacked { at, by })
        };
        let attacked_on_the_way =
            between.into_iter().filter(|_| rules.castle_safe_path).find_map(|at| attacked(self, at));
        let attacked_on_arrival = || attacked(&self.after_move(&Move::Castle { king, spire }), spire);
        attacked_on_the_way.or_else(attacked_on_arrival).map_or(Ok(()), Err)
    }

    /// The pawn that the piece on `from` captures en passant by moving to `to`. Only a pawn of the side to move can, by
    /// a capturing move. A step to the side captures nothing. [BA-20 to BA-22]
    pub fn pawn_taken_en_passant(&self, from: Cell, to: Cell) -> Option<Cell> {
        let passed = self.en_passant.filter(|passed| is_en_passant(from, to, *passed))?;
        let pawn = self.pieces_of_kind(self.to_move, Kind::Pawn).contains(from);
        passed.offset(0, self.to_move.other().forward()).filter(|_| pawn)
    }

    /// The kinds to which a pawn may promote now.
    pub fn promotions(&self, rules: &Rules) -> Vec<Kind> {
        let is_lost = |kind: &Kind| self.pieces_of_kind(self.to_move, *kind).len() < kind.initial_count();
        match rules.promotion {
            Promotion::Any => Kind::PROMOTIONS.to_vec(),
            Promotion::Captured => Kind::PROMOTIONS.iter().copied().filter(is_lost).collect(),
        }
    }

    /// Whether a pawn of the side to move promotes there. [BA-23]
    pub fn promotes(&self, from: Cell, to: Cell) -> bool {
        let pawn = Piece { side: self.to_move, kind: Kind::Pawn };
        self.piece_at(from) == Some(pawn) && to.rank() == self.to_move.other().back_rank()
    }

    /// The legal castling moves.
    pub(super) fn castlings<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Move> + 'a {
        let king = self.king(self.to_move);
        let own_rights = (0..4).filter(|bit| *bit / 2 == self.to_move as usize && self.rights.0 >> bit & 1 == 1);
        let is_clear = move |(king, spire): &(Cell, Cell)| {
            let (low, high) = (king.index().min(spire.index()), king.index().max(spire.index()));
            let mut between = (low + 1..high).map(|number| Cell::from_index(number as u8));
            !rules.castle_clear_path || between.all(|cell| self.piece_at(cell).is_none())
        };
        own_rights
            .filter_map(move |bit| Some((king?, SPIRE_HOMES[bit]?)))
            .filter(is_clear)
            .filter(|(king, spire)| self.may_castle(rules, self.to_move, *king, *spire).is_ok())
            .map(|(king, spire)| Move::Castle { king, spire })
    }

    /// Whether the side to move has a legal move.
    pub fn can_move(&self, rules: &Rules) -> bool {
        let safety = self.safety(rules);
        let is_playable = |from: Cell, to: Cell| !self.promotes(from, to) || !self.promotions(rules).is_empty();
        let has_move = self
            .pieces(self.to_move)
            .any(|from| self.legal_targets(rules, &safety, from).any(|to| is_playable(from, to)));
        has_move || self.castlings(rules).next().is_some()
    }

    /// Counts leaf nodes at `depth`. Draws are ignored.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        let mut lists: Vec<Vec<Move>> = (1..depth).map(|_| Vec::with_capacity(128)).collect();
        if depth == 0 { 1 } else { { *self }.count_leaves(rules, &mut lists) }
    }

    /// Counts leaf nodes one ply deeper than there are move lists.
    fn count_leaves(&mut self, rules: &Rules, lists: &mut [Vec<Move>]) -> u64 {
        let Some((moves, lists)) = lists.split_first_mut() else { return self.count_moves(rules) };
        moves.clear();
        self.add_moves(rules, moves);
        let mut count = 0;
        for mv in moves {
            let undo = self.make_move(mv);
            count += self.count_leaves(rules, lists);
            self.unmake_move(&undo);
        }
        count
    }

    /// The part of a position that repetition compares: pieces, turn, rights, and a legal capture en passant. It is not
    /// legal for a pinned pawn, or if the king stays in check. [BA-29]
    pub fn repetition_key(&self, rules: &Rules) -> Position {
        let en_passant = self.en_passant.filter(|passed| self.can_capture_en_passant(rules, *passed));
        Position { half_moves: 0, number: 0, en_passant, ..*self }
    }

    /// Whether the side to move may legally capture the pawn that has just passed over `passed`. [BA-22, BA-24]
    fn can_capture_en_passant(&self, rules: &Rules, passed: Cell) -> bool {
        let mut capturers =
            pawn_capturers(rules, self.to_move, passed).and(self.pieces_of_kind(self.to_move, Kind::Pawn));
        capturers.any(|from| self.is_safe(rules, &Move::Go { from, to: passed, promotion: None }))
    }
}

/// Whether a pawn's move captures the pawn that has just passed over `passed`: it goes there, and forward. [BA-22]
#[inline]
pub(super) fn is_en_passant(from: Cell, to: Cell, passed: Cell) -> bool {
    to == passed && from.rank() != to.rank()
}

fn rides_to(ride: Ride, from: Cell, to: Cell, occupied: Set) -> bool {
    ride.between(from, to).is_some_and(|between| between.iter().all(|cell| !occupied.contains(*cell)))
}
