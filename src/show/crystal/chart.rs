//! The game chart, prices, routes, and both armies in an area. [SC-4]
use serde::Serialize;
use serde_json::{Value, json};

use super::sentences::{area_name, points_from_halves, sum_text};
use crate::{count, joined, plain_table};
use crystal::{Area, AreaId, BattleSide, BattleStrengths, Field, Holder, Kind, State, Troops};

pub fn holder_text(state: &State, holder: Holder) -> String {
    match holder {
        Holder::Empire => "yours".to_owned(),
        Holder::Neutral => "neutral".to_owned(),
        Holder::Enemy(by) => state.scenario().enemy_name(by),
    }
}

/// Returns treasure, resources, units and MAX, wizard, enemies. [SC-4]
pub fn chart_text(state: &State) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for kind in Kind::RECRUITS {
        let (have, max) = (state.army().count(kind), state.max.count(kind));
        if have > 0 || max > 0 {
            let factor = if kind == Kind::Wizard { "-".to_owned() } else { kind.combat_factor().to_string() };
            let name = format!("{kind} {}", kind.name());
            rows.push(vec![name, kind.price().to_string(), factor, have.to_string(), max.to_string()]);
        }
    }
    let enemies = state.scenario().empires().map(|(id, enemy)| {
        let held = state.area_states.iter().filter(|land| land.holder == Holder::Enemy(id)).count();
        let state = if state.is_alive(id) { "rolls each turn to grow" } else { "has lost its capital" };
        let host = &enemy.army_extra;
        let host = if host.0.is_empty() { String::new() } else { format!(", with a host of {host}") };
        format!("{} holds {} and {state}{host}", enemy.name, count(held, "area"))
    });
    let enemies = joined(enemies, "; ");
    let enemies = if enemies.is_empty() { "No enemy empire" } else { &enemies };
    let (here, last) = (area_name(&state.setup, state.army_at), state.scenario().turn_limit);
    let State { turn, treasure, resources, .. } = state;
    let (held, all) = (state.owned_count(), state.area_states.len());
    let wizard = if state.field.own.has_wizard() { "alive" } else { "none" };
    let table = plain_table(&["unit", "GP", "CF", "have", "MAX"], &[1, 2, 3, 4], rows);
    format!(
        "Turn {turn} of {last}. Treasure {treasure} GP, resources {resources} GP a turn. Areas {held} of {all}. Wizard: \
         {wizard}.\nThe army is in {here}.\n{table}\n{enemies}."
    )
}

pub fn chart_json(state: &State) -> Value {
    let units = Kind::RECRUITS.into_iter().map(|kind| {
        let (have, max) = (state.army().count(kind), state.max.count(kind));
        json!({ "id": kind.code(), "have": have, "max": max, "price": kind.price() })
    });
    let areas = state.scenario().areas.iter().map(|area| {
        let holder = holder_text(state, state.holder(area.id));
        json!({ "id": area.id, "name": area.name, "holder": holder, "gp": state.gold(area.id) })
    });
    json!({
        "turn": state.turn, "phase": state.phase, "army_at": state.army_at, "treasure": state.treasure,
        "resources": state.resources, "units": units.collect::<Value>(), "areas": areas.collect::<Value>(),
        "wizard": state.field.own.has_wizard(), "result": state.result,
    })
}

/// A unit type on offer: current price, units held, MAX, and how many can be bought. [SC-8]
#[derive(Serialize)]
struct Offer {
    id: &'static str,
    price: u32,
    have: u8,
    max: u8,
    can_buy: usize,
}

fn offers(state: &State) -> Vec<Offer> {
    let offer = |(kind, max): (Kind, u8)| {
        let have = state.army().count(kind);
        let most = if kind == Kind::Wizard { u8::from(have == 0) } else { max.saturating_sub(have) };
        let can_buy = (1..=most).take_while(|count| state.price(*count, kind) <= state.treasure).count();
        Offer { id: kind.code(), price: state.price(1, kind), have, max, can_buy }
    };
    state.max.present().map(offer).collect()
}

