//! A game small enough for random play: a purse, and guns that cost coins of it and aim better the
//! fuller it is.
use play::journal::{EntryOf, Journal};
use play::{DiceRequest, EventBuilder, Game, NotDecidedOf, Rule};
use serde::{Deserialize, Serialize};

pub const COST: Rule = Rule::new("6.1");
pub const HIT: Rule = Rule::new("6.5.1");
pub const DAMAGE: Rule = Rule::new("8.1");
pub const GIFT: Rule = Rule::new("9.2");
pub const WRONG_SIDE: Rule = Rule::new("1.1");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Toy;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub purse: i64,
    pub names: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub purse: i64,
    pub damage: i64,
    pub log: Vec<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Adds to the purse.
    Give(i64),
    /// Costs a coin per gun. Rolls a D20 per gun and a D6 per hit.
    Fire { by: u8, guns: u16 },
    /// Takes a coin from a purse of more than 9, otherwise as many as a D6 shows. Refused if there are too few.
    Dare(u8),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    Given(i64),
    Fired { guns: u16, hits: u16 },
    Damaged(u8),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    TooDear { cost: i64, purse: i64 },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Hit(u8),
    Damage(u8),
}

impl Game for Toy {
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Fact = Fact;
    type Reason = Reason;
    type Purpose = Purpose;

    const KEEPS_SECRETS: bool = true;

    fn initial_state(setup: &Setup) -> State {
        State { purse: setup.purse, damage: 0, log: Vec::new() }
    }

    fn decide(draft: &mut EventBuilder<'_, Toy>, command: &Command) -> Result<(), NotDecidedOf<Toy>> {
        match *command {
            Command::Give(coins) => draft.record(GIFT, Fact::Given(coins)),
            Command::Dare(by) => {
                if draft.state().purse > 9 {
                    draft.record(GIFT, Fact::Given(-1));
                    return Ok(());
                }
                let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::Damage(by), DAMAGE))?;
                let (cost, purse) = (i64::from(face), draft.state().purse);
                if purse < cost {
                    return draft.refuse(COST, Reason::TooDear { cost, purse });
                }
                draft.record(DAMAGE, Fact::Given(-cost));
            }
            Command::Fire { by, guns } => {
                let purse = draft.state().purse;
                if purse < i64::from(guns) {
                    return draft.refuse(COST, Reason::TooDear { cost: guns.into(), purse });
                }
                let at_most = purse.clamp(1, 15) as u8;
                let hits = draft.successes(DiceRequest::pool(guns, 20, at_most, Purpose::Hit(by), HIT))?;
                draft.record(HIT, Fact::Fired { guns, hits });
                for _ in 0..hits {
                    let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::Damage(by), DAMAGE))?;
                    draft.record(DAMAGE, Fact::Damaged(face));
                }
            }
        }
        Ok(())
    }

    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::Given(coins) => {
                state.purse += coins;
                state.log.push(*coins);
            }
            Fact::Fired { guns, hits } => {
                state.purse -= i64::from(*guns);
                state.log.push((*hits).into());
            }
            Fact::Damaged(face) => state.damage += i64::from(*face),
        }
    }
}

pub fn setup() -> Setup {
    Setup { purse: 12, names: vec!["Asahi".to_owned(), "Цесаревич \"\n\u{1}".to_owned()] }
}

pub fn command_entry(journal: &Journal<Toy>, command: Command) -> EntryOf<Toy> {
    let events = play::decide::<Toy>(journal.state(), &command, &mut journal.dice()).unwrap();
    journal.new_command_entry(command, events)
}

pub fn fire(by: u8, guns: u16) -> Command {
    Command::Fire { by, guns }
}
