//! Where words go: beside what they name, and clear of everything else.
use super::sheet::{Sheet, width_of};

/// A rectangle of the sheet, in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Box {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Box {
    pub fn about((x, y): (f64, f64), width: f64, height: f64) -> Box {
        Box { left: x - width / 2.0, top: y - height / 2.0, right: x + width / 2.0, bottom: y + height / 2.0 }
    }
    /// The area that two boxes share.
    fn shared(&self, other: &Box) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }
    fn area(&self) -> f64 {
        (self.right - self.left) * (self.bottom - self.top)
    }
    fn grown(&self, by: f64) -> Box {
        Box { left: self.left - by, top: self.top - by / 2.0, right: self.right + by, bottom: self.bottom + by / 2.0 }
    }
    /// How far apart two boxes lie, 0 where they meet.
    fn gap(&self, other: &Box) -> f64 {
        let across = (self.left - other.right).max(other.left - self.right).max(0.0);
        let down = (self.top - other.bottom).max(other.top - self.bottom).max(0.0);
        across.hypot(down)
    }
}

/// What is taken on the sheet.
pub struct Labels {
    taken: Vec<Box>,
    /// Of that, ships and markers, each of which has a name of its own.
    things: Vec<Box>,
    /// Tracks and other thin things.
    lines: Vec<Box>,
    chart: Box,
    pen: f64,
}

/// Words that look for a place.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    pub says: &'a str,
    /// Their height in pens.
    pub size: f64,
    /// The middle of what they name.
    pub from: (f64, f64),
    /// What they name, as boxes; none for words that lie in the midst of it.
    pub own: &'a [Box],
    /// Ways to move away from it, the better first.
    pub ways: &'a [(f64, f64)],
}

/// A place that was tried.
#[derive(Clone, Copy, Debug)]
struct Tried {
    area: Box,
    far: bool,
    /// It covers something, or may be read as another's.
    crowded: bool,
}

/// Where words were put.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The middle of the words' baseline.
    pub at: (f64, f64),
    /// So far away that a line should lead to them.
    pub far: bool,
}

impl Labels {
    pub fn new(sheet: &Sheet) -> Labels {
        let chart = Box { left: sheet.left(), top: sheet.top(), right: sheet.right(), bottom: sheet.bottom() };
        Labels { taken: Vec::new(), things: Vec::new(), lines: Vec::new(), chart, pen: sheet.pen }
    }

    /// Takes the first of some places at which words about it are clear of everything; `None` when there is none.
    pub fn first_clear(
        &mut self,
        places: impl Iterator<Item = (f64, f64)>,
        words: &str,
        size: f64,
    ) -> Option<(f64, f64)> {
        let (height, width) = (size * self.pen, width_of(words, size * self.pen));
        let clear = |area: &Box| {
            let inside = area.shared(&self.chart) >= area.area() * 0.999;
            inside && self.taken.iter().all(|taken| taken.shared(area) == 0.0)
        };
        let (x, y) = places.into_iter().find(|place| clear(&Box::about(*place, width, height)))?;
        self.taken.push(Box::about((x, y), width, height));
        Some((x, y + height * 0.35))
    }

    /// Words may lie here where nothing better is left: a track, a band of smoke.
    pub fn avoid(&mut self, area: Box) {
        self.lines.push(area);
    }

    /// A ship, a marker: words that name something else keep their distance from it.
    pub fn take_thing(&mut self, own: &[Box]) {
        self.taken.extend(own);
        self.things.extend(own);
    }

