//! `where`, and `measure` without a number: what the program knows of the table.
use serde_json::{Value, json};

use super::problem::Problem;
use ::session::Answer;
use naval::{State, measure::Id, notation, ship::Ship, survey};
use play::Rule;

/// Positions of the ships of a unit, or of every tracked ship.
///
/// # Errors
/// A name that no ship or division has.
pub fn places(state: &State, name: Option<&str>) -> Result<Answer, Problem> {
    let unit = unit(state, name)?;
    let (text, ships) = show::places(state, unit.as_ref());
    Ok(Answer::text(text).with(json!({ "ships": ships })))
}

/// The sheet of a division, or of every division that has a ship in action; a side keeps sheets of its own. [5.1.3]
///
/// # Errors
/// A name that no division has, and a division of the enemy of the side that reads.
pub fn sheets(state: &State, name: Option<&str>, side: Option<&Id>) -> Result<Answer, Problem> {
    let division = match name {
        Some(name) => Some(notation::division(state, name)?),
        None => None,
    };
    let own = |id: &Id| side.is_none_or(|side| state.division(id).is_some_and(|division| division.side == *side));
    if let Some(theirs) = division.as_ref().filter(|id| !own(id)) {
        let what = format!("the sheet of {} is kept by the other side", state.name(theirs));
        return Err(Problem::new(what).rule(Some(Rule::new("5.1.3"))).hint("`sheet` shows your own"));
    }
    let (text, sheets) = match (&division, side) {
        (None, Some(_)) => {
            let afloat = |id: &&Id| state.ships_of_division(id).any(Ship::in_action);
            let divisions: Vec<&Id> =
                state.divisions.iter().map(|division| &division.id).filter(|id| own(id)).collect();
            let each = divisions.into_iter().filter(afloat).map(|id| show::sheets(state, Some(id)));
            let (texts, sheets): (Vec<String>, Vec<Vec<Value>>) = each.unzip();
            (texts.join("\n\n"), sheets.concat())
        }
        (division, _) => show::sheets(state, division.as_ref()),
    };
    Ok(Answer::text(text).with(json!({ "sheets": sheets })))
}

/// Range, bearing, arcs and line of sight between two tracked units.
///
/// # Errors
/// Names that are none, and units without a position.
pub fn between(state: &State, words: &str) -> Result<Answer, Problem> {
    let (from, to) = notation::both(state, words)?;
    for unit in [&from, &to] {
        if survey::standing_for(state, unit).is_none() {
            let hint = format!("type the range that the tape shows: measure {from} {to} 8.0");
            return Err(Problem::new(format!("{} has no position.", state.name(unit))).hint(hint));
        }
    }
    let Some(found) = naval::lines::between(state, &from, &to) else {
        return Err(Problem::new("that cannot be measured."));
    };
    Ok(Answer::text(show::survey(state, &from, &to, &found)).with(show::survey_json(&found)))
}

/// What the last Movement Segment has done with every miniature, or with those of a unit.
///
/// # Errors
/// A name that no ship or division has.
pub fn moves(state: &State, name: Option<&str>) -> Result<Answer, Problem> {
    let (text, moves) = show::moves(state, unit(state, name)?.as_ref());
    Ok(Answer::text(text).with(json!({ "moves": moves })))
}

/// Range, bearing, arcs and line of sight between all enemies, or from one unit to each of its enemies.
///
/// # Errors
/// A name that no ship or division has.
pub fn ranges(state: &State, name: Option<&str>) -> Result<Answer, Problem> {
    let (text, ranges) = show::ranges(state, unit(state, name)?.as_ref());
    Ok(Answer::text(text).with(json!({ "ranges": ranges })))
}

fn unit(state: &State, name: Option<&str>) -> Result<Option<Id>, Problem> {
    Ok(name.map(|name| notation::unit(state, name)).transpose()?)
}
