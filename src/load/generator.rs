//! What the dice make of a theatre on a day: weather, types and ships. [1.2, 10.1]
use std::{borrow::Cow, sync::Arc};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{
    class::{NamedShip, ShipClass},
    flaw::{Flaw, Flaws, nearest},
    meeting::MeetingSize,
    place::Path,
    ratings::{FleetRating, rating_of},
    reading::{Fields, Report, listed},
    ships::{Shelf, Sift},
    sieve::{own_word, words},
    sources::{Sources, stem_in},
};
use naval::{
    generated::{ForceTable, Generator, Listed, TypeRow},
    measure::{Id, Inches},
    setup::{Side, WindForce},
    ship::Card,
};
use play::Rule;

const GENERATORS: Rule = Rule::new("1.2");
const FORCES: Rule = Rule::new("10.1.2");
const DIRECTORY: &str = "data/naval/generators";
const FACES_OF_TYPES: u8 = 10;
/// What of a class no card is made of.
const UNREAD: [&str; 4] = ["notes", "sources", "read", "disputed"];
const FACES_OF_NUMBERS: usize = 6;

/// A theatre as its file says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Theatre {
    id: Id,
    name: String,
    from: NaiveDate,
    to: NaiveDate,
    visibility: Vec<Inches>,
    winds: Vec<WindForce>,
    #[serde(rename = "source")]
    _source: String,
    forces: Vec<NavyTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NavyTable {
    navy: Id,
    /// For a small, a medium and a large meeting.
    rolls: [u8; 3],
    types: Vec<TypeRow>,
    /// Classes of the theatre; all of the navy if left out.
    #[serde(default)]
    classes: Vec<String>,
    /// Ships of these classes that were elsewhere.
    #[serde(default)]
    without: Vec<Absence>,
}

/// A ship that was elsewhere.
#[derive(Deserialize)]
#[serde(untagged)]
enum Absence {
    Always(Id),
    /// From and up to these days, both included; all before or after where one is left out.
    Between(Days),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Days {
    ship: Id,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
}

impl Absence {
    fn ship(&self) -> &Id {
        match self {
            Absence::Always(ship) => ship,
            Absence::Between(days) => &days.ship,
        }
    }

    fn holds_on(&self, day: NaiveDate) -> bool {
        match self {
            Absence::Always(_) => true,
            Absence::Between(Days { from, to, .. }) => {
                from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
            }
        }
    }
}

/// What a scenario asks of a theatre, and what the library has for it.
pub(super) struct Order<'o> {
    pub(super) war: &'o Id,
    pub(super) theatre: &'o Id,
    pub(super) date: NaiveDate,
    pub(super) size: MeetingSize,
    pub(super) sides: &'o [Side],
    pub(super) shelf: &'o Shelf,
    pub(super) ratings: &'o [FleetRating],
}

/// The theatre that a scenario names, for its two sides: each goes by the name of its navy.
///
/// # Errors
/// Every flaw of the file of the war; a theatre that it has not, or not on that day; a side whose navy has no force there;
/// a type of which no ship is in service.
pub(super) fn generator(sources: &Sources, order: &Order) -> Result<Generator, Flaws> {
    let Order { war, theatre, date, .. } = *order;
    let file = file_of(war);
    let text = text_with(sources, &file, theatre)?;
    let (mut report, theatres) = theatres_in(&file, &text)?;
    let names: Vec<&str> = theatres.iter().map(|(one, _)| one.id.as_str()).collect();
    let found = theatres.iter().find(|(one, _)| one.id == *theatre);
    let Some((theatre, path)) = found else {
        let flaw = Flaw {
            file,
            what: format!("there is no theatre `{theatre}` in this war"),
            lawful: Some(listed(&names)),
            nearest: nearest(theatre.as_str(), names.iter().copied()),
            ..Flaw::default()
        };
        return Err(flaw.into());
    };
    if date < theatre.from || theatre.to < date {
        let what = format!("{} is generated from {} to {}, not for {date}", theatre.name, theatre.from, theatre.to);
        let flaw = report.flaw(&path.key("from"), what);
        flaw.lawful = Some(format!("a date of the theatre [{GENERATORS}]"));
        flaw.nearest = Some(date.clamp(theatre.from, theatre.to).to_string());
        return report.answer(None);
    }
    let forces = order.sides.iter().filter_map(|side| force(side, theatre, path, order, &mut report)).collect();
    let generator = Generator {
        theatre: theatre.id.clone(),
        name: theatre.name.clone(),
        visibility: theatre.visibility.clone(),
        winds: theatre.winds.clone(),
        forces,
    };
    report.answer(Some(generator))
}

