//! The charts of the rules as tables.
mod signals;

use serde_json::{Value, json};

pub use signals::{check_rows, independent_rows, unit_word};
pub(super) use signals::{independent_result_for, modified_rolls};

use super::{effects_text, joined, navy_name, plain_table, quality_word, span};
use naval::model::chart::{Charts, DamageRow, DamageTable, Modifier, ModifierCondition, TableConditions};
use naval::{Id, model::Band};

const GUNNERY: &str = "gunnery";
const LARGE_TORPEDO: &str = "large-torpedo";
const LIGHTS: &str = "lights";
const COMMAND_CHECK: &str = "command-check";
const INDEPENDENT: &str = "independent-movement";

/// Returns names and titles of all charts, in the order of the book.
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

/// Returns the charts of a war by name. Other tables with their titles come below.
pub fn table_list(charts: &Charts, others: &[(&str, &str)]) -> String {
    let others = others.iter().map(|(name, title)| vec![(*name).to_owned(), (*title).to_owned()]);
    let rows = titles(charts).into_iter().map(|(name, title)| vec![name, title]).chain(others).collect();
    format!("Charts: {}\n{}", charts.id, plain_table(&["name", "title"], &[], rows))
}

/// `[{"id":"gunnery","title":...}]`
pub fn table_list_json(charts: &Charts) -> Value {
    titles(charts).into_iter().map(|(id, title)| json!({"id": id, "title": title})).collect()
}

/// Returns one chart by name, `None` for an unknown name.
pub fn table(charts: &Charts, name: &str) -> Option<String> {
    Some(match name {
        GUNNERY => gunnery(&charts.gunnery),
        LARGE_TORPEDO => plain_table(&["range to", "to hit"], &[0, 1], bands_rows(&charts.large_torpedo)),
        LIGHTS => lights(charts),
        COMMAND_CHECK => signals::command_check_table(&charts.command_check),
        INDEPENDENT => signals::independent_movement_tables(&charts.independent_movement),
        _ => damage(charts.damage.iter().find(|table| table.id == *name)?),
    })
}

pub fn table_json(charts: &Charts, name: &str) -> Option<Value> {
    Some(match name {
        GUNNERY => json!({ "id": name, "modifiers": charts.gunnery }),
        LARGE_TORPEDO => json!({ "id": name, "bands": charts.large_torpedo }),
        COMMAND_CHECK => json!({ "id": name, "check": charts.command_check }),
        INDEPENDENT => json!({ "id": name, "tables": charts.independent_movement }),
        LIGHTS => json!({ "id": name, "sighting": charts.sighting, "illumination": charts.illumination }),
        _ => json!(charts.damage.iter().find(|table| table.id == *name)?),
    })
}

fn gunnery(modifiers: &[Modifier]) -> String {
    let row = |modifier: &Modifier| {
        vec![
            modifier.says.clone(),
            condition_text(&modifier.when),
            modifier_effect(modifier),
            modifier.rule.to_string(),
            modifier.source.clone(),
        ]
    };
    plain_table(&["modifier", "when", "does", "rule", "source"], &[], modifiers.iter().map(row).collect())
}

pub fn condition_text(when: &ModifierCondition) -> String {
    match when {
        ModifierCondition::OnTarget { lost_at_deg } => {
            format!("hit last turn, lost when the target turns {lost_at_deg} degrees or more")
        }
        ModifierCondition::NotUnderBigGunFire => "no big guns are declared at the firer".to_owned(),
        ModifierCondition::Visibility(quality) => format!("visibility {}", quality_word(*quality)),
        ModifierCondition::FirerTurned { from_deg, to_deg: 360.. } => format!("turned {from_deg} degrees or more"),
        ModifierCondition::FirerTurned { from_deg, to_deg } => format!("turned {from_deg} to {to_deg} degrees"),
        ModifierCondition::Courses { from_deg } => format!("courses {from_deg} degrees or more apart"),
        ModifierCondition::FireControlOut => "fire control is out".to_owned(),
    }
}

