//! FILE.mirror beside a journal: the folders of its mirror, the addresses of its sides' pages, and its maps. Only the
//! owner may read it.
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use session::Refusal;

use crate::file::{self, ReadError, Readers};
use crate::{dice, own_files::OwnFiles, store::with_ending};

pub struct Record {
    path: PathBuf,
    content: Content,
    /// What the file holds. `None` if it does not exist.
    saved: Option<Content>,
    /// Why the file is not this journal's.
    error: Option<Refusal>,
}

#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// SHA-256 of the journal's first line.
    journal: String,
    /// The random letters by which the mirror's folders are known again. Players may read them there, so they do not
    /// depend on the journal: the seed could be found from its digest by trying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The folders of the mirror under way, by viewer.
    #[serde(default)]
    targets: BTreeMap<String, PathBuf>,
    /// The folder of each side's page.
    folders: BTreeMap<String, String>,
    maps: OwnFiles,
}

/// The name of the folder of a side's page begins with this.
const FOLDER_PREFIX: &[u8] = b"s-";

impl Record {
    pub fn open(journal: &Path, digest: &str) -> Record {
        let path = with_ending(journal, ".mirror");
        let new = Content { journal: digest.to_owned(), ..Content::default() };
        match read(&path) {
            Ok(Some(saved)) if saved.journal == digest => {
                Record { path, content: saved.clone(), saved: Some(saved), error: None }
            }
            Ok(None) => Record { path, content: new, saved: None, error: None },
            Ok(Some(_)) => {
                let what = format!("{} has the mirror of another journal", path.display());
                Record { path, content: new, saved: None, error: Some(move_away(what)) }
            }
            Err(error) => {
                let what = format!("{} cannot be read: {error}", path.display());
                Record { path, content: new, saved: None, error: Some(move_away(what)) }
            }
        }
    }

    /// Returns the name by which the mirror's folders are known again. Draws it at random if there is none yet.
    pub fn id(&mut self) -> Result<String, Refusal> {
        if let Some(id) = &self.content.id {
            return Ok(id.clone());
        }
        let id = new_address()?;
        self.content.id = Some(id.clone());
        Ok(id)
    }

    /// The folders of the mirror under way, by viewer.
    pub fn targets(&self) -> &BTreeMap<String, PathBuf> {
        &self.content.targets
    }

    pub fn set_targets(&mut self, targets: BTreeMap<String, PathBuf>) {
        self.content.targets = targets;
    }

    /// Returns the folder of a side's page. Draws a random name if there is none yet.
    pub fn folder_of(&mut self, side: &str) -> Result<String, Refusal> {
        if let Some(folder) = self.content.folders.get(side) {
            return Ok(folder.clone());
        }
        self.new_folder_of(side)
    }

    pub fn new_folder_of(&mut self, side: &str) -> Result<String, Refusal> {
        let folder = String::from_utf8_lossy(FOLDER_PREFIX).into_owned() + &new_address()?;
        self.content.folders.insert(side.to_owned(), folder.clone());
        Ok(folder)
    }

    pub fn own_files(&self) -> &OwnFiles {
        &self.content.maps
    }

    /// Writes the file if anything has changed. Refused if the file is not this journal's.
    pub fn save(&mut self) -> Result<(), Refusal> {
        let empty = Content { journal: self.content.journal.clone(), ..Content::default() };
        if self.saved.is_none() && self.content == empty {
            return Ok(());
        }
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        if self.saved.as_ref() == Some(&self.content) {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&self.content).map_err(|error| file::write_error(&self.path, error))?;
        file::replace(&self.path, format!("{text}\n").as_bytes(), Readers::Owner)
            .map_err(|error| file::write_error(&self.path, error))?;
        self.saved = Some(self.content.clone());
        Ok(())
    }
}

fn new_address() -> Result<String, Refusal> {
    dice::new_address().map_err(|error| Refusal::disk(format!("No random address is available: {error}")))
}

/// Whether a name could be that of a side's folder.
pub fn is_side_folder(name: &str) -> bool {
    name.as_bytes().starts_with(FOLDER_PREFIX) && name.get(FOLDER_PREFIX.len()..).is_some_and(dice::is_address)
}

fn read(path: &Path) -> io::Result<Option<Content>> {
    match file::read_bytes(path, file::DATA) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(ReadError::Failed(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn move_away(what: String) -> Refusal {
    Refusal::disk(what).hint("move it away. The sides then get new addresses")
}
