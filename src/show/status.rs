//! The state of the battle for any viewer: prompt, banner, ships, duties.
use super::{
    apart, capital, close_table, edge, ended, fate_word,
    fire::{declared_with, declares, told_together},
    fold_at, hits, is_of, joined,
    labels::{self, Owed},
    marker_name, marker_of,
    seen::enemies,
    sentence, special,
    steered::{course_of, courses, has_courses},
    visibility,
};
use naval::model::{BatteryKind, Bearing, Declaration, End, Fraction, HeldHit, Seal, Ship, SideLight, state::Marker};
use naval::rules::{gunnery, precontact, turn};
use naval::{Id, SideId, State, view::View};
use play::Rule;
use std::collections::BTreeSet;

const HALF_MOVES: Rule = Rule::new("3.4");

/// Returns the prompt: `T3 05:08 Gunfire, Japan to declare> ` to the referee, `T3 05:08 Gunfire, Japan> ` to a side.
pub fn prompt(view: &View) -> String {
    let when = format!("T{} {}", view.now().word(), clock(view));
    let who = if view.is_referee() { String::new() } else { format!(", {}", view.who()) };
    if view.over.is_some() {
        return format!("{when} over{who}> ");
    }
    let title = view.segment.to_string();
    let segment = title.trim_end_matches(" Segment");
    match view.deciding() {
        Some(side) => format!("{when} {segment}, {} to declare> ", view.name(&side)),
        None => format!("{when} {segment}{who}> "),
    }
}

/// Returns the line at the start of a segment: time, sighting range, duties.
pub fn banner(view: &View) -> String {
    let (turn, clock) = (view.now().word(), clock(view));
    if let Some(end) = &view.over {
        return format!("Turn {turn}, {clock}. {}", ended_by(view, end));
    }
    let rule = turn::paragraph(view.segment);
    let mut text = format!("Turn {turn}, {clock}. {} [{rule}]. {}", view.segment, sight(view));
    if view.may_halve() {
        text.push_str(&format!(" Half moves may be played: type half [{HALF_MOVES}]."));
    }
    text.push_str(&first_of("Owed", &labels::owed(view, &view.duties())));
    text.push_str(&first_of("Open", &labels::owed(view, &view.chances())));
    fold_at(&text, 0)
}

/// ` Open: Asahi may try one repair (FL1): repair asahi FL1 [8.6].`
fn first_of(head: &str, owed: &[Owed]) -> String {
    match owed {
        [] => String::new(),
        [only] => format!(" {head}: {only}."),
        [first, more @ ..] => format!(" {head}: {first}; and {} more, see `duties`.", more.len()),
    }
}

fn sight(view: &View) -> String {
    let quality = visibility(view.quality);
    let night = if view.setup.night { "Night. " } else { "" };
    match view.sighting_base {
        Some(base) => format!("{night}Sighting range {base}\"{quality}.{}", lights(view)),
        None => format!("{night}Sighting range not rolled yet."),
    }
}

/// ` Ships of Germany are seen to 12.0" [4.3].` for each side affected by the light, otherwise nothing.
pub fn lights(view: &View) -> String {
    let lights = view.setup.sides.iter().filter_map(|side| view.light_on(&side.id));
    let says = lights.map(|SideLight { side, range, quality, .. }| {
        format!(" Ships of {} are seen to {range}\"{} [4.3].", view.name(side), visibility(*quality))
    });
    says.collect()
}

/// Returns the clock at the start of the turn. [3.2]
pub(super) fn clock(state: &State) -> String {
    if state.is_hour_open() {
        return "hour not rolled".to_owned();
    }
    state.clock().format("%H:%M").to_string()
}

/// How much a status shows of the viewer's ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold<'a> {
    /// One line for each division in a large battle, every ship in a small one.
    Glance,
    /// Every ship.
    Open,
    /// The ships of a unit, and nothing else.
    Only(&'a Id),
}

/// Above this number, a glance shows divisions: with its headings, a table of this many ships fills a screen.
const A_SCREEN: usize = 14;

