//! Scenario files of Steel and Crystal: text to a lawful scenario, with every flaw at once.
use std::{collections::BTreeSet, sync::Arc};

use crate::{Fields, Flaws, Node, Path, Report, Sources, bare, crystal_tables as tables, listed, naming};
use crystal::{
    Area, AreaId, Enemy, Kind, MAP_SIDE, MOST_AREAS, MOST_GP, MOST_TURNS, RICHEST, Scenario, Start, Terrain, Troop,
    Victory, beyond_max, layout, uncountable,
};

pub(super) const DIRECTORY: &str = "data/crystal";
/// Turns without victory after which a campaign is lost, unless the scenario says otherwise. [SC-A9]
const TURNS: u16 = 40;

/// Names of the built-in campaigns and of those laid in front of them.
pub fn campaign_names(sources: &Sources) -> Vec<String> {
    sources.stems(DIRECTORY).into_iter().map(str::to_owned).collect()
}

/// A campaign by name.
pub fn campaign(sources: &Sources, name: &str) -> Result<Arc<Scenario>, Flaws> {
    let (file, text) = sources.named(DIRECTORY, "campaign", name)?;
    campaign_text(&file, text)
}

/// A campaign of the user's own.
pub fn campaign_text(file: &str, text: &str) -> Result<Arc<Scenario>, Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let scenario = read(&root, &mut report);
    report.answer(scenario.map(Arc::new))
}

fn read(root: &Node, report: &mut Report) -> Option<Scenario> {
    let mut fields = Fields::of(root, Path::default(), report)?;
    let id: Option<String> = fields.need(report, "id");
    if let Some(id) = &id {
        naming::check_file_name(id, &fields.path.key("id"), report);
    }
    let name: Option<String> = fields.may(report, "name");
    check_name(name.as_ref(), &fields.path, report);
    let source = fields.may::<String>(report, "source").unwrap_or_else(|| "house".to_owned());
    let introduction = fields.may::<String>(report, "introduction").unwrap_or_default();
    let turn_limit = fields.may(report, "turn_limit").unwrap_or(TURNS);
    if !(1..=MOST_TURNS).contains(&turn_limit) {
        report.flaw(&Path::default().key("turn_limit"), format!("{turn_limit} turns")).lawful("1 to 999");
    }
    let (areas, ids, numbered) = areas(&mut fields, report);
    let known = Known(ids);
    borders(&areas, &known, report);
    let start = start(&mut fields, report, &known);
    if let Some(start) = &start {
        // What a number that cannot be read would lead to is not known.
        if numbered {
            reachable(&areas, start.base, report);
            income(start, &areas, report);
        }
    }
    let enemies = enemies(&mut fields, report, &known, start.as_ref());
    countable(&areas, &enemies, report);
    if let Some(start) = &start {
        most_allowed(&areas, start, report);
    }
    let victory = victory(&mut fields, report, &known, start.as_ref());
    let events = tables::events(&mut fields, report);
    let exploration = tables::exploration(&mut fields, report);
    let spells = tables::spells(&mut fields, report);
    let enemy_spells = tables::enemy_spells(&mut fields, report);
    let evoke = tables::evoke(&mut fields, report);
    fields.done(report);
    let id = id?;
    let mut areas = bare(areas);
    areas.sort_by_key(|area| area.id);
    if areas.iter().any(|area| area.at == UNPLACED) {
        layout(&mut areas);
    }
    Some(Scenario {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        source,
        introduction: introduction.trim().to_owned(),
        turn_limit,
        start: start?,
        enemies,
        victory: victory?,
        areas,
        events: events?,
        exploration: exploration?,
        spells,
        enemy_spells: enemy_spells?,
        evoke: evoke?,
    })
}

/// A name stands on one line of a page.
fn check_name(name: Option<&String>, path: &Path, report: &mut Report) {
    if let Some(name) = name.filter(|name| !play::is_line(name)) {
        let what = format!("`{}` is no name that a line holds", name.escape_debug());
        report.flaw(&path.key("name"), what).lawful("letters, digits, marks and spaces on one line");
    }
}

