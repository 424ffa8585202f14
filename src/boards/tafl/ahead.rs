//! The engine's view of Tafl: captures, paths to corners, and evaluation.
use super::{CORNERS, GOLD, KingCapture, MIDDLE, Position, Rules, Set, Side, Square, Way, board};
use crate::kit::verdict;
use play::{Lookahead, PairHash, Verdict};

/// A position with its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ahead {
    pub position: Position,
    pub rules: Rules,
}

// Evaluation weights, in hundredths of a Russian, from White's side.
const SWEDE: i32 = 190;
const RUSSIAN: i32 = 100;
/// Corners that the king can reach in one move.
const ONE_OPEN_CORNER: i32 = 450;
const TWO_OPEN_CORNERS: i32 = 3000;
/// A corner that it can reach in two moves.
const NEAR_CORNER: i32 = 55;
/// A square that the king may move to.
const FREE_SQUARE: i32 = 5;
/// A Russian or hostile gold square next to the king.
const RUSSIAN_BESIDE: i32 = 45;
/// No path leads the king to the edge.
const SHUT_IN: i32 = 160;
/// A Russian that guards a corner.
const GUARD: i32 = 12;
/// The gain of a move that ends the game.
const DECIDES: i32 = 100_000;

impl Position {
    /// Scores the position for White: pieces, open and nearly open corners, the king's freedom, attackers, guards.
    pub fn for_white(&self) -> i32 {
        let Some(king) = self.king() else { return 0 };
        let occupied = self.occupied();
        let russians = self.men(Side::Black);
        let reach = self.targets(king);
        let men = (self.men(Side::White).len() as i32 - 1) * SWEDE - russians.len() as i32 * RUSSIAN;
        let open_corners = match reach.and(CORNERS).len() {
            0 => 0,
            1 => ONE_OPEN_CORNER,
            _ => TWO_OPEN_CORNERS,
        };
        let near = CORNERS.filter(|corner| !board::reach(*corner, occupied).and(reach).is_empty()).count() as i32;
        let beside = Set::of(king).beside().and(russians.or(GOLD.without(occupied))).len() as i32;
        let guards = board::ABOUT_CORNERS.and(russians).len() as i32;
        let freedom = near * NEAR_CORNER + reach.len() as i32 * FREE_SQUARE;
        let shut_in = if self.is_shut_in(king) { SHUT_IN } else { 0 };
        men + open_corners + freedom - beside * RUSSIAN_BESIDE - shut_in - guards * GUARD
    }

    /// The same for the side to move.
    pub fn for_mover(&self) -> i32 {
        match self.to_move() {
            Side::White => self.for_white(),
            Side::Black => -self.for_white(),
        }
    }

    /// Whether no path over empty squares leads the king to the edge.
    fn is_shut_in(&self, king: Square) -> bool {
        let men = self.occupied();
        let mut walked = Set::of(king);
        loop {
            if !walked.and(board::EDGE).is_empty() {
                return false;
            }
            let further = walked.or(walked.beside().without(men));
            if further == walked {
                return true;
            }
            walked = further;
        }
    }

    /// Empty squares from which a piece of `side` captures something on arrival, except the king.
    pub fn captures_from(&self, rules: &Rules, side: Side) -> Set {
        let enemies = match side {
            Side::Black => self.swedes,
            Side::White => self.russians,
        };
        let hostile = self.hostile(rules, side);
        let from = |way: Way| hostile.moved(way).and(enemies).moved(way);
        let all = Way::ALL.into_iter().fold(Set::EMPTY, |set, way| set.or(from(way)));
        all.without(self.occupied())
    }

