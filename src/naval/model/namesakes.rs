//! Unique names for ships of one battle with the same name: `Ariadne (Germany)`, or the id if one side has several.
//!
//! The name is put on the card, so that every page and answer has it. A player must not learn from a ship's name that
//! an enemy ship shares it. A side's view therefore assigns names again for the ships that the side knows.
use std::sync::Arc;

use super::{Id, Setup, Side, SideId, State};

/// A ship's id, side and present name.
type Bearer<'b> = (&'b Id, Option<&'b SideId>, &'b str);

/// Whether a name may have been made unique. No library name ends like this.
pub fn has_distinguishing_part(name: &str) -> bool {
    name.ends_with(')')
}

fn side_name<'s>(side: Option<&SideId>, sides: &'s [Side]) -> &'s str {
    sides.iter().find(|named| side == Some(&named.id)).map_or("", |side| &side.name)
}

/// Returns the library name, without the part added to make it unique.
fn library_name<'b>((id, _, name): Bearer<'b>, sides: &[Side]) -> &'b str {
    let strip_suffix = |part: &str| name.strip_suffix(')')?.strip_suffix(part)?.strip_suffix(" (");
    sides.iter().find_map(|side| strip_suffix(&side.name)).or_else(|| strip_suffix(id.as_str())).unwrap_or(name)
}

/// Returns each ship's new name, if it changes.
fn new_names(bearers: &[Bearer], sides: &[Side]) -> Vec<Option<String>> {
    let names: Vec<&str> = bearers.iter().map(|bearer| library_name(*bearer, sides)).collect();
    let new_name = |(index, (id, side, current)): (usize, &Bearer)| {
        let others = names.iter().zip(bearers).enumerate().filter(|(other, _)| *other != index);
        let mut namesakes = others.filter(|(_, (name, _))| name.eq_ignore_ascii_case(names[index])).peekable();
        let is_shared = namesakes.peek().is_some();
        let is_shared_on_side = namesakes.any(|(_, (_, (_, other, _)))| other == side);
        let name = match (is_shared, is_shared_on_side) {
            (false, _) => names[index].to_owned(),
            (true, false) => format!("{} ({})", names[index], side_name(*side, sides)),
            (true, true) => format!("{} ({id})", names[index]),
        };
        (name != *current).then_some(name)
    };
    bearers.iter().enumerate().map(new_name).collect()
}

impl Setup {
    /// Makes the names of namesakes unique. All others get their library names.
    pub fn distinguish_namesakes(&mut self) {
        let side_of = |ship: &Id| {
            self.divisions.iter().find(|division| division.ships.contains(ship)).map(|division| &division.side)
        };
        let cards = self.ships.iter().map(|ship| &ship.card);
        let bearers: Vec<Bearer> = cards.map(|card| (&card.id, side_of(&card.id), card.name.as_str())).collect();
        let names = new_names(&bearers, &self.sides);
        for (ship, name) in self.ships.iter_mut().zip(names) {
            if let Some(name) = name {
                Arc::make_mut(&mut ship.card).name = name;
            }
        }
    }
}

impl State {
    /// As [`Setup::distinguish_namesakes`], for the ships now in the battle.
    pub fn distinguish_namesakes(&mut self) {
        let bearers: Vec<Bearer> =
            self.ships.iter().map(|ship| (&ship.id, Some(&ship.side), ship.card.name.as_str())).collect();
        let names = new_names(&bearers, &self.setup.sides);
        for (ship, name) in self.ships.iter_mut().zip(names) {
            let Some(name) = name else { continue };
            // A single ship is a division with the ship's name.
            for division in
                self.divisions.iter_mut().filter(|division| division.id == ship.id && division.name == ship.card.name)
            {
                Arc::make_mut(division).name.clone_from(&name);
            }
            Arc::make_mut(&mut Arc::make_mut(ship).card).name = name;
        }
    }
}
