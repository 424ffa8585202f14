//! Reads a journal line by line. Each line is checked against the one before it and parsed once.
use std::{collections::BTreeSet, marker::PhantomData, str};

use serde::{Deserialize, de::IgnoredAny};

use super::{
    branch::Branch,
    code::is_digest,
    dice::ALGORITHM,
    entry::{Entry, EntryOf, Header, InvalidEntry, Notice},
    line::{Chain, Damage, JournalError, first_line, marker, parsed},
    private::{Missing, Private, PrivateLinks, PrivateSeeds},
    record::Journal,
    unique_keys,
};
use crate::Game;

pub struct Read<G: Game> {
    pub journal: Journal<G>,
    /// Where to continue writing.
    pub chain: Chain,
    /// Total bytes of the complete lines.
    pub length: usize,
    pub partial_line: Option<PartialLine>,
    /// Whether the last entry is a normal exit.
    pub closed: bool,
    /// The first entry in the private text that is unknown. The journal has no entries from there on.
    pub unknown_from: Option<UnknownFrom>,
    pub why_no_seeds: Option<Missing>,
    /// The number of complete lines, including the header.
    pub lines: usize,
    pub links: PrivateLinks,
}

/// The entry from which on nothing is known, because its private line is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFrom {
    pub entry: usize,
    pub why: Missing,
}

/// Text that the program did not finish writing: a last line without its line feed, or a group without its last entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialLine {
    /// Where it begins, in bytes from the start of the text.
    pub offset: usize,
    pub bytes: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderIn<S> {
    #[serde(rename = "sum")]
    _sum: IgnoredAny,
    #[serde(rename = "kaiser")]
    _kaiser: IgnoredAny,
    format: u32,
    program: String,
    game: String,
    rulings: u32,
    data: String,
    dice: String,
    seed: Option<u64>,
    salts: Option<u64>,
    private: Option<String>,
    #[serde(default, deserialize_with = "unique_keys::value")]
    players: Option<serde_json::Value>,
    branch: Option<Branch>,
    setup: S,
}

#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub(super) struct EntryIn<G: Game> {
    #[serde(rename = "sum")]
    _sum: IgnoredAny,
    pub(super) n: usize,
    pub(super) of: Option<usize>,
    pub(super) entry: Option<EntryOf<G>>,
    pub(super) kept: Option<String>,
}

impl<G: Game> Journal<G> {
    /// Reads a journal. Leaves out and reports an incomplete last group of entries. A wrong complete line is an error.
    pub fn read(game: &str, bytes: &[u8]) -> Result<Read<G>, JournalError> {
        Journal::read_with(game, bytes, Private::default())
    }

    /// Reads a journal with its private text, and with private lines that the journal has published. Its entries end
    /// before the first private one that is in neither: see [`Read::unknown_from`].
    pub fn read_with(game: &str, bytes: &[u8], private: Private) -> Result<Read<G>, JournalError> {
        let first = first_line(bytes)?;
        let found = marker(first)?.game;
        if found != game {
            return Err(JournalError::OtherGame { found: found.into_owned(), wanted: game.to_owned() });
        }
        let (header, chain) = read_header::<G::Setup>(first).map_err(|what| JournalError::Damaged { line: 1, what })?;
        if header.dice != ALGORITHM {
            return Err(JournalError::OtherDice { algorithm: header.dice });
        }
        let shows_seed = header.private.is_some() && (header.seed.is_some() || header.salts.is_some());
        let seed_shown_error =
            || shows_seed.then(|| "it states that the seed is kept elsewhere, but contains it".to_owned());
        let private_error = || header.private.as_deref().and_then(digest_error::<G>);
        let name_errors = || name_error("program", &header.program).or_else(|| name_error("data", &header.data));
        if let Some(error) = G::setup_error(&header.setup)
            .or_else(name_errors)
            .or_else(seed_shown_error)
            .or_else(private_error)
            .or_else(|| header.branch.as_ref()?.header_error(header.private.is_some()))
        {
            return Err(JournalError::Impossible(error));
        }
        let own = private.own_digests();
        let mut links = PrivateLinks::begin(header.private.as_deref());
        let lacks_seed = header.private.as_ref().zip(own.as_ref()).is_some_and(|(seed, own)| !own.contains(seed));
        links.missing.extend(lacks_seed.then_some(0));
        let journal = Journal::new(header);
        let mut lines =
            Lines::<G> { bytes, offset: first.len() + 1, number: 1, left_in_group: 0, chain, game: PhantomData };
        let referred = journal.header.private.clone().into_iter().collect();
        let (number, left, closed, unknown_from) = (1, 0, false, None);
        let mut reading =
            Reading { journal, private, own, referred, links, number, left_in_group: left, closed, unknown_from };
        if reading.journal.is_private() {
            // A later line may publish the content of an entry.
            let all: Vec<Result<CompleteLine<G>, JournalError>> = lines.by_ref().collect();
            all.iter().flatten().for_each(|line| reading.collect_published(&line.content));
            reading.journal.fill_in_seeds(&reading.private);
            all.into_iter().try_for_each(|line| reading.take(line?))?;
        } else {
            lines.by_ref().try_for_each(|line| reading.take(line?))?;
        }
        let why_no_seeds = reading.why_no_seeds();
        let Reading { mut journal, mut links, private, referred, number, closed, unknown_from, .. } = reading;
        links.compare_with(&private, &referred, |line| private.find::<EntryOf<G>>(line).is_some());
        journal.timeline.catch_up(&journal.entries);
        let Lines { offset, chain, .. } = lines;
        let partial_line = (offset < bytes.len()).then(|| PartialLine { offset, bytes: bytes[offset..].to_vec() });
        Ok(Read {
            journal,
            chain,
            length: offset,
            partial_line,
            closed,
            unknown_from,
            why_no_seeds,
            lines: number,
            links,
        })
    }

