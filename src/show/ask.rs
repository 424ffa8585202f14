//! Prompts for dice, and messages about answers that are wrong.
use super::{capital, count, joined, purpose::purpose, refusal};
use naval::{Id, NavalHalt, State, model::Purpose, rules::control};
use play::{Ask, Fault, Halt, Hint, Rule};

const DICE: Rule = Rule::new("2.5");

/// Whether no table has a die with this many sides, so that players draw a number instead.
pub fn is_drawn(sides: u8) -> bool {
    ![6, 10, 20, 100].contains(&sides)
}

/// Returns dice as text: `2 D20`, or `a number from 1 to 14` if no table has such a die.
pub fn dice(count: u16, sides: u8) -> String {
    if is_drawn(sides) { format!("a number from 1 to {sides}") } else { format!("{count} D{sides}") }
}

/// Returns a prompt for dice: `Asahi, to hit 7 or less [6.5.1], 2 D20`.
pub fn ask(state: &State, ask: &Ask<Purpose>) -> String {
    format!("{} [{}], {} D{}", needed(state, ask), ask.rule, ask.count, ask.sides)
}

/// Returns the same prompt without what a side may not know: no number needed and no detail, `Rossia, to hit, 2 D20`.
pub fn ask_untold(known: &State, ask: &Ask<Purpose>) -> String {
    format!("{}, {} D{}", capital(&untold(known, ask)), ask.count, ask.sides)
}

/// Returns the purpose of the enemy's dice, without details hidden from a side.
fn untold(known: &State, ask: &Ask<Purpose>) -> String {
    let firer = |ship: &Id| in_sight(known, ship);
    match &ask.purpose {
        Purpose::ToHit(ship) => format!("{}, to hit", firer(ship)),
        Purpose::Size(ship) => format!("{}, size", firer(ship)),
        Purpose::Penetration(ship) => format!("{}, penetration", firer(ship)),
        Purpose::Volley(target) => format!("batteries at {}, one more hit", named(known, target)),
        // Secret rolls of the enemy are not attributed to a ship. [3.3.7, 3.3.8]
        Purpose::Damage(_)
        | Purpose::Special(_)
        | Purpose::Magazine(_)
        | Purpose::Flash(_)
        | Purpose::Mount(_)
        | Purpose::Steering(_)
        | Purpose::BridgeOrFireControl(_)
        | Purpose::GunsGone(_) => "the enemy, damage".to_owned(),
        Purpose::Repair(_)
        | Purpose::Fire(_)
        | Purpose::FireFought(_)
        | Purpose::AfterFire(_)
        | Purpose::AfterRepair(_) => "the enemy, damage control".to_owned(),
        _ => "the enemy, dice".to_owned(),
    }
}

/// Returns a prompt for several rolls at once, in the order in which they are typed:
/// `To hit [6.5.1], 3 or less: Azuma x3, Izumo x2; 1 or less: Rurik x3`.
/// For `untold` rolls it omits the numbers, and the names of ships the side does not have in sight.
pub fn ask_together(
    state: &State,
    asks: &[Ask<Purpose>],
    (known, untold): (&State, impl Fn(&Purpose) -> bool),
) -> String {
    let Some(first) = asks.first() else { return String::new() };
    let who = |ask: &Ask<Purpose>| {
        let is_untold = untold(&ask.purpose);
        let name = if is_untold { whose(known, &ask.purpose, in_sight).0 } else { whose(state, &ask.purpose, named).0 };
        if ask.count == 1 { name } else { format!("{name} x{}", ask.count) }
    };
    if let Purpose::Damage(ship) = &first.purpose {
        if untold(&first.purpose) {
            return capital(&self::untold(known, first));
        }
        let tables = asks.chunk_by(|one, other| one.rule == other.rule);
        let hits = tables.map(|some| format!("{} [{}]", count(some.len(), "hit"), some[0].rule));
        return format!("{}, damage of {}", state.name(ship), joined(hits, ", "));
    }
    let number = |ask: &Ask<Purpose>| Some(ask.at_most.unwrap_or_default()).filter(|_| !untold(&ask.purpose));
    let some = asks.chunk_by(|one, other| number(one) == number(other)).map(|some| {
        let whose = joined(some.iter().map(who), ", ");
        number(&some[0]).map_or(whose.clone(), |number| format!("{number} or less: {whose}"))
    });
    let (_, what) = whose(state, &first.purpose, named);
    format!("{} [{}], {}", capital(what), first.rule, joined(some, "; "))
}

