//! Reports on many battles between players: who wins, how often, by how much and with what losses.
use std::collections::BTreeMap;

use serde_json::{Value, json};

mod chart;

pub use chart::{Bar, Chart, drawn};

use crate::{list, percent_of, plain_table};
use naval::model::battles::{Fire, Fought, Many};
use naval::model::{End, Setup, victory::How};
use naval::{Id, SideId, rules::special::Key};
use play::odds::wilson;

/// The request that a report answers.
pub struct Asked<'a> {
    pub setup: &'a Setup,
    /// The players' levels, in the order of the sides.
    pub levels: &'a [&'a str],
    pub seed: u64,
    /// Number of battles requested.
    pub n: u64,
    /// The command that reproduces the report.
    pub command: &'a str,
    pub edition: &'a str,
}

/// A mean with its standard error, and the 10th, 50th and 90th percentiles.
struct Spread {
    mean: f64,
    error: f64,
    tenths: [i32; 3],
}

impl Spread {
    fn of(values: impl Iterator<Item = i32>) -> Spread {
        let mut values: Vec<i32> = values.collect();
        values.sort_unstable();
        let count = values.len().max(1) as f64;
        let sum: i64 = values.iter().map(|value| i64::from(*value)).sum();
        let squares: i64 = values.iter().map(|value| i64::from(*value).pow(2)).sum();
        let mean = sum as f64 / count;
        let spread = (squares as f64 - mean * mean * count).max(0.0) / (count - 1.0).max(1.0);
        let at = |share: f64| values.get(((count - 1.0) * share).round() as usize).copied().unwrap_or_default();
        Spread { mean, error: (spread / count).sqrt(), tenths: [at(0.1), at(0.5), at(0.9)] }
    }

    fn json(&self) -> Value {
        let [p10, p50, p90] = self.tenths;
        json!({ "mean": self.mean, "se": self.error, "p10": p10, "p50": p50, "p90": p90 })
    }
}

/// A share of the battles with its 95% Wilson interval.
struct Part {
    count: usize,
    share: f64,
    low: f64,
    high: f64,
}

impl Part {
    fn of(count: usize, all: usize) -> Part {
        let share = count as f64 / all.max(1) as f64;
        let (low, high) = wilson(share, all as f64);
        Part { count, share, low, high }
    }
}

/// The battles of a report, with the sums over them.
struct Counted<'a> {
    asked: &'a Asked<'a>,
    battles: &'a [Fought],
}

impl<'a> Counted<'a> {
    fn n(&self) -> usize {
        self.battles.len()
    }

    fn how_many(&self, is: impl Fn(&Fought) -> bool) -> usize {
        self.battles.iter().filter(|one| is(one)).count()
    }

    fn sides(&self) -> impl Iterator<Item = (&'a SideId, &'a str, &'a str)> {
        let levels = self.asked.levels.iter().copied();
        self.asked.setup.sides.iter().zip(levels).map(|(side, level)| (&side.id, side.name.as_str(), level))
    }

    fn won_by(&self, side: Option<&SideId>) -> Part {
        Part::of(self.how_many(|one| one.won.as_ref().map(|(won, _)| won) == side), self.n())
    }

    fn points(&self, at: usize) -> Spread {
        Spread::of(self.battles.iter().map(|one| one.sides.get(at).map_or(0, |side| side.points)))
    }

    fn margins(&self) -> impl Iterator<Item = i32> + Clone + use<'a> {
        self.battles.iter().map(Fought::margin)
    }

    fn length(&self) -> Spread {
        Spread::of(self.battles.iter().map(|one| i32::from(one.turns)))
    }

    fn fire(&self, at: usize) -> [Fire; 3] {
        let mut sum = [Fire::default(); 3];
        for side in self.battles.iter().filter_map(|one| one.sides.get(at)) {
            sum.iter_mut().zip(side.fire).for_each(|(sum, one)| sum.add(one));
        }
        sum
    }

    /// Returns every ship that took part in any battle, with its losses and hits, most often lost first.
    fn ships(&self) -> Vec<Lot> {
        let mut ships: BTreeMap<&Id, Lot> = BTreeMap::new();
        for (id, ship) in self.battles.iter().flat_map(|one| &one.ships) {
            let lot = ships.entry(id).or_insert_with(|| Lot {
                id: id.clone(),
                side: ship.side.clone(),
                name: ship.name.clone(),
                ..Lot::default()
            });
            lot.sunk += usize::from(ship.sunk);
            lot.immobile += usize::from(ship.immobile);
            lot.crippled += usize::from(ship.crippled);
            lot.off += usize::from(ship.off);
            lot.hits.push(ship.hits as i32);
            lot.heavy.push(ship.heavy as i32);
        }
        let mut ships: Vec<Lot> = ships.into_values().collect();
        ships.sort_by(|one, other| other.lost().cmp(&one.lost()).then_with(|| one.name.cmp(&other.name)));
        ships
    }

    fn ended(&self, is: fn(&End) -> bool) -> usize {
        self.how_many(|one| one.end.as_ref().is_some_and(is))
    }

    fn silent(&self) -> usize {
        let fired = |one: &Fought| one.sides.iter().flat_map(|side| side.fire).any(|fire| 0 < fire.fired);
        self.how_many(|one| !fired(one))
    }
}

