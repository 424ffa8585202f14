//! 5.15: light ships under the smaller guns of large ones may turn away.
use crate::model::{
    Division, Duty, Fine, Half, Place, Plot, Purpose, Ship, Task, Turn, TurnKind, UnfinishedTurn, state::Marker,
};
use crate::rules::columns::{self, rudder};
use crate::rules::{flags, steering::pace};
use crate::{Fact, Id, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action, require_segment};
use geometry::{Bearing, Point, range_in};
use play::{DiceRequest, Rule};

const TYPES: Rule = Rule::new("1.4");
const MOVEMENT: Rule = Rule::new("3.3.2");
const REACTION: Rule = Rule::new("5.15");
const DIE: Rule = Rule::new("5.15.1");
const INITIATIVE: Rule = Rule::new("5.15.2");
const AWAY: Rule = Rule::new("5.15.3");
const REPLACED: Rule = Rule::new("5.10.6");
const CANCELLED: Rule = Rule::new("5.15.4");
const COUNTED: Rule = Rule::new("5.15.5");
/// Divisions that turn away steer by steps of this many degrees. [5.15.3, house]
const STEP_DEG: f64 = 15.0;

/// Tests light formations fired on last turn by large ships' batteries, if `is_due` selects them and they are
/// untested: tracked ones before they move, then all. [3.3.2, 5.15]
pub(crate) fn test_reactions(draft: &mut NavalDraft<'_>, is_due: fn(&State, &Id) -> bool) -> Result<(), NavalHalt> {
    for id in draft.state().division_ids() {
        let state = draft.state();
        if is_due(state, &id) && was_fired_at(state, &id) && !state.this_turn.reactions_tested.contains(&id) {
            test_reaction(draft, &id)?;
        }
    }
    Ok(())
}

/// Whether a light division in action was fired on last turn by large ships' batteries. [1.4]
fn was_fired_at(state: &State, id: &Id) -> bool {
    let is_light = || state.ships_of(id).all(|ship| ship.card.kind.is_light());
    let counted = state.batteries_last_turn.iter().any(|count| count.target == *id);
    counted && state.ships_of(id).any(Ship::is_in_action) && is_light()
}

/// Returns reaction tests due for light formations moved by hand, before players move them. [3.3.2, 5.15]
pub fn reaction_duties(state: &State) -> Vec<Duty> {
    let mut tested: Vec<Id> = Vec::new();
    let mut duties = Vec::new();
    for division in state.divisions.iter().filter(|division| !state.has_position(&division.id)) {
        let id = &division.id;
        if !was_fired_at(state, id) || state.this_turn.reactions_tested.contains(id) || tested.contains(id) {
            continue;
        }
        let formation = light_formation(state, id);
        let (batteries, _) = heaviest_firer(state, &formation);
        tested.extend(formation);
        let duty = || Duty { rule: REACTION, task: Task::React { division: id.clone(), batteries } };
        duties.extend((batteries > 0).then(duty));
    }
    duties
}

/// Rolls a D10, less the formation's initiative, against the batteries that fired on it last turn. [5.15.1, 5.15.2]
///
/// A reacting formation turns away from the one with most of these. Its launches of this turn are cancelled.
/// Refused outside the Movement Segment, for a division not fired on, and twice in a turn.
pub(crate) fn test_reaction(draft: &mut NavalDraft<'_>, id: &Id) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Movement, "react", MOVEMENT)?;
    let state = draft.state();
    draft.refuse_if(state.division(id).is_none(), REACTION, || Reason::UnknownUnit { unit: id.clone() })?;
    refuse_out_of_action(draft, !state.ships_of(id).any(Ship::is_in_action), id, REACTION)?;
    let large = state.ships_of(id).find(|ship| !ship.card.kind.is_light());
    draft.refuse_found(large, TYPES, |large| Reason::NotLight { ship: large.id.clone() })?;
    let formation = light_formation(state, id);
    let (batteries, away_from) = heaviest_firer(state, &formation);
    draft.refuse_if(batteries == 0, COUNTED, || Reason::NotFiredAt { division: id.clone() })?;
    let tested = state.this_turn.reactions_tested.contains(id);
    draft.refuse_if(tested, REACTION, || Reason::ReactionTested { division: id.clone() })?;
    // The formation's flag is that of its leading division.
    let initiative = formation.first().and_then(|lead| state.division(lead)).map_or(0, |lead| lead.initiative);
    let needed = (i32::from(batteries) + initiative).clamp(0, 10) as u8;
    let face = draft.roll_die(DiceRequest::test(10, needed, Purpose::Reaction(id.clone()), DIE))?;
    let roll = i32::from(face) - initiative;
    let reacts = roll <= i32::from(batteries);
    let rule = if initiative == 0 { DIE } else { INITIATIVE };
    let (division, with) = (id.clone(), formation.iter().filter(|other| *other != id).cloned().collect());
    let away = away_from.clone();
    draft.record(rule, Fact::ReactionTested { division, batteries, initiative, roll, reacts, away_from: away, with });
    if reacts {
        for division in &formation {
            turn_away(draft, division, away_from.as_ref());
            cancel_launches(draft, division);
        }
    }
    Ok(())
}

