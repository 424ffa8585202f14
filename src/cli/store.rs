//! A journal on disk. Each line is written and synced before it takes effect. Start with [`Store`].
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use play::Game;
use play::journal::{
    self, Chain, Entry, EntryOf, Header, Journal, Line, Missing, Notice, PartialLine, PrivateLinks, PrivateSeeds, Read,
    UnknownFrom,
};

mod disk;
mod error;
mod lock;
mod orders;
mod private;
mod watch;

use super::file::{self, Readers};
use super::output;
pub use disk::Medium;
pub use disk::with_ending;
use disk::{directory, new_file, open_error, sync_directory, write_error};
pub use error::StoreError;
pub use lock::holder;
use private::{PrivateCopy, PrivateFile};
pub use private::{copy_private, read_lines as private_lines};
pub use watch::{FileChange, FileState, NameTarget};

pub const ENDING: &str = "kaiser";

/// A journal being written. Its file is locked against other programs, and checked before and after every write.
pub struct Store<G: Game, M: Medium = File> {
    journal: Journal<G>,
    chain: Chain,
    medium: M,
    path: PathBuf,
    /// Bytes of complete lines.
    length: u64,
    /// The checksum of these bytes.
    sum: crc32fast::Hasher,
    /// The last modification time that this program caused or has checked.
    written: Option<SystemTime>,
    /// The number of names (hard links) when the file was last checked.
    link_count: u64,
    /// Whether a partial write could not be undone, or another program has changed the file.
    is_spoilt: bool,
    /// The file that continues the journal after another program changed it.
    rescued_to: Option<PathBuf>,
    cut_off: Option<CutOffLine>,
    /// The file for secrets, if they are kept out of the journal so that it can be shown.
    private: Option<PrivateFile>,
    watcher: Option<Watcher<G>>,
}

/// A function that receives the journal after each commit of a session.
type Watcher<G> = Box<dyn Fn(&Journal<G>)>;

/// An entry being written, the number of entries in the group that it begins, and its line in FILE.private.
type PendingEntry<G> = (EntryOf<G>, Option<usize>, Option<String>);

/// A torn last line that was cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutOffLine {
    pub bytes: usize,
    pub saved_in: PathBuf,
}

pub struct ReadOnlyJournal<G: Game> {
    pub journal: Journal<G>,
    /// The unfinished last line, which is left as it is.
    pub torn: Option<PartialLine>,
    /// Whether the last entry is an orderly end.
    pub closed: bool,
    /// Whether a running program has it open for writing.
    pub in_use: bool,
    /// The first entry that is kept in FILE.private and so is not known.
    pub unknown_from: Option<UnknownFrom>,
    /// Why the seed and salts kept in FILE.private are not known.
    pub missing_seeds: Option<Missing>,
    /// The number of complete lines.
    pub lines: usize,
    /// The references of these lines to FILE.private.
    pub private_links: PrivateLinks,
    /// The closing code of the file as it is now.
    pub code: String,
    pub bytes: u64,
}

impl<G: Game> Store<G> {
    /// Begins a journal in a new file. If that fails, no new file remains.
    pub fn create(path: &Path, header: Header<G::Setup>) -> Result<Store<G>, StoreError> {
        clear_unbegun(path)?;
        let file = new_file(path, &mut OpenOptions::new())?;
        let store = lock::lock(&file, path).and_then(|()| Store::begin(path, file, header));
        let synced =
            store.and_then(|store| sync_directory(path).map(|()| store).map_err(|source| write_error(path, source)));
        synced.inspect_err(|_| {
            // The file is new and holds no game. The first error is the one to report.
            let _gone = fs::remove_file(path);
        })
    }

