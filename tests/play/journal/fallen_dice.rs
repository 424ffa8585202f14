//! Every die that fell, also undone, amended or struck out, and each once.
use play::journal::{Branch, Entry, FallenDie, Journal, NewDice, Notice};
use play::{Script, Source};

use super::{empty, play_into};
use kit::{
    redo_entry, some_reason,
    toy::{Command, Purpose, Toy, fire},
    undo_entry, undo_with_reason,
};

/// Gives a command with typed dice.
fn type_dice(journal: &mut Journal<Toy>, command: Command, faces: &[u8]) {
    let mut dice = Script::typed(faces.iter().copied());
    let events = play::decide::<Toy>(journal.state(), &command, &mut dice).unwrap();
    assert_eq!(dice.unused(), 0);
    let entry = journal.new_command_entry(command, events);
    journal.add(entry).unwrap();
}

fn undo(journal: &mut Journal<Toy>) {
    journal.add(undo_with_reason(journal)).unwrap();
}

fn faces(dice: &[FallenDie<Purpose>]) -> Vec<u8> {
    dice.iter().map(|die| die.face).collect()
}

fn in_force(journal: &Journal<Toy>) -> Vec<u8> {
    journal.fallen_dice().iter().filter(|die| die.in_force).map(|die| die.face).collect()
}

#[test]
fn a_rolled_die_that_is_rolled_again_in_the_same_place_counts_once() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 3), Command::Give(5), fire(2, 2)]);
    let once = journal.fallen_dice();
    assert!(5 <= once.len() && once.iter().all(|die| die.in_force && die.source == Source::Rolled), "{once:?}");
    for _ in 0..10 {
        undo(&mut journal);
        journal.add(redo_entry(&journal)).unwrap();
        undo(&mut journal);
        play_into(&mut journal, [fire(2, 2)]);
    }
    assert_eq!(journal.fallen_dice(), once);
    // More guns roll the same dice and one more.
    undo(&mut journal);
    play_into(&mut journal, [fire(2, 3)]);
    let to_hit =
        |journal: &Journal<Toy>| journal.fallen_dice().iter().filter(|die| die.purpose == Purpose::Hit(2)).count();
    assert_eq!(to_hit(&journal), 3);
    // Another ship rolls other dice in the same place, and the undone ones stay in the ledger.
    undo(&mut journal);
    play_into(&mut journal, [fire(3, 1)]);
    assert_eq!(to_hit(&journal), 3);
    let undone: Vec<_> = journal.fallen_dice().into_iter().filter(|die| !die.in_force).collect();
    assert!(3 <= undone.len() && undone.iter().all(|die| die.purpose != Purpose::Hit(3)), "{undone:?}");
}

#[test]
fn a_typed_die_that_is_typed_again_with_the_same_face_counts_once() {
    let mut journal = empty();
    type_dice(&mut journal, fire(1, 2), &[20, 19]);
    type_dice(&mut journal, fire(2, 2), &[18, 17]);
    for _ in 0..10 {
        undo(&mut journal);
        undo(&mut journal);
        type_dice(&mut journal, fire(1, 2), &[20, 19]);
        type_dice(&mut journal, fire(2, 2), &[18, 17]);
    }
    assert_eq!(faces(&journal.fallen_dice()), [20, 19, 18, 17]);
    assert_eq!(in_force(&journal), [20, 19, 18, 17]);
    // Another face is another die, and undoing does not remove the first.
    undo(&mut journal);
    type_dice(&mut journal, fire(2, 2), &[16, 17]);
    assert_eq!(faces(&journal.fallen_dice()), [20, 19, 18, 17, 16]);
    assert_eq!(in_force(&journal), [20, 19, 17, 16]);
    undo(&mut journal);
    assert_eq!(in_force(&journal), [20, 19]);
    // With a forgotten command before it, the salvo's dice of the same faces are still the same dice.
    type_dice(&mut journal, fire(3, 1), &[20]);
    type_dice(&mut journal, fire(2, 2), &[18, 17]);
    assert_eq!(faces(&journal.fallen_dice()), [20, 19, 18, 17, 16, 20]);
    // The same faces in the next volley of the same ship are new dice.
    type_dice(&mut journal, fire(2, 2), &[18, 17]);
    assert_eq!(faces(&journal.fallen_dice()), [20, 19, 18, 17, 16, 20, 18, 17]);
    assert_eq!(in_force(&journal).len(), 7);
}