/// An area whose place on the map is not said.
const UNPLACED: (f64, f64) = (f64::NEG_INFINITY, 0.0);

struct Known(BTreeSet<AreaId>);

impl Known {
    /// Whether there is such an area; else a flaw with the nearest number.
    fn check(&self, area: AreaId, path: &Path, report: &mut Report) -> bool {
        let there = self.0.contains(&area);
        if !there {
            let near = self.0.iter().min_by_key(|known| known.abs_diff(area)).map(ToString::to_string);
            let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let flaw = report.flaw(path, format!("there is no area {area}"));
            flaw.lawful(listed(&names)).nearest = near;
        }
        there
    }
}

/// The areas that are right in themselves, the numbers of all, and whether every one of them has a number.
fn areas(fields: &mut Fields, report: &mut Report) -> (Vec<(Area, Path)>, BTreeSet<AreaId>, bool) {
    let items = fields.filled(report, "areas");
    if MOST_AREAS < items.len() {
        let flaw = report.flaw(&Path::default().key("areas"), format!("the map has {} areas", items.len()));
        flaw.lawful(format!("no more than {MOST_AREAS}"));
    }
    let id = |item: &Node| item.get("id").and_then(Node::as_count).and_then(|id| AreaId::try_from(id).ok());
    let numbered = items.iter().all(|(item, _)| id(item).is_some());
    let all = items.iter().filter_map(|(item, _)| id(item)).collect();
    let areas: Vec<(Area, Path)> =
        items.into_iter().filter_map(|(item, path)| Some((area(item, &path, report)?, path))).collect();
    report.twice("area", areas.iter().map(|(area, path)| (area.id.to_string(), path.key("id"))));
    report.twice("area called", areas.iter().map(|(area, path)| (area.name.to_lowercase(), path.key("name"))));
    (areas, all, numbered)
}

fn area(item: &Node, path: &Path, report: &mut Report) -> Option<Area> {
    let mut fields = Fields::of(item, path.clone(), report)?;
    let id: Option<AreaId> = fields.need(report, "id");
    let name: Option<String> = fields.need(report, "name");
    let terrain: Option<Terrain> = fields.need(report, "terrain");
    let gp: Option<u32> = fields.need(report, "gp");
    let troops = tables::troops(&mut fields, report, "troops");
    let adj: Option<Vec<AreaId>> = fields.need(report, "adj");
    let at = match fields.may::<[f64; 2]>(report, "at") {
        Some([x, y]) => {
            if !(0.0..=MAP_SIDE).contains(&x) || !(0.0..=MAP_SIDE).contains(&y) {
                report.flaw(&path.key("at"), "the place lies off the map").lawful("[x, y], each from 0 to 100");
            }
            (x, y)
        }
        None => UNPLACED,
    };
    let feature = fields.may(report, "feature");
    // Borders to a capital, for the writer of the file.
    let _told = fields.may::<u32>(report, "dist24");
    fields.done(report);
    check_name(name.as_ref(), path, report);
    if gp.is_some_and(|gp| MOST_GP < gp) {
        report.flaw(&path.key("gp"), "too much gold for one area").lawful(format!("0 to {MOST_GP}"));
    }
    Some(Area {
        id: id?,
        name: name?,
        terrain: terrain?,
        gp: gp?,
        troops: troops.unwrap_or_default(),
        adj: adj?,
        at,
        feature,
    })
}

