//! The state of the battle for any viewer: prompt, banner, ships, duties.
use super::{
    after_blank_line, belongs_to, capital, close_table, edge_adjective, fate_word,
    fire::{declaration_sentence_for, declaration_text, share_a_line},
    fold_paragraph, hit_count, joined,
    labels::{self, DutyText},
    marker_name,
    seen::enemies_text,
    sentence, special,
    steered::{course_text, courses_text, has_courses},
    unambiguous_marker, visibility_text, with_full_stop,
};
use naval::model::{
    BatteryKind, BattleEnd, Bearing, Declaration, Fraction, HeldHit, Seal, Ship, SideLight, Task, state::Marker,
};
use naval::rules::{gunnery, precontact, turn};
use naval::{Id, SideId, State, view::View};
use play::Rule;
use std::collections::BTreeSet;

const HALF_MOVES: Rule = Rule::new("3.4");

/// Returns the prompt: `T3 05:08 Gunfire, Japan to declare> ` to the referee, `T3 05:08 Gunfire, Japan> ` to a side.
pub fn prompt(view: &View) -> String {
    let when = format!("T{} {}", view.current_moment().word(), clock(view));
    let viewer = if view.is_referee() { String::new() } else { format!(", {}", view.viewer_name()) };
    if view.end.is_some() {
        return format!("{when} over{viewer}> ");
    }
    let title = view.segment.to_string();
    let segment = title.trim_end_matches(" Segment");
    match view.next_declaring_side() {
        Some(side) => format!("{when} {segment}, {} to declare> ", view.name(&side)),
        None => format!("{when} {segment}{viewer}> "),
    }
}

/// Returns the line at the start of a segment: time, sighting range, duties.
pub fn banner(view: &View) -> String {
    banner_after("", view)
}

/// As [`banner`], for a battle that branches from another.
pub fn what_if_banner(view: &View) -> String {
    banner_after("What-if. ", view)
}

fn banner_after(lead: &str, view: &View) -> String {
    let (turn, clock) = (view.current_moment().word(), clock(view));
    if let Some(end) = &view.end {
        return format!("{lead}Turn {turn}, {clock}. {}", end_sentence(view, end));
    }
    let rule = turn::segment_rule(view.segment);
    let mut text = format!("{lead}Turn {turn}, {clock}. {} [{rule}]. {}", view.segment, sighting_text(view));
    if view.may_play_half_moves() {
        text.push_str(&format!(" Half moves may be played: type half [{HALF_MOVES}]."));
    }
    text.push_str(&first_duty("To do", &labels::duty_texts(view, &view.duties()), ["duty", "duties"]));
    text.push_str(&first_duty("Open", &labels::duty_texts(view, &view.optional_duties()), ["option", "options"]));
    fold_paragraph(&text, 0)
}

/// ` Open: Asahi may try one repair (FL1): repair asahi FL1 [8.6].`
fn first_duty(head: &str, duties: &[DutyText], [one, many]: [&str; 2]) -> String {
    match duties {
        [] => String::new(),
        [only] => format!(" {head}: {only}."),
        [first, _] => format!(" {head}: {first}, and 1 other {one} (`duties`)."),
        [first, more @ ..] => format!(" {head}: {first}, and {} other {many} (`duties`).", more.len()),
    }
}

fn sighting_text(view: &View) -> String {
    let quality = visibility_text(view.visibility_quality);
    let night = if view.setup.night { "Night. " } else { "" };
    match view.sighting_base {
        Some(base) => format!("{night}Sighting range {base}\"{quality}.{}", light_effects(view)),
        None => format!("{night}Sighting range not rolled yet."),
    }
}

