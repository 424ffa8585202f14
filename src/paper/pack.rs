//! Makes the pages of a pack: the wanted parts of a battle, or cards of the library.
use crate::deck::split_divisions;
use crate::paper::{cutting_marks, footer_slots, slots, with_footers};
use crate::{
    DeckCard, FlotillaCard, Format, LibraryShip, Paper, Part, Pen, PrintedPage, Typesetter, backs, battle_cards, boats,
    briefing, card, charts, cutouts, divisions, fleet, generation, reference, result, ship_cards, situation, small,
    trackers,
};
use naval::{Id, rules::generated::with_all_drawable_ships, view::View};

#[derive(Clone, Debug)]
pub struct PrintOptions {
    pub parts: Vec<Part>,
    pub paper: Paper,
    /// Size of the cards. By default two to a page, or four if there are many.
    pub format: Option<Format>,
    /// Whether to print on both sides, turned over the long edge.
    pub duplex: bool,
    /// Ships whose cards are wanted. Empty means all.
    pub ships: Vec<Id>,
    /// Balance of the scenario, if many battles of it were simulated.
    pub balance: Option<String>,
}

/// Returns the pages of a battle: the wanted parts in the order of a pack, numbered at the foot.
///
/// # Promise
/// The pages contain nothing of the battle but what the view holds.
pub fn pack(letters: &Typesetter, view: &View, options: &PrintOptions) -> Vec<PrintedPage> {
    let (title, when) = (&view.setup.title, situation::moment_text(view));
    let pages = pages_without_numbers(letters, view, options);
    with_footers(letters, pages, &[&format!("{title} \u{2022} {when}"), &when, title])
}

/// As [`pack`], for a document that has other pages too.
pub fn pages_without_numbers(letters: &Typesetter, view: &View, options: &PrintOptions) -> Vec<PrintedPage> {
    let paper = options.paper;
    // Before a generated battle's forces are drawn, any ship of its tables may come.
    let future_state = view.is_placing().then(|| with_all_drawable_ships(view));
    let future_view = future_state.as_ref().map(|state| View::seen_by(state, &view.viewer));
    let future_view = future_view.as_ref().unwrap_or(view);
    let part = |part: &Part| match part {
        Part::Summary => fleet::fleet_pages(letters, view, options),
        Part::Briefing => briefing::briefing_pages(letters, view, paper),
        Part::Generation => generation::generation(letters, view, paper),
        Part::Cards => card_pages(letters, battle_cards(future_view, &options.ships), options, view.setup.hidden),
        Part::Divisions => divisions::divisions(letters, (view, future_view), paper),
        Part::Trackers => trackers::trackers(letters, view, paper),
        Part::Reference => reference::reference(letters, future_view, paper),
        Part::Charts => charts::chart_pages(letters, future_view, paper),
        Part::Cutouts => cutouts::cutouts(letters, view, paper),
        Part::Result => result::result_pages(letters, view, paper),
    };
    let wanted = Part::ALL.iter().filter(|part| options.parts.contains(part));
    let pages = wanted.flat_map(part).collect();
    if options.duplex { backs::two_sided(letters, pages) } else { pages }
}

pub fn library_cards(letters: &Typesetter, ships: &[LibraryShip], options: &PrintOptions) -> Vec<PrintedPage> {
    let pages = card_pages(letters, ship_cards(ships), options, false);
    with_footers(letters, pages, &["Ships of the library"])
}

/// Lays cards on pages, with backs for duplex. Two sides share a page only if that saves a sheet and nothing is hidden.
fn card_pages(letters: &Typesetter, cards: Vec<DeckCard>, options: &PrintOptions, hidden: bool) -> Vec<PrintedPage> {
    const MANY: usize = 24;
    let default_format = if MANY < cards.len() { Format::Four } else { Format::Two };
    let format = options.format.unwrap_or(default_format);
    let (page, places) = slots(options.paper, format);
    let size = format.small().unwrap_or(card::SIZE);
    let measure = Pen::with_scale(letters, places.first().map_or(1.0, |slot| slot.scale(size)));
    let max_ships = |boats: &FlotillaCard| match format.small() {
        Some(size) => small::max_ships_on_card(&measure, boats, size),
        None => boats::max_ships_on_card(&measure, boats),
    };
    let cards = &split_divisions(cards, max_ships)[..];
    let lay_page = |cards: &[DeckCard]| {
        let mut printed_page = PrintedPage::new(Part::Cards, page);
        printed_page.foot = footer_slots(page, &places);
        for (card, slot) in cards.iter().zip(&places) {
            let mut pen = Pen::with_scale(letters, slot.scale(size));
            match (card, format.small()) {
                (card, Some(size)) => small::draw_small_card(&mut pen, card, size),
                (DeckCard::Ship(face), None) => card::draw_card(&mut pen, face),
                (DeckCard::Boats(division), None) => boats::draw_flotilla(&mut pen, division),
            }
            printed_page.add(slot.draw_fitted(pen, size));
        }
        printed_page.add(cutting_marks(letters, format, page, &places));
        printed_page
    };
    let back_page = |cards: &[DeckCard]| backs::card_backs(letters, cards, page, &places, format);
    let cards_per_page = places.len().max(1);
    let sides = cards.chunk_by(|left, right| right.side().is_none() || left.side() == right.side());
    let by_side: Vec<&[DeckCard]> = sides.flat_map(|cards| cards.chunks(cards_per_page)).collect();
    let together: Vec<&[DeckCard]> = cards.chunks(cards_per_page).collect();
    let pages = if hidden || together.len() == by_side.len() { by_side } else { together };
    let pages = pages.into_iter();
    pages.flat_map(|cards| [Some(lay_page(cards)), options.duplex.then(|| back_page(cards))]).flatten().collect()
}
