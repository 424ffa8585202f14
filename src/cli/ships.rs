//! `kaiser ship ...`: lists, shows, compares and checks the ships of the library.
use std::path::Path;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::args::sentence::{ShipQuery, is_called};
use super::args::{ShipFilter, ShipVerb};
use super::{open, output, ship_design};
use load::{Checked, DataErrors, Sources};
use naval::model::library::{ShipLine, ShipRecord};
use naval::{Id, model::ShipType};
use play::verbs::did_you_mean;
use session::Refusal;
use show::library;

pub fn ship(sources: &Sources, verb: &ShipVerb) -> Result<(String, Value), Refusal> {
    match verb {
        ShipVerb::List(filter) => list(sources, filter),
        ShipVerb::Show { name, date } => {
            let ship = ship_on_day(sources, name, *date)?;
            Ok((library::ship_page(&ship), library::page_json(&ship)))
        }
        ShipVerb::Card { name, date } => {
            let card = ship_on_day(sources, name, *date)?.card;
            Ok((show::card::card_blank(&card), show::card::card_blank_json(&card)))
        }
        ShipVerb::Diff { a, b, date } => {
            let (a, b) = (ship_on_day(sources, a, *date)?, ship_on_day(sources, b, *date)?);
            Ok((library::comparison(&a, &b), library::comparison_json(&a, &b)))
        }
        ShipVerb::New(draft) => ship_design::build(sources, draft),
        ShipVerb::Check { file } => check(sources, file),
    }
}

/// Returns a ship by its name, on the requested day. If it was not in service then, a note says so.
pub fn ship_on_day(sources: &Sources, name: &str, date: Option<NaiveDate>) -> Result<ShipRecord, DataErrors> {
    let Some(day) = date else { return load::ship(sources, name) };
    let ship = load::ship_on(sources, name, day)?;
    if let Some(why) = ship.ship.absence_on(day) {
        output::note(&format!("note:  {} was not in service on {day}: {why}", ship.name));
    }
    Ok(ship)
}

/// The wars that have charts for ships.
const WARS: [&str; 2] = ["rjw", "ww1"];

fn list(sources: &Sources, filter: &ShipFilter) -> Result<(String, Value), Refusal> {
    let kind = filter.kind.as_deref().map(ship_type).transpose()?;
    let navies = load::navy_list(sources)?;
    let query = ShipQuery::read(&filter.words, &navies);
    let day = filter.date.or_else(|| query.day());
    let mut ships = match day {
        Some(day) => load::ship_list_on(sources, day)?,
        None => load::ship_list(sources)?,
    };
    if let Some(navy) = &filter.navy {
        let mut known: Vec<&str> = ships.iter().map(|ship| ship.navy.as_str()).collect();
        if known.iter().all(|known| !known.eq_ignore_ascii_case(navy)) {
            known.sort_unstable();
            known.dedup();
            let hint = did_you_mean(navy, known.iter().copied(), known.join(" "));
            return Err(Refusal::not_there(format!("The library has no ships of \"{navy}\".")).hint(hint));
        }
    }
    if let Some(war) = filter.war.as_ref().filter(|war| !WARS.iter().any(|known| known.eq_ignore_ascii_case(war))) {
        let hint = did_you_mean(war, WARS, WARS.join(" or "));
        return Err(Refusal::usage(format!("The library has no war \"{war}\".")).hint(hint));
    }
    let matches = |wanted: &Option<String>, actual: &str| {
        wanted.as_ref().is_none_or(|wanted| actual.eq_ignore_ascii_case(wanted))
    };
    let is_asked_for = |ship: &ShipLine| {
        matches(&filter.navy, ship.navy.as_str())
            && filter.war.as_ref().is_none_or(|war| ship.wars.iter().any(|known| known.eq_ignore_ascii_case(war)))
            && kind.is_none_or(|kind| ship.kind == kind)
            && filter.date.is_none_or(|day| ship.in_service_on(day))
            && filter.name.as_ref().is_none_or(|word| is_called(ship, word))
            && query.fits(ship)
    };
    if !ships.iter().any(is_asked_for) {
        return Err(query.no_match(&ships, &navies));
    }
    ships.retain(is_asked_for);
    Ok((library::ship_list(&ships), json!(ships)))
}

fn ship_type(word: &str) -> Result<ShipType, Refusal> {
    let found = ShipType::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(word));
    found.ok_or_else(|| {
        let names = ShipType::ALL.map(|kind| kind.to_string());
        let hint = did_you_mean(word, names.iter().map(String::as_str), names.join(" "));
        Refusal::usage(format!("\"{word}\" is not a type of ship.")).hint(hint)
    })
}

/// `kaiser ship check FILE`: reports all errors at once, then the warnings.
fn check(sources: &Sources, file: &Path) -> Result<(String, Value), Refusal> {
    let name = file.display().to_string();
    let Checked { value, warnings } = load::ship_file(sources, &name, &open::read_data_file(file)?)?;
    let mut lines: Vec<String> = warnings.iter().map(|warning| format!("note:  {warning}")).collect();
    lines.push(format!("{name}: {}, no errors.", show::lines::count(value.len(), "ship")));
    let ids: Vec<&Id> = value.iter().map(|ship| &ship.id).collect();
    Ok((lines.join("\n"), json!({ "file": name, "ships": ids, "flaws": [], "warnings": warnings })))
}
