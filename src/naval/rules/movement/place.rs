//! Putting ships on the table, forming divisions, and ships that are plotted alone. [3.1, 5.1, 5.9.3]
use super::lie::{course_alone, course_of, formed_again, on_table};
use std::sync::Arc;

use crate::{
    Card, Course, DivisionSetup, Fact, Formed, Id, Inches, NavalDraft, NavalHalt, Place, Reason, Segment, Ship,
    Standing, State, TableReason, formation, half_move, signals,
};
use play::Rule;

const SET_UP: Rule = Rule::new("3.1");
const SIDES: Rule = Rule::new("1.3");
const DIVISIONS: Rule = Rule::new("5.1");
const SIZES: Rule = Rule::new("5.1.1");
const SHEET: Rule = Rule::new("5.1.3");
const ALLOWANCE: Rule = Rule::new("5.4");
const ALONE: Rule = Rule::new("5.9.3");
const COMMAND: Rule = Rule::new("5.10");
const JAMMED: Rule = Rule::new("8.4");

/// Puts a ship on the table, or moves one during the set-up. [3.1]
///
/// On an open table any ship of the library may come, on a side that is named as she comes.
///
/// # Errors
/// Refused unless: the place is on the table; the ship is of this battle, or the table is open and her card comes with the
/// order; it is the set-up (turn 1, Plotting Segment) or the table is open; her speed is within her allowance.
pub(crate) fn place(
    draft: &mut NavalDraft<'_>,
    id: &Id,
    card: Option<&Arc<Card>>,
    side: Option<&Id>,
    at: Place,
    speed: Option<Inches>,
) -> Result<(), NavalHalt> {
    let state = draft.state();
    let open = !state.setup.options.checks;
    let setting_up = state.turn == 1 && state.segment == Segment::Plotting;
    let known = state.ship(id);
    if known.is_none() && (card.is_none() || !open) {
        return draft.refuse(SET_UP, TableReason::NoSuchShip { ship: id.clone(), open }.into());
    }
    if !open && !setting_up {
        return draft.refuse(SET_UP, TableReason::SetUpOver { ship: id.clone() }.into());
    }
    if let Some(ship) = known.filter(|ship| !ship.in_action()) {
        return draft.refuse(SET_UP, Reason::NotInAction { ship: ship.id.clone() });
    }
    on_table(draft, id, at)?;
    let card = known.map(|ship| &ship.card).or(card);
    let Some(card) = card.cloned() else {
        return draft.refuse(SET_UP, TableReason::NoSuchShip { ship: id.clone(), open }.into());
    };
    let speed = speed.or_else(|| known.map(|ship| ship.speed)).unwrap_or(Inches::ZERO);
    let allowance = known.map_or(card.speed, Ship::allowance);
    if draft.state().checks && allowance < speed {
        return draft.refuse(ALLOWANCE, Reason::AboveAllowance { ship: id.clone(), speed, max: allowance });
    }
    let is_new = draft.state().ship(id).is_none();
    let side = side_for(draft, id, &card, side)?;
    let fact = Fact::ShipPlaced { ship: id.clone(), card: is_new.then_some(card), side, at, speed };
    draft.note(SET_UP, fact);
    formed_again(draft, id);
    Ok(())
}

/// The side that a ship joins: the one named, or hers, or that of her navy, or one without ships.
///
/// A name that no side has yet goes to a side of an open table that has no ships. [1.3]
fn side_for(draft: &mut NavalDraft<'_>, id: &Id, card: &Card, named: Option<&Id>) -> Result<Id, NavalHalt> {
    let state = draft.state();
    let own = state.ship(id).map(|ship| ship.side.clone());
    let empty = || state.setup.sides.iter().find(|side| !state.ships.iter().any(|ship| ship.side == side.id));
    match named {
        Some(side) if state.side(side).is_some() => match own.filter(|own| own != side) {
            Some(own) => draft.refuse(SIDES, TableReason::SideGiven { ship: id.clone(), side: own }.into()),
            None => Ok(side.clone()),
        },
        Some(name) => match empty().map(|side| side.id.clone()).filter(|_| own.is_none()) {
            Some(side) if state.ship(name).is_none() => {
                draft.note(SIDES, Fact::SideNamed { side, name: name.clone() });
                Ok(name.clone())
            }
            Some(_) | None => draft.refuse(SIDES, TableReason::TwoSides { side: name.clone() }.into()),
        },
        None => {
            let navy = || state.ships.iter().find(|ship| ship.card.navy == card.navy).map(|ship| ship.side.clone());
            let side = own.or_else(navy).or_else(|| empty().map(|side| side.id.clone()));
            match side.or_else(|| state.setup.sides.first().map(|side| side.id.clone())) {
                Some(side) => Ok(side),
                None => draft.refuse(SIDES, TableReason::TwoSides { side: card.navy.clone() }.into()),
            }
        }
    }
}

