//! 5.1.1, 5.1.2, 5.2, 5.3: sizes of divisions, and how they are grouped into formations and flotillas.
pub(crate) mod change;
pub(crate) mod cohesion;
pub(crate) mod kinds;
pub(crate) mod membership;

pub use kinds::{BOATS_PER_BASE, division_sizes, ship_group};

use crate::model::{BearingLine, Division, Formation, FormationId, FormationReason, Ship, ShipType, TableReason};
use crate::{Fact, Id, NavalDraft, NavalHalt, Reason, SideId, refuse_out_of_action, rules::flags::force_flag};
use cohesion::{SeparatedDivision, separated_divisions};
use kinds::{is_flotilla, ships_in_divisions};
use play::Rule;

const SIDES: Rule = Rule::new("1.3");
const FORMATIONS: Rule = Rule::new("5.2");
const FLOTILLAS: Rule = Rule::new("5.3");
const LEADER: Rule = Rule::new("5.3.1");
const MEMBERS: Rule = Rule::new("5.8");

/// Groups divisions into a formation, leader first, from the next plot on. May be ordered at any time. [5.2]
///
/// Refused unless there are at least two divisions, named once, of one side and in action. The name must be free. A
/// light cruiser that is flagship leads, as does the cruiser of a flotilla [5.3.1]. Divisions with positions must be
/// close together (Q38).
pub(crate) fn form_formation(
    draft: &mut NavalDraft<'_>,
    id: &FormationId,
    divisions: &[Id],
    lines: &[BearingLine],
) -> Result<(), NavalHalt> {
    let state = draft.state();
    // Names of the enemy's ships do not count: the side may not know them.
    let side = divisions.first().and_then(|division| state.division_of(division)).map(|division| &division.side);
    let is_own_side = |owner: &SideId| side.is_none_or(|side| side == owner);
    let is_taken = state.side(&id.to_kind()).is_some()
        || state.ship(&id.to_kind()).is_some_and(|ship| is_own_side(&ship.side))
        || state.division(&id.to_kind()).is_some_and(|division| is_own_side(&division.side));
    draft.refuse_if(is_taken, FORMATIONS, || TableReason::NameTaken { name: id.to_kind() })?;
    let mut grouped: Vec<&Division> = Vec::with_capacity(divisions.len());
    for id in divisions {
        let found = draft.need(state.division(id), FORMATIONS, || Reason::UnknownUnit { unit: id.clone() })?;
        let is_twice = grouped.iter().any(|member| member.id == *id);
        draft.refuse_if(is_twice, FORMATIONS, || TableReason::NamedTwice { ship: id.clone() })?;
        kinds::refuse_coast_battery(draft, id, FORMATIONS)?;
        draft.refuse_if(found.is_alone, MEMBERS, || FormationReason::ActsAlone { ship: id.clone() })?;
        let lost = !state.ships_of_division(id).any(Ship::is_in_action);
        refuse_out_of_action(draft, lost, id, FORMATIONS)?;
        grouped.push(found);
    }
    let other = grouped.iter().find(|candidate| candidate.side != grouped[0].side).map(|other| other.id.clone());
    draft.refuse_found(other, SIDES, |other| TableReason::OtherSide { one: grouped[0].id.clone(), other })?;
    let [first, _, ..] = grouped[..] else {
        return draft.refuse(FORMATIONS, FormationReason::TooFewDivisions { formation: id.clone() }.into());
    };
    let side = first.side.clone();
    // Each side has its own formation names, so that neither learns the other's. [Q48]
    let is_same = |candidate: &&Formation| candidate.side == side && candidate.id.word() == id.word();
    let id = state.formations.iter().find(is_same).map_or_else(|| id.of_side(&side), |candidate| candidate.id.clone());
    let (divisions, lines) = (divisions.to_vec(), lines.to_vec());
    let formation = Formation { id, side, divisions, lines, change: None, off: Vec::new() };
    leader_first(draft, &formation)?;
    if let Some(SeparatedDivision { division, gap, most }) =
        separated_divisions(state, &formation.divisions, &formation.lines).into_iter().next()
    {
        let formation = formation.id.clone();
        return draft.refuse(FORMATIONS, FormationReason::NotInPlace { formation, division, gap, most }.into());
    }
    let rule = if is_flotilla(draft.state(), &formation) { FLOTILLAS } else { FORMATIONS };
    draft.record(rule, Fact::FormationFormed(formation));
    Ok(())
}

/// Refuses a light cruiser that is flagship, or sails with torpedo craft, and does not lead the formation. [5.3.1]
fn leader_first(draft: &NavalDraft<'_>, formation: &Formation) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships = || ships_in_divisions(state, &formation.divisions);
    let is_cruiser = |ship: &&Ship| ship.card.kind == ShipType::CL;
    let force_flag = force_flag(state, &formation.side);
    let first = formation.divisions.first();
    let flag = ships().find(|ship| Some(&ship.id) == force_flag.as_ref());
    let flag = flag.or_else(|| state.ship(&state.division(first?)?.flagship)).filter(is_cruiser);
    let flagship_behind = flag.filter(|flag| ships().next().is_none_or(|leads| leads.id != flag.id));
    let cruiser_behind = || ships().find(|ship| is_cruiser(ship) && Some(&ship.division) != first);
    let behind = flagship_behind.or_else(|| cruiser_behind().filter(|_| is_flotilla(state, formation)));
    draft.refuse_found(behind, LEADER, |ship| FormationReason::LeaderNotFirst { ship: ship.id.clone() })
}

/// Dissolves a formation, so that its divisions act separately from the next plot on. May be ordered at any time. [5.2]
pub(crate) fn disband(draft: &mut NavalDraft<'_>, id: &FormationId) -> Result<(), NavalHalt> {
    let formation = draft.state().formation_or_ordered(id).map(|formation| formation.id.clone());
    let formation = draft.need(formation, FORMATIONS, || FormationReason::NoSuchFormation { formation: id.clone() })?;
    draft.record(FORMATIONS, Fact::FormationDisbanded { formation });
    Ok(())
}