/// Returns the units that can be bought now. [SC-8]
pub fn shop_text(state: &State) -> String {
    let row = |Offer { id, price, have, max, can_buy }: Offer| {
        vec![id.to_owned(), price.to_string(), have.to_string(), max.to_string(), can_buy.to_string()]
    };
    let rows = offers(state).into_iter().map(row).collect();
    let table = plain_table(&["unit", "GP", "have", "MAX", "can buy"], &[1, 2, 3, 4], rows);
    format!("Treasure {} GP.\n{table}", state.treasure)
}

pub fn shop_json(state: &State) -> Value {
    json!({ "treasure": state.treasure, "units": offers(state) })
}

/// Returns areas to which the army may march, with the cost and the defenders. [SC-9]
pub fn routes(state: &State) -> String {
    let row = |(area, cost): (&Area, u8)| {
        vec![
            format!("{} {}", area.id, area.name),
            area.terrain.name().to_owned(),
            cost.to_string(),
            holder_text(state, state.holder(area.id)),
            state.gold(area.id).to_string(),
            defenders(state, area).unwrap_or_else(|| "-".to_owned()),
        ]
    };
    let rows = state.neighbours().map(row).collect();
    plain_table(&["area", "terrain", "MP", "held by", "GP", "defenders"], &[2, 4], rows)
}

fn defenders(state: &State, area: &Area) -> Option<String> {
    state.defenders(area.id).map(|(_, bands)| Troops(bands).to_string())
}

pub fn routes_json(state: &State) -> Value {
    let way = |(area, cost): (&Area, u8)| {
        json!({
            "id": area.id, "name": area.name, "terrain": area.terrain.name(), "mp": cost,
            "holder": holder_text(state, state.holder(area.id)), "gp": state.gold(area.id), "defenders": defenders(state, area),
        })
    };
    state.neighbours().map(way).collect()
}

/// Returns the field of an area: the current one during a battle, otherwise as a battle would begin.
fn field_in(state: &State, id: AreaId) -> Option<Field> {
    let new_field = state.field_in(id, *state.army())?;
    Some(if state.army_at == id && state.field.rounds > 0 { state.field.clone() } else { new_field })
}

/// Returns both armies as they would fight in an area, with the value of each unit. [SC-13]
pub fn armies_text(state: &State, id: AreaId) -> String {
    let Some(field) = field_in(state, id) else {
        return format!("{} is yours: there is no battle to fight there.", area_name(&state.setup, id));
    };
    let rules = &state.setup.rules;
    let BattleStrengths { own_halves: own, foe_halves: foes, odds, .. } = BattleStrengths::on_field(rules, &field);
    let wizard = if field.wizard { " They have a wizard." } else { "" };
    let sums = [(BattleSide::Own, own), (BattleSide::Foes, foes)]
        .map(|(side, halves)| sum_text(&field.terms(rules, side), halves));
    let (area, [you, enemy]) = (area_name(&state.setup, id), sums);
    let (own, foes, column) = (points_from_halves(own), points_from_halves(foes), odds.column);
    format!("{area}\nYou: {you}.\nEnemy: {enemy}.{wizard}\n{own} to {foes}: column {column}:1.")
}

/// Returns the armies as JSON. `null` in one of the player's own areas.
pub fn armies_json(state: &State, id: AreaId) -> Value {
    let Some(field) = field_in(state, id) else { return Value::Null };
    let rules = &state.setup.rules;
    let weights = BattleStrengths::on_field(rules, &field);
    let points = |halves: u32| f64::from(halves) / 2.0;
    json!({
        "id": id, "own": { "points": points(weights.own_halves), "terms": field.terms(rules, BattleSide::Own) },
        "enemy": { "points": points(weights.foe_halves), "terms": field.terms(rules, BattleSide::Foes), "wizard": field.wizard },
        "ratio": weights.odds.ratio, "shift": weights.odds.shift, "column": weights.odds.column,
    })
}
