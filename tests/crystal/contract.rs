//! The contract of every game, for the campaign, and its choices.
use crystal::{Command, Crystal, Kind, Spell, State, Troop, choices, notation};
use play::journal::{Header, Journal, Mismatch, NewDice, seeded_stream};
use play::{self, Game, NotDecided};

use super::{shipped, with_rule};
use kit::{assert_enough, check_contract, check_sequences, random_numbers};

pub fn choose(state: &State, chance: &mut dyn FnMut(u32) -> u32) -> Command {
    let choices = choices(state);
    if choices.is_empty() || chance(12) == 0 {
        return match chance(4) {
            0 => Command::Move { to: 1 + chance(24) as u16 },
            1 => Command::Buy { count: 1 + chance(2) as u8, kind: Kind::RECRUITS[chance(9) as usize] },
            2 => Command::Cast { spell: Spell::Blast, at: vec![Troop::without_name(Kind::Blades)] },
            _ => Command::Fight,
        };
    }
    choices[chance(choices.len() as u32) as usize].clone()
}

#[test]
fn the_contract_holds_for_the_campaign() {
    for (index, name) in ["aidlon", "amber-coast", "two-crowns", "drowned-isle"].into_iter().enumerate() {
        let setup = shipped(name);
        for seed in 0..3 {
            check_contract::<Crystal>("crystal", &setup, 10 * index as u64 + seed, 300, choose);
        }
    }
}

#[test]
fn choices_are_accepted_and_can_be_typed_and_no_other_move_is_accepted() {
    let mut next_random = random_numbers(77);
    for switch in [("wizard_loss", "false"), ("wizard_loss", "true"), ("free_unit", "false"), ("below_one", "swap")] {
        let mut state = with_rule(Crystal::initial_state(&shipped("two-crowns")), switch.0, switch.1);
        for round in 0..400 {
            let choices = choices(&state);
            assert_eq!(choices.is_empty(), state.result.is_some());
            if choices.is_empty() {
                break;
            }
            for command in &choices {
                let typed = notation::parse(&state, &notation::print(&state, command)).unwrap();
                assert_eq!(&typed, command, "a line reads as it prints");
                let decided = play::decide::<Crystal>(&state, command, &mut seeded_stream(1, round));
                assert!(decided.is_ok(), "{} is listed and refused: {decided:?}", notation::print(&state, command));
            }
            for area in &state.scenario().areas {
                let command = Command::Move { to: area.id };
                let decided = play::decide::<Crystal>(&state, &command, &mut seeded_stream(1, round));
                let refused = matches!(decided, Err(NotDecided::Refused { .. }));
                assert_eq!(refused, !choices.contains(&command), "{}", notation::print(&state, &command));
            }
            let command = choices[next_random() as usize % choices.len()].clone();
            let events = play::decide::<Crystal>(&state, &command, &mut seeded_stream(2, round)).unwrap();
            play::apply_all::<Crystal>(&mut state, &events);
        }
    }
}

#[test]
fn any_sequence_of_a_campaign_verifies() {
    let count = check_sequences::<Crystal>("crystal", &shipped("aidlon"), (15, 150), choose);
    assert_enough("crystal", &count, true);
}

#[test]
fn a_choice_amended_after_its_dice_without_a_reason_is_found() {
    // Amends the entry `number` after the exploration die, with that reason, and returns what verification finds.
    let amended = |number: usize, line: &str, because: Option<&str>| {
        let header = Header::current::<Crystal>("crystal", "test", 7, shipped("aidlon"));
        let mut journal = Journal::<Crystal>::new(header);
        for line in ["event", "buy 1 SK", "done", "move 2", "explore"] {
            let state = journal.state().clone();
            let command = notation::parse(&state, line).unwrap();
            let events = play::decide::<Crystal>(&state, &command, &mut journal.dice()).unwrap();
            journal.add(journal.new_command_entry(command, events)).unwrap();
        }
        let command = notation::parse(&journal.state_before(number), line).unwrap();
        let amendment = journal.amend(number, &command, NewDice::Rolled).unwrap();
        let needs_reason = !amendment.required.is_nothing();
        journal.add(amendment.with_reason(because.map(str::to_owned))).unwrap();
        (needs_reason, journal.verify().map_err(|found| *found.what))
    };
    for (number, line) in [(4, "move 5"), (2, "buy 1 BD")] {
        let (needs_reason, found) = amended(number, line, None);
        assert!(
            needs_reason && matches!(found, Err(Mismatch::ChangedWithoutReason { dice: 1.. })),
            "{line}: {found:?}"
        );
        assert_eq!(amended(number, line, Some("a slip")), (true, Ok(())), "{line}");
    }
    // The near miss: the same choice again.
    assert_eq!(amended(4, "move 2", None), (false, Ok(())));
}
