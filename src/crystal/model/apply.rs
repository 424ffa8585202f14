//! Applies events to the state.
use super::{
    ARMY_TYPES, AreaId, AreaState, Fact, Field, Holder, MOVEMENT_POINTS, Opponent, Phase, State, TroopGroup, Troops,
    battle,
};

/// Applies one event. Checks nothing.
pub(crate) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::PhaseBegan(phase) => {
            state.phase = *phase;
            if *phase == Phase::Movement {
                state.mp_left = MOVEMENT_POINTS + state.mp_bonus;
                state.came_from = state.army_at;
            }
        }
        Fact::EventRolled { .. } | Fact::ExpansionRolled { .. } | Fact::NowhereToGrow { .. } => {}
        Fact::Intercepted { .. } | Fact::Slipped { .. } | Fact::Ambushed { .. } => {}
        Fact::TreasureChanged { by } => state.treasure = state.treasure.saturating_add_signed(*by),
        Fact::Lost { army } => state.field.own = state.field.own.minus(*army),
        Fact::UnitsJoined { kind, count } => state.field.own.join(*kind, *count),
        Fact::Bought { kind, count, gp } => {
            state.field.own.join(*kind, *count);
            state.treasure = state.treasure.saturating_sub(*gp);
            state.discount = state.discount.saturating_sub(*count);
        }
        Fact::ExpansionEased { by } => state.expansion_bonus += by,
        Fact::Guided { mp } => state.mp_bonus += mp,
        Fact::Discounted { units } => state.discount += units,
        Fact::Seized { enemy, area, gp, max } => {
            state.resources = state.resources.saturating_sub(*gp);
            state.max = state.max.minus(*max);
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
            if let Opponent::Empire(enemy) = foe
                && let Some(changes) = state.empire_changes.get_mut(enemy.index())
            {
                merge(&mut changes.dead, dead);
                merge(&mut changes.extra, stayed);
            }
        }
        Fact::Wearied { dies } => {
            if *dies {
                state.field.own.0[ARMY_TYPES - 1] = 0;
            }
        }
        Fact::Retreated { to } => (state.came_from, state.army_at) = (state.army_at, *to),
        Fact::Conquered { area, gp, max, levied } => {
            state.resources += gp;
            state.max = state.max.plus(*max);
            change(state, *area, |land| (land.holder, land.levied) = (Holder::Empire, *levied));
        }
        Fact::Freed { kind } => state.field.own.join(*kind, 1),
        Fact::TurnEnded => {
            state.turn += 1;
            (state.expansion_bonus, state.mp_bonus, state.discount, state.mp_left) = (0, 0, 0, 0);
        }
        Fact::Ended(ending) => (state.result, state.phase) = (Some(*ending), Phase::Over),
    }
}

fn change(state: &mut State, area: AreaId, update: impl FnOnce(&mut AreaState)) {
    if let Some(place) = state.setup.scenario.place(area) {
        update(&mut state.area_states[place]);
    }
}

fn merge(groups: &mut Vec<TroopGroup>, more: &Troops) {
    for group in &more.0 {
        match groups.iter_mut().find(|existing| existing.troop == group.troop) {
            Some(known) => known.count = known.count.saturating_add(group.count),
            None => groups.push(group.clone()),
        }
    }
}