/// Forms a division of ships of one side, leader first. [5.1]
///
/// # Errors
/// Refused unless: it is the Plotting Segment; the ships are in action, on one side and named once, and can steer; the
/// name is no ship's or side's and no division's of the other side; all are tracked or none; and, save on an open table
/// without checks, they are of kinds that sail together and not too many. [5.1.1]
pub(crate) fn form_division(draft: &mut NavalDraft<'_>, id: &Id, ships: &[Id]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let now = state.segment;
    if now != Segment::Plotting {
        return draft.refuse(DIVISIONS, Reason::WrongSegment { needed: Segment::Plotting, now, verb: "division" });
    }
    half_move::may_plot(draft, id)?;
    let id = &division_id(state, id, ships);
    if is_taken(state, id, ships) {
        return draft.refuse(SHEET, TableReason::NameTaken { name: id.clone() }.into());
    }
    for (at, ship) in ships.iter().enumerate() {
        let Some(found) = state.ship(ship) else {
            return draft.refuse(DIVISIONS, Reason::UnknownUnit { unit: ship.clone() });
        };
        if !found.in_action() {
            return draft.refuse(DIVISIONS, Reason::NotInAction { ship: ship.clone() });
        }
        if ships[..at].contains(ship) {
            return draft.refuse(DIVISIONS, TableReason::NamedTwice { ship: ship.clone() }.into());
        }
    }
    let Some(leader) = ships.first().and_then(|ship| state.ship(ship)) else {
        return draft.refuse(DIVISIONS, Reason::UnknownUnit { unit: id.clone() });
    };
    let others = || ships.iter().filter_map(|ship| state.ship(ship));
    if let Some(other) = others().find(|ship| ship.side != leader.side) {
        return draft.refuse(SIDES, TableReason::OtherSide { one: leader.id.clone(), other: other.id.clone() }.into());
    }
    if let Some(lost) = others().find(|ship| ship.at.is_some() != leader.at.is_some()) {
        let unit = if lost.at.is_none() { lost.id.clone() } else { leader.id.clone() };
        return draft.refuse(DIVISIONS, TableReason::NoPosition { unit }.into());
    }
    if let Some((ship, jam)) = others().find_map(|ship| Some((ship.id.clone(), ship.jam(state.turn)?))) {
        return draft.refuse(JAMMED, TableReason::RudderJammed { ship, jam }.into());
    }
    if state.setup.options.checks || state.checks {
        of_kinds_that_sail_together(draft, id, ships)?;
        not_too_many(draft, id, ships)?;
    }
    let left_over = |ship: &&Ship| ship.in_action() && !ships.contains(&ship.id);
    if let Some(ship) = state.ships_of_division(id).find(left_over) {
        let reason = TableReason::LeftOver { division: id.clone(), ship: ship.id.clone() };
        return draft.refuse(DIVISIONS, reason.into());
    }
    let under_way = state.checks && 1 < state.turn;
    if under_way {
        formation::lawful_again(draft, id, ships)?;
    }
    let standing = if under_way { Standing::Rejoined } else { Standing::Organised };
    let places: Vec<(Id, Place)> = others().filter_map(|ship| Some((ship.id.clone(), ship.at?))).collect();
    let course = course_of(state, &Course::default(), &places);
    let (side, ships) = (leader.side.clone(), ships.to_vec());
    let flag = under_way.then(|| signals::flag_among(state, id, &ships)).flatten();
    let straight_turn = flag.as_ref().and_then(|flag| signals::new_flag(state, id, &ships, flag));
    let division = id.clone();
    draft
        .note(DIVISIONS, Fact::DivisionFormed(Formed { division, side, ships, course, standing, flag, straight_turn }));
    signals::pass_flags(draft);
    Ok(())
}

