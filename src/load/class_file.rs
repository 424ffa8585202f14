//! Reads and checks a file of ship classes. [1.5]
use std::{borrow::Cow, ops::RangeInclusive};

use chrono::{Datelike as _, NaiveDate};

use crate::{
    ArmourPlan, DataErrors, GunGroup, KeyPath, KnownTo, LaterFlag, MainBattery, NamedShip, Node, Report, ShipClass,
    SourceText, Sources, naming, navies, without_paths,
};
use naval::{Id, model::ShipType};
use play::Rule;

pub(super) const DIRECTORY: &str = "data/ships";

const CITABLE_FIELDS: [&str; 14] = [
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
/// Bores of medium guns.
const MEDIUM_IN: RangeInclusive<f64> = 4.7..=7.5;
/// Bores of light guns.
const LIGHT_IN: RangeInclusive<f64> = 2.2..=4.1;
/// Bores allowed in a medium or light battery.
const SMALL_BORES_IN: RangeInclusive<f64> = 0.5..=10.9;
const BARREL_CALIBRES: RangeInclusive<f64> = 10.0..=80.0;
/// Displacement, as built and after a refit.
const TONS: RangeInclusive<f64> = 10.0..=60000.0;
/// Design speed, as built and after a refit.
const KNOTS: RangeInclusive<f64> = 1.0..=45.0;
/// Service speed, as built and after a refit.
const SERVICE_KNOTS: RangeInclusive<f64> = 0.0..=45.0;
const METRES: RangeInclusive<f64> = 10.0..=300.0;
const RANGEFINDERS_M: RangeInclusive<f64> = 0.0..=15.0;
const TUBES_IN: RangeInclusive<f64> = 10.0..=30.0;
/// A coast battery has no displacement or speed. (Q51)
const ZERO: RangeInclusive<f64> = 0.0..=0.0;
/// The length of a coast battery is that of its front. (Q51)
const FRONT_M: RangeInclusive<f64> = 10.0..=2000.0;
/// Thickness of armour. No ship carried plates nearly as thick as the limit.
const PLATES_MM: RangeInclusive<f64> = 0.0..=1000.0;

/// Largest number of ships in a class. No navy's class came near it.
const MAX_SHIPS_PER_CLASS: usize = 300;

/// The names that a class may refer to.
pub(super) struct KnownNames {
    navies: Vec<Id>,
}

impl KnownNames {
    pub(super) fn load(sources: &Sources) -> Result<KnownNames, DataErrors> {
        Ok(KnownNames { navies: navies(sources)? })
    }
}

/// Selects the classes of a file to read. `None` reads all.
pub(super) type ClassFilter<'w> = Option<&'w dyn Fn(&Node) -> bool>;

/// Returns the ships of a class, each followed by its later flags.
fn entries(class: &Node) -> impl Iterator<Item = &Node> {
    list_under(class, "ships").iter().flat_map(|ship| std::iter::once(ship).chain(list_under(ship, "service")))
}

fn list_under<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    node.get(key).and_then(Node::as_list).unwrap_or_default()
}

/// Whether a class, or one of its refits, is of a type.
pub(super) fn was_of_type(class: &Node, kind: &str) -> bool {
    let refits = list_under(class, "refits").iter();
    std::iter::once(class).chain(refits).any(|entry| entry.scalar("type").is_some_and(|word| word == kind))
}

/// Returns the ids of a class's ships under every flag.
pub(super) fn ids_in(class: &Node) -> impl Iterator<Item = Cow<'_, str>> {
    entries(class).flat_map(|entry| {
        entry.scalar("id").into_iter().chain(list_under(entry, "also").iter().filter_map(Node::path_key))
    })
}

/// Returns the names of a class's ships under every flag.
pub(super) fn names_in(class: &Node) -> impl Iterator<Item = Cow<'_, str>> {
    entries(class).filter_map(|entry| entry.scalar("name"))
}

/// Whether a class has ships that served a navy at any time.
pub(super) fn is_of_navy(class: &Node, navy: &str) -> bool {
    std::iter::once(class).chain(entries(class)).any(|entry| entry.scalar("navy").is_some_and(|word| word == navy))
}

