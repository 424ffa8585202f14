//! When a special rule is active: turns, conditions on ships, the players' ruling and a die. [9.2]
use crate::model::special::{
    NearCondition, RuleCondition, RuleEffect, RuleState, RuleTest, ShipCount, SpecialRule, TablePoint,
};
use crate::model::{BatteryKind, Division, Element, Fate, HeldHit, HitKind, Ship, Truth, TurnKind};
use crate::rules::lookout::{Lookout, SightResult, turn_of_look};
use crate::rules::survey::{self, Sea};
use crate::{Id, Inches, Segment, State};
use geometry::{Point, range_in};

pub(crate) fn numbered_rules(state: &State) -> impl Iterator<Item = (u16, &SpecialRule)> {
    state.setup.rules.iter().enumerate().map(|(index, rule)| (index as u16, rule))
}

/// Returns the active keys of one kind, without evaluating the others.
pub(crate) fn active_rules(
    state: &State,
    selects: impl Fn(&SpecialRule) -> bool,
) -> impl Iterator<Item = (u16, &SpecialRule)> {
    numbered_rules(state).filter(move |(_, rule)| selects(rule)).filter(|(index, rule)| is_active(state, *index, rule))
}

/// Whether a key is active by its turns, conditions, the players' ruling and its die.
pub fn is_active(state: &State, index: u16, rule: &SpecialRule) -> bool {
    is_active_before_die(state, index, rule)
        && rule.die.as_ref().is_none_or(|die| {
            state.rule_state(index).is_some_and(|rule_state| rule_state.is_activated_by_die(die, state.turn))
        })
}

pub(crate) fn is_active_before_die(state: &State, index: u16, rule: &SpecialRule) -> bool {
    let default_state = RuleState::default();
    let rule_state = state.rule_state(index).unwrap_or(&default_state);
    let has_begun = rule.after.is_none() || rule_state.began.is_some();
    let holds = |truth: Truth| rule_state.with_agreement(rule, truth) == Truth::Holds;
    is_in_time(state, rule_state, rule)
        && has_begun
        && rule.when.as_ref().is_none_or(|when| holds(when.evaluate(state)))
        && rule.unless.as_ref().is_none_or(|unless| holds(!unless.evaluate(state)))
}

/// Whether a key is played (not optional, or agreed to), in its turns, and neither expired nor ended.
fn is_in_time(state: &State, rule_state: &RuleState, rule: &SpecialRule) -> bool {
    let turn = state.turn;
    let is_lasting = match (rule.lasts, rule_state.began) {
        (Some(lasts), Some(began)) => turn <= began.saturating_add(lasts),
        (Some(_) | None, _) => true,
    };
    let in_window = rule.from_turn.unwrap_or(1) <= turn && turn <= rule.to_turn.unwrap_or(u16::MAX);
    rule_state.agreement.unwrap_or(!rule.optional) && in_window && is_lasting && rule_state.ended.is_none()
}

/// Whether a key is inactive only because of a condition on unknown positions. [9.2]
pub(crate) fn is_undecided(state: &State, index: u16, rule: &SpecialRule) -> bool {
    let default_state = RuleState::default();
    let rule_state = state.rule_state(index).unwrap_or(&default_state);
    let after = rule.after.as_ref().filter(|_| rule_state.began.is_none()).map(|after| after.evaluate(state));
    let when = rule.when.as_ref().map(|when| when.evaluate(state));
    let unless = rule.unless.as_ref().map(|unless| !unless.evaluate(state));
    let all = Truth::all(after.into_iter().chain(when).chain(unless));
    is_in_time(state, rule_state, rule) && rule_state.with_agreement(rule, all) == Truth::Open
}

/// Returns the land that ships can now see and fire over. [4.7]
pub fn open_land(state: &State) -> Vec<&Id> {
    open_land_by(state, |_| true)
}

fn open_land_by(state: &State, counts: impl Fn(&SpecialRule) -> bool) -> Vec<&Id> {
    let open = active_rules(state, |rule| matches!(rule.does, RuleEffect::OpenLand(_)) && counts(rule));
    open.flat_map(|(_, rule)| if let RuleEffect::OpenLand(land) = &rule.does { land.as_slice() } else { &[] }).collect()
}

impl RuleCondition {
    /// Whether a condition is true now, open if it depends on the position of a ship without one.
    pub fn evaluate(&self, state: &State) -> Truth {
        match self {
            RuleCondition::All(all) => Truth::all(all.iter().map(|part| part.evaluate(state))),
            RuleCondition::Any(any) => Truth::any(any.iter().map(|part| part.evaluate(state))),
            RuleCondition::Not(not) => !not.evaluate(state),
            RuleCondition::Ships(count) => count.evaluate(state),
            RuleCondition::Near(near) => near.evaluate(state),
        }
    }
}

