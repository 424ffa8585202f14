//! When a special rule is in force: what must be true of ships.
use serde::{Deserialize, Serialize};

use super::{Sector, Spot};
use crate::{
    geometry::{Point, range_in},
    naval::{
        measure::{Id, Inches},
        sets::Ships,
        ship::{BatteryKind, Fate, Ship},
        sighting,
        state::{Division, HitKind, Segment, State},
        survey,
        verdict::Truth,
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
    /// Sees an enemy who is in sight: within her sighting range, by the tape or as they lie, and in a clear line. [4.3]
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
    /// Whether it is so now; open where it hangs on the place of a ship that has none.
    pub fn judged(&self, state: &State) -> Truth {
        match self {
            Condition::All(all) => Truth::all(all.iter().map(|one| one.judged(state))),
            Condition::Any(any) => Truth::any(any.iter().map(|one| one.judged(state))),
            Condition::Not(not) => !not.judged(state),
            Condition::Ships(count) => count.judged(state),
            Condition::Near(near) => near.judged(state),
        }
    }
    /// Every test that it makes of ships.
    pub(super) fn tests(&self) -> Vec<&Test> {
        match self {
            Condition::All(all) | Condition::Any(all) => all.iter().flat_map(Condition::tests).collect(),
            Condition::Not(not) => not.tests(),
            Condition::Ships(count) => count.are.iter().collect(),
            Condition::Near(_) => Vec::new(),
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
    fn judged(&self, state: &State) -> Truth {
        let is = |ship: &Ship| Truth::all(self.are.iter().map(|test| test.judged(state, ship)));
        if self.every {
            let there: Vec<&Ship> = self.among.of(state).filter(|ship| ship.in_action()).collect();
            return Truth::all(there.iter().map(|ship| is(ship)).chain([Truth::of(!there.is_empty())]));
        }
        let (mut sure, mut open) = (0, 0);
        for ship in self.among.of(state) {
            match is(ship) {
                Truth::Holds => sure += 1,
                Truth::Open => open += 1,
                Truth::Fails => {}
            }
        }
        let least = usize::from(self.at_least.unwrap_or(1));
        if sure < least && least <= sure + open { Truth::Open } else { Truth::of(least <= sure) }
    }
}

impl Near {
    /// Ranges between ships are what the tape or their places say, and without either they are not near.
    fn judged(&self, state: &State) -> Truth {
        let within = |ship: &Ship| {
            let others = self.of.iter().flat_map(|of| of.of(state)).filter(|other| other.in_action());
            let mut near = others.filter(|other| other.id != ship.id);
            let by_ships =
                near.any(|other| survey::range(state, &ship.id, &other.id).is_some_and(|r| r <= self.inches));
            let to_place = self.place.map(|spot| match ship.at {
                Some(at) => Truth::of(to_spot(at.point(), spot) <= self.inches),
                None => Truth::Open,
            });
            Truth::any(to_place.into_iter().chain([Truth::of(by_ships)]))
        };
        Truth::any(self.ships.of(state).filter(|ship| ship.in_action()).map(within))
    }
}

/// From a point to a place, rounded once to the hundredth.
pub(super) fn to_spot(point: Point, spot: Spot) -> Inches {
    Inches::nearest(range_in(point, Point::new(spot.x.as_f64(), spot.y.as_f64())))
}

impl Test {
    /// Whether it is such a test, or asks one of several of which one is.
    pub(super) fn is_some_of(&self, such: fn(&Test) -> bool) -> bool {
        match self {
            Test::AnyOf(tests) => tests.iter().any(|one| one.is_some_of(such)),
            one => such(one),
        }
    }
    /// Whether it asks which way she heads, which nobody can say of a ship without a position.
    pub(super) fn asks_place(&self) -> bool {
        self.is_some_of(|one| matches!(one, Test::Heads(_)))
    }
    /// Whether it is true of a ship now, so far as that is known.
    pub fn is_true(&self, state: &State, ship: &Ship) -> bool {
        self.judged(state, ship) == Truth::Holds
    }
    /// The same, open where it hangs on a place that she has not.
    pub fn judged(&self, state: &State, ship: &Ship) -> Truth {
        Truth::of(match self {
            Test::Afloat => ship.in_action(),
            Test::Sunk => ship.counts_as_sunk(),
            Test::Exited => matches!(ship.fate, Fate::Exited { .. }),
            Test::Gone => ship.counts_as_sunk() || matches!(ship.fate, Fate::Exited { .. }),
            Test::Sighted => ship.in_action() && ship.sighted,
            Test::Seen => ship.sighted || ship.seen.is_some(),
            Test::Lit => ship.lit,
            Test::Fired => ship.used_weapons,
            Test::FiredUpon => ship.fired_upon || ship.fired_upon_last_turn,
            Test::SeesEnemy => sighting::sees_some_enemy(state, ship),
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
            Test::Heads(_) if ship.at.is_none() && ship.in_action() => return Truth::Open,
            Test::Heads(sector) => ship.at.is_some_and(|at| sector.holds(at.heading.as_f64())),
            Test::ShowedLastTurn => ship.showed_last_turn,
            Test::LitLastTurn => ship.lit_last_turn,
            Test::Shows => ship.shows().flashes,
            Test::AnyOf(tests) => return Truth::any(tests.iter().map(|test| test.judged(state, ship))),
        })
    }
}
