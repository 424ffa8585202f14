//! Pieces on the board and the side to move: moves, captures and text.
use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::rules::{SET_UP, SIDES};
use super::{CORNERS, GOLD, GoldHostileTo, KingCapture, MIDDLE, NoMove, Rules, Set, Side, Square, WIDTH, Way, board};
use crate::kit::{Fault, Faults, Rows, Sided as _, as_text, leading_number, mover, write_rows};

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Man {
    Russian,
    Swede,
    King,
}

impl Man {
    pub const fn side(self) -> Side {
        match self {
            Man::Russian => Side::Black,
            Man::Swede | Man::King => Side::White,
        }
    }

    pub const fn letter(self) -> char {
        ['t', 'T', 'K'][self as usize]
    }
}

impl fmt::Display for Man {
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
        Position { to_move: first, ..Position::read(START, &mut Faults::default()) }
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
    pub fn men(&self, side: Side) -> Set {
        match side {
            Side::Black => self.russians,
            Side::White => self.king.map_or(self.swedes, |king| self.swedes.with(king)),
        }
    }

    pub fn occupied(&self) -> Set {
        self.men(Side::Black).or(self.men(Side::White))
    }

    pub fn man(&self, at: Square) -> Option<Man> {
        if self.russians.has(at) {
            Some(Man::Russian)
        } else if self.swedes.has(at) {
            Some(Man::Swede)
        } else {
            (self.king == Some(at)).then_some(Man::King)
        }
    }

    /// Squares that the piece on `from` may move to, on either side's turn: along rank or file over empty squares. Only
    /// the king stops on gold. [TF-5 to TF-7]
    pub fn targets(&self, from: Square) -> Set {
        match self.man(from) {
            Some(Man::King) => board::reach(from, self.occupied()),
            Some(Man::Russian | Man::Swede) => board::reach(from, self.occupied()).without(GOLD),
            None => Set::EMPTY,
        }
    }

    /// All moves of the side to move, if the game is not over.
    pub fn moves(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let men = if self.ended().is_some() { Set::EMPTY } else { self.men(self.to_move) };
        men.flat_map(|from| self.targets(from).map(move |to| (from, to)))
    }

    /// Whether Black is to move and has no piece left. [TF-Q7]
    pub fn is_without_russians(&self) -> bool {
        self.to_move() == Side::Black && self.men(Side::Black).is_empty()
    }

    /// The winner if the side to move cannot move. [TF-Q4] Black without pieces loses: White may claim the game.
    pub fn stuck(&self, rules: &Rules) -> Option<Side> {
        let loses = rules.no_move == NoMove::Loses || self.is_without_russians();
        loses.then_some(self.to_move().other())
    }

    /// Whether any piece of the side to move can move.
    pub fn can_move(&self) -> bool {
        self.men(self.to_move).any(|from| !self.targets(from).is_empty())
    }

    /// How the king has ended the game, if it has.
    #[inline]
    pub fn ended(&self) -> Option<KingsEnd> {
        match self.king {
            None => Some(KingsEnd::Captured),
            Some(at) => CORNERS.has(at).then_some(KingsEnd::Escaped(at)),
        }
    }

    /// Moves a piece of the side to move and passes the turn, without captures.
    #[inline]
    pub fn shift(&mut self, from: Square, to: Square) {
        let both = Set::of(from).or(Set::of(to));
        match self.to_move {
            Side::Black => self.russians = self.russians.xor(both),
            Side::White if self.king == Some(from) => self.king = Some(to),
            Side::White => self.swedes = self.swedes.xor(both),
        }
        self.to_move = self.to_move.other();
    }

    /// Removes a piece.
    pub fn remove(&mut self, at: Square) {
        self.russians = self.russians.without(Set::of(at));
        self.swedes = self.swedes.without(Set::of(at));
        self.king = self.king.filter(|king| *king != at);
    }

    /// The pieces that a piece of `side`, even the king, captures by moving to `at`, except the king: each adjacent
    /// enemy with a hostile piece or square directly behind. [TF-8, TF-9]
    #[inline]
    pub fn captured(&self, rules: &Rules, side: Side, at: Square) -> Set {
        let enemies = match side {
            Side::Black => self.swedes,
            Side::White => self.russians,
        };
        if board::beside(at).and(enemies).is_empty() { Set::EMPTY } else { self.trapped(rules, side, at, enemies) }
    }

    fn trapped(&self, rules: &Rules, side: Side, at: Square, enemies: Set) -> Set {
        let hostile = self.hostile(rules, side);
        let moved = Set::of(at);
        let trapped = |way: Way| {
            let victim = moved.moved(way).and(enemies);
            if victim.moved(way).and(hostile).is_empty() { Set::EMPTY } else { victim }
        };
        Way::ALL.into_iter().fold(Set::EMPTY, |victims, way| victims.or(trapped(way)))
    }

    /// The squares hostile to the enemies of `side`: its pieces, and gold squares that act as one: corners and the
    /// empty centre. [TF-11]
    pub(super) fn hostile(&self, rules: &Rules, side: Side) -> Set {
        let gold = match (rules.gold_hostile_to, side) {
            (GoldHostileTo::WhiteOnly, Side::White) => Set::EMPTY,
            (GoldHostileTo::WhiteOnly, Side::Black) | (GoldHostileTo::Both, _) => GOLD.without(self.occupied()),
        };
        self.men(side).or(gold)
    }

