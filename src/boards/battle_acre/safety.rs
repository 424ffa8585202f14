//! Which moves leave one's own king in check, found without trying each of them.
use super::{Cell, Kind, Move, Position, RIDERS, Rules, Set};

/// What the king of the side to move has to fear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Safety {
    /// A man who gives check.
    pub checker: Option<Cell>,
    /// Own men who alone stand between the king and a rider.
    pub(super) shields: Set,
    /// Where a man other than the king may end a check: the checker's cell, or one on his way.
    answers: Set,
}

impl Position {
    /// What the king of the side to move has to fear.
    pub fn safety(&self, rules: &Rules) -> Safety {
        let mut safety = Safety { checker: None, shields: Set::EMPTY, answers: Set::EMPTY };
        let Some(king) = self.king(self.to_move()) else { return safety };
        let enemy = self.to_move().other();
        safety.checker = self.stepper(rules, enemy, king);
        let (occupied, own) = (self.occupied(), self.men(self.to_move()));
        for (ride, one, other) in RIDERS {
            for rider in self.of(enemy, one).or(self.of(enemy, other)).and(ride.from(king)) {
                let Some(way) = ride.between(rider, king) else { continue };
                let mut between = way.iter().filter(|cell| occupied.has(**cell));
                match (between.next(), between.next()) {
                    (None, _) => {
                        safety.checker = safety.checker.or(Some(rider));
                        way.iter().for_each(|cell| safety.answers = safety.answers.with(*cell));
                    }
                    (Some(shield), None) if own.has(*shield) => safety.shields = safety.shields.with(*shield),
                    (Some(_), _) => {}
                }
            }
        }
        safety.answers = safety.checker.map_or(safety.answers, |checker| safety.answers.with(checker));
        safety
    }

    /// Where the man on `from`, of the side to move, may go without leaving his king in check; castling is not among it.
    pub fn lawful(&self, rules: &Rules, safety: &Safety, from: Cell) -> Set {
        let targets = self.targets(rules, from);
        let Some(man) = self.man(from) else { return Set::EMPTY };
        let safe = |to: &Cell| self.is_safe(rules, &Move::Go { from, to: *to, promotion: None });
        if man.kind == Kind::King {
            // He must not hide behind the cell that he leaves.
            let left = self.occupied().without(Set::of(from));
            let enemy = man.side.other();
            let safe = |to: &Cell| self.attacker_past(rules, enemy, *to, left.with(*to)).is_none();
            return targets.filter(safe).collect();
        }
        // A pawn taken in passing leaves its cell too, which may open a way that nobody stood on alone.
        let passed = self.en_passant().filter(|to| self.passed_pawn(from, *to).is_some());
        let passed = targets.and(passed.map_or(Set::EMPTY, Set::of));
        if safety.checker.is_some() {
            return targets.and(safety.answers.or(passed)).filter(safe).collect();
        }
        if safety.shields.has(from) {
            return targets.filter(safe).collect();
        }
        targets.without(passed).or(passed.filter(safe).collect())
    }
}
