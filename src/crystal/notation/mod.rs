//! Commands as text, both ways.
use crate::model::{AreaId, Army, Command, Fault, Kind, Spell, State, Troop, Troops, nearest, rules};

/// Every verb with an example.
pub const VERBS: [(&str, &str); 13] = [
    ("event", "event"),
    ("lose", "lose SK 2BD"),
    ("buy", "buy 2 BD"),
    ("done", "done"),
    ("move", "move 7"),
    ("stay", "stay"),
    ("explore", "explore"),
    ("battle", "battle"),
    ("magic", "magic"),
    ("cast", "cast blast at HC"),
    ("hold", "hold"),
    ("fight", "fight"),
    ("retreat", "retreat 5"),
];

/// A typed line as a command.
///
/// # Errors
/// One clear fault with the nearest lawful thing to type.
pub fn parse(state: &State, line: &str) -> Result<Command, Fault> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else {
        return Err(Fault::new("nothing was typed").hint("event, or `next`"));
    };
    let alone = |command: Command| match rest {
        [] => Ok(command),
        _ => Err(Fault::new(format!("{verb} takes no more words")).hint(verb.to_lowercase())),
    };
    match verb.to_lowercase().as_str() {
        "event" => alone(Command::Event),
        "done" => alone(Command::Done),
        "stay" => alone(Command::Stay),
        "explore" => alone(Command::Explore),
        "battle" => alone(Command::Battle),
        "magic" => alone(Command::Magic),
        "hold" => alone(Command::Hold),
        "fight" => alone(Command::Fight),
        "lose" => lose(&rest.join(" ")),
        "buy" => buy(rest),
        "move" | "go" => Ok(Command::Move { to: area(state, &rest.join(" "), "move 7")? }),
        "retreat" => Ok(Command::Retreat { to: area(state, &rest.join(" "), "retreat 5")? }),
        "cast" => cast(state, rest),
        "free" => free(rest),
        other => {
            let near = nearest(other, VERBS.iter().map(|(verb, _)| *verb).chain(["free"]));
            let hint = near.map_or_else(|| "help".to_owned(), |near| format!("did you mean {near}? `help` lists all"));
            Err(Fault::new(format!("\"{other}\" is no command")).hint(hint))
        }
    }
}

/// Units as they are typed: `2SK BD`, also `2 SK BD`.
fn lose(text: &str) -> Result<Command, Fault> {
    let mut joined = String::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let number = word.chars().all(|letter| letter.is_ascii_digit());
        joined.push_str(word);
        joined.push_str(if number { "" } else { " " });
    }
    let sample = || Kind::FIGHTERS.map(Kind::code).join(", ");
    let troops = Troops::read(&joined).map_err(|fault| fault.rule(rules::LOSSES).hint(sample()))?;
    if troops.0.is_empty() {
        return Err(Fault::new("lose needs units").rule(rules::LOSSES).hint("lose SK 2BD"));
    }
    if let Some(strange) = troops.0.iter().find(|band| band.troop.kind == Kind::Monster) {
        return Err(Fault::new(format!("{} is no unit of yours", strange.troop))
            .rule(rules::LOSSES)
            .hint("lose SK 2BD"));
    }
    Ok(Command::Lose { army: troops.recruits() })
}

fn kind(word: &str) -> Result<Kind, Fault> {
    let codes = Kind::RECRUITS.map(Kind::code);
    Kind::coded(word).ok_or_else(|| {
        let near =
            nearest(word, codes).map_or_else(|| codes.join(", "), |near| format!("{near}; {}", codes.join(", ")));
        Fault::new(format!("\"{word}\" is no unit")).rule(rules::UNITS).hint(near)
    })
}

fn buy(words: &[&str]) -> Result<Command, Fault> {
    let (count, code) = match words {
        [one] => {
            let digits = one.len() - one.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
            (if digits == 0 { "1" } else { &one[..digits] }, &one[digits..])
        }
        [count, code] => (*count, *code),
        _ => return Err(Fault::new("buy needs a number and a unit").rule(rules::RECRUITMENT).hint("buy 2 BD")),
    };
    let wrong = || Fault::new(format!("\"{count}\" is no number of units")).rule(rules::RECRUITMENT).hint("buy 2 BD");
    Ok(Command::Buy { count: count.parse().map_err(|_| wrong())?, kind: kind(code)? })
}

/// An area by number or by the start of its name.
///
/// # Errors
/// No such area, or several.
pub fn area(state: &State, text: &str, sample: &str) -> Result<AreaId, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::new("an area is missing").rule(rules::MOVEMENT).hint(sample));
    }
    let areas = &state.scenario().areas;
    if let Ok(id) = text.parse::<AreaId>() {
        return Ok(id);
    }
    let lower = text.to_lowercase();
    let begins: Vec<_> = areas.iter().filter(|area| area.name.to_lowercase().starts_with(&lower)).collect();
    match begins[..] {
        [one] => Ok(one.id),
        [] => {
            let near = nearest(text, areas.iter().map(|area| area.name.as_str()));
            let hint = near.map_or_else(|| sample.to_owned(), |near| format!("did you mean {near}?"));
            Err(Fault::new(format!("there is no area \"{text}\"")).rule(rules::AREA).hint(hint))
        }
        _ => {
            let names: Vec<String> = begins.iter().map(|area| format!("{} ({})", area.name, area.id)).collect();
            Err(Fault::new(format!("several areas begin with \"{text}\"")).rule(rules::AREA).hint(names.join(", ")))
        }
    }
}

