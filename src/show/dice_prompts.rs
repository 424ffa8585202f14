//! Prompts for dice, and messages about answers that are wrong.
use super::{capital, count, joined, purpose::purpose_text, refusal};
use naval::{Id, NavalHalt, State, model::Purpose, rules::control};
use play::{DiceRequest, Hint, LineError, NotDecided, Rule};

const DICE: Rule = Rule::new("2.5");

/// Whether no table has a die with this many sides, so that players draw a number instead.
pub fn is_drawn(sides: u8) -> bool {
    ![6, 10, 20, 100].contains(&sides)
}

/// Returns dice as text: `2 D20`, or `a number from 1 to 14` if no table has such a die.
pub fn dice_text(count: u16, sides: u8) -> String {
    if is_drawn(sides) { format!("a number from 1 to {sides}") } else { format!("{count} D{sides}") }
}

/// Returns a prompt for dice: `Asahi, to hit 7 or less [6.5.1], 2 D20`.
pub fn prompt(state: &State, request: &DiceRequest<Purpose>) -> String {
    format!("{} [{}], {} D{}", purpose_and_number(state, request), request.rule, request.count, request.sides)
}

/// Returns the prompt for a side that may not know the number needed or any detail: `Rossia, to hit, 2 D20`.
pub fn redacted_prompt(known: &State, request: &DiceRequest<Purpose>) -> String {
    format!("{}, {} D{}", capital(&redacted_purpose(known, request)), request.count, request.sides)
}

/// Returns the purpose of the enemy's dice, without details hidden from a side.
fn redacted_purpose(known: &State, request: &DiceRequest<Purpose>) -> String {
    let firer = |ship: &Id| name_if_in_sight(known, ship);
    match &request.purpose {
        Purpose::ToHit(ship) => format!("{}, to hit", firer(ship)),
        Purpose::Size(ship) => format!("{}, size", firer(ship)),
        Purpose::Penetration(ship) => format!("{}, penetration", firer(ship)),
        Purpose::Volley(target) => format!("batteries at {}, one more hit", ship_or_enemy(known, target)),
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
/// If `hides_details` is true of a roll, its number and the names of ships not in sight are omitted.
pub fn joint_prompt(
    state: &State,
    requests: &[DiceRequest<Purpose>],
    (known, hides_details): (&State, impl Fn(&Purpose) -> bool),
) -> String {
    let Some(first) = requests.first() else { return String::new() };
    let roller = |request: &DiceRequest<Purpose>| {
        let hidden = hides_details(&request.purpose);
        let name = if hidden {
            roller_and_stage(known, &request.purpose, name_if_in_sight).0
        } else {
            roller_and_stage(state, &request.purpose, ship_or_enemy).0
        };
        if request.count == 1 { name } else { format!("{name} x{}", request.count) }
    };
    if let Purpose::Damage(ship) = &first.purpose {
        if hides_details(&first.purpose) {
            return capital(&self::redacted_purpose(known, first));
        }
        let tables = requests.chunk_by(|left, right| left.rule == right.rule);
        let hits = tables.map(|group| format!("{} [{}]", count(group.len(), "hit"), group[0].rule));
        return format!("{}, damage of {}", state.name(ship), joined(hits, ", "));
    }
    let number = |request: &DiceRequest<Purpose>| {
        Some(request.at_most.unwrap_or_default()).filter(|_| !hides_details(&request.purpose))
    };
    let group = requests.chunk_by(|left, right| number(left) == number(right)).map(|some| {
        let rollers = joined(some.iter().map(roller), ", ");
        number(&some[0]).map_or(rollers.clone(), |number| format!("{number} or less: {rollers}"))
    });
    let (_, what) = roller_and_stage(state, &first.purpose, ship_or_enemy);
    format!("{} [{}], {}", capital(what), first.rule, joined(group, "; "))
}

/// Returns a ship's name. A ship missing from a side's known state is "the enemy".
fn ship_or_enemy(state: &State, ship: &Id) -> String {
    state.ship(ship).map_or("the enemy", |_| state.name(ship)).to_owned()
}

/// Returns an enemy ship's name if it is in sight now. A ship seen earlier need not be the firer. [4.3]
fn name_if_in_sight(known: &State, ship: &Id) -> String {
    if known.ship(ship).is_some_and(|ship| ship.sighted) { ship_or_enemy(known, ship) } else { "the enemy".to_owned() }
}

/// Returns the owner and the purpose of dice. `firer` names the firing ship.
fn roller_and_stage(state: &State, purpose: &Purpose, firer: impl Fn(&State, &Id) -> String) -> (String, &'static str) {
    match purpose {
        Purpose::ToHit(ship) => (firer(state, ship), "to hit"),
        Purpose::Size(ship) => (firer(state, ship), "size"),
        Purpose::Penetration(ship) => (firer(state, ship), "penetration"),
        Purpose::Volley(target) => (format!("at {}", ship_or_enemy(state, target)), "batteries, one more hit"),
        other => (super::purpose::purpose_text(state, other), "dice"),
    }
}

/// Returns any game's halt as an error: a refusal worded by `refused`, or missing dice described by `purpose`.
pub fn halt_error<R, P>(
    halt: &NotDecided<R, P>,
    refused: impl FnOnce(&R, Rule) -> LineError,
    purpose: impl FnOnce(&DiceRequest<P>) -> String,
) -> LineError {
    match halt {
        NotDecided::Refused { reason, rule } => refused(reason, *rule),
        NotDecided::NeedsRoll { request, missing } => {
            let more = if is_drawn(request.sides) { "" } else { " more" };
            let lacking =
                format!("This order needs {}{more} ({}).", dice_text(*missing, request.sides), purpose(request));
            let hint = "add the results at the end of the line, as in `dice 3 9`, or let the program roll: "
                + Hint::line("dice roll")
                + ".";
            LineError::new(lacking).rule(request.rule).hint(hint)
        }
        NotDecided::NoSuchFace { request, face } => {
            let sides = request.sides;
            let (problem, hint) = match is_drawn(sides) {
                true => (format!("not {}", dice_text(1, sides)), format!("type {}.", dice_text(1, sides))),
                false => (format!("not a D{sides} result"), format!("a D{sides} shows 1 to {sides}.")),
            };
            LineError::new(format!("{face} is {problem} ({}).", purpose(request))).rule(request.rule).hint(hint)
        }
    }
}

pub fn naval_halt_error(state: &State, halt: &NavalHalt) -> LineError {
    let error =
        halt_error(halt, |reason, rule| refusal(state, reason, rule), |request| purpose_and_number(state, request));
    if let NotDecided::NoSuchFace { .. } = halt { error.rule(DICE) } else { error }
}

/// Returns a halt for the enemy's dice, as a side may see it. Even the paragraph is hidden: it shows a hit's table.
pub fn redacted_halt(known: &State, halt: &NavalHalt) -> LineError {
    halt_error(halt, |reason, rule| refusal(known, reason, rule), |request| redacted_purpose(known, request)).rule(DICE)
}

fn purpose_and_number(state: &State, request: &DiceRequest<Purpose>) -> String {
    let purpose = purpose_text(state, &request.purpose);
    // A request for a repair has no number, because the highest faces have an effect too. Calculate it here.
    let repair_number = match &request.purpose {
        Purpose::Repair(ship) => state.ship(ship).map(|ship| control::repair_number(state, ship, false).result),
        _ => None,
    };
    match repair_number.map(|number| number.clamp(0, 10) as u8).or(request.at_most) {
        Some(at_most) => format!("{purpose} {at_most} or less"),
        None => purpose,
    }
}
