//! The best of a few arms by successive halving: found, within the budget, the same for any number of threads.
use play::Rng;
use search::{Experiment, HalvingResult, Sample, sequential_halving};

const NODES: u64 = 10;

/// Runs an experiment with arms of these mean values, each with its own noise in addition to that of the world.
fn arm_tries(means: &[i64], noise: u64, budget: u64, threads: usize, seed: u64) -> HalvingResult<2> {
    let world = |number: u64| Rng::skipping(seed, number << 8).word();
    let sample = |world: &u64, arm: usize| {
        let mut own = Rng::skipping(*world, arm as u64 + 1);
        let shared = (*world % 1_000_000) as i64;
        let value = means[arm] + own.below(2 * noise + 1) as i64 - noise as i64;
        Some(Sample { parts: [value, shared], nodes: NODES + own.below(3) })
    };
    sequential_halving(&Experiment { arms: means.len(), budget, threads, world: &world, sample: &sample }, &|| false)
}

#[test]
fn the_best_arm_is_found_though_worlds_differ_far_more_than_arms() {
    for best in 0..5 {
        let mut means = [100; 5];
        means[best] = 400;
        let right = (0..40).filter(|seed| arm_tries(&means, 900, 6_000, 1, *seed).best == best).count();
        assert!(38 <= right, "arm {best}: {right} of 40");
    }
    let found = arm_tries(&[0, 500, 0, 0], 100, 4_000, 1, 7);
    let (gain, error) = (found.arms[1].gain, found.arms[1].error.unwrap());
    assert!((gain - 500).abs() < 4 * error && error < 20, "{gain} with an error of {error}");
    assert_eq!(found.arms[1].gains, [gain, 0], "the world's share cancels out of the difference");
    assert_eq!((found.arms[0].gain, found.arms[0].error), (0, Some(0)));
}

#[test]
fn half_of_the_arms_continue_and_the_first_always_does() {
    let found = arm_tries(&[0, 300, 200, 100, 400], 0, 5_000, 1, 1);
    let samples: Vec<u64> = found.arms.iter().map(|arm| arm.samples).collect();
    assert_eq!(found.best, 4);
    assert!(samples[2] == samples[3] && samples[3] < samples[1] && samples[1] < samples[4], "{samples:?}");
    assert_eq!(samples[0], samples[4], "the last round is between the first and the best of the others");
}

#[test]
fn of_equal_arms_the_first_is_taken() {
    for arms in 1..6 {
        assert_eq!(arm_tries(&vec![3; arms], 0, 2_000, 1, 1).best, 0, "{arms} arms");
    }
    assert_eq!(arm_tries(&[0, 5, 9, 9], 0, 2_000, 1, 1).best, 2);
}

#[test]
fn the_budget_is_not_exceeded() {
    for budget in [0, 5, 39, 60, 100, 1_000, 12_345] {
        for arms in 1..6 {
            let found = arm_tries(&vec![0; arms], 10, budget, 1, 1);
            assert!(found.nodes <= budget && found.is_complete, "{} of {budget} with {arms} arms", found.nodes);
            let spent: u64 = found.arms.iter().map(|arm| arm.samples * NODES).sum();
            assert!(spent <= found.nodes);
            assert!(arms == 1 || budget < 1_000 || budget * 9 / 10 < found.nodes, "{} of {budget}", found.nodes);
        }
    }
    let nothing = arm_tries(&[0, 9], 0, 5, 1, 1);
    assert_eq!((nothing.best, nothing.arms[1].samples, nothing.arms[1].error), (0, 0, None));
}

#[test]
fn any_number_of_threads_gives_the_same_result() {
    let run = |threads| format!("{:?}", arm_tries(&[0, 10, 20, 15, 5], 400, 9_000, threads, 3));
    let single = run(1);
    for threads in [2, 7, 64] {
        assert_eq!(run(threads), single, "{threads} threads");
    }
}

#[test]
fn a_stopped_search_answers_with_what_it_found() {
    let calls = std::sync::atomic::AtomicU64::new(0);
    let world = |number: u64| number;
    let sample = |_: &u64, arm: usize| Some(Sample { parts: [arm as i64], nodes: 1 });
    let experiment = Experiment { arms: 3, budget: 1_000_000, threads: 1, world: &world, sample: &sample };
    let found = sequential_halving(&experiment, &|| 60 < calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    assert!(!found.is_complete && found.nodes <= 60 && found.best == 2, "{found:?}");
}
