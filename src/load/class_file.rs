//! Reads a file of ship classes and checks it. [1.5]
use std::ops::RangeInclusive;

use chrono::Datelike as _;
use serde_yaml::Value;

use super::{
    charts::chart_names,
    class::{
        ArmourPlan, Bulkhead, Disputed, FireControl, GunGroup, KnownTo, MainBattery, NamedShip, Override, Plate,
        ShipClass, TorpedoTubes,
    },
    flaw::Flaws,
    naming,
    place::Path,
    reading::{Fields, Report},
    refit::Refit,
    sources::Sources,
};
use naval::{measure::Id, ship::ShipType};
use play::Rule;

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
/// Bores of medium and of light guns.
const MEDIUM_IN: RangeInclusive<f64> = 4.7..=7.5;
const LIGHT_IN: RangeInclusive<f64> = 2.2..=4.1;
/// Bores that can stand in a battery.
const SMALL_BORES_IN: RangeInclusive<f64> = 0.5..=10.9;
/// Lengths of barrels in bores.
const BARREL: RangeInclusive<f64> = 10.0..=80.0;
/// Displacement, speed and speed in service, as built and after a refit.
const TONS: RangeInclusive<f64> = 10.0..=60000.0;
const KNOTS: RangeInclusive<f64> = 1.0..=45.0;
const SERVICE_KNOTS: RangeInclusive<f64> = 0.0..=45.0;
/// No plate of any ship was near so thick.
const THICKEST_MM: f64 = 1000.0;

/// No class of any navy came near so many.
const MOST_SHIPS: usize = 300;

/// What a class may name.
pub(super) struct Known {
    navies: Vec<Id>,
    wars: Vec<String>,
}

impl Known {
    /// # Errors
    /// Every flaw of the list of navies.
    pub(super) fn of(sources: &Sources) -> Result<Known, Flaws> {
        Ok(Known { navies: super::navies(sources)?, wars: chart_names(sources) })
    }
}

/// The classes of a file. In a sifted text empty items are no flaw.
pub(super) fn read_file(file: &str, text: &str, sifted: bool, known: &Known) -> Result<Vec<ShipClass>, Flaws> {
    let (report, classes) = read_classes(file, text, sifted, known)?;
    let flaws = report.flaws();
    if flaws.is_empty() { Ok(classes.into_iter().map(|(class, _)| class).collect()) } else { Err(Flaws(flaws)) }
}

/// The classes of a file as far as they can be made out, each where it stands, for further checks.
///
/// # Errors
/// The file is no YAML.
pub(super) fn read_classes<'t>(
    file: &'t str,
    text: &'t str,
    sifted: bool,
    known: &Known,
) -> Result<(Report<'t>, Vec<(ShipClass, Path)>), Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let mut items = report.items(&root, &Path::default());
    items.retain(|(item, _)| !(sifted && item.is_null()));
    let mut ids = Vec::new();
    let mut read =
        |(item, path): (&Value, Path)| Some((class(item, path.clone(), &mut report, known, &mut ids)?, path));
    let classes = items.into_iter().filter_map(&mut read).collect();
    report.twice_named("ship", &ids);
    Ok((report, classes))
}

/// Armour where a file does not say any.
const BARE: ArmourPlan = ArmourPlan {
    kind: Plate::Plain,
    belt_mm: 0.0,
    belt_ends_mm: 0.0,
    turret_mm: 0.0,
    deck_mm: 0.0,
    bulkhead: Bulkhead::None,
};

