//! 5.12, 5.15.3: divisions that turn off land automatically, or away from fire, keep clear of friends.
use super::tracks::{Moves, clearing, move_of, orders};
use crate::model::{Carried, Division, Fine, Manner, Turn, base::base_of};
use crate::rules::survey::{Stand, stands};
use crate::rules::{columns::helm::Moved, shores};
use crate::{Id, State};
use geometry::Pose;

/// The widest swerve from straight away. A division never turns back towards the guns. [5.15.3, house]
const WIDEST_DEG: i16 = 75;
/// Courses are plotted in steps of this many degrees. [5.7.2]
const STEP_DEG: i16 = 15;

/// Swerves reacting divisions that would end on another friendly formation just enough, to starboard first. If no
/// course is clear they keep straight away. [5.15.3]
pub(crate) fn keep_clear(state: &State, moves: &mut Moves) {
    let stands = if state.this_turn.reacting.is_empty() { return } else { stands(state) };
    for id in &state.this_turn.reacting {
        let Some(division) = state.division(id).filter(|division| in_the_way(state, &stands, division, moves, None))
        else {
            continue;
        };
        let swerved = courses().find_map(|degrees| {
            let bent = bent(state, division, degrees);
            let moved = move_of(state, &bent, moves, orders(state, &bent, bent.plot.as_ref()))?;
            let clear =
                !shores::reaches_land(state, &moved.runs) && !in_the_way(state, &stands, division, moves, Some(&moved));
            clear.then_some(Moved { swerved_deg: Some(degrees), ..moved })
        });
        if let Some(swerved) = swerved {
            moves.insert(id.clone(), swerved);
        }
    }
}

/// Gives divisions that turned off land and would end on a friendly formation the next turn that clears both. If none
/// does they keep the first. [5.12]
pub(crate) fn keep_off_friends(state: &State, moves: &mut Moves) {
    let turned: Vec<Id> =
        moves.iter().filter(|(_, moved)| moved.cleared_by.is_some()).map(|(id, _)| id.clone()).collect();
    let stands = if turned.is_empty() { return } else { stands(state) };
    for id in turned {
        let Some(division) = state.division(&id).filter(|division| in_the_way(state, &stands, division, moves, None))
        else {
            continue;
        };
        let clear = shores::ways_clear(state, division).find_map(|turn| {
            let moved = clearing(state, division, moves, turn)?;
            (!in_the_way(state, &stands, division, moves, Some(&moved))).then_some(moved)
        });
        if let Some(clear) = clear {
            moves.insert(id, clear);
        }
    }
}

/// Returns 15 to starboard, 15 to port, 30 to starboard, and so on.
fn courses() -> impl Iterator<Item = i16> {
    (1..=WIDEST_DEG / STEP_DEG).flat_map(|step| [step * STEP_DEG, -step * STEP_DEG])
}

/// Returns the division with a larger or smaller first turn of its reaction, positive to starboard.
fn bent(state: &State, division: &Division, by_deg: i16) -> Division {
    let mut bent = division.clone();
    let carried = division.course.carried;
    let straight = Turn::by(if state.is_in_column(division) { Manner::Column } else { Manner::Ships }, 0.0);
    let (turn, degrees) = carried.map_or((straight, 0.0), |now| (now.turn, now.degrees.as_f64()));
    let turned = turn.bent(degrees, by_deg);
    let carried = Carried { turn: Turn::by(turn.manner, turned), degrees: Fine::nearest(turned.abs()) };
    bent.course.carried = Some(carried).filter(|carried| Fine::ZERO < carried.degrees);
    bent
}

/// Whether a base of the division would end its move on another friendly formation's.
fn in_the_way(
    state: &State,
    stands: &[Stand<'_>],
    division: &Division,
    moves: &Moves,
    instead: Option<&Moved>,
) -> bool {
    let Some(moved) = instead.or_else(|| moves.get(&division.id)) else { return false };
    let friend =
        |stand: &&Stand<'_>| stand.ship.side == division.side && !state.are_grouped(&division.id, &stand.ship.division);
    stands.iter().filter(friend).any(|friend| {
        let there = end_of(friend, moves);
        let own = moved.runs.iter().filter_map(|run| Some((base_of(state, state.ship(&run.ship)?), run.to.pose())));
        own.into_iter().any(|(base, pose)| base.overlaps(pose, &friend.base, there))
    })
}

/// Returns a base's pose after all have moved.
fn end_of(stand: &Stand<'_>, moves: &Moves) -> Pose {
    let moved = moves.get(&stand.ship.division);
    let run = moved.and_then(|moved| moved.runs.iter().find(|run| run.ship == stand.ship.id));
    run.map_or(stand.pose, |run| run.to.pose())
}
