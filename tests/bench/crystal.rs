//! Campaigns and their battles: the odds before a battle, and complete campaigns by each general.
use std::{fmt, time::Instant};

use crystal::{self, Crystal, Duration, Field, Forecast, General, Policy, Setup, Style};
use divan::{Bencher, black_box};
use play::{Game, Seeded};

fn shipped(name: &str) -> Setup {
    Setup {
        scenario: load::campaign(&naval_kit::builtin(), name).expect("built in"),
        rules: crystal::rules::Rules::default(),
    }
}

/// Pseudo-random dice (SplitMix64), the same for the same seed.
fn words(mut state: u64) -> impl FnMut() -> u32 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 32) as u32
    }
}

/// An area of aidlon and the battle for it, by the army at the start.
struct AreaBattle {
    setup: Setup,
    name: String,
    field: Field,
}

impl AreaBattle {
    fn odds(&self) -> Forecast {
        let policy = Policy::default();
        crystal::forecast(&self.setup, black_box(&self.field), Duration::Die, policy).expect("followed")
    }
}

impl fmt::Display for AreaBattle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Every area of aidlon that is defended.
fn every_area() -> Vec<AreaBattle> {
    let setup = shipped("aidlon");
    let state = Crystal::initial_state(&setup);
    let contest = |area: &crystal::Area| {
        let field = crystal::field_against(&state, area.id, *state.army())?;
        Some(AreaBattle { setup: setup.clone(), name: format!("{} {}", area.id, area.name), field })
    };
    setup.scenario.areas.iter().filter_map(contest).collect()
}

/// The area whose odds take longest.
fn slowest_area() -> Option<AreaBattle> {
    let took = |contest: &AreaBattle| {
        let start = Instant::now();
        contest.odds();
        start.elapsed()
    };
    every_area().into_iter().max_by_key(took)
}

/// Exact odds of the army at the start in every area of aidlon.
#[divan::bench(args = every_area())]
fn exact_odds(bencher: Bencher, contest: &AreaBattle) {
    bencher.bench(|| contest.odds());
}

/// The same in the area where they take longest, which the output names.
#[divan::bench(args = slowest_area())]
fn exact_odds_at_worst(bencher: Bencher, contest: &AreaBattle) {
    bencher.bench(|| contest.odds());
}

/// A complete campaign of aidlon, on average over many seeds.
#[divan::bench(args = [Style::Thumb, Style::Odds, Style::Search])]
fn whole_campaign(bencher: Bencher, style: Style) {
    let setup = shipped("aidlon");
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let mut dice = Seeded::new(words(seed));
        crystal::play_campaign(&setup, &mut General::new(style), &mut dice, |_, _, _| {})
    });
}