/// Returns the divisions tested together: the formation's in action if all its ships are light, else this one.
fn light_formation(state: &State, id: &Id) -> Vec<Id> {
    let group = state.divisions_in_formation_of(id);
    if group.iter().any(|member| state.ships_of_division(&member.id).any(|ship| !ship.card.kind.is_light())) {
        return vec![id.clone()];
    }
    let in_action = group.iter().filter(|member| state.ships_of_division(&member.id).any(Ship::is_in_action));
    in_action.map(|division| division.id.clone()).collect()
}

/// Returns the number of batteries that fired on these divisions last turn, and the leading division of the formation
/// with most of them, the nearest if tied and known. [5.15.3, 5.15.5]
fn heaviest_firer(state: &State, targets: &[Id]) -> (u16, Option<Id>) {
    let mut counts: Vec<(Id, u16)> = Vec::new();
    for count in state.batteries_last_turn.iter().filter(|count| targets.contains(&count.target)) {
        let lead = state
            .divisions_in_formation_of(&count.firer)
            .first()
            .map_or_else(|| count.firer.clone(), |lead| lead.id.clone());
        match counts.iter_mut().find(|(firer, _)| *firer == lead) {
            Some((_, batteries)) => *batteries += count.batteries,
            None => counts.push((lead, count.batteries)),
        }
    }
    let batteries = counts.iter().map(|(_, batteries)| batteries).sum();
    let most = counts.iter().map(|(_, batteries)| *batteries).max();
    let tied = counts.iter().filter(|(_, batteries)| Some(*batteries) == most).map(|(firer, _)| firer);
    let target_point = targets.iter().find_map(|id| columns::place_of(state, state.division(id)?)).map(Place::point);
    let range = |firer: &&Id| {
        let firer_points = ships_of_formation(state, firer, Ship::is_in_action);
        let ranges = target_point
            .into_iter()
            .flat_map(|target_point| firer_points.iter().map(move |firer| range_in(target_point, *firer)));
        ranges.fold(f64::INFINITY, f64::min)
    };
    let nearest = tied.min_by(|left, right| range(left).total_cmp(&range(right)));
    (batteries, nearest.cloned())
}

/// Returns the known positions of a formation's ships that satisfy `counts`.
fn ships_of_formation(state: &State, lead: &Id, counts: fn(&Ship) -> bool) -> Vec<Point> {
    let ships =
        state.divisions_in_formation_of(lead).into_iter().flat_map(|division| state.ships_of_division(&division.id));
    ships.filter(|ship| counts(ship)).filter_map(|ship| Some(ship.at?.point())).collect()
}