/// ` Ships of Germany are seen to 12.0" [4.3].` for each side affected by the light, otherwise nothing.
pub fn light_effects(view: &View) -> String {
    let lights = view.setup.sides.iter().filter_map(|side| view.light_on(&side.id));
    let effects = lights.map(|SideLight { side, range, quality, .. }| {
        format!(" Ships of {} are seen to {range}\"{} [4.3].", view.name(side), visibility_text(*quality))
    });
    effects.collect()
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
pub enum StatusDetail<'a> {
    /// One line for each division in a large battle, every ship in a small one.
    Glance,
    /// Every ship.
    Open,
    /// The ships of a unit, and nothing else.
    Only(&'a Id),
}

/// Above this number, a glance shows divisions: with its headings, a table of this many ships fills a screen.
const MAX_SHIPS_AT_A_GLANCE: usize = 14;

/// Returns the viewer's ships in a table for each side, or their divisions, and the enemies in sight. Then
/// declarations, held hits and running torpedoes.
pub fn status(view: &View, detail: StatusDetail) -> String {
    let only = if let StatusDetail::Only(unit) = detail { Some(unit) } else { None };
    let shows_divisions = detail == StatusDetail::Glance && MAX_SHIPS_AT_A_GLANCE < view.own_ships().count();
    let mut text = if only.is_none() { vec![banner(view)] } else { Vec::new() };
    for side in &view.setup.sides {
        let ships: Vec<&Ship> =
            view.own_ships().filter(|ship| ship.side == side.id && belongs_to(ship, only)).collect();
        if !ships.is_empty() || (view.is_referee() && only.is_none()) {
            let heading = format!("{}, own edge: {}", side.name, edge_adjective(side.friendly_edge));
            // A large battle needs every line of a 24-line screen.
            text.extend((!shows_divisions || side.id != view.setup.sides[0].id).then(String::new));
            match shows_divisions {
                true => text.push(divisions_table(view, &side.name, &ships)),
                false => text.extend([heading, own_table(view, ships.into_iter())]),
            }
        }
    }
    text.extend(letters_key(view, view.own_ships().filter(|ship| belongs_to(ship, only))));
    if only.is_none() {
        text.extend(courses_text(view).filter(|_| shows_divisions).map(|courses| fold_paragraph(&courses, 0)));
    }
    if shows_divisions {
        text.push("A division's ships: status DIVISION, or status all.".to_owned());
    }
    text.extend(enemies_text(view, only));
    if only.is_none() {
        text.extend(after_blank_line(pending_lines(view, view.is_referee())));
    }
    let first = text.iter().position(|line| !line.is_empty()).unwrap_or(0);
    text[first..].join("\n")
}

/// The widest column of names that leaves room for the others. Longer names wrap.
const MAX_NAME_WIDTH: usize = 18;

/// Returns a table of ships in full. The column of names fits the viewer's longest name, if the page has room.
pub(super) fn own_table<'a>(view: &View, ships: impl Iterator<Item = &'a Ship>) -> String {
    let turn = view.turn;
    let room = view.own_ships().map(|ship| ship.card.name.chars().count()).max().unwrap_or(0);
    let mut heading = vec!["Ship", "", "Type", "Speed", "Big", "Med", "Light", "Torp", "Flood", "Seen", "State"];
    let mut rows: Vec<(&Ship, Vec<String>)> = ships.map(|ship| (ship, ship_row(turn, ship))).collect();
    if !has_courses(view) {
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        return close_table(&heading, &[1, 3, 5, 6, 7, 8], rows, room.min(MAX_NAME_WIDTH));
    }
    // Ships moved by hand show the course that the program uses. (Q56)
    heading.insert(4, "On");
    rows.iter_mut().for_each(|(ship, row)| row.insert(4, course_text(ship).unwrap_or_default()));
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    close_table(&heading, &[1, 3, 4, 6, 7, 8, 9], rows, room.min(MAX_NAME_WIDTH))
}

fn ship_row(turn: u16, ship: &Ship) -> Vec<String> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let battery = |kind| or_dash(ship.card.battery(kind).map(|_| ship.battery_strength(kind).to_string()));
    let afloat = !ship.card.kind.is_coast_battery();
    let seen = match (ship.is_on_table(), ship.sighted, ship.lit) {
        (true, _, true) => "lit",
        (true, true, false) => "yes",
        (true, false, false) | (false, ..) => "-",
    };
    vec![
        ship.card.name.clone(),
        ship.number.map(|number| number.to_string()).unwrap_or_default(),
        ship.card.kind.to_string(),
        format!("{}/{}", ship.speed, ship.speed_allowance()),
        or_dash(ship.card.big.as_ref().map(|_| guns_now(ship))),
        battery(BatteryKind::Medium),
        battery(BatteryKind::Light),
        or_dash(ship.card.torpedo.as_ref().map(|_| ship.torpedoes_left.to_string())),
        or_dash(afloat.then(|| format!("{}/{}", ship.flotation_hits(), ship.card.flotation))),
        seen.to_owned(),
        damage_or_fate(turn, ship),
    ]
}

/// Returns a ship's damage as letters with numbers, worst first. For a ship out of action, its fate.
fn damage_or_fate(turn: u16, ship: &Ship) -> String {
    if ship.is_in_action() { damage_text(&damage_letters(turn, ship)) } else { fate_word(&ship.fate) }
}

/// The letters of a status with their meanings, worst first. Those for hits stand in the card's margin. [8.2.4]
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
const COUNTED_LETTERS: std::ops::Range<usize> = 3..7;

