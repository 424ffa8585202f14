//! Bounds of a set-up that a journal brings along: a scenario file is held to them by its reader. [9.1]
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::{
    Card, Fine, Fraction, Id, Inches, SideId,
    chart::{Charts, Effect, Independent},
    setup::{Setup, Visibility},
    ship::Band,
};

/// D10 at or below which damage control succeeds. [8.6.1]
pub const DAMAGE_CONTROL: RangeInclusive<u8> = 1..=9;
/// Signalling and initiative of a division. [5.1]
pub const RATING: RangeInclusive<i32> = -5..=5;
/// What a band needs to hit, before anything modifies it. [6.5.1, 7.4.3]
pub const TO_HIT: RangeInclusive<i32> = 0..=40;
/// What a line of the gunnery chart adds to the size. [6.5.1.3]
pub const SIZE_PLUS: RangeInclusive<i32> = -40..=40;
/// The most that a modifier of the command check is worth, either way. [5.10.3]
pub const MOST_MODIFIER: i32 = 20;
/// The most that a line of a chart multiplies by.
pub const MOST_TIMES: i64 = 20;
/// Largest radius of a turn, and gain of speed, in inches. [5.5, 5.6]
pub const MOST_TURN: Inches = Inches::whole(6);
/// What the rules throw. [2.5]
pub const DICE: [u8; 4] = [6, 10, 20, 100];
/// Turns are plotted in steps of so many degrees. [5.7.2]
pub const STEP_DEG: u16 = 15;
/// A scenario lasts no longer, in turns.
pub const LONGEST_TURNS: u16 = 999;
/// Either side of the table, in inches.
pub const TABLE_SIDE: RangeInclusive<Inches> = Inches::whole(12)..=Inches::whole(240);
/// No sighting range is longer, in inches; it is more than 0. [4.3]
pub const LONGEST_SIGHTING: Inches = Inches::whole(100);
/// What a D6 brings where visibility is rolled. [3.3.1]
pub const FACES_OF_VISIBILITY: usize = 6;
/// No base, range or speed of a ship is longer, in inches.
const LONGEST: Inches = Inches::whole(240);
/// The largest figure of a card or a list.
const LARGEST: i32 = 1000;
/// A full circle, in degrees.
const FULL_CIRCLE: Fine = Fine(3_600_000);
/// The corners of a coast lie no farther from the table's corner, in inches.
const FARTHEST: Inches = Inches::whole(1000);

impl Setup {
    /// What makes the set-up impossible, by the first fault: a count, a length or a name beyond any scenario file.
    pub fn fault(&self) -> Option<String> {
        self.fault_of_battle()
            .or_else(|| self.fault_of_divisions())
            .or_else(|| self.fault_of_ships())
            .or_else(|| self.fault_of_names())
            .or_else(|| self.charts.fault())
    }

    /// A force flag, a special rule or a victory that names nobody.
    fn fault_of_names(&self) -> Option<String> {
        let has_side = |side: &str| self.sides.iter().any(|one| one.id.as_str() == side);
        let has_ship = |ship: &Id| self.ships.iter().any(|one| one.card.id == *ship);
        let has_unit = |unit: &Id| has_ship(unit) || self.divisions.iter().any(|division| division.id == *unit);
        // Ships of an open or a generated battle come later, and in a war some that are named are missing.
        let is_named_later = self.ships.is_empty() || self.war.is_some();
        let flags = self.sides.iter().filter_map(|side| side.force_flag.as_ref());
        let ships = flags.chain(&self.pickets).chain(&self.without_points);
        if let Some(ship) = ships.filter(|_| !is_named_later).find(|ship| !has_ship(ship)) {
            return Some(format!("{ship} is named, and no ship of the battle is called so"));
        }
        let mut units = self.rules.iter().flat_map(|rule| rule.names()).filter(|_| !is_named_later);
        if let Some(unit) = units.find(|unit| !has_unit(unit)) {
            return Some(format!("a special rule names {unit}, which is no ship or division of the battle"));
        }
        let sides = RefCell::new(Vec::new());
        let collect = |side: &mut SideId| sides.borrow_mut().push(side.to_string());
        self.rules.clone().iter_mut().for_each(|rule| rule.rename_sides(&collect));
        let mut sides = sides.into_inner();
        sides_of(&serde_json::to_value(&self.decide).unwrap_or_default(), &mut sides);
        sides.extend(self.light.iter().map(|light| light.side.to_string()));
        if let Some(side) = sides.iter().find(|side| !has_side(side)) {
            return Some(format!("\"{side}\" is named, and is no side of the battle"));
        }
        let sentences = self.special_rules.len();
        let mut numbers = self.rules.iter().map(|rule| usize::from(rule.of));
        let strange = numbers.find(|number| !(1..=sentences).contains(number))?;
        Some(format!("a special rule stands for sentence {strange}, and there are {sentences}"))
    }

