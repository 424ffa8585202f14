//! Checks a set-up from a journal, by the bounds that readers apply to scenario files. Begin with `first_error`. [9.1]
mod battle;
mod bounds;
mod card;
mod charts;
mod divisions;
mod doctrine;
mod error;
mod names;
mod special;
mod theatre;
mod victory;

use play::is_file_name;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::{DivisionSetup, Id, Inches, Options, ShipType, setup::Setup};
pub use bounds::*;
pub use charts::{band_errors, factor_error};
pub use error::{ItemPlaces, NamedThing, SetupError};
pub use names::{can_be_typed, is_id, is_name};
pub use theatre::{type_table_errors, weather_errors};

impl Setup {
    /// Returns the first fault that makes the set-up impossible: a count, length or name beyond any scenario file.
    pub fn first_error(&self) -> Option<String> {
        self.name_error()
            .or_else(|| self.ship_error())
            .or_else(|| self.errors_up_to(MAX_TURNS, &ItemPlaces::default()).first().map(ToString::to_string))
            .or_else(|| self.chart_error())
            .or_else(|| self.generator.as_ref().and_then(|theatre| theatre::theatre_error(self, theatre)))
            .or_else(|| self.war.as_ref().and_then(|war| theatre::war_error(self, war)))
    }

    /// Returns the first fault of the charts, for the types of the ships and of those that dice may add.
    fn chart_error(&self) -> Option<String> {
        let forces = self.generator.iter().flat_map(|theatre| &theatre.forces);
        let listed = forces.flat_map(|force| force.pool.iter().chain(&force.leaders)).map(|listed| &listed.card);
        let cards = self.ships.iter().map(|ship| &ship.card).chain(listed);
        let types: BTreeSet<ShipType> = cards.map(|card| card.kind).collect();
        self.charts.errors(|kind| types.contains(&kind)).first().map(|error| format!("the charts: {error}"))
    }

    /// Returns the first id, name or title that no file may have.
    fn name_error(&self) -> Option<String> {
        if !is_file_name(self.scenario.as_str()) {
            return Some(format!("no file is named \"{}\"", self.scenario.as_str().escape_debug()));
        }
        if !is_name(&self.title, MAX_TITLE_LETTERS) {
            return Some("the title is empty, too long or not one line".to_owned());
        }
        let sides = self.sides.iter().map(|side| (side.id.as_str(), &side.name));
        let divisions = self.divisions.iter().map(|division| (division.id.as_str(), &division.name));
        let is_odd = |(id, name): &(&str, &String)| !is_id(id) || !is_name(name, MAX_NAME_LETTERS);
        if let Some((id, _)) = sides.chain(divisions).find(is_odd) {
            return Some(format!("the id or the name of \"{}\" cannot be typed in a line", id.escape_debug()));
        }
        let is_same_name = |left: &str, right: &str| left.trim().to_lowercase() == right.trim().to_lowercase();
        if let [left, right] = &self.sides[..]
            && is_same_name(&left.name, &right.name)
        {
            return Some(format!("both sides are called {}", left.name));
        }
        let is_duplicate = |(at, division): (usize, &DivisionSetup)| {
            let earlier = self.divisions[..at].iter().filter(|earlier| earlier.side == division.side);
            earlier.into_iter().any(|earlier| is_same_name(&earlier.name, &division.name))
        };
        let duplicate = self.divisions.iter().enumerate().find(|(index, division)| is_duplicate((*index, division)));
        duplicate.map(|(_, division)| format!("two divisions of {} are called {}", division.side, division.name))
    }

    fn ship_error(&self) -> Option<String> {
        let mut ids = BTreeSet::new();
        let mut numbers = BTreeSet::new();
        for ship in &self.ships {
            let card = &ship.card;
            if !ids.insert(&card.id) {
                return Some(format!("there are two ships {}", card.id));
            }
            if !card::is_sound(card) {
                return Some(format!("a figure on the card of {} is out of range", card.id));
            }
            let side =
                self.divisions.iter().find(|division| division.ships.contains(&card.id)).map(|division| &division.side);
            if ship.number.is_some_and(|number| number == 0 || card.big.is_none() || !numbers.insert((side, number))) {
                return Some(format!("the number of {} is not allowed or is taken", card.id));
            }
            if !ship.carried.is_empty() && (self.war.is_none() || !card::can_carry(card, &ship.carried)) {
                return Some(format!("{} starts with damage that it cannot have", card.id));
            }
        }
        let has_no_card = |ship: &&Id| !ids.contains(*ship);
        let ship = self.divisions.iter().flat_map(|division| &division.ships).find(has_no_card)?;
        Some(format!("ship {ship} of a division has no card"))
    }
}

impl Options {
    /// Returns the first switch out of bounds: its key, its value and the legal values.
    pub fn out_of_bounds(&self) -> Option<(&'static str, Inches, RangeInclusive<Inches>)> {
        let lengths = [
            ("tolerance", Some(self.tolerance), TOLERANCE),
            ("interval", Some(self.interval), COLUMN_INTERVAL),
            ("decel_limit", self.decel_limit, DECELERATION),
        ];
        let lengths = lengths.into_iter().filter_map(|(key, value, legal)| Some((key, value?, legal)));
        lengths.into_iter().find(|(_, value, legal)| !legal.contains(value))
    }
}
