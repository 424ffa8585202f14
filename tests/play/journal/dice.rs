//! The program's dice depend only on the seed and on the active entries.
use play::journal::{Entry, EntryOf, Header, Journal, NewDice, OutcomeOf};
use play::{self, Dice, DiceRequest, EventOf, RollResult, Script, Source};

use super::{
    command_entry, empty, fire, no_dice, play_into, redo_entry,
    toy::{Command, HIT, Purpose, Toy, setup},
    undo_entry, undo_with_reason,
};

fn faces(events: &[EventOf<Toy>]) -> Vec<u8> {
    events.iter().flat_map(|event| event.dice.iter().map(|roll| roll.face)).collect()
}

/// The dice that a command would get now.
fn faces_of(journal: &Journal<Toy>, command: Command) -> Vec<u8> {
    let Entry::Did { events, .. } = command_entry(journal, command) else { unreachable!() };
    faces(&events)
}

/// Computed by an independent implementation of SHA-256 and ChaCha8, from their definitions.
#[test]
fn a_saved_seed_rolls_these_dice_for_ever() {
    const HITS: [u8; 12] = [19, 19, 17, 12, 19, 20, 9, 7, 10, 5, 16, 4];
    const DAMAGES: [u8; 12] = [4, 4, 2, 6, 1, 4, 2, 4, 2, 6, 4, 4];
    const SECOND_COMMAND: [u8; 12] = [6, 4, 11, 7, 8, 6, 9, 17, 9, 20, 8, 12];
    const LARGEST_SEED: [u8; 12] = [8, 3, 13, 17, 17, 20, 10, 7, 5, 15, 13, 10];
    let new_journal = |seed| Journal::<Toy>::new(Header::current::<Toy>("toy", "test", seed, setup()));
    let rolled = |journal: &Journal<Toy>, sides, purpose: Purpose| {
        let mut dice = journal.dice();
        let mut roll = || match dice.roll(&DiceRequest::roll_one(sides, purpose.clone(), HIT)) {
            RollResult::Rolled(dice) => dice[0].face,
            RollResult::Missing(_) => panic!("rolled dice never lack a result"),
        };
        [(); 12].map(|()| roll())
    };
    let mut journal = new_journal(19040814);
    assert_eq!(rolled(&journal, 20, Purpose::Hit(1)), HITS);
    assert_eq!(rolled(&journal, 6, Purpose::Damage(1)), DAMAGES);
    assert_eq!(rolled(&new_journal(u64::MAX), 20, Purpose::Hit(2)), LARGEST_SEED);
    play_into(&mut journal, [fire(1, 1)]);
    assert_eq!(rolled(&journal, 20, Purpose::Hit(1)), SECOND_COMMAND);
    let line = journal.text().unwrap();
    assert!(line.contains("\"dice\":\"sha256-chacha8\",\"seed\":19040814"), "{line}");
}

#[test]
fn an_undone_command_given_again_rolls_the_same_dice() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 2)]);
    let first = faces_of(&journal, fire(2, 4));
    // Any number of times, with any remarks and closings in between.
    for round in 0..3 {
        play_into(&mut journal, [fire(2, 4)]);
        let from = journal.active_entries().last().unwrap();
        journal.add(Entry::TakenBack { from, because: Some(format!("round {round}")) }).unwrap();
        journal.add(Entry::Remarked { words: "again".to_owned() }).unwrap();
        journal.add(Entry::Closed).unwrap();
        journal.add(Entry::Opened).unwrap();
        assert_eq!(faces_of(&journal, fire(2, 4)), first);
    }
    // Given, undone, redone, undone.
    play_into(&mut journal, [fire(2, 4)]);
    for entry in [undo_with_reason::<Toy>, redo_entry, undo_with_reason] {
        journal.add(entry(&journal)).unwrap();
    }
    assert_eq!(faces_of(&journal, fire(2, 4)), first);
    // With the first command undone too, the command comes one place earlier and rolls other dice.
    journal.add(undo_with_reason(&journal)).unwrap();
    assert_ne!(faces_of(&journal, fire(2, 4)), first, "another state, other dice");
    play_into(&mut journal, [fire(1, 2)]);
    assert_eq!(faces_of(&journal, fire(2, 4)), first);
}

