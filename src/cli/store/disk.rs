//! The medium that journals are written to, and how new names survive a loss of power.
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::watch::{self, FileState};

/// The target of written lines: a file, or in tests something that fails.
pub trait Medium {
    /// Writes `bytes` at the end. If that fails, any part may have been written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns once everything written will survive a loss of power.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off everything after the first `length` bytes, and syncs.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Returns the state of the file, which was opened as that path. `None` if the medium is not a file.
    fn file_state(&self, _: &Path) -> io::Result<Option<FileState>> {
        Ok(None)
    }

    /// Returns the complete content, if it can be read.
    fn content(&self) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }
}

/// The file must have been opened for appending.
impl Medium for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.sync_data()
    }

    fn file_state(&self, path: &Path) -> io::Result<Option<FileState>> {
        watch::file_state(self, path).map(Some)
    }

    /// Reads the open file, even if its name is gone.
    fn content(&self) -> io::Result<Vec<u8>> {
        let (mut file, mut bytes) = (self, Vec::new());
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

pub fn open_error(path: &Path, error: impl Into<io::Error>) -> StoreError {
    StoreError::Open { path: path.to_owned(), source: error.into() }
}

/// Makes a new file and opens it for appending.
pub fn new_file(path: &Path, options: &mut OpenOptions) -> Result<File, StoreError> {
    options.read(true).append(true).create_new(true).open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
        _ => open_error(path, error),
    })
}

pub fn write_error(path: &Path, source: io::Error) -> StoreError {
    StoreError::Write { path: path.to_owned(), source }
}

/// Appends `ending` to the file name, as in FILE.torn.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes a new name in the directory of `path` survive a loss of power, on Unix.
pub fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory(path))?.sync_all() } else { Ok(()) }
}

pub fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