    fn fill_in_seeds(&mut self, private: &Private) {
        let found = self.header.private.as_deref().and_then(|digest| private.find::<PrivateSeeds>(digest));
        if let Some((line, PrivateSeeds { seed, salts })) = found {
            (self.header.seed, self.header.salts) = (seed, salts);
            self.private_text.seeds_line = Some(line.to_owned());
        }
    }

    /// Adds the entry of a line. Returns the digest of its private line if that line is unknown.
    fn take_content(&mut self, content: LineContent<G>, private: &Private) -> Result<Option<String>, InvalidEntry> {
        match content {
            LineContent::Open(entry) => self.take(entry).map(|()| None),
            LineContent::Kept(digest) => {
                let Some((line, entry)) = private.find::<EntryOf<G>>(&digest) else { return Ok(Some(digest)) };
                self.take(entry)?;
                self.private_text.put(self.entries.len(), line.to_owned());
                Ok(None)
            }
        }
    }
}

/// Maximum bytes of a version, or of a hash of the data.
const MAX_NAME_BYTES: usize = 64;

/// Returns what is wrong with a program version or a data hash. Pages show each on one line.
fn name_error(key: &str, name: &str) -> Option<String> {
    let is_name = !name.trim().is_empty() && !name.contains(char::is_control);
    (!is_name || MAX_NAME_BYTES < name.len()).then(|| format!("`{key}` is not a valid name"))
}

fn digest_error<G: Game>(digest: &str) -> Option<String> {
    if !G::KEEPS_SECRETS {
        return Some("it names a private file for secret orders, but the game has none".to_owned());
    }
    (!is_digest(digest)).then(|| "the digest of its seed is not 64 hexadecimal digits".to_owned())
}

fn read_header<S: for<'de> Deserialize<'de>>(line: &[u8]) -> Result<(Header<S>, Chain), Damage> {
    let chain = Chain::default().verify_next(line)?;
    let read: HeaderIn<S> = parsed(line)?;
    let HeaderIn { format, program, game, rulings, data, dice, seed, salts, private, players, branch, setup, .. } =
        read;
    Ok((Header { format, program, game, data, rulings, dice, seed, salts, private, players, branch, setup }, chain))
}

/// Iterates over the complete lines after the header, each chained to the previous one. Ends after a damaged line.
struct Lines<'a, G> {
    bytes: &'a [u8],
    /// Where the next line begins.
    offset: usize,
    /// The number of its entry.
    number: usize,
    left_in_group: usize,
    chain: Chain,
    game: PhantomData<G>,
}

impl<G: Game> Iterator for Lines<'_, G> {
    type Item = Result<CompleteLine<G>, JournalError>;

    fn next(&mut self) -> Option<Result<CompleteLine<G>, JournalError>> {
        let rest = &self.bytes[self.offset..];
        let length = memchr::memchr(b'\n', rest)?;
        let read = read_line::<G>(self.chain, &rest[..length], self.number);
        let (chain, line) = match read.and_then(|(chain, line)| match line.of {
            Some(of) if of < 2 || 0 < self.left_in_group => Err(Damage::Together { of }),
            Some(_) | None => Ok((chain, line)),
        }) {
            Ok(read) => read,
            Err(what) => {
                self.offset = self.bytes.len();
                return Some(Err(JournalError::Damaged { line: self.number + 1, what }));
            }
        };
        // The group is incomplete.
        if line.of.is_some_and(|of| memchr::memchr_iter(b'\n', rest).nth(of - 1).is_none()) {
            return None;
        }
        (self.offset, self.number, self.chain) = (self.offset + length + 1, self.number + 1, chain);
        self.left_in_group = line.of.unwrap_or(self.left_in_group).saturating_sub(1);
        Some(Ok(line))
    }
}

struct Reading<G: Game> {
    journal: Journal<G>,
    private: Private,
    /// The digests of the private text's own lines. `None` if that text is not available.
    own: Option<BTreeSet<String>>,
    /// The digests of the private lines that the journal refers to, in order.
    referred: Vec<String>,
    links: PrivateLinks,
    /// The number of the next entry.
    number: usize,
    left_in_group: usize,
    closed: bool,
    unknown_from: Option<UnknownFrom>,
}