    /// As [`create`](Store::create), for a journal that can be shown: seed, salts and secret orders go to FILE.private.
    ///
    /// If a program was killed between creating the two files, its FILE.private is renamed.
    pub fn create_private(path: &Path, header: Header<G::Setup>) -> Result<Store<G>, StoreError> {
        clear_unbegun(path)?;
        if let Some(aside) = private::rename_unused(path)? {
            let (left, aside) = (private::private_path(path), aside.display());
            output::note(&format!(
                "note:  {} had no journal and no order, so it was renamed to {aside}.",
                left.display()
            ));
        }
        let mut private = PrivateFile::create(path)?;
        let line = private.make_line(None, &PrivateSeeds { seed: header.seed, salts: header.salts });
        let store = line.and_then(|line| {
            private.append_lines(std::slice::from_ref(&line))?;
            let private = Some(journal::digest(&line));
            let mut store = Store::create(path, Header { private, ..header })?;
            store.journal.set_seeds_line(line);
            Ok(store)
        });
        match store {
            Ok(store) => Ok(Store { private: Some(private), ..store }),
            Err(error) => {
                private.delete();
                Err(error)
            }
        }
    }

    /// Continues the journal in `path`, which must be one of the named game.
    ///
    /// A torn last line is first added to FILE.torn and then cut off: see [`cut_off_line`](Store::cut_off_line). After
    /// an orderly end, [`Entry::Opened`] is recorded only before the first new entry. A session without changes writes
    /// nothing.
    pub fn open(path: &Path, game: &str) -> Result<Store<G>, StoreError> {
        let mut file =
            file::open(path, OpenOptions::new().read(true).append(true)).map_err(|error| open_error(path, error))?;
        let path = resolve_link(path).map_err(|error| open_error(path, error))?;
        lock::lock(&file, &path)?;
        let bytes = file::read(&file, file::JOURNAL).map_err(|error| open_error(&path, error))?;
        let read = read_known(game, &path, &bytes)?;
        // Only after the checks, because opening cuts off a torn line.
        let private = if read.journal.is_private() { Some(PrivateFile::open(&path, &read.links)?) } else { None };
        let length = read.length as u64;
        let mut cut = |torn| keep_torn_line(&path, torn).and_then(|line| file.truncate(length).map(|()| line));
        let cut_off = read.partial_line.as_ref().map(&mut cut).transpose();
        let cut_off = cut_off.map_err(|source| StoreError::Torn { path: path.clone(), source })?;
        let look = file.file_state(&path).map_err(|error| open_error(&path, error))?;
        if let Some(Err(change)) = look.map(|look| watch::compare(&look, length)) {
            return Err(open_error(&path, io::Error::other(format!("it {change} while it was opened"))));
        }
        let sum = checksum(&bytes[..read.length]);
        let store = Store::with_medium(read.journal, read.chain, file, path, look);
        let mut store = Store { length, sum, cut_off, private, ..store };
        // The earlier program was killed before it could reveal secrets that were due.
        if store.journal.next_publication().is_some() {
            store.write_and_apply(Vec::from_iter(store.journal.is_closed().then_some(Entry::Opened)))?;
        }
        Ok(store)
    }

    /// Reads the journal in `path` without a lock and without writing anything.
    pub fn open_read_only(path: &Path, game: &str) -> Result<ReadOnlyJournal<G>, StoreError> {
        Store::open_first_bytes(path, game, None)
    }

    /// As [`open_read_only`](Store::open_read_only), of its first `length` bytes if given: the file as it once was.
    pub fn open_first_bytes(path: &Path, game: &str, length: Option<u64>) -> Result<ReadOnlyJournal<G>, StoreError> {
        let in_use = holder(path).is_some();
        let mut bytes = file::read_bytes(path, file::JOURNAL).map_err(|error| open_error(path, error))?;
        bytes.truncate(length.and_then(|length| usize::try_from(length).ok()).unwrap_or(bytes.len()));
        let read = read_both(game, path, &bytes)?;
        let Read { journal, partial_line, closed, unknown_from, why_no_seeds, lines, links, .. } = read;
        Ok(ReadOnlyJournal {
            journal,
            torn: partial_line,
            closed,
            in_use,
            unknown_from,
            missing_seeds: why_no_seeds,
            lines,
            private_links: links,
            code: journal::code_of(&bytes),
            bytes: bytes.len() as u64,
        })
    }
}

