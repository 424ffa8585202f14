//! Conflict: rounds of magic and steel. Written once, for the campaign and for its odds. [SC-11 to SC-16]
use super::Ruling;
use crate::model::{Army, BattleFact, By, Field, Phase, Purpose, Reason, Setup, Step, Weights, rules};
use play::{Halt, Rule};

/// Where a battle is fought: in a campaign, whose facts are kept, or in the odds of one.
pub trait Stage {
    fn setup(&self) -> &Setup;
    fn field(&self) -> &Field;
    /// Whether facts are kept, so that the terms of sums are worth writing out.
    const KEEPS: bool;
    /// What both sides weigh on the field.
    fn weights(&self) -> Weights {
        Weights::of(&self.setup().rules, self.field())
    }
    /// Throws one die; halts where it is missing, or has no such face.
    fn throw(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Ruling<u8>;
    /// Throws one die that succeeds at `at_most` or less.
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Ruling<bool>;
    /// Picks one of several places by a die of all the units there, where there is more than one: each place is as likely
    /// as it has units.
    fn pick(&mut self, counts: &[(usize, u8)], purpose: Purpose, rule: Rule) -> Ruling<usize> {
        let many: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        let face = if many > 1 { self.throw(many.min(255) as u8, purpose, rule)? } else { 1 };
        Ok(picked(counts, face))
    }
    fn note(&mut self, rule: Rule, fact: BattleFact);
    /// Enemies of a rank fall in the battle step.
    fn foes_fell(&mut self, rule: Rule, place: usize, count: u8) {
        let rank = self.field().roster[place].clone();
        self.note(rule, BattleFact::FoeFell { rank, count, by: By::Clash });
    }
    /// Units of the player's fall in the battle step.
    fn own_fell(&mut self, rule: Rule, army: Army) {
        self.note(rule, BattleFact::OwnFell { army, by: By::Clash });
    }
}

pub(crate) fn refuse<T>(rule: Rule, reason: Reason) -> Ruling<T> {
    Err(Halt::Refused { reason, rule })
}

/// The place of the unit that a die of all of them has picked.
pub(crate) fn picked(counts: &[(usize, u8)], face: u8) -> usize {
    let mut sum = 0;
    let reached = counts.iter().find(|(_, count)| {
        sum += u32::from(*count);
        u32::from(face) <= sum
    });
    reached.or(counts.last()).map_or(0, |(place, _)| *place)
}

/// Opens a round, or ends the battle when the last is over or a side has no unit. [SC-11]
pub fn next_round<S: Stage>(stage: &mut S) {
    let field = stage.field();
    if field.rounds <= field.round || field.own.fighters() == 0 || field.foe_fighters() == 0 {
        return decided(stage);
    }
    let round = field.round + 1;
    stage.note(rules::BATTLE, BattleFact::RoundBegan { round });
    let step = stage.setup().first_step(stage.field());
    stage.note(rules::BATTLE, BattleFact::Due(step));
}

impl Setup {
    /// What is due when a round begins. [SC-12]
    pub(crate) fn first_step(&self, field: &Field) -> Step {
        let casts = field.wizard && !self.scenario.enemy_spells.is_empty();
        if casts { Step::Magic } else { self.after_magic(field) }
    }

    /// What is due when the enemy's wizard has done its part.
    fn after_magic(&self, field: &Field) -> Step {
        let casts = field.own.has_wizard() && !self.scenario.spells.is_empty();
        if casts { Step::Spell } else { Step::Clash }
    }
}

/// Goes on when a wizard has done its part, unless that has emptied the field.
pub(crate) fn go_on_after<S: Stage>(stage: &mut S) {
    let field = stage.field();
    if field.own.fighters() == 0 || field.foe_fighters() == 0 {
        decided(stage);
    } else {
        let step = if field.step == Step::Magic { stage.setup().after_magic(field) } else { Step::Clash };
        stage.note(rules::BATTLE, BattleFact::Due(step));
    }
}

/// Something else is due.
pub(crate) fn wrong_step<S: Stage, T>(stage: &S, rule: Rule) -> Ruling<T> {
    refuse(rule, Reason::NotNow { due: Phase::Conflict, step: stage.field().step })
}

/// The stronger side at the end has won; what lasted for a round is over. [SC-16, SC-A8]
fn decided<S: Stage>(stage: &mut S) {
    let (own_halves, foe_halves, won) = stage.field().outcome(&stage.setup().rules);
    stage.note(rules::OUTCOME, BattleFact::Decided { own_halves, foe_halves, won });
}
