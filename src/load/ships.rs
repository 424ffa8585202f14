//! Finds ships in the library and computes their cards. Begin with [`ship`].
use std::{borrow::Cow, collections::HashMap};

use chrono::{Datelike as _, NaiveDate};

use crate::class_file::{
    ClassFilter, DIRECTORY, KnownNames, duplicate_id_errors, ids_in, is_of_navy, names_in, read_file,
};
use crate::formula::{Formula, ShipOnDay, formula};
use crate::{
    CardError, DataError, DataErrors, NamedShip, Node, Override, ShipClass, ShipLine, ShipRecord, Sources,
    card::compute_card, card_error::joined_messages, data_error::collect_results, join_names, nearest, ship_list,
};
use naval::model::library::{first_day_of, war_on};
use naval::{Id, model::Card};
use play::verbs::fold;

/// The part of the library that was opened.
pub(super) struct ShipLibrary {
    formula: Formula,
    /// War whose charts apply. Without it, the war of the day.
    war: Option<Id>,
    /// Classes with their files, once for every flag that a ship of the class sailed under.
    classes: Vec<(ShipClass, String)>,
}

impl ShipLibrary {
    pub(super) fn open_navies(
        sources: &Sources,
        war: &Id,
        navies: &[Id],
        wanted: ClassFilter,
    ) -> Result<ShipLibrary, DataErrors> {
        let of_navies = |class: &Node| {
            navies.iter().any(|navy| is_of_navy(class, navy.as_str())) && wanted.is_none_or(|wanted| wanted(class))
        };
        Ok(ShipLibrary { war: Some(war.clone()), ..ShipLibrary::open(sources, Some(&of_navies))? })
    }

    /// Opens the classes with the ships asked for, for a battle of a war. If one is missing, opens all.
    pub(super) fn open_with_ships(sources: &Sources, war: &Id, ids: &[Id]) -> Result<ShipLibrary, DataErrors> {
        let wanted = |class: &Node| ids_in(class).any(|found| ids.iter().any(|id| *id == *found));
        let library = ShipLibrary::open(sources, Some(&wanted))?;
        let has_all = ids.iter().all(|id| library.by_id(id.as_str()).is_some());
        let library = if has_all { library } else { ShipLibrary::open(sources, None)? };
        Ok(ShipLibrary { war: Some(war.clone()), ..library })
    }

    /// Opens the classes with a ship whose id, name or a word of its name begins with `given`.
    ///
    /// # Errors
    /// Returns every error in the files, or the nearest name of the library if no ship matches.
    fn open_with_prefix(sources: &Sources, given: &str) -> Result<ShipLibrary, DataErrors> {
        let word = given.trim().to_lowercase();
        let matches = |found: Cow<str>| {
            found.to_lowercase().starts_with(&word)
                || folded_starts_with(&found, &word)
                || has_word_with_prefix(&found, &word)
        };
        let wanted = |class: &Node| ids_in(class).any(matches) || names_in(class).any(matches);
        let library = ShipLibrary::open(sources, Some(&wanted))?;
        if library.classes.is_empty() { Err(unknown_ship(given, &ship_list(sources)?).into()) } else { Ok(library) }
    }

    fn open(sources: &Sources, wanted: ClassFilter) -> Result<ShipLibrary, DataErrors> {
        let known = KnownNames::load(sources)?;
        let mut library = ShipLibrary { formula: formula(sources)?, war: None, classes: Vec::new() };
        let mut errors = Vec::new();
        for (path, text) in sources.yaml_files_in(DIRECTORY) {
            match read_file(path, text, wanted, &known) {
                Ok(classes) => {
                    let classes = classes.into_iter().flat_map(ShipClass::with_later_flags);
                    library.classes.extend(classes.map(|class| (class, path.to_owned())));
                }
                Err(found) => errors.extend(found.0),
            }
        }
        library.report_duplicate_ids(sources, &mut errors);
        if errors.is_empty() { Ok(library) } else { Err(DataErrors(errors)) }
    }