/// Returns a ship's name. A ship missing from a side's known state is "the enemy".
fn named(state: &State, ship: &Id) -> String {
    state.ship(ship).map_or("the enemy", |_| state.name(ship)).to_owned()
}

/// Returns an enemy ship's name if it is in sight now. A ship seen earlier need not be the firer. [4.3]
fn in_sight(known: &State, ship: &Id) -> String {
    if known.ship(ship).is_some_and(|ship| ship.sighted) { named(known, ship) } else { "the enemy".to_owned() }
}

/// Returns the owner and the purpose of dice. `firer` names the firing ship.
fn whose(state: &State, purpose: &Purpose, firer: impl Fn(&State, &Id) -> String) -> (String, &'static str) {
    match purpose {
        Purpose::ToHit(ship) => (firer(state, ship), "to hit"),
        Purpose::Size(ship) => (firer(state, ship), "size"),
        Purpose::Penetration(ship) => (firer(state, ship), "penetration"),
        Purpose::Volley(target) => (format!("at {}", named(state, target)), "batteries, one more hit"),
        other => (super::purpose::purpose(state, other), "dice"),
    }
}

/// Returns any game's halt as an error: a refusal worded by `refused`, or missing dice described by `purpose`.
pub fn halted<R, P>(
    halt: &Halt<R, P>,
    refused: impl FnOnce(&R, Rule) -> Fault,
    purpose: impl FnOnce(&Ask<P>) -> String,
) -> Fault {
    match halt {
        Halt::Refused { reason, rule } => refused(reason, *rule),
        Halt::NeedsRoll { ask, missing } => {
            let more = if is_drawn(ask.sides) { "" } else { " more" };
            let lacking = format!("needs {}{more} ({})", dice(*missing, ask.sides), purpose(ask));
            let hint = "add the faces at the end of the line, as in `dice 3 9`, or let the program throw: "
                + Hint::line("dice roll")
                + ".";
            Fault::new(lacking).rule(ask.rule).hint(hint)
        }
        Halt::NoSuchFace { ask, face } => {
            let sides = ask.sides;
            let (is, hint) = match is_drawn(sides) {
                true => (format!("not {}", dice(1, sides)), format!("type {}.", dice(1, sides))),
                false => (format!("no face of a D{sides}"), format!("a D{sides} shows 1 to {sides}.")),
            };
            Fault::new(format!("{face} is {is} ({})", purpose(ask))).rule(ask.rule).hint(hint)
        }
    }
}

/// Returns a battle's halt as an error.
pub fn halt(state: &State, halt: &NavalHalt) -> Fault {
    let fault = halted(halt, |reason, rule| refusal(state, reason, rule), |ask| needed(state, ask));
    match halt {
        Halt::Refused { .. } => fault,
        Halt::NeedsRoll { .. } => Fault { what: format!("{}.", fault.what), ..fault },
        Halt::NoSuchFace { .. } => Fault { what: format!("{}.", fault.what), ..fault.rule(DICE) },
    }
}

/// Returns a halt for the enemy's dice, as a side may see it. Even the paragraph is hidden: it shows a hit's table.
pub fn halt_untold(known: &State, halt: &NavalHalt) -> Fault {
    let fault = halted(halt, |reason, rule| refusal(known, reason, rule), |ask| untold(known, ask));
    Fault { what: format!("{}.", fault.what), ..fault.rule(DICE) }
}

fn needed(state: &State, ask: &Ask<Purpose>) -> String {
    let purpose = purpose(state, &ask.purpose);
    // A repair's ask has no number, because its highest faces have an effect too. Work it out here.
    let of_repair = match &ask.purpose {
        Purpose::Repair(ship) => state.ship(ship).map(|ship| control::repair_number(state, ship, false).result),
        _ => None,
    };
    match of_repair.map(|number| number.clamp(0, 10) as u8).or(ask.at_most) {
        Some(at_most) => format!("{purpose} {at_most} or less"),
        None => purpose,
    }
}
