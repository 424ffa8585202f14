//! The game chart as a printed sheet: roster, treasure, turns, tables, areas. [SC-4]
use svg::node::element::{Group, Line, Rectangle};

use super::picture::{INK, PAGE_HEIGHT, line, narrowed, rectangle, sheet, width_of, words};
use crate::{filled, joined};
use crystal::{COMBAT_TABLE, EventEffect, Finding, Holder, Kind, State};

const LINE_HEIGHT: f64 = 25.0;

/// Returns the sheet with the current state, or blank to fill in by pencil.
pub fn chart_sheet(state: &State, blank: bool) -> String {
    let scenario = state.scenario();
    let moment = if blank {
        format!("Game chart, {} turns", scenario.turn_limit)
    } else {
        let (State { turn, treasure, resources, .. }, last) = (state, scenario.turn_limit);
        let wizard = if state.field.own.has_wizard() { "alive" } else { "none" };
        format!("Turn {turn} of {last}. Treasure {treasure} GP, resources {resources} GP. Wizard: {wizard}.")
    };
    let head = Group::new().add(words(40.0, 56.0, 38.0, &scenario.name));
    let head = head.add(words(1_440.0, 56.0, 22.0, &moment).set("text-anchor", "end"));
    let left = head.add(roster(state, blank)).add(combat()).add(turns(state, blank)).add(spells(state));
    let (areas, end) = areas(state, blank);
    sheet(left.add(areas).add(tables(state, end + 38.0)))
}

fn rule(y: f64, from: f64, to: f64) -> Line {
    line((from, y), (to, y), 1.0)
}

fn square(x: f64, y: f64, size: f64) -> Rectangle {
    rectangle((x, y), (size, size)).set("fill", "#ffffff").set("stroke", INK)
}

/// Draws rows of words at tab stops, with rows `height` apart. The first is a heading.
fn text_rows((x, y): (f64, f64), stops: &[f64], (size, height): (f64, f64), rows: &[Vec<String>]) -> Group {
    let mut group = Group::new();
    for (index, row) in rows.iter().enumerate() {
        let y = y + index as f64 * height;
        for (cell, stop) in row.iter().zip(stops) {
            group = group.add(words(x + stop, y, size, cell));
        }
        if index == 0 {
            let end = stops.last().map_or(0.0, |last| last + 90.0);
            group = group.add(rule(y + 7.0, x, x + end));
        }
    }
    group
}

fn roster(state: &State, blank: bool) -> Group {
    let mut lines = vec![["unit", "", "GP", "CF", "have", "MAX", "notes"].map(str::to_owned).to_vec()];
    for (place, kind) in Kind::RECRUITS.into_iter().enumerate() {
        let (bonus, against) = kind.bonus();
        let against = joined(against.iter().map(|kind| kind.code()), ", ");
        let note = match (bonus, kind.malus(), kind) {
            (0, 0, Kind::Wizard) => "casts spells".to_owned(),
            (0, 0, _) => String::new(),
            (0, malus, _) => format!("-{malus} mountain, forest"),
            (bonus, ..) => format!("+{bonus} against {against}"),
        };
        let factor = if kind == Kind::Wizard { "-".to_owned() } else { kind.combat_factor().to_string() };
        let count = |number: u8| if blank { String::new() } else { number.to_string() };
        let (code, name, price) = (kind.code().to_owned(), kind.name().to_owned(), kind.price().to_string());
        lines.push(vec![code, name, price, factor, count(state.army().0[place]), count(state.max.0[place]), note]);
    }
    let mut group =
        text_rows((40.0, 100.0), &[0.0, 46.0, 190.0, 236.0, 290.0, 350.0, 410.0], (18.0, LINE_HEIGHT), &lines);
    for index in (1..lines.len()).filter(|_| blank) {
        let y = 84.0 + index as f64 * LINE_HEIGHT;
        group = group.add(square(326.0, y, 20.0)).add(square(386.0, y, 20.0));
    }
    group
}

