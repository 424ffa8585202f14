//! A journal on disk: each line is written and synced first, and only then is it in force.
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use play::Game;
use play::journal::{
    self, Chain, Chances, Entry, EntryOf, Header, Journal, KeptFrom, Laid, Line, Missing, Notice, Read, Torn,
};

mod disk;
mod error;
mod lock;
mod private;
mod watch;

use super::file::{self, Readers};
use super::output;
pub use disk::Medium;
use disk::{beside, directory, new_file, sync_directory, unopened, write_error};
pub use error::StoreError;
pub use lock::holder;
use private::PrivateFile;
pub use private::{copy_private, lines as private_lines};
pub use watch::{Change, Look, Named};

/// The ending of a journal's file name.
pub const ENDING: &str = "kaiser";

/// A journal being written, locked against other programs, and looked at before and after every line.
pub struct Store<G: Game, M: Medium = File> {
    journal: Journal<G>,
    chain: Chain,
    medium: M,
    path: PathBuf,
    /// Bytes of whole lines.
    length: u64,
    /// Of these bytes.
    sum: crc32fast::Hasher,
    /// When the file was last written, as far as it was by us or was looked through since.
    written: Option<SystemTime>,
    /// How many names it had when it was last looked at.
    names: u64,
    /// Something half-written could not be taken back, or somebody else has changed the file.
    spoilt: bool,
    /// The file that goes on instead of one that somebody else has changed.
    kept: Option<PathBuf>,
    mended: Option<Mended>,
    /// Where what is secret goes, when the journal can be shown.
    private: Option<PrivateFile>,
}

/// An entry that is being written: how many stand together from it on, and the line of the second file that keeps it.
type Put<G> = (EntryOf<G>, Option<usize>, Option<String>);

/// A torn last line that was cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// How many bytes it had.
    pub bytes: usize,
    /// The file to which they were added.
    pub kept: PathBuf,
}

/// A journal as it lies on disk, only looked at.
pub struct Seen<G: Game> {
    pub journal: Journal<G>,
    /// The last line is unfinished; it is left as it is.
    pub torn: Option<Torn>,
    /// The last entry is an orderly end.
    pub closed: bool,
    /// A living program is writing it.
    pub in_use: bool,
    /// The first entry that FILE.private keeps and that is therefore not told.
    pub kept_from: Option<KeptFrom>,
    /// Why seed and salts are not known that FILE.private keeps.
    pub chances: Option<Missing>,
    /// How many whole lines the file has.
    pub lines: usize,
    /// What all of these say of FILE.private.
    pub laid: Laid,
    /// The closing code of the file as it lies there.
    pub code: String,
    /// How long it is.
    pub bytes: u64,
}

impl<G: Game> Store<G> {
    /// Begins a journal in a new file. No new file is left behind where that fails.
    pub fn create(path: &Path, header: Header<G::Setup>) -> Result<Store<G>, StoreError> {
        clear_unbegun(path)?;
        let file = new_file(path, &mut OpenOptions::new())?;
        let begun = lock::take(&file, path).and_then(|()| Store::begin(path, file, header));
        let synced =
            begun.and_then(|store| sync_directory(path).map(|()| store).map_err(|source| write_error(path, source)));
        synced.inspect_err(|_| {
            // Ours, made a moment ago, and holding nothing: the error to report is the first one.
            let _gone = fs::remove_file(path);
        })
    }

    /// As [`create`](Store::create), for a journal that can be shown: seed, salts and what is ordered in secret go to
    /// FILE.private.
    ///
    /// A program that was killed between the two files is in nobody's way: what it left is put aside.
    pub fn create_private(path: &Path, header: Header<G::Setup>) -> Result<Store<G>, StoreError> {
        clear_unbegun(path)?;
        if let Some(aside) = private::put_aside(path)? {
            let (left, aside) = (private::name(path), aside.display());
            output::aside(&format!("note:  {} had no journal and no order; it is now {aside}.", left.display()));
        }
        let mut private = PrivateFile::create(path)?;
        let line = private.line(None, &Chances { seed: header.seed, salts: header.salts });
        let store = line.and_then(|line| {
            private.keep(std::slice::from_ref(&line))?;
            let private = Some(journal::digest(&line));
            let mut store = Store::create(path, Header { private, ..header })?;
            store.journal.keep_chances(line);
            Ok(store)
        });
        match store {
            Ok(store) => Ok(Store { private: Some(private), ..store }),
            Err(error) => {
                private.withdraw();
                Err(error)
            }
        }
    }

