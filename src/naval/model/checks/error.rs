//! Faults in a set-up's keys, described for readers of files and of journals. [9.1, 9.2]
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use super::bounds::{MAX_KEYS, MAX_SENTENCES};
use crate::model::{Card, DivisionSetup, Id, Inches, Setup, ShipSet, SideId, path::KeyPath};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    pub path: KeyPath,
    /// The places that the judgement depends on. If one of them is unreadable, the fault is not reported.
    pub depends_on: Vec<KeyPath>,
    /// A sentence without a full stop.
    pub message: String,
    pub legal: Option<String>,
    pub nearest: Option<String>,
    /// The unknown name, and the kind of thing it should name.
    pub unknown: Option<(NamedThing, String)>,
}

impl SetupError {
    pub(super) fn legal(&mut self, words: impl Display) -> &mut SetupError {
        self.legal = Some(words.to_string());
        self
    }
    pub(super) fn nearest(&mut self, words: impl Display) -> &mut SetupError {
        self.nearest = Some(words.to_string());
        self
    }
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NamedThing {
    Side,
    Ship,
    Division,
    /// A ship or a division.
    Unit,
    ShipOfSide(SideId),
    /// A ship of the division with this index in the set-up. Ids may repeat, so the index is used.
    ShipOfDivision(usize),
    Navy,
    Land,
    /// A mount of this ship.
    Mount(Id),
}

impl NamedThing {
    pub fn names<'s>(&self, setup: &'s Setup) -> Vec<&'s str> {
        let ships = || setup.ships.iter().map(|ship| &*ship.card);
        let divisions = || setup.divisions.iter().map(|division| division.id.as_str());
        match self {
            NamedThing::Side => setup.sides.iter().map(|side| side.id.as_str()).collect(),
            NamedThing::Ship => ships().map(|card| card.id.as_str()).collect(),
            NamedThing::Division => divisions().collect(),
            NamedThing::ShipOfSide(side) => {
                let own = setup.divisions.iter().filter(|division| division.side == *side);
                own.flat_map(|division| &division.ships).map(Id::as_str).collect()
            }
            NamedThing::ShipOfDivision(index) => setup.divisions[*index].ships.iter().map(Id::as_str).collect(),
            NamedThing::Unit => ships().map(|card| card.id.as_str()).chain(divisions()).collect(),
            NamedThing::Navy => ships().map(|card| card.navy.as_str()).collect(),
            NamedThing::Land => setup.land.iter().map(|land| land.id.as_str()).collect(),
            NamedThing::Mount(ship) => {
                let big = ships().filter(|card| card.id == *ship).filter_map(|card| card.big.as_ref());
                big.flat_map(|big| &big.mounts).map(|mount| mount.id.as_str()).collect()
            }
        }
    }
}

impl Display for NamedThing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NamedThing::Side => "side",
            NamedThing::Ship => "ship in the battle",
            NamedThing::Division => "division",
            NamedThing::Unit => "ship or division in the battle",
            NamedThing::ShipOfSide(_) => "ship of the side",
            NamedThing::ShipOfDivision(_) => "ship of the division",
            NamedThing::Navy => "navy in the battle",
            NamedThing::Land => "land",
            NamedThing::Mount(ship) => return write!(f, "mount of `{ship}`"),
        })
    }
}

