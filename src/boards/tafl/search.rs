//! The engine's view of Tafl: captures, paths to corners, and evaluation.
use super::{CORNERS, Direction, GOLD, KingCapture, MIDDLE, Position, Rules, Set, Side, Square, board};
use crate::kit::verdict;
use play::{GameResult, Lookahead, PairHash};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaflSearchPosition {
    pub position: Position,
    pub rules: Rules,
}

// Evaluation weights, in hundredths of a Russian, from White's side.
const SWEDE_VALUE: i32 = 190;
const RUSSIAN_VALUE: i32 = 100;
/// The king can reach one corner in one move.
const ONE_OPEN_CORNER: i32 = 450;
/// The king can reach two or more corners in one move.
const TWO_OPEN_CORNERS: i32 = 3000;
/// A corner that the king can reach in two moves.
const NEAR_CORNER: i32 = 55;
/// A square that the king may move to.
const FREE_SQUARE: i32 = 5;
/// A Russian or empty gold square next to the king.
const RUSSIAN_BESIDE: i32 = 45;
/// No path leads the king to the edge.
const SHUT_IN: i32 = 160;
/// A Russian that guards a corner.
const GUARD: i32 = 12;
/// The gain of a move that ends the game.
const DECISIVE_GAIN: i32 = 100_000;

impl Position {
    /// Scores the position for White: pieces, open and nearly open corners, the king's freedom, attackers, guards.
    pub fn evaluate_for_white(&self) -> i32 {
        let Some(king) = self.king() else { return 0 };
        let occupied = self.occupied();
        let russians = self.pieces(Side::Black);
        let reach = self.targets(king);
        let material =
            (self.pieces(Side::White).len() as i32 - 1) * SWEDE_VALUE - russians.len() as i32 * RUSSIAN_VALUE;
        let open_corners = match reach.intersection(CORNERS).len() {
            0 => 0,
            1 => ONE_OPEN_CORNER,
            _ => TWO_OPEN_CORNERS,
        };
        let near_corners =
            CORNERS.filter(|corner| !board::reach(*corner, occupied).intersection(reach).is_empty()).count() as i32;
        let beside =
            Set::single(king).neighbours().intersection(russians.union(GOLD.difference(occupied))).len() as i32;
        let guards = board::CORNER_GUARDS.intersection(russians).len() as i32;
        let freedom = near_corners * NEAR_CORNER + reach.len() as i32 * FREE_SQUARE;
        let shut_in = if self.is_shut_in(king) { SHUT_IN } else { 0 };
        material + open_corners + freedom - beside * RUSSIAN_BESIDE - shut_in - guards * GUARD
    }

    pub fn evaluate_for_mover(&self) -> i32 {
        match self.to_move() {
            Side::White => self.evaluate_for_white(),
            Side::Black => -self.evaluate_for_white(),
        }
    }

    /// Whether no path over empty squares leads the king to the edge.
    fn is_shut_in(&self, king: Square) -> bool {
        let occupied = self.occupied();
        let mut reached = Set::single(king);
        loop {
            if !reached.intersection(board::EDGE).is_empty() {
                return false;
            }
            let grown = reached.union(reached.neighbours().difference(occupied));
            if grown == reached {
                return true;
            }
            reached = grown;
        }
    }

    /// Returns the empty squares where an arriving piece of `side` would capture a piece other than the king.
    pub fn captures_from(&self, rules: &Rules, side: Side) -> Set {
        let enemies = match side {
            Side::Black => self.swedes,
            Side::White => self.russians,
        };
        let hostile = self.hostile_squares(rules, side);
        let captors_from = |way: Direction| hostile.shifted(way).intersection(enemies).shifted(way);
        let all = Direction::ALL.into_iter().fold(Set::EMPTY, |set, way| set.union(captors_from(way)));
        all.difference(self.occupied())
    }

