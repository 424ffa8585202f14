//! One program to a journal.
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    process,
};

use super::{StoreError, beside};

/// FILE.lock, held until dropped. A program that dies lets go of it.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks the journal of that path.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another program holds it, [`StoreError::Open`] when there can be no lock file.
    pub fn take(journal: &Path) -> Result<Lock, StoreError> {
        let path = beside(journal, ".lock");
        let failed = |source| StoreError::Open { path: path.clone(), source };
        loop {
            let mut file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Locked { path: journal.to_owned(), pid: pid(&mut file) });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            if is_still(&file, &path) {
                file.set_len(0).and_then(|()| write!(file, "{}", process::id())).map_err(failed)?;
                return Ok(Lock { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file left behind is only untidy: it holds nobody up.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a living program holds the journal, and if it says so, which process.
pub fn holder(journal: &Path) -> Option<Option<u32>> {
    let mut file = File::open(beside(journal, ".lock")).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(pid(&mut file)),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

fn pid(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    let read: io::Result<usize> = file.read_to_string(&mut text);
    read.ok().and_then(|_| text.trim().parse().ok())
}

/// Whether the file just locked is the one of that name still: its last holder may have removed it meanwhile.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(mine), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (mine.dev(), mine.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}
