//! The placing of words: beside what they name, and clear of everything else.
use super::{Bounds, Sheet, buckets::Buckets, width_of};

/// Side of the squares in which neighbours are searched, in pens.
const SQUARE_SIZE: f64 = 12.0;
/// Distances of words from what they name, in pens: close by, or farther off with a line between.
const LABEL_GAPS: [f64; 8] = [1.4, 9.0, 17.0, 25.0, 33.0, 41.0, 49.0, 57.0];
/// The cost of a line through other words or over another ship or marker.
const CROSSING_COST: f64 = 0.9;
/// The cost of any overlap with other words: more than that of the greatest distance.
const OVERLAP_COST: f64 = 1.2;

/// The occupied parts of the sheet.
pub struct Labels {
    pub(super) occupied: Buckets,
    /// Ships and markers among the occupied parts, each of which has its own name.
    item_boxes: Buckets,
    /// Tracks and other thin shapes.
    lines: Buckets,
    chart: Bounds,
    pen: f64,
}

/// Words to be placed.
#[derive(Clone, Debug)]
pub struct Label<'a> {
    pub words: &'a str,
    /// The height of the words in pens.
    pub size: f64,
    /// The centre of what they name.
    pub from: (f64, f64),
    /// Boxes of what they name. Empty for words that are placed on it.
    pub own: &'a [Bounds],
    /// Directions in which the words may move away from what they name, best first.
    pub directions: &'a [(f64, f64)],
    /// Whether the words must be farther off, with a line that leads to them.
    pub must_have_leader: bool,
}

/// A place that was tried.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    area: Bounds,
    needs_leader: bool,
    /// Whether it covers more than names placed with it, leaves the chart, may be misread, or has a crossing line.
    has_cost: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct LabelPlace {
    /// The middle of the words' baseline.
    pub at: (f64, f64),
    /// Whether their distance requires a line that leads to them.
    pub needs_leader: bool,
}

impl Labels {
    pub fn new(sheet: &Sheet) -> Labels {
        let chart = Bounds { left: sheet.left(), top: sheet.top(), right: sheet.right(), bottom: sheet.bottom() };
        let buckets = || Buckets::covering(&chart, SQUARE_SIZE * sheet.pen);
        Labels { occupied: buckets(), item_boxes: buckets(), lines: buckets(), chart, pen: sheet.pen }
    }

    /// Takes the first of these centres at which words lie on the chart and overlap nothing but tracks. Returns the
    /// middle of their baseline, or `None` if there is no such centre.
    pub fn take_first_clear(
        &mut self,
        places: impl Iterator<Item = (f64, f64)>,
        words: &str,
        size: f64,
    ) -> Option<(f64, f64)> {
        let (height, width) = (size * self.pen, width_of(words, size * self.pen));
        let clear = |area: &Bounds| {
            let inside = area.overlap_area(&self.chart) >= area.area() * 0.999;
            inside && self.occupied.near(area).all(|taken| taken.overlap_area(area) == 0.0)
        };
        let (x, y) = places.into_iter().find(|place| clear(&Bounds::centred_at(*place, width, height)))?;
        self.occupied.add(Bounds::centred_at((x, y), width, height));
        Some((x, y + height * 0.35))
    }

    /// Marks an area, such as part of a track, that words cover only if other places are worse.
    pub fn add_thin(&mut self, area: Bounds) {
        self.lines.add(area);
    }

    /// Takes the boxes of a ship or marker, from which the words for other things keep their distance.
    pub fn take_item(&mut self, own: &[Bounds]) {
        for item_box in own {
            self.occupied.add(*item_box);
            self.item_boxes.add(*item_box);
        }
    }

