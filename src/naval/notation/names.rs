//! Names as people type them: shortened, without accents, in upper or lower case.
use crate::model::{
    Setup,
    state::{Marker, TABLE_VIEWER},
};
use crate::{Id, SideId, State};
use play::verbs::{fold, nearest};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    Ship,
    Division,
    /// A ship or a division.
    Unit,
    Side,
    /// The table, as a viewer.
    Table,
    /// A side or the table.
    Viewer,
    Marker,
    Formation,
}

impl NameKind {
    fn includes(self, other: NameKind) -> bool {
        match self {
            NameKind::Unit => matches!(other, NameKind::Ship | NameKind::Division),
            NameKind::Viewer => matches!(other, NameKind::Side | NameKind::Table),
            NameKind::Ship
            | NameKind::Division
            | NameKind::Side
            | NameKind::Table
            | NameKind::Marker
            | NameKind::Formation => self == other,
        }
    }
    /// Returns the noun for a sentence: `ship or division`.
    pub fn noun(self) -> &'static str {
        match self {
            NameKind::Ship => "ship",
            NameKind::Division => "division",
            NameKind::Unit => "ship or division",
            NameKind::Side => "side",
            NameKind::Table => "viewer",
            NameKind::Viewer => "side",
            NameKind::Marker => "torpedo marker",
            NameKind::Formation => "formation",
        }
    }
}

/// One name of the battle and its typed forms.
pub struct Name<'s> {
    pub sort: NameKind,
    pub id: Id,
    pub display_name: &'s str,
    keys: Vec<String>,
    /// The id and the name split into words, if they have several.
    parts: Vec<Vec<String>>,
}

