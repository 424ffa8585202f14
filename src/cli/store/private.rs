//! The second file of a journal that can be shown: FILE.private, a line for each entry that is secret.
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::{io, time::SystemTime};

use super::disk::{Medium as _, beside, new_file, sync_directory, unopened, write_error};
use super::error::StoreError;
use super::watch::{self, Change};
use crate::dice;
use crate::file::{self, Readers};
use crate::output;
use play::Game;
use play::journal::{self, Journal, Laid, Private};

/// FILE.private, opened for writing, and looked at before every line of the journal.
pub struct PrivateFile {
    file: File,
    path: PathBuf,
    /// Its whole lines, without their ends and the spaces before these.
    lines: Vec<Vec<u8>>,
    /// Bytes of whole lines.
    length: u64,
    /// When it was last written by us, or was looked through since.
    written: Option<SystemTime>,
}

/// The name of the second file of a journal.
pub fn name(journal: &Path) -> PathBuf {
    beside(journal, ".private")
}

/// The lines of the second file of a journal; none where it is not there.
pub fn lines(journal: &Path) -> Result<Private, StoreError> {
    let path = name(journal);
    match file::bytes(&path, file::JOURNAL) {
        Ok(bytes) => Ok(Private::read(&bytes)),
        Err(file::Unread::Failed(error)) if error.kind() == io::ErrorKind::NotFound => Ok(Private::default()),
        Err(unread) => Err(unopened(&path, unread)),
    }
}

/// A salt for a line.
pub fn salt(path: &Path) -> Result<String, StoreError> {
    dice::new_salt().map_err(|error| StoreError::Write { path: path.to_owned(), source: io::Error::other(error) })
}

impl PrivateFile {
    /// Begins the second file of a journal, which nobody else may read where the system knows owners.
    pub fn create(journal: &Path) -> Result<PrivateFile, StoreError> {
        let path = name(journal);
        let mut how = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut how, 0o600);
        let file = new_file(&path, &mut how)?;
        sync_directory(&path).map_err(|source| write_error(&path, source))?;
        PrivateFile::over(file, path, &[])
    }

    /// Goes on with the second file of a journal. Cut off are a torn last line, and the lines of one last order that the program
    /// could not write into the journal: nothing refers to them. Of more such orders all stay, for `verify` to count.
    pub fn open(journal: &Path, laid: &Laid) -> Result<PrivateFile, StoreError> {
        let path = name(journal);
        let unread = |unread| unopened(&path, unread);
        let mut file = file::open(&path, OpenOptions::new().read(true).append(true)).map_err(unread)?;
        let bytes = file::read(&file, file::JOURNAL).map_err(unread)?;
        let lines = whole_lines(&bytes);
        let spare = lines.iter().rev().take_while(|line| !laid.refers_to(&journal::digest_of(line))).count();
        let first = lines.get(lines.len() - spare).and_then(|line| str::from_utf8(line).ok());
        let is_one = first.is_some_and(|line| spare <= journal::kept_together(line));
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let length = ends.take(lines.len() - if is_one { spare } else { 0 }).last().unwrap_or(0);
        if length < bytes.len() {
            file.cut(length as u64).map_err(|source| write_error(&path, source))?;
        }
        if is_one {
            let what = "kept an order that the journal never had, and does not keep it any more: give it again";
            output::aside(&format!("note:  {} {what}.", path.display()));
        }
        PrivateFile::over(file, path, &bytes[..length])
    }

    fn over(file: File, path: PathBuf, bytes: &[u8]) -> Result<PrivateFile, StoreError> {
        let look = watch::look(&file, &path).map_err(|source| write_error(&path, source))?;
        Ok(PrivateFile { file, path, lines: whole_lines(bytes), length: bytes.len() as u64, written: look.written })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What somebody else has done to the file since it was left, if anything that matters.
    pub fn change(&mut self) -> Result<Option<Change>, StoreError> {
        let failed = |source| write_error(&self.path, source);
        let look = watch::look(&self.file, &self.path).map_err(failed)?;
        if let Err(change) = watch::compare(&look, self.length) {
            return Ok(Some(change));
        }
        if look.written != self.written {
            // It was written to at some time: what stands in it tells whether that was of any consequence.
            let bytes = self.file.whole().map_err(failed)?;
            if whole_lines(&bytes) != self.lines {
                return Ok(Some(Change::Edited));
            }
            self.written = look.written;
        }
        Ok(None)
    }

    /// Returns a line that holds an entry, without its end; the first `of` so many that are kept together, where it begins
    /// several.
    pub fn line<T: serde::Serialize>(&self, of: Option<usize>, what: &T) -> Result<String, StoreError> {
        Ok(journal::keep_together(&salt(&self.path)?, of, what)?)
    }

    /// Writes lines, and syncs them.
    pub fn keep(&mut self, lines: &[String]) -> Result<(), StoreError> {
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines.iter().map(|line| journal::padded(line)).collect();
        let written = self.file.append(text.as_bytes()).and_then(|()| self.file.sync());
        match written.and_then(|()| watch::look(&self.file, &self.path)) {
            Ok(look) => {
                self.lines.extend(lines.iter().map(|line| line.clone().into_bytes()));
                self.length += text.len() as u64;
                self.written = look.written;
                Ok(())
            }
            Err(source) => {
                // Nothing refers to what was half-written; opening cuts it off where this does not.
                let _cut = self.file.cut(self.length);
                Err(write_error(&self.path, source))
            }
        }
    }

    /// Takes back the last `many` lines, of entries that the journal could not take.
    pub fn forget_last(&mut self, many: usize) {
        if many == 0 {
            return;
        }
        let lines = self.lines.split_off(self.lines.len().saturating_sub(many));
        let padded = |line: &Vec<u8>| journal::padded(&String::from_utf8_lossy(line)).len() as u64;
        let length: u64 = lines.iter().map(padded).sum();
        self.length = self.length.saturating_sub(length);
        // A line that stays is one to which nothing refers, as after a kill.
        let _cut = self.file.cut(self.length);
        self.written = watch::look(&self.file, &self.path).ok().and_then(|look| look.written);
    }

    /// Writes the lines to which a journal refers to the second file of its copy, from memory.
    pub fn save_beside<G: Game>(&self, kept: &Journal<G>, journal: &Path) -> io::Result<()> {
        let lines = self.lines.iter().map(|line| String::from_utf8_lossy(line));
        let text: String = lines.filter(|line| kept.refers_to(line)).map(|line| journal::padded(&line)).collect();
        file::create(&name(journal), text.as_bytes(), Readers::Owner)
    }

    /// Takes away a file that was begun a moment ago, for a journal that could not be.
    pub fn withdraw(self) {
        let _gone = fs::remove_file(&self.path);
    }
}

