//! What words to the session ask for, where it is more than a name or a number: how it is read.
use super::{
    kind::Reader,
    line::rows,
    names::Sort,
    read::{coordinate, name},
    verb::target,
};
use crate::{Id, SideId, Target};
use play::{Fault, verbs};

/// A side, or a ship or division of one.
#[derive(Clone, PartialEq, Debug)]
pub enum Whom {
    Side(SideId),
    Unit(Id),
}

/// Who gets the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keyboard {
    Referee,
    Table,
    Side(SideId),
}

/// What help is asked for: every verb, or one by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpOn {
    All,
    Verb(&'static str),
}

/// Of what the chances are asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Odds {
    /// `odds asahi at retvizan range 8`
    Shot(Box<Target>),
    /// `odds asahi`: what she has declared.
    Declared(Id),
    /// `odds asahi fires`
    Fires(Id),
}

/// Which part of the table a map shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// What lies about a ship or division.
    At(Id),
    /// The whole of it, as a side knows it.
    Side(SideId),
    /// So many inches about a ship or division.
    Near(Id, f64),
    /// Two corners, each as inches from the west and from the south edge.
    Between([f64; 4]),
}

/// What is drawn about a ship.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    Arcs,
    /// So many inches about her.
    Rings(Vec<f64>),
    Sight,
}

/// What is asked of a map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapAsked {
    /// All of the table, where it is left out.
    pub part: Option<Part>,
    pub marks: Vec<(Mark, Id)>,
    pub wakes: bool,
    pub speeds: bool,
    pub damage: bool,
    pub ascii: bool,
    pub side: Option<SideId>,
    /// The size of the paper of its tiles.
    pub tiles: Option<String>,
    /// Only the tiles that show more than open sea.
    pub used: bool,
    pub file: Option<String>,
    /// Points across.
    pub width: Option<u16>,
}

/// What is asked to be printed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PrintAsked {
    /// Parts of a pack, the size of its paper and of its cards, and whether cards have backs.
    pub words: Vec<&'static str>,
    /// Cards to a page.
    pub per_page: Option<u16>,
    pub side: Option<SideId>,
    pub file: Option<String>,
    pub units: Vec<Id>,
}

/// The widest ring about a ship, in inches: wider than any table.
const WIDEST_RING_IN: f64 = 200.0;
/// How a file ends that a map or a page goes into.
const ENDINGS: [&str; 3] = [".svg", ".png", ".pdf"];

/// A side, or else a ship or division.
pub fn whom(r: &mut Reader) -> Result<Whom, Fault> {
    match name(r, Sort::Side) {
        Ok(side) => Ok(Whom::Side(side.named())),
        Err(_) => name(r, Sort::Unit).map(Whom::Unit),
    }
}

/// The referee, by the start of the word, the table, or a side.
pub fn keyboard(r: &mut Reader) -> Result<Keyboard, Fault> {
    let key = r.key();
    let to = match key {
        "table" => Keyboard::Table,
        _ if 2 < key.len() && "referee".starts_with(key) => Keyboard::Referee,
        _ => return name(r, Sort::Side).map(|side| Keyboard::Side(side.named())),
    };
    r.skip();
    Ok(to)
}

/// The name of a command, or `all` of them; the verb of that name has its page under `all straight`.
pub fn help(r: &mut Reader) -> Result<HelpOn, Fault> {
    let word = r.word("The command")?;
    if word.key == "all" && r.key() != "straight" {
        return Ok(HelpOn::All);
    }
    if word.key == "all" {
        r.skip();
    }
    verbs::find(rows(), &word.key, word.at).map(|row| HelpOn::Verb(row.word))
}

/// A ship and the radii of rings about her.
pub fn rings(r: &mut Reader) -> Result<(Id, Vec<f64>), Fault> {
    let ship = name(r, Sort::Unit)?;
    let (mut radii, at) = (Vec::new(), r.here());
    while r.at_number() {
        let here = r.here();
        let radius = coordinate(r, "The radius of a ring")?;
        if !(0.0 < radius && radius <= WIDEST_RING_IN) {
            let fault = Fault::at(here, "A ring is wider than 0, and no wider than any table.");
            return Err(fault.hint("map rings asahi 5 10 15"));
        }
        radii.push(radius);
    }
    if radii.is_empty() {
        return Err(Fault::at(at, "The radii of the rings are missing.").hint("map rings asahi 5 10 15"));
    }
    Ok((ship, radii))
}