fn combat() -> Group {
    let mut lines = vec![["die", "1:1", "2:1", "3:1", "4:1"].map(str::to_owned).to_vec()];
    for (face, row) in (1..).zip(COMBAT_TABLE) {
        let cell = |count: u8| if count == 0 { "-".to_owned() } else { count.to_string() };
        let cells = row.map(|(defender, attacker)| format!("{}/{}", cell(defender), cell(attacker)));
        lines.push([vec![format!("{face}")], cells.to_vec()].concat());
    }
    let note = "Defender lost / attacker lost. Twice the cavalry shifts a column.";
    let group = text_rows((40.0, 400.0), &[0.0, 60.0, 130.0, 200.0, 270.0], (18.0, LINE_HEIGHT), &lines);
    group.add(words(40.0, 400.0 + 7.0 * LINE_HEIGHT, 15.0, note))
}

/// Draws a box for each turn, with past turns crossed out. A blank sheet also has room for what changes.
fn turns(state: &State, blank: bool) -> Group {
    let mut group = Group::new().add(words(40.0, 640.0, 18.0, "Turns"));
    for turn in 1..=state.scenario().turn_limit.min(60) {
        let (column, row) = (f64::from((turn - 1) % 20), f64::from((turn - 1) / 20));
        let (x, y) = (40.0 + column * 30.0, 652.0 + row * 30.0);
        let label = words(x + 13.0, y + 18.0, 13.0, &turn.to_string()).set("text-anchor", "middle");
        group = group.add(square(x, y, 26.0)).add(label);
        if !blank && turn < state.turn {
            group = group.add(line((x, y + 26.0), (x + 26.0, y), 2.0));
        }
    }
    if blank {
        let text_y = 652.0 + 30.0 * f64::from(state.scenario().turn_limit.min(60).div_ceil(20)) + 34.0;
        for (name, x, to) in [("Treasure", 40.0, 240.0), ("Resources", 260.0, 460.0), ("Army in area", 480.0, 640.0)] {
            let from = x + width_of(name, 18.0) + 8.0;
            group = group.add(words(x, text_y, 18.0, name)).add(rule(text_y + 4.0, from, to));
        }
    }
    group
}

fn spells(state: &State) -> Group {
    let scenario = state.scenario();
    let known = scenario.spells.iter().map(|known| format!("{} 1-{}", known.spell.name(), known.works_to));
    let table = (1..).zip(&scenario.enemy_spells).map(|(face, known)| {
        let works = if known.works_to >= 6 { String::new() } else { format!(" 1-{}", known.works_to) };
        format!("{face} {}{works}", known.spell.name())
    });
    let evoked = (1..)
        .zip(&scenario.evoke)
        .map(|(face, troops)| if troops.0.is_empty() { format!("{face} none") } else { format!("{face} {troops}") });
    let lists = [
        ("Your spells", joined(known, ", ")),
        ("Enemy's wizard", joined(table, ", ")),
        ("Evoked", joined(evoked, ", ")),
    ];
    let mut group = Group::new();
    let mut y = 832.0;
    for (name, cells) in lists.into_iter().filter(|(_, cells)| !cells.is_empty()) {
        for line in wrapped(&format!("{name}: {cells}"), 84) {
            group = group.add(words(40.0, y, 16.0, &line));
            y += LINE_HEIGHT;
        }
    }
    group
}

/// Returns the effect of an event, short enough for a table.
fn event_effect(effect: EventEffect) -> Option<String> {
    match effect {
        EventEffect::None => None,
        EventEffect::LoseUnit(count) => Some(format!("-{count} of your choice")),
        EventEffect::LoseCostliest(count) => Some(format!("-{count} of the costliest")),
        EventEffect::Treasure(by) => Some(format!("{by:+} GP")),
        EventEffect::Expansion(by) => Some(format!("expansion +{by}")),
        EventEffect::Add(count, kind) => Some(format!("+{count} {kind}")),
        EventEffect::Mp(points) => Some(format!("+{points} MP")),
        EventEffect::Discount(units) => Some(format!("{units} at half price")),
        EventEffect::WizardOrGp(gp) => Some(format!("+1 WZ, or +{gp} GP")),
    }
}

