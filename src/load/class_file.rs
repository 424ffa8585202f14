//! Reads a file of ship classes and checks it. [1.5]
use serde_yaml::Value;

use super::{
    class::{Disputed, GunGroup, MainBattery, NamedShip, Override, ShipClass},
    flaw::{Flaw, Flaws},
    place::Path,
    reading::{Fields, Report},
};
use crate::{naval::measure::Id, play::Rule};

/// Fields that can be read in a source.
const FIELDS: [&str; 14] = [
    "displacement_t",
    "length_m",
    "beam_m",
    "speed_kn",
    "speed_service_kn",
    "main",
    "main_2",
    "medium_per_side",
    "light_per_side",
    "torpedo",
    "armour",
    "fire_control",
    "ships",
    "notes",
];

const GUN_CLASSES: Rule = Rule::new("1.5");

/// The classes of a file; warnings are added to those at hand. In a sifted text empty items are no flaw.
pub(super) fn read_file(
    file: &str,
    text: &str,
    sifted: bool,
    navies: &[Id],
    warnings: &mut Vec<Flaw>,
) -> Result<Vec<ShipClass>, Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let mut items = report.items(&root, &Path::default());
    items.retain(|(item, _)| !(sifted && item.is_null()));
    let mut ids = Vec::new();
    let classes =
        items.into_iter().filter_map(|(item, path)| class(item, path, &mut report, navies, &mut ids)).collect();
    report.twice("ship", &ids);
    let (flaws, found) = report.close();
    warnings.extend(found);
    if flaws.is_empty() { Ok(classes) } else { Err(Flaws(flaws)) }
}

fn class(
    value: &Value,
    path: Path,
    report: &mut Report,
    navies: &[Id],
    ids: &mut Vec<(String, Path)>,
) -> Option<ShipClass> {
    let mut fields = Fields::of(value, path, report)?;
    let class = fields.need(report, "class");
    let navy: Option<Id> = fields.need(report, "navy");
    let war = fields.need(report, "war");
    let kind = fields.need(report, "type");
    let ships: Vec<(NamedShip, Path)> = fields
        .filled(report, "ships")
        .into_iter()
        .filter_map(|(item, path)| Some((report.typed(item, &path)?, path)))
        .collect();
    ids.extend(ships.iter().map(|(ship, path)| (ship.id.to_string(), path.key("id"))));
    let built_as = fields.may(report, "built_as");
    let built = fields.may(report, "built");
    let displacement_t = fields.need(report, "displacement_t");
    let length_m = fields.need(report, "length_m");
    let beam_m = fields.may(report, "beam_m");
    let speed_kn = fields.need(report, "speed_kn");
    let speed_service_kn = fields.may(report, "speed_service_kn");
    let main: Option<MainBattery> = fields.may(report, "main");
    let main_2: Option<MainBattery> = fields.may(report, "main_2");
    let medium_per_side = fields.each::<GunGroup>(report, "medium_per_side");
    let light_per_side = fields.each::<GunGroup>(report, "light_per_side");
    let centreline = fields.may(report, "centreline").unwrap_or_default();
    let torpedo = fields.may(report, "torpedo");
    let armour = fields.need(report, "armour");
    let fire_control = fields.may(report, "fire_control").unwrap_or_default();
    let notes = fields.may(report, "notes").unwrap_or_default();
    let sources = fields.may(report, "sources").unwrap_or_default();
    let read: Vec<String> = fields.may(report, "read").unwrap_or_default();
    let disputed = fields.each::<Disputed>(report, "disputed");
    let set = fields.each::<Override>(report, "set").into_iter().map(|(set, _)| set).collect();
    let place = fields.path.clone();
    fields.done(report);
    if let Some(navy) = navy.as_ref().filter(|navy| !navies.contains(navy)) {
        report.unknown(&place.key("navy"), "navy", navy.as_str(), navies.iter().map(Id::as_str));
    }
    let range = |report: &mut Report, key: &str, value: Option<f64>, from: f64, to: f64| {
        if let Some(value) = value.filter(|value| !(from..=to).contains(value)) {
            let flaw = report.flaw(&place.key(key), format!("{value} is out of range"));
            flaw.lawful = Some(format!("{from} to {to}"));
            flaw.nearest = (!value.is_nan()).then(|| value.clamp(from, to).to_string());
        }
    };
    range(report, "displacement_t", displacement_t.map(f64::from), 10.0, 60000.0);
    range(report, "length_m", length_m, 10.0, 300.0);
    range(report, "speed_kn", speed_kn, 1.0, 45.0);
    range(report, "speed_service_kn", speed_service_kn, 0.0, 45.0);
    check_guns(main.as_ref(), main_2.as_ref(), &place, report);
    check_fields(&read, disputed.iter().map(|(disputed, _)| disputed.field.as_str()), &place, report);
    check_bores(&medium_per_side, "medium", 4.7..=7.5, report);
    check_bores(&light_per_side, "light", 2.2..=4.1, report);
    check_dates(&ships, report);
    Some(ShipClass {
        class: class?,
        navy: navy?,
        war: war?,
        kind: kind?,
        ships: ships.into_iter().map(|(ship, _)| ship).collect(),
        built_as,
        built,
        displacement_t: displacement_t?,
        length_m: length_m?,
        beam_m,
        speed_kn: speed_kn?,
        speed_service_kn,
        main,
        main_2,
        medium_per_side: medium_per_side.into_iter().map(|(guns, _)| guns).collect(),
        light_per_side: light_per_side.into_iter().map(|(guns, _)| guns).collect(),
        centreline,
        torpedo,
        armour: armour?,
        fire_control,
        notes,
        sources,
        read,
        disputed: disputed.into_iter().map(|(disputed, _)| disputed).collect(),
        set,
    })
}

