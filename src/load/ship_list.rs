//! Lists the ships of the library in short form.
use chrono::NaiveDate;

use crate::class_file::{DIRECTORY, KnownNames, read_file};
use crate::{
    DataErrors, NamedShip, Report, ShipClass, ShipLine, SourceText, Sources, data_error::collect_results,
    typed::try_read,
};
use naval::Id;
use naval::model::{ShipType, library::war_on};

/// Returns every ship of the library, file by file, once for each of its flags.
pub fn ship_list(sources: &Sources) -> Result<Vec<ShipLine>, DataErrors> {
    list_lines(sources, None)
}

/// Returns every ship with its type and speed on a day.
pub fn ship_list_on(sources: &Sources, day: NaiveDate) -> Result<Vec<ShipLine>, DataErrors> {
    list_lines(sources, Some(day))
}

fn list_lines(sources: &Sources, day: Option<NaiveDate>) -> Result<Vec<ShipLine>, DataErrors> {
    let files = collect_results(
        sources.yaml_files_in(DIRECTORY).into_iter().map(|(path, text)| listed_classes(sources, path, text)),
    )?;
    Ok(files.into_iter().flatten().flat_map(|class| class_lines(class, day)).collect())
}

/// Reads only the parts of a file's classes that a list needs. Checks the file only if a class cannot be read.
fn listed_classes(sources: &Sources, path: &str, text: SourceText<'_>) -> Result<Vec<ShipClass>, DataErrors> {
    let (report, root) = Report::parse(path, text)?;
    let classes: Option<Vec<ShipClass>> = root.as_list().and_then(|items| items.iter().map(try_read).collect());
    match classes.filter(|_| report.has_no_errors()) {
        Some(mut classes) => {
            classes.iter_mut().for_each(ShipClass::fill_in_transfers);
            Ok(classes)
        }
        None => read_file(path, text, None, &KnownNames::load(sources)?),
    }
}

/// Returns the wars in which a ship served, except those before the date of its figures.
fn wars_of(ship: &NamedShip, as_of: NaiveDate) -> Vec<&'static str> {
    let candidates = WARS.into_iter().filter(|(war, ..)| *war != "rjw" || war_on(as_of) == "rjw");
    let day = |(year, month, day)| NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
    let wars = candidates.filter(|(_, began, ended)| {
        let end = [ship.lost, ship.interned.filter(|_| ship.released.is_none()), ship.transferred, ship.followed_to];
        let end = end.into_iter().flatten().min();
        ship.completed.is_none_or(|completed| completed <= day(*ended)) && end.is_none_or(|end| day(*began) <= end)
    });
    wars.map(|(war, ..)| war).collect()
}

/// Year, month and day.
type Day = (i32, u32, u32);
/// First and last day of the wars. The Italian and Balkan wars use the charts of the last war. (Q53)
const WARS: [(&str, Day, Day); 2] = [("rjw", (1904, 2, 8), (1905, 9, 5)), ("ww1", (1911, 9, 29), (1918, 11, 11))];

/// Returns the ships of a class under every flag.
fn class_lines(class: ShipClass, day: Option<NaiveDate>) -> Vec<ShipLine> {
    let names: Vec<(Id, Vec<(Id, String)>)> =
        class.ships.iter().map(|ship| (ship.id.clone(), ship.names_by_id())).collect();
    let line = |class: &ShipClass, ship: &NamedShip| {
        let class_then = class.for_ship_on(&ship.id, day.unwrap_or_else(|| class.default_day(ship)));
        let hull = names.iter().find(|(hull, _)| hull == ship.hull());
        ShipLine {
            id: ship.id.clone(),
            name: ship.name.clone(),
            class: class.class.clone(),
            navy: class.navy.clone(),
            kind: class_then.kind,
            wars: wars_of(ship, class.as_of()),
            built_as: class.built_as.clone(),
            speed_kn: class_then.speed_service_kn.unwrap_or(class_then.speed_kn),
            completed: ship.completed,
            lost: ship.lost,
            all_big: class_then.kind == ShipType::BB && 4 <= class_then.big_mounts().count(),
            called: hull.map(|(_, names)| names.clone()).unwrap_or_default(),
            ship: ship.clone(),
        }
    };
    let classes = class.with_later_flags();
    classes.iter().flat_map(|class| class.ships.iter().map(|ship| line(class, ship))).collect()
}
