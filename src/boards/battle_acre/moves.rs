//! Lists, makes and unmakes moves.
use super::{
    Cell, CellContent, Kind, KingSafety, Move, Piece, Position, Rights, Rules, Set, Side, is_en_passant, pawn_capturers,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoInfo {
    mv: Move,
    /// The piece as it was before the move. In castling, the king.
    piece: Option<Piece>,
    captured: Option<(Cell, Piece)>,
    rights: Rights,
    en_passant: Option<Cell>,
    half_moves: u16,
}

impl Position {
    /// Returns the position after a pseudo-legal move.
    pub fn after_move(&self, mv: &Move) -> Position {
        let mut next = *self;
        next.make_move(mv);
        next
    }

    /// Makes a pseudo-legal move.
    pub fn make_move(&mut self, mv: &Move) -> UndoInfo {
        let Position { rights, en_passant, half_moves, to_move, .. } = *self;
        let mut undo = UndoInfo { mv: *mv, piece: None, captured: None, rights, en_passant, half_moves };
        self.en_passant = None;
        self.half_moves += 1;
        match *mv {
            Move::Castle { king, spire } => {
                undo.piece = self.piece_at(king);
                self.swap_pieces(king, spire);
                self.rights.revoke_for_side(to_move);
            }
            Move::Go { from, to, promotion } => {
                undo.piece = self.piece_at(from);
                if let Some(piece) = undo.piece {
                    self.move_piece(piece, from, to, promotion, &mut undo);
                }
            }
        }
        self.number += u16::from(to_move == Side::Red);
        self.to_move = to_move.other();
        undo
    }

    #[inline]
    fn move_piece(&mut self, piece: Piece, from: Cell, to: Cell, promotion: Option<Kind>, undo: &mut UndoInfo) {
        let pawn = piece.kind == Kind::Pawn;
        let mut victim = to;
        if pawn && undo.en_passant.is_some_and(|passed| is_en_passant(from, to, passed)) {
            victim = to.offset(0, piece.side.other().forward()).unwrap_or(to);
        }
        undo.captured = self.take(victim).map(|piece| (victim, piece));
        self.shift(from, to, piece, promotion);
        if pawn || undo.captured.is_some() {
            self.half_moves = 0;
        }
        if pawn && from.rank().abs_diff(to.rank()) == 2 {
            self.en_passant = from.offset(0, piece.side.forward());
        }
        if piece.kind == Kind::King {
            self.rights.revoke_for_side(piece.side);
        }
        self.rights.revoke_for_cell(from);
        self.rights.revoke_for_cell(to);
    }

    /// Moves a piece to an empty cell, where its kind may change.
    #[inline]
    fn shift(&mut self, from: Cell, to: Cell, piece: Piece, promotion: Option<Kind>) {
        let becomes = promotion.unwrap_or(piece.kind);
        self.cells[from.index()] = CellContent::EMPTY;
        self.cells[to.index()] = CellContent::from_piece(Piece { kind: becomes, ..piece });
        self.kinds[piece.kind as usize].toggle(from);
        self.kinds[becomes as usize].toggle(to);
        self.sides[piece.side].toggle(from);
        self.sides[piece.side].toggle(to);
    }

    pub fn unmake_move(&mut self, undo: &UndoInfo) {
        self.to_move = self.to_move.other();
        self.number -= u16::from(self.to_move == Side::Red);
        (self.rights, self.en_passant, self.half_moves) = (undo.rights, undo.en_passant, undo.half_moves);
        match (undo.mv, undo.piece) {
            (Move::Castle { king, spire }, _) => self.swap_pieces(king, spire),
            (Move::Go { from, to, promotion }, Some(piece)) => {
                let current_kind = promotion.unwrap_or(piece.kind);
                self.shift(to, from, Piece { kind: current_kind, ..piece }, promotion.map(|_| piece.kind));
            }
            (Move::Go { .. }, None) => {}
        }
        if let Some((cell, piece)) = undo.captured {
            self.place_on_empty(cell, piece);
        }
    }

    fn swap_pieces(&mut self, first_cell: Cell, second_cell: Cell) {
        if let (Some(first_piece), Some(second_piece)) = (self.take(first_cell), self.take(second_cell)) {
            self.place_on_empty(second_cell, first_piece);
            self.place_on_empty(first_cell, second_piece);
        }
    }

    pub(super) fn put(&mut self, cell: Cell, piece: Piece) {
        self.take(cell);
        self.place_on_empty(cell, piece);
    }

    pub(super) fn take(&mut self, cell: Cell) -> Option<Piece> {
        let piece = self.piece_at(cell)?;
        self.cells[cell.index()] = CellContent::EMPTY;
        self.kinds[piece.kind as usize].toggle(cell);
        self.sides[piece.side].toggle(cell);
        Some(piece)
    }

    #[inline]
    fn place_on_empty(&mut self, cell: Cell, piece: Piece) {
        self.cells[cell.index()] = CellContent::from_piece(piece);
        self.kinds[piece.kind as usize].toggle(cell);
        self.sides[piece.side].toggle(cell);
    }

    /// Whether a move leaves the king of the side to move out of check.
    pub fn is_safe(&self, rules: &Rules, mv: &Move) -> bool {
        self.after_move(mv).checker(rules, self.to_move).is_none()
    }

    /// Returns the pieces of the side to move whose moves are tested one by one if the king is not in check: the king,
    /// pieces that alone shield it, and pawns that may capture en passant.
    pub(super) fn pieces_to_test(&self, rules: &Rules, safety: &KingSafety) -> Set {
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
        let tested = if safety.checker.is_some() { own } else { self.pieces_to_test(rules, &safety) };
        let promotion_rank = self.to_move.other().back_rank();
        own.for_each(|from| {
            let Some(piece) = self.piece_at(from) else { return };
            let pawn = piece.kind == Kind::Pawn;
            let promoting = pawn && from.rank().abs_diff(promotion_rank) <= 1;
            let move_to = |to| Move::Go { from, to, promotion: None };
            if tested.contains(from) || promoting {
                self.legal_targets(rules, &safety, from).for_each(|to| {
                    if promoting && to.rank() == promotion_rank {
                        let promotion = |kind: &Kind| Move::Go { from, to, promotion: Some(*kind) };
                        moves.extend(self.promotions(rules).iter().map(promotion));
                    } else {
                        moves.push(move_to(to));
                    }
                });
            } else if pawn {
                self.each_pawn_target(rules, piece.side, from, |to| moves.push(move_to(to)));
            } else if piece.kind.rides().is_empty() {
                piece.kind.leap_targets(rules, from).without(own).for_each(|to| moves.push(move_to(to)));
            } else {
                let rides = piece.kind.rides().iter();
                rides.for_each(|ride| self.each_ride_target(*ride, from, |to| moves.push(move_to(to))));
            }
        });
        if safety.checker.is_none() {
            moves.extend(self.castlings(rules));
        }
    }

    /// The cells that a piece other than a pawn reaches. A ride ends at the first piece, including its cell.
    pub(super) fn reachable(&self, rules: &Rules, piece: Piece, from: Cell) -> Set {
        let mut cells = piece.kind.leap_targets(rules, from);
        for ray in piece.kind.rides().iter().flat_map(|ride| ride.rays_with_edge(from)) {
            for cell in ray {
                let content = self.cells[cell.index()];
                if content == CellContent::EDGE {
                    break;
                }
                cells = cells.with_fast(*cell);
                if content != CellContent::EMPTY {
                    break;
                }
            }
        }
        cells
    }
}
