//! The second file of a journal that can be shown: FILE.private, with a line for each secret entry.
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::{io, time::SystemTime};

use super::disk::{Medium as _, new_file, open_error, sync_directory, with_ending, write_error};
use super::error::StoreError;
use super::watch::{self, FileChange};
use crate::dice;
use crate::file::{self, Readers};
use crate::output;
use play::Game;
use play::journal::{self, Journal, Private, PrivateLinks};

/// FILE.private, opened for writing and checked before every line of the journal.
pub struct PrivateFile {
    file: File,
    path: PathBuf,
    /// Its complete lines, without line ends and the spaces before them.
    lines: Vec<Vec<u8>>,
    /// Bytes of complete lines.
    length: u64,
    /// The last modification time that this program caused or has checked.
    written: Option<SystemTime>,
}

pub fn private_path(journal: &Path) -> PathBuf {
    with_ending(journal, ".private")
}

/// Returns the lines of a journal's second file, or an empty list if it does not exist.
pub fn read_lines(journal: &Path) -> Result<Private, StoreError> {
    let path = private_path(journal);
    match file::read_bytes(&path, file::JOURNAL) {
        Ok(bytes) => Ok(Private::read(&bytes)),
        Err(file::ReadError::Failed(error)) if error.kind() == io::ErrorKind::NotFound => Ok(Private::default()),
        Err(error) => Err(open_error(&path, error)),
    }
}

pub fn draw_salt(path: &Path) -> Result<String, StoreError> {
    dice::new_salt().map_err(|error| StoreError::Write { path: path.to_owned(), source: io::Error::other(error) })
}

impl PrivateFile {
    /// Begins the second file of a journal. On Unix only the owner may read it.
    pub fn create(journal: &Path) -> Result<PrivateFile, StoreError> {
        let path = private_path(journal);
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = new_file(&path, &mut options)?;
        sync_directory(&path).map_err(|source| write_error(&path, source))?;
        PrivateFile::with_file(file, path, &[])
    }

    /// Continues the second file of a journal. It cuts off a torn last line, and the lines of one last order that never
    /// reached the journal. If there are several such orders, all stay for `verify` to count.
    pub fn open(journal: &Path, links: &PrivateLinks) -> Result<PrivateFile, StoreError> {
        let path = private_path(journal);
        let failed = |error| open_error(&path, error);
        let mut file = file::open(&path, OpenOptions::new().read(true).append(true)).map_err(failed)?;
        let bytes = file::read(&file, file::JOURNAL).map_err(failed)?;
        let lines = complete_lines(&bytes);
        let unreferenced = lines.iter().rev().take_while(|line| !links.refers_to(&journal::digest_of(line))).count();
        let first = lines.get(lines.len() - unreferenced).and_then(|line| str::from_utf8(line).ok());
        let is_one_order = first.is_some_and(|line| unreferenced <= journal::group_size(line));
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1);
        let length = ends.take(lines.len() - if is_one_order { unreferenced } else { 0 }).last().unwrap_or(0);
        if length < bytes.len() {
            file.truncate(length as u64).map_err(|source| write_error(&path, source))?;
        }
        if is_one_order {
            let what = "had an order that is not in the journal. It was removed: give it again";
            output::note(&format!("note:  {} {what}.", path.display()));
        }
        PrivateFile::with_file(file, path, &bytes[..length])
    }

    fn with_file(file: File, path: PathBuf, bytes: &[u8]) -> Result<PrivateFile, StoreError> {
        let state = watch::file_state(&file, &path).map_err(|source| write_error(&path, source))?;
        Ok(PrivateFile { file, path, lines: complete_lines(bytes), length: bytes.len() as u64, written: state.written })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn detect_change(&mut self) -> Result<Option<FileChange>, StoreError> {
        let failed = |source| write_error(&self.path, source);
        let state = watch::file_state(&self.file, &self.path).map_err(failed)?;
        if let Err(change) = watch::compare(&state, self.length) {
            return Ok(Some(change));
        }
        if state.written != self.written {
            // The file was written to. Its content shows whether that changed anything.
            let bytes = self.file.content().map_err(failed)?;
            if complete_lines(&bytes) != self.lines {
                return Ok(Some(FileChange::Edited));
            }
            self.written = state.written;
        }
        Ok(None)
    }

    /// Returns a line without its end. `together`: how many entries are kept together, only on the first of several.
    pub fn make_line<T: serde::Serialize>(&self, together: Option<usize>, what: &T) -> Result<String, StoreError> {
        Ok(journal::private_group_line(&draw_salt(&self.path)?, together, what)?)
    }

    /// Writes and syncs lines.
    pub fn append_lines(&mut self, lines: &[String]) -> Result<(), StoreError> {
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines.iter().map(|line| journal::padded(line)).collect();
        let written = self.file.append(text.as_bytes()).and_then(|()| self.file.sync());
        match written.and_then(|()| watch::file_state(&self.file, &self.path)) {
            Ok(state) => {
                self.lines.extend(lines.iter().map(|line| line.clone().into_bytes()));
                self.length += text.len() as u64;
                self.written = state.written;
                Ok(())
            }
            Err(source) => {
                // If this cut fails, the next opening cuts the partial line off, because nothing refers to it.
                let _cut = self.file.truncate(self.length);
                Err(write_error(&self.path, source))
            }
        }
    }

    /// Removes the last `count` lines, whose entries could not be written to the journal.
    pub fn remove_last(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let lines = self.lines.split_off(self.lines.len().saturating_sub(count));
        let padded = |line: &Vec<u8>| journal::padded(&String::from_utf8_lossy(line)).len() as u64;
        let length: u64 = lines.iter().map(padded).sum();
        self.length = self.length.saturating_sub(length);
        // If the cut fails, the lines stay, but nothing refers to them, as after a kill.
        let _cut = self.file.truncate(self.length);
        self.written = watch::file_state(&self.file, &self.path).ok().and_then(|state| state.written);
    }

    /// Writes the lines that a journal refers to into the second file of its copy, from memory.
    pub fn save_beside<G: Game>(&self, copied: &Journal<G>, journal: &Path) -> io::Result<()> {
        let lines = self.lines.iter().map(|line| String::from_utf8_lossy(line));
        let text: String = lines.filter(|line| copied.refers_to(line)).map(|line| journal::padded(&line)).collect();
        file::create(&private_path(journal), text.as_bytes(), Readers::Owner)
    }

    /// Removes a new file whose journal could not be created.
    pub fn delete(self) {
        let _gone = fs::remove_file(&self.path);
    }
}

