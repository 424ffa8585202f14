//! The state after a sequence of commands, with snapshots of earlier states, so that going back does not start from the
//! beginning.
use crate::{EventOf, Game};

/// Minimum number of commands between two snapshots. A power of two.
const MIN_SNAPSHOT_SPACING: usize = 16;

/// The farther back, the sparser the snapshots. Going back n commands applies at most about 3n commands, plus
/// [`MIN_SNAPSHOT_SPACING`].
pub(super) struct Snapshots<G: Game> {
    /// By the number of commands before them, fewest first. The initial state is always included.
    snapshots: Vec<(usize, G::State)>,
    /// The number of commands before the last state.
    reached: usize,
    last: G::State,
}

impl<G: Game> Snapshots<G> {
    pub(super) fn new(setup: &G::Setup) -> Snapshots<G> {
        let last = G::initial_state(setup);
        Snapshots { snapshots: vec![(0, last.clone())], reached: 0, last }
    }

    pub(super) fn reached(&self) -> usize {
        self.reached
    }

    pub(super) fn last(&self) -> &G::State {
        &self.last
    }

    /// Records that the commands after the first `count` changed or were removed.
    pub(super) fn forget_after(&mut self, count: usize) {
        if self.reached <= count {
            return;
        }
        self.snapshots.truncate(self.snapshots.partition_point(|(index, _)| *index <= count));
        if let Some((index, state)) = self.snapshots.last() {
            self.reached = *index;
            self.last.clone_from(state);
        }
    }

    pub(super) fn restore(&mut self, count: usize, state: G::State) {
        self.snapshots.truncate(self.snapshots.partition_point(|(index, _)| *index <= count));
        (self.reached, self.last) = (count, state);
    }

    /// Applies the events of the commands up to number `count`, which is at least the number reached.
    pub(super) fn reach<'e>(&mut self, count: usize, events: impl Fn(usize) -> &'e [EventOf<G>])
    where
        G: 'e,
    {
        if self.reached == count {
            return;
        }
        while self.reached < count {
            self.step(&events);
            if is_snapshot_kept(self.reached, count) {
                self.snapshots.push((self.reached, self.last.clone()));
            }
        }
        self.snapshots.retain(|(index, _)| is_snapshot_kept(*index, count));
    }

    /// Works like [`reach`](Snapshots::reach), without snapshots. A journal that was just read mostly needs only
    /// its last state. Going back in it starts from the beginning once.
    pub(super) fn reach_without_snapshots<'e>(&mut self, count: usize, events: impl Fn(usize) -> &'e [EventOf<G>])
    where
        G: 'e,
    {
        while self.reached < count {
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

    pub(super) fn state_after<'e>(&self, count: usize, events: impl Fn(usize) -> &'e [EventOf<G>]) -> G::State
    where
        G: 'e,
    {
        let kept = self.snapshots[..self.snapshots.partition_point(|(index, _)| *index <= count)].last();
        let (from, state) = match kept {
            Some((index, state)) if count < self.reached => (*index, state),
            Some(_) | None => (self.reached, &self.last),
        };
        let mut state = state.clone();
        (from..count).for_each(|index| crate::apply_all::<G>(&mut state, events(index)));
        state
    }
}

/// Whether to keep the snapshot after `index` commands when `count` are reached. The last two multiples of each power
/// of two are kept.
fn is_snapshot_kept(index: usize, count: usize) -> bool {
    let step = if index == 0 { usize::MAX / 4 } else { 1 << index.trailing_zeros() };
    MIN_SNAPSHOT_SPACING <= step && count < index + 2 * step
}
