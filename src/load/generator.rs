//! Reads theatres: what a generated battle draws from, such as weather, types and ships. [1.2, 10.1]
use std::{fmt, sync::Arc};

use chrono::{Datelike as _, NaiveDate, NaiveTime};
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::class_file::{is_of_navy, was_of_type};
use crate::{
    DataError, DataErrors, Deferred, FleetRating, KeyPath, MeetingSize, NamedShip, Node, Report, ShipClass,
    ShipLibrary, SourceText, Sources, TheatreLine, join_names, nearest, rating_of, stem_in,
};
use naval::model::checks::{D6_RESULTS, D10_RESULTS, type_table_errors, weather_errors};
use naval::model::generator::{CompanionRule, PoolShip, TypeRow};
use naval::model::library::ClosedSeason;
use naval::model::{Edge, ForceTable, Generator, Land, ShipType, Side, WindForce};
use naval::rules::formation::division_sizes;
use naval::{Id, Inches};
use play::Rule;

const GENERATORS: Rule = Rule::new("1.2");
const GENERATED: Rule = Rule::new("10.1");
const FORCES: Rule = Rule::new("10.1.2");
pub(super) const DIRECTORY: &str = "data/naval/generators";

#[derive(Deserialize)]
struct TheatreFile {
    /// The war.
    #[serde(rename = "id")]
    _war: Id,
    /// Hours of the first turn. [Q65]
    hours: Deferred<Hours>,
    theatres: Deferred<Vec<Theatre>>,
}

#[derive(Deserialize)]
struct Theatre {
    id: Id,
    name: String,
    /// First day for which battles are drawn.
    from: NaiveDate,
    /// Last day.
    to: NaiveDate,
    /// Six sighting ranges, by the result of a D6. [10.1.1]
    visibility: Vec<Inches>,
    /// Six of `calm`, `moderate`, `high`, by the result of a D6.
    winds: Vec<WindForce>,
    /// Whether the seasons of `hours` are reversed.
    #[serde(default)]
    southern: bool,
    /// Days of each year, both included, without battles: `{from: 12-15, to: 04-25, why: ice}`.
    #[serde(default)]
    closed: Vec<ClosedSeason>,
    /// Which ships fill a division.
    #[serde(default = "fleets")]
    company: CompanionRule,
    /// Coasts and islands, as in a scenario.
    #[serde(default)]
    land: Vec<Land>,
    #[serde(rename = "source")]
    _source: String,
    /// One entry for each navy.
    forces: Vec<NavyTable>,
}

#[derive(Deserialize)]
struct NavyTable {
    navy: Id,
    /// Edges of the table towards its coast.
    #[serde(default)]
    home: Vec<Edge>,
    /// Edges from which it enters. Without it, `home`.
    #[serde(default)]
    from: Vec<Edge>,
    /// Rolls on the Ship Type Table in a small, a medium and a large battle, 1 to 9 each.
    rolls: [u8; 3],
    /// Type by a D10, six numbers of ships by a D6: `{faces: [1, 2], type: BB, ships: [2, 3, 3, 4, 4, 4]}`. [10.1.2]
    types: Vec<TypeRow>,
    /// Classes of the theatre. Without it, all of the navy.
    #[serde(default)]
    classes: Vec<NameEntry>,
    /// Ships of these classes that were elsewhere.
    #[serde(default)]
    without: Vec<NameEntry>,
    /// Classes of torpedo craft that led flotillas.
    #[serde(default)]
    leaders: Vec<NameEntry>,
    /// Flagships, the senior admiral's first.
    #[serde(default)]
    flagships: Vec<NameEntry>,
    /// Whether its boats go out by day alone against any enemy.
    #[serde(default)]
    boats_alone: bool,
    /// Lists of classes that sailed together and with no others.
    #[serde(default)]
    groups: Vec<Vec<String>>,
}

/// Hours of the first turn of generated battles, by day and by night. (Q65)
#[derive(Deserialize, Default)]
struct Hours {
    day: Seasons,
    night: Seasons,
}

