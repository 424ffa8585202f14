//! A scenario: areas, forces, enemies, tables. The loader checks it, and a journal's header (line 1) contains it.
use std::collections::BTreeSet;

use play::is_file_name;
use serde::{Deserialize, Serialize};

use super::{ARMY_TYPES, Army, Kind, Troops};

/// Most areas on a map, more than any paper map has. (house)
pub const MAX_AREAS: usize = 200;
/// Most gold that an area brings. (house)
pub const MAX_AREA_GOLD: u32 = 1_000;
/// Most gold at the start of a campaign. (house)
pub const MAX_START_GOLD: u32 = 100_000;
/// Longest campaign in turns. (house)
pub const MAX_TURNS: u16 = 999;
/// Upper limit of both map coordinates, which start at 0.
pub const MAP_SIDE: f64 = 100.0;

/// The number of an area on the map.
pub type AreaId = u16;

/// An enemy empire, by its place in the scenario's list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EnemyId(pub u8);

impl EnemyId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The complete start of a campaign except the switches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub id: String,
    pub name: String,
    /// The parts that are ours, and where the rest comes from.
    pub source: String,
    /// Shown before the first turn.
    pub introduction: String,
    pub turn_limit: u16,
    pub start: Start,
    pub enemies: Vec<Enemy>,
    pub victory: Victory,
    /// In the order of their numbers.
    pub areas: Vec<Area>,
    /// The rows for the totals 2 to 12, in this order. [SC-6]
    pub events: Vec<TableLine<EventEffect>>,
    /// The rows for the faces 1 to 6, in this order. [SC-10]
    pub exploration: Vec<TableLine<Finding>>,
    /// The spells that the player's wizard can cast. [SC-22]
    pub spells: Vec<KnownSpell>,
    /// The rows for the faces 1 to 6, in this order. [SC-23]
    pub enemy_spells: Vec<KnownSpell>,
    /// The units that come when the enemy's wizard evokes, for the faces 1 to 6. [SC-23]
    pub evoke: Vec<Troops>,
}

impl Scenario {
    /// Returns the first error of an impossible scenario: incomplete tables, or values beyond the bounds for its files.
    pub fn first_error(&self) -> Option<String> {
        let tables = [self.events.len(), self.exploration.len(), self.enemy_spells.len(), self.evoke.len()];
        let areas: BTreeSet<AreaId> = self.areas.iter().map(|area| area.id).collect();
        let is_on_map = |coordinate: f64| (0.0..=MAP_SIDE).contains(&coordinate);
        let (own, enemies) = (&self.start.owned, self.enemies.iter());
        let named_areas = enemies.flat_map(|enemy| enemy.owned.iter().chain([&enemy.capital]));
        let named_areas = named_areas.chain(own).chain(&self.victory.control).chain([&self.start.base]);
        let named_areas = named_areas.chain(self.areas.iter().flat_map(|area| &area.adj));
        if tables != [11, 6, 6, 6] {
            return Some(format!("its tables have {tables:?} rows"));
        }
        if !(1..=MAX_TURNS).contains(&self.turn_limit) {
            return Some(format!("the campaign lasts {} turns", self.turn_limit));
        }
        if MAX_AREAS < areas.len() || areas.len() < self.areas.len() {
            return Some(format!("the map has {} areas: too many, or two share a number", self.areas.len()));
        }
        if let Some(area) = self.areas.iter().find(|area| !is_on_map(area.at.0) || !is_on_map(area.at.1)) {
            return Some(format!("area {} is off the map", area.id));
        }
        if let Some(area) = self.areas.iter().find(|area| MAX_AREA_GOLD < area.gp) {
            return Some(format!("area {} brings {} gold", area.id, area.gp));
        }
        if let Some(area) = named_areas.into_iter().find(|area| !areas.contains(area)) {
            return Some(format!("there is no area {area}"));
        }
        let gold = [self.start.treasure, self.start.resources];
        if let Some(gold) = gold.iter().find(|gold| MAX_START_GOLD < **gold) {
            return Some(format!("it begins with {gold} gold"));
        }
        if !is_file_name(&self.id) {
            return Some(format!("\"{}\" cannot be a file name", self.id.escape_debug()));
        }
        let tables = || self.tables_error().map(str::to_owned);
        self.border_error().or_else(|| self.force_error()).or_else(|| self.troops_error()).or_else(tables)
    }

