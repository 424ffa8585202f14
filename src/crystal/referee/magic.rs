//! The magic step and the battle step of a round. [SC-12 to SC-15]
use smallvec::SmallVec;

use super::{
    Ruling,
    battle::{BattleStage, continue_after_magic, next_round, refuse, refuse_step},
};
use crate::model::{
    ARMY_TYPES, Army, BattleFact, BattleSide, BattleStrengths, COMBAT_TABLE, Clash, EnemyBlast, Field, Kind, LossCause,
    Purpose, Rank, Reason, Setup, Spell, Step, Troop, rules, table_losses,
};
use play::Rule;

/// Rolls on the enemy wizard's table and applies the result at once. [SC-12, SC-23]
pub fn enemy_magic<S: BattleStage>(stage: &mut S) -> Ruling {
    if stage.field().step != Step::Magic {
        return refuse_step(stage, rules::MAGIC);
    }
    let faces = equal_runs(&stage.setup().scenario.enemy_spells);
    let row = stage.pick(&faces, Purpose::EnemySpell, rules::ENEMY_SPELLS)?;
    let Some(known) = stage.setup().scenario.enemy_spells.get(row).copied() else {
        return refuse_step(stage, rules::MAGIC);
    };
    let works = known.works_to >= 6 || stage.test(6, known.works_to, Purpose::EnemySpellWorks, rules::ENEMY_SPELLS)?;
    stage.record_event(rules::ENEMY_SPELLS, BattleFact::EnemyCast { spell: known.spell, works });
    if works {
        match known.spell {
            Spell::Revive => revive_enemy(stage)?,
            Spell::Blast => lose_units_to_spell(stage, 1)?,
            Spell::Fireball => lose_units_to_spell(stage, 2)?,
            Spell::Evoke => evoke(stage)?,
            // No enemy has these: the loader refuses them.
            Spell::Armor | Spell::Weakness => {}
        }
    }
    continue_after_magic(stage);
    Ok(())
}

/// Revives one of the enemies lost in the round before. [SC-23, SC-A14]
fn revive_enemy<S: BattleStage>(stage: &mut S) -> Ruling {
    let lost = nonzero(&stage.field().foes_lost);
    let Some(place) = pick_one(stage, &lost, Purpose::EnemyRevives, rules::VICTIMS)? else { return Ok(()) };
    let rank = stage.field().roster[place].clone();
    stage.record_event(rules::ENEMY_SPELLS, BattleFact::FoeRose { rank });
    Ok(())
}

fn nonzero(counts: &[u8]) -> SmallVec<[(usize, u8); 8]> {
    counts.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect()
}

/// Returns the first row of each run of equal rows, and its length. Equal results need not be calculated twice.
fn equal_runs<T: PartialEq>(rows: &[T]) -> SmallVec<[(usize, u8); 6]> {
    let mut runs: SmallVec<[(usize, u8); 6]> = SmallVec::new();
    for (row, row_content) in rows.iter().enumerate() {
        match runs.last_mut().filter(|(first, _)| rows[*first] == *row_content) {
            Some((_, faces)) => *faces += 1,
            None => runs.push((row, 1)),
        }
    }
    runs
}

/// The runs for the columns of the combat table, precomputed because the odds use them by the million.
const TABLE_RUNS: [&[(usize, u8)]; 4] = [
    &[(0, 1), (1, 1), (2, 2), (4, 1), (5, 1)],
    &[(0, 2), (2, 1), (3, 1), (4, 1), (5, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)],
];

/// Picks a place by a die with one face for each unit, so larger groups are likelier. A single place needs no die.
fn pick_one<S: BattleStage>(
    stage: &mut S,
    counts: &[(usize, u8)],
    purpose: Purpose,
    rule: Rule,
) -> Ruling<Option<usize>> {
    match counts {
        [] => Ok(None),
        [(only, _)] => Ok(Some(*only)),
        several => Ok(Some(stage.pick(several, purpose, rule)?)),
    }
}

/// Removes some of the player's units by a spell. [SC-23, SC-A14]
fn lose_units_to_spell<S: BattleStage>(stage: &mut S, units: u32) -> Ruling {
    for _ in 0..units.min(stage.field().own.fighters()) {
        let own = nonzero(&stage.field().own.0[..ARMY_TYPES - 1]);
        let place = match stage.setup().rules.enemy_blast {
            EnemyBlast::Lowest => {
                own.into_iter().map(|(place, _)| place).min_by_key(|place| Kind::FIGHTERS[*place].combat_factor())
            }
            EnemyBlast::Random => pick_one(stage, &own, Purpose::Victim, rules::VICTIMS)?,
        };
        let Some(place) = place else { return Ok(()) };
        let army = Army::single(Kind::FIGHTERS[place], 1);
        stage.record_event(rules::VICTIMS, BattleFact::OwnFell { army, by: LossCause::Magic });
    }
    Ok(())
}

