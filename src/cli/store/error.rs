//! Why a journal cannot be made, opened or written.
use std::{io, path::PathBuf};

use super::watch::Change;
use play::journal::{InvalidEntry, JournalError, Missing, Unwritable};

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
    Flawed { path: PathBuf, flaw: JournalError },
    #[error("the torn last line of {} cannot be cut off: {source}", path.display())]
    Torn { path: PathBuf, source: io::Error },
    #[error(transparent)]
    OutOfPlace(#[from] InvalidEntry),
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
    #[error("from entry {entry} on {} is kept in {}, which cannot be read: {why}", path.display(), private.display())]
    Kept { path: PathBuf, private: PathBuf, entry: usize, why: Missing },
    #[error("{} failed before and accepts nothing more; {}", path.display(), goes_on(kept))]
    Spent { path: PathBuf, kept: Option<PathBuf> },
    #[error(
        "{} {change} while it was played, and what is written there would be lost: the command is not carried out, \
         and nothing more is accepted here; {}",
        path.display(), saved(kept)
    )]
    Changed { path: PathBuf, change: Change, kept: Option<PathBuf> },
}

fn goes_on(kept: &Option<PathBuf>) -> String {
    match kept {
        Some(kept) => format!("leave: everything before is in {}, which goes on", kept.display()),
        None => "leave, and open it again".to_owned(),
    }
}

fn saved(kept: &Option<PathBuf>) -> String {
    match kept {
        Some(kept) => format!("everything before it is in {}", kept.display()),
        None => "what was played could not be saved elsewhere: write down what matters before you leave".to_owned(),
    }
}

fn process(pid: &Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}
