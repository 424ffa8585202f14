//! Quick sums equal the rulings, and joint choices are near the best.
use admirals::{expect, target_allotment::FireTable};
use naval::model::{Fraction, Label, NonPen, Sum};
use naval::{
    odds::{NumberOdds, SalvoFigures},
    rules::rolls::ThreeRolls,
};
use naval_kit::{battle::Chance, fixture::duel};
use play::Rule;

const ANY: Rule = Rule::new("6.5.1");

fn sum(number: i32) -> Sum {
    Sum::from_base(i64::from(number), Label::Power, ANY)
}

fn mean(chances: &NumberOdds) -> f64 {
    let chance = |entry: &play::odds::Chance| {
        // Far more decimal places than the comparison needs, for any size of the two numbers.
        let scaled = entry * num_bigint::BigUint::from(10_u32).pow(18);
        scaled.to_integer().to_string().parse::<f64>().unwrap() / 1e18
    };
    chances.iter().enumerate().map(|(count, entry)| count as f64 * chance(entry)).sum()
}

#[test]
fn r6_5_1_the_expected_hits_of_a_salvo_are_the_mean_over_all_dice() {
    let duel = duel();
    let mut compared = 0;
    for dice in [1, 2, 4, 7] {
        for (hit, size) in [(-1, 9), (1, 7), (4, 12), (9, 5), (19, 19), (25, 11)] {
            for (power, armour) in [(18, 10), (12, 11), (25, 0)] {
                let (strikes, through) =
                    naval::odds::salvo_odds(&duel, &SalvoFigures { dice, hit, size, power, armour }).unwrap();
                let numbers = ThreeRolls {
                    dice: sum(i32::from(dice)),
                    to_hit: sum(hit),
                    size: sum(size.max(1)),
                    penetration: sum(power - armour),
                };
                let hits = expect::salvo_hits(&numbers, NonPen::AllHits);
                let text = format!("{dice} dice, {hit}, {size}, {power} against {armour}");
                assert!((hits.piercing - mean(&through)).abs() < 1e-12, "{text}: {} {}", hits.piercing, mean(&through));
                let all = expect::salvo_hits(&ThreeRolls { penetration: sum(0), ..numbers }, NonPen::AllHits);
                assert!((all.others - mean(&strikes)).abs() < 1e-12, "{text}: {} {}", all.others, mean(&strikes));
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 72);
}

#[test]
fn r6_5_11_unrounded_expected_hits_of_a_volley_are_the_mean_of_its_die() {
    for quarters in 1..160 {
        for defence in 1..9 {
            let points = Fraction::new(quarters, 4);
            let exact = naval::rules::gunnery::quotient(points, defence, false).quotient;
            // With a D10 only whole quotients are exact.
            if exact.0.is_integer() {
                let chances = naval::odds::battery_odds(points, defence, false);
                let hits = expect::volley_hits(points, defence).battery;
                assert!((hits - mean(&chances)).abs() < 1e-12, "{points} against {defence}");
            }
        }
    }
}

/// The best of all possible assignments, by trying each.
fn best_of_all(line: &FireTable) -> f64 {
    let target_count = line.unengaged_loss.len();
    let options = target_count + 1;
    let firers = line.big.len();
    let allotment = |mut number: usize| {
        let mut taken = Vec::new();
        for row in &line.big {
            let target = number % options;
            number /= options;
            taken.push((target < target_count && row[target].is_some()).then_some(target));
        }
        taken
    };
    (0..options.pow(firers as u32)).map(|number| line.value(&allotment(number))).fold(f64::MIN, f64::max)
}

#[test]
fn r3_3_5_targets_of_a_line_are_nearly_as_good_as_the_best_of_all() {
    let mut chance = Chance::new(1904);
    let (mut equal, mut worst, tried) = (0, 1.0_f64, 1_000);
    for _ in 0..tried {
        let mut share = |least: usize, most: usize| (least + chance.below(most - least)) as f64 / 100.0;
        let (firers, target_count) = (1 + share(0, 400) as usize, 1 + share(0, 400) as usize);
        let line = FireTable {
            big: (0..firers)
                .map(|_| (0..target_count).map(|_| (0.1 < share(0, 100)).then(|| share(1, 120))).collect())
                .collect(),
            batteries: (0..firers).map(|_| (0..target_count).map(|_| share(0, 40)).collect()).collect(),
            unengaged_loss: (0..target_count).map(|_| share(0, 60)).collect(),
            limits: vec![f64::INFINITY; target_count],
            closes_batteries: (0..target_count).map(|_| 0.5 < share(0, 100)).collect(),
        };
        let (found, best) = (line.value(&line.best_allotment()), best_of_all(&line));
        equal += usize::from((found - best).abs() < 1e-9);
        // The loss at worst may exceed the damage dealt, so proportions count from doing nothing.
        let nothing = line.value(&vec![None; firers]);
        if nothing + 1e-9 < best {
            worst = worst.min((found - nothing) / (best - nothing));
        }
    }
    assert!(tried * 99 <= equal * 100, "{equal} of {tried} equal");
    assert!(0.95 <= worst, "{worst:.3} of the best");
}