impl<'s> Name<'s> {
    fn new<Kind>(sort: NameKind, id: &Id<Kind>, shown: &'s str) -> Name<'s> {
        let (texts, breaks) = ([id.as_str(), shown], |mark: char| !mark.is_alphanumeric());
        let mut keys: Vec<String> = texts.iter().flat_map(|text| [fold(text, false), fold(text, true)]).collect();
        keys.dedup();
        let words =
            |text: &str| text.split(breaks).filter(|word| !word.is_empty()).map(|word| fold(word, false)).collect();
        let parts = texts.into_iter().filter(|text| text.contains(breaks)).map(words);
        Name { sort, id: id.to_kind(), display_name: shown, keys, parts: parts.collect() }
    }
    fn is_called(&self, typed: &[String]) -> bool {
        self.keys.iter().any(|key| typed.contains(key))
    }
    fn has_key_starting_with(&self, typed: &[String]) -> bool {
        self.keys.iter().any(|key| typed.iter().any(|typed| key.starts_with(typed.as_str())))
    }
    /// Whether a key starts with the typed text if `oe` is read as `o` (so also `ae` and `ue`): `Konig` for Koenig.
    fn starts_loosely(&self, typed: &str) -> bool {
        let typed = without_umlaut_e(typed);
        self.keys.iter().any(|key| without_umlaut_e(key).starts_with(typed.as_str()))
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

fn without_umlaut_e(key: &str) -> String {
    key.replace("oe", "o").replace("ae", "a").replace("ue", "u")
}

pub enum NameMatch<'n, 's> {
    One(&'n Name<'s>),
    Many(Vec<&'n Name<'s>>),
    NotFound,
}

impl<'n, 's> NameMatch<'n, 's> {
    /// Whether the typed text is the complete id.
    pub fn is_id(&self, typed: &str) -> bool {
        matches!(self, NameMatch::One(name) if name.id.as_str().eq_ignore_ascii_case(typed))
    }
    fn from_matches(mut matches: Vec<&'n Name<'s>>) -> Option<NameMatch<'n, 's>> {
        match matches.len() {
            0 => None,
            1 => matches.pop().map(NameMatch::One),
            _ => Some(NameMatch::Many(matches)),
        }
    }
}

fn sides(setup: &Setup) -> impl Iterator<Item = Name<'_>> {
    setup.sides.iter().map(|side| Name::new(NameKind::Side, &side.id, &side.name))
}

pub struct Names<'s> {
    list: Vec<Name<'s>>,
    /// The side whose line is read. A number in place of a firer's name means one of its ships. [3.3.5, Q54]
    pub own: Option<SideId>,
}

impl<'s> Names<'s> {
    pub fn in_battle(state: &'s State) -> Names<'s> {
        let ships = state.ships.iter().map(|ship| Name::new(NameKind::Ship, &ship.id, &ship.card.name));
        let divisions = state.divisions.iter().filter(|division| !division.is_single());
        let divisions = divisions.map(|division| Name::new(NameKind::Division, &division.id, &division.name));
        let markers =
            state.markers.iter().map(|marker| Name::new(NameKind::Marker, &marker.id, Marker::letter(&marker.id)));
        let formations = state.formations.iter().chain(state.ordered_formations());
        let formations = formations.map(|formation| Name::new(NameKind::Formation, &formation.id, formation.id.word()));
        let table = [Name::new(NameKind::Table, &SideId::new(TABLE_VIEWER), TABLE_VIEWER)];
        let list = ships.chain(divisions).chain(sides(&state.setup)).chain(table).chain(markers).chain(formations);
        let list = list.collect();
        Names { list, own: None }
    }

    /// Returns only the sides' names, so that a failed search reveals nothing else of the battle.
    pub fn of_sides(setup: &'s Setup) -> Names<'s> {
        Names { list: sides(setup).collect(), own: None }
    }

    pub fn all(&self, sort: NameKind) -> impl Iterator<Item = &Name<'s>> {
        self.list.iter().filter(move |name| sort.includes(name.sort))
    }

    /// Finds the name for one word: a complete id first, then a complete name, then a start.
    pub fn find(&self, sort: NameKind, typed: &str) -> NameMatch<'_, 's> {
        let folded = [fold(typed, false), fold(typed, true)];
        if folded[0].is_empty() {
            return NameMatch::NotFound;
        }
        if let Some(name) = self.all(sort).find(|name| name.id.as_str().eq_ignore_ascii_case(typed)) {
            return NameMatch::One(name);
        }
        let accented =
            |name: &&Name| !typed.is_ascii() && name.display_name.to_lowercase().starts_with(&typed.to_lowercase());
        let among = |fits: &dyn Fn(&&Name) -> bool| NameMatch::from_matches(self.all(sort).filter(fits).collect());
        among(&|name| name.is_called(&folded))
            .or_else(|| among(&accented))
            .or_else(|| among(&|name| name.has_key_starting_with(&folded)))
            .or_else(|| among(&|name| name.starts_loosely(&folded[0])))
            .unwrap_or(NameMatch::NotFound)
    }

    /// Finds the name for the most words possible, such as `1st tbd`, and returns how many words it uses.
    pub fn find_words<'w>(&self, sort: NameKind, typed: impl Iterator<Item = &'w str>) -> Option<(&Id, usize)> {
        if self.all(sort).all(|name| name.parts.is_empty()) {
            return None;
        }
        // An arrow is not part of a name.
        let typed: Vec<String> = typed.map(|word| fold(word, false)).take_while(|word| !word.is_empty()).collect();
        (2..=typed.len()).rev().find_map(|count| {
            let mut matches = self.all(sort).filter(|name| name.begins_with(&typed[..count]));
            let name = matches.next()?;
            matches.next().is_none().then_some((&name.id, count))
        })
    }

    /// Returns the id or grammar word nearest to the typed text. A grammar word must differ from the text and have the
    /// same first letter. A grammar word that begins with the text is preferred to a name that is only similar.
    pub fn nearest<'k>(&'k self, sort: NameKind, typed: &str, keywords: &[&'k str]) -> Option<&'k str> {
        let typed = fold(typed, false);
        let is_similar =
            |word: &&&str| typed.len() > 1 && word.chars().next() == typed.chars().next() && **word != typed;
        let keywords: Vec<&'k str> = keywords.iter().filter(is_similar).copied().collect();
        if let Some(keyword) = keywords.iter().find(|word| word.starts_with(&typed)) {
            return Some(keyword);
        }
        let keys = self.all(sort).flat_map(|name| name.keys.iter().map(move |key| (key.as_str(), name.id.as_str())));
        let keywords = keywords.into_iter().filter(|_| typed.len() > 2).map(|word| (word, word));
        let keys: Vec<(&str, &'k str)> = keys.chain(keywords).collect();
        let near = nearest(&typed, keys.iter().map(|(key, _)| *key))?;
        keys.iter().find(|(key, _)| *key == near).map(|(_, suggestion)| *suggestion)
    }
}