/// A ship or division, and how many inches about it.
pub fn near(r: &mut Reader) -> Result<(Id, f64), Fault> {
    let unit = name(r, Sort::Unit)?;
    let at = r.here();
    let hint = format!("map near {} 10", r.state.name(&unit));
    if !r.at_number() {
        return Err(Fault::at(at, "How many inches about it is missing.").hint(hint));
    }
    let reach = coordinate(r, "How many inches about it")?;
    if 0.0 < reach { Ok((unit, reach)) } else { Err(Fault::at(at, "Nothing lies that near.").hint(hint)) }
}

/// The name of a ship, of a division or of a side, or two corners.
pub fn part(r: &mut Reader) -> Result<Part, Fault> {
    if !r.at_number() {
        return name(r, Sort::Unit).map(Part::At).or_else(|fault| {
            let side = name(r, Sort::Side).map_err(|_| fault)?;
            Ok(Part::Side(side.named()))
        });
    }
    let at = r.here();
    let mut corners = [0.0; 4];
    for inches in &mut corners {
        if !r.at_number() {
            let what = "A part of the table is two corners: four numbers of inches.";
            return Err(Fault::at(at.start..r.read_up_to(), what).hint("map 20 10 40 30"));
        }
        *inches = coordinate(r, "The corner")?;
    }
    Ok(Part::Between(corners))
}

/// The name of a file, which may have several words; behind its ending the line goes on.
pub fn file(r: &mut Reader, what: &str) -> Result<String, Fault> {
    let mut name = vec![r.word(what)?.text.into_owned()];
    let is_whole = |word: &str| ENDINGS.iter().any(|ending| word.to_lowercase().ends_with(ending));
    while name.last().is_some_and(|word| !is_whole(word)) {
        let Some(word) = r.peek() else { break };
        name.push(word.text.clone().into_owned());
        r.skip();
    }
    Ok(name.join(" "))
}

/// The slot of the target in `odds`.
const MARK: usize = 1;

/// The chances of a shot, of what is declared, or of fires.
pub fn odds(r: &mut Reader) -> Result<Odds, Fault> {
    let (is_fires, is_aimed) = (r.filled.is_instead(MARK), r.filled.is_said(MARK));
    if is_aimed && !is_fires {
        return target(r).map(|target| Odds::Shot(Box::new(target)));
    }
    if let Some(stray) = (MARK + 1..r.row.slots.len()).find_map(|slot| r.filled.place(slot)) {
        return Err(if is_fires {
            r.misused(stray, "Fires take no more than the name of a ship.")
        } else {
            r.missing(r.row.slots[MARK].what)
        });
    }
    let unit: Id = r.filled.take()?;
    if !is_fires {
        return Ok(Odds::Declared(unit));
    }
    match r.state.ship(&unit) {
        Some(_) => Ok(Odds::Fires(unit)),
        None => {
            let at = r.filled.taken_from().unwrap_or_default();
            Err(r.misused(at, format!("{} is a division; fires burn on a ship.", r.state.name(&unit))))
        }
    }
}

/// What a map shows: its slots in their order.
pub fn map(r: &mut Reader) -> Result<MapAsked, Fault> {
    let (arcs, rings, sight): (Vec<Id>, Vec<(Id, Vec<f64>)>, Vec<Id>) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let (wakes, speeds, damage) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let near: Option<(Id, f64)> = r.filled.take()?;
    let (side, ascii, tiles, used): (_, _, Option<&str>, _) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let tiles = tiles.map(str::to_owned);
    let (file, width, part): (_, _, Option<Part>) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let part = match (near, part) {
        (Some(_), Some(_)) => {
            let at = r.filled.taken_from().unwrap_or_default();
            return Err(r.misused(at, "A map shows one part of the table."));
        }
        (Some((unit, reach)), None) => Some(Part::Near(unit, reach)),
        (None, part) => part,
    };
    let arcs = arcs.into_iter().map(|ship| (Mark::Arcs, ship));
    let rings = rings.into_iter().map(|(ship, radii)| (Mark::Rings(radii), ship));
    let sight = sight.into_iter().map(|ship| (Mark::Sight, ship));
    let marks = arcs.chain(rings).chain(sight).collect();
    Ok(MapAsked { part, marks, wakes, speeds, damage, ascii, side, tiles, used, file, width })
}
