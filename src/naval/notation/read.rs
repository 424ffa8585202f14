//! Reads names, lengths and places, with an error for anything else.
use super::{
    decimal::decimal_point_hint,
    kind::Reader,
    names::{Name, NameKind, NameMatch, Names},
    rows::slots::JOINING_WORDS,
    ship_numbers,
};
use crate::model::{Bearing, ship::arcs_at};
use crate::{Id, Inches};
use play::{
    Hint, LineError, Rule,
    verbs::{Token, looks_numeric, or_list},
};

/// Maximum length, in inches. A longer one is taken for a typing slip. [2.1]
const MAX_LENGTH: Inches = Inches::whole(100);
const ARCS: Rule = Rule::new("6.4.4");

/// Reads a length from 0 to 100 inches.
pub fn length(r: &mut Reader, what: &str) -> Result<Inches, LineError> {
    let word = r.word(what)?;
    let text = word.text.trim_end_matches(['"', '”', '“', '″', '′', '\'']);
    let text = text.strip_suffix("in").unwrap_or(text);
    let valid_form = "a length is a number of table inches, such as 8 or 3.25";
    if let Ok(inches) = text.parse::<Inches>()
        && inches <= MAX_LENGTH
    {
        return Ok(inches);
    }
    let error = |message: String, hint: String| Err(LineError::located(word.at.clone(), message).hint(hint));
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number < 0.0 => {
            error(format!("{what} cannot be less than 0."), valid_form.to_owned())
        }
        Ok(number) if number.is_finite() && MAX_LENGTH.as_f64() < number => {
            error(format!("{what} of {text}\" is above the maximum."), format!("lengths run from 0 to {MAX_LENGTH}"))
        }
        _ => match decimal_point_hint(text) {
            Some(hint) => error(format!("{what} cannot be \"{}\".", word.text), hint),
            None => error(format!("{what} must be a number, not \"{}\".", word.text), valid_form.to_owned()),
        },
    }
}

/// Reads a coordinate in inches or a heading in degrees: any number from -1000 to 1000.
pub fn coordinate(r: &mut Reader, what: &str) -> Result<f64, LineError> {
    let word = r.word(what)?;
    match word.text.trim_end_matches(['"', '”', '°']).parse::<f64>() {
        Ok(number) if number.is_finite() && number.abs() <= 1000.0 => Ok(number),
        _ => {
            let error = LineError::located(word.at, format!("{what} cannot be \"{}\".", word.text));
            let usual = "places are inches from the south-west corner (x east, y north), headings degrees from north";
            Err(error.hint(decimal_point_hint(&word.text).unwrap_or_else(|| usual.to_owned())))
        }
    }
}

/// Reads inches from the west edge and from the south edge.
pub fn place(r: &mut Reader) -> Result<(f64, f64), LineError> {
    Ok((coordinate(r, "The place from the west edge")?, coordinate(r, "The place from the south edge")?))
}

pub fn count(r: &mut Reader, what: &str) -> Result<u16, LineError> {
    r.whole_number(what, 0, u16::from(u8::MAX))
}

/// Reads whole degrees, up to a full circle.
pub fn degrees(r: &mut Reader, what: &str) -> Result<u16, LineError> {
    r.whole_number(what, 0, 360)
}

/// Reads degrees clockwise from the firer's bow as the arc of the target. Fails on the edge of two arcs, because the
/// firer chooses. (Q12)
pub fn relative_arc(r: &mut Reader) -> Result<Bearing, LineError> {
    let here = r.next_place();
    let degrees = degrees(r, "The relative bearing")?;
    let arcs: Vec<Bearing> = arcs_at(i32::from(degrees)).map(Bearing::from).collect();
    match arcs[..] {
        [arc] => Ok(arc),
        _ => {
            let both: Vec<String> = arcs.iter().map(|arc| format!("arc {arc}")).collect();
            let message = format!("A bearing of {degrees} is on the edge of two arcs: choose one.");
            Err(LineError::located(here, message).rule(ARCS).hint(Hint::form(both.join(" or "))))
        }
    }
}

/// Reads a name of one or several words. An error suggests the likely name, or lists those that fit, and leaves the
/// word unread.
pub fn name(r: &mut Reader, sort: NameKind) -> Result<Id, LineError> {
    // A marker's letter is never meant as a word of the grammar.
    let keywords = if sort == NameKind::Marker { Vec::new() } else { r.row.keywords() };
    name_or(r, sort, &keywords)
}

/// Reads a name where a word of the grammar could also stand. An error may suggest one of these `keywords`.
pub fn name_or(r: &mut Reader, sort: NameKind, keywords: &[&str]) -> Result<Id, LineError> {
    let Some(word) = r.peek() else { return Err(r.missing(&missing_name_text(sort))) };
    if !word.is_quoted()
        && let Some((id, read)) = name_of_several_words(r, sort)
    {
        r.at += read;
        return Ok(id);
    }
    if let Some(ship) = ship_numbers::ship_by_number(r, word) {
        let id = ship?;
        r.skip();
        return Ok(id);
    }
    match r.names.find(sort, &word.text) {
        NameMatch::One(name) => {
            let id = name.id.clone();
            r.skip();
            Ok(id)
        }
        NameMatch::Many(names) => Err(ambiguous_name_error(word, &names)),
        NameMatch::NotFound => Err(unknown_name_error(&r.names, sort, word, keywords)),
    }
}

/// Reads two units, with an optional joining word.
pub fn two_units(r: &mut Reader) -> Result<(Id, Id), LineError> {
    let first = name_or(r, NameKind::Unit, JOINING_WORDS)?;
    r.pass(JOINING_WORDS);
    Ok((first, name(r, NameKind::Unit)?))
}

