//! Special rules about plots: speed, courses, places, and leaving the table. [5.4, 5.7, 9.3]
use super::conditions::{active_rules, distance_to_spot, is_active_before_die, numbered_rules};
use super::sentences::SPECIAL;
use crate::model::special::{Fatigue, RuleEffect, Sector, SpecialReason, SpecialRule, SteerLimit, TOLERANCE_DEG};
use crate::model::{Division, Edge, Element, Fraction, Place, Ship, ShipMove, ShipSet, TurnSide};
use crate::{Id, Inches, Reason, State, rules::columns};
use geometry::{Bearing, range_in};
use play::Rule;

/// If a rule requires a course straight away or straight towards, it may differ by at most this. (9.2, house)
pub const AWAY_DEG: u16 = 45;
const RIGHT_ANGLE_DEG: f64 = 90.0;

/// Returns the lowest speed limit of active special rules for a ship, with its key's index. [5.4]
pub fn speed_cap(state: &State, ship: &Ship) -> Option<(u16, Inches)> {
    let cap = |(index, rule): (u16, &SpecialRule)| {
        let RuleEffect::Speed { at_most, times, tired, .. } = &rule.does else { return None };
        let is_tired = |limit: &Fatigue| {
            limit.turns <= state.rule_state(index).map_or(0, |rule_state| rule_state.count_of(&ship.id))
        };
        if !tired.as_ref().is_none_or(is_tired) {
            return None;
        }
        let share = |times: &Fraction| {
            // Fractions below a hundredth are cut.
            let hundredths = Fraction::from(i64::from(ship.card.speed.0)) * *times;
            Inches(hundredths.0.floor().to_integer() as i32)
        };
        let most = at_most.iter().copied().chain(times.as_ref().map(share)).min()?;
        Some((index, most))
    };
    let applies_to_ship =
        |rule: &SpecialRule| matches!(&rule.does, RuleEffect::Speed { ships, .. } if ships.holds(ship));
    active_rules(state, applies_to_ship).filter_map(cap).min_by_key(|(_, most)| *most)
}

/// Returns a ship's greatest speed now, including special rules. [5.4]
pub fn allowance(state: &State, ship: &Ship) -> Inches {
    let own = ship.speed_allowance();
    speed_cap(state, ship).map_or(own, |(_, most)| own.min(most))
}

/// The result of a plot where it is known.
pub struct PlottedMove<'a> {
    pub elements: &'a [Element],
    /// The runs of its ships, empty if unknown.
    pub runs: &'a [ShipMove],
    /// The division whose track it follows, and whose turns the elements are. [5.7.4]
    pub follows: Option<&'a Division>,
    /// The plot is for a later turn, so positions of other ships are unknown.
    pub ahead: bool,
}

pub fn check_plot(state: &State, division: &Division, plot: &PlottedMove) -> Result<(), (Rule, Reason)> {
    let ships: Vec<&Ship> = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action()).collect();
    let has_new_flag = division.new_flag_turn == Some(state.turn);
    for (index, rule) in
        active_rules(state, |rule| matches!(rule.does, RuleEffect::Course { .. } | RuleEffect::Stay { .. }))
    {
        let bound_ship = |set: &ShipSet| ships.iter().copied().find(|ship| set.holds(ship));
        let depends_on_others = matches!(
            &rule.does,
            RuleEffect::Course { steer: SteerLimit::Away(_) | SteerLimit::Toward(_), .. }
                | RuleEffect::Stay { of: Some(_), .. }
        );
        if plot.ahead && depends_on_others {
            continue;
        }
        if let RuleEffect::Course { ships: set, steer } = &rule.does {
            let Some(ship) = bound_ship(set) else { continue };
            if !keeps_course_rule(state, division, ship, steer, plot, has_new_flag) {
                return Err((SPECIAL, SpecialReason::Course { unit: division.id.clone(), rule: index }.into()));
            }
        } else if let RuleEffect::Stay { ships: set, .. } = &rule.does {
            let strays = |run: &&ShipMove| {
                state.ship(&run.ship).is_some_and(|ship| set.holds(ship)) && !stays_in_bounds(state, &rule.does, run)
            };
            if let Some(run) =
                plot.runs.iter().find(strays).filter(|_| !returns_to_bounds(state, set, &rule.does, plot))
            {
                return Err((SPECIAL, SpecialReason::Place { unit: run.ship.clone(), rule: index }.into()));
            }
        }
    }
    Ok(())
}

