//! Decides what a typed plot becomes: a plot, just a speed, or a refusal because the unit moves by hand. [5.7]
use std::ops::Range;

use super::{kind::Reader, record::record_text};
use crate::model::{Element, LaunchRecord, Plot};
use crate::{Command, Id, Inches, State};
use play::{Hint, LineError, Rule};

const LAUNCHES: Rule = Rule::new("7.4");
const PLOTS: Rule = Rule::new("5.7");
const SMOKE: Rule = Rule::new("4.6");
/// The slot of the written plot.
const WRITTEN: usize = 1;
/// The slot of the ships that make smoke.
const SMOKERS: usize = 3;

/// Reads a plot. For a unit moved by hand, a plot without turns, several legs, smoke or `next` is just a speed. [5.7]
pub fn plot(r: &mut Reader) -> Result<Command, LineError> {
    let (unit, written, speed): (Id, Option<Plot>, Option<Inches>) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let (smoke, advance, launches): (Vec<Id>, bool, Vec<LaunchRecord>) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let elements = written.map(|plot| plot.elements);
    let is_tracked = r.state.has_position(&unit);
    let has_turns = elements.iter().flatten().any(|element| !matches!(element, Element::Straight(_)));
    let straight = match elements.as_deref() {
        Some([Element::Straight(length)]) => Some(*length),
        _ => None,
    };
    // With command checks, hand-moved units also need plots: the check whether orders arrive, and the calculation of
    // how ships turned, depend on them. [5.10, 6.5.1.3]
    if !is_tracked && elements.is_some() && straight.is_none() && !r.state.checks {
        return Err(refuse_turns_by_hand(r, &unit, has_turns));
    }
    if let Some(error) = refuse_launches(r, &unit, &launches, advance) {
        return Err(error);
    }
    if let Some(at) = r.filled.place(SMOKERS).filter(|_| !is_tracked) {
        check_smoke_by_hand(r, &unit, &smoke, at.start..r.end)?;
    }
    // For a unit moved by hand, a speed for this turn is the complete plot, unless it makes smoke.
    let has_several_legs = elements.as_deref().is_some_and(|elements| 1 < elements.len());
    if !is_tracked && !has_turns && !has_several_legs && !advance && smoke.is_empty() {
        let Some(speed) = speed.or(straight) else { return Err(r.missing("The speed")) };
        return Ok(Command::Speed { unit, speed });
    }
    let elements = match (elements, speed) {
        (Some(elements), _) => elements,
        // An unfinished turn goes first. A speed alone is the total distance, so less is left to go straight. [5.7.1]
        (None, Some(_)) if !advance && has_turn_to_finish(r, &unit) => Vec::new(),
        (None, Some(speed)) => vec![Element::Straight(speed)],
        (None, None) => return Err(r.missing("The plot")),
    };
    Ok(Command::Plot { unit, plot: Plot { elements, speed, smoke }, advance, launches })
}

/// Whether the division must still finish a turn begun last turn.
fn has_turn_to_finish(r: &Reader, unit: &Id) -> bool {
    r.state.division_of(unit).is_some_and(|division| division.course.carried.is_some())
}

/// Checks that smoke is made by ships of the plotted unit. Without command checks nothing is filed for a unit moved by
/// hand, neither turns nor smoke. [4.6]
fn check_smoke_by_hand(r: &Reader, unit: &Id, smoke: &[Id], at: Range<usize>) -> Result<(), LineError> {
    let error = |what: String, hint: String| Err(LineError::located(at, what).rule(SMOKE).hint(hint));
    if !r.state.checks {
        let message = "A unit without a position has no stored plot, so its smoke cannot be plotted.";
        return error(
            message.to_owned(),
            format!("type plot {unit} 2, and add blocked by smoke to targets and launches"),
        );
    }
    let is_own = |ship: &&Id| r.state.division_of(unit).is_some_and(|division| division.ships.contains(ship));
    match smoke.iter().find(|ship| !is_own(ship)) {
        Some(ship) => {
            let names: Vec<&str> = r.state.ships_of(unit).map(|ship| ship.id.as_str()).collect();
            let message = format!("{} is not in {}.", r.state.name(ship), r.state.name(unit));
            error(message, format!("its ships are {}", names.join(", ")))
        }
        None => Ok(()),
    }
}

/// Refuses a launch plotted in advance, or by a unit moved by hand, which has a separate order for it. [7.4]
fn refuse_launches(r: &Reader, unit: &Id, launches: &[LaunchRecord], advance: bool) -> Option<LineError> {
    let message = match launches {
        [] => return None,
        _ if advance => "Launches can be plotted for this turn only, not in advance.",
        _ if r.state.has_position(unit) => return None,
        _ => "A unit without a position launches by a separate order, not in its plot.",
    };
    let line = format!("launch {unit} {}", launches.first().map(record_text).unwrap_or_default());
    Some(LineError::located(r.end..r.end, message).rule(LAUNCHES).hint("type " + Hint::line(line).without_backticks()))
}

/// Refuses turns or several legs for a unit moved by hand. Without command checks only its speed is kept.
fn refuse_turns_by_hand(r: &Reader, unit: &Id, has_turns: bool) -> LineError {
    let refused = if has_turns { "turns" } else { "several legs" };
    let message = format!("A unit without a position can plot only a speed, not {refused}.");
    let speed = r.state.ships_of(unit).find(|ship| ship.is_in_action()).map_or(Inches::ZERO, |ship| ship.speed);
    let hint =
        format!("type plot {unit} speed {speed}, or first give it a position: place SHIP at X Y heading DEGREES");
    LineError::located(r.filled.place(WRITTEN).unwrap_or_default(), message).rule(PLOTS).hint(hint)
}

/// Returns a plot straight ahead as it would be typed. For a unit moved by hand it is just the speed. [5.7]
pub fn straight_plot(state: &State, unit: Id, length: Inches, speed: Option<Inches>) -> Command {
    if !state.has_position(&unit) {
        return Command::Speed { unit, speed: speed.unwrap_or(length) };
    }
    let plot = Plot { elements: vec![Element::Straight(length)], speed, smoke: Vec::new() };
    Command::Plot { unit, plot, advance: false, launches: Vec::new() }
}
