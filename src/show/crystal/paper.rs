//! The game chart as a sheet of paper: roster, treasure, turns, tables, areas. [SC-4]
use svg::node::element::{Group, Line, Rectangle};

use super::picture::{sheet, words};
use crate::crystal::{Holder, Kind, State, TABLE};

const LINE: f64 = 25.0;
const INK: &str = "#26221c";

/// The sheet as it stands, or empty for the pencil.
pub fn paper(state: &State, blank: bool) -> String {
    let scenario = state.scenario();
    let mut content = Group::new().add(words(40.0, 56.0, 38.0, &scenario.name));
    let moment = if blank {
        format!("Game chart, {} turns", scenario.turn_limit)
    } else {
        let wizard = if state.field.own_wizard() { "alive" } else { "none" };
        format!(
            "Turn {} of {}. Treasure {} GP, resources {} GP. Wizard: {wizard}.",
            state.turn, scenario.turn_limit, state.treasure, state.resources
        )
    };
    content = content.add(words(1_440.0, 56.0, 22.0, &moment).set("text-anchor", "end"));
    content = content
        .add(roster(state, blank))
        .add(combat())
        .add(turns(state, blank))
        .add(spells(state))
        .add(areas(state, blank));
    sheet(content)
}

fn rule(y: f64, from: f64, to: f64) -> Line {
    Line::new().set("x1", from).set("y1", y).set("x2", to).set("y2", y).set("stroke", INK).set("stroke-width", 1)
}

fn square(x: f64, y: f64, size: f64) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", size)
        .set("height", size)
        .set("fill", "#ffffff")
        .set("stroke", INK)
}

