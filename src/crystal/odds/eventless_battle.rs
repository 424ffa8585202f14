//! Battles decided without keeping their events, by the referee's own rulings, with dice from any source.
use super::policy::Policy;
use crate::{
    model::{Army, BattleFact, BattleStrengths, Field, Purpose, Setup, Step, battle},
    referee::{
        Ruling,
        battle::{BattleStage, place_of_unit},
        magic,
    },
};
use play::Rule;

/// Carries out the due step by a policy. Returns false if none is due.
pub(crate) fn play_step<S: BattleStage>(stage: &mut S, policy: Policy) -> Ruling<bool> {
    match stage.field().step {
        Step::Magic => magic::enemy_magic(stage)?,
        Step::Spell => match policy.spell(stage.setup(), stage.field()) {
            Some((spell, at)) => magic::cast(stage, spell, &at)?,
            None => magic::decline_spell(stage)?,
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
pub(crate) fn play_round<S: BattleStage>(stage: &mut S, policy: Policy) {
    let round = stage.field().round;
    while stage.field().round == round && matches!(play_step(stage, policy), Ok(true)) {}
}

pub(crate) trait SingleDice {
    fn face(&mut self, sides: u8) -> u8;
    fn test(&mut self, sides: u8, at_most: u8) -> bool {
        self.face(sides) <= at_most
    }
    /// Picks one of several places, weighted by its units. There must be at least two units.
    fn pick(&mut self, counts: &[(usize, u8)]) -> usize {
        let total: u32 = counts.iter().map(|(_, count)| u32::from(*count)).sum();
        place_of_unit(counts, self.face(total.min(255) as u8))
    }
}

pub(crate) struct CallerDice<'a>(pub(crate) &'a mut dyn FnMut(u8) -> u8);

impl SingleDice for CallerDice<'_> {
    fn face(&mut self, sides: u8) -> u8 {
        (self.0)(sides)
    }
}

pub(crate) struct EventlessBattle<'a, D: SingleDice> {
    pub(crate) setup: &'a Setup,
    pub(crate) field: &'a mut Field,
    pub(crate) dice: &'a mut D,
    /// The strengths on the field, if known and unchanged.
    pub(crate) strengths: Option<BattleStrengths>,
    /// Collects the events of magic, if wanted.
    pub(crate) magic_events: Option<&'a mut Vec<BattleFact>>,
}

impl<'a, D: SingleDice> EventlessBattle<'a, D> {
    pub(crate) fn new(setup: &'a Setup, field: &'a mut Field, dice: &'a mut D) -> EventlessBattle<'a, D> {
        EventlessBattle { setup, field, dice, strengths: None, magic_events: None }
    }
}

impl<D: SingleDice> BattleStage for EventlessBattle<'_, D> {
    const RECORDS_SUMS: bool = false;
    fn setup(&self) -> &Setup {
        self.setup
    }
    fn field(&self) -> &Field {
        self.field
    }
    fn strengths(&self) -> BattleStrengths {
        self.strengths.unwrap_or_else(|| BattleStrengths::on_field(&self.setup.rules, self.field))
    }
    fn roll(&mut self, sides: u8, _: Purpose, _: Rule) -> Ruling<u8> {
        Ok(self.dice.face(sides))
    }
    fn test(&mut self, sides: u8, at_most: u8, _: Purpose, _: Rule) -> Ruling<bool> {
        Ok(self.dice.test(sides, at_most))
    }
    fn pick(&mut self, counts: &[(usize, u8)], _: Purpose, _: Rule) -> Ruling<usize> {
        Ok(self.dice.pick(counts))
    }
    #[inline(always)]
    fn record_event(&mut self, _: Rule, fact: BattleFact) {
        self.strengths = None;
        battle::apply(self.field, &fact);
        if let BattleFact::RoundBegan { .. } = fact {
            // It matters only that a new round began, not its number.
            self.field.round %= 2;
        }
        if let Some(events) = &mut self.magic_events {
            events.push(fact);
        }
    }
    fn remove_enemies(&mut self, _: Rule, place: usize, count: u8) {
        self.strengths = None;
        battle::remove_enemies(self.field, place, count);
    }
    fn remove_own(&mut self, _: Rule, army: Army) {
        self.strengths = None;
        battle::remove_own(self.field, &army);
    }
}
