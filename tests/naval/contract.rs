//! The contract of every game, held to by battles.
use kit::{enough, holds_for, sequences};
use naval::{Fact, Naval};
use naval_kit::{naval_command, naval_setup};

#[test]
fn the_contract_holds_for_the_naval_game() {
    let setup = naval_setup();
    let (mut salvoes, mut volleys, mut torpedoes, mut fires) = (0, 0, 0, 0);
    for seed in 0..60 {
        let journal = holds_for::<Naval>("naval", &setup, seed, 500, naval_command);
        let deeds = journal.deeds();
        for event in deeds.iter().flat_map(|deed| deed.events) {
            salvoes += usize::from(matches!(event.fact, Fact::SalvoFired(_)));
            volleys += usize::from(matches!(event.fact, Fact::BatteriesFired(_)));
            torpedoes += usize::from(matches!(event.fact, Fact::TorpedoesLaunched(_)));
            fires += usize::from(event.rule.to_string() == "8.5.3");
        }
    }
    let seen = format!("{salvoes} salvoes, {volleys} volleys, {torpedoes} launches, {fires} rulings on fires");
    assert!(salvoes > 20 && volleys > 20 && torpedoes > 5 && fires > 20, "too little was played: {seen}");
}

#[test]
fn any_sequence_of_a_battle_verifies() {
    let count = sequences::<Naval>("naval", &naval_setup(), (40, 150), naval_command);
    enough("naval", &count, true);
}

#[test]
fn any_sequence_of_a_tracked_battle_verifies() {
    let setup = naval_kit::scenario("drill-two-lines");
    let count = sequences::<Naval>("naval", &setup, (40, 120), naval_command);
    enough("naval, tracked", &count, true);
}
