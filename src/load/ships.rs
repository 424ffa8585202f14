//! The library of ships, each with her card.
use chrono::NaiveDate;
use serde::Serialize;

use super::{
    card,
    class::{Figure, NamedShip, Override, ShipClass},
    class_file::read_file,
    flaw::{Flaw, Flaws, nearest},
    formula::{Formula, Subject, formula},
    reading::listed,
    sources::{Sources, stem_in},
};
use crate::naval::{measure::Id, ship::Card};

const DIRECTORY: &str = "data/ships";

/// A ship of the library: her history, her card and where each of its figures comes from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShipRecord {
    pub id: Id,
    pub name: String,
    pub completed: Option<NaiveDate>,
    pub lost: Option<NaiveDate>,
    /// The day for which the card holds: fire control and flash depend on it.
    pub on: NaiveDate,
    pub class: ShipClass,
    pub card: Card,
    pub figures: Vec<Figure>,
}

/// The library as far as it was opened.
pub(super) struct Shelf {
    formula: Formula,
    classes: Vec<(ShipClass, String)>,
    pub(super) warnings: Vec<Flaw>,
}

impl Shelf {
    /// Opens the files of one war, or of all wars.
    pub(super) fn open(sources: &Sources, war: Option<&str>) -> Result<Shelf, Flaws> {
        let navies = super::navies(sources)?;
        let mut shelf = Shelf { formula: formula(sources)?, classes: Vec::new(), warnings: Vec::new() };
        let mut flaws = Vec::new();
        for (path, text) in sources.within(DIRECTORY) {
            let stem = stem_in(path, DIRECTORY).unwrap_or_default();
            if war.is_none_or(|war| stem.split('-').next() == Some(war)) {
                match read_file(path, text, &navies, &mut shelf.warnings) {
                    Ok(classes) => shelf.classes.extend(classes.into_iter().map(|class| (class, path.to_owned()))),
                    Err(found) => flaws.extend(found.0),
                }
            }
        }
        shelf.ids_are_unique(&mut flaws);
        if flaws.is_empty() { Ok(shelf) } else { Err(Flaws(flaws)) }
    }

    fn ids_are_unique(&self, flaws: &mut Vec<Flaw>) {
        let mut seen: Vec<(&Id, &str)> = Vec::new();
        for (class, file) in &self.classes {
            for ship in &class.ships {
                if let Some((_, first)) = seen.iter().find(|(id, first)| *id == &ship.id && first != file) {
                    let what = format!("the ship `{}` is in {first} too", ship.id);
                    flaws.push(Flaw { file: file.clone(), path: ship.id.to_string(), what, ..Flaw::default() });
                }
                seen.push((&ship.id, file));
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = (&ShipClass, &NamedShip)> {
        self.classes.iter().flat_map(|(class, _)| class.ships.iter().map(move |ship| (class, ship)))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.all().map(|(_, ship)| ship.id.as_str())
    }

    /// A ship by her id.
    pub(super) fn by_id(&self, id: &str) -> Option<(&ShipClass, &NamedShip)> {
        self.all().find(|(_, ship)| ship.id == *id)
    }

    /// A ship by id, by name, or by the start of either if only one begins so.
    fn find(&self, given: &str) -> Result<(&ShipClass, &NamedShip), Flaws> {
        let word = given.trim().to_lowercase();
        let begins =
            |ship: &NamedShip| ship.id.as_str().starts_with(&word) || ship.name.to_lowercase().starts_with(&word);
        let is = |ship: &NamedShip| ship.id == *word || ship.name.to_lowercase() == word;
        if let Some(found) = self.all().find(|(_, ship)| is(ship)) {
            return Ok(found);
        }
        let starts: Vec<_> = self.all().filter(|(_, ship)| !word.is_empty() && begins(ship)).collect();
        let mut flaw =
            Flaw { file: DIRECTORY.to_owned(), what: format!("there is no ship `{given}`"), ..Flaw::default() };
        match &starts[..] {
            [only] => return Ok(*only),
            [] => {
                let names = self.all().map(|(_, ship)| ship.name.as_str());
                flaw.nearest = nearest(given, self.ids()).or_else(|| nearest(given, names));
            }
            several => {
                let names: Vec<&str> = several.iter().map(|(_, ship)| ship.id.as_str()).collect();
                flaw.what = format!("`{given}` is the start of several ships");
                flaw.lawful = Some(listed(&names));
            }
        }
        Err(flaw.into())
    }

    /// The record of a ship, where what is wrong with it is a flaw of her file.
    fn page(&self, found: (&ShipClass, &NamedShip), on: Option<NaiveDate>) -> Result<ShipRecord, Flaws> {
        self.record(found, on, &[]).map_err(|what| {
            let file = self.classes.iter().find(|(class, _)| class == found.0).map(|(_, file)| file.clone());
            let path = found.1.id.to_string();
            Flaw { file: file.unwrap_or_default(), path, what, ..Flaw::default() }.into()
        })
    }

    /// The record of a ship on a day; the overrides come after those of her class.
    ///
    /// # Errors
    /// In words, as [`card::reckon`].
    pub(super) fn record(
        &self,
        (class, ship): (&ShipClass, &NamedShip),
        on: Option<NaiveDate>,
        set: &[Override],
    ) -> Result<ShipRecord, String> {
        let on = on.unwrap_or_else(|| day_of(&class.war).max(ship.completed.unwrap_or_default()));
        let director = ship.director.or(class.fire_control.director);
        let subject = Subject { class, completed: ship.completed, director, on };
        let (card, figures) = card::reckon(&self.formula, &subject, ship, set)?;
        Ok(ShipRecord {
            id: ship.id.clone(),
            name: ship.name.clone(),
            completed: ship.completed,
            lost: ship.lost,
            on,
            class: class.clone(),
            card,
            figures,
        })
    }
}

/// The first day of a war: cards without a battle hold for it, or for the day of completion.
fn day_of(war: &Id) -> NaiveDate {
    let (year, month, day) = if *war == "rjw" { (1904, 2, 8) } else { (1914, 8, 4) };
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

/// Every ship of the library with her card.
///
/// # Errors
/// Every flaw of formula and ship files.
pub fn ships(sources: &Sources) -> Result<Vec<ShipRecord>, Flaws> {
    let shelf = Shelf::open(sources, None)?;
    let (mut records, mut flaws) = (Vec::new(), Vec::new());
    for found in shelf.all() {
        match shelf.page(found, None) {
            Ok(record) => records.push(record),
            Err(found) => flaws.extend(found.0),
        }
    }
    if flaws.is_empty() { Ok(records) } else { Err(Flaws(flaws)) }
}

/// A ship by id, by name, or by the start of either if only one begins so; her card as of the first day of her war.
///
/// # Errors
/// Every flaw of the files; or the nearest name.
pub fn ship(sources: &Sources, name: &str) -> Result<ShipRecord, Flaws> {
    let shelf = Shelf::open(sources, None)?;
    shelf.page(shelf.find(name)?, None)
}

/// A ship as on the day of a battle.
///
/// # Errors
/// Every flaw of the files; or the nearest name.
pub fn ship_on(sources: &Sources, name: &str, on: NaiveDate) -> Result<ShipRecord, Flaws> {
    let shelf = Shelf::open(sources, None)?;
    shelf.page(shelf.find(name)?, Some(on))
}
