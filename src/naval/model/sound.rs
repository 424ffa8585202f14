//! Bounds of a set-up that a journal brings along: a scenario file is held to them by its reader. [9.1]
mod bounds;
mod card;
mod charts;
mod doctrine;
mod special;
mod theatre;
mod victory;
mod words;

use play::is_file_name;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::{
    BattleKind, DivisionSetup, Fine, FormationSetup, Id, Inches, Options, ShipType, SideId,
    setup::{Land, Setup, Side, Visibility},
};
pub use bounds::*;
pub use charts::{is_factor, not_once_on, unserved};
pub use doctrine::{FIGHTING_RANGE, LAUNCH_POINTS, LINE_TURN_DEG, SHARE};
pub use words::{can_be_typed, is_id, is_name};

impl Setup {
    /// What makes the set-up impossible, by the first fault: a count, a length or a name beyond any scenario file.
    pub fn fault(&self) -> Option<String> {
        self.fault_of_words()
            .or_else(|| self.fault_of_battle())
            .or_else(|| self.fault_of_light())
            .or_else(|| self.fault_of_switches())
            .or_else(|| self.fault_of_divisions())
            .or_else(|| self.fault_of_ships())
            .or_else(|| self.formations.iter().find_map(|formation| self.fault_of_formation(formation)))
            .or_else(|| self.fault_of_names())
            .or_else(|| self.fault_of_keys())
            .or_else(|| self.charts.fault(&self.types()))
            .or_else(|| self.generator.as_ref().and_then(|theatre| theatre::fault_of_theatre(self, theatre)))
            .or_else(|| self.war.as_ref().and_then(|war| theatre::fault_of_war(self, war)))
    }

    /// The types of its ships, and of those that the dice may bring.
    fn types(&self) -> BTreeSet<ShipType> {
        let forces = self.generator.iter().flat_map(|theatre| &theatre.forces);
        let listed = forces.flat_map(|force| force.pool.iter().chain(&force.leaders)).map(|listed| &listed.card);
        self.ships.iter().map(|ship| &ship.card).chain(listed).map(|card| card.kind).collect()
    }

    /// Ids, names and titles that no file may have.
    fn fault_of_words(&self) -> Option<String> {
        if !is_file_name(self.scenario.as_str()) {
            return Some(format!("no file is named \"{}\"", self.scenario.as_str().escape_debug()));
        }
        if !is_name(&self.title, LONGEST_TITLE) {
            return Some("the title is empty, too long or not one line".to_owned());
        }
        let sides = self.sides.iter().map(|side| (side.id.as_str(), &side.name));
        let divisions = self.divisions.iter().map(|division| (division.id.as_str(), &division.name));
        let is_odd = |(id, name): &(&str, &String)| !is_id(id) || !is_name(name, LONGEST_NAME);
        if let Some((id, _)) = sides.chain(divisions).find(is_odd) {
            return Some(format!("the id or the name of \"{}\" is none that a line holds", id.escape_debug()));
        }
        if let Some(side) = self.sides.iter().find(|side| NO_SIDES.contains(&side.id.as_str())) {
            return Some(format!("no side is called {}", side.id));
        }
        let same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
        if let [one, other] = &self.sides[..]
            && same(&one.name, &other.name)
        {
            return Some(format!("both sides are called {}", one.name));
        }
        let is_again = |(at, division): (usize, &DivisionSetup)| {
            let earlier = self.divisions[..at].iter().filter(|earlier| earlier.side == division.side);
            earlier.into_iter().any(|earlier| same(&earlier.name, &division.name))
        };
        let again = self.divisions.iter().enumerate().find(|(at, division)| is_again((*at, division)));
        again.map(|(_, division)| format!("two divisions of {} are called {}", division.side, division.name))
    }

