//! Where words go: beside what they name, and clear of everything else.
use super::sheet::{Sheet, width_of};

/// A rectangle of the sheet, in millimetres.
#[derive(Clone, Copy, Debug)]
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
}

/// What is taken on the sheet.
pub struct Labels {
    taken: Vec<Box>,
    chart: Box,
    pen: f64,
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
        Labels { taken: Vec::new(), chart, pen: sheet.pen }
    }

    /// Nothing is to be written here.
    pub fn take(&mut self, area: Box) {
        self.taken.push(area);
    }

    /// Finds the clearest of some places for words of a size in pens, the earlier ones preferred, and takes it.
    ///
    /// The words move away from the middle of `own` along each of the ways until they are clear of it.
    pub fn place(&mut self, from: (f64, f64), own: &[Box], ways: &[(f64, f64)], words: &str, size: f64) -> Spot {
        let (height, width) = (size * self.pen, width_of(words, size * self.pen));
        let about =
            |(dx, dy): (f64, f64), away: f64| Box::about((from.0 + dx * away, from.1 + dy * away), width, height);
        let mut best: Option<(f64, Box)> = None;
        let mut far = false;
        for (round, gap) in [1.4, 7.0, 14.0].into_iter().enumerate() {
            for (at, way) in ways.iter().enumerate() {
                let step = 0.5 * self.pen;
                let touches = |steps: &u32| {
                    let area = about(*way, f64::from(*steps) * step);
                    own.iter().any(|own| own.shared(&area) > 0.0)
                };
                let clear = (0..200).find(|steps| !touches(steps)).unwrap_or(0);
                let area = about(*way, f64::from(clear) * step + if own.is_empty() { 0.0 } else { gap * self.pen });
                let inside = area.shared(&self.chart);
                let covered: f64 = self.taken.iter().map(|taken| taken.shared(&area)).sum();
                let preference = 0.02 * at as f64 + 0.15 * round as f64;
                let cost = (covered + 2.0 * (area.area() - inside)) / area.area() + preference;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, area));
                    far = round > 0;
                }
            }
        }
        match best {
            Some((_, area)) => {
                self.taken.push(area);
                let middle = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
                Spot { at: (middle.0, middle.1 + height * 0.35), far }
            }
            None => Spot { at: from, far: false },
        }
    }
}
