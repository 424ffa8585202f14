//! `where`, and `measure` without a number: what the program knows of the table.
use serde_json::json;

use super::problem::Problem;
use ::session::Answer;
use naval::{Id, notation, survey, view::View};
use play::Rule;

/// Positions of the ships of a unit, or of every tracked ship.
///
/// # Errors
/// A name that no ship or division has.
pub fn places(view: &View, name: Option<&str>) -> Result<Answer, Problem> {
    let unit = unit(view, name)?;
    let (text, ships) = show::places(view, unit.as_ref());
    Ok(Answer::text(text).with(json!({ "ships": ships })))
}

/// The sheet of a division, or of every division that has a ship in action; a side keeps sheets of its own. [5.1.3]
///
/// # Errors
/// A name that no division has, and a division of the enemy of the side that reads.
pub fn sheets(view: &View, name: Option<&str>) -> Result<Answer, Problem> {
    let division = name.map(|name| notation::division(view, name)).transpose()?;
    let own = |id: &Id| view.division(id).is_none_or(|division| view.owns(&division.side));
    if let Some(theirs) = division.as_ref().filter(|id| !own(id)) {
        let what = format!("the sheet of {} is kept by the other side", view.name(theirs));
        return Err(Problem::new(what).rule(Some(Rule::new("5.1.3"))).hint("`sheet` shows your own"));
    }
    let (text, sheets) = show::sheets(view, division.as_ref());
    Ok(Answer::text(text).with(json!({ "sheets": sheets })))
}

/// Range, bearing, arcs and line of sight between two tracked units.
///
/// # Errors
/// Names that are none, and units without a position.
pub fn between(view: &View, words: &str) -> Result<Answer, Problem> {
    let (from, to) = notation::both(view, words)?;
    for unit in [&from, &to] {
        if survey::standing_for(view, unit).is_none() {
            let hint = format!("type the range that the tape shows: measure {from} {to} 8.0");
            return Err(Problem::new(format!("{} has no position.", view.name(unit))).hint(hint));
        }
    }
    let Some(found) = naval::lines::between(view, &from, &to) else {
        return Err(Problem::new("that cannot be measured."));
    };
    Ok(Answer::text(show::survey(view, &from, &to, &found)).with(show::survey_json(&found)))
}

/// What the last Movement Segment has done with every miniature, or with those of a unit.
///
/// # Errors
/// A name that no ship or division has.
pub fn moves(view: &View, name: Option<&str>) -> Result<Answer, Problem> {
    let (text, moves) = show::moves(view, unit(view, name)?.as_ref());
    Ok(Answer::text(text).with(json!({ "moves": moves })))
}

/// Range, bearing, arcs and line of sight between all enemies, or from one unit to each of its enemies.
///
/// # Errors
/// A name that no ship or division has.
pub fn ranges(view: &View, name: Option<&str>) -> Result<Answer, Problem> {
    let (text, ranges) = show::ranges(view, unit(view, name)?.as_ref());
    Ok(Answer::text(text).with(json!({ "ranges": ranges })))
}

fn unit(view: &View, name: Option<&str>) -> Result<Option<Id>, Problem> {
    Ok(name.map(|name| notation::unit(view, name)).transpose()?)
}
