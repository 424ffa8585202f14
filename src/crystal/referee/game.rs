//! The game: passes each command to its phase, and keeps the events of a battle.
use super::{Ruling, Turn, battle::Stage, magic, turn};
use crate::model::{BattleFact, Command, Crystal, Fact, Field, Purpose, Reason, Setup, State, apply};
use play::{Ask, Game, Rule};

impl Game for Crystal {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    const DICE_BIND_CHOICES: bool = true;

    fn fault(setup: &Setup) -> Option<String> {
        setup.scenario.fault()
    }

    fn begin(setup: &Setup) -> State {
        turn::begin(setup)
    }

    fn decide(draft: &mut Turn<'_>, command: &Command) -> Ruling {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        match command {
            Command::Event => turn::event(draft),
            Command::Lose { army } => turn::lose(draft, army),
            Command::Buy { count, kind } => turn::buy(draft, *count, *kind),
            Command::Done => turn::done(draft),
            Command::Move { to } => turn::march(draft, *to),
            Command::Stay => turn::stay(draft),
            Command::Explore => turn::explore(draft),
            Command::Battle => turn::battle(draft),
            Command::Magic => turn::in_battle(draft, magic::enemy),
            Command::Cast { spell, at } => turn::in_battle(draft, |draft| magic::cast(draft, *spell, at)),
            Command::Hold => turn::in_battle(draft, magic::hold),
            Command::Fight => turn::in_battle(draft, magic::clash),
            Command::Retreat { to } => turn::retreat(draft, *to),
            Command::Free { kind } => turn::free(draft, *kind),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        apply(state, fact);
    }
}

impl Stage for Turn<'_> {
    const KEEPS: bool = true;
    fn setup(&self) -> &Setup {
        &self.state().setup
    }
    fn field(&self) -> &Field {
        &self.state().field
    }
    fn throw(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Ruling<u8> {
        self.roll(Ask::one(sides, purpose, rule))
    }
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Ruling<bool> {
        Ok(self.roll(Ask::test(sides, at_most, purpose, rule))? <= at_most)
    }
    fn note(&mut self, rule: Rule, fact: BattleFact) {
        Turn::note(self, rule, Fact::Battle(fact));
    }
}
