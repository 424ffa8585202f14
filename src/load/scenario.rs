//! Reads scenario files into legal set-ups and reports every error at once. [9.1]
use std::sync::Arc;

use chrono::{Datelike, NaiveDate, NaiveTime, TimeDelta};
use serde::Deserialize;

use crate::decide::{EntryRecord, LeftRecord, leave_rest_to_referee};
use crate::forces::{CardChange, DivisionRecord, Forces, Numbering, References, forces};
use crate::generator::{TheatreRequest, generator};
use crate::reader::required;
use crate::{
    Checked, DataError, DataErrors, Deferred, KeyPath, MeetingSize, Node, Report, ScenarioLine, ShipLibrary,
    SourceText, Sources, chart_names, charts, data_error::collect_results, feasible, generator, naming, nearest,
    ratings, special::report_faults, special::warn_of_certain_dice, start::check_start,
};
use naval::model::checks::{ItemPlaces, MAX_SIGHTING, MAX_TURNS};
use naval::model::{
    BattleKind, DivisionSetup, FormationSetup, Generator, Handicap, Land, Options, Setup, Side, SideLight, Table,
    Visibility, VisibilityStep, Wind, WindForce, chart::Charts, victory::LeftToReferee,
};
use naval::{Id, Inches, rules::special::SpecialRule};
use play::Rule;

const MELEE: Rule = Rule::new("5.16");
const YEARS: Rule = Rule::new("1.1");
const GENERATED_LENGTH: Rule = Rule::new("10.4");
pub(super) const DIRECTORY: &str = "scenarios";
/// Default length of a battle in turns. [9.3, 10.4]
const TURNS: u16 = 30;
/// Default start of a generated battle, if neither its file nor its theatres state the hour: nine o'clock. (Q65)
const DEFAULT_START: NaiveTime = NaiveTime::MIN.overflowing_add_signed(TimeDelta::hours(9)).0;

/// Returns every scenario, sorted by file name. Forces are not read.
pub fn scenario_list(sources: &Sources) -> Result<Vec<ScenarioLine>, DataErrors> {
    let line = |(file, text): (&str, SourceText<'_>)| {
        let (mut report, mut root) = Report::parse(file, text)?;
        root.retain_keys(&LISTED_KEYS);
        let scenario: Option<ScenarioFile> = report.read_typed(&root, &KeyPath::default());
        let listed = scenario.map(|scenario| {
            let turns = read_header(&scenario, &mut report).turns;
            let ScenarioFile { id, title, war, date, introduction, happened, sources, .. } = scenario;
            let file = file.to_owned();
            ScenarioLine { id, title, date, war, turns, introduction, happened, sources, file }
        });
        report.into_result(listed)
    };
    collect_results(sources.yaml_files_in(DIRECTORY).into_iter().map(line))
}

/// Reads a built-in scenario, or one of the user's data directory, by name.
///
/// # Errors
/// Returns the nearest name, or every error of the scenario and of the files it needs.
pub fn scenario(sources: &Sources, name: &str) -> Result<Setup, DataErrors> {
    Ok(scenario_checked(sources, name)?.value)
}

pub fn scenario_checked(sources: &Sources, name: &str) -> Result<Checked<Setup>, DataErrors> {
    let (file, text) = sources.file_by_name(DIRECTORY, "scenario", name)?;
    scenario_text_checked(sources, &file, text)
}

pub fn scenario_text_checked(sources: &Sources, file: &str, text: &str) -> Result<Checked<Setup>, DataErrors> {
    read_with_reuse(sources, file, text, &mut None)
}

/// Data read for one scenario that another of the same war and ships can reuse.
pub(super) struct ReusableData {
    war: Id,
    library: ShipLibrary,
    charts: Arc<Charts>,
}

/// Reads a scenario with its warnings. Reuses the data if they fit, and updates them.
pub(super) fn read_with_reuse(
    sources: &Sources,
    file: &str,
    text: &str,
    reusable: &mut Option<ReusableData>,
) -> Result<Checked<Setup>, DataErrors> {
    let (mut report, root) = Report::parse(file, text)?;
    let mut shared = SharedData { errors: Vec::new(), reusable: reusable.take() };
    let setup = read(&root, &mut report, sources, &mut shared);
    *reusable = shared.reusable;
    report.into_checked(setup, shared.errors)
}