impl<G: Game, M: Medium> Store<G, M> {
    /// Begins a journal on an empty medium, without a lock. `path` names it in errors and locates it.
    pub fn begin(path: &Path, mut medium: M, header: Header<G::Setup>) -> Result<Store<G, M>, StoreError> {
        let Line { text, chain } = Chain::first_line(&header)?;
        let written =
            medium.append(text.as_bytes()).and_then(|()| medium.sync()).and_then(|()| medium.file_state(path));
        let look = written.map_err(|source| write_error(path, source))?;
        let store = Store::with_medium(Journal::new(header), chain, medium, path.to_owned(), look);
        Ok(Store { length: text.len() as u64, sum: checksum(text.as_bytes()), ..store })
    }

    fn with_medium(
        journal: Journal<G>,
        chain: Chain,
        medium: M,
        path: PathBuf,
        look: Option<FileState>,
    ) -> Store<G, M> {
        Store {
            journal,
            chain,
            medium,
            path,
            length: 0,
            sum: crc32fast::Hasher::new(),
            written: look.and_then(|look| look.written),
            link_count: look.map_or(1, |look| look.link_count),
            is_spoilt: false,
            rescued_to: None,
            cut_off: None,
            private: None,
            watcher: None,
        }
    }

    pub fn watch(&mut self, watcher: impl Fn(&Journal<G>) + 'static) {
        self.watcher = Some(Box::new(watcher));
    }

    /// Shows the journal to its watcher.
    pub fn tell_watcher(&self) {
        self.watcher.iter().for_each(|watcher| watcher(&self.journal));
    }

    pub fn journal(&self) -> &Journal<G> {
        &self.journal
    }

    /// Lends the journal for trying a line. The caller restores it before anything is committed.
    pub fn journal_mut(&mut self) -> &mut Journal<G> {
        &mut self.journal
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn cut_off_line(&self) -> Option<&CutOffLine> {
        self.cut_off.as_ref()
    }

    /// Applies entries together: all their lines in one write and one sync, with the file checked before and after.
    ///
    /// After an orderly end, [`Entry::Opened`] is written first. If writing fails, nothing changes in memory, nor on
    /// disk if the write could be undone. If it could not, or another program changed the file, all later commits are
    /// refused.
    pub fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), StoreError> {
        if self.is_spoilt {
            return Err(StoreError::AlreadyFailed { path: self.path.clone(), kept: self.rescued_to.clone() });
        }
        let Some(first) = entries.first() else { return Ok(()) };
        if self.journal.is_closed() && !matches!(first, Entry::Opened | Entry::Closed) {
            self.write_and_apply(vec![Entry::Opened])?;
        }
        self.write_and_apply(entries)
    }

    pub fn record(&mut self, entry: EntryOf<G>) -> Result<(), StoreError> {
        self.commit(vec![entry])
    }