    fn fault_of_battle(&self) -> Option<String> {
        let within = |range: Inches| Inches::ZERO < range && range <= LONGEST_SIGHTING;
        let steps = if let Visibility::Steps(steps) = &self.visibility { &steps[..] } else { &[] };
        let rolled = if let Visibility::Rolled(ranges) = &self.visibility { &ranges[..] } else { &[] };
        let ranges = steps.iter().map(|step| step.range).chain(self.light.iter().map(|light| light.range));
        let is_far = |corner: &(Inches, Inches)| {
            [corner.0, corner.1].iter().any(|along| !(-FARTHEST.0..=FARTHEST.0).contains(&along.0))
        };
        let size = [self.table.width, self.table.height];
        if !(1..=LONGEST_TURNS).contains(&self.turns) {
            return Some(format!("the battle lasts {} turns", self.turns));
        }
        if self.sides.len() != 2 || self.sides[0].id == self.sides[1].id {
            return Some("a battle has two sides of different names".to_owned());
        }
        if let Some(side) = self.sides.iter().find(|side| !DAMAGE_CONTROL.contains(&side.damage_control)) {
            return Some(format!("the damage control of {} is {} on a D10", side.id, side.damage_control));
        }
        if size.iter().any(|side| !TABLE_SIDE.contains(side)) {
            return Some(format!("the table is {} by {} inches", size[0], size[1]));
        }
        if let Some(range) = ranges.chain(rolled.iter().copied()).find(|range| !within(*range)) {
            return Some(format!("a sighting range is {range}\""));
        }
        if matches!(&self.visibility, Visibility::Rolled(_)) && rolled.len() != FACES_OF_VISIBILITY {
            return Some(format!("{} sighting ranges stand for the faces of a D6", rolled.len()));
        }
        if 360 < self.wind.from_deg {
            return Some(format!("the wind is from {} degrees", self.wind.from_deg));
        }
        let is_unsound = |land: &&super::setup::Land| land.corners.iter().any(is_far) || land.area().is_err();
        self.land.iter().find(is_unsound).map(|land| format!("the coast of {} is no outline", land.id))
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
            if let Some(ship) = division.ships.iter().find(|ship| !ships.contains(ship) || !placed.insert(*ship)) {
                return Some(format!("ship {ship} of division {id} has no card, or stands in two places"));
            }
            if !division.ships.contains(&division.flagship) {
                return Some(format!("the flagship of division {id} is not in it"));
            }
            for (name, rating) in [("signalling", division.signalling), ("initiative", division.initiative)] {
                if !RATING.contains(&rating) {
                    return Some(format!("the {name} of division {id} is {rating}"));
                }
            }
            let of_division = |ship: &&super::setup::ShipSetup| division.ships.contains(&ship.card.id);
            let slowest = self.ships.iter().filter(of_division).map(|ship| ship.card.speed).min();
            if slowest.is_some_and(|slowest| slowest < division.speed) {
                return Some(format!("division {id} is faster than its slowest ship"));
            }
            if !(Inches::ZERO..=LONGEST).contains(&division.speed) || LONGEST_TURNS < division.enters_turn {
                return Some(format!("speed or turn of entry of division {id} is out of range"));
            }
            let Some(at) = division.at else { continue };
            let is_on = |along: f64, length: Inches| (0.0..=length.as_f64()).contains(&along);
            if !(Fine::ZERO..=FULL_CIRCLE).contains(&at.heading) {
                return Some(format!("division {id} heads {} degrees", at.heading));
            }
            if !is_on(at.x.as_f64(), self.table.width) || !is_on(at.y.as_f64(), self.table.height) {
                return Some(format!("division {id} begins off the table"));
            }
        }
        None
    }

    fn fault_of_ships(&self) -> Option<String> {
        let mut ids = BTreeSet::new();
        for ship in &self.ships {
            let card = &ship.card;
            if !ids.insert(&card.id) {
                return Some(format!("there are two ships {}", card.id));
            }
            if !card.is_sound() {
                return Some(format!("a figure on the card of {} is out of range", card.id));
            }
        }
        None
    }
}

