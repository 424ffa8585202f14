//! Historical results of battles, compared with the results of many simulated battles.
use std::fmt;

use serde::de::{Error, SeqAccess, Unexpected, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Id, Setup, Ships, State, battles::Many};

/// Known results of a battle at the end of its scenario's last turn, or some turns later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chronicle {
    pub scenario: Id,
    /// Fought for so many turns; left out, as many as the scenario has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u16>,
    pub figures: Vec<Figure>,
    /// What is known and cannot be counted, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}

impl Chronicle {
    /// Returns the scenario with the number of turns that these figures need.
    pub fn fought(&self, setup: &Setup) -> Setup {
        Setup { turns: self.turns.unwrap_or(setup.turns), ..setup.clone() }
    }

    /// Compares each figure with the battles.
    pub fn compared(&self, state: &State, many: &Many) -> Vec<Compared> {
        self.figures.iter().map(|figure| figure.compared(state, many)).collect()
    }
}

/// A figure of history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    pub id: Id,
    pub count: Count,
    /// Whose: of the ships that suffered it.
    pub of: Ships,
    pub was: Span,
    pub certainty: Certainty,
    pub source: String,
}

/// The unit of a historical figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    Sunk,
    /// Sunk, immobile, at half speed, without guns or without a rudder.
    Crippled,
    /// Hits by any gun or torpedo.
    Hits,
    /// Hits by big guns.
    Heavy,
}

/// The certainty of a figure. One of low certainty is shown but not judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    High,
    Medium,
    Low,
}

/// One figure, or the lowest and highest that sources give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Span {
    One(u32),
    Between([u32; 2]),
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        deserializer.deserialize_any(OneOrTwo)
    }
}

struct OneOrTwo;

impl<'de> Visitor<'de> for OneOrTwo {
    type Value = Span;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, or the least and the most: [2, 5]")
    }
    fn visit_u64<E: Error>(self, figure: u64) -> Result<Span, E> {
        let fits = u32::try_from(figure).map(Span::One);
        fits.map_err(|_| E::invalid_value(Unexpected::Unsigned(figure), &self))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Span, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Span::Between)
    }
}

impl Span {
    pub fn least(self) -> u32 {
        match self {
            Span::One(figure) | Span::Between([figure, _]) => figure,
        }
    }

    pub fn most(self) -> u32 {
        match self {
            Span::One(figure) | Span::Between([_, figure]) => figure,
        }
    }
}

impl Figure {
    pub fn is_judged(&self) -> bool {
        self.certainty != Certainty::Low
    }

    fn compared(&self, state: &State, many: &Many) -> Compared {
        let of: Vec<&Id> = state.ships.iter().filter(|ship| self.of.holds(ship)).map(|ship| &ship.id).collect();
        let in_one = |fought: &super::battles::Fought| {
            let ships = of.iter().filter_map(|id| fought.ships.get(*id));
            ships.map(|ship| self.count.of(ship)).sum::<u32>()
        };
        let mut found: Vec<u32> = many.battles.iter().map(in_one).collect();
        found.sort_unstable();
        Compared { figure: self.clone(), found }
    }
}

impl Count {
    fn of(self, ship: &super::battles::OfShip) -> u32 {
        match self {
            Count::Sunk => u32::from(ship.sunk),
            Count::Crippled => u32::from(ship.crippled),
            Count::Hits => ship.hits,
            Count::Heavy => ship.heavy,
        }
    }
}

/// A historical figure with the figures of the battles.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    pub figure: Figure,
    /// The figure of each battle, the lowest first.
    pub found: Vec<u32>,
}

impl Compared {
    /// Returns the quantile of the battles' figures for a share from 0 to 1.
    pub fn at(&self, share: f64) -> u32 {
        let last = self.found.len().saturating_sub(1) as f64;
        self.found.get((last * share).round() as usize).copied().unwrap_or_default()
    }

    /// Returns the 10th and 90th percentiles of the battles' figures.
    pub fn middle(&self) -> (u32, u32) {
        (self.at(0.1), self.at(0.9))
    }

    /// Whether the historical figure is between the 10th and 90th percentiles.
    pub fn holds(&self) -> bool {
        let (low, high) = self.middle();
        low <= self.figure.was.most() && self.figure.was.least() <= high
    }

    /// Returns the share of battles outside their own 10th to 90th percentiles: the expected share of misses.
    pub fn outside(&self) -> f64 {
        let (low, high) = self.middle();
        let out = self.found.iter().filter(|found| !(low..=high).contains(found)).count();
        out as f64 / self.found.len().max(1) as f64
    }
}
