//! `amend` of a fire: redirects a correction to its declaration, and changes one ship's dice alone.
use crate::{Refusal, Session};
use naval::{Command, Fact, Id, Naval, State, model::Purpose, notation};
use play::{Hint, verbs};

/// Splits off the unit whose name begins a line.
fn leading_unit<'l>(at: &State, line: &'l str) -> Option<(Id, &'l str)> {
    let words = verbs::tokens(line);
    let ends = words.iter().take_while(|word| !word.is_quoted()).map(|word| word.at.end);
    ends.filter_map(|end| Some((notation::unit(at, &line[..end]).ok()?, line[end..].trim()))).last()
}

fn belongs_to(at: &State, firer: &Id, unit: &Id) -> bool {
    at.ships_of(unit).any(|ship| ship.id == *firer)
}

impl Session<'_, Naval> {
    /// Returns the declaration that a fire rests on, with its correction. Applies to a line that changes a shot. If it
    /// begins with a ship's name, to that ship's.
    ///
    /// # Errors
    /// There are several declarations. The hint has a line for each.
    pub(super) fn declaration_of(&self, entry: usize, line: &str) -> Result<Option<(usize, String)>, Refusal> {
        let deeds = self.journal().deeds();
        let Some(place) = deeds.iter().position(|deed| deed.entry == entry) else { return Ok(None) };
        let (Command::Fire { units, .. } | Command::FireSome { units, .. }) = deeds[place].command else {
            return Ok(None);
        };
        let at = self.journal().state_before(entry);
        let (only, change) = match notation::changes_a_shot(&at, line) {
            true => (None, line),
            false => match leading_unit(&at, line).filter(|(_, rest)| notation::changes_a_shot(&at, rest)) {
                Some((unit, rest)) => (Some(unit), rest),
                None => return Ok(None),
            },
        };
        let is_meant = |firer: &Id| {
            (units.is_empty() || units.iter().any(|unit| belongs_to(&at, firer, unit)))
                && only.as_ref().is_none_or(|unit| belongs_to(&at, firer, unit))
        };
        let mut declared: Vec<(usize, &Id)> = Vec::new();
        for deed in deeds[..place].iter().rev() {
            if deed.events.iter().any(|event| matches!(event.fact, Fact::SegmentBegan { .. })) {
                break;
            }
            declared.extend(deed.events.iter().filter_map(|event| match &event.fact {
                Fact::FireDeclared(shot) if is_meant(&shot.firer) => Some((deed.entry, &shot.firer)),
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
                    Hint::line(format!("amend {entry} {change}")) + format!(" for {}", at.name(firer))
                });
                let hint = lines.reduce(|left, right| left + ", " + right);
                let what = format!("Entry {entry} fires {} earlier declarations: name one.", several.len());
                Err(Refusal::read(what).maybe_hint(hint))
            }
        }
    }
}

/// Returns the test whether dice belong to the named unit, or `None` if the words name none.
pub(super) fn dice_of_unit(at: &State, name: &str) -> Option<impl Fn(&Purpose) -> bool + use<>> {
    let unit = notation::unit(at, name).ok()?;
    let mut ships: Vec<Id> = at.ships_of(&unit).map(|ship| ship.id.clone()).collect();
    ships.push(unit);
    Some(move |purpose: &Purpose| purpose.unit().is_some_and(|owner| ships.contains(owner)))
}