/// The ships that a theatre draws on that day: the classes and types of its tables, and no others; both navies whole where its file
/// does not say so plainly.
///
/// # Errors
/// Every flaw of the ship files.
pub(super) fn shelf(sources: &Sources, war: &Id, theatre: &Id, navies: &[Id], date: NaiveDate) -> Result<Shelf, Flaws> {
    let whole = || Shelf::of_navies(sources, war.as_str(), navies, None);
    let file = file_of(war);
    let Ok(text) = text_with(sources, &file, theatre) else { return whole() };
    let Ok((_, theatres)) = theatres_in(&file, &text) else { return whole() };
    let Some((found, _)) = theatres.iter().find(|(one, _)| one.id == *theatre) else { return whole() };
    let draws = |force: &NavyTable, item: &str| {
        let said = |key: &str| own_word(item, key).unwrap_or_default();
        if force.navy != *said("navy") {
            return false;
        }
        if force.classes.is_empty() {
            let kind = said("type");
            force.types.iter().any(|row| row.kind.to_string() == kind)
        } else {
            let name = said("class");
            force.classes.iter().any(|class| class == name)
        }
    };
    let wanted = |item: &str| found.forces.iter().any(|force| draws(force, item));
    let named = |id: &str| found.forces.iter().any(|force| force.without.iter().any(|absence| *absence.ship() == *id));
    let day = |ship: &str, key: &'static str| words(ship, key).next().and_then(|day| day.parse::<NaiveDate>().ok());
    let gone = |ship: &str| {
        let not_yet = day(ship, "completed").is_some_and(|completed| date < completed);
        let no_more = day(ship, "lost").is_some_and(|lost| lost < date);
        (not_yet || no_more) && !words(ship, "id").any(named)
    };
    let sift = Sift { wanted: &wanted, less: &UNREAD, gone: &gone };
    let shelf = Shelf::of_navies(sources, war.as_str(), navies, Some(sift))?;
    let named = |force: &NavyTable| {
        force.classes.iter().all(|name| shelf.classes().any(|class| class.class == *name))
            && force.without.iter().all(|absence| shelf.by_id(absence.ship().as_str()).is_some())
    };
    if found.forces.iter().all(named) { Ok(shelf) } else { whole() }
}

fn file_of(war: &Id) -> String {
    format!("{DIRECTORY}/{war}.yaml")
}

/// How a theatre begins in its file, up to its name.
const THEATRE: &str = "  - id: ";

/// The text of a file with every other theatre empty; what is left keeps its line and its place in the list.
fn alone(whole: &str, wanted: &Id) -> String {
    let mut text = String::with_capacity(whole.len() / 4);
    let mut kept = true;
    for line in whole.split_inclusive('\n') {
        let begins = line.strip_prefix(THEATRE).map(|rest| rest.trim_end() == wanted.as_str());
        kept = begins.unwrap_or(kept);
        text.push_str(if kept {
            line
        } else if begins.is_some() {
            "  - ~\n"
        } else {
            "\n"
        });
    }
    text
}

/// A text in which one theatre of a file can be read: that theatre alone, or the whole file where that is not written so
/// that it can be told, or has a flaw.
fn text_with<'a>(sources: &'a Sources, file: &str, wanted: &Id) -> Result<Cow<'a, str>, Flaws> {
    let whole = sources.must(file)?;
    let thin = alone(whole, wanted);
    let told = |(report, theatres): (Report, Vec<(Theatre, Path)>)| {
        report.clean() && theatres.iter().any(|(one, _)| one.id == *wanted)
    };
    let serves = theatres_in(file, &thin).is_ok_and(told);
    Ok(if serves { Cow::Owned(thin) } else { Cow::Borrowed(whole) })
}

