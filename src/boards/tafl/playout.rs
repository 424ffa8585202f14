//! Games played to their end by chance, under all the rules: for balance, and for speed.
use super::{
    board::{self, GOLD, Set, Square},
    position::{KingsEnd, Position, Side},
    rules::{NoMove, Repetition, Rules},
};
use crate::play::Lot;

/// How a game by chance has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The side that has won; `None` for a draw, and for a game that was broken off.
    pub winner: Option<Side>,
    /// Moves of both sides.
    pub moves: u32,
    /// Whether the rules ended it.
    pub finished: bool,
}

impl Position {
    /// Where each man of the side to move may go, into `targets`; returns how many moves that makes.
    fn all_targets(&self, targets: &mut [(Square, Set); 17]) -> (usize, u32) {
        let occupied = self.occupied();
        let (mut men, mut moves) = (0, 0);
        for from in self.men(self.to_move()) {
            let reach = board::reach(from, occupied);
            let reach = if self.king() == Some(from) { reach } else { reach.without(GOLD) };
            if let Some(place) = targets.get_mut(men) {
                *place = (from, reach);
                men += 1;
                moves += reach.len();
            }
        }
        (men, moves)
    }

    /// How many moves the side to move has, while the game is not over.
    pub fn count_moves(&self) -> u32 {
        let occupied = self.occupied();
        let count = |men: Set| -> u32 { men.map(|from| board::reach(from, occupied).without(GOLD).len()).sum() };
        match self.to_move() {
            Side::Black => count(self.men(Side::Black)),
            Side::White => count(self.swedes()) + self.king().map_or(0, |king| board::reach(king, occupied).len()),
        }
    }

    /// Plays on, every lawful move being as likely as the others, until the rules end the game or `longest` is reached.
    pub fn played_out(self, rules: &Rules, lot: &mut Lot, longest: u32) -> Played {
        let mut position = self;
        let mut earlier: Vec<Position> = Vec::with_capacity(64);
        let mut targets = [(board::MIDDLE, Set::EMPTY); 17];
        for moves in 0..longest {
            let ended = |winner| Played { winner, moves, finished: true };
            match position.ended() {
                Some(KingsEnd::Escaped(_)) => return ended(Some(Side::White)),
                Some(KingsEnd::Captured) => return ended(Some(Side::Black)),
                None => {}
            }
            let (men, choices) = position.all_targets(&mut targets);
            if choices == 0 {
                return ended(match rules.no_move {
                    NoMove::Loses => Some(position.to_move().other()),
                    NoMove::Draw => None,
                });
            }
            if earlier.iter().filter(|before| **before == position).count() >= 2 {
                return ended(match rules.repetition {
                    Repetition::Draw => None,
                    Repetition::AttackerLoses => Some(Side::White),
                    Repetition::DefenderLoses => Some(Side::Black),
                });
            }
            let mut nth = lot.below(u64::from(choices)) as u32;
            for (from, mut reach) in targets[..men].iter().copied() {
                if nth >= reach.len() {
                    nth -= reach.len();
                    continue;
                }
                let Some(to) = reach.nth(nth as usize) else { break };
                let next = position.after(rules, from, to);
                let men = |position: &Position| position.occupied().len();
                if men(&next) == men(&position) {
                    earlier.push(position);
                } else {
                    earlier.clear();
                }
                position = next;
                break;
            }
        }
        Played { winner: None, moves: longest, finished: false }
    }
}
