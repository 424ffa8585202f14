//! Notices when another program changes a journal during play, so that no entry is confirmed and lost.
use std::fs::{self, File, Metadata};
use std::{io, path::Path, time::SystemTime};

/// The state of an open file on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub named: Named,
    /// In bytes.
    pub length: u64,
    /// When it was last written, if the system reports it.
    pub written: Option<SystemTime>,
    /// The number of its names (hard links).
    pub names: u64,
}

/// What the name of an opened file refers to now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// The file itself.
    Itself,
    Another,
    Nothing,
}

/// How another program has changed a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Change {
    #[error("was removed or renamed")]
    Removed,
    #[error("was replaced by another file")]
    Replaced,
    #[error("was cut short by {0} bytes")]
    Shortened(u64),
    #[error("was written to by another program ({0} bytes)")]
    Appended(u64),
    #[error("was edited")]
    Edited,
}

/// Compares a look with the expected length, without reading the file.
pub fn compare(look: &Look, length: u64) -> Result<(), Change> {
    match look.named {
        Named::Nothing => return Err(Change::Removed),
        Named::Another => return Err(Change::Replaced),
        Named::Itself => {}
    }
    match look.length.checked_sub(length) {
        None => Err(Change::Shortened(length - look.length)),
        Some(0) => Ok(()),
        Some(more) => Err(Change::Appended(more)),
    }
}

/// Returns the state of `file`, which was opened as `path`.
pub fn look(file: &File, path: &Path) -> io::Result<Look> {
    let own = file.metadata()?;
    let named = match fs::metadata(path) {
        Ok(named) if is_same(&own, &named) => Named::Itself,
        Ok(_) => Named::Another,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Named::Nothing,
        Err(error) => return Err(error),
    };
    Ok(Look { named, length: own.len(), written: own.modified().ok(), names: names(&own) })
}

#[cfg(unix)]
fn is_same(own: &Metadata, named: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (own.dev(), own.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn names(own: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    own.nlink()
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}
