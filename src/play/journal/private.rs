//! A journal that can be shown while it is played: what is secret stands as a line of a second text, and the journal
//! itself has only that line's digest, by which everybody can prove it once it is laid open.
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{
    code::digest_of,
    entry::{Entry, EntryOf, Notice, Unwritable},
    in_force::InForce,
};
use crate::Game;

/// Bytes of a line of the second text with its end: its length tells nothing of what it keeps. Orders, seals and the
/// forces of the largest fleets fit; an amendment that rules again a long battle takes two or more such lengths.
pub const LINE_BYTES: usize = 16 << 10;

/// The lines of a second text, by their digests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Private {
    lines: BTreeMap<String, String>,
    /// The digests of the text's own lines, in order, empty for one that is torn or no text; none where it is not here.
    order: Option<Vec<String>>,
    /// The first of them that is not filled up with spaces as the program fills it, from 1.
    unfilled: Option<usize>,
}

/// Why a line of the second text is not known to which the journal refers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missing {
    /// The second text is not here.
    #[error("it is not there")]
    Text,
    #[error("it has no such line")]
    Line,
    /// Where it is to stand there is another, to which the journal does not refer.
    #[error("its line {line} is damaged")]
    Damaged {
        /// From 1.
        line: usize,
    },
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
    /// How many lines were kept together from this one on, where it begins several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
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
    /// Entries that lay open a line before what it keeps has come to light, as far as all before them is known.
    pub early: Vec<usize>,
    /// Entries that stand where the journal must lay open exactly what had come to light before them, in order.
    pub late: Vec<usize>,
    /// Entries that lay open a line that stands in the journal already.
    pub again: Vec<usize>,
    opened: BTreeSet<String>,
    /// Entries that keep a line that an earlier one keeps: each line has a salt of its own.
    pub kept_again: Vec<usize>,
    /// Entries that tell a secret order in clear.
    pub in_clear: Vec<usize>,
    /// Entries that keep in the second text what is no secret.
    pub no_secret: Vec<usize>,
    /// Lines to which the journal refers and that the second text lacks, though it is here: by their entries, 0 for that of
    /// the seed. The journal itself may have laid them open.
    pub lacking: Vec<usize>,
    /// How many lines the second text has to which the journal never refers. Those that were kept together for one typed line
    /// count as one: the program was killed before it had written that.
    pub spare: usize,
    /// The first line of the second text, from 1, that does not stand there as it was written: the program only adds lines, in
    /// the order of their entries, and only the last of them may have none.
    pub misplaced: Option<usize>,
    /// The digest of the line with the seed and the salts.
    chances: Option<String>,
    in_force: InForce,
    /// Deeds and amendments after which nothing is hidden, as far as they can be read.
    ends: BTreeSet<usize>,
}

impl Laid {
    pub(super) fn begin(private: Option<&str>) -> Laid {
        let chances = private.map(str::to_owned);
        Laid { digests: chances.clone().into_iter().collect(), chances, ..Laid::default() }
    }

    pub(super) fn keep(&mut self, number: usize, digest: &str) {
        if !self.digests.insert(digest.to_owned()) {
            self.kept_again.push(number);
        }
        // Once all is over, only an amendment is kept, and it may rule that nothing has ended.
        self.ends.clear();
        self.in_force.put(number);
    }

