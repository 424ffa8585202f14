//! Who holds what, who defends it, and what the facts write into the state. [SC-3, SC-17]
use serde::{Deserialize, Serialize};

use super::{
    AreaId, Ending, Fact, Field, Phase, Rank, State, battle,
    scenario::{Area, Scenario},
    troops::{Army, Band, Kind, TYPES, Troop, Troops},
};

/// Who controls an area. [SC-3]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    Empire,
    Neutral,
    Enemy(u8),
}

/// Against whom a battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foe {
    Garrison,
    Empire(u8),
}

/// An area as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Land {
    pub holder: Holder,
    /// Gold pieces more or fewer than the table says, by exploration.
    pub gp_change: i32,
    /// Defenders more or fewer than the table says, by exploration.
    pub garrison_change: i8,
    /// Its troops stand in the player's MAX.
    pub levied: bool,
    pub explored: bool,
}

/// What an empire has lost for good or gained besides its areas. [SC-A5, SC-A13]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rising {
    pub dead: Vec<Band>,
    pub extra: Vec<Band>,
}

impl State {
    pub fn scenario(&self) -> &Scenario {
        &self.setup.scenario
    }

    /// The area of that number as it is now.
    pub fn land(&self, area: AreaId) -> Option<&Land> {
        self.lands.get(self.scenario().place(area)?)
    }

    pub fn holder(&self, area: AreaId) -> Holder {
        self.land(area).map_or(Holder::Neutral, |land| land.holder)
    }

    /// The empire whose capital an area is, while it holds it.
    pub fn capital_of(&self, area: AreaId) -> Option<usize> {
        let Holder::Enemy(enemy) = self.holder(area) else { return None };
        let enemy = usize::from(enemy);
        self.scenario().enemies.get(enemy).is_some_and(|known| known.capital == area).then_some(enemy)
    }

    /// Whether an empire still has its capital, and so may grow.
    pub fn is_alive(&self, enemy: usize) -> bool {
        let capital = self.scenario().enemies.get(enemy).map(|enemy| enemy.capital);
        capital.is_some_and(|capital| self.capital_of(capital) == Some(enemy))
    }

    pub fn army(&self) -> &Army {
        &self.field.own
    }

    /// Areas under the player's control.
    pub fn owned(&self) -> usize {
        self.lands.iter().filter(|land| land.holder == Holder::Empire).count()
    }

    /// Gold pieces of an area as it is now; never below nothing.
    pub fn gp(&self, area: AreaId) -> u32 {
        let change = self.land(area).map_or(0, |land| land.gp_change);
        self.scenario().area(area).map_or(0, |area| area.gp.saturating_add_signed(change))
    }

    /// Who defends an area by itself: its troops with what exploration has changed.
    pub fn garrison(&self, area: AreaId) -> Vec<Band> {
        let change = self.land(area).map_or(0, |land| land.garrison_change);
        let mut bands = self.scenario().area(area).map(|area| area.troops.0.clone()).unwrap_or_default();
        if let Some(first) = bands.iter_mut().find(|band| change > 0 && band.troop.kind != Kind::Wizard) {
            first.count = first.count.saturating_add_signed(change);
        }
        for _ in change..0 {
            flee(&mut bands);
        }
        bands
    }

    /// The whole army of an empire: the troops of every area it holds now, and those of no area. [SC-A5]
    pub fn enemy_army(&self, enemy: usize) -> Vec<Band> {
        let held = |land: &Land| land.holder == Holder::Enemy(enemy as u8);
        let areas = self.scenario().areas.iter().zip(&self.lands).filter(|(_, land)| held(land));
        let mut bands: Vec<Band> = areas.flat_map(|(area, _)| self.garrison(area.id)).collect();
        if let (Some(known), Some(rising)) = (self.scenario().enemies.get(enemy), self.risings.get(enemy)) {
            bands.extend(known.army_extra.0.iter().cloned());
            bands.extend(rising.extra.iter().cloned());
            rising.dead.iter().for_each(|dead| bury(&mut bands, dead));
        }
        bands
    }

