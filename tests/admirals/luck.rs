//! The analysis of luck: its items sum to the score, and a planted lucky salvo is the largest item.
use admirals::{
    Battle, Captain, Player, fight,
    luck::{self, CutBattle},
    seed_of,
};
use naval::model::luck::{Cause, MarginBreakdown, RollKind};
use naval::model::{BatteryKind, Setup};
use naval::{Command, Fact, Naval, NavalEvent, State};
use naval_kit::scenario;
use play::{Game, Script, journal::DiceSequence};

use crate::battles::{battle_count, never};

/// Runs something with two captains that have plain cards.
fn with_captains<T>(does: impl FnOnce(&[Player; 2]) -> T) -> T {
    let plain = Captain::plain();
    does(&[&plain, &plain])
}

fn fought(setup: &Setup, seed: u64) -> Battle {
    with_captains(|captains| fight(setup, captains, seed, true, &never))
}

type Commands = Vec<(Command, Vec<NavalEvent>)>;

fn commands_of(battle: Battle) -> Commands {
    battle.commands.into_iter().map(|applied| (applied.command, applied.events)).collect()
}

fn cut(setup: &Setup, commands: &Commands) -> CutBattle {
    let numbered = commands.iter().zip(1..).map(|((command, events), entry)| (entry, command, &events[..]));
    luck::cut_battle(setup, &numbered.collect::<Vec<_>>(), &Captain::plain())
}

fn continued_margins(cut_battle: &CutBattle, seed: u64) -> Option<Vec<i32>> {
    with_captains(|captains| cut_battle.final_margins(captains, seed, &never))
}

fn account(cut_battle: &CutBattle, n: u64) -> MarginBreakdown {
    let fight = |number| continued_margins(cut_battle, seed_of(3, number)).unwrap();
    cut_battle.account(&(1..=n).map(fight).collect::<Vec<_>>())
}

/// A short battle of two lines.
fn drill() -> Setup {
    let mut setup = scenario("drill-two-lines");
    setup.turns = 3;
    setup
}

#[test]
fn the_expectation_and_all_items_sum_to_the_score_to_the_millionth() {
    let setup = drill();
    let check = |number: u64| {
        let battle = fought(&setup, seed_of(1904, number));
        let score = battle.result.sides[0].points - battle.result.sides[1].points;
        let account = account(&cut(&setup, &commands_of(battle)), 3);
        let sum: i64 = account.items.iter().map(|item| item.change.points.0).sum();
        assert_eq!(account.expected.points.0 + sum, i64::from(score) * 1_000_000, "battle {number}");
        // The items also add up in each continued battle. Standard errors of their sums depend on that.
        for index in 0..3 {
            let sum: i32 = account.items.iter().map(|item| item.change.each[index]).sum();
            assert_eq!(account.expected.each[index] + sum, 2 * score, "battle {number}, continuation {index}");
        }
        let count_of = |matches_cause: &dyn Fn(&Cause) -> bool| {
            account.items.iter().filter(|item| matches_cause(&item.cause)).count()
        };
        let orders = count_of(&|cause| matches!(cause, Cause::Orders(_)));
        assert!(0 < orders && 0 < count_of(&|cause| matches!(cause, Cause::Dice { .. })), "battle {number}");
    };
    (1..=battle_count(4)).for_each(check);
}

