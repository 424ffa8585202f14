//! A battle before its first command, limited to what the rules allow. `load` builds it from files.
use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

use super::{
    Card, Fine, FormationId, Generator, Id, Inches, Place, SideId,
    chart::{Charts, VisibilityQuality},
    special::SpecialRule,
    victory::{LeftToReferee, VictoryEntry},
    war::{CarriedOver, War},
};
pub use super::{
    options::{
        Alternation, CollisionCheck, Handicap, NonPen, Options, Ranges, ShipsTurnInBend, Sighting, TorpedoModel,
    },
    table::{Edge, WindForce},
};
use geometry::{Area, AreaError, Point};

/// The set-up of a battle: all that a journal needs to be read without data files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: Id,
    pub title: String,
    pub introduction: String,
    pub date: NaiveDate,
    pub start: NaiveTime,
    #[serde(default, skip_serializing_if = "BattleKind::is_historical")]
    pub kind: BattleKind,
    /// Length in turns. A drill may continue beyond it. [9.3, 10.4]
    pub turns: u16,
    /// The two sides. Ties in the rules are broken by this order. [1.3]
    pub sides: Vec<Side>,
    pub divisions: Vec<DivisionSetup>,
    pub ships: Vec<ShipSetup>,
    /// Divisions that begin as one formation. [5.2]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<FormationSetup>,
    pub visibility: Visibility,
    /// Light that differs by side. [4.3]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub light: Vec<SideLight>,
    pub night: bool,
    pub wind: Wind,
    #[serde(default)]
    pub table: Table,
    /// Land, which blocks sight, guns and torpedoes, and stops ships. [4.7, 5.12]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub land: Vec<Land>,
    pub charts: Arc<Charts>,
    pub options: Options,
    /// Whether strengths are hidden: play begins with force markers and ten turns of plots. [5.13]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Ships that may be plotted alone before contact. [5.13.5]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pickets: Vec<Id>,
    /// Ships that give no points, by a special rule. [9.2, 10.5]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_points: Vec<Id>,
    /// Tables for weather and forces that dice generate and players place. [10.1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<Arc<Generator>>,
    /// Special rules in words, for the referee. [9.2]
    pub special_rules: Vec<String>,
    /// The keys of the special rules that the program applies. [9.2]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<SpecialRule>,
    /// What each side must achieve, in words, in addition to the points. [9.2]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub victory: Vec<String>,
    /// The victory conditions as keys, which the program judges. The first that holds decides. `None` if it has no such
    /// keys. [9.2, 10.5]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decide: Option<Vec<VictoryEntry>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<LeftToReferee>,
    pub sources: Vec<String>,
    /// The war to which this battle belongs. [9.1, Q55]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub war: Option<Arc<War>>,
}

impl Setup {
    /// Removes all positions. The miniatures are moved by hand and keep their headings from the scenario. [2.7, Q56]
    pub fn remove_positions(&mut self) {
        for division in &mut self.divisions {
            division.course = division.at.take().map(|at| at.heading).or(division.course);
        }
    }
    /// Whether the battle begins without positions and generates none, so that both fleets are moved by hand. [2.7]
    pub fn begins_without_positions(&self) -> bool {
        self.generator.is_none() && self.divisions.iter().all(|division| division.at.is_none())
    }
    /// Returns sighting base and visibility of a turn from the scenario's steps. [4.3]
    pub fn visibility_in(&self, turn: u16) -> (Inches, Option<VisibilityQuality>) {
        let steps = if let Visibility::Steps(steps) = &self.visibility { steps.as_slice() } else { &[] };
        let step = steps.iter().filter(|step| step.from_turn <= turn).max_by_key(|step| step.from_turn);
        step.map_or((Inches::ZERO, None), |step| (step.range, step.quality))
    }
}

/// The kind of battle, which decides how it ends. [9.3, 10.4, Q60]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleKind {
    /// Ends after its last turn, or when a side has left by its own edge. [9.3]
    #[default]
    Historical,
    /// Ends only after its last turn. [10.4]
    Generated,
    /// A drill or an open table. It never ends automatically.
    Drill,
}