    /// Goes on with the journal in `path`, which must be one of the game of that name.
    ///
    /// A torn last line is first added to FILE.torn and then cut off: see [`mended`](Store::mended). After an orderly
    /// end an [`Entry::Opened`] is recorded before the first new entry, so that a session without any changes nothing.
    pub fn open(path: &Path, game: &str) -> Result<Store<G>, StoreError> {
        let mut file =
            file::open(path, OpenOptions::new().read(true).append(true)).map_err(|unread| unopened(path, unread))?;
        let path = real(path).map_err(|error| unopened(path, error))?;
        lock::take(&file, &path)?;
        let bytes = file::read(&file, file::JOURNAL).map_err(|unread| unopened(&path, unread))?;
        let read = read_both(game, &path, &bytes)?;
        let unknown = read.kept_from.or(read.chances.map(|why| KeptFrom { entry: 1, why }));
        if let Some(KeptFrom { entry, why }) = unknown {
            return Err(StoreError::Kept { private: private::name(&path), path, entry, why });
        }
        // Only now, because opening cuts off a line that is torn.
        let private = if read.journal.is_private() { Some(PrivateFile::open(&path, &read.laid)?) } else { None };
        let length = read.length as u64;
        let mut cut_off = |torn| keep(&path, torn).and_then(|mended| file.cut(length).map(|()| mended));
        let mended = read.torn.as_ref().map(&mut cut_off).transpose();
        let mended = mended.map_err(|source| StoreError::Torn { path: path.clone(), source })?;
        let look = file.look(&path).map_err(|error| unopened(&path, error))?;
        if let Some(Err(change)) = look.map(|look| watch::compare(&look, length)) {
            return Err(unopened(&path, io::Error::other(format!("it {change} while it was opened"))));
        }
        let sum = summed(&bytes[..read.length]);
        let store = Store::over(read.journal, read.chain, file, path, look);
        let mut store = Store { length, sum, mended, private, ..store };
        // The program was killed before it could lay this open.
        if store.journal.to_lay_open().is_some() {
            store.put(Vec::from_iter(store.journal.closed().then_some(Entry::Opened)))?;
        }
        Ok(store)
    }

    /// Looks at the journal in `path` without a lock and without writing anything.
    pub fn open_read_only(path: &Path, game: &str) -> Result<Seen<G>, StoreError> {
        Store::look_at(path, game, None)
    }

    /// The same of its first bytes alone, where `length` says how many: as it lay there once.
    pub fn look_at(path: &Path, game: &str, length: Option<u64>) -> Result<Seen<G>, StoreError> {
        let in_use = holder(path).is_some();
        let mut bytes = file::bytes(path, file::JOURNAL).map_err(|unread| unopened(path, unread))?;
        bytes.truncate(length.and_then(|length| usize::try_from(length).ok()).unwrap_or(bytes.len()));
        let read = read_both(game, path, &bytes)?;
        let Read { journal, torn, closed, kept_from, chances, lines, laid, .. } = read;
        Ok(Seen {
            journal,
            torn,
            closed,
            in_use,
            kept_from,
            chances,
            lines,
            laid,
            code: journal::code_of(&bytes),
            bytes: bytes.len() as u64,
        })
    }
}

