//! Sentences about positions: torpedoes that meet ships, and statements by the referee that contradict positions.
use super::{arcs_word, block_word, joined, name_list, unambiguous_marker};
use naval::model::{MarkerId, Meeting, OverruledValue};
use naval::{Id, Inches, State};

/// `Torpedoes of marker Q reach Retvizan after 0.75 of the move, 3.75" from the dot, at 20.0 degrees to its keel.`
pub(super) fn meeting_sentence(before: &State, meeting: &Meeting) -> String {
    let Meeting { marker, ship, time, range, angle, in_line } = meeting;
    let others = name_list(before, in_line.iter().map(|met| &met.ship));
    let line = if in_line.is_empty() { String::new() } else { format!("; in line: {others}") };
    let (marker, ship) = (unambiguous_marker(before, marker), before.name(ship));
    format!(
        "Torpedoes of marker {marker} reach {ship} after {time} of the move, {range}\" from the dot, at {angle} degrees \
         to its keel{line}."
    )
}

/// Returns the meetings of torpedoes after the referee moved a ship, or a note that they meet no ship.
pub(super) fn new_meetings_text(before: &State, marker: &MarkerId, meetings: &[Meeting]) -> String {
    if meetings.is_empty() {
        return format!("Torpedoes of marker {} now reach no ship.", unambiguous_marker(before, marker));
    }
    format!("By position now: {}", joined(meetings.iter().map(|meeting| meeting_sentence(before, meeting)), " "))
}

/// `By position Asahi to Retvizan is 8.6", but the typed 8.0" applies.`
pub(super) fn overruled_sentence(before: &State, unit: &Id, other: Option<&Id>, overruled: &OverruledValue) -> String {
    let name = before.name(unit);
    let target = other.map_or("its target", |other| before.name(other));
    let ship = |ship: &Option<Id>| ship.as_ref().map_or("no ship", |ship| before.name(ship)).to_owned();
    let block = |block: &Option<_>| block.map_or("nothing", block_word);
    match overruled {
        OverruledValue::Range { typed, lies } => {
            // The decimal point was forgotten or misplaced.
            let corrections = [Inches(typed.0 / 10), *typed * 10];
            let meant =
                corrections.into_iter().find(|figure| (*figure - *lies).abs() <= before.setup.options.tolerance);
            let meant = meant.map(|figure| format!(" (did you mean {figure}\"?)")).unwrap_or_default();
            format!("By position {name} to {target} is {lies}\", but the typed {typed}\" applies{meant}.")
        }
        OverruledValue::Arc { typed, touched } => {
            format!(
                "By position {target} is in the {} arc of {name}, but the typed {typed} applies.",
                arcs_word(touched)
            )
        }
        OverruledValue::TurnedBefore { ship, typed, before: earlier } => {
            let name = before.name(ship);
            format!(
                "{name} turned {earlier} degrees by the plots or an earlier entry. The typed {typed} now applies to this fire."
            )
        }
        OverruledValue::CoursesBefore { typed, before: earlier } => {
            format!(
                "The courses of {name} and {target} are {earlier} degrees apart by the plots or an earlier entry. The typed \
                 {typed} now applies to this fire."
            )
        }
        OverruledValue::Turned { typed, ran } => {
            format!("By its track {name} turned {ran} degrees, but the typed {typed} applies.")
        }
        OverruledValue::TargetTurned { typed, ran } => {
            format!("By its track {target} turned {ran} degrees, but the typed {typed} applies.")
        }
        OverruledValue::Courses { typed, steered } => {
            format!(
                "By position the courses of {name} and {target} are {steered} degrees apart, but the typed {typed} applies."
            )
        }
        OverruledValue::Through { typed, stands } => {
            let (stands, typed) = (ship(stands), ship(typed));
            format!("By position the line from {name} to {target} crosses {stands}. As typed: {typed}, which applies.")
        }
        OverruledValue::Downwind { typed } => {
            let (fires, does) = if *typed { ("does not fire", "does") } else { ("fires", "does not") };
            format!("By position {name} {fires} downwind at top speed. As typed it {does}, which applies.")
        }
        OverruledValue::Block { typed, stands } => {
            let (stands, typed) = (block(stands), block(typed));
            format!("By position {stands} is between {name} and {target}. As typed: {typed}, which applies.")
        }
        OverruledValue::Sight { typed: true } if other.is_some() => {
            format!("By position {target} does not see {name}, but as typed it does.")
        }
        OverruledValue::Sight { typed: true } => format!("By position no ship sees {name}, but as typed one does."),
        OverruledValue::Sight { typed: false } => {
            format!("By position {name} is in sight, but as typed it is not sighted.")
        }
    }
}