impl<G: Game> Reading<G> {
    fn take(&mut self, CompleteLine { of, content }: CompleteLine<G>) -> Result<(), JournalError> {
        let number = self.number;
        self.journal.groups.extend(of.map(|of| (number, of)));
        if self.journal.is_private() && self.unknown_from.is_none() {
            self.check_publication(&content);
        }
        self.left_in_group = of.unwrap_or(self.left_in_group).saturating_sub(1);
        self.closed = matches!(content, LineContent::Open(Entry::Closed));
        match &content {
            LineContent::Open(entry) => {
                if self.journal.is_private() && self.journal.is_secret(entry) {
                    self.links.in_clear.push(number);
                }
                self.links.read_entry::<G>(number, entry);
            }
            LineContent::Kept(digest) => {
                let error = match (self.journal.is_private(), is_digest(digest)) {
                    (false, _) => "it is kept elsewhere, but the first line names no private file",
                    (true, false) => "the digest of its content is not 64 hexadecimal digits",
                    (true, true) => "",
                };
                if !error.is_empty() {
                    return Err(JournalError::Damaged { line: number + 1, what: Damage::Kept(error) });
                }
                self.links.read_digest(number, digest);
                let is_lacking = self.own.as_ref().is_some_and(|own| !own.contains(digest));
                self.links.missing.extend(is_lacking.then_some(number));
                let found = self.private.find::<EntryOf<G>>(digest);
                if found.is_some_and(|(_, entry)| !self.journal.is_secret(&entry)) {
                    self.links.no_secret.push(number);
                }
            }
        }
        if self.unknown_from.is_some() {
            self.journal.unknown_tail.push(self.entry_of(content));
        } else {
            let result = self.journal.take_content(content, &self.private);
            let missing = result.map_err(|misfit| JournalError::Damaged { line: number + 1, what: misfit.into() })?;
            if missing.is_some() {
                self.journal.unknown_tail.push(None);
            }
            let why = missing.map(|digest| self.private.why_missing(&digest, &self.referred));
            self.unknown_from = why.map(|why| UnknownFrom { entry: number, why });
        }
        self.number += 1;
        Ok(())
    }

    /// Compares the lines that the next entry publishes with the revealed lines not published yet. Inside a group
    /// nothing is published. After a crash, `Opened` may come before the publication.
    fn check_publication(&mut self, content: &LineContent<G>) {
        let lines = match content {
            LineContent::Open(Entry::Opened | Entry::Closed) => return,
            LineContent::Open(Entry::Noticed { what: Notice::PrivatePublished { lines } }) => &lines[..],
            LineContent::Open(_) | LineContent::Kept(_) => &[],
        };
        let due = if self.left_in_group == 0 { self.journal.lines_to_publish() } else { Some(Vec::new()) };
        let mut unpublished = lines.iter().filter(|line| self.journal.private_text.is_unpublished(line));
        if unpublished.any(|line| !due.iter().flatten().any(|line_due| line_due == line)) {
            self.links.published_early.push(self.number);
        } else if due.as_deref() != Some(lines) {
            self.links.publication_missing.push(self.number);
        }
    }

    /// Returns the entry of a line, if the line or its private line is available.
    fn entry_of(&self, content: LineContent<G>) -> Option<EntryOf<G>> {
        match content {
            LineContent::Open(entry) => Some(entry),
            LineContent::Kept(digest) => self.private.find::<EntryOf<G>>(&digest).map(|(_, entry)| entry),
        }
    }

    /// Adds published lines to the private text, also for earlier entries, and records references to it.
    fn collect_published(&mut self, content: &LineContent<G>) {
        match content {
            LineContent::Open(Entry::Noticed { what: Notice::PrivatePublished { lines } }) => {
                lines.iter().for_each(|line| drop(self.private.put(line)));
            }
            LineContent::Open(_) => {}
            LineContent::Kept(digest) => self.referred.push(digest.clone()),
        }
    }

    fn why_no_seeds(&self) -> Option<Missing> {
        let digest = self.journal.header.private.as_deref().filter(|_| !self.journal.has_seeds_line())?;
        Some(self.private.why_missing(digest, &self.referred))
    }
}

/// A complete line, and how many entries are written together from it on.
struct CompleteLine<G: Game> {
    of: Option<usize>,
    content: LineContent<G>,
}

enum LineContent<G: Game> {
    Open(EntryOf<G>),
    /// The digest of the private line that holds the entry.
    Kept(String),
}

fn read_line<G: Game>(chain: Chain, line: &[u8], expected: usize) -> Result<(Chain, CompleteLine<G>), Damage> {
    let chain = chain.verify_next(line)?;
    let read: EntryIn<G> = parsed(line)?;
    if read.n != expected {
        return Err(Damage::Number { expected, found: read.n });
    }
    let content = match (read.entry, read.kept) {
        (Some(entry), None) => LineContent::Open(entry),
        (None, Some(digest)) => LineContent::Kept(digest),
        (Some(_), Some(_)) | (None, None) => return Err(Damage::Json("it has no entry, or two".to_owned())),
    };
    Ok((chain, CompleteLine { of: read.of, content }))
}
