//! Checks divisions, and that IDs are unique. [3.1, 5.1]
use super::bounds::{FULL_CIRCLE, RATING};
use super::error::{CheckedBattle, ErrorCollector, NamedThing};
use crate::model::{Card, DivisionSetup, Fine, Id, Inches, Setup, SideId, path::KeyPath};
use play::Rule;

const DIVISIONS: Rule = Rule::new("5.1.1");
const TOP_SPEED: Rule = Rule::new("5.4");

impl ErrorCollector<CheckedBattle<'_>> {
    pub(super) fn check_divisions(&mut self) {
        let divisions = &self.context.setup.divisions;
        self.check_ids("division", "divisions", divisions.iter().map(|division| division.id.as_str()));
        let mut ships: Vec<(&Id, KeyPath)> = Vec::new();
        for (index, division) in divisions.iter().enumerate() {
            let path = self.item_path("divisions", index);
            self.check_division(index, division, &path);
            ships.extend(division.ships.iter().zip((0..).map(|index| path.key("ships").at(index))));
        }
        self.check_unique("ship", &ships);
        for (ship, path) in ships {
            if divisions.iter().any(|division| division.id == *ship) {
                self.add_error(&path, format!("`{ship}` is already the name of a division"));
            }
        }
        // Forces of an open table or a generated battle are added later.
        if self.context.setup.options.checks && self.context.setup.generator.is_none() && !self.has_later_ships() {
            self.check_fleets();
        }
    }

    /// Checks that both sides have ships, and that a force flagship is a ship of its side.
    fn check_fleets(&mut self) {
        let Setup { sides, divisions, .. } = self.context.setup;
        let has_side = |side: &SideId| sides.iter().any(|known| known.id == *side);
        for (index, side) in sides.iter().enumerate() {
            let path = self.item_path("sides", index);
            if let Some(flag) = &side.force_flag {
                self.check_name(NamedThing::ShipOfSide(side.id.clone()), flag.as_str(), &path.key("force_flag"));
            }
            let has_ships = divisions.iter().any(|division| division.side == side.id && !division.ships.is_empty());
            if !has_ships && divisions.iter().all(|division| has_side(&division.side)) {
                self.add_error(&path, format!("the side `{}` has no division", side.id));
            }
        }
    }

    fn check_division(&mut self, index: usize, division: &DivisionSetup, path: &KeyPath) {
        let DivisionSetup { id, side, ships, flagship, enters_turn, signalling, initiative, speed, .. } = division;
        if self.context.setup.sides.iter().any(|side| side.id == *id.as_str()) {
            self.add_error(&path.key("id"), format!("`{id}` is already the name of a side"));
        }
        self.check_name(NamedThing::Side, side.as_str(), &path.key("side"));
        self.check_not_empty(ships, &path.key("ships"));
        if !ships.is_empty() {
            self.check_name(NamedThing::ShipOfDivision(index), flagship.as_str(), &path.key("flagship"));
        }
        let turn_path = path.key("enters_turn");
        self.check_turns((&turn_path, Some(*enters_turn)), (&turn_path, None));
        for (key, rating) in [("signalling", *signalling), ("initiative", *initiative)] {
            self.check_range(&path.key(key), rating, RATING, format!("a rating of {rating} is out of range"));
        }
        if let Some(heading) = division.at.map(|at| at.heading).or(division.course)
            && !(Fine::ZERO..=FULL_CIRCLE).contains(&heading)
        {
            let error = self.add_error(&path.keys("at.heading"), format!("a heading cannot be {heading} degrees"));
            error.legal("0 to 360, north 0, clockwise").nearest(Fine(heading.0.rem_euclid(FULL_CIRCLE.0)));
        }
        let cards = self.context.setup.ships.iter().map(|ship| &*ship.card).filter(|card| ships.contains(&card.id));
        let cards: Vec<&Card> = cards.collect();
        if division.one_base && !cards.iter().all(|card| card.kind.is_torpedo_craft()) {
            let message = format!("only destroyers and torpedo boats share a base [{DIVISIONS}]");
            self.add_error(&path.key("one_base"), message);
        }
        let slowest = cards.iter().map(|card| card.speed).min();
        if *speed < Inches::ZERO || slowest.is_some_and(|slowest| slowest < *speed) {
            let error = self.add_error(&path.key("speed"), format!("a speed of {speed} is out of range"));
            if let Some(slowest) = slowest {
                error.legal(format!("0 to {slowest}, the top speed of the slowest ship [{TOP_SPEED}]"));
                error.nearest((*speed).clamp(Inches::ZERO, slowest));
            }
        }
    }
}
