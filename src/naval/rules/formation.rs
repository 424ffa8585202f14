//! 5.1.1, 5.1.2, 5.2, 5.3: how large divisions are, and how they are grouped into formations and flotillas.
mod change;
mod kinds;
mod membership;
mod together;

pub use crate::model::{
    convoy::columns,
    formation::{BearingLine, Change, Formation},
};
pub(crate) use change::{plot as plot_change, run as run_changes};
pub use kinds::{Company, company, is_flotilla, sizes};
pub(crate) use kinds::{plotting, ships};
pub(crate) use membership::{lawful_again, test as test_membership};
pub(crate) use together::{look as look_at_formations, part_those_apart};

use together::{Apart, apart};

use crate::{Division, Fact, FormationReason, Id, NavalDraft, NavalHalt, Reason, Ship, ShipType, TableReason};
use play::Rule;

const SIDES: Rule = Rule::new("1.3");
const FORMATIONS: Rule = Rule::new("5.2");
const FLOTILLAS: Rule = Rule::new("5.3");
const LEADER: Rule = Rule::new("5.3.1");
const MEMBERS: Rule = Rule::new("5.8");

/// Groups divisions into a formation, leading division first. [5.2]
///
/// # Errors
/// Refused unless: it is the Plotting Segment; there are two divisions or more, named once, of one side and in action;
/// the name is nobody else's; a light cruiser that is flagship leads, and so does the cruiser of a flotilla [5.3.1]; as
/// far as they have positions, they lie together (Q38).
pub(crate) fn form(
    draft: &mut NavalDraft<'_>,
    id: &Id,
    divisions: &[Id],
    lines: &[BearingLine],
) -> Result<(), NavalHalt> {
    plotting(draft, id, "formation")?;
    let state = draft.state();
    // What the enemy's ships are called is no matter: a side may not even know.
    let side = divisions.first().and_then(|division| state.division_of(division)).map(|division| &division.side);
    let own = |of: &Id| side.is_none_or(|side| side == of);
    let taken = state.side(id).is_some()
        || state.ship(id).is_some_and(|ship| own(&ship.side))
        || state.division(id).is_some_and(|division| own(&division.side));
    if taken {
        return draft.refuse(FORMATIONS, TableReason::NameTaken { name: id.clone() }.into());
    }
    for (at, division) in divisions.iter().enumerate() {
        let Some(found) = state.division(division) else {
            return draft.refuse(FORMATIONS, Reason::UnknownUnit { unit: division.clone() });
        };
        if divisions[..at].contains(division) {
            return draft.refuse(FORMATIONS, TableReason::NamedTwice { ship: division.clone() }.into());
        }
        if found.alone {
            return draft.refuse(MEMBERS, FormationReason::ActsAlone { ship: division.clone() }.into());
        }
        if !state.ships_of_division(division).any(Ship::in_action) {
            return draft.refuse(FORMATIONS, Reason::NotInAction { ship: division.clone() });
        }
    }
    let sides: Vec<&Division> = divisions.iter().filter_map(|id| state.division(id)).collect();
    if let Some(other) = sides.iter().find(|one| one.side != sides[0].side) {
        let (one, other) = (sides[0].id.clone(), other.id.clone());
        return draft.refuse(SIDES, TableReason::OtherSide { one, other }.into());
    }
    let (true, Some(first)) = (1 < sides.len(), sides.first()) else {
        return draft.refuse(FORMATIONS, FormationReason::TooFewDivisions { formation: id.clone() }.into());
    };
    let side = first.side.clone();
    // A side has names of its own: what the other calls its formations is not told it. [Q48]
    let same = |one: &&Formation| one.side == side && one.id.word() == id.word();
    let id = state.formations.iter().find(same).map_or_else(|| id.of_side(&side), |one| one.id.clone());
    let formation =
        Formation { id, side, divisions: divisions.to_vec(), lines: lines.to_vec(), change: None, off: Vec::new() };
    leader_first(draft, &formation)?;
    if let Some(Apart { division, gap, most }) = apart(state, divisions, lines).into_iter().next() {
        let formation = formation.id.clone();
        return draft.refuse(FORMATIONS, FormationReason::FarOff { formation, division, gap, most }.into());
    }
    let rule = if is_flotilla(draft.state(), &formation) { FLOTILLAS } else { FORMATIONS };
    draft.note(rule, Fact::FormationFormed(formation));
    Ok(())
}

/// A light cruiser that is flagship, and the one that goes with torpedo craft, leads the formation. [5.3.1]
fn leader_first(draft: &NavalDraft<'_>, formation: &Formation) -> Result<(), NavalHalt> {
    let state = draft.state();
    let cruiser = |ship: &&Ship| ship.card.kind == ShipType::CL;
    let force_flag = crate::signals::force_flag(state, &formation.side);
    let first = formation.divisions.first();
    let flag = ships(state, &formation.divisions)
        .find(|ship| Some(&ship.id) == force_flag.as_ref())
        .or_else(|| state.ship(&state.division(first?)?.flagship));
    let leads = ships(state, &formation.divisions).next();
    if let Some(flag) = flag.filter(cruiser)
        && leads.is_none_or(|leads| leads.id != flag.id)
    {
        return draft.refuse(LEADER, FormationReason::LeaderNotFirst { ship: flag.id.clone() }.into());
    }
    let behind = ships(state, &formation.divisions).find(|ship| cruiser(ship) && Some(&ship.division) != first);
    match behind.filter(|_| is_flotilla(state, formation)) {
        Some(ship) => draft.refuse(LEADER, FormationReason::LeaderNotFirst { ship: ship.id.clone() }.into()),
        None => Ok(()),
    }
}

/// Dissolves a formation; its divisions act each for itself. [5.2]
///
/// # Errors
/// Refused outside the Plotting Segment, and for a name that no formation has.
pub(crate) fn disband(draft: &mut NavalDraft<'_>, id: &Id) -> Result<(), NavalHalt> {
    plotting(draft, id, "formation")?;
    let Some(formation) = draft.state().formation(id).map(|formation| formation.id.clone()) else {
        return draft.refuse(FORMATIONS, FormationReason::NoSuchFormation { formation: id.clone() }.into());
    };
    draft.note(FORMATIONS, Fact::FormationDisbanded { formation });
    Ok(())
}
