//! A journal that another program changes during play: no entry is acknowledged but lost. Also the lock on it.
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use cli::store::{FileChange, FileState, Medium, Store, StoreError, holder};
use play::journal::{Entry, Journal};
use tempfile::TempDir;

use super::{error, header, names, open, record};
use kit::toy::{Command, Toy, command_entry};

/// A journal of two entries that is being played.
struct Played {
    directory: TempDir,
    path: PathBuf,
    store: Store<Toy>,
    /// The text of the journal.
    text: String,
}

impl Played {
    fn begin() -> Played {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("drill.kaiser");
        let mut store = Store::<Toy>::create(&path, header()).unwrap();
        record(&mut store, Command::Give(4));
        record(&mut store, Command::Give(2));
        let text = fs::read_to_string(&path).unwrap();
        Played { directory, path, store, text }
    }
    fn at(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }
    /// Checks that the next command is refused for that change, and that all earlier entries are kept in a usable file.
    #[track_caller]
    fn notices(mut self, expected: FileChange) {
        let state = self.store.journal().state().clone();
        let entry = command_entry(self.store.journal(), Command::Give(1));
        let StoreError::Changed { change, kept, .. } = error(self.store.record(entry.clone())) else {
            panic!("the change was not noticed")
        };
        assert_eq!((change, kept.as_deref()), (expected, Some(&*self.at("drill-kept.kaiser"))));
        assert_eq!(self.store.journal().state(), &state, "nothing changed");
        assert_eq!(fs::read_to_string(self.at("drill-kept.kaiser")).unwrap(), self.text);
        for entry in [entry, kit::undo_entry(self.store.journal()), Entry::Closed] {
            let spent = error(self.store.record(entry));
            assert!(matches!(spent, StoreError::AlreadyFailed { .. }), "nothing more is accepted");
            assert!(spent.to_string().contains("drill-kept.kaiser, which you can resume"), "{spent}");
        }
        assert!(matches!(error(self.store.close()), StoreError::AlreadyFailed { .. }));
        let mut kept = open(&self.at("drill-kept.kaiser")).unwrap();
        assert_eq!(kept.journal().state(), &state);
        record(&mut kept, Command::Give(1));
    }
}

#[test]
fn a_removed_journal_is_noticed() {
    let played = Played::begin();
    fs::remove_file(&played.path).unwrap();
    played.notices(FileChange::Removed);
}

#[test]
fn a_renamed_journal_is_noticed_and_no_longer_written_to() {
    let played = Played::begin();
    let (elsewhere, text) = (played.at("elsewhere.kaiser"), played.text.clone());
    fs::rename(&played.path, &elsewhere).unwrap();
    let directory = played.notices_and_leaves(FileChange::Removed);
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), text);
    drop(directory);
}

#[test]
fn a_journal_linked_away_is_noticed() {
    let played = Played::begin();
    fs::hard_link(&played.path, played.at("elsewhere.kaiser")).unwrap();
    fs::remove_file(&played.path).unwrap();
    played.notices(FileChange::Removed);
}

#[test]
fn a_replaced_journal_is_noticed_even_if_it_is_its_own_copy() {
    let played = Played::begin();
    fs::write(played.at("copy"), &played.text).unwrap();
    fs::rename(played.at("copy"), &played.path).unwrap();
    let (path, text) = (played.path.clone(), played.text.clone());
    let directory = played.notices_and_leaves(FileChange::Replaced);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "the other file is left as it was");
    drop(directory);
}

impl Played {
    /// Checks only that the next command is refused for that change, and returns the directory for further checks.
    fn notices_and_leaves(mut self, expected: FileChange) -> TempDir {
        let entry = command_entry(self.store.journal(), Command::Give(1));
        let StoreError::Changed { change, .. } = error(self.store.record(entry)) else { panic!("not noticed") };
        assert_eq!(change, expected);
        self.directory
    }
}

#[test]
fn a_shortened_journal_is_noticed_to_the_byte() {
    let played = Played::begin();
    let file = OpenOptions::new().write(true).open(&played.path).unwrap();
    file.set_len(played.text.len() as u64 - 1).unwrap();
    played.notices(FileChange::Shortened(1));
    let played = Played::begin();
    File::create(&played.path).unwrap();
    let all = played.text.len() as u64;
    played.notices(FileChange::Shortened(all));
}

#[test]
fn a_journal_written_to_by_another_program_is_noticed_to_the_byte() {
    let played = Played::begin();
    OpenOptions::new().append(true).open(&played.path).unwrap().write_all(b"x").unwrap();
    let (path, text) = (played.path.clone(), played.text.clone());
    let directory = played.notices_and_leaves(FileChange::Appended(1));
    assert_eq!(fs::read_to_string(&path).unwrap(), text + "x", "nothing is written after another program's text");
    drop(directory);
}

#[test]
fn a_journal_edited_in_place_is_noticed_and_a_touched_one_is_accepted() {
    let played = Played::begin();
    thread::sleep(Duration::from_millis(30));
    fs::write(&played.path, played.text.replacen("\"give\":4", "\"give\":9", 1)).unwrap();
    played.notices(FileChange::Edited);

    let mut played = Played::begin();
    thread::sleep(Duration::from_millis(30));
    fs::write(&played.path, &played.text).unwrap();
    record(&mut played.store, Command::Give(1));
    assert_eq!(fs::read_to_string(&played.path).unwrap(), played.store.journal().text().unwrap());
}

