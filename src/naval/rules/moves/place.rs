//! Putting ships on the table, forming divisions, and plotting ships alone. [3.1, 5.1, 5.9.3]
use crate::model::base::{base_of, base_of_card};
use crate::model::{Card, ColumnState, DivisionOrigin, DivisionSetup, NewDivision, Place, Ship, ShipType, TableReason};
use crate::rules::columns::placed_course::{check_on_table, course_alone, course_of, update_course};
use crate::rules::shores::shores;
use crate::rules::{flags, formation, half_move, steering::pace};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, Segment, SideId, State, refuse_out_of_action};
use geometry::{Base, is_aground};
use play::Rule;
use std::sync::Arc;

const SET_UP: Rule = Rule::new("3.1");
const SIDES: Rule = Rule::new("1.3");
const LAND: Rule = Rule::new("5.12");
const DIVISIONS: Rule = Rule::new("5.1");
const SIZES: Rule = Rule::new("5.1.1");
const CONVOYS: Rule = Rule::new("5.1.2");
const SHEET: Rule = Rule::new("5.1.3");
const ALLOWANCE: Rule = Rule::new("5.4");
const ALONE: Rule = Rule::new("5.9.3");
const COMMAND: Rule = Rule::new("5.10");
const JAMMED: Rule = Rule::new("8.4");

/// Puts a ship on the table, or moves one during the set-up. [3.1]
///
/// On an open table any ship of the library may be placed, on a side named with it. The position must be on the table
/// and off land, and a speed within the allowance. The ship must be in this battle, or on an open table have a card.
/// Unless the table is open, it must be the set-up (turn 1, Plotting Segment).
pub(crate) fn place_ship(
    draft: &mut NavalDraft<'_>,
    id: &Id,
    card: Option<&Arc<Card>>,
    side: Option<&SideId>,
    at: Place,
    speed: Option<Inches>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let open = !state.setup.options.checks;
    let setting_up = state.turn == 1 && state.segment == Segment::Plotting;
    let existing = state.ship(id);
    let card = existing.map(|ship| &ship.card).or(card.filter(|_| open)).cloned();
    let card = draft.need(card, SET_UP, || TableReason::NoSuchShip { ship: id.clone(), open })?;
    draft.refuse_if(!open && !setting_up, SET_UP, || TableReason::SetUpOver { ship: id.clone() })?;
    let is_lost = existing.is_some_and(|ship| !ship.is_in_action());
    refuse_out_of_action(draft, is_lost, id, SET_UP)?;
    check_on_table(draft, id, at)?;
    let base = existing.map_or_else(|| base_of_card(&card), |ship| base_of(state, ship));
    check_off_land(draft, id, &base, at)?;
    let (rule, max) = existing.map_or((ALLOWANCE, card.speed), |ship| (pace::limit_of(ship), ship.speed_allowance()));
    let excessive = speed.filter(|speed| max < *speed);
    draft.refuse_found(excessive, rule, |speed| Reason::AboveAllowance { ship: id.clone(), speed, max })?;
    let speed = speed.or_else(|| existing.map(|ship| ship.speed)).unwrap_or(Inches::ZERO);
    let is_new = existing.is_none();
    let side = side_for(draft, id, &card, side)?;
    draft.record(SET_UP, Fact::ShipPlaced { ship: id.clone(), card: is_new.then_some(card), side, at, speed });
    update_course(draft, id);
    Ok(())
}

/// Refuses a position where any part of a ship's base is on land. [5.12]
fn check_off_land(draft: &NavalDraft<'_>, ship: &Id, base: &Base, at: Place) -> Result<(), NavalHalt> {
    let shores = shores(draft.state());
    let land = shores.iter().find(|(_, area)| is_aground(base, at.pose(), area)).map(|(land, _)| land.id.clone());
    draft.refuse_found(land, LAND, |land| TableReason::OnLand { ship: ship.clone(), land })
}

