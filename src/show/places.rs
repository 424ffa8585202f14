//! Positions of ships, and what lies between them.
use serde_json::{Value, json};

use super::{block_word, list, plain_table, steered::courses_text, verb_for};
use naval::model::{Edge, Fate, Fine, FiringArc, Place, Ship, Side};
use naval::rules::survey::{Survey, range_rule};
use naval::{Id, Inches, rules::ending, view::View};

/// Returns all tracked ships of a unit or of the table, as text and as JSON: side, position, heading and speed.
pub fn places_text_and_json(view: &View, unit: Option<&Id>) -> (String, Vec<Value>) {
    let ships = view.ships.iter().map(AsRef::as_ref).filter(|ship| belongs_to(ship, unit) && ship.is_on_table());
    let tracked: Vec<(&Ship, Place)> = ships.filter_map(|ship| Some((ship, ship.at?))).collect();
    let values = tracked.iter().map(|(ship, at)| {
        json!({
            "id": ship.id, "side": ship.side, "division": ship.division,
            "x": hundredths(at.x), "y": hundredths(at.y), "heading": hundredths(at.heading) % 360.0, "speed": ship.speed,
            "turned": ship.run.as_ref().map_or(0.0, |run| hundredths(run.turned)),
        })
    });
    let others = || view.ships.iter().any(|ship| ship.is_on_table() && ship.at.is_some());
    let text = match unit {
        _ if !tracked.is_empty() => {
            let rows = tracked.iter().map(|(ship, at)| placed_row(view, ship, *at)).collect();
            plain_table(&["ship", "side", "x", "y", "heading", "speed"], &[2, 3, 4, 5], rows)
        }
        Some(unit) if others() => format!("{} has no position at present.", view.name(unit)),
        Some(_) | None if is_no_ship_left(view) => NO_SHIP_LEFT.to_owned(),
        Some(_) | None if view.has_positions() => NO_SHIP_IN_SIGHT.to_owned(),
        Some(_) | None => {
            let none = "No ship has a position: this game uses measured ranges. `place NAME at X Y heading \
                           DEGREES` gives one.";
            courses_text(view).map_or_else(|| none.to_owned(), |courses| format!("{none}\n{courses}"))
        }
    };
    (text, values.collect())
}

/// Whether a ship belongs to a unit: the ship itself, its division or its side. Without a unit, every ship does.
pub(super) fn belongs_to(ship: &Ship, unit: Option<&Id>) -> bool {
    unit.is_none_or(|unit| [ship.id.as_str(), &ship.division, &ship.side].contains(&unit.as_str()))
}

/// Returns name, side, position, heading and speed.
pub(super) fn placed_row(view: &View, ship: &Ship, at: Place) -> Vec<String> {
    let (name, side) = (ship.card.name.clone(), view.name(&ship.side).to_owned());
    vec![name, side, at.x.to_string(), at.y.to_string(), at.heading.to_string(), ship.speed.to_string()]
}

/// The answer if ships have positions and none is in sight.
pub(super) const NO_SHIP_IN_SIGHT: &str = "No ship is in sight.";

/// The answer if no ship is left on the table.
pub const NO_SHIP_LEFT: &str = "No ship is on the table: all have left it or are sunk.";

/// Returns sides whose last ship has gone, and how to end the battle. `None` while all have ships, and after the end.
pub fn gone_sides_note(view: &View) -> Option<String> {
    let is_present = |ship: &Ship| ship.is_in_action() || matches!(ship.fate, Fate::Waiting { .. });
    let has_gone =
        |side: &&Side| view.ships_of_side(&side.id).next().is_some() && !view.ships_of_side(&side.id).any(is_present);
    let gone: Vec<&str> = view.setup.sides.iter().filter(has_gone).map(|side| side.name.as_str()).collect();
    if gone.is_empty() || view.end.is_some() {
        return None;
    }
    let (all, have) = (list(&gone), if gone.len() == 1 { "has" } else { "have" });
    let end = match ending::end_without_ruling(view) {
        Some(_) => "`end` ends the battle and counts the points.".to_owned(),
        None => format!("`end because \"{all} {have} no ship left\"` ends the battle and counts the points."),
    };
    Some(format!("No ship of {all} is left. {end} [{}]", ending::length_rule(view)))
}

