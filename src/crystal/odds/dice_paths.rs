//! Enumerates all results of the dice of one ruling.
use super::eventless_battle::SingleDice;

/// One die of a path: the number of results, the current one, and its chance.
pub(crate) struct DieChoice {
    results: u8,
    result: u8,
    chance: f64,
}

/// The path of results from the first die to the current one.
#[derive(Default)]
pub(crate) struct DicePaths {
    pub(crate) forks: Vec<DieChoice>,
    pub(crate) next: usize,
}

impl DicePaths {
    pub(crate) fn chance(&self) -> f64 {
        self.forks.iter().map(|fork| fork.chance).product()
    }

    /// Moves to the start of the next path. Returns false after the last.
    pub(crate) fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some(mut fork) = self.forks.pop() {
            fork.result += 1;
            if fork.result < fork.results {
                self.forks.push(fork);
                return true;
            }
        }
        false
    }

    /// Returns the current result on this path, from 0 on. `chance` returns the chance of each.
    fn current_result(&mut self, results: u8, chance: impl Fn(u8) -> f64) -> u8 {
        if self.next == self.forks.len() {
            self.forks.push(DieChoice { results, result: 0, chance: 0.0 });
        }
        let fork = &mut self.forks[self.next];
        fork.chance = chance(fork.result);
        self.next += 1;
        fork.result
    }
}

impl SingleDice for DicePaths {
    fn face(&mut self, sides: u8) -> u8 {
        self.current_result(sides, |_| 1.0 / f64::from(sides)) + 1
    }
    fn test(&mut self, sides: u8, at_most: u8) -> bool {
        let chance = f64::from(at_most) / f64::from(sides);
        self.current_result(2, |result| if result == 0 { chance } else { 1.0 - chance }) == 0
    }
    fn pick(&mut self, counts: &[(usize, u8)]) -> usize {
        let total: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        let share = |result: u8| f64::from(counts[usize::from(result)].1) / f64::from(total);
        counts[usize::from(self.current_result(counts.len() as u8, share))].0
    }
}
