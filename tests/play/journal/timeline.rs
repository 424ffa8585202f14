//! The active entries, updated entry by entry, equal those computed from scratch; and undoing costs the same for any
//! history length.
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use kit::random_numbers;
use play::journal::{Correction, Entry, EntryOf, Header, Journal, NewDice, Outcome};
use play::{self, Dice, DiceRequest, EventBuilder, Game, NotDecidedOf, RollResult};

use super::{
    ToyEvents,
    contract::toy_command,
    empty, fire, play_into, redo_entry,
    toy::{self, COST, Command, DAMAGE, HIT, Purpose, Toy},
    undo_entry, undo_with_reason,
};

/// The numbers of the active commands and amendments after this many entries, computed from the first on.
fn effective_entries(entries: &[EntryOf<Toy>]) -> Vec<usize> {
    let (mut done, mut undone) = (Vec::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                undone.clear();
                done.push(index + 1);
            }
            Entry::TakenBack { from, .. } => {
                while let Some(number) = done.pop_if(|number| *from <= *number) {
                    undone.push(number);
                }
            }
            Entry::Redid { to } => {
                while let Some(number) = undone.pop_if(|number| *number <= *to) {
                    done.push(number);
                }
            }
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }
    done
}

/// The commands among these, each with its effective form, its ruling, and whether it is removed.
fn applied_commands(entries: &[EntryOf<Toy>], active: &[usize]) -> Vec<(usize, Command, ToyEvents, bool)> {
    let mut commands: Vec<(usize, Command, ToyEvents, bool)> = Vec::new();
    for number in active {
        match &entries[number - 1] {
            Entry::Did { command, events, .. } => commands.push((*number, command.clone(), events.clone(), false)),
            Entry::Amended { entry, to, ruled, .. } => {
                for again in ruled {
                    let applied = commands.iter_mut().find(|command| command.0 == again.entry).unwrap();
                    applied.2 = again.outcome.events().to_vec();
                    applied.3 = matches!(again.outcome, Outcome::NoLongerLegal { .. });
                    if let (true, Correction::Command(command)) = (applied.0 == *entry, to) {
                        applied.1 = command.clone();
                    }
                }
            }
            other => panic!("{other:?} is never active"),
        }
    }
    commands
}

fn state<'a>(commands: impl IntoIterator<Item = &'a (usize, Command, ToyEvents, bool)>) -> toy::State {
    let mut state = Toy::initial_state(&toy::setup());
    commands.into_iter().for_each(|command| play::apply_all::<Toy>(&mut state, &command.2));
    state
}

/// A journal with only the active entries.
fn without_detours(journal: &Journal<Toy>, active: &[usize]) -> Journal<Toy> {
    let anew = |number: usize| active.iter().position(|other| *other == number).unwrap() + 1;
    let mut straight = Journal::new(journal.header().clone());
    for number in active {
        let mut entry = journal.entry(*number).unwrap().clone();
        if let Entry::Did { line, .. } = &mut entry {
            *line = anew(*line);
        }
        if let Entry::Amended { entry, ruled, .. } = &mut entry {
            *entry = anew(*entry);
            ruled.iter_mut().for_each(|ruled| ruled.entry = anew(ruled.entry));
        }
        straight.add(entry).unwrap();
    }
    straight
}

/// The program's next dice: six to hit and six for damage.
pub fn rolled_faces(journal: &Journal<Toy>) -> Vec<u8> {
    let mut dice = journal.dice();
    let asks =
        [DiceRequest::pool(6, 20, 20, Purpose::Hit(1), HIT), DiceRequest::pool(6, 6, 6, Purpose::Damage(1), DAMAGE)];
    let mut faces = |request: &DiceRequest<Purpose>| match dice.roll(request) {
        RollResult::Rolled(dice) => dice.into_iter().map(|die| die.face).collect::<Vec<u8>>(),
        RollResult::Missing(_) => panic!("rolled dice never lack a result"),
    };
    asks.iter().flat_map(&mut faces).collect()
}