    pub(super) fn say<G: Game>(&mut self, number: usize, entry: &EntryOf<G>) {
        self.in_force.take(number, entry);
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                if let Entry::Amended { .. } = entry {
                    // It rules again what an earlier one may have ended.
                    self.ends.clear();
                }
                self.ends.extend(entry.facts().any(G::lays_all_open).then_some(number));
            }
            Entry::Noticed { what: Notice::LaidOpen { lines } } => {
                let digests: Vec<String> = lines.iter().map(|line| digest(line)).collect();
                if digests.iter().any(|digest| !self.digests.contains(digest)) {
                    self.strays.push(number);
                }
                // The seed comes to light with the end, which may itself be kept elsewhere.
                if self.chances.as_ref().is_some_and(|chances| digests.contains(chances)) {
                    self.ends.extend(self.in_force.last());
                }
                if digests.into_iter().map(|digest| self.opened.insert(digest)).fold(false, |any, new| any | !new) {
                    self.again.push(number);
                }
            }
            Entry::TakenBack { .. } | Entry::Redid { .. } => {}
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }

    /// Whether the journal refers to the line of that digest.
    pub fn refers_to(&self, digest: &str) -> bool {
        self.digests.contains(digest)
    }

    /// Holds the second text's own lines against those to which the journal refers, in order; `is_entry` tells whether the line
    /// of a digest keeps an entry. One that is torn is none.
    pub(super) fn hold(&mut self, private: &Private, referred: &[String], is_entry: impl Fn(&str) -> bool) {
        self.misplaced = private.unfilled.into_iter().chain(private.misplaced(referred, is_entry)).min();
        let mut known = self.digests.clone();
        let mut order = private.order.as_deref().unwrap_or_default();
        while let Some(first) = order.first() {
            let of =
                if known.contains(first) { 1 } else { private.lines.get(first).map_or(1, |line| kept_together(line)) };
            let (together, rest) = order.split_at(of.clamp(1, order.len()));
            let spare = together.iter().filter(|digest| !digest.is_empty() && known.insert((*digest).clone())).count();
            self.spare += if spare == together.len() { 1 } else { spare };
            order = rest;
        }
    }

    /// Whether the game is over by a fact that can be read, or by a seed that was laid open and whose end was not taken back,
    /// whatever else cannot be read.
    pub fn is_over(&self) -> bool {
        self.in_force.numbers().iter().any(|number| self.ends.contains(number))
    }
}

impl Private {
    /// The whole lines of a text; one without its end was never referred to.
    pub fn read(bytes: &[u8]) -> Private {
        let mut private = Private::default();
        let mut order = Vec::new();
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let whole = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
            let bare = whole.map(|line| line.trim_end_matches(' '));
            order.push(bare.map(|line| private.put(line)).unwrap_or_default());
            let is_filled = bare.is_some_and(|bare| line.len() == filled(bare));
            let is_odd = line.ends_with(b"\n") && !is_filled;
            private.unfilled = private.unfilled.or(is_odd.then_some(order.len()));
        }
        Private { order: Some(order), ..private }
    }

    /// The first of its own lines, from 1, that stands before or behind its place among those to which the journal refers, or
    /// before one of them and is none; behind the last, the first that keeps no entry.
    fn misplaced(&self, referred: &[String], is_entry: impl Fn(&str) -> bool) -> Option<usize> {
        let order = self.order.as_deref().unwrap_or_default();
        let place_of: BTreeMap<&String, usize> = referred.iter().zip(0..).collect();
        let last = order.iter().rposition(|digest| place_of.contains_key(digest));
        let mut before = None;
        let odd = order.iter().enumerate().position(|(at, digest)| {
            if last < Some(at) {
                return !digest.is_empty() && !is_entry(digest);
            }
            let place = place_of.get(digest);
            place.is_none() || place <= std::mem::replace(&mut before, place)
        });
        odd.map(|at| at + 1)
    }

    /// The digests of the text's own lines; `None` where it is not here.
    pub(super) fn own(&self) -> Option<BTreeSet<String>> {
        self.order.as_ref().map(|order| order.iter().cloned().collect())
    }

    /// Takes in one more line, without its end; its digest.
    pub(super) fn put(&mut self, line: &str) -> String {
        let digest = digest(line);
        self.lines.insert(digest.clone(), line.to_owned());
        digest
    }

    /// The line of that digest and what it keeps; `None` where it is not here, or keeps something else.
    pub(super) fn find<T: for<'de> Deserialize<'de>>(&self, digest: &str) -> Option<(&str, T)> {
        let line = self.lines.get(digest)?;
        Some((line, kept_in(line)?))
    }

    /// Why the line of that digest is not known, one of those to which the journal refers, in order.
    pub(super) fn why_missing(&self, digest: &str, referred: &[String]) -> Missing {
        let Some(order) = &self.order else { return Missing::Text };
        let place = |wanted: &str| order.iter().position(|one| one == wanted);
        if let Some(at) = place(digest) {
            return Missing::Damaged { line: at + 1 };
        }
        let before = referred.iter().take_while(|one| *one != digest);
        let at = before.filter_map(|one| place(one)).last().map_or(0, |at| at + 1);
        match order.get(at) {
            Some(other) if !referred.contains(other) => Missing::Damaged { line: at + 1 },
            Some(_) | None => Missing::Line,
        }
    }
}