/// Reads the wanted classes of a file. If one of them has an error, reports every error in the file.
pub(super) fn read_file(
    file: &str,
    text: SourceText<'_>,
    wanted: ClassFilter,
    known: &KnownNames,
) -> Result<Vec<ShipClass>, DataErrors> {
    let (report, classes) = read_classes(file, text, wanted, known)?;
    if wanted.is_some() && !report.has_no_errors() {
        return read_file(file, text, None, known);
    }
    report.into_result(Some(without_paths(classes)))
}

/// Reads the classes with their paths for further checks, even if they have errors.
/// Fails only if the file is not YAML.
pub(super) fn read_classes<'t>(
    file: &'t str,
    text: SourceText<'t>,
    wanted: ClassFilter,
    known: &KnownNames,
) -> Result<(Report<'t>, Vec<(ShipClass, KeyPath)>), DataErrors> {
    let (mut report, mut root) = Report::parse_wanted(file, text, wanted)?;
    report_old_layout(&mut root, &mut report);
    let mut items = report.read_items(&root, &KeyPath::default());
    items.retain(|(item, _)| wanted.is_none_or(|wanted| wanted(item)));
    let classes: Vec<(ShipClass, KeyPath)> = items
        .into_iter()
        .filter_map(|(item, path)| Some((read_class(item, &path, &mut report, known)?, path)))
        .collect();
    let ships = |(class, path): &(ShipClass, KeyPath)| {
        let path = path.key("ships");
        let ships = class.ships.iter().enumerate().map(move |(index, ship)| (ship, path.at(index)));
        ships.flat_map(|(ship, path)| ids_of(ship, &path)).collect::<Vec<_>>()
    };
    report.report_duplicate_names("ship", &classes.iter().flat_map(ships).collect::<Vec<_>>());
    Ok((report, classes))
}

/// Returns the error that `file` repeats an id of another file, at the line of the id.
pub(super) fn duplicate_id_errors(file: &str, text: &str, id: &str, other: &str) -> DataErrors {
    let (mut report, root) = match Report::parse(file, text) {
        Ok(opened) => opened,
        Err(errors) => return errors,
    };
    let path = path_of_ship_id(&root, id).unwrap_or_default();
    report_duplicate_id(&mut report, &path, id, other);
    report.into_result::<()>(None).err().unwrap_or_default()
}

pub(super) fn report_duplicate_id(report: &mut Report, path: &KeyPath, id: &str, other: &str) {
    let error = report.add_error(path, format!("the ship `{id}` is also in {other}"));
    error.legal(format!("a different id, or a file named {other} that replaces ours"));
    error.nearest(format!("{id}-ii"));
}

fn path_of_ship_id(root: &Node, id: &str) -> Option<KeyPath> {
    let has_id = |node: &Node| node.scalar("id").is_some_and(|word| word == id);
    let alias_index =
        |node: &Node| list_under(node, "also").iter().position(|other| other.path_key().is_some_and(|key| key == id));
    root.as_list()?.iter().enumerate().find_map(|(index, class)| {
        let ships = KeyPath::default().at(index).key("ships");
        list_under(class, "ships").iter().enumerate().find_map(|(index, ship)| {
            let path = ships.at(index);
            let flag_index = list_under(ship, "service").iter().position(has_id);
            (has_id(ship).then(|| path.key("id")))
                .or_else(|| Some(path.key("also").at(alias_index(ship)?)))
                .or_else(|| Some(path.key("service").at(flag_index?).key("id")))
        })
    })
}

pub(super) fn ids_of(ship: &NamedShip, path: &KeyPath) -> Vec<(String, KeyPath)> {
    let mut ids = vec![(ship.id.to_string(), path.key("id"))];
    ids.extend(ship.also.iter().enumerate().map(|(index, id)| (id.to_string(), path.key("also").at(index))));
    let flags = ship.service.iter().enumerate();
    ids.extend(flags.map(|(index, flag)| (flag.id.to_string(), path.key("service").at(index).key("id"))));
    ids
}

