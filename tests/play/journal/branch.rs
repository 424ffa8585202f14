//! What-if journals: the parent named in the header, their dice, and how far they may be undone.
use super::*;
use play::journal::Branch;

fn branch(entry: usize) -> Branch {
    let code = "4f2a-91c3-07be-5d10-a2b4".to_owned();
    Branch { name: "drill.kaiser".to_owned(), code, entry, length: 900, seed: None, parent: None }
}

/// A what-if of a journal of two gifts and two salvoes. It begins with that journal's entries up to `branch.entry`.
fn what_if(branch: Branch) -> Journal<Toy> {
    let mut parent = empty();
    play_into(&mut parent, [Command::Give(9), fire(1, 4), Command::Give(2), fire(2, 3)]);
    let mut journal = Journal::new(Header { branch: Some(branch.clone()), ..parent.header().clone() });
    for entry in &parent.entries()[..branch.entry] {
        journal.add(entry.clone()).unwrap();
    }
    journal
}

fn read(text: &str) -> Result<Journal<Toy>, JournalError> {
    Journal::<Toy>::read("toy", text.as_bytes()).map(|read| read.journal)
}

#[test]
fn a_header_names_its_parent_only_if_it_has_one() {
    assert!(!empty().text().unwrap().contains("branch"));
    for seed in [None, Some(0), Some(u64::MAX)] {
        for entry in [0, 1, 4] {
            let journal = what_if(Branch { seed, ..branch(entry) });
            let text = journal.text().unwrap();
            let again = read(&text).unwrap();
            assert_eq!((again.header(), again.entries()), (journal.header(), journal.entries()));
            assert_eq!((again.text().unwrap(), text.contains("\"seed\":null")), (text, false));
        }
    }
}

#[test]
fn only_a_well_formed_parent_is_accepted() {
    let read = |branch: Branch| read(&what_if(branch).text().unwrap());
    let name = |name: &str| Branch { name: name.to_owned(), ..branch(1) };
    let code = |code: &str| Branch { code: code.to_owned(), ..branch(1) };
    let longest = "n".repeat(255);
    for good in [name("a"), name("what if.kaiser"), name("...kaiser"), name(&longest), code("0000-9999-aaaa-ffff-0123")]
    {
        assert!(read(good.clone()).is_ok(), "{good:?}");
    }
    assert!(read(Branch { length: 1, ..branch(1) }).is_ok());
    for bad in ["", "  ", ".", "..", "a/b", "a\\b", "a\nb", &"n".repeat(256)] {
        let Err(JournalError::Impossible(what)) = read(name(bad)) else { panic!("{bad:?}") };
        assert!(what.ends_with("whose name is not a file name"), "{what}");
    }
    for bad in ["", "4f2a", "4f2a-91c3-07be-5d10", "4f2a-91c3-07be-5d10-a2b4-0000", "4F2A-91c3-07be-5d10-a2b4"]
        .into_iter()
        .chain(["4f2a-91c3-07be-5d10-a2b", "4f2a-91c3-07be-5d10-a2bg", "4f2a 91c3 07be 5d10 a2b4"])
    {
        let Err(JournalError::Impossible(what)) = read(code(bad)) else { panic!("{bad:?}") };
        assert!(what.ends_with("not a closing code"), "{what}");
    }
    let Err(JournalError::Impossible(what)) = read(Branch { length: 0, ..branch(1) }) else { panic!("of nothing") };
    assert_eq!(what, "it branches from drill.kaiser but read nothing of it");
}

#[test]
fn a_private_what_if_reveals_no_seed() {
    let private = |seed| {
        let branch = Some(Branch { seed, ..branch(0) });
        let header = Header { private: Some("ab".repeat(32)), branch, ..empty().header().clone() };
        Journal::<Toy>::new(header).text().map(|text| read(&text).map(|_| ()))
    };
    assert_eq!(private(None), Ok(Ok(())));
    let Ok(Err(JournalError::Impossible(what))) = private(Some(3)) else { panic!("it reveals its seed") };
    assert_eq!(what, "it states that the seed is kept elsewhere, but contains that of its branch");
}

#[test]
fn a_new_seed_rolls_the_dice_after_the_copied_entries() {
    for seed in [None, Some(3)] {
        let mut journal = what_if(Branch { seed, ..branch(3) });
        let mut same = what_if(branch(3));
        for journal in [&mut journal, &mut same] {
            play_into(journal, [fire(2, 7)]);
        }
        assert_eq!(journal.entries()[..3], same.entries()[..3]);
        assert_eq!(journal.entries()[3] == same.entries()[3], seed.is_none());
        assert_eq!(journal.verify(), Ok(()));
        // An amendment rolls the dice it needs with the same seed.
        let more = journal.amend(4, &fire(2, 9), NewDice::Rolled).unwrap().with_reason(some_reason());
        journal.add(more).unwrap();
        assert_eq!(journal.verify(), Ok(()));
        // A header with a different seed, or none, is found.
        let other = seed.map_or(Some(3), |_| None);
        let header = Header { branch: Some(Branch { seed: other, ..branch(3) }), ..journal.header().clone() };
        let mut forged = Journal::<Toy>::new(header);
        journal.entries().iter().for_each(|entry| forged.add(entry.clone()).unwrap());
        assert_eq!(forged.verify().map_err(|mismatch| mismatch.entry), Err(4));
    }
}