    /// Who would have to be fought in an area, and on whose side they stand.
    pub fn defenders(&self, area: AreaId) -> Option<(Foe, Vec<Band>)> {
        match self.holder(area) {
            Holder::Empire => None,
            Holder::Neutral => Some((Foe::Garrison, self.garrison(area))),
            Holder::Enemy(enemy) => Some((Foe::Empire(enemy), self.enemy_army(usize::from(enemy)))),
        }
    }

    /// The ranks of an army of bands, whether a wizard is with them, and those that its wizard may evoke.
    pub fn ranks(&self, foe: Foe, bands: &[Band]) -> (Vec<(Rank, u8)>, bool) {
        let named = match foe {
            Foe::Garrison => false,
            Foe::Empire(enemy) => self.scenario().enemies.get(usize::from(enemy)).is_some_and(|enemy| enemy.wizard),
        };
        let wizard = named || bands.iter().any(|band| band.troop.kind == Kind::Wizard && band.count > 0);
        let mut ranks: Vec<(Rank, u8)> = Vec::new();
        let mut add = |troop: &Troop, evoked: bool, count: u8| match ranks
            .iter_mut()
            .find(|(rank, _)| rank.troop == *troop && rank.evoked == evoked)
        {
            Some((_, known)) => *known = known.saturating_add(count),
            None => ranks.push((Rank { troop: troop.clone(), evoked }, count)),
        };
        for band in bands.iter().filter(|band| band.troop.kind != Kind::Wizard && band.count > 0) {
            add(&band.troop, false, band.count);
        }
        if wizard {
            self.scenario().evoke.iter().flat_map(|troops| &troops.0).for_each(|band| add(&band.troop, true, 0));
        }
        (ranks, wizard)
    }

    /// The field as it would be joined in an area, before the die for the rounds.
    pub fn joined(&self, area: AreaId) -> Option<Field> {
        let (foe, bands) = self.defenders(area)?;
        let (foes, wizard) = self.ranks(foe, &bands);
        let rough = self.setup.rules.is_rough(self.scenario().area(area)?.terrain);
        let mut field = Field::at_peace(self.field.own);
        battle::apply(&mut field, &battle::BattleFact::Joined { foes, wizard, rough, rounds: 0 });
        Some(field)
    }

    /// Areas that may be marched into, with what it costs. [SC-9]
    pub fn neighbours(&self) -> impl Iterator<Item = (&Area, u8)> {
        let here = self.scenario().area(self.army_at).map(|area| &area.adj[..]).unwrap_or_default();
        here.iter().filter_map(|id| self.scenario().area(*id)).map(|area| (area, area.terrain.cost()))
    }

    /// Areas into which the army may retreat: where it came from, else any of its own beside it. [SC-A8]
    pub fn ways_back(&self) -> Vec<AreaId> {
        if self.holder(self.came_from) == Holder::Empire && self.came_from != self.army_at {
            return vec![self.came_from];
        }
        self.neighbours().map(|(area, _)| area.id).filter(|id| self.holder(*id) == Holder::Empire).collect()
    }
}

/// The weakest unit leaves; of two equally weak the one listed last. [SC-A17]
fn flee(bands: &mut Vec<Band>) {
    let fighting = bands.iter().enumerate().rev().filter(|(_, band)| band.troop.kind != Kind::Wizard && band.count > 0);
    let weakest = fighting.min_by_key(|(_, band)| band.troop.combat_factor).map(|(place, _)| place);
    if let Some(place) = weakest {
        bands[place].count -= 1;
    }
    bands.retain(|band| band.count > 0);
}

fn bury(bands: &mut [Band], dead: &Band) {
    let mut left = dead.count;
    for band in bands.iter_mut().filter(|band| band.troop == dead.troop) {
        let gone = left.min(band.count);
        band.count -= gone;
        left -= gone;
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

/// Writes one fact into the state. Judges nothing.
pub(super) fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::PhaseBegan(phase) => {
            state.phase = *phase;
            if *phase == Phase::Movement {
                state.mp_left = super::turn::POINTS + state.mp_bonus;
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
