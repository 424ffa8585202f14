//! Battles decided without keeping their events, by the referee's own rulings, with dice from any source.
use super::policy::Policy;
use crate::{
    model::{Army, BattleFact, Field, Purpose, Setup, Step, Weights, battle},
    referee::{
        Ruling,
        battle::{Stage, picked},
        magic,
    },
};
use play::Rule;

/// Carries out the due step by a policy. Returns false if none is due.
pub(crate) fn step<S: Stage>(stage: &mut S, policy: Policy) -> Ruling<bool> {
    match stage.field().step {
        Step::Magic => magic::enemy(stage)?,
        Step::Spell => match policy.spell(stage.setup(), stage.field()) {
            Some((spell, at)) => magic::cast(stage, spell, &at)?,
            None => magic::hold(stage)?,
        },
        Step::Clash => magic::clash(stage)?,
        Step::Losses { owed } => {
            let army = policy.losses(stage.setup(), stage.field(), owed);
            magic::lose(stage, &army)?;
        }
        Step::Idle | Step::Over => return Ok(false),
    }
    Ok(true)
}

/// Plays until the next round begins or the battle is over.
pub(crate) fn play_round<S: Stage>(stage: &mut S, policy: Policy) {
    let round = stage.field().round;
    while stage.field().round == round && matches!(step(stage, policy), Ok(true)) {}
}

/// A source of single dice.
pub(crate) trait Faces {
    fn face(&mut self, sides: u8) -> u8;
    fn test(&mut self, sides: u8, at_most: u8) -> bool {
        self.face(sides) <= at_most
    }
    /// Picks one of several places, weighted by its units, of which there is more than one.
    fn pick(&mut self, counts: &[(usize, u8)]) -> usize {
        let many: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        picked(counts, self.face(many.min(255) as u8))
    }
}

/// Dice supplied by the caller.
pub(crate) struct Thrown<'a>(pub(crate) &'a mut dyn FnMut(u8) -> u8);

impl Faces for Thrown<'_> {
    fn face(&mut self, sides: u8) -> u8 {
        (self.0)(sides)
    }
}

/// A battle whose events are not kept.
pub(crate) struct Bench<'a, D: Faces> {
    pub(crate) setup: &'a Setup,
    pub(crate) field: &'a mut Field,
    pub(crate) dice: &'a mut D,
    /// The strengths on the field, if known and unchanged.
    pub(crate) weights: Option<Weights>,
    /// Collects the events of magic, if wanted.
    pub(crate) heard: Option<&'a mut Vec<BattleFact>>,
}

impl<'a, D: Faces> Bench<'a, D> {
    pub(crate) fn new(setup: &'a Setup, field: &'a mut Field, dice: &'a mut D) -> Bench<'a, D> {
        Bench { setup, field, dice, weights: None, heard: None }
    }
}

impl<D: Faces> Stage for Bench<'_, D> {
    const KEEPS: bool = false;
    fn setup(&self) -> &Setup {
        self.setup
    }
    fn field(&self) -> &Field {
        self.field
    }
    fn weights(&self) -> Weights {
        self.weights.unwrap_or_else(|| Weights::of(&self.setup.rules, self.field))
    }
    fn throw(&mut self, sides: u8, _: Purpose, _: Rule) -> Ruling<u8> {
        Ok(self.dice.face(sides))
    }
    fn test(&mut self, sides: u8, at_most: u8, _: Purpose, _: Rule) -> Ruling<bool> {
        Ok(self.dice.test(sides, at_most))
    }
    fn pick(&mut self, counts: &[(usize, u8)], _: Purpose, _: Rule) -> Ruling<usize> {
        Ok(self.dice.pick(counts))
    }
    #[inline(always)]
    fn note(&mut self, _: Rule, fact: BattleFact) {
        self.weights = None;
        battle::apply(self.field, &fact);
        if let BattleFact::RoundBegan { .. } = fact {
            // Only the start of a round matters, not its number.
            self.field.round %= 2;
        }
        if let Some(facts) = &mut self.heard {
            facts.push(fact);
        }
    }
    fn foes_fell(&mut self, _: Rule, place: usize, count: u8) {
        self.weights = None;
        battle::foes_fell(self.field, place, count);
    }
    fn own_fell(&mut self, _: Rule, army: Army) {
        self.weights = None;
        battle::own_fell(self.field, &army);
    }
}
