//! The geometry of a line of fire, from positions or as the referee types it. [3.5, 6.4.4, 6.5.1.3]
use super::numbers;
use crate::model::command::{Conditions, DeniedCondition};
use crate::model::{
    BatteryKind, Bearing, Declaration, Fine, FiringArc, Fraction, OverruledValue, Ship, TableReason, WindForce,
};
use crate::rules::survey::{PlacedBase, Survey, representative_of};
use crate::{Fact, Id, Inches, NavalDraft, Segment, State, rules::lines};
use geometry::{Bearing as CompassBearing, SightLine, round_to_hundredth};
use play::Rule;

const TAPE: Rule = Rule::new("2.7");
pub(super) const ARCS: Rule = Rule::new("6.4.4");
/// A typed angle may differ from the positions by this many degrees without a warning. (house)
const TOLERANCE_DEG: f64 = 5.0;
/// Templates turn by steps of this many degrees. A part of one counts as the nearest. (5.7.2, house)
const STEP_DEG: f64 = 15.0;
/// Fire within this angle of straight downwind passes through own smoke. (T1)
const DOWNWIND_DEG: f64 = 30.0;

/// What positions show of fire from one ship at a unit, and what was stated if they do not show it.
#[derive(Default)]
pub(super) struct FireGeometry {
    /// Present if both are tracked.
    pub survey: Option<Survey>,
    /// Bearing of the target from the firer's bow, in degrees.
    relative_deg: f64,
    turned: Option<Fine>,
    target_turned: Option<Fine>,
    /// In a half move turns count in half steps. [3.4.6]
    by_half_steps: bool,
    courses: Option<Fine>,
    through: Option<Id>,
    downwind: bool,
    /// Filled if not both are tracked.
    stated: StatedConditions,
}

pub(super) fn aim(state: &State, firer: &Ship, target: &Id) -> FireGeometry {
    let from = PlacedBase::from_ship(state, firer);
    let to = representative_of(state, target).and_then(|ship| PlacedBase::from_ship(state, ship));
    let mut aim = FireGeometry {
        turned: from.and_then(|from| turned_this_turn(state, from.ship)),
        target_turned: to.and_then(|to| turned_this_turn(state, to.ship)),
        by_half_steps: state.half.is_some(),
        ..FireGeometry::default()
    };
    let (Some(from), Some(to)) = (from, to) else {
        aim.stated = StatedConditions::from_declarations(state, &firer.id, target);
        return aim;
    };
    let sight = from.sight(state.setup.options.ranges, &to);
    let bearing = sight.line.bearing();
    aim.survey = Some(lines::current_sea(state).survey_along(&sight));
    aim.relative_deg = bearing.map_or(0.0, |bearing| bearing.relative_to(from.pose.heading).degrees());
    // A battery has no course: its heading is that of its shore. [Q51]
    let ashore = [&from, &to].iter().any(|end| end.ship.card.kind.is_coast_battery());
    let angle_deg = if ashore { 0.0 } else { from.pose.heading.angle_to(to.pose.heading) };
    aim.courses = Some(Fine::nearest(round_to_hundredth(angle_deg)));
    aim.through = worst_obstacle(state, &from, &to, sight.line);
    aim.downwind = numbers::near_top_speed(firer) && bearing.is_ok_and(|bearing| is_downwind(state, bearing));
    aim
}

/// Returns the degrees of this turn's turns, 0 before the move. (Q30)
fn turned_this_turn(state: &State, ship: &Ship) -> Option<Fine> {
    let moved = state.segment != Segment::Plotting;
    Some(ship.run.as_ref().filter(|_| moved).map_or(Fine::ZERO, |run| run.turned))
}

/// Whether `bearing` is within 30 degrees of straight downwind, never in a calm. (T1)
fn is_downwind(state: &State, bearing: CompassBearing) -> bool {
    let wind = &state.setup.wind;
    let blows = CompassBearing::new(f64::from(wind.from_deg)).opposite();
    wind.force != WindForce::Calm && round_to_hundredth(bearing.angle_to(blows)) <= DOWNWIND_DEG
}

