//! Scenario files: text to a lawful set-up, with every flaw at once. [9.1]
use std::sync::Arc;

use chrono::{Datelike, NaiveDate, NaiveTime, TimeDelta};
use serde::Deserialize;

use crate::decide::{decide, leave_the_rest, left};
use crate::forces::{Forces, Library, forces};
use crate::generator::{Order, generator};
use crate::{
    Checked, Fields, Flaw, Flaws, MeetingSize, Node, Path, Report, ScenarioLine, Shelf, Sources, Text, chart_names,
    charts, feasible, flaw::all, generator, naming, nearest, ratings, special, special::judge, start::check_start,
};
use naval::sound::{LONGEST_SIGHTING, LONGEST_TURNS, Places};
use naval::{
    BattleKind, DivisionSetup, Generator, Handicap, Id, Inches, Land, Options, Setup, Side, Visibility, VisibilityStep,
    Wind, WindForce, chart::Charts,
};
use play::Rule;

const MELEE: Rule = Rule::new("5.16");
const YEARS: Rule = Rule::new("1.1");
const GENERATED_LENGTH: Rule = Rule::new("10.4");
pub(super) const DIRECTORY: &str = "scenarios";
/// Battles end after this many turns unless the scenario says otherwise. [9.3, 10.4]
const TURNS: u16 = 30;
/// When a generated battle begins of which neither its file nor that of its theatres says the hour: nine o'clock. (Q65)
const USUAL_START: NaiveTime = NaiveTime::MIN.overflowing_add_signed(TimeDelta::hours(9)).0;

/// Every scenario, by file name; its forces are not read for a list.
pub fn scenario_list(sources: &Sources) -> Result<Vec<ScenarioLine>, Flaws> {
    let line = |(file, text): (&str, Text<'_>)| {
        let (mut report, root) = Report::open(file, text)?;
        let mut fields = Fields::of(&root, Path::default(), &mut report);
        let head = fields.as_mut().map(|fields| head(fields, &mut report));
        report.answer(head.and_then(|head| line(head, file)))
    };
    all(sources.within(DIRECTORY).into_iter().map(line))
}

/// A built-in scenario, or one of a directory laid in front, by name.
///
/// # Errors
/// Every flaw of the scenario and of the files it needs; or the nearest name.
pub fn scenario(sources: &Sources, name: &str) -> Result<Setup, Flaws> {
    Ok(scenario_checked(sources, name)?.value)
}

/// The same, with its warnings.
pub fn scenario_checked(sources: &Sources, name: &str) -> Result<Checked<Setup>, Flaws> {
    let (file, text) = sources.named(DIRECTORY, "scenario", name)?;
    scenario_text_checked(sources, &file, text)
}

/// A scenario of the user's own, with its warnings.
pub fn scenario_text_checked(sources: &Sources, file: &str, text: &str) -> Result<Checked<Setup>, Flaws> {
    checked_beside(sources, file, text, &mut None)
}

/// What was read for one scenario and serves another of the same war and ships.
pub(super) struct Kept {
    war: Id,
    shelf: Shelf,
    charts: Arc<Charts>,
}

/// The same; a later scenario reuses what was read for an earlier one, if it serves.
pub(super) fn checked_beside(
    sources: &Sources,
    file: &str,
    text: &str,
    kept: &mut Option<Kept>,
) -> Result<Checked<Setup>, Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let mut others = Others { flaws: Vec::new(), kept: kept.take() };
    let setup = Fields::of(&root, Path::default(), &mut report)
        .and_then(|fields| read_fields(&root, fields, &mut report, sources, &mut others));
    *kept = others.kept;
    report.checked(setup, others.flaws)
}

/// What was found in the data files that a scenario needs.
struct Others {
    flaws: Vec<Flaw>,
    kept: Option<Kept>,
}

impl Others {
    fn take<T>(&mut self, found: Result<T, Flaws>) -> Option<T> {
        found.map_err(|flaws| self.flaws.extend(flaws.0)).ok()
    }
}

/// The keys that a list shows.
struct Head {
    id: Option<Id>,
    title: Option<String>,
    war: Option<Id>,
    date: Option<NaiveDate>,
    turns: u16,
    introduction: String,
    happened: String,
    sources: Vec<String>,
}

