//! `decide` and `left`: what stands for the prose of `victory`, entry by entry. [9.2, 10.5]

use crate::keys::{Names, need, one_of, only_key, whole_list};
use crate::predicates::{number, predicates};
use crate::{Fields, Node, Path, Report, bare, listed};
use naval::victory::{
    Bound, Condition, Counted, Entry, How, HowMany, Lead, Left, Moment, PointsAre, ShipsAre, SideWins, Times, TurnIs,
    Wins,
};
use naval::{Fraction, Id, Ships, SideId};
use play::Rule;

const SPECIAL: Rule = Rule::new("9.2");
const CONDITIONS: [&str; 7] = ["all", "any", "not", "turn", "ships", "points", "more"];
const COUNTS: [&str; 4] = ["at_least", "at_most", "every", "none"];
const BOUNDS: [&str; 4] = ["lead", "ratio", "at_least", "under"];
/// Penetrating big-gun hits, as `more` names them.
const HITS: &str = "penetrating_hits";

/// The keys of victory, and the sentences that are left to the referee.
pub(super) struct Keyed {
    /// None: the file says nothing of it.
    pub(super) decide: Option<Vec<Entry>>,
    pub(super) left: Vec<Left>,
}

/// Reads `decide` and `left`; a sentence of `victory` that neither names is left to the referee, with a note.
pub(super) fn keyed(fields: &mut Fields, report: &mut Report, names: &Names, victory: &[String]) -> Keyed {
    let said = fields.get("decide").is_some();
    let items = fields.list(report, "decide");
    let sentences = victory.len();
    let read = items.into_iter().filter_map(|(value, path)| entry(value, &path, report, names, sentences));
    let entries: Vec<Entry> = read.collect();
    let mut left = left(fields, report, sentences);
    if report.is_flawed_within(&fields.path.key("decide")) {
        return Keyed { decide: said.then_some(entries), left };
    }
    for (at, _) in victory.iter().enumerate() {
        let of = u16::try_from(at + 1).unwrap_or(u16::MAX);
        if entries.iter().all(|entry| entry.of != Some(of)) && left.iter().all(|one| one.of != of) {
            let what = format!("no entry of `decide` stands for this sentence: it is left to the referee [{SPECIAL}]");
            let warning = report.warn(&fields.path.key("victory").at(at), what);
            warning.usual(format!("an entry with `of: {of}`, or `{{of: {of}, why: ...}}` under `left`"));
            left.push(Left { of, why: None });
        }
    }
    left.sort_by_key(|one| one.of);
    Keyed { decide: said.then_some(entries), left }
}

fn left(fields: &mut Fields, report: &mut Report, sentences: usize) -> Vec<Left> {
    let mut left = Vec::new();
    for (value, path) in fields.list(report, "left") {
        let Some(mut inner) = Fields::of(value, path.clone(), report) else { continue };
        let of: Option<u16> = inner.need(report, "of");
        let why: Option<String> = inner.need(report, "why");
        inner.done(report);
        if let Some(of) = of {
            sentence(of, sentences, &path.key("of"), report);
            left.push((Left { of, why }, path.key("of")));
        }
    }
    report.twice("sentence", left.iter().map(|(left, path): &(Left, Path)| (left.of.to_string(), path.clone())));
    bare(left)
}

/// A sentence of the prose, from 1.
fn sentence(of: u16, sentences: usize, path: &Path, report: &mut Report) {
    if of == 0 || sentences < usize::from(of) {
        let flaw = report.flaw(path, format!("there is no sentence {of} under `victory`"));
        flaw.lawful = Some(if sentences == 0 { "no `of` at all".to_owned() } else { format!("1 to {sentences}") });
        flaw.nearest = (0 < sentences).then(|| usize::from(of).clamp(1, sentences).to_string());
    }
}

fn entry(value: &Node, path: &Path, report: &mut Report, names: &Names, sentences: usize) -> Option<Entry> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let of: Option<u16> = fields.may(report, "of");
    if let Some(of) = of {
        sentence(of, sentences, &path.key("of"), report);
    }
    let wins = match fields.get("points") {
        Some((value, path)) => leader(value, &path, report).map(Wins::Leader),
        None => side_wins(&mut fields, report, names).map(Wins::Side),
    };
    fields.done(report);
    Some(Entry { of, wins: wins? })
}

