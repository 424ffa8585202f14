//! Mending: what is proven is saved, wherever it lies, and everything else is named.
use play::journal::{
    ChangedCommandAfterGap, Entry, EntryOf, HarmlessRepair, Journal, JournalError, Loss, Recovery, Stopped, mend,
};

use super::{
    did, empty, every_kind, fire, lines, play_into,
    toy::{Command, Toy},
    undone,
};

/// Seven gifts, of which the rules ask nothing.
fn gifts() -> String {
    let mut journal = empty();
    play_into(&mut journal, (1..=7).map(Command::Give));
    journal.text().unwrap()
}

#[track_caller]
fn mended(text: impl AsRef<[u8]>) -> Recovery {
    let mut mending = mend(text.as_ref()).unwrap();
    mending.read::<Toy>("toy").unwrap();
    mending
}

/// What was lost, as line, entry and reason.
fn lost(mending: &Recovery) -> Vec<(Option<usize>, Option<usize>, Loss)> {
    mending.lost.iter().map(|lost| (lost.line, lost.entry, lost.why.clone())).collect()
}

fn entries(mending: &Recovery) -> Vec<EntryOf<Toy>> {
    Journal::<Toy>::read("toy", &mending.text).unwrap().journal.entries().to_vec()
}

#[test]
fn a_sound_journal_needs_no_mending() {
    for text in [gifts(), every_kind().text().unwrap(), empty().text().unwrap()] {
        let mending = mended(&text);
        assert!(mending.is_undamaged(), "{mending:?}");
        assert_eq!(mending.text, text.as_bytes());
    }
}

#[test]
fn blank_lines_are_left_out_and_told() {
    for (at, blank) in [(0, "\n"), (1, "\n"), (2, "  \n"), (usize::MAX, "\n")] {
        let text = gifts();
        let mut all: Vec<String> = lines(&text).iter().map(|line| (*line).to_owned()).collect();
        all.insert(at.min(all.len()), blank.to_owned());
        let mending = mended(all.concat());
        assert!(!mending.is_undamaged() && mending.lost.is_empty(), "{mending:?}");
        assert_eq!((&mending.repairs[..], &mending.text[..]), (&[HarmlessRepair::Blank][..], text.as_bytes()));
    }
}

#[test]
fn behind_a_damaged_line_nothing_is_saved_and_every_line_is_named() {
    let text = gifts();
    let all = lines(&text);
    for damaged in 2..=all.len() {
        let mut broken: Vec<String> = all.iter().map(|line| (*line).to_owned()).collect();
        let gift = damaged - 1;
        broken[gift] = broken[gift].replacen(&format!("\"give\":{gift}"), "\"give\":9", 1);
        let mending = mended(broken.concat());
        assert_eq!(mending.text, all[..damaged - 1].concat().as_bytes(), "line {damaged}");
        assert_eq!(mending.saved, (2..damaged).collect::<Vec<_>>());
        let mut expected = vec![(Some(damaged), Some(gift), Loss::Changed)];
        expected.extend((damaged + 1..=all.len()).map(|line| (Some(line), Some(line - 1), Loss::Behind)));
        assert_eq!(lost(&mending), expected);
        assert_eq!(mending.repairs, []);
    }
}

#[test]
fn every_single_damaged_byte_costs_its_own_line_at_most_and_those_behind_it() {
    let text = gifts();
    let all = lines(&text);
    let mut at = all[0].len();
    for (line, whole) in all.iter().enumerate().skip(1) {
        for byte in at..at + whole.len() {
            let mut broken = text.clone().into_bytes();
            broken[byte] ^= 1;
            let mending = mended(&broken);
            assert!(line - 1 <= mending.saved.len(), "byte {byte} of line {}: {mending:?}", line + 1);
            assert!(!mending.is_undamaged(), "byte {byte}");
            let read = Journal::<Toy>::read("toy", &mending.text).unwrap().journal;
            let own = Journal::<Toy>::read("toy", text.as_bytes()).unwrap().journal;
            assert_eq!(read.entries(), &own.entries()[..read.entries().len()], "nothing is saved that was not written");
        }
        at += whole.len();
    }
}

