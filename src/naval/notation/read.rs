//! Reads names, lengths and places, with an error for anything else.
use super::{
    decimal::with_a_point,
    kind::Reader,
    names::{Found, Name, Names, Sort},
    numbers,
    rows::slots::TO,
};
use crate::model::{Bearing, ship::arcs_at};
use crate::{Id, Inches};
use play::{
    Fault, Hint, Rule,
    verbs::{Token, looks_numeric, one_of},
};

/// Maximum length, in inches: longer than the table is across would be a typing slip. [2.1]
const LONGEST: Inches = Inches::whole(100);
const ARCS: Rule = Rule::new("6.4.4");

/// Reads a length from 0 to 100 inches.
pub fn length(r: &mut Reader, what: &str) -> Result<Inches, Fault> {
    let word = r.word(what)?;
    let text = word.text.trim_end_matches(['"', '”', '“', '″', '′', '\'']);
    let text = text.strip_suffix("in").unwrap_or(text);
    let lawful = "a length is a number of table inches, such as 8 or 3.25";
    if let Ok(inches) = text.parse::<Inches>()
        && inches <= LONGEST
    {
        return Ok(inches);
    }
    let fault = |says: String, hint: String| Err(Fault::at(word.at.clone(), says).hint(hint));
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number < 0.0 => {
            fault(format!("{what} cannot be less than 0."), lawful.to_owned())
        }
        Ok(number) if number.is_finite() && LONGEST.as_f64() < number => {
            fault(format!("{what} of {text}\" is longer than any table."), format!("lengths run from 0 to {LONGEST}"))
        }
        _ => match with_a_point(text) {
            Some(hint) => fault(format!("{what} cannot be \"{}\".", word.text), hint),
            None => fault(format!("{what} must be a number, not \"{}\".", word.text), lawful.to_owned()),
        },
    }
}

/// Reads a coordinate or heading: any finite number that a table can have.
pub fn coordinate(r: &mut Reader, what: &str) -> Result<f64, Fault> {
    let word = r.word(what)?;
    match word.text.trim_end_matches(['"', '”', '°']).parse::<f64>() {
        Ok(number) if number.is_finite() && number.abs() <= 1000.0 => Ok(number),
        _ => {
            let fault = Fault::at(word.at, format!("{what} cannot be \"{}\".", word.text));
            let usual = "places are inches from the south-west corner, x east and y north; headings degrees from north";
            Err(fault.hint(with_a_point(&word.text).unwrap_or_else(|| usual.to_owned())))
        }
    }
}

/// Reads inches from the west edge and from the south edge.
pub fn place(r: &mut Reader) -> Result<(f64, f64), Fault> {
    Ok((coordinate(r, "The place from the west edge")?, coordinate(r, "The place from the south edge")?))
}

/// Reads a number of things.
pub fn count(r: &mut Reader, what: &str) -> Result<u16, Fault> {
    r.whole(what, 0, u16::from(u8::MAX))
}

/// Reads whole degrees, up to a full circle.
pub fn degrees(r: &mut Reader, what: &str) -> Result<u16, Fault> {
    r.whole(what, 0, 360)
}

/// Reads degrees clockwise from the firer's bow as the arc of the target. Fails on the edge of two arcs, because the
/// firer chooses. (Q12)
pub fn relative(r: &mut Reader) -> Result<Bearing, Fault> {
    let here = r.here();
    let degrees = degrees(r, "The relative bearing")?;
    let arcs: Vec<Bearing> = arcs_at(i32::from(degrees)).map(Bearing::from).collect();
    match arcs[..] {
        [one] => Ok(one),
        _ => {
            let both: Vec<String> = arcs.iter().map(|arc| format!("arc {arc}")).collect();
            let what = format!("A bearing of {degrees} lies on the edge of two arcs: the firer picks one.");
            Err(Fault::at(here, what).rule(ARCS).hint(Hint::form(both.join(" or "))))
        }
    }
}

/// Reads a name of one or several words. An error suggests the likely name, or lists those that fit, and leaves the
/// word unread.
pub fn name(r: &mut Reader, sort: Sort) -> Result<Id, Fault> {
    // A marker's letter is never meant as a word of the grammar.
    let keywords = if sort == Sort::Marker { Vec::new() } else { r.row.keywords() };
    name_or(r, sort, &keywords)
}

/// Reads a name where these words of the grammar may also be.
pub fn name_or(r: &mut Reader, sort: Sort, keywords: &[&str]) -> Result<Id, Fault> {
    let Some(word) = r.peek() else { return Err(r.missing(&called(sort))) };
    if !word.is_quoted()
        && let Some((id, read)) = name_of_several_words(r, sort)
    {
        r.at += read;
        return Ok(id);
    }
    if let Some(ship) = numbers::meant(r, word) {
        let id = ship?;
        r.skip();
        return Ok(id);
    }
    match r.names.find(sort, &word.text) {
        Found::One(name) => {
            let id = name.id.clone();
            r.skip();
            Ok(id)
        }
        Found::Many(names) => Err(ambiguous(word, &names)),
        Found::Nobody => Err(unknown(&r.names, sort, word, keywords)),
    }
}

/// Reads two units, with an optional joining word.
pub fn two(r: &mut Reader) -> Result<(Id, Id), Fault> {
    let one = name_or(r, Sort::Unit, TO)?;
    r.pass(TO);
    Ok((one, name(r, Sort::Unit)?))
}

