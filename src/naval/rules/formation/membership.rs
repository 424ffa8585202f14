//! 5.8: membership of a division, tested every turn after the move.
use crate::model::{
    ColumnState, DetachReason, Division, Element, FormationReason, Place, Ship, ShipMove, base::base_of,
};
use crate::rules::{
    columns, columns::placed_course::course_in_any_order, detach, steering::pace::MAX_SPEED_DIFFERENCE,
};
use crate::{Fact, Id, Inches, Naval, NavalDraft, NavalHalt, State};
use play::{Game, Rule};

const MEMBERS: Rule = Rule::new("5.8");
const START: Rule = Rule::new("5.8.1");
pub(crate) const CHAIN: Rule = Rule::new("5.8.2");
const SPEED: Rule = Rule::new("5.8.3");
/// The widest gap between bases within a chain. [5.8.2]
const MAX_CHAIN_GAP: Inches = Inches::whole(2);

/// Detaches ships that do not keep with their flagship, and readmits ships that have closed up. [5.8, 5.9.2, Q57]
pub(crate) fn update_membership(draft: &mut NavalDraft<'_>) {
    if !draft.state().checks {
        return;
    }
    for division in draft.state().division_ids() {
        while let Some((ship, why)) = next_lost(draft.state(), &division) {
            let rule = match why {
                DetachReason::Gap { .. } => CHAIN,
                DetachReason::Speed { .. } | DetachReason::Steering => SPEED,
            };
            let fact = detach::detachment_fact(draft.state(), &ship, &division, why);
            draft.record(rule, fact);
        }
    }
    while let Some(rejoined) = next_to_rejoin(draft.state()) {
        draft.record(MEMBERS, rejoined);
    }
}

/// Returns ships that gaps will detach if the division moves as foreseen, each with its gap to the rest. [5.8.2, Q57]
pub(crate) fn ships_detached_by_gaps(state: &State, id: &Id, runs: Vec<ShipMove>) -> Vec<(Id, Inches)> {
    let mut moved_state = state.clone();
    runs.into_iter().for_each(|run| Naval::apply(&mut moved_state, &Fact::Moved(run)));
    let mut detached_ships = Vec::new();
    while let Some((ship, why)) = next_lost(&moved_state, id) {
        let fact = detach::detachment_fact(&moved_state, &ship, id, why);
        Naval::apply(&mut moved_state, &fact);
        if let DetachReason::Gap { inches } = why {
            detached_ships.push((ship, inches));
        }
    }
    detached_ships
}

/// Whether all ships of a division form one chain with gaps of at most 2 inches. [5.8.2]
pub(crate) fn is_one_chain(state: &State, id: &Id) -> bool {
    let ships: Vec<&Ship> =
        state.ships_of_division(id).filter(|ship| ship.is_in_action() && ship.at.is_some()).collect();
    ships.first().is_none_or(|first| chain(state, first, &ships).len() == ships.len())
}

/// Returns the next ship of a division that fails a test: first for speed, then for the chain.
fn next_lost(state: &State, id: &Id) -> Option<(Id, DetachReason)> {
    let division: &Division = state.division(id).filter(|division| !division.one_base)?;
    let in_action = || state.ships_of_division(id).filter(|ship| ship.is_in_action());
    let flag = in_action().find(|ship| ship.id == division.flagship)?;
    // Speeds are known with and without positions.
    let flagship = kept_speed(state, division, flag);
    let lost = in_action().map(|ship| (ship, kept_speed(state, division, ship)));
    if let Some((ship, own)) = lost.into_iter().find(|(_, own)| MAX_SPEED_DIFFERENCE < (*own - flagship).abs()) {
        return Some((ship.id.clone(), DetachReason::Speed { own, flagship }));
    }
    let ships: Vec<&Ship> = in_action().filter(|ship| ship.at.is_some()).collect();
    let flag = ships.iter().find(|ship| ship.id == flag.id)?;
    let chain = chain(state, flag, &ships);
    let lost = ships.iter().find(|ship| !chain.contains(&&ship.id))?;
    let gaps = ships.iter().filter(|ship| chain.contains(&&ship.id)).filter_map(|ship| gap(state, ship, lost));
    Some((lost.id.clone(), DetachReason::Gap { inches: gaps.min()? }))
}

