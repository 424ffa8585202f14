//! Names as people type them: shortened, without accents, in upper or lower case.
use crate::model::{Setup, state::Marker};
use crate::{Id, SideId, State};
use play::verbs::{fold, nearest};

/// The sort of thing that a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Ship,
    Division,
    /// A ship or a division.
    Unit,
    Side,
    Marker,
    Formation,
}

impl Sort {
    fn takes(self, other: Sort) -> bool {
        self == other || (self == Sort::Unit && matches!(other, Sort::Ship | Sort::Division))
    }
    /// Returns the noun for a sentence: `ship or division`.
    pub fn noun(self) -> &'static str {
        match self {
            Sort::Ship => "ship",
            Sort::Division => "division",
            Sort::Unit => "ship or division",
            Sort::Side => "side",
            Sort::Marker => "torpedo marker",
            Sort::Formation => "formation",
        }
    }
}

/// One name of the battle and its typed forms.
pub struct Name<'s> {
    pub sort: Sort,
    pub id: Id,
    pub shown: &'s str,
    keys: Vec<String>,
    /// The id and the name split into words, if they have several.
    parts: Vec<Vec<String>>,
}

impl<'s> Name<'s> {
    fn new<Kind>(sort: Sort, id: &'s Id<Kind>, shown: &'s str) -> Name<'s> {
        let (texts, breaks) = ([id.as_str(), shown], |mark: char| !mark.is_alphanumeric());
        let mut keys: Vec<String> = texts.iter().flat_map(|text| [fold(text, false), fold(text, true)]).collect();
        keys.dedup();
        let words =
            |text: &str| text.split(breaks).filter(|word| !word.is_empty()).map(|word| fold(word, false)).collect();
        let parts = texts.into_iter().filter(|text| text.contains(breaks)).map(words);
        Name { sort, id: id.named(), shown, keys, parts: parts.collect() }
    }
    fn is(&self, typed: &[String]) -> bool {
        self.keys.iter().any(|key| typed.contains(key))
    }
    fn starts(&self, typed: &[String]) -> bool {
        self.keys.iter().any(|key| typed.iter().any(|typed| key.starts_with(typed.as_str())))
    }
    /// Whether it starts with the typed text if `oe` is read as `o`: `Konig` for Koenig.
    fn starts_loosely(&self, typed: &str) -> bool {
        let typed = loose(typed);
        self.keys.iter().any(|key| loose(key).starts_with(typed.as_str()))
    }
    /// Whether separate words are the first words of the name. The last may be shortened.
    fn begins_with(&self, typed: &[String]) -> bool {
        let Some((last, first)) = typed.split_last() else { return false };
        self.parts.iter().any(|own| {
            typed.len() <= own.len()
                && own[typed.len() - 1].starts_with(last.as_str())
                && first.iter().zip(own).all(|(typed, own)| typed == own)
        })
    }
}

fn loose(key: &str) -> String {
    key.replace("oe", "o").replace("ae", "a").replace("ue", "u")
}

/// The result of a search for a name.
pub enum Found<'n, 's> {
    One(&'n Name<'s>),
    Many(Vec<&'n Name<'s>>),
    Nobody,
}

impl<'n, 's> Found<'n, 's> {
    /// Whether the typed text is the complete id.
    pub fn is_id(&self, typed: &str) -> bool {
        matches!(self, Found::One(name) if name.id.as_str().eq_ignore_ascii_case(typed))
    }
    fn among(mut matches: Vec<&'n Name<'s>>) -> Option<Found<'n, 's>> {
        match matches.len() {
            0 => None,
            1 => matches.pop().map(Found::One),
            _ => Some(Found::Many(matches)),
        }
    }
}

fn sides(setup: &Setup) -> impl Iterator<Item = Name<'_>> {
    setup.sides.iter().map(|side| Name::new(Sort::Side, &side.id, &side.name))
}

/// Every name of a battle.
pub struct Names<'s> {
    list: Vec<Name<'s>>,
    /// The side whose line is read: firers' numbers are its own ships. [3.3.5, Q54]
    pub own: Option<SideId>,
}

