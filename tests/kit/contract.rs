//! The contract of every game.
use play::journal::{Entry, EntryOf, Header, Journal, NewDice};
use play::{self, Game, NotDecided};

/// The reason for undoing or amending a rolled decision in a test.
pub fn some_reason() -> Option<String> {
    Some("a slip".to_owned())
}

/// Returns an entry that undoes the last command or amendment, with a reason.
pub fn undo_with_reason<G: Game>(journal: &Journal<G>) -> EntryOf<G> {
    Entry::TakenBack { from: journal.active_entries().last().unwrap_or_default(), because: some_reason() }
}

/// Returns an entry that undoes the last command or amendment, without a reason.
pub fn undo_entry<G: Game>(journal: &Journal<G>) -> EntryOf<G> {
    Entry::TakenBack { from: journal.active_entries().last().unwrap_or_default(), because: None }
}

/// Returns an entry that redoes the first undone one.
pub fn redo_entry<G: Game>(journal: &Journal<G>) -> EntryOf<G> {
    Entry::Redid { to: journal.active_entries().undone().next().unwrap_or_default() }
}

/// The contract of every game, over one random play of `rounds` commands from `choose`, refused ones left out. `choose`
/// is given the state and a source of chance (`chance(n)` is in `0..n`). Replay equals state; undo then redo equals
/// before; an amendment can be undone; the journal's text round-trips; verify is clean. Returns the play's journal.
pub fn check_contract<G: Game>(
    game: &str,
    setup: &G::Setup,
    seed: u64,
    rounds: usize,
    mut choose: impl FnMut(&G::State, &mut dyn FnMut(u32) -> u32) -> G::Command,
) -> Journal<G> {
    let mut next_random = random_numbers(seed);
    let mut chance = move |below: u32| next_random() % below;
    let mut journal = Journal::<G>::new(Header::current::<G>(game, "test", seed, setup.clone()));
    let mut legal_commands = 0;
    for _ in 0..rounds {
        let command = choose(journal.state(), &mut chance);
        let before = journal.state().clone();
        match play::decide::<G>(&before, &command, &mut journal.dice()) {
            Ok(events) => {
                let mut after = before.clone();
                play::apply_all::<G>(&mut after, &events);
                journal.add(journal.new_command_entry(command, events)).unwrap();
                assert_eq!(journal.state(), &after, "the journal's state is that of its facts");
                legal_commands += 1;
                if chance(4) == 0 {
                    journal.add(undo_with_reason(&journal)).unwrap();
                    assert_eq!(journal.state(), &before, "undo restores what was before");
                    if chance(3) > 0 {
                        journal.add(redo_entry(&journal)).unwrap();
                        assert_eq!(journal.state(), &after, "redo restores what was undone");
                    }
                }
            }
            Err(NotDecided::Refused { .. }) => {}
            Err(halt) => panic!("rolled dice are never missing: {halt:?}"),
        }
    }
    assert!(legal_commands > 0, "none of {rounds} commands was legal");
    let mut undone = 0;
    let mut end = journal.state().clone();
    while journal.active_entries().last().is_some() && undone < 5 {
        journal.add(undo_with_reason(&journal)).unwrap();
        undone += 1;
    }
    for _ in 0..undone {
        journal.add(redo_entry(&journal)).unwrap();
    }
    assert_eq!(journal.state(), &end, "undoing and redoing several equals before");
    for _ in 0..3 {
        let number = journal.commands()[chance(legal_commands) as usize % journal.commands().len()].entry;
        let command = choose(&journal.state_after(number - 1), &mut chance);
        let Ok(amendment) = journal.amend(number, &command, NewDice::Rolled) else { continue };
        journal.add(amendment.with_reason(some_reason())).unwrap();
        let amended = journal.state().clone();
        assert_eq!(&journal.replay_until(|_| false), &amended, "replay of an amendment equals state");
        journal.add(undo_with_reason(&journal)).unwrap();
        assert_eq!(journal.state(), &end, "undoing an amendment restores what was before");
        journal.add(redo_entry(&journal)).unwrap();
        assert_eq!(journal.state(), &amended);
        if chance(2) == 0 {
            journal.add(undo_with_reason(&journal)).unwrap();
        } else {
            end = amended;
        }
    }
    journal.add(Entry::Closed).unwrap();
    assert_eq!(&journal.replay_until(|_| false), journal.state(), "replay equals state");
    assert_eq!(&journal.state_after(usize::MAX), journal.state(), "replay of entries equals state");
    let text = journal.text().unwrap();
    let read = Journal::<G>::read(game, text.as_bytes()).unwrap();
    assert_eq!(read.journal.header(), journal.header());
    assert_eq!(read.journal.entries(), journal.entries());
    assert_eq!(read.journal.state(), journal.state(), "a journal read again has the same state");
    assert_eq!(read.journal.text().unwrap(), text, "the text round-trips");
    assert!(read.closed && read.partial_line.is_none());
    if let Err(disagreement) = read.journal.verify() {
        panic!("verify is clean: {disagreement}");
    }
    read.journal
}

/// Random numbers that are the same every time (SplitMix64).
pub fn random_numbers(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 32) as u32
    }
}

/// A source of chance for choosing commands: `chance(n)` returns a number below n.
pub type Chance<'a> = dyn FnMut(u32) -> u32 + 'a;

pub fn pick<'a, T>(chance: &mut Chance<'_>, these: &'a [T]) -> &'a T {
    &these[chance(these.len() as u32) as usize]
}
