//! One program to a journal: the lock lies on the journal itself, whatever names it has.
use std::fs::{File, OpenOptions, TryLockError};
use std::{path::Path, thread, time::Duration};

use super::error::StoreError;
use crate::file;

/// Whoever only looks holds a journal for a moment: it is worth waiting for, in milliseconds.
const WAITS: [u64; 4] = [0, 10, 40, 150];
/// So often the system's list is read before nobody is found in it.
#[cfg(target_os = "linux")]
const LOOKS: usize = 3;

/// Locks an open journal until it is closed. A program that dies lets go of it.
pub fn take(journal: &File, path: &Path) -> Result<(), StoreError> {
    for wait in WAITS {
        thread::sleep(Duration::from_millis(wait));
        match journal.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(source)) => return Err(StoreError::Open { path: path.to_owned(), source }),
        }
    }
    Err(StoreError::Locked { path: path.to_owned(), pid: pid(journal) })
}

/// Whether a living program holds the journal, and where the system tells, which process.
pub fn holder(journal: &Path) -> Option<Option<u32>> {
    let file = file::open(journal, OpenOptions::new().read(true)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(pid(&file)),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

/// The process that holds a file, by the system's own list.
#[cfg(target_os = "linux")]
fn pid(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    let inode = file.metadata().ok()?.ino().to_string();
    let holds = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, "FLOCK", _, "WRITE", pid, place, ..] if place.rsplit(':').next() == Some(&inode) => pid.parse().ok(),
        _ => None,
    };
    // The list is not read in one piece: a line is missed while other programs take and drop theirs.
    (0..LOOKS).find_map(|_| {
        let locks = std::fs::read_to_string("/proc/locks").ok()?;
        let mut holders = locks.lines().filter_map(holds).filter(|pid| *pid != 0);
        // It has no name of the disk that could be compared everywhere: of two files with one number neither is told.
        holders.next().filter(|_| holders.next().is_none())
    })
}

#[cfg(not(target_os = "linux"))]
fn pid(_: &File) -> Option<u32> {
    None
}
