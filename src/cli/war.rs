//! Wars: the file, the next battle, the link between two journals, and the closing note. [9.1, Q55]
use play::Hint;
use std::path::{Path, PathBuf};

use super::args::Play;
use super::setup_origin::{ExpectedSetup, ExtraFindings};
use super::store::Store;
use super::{file, open, output};
use load::{Checked, NextBattle, Sources, WarFile};
use naval::model::war::{CarriedOver, Predecessor, War};
use naval::{Naval, State, model::Setup, rules::aftermath};
use serde_json::{Map, json};
use session::{PlayableGame as _, Refusal};

/// Returns the war of that name or in that file. `None` if it is something else.
///
/// # Errors
/// The errors of its file.
pub fn war_named(sources: &Sources, what: &str) -> Result<Option<WarFile>, Refusal> {
    Ok(war_with_warnings(sources, what)?.map(|checked| checked.value))
}

pub fn war_with_warnings(sources: &Sources, what: &str) -> Result<Option<Checked<WarFile>>, Refusal> {
    let path = Path::new(what);
    if open::is_yaml(path) {
        let Ok(text) = open::read_data_file(path) else { return Ok(None) };
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
pub fn next_battle(sources: &Sources, play: &Play, file: &WarFile) -> Result<Setup, Refusal> {
    let Some(before) = &play.after else {
        let first =
            load::first_of_war(file).ok_or_else(|| Refusal::not_there(format!("{} has no battle.", play.what)))?;
        return Ok(first);
    };
    let (state, predecessor) = previous_battle(before, file)?;
    match load::next_of_war(sources, file, &state, predecessor)? {
        NextBattle::Battle(setup) => Ok(*setup),
        NextBattle::Over(war) => {
            let title = &war.title;
            let what =
                format!("{title} is over: after {} there is no battle that both sides can fight.", state.setup.title);
            let name = before.display();
            Err(Refusal::cannot(what).hint(format!("`kaiser chronicle {name}` shows how it ended")))
        }
    }
}

fn previous_battle(path: &Path, file: &WarFile) -> Result<(State, Predecessor), Refusal> {
    let name = path.display().to_string();
    if let Some(game) = open::game_of(path).filter(|game| *game != Naval::NAME) {
        let what = format!("{name} is a journal of the game {game}, not of a battle in a war.");
        return Err(Refusal::journal(what).hint("--after takes the journal of the previous battle"));
    }
    let seen = open::open_read_only::<Naval>(path)?;
    let state = seen.journal.state();
    check_is_of_war(&name, &state.setup, file)?;
    if let Some(branch) = &seen.journal.header().branch {
        let what =
            format!("{name} is a what-if of {}, and a war goes on from battles as they were played.", branch.name);
        let parent = path.with_file_name(&branch.name);
        return Err(Refusal::cannot(what).line(format!("kaiser play {} --after {}", file.war.id, parent.display())));
    }
    if seen.in_use {
        let what = format!("{name} is being played by another program.");
        return Err(Refusal::cannot(what)
            .hint(Hint::line("quit") + " there first: the next battle begins with the result of this one"));
    }
    if state.end.is_none() {
        let what = format!("{name} is not over: it is turn {}, {}.", state.turn, state.segment);
        return Err(Refusal::cannot(what).hint(format!("`kaiser play {name}` resumes it")));
    }
    if seen.torn.is_some() || !seen.closed {
        let what = format!("{name} was never closed: its last line is missing or torn.");
        return Err(Refusal::journal(what).hint(format!("`kaiser play {name}`, then `quit`, closes it")));
    }
    let base = path.file_name().map_or_else(|| name.clone(), |base| base.to_string_lossy().into_owned());
    let predecessor = Predecessor { file: base, bytes: seen.bytes, code: seen.code };
    Ok((state.clone(), predecessor))
}

/// Refuses a battle that is neither one of this war's battles nor its first scenario played alone.
fn check_is_of_war(name: &str, setup: &Setup, file: &WarFile) -> Result<(), Refusal> {
    let expected = &file.war;
    match &setup.war {
        Some(war) if war.id == expected.id => Ok(()),
        Some(war) => {
            let what = format!("{name} is a battle of {}, not of {}.", war.title, expected.title);
            Err(Refusal::journal(what).line(format!("kaiser play {} --after {name}", war.id)))
        }
        None if expected.battles.first().is_some_and(|first| first.scenario == setup.scenario) => Ok(()),
        None => {
            let what = format!("{name} is a single battle, not part of {}.", expected.title);
            Err(Refusal::journal(what).hint(format!("`kaiser play {}` begins the war", expected.id)))
        }
    }
}

/// Returns the note when the journal of a finished battle is closed: how to continue the war.
pub fn closing_note(state: &State, path: &Path) -> Option<String> {
    let war = state.setup.war.as_ref().filter(|_| state.end.is_some())?;
    let next = war.next()?;
    Some(format!(
        "{} continues with {}: kaiser play {} --after {}",
        war.title,
        next.title,
        war.id,
        file::as_typed(path).display()
    ))
}

pub fn print_muster(setup: &Setup) {
    if let Some(muster) = show::war::muster_text(setup) {
        output::note(&muster);
    }
}

pub fn expected_setup(sources: &Sources, war: &War, journal: &Path) -> Result<ExpectedSetup<Setup>, String> {
    let file = load::war(sources, war.id.as_str()).map_err(|_| format!("this program has no war \"{}\"", war.id))?;
    let Some(after) = &war.after else {
        return load::first_of_war(&file)
            .map(ExpectedSetup::built_in)
            .ok_or_else(|| format!("\"{}\" has no battle", war.id));
    };
    let path = predecessor_path(journal, after);
    let state = state_left_by(&path, after).map_err(|problem| problem.error.what)?;
    match load::next_of_war(sources, &file, &state, after.clone()) {
        Ok(NextBattle::Battle(setup)) => Ok(ExpectedSetup {
            setup: *setup,
            origin: format!("as built in, after {}", after.file),
            chosen: Vec::new(),
        }),
        Ok(NextBattle::Over(_)) | Err(_) => Err(format!("this program would begin no battle after {}", after.file)),
    }
}

fn predecessor_path(journal: &Path, after: &Predecessor) -> PathBuf {
    journal.parent().unwrap_or(Path::new("")).join(&after.file)
}

/// Returns the state of the previous battle when the next was begun.
///
/// # Errors
/// Its journal is missing or was changed.
fn state_left_by(path: &Path, after: &Predecessor) -> Result<State, Refusal> {
    let seen = Store::<Naval>::open_first_bytes(path, Naval::NAME, Some(after.bytes))?;
    if seen.code != after.code {
        let (name, code) = (path.display(), &seen.code);
        let what = format!("it follows {name} with the code {}, while that file has the code {code}", after.code);
        return Err(Refusal::journal(what).hint("put the journal with which the battle was begun beside it"));
    }
    Ok(seen.journal.state().clone())
}

/// Reports the link to the previous battle for `verify`. Empty for a battle outside a war.
///
/// # Errors
/// The previous journal is a different one, or left a different state.
pub fn check_link(setup: &Setup, journal: &Path) -> Result<ExtraFindings, Refusal> {
    let Some(war) = &setup.war else { return Ok(ExtraFindings::default()) };
    check_carried_damage(setup, war)?;
    let (number, total) = (war.number, war.battles.len());
    let battle_name = format!("battle {number} of {total} of {}", war.title);
    let Some(after) = &war.after else {
        return Ok(war_finding(format!("{battle_name}, the first"), json!({ "number": number, "follows": null })));
    };
    let path = predecessor_path(journal, after);
    if !path.exists() {
        let text = format!("{battle_name} ({} is not beside it, so it was not checked)", after.file);
        return Ok(war_finding(text, json!({ "number": number, "follows": after.file, "looked_at": false })));
    }
    let previous = state_left_by(&path, after)?;
    let recorded_war = previous.setup.war.as_deref().cloned();
    let war_so_far = recorded_war.unwrap_or_else(|| War {
        number: 1,
        past: Vec::new(),
        after: None,
        roll: Vec::new(),
        ..(**war).clone()
    });
    let before =
        War { battles: war.battles.clone(), rulings: war.rulings.clone(), yards: war.yards.clone(), ..war_so_far };
    let mut next = aftermath::war_after_battle(&before, &previous, after.clone());
    while next.number < number {
        let skipped_battle = war.past.iter().find(|past_battle| past_battle.number == next.number);
        let Some(absent) = skipped_battle.and_then(|past_battle| past_battle.absent.clone()) else { break };
        aftermath::skip_battle(&mut next, absent);
    }
    let mismatch = next.roll.iter().find(|veteran| war.veteran(&veteran.ship) != Some(veteran));
    let wrong = match mismatch {
        Some(veteran) => Some(format!("{} is not as {} left it", veteran.name, after.file)),
        None if next.roll.len() != war.roll.len() => Some(format!("it has ships that {} does not have", after.file)),
        None if next.past != war.past => {
            Some(format!("its record of the earlier battles differs from that of {}", after.file))
        }
        None if next.number != number => Some(format!("it is not the battle that follows {}", after.file)),
        None => None,
    };
    match wrong {
        Some(what) => {
            Err(Refusal::journal(what).hint("its first line was edited, or the rulings of the war have changed"))
        }
        None => {
            let text = format!("{battle_name}, as {} left it", after.file);
            Ok(war_finding(text, json!({ "number": number, "follows": after.file, "looked_at": true })))
        }
    }
}

/// Refuses ships that begin with other damage than the roll of the war has.
fn check_carried_damage(setup: &Setup, war: &War) -> Result<(), Refusal> {
    let nothing = CarriedOver::default();
    let recorded = |id: &naval::Id| war.veteran(id).map_or(&nothing, |veteran| &veteran.carried);
    match setup.ships.iter().find(|ship| ship.carried != *recorded(&ship.card.id)) {
        None => Ok(()),
        Some(ship) => {
            let what = format!("{} begins with different damage from that in the war's roll", ship.card.name);
            Err(Refusal::journal(what).hint("its first line was edited"))
        }
    }
}

fn war_finding(text: String, value: serde_json::Value) -> ExtraFindings {
    ExtraFindings {
        lines: vec![("war", text)],
        keys: Map::from_iter([("war".to_owned(), value)]),
        findings: Vec::new(),
    }
}
