//! The library of ships, each with her card.
use std::{borrow::Cow, collections::HashMap};

use chrono::{Datelike as _, NaiveDate};

use crate::class_file::{DIRECTORY, Known, Only, read_file, ships_in};
use crate::formula::{Formula, Subject, formula};
use crate::{
    Flaw, Flaws, Misfit, NamedShip, Node, Override, ShipClass, ShipLine, ShipRecord, Sources, card::reckon, flaw::all,
    listed, misfit::said_together, nearest, ship_list, stem_in,
};
use naval::{Card, Id};
use play::verbs::fold;

/// The library as far as it was opened.
pub(super) struct Shelf {
    formula: Formula,
    classes: Vec<(ShipClass, String)>,
}

impl Shelf {
    /// Opens the files of these navies in a war, as far as their classes are wanted.
    pub(super) fn of_navies(sources: &Sources, war: &str, navies: &[Id], wanted: Only) -> Result<Shelf, Flaws> {
        let stems: Vec<String> = navies.iter().map(|navy| format!("{war}-{navy}")).collect();
        Shelf::from_files(sources, |stem| stems.iter().any(|one| one == stem), wanted)
    }

    /// Opens the files of a war as far as they hold the ships asked for; all of them where one is not found.
    pub(super) fn holding(sources: &Sources, war: &str, ids: &[Id]) -> Result<Shelf, Flaws> {
        let wanted = |class: &Node| ships_in(class, "id").any(|found| ids.iter().any(|id| *id == *found));
        let shelf = Shelf::of_war(sources, Some(war), Some(&wanted))?;
        let whole = ids.iter().all(|id| shelf.by_id(id.as_str()).is_some());
        if whole { Ok(shelf) } else { Shelf::of_war(sources, Some(war), None) }
    }

    /// Opens the files as far as they hold ships whose id or name begins so.
    ///
    /// # Errors
    /// Every flaw of the files; or there is no such ship, with the nearest name of the whole library.
    fn beginning(sources: &Sources, given: &str) -> Result<Shelf, Flaws> {
        let word = given.trim().to_lowercase();
        let begins = |found: Cow<str>| found.to_lowercase().starts_with(&word) || plainly_begins(&found, &word);
        let wanted = |class: &Node| ships_in(class, "id").any(begins) || ships_in(class, "name").any(begins);
        let shelf = Shelf::of_war(sources, None, Some(&wanted))?;
        if shelf.classes.is_empty() { Err(unknown(given, &ship_list(sources)?).into()) } else { Ok(shelf) }
    }

    /// Opens the files of one war, or of all wars, as far as their classes are wanted.
    fn of_war(sources: &Sources, war: Option<&str>, wanted: Only) -> Result<Shelf, Flaws> {
        Shelf::from_files(sources, |stem| war.is_none_or(|war| stem.split('-').next() == Some(war)), wanted)
    }

    /// Opens the files of these stems, as far as they are wanted.
    fn from_files(sources: &Sources, takes: impl Fn(&str) -> bool, wanted: Only) -> Result<Shelf, Flaws> {
        let known = Known::of(sources)?;
        let mut shelf = Shelf { formula: formula(sources)?, classes: Vec::new() };
        let mut flaws = Vec::new();
        let files = sources.within(DIRECTORY).into_iter();
        for (path, text) in files.filter(|(path, _)| stem_in(path, DIRECTORY).is_some_and(&takes)) {
            match read_file(path, text, wanted, &known) {
                Ok(classes) => shelf.classes.extend(classes.into_iter().map(|class| (class, path.to_owned()))),
                Err(found) => flaws.extend(found.0),
            }
        }
        shelf.ids_are_unique(&mut flaws);
        if flaws.is_empty() { Ok(shelf) } else { Err(Flaws(flaws)) }
    }

