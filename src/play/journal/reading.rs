//! Reads a journal line by line. Each line is checked against the one before it and parsed once.
use std::{collections::BTreeSet, marker::PhantomData, str};

use serde::{Deserialize, de::IgnoredAny};

use super::{
    branch::Branch,
    code::is_digest,
    dice::ALGORITHM,
    entry::{Entry, EntryOf, Header, Notice, OutOfPlace},
    line::{Chain, Damage, Flaw, first_line, marker, parsed},
    once,
    private::{Chances, Laid, Missing, Private},
    record::Journal,
};
use crate::Game;

/// A journal read from text.
pub struct Read<G: Game> {
    pub journal: Journal<G>,
    /// Where to continue writing.
    pub chain: Chain,
    /// Total bytes of the complete lines.
    pub length: usize,
    pub torn: Option<Torn>,
    /// Whether the last entry is a normal exit.
    pub closed: bool,
    /// The first entry in the private text that is unknown. The journal has no entries from there on.
    pub kept_from: Option<KeptFrom>,
    /// Why the seed and the salts in the private text are unknown.
    pub chances: Option<Missing>,
    /// The number of complete lines, including the header.
    pub lines: usize,
    /// The references to the private text, from all of these lines.
    pub laid: Laid,
}

/// The entry from which on nothing is known, because its private line is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptFrom {
    pub entry: usize,
    pub why: Missing,
}

/// Text that the program did not finish writing: a last line without its line feed, or a group of entries without its
/// last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torn {
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
    #[serde(default, deserialize_with = "once::value")]
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
    /// Reads a journal of the game of that name.
    ///
    /// An incomplete last group of entries is left out and reported. A complete line that is wrong is never skipped.
    pub fn read(game: &str, bytes: &[u8]) -> Result<Read<G>, Flaw> {
        Journal::read_with(game, bytes, Private::default())
    }

    /// Reads a journal with its private text, and with private lines that the journal has published. It ends before the
    /// first entry that is in neither: see [`Read::kept_from`].
    pub fn read_with(game: &str, bytes: &[u8], private: Private) -> Result<Read<G>, Flaw> {
        let first = first_line(bytes)?;
        let found = marker(first)?.game;
        if found != game {
            return Err(Flaw::OtherGame { found: found.into_owned(), wanted: game.to_owned() });
        }
        let (header, chain) = read_header::<G::Setup>(first).map_err(|what| Flaw::Damaged { line: 1, what })?;
        if header.dice != ALGORITHM {
            return Err(Flaw::OtherDice { algorithm: header.dice });
        }
        let tells_chances = header.private.is_some() && (header.seed.is_some() || header.salts.is_some());
        let told = || tells_chances.then(|| "it says that the seed is kept elsewhere, and tells it".to_owned());
        let kept = || header.private.as_deref().and_then(fault_of_private::<G>);
        let named = || fault_of_name("program", &header.program).or_else(|| fault_of_name("data", &header.data));
        if let Some(fault) = G::fault(&header.setup)
            .or_else(named)
            .or_else(told)
            .or_else(kept)
            .or_else(|| header.branch.as_ref()?.fault(header.private.is_some()))
        {
            return Err(Flaw::Impossible(fault));
        }
        let own = private.own();
        let mut laid = Laid::begin(header.private.as_deref());
        let lacks_seed = header.private.as_ref().zip(own.as_ref()).is_some_and(|(seed, own)| !own.contains(seed));
        laid.lacking.extend(lacks_seed.then_some(0));
        let journal = Journal::new(header);
        let mut lines = Lines::<G> { bytes, at: first.len() + 1, number: 1, left: 0, chain, game: PhantomData };
        let referred = journal.header.private.clone().into_iter().collect();
        let (number, left, closed, kept_from) = (1, 0, false, None);
        let mut reading = Reading { journal, private, own, referred, laid, number, left, closed, kept_from };
        if reading.journal.is_private() {
            // A later line may publish the content of an entry.
            let all: Vec<Result<Whole<G>, Flaw>> = lines.by_ref().collect();
            all.iter().flatten().for_each(|line| reading.look_ahead(&line.said));
            reading.journal.fill_in(&reading.private);
            all.into_iter().try_for_each(|line| reading.take(line?))?;
        } else {
            lines.by_ref().try_for_each(|line| reading.take(line?))?;
        }
        let chances = reading.why_no_chances();
        let Reading { mut journal, mut laid, private, referred, number, closed, kept_from, .. } = reading;
        laid.hold(&private, &referred, |line| private.find::<EntryOf<G>>(line).is_some());
        journal.course.run(&journal.entries);
        let Lines { at: length, chain, .. } = lines;
        let torn = (length < bytes.len()).then(|| Torn { offset: length, bytes: bytes[length..].to_vec() });
        Ok(Read { journal, chain, length, torn, closed, kept_from, chances, lines: number, laid })
    }

    /// Takes the seed and the salts from the private text.
    fn fill_in(&mut self, private: &Private) {
        let found = self.header.private.as_deref().and_then(|digest| private.find::<Chances>(digest));
        if let Some((line, Chances { seed, salts })) = found {
            (self.header.seed, self.header.salts) = (seed, salts);
            self.vault.chances = Some(line.to_owned());
        }
    }

    /// Adds the entry of a line. Returns the digest of its private line if that line is unknown.
    fn take_said(&mut self, said: Said<G>, private: &Private) -> Result<Option<String>, OutOfPlace> {
        match said {
            Said::Open(entry) => self.take(entry).map(|()| None),
            Said::Kept(digest) => {
                let Some((line, entry)) = private.find::<EntryOf<G>>(&digest) else { return Ok(Some(digest)) };
                self.take(entry)?;
                self.vault.put(self.entries.len(), line.to_owned());
                Ok(None)
            }
        }
    }
}