/// Every border is known on both sides.
fn borders(areas: &[(Area, Path)], known: &Known, report: &mut Report) {
    for (area, path) in areas {
        let mut seen = BTreeSet::new();
        for (at, next) in area.adj.iter().enumerate() {
            let place = path.key("adj").at(at);
            if *next == area.id {
                report.flaw(&place, format!("area {next} borders on itself"));
            } else if !seen.insert(next) {
                report.flaw(&place, format!("the border from {} to {next} is named twice", area.id));
            } else if known.check(*next, &place, report) {
                // An area with another flaw is not asked for its borders.
                let other = areas.iter().find(|(other, _)| other.id == *next);
                if other.is_some_and(|(other, _)| !other.adj.contains(&area.id)) {
                    let flaw = report.flaw(&place, format!("the border from {} to {next} leads only one way", area.id));
                    flaw.lawful(format!("{} among the neighbours of {next} as well, or no border at all", area.id));
                }
            }
        }
    }
}

/// Every area can be reached from the base.
fn reachable(areas: &[(Area, Path)], base: AreaId, report: &mut Report) {
    let mut reached = BTreeSet::from([base]);
    let mut next = vec![base];
    while let Some(id) = next.pop() {
        let area = |id: AreaId| areas.iter().map(|(area, _)| area).find(|area| area.id == id);
        // A border that leads one way only is none, unless the other side is not known for another flaw.
        let back = |to: AreaId| area(to).is_none_or(|area| area.adj.contains(&id));
        let on: Vec<AreaId> = match area(id) {
            Some(here) => here.adj.clone(),
            None => areas.iter().filter(|(area, _)| area.adj.contains(&id)).map(|(area, _)| area.id).collect(),
        };
        next.extend(on.into_iter().filter(|to| back(*to) && reached.insert(*to)));
    }
    for (area, path) in areas.iter().filter(|(area, _)| !reached.contains(&area.id)) {
        let flaw = report.flaw(path, format!("area {} cannot be reached from the base {base}", area.id));
        flaw.lawful("a border towards the rest of the map");
    }
}

fn start(fields: &mut Fields, report: &mut Report, known: &Known) -> Option<Start> {
    let (value, path) = fields.must(report, "start")?;
    let mut fields = Fields::of(value, path.clone(), report)?;
    let base: Option<AreaId> = fields.need(report, "base");
    let army = tables::troops(&mut fields, report, "army");
    let mut gold = |key: &'static str| {
        let gold: u32 = fields.may(report, key).unwrap_or(0);
        report.range(&path.key(key), gold, 0..=RICHEST, |_| "too much gold to begin with".to_owned());
        gold.min(RICHEST)
    };
    let (treasure, resources) = (gold("treasure"), gold("resources"));
    let owned: Option<Vec<AreaId>> = fields.may(report, "owned");
    let wizard = fields.may(report, "wizard").unwrap_or(false);
    fields.done(report);
    let base = base?;
    known.check(base, &path.key("base"), report);
    let owned = owned.unwrap_or_else(|| vec![base]);
    for (at, area) in owned.iter().enumerate() {
        known.check(*area, &path.key("owned").at(at), report);
    }
    let told = !report.is_sound(&path.key("army"));
    let army = army.unwrap_or_default();
    if army.fighters() == 0 && !told {
        report.flaw(&path.key("army"), "the army has no unit that fights").lawful("2SK 3BD");
    }
    if army.0.iter().any(|band| band.local || band.troop.kind == Kind::Monster) {
        report.flaw(&path.key("army"), "monsters and units in parentheses are never the player's").lawful("2SK 3BD");
    }
    Some(Start { base, army, treasure, resources, owned, wizard })
}

/// What the areas owned at the start bring must be what is told of it. [SC-3, SC-4]
fn income(start: &Start, areas: &[(Area, Path)], report: &mut Report) {
    let path = Path::default().key("start");
    let owned = areas.iter().map(|(area, _)| area).filter(|area| start.owns(area.id));
    let sum: u32 = owned.map(|area| area.gp).fold(0, u32::saturating_add);
    if sum != start.resources && report.is_sound(&path.key("resources")) {
        let what = format!("resources are {}, and the areas owned at the start bring {sum} GP", start.resources);
        report.flaw(&path.key("resources"), what).lawful("the GP of the areas owned, added up").nearest(sum);
    }
}

