//! Pieces on the board and the side to move: moves, captures and text.
use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::rules::{SET_UP, SIDES};
use super::{
    CORNERS, Direction, GOLD, GoldHostileTo, KingCapture, MIDDLE, NoMove, Rules, Set, Side, Square, WIDTH, board,
};
use crate::kit::{LineError, PositionErrors, Rows, Sided as _, as_text, leading_number, read_side, write_rows};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    Russian,
    Swede,
    King,
}

impl Piece {
    pub const fn side(self) -> Side {
        match self {
            Piece::Russian => Side::Black,
            Piece::Swede | Piece::King => Side::White,
        }
    }

    pub const fn letter(self) -> char {
        ['t', 'T', 'K'][self as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["Russian", "Swede", "king"][*self as usize])
    }
}

/// A legal position. It has no king only after the king's capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) russians: Set,
    /// The plain pieces of White.
    pub(super) swedes: Set,
    pub(super) king: Option<Square>,
    pub(super) to_move: Side,
}

/// The text of the initial setup with Black to move. [TF-3]
pub const START: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b";

impl Position {
    /// The initial setup of [TF-3], with `first` to move.
    pub fn start(first: Side) -> Position {
        Position { to_move: first, ..Position::read(START, &mut PositionErrors::default()) }
    }

    pub fn to_move(&self) -> Side {
        self.to_move
    }
    pub fn set_to_move(&mut self, side: Side) {
        self.to_move = side;
    }
    pub fn king(&self) -> Option<Square> {
        self.king
    }

    /// All pieces of a side, including the king.
    pub fn pieces(&self, side: Side) -> Set {
        match side {
            Side::Black => self.russians,
            Side::White => self.king.map_or(self.swedes, |king| self.swedes.with(king)),
        }
    }

    pub fn occupied(&self) -> Set {
        self.pieces(Side::Black).union(self.pieces(Side::White))
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if self.russians.contains(square) {
            Some(Piece::Russian)
        } else if self.swedes.contains(square) {
            Some(Piece::Swede)
        } else {
            (self.king == Some(square)).then_some(Piece::King)
        }
    }

    /// Squares that the piece on `from` may move to, on either side's turn: along rank or file over empty squares. Only
    /// the king stops on gold. [TF-5 to TF-7]
    pub fn targets(&self, from: Square) -> Set {
        match self.piece_at(from) {
            Some(Piece::King) => board::reach(from, self.occupied()),
            Some(Piece::Russian | Piece::Swede) => board::reach(from, self.occupied()).difference(GOLD),
            None => Set::EMPTY,
        }
    }

    /// All moves of the side to move, unless the king has ended the game.
    pub fn moves(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let own_pieces = if self.king_ending().is_some() { Set::EMPTY } else { self.pieces(self.to_move) };
        own_pieces.flat_map(|from| self.targets(from).map(move |to| (from, to)))
    }

    /// Whether Black is to move and has no piece left. [TF-Q7]
    pub fn is_without_russians(&self) -> bool {
        self.to_move() == Side::Black && self.pieces(Side::Black).is_empty()
    }

    /// The winner if the side to move cannot move. [TF-Q4] Black without pieces loses: White may claim the game.
    pub fn winner_if_stuck(&self, rules: &Rules) -> Option<Side> {
        let loses = rules.no_move == NoMove::Loses || self.is_without_russians();
        loses.then_some(self.to_move().other())
    }

    pub fn can_move(&self) -> bool {
        self.pieces(self.to_move).any(|from| !self.targets(from).is_empty())
    }

    /// How the king has ended the game, if it has.
    #[inline]
    pub fn king_ending(&self) -> Option<KingEnding> {
        match self.king {
            None => Some(KingEnding::Captured),
            Some(at) => CORNERS.contains(at).then_some(KingEnding::Escaped(at)),
        }
    }

    /// Moves a piece of the side to move and passes the turn, without captures.
    #[inline]
    pub fn move_without_capture(&mut self, from: Square, to: Square) {
        let both = Set::single(from).union(Set::single(to));
        match self.to_move {
            Side::Black => self.russians = self.russians.xor(both),
            Side::White if self.king == Some(from) => self.king = Some(to),
            Side::White => self.swedes = self.swedes.xor(both),
        }
        self.to_move = self.to_move.other();
    }

