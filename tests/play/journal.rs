//! The journal: active entries, its text, verification and amendment; and the contract of every game.
mod amend;
mod branch;
mod contract;
mod dice;
mod fallen_dice;
mod mend;
mod private;
mod savepoint;
mod timeline;
mod verify;

use play::journal::{Correction, Entry, EntryOf, Header, InvalidEntry, Journal, JournalError, NewDice};
use play::{self, EventOf, Script};

use kit::{
    redo_entry, some_reason,
    toy::{self, Command, Toy, command_entry, fire},
    undo_entry, undo_with_reason,
};

type ToyEvents = Vec<EventOf<Toy>>;

// ---------------------------------------------------------------------------------------------- helpers

pub fn empty() -> Journal<Toy> {
    Journal::new(Header::current::<Toy>("toy", "0.1.0-00c0ffee", u64::MAX, toy::setup()))
}

fn play_into(journal: &mut Journal<Toy>, commands: impl IntoIterator<Item = Command>) {
    for command in commands {
        let entry = command_entry(journal, command);
        journal.add(entry).unwrap();
    }
}

fn no_dice() -> Script {
    Script::typed([])
}

/// A journal with entries of every kind except remarks and notices, closed in an orderly way twice.
pub fn example_journal() -> Journal<Toy> {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 4), Command::Give(5), fire(2, 3)]);
    journal.add(undo_with_reason(&journal)).unwrap();
    journal.add(redo_entry(&journal)).unwrap();
    journal.add(Entry::Closed).unwrap();
    journal.add(Entry::Opened).unwrap();
    let amendment = journal.amend(1, &fire(1, 3), NewDice::Rolled).unwrap();
    journal.add(amendment.with_reason(some_reason())).unwrap();
    play_into(&mut journal, [Command::Give(2)]);
    journal.add(undo_entry(&journal)).unwrap();
    journal.add(Entry::Closed).unwrap();
    journal
}

