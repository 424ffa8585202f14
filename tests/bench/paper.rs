//! The speed of printing ships.
use std::sync::Arc;

use ::paper::{Format, LibraryShip, Paper, Part, PrintOptions, PrintedPage, Typesetter, library_cards, pdf};
use divan::Bencher;

/// Cards of forty ships of the library as one document. Target: 1 s.
#[divan::bench(sample_count = 20)]
fn forty_cards_as_pdf(bencher: Bencher) {
    let sources = naval_kit::builtin();
    let charts = ["rjw", "ww1"].map(|war| Arc::new(load::charts(&sources, war).expect("built in")));
    let ships: Vec<LibraryShip> = load::ships(&sources)
        .expect("built in")
        .into_iter()
        .filter(|ship| ship.card.big.is_some())
        .take(40)
        .map(|ship| {
            let charts = charts[usize::from(ship.war == *"ww1")].clone();
            LibraryShip { card: ship.card, charts, day: ship.on }
        })
        .collect();
    let options = PrintOptions {
        parts: vec![Part::Cards],
        paper: Paper::A4,
        format: Some(Format::Two),
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    bencher.bench_local(|| {
        let letters = Typesetter::open();
        let pages: Vec<String> = library_cards(&letters, &ships, &options).into_iter().map(PrintedPage::svg).collect();
        pdf(&letters, "Cards", &pages, |_| ()).expect("legal pages")
    });
}
