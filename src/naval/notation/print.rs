//! A command to the one line in which it is printed; reading that line gives the command again.
use super::{
    formations, generated,
    plot::plot_text,
    precontact,
    reader::looks_numeric,
    settings::{self, TABLE, print_because},
    torpedo::record_text,
    words::{fold, quoted, words},
};
use crate::{
    Command,
    chart::Quality,
    collision::HowMet,
    command::{Block, Denied, Light, Met, Target},
    measure::{Id, Inches},
    setup::Edge,
    state::{Marker, State},
    table::Place,
};

/// The canonical text of a command, such as `target asahi at retvizan range 8.0`.
pub fn print(state: &State, command: &Command) -> String {
    let name = |id: &Id| name(state, id);
    match command {
        Command::Next { to, waive } => {
            let to = to.map(|segment| format!(" to {}", segment.word())).unwrap_or_default();
            let waive = waive.as_ref().map(|reason| format!(" waive {}", quoted(reason))).unwrap_or_default();
            format!("next{to}{waive}")
        }
        Command::Measure { from, to, range, bearing } => {
            let arc = bearing.map(|bearing| format!(" arc {bearing}")).unwrap_or_default();
            format!("measure {} {} {range}{arc}", name(from), name(to))
        }
        Command::Sight { unit, seen, by } => {
            let by: String = by.iter().map(name).map(|by| format!(" {by}")).collect();
            let by = if by.is_empty() { by } else { format!(" by{by}") };
            format!("{} {}{by}", if *seen { "sight" } else { "unsight" }, name(unit))
        }
        Command::Illuminate { by, target, with, range, clear } => {
            let with = match with {
                Light::Searchlight => "searchlight",
                Light::Starshell => "starshell",
            };
            format!("illuminate {} {} {with}{}{}", name(by), name(target), range_words(*range), clear_word(*clear))
        }
        Command::Target(target) => print_target(state, target),
        Command::Declared { side } => match side {
            Some(side) => format!("declared {}", name(side)),
            None => "declared".to_owned(),
        },
        Command::Fire { units, apart } => {
            let units: Vec<String> = units.iter().map(name).collect();
            let units = if units.is_empty() { "all".to_owned() } else { units.join(" ") };
            format!("fire {units}{}", if *apart { " apart" } else { "" })
        }
        Command::FireSome { units, apart, salvoes } => {
            let all = print(state, &Command::Fire { units: units.clone(), apart: *apart });
            format!("{all} salvoes {salvoes}")
        }
        Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear } => {
            let dummy = if *dummy { " dummy" } else { "" };
            let blocked = blocked_by.map(|block| format!(" blocked by {}", block_word(block))).unwrap_or_default();
            format!(
                "launch {} at {} factors {factors} run {run} {bearing} marker {marker}{dummy}{blocked}{}",
                name(by),
                name(target),
                clear_word(*clear)
            )
        }
        Command::Meet { marker, targets, in_line } => {
            let met = |met: &[Met]| {
                let ships: Vec<String> =
                    met.iter().map(|met| format!("{} angle {}", name(&met.ship), met.angle_deg)).collect();
                ships.join(" and ")
            };
            let line = if in_line.is_empty() { String::new() } else { format!(" line {}", met(in_line)) };
            let met = if targets.is_empty() { String::new() } else { format!(" {}", met(targets)) };
            format!("meet {}{met}{line}", name(marker))
        }
        Command::Miss { marker } => format!("miss {}", name(marker)),
        Command::TorpedoCheck { side } => format!("torpedoes {}", name(side)),
        Command::CoupDeGrace { by, target, range, factors, clear } => {
            let (range, clear) = (range_words(*range), clear_word(*clear));
            format!("coup {} at {}{range} factors {factors}{clear}", name(by), name(target))
        }
        Command::Repair { ship, item } => format!("repair {} {item}", name(ship)),
        Command::Fires { ship } => format!("fires {}", ship.as_ref().map_or_else(|| "all".to_owned(), name)),
        Command::Damage { unit } => format!("damage {}", unit.as_ref().map_or_else(|| "all".to_owned(), name)),
        Command::Smoke { ship } => format!("smoke {}", name(ship)),
        Command::React { division } => format!("react {}", name(division)),
        Command::Orders { unit, range, repeaters } => {
            let repeaters = repeaters.map(|count| format!(" repeaters {count}")).unwrap_or_default();
            format!("orders {}{}{repeaters}", name(unit), range_words(*range))
        }
        Command::NoneInReach { side } => {
            let side = side.as_ref().map(|side| format!(" {}", name(side))).unwrap_or_default();
            format!("none in reach{side}")
        }
        Command::Collide { one, other, how } => {
            let how = match how {
                None => "",
                Some(HowMet::Ram) => " ram",
                Some(HowMet::BowToBow) => " bow",
                Some(HowMet::Scrape) => " scrape",
            };
            format!("collide {} {}{how}", name(one), name(other))
        }
        Command::Ashore { ship } => format!("collide {} land", name(ship)),
        Command::Plot { unit, plot, advance, launches } => {
            let mut line = format!("plot {} {}", name(unit), plot_text(plot));
            if let Some(speed) = plot.speed {
                line.push_str(&format!(" speed {speed}"));
            }
            if !plot.smoke.is_empty() {
                let makers: Vec<String> = plot.smoke.iter().map(name).collect();
                line.push_str(&format!(" smoke {}", makers.join(" ")));
            }
            line.push_str(if *advance { " next" } else { "" });
            for record in launches {
                line.push_str(&format!(" {}", record_text(record)));
            }
            line
        }
        Command::Seal { side, salt, salts: _ } => {
            let side = side.as_ref().map(|side| format!(" {}", name(side))).unwrap_or_default();
            let salt = if salt.is_empty() { String::new() } else { format!(" salt {}", quoted(salt)) };
            format!("seal{side}{salt}")
        }
        Command::Place { ship, card: _, side, at, speed } => {
            let side = side.as_ref().map(|side| format!(" side {}", name(side))).unwrap_or_default();
            let speed = speed.map(|speed| format!(" speed {speed}")).unwrap_or_default();
            format!("place {} {}{speed}{side}", name(ship), place_words(*at))
        }
        Command::FormDivision { division, ships } => {
            let ships: Vec<String> = ships.iter().map(name).collect();
            format!("division {} {}", name(division), ships.join(" "))
        }
        Command::Formation { formation, divisions, lines } => {
            formations::print_formation(state, formation, divisions, lines)
        }
        Command::Disband { formation } => format!("formation {} disband", name(formation)),
        Command::Reform { formation, lines, speed } => formations::print_reform(state, formation, lines, *speed),
        Command::Flag { division, ship } => format!("flag {} {}", name(division), name(ship)),
        Command::Checks { on } => format!("checks {}", if *on { "on" } else { "off" }),
        Command::Generate { side } => generated::print_generate(state, side.as_ref()),
        Command::Approach { side, from } => generated::print_approach(state, side, *from),
        Command::Deploy { division, at, speed } => generated::print_deploy(state, division, *at, *speed),
        Command::Preplot { unit, plots } => precontact::print_preplot(state, unit, plots),
        Command::QuickStart { speeds, turns } => precontact::print_quick_start(state, speeds, *turns),
        Command::HalfMoves { side } => match side {
            Some(side) => format!("half {}", name(side)),
            None => "half".to_owned(),
        },
        Command::Speed { unit, speed } => format!("speed {} {speed}", name(unit)),
        Command::Exit { ship, by, because } => {
            let by = by.map(|edge| format!(" by {}", edge_word(edge))).unwrap_or_default();
            let because = because.as_ref().map(|words| format!(" {}", print_because(words))).unwrap_or_default();
            format!("exit {}{by}{because}", name(ship))
        }
        Command::Note { words } => format!("note {}", quoted(words)),
        Command::Set { unit, setting, because } => {
            let whole = setting.is_of_the_table() && *unit == *TABLE;
            let unit = if whole { String::new() } else { format!("{} ", name(unit)) };
            format!("set {unit}{} {}", settings::print(setting), print_because(because))
        }
        Command::End { because } => match because {
            Some(because) => format!("end {}", print_because(because)),
            None => "end".to_owned(),
        },
    }
}

