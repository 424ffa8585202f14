//! The charts, as data: what a club edits to play by its own sheets. [2.2]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{BatteryKind, Card, Fraction, Id, Inches, ShipType};
use play::Rule;

/// Every chart of one war.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    pub id: Id,
    pub gunnery: Vec<Modifier>,
    pub damage: Vec<DamageTable>,
    pub large_torpedo: Vec<super::ship::Band>,
    /// How far sighting carries, as multiples of the sighting base. (T13)
    pub sighting: SightingFactors,
    pub illumination: Illumination,
    /// Turning circles and acceleration by type; the first journals have none. [5.5, 5.6]
    #[serde(default)]
    pub movement: Vec<Movement>,
    /// Whether orders arrive and are understood. [5.10.3]
    #[serde(default)]
    pub command_check: CommandCheck,
    /// What those do whom no orders reach. [5.10.3]
    #[serde(default)]
    pub independent_movement: Vec<IndependentMovement>,
}

/// One line of the gunnery modifier chart. [6.5.1.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    pub id: Id,
    /// In words, for the arithmetic: `hit her last turn`.
    pub says: String,
    pub when: Condition,
    pub effect: ModifierEffect,
    pub rule: Rule,
    pub source: String,
}

/// When a line of the chart applies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// The firer hit this target in the turn before, and the target has not turned this far since.
    OnTarget { lost_at_deg: u16 },
    /// No big guns are declared at the firer this turn.
    NotUnderBigGunFire,
    /// The visibility of this turn.
    Visibility(Quality),
    /// Degrees the firer turned this turn.
    FirerTurned { from_deg: u16, to_deg: u16 },
    /// Angle between the courses.
    Courses { from_deg: u16 },
    /// The firer's fire control is out.
    FireControlOut,
}

/// What a line of the chart does.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModifierEffect {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_hit_times: Option<Fraction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice_times: Option<Fraction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_plus: Option<i32>,
    /// No big-gun fire at all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forbids: bool,
}

/// How well a target is seen along the line of fire. (T1)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    Poor,
    VeryPoor,
    Extreme,
}

/// A damage table: the first whose conditions hold is used. [8.2, 8.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageTable {
    pub id: Id,
    pub title: String,
    pub kind: TableKind,
    #[serde(default)]
    pub when: When,
    pub sides: u8,
    pub rows: Vec<Row>,
    pub source: String,
}

/// What brings a player to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// A penetrating big-gun hit on a large ship. [8.2.1]
    Penetrating,
    /// A hit that cannot penetrate. [8.2.2]
    NonPenetrating,
    /// The ship's Special Hits table. [8.2.1]
    Special,
    /// A torpedo hit. [8.2.3]
    Torpedo,
    /// An effective hit on a light ship. [8.3]
    Light,
    /// A gun hit on a light ship whose guns are all gone. [8.4]
    GunsGone,
    /// The ship that struck another with her bow, or ran ashore. [5.11, 5.12]
    Rammer,
    /// The ship that was struck. [5.11]
    Rammed,
    /// Two ships that scraped along each other. [5.11]
    Glancing,
}

/// Conditions of a table; what is left out holds always.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct When {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<ShipType>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub firer_navies: Vec<Id>,
    /// Battles before this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range_to: Option<Inches>,
    /// Big-gun mounts on the target's card, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mounts_to: Option<usize>,
    /// Battery that scored the hit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub batteries: Vec<BatteryKind>,
    /// Types of the other ship in a collision. [5.11]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<ShipType>,
}

/// What is known of a hit when its table is looked up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HitCase<'a> {
    pub target: &'a Card,
    pub firer_navy: Option<&'a Id>,
    pub date: NaiveDate,
    pub range: Option<Inches>,
    pub battery: Option<BatteryKind>,
    /// Type of the other ship in a collision. [5.11]
    pub by: Option<ShipType>,
}

impl When {
    pub fn holds(&self, case: &HitCase) -> bool {
        let mounts = case.target.big.as_ref().map_or(0, |big| big.mounts.len());
        (self.types.is_empty() || self.types.contains(&case.target.kind))
            && (self.firer_navies.is_empty() || case.firer_navy.is_some_and(|navy| self.firer_navies.contains(navy)))
            && self.before.is_none_or(|day| case.date < day)
            && self.range_to.is_none_or(|to| case.range.is_none_or(|range| range <= to))
            && self.mounts_to.is_none_or(|to| mounts <= to)
            && (self.batteries.is_empty() || case.battery.is_some_and(|battery| self.batteries.contains(&battery)))
            && (self.by.is_empty() || case.by.is_some_and(|kind| self.by.contains(&kind)))
    }
}

/// Faces of a die and what they bring.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub faces: (u8, u8),
    /// Letter code written in the margin. [8.2.4]
    pub code: String,
    pub effects: Vec<Effect>,
}

/// What a row of a damage table does. [8.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// The hit did no lasting harm.
    Nothing,
    /// A big-gun mount is lost; a ship with `flash` may explode.
    Mount,
    /// Quarters of the medium and light battery points.
    Guns { quarters: i32 },
    /// A gun of a coast battery: a big-gun mount, or else a quarter of the battery points. (Q51)
    Emplacement,
    /// A fire breaks out.
    Fire,
    /// So many flotation hits.
    Flotation { hits: i32 },
    /// So much of her speed is gone outright.
    Speed { loss: Inches },
    /// Roll on the ship's Special Hits table.
    Special,
    /// D10: this or less explodes; else a mount is lost, flooded.
    Magazine { explodes_to: u8 },
    /// Rudder jammed for D6 turns.
    Steering,
    /// Signalling 0.
    Bridge,
    /// To-hit halved.
    FireControl,
    /// One or the other, by a D6: 1-3 bridge, 4-6 fire control.
    BridgeOrFireControl,
    /// She explodes.
    Explosion,
    /// Sunk outright: boats.
    Sinks,
}

