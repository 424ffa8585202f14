//! Any sequence of accepted commands, with `undo`, `redo` and `amend` anywhere, verifies: all five games, at random.
//!
//! A modest number of sequences here; `LONG=20000 cargo test --release any_sequence` plays that many of each game.
use std::env;

use play::journal::{Entry, Header, Journal, NewDice};
use play::{self, Dice, DiceRequest, Die, Game, NotDecided, RollResult, Source};

use crate::{random_numbers, some_reason};

/// Dice as a referee types them.
struct Table<'a>(&'a mut dyn FnMut(u32) -> u32);

impl<P> Dice<P> for Table<'_> {
    fn roll(&mut self, request: &DiceRequest<P>) -> RollResult {
        let sides = request.sides;
        let die = |face: u32| Die { sides, face: face as u8 + 1, source: Source::Typed };
        RollResult::Rolled((0..request.count).map(|_| die((self.0)(sides.into()))).collect())
    }
}

/// Counts of what was played, so that a test can check that it was enough.
#[derive(Default)]
pub struct SequenceCounts {
    pub commands: usize,
    pub amendments: usize,
    pub removed: usize,
    pub rolled: usize,
    pub typed: usize,
}

/// Checks `modest` sequences of `steps` steps each, or as many as `LONG` sets. Every step that the rules and the
/// journal accept is recorded.
pub fn check_sequences<G: Game>(
    game: &str,
    setup: &G::Setup,
    (modest, steps): (u64, usize),
    choose: impl Fn(&G::State, &mut dyn FnMut(u32) -> u32) -> G::Command,
) -> SequenceCounts {
    let many = env::var("LONG").ok().and_then(|long| long.parse().ok()).unwrap_or(modest);
    let mut count = SequenceCounts::default();
    for seed in 0..many {
        check_sequence::<G>(game, setup, seed, steps, &choose, &mut count);
    }
    count
}

fn check_sequence<G: Game>(
    game: &str,
    setup: &G::Setup,
    seed: u64,
    steps: usize,
    choose: &impl Fn(&G::State, &mut dyn FnMut(u32) -> u32) -> G::Command,
    count: &mut SequenceCounts,
) {
    let mut next_random = random_numbers(seed);
    let mut chance = move |below: u32| next_random() % below;
    let mut journal = Journal::<G>::new(Header::current::<G>(game, "test", seed, setup.clone()));
    for _ in 0..steps {
        match chance(20) {
            0 | 1 => {
                let all = journal.active_entries().numbers();
                let Some(last) = all.last().copied() else { continue };
                let from = all[all.len() - 1 - chance(all.len().min(3) as u32) as usize];
                let is_free = from == last && journal.dice_in(last) == 0;
                let because = if is_free && chance(2) == 0 { None } else { some_reason() };
                journal.add(Entry::TakenBack { from, because }).unwrap();
            }
            2 => {
                let all: Vec<usize> = journal.active_entries().undone().collect();
                let Some(last) = all.len().checked_sub(1) else { continue };
                journal.add(Entry::Redid { to: all[chance(1 + last as u32) as usize] }).unwrap();
            }
            3 => {
                let numbers: Vec<usize> = journal.commands().iter().map(|applied| applied.entry).collect();
                let Some(last) = numbers.len().checked_sub(1) else { continue };
                // Mostly a late command, so that few later commands are cancelled.
                let farthest = 1 + chance(numbers.len() as u32);
                let back = chance(farthest) as usize;
                let number = numbers[last - back];
                let command = choose(&journal.state_before(number), &mut chance);
                let typed = chance(2) == 0;
                let mut table = Table(&mut chance);
                let fresh = if typed { NewDice::Given(&mut table) } else { NewDice::Rolled };
                let Ok(amendment) = journal.amend(number, &command, fresh) else { continue };
                journal.add(amendment.with_reason(some_reason())).unwrap();
                count.amendments += 1;
            }
            4 => journal.add(Entry::Remarked { words: "so it went".to_owned() }).unwrap(),
            _ => {
                let command = choose(journal.state(), &mut chance);
                let decided = match chance(4) {
                    0 => play::decide::<G>(journal.state(), &command, &mut Table(&mut chance)),
                    _ => play::decide::<G>(journal.state(), &command, &mut journal.dice()),
                };
                match decided {
                    Ok(events) => {
                        journal.add(journal.new_command_entry(command, events)).unwrap();
                        count.commands += 1;
                    }
                    Err(NotDecided::Refused { .. }) => {}
                    Err(halt) => panic!("{game} {seed}: dice are never missing: {halt:?}"),
                }
            }
        }
    }
    journal.add(Entry::Closed).unwrap();
    count.removed += journal.history().filter(|line| line.removed_by.is_some()).count();
    let text = journal.text().unwrap();
    let read = Journal::<G>::read(game, text.as_bytes()).unwrap_or_else(|error| panic!("{game} {seed}: {error}"));
    assert_eq!(read.journal.entries(), journal.entries(), "{game} {seed}");
    assert!(read.journal.state() == journal.state(), "{game} {seed}: the state read again");
    let proof = read.journal.prove().unwrap_or_else(|disagreement| panic!("{game} {seed}: {disagreement}"));
    assert!(proof.differing.is_empty() && proof.unproved == 0, "{game} {seed}");
    count.rolled += proof.rolled_again;
    count.typed += proof.typed;
}

/// Checks that enough was played to support the claim.
pub fn assert_enough(game: &str, count: &SequenceCounts, needs_dice: bool) {
    let SequenceCounts { commands, amendments, removed, rolled, typed } = count;
    println!(
        "{game}: {commands} commands, {amendments} amendments, {removed} removed, {rolled} rolled and {typed} typed dice"
    );
    assert!(*commands > 50 && *amendments > 2, "{game}: too little was played");
    assert!(!needs_dice || (*rolled > 20 && *typed > 5), "{game}: too few dice were rolled");
}