/// Returns the text for a missing name.
pub fn called(sort: Sort) -> String {
    format!("The name of a {}", sort.noun())
}

/// Reads a unit and returns its division.
pub fn division_of(r: &mut Reader) -> Result<Id, Fault> {
    let unit = name(r, Sort::Unit)?;
    Ok(r.state.ship(&unit).map_or(unit, |ship| ship.division.clone()))
}

/// Reads a division, or a ship that is a division alone. Refuses one ship of several.
pub fn led(r: &mut Reader) -> Result<Id, Fault> {
    let at = r.at;
    let unit = name(r, Sort::Unit)?;
    let Some(ship) = r.state.ship(&unit) else { return Ok(unit) };
    let division = ship.division.clone();
    if r.state.division(&division).is_some_and(|division| r.state.is_whole(division, &unit)) {
        return Ok(division);
    }
    r.at = at;
    name(r, Sort::Division)
}

/// Reads a name that may be new: as typed, unless it names something in the battle.
pub fn new_name(r: &mut Reader, sort: Sort, what: &str) -> Result<Id, Fault> {
    let Some(word) = r.peek() else { return Err(r.missing(what)) };
    let known = match (sort, r.names.find(sort, &word.text)) {
        (_, Found::Nobody) => false,
        (Sort::Ship, found) if comes_from_the_library(r, word) => found.is_id(&word.text),
        // A division or formation must be named in full, since its start may be another's name.
        (Sort::Division | Sort::Formation, Found::One(name)) => name.id == *word.text.as_ref(),
        (Sort::Division | Sort::Formation, Found::Many(_)) => false,
        (Sort::Ship | Sort::Unit | Sort::Side | Sort::Marker, Found::One(_) | Found::Many(_)) => true,
    };
    if known { name(r, sort) } else { Ok(Id::new(r.word(what)?.text.to_lowercase())) }
}

/// Whether a single word may name a library ship placed on an open table. Such a ship is preferred to ships already
/// there with a similar name. [2.2]
fn comes_from_the_library(r: &Reader, word: &Token) -> bool {
    let is_whole = ["", "at"].contains(&r.key_after()) || looks_numeric(r.key_after());
    is_whole && !word.is_quoted() && !r.state.setup.options.checks
}

fn name_of_several_words(r: &Reader, sort: Sort) -> Option<(Id, usize)> {
    let plain = r.tokens[r.at..].iter().take_while(|word| !word.is_quoted()).take(4);
    let (id, count) = r.names.find_words(sort, plain.map(|word| word.text.as_ref()))?;
    Some((id.clone(), count))
}

fn unknown(names: &Names, sort: Sort, word: &Token, keywords: &[&str]) -> Fault {
    let sorts = [Sort::Ship, Sort::Division, Sort::Side, Sort::Marker, Sort::Formation];
    let other = sorts.into_iter().find_map(|other| match names.find(other, &word.text) {
        Found::One(name) => Some((name.shown, other.noun())),
        Found::Many(_) | Found::Nobody => None,
    });
    let list = || list(names, sort);
    let (what, hint) = match other.filter(|_| word.text.len() > 1) {
        Some((shown, noun)) => (format!("{shown} is a {noun}; a {} is needed here.", sort.noun()), list()),
        None => {
            let near = names.nearest(sort, &word.text, keywords).map(|near| format!("did you mean {near}?"));
            (format!("No {} is called \"{}\".", sort.noun(), word.text), near.or_else(list))
        }
    };
    Fault { hint: hint.map(Hint::from), ..Fault::at(word.at.clone(), what) }
}

fn list(names: &Names, sort: Sort) -> Option<String> {
    let mut ids: Vec<&str> = names.all(sort).map(|name| name.id.as_str()).collect();
    if ids.is_empty() {
        return match sort {
            Sort::Marker => Some("no torpedo marker is on the table".to_owned()),
            Sort::Formation => Some("make one first: formation van 1st 2nd".to_owned()),
            Sort::Ship | Sort::Division | Sort::Unit | Sort::Side => None,
        };
    }
    let more = if ids.len() > 12 { " ..." } else { "" };
    ids.truncate(12);
    Some(format!("there are: {}{more}", ids.join(", ")))
}

fn ambiguous(word: &Token, names: &[&Name]) -> Fault {
    let ids: Vec<&str> = names.iter().take(8).map(|name| name.id.as_str()).collect();
    // Both sides may have a marker of the same letter. Only the id then distinguishes them.
    let alike = |one: &Name| 1 < names.iter().filter(|name| name.shown.eq_ignore_ascii_case(one.shown)).count();
    let told = names.iter().map(|name| match name.sort {
        Sort::Marker => name.id.as_str().to_owned(),
        // A ship and a division may have the same name.
        sort if alike(name) => format!("the {} {} ({})", sort.noun(), name.shown, name.id),
        Sort::Ship | Sort::Division | Sort::Unit | Sort::Side | Sort::Formation => name.shown.to_owned(),
    });
    let told: Vec<String> = told.take(8).collect();
    let shown: Vec<&str> = told.iter().map(String::as_str).collect();
    Fault::at(word.at.clone(), format!("\"{}\" may be {}.", word.text, one_of(&shown)))
        .hint(format!("type more of the name: {}", one_of(&ids)))
}
