//! Reads wars (files of linked battles), and sets up each battle from the results of earlier ones. [9.1, Q55]
use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;

use crate::reader::required;
use crate::{
    Checked, DataError, DataErrors, Deferred, KeyPath, Node, Report, SourceText, Sources, naming,
    scenario_text_checked, ship_on, stem_in,
};
use naval::model::checks::{BATTLES, MAX_DAYS_BETWEEN_BATTLES};
use naval::model::war::{Absentee, AstrayRuling, Predecessor, Replacement, War, WarBattle, WarRulings, Yard};
use naval::rules::aftermath::{self, skip_battle};
use naval::{Id, SideId, State, model::Setup};

mod fitting;

pub(super) const DIRECTORY: &str = "scenarios/wars";
const YARDS: &str = "data/naval/yards.yaml";
const SCENARIOS: &str = "scenarios";
/// Default place of ships between battles on different days.
const DOCKYARD: &str = "dockyard";

/// A war before its first battle, as its file states it.
#[derive(Clone, PartialEq, Debug)]
pub struct WarFile {
    pub war: War,
    pub sources: Vec<String>,
    /// The set-up of every battle, as its scenario states it.
    pub setups: Vec<Setup>,
}

#[derive(Deserialize)]
struct WarRecord {
    /// Name of the file.
    id: Id,
    title: String,
    #[serde(default)]
    introduction: String,
    #[serde(default)]
    sources: Vec<String>,
    /// What becomes of ships that left or were stopped.
    #[serde(default)]
    rulings: WarRulings,
    /// Places of your own, or other rates for a built-in place.
    #[serde(default)]
    yards: Vec<Yard>,
    /// At least two, in the order of their dates.
    #[serde(deserialize_with = "required")]
    battles: Deferred<Vec<BattleRecord>>,
}

/// Keys that a list of wars shows or that every file must have.
const LISTED_KEYS: [&str; 3] = ["id", "title", "battles"];

#[derive(Deserialize)]
struct YardFile {
    #[serde(deserialize_with = "required")]
    yards: Deferred<Vec<Yard>>,
}

#[derive(Deserialize)]
struct BattleRecord {
    /// A battle of `scenarios` with forces and the same two sides.
    scenario: String,
    /// What happens before it.
    #[serde(default)]
    meanwhile: String,
    /// Whole days since the previous battle, 0 for the same day. Without it, the days from one date to the other.
    days: Option<u16>,
    /// Where each side is: `{japan: dockyard, russia: roadstead}` (nowhere on the same day). Without it, `dockyard`.
    #[serde(default)]
    yards: BTreeMap<String, String>,
    /// Fate of ships that leave by an edge not their own: `{japan: home, russia: lost}`. Without it, the war's ruling.
    #[serde(default)]
    astray: BTreeMap<String, AstrayRuling>,
    /// Which ship takes the place of a missing one. Several for a ship are tried in order, until a `by` is neither missing nor in
    /// the battle already.
    #[serde(default)]
    replaces: Vec<Replacement>,
}

pub enum NextBattle {
    Battle(Box<Setup>),
    /// No battle is left that both sides can fight.
    Over(Box<War>),
}

/// Returns the names of the built-in wars and of those in the user's data directory.
pub fn war_names(sources: &Sources) -> Vec<String> {
    sources.names_in(DIRECTORY).into_iter().map(str::to_owned).collect()
}

/// Returns id and title of every war. Does not read their battles.
///
/// # Errors
/// Fails if a file cannot be read.
pub fn war_list(sources: &Sources) -> Result<Vec<(Id, String)>, DataErrors> {
    let line = |(file, text): (&str, SourceText<'_>)| {
        let (mut report, mut root) = Report::parse(file, text)?;
        root.retain_keys(&LISTED_KEYS);
        let war: Option<WarRecord> = report.read_typed(&root, &KeyPath::default());
        let id = stem_in(file, DIRECTORY).map(Id::new);
        report.into_result(id.zip(war).map(|(id, war)| (id, war.title)))
    };
    crate::data_error::collect_results(sources.yaml_files_in(DIRECTORY).into_iter().map(line))
}

/// Reads a war by name.
///
/// # Errors
/// Returns the nearest name, or every error of the war's file and its scenarios.
pub fn war(sources: &Sources, name: &str) -> Result<WarFile, DataErrors> {
    let (file, text) = sources.file_by_name(DIRECTORY, "war", name)?;
    Ok(war_text(sources, &file, text)?.value)
}