/// `at 10 20 heading 90`, to the last ten-thousandth that was typed.
pub(super) fn place_words(at: Place) -> String {
    format!("at {} {} heading {}", at.x.as_f64(), at.y.as_f64(), at.heading.as_f64())
}

fn clear_word(clear: bool) -> &'static str {
    if clear { " clear" } else { "" }
}

fn range_words(range: Option<Inches>) -> String {
    range.map(|range| format!(" range {range}")).unwrap_or_default()
}

fn print_target(state: &State, order: &Target) -> String {
    let mut line = format!("target {} at {}", name(state, &order.firer), name(state, &order.target));
    let mut say = |words: String| {
        line.push(' ');
        line.push_str(&words);
    };
    if let Some(range) = order.range {
        say(format!("range {range}"));
    }
    if let Some(bearing) = order.bearing {
        say(format!("arc {bearing}"));
    }
    if let Some(battery) = order.battery {
        say(format!("battery {battery}"));
    }
    let seen = &order.conditions;
    let denied = |what| seen.denied.contains(&what);
    for (words, degrees, what) in [
        ("turned", seen.turned_deg, Denied::Turned),
        ("target turned", seen.target_turned_deg, Denied::TargetTurned),
        ("courses", seen.courses_deg, Denied::Courses),
    ] {
        if degrees != 0 || denied(what) {
            say(format!("{words} {degrees}"));
        }
    }
    if let Some(ship) = &seen.through {
        say(format!("through {}", name(state, ship)));
    } else if denied(Denied::Through) {
        say("through nobody".to_owned());
    }
    if seen.downwind {
        say("downwind".to_owned());
    } else if denied(Denied::Downwind) {
        say("downwind no".to_owned());
    }
    if let Some(quality) = seen.visibility {
        say(format!("visibility {}", quality_word(quality)));
    }
    if let Some(block) = seen.blocked_by {
        say(format!("blocked by {}", block_word(block)));
    } else if denied(Denied::Block) {
        say("clear".to_owned());
    }
    line
}