/// Whether damage has stopped a ship. A coast battery never counts as stopped. (Q51)
fn is_stopped(ship: &Ship) -> bool {
    ship.is_stopped_by_damage() && !ship.card.kind.is_coast_battery()
}

/// Returns a ship's damage, each item with its index in [`LETTERS`] and its text: `X F3 M1`.
fn damage_letters(turn: u16, ship: &Ship) -> Vec<(usize, String)> {
    let quarters = usize::try_from(ship.gun_quarters_lost().min(4)).unwrap_or(0);
    let is_large = ship.card.kind.is_large();
    let numbers = [
        usize::from(ship.are_weapons_barred()),
        usize::from(is_stopped(ship)),
        usize::from(ship.is_rudder_jammed(turn)),
        ship.fires(),
        ship.mounts_lost().len(),
        if is_large { quarters } else { 0 },
        if is_large { 0 } else { quarters },
        usize::from(ship.is_fire_control_out()),
        usize::from(ship.has_bridge_hit()),
    ];
    let letters = LETTERS.iter().enumerate().zip(numbers).filter(|(_, number)| 0 < *number);
    let shown = |index: usize, letter: &str, number: usize| {
        if COUNTED_LETTERS.contains(&index) { format!("{letter}{number}") } else { letter.to_owned() }
    };
    letters.map(|((index, (letter, _)), number)| (index, shown(index, letter, number))).collect()
}

fn damage_text(hurt: &[(usize, String)]) -> String {
    joined(hurt.iter().map(|(_, letter)| letter), " ")
}

/// Returns the meanings of the letters in a table of these ships, if it has any.
pub(super) fn letters_key<'a>(view: &View, ships: impl Iterator<Item = &'a Ship>) -> Option<String> {
    let hurt: BTreeSet<usize> = ships
        .filter(|ship| ship.is_in_action())
        .flat_map(|ship| damage_letters(view.turn, ship))
        .map(|(index, _)| index)
        .collect();
    let meanings: Vec<String> =
        hurt.into_iter().map(|index| LETTERS[index]).map(|(letter, meaning)| format!("{letter} {meaning}")).collect();
    (!meanings.is_empty()).then(|| fold_paragraph(&format!("{}.", meanings.join(", ")), 0))
}

/// Returns one line for each division of a side, in the order of its ships: ships in action, lowest top speed,
/// weapons left, the worst flooding and the worst damage.
fn divisions_table(view: &View, side: &str, ships: &[&Ship]) -> String {
    let divisions = play::distinct(ships.iter().map(|ship| &ship.division));
    let ships_of = |id: &Id| ships.iter().copied().filter(|ship| ship.division == *id).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = divisions.into_iter().map(|id| division_row(view, id, &ships_of(id))).collect();
    let names = rows.iter().map(|row| row[0].as_str()).chain([side]);
    let room = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let heading = [side, "Ships", "Speed", "Mounts", "Med", "Light", "Torp", "Flood", "Seen", "State"];
    close_table(&heading, &[2, 3, 4, 5, 6, 7, 8], rows, room.min(MAX_NAME_WIDTH))
}

fn division_row(view: &View, id: &Id, all: &[&Ship]) -> Vec<String> {
    let ships: Vec<&Ship> = all.iter().copied().filter(|ship| ship.is_in_action()).collect();
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let battery = |kind| {
        let has_battery = ships.iter().any(|ship| ship.card.battery(kind).is_some());
        let sum = ships.iter().fold(Fraction::ZERO, |sum, ship| sum + ship.battery_strength(kind));
        or_dash(has_battery.then(|| sum.to_string()))
    };
    let all_mounts: usize = all.iter().filter_map(|ship| ship.card.big.as_ref()).map(|big| big.mounts.len()).sum();
    let left: usize = ships.iter().map(|ship| ship.mounts_left().len()).sum();
    let torpedoes: u16 = ships.iter().map(|ship| u16::from(ship.torpedoes_left)).sum();
    let share = |ship: &&&Ship| 1000 * ship.flotation_hits() / ship.card.flotation.max(1);
    let flooded = ships.iter().filter(|ship| !ship.card.kind.is_coast_battery()).max_by_key(share);
    let slowest = ships.iter().map(|ship| ship.speed_allowance()).min();
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
        or_dash((0 < all_mounts).then(|| format!("{left}/{all_mounts}"))),
        battery(BatteryKind::Medium),
        battery(BatteryKind::Light),
        or_dash(all.iter().any(|ship| ship.card.torpedo.is_some()).then(|| torpedoes.to_string())),
        or_dash(flooded.map(|ship| format!("{}/{}", ship.flotation_hits(), ship.card.flotation))),
        or_dash((0 < seen).then(|| seen.to_string())),
        worst_damage(view.turn, all),
    ]
}

