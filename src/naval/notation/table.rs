//! Orders that put ships on the table and form them: `place` and `division`.
use super::{
    Fault,
    names::{Found, Sort},
    reader::Reader,
};
use crate::{Command, measure::Id, table::Place};

/// `place asahi at 10 20 heading 90 speed 2 side japan`. [3.1]
pub(super) fn place(r: &mut Reader) -> Result<Command, Fault> {
    const KEYWORDS: [&str; 4] = ["at", "heading", "speed", "side"];
    let (mut at, mut heading, mut speed, mut side) = (None, None, None, None);
    let ship = match r.peek().map(|word| r.names.find(Sort::Ship, &word.text)) {
        Some(Found::One(_) | Found::Many(_)) => r.name_or(Sort::Ship, &KEYWORDS)?,
        // Not of this battle: perhaps a ship of the library, which the reader of this line does not know.
        Some(Found::Nobody) => Id::new(r.word("The ship")?.text.to_lowercase()),
        None => return Err(r.missing("The ship")),
    };
    while r.peek().is_some() {
        if r.key() == "at" || r.at_number() {
            r.once(&mut at, "The place", |r| {
                r.pass(&["at"]);
                let x = r.coordinate("The place from the west edge")?;
                Ok((x, r.coordinate("The place from the south edge")?))
            })?;
            continue;
        }
        match r.key() {
            "heading" => r.once(&mut heading, "The heading", |r| {
                r.skip();
                r.coordinate("The heading")
            })?,
            "speed" => r.once(&mut speed, "The speed", |r| {
                r.skip();
                r.length("The speed")
            })?,
            "side" => r.once(&mut side, "The side", |r| {
                r.skip();
                match r.peek().map(|word| r.names.find(Sort::Side, &word.text)) {
                    Some(Found::Nobody) => Ok(Id::new(r.word("The side")?.text.to_lowercase())),
                    _ => r.name(Sort::Side),
                }
            })?,
            _ => return Err(r.unexpected(&KEYWORDS)),
        }
    }
    let Some((x, y)) = at else { return Err(r.missing("The place, at X Y,")) };
    let known = r.state.ship(&ship);
    let heading = heading.or_else(|| known.and_then(|ship| ship.at).map(|at| at.heading.as_f64()));
    let Some(heading) = heading else { return Err(r.missing("The heading")) };
    Ok(Command::Place { ship, card: None, side, at: Place::new(x, y, heading), speed })
}

/// `seal`, `seal japan`; the salt is added by whoever keeps the journal. [3.3.1]
pub(super) fn seal(r: &mut Reader) -> Result<Command, Fault> {
    let (mut side, mut salt) = (None, None);
    while r.peek().is_some() {
        if r.key() == "salt" {
            r.once(&mut salt, "The salt", |r| {
                r.skip();
                Ok(r.word("The salt")?.text.into_owned())
            })?;
        } else {
            r.once(&mut side, "The side", |r| r.name_or(Sort::Side, &["salt"]))?;
        }
    }
    Ok(Command::Seal { side, salt: salt.unwrap_or_default(), salts: Vec::new() })
}

/// `division 1st asahi mikasa shikishima`: leader first. [5.1]
pub(super) fn division(r: &mut Reader) -> Result<Command, Fault> {
    let id = match r.peek().map(|word| r.names.find(Sort::Division, &word.text)) {
        Some(Found::One(name)) if *name.id == *r.peek().map_or("", |word| word.text.as_ref()) => {
            r.name(Sort::Division)?
        }
        Some(_) => Id::new(r.word("The division")?.text.to_lowercase()),
        None => return Err(r.missing("The name of the division")),
    };
    let mut ships = Vec::new();
    while r.peek().is_some() {
        ships.push(r.name(Sort::Ship)?);
    }
    if ships.is_empty() {
        return Err(r.missing("The ships, leader first,"));
    }
    Ok(Command::FormDivision { division: id, ships })
}
