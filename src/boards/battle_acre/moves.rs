//! Lists, makes and unmakes moves.
use super::{
    Cell, CellContent, Kind, KingSafety, Move, Piece, Position, Rights, Rules, Set, Side, is_en_passant, pawn_capturers,
};

/// Information to unmake a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoInfo {
    given: Move,
    /// The piece as it was before the move. In castling, the king.
    man: Option<Piece>,
    taken: Option<(Cell, Piece)>,
    rights: Rights,
    en_passant: Option<Cell>,
    half_moves: u16,
}

impl Position {
    /// Returns the position after a pseudo-legal move.
    pub fn after_move(&self, given: &Move) -> Position {
        let mut next = *self;
        next.make_move(given);
        next
    }

    /// Makes a pseudo-legal move.
    pub fn make_move(&mut self, given: &Move) -> UndoInfo {
        let Position { rights, en_passant, half_moves, to_move: side, .. } = *self;
        let mut made = UndoInfo { given: *given, man: None, taken: None, rights, en_passant, half_moves };
        self.en_passant = None;
        self.half_moves += 1;
        match *given {
            Move::Castle { king, spire } => {
                made.man = self.piece_at(king);
                self.swap_pieces(king, spire);
                self.rights.revoke_for_side(side);
            }
            Move::Go { from, to, promotion } => {
                made.man = self.piece_at(from);
                if let Some(man) = made.man {
                    self.move_piece(man, from, to, promotion, &mut made);
                }
            }
        }
        self.number += u16::from(side == Side::Red);
        self.to_move = side.other();
        made
    }

    #[inline]
    fn move_piece(&mut self, man: Piece, from: Cell, to: Cell, promotion: Option<Kind>, made: &mut UndoInfo) {
        let pawn = man.kind == Kind::Pawn;
        let mut victim = to;
        if pawn && made.en_passant.is_some_and(|passed_cell| is_en_passant(from, to, passed_cell)) {
            victim = to.offset(0, man.side.other().forward()).unwrap_or(to);
        }
        made.taken = self.take(victim).map(|man| (victim, man));
        self.shift(from, to, man, promotion);
        if pawn || made.taken.is_some() {
            self.half_moves = 0;
        }
        if pawn && from.rank().abs_diff(to.rank()) == 2 {
            self.en_passant = from.offset(0, man.side.forward());
        }
        if man.kind == Kind::King {
            self.rights.revoke_for_side(man.side);
        }
        self.rights.revoke_for_cell(from);
        self.rights.revoke_for_cell(to);
    }

    /// Moves a piece to an empty cell, where its kind may change.
    #[inline]
    fn shift(&mut self, from: Cell, to: Cell, man: Piece, promotion: Option<Kind>) {
        let becomes = promotion.unwrap_or(man.kind);
        self.cells[from.index()] = CellContent::EMPTY;
        self.cells[to.index()] = CellContent::from_piece(Piece { kind: becomes, ..man });
        self.kinds[man.kind as usize].toggle(from);
        self.kinds[becomes as usize].toggle(to);
        self.sides[man.side].toggle(from);
        self.sides[man.side].toggle(to);
    }

    /// Unmakes the last move.
    pub fn unmake_move(&mut self, made: &UndoInfo) {
        self.to_move = self.to_move.other();
        self.number -= u16::from(self.to_move == Side::Red);
        (self.rights, self.en_passant, self.half_moves) = (made.rights, made.en_passant, made.half_moves);
        match (made.given, made.man) {
            (Move::Castle { king, spire }, _) => self.swap_pieces(king, spire),
            (Move::Go { from, to, promotion }, Some(man)) => {
                let current_kind = promotion.unwrap_or(man.kind);
                self.shift(to, from, Piece { kind: current_kind, ..man }, promotion.map(|_| man.kind));
            }
            (Move::Go { .. }, None) => {}
        }
        if let Some((at, man)) = made.taken {
            self.place_on_empty(at, man);
        }
    }

