//! When a special rule is active: turns, conditions on ships, the players' ruling and a die. [9.2]
use crate::model::special::{Condition, Count, Key, Memory, Near, SpecialRule, Spot, Test};
use crate::model::{BatteryKind, Division, Element, Fate, HeldHit, HitKind, Manner, Ship, Truth};
use crate::rules::lookout::{Glance, Lookout, turn_of_look};
use crate::rules::survey::{self, Sea};
use crate::{Id, Inches, Segment, State};
use geometry::{Point, range_in};

/// Returns every key with its index.
pub(crate) fn numbered(state: &State) -> impl Iterator<Item = (u16, &SpecialRule)> {
    state.setup.rules.iter().enumerate().map(|(at, rule)| (at as u16, rule))
}

/// Returns the active keys of one kind, without evaluating the others.
pub(crate) fn in_force_of(
    state: &State,
    of: impl Fn(&SpecialRule) -> bool,
) -> impl Iterator<Item = (u16, &SpecialRule)> {
    numbered(state).filter(move |(_, rule)| of(rule)).filter(|(at, rule)| holds(state, *at, rule))
}

/// Whether a key is active by its turns, conditions, the players' ruling and its die.
pub fn holds(state: &State, at: u16, rule: &SpecialRule) -> bool {
    awaits_its_die(state, at, rule)
        && rule.die.as_ref().is_none_or(|die| state.memory(at).is_some_and(|kept| kept.diced_so(die, state.turn)))
}

/// Whether a key is active apart from its die.
pub(crate) fn awaits_its_die(state: &State, at: u16, rule: &SpecialRule) -> bool {
    let none = Memory::default();
    let kept = state.memory(at).unwrap_or(&none);
    let begun = rule.after.is_none() || kept.began.is_some();
    let so = |truth: Truth| kept.by_his_word(rule, truth) == Truth::Holds;
    is_its_time(state, kept, rule)
        && begun
        && rule.when.as_ref().is_none_or(|when| so(when.judged(state)))
        && rule.unless.as_ref().is_none_or(|unless| so(!unless.judged(state)))
}

/// Whether a key is played, in its turns and not expired.
fn is_its_time(state: &State, kept: &Memory, rule: &SpecialRule) -> bool {
    let turn = state.turn;
    let lasting = match (rule.lasts, kept.began) {
        (Some(lasts), Some(began)) => turn <= began.saturating_add(lasts),
        (Some(_) | None, _) => true,
    };
    let window = rule.from_turn.unwrap_or(1) <= turn && turn <= rule.to_turn.unwrap_or(u16::MAX);
    kept.agreed.unwrap_or(!rule.optional) && window && lasting && kept.ended.is_none()
}

/// Whether a key is inactive only because of a condition on unknown positions. [9.2]
pub(crate) fn is_open(state: &State, at: u16, rule: &SpecialRule) -> bool {
    let none = Memory::default();
    let kept = state.memory(at).unwrap_or(&none);
    let after = rule.after.as_ref().filter(|_| kept.began.is_none()).map(|after| after.judged(state));
    let when = rule.when.as_ref().map(|when| when.judged(state));
    let unless = rule.unless.as_ref().map(|unless| !unless.judged(state));
    let all = Truth::all(after.into_iter().chain(when).chain(unless));
    is_its_time(state, kept, rule) && kept.by_his_word(rule, all) == Truth::Open
}

/// Returns the land that ships can now see and fire over. [4.7]
pub fn open_land(state: &State) -> Vec<&Id> {
    open_land_by(state, |_| true)
}

fn open_land_by(state: &State, counts: impl Fn(&SpecialRule) -> bool) -> Vec<&Id> {
    let open = in_force_of(state, |rule| matches!(rule.does, Key::OpenLand(_)) && counts(rule));
    open.flat_map(|(_, rule)| if let Key::OpenLand(land) = &rule.does { land.as_slice() } else { &[] }).collect()
}

impl Condition {
    /// Whether a condition is true now, open if it depends on the position of a ship without one.
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
    fn judged(&self, state: &State) -> Truth {
        let within = |ship: &Ship| {
            let others = self.of.iter().flat_map(|of| of.of(state)).filter(|other| other.in_action());
            let mut others = others.filter(|other| other.id != ship.id);
            let by_ships = others.any(|other| lies_within(state, ship, other, self.inches));
            let near_place = |spot| ship.at.map(|at| Truth::of(to_spot(at.point(), spot) <= self.inches));
            let to_place = self.place.map(|spot| near_place(spot).unwrap_or(Truth::Open));
            Truth::any(to_place.into_iter().chain([Truth::of(by_ships)]))
        };
        Truth::any(self.ships.of(state).filter(|ship| ship.in_action()).map(within))
    }
}