fn head(fields: &mut Fields, report: &mut Report) -> Head {
    let mut head = Head {
        id: fields.need(report, "id"),
        title: fields.need(report, "title"),
        war: fields.need(report, "war"),
        date: fields.need(report, "date"),
        turns: fields.may(report, "turns").unwrap_or(TURNS),
        introduction: fields.may(report, "introduction").unwrap_or_default(),
        happened: fields.may(report, "happened").unwrap_or_default(),
        sources: fields.may(report, "sources").unwrap_or_default(),
    };
    let [id, title, date, turns] = ["id", "title", "date", "turns"].map(|key| fields.path.key(key));
    if !report.is_sound(&turns) {
        // Nothing is judged by a number that nobody wrote.
        head.turns = LONGEST_TURNS;
    }
    head.date = head.date.filter(|_| report.is_sound(&date));
    if let Some(given) = head.id.as_ref().filter(|_| report.is_sound(&id)) {
        naming::check_file_name(given.as_str(), &id, report);
    }
    if let Some(given) = head.title.as_ref().filter(|_| report.is_sound(&title)) {
        naming::check_title(given, &title, report);
    }
    report.range(&turns, head.turns, 1..=LONGEST_TURNS, |turns| format!("{turns} turns are out of range"));
    head.turns = if head.turns == 0 { LONGEST_TURNS } else { head.turns.min(LONGEST_TURNS) };
    if let Some(year) = head.date.map(|date| date.year()).filter(|year| !(1904..=1918).contains(year)) {
        report.warn(&date, format!("the rules are for 1904 to 1918, this is {year} [{YEARS}]"));
    }
    head
}

fn line(head: Head, file: &str) -> Option<ScenarioLine> {
    Some(ScenarioLine {
        id: head.id?,
        title: head.title?,
        date: head.date?,
        war: head.war?,
        turns: head.turns,
        introduction: head.introduction,
        happened: head.happened,
        sources: head.sources,
        file: file.to_owned(),
    })
}

