//! A typed line: an order to the referee's book, or a word to the program.
use super::{
    hand::Mode,
    problem::Problem,
    taking_back::{Amending, TakingBack, redo_steps},
};
use naval::{Reason, State, gunnery, notation, state::Segment};
use play::Halt;

/// What a line asks for.
#[derive(Debug)]
pub enum Line {
    Nothing,
    /// A command of the game, with the faces typed after it.
    Order(Box<notation::Typed>),
    Undo(TakingBack),
    /// So many commands that were taken back.
    Redo(usize),
    Why(Option<usize>),
    Amend(Amending),
    Status,
    Duties,
    Card(String),
    Tally,
    Log,
    Odds(String),
    Rules(Vec<String>),
    Table(String),
    /// The briefing of a side.
    View(Option<String>),
    /// Sealed plots, of a side or of both.
    Reveal(Option<String>),
    /// To whom the keyboard goes.
    Pass(String),
    /// The referee's word, or none where it is to be asked for.
    Word(Option<String>),
    /// Positions, of one unit or of all.
    Where(Option<String>),
    /// Division sheets, of one division or of all.
    Sheet(Option<String>),
    /// A map, as its words ask for it.
    Map(String),
    Print(String),
    /// What is to be done with the miniatures, of one unit or of all.
    Moves(Option<String>),
    /// Ranges to all enemies, of one unit or of all.
    Ranges(Option<String>),
    /// What the program measures itself between two tracked ships.
    Survey(String),
    Dice(Mode),
    Help(Option<String>),
    Quit,
}

/// Bytes of the longest line that is read: a note of several pages.
const LONGEST: usize = 10_000;

/// Whether a line is short enough to be read.
///
/// # Errors
/// It is longer than anybody types.
pub fn not_too_long(text: &str) -> Result<(), Problem> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let what = format!("the line has {} bytes, and a line has at most {LONGEST}", text.len());
    Err(Problem::new(what).hint("several lines, or several notes"))
}

