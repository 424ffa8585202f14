//! Reads the forces of a scenario: divisions, ships and ship numbers. [3.1, 5.1]
use std::sync::Arc;

use chrono::NaiveDate;
use serde::Deserialize;

use crate::{
    FigureName, FleetRating, KeyPath, NamedShip, Override, Report, ShipClass, ShipLibrary, ShipRecord, join_names,
    naming, rating_of,
};
use naval::model::{Card, DivisionSetup, Place, ShipSetup, ShipType, Side};
use naval::rules::formation::{BOATS_PER_BASE, division_sizes};
use naval::{Id, Inches, SideId};
use play::Rule;

const NUMBERS: Rule = Rule::new("3.1");
const COMPOSED: Rule = Rule::new("5.1");
const DIVISIONS: Rule = Rule::new("5.1.1");
const CONVOY: Rule = Rule::new("5.1.2");
const BASES: Rule = Rule::new("2.4");
/// If a side has more boats than this, each division of boats stands on one base by default. [5.1.1]
const MAX_BOATS_ON_SINGLE_BASES: usize = 4;

/// Divisions and ships in file order.
pub(super) struct Forces {
    pub(super) divisions: Vec<(DivisionSetup, KeyPath)>,
    pub(super) ships: Vec<ShipSetup>,
}

#[derive(Deserialize)]
pub(super) struct DivisionRecord {
    id: Id,
    name: String,
    side: SideId,
    /// Ids of the library, leader first.
    ships: Vec<Id>,
    /// Ship. Without it, the leader.
    flagship: Option<Id>,
    /// Whether its boats share a base. Without it, `true` if its side has more than four boats. [5.1.1]
    one_base: Option<bool>,
    /// -5 to 5. Without it, of the fleet.
    signalling: Option<i32>,
    /// -5 to 5. Without it, of the fleet.
    initiative: Option<i32>,
    /// Turn in which it enters.
    #[serde(default = "first_turn")]
    enters_turn: u16,
    /// Speed at the start.
    speed: Inches,
    /// Where the leader begins (without it, the division moves by hand).
    at: Option<Place>,
    /// Grounds for the ratings.
    #[serde(rename = "reasons")]
    _reasons: Option<String>,
}

fn first_turn() -> u16 {
    1
}

/// A figure of a ship's card that is changed for this battle only.
#[derive(Deserialize)]
pub(super) struct CardChange {
    ship: Id,
    figure: FigureName,
    value: serde_json::Value,
    source: String,
}

/// The number of a ship, where it should not follow the file order.
#[derive(Deserialize)]
pub(super) struct Numbering {
    ship: Id,
    /// Its number, from 1. [3.1]
    number: u8,
}

pub(super) type ForceRecords = (Vec<(DivisionRecord, KeyPath)>, Vec<(CardChange, KeyPath)>, Vec<(Numbering, KeyPath)>);

pub(super) struct References<'l> {
    pub(super) library: Option<&'l ShipLibrary>,
    /// Fleet ratings, for divisions without their own.
    pub(super) ratings: &'l [FleetRating],
}

/// A ship of the battle, found in the library.
struct BattleShip {
    card: Card,
    hull: Id,
    side: SideId,
    path: KeyPath,
}

pub(super) fn forces(
    (divisions, changes, numbers): ForceRecords,
    report: &mut Report,
    references: &References,
    sides: &[(Side, KeyPath)],
    date: Option<NaiveDate>,
) -> Forces {
    check_names(&divisions, sides, report);
    let found =
        references.library.map(|library| find_ships(&divisions, &changes, library, date, report)).unwrap_or_default();
    let read = divisions.into_iter().map(|(record, path)| {
        let rating = default_rating(&record, &found, references.ratings, date);
        (build_division(record, &path, &found, rating, report), path)
    });
    let divisions: Vec<(DivisionSetup, KeyPath)> = read.collect();
    let ships = references.library.map(|_| number_ships(found, &numbers, report)).unwrap_or_default();
    check_convoys(&divisions, &ships, report);
    Forces { divisions, ships }
}

/// Checks ids and names. Divisions of one side need different names.
fn check_names(divisions: &[(DivisionRecord, KeyPath)], sides: &[(Side, KeyPath)], report: &mut Report) {
    for (division, path) in divisions {
        naming::check_id(division.id.as_str(), "division", &path.key("id"), report);
        naming::check_name(&division.name, "division", &path.key("name"), report);
    }
    for (side, _) in sides {
        let own = divisions.iter().filter(|(division, _)| division.side == side.id);
        let names: Vec<(String, KeyPath)> =
            own.map(|(division, path)| (division.name.clone(), path.key("name"))).collect();
        naming::report_equal_names("division of a side", &names, report);
    }
}