/// Whether there were ships and none is left on the table.
pub fn is_no_ship_left(view: &View) -> bool {
    !view.ships.is_empty() && view.ships.iter().all(|ship| !ship.is_on_table())
}

/// Returns a number rounded to hundredths, as people read it.
pub(super) fn hundredths(fine: Fine) -> f64 {
    fine.hundredths().as_f64()
}

pub(super) fn place_json(at: Place) -> Value {
    json!({ "x": hundredths(at.x), "y": hundredths(at.y), "heading": hundredths(at.heading) % 360.0 })
}

/// `bow or port`
pub(super) fn arcs_word(touched: &[FiringArc]) -> String {
    arc_words(touched).join(" or ")
}

pub(super) fn arc_words(arcs: &[FiringArc]) -> Vec<&'static str> {
    arcs.iter().map(|arc| arc_word(*arc)).collect()
}

/// `Asahi to Retvizan: 8.0", bearing 45.0, in Asahi's starboard arc. The line is clear. [3.5.2, 6.4.4]`
pub fn survey_text(view: &View, from: &Id, to: &Id, found: &Survey) -> String {
    let (from, to, range, bearing) = (view.name(from), view.name(to), found.range, found.bearing);
    let clear = match found.blocked_by {
        None => "The line is clear".to_owned(),
        Some(block) => format!("The line is blocked by {}", block_word(block)),
    };
    let (arcs, rule) = (arcs_word(&found.arcs), range_rule(view));
    format!("{from} to {to}: {range}\", bearing {bearing}, in {from}'s {arcs} arc. {clear}. [{rule}, 6.4.4]")
}

/// Returns the answer to a stated sighting that already holds: `Retvizan is already out of sight. [4.4]`
pub fn sighting_holds_already(view: &View, unit: &Id, seen: bool) -> String {
    let (sight, rule) = if seen { ("in sight", "4.3") } else { ("out of sight", "4.4") };
    format!("{} {} already {sight}. [{rule}]", view.name(unit), verb_for(view, unit, "is", "are"))
}

/// `Izumo to Rossia: 8.5", broadside, as measured this turn. [2.7]`
pub fn measured_text(view: &View, from: &Id, to: &Id, range: Inches) -> String {
    let arc = view.measured_arc(from, to).map(|arc| format!(", {arc}")).unwrap_or_default();
    format!("{} to {}: {range}\"{arc}, as measured this turn. [2.7]", view.name(from), view.name(to))
}

/// `{"range":8.5,"arc":"broadside","measured":true}`
pub fn measured_json(view: &View, from: &Id, to: &Id, range: Inches) -> Value {
    let arc = view.measured_arc(from, to).map(|arc| arc.to_string());
    json!({ "range": range, "arc": arc, "measured": true })
}

/// `{"range":8.0,"bearing":45.0,"arcs":["starboard"],"clear":true}`
pub fn survey_json(found: &Survey) -> Value {
    json!({
        "range": found.range, "bearing": hundredths(found.bearing), "arcs": arc_words(&found.arcs),
        "clear": found.blocked_by.is_none(),
    })
}

pub(super) fn arc_word(arc: FiringArc) -> &'static str {
    match arc {
        FiringArc::Bow => "bow",
        FiringArc::Port => "port",
        FiringArc::Starboard => "starboard",
        FiringArc::Stern => "stern",
    }
}

pub fn edge_adjective(edge: Edge) -> &'static str {
    match edge {
        Edge::North => "northern",
        Edge::East => "eastern",
        Edge::South => "southern",
        Edge::West => "western",
    }
}
