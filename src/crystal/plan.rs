//! One battle after another: the chance to win them all, with the armies that each leaves. [SC-16, SC-17]
use std::collections::BTreeMap;

use super::{
    AreaId, Army, Foe, Kind, Rounds, State,
    battle::{self, BattleFact},
    field::Field,
    forecast::{forecast, sample},
    policy::Policy,
    troops::TYPES,
};

/// A leg of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Leg {
    pub area: AreaId,
    /// The chance to have won here and everywhere before.
    pub so_far: f64,
    /// Units that fight and are left, in the mean of those chances.
    pub fighters: f64,
}

/// Armies of less weight than this are left out of a plan; what is left out counts as lost.
const SLIGHT: f64 = 1e-6;
/// Armies carried from one battle to the next.
const MOST_ARMIES: usize = 400;
/// The same where a wizard is in the next battle, which has many more fields for each of them.
const MOST_ARMIES_WITH_WIZARDS: usize = 12;

/// The chance to win in every area of a list, one after the other, with nothing bought on the way and the strongest
/// free unit taken each time; garrisons as they are known now, every battle given.
///
/// `None` where a battle has more fields than can be followed, or too many armies would meet a wizard: see
/// [`plan_played`]. An area of the player's own is no battle.
pub fn plan(state: &State, areas: &[AreaId], policy: Policy) -> Option<Vec<Leg>> {
    let mut armies: BTreeMap<Army, f64> = BTreeMap::from([(*state.army(), 1.0)]);
    let mut legs = Vec::new();
    for area in areas {
        let mut after: BTreeMap<Army, f64> = BTreeMap::new();
        for (army, chance) in &armies {
            match fielded(state, *area, *army) {
                None => *after.entry(*army).or_default() += chance,
                Some(field) => {
                    if (field.wizard || field.own_wizard()) && MOST_ARMIES_WITH_WIZARDS < armies.len() {
                        return None;
                    }
                    let foreseen = forecast(&state.setup, &field, Rounds::Die, policy)?;
                    for (left, won, part) in foreseen.ends.iter().filter(|(_, won, _)| *won) {
                        debug_assert!(*won);
                        *after.entry(with_free_unit(state, *area, *left)).or_default() += chance * part;
                    }
                }
            }
        }
        let mut kept: Vec<(Army, f64)> = after.into_iter().filter(|(_, chance)| SLIGHT < *chance).collect();
        kept.sort_by(|one, other| other.1.total_cmp(&one.1));
        kept.truncate(MOST_ARMIES);
        armies = kept.into_iter().collect();
        let so_far: f64 = armies.values().sum();
        let fighters = armies.iter().map(|(army, chance)| f64::from(super::fighters(army)) * chance).sum::<f64>();
        legs.push(Leg { area: *area, so_far, fighters: if so_far > 0.0 { fighters / so_far } else { 0.0 } });
    }
    Some(legs)
}

/// The same by playing so many campaigns of battles; `face` throws a die of so many sides.
pub fn plan_played(
    state: &State,
    areas: &[AreaId],
    policy: Policy,
    many: u32,
    face: &mut dyn FnMut(u8) -> u8,
) -> Vec<Leg> {
    let mut armies: BTreeMap<Army, u32> = BTreeMap::from([(*state.army(), many)]);
    let mut legs = Vec::new();
    let share = |count: u32| f64::from(count) / f64::from(many.max(1));
    for area in areas {
        let mut after: BTreeMap<Army, u32> = BTreeMap::new();
        for (army, times) in &armies {
            let Some(field) = fielded(state, *area, *army) else {
                *after.entry(*army).or_default() += times;
                continue;
            };
            let played = sample(&state.setup, &field, Rounds::Die, policy, *times, face);
            for (left, _, part) in played.ends.iter().filter(|(_, won, _)| *won) {
                *after.entry(with_free_unit(state, *area, *left)).or_default() +=
                    (part * f64::from(*times)).round() as u32;
            }
        }
        armies = after;
        let won: u32 = armies.values().sum();
        let fighters: u64 =
            armies.iter().map(|(army, count)| u64::from(super::fighters(army)) * u64::from(*count)).sum();
        let fighters = if won > 0 { fighters as f64 / f64::from(won) } else { 0.0 };
        legs.push(Leg { area: *area, so_far: share(won), fighters });
    }
    legs
}

/// The field on which an army would stand in an area; `None` where nobody would fight it.
pub fn fielded(state: &State, area: AreaId, army: Army) -> Option<Field> {
    let (foe, bands) = state.defenders(area)?;
    fielded_against(state, area, army, foe, &bands)
}

/// The same against troops of one's choosing.
pub fn fielded_against(state: &State, area: AreaId, army: Army, foe: Foe, bands: &[super::Band]) -> Option<Field> {
    let (foes, wizard) = state.ranks(foe, bands);
    if foes.iter().all(|(_, count)| *count == 0) {
        return None;
    }
    let rough = state.setup.rules.is_rough(state.scenario().area(area)?.terrain);
    let mut field = Field::at_peace(army);
    battle::apply(&mut field, &BattleFact::Joined { foes, wizard, rough, rounds: 0 });
    Some(field)
}

/// An army with the strongest unit that an area would give free of charge. [SC-17, SC-A10]
pub fn with_free_unit(state: &State, area: AreaId, mut army: Army) -> Army {
    if !state.setup.rules.free_unit {
        return army;
    }
    let recruits = state.scenario().area(area).map_or([0; TYPES], |area| area.troops.recruits());
    let listed = Kind::RECRUITS.into_iter().enumerate().filter(|(place, _)| recruits[*place] > 0);
    let lone = listed.filter(|(place, kind)| *kind != Kind::Wizard || army[*place] == 0);
    if let Some((place, _)) = lone.max_by_key(|(_, kind)| worth(*kind)) {
        army[place] = army[place].saturating_add(1);
    }
    army
}

/// What a unit is worth to a general, in points of combat factor; a wizard as much as a strong unit.
pub const fn worth(kind: Kind) -> u8 {
    match kind {
        Kind::Wizard => 9,
        Kind::Skirmish
        | Kind::LightInfantry
        | Kind::Blades
        | Kind::Spears
        | Kind::LightCavalry
        | Kind::HeavyCavalry
        | Kind::Elephants
        | Kind::Chariots
        | Kind::Monster => kind.combat_factor(),
    }
}
