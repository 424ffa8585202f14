//! What the dice are asked, and what is wrong with an answer.
use super::{capital, count, joined, purpose::purpose, refusal};
use naval::{Id, NavalHalt, Purpose, State, control};
use play::{Ask, Fault, Halt, Rule};

const DICE: Rule = Rule::new("2.5");

/// A prompt for dice: `Asahi, to hit 7 or less [6.5.1], 2 D20`.
pub fn ask(state: &State, ask: &Ask<Purpose>) -> String {
    format!("{} [{}], {} D{}", needed(state, ask), ask.rule, ask.count, ask.sides)
}

/// The same of dice whose number, and what they decide in particular, is not for a side, in what it knows: `Rossia, repair, 1 D10`.
pub fn ask_untold(known: &State, ask: &Ask<Purpose>) -> String {
    format!("{}, {} D{}", capital(&untold(known, ask)), ask.count, ask.sides)
}

/// What dice of the enemy's are thrown for, as a side may be told it.
fn untold(known: &State, ask: &Ask<Purpose>) -> String {
    let named = |ship: &Id| known.ship(ship).map_or("the enemy".to_owned(), |_| known.name(ship).to_owned());
    match &ask.purpose {
        Purpose::ToHit(ship) => format!("{}, to hit", named(ship)),
        Purpose::Size(ship) => format!("{}, size", named(ship)),
        Purpose::Penetration(ship) => format!("{}, penetration", named(ship)),
        Purpose::Volley(target) => format!("batteries at {}, one more hit", named(target)),
        Purpose::Damage(ship) => format!("{}, damage", named(ship)),
        Purpose::Repair(ship) | Purpose::AfterRepair(ship) => format!("{}, repair", named(ship)),
        Purpose::Fire(ship) | Purpose::FireFought(ship) | Purpose::AfterFire(ship) => {
            format!("{}, a fire", named(ship))
        }
        Purpose::Special(ship)
        | Purpose::Magazine(ship)
        | Purpose::Flash(ship)
        | Purpose::Mount(ship)
        | Purpose::Steering(ship)
        | Purpose::BridgeOrFireControl(ship)
        | Purpose::GunsGone(ship) => format!("{}, more of her damage", named(ship)),
        _ => "the enemy, dice".to_owned(),
    }
}

/// A prompt for the dice of several at once, in the order in which they are typed:
/// `To hit [6.5.1], 3 or less: Azuma x3, Izumo x2; 1 or less: Rurik x3`.
/// The numbers of those that are `untold` are left out.
pub fn ask_together(state: &State, asks: &[Ask<Purpose>], untold: impl Fn(&Purpose) -> bool) -> String {
    let Some(first) = asks.first() else { return String::new() };
    let who = |ask: &Ask<Purpose>| {
        let (name, _) = whose(state, &ask.purpose);
        if ask.count == 1 { name } else { format!("{name} x{}", ask.count) }
    };
    if let Purpose::Damage(ship) = &first.purpose {
        let tables = asks.chunk_by(|one, other| one.rule == other.rule);
        let hits = tables.map(|some| format!("{} [{}]", count(some.len(), "hit"), some[0].rule));
        return format!("{}, damage of {}", state.name(ship), joined(hits, ", "));
    }
    let number = |ask: &Ask<Purpose>| Some(ask.at_most.unwrap_or_default()).filter(|_| !untold(&ask.purpose));
    let some = asks.chunk_by(|one, other| number(one) == number(other)).map(|some| {
        let whose = joined(some.iter().map(who), ", ");
        number(&some[0]).map_or(whose.clone(), |number| format!("{number} or less: {whose}"))
    });
    let (_, what) = whose(state, &first.purpose);
    format!("{} [{}], {}", capital(what), first.rule, joined(some, "; "))
}

/// Whose dice they are, and for what.
fn whose(state: &State, purpose: &Purpose) -> (String, &'static str) {
    match purpose {
        Purpose::ToHit(ship) => (state.name(ship).to_owned(), "to hit"),
        Purpose::Size(ship) => (state.name(ship).to_owned(), "size"),
        Purpose::Penetration(ship) => (state.name(ship).to_owned(), "penetration"),
        Purpose::Volley(target) => (format!("at {}", state.name(target)), "batteries, one more hit"),
        other => (super::purpose::purpose(state, other), "dice"),
    }
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

/// The same of dice of the enemy's, in what a side knows: not even the paragraph is told, by which a hit would have a table.
pub fn halt_untold(known: &State, halt: &NavalHalt) -> Fault {
    let fault = halted(halt, |reason, rule| refusal(known, reason, rule), |ask| untold(known, ask));
    Fault { what: format!("{}.", fault.what), ..fault.rule(DICE) }
}

fn needed(state: &State, ask: &Ask<Purpose>) -> String {
    let purpose = purpose(state, &ask.purpose);
    // The highest faces say something too: of these no number is asked.
    let of_repair = match &ask.purpose {
        Purpose::Repair(ship) => state.ship(ship).map(|ship| control::repair_number(state, ship, false).result),
        _ => None,
    };
    match of_repair.map(|number| number.clamp(0, 10) as u8).or(ask.at_most) {
        Some(at_most) => format!("{purpose} {at_most} or less"),
        None => purpose,
    }
}