/// Returns the worst obstacle in the line: a ship that exploded since the last gunfire, else a burning one. (T1)
fn worst_obstacle(state: &State, from: &PlacedBase, to: &PlacedBase, line: SightLine) -> Option<Id> {
    let is_neither_end = |ship: &&Ship| !from.same_base(state, ship) && !to.same_base(state, ship);
    let darkness = |ship: &Ship| numbers::visibility_across(state, ship);
    let darkens = |ship: &&Ship| darkness(ship).is_some();
    let is_crossed =
        |ship: &&Ship| PlacedBase::from_ship(state, ship).is_some_and(|base| line.runs_through(&base.base, base.pose));
    let ships = state.ships.iter().map(AsRef::as_ref).filter(darkens).filter(is_neither_end).filter(is_crossed);
    let worst = ships.reduce(|worst, ship| if darkness(worst) < darkness(ship) { ship } else { worst });
    worst.map(|ship| ship.id.clone())
}

/// Reduces an angle between two courses to 180 degrees or less: 350 becomes 10.
fn course_difference(degrees: u16) -> u16 {
    let reduced = degrees % 360;
    reduced.min(360 - reduced)
}

impl FireGeometry {
    pub fn range(&self) -> Option<Inches> {
        self.survey.as_ref().map(|survey| survey.range)
    }

    /// Rounds degrees of turning to the nearest template step, in a half move to the nearest half step rounded up to
    /// whole degrees. [3.4.6, 6.5.1.3]
    fn counted_turn_deg(&self, turned: Fine) -> u16 {
        let step = if self.by_half_steps { STEP_DEG / 2.0 } else { STEP_DEG };
        ((turned.as_f64() / step + 0.5).floor() * step).ceil() as u16
    }

    /// Rounds typed degrees as [`Self::counted_turn_deg`] does.
    fn as_typed(&self, degrees: u16) -> u16 {
        self.counted_turn_deg(Fine::nearest(f64::from(degrees)))
    }

    /// Returns typed conditions, and for the rest those from the positions, else stated ones.
    pub fn conditions(&self, typed: &Conditions) -> Conditions {
        let turn_deg = |what, ran: Option<Fine>, stated: Option<u16>| {
            let known = || ran.map(|ran| self.counted_turn_deg(ran)).or(stated);
            typed.stated_degrees(what).map(|degrees| self.as_typed(degrees)).or_else(known).unwrap_or(0)
        };
        let courses = || self.courses.map(|angle| angle.as_f64() as u16).or(self.stated.courses);
        let through = self.through.as_ref().filter(|_| !typed.denies(DeniedCondition::Through));
        let block = self.survey.as_ref().and_then(|survey| survey.blocked_by);
        Conditions {
            turned_deg: turn_deg(DeniedCondition::Turned, self.turned, self.stated.turned),
            target_turned_deg: turn_deg(DeniedCondition::TargetTurned, self.target_turned, self.stated.target_turned),
            courses_deg: course_difference(
                typed.stated_degrees(DeniedCondition::Courses).or_else(courses).unwrap_or(0),
            ),
            through: typed.through.as_ref().or(through).cloned(),
            downwind: typed.downwind || (self.downwind && !typed.denies(DeniedCondition::Downwind)),
            visibility: typed.visibility,
            blocked_by: typed.blocked_by.or(block.filter(|_| !typed.denies(DeniedCondition::Block))),
            denied: typed.denied.clone(),
        }
    }