impl<G: Game, M: Medium> Store<G, M> {
    /// Begins a journal on an empty medium; `path` names it in errors and where it is looked for. Takes no lock.
    pub fn begin(path: &Path, mut medium: M, header: Header<G::Setup>) -> Result<Store<G, M>, StoreError> {
        let Line { text, chain } = Chain::first_line(&header)?;
        let written = medium.append(text.as_bytes()).and_then(|()| medium.sync()).and_then(|()| medium.look(path));
        let look = written.map_err(|source| write_error(path, source))?;
        let store = Store::over(Journal::new(header), chain, medium, path.to_owned(), look);
        Ok(Store { length: text.len() as u64, sum: summed(text.as_bytes()), ..store })
    }

    fn over(journal: Journal<G>, chain: Chain, medium: M, path: PathBuf, look: Option<Look>) -> Store<G, M> {
        Store {
            journal,
            chain,
            medium,
            path,
            length: 0,
            sum: crc32fast::Hasher::new(),
            written: look.and_then(|look| look.written),
            names: look.map_or(1, |look| look.names),
            spoilt: false,
            kept: None,
            mended: None,
            private: None,
        }
    }

    pub fn journal(&self) -> &Journal<G> {
        &self.journal
    }

    /// The journal, to try a line in it; it goes back before anything is committed.
    pub fn scratch(&mut self) -> &mut Journal<G> {
        &mut self.journal
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The torn line that opening cut off.
    pub fn mended(&self) -> Option<&Mended> {
        self.mended.as_ref()
    }

    /// Puts entries in force that stand or fall together: all their lines in one write and one sync. After an orderly end the
    /// mark of coming back is written first. The file is looked at before and after. If that fails, nothing has changed in
    /// memory, nor on disk if it could be taken back. If it could not, or if the file is not as it was left, everything later
    /// is refused.
    pub fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), StoreError> {
        if self.spoilt {
            return Err(StoreError::Spent { path: self.path.clone(), kept: self.kept.clone() });
        }
        let Some(first) = entries.first() else { return Ok(()) };
        if self.journal.closed() && !matches!(first, Entry::Opened | Entry::Closed) {
            self.put(vec![Entry::Opened])?;
        }
        self.put(entries)
    }

    /// Puts one entry in force.
    pub fn record(&mut self, entry: EntryOf<G>) -> Result<(), StoreError> {
        self.commit(vec![entry])
    }

    /// Writes the lines of entries, and only then puts these in force. What comes to light with them is laid open in the same
    /// write, so that a full disk takes both or neither.
    fn put(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), StoreError> {
        self.journal.fit(&entries)?;
        self.private_is_as_left()?;
        let mut of = (1 < entries.len()).then_some(entries.len());
        let (mut text, mut chain, mut put) = (String::new(), self.chain, Vec::<Put<G>>::new());
        let secret = entries.iter().filter(|entry| self.private.is_some() && self.journal.is_secret(entry)).count();
        let mut secret_of = (1 < secret).then_some(secret);
        for (number, entry) in (self.journal.next_number()..).zip(entries) {
            let private = self.private.as_ref().filter(|_| self.journal.is_secret(&entry));
            let kept = private.map(|private| private.line(secret_of.take(), &entry)).transpose()?;
            let line = match &kept {
                Some(kept) => chain.kept_line(number, of, kept)?,
                None => chain.line(number, of, &entry)?,
            };
            text.push_str(&line.text);
            chain = line.chain;
            put.push((entry, of.take(), kept));
        }
        if let Some(what) = self.coming_to_light(&put)? {
            let entry = Entry::Noticed { what };
            let line = chain.line(self.journal.next_number() + put.len(), None, &entry)?;
            text.push_str(&line.text);
            chain = line.chain;
            put.push((entry, None, None));
        }
        let secret: Vec<String> = put.iter().filter_map(|(_, _, kept)| kept.clone()).collect();
        self.private.as_mut().map_or(Ok(()), |private| private.keep(&secret))?;
        if let Err(error) = self.write(Line { text, chain }) {
            // If somebody else has changed the journal, nobody knows whether it has the lines.
            let is_unwritten = matches!(error, StoreError::Write { .. });
            self.private.iter_mut().filter(|_| is_unwritten).for_each(|private| private.forget_last(secret.len()));
            return Err(error);
        }
        Ok(put.into_iter().try_for_each(|(entry, of, kept)| self.journal.add_kept(entry, of, kept))?)
    }

