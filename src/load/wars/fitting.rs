//! Fits a scenario to the ships that a war has left.
use std::sync::Arc;

use super::Absentees;
use crate::{DataErrors, Sources, ship_on};
use naval::model::ShipSetup;
use naval::model::victory::{HowMany, VictoryCondition, VictoryEntry, VictoryRule};
use naval::model::war::{Absentee, CarriedOver, War};
use naval::model::{Card, DivisionSetup, Setup, ShipSet};
use naval::rules::special::{RuleEffect, SpecialRule};
use naval::{Id, SideId, rules::aftermath};

/// Returns the scenario fitted to the war, or the side that has no ships left for it.
pub(super) fn fit_scenario(
    sources: &Sources,
    scenario: &Setup,
    war: &War,
) -> Result<Result<Setup, SideId>, DataErrors> {
    let mut setup = scenario.clone();
    let missing = remove_missing(sources, &mut setup, war)?;
    let has_no_division = |side: &&SideId| setup.divisions.iter().all(|division| division.side != **side);
    if let Some(side) = setup.sides.iter().map(|side| &side.id).find(has_no_division) {
        return Ok(Err(side.clone()));
    }
    for ship in &mut setup.ships {
        ship.carried = war.veteran(&ship.card.id).map_or_else(CarriedOver::default, |veteran| veteran.carried.clone());
    }
    let missing_ids: Vec<&Id> = missing.iter().map(|absentee| &absentee.ship).collect();
    for entry in setup.decide.iter_mut().flatten() {
        limit_to_present(entry, &missing_ids);
    }
    for rule in &mut setup.rules {
        drop_historical_damage(rule, war);
    }
    setup.war = Some(Arc::new(War { missing, ..war.clone() }));
    setup.distinguish_namesakes();
    Ok(Ok(setup))
}

/// Removes missing ships. A replacement joins the division of the ship it replaces.
fn remove_missing(sources: &Sources, setup: &mut Setup, war: &War) -> Result<Absentees, DataErrors> {
    let side_of =
        |id: &Id| setup.divisions.iter().find(|division| division.ships.contains(id)).map(|found| found.side.clone());
    let mut missing: Absentees = Vec::new();
    for ship in &setup.ships {
        let Some(side) = side_of(&ship.card.id) else { continue };
        if let Some(why) = aftermath::why_missing(war, &ship.card, &side) {
            let (ship, name) = (ship.card.id.clone(), ship.card.name.clone());
            missing.push(Absentee { ship, name, side, why, replaced_by: None });
        }
    }
    for absentee in &mut missing {
        if let Some(card) = replacement(sources, setup, war, absentee)? {
            absentee.replaced_by = Some(card.name.clone());
            put_replacement(setup, &absentee.ship, card);
        }
    }
    let is_missing = |id: &Id| missing.iter().any(|absentee| absentee.ship == *id);
    setup.ships.retain(|ship| !is_missing(&ship.card.id));
    for division in &mut setup.divisions {
        division.ships.retain(|ship| !is_missing(ship));
        if let Some(first) = division.ships.first().filter(|_| is_missing(&division.flagship)) {
            division.flagship = first.clone();
        }
    }
    setup.divisions.retain(|division| !division.ships.is_empty());
    let present_divisions: Vec<Id> = setup.divisions.iter().map(|division| division.id.clone()).collect();
    for formation in &mut setup.formations {
        formation.divisions.retain(|division| present_divisions.contains(division));
    }
    setup.formations.retain(|formation| 1 < formation.divisions.len());
    for formation in &mut setup.formations {
        formation.lines.truncate(formation.divisions.len() - 1);
    }
    setup.pickets.retain(|ship| !is_missing(ship));
    setup.without_points.retain(|ship| !is_missing(ship));
    for side in &mut setup.sides {
        if side.force_flag.as_ref().is_some_and(is_missing) {
            side.force_flag = next_force_flag(&setup.divisions, &setup.ships, &side.id);
        }
    }
    Ok(missing)
}