    /// The classes of one file, which are checked by themselves.
    pub(super) fn of(sources: &Sources, file: &str, classes: Vec<ShipClass>) -> Result<Shelf, Flaws> {
        let classes = classes.into_iter().map(|class| (class, file.to_owned())).collect();
        Ok(Shelf { formula: formula(sources)?, classes })
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &ShipClass> {
        self.classes.iter().map(|(class, _)| class)
    }

    fn ids_are_unique(&self, flaws: &mut Vec<Flaw>) {
        let mut seen: HashMap<&str, &str> = HashMap::new();
        for (class, file) in &self.classes {
            for ship in &class.ships {
                let first = *seen.entry(ship.id.as_str()).or_insert(file);
                if first != file {
                    let what = format!("the ship `{}` is in {first} too", ship.id);
                    flaws.push(Flaw { file: file.clone(), path: ship.id.to_string(), what, ..Flaw::default() });
                }
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = (&ShipClass, &NamedShip)> + Clone {
        self.classes.iter().flat_map(|(class, _)| class.ships.iter().map(move |ship| (class, ship)))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.all().map(|(_, ship)| ship.id.as_str())
    }

    /// Ships of a navy that were in service on a day.
    pub(super) fn in_service(&self, navy: &Id, on: NaiveDate) -> impl Iterator<Item = (&ShipClass, &NamedShip)> {
        self.all().filter(move |(class, ship)| class.navy == *navy && ship.away_on(on).is_none())
    }

    /// A ship by her id.
    pub(super) fn by_id(&self, id: &str) -> Option<(&ShipClass, &NamedShip)> {
        self.all().find(|(_, ship)| ship.id == *id)
    }

    /// Is this another record of the ship's hull? A hull has three at most, each with the mark of the next.
    pub(super) fn are_one_hull(&self, ship: &NamedShip, other: &Id) -> bool {
        let marks = |from: &NamedShip, to: &Id| from.same_hull.as_ref() == Some(to);
        marks(ship, other) || self.by_id(other.as_str()).is_some_and(|(_, other)| marks(other, &ship.id))
    }

    /// The record of the same hull that holds for a day: hers who was in service, of the war of that day if there
    /// are two; the one given where none was in service. [Q53]
    fn of_day(&self, given: &Id, day: NaiveDate) -> Option<(&ShipClass, &NamedShip)> {
        let found = self.by_id(given.as_str())?;
        let hull = self.all().filter(|(_, ship)| ship.id == *given || self.are_one_hull(found.1, &ship.id));
        let serving = hull.filter(|(_, ship)| ship.away_on(day).is_none());
        serving.max_by_key(|(class, ship)| (class.war == *war_of(day), ship.id == *given)).or(Some(found))
    }

    /// A ship by id, by name, or by the start of either if only one begins so.
    fn find(&self, given: &str) -> Result<(&ShipClass, &NamedShip), Flaws> {
        let word = given.trim().to_lowercase();
        let begins = |ship: &NamedShip| {
            !word.is_empty() && (ship.id.as_str().starts_with(&word) || ship.name.to_lowercase().starts_with(&word))
        };
        let named = || self.all().find(|(_, ship)| ship.name.to_lowercase() == word);
        let plain = plainly(&word, false);
        let plainly_named = || self.all().find(|(_, ship)| !plain.is_empty() && plainly(&ship.name, false) == plain);
        if let Some(found) = self.by_id(&word).or_else(named).or_else(plainly_named) {
            return Ok(found);
        }
        let mut starts: Vec<_> = self.all().filter(|(_, ship)| begins(ship)).collect();
        if starts.is_empty() {
            starts.extend(self.all().filter(|(_, ship)| plainly_begins(&ship.name, &word)));
        }
        match &starts[..] {
            [only] => Ok(*only),
            [] => Err(unknown(given, &[]).into()),
            several => {
                let names: Vec<&str> = several.iter().map(|(_, ship)| ship.id.as_str()).collect();
                let (what, lawful) = (format!("`{given}` is the start of several ships"), Some(listed(&names)));
                Err(Flaw { what, lawful, ..unknown(given, &[]) }.into())
            }
        }
    }

    /// The record of a ship, where what is wrong with it is a flaw of her file.
    fn page(&self, found: (&ShipClass, &NamedShip), on: Option<NaiveDate>) -> Result<ShipRecord, Flaws> {
        self.record(found, on, &[]).map_err(|what| {
            let file = self.classes.iter().find(|(class, _)| std::ptr::eq(class, found.0));
            let (file, path) = (file.map(|(_, file)| file.clone()).unwrap_or_default(), found.1.id.to_string());
            Flaw { file, path, what, ..Flaw::default() }.into()
        })
    }

    /// The card of a ship on a day, without its reckoning in words.
    pub(super) fn card(&self, (class, ship): (&ShipClass, &NamedShip), on: NaiveDate) -> Result<Card, String> {
        let director = ship.director.or(class.fire_control.director);
        let class = &class.of_ship_on(&ship.id, on);
        let subject = Subject { class, completed: ship.completed, director, on };
        let reckoned = reckon(&self.formula, &subject, ship, &[], false);
        reckoned.map(|(card, _)| card).map_err(|misfits| said_together(&misfits))
    }

    /// The record of a ship on a day; the overrides come after those of her class.
    pub(super) fn record(
        &self,
        found: (&ShipClass, &NamedShip),
        on: Option<NaiveDate>,
        set: &[Override],
    ) -> Result<ShipRecord, String> {
        self.reckoned(found, on, set).map_err(|misfits| said_together(&misfits))
    }

    /// The same, with the field of the class that each fault comes from.
    pub(super) fn reckoned(
        &self,
        (class, ship): (&ShipClass, &NamedShip),
        on: Option<NaiveDate>,
        set: &[Override],
    ) -> Result<ShipRecord, Vec<Misfit>> {
        let on = on.unwrap_or_else(|| day_of(&class.war).max(ship.completed.unwrap_or_default()));
        let director = ship.director.or(class.fire_control.director);
        let class = class.of_ship_on(&ship.id, on);
        let subject = Subject { class: &class, completed: ship.completed, director, on };
        let (card, figures) = reckon(&self.formula, &subject, ship, set, true)?;
        Ok(ShipRecord {
            id: ship.id.clone(),
            name: ship.name.clone(),
            completed: ship.completed,
            lost: ship.lost,
            on,
            class: class.into_owned(),
            card,
            figures,
            ship: ship.clone(),
        })
    }
}

/// The words of a name without accents and hyphens, its umlauts written out or not.
fn plainly(name: &str, umlauts: bool) -> String {
    name.split_whitespace().map(|word| fold(word, umlauts)).collect::<Vec<_>>().join(" ")
}

/// Does a name begin so in plain letters?
fn plainly_begins(name: &str, word: &str) -> bool {
    let plain = plainly(word, false);
    !plain.is_empty() && [false, true].into_iter().any(|umlauts| plainly(name, umlauts).starts_with(&plain))
}

/// There is no such ship; the nearest id, or the nearest name.
fn unknown(given: &str, library: &[ShipLine]) -> Flaw {
    let ids = library.iter().map(|ship| ship.id.as_str());
    let names = library.iter().map(|ship| ship.name.as_str());
    let nearest = nearest(given, ids).or_else(|| nearest(given, names));
    Flaw { file: DIRECTORY.to_owned(), what: format!("there is no ship `{given}`"), nearest, ..Flaw::default() }
}

/// The first day of a war: cards without a battle hold for it, or for the day of completion.
fn day_of(war: &Id) -> NaiveDate {
    let (year, month, day) = if *war == "rjw" { (1904, 2, 8) } else { (1914, 8, 4) };
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

/// The war by whose charts a battle of that day is fought. [Q53]
fn war_of(day: NaiveDate) -> &'static str {
    if day.year() < 1906 { "rjw" } else { "ww1" }
}

/// Every ship of the library with her card.
pub fn ships(sources: &Sources) -> Result<Vec<ShipRecord>, Flaws> {
    let shelf = Shelf::of_war(sources, None, None)?;
    all(shelf.all().map(|found| shelf.page(found, None)))
}

/// A ship by id, by name, or by the start of either if only one begins so; her card as of the first day of her war.
pub fn ship(sources: &Sources, name: &str) -> Result<ShipRecord, Flaws> {
    let shelf = Shelf::beginning(sources, name)?;
    shelf.page(shelf.find(name)?, None)
}

/// A ship as on the day of a battle, under the flag and name that her hull had then.
pub fn ship_on(sources: &Sources, name: &str, on: NaiveDate) -> Result<ShipRecord, Flaws> {
    let shelf = Shelf::beginning(sources, name)?;
    let found = shelf.find(name)?;
    if found.1.same_hull.is_none() {
        return shelf.page(found, Some(on));
    }
    let marked = |class: &Node| ships_in(class, "same_hull").next().is_some();
    let hulls = Shelf::of_war(sources, None, Some(&marked))?;
    hulls.page(hulls.of_day(&found.1.id, on).unwrap_or(found), Some(on))
}
