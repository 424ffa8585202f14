//! A position that fits a player's view, for search: the hidden information is guessed (determinization).
use super::{
    Action, Belief, Command, Kind, Piece, PieceCounts, Position, Rules, SQUARES, Set, Side, Square, State, Stuck, View,
    around,
};
use crate::kit::verdict;
use play::{GameResult, Lookahead, Rng};

/// A fully known position, and its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeterminizedPosition {
    pub position: Position,
    pub rules: Rules,
    /// Pieces of the side to move that cannot enter in this turn.
    barred: PieceCounts,
}

/// A turn: a piece may be flipped first. It then moves, or swaps if it is the Batled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    pub flip: Option<Square>,
    pub action: Action,
}

impl Turn {
    pub fn commands(self) -> impl Iterator<Item = Command> {
        self.flip.map(|at| Command::Flip { at }).into_iter().chain([self.action.into()])
    }
}

// Evaluation weights, in hundredths of a Warrior, for one side.
/// Each rank that a piece has advanced.
const ADVANCE: i32 = 4;
/// An own piece next to the Batled.
const SHELTER: i32 = 6;
/// An enemy within two squares of the Batled.
const BATLED_ATTACKER: i32 = 30;
/// Each square closer to the enemy's Batled, by the number of enemies on the board: fewer than 5, 10, 15, and more.
const PURSUIT: [i32; 4] = [8, 4, 2, 1];
/// A stronger side hunts down the Batled of a side with fewer pieces on the board than this.
const HUNTED_BELOW: u32 = 5;
/// Each square between the hunted Batled and the centre.
const CORNERED: i32 = 10;
/// Each square to which the hunted Batled could step safely, against the stronger side.
const FLIGHT: i32 = 12;
/// Each square that the stronger side's Batled is closer to the hunted one.
const APPROACH: i32 = 16;
/// Exchanges favour the stronger side: for each piece gone, its lead grows by 1/72.
const EXCHANGE_DIVISOR: i32 = 72;

impl DeterminizedPosition {
    /// Draws a random position that fits the view.
    pub fn determinize(view: &View, belief: &Belief, rules: Rules, rng: &mut Rng) -> DeterminizedPosition {
        let (kinds, reserve) = belief.sample(rng);
        let position = view.position(&belief.squares, &kinds, &reserve);
        DeterminizedPosition { position, rules, barred: view.returned }
    }

    pub fn with_full_information(position: Position, rules: Rules) -> DeterminizedPosition {
        DeterminizedPosition { position, rules, barred: PieceCounts::default() }
    }

    /// The value of a side's pieces on the board and in reserve, except the Batled.
    fn strength(&self, side: Side) -> i32 {
        let reserve = self.position.reserve(side).pieces.pieces().map(Kind::value).sum::<i32>() * 9 / 10;
        let pieces = self.position.pieces(side).filter(|(_, piece)| piece.kind != Kind::Batled);
        reserve + pieces.map(|(_, piece)| piece.kind.value()).sum::<i32>()
    }

    /// The number of squares to which the Batled on `quarry` could step without being captured by a piece of `side`.
    fn safe_squares(&self, side: Side, quarry: Square) -> i32 {
        let position = &self.position;
        let Some(batled) = position.piece_at(quarry) else { return 0 };
        let targets = position.reachable(batled, quarry);
        let attacked = position
            .pieces(side)
            .fold(Set::EMPTY, |attacked, (at, piece)| attacked.union(position.reachable(piece, at)));
        targets.difference(attacked).len() as i32
    }

