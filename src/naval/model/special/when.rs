//! Conditions and tests of ships that activate special rules. [9.2]
use serde::{Deserialize, Serialize};

use crate::model::{
    Inches, Ships,
    compound::{Compound, Shape},
    zone::{Sector, Spot},
};

/// A condition that may hold at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Ships(Count),
    Near(Near),
}

/// How many ships of a set meet all tests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    pub among: Ships,
    /// All of these hold of one ship.
    pub are: Vec<Test>,
    /// One, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u16>,
    /// Every one of them that is on the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every: bool,
}

/// One ship of a set within this distance of one of another set, or of a place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    pub ships: Ships,
    pub inches: Inches,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Ships>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Spot>,
}

/// A test of a ship.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
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
    /// An enemy lies within so much of her.
    EnemyWithin(Inches),
    /// At speed 0.
    Stopped,
    /// No longer in the division of the start. [5.8]
    OutOfDivision,
    /// Her division was plotted a ships turn of at least so many degrees. [5.7.2]
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
    /// Slowed by damage to half its card's speed.
    HalfSpeed,
    /// Heads between these courses, the ends with them.
    Heads(Sector),
    /// Used a searchlight or fired last turn.
    ShowedLastTurn,
    /// Lit last turn.
    LitLastTurn,
    /// Uses a searchlight or has fired this turn.
    Shows,
    /// One of these is true of her.
    AnyOf(Vec<Test>),
}

impl Condition {
    /// Returns every set of ships it names, for changes.
    pub(crate) fn sets_mut(&mut self) -> Vec<&mut Ships> {
        match self {
            Condition::All(all) | Condition::Any(all) => all.iter_mut().flat_map(Condition::sets_mut).collect(),
            Condition::Not(not) => not.sets_mut(),
            Condition::Ships(count) => vec![&mut count.among],
            Condition::Near(near) => std::iter::once(&mut near.ships).chain(&mut near.of).collect(),
        }
    }
    /// Returns every test it makes of ships.
    pub(crate) fn tests(&self) -> Vec<&Test> {
        let leaves = self.leaves().into_iter();
        leaves.flat_map(|part| if let Condition::Ships(count) = part { count.are.as_slice() } else { &[] }).collect()
    }
}

impl Compound for Condition {
    fn shape(&self) -> Shape<'_, Condition> {
        match self {
            Condition::All(parts) => Shape::All(parts),
            Condition::Any(parts) => Shape::Any("any", parts),
            Condition::Not(part) => Shape::Not(part),
            Condition::Ships(_) => Shape::Alone(Some("ships")),
            Condition::Near(_) => Shape::Alone(Some("near")),
        }
    }
}

impl Compound for Test {
    fn shape(&self) -> Shape<'_, Test> {
        match self {
            Test::AnyOf(tests) => Shape::Any("any_of", tests),
            Test::EnemyWithin(_) => Shape::Alone(Some("enemy_within")),
            Test::ShipsTurned(_) => Shape::Alone(Some("ships_turned")),
            Test::Fires(_) => Shape::Alone(Some("fires")),
            Test::FlotationHits(_) => Shape::Alone(Some("flotation_hits")),
            Test::Heads(_) => Shape::Alone(Some("heads")),
            Test::Afloat | Test::Sunk | Test::Exited | Test::Gone | Test::Sighted | Test::Seen | Test::SeesEnemy => {
                Shape::Alone(None)
            }
            Test::Lit | Test::LitLastTurn | Test::Shows | Test::ShowedLastTurn | Test::Fired | Test::FiredUpon => {
                Shape::Alone(None)
            }
            Test::Stopped | Test::OutOfDivision | Test::Launched | Test::HitByBigGuns | Test::BridgeHit => {
                Shape::Alone(None)
            }
            Test::RudderJammed | Test::HalfMountsLost | Test::HalfBatteryLost | Test::HalfSpeed => Shape::Alone(None),
        }
    }
}

impl Test {
    /// Whether it is a test of the given kind, or has one among its alternatives.
    pub(crate) fn is_some_of(&self, such: impl Fn(&Test) -> bool) -> bool {
        self.leaves().into_iter().any(such)
    }
    /// Whether it asks for the ship's heading, which is unknown without a position.
    pub(crate) fn asks_place(&self) -> bool {
        self.is_some_of(|one| matches!(one, Test::Heads(_)))
    }
}
