//! 5.12, 5.15.3: divisions that turn off land automatically, or away from fire, keep clear of friends.
use super::tracks::{Moves, move_of, move_with_clearing_turn, orders};
use crate::model::{Division, Fine, Turn, TurnKind, UnfinishedTurn, base::base_of};
use crate::rules::survey::{PlacedBase, placed_bases};
use crate::rules::{columns::helm::DivisionMove, shores};
use crate::{Id, State};
use geometry::Pose;

/// The widest swerve from the course directly away. A division never turns back towards the guns. [5.15.3, house]
const WIDEST_DEG: i16 = 75;
/// Courses are plotted in steps of this many degrees. [5.7.2]
const STEP_DEG: i16 = 15;

/// If a reacting division would end on another friendly formation, swerves it just enough to clear it, to starboard
/// first. If no course is clear, it keeps the course directly away. [5.15.3]
pub(crate) fn swerve_reacting(state: &State, moves: &mut Moves) {
    let bases = if state.this_turn.reacting.is_empty() { return } else { placed_bases(state) };
    for id in &state.this_turn.reacting {
        let Some(division) = state.division(id).filter(|division| ends_on_friend(state, &bases, division, moves, None))
        else {
            continue;
        };
        let swerved = swerve_angles().find_map(|degrees| {
            let changed = with_first_turn_changed(state, division, degrees);
            let outcome = move_of(state, &changed, moves, orders(state, &changed, changed.plot.as_ref()))?;
            let clear = !shores::reaches_land(state, &outcome.runs)
                && !ends_on_friend(state, &bases, division, moves, Some(&outcome));
            clear.then_some(DivisionMove { swerved_deg: Some(degrees), ..outcome })
        });
        if let Some(swerved) = swerved {
            moves.insert(id.clone(), swerved);
        }
    }
}

/// If a division that turned off land would end on a friendly formation, gives it the smallest change of course that
/// clears both. If none does, it keeps the one that clears the land. [5.12]
pub(crate) fn clear_friends_and_land(state: &State, moves: &mut Moves) {
    let turned: Vec<Id> =
        moves.iter().filter(|(_, outcome)| outcome.cleared_by.is_some()).map(|(id, _)| id.clone()).collect();
    let bases = if turned.is_empty() { return } else { placed_bases(state) };
    for id in turned {
        let Some(division) =
            state.division(&id).filter(|division| ends_on_friend(state, &bases, division, moves, None))
        else {
            continue;
        };
        let clear = shores::clearing_turns(state, division).find_map(|turn| {
            let outcome = move_with_clearing_turn(state, division, moves, turn)?;
            (!ends_on_friend(state, &bases, division, moves, Some(&outcome))).then_some(outcome)
        });
        if let Some(clear) = clear {
            moves.insert(id, clear);
        }
    }
}

/// Returns 15 to starboard, 15 to port, 30 to starboard, and so on.
fn swerve_angles() -> impl Iterator<Item = i16> {
    (1..=WIDEST_DEG / STEP_DEG).flat_map(|step| [step * STEP_DEG, -step * STEP_DEG])
}

/// Returns the division with a larger or smaller first turn of its reaction, positive to starboard.
fn with_first_turn_changed(state: &State, division: &Division, by_deg: i16) -> Division {
    let mut changed = division.clone();
    let carried = division.course.carried;
    let straight = Turn::of_degrees(if state.is_in_column(division) { TurnKind::Column } else { TurnKind::Ships }, 0.0);
    let (turn, degrees) = carried.map_or((straight, 0.0), |now| (now.turn, now.degrees.as_f64()));
    let turned = turn.result_deg(degrees, by_deg);
    let carried = UnfinishedTurn { turn: Turn::of_degrees(turn.manner, turned), degrees: Fine::nearest(turned.abs()) };
    changed.course.carried = Some(carried).filter(|carried| Fine::ZERO < carried.degrees);
    changed
}

/// Whether a base of the division would end its move on another friendly formation's.
fn ends_on_friend(
    state: &State,
    bases: &[PlacedBase<'_>],
    division: &Division,
    moves: &Moves,
    instead: Option<&DivisionMove>,
) -> bool {
    let Some(outcome) = instead.or_else(|| moves.get(&division.id)) else { return false };
    let friend = |base: &&PlacedBase<'_>| {
        base.ship.side == division.side && !state.are_grouped(&division.id, &base.ship.division)
    };
    bases.iter().filter(friend).any(|friend| {
        let there = final_pose(friend, moves);
        let own = outcome.runs.iter().filter_map(|run| Some((base_of(state, state.ship(&run.ship)?), run.to.pose())));
        own.into_iter().any(|(base, pose)| base.overlaps(pose, &friend.base, there))
    })
}

fn final_pose(base: &PlacedBase<'_>, moves: &Moves) -> Pose {
    let outcome = moves.get(&base.ship.division);
    let run = outcome.and_then(|outcome| outcome.runs.iter().find(|run| run.ship == base.ship.id));
    run.map_or(base.pose, |run| run.to.pose())
}