/// Refuses an advance plot that could break a special rule of the next turn. [5.7.7]
pub fn check_advance_plot(state: &State, division: &Division) -> Result<(), (Rule, Reason)> {
    let mut next = state.clone();
    next.turn += 1;
    let binds_division = |(_, rule): &(u16, &SpecialRule)| {
        let limits_steering = matches!(&rule.does, RuleEffect::Course { .. } | RuleEffect::Stay { .. });
        let mut ships = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
        limits_steering && rule.does.bound_ships().is_some_and(|bound| ships.any(|ship| bound.holds(ship)))
    };
    let binding =
        numbered_rules(&next).filter(binds_division).find(|(index, rule)| is_active_before_die(&next, *index, rule));
    let refusal = |(rule, _)| Err((SPECIAL, SpecialReason::Ahead { unit: division.id.clone(), rule }.into()));
    binding.map_or(Ok(()), refusal)
}

/// Returns the turns of a plot in order, an unfinished one first.
fn turns_of_plot(division: &Division, elements: &[Element]) -> Vec<(TurnSide, f64)> {
    let carried = division.course.carried.map(|carried| (carried.turn.hand, carried.degrees.as_f64()));
    let plotted = elements.iter().filter_map(|element| match element {
        Element::Turn(turn) => Some((turn.hand, f64::from(turn.degrees))),
        Element::Straight(_) | Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => None,
    });
    carried.into_iter().chain(plotted).collect()
}

fn turned_to_side(hand: TurnSide, turns: &[(TurnSide, f64)]) -> f64 {
    turns.iter().filter(|(turn_hand, _)| *turn_hand == hand).map(|(_, degrees)| degrees).sum()
}

/// Returns the starting heading and the heading after each turn.
fn headings_reached(heading: f64, turns: &[(TurnSide, f64)]) -> Vec<f64> {
    let mut course = heading;
    let after = |(hand, degrees): &(TurnSide, f64)| {
        course = (course + degrees * hand.sign()).rem_euclid(360.0);
        course
    };
    std::iter::once(heading).chain(turns.iter().map(after)).collect()
}

/// Whether a plot keeps a required course. A division that must go straight for its flag need not turn.
fn keeps_course_rule(
    state: &State,
    division: &Division,
    ship: &Ship,
    steer: &SteerLimit,
    plot: &PlottedMove,
    has_new_flag: bool,
) -> bool {
    // A follower reaches the courses of the division followed.
    let steering = plot.follows.unwrap_or(division);
    let turns = turns_of_plot(steering, plot.elements);
    let (left, right) = (turned_to_side(TurnSide::Left, &turns), turned_to_side(TurnSide::Right, &turns));
    // Degrees are known with and without positions.
    match steer {
        SteerLimit::AtMostDeg(most) => return left + right <= f64::from(*most) + TOLERANCE_DEG,
        SteerLimit::Turn { .. } if has_new_flag => return true,
        SteerLimit::Turn { at_least_deg, hand } => {
            let turned = hand.map_or(left.max(right), |hand| turned_to_side(hand, &turns));
            return f64::from(*at_least_deg) <= turned + TOLERANCE_DEG;
        }
        SteerLimit::Between(_) | SteerLimit::Never(_) | SteerLimit::Away(_) | SteerLimit::Toward(_) => {}
    }
    let leader = columns::leader_of(state, steering).unwrap_or(ship);
    // A ship moved by hand has the heading of its plots, if known. (Q56)
    let Some(heading) = leader.at.map(|at| at.heading).or(leader.helm.course) else { return true };
    let reached = headings_reached(heading.as_f64(), &turns);
    let last = reached.last().copied().unwrap_or_default();
    // A ship on a forbidden course may turn off it, even across other forbidden courses.
    let enters = |pair: &[f64], sector: &Sector| !sector.contains_inside(pair[0]) && sector.contains_inside(pair[1]);
    let is_barred = |zone: &Sector| zone.contains_inside(last) || reached.windows(2).any(|pair| enters(pair, zone));
    match steer {
        SteerLimit::Never(sector) => !is_barred(sector),
        SteerLimit::Between(_) | SteerLimit::Away(_) | SteerLimit::Toward(_) if has_new_flag => true,
        SteerLimit::AtMostDeg(_) | SteerLimit::Turn { .. } => true,
        SteerLimit::Between(sector) => sector.contains(last),
        SteerLimit::Away(targets) => {
            let Some(from) = leader.at else { return true };
            let enemies = targets.ships_in(state).filter(|enemy| enemy.is_in_action() && enemy.sighted);
            bearing_of_nearest(from, enemies.filter_map(|enemy| enemy.at))
                .is_none_or(|bearing| angle_between(bearing + 180.0, last) <= f64::from(AWAY_DEG) + TOLERANCE_DEG)
        }
        SteerLimit::Toward(targets) => {
            let Some(from) = leader.at else { return true };
            let place = |target: &Ship| if target.side == ship.side { target.at } else { target.seen.as_ref()?.at };
            let known = targets.ships_in(state).filter_map(place);
            bearing_of_nearest(from, known)
                .is_none_or(|bearing| angle_between(bearing, last) <= f64::from(AWAY_DEG) + TOLERANCE_DEG)
        }
    }
}

