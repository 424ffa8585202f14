//! Files that a battle has written and may write again, as long as they contain exactly what it wrote.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf, absolute};

use play::journal::digest_of;
use serde::{Deserialize, Serialize};
use session::Refusal;

use super::file::{self, Readers};

/// The SHA-256 of each file as it was written.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OwnFiles {
    digests: RefCell<BTreeMap<PathBuf, String>>,
}

impl OwnFiles {
    /// Refuses a name that exists, unless its file still holds what was written here.
    pub fn check(&self, path: &Path) -> Result<(), Refusal> {
        match self.digest_written(path) {
            Some(digest) if fs::symlink_metadata(path).is_ok() && !holds(path, &digest) => {
                let what = format!("{} was changed since this battle wrote it, so it is kept", path.display());
                Err(Refusal::disk(what).hint("name another file"))
            }
            Some(_) => Ok(()),
            None => file::check_free(path),
        }
    }

    /// Writes a new file, or replaces one that still holds what was written here.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
        self.check(path)?;
        let digest = digest_of(bytes);
        if holds(path, &digest) && self.digest_written(path).is_some() {
            return Ok(());
        }
        if self.digest_written(path).is_some() {
            file::replace(path, bytes, Readers::All).map_err(|error| file::write_error(path, error))?;
        } else {
            file::write(path, bytes)?;
        }
        self.digests.borrow_mut().extend(absolute(path).ok().map(|path| (path, digest)));
        Ok(())
    }

    fn digest_written(&self, path: &Path) -> Option<String> {
        self.digests.borrow().get(&absolute(path).ok()?).cloned()
    }
}

/// Whether a name is that of a file with these contents, and not a link to one.
fn holds(path: &Path, digest: &str) -> bool {
    fs::symlink_metadata(path).is_ok_and(|file| file.is_file())
        && file::read_bytes(path, file::PICTURE).is_ok_and(|bytes| digest_of(&bytes) == digest)
}
