//! Options that players choose for a battle. docs/reference/rulings.md gives the reasons.
use serde::{Deserialize, Serialize};

use super::Inches;

/// Optional rules, and rulings on which groups of players differ. They are recorded in the journal's header (line 1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether medium and light guns roll D100. [6.5.11]
    pub d100: bool,
    /// Whether a ship that neither fires nor is fired at has a better chance of repairs. [8.6.4]
    pub damage_control_bonus: bool,
    /// Whether a 9 or 10 when fighting a fire puts it past repair. [8.6.2, Q14]
    pub fire_unrepairable: bool,
    /// How shells that cannot penetrate hit. [8.2.2, Q13]
    pub nonpen: NonPen,
    /// The side that receives the difference between what the sides can score: the weaker force, the side that can
    /// score less, or none (generated battles default to `weaker`).
    /// [10.5.6, Q19]
    pub handicap: Handicap,
    /// Whether a declaration out of turn is accepted with a note, or refused. [3.3.5, Q4]
    pub alternation: Alternation,
    /// Inches by which a reading may be off. If a band ends within that, the answer states what would change. [2.7]
    pub tolerance: Inches,
    /// Whether command checks and limits of speed and acceleration apply. Without them, plots are followed exactly.
    /// [5.4, 5.10]
    pub checks: bool,
    /// Whether the length of a turn's arc counts as movement. [5.7.8, Q9]
    pub turn_costs_movement: bool,
    /// Clear water between the bases of a column at the start, in inches. [5.9]
    pub interval: Inches,
    /// What happens to an unfinished column turn (`CR`) when the ships turn together (`SR`). [5.7.3, Q31]
    pub ships_turn_in_bend: ShipsTurnInBend,
    /// How many inches of speed a ship may lose in a turn (`null` for any). [5.5, Q7]
    pub decel_limit: Option<Inches>,
    /// Whether turns may be played in halves when the enemy is close. [3.4]
    pub half_moves: bool,
    /// Whether boats that come within 5.0" of each other stop and fight. [5.16]
    pub melees: bool,
    /// Whether overlapping bases risk a collision at the end of the move, or anywhere on the way. [5.11, Q10]
    pub collision_check: CollisionCheck,
    /// Where ranges and bearings are measured: from miniatures or from counters. [3.5.1, 3.5.2]
    pub ranges: Ranges,
    /// How torpedoes run from their marker: as a widening front, or on one bearing. [7.4.2, Q20]
    pub torpedo_model: TorpedoModel,
    /// Whether a ship fires, launches and lights at what it sees itself, or at what any ship of its side sees. [4.1, Q36]
    pub sighting: Sighting,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            d100: false,
            damage_control_bonus: false,
            fire_unrepairable: false,
            nonpen: NonPen::AllHits,
            handicap: Handicap::None,
            alternation: Alternation::Loose,
            tolerance: Inches(25),
            checks: true,
            turn_costs_movement: true,
            interval: Inches(50),
            ships_turn_in_bend: ShipsTurnInBend::Lapse,
            decel_limit: None,
            half_moves: false,
            melees: false,
            collision_check: CollisionCheck::End,
            ranges: Ranges::Miniature,
            torpedo_model: TorpedoModel::Wavefront,
            sighting: Sighting::ByShip,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NonPen {
    /// Every strike is a non-penetrating hit, without a third roll.
    AllHits,
    /// A third roll is still made. A natural 1 penetrates, and other results are non-penetrating.
    #[serde(rename = "nat1_penetrates")]
    Nat1Penetrates,
    /// A third roll is still made. A natural 1 penetrates, and other results have no effect.
    Stage3,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handicap {
    /// The weaker force receives the difference: the default of generated battles.
    Weaker,
    /// The side that can score less, the stronger force, receives it: the literal reading of the sentence.
    Equalise,
    /// Neither side receives it: the default of historical battles and drills.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShipsTurnInBend {
    /// Ships short of the turning point no longer turn there, and the division is out of column.
    Lapse,
    /// The plot is refused.
    Refuse,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CollisionCheck {
    /// Bases that overlap after all moves.
    End,
    /// Bases that overlap at any moment of the move.
    Continuous,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ranges {
    /// Forward funnel to forward funnel. [3.5.2]
    Miniature,
    /// The gap between the two rectangles. Bearings from the side that faces the target. [3.5.1]
    Counter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TorpedoModel {
    /// A widening front about the dot, within the broadside of the launch.
    Wavefront,
    /// One fixed bearing.
    Ray,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sighting {
    /// A ship uses only what it sees itself.
    ByShip,
    /// A ship uses what any ship of its side sees.
    BySide,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alternation {
    Loose,
    Strict,
}
