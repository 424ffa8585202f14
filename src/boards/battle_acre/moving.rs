//! Lists, makes and unmakes moves.
use super::{
    Cell, Kind, Man, Move, Position, Rights, Rules, Safety, Set, Side, Standing, pawn_capturers, takes_in_passing,
};

/// Information to unmake a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    given: Move,
    /// The piece as it was before the move. In castling, the king.
    man: Option<Man>,
    taken: Option<(Cell, Man)>,
    rights: Rights,
    en_passant: Option<Cell>,
    half_moves: u16,
}

impl Position {
    /// Returns the position after a pseudo-legal move.
    pub fn after(&self, given: &Move) -> Position {
        let mut next = *self;
        next.play(given);
        next
    }

    /// Makes a pseudo-legal move.
    pub fn play(&mut self, given: &Move) -> Made {
        let Position { rights, en_passant, half_moves, to_move: side, .. } = *self;
        let mut made = Made { given: *given, man: None, taken: None, rights, en_passant, half_moves };
        self.en_passant = None;
        self.half_moves += 1;
        match *given {
            Move::Castle { king, spire } => {
                made.man = self.man(king);
                self.exchange(king, spire);
                self.rights.lose_all(side);
            }
            Move::Go { from, to, promotion } => {
                made.man = self.man(from);
                if let Some(man) = made.man {
                    self.go(man, from, to, promotion, &mut made);
                }
            }
        }
        self.number += u16::from(side == Side::Red);
        self.to_move = side.other();
        made
    }

    #[inline]
    fn go(&mut self, man: Man, from: Cell, to: Cell, promotion: Option<Kind>, made: &mut Made) {
        let pawn = man.kind == Kind::Pawn;
        let mut victim = to;
        if pawn && made.en_passant.is_some_and(|passed| takes_in_passing(from, to, passed)) {
            victim = to.away(0, man.side.other().forward()).unwrap_or(to);
        }
        made.taken = self.take(victim).map(|man| (victim, man));
        self.shift(from, to, man, promotion);
        if pawn || made.taken.is_some() {
            self.half_moves = 0;
        }
        if pawn && from.rank().abs_diff(to.rank()) == 2 {
            self.en_passant = from.away(0, man.side.forward());
        }
        if man.kind == Kind::King {
            self.rights.lose_all(man.side);
        }
        self.rights.lose_by(from);
        self.rights.lose_by(to);
    }

    /// Moves a piece to an empty cell, where its kind may change.
    #[inline]
    fn shift(&mut self, from: Cell, to: Cell, man: Man, promotion: Option<Kind>) {
        let becomes = promotion.unwrap_or(man.kind);
        self.cells[from.index()] = Standing::NOBODY;
        self.cells[to.index()] = Standing::of(Man { kind: becomes, ..man });
        self.kinds[man.kind as usize].turn(from);
        self.kinds[becomes as usize].turn(to);
        self.sides[man.side].turn(from);
        self.sides[man.side].turn(to);
    }

    /// Unmakes the last move.
    pub fn take_back(&mut self, made: &Made) {
        self.to_move = self.to_move.other();
        self.number -= u16::from(self.to_move == Side::Red);
        (self.rights, self.en_passant, self.half_moves) = (made.rights, made.en_passant, made.half_moves);
        match (made.given, made.man) {
            (Move::Castle { king, spire }, _) => self.exchange(king, spire),
            (Move::Go { from, to, promotion }, Some(man)) => {
                let stands = promotion.unwrap_or(man.kind);
                self.shift(to, from, Man { kind: stands, ..man }, promotion.map(|_| man.kind));
            }
            (Move::Go { .. }, None) => {}
        }
        if let Some((at, man)) = made.taken {
            self.set_down(at, man);
        }
    }

    fn exchange(&mut self, one: Cell, other: Cell) {
        if let (Some(first), Some(second)) = (self.take(one), self.take(other)) {
            self.set_down(other, first);
            self.set_down(one, second);
        }
    }

    pub(super) fn put(&mut self, at: Cell, man: Man) {
        self.take(at);
        self.set_down(at, man);
    }

    pub(super) fn take(&mut self, at: Cell) -> Option<Man> {
        let man = self.man(at)?;
        self.cells[at.index()] = Standing::NOBODY;
        self.kinds[man.kind as usize].turn(at);
        self.sides[man.side].turn(at);
        Some(man)
    }

    /// Puts a piece on an empty cell.
    #[inline]
    fn set_down(&mut self, at: Cell, man: Man) {
        self.cells[at.index()] = Standing::of(man);
        self.kinds[man.kind as usize].turn(at);
        self.sides[man.side].turn(at);
    }

    /// Whether a move leaves the king of the side to move out of check.
    pub fn is_safe(&self, rules: &Rules, given: &Move) -> bool {
        self.after(given).checker(rules, self.to_move).is_none()
    }

    /// Pieces of the side to move whose moves need individual checks while there is no check: the king, its single
    /// shields, and pawns that may capture en passant.
    pub(super) fn minded(&self, rules: &Rules, safety: &Safety) -> Set {
        let own = safety.shields.or(self.of(self.to_move, Kind::King));
        match self.en_passant {
            Some(passed) => own.or(pawn_capturers(rules, self.to_move, passed).and(self.of(self.to_move, Kind::Pawn))),
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
        let own = self.men(self.to_move);
        let minded = if safety.checker.is_some() { own } else { self.minded(rules, &safety) };
        let far = self.to_move.other().back_rank();
        own.for_each(|from| {
            let Some(man) = self.man(from) else { return };
            let pawn = man.kind == Kind::Pawn;
            let promoting = pawn && from.rank().abs_diff(far) <= 1;
            let go = |to| Move::Go { from, to, promotion: None };
            if minded.has(from) || promoting {
                self.lawful(rules, &safety, from).for_each(|to| {
                    if promoting && to.rank() == far {
                        let promotion = |kind: &Kind| Move::Go { from, to, promotion: Some(*kind) };
                        moves.extend(self.promotions(rules).iter().map(promotion));
                    } else {
                        moves.push(go(to));
                    }
                });
            } else if pawn {
                self.each_pawn_target(rules, man.side, from, |to| moves.push(go(to)));
            } else if man.kind.rides().is_empty() {
                man.kind.leaps_from(rules, from).without(own).for_each(|to| moves.push(go(to)));
            } else {
                let rides = man.kind.rides().iter();
                rides.for_each(|ride| self.each_ride_target(*ride, from, |to| moves.push(go(to))));
            }
        });
        if safety.checker.is_none() {
            moves.extend(self.castlings(rules));
        }
    }

    /// The cells that a piece other than a pawn reaches. A ride ends at the first piece, including its cell.
    pub(super) fn reach(&self, rules: &Rules, man: Man, from: Cell) -> Set {
        let mut cells = man.kind.leaps_from(rules, from);
        for ray in man.kind.rides().iter().flat_map(|ride| ride.to_edge(from)) {
            for cell in ray {
                let met = self.cells[cell.index()];
                if met == Standing::EDGE {
                    break;
                }
                cells = cells.and_one(*cell);
                if met != Standing::NOBODY {
                    break;
                }
            }
        }
        cells
    }
}