/// Adds evoked units, which fight at once. [SC-23]
fn evoke<S: BattleStage>(stage: &mut S) -> Ruling {
    let faces = equal_runs(&stage.setup().scenario.evoke);
    let row = stage.pick(&faces, Purpose::Evoked, rules::ENEMY_SPELLS)?;
    let scenario = stage.setup().scenario.clone();
    let groups = scenario.evoke.get(row).map(|troops| &troops.0[..]).unwrap_or_default();
    if groups.is_empty() {
        // The die decided that no unit comes.
        let rank = Rank { troop: Troop::without_name(Kind::Skirmish), evoked: true };
        stage.record_event(rules::ENEMY_SPELLS, BattleFact::Evoked { rank, count: 0 });
    }
    for group in groups {
        let rank = Rank { troop: group.troop.clone(), evoked: true };
        stage.record_event(rules::ENEMY_SPELLS, BattleFact::Evoked { rank, count: group.count });
    }
    Ok(())
}

/// Casts a known spell of the player's wizard at chosen targets. [SC-12, SC-22]
pub fn cast<S: BattleStage>(stage: &mut S, spell: Spell, at: &[Troop]) -> Ruling {
    if stage.field().step != Step::Spell {
        return match (stage.field().step == Step::Clash, stage.field().own.has_wizard()) {
            (true, true) => refuse(rules::MAGIC, Reason::SpellSpent),
            (true, false) => refuse(rules::MAGIC, Reason::NoWizard),
            (false, _) => refuse_step(stage, rules::MAGIC),
        };
    }
    let known = stage.setup().scenario.spells.iter().find(|known| known.spell == spell).copied();
    let Some(known) = known else { return refuse(rules::SPELLS, Reason::UnknownSpell { spell }) };
    let effects = spell_effects(stage, spell, at)?;
    let works = known.works_to >= 6 || stage.test(6, known.works_to, Purpose::SpellWorks, rules::SPELLS)?;
    stage.record_event(rules::SPELLS, BattleFact::Cast { spell, works });
    for fact in effects.into_iter().filter(|_| works) {
        stage.record_event(rules::SPELLS, fact);
    }
    continue_after_magic(stage);
    Ok(())
}

/// Returns the effects of a spell if it works. Each target must be present. [SC-22]
fn spell_effects<S: BattleStage>(stage: &S, spell: Spell, at: &[Troop]) -> Ruling<Vec<BattleFact>> {
    let field = stage.field();
    let needed = match spell {
        Spell::Fireball => field.foe_fighters().min(2) as usize,
        Spell::Revive | Spell::Blast | Spell::Armor | Spell::Weakness => 1,
        Spell::Evoke => return refuse(rules::SPELLS, Reason::UnknownSpell { spell }),
    };
    if at.len() != needed {
        return refuse(rules::SPELLS, Reason::Targets { spell, needed: needed as u8, given: at.len() as u8 });
    }
    match spell {
        Spell::Revive => Ok(vec![BattleFact::OwnRose { kind: own_target(&field.own_lost, spell, &at[0])? }]),
        Spell::Armor => Ok(vec![BattleFact::Armored { kind: own_target(&field.own, spell, &at[0])? }]),
        Spell::Weakness => {
            Ok(foe_targets(field, spell, at)?.into_iter().map(|rank| BattleFact::Weakened { rank }).collect())
        }
        Spell::Blast | Spell::Fireball | Spell::Evoke => {
            let fell = |rank| BattleFact::FoeFell { rank, count: 1, by: LossCause::Magic };
            Ok(foe_targets(field, spell, at)?.into_iter().map(fell).collect())
        }
    }
}

/// Returns one of the player's units in `pool`.
fn own_target(pool: &Army, spell: Spell, troop: &Troop) -> Ruling<Kind> {
    if pool.present().any(|(kind, _)| kind == troop.kind && kind != Kind::Wizard) {
        return Ok(troop.kind);
    }
    refuse(rules::SPELLS, Reason::NoSuchTarget { spell, troop: troop.clone() })
}

/// Returns enemies on the field, each named as often as it is hit.
fn foe_targets(field: &Field, spell: Spell, at: &[Troop]) -> Ruling<Vec<Rank>> {
    let mut remaining = field.foes.clone();
    let mut found = Vec::new();
    for troop in at {
        let match_found =
            field.roster.iter().enumerate().find(|(place, rank)| remaining[*place] > 0 && rank.troop == *troop);
        let Some((place, rank)) = match_found else {
            return refuse(rules::SPELLS, Reason::NoSuchTarget { spell, troop: troop.clone() });
        };
        remaining[place] -= 1;
        found.push(rank.clone());
    }
    Ok(found)
}

/// Declines to cast a spell in this round. [SC-12]
pub fn decline_spell<S: BattleStage>(stage: &mut S) -> Ruling {
    if stage.field().step != Step::Spell {
        return refuse_step(stage, rules::MAGIC);
    }
    continue_after_magic(stage);
    Ok(())
}