    fn swap_pieces(&mut self, left: Cell, right: Cell) {
        if let (Some(first), Some(second)) = (self.take(left), self.take(right)) {
            self.place_on_empty(right, first);
            self.place_on_empty(left, second);
        }
    }

    pub(super) fn put(&mut self, at: Cell, man: Piece) {
        self.take(at);
        self.place_on_empty(at, man);
    }

    pub(super) fn take(&mut self, at: Cell) -> Option<Piece> {
        let man = self.piece_at(at)?;
        self.cells[at.index()] = CellContent::EMPTY;
        self.kinds[man.kind as usize].toggle(at);
        self.sides[man.side].toggle(at);
        Some(man)
    }

    /// Puts a piece on an empty cell.
    #[inline]
    fn place_on_empty(&mut self, at: Cell, man: Piece) {
        self.cells[at.index()] = CellContent::from_piece(man);
        self.kinds[man.kind as usize].toggle(at);
        self.sides[man.side].toggle(at);
    }

    /// Whether a move leaves the king of the side to move out of check.
    pub fn is_safe(&self, rules: &Rules, given: &Move) -> bool {
        self.after_move(given).checker(rules, self.to_move).is_none()
    }

    /// Pieces of the side to move whose moves need individual checks while there is no check: the king, its single
    /// shields, and pawns that may capture en passant.
    pub(super) fn needs_check(&self, rules: &Rules, safety: &KingSafety) -> Set {
        let own = safety.shields.or(self.pieces_of_kind(self.to_move, Kind::King));
        match self.en_passant {
            Some(passed) => {
                own.or(pawn_capturers(rules, self.to_move, passed).and(self.pieces_of_kind(self.to_move, Kind::Pawn)))
            }
            None => own,
        }
    }

    /// All legal moves.
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.add_moves(rules, &mut moves);
        moves
    }

    /// Adds all legal moves.
    pub fn add_moves(&self, rules: &Rules, moves: &mut Vec<Move>) {
        let safety = self.safety(rules);
        let own = self.pieces(self.to_move);
        let minded = if safety.checker.is_some() { own } else { self.needs_check(rules, &safety) };
        let promotion_rank = self.to_move.other().back_rank();
        own.for_each(|from| {
            let Some(man) = self.piece_at(from) else { return };
            let pawn = man.kind == Kind::Pawn;
            let promoting = pawn && from.rank().abs_diff(promotion_rank) <= 1;
            let move_to = |to| Move::Go { from, to, promotion: None };
            if minded.contains(from) || promoting {
                self.legal_targets(rules, &safety, from).for_each(|to| {
                    if promoting && to.rank() == promotion_rank {
                        let promotion = |kind: &Kind| Move::Go { from, to, promotion: Some(*kind) };
                        moves.extend(self.promotions(rules).iter().map(promotion));
                    } else {
                        moves.push(move_to(to));
                    }
                });
            } else if pawn {
                self.each_pawn_target(rules, man.side, from, |to| moves.push(move_to(to)));
            } else if man.kind.rides().is_empty() {
                man.kind.leap_targets(rules, from).without(own).for_each(|to| moves.push(move_to(to)));
            } else {
                let rides = man.kind.rides().iter();
                rides.for_each(|ride| self.each_ride_target(*ride, from, |to| moves.push(move_to(to))));
            }
        });
        if safety.checker.is_none() {
            moves.extend(self.castlings(rules));
        }
    }

    /// The cells that a piece other than a pawn reaches. A ride ends at the first piece, including its cell.
    pub(super) fn reachable(&self, rules: &Rules, man: Piece, from: Cell) -> Set {
        let mut cells = man.kind.leap_targets(rules, from);
        for ray in man.kind.rides().iter().flat_map(|ride| ride.rays_with_edge(from)) {
            for cell in ray {
                let met = self.cells[cell.index()];
                if met == CellContent::EDGE {
                    break;
                }
                cells = cells.with_cell(*cell);
                if met != CellContent::EMPTY {
                    break;
                }
            }
        }
        cells
    }
}
