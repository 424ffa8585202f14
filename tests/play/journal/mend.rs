//! Recovery: valid entries are saved wherever they are, and everything else is named.
use play::journal::{
    ChangedCommandAfterGap, Entry, EntryOf, HarmlessRepair, Journal, JournalError, Loss, Recovery, Stopped, mend,
};

use super::{
    command_entry, empty, example_journal, fire, lines, play_into,
    toy::{Command, Toy},
    undo_entry,
};

/// Seven gifts, which no rule restricts.
fn gift_journal() -> String {
    let mut journal = empty();
    play_into(&mut journal, (1..=7).map(Command::Give));
    journal.text().unwrap()
}

#[track_caller]
fn recover(text: impl AsRef<[u8]>) -> Recovery {
    let mut recovery = mend(text.as_ref()).unwrap();
    recovery.read::<Toy>("toy").unwrap();
    recovery
}

/// The lost entries, as line, entry and reason.
fn lost_entries(recovery: &Recovery) -> Vec<(Option<usize>, Option<usize>, Loss)> {
    recovery.lost.iter().map(|lost| (lost.line, lost.entry, lost.why.clone())).collect()
}

fn entries(recovery: &Recovery) -> Vec<EntryOf<Toy>> {
    Journal::<Toy>::read("toy", &recovery.text).unwrap().journal.entries().to_vec()
}

#[test]
fn an_undamaged_journal_needs_no_recovery() {
    for text in [gift_journal(), example_journal().text().unwrap(), empty().text().unwrap()] {
        let recovery = recover(&text);
        assert!(recovery.is_undamaged(), "{recovery:?}");
        assert_eq!(recovery.text, text.as_bytes());
    }
}

#[test]
fn blank_lines_are_omitted_and_reported() {
    for (index, blank) in [(0, "\n"), (1, "\n"), (2, "  \n"), (usize::MAX, "\n")] {
        let text = gift_journal();
        let mut all: Vec<String> = lines(&text).iter().map(|line| (*line).to_owned()).collect();
        all.insert(index.min(all.len()), blank.to_owned());
        let recovery = recover(all.concat());
        assert!(!recovery.is_undamaged() && recovery.lost.is_empty(), "{recovery:?}");
        assert_eq!((&recovery.repairs[..], &recovery.text[..]), (&[HarmlessRepair::Blank][..], text.as_bytes()));
    }
}

#[test]
fn after_a_damaged_line_nothing_is_saved_and_every_line_is_named() {
    let text = gift_journal();
    let all = lines(&text);
    for damaged in 2..=all.len() {
        let mut broken: Vec<String> = all.iter().map(|line| (*line).to_owned()).collect();
        let gift = damaged - 1;
        broken[gift] = broken[gift].replacen(&format!("\"give\":{gift}"), "\"give\":9", 1);
        let recovery = recover(broken.concat());
        assert_eq!(recovery.text, all[..damaged - 1].concat().as_bytes(), "line {damaged}");
        assert_eq!(recovery.saved, (2..damaged).collect::<Vec<_>>());
        let mut expected = vec![(Some(damaged), Some(gift), Loss::Changed)];
        expected.extend((damaged + 1..=all.len()).map(|line| (Some(line), Some(line - 1), Loss::AfterLoss)));
        assert_eq!(lost_entries(&recovery), expected);
        assert_eq!(recovery.repairs, []);
    }
}

#[test]
fn a_damaged_byte_costs_at_most_its_own_line_and_later_ones() {
    let text = gift_journal();
    let all = lines(&text);
    let mut index = all[0].len();
    for (line, whole) in all.iter().enumerate().skip(1) {
        for byte in index..index + whole.len() {
            let mut broken = text.clone().into_bytes();
            broken[byte] ^= 1;
            let recovery = recover(&broken);
            assert!(line - 1 <= recovery.saved.len(), "byte {byte} of line {}: {recovery:?}", line + 1);
            assert!(!recovery.is_undamaged(), "byte {byte}");
            let read = Journal::<Toy>::read("toy", &recovery.text).unwrap().journal;
            let undamaged = Journal::<Toy>::read("toy", text.as_bytes()).unwrap().journal;
            assert_eq!(read.entries(), &undamaged.entries()[..read.entries().len()], "only written entries are saved");
        }
        index += whole.len();
    }
}

