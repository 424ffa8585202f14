//! Lengths between points of which nobody knows where they lie: what some of them leave open for another.

/// A length between two of several points, known within bounds.
///
/// # Units
/// Inches; the ends are numbers of points, from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    pub ends: (usize, usize),
    pub least_in: f64,
    pub most_in: f64,
}

/// What known lengths leave open for the length between two points, and which of them say so, by their places.
#[derive(Clone, PartialEq, Debug)]
pub struct Room {
    pub least_in: f64,
    /// Infinite where nothing bounds it.
    pub most_in: f64,
    pub least_by: Vec<usize>,
    pub most_by: Vec<usize>,
}

/// What is left open for the length between two of so many points.
///
/// # Promise
/// Points of any plane that lie as the known lengths say lie within it: no way is shorter than the straight one, and no
/// two known ways together are shorter than what they lead round.
pub fn room(points: usize, known: &[Length], (one, other): (usize, usize)) -> Room {
    let (from_one, from_other) = (Ways::from(one, points, known), Ways::from(other, points, known));
    let (mut least_in, mut least_by) = (0.0, Vec::new());
    for (at, length) in known.iter().enumerate() {
        let (a, b) = length.ends;
        for (near, far) in [(a, b), (b, a)] {
            let left_in = length.least_in - from_one.longest_in[near] - from_other.longest_in[far];
            if least_in < left_in {
                least_in = left_in;
                least_by = from_one.to(near, known);
                least_by.push(at);
                least_by.extend(from_other.to(far, known).into_iter().rev());
            }
        }
    }
    Room { least_in, least_by, most_in: from_one.longest_in[other], most_by: from_one.to(other, known) }
}

/// The most that each point can lie away from one of them.
struct Ways {
    longest_in: Vec<f64>,
    /// The length by which each point is reached.
    last: Vec<Option<usize>>,
    from: usize,
}

impl Ways {
    fn from(from: usize, points: usize, known: &[Length]) -> Ways {
        let mut at_point: Vec<Vec<usize>> = vec![Vec::new(); points];
        for (at, length) in known.iter().enumerate() {
            at_point[length.ends.0].push(at);
            at_point[length.ends.1].push(at);
        }
        let mut ways = Ways { longest_in: vec![f64::INFINITY; points], last: vec![None; points], from };
        ways.longest_in[from] = 0.0;
        let mut open: Vec<usize> = (0..points).collect();
        while let Some(place) = nearest(&open, &ways.longest_in) {
            let point = open.swap_remove(place);
            for at in &at_point[point] {
                let next = other_end(&known[*at], point);
                let by_here = ways.longest_in[point] + known[*at].most_in;
                if by_here < ways.longest_in[next] {
                    (ways.longest_in[next], ways.last[next]) = (by_here, Some(*at));
                }
            }
        }
        ways
    }

    /// The known lengths that lead to a point, one after the other.
    fn to(&self, mut point: usize, known: &[Length]) -> Vec<usize> {
        let mut way = Vec::new();
        while let Some(at) = self.last[point].filter(|_| point != self.from) {
            way.push(at);
            point = other_end(&known[at], point);
        }
        way.reverse();
        way
    }
}

/// The place of the nearest of some points that can be reached.
fn nearest(open: &[usize], longest_in: &[f64]) -> Option<usize> {
    let reached = (0..open.len()).filter(|place| longest_in[open[*place]].is_finite());
    reached.min_by(|one, other| longest_in[open[*one]].total_cmp(&longest_in[open[*other]]))
}

fn other_end(length: &Length, end: usize) -> usize {
    if length.ends.0 == end { length.ends.1 } else { length.ends.0 }
}