fn read_fields(
    root: &Node,
    mut fields: Fields,
    report: &mut Report,
    sources: &Sources,
    others: &mut Others,
) -> Option<Setup> {
    let head = head(&mut fields, report);
    let sides = sides(&mut fields, report);
    let generated: Option<Id> = fields.may(report, "generated");
    // The hour of a generated battle is rolled, unless its file says it. (Q65)
    let start: Option<NaiveTime> =
        if generated.is_some() { fields.may(report, "start") } else { fields.need(report, "start") };
    let night = fields.may(report, "night").unwrap_or(false);
    let named = ships_named(&mut fields);
    let war = war_of(&head, &fields.path, report, sources);
    let (shelf, charts) = match others.kept.take().filter(|kept| generated.is_none() && kept.serves(&war, &named)) {
        Some(kept) => (Some(kept.shelf), Some(kept.charts)),
        None => {
            let navies: Vec<Id> = sides.iter().map(|(side, _)| side.id.named()).collect();
            let shelf = others.take(match &generated {
                // The dice choose among what the theatre draws on. [10.1.2]
                Some(theatre) => generator::shelf(sources, &war, theatre, &navies),
                None => Shelf::holding(sources, &war, &named),
            });
            (shelf, others.take(charts(sources, war.as_str())).map(Arc::new))
        }
    };
    let said: Option<BattleKind> = fields.may(report, "kind");
    let is_generated = said.map_or(generated.is_some(), |kind| kind == BattleKind::Generated);
    let options = options(&mut fields, report, is_generated);
    let unsaid = if options.checks { BattleKind::Historical } else { BattleKind::Drill };
    let kind = said.unwrap_or(if is_generated { BattleKind::Generated } else { unsaid });
    check_length(kind, head.turns, &fields.path, report);
    let size: MeetingSize = fields.may(report, "size").unwrap_or_default();
    let ratings = match &shelf {
        Some(_) if generated.is_some() || !all_rated(&mut fields) => others.take(ratings(sources)).unwrap_or_default(),
        Some(_) | None => Vec::new(),
    };
    let drawn_from = match (&generated, &head.war, head.date, &shelf) {
        (Some(theatre), Some(war), Some(date), Some(shelf)) => {
            let sides: Vec<Side> = sides.iter().map(|(side, _)| side.clone()).collect();
            let order = Order { war, theatre, date, night, size, sides: &sides, shelf, ratings: &ratings };
            others.take(generator(sources, &order))
        }
        _ => None,
    };
    // The forces of an open table and of a generated scenario come later.
    let open = !options.checks || generated.is_some();
    let library = Library { shelf: shelf.as_ref(), ratings: &ratings };
    let Forces { divisions, ships } = forces(&mut fields, report, &library, &sides, head.date, open);
    let mut places = Places::default();
    let divisions = places.keep("divisions", divisions);
    let formations = places.keep("formations", fields.each(report, "formations"));
    let table = fields.may(report, "table").unwrap_or_default();
    let own_land: Vec<Land> = places.keep("land", fields.each(report, "land"));
    let (generator, land_there) = drawn_from.unzip();
    let generator = generator.map(|generator: Generator| {
        let hours = if start.is_some() { Vec::new() } else { generator.hours };
        Arc::new(Generator { hours, ..generator })
    });
    let unrolled = generator.as_ref().map(|generator| generator.hours.first().copied().unwrap_or(USUAL_START));
    // A theatre brings its land, where the file has none of its own.
    let land = Some(own_land).filter(|own| !own.is_empty()).or(land_there).unwrap_or_default();
    let visibility = match &generator {
        // The weather is rolled: until then one sees as far as on the best day.
        Some(generator) => generator.visibility.iter().max().map(|range| as_far_as(*range)),
        None if generated.is_some() => None,
        None => visibility(&mut fields, report),
    };
    let light = places.keep("light", fields.each(report, "light"));
    let wind = fields.may(report, "wind").unwrap_or(Wind { force: WindForce::Calm, from_deg: 0 });
    let untracked = |division: &DivisionSetup| {
        let boat = |ship: &Id| ships.iter().any(|one| one.card.id == *ship && one.card.kind.is_torpedo_craft());
        division.at.is_none() && division.ships.iter().any(boat)
    };
    if options.melees && generated.is_none() && divisions.iter().any(untracked) {
        let what =
            format!("torpedo craft without positions are stopped by the players, and `duties` recalls it [{MELEE}]");
        report.warn(&fields.path.key("options").key("melees"), what).usual("`at` for every division");
    }
    let hidden = fields.may(report, "hidden").unwrap_or(false);
    let pickets: Vec<Id> = fields.may(report, "pickets").unwrap_or_default();
    let without_points: Vec<Id> = fields.may(report, "without_points").unwrap_or_default();
    let special_rules = fields.may(report, "special_rules").unwrap_or_default();
    let rules = special::rules(&mut fields, report, &mut places);
    let victory = fields.may(report, "victory").unwrap_or_default();
    let decide = decide(&mut fields, report, &mut places);
    let left = left(&mut fields, report, &mut places);
    fields.done(report);
    // What is missing has been told; the rest is laid out all the same, for what else may be wrong.
    let nothing = || Id::new("");
    let mut setup = Setup {
        scenario: head.id.unwrap_or_else(nothing),
        title: head.title.unwrap_or_default(),
        introduction: head.introduction,
        date: head.date.unwrap_or_default(),
        start: start.or(unrolled).unwrap_or_default(),
        kind,
        turns: head.turns,
        sides: places.keep("sides", sides),
        divisions,
        ships,
        formations,
        visibility: visibility.unwrap_or_else(|| as_far_as(LONGEST_SIGHTING)),
        light,
        night,
        wind,
        table,
        land,
        charts: charts.clone().unwrap_or_default(),
        options,
        hidden,
        pickets,
        without_points,
        generator,
        special_rules,
        rules,
        victory,
        decide,
        left,
        sources: head.sources,
        war: None,
    };
    judge(&setup, &places, root, report);
    leave_the_rest(&mut setup, report);
    check_start(&setup, places.of("divisions"), report);
    setup.tell_namesakes_apart();
    if report.clean() && others.flaws.is_empty() {
        let [decide, rules, sides] = ["decide", "rules", "sides"].map(|key| Path::default().key(key));
        feasible::check(&setup, [&decide, &rules, &sides], report);
    }
    others.kept = shelf.zip(charts).map(|(shelf, charts)| Kept { war, shelf, charts });
    Some(setup)
}