pub fn modifier_effect(modifier: &Modifier) -> String {
    let effect = &modifier.effect;
    let mut does = Vec::new();
    does.extend(effect.to_hit_times.map(|factor| format!("to hit x{factor}")));
    does.extend(effect.dice_times.map(|factor| format!("dice x{factor}")));
    does.extend(effect.size_plus.map(|summand| format!("size {summand:+}")));
    if effect.forbids {
        does.push("no big-gun fire".to_owned());
    }
    does.join(", ")
}

fn damage(table: &DamageTable) -> String {
    let rows = table_rows(table).into_iter().map(|(faces, code, effects)| vec![faces, code, effects]).collect();
    let page = plain_table(&[&format!("D{}", table.sides), "code", "effect"], &[], rows);
    let when = when_text(&table.when);
    let when = if when.is_empty() { when } else { format!("for {when}\n") };
    format!("{}\n{when}{page}\nsource: {}", table.title, table.source)
}

/// Returns faces, code and effects of every row of a damage table.
pub fn table_rows(table: &DamageTable) -> Vec<(String, String, String)> {
    let row = |row: &DamageRow| (span(row.faces.0, row.faces.1), row.code.clone(), effects_text(&row.effects));
    table.rows.iter().map(row).collect()
}

pub fn when_text(when: &TableConditions) -> String {
    let TableConditions { types, firer_navies, before, range_to, mounts_to, batteries, by } = when;
    let mut parts = Vec::new();
    if !types.is_empty() {
        parts.push(joined(types, ", "));
    }
    if !firer_navies.is_empty() {
        parts.push(format!("guns of {}", joined(firer_navies.iter().map(navy_name), ", ")));
    }
    if !batteries.is_empty() {
        parts.push(format!("{} guns", joined(batteries, ", ")));
    }
    if !by.is_empty() {
        parts.push(format!("struck by {}", joined(by, ", ")));
    }
    parts.extend(before.map(|day| format!("battles before {day}")));
    parts.extend(range_to.map(|range| format!("range to {range}\"")));
    parts.extend(mounts_to.map(|mounts| format!("targets of {mounts} mounts or fewer")));
    parts.join("; ")
}

/// Returns ranges and the numbers needed.
pub fn bands_rows(bands: &[Band]) -> Vec<Vec<String>> {
    bands.iter().map(|band| vec![format!("{}\"", band.to), band.to_hit.to_string()]).collect()
}

/// Returns searchlights and starshells: kind, navies, ranges.
pub fn light_rows(charts: &Charts) -> Vec<Vec<String>> {
    let light = &charts.illumination;
    let search = light.searchlights.iter().map(|line| {
        let ranges = format!("{}\" light ship, {}\" large ship", line.light_ship, line.large_ship);
        vec!["searchlight".to_owned(), navies_text(&line.navies), ranges]
    });
    let star = light.starshells.iter().map(|line| {
        let range = format!("{}\", from {}", light.starshell_range, line.from);
        vec!["starshell".to_owned(), navies_text(&line.navies), range]
    });
    search.chain(star).collect()
}

fn navies_text(navies: &[Id]) -> String {
    if navies.is_empty() { "all others".to_owned() } else { joined(navies, ", ") }
}

fn lights(charts: &Charts) -> String {
    let light = &charts.illumination;
    let inches = |range| format!("{range}\"");
    let search = light.searchlights.iter();
    let search = search.map(|line| vec![navies_text(&line.navies), inches(line.light_ship), inches(line.large_ship)]);
    let star = light.starshells.iter();
    let star = star.map(|line| vec![navies_text(&line.navies), line.from.to_string(), inches(light.starshell_range)]);
    let seen = &charts.sighting;
    [
        plain_table(&["searchlights", "light ship", "large ship"], &[1, 2], search.collect()),
        plain_table(&["starshells", "from", "range"], &[2], star.collect()),
        format!(
            "A burning ship is seen at x{} the sighting range.\nBy night, firing or using a searchlight: x{}.",
            seen.burning, seen.firing_or_searchlight_at_night
        ),
    ]
    .join("\n\n")
}
