//! A line under way can be removed without a trace, and is written completely or not at all.
use play::journal::{Entry, EntryOf, InvalidEntry, Journal, Notice};

use super::{Command, Toy, command_entry, empty, example_journal, fire, play_into, redo_entry, undo_with_reason};
use kit::random_numbers;

/// The entries of one line: commands decided one after the other. The journal stays unchanged.
fn line(journal: &mut Journal<Toy>, commands: &[Command]) -> Vec<EntryOf<Toy>> {
    let (savepoint, first) = (journal.savepoint(), journal.next_number());
    for command in commands {
        let mut entry = command_entry(journal, command.clone());
        if let Entry::Did { line, .. } = &mut entry {
            *line = first;
        }
        journal.add(entry).unwrap();
    }
    journal.roll_back_to(savepoint)
}

/// Adds entries that belong together.
fn add(journal: &mut Journal<Toy>, entries: Vec<EntryOf<Toy>>) {
    journal.check_group(&entries).unwrap();
    let mut last = (1 < entries.len()).then_some(entries.len());
    entries.into_iter().for_each(|entry| journal.add_kept(entry, last.take(), None).unwrap());
}

fn add_notice(journal: &mut Journal<Toy>) {
    journal.add(Entry::Noticed { what: Notice::PiecesLookedAt { at: "the table".to_owned() } }).unwrap();
}

/// The dice of the next commands, which are not recorded.
fn faces(journal: &mut Journal<Toy>) -> Vec<u8> {
    let entries = line(journal, &[Command::Give(20), fire(1, 4), fire(2, 3), fire(0, 5)]);
    let events = entries.iter().filter_map(|entry| match entry {
        Entry::Did { events, .. } => Some(events),
        _ => None,
    });
    let faces: Vec<u8> = events.flatten().flat_map(|event| &event.dice).map(|roll| roll.face).collect();
    assert!(12 <= faces.len(), "{faces:?}");
    faces
}

/// After any attempt, text, state, possible undos and redos, and the next dice are as before. Commands in one line get
/// the same dice as one by one.
#[test]
fn an_attempt_leaves_no_trace_and_rolls_the_same_dice() {
    for seed in 0..200 {
        let mut next_random = random_numbers(seed);
        let mut chance = move |below: u32| next_random() % below;
        let (mut journal, mut plain) = (empty(), empty());
        for _ in 0..30 {
            let before = (journal.text().unwrap(), journal.state().clone(), journal.active_entries().clone());
            let next_faces = faces(&mut journal);
            let savepoint = journal.savepoint();
            for _ in 0..chance(5) {
                match chance(6) {
                    0 => add_notice(&mut journal),
                    1 => _ = journal.add(undo_with_reason(&journal)),
                    2 => _ = journal.add(redo_entry(&journal)),
                    3 => {
                        let savepoint = journal.savepoint();
                        play_into(&mut journal, [Command::Give(9), fire(2, 2)]);
                        journal.roll_back_to(savepoint);
                    }
                    _ => play_into(&mut journal, [Command::Give(9), fire(1, 2)]),
                }
            }
            journal.roll_back_to(savepoint);
            let after = (journal.text().unwrap(), journal.state().clone(), journal.active_entries().clone());
            assert_eq!(after, before, "{seed}");
            assert_eq!(faces(&mut journal), next_faces, "{seed}");
            let commands = [Command::Give(9), fire(1, 1 + chance(3) as u16), fire(2, 2)];
            match chance(4) {
                0 => [&mut journal, &mut plain]
                    .into_iter()
                    .for_each(|journal| _ = journal.add(undo_with_reason(journal))),
                1 => [&mut journal, &mut plain].into_iter().for_each(add_notice),
                2 => {
                    let entries = line(&mut journal, &commands);
                    add(&mut journal, entries);
                    play_into(&mut plain, commands);
                }
                _ => [&mut journal, &mut plain]
                    .into_iter()
                    .for_each(|journal| play_into(journal, commands[..2].to_vec())),
            }
            assert_eq!(
                super::timeline::rolled_faces(&journal),
                super::timeline::rolled_faces(&plain),
                "{seed}: dice in a line"
            );
            assert_eq!(journal.state(), plain.state());
        }
        journal.add(Entry::Closed).unwrap();
        journal.verify().unwrap();
        let text = journal.text().unwrap();
        let read = Journal::<Toy>::read("toy", text.as_bytes()).unwrap();
        assert_eq!(read.journal.text().unwrap(), text, "{seed}: entries of one line are grouped again as before");
    }
}

/// A text that ends within the entries of one line ends before the first of them.
#[test]
fn a_line_is_read_completely_or_not_at_all() {
    let mut journal = example_journal();
    journal.add(Entry::Opened).unwrap();
    let before = journal.text().unwrap();
    let entries = line(&mut journal, &[fire(1, 2), Command::Give(1), fire(2, 3), Command::Give(-1)]);
    let (first, last) = (journal.next_number(), journal.next_number() + 3);
    add(&mut journal, entries);
    assert_eq!(journal.last_line(), Some(first));
    let whole = journal.text().unwrap();
    for end in before.len()..whole.len() {
        let read = Journal::<Toy>::read("toy", &whole.as_bytes()[..end]).unwrap();
        assert_eq!(read.journal.entries().len(), first - 1, "byte {end}");
        assert_eq!(read.length, before.len(), "byte {end}");
        assert_eq!(read.journal.text().unwrap(), before);
        assert_eq!(read.partial_line.map_or(0, |torn| torn.bytes.len()), end - before.len());
    }
    let read = Journal::<Toy>::read("toy", whole.as_bytes()).unwrap();
    assert_eq!((read.journal.entries().len(), read.partial_line), (last, None));
}

#[test]
fn only_the_first_entry_of_a_line_may_undo_redo_open_or_close() {
    let mut journal = empty();
    play_into(&mut journal, [fire(1, 4)]);
    let given = command_entry(&journal, Command::Give(1));
    for behind in [undo_with_reason(&journal), Entry::Redid { to: 1 }, Entry::Closed, Entry::Opened] {
        assert_eq!(journal.check_group(&[given.clone(), behind]), Err(InvalidEntry::NotFirst));
    }
    assert_eq!(
        journal.check_group(&[undo_with_reason(&journal), given.clone()]),
        Err(InvalidEntry::NoLine { entry: 2 })
    );
    let own = Entry::Did { line: 3, from: None, command: Command::Give(1), events: Vec::new() };
    assert_eq!(journal.check_group(&[undo_with_reason(&journal), own.clone()]), Ok(()));
    for (line, fits) in [(0, false), (1, true), (2, true), (3, false), (4, false)] {
        let Entry::Did { command, events, .. } = given.clone() else { unreachable!() };
        let entry = Entry::Did { line, from: None, command, events };
        assert_eq!(journal.check_next(&entry).is_ok(), fits, "{line}");
        assert_eq!(journal.check_group(std::slice::from_ref(&entry)).is_ok(), fits, "{line}");
    }
}
