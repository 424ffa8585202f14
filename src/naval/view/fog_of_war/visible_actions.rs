//! Visible enemy actions, reduced to what a side can hear or see.
use crate::model::{Declaration, KeptOrder, Meeting, command::Conditions};
use crate::{Id, SideId};

/// Returns a declaration as a side hears it, without a ship in the line of fire that it does not see.
pub(in crate::view) fn heard_declaration(declaration: &Declaration, sees: impl Fn(&Id) -> bool) -> Declaration {
    let Conditions { turned_deg, target_turned_deg, courses_deg, through, downwind, visibility, blocked_by, denied } =
        declaration.conditions.clone();
    let through = through.filter(|ship| sees(ship));
    Declaration {
        firer: declaration.firer.clone(),
        battery: declaration.battery,
        target: declaration.target.clone(),
        range: declaration.range,
        bearing: declaration.bearing,
        conditions: Conditions {
            turned_deg,
            target_turned_deg,
            courses_deg,
            through,
            downwind,
            visibility,
            blocked_by,
            denied,
        },
        said: declaration.said.clone(),
        fired: declaration.fired,
    }
}

/// Returns a meeting with a visible ship, and only visible ships in line with it. Any other ship would be shown where
/// it went. [7.4.2, Q49]
pub(in crate::view) fn visible_meeting(meeting: &Meeting, seen: impl Fn(&Id) -> bool) -> Option<Meeting> {
    let in_line = meeting.in_line.iter().filter(|met| seen(&met.ship)).cloned().collect();
    seen(&meeting.ship).then(|| Meeting {
        marker: meeting.marker.clone(),
        ship: meeting.ship.clone(),
        time: meeting.time,
        range: meeting.range,
        angle: meeting.angle,
        in_line,
    })
}

/// Whether an order for the next plot is the side's own.
pub(in crate::view) fn is_order_of(kept: &KeptOrder, by: &SideId, is_own: impl Fn(&Id) -> bool) -> bool {
    match kept {
        KeptOrder::Formed(formation) => formation.side == *by,
        KeptOrder::Disbanded { formation: _, side } => side == by,
        KeptOrder::Flag { division, flag: _ } => is_own(division),
    }
}

/// Removes the command that generated a battle from a source. With its seed anyone could see the enemy's force. [10.2]
pub(in crate::view) fn without_seed(source: &str) -> String {
    let is_command = source.starts_with("house: kaiser ");
    if is_command { "house: drawn up by the program".to_owned() } else { source.to_owned() }
}
