//! Orders given at any time that take effect with the next plot. [5.2, 5.9.1]
use super::divisions;
use crate::model::{DeferredOrder, Flagship, FormationId, Id, Ship, State};

/// Carries out an order now if plots are being made, otherwise in the next Plotting Segment.
pub(super) fn carry_out_or_defer(state: &mut State, order: DeferredOrder) {
    if state.is_plotting() {
        return carry_out(state, order);
    }
    if let DeferredOrder::Flag { division, flag, .. } = &order {
        let division_id = division.clone();
        state
            .deferred_orders
            .retain(|other| !matches!(other, DeferredOrder::Flag { division, .. } if *division == division_id));
        // Ordering the present flagship only cancels an earlier order.
        if state.division(division).is_some_and(|division| division.flagship == flag.ship) {
            return;
        }
    }
    state.deferred_orders.push(order);
}

/// Carries out all kept orders at the start of the Plotting Segment.
pub(super) fn carry_out_all(state: &mut State) {
    std::mem::take(&mut state.deferred_orders).into_iter().for_each(|order| carry_out(state, order));
}

fn carry_out(state: &mut State, order: DeferredOrder) {
    match order {
        DeferredOrder::Formed(formation) => divisions::form_formation(state, &formation),
        DeferredOrder::Disbanded { formation, .. } => disband(state, &formation),
        DeferredOrder::Flag { division, flag } => shift_flag(state, &division, &flag),
    }
}

fn disband(state: &mut State, formation: &FormationId) {
    let Some(id) = state.formation(formation).map(|formation| formation.id.clone()) else { return };
    state.formations.retain(|other| other.id != id);
}

/// Moves the flag, unless the ship was lost or left the division since the order.
fn shift_flag(state: &mut State, id: &Id, flag: &Flagship) {
    let is_in_action = state.ship(&flag.ship).is_some_and(Ship::is_in_action);
    if is_in_action && state.division(id).is_some_and(|division| division.ships.contains(&flag.ship)) {
        divisions::pass_flag(state, id, flag, Some(state.turn));
    }
}