    /// What of the second file comes to light with these entries, which are tried and taken out again.
    fn coming_to_light(&mut self, put: &[Put<G>]) -> Result<Option<Notice>, StoreError> {
        if self.private.is_none() {
            return Ok(None);
        }
        let before = self.journal.savepoint();
        let mut tried = put.iter().cloned();
        let added = tried.try_for_each(|(entry, of, kept)| self.journal.add_kept(entry, of, kept));
        let what = self.journal.to_lay_open();
        self.journal.back_to(before);
        Ok(added.map(|()| what)?)
    }

    /// Writes lines and syncs them, looking at the file before and after.
    fn write(&mut self, Line { text, chain }: Line) -> Result<(), StoreError> {
        self.is_as_left()?;
        let written = self.medium.append(text.as_bytes()).and_then(|()| self.medium.sync());
        let look = written.and_then(|()| self.medium.look(&self.path));
        let look = look.map_err(|source| self.take_back(source))?;
        let length = self.length + text.len() as u64;
        if let Some(Err(change)) = look.map(|look| watch::compare(&look, length)) {
            return Err(self.changed(&self.path.clone(), change));
        }
        self.written = look.and_then(|look| look.written);
        self.length = length;
        self.sum.update(text.as_bytes());
        self.chain = chain;
        Ok(())
    }

    /// A line that could not be written whole is cut off again.
    fn take_back(&mut self, source: io::Error) -> StoreError {
        let path = self.path.clone();
        match self.medium.cut(self.length) {
            Ok(()) => StoreError::Write { path, source },
            Err(cut) => {
                self.spoilt = true;
                StoreError::Spoilt { path, source, cut }
            }
        }
    }

    /// Whether nobody else has touched the file since its last line was written.
    fn is_as_left(&mut self) -> Result<(), StoreError> {
        let look = self.medium.look(&self.path).map_err(|source| write_error(&self.path, source))?;
        let Some(look) = look else { return Ok(()) };
        let mut compared = watch::compare(&look, self.length);
        if compared.is_ok() && look.written != self.written {
            // It was written to at some time: what stands in it tells whether that was of any consequence.
            let whole = self.medium.whole().map_err(|source| write_error(&self.path, source))?;
            compared = if self.is_all(&whole) { Ok(()) } else { Err(Change::Edited) };
            self.written = look.written;
        }
        if self.names < look.names {
            let note = "has been given another name as well; what is played stands under both.";
            output::aside(&format!("note:  {} {note}", self.path.display()));
        }
        self.names = look.names;
        compared.map_err(|change| self.changed(&self.path.clone(), change))
    }

    /// Whether nobody else has touched the second file.
    fn private_is_as_left(&mut self) -> Result<(), StoreError> {
        let Some(private) = &mut self.private else { return Ok(()) };
        let Some(change) = private.change()? else { return Ok(()) };
        let path = private.path().to_owned();
        Err(self.changed(&path, change))
    }

    /// Whether these are the bytes that were written.
    fn is_all(&self, bytes: &[u8]) -> bool {
        bytes.len() as u64 == self.length && summed(bytes).finalize() == self.sum.clone().finalize()
    }

    /// Nothing more is written where somebody else has changed one of the files; what was played is saved elsewhere.
    fn changed(&mut self, path: &Path, change: Change) -> StoreError {
        self.spoilt = true;
        self.kept = self.saved();
        StoreError::Changed { path: path.to_owned(), change, kept: self.kept.clone() }
    }