/// Reports the old layout once per file, with what to write instead. There a war had its own files, and a hull one
/// record for each war or flag.
fn report_old_layout(root: &mut Node, report: &mut Report) {
    let Node::List(classes) = root else { return };
    let mut was_reported = false;
    for (index, class) in classes.iter_mut().enumerate() {
        let path = KeyPath::default().at(index);
        let war = class.take("war").and_then(|war| war.as_str().map(str::to_owned));
        if let Some(war) = war.filter(|_| !was_reported) {
            was_reported = true;
            let what = "`war` is the old layout: files are now by navy, with one record for all years of a hull";
            let error = report.add_error(&path.key("war"), what);
            error.legal(
                "no `war`, but `as_of`, the day to which the figures apply (see docs/how-to/convert-old-ship-files.md)",
            );
            error.nearest(if war == "rjw" { "as_of: 1904-02-08" } else { "nothing: figures are for 1914-08-04" });
        }
        let Some(Node::List(ships)) = class.get_mut("ships") else { continue };
        for (index, ship) in ships.iter_mut().enumerate() {
            if ship.take("same_hull").is_some() && !was_reported {
                was_reported = true;
                let path = path.key("ships").at(index).key("same_hull");
                let error = report.add_error(&path, "`same_hull` is the old layout: a hull now has one record");
                error.legal("`service` for later flags and names, and `refits` for changed figures");
            }
        }
    }
}

/// Reads a class. Missing or mistyped values are errors and get placeholders, so that the rest is checked.
fn read_class(node: &Node, path: &KeyPath, report: &mut Report, known: &KnownNames) -> Option<ShipClass> {
    let mut class: ShipClass = report.read_typed(node, path)?;
    fill_placeholders(&mut class, path, report);
    check_ships(&mut class, path, report);
    report.require_known(&path.key("navy"), "navy", class.navy.as_str(), known.navies.iter().map(Id::as_str));
    check_figures(&class, path, report);
    check_guns(class.main.as_ref(), class.main_2.as_ref(), path, report);
    check_fields(&class, path, report);
    check_bores(&class.medium_per_side, "medium", &path.key("medium_per_side"), MEDIUM_IN, report);
    check_bores(&class.light_per_side, "light", &path.key("light_per_side"), LIGHT_IN, report);
    check_dates(&class.ships, &path.key("ships"), report);
    for (index, ship) in class.ships.iter().enumerate().filter(|(_, ship)| !ship.service.is_empty()) {
        check_service(ship, &path.key("ships").at(index), report, known);
    }
    class.fill_in_transfers();
    check_until(&class, path, report);
    check_refits(&class, &path.key("refits"), report);
    Some(class)
}

/// Fills missing figures with typical ones, so that other figures are not judged by zeros.
fn fill_placeholders(class: &mut ShipClass, path: &KeyPath, report: &Report) {
    let has_placeholder = |key: &str| report.has_placeholder(&path.key(key));
    if !report.has_placeholder_within(path) {
        return;
    }
    if has_placeholder("length_m") {
        class.length_m = 100.0;
    }
    if has_placeholder("speed_kn") {
        class.speed_kn = 20.0;
    }
    if has_placeholder("displacement_t") {
        class.displacement_t = 1000;
    }
    if has_placeholder("type") {
        class.kind = ShipType::CL;
    }
    if has_placeholder("armour") {
        class.armour = ArmourPlan::BARE;
    }
}

/// Checks names and number of ships. A ship without a name gets its id as name.
fn check_ships(class: &mut ShipClass, class_path: &KeyPath, report: &mut Report) {
    let path = class_path.key("ships");
    report.require_items(&class.ships, &path);
    if MAX_SHIPS_PER_CLASS < class.ships.len() {
        let what = format!("{} ships of one class", class.ships.len());
        report.add_error(&path, what).legal(format!("at most {MAX_SHIPS_PER_CLASS}"));
        class.ships.truncate(MAX_SHIPS_PER_CLASS);
    }
    for (index, ship) in class.ships.iter_mut().enumerate() {
        if ship.name.is_empty() {
            ship.name = ship.id.to_string();
        }
        if !naming::is_certainly_good_id(ship.id.as_str()) {
            naming::check_id(ship.id.as_str(), "ship", &path.at(index).key("id"), report);
        }
        if !naming::is_certainly_good_name(&ship.name) {
            naming::check_name(&ship.name, "ship", &path.at(index).key("name"), report);
        }
    }
}