/// Returns the fates of ships out of action, then the worst damaged of the others: `1 sunk; Lion F2 M1, 1 more`.
fn worst_damage(turn: u16, ships: &[&Ship]) -> String {
    let mut gone: Vec<(String, usize)> = Vec::new();
    for ship in ships.iter().filter(|ship| !ship.is_in_action()) {
        let fate = fate_word(&ship.fate);
        match gone.iter_mut().find(|(known_fate, _)| *known_fate == fate) {
            Some((_, number)) => *number += 1,
            None => gone.push((fate, 1)),
        }
    }
    let all_gone = |number: usize| number == ships.len();
    let mut parts: Vec<String> = gone
        .into_iter()
        .map(|(fate, number)| if all_gone(number) { fate } else { format!("{number} {fate}") })
        .collect();
    let rank = |hurt: &[(usize, String)]| (hurt.first().map_or(LETTERS.len(), |(at, _)| *at), usize::MAX - hurt.len());
    let fighting = ships.iter().filter(|ship| ship.is_in_action());
    let mut hurt: Vec<(&str, Vec<(usize, String)>)> =
        fighting.map(|ship| (ship.card.name.as_str(), damage_letters(turn, ship))).collect();
    hurt.retain(|(_, hurt)| !hurt.is_empty());
    hurt.sort_by_key(|(_, hurt)| rank(hurt));
    if let [(name, hurt), others @ ..] = &hurt[..] {
        let more = if others.is_empty() { String::new() } else { format!(", {} more", others.len()) };
        parts.push(format!("{name} {}{more}", damage_text(hurt)));
    }
    parts.join("; ")
}

/// `1-2-1`: mounts left that bear ahead, abeam and astern. `1-2/1-1` if port and starboard differ. [6.4.1]
pub(super) fn guns_now(ship: &Ship) -> String {
    let left = |arc| ship.mounts_bearing(arc).to_string();
    let (port, starboard) = (left(Bearing::Port), left(Bearing::Starboard));
    let abeam = if port == starboard { port } else { format!("{port}/{starboard}") };
    [left(Bearing::Bow), abeam, left(Bearing::Stern)].join("-")
}

/// The state of a ship that may fire and whose engines and rudder work.
const IN_ACTION: &str = "in action";

/// Returns a ship's state in a few words.
pub fn ship_condition(turn: u16, ship: &Ship) -> String {
    if !ship.is_in_action() {
        return fate_word(&ship.fate);
    }
    let hurt =
        [(ship.are_weapons_barred(), "silent"), (is_stopped(ship), "stopped"), (ship.is_rudder_jammed(turn), "jammed")];
    let words: Vec<&str> = hurt.into_iter().filter_map(|(applies, word)| applies.then_some(word)).collect();
    if words.is_empty() { IN_ACTION.to_owned() } else { words.join(", ") }
}

/// Returns declarations, held hits and running torpedoes: in full and with force markers, or shorter and with seals.
pub(super) fn pending_lines(view: &View, in_full: bool) -> Vec<String> {
    let open = || view.this_move.declarations.iter().filter(|declaration| !declaration.fired);
    let has_other_battery = |declaration: &Declaration, kind: BatteryKind| {
        open().any(|other| other.battery == kind && share_a_line(declaration, other))
    };
    let declared = |declaration: &Declaration| {
        let both = declaration.battery == BatteryKind::Medium && has_other_battery(declaration, BatteryKind::Light);
        let guns = if both { "medium and light".to_owned() } else { declaration.battery.to_string() };
        if in_full {
            declaration_sentence_for(view, declaration, &guns)
        } else {
            format!("{}.", declaration_text(view, declaration, &guns))
        }
    };
    // One line covers both batteries of a ship at one target.
    let is_shown = |declaration: &&Declaration| {
        declaration.battery != BatteryKind::Light || !has_other_battery(declaration, BatteryKind::Medium)
    };
    let mut lines: Vec<String> = open().filter(is_shown).map(declared).collect();
    let held = |held_hit: &HeldHit| {
        format!("Held on {}: {}.", view.name(&held_hit.target), hit_count(held_hit.kind, held_hit.count))
    };
    lines.extend(view.held_hits.iter().map(held));
    if in_full {
        for marker in precontact::force_markers(view) {
            let at = marker.at.map(|at| format!(" at {at}")).unwrap_or_default();
            lines.push(format!("Force marker{at}: {} [{}].", view.name(&marker.division), precontact::MARKERS));
        }
    }
    lines.extend(view.own_markers().map(|marker| marker_line(view, marker, in_full)));
    if !in_full {
        let sealed = |seal: &Seal| format!("Plots of {} sealed: {}.", view.name(&seal.side), seal.code);
        lines.extend(view.seals.iter().map(sealed));
    }
    lines
}

