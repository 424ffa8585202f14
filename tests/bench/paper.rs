//! How fast ships become printed paper.
use std::sync::Arc;

use ::paper::{Format, Leaf, Letters, Listed, Paper, Part, Wish, listed, pdf};
use divan::Bencher;

/// Cards of forty ships of the library as one document. Bar: 1 s.
#[divan::bench(sample_count = 20)]
fn forty_cards_as_pdf(bencher: Bencher) {
    let sources = naval_kit::builtin();
    let charts = ["rjw", "ww1"].map(|war| Arc::new(load::charts(&sources, war).expect("built in")));
    let ships: Vec<Listed> = load::ships(&sources)
        .expect("built in")
        .into_iter()
        .filter(|ship| ship.card.big.is_some())
        .take(40)
        .map(|ship| {
            let charts = charts[usize::from(ship.war == *"ww1")].clone();
            Listed { card: ship.card, charts, on: ship.on }
        })
        .collect();
    let wish = Wish {
        parts: vec![Part::Cards],
        paper: Paper::A4,
        format: Some(Format::Two),
        duplex: false,
        ships: Vec::new(),
        balance: None,
    };
    bencher.bench_local(|| {
        let letters = Letters::open();
        let pages: Vec<String> = listed(&letters, &ships, &wish).into_iter().map(Leaf::svg).collect();
        pdf(&letters, "Cards", &pages, |_| ()).expect("lawful pages")
    });
}
