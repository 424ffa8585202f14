//! 5.15: light ships under the smaller guns of large ones may turn away.

use crate::{
    Carried, Division, Duty, Fact, Fine, Hand, Id, Inches, Manner, NavalDraft, NavalHalt, Plot, Purpose, Reason,
    Segment, Ship, State, Task, Turn, movement,
};
use geometry::{Bearing, Point, range_in};
use play::{Ask, Rule};

const TYPES: Rule = Rule::new("1.4");
const MOVEMENT: Rule = Rule::new("3.3.2");
const REACTION: Rule = Rule::new("5.15");
const DIE: Rule = Rule::new("5.15.1");
const INITIATIVE: Rule = Rule::new("5.15.2");
const AWAY: Rule = Rule::new("5.15.3");
const CANCELLED: Rule = Rule::new("5.15.4");
const COUNTED: Rule = Rule::new("5.15.5");
/// Whoever turns away steers by so many degrees. [5.15.3, house]
const STEP_DEG: f64 = 15.0;

/// Tracked light formations that large ships' batteries fired on last turn are tested before they move. [3.3.2, 5.15]
///
/// # Errors
/// Dice missing or impossible faces.
pub(crate) fn test_tracked(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    test(draft, |state, division| state.is_tracked(&division.id))
}

/// Every light formation that large ships' batteries fired on last turn, and that nobody has tested yet. [5.15]
///
/// # Errors
/// Dice missing or impossible faces.
pub(crate) fn test_all(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    test(draft, |_, _| true)
}

fn test(draft: &mut NavalDraft<'_>, due: fn(&State, &Division) -> bool) -> Result<(), NavalHalt> {
    let divisions: Vec<Id> = draft.state().divisions.iter().map(|division| division.id.clone()).collect();
    for id in divisions {
        let state = draft.state();
        let tested = state.this_turn.reactions_tested.contains(&id);
        let fired_at = state.batteries_last_turn.iter().any(|count| count.target == id);
        let wanted = state.division(&id).is_some_and(|division| due(state, division));
        if wanted && fired_at && !tested && state.ships_of(&id).any(Ship::in_action) {
            react(draft, &id)?;
        }
    }
    Ok(())
}

/// Light formations that are moved by hand and may turn away from fire: tested before anybody moves them. [3.3.2, 5.15]
pub fn owed(state: &State) -> Vec<Duty> {
    let mut tested: Vec<Id> = Vec::new();
    let mut owed = Vec::new();
    for division in state.divisions.iter().filter(|division| !state.is_tracked(&division.id)) {
        let id = &division.id;
        let fired_at = state.batteries_last_turn.iter().any(|count| count.target == *id);
        let there = state.ships_of(id).any(Ship::in_action);
        if !fired_at || !there || state.this_turn.reactions_tested.contains(id) || tested.contains(id) {
            continue;
        }
        let light = light_formation(state, id);
        let (batteries, _) = fired_most(state, &light);
        tested.extend(light);
        if batteries == 0 {
            continue;
        }
        owed.push(Duty { rule: REACTION, task: Task::React { division: id.clone(), batteries } });
    }
    owed
}

/// One D10, less the formation's initiative, against the batteries that fired on it last turn. [5.15.1, 5.15.2]
///
/// A reacting formation turns away from the one that fired most of them; its launches of this turn are cancelled.
///
/// # Errors
/// Refused outside the Movement Segment, for a division not fired at, or twice in a turn.
pub(crate) fn react(draft: &mut NavalDraft<'_>, id: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if now != Segment::Movement {
        return draft.refuse(MOVEMENT, Reason::WrongSegment { needed: Segment::Movement, now, verb: "react" });
    }
    if state.division(id).is_none() {
        return draft.refuse(REACTION, Reason::UnknownUnit { unit: id.clone() });
    }
    if !state.ships_of(id).any(Ship::in_action) {
        return draft.refuse(REACTION, Reason::NotInAction { ship: id.clone() });
    }
    if let Some(large) = state.ships_of(id).find(|ship| !ship.card.kind.is_light()) {
        return draft.refuse(TYPES, Reason::NotLight { ship: large.id.clone() });
    }
    let light = light_formation(state, id);
    let (batteries, away_from) = fired_most(state, &light);
    if batteries == 0 {
        return draft.refuse(COUNTED, Reason::NotFiredAt { division: id.clone() });
    }
    if state.this_turn.reactions_tested.contains(id) {
        return draft.refuse(REACTION, Reason::ReactionTested { division: id.clone() });
    }
    // The formation's flag is that of its leading division.
    let initiative = light.first().and_then(|lead| state.division(lead)).map_or(0, |lead| lead.initiative);
    let needed = (i32::from(batteries) + initiative).clamp(0, 10) as u8;
    let face = draft.roll(Ask::test(10, needed, Purpose::Reaction(id.clone()), DIE))?;
    let roll = i32::from(face) - initiative;
    let reacts = roll <= i32::from(batteries);
    let rule = if initiative == 0 { DIE } else { INITIATIVE };
    let (division, with) = (id.clone(), light.iter().filter(|other| *other != id).cloned().collect());
    let away = away_from.clone();
    draft.note(rule, Fact::ReactionTested { division, batteries, initiative, roll, reacts, away_from: away, with });
    if reacts {
        for division in &light {
            turn_away(draft, division, away_from.as_ref());
            cancel_launches(draft, division);
        }
    }
    Ok(())
}

