//! Checks a user's ship file, with all errors and warnings, and writes classes as YAML.
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_yaml::Value;

use crate::class_file::{DIRECTORY, KnownNames, ids_in, ids_of, read_classes, report_duplicate_id};
use crate::{
    CardError, Checked, DataErrors, KeyPath, Node, Report, ShipClass, ShipLibrary, ShipRecord, Sources,
    plausibility::warn_of_doubts,
};
use naval::Id;

/// Returns the ships of a file with their cards, and warnings of doubtful values.
///
/// # Errors
/// Returns every error of the text and of the resulting cards, then the warnings.
pub fn ship_file(sources: &Sources, file: &str, text: &str) -> Result<Checked<Vec<ShipRecord>>, DataErrors> {
    let (mut report, classes) = read_classes(file, text.into(), None, &KnownNames::load(sources)?)?;
    let (classes, places): (Vec<ShipClass>, Vec<KeyPath>) = classes.into_iter().unzip();
    let library = ShipLibrary::from_classes(sources, file, classes)?;
    let library_ids = library_ids(sources);
    let mut value = Vec::new();
    if places.is_empty() && report.has_no_errors() {
        let error = report.add_error(&KeyPath::default(), "there is no ship in it");
        error.legal("a list of classes, each with its ships, as `kaiser ship new` writes it");
    }
    for (class, class_path) in library.classes().zip(&places) {
        let mut reported: Vec<CardError> = Vec::new();
        for (index, ship) in class.ships.iter().enumerate() {
            match library.compute_record((class, ship), None, &[]) {
                Ok(record) => value.push(record),
                // Sister ships share their figures, so report each error once.
                Err(mut errors) => {
                    errors.retain(|error| !reported.contains(error));
                    reported.append(&mut errors);
                }
            }
            for (index, refit) in class.refits.iter().enumerate().filter(|(_, refit)| refit.applies_to(&ship.id)) {
                let errors = library.compute_record((class, ship), Some(refit.from), &[]).err();
                if let Some(error) = errors.into_iter().flatten().find(|error| !reported.contains(error)) {
                    let path = class_path.key("refits").at(index);
                    report.add_error(&path, format!("{} after this refit: {}", ship.name, error.what)).legal =
                        error.legal;
                }
            }
            for (id, path) in ids_of(ship, &class_path.key("ships").at(index)) {
                check_library_ids(&library_ids, file, &id, &path, &mut report);
            }
        }
        for later in class.later_flags() {
            match library.compute_record((&later, &later.ships[0]), None, &[]) {
                Ok(record) => value.push(record),
                Err(errors) => {
                    reported.extend(errors.into_iter().filter(|error| !reported.contains(error)).collect::<Vec<_>>())
                }
            }
        }
        for error in reported {
            report_misfit(error, class, class_path, &mut report);
        }
        warn_of_doubts(class, class_path, &mut report);
        warn_of_equal_names(class, class_path, &mut report);
    }
    report.into_checked(Some(value), Vec::new())
}

fn warn_of_equal_names(class: &ShipClass, class_path: &KeyPath, report: &mut Report) {
    let mut seen: HashMap<String, &Id> = HashMap::new();
    for (index, ship) in class.ships.iter().enumerate() {
        let first = *seen.entry(ship.name.to_lowercase()).or_insert(&ship.id);
        if *first != ship.id {
            let path = class_path.key("ships").at(index).key("name");
            let warning = report.add_warning(&path, format!("`{first}` is also called {}", ship.name));
            warning.usual("a different name for every ship of a class").nearest(format!("{} II", ship.name));
        }
    }
}

/// Reports an impossible figure, unless it only follows from a field that is wrong itself.
fn report_misfit(error: CardError, class: &ShipClass, path: &KeyPath, report: &mut Report) {
    let field = error.path(path);
    let is_wrong = |key: &str| !report.is_sound(&path.key(key));
    if error.override_index.is_none() && (is_wrong("type") || report.has_error_within(&field)) {
        return;
    }
    let CardError { override_index: set, what, legal, nearest, .. } = error;
    let paragraph =
        set.and_then(|index| class.set.get(index)).map(|change| format!(" [{}]", change.figure.paragraph()));
    let error = report.add_error(&field, what + &paragraph.unwrap_or_default());
    (error.legal, error.nearest) = (legal, nearest);
}

/// Returns a class as YAML for a ship file, without empty keys.
///
/// # Errors
/// Returns a message if a value cannot be written as YAML.
pub fn ship_text(class: &ShipClass) -> Result<String, String> {
    let value = serde_yaml::to_value(class).map_err(|error| error.to_string())?;
    let text =
        serde_yaml::to_string(&Value::Sequence(vec![without_empty_keys(value)])).map_err(|error| error.to_string())?;
    Ok(format!("# `read` lists the fields that were read in `sources`. All other fields are estimates.\n{text}"))
}

fn without_empty_keys(value: Value) -> Value {
    let is_empty = |value: &Value| {
        value.is_null() || value.as_sequence().is_some_and(Vec::is_empty) || value.as_str().is_some_and(str::is_empty)
    };
    match value {
        Value::Mapping(map) => Value::Mapping(
            map.into_iter()
                .map(|(key, value)| (key, without_empty_keys(value)))
                .filter(|(_, value)| !is_empty(value))
                .collect(),
        ),
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(without_empty_keys).collect()),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Tagged(_)) => other,
    }
}

/// Reports an id that another library file has. A library file of the same name is replaced, so it does not count.
fn check_library_ids(library: &[(&str, HashSet<String>)], file: &str, id: &str, path: &KeyPath, report: &mut Report) {
    let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let own = name(file);
    if let Some((other, _)) = library.iter().find(|(other, ids)| name(other) != own && ids.contains(id)) {
        report_duplicate_id(report, path, id, other);
    }
}

/// Returns the ids in every readable file of the library.
fn library_ids(sources: &Sources) -> Vec<(&str, HashSet<String>)> {
    let files = sources.yaml_files_in(DIRECTORY).into_iter();
    let opened = files.filter_map(|(path, text)| Some((path, Report::parse(path, text).ok()?.1)));
    let ids = |classes: Node| {
        let classes = classes.as_list().unwrap_or_default().iter();
        classes.flat_map(ids_in).map(Cow::into_owned).collect()
    };
    opened.map(|(path, classes)| (path, ids(classes))).collect()
}