/// Maximum characters of a version, or of a hash of the data.
const LONGEST_NAME: usize = 64;

/// Returns what is wrong with a program version or a data hash. Pages show each on one line.
fn fault_of_name(key: &str, name: &str) -> Option<String> {
    let is_name = !name.trim().is_empty() && !name.contains(char::is_control);
    (!is_name || LONGEST_NAME < name.len()).then(|| format!("`{key}` is no name"))
}

/// Returns what is wrong with a header that names a private text by this digest.
fn fault_of_private<G: Game>(digest: &str) -> Option<String> {
    if !G::KEEPS_SECRETS {
        return Some("it says that a second file keeps what is secret, and the game has no secret orders".to_owned());
    }
    (!is_digest(digest)).then(|| "the digest of its seed is not 64 hexadecimal digits".to_owned())
}

fn read_header<S: for<'de> Deserialize<'de>>(line: &[u8]) -> Result<(Header<S>, Chain), Damage> {
    let chain = Chain::default().follow(line)?;
    let read: HeaderIn<S> = parsed(line)?;
    let HeaderIn { format, program, game, rulings, data, dice, seed, salts, private, players, branch, setup, .. } =
        read;
    Ok((Header { format, program, game, data, rulings, dice, seed, salts, private, players, branch, setup }, chain))
}

/// The complete lines after the header, each chained to the previous one. It ends after a damaged line.
struct Lines<'a, G> {
    bytes: &'a [u8],
    /// Where the next line begins.
    at: usize,
    /// The number of its entry.
    number: usize,
    /// How many entries of the current group are still to come.
    left: usize,
    chain: Chain,
    game: PhantomData<G>,
}

impl<G: Game> Iterator for Lines<'_, G> {
    type Item = Result<Whole<G>, Flaw>;

    fn next(&mut self) -> Option<Result<Whole<G>, Flaw>> {
        let rest = &self.bytes[self.at..];
        let length = memchr::memchr(b'\n', rest)?;
        let read = read_line::<G>(self.chain, &rest[..length], self.number);
        let (chain, whole) = match read.and_then(|(chain, whole)| match whole.of {
            Some(of) if of < 2 || 0 < self.left => Err(Damage::Together { of }),
            Some(_) | None => Ok((chain, whole)),
        }) {
            Ok(read) => read,
            Err(what) => {
                self.at = self.bytes.len();
                return Some(Err(Flaw::Damaged { line: self.number + 1, what }));
            }
        };
        // The group is incomplete.
        if whole.of.is_some_and(|of| memchr::memchr_iter(b'\n', rest).nth(of - 1).is_none()) {
            return None;
        }
        (self.at, self.number, self.chain) = (self.at + length + 1, self.number + 1, chain);
        self.left = whole.of.unwrap_or(self.left).saturating_sub(1);
        Some(Ok(whole))
    }
}

/// A journal that is being read.
struct Reading<G: Game> {
    journal: Journal<G>,
    private: Private,
    /// The digests of the private text's own lines. `None` if that text is not available.
    own: Option<BTreeSet<String>>,
    /// The digests of the private lines that the journal refers to, in order.
    referred: Vec<String>,
    laid: Laid,
    /// The number of the next entry.
    number: usize,
    /// How many entries of the current group are still to come.
    left: usize,
    closed: bool,
    kept_from: Option<KeptFrom>,
}