/// Errors found in the data files that a scenario needs, and reusable data.
struct SharedData {
    errors: Vec<DataError>,
    reusable: Option<ReusableData>,
}

impl SharedData {
    fn value_or_record<T>(&mut self, found: Result<T, DataErrors>) -> Option<T> {
        found.map_err(|errors| self.errors.extend(errors.0)).ok()
    }
}

#[derive(Deserialize)]
struct ScenarioFile {
    /// The file's name.
    id: Id,
    title: String,
    /// Charts and ships: `rjw`, `ww1`.
    war: Id,
    date: NaiveDate,
    /// Time of turn 1 (required, unless `generated`).
    start: Deferred<NaiveTime>,
    /// Length, 1 to 999 turns. [9.3, 10.4]
    #[serde(default = "usual_turns")]
    turns: u16,
    /// When the battle ends. Without it, by Q60.
    kind: Deferred<BattleKind>,
    /// The situation, which both sides read.
    #[serde(default)]
    introduction: String,
    /// History.
    #[serde(default)]
    happened: String,
    /// Pages read.
    #[serde(default)]
    sources: Vec<String>,
    /// Two sides.
    #[serde(deserialize_with = "required")]
    sides: Deferred<Vec<Side>>,
    /// Required, unless `generated` or `checks: false`.
    divisions: Deferred<Vec<DivisionRecord>>,
    /// Divisions that begin as a formation. [5.2]
    formations: Deferred<Vec<FormationSetup>>,
    /// Figures of cards for this battle only.
    changes: Deferred<Vec<CardChange>>,
    /// The number that names a ship with big guns, as in `1>5`. Without it, in order. [3.1]
    numbers: Deferred<Vec<Numbering>>,
    /// Steps of `from_turn`, `range`, `quality`, or six ranges for a D6 (required, unless `generated`). [4.3]
    visibility: Deferred<VisibilityRecord>,
    /// How far and how well a side's ships are seen, if not by `visibility`. [4.3]
    light: Deferred<Vec<SideLight>>,
    /// Whether night rules apply.
    night: Deferred<bool>,
    /// `force` is `calm`, `moderate` or `high`. Without it, `{force: calm, from_deg: 0}`.
    wind: Deferred<Wind>,
    /// 12 to 240 inches each way. Without it, 72 by 48.
    table: Deferred<Table>,
    /// Coasts and islands. [4.7]
    land: Deferred<Vec<Land>>,
    /// Neither side knows the other's strength. [5.13]
    hidden: Deferred<bool>,
    /// Ships that may be plotted alone before contact. [5.13.5]
    pickets: Deferred<Vec<Id>>,
    /// Ships that score no points.
    without_points: Deferred<Vec<Id>>,
    /// Theatre by which dice make forces and weather. [10.1]
    generated: Deferred<Id>,
    /// Size of a generated battle.
    size: Deferred<MeetingSize>,
    /// Sentences, printed with numbers from 1. [9.2]
    special_rules: Deferred<Vec<String>>,
    /// The special rules in keys, for the program.
    rules: Deferred<Vec<SpecialRule>>,
    /// What each side must reach. [9.2]
    victory: Deferred<Vec<String>>,
    /// The victory conditions in keys.
    decide: Deferred<Vec<EntryRecord>>,
    /// Sentences left to the referee.
    left: Deferred<Vec<LeftRecord>>,
    /// Switches.
    options: Deferred<Options>,
}

/// Keys that a list of scenarios shows or that every file must have.
const LISTED_KEYS: [&str; 9] = ["id", "title", "war", "date", "turns", "introduction", "happened", "sources", "sides"];

fn usual_turns() -> u16 {
    TURNS
}

/// The keys on which other checks depend. A wrong one is `None`, or for `turns` the maximum.
struct HeaderKeys {
    war: Option<Id>,
    date: Option<NaiveDate>,
    turns: u16,
}