impl Card {
    /// Whether every figure is one that a card may have.
    fn is_sound(&self) -> bool {
        let (big, torpedo) = (self.big.as_ref(), self.torpedo.as_ref());
        let duals = [self.size, self.armour].map(|dual| [dual.gun, dual.torpedo]);
        let powers = [big.map(|big| big.power), torpedo.map(|torpedo| torpedo.power)];
        let figures = [self.defence, self.flotation, self.flash];
        let mut all = figures.into_iter().chain(duals.into_iter().flatten()).chain(powers.into_iter().flatten());
        let bands = [big.map(|big| &big.bands), torpedo.map(|torpedo| &torpedo.bands)];
        let strengths = [&self.medium, &self.light].into_iter().flatten().map(|battery| battery.strength);
        let lengths = [self.speed, self.base_length].into_iter().chain(torpedo.and_then(|one| one.attack_range));
        all.all(|figure| (0..=LARGEST).contains(&figure))
            && big.is_none_or(|big| big.mounts.len() < LARGEST as usize)
            && bands.into_iter().flatten().all(|bands| !bands.is_empty() && are_sound(bands))
            && lengths.into_iter().all(|length| (Inches::ZERO..=LONGEST).contains(&length))
            && Inches::ZERO < self.base_length
            && strengths
                .into_iter()
                .all(|strength| (Fraction::ZERO..=Fraction::from(i64::from(LARGEST))).contains(&strength))
    }
}

/// Whether bands rise, and each has a number that is needed.
fn are_sound(bands: &[Band]) -> bool {
    let rise = bands.windows(2).all(|pair| pair[0].to < pair[1].to);
    let fit = |band: &Band| Inches::ZERO < band.to && band.to <= LONGEST && TO_HIT.contains(&band.to_hit);
    rise && bands.iter().all(fit)
}