    /// Evaluates the position for a side: pieces on the board and in reserve, their advance, its Batled's safety, the
    /// pursuit of the other Batled, and its capture.
    pub fn evaluate_for(&self, side: Side) -> i32 {
        let position = &self.position;
        let (own, enemies) = (position.squares_of(side), position.squares_of(side.other()));
        let strength = self.strength(side);
        let lead = (strength - self.strength(side.other())).max(0);
        let pieces_gone = 36 - (own.len() + enemies.len()).min(36) as i32;
        let mut sum = strength + lead * pieces_gone / EXCHANGE_DIVISOR;
        for (at, _) in position.pieces(side).filter(|(_, piece)| piece.kind != Kind::Batled) {
            sum += ADVANCE * i32::from(at.rank().abs_diff(side.first_rank()).min(7));
        }
        if let Some(batled) = position.batled(side) {
            let hunters = enemies.filter(|at| at.distance(batled) <= 2).count();
            // A Batled that hunts with its pieces needs no shelter.
            let shelter = if enemies.len() < HUNTED_BELOW {
                0
            } else {
                around(batled).intersection(own).len().min(4) as i32 * SHELTER
            };
            sum += shelter - hunters as i32 * BATLED_ATTACKER;
        }
        if let Some(quarry) = position.batled(side.other()) {
            let proximity: i32 = own.map(|at| 9 - i32::from(at.distance(quarry))).sum();
            sum += proximity * PURSUIT[enemies.len().min(19) as usize / 5];
            if lead > 0 && enemies.len() < HUNTED_BELOW {
                let own_proximity = position.batled(side).map_or(0, |own| 9 - i32::from(own.distance(quarry)));
                sum += CORNERED * i32::from(quarry.steps_to_middle()) + APPROACH * own_proximity;
                sum -= FLIGHT * self.safe_squares(side, quarry);
            }
        }
        let taken = position.countdown().is_some_and(|count| count.captor == side);
        if taken { sum + Kind::Batled.value() } else { sum }
    }
}

/// Reversible turns allowed in a row. Further ones count as repetition.
const MAX_IDLE_TURNS: usize = 12;

impl Position {
    /// Whether a move captures nothing and can be reversed. Face-down pieces and Warriors cannot reverse a forward
    /// move. [CS-7, CS-13]
    fn is_reversible(&self, from: Square, to: Square) -> bool {
        let can_return = |piece: &Piece| piece.face_up && piece.kind != Kind::Warrior || from.rank() == to.rank();
        self.piece_at(to).is_none() && self.piece_at(from).is_some_and(can_return)
    }
}

impl State {
    /// Returns moves that lead to nothing new: each once for each position with the same own pieces since the number of
    /// enemies changed, a reversible one also once for each `MAX_IDLE_TURNS` reversible turns just made.
    ///
    /// Only own pieces and the number of enemies are compared, because the side to move knows both.
    pub fn repeating_moves(&self) -> Vec<Turn> {
        let position = &self.position;
        let side = position.to_move();
        let (enemies, idle) = (position.squares_of(side.other()), self.idle_turns() / MAX_IDLE_TURNS);
        let plies = self.history.iter().rev().map(|(_, before)| before);
        let same_material = plies.take_while(|before| before.squares_of(side.other()).len() == enemies.len());
        let before: Vec<&Position> = same_material.filter(|before| before.to_move() != side).collect();
        let occurrences = |from: Square, to: Square| {
            let own_after = position.squares_of(side).difference(Set::single(from)).with(to);
            let piece_after = |at: Square| if at == to { position.piece_at(from) } else { position.piece_at(at) };
            let is_same = |before: &&&Position| {
                let look = |piece: Option<&Piece>| piece.map(|piece| (piece.kind, piece.face_up));
                before.squares_of(side) == own_after
                    && own_after.into_iter().all(|at| look(before.piece_at(at)) == look(piece_after(at)))
            };
            before.iter().filter(is_same).count()
        };
        let mut repeating = Vec::new();
        for (from, piece) in position.pieces(side) {
            for to in position.reachable(piece, from).difference(enemies) {
                let idly = if position.is_reversible(from, to) { idle } else { 0 };
                let turn = Turn { flip: None, action: Action::Move { from, to } };
                repeating.extend(std::iter::repeat_n(turn, occurrences(from, to) + idly));
            }
        }
        repeating
    }

    /// Returns keys of earlier positions since the number of pieces last changed, for a side from which nothing is
    /// hidden now: it saw these pieces move.
    pub fn earlier_keys(&self) -> Vec<u64> {
        let piece_counts = |position: &Position| Side::BOTH.map(|side| position.squares_of(side).len());
        let earlier = self.history.iter().rev().skip(1).map(|(_, position)| position).chain([&self.first_position]);
        let same_material = earlier.take_while(|before| piece_counts(before) == piece_counts(&self.position));
        same_material.map(Position::key).collect()
    }