/// The theatres of a text of a file, each where it stands in it.
fn theatres_in<'a>(file: &'a str, text: &'a str) -> Result<(Report<'a>, Vec<(Theatre, Path)>), Flaws> {
    let (mut report, root) = Report::open(file, text)?;
    let mut theatres: Vec<(Theatre, Path)> = Vec::new();
    if let Some(mut fields) = Fields::of(&root, Path::default(), &mut report) {
        fields.need::<Id>(&mut report, "id");
        let items = fields.list(&mut report, "theatres").into_iter();
        theatres = items
            .filter(|(item, _)| !item.is_null())
            .filter_map(|(item, path)| Some((report.typed(item, &path)?, path)))
            .collect();
        fields.done(&mut report);
    }
    let ids: Vec<(String, Path)> = theatres.iter().map(|(one, path)| (one.id.to_string(), path.key("id"))).collect();
    report.twice("theatre", &ids);
    for (one, path) in &theatres {
        check(one, path, &mut report);
    }
    Ok((report, theatres))
}

/// Six ranges of sight, and every face of the D10 once for each navy. [10.1.1, 10.1.2]
fn check(theatre: &Theatre, path: &Path, report: &mut Report) {
    let lawful = |range: &Inches| Inches::ZERO < *range && *range <= Inches::whole(100);
    if theatre.visibility.len() != FACES_OF_NUMBERS || !theatre.visibility.iter().all(lawful) {
        report.flaw(&path.key("visibility"), "the weather of a theatre is six sighting ranges").lawful =
            Some("six ranges above 0, up to 100 inches, for the faces of a D6".to_owned());
    }
    if theatre.winds.len() != FACES_OF_NUMBERS {
        report.flaw(&path.key("winds"), "the winds of a theatre are six").lawful =
            Some("calm, moderate or high for each face of a D6".to_owned());
    }
    for (at, force) in theatre.forces.iter().enumerate() {
        let place = path.key("forces").at(at);
        let times = |face: u8| force.types.iter().filter(|row| row.faces.0 <= face && face <= row.faces.1).count();
        let wrong: Vec<String> =
            (1..=FACES_OF_TYPES).filter(|face| times(*face) != 1).map(|face| face.to_string()).collect();
        if !wrong.is_empty() {
            let what = format!("every face of the D10 stands in one row of types; look at {}", wrong.join(", "));
            report.flaw(&place.key("types"), what).lawful = Some(format!("1 to 10, each once [{FORCES}]"));
        }
        let numbers = |row: &TypeRow| {
            row.ships.len() == FACES_OF_NUMBERS && row.ships.iter().all(|ships| (1..=6).contains(ships))
        };
        if !force.types.iter().all(numbers) || !force.rolls.iter().all(|rolls| (1..=9).contains(rolls)) {
            report.flaw(&place.key("types"), "a number of ships is out of range").lawful =
                Some("six numbers from 1 to 6 in a row, and 1 to 9 rolls for each of three sizes".to_owned());
        }
    }
}

