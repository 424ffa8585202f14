//! 5.15.3: whoever turns away from fire keeps clear of friends.
use std::collections::BTreeMap;

use super::{Moved, move_of, orders};
use crate::{
    Carried, Division, Fine, Hand, Id, Manner, State, Turn, ashore,
    survey::{Stand, base_of, stands},
};
use geometry::Pose;

/// The widest that a division swerves from straight away: it never turns back towards the guns. [5.15.3, house]
const WIDEST_DEG: i16 = 75;
/// Courses are plotted in steps of so many degrees. [5.7.2]
const STEP_DEG: i16 = 15;

/// Reacting divisions that would end on top of another friendly formation swerve just enough, to starboard first; where
/// no course is clear they hold straight away. [5.15.3]
pub(super) fn keep_clear(state: &State, moves: &mut BTreeMap<Id, Moved>) {
    if state.this_turn.reacting.is_empty() {
        return;
    }
    let stands = stands(state);
    for id in &state.this_turn.reacting {
        let Some(division) = state.division(id).filter(|division| in_the_way(state, &stands, division, moves, None))
        else {
            continue;
        };
        let swerved = courses().find_map(|degrees| {
            let bent = bent(state, division, degrees);
            let moved = move_of(state, &bent, moves, orders(state, &bent, bent.plot.as_ref()))?;
            let clear =
                !ashore::reaches_land(state, &moved) && !in_the_way(state, &stands, division, moves, Some(&moved));
            clear.then_some(Moved { swerved_deg: Some(degrees), ..moved })
        });
        if let Some(swerved) = swerved {
            moves.insert(id.clone(), swerved);
        }
    }
}

/// 15 to starboard, 15 to port, 30 to starboard, and so on.
fn courses() -> impl Iterator<Item = i16> {
    (1..=WIDEST_DEG / STEP_DEG).flat_map(|step| [step * STEP_DEG, -step * STEP_DEG])
}

/// The division with the turn that its reaction begins with made larger or smaller; to starboard is positive.
fn bent(state: &State, division: &Division, by_deg: i16) -> Division {
    let mut bent = division.clone();
    let carried = division.course.carried;
    let manner = match carried {
        Some(carried) => carried.turn.manner,
        None if state.is_in_column(division) => Manner::Column,
        None => Manner::Ships,
    };
    let (before, straight) = carried.map_or((Hand::Right, 0.0), |now| (now.turn.hand, now.degrees.as_f64()));
    let (hand, degrees) = before.bent(straight, by_deg);
    let turn = Turn { manner, hand, degrees: degrees.round() as u16, radius: None };
    let carried = Carried { turn, degrees: Fine::nearest(degrees) };
    bent.course.carried = Some(carried).filter(|carried| Fine::ZERO < carried.degrees);
    bent
}

/// Whether a base of the division would end its move on one of another friendly formation.
fn in_the_way(
    state: &State,
    stands: &[Stand<'_>],
    division: &Division,
    moves: &BTreeMap<Id, Moved>,
    instead: Option<&Moved>,
) -> bool {
    let Some(moved) = instead.or_else(|| moves.get(&division.id)) else { return false };
    let friend =
        |stand: &&Stand<'_>| stand.ship.side == division.side && !state.are_grouped(&division.id, &stand.ship.division);
    stands.iter().filter(friend).any(|friend| {
        let there = end_of(friend, moves);
        moved.runs.iter().any(|run| {
            let own = state.ship(&run.ship).map(|ship| base_of(state, ship));
            own.is_some_and(|own| own.overlaps(run.to.pose(), &friend.base, there))
        })
    })
}

/// Where a base lies when all have moved.
fn end_of(stand: &Stand<'_>, moves: &BTreeMap<Id, Moved>) -> Pose {
    let moved = moves.get(&stand.ship.division);
    let run = moved.and_then(|moved| moved.runs.iter().find(|run| run.ship == stand.ship.id));
    run.map_or(stand.pose, |run| run.to.pose())
}