/// Returns the complete lines of a second file, without line ends and the spaces before them.
fn complete_lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let whole = bytes.split_inclusive(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b"\n"));
    whole.map(|line| line[..line.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1)].to_vec()).collect()
}

/// Renames the second file left by a program that was killed before it began the journal. The file holds no order,
/// and no journal refers to its seed. Returns the new name, if there was such a file.
pub fn rename_unused(journal: &Path) -> Result<Option<PathBuf>, StoreError> {
    let path = private_path(journal);
    let is_present = fs::symlink_metadata(&path).is_ok_and(|existing| existing.is_file());
    if !is_present || fs::symlink_metadata(journal).is_ok() {
        return Ok(None);
    }
    let bytes = file::read_bytes(&path, file::JOURNAL).map_err(|error| open_error(&path, error))?;
    if 1 < complete_lines(&bytes).len() {
        return Ok(None);
    }
    let is_free = |name: &str| fs::symlink_metadata(path.with_file_name(name)).is_err();
    let stem =
        with_ending(&path, "-kept").file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let aside = path.with_file_name(file::free_stem(&stem, is_free));
    fs::rename(&path, &aside).map_err(|source| write_error(&path, source))?;
    Ok(Some(aside))
}

/// What came of writing a second file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrivateCopy {
    New,
    /// A program that was killed before it wrote the journal left the same file.
    AlreadyThere,
}

/// Copies the second file of a journal beside another journal. Returns false if it does not exist.
pub fn copy_private(journal: &Path, other: &Path) -> Result<bool, StoreError> {
    let from = private_path(journal);
    match file::read_bytes(&from, file::JOURNAL) {
        Ok(bytes) => write_beside(other, &bytes).map(|_| true),
        Err(file::ReadError::Failed(error)) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(open_error(&from, error)),
    }
}

/// Writes the complete second file of a journal. An existing file must be the same.
pub fn write_beside(journal: &Path, bytes: &[u8]) -> Result<PrivateCopy, StoreError> {
    let path = private_path(journal);
    match file::create(&path, bytes, Readers::Owner) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_same = file::read_bytes(&path, file::JOURNAL).is_ok_and(|existing| existing == bytes);
            if is_same { Ok(PrivateCopy::AlreadyThere) } else { Err(StoreError::Exists { path }) }
        }
        Err(source) => Err(write_error(&path, source)),
        Ok(()) => Ok(PrivateCopy::New),
    }
}
