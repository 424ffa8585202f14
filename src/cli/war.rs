//! Wars: the file, the next battle, the link between two journals, and the closing note. [9.1, Q55]
use play::Hint;
use std::path::{Path, PathBuf};

use super::args::Play;
use super::origin::{Ending, Model};
use super::store::Store;
use super::{file, open, output};
use load::{Checked, Next, Sources, WarFile};
use naval::model::war::{CarriedOver, Predecessor, War};
use naval::{Naval, State, model::Setup, rules::aftermath};
use serde_json::{Map, json};
use session::{AtTable as _, Refusal};

/// Returns the war of that name or in that file. `None` if it is something else.
///
/// # Errors
/// The errors of its file.
pub fn of(sources: &Sources, what: &str) -> Result<Option<WarFile>, Refusal> {
    Ok(checked(sources, what)?.map(|checked| checked.value))
}

/// The same with its warnings.
pub fn checked(sources: &Sources, what: &str) -> Result<Option<Checked<WarFile>>, Refusal> {
    let path = Path::new(what);
    if open::is_yaml(path) {
        let Ok(text) = open::read(path) else { return Ok(None) };
        let war = load::has_key(&text, "battles").then(|| load::war_text(sources, what, &text));
        return Ok(war.transpose()?);
    }
    let name = what.trim().to_lowercase();
    if !load::war_names(sources).contains(&name) {
        return Ok(None);
    }
    Ok(Some(Checked { value: load::war(sources, &name)?, warnings: Vec::new() }))
}

/// Returns the setup of the battle to play: the first, or the one after `--after FILE`.
pub fn battle(sources: &Sources, play: &Play, file: &WarFile) -> Result<Setup, Refusal> {
    let Some(before) = &play.after else {
        let first =
            load::first_of_war(file).ok_or_else(|| Refusal::not_there(format!("{} has no battle", play.what)))?;
        return Ok(first);
    };
    let (state, predecessor) = fought(before, file)?;
    match load::next_of_war(sources, file, &state, predecessor)? {
        Next::Battle(setup) => Ok(*setup),
        Next::Over(war) => {
            let title = &war.title;
            let what =
                format!("{title} is over: after {} there is no battle that both sides can fight", state.setup.title);
            let name = before.display();
            Err(Refusal::cannot(what).hint(format!("kaiser chronicle {name} tells how it came out")))
        }
    }
}

/// Returns the final state of the previous battle, and what identifies its journal.
fn fought(path: &Path, file: &WarFile) -> Result<(State, Predecessor), Refusal> {
    let name = path.display().to_string();
    if let Some(game) = open::game_of(path).filter(|game| *game != Naval::NAME) {
        let what = format!("{name} is the journal of a game of {game}, and no battle of a war");
        return Err(Refusal::journal(what).hint("--after names the journal of the battle before"));
    }
    let seen = open::seen::<Naval>(path)?;
    let state = seen.journal.state();
    is_of_war(&name, &state.setup, file)?;
    if seen.in_use {
        let what = format!("{name} is being played by another program");
        return Err(Refusal::cannot(what)
            .hint(Hint::line("quit") + " there first: the next battle begins with what this one leaves"));
    }
    if state.over.is_none() {
        let what = format!("{name} is not over: it is turn {}, {}", state.turn, state.segment);
        return Err(Refusal::cannot(what).hint(format!("kaiser play {name} goes on with it")));
    }
    if seen.torn.is_some() || !seen.closed {
        let what = format!("{name} was never closed: its last line is missing or torn");
        return Err(Refusal::journal(what).hint(format!("`kaiser play {name}`, then `quit`, closes it")));
    }
    let base = path.file_name().map_or_else(|| name.clone(), |base| base.to_string_lossy().into_owned());
    let predecessor = Predecessor { file: base, bytes: seen.bytes, code: seen.code };
    Ok((state.clone(), predecessor))
}

/// Refuses a battle that is not of this war. It was begun as one, or is the first scenario played alone.
fn is_of_war(name: &str, setup: &Setup, file: &WarFile) -> Result<(), Refusal> {
    let ours = &file.war;
    match &setup.war {
        Some(war) if war.id == ours.id => Ok(()),
        Some(war) => {
            let what = format!("{name} is a battle of {}, and not of {}", war.title, ours.title);
            Err(Refusal::journal(what).line(format!("kaiser play {} --after {name}", war.id)))
        }
        None if ours.battles.first().is_some_and(|first| first.scenario == setup.scenario) => Ok(()),
        None => {
            let what = format!("{name} stands by itself, and is no battle of {}", ours.title);
            Err(Refusal::journal(what).hint(format!("kaiser play {} begins the war", ours.id)))
        }
    }
}

/// Returns the note when the journal of a finished battle is closed: how to continue the war.
pub fn closing(state: &State, path: &Path) -> Option<String> {
    let war = state.setup.war.as_ref().filter(|_| state.over.is_some())?;
    let next = war.next()?;
    Some(format!(
        "{} goes on with {}: kaiser play {} --after {}",
        war.title,
        next.title,
        war.id,
        file::shown(path).display()
    ))
}

