//! A journal on disk: each line is written and synced first, and only then is it in force.
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    journal::{Chain, Entry, Flaw, Header, Journal, Line, OutOfPlace, Torn, Unwritable},
    play::Game,
};

mod lock;

pub use lock::{Lock, holder};

/// The ending of a journal's file name.
pub const ENDING: &str = "kaiser";

/// What lines are written to: a file, or in a test something that fails.
pub trait Medium {
    /// Writes `bytes` at the end.
    ///
    /// # Errors
    /// The device's own; any part may have been written then.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns when everything written will survive a loss of power.
    ///
    /// # Errors
    /// The device's own.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off everything after the first `length` bytes, and syncs.
    ///
    /// # Errors
    /// The device's own.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

/// Must have been opened for appending.
impl Medium for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.sync_data()
    }
}

/// A journal being written, locked against other programs.
pub struct Store<G: Game, M: Medium = File> {
    journal: Journal<G>,
    chain: Chain,
    medium: M,
    path: PathBuf,
    /// Bytes of whole lines.
    length: u64,
    /// Something half-written could not be taken back.
    spoilt: bool,
    mended: Option<Mended>,
    /// Last, so that the lock outlives the file.
    _lock: Option<Lock>,
}

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
}

/// Why a journal cannot be made, opened or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{} exists, and nothing is overwritten", path.display())]
    Exists { path: PathBuf },
    #[error("{} cannot be opened: {source}", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("{} is in use by another program{}", path.display(), process(pid))]
    Locked { path: PathBuf, pid: Option<u32> },
    #[error("{}: {flaw}", path.display())]
    Flawed { path: PathBuf, flaw: Flaw },
    #[error("the torn last line of {} cannot be cut off: {source}", path.display())]
    Torn { path: PathBuf, source: io::Error },
    #[error(transparent)]
    OutOfPlace(#[from] OutOfPlace),
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    #[error("{} cannot be written: {source}; nothing has changed", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{} cannot be written: {source}; nor can what was half-written be taken back: {cut}; \
         nothing more is accepted, and whether the last entry is there shows when the journal is opened again",
        path.display()
    )]
    Spoilt { path: PathBuf, source: io::Error, cut: io::Error },
    #[error("{} failed before and accepts nothing more; leave, and open it again", path.display())]
    Spent { path: PathBuf },
}

fn process(pid: &Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}

