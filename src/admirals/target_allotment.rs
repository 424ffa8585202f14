//! Allots targets to firers, all ships together. Begin at [`FireTable::best_allotment`]. [3.3.5, 6.5]

/// Most improvements of an allotment before it is taken as it is.
const MAX_IMPROVEMENTS: usize = 200;

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
    /// The points that a target is still worth until it is sunk: fire of many ships at one approaches them.
    pub limits: Vec<f64>,
    /// Whether big guns close a target to the batteries, as they do a large ship. [6.5.10]
    pub closes_batteries: Vec<bool>,
}

/// Returns the points of fire that is spread at random over more hits than are needed. Harm is not limited.
fn saturated(points: f64, limit: f64) -> f64 {
    if points <= 0.0 || limit.is_infinite() { points } else { limit * (1.0 - (-points / limit).exp()) }
}

/// The target of each firer, if any.
pub type TargetAllotment = Vec<Option<usize>>;

impl FireTable {
    pub fn value(&self, allotment: &TargetAllotment) -> f64 {
        let under_fire = |target: usize| allotment.contains(&Some(target));
        let mut at_target = vec![0.0; self.limits.len()];
        for (firer, target) in allotment.iter().enumerate().filter_map(|(firer, target)| Some((firer, (*target)?))) {
            at_target[target] += self.big[firer][target].unwrap_or_default();
        }
        let big: f64 = at_target.iter().zip(&self.limits).map(|(points, limit)| saturated(*points, *limit)).sum();
        let unengaged = self.unengaged_loss.iter().enumerate().filter(|(target, _)| !under_fire(*target));
        let lost: f64 = unengaged.map(|(_, lost)| lost).sum();
        let is_open = |target: &usize| !(self.closes_batteries[*target] && under_fire(*target));
        let best_battery =
            |row: &Vec<f64>| (0..row.len()).filter(is_open).map(|target| row[target]).fold(0.0, f64::max);
        big - lost + self.batteries.iter().map(best_battery).sum::<f64>()
    }

    /// Returns the best allotment found. Each firer takes the target that adds most. Then targets are changed and
    /// exchanged in a fixed order while the total grows. With few ships, this is repeated from other starts: none
    /// fires, all fire at one target, every second at another. Ties go to the first.
    pub fn best_allotment(&self) -> TargetAllotment {
        let (firers, targets) = (self.big.len(), self.unengaged_loss.len());
        let is_small = firers * targets <= MAX_EXHAUSTIVE;
        let mut starts: Vec<TargetAllotment> = vec![vec![None; firers]];
        for firer in 0..firers {
            self.improve(&mut starts[0], firer);
        }
        if is_small {
            starts.push(vec![None; firers]);
            let pairs = (0..targets).flat_map(|first| (0..targets).map(move |second| [first, second]));
            starts.extend(pairs.map(|pair| (0..firers).map(|firer| self.available(firer, pair[firer % 2])).collect()));
        }
        let mut best: Option<(f64, TargetAllotment)> = None;
        let mut visited: Vec<TargetAllotment> = Vec::new();
        for allotment in starts {
            // A start that reaches an earlier allotment would continue as that did.
            let Some(allotment) = self.improve_fully(allotment, is_small, &mut visited) else { continue };
            let value = self.value(&allotment);
            if best.as_ref().is_none_or(|(best, _)| best + 1e-12 < value) {
                best = Some((value, allotment));
            }
        }
        best.map(|(_, allotment)| allotment).unwrap_or_default()
    }

    /// Improves an allotment while the total grows. `None` if it reaches one that was met before.
    fn improve_fully(
        &self,
        mut allotment: TargetAllotment,
        exchanges: bool,
        visited: &mut Vec<TargetAllotment>,
    ) -> Option<TargetAllotment> {
        for _ in 0..MAX_IMPROVEMENTS {
            if visited.contains(&allotment) {
                return None;
            }
            visited.push(allotment.clone());
            let was_improved = (0..allotment.len()).any(|firer| self.improve(&mut allotment, firer));
            let changed = was_improved || (exchanges && self.improve_pair(&mut allotment));
            if !changed {
                break;
            }
        }
        Some(allotment)
    }

    fn available(&self, firer: usize, target: usize) -> Option<usize> {
        self.big[firer][target].map(|_| target)
    }

    /// Returns a firer's options: nothing, or one of its targets.
    fn options(&self, firer: usize) -> impl Iterator<Item = Option<usize>> + '_ {
        let targets = self.big[firer].iter().enumerate();
        std::iter::once(None).chain(targets.filter_map(|(target, worth)| worth.map(|_| Some(target))))
    }

    /// Gives one firer the target that adds most to the total. On a tie it fires. Returns whether its target changed.
    fn improve(&self, allotment: &mut TargetAllotment, firer: usize) -> bool {
        let before = allotment[firer];
        let mut best = (self.value(allotment), before);
        for target in self.options(firer) {
            allotment[firer] = target;
            let value = self.value(allotment);
            if best.0 + 1e-12 < value || (best.1.is_none() && target.is_some() && best.0 <= value) {
                best = (value, target);
            }
        }
        allotment[firer] = best.1;
        best.1 != before
    }

    /// Gives two firers other targets if that increases the total. Returns whether it did.
    fn improve_pair(&self, allotment: &mut TargetAllotment) -> bool {
        let before = self.value(allotment);
        for left in 0..allotment.len() {
            for right in left + 1..allotment.len() {
                let (first, second) = (allotment[left], allotment[right]);
                for target in self.options(left) {
                    for other_target in self.options(right) {
                        (allotment[left], allotment[right]) = (target, other_target);
                        if before + 1e-12 < self.value(allotment) {
                            return true;
                        }
                    }
                }
                (allotment[left], allotment[right]) = (first, second);
            }
        }
        false
    }
}
