//! Tries values of a captain's weight in battles: `cargo bench -p bench --bench fit_weights -- 24 later_fire 0.4 0.6`.
//!
//! Each value is tried on even battles. The best of them is then reported on odd battles, which nothing was fitted on.
use std::env;

use admirals::{BattleStart, Captain, Commander, LADDER, Level, Player, Policy, Weights, continue_from, seed_of};
use naval::model::battle_results::{BattleResults, PlayerLead};
use naval::model::{Setup, doctrine::Doctrine};
use naval::{Naval, State};
use naval_kit::scenario;
use play::Game;

const SEED: u64 = 1905;
const USAGE: &str = "cargo bench -p bench --bench fit_weights -- BATTLES WEIGHT VALUE [VALUE]...";

fn main() {
    // Cargo adds `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let (n, name, values) = match &words[..] {
        [n, name, values @ ..] if !values.is_empty() => (n.parse().expect(USAGE), name, values),
        _ => panic!("{USAGE}"),
    };
    let weights_with = |value: &String| {
        let mut weights = Weights::HOUSE;
        let weight = weights.by_name(name);
        *weight.unwrap_or_else(|| panic!("one of {:?}", Weights::NAMES)) = value.parse().expect(USAGE);
        weights
    };
    println!(
        "{name}: lead over a midshipman in standard errors, battles of the ladder won and lost, figures of history met"
    );
    let even: Vec<Score> = values.iter().map(|value| Score::measure(&weights_with(value), n, 0)).collect();
    values.iter().zip(&even).for_each(|(value, score)| println!("even  {value:>6}  {score}"));
    let best = (0..values.len()).max_by(|left, right| even[*left].total().total_cmp(&even[*right].total()));
    let value = &values[best.expect(USAGE)];
    println!("odd   {value:>6}  {}", Score::measure(&weights_with(value), n, 1));
}

/// How well captains with certain weights play, and how closely their battles agree with history.
struct Score {
    /// Sum of the leads in the battles of the ladder, each in standard errors.
    errors: f64,
    better: usize,
    worse: usize,
    met: usize,
    judged: usize,
}

impl Score {
    /// Fights `n` pairs of each battle of the ladder, and `n` of each of history: even ones (0) or odd ones (1).
    fn measure(weights: &Weights, n: u64, parity: u64) -> Score {
        let mut score = Score { errors: 0.0, better: 0, worse: 0, met: 0, judged: 0 };
        for name in LADDER {
            let setup = scenario(name);
            let captains = |index| captain(&setup, index, weights);
            let midshipmen = |index| Commander::new(Level::Midshipman, card(&setup, index)).policy();
            let first = battles(&setup, &[captains(0), midshipmen(1)], n, parity);
            let second = battles(&setup, &[midshipmen(0), captains(1)], n, parity);
            let lead = PlayerLead::from_battles(&first, &second);
            score.errors += lead.mean / lead.error.max(0.01);
            score.better += usize::from(lead.is_better());
            score.worse += usize::from(lead.is_worse());
        }
        for chronicle in load::history(&naval_kit::builtin()).expect("the figures of history") {
            let setup = chronicle.with_turns(&scenario(chronicle.scenario.as_str()));
            let captains: Vec<_> = (0..setup.sides.len()).map(|index| captain(&setup, index, weights)).collect();
            let state: State = Naval::initial_state(&setup);
            let compared = chronicle.compare_with(&state, &battles(&setup, &captains, n, parity));
            for figure in compared.iter().filter(|compared| compared.figure.is_judged()) {
                score.judged += 1;
                score.met += usize::from(figure.is_history_in_middle());
            }
        }
        score
    }

    /// One standard error counts as much as one figure.
    fn total(&self) -> f64 {
        self.errors + self.met as f64
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Score { errors, better, worse, met, judged } = self;
        write!(f, "{errors:+6.1}  {better:2} won {worse:2} lost  {met} of {judged}")
    }
}

fn card(setup: &Setup, index: usize) -> Doctrine {
    let cards = load::doctrines(&naval_kit::builtin()).expect("the doctrine cards");
    Doctrine::for_side(&cards, setup, &setup.sides[index].id)
}

fn captain(setup: &Setup, index: usize, weights: &Weights) -> Box<dyn Policy> {
    Box::new(Captain::new(card(setup, index)).with_weights(weights.clone()))
}

/// Fights battles on two cores, in the order of their numbers: 2, 4, 6 or 1, 3, 5.
fn battles(setup: &Setup, policies: &[Box<dyn Policy>], n: u64, parity: u64) -> BattleResults {
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let start = BattleStart::from_setup(setup);
    let fight = |all: &mut Vec<_>, index: u64| {
        let number = 2 * (index + 1) - parity;
        all.push((number, continue_from(&start, &players, seed_of(SEED, number), false, &|| false).result));
    };
    let mut fought = search::run_parallel(n, 2, fight, |_| ()).concat();
    fought.sort_by_key(|(number, _)| *number);
    BattleResults { battles: fought.into_iter().map(|(_, result)| result).collect() }
}
