//! A journal that can be shown while it is played: what is secret stands as a line of a second text, and the journal
//! itself has only that line's digest, by which everybody can prove it once it is laid open.
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::entry::{Entry, EntryOf, Notice, Unwritable};
use crate::Game;

/// The lines of a second text, by their digests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Private {
    lines: BTreeMap<String, String>,
}

/// What is drawn from chance, and would tell every die and every seal to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    pub seed: Option<u64>,
    pub salts: Option<u64>,
}

/// A line. Its salt keeps anybody from trying what it may hold until the digest comes out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    salt: String,
    kept: T,
}

/// What a journal keeps in a second text.
#[derive(Default)]
pub(super) struct Vault {
    /// The line with the seed and the salts, where it is known.
    pub(super) chances: Option<String>,
    /// Whether that line is in the journal.
    pub(super) chances_open: bool,
    /// The lines of entries, by the numbers of these.
    pub(super) lines: BTreeMap<usize, String>,
    /// Those of them that are not in the journal yet.
    pub(super) waiting: Vec<usize>,
}

/// What a journal says of its second text, gathered from every line of it, whether or not that text is here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laid {
    /// The digests that stand in the journal so far.
    digests: BTreeSet<String>,
    /// Entries that lay open a line of which no digest stands before them.
    pub strays: Vec<usize>,
    /// For each deed and amendment in force whether nothing is hidden after it, as far as it can be read.
    ends: Vec<bool>,
    undone: Vec<bool>,
}

impl Laid {
    pub(super) fn begin(private: Option<&str>) -> Laid {
        Laid { digests: private.map(str::to_owned).into_iter().collect(), ..Laid::default() }
    }

    pub(super) fn keep(&mut self, digest: &str) {
        self.digests.insert(digest.to_owned());
        self.ends.push(false);
        self.undone.clear();
    }

    pub(super) fn say<G: Game>(&mut self, number: usize, entry: &EntryOf<G>) {
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                if let Entry::Amended { .. } = entry {
                    // It rules again what an earlier one may have ended.
                    self.ends.fill(false);
                }
                self.ends.push(entry.facts().any(G::lays_all_open));
                self.undone.clear();
            }
            Entry::Undid | Entry::TakenBack { .. } => self.undone.extend(self.ends.pop()),
            Entry::Redid => self.ends.extend(self.undone.pop()),
            Entry::Noticed { what: Notice::LaidOpen { lines } } => {
                if lines.iter().any(|line| !self.digests.contains(&digest(line))) {
                    self.strays.push(number);
                }
            }
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Whether the game is over by a fact that can be read, whatever else cannot.
    pub fn is_over(&self) -> bool {
        self.ends.contains(&true)
    }
}

impl Private {
    /// The whole lines of a text; one without its end was never referred to.
    pub fn read(bytes: &[u8]) -> Private {
        let whole = bytes.split_inclusive(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b"\n"));
        let mut private = Private::default();
        whole.filter_map(|line| str::from_utf8(line).ok()).for_each(|line| private.put(line.to_owned()));
        private
    }

    /// Takes in one more line, without its end.
    pub(super) fn put(&mut self, line: String) {
        self.lines.insert(digest(&line), line);
    }

    /// The line of that digest and what it keeps; `None` where it is not here, or keeps something else.
    pub(super) fn find<T: for<'de> Deserialize<'de>>(&self, digest: &str) -> Option<(&str, T)> {
        let line = self.lines.get(digest)?;
        Some((line, serde_json::from_str::<Line<T>>(line).ok()?.kept))
    }
}

/// A line that keeps `what`, without its end.
pub fn keep<T: Serialize>(salt: &str, what: &T) -> Result<String, Unwritable> {
    let line = Line { salt: salt.to_owned(), kept: what };
    serde_json::to_string(&line).map_err(|error| Unwritable(error.to_string()))
}

/// The SHA-256 of a line without its end, in lower-case hexadecimals: `printf %s LINE | sha256sum`.
pub fn digest(line: &str) -> String {
    digest_of(line.as_bytes())
}

/// The SHA-256 of anything, in lower-case hexadecimals.
pub fn digest_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Vault {
    pub(super) fn put(&mut self, number: usize, line: String) {
        self.lines.insert(number, line);
        self.waiting.push(number);
    }

    /// Takes in what the journal tells from here on.
    pub(super) fn opened(&mut self, lines: &[String]) {
        self.chances_open |= self.chances.as_ref().is_some_and(|chances| lines.contains(chances));
        let shut = |number: &usize| self.lines.get(number).is_none_or(|line| !lines.contains(line));
        self.waiting.retain(shut);
    }
}