    /// Writes everything that is in force to new files: beside the journal, else where the player can find them. `None`
    /// where that fails too.
    fn saved(&self) -> Option<PathBuf> {
        let still_there = self.medium.whole().ok().map(|mut bytes| {
            bytes.truncate(usize::try_from(self.length).unwrap_or(usize::MAX));
            bytes
        });
        let again = || self.journal.text().ok().map(String::into_bytes);
        let bytes = still_there.filter(|bytes| self.is_all(bytes)).or_else(again).filter(|bytes| self.is_all(bytes))?;
        let stem = self.path.file_stem()?.to_string_lossy().into_owned();
        let directories = std::iter::once(directory(&self.path).to_owned()).chain(elsewhere());
        directories.into_iter().find_map(|directory| {
            let kept = free_name(&directory, &format!("{stem}-kept"));
            self.private.as_ref().map_or(Ok(()), |private| private.save_beside(&self.journal, &kept)).ok()?;
            let written = file::create(&kept, &bytes, Readers::All).and_then(|()| sync_directory(&kept));
            if written.is_err() && self.private.is_some() {
                let _left = fs::remove_file(private::name(&kept));
            }
            written.ok().map(|()| kept)
        })
    }

    /// The code by which players know this file again, as it lies there now; none where it cannot be read.
    pub fn code(&self) -> Option<String> {
        self.medium.whole().ok().filter(|bytes| self.is_all(bytes)).map(|bytes| journal::code_of(&bytes))
    }

    /// Marks an orderly end, once.
    pub fn close(&mut self) -> Result<(), StoreError> {
        if self.journal.closed() { Ok(()) } else { self.record(Entry::Closed) }
    }
}

/// Directories that are written to when that of a journal is gone: the one where the program was started, the person's own,
/// and that of the system for files that may go.
fn elsewhere() -> impl Iterator<Item = PathBuf> {
    let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    env::current_dir().ok().into_iter().chain(home).chain([env::temp_dir()])
}

/// Takes away what a program left that was killed before line 1 of its journal was whole: nothing had begun. What it had
/// written goes to FILE.torn.
fn clear_unbegun(path: &Path) -> Result<(), StoreError> {
    let Ok(bytes) = file::bytes(path, file::JOURNAL) else { return Ok(()) };
    if !journal::is_unbegun(&bytes) || holder(path).is_some() {
        return Ok(());
    }
    if !bytes.is_empty() {
        keep(path, &Torn { offset: 0, bytes }).map_err(|source| write_error(path, source))?;
    }
    fs::remove_file(path).map_err(|source| write_error(path, source))
}

/// A journal with what its second file has, where it has one.
fn read_both<G: Game>(game: &str, path: &Path, bytes: &[u8]) -> Result<Read<G>, StoreError> {
    let private = if journal::is_private(bytes) { private::lines(path)? } else { journal::Private::default() };
    Journal::read_with(game, bytes, private).map_err(|flaw| StoreError::Flawed { path: path.to_owned(), flaw })
}

fn summed(bytes: &[u8]) -> crc32fast::Hasher {
    let mut sum = crc32fast::Hasher::new();
    sum.update(bytes);
    sum
}

/// The first of NAME.kaiser, NAME-2.kaiser, NAME-3.kaiser ... that `dir` does not have.
pub fn free_name(dir: &Path, stem: &str) -> PathBuf {
    free_name_beside(dir, stem, &[])
}

/// As [`free_name`], for a journal that will be written together with these.
pub fn free_name_beside(dir: &Path, stem: &str, others: &[PathBuf]) -> PathBuf {
    let named = |name: &str| dir.join(format!("{name}.{ENDING}"));
    let is_free = |name: &str| {
        let journal = named(name);
        let is_new = [&private::name(&journal), &journal].iter().all(|path| fs::symlink_metadata(path).is_err());
        is_new && !others.contains(&journal)
    };
    named(&file::free_stem(stem, is_free))
}

/// The file itself when `path` is a link to it, because the torn line stands beside the file.
fn real(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path)?.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) }
}

/// Adds a torn line to FILE.torn, where it will survive a loss of power.
fn keep(path: &Path, torn: &Torn) -> io::Result<Mended> {
    let kept = beside(path, ".torn");
    if fs::symlink_metadata(&kept).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other(format!("{} is in the way, and no file", kept.display())));
    }
    let mut file = OpenOptions::new().append(true).create(true).open(&kept)?;
    file.write_all(&torn.bytes)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    sync_directory(path)?;
    Ok(Mended { bytes: torn.bytes.len(), kept })
}
