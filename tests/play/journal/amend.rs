//! Correcting an input after its dice.
use kit::random_numbers;
use play::journal::{AmendError, AppliedCommand, Entry, EntryOf, Journal, NewDice, Outcome};
use play::{self, Dice, DiceRequest, Die, EventOf, RollResult, Script, Seeded, Source};
use proptest::prelude::*;

use super::{
    ToyEvents, empty, fire, no_dice, play_into, redo_entry,
    toy::{self, Command, Purpose, Reason, Toy},
    undo_with_reason,
};

/// Every die that a command could ever roll: a separate endless row for each kind of die.
struct KeyedDice {
    key: u64,
    used: Vec<(u8, Purpose, usize)>,
}

impl KeyedDice {
    fn new(key: u64) -> KeyedDice {
        KeyedDice { key, used: Vec::new() }
    }

    fn face(&self, sides: u8, purpose: &Purpose, index: usize) -> u8 {
        let (kind, by) = match purpose {
            Purpose::Hit(by) => (1, by),
            Purpose::Damage(by) => (2, by),
        };
        let seed = (self.key << 32) + kind * 65536 + u64::from(*by) * 256 + index as u64;
        Seeded::new(random_numbers(seed)).face(sides)
    }
}

impl Dice<Purpose> for KeyedDice {
    fn roll(&mut self, request: &DiceRequest<Purpose>) -> RollResult {
        let kind = |(sides, purpose, _): &(u8, Purpose, usize)| *sides == request.sides && *purpose == request.purpose;
        let index = self.used.iter().position(kind).unwrap_or_else(|| {
            self.used.push((request.sides, request.purpose.clone(), 0));
            self.used.len() - 1
        });
        let from = self.used[index].2;
        let until = from + usize::from(request.count);
        self.used[index].2 = until;
        let die = |index| Die {
            sides: request.sides,
            face: self.face(request.sides, &request.purpose, index),
            source: Source::Typed,
        };
        RollResult::Rolled((from..until).map(die).collect())
    }
}

/// Plays the legal commands. The dice of a command depend only on its place in the list. Returns the journal and the
/// places of the commands that were played.
fn play_legal_commands<'a>(commands: impl IntoIterator<Item = (usize, &'a Command)>) -> (Journal<Toy>, Vec<usize>) {
    let (mut journal, mut places) = (empty(), Vec::new());
    for (place, command) in commands {
        if let Ok(events) = play::decide::<Toy>(journal.state(), command, &mut KeyedDice::new(place as u64)) {
            journal.add(journal.new_command_entry(command.clone(), events)).unwrap();
            places.push(place);
        }
    }
    (journal, places)
}

/// Amends as the program does: rolls a missing die, and tries the amendment again. `None` if the rules refuse it.
fn amend_with_dice(journal: &Journal<Toy>, entry: usize, command: &Command, places: &[usize]) -> Option<EntryOf<Toy>> {
    let mut fresh = Script::default();
    let mut pushed: Vec<(usize, u8, Purpose)> = Vec::new();
    loop {
        fresh.rewind();
        match journal.amend(entry, command, NewDice::Given(&mut fresh)) {
            Ok(amendment) => {
                assert_eq!(fresh.unused(), 0, "no fresh die is rolled in vain");
                return Some(amendment.with_reason(super::some_reason()));
            }
            Err(AmendError::Refused { .. }) => return None,
            Err(AmendError::NeedsRoll { entry, request, missing }) => {
                let kind = (entry, request.sides, request.purpose.clone());
                let fallen = max_rolls(journal, entry, request.sides, &request.purpose);
                for _ in 0..missing {
                    let index = fallen + pushed.iter().filter(|other| **other == kind).count();
                    fresh.push(KeyedDice::new(places[entry - 1] as u64).face(request.sides, &request.purpose, index));
                    pushed.push(kind.clone());
                }
            }
            Err(error @ (AmendError::NotActive { .. } | AmendError::NoSuchFace { .. })) => panic!("{error}"),
        }
    }
}

