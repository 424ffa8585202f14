//! What there is to play.
use std::fs::{self, DirEntry};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use serde_json::json;

use super::{args::Play, games, guide, open, output::Out};
use load::Sources;
use session::Problem;

/// `kaiser` alone: what there is to play, and at a terminal the question which.
pub fn welcome(sources: &Sources, out: &mut Out) -> Result<ExitCode, Problem> {
    let scenarios = load::scenario_list(sources)?;
    let (wars, journals) = (load::war_list(sources)?, journals_here());
    let shown = scenarios.iter().map(|one| format!("{:<24} {} (new)", one.id, one.title));
    let linked = wars.iter().map(|(id, title)| format!("{:<24} {title} (a war of linked battles)", id.as_str()));
    let shown: Vec<String> =
        shown.chain(linked).chain(journals.iter().map(|name| format!("{name:<24} go on"))).collect();
    let names = scenarios.iter().map(|one| &one.id).chain(wars.iter().map(|(id, _)| id)).map(ToString::to_string);
    let names: Vec<String> = names.chain(journals).collect();
    let version = env!("CARGO_PKG_VERSION");
    let welcome = format!("kaiser {version}: a referee for Coal, and the Kaiser. `kaiser --help` shows everything.");
    out.say(welcome);
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !out.json {
        let Some(what) = guide::choose_game(&shown, &names)? else { return Ok(ExitCode::SUCCESS) };
        let chosen = Play { what, ..Play::default() };
        return games::play(sources, &chosen, out);
    }
    let how = "`kaiser play NAME` begins a scenario or goes on with a journal.";
    out.both(format!("{}\n{how}", shown.join("\n")), &json!({ "play": names }));
    Ok(ExitCode::SUCCESS)
}

/// Journals in this directory, the latest first.
fn journals_here() -> Vec<String> {
    let Ok(entries) = fs::read_dir(".") else { return Vec::new() };
    let dated = |entry: io::Result<DirEntry>| {
        let entry = entry.ok()?;
        let name = entry.file_name().into_string().ok().filter(|name| open::has_ending(name))?;
        Some((entry.metadata().ok()?.modified().ok()?, name))
    };
    let mut journals: Vec<_> = entries.filter_map(dated).collect();
    journals.sort_by(|a, b| b.cmp(a));
    journals.into_iter().map(|(_, name)| name).collect()
}