    /// Returns a library of the classes of one file, for checks of that file.
    pub(super) fn from_classes(
        sources: &Sources,
        file: &str,
        classes: Vec<ShipClass>,
    ) -> Result<ShipLibrary, DataErrors> {
        let classes = classes.into_iter().map(|class| (class, file.to_owned())).collect();
        Ok(ShipLibrary { formula: formula(sources)?, war: None, classes })
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &ShipClass> {
        self.classes.iter().map(|(class, _)| class)
    }

    /// Reports ids that two files share, at the user's file if the other is built in.
    fn report_duplicate_ids(&self, sources: &Sources, errors: &mut Vec<DataError>) {
        let mut seen: HashMap<&str, &str> = HashMap::new();
        for (class, file) in &self.classes {
            let ids = class.ships.iter().flat_map(|ship| std::iter::once(&ship.id).chain(&ship.also));
            for id in ids {
                let first = *seen.entry(id.as_str()).or_insert(file);
                if first == file {
                    continue;
                }
                let (reported_file, other) =
                    if sources.is_as_built(file) { (first, file.as_str()) } else { (file.as_str(), first) };
                errors.extend(
                    duplicate_id_errors(
                        reported_file,
                        sources.text(reported_file).unwrap_or_default(),
                        id.as_str(),
                        other,
                    )
                    .0,
                );
            }
        }
    }

    fn all_ships(&self) -> impl Iterator<Item = (&ShipClass, &NamedShip)> + Clone {
        self.classes.iter().flat_map(|(class, _)| class.ships.iter().map(move |ship| (class, ship)))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.all_ships().map(|(_, ship)| ship.id.as_str())
    }

    pub(super) fn in_service(&self, navy: &Id, day: NaiveDate) -> impl Iterator<Item = (&ShipClass, &NamedShip)> {
        self.all_ships().filter(move |(class, ship)| class.navy == *navy && ship.absence_on(day).is_none())
    }

    /// Finds a ship by any of its ids.
    pub(super) fn by_id(&self, id: &str) -> Option<(&ShipClass, &NamedShip)> {
        self.all_ships().find(|(_, ship)| ship.has_id(id))
    }

    /// Returns the flag under which a hull served on a day, or `found` if it served under none.
    pub(super) fn flag_on<'s>(
        &'s self,
        found: (&'s ShipClass, &'s NamedShip),
        day: NaiveDate,
    ) -> (&'s ShipClass, &'s NamedShip) {
        let hull = self.all_ships().filter(|(_, ship)| ship.hull() == found.1.hull());
        let serving = hull.filter(|(_, ship)| ship.absence_on(day).is_none());
        serving.max_by_key(|(_, ship)| ship.id == found.1.id).unwrap_or(found)
    }

    /// Finds a ship by id, then by name, then by the start of either or of a later word of the name. If several ships
    /// share the name, takes the one in service on the day.
    ///
    /// # Errors
    /// Fails if no ship matches, or several.
    pub(super) fn find(&self, given: &str, day: Option<NaiveDate>) -> Result<(&ShipClass, &NamedShip), DataErrors> {
        let word = given.trim().to_lowercase();
        if let Some(found) = self.by_id(&word) {
            return Ok(found);
        }
        let plain = folded_name(&word, false);
        let named = self.matching_hulls(|ship| ship.name.to_lowercase() == word || is_folded_name(&ship.name, &plain));
        match &named[..] {
            [only] => return Ok(*only),
            [] => {}
            several => {
                let mut serving =
                    several.iter().filter(|(_, ship)| day.is_some_and(|day| ship.absence_on(day).is_none()));
                return match (serving.next(), serving.next()) {
                    (Some(only), None) => Ok(*only),
                    _ => Err(shared_name(given, several).into()),
                };
            }
        }
        let begins = |text: &str| !word.is_empty() && text.to_lowercase().starts_with(&word);
        let mut candidates = self.matching_hulls(|ship| begins(ship.id.as_str()) || begins(&ship.name));
        if candidates.is_empty() {
            candidates = self.matching_hulls(|ship| folded_starts_with(&ship.name, &word));
        }
        if candidates.is_empty() {
            candidates = self.matching_hulls(|ship| has_word_with_prefix(&ship.name, &word));
        }
        match &candidates[..] {
            [only] => Ok(*only),
            [] => Err(unknown_ship(given, &[]).into()),
            several => {
                let names: Vec<&str> = several.iter().map(|(_, ship)| ship.id.as_str()).collect();
                let (what, legal) = (format!("`{given}` is the start of several ships"), Some(join_names(&names)));
                Err(DataError { what, legal, ..unknown_ship(given, &[]) }.into())
            }
        }
    }

