//! One of the positions that a player may be in, to be looked ahead from: what is hidden has been guessed.
use super::{
    Action, Belief, Command, Hand, Kind, Man, Position, Rules, SQUARES, Set, Side, Square, State, Stuck, View, around,
};
use crate::kit::verdict;
use play::{Lookahead, Rng, Verdict};

/// A position in which everything is laid open, and the rules that it is played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct World {
    pub position: Position,
    pub rules: Rules,
    /// Men of the side to move that cannot enter in this turn.
    barred: Hand,
}

/// A turn: a man may be turned up first, who then moves or is the Batled that swaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    pub flip: Option<Square>,
    pub action: Action,
}

impl Turn {
    /// The commands that carry it out.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        self.flip.map(|at| Command::Flip { at }).into_iter().chain([self.action.into()])
    }
}

// What the machine weighs, in hundredths of a Warrior, for one side.
/// A rank that a man has come.
const RANK: i32 = 4;
/// An own man beside the Batled.
const SHELTER: i32 = 6;
/// An enemy within two squares of the Batled.
const HUNTED: i32 = 30;
/// For each square that a man is nearer to the enemy's Batled, by the enemy's men on the board: fewer than five, ten,
/// fifteen, and more.
const PURSUIT: [i32; 4] = [8, 4, 2, 1];
/// A side with fewer men on the board than this is hunted down by one that is stronger.
const FEW: u32 = 5;
/// For each square that the Batled of such a side is away from the middle.
const CORNERED: i32 = 10;
/// For each square to which it could step unharmed.
const FLIGHT: i32 = 12;
/// For each square that the hunter's Batled is nearer to it.
const APPROACH: i32 = 16;
/// An exchange brings the side ahead nearer to its win: for each man that is gone, its lead grows by one part in so many.
const EXCHANGE: i32 = 72;

impl World {
    /// A position that fits the view, drawn at random.
    pub fn drawn(view: &View, belief: &Belief, rules: Rules, rng: &mut Rng) -> World {
        let (men, reserve) = belief.drawn(rng);
        let position = view.position(&belief.squares, &men, &reserve);
        World { position, rules, barred: view.returned }
    }

    /// A position of which everything is known.
    pub fn laid_open(position: Position, rules: Rules) -> World {
        World { position, rules, barred: Hand::default() }
    }

    /// What a side's men are worth on the board and in reserve, the Batled left out.
    fn strength(&self, side: Side) -> i32 {
        let held = self.position.reserve(side).men.men().map(Kind::value).sum::<i32>() * 9 / 10;
        let men = self.position.men(side).filter(|(_, man)| man.kind != Kind::Batled);
        held + men.map(|(_, man)| man.kind.value()).sum::<i32>()
    }

    /// To how many squares the Batled on `quarry` could step without being taken by a man of `side`.
    fn flights(&self, side: Side, quarry: Square) -> i32 {
        let position = &self.position;
        let Some(batled) = position.man(quarry) else { return 0 };
        let free = position.reach(batled, quarry);
        let taken = position.men(side).fold(Set::EMPTY, |taken, (at, man)| taken.or(position.reach(man, at)));
        free.without(taken).len() as i32
    }

    /// How good the position is for a side: men on the board and in reserve, how far they have come, its Batled's
    /// safety, the pursuit of the other one, and whether that was taken.
    pub fn weigh(&self, side: Side) -> i32 {
        let position = &self.position;
        let (own, enemies) = (position.of(side), position.of(side.other()));
        let strength = self.strength(side);
        let lead = (strength - self.strength(side.other())).max(0);
        let gone = 36 - (own.len() + enemies.len()).min(36) as i32;
        let mut sum = strength + lead * gone / EXCHANGE;
        for (at, _) in position.men(side).filter(|(_, man)| man.kind != Kind::Batled) {
            sum += RANK * i32::from(at.rank().abs_diff(side.first_rank()).min(7));
        }
        if let Some(batled) = position.batled(side) {
            let hunters = enemies.filter(|at| at.apart(batled) <= 2).count();
            // A Batled that hunts with its men needs no shelter.
            let shelter = if enemies.len() < FEW { 0 } else { around(batled).and(own).len().min(4) as i32 * SHELTER };
            sum += shelter - hunters as i32 * HUNTED;
        }
        if let Some(quarry) = position.batled(side.other()) {
            let near: i32 = own.map(|at| 9 - i32::from(at.apart(quarry))).sum();
            sum += near * PURSUIT[enemies.len().min(19) as usize / 5];
            if lead > 0 && enemies.len() < FEW {
                let beside = position.batled(side).map_or(0, |own| 9 - i32::from(own.apart(quarry)));
                sum += CORNERED * i32::from(quarry.steps_to_middle()) + APPROACH * beside;
                sum -= FLIGHT * self.flights(side, quarry);
            }
        }
        let taken = position.countdown().is_some_and(|count| count.captor == side);
        if taken { sum + Kind::Batled.value() } else { sum }
    }
}

/// Turns that can be taken back, so many in a row, before the next one counts as leading nowhere.
const PATIENCE: usize = 12;

impl Position {
    /// Whether a move takes nobody and its man might go back again: not one that is face down, nor a Warrior, who has
    /// gone forward. [CS-7, CS-13]
    fn may_go_back(&self, from: Square, to: Square) -> bool {
        let stays = |man: &Man| man.up && man.kind != Kind::Warrior || from.rank() == to.rank();
        self.man(to).is_none() && self.man(from).is_some_and(stays)
    }
}

