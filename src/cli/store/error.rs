//! Why a journal cannot be made, opened or written.
use std::{io, path::PathBuf};

use super::watch::FileChange;
use play::journal::{InvalidEntry, JournalError, Missing, Unwritable};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{} exists, and files are never overwritten.", path.display())]
    Exists { path: PathBuf },
    #[error("{} cannot be opened: {source}.", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("{} is in use by another program{}.", path.display(), process_suffix(pid))]
    Locked { path: PathBuf, pid: Option<u32> },
    #[error("{}: {error}.", path.display())]
    Invalid { path: PathBuf, error: JournalError },
    #[error("The torn last line of {} cannot be cut off: {source}.", path.display())]
    Torn { path: PathBuf, source: io::Error },
    #[error(transparent)]
    InvalidEntry(#[from] InvalidEntry),
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    #[error("{} cannot be written, so nothing changed: {source}.", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{} cannot be written: {source}. The partial entry cannot be removed: {cut}. Nothing more is accepted. Open \
        the journal again to see whether it has the last entry.",
        path.display()
    )]
    PartialWrite { path: PathBuf, source: io::Error, cut: io::Error },
    #[error("From entry {entry} on, {} is kept in {}, which cannot be read: {why}.", path.display(), private.display())]
    SecretsUnreadable { path: PathBuf, private: PathBuf, entry: usize, why: Missing },
    #[error("{} failed before and accepts nothing more. {}", path.display(), resume_advice(kept))]
    AlreadyFailed { path: PathBuf, kept: Option<PathBuf> },
    #[error(
        "{} {change} while it was played. The command is not carried out, because it would be lost, and nothing more \
        is accepted here. {}",
        path.display(), rescue_text(kept)
    )]
    Changed { path: PathBuf, change: FileChange, kept: Option<PathBuf> },
}

fn resume_advice(kept: &Option<PathBuf>) -> String {
    match kept {
        Some(kept) => format!("Everything before is in {}, which you can resume.", kept.display()),
        None => "Quit and open it again.".to_owned(),
    }
}

fn rescue_text(kept: &Option<PathBuf>) -> String {
    match kept {
        Some(kept) => format!("Everything before it is in {}.", kept.display()),
        None => "The game could not be saved elsewhere: write down what matters before you quit.".to_owned(),
    }
}

fn process_suffix(pid: &Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}