/// Returns the side that a ship joins: the one named, or its own, its navy's, or one without ships.
///
/// A new name is given to a side of an open table that has no ships. [1.3]
fn side_for(draft: &mut NavalDraft<'_>, id: &Id, card: &Card, named: Option<&SideId>) -> Result<SideId, NavalHalt> {
    let state = draft.state();
    let own = state.ship(id).map(|ship| ship.side.clone());
    let sides = || state.setup.sides.iter().map(|side| side.id.clone());
    let empty = || sides().find(|side| !state.ships.iter().any(|ship| ship.side == *side));
    let Some(name) = named else {
        let navy = || state.ships.iter().find(|ship| ship.card.navy == card.navy).map(|ship| ship.side.clone());
        let side = own.or_else(navy).or_else(empty).or_else(|| sides().next());
        return draft.need(side, SIDES, || TableReason::TwoSides { side: card.navy.to_kind() });
    };
    if state.side(name).is_some() {
        let other = own.filter(|own| own != name);
        draft.refuse_found(other, SIDES, |side| TableReason::SideKnown { ship: id.clone(), side })?;
        return Ok(name.clone());
    }
    let free_side = empty().filter(|_| own.is_none() && state.ship(&name.to_kind()).is_none());
    let side = draft.need(free_side, SIDES, || TableReason::TwoSides { side: name.clone() })?;
    draft.record(SIDES, Fact::SideNamed { side, name: name.clone() });
    Ok(name.clone())
}

/// Forms a division from ships of one side, leader first. [5.1]
///
/// Refused outside the Plotting Segment. The ships must be in action, on one side, named once and able to steer. The
/// name may not be a ship's, a side's or an enemy division's. Either every ship is tracked or no ship is. Except on an
/// open table without checks, they must be of kinds that sail together and not too many. [5.1.1]
pub(crate) fn form_division(draft: &mut NavalDraft<'_>, id: &Id, ships: &[Id]) -> Result<(), NavalHalt> {
    half_move::check_plotting(draft, id, "division", DIVISIONS)?;
    let state = draft.state();
    let side = ships.first().and_then(|ship| state.ship(ship)).map(|ship| &ship.side);
    let id = &division_id(state, id, ships, side);
    draft.refuse_if(is_taken(state, id, ships, side), SHEET, || TableReason::NameTaken { name: id.clone() })?;
    let mut members: Vec<&Ship> = Vec::with_capacity(ships.len());
    for ship in ships {
        let found = draft.need(state.ship(ship), DIVISIONS, || Reason::UnknownUnit { unit: ship.clone() })?;
        refuse_out_of_action(draft, !found.is_in_action(), ship, DIVISIONS)?;
        let is_twice = members.iter().any(|listed| listed.id == *ship);
        draft.refuse_if(is_twice, DIVISIONS, || TableReason::NamedTwice { ship: ship.clone() })?;
        members.push(found);
    }
    let leader = *draft.need(members.first(), DIVISIONS, || Reason::UnknownUnit { unit: id.clone() })?;
    let other = members.iter().find(|ship| ship.side != leader.side).map(|ship| ship.id.clone());
    draft.refuse_found(other, SIDES, |other| TableReason::OtherSide { one: leader.id.clone(), other })?;
    let differing = members.iter().find(|ship| ship.at.is_some() != leader.at.is_some());
    let unplaced = differing.map(|ship| if ship.at.is_none() { ship.id.clone() } else { leader.id.clone() });
    draft.refuse_found(unplaced, DIVISIONS, |unit| TableReason::NoPosition { unit })?;
    let jammed = members.iter().find_map(|ship| Some((ship.id.clone(), ship.jam(state.turn)?)));
    draft.refuse_found(jammed, JAMMED, |(ship, jam)| TableReason::RudderJammed { ship, jam })?;
    if state.setup.options.checks || state.checks {
        check_kinds(draft, id, &members)?;
        check_division_size(draft, id, &members)?;
    }
    let left_over = state.ships_of_division(id).find(|ship| ship.is_in_action() && !ships.contains(&ship.id));
    let left_over = left_over.map(|ship| ship.id.clone());
    draft.refuse_found(left_over, DIVISIONS, |ship| TableReason::LeavesShipOut { division: id.clone(), ship })?;
    let under_way = state.checks && 1 < state.turn;
    if under_way {
        formation::membership::check_new_division(draft, id, ships)?;
    }
    let standing = if under_way { DivisionOrigin::Rejoined } else { DivisionOrigin::Organised };
    let places: Vec<(Id, Place)> = members.iter().filter_map(|ship| Some((ship.id.clone(), ship.at?))).collect();
    let course = course_of(state, &ColumnState::default(), &places);
    let (side, ships) = (leader.side.clone(), ships.to_vec());
    let flag = under_way.then(|| flags::flagship_of_new_division(state, id, &ships)).flatten();
    let straight_turn = flag.as_ref().and_then(|flag| flags::straight_turn_for_new_flag(state, id, &ships, flag));
    let division = id.clone();
    draft.record(
        DIVISIONS,
        Fact::DivisionFormed(NewDivision { division, side, ships, course, standing, flag, straight_turn }),
    );
    flags::pass_flags(draft);
    Ok(())
}

