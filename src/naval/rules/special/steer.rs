//! What special rules say of a plot: speed, courses, places, and leaving the table. [5.4, 5.7, 9.3]
use super::force::{awaits_its_die, in_force_of, numbered, to_spot};
use super::sentences::SPECIAL;
use crate::model::special::{EXACT_DEG, Key, Sector, SpecialReason, SpecialRule, Steer, Tired};
use crate::{Division, Edge, Element, Fraction, Hand, Id, Inches, Place, Reason, Run, Ship, Ships, State, columns};
use geometry::{Bearing, Point, range_in};
use play::Rule;

/// How far off straight away, or straight towards, a course may be that a rule demands. (9.2, house)
pub const AWAY_DEG: u16 = 45;

/// The most that a special rule in force lets a ship make, and its place among the keys. [5.4]
pub fn speed_cap(state: &State, ship: &Ship) -> Option<(u16, Inches)> {
    let cap = |(at, rule): (u16, &SpecialRule)| {
        let Key::Speed { ships, at_most, times, tired } = &rule.does else { return None };
        let is_tired = |limit: &Tired| limit.turns <= state.memory(at).map_or(0, |kept| kept.count_of(&ship.id));
        if !ships.holds(ship) || !tired.as_ref().is_none_or(is_tired) {
            return None;
        }
        let share = |times: &Fraction| {
            // What is over a hundredth is cut.
            let hundredths = Fraction::from(i64::from(ship.card.speed.0)) * *times;
            Inches(hundredths.0.floor().to_integer() as i32)
        };
        let most = at_most.iter().copied().chain(times.as_ref().map(share)).min()?;
        Some((at, most))
    };
    in_force_of(state, |rule| matches!(rule.does, Key::Speed { .. })).filter_map(cap).min_by_key(|(_, most)| *most)
}

/// The fastest a ship may go now, special rules counted. [5.4]
pub fn allowance(state: &State, ship: &Ship) -> Inches {
    let own = ship.allowance();
    speed_cap(state, ship).map_or(own, |(_, most)| own.min(most))
}

/// What a plot comes to, as far as it can be told.
pub struct Plotted<'a> {
    pub elements: &'a [Element],
    /// Where her ships end; empty where nobody can say.
    pub runs: &'a [Run],
    /// The division whose track it follows, and whose turns the elements are. [5.7.4]
    pub follows: Option<&'a Division>,
    /// It is for a turn to come: nobody can say yet where others will lie.
    pub ahead: bool,
}

/// Whether a division's plot keeps to the special rules that bind ships of it; else the paragraph, and the rule it is
/// against.
pub fn may_plot(state: &State, division: &Division, plot: &Plotted) -> Result<(), (Rule, Reason)> {
    let ships: Vec<&Ship> = state.ships_of_division(&division.id).filter(|ship| ship.in_action()).collect();
    let shifted = division.flag_turn == Some(state.turn);
    for (at, rule) in in_force_of(state, |rule| matches!(rule.does, Key::Course { .. } | Key::Stay { .. })) {
        let bound = |set: &Ships| ships.iter().copied().find(|ship| set.holds(ship));
        let hangs_on_others = matches!(
            &rule.does,
            Key::Course { steer: Steer::Away(_) | Steer::Toward(_), .. } | Key::Stay { of: Some(_), .. }
        );
        if plot.ahead && hangs_on_others {
            continue;
        }
        if let Key::Course { ships: set, steer } = &rule.does {
            let Some(ship) = bound(set) else { continue };
            if !keeps(state, division, ship, steer, plot, shifted) {
                return Err((SPECIAL, SpecialReason::Course { unit: division.id.clone(), rule: at }.into()));
            }
        } else if let Key::Stay { ships: set, .. } = &rule.does {
            let strays = |run: &&Run| {
                state.ship(&run.ship).is_some_and(|ship| set.holds(ship)) && !stays(state, &rule.does, run)
            };
            if let Some(run) = plot.runs.iter().find(strays) {
                return Err((SPECIAL, SpecialReason::Place { unit: run.ship.clone(), rule: at }.into()));
            }
        }
    }
    Ok(())
}