#[test]
fn dice_typed_and_rolled_in_the_same_place_are_different_dice() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 1)]);
    let rolled = journal.fallen_dice();
    undo(&mut journal);
    type_dice(&mut journal, fire(1, 1), &faces(&rolled));
    let both = journal.fallen_dice();
    assert_eq!(both.len(), 2 * rolled.len());
    assert!(both.iter().all(|die| die.in_force == (die.source == Source::Typed)), "{both:?}");
}

#[test]
fn dice_that_an_amendment_drops_or_replaces_stay_in_the_ledger() {
    let mut journal = empty();
    type_dice(&mut journal, fire(1, 3), &[20, 19, 18]);
    let amendment = journal.amend(1, &fire(1, 2), NewDice::Rolled).unwrap();
    journal.add(amendment.with_reason(some_reason())).unwrap();
    assert_eq!((faces(&journal.fallen_dice()), in_force(&journal)), (vec![20, 19, 18], vec![20, 19]));
    // A die that was misread: one face is new, and the other is the same die.
    let mut given = Script::typed([20, 16]);
    let replaced = journal.amend(1, &fire(1, 2), NewDice::Replacing { dice: &mut given, rolls_more: false }).unwrap();
    journal.add(replaced.with_reason(some_reason())).unwrap();
    assert_eq!((faces(&journal.fallen_dice()), in_force(&journal)), (vec![20, 19, 18, 16], vec![20, 16]));
    assert_eq!(journal.fallen_dice()[3].entry, 3);
    undo(&mut journal);
    undo(&mut journal);
    assert_eq!((faces(&journal.fallen_dice()), in_force(&journal)), (vec![20, 19, 18, 16], vec![20, 19, 18]));
}

#[test]
fn dice_of_a_command_that_is_struck_out_are_not_in_force() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 4)]);
    type_dice(&mut journal, Command::Dare(7), &[6]);
    assert!(journal.fallen_dice().last().unwrap().in_force);
    let amendment = journal.amend(1, &fire(1, 8), NewDice::Rolled).unwrap();
    journal.add(amendment.with_reason(some_reason())).unwrap();
    let dare: Vec<_> = journal.fallen_dice().into_iter().filter(|die| die.purpose == Purpose::Damage(7)).collect();
    assert_eq!((faces(&dare), dare[0].in_force), (vec![6], false));
    assert_eq!(journal.fallen_dice().iter().filter(|die| die.purpose == Purpose::Hit(1)).count(), 8);
}

#[test]
fn a_die_has_the_entry_and_sitting_in_which_it_first_fell() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 1)]);
    journal.add(Entry::Closed).unwrap();
    journal.add(Entry::Opened).unwrap();
    journal.add(Entry::Noticed { what: Notice::Dice { typed: true } }).unwrap();
    type_dice(&mut journal, fire(2, 1), &[20]);
    undo(&mut journal);
    journal.add(Entry::Closed).unwrap();
    journal.add(Entry::Opened).unwrap();
    type_dice(&mut journal, fire(2, 1), &[20]);
    type_dice(&mut journal, fire(3, 1), &[20]);
    let dice = journal.fallen_dice();
    let first_die = |ship: u8| dice.iter().find(|die| die.purpose == Purpose::Hit(ship)).unwrap();
    assert_eq!([1, 2, 3].map(|ship| (first_die(ship).entry, first_die(ship).sitting)), [(1, 1), (5, 2), (10, 3)]);
    // Reading the text gives the same.
    let read = Journal::<Toy>::read("toy", journal.text().unwrap().as_bytes()).unwrap();
    assert_eq!(read.journal.fallen_dice(), dice);
}

#[test]
fn a_journal_without_dice_has_none() {
    let mut journal = empty();
    assert_eq!(journal.fallen_dice(), []);
    play_into(&mut journal, [Command::Give(1)]);
    journal.add(undo_entry(&journal)).unwrap();
    assert_eq!(journal.fallen_dice(), []);
}

/// After its branch a what-if with its own seed rolls other dice in the places that were freed before.
#[test]
fn the_same_place_under_another_seed_is_another_die() {
    let mut parent = empty();
    play_into(&mut parent, [fire(1, 8)]);
    undo(&mut parent);
    let (name, code) = ("a.kaiser".to_owned(), "0000-0000-0000-0000-0000".to_owned());
    let branch = Branch { name, code, entry: 2, length: 1, seed: Some(5), parent: None };
    let mut what_if = Journal::<Toy>::new(play::journal::Header { branch: Some(branch), ..parent.header().clone() });
    parent.entries().iter().for_each(|entry| what_if.add(entry.clone()).unwrap());
    play_into(&mut what_if, [fire(1, 8)]);
    let to_hit = what_if.fallen_dice().into_iter().filter(|die| die.purpose == Purpose::Hit(1)).count();
    assert_eq!(to_hit, 16);
}