    /// Finds a border that leads one way or nowhere, or an area that cannot be reached.
    fn border_error(&self) -> Option<String> {
        let area = |id: AreaId| self.areas.iter().find(|area| area.id == id);
        let leads_back = |id: AreaId, next: &AreaId| area(*next).is_some_and(|next| next.adj.contains(&id));
        let is_odd = |area: &&Area| {
            let once = area.adj.iter().collect::<BTreeSet<_>>().len() == area.adj.len();
            !once || area.adj.iter().any(|next| *next == area.id || !leads_back(area.id, next))
        };
        if let Some(area) = self.areas.iter().find(is_odd) {
            return Some(format!("the borders of area {} do not lead both ways", area.id));
        }
        let (mut reached, mut next) = (BTreeSet::from([self.start.base]), vec![self.start.base]);
        while let Some(here) = next.pop().and_then(area) {
            next.extend(here.adj.iter().filter(|to| reached.insert(**to)));
        }
        let lost = self.areas.iter().find(|area| !reached.contains(&area.id))?;
        Some(format!("area {} cannot be reached", lost.id))
    }

    /// Finds a victory held from the start, an area with two owners, or gold that differs from the areas' sum.
    fn force_error(&self) -> Option<String> {
        if self.victory.control.iter().all(|area| self.start.owns(*area)) {
            return Some("the player already has all areas that it must control to win".to_owned());
        }
        let mut owned = BTreeSet::new();
        for enemy in &self.enemies {
            if let Some(area) = enemy.owned.iter().find(|area| self.start.owns(**area) || !owned.insert(**area)) {
                return Some(format!("area {area} has two owners"));
            }
        }
        let own = self.areas.iter().filter(|area| self.start.owns(area.id));
        let sum = own.map(|area| area.gp).fold(0, u32::saturating_add);
        (sum != self.start.resources)
            .then(|| format!("its resources are {}, but its areas bring {sum}", self.start.resources))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    pub base: AreaId,
    pub army: Troops,
    pub treasure: u32,
    pub resources: u32,
    pub owned: Vec<AreaId>,
    pub wizard: bool,
}

impl Start {
    /// Whether the player owns an area from the start. The base always counts.
    pub fn owns(&self, area: AreaId) -> bool {
        area == self.base || self.owned.contains(&area)
    }

    /// Returns the army by type, with the wizard.
    pub fn army(&self) -> Army {
        let mut army = self.army.recruits();
        army.0[ARMY_TYPES - 1] = u8::from(self.wizard || army.has_wizard());
        army
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enemy {
    pub name: String,
    pub capital: AreaId,
    pub owned: Vec<AreaId>,
    /// Units that belong to no area.
    pub army_extra: Troops,
    pub wizard: bool,
}

/// The areas to hold at the end of a turn. [SC-21]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub control: Vec<AreaId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    Clear,
    Hills,
    Mountain,
    /// Wood is another word for it. [SC-A3]
    #[serde(alias = "wood")]
    Forest,
    Marsh,
    Desert,
}

impl Terrain {
    pub const ALL: [Terrain; 6] =
        [Terrain::Clear, Terrain::Hills, Terrain::Mountain, Terrain::Forest, Terrain::Marsh, Terrain::Desert];

    pub const fn name(self) -> &'static str {
        ["clear", "hills", "mountain", "forest", "marsh", "desert"][self as usize]
    }