/// Reads a class; what is missing or mistyped is a flaw, and something else stands there so that the rest can be checked.
fn class(
    value: &Value,
    path: Path,
    report: &mut Report,
    known: &Known,
    ids: &mut Vec<(String, Path)>,
) -> Option<ShipClass> {
    let mut fields = Fields::of(value, path, report)?;
    let class = fields.need(report, "class");
    let navy: Option<Id> = fields.need(report, "navy");
    let war: Option<Id> = fields.need(report, "war");
    let kind = fields.need(report, "type");
    let ships: Vec<(NamedShip, Path)> = fields
        .filled(report, "ships")
        .into_iter()
        .filter_map(|(item, path)| Some((report.typed(item, &path)?, path)))
        .collect();
    let ships: Vec<(NamedShip, Path)> = ships.into_iter().map(|one| named(one, report)).collect();
    if MOST_SHIPS < ships.len() {
        let what = format!("{} ships of one class", ships.len());
        report.flaw(&fields.path.key("ships"), what).lawful = Some(format!("{MOST_SHIPS} at most"));
    }
    let ships: Vec<(NamedShip, Path)> = ships.into_iter().take(MOST_SHIPS).collect();
    ids.extend(ships.iter().map(|(ship, path)| (ship.id.to_string(), path.key("id"))));
    let built_as = fields.may(report, "built_as");
    let built = fields.may(report, "built");
    let displacement_t = fields.need(report, "displacement_t");
    let length_m = fields.need(report, "length_m");
    let beam_m: Option<f64> = fields.may(report, "beam_m");
    let speed_kn = fields.need(report, "speed_kn");
    let speed_service_kn = fields.may(report, "speed_service_kn");
    let main: Option<MainBattery> = fields.may(report, "main");
    let main_2: Option<MainBattery> = fields.may(report, "main_2");
    let medium_per_side = fields.each::<GunGroup>(report, "medium_per_side");
    let light_per_side = fields.each::<GunGroup>(report, "light_per_side");
    let centreline = fields.may(report, "centreline").unwrap_or_default();
    let torpedo: Option<TorpedoTubes> = fields.may(report, "torpedo");
    let armour: Option<ArmourPlan> = fields.need(report, "armour");
    let fire_control: FireControl = fields.may(report, "fire_control").unwrap_or_default();
    let notes = fields.may(report, "notes").unwrap_or_default();
    let sources = fields.may(report, "sources").unwrap_or_default();
    let read: Vec<String> = fields.may(report, "read").unwrap_or_default();
    let disputed = fields.each::<Disputed>(report, "disputed");
    let set = fields.each::<Override>(report, "set").into_iter().map(|(set, _)| set).collect();
    let completed_until: Option<i32> = fields.may(report, "completed_until");
    let refits = fields.each::<Refit>(report, "refits");
    let place = fields.path.clone();
    fields.done(report);
    if let Some(navy) = navy.as_ref().filter(|navy| !known.navies.contains(navy)) {
        report.unknown(&place.key("navy"), "navy", navy.as_str(), known.navies.iter().map(Id::as_str));
    }
    if let Some(war) = war.as_ref().filter(|war| known.wars.iter().all(|known| known != war.as_str())) {
        report.unknown(&place.key("war"), "war", war.as_str(), known.wars.iter().map(String::as_str));
    }
    let mut range = |path: &Path, value: Option<f64>, lawful: RangeInclusive<f64>| {
        if let Some(value) = value {
            within(report, path, value, lawful);
        }
    };
    range(&place.key("displacement_t"), displacement_t.map(f64::from), TONS);
    range(&place.key("length_m"), length_m, 10.0..=300.0);
    range(&place.key("beam_m"), beam_m, 1.0..=60.0);
    range(&place.key("speed_kn"), speed_kn, KNOTS);
    range(&place.key("speed_service_kn"), speed_service_kn, SERVICE_KNOTS);
    range(&place.key("fire_control").key("rangefinder_m"), fire_control.rangefinder_m, 0.0..=15.0);
    range(&place.key("torpedo").key("size_in"), torpedo.map(|tubes| tubes.size_in), 10.0..=30.0);
    for (key, plate) in [
        ("belt_mm", armour.map(|plan| plan.belt_mm)),
        ("belt_ends_mm", armour.map(|plan| plan.belt_ends_mm)),
        ("turret_mm", armour.map(|plan| plan.turret_mm)),
        ("deck_mm", armour.map(|plan| plan.deck_mm)),
    ] {
        range(&place.key("armour").key(key), plate, 0.0..=THICKEST_MM);
    }
    check_guns(main.as_ref(), main_2.as_ref(), &place, report);
    check_fields(&read, disputed.iter().map(|(disputed, _)| disputed.field.as_str()), &place, report);
    check_bores(&medium_per_side, "medium", MEDIUM_IN, report);
    check_bores(&light_per_side, "light", LIGHT_IN, report);
    check_dates(&ships, report);
    check_until(&ships, completed_until, &place, report);
    check_refits(&refits, &ships, report);
    Some(ShipClass {
        class: class.unwrap_or_default(),
        navy: navy.unwrap_or_else(|| Id::new("")),
        war: war.unwrap_or_else(|| Id::new("")),
        kind: kind.unwrap_or(ShipType::CL),
        ships: ships.into_iter().map(|(ship, _)| ship).collect(),
        built_as,
        built,
        displacement_t: displacement_t.unwrap_or(1000),
        length_m: length_m.unwrap_or(100.0),
        beam_m,
        speed_kn: speed_kn.unwrap_or(20.0),
        speed_service_kn,
        main,
        main_2,
        medium_per_side: medium_per_side.into_iter().map(|(guns, _)| guns).collect(),
        light_per_side: light_per_side.into_iter().map(|(guns, _)| guns).collect(),
        centreline,
        torpedo,
        armour: armour.unwrap_or(BARE),
        fire_control,
        notes,
        sources,
        read,
        disputed: disputed.into_iter().map(|(disputed, _)| disputed).collect(),
        set,
        completed_until,
        refits: refits.into_iter().map(|(refit, _)| refit).collect(),
    })
}

