//! What may meet an army that marches into an area: scouts and ambushes, an empire's host or nobody. [SC-9, SC-10]
use super::{forecast::Forecast, policy::Policy};
use crate::model::{AreaId, Army, Field, Finding, Holder, Kind, Phase, State};

/// One of the ways in which an area may be entered.
#[derive(Clone, PartialEq, Debug)]
pub struct Approach {
    pub chance: f64,
    /// Faces of the die of exploration that lead to it; none where none is thrown.
    pub faces: Vec<u8>,
    /// The army then: an ambush may have cost a unit.
    pub army: Army,
    /// The battle; `None` where nobody stands in the way.
    pub field: Option<Field>,
    /// Whether the area joins MAX and gives a unit when it is taken. [SC-9, SC-17]
    pub levies: bool,
}

impl Approach {
    fn certain(state: &State, area: AreaId, army: Army) -> Approach {
        let levies = state.holder(area) != Holder::Empire;
        Approach { chance: 1.0, faces: Vec::new(), army, field: fielded(state, area, army), levies }
    }
}

/// Whether the scouts have yet to look at an area: it is neutral, and no die of exploration lies for it. [SC-10]
pub fn unscouted(state: &State, area: AreaId) -> bool {
    let there = area == state.army_at && matches!(state.phase, Phase::Conflict | Phase::Loss { .. });
    state.holder(area) == Holder::Neutral && !there
}

/// What may meet an army when it marches into an area, each with its chance; the chances sum to 1. The dice of
/// exploration and of interception are followed; who falls in an ambush is for the policy to say.
pub fn approaches(state: &State, area: AreaId, army: Army, policy: Policy) -> Vec<Approach> {
    match state.holder(area) {
        Holder::Neutral if unscouted(state, area) => explored(state, area, army, policy),
        Holder::Enemy(_) if state.capital_of(area).is_none() => intercepted(state, area, army),
        Holder::Neutral | Holder::Enemy(_) | Holder::Empire => vec![Approach::certain(state, area, army)],
    }
}

fn intercepted(state: &State, area: AreaId, army: Army) -> Vec<Approach> {
    let met = Approach::certain(state, area, army);
    let meets = if met.field.is_some() { f64::from(state.setup.rules.intercept_max) / 6.0 } else { 0.0 };
    let slipped = Approach { chance: 1.0 - meets, field: None, levies: false, ..met.clone() };
    let all = [Approach { chance: meets, ..met }, slipped];
    all.into_iter().filter(|approach| approach.chance > 0.0).collect()
}

/// Every face of the die of exploration, the like of them together.
fn explored(state: &State, area: AreaId, army: Army, policy: Policy) -> Vec<Approach> {
    let mut found: Vec<Approach> = Vec::new();
    let mut add = |face: u8, chance: f64, army: Army, change: i8| {
        let field = fielded(&with_garrison(state, area, change), area, army);
        match found.iter_mut().find(|known| known.army == army && known.field == field) {
            Some(known) => {
                known.chance += chance;
                if !known.faces.contains(&face) {
                    known.faces.push(face);
                }
            }
            None => found.push(Approach { chance, faces: vec![face], army, field, levies: true }),
        }
    };
    const FACE: f64 = 1.0 / 6.0;
    for face in 1..=6 {
        match state.scenario().found(face).map_or(Finding::None, |line| line.effect) {
            Finding::None | Finding::AreaGp(_) => add(face, FACE, army, 0),
            Finding::Garrison(by) => add(face, FACE, army, by),
            Finding::Ambush(_) => {
                let falls = policy.losses(&state.setup, &Field::at_peace(army), 1);
                add(face, FACE / 2.0, army, 0);
                add(face, FACE / 2.0, army.less(falls), 0);
            }
        }
    }
    found
}

fn with_garrison(state: &State, area: AreaId, change: i8) -> State {
    let mut changed = state.clone();
    if let Some(place) = state.scenario().place(area) {
        let land = &mut changed.lands[place];
        land.garrison_change = land.garrison_change.saturating_add(change);
    }
    changed
}

/// What comes of an approach: of its battle as `battle` foresees it, or of none.
pub fn met(approach: &Approach, battle: impl FnOnce(&Field) -> Forecast) -> Forecast {
    match &approach.field {
        Some(field) => battle(field),
        None => Forecast::certain(approach.army),
    }
}

/// The exhaustion of the wizard after a battle: every army that may be left of one, with its chance. [SC-16]
pub(crate) fn wearied(army: Army, fought: bool) -> Vec<(Army, f64)> {
    const DIES: f64 = 1.0 / 36.0;
    if fought && army.has_wizard() {
        return vec![(army, 1.0 - DIES), (army.less(Army::of(Kind::Wizard, u8::MAX)), DIES)];
    }
    vec![(army, 1.0)]
}

/// The field on which an army would stand in an area; `None` where nobody would fight it.
pub fn fielded(state: &State, area: AreaId, army: Army) -> Option<Field> {
    state.joined(area, army).filter(|field| field.foe_fighters() > 0)
}
