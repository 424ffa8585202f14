//! `print` at the prompt: the current battle on paper.
use std::path::Path;

use super::{as_text, card_texts, default_parts, missing_letter_notes, ship_names, with_notes, write_all};
use crate::args::paper::{PAPERS, PARTS, SIZES, per_page};
use crate::{args::shared::value_of, viewers::viewer_for};
use naval::view::{View, Viewer};
use naval::{State, notation::PrintRequest};
use paper::{Paper, Part, PrintOptions, Typesetter};
use session::{Answer, Refusal};

const USAGE: &str = "print [summary|briefing|generation|cards|divisions|trackers|reference|charts|cutouts|result ...] [SHIP ...] [letter] [poker|index|1|2|4] [duplex] [side NAME] [to FILE]";
const DEFAULT_DPI: u32 = 150;

pub fn print_at_prompt(state: &State, reader: &Viewer, request: &PrintRequest) -> Result<Answer, Refusal> {
    let view = View::seen_by(state, &viewer_for(state, reader, request.side.as_ref())?);
    let mut options = PrintOptions {
        parts: request.words.iter().filter_map(|word| value_of(&PARTS, word)).collect(),
        paper: request.words.iter().filter_map(|word| value_of(&PAPERS, word)).next_back().unwrap_or(Paper::A4),
        format: request.words.iter().filter_map(|word| value_of(&SIZES, word)).next_back(),
        duplex: request.words.contains(&"duplex"),
        ships: request.units.iter().flat_map(|unit| view.ships_of(unit)).map(|ship| ship.id.clone()).collect(),
        balance: None,
    };
    if let Some(cards) = request.per_page {
        options.format = Some(per_page(&cards.to_string()).map_err(|what| Refusal::read(what).hint(USAGE))?);
    }
    if options.parts.is_empty() {
        let cards_alone = !options.ships.is_empty();
        options.parts = if cards_alone { vec![Part::Cards] } else { default_parts(state, !view.is_referee()) };
    }
    let typesetter = Typesetter::open();
    let pages = paper::pack(&typesetter, &view, &options);
    match &request.file {
        Some(file) => {
            let notes = missing_letter_notes(None, &typesetter, &ship_names(&view), &pages, &view.setup.title);
            Ok(with_notes(write_all(&typesetter, &view.setup.title, pages, Path::new(file), DEFAULT_DPI)?, &notes))
        }
        None => Ok(as_text(&pages, &card_texts(&view, &options.ships))),
    }
}
