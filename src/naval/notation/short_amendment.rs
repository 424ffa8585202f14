//! Reads short amendments of `amend 12`, which state only the difference from the entry: `range 9.8`, `at gromoboi`,
//! `turned 30`. [2.7, 6.2]
use super::{
    kind::{Notation, Reader, Row, Value},
    order::TypedCommand,
    rows::fighting::{CHANGED_RANGE, CHANGED_SHOT},
    verb::{self, spell_target},
};
use crate::{Command, Id, State, model::FireOrder};
use play::{
    LineError,
    verbs::{self, SlotValue, fill_mentioned, reader},
};

/// Returns the command that replaces `current`, from a line that states only the difference, otherwise `None`.
pub fn amended_command(state: &State, current: &Command, line: &str) -> Option<TypedCommand> {
    let row: &'static Row = match current {
        Command::Target(_) => &CHANGED_SHOT,
        Command::Measure { .. } => &CHANGED_RANGE,
        _ => return None,
    };
    let (mut r, dice) = begin_reading(state, line, row)?;
    if let Command::Target(shot) = current {
        r.filled.slots[FIRER].push(unchanged_value(Value::Name(shot.firer.clone())));
    }
    fill_mentioned(&mut r).ok().filter(|()| r.at != 0)?;
    let command = match current {
        Command::Target(shot) => Command::Target(changed_shot(&mut r, shot).ok()?),
        Command::Measure { from, to, range, bearing } => Command::Measure {
            from: from.clone(),
            to: to.clone(),
            range: r.filled.get(0).unwrap_or(*range),
            bearing: r.filled.get::<Option<_>>(1).flatten().or(*bearing),
        },
        _ => return None,
    };
    Some(TypedCommand { command, dice, declared: false })
}

/// Whether a line states only a difference from a shot.
pub fn changes_a_shot(state: &State, line: &str) -> bool {
    let Some((mut r, _)) = begin_reading(state, line, &CHANGED_SHOT) else { return false };
    // The firer is known, so a name at the start belongs to the rest of the shot.
    r.filled.slots[FIRER].push(unchanged_value(Value::Name(Id::new(""))));
    fill_mentioned(&mut r).is_ok() && r.at != 0
}

/// Returns a reader at the start of a line, and the dice at its end.
fn begin_reading<'l>(state: &'l State, line: &'l str, row: &'static Row) -> Option<(Reader<'l>, Option<Vec<u8>>)> {
    let mut tokens = verbs::tokens(line);
    let (dice, end) = verbs::take_dice(line, &mut tokens, 0, false).ok()?;
    let mut r = reader::<Notation>(state, line, tokens, row).ok()?;
    r.end = end;
    Some((r, dice))
}

/// Slot numbers of a declaration.
const FIRER: usize = 0;
const TARGET: usize = 1;
const BATTERY: usize = 4;
const BLOCKED: usize = 11;
const CLEAR: usize = 12;

/// Returns a shot with the line's changes. A new target drops the old conditions and keeps only the battery.
fn changed_shot(r: &mut Reader, shot: &FireOrder) -> Result<FireOrder, LineError> {
    let has_new_target = r.filled.is_filled(TARGET);
    let states_block = r.filled.is_filled(BLOCKED) || r.filled.is_filled(CLEAR);
    for (slot, values) in spell_target(shot).into_iter().enumerate() {
        let stays = !has_new_target || slot == BATTERY;
        let is_taken = r.filled.is_filled(slot) || (states_block && [BLOCKED, CLEAR].contains(&slot));
        if stays && !is_taken {
            r.filled.slots[slot].extend(values.into_iter().map(unchanged_value));
        }
    }
    verb::target(r)
}

/// Returns an unchanged value. The word `nobody` becomes an empty value.
fn unchanged_value(value: Value) -> SlotValue<Notation> {
    SlotValue { value: Some(value).filter(|value| *value != Value::Word("nobody")), at: 0..0 }
}
