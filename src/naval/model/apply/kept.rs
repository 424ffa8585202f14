//! Orders given at any time that take effect with the next plot. [5.2, 5.9.1]
use super::divisions;
use crate::model::{Flagship, FormationId, Id, Kept, Ship, State};

/// Carries out an order now if plots are being made, otherwise in the next Plotting Segment.
pub(super) fn keep(state: &mut State, order: Kept) {
    if state.is_plotting() {
        return carry_out(state, order);
    }
    if let Kept::Flag { division, flag, .. } = &order {
        let of = division.clone();
        state.kept.retain(|kept| !matches!(kept, Kept::Flag { division, .. } if *division == of));
        // Ordering the present flagship only cancels an earlier order.
        if state.division(division).is_some_and(|division| division.flagship == flag.ship) {
            return;
        }
    }
    state.kept.push(order);
}

/// Carries out all kept orders at the start of the Plotting Segment.
pub(super) fn carry_out_all(state: &mut State) {
    std::mem::take(&mut state.kept).into_iter().for_each(|order| carry_out(state, order));
}

fn carry_out(state: &mut State, order: Kept) {
    match order {
        Kept::Formed(formation) => divisions::grouped(state, &formation),
        Kept::Disbanded { formation, .. } => disband(state, &formation),
        Kept::Flag { division, flag } => shift(state, &division, &flag),
    }
}

fn disband(state: &mut State, formation: &FormationId) {
    let Some(id) = state.formation(formation).map(|formation| formation.id.clone()) else { return };
    state.formations.retain(|one| one.id != id);
}

/// Moves the flag, unless the ship was lost or left the division since the order.
fn shift(state: &mut State, id: &Id, flag: &Flagship) {
    let flies = state.ship(&flag.ship).is_some_and(Ship::in_action);
    if flies && state.division(id).is_some_and(|division| division.ships.contains(&flag.ship)) {
        divisions::flag_passed(state, id, flag, Some(state.turn));
    }
}
