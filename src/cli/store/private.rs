//! The second file of a journal that can be shown: FILE.private, a line for each entry that is secret.
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::{io, time::SystemTime};

use super::disk::{Medium as _, beside, new_file, sync_directory, unopened, write_error};
use super::error::StoreError;
use super::watch::{self, Change};
use crate::{dice, file};
use play::journal::{self, Private};

/// FILE.private, opened for writing.
pub struct PrivateFile {
    file: File,
    path: PathBuf,
    /// Bytes of whole lines.
    length: u64,
    /// When it was last written by us.
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
        PrivateFile::over(file, path, 0)
    }

    /// Goes on with the second file of a journal; a torn last line, to which nothing refers, is cut off.
    pub fn open(journal: &Path) -> Result<PrivateFile, StoreError> {
        let path = name(journal);
        let unread = |unread| unopened(&path, unread);
        let mut file = file::open(&path, OpenOptions::new().read(true).append(true)).map_err(unread)?;
        let bytes = file::read(&file, file::JOURNAL).map_err(unread)?;
        let length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1) as u64;
        if length < bytes.len() as u64 {
            file.cut(length).map_err(|source| write_error(&path, source))?;
        }
        PrivateFile::over(file, path, length)
    }

    fn over(file: File, path: PathBuf, length: u64) -> Result<PrivateFile, StoreError> {
        let look = watch::look(&file, &path).map_err(|source| write_error(&path, source))?;
        Ok(PrivateFile { file, path, length, written: look.written })
    }

    /// Whether nobody else has touched the file.
    pub fn is_as_left(&self) -> Result<(), StoreError> {
        let look = watch::look(&self.file, &self.path).map_err(|source| write_error(&self.path, source))?;
        let edited = if look.written == self.written { Ok(()) } else { Err(Change::Edited) };
        let compared = watch::compare(&look, self.length).and(edited);
        compared.map_err(|change| StoreError::Meddled { path: self.path.clone(), change })
    }

    /// Writes what an entry holds as one more line, and syncs it; the line, without its end.
    pub fn keep<T: serde::Serialize>(&mut self, what: &T) -> Result<String, StoreError> {
        let line = journal::keep(&salt(&self.path)?, what)?;
        let text = format!("{line}\n");
        let written = self.file.append(text.as_bytes()).and_then(|()| self.file.sync());
        match written.and_then(|()| watch::look(&self.file, &self.path)) {
            Ok(look) => {
                self.length += text.len() as u64;
                self.written = look.written;
                Ok(line)
            }
            Err(source) => {
                // Nothing refers to what was half-written; opening cuts it off where this does not.
                let _cut = self.file.cut(self.length);
                Err(write_error(&self.path, source))
            }
        }
    }

    /// Takes away a file that was begun a moment ago, for a journal that could not be.
    pub fn withdraw(self) {
        let _gone = fs::remove_file(&self.path);
    }
}

/// Copies the second file of a journal beside another journal; false where there is none.
pub fn copy_private(journal: &Path, other: &Path) -> Result<bool, StoreError> {
    let (from, to) = (name(journal), name(other));
    if fs::symlink_metadata(&to).is_ok() {
        return Err(StoreError::Exists { path: to });
    }
    match fs::copy(from, &to) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(write_error(&to, source)),
    }
}
