//! Private journals, which can be shown while they are played. Secrets are lines of a second, private text. The journal
//! holds only the digest of each line, which proves the line once it is published.
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{
    active_entries::ActiveEntries,
    code::digest_of,
    entry::{Entry, EntryOf, Notice, Unwritable},
};
use crate::Game;

/// Bytes of a line of the private text with its end, so that its length reveals nothing. Orders, seals and the forces
/// of the largest fleets fit. An amendment of a long battle takes two or more such lengths.
pub const LINE_BYTES: usize = 16 << 10;

/// The lines of a private text, by their digests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Private {
    lines: BTreeMap<String, String>,
    /// The digests of the file's lines, in order, empty for an unreadable line. `None` without the file.
    order: Option<Vec<String>>,
    /// The first line that is not padded with spaces as the program pads it, from 1.
    unfilled: Option<usize>,
}

/// Why a line of the private text that the journal refers to is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missing {
    #[error("it is missing")]
    Text,
    #[error("it has no such line")]
    Line,
    /// The line in its place cannot be read, or is another one, which the journal does not refer to.
    #[error("its line {line} is damaged")]
    Damaged {
        /// From 1.
        line: usize,
    },
}

/// Seeds, which would reveal every later die and seal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateSeeds {
    pub seed: Option<u64>,
    pub salts: Option<u64>,
}

/// A line of the private text. Its salt prevents guessing the content by comparing digests.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PrivateLine<T> {
    salt: String,
    /// How many lines are kept together from this one on, if it begins several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    kept: T,
}

#[derive(Default)]
pub(super) struct PrivateText {
    /// The line with the seed and the salts, if it is known.
    pub(super) seeds_line: Option<String>,
    pub(super) are_seeds_published: bool,
    /// The lines of entries, by entry number.
    pub(super) lines: BTreeMap<usize, String>,
    /// The entries among them whose lines are not published yet.
    pub(super) waiting: Vec<usize>,
}

/// All references of a journal to its private text, collected from every line, even without that text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrivateLinks {
    digests: BTreeSet<String>,
    /// Entries that publish a line whose digest is not in the journal before them.
    pub published_without_digest: Vec<usize>,
    /// Entries that publish a line before its content is revealed, while all earlier entries are known.
    pub published_early: Vec<usize>,
    /// Entries in whose place the journal had to publish exactly the lines revealed before them, in order.
    pub publication_missing: Vec<usize>,
    /// Entries that publish a line again.
    pub published_again: Vec<usize>,
    published: BTreeSet<String>,
    /// Entries that keep a line that an earlier entry keeps. Each line has its own salt.
    pub kept_again: Vec<usize>,
    /// Entries that show a secret order in clear.
    pub in_clear: Vec<usize>,
    /// Entries whose content is in the private text but is not secret.
    pub no_secret: Vec<usize>,
    /// Entries whose lines are missing from an available private text, or 0 for the line of the seed. The journal
    /// itself may have published them.
    pub missing: Vec<usize>,
    /// How many lines of the private text the journal never refers to. Lines kept together for one typed line count as
    /// one: the program was killed before it wrote that line to the journal.
    pub unreferenced: usize,
    /// The first misplaced or badly padded line of the private text, from 1. The program only adds lines, in the order
    /// of their entries. Lines without an entry may only follow after all of these.
    pub misplaced: Option<usize>,
    seeds_digest: Option<String>,
    active: ActiveEntries,
    /// Readable commands and amendments after which nothing is hidden.
    ends: BTreeSet<usize>,
}

impl PrivateLinks {
    pub(super) fn begin(private: Option<&str>) -> PrivateLinks {
        let seeds_digest = private.map(str::to_owned);
        PrivateLinks { digests: seeds_digest.clone().into_iter().collect(), seeds_digest, ..PrivateLinks::default() }
    }

    pub(super) fn read_digest(&mut self, number: usize, digest: &str) {
        if !self.digests.insert(digest.to_owned()) {
            self.kept_again.push(number);
        }
        // After the end of the game, the private text keeps only amendments, and an amendment may undo that end.
        self.ends.clear();
        self.active.activate(number);
    }

