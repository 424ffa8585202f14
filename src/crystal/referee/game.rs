//! The game: passes each command to its phase, and keeps the events of a battle.
use super::{Ruling, TurnDraft, battle::BattleStage, magic, turn};
use crate::model::{BattleFact, Command, Crystal, Fact, Field, Purpose, Reason, Setup, State, apply};
use play::{DiceRequest, Game, Rule};

impl Game for Crystal {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    const DICE_BIND_CHOICES: bool = true;

    fn setup_error(setup: &Setup) -> Option<String> {
        setup.scenario.first_error()
    }

    fn initial_state(setup: &Setup) -> State {
        turn::initial_state(setup)
    }

    fn decide(draft: &mut TurnDraft<'_>, command: &Command) -> Ruling {
        if let Some(ending) = draft.state().result {
            return draft.refuse(ending.rule(), Reason::Over(ending));
        }
        match command {
            Command::Event => turn::roll_event(draft),
            Command::Lose { army } => turn::lose(draft, army),
            Command::Buy { count, kind } => turn::buy(draft, *count, *kind),
            Command::Done => turn::end_recruitment(draft),
            Command::Move { to } => turn::move_army(draft, *to),
            Command::Stay => turn::end_movement(draft),
            Command::Explore => turn::explore(draft),
            Command::Battle => turn::begin_battle(draft),
            Command::Magic => turn::order_in_battle(draft, magic::enemy_magic),
            Command::Cast { spell, at } => turn::order_in_battle(draft, |draft| magic::cast(draft, *spell, at)),
            Command::Hold => turn::order_in_battle(draft, magic::decline_spell),
            Command::Fight => turn::order_in_battle(draft, magic::clash),
            Command::Retreat { to } => turn::retreat(draft, *to),
            Command::Free { kind } => turn::take_free_unit(draft, *kind),
        }
    }

    fn apply(state: &mut State, fact: &Fact) {
        apply(state, fact);
    }
}

impl BattleStage for TurnDraft<'_> {
    const RECORDS_SUMS: bool = true;
    fn setup(&self) -> &Setup {
        &self.state().setup
    }
    fn field(&self) -> &Field {
        &self.state().field
    }
    fn roll(&mut self, sides: u8, purpose: Purpose, rule: Rule) -> Ruling<u8> {
        self.roll_die(DiceRequest::roll_one(sides, purpose, rule))
    }
    fn test(&mut self, sides: u8, at_most: u8, purpose: Purpose, rule: Rule) -> Ruling<bool> {
        Ok(self.roll_die(DiceRequest::test(sides, at_most, purpose, rule))? <= at_most)
    }
    fn record_event(&mut self, rule: Rule, fact: BattleFact) {
        TurnDraft::record(self, rule, Fact::Battle(fact));
    }
}
