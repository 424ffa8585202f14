//! The journal on disk: entries take effect only when written, and nothing written is lost or overwritten.
mod changed;

use std::{
    cell::{Cell, RefCell},
    fs::{self, File, OpenOptions},
    io,
    path::Path,
    rc::Rc,
    thread,
    time::Duration,
};

use cli::{
    dice::{new_seed, seeded_stream},
    store::{Medium, Store, StoreError, free_name, holder},
};
use play::journal::{Entry, EntryOf, Header, InvalidEntry, Journal, JournalError};
use play::{Dice, DiceRequest, RollResult, Rule, Source};

use kit::{
    toy::{self, Command, Toy, command_entry, fire},
    undo_entry,
};

fn header() -> Header<toy::Setup> {
    Header::current::<Toy>("toy", "0.1.0-00c0ffee", 5, toy::setup())
}

fn record<M: Medium>(store: &mut Store<Toy, M>, command: Command) {
    let entry = command_entry(store.journal(), command);
    store.record(entry).unwrap();
}

fn open(path: &Path) -> Result<Store<Toy>, StoreError> {
    Store::open(path, "toy")
}

fn error<T>(result: Result<T, StoreError>) -> StoreError {
    let Err(error) = result else { panic!("an error was expected") };
    error
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

// ---------------------------------------------------------------------------------------------- files

#[test]
fn a_recorded_journal_reads_the_same_when_it_is_opened() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let mut store = Store::<Toy>::create(&path, header()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), store.journal().text().unwrap(), "the first line at once");
    for command in [fire(1, 3), Command::Give(4), fire(2, 2)] {
        record(&mut store, command);
        assert_eq!(fs::read_to_string(&path).unwrap(), store.journal().text().unwrap());
    }
    store.close().unwrap();
    store.close().unwrap();
    let (state, entries) = (store.journal().state().clone(), store.journal().entries().to_vec());
    assert_eq!(entries.len(), 4, "closed once");
    drop(store);
    assert_eq!(names(directory.path()), ["drill.kaiser"], "no lock is left behind");

    let mut store = open(&path).unwrap();
    assert_eq!(store.journal().state(), &state);
    assert_eq!(store.journal().entries()[..4], entries[..]);
    assert_eq!(store.journal().entries().len(), 4, "reading changes nothing");
    assert!(store.cut_off_line().is_none());
    record(&mut store, Command::Give(1));
    assert_eq!(store.journal().entries()[4], Entry::Opened);
    store.record(undo_entry(store.journal())).unwrap();
    assert_eq!(store.journal().state(), &state);
    store.close().unwrap();
    drop(store);
    let seen = Store::<Toy>::open_read_only(&path, "toy").unwrap();
    assert!(seen.closed && seen.torn.is_none() && !seen.in_use);
    assert_eq!(seen.journal.verify(), Ok(()));
    assert_eq!(names(directory.path()), ["drill.kaiser"]);
}

#[test]
fn a_crash_loses_nothing_that_was_recorded() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let mut store = Store::<Toy>::create(&path, header()).unwrap();
    record(&mut store, fire(1, 3));
    let state = store.journal().state().clone();
    drop(store);
    fs::write(directory.path().join("drill.kaiser.lock"), "4194305").unwrap();
    let store = open(&path).unwrap();
    assert_eq!(store.journal().state(), &state, "a lock file without a living holder blocks no program");
    assert_eq!(store.journal().entries().len(), 1, "not closed, so not opened again either");
}

#[test]
fn nothing_is_ever_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let path = free_name(directory.path(), "ulsan");
    assert_eq!(path, directory.path().join("ulsan.kaiser"));
    fs::write(&path, "mine").unwrap();
    assert!(matches!(error(Store::<Toy>::create(&path, header())), StoreError::Exists { .. }));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert_eq!(free_name(directory.path(), "ulsan"), directory.path().join("ulsan-2.kaiser"));
    fs::write(directory.path().join("ulsan-2.kaiser"), "").unwrap();
    assert_eq!(free_name(directory.path(), "ulsan"), directory.path().join("ulsan-3.kaiser"));
    assert_eq!(names(directory.path()), ["ulsan-2.kaiser", "ulsan.kaiser"]);
}

