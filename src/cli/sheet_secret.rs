//! FILE.sheets beside a journal: the secret of its turn sheets. Only the owner may read it.
use std::io;
use std::path::Path;

use play::journal::{Chain, Header, digest_of};
use serde::{Deserialize, Serialize};
use session::Refusal;

use super::file::{self, ReadError, Readers};
use super::{dice, store::with_ending};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// SHA-256 of the journal's first line.
    journal: String,
    /// 32 random hexadecimal digits.
    secret: String,
}

/// Returns the secret of a journal's sheets. `None` if none was kept, or only that of an earlier journal of this name.
///
/// # Errors
/// The file cannot be read.
pub fn kept<S: Serialize + Clone>(journal: &Path, header: &Header<S>) -> Result<Option<String>, Refusal> {
    let path = with_ending(journal, ".sheets");
    let bytes = match file::read_bytes(&path, file::DATA) {
        Ok(bytes) => bytes,
        Err(ReadError::Failed(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into_refusal(&path)),
    };
    let content: Content = serde_json::from_slice(&bytes).map_err(|error| {
        let what = format!("{} cannot be read: {error}.", path.display());
        Refusal::disk(what).hint("move it away, and write new sheets with `kaiser turn`")
    })?;
    Ok((content.journal == journal_digest(header)?).then_some(content.secret))
}

/// Returns the secret of a journal's sheets. Draws and keeps one at random if there is none yet.
///
/// # Errors
/// The file cannot be read or written.
pub fn kept_or_new<S: Serialize + Clone>(journal: &Path, header: &Header<S>) -> Result<String, Refusal> {
    if let Some(secret) = kept(journal, header)? {
        return Ok(secret);
    }
    let secret = dice::new_salt().map_err(|error| Refusal::disk(format!("No random key is available: {error}.")))?;
    let path = with_ending(journal, ".sheets");
    let content = Content { journal: journal_digest(header)?, secret: secret.clone() };
    let text = serde_json::to_string(&content).map_err(|error| file::write_error(&path, error))? + "\n";
    let mut written = file::create(&path, text.as_bytes(), Readers::Owner);
    if matches!(&written, Err(error) if error.kind() == io::ErrorKind::AlreadyExists) {
        // Another program may have kept one meanwhile. Otherwise the file is that of an earlier journal.
        if let Some(secret) = kept(journal, header)? {
            return Ok(secret);
        }
        written = file::replace(&path, text.as_bytes(), Readers::Owner);
    }
    written.map_err(|error| file::write_error(&path, error))?;
    Ok(secret)
}

fn journal_digest<S: Serialize + Clone>(header: &Header<S>) -> Result<String, Refusal> {
    let line = Chain::first_line(header).map_err(|error| Refusal::journal(error.to_string()))?;
    Ok(digest_of(line.text.as_bytes()))
}