impl<G: Game> Reading<G> {
    /// Adds the next line.
    fn take(&mut self, Whole { of, said }: Whole<G>) -> Result<(), Flaw> {
        let number = self.number;
        self.journal.together.extend(of.map(|of| (number, of)));
        if self.journal.is_private() && self.kept_from.is_none() {
            self.hold_to_light(&said);
        }
        self.left = of.unwrap_or(self.left).saturating_sub(1);
        self.closed = matches!(said, Said::Open(Entry::Closed));
        match &said {
            Said::Open(entry) => {
                if self.journal.is_private() && self.journal.is_secret(entry) {
                    self.laid.in_clear.push(number);
                }
                self.laid.say::<G>(number, entry);
            }
            Said::Kept(digest) => {
                let fault = match (self.journal.is_private(), is_digest(digest)) {
                    (false, _) => "it is kept elsewhere, and its first line names no second file",
                    (true, false) => "the digest of what it keeps is not 64 hexadecimal digits",
                    (true, true) => "",
                };
                if !fault.is_empty() {
                    return Err(Flaw::Damaged { line: number + 1, what: Damage::Kept(fault) });
                }
                self.laid.keep(number, digest);
                let is_lacking = self.own.as_ref().is_some_and(|own| !own.contains(digest));
                self.laid.lacking.extend(is_lacking.then_some(number));
                let found = self.private.find::<EntryOf<G>>(digest);
                if found.is_some_and(|(_, entry)| !self.journal.is_secret(&entry)) {
                    self.laid.no_secret.push(number);
                }
            }
        }
        if self.kept_from.is_some() {
            self.journal.beyond.push(self.known(said));
        } else {
            let taken = self.journal.take_said(said, &self.private);
            let missing = taken.map_err(|out| Flaw::Damaged { line: number + 1, what: out.into() })?;
            if missing.is_some() {
                self.journal.beyond.push(None);
            }
            let why = missing.map(|digest| self.private.why_missing(&digest, &self.referred));
            self.kept_from = why.map(|why| KeptFrom { entry: number, why });
        }
        self.number += 1;
        Ok(())
    }

    /// Compares the lines that the next entry publishes with those revealed since the last one. Inside a group nothing
    /// is published. After a crash, the mark of resuming may come first.
    fn hold_to_light(&mut self, said: &Said<G>) {
        let lines = match said {
            Said::Open(Entry::Opened | Entry::Closed) => return,
            Said::Open(Entry::Noticed { what: Notice::LaidOpen { lines } }) => &lines[..],
            Said::Open(_) | Said::Kept(_) => &[],
        };
        let owed = if self.left == 0 { self.journal.lines_to_lay_open() } else { Some(Vec::new()) };
        let mut shut = lines.iter().filter(|line| self.journal.vault.is_shut(line));
        if shut.any(|line| !owed.iter().flatten().any(|owed| owed == line)) {
            self.laid.early.push(self.number);
        } else if owed.as_deref() != Some(lines) {
            self.laid.late.push(self.number);
        }
    }

    /// Returns the entry of a line, if the line or its private line is available.
    fn known(&self, said: Said<G>) -> Option<EntryOf<G>> {
        match said {
            Said::Open(entry) => Some(entry),
            Said::Kept(digest) => self.private.find::<EntryOf<G>>(&digest).map(|(_, entry)| entry),
        }
    }

    /// Adds published lines to the private text, also for earlier entries, and records references to it.
    fn look_ahead(&mut self, said: &Said<G>) {
        match said {
            Said::Open(Entry::Noticed { what: Notice::LaidOpen { lines } }) => {
                lines.iter().for_each(|line| drop(self.private.put(line)));
            }
            Said::Open(_) => {}
            Said::Kept(digest) => self.referred.push(digest.clone()),
        }
    }

    fn why_no_chances(&self) -> Option<Missing> {
        let digest = self.journal.header.private.as_deref().filter(|_| !self.journal.has_chances())?;
        Some(self.private.why_missing(digest, &self.referred))
    }
}

/// A complete line, and how many entries are written together from it on.
struct Whole<G: Game> {
    of: Option<usize>,
    said: Said<G>,
}

/// The content of a line.
enum Said<G: Game> {
    Open(EntryOf<G>),
    /// The digest of the private line that holds the entry.
    Kept(String),
}

fn read_line<G: Game>(chain: Chain, line: &[u8], expected: usize) -> Result<(Chain, Whole<G>), Damage> {
    let chain = chain.follow(line)?;
    let read: EntryIn<G> = parsed(line)?;
    if read.n != expected {
        return Err(Damage::Number { expected, found: read.n });
    }
    let said = match (read.entry, read.kept) {
        (Some(entry), None) => Said::Open(entry),
        (None, Some(digest)) => Said::Kept(digest),
        (Some(_), Some(_)) | (None, None) => return Err(Damage::Json("it has no entry, or two".to_owned())),
    };
    Ok((chain, Whole { of: read.of, said }))
}
