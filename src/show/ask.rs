//! What the dice are asked, and what is wrong with an answer.
use super::{lines::Refusal, refusal::refusal};
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

/// What a die is thrown for, with whose it is.
pub(super) fn purpose(state: &State, purpose: &Purpose) -> String {
    let (id, what) = match purpose {
        Purpose::SightingBase => return "sighting range".to_owned(),
        Purpose::Wind => return "wind".to_owned(),
        Purpose::WindFrom => return "whence the wind blows, 36 degrees a face from north".to_owned(),
        Purpose::DeclareFirst(side) => (side, "to declare first"),
        Purpose::SecondaryFirst(side) => (side, "to allocate batteries first"),
        Purpose::ToHit(ship) => (ship, "to hit"),
        Purpose::Size(ship) => (ship, "size"),
        Purpose::Penetration(ship) => (ship, "penetration"),
        Purpose::Volley(target) => return format!("batteries at {}, one more hit on", state.name(target)),
        Purpose::TorpedoTarget(marker) => return format!("whom the torpedoes of {} attack", state.name(marker)),
        Purpose::TorpedoToHit(by) => (by, "torpedoes to hit"),
        Purpose::TorpedoSize(by) => (by, "torpedoes, size"),
        Purpose::TorpedoPenetration(by) => (by, "torpedoes, penetration"),
        Purpose::TorpedoCheck(side) => (side, "large-ship torpedo attack on"),
        Purpose::Reaction(division) => (division, "reaction"),
        Purpose::ForceType(side) => (side, "type of ship"),
        Purpose::ForceNumber(side) => (side, "number of ships"),
        Purpose::ForceShip(side) => (side, "which ship"),
        Purpose::ApproachBearing(side) => (side, "bearing of the approach"),
        Purpose::ApproachDistance(side) => (side, "distance of the approach"),
        Purpose::Orders(unit) => (unit, "orders received on"),
        Purpose::Independent(unit) => (unit, "independent movement"),
        Purpose::Collision(ship) => (ship, "collision on"),
        Purpose::Damage(ship) => (ship, "damage"),
        Purpose::Special(ship) => (ship, "special hit"),
        Purpose::Magazine(ship) => (ship, "magazine explodes on"),
        Purpose::Flash(ship) => (ship, "flash explodes her on"),
        Purpose::Mount(ship) => (ship, "which mount is hit"),
        Purpose::Steering(ship) => (ship, "turns with the rudder jammed"),
        Purpose::BridgeOrFireControl(ship) => (ship, "bridge or fire control"),
        Purpose::GunsGone(ship) => (ship, "hit with all guns gone"),
        Purpose::Fire(ship) => (ship, "a fire burns"),
        Purpose::FireFought(ship) => (ship, "the fire that is fought"),
        Purpose::Repair(ship) => (ship, "repair"),
        Purpose::AfterFire(ship) => (ship, "a fire burns on after the end"),
        Purpose::AfterRepair(ship) => (ship, "repair after the end"),
        Purpose::SpecialRule(of) => return format!("special rule {of}"),
        Purpose::Mine(ship) => (ship, "mines strike on"),
        Purpose::Dud(ship) => (ship, "shells that do not burst on"),
    };
    format!("{}, {what}", state.name(id))
}
