//! The purposes of dice, as text.
use naval::{State, model::Purpose};

/// Returns the purpose of a die, and the unit it belongs to.
pub(super) fn purpose_text(state: &State, purpose: &Purpose) -> String {
    let (id, what) = words(purpose);
    if let Purpose::SpecialRule(number) = purpose {
        return format!("{what} {number}");
    }
    let Some(name) = id.map(|id| state.name(id)) else { return what.to_owned() };
    if let Purpose::Volley(_) = purpose {
        return format!("{what} at {name}, one more hit on");
    }
    if let Purpose::TorpedoTarget(_) = purpose { format!("{what} of {name}") } else { format!("{name}, {what}") }
}

/// Returns the purpose of a die without its unit: `to hit`, `repair`.
pub fn purpose_name(purpose: &Purpose) -> &'static str {
    let (_, what) = words(purpose);
    what.trim_end_matches(" on")
}

/// Returns the unit, target, marker or side of a die, and its purpose.
fn words(purpose: &Purpose) -> (Option<&str>, &'static str) {
    match purpose {
        Purpose::SightingBase => (None, "sighting range"),
        Purpose::Wind => (None, "wind"),
        Purpose::WindFrom => (None, "bearing from which the wind blows"),
        Purpose::Hour => (None, "hour of the first turn"),
        Purpose::Volley(target) => (Some(target.as_str()), "batteries"),
        Purpose::TorpedoTarget(marker) => (Some(marker.as_str()), "target of the torpedoes"),
        Purpose::SpecialRule(_) => (None, "special rule"),
        Purpose::DeclareFirst(side) => (Some(side.as_str()), "to declare first"),
        Purpose::SecondaryFirst(side) => (Some(side.as_str()), "to allocate batteries first"),
        Purpose::ToHit(ship) => (Some(ship.as_str()), "to hit"),
        Purpose::Size(ship) => (Some(ship.as_str()), "size"),
        Purpose::Penetration(ship) => (Some(ship.as_str()), "penetration"),
        Purpose::TorpedoToHit(by) => (Some(by.as_str()), "torpedoes to hit"),
        Purpose::TorpedoSize(by) => (Some(by.as_str()), "torpedoes, size"),
        Purpose::TorpedoPenetration(by) => (Some(by.as_str()), "torpedoes, penetration"),
        Purpose::TorpedoCheck(side) => (Some(side.as_str()), "large-ship torpedo attack on"),
        Purpose::Reaction(division) => (Some(division.as_str()), "reaction"),
        Purpose::ForceType(side) => (Some(side.as_str()), "type of ship"),
        Purpose::ForceNumber(side) => (Some(side.as_str()), "number of ships"),
        Purpose::ForceShip(side) => (Some(side.as_str()), "which ship"),
        Purpose::ApproachBearing(side) => (Some(side.as_str()), "bearing of the approach"),
        Purpose::ApproachDistance(side) => (Some(side.as_str()), "distance of the approach"),
        Purpose::Orders(unit) => (Some(unit.as_str()), "orders received on"),
        Purpose::Independent(unit) => (Some(unit.as_str()), "independent movement"),
        Purpose::Collision(ship) => (Some(ship.as_str()), "collision on"),
        Purpose::Damage(ship) => (Some(ship.as_str()), "damage"),
        Purpose::Special(ship) => (Some(ship.as_str()), "special hit"),
        Purpose::Magazine(ship) => (Some(ship.as_str()), "magazine explodes on"),
        Purpose::Flash(ship) => (Some(ship.as_str()), "flash explodes it on"),
        Purpose::Mount(ship) => (Some(ship.as_str()), "which mount is hit"),
        Purpose::Steering(ship) => (Some(ship.as_str()), "turns with the rudder jammed"),
        Purpose::BridgeOrFireControl(ship) => (Some(ship.as_str()), "bridge or fire control"),
        Purpose::GunsGone(ship) => (Some(ship.as_str()), "hit with all guns gone"),
        Purpose::Fire(ship) => (Some(ship.as_str()), "a fire burns"),
        Purpose::FireFought(ship) => (Some(ship.as_str()), "the fire being fought"),
        Purpose::Repair(ship) => (Some(ship.as_str()), "repair"),
        Purpose::AfterFire(ship) => (Some(ship.as_str()), "a fire still burns after the end"),
        Purpose::AfterRepair(ship) => (Some(ship.as_str()), "repair after the end"),
        Purpose::Mine(ship) => (Some(ship.as_str()), "mines strike on"),
        Purpose::Dud(ship) => (Some(ship.as_str()), "shells that do not burst on"),
    }
}