    pub fn remove(&mut self, square: Square) {
        self.russians = self.russians.difference(Set::single(square));
        self.swedes = self.swedes.difference(Set::single(square));
        self.king = self.king.filter(|king| *king != square);
    }

    /// The plain pieces that a piece of `side`, its king included, captures by moving to `square`: each adjacent plain
    /// enemy with a hostile piece or square directly behind. [TF-8, TF-9]
    #[inline]
    pub fn captures_at(&self, rules: &Rules, side: Side, square: Square) -> Set {
        let enemies = match side {
            Side::Black => self.swedes,
            Side::White => self.russians,
        };
        if board::neighbours(square).intersection(enemies).is_empty() {
            Set::EMPTY
        } else {
            self.trapped_enemies(rules, side, square, enemies)
        }
    }

    fn trapped_enemies(&self, rules: &Rules, side: Side, square: Square, enemies: Set) -> Set {
        let hostile = self.hostile_squares(rules, side);
        let moved = Set::single(square);
        let trapped = |way: Direction| {
            let victim = moved.shifted(way).intersection(enemies);
            if victim.shifted(way).intersection(hostile).is_empty() { Set::EMPTY } else { victim }
        };
        Direction::ALL.into_iter().fold(Set::EMPTY, |victims, way| victims.union(trapped(way)))
    }

    /// The squares hostile to the enemies of `side`: its pieces, and the gold squares that act like one of its pieces:
    /// corners and the empty centre. [TF-11]
    pub(super) fn hostile_squares(&self, rules: &Rules, side: Side) -> Set {
        let gold = match (rules.gold_hostile_to, side) {
            (GoldHostileTo::WhiteOnly, Side::White) => Set::EMPTY,
            (GoldHostileTo::WhiteOnly, Side::Black) | (GoldHostileTo::Both, _) => GOLD.difference(self.occupied()),
        };
        self.pieces(side).union(gold)
    }

    /// Whether the king is captured by the Russian that has moved to `square`. [TF-13, TF-Q1]
    #[inline]
    pub fn is_king_captured(&self, rules: &Rules, square: Square) -> bool {
        self.king
            .is_some_and(|king| board::neighbours(square).contains(king) && self.is_king_trapped(rules, king, square))
    }

    fn is_king_trapped(&self, rules: &Rules, king: Square, square: Square) -> bool {
        let Some(way) = Direction::ALL.into_iter().find(|way| square.neighbour(*way) == Some(king)) else {
            return false;
        };
        let hostile = self.hostile_squares(rules, Side::Black);
        let is_hostile = |way: Direction| king.neighbour(way).is_some_and(|next| hostile.contains(next));
        let russian_or_middle =
            |way: Direction| king.neighbour(way).is_some_and(|next| self.russians.contains(next) || next == MIDDLE);
        let beside_middle = Direction::ALL.into_iter().any(|way| king.neighbour(way) == Some(MIDDLE));
        match rules.king_capture {
            KingCapture::Two => is_hostile(way),
            KingCapture::Linnaean if king == MIDDLE || beside_middle => {
                Direction::ALL.into_iter().all(russian_or_middle)
            }
            KingCapture::Linnaean => is_hostile(way),
            KingCapture::Four => Direction::ALL.into_iter().all(is_hostile),
        }
    }

    /// The position after a legal move with its captures.
    #[inline]
    pub fn after_move(&self, rules: &Rules, from: Square, to: Square) -> Position {
        let mut next = *self;
        next.play(rules, from, to);
        next
    }

    /// Makes a legal move and returns the plain pieces captured.
    #[inline]
    pub(super) fn play(&mut self, rules: &Rules, from: Square, to: Square) -> Set {
        let side = self.to_move;
        self.move_without_capture(from, to);
        let victims = self.captures_at(rules, side, to);
        match side {
            Side::Black => self.swedes = self.swedes.difference(victims),
            Side::White => self.russians = self.russians.difference(victims),
        }
        if side == Side::Black && self.is_king_captured(rules, to) {
            self.king = None;
        }
        victims
    }