/// Reports figures that no ship of any navy had.
fn check_figures(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    let (plan, is_battery) = (class.armour, class.kind.is_coast_battery());
    for (keys, figure, legal) in [
        ("displacement_t", Some(f64::from(class.displacement_t)), if is_battery { ZERO } else { TONS }),
        ("length_m", Some(class.length_m), if is_battery { FRONT_M } else { METRES }),
        ("beam_m", class.beam_m, 1.0..=60.0),
        ("speed_kn", Some(class.speed_kn), if is_battery { ZERO } else { KNOTS }),
        ("speed_service_kn", class.speed_service_kn, SERVICE_KNOTS),
        ("fire_control.rangefinder_m", class.fire_control.rangefinder_m, RANGEFINDERS_M),
        ("torpedo.size_in", class.torpedo.map(|tubes| tubes.size_in), TUBES_IN),
        ("armour.belt_mm", Some(plan.belt_mm), PLATES_MM),
        ("armour.belt_ends_mm", Some(plan.belt_ends_mm), PLATES_MM),
        ("armour.turret_mm", Some(plan.turret_mm), PLATES_MM),
        ("armour.deck_mm", Some(plan.deck_mm), PLATES_MM),
    ] {
        check_range(report, path, keys, figure, legal);
    }
}

fn check_guns(main: Option<&MainBattery>, second: Option<&MainBattery>, parent_path: &KeyPath, report: &mut Report) {
    let mut ids: Vec<(String, KeyPath)> = Vec::new();
    for (key, battery) in [("main", main), ("main_2", second)] {
        let Some(battery) = battery else { continue };
        let path = parent_path.key(key);
        let mounts = battery.mounts.iter().enumerate();
        ids.extend(mounts.map(|(index, mount)| (mount.id.to_string(), path.key("mounts").at(index).key("id"))));
        check_main(battery, &path, report);
    }
    report.report_duplicate_names("mount", &ids);
    if main.is_none() && second.is_some() {
        report.add_error(&parent_path.key("main_2"), "a second big calibre needs a first one, `main`");
    }
}

/// Checks that `read` and `disputed` name fields of the record.
fn check_fields(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    let is_citable = |field: &str| CITABLE_FIELDS.contains(&field.split('.').next().unwrap_or(field));
    for (index, field) in class.read.iter().enumerate().filter(|(_, field)| !is_citable(field)) {
        report.add_unknown_name(&path.key("read").at(index), "field", field, CITABLE_FIELDS.into_iter());
    }
    let disputed = class.disputed.iter().map(|disputed| disputed.field.as_str());
    for (index, field) in disputed.enumerate().filter(|(_, field)| !is_citable(field)) {
        report.add_unknown_name(
            &path.key("disputed").at(index).key("field"),
            "field",
            field,
            CITABLE_FIELDS.into_iter(),
        );
    }
}

/// Reports a figure outside its range. Builds the path only then, because nearly all figures are legal.
fn check_range(report: &mut Report, parent: &KeyPath, keys: &str, figure: Option<f64>, legal: RangeInclusive<f64>) {
    if let Some(figure) = figure.filter(|figure| !legal.contains(figure)) {
        report.require_in_range(&parent.keys(keys), figure, legal, |figure| format!("{figure} is out of range"));
    }
}

fn check_main(main: &MainBattery, path: &KeyPath, report: &mut Report) {
    for (index, mount) in main.mounts.iter().enumerate().filter(|(_, mount)| mount.arcs.is_empty()) {
        let arcs = path.key("mounts").at(index).key("arcs");
        report.add_error(&arcs, format!("the mount `{}` has no arcs", mount.id)).legal("bow, port, starboard, stern");
    }
    if main.mounts.is_empty() {
        report.add_error(&path.key("mounts"), "big guns need at least one mount");
    }
    check_range(report, path, "guns_per_mount", Some(f64::from(main.guns_per_mount)), 1.0..=4.0);
    check_range(report, path, "calibre", Some(main.calibre), BARREL_CALIBRES);
    check_range(report, path, "bore_in", Some(main.bore_in), 5.0..=20.0);
    if (5.0..8.0).contains(&main.bore_in) {
        let what = format!("big guns have 8 inches or more, these have {} [{GUN_CLASSES}]", main.bore_in);
        report.add_warning(&path.key("bore_in"), what).usual("8 to 18").nearest("8");
    }
}

