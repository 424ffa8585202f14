//! FILE.orders: the lines of held turn files, which nobody reads before they are opened.
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::disk::{open_error, sync_directory, with_ending, write_error};
use super::error::StoreError;
use crate::file::{self, Readers};

fn orders_path(journal: &Path) -> PathBuf {
    with_ending(journal, ".orders")
}

/// Returns the lines that are kept beside a journal, or an empty list without the file.
pub fn read_lines(journal: &Path) -> Result<Vec<String>, StoreError> {
    let path = orders_path(journal);
    match file::read_text(&path, file::SCRIPT) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(file::ReadError::Failed(error)) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(open_error(&path, error)),
    }
}

/// Replaces the kept lines, in one step and synced. No lines: removes the file. On Unix only the owner may read it.
pub fn write_lines(journal: &Path, lines: &[String]) -> Result<(), StoreError> {
    let path = orders_path(journal);
    let written = if lines.is_empty() {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    } else {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        file::replace(&path, text.as_bytes(), Readers::Owner).and_then(|()| sync_directory(&path))
    };
    written.map_err(|source| write_error(&path, source))
}