    /// Returns the matching ships, each hull once even if it matches under two flags.
    fn matching_hulls(&self, fits: impl Fn(&NamedShip) -> bool) -> Vec<(&ShipClass, &NamedShip)> {
        let mut found: Vec<_> = self.all_ships().filter(|(_, ship)| fits(ship)).collect();
        found.dedup_by_key(|(_, ship)| ship.hull());
        found
    }

    /// Returns a ship's record. Impossible figures become an error of the ship's file.
    fn record_or_error(
        &self,
        found: (&ShipClass, &NamedShip),
        day: Option<NaiveDate>,
    ) -> Result<ShipRecord, DataErrors> {
        self.record(found, day, &[]).map_err(|what| {
            let file = self.classes.iter().find(|(class, _)| std::ptr::eq(class, found.0));
            let (file, path) = (file.map(|(_, file)| file.clone()).unwrap_or_default(), found.1.id.to_string());
            DataError { file, path, what, ..DataError::default() }.into()
        })
    }

    /// Returns a ship's card on a day, without explanations.
    pub(super) fn card(&self, (class, ship): (&ShipClass, &NamedShip), day: NaiveDate) -> Result<Card, String> {
        let class = &class.for_ship_on(&ship.id, day);
        let director = ship.director.or(class.fire_control.director);
        let subject = ShipOnDay { class, completed: ship.built_on(), director, day, war: self.war_on(day) };
        let computed = compute_card(&self.formula, &subject, ship, &[], false);
        computed.map(|(card, _)| card).map_err(|errors| joined_messages(&errors))
    }

    /// Returns a ship's record on a day. The overrides in `set` follow those of its class.
    pub(super) fn record(
        &self,
        found: (&ShipClass, &NamedShip),
        day: Option<NaiveDate>,
        set: &[Override],
    ) -> Result<ShipRecord, String> {
        self.compute_record(found, day, set).map_err(|errors| joined_messages(&errors))
    }

    /// Returns a ship's record on a day. Each error has the field of the class that causes it.
    pub(super) fn compute_record(
        &self,
        (class, ship): (&ShipClass, &NamedShip),
        day: Option<NaiveDate>,
        set: &[Override],
    ) -> Result<ShipRecord, Vec<CardError>> {
        let day = day.unwrap_or_else(|| class.default_day(ship));
        let class = class.for_ship_on(&ship.id, day);
        let director = ship.director.or(class.fire_control.director);
        let war = self.war_on(day);
        let subject = ShipOnDay { class: &class, completed: ship.built_on(), director, day, war };
        let (card, figures) = compute_card(&self.formula, &subject, ship, set, true)?;
        Ok(ShipRecord {
            id: ship.id.clone(),
            name: ship.name.clone(),
            completed: ship.completed,
            lost: ship.lost,
            on: day,
            war: Id::new(war),
            class: class.into_owned(),
            card,
            figures,
            ship: ship.clone(),
        })
    }
}