    pub(super) fn read_entry<G: Game>(&mut self, number: usize, entry: &EntryOf<G>) {
        self.active.apply(number, entry);
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                if let Entry::Amended { .. } = entry {
                    // The amendment decides an earlier entry again, which may have ended the game.
                    self.ends.clear();
                }
                self.ends.extend(entry.facts().any(G::ends_secrecy).then_some(number));
            }
            Entry::Noticed { what: Notice::PrivatePublished { lines } } => {
                let digests: Vec<String> = lines.iter().map(|line| digest(line)).collect();
                if digests.iter().any(|digest| !self.digests.contains(digest)) {
                    self.published_without_digest.push(number);
                }
                // The seed is published at the end, and the entry of the end may itself be kept privately.
                if self.seeds_digest.as_ref().is_some_and(|digest| digests.contains(digest)) {
                    self.ends.extend(self.active.last());
                }
                if digests.into_iter().map(|digest| self.published.insert(digest)).fold(false, |any, new| any | !new) {
                    self.published_again.push(number);
                }
            }
            Entry::TakenBack { .. } | Entry::Redid { .. } => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    pub fn refers_to(&self, digest: &str) -> bool {
        self.digests.contains(digest)
    }

    /// Compares the private text's own lines with those that the journal refers to, in order. `is_entry` returns
    /// whether the line of a digest keeps an entry. A torn line keeps none.
    pub(super) fn compare_with(&mut self, private: &Private, referred: &[String], is_entry: impl Fn(&str) -> bool) {
        self.misplaced = private.unfilled.into_iter().chain(private.misplaced(referred, is_entry)).min();
        let mut known = self.digests.clone();
        let mut order = private.order.as_deref().unwrap_or_default();
        while let Some(first) = order.first() {
            let size =
                if known.contains(first) { 1 } else { private.lines.get(first).map_or(1, |line| group_size(line)) };
            let (together, rest) = order.split_at(size.clamp(1, order.len()));
            let extra = together.iter().filter(|digest| !digest.is_empty() && known.insert((*digest).clone())).count();
            self.unreferenced += if extra == together.len() { 1 } else { extra };
            order = rest;
        }
    }

    /// Whether the game is over by the entries that can be read: one ended it, or the seed was published, and that end
    /// was not undone.
    pub fn is_over(&self) -> bool {
        self.active.numbers().iter().any(|number| self.ends.contains(number))
    }
}

impl Private {
    /// Reads the complete lines of a text. The journal never refers to a line without its end.
    pub fn read(bytes: &[u8]) -> Private {
        let mut private = Private::default();
        let mut order = Vec::new();
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let complete = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
            let bare = complete.map(|line| line.trim_end_matches(' '));
            order.push(bare.map(|line| private.put(line)).unwrap_or_default());
            let is_filled = bare.is_some_and(|bare| line.len() == padded_bytes(bare));
            let is_odd = line.ends_with(b"\n") && !is_filled;
            private.unfilled = private.unfilled.or(is_odd.then_some(order.len()));
        }
        Private { order: Some(order), ..private }
    }

    /// Returns the first misplaced line, from 1. Up to the last line that the journal refers to, that is a line out of
    /// order or one without a reference. After it, a line that keeps no entry.
    fn misplaced(&self, referred: &[String], is_entry: impl Fn(&str) -> bool) -> Option<usize> {
        let order = self.order.as_deref().unwrap_or_default();
        let place_of: BTreeMap<&String, usize> = referred.iter().zip(0..).collect();
        let last = order.iter().rposition(|digest| place_of.contains_key(digest));
        let mut before = None;
        let first_odd = order.iter().enumerate().position(|(index, digest)| {
            if last < Some(index) {
                return !digest.is_empty() && !is_entry(digest);
            }
            let place = place_of.get(digest);
            place.is_none() || place <= std::mem::replace(&mut before, place)
        });
        first_odd.map(|index| index + 1)
    }

    /// Returns the digests of the file's lines, or `None` if the file is not available.
    pub(super) fn own_digests(&self) -> Option<BTreeSet<String>> {
        self.order.as_ref().map(|order| order.iter().cloned().collect())
    }

    /// Adds a line, without its end, and returns its digest.
    pub(super) fn put(&mut self, line: &str) -> String {
        let digest = digest(line);
        self.lines.insert(digest.clone(), line.to_owned());
        digest
    }

    /// Returns the line of that digest and its content. `None` if the line is unknown or has different content.
    pub(super) fn find<T: for<'de> Deserialize<'de>>(&self, digest: &str) -> Option<(&str, T)> {
        let line = self.lines.get(digest)?;
        Some((line, kept_in(line)?))
    }

    /// Returns why the line of that digest is unknown. `referred` lists the journal's references in order.
    pub(super) fn why_missing(&self, digest: &str, referred: &[String]) -> Missing {
        let Some(order) = &self.order else { return Missing::Text };
        let place = |wanted: &str| order.iter().position(|digest| digest == wanted);
        if let Some(index) = place(digest) {
            return Missing::Damaged { line: index + 1 };
        }
        let before = referred.iter().take_while(|earlier| *earlier != digest);
        let index = before.filter_map(|earlier| place(earlier)).last().map_or(0, |index| index + 1);
        match order.get(index) {
            Some(other) if !referred.contains(other) => Missing::Damaged { line: index + 1 },
            Some(_) | None => Missing::Line,
        }
    }
}