impl State {
    /// Moves that lead nowhere new, each as often as it does so: the side to move would stand as it stood before, nobody
    /// of the enemy having been taken since; or the move could be taken back, as all of its moves of late.
    ///
    /// Nothing but its own men and the number of the enemies is looked at: it knows both.
    pub fn stale(&self) -> Vec<Turn> {
        let position = &self.position;
        let side = position.to_move();
        let (enemies, idle) = (position.of(side.other()), self.idle_turns() / PATIENCE);
        let plies = self.plies.iter().rev().map(|(_, before)| before);
        let as_many = plies.take_while(|before| before.of(side.other()).len() == enemies.len());
        let before: Vec<&Position> = as_many.filter(|before| before.to_move() != side).collect();
        let stood = |from: Square, to: Square| {
            let own = position.of(side).without(Set::of(from)).with(to);
            let stands = |at: Square| if at == to { position.man(from) } else { position.man(at) };
            let alike = |before: &&&Position| {
                let kind = |man: Option<&Man>| man.map(|man| (man.kind, man.up));
                before.of(side) == own && own.into_iter().all(|at| kind(before.man(at)) == kind(stands(at)))
            };
            before.iter().filter(alike).count()
        };
        let mut stale = Vec::new();
        for (from, man) in position.men(side) {
            for to in position.reach(man, from).without(enemies) {
                let idly = if position.may_go_back(from, to) { idle } else { 0 };
                let turn = Turn { flip: None, action: Action::Move { from, to } };
                stale.extend(std::iter::repeat_n(turn, stood(from, to) + idly));
            }
        }
        stale
    }

    /// Keys of the positions since the number of men last changed, for a side from which nothing is hidden now: it saw
    /// these men move.
    pub fn earlier_keys(&self) -> Vec<u64> {
        let men = |position: &Position| Side::BOTH.map(|side| position.of(side).len());
        let befores = self.plies.iter().rev().skip(1).map(|(_, position)| position).chain([&self.begun]);
        let alike = befores.take_while(|before| men(before) == men(&self.position));
        alike.map(Position::key).collect()
    }

    /// How many turns of the side to move, the last ones, could all be taken back.
    fn idle_turns(&self) -> usize {
        let side = self.position.to_move();
        let befores = self.plies.iter().rev().skip(1).map(|(_, after)| after).chain([&self.begun]);
        let turns = self.plies.iter().rev().map(|(action, _)| action).zip(befores);
        let own = turns.filter(|(_, before)| before.to_move() == side);
        let is_idle = |(action, before): &(&Action, &Position)| match action {
            Action::Move { from, to } => before.may_go_back(*from, *to),
            Action::Enter { .. } | Action::Swap { .. } => false,
            Action::Pass => true,
        };
        own.take_while(is_idle).count()
    }
}

impl Lookahead for World {
    type Move = Turn;
    const SLOTS: usize = 2 * SQUARES * SQUARES;

    fn add_moves(&self, moves: &mut Vec<(i32, Turn)>, only_noisy: bool) {
        let World { position, barred, .. } = self;
        let side = position.to_move();
        let begun = moves.len();
        let enemies = position.of(side.other());
        for (from, man) in position.men(side) {
            let near = position.reach(man, from);
            let mut add = |flip: Option<Square>, targets: Set| {
                for to in if only_noisy { targets.and(enemies) } else { targets } {
                    let gain = position.man(to).map_or(0, |taken| taken.kind.value());
                    moves.push((gain, Turn { flip, action: Action::Move { from, to } }));
                }
            };
            add(None, near);
            if !man.up {
                add(Some(from), position.reach(&Man { up: true, ..*man }, from).without(near));
            }
        }
        if only_noisy {
            return;
        }
        let usable = position.reserve(side).men.less(barred);
        for kind in Kind::ALL.into_iter().filter(|kind| usable.count(*kind) > 0) {
            let entries = position.entries(side);
            moves.extend(entries.map(|at| (0, Turn { flip: None, action: Action::Enter { kind, at } })));
        }
        if let Some(batled) = position.batled(side).filter(|_| position.may_swap(side)) {
            let mut up = *position;
            up.flip(batled);
            let flip = position.man(batled).filter(|man| !man.up).map(|_| batled);
            let partners = up.partners(side).into_iter();
            moves.extend(partners.map(|with| (0, Turn { flip, action: Action::Swap { with } })));
        }
        if moves.len() == begun {
            moves.push((0, Turn { flip: None, action: Action::Pass }));
        }
    }

    fn after(&self, given: Turn) -> Option<World> {
        if given.action == Action::Pass && self.rules.stuck == Stuck::Loses {
            return None;
        }
        let mut before = self.position;
        if let Some(at) = given.flip {
            before.flip(at);
        }
        let position = before.after(&self.rules, &given.action);
        Some(World { position, barred: Hand::default(), ..*self })
    }

    fn passed(&self) -> Option<World> {
        None
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(verdict(self.position.to_move(), self.position.decided()?))
    }

    fn stuck(&self) -> Verdict {
        Verdict::Lost
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn evaluate(&self) -> i32 {
        let side = self.position.to_move();
        self.weigh(side) - self.weigh(side.other())
    }

    fn code(given: Turn) -> u32 {
        let place = match given.action {
            Action::Move { from, to } => from.index() * SQUARES + to.index(),
            Action::Enter { kind, at } => (SQUARES + kind as usize) * SQUARES + at.index(),
            Action::Swap { with } => (SQUARES + 6) * SQUARES + with.index(),
            Action::Pass => (SQUARES + 7) * SQUARES,
        };
        (place * 2 + usize::from(given.flip.is_some())) as u32 + 1
    }

    fn slot(given: Turn) -> usize {
        Self::code(given) as usize % Self::SLOTS
    }
}