/// Whether reading or verifying reports an error, an incomplete last line or a missing orderly end.
fn detects_change(text: &[u8]) -> bool {
    match Journal::<Toy>::read("toy", text) {
        Err(_) => true,
        Ok(read) => read.partial_line.is_some() || !read.closed || read.journal.verify().is_err(),
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

// ---------------------------------------------------------------------------------------- active entries

#[test]
fn a_new_command_clears_the_redo_list() {
    let mut journal = empty();
    assert_eq!(journal.add(undo_entry(&journal)), Err(InvalidEntry::NothingToUndo));
    assert_eq!(journal.add(redo_entry(&journal)), Err(InvalidEntry::NothingToRedo));
    play_into(&mut journal, [Command::Give(1), Command::Give(2)]);
    assert_eq!((journal.active_entries().last(), journal.active_entries().redo_to()), (Some(2), None));
    journal.add(undo_entry(&journal)).unwrap();
    assert_eq!((journal.active_entries().last(), journal.active_entries().redo_to()), (Some(1), Some(2)));
    assert_eq!(journal.state().log, [1]);
    play_into(&mut journal, [Command::Give(3)]);
    assert_eq!((journal.active_entries().last(), journal.active_entries().redo_to()), (Some(4), None));
    assert_eq!(journal.add(redo_entry(&journal)), Err(InvalidEntry::NothingToRedo));
    assert_eq!(journal.state().log, [1, 3]);
    let are_active: Vec<bool> = journal.history().map(|line| line.is_active).collect();
    assert_eq!(are_active, [true, false, true, true], "the removed command stays in the history");
    assert_eq!(journal.commands().iter().map(|applied| applied.entry).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(journal.state_after(0).log, [0; 0]);
    assert_eq!(journal.state_after(2).log, [1, 2], "the state at that time");
    assert_eq!(journal.state_after(3).log, [1]);
}

/// One entry undoes everything from an entry on, and one redoes it up to a given entry.
#[test]
fn commands_undone_from_an_entry_are_redone_up_to_another() {
    let mut journal = empty();
    play_into(&mut journal, (1..=5).map(Command::Give));
    assert_eq!(journal.last_line(), Some(5));
    for from in [0, 6] {
        let back = Entry::TakenBack { from, because: None };
        assert_eq!(journal.add(back), Err(InvalidEntry::NotActive { entry: from }));
    }
    journal.add(Entry::TakenBack { from: 5, because: None }).unwrap();
    journal.add(Entry::TakenBack { from: 2, because: some_reason() }).unwrap();
    assert_eq!((journal.state().log.as_slice(), journal.active_entries().numbers()), ([1].as_slice(), [1].as_slice()));
    assert_eq!(journal.active_entries().redo_to(), Some(4), "the last undone command");
    for to in [0, 1, 6] {
        assert_eq!(journal.add(Entry::Redid { to }), Err(InvalidEntry::NotUndone { entry: to }));
    }
    journal.add(Entry::Redid { to: 3 }).unwrap();
    assert_eq!((journal.state().log.as_slice(), journal.active_entries().redo_to()), ([1, 2, 3].as_slice(), Some(4)));
    journal.add(Entry::Redid { to: 4 }).unwrap();
    assert_eq!(
        (journal.state().log.as_slice(), journal.active_entries().redo_to()),
        ([1, 2, 3, 4].as_slice(), Some(5))
    );
    let mut moves = Vec::new();
    journal.walk(|line, _| moves.push(line.moved_entries.clone()));
    assert_eq!(moves[5..], [vec![5], vec![4, 3, 2], vec![2, 3], vec![4]]);
    assert_eq!(journal.verify(), Ok(()));
}

#[test]
fn undoing_more_than_the_last_line_needs_a_reason_or_verify_names_it() {
    for (from, because, sound) in [(3, None, true), (2, None, false), (2, Some("a slip"), true), (1, Some(" "), false)]
    {
        let mut journal = empty();
        play_into(&mut journal, (1..=3).map(Command::Give));
        let because = because.map(str::to_owned);
        journal.add(Entry::TakenBack { from, because }).unwrap();
        assert_eq!(journal.verify().is_ok(), sound, "{from}");
    }
}

#[test]
fn remarks_change_no_state_no_dice_and_no_redo_list() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2)]);
    journal.add(undo_entry(&journal)).unwrap();
    let (faces, undo, redo) =
        (timeline::rolled_faces(&journal), journal.active_entries().last(), journal.active_entries().redo_to());
    journal.add(Entry::Remarked { words: "a fine move".to_owned() }).unwrap();
    assert_eq!(
        (timeline::rolled_faces(&journal), journal.active_entries().last(), journal.active_entries().redo_to()),
        (faces, undo, redo)
    );
    assert_eq!((journal.state().log.as_slice(), journal.next_number()), ([1].as_slice(), 5));
    assert_eq!(journal.verify(), Ok(()));
    journal.add(Entry::Closed).unwrap();
    assert_eq!(journal.add(Entry::Remarked { words: "too late".to_owned() }), Err(InvalidEntry::Closed));
}

#[test]
fn only_an_opening_follows_an_orderly_end() {
    let mut journal = empty();
    assert_eq!(journal.add(Entry::Opened), Err(InvalidEntry::NotClosed));
    play_into(&mut journal, [Command::Give(1)]);
    journal.add(Entry::Closed).unwrap();
    for entry in [Entry::Closed, undo_entry(&journal), journal.new_command_entry(Command::Give(1), Vec::new())] {
        assert_eq!(journal.add(entry), Err(InvalidEntry::Closed));
    }
    let before = timeline::rolled_faces(&journal);
    journal.add(Entry::Opened).unwrap();
    assert_eq!(timeline::rolled_faces(&journal), before, "closing and opening again changes no die");
    journal.add(undo_entry(&journal)).unwrap();
    assert_eq!(journal.next_number(), 5);
}