#[derive(Default)]
struct Lot {
    id: Id,
    side: SideId,
    name: String,
    sunk: usize,
    immobile: usize,
    crippled: usize,
    off: usize,
    hits: Vec<i32>,
    heavy: Vec<i32>,
}

impl Lot {
    fn lost(&self) -> usize {
        self.sunk + self.immobile
    }
}

/// A kind of end: its key, its words and its test.
type Ending = (&'static str, &'static str, fn(&End) -> bool);

/// At most this many battles with a refused order or a waived duty are listed.
const MOST_FAULTY: usize = 6;
const ENDS: [Ending; 4] = [
    ("duration", "on their last turn [9.3, 10.4]", |end| matches!(end, End::Duration)),
    ("decided", "decided at once [9.2]", |end| matches!(end, End::Decided { .. } | End::SpecialRule(_))),
    ("exited", "by a side gone [9.3]", |end| matches!(end, End::Exited(_))),
    ("ruled", "by a word", |end| matches!(end, End::Ruled(_))),
];

/// Returns the numbers of the special rules that no key carries out, and the number of all rules.
fn left_out(setup: &Setup) -> (Vec<usize>, usize) {
    let carried = |of: usize| {
        let keyed = setup.rules.iter().filter(|rule| usize::from(rule.of) == of);
        keyed.clone().any(|rule| !matches!(rule.does, Key::Words { .. }))
    };
    let all = setup.special_rules.len();
    ((1..=all).filter(|of| !carried(*of)).collect(), all)
}

/// Returns the report as text.
pub fn battles(asked: &Asked, many: &Many) -> String {
    let of = Counted { asked, battles: &many.battles };
    let mut lines = vec![format!("{}: {}, seed {}", asked.setup.title, so_many(of.n(), asked.n), asked.seed)];
    lines.extend(census(&of));
    lines.push(String::new());
    lines.push(shares(&of));
    lines.push(String::new());
    lines.extend(figures(&of));
    lines.push(format!("Again   {}   data {}", asked.command, asked.edition));
    lines.join("\n")
}

fn so_many(n: usize, asked: u64) -> String {
    if n as u64 == asked { format!("{n} battles") } else { format!("the first {n} of {asked} battles") }
}

/// Returns the numbers, from 1, of the battles with a refused order or a waived duty.
fn faulty(of: &Counted) -> Vec<usize> {
    let numbered = of.battles.iter().zip(1..);
    numbered.filter(|(one, _)| 0 < one.refused + one.waived).map(|(_, number)| number).collect()
}

fn census(of: &Counted) -> Vec<String> {
    let ends = ENDS.iter().map(|(_, words, is)| (of.ended(*is), words)).filter(|(count, _)| 0 < *count);
    let ends: Vec<String> = ends.map(|(count, words)| format!("{count} {words}")).collect();
    let mut turns: Vec<u16> = of.battles.iter().filter_map(|one| one.contact).collect();
    turns.sort_unstable();
    let never = of.how_many(|one| one.contact.is_none());
    let contact = match turns.get(turns.len() / 2) {
        Some(turn) if turns.iter().all(|one| one <= turn) && never == 0 => {
            format!("in sight by turn {turn} in all of them")
        }
        Some(turn) => format!("in sight by turn {turn} in half of them, never in {never}"),
        None => "never in sight of each other".to_owned(),
    };
    let refused: u64 = of.battles.iter().map(|one| u64::from(one.refused)).sum();
    let waived: u64 = of.battles.iter().map(|one| u64::from(one.waived)).sum();
    let mut lines = vec![
        format!("Census  {} ended: {};", of.n(), list(&ends)),
        format!(
            "        {contact}; nobody fired in {}; {refused} orders refused, {waived} duties waived.",
            of.silent()
        ),
    ];
    let faulty = faulty(of);
    if !faulty.is_empty() {
        let numbers: Vec<String> = faulty.iter().map(usize::to_string).take(MOST_FAULTY).collect();
        let more = faulty.len() - numbers.len();
        let more = if 0 < more { format!(" and {more} more") } else { String::new() };
        lines.push(format!(
            "        Refused or waived in {}{more}: --battle {} tells what.",
            numbers.join(", "),
            faulty[0]
        ));
    }
    let (left, all) = left_out(of.asked.setup);
    if !left.is_empty() {
        let numbers: Vec<String> = left.iter().map(usize::to_string).collect();
        let says = format!("        Left out: {} of {all} special rules ({}).", left.len(), numbers.join(", "));
        lines.push(says);
    }
    lines
}

