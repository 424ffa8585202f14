//! Plans of several battles: the chance to win them all, with the armies left by each. [SC-9, SC-10, SC-16, SC-17]
use std::collections::BTreeMap;

use super::{
    approach::{Approach, after_exhaustion, approaches, forecast_approach},
    forecast::{Duration, Forecast, forecast_within, sample},
    policy::Policy,
};
use crate::model::{AreaId, Army, Holder, Kind, State};

#[derive(Clone, PartialEq, Debug)]
pub struct PlanLeg {
    pub area: AreaId,
    /// Chance to have won here and in all earlier areas.
    pub so_far: f64,
    /// Average number of fighting units left, given those victories.
    pub fighters: f64,
    /// Whether the area is the player's by then, so that there is no battle and nothing to gain.
    pub is_own: bool,
}

/// Probability below which an army is dropped from a plan. Dropped ones count as lost.
const MIN_ARMY_CHANCE: f64 = 1e-6;
/// Number of fields above which a battle of a plan is not calculated, because a plan has many battles.
const MAX_PLAN_FIELDS: usize = 40_000;
/// Most armies carried from one battle to the next, the likeliest.
const MAX_ARMIES: usize = 400;
/// Most armies carried to a battle with a wizard, which multiplies the fields of each.
const MAX_ARMIES_WITH_WIZARDS: usize = 12;

/// Returns the chance to win every area of a list in order, with nothing bought and the strongest free unit taken each
/// time. All dice of exploration, interception and the wizard's exhaustion are covered. An area once won stays the
/// player's for the rest of the plan, so that an empire's host shrinks.
///
/// `None` if a battle has too many fields, or if too many armies would meet a wizard: see [`sample_plan`]. An area of
/// the player's own is no battle.
pub fn plan(state: &State, areas: &[AreaId], policy: Policy) -> Option<Vec<PlanLeg>> {
    plan_legs(state, areas, 1.0, |now, area, armies| {
        let mut after = ArmyWeights::new();
        for (army, chance) in &armies {
            for approach in approaches(now, area, *army, policy) {
                let meets_wizard = approach.field.as_ref().is_some_and(|field| field.wizard || field.own.has_wizard());
                if meets_wizard && MAX_ARMIES_WITH_WIZARDS < armies.len() {
                    return None;
                }
                let forecast = match &approach.field {
                    Some(field) => forecast_within(MAX_PLAN_FIELDS, &now.setup, field, Duration::Die, policy)?,
                    None => Forecast::certain(approach.army),
                };
                for (left, _, part) in forecast.ends.iter().filter(|(_, won, _)| *won) {
                    for (left, chance_kept) in after_exhaustion(*left, approach.field.is_some()) {
                        let left = if approach.levies { with_free_unit(now, area, left) } else { left };
                        *after.entry(left).or_default() += chance * approach.chance * part * chance_kept;
                    }
                }
            }
        }
        let mut likely_armies: Vec<(Army, f64)> =
            after.into_iter().filter(|(_, chance)| MIN_ARMY_CHANCE < *chance).collect();
        likely_armies.sort_by(|left, right| right.1.total_cmp(&left.1));
        likely_armies.truncate(MAX_ARMIES);
        Some(likely_armies.into_iter().collect())
    })
}

/// Estimates the legs of a plan by sampling `campaigns` campaigns. `face` rolls a die with that many sides.
pub fn sample_plan(
    state: &State,
    areas: &[AreaId],
    policy: Policy,
    campaigns: u32,
    face: &mut dyn FnMut(u8) -> u8,
) -> Vec<PlanLeg> {
    let legs = plan_legs(state, areas, f64::from(campaigns), |now, area, armies| {
        let mut after = ArmyWeights::new();
        for (army, times) in armies {
            let approaches = approaches(now, area, army, policy);
            for (approach, times) in approaches.iter().zip(draw_approaches(&approaches, times as u32, face)) {
                let forecast =
                    forecast_approach(approach, |field| sample(&now.setup, field, Duration::Die, policy, times, face));
                for (left, _, part) in forecast.ends.iter().filter(|(_, won, _)| *won) {
                    for _ in 0..(part * f64::from(times)).round() as u32 {
                        let left = match &after_exhaustion(*left, approach.field.is_some())[..] {
                            [_, (without_wizard, _)] if face(6) + face(6) == 2 => *without_wizard,
                            _ => *left,
                        };
                        let left = if approach.levies { with_free_unit(now, area, left) } else { left };
                        *after.entry(left).or_default() += 1.0;
                    }
                }
            }
        }
        Some(after)
    });
    legs.unwrap_or_default()
}