#[test]
fn replay_stops_at_the_requested_state() {
    let mut journal = empty();
    play_into(&mut journal, (1..=5).map(Command::Give));
    assert_eq!(journal.replay_until(|state| state.log.len() == 3).log, [1, 2, 3]);
    assert_eq!(journal.replay_until(|_| true).log, [0; 0]);
    assert_eq!(journal.replay_until(|_| false).log, [1, 2, 3, 4, 5]);
}

#[test]
fn a_walk_visits_every_entry_with_the_state_before_it() {
    let journal = example_journal();
    let mut lines = Vec::new();
    journal.walk(|line, before| {
        assert_eq!(before, &journal.state_after(line.number - 1), "before entry {}", line.number);
        lines.push(line.number);
    });
    assert_eq!(lines, (1..=journal.entries().len()).collect::<Vec<_>>());
}

// ---------------------------------------------------------------------------------------------- text

#[test]
fn the_first_line_identifies_the_file() {
    let text = example_journal().text().unwrap();
    let first = lines(&text)[0];
    assert!(first.starts_with("{\"sum\":\""), "{first}");
    let json: serde_json::Value = serde_json::from_str(first).unwrap();
    assert_eq!((&json["kaiser"], &json["format"]), (&"journal".into(), &1.into()));
    assert_eq!((&json["game"], &json["seed"]), (&"toy".into(), &u64::MAX.into()));
    assert_eq!(json["setup"]["purse"], 12);
    assert!(!first.trim_end().contains('\u{1}'));
    for line in lines(&text) {
        assert!(line[8..16].bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')), "{line}");
        assert_eq!((&line[16..18], line.ends_with('\n')), ("\",", true));
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let text = example_journal().text().unwrap();
    assert!(!detects_change(text.as_bytes()));
    let mut bytes = text.clone().into_bytes();
    for index in 0..bytes.len() {
        let true_byte = bytes[index];
        let others = (0..8).map(|bit| true_byte ^ (1 << bit)).chain(*b"\n\r \0\"{}019az\x7f\xff");
        for other in others.filter(|other| *other != true_byte) {
            bytes[index] = other;
            assert!(detects_change(&bytes), "byte {index} of {text} made {other:#x}");
        }
        bytes[index] = true_byte;
    }
}

#[test]
fn every_extra_or_missing_byte_is_noticed() {
    let text = example_journal().text().unwrap();
    // Removing everything after an earlier orderly end leaves the journal as it truly was then.
    let first_end = text.find("\"closed\"}\n").unwrap() + "\"closed\"}\n".len();
    let bytes = text.into_bytes();
    for index in 0..bytes.len() {
        let mut fewer = bytes.clone();
        fewer.remove(index);
        assert!(detects_change(&fewer), "without byte {index}");
        if index != first_end {
            assert!(detects_change(&bytes[..index]), "cut at {index}");
        }
    }
    for index in 0..=bytes.len() {
        for extra in *b"\n \0x\"" {
            let mut more = bytes.clone();
            more.insert(index, extra);
            assert!(detects_change(&more), "{extra:#x} before byte {index}");
        }
    }
}

#[test]
fn every_dropped_doubled_or_swapped_line_is_noticed() {
    let text = example_journal().text().unwrap();
    let lines = lines(&text);
    for index in 0..lines.len() {
        let mut dropped = lines.clone();
        dropped.remove(index);
        assert!(detects_change(dropped.concat().as_bytes()), "line {} dropped", index + 1);
        for to in 0..=lines.len() {
            let mut doubled = lines.clone();
            doubled.insert(to, lines[index]);
            assert!(detects_change(doubled.concat().as_bytes()), "line {} again before {}", index + 1, to + 1);
        }
        for other in index + 1..lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(index, other);
            assert!(detects_change(swapped.concat().as_bytes()), "lines {} and {} swapped", index + 1, other + 1);
        }
    }
}

#[test]
fn a_line_taken_from_another_journal_is_noticed() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2), Command::Give(4)]);
    let mut other = empty();
    play_into(&mut other, [Command::Give(3), Command::Give(2), Command::Give(4)]);
    let (left, right) = (journal.text().unwrap(), other.text().unwrap());
    let mut mixed = lines(&left);
    mixed[2] = lines(&right)[2];
    let Err(JournalError::Damaged { line, .. }) = Journal::<Toy>::read("toy", mixed.concat().as_bytes()) else {
        panic!("the same entry after another past")
    };
    assert_eq!(line, 3);
}