/// Compares everything that a journal reports as active with the same computed from scratch.
fn assert_equals_scratch(journal: &Journal<Toy>, chance: &mut dyn FnMut(u32) -> u32) {
    let entries = journal.entries();
    let numbers = effective_entries(entries);
    let expected = applied_commands(entries, &numbers);
    assert_eq!(journal.state(), &state(&expected));
    let commands = journal.commands();
    let found = commands
        .iter()
        .map(|applied| (applied.entry, applied.command.clone(), applied.events.to_vec(), applied.removed_by.is_some()));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(journal.next_command_index(), expected.len() as u64 + 1);
    assert_eq!(
        rolled_faces(journal),
        rolled_faces(&without_detours(journal, &numbers)),
        "after {} entries",
        entries.len()
    );
    let number = 1 + chance(entries.len() as u32 + 1) as usize;
    let before = match expected.iter().position(|applied| applied.0 == number) {
        Some(index) => state(&expected[..index]),
        None => state(&applied_commands(entries, &effective_entries(&entries[..number - 1]))),
    };
    assert_eq!(journal.state_before(number), before, "before entry {number} of {}", entries.len());
    let then = effective_entries(&entries[..number.min(entries.len())]);
    assert_eq!(journal.active_after(number), then);
    assert_eq!(journal.state_after(number), state(&applied_commands(entries, &then)), "after entry {number}");
}

/// Adds one random entry, or a row of undos, redos or commands.
fn add_random_entry(journal: &mut Journal<Toy>, chance: &mut dyn FnMut(u32) -> u32) {
    match chance(12) {
        0..2 => {
            let far = if chance(4) == 0 { 80 } else { 3 };
            let all = journal.active_entries().numbers();
            if chance(2) == 0 && !all.is_empty() {
                let from = all[all.len() - 1 - (chance(far) as usize).min(all.len() - 1)];
                return journal.add(Entry::TakenBack { from, because: super::some_reason() }).unwrap();
            }
            for _ in 0..=chance(far) {
                let _nothing_to_undo = journal.add(undo_with_reason(journal));
            }
        }
        2 => {
            if let Some(to) = journal.active_entries().redo_to().filter(|_| chance(2) == 0) {
                return journal.add(Entry::Redid { to }).unwrap();
            }
            for _ in 0..=chance(40) {
                let _nothing_to_redo = journal.add(redo_entry(journal));
            }
        }
        3 | 4 => {
            let commands: Vec<usize> = journal.commands().iter().map(|applied| applied.entry).collect();
            let Some(last) = commands.len().checked_sub(1) else { return };
            let farthest = 1 + chance(commands.len() as u32);
            let number = commands[last - chance(farthest) as usize];
            let command = toy_command(&journal.state_before(number), chance);
            if let Ok(amendment) = journal.amend(number, &command, NewDice::Rolled) {
                journal.add(amendment.with_reason(super::some_reason())).unwrap();
            }
        }
        5 => journal.add(Entry::Remarked { words: "so it went".to_owned() }).unwrap(),
        _ => {
            for _ in 0..=chance(5) {
                let command = toy_command(journal.state(), chance);
                if let Ok(events) = play::decide::<Toy>(journal.state(), &command, &mut journal.dice()) {
                    journal.add(journal.new_command_entry(command, events)).unwrap();
                }
            }
        }
    }
}

#[test]
fn active_entries_always_equal_those_computed_from_scratch() {
    let (mut longest, mut amended) = (0, 0);
    for seed in 0..30 {
        let mut next_random = random_numbers(seed);
        let mut chance = move |below: u32| next_random() % below;
        let mut journal = Journal::<Toy>::new(Header::current::<Toy>("toy", "test", seed, toy::setup()));
        for _ in 0..120 {
            add_random_entry(&mut journal, &mut chance);
            assert_equals_scratch(&journal, &mut chance);
        }
        longest = longest.max(journal.commands().len());
        amended += journal.commands().iter().filter(|applied| applied.amended.is_some()).count();
        let mut before = Vec::new();
        journal.walk(|line, state| before.push((line.number, state.clone())));
        for (number, before) in before {
            assert_eq!(before, journal.state_after(number - 1), "{seed}: before entry {number}");
        }
        assert_eq!(journal.verify(), Ok(()), "{seed}");
    }
    assert!(100 < longest && 100 < amended, "{longest} commands, {amended} amended: too little was played");
}

#[test]
fn a_walk_lists_the_rulings_an_amendment_changed_and_their_state() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2), fire(1, 15), Command::Give(3)]);
    let amendment = journal.amend(2, &Command::Give(1), NewDice::Rolled).unwrap();
    journal.add(amendment.with_reason(super::some_reason())).unwrap();
    assert!(journal.history().all(|line| line.changed_commands().is_empty()), "only a walk lists it");
    let mut lines = Vec::new();
    journal.walk(|line, _| {
        let changed = line.changed_commands();
        lines.extend(
            changed.iter().map(|change| (line.number, change.entry, change.before.purse, change.refused().is_some())),
        );
    });
    assert_eq!(lines, [(5, 2, 13, false), (5, 3, 14, true)], "the gift, and the salvo that is too dear without it");
}

