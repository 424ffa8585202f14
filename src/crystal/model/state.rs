//! The state of a campaign: the phase, the areas with their defenders, the army. [SC-3, SC-5]
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Area, AreaId, AreaState, Army, BattleFact, EmpireChanges, EnemyId, Field, Holder, Kind, Opponent, Rank, Rules,
    Scenario, Troop, TroopGroup, battle, rules,
};
use play::Rule;

/// Movement points of an army in a turn. [SC-9]
pub const MOVEMENT_POINTS: u8 = 2;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: Arc<Scenario>,
    pub rules: Rules,
}

impl Setup {
    /// Returns the units that may be chosen as losses. [SC-A11]
    pub fn possible_losses(&self, own: &Army) -> Army {
        if self.rules.wizard_loss { *own } else { own.minus(Army::single(Kind::Wizard, u8::MAX)) }
    }
}

/// Why units must be given up outside a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    Event,
    Ambush,
}

/// The phases of a turn. [SC-5] Between them an event or an ambush may cost units, a lost battle requires a choice
/// where to retreat, and a free unit may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    Event,
    Loss { owed: u8, cause: Cause },
    Recruitment,
    Movement,
    Exploration,
    Conflict,
    Retreat,
    Conquest,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Victory,
    /// No army, and no gold to raise one. [SC-A9]
    NoArmy,
    /// A lost battle with no way back. [SC-A8]
    NoRetreat,
    /// The last turn has passed. [SC-A9]
    TurnLimit,
}

