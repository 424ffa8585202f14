//! The charts, as data. Edit the files to play by other charts. [2.2]
//!
//! T1 to T14 in comments are the tables of the data files: T1 gunnery modifiers, T2 penetrating hits, T3 Special Hits,
//! T4 non-penetrating hits, T5 torpedo hits, T6 light ships, T7 collisions, T8 command check, T9 independent movement,
//! T10 turning, T11 weather, T12 ship types, T13 sighting, T14 flotation and speed.
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{BatteryKind, Card, Fraction, Id, Inches, ShipType};
use play::Rule;

/// All charts of one war.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    /// Name of the set.
    pub id: Id,
    /// Modifiers of big-gun fire. [6.5.1.3]
    pub gunnery: Vec<Modifier>,
    /// Damage tables. [8.2, 8.3]
    pub damage: Vec<DamageTable>,
    /// Bands of the large ships' torpedo attack. [7.5.1]
    pub large_torpedo: Vec<super::ship::Band>,
    /// Range of sight as a multiple of the base. [4.2, 4.3]
    pub sighting: SightingFactors,
    /// Ranges of lights, first days of starshell (an empty `navies` is all others). [4.5]
    pub illumination: Illumination,
    /// Turns and gain of speed by type. [5.5, 5.6]
    pub movement: Vec<Movement>,
    /// Roll for orders received. [5.10.3]
    pub command_check: CommandCheck,
    /// Moves without orders. [5.10.3]
    pub independent_movement: Vec<IndependentMovement>,
}

/// One line of the gunnery modifier chart. [6.5.1.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    pub id: Id,
    /// Words that `why` prints.
    pub says: String,
    /// When it applies.
    pub when: ModifierCondition,
    /// What it does.
    pub effect: ModifierEffect,
    /// Paragraph.
    pub rule: Rule,
    pub source: String,
}

/// When a line of the chart applies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ModifierCondition {
    /// The firer hit the target last turn, and the target has not turned this far.
    OnTarget { lost_at_deg: u16 },
    /// No big guns are declared at the firer.
    NotUnderBigGunFire,
    /// The target is seen that badly.
    Visibility(VisibilityQuality),
    /// The firer turned between these angles this turn.
    FirerTurned { from_deg: u16, to_deg: u16 },
    /// The courses differ by this much or more.
    Courses { from_deg: u16 },
    /// The firer's fire control is out.
    FireControlOut,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModifierEffect {
    /// Factor for the to-hit number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_hit_times: Option<Fraction>,
    /// Factor for the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice_times: Option<Fraction>,
    /// Added to the target's size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_plus: Option<i32>,
    /// No big-gun fire.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub forbids: bool,
}

/// How poorly a target is seen along the line of fire. (T1)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VisibilityQuality {
    Poor,
    VeryPoor,
    Extreme,
}

/// A damage table. For each kind of hit, the first table whose conditions hold is used. [8.2, 8.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageTable {
    pub id: Id,
    pub title: String,
    /// Which hits use it.
    pub kind: TableKind,
    /// Which ships and hits use it. Without it, always.
    #[serde(default)]
    pub when: TableConditions,
    /// Die: 6, 10, 20 or 100.
    pub sides: u8,
    /// Results, with the letter on the card. [8.2.4]
    pub rows: Vec<DamageRow>,
    pub source: String,
}

/// The kind of hit that a table is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Penetrating big-gun hits on large ships. [8.2.1]
    Penetrating,
    /// Hits that cannot penetrate. [8.2.2]
    NonPenetrating,
    /// Rolls on Special Hits. [8.2.1]
    Special,
    /// Torpedo hits. [8.2.3]
    Torpedo,
    /// Effective hits on light ships. [8.3]
    Light,
    /// Gun hits on a light ship without guns. [8.4]
    GunsGone,
    /// A ship that rams or runs ashore. [5.11, 5.12]
    Rammer,
    /// The ship struck. [5.11]
    Rammed,
    /// Two ships that scrape along each other. [5.11]
    Glancing,
}

/// Conditions of a table. An omitted condition always holds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TableConditions {
    /// Types of the ship hit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<ShipType>,
    /// Navies that fired.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub firer_navies: Vec<Id>,
    /// Battles before this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<NaiveDate>,
    /// Ranges up to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range_to: Option<Inches>,
    /// Targets with at most this many big-gun mounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mounts_to: Option<usize>,
    /// The battery that hit: `big`, `medium`, `light`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub batteries: Vec<BatteryKind>,
    /// Types of the other ship in a collision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<ShipType>,
}

/// Facts about a hit, used to choose its table.
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

impl TableConditions {
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

/// A range of die results and their effects.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageRow {
    /// Faces of the die, from and to.
    pub faces: (u8, u8),
    /// Letter on the card. [8.2.4]
    pub code: String,
    pub effects: Vec<DamageEffect>,
}