fn find_ships(
    divisions: &[(DivisionRecord, KeyPath)],
    changes: &[(CardChange, KeyPath)],
    library: &ShipLibrary,
    date: Option<NaiveDate>,
    report: &mut Report,
) -> Vec<BattleShip> {
    let mut found: Vec<BattleShip> = Vec::new();
    for (division, path) in divisions {
        for (index, id) in division.ships.iter().enumerate() {
            let ship_path = path.key("ships").at(index);
            let Some((class, ship)) = library.by_id(id.as_str()) else {
                // List ships of the division's own navy first.
                let is_own = |class: &&ShipClass| class.navy == division.side.to_kind();
                let (own, others): (Vec<&ShipClass>, Vec<&ShipClass>) = library.classes().partition(is_own);
                let ships = own.into_iter().chain(others).flat_map(|class| &class.ships);
                report.add_unknown_name(&ship_path, "ship", id.as_str(), ships.map(|ship| ship.id.as_str()));
                continue;
            };
            if let Some(day) = date {
                let sisters = class
                    .ships
                    .iter()
                    .filter(|sister| sister.absence_on(day).is_none() && sister.out_of_service_on(day).is_none());
                // The file may use an earlier name of the ship.
                let ship = library.flag_on((class, ship), day).1;
                warn_if_not_in_service(
                    ship,
                    &sisters.map(|sister| sister.id.as_str()).collect::<Vec<_>>(),
                    day,
                    &ship_path,
                    report,
                );
            }
            if let Some(twin) = found.iter().find(|found| found.card.id != *id && found.hull == *ship.hull()) {
                report.add_error(
                    &ship_path,
                    format!("{} and `{}` are the same ship under two names", ship.name, twin.card.id),
                );
            }
            let set = fitting_overrides(changes, id, |change| library.record((class, ship), date, change), report);
            match library.record((class, ship), date, &set) {
                // Keep the id that the scenario file uses.
                Ok(ShipRecord { card, .. }) => {
                    let (card, hull) = (Card { id: id.clone(), ..card }, ship.hull().clone());
                    found.push(BattleShip { card, hull, side: division.side.clone(), path: ship_path });
                }
                Err(what) => {
                    report.add_error(&ship_path, format!("{}: {what}", ship.name));
                }
            }
        }
    }
    for (index, ship) in found.iter().enumerate() {
        let Some(other) = found[..index].iter().find(|other| other.card.name == ship.card.name) else { continue };
        if other.side == ship.side {
            let what = format!("`{}` is also called {}", other.card.id, ship.card.name);
            report.add_warning(&ship.path, what).usual("a different name for every ship of a side");
        } else {
            let what = format!("`{}` of the other side is also called {}", other.card.id, ship.card.name);
            report
                .add_warning(&ship.path, what)
                .usual("different names (these are shown with their sides and typed by id)");
        }
    }
    for (change, path) in changes {
        let is_in_battle = divisions.iter().any(|(division, _)| division.ships.contains(&change.ship));
        if !is_in_battle && found.iter().all(|found| found.card.id != change.ship) {
            let names = found.iter().map(|found| found.card.id.as_str());
            report.add_unknown_name(&path.key("ship"), "ship in the battle", change.ship.as_str(), names);
        }
    }
    found
}

/// Returns the changes that fit a ship's card. Reports the others.
fn fitting_overrides<T>(
    changes: &[(CardChange, KeyPath)],
    ship: &Id,
    try_override: impl Fn(&[Override]) -> Result<T, String>,
    report: &mut Report,
) -> Vec<Override> {
    let mut set = Vec::new();
    for (CardChange { figure, value, source, .. }, path) in changes.iter().filter(|(change, _)| change.ship == *ship) {
        let change = Override { figure: *figure, value: value.clone(), source: source.clone() };
        if let Err(what) = try_override(std::slice::from_ref(&change)) {
            report.add_error(&path.key("value"), what);
        } else {
            set.push(change);
        }
    }
    set
}

/// Warns of a ship not in service that day, with its dates and the sister ships that were available.
fn warn_if_not_in_service(ship: &NamedShip, sisters: &[&str], day: NaiveDate, path: &KeyPath, report: &mut Report) {
    let Some(why) = ship.absence_on(day) else {
        return warn_if_unfit(ship, sisters, day, path, report);
    };
    let warning = report.add_warning(path, format!("{} was not in service on {day}: {why}", ship.name));
    let (days, nearest) = ship.service_days_near(day);
    let sisters_text = || format!(", or of its class {}", join_names(sisters));
    let instead = if sisters.is_empty() { String::new() } else { sisters_text() };
    warning.usual(format!("a battle in its days of service, {days}{instead}")).nearest =
        nearest.map(|day| day.to_string());
}

