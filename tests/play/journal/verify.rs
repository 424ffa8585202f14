//! Deciding everything again, and finding different results.
use play::journal::{
    Correction, Disagreement, Entry, EntryOf, Header, InvalidEntry, Journal, Mismatch, NewDice, NewOutcome, Outcome,
};
use play::{Game, Roll, Source};

use super::{
    ToyEvents, command_entry, empty, fire, no_dice, play_into,
    toy::{self, Command, Fact, Purpose, Reason, Toy, WRONG_SIDE},
    undo_entry, undo_with_reason,
};

/// A journal of three commands, the second recorded as `change` makes it.
fn second_recorded_as(change: impl FnOnce(&mut ToyEvents)) -> Result<(), Disagreement<Fact, Reason, Purpose>> {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(8)]);
    let Entry::Did { command, mut events, .. } = command_entry(&journal, fire(1, 4)) else { unreachable!() };
    change(&mut events);
    journal.add(journal.new_command_entry(command, events)).unwrap();
    play_into(&mut journal, [fire(2, 1)]);
    journal.verify()
}

#[test]
fn verify_names_the_entry_with_a_different_result() {
    assert_eq!(second_recorded_as(|_| {}), Ok(()));
    let check = |disagreement: Result<(), Disagreement<Fact, Reason, Purpose>>| {
        let disagreement = disagreement.unwrap_err();
        assert_eq!((disagreement.entry, disagreement.command), (2, 2));
        assert!(disagreement.to_string().starts_with("entry 2 has a different result"), "{disagreement}");
        *disagreement.what
    };
    let other_fact = |events: &mut ToyEvents| events[0].fact = Fact::Given(1);
    assert!(matches!(check(second_recorded_as(other_fact)), Mismatch::Event { place: 1, .. }));
    let other_rule = |events: &mut ToyEvents| events[0].rule = WRONG_SIDE;
    assert!(matches!(check(second_recorded_as(other_rule)), Mismatch::Event { place: 1, .. }));
    let other_purpose = |events: &mut ToyEvents| events[0].dice[0].purpose = Purpose::Hit(9);
    assert!(matches!(check(second_recorded_as(other_purpose)), Mismatch::NotFromSeed { purpose: Purpose::Hit(9), .. }));
    let die_lost = |events: &mut ToyEvents| {
        let dice = &mut events.last_mut().unwrap().dice;
        dice.truncate(dice.len() - 1);
    };
    assert!(matches!(check(second_recorded_as(die_lost)), Mismatch::DiceMissing { missing: 1, .. }));
    let no_such_face = |events: &mut ToyEvents| events[0].dice[0].face = 21;
    assert!(matches!(check(second_recorded_as(no_such_face)), Mismatch::NoSuchFace { sides: 20, face: 21 }));
    let no_face = |events: &mut ToyEvents| events[0].dice[0].face = 0;
    assert!(matches!(check(second_recorded_as(no_face)), Mismatch::NoSuchFace { sides: 20, face: 0 }));
    let event_more = |events: &mut ToyEvents| {
        let mut more = events[0].clone();
        more.dice.clear();
        events.push(more);
    };
    assert!(matches!(check(second_recorded_as(event_more)), Mismatch::Event { decided: None, .. }));
    let command_refused = {
        let mut journal = empty();
        let events = Vec::new();
        journal.add(journal.new_command_entry(fire(1, 13), events)).unwrap();
        *journal.verify().unwrap_err().what
    };
    assert!(matches!(command_refused, Mismatch::Refused { rule: toy::COST, .. }));
}

#[test]
fn verify_checks_undone_commands_and_amendments_too() {
    let mut journal = empty();
    journal.add(journal.new_command_entry(Command::Give(1), Vec::new())).unwrap();
    journal.add(undo_entry(&journal)).unwrap();
    assert_eq!(journal.verify().map_err(|disagreement| disagreement.entry), Err(1));

    let mut journal = empty();
    play_into(&mut journal, [Command::Give(3), fire(1, 15)]);
    let amendment = journal.amend(1, &Command::Give(2), NewDice::Given(&mut no_dice())).unwrap();
    let because = Some("too much".to_owned());
    let Entry::Amended { entry, to, ruled, .. } = amendment.entry else { unreachable!() };
    assert!(matches!(&ruled[1].outcome, Outcome::NoLongerLegal { rule: toy::COST, .. }));
    let recorded_as = |ruled: Vec<_>| {
        let mut amended = empty();
        for entry in journal.entries() {
            amended.add(entry.clone()).unwrap();
        }
        amended.add(Entry::Amended { entry, to: to.clone(), ruled, because: because.clone() })?;
        Ok(amended.verify().map_err(|disagreement| (disagreement.entry, disagreement.command)))
    };
    assert_eq!(recorded_as(ruled.clone()), Ok(Ok(())));
    assert_eq!(recorded_as(ruled[..1].to_vec()), Err(InvalidEntry::OtherCommands { entry: 1 }));
    let mut other = ruled.clone();
    other[0].outcome = Outcome::Stands(Vec::new());
    assert_eq!(recorded_as(other), Ok(Err((3, 1))));
    let mut other = ruled.clone();
    other[1].outcome = Outcome::Stands(Vec::new());
    assert_eq!(recorded_as(other), Ok(Err((3, 2))));
    let mut other = ruled.clone();
    other[1].outcome = Outcome::NoLongerLegal { rule: WRONG_SIDE, dice: Vec::new() };
    assert_eq!(recorded_as(other), Ok(Err((3, 2))));
    let mut other = ruled;
    other[0].outcome = Outcome::NoLongerLegal { rule: toy::COST, dice: Vec::new() };
    assert_eq!(recorded_as(other), Ok(Err((3, 1))), "removed, and legal");
}