impl BattleKind {
    pub fn is_historical(&self) -> bool {
        *self == BattleKind::Historical
    }

    pub fn has_last_turn(self) -> bool {
        self != BattleKind::Drill
    }
}

/// Size of the playing area, x east and y north from its south-west corner. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Inches from west to east, 12 to 240.
    pub width: Inches,
    /// Inches from south to north, 12 to 240.
    pub height: Inches,
}

impl Default for Table {
    /// 72 by 48 inches (six feet by four). [2.1]
    fn default() -> Table {
        Table { width: Inches::whole(72), height: Inches::whole(48) }
    }
}

/// A coast or an island: the corners of a polygon in table inches. [4.7]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    pub id: Id,
    pub name: String,
    /// Three corners or more in inches from the south-west corner.
    pub corners: Vec<(Inches, Inches)>,
}

impl Land {
    pub fn area(&self) -> Result<Area, AreaError> {
        let corners: Vec<Point> = self.corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect();
        Area::new(&corners)
    }
}

/// One of the two sides. [1.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub id: SideId,
    pub name: String,
    /// Its own edge of the table, where its ships leave in safety. Leaving by it can end the battle. [9.3, Q60]
    pub friendly_edge: Edge,
    /// Ship with the force flag. [5.10.1]
    pub force_flag: Option<Id>,
    /// D10 up to which a repair succeeds, 1 to 9. [8.6.1]
    #[serde(default = "usual_damage_control")]
    pub damage_control: u8,
}

fn usual_damage_control() -> u8 {
    2
}

/// A division at the start of the scenario. [5.1]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionSetup {
    pub id: Id,
    pub name: String,
    pub side: SideId,
    /// In order, leader first.
    pub ships: Vec<Id>,
    pub flagship: Id,
    /// Boats that share a base are fired at as one target. [5.1.1, 7.4.1]
    pub one_base: bool,
    pub signalling: i32,
    pub initiative: i32,
    pub enters_turn: u16,
    pub speed: Inches,
    /// The leader's position. The others are in column astern. If omitted, the division is moved by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Heading in degrees at the start of a division moved by hand. (Q56)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Fine>,
}

/// A formation at the start of the scenario. [5.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormationSetup {
    pub id: FormationId,
    /// Ids of its divisions, the leading one first.
    pub divisions: Vec<Id>,
    /// Lines of bearing, at most two. Without them, its divisions are in column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BearingLine>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSetup {
    pub card: Arc<Card>,
    /// Unique in its side, for ships with big guns. [3.1]
    pub number: Option<u8>,
    /// Damage and spent torpedoes from earlier battles of a war. [9.1, Q55]
    #[serde(default, skip_serializing_if = "CarriedOver::is_empty")]
    pub carried: CarriedOver,
}

impl ShipSetup {
    pub fn undamaged(card: Arc<Card>, number: Option<u8>) -> ShipSetup {
        ShipSetup { card, number, carried: CarriedOver::default() }
    }
}

/// The sighting ranges. [4.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Ranges by turn. Each applies from its turn on.
    Steps(Vec<VisibilityStep>),
    /// Rolled with a D6 in each Plotting Segment. [3.3.1]
    Rolled(Vec<Inches>),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VisibilityStep {
    pub from_turn: u16,
    pub range: Inches,
    #[serde(default)]
    pub quality: Option<VisibilityQuality>,
}

/// Light on the ships of one side from a turn on. They are seen up to `range`, and by gunners no better than `quality`,
/// whatever the visibility for the other side. [4.3]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideLight {
    /// Side whose ships are seen so.
    pub side: SideId,
    pub from_turn: u16,
    pub range: Inches,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<VisibilityQuality>,
}

/// Force and direction of the wind. [4.6]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wind {
    pub force: WindForce,
    /// Direction from which it blows, 0 to 360 degrees.
    pub from_deg: u16,
}

/// A line of bearing from the leading division. [5.3.4]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BearingLine {
    /// True, in whole degrees.
    pub bearing_deg: u16,
    /// From the leader of one division to that of the next.
    pub interval: Inches,
}