fn marker_line(view: &View, marker: &Marker, in_full: bool) -> String {
    let name = if in_full { unambiguous_marker(view, &marker.id) } else { marker_name(&marker.id) };
    let (by, target) = (view.name(&marker.launcher), view.name(&marker.target));
    let dummy = if marker.dummy { ", a dummy" } else { "" };
    let (run, full_run) = (marker.distance_run(view.current_moment(), view.segment), marker.run);
    format!("Marker {name}{dummy}: {by} at {target}, run {run}\" of {full_run}\".")
}

/// Says which side's view shows what the table may not see. `None` for a side or the referee.
pub fn hidden_at_table_note(view: &View, what: &str) -> Option<String> {
    let side = view.setup.sides.first().filter(|_| view.viewer.is_table())?;
    Some(format!("The table sees no {what}: `pass to {}` shows that side's.", side.id))
}

/// Returns duties that must be done before the segment can close, then optional ones, one line each.
pub fn duties_text(view: &View) -> String {
    let (duties, segment) = (view.duties(), view.segment);
    let mut lines: Vec<String> = labels::duty_texts(view, &duties).iter().map(|duty| capital(&duty.line())).collect();
    if let Some(note) = hidden_at_table_note(view, "duties") {
        lines.push(note);
    } else if duties.is_empty() {
        lines.push(format!("Nothing is due in the {segment}. [{}]", turn::segment_rule(segment)));
    }
    if view.is_referee() && duties.iter().any(|duty| matches!(duty.task, Task::Preplot { .. })) {
        lines.push("`quickstart` runs all straight on until a ship is sighted, without these plots. [5.14]".to_owned());
    }
    lines.extend(view.optional_duties().iter().map(|duty| format!("Open: {}", labels::duty_line(view, duty))));
    lines.extend(special::reminder_lines(&view.special_rule_reminders()));
    // `Remember: Asama circles to port through turn 7. [8.4]`
    lines.extend(view.segment_reminders().iter().map(|jam| format!("Remember: {}", labels::duty_line(view, jam))));
    lines.join("\n")
}

/// Returns optional actions in this segment that the viewer may forget: repairs, and a side without any declaration.
pub fn forgotten_actions(view: &View) -> Vec<String> {
    let silent = gunnery::sides_without_declarations(view).into_iter().filter(|side| view.owns(side));
    let silence = |side: SideId| format!("{} has declared no fire. [{}]", view.name(&side), gunnery::DECLARING);
    let chances = view.optional_duties().into_iter().map(|duty| capital(&labels::duty_line(view, &duty)));
    chances.chain(silent.map(silence)).collect()
}

pub(super) fn end_sentence(before: &State, end: &BattleEnd) -> String {
    match end {
        BattleEnd::Duration => format!("The scenario is over: turn {} was the last.", before.setup.turns),
        BattleEnd::Exited(side) => {
            let home = before.side(side).map(|side| format!(", the {} one", edge_adjective(side.friendly_edge)));
            let name = before.name(side);
            format!("The scenario is over: {name} has left the table by its friendly edge{}.", home.unwrap_or_default())
        }
        BattleEnd::Decided { by, side } => {
            format!("The scenario is over: {} has met its condition (condition {by}).", before.name(side))
        }
        BattleEnd::Ruled(words) => format!("The scenario is over: {}", with_full_stop(words)),
        BattleEnd::SpecialRule(of) => special::ended_sentence(&before.setup, *of),
    }
}

/// Returns the next step before single ships can move or fire: forming forces, placing ships, preplots until contact.
pub(super) fn next_step_before_contact(view: &View) -> Option<String> {
    let text = if view.is_placing() {
        "The forces are not on the table yet: `duties` lists what comes next. [10.2]"
    } else if view.ships.is_empty() {
        "No ship is on the table: `help place` shows how to place one. [2.2]"
    } else if view.setup.sides.iter().any(|side| view.owns(&side.id) && view.is_on_preplots(&side.id)) {
        if view.is_referee() {
            "No enemy is known: divisions move by their preplots until contact, each turn or with `quickstart`. [5.13.3]"
        } else {
            "No enemy is known: divisions move by their preplots until contact. [5.13.3]"
        }
    } else {
        return None;
    };
    Some(sentence(text, 0).join("\n"))
}