/// Whether a plot filed a turn ahead could be against a special rule of the next turn: then it is not taken. [5.7.7]
pub fn may_plot_ahead(state: &State, division: &Division) -> Result<(), (Rule, Reason)> {
    let mut next = state.clone();
    next.turn += 1;
    let binds = |(_, rule): &(u16, &SpecialRule)| {
        let steers = matches!(&rule.does, Key::Course { .. } | Key::Stay { .. });
        let mut ships = state.ships_of_division(&division.id).filter(|ship| ship.in_action());
        steers && rule.does.binds().is_some_and(|bound| ships.any(|ship| bound.holds(ship)))
    };
    let due = numbered(&next).filter(binds).find(|(at, rule)| awaits_its_die(&next, *at, rule));
    let against = |(rule, _)| Err((SPECIAL, SpecialReason::Ahead { unit: division.id.clone(), rule }.into()));
    due.map_or(Ok(()), against)
}

/// The turns of a plot one after the other, one that was begun before first.
fn turns(division: &Division, elements: &[Element]) -> Vec<(Hand, f64)> {
    let carried = division.course.carried.map(|carried| (carried.turn.hand, carried.degrees.as_f64()));
    let plotted = elements.iter().filter_map(|element| match element {
        Element::Turn(turn) => Some((turn.hand, f64::from(turn.degrees))),
        Element::Straight(_) | Element::Follow(_) | Element::Mimic(_) | Element::CloseUp => None,
    });
    carried.into_iter().chain(plotted).collect()
}

/// What these turns come to by one hand.
fn turned_by(hand: Hand, turns: &[(Hand, f64)]) -> f64 {
    turns.iter().filter(|(one, _)| *one == hand).map(|(_, degrees)| degrees).sum()
}

/// The courses that turns reach one after the other, the one they begin with first.
fn courses(heading: f64, turns: &[(Hand, f64)]) -> Vec<f64> {
    let mut course = heading;
    let after = |(hand, degrees): &(Hand, f64)| {
        course = (course + degrees * hand.sign()).rem_euclid(360.0);
        course
    };
    std::iter::once(heading).chain(turns.iter().map(after)).collect()
}

/// Whether a plot keeps to what must be steered. A division that must go straight for its flag is excused from turning.
fn keeps(state: &State, division: &Division, ship: &Ship, steer: &Steer, plot: &Plotted, shifted: bool) -> bool {
    // Whoever follows reaches the courses of the one followed.
    let steers = plot.follows.unwrap_or(division);
    let turns = turns(steers, plot.elements);
    let (left, right) = (turned_by(Hand::Left, &turns), turned_by(Hand::Right, &turns));
    // Degrees are known with and without positions.
    match steer {
        Steer::AtMostDeg(most) => return left + right <= f64::from(*most) + EXACT_DEG,
        Steer::Turn { .. } if shifted => return true,
        Steer::Turn { at_least_deg, hand } => {
            let turned = hand.map_or(left.max(right), |hand| turned_by(hand, &turns));
            return f64::from(*at_least_deg) <= turned + EXACT_DEG;
        }
        Steer::Between(_) | Steer::Never(_) | Steer::Away(_) | Steer::Toward(_) => {}
    }
    let leader = columns::leader_of(state, steers).unwrap_or(ship);
    // A ship moved by hand heads as her plots have it, where that is known. (Q56)
    let Some(heading) = leader.at.map(|at| at.heading).or(leader.helm.course) else { return true };
    let reached = courses(heading.as_f64(), &turns);
    let last = reached.last().copied().unwrap_or_default();
    // Whoever is on a forbidden course already may turn out of it, by way of others if need be.
    let enters = |two: &[f64], sector: &Sector| !sector.holds_within(two[0]) && sector.holds_within(two[1]);
    let turns_back = |sector: &Sector| sector.holds_within(last) || reached.windows(2).any(|two| enters(two, sector));
    match steer {
        Steer::Never(sector) => !turns_back(sector),
        Steer::Between(_) | Steer::Away(_) | Steer::Toward(_) if shifted => true,
        Steer::AtMostDeg(_) | Steer::Turn { .. } => true,
        Steer::Between(sector) => sector.holds(last),
        Steer::Away(of) => {
            let Some(from) = leader.at else { return true };
            let enemies = of.of(state).filter(|one| one.in_action() && one.sighted);
            bearing_of_nearest(from, enemies.filter_map(|one| one.at))
                .is_none_or(|bearing| off(bearing + 180.0, last) <= f64::from(AWAY_DEG) + EXACT_DEG)
        }
        Steer::Toward(of) => {
            let Some(from) = leader.at else { return true };
            let place = |one: &Ship| if one.side == ship.side { one.at } else { one.seen.as_ref()?.at };
            let known = of.of(state).filter_map(place);
            bearing_of_nearest(from, known).is_none_or(|bearing| off(bearing, last) <= f64::from(AWAY_DEG) + EXACT_DEG)
        }
    }
}

