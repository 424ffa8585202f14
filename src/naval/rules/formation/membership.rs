//! 5.8: who belongs to a division, tested every turn after the move.
use crate::{
    Division, FormationReason, Id, Inches, NavalDraft, NavalHalt, Parting, Ship, State, base::base_of, detach,
};
use play::Rule;

const START: Rule = Rule::new("5.8.1");
const CHAIN: Rule = Rule::new("5.8.2");
const SPEED: Rule = Rule::new("5.8.3");
/// Clear water within a chain, at most. [5.8.2]
const LINK: Inches = Inches::whole(2);
/// Difference from the flagship's speed, at most. [5.8.3]
const PACE: Inches = Inches::whole(1);

/// Ships that no longer keep with their flagship act alone from now on. [5.8, 5.9.2]
pub(crate) fn test(draft: &mut NavalDraft<'_>) {
    if !draft.state().checks {
        return;
    }
    for division in draft.state().division_ids() {
        while let Some((ship, why)) = next_lost(draft.state(), &division) {
            let rule = match why {
                Parting::Gap { .. } => CHAIN,
                Parting::Speed { .. } | Parting::Ashore | Parting::Steering => SPEED,
            };
            let parted = detach::parted(draft.state(), &ship, &division, why);
            draft.note(rule, parted);
        }
    }
}

/// The next ship of a division that fails a test: for speed first, then for her place in the chain.
fn next_lost(state: &State, id: &Id) -> Option<(Id, Parting)> {
    let division: &Division = state.division(id).filter(|division| !division.one_base)?;
    let in_action = || state.ships_of_division(id).filter(|ship| ship.in_action());
    let flag = in_action().find(|ship| ship.id == division.flagship)?;
    // Speeds are known with and without positions.
    if let Some(ship) = in_action().find(|ship| PACE < (ship.speed - flag.speed).abs()) {
        return Some((ship.id.clone(), Parting::Speed { own: ship.speed, flagship: flag.speed }));
    }
    let ships: Vec<&Ship> = in_action().filter(|ship| ship.at.is_some()).collect();
    let flag = ships.iter().find(|ship| ship.id == flag.id)?;
    let chain = chain(state, flag, &ships);
    let lost = ships.iter().find(|ship| !chain.contains(&&ship.id))?;
    let gaps = ships.iter().filter(|ship| chain.contains(&&ship.id)).filter_map(|ship| gap(state, ship, lost));
    Some((lost.id.clone(), Parting::Gap { inches: gaps.min()? }))
}

/// The ships that hang together with one of them by gaps of no more than 2 inches. [5.8.2]
fn chain<'a>(state: &State, from: &'a Ship, ships: &[&'a Ship]) -> Vec<&'a Id> {
    let mut chain = vec![from];
    let mut at = 0;
    while let Some(link) = chain.get(at).copied() {
        for ship in ships {
            let near = || gap(state, link, ship).is_some_and(|gap| gap <= LINK);
            if !chain.iter().any(|one| one.id == ship.id) && near() {
                chain.push(ship);
            }
        }
        at += 1;
    }
    chain.into_iter().map(|ship| &ship.id).collect()
}

/// Clear water between the bases of two tracked ships, to the nearest hundredth of an inch as every length. [2.7]
///
/// Places are rounded themselves, so that a gap laid out as 2.0" may be a hair more or less.
pub(super) fn gap(state: &State, one: &Ship, other: &Ship) -> Option<Inches> {
    let (base, other_base) = (base_of(state, one), base_of(state, other));
    Some(Inches::nearest(base.gap_in(one.at?.pose(), &other_base, other.at?.pose())))
}

/// Ships may form a division in mid-battle only if all three tests hold among them. [5.8.1, 5.8.2, 5.8.3]
/// Refused for ships of different divisions of the start, for gaps above 2.0, for speeds more than 1.0 from the first
/// ship's.
pub(crate) fn lawful_again(draft: &NavalDraft<'_>, division: &Id, ships: &[Id]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships: Vec<&Ship> = ships.iter().filter_map(|ship| state.ship(ship)).collect();
    let Some(first) = ships.first() else { return Ok(()) };
    let other = ships.iter().find(|ship| ship.home != first.home).map(|other| other.id.clone());
    draft.refuse_found(other, START, |ship| FormationReason::OtherHome { ship, home: first.home.clone() })?;
    let chain = chain(state, first, &ships);
    let far = ships.iter().find(|ship| ship.at.is_some() && !chain.contains(&&ship.id)).map(|far| far.id.clone());
    draft.refuse_found(far, CHAIN, |ship| FormationReason::OutOfChain { ship, division: division.clone() })?;
    let other = ships.iter().find(|ship| PACE < (ship.speed - first.speed).abs());
    draft.refuse_found(other, SPEED, |other| {
        let (ship, speed) = (other.id.clone(), other.speed);
        FormationReason::OutOfPace { ship, speed, flagship: first.speed }
    })
}