fn bearing_of_nearest(from: Place, places: impl Iterator<Item = Place>) -> Option<f64> {
    let (here, places) = (from.point(), places.map(Place::point));
    let nearest = places.min_by(|left, right| range_in(here, *left).total_cmp(&range_in(here, *right)))?;
    Bearing::between(here, nearest).ok().map(Bearing::degrees)
}

fn angle_between(left: f64, right: f64) -> f64 {
    Bearing::new(left).angle_to(Bearing::new(right))
}

/// Returns present positions of the ships to or from which a rule sets a distance, of enemies only those in sight.
fn places_for_distance<'s>(state: &'s State, does: &'s RuleEffect, run: &ShipMove) -> impl Iterator<Item = Place> + 's {
    let ships = if let RuleEffect::Stay { of: ships, .. } = does { ships.as_ref() } else { None };
    let side = state.ship(&run.ship).map(|ship| ship.side.clone());
    let others = ships
        .into_iter()
        .flat_map(|ships| ships.ships_in(state))
        .filter(move |other_ship| Some(&other_ship.side) == side.as_ref() || other_ship.sighted);
    others.filter(|other_ship| other_ship.is_in_action()).filter_map(|ship| ship.at)
}

/// Whether a division that began out of bounds returns. Its first ship decides, because a column runs on to the turning
/// point: it comes no farther out, or turns away at once from the nearest ship that it must avoid. [5.7, 9.2]
fn returns_to_bounds(state: &State, set: &ShipSet, does: &RuleEffect, plot: &PlottedMove) -> bool {
    let mut bound_runs = plot.runs.iter().filter(|run| state.ship(&run.ship).is_some_and(|ship| set.holds(ship)));
    let Some(first) = bound_runs.clone().next() else { return false };
    let began_out = bound_runs.any(|run| begins_out_of_bounds(state, does, run));
    began_out && (stays_in_bounds(state, does, first) || turns_away(state, does, first, plot))
}

fn begins_out_of_bounds(state: &State, does: &RuleEffect, run: &ShipMove) -> bool {
    let RuleEffect::Stay { within, beyond, .. } = does else { return false };
    let Some(distance) = nearest_distance(state, does, run.from, run) else { return false };
    within.is_some_and(|most| most < distance) || beyond.is_some_and(|least| distance <= least)
}

/// Whether a ship turns at once to a course more than a right angle off the nearest ship that it must avoid.
fn turns_away(state: &State, does: &RuleEffect, run: &ShipMove, plot: &PlottedMove) -> bool {
    let RuleEffect::Stay { beyond: Some(_), .. } = does else { return false };
    let Some(division) = state.ship(&run.ship).and_then(|ship| state.division(&ship.division)) else { return false };
    let at_once = division.course.carried.is_some() || matches!(plot.elements.first(), Some(Element::Turn(_)));
    let reached = headings_reached(run.from.heading.as_f64(), &turns_of_plot(division, plot.elements));
    let bearing = bearing_of_nearest(run.from, places_for_distance(state, does, run));
    let is_turned_away =
        |bearing: f64| reached.last().is_some_and(|course| RIGHT_ANGLE_DEG < angle_between(bearing, *course));
    plot.follows.is_none() && at_once && bearing.is_some_and(is_turned_away)
}

/// Returns the distance from a position to the nearest ship or place that a rule names.
fn nearest_distance(state: &State, does: &RuleEffect, from: Place, run: &ShipMove) -> Option<Inches> {
    let RuleEffect::Stay { place, .. } = does else { return None };
    let here = from.point();
    let to_ships = places_for_distance(state, does, run).map(|other| Inches::nearest(range_in(here, other.point())));
    to_ships.chain(place.map(|spot| distance_to_spot(here, spot))).min()
}

