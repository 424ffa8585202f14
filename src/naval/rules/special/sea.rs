//! Special rules about the sea: mines, currents, smoke, and points for fire near a coast. [9.2]
use super::{
    conditions::active_rules,
    minefield::{MineDice, Minefield},
    sentences::SPECIAL,
};
use crate::model::special::{RuleEffect, RuleFact, SpecialReason, SpecialRule};
use crate::model::{Fate, Half, HeldHit, HitKind, Place, Purpose, Ship};
use crate::{
    Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, State, refuse_out_of_action, require_segment,
    rules::survey::land,
};
use geometry::Bearing;
use play::DiceRequest;

/// Applies mines and then the current, after all have moved. [3.3.2]
pub(crate) fn after_moving(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    if draft.state().setup.rules.is_empty() {
        return Ok(());
    }
    run_over_mines(draft)?;
    drift(draft);
    Ok(())
}

/// Moves every tracked ship by the current, unless onto land. In a halved turn it does so once, in the second half.
fn drift(draft: &mut NavalDraft<'_>) {
    let state = draft.state();
    if state.half == Some(Half::First) {
        return;
    }
    let shores = land(state);
    let mut carried: Vec<(u16, Id, Place)> = Vec::new();
    for (rule, key) in active_rules(state, |rule| matches!(rule.does, RuleEffect::Drift { .. })) {
        let RuleEffect::Drift { ships, bearing_deg, inches } = &key.does else { continue };
        for ship in ships.ships_in(state).filter(|ship| ship.is_on_table() && can_drift(ship)) {
            // Where two currents act, the second continues from where the first carried the ship.
            let earlier =
                carried.iter().rev().find(|(_, carried_ship, _)| *carried_ship == ship.id).map(|(_, _, place)| *place);
            let Some(place) = earlier.or(ship.at) else { continue };
            let to = place.point().moved(Bearing::new(f64::from(*bearing_deg)), inches.as_f64());
            if !shores.iter().any(|area| area.contains(to)) {
                carried.push((rule, ship.id.clone(), Place::new(to.x(), to.y(), place.heading.as_f64())));
            }
        }
    }
    // A division's track is measured from its leader, so a division carried evenly stays in column.
    let to_fact = |(rule, ship, place)| Fact::Special(RuleFact::Drifted { rule, ship, at: place });
    draft.record_all(SPECIAL, carried.into_iter().map(to_fact));
}

/// Whether a current carries a ship: hulks too, but not guns ashore. (Q51)
fn can_drift(ship: &Ship) -> bool {
    !ship.card.kind.is_coast_battery()
        && !matches!(ship.fate, Fate::Exploded | Fate::Sunk | Fate::Exited { .. } | Fate::Waiting { .. })
}

/// Rolls D10 for every base that ran through a minefield. Each 1 is a torpedo hit, held for the Damage Segment. [8.2.3]
fn run_over_mines(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let mut mine_rolls: Vec<(u16, Id, MineDice)> = Vec::new();
    let state = draft.state();
    for (rule, key) in active_rules(state, |rule| matches!(rule.does, RuleEffect::Mines { .. })) {
        let Some(field) = Minefield::from_key(&key.does) else { continue };
        for (ship, run) in ships_of_bases(state).into_iter().filter_map(|ship| Some((ship, ship.run.as_ref()?))) {
            let unit = state.base_id(&ship.id);
            let before =
                state.rule_state(rule).and_then(|rule_state| rule_state.first_half_mine_run(&unit, state.turn));
            let mine_dice = Some(field.dice_for_run(run, state.half, before)).filter(|mine_dice| mine_dice.dice > 0);
            mine_rolls.extend(mine_dice.map(|mine_dice| (rule, unit, mine_dice)));
        }
    }
    for (rule, unit, MineDice { dice, first_half }) in mine_rolls {
        let request = DiceRequest::pool(dice, 10, 1, Purpose::Mine(unit.clone()), SPECIAL);
        let hits = draft.successes(request)?;
        draft.record(SPECIAL, Fact::Special(RuleFact::Mined { rule, ship: unit.clone(), struck: hits, first_half }));
        if hits > 0 {
            let (kind, battery) = (HitKind::Torpedo, None);
            let hit = HeldHit { target: unit, firer: None, kind, battery, range: None, count: hits };
            draft.record(SPECIAL, Fact::HitsMarked(hit));
        }
    }
    Ok(())
}

/// Returns one ship of every tracked base in action.
fn ships_of_bases(state: &State) -> Vec<&Ship> {
    let mut found: Vec<&Ship> = Vec::new();
    for ship in state.ships_in_action().filter(|ship| ship.has_position()) {
        let unit = state.target_unit(&ship.id);
        if !found.iter().any(|known_ship| state.target_unit(&known_ship.id) == unit) {
            found.push(ship);
        }
    }
    found
}

