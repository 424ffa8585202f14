//! What somebody does in sight of a side, as that side hears it.
use crate::{Declaration, Id, Meeting, command::Conditions};

/// A declaration as a side hears it, who does not see whoever may lie in the line of fire.
pub(in crate::view) fn heard(declaration: &Declaration, sees: impl Fn(&Id) -> bool) -> Declaration {
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

/// A meeting with a ship that is seen, and in line with her those who are: the others would be told of with where they
/// went. [7.4.2, Q49]
pub(in crate::view) fn met_in_sight(meeting: &Meeting, seen: impl Fn(&Id) -> bool) -> Option<Meeting> {
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
