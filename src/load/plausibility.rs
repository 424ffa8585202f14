//! Warns of values in a ship file that are legal but match no ship of these wars. Each warning has its place, the usual
//! values and the nearest of them.
use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};

use crate::{KeyPath, MainBattery, Report, ShipClass, nearest};
use naval::model::ShipType;

/// Thickest belt of the two wars.
const THICKEST_MM: f64 = 457.0;
/// Thickest deck: the slopes of Emperador Carlos V.
const THICKEST_DECK_MM: f64 = 165.0;
/// First year in which a ship of these wars was completed. (house)
const EARLIEST_YEAR: i32 = 1860;
/// Largest number of guns that one battery has on a side.
const MAX_GUNS_PER_SIDE: f64 = 24.0;

pub(super) fn warn_of_doubts(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    // Usual figures depend on the type.
    let kind = Some(class.kind).filter(|_| report.is_sound(&path.key("type")));
    if let Some(kind) = kind {
        let [knots, tons, metres] = usual_ranges(kind);
        let mut check_figure = |key: &str, figure: f64, range: &RangeInclusive<f64>, unit: &str| {
            let what = || format!("{} of {figure} {unit} is unusual", type_with_article(kind));
            warn_if_outside(report, &path.key(key), figure, range, what);
        };
        check_figure("speed_kn", class.speed_kn, &knots, "knots");
        check_figure("displacement_t", f64::from(class.displacement_t), &tons, "t");
        check_figure("length_m", class.length_m, &metres, "m");
        check_weapons(class, kind, path, report);
    }
    if let Some(service) = class.speed_service_kn.filter(|_| report.is_sound(&path.key("speed_kn"))) {
        let what = || "the service speed is above the design speed".to_owned();
        warn_if_outside(report, &path.key("speed_service_kn"), service, &(0.0..=class.speed_kn), what);
    }
    if let Some(beam) = class.beam_m.filter(|_| report.is_sound(&path.key("length_m"))) {
        let range = (class.length_m / 14.0 * 10.0).ceil() / 10.0..=(class.length_m / 3.5 * 10.0).floor() / 10.0;
        let what = || "the length is not 3.5 to 14 times the beam".to_owned();
        warn_if_outside(report, &path.key("beam_m"), beam, &range, what);
    }
    check_batteries(class, path, report);
    check_armour(class, &path.key("armour"), report);
    check_service_dates(class, path, report);
    check_directors(class, path, report);
    check_built_as(class, path, report);
    check_duplicate_fields(class, path, report);
}

/// Returns the ranges of knots, tons and metres of a type. The heaviest OBB is Aki with 20,100 t.
fn usual_ranges(kind: ShipType) -> [RangeInclusive<f64>; 3] {
    match kind {
        ShipType::BB => [13.0..=25.5, 8000.0..=33000.0, 95.0..=210.0],
        ShipType::OBB => [6.0..=22.5, 2000.0..=20500.0, 60.0..=160.0],
        ShipType::BC => [24.0..=32.5, 16000.0..=42000.0, 165.0..=265.0],
        ShipType::CA => [3.0..=26.0, 2000.0..=17000.0, 50.0..=170.0],
        ShipType::CL | ShipType::CP => [8.0..=30.5, 90.0..=30000.0, 35.0..=240.0],
        ShipType::TBD => [17.0..=38.0, 200.0..=2300.0, 50.0..=110.0],
        ShipType::TB => [12.0..=31.0, 20.0..=500.0, 18.0..=80.0],
        ShipType::MM => [5.0..=25.0, 300.0..=50000.0, 30.0..=290.0],
        // A coast battery has no speed and no displacement. Its length is that of its front.
        ShipType::CB => [0.0..=0.0, 0.0..=0.0, 20.0..=1000.0],
    }
}

fn warn_if_outside(
    report: &mut Report,
    path: &KeyPath,
    figure: f64,
    range: &RangeInclusive<f64>,
    what: impl FnOnce() -> String,
) {
    if !range.contains(&figure) {
        let near = if figure < *range.start() { range.start() } else { range.end() };
        report.add_warning(path, what()).usual(format!("{} to {}", range.start(), range.end())).nearest(near);
    }
}