/// Reports impossible bores and barrel lengths, and warns of bores outside their class. [1.5, Q2]
fn check_bores(
    groups: &[GunGroup],
    kind: &str,
    groups_path: &KeyPath,
    usual: RangeInclusive<f64>,
    report: &mut Report,
) {
    for (index, guns) in groups.iter().enumerate() {
        let path = groups_path.at(index);
        check_range(report, &path, "bore_in", Some(guns.bore_in), SMALL_BORES_IN);
        check_range(report, &path, "calibre", Some(guns.calibre), BARREL_CALIBRES);
        if !usual.contains(&guns.bore_in) {
            let (from, to) = (*usual.start(), *usual.end());
            let what = format!("{kind} guns have {from} to {to} inches, these have {} [{GUN_CLASSES}]", guns.bore_in);
            let warning = report.add_warning(&path.key("bore_in"), what);
            warning.usual(format!("{from} to {to}")).nearest(guns.bore_in.clamp(from, to));
        }
    }
}

/// Requires `completed_until` if some ships are known only by the years of their class.
fn check_until(class: &ShipClass, path: &KeyPath, report: &mut Report) {
    let until = class.completed_until;
    let dated_by_class = class.ships.iter().filter(|ship| ship.known_to == Some(KnownTo::Class));
    let first = dated_by_class.filter_map(|ship| ship.completed).map(|day| day.year()).min();
    match (first, until) {
        (Some(first), Some(until)) if until < first => {
            let error = report.add_error(&path.key("completed_until"), format!("the first ship is from {first}"));
            error.legal(format!("{first} or later")).nearest(first);
        }
        (Some(first), None) => {
            let what = "some ships are dated only by their class, and the last year is missing";
            report.add_error(path, what).legal(format!("completed_until: {first}, or later"));
        }
        (Some(_), Some(_)) | (None, _) => {}
    }
}

/// Checks the order, ships, notes and figures of refits, and that each changes something.
fn check_refits(class: &ShipClass, refits_path: &KeyPath, report: &mut Report) {
    let (refits, ships) = (&class.refits, &class.ships);
    for (index, refit) in refits.iter().enumerate() {
        let path = &refits_path.at(index);
        if let Some(earlier) = refits[..index].iter().find(|earlier| refit.from < earlier.from) {
            let legal = format!("{} or later", earlier.from);
            report.add_error(&path.key("from"), "refits must be in order of time").legal(legal);
        }
        for (index, ship) in refit.ships.iter().enumerate() {
            let names = ships.iter().map(|ship| ship.id.as_str());
            report.require_known(&path.key("ships").at(index), "ship of the class", ship.as_str(), names);
        }
        if refit.disarmed && (refit.main.is_some() || refit.main_2.is_some()) {
            let what = "a refit cannot both land big guns and fit others";
            report.add_error(&path.key("disarmed"), what).legal("`disarmed`, or `main`");
        }
        if refit.note.trim().is_empty() {
            report
                .add_error(&path.key("note"), "a refit needs a note of the change and its source")
                .legal("a few words");
        }
        let existed =
            |ship: &NamedShip| refit.applies_to(&ship.id) && ship.final_loss().is_none_or(|lost| refit.from <= lost);
        if !refit.ships.is_empty() && !ships.iter().any(existed) {
            let what = "no ship with this refit existed then";
            report.add_error(&path.key("from"), what).legal("a day before their loss");
        }
        for (index, field) in refit.read.iter().enumerate().filter(|(_, field)| !refit.is_change_of(field)) {
            report.add_error(&path.key("read").at(index), format!("the refit does not change `{field}`"));
        }
        if refit.is_empty() {
            let legal = "one of disarmed, main, medium_per_side, light_per_side, torpedo, speed_kn";
            report.add_error(path, "the refit changes nothing").legal(legal);
        }
        check_guns(refit.main.as_ref(), refit.main_2.as_ref().filter(|_| refit.main.is_some()), path, report);
        if let (None, Some(second)) = (&refit.main, &refit.main_2) {
            check_main(second, &path.key("main_2"), report);
        }
        let [medium, light] =
            [&refit.medium_per_side, &refit.light_per_side].map(|guns| guns.as_deref().unwrap_or(&[]));
        check_bores(medium, "medium", &path.key("medium_per_side"), MEDIUM_IN, report);
        check_bores(light, "light", &path.key("light_per_side"), LIGHT_IN, report);
        check_range(report, path, "speed_kn", refit.speed_kn, KNOTS);
        check_range(report, path, "speed_service_kn", refit.speed_service_kn, SERVICE_KNOTS);
        check_range(report, path, "displacement_t", refit.displacement_t.map(f64::from), TONS);
        let rangefinder_m = refit.fire_control.and_then(|control| control.rangefinder_m);
        check_range(report, path, "fire_control.rangefinder_m", rangefinder_m, RANGEFINDERS_M);
        check_range(report, path, "torpedo.size_in", refit.torpedo.map(|tubes| tubes.size_in), TUBES_IN);
    }
}