/// Returns the viewer's ships in a table for each side, or their divisions, and the enemies in sight. Then
/// declarations, held hits and running torpedoes.
pub fn status(view: &View, fold: Fold) -> String {
    let only = if let Fold::Only(unit) = fold { Some(unit) } else { None };
    let folds = fold == Fold::Glance && A_SCREEN < view.own_ships().count();
    let mut text = if only.is_none() { vec![banner(view)] } else { Vec::new() };
    for side in &view.setup.sides {
        let ships: Vec<&Ship> = view.own_ships().filter(|ship| ship.side == side.id && is_of(ship, only)).collect();
        if !ships.is_empty() || (view.is_referee() && only.is_none()) {
            let heading = format!("{}, {} edge", side.name, edge(side.friendly_edge));
            // A large battle needs every line of a 24-line screen.
            text.extend((!folds || side.id != view.setup.sides[0].id).then(String::new));
            match folds {
                true => text.push(divisions_table(view, &side.name, &ships)),
                false => text.extend([heading, own_table(view, ships.into_iter())]),
            }
        }
    }
    text.extend(key(view, view.own_ships().filter(|ship| is_of(ship, only))));
    if only.is_none() {
        text.extend(courses(view).filter(|_| folds).map(|courses| fold_at(&courses, 0)));
    }
    if folds {
        text.push("A division's ships: status DIVISION, or status all.".to_owned());
    }
    text.extend(enemies(view, only));
    if only.is_none() {
        text.extend(apart(pending(view, view.is_referee())));
    }
    let first = text.iter().position(|line| !line.is_empty()).unwrap_or(0);
    text[first..].join("\n")
}

/// The widest column of names that leaves room for the others. Longer names wrap.
const NAMES: usize = 18;

/// Returns a table of ships in full. The column of names fits the viewer's longest name, if the page has room.
pub(super) fn own_table<'a>(view: &View, ships: impl Iterator<Item = &'a Ship>) -> String {
    let turn = view.turn;
    let room = view.own_ships().map(|ship| ship.card.name.chars().count()).max().unwrap_or(0);
    let mut heading = vec!["Ship", "", "Type", "Speed", "Big", "Med", "Light", "Torp", "Flood", "Seen", "State"];
    let mut rows: Vec<(&Ship, Vec<String>)> = ships.map(|ship| (ship, ship_row(turn, ship))).collect();
    if !has_courses(view) {
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        return close_table(&heading, &[1, 3, 5, 6, 7, 8], rows, room.min(NAMES));
    }
    // Ships moved by hand show the course that the program uses. (Q56)
    heading.insert(4, "On");
    rows.iter_mut().for_each(|(ship, row)| row.insert(4, course_of(ship).unwrap_or_default()));
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    close_table(&heading, &[1, 3, 4, 6, 7, 8, 9], rows, room.min(NAMES))
}

fn ship_row(turn: u16, ship: &Ship) -> Vec<String> {
    let or_dash = |told: Option<String>| told.unwrap_or_else(|| "-".to_owned());
    let battery = |kind| or_dash(ship.card.battery(kind).map(|_| ship.battery_strength(kind).to_string()));
    let afloat = !ship.card.kind.is_battery();
    let seen = match (ship.is_on_table(), ship.sighted, ship.lit) {
        (true, _, true) => "lit",
        (true, true, false) => "yes",
        (true, false, false) | (false, ..) => "-",
    };
    vec![
        ship.card.name.clone(),
        ship.number.map(|number| number.to_string()).unwrap_or_default(),
        ship.card.kind.to_string(),
        format!("{}/{}", ship.speed, ship.allowance()),
        or_dash(ship.card.big.as_ref().map(|_| guns_now(ship))),
        battery(BatteryKind::Medium),
        battery(BatteryKind::Light),
        or_dash(ship.card.torpedo.as_ref().map(|_| ship.torpedoes_left.to_string())),
        or_dash(afloat.then(|| format!("{}/{}", ship.flotation_hits(), ship.card.flotation))),
        seen.to_owned(),
        state_of(turn, ship),
    ]
}

/// Returns a ship's damage as letters with numbers, worst first. For a ship out of action, its fate.
fn state_of(turn: u16, ship: &Ship) -> String {
    if ship.in_action() { letters(&hurts(turn, ship)) } else { fate_word(&ship.fate) }
}

/// The letters of a status with their meanings, worst first. Those for hits are the letters in the margin.
/// [8.2.4]
const LETTERS: [(&str, &str); 9] = [
    ("X", "may not fire"),
    ("V0", "stopped"),
    ("ST", "rudder jammed"),
    ("F", "fires"),
    ("M", "mounts lost"),
    ("S", "quarters of medium and light guns lost"),
    ("G", "quarters of guns lost"),
    ("FC", "fire control out"),
    ("B", "bridge hit"),
];
/// Indices of the letters that are followed by a number.
const COUNTED: std::ops::Range<usize> = 3..7;