    /// Writes and applies entries. The same write has the secrets that they reveal: a full disk takes both or neither.
    fn write_and_apply(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), StoreError> {
        self.journal.check_group(&entries)?;
        self.check_private_unchanged()?;
        let mut together = (1 < entries.len()).then_some(entries.len());
        let (mut text, mut chain, mut pending) = (String::new(), self.chain, Vec::<PendingEntry<G>>::new());
        let secret = entries.iter().filter(|entry| self.private.is_some() && self.journal.is_secret(entry)).count();
        let mut secret_of = (1 < secret).then_some(secret);
        for (number, entry) in (self.journal.next_number()..).zip(entries) {
            let private = self.private.as_ref().filter(|_| self.journal.is_secret(&entry));
            let kept = private.map(|private| private.make_line(secret_of.take(), &entry)).transpose()?;
            let line = match &kept {
                Some(kept) => chain.kept_line(number, together, kept)?,
                None => chain.line(number, together, &entry)?,
            };
            text.push_str(&line.text);
            chain = line.chain;
            pending.push((entry, together.take(), kept));
        }
        if let Some(what) = self.revealed_secrets(&pending)? {
            let entry = Entry::Noticed { what };
            let line = chain.line(self.journal.next_number() + pending.len(), None, &entry)?;
            text.push_str(&line.text);
            chain = line.chain;
            pending.push((entry, None, None));
        }
        let secret: Vec<String> = pending.iter().filter_map(|(_, _, kept)| kept.clone()).collect();
        self.private.as_mut().map_or(Ok(()), |private| private.append_lines(&secret))?;
        if let Err(error) = self.write(Line { text, chain }) {
            // If another program has changed the journal, it may or may not have the lines.
            let is_unwritten = matches!(error, StoreError::Write { .. });
            self.private.iter_mut().filter(|_| is_unwritten).for_each(|private| private.remove_last(secret.len()));
            return Err(error);
        }
        Ok(pending.into_iter().try_for_each(|(entry, together, kept)| self.journal.add_kept(entry, together, kept))?)
    }

    /// Returns which secrets these entries reveal. The entries are applied to find out, then taken out again.
    fn revealed_secrets(&mut self, pending: &[PendingEntry<G>]) -> Result<Option<Notice>, StoreError> {
        if self.private.is_none() {
            return Ok(None);
        }
        let before = self.journal.savepoint();
        let mut tried = pending.iter().cloned();
        let added = tried.try_for_each(|(entry, together, kept)| self.journal.add_kept(entry, together, kept));
        let what = self.journal.next_publication();
        self.journal.roll_back_to(before);
        Ok(added.map(|()| what)?)
    }

    /// Writes and syncs lines, checking the file before and after.
    fn write(&mut self, Line { text, chain }: Line) -> Result<(), StoreError> {
        self.check_unchanged()?;
        let written = self.medium.append(text.as_bytes()).and_then(|()| self.medium.sync());
        let look = written.and_then(|()| self.medium.file_state(&self.path));
        let look = look.map_err(|source| self.cut_partial_write(source))?;
        let length = self.length + text.len() as u64;
        if let Some(Err(change)) = look.map(|look| watch::compare(&look, length)) {
            return Err(self.rescue_from_change(&self.path.clone(), change));
        }
        self.written = look.and_then(|look| look.written);
        self.length = length;
        self.sum.update(text.as_bytes());
        self.chain = chain;
        Ok(())
    }

    fn cut_partial_write(&mut self, source: io::Error) -> StoreError {
        let path = self.path.clone();
        match self.medium.truncate(self.length) {
            Ok(()) => StoreError::Write { path, source },
            Err(cut) => {
                self.is_spoilt = true;
                StoreError::PartialWrite { path, source, cut }
            }
        }
    }

    /// Refuses to continue if another program has touched the file since its last line was written.
    fn check_unchanged(&mut self) -> Result<(), StoreError> {
        let look = self.medium.file_state(&self.path).map_err(|source| write_error(&self.path, source))?;
        let Some(look) = look else { return Ok(()) };
        let mut compared = watch::compare(&look, self.length);
        if compared.is_ok() && look.written != self.written {
            // The file was written to. Its content shows whether anything changed.
            let content = self.medium.content().map_err(|source| write_error(&self.path, source))?;
            compared = if self.is_own_content(&content) { Ok(()) } else { Err(FileChange::Edited) };
            self.written = look.written;
        }
        if self.link_count < look.link_count {
            let note = "now has a second name. The game is saved under both.";
            output::note(&format!("note:  {} {note}", self.path.display()));
        }
        self.link_count = look.link_count;
        compared.map_err(|change| self.rescue_from_change(&self.path.clone(), change))
    }