/// Prints the muster when a battle of a war begins.
pub fn opening(setup: &Setup) {
    if let Some(muster) = show::war::muster(setup) {
        output::aside(&muster);
    }
}

/// Returns the battle of a war as this program would begin it today, for `verify`.
pub fn model(sources: &Sources, war: &War, journal: &Path) -> Result<Model<Setup>, String> {
    let file = load::war(sources, war.id.as_str()).map_err(|_| format!("\"{}\" is no war of this program", war.id))?;
    let Some(after) = &war.after else {
        return load::first_of_war(&file).map(Model::built_in).ok_or_else(|| format!("\"{}\" has no battle", war.id));
    };
    let path = beside(journal, after);
    let state = left_by(&path, after).map_err(|problem| problem.fault.what)?;
    match load::next_of_war(sources, &file, &state, after.clone()) {
        Ok(Next::Battle(setup)) => {
            Ok(Model { setup: *setup, says: format!("as built in, after {}", after.file), chosen: Vec::new() })
        }
        Ok(Next::Over(_)) | Err(_) => Err(format!("after {} this program would begin no battle", after.file)),
    }
}

fn beside(journal: &Path, after: &Predecessor) -> PathBuf {
    journal.parent().unwrap_or(Path::new("")).join(&after.file)
}

/// Returns the state of the previous battle when the next was begun.
///
/// # Errors
/// Its journal is missing or was changed.
fn left_by(path: &Path, after: &Predecessor) -> Result<State, Refusal> {
    let seen = Store::<Naval>::look_at(path, Naval::NAME, Some(after.bytes))?;
    if seen.code != after.code {
        let (name, code) = (path.display(), &seen.code);
        let what = format!("it follows {name} with the code {}, and of that file it is {code}", after.code);
        return Err(Refusal::journal(what).hint("lay the journal beside it by which the battle was begun"));
    }
    Ok(seen.journal.state().clone())
}

/// Reports the link to the previous battle for `verify`. Empty for a battle outside a war.
///
/// # Errors
/// The previous journal is a different one, or left a different state.
pub fn link(setup: &Setup, journal: &Path) -> Result<Ending, Refusal> {
    let Some(war) = &setup.war else { return Ok(Ending::default()) };
    brings_its_own(setup, war)?;
    let (number, of) = (war.number, war.battles.len());
    let which = format!("battle {number} of {of} of {}", war.title);
    let Some(after) = &war.after else {
        return Ok(ending(format!("{which}, which follows none"), json!({ "number": number, "follows": null })));
    };
    let path = beside(journal, after);
    if !path.exists() {
        let says = format!("{which}; {} is not beside it, and what it left was not looked at", after.file);
        return Ok(ending(says, json!({ "number": number, "follows": after.file, "looked_at": false })));
    }
    let left = left_by(&path, after)?;
    let begun = left.setup.war.as_deref().cloned();
    let begun =
        begun.unwrap_or_else(|| War { number: 1, past: Vec::new(), after: None, roll: Vec::new(), ..(**war).clone() });
    let before = War { battles: war.battles.clone(), rulings: war.rulings.clone(), yards: war.yards.clone(), ..begun };
    let mut next = aftermath::after(&before, &left, after.clone());
    while next.number < number {
        let passed = war.past.iter().find(|fought| fought.number == next.number);
        let Some(absent) = passed.and_then(|fought| fought.absent.clone()) else { break };
        aftermath::pass_over(&mut next, absent);
    }
    let other = next.roll.iter().find(|veteran| war.veteran(&veteran.ship) != Some(veteran));
    let wrong = match other {
        Some(veteran) => Some(format!("{} is not as {} left her", veteran.name, after.file)),
        None if next.roll.len() != war.roll.len() => Some(format!("it has ships that {} has not", after.file)),
        None if next.past != war.past => {
            Some(format!("what it tells of the battles before is not what {} tells", after.file))
        }
        None if next.number != number => Some(format!("it is not the battle that follows {}", after.file)),
        None => None,
    };
    match wrong {
        Some(what) => {
            Err(Refusal::journal(what).hint("its first line was edited, or the rulings of the war are others today"))
        }
        None => {
            let says = format!("{which}, as {} left it", after.file);
            Ok(ending(says, json!({ "number": number, "follows": after.file, "looked_at": true })))
        }
    }
}

/// Refuses ships that begin with other damage than the roll of the war has.
fn brings_its_own(setup: &Setup, war: &War) -> Result<(), Refusal> {
    let nothing = CarriedOver::default();
    let says = |id: &naval::Id| war.veteran(id).map_or(&nothing, |veteran| &veteran.carried);
    match setup.ships.iter().find(|ship| ship.carried != *says(&ship.card.id)) {
        None => Ok(()),
        Some(ship) => {
            let what = format!("{} begins with other damage than the roll of the war has", ship.card.name);
            Err(Refusal::journal(what).hint("its first line was edited"))
        }
    }
}

fn ending(says: String, value: serde_json::Value) -> Ending {
    Ending { lines: vec![("war", says)], keys: Map::from_iter([("war".to_owned(), value)]), found: Vec::new() }
}