/// `{lead: 1}` or `{ratio: 2}`
fn leader(value: &Node, path: &Path, report: &mut Report) -> Option<Lead> {
    let (key, value, path) = only_key(value, path, report, &["lead", "ratio"], "an entry of points")?;
    lead(key, value, &path, report)
}

fn lead(key: &str, value: &Node, path: &Path, report: &mut Report) -> Option<Lead> {
    if key == "lead" {
        let by: u16 = report.typed(value, path)?;
        if by == 0 {
            report.flaw(path, "nobody leads by 0 points").nearest("1");
        }
        return Some(Lead::By(by));
    }
    let ratio: Fraction = report.typed(value, path)?;
    if ratio < Fraction::ONE {
        let flaw = report.flaw(path, format!("who leads has at least as many points as the other, not {ratio} times"));
        flaw.nearest("1");
    }
    Some(Lead::Ratio(ratio))
}

fn side_wins(fields: &mut Fields, report: &mut Report, names: &Names) -> Option<SideWins> {
    let side = fields.get("side").map(|(value, path)| names.side(value, &path, report));
    let how = word(fields, report, "how", &How::NAMED).unwrap_or_default();
    let at = word(fields, report, "at", &[("once", Moment::Once), ("end", Moment::End)]).unwrap_or_default();
    let found = fields.get("if").map(|(value, path)| condition(value, &path, report, names));
    if side.is_none() && !fields.has_strange_key() {
        let flaw = report.flaw(&fields.path, "an entry says which `side` wins, or `points`");
        flaw.lawful("{side: ..., if: ...} or {points: {lead: 1}}");
    } else if found.is_none() && !fields.has_strange_key() {
        report.flaw(&fields.path, "the key `if` is missing");
    }
    if (how, at) == (How::Moral, Moment::Once) {
        report.flaw(&fields.path.key("at"), "a moral victory decides nothing, and ends no battle").nearest("end");
    }
    Some(SideWins { side: side??, how, at, condition: found?? })
}

/// A key whose value is one of these words.
fn word<T: Copy>(fields: &mut Fields, report: &mut Report, key: &'static str, words: &[(&str, T)]) -> Option<T> {
    let (value, path) = fields.get(key)?;
    let given: String = report.typed(value, &path)?;
    let found = words.iter().find(|(name, _)| *name == given);
    if found.is_none() {
        report.unknown(&path, "word", &given, words.iter().map(|(name, _)| *name));
    }
    found.map(|(_, word)| *word)
}

fn condition(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Condition> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let found = one_of(&mut fields, report, &CONDITIONS, "a condition");
    let condition = found.and_then(|(key, value, path)| {
        Some(match key {
            "all" => Condition::All(conditions(value, &path, report, names)?),
            "any" => Condition::Any(conditions(value, &path, report, names)?),
            "not" => Condition::Not(Box::new(condition(value, &path, report, names)?)),
            "turn" => turn(value, &path, report, names)?,
            "ships" => Condition::Ships(ships(value, &path, report, names)?),
            "points" => Condition::Points(points(value, &path, report, names)?),
            _ => Condition::More(more(&mut fields, value, &path, report, names)?, Counted::PenetratingHits),
        })
    });
    fields.done(report);
    condition
}

