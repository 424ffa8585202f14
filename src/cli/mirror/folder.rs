//! The folders of a mirror. One is written to only if it is empty, or if its marker names this mirror and viewer.
use std::path::{Path, PathBuf, absolute};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use session::Refusal;

use super::record::is_side_folder;
use crate::file::{self, Readers};

pub const PAGE: &str = "index.html";
const MARKER: &str = ".kaiser-mirror";
const EMPTY_FOLDER: &str = "name an empty folder";

/// The content of a file in a folder that states whose page the folder has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Marker {
    /// The name of the mirror in FILE.mirror.
    pub mirror: String,
    /// The side, or `table`.
    pub viewer: String,
}

/// Refuses a folder that is neither new, nor empty, nor the owner's. Without an owner it must be new or empty.
pub fn check(folder: &Path, owner: Option<&Marker>) -> Result<(), Refusal> {
    let shown = folder.display();
    match fs::metadata(folder) {
        Ok(kind) if !kind.is_dir() => return unusable(format!("{shown} is not a folder")),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(folder).is_err() => return Ok(()),
        Err(error) => return unusable(format!("{shown} cannot be read: {error}")),
    }
    let found = match fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<fs::DirEntry>>>) {
        Ok(found) => found,
        Err(error) => return unusable(format!("{shown} cannot be read: {error}")),
    };
    let marker = fs::read(folder.join(MARKER)).ok().map(|bytes| serde_json::from_slice::<Marker>(&bytes).ok());
    match (marker, owner) {
        (None, _) => {}
        (Some(Some(marker)), Some(owner)) if marker == *owner => {}
        (Some(Some(marker)), Some(owner)) if marker.mirror == owner.mirror => {
            return unusable(format!("{shown} has the page of {}, not of {}", marker.viewer, owner.viewer));
        }
        (Some(_), _) => return unusable(format!("{shown} is not the mirror of this battle")),
    }
    let is_marked = found.iter().any(|entry| entry.file_name() == MARKER);
    let mut strangers: Vec<String> = found
        .iter()
        .filter(|entry| !(is_leftover(entry) || is_marked && is_own(entry)))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    strangers.sort_unstable();
    if strangers.is_empty() {
        return Ok(());
    }
    strangers.truncate(MAX_STRANGERS_NAMED);
    unusable(format!("{shown} holds other files ({})", strangers.join(", ")))
}

fn unusable(what: String) -> Result<(), Refusal> {
    Err(Refusal::disk(what).hint(EMPTY_FOLDER))
}

/// The most files of others that a refusal names.
const MAX_STRANGERS_NAMED: usize = 3;

/// Whether a mirror makes a file or folder of this name and kind. A mirror makes no links.
fn is_own(entry: &fs::DirEntry) -> bool {
    let (Ok(kind), name) = (entry.file_type(), entry.file_name()) else { return false };
    let is_own_file = kind.is_file() && (name == MARKER || name == PAGE);
    is_own_file || (kind.is_dir() && name.to_str().is_some_and(is_side_folder) && holds_only_a_page(&entry.path()))
}

fn holds_only_a_page(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut found| found.all(|entry| entry.is_ok_and(|entry| is_page(&entry))))
}

fn is_page(entry: &fs::DirEntry) -> bool {
    is_leftover(entry) || (entry.file_name() == PAGE && entry.file_type().is_ok_and(|kind| kind.is_file()))
}

/// Whether it is a file that a killed program left under its temporary name.
fn is_leftover(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let is_named = name.as_encoded_bytes().starts_with(b".kaiser-")
        && Path::new(&name).extension().is_some_and(|ending| ending == file::TEMPORARY);
    is_named && entry.file_type().is_ok_and(|kind| kind.is_file())
}

pub fn make(folder: &Path) -> Result<(), Refusal> {
    fs::create_dir_all(folder).map_err(|error| file::write_error(folder, error))
}

/// Makes a folder the owner's, and removes leftovers and sides' folders that are not in `kept`.
pub fn prepare(folder: &Path, owner: &Marker, kept: &[String]) -> Result<(), Refusal> {
    check(folder, Some(owner))?;
    make(folder)?;
    let failed = |error: io::Error| file::write_error(folder, error);
    let folder = fs::canonicalize(folder).map_err(failed)?;
    let text = serde_json::to_string(owner).map_err(|error| file::write_error(&folder, error))? + "\n";
    match file::create(&folder.join(MARKER), text.as_bytes(), Readers::All) {
        // Another program may have made it meanwhile.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => check(&folder, Some(owner))?,
        done => done.map_err(failed)?,
    }
    for entry in fs::read_dir(&folder).map_err(failed)?.flatten() {
        if is_leftover(&entry) {
            fs::remove_file(entry.path()).map_err(failed)?;
        } else if let Some(name) = entry.file_name().to_str().filter(|name| is_side_folder(name)) {
            clear(&entry.path(), kept.iter().any(|kept| kept == name)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Removes leftovers of a side's folder, and the whole folder unless it is kept.
fn clear(folder: &Path, is_kept: bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !is_kept || is_leftover(&entry) {
            fs::remove_file(entry.path())?;
        }
    }
    if is_kept { Ok(()) } else { fs::remove_dir(folder) }
}

/// Removes a side's folder with its page.
pub fn remove(folder: &Path) -> io::Result<()> {
    match clear(folder, false) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Returns the true path that a folder has, or would have once it is made.
pub fn true_path(folder: &Path) -> PathBuf {
    let path = absolute(folder).unwrap_or_else(|_| folder.to_owned());
    fs::canonicalize(&path).unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => true_path(parent).join(name),
        (_, _) => path,
    })
}
