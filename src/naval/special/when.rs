//! When a special rule is in force: what must be true of ships.
use super::{Condition, Count, Near, Spot, Test};
use crate::{
    measure::{Id, Inches},
    ship::{BatteryKind, Fate, Ship},
    sighting,
    state::{Division, HitKind, Segment, State},
    survey,
    verdict::Truth,
};
use geometry::{Point, range_in};

impl Condition {
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
                let held = |hit: &crate::state::HeldHit| {
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