/// Verifies a journal in which an amendment removed a dare and kept these dice. With three coins left it must roll, and
/// the coins may not suffice.
fn verify_removed(faces: &[u8]) -> Result<(), Disagreement<Fact, Reason, Purpose>> {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Dare(1)]);
    let typed = |face: &u8| Roll { sides: 6, face: *face, source: Source::Typed, purpose: Purpose::Damage(1) };
    let dice = faces.iter().map(typed).collect();
    let Entry::Did { events, .. } = command_entry(&empty(), Command::Give(-9)) else { unreachable!() };
    let poorer = NewOutcome { entry: 1, outcome: Outcome::Stands(events) };
    let removed = NewOutcome { entry: 2, outcome: Outcome::NoLongerLegal { rule: toy::COST, dice } };
    let (ruled, because) = (vec![poorer, removed], Some("too much".to_owned()));
    let to = Correction::Command(Command::Give(-9));
    journal.add(Entry::Amended { entry: 1, to, ruled, because }).unwrap();
    journal.verify()
}

#[test]
fn a_removed_command_keeps_exactly_the_dice_rolled_before_its_refusal() {
    assert_eq!(verify_removed(&[4]), Ok(()), "four coins, and three are there");
    let what = |faces: &[u8]| *verify_removed(faces).unwrap_err().what;
    assert!(matches!(what(&[3]), Mismatch::AllowedNow { rule: toy::COST }), "three are enough");
    assert!(matches!(what(&[]), Mismatch::DiceMissing { missing: 1, .. }));
    assert!(matches!(what(&[4, 1]), Mismatch::DiceLeft(1)));
    assert!(matches!(what(&[4, 1, 1]), Mismatch::DiceLeft(2)));
    assert!(matches!(what(&[7]), Mismatch::NoSuchFace { sides: 6, face: 7 }));
}

/// Rulings of a different edition can be judged only by its program, so they are listed; dice and reasons are judged.
#[test]
fn rulings_of_a_different_edition_are_listed_and_its_dice_judged() {
    let verified = |rulings, change: &dyn Fn(&mut ToyEvents), back: fn(&Journal<Toy>) -> EntryOf<Toy>| {
        let mut journal = Journal::<Toy>::new(Header { rulings, ..empty().header().clone() });
        play_into(&mut journal, [Command::Give(8)]);
        let Entry::Did { command, mut events, .. } = command_entry(&journal, fire(1, 4)) else { unreachable!() };
        change(&mut events);
        journal.add(journal.new_command_entry(command, events)).unwrap();
        journal.add(back(&journal)).unwrap();
        journal
            .prove()
            .map(|proof| proof.differing.iter().map(|difference| difference.entry).collect::<Vec<_>>())
            .map_err(|mismatch| mismatch.entry)
    };
    let other_fact = |events: &mut ToyEvents| events[0].fact = Fact::Given(1);
    let other_face = |events: &mut ToyEvents| events[0].dice[0].face = events[0].dice[0].face % 20 + 1;
    for (rulings, listed) in [(Toy::RULINGS, Err(2)), (Toy::RULINGS + 1, Ok(vec![2])), (0, Ok(vec![2]))] {
        assert_eq!(verified(rulings, &|_| {}, undo_with_reason), Ok(vec![]), "{rulings}");
        assert_eq!(verified(rulings, &other_fact, undo_with_reason), listed, "{rulings}");
        assert_eq!(verified(rulings, &other_face, undo_with_reason), Err(2), "{rulings}");
        assert_eq!(verified(rulings, &|_| {}, undo_entry), Err(3), "{rulings}: no reason");
    }
}