#[test]
fn a_journal_that_cannot_be_made_leaves_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let nowhere = directory.path().join("no/such/drill.kaiser");
    assert!(matches!(error(Store::<Toy>::create(&nowhere, header())), StoreError::Open { .. }));
    let taken = directory.path().join("drill.kaiser");
    fs::create_dir(&taken).unwrap();
    assert!(matches!(error(Store::<Toy>::create(&taken, header())), StoreError::Exists { .. }));
    assert_eq!(names(directory.path()), ["drill.kaiser"]);
    assert!(matches!(error(open(&directory.path().join("none.kaiser"))), StoreError::Open { .. }), "not there");
    assert!(matches!(error(open(directory.path())), StoreError::Open { .. }), "a directory");
}

#[test]
fn a_journal_is_open_in_one_program_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let mut store = Store::<Toy>::create(&path, header()).unwrap();
    let StoreError::Locked { pid, .. } = error(open(&path)) else { panic!("locked") };
    if cfg!(target_os = "linux") {
        assert_eq!(pid, Some(std::process::id()));
        assert!(error(open(&path)).to_string().ends_with(&format!("(process {}).", std::process::id())));
    }
    assert_eq!(holder(&path), Some(pid));
    assert_eq!(names(directory.path()), ["drill.kaiser"], "the lock lies on the journal itself");
    record(&mut store, Command::Give(1));
    let seen = Store::<Toy>::open_read_only(&path, "toy").unwrap();
    assert!(seen.in_use && !seen.closed && seen.torn.is_none());
    assert_eq!(seen.journal.state(), store.journal().state());
    drop(store);
    assert!(comes_free(&path));
    open(&path).unwrap();
}

/// Whether the lock on a journal is released in the end. A program that another test has just forked holds every open
/// file until it is executed.
fn comes_free(path: &Path) -> bool {
    (0..200).any(|_| {
        thread::sleep(Duration::from_millis(50));
        holder(path).is_none()
    })
}

#[cfg(unix)]
#[test]
fn a_link_to_a_journal_is_the_same_journal() {
    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("drill.kaiser"), directory.path().join("link.kaiser"));
    let store = Store::<Toy>::create(&path, header()).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(matches!(error(open(&link)), StoreError::Locked { .. }));
    drop(store);
    assert!(comes_free(&path) && open(&link).is_ok());
}

#[test]
fn a_file_that_is_no_journal_of_this_game_is_left_unchanged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let text = {
        let mut store = Store::<Toy>::create(&path, header()).unwrap();
        record(&mut store, Command::Give(1));
        record(&mut store, Command::Give(2));
        fs::read_to_string(&path).unwrap()
    };
    let newer = text.replacen("\"format\":1", "\"format\":9", 1);
    let edited = text.replacen("\"give\":1", "\"give\":7", 1);
    let is_newer = |error: &JournalError| *error == JournalError::Newer { found: 9 };
    let check = |bytes: &str, game: &str, is: &dyn Fn(&JournalError) -> bool| {
        fs::write(&path, bytes).unwrap();
        for result in [open_as(&path, game).map(|_| ()), Store::<Toy>::open_read_only(&path, game).map(|_| ())] {
            let StoreError::Invalid { error: data_error, .. } = error(result) else { panic!("a fault was expected") };
            assert!(is(&data_error), "{data_error}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), bytes);
        assert_eq!(names(directory.path()), ["drill.kaiser"]);
    };
    check("", "toy", &|error| *error == JournalError::Empty);
    check("Dear diary\n", "toy", &|error| *error == JournalError::NotAJournal);
    check(&text[..40], "toy", &|error| *error == JournalError::UnfinishedHeader);
    check(&newer, "toy", &is_newer);
    check(&text, "naval", &|error| matches!(error, JournalError::OtherGame { .. }));
    check(&edited, "toy", &|error| matches!(error, JournalError::Damaged { line: 2, .. }));
    check(&(edited.clone() + "{\"sum"), "toy", &|error| matches!(error, JournalError::Damaged { line: 2, .. }));
}

fn open_as(path: &Path, game: &str) -> Result<Store<Toy>, StoreError> {
    Store::open(path, game)
}

#[test]
fn a_torn_last_line_is_cut_kept_and_reported_wherever_it_is_cut() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let torn_path = directory.path().join("drill.kaiser.torn");
    let (whole, last) = {
        let mut store = Store::<Toy>::create(&path, header()).unwrap();
        record(&mut store, fire(1, 3));
        let last = fs::metadata(&path).unwrap().len() as usize;
        record(&mut store, fire(2, 1));
        (fs::read(&path).unwrap(), last)
    };
    for cut in last + 1..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let seen = Store::<Toy>::open_read_only(&path, "toy").unwrap();
        assert_eq!(seen.torn.map(|torn| torn.bytes.len()), Some(cut - last));
        assert_eq!(fs::read(&path).unwrap(), whole[..cut], "only looked at");

        let mut store = open(&path).unwrap();
        let mended = store.cut_off_line().unwrap().clone();
        assert_eq!((mended.bytes, &mended.saved_in), (cut - last, &torn_path));
        assert_eq!(fs::read(&torn_path).unwrap(), [&whole[last..cut], b"\n"].concat());
        assert_eq!(fs::read(&path).unwrap(), whole[..last]);
        assert_eq!(store.journal().entries().len(), 1);
        record(&mut store, fire(2, 1));
        assert_eq!(fs::read(&path).unwrap(), whole, "the same dice are rolled again");
        fs::remove_file(&torn_path).unwrap();
    }
    for _ in 0..2 {
        fs::write(&path, &whole[..last + 3]).unwrap();
        open(&path).unwrap();
    }
    assert_eq!(
        fs::read(&torn_path).unwrap(),
        [&whole[last..last + 3], b"\n"].concat().repeat(2),
        "none is overwritten"
    );
}