    /// Calls `on_move` with every move of the side to move, in the order of [`moves`](Position::moves).
    #[inline]
    pub fn each_move(&self, mut on_move: impl FnMut(Square, Square)) {
        if self.king_ending().is_some() {
            return;
        }
        let occupied = self.occupied();
        let king = self.king.filter(|_| self.to_move == Side::White);
        for from in self.pieces(self.to_move) {
            let reach = board::reach(from, occupied);
            let targets = if king == Some(from) { reach } else { reach.difference(GOLD) };
            targets.for_each(|to| on_move(from, to));
        }
    }
}

/// The end of the game as shown by the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingEnding {
    Escaped(Square),
    Captured,
}

impl KingEnding {
    pub fn winner(self) -> Side {
        match self {
            KingEnding::Escaped(_) => Side::White,
            KingEnding::Captured => Side::Black,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = (0..WIDTH).rev();
        let letter = |at| self.piece_at(at).map(Piece::letter);
        write_rows(f, ranks.map(|rank| Square::of_rank(rank).map(letter)))?;
        write!(f, " {}", self.to_move.letter())
    }
}

as_text!(Position);

const ROWS: Rows<'_> = Rows {
    widths: &[WIDTH; WIDTH as usize],
    squares: "squares",
    joined: " joined by `/`",
    rule: None,
    // A digit is a run of that many empty squares.
    run: |text| leading_number(text.get(..1)?).filter(|(run, _)| *run > 0).map(|(run, _)| (run, &text[1..])),
};

impl FromStr for Position {
    type Err = PositionErrors;

    /// Checks everything at once: nine rows of nine squares, known letters, one king, at most 16 Russians and 8 Swedes,
    /// no plain piece on gold, `b` or `w` to move.
    fn from_str(text: &str) -> Result<Position, PositionErrors> {
        let mut errors = PositionErrors::default();
        let position = Position::read(text, &mut errors);
        errors.or_errors(position, START)
    }
}

impl Position {
    fn read(text: &str, errors: &mut PositionErrors) -> Position {
        let mut words = text.split_whitespace();
        let mut position = Position { russians: Set::EMPTY, swedes: Set::EMPTY, king: None, to_move: Side::Black };
        let mut kings = Vec::new();
        ROWS.read(words.next().unwrap_or_default(), errors, |errors, (file, rank), unread| {
            let mut letters = unread.chars();
            let at = Square::from_file_rank(file, rank);
            let single = at.map_or(Set::EMPTY, Set::single);
            match letters.next().unwrap_or_default() {
                't' => position.russians = position.russians.union(single),
                'T' => position.swedes = position.swedes.union(single),
                'K' => kings.extend(at),
                letter => {
                    let what = format!("rank {}: \"{letter}\" is neither a piece (t, T, K) nor a run", rank + 1);
                    errors.0.push(LineError::new(what));
                }
            }
            letters.as_str()
        });
        match words.next() {
            Some(word) => position.to_move = read_side(word, errors).unwrap_or(Side::Black),
            None => errors.0.push(LineError::new("the side to move is missing: b or w at the end")),
        }
        let unread: Vec<&str> = words.collect();
        if !unread.is_empty() {
            let what = format!("nothing follows the side to move, but here is \"{}\"", unread.join(" "));
            errors.0.push(LineError::new(what));
        }
        match kings[..] {
            [king] => position.king = Some(king),
            [] => errors.add(SIDES, "there is no king"),
            _ => errors.add(SIDES, format!("there are {} kings", kings.len())),
        }
        for (pieces, max, name) in [(position.russians, 16, "Russians"), (position.swedes, 8, "Swedes")] {
            if pieces.len() > max {
                errors.add(SIDES, format!("there are {} {name}, and {max} are allowed", pieces.len()));
            }
            for square in pieces.intersection(GOLD) {
                errors.add(SET_UP, format!("one of the {name} is on the gold square {square}: only the king may"));
            }
        }
        position
    }
}