pub fn missing_name_text(sort: NameKind) -> String {
    format!("The name of a {}", sort.noun())
}

/// Reads a unit and returns its division.
pub fn division_of(r: &mut Reader) -> Result<Id, LineError> {
    let unit = name(r, NameKind::Unit)?;
    Ok(r.state.ship(&unit).map_or(unit, |ship| ship.division.clone()))
}

/// Reads a division, or a ship that is a division alone. Refuses one ship of several.
pub fn led_division(r: &mut Reader) -> Result<Id, LineError> {
    let at = r.at;
    let unit = name(r, NameKind::Unit)?;
    let Some(ship) = r.state.ship(&unit) else { return Ok(unit) };
    let division = ship.division.clone();
    if r.state.division(&division).is_some_and(|division| r.state.is_entire_division(division, &unit)) {
        return Ok(division);
    }
    r.at = at;
    name(r, NameKind::Division)
}

/// Reads a name that may be new. Unless it names something in the battle, it is kept in small letters.
pub fn new_name(r: &mut Reader, sort: NameKind, what: &str) -> Result<Id, LineError> {
    let Some(word) = r.peek() else { return Err(r.missing(what)) };
    let known = match (sort, r.names.find(sort, &word.text)) {
        (_, NameMatch::NotFound) => false,
        (NameKind::Ship, found) if comes_from_the_library(r, word) => found.is_id(&word.text),
        // A division or formation must be named in full, since a new name may be the start of an old one.
        (NameKind::Division | NameKind::Formation, NameMatch::One(name)) => name.id == *word.text.as_ref(),
        (NameKind::Division | NameKind::Formation, NameMatch::Many(_)) => false,
        (
            NameKind::Ship | NameKind::Unit | NameKind::Side | NameKind::Table | NameKind::Viewer | NameKind::Marker,
            NameMatch::One(_) | NameMatch::Many(_),
        ) => true,
    };
    if known { name(r, sort) } else { Ok(Id::new(r.word(what)?.text.to_lowercase())) }
}

/// Whether a single word may name a library ship placed on an open table. Such a ship is preferred to ships already
/// there with a similar name. [2.2]
fn comes_from_the_library(r: &Reader, word: &Token) -> bool {
    let is_single_word = ["", "at"].contains(&r.key_after()) || looks_numeric(r.key_after());
    is_single_word && !word.is_quoted() && !r.state.setup.options.checks
}

fn name_of_several_words(r: &Reader, sort: NameKind) -> Option<(Id, usize)> {
    let plain = r.tokens[r.at..].iter().take_while(|word| !word.is_quoted()).take(4);
    let (id, count) = r.names.find_words(sort, plain.map(|word| word.text.as_ref()))?;
    Some((id.clone(), count))
}

fn unknown_name_error(names: &Names, sort: NameKind, word: &Token, keywords: &[&str]) -> LineError {
    let sorts = [NameKind::Ship, NameKind::Division, NameKind::Side, NameKind::Marker, NameKind::Formation];
    let other = sorts.into_iter().find_map(|other| match names.find(other, &word.text) {
        NameMatch::One(name) => Some((name.display_name, other.noun())),
        NameMatch::Many(_) | NameMatch::NotFound => None,
    });
    let list = || name_list(names, sort);
    let (what, hint) = match other.filter(|_| word.text.len() > 1) {
        Some((shown, noun)) => (format!("{shown} is a {noun}, but a {} is needed here.", sort.noun()), list()),
        None => {
            let near = names.nearest(sort, &word.text, keywords).map(|near| format!("did you mean {near}?"));
            (format!("There is no {} \"{}\".", sort.noun(), word.text), near.or_else(list))
        }
    };
    LineError { hint: hint.map(Hint::from), ..LineError::located(word.at.clone(), what) }
}

fn name_list(names: &Names, sort: NameKind) -> Option<String> {
    let mut ids: Vec<&str> = names.all(sort).map(|name| name.id.as_str()).collect();
    if ids.is_empty() {
        return match sort {
            NameKind::Marker => Some("no torpedo marker is on the table".to_owned()),
            NameKind::Formation => Some("make one first: formation van 1st 2nd".to_owned()),
            NameKind::Ship
            | NameKind::Division
            | NameKind::Unit
            | NameKind::Side
            | NameKind::Table
            | NameKind::Viewer => None,
        };
    }
    let more = if ids.len() > 12 { " ..." } else { "" };
    ids.truncate(12);
    Some(format!("there are: {}{more}", ids.join(", ")))
}

fn ambiguous_name_error(word: &Token, names: &[&Name]) -> LineError {
    let ids: Vec<&str> = names.iter().take(8).map(|name| name.id.as_str()).collect();
    // Both sides may have a marker of the same letter. Only the id then distinguishes them.
    let is_shared = |other: &Name| {
        1 < names.iter().filter(|name| name.display_name.eq_ignore_ascii_case(other.display_name)).count()
    };
    let descriptions = names.iter().map(|name| match name.sort {
        NameKind::Marker => name.id.as_str().to_owned(),
        // A ship and a division may have the same name.
        sort if is_shared(name) => format!("the {} {} ({})", sort.noun(), name.display_name, name.id),
        NameKind::Ship
        | NameKind::Division
        | NameKind::Unit
        | NameKind::Side
        | NameKind::Table
        | NameKind::Viewer
        | NameKind::Formation => name.display_name.to_owned(),
    });
    let descriptions: Vec<String> = descriptions.take(8).collect();
    let shown: Vec<&str> = descriptions.iter().map(String::as_str).collect();
    LineError::located(word.at.clone(), format!("\"{}\" may be {}.", word.text, or_list(&shown)))
        .hint(format!("type more of the name: {}", or_list(&ids)))
}
