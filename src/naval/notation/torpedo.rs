//! Torpedo launches, and whom they met. [7]
use super::{
    Fault,
    bearing::{at_bearing, bearing_of},
    names::Sort,
    parse::{at_range, range_of, range_or_measured},
    reader::Reader,
};
use crate::naval::{Command, command::Met, measure::Id, state::Marker};

pub(super) fn launch(r: &mut Reader) -> Result<Command, Fault> {
    let (mut by, mut target, mut factors, mut run) = (None, None, None, None);
    let (mut bearing, mut marker, mut dummy) = (None, None, false);
    const KEYWORDS: [&str; 7] = ["at", "factors", "run", "port", "starboard", "marker", "dummy"];
    while r.peek().is_some() {
        if at_bearing(r) {
            r.once(&mut bearing, "The side of the launch", bearing_of)?;
            continue;
        }
        match r.key() {
            "at" | ">" | "@" => {
                r.skip();
                r.once(&mut target, "The target", |r| r.name(Sort::Unit))?;
            }
            "factors" | "factor" => r.once(&mut factors, "The number of factors", |r| {
                r.skip();
                r.count("The number of factors")
            })?,
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
            _ if r.at_number() => return Err(r.unexpected(&[]).hint("say which number it is: factors 6 run 10")),
            _ if by.is_none() => by = Some(r.name_or(Sort::Unit, &KEYWORDS)?),
            _ if target.is_none() => target = Some(r.name_or(Sort::Unit, &KEYWORDS)?),
            _ => return Err(r.unexpected(&KEYWORDS)),
        }
    }
    let Some(by) = by else { return Err(r.missing("The ship or division that launches")) };
    let Some(target) = target else { return Err(r.missing("The target")) };
    let Some(factors) = factors.or(dummy.then_some(0)) else { return Err(r.missing("The number of factors")) };
    let Some(run) = run else { return Err(r.missing("The run")) };
    let Some(bearing) = bearing else { return Err(r.missing("The side of the launch, port or starboard,")) };
    let Some(marker) = marker else { return Err(r.missing("The marker")) };
    Ok(Command::Launch { by, target, factors, run, bearing, marker, dummy })
}

/// A marker's letter as typed, or as a marker on the table has it.
fn new_marker(r: &mut Reader) -> Result<Id, Fault> {
    let word = r.word("The marker")?;
    let fits = |mark: char| mark.is_alphanumeric() || mark == '-';
    if word.text.is_empty() || 8 < word.text.chars().count() || !word.text.chars().all(fits) {
        let fault = Fault::new(word.at, format!("\"{}\" is no name for a marker.", word.text));
        return Err(fault.hint("a marker is a letter or a short word, such as Q"));
    }
    let same = |marker: &&Marker| marker.id.as_str().eq_ignore_ascii_case(&word.text);
    Ok(r.state.markers.iter().find(same).map_or_else(|| Id::new(&*word.text), |marker| marker.id.clone()))
}

pub(super) fn meet(r: &mut Reader) -> Result<Command, Fault> {
    let marker = r.name(Sort::Marker)?;
    let (mut targets, mut in_line, mut lined) = (Vec::new(), Vec::new(), false);
    while r.peek().is_some() {
        match r.key() {
            "and" | "meets" => r.skip(),
            "in" if r.key_after() == "line" => r.skip(),
            "line" => {
                lined = true;
                r.skip();
            }
            _ => {
                let ship = r.name_or(Sort::Ship, &["and", "line", "angle"])?;
                r.pass(&["angle"]);
                let angle_deg = r.degrees(&format!("The angle at which they met {}", r.state.name(&ship)))?;
                if lined { &mut in_line } else { &mut targets }.push(Met { ship, angle_deg });
            }
        }
    }
    if targets.is_empty() {
        return Err(r.missing("The ship that was met"));
    }
    if lined && in_line.is_empty() {
        return Err(r.missing("The ship on the same line"));
    }
    Ok(Command::Meet { marker, targets, in_line })
}

pub(super) fn coup(r: &mut Reader) -> Result<Command, Fault> {
    let (mut by, mut target, mut range, mut factors) = (None, None, None, None);
    const KEYWORDS: [&str; 3] = ["at", "range", "factors"];
    while r.peek().is_some() {
        if at_range(r) {
            r.once(&mut range, "The range", range_of)?;
            continue;
        }
        match r.key() {
            "at" | ">" | "@" => {
                r.skip();
                r.once(&mut target, "The target", |r| r.name(Sort::Unit))?;
            }
            "factors" | "factor" => r.once(&mut factors, "The number of factors", |r| {
                r.skip();
                r.count("The number of factors")
            })?,
            _ if by.is_none() => by = Some(r.name_or(Sort::Unit, &KEYWORDS)?),
            _ if target.is_none() => target = Some(r.name_or(Sort::Unit, &KEYWORDS)?),
            _ => return Err(r.unexpected(&KEYWORDS)),
        }
    }
    let Some(by) = by else { return Err(r.missing("The ship that launches")) };
    let Some(target) = target else { return Err(r.missing("The target")) };
    let range = range_or_measured(r, range, &by, &target)?;
    Ok(Command::CoupDeGrace { by, target, range, factors: factors.unwrap_or(1) })
}