#[test]
fn a_checksum_that_the_next_line_proves_costs_nothing() {
    let text = gifts();
    let all = lines(&text);
    for line in 1..all.len() {
        let at: usize = all[..line - 1].iter().map(|line| line.len()).sum();
        let mut broken = text.clone().into_bytes();
        broken[at + 8..at + 16].copy_from_slice(b"00000000");
        let mending = mended(&broken);
        assert_eq!(mending.text, text.as_bytes(), "line {line}");
        assert_eq!((&mending.repairs[..], &mending.lost[..]), (&[HarmlessRepair::Sum { line }][..], &[][..]));
    }
    let mut broken = text.clone().into_bytes();
    let at = text.len() - all[7].len();
    broken[at + 8..at + 16].copy_from_slice(b"00000000");
    assert_eq!(lost(&mended(&broken)), [(Some(8), Some(7), Loss::Changed)], "nothing stands behind the last");
}

#[test]
fn lines_doubled_or_misplaced_are_put_right() {
    let text = gifts();
    let all = lines(&text);
    let doubled = [&all[..4], &all[3..]].concat().concat();
    let mending = mended(&doubled);
    assert_eq!((mending.text.as_slice(), &mending.lost[..]), (text.as_bytes(), &[][..]));
    assert_eq!(mending.repairs, [HarmlessRepair::Doubled { line: 5, first: 4 }]);
    let mut swapped = all.clone();
    swapped.swap(3, 5);
    let mending = mended(swapped.concat());
    assert_eq!((mending.text.as_slice(), &mending.lost[..]), (text.as_bytes(), &[][..]));
    assert_eq!(
        (&mending.repairs[..], &mending.saved[..]),
        (&[HarmlessRepair::Misplaced][..], &[2, 3, 6, 5, 4, 7, 8][..])
    );
    let mut foreign = all.clone();
    foreign.insert(3, "Dear diary,\n");
    foreign.insert(5, "\n");
    let mending = mended(foreign.concat());
    assert_eq!(mending.text, text.as_bytes());
    assert_eq!(lost(&mending), [(Some(4), None, Loss::Foreign)]);
}

#[test]
fn a_missing_line_is_named_and_so_is_everything_behind_it() {
    let text = gifts();
    let mut all = lines(&text);
    all.remove(4);
    let mending = mended(all.concat());
    assert_eq!(mending.saved, [2, 3, 4]);
    let expected = [
        (Some(5), Some(5), Loss::Unproven),
        (Some(6), Some(6), Loss::Behind),
        (Some(7), Some(7), Loss::Behind),
        (None, Some(4), Loss::Missing),
    ];
    assert_eq!(lost(&mending), expected);
}

#[test]
fn what_another_program_made_of_the_ends_of_lines_is_put_right() {
    let text = gifts();
    let mending = mended(format!("\u{feff}{}", text.replace('\n', "\r\n")));
    assert_eq!((mending.text.as_slice(), &mending.lost[..]), (text.as_bytes(), &[][..]));
    assert_eq!(mending.repairs, [HarmlessRepair::Ends]);
}

#[test]
fn a_torn_end_is_named_wherever_it_is_cut() {
    let text = gifts();
    let all = lines(&text);
    let last = text.len() - all[7].len();
    for cut in last + 1..text.len() - 1 {
        let mending = mended(&text[..cut]);
        assert_eq!(mending.text, &text.as_bytes()[..last]);
        let [(line, _, why)] = &lost(&mending)[..] else { panic!("one line is lost") };
        assert_eq!((*line, why), (Some(8), &Loss::Torn { bytes: cut - last }));
    }
    let mending = mended(&text[..text.len() - 1]);
    assert_eq!(
        (mending.text.as_slice(), &mending.repairs[..]),
        (text.as_bytes(), &[HarmlessRepair::LastEnd { line: 8 }][..])
    );
}

#[test]
fn a_changed_first_line_is_taken_as_it_stands_and_said() {
    let text = gifts();
    let mending = mended(text.replacen("\"purse\":12", "\"purse\":13", 1));
    assert_eq!(mending.repairs, [HarmlessRepair::FirstLine { line: 1 }]);
    assert_eq!((mending.saved.len(), &mending.lost[..]), (7, &[][..]));
    let read = Journal::<Toy>::read("toy", &mending.text).unwrap().journal;
    assert_eq!(read.header().setup.purse, 13);
    assert_eq!(read.entries().len(), 7);
}