    /// Finds a place for each of some words, all of them together, and takes it.
    ///
    /// They are placed one after the other, and then each that is crowded once more, now that the others lie where they lie.
    pub fn place_all(&mut self, words: &[Words<'_>]) -> Vec<Spot> {
        const ROUNDS: usize = 3;
        let mut placed: Vec<Option<Tried>> = vec![None; words.len()];
        for round in 0..ROUNDS {
            for (at, one) in words.iter().enumerate() {
                if placed.get(at).and_then(Option::as_ref).is_some_and(|tried| round > 0 && !tried.crowded) {
                    continue;
                }
                let others = placed.iter().enumerate().filter(|(other, _)| *other != at);
                let others: Vec<Box> = others.filter_map(|(_, tried)| tried.as_ref().map(|tried| tried.area)).collect();
                let best = self.best(one, &others);
                if let Some(place) = placed.get_mut(at) {
                    *place = best;
                }
            }
        }
        self.taken.extend(placed.iter().flatten().map(|tried| tried.area));
        let spot = |(one, tried): (&Words<'_>, Option<Tried>)| match tried {
            Some(Tried { area, far, .. }) => {
                let middle = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
                Spot { at: (middle.0, middle.1 + one.size * self.pen * 0.35), far }
            }
            None => Spot { at: one.from, far: false },
        };
        words.iter().zip(placed).map(spot).collect()
    }

    /// The same for words that stand alone.
    pub fn place(&mut self, words: &Words<'_>) -> Spot {
        let from = words.from;
        self.place_all(std::slice::from_ref(words)).into_iter().next().unwrap_or(Spot { at: from, far: false })
    }

    /// The clearest of the places for some words, the earlier ones preferred: they move away from the middle of their own
    /// along each of the ways until they are clear of it.
    fn best(&self, words: &Words<'_>, others: &[Box]) -> Option<Tried> {
        let (height, width) = (words.size * self.pen, width_of(words.says, words.size * self.pen));
        let (x, y) = words.from;
        let about = |(dx, dy): (f64, f64), away: f64| Box::about((x + dx * away, y + dy * away), width, height);
        let around = Box::about(words.from, 4.0 * width + 120.0 * self.pen, 2.0 * width + 120.0 * self.pen);
        let near =
            |boxes: &[Box]| -> Vec<Box> { boxes.iter().filter(|one| one.shared(&around) > 0.0).copied().collect() };
        let (taken, lines, names) = (near(&self.taken), near(&self.lines), near(others));
        let strange: Vec<Box> = near(&self.things).into_iter().filter(|thing| !words.own.contains(thing)).collect();
        let mut best: Option<(f64, Tried)> = None;
        let gaps = [1.4, 7.0, 14.0].into_iter().enumerate();
        let tries =
            gaps.flat_map(|(round, gap)| words.ways.iter().enumerate().map(move |(at, way)| (round, gap, at, *way)));
        for (round, gap, at, way) in tries {
            let step = 0.5 * self.pen;
            let touches = |steps: &u32| {
                let area = about(way, f64::from(*steps) * step);
                words.own.iter().any(|own| own.shared(&area) > 0.0)
            };
            let clear = (0..200).find(|steps| !touches(steps)).unwrap_or(0);
            let away = f64::from(clear) * step + if words.own.is_empty() { 0.0 } else { gap * self.pen };
            let area = about(way, away);
            let outside = area.area() - area.shared(&self.chart);
            let wide = area.grown(2.0 * self.pen);
            let covered = share(&taken, &area) + share(&names, &wide) + 0.5 * share(&lines, &area);
            // Words nearer to another ship than to their own would be read as hers.
            let own = words.own.iter().map(|own| own.gap(&area)).fold(f64::INFINITY, f64::min);
            let other = strange.iter().map(|thing| thing.gap(&area)).fold(f64::INFINITY, f64::min);
            let doubt = if words.own.is_empty() { 0.0 } else { (own + 2.0 * self.pen - other).max(0.0) };
            let burden = (covered + 2.0 * outside) / area.area() + (0.06 * doubt / self.pen).min(0.5);
            let preference = 0.012 * at as f64 + 0.15 * round as f64;
            let cost = burden + preference;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Tried { area, far: round > 0, crowded: burden > 1e-9 }));
            }
            // Nothing that comes later can be better than a place that costs no more than its turn.
            if best.as_ref().is_some_and(|(least, _)| *least <= preference + 1e-9) {
                break;
            }
        }
        best.map(|(_, tried)| tried)
    }
}

fn share(taken: &[Box], area: &Box) -> f64 {
    taken.iter().map(|taken| taken.shared(area)).sum()
}