/// An effect of a row of a damage table. [8.4]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DamageEffect {
    /// No lasting damage.
    Nothing,
    /// A big-gun mount is lost, and a ship with `flash` may explode.
    Mount,
    /// This many quarters of the medium and light battery points.
    Guns { quarters: i32 },
    /// A coast battery's mount, or else a quarter of its battery points. (Q51)
    Emplacement,
    /// A fire starts.
    Fire,
    /// This many flotation hits.
    Flotation { hits: i32 },
    /// This many inches of speed.
    Speed { loss: Inches },
    /// Roll on the Special Hits table.
    Special,
    /// D10: up to this it explodes, else a mount is lost.
    Magazine { explodes_to: u8 },
    /// Rudder jammed for D6 turns.
    Steering,
    /// Signalling 0.
    Bridge,
    /// To-hit halved.
    FireControl,
    /// D6: 1-3 bridge, 4-6 fire control.
    BridgeOrFireControl,
    /// The ship explodes.
    Explosion,
    /// The boat sinks.
    Sinks,
}

impl DamageTable {
    /// Returns the row for a die result. The loader has checked that there is exactly one.
    pub fn row(&self, face: u8) -> Option<&DamageRow> {
        self.rows.iter().find(|row| row.faces.0 <= face && face <= row.faces.1)
    }
}

impl Charts {
    /// Returns the movement chart's line for a type. The loader has checked that every type has one.
    pub fn movement_of(&self, kind: ShipType) -> Option<&Movement> {
        self.movement.iter().find(|line| line.types.contains(&kind))
    }
    /// Returns the independent movement table for a kind of unit. The loader has checked that each has one.
    pub fn independent(&self, kind: UnitKind) -> Option<&IndependentMovement> {
        self.independent_movement.iter().find(|table| table.kind == kind)
    }
    /// Returns the table for a hit: the first whose conditions hold.
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
    /// Radius of the turn.
    pub turn_radius: Inches,
    /// Greatest gain of speed in a turn.
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

/// Searchlight ranges of some navies. An empty list means all others. [4.5.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searchlight {
    pub navies: Vec<Id>,
    pub light_ship: Inches,
    pub large_ship: Inches,
}

/// First day of starshell for some navies. An empty list means all others. [4.5.2]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Starshell {
    pub navies: Vec<Id>,
    pub from: NaiveDate,
}

/// The command check. Base and modifiers add up to the highest die that succeeds. [5.10.3] (T8)
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandCheck {
    /// Die: 6, 10, 20 or 100.
    pub sides: u8,
    pub base: i32,
    /// For each point of signalling of the flagship that checks.
    pub signalling: i32,
    /// For each repeater, and how many count. [5.10.4]
    pub repeaters: Repeaters,
    /// For a plot filed a turn ahead. [5.7.7]
    pub advance_plot: i32,
    /// For each full `every` inches from the force flag.
    pub distance: SignalDistance,
    /// By night.
    pub night: i32,
    /// If fired on last turn.
    pub under_fire: i32,
    pub source: String,
}

/// The modifier of each repeater, and how many count at most. [5.10.4]
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeaters {
    pub each: i32,
    pub at_most: i32,
}

/// The modifier of every full `every` inches from the force flagship.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalDistance {
    pub every: Inches,
    pub worth: i32,
}

/// The kind of unit, which selects the independent movement table. [5.9.2, 5.10.3]
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

/// The independent movement table of one kind of unit. Die plus initiative is looked up from the lowest row. (T9)
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndependentMovement {
    /// Unit.
    pub kind: UnitKind,
    /// Die: 6, 10, 20 or 100.
    pub sides: u8,
    /// By rising `up_to` (the last has none).
    pub rows: Vec<IndependentRow>,
    pub source: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndependentRow {
    /// Highest sum of die and initiative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<i32>,
    /// What the unit does.
    pub does: Independent,
}

/// The move of a formation or ship without orders, always in column. [5.10.5]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Independent {
    /// What was plotted.
    AsPlotted,
    /// Straight on at last turn's speed.
    StraightSameSpeed,
    /// Behind the nearest friends ahead.
    FollowNearestAhead,
    /// A turn of at most this towards the nearest enemy in sight.
    TurnTowardEnemy { degrees: u16 },
    /// A turn of at most this away from the nearest enemy in sight.
    TurnAway { degrees: u16 },
    /// What it did last turn.
    RepeatLastTurn,
}

impl Independent {
    /// Whether it turns towards or away from an enemy in sight.
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
    /// Returns the result of a modified roll: the first row that reaches it.
    pub fn row(&self, roll: i32) -> Independent {
        let reached = self.rows.iter().find(|row| row.up_to.is_none_or(|up_to| roll <= up_to));
        reached.map_or(Independent::StraightSameSpeed, |row| row.does)
    }
}
