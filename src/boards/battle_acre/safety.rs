//! Excludes moves that leave the own king in check, without trying every move.
use super::{Cell, Kind, Move, Position, RIDERS, Rules, Set};

/// Threats to the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingSafety {
    pub checker: Option<Cell>,
    /// Own pieces that alone are between the king and a rider (pinned).
    pub(super) shields: Set,
    /// Where a piece other than the king may end a check: the checker's cell, or one on its path.
    check_blocks: Set,
}

impl Position {
    pub fn safety(&self, rules: &Rules) -> KingSafety {
        let mut safety = KingSafety { checker: None, shields: Set::EMPTY, check_blocks: Set::EMPTY };
        let Some(king) = self.king(self.to_move()) else { return safety };
        let enemy = self.to_move().other();
        safety.checker = self.non_rider_attacker(rules, enemy, king);
        let (occupied, own) = (self.occupied(), self.pieces(self.to_move()));
        for (ride, first, second) in RIDERS {
            for rider in
                self.pieces_of_kind(enemy, first).or(self.pieces_of_kind(enemy, second)).and(ride.origins(king))
            {
                let Some(path) = ride.between(rider, king) else { continue };
                let mut between = path.iter().filter(|cell| occupied.contains(**cell));
                match (between.next(), between.next()) {
                    (None, _) => {
                        safety.checker = safety.checker.or(Some(rider));
                        path.iter().for_each(|cell| safety.check_blocks = safety.check_blocks.with(*cell));
                    }
                    (Some(shield), None) if own.contains(*shield) => safety.shields = safety.shields.with(*shield),
                    (Some(_), _) => {}
                }
            }
        }
        safety.check_blocks = safety.checker.map_or(safety.check_blocks, |checker| safety.check_blocks.with(checker));
        safety
    }

    /// Returns the legal targets of the piece on `from`, of the side to move, without castling.
    pub fn legal_targets(&self, rules: &Rules, safety: &KingSafety, from: Cell) -> Set {
        let targets = self.targets(rules, from);
        let Some(piece) = self.piece_at(from) else { return Set::EMPTY };
        let is_safe = |to: &Cell| self.is_safe(rules, &Move::Go { from, to: *to, promotion: None });
        if piece.kind == Kind::King {
            // The cell that the king leaves is empty, so it no longer blocks an attack.
            let vacated = self.occupied().without(Set::single(from));
            let enemy = piece.side.other();
            let is_safe = |to: &Cell| self.attacker_with_occupied(rules, enemy, *to, vacated.with(*to)).is_none();
            return targets.filter(is_safe).collect();
        }
        // A pawn captured en passant also leaves its cell. That may open a line with two pieces on it.
        let en_passant = self.en_passant().filter(|to| self.pawn_taken_en_passant(from, *to).is_some());
        let en_passant = targets.and(en_passant.map_or(Set::EMPTY, Set::single));
        if safety.checker.is_some() {
            return targets.and(safety.check_blocks.or(en_passant)).filter(is_safe).collect();
        }
        if safety.shields.contains(from) {
            return targets.filter(is_safe).collect();
        }
        targets.without(en_passant).or(en_passant.filter(is_safe).collect())
    }
}
