//! Scenario files: text to a lawful set-up, with every flaw at once. [9.1]
use std::sync::Arc;

use chrono::{Datelike, NaiveDate, NaiveTime, TimeDelta};

use crate::decide::{Keyed, keyed};
use crate::forces::{Forces, Library, forces};
use crate::generator::{Order, generator};
use crate::{
    Checked, Fields, Flaw, Flaws, MeetingSize, Node, Path, Report, ScenarioLine, Shelf, Sources, Text, bare,
    chart_names, charts, feasible, flaw::all, generator, keys::Names, keys::need, naming, nearest, ratings, special,
    special::Known, start::check_start,
};
use naval::sound::{
    DAMAGE_CONTROL as CONTROLS, FACES_OF_VISIBILITY, LONGEST_SIGHTING, LONGEST_TURNS, MOST_SENTENCES, NO_SIDES,
    TABLE_SIDE,
};
use naval::special::KeptBy;
use naval::{
    BattleKind, DivisionSetup, Edge, Generator, Handicap, Id, Inches, Land, Options, Setup, Side, SideId, SideLight,
    Table, Visibility, VisibilityStep, Wind, WindForce, chart::Charts,
};
use play::Rule;

const MELEE: Rule = Rule::new("5.16");
const YEARS: Rule = Rule::new("1.1");
const TWO_SIDES: Rule = Rule::new("1.3");
const REPAIRS: Rule = Rule::new("8.6.1");
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
        .and_then(|fields| read_fields(fields, &mut report, sources, &mut others));
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

fn read_fields(mut fields: Fields, report: &mut Report, sources: &Sources, others: &mut Others) -> Option<Setup> {
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
    check_kind(kind, generated.is_some(), head.turns, &fields.path, report);
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
    let forces: Forces = forces(&mut fields, report, &library, &sides, head.date, head.turns, open);
    let (table, own_land) = table(&mut fields, report);
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
        Some(generator) => {
            let range = generator.visibility.iter().max().copied().unwrap_or_default();
            Some(Visibility::Steps(vec![VisibilityStep { from_turn: 1, range, quality: None }]))
        }
        None if generated.is_some() => None,
        None => visibility(&mut fields, report, head.turns),
    };
    let light = light(&mut fields, report, &sides, head.turns);
    let wind = fields.may(report, "wind").unwrap_or(Wind { force: WindForce::Calm, from_deg: 0 });
    if 360 < wind.from_deg {
        let what = format!("no wind blows from {} degrees", wind.from_deg);
        report.flaw(&fields.path.key("wind").key("from_deg"), what).lawful("0 to 360").nearest(wind.from_deg % 360);
    }
    let untracked = |division: &DivisionSetup| {
        let boat = |ship: &Id| forces.ships.iter().any(|one| one.card.id == *ship && one.card.kind.is_torpedo_craft());
        division.at.is_none() && division.ships.iter().any(boat)
    };
    if options.melees && generated.is_none() && forces.divisions.iter().any(untracked) {
        let what =
            format!("torpedo craft without positions are stopped by the players, and `duties` recalls it [{MELEE}]");
        report.warn(&fields.path.key("options").key("melees"), what).usual("`at` for every division");
    }
    let hidden = fields.may(report, "hidden").unwrap_or(false);
    let pickets: Vec<Id> = fields.may(report, "pickets").unwrap_or_default();
    let without_points: Vec<Id> = fields.may(report, "without_points").unwrap_or_default();
    let Forces { divisions, ships, .. } = &forces;
    let names = Names { sides: &sides, divisions, ships, written: &named, turns: head.turns };
    for (key, listed) in [("pickets", &pickets), ("without_points", &without_points)] {
        for (at, one) in listed.iter().enumerate() {
            names.check_ship(one, &fields.path.key(key).at(at), report);
        }
    }
    let special_rules: Vec<String> = fields.may(report, "special_rules").unwrap_or_default();
    report.no_more_than(MOST_SENTENCES, special_rules.len(), &fields.path.key("special_rules"));
    // Where no division could be made out, nothing is said of them.
    let any = |is: fn(&DivisionSetup) -> bool| divisions.is_empty() || divisions.iter().any(is);
    let kept = |by: KeptBy| match by {
        KeptBy::Light => !light.is_empty(),
        KeptBy::WithoutPoints => !without_points.is_empty(),
        KeptBy::Pickets => !pickets.is_empty(),
        KeptBy::EntersTurn => any(|division| 1 < division.enters_turn),
        KeptBy::At => any(|division| division.at.is_some()),
        KeptBy::Speed => any(|division| division.speed == Inches::ZERO),
    };
    let known = Known { names: &names, land: &land, sentences: special_rules.len(), kept: &kept };
    let rules = special::rules(&mut fields, report, &known);
    let victory: Vec<String> = fields.may(report, "victory").unwrap_or_default();
    report.no_more_than(MOST_SENTENCES, victory.len(), &fields.path.key("victory"));
    let Keyed { decide, left } = keyed(&mut fields, report, &names, &victory);
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
        sides: bare(sides),
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
        war: None,
    };
    check_start(&setup, &forces.places, report);
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
    if let Some((key, is, lawful)) = options.out_of_bounds() {
        let path = fields.path.key("options").key(key);
        report.range(&path, is, lawful, |is| format!("{key} cannot be {is} inches"));
    }
    if generated && !said { Options { handicap: Handicap::Weaker, ..options } } else { options }
}

