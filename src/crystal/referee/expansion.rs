//! The expansion of the empires. [SC-7]
use std::collections::VecDeque;

use super::{Ruling, TurnDraft};
use crate::model::{AreaId, Army, EnemyId, ExpansionLimit, Fact, Holder, Purpose, State, rules};
use play::DiceRequest;

/// Rolls a die for each empire that has its capital. [SC-7]
pub(crate) fn expand_empires(draft: &mut TurnDraft<'_>) -> Ruling {
    /// An empire grows at this total or more.
    const MIN_TOTAL_TO_GROW: u8 = 5;
    let enemies: Vec<EnemyId> = draft.state().scenario().empires().map(|(enemy, _)| enemy).collect();
    for enemy in enemies {
        if !draft.state().is_alive(enemy) {
            continue;
        }
        let die = draft.roll_die(DiceRequest::roll_one(6, Purpose::Expansion(enemy), rules::EXPANSION))?;
        let (owned, all) = (draft.state().owned_count(), draft.state().area_states.len());
        let for_lands = if all <= 2 * owned { 2 } else { u8::from(all <= 4 * owned) };
        let for_event = draft.state().expansion_bonus;
        let grows = MIN_TOTAL_TO_GROW <= die + for_lands + for_event;
        draft.record(rules::EXPANSION, Fact::ExpansionRolled { enemy, die, for_lands, for_event, grows });
        if grows {
            take_nearest(draft, enemy)?;
        }
    }
    Ok(())
}

/// Gives an empire the nearest area. [SC-7, SC-A6]
fn take_nearest(draft: &mut TurnDraft<'_>, enemy: EnemyId) -> Ruling {
    let near = draft.state().nearest_to_grow(enemy);
    let area = match near[..] {
        [] => {
            draft.record(rules::NEAREST, Fact::NowhereToGrow { enemy });
            return Ok(());
        }
        [only] => only,
        _ => {
            let request =
                DiceRequest::roll_one(near.len().min(255) as u8, Purpose::NearestArea(enemy), rules::EXPANSION);
            near[usize::from(draft.roll_die(request)?) - 1]
        }
    };
    let state = draft.state();
    let land = state.area_state(area).copied();
    let is_players = land.is_some_and(|land| land.holder == Holder::Empire);
    let levied = is_players && land.is_some_and(|land| land.levied);
    let gp = if is_players { state.gold(area) } else { 0 };
    let max = if levied { state.scenario().recruits(area) } else { Army::NONE };
    draft.record(if is_players { rules::NEAREST } else { rules::EXPANSION }, Fact::Seized { enemy, area, gp, max });
    Ok(())
}

impl State {
    /// Counts the borders to cross from an area to each, by place. No way passes an area that `may_pass` rejects.
    pub(crate) fn borders_from(&self, from: AreaId, may_pass: impl Fn(Holder) -> bool) -> Vec<Option<u32>> {
        let scenario = self.scenario();
        let mut distance = vec![None; scenario.areas.len()];
        let mut queue = VecDeque::new();
        if let Some(place) = scenario.place(from) {
            distance[place] = Some(0);
            queue.push_back((place, 0_u32));
        }
        while let Some((place, borders)) = queue.pop_front() {
            if !may_pass(self.area_states[place].holder) {
                continue;
            }
            for next in scenario.areas[place].adj.iter().filter_map(|id| scenario.place(*id)) {
                if distance[next].is_none() {
                    distance[next] = Some(borders + 1);
                    queue.push_back((next, borders + 1));
                }
            }
        }
        distance
    }

    /// Returns the areas that an empire may take next: the nearest neutral ones within reach through its own and
    /// neutral areas, or else the player's nearest, without the army's area and the base. [SC-A6]
    pub fn nearest_to_grow(&self, enemy: EnemyId) -> Vec<AreaId> {
        let Some(capital) = self.scenario().enemy(enemy).map(|enemy| enemy.capital) else { return Vec::new() };
        let own = Holder::Enemy(enemy);
        let reach = self.borders_from(capital, |holder| holder == own || holder == Holder::Neutral);
        let distance = self.borders_from(capital, |_| true);
        let base = self.scenario().start.base;
        let nearest_held_by = |wanted: Holder, reach: &[Option<u32>]| -> Vec<AreaId> {
            let is_free = |id: AreaId| wanted == Holder::Neutral || (id != base && id != self.army_at);
            let is_open = |place: usize| self.area_states[place].holder == wanted && reach[place].is_some();
            let areas = || self.scenario().areas.iter().map(|area| area.id).enumerate();
            let open_areas = || areas().filter(|(place, id)| is_open(*place) && is_free(*id));
            let shortest = open_areas().filter_map(|(place, _)| distance[place]).min();
            open_areas().filter(|(place, _)| distance[*place] == shortest).map(|(_, id)| id).collect()
        };
        let neutral = nearest_held_by(Holder::Neutral, &reach);
        if neutral.is_empty() && self.setup.rules.expansion == ExpansionLimit::NeutralFirst {
            return nearest_held_by(Holder::Empire, &distance);
        }
        neutral
    }
}
