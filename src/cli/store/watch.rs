//! Notices when another program changes a journal during play, so that no entry is confirmed and lost.
use std::fs::{self, File, Metadata};
use std::{io, path::Path, time::SystemTime};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileState {
    pub name_target: NameTarget,
    /// In bytes.
    pub length: u64,
    /// When it was last written, if the system reports it.
    pub written: Option<SystemTime>,
    /// The number of its names (hard links).
    pub link_count: u64,
}

/// What the name of an opened file refers to now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameTarget {
    Itself,
    Another,
    Nothing,
}

/// How another program has changed a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileChange {
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

/// Compares the state of a file with the expected length, without reading the file.
pub fn compare(state: &FileState, length: u64) -> Result<(), FileChange> {
    match state.name_target {
        NameTarget::Nothing => return Err(FileChange::Removed),
        NameTarget::Another => return Err(FileChange::Replaced),
        NameTarget::Itself => {}
    }
    match state.length.checked_sub(length) {
        None => Err(FileChange::Shortened(length - state.length)),
        Some(0) => Ok(()),
        Some(more) => Err(FileChange::Appended(more)),
    }
}

/// Returns the state of `file`, which was opened as `path`.
pub fn file_state(file: &File, path: &Path) -> io::Result<FileState> {
    let metadata = file.metadata()?;
    let name_target = match fs::metadata(path) {
        Ok(named) if is_same(&metadata, &named) => NameTarget::Itself,
        Ok(_) => NameTarget::Another,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            NameTarget::Nothing
        }
        Err(error) => return Err(error),
    };
    Ok(FileState {
        name_target,
        length: metadata.len(),
        written: metadata.modified().ok(),
        link_count: link_count(&metadata),
    })
}

#[cfg(unix)]
fn is_same(opened: &Metadata, named: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (opened.dev(), opened.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn link_count(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    metadata.nlink()
}

#[cfg(not(unix))]
fn link_count(_: &Metadata) -> u64 {
    1
}
