//! Parses corrections of dice and reports the results of amendments.
use super::{amends::dice_of_unit, slips};
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
pub(super) fn unit_dice_correction(at: &State, line: &str) -> Result<Option<EntryCorrection<Naval>>, Refusal> {
    let words = verbs::tokens(line);
    let dice = words.iter().position(|word| !word.is_quoted() && word.key == "dice").filter(|at| 0 < *at);
    let Some(dice) = dice else { return Ok(None) };
    let (name, rest) = line.split_at(words[dice].at.start);
    let Some(is_of) = dice_of_unit(at, name.trim()) else { return Ok(None) };
    let faces = verbs::take_dice(rest, &mut verbs::tokens(rest), 0, false);
    let (faces, _) = faces.map_err(|fault| Refusal::in_line(rest, fault))?;
    Ok(faces.map(|faces| EntryCorrection::UnitDice { unit: name.trim().to_owned(), is_of: Box::new(is_of), faces }))
}

impl Session<'_, Naval> {
    /// Reports the result of an amendment, with possible slips in the corrected line.
    pub(super) fn report_amendment(&self, amended: &AmendedReport<'_, Naval>) -> Answer {
        let told = match self.telling {
            RulingDetail::Brief => Answer::text(self.brief_amendment(amended)).with_keys(amended.json()),
            RulingDetail::Full => amended.full_report(self, ruling_texts, "  "),
        };
        let events = amended.own_events();
        let mut after = amended.at.clone();
        play::apply_all::<Naval>(&mut after, events);
        let is_salvo = |event: &&NavalEvent| {
            matches!(event.fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_)) && !event.dice.is_empty()
        };
        let are_several = 1 < events.iter().filter(is_salvo).count() && self.telling == RulingDetail::Brief;
        let order = amended.typed.filter(|_| are_several).map(|_| ORDER_OF_FACES.to_owned());
        let mut lines = vec![told.text.clone()];
        lines.extend(order);
        lines.extend(slips::slip_warnings(amended.at, &after, events));
        let told = told.with_text(lines.join("\n"));
        let doubts = slips::slips_json(amended.at, &after, events);
        if doubts.is_empty() { told } else { told.with_key("doubts", doubts.into()) }
    }

    /// Lists each changed ruling with dice, before and now, then the remaining changes of state.
    fn brief_amendment(&self, amended: &AmendedReport<'_, Naval>) -> String {
        let mut lines = vec![format!("#{} is now: {}", amended.entry, amended.command_line())];
        let (was, is) = amended.compare(self, &mut |difference, (was, is), why| {
            let (told, number) = (lines.len(), difference.entry);
            let mut same = "has a new result";
            match &difference.after {
                Outcome::Struck { rule, .. } => {
                    lines.push(format!("#{number} is {}", no_longer_legal::<Naval>(is, why, *rule)));
                }
                Outcome::Stands(events) => {
                    let after = show::brief::dice_outcomes(is, events);
                    if !after.is_empty() {
                        same = "has the same result from other numbers";
                    }
                    lines.extend(changed_lines(
                        number,
                        show::brief::dice_outcomes(was, difference.before.events()),
                        after,
                    ));
                }
            }
            lines.extend(dropped_dice(difference).map(|faces| format!("#{number} no longer needs its dice {faces}")));
            if lines.len() == told && number != amended.entry {
                lines.push(format!("#{number} {same}: why {number}"));
            }
        });
        lines.extend(self.changes(&was, &is));
        lines.extend(match amended.count_unchanged() {
            (same, all) if same == all => Some("No later entry changed.".to_owned()),
            (0, _) => None,
            (1, _) => Some("The other later entry is unchanged.".to_owned()),
            (more, _) => Some(format!("The other {more} later entries are unchanged.")),
        });
        lines.join("\n")
    }
}

/// Describes the rulings of a command, one by one.
fn ruling_texts(state: &State, events: &[NavalEvent]) -> Vec<String> {
    let folded = |text: &String| show::lines::page(text, 0).join("\n");
    show::event::event_texts(state, events).iter().map(folded).collect()
}

/// Prints `#13 Izumo>Rossia was 1 pen, now no hit` for each changed ruling. The second of a kind is compared with the
/// second.
fn changed_lines(number: usize, before: Vec<(String, String)>, mut after: Vec<(String, String)>) -> Vec<String> {
    let mut lines = Vec::new();
    for (label, was) in before {
        match after.iter().position(|(other, _)| *other == label) {
            Some(at) => {
                let (_, is) = after.remove(at);
                if is != was {
                    lines.push(format!("#{number} {label} was {was}, now {is}"));
                }
            }
            None => lines.push(format!("#{number} {label} was {was}, now nothing")),
        }
    }
    lines.extend(after.into_iter().map(|(who, is)| format!("#{number} {who} now {is}")));
    lines
}