/// Whether a ship that could make way makes none. A battery never counts as stopped. (Q51)
fn is_stopped(ship: &Ship) -> bool {
    ship.has_no_way() && !ship.card.kind.is_battery()
}

/// Returns a ship's damage, each item with its index in [`LETTERS`] and its text: `X F3 M1`.
fn hurts(turn: u16, ship: &Ship) -> Vec<(usize, String)> {
    let quarters = usize::try_from(ship.gun_quarters_lost().min(4)).unwrap_or(0);
    let is_large = ship.card.kind.is_large();
    let numbers = [
        usize::from(ship.weapons_barred()),
        usize::from(is_stopped(ship)),
        usize::from(ship.steering_jammed(turn)),
        ship.fires(),
        ship.mounts_lost().len(),
        if is_large { quarters } else { 0 },
        if is_large { 0 } else { quarters },
        usize::from(ship.fire_control_out()),
        usize::from(ship.bridge_hit()),
    ];
    let letters = LETTERS.iter().enumerate().zip(numbers).filter(|(_, number)| 0 < *number);
    let shown = |at: usize, letter: &str, number: usize| {
        if COUNTED.contains(&at) { format!("{letter}{number}") } else { letter.to_owned() }
    };
    letters.map(|((at, (letter, _)), number)| (at, shown(at, letter, number))).collect()
}

fn letters(hurt: &[(usize, String)]) -> String {
    joined(hurt.iter().map(|(_, letter)| letter), " ")
}

/// Returns the meanings of the letters in a table of these ships, if it has any.
pub(super) fn key<'a>(view: &View, ships: impl Iterator<Item = &'a Ship>) -> Option<String> {
    let hurt: BTreeSet<usize> =
        ships.filter(|ship| ship.in_action()).flat_map(|ship| hurts(view.turn, ship)).map(|(at, _)| at).collect();
    let says: Vec<String> =
        hurt.into_iter().map(|at| LETTERS[at]).map(|(letter, says)| format!("{letter} {says}")).collect();
    (!says.is_empty()).then(|| fold_at(&format!("{}.", says.join(", ")), 0))
}

/// Returns one line for each division of a side, in the order of its ships: ships in action, lowest top speed,
/// weapons left, the worst flooding and the worst damage.
fn divisions_table(view: &View, side: &str, ships: &[&Ship]) -> String {
    let divisions = play::each_once(ships.iter().map(|ship| &ship.division));
    let of = |id: &Id| ships.iter().copied().filter(|ship| ship.division == *id).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = divisions.into_iter().map(|id| division_row(view, id, &of(id))).collect();
    let names = rows.iter().map(|row| row[0].as_str()).chain([side]);
    let room = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let heading = [side, "Ships", "Speed", "Mounts", "Med", "Light", "Torp", "Flood", "Seen", "State"];
    close_table(&heading, &[2, 3, 4, 5, 6, 7, 8], rows, room.min(NAMES))
}

fn division_row(view: &View, id: &Id, all: &[&Ship]) -> Vec<String> {
    let ships: Vec<&Ship> = all.iter().copied().filter(|ship| ship.in_action()).collect();
    let or_dash = |told: Option<String>| told.unwrap_or_else(|| "-".to_owned());
    let battery = |kind| {
        let has = ships.iter().any(|ship| ship.card.battery(kind).is_some());
        let sum = ships.iter().fold(Fraction::ZERO, |sum, ship| sum + ship.battery_strength(kind));
        or_dash(has.then(|| sum.to_string()))
    };
    let whole: usize = all.iter().filter_map(|ship| ship.card.big.as_ref()).map(|big| big.mounts.len()).sum();
    let left: usize = ships.iter().map(|ship| ship.mounts_left().len()).sum();
    let torpedoes: u16 = ships.iter().map(|ship| u16::from(ship.torpedoes_left)).sum();
    let share = |ship: &&&Ship| 1000 * ship.flotation_hits() / ship.card.flotation.max(1);
    let flooded = ships.iter().filter(|ship| !ship.card.kind.is_battery()).max_by_key(share);
    let slowest = ships.iter().map(|ship| ship.allowance()).min();
    let speed = ships.first().zip(slowest).map(|(first, slowest)| format!("{}/{slowest}", first.speed));
    let seen = ships.iter().filter(|ship| ship.sighted || ship.lit).count();
    let kinds: BTreeSet<String> = all.iter().map(|ship| ship.card.kind.to_string()).collect();
    let number =
        if ships.len() == all.len() { all.len().to_string() } else { format!("{}/{}", ships.len(), all.len()) };
    vec![
        // The id, which is what people type and shorter than the name.
        if all.iter().any(|ship| ship.id == *id) { view.name(id).to_owned() } else { id.to_string() },
        format!("{number} {}", joined(kinds, ",")),
        or_dash(speed),
        or_dash((0 < whole).then(|| format!("{left}/{whole}"))),
        battery(BatteryKind::Medium),
        battery(BatteryKind::Light),
        or_dash(all.iter().any(|ship| ship.card.torpedo.is_some()).then(|| torpedoes.to_string())),
        or_dash(flooded.map(|ship| format!("{}/{}", ship.flotation_hits(), ship.card.flotation))),
        or_dash((0 < seen).then(|| seen.to_string())),
        worst(view.turn, all),
    ]
}