/// Checks the names, navies and order of later flags, and that no flag ends after the next one began.
fn check_service(ship: &NamedShip, ship_path: &KeyPath, report: &mut Report, known: &KnownNames) {
    let mut before = (
        ship.completed,
        [ship.lost, ship.interned.filter(|_| ship.released.is_none()), ship.transferred],
        ship_path.clone(),
    );
    for (index, flag) in ship.service.iter().enumerate() {
        let path = ship_path.key("service").at(index);
        let LaterFlag { from, id, name, navy, lost, interned, transferred, .. } = flag;
        naming::check_id(id.as_str(), "ship", &path.key("id"), report);
        naming::check_name(name, "ship", &path.key("name"), report);
        report.require_known(&path.key("navy"), "navy", navy.as_str(), known.navies.iter().map(Id::as_str));
        let (began, ends, earlier_path) = before;
        if let Some(began) = began.filter(|began| index != 0 && from <= began) {
            report.add_error(&path.key("from"), "flags must be in order of time").legal(format!("after {began}"));
        }
        for (key, end) in ["lost", "interned", "transferred"].into_iter().zip(ends) {
            let Some(end) = end.filter(|end| from < end || (from == end && key == "transferred")) else { continue };
            let what = match from == &end {
                true => format!("the next flag's `from` already gives the transfer on {end}"),
                false => format!("the next flag began on {from}, before this end of {end}"),
            };
            report.add_error(&earlier_path.key(key), what).legal(format!("a day before {from}, or no `{key}`"));
        }
        before = (Some(*from), [*lost, *interned, *transferred], path);
    }
}

/// Checks that periods out of service are in order and do not overlap.
fn check_out(ship: &NamedShip, ship_path: &KeyPath, report: &mut Report) {
    let mut next_free: Option<NaiveDate> = None;
    for (index, out) in ship.out.iter().enumerate() {
        let path = ship_path.key("out").at(index);
        if let Some(to) = out.to.filter(|to| *to < out.from) {
            report.add_error(
                &path.key("to"),
                format!("{} is out until {to}, before it starts on {}", ship.name, out.from),
            );
        }
        if index != 0 && next_free.is_none_or(|next_free| out.from < next_free) {
            let error = report.add_error(&path.key("from"), format!("{} was already out on {}", ship.name, out.from));
            error.legal("periods in order that do not overlap");
        }
        next_free = out.to.and_then(|to| to.succ_opt());
    }
}

fn check_dates(ships: &[NamedShip], ships_path: &KeyPath, report: &mut Report) {
    for (index, ship) in ships.iter().enumerate() {
        let path = ships_path.at(index);
        check_out(ship, &path, report);
        // An invalid date was reported already. Do not judge its placeholder.
        let is_sound = |key: &str| report.is_sound(&path.key(key));
        if let (Some(completed), Some(lost)) = (ship.completed, ship.lost)
            && lost < completed
            && is_sound("completed")
            && is_sound("lost")
        {
            let error = report.add_error(&path.key("lost"), format!("{} was lost before it was completed", ship.name));
            error.legal(format!("from {completed} on")).nearest(completed);
        }
        if let Some(released) = ship.released
            && ship.interned.is_none_or(|interned| released < interned)
        {
            let error = report
                .add_error(&path.key("released"), format!("{} was released before it had been interned", ship.name));
            error.legal("`interned`, a day before it");
        }
    }
}
