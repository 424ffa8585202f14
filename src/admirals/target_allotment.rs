//! Allots targets to firers, all ships together. Begin at [`FireTable::best_allotment`]. [3.3.5, 6.5]

/// Limit of swaps before the current allotment is taken.
const MAX_SWAPS: usize = 200;

/// Number of firers times targets up to which several starting points and exchanges are tried.
const MAX_EXHAUSTIVE: usize = 36;

/// The value of a line's fire, in points: rows are firers, columns targets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FireTable {
    /// For big guns. `None` if they cannot be laid at this target.
    pub big: Vec<Vec<Option<f64>>>,
    /// For the other batteries. 0 if they do not reach.
    pub batteries: Vec<Vec<f64>>,
    /// Loss from leaving a target alone: without big-gun fire on it, it rolls 1.5 times as many dice. [6.5.1.3]
    pub unengaged_loss: Vec<f64>,
    /// Whether big guns close a target to the batteries, as they do a large ship. [6.5.10]
    pub closes_batteries: Vec<bool>,
}

/// The target of each firer, if any.
pub type TargetAllotment = Vec<Option<usize>>;

impl FireTable {
    /// Returns the total value of an allotment.
    pub fn value(&self, taken: &TargetAllotment) -> f64 {
        let under_fire = |mark: usize| taken.contains(&Some(mark));
        let big: f64 = taken.iter().enumerate().filter_map(|(firer, mark)| self.big[firer][(*mark)?]).sum();
        let idle = self.unengaged_loss.iter().enumerate().filter(|(mark, _)| !under_fire(*mark));
        let lost: f64 = idle.map(|(_, lost)| lost).sum();
        let is_open = |mark: &usize| !(self.closes_batteries[*mark] && under_fire(*mark));
        let best_battery = |row: &Vec<f64>| (0..row.len()).filter(is_open).map(|mark| row[mark]).fold(0.0, f64::max);
        big - lost + self.batteries.iter().map(best_battery).sum::<f64>()
    }

    /// Returns the best allotment found. Each firer takes the target that adds most. Then targets are changed and
    /// exchanged in a fixed order while the total grows. With few ships, this is repeated from other starts: none
    /// fires, all fire at one target, every second at another. Ties go to the first.
    pub fn best_allotment(&self) -> TargetAllotment {
        let (firers, marks) = (self.big.len(), self.unengaged_loss.len());
        let is_small = firers * marks <= MAX_EXHAUSTIVE;
        let mut starts: Vec<TargetAllotment> = vec![vec![None; firers]];
        for firer in 0..firers {
            self.improve(&mut starts[0], firer);
        }
        if is_small {
            starts.push(vec![None; firers]);
            let pairs = (0..marks).flat_map(|one| (0..marks).map(move |other| [one, other]));
            starts.extend(pairs.map(|pair| (0..firers).map(|firer| self.available(firer, pair[firer % 2])).collect()));
        }
        let mut best: Option<(f64, TargetAllotment)> = None;
        let mut visited: Vec<TargetAllotment> = Vec::new();
        for taken in starts {
            // A start that reaches an earlier allotment would continue as that did.
            let Some(taken) = self.improve_fully(taken, is_small, &mut visited) else { continue };
            let value = self.value(&taken);
            if best.as_ref().is_none_or(|(best, _)| best + 1e-12 < value) {
                best = Some((value, taken));
            }
        }
        best.map(|(_, taken)| taken).unwrap_or_default()
    }

    /// Improves an allotment while the total grows. `None` if it reaches one that was met before.
    fn improve_fully(
        &self,
        mut taken: TargetAllotment,
        exchanged: bool,
        met: &mut Vec<TargetAllotment>,
    ) -> Option<TargetAllotment> {
        for _ in 0..MAX_SWAPS {
            if met.contains(&taken) {
                return None;
            }
            met.push(taken.clone());
            let was_improved = (0..taken.len()).any(|firer| self.improve(&mut taken, firer));
            let changed = was_improved || (exchanged && self.improve_pair(&mut taken));
            if !changed {
                break;
            }
        }
        Some(taken)
    }

    fn available(&self, firer: usize, mark: usize) -> Option<usize> {
        self.big[firer][mark].map(|_| mark)
    }

    /// Returns a firer's options: nothing, or one of its targets.
    fn options(&self, firer: usize) -> impl Iterator<Item = Option<usize>> + '_ {
        let marks = self.big[firer].iter().enumerate();
        std::iter::once(None).chain(marks.filter_map(|(mark, worth)| worth.map(|_| Some(mark))))
    }

    /// Gives one firer the target that adds most to the total. On a tie it fires.
    fn improve(&self, taken: &mut TargetAllotment, firer: usize) -> bool {
        let before = taken[firer];
        let mut best = (self.value(taken), before);
        for mark in self.options(firer) {
            taken[firer] = mark;
            let value = self.value(taken);
            if best.0 + 1e-12 < value || (best.1.is_none() && mark.is_some() && best.0 <= value) {
                best = (value, mark);
            }
        }
        taken[firer] = best.1;
        best.1 != before
    }

    /// Gives two firers other targets if neither change alone would gain.
    fn improve_pair(&self, taken: &mut TargetAllotment) -> bool {
        let before = self.value(taken);
        for left in 0..taken.len() {
            for right in left + 1..taken.len() {
                let (first, second) = (taken[left], taken[right]);
                for mark in self.options(left) {
                    for another in self.options(right) {
                        (taken[left], taken[right]) = (mark, another);
                        if before + 1e-12 < self.value(taken) {
                            return true;
                        }
                    }
                }
                (taken[left], taken[right]) = (first, second);
            }
        }
        false
    }
}