/// The id of a division that is formed. Where players make the divisions, a new one has a name of its side's own, so
/// that nobody is told how the other calls his. [5.1, Q48]
fn division_id(state: &State, name: &Id, ships: &[Id]) -> Id {
    let side = ships.first().and_then(|ship| state.ship(ship)).map(|ship| &ship.side);
    let Some(side) = side.filter(|_| state.setup.generator.is_some()) else { return name.clone() };
    let own = state.division(name).is_some_and(|division| division.side == *side);
    let herself = matches!(ships, [ship] if ship == name);
    if own || herself { name.clone() } else { name.of_side(side) }
}

/// A name that a ship, a side, or a division of the other side has.
fn is_taken(state: &State, id: &Id, ships: &[Id]) -> bool {
    let word = Id::new(id.word());
    let side = ships.first().and_then(|ship| state.ship(ship)).map(|ship| &ship.side);
    let ours = |of: &Id| *id == word || side.is_none_or(|side| side == of);
    let herself = matches!(ships, [ship] if ship == id);
    let ship = state.ship(&word).is_some_and(|ship| ours(&ship.side)) && !herself;
    let theirs = state.division(id).is_some_and(|division| side.is_some_and(|side| division.side != *side));
    ship || theirs || state.side(&word).is_some()
}

/// Boats with boats, light and protected cruisers with each other, large ships with large ones, merchantmen in their
/// convoy; ships that the scenario has put into one division may always form one. [5.1.1, Q6]
fn of_kinds_that_sail_together(draft: &NavalDraft<'_>, id: &Id, ships: &[Id]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let written = |division: &DivisionSetup| ships.iter().all(|ship| division.ships.contains(ship));
    if state.setup.divisions.iter().any(written) {
        return Ok(());
    }
    let mut of = ships.iter().filter_map(|ship| state.ship(ship));
    let Some(leader) = of.next() else { return Ok(()) };
    match of.find(|ship| formation::company(ship.card.kind) != formation::company(leader.card.kind)) {
        Some(other) => {
            let (ship, with) = (other.id.clone(), leader.id.clone());
            draft.refuse(SIZES, TableReason::OtherCompany { division: id.clone(), ship, with }.into())
        }
        None => Ok(()),
    }
}

/// Boats up to 6, light cruisers and anything larger up to 4, merchantmen as many as there are. [5.1.1, 5.1.2, Q6]
fn not_too_many(draft: &NavalDraft<'_>, id: &Id, ships: &[Id]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let kinds = ships.iter().filter_map(|ship| state.ship(ship)).map(|ship| formation::sizes(ship.card.kind).1);
    let max = kinds.min().unwrap_or(usize::MAX);
    if max < ships.len() {
        return draft
            .refuse(SIZES, TableReason::DivisionTooLarge { division: id.clone(), ships: ships.len(), max }.into());
    }
    Ok(())
}

/// A ship leaves her division and is a division of her own. [5.9.3]
///
/// # Errors
/// Refused for what is no ship, for a boat that shares a base, and for a flagship whose division cannot go straight ahead
/// this turn. [5.9.1]
pub(crate) fn act_alone(draft: &mut NavalDraft<'_>, ship: &Id) -> Result<(), NavalHalt> {
    let state = draft.state();
    let Some(found) = state.ship(ship) else {
        return draft.refuse(ALONE, Reason::NotAShip { unit: ship.clone() });
    };
    if state.division(&found.division).is_some_and(|division| division.one_base) {
        return draft
            .refuse(ALONE, TableReason::SharesBase { ship: ship.clone(), division: found.division.clone() }.into());
    }
    signals::may_leave(draft, ship)?;
    let course = course_alone(state, ship);
    let (side, ships) = (found.side.clone(), vec![ship.clone()]);
    let flag = Some(signals::flag_of(state, &found.division, ship));
    let (standing, straight_turn, division) = (Standing::Alone, None, ship.clone());
    draft.note(ALONE, Fact::DivisionFormed(Formed { division, side, ships, course, standing, flag, straight_turn }));
    signals::pass_flags(draft);
    Ok(())
}

/// Turns command checks and limits of speed on or off, on an open table. [5.4, 5.10]
///
/// # Errors
/// Refused in a battle that is played with them.
pub(crate) fn checks(draft: &mut NavalDraft<'_>, on: bool) -> Result<(), NavalHalt> {
    if draft.state().setup.options.checks {
        return draft.refuse(COMMAND, TableReason::ChecksHold.into());
    }
    draft.note(COMMAND, Fact::ChecksSet { on });
    Ok(())
}