    /// Returns the arc into which a battery fires: the typed one, else the one measured this turn, else the best that
    /// the target's base touches: most of the battery bears into it, and of equals its middle is nearest to the target.
    /// Refuses a typed arc that the base does not touch, unless the referee measured it. [6.4.4, Q12]
    pub fn bearing(
        &self,
        state: &State,
        ship: &Ship,
        target: &Id,
        battery: BatteryKind,
        typed: Option<Bearing>,
    ) -> Result<Bearing, (Rule, crate::Reason)> {
        let measured = state.measured_arc(&ship.id, target);
        let Some(survey) = &self.survey else { return Ok(typed.or(measured).unwrap_or_default()) };
        let better = |best: FiringArc, arc: FiringArc| {
            let (now, then) = (strength_into_arc(ship, battery, best), strength_into_arc(ship, battery, arc));
            let nearer = then == now && self.aside_deg(arc) < self.aside_deg(best);
            if now < then || nearer { arc } else { best }
        };
        let best = |arcs: &mut dyn Iterator<Item = FiringArc>| arcs.reduce(better).map(Bearing::from);
        let side = |arc: &FiringArc| matches!(arc, FiringArc::Port | FiringArc::Starboard);
        let touched = &survey.arcs;
        let legal = |wanted: Bearing| match wanted {
            Bearing::Broadside => best(&mut touched.iter().copied().filter(side)),
            Bearing::Bow | Bearing::Port | Bearing::Starboard | Bearing::Stern => {
                touched.iter().copied().map(Bearing::from).find(|arc| *arc == wanted)
            }
        };
        match (typed, measured) {
            (Some(typed), _) => legal(typed).or(measured.filter(|measured| *measured == typed)).ok_or_else(|| {
                let (ship, target, touched) = (ship.id.clone(), target.clone(), touched.clone());
                (ARCS, TableReason::ArcNotTouched { ship, target, typed, touched }.into())
            }),
            (None, Some(measured)) => Ok(legal(measured).unwrap_or(measured)),
            (None, None) => Ok(best(&mut touched.iter().copied()).unwrap_or_default()),
        }
    }

    /// Returns the angle between the target's bearing and the middle of an arc, in degrees.
    fn aside_deg(&self, arc: FiringArc) -> f64 {
        let middle = match arc {
            FiringArc::Bow => 0.0,
            FiringArc::Starboard => 90.0,
            FiringArc::Stern => 180.0,
            FiringArc::Port => 270.0,
        };
        CompassBearing::new(middle).angle_to(CompassBearing::new(self.relative_deg))
    }

    /// Returns typed degrees that differ from those typed earlier this turn, if no position decides them. [6.5.1.3]
    fn earlier_contradictions(&self, typed: &Conditions) -> Vec<OverruledValue> {
        let changed = |typed: Option<u16>, before: Option<u16>, by_position: Option<Fine>| {
            typed.zip(before).filter(|(typed, before)| by_position.is_none() && typed != before)
        };
        let of_ship = |ship: &Option<Id>, values: Option<(u16, u16)>| {
            let (typed, before) = values?;
            Some(OverruledValue::TurnedBefore { ship: ship.clone()?, typed, before })
        };
        let turned = |what| typed.stated_degrees(what).map(|degrees| self.as_typed(degrees));
        let own = changed(turned(DeniedCondition::Turned), self.stated.turned, self.turned);
        let target_turned =
            changed(turned(DeniedCondition::TargetTurned), self.stated.target_turned, self.target_turned);
        let courses = changed(typed.stated_degrees(DeniedCondition::Courses), self.stated.courses, self.courses);
        let pair = courses.map(|(typed, before)| OverruledValue::CoursesBefore { typed, before });
        of_ship(&self.stated.firer, own)
            .into_iter()
            .chain(of_ship(&self.stated.target, target_turned))
            .chain(pair)
            .collect()
    }

    /// Returns typed values that contradict the positions, or without them what was stated earlier. [2.7]
    pub fn contradicted_values(&self, typed: &Conditions) -> Vec<OverruledValue> {
        let contradicted = |what, by_position: Option<Fine>| {
            let is_contradiction =
                |(typed, by_position): &(u16, Fine)| TOLERANCE_DEG < (f64::from(*typed) - by_position.as_f64()).abs();
            typed.stated_degrees(what).zip(by_position).filter(is_contradiction)
        };
        let own = contradicted(DeniedCondition::Turned, self.turned)
            .map(|(typed, ran)| OverruledValue::Turned { typed, ran });
        let target_turned = contradicted(DeniedCondition::TargetTurned, self.target_turned);
        let target_turned = target_turned.map(|(typed, ran)| OverruledValue::TargetTurned { typed, ran });
        let courses = contradicted(DeniedCondition::Courses, self.courses);
        let courses = courses.map(|(typed, steered)| OverruledValue::Courses { typed, steered });
        let mut contradictions: Vec<OverruledValue> = [own, target_turned, courses].into_iter().flatten().collect();
        contradictions.extend(self.earlier_contradictions(typed));
        let Some(survey) = &self.survey else { return contradictions };
        let through = typed.through.clone();
        if (through.is_some() || typed.denies(DeniedCondition::Through)) && through != self.through {
            contradictions.push(OverruledValue::Through { typed: through, stands: self.through.clone() });
        }
        if (typed.downwind || typed.denies(DeniedCondition::Downwind)) && typed.downwind != self.downwind {
            contradictions.push(OverruledValue::Downwind { typed: typed.downwind });
        }
        if (typed.blocked_by.is_some() || typed.denies(DeniedCondition::Block)) && typed.blocked_by != survey.blocked_by
        {
            contradictions.push(OverruledValue::Block { typed: typed.blocked_by, stands: survey.blocked_by });
        }
        contradictions
    }
}

