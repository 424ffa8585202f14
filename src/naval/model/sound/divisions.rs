//! Checks divisions, and names that a battle distinguishes things by. [3.1, 5.1]
use super::bounds::{FULL_CIRCLE, RATING};
use super::fault::{Battle, Judge, Kind};
use crate::model::{Card, DivisionSetup, Fine, Id, Inches, Setup, SideId, path::Path};
use play::Rule;

const DIVISIONS: Rule = Rule::new("5.1.1");
const TOP_SPEED: Rule = Rule::new("5.4");

impl Judge<Battle<'_>> {
    pub(super) fn divisions(&mut self) {
        let divisions = &self.of.setup.divisions;
        self.ids("division", "divisions", divisions.iter().map(|division| division.id.as_str()));
        let mut ships: Vec<(&Id, Path)> = Vec::new();
        for (at, division) in divisions.iter().enumerate() {
            let path = self.place("divisions", at);
            self.division(at, division, &path);
            ships.extend(division.ships.iter().zip((0..).map(|at| path.key("ships").at(at))));
        }
        self.twice("ship", &ships);
        for (ship, path) in ships {
            if divisions.iter().any(|division| division.id == *ship) {
                self.tell(&path, format!("`{ship}` is the name of a division already"));
            }
        }
        // Forces of an open table or a generated battle are added later.
        if self.of.setup.options.checks && self.of.setup.generator.is_none() && !self.come_later() {
            self.fleets();
        }
    }

    /// Checks that both sides have ships, and that a force flagship is among them.
    fn fleets(&mut self) {
        let Setup { sides, divisions, .. } = self.of.setup;
        let has_side = |side: &SideId| sides.iter().any(|one| one.id == *side);
        for (at, side) in sides.iter().enumerate() {
            let path = self.place("sides", at);
            if let Some(flag) = &side.force_flag {
                self.name(Kind::ShipOfSide(side.id.clone()), flag.as_str(), &path.key("force_flag"));
            }
            let has_ships = divisions.iter().any(|one| one.side == side.id && !one.ships.is_empty());
            if !has_ships && divisions.iter().all(|division| has_side(&division.side)) {
                self.tell(&path, format!("the side `{}` has no division", side.id));
            }
        }
    }

    fn division(&mut self, at: usize, division: &DivisionSetup, path: &Path) {
        let DivisionSetup { id, side, ships, flagship, enters_turn, signalling, initiative, speed, .. } = division;
        if self.of.setup.sides.iter().any(|side| side.id == *id.as_str()) {
            self.tell(&path.key("id"), format!("`{id}` is the name of a side already"));
        }
        self.name(Kind::Side, side.as_str(), &path.key("side"));
        self.empty(ships, &path.key("ships"));
        if !ships.is_empty() {
            self.name(Kind::ShipOfDivision(at), flagship.as_str(), &path.key("flagship"));
        }
        let place = path.key("enters_turn");
        self.turns((&place, Some(*enters_turn)), (&place, None));
        for (key, rating) in [("signalling", *signalling), ("initiative", *initiative)] {
            self.range(&path.key(key), rating, RATING, format!("a rating of {rating} is out of range"));
        }
        if let Some(heading) = division.at.map(|at| at.heading).or(division.course)
            && !(Fine::ZERO..=FULL_CIRCLE).contains(&heading)
        {
            let fault = self.tell(&path.keys("at.heading"), format!("no ship heads {heading} degrees"));
            fault.lawful("0 to 360, north 0, clockwise").nearest(Fine(heading.0.rem_euclid(FULL_CIRCLE.0)));
        }
        let cards = self.of.setup.ships.iter().map(|ship| &*ship.card).filter(|card| ships.contains(&card.id));
        let cards: Vec<&Card> = cards.collect();
        if division.one_base && !cards.iter().all(|card| card.kind.is_torpedo_craft()) {
            let what = format!("only destroyers and torpedo boats share a base [{DIVISIONS}]");
            self.tell(&path.key("one_base"), what);
        }
        let slowest = cards.iter().map(|card| card.speed).min();
        if *speed < Inches::ZERO || slowest.is_some_and(|slowest| slowest < *speed) {
            let fault = self.tell(&path.key("speed"), format!("a speed of {speed} is out of range"));
            if let Some(slowest) = slowest {
                fault.lawful(format!("0 to {slowest}, the top speed of the slowest ship [{TOP_SPEED}]"));
                fault.nearest((*speed).clamp(Inches::ZERO, slowest));
            }
        }
    }
}
