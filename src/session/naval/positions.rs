//! `where`, `ranges`, `measure` without a number, `move` and `sheet`: what the program knows of the table.
use serde_json::json;

use crate::{Problem, Told};
use naval::{Id, survey, view::View};
use play::Rule;

/// Positions of the ships of a unit, or of every tracked ship.
pub(super) fn places(view: &View, of: Option<&Id>) -> Told {
    let (text, ships) = show::places::places(view, of);
    Told::text(text).key("ships", json!(ships))
}

/// The sheet of a division, or of every division that has a ship in action; a side keeps sheets of its own. [5.1.3]
pub(super) fn sheets(view: &View, division: Option<&Id>) -> Result<Told, Problem> {
    let own = |id: &Id| view.division(id).is_none_or(|division| view.owns(&division.side));
    if let Some(theirs) = division.filter(|id| !own(id)) {
        let what = format!("the sheet of {} is kept by the other side", view.name(theirs));
        return Err(Problem::new(what).rule(Some(Rule::new("5.1.3"))).hint("`sheet` shows your own"));
    }
    let (text, sheets) = show::sheet::sheets(view, division);
    Ok(Told::text(text).key("sheets", json!(sheets)))
}

/// Range, bearing, arcs and line of sight between two tracked units; of a pair without positions what the tape read. [2.7]
pub(super) fn between(view: &View, from: &Id, to: &Id) -> Result<Told, Problem> {
    let are_tracked = [from, to].iter().all(|unit| survey::standing_for(view, unit).is_some());
    if let Some(range) = view.measured(from, to).filter(|_| !are_tracked) {
        return Ok(Told::text(show::places::taped(view, from, to, range))
            .with(show::places::taped_json(view, from, to, range)));
    }
    for unit in [from, to] {
        if survey::standing_for(view, unit).is_none() {
            let hint = format!("type the range that the tape shows: measure {from} {to} 8.0");
            return Err(Problem::new(format!("{} has no position.", view.name(unit))).hint(hint));
        }
    }
    let Some(found) = naval::lines::between(view, from, to) else {
        return Err(Problem::new("that cannot be measured."));
    };
    Ok(Told::text(show::places::survey(view, from, to, &found)).with(show::places::survey_json(&found)))
}

/// What the last Movement Segment has done with every miniature, or with those of a unit.
pub(super) fn moves(view: &View, of: Option<&Id>) -> Told {
    let (text, moves) = show::ruler::moves(view, of);
    Told::text(text).key("moves", json!(moves))
}

/// Range, bearing, arcs and line of sight between enemies, or from one unit to its enemies: the nearest, or all.
pub(super) fn ranges(view: &View, of: Option<&Id>, all: bool) -> Result<Told, Problem> {
    let (text, ranges) = show::ruler::ranges(view, of, all);
    Ok(Told::text(text).key("ranges", json!(ranges)))
}

/// At whom the ships of a unit could fire, or all that have not declared: the nearest, or all.
pub(super) fn targets(view: &View, of: Option<&Id>, all: bool) -> Result<Told, Problem> {
    if let Some(theirs) = of.filter(|unit| view.ships_of(unit).all(|ship| !view.owns(&ship.side))) {
        let what = format!("{} is the other side's: whom she could fire at is not told", view.name(theirs));
        return Err(Problem::new(what).hint("targets, for your own ships"));
    }
    let (text, value) = show::targets::targets(view, of, all);
    Ok(Told::text(text).with(value))
}