impl<G: Game> Store<G> {
    /// Begins a journal in a new file.
    ///
    /// # Errors
    /// [`StoreError`]: the file exists, is locked, or cannot be written; no new file is left behind then.
    pub fn create(path: &Path, header: Header<G::Setup>) -> Result<Store<G>, StoreError> {
        let open = |source| StoreError::Open { path: path.to_owned(), source };
        if fs::symlink_metadata(path).is_ok() {
            return Err(StoreError::Exists { path: path.to_owned() });
        }
        let lock = Lock::take(path)?;
        let file = match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(StoreError::Exists { path: path.to_owned() });
            }
            Err(error) => return Err(open(error)),
        };
        let begun = Store::begin(path, file, header)
            .and_then(|store| sync_directory(path).map(|()| store).map_err(|source| write_error(path, source)));
        match begun {
            Ok(store) => Ok(Store { _lock: Some(lock), ..store }),
            Err(error) => {
                // Ours, made a moment ago, and holding nothing: the error to report is the first one.
                let _ = fs::remove_file(path);
                Err(error)
            }
        }
    }

    /// Goes on with the journal in `path`, which must be one of the game of that name.
    ///
    /// A torn last line is first added to FILE.torn and then cut off: see [`mended`](Store::mended). After an orderly
    /// end an [`Entry::Opened`] is recorded before the first new entry, so that a session without any changes nothing.
    ///
    /// # Errors
    /// [`StoreError`]: not there, locked, flawed, or not to be written.
    pub fn open(path: &Path, game: &str) -> Result<Store<G>, StoreError> {
        let open = |source| StoreError::Open { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(open)?;
        let path = real(path).map_err(open)?;
        let lock = Lock::take(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(open)?;
        let read = Journal::read(game, &bytes).map_err(|flaw| StoreError::Flawed { path: path.clone(), flaw })?;
        let length = read.length as u64;
        let mended = match &read.torn {
            None => None,
            Some(torn) => {
                let mended = keep(&path, torn).and_then(|mended| file.cut(length).map(|()| mended));
                Some(mended.map_err(|source| StoreError::Torn { path: path.clone(), source })?)
            }
        };
        Ok(Store {
            journal: read.journal,
            chain: read.chain,
            medium: file,
            path,
            length,
            spoilt: false,
            mended,
            _lock: Some(lock),
        })
    }

    /// Looks at the journal in `path` without a lock and without writing anything.
    ///
    /// # Errors
    /// [`StoreError`]: not there, not to be read, or flawed.
    pub fn open_read_only(path: &Path, game: &str) -> Result<Seen<G>, StoreError> {
        let open = |source| StoreError::Open { path: path.to_owned(), source };
        let in_use = real(path).is_ok_and(|path| holder(&path).is_some());
        let bytes = fs::read(path).map_err(open)?;
        let read = Journal::read(game, &bytes);
        let read = read.map_err(|flaw| StoreError::Flawed { path: path.to_owned(), flaw })?;
        Ok(Seen { journal: read.journal, torn: read.torn, closed: read.closed, in_use })
    }
}

impl<G: Game, M: Medium> Store<G, M> {
    /// Begins a journal on an empty medium; `path` only names it in errors. Takes no lock.
    ///
    /// # Errors
    /// [`StoreError`]: the first line cannot be written.
    pub fn begin(path: &Path, mut medium: M, header: Header<G::Setup>) -> Result<Store<G, M>, StoreError> {
        let Line { text, chain } = Chain::first_line(&header)?;
        medium.append(text.as_bytes()).and_then(|()| medium.sync()).map_err(|source| write_error(path, source))?;
        let journal = Journal::new(header);
        let (path, length) = (path.to_owned(), text.len() as u64);
        Ok(Store { journal, chain, medium, path, length, spoilt: false, mended: None, _lock: None })
    }

    pub fn journal(&self) -> &Journal<G> {
        &self.journal
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The torn line that opening cut off.
    pub fn mended(&self) -> Option<&Mended> {
        self.mended.as_ref()
    }

    /// Writes the entry's line, syncs it, and only then puts the entry in force; after an orderly end first the mark of
    /// coming back.
    ///
    /// # Errors
    /// [`StoreError`]: the entry does not fit, or the disk failed. Nothing has changed then, neither in memory nor on
    /// disk; if even what was half-written cannot be taken back, everything later is refused.
    pub fn record(&mut self, entry: Entry<G>) -> Result<(), StoreError> {
        if self.spoilt {
            return Err(StoreError::Spent { path: self.path.clone() });
        }
        if self.journal.closed() && !matches!(entry, Entry::Opened | Entry::Closed) {
            self.record(Entry::Opened)?;
        }
        self.journal.fits(&entry)?;
        let Line { text, chain } = self.chain.line(self.journal.next_number(), &entry)?;
        let written = self.medium.append(text.as_bytes()).and_then(|()| self.medium.sync());
        if let Err(source) = written {
            let path = self.path.clone();
            return Err(match self.medium.cut(self.length) {
                Ok(()) => StoreError::Write { path, source },
                Err(cut) => {
                    self.spoilt = true;
                    StoreError::Spoilt { path, source, cut }
                }
            });
        }
        self.length += text.len() as u64;
        self.chain = chain;
        Ok(self.journal.add(entry)?)
    }

    /// Marks an orderly end, once.
    ///
    /// # Errors
    /// As [`record`](Store::record).
    pub fn close(&mut self) -> Result<(), StoreError> {
        if self.journal.closed() { Ok(()) } else { self.record(Entry::Closed) }
    }
}

fn write_error(path: &Path, source: io::Error) -> StoreError {
    StoreError::Write { path: path.to_owned(), source }
}

/// The first of NAME.kaiser, NAME-2.kaiser, NAME-3.kaiser ... that `dir` does not have.
pub fn free_name(dir: &Path, stem: &str) -> PathBuf {
    let first = dir.join(format!("{stem}.{ENDING}"));
    let others = (2_u32..).map(|number| dir.join(format!("{stem}-{number}.{ENDING}")));
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    std::iter::once(first.clone()).chain(others).find(is_free).unwrap_or(first)
}

/// The file itself when `path` is a link to it, because the lock and the torn line stand beside the file.
fn real(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path)?.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) }
}

/// `path` with more words at its end: FILE.lock, FILE.torn.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Adds a torn line to FILE.torn, where it will survive a loss of power.
fn keep(path: &Path, torn: &Torn) -> io::Result<Mended> {
    let kept = beside(path, ".torn");
    let mut file = OpenOptions::new().append(true).create(true).open(&kept)?;
    file.write_all(&torn.bytes)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    sync_directory(path)?;
    Ok(Mended { bytes: torn.bytes.len(), kept })
}

/// Makes a new name in the directory of `path` survive a loss of power, where the system has a way to ask for that.
fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory(path))?.sync_all() } else { Ok(()) }
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