#[test]
fn a_command_without_dice_changes_no_later_die() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 2)]);
    // Hits depend on the purse, so only the dice to hit are the same.
    let alone = faces_of(&journal, fire(2, 4))[..4].to_vec();
    play_into(&mut journal, [Command::Give(1), Command::Give(1)]);
    assert_eq!(faces_of(&journal, fire(2, 4))[..4], alone[..]);
    // Dice typed by the referee are not the program's.
    let typed = play::decide::<Toy>(journal.state(), &fire(0, 1), &mut Script::typed([20])).unwrap();
    journal.add(journal.new_command_entry(fire(0, 1), typed)).unwrap();
    assert_eq!(faces_of(&journal, fire(2, 4))[..4], alone[..]);
    play_into(&mut journal, [fire(0, 1)]);
    assert_ne!(faces_of(&journal, fire(2, 4))[..4], alone[..], "one more roll, different dice");
}

#[test]
fn an_amendment_rolls_what_would_have_been_rolled_at_first() {
    let mut three = empty();
    play_into(&mut three, [fire(1, 3), fire(2, 2)]);
    let mut five = empty();
    play_into(&mut five, [fire(1, 5), fire(2, 2)]);
    let amendment = three.amend(1, &fire(1, 5), NewDice::Rolled).unwrap();
    three.add(amendment.with_reason(super::some_reason())).unwrap();
    let rulings_of =
        |journal: &Journal<Toy>| journal.commands().iter().map(|applied| applied.events.to_vec()).collect::<Vec<_>>();
    assert_eq!(rulings_of(&three), rulings_of(&five));
    assert_eq!(three.verify(), Ok(()));
    // A command that rolled nothing at first and rolls because of an amendment has its own dice.
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), fire(1, 4)]);
    let second = faces(journal.commands()[1].events);
    let amendment = journal.amend(1, &fire(1, 4), NewDice::Rolled).unwrap();
    journal.add(amendment.with_reason(super::some_reason())).unwrap();
    let commands = journal.commands();
    assert_ne!(faces(commands[0].events)[..4], second[..4]);
    assert_eq!(faces(commands[1].events)[..4], second[..4], "a later command keeps its dice");
    assert_eq!(journal.verify(), Ok(()));
}

/// A command removed by an amendment and given again has the same roll, at the end or in the middle.
#[test]
fn a_command_that_an_amendment_leaves_without_dice_frees_its_place() {
    let dice_before_and_after = |later: &[Command]| {
        let mut journal = Journal::<Toy>::new(Header::current::<Toy>("toy", "test", 1904, setup()));
        play_into(&mut journal, [fire(1, 2)]);
        let first = faces(journal.commands()[0].events)[..2].to_vec();
        play_into(&mut journal, later.iter().cloned());
        let amendment = journal.amend(1, &Command::Give(-2), NewDice::Rolled).unwrap();
        assert!(amendment.required.dice >= 2);
        journal.add(amendment.with_reason(super::some_reason())).unwrap();
        let again = faces_of(&journal, fire(1, 2))[..2].to_vec();
        play_into(&mut journal, [fire(1, 2)]);
        assert_eq!(journal.verify(), Ok(()));
        // Once more: the place is taken now.
        assert_ne!(faces_of(&journal, fire(1, 2))[..2], again);
        let read = Journal::<Toy>::read("toy", journal.text().unwrap().as_bytes()).unwrap().journal;
        assert_eq!(read.verify(), Ok(()));
        (first, again)
    };
    for later in [&[][..], &[fire(2, 1)], &[Command::Give(1), fire(2, 1), Command::Give(0)]] {
        let (first, again) = dice_before_and_after(later);
        assert_eq!(first, again, "{later:?}");
    }
}

#[test]
fn an_amendment_needs_a_reason_only_if_it_removes_dice_or_commands() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(10), fire(1, 20)]);
    let required_reason = |command: Command| journal.amend(1, &command, NewDice::Rolled).unwrap().required;
    assert!(required_reason(Command::Give(10)).is_nothing());
    assert!(required_reason(Command::Give(20)).is_nothing(), "it hits as often or more often: no die is dropped");
    assert_eq!(
        (required_reason(Command::Give(1)).struck, required_reason(Command::Give(8)).struck),
        (1, 0),
        "20 coins, or 19"
    );
    for (to, reason, sound) in [
        (Command::Give(1), None, false),
        (Command::Give(1), Some("  "), false),
        (Command::Give(1), Some("a slip"), true),
        (Command::Give(10), None, true),
    ] {
        let mut journal = empty();
        play_into(&mut journal, [Command::Give(10), fire(1, 20)]);
        let amendment = journal.amend(1, &to, NewDice::Rolled).unwrap();
        journal.add(amendment.with_reason(reason.map(str::to_owned))).unwrap();
        assert_eq!(journal.verify().is_ok(), sound, "{to:?} {reason:?}");
    }
}

