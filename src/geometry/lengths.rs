//! Bounds on the length between two points with unknown positions, from other known lengths.

/// A length between two points, known within bounds. The ends are indices of points, from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownLength {
    pub ends: (usize, usize),
    pub least_in: f64,
    pub most_in: f64,
}

/// The bounds on the length between two points, and the indices of the known lengths that cause them.
#[derive(Clone, PartialEq, Debug)]
pub struct LengthBounds {
    pub least_in: f64,
    /// Infinite without an upper bound.
    pub most_in: f64,
    pub least_by: Vec<usize>,
    pub most_by: Vec<usize>,
}

/// Returns the bounds on the length between two of `points` points.
///
/// # Promise
/// Points in a plane that satisfy the known lengths are within the bounds. No path is shorter than the straight line,
/// and an upper bound is the shortest chain of known lengths.
pub fn bounds_between(points: usize, known: &[KnownLength], (start, end): (usize, usize)) -> LengthBounds {
    let (from_start, from_end) =
        (ShortestChains::shortest_from(start, points, known), ShortestChains::shortest_from(end, points, known));
    let (mut least_in, mut least_by) = (0.0, Vec::new());
    for (index, length) in known.iter().enumerate() {
        let (a, b) = length.ends;
        for (near, far) in [(a, b), (b, a)] {
            let left_in = length.least_in - from_start.longest_in[near] - from_end.longest_in[far];
            if least_in < left_in {
                least_in = left_in;
                least_by = from_start.chain_to(near, known);
                least_by.push(index);
                least_by.extend(from_end.chain_to(far, known).into_iter().rev());
            }
        }
    }
    LengthBounds { least_in, least_by, most_in: from_start.longest_in[end], most_by: from_start.chain_to(end, known) }
}

/// The maximum distance of each point from the point `from`.
struct ShortestChains {
    longest_in: Vec<f64>,
    /// The known length by which each point is reached.
    last: Vec<Option<usize>>,
    from: usize,
}

impl ShortestChains {
    fn shortest_from(from: usize, points: usize, known: &[KnownLength]) -> ShortestChains {
        let mut at_point: Vec<Vec<usize>> = vec![Vec::new(); points];
        for (index, length) in known.iter().enumerate() {
            at_point[length.ends.0].push(index);
            at_point[length.ends.1].push(index);
        }
        let mut chains = ShortestChains { longest_in: vec![f64::INFINITY; points], last: vec![None; points], from };
        chains.longest_in[from] = 0.0;
        let mut open: Vec<usize> = (0..points).collect();
        while let Some(place) = nearest(&open, &chains.longest_in) {
            let point = open.swap_remove(place);
            for index in &at_point[point] {
                let next = other_end(&known[*index], point);
                let through_point = chains.longest_in[point] + known[*index].most_in;
                if through_point < chains.longest_in[next] {
                    (chains.longest_in[next], chains.last[next]) = (through_point, Some(*index));
                }
            }
        }
        chains
    }

    /// Returns the known lengths that lead to a point, in order.
    fn chain_to(&self, mut point: usize, known: &[KnownLength]) -> Vec<usize> {
        let mut chain = Vec::new();
        while let Some(index) = self.last[point].filter(|_| point != self.from) {
            chain.push(index);
            point = other_end(&known[index], point);
        }
        chain.reverse();
        chain
    }
}

/// Returns the place in `open` of the nearest point that a chain reaches, or `None` if no chain reaches one.
fn nearest(open: &[usize], longest_in: &[f64]) -> Option<usize> {
    let reached = (0..open.len()).filter(|place| longest_in[open[*place]].is_finite());
    reached.min_by(|left, right| longest_in[open[*left]].total_cmp(&longest_in[open[*right]]))
}

fn other_end(length: &KnownLength, end: usize) -> usize {
    if length.ends.0 == end { length.ends.1 } else { length.ends.0 }
}
