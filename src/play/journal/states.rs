//! The state after a sequence of commands, with snapshots of earlier states, so that going back does not start from the
//! beginning.
use crate::{EventOf, Game};

/// Minimum number of commands between two snapshots. A power of two.
const MIN_SNAPSHOT_SPACING: usize = 16;

/// The state after the first commands of a sequence, and snapshots before it.
///
/// Snapshots get sparser with distance. Going back n commands applies at most about 3n commands, plus [`MIN_SNAPSHOT_SPACING`].
pub(super) struct Snapshots<G: Game> {
    /// By the number of commands before them, fewest first. The initial state is always included.
    kept: Vec<(usize, G::State)>,
    /// The number of commands before the last state.
    reached: usize,
    last: G::State,
}

impl<G: Game> Snapshots<G> {
    pub(super) fn new(setup: &G::Setup) -> Snapshots<G> {
        let last = G::initial_state(setup);
        Snapshots { kept: vec![(0, last.clone())], reached: 0, last }
    }

    pub(super) fn reached(&self) -> usize {
        self.reached
    }

    pub(super) fn last(&self) -> &G::State {
        &self.last
    }

    /// Records that the commands after the first `many` changed or were removed.
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

    /// Sets the state after the first `many` commands.
    pub(super) fn restore(&mut self, many: usize, state: G::State) {
        self.kept.truncate(self.kept.partition_point(|(at, _)| *at <= many));
        (self.reached, self.last) = (many, state);
    }

    /// Applies the events of the commands up to number `many`, which is at least the number reached.
    pub(super) fn reach<'e>(&mut self, many: usize, events: impl Fn(usize) -> &'e [EventOf<G>])
    where
        G: 'e,
    {
        if self.reached == many {
            return;
        }
        while self.reached < many {
            self.step(&events);
            if is_snapshot_kept(self.reached, many) {
                self.kept.push((self.reached, self.last.clone()));
            }
        }
        self.kept.retain(|(at, _)| is_snapshot_kept(*at, many));
    }

    /// Does the same as [`reach`](States::reach) without snapshots. A journal that was just read mostly needs only its
    /// last state. Going back in it starts from the beginning once.
    pub(super) fn reach_without_snapshots<'e>(&mut self, many: usize, events: impl Fn(usize) -> &'e [EventOf<G>])
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

    /// Returns the state after the first `many` commands.
    pub(super) fn state_after<'e>(&self, many: usize, events: impl Fn(usize) -> &'e [EventOf<G>]) -> G::State
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

/// Whether to keep the snapshot after `at` commands when `many` are reached. The last two multiples of each power of
/// two are kept.
fn is_snapshot_kept(at: usize, many: usize) -> bool {
    let step = if at == 0 { usize::MAX / 4 } else { 1 << at.trailing_zeros() };
    MIN_SNAPSHOT_SPACING <= step && many < at + 2 * step
}