/// The switches. Chapter 10 alone knows a handicap: only a generated battle has one that its file does not ask for.
/// [10.5.6, Q19]
fn options(fields: &mut Fields, report: &mut Report, generated: bool) -> Options {
    let said = fields.get("options").is_some_and(|(options, _)| options.get("handicap").is_some());
    let options: Options = fields.may(report, "options").unwrap_or_default();
    if generated && !said { Options { handicap: Handicap::Weaker, ..options } } else { options }
}

/// A generated battle lasts 30 turns. [10.4, Q60]
fn check_length(kind: BattleKind, turns: u16, path: &Path, report: &mut Report) {
    if kind == BattleKind::Generated && turns != TURNS && report.is_sound(&path.key("turns")) {
        let what = format!("a generated battle of {turns} turns [{GENERATED_LENGTH}]");
        report.warn(&path.key("turns"), what).usual(format!("{TURNS} turns"));
    }
}

/// The ids under `ships` of every division, as far as they can be made out.
fn ships_named(fields: &mut Fields) -> Vec<Id> {
    let divisions = fields.get("divisions").and_then(|(value, _)| value.as_list());
    let ships = divisions.into_iter().flatten().filter_map(|division| division.get("ships")?.as_list());
    ships.flatten().filter_map(Node::as_str).map(Id::new).collect()
}

/// Whether every division says its own ratings.
fn all_rated(fields: &mut Fields) -> bool {
    let divisions = fields.get("divisions").and_then(|(value, _)| value.as_list());
    let rated = |division: &Node| division.get("signalling").is_some() && division.get("initiative").is_some();
    divisions.is_none_or(|divisions| divisions.iter().all(rated))
}

impl Kept {
    fn serves(&self, war: &Id, ships: &[Id]) -> bool {
        self.war == *war && ships.iter().all(|ship| self.shelf.by_id(ship.as_str()).is_some())
    }
}

/// The war by whose charts and ships the file is checked: where it names none that there is, the one most like it, or
/// that of its day.
fn war_of(head: &Head, path: &Path, report: &mut Report, sources: &Sources) -> Id {
    let names = chart_names(sources);
    if let Some(war) = head.war.as_ref().filter(|war| names.iter().any(|name| name == war.as_str())) {
        return war.clone();
    }
    let given = head.war.as_ref().map_or("", |war| war.as_str());
    if head.war.is_some() {
        report.unknown(&path.key("war"), "set of charts", given, names.iter().map(String::as_str));
    }
    let by_day = head.date.map_or("ww1", naval::library::war_of);
    Id::new(nearest(given, names.iter().map(String::as_str)).unwrap_or_else(|| by_day.to_owned()))
}

fn sides(fields: &mut Fields, report: &mut Report) -> Vec<(Side, Path)> {
    let listed = fields.must(report, "sides");
    let sides: Vec<(Side, Path)> = listed.map(|(list, path)| report.each(list, &path)).unwrap_or_default();
    for (side, path) in &sides {
        naming::check_id(side.id.as_str(), "side", &path.key("id"), report);
        naming::check_name(&side.name, "side", &path.key("name"), report);
    }
    let names: Vec<(String, Path)> = sides.iter().map(|(side, path)| (side.name.clone(), path.key("name"))).collect();
    naming::twice_called("side", &names, report);
    sides
}

/// The same range on every turn.
fn as_far_as(range: Inches) -> Visibility {
    Visibility::Steps(vec![VisibilityStep { from_turn: 1, range, quality: None }])
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VisibilityRecord {
    #[serde(default)]
    steps: Vec<VisibilityStep>,
    rolled: Option<Vec<Inches>>,
}

/// How far ships are seen: steps by turn, or six ranges for a D6. [3.3.1, 4.3]
fn visibility(fields: &mut Fields, report: &mut Report) -> Option<Visibility> {
    let VisibilityRecord { steps, rolled } = fields.need(report, "visibility")?;
    match (steps.is_empty(), rolled) {
        (false, None) => Some(Visibility::Steps(steps)),
        (true, Some(ranges)) => Some(Visibility::Rolled(ranges)),
        (true, None) | (false, Some(_)) => {
            let path = fields.path.key("visibility");
            if !report.is_flawed_within(&path) {
                report.flaw(&path, "visibility is either `steps` by turn or six `rolled` ranges");
            }
            None
        }
    }
}