impl DamageTable {
    /// The row that holds a face; the loader has proved that there is exactly one.
    pub fn row(&self, face: u8) -> Option<&Row> {
        self.rows.iter().find(|row| row.faces.0 <= face && face <= row.faces.1)
    }
}

impl Charts {
    /// The line of the movement chart for a type; the loader has proved that every type has one.
    pub fn movement_of(&self, kind: ShipType) -> Option<&Movement> {
        self.movement.iter().find(|line| line.types.contains(&kind))
    }
    /// The independent movement table of a kind of unit; the loader has proved that there is one of each.
    pub fn independent(&self, kind: UnitKind) -> Option<&IndependentMovement> {
        self.independent_movement.iter().find(|table| table.kind == kind)
    }
    /// The table for a hit: the first whose conditions hold.
    pub fn damage_table(&self, kind: TableKind, case: &HitCase) -> Option<&DamageTable> {
        self.damage.iter().find(|table| table.kind == kind && table.when.holds(case))
    }
}

/// Sighting range as a multiple of the base. (T13)
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightingFactors {
    pub burning: Fraction,
    pub firing_or_searchlight_at_night: Fraction,
}

/// How some types of ship turn and gain speed. [5.5.1, 5.5.2, 5.5.3, 5.6]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    pub types: Vec<ShipType>,
    /// Radius of the turn template, in table inches. (T10)
    pub turn_radius: Inches,
    /// Greatest gain of speed from one turn to the next.
    pub acceleration: Inches,
    pub source: String,
}

/// Ranges and dates of lights. [4.5]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Illumination {
    pub searchlights: Vec<Searchlight>,
    pub starshell_range: Inches,
    pub starshells: Vec<Starshell>,
}

/// Searchlight ranges of some navies; an empty list of navies stands for all others. [4.5.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searchlight {
    pub navies: Vec<Id>,
    pub light_ship: Inches,
    pub large_ship: Inches,
}

/// First day of starshell of some navies; an empty list stands for all others. [4.5.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Starshell {
    pub navies: Vec<Id>,
    pub from: NaiveDate,
}

/// The roll for orders received: base and modifiers add up to what the die must not exceed. [5.10.3] (T8)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandCheck {
    pub sides: u8,
    pub base: i32,
    /// For each point of the signalling of the flagship of the formation that checks.
    pub signalling: i32,
    pub repeaters: Repeaters,
    /// For a plot filed a turn ahead. [5.7.7]
    pub advance_plot: i32,
    pub distance: SignalDistance,
    pub night: i32,
    /// For a formation that was fired on last turn.
    pub under_fire: i32,
    pub source: String,
}

/// For the first journals, whose charts say nothing of orders: a check that is always passed.
impl Default for CommandCheck {
    fn default() -> CommandCheck {
        CommandCheck {
            sides: 10,
            base: 10,
            signalling: 0,
            repeaters: Repeaters { each: 0, at_most: 0 },
            advance_plot: 0,
            distance: SignalDistance { every: Inches::whole(10), worth: 0 },
            night: 0,
            under_fire: 0,
            source: "none".to_owned(),
        }
    }
}

/// What each repeater is worth, and how many count at most. [5.10.4]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeaters {
    pub each: i32,
    pub at_most: i32,
}

/// What every full so many inches from the force flag are worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalDistance {
    pub every: Inches,
    pub worth: i32,
}

/// Which independent movement table a unit rolls on. [5.9.2, 5.10.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitKind {
    /// A formation with a large ship or a merchantman.
    Large,
    /// A formation of light ships.
    Light,
    /// A ship plotted alone.
    Single,
}

/// The independent movement table of one kind of unit: die and initiative against rows from the lowest up. (T9)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndependentMovement {
    pub kind: UnitKind,
    pub sides: u8,
    /// Every row holds from above the one before it up to its own number; the last one has none.
    pub rows: Vec<IndependentRow>,
    pub source: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndependentRow {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<i32>,
    pub does: Independent,
}

/// What a formation or a ship does of its own accord, always in column. [5.10.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Independent {
    /// What was plotted for it.
    AsPlotted,
    /// Straight on at the speed of last turn.
    StraightSameSpeed,
    /// Behind the nearest friends ahead.
    FollowNearestAhead,
    /// A turn of so many degrees at most, towards the nearest enemy in sight.
    TurnTowardEnemy { degrees: u16 },
    /// The same away from him.
    TurnAway { degrees: u16 },
    /// What it did last turn, once more.
    RepeatLastTurn,
}

impl Independent {
    /// Whether it is a turn toward an enemy in sight, or away from it.
    pub fn turns_by_enemy(self) -> bool {
        match self {
            Independent::TurnTowardEnemy { .. } | Independent::TurnAway { .. } => true,
            Independent::AsPlotted
            | Independent::StraightSameSpeed
            | Independent::FollowNearestAhead
            | Independent::RepeatLastTurn => false,
        }
    }
}

impl IndependentMovement {
    /// What a modified roll brings: the first row that reaches it.
    pub fn row(&self, roll: i32) -> Independent {
        let reached = self.rows.iter().find(|row| row.up_to.is_none_or(|up_to| roll <= up_to));
        reached.map_or(Independent::StraightSameSpeed, |row| row.does)
    }
}
