//! Where the battle stands: prompt, banner, ships, duties.
use serde_json::{Value, json};

use super::{
    damage::{fate_word, harm},
    fire::{declared, hits, marker_of, quality_word},
    labels::{self, Names},
    light,
    lines::{close_table, ended, paragraph},
    places::edge,
    special,
};
use naval::{
    State,
    duty::Duty,
    half_move,
    measure::Fraction,
    precontact,
    setup::Side,
    ship::{BatteryKind, Bearing, Hit, Ship},
    special::reminders,
    state::{End, Segment},
    turn,
};
use play::Rule;

const HALF_MOVES: Rule = Rule::new("3.4");

/// The short prompt: `T3 05:08 Gunfire, Japan to declare> `.
pub fn prompt(state: &State) -> String {
    let when = format!("T{} {}", state.now().word(), clock(state));
    if state.over.is_some() {
        return format!("{when} over> ");
    }
    let title = segment_title(state.segment);
    let segment = title.trim_end_matches(" Segment");
    match turn::deciding(state) {
        Some(side) => format!("{when} {segment}, {} to declare> ", state.name(&side)),
        None => format!("{when} {segment}> "),
    }
}

/// What is said when a segment begins: when it is, how far one sees, what is owed.
pub fn banner(state: &State) -> String {
    let (turn, clock) = (state.now().word(), clock(state));
    if let Some(end) = &state.over {
        return format!("Turn {turn}, {clock}. {}", ended_by(state, end));
    }
    let rule = turn::paragraph(state.segment);
    let mut text = format!("Turn {turn}, {clock}. {} [{rule}]. {}", state.segment, sight(state));
    if half_move::offered(state).is_some() {
        text.push_str(&format!(" Half moves may be played: type half [{HALF_MOVES}]."));
    }
    let owed = turn::duties(state);
    if let Some(first) = owed.first() {
        let more = match owed.len() - 1 {
            0 => String::new(),
            more => format!("; and {more} more, see `duties`"),
        };
        text.push_str(&format!(" Owed: {}{more}.", labels::duty(state, first)));
    }
    text.push_str(&open_chances(&labels::names(state), &turn::chances(state)));
    paragraph(&text, 0)
}

/// ` Open: Asahi may try one repair (FL1): repair asahi FL1 [8.6].`
pub(super) fn open_chances(name: Names, chances: &[Duty]) -> String {
    let Some((first, more)) = chances.split_first() else { return String::new() };
    let more = match more.len() {
        0 => String::new(),
        more => format!("; and {more} more, see `duties`"),
    };
    format!(" Open: {}{more}.", labels::cited(name, first))
}

fn sight(state: &State) -> String {
    let quality = state.quality.map(|quality| format!(", visibility {}", quality_word(quality))).unwrap_or_default();
    let night = if state.setup.night { "Night. " } else { "" };
    let lights: Vec<_> = state.setup.sides.iter().filter_map(|side| state.light_on(&side.id)).cloned().collect();
    let lights = light::lights(&lights, |side| state.name(side));
    match state.sighting_base {
        Some(base) => format!("{night}Sighting range {base}\"{quality}.{lights}"),
        None => format!("{night}Sighting range not rolled yet."),
    }
}

/// Clock at the start of the turn. [3.2]
pub(super) fn clock(state: &State) -> String {
    state.clock().format("%H:%M").to_string()
}

pub(super) fn segment_title(segment: Segment) -> String {
    segment.to_string()
}

/// Every ship of both sides in a table, then what is declared, held and running.
pub fn status(state: &State) -> String {
    let mut text = vec![banner(state)];
    for side in &state.setup.sides {
        text.push(String::new());
        text.push(format!("{}, {} edge", side.name, edge(side.friendly_edge)));
        text.push(ships_table(state, side));
    }
    let pending = pending(state);
    if !pending.is_empty() {
        text.push(String::new());
        text.extend(pending);
    }
    text.join("\n")
}

fn ships_table(state: &State, side: &Side) -> String {
    let room = state.ships.iter().map(|ship| ship.card.name.chars().count()).max().unwrap_or(0);
    own_table(state.turn, room, state.ships_of_side(&side.id))
}

/// The widest column of names that leaves a page room for all the others; a longer name goes on below.
const NAMES: usize = 18;

