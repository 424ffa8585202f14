//! What is played: a scenario begun, a journal gone on with, or what a person chooses.
use std::{
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::json;

use super::{
    args::Play,
    dice, guide, open,
    output::{self, Out},
    problem::Problem,
    session::play,
    store::{self, Store},
};
use load::{self, Sources};
use naval::Naval;
use play::journal::Header;

/// `kaiser` alone: what there is to play, and at a terminal the question which.
pub fn welcome(sources: &Sources, out: &mut Out) -> Result<ExitCode, Problem> {
    let scenarios = load::scenario_list(sources)?;
    let journals = journals_here();
    let shown = scenarios.iter().map(|one| format!("{:<24} {} (new)", one.id, one.title));
    let shown: Vec<String> = shown.chain(journals.iter().map(|name| format!("{name:<24} go on"))).collect();
    let names: Vec<String> = scenarios.iter().map(|one| one.id.to_string()).chain(journals).collect();
    let version = env!("CARGO_PKG_VERSION");
    let welcome = format!("kaiser {version}: a referee for Coal, and the Kaiser. `kaiser --help` shows everything.");
    out.say(welcome);
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !out.is_json() {
        let Some(what) = guide::choose_game(&shown, &names)? else { return Ok(ExitCode::SUCCESS) };
        let chosen = Play { what, ..Play::default() };
        return play(sources, &chosen, out);
    }
    let how = "`kaiser play NAME` begins a scenario or goes on with a journal.";
    out.both(format!("{}\n{how}", shown.join("\n")), &json!({ "play": names }));
    Ok(ExitCode::SUCCESS)
}

/// Journals in this directory, the latest first.
fn journals_here() -> Vec<String> {
    let Ok(entries) = fs::read_dir(".") else { return Vec::new() };
    let dated = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let name = entry.file_name().into_string().ok().filter(|name| open::has_ending(name))?;
        Some((entry.metadata().ok()?.modified().ok()?, name))
    };
    let mut journals: Vec<_> = entries.filter_map(dated).collect();
    journals.sort_by(|a, b| b.cmp(a));
    journals.into_iter().map(|(_, name)| name).collect()
}

/// Begins a journal, or goes on with one.
pub fn start(sources: &Sources, play: &Play) -> Result<Store<Naval>, Problem> {
    if open::is_journal(&play.what) {
        if let Some(output) = &play.output {
            let what = format!("{} is a journal and goes on in its own file, not in {}", play.what, output.display());
            return Err(Problem::usage(what).hint("leave -o out"));
        }
        if play.measured {
            let what = format!("{} goes on as it was begun", play.what);
            return Err(Problem::usage(what).hint("leave --measured out"));
        }
        if play.private {
            return Err(goes_on_in_one_file(play));
        }
        if play.salts.is_some() {
            let what = format!("where the salts of {} come from stands in its first line", play.what);
            return Err(Problem::usage(what).hint("leave --salts out"));
        }
        if play.seed.is_some() {
            return Err(
                Problem::usage(format!("the seed of {} stands in its first line", play.what)).hint("leave --seed out")
            );
        }
        let store = open::journal(Path::new(&play.what))?;
        if let Some(mended) = store.mended() {
            let kept = mended.kept.display();
            output::aside(&format!(
                "The last line was torn: its {} bytes were cut off and are kept in {kept}.",
                mended.bytes
            ));
        }
        return Ok(store);
    }
    if play.private && play.seed.is_some() {
        let what = "with --private the seed is drawn: one that is typed could be tried until the dice come out";
        return Err(Problem::usage(what).hint("leave --seed out"));
    }
    let mut setup = open::setup(sources, &play.what)?;
    if play.measured {
        setup.divisions.iter_mut().for_each(|division| division.at = None);
    }
    let seed = match play.seed {
        Some(seed) => seed,
        None => dice::new_seed()
            .map_err(|error| Problem::new(format!("no seed can be drawn: {error}")).hint("give one with --seed"))?,
    };
    let stem = setup.scenario.to_string();
    let header = Header::of::<Naval>(open::GAME, &load::edition(sources), seed, setup);
    let header = Header { salts: play.salts, ..header };
    let path = play.output.clone().unwrap_or_else(|| store::free_name(Path::new("."), &stem));
    let create = if play.private { Store::create_private } else { Store::create };
    let store = create(&path, header)?;
    output::aside(&format!("Journal: {}", shown(&path).display()));
    if play.private {
        let name = shown(&path).display().to_string();
        output::aside(&format!("Private: {name}.private has the seed and the plots, and is shown to nobody."));
    }
    Ok(store)
}

/// A journal goes on as it was begun.
pub fn goes_on_in_one_file(play: &Play) -> Problem {
    let what = format!("{} was begun without a second file, or has it already", play.what);
    Problem::usage(what).hint("leave --private out")
}

/// A path as it would be typed here.
pub fn shown(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
