//! Steel and Crystal at the door.
mod begin;
mod maps;
mod past;
mod simulate;

use std::{path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::{
    args::{CrystalPlay, CrystalVerb},
    open,
    output::Out,
    problem::Problem,
};
use crystal::{Setup, Style, rules::Rules};
use load::{self, Sources};

pub use past::Campaign;

/// The name of the campaign in line 1 of a journal, and as a command.
pub const NAME: &str = "crystal";
/// What is played when nobody says otherwise.
pub const FIRST: &str = "aidlon";

/// `kaiser crystal [SCENARIO|FILE]`.
///
/// # Errors
/// A wrong scenario or switch; the journal cannot be made.
pub fn begin(sources: &Sources, game: &CrystalPlay, out: &mut Out) -> Result<ExitCode, Problem> {
    match &game.verb {
        Some(CrystalVerb::Simulate(asked)) => {
            return simulate::simulate(sources, asked, out).map(|()| ExitCode::SUCCESS);
        }
        Some(CrystalVerb::Battles(asked)) => return simulate::battles(sources, asked, out).map(|()| ExitCode::SUCCESS),
        None => {}
    }
    match game.what.as_deref() {
        Some("list") => list(sources, out),
        what => begin::begin(sources, game, setup(sources, what.unwrap_or(FIRST), &game.rules)?, out),
    }
}

/// `kaiser crystal list`: every campaign with its name.
fn list(sources: &Sources, out: &mut Out) -> Result<ExitCode, Problem> {
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    for name in load::campaign_names(sources) {
        let scenario = load::campaign(sources, &name).map_err(open::flawed)?;
        lines.push(format!(
            "{name:<14} {}, {} areas, {} turns",
            scenario.name,
            scenario.areas.len(),
            scenario.turn_limit
        ));
        values.push(json!({
            "id": name, "name": scenario.name, "areas": scenario.areas.len(), "turns": scenario.turn_limit,
            "introduction": scenario.introduction, "source": scenario.source,
        }));
    }
    out.both(lines.join("\n"), &Value::Array(values));
    Ok(ExitCode::SUCCESS)
}

/// Whether a file is the journal of a campaign.
pub fn named(file: &Path) -> bool {
    open::game_of(file).is_some_and(|game| game == NAME)
}

/// A built-in campaign or a file, with its switches.
///
/// # Errors
/// No such campaign, every flaw of a file, or a wrong switch.
pub fn setup(sources: &Sources, what: &str, rules: &[String]) -> Result<Setup, Problem> {
    let file = Path::new(what).extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let scenario =
        if file { load::campaign_text(what, &open::read(Path::new(what))?) } else { load::campaign(sources, what) };
    let scenario = scenario.map_err(open::flawed)?;
    let mut switches = Rules::default();
    for rule in rules {
        let (key, value) = rule
            .split_once('=')
            .ok_or_else(|| Problem::usage(format!("\"{rule}\" is no switch")).hint("key=value, parted by commas"))?;
        switches.set(key.trim(), value.trim()).map_err(|fault| Problem { code: 2, ..Problem::from(fault) })?;
    }
    Ok(Setup { scenario, rules: switches })
}

/// The general of that name.
///
/// # Errors
/// There is none; the nearest is named.
fn style(name: &str) -> Result<Style, Problem> {
    Style::named(name).map_err(|fault| Problem { code: 2, ..Problem::from(fault) })
}
