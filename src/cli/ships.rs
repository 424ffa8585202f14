//! `kaiser ship ...`: the library of ships, listed, shown, compared and checked.
use std::{collections::BTreeSet, path::Path};

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::args::{ShipFilter, ShipVerb};
use super::{open, output, shipyard};
use load::{Checked, Sources};
use naval::library::{ShipLine, ShipRecord};
use naval::{Id, ShipType};
use play::verbs::fold;
use session::Problem;
use show::library;

/// `kaiser ship ...`.
pub fn ship(sources: &Sources, verb: &ShipVerb) -> Result<(String, Value), Problem> {
    match verb {
        ShipVerb::List(filter) => list(sources, filter),
        ShipVerb::Show { name, date } => {
            let ship = found_ship(sources, name, *date)?;
            Ok((library::page(&ship), library::page_json(&ship)))
        }
        ShipVerb::Card { name, date } => {
            let card = found_ship(sources, name, *date)?.card;
            Ok((show::card_blank(&card), show::card_blank_json(&card)))
        }
        ShipVerb::Diff { a, b, date } => {
            let (a, b) = (found_ship(sources, a, *date)?, found_ship(sources, b, *date)?);
            Ok((library::comparison(&a, &b), library::comparison_json(&a, &b)))
        }
        ShipVerb::New(draft) => shipyard::build(sources, draft),
        ShipVerb::Check { file } => check(sources, file),
    }
}

/// A ship by her name, on the day asked for; that she was in no service then is said beside the answer.
pub fn found_ship(sources: &Sources, name: &str, date: Option<NaiveDate>) -> Result<ShipRecord, Problem> {
    let Some(day) = date else { return Ok(load::ship(sources, name)?) };
    let ship = load::ship_on(sources, name, day)?;
    if let Some(why) = ship.ship.away_on(day) {
        output::aside(&format!("note:  {} was not in service on {day}: {why}", ship.name));
    }
    Ok(ship)
}

fn list(sources: &Sources, filter: &ShipFilter) -> Result<(String, Value), Problem> {
    let kind = filter.kind.as_deref().map(ship_type).transpose()?;
    let words: Vec<String> =
        filter.words.iter().flat_map(|words| words.split_whitespace().map(str::to_lowercase)).collect();
    let day = filter
        .date
        .or_else(|| words.iter().find_map(|word| word.parse().ok().or_else(|| Some(days_of_year(word)?[1]))));
    let mut ships = match day {
        Some(day) => load::ship_list_on(sources, day)?,
        None => load::ship_list(sources)?,
    };
    if let Some(navy) = &filter.navy {
        let mut known: Vec<&str> = ships.iter().map(|ship| ship.navy.as_str()).collect();
        if known.iter().all(|known| !known.eq_ignore_ascii_case(navy)) {
            known.sort_unstable();
            known.dedup();
            return Err(Problem::new(format!("the library has no ships of \"{navy}\"")).hint(known.join(" ")));
        }
    }
    let navies: Vec<String> =
        ships.iter().map(|ship| ship.navy.to_string()).collect::<BTreeSet<_>>().into_iter().collect();
    let same =
        |wanted: &Option<String>, has: &str| wanted.as_ref().is_none_or(|wanted| has.eq_ignore_ascii_case(wanted));
    ships.retain(|ship| {
        same(&filter.navy, ship.navy.as_str())
            && filter.war.as_ref().is_none_or(|war| ship.wars.iter().any(|known| known.eq_ignore_ascii_case(war)))
            && kind.is_none_or(|kind| ship.kind == kind)
            && filter.date.is_none_or(|day| ship.in_service_on(day))
            && filter.name.as_ref().is_none_or(|word| is_called(ship, word))
            && words.iter().all(|word| fits(word, ship, &navies))
    });
    if ships.is_empty() {
        return Err(Problem::new("no ship of the library is like that").hint("`kaiser ship list` shows them all"));
    }
    Ok((library::ships(&ships), json!(ships)))
}

/// Whether a word is part of an id or a name that she had at any time, or of her class, plain letters for accents too.
fn is_called(ship: &ShipLine, word: &str) -> bool {
    let called = ship.called.iter().flat_map(|(id, name)| [id.as_str(), name.as_str()]);
    called.chain([ship.class.as_str()]).any(|name| holds(name, word))
}

/// Whether a word is part of a name, as it is written or in plain letters.
fn holds(name: &str, word: &str) -> bool {
    let plain = fold(word, false);
    let in_plain =
        || !plain.is_empty() && [false, true].into_iter().any(|umlauts| fold(name, umlauts).contains(&plain));
    name.to_lowercase().contains(&word.to_lowercase()) || in_plain()
}

/// Words of a sentence that say nothing of a ship.
const BETWEEN: [&str; 8] = ["of", "the", "in", "on", "and", "class", "ship", "ships"];

/// Whether a word of the sentence is true of a ship: her navy, type, war, a year or day of her service; else part of what
/// she is called or was built as, in the plural too.
fn fits(word: &str, ship: &ShipLine, navies: &[String]) -> bool {
    if BETWEEN.contains(&word) {
        return true;
    }
    if let Ok(day) = word.parse::<NaiveDate>() {
        return ship.in_service_on(day);
    }
    if let Some(days) = days_of_year(word) {
        return days.into_iter().any(|day| ship.in_service_on(day));
    }
    if let Ok(kind) = ship_type(word) {
        return ship.kind == kind;
    }
    let built_as = ship.built_as.as_deref().unwrap_or_default();
    if navies.iter().any(|navy| navy == word) {
        // Merchant is a navy, and what a merchant cruiser was built as.
        return ship.navy == *word || built_as.contains(word);
    }
    let one = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let one = one.or_else(|| word.strip_suffix("men").map(|stem| format!("{stem}man")));
    let one = one.unwrap_or_else(|| word.strip_suffix('s').unwrap_or(word).to_owned());
    let said = [show::lines::type_word(ship.kind), built_as];
    said.iter().chain(&ship.wars).any(|said| [word, &one].iter().any(|word| said.to_lowercase().contains(word)))
        || [word, &one].iter().any(|word| is_called(ship, word))
}

/// The first, the middle and the last day of a year.
fn days_of_year(word: &str) -> Option<[NaiveDate; 3]> {
    let year: i32 = word.parse().ok().filter(|_| word.len() == 4)?;
    let [first, middle, last] =
        [(1, 1), (7, 1), (12, 31)].map(|(month, day)| NaiveDate::from_ymd_opt(year, month, day));
    Some([first?, middle?, last?])
}

fn ship_type(word: &str) -> Result<ShipType, Problem> {
    let found = ShipType::ALL.into_iter().find(|kind| kind.to_string().eq_ignore_ascii_case(word));
    found
        .ok_or_else(|| Problem::usage(format!("\"{word}\" is no type of ship")).hint("BB OBB BC CA CL CP TBD TB MM CB"))
}

/// `kaiser ship check FILE`: every flaw at once, then what is hard to believe.
fn check(sources: &Sources, file: &Path) -> Result<(String, Value), Problem> {
    let name = file.display().to_string();
    let Checked { value, warnings } = load::ship_file(sources, &name, &open::read(file)?)?;
    let mut lines: Vec<String> = warnings.iter().map(|warning| format!("note:  {warning}")).collect();
    lines.push(format!("{name}: {} ships, no flaw.", value.len()));
    let ids: Vec<&Id> = value.iter().map(|ship| &ship.id).collect();
    Ok((lines.join("\n"), json!({ "file": name, "ships": ids, "flaws": [], "warnings": warnings })))
}