fn enemies(fields: &mut Fields, report: &mut Report, known: &Known, start: Option<&Start>) -> Vec<Enemy> {
    let mut enemies: Vec<Enemy> = Vec::new();
    for (item, path) in fields.list(report, "enemies") {
        let Some(enemy) = enemy(item, &path, report) else { continue };
        known.check(enemy.capital, &path.key("capital"), report);
        for (at, area) in enemy.owned.iter().enumerate() {
            let place = path.key("owned").at(at);
            if *area != enemy.capital {
                known.check(*area, &place, report);
            }
            if let Some(other) = enemies.iter().find(|other| other.owned.contains(area)) {
                report.flaw(&place, format!("area {area} belongs to {} already", other.name));
            }
            if start.is_some_and(|start| start.owns(*area)) {
                report.flaw(&place, format!("area {area} is the player's"));
            }
        }
        enemies.push(enemy);
    }
    enemies
}

fn enemy(item: &Node, path: &Path, report: &mut Report) -> Option<Enemy> {
    let mut fields = Fields::of(item, path.clone(), report)?;
    let name: Option<String> = fields.need(report, "name");
    let capital: Option<AreaId> = fields.need(report, "capital");
    let owned: Option<Vec<AreaId>> = fields.may(report, "owned");
    let army_extra = tables::troops(&mut fields, report, "army_extra").unwrap_or_default();
    let wizard = fields.may(report, "wizard").unwrap_or(false);
    fields.done(report);
    check_name(name.as_ref(), path, report);
    let capital = capital?;
    let mut owned = owned.unwrap_or_default();
    if !owned.contains(&capital) {
        owned.push(capital);
    }
    Some(Enemy { name: name?, capital, owned, army_extra, wizard })
}

/// An empire may come to hold every area: its host must not have more of a kind than can be counted.
fn countable(areas: &[(Area, Path)], enemies: &[Enemy], report: &mut Report) {
    let extra = enemies.iter().map(|enemy| &enemy.army_extra);
    for (troop, sum) in uncountable(areas.iter().map(|(area, _)| &area.troops).chain(extra)) {
        let what = format!("the areas and hosts together have {sum} {troop}, and one host may come to hold them all");
        report.flaw(&Path::default().key("areas"), what).lawful("no more than 255 of a kind");
    }
}

/// MAX may come to what the army begins with and the recruits of every area: it must not be more of a kind than can be
/// counted. [SC-8, SC-17]
fn most_allowed(areas: &[(Area, Path)], start: &Start, report: &mut Report) {
    for (kind, sum) in beyond_max(&start.army, areas.iter().map(|(area, _)| area)) {
        let kind = Troop::of(kind);
        let what = format!("the army and the areas together have {sum} {kind}, and MAX may come to all of them");
        let path = Path::default().key("start").key("army");
        report.flaw(&path, what).lawful("no more than 255 of a kind");
    }
}

fn victory(fields: &mut Fields, report: &mut Report, known: &Known, start: Option<&Start>) -> Option<Victory> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum When {
        EndOfTurn,
    }
    let (value, path) = fields.must(report, "victory")?;
    let mut fields = Fields::of(value, path.clone(), report)?;
    let control: Option<Vec<AreaId>> = fields.must(report, "control").and_then(|(value, path)| match value.as_list() {
        Some(_) => report.typed(value, &path),
        None => report.typed(value, &path).map(|area| vec![area]),
    });
    let _only_when = fields.may::<When>(report, "when");
    fields.done(report);
    let control = control?;
    for area in &control {
        known.check(*area, &path.key("control"), report);
    }
    if control.iter().all(|area| start.is_some_and(|start| start.owns(*area))) {
        report.flaw(&path.key("control"), "the player holds that from the start").lawful("an area to be conquered");
    }
    Some(Victory { control })
}
