//! 5.7: a plot as lawful types. How it is written stands in `naval::notation`, what it does in
//! `naval::rules::moves`.
use serde::{Deserialize, Serialize};

use super::{Id, Inches};
pub use geometry::Hand;

/// What one division, or one ship alone, is to do in a turn. [5.7]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// In the order in which they are carried out.
    pub elements: Vec<Element>,
    /// Inches this turn; left out, the speed of the turn before (a lone straight leg is its own speed).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Inches>,
    /// Ships that make smoke all along this move. [4.6]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<Id>,
}

/// One element of a plot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    /// Straight on. [5.7.1]
    Straight(Inches),
    Turn(Turn),
    /// Follows another division on its track, behind its last ship. [5.7.4]
    Follow(Id),
    /// The same elements at the same distances as another division. [5.7.5]
    Mimic(Id),
    /// The ships ahead slow until those astern have closed up. [5.7.6]
    CloseUp,
}

/// A turn, all ships at once or one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub manner: Manner,
    pub hand: Hand,
    /// A multiple of 15, from 15 to 180. [5.7.2]
    pub degrees: u16,
    /// Wider than the ships' own. [5.6, Q33]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Inches>,
}

/// Who turns where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    /// All ships at once, each where she is. [5.7.2]
    Ships,
    /// Each ship where the leader turned. [5.7.3]
    Column,
}

impl Turn {
    /// A turn of the ships' own radius by so many degrees, to starboard positive.
    pub(crate) fn by(manner: Manner, degrees: f64) -> Turn {
        Turn { manner, hand: Hand::of(degrees), degrees: degrees.abs().round() as u16, radius: None }
    }
    /// What so many degrees of this turn come to when they are made more or fewer, to starboard positive. Never over half a
    /// circle.
    pub(crate) fn bent(self, degrees: f64, by_deg: i16) -> f64 {
        (self.hand.sign() * degrees + f64::from(by_deg) + 180.0).rem_euclid(360.0) - 180.0
    }
}

impl Plot {
    /// Straight on at a speed.
    pub fn straight(speed: Inches) -> Plot {
        Plot { elements: vec![Element::Straight(speed)], speed: Some(speed), smoke: Vec::new() }
    }
    /// Nothing but straight legs: no turn, no order to follow or close up.
    pub fn is_straight(&self) -> bool {
        self.elements.iter().all(|element| matches!(element, Element::Straight(_)))
    }
    /// Straight ahead for the whole column, whoever closes up in it. [5.9.1]
    pub fn goes_straight(&self) -> bool {
        self.is_straight() || matches!(self.elements[..], [Element::CloseUp])
    }
    /// Some turn, of all ships or in column.
    pub fn turns(&self) -> bool {
        self.elements.iter().any(|element| matches!(element, Element::Turn(_)))
    }
    /// The speed that it says: a lone straight leg is its own.
    pub fn own_speed(&self) -> Option<Inches> {
        match self.elements[..] {
            [Element::Straight(length)] => self.speed.or(Some(length)),
            _ => self.speed,
        }
    }
    /// The division that this plot hangs on. [5.7.4, 5.7.5]
    pub fn leans_on(&self) -> Option<&Id> {
        self.elements.iter().find_map(|element| match element {
            Element::Follow(other) | Element::Mimic(other) => Some(other),
            Element::Straight(_) | Element::Turn(_) | Element::CloseUp => None,
        })
    }
}
