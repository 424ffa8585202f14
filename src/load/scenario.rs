//! Scenario files: text to a lawful set-up, with every flaw at once. [9.1]
use std::sync::Arc;

use chrono::{Datelike, NaiveDate, NaiveTime};
use serde::Serialize;

use super::{
    charts::{chart_names, charts},
    decide::{Keyed, keyed},
    flaw::{Checked, Flaw, Flaws, listed, nearest},
    forces::{Forces, Library, forces},
    generator::{self, Order, generator},
    keys::Names,
    meeting_size::MeetingSize,
    naming,
    node::Node,
    place::Path,
    ratings::ratings,
    reading::{Fields, Report},
    ships::Shelf,
    sources::{Sources, stem_in},
    special::{self, Known},
    start::check_start,
};
use naval::{
    DivisionSetup, Edge, Handicap, Id, Inches, Land, Options, Setup, Side, SideLight, Table, Visibility,
    VisibilityStep, Wind, WindForce,
    chart::Charts,
    special::{KeptBy, MOST_SENTENCES},
    view,
};
use play::Rule;

const MELEE: Rule = Rule::new("5.16");
const YEARS: Rule = Rule::new("1.1");
const TWO_SIDES: Rule = Rule::new("1.3");
const REPAIRS: Rule = Rule::new("8.6.1");
const DIRECTORY: &str = "scenarios";
const FIRST_OF_WW1: i32 = 1914;
/// Battles end after this many turns unless the scenario says otherwise. [9.3]
const TURNS: u16 = 30;
/// Battles have no more turns than that.
const LONGEST_TURNS: u16 = 999;
/// What a D6 brings where the scenario has visibility rolled. [3.3.1]
const FACES_OF_VISIBILITY: usize = 6;

/// A scenario as a list shows it, and the page about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioLine {
    pub id: Id,
    pub title: String,
    pub date: NaiveDate,
    pub war: Id,
    pub turns: u16,
    pub introduction: String,
    /// What came of it in history.
    pub happened: String,
    pub sources: Vec<String>,
    pub file: String,
}

/// Every scenario, by file name.
///
/// # Errors
/// The flaws of every scenario's head; its forces are not read for a list.
pub fn scenario_list(sources: &Sources) -> Result<Vec<ScenarioLine>, Flaws> {
    let (mut lines, mut flaws) = (Vec::new(), Vec::new());
    for (file, text) in sources.within(DIRECTORY) {
        match Report::open(file, text).and_then(|(mut report, root)| {
            let line = Fields::of(&root, Path::default(), &mut report).and_then(|mut fields| {
                let head = head(&mut fields, &mut report);
                line(head?, file)
            });
            report.answer(line)
        }) {
            Ok(line) => lines.push(line),
            Err(found) => flaws.extend(found.0),
        }
    }
    if flaws.is_empty() { Ok(lines) } else { Err(Flaws(flaws)) }
}

/// A built-in scenario, or one of a directory laid in front, by name.
///
/// # Errors
/// Every flaw of the scenario and of the files it needs; or the nearest name.
pub fn scenario(sources: &Sources, name: &str) -> Result<Setup, Flaws> {
    Ok(scenario_checked(sources, name)?.value)
}

/// The same, with its warnings.
///
/// # Errors
/// As [`scenario`].
pub fn scenario_checked(sources: &Sources, name: &str) -> Result<Checked<Setup>, Flaws> {
    let word = name.trim().to_lowercase();
    let file = format!("{DIRECTORY}/{word}.yaml");
    let Some(text) = sources.text(&file) else {
        let names: Vec<&str> =
            sources.within(DIRECTORY).into_iter().filter_map(|(path, _)| stem_in(path, DIRECTORY)).collect();
        return Err(Flaw {
            file: DIRECTORY.to_owned(),
            what: format!("there is no scenario `{name}`"),
            lawful: Some(listed(&names)),
            nearest: nearest(&word, names.iter().copied()),
            ..Flaw::default()
        }
        .into());
    };
    scenario_text_checked(sources, &file, text)
}

/// A scenario of the user's own.
///
/// # Errors
/// Every flaw of the text, and of the data files it needs.
pub fn scenario_text(sources: &Sources, file: &str, text: &str) -> Result<Setup, Flaws> {
    Ok(scenario_text_checked(sources, file, text)?.value)
}