/// The largest number of dice of a kind that a ruling of a command used, either its first or that of an amendment.
fn max_rolls(journal: &Journal<Toy>, number: usize, sides: u8, purpose: &Purpose) -> usize {
    let count = |events: &[EventOf<Toy>]| {
        let dice = events.iter().flat_map(|event| &event.dice);
        dice.filter(|die| die.sides == sides && die.purpose == *purpose).count()
    };
    let rulings = journal.entries().iter().enumerate().flat_map(|(index, entry)| match entry {
        Entry::Did { events, .. } if index + 1 == number => vec![count(events)],
        Entry::Amended { ruled, .. } => {
            let of_command = ruled.iter().filter(|ruled| ruled.entry == number);
            of_command
                .filter_map(
                    |ruled| if let Outcome::Stands(events) = &ruled.outcome { Some(count(events)) } else { None },
                )
                .collect()
        }
        _ => Vec::new(),
    });
    rulings.max().unwrap_or(0)
}

fn a_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (-6..5_i64).prop_map(Command::Give),
        (0..3_u8, 0..6_u16).prop_map(|(by, guns)| Command::Fire { by, guns }),
    ]
}

proptest! {
    #[test]
    fn correcting_to_the_true_input_equals_having_typed_it_first(
        commands in prop::collection::vec(a_command(), 1..12),
        at in any::<prop::sample::Index>(),
        mistakes in prop::collection::vec(a_command(), 1..4),
    ) {
        // `mistakes[0]` is typed first. The other mistakes, then the true command, correct it.
        let index = at.index(commands.len());
        let mut typed: Vec<_> = commands.iter().enumerate().collect();
        typed[index].1 = &mistakes[0];
        let (mut journal, places) = play_legal_commands(typed);
        let Some(entry) = places.iter().position(|place| *place == index).map(|index| index + 1) else { return Ok(()) };
        let before = journal.state().clone();
        let mut amendments = 0;
        for command in mistakes[1..].iter().chain([&commands[index]]) {
            match amend_with_dice(&journal, entry, command, &places) {
                Some(amendment) => {
                    journal.add(amendment).unwrap();
                    amendments += 1;
                }
                None if command == &commands[index] => return Ok(()),
                None => {}
            }
        }
        let (truth, _) = play_legal_commands(places.iter().map(|place| (*place, &commands[*place])));
        prop_assert_eq!(journal.state(), truth.state());
        let effective = |journal: &Journal<Toy>| -> Vec<(Command, ToyEvents)> {
            let command_and_events =
                |applied: &AppliedCommand<'_, Toy>| (applied.command.clone(), applied.events.to_vec());
            journal.commands().iter().filter(|applied| applied.removed_by.is_none()).map(command_and_events).collect()
        };
        prop_assert_eq!(effective(&journal), effective(&truth));
        prop_assert!(journal.verify().is_ok(), "{}", journal.verify().unwrap_err());
        let text = journal.text().unwrap();
        let read = Journal::<Toy>::read("toy", text.as_bytes()).unwrap();
        prop_assert_eq!(read.journal.state(), journal.state());
        for _ in 0..amendments {
            journal.add(undo_with_reason(&journal)).unwrap();
        }
        prop_assert_eq!(journal.state(), &before, "undoing the corrections restores what was typed");
        for _ in 0..amendments {
            journal.add(redo_entry(&journal)).unwrap();
        }
        prop_assert_eq!(journal.state(), truth.state());
    }
}