/// Reads a line in the light of the state.
///
/// # Errors
/// One clear fault, with its place in the line.
pub fn read(state: &State, text: &str) -> Result<Line, Problem> {
    not_too_long(text)?;
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(Line::Nothing);
    }
    let (verb, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(verb, rest)| (verb, rest.trim()));
    let entry = |word: &str| {
        let number = word.trim_start_matches('#').parse::<usize>();
        number.map_err(|_| Problem::new(format!("\"{word}\" is no number of an entry")).hint("`log` shows the numbers"))
    };
    // Words to the program may be cut short like any verb.
    let word = notation::verb(verb).map_or_else(|_| verb.to_lowercase(), |help| help.verb.to_owned());
    // These tell everything that whoever reads may know: a word more would be taken for a choice.
    let lone = ["status", "duties", "tally", "log"].contains(&word.as_str());
    if lone && !rest.is_empty() && !rest.starts_with('#') {
        let hint = match state.setup.sides.first() {
            Some(side) => format!("{word}; or pass to {}, and then {word}", side.id),
            None => word.clone(),
        };
        return Err(Problem::new(format!("{word} takes nothing after it: \"{rest}\"")).hint(hint));
    }
    Ok(match word.as_str() {
        "status" => Line::Status,
        "duties" => Line::Duties,
        "undo" => Line::Undo(TakingBack::read(if rest.starts_with('#') { "" } else { rest })?),
        "redo" => Line::Redo(redo_steps(if rest.starts_with('#') { "" } else { rest })?),
        "target" | "fire" if rest.is_empty() && nobody_fires(state, &word).is_some() => {
            return Err(nobody_fires(state, &word).unwrap_or_else(|| Problem::new("nobody fires")));
        }
        "why" if rest.is_empty() => Line::Why(None),
        "why" => Line::Why(Some(entry(rest)?)),
        "amend" => {
            let example = format!("amend 12 because \"wrong ship\" {}", notation::example(state, "target"));
            Line::Amend(Amending::read(rest, &example)?)
        }
        "card" if rest.is_empty() => {
            return Err(Problem::new("card needs a ship").hint(notation::example(state, "card")));
        }
        "card" => Line::Card(rest.to_owned()),
        "tally" => Line::Tally,
        "log" => Line::Log,
        "odds" if rest.is_empty() => {
            return Err(Problem::new("odds needs a ship").hint(notation::example(state, "odds")));
        }
        "odds" => Line::Odds(rest.to_owned()),
        "rules" => Line::Rules(rest.split_whitespace().map(str::to_owned).collect()),
        "table" | "tables" => Line::Table(rest.to_owned()),
        "view" => Line::View((!rest.is_empty()).then(|| rest.to_owned())),
        "reveal" => Line::Reveal((!rest.is_empty()).then(|| rest.to_owned())),
        "pass" => {
            let to = rest.strip_prefix("to ").unwrap_or(rest).trim();
            if to.is_empty() || to == "to" {
                return Err(Problem::new("pass needs a side, the table or the referee").hint("pass to referee"));
            }
            Line::Pass(to.to_owned())
        }
        "referee" => match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
            ("word", word) => Line::Word(Some(word.trim().to_owned()).filter(|word| !word.is_empty())),
            _ => return Err(Problem::new("the referee sets a word").hint("referee word")),
        },
        "sheet" => Line::Sheet((!rest.is_empty()).then(|| rest.to_owned())),
        "where" | "ranges" if is_pair(state, rest) => Line::Survey(rest.to_owned()),
        "where" => Line::Where((!rest.is_empty()).then(|| rest.to_owned())),
        "map" => Line::Map(rest.to_owned()),
        "print" => Line::Print(rest.to_owned()),
        "move" => Line::Moves((!rest.is_empty()).then(|| rest.to_owned())),
        "ranges" => Line::Ranges((!rest.is_empty()).then(|| rest.to_owned())),
        "measure" if rest.eq_ignore_ascii_case("all") => Line::Ranges(None),
        "measure" if !rest.chars().any(|mark| mark.is_ascii_digit()) || notation::two_units(state, rest).is_some() => {
            Line::Survey(rest.to_owned())
        }
        "dice" => match rest.to_lowercase().as_str() {
            "ask" => Line::Dice(Mode::Ask),
            "roll" => Line::Dice(Mode::Roll),
            _ => return Err(Problem::new("dice are asked for or rolled").hint("dice ask, or dice roll")),
        },
        "help" => Line::Help((!rest.is_empty()).then(|| rest.to_owned())),
        "quit" => Line::Quit,
        "exit" | "bye" if rest.is_empty() => Line::Quit,
        _ => Line::Order(Box::new(notation::parse(state, text).map_err(|fault| faulty(text, fault))?)),
    })
}

/// Why the verb of a declaration, or of fire, cannot be asked for what it lacks.
fn nobody_fires(state: &State, verb: &str) -> Option<Problem> {
    let refused = |reason| super::refused(state, &Halt::Refused { reason, rule: gunnery::DECLARING });
    let verb = if verb == "fire" { "fire" } else { "target" };
    if state.over.is_some() {
        return Some(refused(Reason::Over));
    }
    if state.segment != Segment::Gunfire {
        return Some(refused(Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb }));
    }
    if verb == "fire" {
        let is_open = state.declarations.iter().any(|one| !one.fired);
        return (!is_open).then(|| refused(Reason::NothingDeclared { unit: None }));
    }
    let says = "nobody may declare now: no ship with guns to spare has an enemy in sight and reach";
    let problem = || Problem::new(says).rule(Some(gunnery::DECLARING)).hint("next; or ranges, to see who lies where");
    gunnery::may_declare(state).is_empty().then(problem)
}

/// Whether words that name no unit together name two of them.
fn is_pair(state: &State, words: &str) -> bool {
    notation::unit(state, words).is_err() && notation::two_units(state, words).is_some()
}

/// A fault of notation with its place in the line.
pub fn faulty(text: &str, fault: notation::Fault) -> Problem {
    let shown = Some(fault.caret(text));
    Problem { shown, ..Problem::new(fault.what).rule(fault.rule).maybe_hint(fault.hint) }
}
