//! Making and placing the forces of a generated scenario: `generate japan`, `approach japan 24 bearing 225`,
//! `deploy japan-1 at 20 14`.
use super::{Fault, names::Sort, print::name, reader::Reader};
use crate::{
    Command,
    measure::{Id, Inches},
    state::State,
    table::Fine,
};

const WEATHER: &str = "visibility";

/// `generate visibility`, `generate japan`. [10.1.1, 10.1.2]
pub(super) fn generate(r: &mut Reader) -> Result<Command, Fault> {
    if r.key() == WEATHER {
        r.skip();
        return Ok(Command::Generate { side: None });
    }
    Ok(Command::Generate { side: Some(r.name_or(Sort::Side, &[WEATHER])?) })
}

pub(super) fn print_generate(state: &State, side: Option<&Id>) -> String {
    format!("generate {}", side.map_or_else(|| WEATHER.to_owned(), |side| name(state, side)))
}

/// `approach japan 24 bearing 225`, or `approach japan` for the dice to say. [10.1.3]
pub(super) fn approach(r: &mut Reader) -> Result<Command, Fault> {
    let side = r.name(Sort::Side)?;
    if r.peek().is_none() {
        return Ok(Command::Approach { side, from: None });
    }
    r.pass(&["from"]);
    let distance = r.length("The distance from the centre")?;
    r.pass(&["bearing"]);
    let bearing = Fine::nearest(r.coordinate("The bearing from the centre")?);
    Ok(Command::Approach { side, from: Some((distance, bearing)) })
}

pub(super) fn print_approach(state: &State, side: &Id, from: Option<(Inches, Fine)>) -> String {
    let said = from.map(|(distance, bearing)| format!(" {distance} bearing {}", bearing.as_f64()));
    format!("approach {}{}", name(state, side), said.unwrap_or_default())
}

/// `deploy japan-1`, `deploy japan-2 at 20 14 speed 2`. [10.2]
pub(super) fn deploy(r: &mut Reader) -> Result<Command, Fault> {
    let division = r.name_or(Sort::Unit, &["at", "speed"])?;
    let division = r.state.ship(&division).map_or(division, |ship| ship.division.clone());
    let (mut at, mut speed) = (None, None);
    while r.peek().is_some() {
        if r.key() == "speed" {
            r.once(&mut speed, "The speed", |r| {
                r.skip();
                r.length("The speed")
            })?;
        } else if r.key() == "at" || r.at_number() {
            r.once(&mut at, "The place", |r| {
                r.pass(&["at"]);
                let x = r.coordinate("The place from the west edge")?;
                let y = r.coordinate("The place from the south edge")?;
                Ok((Fine::nearest(x), Fine::nearest(y)))
            })?;
        } else {
            return Err(r.unexpected(&["at", "speed"]));
        }
    }
    Ok(Command::Deploy { division, at, speed })
}

pub(super) fn print_deploy(state: &State, division: &Id, at: Option<(Fine, Fine)>, speed: Option<Inches>) -> String {
    let at = at.map(|(x, y)| format!(" at {} {}", x.as_f64(), y.as_f64())).unwrap_or_default();
    let speed = speed.map(|speed| format!(" speed {speed}")).unwrap_or_default();
    format!("deploy {}{at}{speed}", name(state, division))
}