/// A ship that the file leaves without a name goes by her id.
fn named((mut ship, path): (NamedShip, Path), report: &mut Report) -> (NamedShip, Path) {
    if ship.name.is_empty() {
        ship.name = ship.id.to_string();
    }
    if !naming::is_plain(ship.id.as_str()) {
        naming::check_id(ship.id.as_str(), "ship", &path.key("id"), report);
    }
    if !naming::is_plain_name(&ship.name) {
        naming::check_name(&ship.name, "ship", &path.key("name"), report);
    }
    (ship, path)
}

fn check_guns(main: Option<&MainBattery>, second: Option<&MainBattery>, place: &Path, report: &mut Report) {
    let batteries = [("main", main), ("main_2", second)];
    let mut ids: Vec<(String, Path)> = Vec::new();
    for (key, battery) in batteries {
        let Some(battery) = battery else { continue };
        let path = place.key(key);
        let mounts = battery.mounts.iter().enumerate();
        ids.extend(mounts.map(|(at, mount)| (mount.id.to_string(), path.key("mounts").at(at).key("id"))));
        check_main(battery, &path, report);
    }
    report.twice_named("mount", &ids);
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

/// A figure beyond what is lawful is a flaw, with the nearest that is not.
fn within(report: &mut Report, path: &Path, figure: f64, lawful: RangeInclusive<f64>) {
    if !lawful.contains(&figure) {
        let (from, to) = (*lawful.start(), *lawful.end());
        let flaw = report.flaw(path, format!("{figure} is out of range"));
        flaw.lawful = Some(format!("{from} to {to}"));
        flaw.nearest = (!figure.is_nan()).then(|| figure.clamp(from, to).to_string());
    }
}

fn check_main(main: &MainBattery, path: &Path, report: &mut Report) {
    for (at, mount) in main.mounts.iter().enumerate().filter(|(_, mount)| mount.arcs.is_empty()) {
        report.flaw(&path.key("mounts").at(at).key("arcs"), format!("the mount `{}` bears nowhere", mount.id)).lawful =
            Some("bow, port, starboard, stern".to_owned());
    }
    if main.mounts.is_empty() {
        report.flaw(&path.key("mounts"), "big guns stand in at least one mount");
    }
    within(report, &path.key("guns_per_mount"), f64::from(main.guns_per_mount), 1.0..=4.0);
    within(report, &path.key("calibre"), main.calibre, BARREL);
    let bore = path.key("bore_in");
    if (5.0..8.0).contains(&main.bore_in) {
        let what = format!("big guns are of 8 inches and more, these of {} [{GUN_CLASSES}]", main.bore_in);
        let warning = report.warn(&bore, what);
        (warning.usual, warning.nearest) = (Some("8 to 18".to_owned()), Some("8".to_owned()));
    } else {
        within(report, &bore, main.bore_in, 5.0..=20.0);
    }
}

/// Bores outside their class draw a warning. [1.5, Q2]
fn check_bores(groups: &[(GunGroup, Path)], kind: &str, usual: RangeInclusive<f64>, report: &mut Report) {
    for (guns, path) in groups {
        let bore = path.key("bore_in");
        within(report, &bore, guns.bore_in, SMALL_BORES_IN);
        within(report, &path.key("calibre"), guns.calibre, BARREL);
        if !usual.contains(&guns.bore_in) {
            let (from, to) = (usual.start(), usual.end());
            let what = format!("{kind} guns are of {from} to {to} inches, these of {} [{GUN_CLASSES}]", guns.bore_in);
            let warning = report.warn(&bore, what);
            warning.usual = Some(format!("{from} to {to}"));
            warning.nearest = (!guns.bore_in.is_nan()).then(|| guns.bore_in.clamp(*from, *to).to_string());
        }
    }
}

/// A class of whose ships only its own years are known says the last of them.
fn check_until(ships: &[(NamedShip, Path)], until: Option<i32>, place: &Path, report: &mut Report) {
    let of_class = ships.iter().filter(|(ship, _)| ship.known_to == Some(KnownTo::Class));
    let first = of_class.filter_map(|(ship, _)| ship.completed).map(|day| day.year()).min();
    match (first, until) {
        (Some(first), Some(until)) if until < first => {
            let flaw = report.flaw(&place.key("completed_until"), format!("the first ship is of {first}"));
            (flaw.lawful, flaw.nearest) = (Some(format!("{first} or later")), Some(first.to_string()));
        }
        (Some(first), None) => {
            let what = "ships are known to the years of their class, and the last of these is missing";
            report.flaw(place, what).lawful = Some(format!("completed_until: {first}, or later"));
        }
        (Some(_), Some(_)) | (None, _) => {}
    }
}

/// Refits stand in order, change something, and are of ships of the class.
fn check_refits(refits: &[(Refit, Path)], ships: &[(NamedShip, Path)], report: &mut Report) {
    for (at, (refit, path)) in refits.iter().enumerate() {
        if let Some((earlier, _)) = refits[..at].iter().find(|(earlier, _)| refit.from < earlier.from) {
            report.flaw(&path.key("from"), "refits stand in order of time").lawful =
                Some(format!("{} or later", earlier.from));
        }
        for (at, ship) in refit.ships.iter().enumerate().filter(|(_, id)| ships.iter().all(|(ship, _)| ship.id != **id))
        {
            let names = ships.iter().map(|(ship, _)| ship.id.as_str());
            report.unknown(&path.key("ships").at(at), "ship of the class", ship.as_str(), names);
        }
        if refit.disarmed && (refit.main.is_some() || refit.main_2.is_some()) {
            let what = "big guns that were landed are not replaced by others at once";
            report.flaw(&path.key("disarmed"), what).lawful = Some("`disarmed`, or `main`".to_owned());
        }
        if refit.note.trim().is_empty() {
            report.flaw(&path.key("note"), "a refit says what was done and where it is read").lawful =
                Some("a few words".to_owned());
        }
        let had = |ship: &NamedShip| refit.is_of(&ship.id) && ship.lost.is_none_or(|lost| refit.from <= lost);
        if !refit.ships.is_empty() && !ships.iter().any(|(ship, _)| had(ship)) {
            report.flaw(&path.key("from"), "no ship that had the refit was left by then").lawful =
                Some("a day before their loss".to_owned());
        }
        if refit.is_empty() {
            report.flaw(path, "the refit changes nothing").lawful =
                Some("one of disarmed, main, medium_per_side, light_per_side, torpedo, speed_kn".to_owned());
        }
        check_guns(refit.main.as_ref(), refit.main_2.as_ref().filter(|_| refit.main.is_some()), path, report);
        for (key, bores, groups) in [
            ("medium_per_side", ("medium", MEDIUM_IN), &refit.medium_per_side),
            ("light_per_side", ("light", LIGHT_IN), &refit.light_per_side),
        ] {
            let groups = groups.iter().flatten().enumerate();
            let groups: Vec<_> = groups.map(|(at, guns)| (*guns, path.key(key).at(at))).collect();
            check_bores(&groups, bores.0, bores.1, report);
        }
        for (key, figure, lawful) in [
            ("speed_kn", refit.speed_kn, KNOTS),
            ("speed_service_kn", refit.speed_service_kn, SERVICE_KNOTS),
            ("displacement_t", refit.displacement_t.map(f64::from), TONS),
        ] {
            if let Some(figure) = figure {
                within(report, &path.key(key), figure, lawful);
            }
        }
    }
}

fn check_dates(ships: &[(NamedShip, Path)], report: &mut Report) {
    for (ship, path) in ships {
        // A day that does not exist has been told, and nothing is judged by what stands for it.
        let sound = |key: &str| report.is_sound(&path.key(key));
        if let (Some(completed), Some(lost)) = (ship.completed, ship.lost)
            && lost < completed
            && sound("completed")
            && sound("lost")
        {
            let flaw = report.flaw(&path.key("lost"), format!("{} was lost before she was completed", ship.name));
            (flaw.lawful, flaw.nearest) = (Some(format!("from {completed} on")), Some(completed.to_string()));
        }
    }
}