/// Ships in full, the column of their names `room` wide where the page has it.
pub(super) fn own_table<'a>(turn: u16, room: usize, ships: impl Iterator<Item = &'a Ship>) -> String {
    let heading = ["Ship", "", "Type", "Speed", "Big", "Med", "Light", "Torp", "Fire", "Flood", "Seen", "State"];
    close_table(&heading, &[1, 3, 5, 6, 7, 8, 9], ships.map(|ship| ship_row(turn, ship)).collect(), room.min(NAMES))
}

fn ship_row(turn: u16, ship: &Ship) -> Vec<String> {
    let battery = |kind| {
        let strength = ship.battery_strength(kind);
        ship.card.battery(kind).map_or("-".to_owned(), |_| strength.to_string())
    };
    let torpedoes = if ship.card.torpedo.is_some() { ship.torpedoes_left.to_string() } else { "-".to_owned() };
    let seen = match (ship.is_on_table(), ship.sighted, ship.lit) {
        (true, _, true) => "lit",
        (true, true, false) => "yes",
        (true, false, false) | (false, ..) => "-",
    };
    let fires = if ship.fires() > 0 { ship.fires().to_string() } else { "-".to_owned() };
    vec![
        ship.card.name.clone(),
        ship.number.map_or(String::new(), |number| number.to_string()),
        ship.card.kind.to_string(),
        format!("{}/{}", ship.speed, ship.allowance()),
        if ship.card.big.is_some() { guns_now(ship) } else { "-".to_owned() },
        battery(BatteryKind::Medium),
        battery(BatteryKind::Light),
        torpedoes,
        fires,
        format!("{}/{}", ship.flotation_hits(), ship.card.flotation),
        seen.to_owned(),
        if fights_on(turn, ship) { String::new() } else { standing(turn, ship) },
    ]
}

/// `1-2-1`: mounts that bear ahead, abeam and astern, after damage; `1-2/1-1` where fewer are left on one side, to port and
/// to starboard. [6.4.1]
pub(super) fn guns_now(ship: &Ship) -> String {
    let left = |arc| ship.mounts_bearing(arc).to_string();
    let (port, starboard) = (left(Bearing::Port), left(Bearing::Starboard));
    let abeam = if port == starboard { port } else { format!("{port}/{starboard}") };
    [left(Bearing::Bow), abeam, left(Bearing::Stern)].join("-")
}

/// Nothing to be said of her but that she is there.
fn fights_on(turn: u16, ship: &Ship) -> bool {
    ship.in_action() && !ship.weapons_barred() && !ship.has_no_way() && !ship.steering_jammed(turn)
}

/// In one or two words, how she is.
pub(super) fn standing(turn: u16, ship: &Ship) -> String {
    if !ship.in_action() {
        return fate_word(&ship.fate);
    }
    let mut words = Vec::new();
    if ship.weapons_barred() {
        words.push("silent");
    }
    if ship.has_no_way() {
        words.push("stopped");
    }
    if ship.steering_jammed(turn) {
        words.push("jammed");
    }
    if words.is_empty() { "in action".to_owned() } else { words.join(", ") }
}

fn pending(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for one in state.this_move.declarations.iter().filter(|one| !one.fired) {
        lines.push(declared(state, one));
    }
    for held in &state.held {
        lines.push(format!("Held on {}: {}.", state.name(&held.target), hits(held.kind, held.count)));
    }
    for marker in precontact::force_markers(state) {
        let at = marker.at.map(|at| format!(" at {at}")).unwrap_or_default();
        lines.push(format!("Force marker{at}: {} [{}].", state.name(&marker.division), precontact::MARKERS));
    }
    for marker in &state.markers {
        let (by, target) = (state.name(&marker.launcher), state.name(&marker.target));
        let dummy = if marker.dummy { ", a dummy" } else { "" };
        lines.push(format!(
            "Marker {}{dummy}: {by} at {target}, run {}\" of {}\".",
            marker_of(state, &marker.id),
            marker.has_run(state.now(), state.segment),
            marker.run
        ));
    }
    lines
}

/// What must be done before the segment may close, one line a duty.
pub fn duties(state: &State) -> String {
    let mut lines =
        vec![owed_and_open(&labels::names(state), &turn::duties(state), &turn::chances(state), state.segment)];
    lines.extend(special::recalled(&reminders(state, None)));
    lines.extend(turn::remembered(state).iter().map(|jam| jammed_says(&labels::names(state), jam)));
    lines.join("\n")
}

