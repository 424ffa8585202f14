//! Converts verbs with filled slots to commands, and back. A verb or command missing here does not compile.
use super::{
    grammar::{Reader, Row, Targets, Value},
    rows,
};
use crate::model::{Command, Spell};
use play::{LineError, verbs::FromSlot};

play::verb_table! {
    verbs {
        Event = rows::EVENT => Event {};
        Buy = rows::BUY, buy;
        Done = rows::DONE => Done {};
        Move = rows::MOVE => Move { to };
        Stay = rows::STAY => Stay {};
        Explore = rows::EXPLORE => Explore {};
        Battle = rows::BATTLE => Battle {};
        Magic = rows::MAGIC => Magic {};
        Cast = rows::CAST, cast;
        Hold = rows::HOLD => Hold {};
        Fight = rows::FIGHT => Fight {};
        Lose = rows::LOSE => Lose { army };
        Retreat = rows::RETREAT => Retreat { to };
        Free = rows::FREE => Free { kind };
    }
    spelled {
        Command::Buy { count, kind } => (Verb::Buy, vec![(*count, *kind).values()]),
        Command::Cast { spell, at } => (Verb::Cast, vec![spell.values(), Targets(at.clone()).values()]),
    }
}

fn buy(r: &mut Reader) -> Result<Command, LineError> {
    let (count, kind) = r.filled.take()?;
    Ok(Command::Buy { count, kind })
}

/// Makes the order `cast`. `cast none` casts no spell.
fn cast(r: &mut Reader) -> Result<Command, LineError> {
    let (spell, at): (Option<Spell>, Option<Targets>) = (r.filled.take()?, r.filled.take()?);
    Ok(spell.map_or(Command::Hold, |spell| Command::Cast { spell, at: at.unwrap_or_default().0 }))
}