/// Hours by a D6 in summer (April to September) and in the other months.
#[derive(Deserialize, Default)]
struct Seasons {
    /// Six times, April to September.
    summer: Vec<NaiveTime>,
    /// Six times, the other months.
    winter: Vec<NaiveTime>,
}

impl Hours {
    fn hours_on(&self, date: NaiveDate, southern: bool, night: bool) -> &[NaiveTime] {
        const SUMMER: std::ops::RangeInclusive<u32> = 4..=9;
        let seasons = if night { &self.night } else { &self.day };
        if SUMMER.contains(&date.month()) != southern { &seasons.summer } else { &seasons.winter }
    }

    /// Checks that each season has six hours, by day and by night. (Q65)
    fn check(&self, report: &mut Report) {
        for (when, seasons) in [("day", &self.day), ("night", &self.night)] {
            for (season, hours) in [("summer", &seasons.summer), ("winter", &seasons.winter)] {
                if hours.len() != D6_RESULTS {
                    let path = KeyPath::default().key("hours").key(when).key(season);
                    let error = report.add_error(&path, "a theatre needs six hours at which battles begin");
                    error.legal(format!("an hour for each result of a D6 [{GENERATED}]"));
                }
            }
        }
    }
}

impl NavyTable {
    /// Returns every named class with its key and index.
    fn named_classes(&self) -> impl Iterator<Item = (&'static str, usize, &NameEntry)> {
        let classes = self.classes.iter().enumerate().map(|(index, entry)| ("classes", index, entry));
        classes.chain(self.leaders.iter().enumerate().map(|(index, entry)| ("leaders", index, entry)))
    }
}

/// A named class or ship: a word, or a map of keys.
enum NameEntry {
    Always(String),
    Dated(DatedName),
}

impl<'de> Deserialize<'de> for NameEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NameEntry, D::Error> {
        deserializer.deserialize_any(NameEntryVisitor)
    }
}

struct NameEntryVisitor;

impl<'de> Visitor<'de> for NameEntryVisitor {
    type Value = NameEntry;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or keys such as {name: gromoboi, to: 1904-08-14}")
    }
    fn visit_str<E: de::Error>(self, name: &str) -> Result<NameEntry, E> {
        Ok(NameEntry::Always(name.to_owned()))
    }
    fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<NameEntry, A::Error> {
        DatedName::deserialize(MapAccessDeserializer::new(keys)).map(NameEntry::Dated)
    }
}

/// A name with first and last day, both included and both optional. A leader may list what it leads. By default it
/// leads boats of its time and speed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DatedName {
    /// Class or ship.
    #[serde(alias = "class", alias = "ship")]
    name: String,
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
    to: Option<NaiveDate>,
    /// Classes that it leads.
    #[serde(default)]
    leads: Vec<String>,
}

impl NameEntry {
    fn name(&self) -> &str {
        match self {
            NameEntry::Always(name) | NameEntry::Dated(DatedName { name, .. }) => name,
        }
    }

    fn holds_on(&self, day: NaiveDate) -> bool {
        let NameEntry::Dated(DatedName { from, to, .. }) = self else { return true };
        from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
    }

    fn leads(&self) -> &[String] {
        match self {
            NameEntry::Always(_) => &[],
            NameEntry::Dated(dated) => &dated.leads,
        }
    }
}

impl NavyTable {
    /// Returns every named ship with its key and index.
    fn named_ships(&self) -> impl Iterator<Item = (&'static str, usize, &NameEntry)> {
        let without = self.without.iter().enumerate().map(|(index, entry)| ("without", index, entry));
        without.chain(self.flagships.iter().enumerate().map(|(index, entry)| ("flagships", index, entry)))
    }
}

/// Default way to fill a division.
fn fleets() -> CompanionRule {
    CompanionRule::Fleets
}

/// What a scenario requests from a theatre, and the library to fill it.
pub(super) struct TheatreRequest<'o> {
    pub(super) war: &'o Id,
    pub(super) theatre: &'o Id,
    pub(super) date: NaiveDate,
    pub(super) night: bool,
    pub(super) size: MeetingSize,
    pub(super) sides: &'o [Side],
    pub(super) library: &'o ShipLibrary,
    pub(super) ratings: &'o [FleetRating],
}

