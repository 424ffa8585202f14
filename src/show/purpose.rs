//! The purposes of dice, as text.
use naval::{State, model::Purpose};

/// Returns the purpose of a die, and the unit it belongs to.
pub(super) fn purpose_text(state: &State, purpose: &Purpose) -> String {
    let (id, what): (&str, &str) = match purpose {
        Purpose::SightingBase => return "sighting range".to_owned(),
        Purpose::Wind => return "wind".to_owned(),
        Purpose::WindFrom => return "bearing from which the wind blows".to_owned(),
        Purpose::Hour => return "hour of the first turn".to_owned(),
        Purpose::DeclareFirst(side) => (side, "to declare first"),
        Purpose::SecondaryFirst(side) => (side, "to allocate batteries first"),
        Purpose::ToHit(ship) => (ship, "to hit"),
        Purpose::Size(ship) => (ship, "size"),
        Purpose::Penetration(ship) => (ship, "penetration"),
        Purpose::Volley(target) => return format!("batteries at {}, one more hit on", state.name(target)),
        Purpose::TorpedoTarget(marker) => return format!("target of the torpedoes of {}", state.name(marker)),
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
        Purpose::Flash(ship) => (ship, "flash explodes it on"),
        Purpose::Mount(ship) => (ship, "which mount is hit"),
        Purpose::Steering(ship) => (ship, "turns with the rudder jammed"),
        Purpose::BridgeOrFireControl(ship) => (ship, "bridge or fire control"),
        Purpose::GunsGone(ship) => (ship, "hit with all guns gone"),
        Purpose::Fire(ship) => (ship, "a fire burns"),
        Purpose::FireFought(ship) => (ship, "the fire being fought"),
        Purpose::Repair(ship) => (ship, "repair"),
        Purpose::AfterFire(ship) => (ship, "a fire still burns after the end"),
        Purpose::AfterRepair(ship) => (ship, "repair after the end"),
        Purpose::SpecialRule(of) => return format!("special rule {of}"),
        Purpose::Mine(ship) => (ship, "mines strike on"),
        Purpose::Dud(ship) => (ship, "shells that do not burst on"),
    };
    format!("{}, {what}", state.name(id))
}
