//! The contract of every game, tested with a small game.
use kit::{
    Chance, assert_enough, check_contract, check_sequences,
    toy::{self, Toy},
};

pub fn toy_command(_: &toy::State, chance: &mut Chance<'_>) -> toy::Command {
    match chance(3) {
        0 => toy::Command::Give(i64::from(chance(9)) - 1),
        1 if chance(2) == 0 => toy::Command::Dare(chance(3) as u8),
        _ => toy::Command::Fire { by: chance(3) as u8, guns: chance(7) as u16 },
    }
}

#[test]
fn the_contract_holds_for_a_small_game() {
    for seed in 0..40 {
        check_contract::<Toy>("toy", &toy::setup(), seed, 60, toy_command);
    }
}

#[test]
fn any_sequence_of_a_small_game_verifies() {
    let count = check_sequences::<Toy>("toy", &toy::setup(), (150, 60), toy_command);
    assert_enough("toy", &count, true);
    assert!(count.removed > 20);
}