impl<'s> Names<'s> {
    pub fn of(state: &'s State) -> Names<'s> {
        let ships = state.ships.iter().map(|ship| Name::new(Sort::Ship, &ship.id, &ship.card.name));
        let divisions = state.divisions.iter().filter(|division| !division.is_single());
        let divisions = divisions.map(|division| Name::new(Sort::Division, &division.id, &division.name));
        let markers =
            state.markers.iter().map(|marker| Name::new(Sort::Marker, &marker.id, Marker::letter(&marker.id)));
        let formations = state.formations.iter().chain(state.formations_to_come());
        let formations = formations.map(|one| Name::new(Sort::Formation, &one.id, one.id.word()));
        let list = ships.chain(divisions).chain(sides(&state.setup)).chain(markers).chain(formations).collect();
        Names { list, own: None }
    }

    /// Returns only the sides' names, so that a failed search reveals nothing else of the battle.
    pub fn of_sides(setup: &'s Setup) -> Names<'s> {
        Names { list: sides(setup).collect(), own: None }
    }

    pub fn all(&self, sort: Sort) -> impl Iterator<Item = &Name<'s>> {
        self.list.iter().filter(move |name| sort.takes(name.sort))
    }

    /// Finds the name for one word: a complete id first, then a complete name, then a start.
    pub fn find(&self, sort: Sort, typed: &str) -> Found<'_, 's> {
        let folded = [fold(typed, false), fold(typed, true)];
        if folded[0].is_empty() {
            return Found::Nobody;
        }
        if let Some(name) = self.all(sort).find(|name| name.id.as_str().eq_ignore_ascii_case(typed)) {
            return Found::One(name);
        }
        let accented = |name: &&Name| !typed.is_ascii() && name.shown.to_lowercase().starts_with(&typed.to_lowercase());
        let among = |fits: &dyn Fn(&&Name) -> bool| Found::among(self.all(sort).filter(fits).collect());
        among(&|name| name.is(&folded))
            .or_else(|| among(&accented))
            .or_else(|| among(&|name| name.starts(&folded)))
            .or_else(|| among(&|name| name.starts_loosely(&folded[0])))
            .unwrap_or(Found::Nobody)
    }

    /// Finds the name for several words, such as `1st tbd`, and how many words it uses: as many as possible.
    pub fn find_words<'w>(&self, sort: Sort, typed: impl Iterator<Item = &'w str>) -> Option<(&Id, usize)> {
        if self.all(sort).all(|name| name.parts.is_empty()) {
            return None;
        }
        // An arrow is not part of a name.
        let typed: Vec<String> = typed.map(|word| fold(word, false)).take_while(|word| !word.is_empty()).collect();
        (2..=typed.len()).rev().find_map(|count| {
            let mut meant = self.all(sort).filter(|name| name.begins_with(&typed[..count]));
            let one = meant.next()?;
            meant.next().is_none().then_some((&one.id, count))
        })
    }

    /// Returns the id or grammar word nearest to the typed text. A grammar word must differ from the text and have the
    /// same first letter. A started grammar word is preferred to a merely similar name.
    pub fn nearest<'k>(&'k self, sort: Sort, typed: &str, keywords: &[&'k str]) -> Option<&'k str> {
        let typed = fold(typed, false);
        let alike = |word: &&&str| typed.len() > 1 && word.chars().next() == typed.chars().next() && **word != typed;
        let keywords: Vec<&'k str> = keywords.iter().filter(alike).copied().collect();
        if let Some(begun) = keywords.iter().find(|word| word.starts_with(&typed)) {
            return Some(begun);
        }
        let keys = self.all(sort).flat_map(|name| name.keys.iter().map(move |key| (key.as_str(), name.id.as_str())));
        let keywords = keywords.into_iter().filter(|_| typed.len() > 2).map(|word| (word, word));
        let keys: Vec<(&str, &'k str)> = keys.chain(keywords).collect();
        let near = nearest(&typed, keys.iter().map(|(key, _)| *key))?;
        keys.iter().find(|(key, _)| *key == near).map(|(_, said)| *said)
    }
}
