//! Steel and Crystal at the prompt.
mod auto;
mod chances;
mod maps;
mod past;
mod session;
mod simulate;

use std::{path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::{
    args::{CrystalPlay, CrystalVerb},
    open,
    output::Out,
    problem::Problem,
};
use crystal::{Crystal, Setup, State, rules::Rules, text::Fault};
use load::{self, Sources};
use play::{Ask, Halt, HaltOf};
use show::{Refusal, crystal as words};

pub use maps::of_journal as map;
pub use past::{log, show, untallied, verify};
pub use session::go_on;

/// The name of the campaign in line 1 of a journal, and as a command.
pub const NAME: &str = "crystal";
/// What is played when nobody says otherwise.
pub const FIRST: &str = "aidlon";

/// `kaiser crystal [SCENARIO|FILE]`.
///
/// # Errors
/// A wrong scenario or switch; the journal cannot be made.
pub fn begin(sources: &Sources, game: &CrystalPlay, out: &mut Out) -> Result<ExitCode, Problem> {
    match &game.verb {
        Some(CrystalVerb::Simulate(asked)) => {
            return simulate::simulate(sources, asked, out).map(|()| ExitCode::SUCCESS);
        }
        Some(CrystalVerb::Battles(asked)) => return simulate::battles(sources, asked, out).map(|()| ExitCode::SUCCESS),
        None => {}
    }
    match game.what.as_deref() {
        Some("list") => list(sources, out),
        what => session::begin(sources, game, setup(sources, what.unwrap_or(FIRST), &game.rules)?, out),
    }
}

/// `kaiser crystal list`: every campaign with its name.
fn list(sources: &Sources, out: &mut Out) -> Result<ExitCode, Problem> {
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    for name in load::campaign_names(sources) {
        let scenario = load::campaign(sources, &name).map_err(open::flawed)?;
        lines.push(format!(
            "{name:<14} {}, {} areas, {} turns",
            scenario.name,
            scenario.areas.len(),
            scenario.turn_limit
        ));
        values.push(json!({
            "id": name, "name": scenario.name, "areas": scenario.areas.len(), "turns": scenario.turn_limit,
            "introduction": scenario.introduction, "source": scenario.source,
        }));
    }
    out.both(lines.join("\n"), &Value::Array(values));
    Ok(ExitCode::SUCCESS)
}

/// Whether a file is the journal of a campaign.
pub fn named(file: &Path) -> bool {
    open::game_of(file).is_some_and(|game| game == NAME)
}

/// A built-in campaign or a file, with its switches.
///
/// # Errors
/// No such campaign, every flaw of a file, or a wrong switch.
pub fn setup(sources: &Sources, what: &str, rules: &[String]) -> Result<Setup, Problem> {
    let file = Path::new(what).extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
    let scenario =
        if file { load::campaign_text(what, &open::read(Path::new(what))?) } else { load::campaign(sources, what) };
    let scenario = scenario.map_err(open::flawed)?;
    let mut switches = Rules::default();
    for rule in rules {
        let (key, value) = rule
            .split_once('=')
            .ok_or_else(|| Problem::usage(format!("\"{rule}\" is no switch")).hint("key=value, parted by commas"))?;
        switches.set(key.trim(), value.trim()).map_err(|fault| Problem { code: 2, ..faulty(&fault) })?;
    }
    Ok(Setup { scenario, rules: switches })
}

/// A refusal as the one clear error.
fn problem(refusal: Refusal) -> Problem {
    Problem::new(refusal.what).rule(refusal.rule).maybe_hint(refusal.hint)
}

/// A fault of typed text as the one clear error.
fn faulty(fault: &Fault) -> Problem {
    problem(words::fault(fault))
}

/// A halt of the rules as the one clear error.
fn halted(state: &State, halt: HaltOf<Crystal>) -> Problem {
    match halt {
        Halt::Refused { reason, rule } => problem(words::refused(state, &reason, rule)),
        Halt::NeedsRoll { ask, missing } => {
            let sample: Vec<&str> = std::iter::repeat_n("4", usize::from(missing)).collect();
            let what = format!("needs {missing} D{} more ({})", ask.sides, purpose(state, &ask));
            Problem::new(what).rule(Some(ask.rule)).hint(format!("add the faces: dice {}", sample.join(" ")))
        }
        Halt::NoSuchFace { ask, face } => {
            let what = format!("{face} is no face of a D{} ({})", ask.sides, purpose(state, &ask));
            Problem::new(what).rule(Some(ask.rule)).hint(format!("1 to {}", ask.sides))
        }
    }
}

/// What a die is thrown for, without its paragraph.
fn purpose(state: &State, ask: &Ask<crystal::Purpose>) -> String {
    let text = words::ask(state, ask);
    text.split(" [").next().unwrap_or(&text).to_owned()
}