/// Reads a war from the user's file, with its warnings. Its scenarios come from `sources`.
///
/// # Errors
/// Returns every error of the file and its scenarios.
pub fn war_text(sources: &Sources, file: &str, text: &str) -> Result<Checked<WarFile>, DataErrors> {
    let yards = yards(sources)?;
    let (mut report, root) = Report::parse(file, text)?;
    let mut other_errors = Vec::new();
    let war = read(&root, &mut report, sources, yards, &mut other_errors);
    report.into_checked(war, other_errors)
}

fn yards(sources: &Sources) -> Result<Vec<Yard>, DataErrors> {
    let (mut report, root) = Report::parse(YARDS, sources.required_text(YARDS)?)?;
    let file: Option<YardFile> = report.read_typed(&root, &KeyPath::default());
    let yards =
        file.map(|file| crate::without_paths(file.yards.read_nonempty(&mut report, &KeyPath::default().key("yards"))));
    report.into_result(yards)
}

fn read(
    root: &Node,
    report: &mut Report,
    sources: &Sources,
    mut yards: Vec<Yard>,
    other_errors: &mut Vec<DataError>,
) -> Option<WarFile> {
    let root_path = KeyPath::default();
    let file: WarRecord = report.read_typed(root, &root_path)?;
    naming::check_file_name(file.id.as_str(), &root_path.key("id"), report);
    let path = root_path.key("yards");
    let ids = file.yards.iter().enumerate().map(|(index, yard)| (yard.id.to_string(), path.at(index).key("id")));
    report.report_duplicates("yard", ids);
    yards.retain(|yard| file.yards.iter().all(|own_yard| own_yard.id != yard.id));
    yards.extend(file.yards);
    let path = root_path.key("battles");
    let records = file.battles.read_nonempty(report, &path);
    report.require_at_most(*BATTLES.end(), records.len(), &path);
    if records.len() == 1 {
        report.add_error(&path, "a war needs at least two battles, and this one has 1");
    }
    let (mut battles, mut setups): (Vec<WarBattle>, Vec<Setup>) = (Vec::new(), Vec::new());
    for (record, path) in records {
        let context = BattleContext { sources, setups: &setups, yards: &yards };
        if let Some((battle, setup)) = battle(record, &path, report, &context, other_errors) {
            battles.push(battle);
            setups.push(setup);
        }
    }
    let war = War {
        id: file.id,
        title: file.title,
        introduction: file.introduction.trim().to_owned(),
        battles,
        rulings: file.rulings,
        yards,
        number: 1,
        past: Vec::new(),
        after: None,
        roll: Vec::new(),
        missing: Vec::new(),
    };
    Some(WarFile { war, sources: file.sources, setups })
}

/// What a battle is checked against: all files, the battles before it and all yards.
struct BattleContext<'b> {
    sources: &'b Sources,
    setups: &'b [Setup],
    yards: &'b [Yard],
}

fn battle(
    record: BattleRecord,
    path: &KeyPath,
    report: &mut Report,
    context: &BattleContext,
    other_errors: &mut Vec<DataError>,
) -> Option<(WarBattle, Setup)> {
    let BattleRecord { scenario, meanwhile, days, yards, astray, replaces } = record;
    let setup = battle_setup(context, &scenario, &path.key("scenario"), report, other_errors);
    if let Some(days) = days {
        report.require_in_range(&path.key("days"), days, 0..=MAX_DAYS_BETWEEN_BATTLES, |days| {
            format!("{days} days are out of range")
        });
    }
    // All battles of a war have the same sides, so those of an earlier battle will do.
    let sides = setup.as_ref().or(context.setups.first()).map(|setup| &setup.sides);
    for (key, side) in yards.keys().map(|side| ("yards", side)).chain(astray.keys().map(|side| ("astray", side))) {
        if let Some(sides) = sides {
            report.require_known(&path.key(key), "side", side, sides.iter().map(|side| side.id.as_str()));
        }
    }
    for (side, yard) in &yards {
        let names: Vec<&str> = context.yards.iter().map(|yard| yard.id.as_str()).collect();
        report.require_known(&path.key("yards").key(side), "yard", yard, names.iter().copied());
    }
    let setup = setup?;
    let days = days_between(context, &setup, days, path, report);
    let yard_of = |side: &SideId| {
        let usual = (0 < days).then(|| DOCKYARD.to_owned());
        let yard = yards.get(side.as_str()).cloned().or(usual)?;
        Some((side.clone(), Id::new(yard)))
    };
    let mut yards: Vec<(SideId, Id)> = setup.sides.iter().filter_map(|side| yard_of(&side.id)).collect();
    yards.sort();
    for (index, replacement) in replaces.iter().enumerate() {
        check_replacement(replacement, &path.key("replaces").at(index), &setup, context.sources, report);
    }
    let battle = WarBattle {
        scenario: setup.scenario.clone(),
        title: setup.title.clone(),
        date: setup.date,
        meanwhile: meanwhile.trim().to_owned(),
        days,
        yards,
        astray: astray.into_iter().map(|(side, astray)| (SideId::new(side), astray)).collect(),
        replaces,
    };
    Some((battle, setup))
}