fn check_guns(main: Option<&MainBattery>, second: Option<&MainBattery>, place: &Path, report: &mut Report) {
    let batteries = [("main", main), ("main_2", second)];
    let mut ids: Vec<(String, Path)> = Vec::new();
    for (key, battery) in batteries {
        let Some(battery) = battery else { continue };
        let path = place.key(key);
        let mounts = battery.mounts.iter().enumerate();
        ids.extend(mounts.map(|(at, mount)| (mount.id.to_string(), path.key("mounts").at(at))));
        check_main(battery, &path, report);
    }
    report.twice("mount", &ids);
    if main.is_none() && second.is_some() {
        report.flaw(&place.key("main_2"), "a second big calibre needs a first, `main`");
    }
}

/// What was read, and what is disputed, are fields of the record.
fn check_fields<'d>(read: &[String], disputed: impl Iterator<Item = &'d str>, place: &Path, report: &mut Report) {
    let named = |field: &str| FIELDS.contains(&field.split('.').next().unwrap_or(field));
    for (at, field) in read.iter().enumerate().filter(|(_, field)| !named(field)) {
        report.unknown(&place.key("read").at(at), "field", field, FIELDS);
    }
    for (at, field) in disputed.enumerate().filter(|(_, field)| !named(field)) {
        report.unknown(&place.key("disputed").at(at).key("field"), "field", field, FIELDS);
    }
}

fn check_main(main: &MainBattery, path: &Path, report: &mut Report) {
    if let Some((at, mount)) = main.mounts.iter().enumerate().find(|(_, mount)| mount.arcs.is_empty()) {
        report.flaw(&path.key("mounts").at(at), format!("the mount `{}` bears nowhere", mount.id)).lawful =
            Some("bow, port, starboard, stern".to_owned());
    }
    if main.mounts.is_empty() {
        report.flaw(&path.key("mounts"), "big guns stand in at least one mount");
    }
    if !(1..=4).contains(&main.guns_per_mount) {
        let what = format!("a mount of {} guns is out of range", main.guns_per_mount);
        report.flaw(&path.key("guns_per_mount"), what).lawful = Some("1 to 4".to_owned());
    }
    if !(10.0..=80.0).contains(&main.calibre) {
        let what = format!("a barrel of {} calibres is out of range", main.calibre);
        report.flaw(&path.key("calibre"), what).lawful = Some("10 to 80".to_owned());
    }
    if !(5.0..=20.0).contains(&main.bore_in) {
        let what = format!("a bore of {} inches is out of range", main.bore_in);
        report.flaw(&path.key("bore_in"), what).lawful = Some("8 to 18".to_owned());
    } else if main.bore_in < 8.0 {
        report.warn(
            &path.key("bore_in"),
            format!("big guns are of 8 inches and more, these of {} [{GUN_CLASSES}]", main.bore_in),
        );
    }
}

/// Bores outside their class draw a warning. [1.5, Q2]
fn check_bores(groups: &[(GunGroup, Path)], kind: &str, lawful: std::ops::RangeInclusive<f64>, report: &mut Report) {
    for (guns, path) in groups {
        if !lawful.contains(&guns.bore_in) {
            let (from, to) = (lawful.start(), lawful.end());
            let what = format!("{kind} guns are of {from} to {to} inches, these of {} [{GUN_CLASSES}]", guns.bore_in);
            report.warn(&path.key("bore_in"), what);
        }
    }
}

fn check_dates(ships: &[(NamedShip, Path)], report: &mut Report) {
    for (ship, path) in ships {
        if let (Some(completed), Some(lost)) = (ship.completed, ship.lost)
            && lost < completed
        {
            report.flaw(&path.key("lost"), format!("{} was lost before she was completed", ship.name));
        }
    }
}