/// What reports, declarations and plots state of a firer and its target in this move. [6.5.1.3]
#[derive(Default)]
struct StatedConditions {
    firer: Option<Id>,
    target: Option<Id>,
    turned: Option<u16>,
    target_turned: Option<u16>,
    /// Angle between the two courses, whichever ship fired.
    courses: Option<u16>,
}

impl StatedConditions {
    fn from_declarations(state: &State, firer: &Id, target: &Id) -> StatedConditions {
        StatedConditions {
            firer: Some(firer.clone()),
            target: Some(target.clone()),
            turned: turned_by_hand(state, firer),
            target_turned: turned_by_hand(state, target),
            courses: courses_by_hand(state, firer, target),
        }
    }
}

/// Returns how far a ship turned, from the table's report, else the latest declaration, else its plot. [6.5.1.3, Q56]
fn turned_by_hand(state: &State, ship: &Id) -> Option<u16> {
    let reported = state.turned_by_hand(ship, true).or_else(|| turned_as_declared(state, ship));
    reported.or_else(|| state.turned_by_hand(ship, false))
}

/// Returns the angle between two ships' courses, from the latest declaration of one at the other, unless the table has
/// reported a heading, else from reports and plots. [6.5.1.3, Q56]
fn courses_by_hand(state: &State, left: &Id, right: &Id) -> Option<u16> {
    let declared = courses_as_declared(state, left, right).filter(|_| !state.is_course_stated([left, right]));
    declared.or_else(|| state.course_angle_by_hand(left, right))
}

/// Returns how far a ship turned by the latest declaration about it. A ship that fired without stating a turn turned 0.
fn turned_as_declared(state: &State, ship: &Id) -> Option<u16> {
    let stated_turn = |declaration: &Declaration| {
        if declaration.firer == *ship {
            return Some(declaration.conditions.turned_deg);
        }
        declaration.conditions.stated_degrees(DeniedCondition::TargetTurned).filter(|_| declaration.target == *ship)
    };
    state.this_move.declarations.iter().rev().find_map(stated_turn)
}

/// Returns the angle between two ships' courses by the latest declaration between them, whichever fired.
fn courses_as_declared(state: &State, left: &Id, right: &Id) -> Option<u16> {
    let is_between = |declaration: &&Declaration| {
        (declaration.firer == *left && declaration.target == *right)
            || (declaration.firer == *right && declaration.target == *left)
    };
    state.this_move.declarations.iter().rev().find(is_between).map(|declaration| declaration.conditions.courses_deg)
}

/// Returns how much of a battery bears into an arc. [6.4.1, 6.4.2, 6.4.3]
fn strength_into_arc(ship: &Ship, battery: BatteryKind, arc: FiringArc) -> Fraction {
    let guns = |share: Fraction| ship.battery_strength(battery) * share;
    match (battery, arc) {
        (BatteryKind::Big, arc) => Fraction::from(ship.mounts_bearing(arc.into()) as i64),
        (BatteryKind::Medium | BatteryKind::Light, FiringArc::Port | FiringArc::Starboard) => guns(Fraction::ONE),
        (BatteryKind::Medium | BatteryKind::Light, FiringArc::Bow | FiringArc::Stern) if ship.card.big.is_some() => {
            Fraction::ZERO
        }
        (BatteryKind::Medium | BatteryKind::Light, FiringArc::Bow | FiringArc::Stern) => guns(Fraction::new(1, 4)),
    }
}

/// Records typed values that contradict positions or earlier statements. They still apply. [2.7]
pub(super) fn record_contradictions(draft: &mut NavalDraft<'_>, firer: &Id, target: &Id, values: Vec<OverruledValue>) {
    for value in values {
        draft.record(TAPE, Fact::Overruled { unit: firer.clone(), other: Some(target.clone()), word: value });
    }
}