#[test]
fn an_amendment_lists_what_changes_and_the_dice_it_drops() {
    let mut journal = empty();
    // A purse of 12 hits on 12 or less: the 12 and the 11.
    let typed = [(fire(1, 4), vec![12, 13, 20, 11, 5, 6]), (Command::Give(1), vec![]), (fire(2, 2), vec![20, 20])];
    for (command, faces) in typed {
        let events = play::decide::<Toy>(journal.state(), &command, &mut Script::typed(faces)).unwrap();
        journal.add(journal.new_command_entry(command, events)).unwrap();
    }
    let amendment = journal.amend(1, &fire(1, 3), NewDice::Given(&mut no_dice())).unwrap();
    let [difference] = &amendment.differences[..] else { panic!("one command changes") };
    assert_eq!(difference.entry, 1);
    let dropped: Vec<_> = difference.dice_dropped.iter().map(|roll| (roll.sides, roll.face)).collect();
    assert_eq!(dropped, [(20, 11), (6, 6)]);
    journal.add(amendment.with_reason(super::some_reason())).unwrap();
    assert_eq!((journal.state().purse, journal.state().damage), (12 - 3 + 1 - 2, 5));
    let active_commands = journal.commands();
    let (first, last) = (&active_commands[0], &active_commands[2]);
    assert_eq!((first.command, first.amended, last.amended), (&fire(1, 3), Some(4), Some(4)));

    let back = journal.amend(1, &fire(1, 4), NewDice::Given(&mut no_dice())).unwrap();
    journal.add(back.with_reason(super::some_reason())).unwrap();
    assert_eq!(journal.state().damage, 11, "the dropped dice are used again");

    let needs = journal.amend(1, &fire(1, 5), NewDice::Given(&mut no_dice())).err();
    assert!(matches!(needs, Some(AmendError::NeedsRoll { entry: 1, missing: 1, .. })), "{needs:?}");
    let face = journal.amend(1, &fire(1, 5), NewDice::Given(&mut Script::typed([21]))).err();
    assert!(matches!(face, Some(AmendError::NoSuchFace { entry: 1, face: 21, .. })), "{face:?}");
    let refused = journal.amend(1, &fire(1, 13), NewDice::Given(&mut no_dice())).err();
    assert!(matches!(refused, Some(AmendError::Refused { rule: toy::COST, .. })), "{refused:?}");
    for number in [0, 4, 99] {
        let error = journal.amend(number, &fire(1, 1), NewDice::Given(&mut no_dice())).err();
        assert_eq!(error, Some(AmendError::NotActive { entry: number }));
    }
}

#[test]
fn a_command_that_an_amendment_makes_illegal_is_removed_with_its_reason() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(10), fire(1, 20)]);
    let damage = journal.state().damage;
    let amendment = journal.amend(1, &Command::Give(1), NewDice::Given(&mut no_dice())).unwrap();
    let refused: Vec<_> =
        amendment.differences.iter().map(|difference| (difference.entry, difference.refused.clone())).collect();
    assert_eq!(refused, [(1, None), (2, Some(Reason::TooDear { cost: 20, purse: 13 }))]);
    journal.add(amendment.with_reason(super::some_reason())).unwrap();
    let struck: Vec<_> = journal.history().map(|line| (line.is_active, line.removed_by.is_some())).collect();
    assert_eq!(struck, [(true, false), (false, true), (true, false)]);
    assert_eq!(journal.history().nth(1).unwrap().removed_by, Some(toy::COST));
    assert_eq!((journal.state().purse, journal.state().damage), (13, 0));
    let again = journal.amend(1, &Command::Give(10), NewDice::Given(&mut no_dice())).unwrap();
    assert_eq!(again.differences.len(), 2);
    journal.add(again.with_reason(super::some_reason())).unwrap();
    assert_eq!(journal.state().damage, damage, "legal again, with its old dice");
    assert_eq!(journal.verify(), Ok(()));
    journal.add(undo_with_reason(&journal)).unwrap();
    journal.add(undo_with_reason(&journal)).unwrap();
    assert_eq!(journal.state().damage, damage);
    assert!(journal.history().all(|line| line.is_active == (line.number < 3 || line.number > 4)));
}

#[test]
fn a_command_that_stays_removed_is_not_a_difference() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(10), fire(1, 20)]);
    let amendment = journal.amend(1, &Command::Give(1), NewDice::Given(&mut no_dice())).unwrap();
    let entry = amendment.with_reason(super::some_reason());
    let mut value = serde_json::to_value(&entry).unwrap();
    assert_eq!(serde_json::from_value::<EntryOf<Toy>>(value.clone()).unwrap(), entry);
    journal.add(entry).unwrap();
    let differences = |command: Command| {
        let amendment = journal.amend(1, &command, NewDice::Given(&mut no_dice())).unwrap();
        amendment.differences.iter().map(|difference| difference.entry).collect::<Vec<_>>()
    };
    // Still removed for the same reason, with a different purse; and legal again.
    assert_eq!((differences(Command::Give(2)), differences(Command::Give(10))), (vec![1], vec![1, 2]));
    value["amended"]["ruled"][1]["outcome"]["struck"]["why"] = "the coins do not suffice".into();
    assert!(serde_json::from_value::<EntryOf<Toy>>(value).is_err(), "an unknown field is refused");
}