/// Returns the scenario of a battle. Reports an error if it does not fit a war.
fn battle_setup(
    context: &BattleContext,
    name: &str,
    path: &KeyPath,
    report: &mut Report,
    other_errors: &mut Vec<DataError>,
) -> Option<Setup> {
    let names = context.sources.names_in(SCENARIOS);
    if !names.contains(&name) {
        report.add_unknown_name(path, "scenario", name, names.iter().copied());
        return None;
    }
    let file = format!("{SCENARIOS}/{name}.yaml");
    let text = context.sources.text(&file)?;
    let setup = match scenario_text_checked(context.sources, &file, text) {
        Ok(checked) => checked.value,
        Err(errors) => {
            other_errors.extend(errors.0);
            return None;
        }
    };
    if setup.ships.is_empty() {
        report.add_error(path, format!("`{name}` has no ships in its file, so it cannot be a battle of a war"));
    }
    if let Some(first) = context.setups.first() {
        let sides = |setup: &Setup| {
            let mut sides: Vec<String> = setup.sides.iter().map(|side| side.id.to_string()).collect();
            sides.sort_unstable();
            sides
        };
        if sides(first) != sides(&setup) {
            let flaw = report.add_error(path, format!("`{name}` is fought by {}", sides(&setup).join(" and ")));
            flaw.legal(format!("battles between {}", sides(first).join(" and ")));
        }
    }
    Some(setup)
}

fn days_between(
    context: &BattleContext,
    setup: &Setup,
    stated: Option<u16>,
    path: &KeyPath,
    report: &mut Report,
) -> u16 {
    let Some(last) = context.setups.last() else {
        if stated.is_some() {
            report.add_error(&path.key("days"), "the first battle cannot have days before it");
        }
        return 0;
    };
    let days = setup.date.signed_duration_since(last.date).num_days();
    if days < 0 {
        let what = format!("{} is fought on {}, before {} on {}", setup.title, setup.date, last.title, last.date);
        report.add_error(&path.key("scenario"), what).legal("battles in order of date");
    }
    stated.unwrap_or_else(|| u16::try_from(days.max(0)).unwrap_or(MAX_DAYS_BETWEEN_BATTLES))
}

fn check_replacement(replacement: &Replacement, path: &KeyPath, setup: &Setup, sources: &Sources, report: &mut Report) {
    let battle_ships = || setup.ships.iter().map(|ship| ship.card.id.as_str());
    report.require_known(&path.key("lost"), "ship in the battle", replacement.lost.as_str(), battle_ships());
    if battle_ships().any(|ship| replacement.by == *ship) {
        report.add_error(&path.key("by"), format!("`{}` is already in the battle", replacement.by));
    } else if ship_on(sources, replacement.by.as_str(), setup.date).is_err() {
        report.add_error(&path.key("by"), format!("there is no ship `{}` on {}", replacement.by, setup.date));
    }
}

pub fn first_of_war(file: &WarFile) -> Option<Setup> {
    let setup = file.setups.first()?.clone();
    Some(Setup { war: Some(Arc::new(file.war.clone())), ..setup })
}

/// Returns the battle after the one just fought, whose journal `predecessor` names. Skips battles for which a side has
/// no ships.
///
/// # Errors
/// Returns errors of the library if a replacement is needed.
pub fn next_of_war(
    sources: &Sources,
    file: &WarFile,
    fought: &State,
    predecessor: Predecessor,
) -> Result<NextBattle, DataErrors> {
    // The file decides what comes next, the journal what has happened.
    let so_far = fought.setup.war.as_deref().cloned().unwrap_or_else(|| file.war.clone());
    let before = War { battles: file.war.battles.clone(), ..so_far };
    let mut war = aftermath::war_after_battle(&before, fought, predecessor);
    loop {
        war.missing = Vec::new();
        let Some(setup) = war.number.checked_sub(1).and_then(|index| file.setups.get(index)) else {
            return Ok(NextBattle::Over(Box::new(war)));
        };
        match fitting::fit_scenario(sources, setup, &war)? {
            Ok(fitted) => return Ok(NextBattle::Battle(Box::new(fitted))),
            Err(absent) => skip_battle(&mut war, absent),
        }
    }
}

type Absentees = Vec<Absentee>;
