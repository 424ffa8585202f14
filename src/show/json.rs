//! The battle as JSON, for any viewer.
use serde_json::{Map, Value, json};

use super::{
    margin_entry, place_json, plot_description,
    seen::visible_condition,
    status::{clock, ship_condition},
    uncited_duty,
};
use naval::model::{BatteryKind, Bearing, Duty, Fraction, Hit, Ship, ShipMove};
use naval::view::View;

/// `[{"rule":"3.3.5","says":"..."}]`
pub fn duties_json(view: &View, duties: &[Duty]) -> Value {
    duties.iter().map(|duty| json!({ "rule": duty.rule, "says": uncited_duty(view, duty) })).collect()
}

/// Returns everything that [`status`](super::status()) shows, and every hit, as JSON.
pub fn status_json(view: &View) -> Value {
    if view.is_referee() { Value::Object(situation(view)) } else { view_json(view) }
}

/// Returns what every viewer gets: time, sighting, own ships, declarations, held hits, markers and duties.
fn situation(view: &View) -> Map<String, Value> {
    let keys = json!({
        "turn": view.turn,
        "clock": clock(view),
        "segment": view.segment,
        "sighting_base": view.sighting_base,
        "visibility": view.visibility_quality,
        "light": view.setup.sides.iter().filter_map(|side| view.light_on(&side.id)).collect::<Vec<_>>(),
        "night": view.setup.night,
        "deciding": view.next_declaring_side(),
        "over": view.end,
        "ships": view.own_ships().map(|ship| ship_json(view.turn, ship)).collect::<Vec<_>>(),
        "declarations": view.this_move.declarations,
        "held": view.held_hits,
        "markers": view.own_markers().collect::<Vec<_>>(),
        "duties": duties_json(view, &view.duties()),
    });
    keys.as_object().cloned().unwrap_or_default()
}

/// Returns a complete view as JSON: the situation, the table, positions, and enemies that the viewer sees or saw.
pub fn view_json(view: &View) -> Value {
    let more = json!({
        "side": view.viewer.journal_name(),
        "wind": view.setup.wind,
        "table": view.setup.table,
        "land": view.setup.land,
        "smoke": view.standing_smoke()
            .map(|smoke| json!({ "from": place_json(smoke.from), "legs": smoke.legs, "turn": smoke.turn }))
            .collect::<Vec<_>>(),
        "ships": view.own_ships().map(|ship| placed_json(view.turn, ship)).collect::<Vec<_>>(),
        "divisions": view.own_divisions().map(|division| json!({
            "id": division.id, "name": division.name, "side": division.side, "ships": division.ships,
            "flagship": division.flagship, "signalling": division.signalling, "initiative": division.initiative,
            "plot": division.plot.as_ref().map(plot_description), "next_plot": division.next_plot.as_ref().map(plot_description),
        })).collect::<Vec<_>>(),
        "enemies": view.enemies().map(|enemy| json!({
            "id": enemy.id, "name": enemy.card.name, "side": enemy.side, "type": enemy.card.kind, "speed": enemy.speed,
            "at": enemy.at.map(place_json), "run": run_json(enemy.run.as_deref()), "burning": enemy.fires() > 0,
            "lit": enemy.lit, "state": visible_condition(enemy),
        })).collect::<Vec<_>>(),
        "lost_from_sight": view.lost_from_sight().map(|(ship, seen)| json!({
            "id": ship.id, "name": ship.card.name, "side": ship.side, "type": ship.card.kind, "turn": seen.turn,
            "at": seen.at.map(place_json), "speed": seen.speed,
        })).collect::<Vec<_>>(),
        "force_markers": view.force_markers.iter()
            .map(|marker| json!({ "id": marker.id, "side": marker.side, "at": place_json(marker.at) })).collect::<Vec<_>>(),
        "enemy_markers": view.enemy_markers()
            .map(|marker| json!({ "id": marker.id, "side": marker.side, "turn": marker.turn })).collect::<Vec<_>>(),
        "seals": view.seals.iter().map(|seal| json!({ "side": seal.side, "code": seal.code })).collect::<Vec<_>>(),
    });
    let mut all = situation(view);
    all.extend(more.as_object().cloned().unwrap_or_default());
    Value::Object(all)
}

pub(super) fn ship_json(turn: u16, ship: &Ship) -> Value {
    let mounts = |arc| ship.mounts_bearing(arc);
    let hit = |Hit { id, turn, effect, state }: &Hit| json!({ "id": id, "turn": turn, "effect": effect, "says": margin_entry(effect), "state": state });
    json!({
        "id": ship.id, "name": ship.card.name, "side": ship.side, "division": ship.division,
        "type": ship.card.kind, "number": ship.number, "speed": ship.speed, "top_speed": ship.speed_allowance(),
        "big": {"bow": mounts(Bearing::Bow), "broadside": mounts(Bearing::Broadside), "stern": mounts(Bearing::Stern)},
        "medium": fraction_json(ship.battery_strength(BatteryKind::Medium)),
        "light": fraction_json(ship.battery_strength(BatteryKind::Light)),
        "torpedoes": ship.torpedoes_left, "fires": ship.fires(), "flotation_hits": ship.flotation_hits(),
        "flotation": ship.card.flotation, "sighted": ship.sighted, "lit": ship.lit, "bridge_hit": ship.has_bridge_hit(),
        "fire_control_out": ship.is_fire_control_out(), "fate": ship.fate, "state": ship_condition(turn, ship),
        "hits": ship.hits.iter().map(hit).collect::<Vec<_>>(),
    })
}

/// Converts a fraction to JSON: an integer if it is whole, otherwise a decimal.
fn fraction_json(fraction: Fraction) -> Value {
    if fraction.0.is_integer() { json!(fraction.0.to_integer()) } else { json!(fraction.as_f64()) }
}

/// Returns a ship's state with its position and last run.
fn placed_json(turn: u16, ship: &Ship) -> Value {
    let mut value = ship_json(turn, ship);
    value["at"] = json!(ship.at.map(place_json));
    value["run"] = run_json(ship.run.as_deref());
    value
}

fn run_json(run: Option<&ShipMove>) -> Value {
    run.map_or(Value::Null, |run| json!({ "from": place_json(run.from), "legs": run.legs, "speed": run.speed }))
}