/// Returns the fates of ships out of action, then the worst damaged of the others: `1 sunk; Lion F2 M1, 1 more hurt`.
fn worst(turn: u16, ships: &[&Ship]) -> String {
    let mut gone: Vec<(String, usize)> = Vec::new();
    for ship in ships.iter().filter(|ship| !ship.in_action()) {
        let fate = fate_word(&ship.fate);
        match gone.iter_mut().find(|(one, _)| *one == fate) {
            Some((_, number)) => *number += 1,
            None => gone.push((fate, 1)),
        }
    }
    let all_gone = |number: usize| number == ships.len();
    let mut says: Vec<String> = gone
        .into_iter()
        .map(|(fate, number)| if all_gone(number) { fate } else { format!("{number} {fate}") })
        .collect();
    let rank = |hurt: &[(usize, String)]| (hurt.first().map_or(LETTERS.len(), |(at, _)| *at), usize::MAX - hurt.len());
    let fighting = ships.iter().filter(|ship| ship.in_action());
    let mut hurt: Vec<(&str, Vec<(usize, String)>)> =
        fighting.map(|ship| (ship.card.name.as_str(), hurts(turn, ship))).collect();
    hurt.retain(|(_, hurt)| !hurt.is_empty());
    hurt.sort_by_key(|(_, hurt)| rank(hurt));
    if let [(name, hurt), others @ ..] = &hurt[..] {
        let more = if others.is_empty() { String::new() } else { format!(", {} more", others.len()) };
        says.push(format!("{name} {}{more}", letters(hurt)));
    }
    says.join("; ")
}

/// `1-2-1`: mounts left that bear ahead, abeam and astern. `1-2/1-1` if port and starboard differ. [6.4.1]
pub(super) fn guns_now(ship: &Ship) -> String {
    let left = |arc| ship.mounts_bearing(arc).to_string();
    let (port, starboard) = (left(Bearing::Port), left(Bearing::Starboard));
    let abeam = if port == starboard { port } else { format!("{port}/{starboard}") };
    [left(Bearing::Bow), abeam, left(Bearing::Stern)].join("-")
}

/// The state of an undamaged ship. Tables omit it.
const IN_ACTION: &str = "in action";

/// Returns a ship's state in one or two words.
pub fn standing(turn: u16, ship: &Ship) -> String {
    if !ship.in_action() {
        return fate_word(&ship.fate);
    }
    let hurt =
        [(ship.weapons_barred(), "silent"), (is_stopped(ship), "stopped"), (ship.steering_jammed(turn), "jammed")];
    let words: Vec<&str> = hurt.into_iter().filter_map(|(so, word)| so.then_some(word)).collect();
    if words.is_empty() { IN_ACTION.to_owned() } else { words.join(", ") }
}

/// Returns declarations, held hits and running torpedoes: in full for the referee's status, shorter for a briefing.
pub(super) fn pending(view: &View, in_full: bool) -> Vec<String> {
    let open = || view.this_move.declarations.iter().filter(|one| !one.fired);
    let other =
        |one: &Declaration, kind: BatteryKind| open().any(|other| other.battery == kind && told_together(one, other));
    let declared = |one: &Declaration| {
        let both = one.battery == BatteryKind::Medium && other(one, BatteryKind::Light);
        let guns = if both { "medium and light".to_owned() } else { one.battery.to_string() };
        if in_full { declared_with(view, one, &guns) } else { format!("{}.", declares(view, one, &guns)) }
    };
    // One line covers both batteries of a ship at one target.
    let told = |one: &&Declaration| one.battery != BatteryKind::Light || !other(one, BatteryKind::Medium);
    let mut lines: Vec<String> = open().filter(told).map(declared).collect();
    let held = |one: &HeldHit| format!("Held on {}: {}.", view.name(&one.target), hits(one.kind, one.count));
    lines.extend(view.held.iter().map(held));
    if in_full {
        for marker in precontact::force_markers(view) {
            let at = marker.at.map(|at| format!(" at {at}")).unwrap_or_default();
            lines.push(format!("Force marker{at}: {} [{}].", view.name(&marker.division), precontact::MARKERS));
        }
    }
    lines.extend(view.own_markers().map(|marker| running(view, marker, in_full)));
    if !in_full {
        let sealed = |seal: &Seal| format!("Plots of {} sealed: {}.", view.name(&seal.side), seal.code);
        lines.extend(view.seals.iter().map(sealed));
    }
    lines
}

