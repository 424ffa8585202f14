//! The state that a row of deeds makes, and states of earlier moments from which others are found again: whoever goes
//! back does not begin at the beginning.
use crate::{EventOf, Game};

/// How many deeds lie between two states that are kept, at least: a power of two.
const SPACING: usize = 16;

/// The state that the first deeds of a row make, and states before it.
///
/// Of the states behind it few are kept, and the farther back the fewer: going back over so many deeds costs no more
/// than about three times as many facts, and [`SPACING`].
pub(super) struct States<G: Game> {
    /// By the number of deeds that made them, the fewest first; that of the set-up is always among them.
    kept: Vec<(usize, G::State)>,
    /// How many deeds have made the last one.
    reached: usize,
    last: G::State,
}

impl<G: Game> States<G> {
    pub(super) fn begin(setup: &G::Setup) -> States<G> {
        let last = G::begin(setup);
        States { kept: vec![(0, last.clone())], reached: 0, last }
    }

    pub(super) fn reached(&self) -> usize {
        self.reached
    }

    pub(super) fn last(&self) -> &G::State {
        &self.last
    }

    /// The deeds behind the first `many` are others from now on, or no more.
    pub(super) fn forget_behind(&mut self, many: usize) {
        if self.reached <= many {
            return;
        }
        self.kept.truncate(self.kept.partition_point(|(at, _)| *at <= many));
        if let Some((at, state)) = self.kept.last() {
            self.reached = *at;
            self.last.clone_from(state);
        }
    }

    /// The first `many` deeds make that state.
    pub(super) fn restore(&mut self, many: usize, state: G::State) {
        self.kept.truncate(self.kept.partition_point(|(at, _)| *at <= many));
        (self.reached, self.last) = (many, state);
    }

    /// Applies what followed from the deeds up to number `many`, which is no fewer than were reached.
    pub(super) fn reach<'e>(&mut self, many: usize, events: impl Fn(usize) -> &'e [EventOf<G>])
    where
        G: 'e,
    {
        if self.reached == many {
            return;
        }
        while self.reached < many {
            self.step(&events);
            if is_kept(self.reached, many) {
                self.kept.push((self.reached, self.last.clone()));
            }
        }
        self.kept.retain(|(at, _)| is_kept(*at, many));
    }

    /// As [`reach`](States::reach), keeping no state: of a text that is read mostly the last one is wanted, and whoever
    /// goes back in it begins at the beginning once.
    pub(super) fn run<'e>(&mut self, many: usize, events: impl Fn(usize) -> &'e [EventOf<G>])
    where
        G: 'e,
    {
        while self.reached < many {
            self.step(&events);
        }
    }

    fn step<'e>(&mut self, events: &impl Fn(usize) -> &'e [EventOf<G>])
    where
        G: 'e,
    {
        crate::apply_all::<G>(&mut self.last, events(self.reached));
        self.reached += 1;
    }

    /// The state that the first `many` deeds make.
    pub(super) fn of_first<'e>(&self, many: usize, events: impl Fn(usize) -> &'e [EventOf<G>]) -> G::State
    where
        G: 'e,
    {
        let kept = self.kept[..self.kept.partition_point(|(at, _)| *at <= many)].last();
        let (from, state) = match kept {
            Some((at, state)) if many < self.reached => (*at, state),
            Some(_) | None => (self.reached, &self.last),
        };
        let mut state = state.clone();
        (from..many).for_each(|at| crate::apply_all::<G>(&mut state, events(at)));
        state
    }
}

/// Whether the state of the first `at` deeds is worth keeping where `many` are reached: of the multiples of each power
/// of two the last two are.
fn is_kept(at: usize, many: usize) -> bool {
    let step = if at == 0 { usize::MAX / 4 } else { 1 << at.trailing_zeros() };
    SPACING <= step && many < at + 2 * step
}