// ---------------------------------------------------------------------------------------------- failing disks

/// A disk whose operation number `fails_at` fails after half of it. With `cannot_cut` it cannot be truncated.
#[derive(Clone, Default)]
struct Faulty {
    bytes: Rc<RefCell<Vec<u8>>>,
    /// Writes and syncs so far.
    operations: Rc<Cell<usize>>,
    fails_at: usize,
    cannot_cut: bool,
}

impl Faulty {
    fn failing_at(fails_at: usize) -> Faulty {
        Faulty { fails_at, ..Faulty::default() }
    }

    fn count_operation(&mut self) -> io::Result<()> {
        self.operations.update(|so_far| so_far + 1);
        if self.operations.get() == self.fails_at { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

impl Medium for Faulty {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let outcome = self.count_operation();
        let written = if outcome.is_ok() { bytes } else { &bytes[..bytes.len() / 2] };
        self.bytes.borrow_mut().extend_from_slice(written);
        outcome
    }

    fn sync(&mut self) -> io::Result<()> {
        self.count_operation()
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        if self.cannot_cut {
            return Err(io::Error::other("the cable is out"));
        }
        self.bytes.borrow_mut().truncate(length as usize);
        Ok(())
    }
}

fn commands() -> Vec<Command> {
    vec![fire(1, 3), Command::Give(4), fire(2, 2), fire(0, 5), Command::Give(-1)]
}

/// The entries of one line of five commands.
fn one_line<M: Medium>(store: &mut Store<Toy, M>) -> Vec<EntryOf<Toy>> {
    let (savepoint, first) = (store.journal().savepoint(), store.journal().next_number());
    for command in commands() {
        let mut entry = command_entry(store.journal(), command);
        if let Entry::Did { line, .. } = &mut entry {
            *line = first;
        }
        store.journal_mut().add(entry).unwrap();
    }
    store.journal_mut().roll_back_to(savepoint)
}

#[test]
fn a_line_is_one_write_and_one_sync() {
    let medium = Faulty::failing_at(0);
    let (bytes, operations) = (medium.bytes.clone(), medium.operations.clone());
    let mut store = Store::<Toy, _>::begin(Path::new("disk"), medium, header()).unwrap();
    record(&mut store, fire(1, 3));
    let before = operations.get();
    let entries = one_line(&mut store);
    assert_eq!(*bytes.borrow(), store.journal().text().unwrap().as_bytes(), "nothing is written before the commit");
    store.commit(entries).unwrap();
    assert_eq!(operations.get() - before, 2, "a write and a sync");
    assert_eq!(*bytes.borrow(), store.journal().text().unwrap().as_bytes());
    store.close().unwrap();
    assert_eq!(store.journal().verify(), Ok(()));
}

/// If the program is killed at any byte of its write, a line of several orders is complete or absent.
#[test]
fn a_crash_within_a_line_leaves_it_complete_or_absent() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let mut store = Store::<Toy>::create(&path, header()).unwrap();
    record(&mut store, fire(1, 3));
    let before = fs::read(&path).unwrap();
    let state = store.journal().state().clone();
    let entries = one_line(&mut store);
    store.commit(entries).unwrap();
    let (whole, after) = (fs::read(&path).unwrap(), store.journal().state().clone());
    drop(store);
    for end in before.len()..=whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let store = open(&path).unwrap();
        let is_whole = end == whole.len();
        assert_eq!(store.journal().state(), if is_whole { &after } else { &state }, "byte {end}");
        assert_eq!(fs::read(&path).unwrap(), if is_whole { &whole[..] } else { &before[..] }, "byte {end}");
        assert_eq!(
            store.cut_off_line().map(|mended| mended.bytes),
            (before.len() < end && !is_whole).then_some(end - before.len())
        );
    }
}