fn running(view: &View, marker: &Marker, in_full: bool) -> String {
    let name = if in_full { marker_of(view, &marker.id) } else { marker_name(&marker.id) };
    let (by, target) = (view.name(&marker.launcher), view.name(&marker.target));
    let dummy = if marker.dummy { ", a dummy" } else { "" };
    let (run, whole) = (marker.has_run(view.now(), view.segment), marker.run);
    format!("Marker {name}{dummy}: {by} at {target}, run {run}\" of {whole}\".")
}

/// Says which side's view shows what the table may not see. `None` for a side or the referee.
pub fn not_for_the_table(view: &View, what: &str) -> Option<String> {
    let side = view.setup.sides.first().filter(|_| view.viewer.is_table())?;
    Some(format!("The table sees no {what}: `pass to {}` shows what is that side's.", side.id))
}

/// Returns duties that must be done before the segment can close, then optional ones, one line each.
pub fn duties(view: &View) -> String {
    let (owed, segment) = (view.duties(), view.segment);
    let mut lines: Vec<String> = labels::owed(view, &owed).iter().map(|one| capital(&one.line())).collect();
    if let Some(says) = not_for_the_table(view, "duties") {
        lines.push(says);
    } else if owed.is_empty() {
        lines.push(format!("Nothing is owed in the {segment}. [{}]", turn::paragraph(segment)));
    }
    lines.extend(view.chances().iter().map(|chance| format!("Open: {}", labels::line(view, chance))));
    lines.extend(special::recalled(&view.reminders()));
    // `Remember: Asama circles to port through turn 7. [8.4]`
    lines.extend(view.remembered().iter().map(|jam| format!("Remember: {}", labels::line(view, jam))));
    lines.join("\n")
}

/// Returns optional actions in this segment that the viewer may forget: repairs, and a side without any
/// declaration.
pub fn left_open(view: &View) -> Vec<String> {
    let silent = gunnery::silent(view).into_iter().filter(|side| view.owns(side));
    let says = |side: SideId| format!("{} has declared no fire. [{}]", view.name(&side), gunnery::DECLARING);
    let chances = view.chances().into_iter().map(|chance| capital(&labels::line(view, &chance)));
    chances.chain(silent.map(says)).collect()
}

/// Returns how the scenario ended.
pub(super) fn ended_by(before: &State, end: &End) -> String {
    match end {
        End::Duration => format!("The scenario is over: turn {} was the last.", before.setup.turns),
        End::Exited(side) => {
            let home = before.side(side).map(|side| format!(", the {} one", edge(side.friendly_edge)));
            let name = before.name(side);
            format!("The scenario is over: {name} has left the table by its own edge{}.", home.unwrap_or_default())
        }
        End::Decided { by, side } => {
            format!("The scenario is over: what {} had to reach has come true (condition {by}).", before.name(side))
        }
        End::Ruled(words) => format!("The scenario is over: {}", ended(words)),
        End::SpecialRule(of) => special::ended(&before.setup, *of),
    }
}

/// Returns the steps before single ships can move or fire: forming forces, placing ships, preplots until contact.
pub(super) fn not_under_way(view: &View) -> Option<String> {
    let says = if view.is_placing() {
        "The forces are not on the table yet: `duties` lists what comes next. [10.2]"
    } else if view.ships.is_empty() {
        "No ship is on the table: `help place` shows how to place one. [2.2]"
    } else if view.setup.sides.iter().any(|side| view.owns(&side.id) && view.on_preplots(&side.id)) {
        "No enemy is known: divisions move by their preplots until contact, each turn or with `quickstart`. [5.13.3]"
    } else {
        return None;
    };
    Some(sentence(says, 0).join("\n"))
}
