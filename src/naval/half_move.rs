//! 3.4: turns that are played in two halves, when the enemy is close.
//!
//! A plot is made for the whole turn and run in two: each half is a Movement Segment of its own, with half the way.
pub use super::model::half::{Half, Moment, Rest};
use super::{
    Fact, NavalDraft, NavalHalt, Reason,
    ashore::shorten,
    measure::{Fraction, Id, Inches},
    movement::{Moved, formed_again, held_way},
    reason::TableReason,
    ship::Ship,
    signals, special,
    state::{Segment, State},
    survey::{self, path_of},
    table::{Fine, Leg, Place, Run},
};
use geometry::Path;
use play::Rule;

const OFFERED: Rule = Rule::new("3.4");
const NUMBERED: Rule = Rule::new("3.4.1");
const HALVED: Rule = Rule::new("3.4.2");
const MOVES_ONLY: Rule = Rule::new("3.4.3");
const CLOSE: Rule = Rule::new("3.4.4");
/// Numbers and values of fire are halved. [3.4.5]
pub(super) const FIRE: Rule = Rule::new("3.4.5");

/// Opponents this near bring half moves about. [3.4]
pub const NEAR: Inches = Inches::whole(5);
/// What half moves do to fire. [3.4.5]
pub(super) const HALF: (i64, i64) = (1, 2);

/// Two opponents near enough, one of them sighted: either side may have the turn played in halves. [3.4]
pub fn offered(state: &State) -> Option<(Id, Id)> {
    if !state.setup.options.half_moves || state.half.is_some() || state.segment != Segment::Plotting {
        return None;
    }
    let fighting = |ship: &&Ship| ship.in_action();
    let first = state.setup.sides.first()?;
    for one in state.ships_of_side(&first.id).filter(fighting) {
        for other in state.afloat().filter(|other| other.side != one.side && (one.sighted || other.sighted)) {
            if is_near(state, &one.id, &other.id) {
                return Some((one.id.clone(), other.id.clone()));
            }
        }
    }
    None
}

fn is_near(state: &State, one: &Id, other: &Id) -> bool {
    survey::range(state, one, other).is_some_and(|range| range <= NEAR)
}

/// Whether an opponent of a unit lies within 5.0 of it. [3.4.3, 3.4.4]
pub fn has_opponent_near(state: &State, unit: &Id) -> bool {
    let own: Vec<&Ship> = state.ships_of(unit).filter(|ship| ship.in_action()).collect();
    state.afloat().any(|other| own.iter().any(|ship| ship.side != other.side && is_near(state, &ship.id, &other.id)))
}

/// Either side has the turn played in halves. [3.4]
///
/// # Errors
/// Refused unless the option is on, it is the Plotting Segment of a turn not yet halved, and opponents are within 5.0 of
/// each other, one of them sighted.
pub(super) fn invoke(draft: &mut NavalDraft<'_>, side: Option<&Id>) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if !state.setup.options.half_moves {
        return draft.refuse(OFFERED, TableReason::OptionOff { option: "half_moves" }.into());
    }
    if now != Segment::Plotting {
        return draft.refuse(OFFERED, Reason::WrongSegment { needed: Segment::Plotting, now, verb: "half" });
    }
    if state.half.is_some() {
        return draft.refuse(NUMBERED, TableReason::HalvedAlready { turn: state.turn }.into());
    }
    if let Some(unknown) = side.filter(|side| state.side(side).is_none()) {
        return draft.refuse(OFFERED, Reason::UnknownUnit { unit: unknown.clone() });
    }
    let Some((one, other)) = offered(state) else {
        return draft.refuse(OFFERED, TableReason::NobodyNear.into());
    };
    draft.note(OFFERED, Fact::HalfMovesInvoked { by: side.cloned(), one, other });
    Ok(())
}

/// The first half is over: the second begins. [3.4.1]
pub(super) fn begin_second(draft: &mut NavalDraft<'_>) {
    let turn = draft.state().turn;
    draft.note(NUMBERED, Fact::SecondHalfBegan);
    draft.note(NUMBERED, Fact::SegmentBegan { turn, segment: Segment::Plotting });
    signals::pass_flags(draft);
}

/// In the second half a ship without an opponent within 5.0 only moves. [3.4.3, 3.4.4]
///
/// # Errors
/// Refused in the second half for a unit that has none so near.
pub(super) fn may_act(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    match judged(draft.state(), unit) {
        None => Ok(()),
        Some((rule, reason)) => draft.refuse(rule, reason),
    }
}

/// Why a unit does nothing but move in this half. [3.4.3]
pub(super) fn judged(state: &State, unit: &Id) -> Option<(Rule, Reason)> {
    let bars = state.half == Some(Half::Second) && !has_opponent_near(state, unit);
    bars.then(|| (MOVES_ONLY, TableReason::OnlyMoves { unit: unit.clone(), turn: state.turn }.into()))
}