/// Returns the effect of a find, short enough for a table.
fn finding_effect(effect: Finding) -> Option<String> {
    match effect {
        Finding::None => None,
        Finding::AreaGp(by) => Some(format!("{by:+} GP a turn")),
        Finding::Garrison(by) => Some(format!("{by:+} defender")),
        Finding::Ambush(gp) => Some(format!("D6: 1-3 -1 unit, 4-6 +{gp} GP")),
    }
}

/// Draws the tables of events and of exploration, side by side, from this y down.
fn tables(state: &State, from: f64) -> Group {
    let scenario = state.scenario();
    // The lines of a row. The first begins with its face.
    let row = |face: usize, text: &str, effect: Option<String>, letters: usize| {
        let effect = effect.map(|effect| format!(" ({effect})")).unwrap_or_default();
        let faces = std::iter::once(face.to_string()).chain(std::iter::repeat(String::new()));
        faces.zip(wrapped(&format!("{text}{effect}"), letters))
    };
    let events =
        (2..).zip(&scenario.events).flat_map(|(face, line)| row(face, &line.text, event_effect(line.effect), 52));
    let finds = (1..).zip(&scenario.exploration);
    let finds = finds.flat_map(|(face, line)| row(face, &line.text, finding_effect(line.effect), 40));
    let tables: [(_, _, Vec<_>); 2] =
        [("Events, 2D6", AREAS_LEFT, events.collect()), ("Exploration, D6", 1_110.0, finds.collect())];
    let longest = tables.iter().map(|(.., lines)| lines.len()).max().unwrap_or_default().max(1);
    let height = ((PAGE_HEIGHT - 24.0 - from - 30.0) / longest as f64).clamp(9.0, 21.0);
    let mut group = Group::new();
    for (name, x, lines) in tables {
        group = group.add(words(x, from, 17.0, name)).add(rule(from + 7.0, x, x + 330.0));
        for (index, (face, line)) in lines.into_iter().enumerate() {
            let y = from + 28.0 + index as f64 * height;
            let size = height.min(15.0);
            group = group.add(words(x, y, size, &face)).add(words(x + 30.0, y, size, &line));
        }
    }
    group
}

const AREAS_LEFT: f64 = 690.0;
/// The greatest y for areas, which leaves room for the tables below.
const AREAS_BOTTOM: f64 = 720.0;

const HOLDER_WIDTH: f64 = 120.0;

/// The letters that fit into the column of troops.
const TROOPS_LETTERS: usize = 27;

/// Returns a text in lines of at most `letters` letters, broken between words.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
    filled(text.split(' '), " ", |line| line.chars().count() <= letters)
}

/// Draws the areas, and returns the y at which they end.
fn areas(state: &State, blank: bool) -> (Group, f64) {
    let mut lines = vec![["", "area", "ground", "GP", "troops", "held by"].map(str::to_owned).to_vec()];
    for area in &state.scenario().areas {
        let holder = match state.holder(area.id) {
            Holder::Empire => "yours".to_owned(),
            Holder::Neutral => "-".to_owned(),
            Holder::Enemy(by) => {
                let name = state.scenario().enemy_name(by);
                narrowed(name.strip_prefix("the ").unwrap_or(&name), 17.0, HOLDER_WIDTH)
            }
        };
        let holder = if blank { String::new() } else { holder };
        let gp = if blank { area.gp } else { state.gold(area.id) };
        let troops = if blank { area.troops.to_string() } else { crystal::Troops(state.garrison(area.id)).to_string() };
        let mut wrapped = wrapped(&troops, TROOPS_LETTERS).into_iter();
        let (id, name, ground) = (area.id.to_string(), area.name.clone(), area.terrain.name().to_owned());
        lines.push(vec![id, name, ground, gp.to_string(), wrapped.next().unwrap_or_default(), holder]);
        let blank = || vec![String::new(); 4];
        lines.extend(wrapped.map(|more| [blank(), vec![more, String::new()]].concat()));
    }
    let height = ((AREAS_BOTTOM - 100.0) / lines.len() as f64).min(LINE_HEIGHT);
    let group =
        text_rows((AREAS_LEFT, 100.0), &[0.0, 36.0, 250.0, 345.0, 390.0, 630.0], (height.min(17.0), height), &lines);
    (group, 100.0 + (lines.len() - 1) as f64 * height)
}