#[test]
fn copied_entries_cannot_be_undone() {
    let copied = |entry| Err(InvalidEntry::CopiedEntry { entry });
    let back = |from| Entry::TakenBack { from, because: some_reason() };
    let mut journal = what_if(branch(3));
    assert_eq!(journal.add(undo_entry(&journal)), copied(3));
    play_into(&mut journal, [Command::Give(5), Command::Give(6)]);
    assert_eq!(journal.add(back(3)), copied(3));
    assert_eq!(journal.add(back(1)), copied(1));
    for entry in [1, 3] {
        let amendment = journal.amend(entry, &Command::Give(1), NewDice::Rolled).unwrap();
        assert_eq!(journal.add(amendment.with_reason(some_reason())), copied(entry));
    }
    let amendment = journal.amend(4, &Command::Give(1), NewDice::Rolled).unwrap();
    journal.add(amendment.with_reason(some_reason())).unwrap();
    journal.add(back(4)).unwrap();
    journal.add(Entry::Redid { to: 4 }).unwrap();
    assert_eq!(journal.verify(), Ok(()));
    // Entries that the parent undid can be redone only in the parent.
    let mut parent = empty();
    play_into(&mut parent, [Command::Give(1), Command::Give(2)]);
    parent.add(undo_entry(&parent)).unwrap();
    for (entry, expected) in [(3, copied(2)), (2, copied(1)), (1, copied(1)), (0, Ok(()))] {
        let mut journal = Journal::new(Header { branch: Some(branch(entry)), ..parent.header().clone() });
        parent.entries()[..entry].iter().for_each(|entry| journal.add(entry.clone()).unwrap());
        if entry == 0 {
            play_into(&mut journal, [Command::Give(1)]);
        }
        let entry_to_add = if entry == 3 { redo_entry(&journal) } else { back(1) };
        assert_eq!(journal.add(entry_to_add), expected, "{entry}");
    }
}

/// A what-if of `parent`, written and read again.
fn read_what_if(parent: &Journal<Toy>, branch: Branch) -> Journal<Toy> {
    let text = parent.what_if_text(parent.text().unwrap().as_bytes(), branch).unwrap();
    assert_eq!(text.private, None);
    read(&text.journal).unwrap()
}

#[test]
fn a_what_if_copies_the_first_entries_and_is_closed() {
    let mut parent = empty();
    play_into(&mut parent, [Command::Give(9), fire(1, 4), Command::Give(2), fire(2, 3)]);
    parent.add(Entry::Closed).unwrap();
    for entry in 0..=5 {
        let journal = read_what_if(&parent, branch(entry));
        let copied = entry.min(5);
        assert_eq!(journal.entries()[..copied], parent.entries()[..copied]);
        assert_eq!(journal.entries()[copied..], if entry == 5 { vec![] } else { vec![Entry::Closed] }, "{entry}");
        assert_eq!((journal.state(), journal.verify()), (&parent.state_after(entry), Ok(())));
        assert_eq!(journal.header(), &Header { branch: Some(branch(entry)), ..parent.header().clone() });
    }
    let text = parent.text().unwrap();
    let error = parent.what_if_text(text.as_bytes(), Branch { name: "a\nb".to_owned(), ..branch(1) }).err().unwrap();
    assert!(error.to_string().contains("whose name is not a file name"), "{error}");
}

#[test]
fn a_group_is_cut_where_the_what_if_branches() {
    let mut parent = empty();
    play_into(&mut parent, [Command::Give(9)]);
    // Entries 2 to 4 were written together.
    for number in 2..=4 {
        let events = play::decide::<Toy>(parent.state(), &Command::Give(1), &mut parent.dice()).unwrap();
        let entry = Entry::Did { line: 2, from: None, command: Command::Give(1), events };
        parent.add_kept(entry, (number == 2).then_some(3), None).unwrap();
    }
    for (entry, size) in [(1, None), (2, None), (3, Some(2)), (4, Some(3))] {
        let journal = read_what_if(&parent, branch(entry));
        assert_eq!((journal.joint_entries(2), journal.next_number()), (size, entry + 2), "{entry}");
        assert_eq!(journal.state(), &parent.state_after(entry));
    }
}

#[test]
fn a_what_if_of_a_what_if_rolls_the_dice_of_both_branches() {
    let mut first = what_if(Branch { seed: Some(3), ..branch(2) });
    play_into(&mut first, [Command::Give(30), fire(2, 7), fire(1, 6)]);
    for (entry, kept) in [(1, false), (2, true), (4, true), (5, true)] {
        let parent = first.header().branch.as_ref().unwrap().inherited_after(entry);
        assert_eq!(parent.is_some(), kept, "{entry}");
        for seed in [None, Some(8)] {
            let mut second = read_what_if(&first, Branch { seed, parent: parent.clone(), ..branch(entry) });
            assert_eq!(second.verify(), Ok(()), "{entry}");
            second.add(Entry::Opened).unwrap();
            play_into(&mut second, [Command::Give(30), fire(1, 6)]);
            assert_eq!(second.verify(), Ok(()), "{entry}");
            // The same order in the same place rolls the same dice, unless the seed is another.
            let mut same = read_what_if(&first, Branch { parent: parent.clone(), ..branch(entry) });
            same.add(Entry::Opened).unwrap();
            play_into(&mut same, [Command::Give(30), fire(1, 6)]);
            assert_eq!(second.entries().last() == same.entries().last(), seed.is_none(), "{entry}");
        }
    }
    let early = Branch { parent: Some(Box::new(branch(2))), ..branch(1) };
    let Err(JournalError::Impossible(what)) = read(&what_if(early).text().unwrap()) else { panic!("before it") };
    assert_eq!(what, "it branches from drill.kaiser before drill.kaiser itself branched");
    let nameless = Branch { parent: Some(Box::new(Branch { name: String::new(), ..branch(1) })), ..branch(2) };
    assert!(matches!(read(&what_if(nameless).text().unwrap()), Err(JournalError::Impossible(_))));
}
