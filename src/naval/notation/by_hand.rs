//! What a game without positions is told: `speed`, `react`, `orders`, `none`, `collide`. [5.5, 5.10, 5.11, 5.15, 7.5.1]
use super::{
    Fault,
    names::Sort,
    pair::{Pair, TO},
    parse::{at_range, range_of},
    reader::Reader,
};
use crate::{Command, collision::HowMet};

/// `orders 2nd range 12 repeaters 1`: of the division of a ship, if one is named.
pub(super) fn orders(r: &mut Reader) -> Result<Command, Fault> {
    const KEYWORDS: [&str; 2] = ["range", "repeaters"];
    let (mut unit, mut range, mut repeaters) = (None, None, None);
    while r.peek().is_some() {
        if at_range(r) && (r.key() == "range" || unit.is_some()) {
            r.once(&mut range, "The range", range_of)?;
        } else if r.key() == "repeaters" {
            r.skip();
            r.once(&mut repeaters, "The number of repeaters", |r| r.count("The number of repeaters"))?;
        } else if unit.is_none() {
            unit = Some(r.name_or(Sort::Unit, &KEYWORDS)?);
        } else {
            return Err(r.unexpected(&KEYWORDS));
        }
    }
    let Some(unit) = unit else { return Err(r.missing("The ship or division")) };
    let unit = r.state.ship(&unit).map_or(unit, |ship| ship.division.clone());
    Ok(Command::Orders { unit, range, repeaters })
}

/// `none in reach japan`.
pub(super) fn none_in_reach(r: &mut Reader) -> Result<Command, Fault> {
    r.pass(&["in"]);
    r.pass(&["reach", "range"]);
    r.pass(&["of", "for"]);
    if matches!(r.key(), "both" | "all") {
        r.skip();
        return Ok(Command::NoneInReach { side: None });
    }
    let side = if r.peek().is_some() { Some(r.name_or(Sort::Side, &["in", "reach", "both"])?) } else { None };
    Ok(Command::NoneInReach { side })
}

const COLLIDE: Pair =
    Pair { first: "The ship whose bow strikes", second: "The other ship", keywords: &["ram", "bow", "scrape", "land"] };

/// `collide izumo rurik`, `collide izumo rurik scrape`; `collide izumo land`.
pub(super) fn collide(r: &mut Reader) -> Result<Command, Fault> {
    const HOW: [(&str, HowMet); 3] = [("ram", HowMet::Ram), ("bow", HowMet::BowToBow), ("scrape", HowMet::Scrape)];
    let mut how = None;
    if r.last_key() == "land" {
        let ship = r.name_or(Sort::Unit, &["land"])?;
        r.pass(&TO);
        r.pass(&["land"]);
        return if r.peek().is_none() { Ok(Command::Ashore { ship }) } else { Err(r.unexpected(&["land"])) };
    }
    let (one, other) = COLLIDE.read(r, |r| {
        if !HOW.iter().any(|(word, _)| *word == r.key()) {
            return Ok(false);
        }
        r.once(&mut how, "How they met", |r| r.choose("How they met", &HOW))?;
        r.pass(&["to"]);
        r.pass(&["bow"]);
        Ok(true)
    })?;
    Ok(Command::Collide { one, other, how })
}

pub(super) fn react(r: &mut Reader) -> Result<Command, Fault> {
    let unit = r.name(Sort::Unit)?;
    let division = r.state.ship(&unit).map_or(unit, |ship| ship.division.clone());
    Ok(Command::React { division })
}

pub(super) fn speed(r: &mut Reader) -> Result<Command, Fault> {
    let (mut unit, mut speed) = (None, None);
    while r.peek().is_some() {
        if r.key() == "speed" || (r.at_number() && unit.is_some()) {
            r.pass(&["speed"]);
            r.once(&mut speed, "The speed", |r| r.length("The speed"))?;
        } else if r.key() == "to" && unit.is_some() {
            r.skip();
        } else if unit.is_none() {
            unit = Some(r.name_or(Sort::Unit, &["speed"])?);
        } else {
            return Err(r.unexpected(&["speed"]));
        }
    }
    let Some(unit) = unit else { return Err(r.missing("The ship or division")) };
    let Some(speed) = speed else { return Err(r.missing("The speed")) };
    Ok(Command::Speed { unit, speed })
}

pub(super) fn half(r: &mut Reader) -> Result<Command, Fault> {
    let side = if r.peek().is_some() { Some(r.name(Sort::Side)?) } else { None };
    Ok(Command::HalfMoves { side })
}