/// Fair dice bring no luck on average, and captains judged by captains gain nothing by their orders. Both means are
/// zero within four standard errors. By default, two short battles are fought. `LONG=40` fights enough for a real test.
#[test]
fn luck_and_a_captains_orders_are_zero_on_average() {
    let (setups, battles) = ([scenario("drill-boats-attack"), scenario("drill-two-lines")], battle_count(2));
    let brought = |number: u64| {
        let setup = &setups[usize::from(number.is_multiple_of(2))];
        let account = account(&cut(setup, &commands_of(fought(setup, seed_of(44, number)))), 12);
        let margin = |luck: bool| {
            let items = account.items.iter().filter(|item| luck == matches!(item.cause, Cause::Dice { .. }));
            let sum = items.fold(Vec::new(), |mut sum: Vec<i32>, item| {
                sum.resize(item.change.each.len(), 0);
                sum.iter_mut().zip(&item.change.each).for_each(|(sum, each)| *sum += each);
                sum
            });
            // Converts half points to points, for each of the continued battles.
            sum.iter().map(|&half| f64::from(half) / 2.0).collect::<Vec<f64>>()
        };
        [margin(true), margin(false)]
    };
    let all: Vec<[Vec<f64>; 2]> = (1..=battles).map(brought).collect();
    for (index, what) in [(0, "luck"), (1, "orders")] {
        let means: Vec<f64> =
            all.iter().map(|sample| sample[index].iter().sum::<f64>() / sample[index].len() as f64).collect();
        let n = means.len() as f64;
        let mean = means.iter().sum::<f64>() / n;
        let error = (means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
        println!("{what}: {mean:.3} points a battle, standard error {error:.3}, {battles} battles");
        // The captains that judge would have given the same orders, so their error may be exactly 0.
        assert!(
            (index == 1 || 0.0 < error) && mean.abs() <= 4.0 * error,
            "{what}: {mean:.3}, standard error {error:.3}"
        );
    }
}

/// Gives the commands of a battle again, with new dice, and with the best dice for the first salvo.
fn with_planted_dice(setup: &Setup, commands: &Commands) -> Commands {
    let (mut state, mut dice) = (Naval::initial_state(setup), DiceSequence::new(77));
    let (mut replayed, mut planted) = (Vec::new(), false);
    for (command, _) in commands {
        let seeded = play::decide::<Naval>(&state, command, &mut dice.dice());
        let Ok(seeded) = seeded else { continue };
        let is_salvo = seeded.iter().any(|event| matches!(event.fact, Fact::SalvoFired(_)));
        let events = if is_salvo && !planted {
            planted = true;
            best_events(&state, command)
        } else {
            seeded
        };
        play::apply_all::<Naval>(&mut state, &events);
        dice.record::<Naval>(&events);
        replayed.push((command.clone(), events));
    }
    assert!(planted && state.end.is_some(), "the battle was fought out");
    replayed
}

/// The three rolls of the first ship that declared big guns show 1, all other dice their highest number.
fn best_events(state: &State, command: &Command) -> Vec<NavalEvent> {
    let declared = state.this_move.declarations.iter().find(|declaration| declaration.battery == BatteryKind::Big);
    let lucky = declared.unwrap().firer.clone();
    let mut faces: Vec<u8> = Vec::new();
    loop {
        match play::decide::<Naval>(state, command, &mut Script::typed(faces.iter().copied())) {
            Ok(events) => return events,
            Err(play::NotDecided::NeedsRoll { request, missing }) => {
                let is_lucky_roll = matches!(
                    &request.purpose,
                    naval::model::Purpose::ToHit(ship) | naval::model::Purpose::Size(ship) | naval::model::Purpose::Penetration(ship)
                        if *ship == lucky
                );
                let face = if is_lucky_roll { 1 } else { request.sides };
                faces.extend((0..missing).map(|_| face));
            }
            Err(halt) => panic!("{halt:?}"),
        }
    }
}

#[test]
fn a_planted_lucky_salvo_is_the_top_line() {
    let setup = drill();
    let commands = commands_of(fought(&setup, seed_of(1904, 2)));
    let commands = with_planted_dice(&setup, &commands);
    let numbered = commands.iter().zip(1..).map(|((command, events), entry)| (entry, command, &events[..]));
    let (account, steps) = luck::exact_account(&setup, &numbered.collect::<Vec<_>>());
    let top = account.items.iter().zip(&steps).max_by_key(|(item, _)| item.change.points.0.abs()).unwrap();
    let Cause::Dice { kind: RollKind::Gunfire, ship: Some(ship) } = &top.0.cause else { panic!("{:?}", top.0) };
    let salvo = top.1.events.iter().find_map(|event| match &event.fact {
        Fact::SalvoFired(salvo) => Some(salvo),
        _ => None,
    });
    let salvo = salvo.expect("a salvo");
    assert_eq!((&salvo.firer, salvo.strikes > 0), (ship, true));
    let is_typed = |roll: &play::Roll<naval::model::Purpose>| roll.source == play::Source::Typed && roll.face == 1;
    assert!(top.1.events.iter().flat_map(|event| &event.dice).all(is_typed), "{salvo:?}");
}

#[test]
fn the_same_battles_give_the_same_account_in_any_order() {
    let setup = drill();
    let cut_battle = cut(&setup, &commands_of(fought(&setup, 5)));
    let first = continued_margins(&cut_battle, 9).unwrap();
    continued_margins(&cut_battle, 10).unwrap();
    assert_eq!(first, continued_margins(&cut_battle, 9).unwrap());
    let stopped = with_captains(|captains| cut_battle.final_margins(captains, 9, &|| true));
    assert!(stopped.is_none(), "an analysis that is stopped gives no result");
}