/// A game that is a row of numbers and counts how often a fact is applied.
struct CountingGame;

static APPLIED: AtomicUsize = AtomicUsize::new(0);
/// Tests that count run one at a time.
static COUNTING: Mutex<()> = Mutex::new(());

impl Game for CountingGame {
    type Setup = ();
    type State = u64;
    type Command = u64;
    type Fact = u64;
    type Reason = ();
    type Purpose = ();

    fn initial_state((): &()) -> u64 {
        0
    }

    fn decide(draft: &mut EventBuilder<'_, CountingGame>, command: &u64) -> Result<(), NotDecidedOf<CountingGame>> {
        draft.record(COST, *command);
        Ok(())
    }

    fn apply(state: &mut u64, fact: &u64) {
        APPLIED.fetch_add(1, Relaxed);
        *state = state.wrapping_mul(31).wrapping_add(*fact);
    }
}

/// How many facts `what` applies.
fn facts_applied(what: impl FnOnce()) -> usize {
    let before = APPLIED.load(Relaxed);
    what();
    APPLIED.load(Relaxed) - before
}

fn add_row(journal: &mut Journal<CountingGame>, command: u64) {
    let events = vec![play::Event { fact: command, rule: COST, dice: Vec::new() }];
    journal.add(journal.new_command_entry(command, events)).unwrap();
}

/// Checks the cost of playing, reading, walking and verifying a journal: at most `many` facts for each entry.
#[track_caller]
fn assert_costs_at_most(many: usize, playing: impl FnOnce(&mut Journal<CountingGame>)) {
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut journal = Journal::<CountingGame>::new(Header::current::<CountingGame>("row", "test", 1, ()));
    let played = facts_applied(|| playing(&mut journal));
    let text = journal.text().unwrap();
    let read = facts_applied(|| {
        let read = Journal::<CountingGame>::read("row", text.as_bytes()).unwrap();
        assert_eq!(read.journal.state(), journal.state());
    });
    let walked = facts_applied(|| journal.walk(|line, _| _ = line.changed_commands()));
    let verified = facts_applied(|| assert!(journal.verify().is_ok()));
    let entries = journal.entries().len();
    for (what, cost) in [("played", played), ("read", read), ("walked", walked), ("verified", verified)] {
        assert!(cost <= many * entries, "{what}: {cost} facts for {entries} entries");
    }
}

const COMMANDS: u64 = 2_000;

#[test]
fn undoing_commands_one_by_one_costs_the_same_for_any_history_length() {
    assert_costs_at_most(40, |journal| {
        (0..COMMANDS).for_each(|number| add_row(journal, number));
        (0..COMMANDS).for_each(|_| journal.add(undo_entry(journal)).unwrap());
        assert_eq!(*journal.state(), 0);
    });
}

#[test]
fn a_command_and_its_undo_cost_the_same_for_any_history_length() {
    // Also at a power of two, one below it and one above it.
    for before in [COMMANDS, 2_048, 2_047, 2_049] {
        assert_costs_at_most(40, |journal| {
            (0..before).for_each(|number| add_row(journal, number));
            for number in 0..COMMANDS {
                add_row(journal, number);
                journal.add(undo_entry(journal)).unwrap();
            }
        });
    }
}

#[test]
fn an_amendment_costs_only_the_rulings_that_it_repeats() {
    let amend = |journal: &mut Journal<CountingGame>, entry: usize, command: u64| {
        let amendment = journal.amend(entry, &command, NewDice::Rolled).unwrap();
        journal.add(amendment.entry).unwrap();
    };
    assert_costs_at_most(60, |journal| {
        for number in 0..COMMANDS {
            add_row(journal, number);
            let entry = journal.entries().len();
            amend(journal, entry, number + 1);
        }
    });
    assert_costs_at_most(60, |journal| {
        (0..COMMANDS).for_each(|number| add_row(journal, number));
        for number in 0..COMMANDS {
            amend(journal, COMMANDS as usize, number);
            journal.add(undo_entry(journal)).unwrap();
        }
    });
}
