//! A journal that can be shown while it is played: what is secret stands as a line of a second text, and the journal
//! itself has only that line's digest, by which everybody can prove it when it is laid open.
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Chain, Entry, Journal, Line, Notice, Unwritable};
use crate::play::{EventOf, Game};

/// The lines of a second text, by their digests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Private {
    lines: BTreeMap<String, String>,
}

/// What is drawn from chance, and would tell every die and every seal to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    pub seed: u64,
    pub salts: Option<u64>,
}

/// A line: the salt keeps anybody from finding by its digest what it may hold.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept<T> {
    salt: String,
    kept: T,
}

impl Private {
    /// The whole lines of a text; one without its end was never referred to.
    pub fn read(bytes: &[u8]) -> Private {
        let whole = bytes.split_inclusive(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b"\n"));
        let mut private = Private::default();
        whole.filter_map(|line| str::from_utf8(line).ok()).for_each(|line| private.put(line.to_owned()));
        private
    }

    /// Keeps one more line, without its end.
    pub fn put(&mut self, line: String) {
        self.lines.insert(digest(&line), line);
    }

    pub(super) fn line(&self, digest: &str) -> Option<&str> {
        self.lines.get(digest).map(String::as_str)
    }

    /// What a line of that digest keeps; `None` where it is not here, or keeps something else.
    pub(super) fn kept<T: for<'de> Deserialize<'de>>(&self, digest: &str) -> Option<T> {
        Some(serde_json::from_str::<Kept<T>>(self.line(digest)?).ok()?.kept)
    }
}

/// A line that keeps `what`, without its end.
///
/// # Errors
/// [`Unwritable`]: it has no JSON.
pub fn keep<T: Serialize>(salt: &str, what: &T) -> Result<String, Unwritable> {
    let kept = Kept { salt: salt.to_owned(), kept: what };
    serde_json::to_string(&kept).map_err(|error| Unwritable(error.to_string()))
}

/// The SHA-256 of a line without its end, in lower-case hexadecimals: `printf '%s' LINE | sha256sum`.
pub fn digest(line: &str) -> String {
    Sha256::digest(line.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl<G: Game> Journal<G> {
    /// Whether an entry that comes next is to be kept in the second text.
    pub fn is_secret(&self, entry: &Entry<G>) -> bool {
        match entry {
            Entry::Did { command, .. } => G::is_secret(command),
            // It rules again what has not come to light.
            Entry::Amended { command, .. } => G::is_secret(command) || !self.unopened().is_empty(),
            Entry::Undid | Entry::TakenBack { .. } | Entry::Redid => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => false,
        }
    }

    /// Adds an entry that stands in the journal by its digest alone.
    ///
    /// # Errors
    /// As [`add`](Journal::add); nothing has changed then.
    pub fn add_kept(&mut self, entry: Entry<G>, line: String) -> Result<(), super::OutOfPlace> {
        self.add(entry)?;
        self.kept.insert(self.entries.len(), line);
        Ok(())
    }

    /// The lines of the second text that have come to light and are not in the journal yet: once everybody has moved,
    /// what was plotted but for what is still running; when the game is over, everything.
    pub fn to_lay_open(&self) -> Vec<String> {
        let unopened = self.unopened();
        let over = G::is_over(self.state());
        let open = |number: &usize| over || (self.has_come_to_light(*number) && !self.is_still_secret(*number));
        let mut open: Vec<usize> = unopened.into_iter().filter(open).collect();
        // An amendment tells of everything that it ruled again.
        let waits = self.unopened().len() != open.len();
        open.retain(|number| !waits || !matches!(self.entry(*number), Some(Entry::Amended { .. })));
        let chances = self.header.private.as_ref().filter(|private| over && !self.laid_open(&private.line));
        let lines = chances.and_then(|private| private.line.clone()).into_iter();
        lines.chain(open.iter().filter_map(|number| self.kept.get(number).cloned())).collect()
    }

    /// Entries that were kept and stand nowhere else yet.
    fn unopened(&self) -> Vec<usize> {
        let open = self.entries.iter().filter_map(|entry| match entry {
            Entry::Noticed { what: Notice::LaidOpen { lines } } => Some(lines),
            _ => None,
        });
        let open: Vec<&String> = open.flatten().collect();
        self.kept.iter().filter(|(_, line)| !open.contains(line)).map(|(number, _)| *number).collect()
    }
}
