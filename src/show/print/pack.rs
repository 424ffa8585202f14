//! A pack: the parts that are wanted of a battle, or cards of the library, as pages.
use super::{
    backs, boats, briefing, card, charts,
    deck::{AnyCard, Known, Listed, of_battle, of_list},
    divisions, fleet,
    letters::Letters,
    paper::{Format, Leaf, Paper, Part, cutting, footed, slots},
    pen::Pen,
    result, small, trackers,
};
use naval::{measure::Id, tally::Tally};

/// How a pack is printed.
#[derive(Clone, Debug)]
pub struct Wish {
    pub parts: Vec<Part>,
    pub paper: Paper,
    pub format: Format,
    /// On both sides of the paper, turned over its long edge.
    pub duplex: bool,
    /// Cards of these ships alone; of all where it is empty.
    pub ships: Vec<Id>,
}

/// The pages of a battle: the parts that are wanted, in the order of a pack, numbered at their feet.
///
/// # Promise
/// Nothing of the battle is in them but what `known` and `tally` hold.
pub fn pack(letters: &Letters, known: &Known, tally: &Tally, wish: &Wish) -> Vec<Leaf> {
    let paper = wish.paper;
    let part = |part: &Part| match part {
        Part::Summary => fleet::fleet(letters, known, paper),
        Part::Briefing => briefing::briefing(letters, known, paper),
        Part::Cards => card_leaves(letters, &of_battle(known, &wish.ships), wish),
        Part::Divisions => divisions::divisions(letters, known, paper),
        Part::Trackers => trackers::trackers(letters, known, paper),
        Part::Charts => charts::charts(letters, known, paper),
        Part::Result => result::result(letters, known, tally, paper),
    };
    let wanted = Part::ALL.iter().filter(|part| wish.parts.contains(part));
    let leaves = wanted.flat_map(part).collect();
    let leaves = if wish.duplex { backs::two_sided(letters, leaves) } else { leaves };
    footed(letters, leaves, &format!("{} \u{2022} {}", known.setup.title, fleet::when(known)))
}

/// Pages of cards of the library.
pub fn listed(letters: &Letters, ships: &[Listed], wish: &Wish) -> Vec<Leaf> {
    let leaves = card_leaves(letters, &of_list(ships), wish);
    footed(letters, leaves, "Ships of the library")
}

/// Lays cards on pages, each page with its back where both sides are printed.
fn card_leaves(letters: &Letters, cards: &[AnyCard], wish: &Wish) -> Vec<Leaf> {
    let format = wish.format;
    let (page, places) = slots(wish.paper, format);
    let lay = |cards: &[AnyCard]| {
        let mut leaf = Leaf::new(Part::Cards, page);
        for (card, slot) in cards.iter().zip(&places) {
            let mut pen = Pen::new(letters);
            let size = format.cut_size().unwrap_or(card::SIZE);
            match (card, format.cut_size()) {
                (card, Some(size)) => small::small(&mut pen, card, size),
                (AnyCard::Ship(face), None) => card::card(&mut pen, face),
                (AnyCard::Boats(division), None) => boats::boats(&mut pen, division),
            }
            let scale = (slot.width / size.0).min(slot.height / size.1);
            let x = slot.x + (slot.width - size.0 * scale) / 2.0;
            let y = slot.y + (slot.height - size.1 * scale) / 2.0;
            leaf.add(pen.placed(x, y, scale));
        }
        leaf.add(cutting(letters, format, page, &places));
        leaf
    };
    let back = |cards: &[AnyCard]| backs::card_backs(letters, cards, page, &places, format);
    let pages = cards.chunks(places.len().max(1));
    pages.flat_map(|cards| [Some(lay(cards)), wish.duplex.then(|| back(cards))]).flatten().collect()
}
