//! Conflict: rounds of magic and battle, with one implementation for the campaign and its odds. [SC-11 to SC-16]
use super::Ruling;
use crate::model::{Army, BattleFact, BattleStrengths, Field, LossCause, Phase, Purpose, Reason, Setup, Step, rules};
use play::{NotDecided, Rule};

/// Where a battle is fought: in a campaign, which keeps its events, or in calculating odds.
pub trait BattleStage {
    fn setup(&self) -> &Setup;
    fn field(&self) -> &Field;
    /// Whether events are kept, and with them the terms of sums.
    const RECORDS_SUMS: bool;
    fn strengths(&self) -> BattleStrengths {
        BattleStrengths::on_field(&self.setup().rules, self.field())
    }
    /// Rolls one die. Halts if it is missing or impossible.
    fn roll(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Ruling<u8>;
    /// Rolls one die that succeeds at `at_most` or less.
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Ruling<bool>;
    /// Picks a place by a die with one face for each unit, so larger groups are likelier. A single unit needs no die.
    fn pick(&mut self, counts: &[(usize, u8)], purpose: Purpose, rule: Rule) -> Ruling<usize> {
        let total: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        let face = if total > 1 { self.roll(total.min(255) as u8, purpose, rule)? } else { 1 };
        Ok(place_of_unit(counts, face))
    }
    fn record_event(&mut self, rule: Rule, fact: BattleFact);
    /// Removes enemies of a rank in the battle step.
    fn remove_enemies(&mut self, rule: Rule, place: usize, count: u8) {
        let rank = self.field().roster[place].clone();
        self.record_event(rule, BattleFact::FoeFell { rank, count, by: LossCause::Clash });
    }
    /// Removes units of the player in the battle step.
    fn remove_own(&mut self, rule: Rule, army: Army) {
        self.record_event(rule, BattleFact::OwnFell { army, by: LossCause::Clash });
    }
}

pub(crate) fn refuse<T>(rule: Rule, reason: Reason) -> Ruling<T> {
    Err(NotDecided::Refused { reason, rule })
}

/// Returns the place of the unit picked by a die with one face for each unit.
pub(crate) fn place_of_unit(counts: &[(usize, u8)], face: u8) -> usize {
    let mut sum = 0;
    let reached = counts.iter().find(|(_, count)| {
        sum += u32::from(*count);
        u32::from(face) <= sum
    });
    reached.or(counts.last()).map_or(0, |(place, _)| *place)
}

/// Begins a round, or ends the battle after the last round or if a side has no unit. [SC-11]
pub fn next_round<S: BattleStage>(stage: &mut S) {
    let field = stage.field();
    if field.rounds <= field.round || field.own.fighters() == 0 || field.foe_fighters() == 0 {
        return decide(stage);
    }
    let round = field.round + 1;
    stage.record_event(rules::BATTLE, BattleFact::RoundBegan { round });
    let step = stage.setup().first_step(stage.field());
    stage.record_event(rules::BATTLE, BattleFact::Due(step));
}

impl Setup {
    /// Returns the step at the start of a round. [SC-12]
    pub(crate) fn first_step(&self, field: &Field) -> Step {
        let casts = field.wizard && !self.scenario.enemy_spells.is_empty();
        if casts { Step::Magic } else { self.after_magic(field) }
    }

    fn after_magic(&self, field: &Field) -> Step {
        let casts = field.own.has_wizard() && !self.scenario.spells.is_empty();
        if casts { Step::Spell } else { Step::Clash }
    }
}

/// Continues after a wizard's turn, unless a side has no units left.
pub(crate) fn continue_after_magic<S: BattleStage>(stage: &mut S) {
    let field = stage.field();
    if field.own.fighters() == 0 || field.foe_fighters() == 0 {
        decide(stage);
    } else {
        let step = if field.step == Step::Magic { stage.setup().after_magic(field) } else { Step::Clash };
        stage.record_event(rules::BATTLE, BattleFact::Due(step));
    }
}

/// Refuses because another step is due.
pub(crate) fn refuse_step<S: BattleStage, T>(stage: &S, rule: Rule) -> Ruling<T> {
    refuse(rule, Reason::NotNow { due: Phase::Conflict, step: stage.field().step })
}

/// Decides the battle for the stronger side. Spells that last for a round no longer count. [SC-16, SC-A8]
fn decide<S: BattleStage>(stage: &mut S) {
    let (own_halves, foe_halves, won) = stage.field().outcome(&stage.setup().rules);
    stage.record_event(rules::OUTCOME, BattleFact::Decided { own_halves, foe_halves, won });
}