/// Movement is plotted for the whole turn; in its second half only torpedoes are. [3.4.4]
///
/// # Errors
/// Refused in the second half.
pub(super) fn may_plot(draft: &NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    if draft.state().half != Some(Half::Second) {
        return Ok(());
    }
    draft.refuse(CLOSE, TableReason::PlottedForWholeTurn { unit: unit.clone(), turn: draft.state().turn }.into())
}

/// What fire in a half move is worth: a half, for a ship with an enemy within 5.0. [3.4.5]
pub(super) fn fire_factor(state: &State, firer: &Id, range: Inches) -> Option<Fraction> {
    let near = || range <= NEAR || has_opponent_near(state, firer);
    (state.half.is_some() && near()).then(|| Fraction::new(HALF.0, HALF.1))
}

/// Whether so much turning lies in a band of the gunnery chart, whose degrees are halved in a half move. [3.4.6]
///
/// A half of an odd band is counted to the next whole degree.
pub fn in_band(state: &State, degrees: u16, from_deg: u16, to_deg: u16) -> bool {
    match state.half {
        None => (from_deg..=to_deg).contains(&degrees),
        Some(_) => {
            let doubled = degrees.saturating_mul(2);
            from_deg <= doubled && doubled <= to_deg.saturating_add(1)
        }
    }
}

/// Divides a move that has been worked out for the whole turn: what is left of it, and the rest for later. [3.4.2]
///
/// Until the second half is run the division stands as it stood before the turn.
pub(super) fn divide(state: &State, division: &Id, moved: &mut Moved) -> Rest {
    let mut runs = Vec::with_capacity(moved.runs.len());
    for run in &mut moved.runs {
        let path = path_of(run.from, &run.legs);
        let length_in = path.length_in();
        let (first, second) = (path.part(0.0, length_in / 2.0), path.part(length_in / 2.0, length_in));
        let mut rest = run.clone();
        shorten(run, &first);
        rest.from = run.to;
        rest.legs = second.pieces().map(Leg::of).collect();
        rest.turned = Fine::nearest(second.turned_deg());
        runs.push(rest);
    }
    let before = state.division(division).map(|division| division.course.clone()).unwrap_or_default();
    let course = std::mem::replace(&mut moved.course, before);
    Rest { division: division.clone(), runs, course }
}

/// Keeps the rests of all moves. [3.4.2]
pub(super) fn keep(draft: &mut NavalDraft<'_>, rests: Vec<Rest>) {
    for rest in rests {
        draft.note(HALVED, Fact::RestKept(rest));
    }
}

/// The second half of every move, for whoever is still there to run it. [3.4.2]
///
/// A ship put elsewhere by hand goes on from there; one that has been slowed runs half of what she can still make.
pub(super) fn rests(state: &State) -> Vec<(Id, Moved)> {
    let mut moves = Vec::new();
    for rest in &state.rests {
        let there = |run: &&Run| state.ship(&run.ship).is_some_and(|ship| ship.in_action() && ship.at.is_some());
        let runs: Vec<Run> = rest.runs.iter().filter(there).map(|run| now_run(state, run)).collect();
        if !runs.is_empty() {
            moves.push((rest.division.clone(), Moved::of(runs, rest.course.clone())));
        }
    }
    moves
}

fn now_run(state: &State, run: &Run) -> Run {
    let mut now = run.clone();
    let Some(ship) = state.ship(&run.ship) else { return now };
    if let Some(at) = ship.at.filter(|at| *at != run.from) {
        now.from = at;
        now.to = Place::rounded(path_of(at, &run.legs).end());
    }
    if let Some(jam) = ship.jam(state.turn) {
        // Her helm is held since the first half. [8.4, Q39]
        let speed = if state.checks { special::allowance(state, ship).min(run.speed) } else { run.speed };
        let way = held_way(state, ship, jam, speed.as_f64() / 2.0);
        now.speed = speed;
        let held = Path::of(now.from.pose(), way);
        shorten(&mut now, &held);
        return now;
    }
    if state.checks && special::allowance(state, ship) < run.speed {
        now.speed = special::allowance(state, ship);
        let cut = path_of(now.from, &now.legs).part(0.0, now.speed.as_f64() / 2.0);
        shorten(&mut now, &cut);
    }
    now
}

/// Divisions whose second half went otherwise than plotted stand as they lie. [3.4.2]
pub(super) fn stand_as_they_lie(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    let otherwise =
        |rest: &&Rest| rest.runs.iter().any(|run| state.ship(&run.ship).is_some_and(|ship| ship.at != Some(run.to)));
    let divisions: Vec<Id> = state.rests.iter().filter(otherwise).map(|rest| rest.division.clone()).collect();
    for division in divisions {
        formed_again(draft, &division);
    }
}
