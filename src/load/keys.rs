//! What several keys of a scenario name: ships, divisions, sides, edges, places. [9.1, 9.2]

use crate::{Fields, Node, Path, Report, listed};
use naval::zone::{Circle, Rectangle, Zone};
use naval::{Card, DivisionSetup, Id, ShipSetup, Ships, Side, SideId};

/// The names that a scenario knows.
#[derive(Clone, Copy)]
pub(super) struct Names<'n> {
    pub(super) sides: &'n [(Side, Path)],
    pub(super) divisions: &'n [DivisionSetup],
    pub(super) ships: &'n [ShipSetup],
    /// Every id under `ships` of a division, also of ships that the library does not have.
    pub(super) written: &'n [Id],
    /// Length of the battle.
    pub(super) turns: u16,
}

impl Names<'_> {
    /// A side of the battle.
    pub(super) fn side(&self, value: &Node, path: &Path, report: &mut Report) -> Option<SideId> {
        let id: SideId = report.typed(value, path)?;
        self.check_side(&id, path, report);
        Some(id)
    }

    fn check_side(&self, id: &SideId, path: &Path, report: &mut Report) {
        // A side without an id has been told.
        let names = self.sides.iter().map(|(side, _)| side.id.as_str()).filter(|name| !name.is_empty());
        report.known(path, "side", id.as_str(), names);
    }

    /// A ship of the battle.
    pub(super) fn ship(&self, value: &Node, path: &Path, report: &mut Report) -> Option<Id> {
        let id: Id = report.typed(value, path)?;
        self.check_ship(&id, path, report);
        Some(id)
    }

    /// A ship that the battle has not is a flaw.
    pub(super) fn check_ship(&self, id: &Id, path: &Path, report: &mut Report) {
        if !self.has_ship(id) {
            report.unknown(path, "ship in the battle", id.as_str(), self.ship_ids());
        }
    }

    fn ship_ids(&self) -> impl Iterator<Item = &str> {
        self.ships.iter().map(|ship| ship.card.id.as_str())
    }

    fn division_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.divisions.iter().map(|division| division.id.as_str())
    }

    /// A ship that the library lacks is told where its division names her.
    fn has_ship(&self, id: &Id) -> bool {
        self.written.contains(id) || self.ships.iter().any(|ship| ship.card.id == *id)
    }

    /// A ship or a division of the battle.
    pub(super) fn check_unit(&self, id: &Id, path: &Path, report: &mut Report) {
        if !self.has_ship(id) && self.division_ids().all(|division| *id != *division) {
            let names = self.ship_ids().chain(self.division_ids());
            report.unknown(path, "ship or division in the battle", id.as_str(), names);
        }
    }

    /// Ships of the battle that a set names or describes; one that holds nobody is a flaw.
    pub(super) fn set(&self, value: &Node, path: &Path, report: &mut Report) -> Option<Ships> {
        let set: Ships = report.typed(value, path)?;
        let listed = if value.as_list().is_some() { path.clone() } else { path.key("ids") };
        for (at, id) in set.ids.iter().enumerate() {
            self.check_ship(id, &listed.at(at), report);
        }
        report.twice("ship", set.ids.iter().enumerate().map(|(at, id)| (id.to_string(), listed.at(at))));
        for (at, id) in set.except.iter().enumerate() {
            self.check_ship(id, &path.key("except").at(at), report);
        }
        if let Some(side) = &set.side {
            self.check_side(side, &path.key("side"), report);
        }
        let one = value.get("division").is_some();
        for (at, id) in set.divisions.iter().enumerate() {
            let place =
                if one && at + 1 == set.divisions.len() { path.key("division") } else { path.key("divisions").at(at) };
            report.known(&place, "division", id.as_str(), self.division_ids());
        }
        if !report.is_flawed_within(path) && self.members(&set) == Some(0) {
            let flaw = report.flaw(path, "no ship of the battle is meant");
            flaw.lawful("a list of ships, or keys such as {side: russia, types: [BB]} that some ship fulfils");
        }
        Some(set)
    }

    /// How many ships of the battle a set holds; `None` where the dice bring them later, or the library lacks some.
    pub(super) fn members(&self, set: &Ships) -> Option<usize> {
        if self.written.is_empty() || self.ships.len() < self.written.len() {
            return None;
        }
        let of = |division: &DivisionSetup| {
            let ships = division.ships.iter().filter_map(|id| self.ships.iter().find(|ship| ship.card.id == *id));
            ships.filter(|ship| meant(set, &ship.card, division)).count()
        };
        Some(self.divisions.iter().map(of).sum())
    }

    /// A turn of the battle.
    pub(super) fn turn(&self, value: &Node, path: &Path, report: &mut Report) -> Option<u16> {
        let turn: u16 = report.typed(value, path)?;
        report.turn_of_battle(turn, self.turns, path);
        Some(turn)
    }
}