    /// Whether the king is captured by the Russian that has moved to `at`. [TF-13, TF-Q1]
    #[inline]
    pub fn king_captured(&self, rules: &Rules, at: Square) -> bool {
        self.king.is_some_and(|king| board::beside(at).has(king) && self.king_trapped(rules, king, at))
    }

    fn king_trapped(&self, rules: &Rules, king: Square, at: Square) -> bool {
        let Some(way) = Way::ALL.into_iter().find(|way| at.step(*way) == Some(king)) else { return false };
        let enemies = self.hostile(rules, Side::Black);
        let hostile = |way: Way| king.step(way).is_some_and(|next| enemies.has(next));
        let russian_or_middle = |way: Way| king.step(way).is_some_and(|next| self.russians.has(next) || next == MIDDLE);
        let beside_middle = Way::ALL.into_iter().any(|way| king.step(way) == Some(MIDDLE));
        match rules.king_capture {
            KingCapture::Two => hostile(way),
            KingCapture::Linnaean if king == MIDDLE || beside_middle => Way::ALL.into_iter().all(russian_or_middle),
            KingCapture::Linnaean => hostile(way),
            KingCapture::Four => Way::ALL.into_iter().all(hostile),
        }
    }

    /// The position after a legal move with its captures.
    #[inline]
    pub fn after(&self, rules: &Rules, from: Square, to: Square) -> Position {
        let mut next = *self;
        next.play(rules, from, to);
        next
    }

    /// Makes a legal move and returns the plain pieces captured.
    #[inline]
    pub(super) fn play(&mut self, rules: &Rules, from: Square, to: Square) -> Set {
        let side = self.to_move;
        self.shift(from, to);
        let victims = self.captured(rules, side, to);
        match side {
            Side::Black => self.swedes = self.swedes.without(victims),
            Side::White => self.russians = self.russians.without(victims),
        }
        if side == Side::Black && self.king_captured(rules, to) {
            self.king = None;
        }
        victims
    }

    /// Calls `told` with every move of the side to move, ordered as [`moves`](Position::moves), before the end.
    #[inline]
    pub fn each_move(&self, mut told: impl FnMut(Square, Square)) {
        if self.ended().is_some() {
            return;
        }
        let occupied = self.occupied();
        let king = self.king.filter(|_| self.to_move == Side::White);
        for from in self.men(self.to_move) {
            let reach = board::reach(from, occupied);
            let targets = if king == Some(from) { reach } else { reach.without(GOLD) };
            targets.for_each(|to| told(from, to));
        }
    }
}

/// The end of the game as shown by the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingsEnd {
    Escaped(Square),
    Captured,
}

impl KingsEnd {
    pub fn winner(self) -> Side {
        match self {
            KingsEnd::Escaped(_) => Side::White,
            KingsEnd::Captured => Side::Black,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = (0..WIDTH).rev();
        let letter = |at| self.man(at).map(Man::letter);
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
    type Err = Faults;

    /// Checks everything at once: nine rows of nine squares, known letters, one king, at most 16 Russians and 8 Swedes,
    /// no plain piece on gold, `b` or `w` to move.
    fn from_str(text: &str) -> Result<Position, Faults> {
        let mut faults = Faults::default();
        let position = Position::read(text, &mut faults);
        faults.or(position, START)
    }
}

impl Position {
    fn read(text: &str, faults: &mut Faults) -> Position {
        let mut words = text.split_whitespace();
        let mut position = Position { russians: Set::EMPTY, swedes: Set::EMPTY, king: None, to_move: Side::Black };
        let mut kings = Vec::new();
        ROWS.read(words.next().unwrap_or_default(), faults, |faults, (file, rank), rest| {
            let mut letters = rest.chars();
            let at = Square::at(file, rank);
            let alone = at.map_or(Set::EMPTY, Set::of);
            match letters.next().unwrap_or_default() {
                't' => position.russians = position.russians.or(alone),
                'T' => position.swedes = position.swedes.or(alone),
                'K' => kings.extend(at),
                letter => {
                    let what = format!("rank {}: \"{letter}\" is neither a man (t, T, K) nor a run", rank + 1);
                    faults.0.push(Fault::new(what));
                }
            }
            letters.as_str()
        });
        match words.next() {
            Some(word) => position.to_move = mover(word, faults).unwrap_or(Side::Black),
            None => faults.0.push(Fault::new("the side to move is missing: b or w at the end")),
        }
        let rest: Vec<&str> = words.collect();
        if !rest.is_empty() {
            let what = format!("nothing follows the side to move, but here stands \"{}\"", rest.join(" "));
            faults.0.push(Fault::new(what));
        }
        match kings[..] {
            [king] => position.king = Some(king),
            [] => faults.add(SIDES, "there is no king"),
            _ => faults.add(SIDES, format!("there are {} kings", kings.len())),
        }
        for (men, most, name) in [(position.russians, 16, "Russians"), (position.swedes, 8, "Swedes")] {
            if men.len() > most {
                faults.add(SIDES, format!("there are {} {name}, and at most {most}", men.len()));
            }
            for square in men.and(GOLD) {
                faults.add(SET_UP, format!("one of the {name} stands on the gold square {square}: only the king may"));
            }
        }
        position
    }
}