fn shares(of: &Counted) -> String {
    let row = |name: &str, level: &str, part: &Part| {
        let [share, low, high] = [part.share, part.low, part.high].map(percent_of);
        vec![name.to_owned(), level.to_owned(), share, format!("{low} to {high}")]
    };
    let sides = of.sides().map(|(side, name, level)| row(name, level, &of.won_by(Some(side))));
    let rows = sides.chain([row("nobody", "", &of.won_by(None))]).collect();
    plain_table(&["wins", "played by", "share", "95% (Wilson)"], &[2], rows)
}

fn figures(of: &Counted) -> Vec<String> {
    let spread = |spread: &Spread| {
        let [p10, p50, p90] = spread.tenths;
        format!("{:.1} ({p10}, {p50}, {p90})", spread.mean)
    };
    let points: Vec<String> =
        of.sides().enumerate().map(|(at, (_, name, _))| format!("{name} {}", spread(&of.points(at)))).collect();
    let margin = Spread::of(of.margins());
    let (low, high) = (margin.mean - 1.96 * margin.error, margin.mean + 1.96 * margin.error);
    let says = format!("   margin {:+.1}, {low:.1} to {high:.1}", margin.mean);
    let mut lines = vec![format!("Points  {}{says}", points.join("   "))];
    let lost = of.ships().into_iter().filter(|lot| 0 < lot.lost());
    let lost: Vec<String> =
        lost.take(10).map(|lot| format!("{} {}", lot.name, percent_of(lot.lost() as f64 / of.n() as f64))).collect();
    let lost = if lost.is_empty() { "nobody".to_owned() } else { lost.join("   ") };
    lines.extend(crate::wrapped(&format!("Lost    {lost}"), crate::WIDTH).lines().map(str::to_owned));
    lines.push(format!("Length  {} turns", spread(&of.length())));
    let fire: Vec<String> = of.sides().enumerate().map(|(at, (_, name, _))| told_fire(name, &of.fire(at))).collect();
    lines.push(format!("Hits    {}", fire.join("; ")));
    lines.push("        mean (10, 50, 90 of 100); hits of 100 mounts or batteries that fired".to_owned());
    lines
}

fn told_fire(name: &str, fire: &[Fire; 3]) -> String {
    let [big, medium, light] = fire.map(|fire| 100.0 * fire.hits as f64 / fire.fired.max(1) as f64);
    format!("{name} big {big:.1}, medium {medium:.1}, light {light:.1}")
}

/// Counts how often each value occurs, in ascending order of value.
fn histogram(values: impl Iterator<Item = i32>) -> BTreeMap<i32, usize> {
    let mut histogram = BTreeMap::new();
    values.for_each(|value| *histogram.entry(value).or_default() += 1);
    histogram
}

fn with_histogram(points: impl Iterator<Item = i32> + Clone) -> Value {
    let mut value = Spread::of(points.clone()).json();
    value["histogram"] = histogram(points).into_iter().map(|(points, n)| json!({ "points": points, "n": n })).collect();
    value
}

