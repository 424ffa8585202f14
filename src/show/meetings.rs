//! Collisions and groundings as text.
use super::faces;
use naval::model::{Blow, Collision, Contact};
use naval::{Fact, Id, NavalEvent, SideId, State};

/// `Asahi and Retvizan overlap, colliding on a 1 (D10): typed 1 -> Asahi rams Retvizan.`
pub(super) fn collision(before: &State, event: &NavalEvent, met: &Collision) -> String {
    let (one, other) = (before.name(&met.one), before.name(&met.other));
    let comes = if met.collides { parts(before, met) } else { "they pass clear".to_owned() };
    format!("{one} and {other} overlap, colliding on a 1 (D10): {} -> {comes}.", faces(&event.dice))
}

fn parts(before: &State, met: &Collision) -> String {
    let (one, other) = (before.name(&met.one), before.name(&met.other));
    match met.blows {
        (Blow::Rammer, Blow::Rammed) => format!("{one} rams {other}"),
        (Blow::Rammed, Blow::Rammer) => format!("{other} rams {one}"),
        (Blow::Rammed, Blow::Rammed) => "they collide bow to bow".to_owned(),
        (Blow::Glancing, _) | (_, Blow::Glancing) | (Blow::Rammer, Blow::Rammer) => {
            "they scrape along each other".to_owned()
        }
    }
}

/// Returns the possible results of the collision die, before it is rolled.
pub(super) fn collision_needs(before: &State, event: &NavalEvent) -> Option<String> {
    let Fact::CollisionTested(met) = &event.fact else { return None };
    let (one, other) = (before.name(&met.one), before.name(&met.other));
    let risk = met.stopped.as_ref().map(|risk| before.name(&risk.ship));
    let stopped = risk.map(|ship| format!("; {ship} lies stopped, and no other ship of the division risks it"));
    Some(format!("{one} and {other} overlap: a 1 (D10), and {}{}.", parts(before, met), stopped.unwrap_or_default()))
}

/// `Asahi runs ashore on Round Island and lies stopped.`
pub(super) fn ashore(before: &State, ship: &Id, land: &Id) -> String {
    let unit = before.base_of(ship);
    format!("{} runs ashore on {} and lies stopped.", before.name(&unit), land_name(before, land))
}

pub(super) fn land_name<'a>(state: &'a State, land: &'a Id) -> &'a str {
    state.setup.land.iter().find(|one| one.id == *land).map_or(land.as_str(), |one| one.name.as_str())
}

/// `30 degrees to starboard`. Degrees to port are negative.
pub(super) fn to_hand(degrees: i16) -> String {
    format!("{} degrees to {}", degrees.unsigned_abs(), if degrees < 0 { "port" } else { "starboard" })
}

/// `Turn 7 is played in halves, says Japan: Asahi and Retvizan lie within 5.0".`
pub(super) fn halved(before: &State, by: Option<&SideId>, one: &Id, other: &Id) -> String {
    let says = by.map(|side| format!(", says {}", before.name(side))).unwrap_or_default();
    let (turn, one, other) = (before.turn, before.name(one), before.name(other));
    format!("Turn {turn} is played in halves{says}: {one} and {other} lie within 5.0\".")
}

/// `Japan has sighted Retvizan and plots turn by turn from now on.`
pub(super) fn contact(before: &State, side: &SideId, by: &Contact) -> String {
    let side = before.name(side);
    match by {
        Contact::Sighted(ship) => {
            format!("{side} has sighted {} and plots turn by turn from now on.", before.name(ship))
        }
        Contact::Smoke { of, seen_by, range } => format!(
            "{side} sees the funnel smoke of {}, {range}\" from {}, and plots turn by turn from now on.",
            before.name(of),
            before.name(seen_by)
        ),
    }
}