/// The same, with its warnings.
///
/// # Errors
/// As [`scenario_text`].
pub fn scenario_text_checked(sources: &Sources, file: &str, text: &str) -> Result<Checked<Setup>, Flaws> {
    checked_beside(sources, file, text, &mut None)
}

/// What was read for one scenario and serves another of the same war and ships.
pub(super) struct Kept {
    war: Id,
    shelf: Shelf,
    charts: Arc<Charts>,
}

/// The same; what is kept from another scenario is not read again where it serves, and what was read is kept.
pub(super) fn checked_beside(
    sources: &Sources,
    file: &str,
    text: &str,
    kept: &mut Option<Kept>,
) -> Result<Checked<Setup>, Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let mut others = Others { flaws: Vec::new(), kept: kept.take() };
    let setup = Fields::of(&root, Path::default(), &mut report)
        .and_then(|fields| read_fields(fields, &mut report, sources, &mut others));
    *kept = others.kept;
    let (mut flaws, warnings) = report.close();
    flaws.extend(others.flaws);
    match setup {
        Some(value) if flaws.is_empty() => Ok(Checked { value, warnings }),
        Some(_) | None => Err(Flaws(flaws.into_iter().chain(warnings).collect())),
    }
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

fn head(fields: &mut Fields, report: &mut Report) -> Option<Head> {
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
    let sound = |report: &Report, key: &str| report.is_sound(&fields.path.key(key));
    if !sound(report, "turns") {
        // Nothing is judged by a number that nobody wrote.
        head.turns = LONGEST_TURNS;
    }
    head.date = head.date.filter(|_| sound(report, "date"));
    if let Some(id) = head.id.as_ref().filter(|_| sound(report, "id")) {
        naming::check_file_name(id.as_str(), &fields.path.key("id"), report);
    }
    if let Some(title) = head.title.as_ref().filter(|_| sound(report, "title")) {
        naming::check_title(title, &fields.path.key("title"), report);
    }
    if !(1..=LONGEST_TURNS).contains(&head.turns) {
        let flaw = report.flaw(&fields.path.key("turns"), format!("{} turns are out of range", head.turns));
        (flaw.lawful, flaw.nearest) = (Some("1 to 999".to_owned()), Some(head.turns.clamp(1, 999).to_string()));
        head.turns = LONGEST_TURNS;
    }
    if let Some(year) = head.date.map(|date| date.year()).filter(|year| !(1904..=1918).contains(year)) {
        report.warn(&fields.path.key("date"), format!("the rules are for 1904 to 1918, this is {year} [{YEARS}]"));
    }
    Some(head)
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

fn read_fields(mut fields: Fields, report: &mut Report, sources: &Sources, others: &mut Others) -> Option<Setup> {
    let head = head(&mut fields, report)?;
    let start: Option<NaiveTime> = fields.need(report, "start");
    let sides = sides(&mut fields, report);
    let generated: Option<Id> = fields.may(report, "generated");
    let named = ships_named(&mut fields);
    let wanted = match &generated {
        Some(theatre) => {
            let navies = sides.iter().map(|(side, _)| side.id.clone()).collect();
            Wanted::Theatre(theatre.clone(), navies)
        }
        None => Wanted::Ships(named.clone()),
    };
    let war = war_of(&head, &fields.path, report, sources);
    let (shelf, charts) = match others.kept.take().filter(|kept| kept.serves(&war, &wanted)) {
        Some(kept) => (Some(kept.shelf), Some(kept.charts)),
        None => {
            let shelf = others.take(match &wanted {
                Wanted::Ships(ships) => Shelf::holding(sources, war.as_str(), ships),
                Wanted::Theatre(theatre, navies) => generator::shelf(sources, &war, theatre, navies),
            });
            (shelf, others.take(charts(sources, war.as_str())).map(Arc::new))
        }
    };
    let options = options(&mut fields, report, generated.is_some());
    let size: MeetingSize = fields.may(report, "size").unwrap_or_default();
    let ratings = match &shelf {
        Some(_) if generated.is_some() || !all_rated(&mut fields) => others.take(ratings(sources)).unwrap_or_default(),
        Some(_) | None => Vec::new(),
    };
    let generator = match (&generated, &head.war, head.date, &shelf) {
        (Some(theatre), Some(war), Some(date), Some(shelf)) => {
            let sides: Vec<Side> = sides.iter().map(|(side, _)| side.clone()).collect();
            let order = Order { war, theatre, date, size, sides: &sides, shelf, ratings: &ratings };
            others.take(generator(sources, &order)).map(Arc::new)
        }
        _ => None,
    };
    // The forces of an open table and of a generated scenario come later.
    let open = !options.checks || generated.is_some();
    let library = Library { shelf: shelf.as_ref(), ratings: &ratings };
    let forces: Forces = forces(&mut fields, report, &library, &sides, head.date, head.turns, open);
    let (table, land) = table(&mut fields, report);
    let visibility = match &generator {
        // The weather is rolled: until then one sees as far as on the best day.
        Some(generator) => {
            let range = generator.visibility.iter().max().copied().unwrap_or_default();
            Some(Visibility::Steps(vec![VisibilityStep { from_turn: 1, range, quality: None }]))
        }
        None if generated.is_some() => None,
        None => visibility(&mut fields, report, head.turns),
    };
    let light = light(&mut fields, report, &sides, head.turns);
    let night = fields.may(report, "night").unwrap_or(false);
    let wind = fields.may(report, "wind").unwrap_or(Wind { force: WindForce::Calm, from_deg: 0 });
    if 360 < wind.from_deg {
        let what = format!("no wind blows from {} degrees", wind.from_deg);
        let flaw = report.flaw(&fields.path.key("wind").key("from_deg"), what);
        (flaw.lawful, flaw.nearest) = (Some("0 to 360".to_owned()), Some((wind.from_deg % 360).to_string()));
    }
    let untracked = |division: &DivisionSetup| {
        let boat = |ship: &Id| forces.ships.iter().any(|one| one.card.id == *ship && one.card.kind.is_torpedo_craft());
        division.at.is_none() && division.ships.iter().any(boat)
    };
    if options.melees && generated.is_none() && forces.divisions.iter().any(untracked) {
        let what =
            format!("torpedo craft without positions are stopped by the players, and `duties` recalls it [{MELEE}]");
        report.warn(&fields.path.key("options").key("melees"), what).usual = Some("`at` for every division".to_owned());
    }
    let hidden = fields.may(report, "hidden").unwrap_or(false);
    let pickets: Vec<Id> = fields.may(report, "pickets").unwrap_or_default();
    let without_points: Vec<Id> = fields.may(report, "without_points").unwrap_or_default();
    for (key, listed) in [("pickets", &pickets), ("without_points", &without_points)] {
        for (at, one) in listed.iter().enumerate() {
            if forces.ships.iter().all(|ship| ship.card.id != *one) && !named.contains(one) {
                let names = forces.ships.iter().map(|ship| ship.card.id.as_str());
                report.unknown(&fields.path.key(key).at(at), "ship in the battle", one.as_str(), names);
            }
        }
    }
    let special_rules: Vec<String> = fields.may(report, "special_rules").unwrap_or_default();
    report.no_more_than(MOST_SENTENCES, special_rules.len(), &fields.path.key("special_rules"));
    // Where no division could be made out, nothing is said of them.
    let divisions =
        |is: &dyn Fn(&DivisionSetup) -> bool| forces.divisions.is_empty() || forces.divisions.iter().any(is);
    let kept = |by: KeptBy| match by {
        KeptBy::Light => !light.is_empty(),
        KeptBy::WithoutPoints => !without_points.is_empty(),
        KeptBy::Pickets => !pickets.is_empty(),
        KeptBy::EntersTurn => divisions(&|division| 1 < division.enters_turn),
        KeptBy::At => divisions(&|division| division.at.is_some()),
        KeptBy::Speed => divisions(&|division| division.speed == Inches::ZERO),
    };
    let known = Known {
        forces: &forces,
        sides: &sides,
        land: &land,
        turns: head.turns,
        sentences: special_rules.len(),
        kept: &kept,
    };
    let rules = special::rules(&mut fields, report, &known);
    let victory: Vec<String> = fields.may(report, "victory").unwrap_or_default();
    report.no_more_than(MOST_SENTENCES, victory.len(), &fields.path.key("victory"));
    let Forces { divisions, ships, .. } = &forces;
    let names = Names { sides: &sides, divisions, ships, written: &named, turns: head.turns };
    let Keyed { decide, left } = keyed(&mut fields, report, &names, &victory);
    fields.done(report);
    // What is missing has been told; the rest is laid out all the same, for what else may be wrong.
    let nothing = || Id::new("");
    let setup = Setup {
        scenario: head.id.unwrap_or_else(nothing),
        title: head.title.unwrap_or_default(),
        introduction: head.introduction,
        date: head.date.unwrap_or_default(),
        start: start.unwrap_or_default(),
        turns: head.turns,
        sides: sides.into_iter().map(|(side, _)| side).collect(),
        divisions: forces.divisions,
        ships: forces.ships,
        formations: forces.formations,
        visibility: visibility.unwrap_or(Visibility::Rolled(Vec::new())),
        light,
        night,
        wind,
        table,
        land,
        charts: charts.clone()?,
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
    };
    check_start(&setup, &forces.places, report);
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

/// Size of the table, and what land lies on it. [2.1, 4.7]
fn table(fields: &mut Fields, report: &mut Report) -> (Table, Vec<Land>) {
    let table: Table = fields.may(report, "table").unwrap_or_default();
    let size = Inches::whole(12)..=Inches::whole(240);
    if !size.contains(&table.width) || !size.contains(&table.height) {
        let what = format!("a table of {} by {} inches is out of range", table.width, table.height);
        let flaw = report.flaw(&fields.path.key("table"), what);
        flaw.lawful = Some("12 to 240 inches either way".to_owned());
        let near = |along: Inches| along.clamp(*size.start(), *size.end());
        flaw.nearest = Some(format!("{{width: {}, height: {}}}", near(table.width), near(table.height)));
    }
    let land = fields.each::<Land>(report, "land");
    let names: Vec<(String, Path)> = land.iter().map(|(land, path)| (land.id.to_string(), path.key("id"))).collect();
    report.twice("land", &names);
    for (land, path) in &land {
        if let Err(flaw) = land.area() {
            report.flaw(&path.key("corners"), flaw.to_string());
        }
    }
    (table, land.into_iter().map(|(land, _)| land).collect())
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
    fn serves(&self, war: &Id, wanted: &Wanted) -> bool {
        let holds = |ship: &Id| self.shelf.by_id(ship.as_str()).is_some();
        self.war == *war && matches!(wanted, Wanted::Ships(ships) if ships.iter().all(holds))
    }
}

/// What of the library a scenario needs.
enum Wanted {
    Ships(Vec<Id>),
    /// What a theatre draws on of these navies: the dice choose among them. [10.1.2]
    Theatre(Id, Vec<Id>),
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
    let early = head.date.is_some_and(|date| date.year() < FIRST_OF_WW1);
    let by_day = if early { "rjw" } else { "ww1" };
    Id::new(nearest(given, names.iter().map(String::as_str)).unwrap_or_else(|| by_day.to_owned()))
}

/// D10 at or below which a repair succeeds, unless the scenario says otherwise. [8.6.1]
const DAMAGE_CONTROL: u8 = 2;

fn side(value: &Node, path: &Path, report: &mut Report) -> Option<Side> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let id: Option<Id> = fields.need(report, "id");
    let name = fields.need(report, "name");
    let friendly_edge: Option<Edge> = fields.need(report, "friendly_edge");
    let force_flag = fields.may(report, "force_flag");
    let damage_control = fields.may(report, "damage_control").unwrap_or(DAMAGE_CONTROL);
    fields.done(report);
    if !(1..=9).contains(&damage_control) {
        let what = format!("damage control of {damage_control} is out of range");
        let flaw = report.flaw(&path.key("damage_control"), what);
        flaw.lawful = Some(format!("1 to 9, on a D10 [{REPAIRS}]"));
        flaw.nearest = Some(damage_control.clamp(1, 9).to_string());
    }
    // A side with a wrong edge stays known by its name, for the checks that follow.
    let friendly_edge = friendly_edge.unwrap_or(Edge::North);
    let id = id.unwrap_or_else(|| Id::new(""));
    Some(Side { id, name: name.unwrap_or_default(), friendly_edge, force_flag, damage_control })
}

fn sides(fields: &mut Fields, report: &mut Report) -> Vec<(Side, Path)> {
    let items = fields.filled(report, "sides");
    let count = items.len();
    let sides: Vec<(Side, Path)> =
        items.into_iter().filter_map(|(item, path)| Some((side(item, &path, report)?, path))).collect();
    if 0 < count && count != 2 {
        report.flaw(&fields.path.key("sides"), format!("a battle has two sides, this one {count} [{TWO_SIDES}]"));
    }
    let ids: Vec<(String, Path)> = sides.iter().map(|(side, path)| (side.id.to_string(), path.key("id"))).collect();
    report.twice("side", &ids);
    for (side, path) in &sides {
        naming::check_id(side.id.as_str(), "side", &path.key("id"), report);
        if [view::TABLE, "referee"].contains(&side.id.as_str()) {
            report.flaw(&path.key("id"), format!("no side is called {}: `pass to {0}` is for everybody", side.id));
        }
        naming::check_name(&side.name, "side", &path.key("name"), report);
    }
    let names: Vec<(String, Path)> = sides.iter().map(|(side, path)| (side.name.clone(), path.key("name"))).collect();
    naming::twice_called("side", &names, report);
    sides
}

/// How the ships of one side are seen, where the light is not the same for both. [4.3]
fn light(fields: &mut Fields, report: &mut Report, sides: &[(Side, Path)], turns: u16) -> Vec<SideLight> {
    let lights = fields.each::<SideLight>(report, "light");
    for (at, (light, path)) in lights.iter().enumerate() {
        let named = sides.iter().all(|(side, _)| side.id != *"");
        if !sides.is_empty() && named && sides.iter().all(|(side, _)| side.id != light.side) {
            let names = sides.iter().map(|(side, _)| side.id.as_str());
            report.unknown(&path.key("side"), "side", light.side.as_str(), names);
        }
        sighting_range(report, light.range, &path.key("range"));
        let turn = light.from_turn;
        report.turn_of_battle(turn, turns, &path.key("from_turn"));
        let earlier = lights[..at].iter().any(|(one, _)| one.side == light.side && turn <= one.from_turn);
        if earlier {
            report.flaw(&path.key("from_turn"), "the steps of light of one side do not rise");
        }
    }
    lights.into_iter().map(|(light, _)| light).collect()
}

fn sighting_range(report: &mut Report, range: Inches, path: &Path) {
    if range <= Inches::ZERO || Inches::whole(100) < range {
        let flaw = report.flaw(path, format!("a sighting range of {range} is out of range"));
        flaw.lawful = Some("more than 0 and no more than 100 inches".to_owned());
        flaw.nearest = Some(if range <= Inches::ZERO { "0.01" } else { "100" }.to_owned());
    }
}

/// How far ships are seen: steps by turn, or six ranges for a D6. [3.3.1, 4.3]
fn visibility(fields: &mut Fields, report: &mut Report, turns: u16) -> Option<Visibility> {
    let Some((value, path)) = fields.get("visibility") else {
        report.flaw(&fields.path.clone(), "the key `visibility` is missing");
        return None;
    };
    let mut inner = Fields::of(value, path.clone(), report)?;
    let steps: Vec<(VisibilityStep, Path)> = inner.each(report, "steps");
    let rolled: Option<Vec<Inches>> = inner.may(report, "rolled");
    inner.done(report);
    match (steps.is_empty(), rolled) {
        (false, None) => {
            for (at, (step, path)) in steps.iter().enumerate() {
                sighting_range(report, step.range, &path.key("range"));
                let before = if at == 0 { None } else { steps.get(at - 1) };
                if at == 0 && step.from_turn != 1 {
                    report.flaw(&path.key("from_turn"), "the first step of visibility holds from turn 1");
                } else if before.is_some_and(|(before, _)| step.from_turn <= before.from_turn) {
                    report.flaw(&path.key("from_turn"), "the steps of visibility do not rise");
                } else {
                    report.turn_of_battle(step.from_turn, turns, &path.key("from_turn"));
                }
            }
            Some(Visibility::Steps(steps.into_iter().map(|(step, _)| step).collect()))
        }
        (true, Some(ranges)) => {
            for (at, found) in ranges.iter().enumerate() {
                sighting_range(report, *found, &path.key("rolled").at(at));
            }
            if ranges.len() != FACES_OF_VISIBILITY {
                report.flaw(&path.key("rolled"), format!("{} ranges stand for the six faces of a D6", ranges.len()));
            }
            Some(Visibility::Rolled(ranges))
        }
        (true, None) | (false, Some(_)) => {
            if !report.is_flawed_within(&path) {
                report.flaw(&path, "visibility is either `steps` by turn or six `rolled` ranges");
            }
            None
        }
    }
}
