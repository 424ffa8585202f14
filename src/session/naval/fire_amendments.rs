//! `amend` of a fire: redirects a correction to its declaration, and changes one ship's dice alone.
use crate::{Refusal, Session};
use naval::{Command, Fact, Id, Naval, State, model::Purpose, notation};
use play::{Hint, verbs};

/// Splits off the unit whose name begins a line.
fn leading_unit<'l>(state: &State, line: &'l str) -> Option<(Id, &'l str)> {
    let words = verbs::tokens(line);
    let ends = words.iter().take_while(|word| !word.is_quoted()).map(|word| word.at.end);
    ends.filter_map(|end| Some((notation::find_unit(state, &line[..end]).ok()?, line[end..].trim()))).last()
}

fn belongs_to(state: &State, firer: &Id, unit: &Id) -> bool {
    state.ships_of(unit).any(|ship| ship.id == *firer)
}

impl Session<'_, Naval> {
    /// Returns the entry of the declaration that a fire rests on, with the correction for it, if the line changes a
    /// shot. If the line begins with a ship's name, it is that ship's declaration.
    ///
    /// # Errors
    /// There are several declarations. The hint has a line for each.
    pub(super) fn declaration_of(&self, entry: usize, line: &str) -> Result<Option<(usize, String)>, Refusal> {
        let commands = self.journal().commands();
        let Some(place) = commands.iter().position(|applied| applied.entry == entry) else { return Ok(None) };
        let (Command::Fire { units, .. } | Command::FireSome { units, .. }) = commands[place].command else {
            return Ok(None);
        };
        let before = self.journal().state_before(entry);
        let (only, change) = match notation::changes_a_shot(&before, line) {
            true => (None, line),
            false => match leading_unit(&before, line).filter(|(_, rest)| notation::changes_a_shot(&before, rest)) {
                Some((unit, rest)) => (Some(unit), rest),
                None => return Ok(None),
            },
        };
        let is_meant = |firer: &Id| {
            (units.is_empty() || units.iter().any(|unit| belongs_to(&before, firer, unit)))
                && only.as_ref().is_none_or(|unit| belongs_to(&before, firer, unit))
        };
        let mut declared: Vec<(usize, &Id)> = Vec::new();
        for applied in commands[..place].iter().rev() {
            if applied.events.iter().any(|event| matches!(event.fact, Fact::SegmentBegan { .. })) {
                break;
            }
            declared.extend(applied.events.iter().filter_map(|event| match &event.fact {
                Fact::FireDeclared(shot) if is_meant(&shot.firer) => Some((applied.entry, &shot.firer)),
                _ => None,
            }));
        }
        declared.dedup_by_key(|(entry, _)| *entry);
        match &declared[..] {
            [] => Ok(None),
            [(only, _)] => Ok(Some((*only, change.to_owned()))),
            several => {
                let lines = several.iter().rev();
                let lines = lines.map(|(entry, firer)| {
                    Hint::line(format!("amend {entry} {change}")) + format!(" for {}", before.name(firer))
                });
                let hint = lines.reduce(|left, right| left + ", " + right);
                let what = format!("Entry {entry} fires {} earlier declarations: name one.", several.len());
                Err(Refusal::read(what).maybe_hint(hint))
            }
        }
    }
}

/// Returns the test whether dice belong to the named unit, or `None` if the words name none.
pub(super) fn unit_dice_test(state: &State, name: &str) -> Option<impl Fn(&Purpose) -> bool + use<>> {
    let unit = notation::find_unit(state, name).ok()?;
    let mut ships: Vec<Id> = state.ships_of(&unit).map(|ship| ship.id.clone()).collect();
    ships.push(unit);
    Some(move |purpose: &Purpose| purpose.unit().is_some_and(|owner| ships.contains(owner)))
}
