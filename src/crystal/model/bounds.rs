//! Bounds for scenario files and for the header (line 1) of a journal: countable troops, and tables.
use std::collections::BTreeSet;

use play::is_line;

use super::{Area, EventEffect, Finding, Kind, KnownSpell, Scenario, Spell, Troop, Troops};

/// Gold that an event or a find may add or take is less than this. (house)
const EVENT_GOLD_BOUND: u32 = 10_000;
/// The change by a find to an area's gold is less than this. (house)
const FIND_GOLD_BOUND: u32 = 1_000;
/// The change by a find to the number of defenders is less than this. (house)
const GARRISON_CHANGE_BOUND: u8 = 20;
/// Most that an event adds to expansion dice. (house)
const MAX_EXPANSION_BONUS: u8 = 6;
/// Most movement points that an event adds. (house)
const MAX_MP_BONUS: u8 = 10;
/// Most units of one kind in a host or an army.
const MAX_UNITS_OF_KIND: u32 = u8::MAX as u32;

impl EventEffect {
    /// Whether a table may contain this effect.
    pub fn is_in_range(self) -> bool {
        match self {
            EventEffect::Treasure(by) => by.unsigned_abs() < EVENT_GOLD_BOUND,
            EventEffect::Expansion(by) => by <= MAX_EXPANSION_BONUS,
            EventEffect::Add(_, kind) => kind != Kind::Monster,
            EventEffect::Mp(mp) => mp <= MAX_MP_BONUS,
            EventEffect::WizardOrGp(gp) => gp < EVENT_GOLD_BOUND,
            EventEffect::None | EventEffect::LoseUnit(_) | EventEffect::LoseCostliest(_) => true,
            EventEffect::Discount(_) => true,
        }
    }
}

impl Finding {
    /// Whether a table may contain this finding.
    pub fn is_sound(self) -> bool {
        match self {
            Finding::None => true,
            Finding::AreaGp(by) => by.unsigned_abs() < FIND_GOLD_BOUND,
            Finding::Garrison(by) => by.unsigned_abs() < GARRISON_CHANGE_BOUND,
            Finding::Ambush(gp) => gp < EVENT_GOLD_BOUND,
        }
    }
}

impl KnownSpell {
    /// Whether the highest face at which it works is on a D6.
    pub fn is_possible(self) -> bool {
        (1..=6).contains(&self.works_to)
    }

    /// Whether a player's wizard may know it: Evoke is for enemies only. [SC-22]
    pub fn is_for_player(self) -> bool {
        self.spell != Spell::Evoke
    }

    /// Whether an enemy's wizard may cast it. [SC-23]
    pub fn is_for_enemy(self) -> bool {
        !matches!(self.spell, Spell::Armor | Spell::Weakness)
    }
}

/// Returns the kinds of which these lists together have more units than a host can count, each with its sum. All areas
/// are added, because an empire may come to hold all of them.
pub fn kinds_over_byte_limit<'t>(lists: impl Iterator<Item = &'t Troops>) -> Vec<(&'t Troop, u32)> {
    let mut sums: Vec<(&Troop, u32)> = Vec::new();
    for group in lists.flat_map(|troops| &troops.0) {
        match sums.iter_mut().find(|(troop, _)| **troop == group.troop) {
            Some((_, sum)) => *sum += u32::from(group.count),
            None => sums.push((&group.troop, u32::from(group.count))),
        }
    }
    sums.retain(|(_, sum)| MAX_UNITS_OF_KIND < *sum);
    sums
}

/// Returns the army's kinds of which the army and the recruits of these areas have too many units to count, each with
/// its sum. MAX may come to include all of them. [SC-8, SC-17]
pub fn kinds_overflowing_max<'a>(army: &Troops, areas: impl Iterator<Item = &'a Area> + Clone) -> Vec<(Kind, u32)> {
    let recruits = |troops: &Troops, kind: Kind| -> u32 {
        let of_kind = troops.0.iter().filter(|group| !group.local && group.troop.kind == kind);
        of_kind.map(|group| u32::from(group.count)).sum()
    };
    let sum = |kind: Kind| {
        let own = recruits(army, kind);
        (own, own + areas.clone().map(|area| recruits(&area.troops, kind)).sum::<u32>())
    };
    let sums = Kind::RECRUITS.into_iter().map(|kind| (kind, sum(kind)));
    sums.filter(|(_, (own, sum))| 0 < *own && MAX_UNITS_OF_KIND < *sum).map(|(kind, (_, sum))| (kind, sum)).collect()
}

impl Scenario {
    /// Finds errors in areas, names and capitals, and troops that are impossible or too many to count.
    pub(super) fn troops_error(&self) -> Option<String> {
        if !self.areas.is_sorted_by_key(|area| area.id) {
            return Some("its areas are not in the order of their numbers".to_owned());
        }
        let names = self.areas.iter().map(|area| &area.name).chain(self.enemies.iter().map(|enemy| &enemy.name));
        if let Some(name) = names.chain([&self.name]).find(|name| !is_line(name)) {
            return Some(format!("\"{}\" is not a name on one line", name.escape_debug()));
        }
        let mut names = BTreeSet::new();
        if let Some(area) = self.areas.iter().find(|area| !names.insert(area.name.to_lowercase())) {
            return Some(format!("two areas are called {}", area.name));
        }
        let army = &self.start.army;
        if army.fighters() == 0 || army.0.iter().any(|group| group.local || group.troop.kind == Kind::Monster) {
            return Some("the army has no fighting unit, or one that the player cannot have".to_owned());
        }
        if let Some(enemy) = self.enemies.iter().find(|enemy| !enemy.owned.contains(&enemy.capital)) {
            return Some(format!("{} does not own its capital", enemy.name));
        }
        let lists = self.areas.iter().map(|area| &area.troops);
        let lists = lists.chain(self.enemies.iter().map(|enemy| &enemy.army_extra));
        if let Some((troop, sum)) = kinds_over_byte_limit(lists).first() {
            return Some(format!("its areas and hosts have {sum} {troop}, more than a host can count"));
        }
        let (kind, sum) = kinds_overflowing_max(army, self.areas.iter()).into_iter().next()?;
        Some(format!("its army and areas have {sum} {}, more than MAX can count", kind.code()))
    }

    /// Finds effects and spells that no table of a file may have.
    pub(super) fn tables_error(&self) -> Option<&'static str> {
        let mut known = BTreeSet::new();
        let is_usable = |spell: &KnownSpell| spell.is_possible() && spell.is_for_player();
        if !self.events.iter().all(|line| line.effect.is_in_range()) {
            return Some("an effect of its events is out of range");
        }
        if !self.exploration.iter().all(|line| line.effect.is_sound()) {
            return Some("an effect of its table of exploration is out of range");
        }
        if !self.spells.iter().all(|spell| is_usable(spell) && known.insert(spell.spell.name())) {
            return Some("a spell of the player is known twice, never works or is an enemy's");
        }
        let is_castable = |spell: &KnownSpell| spell.is_possible() && spell.is_for_enemy();
        (!self.enemy_spells.iter().all(is_castable)).then_some("a spell of the enemy never works or is the player's")
    }
}