#[test]
fn undoing_a_roll_needs_a_reason_or_verify_names_it() {
    let undo_and = |command: Command, back: fn(&Journal<Toy>) -> EntryOf<Toy>| {
        let mut journal = empty();
        play_into(&mut journal, [command]);
        journal.add(back(&journal)).unwrap();
        journal.verify().map_err(|disagreement| disagreement.entry)
    };
    assert_eq!(undo_and(fire(1, 1), undo_entry), Err(2));
    assert_eq!(undo_and(fire(1, 1), |_| Entry::TakenBack { from: 1, because: Some(" ".to_owned()) }), Err(2));
    assert_eq!(undo_and(fire(1, 1), undo_with_reason), Ok(()));
    assert_eq!(undo_and(Command::Give(1), undo_entry), Ok(()), "no die was rolled");
}

/// Dice rolled before the rules refused a command were seen, so they are kept for when it is legal again.
#[test]
fn a_removed_command_keeps_the_dice_rolled_before_its_refusal() {
    for typed in [true, false] {
        let mut journal = empty();
        play_into(&mut journal, [Command::Give(-11)]);
        let events = play::decide::<Toy>(journal.state(), &Command::Dare(1), &mut Script::typed([1])).unwrap();
        journal.add(journal.new_command_entry(Command::Dare(1), events)).unwrap();
        play_into(&mut journal, [Command::Give(6)]);
        let again = Command::Dare(2);
        let events = match typed {
            true => play::decide::<Toy>(journal.state(), &again, &mut Script::typed([5])).unwrap(),
            false => match command_entry(&journal, again.clone()) {
                Entry::Did { events, .. } => events,
                _ => unreachable!(),
            },
        };
        let rolled_faces = faces(&events);
        journal.add(journal.new_command_entry(again, events)).unwrap();
        let amendment = journal.amend(3, &Command::Give(0), NewDice::Rolled).unwrap();
        journal.add(amendment.with_reason(super::some_reason())).unwrap();
        let Some(Entry::Amended { ruled, .. }) = journal.entries().last() else { unreachable!() };
        let outcome: &OutcomeOf<Toy> = &ruled[1].outcome;
        assert!(outcome.events().is_empty());
        let rolled: Vec<(u8, Source)> = outcome.dice().map(|roll| (roll.face, roll.source)).collect();
        assert_eq!(rolled, [(rolled_faces[0], if typed { Source::Typed } else { Source::Rolled })]);
        assert_eq!(journal.verify(), Ok(()));
        let read = Journal::<Toy>::read("toy", journal.text().unwrap().as_bytes()).unwrap();
        assert_eq!(read.journal.entries(), journal.entries());
    }
}

/// An amendment makes a command roll and then be refused. Such a journal still verifies.
#[test]
fn a_command_removed_after_a_new_die_verifies() {
    for typed in [false, true] {
        let mut journal = empty();
        play_into(&mut journal, [Command::Give(1), Command::Dare(3)]);
        let mut six = Script::typed([6]);
        let fresh = if typed { NewDice::Given(&mut six) } else { NewDice::Rolled };
        let amendment = journal.amend(1, &Command::Give(-12), fresh).unwrap();
        journal.add(amendment.with_reason(super::some_reason())).unwrap();
        let Some(Entry::Amended { ruled, .. }) = journal.entries().last() else { unreachable!() };
        assert_eq!(ruled[1].outcome.dice().count(), 1, "the die rolled before the refusal");
        assert_eq!(journal.verify(), Ok(()));
        // Legal again, with the die that was rolled.
        let face = ruled[1].outcome.dice().next().unwrap().face;
        let amendment = journal.amend(1, &Command::Give(-6), NewDice::Given(&mut no_dice())).unwrap();
        journal.add(amendment.with_reason(super::some_reason())).unwrap();
        assert_eq!(journal.state().purse, 12 - 6 - i64::from(face));
        assert_eq!(journal.verify(), Ok(()));
    }
}

#[test]
fn a_seed_that_is_not_known_rolls_nothing() {
    let mut header = Header::current::<Toy>("toy", "test", 1, setup());
    header.seed = None;
    let mut journal = Journal::<Toy>::new(header);
    let none = journal.dice().roll(&DiceRequest::roll_one(20, Purpose::Hit(1), HIT));
    assert_eq!(none, RollResult::Missing(1));
    let mut known = empty();
    play_into(&mut known, [fire(1, 2)]);
    journal.add(known.entries()[0].clone()).unwrap();
    let proof = journal.prove().unwrap();
    assert!(proof.unproved >= 2 && proof.rolled_again == 0, "its dice are reported as unproved");
    assert!(!journal.text().unwrap().contains("\"seed\""));
}