    /// Empty squares from which a Russian captures the king on arrival. [TF-13]
    pub fn king_captures_from(&self, rules: &Rules) -> Set {
        let Some(king) = self.king() else { return Set::EMPTY };
        let hostile = self.hostile(rules, Side::Black);
        let beside = Set::of(king).beside();
        let free = beside.without(self.occupied()).without(GOLD);
        if free.is_empty() || beside.and(hostile).is_empty() {
            return Set::EMPTY;
        }
        let by_two = rules.king_capture == KingCapture::Two;
        if !by_two || king == MIDDLE || beside.has(MIDDLE) {
            let captures = |at: &Square| {
                let closed = Position { russians: self.russians.with(*at), ..*self };
                closed.king_captured(rules, *at)
            };
            return free.filter(captures).collect();
        }
        let opposite = |way: Way| Set::of(king).moved(way).and(hostile);
        let pairs =
            [(Way::North, Way::South), (Way::South, Way::North), (Way::East, Way::West), (Way::West, Way::East)];
        let open = |(way, behind)| if opposite(behind).is_empty() { Set::EMPTY } else { Set::of(king).moved(way) };
        pairs.into_iter().map(open).fold(Set::EMPTY, Set::or).and(free)
    }

    /// Whether a Russian can move to one of these empty squares.
    fn russian_reaches(&self, mut squares: Set) -> bool {
        let (occupied, russians) = (self.occupied(), self.men(Side::Black));
        squares.any(|at| !board::sight(at, occupied).and(russians).is_empty())
    }
}

impl Lookahead for Ahead {
    type Move = (Square, Square);
    const SLOTS: usize = 81 * 81;

    fn add_moves(&self, moves: &mut Vec<(i32, (Square, Square))>, only_noisy: bool) {
        let Ahead { position, rules } = self;
        let side = position.to_move();
        let traps = position.captures_from(rules, side);
        let (deadly, value) = match side {
            Side::Black => (position.king_captures_from(rules), SWEDE),
            Side::White => (Set::EMPTY, RUSSIAN),
        };
        let noisy = traps.or(deadly).or(CORNERS);
        for from in position.men(side) {
            let targets = position.targets(from);
            for to in if only_noisy { targets.and(noisy) } else { targets } {
                let gain = if !noisy.has(to) {
                    0
                } else if deadly.has(to) || CORNERS.has(to) {
                    DECIDES
                } else {
                    let mut next = *position;
                    next.shift(from, to);
                    next.captured(rules, side, to).len() as i32 * value
                };
                if !only_noisy || gain != 0 {
                    moves.push((gain, (from, to)));
                }
            }
        }
    }

    fn after(&self, (from, to): Self::Move) -> Option<Ahead> {
        Some(Ahead { position: self.position.after(&self.rules, from, to), ..*self })
    }

    fn passed(&self) -> Option<Ahead> {
        let mut next = *self;
        next.position.set_to_move(self.position.to_move().other());
        (self.position.men(self.position.to_move()).len() > 3).then_some(next)
    }

    fn key(&self) -> u64 {
        let position = &self.position;
        let (black, white) = (position.men(Side::Black).words(), position.men(Side::White).words());
        let king = position.king().map_or(0, |king| king.index() as u64 + 1);
        let turn = position.to_move() as u64;
        PairHash::default().pair(black.0, black.1).pair(white.0, white.1).pair(king, turn).key()
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.seen(Some(self.position.ended()?.winner())))
    }

    fn stuck(&self) -> Verdict {
        self.seen(self.position.stuck(&self.rules))
    }

    fn repeated(&self) -> Verdict {
        self.seen(self.rules.repetition.winner())
    }

    /// Black must answer an open path to a corner, White a threat to the king.
    fn is_forced(&self) -> bool {
        let position = &self.position;
        let Some(king) = position.king() else { return false };
        match position.to_move() {
            Side::Black => !position.targets(king).and(CORNERS).is_empty(),
            Side::White => {
                let deadly = position.king_captures_from(&self.rules);
                !deadly.is_empty() && position.russian_reaches(deadly)
            }
        }
    }

    fn evaluate(&self) -> i32 {
        self.position.for_mover()
    }

    fn code((from, to): Self::Move) -> u32 {
        Self::slot((from, to)) as u32 + 1
    }

    fn slot((from, to): Self::Move) -> usize {
        from.index() * 81 + to.index()
    }
}

impl Ahead {
    /// The result for the side to move, if `winner` wins. `None` is a draw.
    fn seen(&self, winner: Option<Side>) -> Verdict {
        verdict(self.position.to_move(), winner)
    }
}