impl Ending {
    /// Returns the paragraph that ended the campaign.
    pub fn rule(self) -> Rule {
        match self {
            Ending::Victory => rules::VICTORY,
            Ending::NoArmy | Ending::TurnLimit => rules::DEFEAT,
            Ending::NoRetreat => rules::RETREAT,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub setup: Setup,
    pub turn: u16,
    pub phase: Phase,
    pub army_at: AreaId,
    pub came_from: AreaId,
    pub mp_left: u8,
    pub treasure: u32,
    pub resources: u32,
    pub max: Army,
    /// In the order of the scenario's areas.
    pub area_states: Vec<AreaState>,
    /// In the order of the scenario's enemies.
    pub empire_changes: Vec<EmpireChanges>,
    /// From this turn's event: bonus to expansion dice, extra movement points, units at half price.
    pub expansion_bonus: u8,
    pub mp_bonus: u8,
    pub discount: u8,
    pub field: Field,
    pub result: Option<Ending>,
}

impl State {
    pub fn scenario(&self) -> &Scenario {
        &self.setup.scenario
    }

    pub fn area_state(&self, area: AreaId) -> Option<&AreaState> {
        self.area_states.get(self.scenario().place(area)?)
    }

    pub fn holder(&self, area: AreaId) -> Holder {
        self.area_state(area).map_or(Holder::Neutral, |land| land.holder)
    }

    /// Returns the empire that has its capital in an area, while that empire holds it.
    pub fn capital_of(&self, area: AreaId) -> Option<EnemyId> {
        let Holder::Enemy(enemy) = self.holder(area) else { return None };
        self.scenario().enemy(enemy).is_some_and(|known| known.capital == area).then_some(enemy)
    }

    /// Whether an empire still has its capital and so may grow.
    pub fn is_alive(&self, enemy: EnemyId) -> bool {
        self.scenario().enemy(enemy).is_some_and(|known| self.capital_of(known.capital) == Some(enemy))
    }

    pub fn army(&self) -> &Army {
        &self.field.own
    }

    /// Returns the number of areas under the player's control.
    pub fn owned_count(&self) -> usize {
        self.area_states.iter().filter(|land| land.holder == Holder::Empire).count()
    }

    /// Returns an area's present gold pieces, at least 0.
    pub fn gold(&self, area: AreaId) -> u32 {
        let change = self.area_state(area).map_or(0, |land| land.gp_change);
        self.scenario().area(area).map_or(0, |area| area.gp.saturating_add_signed(change))
    }

    /// Returns an area's own defenders: its troops, with the changes by exploration.
    pub fn garrison(&self, area: AreaId) -> Vec<TroopGroup> {
        let change = self.area_state(area).map_or(0, |land| land.garrison_change);
        let mut groups = self.scenario().area(area).map(|area| area.troops.0.clone()).unwrap_or_default();
        if let Some(first) = groups.iter_mut().find(|group| change > 0 && group.troop.kind != Kind::Wizard) {
            first.count = first.count.saturating_add_signed(change);
        }
        for _ in change..0 {
            remove_weakest(&mut groups);
        }
        groups
    }

    /// Returns an empire's complete army: the troops of all areas it holds now, and those without an area. [SC-A5]
    pub fn enemy_army(&self, enemy: EnemyId) -> Vec<TroopGroup> {
        let is_held = |land: &AreaState| land.holder == Holder::Enemy(enemy);
        let areas = self.scenario().areas.iter().zip(&self.area_states).filter(|(_, land)| is_held(land));
        let mut groups: Vec<TroopGroup> = areas.flat_map(|(area, _)| self.garrison(area.id)).collect();
        if let (Some(known), Some(changes)) = (self.scenario().enemy(enemy), self.empire_changes.get(enemy.index())) {
            groups.extend(known.army_extra.0.iter().cloned());
            groups.extend(changes.extra.iter().cloned());
            changes.dead.iter().for_each(|dead| remove_dead(&mut groups, dead));
        }
        groups
    }

    /// Returns the defenders of an area and their side, or `None` in the player's area.
    pub fn defenders(&self, area: AreaId) -> Option<(Opponent, Vec<TroopGroup>)> {
        match self.holder(area) {
            Holder::Empire => None,
            Holder::Neutral => Some((Opponent::Garrison, self.garrison(area))),
            Holder::Enemy(enemy) => Some((Opponent::Empire(enemy), self.enemy_army(enemy))),
        }
    }

    /// Returns the ranks of these groups with counts, then those a wizard may evoke, and whether they have a wizard.
    pub fn ranks(&self, foe: Opponent, groups: &[TroopGroup]) -> (Vec<(Rank, u8)>, bool) {
        let has_wizard = |enemy| self.scenario().enemy(enemy).is_some_and(|enemy| enemy.wizard);
        let scenario_wizard = matches!(foe, Opponent::Empire(enemy) if has_wizard(enemy));
        let wizard = scenario_wizard || groups.iter().any(|group| group.troop.kind == Kind::Wizard && group.count > 0);
        let mut ranks: Vec<(Rank, u8)> = Vec::new();
        let mut add = |troop: &Troop, evoked: bool, count: u8| match ranks
            .iter_mut()
            .find(|(rank, _)| rank.troop == *troop && rank.evoked == evoked)
        {
            Some((_, total)) => *total = total.saturating_add(count),
            None => ranks.push((Rank { troop: troop.clone(), evoked }, count)),
        };
        for group in groups.iter().filter(|group| group.fights()) {
            add(&group.troop, false, group.count);
        }
        if wizard {
            self.scenario().evoke.iter().flat_map(|troops| &troops.0).for_each(|group| add(&group.troop, true, 0));
        }
        (ranks, wizard)
    }

    /// Returns the event that begins a battle in an area with this many rounds, or `None` without defenders. [SC-11]
    pub(crate) fn battle_start(&self, area: AreaId, rounds: u8) -> Option<BattleFact> {
        let (foe, groups) = self.defenders(area)?;
        let (foes, wizard) = self.ranks(foe, &groups);
        let rough = self.setup.rules.is_rough(self.scenario().area(area)?.terrain);
        Some(BattleFact::Joined { foes, wizard, rough, rounds })
    }

    /// Returns the field as an army would enter it in an area, before the die for the rounds.
    pub fn field_in(&self, area: AreaId, army: Army) -> Option<Field> {
        let mut field = Field::at_peace(army);
        battle::apply(&mut field, &self.battle_start(area, 0)?);
        Some(field)
    }

    /// Returns the neighbouring areas with the cost to enter each. [SC-9]
    pub fn neighbours(&self) -> impl Iterator<Item = (&Area, u8)> {
        let here = self.scenario().area(self.army_at).map(|area| &area.adj[..]).unwrap_or_default();
        here.iter().filter_map(|id| self.scenario().area(*id)).map(|area| (area, area.terrain.cost()))
    }

    /// Returns the areas for a retreat: where the army came from, or else all neighbours that the player holds. [SC-A8]
    pub fn retreats(&self) -> Vec<AreaId> {
        if self.holder(self.came_from) == Holder::Empire && self.came_from != self.army_at {
            return vec![self.came_from];
        }
        self.neighbours().map(|(area, _)| area.id).filter(|id| self.holder(*id) == Holder::Empire).collect()
    }
}

/// Removes the weakest unit, the last listed of equally weak ones. [SC-A17]
fn remove_weakest(groups: &mut Vec<TroopGroup>) {
    let fighting = groups.iter().enumerate().rev().filter(|(_, group)| group.fights());
    let weakest = fighting.min_by_key(|(_, group)| group.troop.combat_factor).map(|(place, _)| place);
    if let Some(place) = weakest {
        groups[place].count -= 1;
    }
    groups.retain(|group| group.count > 0);
}

fn remove_dead(groups: &mut [TroopGroup], dead: &TroopGroup) {
    let mut remaining = dead.count;
    for group in groups.iter_mut().filter(|group| group.troop == dead.troop) {
        let removed = remaining.min(group.count);
        group.count -= removed;
        remaining -= removed;
    }
}