    fn fault_of_battle(&self) -> Option<String> {
        if !(1..=LONGEST_TURNS).contains(&self.turns) {
            return Some(format!("the battle lasts {} turns", self.turns));
        }
        if self.sides.len() != 2 || self.sides[0].id == self.sides[1].id {
            return Some("a battle has two sides of different names".to_owned());
        }
        if let Some(side) = self.sides.iter().find(|side| !DAMAGE_CONTROL.contains(&side.damage_control)) {
            return Some(format!("the damage control of {} is {} on a D10", side.id, side.damage_control));
        }
        if self.generator.is_some() && self.kind != BattleKind::Generated {
            return Some("its forces are drawn, and it is no generated battle".to_owned());
        }
        let size = [self.table.width, self.table.height];
        if size.iter().any(|side| !TABLE_SIDE.contains(side)) {
            return Some(format!("the table is {} by {} inches", size[0], size[1]));
        }
        if 360 < self.wind.from_deg {
            return Some(format!("the wind is from {} degrees", self.wind.from_deg));
        }
        if let Some(id) = charts::twice(self.land.iter().map(|land| &land.id)) {
            return Some(format!("there are two lands {id}"));
        }
        let is_far = |corner: &(Inches, Inches)| {
            [corner.0, corner.1].iter().any(|along| !(-FARTHEST.0..=FARTHEST.0).contains(&along.0))
        };
        let is_unsound = |land: &&Land| land.corners.iter().any(is_far) || land.area().is_err();
        self.land.iter().find(is_unsound).map(|land| format!("the coast of {} is no outline", land.id))
    }

    /// How far ships are seen, by turns that rise. [3.3.1, 4.3]
    fn fault_of_light(&self) -> Option<String> {
        let within = |range: &Inches| Inches::ZERO < *range && *range <= LONGEST_SIGHTING;
        let steps = if let Visibility::Steps(steps) = &self.visibility { &steps[..] } else { &[] };
        let rolled = if let Visibility::Rolled(ranges) = &self.visibility { &ranges[..] } else { &[] };
        let ranges = steps.iter().map(|step| step.range).chain(self.light.iter().map(|light| light.range));
        if let Some(range) = ranges.chain(rolled.iter().copied()).find(|range| !within(range)) {
            return Some(format!("a sighting range is {range}\""));
        }
        if matches!(&self.visibility, Visibility::Rolled(_)) && rolled.len() != FACES_OF_VISIBILITY {
            return Some(format!("{} sighting ranges stand for the faces of a D6", rolled.len()));
        }
        let rise = |turns: &[u16]| {
            turns.windows(2).all(|pair| pair[0] < pair[1]) && turns.iter().all(|turn| (1..=self.turns).contains(turn))
        };
        let turns: Vec<u16> = steps.iter().map(|step| step.from_turn).collect();
        if matches!(&self.visibility, Visibility::Steps(_)) && (turns.first() != Some(&1) || !rise(&turns)) {
            return Some("the steps of visibility do not rise from turn 1 within the battle".to_owned());
        }
        let of_side = |side: &Side| {
            let lights = self.light.iter().filter(|light| light.side == side.id);
            lights.map(|light| light.from_turn).collect::<Vec<u16>>()
        };
        let side = self.sides.iter().find(|side| !rise(&of_side(side)))?;
        Some(format!("the steps of light of {} do not rise within the battle", side.id))
    }

    fn fault_of_switches(&self) -> Option<String> {
        let (key, is, lawful) = self.options.out_of_bounds()?;
        Some(format!("the switch {key} is {is}, not {} to {}", lawful.start(), lawful.end()))
    }

    fn fault_of_divisions(&self) -> Option<String> {
        let ships: BTreeSet<_> = self.ships.iter().map(|ship| &ship.card.id).collect();
        let (mut divisions, mut placed) = (BTreeSet::new(), BTreeSet::new());
        for division in &self.divisions {
            let id = &division.id;
            if !divisions.insert(id) {
                return Some(format!("there are two divisions {id}"));
            }
            if self.sides.iter().all(|side| side.id != division.side) {
                return Some(format!("division {id} is of no side"));
            }
            if self.sides.iter().any(|side| side.id == *id.as_str()) || ships.contains(id) {
                return Some(format!("division {id} has the name of a side or of a ship"));
            }
            if let Some(ship) = division.ships.iter().find(|ship| !ships.contains(ship) || !placed.insert(*ship)) {
                return Some(format!("ship {ship} of division {id} has no card, or stands in two places"));
            }
            if let Some(what) = self.fault_of_division(division) {
                return Some(format!("{what} of division {id} is out of range"));
            }
        }
        let is_fought = self.options.checks && self.kind != BattleKind::Drill && !self.ships.is_empty();
        let has_ships = |side: &Side| self.divisions.iter().any(|division| division.side == side.id);
        let without = self.sides.iter().find(|side| is_fought && self.generator.is_none() && !has_ships(side))?;
        Some(format!("the side {} has no division", without.id))
    }