/// What a line keeps, if it is such.
fn kept_in<T: for<'de> Deserialize<'de>>(line: &str) -> Option<T> {
    serde_json::from_str::<Line<T>>(line).ok().map(|line| line.kept)
}

/// The orders of a held turn file by the line that kept them; `None` if that is longer than 1 MiB, keeps none, or keeps one
/// that is not a line.
pub fn orders_in(line: &str) -> Option<Vec<String>> {
    let orders: Vec<String> = kept_in(line).filter(|_| line.len() <= LONGEST_LINE)?;
    (!orders.is_empty() && orders.iter().all(|order| crate::is_line(order))).then_some(orders)
}

/// Bytes of a line that keeps the orders of a turn file: a side with a hundred ships needs a tenth of it. (house)
const LONGEST_LINE: usize = 64 * LINE_BYTES;

/// How many lines were kept together from this one on.
pub fn kept_together(line: &str) -> usize {
    serde_json::from_str::<Line<IgnoredAny>>(line).ok().and_then(|line| line.of).unwrap_or(1)
}

/// A line that keeps `what`, without its end.
pub fn keep<T: Serialize>(salt: &str, what: &T) -> Result<String, Unwritable> {
    keep_together(salt, None, what)
}

/// The same, where it is the first `of` so many lines that are kept together.
pub fn keep_together<T: Serialize>(salt: &str, of: Option<usize>, what: &T) -> Result<String, Unwritable> {
    let line = Line { salt: salt.to_owned(), of, kept: what };
    serde_json::to_string(&line).map_err(|error| Unwritable(error.to_string()))
}

/// A line as it stands in the second text: filled up with spaces, which its digest leaves out, and with its end.
pub fn padded(line: &str) -> String {
    format!("{line}{}\n", " ".repeat(filled(line) - line.len() - 1))
}

/// Bytes of a line as it stands in the second text.
fn filled(line: &str) -> usize {
    (line.len() + 1).next_multiple_of(LINE_BYTES)
}

/// The SHA-256 of a line without its end and the spaces before it, in lower-case hexadecimals: `printf %s LINE | sha256sum`.
pub fn digest(line: &str) -> String {
    digest_of(line.as_bytes())
}

impl Vault {
    pub(super) fn put(&mut self, number: usize, line: String) {
        self.lines.insert(number, line);
        self.waiting.push(number);
    }

    /// Whether a line is kept and not in the journal yet.
    pub(super) fn is_shut(&self, line: &str) -> bool {
        let waits = self.waiting.iter().any(|number| self.lines.get(number).is_some_and(|kept| kept == line));
        waits || (!self.chances_open && self.chances.as_deref() == Some(line))
    }

    /// Takes in what the journal tells from here on.
    pub(super) fn opened(&mut self, lines: &[String]) {
        self.chances_open |= self.chances.as_ref().is_some_and(|chances| lines.contains(chances));
        let shut = |number: &usize| self.lines.get(number).is_none_or(|line| !lines.contains(line));
        self.waiting.retain(shut);
    }
}