/// Forces that the dice draw make a generated battle, and such a battle lasts 30 turns. [10.4, Q60]
fn check_kind(kind: BattleKind, is_drawn: bool, turns: u16, path: &Path, report: &mut Report) {
    if is_drawn && kind != BattleKind::Generated {
        report.flaw(&path.key("kind"), "a battle whose forces are drawn is a generated one").lawful("generated");
    }
    if kind == BattleKind::Generated && turns != TURNS && report.is_sound(&path.key("turns")) {
        let what = format!("a generated battle of {turns} turns [{GENERATED_LENGTH}]");
        report.warn(&path.key("turns"), what).usual(format!("{TURNS} turns"));
    }
}

/// Size of the table, and what land lies on it. [2.1, 4.7]
fn table(fields: &mut Fields, report: &mut Report) -> (Table, Vec<Land>) {
    let table: Table = fields.may(report, "table").unwrap_or_default();
    let size = TABLE_SIDE;
    if !size.contains(&table.width) || !size.contains(&table.height) {
        let what = format!("a table of {} by {} inches is out of range", table.width, table.height);
        let [width, height] = [table.width, table.height].map(|along| along.clamp(*size.start(), *size.end()));
        let flaw = report.flaw(&fields.path.key("table"), what).lawful("12 to 240 inches either way");
        flaw.nearest(format!("{{width: {width}, height: {height}}}"));
    }
    let land = fields.each::<Land>(report, "land");
    report.ids_twice("land", &land, |land| &land.id);
    for (land, path) in &land {
        if let Err(flaw) = land.area() {
            report.flaw(&path.key("corners"), flaw.to_string());
        }
    }
    (table, bare(land))
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

/// D10 at or below which a repair succeeds, unless the scenario says otherwise. [8.6.1]
const DAMAGE_CONTROL: u8 = 2;

fn side(value: &Node, path: &Path, report: &mut Report) -> Option<Side> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let id: Option<SideId> = fields.need(report, "id");
    let name = fields.need(report, "name");
    let friendly_edge: Option<Edge> = fields.need(report, "friendly_edge");
    let force_flag = fields.may(report, "force_flag");
    let damage_control = fields.may(report, "damage_control").unwrap_or(DAMAGE_CONTROL);
    fields.done(report);
    if !CONTROLS.contains(&damage_control) {
        let what = format!("damage control of {damage_control} is out of range");
        let flaw = report.flaw(&path.key("damage_control"), what);
        flaw.lawful(format!("1 to 9, on a D10 [{REPAIRS}]")).nearest(damage_control.clamp(1, 9));
    }
    // A side with a wrong edge stays known by its name, for the checks that follow.
    let friendly_edge = friendly_edge.unwrap_or(Edge::North);
    let id = id.unwrap_or_else(|| SideId::new(""));
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
    report.ids_twice("side", &sides, |side| &side.id);
    for (side, path) in &sides {
        naming::check_id(side.id.as_str(), "side", &path.key("id"), report);
        if NO_SIDES.contains(&side.id.as_str()) {
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
        if !sides.is_empty() && named {
            let names = sides.iter().map(|(side, _)| side.id.as_str());
            report.known(&path.key("side"), "side", light.side.as_str(), names);
        }
        sighting_range(report, light.range, &path.key("range"));
        let turn = light.from_turn;
        report.turn_of_battle(turn, turns, &path.key("from_turn"));
        if lights[..at].iter().any(|(one, _)| one.side == light.side && turn <= one.from_turn) {
            report.flaw(&path.key("from_turn"), "the steps of light of one side do not rise");
        }
    }
    bare(lights)
}

fn sighting_range(report: &mut Report, range: Inches, path: &Path) {
    if range <= Inches::ZERO || LONGEST_SIGHTING < range {
        let flaw = report.flaw(path, format!("a sighting range of {range} is out of range"));
        let near = if range <= Inches::ZERO { "0.01" } else { "100" };
        flaw.lawful("more than 0 and no more than 100 inches").nearest(near);
    }
}

/// How far ships are seen: steps by turn, or six ranges for a D6. [3.3.1, 4.3]
fn visibility(fields: &mut Fields, report: &mut Report, turns: u16) -> Option<Visibility> {
    let (value, path) = need(fields, report, "visibility")?;
    let mut inner = Fields::of(value, path.clone(), report)?;
    let steps: Vec<(VisibilityStep, Path)> = inner.each(report, "steps");
    let rolled: Option<Vec<Inches>> = inner.may(report, "rolled");
    inner.done(report);
    match (steps.is_empty(), rolled) {
        (false, None) => {
            for (at, (step, path)) in steps.iter().enumerate() {
                sighting_range(report, step.range, &path.key("range"));
                let before = at.checked_sub(1).map(|before| &steps[before]);
                if at == 0 && step.from_turn != 1 {
                    report.flaw(&path.key("from_turn"), "the first step of visibility holds from turn 1");
                } else if before.is_some_and(|(before, _)| step.from_turn <= before.from_turn) {
                    report.flaw(&path.key("from_turn"), "the steps of visibility do not rise");
                } else {
                    report.turn_of_battle(step.from_turn, turns, &path.key("from_turn"));
                }
            }
            Some(Visibility::Steps(bare(steps)))
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