/// Returns the scenario's theatre for its two sides, with its land. Each side is named after its navy.
///
/// # Errors
/// Returns every error in the war's file. Fails if the theatre is unknown or not open on the date, if a side's navy has
/// no force there or no ship in service, or if a type has no ship in the library.
pub(super) fn generator(sources: &Sources, request: &TheatreRequest) -> Result<(Generator, Vec<Land>), DataErrors> {
    let TheatreRequest { war, theatre, date, .. } = *request;
    let file = theatre_file(war);
    let (mut report, theatres, hours) = theatres_in(&file, sources.required_text(&file)?)?;
    let names: Vec<&str> = theatres.iter().map(|(candidate, _)| candidate.id.as_str()).collect();
    let Some((theatre, path)) = theatres.iter().find(|(candidate, _)| candidate.id == *theatre) else {
        let what = format!("there is no theatre `{theatre}` in this war");
        let (legal, nearest) = (Some(join_names(&names)), nearest(theatre.as_str(), names.iter().copied()));
        return Err(DataError { file, what, legal, nearest, ..DataError::default() }.into());
    };
    if date < theatre.from || theatre.to < date {
        let what = format!("{} is generated from {} to {}, not for {date}", theatre.name, theatre.from, theatre.to);
        let error = report.add_error(&path.key("from"), what).legal(format!("a date of the theatre [{GENERATORS}]"));
        error.nearest(date.clamp(theatre.from, theatre.to));
        return report.into_result(None);
    }
    if let Some(index) = theatre.closed.iter().position(|closed| closed.holds_on(date)) {
        let ClosedSeason { from, to, why } = &theatre.closed[index];
        let what = format!("no battle can be in the {} on {date}: {why} from {from} to {to}", theatre.name);
        let error = report.add_error(&path.key("closed").at(index), what).legal(format!("an open day [{GENERATORS}]"));
        error.nearest(theatre_line(war, theatre).nearest_open_day(date));
        return report.into_result(None);
    }
    let forces =
        request.sides.iter().filter_map(|side| force_table(side, theatre, path, request, &mut report)).collect();
    let generator = Generator {
        theatre: theatre.id.clone(),
        name: theatre.name.clone(),
        visibility: theatre.visibility.clone(),
        winds: theatre.winds.clone(),
        hours: hours.hours_on(date, theatre.southern, request.night).to_vec(),
        company: theatre.company,
        forces,
    };
    report.into_result(Some((generator, theatre.land.clone())))
}

/// Returns only the ships of the classes and types in a theatre's tables. If the theatre, or a class or ship that it
/// names, is not found, returns the navies completely.
pub(super) fn library_for(sources: &Sources, war: &Id, theatre: &Id, navies: &[Id]) -> Result<ShipLibrary, DataErrors> {
    let open_all = || ShipLibrary::open_navies(sources, war, navies, None);
    let file = theatre_file(war);
    let Some((_, theatres, _)) = sources.required_text(&file).and_then(|text| theatres_in(&file, text)).ok() else {
        return open_all();
    };
    let Some((found, _)) = theatres.iter().find(|(candidate, _)| candidate.id == *theatre) else {
        return open_all();
    };
    let may_draw = |force: &NavyTable, class: &Node| {
        let has_value = |key: &str, name: &str| class.scalar(key).is_some_and(|word| word == name);
        let is_of_class = force.named_classes().any(|(_, _, entry)| has_value("class", entry.name()));
        let is_of_type = force.classes.is_empty()
            && sails_with_fleet(class.scalar("built_as").as_deref())
            && force.types.iter().any(|row| was_of_type(class, &row.kind.to_string()));
        is_of_navy(class, force.navy.as_str()) && (is_of_class || is_of_type)
    };
    let wanted = |class: &Node| found.forces.iter().any(|force| may_draw(force, class));
    let library = ShipLibrary::open_navies(sources, war, navies, Some(&wanted))?;
    let is_complete = |force: &NavyTable| {
        force.named_classes().all(|(_, _, entry)| library.classes().any(|class| class.class == *entry.name()))
            && force.named_ships().all(|(_, _, entry)| library.by_id(entry.name()).is_some())
    };
    if found.forces.iter().all(is_complete) { Ok(library) } else { open_all() }
}