#[test]
fn a_checksum_that_the_next_line_proves_costs_nothing() {
    let text = gift_journal();
    let all = lines(&text);
    for line in 1..all.len() {
        let index: usize = all[..line - 1].iter().map(|line| line.len()).sum();
        let mut broken = text.clone().into_bytes();
        broken[index + 8..index + 16].copy_from_slice(b"00000000");
        let recovery = recover(&broken);
        assert_eq!(recovery.text, text.as_bytes(), "line {line}");
        assert_eq!((&recovery.repairs[..], &recovery.lost[..]), (&[HarmlessRepair::Sum { line }][..], &[][..]));
    }
    let mut broken = text.clone().into_bytes();
    let index = text.len() - all[7].len();
    broken[index + 8..index + 16].copy_from_slice(b"00000000");
    assert_eq!(lost_entries(&recover(&broken)), [(Some(8), Some(7), Loss::Changed)], "nothing follows the last");
}

#[test]
fn repeated_or_misplaced_lines_are_corrected() {
    let text = gift_journal();
    let all = lines(&text);
    let doubled = [&all[..4], &all[3..]].concat().concat();
    let recovery = recover(&doubled);
    assert_eq!((recovery.text.as_slice(), &recovery.lost[..]), (text.as_bytes(), &[][..]));
    assert_eq!(recovery.repairs, [HarmlessRepair::Repeated { line: 5, first: 4 }]);
    let mut swapped = all.clone();
    swapped.swap(3, 5);
    let recovery = recover(swapped.concat());
    assert_eq!((recovery.text.as_slice(), &recovery.lost[..]), (text.as_bytes(), &[][..]));
    assert_eq!(
        (&recovery.repairs[..], &recovery.saved[..]),
        (&[HarmlessRepair::Misplaced][..], &[2, 3, 6, 5, 4, 7, 8][..])
    );
    let mut foreign = all.clone();
    foreign.insert(3, "Dear diary,\n");
    foreign.insert(5, "\n");
    let recovery = recover(foreign.concat());
    assert_eq!(recovery.text, text.as_bytes());
    assert_eq!(lost_entries(&recovery), [(Some(4), None, Loss::Foreign)]);
}

#[test]
fn a_missing_line_and_everything_after_it_are_named() {
    let text = gift_journal();
    let mut all = lines(&text);
    all.remove(4);
    let recovery = recover(all.concat());
    assert_eq!(recovery.saved, [2, 3, 4]);
    let expected = [
        (Some(5), Some(5), Loss::Unproven),
        (Some(6), Some(6), Loss::AfterLoss),
        (Some(7), Some(7), Loss::AfterLoss),
        (None, Some(4), Loss::Missing),
    ];
    assert_eq!(lost_entries(&recovery), expected);
}

#[test]
fn line_endings_changed_by_another_program_are_corrected() {
    let text = gift_journal();
    let recovery = recover(format!("\u{feff}{}", text.replace('\n', "\r\n")));
    assert_eq!((recovery.text.as_slice(), &recovery.lost[..]), (text.as_bytes(), &[][..]));
    assert_eq!(recovery.repairs, [HarmlessRepair::Ends]);
}

#[test]
fn an_incomplete_end_is_named_wherever_it_is_cut() {
    let text = gift_journal();
    let all = lines(&text);
    let last = text.len() - all[7].len();
    for cut in last + 1..text.len() - 1 {
        let recovery = recover(&text[..cut]);
        assert_eq!(recovery.text, &text.as_bytes()[..last]);
        let [(line, _, why)] = &lost_entries(&recovery)[..] else { panic!("one line is lost") };
        assert_eq!((*line, why), (Some(8), &Loss::Torn { bytes: cut - last }));
    }
    let recovery = recover(&text[..text.len() - 1]);
    assert_eq!(
        (recovery.text.as_slice(), &recovery.repairs[..]),
        (text.as_bytes(), &[HarmlessRepair::LastEnd { line: 8 }][..])
    );
}

#[test]
fn a_changed_header_is_accepted_as_it_is_and_reported() {
    let text = gift_journal();
    let recovery = recover(text.replacen("\"purse\":12", "\"purse\":13", 1));
    assert_eq!(recovery.repairs, [HarmlessRepair::FirstLine { line: 1 }]);
    assert_eq!((recovery.saved.len(), &recovery.lost[..]), (7, &[][..]));
    let read = Journal::<Toy>::read("toy", &recovery.text).unwrap().journal;
    assert_eq!(read.header().setup.purse, 13);
    assert_eq!(read.entries().len(), 7);
}