/// Ranges between ships are measured or from positions. Without either the ships are not near.
fn lies_within(state: &State, ship: &Ship, other: &Ship, inches: Inches) -> bool {
    survey::range(state, &ship.id, &other.id).is_some_and(|range| range <= inches)
}

/// Returns the distance from a point to a place, rounded once to the hundredth.
pub(crate) fn to_spot(point: Point, spot: Spot) -> Inches {
    Inches::nearest(range_in(point, Point::new(spot.x.as_f64(), spot.y.as_f64())))
}

impl Test {
    /// Whether a test is known to be true of a ship now.
    pub fn is_true(&self, state: &State, ship: &Ship) -> bool {
        self.judged(state, ship) == Truth::Holds
    }
    /// Returns the same, open if it depends on a position that the ship lacks.
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
            Test::SeesEnemy => sees_some_enemy(state, ship),
            Test::EnemyWithin(inches) => {
                state.afloat().any(|other| other.side != ship.side && lies_within(state, ship, other, *inches))
            }
            Test::Stopped => ship.in_action() && ship.speed == Inches::ZERO,
            Test::OutOfDivision => ship.in_action() && ship.division != ship.home,
            Test::ShipsTurned(degrees) => {
                // Plotted turns count once they are carried out.
                let done = state.segment != Segment::Plotting;
                let together = |division: &Division| turns_together(division, *degrees);
                done && state.division(&ship.division).is_some_and(together)
            }
            Test::Launched => {
                let own = |unit: &Id| *unit == ship.id || *unit == ship.division;
                let laid = |turn: u16| turn < state.turn || state.segment != Segment::Plotting;
                state.markers.iter().any(|one| !one.dummy && own(&one.launcher) && laid(one.turn))
            }
            Test::HitByBigGuns => {
                let shells = |kind| matches!(kind, HitKind::Penetrating | HitKind::NonPenetrating | HitKind::Effective);
                let big = Some(BatteryKind::Big);
                let held = |hit: &HeldHit| hit.target == ship.id && hit.battery == big && shells(hit.kind);
                // In a Plotting Segment the previous turn still counts.
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

/// Whether a ship sees an enemy, for a rule's condition: by sighting range, measured ranges and clear lines.
///
/// Rules that depend on sight themselves do not count: they would form a circle. [4.3, 4.6, 4.7, 9.2]
fn sees_some_enemy(state: &State, ship: &Ship) -> bool {
    let mut enemies = state.afloat().filter(|other| other.side != ship.side && other.sighted).peekable();
    if enemies.peek().is_none() {
        return false;
    }
    let counts = |rule: &SpecialRule| !rule.hangs_on_sight();
    let sight = |by: &Ship, ship: &Ship, plain| sight_base_by(state, Some(by), ship, plain, counts);
    let sea = Sea::without(state, turn_of_look(state), &open_land_by(state, counts));
    let lookout = Lookout::over(state, sea, sight);
    enemies.any(|other| lookout.glance(ship, other) == Glance::Sees)
}

/// Returns how far away a ship is seen, given its plain sighting range. [4.3]
///
/// `by` is the observer. Without one, only limits that bind every enemy of the ship count.
pub fn sight_base(state: &State, by: Option<&Ship>, at: &Ship, plain: Inches) -> Inches {
    sight_base_by(state, by, at, plain, |_| true)
}

fn sight_base_by(
    state: &State,
    by: Option<&Ship>,
    at: &Ship,
    plain: Inches,
    counts: impl Fn(&SpecialRule) -> bool,
) -> Inches {
    let mut reach = plain;
    let mut least = Inches::ZERO;
    let of_her = |rule: &SpecialRule| matches!(&rule.does, Key::Sight { at: whom, .. } if whom.holds(at));
    for (_, rule) in in_force_of(state, |rule| of_her(rule) && counts(rule)) {
        let Key::Sight { by: who, are, at_most, at_least, .. } = &rule.does else { continue };
        let looks = match by {
            Some(ship) => who.holds(ship),
            None => state.ships.iter().filter(|ship| ship.side != at.side).all(|ship| who.holds(ship)),
        };
        if looks && are.iter().all(|test| test.is_true(state, at)) {
            reach = at_most.map_or(reach, |most| reach.min(most));
            least = at_least.map_or(least, |more| least.max(more));
        }
    }
    reach.max(least)
}

/// Whether a division plotted a ships turn of at least this many degrees this turn. [5.7.2]
pub(crate) fn turns_together(division: &Division, degrees: u16) -> bool {
    let together = |element: &Element| matches!(element, Element::Turn(turn) if turn.manner == Manner::Ships && degrees <= turn.degrees);
    division.plot.as_ref().is_some_and(|plot| plot.elements.iter().any(together))
}

/// Whether one of the tests is true of a ship.
pub(crate) fn any_true(state: &State, ship: &Ship, tests: &[Test]) -> bool {
    tests.iter().any(|test| test.is_true(state, ship))
}
