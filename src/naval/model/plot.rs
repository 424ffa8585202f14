//! Plots. `naval::notation` reads and writes them, `naval::rules` checks and runs them. [5.7]
use serde::{Deserialize, Serialize};

use super::{Id, Inches};
pub use geometry::TurnSide;

/// The orders of one division, or of a ship alone, for one turn. [5.7]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// In the order of execution.
    pub elements: Vec<Element>,
    /// Inches this turn. By default the previous turn's speed, or the length of a lone straight leg.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Inches>,
    /// Ships that make smoke during the entire move. [4.6]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<Id>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    /// Straight on. [5.7.1]
    Straight(Inches),
    Turn(Turn),
    /// Follows another division along its track, behind its last ship. [5.7.4]
    Follow(Id),
    /// Copies the elements and distances of another division. [5.7.5]
    Mimic(Id),
    /// Slows the ships ahead until those astern have closed up. [5.7.6]
    CloseUp,
}

/// A turn of all ships at once or in succession.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub manner: TurnKind,
    pub hand: TurnSide,
    /// A multiple of 15, from 15 to 180. [5.7.2]
    pub degrees: u16,
    /// A radius wider than the ships' own. [5.6, Q33]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Inches>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnKind {
    /// All ships at once, each at its present position. [5.7.2]
    Ships,
    /// Each ship at the point where the leader turned. [5.7.3]
    Column,
}

impl Turn {
    /// Builds a turn of the ships' own radius. Degrees to starboard are positive.
    pub(crate) fn of_degrees(manner: TurnKind, degrees: f64) -> Turn {
        Turn { manner, hand: TurnSide::from_degrees(degrees), degrees: degrees.abs().round() as u16, radius: None }
    }
    /// Returns the turn, starboard positive, after adding `by_deg` to `degrees` turned to this side: in [-180, 180).
    pub(crate) fn result_deg(self, degrees: f64, by_deg: i16) -> f64 {
        (self.hand.sign() * degrees + f64::from(by_deg) + 180.0).rem_euclid(360.0) - 180.0
    }
}

impl Plot {
    pub fn straight(speed: Inches) -> Plot {
        Plot { elements: vec![Element::Straight(speed)], speed: Some(speed), smoke: Vec::new() }
    }
    /// Whether it has only straight legs: no turn, and no order to follow or close up.
    pub fn is_straight(&self) -> bool {
        self.elements.iter().all(|element| matches!(element, Element::Straight(_)))
    }
    /// Whether the entire column goes straight ahead, even if some ships close up. [5.9.1]
    pub fn goes_straight(&self) -> bool {
        self.is_straight() || matches!(self.elements[..], [Element::CloseUp])
    }
    pub fn has_turn(&self) -> bool {
        self.elements.iter().any(|element| matches!(element, Element::Turn(_)))
    }
    /// Returns the speed that it states. The length of a lone straight leg counts.
    pub fn own_speed(&self) -> Option<Inches> {
        match self.elements[..] {
            [Element::Straight(length)] => self.speed.or(Some(length)),
            _ => self.speed,
        }
    }
    /// Returns the division on whose plot this one depends. [5.7.4, 5.7.5]
    pub fn depends_on(&self) -> Option<&Id> {
        self.elements.iter().find_map(|element| match element {
            Element::Follow(other) | Element::Mimic(other) => Some(other),
            Element::Straight(_) | Element::Turn(_) | Element::CloseUp => None,
        })
    }
}
