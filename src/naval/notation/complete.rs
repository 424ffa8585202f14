//! What may be typed next.
use super::{
    help::{self, VERBS},
    names::{Found, Names, Sort},
    print::name,
    settings::{DIALS, Dial},
    words::{Word, fold, words},
};
use crate::{
    measure::{Id, Inches},
    ship::{HitState, Ship},
    sighting::judged,
    state::{Segment, State},
    survey,
};

/// Words that may stand at `cursor` (bytes), and where the word that they replace begins.
///
/// Targets come in the order of use: enemies in range and sighted first.
pub fn complete(state: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
    let cursor = (0..=cursor.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let typed = &line[..cursor];
    let mut before = words(typed);
    let open = before.last().is_some_and(|word| word.at.end == cursor && word.key != ">");
    let (start, stub) = match before.last() {
        Some(word) if open => (word.at.start, word.text.clone().into_owned()),
        _ => (cursor, String::new()),
    };
    if open {
        before.pop();
    }
    let offers = offers(state, &before);
    let stub_key = fold(&stub, false);
    let fits = |offer: &Offer| match offer {
        Offer::Word(word) => word.starts_with(&stub.to_lowercase()),
        Offer::Hit(id) => id.as_str().to_lowercase().starts_with(&stub.to_lowercase()),
        Offer::Name(id) => {
            fold(id.as_str(), false).starts_with(&stub_key) || fold(state.name(id), false).starts_with(&stub_key)
        }
    };
    let text = |offer: &Offer| match offer {
        Offer::Word(word) => (*word).to_owned(),
        Offer::Name(id) => name(state, id),
        Offer::Hit(id) => id.to_string(),
    };
    let mut out: Vec<String> = Vec::new();
    for offer in offers.iter().filter(|offer| fits(offer)) {
        let text = text(offer);
        if !out.contains(&text) {
            out.push(text);
        }
    }
    (start, out)
}

/// Something to type.
enum Offer {
    Word(&'static str),
    Name(Id),
    /// A hit in the margin of a card.
    Hit(Id),
}

fn just(words: &[&'static str]) -> Vec<Offer> {
    words.iter().map(|word| Offer::Word(word)).collect()
}

fn offers(state: &State, before: &[Word]) -> Vec<Offer> {
    let Some(first) = before.first() else { return VERBS.iter().map(|help| Offer::Word(help.verb)).collect() };
    let said = Said::of(state, before);
    let salvo = before.get(1).is_some_and(|word| word.key == ">");
    let help = if salvo { help::exact("target") } else { help::verb_at(&first.key, 0..0).ok() };
    let Some(help) = help else { return Vec::new() };
    match help.verb {
        "next" => next(&said),
        "target" | "odds" => aim(&said),
        "measure" | "illuminate" | "coup" | "launch" | "meet" => between(&said, help.verb),
        "fire" => fire(&said),
        "set" => set(&said),
        "sight" if said.has("by") => said.enemies(),
        "sight" if !said.named.is_empty() => just(&["by"]),
        "sight" => units(state, |_| true),
        "unsight" => units(state, |ship| ship.sighted),
        "speed" | "plot" if said.named.is_empty() => units(state, |_| true),
        "speed" | "plot" => said.unsaid(&["speed"]),
        "where" | "move" | "ranges" => units(state, |_| true),
        "map" if matches!(said.last, "arcs" | "rings" | "sight") => ships(state, |_| true),
        "map" if said.last == "side" => sides(state).collect(),
        "map" => said
            .unsaid(&["arcs", "rings", "sight", "wakes", "side", "ascii", "to"])
            .into_iter()
            .chain(units(state, |_| true))
            .collect(),
        "print" if said.last == "side" => sides(state).collect(),
        "print" => said
            .unsaid(&["summary", "briefing", "cards", "divisions", "trackers", "charts", "result"])
            .into_iter()
            .chain(said.unsaid(&["letter", "poker", "index", "duplex", "side", "to"]))
            .chain(units(state, |_| true))
            .collect(),
        "referee" => just(&["word"]),
        "pass" if before.len() < 2 => just(&["to"]),
        "pass" => just(&["referee"]).into_iter().chain(sides(state)).collect(),
        "view" | "seal" | "reveal" => sides(state).collect(),
        "formation" | "reform" | "flag" | "sheet" | "division" => formation(&said, help.verb),
        "checks" => just(&["on", "off"]),
        "declared" | "torpedoes" => sides(state).collect(),
        "none" if before.len() < 2 => just(&["in"]),
        "none" if said.last == "in" => just(&["reach"]),
        "none" => sides(state).collect(),
        "orders" if said.named.is_empty() => {
            let by_hand = |division: &&std::sync::Arc<crate::state::Division>| !state.is_tracked(&division.id);
            state.divisions.iter().filter(by_hand).map(|division| Offer::Name(division.id.clone())).collect()
        }
        "orders" => said.unsaid(&["range", "repeaters"]),
        "collide" if said.named.is_empty() => ships(state, |_| true),
        "collide" if said.named.len() < 2 => ships(state, |_| true).into_iter().chain(just(&["land"])).collect(),
        "collide" => said.unsaid(&["ram", "bow", "scrape"]),
        "miss" => markers(state),
        "repair" => repair(&said),
        "fires" => ships(state, |ship| ship.fires() > 0),
        "damage" => {
            let held = state.held.iter().map(|held| Offer::Name(held.target.clone()));
            just(&["all"]).into_iter().chain(held).collect()
        }
        "smoke" => ships(state, |ship| ship.run.is_some()),
        "react" => {
            let light = |division: &&std::sync::Arc<crate::state::Division>| {
                state.ships_of(&division.id).any(|ship| ship.in_action() && ship.card.kind.is_light())
            };
            state.divisions.iter().filter(light).map(|division| Offer::Name(division.id.clone())).collect()
        }
        "exit" if said.named.is_empty() => ships(state, |_| true),
        "exit" if said.last == "by" => just(&["north", "east", "south", "west"]),
        "exit" => said.unsaid(&["by", "because"]),
        "card" => state.ships.iter().map(|ship| Offer::Name(ship.id.clone())).collect(),
        "help" => VERBS.iter().map(|help| Offer::Word(help.verb)).collect(),
        "dice" => just(&["ask", "roll"]),
        "rules" => just(&["search"]),
        "end" => said.unsaid(&["because"]),
        "amend" if before.len() < 2 => Vec::new(),
        "amend" => offers(state, &before[2..]),
        _ => Vec::new(),
    }
}

fn sides(state: &State) -> impl Iterator<Item = Offer> {
    state.setup.sides.iter().map(|side| Offer::Name(side.id.clone()))
}

/// What a line says so far.
struct Said<'a> {
    state: &'a State,
    words: &'a [Word<'a>],
    /// Ships, divisions and markers named, in order.
    named: Vec<Id>,
    last: &'a str,
}

impl<'a> Said<'a> {
    fn of(state: &'a State, words: &'a [Word<'a>]) -> Said<'a> {
        let names = Names::of(state);
        let verb = usize::from(words.get(1).is_none_or(|word| word.key != ">"));
        let named = words.iter().skip(verb).filter_map(|word| {
            let known = |sort| match names.find(sort, &word.text) {
                Found::One(name) => Some(name.id.clone()),
                Found::Many(_) | Found::Nobody => None,
            };
            let spoken = GRAMMAR.contains(&word.key.as_str()) || Dial::named(&word.key).is_some();
            if spoken { None } else { known(Sort::Unit).or_else(|| known(Sort::Marker)) }
        });
        Said { state, words, named: named.collect(), last: words.last().map_or("", |word| word.key.as_str()) }
    }
    fn has(&self, key: &str) -> bool {
        self.words.iter().any(|word| word.key == key)
    }
    /// Those words that the line has not used.
    fn unsaid(&self, words: &[&'static str]) -> Vec<Offer> {
        words.iter().filter(|word| !self.has(word)).map(|word| Offer::Word(word)).collect()
    }
    /// Enemies of the first ship named: in reach and sighted first.
    fn enemies(&self) -> Vec<Offer> {
        let state = self.state;
        let Some(firer) = self.named.first() else { return units(state, |_| true) };
        let Some(side) = state.ships_of(firer).next().map(|ship| ship.side.clone()) else { return Vec::new() };
        targets(state, firer, &side).into_iter().map(Offer::Name).collect()
    }
}

/// Enemies in action whom a unit may fire at, the likeliest first. [6.1, 4.3]
pub(super) fn targets(state: &State, firer: &Id, side: &Id) -> Vec<Id> {
    let reach = state.ships_of(firer).map(greatest_range).max().unwrap_or(Inches::ZERO);
    let mut ranked: Vec<(bool, bool, bool, Id)> = Vec::new();
    for ship in state.afloat().filter(|ship| ship.side != *side) {
        let Some(unit) = state.target_unit(&ship.id) else { continue };
        if ranked.iter().any(|(.., other)| *other == unit) {
            continue;
        }
        let range = state.measured(firer, &unit).or_else(|| survey::range(state, firer, &ship.id));
        let unseen = judged(state, firer, &unit, false).is_err();
        ranked.push((range.is_none_or(|range| reach < range), unseen, !ship.sighted, unit));
    }
    ranked.sort_by_key(|(far, unseen, by_all, _)| (*far, *unseen, *by_all));
    ranked.into_iter().map(|(.., unit)| unit).collect()
}

fn greatest_range(ship: &Ship) -> Inches {
    let big = ship.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to);
    big.unwrap_or(Inches::whole(10))
}

/// Words of the grammar that are no names, whatever ship they begin.
const GRAMMAR: [&str; 25] = [
    "at",
    "to",
    "and",
    "by",
    "in",
    "line",
    "range",
    "arc",
    "battery",
    "big",
    "medium",
    "light",
    "bow",
    "stern",
    "port",
    "starboard",
    "broadside",
    "turned",
    "target",
    "angle",
    "all",
    "factors",
    "run",
    "marker",
    "dice",
];

const ARCS: [&str; 5] = ["broadside", "bow", "stern", "port", "starboard"];

fn ships(state: &State, which: impl Fn(&Ship) -> bool) -> Vec<Offer> {
    state.afloat().filter(|ship| which(ship)).map(|ship| Offer::Name(ship.id.clone())).collect()
}

/// Ships, then divisions, of which some ship is meant.
fn units(state: &State, which: impl Fn(&Ship) -> bool) -> Vec<Offer> {
    let divisions = state.divisions.iter().map(|division| &division.id);
    let divisions = divisions.filter(|id| state.ships_of(id).any(|ship| ship.in_action() && which(ship)));
    let divisions: Vec<Offer> = divisions.map(|id| Offer::Name(id.clone())).collect();
    ships(state, &which).into_iter().chain(divisions).collect()
}

fn markers(state: &State) -> Vec<Offer> {
    state.markers.iter().map(|marker| Offer::Name(marker.id.clone())).collect()
}

fn next(said: &Said) -> Vec<Offer> {
    match said.last {
        "to" => Segment::ALL.iter().map(|segment| Offer::Word(segment.word())).collect(),
        _ => said.unsaid(&["to", "waive"]),
    }
}

fn aim(said: &Said) -> Vec<Offer> {
    match said.last {
        "at" | ">" => return said.enemies(),
        "arc" => return just(&ARCS),
        "battery" => return just(&["big", "medium", "light"]),
        "visibility" => return just(&["poor", "very-poor", "extreme"]),
        "blocked" => return just(&["by"]),
        "by" if said.has("blocked") => return just(&["smoke", "land"]),
        "through" => return said.state.ships.iter().map(|ship| Offer::Name(ship.id.clone())).collect(),
        "range" | "turned" | "courses" => return Vec::new(),
        _ => {}
    }
    match said.named.len() {
        0 => firers(said.state),
        1 => just(&["at"]).into_iter().chain(said.enemies()).collect(),
        _ => said.unsaid(&[
            "range",
            "arc",
            "battery",
            "turned",
            "target",
            "courses",
            "through",
            "downwind",
            "visibility",
            "blocked",
            "clear",
        ]),
    }
}

/// Ships that may declare: those of the side that is to speak first.
fn firers(state: &State) -> Vec<Offer> {
    let due = super::super::turn::deciding(state);
    let speaks = |ship: &&Ship| due.as_ref() == Some(&ship.side);
    let able = |ship: &&Ship| !ship.weapons_barred();
    let (first, others): (Vec<&Ship>, Vec<&Ship>) = state.afloat().filter(able).partition(speaks);
    first.into_iter().chain(others).map(|ship| Offer::Name(ship.id.clone())).collect()
}

fn between(said: &Said, verb: &str) -> Vec<Offer> {
    match said.last {
        "at" | ">" | "to" => return said.enemies(),
        "arc" => return just(&ARCS),
        "blocked" => return just(&["by"]),
        "by" if said.has("blocked") => return just(&["smoke", "land"]),
        "range" | "factors" | "run" | "marker" | "angle" => return Vec::new(),
        _ => {}
    }
    let after: &[&'static str] = match verb {
        "measure" => &["range", "arc"],
        "illuminate" => &["searchlight", "starshell", "range"],
        "coup" => &["range", "factors"],
        "meet" => &["angle", "and", "line"],
        _ => &["factors", "run", "port", "starboard", "marker", "dummy", "blocked"],
    };
    match (verb, said.named.len()) {
        ("meet", 0) => markers(said.state),
        ("meet", 1) => met_by(said),
        ("meet", _) if matches!(said.last, "and" | "line") => met_by(said),
        ("launch" | "coup", 0) => units(said.state, |ship| ship.torpedoes_left > 0),
        (_, 0) => units(said.state, |_| true),
        ("coup", 1) => said.enemies().into_iter().chain(hulks(said)).collect(),
        (_, 1) => said.enemies(),
        _ => said.unsaid(after),
    }
}

/// Enemies that sink or were abandoned: they can be finished off. [7.6, Q46]
fn hulks(said: &Said) -> Vec<Offer> {
    let side = said.named.first().and_then(|by| said.state.ships_of(by).next()).map(|ship| &ship.side);
    let hulks = said.state.ships.iter().filter(|ship| ship.is_on_table() && !ship.in_action());
    hulks.filter(|ship| Some(&ship.side) != side).map(|ship| Offer::Name(ship.id.clone())).collect()
}

/// Ships that a marker's torpedoes may have met.
fn met_by(said: &Said) -> Vec<Offer> {
    let marker = said.state.markers.iter().find(|marker| said.named.first() == Some(&marker.id));
    ships(said.state, |ship| marker.is_none_or(|marker| marker.side != ship.side))
}

fn fire(said: &Said) -> Vec<Offer> {
    if said.has("all") {
        return said.unsaid(&["apart", "declared", "salvoes", "dice"]);
    }
    let declared =
        said.state.this_move.declarations.iter().filter(|one| !one.fired && !said.named.contains(&one.firer));
    let declared = declared.map(|one| Offer::Name(one.firer.clone()));
    if said.named.is_empty() {
        just(&["all"]).into_iter().chain(declared).collect()
    } else {
        declared.chain(said.unsaid(&["apart", "declared", "salvoes", "dice"])).collect()
    }
}

fn set(said: &Said) -> Vec<Offer> {
    let dial = said.words.iter().skip(1).find_map(|word| Dial::named(&word.key));
    let dials = DIALS.iter().map(|(word, ..)| Offer::Word(word));
    match dial {
        None if said.named.is_empty() => units(said.state, |_| true).into_iter().chain(dials).collect(),
        None => dials.collect(),
        Some(dial) if Dial::named(said.last) == Some(dial) => just(dial.words()),
        Some(_) => said.unsaid(&["because"]),
    }
}

/// Orders about divisions and formations.
fn formation(said: &Said, verb: &str) -> Vec<Offer> {
    let state = said.state;
    let known = || state.formations.iter().map(|formation| Offer::Name(formation.id.clone())).collect();
    let divisions = || state.divisions.iter().map(|division| Offer::Name(division.id.clone())).collect();
    let after = said.words.len();
    match (verb, after) {
        ("sheet", 1) | ("flag" | "division", 1) => divisions(),
        ("formation" | "reform", 1) => known(),
        ("formation", 2) => just(&["disband"]).into_iter().chain(divisions()).collect(),
        ("formation", _) if matches!(said.last, "bearing" | "interval" | "disband") => Vec::new(),
        ("formation", _) => just(&["bearing", "interval"]).into_iter().chain(divisions()).collect(),
        ("reform", _) if matches!(said.last, "bearing" | "interval" | "speed") => Vec::new(),
        ("reform", _) => just(&["ahead", "bearing", "interval", "speed"]),
        ("flag", 2) => {
            let named = said.words.get(1).map_or("", |word| word.text.as_ref());
            let division = super::parse::division(state, named).ok();
            ships(state, |ship| division.as_ref().is_none_or(|id| ship.division == *id))
        }
        ("division", _) => ships(state, |_| true),
        _ => Vec::new(),
    }
}

fn repair(said: &Said) -> Vec<Offer> {
    match said.named.first().and_then(|id| said.state.ship(id)) {
        None => ships(said.state, |ship| ship.hits.iter().any(|hit| hit.state == HitState::Active)),
        Some(ship) if said.words.len() < 3 => {
            let hits = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
            let fire = just(if ship.fires() > 0 { &["fire"] } else { &[] });
            fire.into_iter().chain(hits.map(|hit| Offer::Hit(hit.id.clone()))).collect()
        }
        Some(_) => Vec::new(),
    }
}