/// Fights the battle step: strengths, column, die, losses. [SC-13 to SC-15]
pub fn clash<S: BattleStage>(stage: &mut S) -> Ruling {
    match stage.field().step {
        Step::Clash | Step::Spell => {}
        Step::Idle | Step::Magic | Step::Losses { .. } | Step::Over => return refuse_step(stage, rules::BATTLE),
    }
    let BattleStrengths { own_halves, foe_halves, cavalry, odds } = stage.strengths();
    let column = usize::from(odds.column.clamp(1, 4)) - 1;
    debug_assert_eq!(*TABLE_RUNS[column], *equal_runs(&COMBAT_TABLE.map(|row| row[column])));
    let row = stage.pick(TABLE_RUNS[column], Purpose::Clash, rules::COMBAT_TABLE)?;
    let (defender, attacker) = table_losses(row as u8 + 1, odds.column);
    let (foe_losses, own_losses) = if odds.swapped { (attacker, defender) } else { (defender, attacker) };
    if S::RECORDS_SUMS {
        let terms = |side| stage.field().terms(&stage.setup().rules, side);
        let (own, foes) = (terms(BattleSide::Own), terms(BattleSide::Foes));
        let clash = Clash { own, own_halves, foes, foe_halves, cavalry, odds, own_losses, foe_losses };
        stage.record_event(rules::COMBAT_TABLE, BattleFact::Clashed(clash));
    }
    remove_weakest(stage, foe_losses)?;
    take_own_losses(stage, own_losses);
    Ok(())
}

/// Removes the weakest enemies, ties by a die. [SC-15]
fn remove_weakest<S: BattleStage>(stage: &mut S, losses: u8) -> Ruling {
    let mut remaining = u32::from(losses).min(stage.field().foe_fighters());
    while remaining > 0 {
        let field = stage.field();
        let Some(weakest) = field.ranks_left().map(|(_, rank, _)| rank.troop.combat_factor).min() else {
            return Ok(());
        };
        let weak = field.ranks_left().filter(|(_, rank, _)| rank.troop.combat_factor == weakest);
        let weak: SmallVec<[(usize, u8); 8]> = weak.map(|(place, _, count)| (place, count)).collect();
        let all: u32 = weak.iter().map(|(_, count)| u32::from(*count)).sum();
        let (place, count) = match weak[..] {
            [(only, count)] => (only, remaining.min(u32::from(count))),
            // All the weakest are lost, so no die is needed.
            [(first, count), ..] if all <= remaining => (first, u32::from(count)),
            _ => (pick_one(stage, &weak, Purpose::FoeFalls, rules::LOSSES)?.unwrap_or_default(), 1),
        };
        remaining -= count;
        stage.remove_enemies(rules::LOSSES, place, count as u8);
    }
    Ok(())
}

/// Takes the player's losses, by choice if there is one. [SC-15]
fn take_own_losses<S: BattleStage>(stage: &mut S, losses: u8) {
    match stage.setup().required_losses(&stage.field().own, losses) {
        RequiredLosses::Nothing => {}
        RequiredLosses::Fixed(army) => stage.remove_own(rules::LOSSES, army),
        RequiredLosses::Choice(owed) => {
            return stage.record_event(rules::LOSSES, BattleFact::Due(Step::Losses { owed }));
        }
    }
    next_round(stage);
}

/// Removes the units chosen by the player. [SC-15, SC-A11]
pub fn lose<S: BattleStage>(stage: &mut S, army: &Army) -> Ruling {
    let Step::Losses { owed } = stage.field().step else { return refuse_step(stage, rules::LOSSES) };
    stage.setup().check_losses(&stage.field().own, army, owed)?;
    stage.remove_own(rules::LOSSES, *army);
    next_round(stage);
    Ok(())
}

pub(crate) enum RequiredLosses {
    Nothing,
    /// There is no choice.
    Fixed(Army),
    /// This many, by the player's choice.
    Choice(u8),
}

impl Setup {
    /// Returns the losses to take: at most the units present, with a choice if there is any. [SC-15]
    pub(crate) fn required_losses(&self, own: &Army, losses: u8) -> RequiredLosses {
        let pool = self.possible_losses(own);
        let available = pool.0.iter().map(|count| u32::from(*count)).sum::<u32>();
        let required = u32::from(losses).min(available) as u8;
        match pool.0.iter().filter(|count| **count > 0).count() {
            _ if required == 0 => RequiredLosses::Nothing,
            1 => RequiredLosses::Fixed(Army(pool.0.map(|count| count.min(required)))),
            _ if u32::from(required) < available => RequiredLosses::Choice(required),
            _ => RequiredLosses::Fixed(pool),
        }
    }

    /// Refuses losses that the player may not choose: they must be as many as owed, and present.
    pub(crate) fn check_losses(&self, own: &Army, army: &Army, owed: u8) -> Ruling {
        if army.has_wizard() && !self.rules.wizard_loss {
            return refuse(rules::WIZARD_LOSS, Reason::WizardNoLoss);
        }
        let named = army.fighters() + u32::from(army.0[ARMY_TYPES - 1]);
        if named != u32::from(owed) {
            return refuse(rules::LOSSES, Reason::WrongLosses { owed, named: named.min(255) as u8 });
        }
        match army.present().find(|(kind, count)| own.count(*kind) < *count) {
            Some((kind, _)) => refuse(rules::LOSSES, Reason::NotThere { kind, held: own.count(kind) }),
            None => Ok(()),
        }
    }
}