    /// Returns the movement points to enter it. [SC-9]
    pub const fn cost(self) -> u8 {
        if matches!(self, Terrain::Clear) { 1 } else { 2 }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub id: AreaId,
    pub name: String,
    pub terrain: Terrain,
    /// Gold pieces a turn.
    pub gp: u32,
    pub troops: Troops,
    pub adj: Vec<AreaId>,
    /// Its middle on the map: hundredths of the map's width from the left and from the top.
    pub at: (f64, f64),
    /// A town, a dungeon: of no effect in the rules.
    pub feature: Option<String>,
}

/// A line of a table: its text and its effect.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableLine<E> {
    pub text: String,
    pub effect: E,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventEffect {
    None,
    /// Units of the player's choice.
    LoseUnit(u8),
    /// Units of the costliest type.
    LoseCostliest(u8),
    Treasure(i32),
    /// Added to every expansion die of the turn.
    Expansion(u8),
    /// Units that join, even above MAX.
    Add(u8, Kind),
    /// Movement points for the turn.
    Mp(u8),
    /// Units at half price, rounded up, in this turn.
    Discount(u8),
    /// A wizard joins, or this much gold when there is one.
    WizardOrGp(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    None,
    /// A lasting change of the area's gold, which never falls below 0.
    AreaGp(i32),
    /// A lasting change: more defenders of the first kind listed, or fewer of the weakest.
    Garrison(i8),
    /// A D6: 1 to 3 loses a unit of the player's choice, 4 to 6 finds this much gold.
    Ambush(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spell {
    Revive,
    Blast,
    Fireball,
    Armor,
    Weakness,
    Evoke,
}

impl Spell {
    pub const ALL: [Spell; 6] =
        [Spell::Revive, Spell::Blast, Spell::Fireball, Spell::Armor, Spell::Weakness, Spell::Evoke];

    pub const fn name(self) -> &'static str {
        ["revive", "blast", "fireball", "armor", "weakness", "evoke"][self as usize]
    }
}

/// A spell and the highest die at which it works. At 6 it needs no die. For an enemy's wizard this is a second die,
/// after the first picked the spell. [SC-22, SC-23]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownSpell {
    pub spell: Spell,
    /// Highest face of a D6 at which it works, 1 to 6.
    pub works_to: u8,
}

impl Scenario {
    /// Returns the area of that number.
    pub fn area(&self, id: AreaId) -> Option<&Area> {
        self.place(id).map(|place| &self.areas[place])
    }

    /// Returns the index in `areas` of the area with that number.
    pub fn place(&self, id: AreaId) -> Option<usize> {
        self.areas.binary_search_by_key(&id, |area| area.id).ok()
    }

    pub fn enemy(&self, id: EnemyId) -> Option<&Enemy> {
        self.enemies.get(id.index())
    }

    /// Returns the enemies with their IDs.
    pub fn empires(&self) -> impl Iterator<Item = (EnemyId, &Enemy)> {
        (0..).map(EnemyId).zip(&self.enemies)
    }

    /// Returns the name of an empire, or its number if the scenario has no such empire.
    pub fn enemy_name(&self, id: EnemyId) -> String {
        self.enemy(id).map_or_else(|| format!("enemy {}", id.0), |enemy| enemy.name.clone())
    }

    /// Returns the line of the event table for a total of two dice. [SC-6]
    pub fn event(&self, total: u8) -> Option<&TableLine<EventEffect>> {
        self.events.get(usize::from(total).saturating_sub(2))
    }

    /// Returns the line of the exploration table for a die. [SC-10]
    pub fn finding(&self, face: u8) -> Option<&TableLine<Finding>> {
        self.exploration.get(usize::from(face).saturating_sub(1))
    }

    /// Returns the units that an area gives to its conqueror. [SC-2]
    pub fn recruits(&self, id: AreaId) -> Army {
        self.area(id).map_or(Army::NONE, |area| area.troops.recruits())
    }

    /// Returns the name and number of an area, or the number alone if the map has no such area.
    pub fn area_name(&self, id: AreaId) -> String {
        self.area(id).map_or_else(|| format!("area {id}"), |area| format!("{} ({id})", area.name))
    }
}
