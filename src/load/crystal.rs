//! Reads scenario files of Steel and Crystal and reports every error at once.
use std::{collections::BTreeSet, sync::Arc};

use serde::Deserialize;

use crate::crystal_tables::{self as tables, ByRoll, TableEntryRecord};
use crate::reader::required;
use crate::{DataErrors, Deferred, KeyPath, Node, Report, Sources, join_names, naming, without_paths};
use crystal::{
    Area, AreaId, Enemy, Kind, KnownSpell, MAP_SIDE, MAX_AREA_GOLD, MAX_AREAS, MAX_START_GOLD, MAX_TURNS, Scenario,
    Start, Terrain, Troop, Victory, kinds_over_byte_limit, kinds_overflowing_max, layout,
};

pub(super) const DIRECTORY: &str = "data/crystal";
/// Default limit of turns, after which a campaign without victory is lost. [SC-A9]
const DEFAULT_TURN_LIMIT: u16 = 40;

/// Returns the names of the built-in campaigns and of those that override or extend them.
pub fn campaign_names(sources: &Sources) -> Vec<String> {
    sources.names_in(DIRECTORY).into_iter().map(str::to_owned).collect()
}

pub fn campaign(sources: &Sources, name: &str) -> Result<Arc<Scenario>, DataErrors> {
    let (file, text) = sources.file_by_name(DIRECTORY, "campaign", name)?;
    campaign_text(&file, text)
}

pub fn campaign_text(file: &str, text: &str) -> Result<Arc<Scenario>, DataErrors> {
    let (mut report, root) = Report::parse(file, text)?;
    let scenario = read(&root, &mut report);
    report.into_result(scenario.map(Arc::new))
}

#[derive(Deserialize)]
struct CampaignFile {
    /// Name of the campaign, also as a file name.
    id: String,
    /// Name. Without it, `id`.
    name: Option<String>,
    #[serde(default = "default_source")]
    source: String,
    /// Read before the first turn.
    #[serde(default)]
    introduction: String,
    /// Turns after which the campaign is lost, 1 to 999.
    #[serde(default = "default_turn_limit")]
    turn_limit: u16,
    start: StartRecord,
    enemies: Deferred<Vec<EnemyRecord>>,
    /// Area, or list of areas, to hold at the end of a turn.
    victory: VictoryRecord,
    #[serde(deserialize_with = "required")]
    areas: Deferred<Vec<AreaRecord>>,
    /// `text` and `effect` for each of 2 to 12. [SC-6]
    #[serde(deserialize_with = "required")]
    events: Deferred<ByRoll<TableEntryRecord>>,
    /// The same for each of 1 to 6. [SC-10]
    #[serde(deserialize_with = "required")]
    exploration: Deferred<ByRoll<TableEntryRecord>>,
    /// What your wizard can cast. Without it, of the rules. [SC-22]
    spells: Deferred<Vec<KnownSpell>>,
    /// What an enemy's wizard casts, for each of 1 to 6. Without it, of the rules. [SC-23]
    enemy_spells: Deferred<ByRoll<KnownSpell>>,
    /// Troops that an enemy's wizard evokes, or `none`, for each of 1 to 6. Without it, of the rules. [SC-23]
    evoke: Deferred<ByRoll<String>>,
}

#[derive(Deserialize)]
struct StartRecord {
    /// Area.
    base: AreaId,
    /// Troops.
    #[serde(default)]
    army: String,
    /// Gold.
    #[serde(default)]
    treasure: u32,
    /// Sum of `gp` of the areas owned.
    #[serde(default)]
    resources: u32,
    /// Areas. Without it, the base.
    owned: Option<Vec<AreaId>>,
    #[serde(default)]
    wizard: bool,
}

#[derive(Deserialize)]
struct EnemyRecord {
    name: String,
    /// Area.
    capital: AreaId,
    /// Areas.
    #[serde(default)]
    owned: Vec<AreaId>,
    /// Troops of no area.
    #[serde(default)]
    army_extra: String,
    #[serde(default)]
    wizard: bool,
}

#[derive(Deserialize)]
struct AreaRecord {
    /// Number.
    id: AreaId,
    name: String,
    terrain: Terrain,
    /// Gold, 0 to 1000.
    gp: u32,
    #[serde(default)]
    troops: String,
    /// Bordering areas.
    adj: Vec<AreaId>,
    /// Place on the map, each from 0 to 100.
    at: Option<[f64; 2]>,
    feature: Option<String>,
    /// Borders to a capital, for the reader.
    #[serde(rename = "dist24")]
    _borders: Option<u32>,
}

