//! Simulates the plots of some turns to find friends that would collide. [5.11, Q44]
use crate::model::{Edge, Fate, Ship};
use crate::rules::{collision, shores, steering::swerve, steering::tracks::all_moves};
use crate::{Fact, Id, Naval, NavalDraft, Segment, SideId, State};
use play::{Game, Rule};

const COLLISIONS: Rule = Rule::new("5.11");

/// Turns that a quick start runs by default. [5.14, house]
pub(crate) const QUICK_TURNS: u16 = 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CollisionCourse {
    pub first: Id,
    pub second: Id,
    pub turn: u16,
}

/// Returns friends that would collide, each pair once, of `side` or of both. Divisions without plots go straight on.
pub(crate) fn friends_on_collision_course(state: &State, side: Option<&SideId>, turns: u16) -> Vec<CollisionCourse> {
    let mut later = state.clone();
    let mut found: Vec<CollisionCourse> = Vec::new();
    for ahead in 0..turns {
        simulate_turn(&mut later, ahead);
        for (first, second) in collision::friends_that_would_collide(&later) {
            let is_meant =
                side.is_none_or(|side| later.division(&first).is_some_and(|division| division.side == *side));
            let is_known = |pair: &CollisionCourse| {
                (pair.first == first && pair.second == second) || (pair.first == second && pair.second == first)
            };
            if is_meant && !found.iter().any(is_known) {
                found.push(CollisionCourse { first, second, turn: state.turn + ahead });
            }
        }
    }
    found
}

/// Records friends that would collide. [5.11, Q44]
pub(crate) fn record_converging(draft: &mut NavalDraft<'_>, found: Vec<CollisionCourse>) {
    let fact = |CollisionCourse { first: one, second: other, turn }| Fact::FriendsConverge { one, other, turn };
    draft.record_all(COLLISIONS, found.into_iter().map(fact));
}

/// Simulates one more turn. Ships that cross an edge of the table are gone.
fn simulate_turn(later: &mut State, ahead: u16) {
    if 0 < ahead {
        let turn = later.turn + 1;
        Naval::apply(later, &Fact::SegmentBegan { turn, segment: Segment::Plotting });
    }
    let mut moves = all_moves(later);
    swerve::clear_friends_and_land(later, &mut moves);
    for (division, outcome) in moves {
        for run in outcome.runs {
            Naval::apply(later, &Fact::Moved(run));
        }
        Naval::apply(later, &Fact::CourseRecorded { division, course: outcome.course });
    }
    for (ship, _) in shores::ships_leaving(later) {
        Naval::apply(later, &Fact::ShipExited { ship, friendly: true, edge: None, turn: None });
    }
}

/// Returns ships whose plots take them off the table this turn, with the edge. [9.3]
pub(crate) fn would_leave(state: &State) -> Vec<(Id, Edge)> {
    if !state.ships_in_action().any(|ship| shores::is_near_an_edge(state, ship)) {
        return Vec::new();
    }
    let mut later = state.clone();
    simulate_turn(&mut later, 0);
    let exit = |ship: &std::sync::Arc<Ship>| {
        let run = ship.run.as_ref().filter(|_| matches!(ship.fate, Fate::Exited { .. }))?;
        Some((ship.id.clone(), shores::edge_crossed(state, run)?))
    };
    later.ships.iter().filter_map(exit).filter(|(id, _)| state.ship(id).is_some_and(Ship::is_in_action)).collect()
}