#[test]
fn without_a_first_line_nothing_can_be_saved() {
    let text = gifts();
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
    // It may stand elsewhere.
    let mut last: Vec<&str> = all[1..].to_vec();
    last.push(all[0]);
    assert_eq!(mended(last.concat()).text, text.as_bytes());
}

#[test]
fn an_entry_that_does_not_fit_ends_what_is_saved() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1)]);
    let text = journal.text().unwrap();
    let read = Journal::<Toy>::read("toy", text.as_bytes()).unwrap();
    let redo = read.chain.line(2, None, &EntryOf::<Toy>::Redid { to: 1 }).unwrap();
    let gift = redo.chain.line(3, None, &did(&read.journal, Command::Give(2))).unwrap();
    let mending = mended(format!("{text}{}{}", redo.text, gift.text));
    assert_eq!(mending.text, text.as_bytes());
    let [(Some(3), Some(2), Loss::Unread(_)), (Some(4), Some(3), Loss::Behind)] = &lost(&mending)[..] else {
        panic!("{:?}", mending.lost)
    };
}

#[test]
fn where_no_entry_fits_the_first_line_alone_is_saved() {
    let text = empty().text().unwrap();
    let begun = Journal::<Toy>::read("toy", text.as_bytes()).unwrap();
    let redo = begun.chain.line(1, None, &EntryOf::<Toy>::Redid { to: 1 }).unwrap();
    let mending = mended(format!("{text}{}", redo.text));
    assert_eq!(mending.text, text.as_bytes());
    let [(Some(2), Some(1), Loss::Unread(_))] = &lost(&mending)[..] else { panic!("{:?}", mending.lost) };
}

/// Mends and goes further: the commands that are then in force, what is lost, and what the rules came to instead.
#[track_caller]
fn further(text: &str) -> (Vec<EntryOf<Toy>>, Recovery, Option<ChangedCommandAfterGap<Toy>>) {
    let mut mending = mended(text);
    let astray = mending.regive_after_gap::<Toy>("toy", text.as_bytes()).unwrap();
    (entries(&mending), mending, astray)
}

#[test]
fn what_the_rules_allow_behind_a_gap_is_given_again_with_a_note() {
    let text = gifts();
    let mut all = lines(&text);
    all.remove(4);
    let (entries, mending, _) = further(&all.concat());
    let gift = |entry: &EntryOf<Toy>| match entry {
        Entry::Did { command: Command::Give(coins), .. } => Some(*coins),
        _ => None,
    };
    assert_eq!(entries.iter().filter_map(gift).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7]);
    let Entry::Remarked { words } = &entries[3] else { panic!("a note was due: {:?}", entries[3]) };
    assert!(words.contains("entry 4 of the damaged journal is lost"), "{words}");
    assert_eq!((&mending.further[..], lost(&mending)), (&[5, 6, 7][..], vec![(None, Some(4), Loss::Missing)]));
}

/// Without the first of these commands giving again stops at an entry, for that reason, with so many behind it.
#[track_caller]
fn stops(commands: impl IntoIterator<Item = Command>, entry: usize, why: &str, untried: usize) {
    let mut journal = empty();
    play_into(&mut journal, commands);
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(1);
    let (entries, mending, astray) = further(&all.concat());
    assert_eq!(mending.stopped_at, Some(Stopped { entry, untried }), "{:?}", mending.lost);
    // A note stands for the one that is lost, and the rest was given again.
    assert_eq!(entries.len(), if entry == 2 { 0 } else { entry - 1 }, "{entries:?}");
    let lost = mending.lost.iter().find(|lost| lost.entry == Some(entry)).unwrap();
    assert_eq!(lost.why, Loss::Unlawful);
    assert_eq!(astray.unwrap().instead.to_string(), why);
    let others = mending.lost.iter().filter(|lost| lost.why == Loss::Behind).count();
    assert_eq!(others, untried, "{:?}", mending.lost);
}