    /// The number of the latest turns of the side to move that are all reversible.
    fn idle_turns(&self) -> usize {
        let side = self.position.to_move();
        let earlier = self.history.iter().rev().skip(1).map(|(_, after)| after).chain([&self.first_position]);
        let turns = self.history.iter().rev().map(|(action, _)| action).zip(earlier);
        let own_turns = turns.filter(|(_, before)| before.to_move() == side);
        let is_idle = |(action, before): &(&Action, &Position)| match action {
            Action::Move { from, to } => before.is_reversible(*from, *to),
            Action::Enter { .. } | Action::Swap { .. } => false,
            Action::Pass => true,
        };
        own_turns.take_while(is_idle).count()
    }
}

impl Lookahead for DeterminizedPosition {
    type Move = Turn;
    const SLOTS: usize = 2 * SQUARES * SQUARES;

    fn add_moves(&self, moves: &mut Vec<(i32, Turn)>, only_noisy: bool) {
        let DeterminizedPosition { position, barred, .. } = self;
        let side = position.to_move();
        let first_index = moves.len();
        let enemies = position.squares_of(side.other());
        for (from, piece) in position.pieces(side) {
            let near = position.reachable(piece, from);
            let mut add = |flip: Option<Square>, targets: Set| {
                for to in if only_noisy { targets.intersection(enemies) } else { targets } {
                    let gain = position.piece_at(to).map_or(0, |taken| taken.kind.value());
                    moves.push((gain, Turn { flip, action: Action::Move { from, to } }));
                }
            };
            add(None, near);
            if !piece.face_up {
                add(Some(from), position.reachable(&Piece { face_up: true, ..*piece }, from).difference(near));
            }
        }
        if only_noisy {
            return;
        }
        let usable = position.reserve(side).pieces.minus(barred);
        for kind in Kind::ALL.into_iter().filter(|kind| usable.count(*kind) > 0) {
            let entries = position.entries(side);
            moves.extend(entries.map(|at| (0, Turn { flip: None, action: Action::Enter { kind, at } })));
        }
        if let Some(batled) = position.batled(side).filter(|_| position.may_swap(side)) {
            let mut flipped = *position;
            flipped.flip(batled);
            let flip = position.piece_at(batled).filter(|piece| !piece.face_up).map(|_| batled);
            let partners = flipped.partners(side).into_iter();
            moves.extend(partners.map(|with| (0, Turn { flip, action: Action::Swap { with } })));
        }
        if moves.len() == first_index {
            moves.push((0, Turn { flip: None, action: Action::Pass }));
        }
    }

    fn after(&self, turn: Turn) -> Option<DeterminizedPosition> {
        if turn.action == Action::Pass && self.rules.stuck == Stuck::Loses {
            return None;
        }
        let mut before = self.position;
        if let Some(at) = turn.flip {
            before.flip(at);
        }
        let position = before.after_action(&self.rules, &turn.action);
        Some(DeterminizedPosition { position, barred: PieceCounts::default(), ..*self })
    }

    fn after_null_move(&self) -> Option<DeterminizedPosition> {
        None
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn game_result(&self) -> Option<GameResult> {
        Some(verdict(self.position.to_move(), self.position.outcome()?))
    }

    fn result_without_moves(&self) -> GameResult {
        GameResult::Lost
    }

    fn must_search_all_moves(&self) -> bool {
        false
    }

    fn evaluate(&self) -> i32 {
        let side = self.position.to_move();
        self.evaluate_for(side) - self.evaluate_for(side.other())
    }

    fn code(turn: Turn) -> u32 {
        let place = match turn.action {
            Action::Move { from, to } => from.index() * SQUARES + to.index(),
            Action::Enter { kind, at } => (SQUARES + kind as usize) * SQUARES + at.index(),
            Action::Swap { with } => (SQUARES + 6) * SQUARES + with.index(),
            Action::Pass => (SQUARES + 7) * SQUARES,
        };
        (place * 2 + usize::from(turn.flip.is_some())) as u32 + 1
    }

    fn history_slot(turn: Turn) -> usize {
        Self::code(turn) as usize % Self::SLOTS
    }
}
