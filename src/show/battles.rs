//! Reports on many battles between players: who wins, how often, by how much and with what losses.
use std::collections::BTreeMap;

use serde_json::{Value, json};

mod chart;

pub use chart::{Bar, Chart, svg};

use crate::{list, percent_of, plain_table};
use naval::model::battle_results::{BattleResult, BattleResults, FireResult};
use naval::model::{BattleEnd, Setup, victory::VictoryDegree};
use naval::{Id, SideId, rules::special::RuleEffect};
use play::odds::wilson_interval;

pub struct ReportRequest<'a> {
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
struct Summary {
    mean: f64,
    error: f64,
    percentiles: [i32; 3],
}

impl Summary {
    fn from_values(values: impl Iterator<Item = i32>) -> Summary {
        let mut values: Vec<i32> = values.collect();
        values.sort_unstable();
        let count = values.len().max(1) as f64;
        let sum: i64 = values.iter().map(|value| i64::from(*value)).sum();
        let squares: i64 = values.iter().map(|value| i64::from(*value).pow(2)).sum();
        let mean = sum as f64 / count;
        let spread = (squares as f64 - mean * mean * count).max(0.0) / (count - 1.0).max(1.0);
        let percentile =
            |fraction: f64| values.get(((count - 1.0) * fraction).round() as usize).copied().unwrap_or_default();
        Summary {
            mean,
            error: (spread / count).sqrt(),
            percentiles: [percentile(0.1), percentile(0.5), percentile(0.9)],
        }
    }

    fn json(&self) -> Value {
        let [p10, p50, p90] = self.percentiles;
        json!({ "mean": self.mean, "se": self.error, "p10": p10, "p50": p50, "p90": p90 })
    }
}

/// A share of the battles with its 95% Wilson interval.
struct Proportion {
    count: usize,
    share: f64,
    low: f64,
    high: f64,
}

impl Proportion {
    fn new(count: usize, total: usize) -> Proportion {
        let share = count as f64 / total.max(1) as f64;
        let (low, high) = wilson_interval(share, total as f64);
        Proportion { count, share, low, high }
    }
}

/// The battles of a report, with the sums over them.
struct BattleTotals<'a> {
    request: &'a ReportRequest<'a>,
    battles: &'a [BattleResult],
}

impl<'a> BattleTotals<'a> {
    fn battle_count(&self) -> usize {
        self.battles.len()
    }

    fn count(&self, matches: impl Fn(&BattleResult) -> bool) -> usize {
        self.battles.iter().filter(|battle| matches(battle)).count()
    }

    fn sides(&self) -> impl Iterator<Item = (&'a SideId, &'a str, &'a str)> {
        let levels = self.request.levels.iter().copied();
        self.request.setup.sides.iter().zip(levels).map(|(side, level)| (&side.id, side.name.as_str(), level))
    }

    fn won_by(&self, side: Option<&SideId>) -> Proportion {
        Proportion::new(self.count(|battle| battle.winner.as_ref().map(|(won, _)| won) == side), self.battle_count())
    }

    fn points(&self, index: usize) -> Summary {
        Summary::from_values(self.battles.iter().map(|battle| battle.sides.get(index).map_or(0, |side| side.points)))
    }

    fn margins(&self) -> impl Iterator<Item = i32> + Clone + use<'a> {
        self.battles.iter().map(BattleResult::margin)
    }

    fn length(&self) -> Summary {
        Summary::from_values(self.battles.iter().map(|battle| i32::from(battle.turns)))
    }

    fn fire(&self, index: usize) -> [FireResult; 3] {
        let mut sum = [FireResult::default(); 3];
        for side in self.battles.iter().filter_map(|battle| battle.sides.get(index)) {
            sum.iter_mut().zip(side.fire).for_each(|(sum, fire)| sum.add(fire));
        }
        sum
    }

    /// Returns every ship that took part in any battle, with its losses and hits, most often lost first.
    fn ship_samples(&self) -> Vec<ShipSample> {
        let mut ships: BTreeMap<&Id, ShipSample> = BTreeMap::new();
        for (id, ship) in self.battles.iter().flat_map(|battle| &battle.ships) {
            let sample = ships.entry(id).or_insert_with(|| ShipSample {
                id: id.clone(),
                side: ship.side.clone(),
                name: ship.name.clone(),
                ..ShipSample::default()
            });
            sample.sunk += usize::from(ship.sunk);
            sample.immobile += usize::from(ship.immobile);
            sample.crippled += usize::from(ship.crippled);
            sample.off += usize::from(ship.has_exited);
            sample.hits.push(ship.hits as i32);
            sample.heavy.push(ship.big_gun_hits as i32);
        }
        let mut ships: Vec<ShipSample> = ships.into_values().collect();
        ships
            .sort_by(|left, right| right.times_lost().cmp(&left.times_lost()).then_with(|| left.name.cmp(&right.name)));
        ships
    }

    fn count_ended(&self, is: fn(&BattleEnd) -> bool) -> usize {
        self.count(|battle| battle.end.as_ref().is_some_and(is))
    }

    fn count_silent(&self) -> usize {
        let has_fired =
            |battle: &BattleResult| battle.sides.iter().flat_map(|side| side.fire).any(|fire| 0 < fire.fired);
        self.count(|battle| !has_fired(battle))
    }
}