#[test]
fn without_a_header_nothing_can_be_saved() {
    let text = gift_journal();
    let all = lines(&text);
    assert!(matches!(
        mend(all[1..].concat().as_bytes()),
        Err(JournalError::Damaged { line: 1, .. } | JournalError::NotAJournal)
    ));
    assert!(matches!(
        mend(text.replacen("\"setup\":{", "\"setup\":", 1).as_bytes()),
        Err(JournalError::Damaged { line: 1, .. })
    ));
    assert_eq!(mend(b""), Err(JournalError::Empty));
    assert_eq!(mend(b"Dear diary,\n"), Err(JournalError::NotAJournal));
    assert_eq!(mend(&text.as_bytes()[..30]), Err(JournalError::UnfinishedHeader));
    let newer = text.replacen("\"format\":", "\"format\":9", 1);
    assert!(matches!(mend(newer.as_bytes()), Err(JournalError::Newer { .. })));
    // The header may be elsewhere.
    let mut last: Vec<&str> = all[1..].to_vec();
    last.push(all[0]);
    assert_eq!(recover(last.concat()).text, text.as_bytes());
}

#[test]
fn an_entry_that_does_not_fit_ends_the_saved_part() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1)]);
    let text = journal.text().unwrap();
    let read = Journal::<Toy>::read("toy", text.as_bytes()).unwrap();
    let redo = read.chain.line(2, None, &EntryOf::<Toy>::Redid { to: 1 }).unwrap();
    let gift = redo.chain.line(3, None, &command_entry(&read.journal, Command::Give(2))).unwrap();
    let recovery = recover(format!("{text}{}{}", redo.text, gift.text));
    assert_eq!(recovery.text, text.as_bytes());
    let [(Some(3), Some(2), Loss::Unread(_)), (Some(4), Some(3), Loss::AfterLoss)] = &lost_entries(&recovery)[..]
    else {
        panic!("{:?}", recovery.lost)
    };
}

#[test]
fn if_no_entry_fits_only_the_header_is_saved() {
    let text = empty().text().unwrap();
    let read = Journal::<Toy>::read("toy", text.as_bytes()).unwrap();
    let redo = read.chain.line(1, None, &EntryOf::<Toy>::Redid { to: 1 }).unwrap();
    let recovery = recover(format!("{text}{}", redo.text));
    assert_eq!(recovery.text, text.as_bytes());
    let [(Some(2), Some(1), Loss::Unread(_))] = &lost_entries(&recovery)[..] else { panic!("{:?}", recovery.lost) };
}

/// Recovers a journal and repeats the commands after the gap: the saved entries, the recovery, and the command whose
/// result changed, if one did.
#[track_caller]
fn recover_and_continue(text: &str) -> (Vec<EntryOf<Toy>>, Recovery, Option<ChangedCommandAfterGap<Toy>>) {
    let mut recovery = recover(text);
    let changed_command = recovery.replay_after_gap::<Toy>("toy", text.as_bytes()).unwrap();
    (entries(&recovery), recovery, changed_command)
}

#[test]
fn commands_after_a_gap_that_the_rules_allow_are_repeated_with_a_note() {
    let text = gift_journal();
    let mut all = lines(&text);
    all.remove(4);
    let (entries, recovery, _) = recover_and_continue(&all.concat());
    let gift = |entry: &EntryOf<Toy>| match entry {
        Entry::Did { command: Command::Give(coins), .. } => Some(*coins),
        _ => None,
    };
    assert_eq!(entries.iter().filter_map(gift).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7]);
    let Entry::Remarked { words } = &entries[3] else { panic!("a note was due: {:?}", entries[3]) };
    assert!(words.contains("entry 4 of the damaged journal is lost"), "{words}");
    assert_eq!(
        (&recovery.replayed[..], lost_entries(&recovery)),
        (&[5, 6, 7][..], vec![(None, Some(4), Loss::Missing)])
    );
}

/// Without the first of these commands, repetition stops at an entry, for this reason, with this many left.
#[track_caller]
fn assert_stops(commands: impl IntoIterator<Item = Command>, entry: usize, why: &str, untried: usize) {
    let mut journal = empty();
    play_into(&mut journal, commands);
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(1);
    let (entries, recovery, changed_command) = recover_and_continue(&all.concat());
    assert_eq!(recovery.stopped_at, Some(Stopped { entry, untried }), "{:?}", recovery.lost);
    // A note replaces the lost entry, and the rest was repeated.
    assert_eq!(entries.len(), if entry == 2 { 0 } else { entry - 1 }, "{entries:?}");
    let lost = recovery.lost.iter().find(|lost| lost.entry == Some(entry)).unwrap();
    assert_eq!(lost.why, Loss::DifferentResult);
    assert_eq!(changed_command.unwrap().mismatch.to_string(), why);
    let others = recovery.lost.iter().filter(|lost| lost.why == Loss::AfterLoss).count();
    assert_eq!(others, untried, "{:?}", recovery.lost);
}

