//! Men on the board, whose turn it is, and what may still be done: moves, check, castling.
use super::{
    cells::{CELLS, Cell, Group, Ride, Set},
    men::{Kind, Man, Side, pawn_ahead, pawn_beside, pawn_capturers, pawn_captures},
    rules::{Promotion, Rules},
};

/// A lawful position with one king a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) cells: [Option<Man>; CELLS],
    pub(super) kinds: [Set; 14],
    pub(super) sides: [Set; 2],
    pub(super) to_move: Side,
    pub(super) rights: Rights,
    pub(super) en_passant: Option<Cell>,
    /// Moves of either side since the last capture or pawn move.
    pub(super) half_moves: u16,
    /// Counts up after Red's moves.
    pub(super) number: u16,
}

/// The spires with which the kings may still castle, by their cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rights(u8);

impl Rights {
    /// Letters of the text, with side and cell of the spire. [BA-25]
    pub const ALL: [(char, Side, &'static str); 4] =
        [('H', Side::White, "h1"), ('N', Side::White, "n1"), ('h', Side::Red, "h12"), ('n', Side::Red, "n12")];

    pub(super) fn bits(self) -> u8 {
        self.0
    }

    pub fn has(self, letter: char) -> bool {
        Rights::ALL.iter().zip(0..).any(|((known, ..), bit)| *known == letter && self.0 >> bit & 1 == 1)
    }

    pub(super) fn give(&mut self, letter: char) -> bool {
        let bit = Rights::ALL.iter().position(|(known, ..)| *known == letter);
        self.0 |= bit.map_or(0, |bit| 1 << bit);
        bit.is_some()
    }

    /// The letter of the spire that stood on this cell from the beginning.
    fn of_spire(cell: Cell) -> Option<char> {
        Rights::ALL.into_iter().find(|(.., home)| Cell::named(home) == Some(cell)).map(|(letter, ..)| letter)
    }

    fn lose(&mut self, letter: char) {
        for (bit, (known, ..)) in Rights::ALL.iter().enumerate() {
            if *known == letter {
                self.0 &= !(1 << bit);
            }
        }
    }

    fn lose_all(&mut self, of: Side) {
        for (letter, ..) in Rights::ALL.iter().filter(|(_, side, _)| *side == of) {
            self.lose(*letter);
        }
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Go {
        from: Cell,
        to: Cell,
        promotion: Option<Kind>,
    },
    /// The king exchanges cells with a spire. [BA-25]
    Castle {
        king: Cell,
        spire: Cell,
    },
}

/// What stands in the way of castling. [BA-R5]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCastling {
    /// The king or this spire has moved, or it was taken.
    RightLost,
    InCheck {
        by: Cell,
    },
    /// A man stands between them.
    Between {
        at: Cell,
    },
    /// The king would pass or reach a cell that is attacked.
    Attacked {
        at: Cell,
        by: Cell,
    },
}

impl Position {
    /// An empty board; a lawful position needs kings.
    pub(super) fn empty() -> Position {
        Position {
            cells: [None; CELLS],
            kinds: [Set::EMPTY; 14],
            sides: [Set::EMPTY; 2],
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

    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// The cell that a pawn has just passed over. [BA-22]
    pub fn en_passant(&self) -> Option<Cell> {
        self.en_passant
    }

    pub fn half_moves(&self) -> u16 {
        self.half_moves
    }

    pub fn man(&self, at: Cell) -> Option<Man> {
        self.cells[at.index()]
    }

    pub fn men(&self, side: Side) -> Set {
        self.sides[side as usize]
    }

    pub fn of(&self, side: Side, kind: Kind) -> Set {
        self.kinds[kind as usize].and(self.sides[side as usize])
    }

    pub fn occupied(&self) -> Set {
        self.sides[0].or(self.sides[1])
    }

    pub fn king(&self, side: Side) -> Option<Cell> {
        self.of(side, Kind::King).next()
    }

    /// What a side's men are worth, in halves of a pawn. [BA-28]
    pub fn half_points(&self, side: Side) -> i32 {
        Kind::ALL.into_iter().map(|kind| self.of(side, kind).len() as i32 * kind.half_points()).sum()
    }

    pub(super) fn put(&mut self, at: Cell, man: Man) {
        self.take(at);
        self.cells[at.index()] = Some(man);
        self.kinds[man.kind as usize] = self.kinds[man.kind as usize].with(at);
        self.sides[man.side as usize] = self.sides[man.side as usize].with(at);
    }

    pub(super) fn take(&mut self, at: Cell) -> Option<Man> {
        let man = self.cells[at.index()].take()?;
        self.kinds[man.kind as usize] = self.kinds[man.kind as usize].without(Set::of(at));
        self.sides[man.side as usize] = self.sides[man.side as usize].without(Set::of(at));
        Some(man)
    }

    /// Where a pawn may go without capturing.
    ///
    /// # Source
    /// BA-19 on its own starting rank, BA-20 elsewhere.
    pub fn pawn_steps(&self, side: Side, from: Cell) -> Set {
        let occupied = self.occupied();
        let ahead = pawn_ahead(side, from).filter(|cell| !occupied.has(*cell));
        let steps = ahead.map_or(Set::EMPTY, Set::of);
        if from.rank() != side.pawn_rank() {
            return steps.or(pawn_beside(from).without(occupied));
        }
        let double = ahead.and_then(|ahead| pawn_ahead(side, ahead)).filter(|cell| !occupied.has(*cell));
        double.map_or(steps, |double| steps.with(double))
    }

    /// Where the man on `from` may go if his king's safety did not matter; castling is not among it.
    pub fn targets(&self, rules: &Rules, from: Cell) -> Set {
        let Some(man) = self.man(from) else { return Set::EMPTY };
        if man.kind == Kind::Pawn {
            let passed = self.en_passant.filter(|_| man.side == self.to_move).map_or(Set::EMPTY, Set::of);
            let victims = self.men(man.side.other()).or(passed);
            return self.pawn_steps(man.side, from).or(pawn_captures(rules, man.side, from).and(victims));
        }
        man.kind.reach(rules, man.side, from, self.occupied()).without(self.men(man.side))
    }

    /// A man of `side` that attacks the cell.
    pub fn attacker(&self, rules: &Rules, side: Side, cell: Cell) -> Option<Cell> {
        self.attacker_past(rules, side, cell, self.occupied())
    }

    /// A man of `side` that would attack the cell if these cells were occupied and no others.
    pub(super) fn attacker_past(&self, rules: &Rules, side: Side, cell: Cell, occupied: Set) -> Option<Cell> {
        for kind in [Kind::King, Kind::Guard, Kind::Champion, Kind::Earl, Kind::Viscount, Kind::Marquess, Kind::Duke] {
            let men = self.of(side, kind);
            if men.is_empty() {
                continue;
            }
            for group in kind.leaps(rules.crooked) {
                if let Some(at) = reversed(*group).around(cell).and(men).next() {
                    return Some(at);
                }
            }
        }
        if let Some(pawn) = pawn_capturers(rules, side, cell).and(self.of(side, Kind::Pawn)).next() {
            return Some(pawn);
        }
        for (ride, one, other) in [
            (Ride::Tower, Kind::Tower, Kind::Queen),
            (Ride::Spire, Kind::Spire, Kind::Archbishop),
            (Ride::Bishop, Kind::Bishop, Kind::Archbishop),
            (Ride::Ninja, Kind::Ninja, Kind::Queen),
        ] {
            let riders = self.of(side, one).or(self.of(side, other));
            if let Some(at) = riders.and(ride.from(cell)).find(|from| rides_to(ride, *from, cell, occupied)) {
                return Some(at);
            }
        }
        None
    }

    /// The man who gives check to a side.
    pub fn checker(&self, rules: &Rules, side: Side) -> Option<Cell> {
        self.king(side).and_then(|king| self.attacker(rules, side.other(), king))
    }

    /// Whether the king may exchange cells with this spire.
    ///
    /// # Errors
    /// [`NoCastling`], the first condition that fails: neither has moved, no check, nothing between, no attack on the
    /// king's way.
    pub fn may_castle(&self, rules: &Rules, side: Side, king: Cell, spire: Cell) -> Result<(), NoCastling> {
        let right = Rights::of_spire(spire).filter(|letter| self.rights.has(*letter));
        if right.is_none() || self.king(side) != Some(king) {
            return Err(NoCastling::RightLost);
        }
        if let Some(by) = self.checker(rules, side) {
            return Err(NoCastling::InCheck { by });
        }
        let between = king.file().min(spire.file()) + 1..king.file().max(spire.file());
        let between: Vec<Cell> = between.filter_map(|file| Cell::at(file, king.rank())).collect();
        let met = between.iter().find(|cell| self.man(**cell).is_some());
        if let Some(at) = met.filter(|_| rules.castle_clear_path) {
            return Err(NoCastling::Between { at: *at });
        }
        let attacked = |at: Cell| self.attacker(rules, side.other(), at).map(|by| NoCastling::Attacked { at, by });
        if let Some(reason) = between.into_iter().filter(|_| rules.castle_safe_path).find_map(attacked) {
            return Err(reason);
        }
        let after = self.after(&Move::Castle { king, spire });
        match after.attacker(rules, side.other(), spire) {
            Some(by) => Err(NoCastling::Attacked { at: spire, by }),
            None => Ok(()),
        }
    }

    /// The pawn that a pawn of the side to move takes en passant by going to `to`. [BA-22]
    pub fn passed_pawn(&self, to: Cell) -> Option<Cell> {
        let passed = self.en_passant.filter(|passed| *passed == to)?;
        passed.away(0, self.to_move.other().forward())
    }

    /// What a pawn may become now.
    pub fn promotions(&self, rules: &Rules) -> Vec<Kind> {
        let lost = |kind: &Kind| (self.of(self.to_move, *kind).len() as usize) < at_first(*kind);
        match rules.promotion {
            Promotion::Any => Kind::PROMOTIONS.to_vec(),
            Promotion::Captured => Kind::PROMOTIONS.iter().copied().filter(lost).collect(),
        }
    }

    /// Whether a pawn of the side to move becomes something else there. [BA-23]
    pub fn promotes(&self, from: Cell, to: Cell) -> bool {
        let pawn = Man { side: self.to_move, kind: Kind::Pawn };
        self.man(from) == Some(pawn) && to.rank() == self.to_move.other().back_rank()
    }

    /// The position after a move, which must be one of a man to where he may go.
    pub fn after(&self, given: &Move) -> Position {
        let mut next = *self;
        next.en_passant = None;
        next.half_moves += 1;
        match *given {
            Move::Castle { king, spire } => {
                let men = (next.take(king), next.take(spire));
                if let (Some(his), Some(hers)) = men {
                    next.put(spire, his);
                    next.put(king, hers);
                }
                next.rights.lose_all(self.to_move);
            }
            Move::Go { from, to, promotion } => next.go(self, from, to, promotion),
        }
        next.number += u16::from(self.to_move == Side::Red);
        next.to_move = self.to_move.other();
        next
    }

    fn go(&mut self, before: &Position, from: Cell, to: Cell, promotion: Option<Kind>) {
        let Some(man) = self.take(from) else { return };
        let passed = before.passed_pawn(to).filter(|_| man.kind == Kind::Pawn && before.man(to).is_none());
        let taken = self.take(passed.unwrap_or(to));
        if taken.is_some() || man.kind == Kind::Pawn {
            self.half_moves = 0;
        }
        self.put(to, Man { kind: promotion.unwrap_or(man.kind), ..man });
        if man.kind == Kind::Pawn && from.rank().abs_diff(to.rank()) == 2 {
            self.en_passant = from.away(0, man.side.forward());
        }
        if man.kind == Kind::King {
            self.rights.lose_all(man.side);
        }
        for letter in [from, to].into_iter().filter_map(Rights::of_spire) {
            self.rights.lose(letter);
        }
    }

    /// Whether a move leaves the king of the side to move out of check.
    pub fn is_safe(&self, rules: &Rules, given: &Move) -> bool {
        self.after(given).checker(rules, self.to_move).is_none()
    }

    /// Every lawful move.
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        let safety = self.safety(rules);
        for from in self.men(self.to_move) {
            for to in self.lawful(rules, &safety, from) {
                if self.promotes(from, to) {
                    let promotion = |kind: &Kind| Move::Go { from, to, promotion: Some(*kind) };
                    moves.extend(self.promotions(rules).iter().map(promotion));
                } else {
                    moves.push(Move::Go { from, to, promotion: None });
                }
            }
        }
        if safety.checker.is_none() {
            moves.extend(self.castlings(rules));
        }
        moves
    }

    /// How many lawful moves there are.
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        let safety = self.safety(rules);
        let far = self.to_move.other().back_rank();
        let pawns = self.of(self.to_move, Kind::Pawn);
        let mut count = 0;
        for from in self.men(self.to_move) {
            let targets = self.lawful(rules, &safety, from);
            count += u64::from(targets.len());
            if pawns.has(from) && from.rank().abs_diff(far) <= 1 {
                let promoting = targets.filter(|to| to.rank() == far).count() as u64;
                count = count + promoting * self.promotions(rules).len() as u64 - promoting;
            }
        }
        if safety.checker.is_none() { count + self.castlings(rules).count() as u64 } else { count }
    }

    /// The lawful castlings.
    pub(super) fn castlings<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Move> + 'a {
        let king = self.king(self.to_move);
        let own = Rights::ALL.iter().filter(|(letter, side, _)| *side == self.to_move && self.rights.has(*letter));
        let clear = move |(king, spire): &(Cell, Cell)| {
            let (low, high) = (king.index().min(spire.index()), king.index().max(spire.index()));
            let mut between = (low + 1..high).map(|number| Cell::numbered(number as u8));
            !rules.castle_clear_path || between.all(|cell| self.man(cell).is_none())
        };
        own.filter_map(move |(.., home)| Some((king?, Cell::named(home)?)))
            .filter(clear)
            .filter(|(king, spire)| self.may_castle(rules, self.to_move, *king, *spire).is_ok())
            .map(|(king, spire)| Move::Castle { king, spire })
    }

    /// Whether the side to move has any lawful move.
    pub fn can_move(&self, rules: &Rules) -> bool {
        let safety = self.safety(rules);
        let becomes = |from: Cell, to: Cell| !self.promotes(from, to) || !self.promotions(rules).is_empty();
        let goes = self.men(self.to_move).any(|from| self.lawful(rules, &safety, from).any(|to| becomes(from, to)));
        goes || self.castlings(rules).next().is_some()
    }

    /// How many lines of play there are `depth` moves deep; no draw is looked at.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(rules),
            _ => self.moves(rules).iter().map(|given| self.after(given).perft(rules, depth - 1)).sum(),
        }
    }

    /// What makes two positions the same for repetition: men, turn, rights, and a capture en passant that is possible.
    pub fn key(&self, rules: &Rules) -> Position {
        let takes = |passed: &Cell| {
            let pawns = self.of(self.to_move, Kind::Pawn);
            pawns.into_iter().any(|pawn| pawn_captures(rules, self.to_move, pawn).has(*passed))
        };
        Position { half_moves: 0, number: 0, en_passant: self.en_passant.filter(takes), ..*self }
    }
}

fn rides_to(ride: Ride, from: Cell, to: Cell, occupied: Set) -> bool {
    ride.rays(from).any(|ray| {
        let end = ray.iter().position(|cell| *cell == to || occupied.has(*cell));
        end.is_some_and(|end| ray[end] == to)
    })
}

/// How many men of a kind a side begins with. [BA-27]
const fn at_first(kind: Kind) -> usize {
    match kind {
        Kind::Queen | Kind::Archbishop | Kind::King => 1,
        Kind::Bishop | Kind::Ninja => 4,
        Kind::Pawn => 13,
        Kind::Tower | Kind::Duke | Kind::Spire | Kind::Marquess | Kind::Champion | Kind::Guard => 2,
        Kind::Earl | Kind::Viscount => 2,
    }
}

/// The neighbourhood seen from the other end.
const fn reversed(group: Group) -> Group {
    match group {
        Group::SideThenPoint => Group::PointThenSide,
        Group::PointThenSide => Group::SideThenPoint,
        Group::Edge | Group::Oppo | Group::Same | Group::Knight | Group::TwoPoints | Group::Far => group,
    }
}
