//! Collisions and groundings as text.
use super::faces;
use naval::model::{Collision, CollisionRow, Contact};
use naval::{Fact, Id, NavalEvent, SideId, State};

/// `Asahi and Retvizan overlap, colliding on a 1 (D10): typed 1 -> Asahi rams Retvizan.`
pub(super) fn collision_sentence(before: &State, event: &NavalEvent, met: &Collision) -> String {
    let (first, second) = (before.name(&met.one), before.name(&met.other));
    let outcome = if met.collides { collision_outcome(before, met) } else { "they pass clear".to_owned() };
    format!("{first} and {second} overlap, colliding on a 1 (D10): {} -> {outcome}.", faces(&event.dice))
}

fn collision_outcome(before: &State, met: &Collision) -> String {
    let (first, second) = (before.name(&met.one), before.name(&met.other));
    match met.blows {
        (CollisionRow::Rammer, CollisionRow::Rammed) => format!("{first} rams {second}"),
        (CollisionRow::Rammed, CollisionRow::Rammer) => format!("{second} rams {first}"),
        (CollisionRow::Rammed, CollisionRow::Rammed) => "they collide bow to bow".to_owned(),
        (CollisionRow::Glancing, _) | (_, CollisionRow::Glancing) | (CollisionRow::Rammer, CollisionRow::Rammer) => {
            "they scrape along each other".to_owned()
        }
    }
}

/// Returns what a 1 on the collision die would do. `None` for other events.
pub(super) fn collision_needs(before: &State, event: &NavalEvent) -> Option<String> {
    let Fact::CollisionTested(met) = &event.fact else { return None };
    let (first, second) = (before.name(&met.one), before.name(&met.other));
    let risk = met.stopped.as_ref().map(|risk| before.name(&risk.ship));
    let stopped = risk.map(|ship| format!(". {ship} is stopped, so no other ship of the division is at risk"));
    Some(format!(
        "{first} and {second} overlap: on a 1 (D10), {}{}.",
        collision_outcome(before, met),
        stopped.unwrap_or_default()
    ))
}

/// `Asahi runs ashore on Round Island and stops.`
pub(super) fn grounding_sentence(before: &State, ship: &Id, land: &Id) -> String {
    let unit = before.base_id(ship);
    format!("{} runs ashore on {} and stops.", before.name(&unit), land_name(before, land))
}

pub(super) fn land_name<'a>(state: &'a State, land: &'a Id) -> &'a str {
    state.setup.land.iter().find(|land_area| land_area.id == *land).map_or(land.as_str(), |land| land.name.as_str())
}

/// `30 degrees to starboard`. Degrees to port are negative.
pub(super) fn degrees_to_side(degrees: i16) -> String {
    format!("{} degrees to {}", degrees.unsigned_abs(), if degrees < 0 { "port" } else { "starboard" })
}

/// `Turn 7 is played in halves, says Japan: Asahi and Retvizan are within 5.0".`
pub(super) fn half_move_sentence(before: &State, by: Option<&SideId>, first: &Id, second: &Id) -> String {
    let by_side = by.map(|side| format!(", says {}", before.name(side))).unwrap_or_default();
    let (turn, first, second) = (before.turn, before.name(first), before.name(second));
    format!("Turn {turn} is played in halves{by_side}: {first} and {second} are within 5.0\".")
}

/// `Japan has sighted Retvizan and plots turn by turn from now on.`
pub(super) fn contact_sentence(before: &State, side: &SideId, by: &Contact) -> String {
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