/// Whether ships sail with a fleet. Gunboats, monitors, auxiliaries and minelayers sail only if a theatre names them.
fn sails_with_fleet(built_as: Option<&str>) -> bool {
    built_as.is_none_or(|what| ["coast defence ship", "flotilla leader"].contains(&what))
}

fn theatre_file(war: &Id) -> String {
    format!("{DIRECTORY}/{war}.yaml")
}

type Theatres = Vec<(Theatre, KeyPath)>;

/// Reads the theatres of a file with their paths, and the hours of their battles (empty if omitted).
fn theatres_in<'a>(file: &'a str, text: SourceText<'a>) -> Result<(Report<'a>, Theatres, Hours), DataErrors> {
    let (mut report, root) = Report::parse(file, text)?;
    let path = KeyPath::default();
    let file: Option<TheatreFile> = report.read_typed(&root, &path);
    let hours = file.as_ref().and_then(|file| file.hours.read(&mut report, &path.key("hours")));
    let theatres = file.map_or_else(Theatres::new, |file| file.theatres.read_items(&mut report, &path.key("theatres")));
    if let Some(hours) = &hours {
        hours.check(&mut report);
    }
    report.report_duplicate_ids("theatre", &theatres, |theatre| &theatre.id);
    for (theatre, path) in &theatres {
        check_theatre(theatre, path, &mut report);
    }
    Ok((report, theatres, hours.unwrap_or_default()))
}

/// Checks a theatre's weather, dates, land, homes and Ship Type Tables (each D10 face once). [10.1.1, 10.1.2]
fn check_theatre(theatre: &Theatre, path: &KeyPath, report: &mut Report) {
    let weather = weather_errors(&theatre.visibility, &theatre.winds, path).into_iter();
    let forces = theatre.forces.iter().enumerate();
    let types =
        forces.flat_map(|(index, own)| type_table_errors(&own.types, &own.rolls, &path.key("forces").at(index)));
    weather.chain(types).for_each(|error| report.add_check_error(error));
    for (key, day) in [("from", theatre.from), ("to", theatre.to)] {
        if theatre.closed.iter().any(|closed| closed.holds_on(day)) {
            let error = report.add_error(&path.key(key), format!("{day} is in a season that is closed there"));
            error.legal("an open day: see `closed`");
        }
    }
    for (index, land) in theatre.land.iter().enumerate() {
        if let Err(error) = land.area() {
            report.add_error(&path.key("land").at(index).key("corners"), error.to_string());
        }
    }
    check_homes(theatre, path, report);
}

/// Checks homes: two navies share no home edge and no edge of approach, and all or none have a home. [9.3, 10.1.3]
fn check_homes(theatre: &Theatre, path: &KeyPath, report: &mut Report) {
    let some_have = theatre.forces.iter().any(|force| !force.home.is_empty());
    for (index, force) in theatre.forces.iter().enumerate() {
        let force_path = path.key("forces").at(index);
        let others = || theatre.forces.iter().filter(|other| other.navy != force.navy);
        let is_shared_edge = |own: fn(&NavyTable) -> &Vec<Edge>| {
            own(force).iter().any(|edge| others().any(|other| own(other).contains(edge)))
        };
        if some_have && force.home.is_empty() {
            let error = report.add_error(&force_path, format!("{} has no home, but its enemy has one", force.navy));
            error.legal("`home` for every navy of a theatre, or for no navy [Q44]");
        }
        for (key, is_shared) in
            [("home", is_shared_edge(|force| &force.home)), ("from", is_shared_edge(|force| &force.from))]
        {
            if is_shared {
                let error = report.add_error(&force_path.key(key), "an edge of the table is named for two navies");
                error.legal("each edge for at most one navy [Q44]");
            }
        }
    }
}

