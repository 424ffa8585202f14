//! A command to the one line in which it is printed; reading that line gives the command again.
use super::{
    reader::looks_numeric,
    settings::{self, TABLE, print_because},
    words::{fold, quoted, words},
};
use crate::naval::{
    Command,
    chart::Quality,
    command::{Block, Light, Met, Setting, Target},
    measure::Id,
    setup::Edge,
    ship::Bearing,
    state::State,
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
        Command::Sight { unit, seen } => format!("{} {}", if *seen { "sight" } else { "unsight" }, name(unit)),
        Command::Illuminate { by, target, with, range } => {
            let with = match with {
                Light::Searchlight => "searchlight",
                Light::Starshell => "starshell",
            };
            format!("illuminate {} {} {with} range {range}", name(by), name(target))
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
        Command::Launch { by, target, factors, run, bearing, marker, dummy } => {
            let dummy = if *dummy { " dummy" } else { "" };
            format!(
                "launch {} at {} factors {factors} run {run} {bearing} marker {marker}{dummy}",
                name(by),
                name(target)
            )
        }
        Command::Meet { marker, targets, in_line } => {
            let met = |met: &[Met]| {
                let ships: Vec<String> =
                    met.iter().map(|met| format!("{} angle {}", name(&met.ship), met.angle_deg)).collect();
                ships.join(" and ")
            };
            let line = if in_line.is_empty() { String::new() } else { format!(" line {}", met(in_line)) };
            format!("meet {} {}{line}", name(marker), met(targets))
        }
        Command::Miss { marker } => format!("miss {}", name(marker)),
        Command::TorpedoCheck { side } => format!("torpedoes {}", name(side)),
        Command::CoupDeGrace { by, target, range, factors } => {
            format!("coup {} at {} range {range} factors {factors}", name(by), name(target))
        }
        Command::Repair { ship, item } => format!("repair {} {item}", name(ship)),
        Command::Fires { ship } => format!("fires {}", ship.as_ref().map_or_else(|| "all".to_owned(), name)),
        Command::Damage { unit } => format!("damage {}", unit.as_ref().map_or_else(|| "all".to_owned(), name)),
        Command::React { division } => format!("react {}", name(division)),
        Command::Speed { unit, speed } => format!("speed {} {speed}", name(unit)),
        Command::Exit { ship, by } => {
            let by = by.map(|edge| format!(" by {}", edge_word(edge))).unwrap_or_default();
            format!("exit {}{by}", name(ship))
        }
        Command::Note { words } => format!("note {}", quoted(words)),
        Command::Set { unit, setting, because } => {
            let whole = matches!(setting, Setting::SightingBase(_) | Setting::Visibility(_)) && *unit == *TABLE;
            let unit = if whole { String::new() } else { format!("{} ", name(unit)) };
            format!("set {unit}{} {}", settings::print(setting), print_because(because))
        }
        Command::End { because } => match because {
            Some(because) => format!("end {}", print_because(because)),
            None => "end".to_owned(),
        },
    }
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
    if order.bearing != Bearing::default() {
        say(format!("arc {}", order.bearing));
    }
    if let Some(battery) = order.battery {
        say(format!("battery {battery}"));
    }
    let seen = &order.conditions;
    for (words, degrees) in
        [("turned", seen.turned_deg), ("target turned", seen.target_turned_deg), ("courses", seen.courses_deg)]
    {
        if degrees != 0 {
            say(format!("{words} {degrees}"));
        }
    }
    if let Some(ship) = &seen.through {
        say(format!("through {}", name(state, ship)));
    }
    if seen.downwind {
        say("downwind".to_owned());
    }
    if let Some(quality) = seen.visibility {
        say(format!("visibility {}", quality_word(quality)));
    }
    if let Some(block) = seen.blocked_by {
        say(format!("blocked by {}", block_word(block)));
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
const KEYWORDS: [&str; 43] = [
    "a",
    "all",
    "and",
    "angle",
    "apart",
    "arc",
    "at",
    "battery",
    "because",
    "big",
    "blocked",
    "both",
    "bow",
    "broadside",
    "by",
    "courses",
    "d",
    "dice",
    "downwind",
    "dummy",
    "extreme",
    "factor",
    "factors",
    "in",
    "light",
    "line",
    "marker",
    "medium",
    "on",
    "poor",
    "port",
    "range",
    "run",
    "searchlight",
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
pub(super) fn name(state: &State, id: &Id) -> String {
    let word = id.as_str();
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

fn means(state: &State, id: &Id) -> bool {
    let known = state.ship(id).is_some() || state.division(id).is_some() || state.side(id).is_some();
    known || state.markers.iter().any(|marker| marker.id == *id)
}