impl ShipCount {
    fn evaluate(&self, state: &State) -> Truth {
        let passes = |ship: &Ship| Truth::all(self.are.iter().map(|test| test.evaluate(state, ship)));
        if self.every {
            let in_action: Vec<&Ship> = self.among.ships_in(state).filter(|ship| ship.is_in_action()).collect();
            return Truth::all(
                in_action.iter().map(|ship| passes(ship)).chain([Truth::from_bool(!in_action.is_empty())]),
            );
        }
        let (mut met, mut open) = (0, 0);
        for ship in self.among.ships_in(state) {
            match passes(ship) {
                Truth::Holds => met += 1,
                Truth::Open => open += 1,
                Truth::Fails => {}
            }
        }
        let least = usize::from(self.at_least.unwrap_or(1));
        if met < least && least <= met + open { Truth::Open } else { Truth::from_bool(least <= met) }
    }
}

impl NearCondition {
    fn evaluate(&self, state: &State) -> Truth {
        let is_near = |ship: &Ship| {
            let others = self.of.iter().flat_map(|ships| ships.ships_in(state)).filter(|other| other.is_in_action());
            let mut others = others.filter(|other| other.id != ship.id);
            let by_ships = others.any(|other| is_within(state, ship, other, self.inches));
            let near_place =
                |spot| ship.at.map(|at| Truth::from_bool(distance_to_spot(at.point(), spot) <= self.inches));
            let to_place = self.place.map(|spot| near_place(spot).unwrap_or(Truth::Open));
            Truth::any(to_place.into_iter().chain([Truth::from_bool(by_ships)]))
        };
        Truth::any(self.ships.ships_in(state).filter(|ship| ship.is_in_action()).map(is_near))
    }
}

/// Whether two ships are near, by measured range or positions. Without either they are not.
fn is_within(state: &State, ship: &Ship, other: &Ship, inches: Inches) -> bool {
    survey::range(state, &ship.id, &other.id).is_some_and(|range| range <= inches)
}

/// Returns the distance from a point to a place, rounded once to the hundredth.
pub(crate) fn distance_to_spot(point: Point, spot: TablePoint) -> Inches {
    Inches::nearest(range_in(point, Point::new(spot.x.as_f64(), spot.y.as_f64())))
}

impl RuleTest {
    /// Whether a test is known to be true of a ship now.
    pub fn is_true(&self, state: &State, ship: &Ship) -> bool {
        self.evaluate(state, ship) == Truth::Holds
    }
    /// Whether a test is true of a ship now, open if it depends on a position that the ship lacks.
    pub fn evaluate(&self, state: &State, ship: &Ship) -> Truth {
        Truth::from_bool(match self {
            RuleTest::Afloat => ship.is_in_action(),
            RuleTest::Sunk => ship.counts_as_sunk(),
            RuleTest::Exited => matches!(ship.fate, Fate::Exited { .. }),
            RuleTest::Gone => ship.counts_as_sunk() || matches!(ship.fate, Fate::Exited { .. }),
            RuleTest::Sighted => ship.is_in_action() && ship.sighted,
            RuleTest::Seen => ship.sighted || ship.seen.is_some(),
            RuleTest::Lit => ship.lit,
            RuleTest::Fired => ship.used_weapons,
            RuleTest::FiredUpon => ship.fired_upon || ship.fired_upon_last_turn,
            RuleTest::SeesEnemy => sees_some_enemy(state, ship),
            RuleTest::EnemyWithin(inches) => {
                state.ships_in_action().any(|other| other.side != ship.side && is_within(state, ship, other, *inches))
            }
            RuleTest::Stopped => ship.is_in_action() && ship.speed == Inches::ZERO,
            RuleTest::OutOfDivision => ship.is_in_action() && ship.division != ship.home_division,
            RuleTest::ShipsTurned(degrees) => {
                // Plotted turns count once they are carried out.
                let has_moved = state.segment != Segment::Plotting;
                let has_turn = |division: &Division| has_ships_turn(division, *degrees);
                has_moved && state.division(&ship.division).is_some_and(has_turn)
            }
            RuleTest::Launched => {
                let is_own = |unit: &Id| *unit == ship.id || *unit == ship.division;
                let is_launched = |turn: u16| turn < state.turn || state.segment != Segment::Plotting;
                state.markers.iter().any(|marker| !marker.dummy && is_own(&marker.launcher) && is_launched(marker.turn))
            }
            RuleTest::HitByBigGuns => {
                let is_shell =
                    |kind| matches!(kind, HitKind::Penetrating | HitKind::NonPenetrating | HitKind::Effective);
                let big = Some(BatteryKind::Big);
                let is_held = |hit: &HeldHit| hit.target == ship.id && hit.battery == big && is_shell(hit.kind);
                // In a Plotting Segment the previous turn still counts.
                let first_turn = state.turn - u16::from(state.segment == Segment::Plotting);
                state.held_hits.iter().any(is_held) || ship.hit_by.iter().any(|(_, turn)| first_turn <= *turn)
            }
            RuleTest::BridgeHit => ship.has_bridge_hit(),
            RuleTest::RudderJammed => ship.is_rudder_jammed(state.turn),
            RuleTest::Fires(fires) => usize::from(*fires) <= ship.fires(),
            RuleTest::FlotationHits(hits) => *hits <= ship.flotation_lost(),
            RuleTest::HalfMountsLost => ship.has_lost_half_mounts(),
            RuleTest::HalfBatteryLost => ship.has_lost_half_battery(),
            RuleTest::HalfSpeed => {
                ship.counts_as_sunk() || (ship.is_in_action() && ship.top_speed() * 2 <= ship.card.speed)
            }
            RuleTest::Heads(_) if ship.at.is_none() && ship.is_in_action() => return Truth::Open,
            RuleTest::Heads(sector) => ship.at.is_some_and(|at| sector.contains(at.heading.as_f64())),
            RuleTest::ShowedLastTurn => ship.showed_last_turn,
            RuleTest::LitLastTurn => ship.lit_last_turn,
            RuleTest::Shows => ship.visible_signs().has_flashed,
            RuleTest::AnyOf(tests) => return Truth::any(tests.iter().map(|test| test.evaluate(state, ship))),
        })
    }
}