fn kept_in<T: for<'de> Deserialize<'de>>(line: &str) -> Option<T> {
    serde_json::from_str::<PrivateLine<T>>(line).ok().map(|line| line.kept)
}

/// Returns the orders of a held turn file from the line that kept them. `None` if the line is longer than 1 MiB, has no
/// orders, or has an order that is not one line.
pub fn orders_in(line: &str) -> Option<Vec<String>> {
    let orders: Vec<String> = kept_in(line).filter(|_| line.len() <= MAX_TURN_FILE_BYTES)?;
    (!orders.is_empty() && orders.iter().all(|order| crate::is_line(order))).then_some(orders)
}

/// Maximum bytes of a line with the orders of a turn file. A side with a hundred ships needs a tenth of it. (house)
const MAX_TURN_FILE_BYTES: usize = 64 * LINE_BYTES;

/// Returns how many lines are kept together from this one on.
pub fn group_size(line: &str) -> usize {
    serde_json::from_str::<PrivateLine<IgnoredAny>>(line).ok().and_then(|line| line.of).unwrap_or(1)
}

/// Returns a line that keeps `content`, without its end.
pub fn private_line<T: Serialize>(salt: &str, content: &T) -> Result<String, Unwritable> {
    private_group_line(salt, None, content)
}

/// Returns a line that keeps `content`, as the first of `of` lines that are kept together.
pub fn private_group_line<T: Serialize>(salt: &str, of: Option<usize>, content: &T) -> Result<String, Unwritable> {
    let line = PrivateLine { salt: salt.to_owned(), of, kept: content };
    serde_json::to_string(&line).map_err(|error| Unwritable(error.to_string()))
}

/// Returns a line as written in the private text: padded with spaces, which its digest ignores, and with its end.
pub fn padded(line: &str) -> String {
    format!("{line}{}\n", " ".repeat(padded_bytes(line) - line.len() - 1))
}

fn padded_bytes(line: &str) -> usize {
    (line.len() + 1).next_multiple_of(LINE_BYTES)
}

/// Returns the SHA-256 of a line without padding and end, in lower-case hexadecimal: `printf %s LINE | sha256sum`.
pub fn digest(line: &str) -> String {
    digest_of(line.as_bytes())
}

impl PrivateText {
    pub(super) fn put(&mut self, number: usize, line: String) {
        self.lines.insert(number, line);
        self.waiting.push(number);
    }

    /// Whether a line is kept and not published yet.
    pub(super) fn is_unpublished(&self, line: &str) -> bool {
        let waits = self.waiting.iter().any(|number| self.lines.get(number).is_some_and(|kept| kept == line));
        waits || (!self.are_seeds_published && self.seeds_line.as_deref() == Some(line))
    }

    pub(super) fn mark_published(&mut self, lines: &[String]) {
        self.are_seeds_published |= self.seeds_line.as_ref().is_some_and(|line| lines.contains(line));
        let is_unpublished = |number: &usize| self.lines.get(number).is_none_or(|line| !lines.contains(line));
        self.waiting.retain(is_unpublished);
    }
}
