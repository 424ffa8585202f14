//! Which firer takes which mark, when what each does hangs on what the others do. [3.3.5, 6.5]

/// Swaps that are tried before what stands is taken.
const MOST_SWAPS: usize = 200;

/// Firers times marks, up to which everything is looked at more than once.
const FEW: usize = 36;

/// What fire of a line is worth, in points: rows are firers, columns marks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// Of the big guns; nothing where they cannot be laid at this mark.
    pub big: Vec<Vec<Option<f64>>>,
    /// Of the other batteries; nothing where they do not reach.
    pub batteries: Vec<Vec<f64>>,
    /// What is lost by leaving a mark alone: under no big-gun fire it throws half as many dice again. [6.5.1.3]
    pub idle: Vec<f64>,
    /// A large ship under big guns is closed to the batteries. [6.5.10]
    pub closes: Vec<bool>,
}

/// The mark of each firer, or none.
pub type Allotment = Vec<Option<usize>>;

impl Line {
    /// What all of it is worth so.
    pub fn value(&self, taken: &Allotment) -> f64 {
        let under_fire = |mark: usize| taken.contains(&Some(mark));
        let big: f64 = taken.iter().enumerate().filter_map(|(firer, mark)| self.big[firer][(*mark)?]).sum();
        let idle = self.idle.iter().enumerate().filter(|(mark, _)| !under_fire(*mark));
        let lost: f64 = idle.map(|(_, lost)| lost).sum();
        let open = |mark: &usize| !(self.closes[*mark] && under_fire(*mark));
        let best = |row: &Vec<f64>| (0..row.len()).filter(open).map(|mark| row[mark]).fold(0.0, f64::max);
        big - lost + self.batteries.iter().map(best).sum::<f64>()
    }

    /// Each firer takes what adds most to what those before took; then marks are changed and exchanged while the whole
    /// gains, in a fixed order. Where few are concerned, the same from other beginnings: nobody fires, all fire at one,
    /// every second at another; of equal ones the first.
    pub fn allotted(&self) -> Allotment {
        let (firers, marks) = (self.big.len(), self.idle.len());
        let few = firers * marks <= FEW;
        let mut begun: Vec<Allotment> = vec![vec![None; firers]];
        for firer in 0..firers {
            self.improve(&mut begun[0], firer);
        }
        if few {
            begun.push(vec![None; firers]);
            let each = (0..marks).flat_map(|one| (0..marks).map(move |other| [one, other]));
            begun.extend(each.map(|pair| (0..firers).map(|firer| self.able(firer, pair[firer % 2])).collect()));
        }
        let mut best: Option<(f64, Allotment)> = None;
        let mut met: Vec<Allotment> = Vec::new();
        for taken in begun {
            // What comes to where an earlier one came goes on as that did.
            let Some(taken) = self.bettered(taken, few, &mut met) else { continue };
            let value = self.value(&taken);
            if best.as_ref().is_none_or(|(best, _)| best + 1e-12 < value) {
                best = Some((value, taken));
            }
        }
        best.map(|(_, taken)| taken).unwrap_or_default()
    }

    /// The same changed while the whole gains; nothing where that comes to one of those that were met before.
    fn bettered(&self, mut taken: Allotment, exchanged: bool, met: &mut Vec<Allotment>) -> Option<Allotment> {
        for _ in 0..MOST_SWAPS {
            if met.contains(&taken) {
                return None;
            }
            met.push(taken.clone());
            let alone = (0..taken.len()).any(|firer| self.improve(&mut taken, firer));
            let changed = alone || (exchanged && self.exchange(&mut taken));
            if !changed {
                break;
            }
        }
        Some(taken)
    }

    fn able(&self, firer: usize, mark: usize) -> Option<usize> {
        self.big[firer][mark].map(|_| mark)
    }

    /// What a firer may do: nothing, or fire at one of her marks.
    fn options(&self, firer: usize) -> impl Iterator<Item = Option<usize>> + '_ {
        let marks = self.big[firer].iter().enumerate();
        std::iter::once(None).chain(marks.filter_map(|(mark, worth)| worth.map(|_| Some(mark))))
    }

    /// Gives one firer the mark by which the whole gains most; of equal ones she rather fires.
    fn improve(&self, taken: &mut Allotment, firer: usize) -> bool {
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

    /// Gives two firers other marks, where neither alone would gain.
    fn exchange(&self, taken: &mut Allotment) -> bool {
        let before = self.value(taken);
        for one in 0..taken.len() {
            for other in one + 1..taken.len() {
                let (first, second) = (taken[one], taken[other]);
                for mark in self.options(one) {
                    for another in self.options(other) {
                        (taken[one], taken[other]) = (mark, another);
                        if before + 1e-12 < self.value(taken) {
                            return true;
                        }
                    }
                }
                (taken[one], taken[other]) = (first, second);
            }
        }
        false
    }
}
