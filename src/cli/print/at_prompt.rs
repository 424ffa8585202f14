//! `print` at the prompt: the current battle on paper.
use std::path::Path;

use super::{card_texts, names_of, noted, told, unlettered, usual_parts, write_all};
use crate::args::paper::{PAPERS, PARTS, SIZES, per_page};
use crate::{args::shared::meant, eyes::eyes_of};
use naval::view::{View, Viewer};
use naval::{State, notation::PrintAsked};
use paper::{Letters, Paper, Part, Wish};
use session::{Refusal, Told};

const USAGE: &str = "print [summary|briefing|generation|cards|divisions|trackers|reference|charts|cutouts|result ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]";
/// Dots to the inch by default.
const DOTS: u32 = 150;

/// Prints the battle for the reader, as a line at the prompt requests.
pub fn at_prompt(state: &State, reader: &Viewer, asked: &PrintAsked) -> Result<Told, Refusal> {
    let view = View::seen_by(state, &eyes_of(state, reader, asked.side.as_ref())?);
    let mut wish = Wish {
        parts: asked.words.iter().filter_map(|word| meant(&PARTS, word)).collect(),
        paper: asked.words.iter().filter_map(|word| meant(&PAPERS, word)).next_back().unwrap_or(Paper::A4),
        format: asked.words.iter().filter_map(|word| meant(&SIZES, word)).next_back(),
        duplex: asked.words.contains(&"duplex"),
        ships: asked.units.iter().flat_map(|unit| view.ships_of(unit)).map(|ship| ship.id.clone()).collect(),
        balance: None,
    };
    if let Some(cards) = asked.per_page {
        wish.format = Some(per_page(&cards.to_string()).map_err(|what| Refusal::read(what).hint(USAGE))?);
    }
    if wish.parts.is_empty() {
        let cards_alone = !wish.ships.is_empty();
        wish.parts = if cards_alone { vec![Part::Cards] } else { usual_parts(state, !view.is_referee()) };
    }
    let letters = Letters::open();
    let leaves = paper::pack(&letters, &view, &wish);
    match &asked.file {
        Some(file) => {
            let notes = unlettered(None, &letters, &names_of(&view), &leaves, &view.setup.title);
            Ok(noted(write_all(&letters, &view.setup.title, leaves, Path::new(file), DOTS)?, &notes))
        }
        None => Ok(told(&leaves, &card_texts(&view, &wish.ships))),
    }
}
