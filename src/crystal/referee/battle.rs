//! Conflict: rounds of magic and steel. Written once, for the campaign and for its odds. [SC-11 to SC-16]
use crate::model::{Army, BattleFact, By, Crystal, Field, Phase, Purpose, Reason, Setup, Step, Weights, rules};
use play::{Halt, HaltOf, Rule};

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
    /// Throws one die.
    ///
    /// # Errors
    /// Dice are missing, or one has no such face.
    fn throw(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Result<u8, HaltOf<Crystal>>;
    /// Throws one die that succeeds at `at_most` or less.
    ///
    /// # Errors
    /// As [`throw`](Stage::throw).
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Result<bool, HaltOf<Crystal>>;
    /// Picks one of several places by a die of all the units there: each is as likely as it has units.
    ///
    /// # Errors
    /// As [`throw`](Stage::throw).
    fn pick(&mut self, counts: &[(usize, u8)], purpose: Purpose, rule: Rule) -> Result<usize, HaltOf<Crystal>>
    where
        Self: Sized,
    {
        let many = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        let at = any_of(self, many, purpose, rule)?;
        Ok(picked(counts.iter().copied(), at))
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

type Ruling<T = ()> = Result<T, HaltOf<Crystal>>;

pub(crate) fn refuse<T>(rule: Rule, reason: Reason) -> Ruling<T> {
    Err(Halt::Refused { reason, rule })
}

/// Throws for one of several when there is more than one to choose from: `None` where no die was needed.
fn any_of<S: Stage>(stage: &mut S, many: u32, purpose: Purpose, rule: Rule) -> Ruling<u32> {
    match many {
        0 | 1 => Ok(0),
        _ => Ok(u32::from(stage.throw(many.min(255) as u8, purpose, rule)?) - 1),
    }
}

/// The place of the unit that a die of all of them has picked.
pub(crate) fn picked(counts: impl IntoIterator<Item = (usize, u8)>, mut at: u32) -> usize {
    let mut last = 0;
    for (place, count) in counts {
        last = place;
        if at < u32::from(count) {
            break;
        }
        at -= u32::from(count);
    }
    last
}

/// Opens a round, or ends the battle when the last is over or a side has no unit. [SC-11]
pub fn next_round<S: Stage>(stage: &mut S) {
    let field = stage.field();
    if field.rounds <= field.round || field.own_fighters() == 0 || field.foe_fighters() == 0 {
        return decided(stage);
    }
    let round = field.round + 1;
    stage.note(rules::BATTLE, BattleFact::RoundBegan { round });
    let wizard = stage.field().wizard && !stage.setup().scenario.enemy_spells.is_empty();
    let step = if wizard { Step::Magic } else { after_magic(stage) };
    stage.note(rules::BATTLE, BattleFact::Due(step));
}

pub(crate) fn after_magic<S: Stage>(stage: &S) -> Step {
    let casts = stage.field().own_wizard() && !stage.setup().scenario.spells.is_empty();
    if casts { Step::Spell } else { Step::Clash }
}

/// What is due when a wizard has done its part.
fn step_after<S: Stage>(stage: &S) -> Step {
    if stage.field().step == Step::Magic { after_magic(stage) } else { Step::Clash }
}

/// Goes on when a wizard has done its part, unless that has emptied the field.
pub(crate) fn go_on_after<S: Stage>(stage: &mut S) {
    let field = stage.field();
    if field.own_fighters() == 0 || field.foe_fighters() == 0 {
        decided(stage);
    } else {
        let step = step_after(stage);
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
