//! What sails together. [5.1, 5.3]
use crate::Formation;
use crate::{Id, NavalDraft, NavalHalt, Reason, Segment, Ship, ShipType, State, half_move};
use play::Rule;

const FORMATIONS: Rule = Rule::new("5.2");

/// Fewest and most ships of a division of this type; merchantmen sail as one convoy, however many. [5.1.1, 5.1.2, Q6]
pub fn sizes(kind: ShipType) -> (usize, usize) {
    match kind {
        ShipType::TBD | ShipType::TB => (3, 6),
        ShipType::CL | ShipType::CP => (1, 4),
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => (2, 4),
        ShipType::MM => (1, usize::MAX),
    }
}

/// Kinds of ships that sail in a division together. [5.1.1, Q6]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    Boats,
    Cruisers,
    Large,
    Merchantmen,
}

/// With whom ships of a type sail in a division. [5.1.1, Q6]
pub fn company(kind: ShipType) -> Company {
    match kind {
        ShipType::TBD | ShipType::TB => Company::Boats,
        ShipType::CL | ShipType::CP => Company::Cruisers,
        ShipType::BB | ShipType::OBB | ShipType::BC | ShipType::CA => Company::Large,
        ShipType::MM => Company::Merchantmen,
    }
}

/// Torpedo craft, perhaps behind light cruisers. [5.3]
pub fn is_flotilla(state: &State, formation: &Formation) -> bool {
    let mut ships = ships(state, &formation.divisions).peekable();
    let some = ships.peek().is_some();
    let mut boats = false;
    let light = ships.all(|ship| {
        boats |= ship.card.kind.is_torpedo_craft();
        ship.card.kind.is_torpedo_craft() || ship.card.kind == ShipType::CL
    });
    some && light && boats
}

pub(crate) fn ships<'a>(state: &'a State, divisions: &'a [Id]) -> impl Iterator<Item = &'a Ship> + 'a {
    divisions.iter().flat_map(move |id| state.ships_of_division(id)).filter(|ship| ship.in_action())
}

/// # Errors
/// Refused outside the Plotting Segment, and in the second half of a turn. [3.4.4]
pub(crate) fn plotting(draft: &NavalDraft<'_>, unit: &Id, verb: &'static str) -> Result<(), NavalHalt> {
    let now = draft.state().segment;
    if now == Segment::Plotting {
        return half_move::may_plot(draft, unit);
    }
    draft.refuse(FORMATIONS, Reason::WrongSegment { needed: Segment::Plotting, now, verb })
}