/// The places of list items in a file, by key of the list. Needed if some items are unreadable.
#[derive(Default)]
pub struct ItemPlaces(HashMap<&'static str, Vec<KeyPath>>);

impl ItemPlaces {
    /// Records the places of the readable items.
    pub fn keep_places<T>(&mut self, list: &'static str, read: Vec<(T, KeyPath)>) -> Vec<T> {
        let (items, places) = read.into_iter().unzip();
        self.0.insert(list, places);
        items
    }

    pub fn places_in(&self, list: &str) -> &[KeyPath] {
        self.0.get(list).map_or(&[], Vec::as_slice)
    }
}

impl Setup {
    /// Returns every fault of the battle and its keys, with its place in a file. [9.1, 9.2]
    pub fn errors(&self, places: &ItemPlaces) -> Vec<SetupError> {
        self.errors_up_to(self.turns, places)
    }

    /// Returns every fault. Keys may name turns up to `last_turn`: a simulated battle may end before its scenario.
    pub(super) fn errors_up_to(&self, last_turn: u16, places: &ItemPlaces) -> Vec<SetupError> {
        let context = CheckedBattle { setup: self, last_turn, places };
        let mut collector = ErrorCollector { context, errors: Vec::new() };
        collector.check_battle();
        for (key, ships) in [("pickets", &self.pickets), ("without_points", &self.without_points)] {
            for (index, ship) in ships.iter().enumerate() {
                collector.check_name(NamedThing::Ship, ship.as_str(), &KeyPath::default().key(key).at(index));
            }
        }
        for (key, count) in [("special_rules", self.special_rules.len()), ("victory", self.victory.len())] {
            collector.check_length(MAX_SENTENCES, count, &KeyPath::default().key(key));
        }
        collector.check_length(MAX_KEYS, self.rules.len(), &KeyPath::default().key("rules"));
        for (index, rule) in self.rules.iter().enumerate() {
            collector.check_rule(rule, &collector.item_path("rules", index));
        }
        for (index, entry) in self.decide.iter().flatten().enumerate() {
            collector.check_entry(entry, &collector.item_path("decide", index));
        }
        collector.check_left_sentences(&self.left);
        collector.errors
    }
}

/// Checks something and collects all faults in the order found.
#[derive(Default)]
pub(super) struct ErrorCollector<B = ()> {
    pub(super) context: B,
    pub(super) errors: Vec<SetupError>,
}

/// A set-up, with the places of its lists in a file.
pub(super) struct CheckedBattle<'s> {
    pub(super) setup: &'s Setup,
    /// The last turn that a key may name.
    last_turn: u16,
    places: &'s ItemPlaces,
}

impl<B> ErrorCollector<B> {
    pub(super) fn add_error(&mut self, path: &KeyPath, message: impl Into<String>) -> &mut SetupError {
        let (path, depends_on, message) = (path.clone(), vec![path.clone()], message.into());
        self.errors.push(SetupError { path, depends_on, message, legal: None, nearest: None, unknown: None });
        let last = self.errors.len() - 1;
        &mut self.errors[last]
    }

    /// Reports a figure outside its range, with the closer end as the suggestion.
    pub(super) fn check_range<T: PartialOrd + Display>(
        &mut self,
        path: &KeyPath,
        figure: T,
        legal: RangeInclusive<T>,
        message: String,
    ) {
        if !legal.contains(&figure) {
            let (from, to) = legal.into_inner();
            let error = self.add_error(path, message).legal(format!("{from} to {to}"));
            if figure < from {
                error.nearest(from);
            } else if to < figure {
                error.nearest(to);
            }
        }
    }

    fn check_length(&mut self, max: usize, count: usize, path: &KeyPath) {
        if max < count {
            self.add_error(path, format!("the list has {count} items")).legal(format!("at most {max}"));
        }
    }

    pub(super) fn check_not_empty<T>(&mut self, list: &[T], path: &KeyPath) {
        if list.is_empty() {
            self.add_error(path, "the list is empty");
        }
    }

    /// Reports a distance that is not above 0.
    pub(super) fn check_distance(&mut self, inches: Inches, path: &KeyPath) {
        if inches <= Inches::ZERO {
            self.add_error(path, format!("a distance of {inches} has no meaning")).legal("more than 0 inches");
        }
    }

    pub(super) fn check_unique<N: Eq + Hash + Display>(&mut self, kind: &str, names: &[(N, KeyPath)]) {
        let mut seen = HashSet::new();
        for (name, path) in names {
            if !seen.insert(name) {
                let message = format!("the {kind} `{name}` appears twice");
                self.add_error(path, message).legal(format!("every {kind} once"));
            }
        }
    }
}