impl Charts {
    /// What makes the charts impossible, by the first fault.
    fn fault(&self) -> Option<String> {
        let is_factor = |times: &Fraction| (Fraction::ZERO..=Fraction::from(MOST_TIMES)).contains(times);
        let is_effect = |modifier: &super::chart::Modifier| {
            let effect = &modifier.effect;
            [effect.to_hit_times, effect.dice_times].iter().flatten().all(is_factor)
                && effect.size_plus.is_none_or(|plus| SIZE_PLUS.contains(&plus))
        };
        if let Some(modifier) = self.gunnery.iter().find(|modifier| !is_effect(modifier)) {
            return Some(format!("the line {} of the gunnery chart is out of range", modifier.id));
        }
        if !are_sound(&self.large_torpedo) {
            return Some("the torpedo bands of large ships do not rise, or are out of range".to_owned());
        }
        if !is_factor(&self.sighting.burning) || !is_factor(&self.sighting.firing_or_searchlight_at_night) {
            return Some("a factor of the sighting chart is out of range".to_owned());
        }
        let lights = self.illumination.searchlights.iter().flat_map(|light| [light.light_ship, light.large_ship]);
        if lights.chain([self.illumination.starshell_range]).any(|range| !(Inches::ZERO..=LONGEST).contains(&range)) {
            return Some("a range of lights is out of range".to_owned());
        }
        let fits = |length: &Inches| (Inches::ZERO..=MOST_TURN).contains(length);
        let turns = |line: &super::chart::Movement| line.turn_radius != Inches::ZERO && fits(&line.turn_radius);
        if self.movement.iter().any(|line| !turns(line) || !fits(&line.acceleration)) {
            return Some("a line of the movement chart is out of range".to_owned());
        }
        let check = &self.command_check;
        let figures = [
            check.base,
            check.signalling,
            check.advance_plot,
            check.night,
            check.under_fire,
            check.repeaters.each,
            check.distance.worth,
        ];
        if !DICE.contains(&check.sides)
            || figures.iter().any(|figure| !(-MOST_MODIFIER..=MOST_MODIFIER).contains(figure))
            || !(0..=MOST_MODIFIER).contains(&check.repeaters.at_most)
            || check.distance.every <= Inches::ZERO
        {
            return Some("a figure of the command check is out of range".to_owned());
        }
        let is_turn = |degrees: u16| (1..=180).contains(&degrees) && degrees.is_multiple_of(STEP_DEG);
        let does = |does: &Independent| match does {
            Independent::TurnTowardEnemy { degrees } | Independent::TurnAway { degrees } => is_turn(*degrees),
            Independent::AsPlotted | Independent::StraightSameSpeed => true,
            Independent::FollowNearestAhead | Independent::RepeatLastTurn => true,
        };
        let is_table = |table: &super::chart::IndependentMovement| {
            let rows = &table.rows;
            let rise =
                rows.windows(2).all(|pair| pair[1].up_to.is_none_or(|next| pair[0].up_to.is_some_and(|up| up < next)));
            DICE.contains(&table.sides)
                && rise
                && rows.last().is_some_and(|row| row.up_to.is_none())
                && rows.iter().all(|row| does(&row.does))
        };
        if self.independent_movement.iter().any(|table| !is_table(table)) {
            return Some("a table of independent movement is not whole, or out of range".to_owned());
        }
        let damage = self.damage.iter().find(|table| !table.is_sound())?;
        Some(format!("the damage table {} is not whole, or out of range", damage.id))
    }
}

impl super::chart::DamageTable {
    /// Whether every face of the die stands in exactly one row, and every effect is of a size that it may be.
    fn is_sound(&self) -> bool {
        let times = |face: u8| self.rows.iter().filter(|row| (row.faces.0..=row.faces.1).contains(&face)).count();
        let within =
            |row: &super::chart::Row| 0 < row.faces.0 && row.faces.0 <= row.faces.1 && row.faces.1 <= self.sides;
        DICE.contains(&self.sides)
            && self.rows.iter().all(|row| within(row) && row.effects.iter().all(Effect::is_sound))
            && (1..=self.sides).all(|face| times(face) == 1)
    }
}

impl Effect {
    /// Whether its figure is one that an effect may have.
    pub fn is_sound(&self) -> bool {
        match self {
            Effect::Guns { quarters } => (1..=8).contains(quarters),
            Effect::Flotation { hits } => (1..=100).contains(hits),
            Effect::Speed { loss } => (Inches::ZERO..=Inches::whole(10)).contains(loss),
            Effect::Magazine { explodes_to } => (1..=10).contains(explodes_to),
            Effect::Nothing | Effect::Mount | Effect::Fire | Effect::Special | Effect::Steering | Effect::Bridge => {
                true
            }
            Effect::Emplacement | Effect::FireControl | Effect::BridgeOrFireControl => true,
            Effect::Explosion | Effect::Sinks => true,
        }
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
