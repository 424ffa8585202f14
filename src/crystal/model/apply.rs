//! What the facts write into the state.
use super::{
    battle,
    facts::Fact,
    field::Field,
    land::{Foe, Holder, Land},
    scenario::AreaId,
    state::{Ending, POINTS, Phase, State},
    troops::{Army, Band, TYPES, Troops},
};

/// Writes one fact into the state. Judges nothing.
pub(crate) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::PhaseBegan(phase) => {
            state.phase = *phase;
            if *phase == Phase::Movement {
                state.mp_left = POINTS + state.mp_bonus;
                state.came_from = state.army_at;
            }
        }
        Fact::EventRolled { .. } | Fact::ExpansionRolled { .. } | Fact::NowhereToGrow { .. } => {}
        Fact::Intercepted { .. } | Fact::Slipped { .. } | Fact::Ambushed { .. } => {}
        Fact::TreasureChanged { by } => state.treasure = state.treasure.saturating_add_signed(*by),
        Fact::Lost { army } => take(&mut state.field.own, army),
        Fact::UnitsJoined { kind, count } | Fact::Bought { kind, count, .. } => {
            if let Some(place) = kind.place() {
                state.field.own[place] = state.field.own[place].saturating_add(*count);
            }
            if let Fact::Bought { gp, .. } = fact {
                state.treasure = state.treasure.saturating_sub(*gp);
                state.discount = state.discount.saturating_sub(*count);
            }
        }
        Fact::ExpansionEased { by } => state.expansion_bonus += by,
        Fact::Guided { mp } => state.mp_bonus += mp,
        Fact::Discounted { units } => state.discount += units,
        Fact::Seized { enemy, area, gp, max } => {
            state.resources = state.resources.saturating_sub(*gp);
            take(&mut state.max, max);
            change(state, *area, |land| (land.holder, land.levied) = (Holder::Enemy(*enemy), false));
        }
        Fact::Collected { gp } => state.treasure += gp,
        Fact::Moved { from, to, cost } => {
            (state.came_from, state.army_at) = (*from, *to);
            state.mp_left = state.mp_left.saturating_sub(*cost);
        }
        Fact::Explored { .. } => change(state, state.army_at, |land| land.explored = true),
        Fact::AreaGp { area, by } => change(state, *area, |land| land.gp_change += by),
        Fact::Garrison { area, by } => {
            change(state, *area, |land| land.garrison_change = land.garrison_change.saturating_add(*by));
        }
        Fact::Battle(fact) => battle::apply(&mut state.field, fact),
        Fact::Parted { foe, dead, stayed } => {
            state.field = Field::at_peace(state.field.own);
            if let Foe::Empire(enemy) = foe
                && let Some(rising) = state.risings.get_mut(usize::from(*enemy))
            {
                merge(&mut rising.dead, dead);
                merge(&mut rising.extra, stayed);
            }
        }
        Fact::Wearied { dies } => {
            if *dies {
                state.field.own[TYPES - 1] = 0;
            }
        }
        Fact::Retreated { to } => (state.came_from, state.army_at) = (state.army_at, *to),
        Fact::Conquered { area, gp, max, levied } => {
            state.resources += gp;
            add(&mut state.max, max);
            change(state, *area, |land| (land.holder, land.levied) = (Holder::Empire, *levied));
        }
        Fact::Freed { kind } => {
            if let Some(place) = kind.place() {
                state.field.own[place] = state.field.own[place].saturating_add(1);
            }
        }
        Fact::TurnEnded => {
            state.turn += 1;
            (state.expansion_bonus, state.mp_bonus, state.discount, state.mp_left) = (0, 0, 0, 0);
        }
        Fact::Ended(ending) => end(state, *ending),
    }
}

fn end(state: &mut State, ending: Ending) {
    state.result = Some(ending);
    state.phase = Phase::Over;
}

fn change(state: &mut State, area: AreaId, write: impl FnOnce(&mut Land)) {
    if let Some(place) = state.setup.scenario.place(area) {
        write(&mut state.lands[place]);
    }
}

fn merge(bands: &mut Vec<Band>, more: &Troops) {
    for band in &more.0 {
        match bands.iter_mut().find(|known| known.troop == band.troop) {
            Some(known) => known.count = known.count.saturating_add(band.count),
            None => bands.push(band.clone()),
        }
    }
}

fn add(army: &mut Army, more: &Army) {
    army.iter_mut().zip(more).for_each(|(count, more)| *count = count.saturating_add(*more));
}

fn take(army: &mut Army, less: &Army) {
    army.iter_mut().zip(less).for_each(|(count, less)| *count = count.saturating_sub(*less));
}
