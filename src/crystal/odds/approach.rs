//! What an army may meet in an area: scouts and ambushes, an empire's host, or no enemy. [SC-9, SC-10]
use super::{forecast::Forecast, policy::Policy};
use crate::model::{AreaId, Army, Field, Finding, Holder, Kind, Phase, State};

/// One possible outcome of entering an area.
#[derive(Clone, PartialEq, Debug)]
pub struct Approach {
    pub chance: f64,
    /// Exploration dice that lead to it. Empty if none is rolled.
    pub dice: Vec<u8>,
    /// The army then. An ambush may have cost a unit.
    pub army: Army,
    /// The battle, or `None` without an enemy.
    pub field: Option<Field>,
    /// Whether taking the area raises MAX by its troops and gives a unit. [SC-9, SC-17]
    pub levies: bool,
}

impl Approach {
    fn certain(state: &State, area: AreaId, army: Army) -> Approach {
        let levies = state.holder(area) != Holder::Empire;
        Approach { chance: 1.0, dice: Vec::new(), army, field: field_against(state, area, army), levies }
    }
}

/// Whether an army must explore an area first: it is neutral, and the army is not there already, past exploration.
pub fn is_unexplored(state: &State, area: AreaId) -> bool {
    let is_army_there = area == state.army_at && matches!(state.phase, Phase::Conflict | Phase::Loss { .. });
    state.holder(area) == Holder::Neutral && !is_army_there
}

/// Returns what an army may meet when it enters an area, with chances that sum to 1. All exploration and interception
/// dice are covered. The policy chooses the loss in an ambush.
pub fn approaches(state: &State, area: AreaId, army: Army, policy: Policy) -> Vec<Approach> {
    match state.holder(area) {
        Holder::Neutral if is_unexplored(state, area) => exploration_approaches(state, area, army, policy),
        Holder::Enemy(_) if state.capital_of(area).is_none() => interception_approaches(state, area, army),
        Holder::Neutral | Holder::Enemy(_) | Holder::Empire => vec![Approach::certain(state, area, army)],
    }
}

fn interception_approaches(state: &State, area: AreaId, army: Army) -> Vec<Approach> {
    let battle = Approach::certain(state, area, army);
    let battle_chance = if battle.field.is_some() { f64::from(state.setup.rules.intercept_max) / 6.0 } else { 0.0 };
    let slipped = Approach { chance: 1.0 - battle_chance, field: None, levies: false, ..battle.clone() };
    let all = [Approach { chance: battle_chance, ..battle }, slipped];
    all.into_iter().filter(|approach| approach.chance > 0.0).collect()
}

/// Returns the outcomes of all exploration dice, equal ones merged.
fn exploration_approaches(state: &State, area: AreaId, army: Army, policy: Policy) -> Vec<Approach> {
    let mut found: Vec<Approach> = Vec::new();
    let mut add = |face: u8, chance: f64, army: Army, change: i8| {
        let field = field_against(&with_garrison(state, area, change), area, army);
        match found.iter_mut().find(|known| known.army == army && known.field == field) {
            Some(known) => {
                known.chance += chance;
                if !known.dice.contains(&face) {
                    known.dice.push(face);
                }
            }
            None => found.push(Approach { chance, dice: vec![face], army, field, levies: true }),
        }
    };
    const FACE_CHANCE: f64 = 1.0 / 6.0;
    for face in 1..=6 {
        match state.scenario().finding(face).map_or(Finding::None, |line| line.effect) {
            Finding::None | Finding::AreaGp(_) => add(face, FACE_CHANCE, army, 0),
            Finding::Garrison(by) => add(face, FACE_CHANCE, army, by),
            Finding::Ambush(_) => {
                let losses = policy.losses(&state.setup, &Field::at_peace(army), 1);
                add(face, FACE_CHANCE / 2.0, army, 0);
                add(face, FACE_CHANCE / 2.0, army.minus(losses), 0);
            }
        }
    }
    found
}

fn with_garrison(state: &State, area: AreaId, change: i8) -> State {
    let mut changed = state.clone();
    if let Some(place) = state.scenario().place(area) {
        let land = &mut changed.area_states[place];
        land.garrison_change = land.garrison_change.saturating_add(change);
    }
    changed
}

/// Returns the forecast of an approach. `battle` forecasts a battle. Without one, the area is taken for certain.
pub fn forecast_approach(approach: &Approach, battle: impl FnOnce(&Field) -> Forecast) -> Forecast {
    match &approach.field {
        Some(field) => battle(field),
        None => Forecast::certain(approach.army),
    }
}

/// Returns the armies possible after the wizard's exhaustion roll, with their chances. [SC-16]
pub(crate) fn after_exhaustion(army: Army, fought: bool) -> Vec<(Army, f64)> {
    const DEATH_CHANCE: f64 = 1.0 / 36.0;
    if fought && army.has_wizard() {
        return vec![(army, 1.0 - DEATH_CHANCE), (army.minus(Army::single(Kind::Wizard, u8::MAX)), DEATH_CHANCE)];
    }
    vec![(army, 1.0)]
}

/// Returns the field for an army in an area, or `None` without an enemy.
pub fn field_against(state: &State, area: AreaId, army: Army) -> Option<Field> {
    state.field_in(area, army).filter(|field| field.foe_fighters() > 0)
}