/// What is owed, then what may still be done.
pub(super) fn owed_and_open(name: Names, duties: &[Duty], chances: &[Duty], segment: Segment) -> String {
    let nothing = || format!("Nothing is owed in the {segment}. [{}]", turn::paragraph(segment));
    let mut lines: Vec<String> = if duties.is_empty() { vec![nothing()] } else { Vec::new() };
    lines.extend(duties.iter().map(|duty| capital(&labels::line(name, duty))));
    lines.extend(chances.iter().map(|chance| format!("Open: {}", labels::line(name, chance))));
    lines.join("\n")
}

/// Words as the beginning of a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `[{"rule":"3.3.5","says":"..."}]`
pub fn duties_json(state: &State) -> Value {
    labels::duties_json(&labels::names(state), &turn::duties(state))
}

/// What may still be done, as JSON.
pub fn chances_json(state: &State) -> Value {
    labels::duties_json(&labels::names(state), &turn::chances(state))
}

/// Everything that [`status`] says, and every hit, as JSON.
pub fn status_json(state: &State) -> Value {
    json!({
        "turn": state.turn,
        "clock": clock(state),
        "segment": state.segment,
        "sighting_base": state.sighting_base,
        "visibility": state.quality,
        "light": state.setup.sides.iter().filter_map(|side| state.light_on(&side.id)).collect::<Vec<_>>(),
        "night": state.setup.night,
        "deciding": turn::deciding(state),
        "over": state.over,
        "ships": state.ships.iter().map(|ship| ship_json(state.turn, ship)).collect::<Vec<_>>(),
        "declarations": state.this_move.declarations,
        "held": state.held,
        "markers": state.markers,
        "duties": duties_json(state),
    })
}

/// A ship as she stands.
pub(super) fn ship_json(turn: u16, ship: &Ship) -> Value {
    let mounts = |arc| ship.mounts_bearing(arc);
    json!({
        "id": ship.id,
        "name": ship.card.name,
        "side": ship.side,
        "division": ship.division,
        "type": ship.card.kind,
        "number": ship.number,
        "speed": ship.speed,
        "top_speed": ship.allowance(),
        "big": {"bow": mounts(Bearing::Bow), "broadside": mounts(Bearing::Broadside), "stern": mounts(Bearing::Stern)},
        "medium": number(ship.battery_strength(BatteryKind::Medium)),
        "light": number(ship.battery_strength(BatteryKind::Light)),
        "torpedoes": ship.torpedoes_left,
        "fires": ship.fires(),
        "flotation_hits": ship.flotation_hits(),
        "flotation": ship.card.flotation,
        "sighted": ship.sighted,
        "lit": ship.lit,
        "bridge_hit": ship.bridge_hit(),
        "fire_control_out": ship.fire_control_out(),
        "fate": ship.fate,
        "state": standing(turn, ship),
        "hits": ship.hits.iter().map(hit_json).collect::<Vec<_>>(),
    })
}

fn hit_json(hit: &Hit) -> Value {
    let Hit { id, turn, effect, state } = hit;
    json!({"id": id, "turn": turn, "effect": effect, "says": harm(effect), "state": state})
}

/// Whole numbers as integers, others as decimals.
fn number(fraction: Fraction) -> Value {
    if fraction.0.is_integer() { json!(fraction.0.to_integer()) } else { json!(fraction.as_f64()) }
}

/// How the scenario ended.
pub(super) fn ended_by(before: &State, end: &End) -> String {
    match end {
        End::Duration => format!("The scenario is over: turn {} was the last.", before.setup.turns),
        End::Exited(side) => {
            let home = before.side(side).map(|side| format!(", the {} one", edge(side.friendly_edge)));
            let name = before.name(side);
            format!("The scenario is over: {name} has left the table by its own edge{}.", home.unwrap_or_default())
        }
        End::Decided { by, side } => {
            format!("The scenario is over: what {} had to reach has come true (condition {by}).", before.name(side))
        }
        End::Ruled(words) => format!("The scenario is over: {}", ended(words)),
        End::SpecialRule(of) => special::ended(&before.setup, *of),
    }
}

/// `Remember: Asama circles to port through turn 7. [8.4]`
pub(super) fn jammed_says(name: Names, jam: &Duty) -> String {
    format!("Remember: {}", labels::line(name, jam))
}