/// Returns the Ship Type Table for a day. Faces of a type without ships go to the next row, or to the previous one if
/// there is no next.
fn types_of_day(types: &[TypeRow], is_there: impl Fn(ShipType) -> bool) -> Vec<TypeRow> {
    let mut rows = types.to_vec();
    rows.sort_by_key(|row| row.faces);
    let (mut kept_rows, mut next_face): (Vec<TypeRow>, u8) = (Vec::new(), 1);
    for row in rows.into_iter().filter(|row| is_there(row.kind)) {
        let faces = (next_face, row.faces.1);
        next_face = row.faces.1 + 1;
        kept_rows.push(TypeRow { faces, ..row });
    }
    if let Some(last) = kept_rows.last_mut() {
        last.faces.1 = D10_RESULTS;
    }
    kept_rows
}

/// Reports an unknown class. If the name is a ship's, suggests its class.
fn report_unknown_class<'n>(
    name: &str,
    path: &KeyPath,
    classes: impl Iterator<Item = &'n str>,
    library: &ShipLibrary,
    report: &mut Report,
) {
    match library.find(name, None) {
        Ok((class, ship)) => {
            let what = format!("the library has no class `{name}`: {} is a ship of {}", ship.name, class.class);
            let error = report.add_error(path, what).legal("a class: each navy draws its own ships from it");
            error.nearest(&class.class);
        }
        Err(_) => report.add_unknown_name(path, "class of this navy", name, classes),
    }
}