/// Warns of a ship that was damaged or laid up.
fn warn_if_unfit(ship: &NamedShip, sisters: &[&str], day: NaiveDate, path: &KeyPath, report: &mut Report) {
    let Some(out) = ship.out_of_service_on(day) else { return };
    let until = out.to.map_or(String::new(), |to| format!(" to {to}"));
    let what = format!("{} could not fight on {day}: {}, from {}{until}", ship.name, out.why, out.from);
    let others = if sisters.is_empty() { "another ship".to_owned() } else { join_names(sisters) };
    report.add_warning(path, what).usual(others).nearest =
        out.to.and_then(|to| to.succ_opt()).map(|day| day.to_string());
}

/// Returns signalling and initiative of the flagship's fleet on the day, or 0 for both.
fn default_rating(
    record: &DivisionRecord,
    found: &[BattleShip],
    ratings: &[FleetRating],
    date: Option<NaiveDate>,
) -> (i32, i32) {
    let flagship = record.flagship.as_ref().or(record.ships.first());
    let card = found.iter().map(|found| &found.card).find(|card| Some(&card.id) == flagship);
    card.zip(date).map_or((0, 0), |(card, day)| rating_of(ratings, card, day))
}

fn build_division(
    record: DivisionRecord,
    path: &KeyPath,
    found: &[BattleShip],
    (signalling, initiative): (i32, i32),
    report: &mut Report,
) -> DivisionSetup {
    let cards: Vec<&Card> =
        found.iter().map(|found| &found.card).filter(|card| record.ships.contains(&card.id)).collect();
    check_size(&record, path, &cards, report);
    check_groups(&record, path, &cards, report);
    let is_boat = |card: &&Card| card.kind.is_torpedo_craft();
    let all_boats = !cards.is_empty() && cards.iter().all(is_boat);
    let boats = found.iter().filter(|found| found.side == record.side && found.card.kind.is_torpedo_craft()).count();
    let one_base = record.one_base.unwrap_or(all_boats && MAX_BOATS_ON_SINGLE_BASES < boats);
    if one_base && BOATS_PER_BASE < record.ships.len() {
        let what = format!("{} boats share one base, but it holds {BOATS_PER_BASE} [{BASES}]", record.ships.len());
        report
            .add_warning(&path.key("ships"), what)
            .usual(format!("up to {BOATS_PER_BASE} boats, or `one_base: false`"));
    }
    let leader = record.ships.first().cloned().unwrap_or_else(|| record.id.clone());
    DivisionSetup {
        flagship: record.flagship.unwrap_or(leader),
        id: record.id,
        name: record.name,
        side: record.side,
        ships: record.ships,
        one_base,
        signalling: record.signalling.unwrap_or(signalling),
        initiative: record.initiative.unwrap_or(initiative),
        enters_turn: record.enters_turn,
        speed: record.speed,
        at: record.at,
        course: None,
    }
}

/// Returns the group of types that may share a division. [5.1.1, Q6]
fn division_group(kind: ShipType) -> &'static str {
    match kind {
        ShipType::TBD | ShipType::TB => "destroyers and torpedo boats",
        ShipType::CL | ShipType::CP => "light and protected cruisers",
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => "large ships",
        ShipType::MM => "merchantmen",
        ShipType::CB => "coast batteries",
    }
}

/// Checks the size of a division. Too many ships are an error, too few a warning. [5.1.1, Q6]
fn check_size(record: &DivisionRecord, path: &KeyPath, cards: &[&Card], report: &mut Report) {
    let Some(first) = cards.first().filter(|card| card.kind != ShipType::MM) else { return };
    let kind = division_group(first.kind);
    let (least, most) = division_sizes(first.kind);
    let count = record.ships.len();
    let what = format!("a division of {kind} has {least} to {most} ships, this one has {count} [{DIVISIONS}]");
    let ships_path = path.key("ships");
    if most < count {
        let nearest = format!("{most}, and a second division for the other {}", count - most);
        report.add_error(&ships_path, what).legal(format!("{least} to {most}")).nearest(nearest);
    } else if count < least {
        report.add_warning(&ships_path, what).usual(format!("{least} to {most}")).nearest(least);
    }
}

