//! Where pieces may move: with sets of squares in the common case, step by step among walls and tunnels.
use super::{AROUND, Action, Hand, Kind, Man, Position, Rules, Set, Side, Square, Way};
use play::Rng;

impl Position {
    /// The squares a piece reaches from a square, which may be empty. [CS-7 to CS-15]
    pub fn reach(&self, man: &Man, from: Square) -> Set {
        let zone = match man.kind {
            _ if !man.up => AROUND[man.side as usize][from.index()],
            Kind::Batled | Kind::Tunneller => AROUND[2][from.index()],
            Kind::Squed | Kind::Charger | Kind::Caster | Kind::Warrior => return self.ridden(man, from),
        };
        let zone = zone.without(self.of(man.side));
        if self.tiled.and(zone.with(from)).is_empty() {
            return zone;
        }
        zone.filter(|to| Way::between(from, *to).is_some_and(|way| self.is_way(man, from, way, *to))).collect()
    }

    /// The same for a piece with several steps.
    fn ridden(&self, man: &Man, from: Square) -> Set {
        let (mut reached, over_men) = (Set::EMPTY, man.passes_over_men());
        let (own, all) = (self.of(man.side), self.of(Side::Coal).or(self.of(Side::Steel)));
        for way in Way::ALL {
            let mut here = from;
            for _ in 0..man.steps(way) {
                let Some(next) = here.step(way) else { break };
                let open = self.tile(here).is_none() && self.tile(next).is_none();
                if !open && !self.is_way(man, here, way, next) {
                    break;
                }
                if !own.has(next) {
                    reached = reached.with(next);
                }
                if all.has(next) && !over_men {
                    break;
                }
                here = next;
            }
        }
        reached
    }

    /// Returns the actions for step 3, without the `barred` pieces of the reserve. A pass if there are none.
    pub fn actions(&self, barred: &Hand) -> Vec<Action> {
        let mut actions = Vec::with_capacity(64);
        self.add_actions(barred, &mut actions);
        actions
    }

    /// Adds the actions for step 3. A pass if there are none.
    pub fn add_actions(&self, barred: &Hand, actions: &mut Vec<Action>) {
        let (side, before) = (self.to_move(), actions.len());
        for (from, man) in self.men(side) {
            self.reach(man, from).for_each(|to| actions.push(Action::Move { from, to }));
        }
        if !self.reserve(side).men.is_empty() {
            let usable = self.reserve(side).men.less(barred);
            for kind in Kind::ALL.into_iter().filter(|kind| usable.count(*kind) > 0) {
                actions.extend(self.entries(side).map(|at| Action::Enter { kind, at }));
            }
        }
        if self.may_swap(side) {
            actions.extend(self.partners(side).into_iter().map(|with| Action::Swap { with }));
        }
        if actions.len() == before {
            actions.push(Action::Pass);
        }
    }

    /// Plays uniformly random actions until the Batleds have decided the game or `longest` turns have passed. Returns
    /// the last position and the number of turns. Pieces are not flipped voluntarily.
    pub fn played_on(self, rules: &Rules, rng: &mut Rng, longest: u32) -> (Position, u32) {
        let mut position = self;
        let mut actions = Vec::with_capacity(128);
        for turns in 0..longest {
            if position.decided().is_some() {
                return (position, turns);
            }
            actions.clear();
            position.add_actions(&Hand::default(), &mut actions);
            let action = actions[rng.below(actions.len() as u64) as usize];
            position.play(rules, &action);
        }
        (position, longest)
    }
}