    /// Returns the empty squares where an arriving Russian would capture the king. [TF-13]
    pub fn king_captures_from(&self, rules: &Rules) -> Set {
        let Some(king) = self.king() else { return Set::EMPTY };
        let hostile = self.hostile_squares(rules, Side::Black);
        let beside = Set::single(king).neighbours();
        let free_squares = beside.difference(self.occupied()).difference(GOLD);
        if free_squares.is_empty() || beside.intersection(hostile).is_empty() {
            return Set::EMPTY;
        }
        let by_two = rules.king_capture == KingCapture::Two;
        if !by_two || king == MIDDLE || beside.contains(MIDDLE) {
            let captures = |at: &Square| {
                let closed = Position { russians: self.russians.with(*at), ..*self };
                closed.is_king_captured(rules, *at)
            };
            return free_squares.filter(captures).collect();
        }
        let hostile_at = |way: Direction| Set::single(king).shifted(way).intersection(hostile);
        let pairs = [
            (Direction::North, Direction::South),
            (Direction::South, Direction::North),
            (Direction::East, Direction::West),
            (Direction::West, Direction::East),
        ];
        let closing_square =
            |(way, behind)| if hostile_at(behind).is_empty() { Set::EMPTY } else { Set::single(king).shifted(way) };
        pairs.into_iter().map(closing_square).fold(Set::EMPTY, Set::union).intersection(free_squares)
    }

    /// Whether a Russian can move to one of these empty squares.
    fn russian_reaches(&self, mut squares: Set) -> bool {
        let (occupied, russians) = (self.occupied(), self.pieces(Side::Black));
        squares.any(|at| !board::visible_from(at, occupied).intersection(russians).is_empty())
    }
}

impl Lookahead for TaflSearchPosition {
    type Move = (Square, Square);
    const SLOTS: usize = 81 * 81;

    fn add_moves(&self, moves: &mut Vec<(i32, (Square, Square))>, only_noisy: bool) {
        let TaflSearchPosition { position, rules } = self;
        let side = position.to_move();
        let traps = position.captures_from(rules, side);
        let (deadly, value) = match side {
            Side::Black => (position.king_captures_from(rules), SWEDE_VALUE),
            Side::White => (Set::EMPTY, RUSSIAN_VALUE),
        };
        let noisy = traps.union(deadly).union(CORNERS);
        for from in position.pieces(side) {
            let targets = position.targets(from);
            for to in if only_noisy { targets.intersection(noisy) } else { targets } {
                let gain = if !noisy.contains(to) {
                    0
                } else if deadly.contains(to) || CORNERS.contains(to) {
                    DECISIVE_GAIN
                } else {
                    let mut next = *position;
                    next.move_without_capture(from, to);
                    next.captures_at(rules, side, to).len() as i32 * value
                };
                if !only_noisy || gain != 0 {
                    moves.push((gain, (from, to)));
                }
            }
        }
    }

    fn after(&self, (from, to): Self::Move) -> Option<TaflSearchPosition> {
        Some(TaflSearchPosition { position: self.position.after_move(&self.rules, from, to), ..*self })
    }

    fn after_null_move(&self) -> Option<TaflSearchPosition> {
        let mut next = *self;
        next.position.set_to_move(self.position.to_move().other());
        (self.position.pieces(self.position.to_move()).len() > 3).then_some(next)
    }

    fn key(&self) -> u64 {
        let position = &self.position;
        let (black, white) = (position.pieces(Side::Black).words(), position.pieces(Side::White).words());
        let king = position.king().map_or(0, |king| king.index() as u64 + 1);
        let turn = position.to_move() as u64;
        PairHash::default().pair(black.0, black.1).pair(white.0, white.1).pair(king, turn).key()
    }

    fn game_result(&self) -> Option<GameResult> {
        Some(self.verdict_for(Some(self.position.king_ending()?.winner())))
    }

    fn result_without_moves(&self) -> GameResult {
        self.verdict_for(self.position.winner_if_stuck(&self.rules))
    }

    fn result_of_repetition(&self) -> GameResult {
        self.verdict_for(self.rules.repetition.winner())
    }

    /// Black must answer an open path to a corner, White a threat to the king.
    fn must_search_all_moves(&self) -> bool {
        let position = &self.position;
        let Some(king) = position.king() else { return false };
        match position.to_move() {
            Side::Black => !position.targets(king).intersection(CORNERS).is_empty(),
            Side::White => {
                let deadly = position.king_captures_from(&self.rules);
                !deadly.is_empty() && position.russian_reaches(deadly)
            }
        }
    }

    fn evaluate(&self) -> i32 {
        self.position.evaluate_for_mover()
    }

    fn code((from, to): Self::Move) -> u32 {
        Self::history_slot((from, to)) as u32 + 1
    }

    fn history_slot((from, to): Self::Move) -> usize {
        from.index() * 81 + to.index()
    }
}

impl TaflSearchPosition {
    /// The result for the side to move, if `winner` wins. `None` is a draw.
    fn verdict_for(&self, winner: Option<Side>) -> GameResult {
        verdict(self.position.to_move(), winner)
    }
}
