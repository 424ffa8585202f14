//! `print` at the prompt: paper of the battle as it stands.
use std::path::Path;

use super::{card_texts, names_of, noted, told, unlettered, usual_parts, write_all};
use crate::args::paper::{PAPERS, PARTS, SIZES, per_page};
use crate::{args::shared::meant, eyes::eyes, picture::file_named};
use naval::view::{View, Viewer};
use naval::{State, notation};
use paper::{Letters, Paper, Part, Wish};
use session::{Answer, Problem};

const USAGE: &str = "print [summary|briefing|generation|cards|divisions|trackers|reference|charts|cutouts|result ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]";
/// Dots to the inch where nobody says how many.
const DOTS: u32 = 150;

/// Paper of the battle for whoever reads, as a line at the prompt asks for it.
pub fn at_prompt(state: &State, reader: &Viewer, words: &str) -> Result<Answer, Problem> {
    let mut wish =
        Wish { parts: Vec::new(), paper: Paper::A4, format: None, duplex: false, ships: Vec::new(), balance: None };
    let (mut side, mut file, mut names) = (None, None, Vec::new());
    let mut words = words.split_whitespace().map(|word| word.trim_end_matches(','));
    while let Some(word) = words.next() {
        let low = word.to_lowercase();
        if let Some(part) = meant(&PARTS, &low) {
            wish.parts.push(part);
        } else if let Some(paper) = meant(&PAPERS, &low) {
            wish.paper = paper;
        } else if let Some(format) = meant(&SIZES, &low).or_else(|| per_page(&low).ok()) {
            wish.format = Some(format);
        } else if low == "duplex" {
            wish.duplex = true;
        } else if low == "side" {
            side = Some(words.next().ok_or_else(|| Problem::new("side needs a name").hint(USAGE))?);
        } else if low == "to" {
            file = Some(file_named(words.by_ref(), "print cards to cards.pdf")?);
        } else {
            names.push(word);
        }
    }
    let view = View::seen_by(state, &eyes(state, reader, side)?);
    for name in names {
        let unit = notation::unit(&view, name).map_err(|fault| {
            Problem::new(fault.what).rule(fault.rule).hint(fault.hint.unwrap_or_else(|| USAGE.to_owned()))
        })?;
        wish.ships.extend(view.ships_of(&unit).map(|ship| ship.id.clone()));
    }
    if wish.parts.is_empty() {
        let cards_alone = !wish.ships.is_empty();
        wish.parts = if cards_alone { vec![Part::Cards] } else { usual_parts(state, !view.is_referee()) };
    }
    let letters = Letters::open();
    let leaves = paper::pack(&letters, &view, &wish);
    match file {
        Some(file) => {
            let notes = unlettered(None, &letters, &names_of(&view), &leaves, &view.setup.title);
            Ok(noted(write_all(&letters, &view.setup.title, leaves, Path::new(&file), DOTS)?, &notes))
        }
        None => Ok(told(&leaves, &card_texts(&view, &wish.ships))),
    }
}