const SAMPLE: &str = "cast blast at HC";

fn cast(state: &State, words: &[&str]) -> Result<Command, Fault> {
    let known = || state.scenario().spells.iter().map(|known| known.spell.name());
    let names = || known().collect::<Vec<_>>().join(", ");
    let Some((word, rest)) = words.split_first() else {
        return Err(Fault::new("cast needs a spell")
            .rule(rules::SPELLS)
            .hint(format!("{SAMPLE}; spells: {}", names())));
    };
    let lower = word.to_lowercase().replace("armour", "armor");
    if lower == "none" || lower == "nothing" {
        return Ok(Command::Hold);
    }
    let spell = Spell::ALL.into_iter().find(|spell| spell.name() == lower);
    let spell = spell.ok_or_else(|| {
        let hint = nearest(&lower, known()).map_or_else(names, |near| format!("{near}; {}", names()));
        Fault::new(format!("\"{word}\" is no spell")).rule(rules::SPELLS).hint(hint)
    })?;
    let rest = match rest {
        ["at" | "on", rest @ ..] => rest,
        rest => rest,
    };
    let targets = targets(state, &rest.join(" "))?;
    Ok(Command::Cast { spell, at: targets })
}

/// Units at which a spell goes: types by their letters, monsters by the start of their name.
fn targets(state: &State, text: &str) -> Result<Vec<Troop>, Fault> {
    let mut found = Vec::new();
    let roster = || state.field.roster.iter().map(|rank| &rank.troop);
    let parts = text.split([',', '+']).flat_map(|part| {
        let codes = part.split_whitespace().all(|word| coded(word).is_some());
        if codes { part.split_whitespace().collect() } else { vec![part.trim()] }
    });
    for part in parts.filter(|part| !part.is_empty()) {
        if let Some((count, kind)) = coded(part) {
            found.extend(std::iter::repeat_n(Troop::of(kind), usize::from(count.min(9))));
            continue;
        }
        let lower = part.to_lowercase();
        let named = |troop: &&Troop| {
            let begins = troop.name.as_ref().is_some_and(|name| name.to_lowercase().starts_with(&lower));
            begins || troop.to_string().to_lowercase() == lower
        };
        let troop = roster().find(named).cloned().ok_or_else(|| {
            let there: Vec<String> = roster().map(Troop::to_string).collect();
            let hint = if there.is_empty() { SAMPLE.to_owned() } else { there.join(", ") };
            Fault::new(format!("\"{part}\" is nobody on this field")).rule(rules::SPELLS).hint(hint)
        })?;
        found.push(troop);
    }
    Ok(found)
}

fn coded(word: &str) -> Option<(u8, Kind)> {
    let digits = word.len() - word.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let count = if digits == 0 { 1 } else { word[..digits].parse().ok()? };
    Some((count, Kind::coded(&word[digits..]).filter(|kind| *kind != Kind::Monster)?))
}

fn free(words: &[&str]) -> Result<Command, Fault> {
    match words {
        [word] if matches!(word.to_lowercase().as_str(), "none" | "nothing" | "nobody") => {
            Ok(Command::Free { kind: None })
        }
        [word] => Ok(Command::Free { kind: Some(kind(word)?) }),
        _ => Err(Fault::new("free needs one unit, or none").rule(rules::CONQUEST).hint("free BD, or free none")),
    }
}

/// A command as it would be typed.
pub fn print(command: &Command) -> String {
    match command {
        Command::Event => "event".to_owned(),
        Command::Lose { army } => format!("lose {army}"),
        Command::Buy { count, kind } => format!("buy {count} {kind}"),
        Command::Done => "done".to_owned(),
        Command::Move { to } => format!("move {to}"),
        Command::Stay => "stay".to_owned(),
        Command::Explore => "explore".to_owned(),
        Command::Battle => "battle".to_owned(),
        Command::Magic => "magic".to_owned(),
        Command::Cast { spell, at } => {
            let at: Vec<String> = at.iter().map(Troop::to_string).collect();
            format!("cast {} at {}", spell.name(), at.join(", "))
        }
        Command::Hold => "hold".to_owned(),
        Command::Fight => "fight".to_owned(),
        Command::Retreat { to } => format!("retreat {to}"),
        Command::Free { kind: Some(kind) } => format!("free {kind}"),
        Command::Free { kind: None } => "free none".to_owned(),
    }
}

/// An army of one unit of a type.
pub fn one(kind: Kind) -> Army {
    Army::of(kind, 1)
}
