//! Parses corrections of dice and reports the results of amendments.
use super::{fire_amendments::unit_dice_test, suspects};
use crate::{
    AmendedReport, Answer, EntryCorrection, Refusal, RulingDetail, Session,
    amending::{dropped_dice, no_longer_legal},
};
use naval::{Fact, Naval, NavalEvent, State};
use play::{journal::Outcome, verbs};

/// The order in which dice for several salvoes are read.
const ORDER_OF_FACES: &str =
    "Dice were read in the order of the questions: to hit for all ships, then size for all, then penetration.";

/// Reads `amend 12 izumo dice 3 9 4`: new dice for one unit, and which dice are its own. `None` for any other line.
pub(super) fn unit_dice_correction(state: &State, line: &str) -> Result<Option<EntryCorrection<Naval>>, Refusal> {
    let words = verbs::tokens(line);
    let dice_at = words.iter().position(|word| !word.is_quoted() && word.key == "dice").filter(|index| 0 < *index);
    let Some(dice_at) = dice_at else { return Ok(None) };
    let (name, dice_text) = line.split_at(words[dice_at].at.start);
    let Some(owns_die) = unit_dice_test(state, name.trim()) else { return Ok(None) };
    let faces = verbs::take_dice(dice_text, &mut verbs::tokens(dice_text), 0, false);
    let (faces, _) = faces.map_err(|error| Refusal::in_line(dice_text, error))?;
    Ok(faces.map(|faces| EntryCorrection::UnitDice {
        unit: name.trim().to_owned(),
        owns_die: Box::new(owns_die),
        faces,
    }))
}

impl Session<'_, Naval> {
    /// Reports the result of an amendment, with suspect ranges and placements of the corrected line.
    pub(super) fn report_amendment(&self, amended: &AmendedReport<'_, Naval>) -> Answer {
        let answer = match self.detail {
            RulingDetail::Brief => Answer::text(self.brief_amendment(amended)).with_keys(amended.json()),
            RulingDetail::Full => amended.full_report(self, ruling_texts, "  "),
        };
        let events = amended.own_events();
        let mut after = amended.at.clone();
        play::apply_all::<Naval>(&mut after, events);
        let is_salvo = |event: &&NavalEvent| {
            matches!(event.fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_)) && !event.dice.is_empty()
        };
        let has_several_salvoes = 1 < events.iter().filter(is_salvo).count() && self.detail == RulingDetail::Brief;
        let order = amended.typed.filter(|_| has_several_salvoes).map(|_| ORDER_OF_FACES.to_owned());
        let mut lines = vec![answer.text.clone()];
        lines.extend(order);
        lines.extend(suspects::suspect_warnings(amended.at, &after, events));
        let answer = answer.with_text(lines.join("\n"));
        let suspects = suspects::suspects_json(amended.at, &after, events);
        if suspects.is_empty() { answer } else { answer.with_key("doubts", suspects.into()) }
    }

    /// Lists each changed ruling with dice, before and now, then the remaining changes of state.
    fn brief_amendment(&self, amended: &AmendedReport<'_, Naval>) -> String {
        let mut lines = vec![format!("#{} is now: {}", amended.entry, amended.command_line())];
        let (old, new) = amended.compare(self, &mut |difference, (old, new), why| {
            let (line_count, number) = (lines.len(), difference.entry);
            let mut outcome_text = "has a new result";
            match &difference.after {
                Outcome::NoLongerLegal { rule, .. } => {
                    lines.push(format!("#{number} is {}", no_longer_legal::<Naval>(new, why, *rule)));
                }
                Outcome::Stands(events) => {
                    let after = show::brief::dice_outcomes(new, events);
                    if !after.is_empty() {
                        outcome_text = "has the same result from other numbers";
                    }
                    lines.extend(changed_lines(
                        number,
                        show::brief::dice_outcomes(old, difference.before.events()),
                        after,
                    ));
                }
            }
            lines.extend(dropped_dice(difference).map(|faces| format!("#{number} no longer needs its dice {faces}")));
            if lines.len() == line_count && number != amended.entry {
                lines.push(format!("#{number} {outcome_text}: type `why {number}`"));
            }
        });
        lines.extend(self.changes(&old, &new));
        lines.extend(match amended.count_unchanged() {
            (same, all) if same == all => Some("No later entry changed.".to_owned()),
            (0, _) => None,
            (1, _) => Some("The other later entry is unchanged.".to_owned()),
            (more, _) => Some(format!("The other {more} later entries are unchanged.")),
        });
        lines.join("\n")
    }
}

fn ruling_texts(state: &State, events: &[NavalEvent]) -> Vec<String> {
    let folded = |text: &String| show::lines::page(text, 0).join("\n");
    show::event::event_texts(state, events).iter().map(folded).collect()
}

/// Prints `#13 Izumo>Rossia was 1 pen, now no hit` for each changed ruling. Rulings with the same label are compared in
/// order.
fn changed_lines(number: usize, before: Vec<(String, String)>, mut after: Vec<(String, String)>) -> Vec<String> {
    let mut lines = Vec::new();
    for (label, old) in before {
        match after.iter().position(|(other, _)| *other == label) {
            Some(index) => {
                let (_, new) = after.remove(index);
                if new != old {
                    lines.push(format!("#{number} {label} was {old}, now {new}"));
                }
            }
            None => lines.push(format!("#{number} {label} was {old}, now not rolled")),
        }
    }
    lines.extend(after.into_iter().map(|(who, new)| format!("#{number} {who} now {new}")));
    lines
}
