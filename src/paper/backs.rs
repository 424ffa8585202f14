//! Draws the reverse of each page: card backs, and ruled pages behind sheets. A pack printed on both sides (turned over
//! its long edge) thus keeps every card and sheet on a separate piece of paper.
use crate::{
    ASIDE, Cut, DeckCard, Face, FlotillaCard, Format, HEAD, MARGIN, Part, Pen, PrintedPage, SOFT, Style, Typesetter,
    card, paper::Slot,
};
use show::lines::{capital, navy_name, of_class, type_word};

/// Distance from the edge of a back to its frame, as a fraction of its height.
const FRAME: f64 = 0.045;
const RULE_STEP: f64 = 9.0;

/// Returns the position on the back behind a slot of the front. The paper is turned over its long edge.
pub fn mirrored_slot(page: (f64, f64), slot: Slot) -> Slot {
    if page.1 < page.0 {
        Slot { y: page.1 - slot.y - slot.height, ..slot }
    } else {
        Slot { x: page.0 - slot.x - slot.width, ..slot }
    }
}

pub fn card_backs(
    letters: &Typesetter,
    cards: &[DeckCard],
    page: (f64, f64),
    places: &[Slot],
    format: Format,
) -> PrintedPage {
    let mut printed_page = PrintedPage::new(Part::Cards, page);
    for (card, slot) in cards.iter().zip(places) {
        let slot = mirrored_slot(page, *slot);
        let size = format.small().unwrap_or(card::SIZE);
        let mut pen = Pen::with_scale(letters, slot.scale(size));
        card_back(&mut pen, card, size);
        printed_page.add(slot.draw_fitted(pen, size));
    }
    printed_page
}

/// Draws what identifies a card face down: name, type and owner.
fn card_back(pen: &mut Pen, card: &DeckCard, (width, height): (f64, f64)) {
    let edge = height * FRAME;
    pen.area((edge, edge), (width - 2.0 * edge, height - 2.0 * edge), 0.5, None);
    pen.area((edge + 1.2, edge + 1.2), (width - 2.0 * edge - 2.4, height - 2.0 * edge - 2.4), 0.15, None);
    let (kind, name, text, owner) = match card {
        DeckCard::Ship(face) => ship_words(face),
        DeckCard::Boats(boats) => boats_words(boats),
    };
    let (middle, room) = (width / 2.0, width - 2.0 * edge - 8.0);
    let unit = width.min(height) / 63.0;
    let line = |share: f64| height * share;
    pen.fit_words(middle, line(0.36), Style::new(Cut::Bold, 12.0 * unit).ink(SOFT).middle(), &kind, room);
    pen.rule((middle - 0.2 * width, line(0.43)), (middle + 0.2 * width, line(0.43)), 0.4);
    let bold = Style::new(Cut::Bold, 6.6 * unit).middle();
    pen.fit_words(middle, line(0.54), bold, &pen.fitting_name(bold, &name, room), room);
    let mut style = Style::new(Cut::Italic, 3.6 * unit).ink(SOFT).middle();
    let depth =
        |style: Style| pen.letters.break_lines(style.cut, style.size, &text, room).len() as f64 * style.size * 1.28;
    while line(0.18) < depth(style) && pen.smallest() < style.size {
        style.size = (style.size * 0.94).max(pen.smallest());
    }
    pen.paragraph(middle, line(0.62), style, &text, room);
    pen.fit_words(middle, line(0.82), Style::new(Cut::Semibold, 3.6 * unit).middle(), &owner, room);
}

fn ship_words(face: &Face) -> (String, String, String, String) {
    let card = face.card;
    let number = face.number.map(|number| format!("{number}  \u{2022}  ")).unwrap_or_default();
    let description = format!("{}{}", capital(type_word(card.kind)), of_class(&card.class));
    let owner = if face.sighting.is_some() { face.division.clone() } else { navy_name(&card.navy) };
    (card.kind.to_string(), card.name.clone(), description, format!("{number}{owner}"))
}

fn boats_words(boats: &FlotillaCard) -> (String, String, String, String) {
    let kind = boats.ships.first().map(|boat| boat.card.kind);
    let names: Vec<&str> = boats.ships.iter().map(|boat| boat.card.name.as_str()).collect();
    let kind = kind.map(|kind| kind.to_string()).unwrap_or_default();
    (kind, boats.name.clone(), names.join(", "), boats.side.clone())
}

fn ruled_back(letters: &Typesetter, front: &PrintedPage) -> PrintedPage {
    let (width, height) = (front.width, front.height);
    let mut page = PrintedPage::new(front.part, (width, height));
    let mut pen = Pen::new(letters);
    pen.words(MARGIN, MARGIN + 4.0, HEAD, "NOTES");
    pen.words(width - MARGIN, MARGIN + 4.0, ASIDE.right(), "signals, orders, measured ranges");
    pen.ruled_lines((MARGIN, MARGIN + 8.0), width - 2.0 * MARGIN, RULE_STEP, height - MARGIN);
    page.add(pen.into_group(0.0, 0.0, 1.0));
    page
}

/// Inserts backs: a ruled page behind every page of division sheets, an empty one behind every page to cut up. Also
/// inserts a ruled page behind the last page of another part if the next part would begin there.
/// Pages of cards already have backs.
pub fn two_sided(letters: &Typesetter, pages: Vec<PrintedPage>) -> Vec<PrintedPage> {
    let mut both: Vec<PrintedPage> = Vec::with_capacity(pages.len() * 2);
    let mut pages = pages.into_iter().peekable();
    while let Some(page) = pages.next() {
        if page.part == Part::Cutouts {
            // Empty, because print on this side would be cut too.
            let back = PrintedPage::new(page.part, (page.width, page.height));
            both.extend([page, back]);
            continue;
        }
        let ends_part = page.part == Part::Divisions
            || pages.peek().is_none_or(|next| next.part != page.part || !next.plain_text.is_empty());
        let is_front = both.len().is_multiple_of(2);
        let back = (ends_part && is_front && page.part != Part::Cards).then(|| ruled_back(letters, &page));
        both.push(page);
        both.extend(back);
    }
    both
}
