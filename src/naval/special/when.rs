//! When a special rule is in force: what must be true of ships.
use serde::{Deserialize, Serialize};

use super::{Sector, Spot};
use crate::{
    geometry::{Point, range_in},
    naval::{
        measure::{Id, Inches},
        sets::Ships,
        ship::{BatteryKind, Fate, Ship},
        state::{Division, HitKind, Segment, State},
        survey,
    },
};

/// Something that may be true at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Ships(Count),
    Near(Near),
}

/// How many of some ships are something.
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

/// One of some ships within so much of one of others, or of a place.
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

/// What may be true of a ship.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// On the table and under command.
    Afloat,
    /// Counts as sunk. [8.7]
    Sunk,
    /// Has left the table. [9.3]
    Exited,
    /// Sunk or gone from the table.
    Gone,
    /// In the enemy's sight now. [4.3]
    Sighted,
    /// Was in the enemy's sight once. [4.3]
    Seen,
    /// Lit this turn. [4.5]
    Lit,
    /// Has fired or launched this turn.
    Fired,
    /// Was fired on this turn or the last.
    FiredUpon,
    /// An enemy in action lies within his sighting range of her.
    SeesEnemy,
    /// An enemy lies within so much of her.
    EnemyWithin(Inches),
    /// Lies stopped.
    Stopped,
    /// No longer in the division of the start. [5.8]
    OutOfDivision,
    /// Her division was plotted a ships turn of at least so many degrees. [5.7.2]
    ShipsTurned(u16),
    /// Torpedoes of her division, or her own, run. [7.4]
    Launched,
    /// Big guns have hit her this turn; as a turn opens, in the one before. [6.5.1.2]
    HitByBigGuns,
    BridgeHit,
    RudderJammed,
    Fires(u8),
    FlotationHits(i32),
    HalfMountsLost,
    HalfBatteryLost,
    /// Damage has brought her to half the speed of her card.
    HalfSpeed,
    /// Heads between these courses, the ends with them.
    Heads(Sector),
    /// Showed a searchlight or fired last turn.
    ShowedLastTurn,
    /// Was lit last turn.
    LitLastTurn,
    /// Shows a searchlight or has fired this turn.
    Shows,
    /// One of these is true of her.
    AnyOf(Vec<Test>),
}

impl Condition {
    /// Every set of ships it names, to be changed.
    pub(super) fn sets_mut(&mut self) -> Vec<&mut Ships> {
        match self {
            Condition::All(all) | Condition::Any(all) => all.iter_mut().flat_map(Condition::sets_mut).collect(),
            Condition::Not(not) => not.sets_mut(),
            Condition::Ships(count) => vec![&mut count.among],
            Condition::Near(near) => std::iter::once(&mut near.ships).chain(&mut near.of).collect(),
        }
    }
    /// Whether it is so now.
    pub fn holds(&self, state: &State) -> bool {
        match self {
            Condition::All(all) => all.iter().all(|one| one.holds(state)),
            Condition::Any(any) => any.iter().any(|one| one.holds(state)),
            Condition::Not(not) => !not.holds(state),
            Condition::Ships(count) => count.holds(state),
            Condition::Near(near) => near.holds(state),
        }
    }
    /// Every set of ships it names.
    pub fn sets(&self) -> Vec<&Ships> {
        match self {
            Condition::All(all) | Condition::Any(all) => all.iter().flat_map(Condition::sets).collect(),
            Condition::Not(not) => not.sets(),
            Condition::Ships(count) => vec![&count.among],
            Condition::Near(near) => std::iter::once(&near.ships).chain(&near.of).collect(),
        }
    }
}

impl Count {
    fn holds(&self, state: &State) -> bool {
        let is = |ship: &&Ship| self.are.iter().all(|test| test.is_true(state, ship));
        if self.every {
            let mut there = self.among.of(state).filter(|ship| ship.in_action()).peekable();
            return there.peek().is_some() && there.all(|ship| is(&ship));
        }
        usize::from(self.at_least.unwrap_or(1)) <= self.among.of(state).filter(is).count()
    }
}