/// The tables of a side, with the ships of its navy that were in service on the day.
fn force(side: &Side, theatre: &Theatre, path: &Path, order: &Order, report: &mut Report) -> Option<ForceTable> {
    let Order { date, shelf, .. } = *order;
    let Some(at) = theatre.forces.iter().position(|force| force.navy == side.id) else {
        let navies: Vec<&str> = theatre.forces.iter().map(|force| force.navy.as_str()).collect();
        report.unknown(&path.key("forces"), "navy of the theatre", side.id.as_str(), navies);
        return None;
    };
    let (force, place) = (&theatre.forces[at], path.key("forces").at(at));
    for (at, class) in force.classes.iter().enumerate() {
        if shelf.classes().all(|one| one.class != *class) {
            let names = shelf.classes().filter(|one| one.navy == side.id).map(|one| one.class.as_str());
            report.unknown(&place.key("classes").at(at), "class of this navy", class, names);
        }
    }
    for (at, ship) in force.without.iter().map(Absence::ship).enumerate() {
        if shelf.by_id(ship.as_str()).is_none() {
            report.unknown(&place.key("without").at(at), "ship of the library", ship.as_str(), shelf.ids());
        }
    }
    let fights = |class: &ShipClass, ship: &NamedShip| {
        let there = force.classes.is_empty() || force.classes.contains(&class.class);
        let elsewhere = || force.without.iter().any(|absence| *absence.ship() == ship.id && absence.holds_on(date));
        let surely = class.surely_completed(ship).is_none_or(|day| day <= date);
        there && surely && !elsewhere() && force.types.iter().any(|row| row.kind == class.kind)
    };
    let mut pool: Vec<Listed> = Vec::new();
    for found in shelf.in_service(&side.id, date).filter(|(class, ship)| fights(class, ship)) {
        match shelf.card(found, date) {
            Ok(card) => pool.push(listed_ship(card, order)),
            Err(what) => {
                report.flaw(&place, what);
            }
        }
    }
    for row in &force.types {
        if !pool.iter().any(|listed| listed.card.kind == row.kind) {
            let what = format!("no {} of this navy was in service on {date}", row.kind);
            report.flaw(&place.key("types"), what).lawful = Some("types of which the library has ships".to_owned());
        }
    }
    let rolls = force.rolls[order.size as usize];
    Some(ForceTable { side: side.id.clone(), rolls, types: force.types.clone(), pool })
}

/// A ship with the ratings of a division that she leads. [5.10, 5.15]
fn listed_ship(card: Card, order: &Order) -> Listed {
    let rating = rating_of(order.ratings, &card, order.date);
    let (signalling, initiative) = rating.map_or((0, 0), |rating| (rating.signalling, rating.initiative));
    Listed { card: Arc::new(card), signalling, initiative }
}

/// A theatre in which battles can be drawn up, and between which days. [1.2]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TheatreLine {
    pub war: Id,
    pub id: Id,
    pub name: String,
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// The two navies, which are the sides.
    pub navies: Vec<Id>,
}

/// A theatre as a list shows it.
#[derive(Deserialize)]
struct Head {
    id: Id,
    name: String,
    from: NaiveDate,
    to: NaiveDate,
    forces: Vec<Force>,
}

#[derive(Deserialize)]
struct Force {
    navy: Id,
}

/// Keys of a theatre's head and of what stands around it.
const HEAD: [&str; 7] = ["id", "theatres", "name", "from", "to", "forces", "navy"];

/// The theatres of a text without their tables; nothing when it is written in another way.
fn heads_of(text: &str) -> Option<Vec<Head>> {
    #[derive(Deserialize)]
    struct File {
        theatres: Vec<Head>,
    }
    let key = |line: &str| {
        let rest = line.trim_start_matches([' ', '-']);
        HEAD.iter().any(|key| rest.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
    };
    let thin: String = text.split_inclusive('\n').filter(|line| key(line)).collect();
    let file: File = serde_yaml::from_str(&thin).ok()?;
    Some(file.theatres)
}

/// Every theatre of every war. [1.2]
///
/// # Errors
/// Every flaw of the files whose theatres cannot be told.
pub fn theatres(sources: &Sources) -> Result<Vec<TheatreLine>, Flaws> {
    let mut lines = Vec::new();
    for (path, text) in sources.within(DIRECTORY) {
        let war = Id::new(stem_in(path, DIRECTORY).unwrap_or_default());
        let heads = match heads_of(text) {
            Some(heads) => heads,
            None => {
                let (report, theatres) = theatres_in(path, text)?;
                report.answer(Some(theatres))?.into_iter().map(|(theatre, _)| Head::of(theatre)).collect()
            }
        };
        lines.extend(heads.into_iter().map(|head| TheatreLine {
            war: war.clone(),
            id: head.id,
            name: head.name,
            from: head.from,
            to: head.to,
            navies: head.forces.into_iter().map(|force| force.navy).collect(),
        }));
    }
    Ok(lines)
}

impl Head {
    fn of(theatre: Theatre) -> Head {
        let forces = theatre.forces.into_iter().map(|force| Force { navy: force.navy }).collect();
        Head { id: theatre.id, name: theatre.name, from: theatre.from, to: theatre.to, forces }
    }
}