#[test]
fn an_incomplete_last_line_is_dropped_and_reported_wherever_it_ends() {
    let journal = example_journal();
    let text = journal.text().unwrap();
    let last = text.len() - lines(&text).last().unwrap().len();
    for cut in last..text.len() {
        let read = Journal::<Toy>::read("toy", &text.as_bytes()[..cut]).unwrap();
        assert_eq!(read.journal.entries(), &journal.entries()[..journal.entries().len() - 1]);
        assert_eq!(read.length, last);
        match read.partial_line {
            None => assert_eq!(cut, last),
            Some(torn) => assert_eq!((torn.offset, &torn.bytes[..]), (last, &text.as_bytes()[last..cut])),
        }
    }
}

#[test]
fn a_file_that_is_not_a_journal_is_refused_in_one_sentence() {
    fn flaw(game: &str, text: &str) -> String {
        let Err(error) = Journal::<Toy>::read(game, text.as_bytes()) else { panic!("read {text:?}") };
        error.to_string()
    }
    let text = example_journal().text().unwrap();
    let lines = lines(&text);
    assert_eq!(flaw("toy", ""), "the file is empty");
    for text in
        ["\n", "hello", "hello\n", "{}\n", "{\"kaiser\":\"sheet\",\"format\":2,\"game\":\"toy\"}\n", "\u{feff}{}\n"]
    {
        assert_eq!(flaw("toy", text), "this is not a journal of kaiser", "{text:?}");
    }
    for end in 1..lines[0].len() {
        let error = Journal::<Toy>::read("toy", &lines[0].as_bytes()[..end]).err();
        assert_eq!(error, Some(JournalError::UnfinishedHeader), "{end}");
    }
    assert_eq!(flaw("tafl", &text), "the journal is of a game of toy, not of tafl");
    assert_eq!(play::journal::game_named(text.as_bytes()), Ok("toy".to_owned()));
    let newer = text.replacen("\"format\":1", "\"format\":4", 1);
    assert!(flaw("toy", &newer).contains("format 4"), "{}", flaw("toy", &newer));
    let edited = text.replacen("\"give\":5", "\"give\":6", 1);
    assert!(flaw("toy", &edited).starts_with("line 3 is damaged: its checksum"), "{}", flaw("toy", &edited));
    let windows = text.replace('\n', "\r\n");
    assert!(flaw("toy", &windows).starts_with("line 1 is damaged: its checksum"));
    let unmarked = text.replacen(&lines[2][..18], "{\"sum\":\"00000000\", ", 1);
    assert!(flaw("toy", &unmarked).starts_with("line 3 is damaged"));
}

/// Lines with a valid checksum and wrong content, as a faulty program would write.
#[test]
fn a_line_with_a_valid_checksum_that_does_not_fit_is_named() {
    let journal = example_journal();
    let first = play::journal::Chain::first_line(journal.header()).unwrap();
    let with_entry = |number: usize, entry: &EntryOf<Toy>| {
        let text = first.text.clone() + &first.chain.line(number, None, entry).unwrap().text;
        let Err(error) = Journal::<Toy>::read("toy", text.as_bytes()) else { panic!("read {text}") };
        error.to_string()
    };
    assert_eq!(with_entry(2, &Entry::Closed), "line 2 is damaged: it has number 2 instead of 1");
    assert_eq!(
        with_entry(1, &Entry::TakenBack { from: 1, because: None }),
        "line 2 is damaged: there is nothing to undo"
    );
    assert_eq!(
        with_entry(
            1,
            &Entry::Amended { entry: 1, to: Correction::Command(Command::Give(1)), ruled: Vec::new(), because: None }
        ),
        "line 2 is damaged: entry 1 is not a command or was undone"
    );
}
