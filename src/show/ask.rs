//! What the dice are asked, and what is wrong with an answer.
use super::{Refusal, purpose::purpose, refusal};
use naval::{NavalHalt, Purpose, State};
use play::{Ask, Halt, Rule};

const DICE: Rule = Rule::new("2.5");

/// A prompt for dice: `Asahi, to hit 7 or less [6.5.1], 2 D20`.
pub fn ask(state: &State, ask: &Ask<Purpose>) -> String {
    format!("{} [{}], {} D{}", needed(state, ask), ask.rule, ask.count, ask.sides)
}

/// What a script lacks: `needs 1 D20 more (Asahi, to hit 7 or less) [6.5.1]`.
pub fn missing(state: &State, ask: &Ask<Purpose>, missing: u16) -> String {
    format!("{} [{}]", lacking(state, ask, missing), ask.rule)
}

/// A face that the die has not: `21 is no face of a D20 (Asahi, to hit 7 or less) [6.5.1]`.
pub fn no_such_face(state: &State, ask: &Ask<Purpose>, face: u8) -> String {
    format!("{} [{DICE}]", impossible(state, ask, face))
}

/// Any halt as an error.
pub fn halt(state: &State, halt: &NavalHalt) -> Refusal {
    match halt {
        Halt::Refused { reason, rule } => refusal(state, reason, *rule),
        Halt::NeedsRoll { ask, missing } => Refusal {
            what: format!("{}.", lacking(state, ask, *missing)),
            rule: Some(ask.rule),
            hint: Some(
                "add the faces at the end of the line, as in `dice 3 9`, or let the program throw: `dice roll`.".into(),
            ),
        },
        Halt::NoSuchFace { ask, face } => Refusal {
            what: format!("{}.", impossible(state, ask, *face)),
            rule: Some(DICE),
            hint: Some(format!("a D{} shows 1 to {}.", ask.sides, ask.sides)),
        },
    }
}

fn lacking(state: &State, ask: &Ask<Purpose>, missing: u16) -> String {
    format!("needs {missing} D{} more ({})", ask.sides, needed(state, ask))
}

fn impossible(state: &State, ask: &Ask<Purpose>, face: u8) -> String {
    let article = if ask.sides == 8 { "an" } else { "a" };
    format!("{face} is no face of {article} D{} ({})", ask.sides, needed(state, ask))
}

fn needed(state: &State, ask: &Ask<Purpose>) -> String {
    let purpose = purpose(state, &ask.purpose);
    match ask.at_most {
        Some(at_most) => format!("{purpose} {at_most} or less"),
        None => purpose,
    }
}