/// Returns the data of the report's picture.
pub fn battles_chart(asked: &Asked, many: &Many) -> Chart {
    let of = Counted { asked, battles: &many.battles };
    let bar = |name: &str, side: Option<usize>, part: Part| Bar {
        name: name.to_owned(),
        side,
        share: part.share,
        interval: Some((part.low, part.high)),
    };
    let won = of.sides().enumerate().map(|(at, (side, name, _))| bar(name, Some(at), of.won_by(Some(side))));
    let place = |side: &SideId| asked.setup.sides.iter().position(|one| one.id == *side);
    let ships = of.ships().into_iter().map(|lot| Bar {
        share: lot.lost() as f64 / of.n().max(1) as f64,
        side: place(&lot.side),
        name: lot.name,
        interval: None,
    });
    let players: Vec<String> = of.sides().map(|(_, name, level)| format!("{name} by a {level}")).collect();
    let name = |at: usize| asked.setup.sides.get(at).map_or_else(String::new, |side| side.name.clone());
    Chart {
        title: asked.setup.title.clone(),
        says: format!("{}, seed {}; {}", so_many(of.n(), asked.n), asked.seed, list(&players)),
        sides: [name(0), name(1)],
        shares: won.chain([bar("nobody", None, of.won_by(None))]).collect(),
        margins: histogram(of.margins()).into_iter().collect(),
        ships: ships.collect(),
        again: asked.command.to_owned(),
    }
}

/// Returns the report as JSON.
pub fn battles_json(asked: &Asked, many: &Many) -> Value {
    let of = Counted { asked, battles: &many.battles };
    let part = |side: Option<&SideId>, how: Option<How>, part: Part| json!({ "side": side, "how": how, "n": part.count, "share": part.share, "low": part.low, "high": part.high });
    let won_so = |side: &SideId, how: How| {
        let won = |one: &Fought| one.won.as_ref().is_some_and(|(won, so)| won == side && *so == how);
        Part::of(of.how_many(won), of.n())
    };
    let mut shares: Vec<Value> = Vec::new();
    for (side, ..) in of.sides() {
        shares.push(part(Some(side), None, of.won_by(Some(side))));
        let ways = [How::Plain, How::Outright, How::Narrow, How::Marginal].map(|how| (how, won_so(side, how)));
        let ways = ways.into_iter().filter(|(_, so)| 0 < so.count);
        shares.extend(ways.map(|(how, so)| part(Some(side), Some(how), so)));
    }
    shares.push(part(None, None, of.won_by(None)));
    let mut turns: Vec<u16> = of.battles.iter().filter_map(|one| one.contact).collect();
    turns.sort_unstable();
    let points = of.sides().enumerate().map(|(at, (side, ..))| {
        let points = of.battles.iter().filter_map(|one| one.sides.get(at)).map(|one| one.points);
        let mut value = with_histogram(points);
        value["side"] = json!(side);
        value
    });
    let ships = of.ships().into_iter().map(|lot| {
        let hits = Spread::of(lot.hits.iter().copied()).json();
        let heavy = Spread::of(lot.heavy.iter().copied()).json();
        json!({ "id": lot.id, "side": lot.side, "sunk": lot.sunk, "immobile": lot.immobile, "crippled": lot.crippled, "lost": lot.lost(), "off": lot.off, "hits_taken": hits, "heavy_hits": heavy })
    });
    let kinds = ["big", "medium", "light"];
    let hits = of.sides().enumerate().flat_map(|(at, (side, ..))| {
        kinds.into_iter().zip(of.fire(at)).map(move |(battery, fire)| {
            json!({ "side": side, "battery": battery, "fired": fire.fired, "strikes": fire.hits, "piercing": fire.piercing })
        })
    });
    let sum = |count: fn(&Fought) -> u32| of.battles.iter().map(|one| u64::from(count(one))).sum::<u64>();
    let ended: serde_json::Map<String, Value> =
        ENDS.iter().map(|(key, _, is)| ((*key).to_owned(), json!(of.ended(*is)))).collect();
    let (left, _) = left_out(asked.setup);
    json!({
        "scenario": asked.setup.scenario, "edition": asked.edition, "seed": asked.seed, "n": of.n(), "asked": asked.n,
        "policies": of.sides().map(|(side, _, level)| json!({ "side": side, "level": level })).collect::<Value>(),
        "census": {
            "ended": ended, "silent": of.silent(), "refused": sum(|one| one.refused), "waived": sum(|one| one.waived),
            "faulty": faulty(&of),
            "contact": { "never": of.how_many(|one| one.contact.is_none()), "median_turn": turns.get(turns.len() / 2) },
            "left_out": left,
        },
        "shares": shares,
        "points": points.collect::<Value>(), "margin": with_histogram(of.margins()), "ships": ships.collect::<Value>(),
        "length": of.length().json(), "hits": hits.collect::<Value>(), "command": asked.command,
    })
}