#[test]
fn a_full_disk_or_a_failed_sync_refuses_the_command_and_changes_nothing() {
    let clean = {
        let medium = Faulty::failing_at(0);
        let bytes = medium.bytes.clone();
        let mut store = Store::<Toy, _>::begin(Path::new("disk"), medium, header()).unwrap();
        commands().into_iter().for_each(|command| record(&mut store, command));
        bytes.take()
    };
    let header_operations = 2;
    for fails_at in header_operations + 1..=header_operations + 2 * commands().len() {
        let medium = Faulty::failing_at(fails_at);
        let bytes = medium.bytes.clone();
        let mut store = Store::<Toy, _>::begin(Path::new("disk"), medium, header()).unwrap();
        let mut refused = 0;
        for command in commands() {
            let entry = command_entry(store.journal(), command.clone());
            let (state, text) = (store.journal().state().clone(), store.journal().text().unwrap());
            if let Err(error) = store.record(entry) {
                assert!(matches!(error, StoreError::Write { .. }), "{error}");
                assert!(error.to_string().contains("nothing changed"), "{error}");
                assert_eq!(store.journal().state(), &state);
                assert_eq!(store.journal().text().unwrap(), text);
                assert_eq!(*bytes.borrow(), text.as_bytes());
                refused += 1;
                record(&mut store, command);
            }
            assert_eq!(*bytes.borrow(), store.journal().text().unwrap().as_bytes());
        }
        assert_eq!(refused, 1, "operation {fails_at}");
        assert_eq!(*bytes.borrow(), clean);
    }
}

#[test]
fn when_even_the_cut_fails_everything_later_is_refused() {
    let medium = Faulty { cannot_cut: true, ..Faulty::failing_at(5) };
    let bytes = medium.bytes.clone();
    let mut store = Store::<Toy, _>::begin(Path::new("disk"), medium, header()).unwrap();
    record(&mut store, fire(1, 3));
    let state = store.journal().state().clone();
    let entry = command_entry(store.journal(), Command::Give(1));
    let spoilt = error(store.record(entry.clone()));
    assert!(matches!(spoilt, StoreError::PartialWrite { .. }), "{spoilt}");
    for entry in [entry, undo_entry(store.journal()), Entry::Closed] {
        let spent = error(store.record(entry));
        assert!(matches!(spent, StoreError::AlreadyFailed { .. }));
        assert!(spent.to_string().ends_with("Quit and open it again."), "{spent}");
    }
    assert!(matches!(error(store.close()), StoreError::AlreadyFailed { .. }));
    assert_eq!(store.journal().state(), &state);
    let read = Journal::<Toy>::read("toy", &bytes.borrow()).unwrap();
    assert_eq!(read.journal.state(), &state, "the half-written line is torn, and nothing else is lost");
    assert!(read.partial_line.is_some());
}