/// Loses ships that ran ashore if a special rule says so. [5.12]
pub(crate) fn lose_stranded(draft: &mut NavalDraft<'_>, unit: &Id) {
    let state = draft.state();
    let applies =
        |rule: &SpecialRule, ship: &Ship| matches!(&rule.does, RuleEffect::LostAshore { ships } if ships.holds(ship));
    let is_lost =
        |ship: &&Ship| ship.is_in_action() && active_rules(state, |rule| applies(rule, ship)).next().is_some();
    let fact = |ship: &Ship| Fact::ShipLost { ship: ship.id.clone(), fate: Fate::Abandoned };
    let lost: Vec<Fact> = state.ships_of(unit).filter(is_lost).map(fact).collect();
    draft.record_all(SPECIAL, lost);
}

/// Makes unplotted smoke along a ship's run, if a special rule allows it. [4.6]
///
/// Refused outside the Movement Segment, if the ship has not run this turn or has made smoke, and without such a rule.
pub(crate) fn make_smoke(draft: &mut NavalDraft<'_>, unit: &Id) -> Result<(), NavalHalt> {
    require_segment(draft, Segment::Movement, "smoke", SPECIAL)?;
    let state = draft.state();
    let ship = draft.need(state.ship(unit), SPECIAL, || Reason::NotAShip { unit: unit.clone() })?;
    refuse_out_of_action(draft, !ship.is_in_action(), unit, SPECIAL)?;
    let allows = |rule: &SpecialRule| matches!(&rule.does, RuleEffect::Smoke { ships } if ships.holds(ship));
    let has_smoked = state.smoke.iter().any(|smoke| smoke.by == ship.id && smoke.turn == state.turn);
    let rule = active_rules(state, allows).next().filter(|_| ship.run.is_some() && !has_smoked).map(|(index, _)| index);
    let rule = draft.need(rule, SPECIAL, || SpecialReason::NoSmoke { ship: ship.id.clone() })?;
    draft.record(SPECIAL, Fact::Special(RuleFact::Smoked { rule, ship: unit.clone() }));
    Ok(())
}

/// Scores points for a ship that has fired at one near a coast, once for each firer. [10.5]
pub(crate) fn score_fire(draft: &mut NavalDraft<'_>, firer: &Id, target: &Id) {
    let state = draft.state();
    let Some(firing) = state.ship(firer) else { return };
    let scored = |(rule, key): (u16, &SpecialRule)| {
        let RuleEffect::PointsForFire { within, of, points, .. } = &key.does else { return None };
        let is_first = state.rule_state(rule).is_none_or(|rule_state| rule_state.count_of(firer) == 0);
        let is_near = || state.ships_of(target).any(|ship| near_coast(state, ship, of, *within));
        let (side, ship, points) = (firing.side.clone(), firer.clone(), *points);
        (is_first && is_near()).then_some(Fact::Special(RuleFact::Scored { rule, side, ship, points }))
    };
    let scores = |rule: &SpecialRule| matches!(&rule.does, RuleEffect::PointsForFire { by, .. } if by.holds(firing));
    let scored: Vec<Fact> = active_rules(state, scores).filter_map(scored).collect();
    draft.record_all(SPECIAL, scored);
}

/// Whether the middle of a ship's base is within `within` of a coast.
fn near_coast(state: &State, ship: &Ship, land: &Id, within: Inches) -> bool {
    let Some(at) = ship.at else { return false };
    let mut areas =
        state.setup.land.iter().filter(|candidate| candidate.id == *land).filter_map(|land| land.area().ok());
    areas.any(|area| area.contains(at.point()) || Inches::nearest(area.edge_distance_in(at.point())) <= within)
}

/// Rolls a D6 for each hit of a salvo and returns those that do not burst. [6.5.1]
pub(crate) fn roll_duds(draft: &mut NavalDraft<'_>, firer: &Id, target: &Id, hits: u16) -> Result<u16, NavalHalt> {
    let state = draft.state();
    let Some(ship) = state.ship(firer) else { return Ok(0) };
    let applies_to_ship = |rule: &SpecialRule| matches!(&rule.does, RuleEffect::Duds { by, .. } if by.holds(ship));
    let found = if hits == 0 { None } else { active_rules(state, applies_to_ship).next() };
    let Some((rule, SpecialRule { does: RuleEffect::Duds { at_most, .. }, .. })) = found else { return Ok(0) };
    let duds = draft.successes(DiceRequest::pool(hits, 6, *at_most, Purpose::Dud(firer.clone()), SPECIAL))?;
    let (firer, target) = (firer.clone(), target.clone());
    draft.record(SPECIAL, Fact::Special(RuleFact::Duds { rule, firer, target, duds }));
    Ok(duds)
}