/// Returns the ship that takes over the force flag: a large division flagship, another large ship, a light cruiser,
/// then any other. Between equals, the first in the order of divisions. [5.10.6, Q62]
fn next_force_flag(divisions: &[DivisionSetup], ships: &[ShipSetup], side: &SideId) -> Option<Id> {
    let own = divisions.iter().filter(|division| division.side == *side);
    let each = own.flat_map(|division| division.ships.iter().map(|ship| (ship, *ship == division.flagship)));
    let precedence = |(id, leads): &(&Id, bool)| {
        let ship = ships.iter().find(|ship| ship.card.id == **id);
        let rank = ship.map_or(u8::MAX, |ship| ship.card.kind.force_flag_rank());
        (rank, rank == 0 && !leads)
    };
    each.min_by_key(precedence).map(|(id, _)| id.clone())
}

/// Returns the replacement that the file names for a missing ship, if it is available.
fn replacement(
    sources: &Sources,
    setup: &Setup,
    war: &War,
    absentee: &Absentee,
) -> Result<Option<Arc<Card>>, DataErrors> {
    let Some(battle) = war.battle() else { return Ok(None) };
    let named = battle.replaces.iter().filter(|replacement| replacement.lost == absentee.ship);
    for replacement in named {
        if setup.ships.iter().any(|ship| ship.card.id == replacement.by) {
            continue;
        }
        let card = Arc::new(ship_on(sources, replacement.by.as_str(), setup.date)?.card);
        if aftermath::why_missing(war, &card, &absentee.side).is_none() {
            return Ok(Some(card));
        }
    }
    Ok(None)
}

fn put_replacement(setup: &mut Setup, lost: &Id, card: Arc<Card>) {
    let id = card.id.clone();
    let number = setup.ships.iter().find(|ship| ship.card.id == *lost).and_then(|ship| ship.number);
    for division in &mut setup.divisions {
        for ship in division.ships.iter_mut().filter(|ship| *ship == lost) {
            ship.clone_from(&id);
        }
        if division.flagship == *lost {
            division.flagship.clone_from(&id);
        }
    }
    let number = number.filter(|_| card.big.is_some());
    setup.ships.push(ShipSetup::undamaged(card, number));
}

/// Limits conditions on named ships to those present, and the numbers asked for to their count.
fn limit_to_present(entry: &mut VictoryEntry, gone: &[&Id]) {
    if let VictoryRule::Side(wins) = &mut entry.wins {
        limit_condition(&mut wins.condition, gone);
    }
}

fn limit_condition(condition: &mut VictoryCondition, gone: &[&Id]) {
    match condition {
        VictoryCondition::All(parts) | VictoryCondition::Any(parts) => {
            parts.iter_mut().for_each(|part| limit_condition(part, gone));
        }
        VictoryCondition::Not(part) => limit_condition(part, gone),
        VictoryCondition::Ships(ships) => {
            let present: Vec<Id> = ships.among.ids.iter().filter(|id| !gone.contains(id)).cloned().collect();
            // An empty list would mean all ships.
            if present.is_empty() {
                return;
            }
            if let HowMany::AtLeast(least) = &mut ships.count {
                *least = (*least).min(u16::try_from(present.len()).unwrap_or(u16::MAX)).max(1);
            }
            ships.among.ids = present;
        }
        VictoryCondition::Turn(_) | VictoryCondition::Points(_) | VictoryCondition::More(..) => {}
    }
}

/// Removes historical damage of ships that have fought: they carry the damage of this war instead.
fn drop_historical_damage(rule: &mut SpecialRule, war: &War) {
    let RuleEffect::Harmed { ships: ShipSet { ids, .. }, .. } = &mut rule.does else { return };
    if ids.is_empty() {
        return;
    }
    ids.retain(|ship| war.veteran(ship).is_none());
    if ids.is_empty() {
        *rule = SpecialRule::inert(rule.of);
    }
}