#[test]
fn what_comes_out_otherwise_behind_a_gap_is_not_given_again_and_it_is_said_what_the_rules_came_to() {
    // Twelve coins: without the gift the salvo is too dear.
    let refused = "the rules refuse it [6.1]";
    stops([Command::Give(5), Command::Give(-10), fire(2, 6)], 3, refused, 0);
    stops([Command::Give(5), Command::Give(-10), fire(2, 6), Command::Give(1)], 3, refused, 1);
    // And it is aimed the worse.
    let aimed = "event 1 is recorded as fired [6.5.1] with fired.hits 7, but is decided with 4";
    stops([Command::Give(5), fire(1, 9), fire(2, 8), Command::Give(1)], 2, aimed, 2);
    // A full purse dares without a die, and a lesser one with one.
    let asked = "1 of its dice are not recorded: 1 D6 for damage [8.1]";
    stops([Command::Give(5), Command::Give(-4), Command::Dare(1)], 3, asked, 0);
}

#[test]
fn nothing_behind_a_gap_is_taken_back_that_stood_before_it() {
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2)]);
    journal.add(undone(&journal)).unwrap();
    play_into(&mut journal, [Command::Give(3)]);
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(2);
    let (entries, mending, _) = further(&all.concat());
    assert_eq!(entries.len(), 1, "the undo was of the entry that is lost: {entries:?}");
    assert!(mending.lost.iter().any(|lost| lost.entry == Some(3) && lost.why == Loss::Backward), "{:?}", mending.lost);
    // One that takes back what stands behind the gap itself is given again.
    let mut journal = empty();
    play_into(&mut journal, [Command::Give(1), Command::Give(2), Command::Give(3)]);
    journal.add(undone(&journal)).unwrap();
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(2);
    let (entries, mending, _) = further(&all.concat());
    // A note stands in the place of the entry that is lost, so the numbers are as they were.
    assert_eq!(entries.last(), Some(&Entry::TakenBack { from: 3, because: None }));
    assert_eq!(lost(&mending), [(None, Some(2), Loss::Missing)]);
}

/// The numbers of the lines that stand there twice, with those of the first.
fn doubled(mending: &Recovery) -> Vec<(usize, usize)> {
    let copy = |righted: &HarmlessRepair| match righted {
        HarmlessRepair::Doubled { line, first } => Some((*line, *first)),
        HarmlessRepair::FirstLine { .. }
        | HarmlessRepair::Sum { .. }
        | HarmlessRepair::Misplaced
        | HarmlessRepair::Ends
        | HarmlessRepair::Blank
        | HarmlessRepair::LastEnd { .. } => None,
    };
    mending.repairs.iter().filter_map(copy).collect()
}

#[test]
fn what_stands_twice_behind_a_gap_is_given_once() {
    let text = gifts();
    for (copied, at) in [(4, 5), (4, 7), (6, 4), (6, 7), (5, 5)] {
        let mut all = lines(&text);
        all.remove(4);
        let copy = all[copied];
        all.insert(at, copy);
        let (entries, mending, _) = further(&all.concat());
        let gift = |entry: &EntryOf<Toy>| match entry {
            Entry::Did { command: Command::Give(coins), .. } => Some(*coins),
            _ => None,
        };
        assert_eq!(entries.iter().filter_map(gift).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7], "{copied} at {at}");
        assert_eq!(lost(&mending), [(None, Some(4), Loss::Missing)], "{copied} at {at}");
        assert_eq!(doubled(&mending).len(), 1, "{copied} at {at}: {:?}", mending.repairs);
    }
}

#[test]
fn what_the_rules_allow_but_once_does_not_end_the_mending_where_it_stands_twice() {
    let mut journal = empty();
    // Twelve coins: a second time the salvo is too dear.
    play_into(&mut journal, [Command::Give(0), Command::Give(0), fire(1, 9), Command::Give(0)]);
    let text = journal.text().unwrap();
    let mut all = lines(&text);
    all.remove(1);
    all.insert(3, all[2]);
    let (_, mending, _) = further(&all.concat());
    assert_eq!((&mending.further[..], doubled(&mending)), (&[2, 3, 5][..], vec![(4, 3)]));
    assert_eq!(lost(&mending), [(None, Some(1), Loss::Missing)]);
}