fn type_with_article(kind: ShipType) -> String {
    format!("{} {kind}", if kind == ShipType::OBB { "an" } else { "a" })
}

/// Warns of weapons and armour unusual for the type.
fn check_weapons(class: &ShipClass, kind: ShipType, path: &KeyPath, report: &mut Report) {
    let line_of_battle = matches!(kind, ShipType::BB | ShipType::OBB | ShipType::BC);
    let main = path.key("main");
    if line_of_battle && class.main.is_none() && report.is_sound(&main) {
        let warning = report.add_warning(path, format!("{} without big guns is unusual", type_with_article(kind)));
        warning.usual("`main`, guns of 8 inches and more");
    }
    if kind.is_torpedo_craft() && class.main.is_some() {
        let warning = report.add_warning(&main, format!("{} with big guns is unusual", type_with_article(kind)));
        warning.usual("only light guns, under `light_per_side`");
    }
    if kind.is_torpedo_craft() && 0.0 < class.armour.belt_mm {
        let belt = path.key("armour").key("belt_mm");
        report.add_warning(&belt, format!("a {kind} with a belt is unusual")).usual("no armour").nearest("0");
    }
}

fn check_batteries(class: &ShipClass, class_path: &KeyPath, report: &mut Report) {
    for (key, battery) in [("main", &class.main), ("main_2", &class.main_2)] {
        if let Some(battery) = battery {
            check_big_guns(battery, &class_path.key(key), report);
        }
    }
    for (key, groups) in [("medium_per_side", &class.medium_per_side), ("light_per_side", &class.light_per_side)] {
        for (index, group) in groups.iter().enumerate() {
            let guns = f64::from(group.guns);
            let what = || format!("{guns} guns of {} inches on one side are unusual", group.bore_in);
            warn_if_outside(report, &class_path.key(key).at(index).key("guns"), guns, &(1.0..=MAX_GUNS_PER_SIDE), what);
        }
    }
    if let Some(tubes) = class.torpedo {
        let path = class_path.key("torpedo");
        let bearing = f64::from(tubes.per_side);
        let more = || "more torpedo tubes bear on a side than the ship has".to_owned();
        warn_if_outside(report, &path.key("per_side"), bearing, &(0.0..=f64::from(tubes.tubes)), more);
        let what = || format!("a torpedo of {} inches is unusual", tubes.size_in);
        warn_if_outside(report, &path.key("size_in"), tubes.size_in, &(13.5..=24.0), what);
    }
}

fn check_big_guns(battery: &MainBattery, path: &KeyPath, report: &mut Report) {
    let what = || format!("a gun of {} inches is unusual", battery.bore_in);
    warn_if_outside(report, &path.key("bore_in"), battery.bore_in, &(5.0..=18.0), what);
    let all = f64::from(battery.guns_per_mount) * battery.mounts.len() as f64;
    if let Some(guns) = battery.guns_broadside {
        let what = || format!("{guns} guns bear on a side, but the ship has only {all}");
        warn_if_outside(report, &path.key("guns_broadside"), f64::from(guns), &(1.0..=all), what);
    }
}

fn check_armour(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    let plan = class.armour;
    for (key, part, mm, most) in [
        ("belt_mm", "a belt", plan.belt_mm, THICKEST_MM),
        ("belt_ends_mm", "a belt at the ends", plan.belt_ends_mm, plan.belt_mm.max(0.0)),
        ("turret_mm", "a turret", plan.turret_mm, THICKEST_MM),
        ("deck_mm", "a deck", plan.deck_mm, THICKEST_DECK_MM),
    ] {
        let what = || match key {
            "belt_ends_mm" if mm <= THICKEST_MM => format!("the ends of the belt, {mm} mm, are thicker than the belt"),
            _ => format!("{part} of {mm} mm is unusual"),
        };
        warn_if_outside(report, &path.key(key), mm, &(0.0..=most), what);
    }
}