    /// Finds and takes places for several words together. They are placed one by one. Then crowded words are placed
    /// again, including words that later ones overlap. This ends when a round moves none, or after the last round.
    pub fn place_all(&mut self, words: &[Label<'_>]) -> Vec<LabelPlace> {
        const ROUNDS: usize = 12;
        let mut placed: Vec<Option<Candidate>> = vec![None; words.len()];
        let mut searches: Vec<PlaceSearch<'_>> = words.iter().map(|words| PlaceSearch::new(words, self.pen)).collect();
        let mut names = Buckets::covering(&self.chart, SQUARE_SIZE * self.pen);
        for round in 0..ROUNDS {
            let mut moved = false;
            for (index, search) in searches.iter_mut().enumerate() {
                let leads = leader_lines(words, &placed, index);
                let place = &mut placed[index];
                if let Some(before) = *place {
                    names.remove(&before.area);
                    // Words placed since then may overlap these or their line, or have a line that crosses these.
                    let line_crosses =
                        before.needs_leader && 0 < self.crossings(search.words, &before.area, Some(&names));
                    let is_crossed = leads.iter().any(|(from, to)| before.area.is_cut_by(*from, *to));
                    let clear = total_overlap(&names, &self.with_spacing(&before.area)) == 0.0;
                    let is_undisturbed = !before.has_cost && clear && !line_crosses && !is_crossed;
                    if round > 0 && is_undisturbed {
                        names.add(before.area);
                        continue;
                    }
                }
                let before = place.map(|candidate| candidate.area);
                *place = self.cheapest_place(search, Some(&names), &leads);
                moved |= before != place.map(|candidate| candidate.area);
                if let Some(now) = place {
                    names.add(now.area);
                }
            }
            if !moved {
                break;
            }
        }
        placed.iter().flatten().for_each(|candidate| self.occupied.add(candidate.area));
        words.iter().zip(placed).map(|(label, candidate)| self.label_place(label, candidate)).collect()
    }

    /// Returns the place found. Words without a place are put in the middle of what they name.
    fn label_place(&self, words: &Label<'_>, candidate: Option<Candidate>) -> LabelPlace {
        let Some(Candidate { area, needs_leader, .. }) = candidate else {
            return LabelPlace { at: words.from, needs_leader: false };
        };
        let middle = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
        LabelPlace { at: (middle.0, middle.1 + words.size * self.pen * 0.35), needs_leader }
    }

    /// Finds and takes a place for one label.
    pub fn place(&mut self, words: &Label<'_>) -> LabelPlace {
        let candidate = self.cheapest_place(&mut PlaceSearch::new(words, self.pen), None, &[]);
        if let Some(candidate) = &candidate {
            self.occupied.add(candidate.area);
        }
        self.label_place(words, candidate)
    }

    /// Returns the place with the lowest cost. Words move from the centre of what they name along each direction
    /// until they are clear of it. Earlier directions are preferred.
    fn cheapest_place(
        &self,
        search: &mut PlaceSearch<'_>,
        names: Option<&Buckets>,
        leads: &[LeaderLine],
    ) -> Option<Candidate> {
        let mut best: Option<(f64, Candidate)> = None;
        for (round, gap) in LABEL_GAPS.into_iter().enumerate().skip(usize::from(search.words.must_have_leader)) {
            for index in 0..search.words.directions.len() {
                let preference = 0.012 * index as f64 + 0.13 * round as f64;
                // No later place can be better than one whose cost is at most the preference reached here.
                if best.as_ref().is_some_and(|(least, _)| *least <= preference + 1e-9) {
                    return best.map(|(_, candidate)| candidate);
                }
                let (area, fixed) = search.place(self, index, round, gap);
                // Expensive tests come last, and are skipped once a place costs too much.
                let is_dearer = |cost: f64| best.as_ref().is_some_and(|(least, _)| *least <= cost);
                let mut cost = fixed + preference;
                if is_dearer(cost) {
                    continue;
                }
                if let Some(names) = names {
                    cost += self.crowding_cost(names, &area);
                }
                if is_dearer(cost) {
                    continue;
                }
                cost += CROSSING_COST * leads.iter().filter(|(from, to)| area.is_cut_by(*from, *to)).count() as f64;
                if is_dearer(cost) {
                    continue;
                }
                let far = round > 0;
                let crossed = if far { CROSSING_COST * self.crossings(search.words, &area, names) as f64 } else { 0.0 };
                cost += crossed;
                if !is_dearer(cost) {
                    best = Some((cost, Candidate { area, needs_leader: far, has_cost: fixed + crossed > 1e-9 }));
                }
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// Returns how far words move one way until they are clear of what they name, or 0 if 100 pens are too few.
    fn distance_to_clear(&self, words: &Label<'_>, room: &Bounds, way: (f64, f64)) -> f64 {
        const STEPS: f64 = 200.0;
        let step = 0.5 * self.pen;
        let mut steps = 0.0;
        while steps < STEPS {
            let area = room.moved(way, steps * step);
            let Some(own) = words.own.iter().find(|own| own.overlap_area(&area) > 0.0) else { return steps * step };
            // All steps before the one that leaves this box also touch it.
            steps += (area.distance_to_leave(way, own) / step - 1e-6).ceil().max(1.0);
        }
        0.0
    }

    /// Returns the cost of a place apart from names placed with it: what it covers, what lies off the chart, confusion.
    fn fixed_cost(&self, words: &Label<'_>, area: &Bounds) -> f64 {
        let outside = area.area() - area.overlap_area(&self.chart);
        let thin: f64 = self.lines.near(area).map(|line| line.overlap_area(area)).sum();
        // Words cut by the frame would be illegible.
        let cut = if 0.02 * area.area() < outside { OVERLAP_COST } else { 0.0 };
        let lost = (0.5 * thin + 2.0 * outside) / area.area() + cut;
        total_overlap(&self.occupied, area) + lost + (0.06 * self.confusion(words, area) / self.pen).min(0.5)
    }

    /// Returns the cost of a place because of other names: those it covers, or comes too close to.
    fn crowding_cost(&self, names: &Buckets, area: &Bounds) -> f64 {
        let spaced = self.with_spacing(area);
        let (mut cost, mut overprints) = (0.0, false);
        for name in names.near(&spaced) {
            cost += overlap_share(name, &spaced);
            overprints |= 0.0 < name.overlap_area(area);
        }
        if overprints { cost + OVERLAP_COST } else { cost }
    }

    /// Returns the box of words with the space that other words leave around them.
    fn with_spacing(&self, area: &Bounds) -> Bounds {
        area.expanded(3.0 * self.pen, self.pen)
    }

    /// Returns the number of boxes of other names, ships and markers that the line to distant words would cross.
    fn crossings(&self, words: &Label<'_>, area: &Bounds, names: Option<&Buckets>) -> usize {
        let to = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
        let about = Bounds::between(words.from, to);
        let hit = |crossed_box: &&Bounds| crossed_box.is_cut_by(words.from, to);
        let ships = self.item_boxes.near(&about).filter(|thing| !words.own.contains(thing)).filter(hit).count();
        let names = names.map_or(0, |names| names.near(&about).filter(hit).count());
        ships + names
    }

    /// Returns by how much another ship is nearer than two pens beyond the words' own: they may be read as its name.
    fn confusion(&self, words: &Label<'_>, area: &Bounds) -> f64 {
        if words.own.is_empty() {
            return 0.0;
        }
        let own = words.own.iter().map(|own| own.gap(area)).fold(f64::INFINITY, f64::min);
        let enough = own + 2.0 * self.pen;
        let others = self.item_boxes.near(&area.expanded(enough, enough)).filter(|thing| !words.own.contains(thing));
        let nearest_other = others.map(|thing| thing.gap(area)).fold(f64::INFINITY, f64::min);
        (enough - nearest_other).max(0.0)
    }
}

/// The search for a place of one label. Its results stay valid until all labels are placed.
struct PlaceSearch<'a> {
    words: &'a Label<'a>,
    /// The box of the words when centred on what they name.
    room: Bounds,
    /// For each direction, the distance until they are clear of what they name.
    clear: Vec<Option<f64>>,
    /// The cost of each place, apart from names placed with it.
    fixed: Vec<Option<f64>>,
}

impl<'a> PlaceSearch<'a> {
    fn new(words: &'a Label<'a>, pen: f64) -> PlaceSearch<'a> {
        let (ways, height) = (words.directions.len(), words.size * pen);
        let room = Bounds::centred_at(words.from, width_of(words.words, height), height);
        PlaceSearch { words, room, clear: vec![None; ways], fixed: vec![None; ways * LABEL_GAPS.len()] }
    }

    /// Returns the place `gap` pens farther than words must move to be clear of what they name, and its fixed cost.
    fn place(&mut self, labels: &Labels, index: usize, round: usize, gap: f64) -> (Bounds, f64) {
        let (words, way) = (self.words, self.words.directions[index]);
        let clear = *self.clear[index].get_or_insert_with(|| labels.distance_to_clear(words, &self.room, way));
        let away = clear + if words.own.is_empty() { 0.0 } else { gap * labels.pen };
        let area = self.room.moved(way, away);
        let fixed = &mut self.fixed[round * words.directions.len() + index];
        (area, *fixed.get_or_insert_with(|| labels.fixed_cost(words, &area)))
    }
}

/// A straight line to distant words.
type LeaderLine = ((f64, f64), (f64, f64));

/// Returns the lines to all distant words that are placed, except one.
fn leader_lines(words: &[Label<'_>], placed: &[Option<Candidate>], except: usize) -> Vec<LeaderLine> {
    let others = words.iter().zip(placed).enumerate().filter(|(index, _)| *index != except);
    let led =
        others.filter_map(|(_, (words, place))| Some((words, place.filter(|candidate| candidate.needs_leader)?.area)));
    led.map(|(words, area)| (words.from, ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0))).collect()
}

/// Returns the sum of an area's overlaps with boxes, each as a share of the smaller one. So a short name under a long
/// one counts as much as the reverse.
fn total_overlap(boxes: &Buckets, area: &Bounds) -> f64 {
    boxes.near(area).map(|neighbour| overlap_share(neighbour, area)).sum()
}

/// Returns the area that two boxes share, as a share of the smaller.
fn overlap_share(left: &Bounds, right: &Bounds) -> f64 {
    left.overlap_area(right) / left.area().min(right.area())
}
