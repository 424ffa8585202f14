//! What `decide` asks of a ship. [9.2]

use crate::keys::{Names, need, only_key, whole_list, zone};
use crate::{Fields, Node, Path, Report};
use naval::victory::{Exit, Is, Mark, Nearness, Past, Share};
use naval::{Edge, Id, Inches};

const FIGURES: [&str; 13] = [
    "exited",
    "can_make",
    "below",
    "slower_by",
    "flotation_hits",
    "mounts_lost",
    "battery_lost",
    "within",
    "inside",
    "beyond",
    "all",
    "any",
    "not",
];
const WORDS: [(&str, Is); 5] = [
    ("sunk", Is::Sunk),
    ("immobile", Is::Immobile),
    ("lost", Is::Lost),
    ("afloat", Is::Afloat),
    ("can_move", Is::CanMove),
];
const HALF: &str = "half";

/// What is asked of each ship, one or more.
pub(super) fn predicates(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Vec<Is>> {
    whole_list(value, path, report, |item, path, report| predicate(item, path, report, names))
}

/// A word such as `sunk`, or a key such as `{can_make: 1.5}`.
fn predicate(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Is> {
    if let Some(given) = value.as_str() {
        if given == "exited" {
            return Some(Is::Exited(Exit { by: Vec::new(), from: None, to: None }));
        }
        let found = WORDS.iter().find(|(name, _)| *name == given);
        if found.is_none() {
            report.unknown(path, "word", given, WORDS.iter().map(|(name, _)| *name).chain(FIGURES));
        }
        return found.map(|(_, word)| word.clone());
    }
    let (key, value, path) = only_key(value, path, report, &FIGURES, "what is asked of a ship")?;
    Some(match key {
        "exited" => Is::Exited(exit(value, &path, report, names)?),
        "can_make" => Is::CanMake(speed(value, &path, report)?),
        "below" => Is::Below(speed(value, &path, report)?),
        "slower_by" => Is::SlowerBy(speed(value, &path, report)?),
        "flotation_hits" => Is::FlotationHits(number(value, &path, report)?),
        "mounts_lost" => Is::MountsLost(part(value, &path, report)?),
        "battery_lost" => Is::BatteryLost(part(value, &path, report)?),
        "within" => Is::Within(within(value, &path, report, names)?),
        "inside" => Is::Inside(zone(value, &path, report)?),
        "beyond" => Is::Beyond(beyond(value, &path, report, names)?),
        "all" => Is::All(predicates(value, &path, report, names)?),
        "any" => Is::Any(predicates(value, &path, report, names)?),
        _ => Is::Not(Box::new(predicate(value, &path, report, names)?)),
    })
}

fn exit(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Exit> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let by: Vec<Edge> = fields.each(report, "by").into_iter().map(|(edge, _)| edge).collect();
    if let Some((edges, place)) = fields.get("by")
        && let Some(edges) = edges.as_list()
    {
        report.empty(edges, &place);
    }
    let from = fields.get("from").and_then(|(value, path)| names.turn(value, &path, report));
    let to = fields.get("to").and_then(|(value, path)| names.turn(value, &path, report));
    fields.done(report);
    if let (Some(first), Some(last)) = (from, to)
        && last < first
    {
        report.flaw(&path.key("to"), format!("turn {last} is before turn {first}"));
    }
    Some(Exit { by, from, to })
}

/// Inches a turn, more than none.
fn speed(value: &Node, path: &Path, report: &mut Report) -> Option<Inches> {
    let speed: Inches = report.typed(value, path)?;
    if speed <= Inches::ZERO {
        report.flaw(path, format!("a speed of {speed} says nothing")).lawful("more than 0 inches");
    }
    Some(speed)
}

/// Nothing comes within no inches.
pub(super) fn distance(inches: Inches, path: &Path, report: &mut Report) {
    if inches <= Inches::ZERO {
        report.flaw(path, format!("a distance of {inches} says nothing")).lawful("more than 0 inches");
    }
}

/// A whole number, more than none.
pub(super) fn number(value: &Node, path: &Path, report: &mut Report) -> Option<u16> {
    let number: u16 = report.typed(value, path)?;
    if number == 0 {
        report.flaw(path, "0 or more are there whatever happens").nearest("1");
    }
    Some(number)
}

/// A number, or `half`.
fn part(value: &Node, path: &Path, report: &mut Report) -> Option<Share> {
    match value.as_str() {
        Some(HALF) => Some(Share::Half),
        Some(other) => {
            report.unknown(path, "part", other, std::iter::once(HALF));
            None
        }
        None => Some(Share::Number(number(value, path, report)?)),
    }
}

fn within(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Nearness> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let of = need(&mut fields, report, "of").and_then(|(value, path)| match value.as_str() {
        Some("land") => Some(Mark::Land),
        Some(_) | None => names.ship(value, &path, report).map(Mark::Ship),
    });
    let inches: Option<Inches> = fields.need(report, "inches");
    if let Some(inches) = inches {
        distance(inches, &path.key("inches"), report);
    }
    fields.done(report);
    Some(Nearness { of: of?, inches: inches? })
}

fn beyond(value: &Node, path: &Path, report: &mut Report, names: &Names) -> Option<Past> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let edge: Option<Edge> = fields.need(report, "edge");
    let of: Option<Id> = need(&mut fields, report, "of").and_then(|(value, path)| names.ship(value, &path, report));
    fields.done(report);
    Some(Past { edge: edge?, of: of? })
}
