//! Historical results of battles, compared with the results of many simulated battles.
use std::fmt;

use serde::de::{Error, SeqAccess, Unexpected, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Id, Setup, ShipSet, State, battle_results::BattleResults};

/// Known results of a battle at the end of its scenario's last turn, or some turns later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chronicle {
    pub scenario: Id,
    /// Turns fought (default: as in the scenario).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u16>,
    pub figures: Vec<HistoricalFigure>,
    /// Results that cannot be counted, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}

impl Chronicle {
    /// Returns the scenario with the number of turns that these figures need.
    pub fn with_turns(&self, setup: &Setup) -> Setup {
        Setup { turns: self.turns.unwrap_or(setup.turns), ..setup.clone() }
    }

    pub fn compare_with(&self, state: &State, results: &BattleResults) -> Vec<FigureComparison> {
        self.figures.iter().map(|figure| figure.compare_with(state, results)).collect()
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoricalFigure {
    pub id: Id,
    pub count: FigureKind,
    /// The ships that suffered it.
    pub of: ShipSet,
    pub was: FigureRange,
    pub certainty: Certainty,
    pub source: String,
    /// Why the figure is shown but not judged, as part of a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<String>,
}

/// The unit of a historical figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureKind {
    Sunk,
    /// Sunk, immobile, at half speed, without guns or without a rudder.
    Crippled,
    /// Shells that struck, of all guns.
    Hits,
    /// Shells of big guns that struck, with or without effect. [6.5.1.6]
    Heavy,
}

/// The certainty of a figure. One of low certainty must state why it is not judged.
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
pub enum FigureRange {
    One(u32),
    Between([u32; 2]),
}

impl<'de> Deserialize<'de> for FigureRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FigureRange, D::Error> {
        deserializer.deserialize_any(FigureRangeVisitor)
    }
}

struct FigureRangeVisitor;

impl<'de> Visitor<'de> for FigureRangeVisitor {
    type Value = FigureRange;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, or the minimum and maximum: [2, 5]")
    }
    fn visit_u64<E: Error>(self, figure: u64) -> Result<FigureRange, E> {
        let fits = u32::try_from(figure).map(FigureRange::One);
        fits.map_err(|_| E::invalid_value(Unexpected::Unsigned(figure), &self))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<FigureRange, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(FigureRange::Between)
    }
}

impl FigureRange {
    pub fn lowest(self) -> u32 {
        match self {
            FigureRange::One(figure) | FigureRange::Between([figure, _]) => figure,
        }
    }

    pub fn highest(self) -> u32 {
        match self {
            FigureRange::One(figure) | FigureRange::Between([_, figure]) => figure,
        }
    }
}

impl HistoricalFigure {
    pub fn is_judged(&self) -> bool {
        self.not_judged.is_none()
    }

    fn compare_with(&self, state: &State, results: &BattleResults) -> FigureComparison {
        let ship_ids: Vec<&Id> = state.ships.iter().filter(|ship| self.of.holds(ship)).map(|ship| &ship.id).collect();
        let count_in = |battle: &super::battle_results::BattleResult| {
            let ships = ship_ids.iter().filter_map(|id| battle.ships.get(*id));
            ships.map(|ship| self.count.value_for(ship)).sum::<u32>()
        };
        let mut found: Vec<u32> = results.battles.iter().map(count_in).collect();
        found.sort_unstable();
        FigureComparison { figure: self.clone(), found }
    }
}

impl FigureKind {
    fn value_for(self, ship: &super::battle_results::ShipResult) -> u32 {
        match self {
            FigureKind::Sunk => u32::from(ship.sunk),
            FigureKind::Crippled => u32::from(ship.crippled),
            FigureKind::Hits => ship.hits,
            FigureKind::Heavy => ship.big_gun_hits,
        }
    }
}

/// A historical figure with the figures of the battles.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureComparison {
    pub figure: HistoricalFigure,
    /// The figure of each battle, the lowest first.
    pub found: Vec<u32>,
}

impl FigureComparison {
    /// Returns the quantile of the battles' figures for a share from 0 to 1.
    pub fn quantile(&self, share: f64) -> u32 {
        let last = self.found.len().saturating_sub(1) as f64;
        self.found.get((last * share).round() as usize).copied().unwrap_or_default()
    }

    /// Returns the 10th and 90th percentiles of the battles' figures.
    pub fn middle_range(&self) -> (u32, u32) {
        (self.quantile(0.1), self.quantile(0.9))
    }

    pub fn is_history_in_middle(&self) -> bool {
        let (low, high) = self.middle_range();
        low <= self.figure.was.highest() && self.figure.was.lowest() <= high
    }

    /// Returns the share of battles outside their own 10th to 90th percentiles: the expected share of misses.
    pub fn expected_miss_rate(&self) -> f64 {
        let (low, high) = self.middle_range();
        let outside = self.found.iter().filter(|found| !(low..=high).contains(found)).count();
        outside as f64 / self.found.len().max(1) as f64
    }
}
