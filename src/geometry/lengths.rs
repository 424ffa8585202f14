//! Bounds on the length between two points with unknown positions, from other known lengths.

/// A length between two points, known within bounds.
///
/// # Units
/// Inches. The ends are indices of points, from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    pub ends: (usize, usize),
    pub least_in: f64,
    pub most_in: f64,
}

/// The bounds on the length between two points, and the indices of the known lengths that cause them.
#[derive(Clone, PartialEq, Debug)]
pub struct LengthBounds {
    pub least_in: f64,
    /// Infinite if there is no upper bound.
    pub most_in: f64,
    pub least_by: Vec<usize>,
    pub most_by: Vec<usize>,
}

/// Returns the bounds on the length between two of `points` points.
///
/// # Promise
/// Points in a plane that satisfy the known lengths are within the bounds. No path is shorter than the straight line,
/// and an upper bound is the shortest chain of known lengths.
pub fn bounds_between(points: usize, known: &[Length], (one, other): (usize, usize)) -> LengthBounds {
    let (from_one, from_other) =
        (ShortestChains::shortest_from(one, points, known), ShortestChains::shortest_from(other, points, known));
    let (mut least_in, mut least_by) = (0.0, Vec::new());
    for (at, length) in known.iter().enumerate() {
        let (a, b) = length.ends;
        for (near, far) in [(a, b), (b, a)] {
            let left_in = length.least_in - from_one.longest_in[near] - from_other.longest_in[far];
            if least_in < left_in {
                least_in = left_in;
                least_by = from_one.chain_to(near, known);
                least_by.push(at);
                least_by.extend(from_other.chain_to(far, known).into_iter().rev());
            }
        }
    }
    LengthBounds { least_in, least_by, most_in: from_one.longest_in[other], most_by: from_one.chain_to(other, known) }
}

/// The maximum distance of each point from one of them.
struct ShortestChains {
    longest_in: Vec<f64>,
    /// The known length by which each point is reached.
    last: Vec<Option<usize>>,
    from: usize,
}

impl ShortestChains {
    fn shortest_from(from: usize, points: usize, known: &[Length]) -> ShortestChains {
        let mut at_point: Vec<Vec<usize>> = vec![Vec::new(); points];
        for (at, length) in known.iter().enumerate() {
            at_point[length.ends.0].push(at);
            at_point[length.ends.1].push(at);
        }
        let mut ways = ShortestChains { longest_in: vec![f64::INFINITY; points], last: vec![None; points], from };
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

    /// Returns the known lengths that lead to a point, in order.
    fn chain_to(&self, mut point: usize, known: &[Length]) -> Vec<usize> {
        let mut way = Vec::new();
        while let Some(at) = self.last[point].filter(|_| point != self.from) {
            way.push(at);
            point = other_end(&known[at], point);
        }
        way.reverse();
        way
    }
}

/// Returns the index of the nearest reachable point.
fn nearest(open: &[usize], longest_in: &[f64]) -> Option<usize> {
    let reached = (0..open.len()).filter(|place| longest_in[open[*place]].is_finite());
    reached.min_by(|left, other| longest_in[open[*left]].total_cmp(&longest_in[open[*other]]))
}

fn other_end(length: &Length, end: usize) -> usize {
    if length.ends.0 == end { length.ends.1 } else { length.ends.0 }
}
