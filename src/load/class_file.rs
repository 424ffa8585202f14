//! Reads a file of ship classes and checks it. [1.5]
use serde_yaml::Value;

use super::{
    class::{GunGroup, MainBattery, NamedShip, Override, ShipClass},
    flaw::{Flaw, Flaws},
    place::Path,
    reading::{Fields, Report},
};
use crate::{naval::measure::Id, play::Rule};

const GUN_CLASSES: Rule = Rule::new("1.5");

/// The classes of a file; warnings are added to those at hand.
pub(super) fn read_file(
    file: &str,
    text: &str,
    navies: &[Id],
    warnings: &mut Vec<Flaw>,
) -> Result<Vec<ShipClass>, Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let items = report.items(&root, &Path::default());
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
    let displacement_t = fields.need(report, "displacement_t");
    let length_m = fields.need(report, "length_m");
    let beam_m = fields.may(report, "beam_m");
    let speed_kn = fields.need(report, "speed_kn");
    let speed_service_kn = fields.may(report, "speed_service_kn");
    let main: Option<MainBattery> = fields.may(report, "main");
    let medium_per_side = fields.each::<GunGroup>(report, "medium_per_side");
    let light_per_side = fields.each::<GunGroup>(report, "light_per_side");
    let centreline = fields.may(report, "centreline").unwrap_or_default();
    let torpedo = fields.may(report, "torpedo");
    let armour = fields.need(report, "armour");
    let fire_control = fields.may(report, "fire_control").unwrap_or_default();
    let notes = fields.may(report, "notes").unwrap_or_default();
    let sources = fields.may(report, "sources").unwrap_or_default();
    let read: Vec<String> = fields.may(report, "read").unwrap_or_default();
    let set = fields.each::<Override>(report, "set").into_iter().map(|(set, _)| set).collect();
    let place = fields.path.clone();
    fields.done(report);
    if let Some(navy) = navy.as_ref().filter(|navy| !navies.contains(navy)) {
        report.unknown(&place.key("navy"), "navy", navy.as_str(), navies.iter().map(Id::as_str));
    }
    let range = |report: &mut Report, key: &str, value: Option<f64>, from: f64, to: f64| {
        if let Some(value) = value.filter(|value| !(from..=to).contains(value)) {
            report.flaw(&place.key(key), format!("{value} is out of range")).lawful = Some(format!("{from} to {to}"));
        }
    };
    range(report, "displacement_t", displacement_t.map(f64::from), 10.0, 60000.0);
    range(report, "length_m", length_m, 10.0, 300.0);
    range(report, "speed_kn", speed_kn, 1.0, 45.0);
    range(report, "speed_service_kn", speed_service_kn, 0.0, 45.0);
    if let Some(main) = &main {
        check_main(main, &place.key("main"), report);
    }
    check_bores(&medium_per_side, "medium", 4.7..=7.5, report);
    check_bores(&light_per_side, "light", 2.2..=4.1, report);
    check_dates(&ships, report);
    Some(ShipClass {
        class: class?,
        navy: navy?,
        war: war?,
        kind: kind?,
        ships: ships.into_iter().map(|(ship, _)| ship).collect(),
        displacement_t: displacement_t?,
        length_m: length_m?,
        beam_m,
        speed_kn: speed_kn?,
        speed_service_kn,
        main,
        medium_per_side: medium_per_side.into_iter().map(|(guns, _)| guns).collect(),
        light_per_side: light_per_side.into_iter().map(|(guns, _)| guns).collect(),
        centreline,
        torpedo,
        armour: armour?,
        fire_control,
        notes,
        sources,
        read,
        set,
    })
}

fn check_main(main: &MainBattery, path: &Path, report: &mut Report) {
    let ids: Vec<(String, Path)> =
        main.mounts.iter().enumerate().map(|(at, mount)| (mount.id.to_string(), path.key("mounts").at(at))).collect();
    report.twice("mount", &ids);
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
