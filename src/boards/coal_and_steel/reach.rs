//! Where pieces may move: with sets of squares in the common case, step by step among walls and tunnels.
use super::{
    Action, Direction, Kind, Piece, PieceCounts, Position, Rules, Set, Side, Square, around, around_not_backward,
};
use play::Rng;

impl Position {
    /// Returns the squares that a piece reaches from a square, or would reach if it were there. [CS-7 to CS-15]
    pub fn reachable(&self, piece: &Piece, from: Square) -> Set {
        let zone = match piece.kind {
            _ if !piece.face_up => around_not_backward(piece.side, from),
            Kind::Batled | Kind::Tunneller => around(from),
            Kind::Squed | Kind::Charger | Kind::Caster | Kind::Warrior => return self.reachable_in_steps(piece, from),
        };
        let zone = zone.difference(self.squares_of(piece.side));
        if self.tiled.intersection(zone.with(from)).is_empty() {
            return zone;
        }
        zone.filter(|to| Direction::between(from, *to).is_some_and(|way| self.is_passable(piece, from, way, *to)))
            .collect()
    }

    /// The squares reached by a piece that may take several steps in a direction.
    fn reachable_in_steps(&self, piece: &Piece, from: Square) -> Set {
        let (mut reached, passes_over_pieces) = (Set::EMPTY, piece.passes_over_pieces());
        let (own, all) = (self.squares_of(piece.side), self.squares_of(Side::Coal).union(self.squares_of(Side::Steel)));
        for way in Direction::ALL {
            let mut here = from;
            for _ in 0..piece.max_steps(way) {
                let Some(next) = here.neighbour(way) else { break };
                let is_open = self.tile(here).is_none() && self.tile(next).is_none();
                if !is_open && !self.is_passable(piece, here, way, next) {
                    break;
                }
                if !own.contains(next) {
                    reached = reached.with(next);
                }
                if all.contains(next) && !passes_over_pieces {
                    break;
                }
                here = next;
            }
        }
        reached
    }

    /// Returns the actions for step 3, without the `barred` pieces of the reserve. A pass if there are none.
    pub fn actions(&self, barred: &PieceCounts) -> Vec<Action> {
        let mut actions = Vec::with_capacity(64);
        self.add_actions(barred, &mut actions);
        actions
    }

    /// Adds the actions for step 3. A pass if there are none.
    pub fn add_actions(&self, barred: &PieceCounts, actions: &mut Vec<Action>) {
        let (side, before) = (self.to_move(), actions.len());
        for (from, piece) in self.pieces(side) {
            self.reachable(piece, from).for_each(|to| actions.push(Action::Move { from, to }));
        }
        if !self.reserve(side).pieces.is_empty() {
            let usable = self.reserve(side).pieces.minus(barred);
            for kind in Kind::ALL.into_iter().filter(|kind| usable.count(*kind) > 0) {
                actions.extend(self.entries(side).map(|square| Action::Enter { kind, at: square }));
            }
        }
        if self.may_swap(side) {
            actions.extend(self.partners(side).into_iter().map(|partner| Action::Swap { with: partner }));
        }
        if actions.len() == before {
            actions.push(Action::Pass);
        }
    }

    /// Plays uniformly random actions until the Batleds have decided the game or `max_turns` turns have passed. Returns
    /// the last position and the number of turns. Pieces are not flipped voluntarily.
    pub fn play_random(self, rules: &Rules, rng: &mut Rng, max_turns: u32) -> (Position, u32) {
        let mut position = self;
        let mut actions = Vec::with_capacity(128);
        for turns in 0..max_turns {
            if position.outcome().is_some() {
                return (position, turns);
            }
            actions.clear();
            position.add_actions(&PieceCounts::default(), &mut actions);
            let action = actions[rng.below(actions.len() as u64) as usize];
            position.play(rules, &action);
        }
        (position, max_turns)
    }
}