/// Warns of a division with ships of different groups or navies. [5.1, 5.1.1]
fn check_groups(record: &DivisionRecord, path: &KeyPath, cards: &[&Card], report: &mut Report) {
    let Some(first) = cards.first() else { return };
    for (index, id) in record.ships.iter().enumerate() {
        let Some(card) = cards.iter().find(|card| card.id == *id) else { continue };
        let (own, other) = (division_group(first.kind), division_group(card.kind));
        if own != other {
            let what = format!("{} does not belong to a division of {own} [{DIVISIONS}]", card.name);
            report.add_warning(&path.key("ships").at(index), what).usual(format!("a separate division of {other}"));
        }
        if card.navy != first.navy {
            let what = format!("{} belongs to {}, its division to {} [{COMPOSED}]", card.name, card.navy, first.navy);
            report.add_warning(&path.key("ships").at(index), what).usual("a division for each navy");
        }
    }
}

/// Numbers the ships with big guns, uniquely on each side: as the file says, otherwise in order. [3.1]
fn number_ships(found: Vec<BattleShip>, numbers: &[(Numbering, KeyPath)], report: &mut Report) -> Vec<ShipSetup> {
    for (index, (numbering, path)) in numbers.iter().enumerate() {
        let Some(ship) = found.iter().find(|found| found.card.id == numbering.ship) else {
            let names = found.iter().map(|found| found.card.id.as_str());
            report.add_unknown_name(&path.key("ship"), "ship in the battle", numbering.ship.as_str(), names);
            continue;
        };
        if ship.card.big.is_none() {
            let what = format!("`{}` has no big guns and needs no number [{NUMBERS}]", numbering.ship);
            report.add_error(&path.key("ship"), what);
        }
        let same_side =
            |other: &Numbering| found.iter().any(|found| found.card.id == other.ship && found.side == ship.side);
        let earlier = numbers[..index].iter().map(|(other, _)| other);
        if numbering.number == 0 {
            report.add_error(&path.key("number"), format!("ships are numbered from 1 [{NUMBERS}]"));
        }
        for other in earlier.filter(|other| same_side(other)) {
            if other.ship == numbering.ship {
                report.add_error(&path.key("ship"), format!("`{}` is numbered twice", numbering.ship));
            } else if other.number == numbering.number {
                let what = format!("the number {} already belongs to `{}` [{NUMBERS}]", other.number, other.ship);
                report.add_error(&path.key("number"), what);
            }
        }
    }
    let stated_number =
        |id: &Id| numbers.iter().find(|(numbering, _)| numbering.ship == *id).map(|(numbering, _)| numbering.number);
    let mut taken: Vec<(SideId, u8)> =
        found.iter().filter_map(|found| Some((found.side.clone(), stated_number(&found.card.id)?))).collect();
    let mut ships = Vec::with_capacity(found.len());
    for BattleShip { card, side, path, .. } in found {
        let free = || (1..=u8::MAX).find(|number| !taken.contains(&(side.clone(), *number)));
        let number = card.big.as_ref().and_then(|_| stated_number(&card.id).or_else(free));
        if card.big.is_some() && number.is_none() {
            report.add_error(&path, "the side has more big-gun ships than there are numbers");
        }
        taken.extend(number.map(|number| (side, number)));
        ships.push(ShipSetup::undamaged(Arc::new(card), number));
    }
    ships
}

/// Warns if a side has several convoys, or merchantmen and warships in one division. [5.1.2]
fn check_convoys(divisions: &[(DivisionSetup, KeyPath)], ships: &[ShipSetup], report: &mut Report) {
    let is_merchant = |ship: &Id| ships.iter().any(|entry| entry.card.id == *ship && entry.card.kind == ShipType::MM);
    let divisions = divisions.iter().map(|(division, _)| division);
    let convoys: Vec<&DivisionSetup> = divisions.filter(|division| division.ships.iter().any(is_merchant)).collect();
    for (index, convoy) in convoys.iter().enumerate() {
        if let Some(first) = convoys[..index].iter().find(|first| first.side == convoy.side) {
            let what = format!("merchantmen usually sail as one convoy: `{}` and `{}` [{CONVOY}]", first.id, convoy.id);
            report.add_warning(&KeyPath::default().key("divisions"), what);
        }
        if convoy.ships.iter().any(|ship| !is_merchant(ship)) {
            let what = format!("merchantmen and warships are in one division, `{}` [{CONVOY}]", convoy.id);
            report.add_warning(&KeyPath::default().key("divisions"), what);
        }
    }
}
