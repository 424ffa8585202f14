//! The charts as tables.
mod signals;

use serde_json::{Value, json};

pub(super) use signals::{check_rows, independent_rows, independent_says, unit_word};

use super::{
    damage::effects,
    fire::quality_word,
    lines::{navy, plain_table, times},
};
use naval::{
    Band, Id,
    chart::{Charts, Condition, DamageTable, Modifier, Row, When},
};

const GUNNERY: &str = "gunnery";
const LARGE_TORPEDO: &str = "large-torpedo";
const LIGHTS: &str = "lights";
const COMMAND_CHECK: &str = "command-check";
const INDEPENDENT: &str = "independent-movement";

/// Names and titles of all charts, in the order of the book.
fn titles(charts: &Charts) -> Vec<(String, String)> {
    let mut titles = vec![
        (COMMAND_CHECK.to_owned(), "Orders received [5.10.3]".to_owned()),
        (INDEPENDENT.to_owned(), "Independent movement [5.10.3]".to_owned()),
        (GUNNERY.to_owned(), "Big-gun modifiers [6.5.1.3]".to_owned()),
    ];
    titles.extend(charts.damage.iter().map(|table| (table.id.to_string(), table.title.clone())));
    titles.push((LARGE_TORPEDO.to_owned(), "Torpedoes of large ships, to hit [7.5.1]".to_owned()));
    titles.push((LIGHTS.to_owned(), "Searchlights, starshells, sighting factors [4.3, 4.5]".to_owned()));
    titles
}

/// The charts of a war by name.
pub fn table_list(charts: &Charts) -> String {
    let rows = titles(charts).into_iter().map(|(name, title)| vec![name, title]).collect();
    format!("Charts: {}\n{}", charts.id, plain_table(&["name", "title"], &[], rows))
}

/// `[{"id":"gunnery","title":...}]`
pub fn table_list_json(charts: &Charts) -> Value {
    titles(charts).into_iter().map(|(id, title)| json!({"id": id, "title": title})).collect()
}

/// One chart by name; `None` for a name that is none.
pub fn table(charts: &Charts, name: &str) -> Option<String> {
    match name {
        GUNNERY => Some(gunnery(&charts.gunnery)),
        LARGE_TORPEDO => Some(torpedoes(&charts.large_torpedo)),
        LIGHTS => Some(lights(charts)),
        COMMAND_CHECK => Some(signals::command_check(&charts.command_check)),
        INDEPENDENT => Some(signals::independent_movement(&charts.independent_movement)),
        _ => charts.damage.iter().find(|table| table.id == *name).map(damage),
    }
}

/// One chart as data.
pub fn table_json(charts: &Charts, name: &str) -> Option<Value> {
    let value = |data: Result<Value, serde_json::Error>| data.unwrap_or(Value::Null);
    match name {
        GUNNERY => Some(json!({"id": name, "modifiers": value(serde_json::to_value(&charts.gunnery))})),
        LARGE_TORPEDO => Some(json!({"id": name, "bands": value(serde_json::to_value(&charts.large_torpedo))})),
        COMMAND_CHECK => Some(json!({"id": name, "check": value(serde_json::to_value(&charts.command_check))})),
        INDEPENDENT => Some(json!({"id": name, "tables": value(serde_json::to_value(&charts.independent_movement))})),
        LIGHTS => Some(json!({
            "id": name,
            "sighting": value(serde_json::to_value(charts.sighting)),
            "illumination": value(serde_json::to_value(&charts.illumination)),
        })),
        _ => charts.damage.iter().find(|table| table.id == *name).map(|table| value(serde_json::to_value(table))),
    }
}

fn gunnery(modifiers: &[Modifier]) -> String {
    let rows = modifiers.iter().map(|modifier| {
        vec![
            modifier.says.clone(),
            condition(&modifier.when),
            does(modifier),
            modifier.rule.to_string(),
            modifier.source.clone(),
        ]
    });
    plain_table(&["modifier", "when", "does", "rule", "source"], &[], rows.collect())
}

pub(super) fn condition(when: &Condition) -> String {
    match when {
        Condition::OnTarget { lost_at_deg } => {
            format!("hit this target last turn; lost when it turns {lost_at_deg} degrees or more")
        }
        Condition::NotUnderBigGunFire => "no big guns are declared at the firer".to_owned(),
        Condition::Visibility(quality) => format!("visibility {}", quality_word(*quality)),
        Condition::FirerTurned { from_deg, to_deg } => {
            if *to_deg >= 360 {
                format!("turned {from_deg} degrees or more")
            } else {
                format!("turned {from_deg} to {to_deg} degrees")
            }
        }
        Condition::Courses { from_deg } => format!("courses {from_deg} degrees or more apart"),
        Condition::FireControlOut => "fire control is out".to_owned(),
    }
}

