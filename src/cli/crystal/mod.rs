//! Steel and Crystal at the command line.
mod begin;
mod journals;
mod maps;
mod setup;
mod simulate;

use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::{CrystalPlay, CrystalVerb};
use super::output::Out;
use super::prompt::Keyboard;
use load::Sources;
use session::Refusal;

pub use journals::CampaignJournals;

const DEFAULT_CAMPAIGN: &str = "aidlon";

pub fn run(sources: &Sources, keyboard: &Keyboard, game: &CrystalPlay, out: &mut Out) -> Result<ExitCode, Refusal> {
    out.print_page(match (&game.verb, game.what.as_deref()) {
        (Some(CrystalVerb::Simulate(args)), _) => simulate::simulate(sources, args)?,
        (Some(CrystalVerb::Battles(args)), _) => simulate::battles(sources, args)?,
        (None, Some("list")) => list(sources)?,
        (None, what) => {
            let setup = setup::setup(sources, what.unwrap_or(DEFAULT_CAMPAIGN), &game.rules)?;
            return begin::begin(sources, keyboard, game, setup, out);
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// `kaiser crystal list`: every campaign with its name.
fn list(sources: &Sources) -> Result<(String, Value), Refusal> {
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    for name in load::campaign_names(sources) {
        let scenario = load::campaign(sources, &name)?;
        let (areas, turns) = (scenario.areas.len(), scenario.turn_limit);
        let length = show::lines::count(turns, "turn");
        lines.push(format!("{name:<14} {}, {areas} areas, {length}", scenario.name));
        values.push(json!({
            "id": name, "name": scenario.name, "areas": areas, "turns": turns,
            "introduction": scenario.introduction, "source": scenario.source,
        }));
    }
    Ok((lines.join("\n"), Value::Array(values)))
}