/// Rows of words at tab stops, the first as a heading.
fn rows(x: f64, y: f64, stops: &[f64], size: f64, rows: &[Vec<String>]) -> Group {
    let mut group = Group::new();
    for (at, row) in rows.iter().enumerate() {
        let y = y + at as f64 * LINE;
        for (cell, stop) in row.iter().zip(stops) {
            group = group.add(words(x + stop, y, size, cell));
        }
        if at == 0 {
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
        let against: Vec<&str> = against.iter().map(|kind| kind.code()).collect();
        let note = match (bonus, kind.malus(), kind) {
            (0, 0, Kind::Wizard) => "casts spells".to_owned(),
            (0, 0, _) => String::new(),
            (0, malus, _) => format!("-{malus} mountain, forest"),
            (bonus, ..) => format!("+{bonus} against {}", against.join(", ")),
        };
        let factor = if kind == Kind::Wizard { "-".to_owned() } else { kind.combat_factor().to_string() };
        let count = |number: u8| if blank { String::new() } else { number.to_string() };
        lines.push(vec![
            kind.code().to_owned(),
            kind.name().to_owned(),
            kind.price().to_string(),
            factor,
            count(state.army()[place]),
            count(state.max[place]),
            note,
        ]);
    }
    let mut group = rows(40.0, 100.0, &[0.0, 46.0, 190.0, 236.0, 290.0, 350.0, 410.0], 18.0, &lines);
    for at in 1..lines.len() {
        let y = 84.0 + at as f64 * LINE;
        if blank {
            group = group.add(square(326.0, y, 20.0)).add(square(386.0, y, 20.0));
        }
    }
    group
}

fn combat() -> Group {
    let mut lines = vec![["die", "1:1", "2:1", "3:1", "4:1"].map(str::to_owned).to_vec()];
    for (face, row) in (1..).zip(TABLE) {
        let cell = |count: u8| if count == 0 { "-".to_owned() } else { count.to_string() };
        let cells = row.map(|(defender, attacker)| format!("{}/{}", cell(defender), cell(attacker)));
        lines.push([vec![format!("{face}")], cells.to_vec()].concat());
    }
    let group = rows(40.0, 400.0, &[0.0, 60.0, 130.0, 200.0, 270.0], 18.0, &lines);
    group.add(words(
        40.0,
        400.0 + 7.0 * LINE,
        15.0,
        "Defender lost / attacker lost. Twice the cavalry shifts a column.",
    ))
}

/// A box for each turn, those passed crossed out, and boxes for the treasure.
fn turns(state: &State, blank: bool) -> Group {
    let mut group = Group::new().add(words(40.0, 640.0, 18.0, "Turns"));
    for turn in 1..=state.scenario().turn_limit.min(60) {
        let (column, row) = (f64::from((turn - 1) % 20), f64::from((turn - 1) / 20));
        let (x, y) = (40.0 + column * 30.0, 652.0 + row * 30.0);
        group = group
            .add(square(x, y, 26.0))
            .add(words(x + 13.0, y + 18.0, 13.0, &turn.to_string()).set("text-anchor", "middle"));
        if !blank && turn < state.turn {
            let stroke = Line::new().set("x1", x).set("y1", y + 26.0).set("x2", x + 26.0).set("y2", y);
            group = group.add(stroke.set("stroke", INK).set("stroke-width", 2));
        }
    }
    group
}

fn spells(state: &State) -> Group {
    let scenario = state.scenario();
    let known: Vec<String> =
        scenario.spells.iter().map(|known| format!("{} 1-{}", known.spell.name(), known.works_to)).collect();
    let table = scenario.enemy_spells.iter().enumerate().map(|(at, known)| {
        let works = if known.works_to >= 6 { String::new() } else { format!(" 1-{}", known.works_to) };
        format!("{} {}{works}", at + 1, known.spell.name())
    });
    let table: Vec<String> = table.collect();
    let evoked = scenario.evoke.iter().enumerate().map(|(at, troops)| {
        let who = if troops.0.is_empty() { "none".to_owned() } else { troops.to_string() };
        format!("{} {who}", at + 1)
    });
    let evoked: Vec<String> = evoked.collect();
    let line = |at: f64, text: String| words(40.0, 800.0 + at * LINE, 16.0, &text);
    let mut group = Group::new()
        .add(line(0.0, format!("Your spells: {}", known.join(", "))))
        .add(line(1.0, format!("Enemy's wizard: {}", table.join(", "))))
        .add(line(2.0, format!("Evoked: {}", evoked.join(", "))));
    let half = scenario.events.len().div_ceil(2);
    for (row, part) in scenario.events.chunks(half.max(1)).enumerate() {
        let told = part.iter().enumerate().map(|(at, event)| format!("{} {}", row * half + at + 2, event.text));
        let told: Vec<String> = told.collect();
        for (at, pair) in told.chunks(2).enumerate() {
            let y = 3.4 + (row * half.div_ceil(2) + at) as f64 * 0.85;
            group = group.add(words(40.0, 800.0 + y * LINE, 14.0, &pair.join("; ")));
        }
    }
    group
}

/// What fits into the column of troops.
const TROOPS_LETTERS: usize = 27;

/// A text in lines of so many letters, broken between words.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

fn areas(state: &State, blank: bool) -> Group {
    let mut lines = vec![["", "area", "ground", "GP", "troops", "held by"].map(str::to_owned).to_vec()];
    for area in &state.scenario().areas {
        let holder = match state.holder(area.id) {
            Holder::Empire => "yours".to_owned(),
            Holder::Neutral => "-".to_owned(),
            Holder::Enemy(enemy) => super::enemy(&state.setup, enemy),
        };
        let holder = if blank { String::new() } else { holder };
        let gp = if blank { area.gp } else { state.gp(area.id) };
        let troops =
            if blank { area.troops.to_string() } else { crate::crystal::Troops(state.garrison(area.id)).to_string() };
        let mut wrapped = wrapped(&troops, TROOPS_LETTERS).into_iter();
        lines.push(vec![
            area.id.to_string(),
            area.name.clone(),
            area.terrain.name().to_owned(),
            gp.to_string(),
            wrapped.next().unwrap_or_default(),
            holder,
        ]);
        let blank = || vec![String::new(); 4];
        lines.extend(wrapped.map(|more| [blank(), vec![more, String::new()]].concat()));
    }
    rows(690.0, 100.0, &[0.0, 36.0, 250.0, 345.0, 390.0, 630.0], 17.0, &lines)
}