fn read_header(file: &ScenarioFile, report: &mut Report) -> HeaderKeys {
    let [id, title, war, date, turns] = ["id", "title", "war", "date", "turns"].map(|key| KeyPath::default().key(key));
    let header = HeaderKeys {
        war: Some(file.war.clone()).filter(|_| report.is_sound(&war)),
        date: Some(file.date).filter(|_| report.is_sound(&date)),
        // Do not judge anything by the placeholder of a wrong number.
        turns: if report.is_sound(&turns) { file.turns.clamp(1, MAX_TURNS) } else { MAX_TURNS },
    };
    naming::check_file_name(file.id.as_str(), &id, report);
    naming::check_title(&file.title, &title, report);
    report.require_in_range(&turns, file.turns, 1..=MAX_TURNS, |turns| format!("{turns} turns are out of range"));
    if let Some(year) = header.date.map(|date| date.year()).filter(|year| !(1904..=1918).contains(year)) {
        report.add_warning(&date, format!("the rules are for 1904 to 1918, this is {year} [{YEARS}]"));
    }
    header
}

fn read(root: &Node, report: &mut Report, sources: &Sources, shared: &mut SharedData) -> Option<Setup> {
    let path = KeyPath::default();
    let file: ScenarioFile = report.read_typed(root, &path)?;
    let header = read_header(&file, report);
    let sides = sides(&file, report);
    let generated = file.generated.read(report, &path.key("generated"));
    // Dice choose the hour of a generated battle, unless its file states it. (Q65)
    if generated.is_none() {
        file.start.require(report, &path.key("start"));
    }
    let start = file.start.read(report, &path.key("start"));
    let night = file.night.read(report, &path.key("night")).unwrap_or(false);
    let named = ships_named(&file);
    let war = war_or_nearest(&header, &path, report, sources);
    let (library, charts) = match shared.reusable.take().filter(|data| generated.is_none() && data.covers(&war, &named))
    {
        Some(data) => (Some(data.library), Some(data.charts)),
        None => {
            let navies: Vec<Id> = sides.iter().map(|(side, _)| side.id.to_kind()).collect();
            let library = shared.value_or_record(match &generated {
                // Dice choose among the ships of the theatre. [10.1.2]
                Some(theatre) => generator::library_for(sources, &war, theatre, &navies),
                None => ShipLibrary::open_with_ships(sources, &war, &named),
            });
            (library, shared.value_or_record(charts(sources, war.as_str())).map(Arc::new))
        }
    };
    let stated_kind = file.kind.read(report, &path.key("kind"));
    let is_generated = stated_kind.map_or(generated.is_some(), |kind| kind == BattleKind::Generated);
    let options = options(&file, report, is_generated);
    let default_kind = if options.checks { BattleKind::Historical } else { BattleKind::Drill };
    let kind = stated_kind.unwrap_or(if is_generated { BattleKind::Generated } else { default_kind });
    check_length(kind, header.turns, &path, report);
    let size = file.size.read(report, &path.key("size")).unwrap_or_default();
    let ratings = match &library {
        Some(_) if generated.is_some() || !all_divisions_rated(&file) => {
            shared.value_or_record(ratings(sources)).unwrap_or_default()
        }
        Some(_) | None => Vec::new(),
    };
    let theatre_data = match (&generated, &header.war, header.date, &library) {
        (Some(theatre), Some(war), Some(date), Some(library)) => {
            let sides: Vec<Side> = sides.iter().map(|(side, _)| side.clone()).collect();
            let request = TheatreRequest { war, theatre, date, night, size, sides: &sides, library, ratings: &ratings };
            shared.value_or_record(generator(sources, &request))
        }
        _ => None,
    };
    // An open table and a generated scenario have no forces yet.
    let has_no_forces = !options.checks || generated.is_some();
    let references = References { library: library.as_ref(), ratings: &ratings };
    let divisions = path.key("divisions");
    let divisions = if has_no_forces {
        file.divisions.read_items(report, &divisions)
    } else {
        file.divisions.read_nonempty(report, &divisions)
    };
    let changes = file.changes.read_items(report, &path.key("changes"));
    let numbers = file.numbers.read_items(report, &path.key("numbers"));
    let Forces { divisions, ships } = forces((divisions, changes, numbers), report, &references, &sides, header.date);
    let mut places = ItemPlaces::default();
    let divisions = places.keep_places("divisions", divisions);
    let formations = places.keep_places("formations", file.formations.read_items(report, &path.key("formations")));
    let table = file.table.read(report, &path.key("table")).unwrap_or_default();
    let own_land: Vec<Land> = places.keep_places("land", file.land.read_items(report, &path.key("land")));
    let (generator, theatre_land) = theatre_data.unzip();
    let generator = generator.map(|generator: Generator| {
        let hours = if start.is_some() { Vec::new() } else { generator.hours };
        Arc::new(Generator { hours, ..generator })
    });
    let default_start = generator.as_ref().map(|generator| generator.hours.first().copied().unwrap_or(DEFAULT_START));
    // The theatre's land applies if the file has none.
    let land = Some(own_land).filter(|own| !own.is_empty()).or(theatre_land).unwrap_or_default();
    let visibility = match &generator {
        // The weather is not rolled yet: assume the best visibility.
        Some(generator) => generator.visibility.iter().max().map(|range| constant_visibility(*range)),
        None if generated.is_some() => None,
        None => visibility(&file, report),
    };
    let light = places.keep_places("light", file.light.read_items(report, &path.key("light")));
    let calm = Wind { force: WindForce::Calm, from_deg: 0 };
    let wind = file.wind.read(report, &path.key("wind")).unwrap_or(calm);
    let is_untracked = |division: &DivisionSetup| {
        let is_boat = |id: &Id| ships.iter().any(|entry| entry.card.id == *id && entry.card.kind.is_torpedo_craft());
        division.at.is_none() && division.ships.iter().any(is_boat)
    };
    if options.melees && generated.is_none() && divisions.iter().any(is_untracked) {
        let what =
            format!("the program cannot stop torpedo craft without positions: `duties` reminds the players [{MELEE}]");
        report.add_warning(&path.key("options").key("melees"), what).usual("`at` for every division");
    }
    let rules = file.rules.read_items(report, &path.key("rules"));
    warn_of_certain_dice(&rules, report);
    let decide =
        file.decide.node().map(|_| places.keep_places("decide", file.decide.read_items(report, &path.key("decide"))));
    let left = places.keep_places("left", file.left.read_items(report, &path.key("left")));
    let mut read_list = |ids: &Deferred<Vec<Id>>, key: &str| ids.read(report, &path.key(key)).unwrap_or_default();
    let (pickets, without_points) =
        (read_list(&file.pickets, "pickets"), read_list(&file.without_points, "without_points"));
    // Missing values were reported already. Build the set-up anyway to check the rest.
    let mut setup = Setup {
        scenario: file.id,
        title: file.title,
        introduction: file.introduction,
        date: header.date.unwrap_or_default(),
        start: start.or(default_start).unwrap_or_default(),
        kind,
        turns: header.turns,
        sides: places.keep_places("sides", sides),
        divisions,
        ships,
        formations,
        visibility: visibility.unwrap_or_else(|| constant_visibility(MAX_SIGHTING)),
        light,
        night,
        wind,
        table,
        land,
        charts: charts.clone().unwrap_or_default(),
        options,
        hidden: file.hidden.read(report, &path.key("hidden")).unwrap_or(false),
        pickets,
        without_points,
        generator,
        special_rules: file.special_rules.read(report, &path.key("special_rules")).unwrap_or_default(),
        rules: places.keep_places("rules", rules),
        victory: file.victory.read(report, &path.key("victory")).unwrap_or_default(),
        decide: decide.map(|entries| entries.into_iter().map(|EntryRecord(entry)| entry).collect()),
        left: left.into_iter().map(|LeftRecord { of, why }| LeftToReferee { of, why: Some(why) }).collect(),
        sources: file.sources,
        war: None,
    };
    report_faults(&setup, &places, root, report);
    leave_rest_to_referee(&mut setup, report);
    check_start(&setup, places.places_in("divisions"), report);
    setup.distinguish_namesakes();
    if report.has_no_errors() && shared.errors.is_empty() {
        let [decide, rules, sides] = ["decide", "rules", "sides"].map(|key| path.key(key));
        feasible::check(&setup, [&decide, &rules, &sides], report);
    }
    shared.reusable = library.zip(charts).map(|(library, charts)| ReusableData { war, library, charts });
    Some(setup)
}