#[derive(Default)]
struct ShipSample {
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

impl ShipSample {
    fn times_lost(&self) -> usize {
        self.sunk + self.immobile
    }
}

/// A kind of end: its key, its words and its test.
type Ending = (&'static str, &'static str, fn(&BattleEnd) -> bool);

/// At most this many battles with a refused order or a waived duty are listed.
const MAX_FAULTY_SHOWN: usize = 6;
const ENDS: [Ending; 4] = [
    ("duration", "on their last turn [9.3, 10.4]", |end| matches!(end, BattleEnd::Duration)),
    ("decided", "decided at once [9.2]", |end| matches!(end, BattleEnd::Decided { .. } | BattleEnd::SpecialRule(_))),
    ("exited", "with one side gone [9.3]", |end| matches!(end, BattleEnd::Exited(_))),
    ("ruled", "by a ruling", |end| matches!(end, BattleEnd::Ruled(_))),
];

/// Returns the numbers of the special rules that no key carries out, and how many special rules there are.
fn unkeyed_rules(setup: &Setup) -> (Vec<usize>, usize) {
    let is_carried_out = |number: usize| {
        let keyed = setup.rules.iter().filter(|rule| usize::from(rule.of) == number);
        keyed.clone().any(|rule| !matches!(rule.does, RuleEffect::Words { .. }))
    };
    let all = setup.special_rules.len();
    ((1..=all).filter(|number| !is_carried_out(*number)).collect(), all)
}

pub fn battles_text(request: &ReportRequest, results: &BattleResults) -> String {
    let tally = BattleTotals { request, battles: &results.battles };
    let mut lines = vec![format!(
        "{}: {}, seed {}",
        request.setup.title,
        battle_count_text(tally.battle_count(), request.n),
        request.seed
    )];
    lines.extend(census_lines(&tally));
    lines.push(String::new());
    lines.push(win_table(&tally));
    lines.push(String::new());
    lines.extend(figure_lines(&tally));
    lines.push(format!("Again   {}   data {}", request.command, request.edition));
    lines.join("\n")
}

fn battle_count_text(n: usize, requested: u64) -> String {
    if n as u64 == requested { format!("{n} battles") } else { format!("the first {n} of {requested} battles") }
}

/// Returns the numbers, from 1, of the battles with a refused order or a waived duty.
fn faulty_battles(tally: &BattleTotals) -> Vec<usize> {
    let numbered = tally.battles.iter().zip(1..);
    numbered.filter(|(battle, _)| 0 < battle.refused + battle.waived).map(|(_, number)| number).collect()
}

fn census_lines(tally: &BattleTotals) -> Vec<String> {
    let ends =
        ENDS.iter().map(|(_, words, matches)| (tally.count_ended(*matches), words)).filter(|(count, _)| 0 < *count);
    let ends: Vec<String> = ends.map(|(count, words)| format!("{count} {words}")).collect();
    let mut turns: Vec<u16> = tally.battles.iter().filter_map(|battle| battle.contact).collect();
    turns.sort_unstable();
    let never = tally.count(|battle| battle.contact.is_none());
    let contact = match turns.get(turns.len() / 2) {
        Some(turn) if turns.iter().all(|contact_turn| contact_turn <= turn) && never == 0 => {
            format!("In sight by turn {turn} in all of them")
        }
        Some(turn) => format!("In sight by turn {turn} in half of them, never in {never}"),
        None => "Never in sight of each other".to_owned(),
    };
    let refused: u64 = tally.battles.iter().map(|battle| u64::from(battle.refused)).sum();
    let waived: u64 = tally.battles.iter().map(|battle| u64::from(battle.waived)).sum();
    let mut lines = vec![
        format!("Census  {} ended: {}.", tally.battle_count(), list(&ends)),
        format!(
            "        {contact}. Battles without fire: {}. Orders refused: {refused}. Duties waived: {waived}.",
            tally.count_silent()
        ),
    ];
    let faulty = faulty_battles(tally);
    if !faulty.is_empty() {
        let numbers: Vec<String> = faulty.iter().map(usize::to_string).take(MAX_FAULTY_SHOWN).collect();
        let more = faulty.len() - numbers.len();
        let more = if 0 < more { format!(" and {more} more") } else { String::new() };
        lines.push(format!(
            "        Refused or waived in {}{more}: --battle {} shows what.",
            numbers.join(", "),
            faulty[0]
        ));
    }
    let (unkeyed, all) = unkeyed_rules(tally.request.setup);
    if !unkeyed.is_empty() {
        let numbers: Vec<String> = unkeyed.iter().map(usize::to_string).collect();
        let omitted = format!("        Omitted: {} of {all} special rules ({}).", unkeyed.len(), numbers.join(", "));
        lines.push(omitted);
    }
    lines
}

fn win_table(tally: &BattleTotals) -> String {
    let row = |name: &str, level: &str, part: &Proportion| {
        let [share, low, high] = [part.share, part.low, part.high].map(percent_of);
        vec![name.to_owned(), level.to_owned(), share, format!("{low} to {high}")]
    };
    let sides = tally.sides().map(|(side, name, level)| row(name, level, &tally.won_by(Some(side))));
    let rows = sides.chain([row("no side", "", &tally.won_by(None))]).collect();
    plain_table(&["wins", "played by", "win rate", "95% (Wilson)"], &[2], rows)
}

fn figure_lines(tally: &BattleTotals) -> Vec<String> {
    let spread = |spread: &Summary| {
        let [p10, p50, p90] = spread.percentiles;
        format!("{:.1} ({p10}, {p50}, {p90})", spread.mean)
    };
    let points: Vec<String> = tally
        .sides()
        .enumerate()
        .map(|(index, (_, name, _))| format!("{name} {}", spread(&tally.points(index))))
        .collect();
    let margin = Summary::from_values(tally.margins());
    let (low, high) = (margin.mean - 1.96 * margin.error, margin.mean + 1.96 * margin.error);
    let margin_text = format!("   margin {:+.1}, {low:.1} to {high:.1}", margin.mean);
    let mut lines = vec![format!("Points  {}{margin_text}", points.join("   "))];
    let lost = tally.ship_samples().into_iter().filter(|sample| 0 < sample.times_lost());
    let lost: Vec<String> = lost
        .take(10)
        .map(|sample| {
            format!("{} {}", sample.name, percent_of(sample.times_lost() as f64 / tally.battle_count() as f64))
        })
        .collect();
    let lost = if lost.is_empty() { "no ships".to_owned() } else { lost.join("   ") };
    lines.extend(crate::wrapped(&format!("Lost    {lost}"), crate::WIDTH).lines().map(str::to_owned));
    lines.push(format!("Length  {} turns", spread(&tally.length())));
    let fire: Vec<String> =
        tally.sides().enumerate().map(|(index, (_, name, _))| fire_text(name, &tally.fire(index))).collect();
    lines.push(format!("Hits    {}", fire.join("; ")));
    lines.push("        mean (10th, 50th, 90th percentile); hits per 100 mounts or batteries fired".to_owned());
    lines
}

fn fire_text(name: &str, fire: &[FireResult; 3]) -> String {
    let [big, medium, light] = fire.map(|fire| 100.0 * fire.hits as f64 / fire.fired.max(1) as f64);
    format!("{name} big {big:.1}, medium {medium:.1}, light {light:.1}")
}

fn histogram(values: impl Iterator<Item = i32>) -> BTreeMap<i32, usize> {
    let mut histogram = BTreeMap::new();
    values.for_each(|value| *histogram.entry(value).or_default() += 1);
    histogram
}

fn summary_with_histogram(points: impl Iterator<Item = i32> + Clone) -> Value {
    let mut value = Summary::from_values(points.clone()).json();
    value["histogram"] = histogram(points).into_iter().map(|(points, n)| json!({ "points": points, "n": n })).collect();
    value
}

pub fn battles_chart(request: &ReportRequest, results: &BattleResults) -> Chart {
    let tally = BattleTotals { request, battles: &results.battles };
    let bar = |name: &str, side: Option<usize>, part: Proportion| Bar {
        name: name.to_owned(),
        side,
        share: part.share,
        interval: Some((part.low, part.high)),
    };
    let won =
        tally.sides().enumerate().map(|(index, (side, name, _))| bar(name, Some(index), tally.won_by(Some(side))));
    let place = |side: &SideId| request.setup.sides.iter().position(|setup_side| setup_side.id == *side);
    let ships = tally.ship_samples().into_iter().map(|sample| Bar {
        share: sample.times_lost() as f64 / tally.battle_count().max(1) as f64,
        side: place(&sample.side),
        name: sample.name,
        interval: None,
    });
    let players: Vec<String> = tally.sides().map(|(_, name, level)| format!("{name} played by {level}")).collect();
    let name = |index: usize| request.setup.sides.get(index).map_or_else(String::new, |side| side.name.clone());
    Chart {
        title: request.setup.title.clone(),
        subtitle: format!(
            "{}, seed {}; {}",
            battle_count_text(tally.battle_count(), request.n),
            request.seed,
            list(&players)
        ),
        sides: [name(0), name(1)],
        shares: won.chain([bar("no side", None, tally.won_by(None))]).collect(),
        margins: histogram(tally.margins()).into_iter().collect(),
        ships: ships.collect(),
        again: request.command.to_owned(),
    }
}

pub fn battles_json(request: &ReportRequest, results: &BattleResults) -> Value {
    let tally = BattleTotals { request, battles: &results.battles };
    let share_json = |side: Option<&SideId>, how: Option<VictoryDegree>, part: Proportion| json!({ "side": side, "how": how, "n": part.count, "share": part.share, "low": part.low, "high": part.high });
    let won_so = |side: &SideId, how: VictoryDegree| {
        let won =
            |battle: &BattleResult| battle.winner.as_ref().is_some_and(|(won, manner)| won == side && *manner == how);
        Proportion::new(tally.count(won), tally.battle_count())
    };
    let mut shares: Vec<Value> = Vec::new();
    for (side, ..) in tally.sides() {
        shares.push(share_json(Some(side), None, tally.won_by(Some(side))));
        let ways = [VictoryDegree::Plain, VictoryDegree::Outright, VictoryDegree::Narrow, VictoryDegree::Marginal]
            .map(|how| (how, won_so(side, how)));
        let ways = ways.into_iter().filter(|(_, proportion)| 0 < proportion.count);
        shares.extend(ways.map(|(how, proportion)| share_json(Some(side), Some(how), proportion)));
    }
    shares.push(share_json(None, None, tally.won_by(None)));
    let mut turns: Vec<u16> = tally.battles.iter().filter_map(|battle| battle.contact).collect();
    turns.sort_unstable();
    let points = tally.sides().enumerate().map(|(index, (side, ..))| {
        let points = tally.battles.iter().filter_map(|battle| battle.sides.get(index)).map(|side| side.points);
        let mut value = summary_with_histogram(points);
        value["side"] = json!(side);
        value
    });
    let ships = tally.ship_samples().into_iter().map(|sample| {
        let hits = Summary::from_values(sample.hits.iter().copied()).json();
        let heavy = Summary::from_values(sample.heavy.iter().copied()).json();
        json!({ "id": sample.id, "side": sample.side, "sunk": sample.sunk, "immobile": sample.immobile, "crippled": sample.crippled, "lost": sample.times_lost(), "off": sample.off, "hits_taken": hits, "heavy_hits": heavy })
    });
    let kinds = ["big", "medium", "light"];
    let hits = tally.sides().enumerate().flat_map(|(index, (side, ..))| {
        kinds.into_iter().zip(tally.fire(index)).map(move |(battery, fire)| {
            json!({ "side": side, "battery": battery, "fired": fire.fired, "strikes": fire.hits, "piercing": fire.piercing })
        })
    });
    let sum =
        |count: fn(&BattleResult) -> u32| tally.battles.iter().map(|battle| u64::from(count(battle))).sum::<u64>();
    let ended: serde_json::Map<String, Value> =
        ENDS.iter().map(|(key, _, matches)| ((*key).to_owned(), json!(tally.count_ended(*matches)))).collect();
    let (unkeyed, _) = unkeyed_rules(request.setup);
    json!({
        "scenario": request.setup.scenario, "edition": request.edition, "seed": request.seed, "n": tally.battle_count(), "asked": request.n,
        "policies": tally.sides().map(|(side, _, level)| json!({ "side": side, "level": level })).collect::<Value>(),
        "census": {
            "ended": ended, "silent": tally.count_silent(), "refused": sum(|battle| battle.refused), "waived": sum(|battle| battle.waived),
            "faulty": faulty_battles(&tally),
            "contact": { "never": tally.count(|battle| battle.contact.is_none()), "median_turn": turns.get(turns.len() / 2) },
            "left_out": unkeyed,
        },
        "shares": shares,
        "points": points.collect::<Value>(), "margin": summary_with_histogram(tally.margins()), "ships": ships.collect::<Value>(),
        "length": tally.length().json(), "hits": hits.collect::<Value>(), "command": request.command,
    })
}