    fn check_private_unchanged(&mut self) -> Result<(), StoreError> {
        let Some(private) = &mut self.private else { return Ok(()) };
        let Some(change) = private.detect_change()? else { return Ok(()) };
        let path = private.path().to_owned();
        Err(self.rescue_from_change(&path, change))
    }

    fn is_own_content(&self, bytes: &[u8]) -> bool {
        bytes.len() as u64 == self.length && checksum(bytes).finalize() == self.sum.clone().finalize()
    }

    /// Stops writing after another program changed one of the files, and saves the game elsewhere.
    fn rescue_from_change(&mut self, path: &Path, change: FileChange) -> StoreError {
        self.is_spoilt = true;
        self.rescued_to = self.save_elsewhere();
        StoreError::Changed { path: path.to_owned(), change, kept: self.rescued_to.clone() }
    }

    /// Writes all applied entries to new files, beside the journal or else in a directory that the player can find.
    /// `None` if that fails too.
    fn save_elsewhere(&self) -> Option<PathBuf> {
        let on_disk = self.medium.content().ok().map(|mut bytes| {
            bytes.truncate(usize::try_from(self.length).unwrap_or(usize::MAX));
            bytes
        });
        let from_memory = || self.journal.text().ok().map(String::into_bytes);
        let bytes = on_disk
            .filter(|bytes| self.is_own_content(bytes))
            .or_else(from_memory)
            .filter(|bytes| self.is_own_content(bytes))?;
        let stem = self.path.file_stem()?.to_string_lossy().into_owned();
        let directories = std::iter::once(directory(&self.path).to_owned()).chain(fallback_directories());
        directories.into_iter().find_map(|directory| {
            let kept = free_name(&directory, &format!("{stem}-kept"));
            self.private.as_ref().map_or(Ok(()), |private| private.save_beside(&self.journal, &kept)).ok()?;
            let written = file::create(&kept, &bytes, Readers::All).and_then(|()| sync_directory(&kept));
            if written.is_err() && self.private.is_some() {
                let _left = fs::remove_file(private::private_path(&kept));
            }
            written.ok().map(|()| kept)
        })
    }

    /// Returns the code that identifies this file as it is now, or `None` if it cannot be read.
    pub fn code(&self) -> Option<String> {
        self.medium.content().ok().filter(|bytes| self.is_own_content(bytes)).map(|bytes| journal::code_of(&bytes))
    }

    /// Returns the lines of FILE.orders, which keeps held turn files.
    pub fn kept_orders(&self) -> Result<Vec<String>, StoreError> {
        orders::read_lines(&self.path)
    }

    /// Makes FILE.orders keep exactly these lines. Without any it is removed.
    pub fn keep_orders(&self, lines: &[String]) -> Result<(), StoreError> {
        orders::write_lines(&self.path, lines)
    }

    /// Records an orderly end, once.
    pub fn close(&mut self) -> Result<(), StoreError> {
        if self.journal.is_closed() { Ok(()) } else { self.record(Entry::Closed) }
    }
}

/// Directories to use if the journal's own is gone: the current one, the home directory and the system's temporary one.
fn fallback_directories() -> impl Iterator<Item = PathBuf> {
    let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    env::current_dir().ok().into_iter().chain(home).chain([env::temp_dir()])
}

/// Removes a file whose program was killed before line 1 was complete. Its bytes go to FILE.torn.
fn clear_unbegun(path: &Path) -> Result<(), StoreError> {
    let Ok(bytes) = file::read_bytes(path, file::JOURNAL) else { return Ok(()) };
    if !journal::is_unbegun(&bytes) || holder(path).is_some() {
        return Ok(());
    }
    if !bytes.is_empty() {
        keep_torn_line(path, &PartialLine { offset: 0, bytes }).map_err(|source| write_error(path, source))?;
    }
    fs::remove_file(path).map_err(|source| write_error(path, source))
}