/// Reads the options. A handicap exists only in chapter 10, so only generated battles have it by default. [10.5.6, Q19]
fn options(file: &ScenarioFile, report: &mut Report, generated: bool) -> Options {
    let states_handicap = file.options.node().is_some_and(|options| options.get("handicap").is_some());
    let options = file.options.read(report, &KeyPath::default().key("options")).unwrap_or_default();
    if generated && !states_handicap { Options { handicap: Handicap::Weaker, ..options } } else { options }
}

/// Warns of a generated battle that does not last 30 turns. [10.4, Q60]
fn check_length(kind: BattleKind, turns: u16, path: &KeyPath, report: &mut Report) {
    if kind == BattleKind::Generated && turns != TURNS && report.is_sound(&path.key("turns")) {
        let what = format!("a generated battle of {turns} turns [{GENERATED_LENGTH}]");
        report.add_warning(&path.key("turns"), what).usual(format!("{TURNS} turns"));
    }
}

/// Returns the readable ids under `ships` of every division.
fn ships_named(file: &ScenarioFile) -> Vec<Id> {
    let divisions = file.divisions.node().and_then(Node::as_list);
    let ships = divisions.into_iter().flatten().filter_map(|division| division.get("ships")?.as_list());
    ships.flatten().filter_map(Node::as_str).map(Id::new).collect()
}