/// The bearing of the nearest of some places.
fn bearing_of_nearest(from: Place, places: impl Iterator<Item = Place>) -> Option<f64> {
    let (here, places) = (from.point(), places.map(Place::point));
    let nearest = places.min_by(|one, other| range_in(here, *one).total_cmp(&range_in(here, *other)))?;
    Bearing::to(here, nearest).ok().map(Bearing::degrees)
}

/// Degrees between two courses.
fn off(one: f64, other: f64) -> f64 {
    Bearing::new(one).difference(Bearing::new(other))
}

/// Whether a run ends where the rule lets it end: of enemies only those in sight count, where they lie now. A ship that
/// begins outside her bounds keeps to them by coming no farther out.
fn stays(state: &State, does: &Key, run: &Run) -> bool {
    let Key::Stay { within, beyond, of, place, west_of, .. } = does else { return true };
    let side = state.ship(&run.ship).map(|ship| &ship.side);
    let others = of.iter().flat_map(|of| of.of(state)).filter(|one| Some(&one.side) == side || one.sighted);
    let others: Vec<Point> = others.filter(|one| one.in_action()).filter_map(|one| Some(one.at?.point())).collect();
    let nearest = |from: Place| {
        let here = from.point();
        let to_ships = others.iter().map(|other| Inches::nearest(range_in(here, *other)));
        to_ships.chain(place.map(|spot| to_spot(here, spot))).min()
    };
    let west = west_of.is_none_or(|line| no_farther_east(line, run));
    let Some((before, after)) = nearest(run.from).zip(nearest(run.to)) else { return west };
    within.is_none_or(|most| after <= most || (most < before && after <= before))
        && beyond.is_none_or(|least| least < after || (before <= least && before <= after))
        && west
}

fn no_farther_east(line: Inches, run: &Run) -> bool {
    let (line, before, after) = (line.as_f64(), run.from.x.as_f64(), run.to.x.as_f64());
    after <= line || (line < before && after <= before)
}

/// The special rule that keeps a ship from leaving the table by choice, by this edge or, without one, by her own. [9.3]
pub fn may_leave<'a>(state: &'a State, ship: &Ship, by: Option<Edge>) -> Option<(u16, &'a SpecialRule)> {
    let by = by.or_else(|| state.side(&ship.side).map(|side| side.friendly_edge));
    in_force_of(state, |rule| matches!(rule.does, Key::NoExit { .. })).find(|(_, rule)| {
        let Key::NoExit { ships, by: edges } = &rule.does else { return false };
        ships.holds(ship) && (edges.is_empty() || by.is_none_or(|edge| edges.contains(&edge)))
    })
}

/// Whether rules on speed let every ship of a unit go so fast; else the paragraph, and the ship that may go slowest.
pub fn may_make(state: &State, unit: &Id, speed: Inches) -> Result<(), (Rule, Reason)> {
    let over = |ship: &Ship| {
        let (rule, max) = speed_cap(state, ship).filter(|(_, max)| *max < speed && *max < ship.allowance())?;
        Some((max, SpecialReason::Speed { ship: ship.id.clone(), rule, speed, max }))
    };
    let slowest = state.ships_of(unit).filter(|ship| ship.in_action()).filter_map(over).min_by_key(|(max, _)| *max);
    slowest.map_or(Ok(()), |(_, reason)| Err((SPECIAL, reason.into())))
}
