//! A journal that somebody else changes while it is played is noticed: nothing is acknowledged into nowhere.
use std::fs::{self, File, Metadata};
use std::{io, path::Path, time::SystemTime};

/// How an open file lies on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub named: Named,
    /// In bytes.
    pub length: u64,
    /// When it was last written, where the system says so.
    pub written: Option<SystemTime>,
    /// How many names it has.
    pub names: u64,
}

/// What has the name under which a file was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// The file itself.
    Itself,
    Another,
    Nothing,
}

/// What somebody else has done to a journal.
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

/// What of a look shows without reading that a file is no longer as it was left.
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

/// How `file` lies on the disk, which was opened under the name of `path`.
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