    /// What of one division is out of range. [5.1, 5.1.1]
    fn fault_of_division(&self, division: &DivisionSetup) -> Option<&'static str> {
        let cards: Vec<_> = self.ships.iter().map(|ship| &ship.card).collect();
        let own: Vec<_> = cards.into_iter().filter(|card| division.ships.contains(&card.id)).collect();
        if !division.ships.contains(&division.flagship) {
            return Some("the flagship");
        }
        if ![division.signalling, division.initiative].iter().all(|rating| RATING.contains(rating)) {
            return Some("the signalling or the initiative");
        }
        let slowest = own.iter().map(|card| card.speed).min().unwrap_or_default();
        if !(Inches::ZERO..=slowest).contains(&division.speed) {
            return Some("the speed");
        }
        if !(1..=self.turns).contains(&division.enters_turn) {
            return Some("the turn of entry");
        }
        if division.one_base && !own.iter().all(|card| card.kind.is_torpedo_craft()) {
            return Some("the common base");
        }
        let heading = division.at.map(|at| at.heading).or(division.course);
        if heading.is_some_and(|heading| !(Fine::ZERO..=FULL_CIRCLE).contains(&heading)) {
            return Some("the heading");
        }
        let is_on = |along: f64, length: Inches| (0.0..=length.as_f64()).contains(&along);
        let at = division.at?;
        let is_on_table = is_on(at.x.as_f64(), self.table.width) && is_on(at.y.as_f64(), self.table.height);
        (!is_on_table).then_some("the place")
    }

    fn fault_of_ships(&self) -> Option<String> {
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
            let side = self.divisions.iter().find(|one| one.ships.contains(&card.id)).map(|one| &one.side);
            if ship.number.is_some_and(|number| number == 0 || card.big.is_none() || !numbers.insert((side, number))) {
                return Some(format!("the number of {} is none, or another ship's", card.id));
            }
            if !ship.carried.is_nothing() && (self.war.is_none() || !card::can_carry(card, &ship.carried)) {
                return Some(format!("{} brings damage that it cannot have", card.id));
            }
        }
        None
    }

    /// Divisions of one side in a formation, on lines of bearing that can be laid. [5.2, 5.3.4]
    fn fault_of_formation(&self, formation: &FormationSetup) -> Option<String> {
        let id = &formation.id;
        let division = |id: &Id| self.divisions.iter().find(|division| division.id == *id);
        let sides: Vec<_> = formation.divisions.iter().map(|id| division(id).map(|one| &one.side)).collect();
        let others = self.formations.iter().filter(|other| !std::ptr::eq(*other, formation));
        let is_shared = others.into_iter().any(|other| {
            other.id == *id || other.divisions.iter().any(|division| formation.divisions.contains(division))
        });
        let is_taken = division(&Id::new(id.as_str())).is_some() || self.has_ship(&Id::new(id.as_str()));
        if is_shared || is_taken || charts::twice(formation.divisions.iter()).is_some() {
            return Some(format!("the formation {id} or a division of it stands in two places"));
        }
        if sides.len() < 2 || sides.iter().any(|side| side.is_none() || *side != sides[0]) {
            return Some(format!("the formation {id} is not two divisions of one side or more"));
        }
        let is_line = |line: &super::setup::BearingLine| {
            line.bearing_deg <= 360 && Inches::ZERO < line.interval && line.interval <= WIDEST_LINE
        };
        let is_sound = formation.lines.len() <= MOST_LINES && formation.lines.iter().all(is_line);
        (!is_sound).then(|| format!("a line of bearing of the formation {id} is out of range"))
    }

    fn has_ship(&self, ship: &Id) -> bool {
        self.ships.iter().any(|one| one.card.id == *ship)
    }

    /// A force flag, a special rule or a victory that names nobody.
    fn fault_of_names(&self) -> Option<String> {
        let has_side = |side: &str| self.sides.iter().any(|one| one.id.as_str() == side);
        let has_unit = |unit: &Id| self.has_ship(unit) || self.divisions.iter().any(|division| division.id == *unit);
        // Ships of an open or a generated battle come later, and in a war some that are named are missing.
        let is_named_later = self.ships.is_empty() || self.war.is_some();
        let flags = self.sides.iter().filter_map(|side| side.force_flag.as_ref());
        let ships = flags.chain(&self.pickets).chain(&self.without_points);
        if let Some(ship) = ships.filter(|_| !is_named_later).find(|ship| !self.has_ship(ship)) {
            return Some(format!("{ship} is named, and no ship of the battle is called so"));
        }
        let is_flag_of = |side: &Side, flag: &Id| {
            self.divisions.iter().all(|division| division.side == side.id || !division.ships.contains(flag))
        };
        if let Some(side) = self.sides.iter().find(|side| side.force_flag.iter().any(|flag| !is_flag_of(side, flag))) {
            return Some(format!("the force flag of {} flies in a ship of the other side", side.id));
        }
        let mut units = self.rules.iter().flat_map(|rule| rule.names()).filter(|_| !is_named_later);
        if let Some(unit) = units.find(|unit| !has_unit(unit)) {
            return Some(format!("a special rule names {unit}, which is no ship or division of the battle"));
        }
        let mut units = self.decide.iter().flatten().flat_map(|entry| entry.names()).filter(|_| !is_named_later);
        if let Some(unit) = units.find(|unit| !has_unit(unit)) {
            return Some(format!("a key of victory names {unit}, which is no ship or division of the battle"));
        }
        let sides = RefCell::new(Vec::new());
        let collect = |side: &mut SideId| sides.borrow_mut().push(side.to_string());
        self.rules.clone().iter_mut().for_each(|rule| rule.rename_sides(&collect));
        let mut sides = sides.into_inner();
        sides_of(&serde_json::to_value(&self.decide).unwrap_or_default(), &mut sides);
        sides.extend(self.light.iter().map(|light| light.side.to_string()));
        let side = sides.iter().find(|side| !has_side(side))?;
        Some(format!("\"{side}\" is named, and is no side of the battle"))
    }

    /// Keys of special rules and of victory that no file may have. [9.2]
    fn fault_of_keys(&self) -> Option<String> {
        let sentences = self.special_rules.len().max(self.victory.len());
        if MOST_SENTENCES < sentences || MOST_KEYS < self.rules.len() {
            return Some(format!("{sentences} sentences or {} keys are too many", self.rules.len()));
        }
        if let Some(what) = self.rules.iter().find_map(|rule| special::fault(self, rule)) {
            return Some(format!("a special rule {what}"));
        }
        if let Some(what) = self.decide.iter().flatten().find_map(|entry| victory::fault(self, entry)) {
            return Some(format!("an entry of victory {what}"));
        }
        let mut left = BTreeSet::new();
        let is_odd = |of: u16, left: &mut BTreeSet<u16>| !victory::is_sentence(self, of) || !left.insert(of);
        let odd = self.left.iter().map(|one| one.of).find(|of| is_odd(*of, &mut left))?;
        Some(format!("sentence {odd} of `victory` is left to the referee, and there is none or it is left twice"))
    }
}

impl Options {
    /// The first switch beyond its bounds: its key, what it is, and the lawful values.
    pub fn out_of_bounds(&self) -> Option<(&'static str, Inches, RangeInclusive<Inches>)> {
        let lengths = [
            ("tolerance", Some(self.tolerance), TOLERANCE),
            ("interval", Some(self.interval), COLUMN_INTERVAL),
            ("decel_limit", self.decel_limit, DECELERATION),
        ];
        let lengths = lengths.into_iter().filter_map(|(key, is, lawful)| Some((key, is?, lawful)));
        lengths.into_iter().find(|(_, is, lawful)| !lawful.contains(is))
    }
}

/// Every side that keys of victory name.
fn sides_of(value: &Value, sides: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match (key.as_str(), value) {
                    ("side", Value::String(side)) => sides.push(side.clone()),
                    _ => sides_of(value, sides),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| sides_of(value, sides)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