#[test]
fn commands_with_a_new_result_after_a_gap_stop_the_recovery() {
    // Twelve coins: without the gift the salvo is too expensive.
    let refused = "the rules refuse it [6.1]";
    assert_stops([Command::Give(5), Command::Give(-10), fire(2, 6)], 3, refused, 0);
    assert_stops([Command::Give(5), Command::Give(-10), fire(2, 6), Command::Give(1)], 3, refused, 1);
    // The salvo's aim is also worse.
    let aimed = "event 1 is recorded as fired [6.5.1] with fired.hits 7, but is decided with 4";
    assert_stops([Command::Give(5), fire(1, 9), fire(2, 8), Command::Give(1)], 2, aimed, 2);
    // A full purse dares without a die, and a smaller one with a die.
    let missing = "it lacks 1 recorded dice: 1 D6 for damage [8.1]";
    assert_stops([Command::Give(5), Command::Give(-4), Command::Dare(1)], 3, missing, 0);
}

#[test]
fn nothing_before_a_gap_is_undone_by_entries_after_it() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2)]);
    journal.add(undo_entry(&journal)).unwrap();
    play_into(&mut journal, [Command::Give(3)]);
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(2);
    let (entries, recovery, _) = recover_and_continue(&all.concat());
    assert_eq!(entries.len(), 1, "the undo concerned the lost entry: {entries:?}");
    assert!(
        recovery.lost.iter().any(|lost| lost.entry == Some(3) && lost.why == Loss::Backward),
        "{:?}",
        recovery.lost
    );
    // An undo of an entry after the gap is repeated.
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2), Command::Give(3)]);
    journal.add(undo_entry(&journal)).unwrap();
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(2);
    let (entries, recovery, _) = recover_and_continue(&all.concat());
    // A note replaces the lost entry, so the numbers stay the same.
    assert_eq!(entries.last(), Some(&Entry::TakenBack { from: 3, because: None }));
    assert_eq!(lost_entries(&recovery), [(None, Some(2), Loss::Missing)]);
}

/// The numbers of the repeated lines, with those of the first copies.
fn doubled_lines(recovery: &Recovery) -> Vec<(usize, usize)> {
    let copy = |repair: &HarmlessRepair| match repair {
        HarmlessRepair::Repeated { line, first } => Some((*line, *first)),
        HarmlessRepair::FirstLine { .. }
        | HarmlessRepair::Sum { .. }
        | HarmlessRepair::Misplaced
        | HarmlessRepair::Ends
        | HarmlessRepair::Blank
        | HarmlessRepair::LastEnd { .. } => None,
    };
    recovery.repairs.iter().filter_map(copy).collect()
}

#[test]
fn a_repeated_line_after_a_gap_is_given_once() {
    let text = gift_journal();
    for (copied, index) in [(4, 5), (4, 7), (6, 4), (6, 7), (5, 5)] {
        let mut all = lines(&text);
        all.remove(4);
        let copy = all[copied];
        all.insert(index, copy);
        let (entries, recovery, _) = recover_and_continue(&all.concat());
        let gift = |entry: &EntryOf<Toy>| match entry {
            Entry::Did { command: Command::Give(coins), .. } => Some(*coins),
            _ => None,
        };
        assert_eq!(entries.iter().filter_map(gift).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7], "{copied} at {index}");
        assert_eq!(lost_entries(&recovery), [(None, Some(4), Loss::Missing)], "{copied} at {index}");
        assert_eq!(doubled_lines(&recovery).len(), 1, "{copied} at {index}: {:?}", recovery.repairs);
    }
}

#[test]
fn a_repeated_command_that_is_legal_only_once_does_not_end_recovery() {
    let mut journal = empty();
    // Twelve coins: a second salvo is too expensive.
    play_into(&mut journal, [Command::Give(0), Command::Give(0), fire(1, 9), Command::Give(0)]);
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(1);
    all.insert(3, all[2]);
    let (_, recovery, _) = recover_and_continue(&all.concat());
    assert_eq!((&recovery.replayed[..], doubled_lines(&recovery)), (&[2, 3, 5][..], vec![(4, 3)]));
    assert_eq!(lost_entries(&recovery), [(None, Some(1), Loss::Missing)]);
}
