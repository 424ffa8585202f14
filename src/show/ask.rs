//! What the dice are asked, and what is wrong with an answer.
use super::{Refusal, purpose::purpose, refusal};
use naval::{NavalHalt, Purpose, State};
use play::{Ask, Halt, Rule};

const DICE: Rule = Rule::new("2.5");

/// A prompt for dice: `Asahi, to hit 7 or less [6.5.1], 2 D20`.
pub fn ask(state: &State, ask: &Ask<Purpose>) -> String {
    format!("{} [{}], {} D{}", needed(state, ask), ask.rule, ask.count, ask.sides)
}

/// Any halt as an error.
pub fn halt(state: &State, halt: &NavalHalt) -> Refusal {
    match halt {
        Halt::Refused { reason, rule } => refusal(state, reason, *rule),
        Halt::NeedsRoll { ask, missing } => Refusal {
            what: format!("needs {missing} D{} more ({}).", ask.sides, needed(state, ask)),
            rule: Some(ask.rule),
            hint: Some(
                "add the faces at the end of the line, as in `dice 3 9`, or let the program throw: `dice roll`.".into(),
            ),
        },
        Halt::NoSuchFace { ask, face } => {
            let article = if ask.sides == 8 { "an" } else { "a" };
            Refusal {
                what: format!("{face} is no face of {article} D{} ({}).", ask.sides, needed(state, ask)),
                rule: Some(DICE),
                hint: Some(format!("a D{} shows 1 to {}.", ask.sides, ask.sides)),
            }
        }
    }
}

fn needed(state: &State, ask: &Ask<Purpose>) -> String {
    let purpose = purpose(state, &ask.purpose);
    match ask.at_most {
        Some(at_most) => format!("{purpose} {at_most} or less"),
        None => purpose,
    }
}