/// Whether a ship of a division is of a set, before anything has happened.
pub(super) fn meant(set: &Ships, card: &Card, division: &DivisionSetup) -> bool {
    let Ships { ids, side, types, large, divisions, navies, except, except_navies } = set;
    (ids.is_empty() || ids.contains(&card.id))
        && side.as_ref().is_none_or(|side| *side == division.side)
        && (types.is_empty() || types.contains(&card.kind))
        && large.is_none_or(|large| large == card.kind.is_large())
        && (divisions.is_empty() || divisions.contains(&division.id))
        && (navies.is_empty() || navies.contains(&card.navy))
        && !except.contains(&card.id)
        && !except_navies.contains(&card.navy)
}

/// The one of `keys` that a mapping has, with its value and place; none or several are a flaw, for which `what` is the
/// name of such a mapping.
pub(super) fn one_of<'v>(
    fields: &mut Fields<'v>,
    report: &mut Report,
    keys: &[&'static str],
    what: &str,
) -> Option<(&'static str, &'v Node, Path)> {
    let found = keys.iter().filter_map(|key| fields.get(key).map(|(value, path)| (*key, value, path)));
    let mut found: Vec<_> = found.collect();
    if found.len() == 1 {
        return found.pop();
    }
    // A key that nobody knows is told by itself.
    if !found.is_empty() || !fields.has_strange_key() {
        let given: Vec<&str> = found.iter().map(|(key, ..)| *key).collect();
        let has = if given.is_empty() { "none".to_owned() } else { given.join(" and ") };
        report.flaw(&fields.path, format!("{what} has one of its keys, and here there is {has}")).lawful(listed(keys));
    }
    None
}

/// The key of a mapping that has one of `keys` and no other, with its value and place.
pub(super) fn only_key<'v>(
    value: &'v Node,
    path: &Path,
    report: &mut Report,
    keys: &[&'static str],
    what: &str,
) -> Option<(&'static str, &'v Node, Path)> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let found = one_of(&mut fields, report, keys, what);
    fields.done(report);
    found
}

/// The items of a list that must hold something, if all of them can be read.
pub(super) fn whole_list<T>(
    value: &Node,
    path: &Path,
    report: &mut Report,
    read: impl Fn(&Node, &Path, &mut Report) -> Option<T>,
) -> Option<Vec<T>> {
    let items = report.items(value, path);
    report.empty(&items, path);
    let read: Vec<Option<T>> = items.into_iter().map(|(item, path)| read(item, &path, report)).collect();
    read.into_iter().collect::<Option<Vec<T>>>().filter(|read| !read.is_empty())
}

/// The value of a key that must be there.
pub(super) fn need<'v>(fields: &mut Fields<'v>, report: &mut Report, key: &'static str) -> Option<(&'v Node, Path)> {
    let found = fields.get(key);
    if found.is_none() {
        report.missing(&fields.path, key);
    }
    found
}

/// A circle or a rectangle on the table.
pub(super) fn zone(value: &Node, path: &Path, report: &mut Report) -> Option<Zone> {
    let (key, value, path) = only_key(value, path, report, &["circle", "rectangle"], "an area")?;
    if key == "circle" {
        let circle: Circle = report.typed(value, &path)?;
        if !Zone::Circle(circle).is_sound() {
            report.flaw(&path.key("radius"), "a circle has a radius of more than 0 inches");
        }
        return Some(Zone::Circle(circle));
    }
    let rectangle: Rectangle = report.typed(value, &path)?;
    let Rectangle { from, to } = rectangle;
    if !Zone::Rectangle(rectangle).is_sound() {
        let flaw = report.flaw(&path, "the corners of a rectangle are its south-western and its north-eastern one");
        let (west, east) = (from.0.min(to.0), from.0.max(to.0));
        let (south, north) = (from.1.min(to.1), from.1.max(to.1));
        flaw.nearest(format!("{{from: [{west}, {south}], to: [{east}, {north}]}}"));
    }
    Some(Zone::Rectangle(rectangle))
}