fn all_divisions_rated(file: &ScenarioFile) -> bool {
    let divisions = file.divisions.node().and_then(Node::as_list);
    let has_ratings = |division: &Node| division.get("signalling").is_some() && division.get("initiative").is_some();
    divisions.is_none_or(|divisions| divisions.iter().all(has_ratings))
}

impl ReusableData {
    fn covers(&self, war: &Id, ships: &[Id]) -> bool {
        self.war == *war && ships.iter().all(|ship| self.library.by_id(ship.as_str()).is_some())
    }
}

/// Returns the war whose charts and ships apply. If the file names none that exists, takes the most similar one, or the
/// war of the date.
fn war_or_nearest(header: &HeaderKeys, path: &KeyPath, report: &mut Report, sources: &Sources) -> Id {
    let names = chart_names(sources);
    if let Some(war) = header.war.as_ref().filter(|war| names.iter().any(|name| name == war.as_str())) {
        return war.clone();
    }
    let given = header.war.as_ref().map_or("", |war| war.as_str());
    if header.war.is_some() {
        report.add_unknown_name(&path.key("war"), "set of charts", given, names.iter().map(String::as_str));
    }
    let by_day = header.date.map_or("ww1", naval::model::library::war_on);
    Id::new(nearest(given, names.iter().map(String::as_str)).unwrap_or_else(|| by_day.to_owned()))
}

fn sides(file: &ScenarioFile, report: &mut Report) -> Vec<(Side, KeyPath)> {
    let sides = file.sides.read_items(report, &KeyPath::default().key("sides"));
    for (side, path) in &sides {
        naming::check_id(side.id.as_str(), "side", &path.key("id"), report);
        naming::check_name(&side.name, "side", &path.key("name"), report);
    }
    let names: Vec<(String, KeyPath)> =
        sides.iter().map(|(side, path)| (side.name.clone(), path.key("name"))).collect();
    naming::report_equal_names("side", &names, report);
    sides
}

fn constant_visibility(range: Inches) -> Visibility {
    Visibility::Steps(vec![VisibilityStep { from_turn: 1, range, quality: None }])
}

#[derive(Deserialize)]
struct VisibilityRecord {
    /// Ranges by turn.
    #[serde(default)]
    steps: Vec<VisibilityStep>,
    /// Six ranges for a D6. [3.3.1]
    rolled: Option<Vec<Inches>>,
}

/// Reads the visibility: steps by turn, or six ranges for a D6. [3.3.1, 4.3]
fn visibility(file: &ScenarioFile, report: &mut Report) -> Option<Visibility> {
    let path = KeyPath::default().key("visibility");
    file.visibility.require(report, &path);
    let VisibilityRecord { steps, rolled } = file.visibility.read(report, &path)?;
    match (steps.is_empty(), rolled) {
        (false, None) => Some(Visibility::Steps(steps)),
        (true, Some(ranges)) => Some(Visibility::Rolled(ranges)),
        (true, None) | (false, Some(_)) => {
            if !report.has_error_within(&path) {
                report.add_error(&path, "visibility is either `steps` by turn or six `rolled` ranges");
            }
            None
        }
    }
}