impl ShipLibrary {
    fn war_on(&self, day: NaiveDate) -> &str {
        self.war.as_ref().map_or_else(|| war_on(day), Id::as_str)
    }
}

/// Returns a name without accents and hyphens, with umlauts spelt out if `umlauts` is set.
fn folded_name(name: &str, umlauts: bool) -> String {
    name.split_whitespace().map(|word| fold(word, umlauts)).collect::<Vec<_>>().join(" ")
}

fn is_folded_name(name: &str, plain: &str) -> bool {
    !plain.is_empty() && folded_name(name, false) == plain
}

fn folded_starts_with(name: &str, word: &str) -> bool {
    let plain = folded_name(word, false);
    !plain.is_empty() && [false, true].into_iter().any(|umlauts| folded_name(name, umlauts).starts_with(&plain))
}

/// Whether a later word of a name begins with `word`: Averof is Georgios Averof.
fn has_word_with_prefix(name: &str, word: &str) -> bool {
    name.split_whitespace().skip(1).any(|later| folded_starts_with(later, word))
}

/// Returns the error for an unknown ship, with the nearest id or name.
fn unknown_ship(given: &str, library: &[ShipLine]) -> DataError {
    let ids = library.iter().map(|ship| ship.id.as_str());
    let names = library.iter().map(|ship| ship.name.as_str());
    let nearest = nearest(given, ids).or_else(|| nearest(given, names));
    DataError {
        file: DIRECTORY.to_owned(),
        what: format!("there is no ship `{given}`"),
        nearest,
        ..DataError::default()
    }
}

/// Returns the error for a shared name, with ids and differences.
fn shared_name(given: &str, several: &[(&ShipClass, &NamedShip)]) -> DataError {
    let ship_description = |(class, ship): &(&ShipClass, &NamedShip)| match ship.built_on() {
        Some(built) => format!("{} ({}, {} of {})", ship.id, class.navy, class.kind, built.year()),
        None => format!("{} ({}, {})", ship.id, class.navy, class.kind),
    };
    let descriptions: Vec<String> = several.iter().map(ship_description).collect();
    let descriptions: Vec<&str> = descriptions.iter().map(String::as_str).collect();
    let what = format!("several ships are called `{}`", given.trim());
    DataError { what, legal: Some(join_names(&descriptions)), ..unknown_ship(given, &[]) }
}

pub fn ships(sources: &Sources) -> Result<Vec<ShipRecord>, DataErrors> {
    let library = ShipLibrary::open(sources, None)?;
    collect_results(library.all_ships().map(|found| library.record_or_error(found, None)))
}

/// Finds a ship by id, or by a unique name or beginning. The card is for the day of its class's figures, or its first
/// day under the flag asked for, or its completion, whichever is latest.
pub fn ship(sources: &Sources, name: &str) -> Result<ShipRecord, DataErrors> {
    let library = ShipLibrary::open_with_prefix(sources, name)?;
    let found = library.find(name, None)?;
    // Other ids (`also`) belong to records for the Great War.
    let day = found.1.also.iter().any(|id| *id == *name.trim().to_lowercase()).then(|| first_day_of(NaiveDate::MAX));
    library.record_or_error(found, day)
}

/// Finds a ship as on a day, under the flag and name of its hull then. A shared name means the ship in service that
/// day. An id never means another ship.
pub fn ship_on(sources: &Sources, name: &str, day: NaiveDate) -> Result<ShipRecord, DataErrors> {
    let library = ShipLibrary::open_with_prefix(sources, name)?;
    library.record_or_error(library.flag_on(library.find(name, Some(day))?, day), Some(day))
}

/// Finds a ship for an open table: under the flag asked for, in or out of service, with its card on the battle's day.
pub fn ship_to_place(sources: &Sources, name: &str, day: NaiveDate) -> Result<ShipRecord, DataErrors> {
    let library = ShipLibrary::open_with_prefix(sources, name)?;
    library.record_or_error(library.find(name, None)?, Some(day))
}
