//! Campaigns and their battles: the odds before a battle, and whole campaigns by each general.
use divan::{Bencher, black_box};
use kaiser::{
    crystal::{self, Crystal, General, Policy, Rounds, Setup, Style},
    load,
    play::{Game, Seeded},
};

fn shipped(name: &str) -> Setup {
    Setup {
        scenario: load::campaign(&load::builtin(), name).expect("built in"),
        rules: crystal::rules::Rules::default(),
    }
}

/// Dice that look like chance (SplitMix64), the same for the same seed.
fn words(mut state: u64) -> impl FnMut() -> u32 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 32) as u32
    }
}

/// The army at the start against the garrisons of aidlon: marsh troll, town with a wizard, plain and capital.
#[divan::bench(args = [9, 14, 20, 23, 24])]
fn exact_odds(bencher: Bencher, area: u16) {
    let setup = shipped("aidlon");
    let state = Crystal::begin(&setup);
    let field = crystal::fielded(&state, area, *state.army()).expect("somebody stands there");
    bencher.bench(|| crystal::forecast(&setup, black_box(&field), Rounds::Die, Policy::default()).expect("followed"));
}

/// A whole campaign of aidlon in the mean of many seeds.
#[divan::bench(args = [Style::Thumb, Style::Odds, Style::Search])]
fn whole_campaign(bencher: Bencher, style: Style) {
    let setup = shipped("aidlon");
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let mut dice = Seeded::new(words(seed));
        crystal::campaign(&setup, &mut General::new(style), &mut dice, |_, _, _| {})
    });
}
