//! What history says of battles that are fought here, and what many battles between players came to beside it.
use std::fmt;

use serde::de::{Error, SeqAccess, Unexpected, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Id, Setup, Ships, State, battles::Many};

/// What is known of a battle when the last turn of its scenario ends, or when it has been played on for some turns more.
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
    /// The scenario, as long as these figures want it.
    pub fn fought(&self, setup: &Setup) -> Setup {
        Setup { turns: self.turns.unwrap_or(setup.turns), ..setup.clone() }
    }

    /// What came of the battles, figure by figure.
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

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    Sunk,
    /// Sunk, immobile, at half speed, without a gun or without a helm.
    Crippled,
    /// Hits of any gun, and of torpedoes.
    Hits,
    /// Hits of big guns.
    Heavy,
}

/// How sure a figure is; one of low certainty is shown and not judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    High,
    Medium,
    Low,
}

/// One figure, or from the least to the most that is told.
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

/// A figure of history beside what battles came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    pub figure: Figure,
    /// Of every battle, the least first.
    pub found: Vec<u32>,
}

impl Compared {
    /// What such a share of the battles does not exceed.
    pub fn at(&self, share: f64) -> u32 {
        let last = self.found.len().saturating_sub(1) as f64;
        self.found.get((last * share).round() as usize).copied().unwrap_or_default()
    }

    /// Between which the middle eight tenths of the battles lie.
    pub fn middle(&self) -> (u32, u32) {
        (self.at(0.1), self.at(0.9))
    }

    /// Whether history lies in the middle eight tenths of the battles.
    pub fn holds(&self) -> bool {
        let (low, high) = self.middle();
        low <= self.figure.was.most() && self.figure.was.least() <= high
    }

    /// The share of the battles outside their own middle: how often a figure drawn from such battles would be missed.
    pub fn outside(&self) -> f64 {
        let (low, high) = self.middle();
        let out = self.found.iter().filter(|found| !(low..=high).contains(found)).count();
        out as f64 / self.found.len().max(1) as f64
    }
}