impl Near {
    fn holds(&self, state: &State) -> bool {
        let within = |ship: &Ship| {
            let others = self.of.iter().flat_map(|of| of.of(state)).filter(|other| other.in_action());
            let mut near = others.filter(|other| other.id != ship.id);
            let to_place = self.place.zip(ship.at).is_some_and(|(spot, at)| to_spot(at.point(), spot) <= self.inches);
            to_place || near.any(|other| survey::range(state, &ship.id, &other.id).is_some_and(|r| r <= self.inches))
        };
        self.ships.of(state).filter(|ship| ship.in_action()).any(within)
    }
}

/// From a point to a place, rounded once to the hundredth.
pub(super) fn to_spot(point: Point, spot: Spot) -> Inches {
    Inches::nearest(range_in(point, Point::new(spot.x.as_f64(), spot.y.as_f64())))
}

impl Test {
    /// Whether it is true of a ship now.
    pub fn is_true(&self, state: &State, ship: &Ship) -> bool {
        match self {
            Test::Afloat => ship.in_action(),
            Test::Sunk => ship.counts_as_sunk(),
            Test::Exited => matches!(ship.fate, Fate::Exited { .. }),
            Test::Gone => ship.counts_as_sunk() || matches!(ship.fate, Fate::Exited { .. }),
            Test::Sighted => ship.in_action() && ship.sighted,
            Test::Seen => ship.sighted || ship.seen.is_some(),
            Test::Lit => ship.lit,
            Test::Fired => ship.used_weapons,
            Test::FiredUpon => ship.fired_upon || ship.fired_upon_last_turn,
            Test::SeesEnemy => {
                state.afloat().any(|other| other.side != ship.side && other.sighted && sees(state, ship, other))
            }
            Test::EnemyWithin(inches) => state
                .afloat()
                .filter(|other| other.side != ship.side)
                .any(|other| survey::range(state, &ship.id, &other.id).is_some_and(|range| range <= *inches)),
            Test::Stopped => ship.in_action() && ship.speed == Inches::ZERO,
            Test::OutOfDivision => ship.in_action() && ship.division != ship.home,
            Test::ShipsTurned(degrees) => {
                // What is plotted shows when it is done.
                let done = state.segment != Segment::Plotting;
                let together = |division: &Division| super::steer::turns_together(division, *degrees);
                done && state.division(&ship.division).is_some_and(together)
            }
            Test::Launched => {
                let own = |unit: &Id| *unit == ship.id || *unit == ship.division;
                let laid = |turn: u16| turn < state.turn || state.segment != Segment::Plotting;
                state.markers.iter().any(|one| !one.dummy && own(&one.launcher) && laid(one.turn))
            }
            Test::HitByBigGuns => {
                let shells = |kind| matches!(kind, HitKind::Penetrating | HitKind::NonPenetrating | HitKind::Effective);
                let held = |hit: &crate::naval::state::HeldHit| {
                    hit.target == ship.id && hit.battery == Some(BatteryKind::Big) && shells(hit.kind)
                };
                // A turn that has just opened still tells of the one before.
                let since = state.turn - u16::from(state.segment == Segment::Plotting);
                state.held.iter().any(held) || ship.hit_by.iter().any(|(_, turn)| since <= *turn)
            }
            Test::BridgeHit => ship.bridge_hit(),
            Test::RudderJammed => ship.steering_jammed(state.turn),
            Test::Fires(fires) => usize::from(*fires) <= ship.fires(),
            Test::FlotationHits(hits) => *hits <= ship.flotation_gone(),
            Test::HalfMountsLost => ship.half_mounts_gone(),
            Test::HalfBatteryLost => ship.half_battery_gone(),
            Test::HalfSpeed => ship.counts_as_sunk() || (ship.in_action() && ship.top_speed() * 2 <= ship.card.speed),
            Test::Heads(sector) => ship.at.is_some_and(|at| sector.holds(at.heading.as_f64())),
            Test::ShowedLastTurn => ship.showed_last_turn,
            Test::LitLastTurn => ship.lit_last_turn,
            Test::Shows => ship.shows().flashes,
            Test::AnyOf(tests) => tests.iter().any(|test| test.is_true(state, ship)),
        }
    }
}

/// Within the range at which that one is seen.
fn sees(state: &State, ship: &Ship, other: &Ship) -> bool {
    let reach = crate::naval::sighting::seen_to(state, other);
    survey::range(state, &ship.id, &other.id).is_some_and(|range| range <= reach)
}