#[derive(Deserialize)]
struct VictoryRecord {
    /// Area, or list of areas, to hold.
    control: Control,
    /// When it is judged.
    #[serde(rename = "when")]
    _when: Option<When>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "an area, or a list of areas")]
enum Control {
    One(AreaId),
    All(Vec<AreaId>),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum When {
    EndOfTurn,
}

fn default_source() -> String {
    "house".to_owned()
}

fn default_turn_limit() -> u16 {
    DEFAULT_TURN_LIMIT
}

fn read(root: &Node, report: &mut Report) -> Option<Scenario> {
    let path = KeyPath::default();
    let file: CampaignFile = report.read_typed(root, &path)?;
    naming::check_file_name(&file.id, &path.key("id"), report);
    check_name(file.name.as_ref(), &path, report);
    let turn_limit = file.turn_limit;
    if !(1..=MAX_TURNS).contains(&turn_limit) {
        report.add_error(&path.key("turn_limit"), format!("{turn_limit} turns")).legal("1 to 999");
    }
    let (areas, ids, all_numbered) = areas(&file, report);
    let known = KnownAreas(ids);
    check_borders(&areas, &known, report);
    let start = start(file.start, report, &known);
    // An unreadable area number was reported already. Skip the checks that depend on it.
    if all_numbered && report.is_sound(&path.key("start").key("base")) {
        check_reachable(&areas, start.base, report);
        check_income(&start, &areas, report);
    }
    let enemies = enemies(&file.enemies, report, &known, &start);
    check_countable(&areas, &enemies, report);
    check_max_countable(&areas, &start, report);
    let victory = victory(file.victory, report, &known, &start);
    let events = tables::events(&file.events, report);
    let exploration = tables::exploration(&file.exploration, report);
    let spells = tables::spells(&file.spells, report);
    let enemy_spells = tables::enemy_spells(&file.enemy_spells, report);
    let evoke = tables::evoke(&file.evoke, report);
    let mut areas = without_paths(areas);
    areas.sort_by_key(|area| area.id);
    if areas.iter().any(|area| area.at == UNPLACED) {
        layout(&mut areas);
    }
    Some(Scenario {
        name: file.name.unwrap_or_else(|| file.id.clone()),
        id: file.id,
        source: file.source,
        introduction: file.introduction.trim().to_owned(),
        turn_limit,
        start,
        enemies,
        victory,
        areas,
        events: events?,
        exploration: exploration?,
        spells,
        enemy_spells: enemy_spells?,
        evoke: evoke?,
    })
}

/// Checks that a name fits on one line.
fn check_name(name: Option<&String>, path: &KeyPath, report: &mut Report) {
    if let Some(name) = name.filter(|name| !play::is_line(name)) {
        let what = format!("`{}` cannot be a name", name.escape_debug());
        report.add_error(&path.key("name"), what).legal("letters, digits, marks and spaces on one line");
    }
}

const UNPLACED: (f64, f64) = (f64::NEG_INFINITY, 0.0);

struct KnownAreas(BTreeSet<AreaId>);

impl KnownAreas {
    /// Whether an area exists. If not, reports it with the nearest number.
    fn check(&self, area: AreaId, path: &KeyPath, report: &mut Report) -> bool {
        let exists = self.0.contains(&area);
        if !exists {
            let near = self.0.iter().min_by_key(|known| known.abs_diff(area)).map(ToString::to_string);
            let names: Vec<String> = self.0.iter().map(ToString::to_string).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let error = report.add_error(path, format!("there is no area {area}"));
            error.legal(join_names(&names)).nearest = near;
        }
        exists
    }
}

/// Returns the areas with readable number and borders, all readable numbers, and whether every area has one.
fn areas(file: &CampaignFile, report: &mut Report) -> (Vec<(Area, KeyPath)>, BTreeSet<AreaId>, bool) {
    let areas_path = KeyPath::default().key("areas");
    let items = file.areas.node().and_then(Node::as_list).unwrap_or_default();
    if MAX_AREAS < items.len() {
        let error = report.add_error(&areas_path, format!("the map has {} areas", items.len()));
        error.legal(format!("at most {MAX_AREAS}"));
    }
    let id_of = |item: &Node| item.get("id").and_then(Node::as_unsigned).and_then(|id| AreaId::try_from(id).ok());
    let all_numbered = items.iter().all(|item| id_of(item).is_some());
    let ids = items.iter().filter_map(id_of).collect();
    let mut areas: Vec<(Area, KeyPath)> = Vec::new();
    for (record, path) in file.areas.read_nonempty(report, &areas_path) {
        let area = area(record, &path, report);
        if report.is_sound(&path.key("id")) && !report.has_placeholder_within(&path.key("adj")) {
            areas.push((area, path));
        }
    }
    report.report_duplicates("area", areas.iter().map(|(area, path)| (area.id.to_string(), path.key("id"))));
    report.report_duplicates(
        "area called",
        areas.iter().map(|(area, path)| (area.name.to_lowercase(), path.key("name"))),
    );
    (areas, ids, all_numbered)
}

fn area(record: AreaRecord, path: &KeyPath, report: &mut Report) -> Area {
    let AreaRecord { id, name, terrain, gp, troops, adj, at, feature, _borders: _ } = record;
    let troops = tables::troops(&troops, &path.key("troops"), report).unwrap_or_default();
    let on_map = 0.0..=MAP_SIDE;
    if at.is_some_and(|[x, y]| !on_map.contains(&x) || !on_map.contains(&y)) {
        report.add_error(&path.key("at"), "the position is off the map").legal("[x, y], each from 0 to 100");
    }
    check_name(Some(&name), path, report);
    if MAX_AREA_GOLD < gp {
        report.add_error(&path.key("gp"), "too much gold for one area").legal(format!("0 to {MAX_AREA_GOLD}"));
    }
    Area { id, name, terrain, gp, troops, adj, at: at.map_or(UNPLACED, |[x, y]| (x, y)), feature }
}

/// Checks that every border is named on both sides.
fn check_borders(areas: &[(Area, KeyPath)], known: &KnownAreas, report: &mut Report) {
    for (area, path) in areas {
        let mut seen = BTreeSet::new();
        for (index, neighbour) in area.adj.iter().enumerate() {
            let border_path = path.key("adj").at(index);
            if *neighbour == area.id {
                report.add_error(&border_path, format!("area {neighbour} borders on itself"));
            } else if !seen.insert(neighbour) {
                report.add_error(&border_path, format!("the border from {} to {neighbour} is named twice", area.id));
            } else if known.check(*neighbour, &border_path, report) {
                // `areas` omits neighbours with errors. Skip those.
                let other = areas.iter().find(|(other, _)| other.id == *neighbour);
                if other.is_some_and(|(other, _)| !other.adj.contains(&area.id)) {
                    let error = report.add_error(
                        &border_path,
                        format!("the border from {} to {neighbour} leads only one way", area.id),
                    );
                    error
                        .legal(format!("{} among the neighbours of {neighbour} as well, or no border at all", area.id));
                }
            }
        }
    }
}

fn check_reachable(areas: &[(Area, KeyPath)], base: AreaId, report: &mut Report) {
    let mut reached = BTreeSet::from([base]);
    let mut next = vec![base];
    while let Some(id) = next.pop() {
        let area = |id: AreaId| areas.iter().map(|(area, _)| area).find(|area| area.id == id);
        // A one-way border does not count, except towards an area that another error keeps out of `areas`.
        let leads_back = |neighbour: AreaId| area(neighbour).is_none_or(|area| area.adj.contains(&id));
        let neighbours: Vec<AreaId> = match area(id) {
            Some(here) => here.adj.clone(),
            None => areas.iter().filter(|(area, _)| area.adj.contains(&id)).map(|(area, _)| area.id).collect(),
        };
        next.extend(neighbours.into_iter().filter(|neighbour| leads_back(*neighbour) && reached.insert(*neighbour)));
    }
    for (area, path) in areas.iter().filter(|(area, _)| !reached.contains(&area.id)) {
        let error = report.add_error(path, format!("area {} cannot be reached from the base {base}", area.id));
        error.legal("a border to the rest of the map");
    }
}

fn start(record: StartRecord, report: &mut Report, known: &KnownAreas) -> Start {
    let path = KeyPath::default().key("start");
    let StartRecord { base, army: troops, treasure, resources, owned, wizard } = record;
    let army = tables::troops(&troops, &path.key("army"), report).unwrap_or_default();
    for (key, gold) in [("treasure", treasure), ("resources", resources)] {
        report.require_in_range(&path.key(key), gold, 0..=MAX_START_GOLD, |_| "too much gold at the start".to_owned());
    }
    known.check(base, &path.key("base"), report);
    let owned = owned.unwrap_or_else(|| vec![base]);
    for (index, area) in owned.iter().enumerate() {
        known.check(*area, &path.key("owned").at(index), report);
    }
    if army.fighters() == 0 && report.is_sound(&path.key("army")) {
        report.add_error(&path.key("army"), "the army has no unit that fights").legal("2SK 3BD");
    }
    if army.0.iter().any(|group| group.local || group.troop.kind == Kind::Monster) {
        report.add_error(&path.key("army"), "the player cannot have monsters or units in parentheses").legal("2SK 3BD");
    }
    Start {
        base,
        army,
        treasure: treasure.min(MAX_START_GOLD),
        resources: resources.min(MAX_START_GOLD),
        owned,
        wizard,
    }
}

/// Checks that `resources` is the income of the areas owned at the start. [SC-3, SC-4]
fn check_income(start: &Start, areas: &[(Area, KeyPath)], report: &mut Report) {
    let path = KeyPath::default().key("start");
    let owned = areas.iter().map(|(area, _)| area).filter(|area| start.owns(area.id));
    let sum: u32 = owned.map(|area| area.gp).fold(0, u32::saturating_add);
    let is_sound =
        report.is_sound(&path.key("resources")) && !report.has_placeholder_within(&KeyPath::default().key("areas"));
    if sum != start.resources && is_sound {
        let what = format!("resources are {}, but the areas owned at the start have {sum} GP", start.resources);
        report.add_error(&path.key("resources"), what).legal("the sum of the GP of the areas owned").nearest(sum);
    }
}

fn enemies(records: &Deferred<Vec<EnemyRecord>>, report: &mut Report, known: &KnownAreas, start: &Start) -> Vec<Enemy> {
    let mut enemies: Vec<Enemy> = Vec::new();
    for (record, path) in records.read_items(report, &KeyPath::default().key("enemies")) {
        let enemy = enemy(record, &path, report);
        known.check(enemy.capital, &path.key("capital"), report);
        for (index, area) in enemy.owned.iter().enumerate() {
            let area_path = path.key("owned").at(index);
            if *area != enemy.capital {
                known.check(*area, &area_path, report);
            }
            if let Some(other) = enemies.iter().find(|other| other.owned.contains(area)) {
                report.add_error(&area_path, format!("area {area} already belongs to {}", other.name));
            }
            if start.owns(*area) {
                report.add_error(&area_path, format!("area {area} is the player's"));
            }
        }
        enemies.push(enemy);
    }
    enemies
}

fn enemy(record: EnemyRecord, path: &KeyPath, report: &mut Report) -> Enemy {
    let EnemyRecord { name, capital, mut owned, army_extra, wizard } = record;
    let army_extra = tables::troops(&army_extra, &path.key("army_extra"), report).unwrap_or_default();
    check_name(Some(&name), path, report);
    if !owned.contains(&capital) {
        owned.push(capital);
    }
    Enemy { name, capital, owned, army_extra, wizard }
}

/// Checks that a host that gathers all troops still has a countable number of each kind.
fn check_countable(areas: &[(Area, KeyPath)], enemies: &[Enemy], report: &mut Report) {
    let extra = enemies.iter().map(|enemy| &enemy.army_extra);
    for (troop, sum) in kinds_over_byte_limit(areas.iter().map(|(area, _)| &area.troops).chain(extra)) {
        let what = format!("the areas and hosts together have {sum} {troop}, and one host could get them all");
        report.add_error(&KeyPath::default().key("areas"), what).legal("at most 255 of a kind");
    }
}

/// Checks that MAX, the most units of a kind that a player may have, fits in a byte. It may reach the first army plus
/// the recruits of every area. [SC-8, SC-17]
fn check_max_countable(areas: &[(Area, KeyPath)], start: &Start, report: &mut Report) {
    for (kind, sum) in kinds_overflowing_max(&start.army, areas.iter().map(|(area, _)| area)) {
        let kind = Troop::without_name(kind);
        let what = format!("the army and the areas together have {sum} {kind}, and MAX could get them all");
        let path = KeyPath::default().key("start").key("army");
        report.add_error(&path, what).legal("at most 255 of a kind");
    }
}

fn victory(record: VictoryRecord, report: &mut Report, known: &KnownAreas, start: &Start) -> Victory {
    let path = KeyPath::default().key("victory").key("control");
    let control = match record.control {
        Control::One(area) => vec![area],
        Control::All(areas) => areas,
    };
    for area in &control {
        known.check(*area, &path, report);
    }
    if control.iter().all(|area| start.owns(*area)) {
        report.add_error(&path, "the player owns that area from the start").legal("an area to be conquered");
    }
    Victory { control }
}