/// The divisions that are tested together: the formation when all of it is light and in action, else the division.
fn light_formation(state: &State, id: &Id) -> Vec<Id> {
    let group = state.group_of(id);
    let of_group = |division: &&&Division| state.ships_of_division(&division.id).any(Ship::in_action);
    let all_light = group.iter().all(|one| state.ships_of_division(&one.id).all(|ship| ship.card.kind.is_light()));
    if all_light {
        group.iter().filter(of_group).map(|division| division.id.clone()).collect()
    } else {
        vec![id.clone()]
    }
}

/// Batteries that fired on these divisions last turn, and the formation that fired most of them, by its leading division;
/// of several the nearest, where that can be told. [5.15.3, 5.15.5]
fn fired_most(state: &State, targets: &[Id]) -> (u16, Option<Id>) {
    let mut counts: Vec<(Id, u16)> = Vec::new();
    for count in state.batteries_last_turn.iter().filter(|count| targets.contains(&count.target)) {
        let lead = state.group_of(&count.firer).first().map_or_else(|| count.firer.clone(), |lead| lead.id.clone());
        match counts.iter_mut().find(|(firer, _)| *firer == lead) {
            Some((_, batteries)) => *batteries += count.batteries,
            None => counts.push((lead, count.batteries)),
        }
    }
    let batteries = counts.iter().map(|(_, batteries)| batteries).sum();
    let most = counts.iter().map(|(_, batteries)| *batteries).max();
    let tied = counts.iter().filter(|(_, batteries)| Some(*batteries) == most).map(|(firer, _)| firer);
    let here = targets.iter().find_map(|id| leader_point(state, id));
    let range = |firer: &&Id| {
        let there = ships_of_formation(state, firer);
        let ranges = here.into_iter().flat_map(|here| there.iter().map(move |there| range_in(here, *there)));
        ranges.fold(f64::INFINITY, f64::min)
    };
    let nearest = tied.min_by(|one, other| range(one).total_cmp(&range(other)));
    (batteries, nearest.cloned())
}

fn leader_point(state: &State, division: &Id) -> Option<Point> {
    Some(movement::bases(state, state.division(division)?).first()?.0.at?.point())
}

/// Where the ships of a formation lie, as far as they are tracked.
fn ships_of_formation(state: &State, lead: &Id) -> Vec<Point> {
    let ships = state.group_of(lead).into_iter().flat_map(|division| state.ships_of_division(&division.id));
    ships.filter(|ship| ship.in_action()).filter_map(|ship| Some(ship.at?.point())).collect()
}

/// Drops the plot and makes off: one turn in column at once, straight away from the middle of the enemy formation by the
/// nearest 15 degrees, at the best speed that can be reached. [5.15.3]
///
/// A division without position is told so, and its speed is written down. Ships that are not in column turn together.
fn turn_away(draft: &mut NavalDraft<'_>, id: &Id, from: Option<&Id>) {
    let Some(from) = from else { return };
    draft.note(AWAY, Fact::TurnedAway { division: id.clone(), from: from.clone() });
    let state = draft.state();
    let Some(division) = state.division(id).filter(|division| movement::jammed(state, division).is_none()) else {
        return;
    };
    if !state.is_tracked(id) {
        return at_best_speed(draft, id);
    }
    let Some(at) = movement::bases(state, division).first().and_then(|(ship, _)| ship.at) else { return };
    let Some(middle) = Point::centroid(ships_of_formation(state, from)) else { return };
    let Ok(away) = Bearing::to(middle, at.point()) else { return };
    let degrees = at.pose().heading.signed_difference(away.to_step(STEP_DEG));
    let manner = if state.is_in_column(division) { Manner::Column } else { Manner::Ships };
    let hand = if degrees < 0.0 { Hand::Left } else { Hand::Right };
    let turn = Turn { manner, hand, degrees: degrees.abs().round() as u16, radius: None };
    let carried = Carried { turn, degrees: Fine::nearest(degrees.abs()) };
    let carried = Some(carried).filter(|carried| carried.degrees > Fine::ZERO);
    let speed = movement::fastest_of(state, division);
    let ahead = Plot { elements: Vec::new(), speed: Some(speed), smoke: Vec::new() };
    let plot = if carried.is_some() { ahead } else { Plot::straight(speed) };
    draft.note(AWAY, Fact::PlotReplaced { division: id.clone(), plot, carried });
}

/// A division that is moved by hand makes off as fast as it can. [5.15.3]
fn at_best_speed(draft: &mut NavalDraft<'_>, id: &Id) {
    let state = draft.state();
    let Some(division) = state.division(id).filter(|_| state.checks) else { return };
    let best = movement::fastest_of(state, division);
    let ships = state.ships_of_division(id).filter(|ship| ship.in_action());
    let makes = ships.map(|ship| (ship.id.clone(), ship.speed, movement::fastest(state, ship).min(best)));
    let faster: Vec<(Id, Inches)> =
        makes.filter(|(_, now, best)| now != best).map(|(ship, _, best)| (ship, best)).collect();
    for (ship, speed) in faster {
        draft.note(AWAY, Fact::SpeedChanged { ship, speed });
    }
}

fn cancel_launches(draft: &mut NavalDraft<'_>, division: &Id) {
    let state = draft.state();
    let own =
        |launcher: &Id| launcher == division || state.ship(launcher).is_some_and(|ship| ship.division == *division);
    let fresh = state.markers.iter().filter(|marker| marker.turn == state.turn && own(&marker.launcher));
    let cancelled: Vec<Id> = fresh.map(|marker| marker.id.clone()).collect();
    for marker in cancelled {
        draft.note(CANCELLED, Fact::LaunchCancelled { marker });
    }
}