/// Returns the id of a new division. In generated scenarios each side has its own, to learn none of the other's. [Q48]
fn division_id(state: &State, name: &Id, ships: &[Id], side: Option<&SideId>) -> Id {
    let Some(side) = side.filter(|_| state.setup.generator.is_some()) else { return name.clone() };
    let own = state.division(name).is_some_and(|division| division.side == *side);
    let is_ship_itself = matches!(ships, [ship] if ship == name);
    if own || is_ship_itself { name.clone() } else { name.of_side(side) }
}

/// Whether a ship, a side or a division of the other side has this name.
fn is_taken(state: &State, id: &Id, ships: &[Id], side: Option<&SideId>) -> bool {
    let word = Id::new(id.word());
    let is_own_side = |members: &SideId| *id == word || side.is_none_or(|side| side == members);
    let is_ship_itself = matches!(ships, [ship] if ship == id);
    let ship = state.ship(&word).is_some_and(|ship| is_own_side(&ship.side)) && !is_ship_itself;
    let is_enemy_division = state.division(id).is_some_and(|division| side.is_some_and(|side| division.side != *side));
    ship || is_enemy_division || state.side(&word.to_kind()).is_some()
}

/// Refuses ships that may not sail together. Allowed are boats, light and protected cruisers, large ships, or
/// merchantmen in their convoy, and ships that the scenario puts into one division. [5.1.1, Q6]
fn check_kinds(draft: &NavalDraft<'_>, id: &Id, ships: &[&Ship]) -> Result<(), NavalHalt> {
    let group = |ship: &Ship| formation::kinds::ship_group(ship.card.kind);
    let is_listed = |division: &DivisionSetup| ships.iter().all(|ship| division.ships.contains(&ship.id));
    let listed_together = draft.state().setup.divisions.iter().any(is_listed);
    let misfit = ships.iter().find(|ship| group(ship) != group(ships[0])).filter(|_| !listed_together);
    let is_merchant = |ship: &&Ship| ship.card.kind == ShipType::MM;
    let rule = if ships.iter().any(is_merchant) { CONVOYS } else { SIZES };
    draft.refuse_found(misfit, rule, |other| {
        let (ship, with) = (other.id.clone(), ships[0].id.clone());
        TableReason::IncompatibleKind { division: id.clone(), ship, with }
    })
}

/// Refuses more than 6 boats, or 4 light cruisers or larger ships. Merchantmen have no limit. [5.1.1, 5.1.2, Q6]
fn check_division_size(draft: &NavalDraft<'_>, division: &Id, ships: &[&Ship]) -> Result<(), NavalHalt> {
    let max = ships.iter().map(|ship| formation::kinds::division_sizes(ship.card.kind).1).min().unwrap_or(usize::MAX);
    let (division, ships) = (division.clone(), ships.len());
    draft.refuse_if(max < ships, SIZES, || TableReason::DivisionTooLarge { division, ships, max })
}

/// Makes a ship a separate division. [5.9.3]
///
/// Refused for a division, a boat on a shared base, and a flagship whose division cannot go straight. [5.9.1]
pub(crate) fn detach_ship(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let found = draft.need(state.ship(ship), ALONE, || Reason::NotAShip { unit: ship.clone() })?;
    let base = state.division(&found.division).filter(|division| division.one_base).map(|base| base.id.clone());
    draft.refuse_found(base, ALONE, |division| TableReason::SharesBase { ship: ship.clone(), division })?;
    flags::check_flagship_may_leave(draft, ship)?;
    let course = course_alone(state, ship);
    let (side, ships) = (found.side.clone(), vec![ship.clone()]);
    let flag = Some(flags::ratings_when_leaving(state, &found.division, ship));
    let (standing, straight_turn, division) = (DivisionOrigin::Alone, None, ship.clone());
    draft.record(
        ALONE,
        Fact::DivisionFormed(NewDivision { division, side, ships, course, standing, flag, straight_turn }),
    );
    flags::pass_flags(draft);
    Ok(())
}

/// Switches command checks and speed limits on an open table. Refused in a battle that requires them. [5.4, 5.10]
pub(crate) fn set_checks(draft: &mut NavalDraft<'_>, on: bool) -> Result<(), NavalHalt> {
    draft.refuse_if(draft.state().setup.options.checks, COMMAND, || TableReason::ChecksAlwaysOn)?;
    draft.record(COMMAND, Fact::ChecksSet { on });
    Ok(())
}
