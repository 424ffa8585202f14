//! Conditions and tests of ships that activate special rules. [9.2]
use serde::{Deserialize, Serialize};

use crate::model::{
    Inches, ShipSet,
    compound::{Compound, Shape},
    zone::{Sector, TablePoint},
};

/// A condition that may hold at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleCondition {
    All(Vec<RuleCondition>),
    Any(Vec<RuleCondition>),
    Not(Box<RuleCondition>),
    Ships(ShipCount),
    Near(NearCondition),
}

/// How many ships of a set meet all tests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipCount {
    pub among: ShipSet,
    /// One ship must meet all of these.
    pub are: Vec<RuleTest>,
    /// Default: one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u16>,
    /// Every ship of the set on the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every: bool,
}

/// One ship of a set within this distance of one of another set, or of a place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NearCondition {
    pub ships: ShipSet,
    pub inches: Inches,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<ShipSet>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<TablePoint>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleTest {
    /// On the table and under command.
    Afloat,
    /// Counts as sunk. [8.7]
    Sunk,
    /// Has left the table. [9.3]
    Exited,
    /// Sunk or off the table.
    Gone,
    /// In the enemy's sight now. [4.3]
    Sighted,
    /// Was in the enemy's sight once. [4.3]
    Seen,
    /// Lit this turn. [4.5]
    Lit,
    /// Has fired or launched this turn.
    Fired,
    /// Fired on in this turn or the last.
    FiredUpon,
    /// Sees a sighted enemy: within its sighting range, measured or by the positions, and with a clear line. [4.3]
    SeesEnemy,
    /// An enemy is within this distance.
    EnemyWithin(Inches),
    /// At speed 0.
    Stopped,
    /// No longer in its first division. [5.8]
    OutOfDivision,
    /// Its division plotted a ships turn of at least this many degrees. [5.7.2]
    ShipsTurned(u16),
    /// Torpedoes of the ship or its division are running. [7.4]
    Launched,
    /// Hit by big guns this turn. At the start of a turn, in the previous one. [6.5.1.2]
    HitByBigGuns,
    BridgeHit,
    RudderJammed,
    Fires(u8),
    FlotationHits(i32),
    HalfMountsLost,
    HalfBatteryLost,
    /// Slowed by damage to half its card's speed or less.
    HalfSpeed,
    /// Its heading is between these courses, the ends included.
    Heads(Sector),
    /// Used a searchlight or fired last turn.
    ShowedLastTurn,
    /// Lit last turn.
    LitLastTurn,
    /// Uses a searchlight or has fired this turn.
    Shows,
    /// One of these is true.
    AnyOf(Vec<RuleTest>),
}

impl RuleCondition {
    pub(crate) fn sets_mut(&mut self) -> Vec<&mut ShipSet> {
        match self {
            RuleCondition::All(parts) | RuleCondition::Any(parts) => {
                parts.iter_mut().flat_map(RuleCondition::sets_mut).collect()
            }
            RuleCondition::Not(part) => part.sets_mut(),
            RuleCondition::Ships(count) => vec![&mut count.among],
            RuleCondition::Near(near) => std::iter::once(&mut near.ships).chain(&mut near.of).collect(),
        }
    }
    pub(crate) fn tests(&self) -> Vec<&RuleTest> {
        let leaves = self.leaves().into_iter();
        leaves
            .flat_map(|part| if let RuleCondition::Ships(count) = part { count.are.as_slice() } else { &[] })
            .collect()
    }
}

impl Compound for RuleCondition {
    fn shape(&self) -> Shape<'_, RuleCondition> {
        match self {
            RuleCondition::All(parts) => Shape::All(parts),
            RuleCondition::Any(parts) => Shape::Any("any", parts),
            RuleCondition::Not(part) => Shape::Not(part),
            RuleCondition::Ships(_) => Shape::Leaf(Some("ships")),
            RuleCondition::Near(_) => Shape::Leaf(Some("near")),
        }
    }
}

impl Compound for RuleTest {
    fn shape(&self) -> Shape<'_, RuleTest> {
        match self {
            RuleTest::AnyOf(tests) => Shape::Any("any_of", tests),
            RuleTest::EnemyWithin(_) => Shape::Leaf(Some("enemy_within")),
            RuleTest::ShipsTurned(_) => Shape::Leaf(Some("ships_turned")),
            RuleTest::Fires(_) => Shape::Leaf(Some("fires")),
            RuleTest::FlotationHits(_) => Shape::Leaf(Some("flotation_hits")),
            RuleTest::Heads(_) => Shape::Leaf(Some("heads")),
            RuleTest::Afloat
            | RuleTest::Sunk
            | RuleTest::Exited
            | RuleTest::Gone
            | RuleTest::Sighted
            | RuleTest::Seen
            | RuleTest::SeesEnemy => Shape::Leaf(None),
            RuleTest::Lit
            | RuleTest::LitLastTurn
            | RuleTest::Shows
            | RuleTest::ShowedLastTurn
            | RuleTest::Fired
            | RuleTest::FiredUpon => Shape::Leaf(None),
            RuleTest::Stopped
            | RuleTest::OutOfDivision
            | RuleTest::Launched
            | RuleTest::HitByBigGuns
            | RuleTest::BridgeHit => Shape::Leaf(None),
            RuleTest::RudderJammed | RuleTest::HalfMountsLost | RuleTest::HalfBatteryLost | RuleTest::HalfSpeed => {
                Shape::Leaf(None)
            }
        }
    }
}

impl RuleTest {
    /// Whether `is_wanted` accepts it, or one of its alternatives.
    pub(crate) fn contains(&self, is_wanted: impl Fn(&RuleTest) -> bool) -> bool {
        self.leaves().into_iter().any(is_wanted)
    }
    /// Whether it asks for the ship's heading, which is unknown without a position.
    pub(crate) fn depends_on_heading(&self) -> bool {
        self.contains(|test| matches!(test, RuleTest::Heads(_)))
    }
}