impl ErrorCollector<CheckedBattle<'_>> {
    pub(super) fn item_path(&self, list: &'static str, index: usize) -> KeyPath {
        let known = self.context.places.places_in(list).get(index);
        known.cloned().unwrap_or_else(|| KeyPath::default().key(list).at(index))
    }

    /// Checks an optional first and last turn of the battle.
    pub(super) fn check_turns(&mut self, from: (&KeyPath, Option<u16>), to: (&KeyPath, Option<u16>)) {
        for (path, turn) in [from, to] {
            if let Some(turn) = turn {
                let message = format!("turn {turn} is not a turn of the battle");
                self.check_range(path, turn, 1..=self.context.last_turn, message);
            }
        }
        if let (Some(from), (path, Some(to))) = (from.1, to)
            && to < from
        {
            let message = format!("turn {to} is before turn {from}");
            self.add_error(path, message).legal(format!("{from} or later")).nearest(from);
        }
    }

    /// Reports an unknown name. Names of ships and divisions that enter later are not known yet.
    pub(super) fn check_name(&mut self, kind: NamedThing, name: &str, path: &KeyPath) {
        let setup = self.context.setup;
        let names_ship = |division: &DivisionSetup| division.ships.iter().any(|ship| *ship == *name);
        let may_exist = match kind {
            // A side without an id may be the one that is named.
            NamedThing::Side => setup.sides.is_empty() || setup.sides.iter().any(|side| side.id == *""),
            NamedThing::Ship | NamedThing::Unit => self.has_later_ships() || setup.divisions.iter().any(names_ship),
            NamedThing::Division | NamedThing::Navy => self.has_later_ships() || setup.ships.is_empty(),
            NamedThing::ShipOfSide(_) | NamedThing::ShipOfDivision(_) | NamedThing::Land | NamedThing::Mount(_) => {
                false
            }
        };
        if !may_exist && !kind.names(setup).contains(&name) {
            let message = format!("there is no {kind} `{name}`");
            self.add_error(path, message).unknown = Some((kind, name.to_owned()));
        }
    }

    /// Whether dice or players add ships later, or a war may have removed some.
    pub(super) fn has_later_ships(&self) -> bool {
        self.context.setup.war.is_some()
            || self.context.setup.divisions.iter().all(|division| division.ships.is_empty())
    }

    pub(super) fn check_set(&mut self, set: &ShipSet, path: &KeyPath) {
        let ShipSet { ids, side, types: _, large: _, divisions, navies, except, except_navies } = set;
        if let Some(side) = side {
            self.check_name(NamedThing::Side, side.as_str(), &path.key("side"));
        }
        let lists = [
            (NamedThing::Ship, "ids", ids),
            (NamedThing::Ship, "except", except),
            (NamedThing::Division, "divisions", divisions),
            (NamedThing::Navy, "navies", navies),
            (NamedThing::Navy, "except_navies", except_navies),
        ];
        for (kind, key, names) in lists {
            for (index, name) in names.iter().enumerate() {
                self.check_name(kind.clone(), name.as_str(), &path.key(key).at(index));
            }
        }
        let ids_path = path.key("ids");
        let ids: Vec<(&Id, KeyPath)> = ids.iter().enumerate().map(|(index, id)| (id, ids_path.at(index))).collect();
        self.check_unique("ship", &ids);
    }

    /// Checks a condition's set of ships, and the minimum number that it requires.
    pub(super) fn check_counted_set(&mut self, set: &ShipSet, path: &KeyPath, at_least: Option<(u16, KeyPath)>) {
        let before = self.errors.len();
        self.check_set(set, path);
        let members = self.member_count(set).filter(|_| self.errors.len() == before);
        if members == Some(0) {
            let error = self.add_error(path, "no ship of the battle matches");
            error.legal("a list of ships, or keys such as {side: russia, types: [BB]} that match some ship");
        }
        let Some((wanted, place)) = at_least else { return };
        if wanted == 0 {
            self.add_error(&place, "at least 0 ships is always true").nearest(1);
        }
        if let Some(count) = members.filter(|count| 0 < *count && *count < usize::from(wanted)) {
            let error = self.add_error(&place, format!("the set has at most {count}, not {wanted}"));
            error.nearest(count).depends_on = vec![path.clone()];
        }
    }

    /// Returns the number of ships in a set. `None` if some enter later or are unknown.
    fn member_count(&self, set: &ShipSet) -> Option<usize> {
        let Setup { ships, divisions, .. } = self.context.setup;
        if self.has_later_ships() || ships.len() < divisions.iter().map(|division| division.ships.len()).sum() {
            return None;
        }
        let is_member = |card: &Card| {
            let home = divisions.iter().find(|division| division.ships.contains(&card.id));
            home.is_some_and(|home| set.holds_at_start(card, home))
        };
        Some(ships.iter().filter(|ship| is_member(&ship.card)).count())
    }

    /// Checks the number of a sentence under `key`, from 1.
    pub(super) fn check_sentence(&mut self, number: usize, (key, sentences): (&str, usize), path: &KeyPath) {
        if (1..=sentences).contains(&number) {
            return;
        }
        let error = self.add_error(path, format!("there is no sentence {number} {key}"));
        match sentences {
            0 => error.legal("an existing sentence"),
            _ => error.legal(format!("1 to {sentences}")).nearest(number.clamp(1, sentences)),
        };
    }
}
