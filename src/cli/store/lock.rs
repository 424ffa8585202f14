//! Allows one program at a time to write a journal. The lock is on the journal itself, under all its names.
use std::fs::{File, OpenOptions, TryLockError};
use std::{path::Path, thread, time::Duration};

use super::error::StoreError;
use crate::file;

/// Milliseconds to wait between attempts. A program that only reads holds a journal for a moment.
const WAITS_MS: [u64; 4] = [0, 10, 40, 150];
/// How often the system's list of locks is read before giving up.
#[cfg(target_os = "linux")]
const MAX_LIST_READS: usize = 3;

/// Locks an open journal until it is closed. If a program dies, its lock is released.
pub fn lock(journal: &File, path: &Path) -> Result<(), StoreError> {
    for wait in WAITS_MS {
        thread::sleep(Duration::from_millis(wait));
        match journal.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(source)) => return Err(StoreError::Open { path: path.to_owned(), source }),
        }
    }
    Err(StoreError::Locked { path: path.to_owned(), pid: holding_process(journal) })
}

/// Returns the process that holds the journal: `None` if none does, `Some(None)` if the system does not report which.
pub fn holder(journal: &Path) -> Option<Option<u32>> {
    let file = file::open(journal, OpenOptions::new().read(true)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(holding_process(&file)),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

/// Returns the process that holds a file, from the system's own list of locks.
#[cfg(target_os = "linux")]
fn holding_process(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    let inode = file.metadata().ok()?.ino().to_string();
    let holder_in = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, "FLOCK", _, "WRITE", pid, place, ..] if place.rsplit(':').next() == Some(&inode) => pid.parse().ok(),
        _ => None,
    };
    // The list is read piece by piece, so a line can be missed while other programs take and drop locks.
    (0..MAX_LIST_READS).find_map(|_| {
        let locks = std::fs::read_to_string("/proc/locks").ok()?;
        let mut holders = locks.lines().filter_map(holder_in).filter(|pid| *pid != 0);
        // Files on two disks may share an inode number, and disks cannot be compared everywhere: then return none.
        holders.next().filter(|_| holders.next().is_none())
    })
}

#[cfg(not(target_os = "linux"))]
fn holding_process(_: &File) -> Option<u32> {
    None
}