/// Returns the speed by which membership is tested: what the ship could make of the ordered speed. Speed lost in this
/// move by collision or on land is added back. Speed gained by closing up is left out. [5.8.3, Q42, Q57]
fn kept_speed(state: &State, division: &Division, ship: &Ship) -> Inches {
    let speed_before = |ship: &Ship| {
        let slowed = state.this_move.slowed_ships.iter().find(|(id, _)| *id == ship.id);
        slowed.map_or(ship.speed, |(_, made)| *made)
    };
    let closes_up = division.plot.as_ref().is_some_and(|plot| plot.elements == [Element::CloseUp]);
    let lead = columns::leader_of(state, division).filter(|_| closes_up);
    let ordered = lead.map(|lead| division.course.ordered.unwrap_or_else(|| speed_before(lead)));
    ordered.map_or(speed_before(ship), |ordered| speed_before(ship).min(ordered))
}

/// Returns the next ship to rejoin: within 1 inch of the flagship's speed, in its chain and column. [5.8, Q57]
fn next_to_rejoin(state: &State) -> Option<Fact> {
    state.divisions.iter().find_map(|alone| {
        let division =
            state.division(alone.fell_out_of.as_ref()?).filter(|member| !member.one_base && !member.is_alone)?;
        let ship = state.ships_of_division(&alone.id).find(|ship| ship.has_position())?;
        let mut ships: Vec<&Ship> = state.ships_of_division(&division.id).filter(|ship| ship.has_position()).collect();
        let flag = ships.iter().copied().find(|flag| flag.id == division.flagship)?;
        let in_pace =
            (kept_speed(state, alone, ship) - kept_speed(state, division, flag)).abs() <= MAX_SPEED_DIFFERENCE;
        ships.push(ship);
        let closed_up = in_pace && chain(state, flag, &ships).contains(&&ship.id) && ship.jam(state.turn).is_none();
        let course = closed_up.then(|| course_with(state, division, &ships)).filter(ColumnState::is_in_column)?;
        Some(Fact::ShipRejoined { ship: ship.id.clone(), division: division.id.clone(), course })
    })
}

fn course_with(state: &State, division: &Division, ships: &[&Ship]) -> ColumnState {
    let places: Vec<(Id, Place)> = ships.iter().filter_map(|ship| Some((ship.id.clone(), ship.at?))).collect();
    let course = course_in_any_order(state, &division.course, &places);
    ColumnState { carried: division.course.carried, ordered: division.course.ordered, ..course }
}

/// Returns the ships connected to `from` by gaps of at most 2 inches. [5.8.2]
fn chain<'a>(state: &State, from: &'a Ship, ships: &[&'a Ship]) -> Vec<&'a Id> {
    let mut chain = vec![from];
    let mut index = 0;
    while let Some(link) = chain.get(index).copied() {
        for ship in ships {
            let is_near = || gap(state, link, ship).is_some_and(|gap| gap <= MAX_CHAIN_GAP);
            if !chain.iter().any(|candidate| candidate.id == ship.id) && is_near() {
                chain.push(ship);
            }
        }
        index += 1;
    }
    chain.into_iter().map(|ship| &ship.id).collect()
}

/// Returns the gap between the bases of two tracked ships, rounded to 0.01 inch like every length. [2.7]
///
/// Positions are rounded too, so a gap measured as 2.0" may differ slightly.
pub(super) fn gap(state: &State, left: &Ship, right: &Ship) -> Option<Inches> {
    let (base, other_base) = (base_of(state, left), base_of(state, right));
    Some(Inches::nearest(base.gap_in(left.at?.pose(), &other_base, right.at?.pose())))
}

/// Checks that ships may form a division during battle. [5.8.1, 5.8.2, 5.8.3]
///
/// Refused for ships of different original divisions, gaps above 2.0 inches, and speeds more than 1.0 from the first's.
pub(crate) fn check_new_division(draft: &NavalDraft<'_>, division: &Id, ships: &[Id]) -> Result<(), NavalHalt> {
    let state = draft.state();
    let ships: Vec<&Ship> = ships.iter().filter_map(|ship| state.ship(ship)).collect();
    let Some(first) = ships.first() else { return Ok(()) };
    let other = ships.iter().find(|ship| ship.home_division != first.home_division).map(|other| other.id.clone());
    draft.refuse_found(other, START, |ship| FormationReason::DifferentHomeDivision {
        ship,
        home: first.home_division.clone(),
    })?;
    let chain = chain(state, first, &ships);
    let far = ships.iter().find(|ship| ship.at.is_some() && !chain.contains(&&ship.id)).map(|far| far.id.clone());
    draft.refuse_found(far, CHAIN, |ship| FormationReason::OutsideGap { ship, division: division.clone() })?;
    let other = ships.iter().find(|ship| MAX_SPEED_DIFFERENCE < (ship.speed - first.speed).abs());
    draft.refuse_found(other, SPEED, |other| {
        let (ship, speed) = (other.id.clone(), other.speed);
        FormationReason::SpeedDiffers { ship, speed, flagship: first.speed }
    })
}