/// Whether a ship sees an enemy, for a rule's condition: by sighting range, measured ranges and clear lines.
///
/// Rules that depend on sight themselves do not count: they would form a circle. [4.3, 4.6, 4.7, 9.2]
fn sees_some_enemy(state: &State, ship: &Ship) -> bool {
    let mut enemies = state.ships_in_action().filter(|other| other.side != ship.side && other.sighted).peekable();
    if enemies.peek().is_none() {
        return false;
    }
    let counts = |rule: &SpecialRule| !rule.depends_on_sight();
    let sight = |observer: &Ship, ship: &Ship, plain| sight_base_by(state, Some(observer), ship, plain, counts);
    let sea = Sea::with_open_land(state, turn_of_look(state), &open_land_by(state, counts));
    let lookout = Lookout::new(state, sea, sight);
    enemies.any(|other| lookout.glance(ship, other) == SightResult::Sees)
}

/// Returns how far away a ship is seen, given its plain sighting range. [4.3]
///
/// Without an `observer`, only limits that bind every enemy of the ship count.
pub fn sight_base(state: &State, observer: Option<&Ship>, target: &Ship, plain: Inches) -> Inches {
    sight_base_by(state, observer, target, plain, |_| true)
}

fn sight_base_by(
    state: &State,
    observer: Option<&Ship>,
    target: &Ship,
    plain: Inches,
    counts: impl Fn(&SpecialRule) -> bool,
) -> Inches {
    let mut reach = plain;
    let mut least = Inches::ZERO;
    let concerns_target =
        |rule: &SpecialRule| matches!(&rule.does, RuleEffect::Sight { at: targets, .. } if targets.holds(target));
    for (_, rule) in active_rules(state, |rule| concerns_target(rule) && counts(rule)) {
        let RuleEffect::Sight { by: observers, are, at_most, at_least, .. } = &rule.does else { continue };
        let is_bound = match observer {
            Some(ship) => observers.holds(ship),
            None => state.ships.iter().filter(|ship| ship.side != target.side).all(|ship| observers.holds(ship)),
        };
        if is_bound && are.iter().all(|test| test.is_true(state, target)) {
            reach = at_most.map_or(reach, |most| reach.min(most));
            least = at_least.map_or(least, |more| least.max(more));
        }
    }
    reach.max(least)
}

/// Whether a division plotted a ships turn of at least this many degrees this turn. [5.7.2]
pub(crate) fn has_ships_turn(division: &Division, degrees: u16) -> bool {
    let is_ships_turn = |element: &Element| matches!(element, Element::Turn(turn) if turn.manner == TurnKind::Ships && degrees <= turn.degrees);
    division.plot.as_ref().is_some_and(|plot| plot.elements.iter().any(is_ships_turn))
}

pub(crate) fn any_true(state: &State, ship: &Ship, tests: &[RuleTest]) -> bool {
    tests.iter().any(|test| test.is_true(state, ship))
}