/// Whether a run ends within the bounds of a rule, using present positions, of enemies only those in sight. A ship that
/// begins outside must come no farther out.
fn stays_in_bounds(state: &State, does: &RuleEffect, run: &ShipMove) -> bool {
    let RuleEffect::Stay { within, beyond, west_of, .. } = does else { return true };
    let nearest = |from: Place| nearest_distance(state, does, from, run);
    let is_west_enough = west_of.is_none_or(|line| is_no_farther_east(line, run));
    let Some((before, after)) = nearest(run.from).zip(nearest(run.to)) else { return is_west_enough };
    within.is_none_or(|most| after <= most || (most < before && after <= before))
        && beyond.is_none_or(|least| least < after || (before <= least && before <= after))
        && is_west_enough
}

/// Returns the ships from which active rules keep a division, with the least distance. [9.2]
pub fn distances_to_keep<'s>(state: &'s State, division: &Division) -> Vec<(Inches, Vec<&'s Ship>)> {
    let limit = |(_, rule): (u16, &'s SpecialRule)| {
        let RuleEffect::Stay { ships, beyond: Some(least), of: Some(of), .. } = &rule.does else { return None };
        let mut own_ships = state.ships_of_division(&division.id).filter(|ship| ship.is_in_action());
        let is_seen = |other_ship: &&Ship| {
            other_ship.is_in_action()
                && (other_ship.side == division.side || other_ship.sighted)
                && other_ship.at.is_some()
        };
        own_ships.any(|ship| ships.holds(ship)).then(|| (*least, of.ships_in(state).filter(is_seen).collect()))
    };
    active_rules(state, |rule| matches!(rule.does, RuleEffect::Stay { .. })).filter_map(limit).collect()
}

fn is_no_farther_east(line: Inches, run: &ShipMove) -> bool {
    let (line, before, after) = (line.as_f64(), run.from.x.as_f64(), run.to.x.as_f64());
    after <= line || (line < before && after <= before)
}

/// Returns the special rule that forbids a ship to leave the table by choice, by this edge or by default its own. [9.3]
pub fn exit_ban<'a>(state: &'a State, ship: &Ship, edge: Option<Edge>) -> Option<(u16, &'a SpecialRule)> {
    let edge = edge.or_else(|| state.side(&ship.side).map(|side| side.friendly_edge));
    active_rules(state, |rule| matches!(rule.does, RuleEffect::NoExit { .. })).find(|(_, rule)| {
        let RuleEffect::NoExit { ships, by: edges } = &rule.does else { return false };
        ships.holds(ship) && (edges.is_empty() || edge.is_none_or(|edge| edges.contains(&edge)))
    })
}

/// Returns the first turn in which special rules let a ship leave by an edge. `None` if they never do.
pub fn first_turn_to_leave(state: &State, ship: &Ship, edge: Edge) -> Option<u16> {
    let binds_ship = |rule: &SpecialRule| {
        let RuleEffect::NoExit { ships, by: edges } = &rule.does else { return false };
        ships.holds(ship) && (edges.is_empty() || edges.contains(&edge))
    };
    let binding =
        active_rules(state, |rule| matches!(rule.does, RuleEffect::NoExit { .. })).filter(|(_, rule)| binds_ship(rule));
    binding.map(|(_, rule)| rule.to_turn.map(|last| last + 1)).try_fold(0, |turn, next| Some(turn.max(next?)))
}

/// Returns the lowest speed limit of special rules that slows a ship of a unit. [5.4]
pub fn lowest_limit(state: &State, unit: &Id) -> Option<Inches> {
    let limits = state.ships_of(unit).filter(|ship| ship.is_in_action()).filter_map(|ship| {
        let (_, max) = speed_cap(state, ship)?;
        (max < ship.speed_allowance()).then_some(max)
    });
    limits.min()
}

/// Checks a speed against special rules for every ship of a unit. The error names the ship with the lowest limit.
pub fn check_speed(state: &State, unit: &Id, speed: Inches) -> Result<(), (Rule, Reason)> {
    let over = |ship: &Ship| {
        let (rule, max) = speed_cap(state, ship).filter(|(_, max)| *max < speed && *max < ship.speed_allowance())?;
        Some((max, SpecialReason::Speed { ship: ship.id.clone(), rule, speed, max }))
    };
    let slowest = state.ships_of(unit).filter(|ship| ship.is_in_action()).filter_map(over).min_by_key(|(max, _)| *max);
    slowest.map_or(Ok(()), |(_, reason)| Err((SPECIAL, reason.into())))
}