fn read_both<G: Game>(game: &str, path: &Path, bytes: &[u8]) -> Result<Read<G>, StoreError> {
    let private = if journal::is_private(bytes) { private::read_lines(path)? } else { journal::Private::default() };
    Journal::read_with(game, bytes, private).map_err(|error| StoreError::Invalid { path: path.to_owned(), error })
}

/// As [`read_both`]. Refused if anything that the journal keeps elsewhere is not known.
fn read_known<G: Game>(game: &str, path: &Path, bytes: &[u8]) -> Result<Read<G>, StoreError> {
    let read = read_both(game, path, bytes)?;
    match read.unknown_from.or(read.why_no_seeds.map(|why| UnknownFrom { entry: 1, why })) {
        None => Ok(read),
        Some(UnknownFrom { entry, why }) => {
            let (path, private) = (path.to_owned(), private::private_path(path));
            Err(StoreError::SecretsUnreadable { private, path, entry, why })
        }
    }
}

/// Returns a journal and the bytes of its complete lines, without a lock and without writing anything. Refused if
/// anything that it keeps elsewhere is not known.
pub fn read_to_copy<G: Game>(path: &Path, game: &str) -> Result<(Journal<G>, Vec<u8>), StoreError> {
    let mut bytes = file::read_bytes(path, file::JOURNAL).map_err(|error| open_error(path, error))?;
    let read = read_known(game, path, &bytes)?;
    bytes.truncate(read.length);
    Ok((read.journal, bytes))
}

/// Writes a complete journal, and its second file if it has one, under a new name. If the program is killed, there is
/// no journal of that name, and writing the same one again succeeds.
pub fn write_copy(path: &Path, text: &str, private_text: Option<&str>) -> Result<(), StoreError> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(StoreError::Exists { path: path.to_owned() });
    }
    let beside = private_text.map(|secret| private::write_beside(path, secret.as_bytes())).transpose()?;
    file::create(path, text.as_bytes(), Readers::All).and_then(|()| sync_directory(path)).map_err(|source| {
        if beside == Some(PrivateCopy::New) {
            // The second file is new. The first error is the one to report.
            let _gone = fs::remove_file(private::private_path(path));
        }
        match source.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
            _ => write_error(path, source),
        }
    })
}

fn checksum(bytes: &[u8]) -> crc32fast::Hasher {
    let mut sum = crc32fast::Hasher::new();
    sum.update(bytes);
    sum
}

/// Returns the first of NAME.kaiser, NAME-2.kaiser, NAME-3.kaiser ... that `dir` does not have.
pub fn free_name(dir: &Path, stem: &str) -> PathBuf {
    free_name_beside(dir, stem, &[])
}

/// As [`free_name`], for a journal that will be written together with `others`.
pub fn free_name_beside(dir: &Path, stem: &str, others: &[PathBuf]) -> PathBuf {
    let path_of = |name: &str| dir.join(format!("{name}.{ENDING}"));
    let is_free = |name: &str| {
        let journal = path_of(name);
        let is_new =
            [&private::private_path(&journal), &journal].iter().all(|path| fs::symlink_metadata(path).is_err());
        is_new && !others.contains(&journal)
    };
    path_of(&file::free_stem(stem, is_free))
}

/// Resolves a link to the file itself, because the torn line is kept beside the file.
pub fn resolve_link(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path)?.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) }
}

/// Adds a torn line to FILE.torn and syncs it.
fn keep_torn_line(path: &Path, torn: &PartialLine) -> io::Result<CutOffLine> {
    let kept = with_ending(path, ".torn");
    if fs::symlink_metadata(&kept).is_ok_and(|existing| !existing.is_file()) {
        return Err(io::Error::other(format!("{} is in the way and is not a file", kept.display())));
    }
    let mut file = OpenOptions::new().append(true).create(true).open(&kept)?;
    file.write_all(&torn.bytes)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    sync_directory(path)?;
    Ok(CutOffLine { bytes: torn.bytes.len(), saved_in: kept })
}