/// The whole lines of a second file, without their ends and the spaces before these.
fn whole_lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let whole = bytes.split_inclusive(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b"\n"));
    whole.map(|line| line[..line.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1)].to_vec()).collect()
}

/// Puts aside the second file of a program that was killed before it had begun the journal: no order stands in it, and no
/// journal refers to its seed. Its new name, where there was one.
pub fn put_aside(journal: &Path) -> Result<Option<PathBuf>, StoreError> {
    let path = name(journal);
    let is_left = fs::symlink_metadata(&path).is_ok_and(|there| there.is_file());
    if !is_left || fs::symlink_metadata(journal).is_ok() {
        return Ok(None);
    }
    let bytes = file::bytes(&path, file::JOURNAL).map_err(|unread| unopened(&path, unread))?;
    if 1 < whole_lines(&bytes).len() {
        return Ok(None);
    }
    let is_free = |name: &str| fs::symlink_metadata(path.with_file_name(name)).is_err();
    let stem = beside(&path, "-kept").file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let aside = path.with_file_name(file::free_stem(&stem, is_free));
    fs::rename(&path, &aside).map_err(|source| write_error(&path, source))?;
    Ok(Some(aside))
}

/// Copies the second file of a journal beside another journal; false where there is none. A copy that is there already,
/// because the program was killed before the journal was there too, will do.
pub fn copy_private(journal: &Path, other: &Path) -> Result<bool, StoreError> {
    let (from, to) = (name(journal), name(other));
    let bytes = match file::bytes(&from, file::JOURNAL) {
        Ok(bytes) => bytes,
        Err(file::Unread::Failed(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(unread) => return Err(unopened(&from, unread)),
    };
    match file::create(&to, &bytes, Readers::Owner) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_copy = file::bytes(&to, file::JOURNAL).is_ok_and(|there| there == bytes);
            if is_copy { Ok(true) } else { Err(StoreError::Exists { path: to }) }
        }
        Err(source) => Err(write_error(&to, source)),
        Ok(()) => Ok(true),
    }
}
