//! Torpedo launches, and whom they met. [7]
use std::ops::Range;

use super::{
    Fault,
    bearing::{at_bearing, bearing_of},
    names::{Found, Sort},
    pair::Pair,
    parse::{BLOCKED, at_range, clear_of, line_of, range_of, range_or_measured},
    reader::Reader,
    words::Word,
};
use crate::{
    Command,
    command::{Met, Record},
    measure::{Id, Inches},
    ship::Bearing,
    state::Marker,
    torpedo::is_computed,
};
use play::Rule;

const LAUNCHES: Rule = Rule::new("7.4");

const LAUNCH: Pair = Pair {
    first: "The ship or division that launches",
    second: "The target",
    keywords: &["at", "factors", "run", "port", "starboard", "marker", "dummy", "blocked", "clear"],
};
const COUP: Pair =
    Pair { first: "The ship that launches", second: "The target", keywords: &["at", "range", "factors", "clear"] };

pub(super) fn launch(r: &mut Reader) -> Result<Command, Fault> {
    if let Some(at) = (r.at..r.words.len()).find(|at| is_record(&r.words[*at])) {
        return launch_by_record(r, at);
    }
    let (mut factors, mut run, mut bearing, mut marker) = (None, None, None, None);
    let (mut dummy, mut line) = (false, None);
    let (by, target) = LAUNCH.read(r, |r| {
        if at_bearing(r) {
            r.once(&mut bearing, "The side of the launch", bearing_of)?;
            return Ok(true);
        }
        match r.key() {
            "factors" | "factor" => r.once(&mut factors, FACTORS, factors_of)?,
            "run" => r.once(&mut run, "The run", |r| {
                r.skip();
                r.length("The run")
            })?,
            "marker" => r.once(&mut marker, "The marker", |r| {
                r.skip();
                new_marker(r)
            })?,
            "dummy" => {
                dummy = true;
                r.skip();
            }
            "blocked" | "clear" => r.once(&mut line, BLOCKED, line_of)?,
            _ if r.at_number() => return Err(r.unexpected(&[]).hint("say which number it is: factors 6 run 10")),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let Some(factors) = factors.or(dummy.then_some(0)) else { return Err(r.missing(FACTORS)) };
    let Some(run) = run else { return Err(r.missing("The run")) };
    let Some(bearing) = bearing else { return Err(r.missing("The side of the launch, port or starboard,")) };
    let Some(marker) = marker else { return Err(r.missing("The marker")) };
    let (blocked_by, clear) = (line.flatten(), line == Some(None));
    Ok(Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear })
}

/// `launch 1st-tbd T4/6/KONIG/10/P/Q`. [7.4]
fn launch_by_record(r: &mut Reader, at: usize) -> Result<Command, Fault> {
    let by = r.name_or(Sort::Unit, LAUNCH.keywords)?;
    if r.at != at {
        return Err(r.unexpected(LAUNCH.keywords));
    }
    let record = record(r)?;
    let Command::Launch { by, target, factors, run, bearing, marker, dummy, .. } = record.launch(&by) else {
        return Err(r.missing("The launch"));
    };
    let mut line = None;
    while matches!(r.key(), "blocked" | "clear") {
        r.once(&mut line, BLOCKED, line_of)?;
    }
    let (blocked_by, clear) = (line.flatten(), line == Some(None));
    Ok(Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear })
}

/// Whether a word can only be the record of a launch.
pub(super) fn is_record(word: &Word) -> bool {
    let mut marks = word.key.chars();
    !word.quoted
        && marks.next() == Some('t')
        && marks.next().is_some_and(|mark| mark.is_ascii_digit())
        && word.key.contains('/')
}

/// `T4/6/KONIG/10/P/Q`: turn, factors (D for a dummy), target, run, side and marker. [7.4]
///
/// # Errors
/// A fault at the part that is wrong: its place in the line and what may stand there.
pub(super) fn record(r: &mut Reader) -> Result<Record, Fault> {
    const FORM: &str = "a launch is written T4/6/KONIG/10/P/Q: turn 4, 6 factors, at Konig, run 10, to port, marker Q";
    let word = r.word("The launch")?;
    let mut from = word.at.start;
    let mut parts = Vec::new();
    for part in word.text.split('/') {
        parts.push((part, from..from + part.len()));
        from += part.len() + 1;
    }
    let fault = |at: &Range<usize>, what: String| Fault { rule: Some(LAUNCHES), ..Fault::new(at.clone(), what) };
    let [turn, factors, target, run, side, marker] = &parts[..] else {
        return Err(fault(&word.at, format!("A launch has six parts, not {}.", parts.len())).hint(FORM));
    };
    let now = r.state.turn;
    match turn.0[1..].parse::<u16>() {
        Ok(turn) if turn == now => {}
        Ok(turn) => {
            let hint = format!("write T{now}/ for this turn");
            return Err(fault(&parts[0].1, format!("The launch is of turn {turn}; this is turn {now}.")).hint(hint));
        }
        Err(_) => return Err(fault(&turn.1, format!("\"{}\" is no turn.", turn.0)).hint(FORM)),
    }
    let dummy = factors.0.eq_ignore_ascii_case("d");
    let Some(count) = factors.0.parse::<u8>().ok().or(dummy.then_some(0)) else {
        return Err(fault(&factors.1, format!("\"{}\" is no number of torpedo factors.", factors.0)).hint(FORM));
    };
    let Found::One(found) = r.names.find(Sort::Unit, target.0) else {
        let near = r.names.nearest(Sort::Unit, target.0, &[]).map(|near| format!("did you mean {near}?"));
        return Err(fault(&target.1, format!("No one ship or division is called \"{}\".", target.0)).maybe_hint(near));
    };
    let found = found.id.clone();
    let Ok(run) = run.0.parse::<Inches>() else {
        return Err(fault(&run.1, format!("\"{}\" is no run in inches.", run.0)).hint(FORM));
    };
    let bearing = match side.0.to_lowercase().as_str() {
        "p" | "port" => Bearing::Port,
        "s" | "starboard" => Bearing::Starboard,
        _ => return Err(fault(&side.1, format!("\"{}\" is no side: P or S.", side.0)).hint(FORM)),
    };
    if !names_a_marker(marker.0) {
        return Err(no_marker(&marker.1, marker.0));
    }
    let marker = Id::new(marker.0);
    Ok(Record { turn: now, factors: (!dummy).then_some(count), target: found, run, bearing, marker })
}

/// A record in its one written form.
pub(super) fn record_text(record: &Record) -> String {
    let factors = record.factors.map_or_else(|| "D".to_owned(), |factors| factors.to_string());
    let side = if record.bearing == Bearing::Port { "P" } else { "S" };
    let Record { turn, target, run, marker, .. } = record;
    format!("T{turn}/{factors}/{target}/{run}/{side}/{marker}")
}

const FACTORS: &str = "The number of factors";

fn factors_of(r: &mut Reader) -> Result<u8, Fault> {
    r.skip();
    r.count(FACTORS)
}

/// A marker's letter as typed.
fn new_marker(r: &mut Reader) -> Result<Id, Fault> {
    let word = r.word("The marker")?;
    if names_a_marker(&word.text) { Ok(Id::new(word.text.as_ref())) } else { Err(no_marker(&word.at, &word.text)) }
}

fn names_a_marker(text: &str) -> bool {
    let fits = |mark: char| mark.is_alphanumeric() || mark == '-';
    !text.is_empty() && text.chars().count() <= 8 && text.chars().all(fits)
}

fn no_marker(at: &Range<usize>, text: &str) -> Fault {
    let fault = Fault::new(at.clone(), format!("\"{text}\" is no name for a marker."));
    fault.hint("a marker is a letter or a short word, such as Q")
}

pub(super) fn meet(r: &mut Reader) -> Result<Command, Fault> {
    let marker = r.name(Sort::Marker)?;
    let (mut targets, mut in_line, mut lined) = (Vec::new(), Vec::new(), false);
    while r.peek().is_some() {
        match r.key() {
            "and" | "meets" | "at" => r.skip(),
            "in" if r.key_after() == "line" => r.skip(),
            "line" => {
                lined = true;
                r.skip();
            }
            _ => {
                let ship = r.name_or(Sort::Ship, &["at", "and", "line", "angle"])?;
                r.pass(&["angle"]);
                let angle_deg = r.degrees(&format!("The angle at which they met {}", r.state.name(&ship)))?;
                if lined { &mut in_line } else { &mut targets }.push(Met { ship, angle_deg });
            }
        }
    }
    let decided = |one: &Marker| one.id == marker && is_computed(r.state, one);
    if targets.is_empty() && (lined || !r.state.markers.iter().any(decided)) {
        return Err(r.missing("The ship that was met"));
    }
    if lined && in_line.is_empty() {
        return Err(r.missing("The ship on the same line"));
    }
    Ok(Command::Meet { marker, targets, in_line })
}

pub(super) fn coup(r: &mut Reader) -> Result<Command, Fault> {
    let (mut range, mut factors, mut clear) = (None, None, None);
    let (by, target) = COUP.read(r, |r| {
        if at_range(r) {
            r.once(&mut range, "The range", range_of)?;
        } else if matches!(r.key(), "factors" | "factor") {
            r.once(&mut factors, FACTORS, factors_of)?;
        } else if r.key() == "clear" {
            r.once(&mut clear, BLOCKED, clear_of)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    })?;
    let range = range_or_measured(r, range, &by, &target)?;
    Ok(Command::CoupDeGrace { by, target, range, factors: factors.unwrap_or(1), clear: clear.is_some() })
}