#[test]
fn a_removed_folder_is_reported_too() {
    let mut played = Played::begin();
    fs::remove_dir_all(played.directory.path()).unwrap();
    let entry = command_entry(played.store.journal(), Command::Give(1));
    let changed = error(played.store.record(entry));
    let StoreError::Changed { change: FileChange::Removed, kept: Some(kept), .. } = &changed else {
        panic!("{changed}")
    };
    // Another folder is taken, and the answer names the file.
    assert!(!kept.starts_with(played.directory.path()), "{}", kept.display());
    assert!(changed.to_string().contains(&kept.display().to_string()), "{changed}");
    assert_eq!(fs::read_to_string(kept).unwrap(), played.text);
    fs::remove_file(kept).unwrap();
}

/// A file that loses its name while a line is written to it.
struct Betrayed {
    file: File,
    path: PathBuf,
    appends_left: usize,
}

impl Medium for Betrayed {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.appends_left -= 1;
        if self.appends_left == 0 {
            fs::remove_file(&self.path)?;
        }
        self.file.append(bytes)
    }
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync()
    }
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.truncate(length)
    }
    fn file_state(&self, path: &Path) -> io::Result<Option<FileState>> {
        self.file.file_state(path)
    }
    fn content(&self) -> io::Result<Vec<u8>> {
        self.file.content()
    }
}

#[test]
fn a_change_during_a_write_is_noticed_before_the_line_is_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("drill.kaiser");
    let file = OpenOptions::new().read(true).append(true).create_new(true).open(&path).unwrap();
    let medium = Betrayed { file, path: path.clone(), appends_left: 3 };
    let mut store = Store::<Toy, _>::begin(&path, medium, header()).unwrap();
    record(&mut store, Command::Give(4));
    let (state, text) = (store.journal().state().clone(), store.journal().text().unwrap());
    let entry = command_entry(store.journal(), Command::Give(1));
    let changed = error(store.record(entry));
    assert!(matches!(changed, StoreError::Changed { change: FileChange::Removed, kept: Some(_), .. }), "{changed}");
    assert_eq!(store.journal().state(), &state);
    assert_eq!(fs::read_to_string(directory.path().join("drill-kept.kaiser")).unwrap(), text);
}

#[test]
fn a_hard_link_to_a_locked_journal_is_locked_too_and_play_continues() {
    let mut played = Played::begin();
    let other = played.at("other.kaiser");
    fs::hard_link(&played.path, &other).unwrap();
    assert!(matches!(error(open(&other)), StoreError::Locked { .. }), "the lock lies on the file, not on its name");
    assert!(holder(&other).is_some());
    record(&mut played.store, Command::Give(1));
    assert_eq!(fs::read_to_string(&other).unwrap(), played.store.journal().text().unwrap());
}

#[cfg(unix)]
#[test]
fn leftover_lock_files_are_neither_followed_nor_in_the_way() {
    let directory = tempfile::tempdir().unwrap();
    let (path, precious) = (directory.path().join("drill.kaiser"), directory.path().join("precious"));
    fs::write(&precious, "mine").unwrap();
    std::os::unix::fs::symlink(&precious, directory.path().join("drill.kaiser.lock")).unwrap();
    let mut store = Store::<Toy>::create(&path, header()).unwrap();
    record(&mut store, Command::Give(1));
    drop(store);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    fs::remove_file(directory.path().join("drill.kaiser.lock")).unwrap();
    fs::create_dir(directory.path().join("drill.kaiser.lock")).unwrap();
    open(&path).unwrap();
    assert_eq!(names(directory.path()), ["drill.kaiser", "drill.kaiser.lock", "precious"]);
}

#[cfg(unix)]
#[test]
fn only_a_file_of_at_most_1024_mib_is_opened_as_a_journal() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe.kaiser");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let huge = directory.path().join("huge.kaiser");
    File::create(&huge).unwrap().set_len((1 << 30) + 1).unwrap();
    let cases = [(&*pipe, "a pipe"), (Path::new("/dev/zero"), "a device"), (directory.path(), "a directory")];
    for (path, words) in cases.into_iter().chain([(&*huge, "at most 1024 MiB")]) {
        for error in [error(open(path)), error(Store::<Toy>::open_read_only(path, "toy"))] {
            assert!(matches!(error, StoreError::Open { .. }) && error.to_string().contains(words), "{error}");
        }
        assert_eq!(holder(path), None);
    }
    // A symbolic link at the name of the torn line's copy is not written through.
    let path = directory.path().join("drill.kaiser");
    let mut store = Store::<Toy>::create(&path, header()).unwrap();
    record(&mut store, Command::Give(1));
    drop(store);
    let torn = fs::read_to_string(&path).unwrap().trim_end().to_owned();
    fs::write(&path, &torn).unwrap();
    let precious = directory.path().join("precious");
    fs::write(&precious, "mine").unwrap();
    std::os::unix::fs::symlink(&precious, directory.path().join("drill.kaiser.torn")).unwrap();
    assert!(matches!(error(open(&path)), StoreError::Torn { .. }));
    assert_eq!((fs::read_to_string(&precious).unwrap().as_str(), fs::read_to_string(&path).unwrap()), ("mine", torn));
}

#[test]
fn a_kept_journal_never_takes_the_name_of_an_existing_file() {
    let played = Played::begin();
    fs::write(played.at("drill-kept.kaiser"), "mine").unwrap();
    fs::remove_file(&played.path).unwrap();
    let (mut store, kept) = (played.store, played.directory.path().join("drill-kept-2.kaiser"));
    let entry = command_entry(store.journal(), Command::Give(1));
    let StoreError::Changed { kept: Some(found), .. } = error(store.record(entry)) else { panic!("kept") };
    assert_eq!(found, kept);
    assert_eq!(fs::read_to_string(played.directory.path().join("drill-kept.kaiser")).unwrap(), "mine");
    let bytes = fs::read(&kept).unwrap();
    assert_eq!(Journal::<Toy>::read("toy", &bytes).unwrap().journal.entries().len(), 2);
}