#[test]
fn a_first_line_that_cannot_be_written_starts_no_journal() {
    for fails_at in [1, 2] {
        let store = Store::<Toy, _>::begin(Path::new("disk"), Faulty::failing_at(fails_at), header());
        assert!(matches!(error(store.map(|_| ())), StoreError::Write { .. }));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_systems_full_device_is_refused() {
    let full = || OpenOptions::new().append(true).open("/dev/full").unwrap();
    let store = Store::<Toy, File>::begin(Path::new("/dev/full"), full(), header());
    let StoreError::Write { source, .. } = error(store.map(|_| ())) else { panic!("full") };
    assert_eq!(source.kind(), io::ErrorKind::StorageFull);
}

#[test]
fn an_entry_that_does_not_fit_is_never_written() {
    let medium = Faulty::failing_at(0);
    let bytes = medium.bytes.clone();
    let mut store = Store::<Toy, _>::begin(Path::new("disk"), medium, header()).unwrap();
    let before = bytes.borrow().clone();
    assert!(matches!(
        error(store.record(undo_entry(store.journal()))),
        StoreError::InvalidEntry(InvalidEntry::NothingToUndo)
    ));
    assert!(matches!(error(store.record(Entry::Opened)), StoreError::InvalidEntry(InvalidEntry::NotClosed)));
    assert_eq!(*bytes.borrow(), before);
}

// ---------------------------------------------------------------------------------------------- dice

/// Calculated by another implementation of ChaCha8, from its definition.
#[test]
fn a_saved_seed_always_rolls_these_dice() {
    const D20: [u8; 20] = [7, 17, 8, 9, 16, 7, 4, 16, 14, 17, 12, 8, 15, 19, 1, 17, 4, 18, 10, 20];
    const D10: [u8; 20] = [7, 7, 8, 9, 6, 7, 4, 6, 4, 7, 2, 8, 5, 9, 1, 7, 4, 8, 10, 10];
    const D6: [u8; 20] = [1, 5, 4, 5, 6, 5, 6, 2, 6, 5, 6, 4, 3, 3, 5, 3, 2, 6, 4, 6];
    const SECOND_ENTRY: [u8; 20] = [15, 17, 8, 9, 12, 9, 5, 1, 6, 7, 11, 12, 14, 5, 5, 1, 18, 8, 18, 8];
    const GREAT_SEED: [u8; 20] = [19, 10, 16, 16, 12, 13, 20, 14, 4, 16, 10, 8, 1, 2, 18, 7, 15, 3, 11, 15];
    let faces = |seed, entry, sides| {
        let mut dice = seeded_stream(seed, entry);
        [(); 20].map(|()| dice.face(sides))
    };
    assert_eq!(faces(19040814, 1, 20), D20);
    assert_eq!(faces(19040814, 1, 10), D10);
    assert_eq!(faces(19040814, 1, 6), D6);
    assert_eq!(faces(19040814, 2, 20), SECOND_ENTRY);
    assert_eq!(faces(u64::MAX, (1 << 33) + 5, 20), GREAT_SEED);
}

#[test]
fn rolled_dice_are_marked_as_rolled() {
    let ask = DiceRequest::pool(3, 20, 7, "to hit", Rule::new("6.5.1"));
    let RollResult::Rolled(dice) = seeded_stream(19040814, 1).roll(&ask) else {
        panic!("rolled dice are never missing")
    };
    assert_eq!(dice.iter().map(|die| die.face).collect::<Vec<_>>(), [7, 17, 8]);
    assert!(dice.iter().all(|die| die.source == Source::Rolled && die.sides == 20));
}

#[test]
fn every_face_comes_about_equally_often() {
    for sides in [6, 10, 20, 100] {
        let mut counts = vec![0_u32; usize::from(sides)];
        let mut dice = seeded_stream(1, 1);
        for _ in 0..1000 * u32::from(sides) {
            counts[usize::from(dice.face(sides)) - 1] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "D{sides}: {counts:?}");
    }
}

#[test]
fn a_new_seed_is_drawn_each_time() {
    assert_ne!(new_seed().unwrap(), new_seed().unwrap());
}