/// Returns a side's tables, with the ships of its navy in service on the day.
fn force_table(
    side: &Side,
    theatre: &Theatre,
    path: &KeyPath,
    request: &TheatreRequest,
    report: &mut Report,
) -> Option<ForceTable> {
    let TheatreRequest { date, library, .. } = *request;
    let Some(index) = theatre.forces.iter().position(|force| force.navy == *side.id) else {
        let navies = theatre.forces.iter().map(|force| force.navy.as_str());
        report.add_unknown_name(&path.key("forces"), "navy of the theatre", side.id.as_str(), navies);
        return None;
    };
    let (force, force_path) = (&theatre.forces[index], path.key("forces").at(index));
    let of_navy = library.classes().filter(|class| class.navy == *side.id);
    let mut of_navy: Vec<&str> = of_navy.map(|class| class.class.as_str()).collect();
    of_navy.dedup();
    for (key, index, entry) in force.named_classes() {
        let classes = || of_navy.iter().copied();
        if library.classes().all(|class| class.class != *entry.name()) {
            report_unknown_class(entry.name(), &force_path.key(key).at(index), classes(), library, report);
        }
        for (inner_index, led_class) in entry.leads().iter().enumerate() {
            report.require_known(
                &force_path.key(key).at(index).key("leads").at(inner_index),
                "class of this navy",
                led_class,
                classes(),
            );
        }
    }
    if let Some(index) = force.classes.iter().position(|entry| !entry.leads().is_empty()) {
        let error = report
            .add_error(&force_path.key("classes").at(index).key("leads"), "only a class among `leaders` can lead");
        error.legal(format!("the class among `leaders` [{FORCES}]"));
    }
    for (index, group) in force.groups.iter().enumerate() {
        for (inner_index, class) in group.iter().enumerate() {
            report.require_known(
                &force_path.key("groups").at(index).at(inner_index),
                "class of this navy",
                class,
                of_navy.iter().copied(),
            );
        }
    }
    for (key, index, entry) in force.named_ships() {
        report.require_known(&force_path.key(key).at(index), "ship of the library", entry.name(), library.ids());
    }
    let is_available = |class: &ShipClass, ship: &NamedShip| {
        let is_absent = || force.without.iter().any(|absence| ship.id == *absence.name() && absence.holds_on(date));
        // After a change of flag or name, the ship sails under the new one.
        let is_transferred = ship.transferred.is_some_and(|day| day <= date);
        let is_completed = class.certainly_completed(ship).is_none_or(|day| day <= date);
        is_completed && !is_transferred && ship.out_of_service_on(date).is_none() && !is_absent()
    };
    let is_listed =
        |entries: &'_ [NameEntry], class: &ShipClass| entries.iter().any(|entry| *entry.name() == class.class);
    let leader =
        |class: &ShipClass| force.leaders.iter().find(|entry| *entry.name() == class.class && entry.holds_on(date));
    let is_in_pool = |class: &ShipClass, ship: &NamedShip| {
        let holds = |entry: &NameEntry| *entry.name() == class.class && entry.holds_on(date);
        let of_theatre = match &force.classes[..] {
            [] => sails_with_fleet(class.built_as.as_deref()),
            classes => classes.iter().any(holds),
        };
        let kind = || class.for_ship_on(&ship.id, date).kind;
        of_theatre && !is_listed(&force.leaders, class) && force.types.iter().any(|row| row.kind == kind())
    };
    let (mut pool, mut leaders): (Vec<PoolShip>, Vec<PoolShip>) = (Vec::new(), Vec::new());
    for found in library.in_service(&side.id.to_kind(), date).filter(|(class, ship)| is_available(class, ship)) {
        let (list, leads) = match (leader(found.0), is_in_pool(found.0, found.1)) {
            (Some(entry), _) => (&mut leaders, entry.leads().to_vec()),
            (None, true) => (&mut pool, Vec::new()),
            (None, false) => continue,
        };
        match library.card(found, date) {
            Ok(card) => {
                // Ratings as leader of a division. [5.10, 5.15]
                let (signalling, initiative) = rating_of(request.ratings, &card, date);
                let completed = found.1.built_on().map(|day| day.year());
                let group = force.groups.iter().position(|group| group.contains(&found.0.class));
                let group = group.and_then(|index| u8::try_from(index).ok());
                list.push(PoolShip { card: Arc::new(card), signalling, initiative, completed, leads, group });
            }
            Err(what) => {
                report.add_error(&force_path, what);
            }
        }
    }
    if let Some(large) = leaders.iter().find(|leader| division_sizes(leader.card.kind) != division_sizes(ShipType::TBD))
    {
        let what = format!("{} cannot lead a flotilla: it is not a torpedo craft", large.card.name);
        report.add_error(&force_path.key("leaders"), what).legal("classes of torpedo craft [5.1.1]");
    }
    let was_there = |kind: ShipType| {
        let own = library.classes().filter(|class| class.navy == *side.id);
        let is_allowed = |class: &&ShipClass| {
            force.classes.is_empty() || force.classes.iter().any(|entry| *entry.name() == class.class)
        };
        own.filter(is_allowed)
            .any(|class| class.ships.iter().any(|ship| class.for_ship_on(&ship.id, date).kind == kind))
    };
    let is_there = |kind: ShipType| pool.iter().any(|listed| listed.card.kind == kind);
    let types = types_of_day(&force.types, is_there);
    for row in force.types.iter().filter(|row| types.is_empty() || !was_there(row.kind)) {
        let what = format!("no {} of this navy was in service on {date}", row.kind);
        report.add_error(&force_path.key("types"), what).legal("types with ships in the library");
    }
    let rolls = force.rolls[request.size as usize];
    let (home, from) = (force.home.clone(), force.from.clone());
    let flags = force.flagships.iter().filter(|entry| entry.holds_on(date)).map(|entry| Id::new(entry.name()));
    let flagships = flags.filter(|flag| pool.iter().any(|listed| listed.card.id == *flag)).collect();
    let (side, boats_alone) = (side.id.clone(), force.boats_alone);
    Some(ForceTable { side, rolls, types, pool, leaders, flagships, boats_alone, home, from })
}

/// Returns every theatre of every war. [1.2]
pub fn theatres(sources: &Sources) -> Result<Vec<TheatreLine>, DataErrors> {
    let mut lines = Vec::new();
    for (path, text) in sources.yaml_files_in(DIRECTORY) {
        let war = Id::new(stem_in(path, DIRECTORY).unwrap_or_default());
        let (report, theatres, _) = theatres_in(path, text)?;
        let theatres = report.into_result(Some(theatres))?;
        lines.extend(theatres.iter().map(|(theatre, _)| theatre_line(&war, theatre)));
    }
    Ok(lines)
}

fn theatre_line(war: &Id, theatre: &Theatre) -> TheatreLine {
    TheatreLine {
        war: war.clone(),
        id: theatre.id.clone(),
        name: theatre.name.clone(),
        from: theatre.from,
        to: theatre.to,
        navies: theatre.forces.iter().map(|force| force.navy.clone()).collect(),
        closed: theatre.closed.clone(),
    }
}