pub(super) fn does(modifier: &Modifier) -> String {
    let effect = &modifier.effect;
    let mut does = Vec::new();
    does.extend(effect.to_hit_times.map(|factor| format!("to hit {}", times(factor))));
    does.extend(effect.dice_times.map(|factor| format!("dice {}", times(factor))));
    does.extend(effect.size_plus.map(|summand| format!("size {summand:+}")));
    if effect.forbids {
        does.push("no big-gun fire".to_owned());
    }
    does.join(", ")
}

fn damage(table: &DamageTable) -> String {
    let rows = table.rows.iter().map(|row| vec![faces(row), row.code.clone(), effects(&row.effects)]).collect();
    let die = format!("D{}", table.sides);
    let mut text = vec![table.title.clone()];
    let when = when(&table.when);
    if !when.is_empty() {
        text.push(format!("for {when}"));
    }
    text.push(plain_table(&[&die, "code", "effect"], &[], rows));
    text.push(format!("source: {}", table.source));
    text.join("\n")
}

/// Faces, code and effect of every row of a damage table.
pub(super) fn table_rows(table: &DamageTable) -> Vec<(String, String, String)> {
    table.rows.iter().map(|row| (faces(row), row.code.clone(), effects(&row.effects))).collect()
}

fn faces(row: &Row) -> String {
    let (from, to) = row.faces;
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

pub(super) fn when(when: &When) -> String {
    let When { types, firer_navies, before, range_to, mounts_to, batteries, by } = when;
    let words = |ids: &[Id]| ids.iter().map(navy).collect::<Vec<_>>().join(", ");
    let mut parts = Vec::new();
    if !types.is_empty() {
        parts.push(types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    }
    if !firer_navies.is_empty() {
        parts.push(format!("guns of {}", words(firer_navies)));
    }
    if !batteries.is_empty() {
        parts.push(format!("{} guns", batteries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    if !by.is_empty() {
        let types: Vec<String> = by.iter().map(ToString::to_string).collect();
        parts.push(format!("struck by {}", types.join(", ")));
    }
    parts.extend(before.map(|day| format!("battles before {day}")));
    parts.extend(range_to.map(|range| format!("range to {range}\"")));
    parts.extend(mounts_to.map(|mounts| format!("targets of {mounts} mounts or fewer")));
    parts.join("; ")
}

/// Ranges and the numbers they need.
pub(super) fn bands_rows(bands: &[Band]) -> Vec<Vec<String>> {
    bands.iter().map(|band| vec![format!("{}\"", band.to), band.to_hit.to_string()]).collect()
}

fn torpedoes(bands: &[Band]) -> String {
    plain_table(&["range to", "to hit"], &[0, 1], bands_rows(bands))
}

/// Searchlights and starshells: what, whose, how far.
pub(super) fn light_rows(charts: &Charts) -> Vec<Vec<String>> {
    let light = &charts.illumination;
    let search = light.searchlights.iter().map(|line| {
        let ranges = format!("{}\" light ship, {}\" large ship", line.light_ship, line.large_ship);
        vec!["searchlight".to_owned(), navies(&line.navies), ranges]
    });
    let star = light.starshells.iter().map(|line| {
        let range = format!("{}\", from {}", light.starshell_range, line.from);
        vec!["starshell".to_owned(), navies(&line.navies), range]
    });
    search.chain(star).collect()
}

fn navies(navies: &[Id]) -> String {
    if navies.is_empty() {
        "all others".to_owned()
    } else {
        navies.iter().map(Id::to_string).collect::<Vec<_>>().join(", ")
    }
}

fn lights(charts: &Charts) -> String {
    let light = &charts.illumination;
    let search = light.searchlights.iter();
    let search = search
        .map(|line| vec![navies(&line.navies), format!("{}\"", line.light_ship), format!("{}\"", line.large_ship)]);
    let star = light.starshells.iter();
    let star =
        star.map(|line| vec![navies(&line.navies), line.from.to_string(), format!("{}\"", light.starshell_range)]);
    let seen = &charts.sighting;
    [
        plain_table(&["searchlights", "light ship", "large ship"], &[1, 2], search.collect()),
        plain_table(&["starshells", "from", "range"], &[2], star.collect()),
        format!("A burning ship is seen at {} the sighting range;", times(seen.burning)),
        format!("by night one that fires or uses a searchlight at {}.", times(seen.firing_or_searchlight_at_night)),
    ]
    .join("\n\n")
    .replace(";\n\n", ";\n")
}