/// Armies that have won all battles, with their chance, or their number of samples.
type ArmyWeights = BTreeMap<Army, f64>;

/// Calculates every leg of a plan. `fight` returns the armies left after an area. At first they weigh `total_weight`.
fn plan_legs(
    state: &State,
    areas: &[AreaId],
    total_weight: f64,
    mut fight: impl FnMut(&State, AreaId, ArmyWeights) -> Option<ArmyWeights>,
) -> Option<Vec<PlanLeg>> {
    let mut armies = ArmyWeights::from([(*state.army(), total_weight)]);
    let (mut legs, mut now) = (Vec::new(), state.clone());
    for area in areas {
        armies = fight(&now, *area, armies)?;
        let shares = || armies.iter().map(|(army, weight)| (army, weight / total_weight.max(1.0)));
        let so_far = shares().map(|(_, chance)| chance).sum::<f64>() + 0.0;
        let units = shares().map(|(army, chance)| f64::from(army.fighters()) * chance).sum::<f64>();
        let fighters = if so_far > 0.0 { units / so_far } else { 0.0 };
        legs.push(PlanLeg { area: *area, so_far, fighters, is_own: now.holder(*area) == Holder::Empire });
        give_to_player(&mut now, *area);
    }
    Some(legs)
}

/// Draws how often each approach occurs in this many samples. All chances are multiples of 1/12.
fn draw_approaches(approaches: &[Approach], times: u32, face: &mut dyn FnMut(u8) -> u8) -> Vec<u32> {
    let mut counts = vec![0; approaches.len()];
    for _ in 0..times {
        let point = (f64::from(face(12)) - 0.5) / 12.0;
        let mut sum = 0.0;
        let chosen = approaches.iter().position(|approach| {
            sum += approach.chance;
            point < sum
        });
        counts[chosen.unwrap_or(approaches.len() - 1)] += 1;
    }
    counts
}

fn give_to_player(now: &mut State, area: AreaId) {
    if let Some(place) = now.scenario().place(area) {
        now.area_states[place].holder = Holder::Empire;
    }
}

/// Returns the first area of a plan that the army cannot enter in its turn, and where the army is then. It marches only
/// through its own areas, including those won before. [SC-9]
pub fn first_unreachable(state: &State, areas: &[AreaId]) -> Option<(AreaId, AreaId)> {
    let (mut now, mut at) = (state.clone(), state.army_at);
    give_to_player(&mut now, at);
    for area in areas {
        let reached = now.borders_from(at, |holder| holder == Holder::Empire);
        if now.scenario().place(*area).and_then(|place| reached[place]).is_none() {
            return Some((*area, at));
        }
        give_to_player(&mut now, *area);
        at = *area;
    }
    None
}

/// Adds the strongest unit that an area would give free of charge. [SC-17, SC-A10]
pub fn with_free_unit(state: &State, area: AreaId, mut army: Army) -> Army {
    if let Some(kind) = state.free_units_in(area, &army).into_iter().max_by_key(|kind| unit_value(*kind)) {
        army.join(kind, 1);
    }
    army
}

/// Returns a unit's value to a general in points of combat factor. A wizard counts as a strong unit.
pub const fn unit_value(kind: Kind) -> u8 {
    if matches!(kind, Kind::Wizard) { 9 } else { kind.combat_factor() }
}