/// Replaces a division's plot: it turns at once, straight away from the middle of the enemy formation by the nearest 15
/// degrees, at its best speed. Without enemy ships in action their last positions count. If none is known it goes
/// straight on. [5.15.3]
///
/// A division without a position is told to turn, and its speed is recorded. Ships not in column turn together.
fn turn_away(draft: &mut NavalDraft<'_>, id: &Id, from: Option<&Id>) {
    let Some(from) = from else { return };
    draft.record(AWAY, Fact::TurnedAway { division: id.clone(), from: from.clone() });
    let state = draft.state();
    let free = state.division(id).filter(|division| rudder::jammed_single_ship(state, division).is_none());
    let Some(division) = free.cloned() else { return };
    leave_slow_flagship(draft, &division);
    let state = draft.state();
    let Some(division) = state.division(id) else { return };
    if !state.has_position(id) {
        return record_best_speed(draft, id);
    }
    let Some(place) = columns::place_of(state, division) else { return };
    let middle = Point::centroid(ships_of_formation(state, from, Ship::is_in_action))
        .or_else(|| Point::centroid(ships_of_formation(state, from, |_| true)));
    let away = middle.and_then(|middle| Bearing::between(middle, place.point()).ok());
    let degrees = away.map_or(0.0, |away| place.pose().heading.signed_difference(away.to_step(STEP_DEG)));
    let turn = Turn::of_degrees(if state.is_in_column(division) { TurnKind::Column } else { TurnKind::Ships }, degrees);
    let carried = UnfinishedTurn { turn, degrees: Fine::nearest(degrees.abs()) };
    let carried = Some(carried).filter(|carried| carried.degrees > Fine::ZERO);
    let speed = pace::fastest_of(state, division);
    let ahead = Plot { speed: Some(speed), ..Plot::default() };
    let plot = if carried.is_some() { ahead } else { Plot::straight(speed) };
    draft.record(AWAY, Fact::PlotReplaced { division: id.clone(), plot, carried });
}

/// Leaves behind a flagship not within an inch of the best speed. The flag passes as if it were lost. [5.8.3, 5.10.6,
/// 5.15.3, Q57]
fn leave_slow_flagship(draft: &mut NavalDraft<'_>, division: &Division) {
    let Some(next) = pace::faster_leader_this_turn(draft.state(), division) else { return };
    let (division, flag) = (division.id.clone(), flags::ratings_when_leaving(draft.state(), &division.id, &next.id));
    draft.record(REPLACED, Fact::FlagPassed { division, flag, ordered: false, straight_turn: None });
}

/// Records the best speed of a division that is moved by hand. [5.15.3]
fn record_best_speed(draft: &mut NavalDraft<'_>, id: &Id) {
    let state = draft.state();
    let Some(division) = state.division(id).filter(|_| state.checks) else { return };
    let best = pace::fastest_of(state, division);
    draft.record_all(AWAY, pace::speed_changes(state, division, best));
}

fn cancel_launches(draft: &mut NavalDraft<'_>, division: &Id) {
    let state = draft.state();
    let is_its_ship = |launcher: &Id| state.ship(launcher).is_some_and(|ship| ship.division == *division);
    let is_own = |launcher: &Id| launcher == division || is_its_ship(launcher);
    let launches = state.markers.iter().filter(|marker| marker.turn == state.turn && is_own(&marker.launcher));
    let launches: Vec<Marker> = launches.cloned().collect();
    launches.iter().for_each(|marker| cancel_launch(draft, CANCELLED, marker));
}

/// Cancels a launch of this turn. Ships that used no other weapon in it then count as having used none, except in a
/// second half, when use in the first is unknown. [5.15.4, 7.4, 8.6.4.1]
pub(crate) fn cancel_launch(draft: &mut NavalDraft<'_>, rule: Rule, launch: &Marker) {
    let state = draft.state();
    let others =
        state.markers.iter().filter(|marker| marker.id != launch.id && !marker.dummy && marker.turn == launch.turn);
    let others: Vec<&Ship> = others.flat_map(|marker| state.ships_of(&marker.launcher)).collect();
    let has_fought = |ship: &Ship| ship.fired_guns || ship.starshell_used || ship.coup_made;
    let is_idle = |ship: &&Ship| !has_fought(ship) && !others.iter().any(|other| other.id == ship.id);
    let idle = state.ships_of(&launch.launcher).filter(|ship| ship.used_weapons).filter(is_idle);
    let first = state.half != Some(Half::Second);
    let unused = idle.filter(|_| first).map(|ship| ship.id.clone()).collect();
    draft.record(rule, Fact::LaunchCancelled { marker: launch.id.clone(), unused });
}
