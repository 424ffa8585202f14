//! `print` at the prompt: paper of the battle as it stands.
use std::path::Path;

use super::{card_texts, known, part_word, told, usual_parts, write_all};
use crate::{passing, problem::Problem, session::Answer};
use naval::{
    State,
    measure::Id,
    notation,
    view::{self, Viewer},
};
use show::print::{self, Format, Letters, Paper, Part, Wish};

const USAGE: &str = "print [summary|briefing|cards|divisions|trackers|charts|result ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]";
/// Dots to the inch where nobody says how many.
const DOTS: u32 = 150;

/// Paper of the battle for whoever reads, as a line at the prompt asks for it.
///
/// # Errors
/// Words that are no part of such a line, names that the reader does not know, a file that is there already.
pub fn at_prompt(state: &State, reader: &Viewer, words: &str) -> Result<Answer, Problem> {
    let mut wish = Wish { parts: Vec::new(), paper: Paper::A4, format: Format::Two, duplex: false, ships: Vec::new() };
    let (mut side, mut file, mut names) = (None, None, Vec::new());
    let mut words = words.split_whitespace().map(|word| word.trim_end_matches(','));
    while let Some(word) = words.next() {
        let low = word.to_lowercase();
        if let Some(part) = Part::ALL.into_iter().find(|part| part_word(*part) == low) {
            wish.parts.push(part);
            continue;
        }
        match low.as_str() {
            "a4" => wish.paper = Paper::A4,
            "letter" => wish.paper = Paper::Letter,
            "poker" => wish.format = Format::Poker,
            "index" => wish.format = Format::Index,
            "duplex" => wish.duplex = true,
            "1" => wish.format = Format::One,
            "2" => wish.format = Format::Two,
            "4" => wish.format = Format::Four,
            "side" => {
                side = Some(words.next().ok_or_else(|| Problem::new("side needs a name").hint(USAGE))?.to_owned())
            }
            "to" => {
                let name: Vec<&str> = words.by_ref().collect();
                if name.is_empty() {
                    return Err(Problem::new("to needs the name of a file").hint("print cards to cards.pdf"));
                }
                file = Some(name.join(" "));
            }
            _ => names.push(word.to_owned()),
        }
    }
    let side = reading(state, reader, side)?;
    let known_state = side.as_ref().map_or_else(|| state.clone(), |side| view::known_to(state, side));
    for name in names {
        let unit = notation::unit(&known_state, &name).map_err(|fault| {
            Problem::new(fault.what).rule(fault.rule).hint(fault.hint.unwrap_or_else(|| USAGE.to_owned()))
        })?;
        wish.ships.extend(known_state.ships_of(&unit).map(|ship| ship.id.clone()));
    }
    if wish.parts.is_empty() {
        let cards_alone = !wish.ships.is_empty();
        wish.parts = if cards_alone { vec![Part::Cards] } else { usual_parts(state, side.is_some()) };
    }
    let letters = Letters::open();
    let (known, tally) = known(state, side.as_ref());
    let leaves = print::pack(&letters, &known, &tally, &wish);
    match file {
        Some(file) => write_all(&letters, &known.setup.title, leaves, Path::new(&file), DOTS),
        None => Ok(told(&leaves, &card_texts(state, side.as_ref(), &wish.ships))),
    }
}

/// Through whose eyes: those of whoever reads, or, for the referee, of a side that he names.
fn reading(state: &State, reader: &Viewer, named: Option<String>) -> Result<Option<Id>, Problem> {
    let named = named.map(|name| passing::side(state, &name)).transpose()?;
    match (reader, named) {
        (Viewer::Referee, named) => Ok(named),
        (Viewer::Side(own), Some(side)) if *own != side => {
            let what = format!("that is not for {} to see", state.name(own));
            Err(Problem::new(what).hint("pass to referee"))
        }
        (Viewer::Side(own), _) => Ok(Some(own.clone())),
    }
}