fn quality_word(quality: Quality) -> &'static str {
    match quality {
        Quality::Poor => "poor",
        Quality::VeryPoor => "very-poor",
        Quality::Extreme => "extreme",
    }
}

fn block_word(block: Block) -> &'static str {
    match block {
        Block::Smoke => "smoke",
        Block::Land => "land",
    }
}

fn edge_word(edge: Edge) -> &'static str {
    match edge {
        Edge::North => "north",
        Edge::East => "east",
        Edge::South => "south",
        Edge::West => "west",
    }
}

/// Words of the grammar that stand where names stand.
const KEYWORDS: [&str; 51] = [
    "a",
    "ahead",
    "all",
    "and",
    "angle",
    "apart",
    "arc",
    "at",
    "battery",
    "bearing",
    "because",
    "big",
    "blocked",
    "both",
    "bow",
    "broadside",
    "by",
    "clear",
    "courses",
    "d",
    "dice",
    "disband",
    "downwind",
    "dummy",
    "extreme",
    "factor",
    "factors",
    "in",
    "interval",
    "light",
    "line",
    "marker",
    "medium",
    "no",
    "nobody",
    "on",
    "poor",
    "port",
    "range",
    "run",
    "searchlight",
    "speed",
    "starboard",
    "starshell",
    "stern",
    "target",
    "through",
    "to",
    "together",
    "turned",
    "very",
];

/// An id as it can be typed anywhere: in quotation marks when the grammar would read it as something else.
pub fn name(state: &State, id: &Id) -> String {
    let word = marker_letter(state, id).or_else(|| own_word(state, id)).unwrap_or(id.as_str());
    let read = words(word);
    let one = read.len() == 1 && read[0].text == word && !read[0].quoted;
    let keyword = KEYWORDS.contains(&word.to_lowercase().as_str())
        || settings::Dial::named(word).is_some()
        || matches!(word, TABLE | "very-poor" | "visibility" | "waive" | "with" | "meets" | ">");
    if one && !keyword && !looks_numeric(word) && !fold(word, false).is_empty() && means(state, id) {
        word.to_owned()
    } else {
        quoted(word)
    }
}

/// A marker is called by its letter, unless both sides have one of that letter on the table.
fn marker_letter<'a>(state: &State, id: &'a Id) -> Option<&'a str> {
    let named = |one: &&Marker| one.is_called(id);
    let (known, alike) = (state.markers.iter().any(|one| one.id == *id), state.markers.iter().filter(named).count());
    (known && alike == 1).then(|| Marker::letter(id))
}

/// A formation, or a division that a side has named, goes by the word alone, unless both sides have one of that name.
fn own_word<'a>(state: &State, id: &'a Id) -> Option<&'a str> {
    let formations = state.formations.iter().map(|one| &one.id);
    let divisions = state.divisions.iter().map(|one| &one.id);
    let alike = |ids: &mut dyn Iterator<Item = &Id>| ids.filter(|one| one.word() == id.word()).count() == 1;
    let alone = match (state.formation(id), state.division(id)) {
        (Some(_), _) => alike(&mut formations.into_iter()),
        (None, Some(_)) => alike(&mut divisions.into_iter()),
        (None, None) => false,
    };
    alone.then(|| id.word())
}

fn means(state: &State, id: &Id) -> bool {
    let known = state.ship(id).is_some() || state.division(id).is_some() || state.side(id).is_some();
    known || state.formation(id).is_some() || state.markers.iter().any(|marker| marker.id == *id)
}