fn check_duplicate_fields(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    for (index, field) in class.read.iter().enumerate().filter(|(index, field)| class.read[..*index].contains(field)) {
        let warning = report.add_warning(&path.key("read").at(index), format!("the field `{field}` appears twice"));
        warning.usual("every field once");
    }
}

/// Returns the first and last day of all wars. Years between two wars use the charts of the later war. (Q53)
fn war_period() -> Option<(NaiveDate, NaiveDate)> {
    let day = NaiveDate::from_ymd_opt;
    day(1904, 2, 8).zip(day(1918, 11, 11))
}

/// Warns of ships that could fight in no battle of these years.
fn check_service_dates(class: &ShipClass, class_path: &KeyPath, report: &mut Report) {
    let oldest = NaiveDate::from_ymd_opt(EARLIEST_YEAR, 1, 1);
    let Some(((began, ended), oldest)) = war_period().zip(oldest) else { return };
    for (index, ship) in class.ships.iter().enumerate() {
        let path = class_path.key("ships").at(index);
        if let Some(day) = ship.completed.filter(|day| *day < oldest) {
            let warning =
                report.add_warning(&path.key("completed"), format!("{} would be from {}", ship.name, day.year()));
            warning.usual(format!("from {oldest} on, built of iron")).nearest(oldest);
        }
        let end_dates = [("lost", ship.lost), ("interned", ship.interned), ("transferred", ship.transferred)];
        if let Some(day) = ship.completed.filter(|day| ended < *day) {
            let warning =
                report.add_warning(&path.key("completed"), format!("{} came after its war, on {day}", ship.name));
            warning.usual(format!("up to {ended}")).nearest(ended);
        }
        for (key, day) in end_dates.into_iter().filter_map(|(key, day)| Some((key, day.filter(|day| *day < began)?))) {
            let warning =
                report.add_warning(&path.key(key), format!("{} was {key} before the war of 1904, on {day}", ship.name));
            warning.usual(format!("from {began} on")).nearest(began);
        }
        if ship.how.is_some() && ship.lost.is_none() {
            let warning =
                report.add_warning(&path.key("how"), format!("it is known how {} was lost, but not when", ship.name));
            warning.usual("`lost`, a day");
        }
    }
}

/// Warns of early directors. The first one went to sea in Neptune in 1911.
fn check_directors(class: &ShipClass, class_path: &KeyPath, report: &mut Report) {
    let Some(first) = NaiveDate::from_ymd_opt(1911, 1, 1) else { return };
    let of_class = (class.fire_control.director, class_path.key("fire_control").key("director"));
    let ships = class.ships.iter().enumerate();
    let of_ships = ships.map(|(index, ship)| (ship.director, class_path.key("ships").at(index).key("director")));
    for (day, path) in std::iter::once(of_class).chain(of_ships) {
        if let Some(day) = day.filter(|day| *day < first) {
            let warning = report.add_warning(&path, format!("no ship had a director on {day}"));
            warning.usual(format!("from {first} on")).nearest(first);
        }
    }
}

/// Warns of a `built_as` that may be a misspelt known one, and of fields read without sources.
fn check_built_as(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    const KNOWN: &[&str] = &[
        "armed merchant cruiser",
        "coast defence ship",
        "flotilla leader",
        "gunboat",
        "monitor",
        "cargo liner",
        "coaster",
        "collier",
        "decoy",
        "express liner",
        "fishing vessel",
        "minelayer",
        "patrol boat",
        "repair ship",
        "sailing ship",
        "seaplane carrier",
        "sloop",
        "sweeper",
        "tanker",
        "torpedo gunboat",
        "tramp",
        "troopship",
    ];
    if let Some(given) = class.built_as.as_deref()
        && let Some(near) = nearest(given, KNOWN.iter().copied()).filter(|near| near != given)
    {
        let warning = report.add_warning(&path.key("built_as"), "no rule mentions this `built_as`");
        warning.usual(KNOWN.join(", ")).nearest(near);
    }
    if class.sources.is_empty() && !class.read.is_empty() {
        let warning = report.add_warning(&path.key("read"), "fields were read, but no source is named");
        warning.usual("`sources`, the pages where they were read");
    }
}
