//! What the dice are asked, and what is wrong with an answer.
use super::{purpose::purpose, refusal};
use naval::{NavalHalt, Purpose, State};
use play::{Ask, Fault, Halt, Rule};

const DICE: Rule = Rule::new("2.5");

/// A prompt for dice: `Asahi, to hit 7 or less [6.5.1], 2 D20`.
pub fn ask(state: &State, ask: &Ask<Purpose>) -> String {
    format!("{} [{}], {} D{}", needed(state, ask), ask.rule, ask.count, ask.sides)
}

/// Any halt of any game as an error: a refusal in the words of `refused`, of dice what these are thrown for, by `purpose`.
pub fn halted<R, P>(
    halt: &Halt<R, P>,
    refused: impl FnOnce(&R, Rule) -> Fault,
    purpose: impl FnOnce(&Ask<P>) -> String,
) -> Fault {
    match halt {
        Halt::Refused { reason, rule } => refused(reason, *rule),
        Halt::NeedsRoll { ask, missing } => {
            let lacking = format!("needs {missing} D{} more ({})", ask.sides, purpose(ask));
            let hint = "add the faces at the end of the line, as in `dice 3 9`, or let the program throw: `dice roll`.";
            Fault::new(lacking).rule(ask.rule).hint(hint)
        }
        Halt::NoSuchFace { ask, face } => {
            let (sides, article) = (ask.sides, if ask.sides == 8 { "an" } else { "a" });
            let impossible = format!("{face} is no face of {article} D{sides} ({})", purpose(ask));
            Fault::new(impossible).rule(ask.rule).hint(format!("a D{sides} shows 1 to {sides}."))
        }
    }
}

/// Any halt of a battle as an error.
pub fn halt(state: &State, halt: &NavalHalt) -> Fault {
    let fault = halted(halt, |reason, rule| refusal(state, reason, rule), |ask| needed(state, ask));
    match halt {
        Halt::Refused { .. } => fault,
        Halt::NeedsRoll { .. } => Fault { what: format!("{}.", fault.what), ..fault },
        Halt::NoSuchFace { .. } => Fault { what: format!("{}.", fault.what), ..fault.rule(DICE) },
    }
}

fn needed(state: &State, ask: &Ask<Purpose>) -> String {
    let purpose = purpose(state, &ask.purpose);
    match ask.at_most {
        Some(at_most) => format!("{purpose} {at_most} or less"),
        None => purpose,
    }
}