fn conditions(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Vec<Condition>> {
    whole_list(value, path, report, |item, path, report| condition(item, path, report, names))
}

/// `{at: 20}`, `{from: 9}`, `{to: 12}`, `{from: 9, to: 12}`
fn turn(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Condition> {
    if value.get("from").is_some() && value.get("to").is_some() {
        return turns(value, path, report, names);
    }
    let (key, value, path) = only_key(value, path, report, &["at", "from", "to"], "a turn")?;
    let number = names.turn(value, &path, report)?;
    Some(Condition::Turn(match key {
        "at" => TurnIs::At(number),
        "from" => TurnIs::From(number),
        _ => TurnIs::To(number),
    }))
}

/// The turns between two, both included.
fn turns(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Condition> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let mut end = |key| need(&mut fields, report, key).and_then(|(value, path)| names.turn(value, &path, report));
    let (from, to) = (end("from"), end("to"));
    fields.done(report);
    let (from, to) = (from?, to?);
    if to < from {
        report.flaw(&path.key("to"), format!("turn {to} is before turn {from}")).nearest(from);
    }
    Some(Condition::All(vec![Condition::Turn(TurnIs::From(from)), Condition::Turn(TurnIs::To(to))]))
}

/// `{at_least: 2, among: [rossia, gromoboi], are: [lost]}`
fn ships(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<ShipsAre> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let counted = one_of(&mut fields, report, &COUNTS, "a number of ships");
    let count = counted.and_then(|(key, value, path)| how_many(key, value, &path, report));
    let among = need(&mut fields, report, "among").and_then(|(value, path)| names.set(value, &path, report));
    let are = need(&mut fields, report, "are").and_then(|(value, path)| predicates(value, &path, report, names));
    fields.done(report);
    let (count, among) = (count?, among?);
    enough(count, &among, path, report, names);
    Some(ShipsAre { count, among, are: are? })
}

fn how_many(key: &str, value: &Node, path: &Path, report: &mut Report) -> Option<HowMany> {
    if key == "every" || key == "none" {
        if value.as_bool() != Some(true) {
            report.flaw(path, format!("`{key}` is true or left out")).nearest("true");
        }
        return Some(if key == "every" { HowMany::Every } else { HowMany::None });
    }
    let number: u16 = report.typed(value, path)?;
    if key == "at_least" && number == 0 {
        report.flaw(path, "at least 0 ships are there whatever happens").nearest("1");
    }
    Some(if key == "at_least" { HowMany::AtLeast(number) } else { HowMany::AtMost(number) })
}

/// Nobody waits for three of two ships.
fn enough(count: HowMany, among: &Ships, path: &Path, report: &mut Report, names: &Names) {
    let (HowMany::AtLeast(wanted), Some(there)) = (count, names.members(among)) else { return };
    if report.is_flawed_within(&path.key("among")) {
        return;
    }
    if there < usize::from(wanted) {
        report.flaw(&path.key("at_least"), format!("the set has no more than {there}, not {wanted}")).nearest(there);
    }
}

/// `{side: germany, times: {sweepers: 2}}`: without a bound any lead serves.
fn points(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<PointsAre> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let side = need(&mut fields, report, "side").and_then(|(value, path)| names.side(value, &path, report));
    let times = fields.get("times").map(|(value, path)| multiplied(value, &path, report, names));
    let bounds: Vec<_> =
        BOUNDS.iter().filter_map(|key| fields.get(key).map(|(value, path)| (*key, value, path))).collect();
    fields.done(report);
    let bound = match &bounds[..] {
        [] => Some(Bound::Lead(Lead::By(1))),
        [("at_least", value, path)] => number(value, path, report).map(Bound::AtLeast),
        [("under", value, path)] => number(value, path, report).map(Bound::Under),
        [(key, value, path)] => lead(key, value, path, report).map(Bound::Lead),
        _ => {
            let flaw = report.flaw(path, "points are asked about in one way");
            flaw.lawful(format!("one of {}, or none for any lead", listed(&BOUNDS)));
            None
        }
    };
    Some(PointsAre { side: side?, bound: bound?, times: times.unwrap_or(Some(Vec::new()))? })
}

/// `{sweepers: 2}`: ships and divisions with what their points are multiplied by.
fn multiplied(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Vec<Times>> {
    let Some(entries) = value.as_map() else {
        report.flaw(path, "names with numbers belong here").lawful("{asahi: 2}");
        return None;
    };
    let mut times = Vec::new();
    for (key, value) in entries {
        let Some(name) = key.as_str() else {
            report.flaw(path, "a key must be a word").usual("a name that is a number in quotes: {\"205\": 2}");
            continue;
        };
        let path = path.key(name);
        let of = Id::new(name);
        names.check_unit(&of, &path, report);
        times.extend(number(value, &path, report).map(|by| Times { of, by }));
    }
    (times.len() == entries.len()).then_some(times)
}

/// `{more: penetrating_hits, side: russia}`
fn more(fields: &mut Fields, value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<SideId> {
    let what: Option<String> = report.typed(value, path);
    if let Some(other) = what.filter(|what| what != HITS) {
        report.unknown(path, "count", &other, std::iter::once(HITS));
    }
    need(fields, report, "side").and_then(|(value, path)| names.side(value, &path, report))
}
