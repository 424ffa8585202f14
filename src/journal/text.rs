//! Entries as text, both ways: one JSON object a line, each bound by a checksum to the line before it.
//!
//! A line begins exactly `{"sum":"xxxxxxxx",` with the CRC-32, in lower-case hexadecimals, of the previous line's sum
//! as text and of every byte of this line after that field. It ends with a line feed, without which it is torn.
use std::{borrow::Cow, str};

use serde::{Deserialize, Serialize, de::IgnoredAny};

use super::{
    Algorithm, Entry, FORMAT, Header, Journal, Notice, OutOfPlace,
    private::{self, Chances, Private},
};
use crate::play::Game;

mod mend;

pub use mend::{Loss, Lost, Mending, Righted, mend};

const BEFORE_SUM: &[u8] = b"{\"sum\":\"";
const AFTER_SUM: &[u8] = b"\",";
const REST: usize = BEFORE_SUM.len() + 8 + AFTER_SUM.len();

/// The end of a text so far, to which the next line is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The sum of the last line as text; `None` before the first.
    sum: Option<[u8; 8]>,
}

/// A line ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// With its line feed.
    pub text: String,
    /// The chain when this line has been written.
    pub chain: Chain,
}

/// A value that has no text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot be put into the journal's text: {0}")]
pub struct Unwritable(pub(super) String);

/// A journal as read from text.
pub struct Read<G: Game> {
    pub journal: Journal<G>,
    /// Where to go on writing.
    pub chain: Chain,
    /// How many bytes are whole lines.
    pub length: usize,
    pub torn: Option<Torn>,
    /// The last entry is an orderly end.
    pub closed: bool,
    /// The first entry that stands in a second text which is not here; the journal has none from there on.
    pub kept_from: Option<usize>,
    /// How many whole lines there are, the first with them.
    pub lines: usize,
}

/// A last line without its line feed: the program was stopped while it wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Torn {
    /// Where it begins, in bytes from the start of the text.
    pub offset: usize,
    pub bytes: Vec<u8>,
}

/// Why a text is not a journal to go on with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    #[error("the file is empty")]
    Empty,
    #[error("this is not a journal of kaiser")]
    NotAJournal,
    #[error("the first line is unfinished, so nothing had begun; nothing can be recovered")]
    UnfinishedHeader,
    #[error("the journal is of format {found}, and this program reads formats 1 to {FORMAT}; a newer kaiser wrote it")]
    Newer { found: u32 },
    #[error("the dice of the journal are thrown by {algorithm}, edition {edition}, which this program does not know")]
    OtherDice { algorithm: String, edition: u32 },
    #[error("the journal is of a game of {found}, not of {wanted}")]
    OtherGame { found: String, wanted: String },
    #[error("line {line} is damaged: {what}")]
    Damaged { line: usize, what: Damage },
}

/// What is wrong with a whole line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    #[error("it does not begin with its checksum")]
    NoSum,
    #[error("its checksum does not agree; it was edited, or a line before it is missing, doubled or misplaced")]
    Sum,
    #[error("it cannot be read ({0})")]
    Json(String),
    #[error("it is numbered {found}, and {expected} comes next")]
    Number { expected: usize, found: usize },
    #[error("{0}")]
    OutOfPlace(#[from] OutOfPlace),
}

#[derive(Serialize)]
struct HeaderOut<'a, S> {
    kaiser: &'static str,
    format: u32,
    game: &'a str,
    edition: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rulings: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<&'a Algorithm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    salts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    private: Option<&'a str>,
    setup: &'a S,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderIn<S> {
    #[serde(rename = "sum")]
    _sum: IgnoredAny,
    #[serde(rename = "kaiser")]
    _kaiser: IgnoredAny,
    format: u32,
    game: String,
    edition: String,
    #[serde(default = "first_rulings")]
    rulings: u32,
    #[serde(default = "Algorithm::first")]
    dice: Algorithm,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    salts: Option<u64>,
    #[serde(default)]
    private: Option<String>,
    setup: S,
}

/// Format 1 did not name the edition of its rulings.
fn first_rulings() -> u32 {
    1
}

/// The part of a first line that every format has.
#[derive(Deserialize)]
struct Marker<'a> {
    #[serde(borrow)]
    kaiser: Cow<'a, str>,
    format: u32,
    #[serde(borrow)]
    game: Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct EntryOut<'a, G: Game> {
    n: usize,
    entry: &'a Entry<G>,
}

/// An entry by the digest of a line of the second text.
#[derive(Serialize)]
struct KeptOut<'a> {
    n: usize,
    kept: &'a str,
}

#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct EntryIn<G: Game> {
    #[serde(rename = "sum")]
    _sum: IgnoredAny,
    n: usize,
    #[serde(default = "nothing")]
    entry: Option<Entry<G>>,
    #[serde(default)]
    kept: Option<String>,
}

fn nothing<T>() -> Option<T> {
    None
}

const MARK: &str = "journal";

impl Chain {
    /// The first line of a journal.
    ///
    /// # Errors
    /// [`Unwritable`]: the set-up has no JSON.
    pub fn first_line<S: Serialize>(header: &Header<S>) -> Result<Line, Unwritable> {
        let Header { format, game, edition, rulings, dice, seed, salts, private, setup } = header;
        let (seed, salts) = if private.is_some() { (None, None) } else { (*seed, *salts) };
        // Format 1 named neither.
        let (rulings, dice) = if *format == 1 { (None, None) } else { (Some(*rulings), Some(dice)) };
        Chain::default().bind(&HeaderOut {
            kaiser: MARK,
            format: *format,
            game,
            edition,
            rulings,
            dice,
            seed,
            salts,
            private: private.as_deref(),
            setup,
        })
    }

    /// The line of an entry of that number.
    ///
    /// # Errors
    /// [`Unwritable`]: the command or a fact has no JSON.
    pub fn line<G: Game>(self, number: usize, entry: &Entry<G>) -> Result<Line, Unwritable> {
        self.bind(&EntryOut { n: number, entry })
    }

    /// The line of an entry of that number that a line of the second text keeps.
    ///
    /// # Errors
    /// None that is known: numbers and digits have JSON.
    pub fn kept_line(self, number: usize, kept: &str) -> Result<Line, Unwritable> {
        self.bind(&KeptOut { n: number, kept: &private::digest(kept) })
    }

    fn bind(self, value: &impl Serialize) -> Result<Line, Unwritable> {
        let json = serde_json::to_string(value).map_err(|error| Unwritable(error.to_string()))?;
        let Some(rest) = json.strip_prefix('{') else { return Err(Unwritable("no object".to_owned())) };
        let sum = self.sum_of(rest.as_bytes());
        Ok(Line { text: format!("{{\"sum\":\"{sum:08x}\",{rest}\n"), chain: Chain::at(sum) })
    }

    fn at(sum: u32) -> Chain {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |place: usize| DIGITS[(sum >> (28 - 4 * place) & 15) as usize];
        Chain { sum: Some(std::array::from_fn(digit)) }
    }

    fn sum_of(self, rest: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        if let Some(before) = self.sum {
            hasher.update(&before);
        }
        hasher.update(rest);
        hasher.finalize()
    }

    /// The chain after `line`, given without its line feed.
    fn follow(self, line: &[u8]) -> Result<Chain, Damage> {
        let sum = line.strip_prefix(BEFORE_SUM).and_then(|line| line.get(..8)).ok_or(Damage::NoSum)?;
        let rest = line.get(REST..).ok_or(Damage::NoSum)?;
        if !line[..REST].ends_with(AFTER_SUM) {
            return Err(Damage::NoSum);
        }
        let next = Chain::at(self.sum_of(rest));
        if next.sum.as_ref().is_some_and(|expected| expected == sum) { Ok(next) } else { Err(Damage::Sum) }
    }
}

/// The name of the game whose journal this is.
///
/// # Errors
/// [`Flaw`]: the text is no journal, or one of another format.
pub fn game_named(bytes: &[u8]) -> Result<String, Flaw> {
    Ok(marker(first_line(bytes)?)?.game.into_owned())
}

fn first_line(bytes: &[u8]) -> Result<&[u8], Flaw> {
    if bytes.is_empty() {
        return Err(Flaw::Empty);
    }
    if let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        return Ok(&bytes[..end]);
    }
    let torn = bytes.starts_with(BEFORE_SUM) || BEFORE_SUM.starts_with(bytes);
    Err(if torn { Flaw::UnfinishedHeader } else { Flaw::NotAJournal })
}

fn marker(line: &[u8]) -> Result<Marker<'_>, Flaw> {
    let marker: Marker<'_> = match serde_json::from_slice(line) {
        Ok(marker) => marker,
        Err(_) if !line.starts_with(BEFORE_SUM) => return Err(Flaw::NotAJournal),
        Err(error) => return Err(Flaw::Damaged { line: 1, what: Damage::Json(error.to_string()) }),
    };
    if marker.kaiser != MARK {
        return Err(Flaw::NotAJournal);
    }
    if marker.format > FORMAT {
        return Err(Flaw::Newer { found: marker.format });
    }
    Ok(marker)
}

impl<G: Game> Journal<G> {
    /// Reads a journal of the game of that name.
    ///
    /// A last line without its line feed is left out and reported; a whole line that is wrong is never skipped.
    ///
    /// # Errors
    /// [`Flaw`]: no journal, another format or game, or the first line that is damaged.
    pub fn read(game: &str, bytes: &[u8]) -> Result<Read<G>, Flaw> {
        Journal::read_with(game, bytes, Private::default())
    }

    /// As [`read`](Journal::read), with the lines of its second text; those that the journal has laid open are taken
    /// from it. What is in neither ends the journal there: see [`Read::kept_from`].
    ///
    /// # Errors
    /// As [`read`](Journal::read).
    pub fn read_with(game: &str, bytes: &[u8], mut private: Private) -> Result<Read<G>, Flaw> {
        let first = first_line(bytes)?;
        let found = marker(first)?.game;
        if found != game {
            return Err(Flaw::OtherGame { found: found.into_owned(), wanted: game.to_owned() });
        }
        let (header, mut chain) = read_header::<G::Setup>(first).map_err(|what| Flaw::Damaged { line: 1, what })?;
        if !header.dice.is_known() {
            let Algorithm { algorithm, edition } = header.dice;
            return Err(Flaw::OtherDice { algorithm, edition });
        }
        let mut journal = Journal::new(header);
        if journal.is_private() {
            laid_open::<G>(bytes).into_iter().for_each(|line| private.put(line));
            journal.fill_in(&private);
        }
        let (mut at, mut number, mut kept_from, mut closed) = (first.len() + 1, 1, None, false);
        while let Some(length) = bytes[at..].iter().position(|byte| *byte == b'\n') {
            let damaged = |what| Flaw::Damaged { line: number + 1, what };
            let (next, entry) = read_line::<G>(chain, &bytes[at..at + length], number).map_err(damaged)?;
            chain = next;
            closed = matches!(entry, Said::Open(Entry::Closed));
            if kept_from.is_none() && !journal.take_said(entry, &private).map_err(|out| damaged(out.into()))? {
                kept_from = Some(number);
            }
            (at, number) = (at + length + 1, number + 1);
        }
        journal.course.refresh(&journal.header.setup, &journal.entries);
        let torn = (at < bytes.len()).then(|| Torn { offset: at, bytes: bytes[at..].to_vec() });
        Ok(Read { journal, chain, length: at, torn, closed, kept_from, lines: number })
    }

    /// The seed and the salts out of the second text.
    fn fill_in(&mut self, private: &Private) {
        let found = self.header.private.as_deref().and_then(|digest| private.find::<Chances>(digest));
        if let Some((line, Chances { seed, salts })) = found {
            (self.header.seed, self.header.salts) = (seed, salts);
            self.vault.chances = Some(line.to_owned());
        }
    }

    /// Takes in what a line says; false where that stands in a second text which is not here.
    fn take_said(&mut self, said: Said<G>, private: &Private) -> Result<bool, OutOfPlace> {
        match said {
            Said::Open(entry) => self.take(entry).map(|()| true),
            Said::Kept(digest) => {
                let Some((line, entry)) = private.find::<Entry<G>>(&digest) else { return Ok(false) };
                self.take(entry)?;
                self.vault.put(self.entries.len(), line.to_owned());
                Ok(true)
            }
        }
    }

    /// The whole text.
    ///
    /// # Errors
    /// [`Unwritable`]: something in it has no JSON.
    pub fn text(&self) -> Result<String, Unwritable> {
        let Line { mut text, mut chain } = Chain::first_line(&self.header)?;
        for (at, entry) in self.entries.iter().enumerate() {
            let line = match self.vault.lines.get(&(at + 1)) {
                Some(kept) => chain.kept_line(at + 1, kept)?,
                None => chain.line(at + 1, entry)?,
            };
            text.push_str(&line.text);
            chain = line.chain;
        }
        Ok(text)
    }
}

fn read_header<S: for<'de> Deserialize<'de>>(line: &[u8]) -> Result<(Header<S>, Chain), Damage> {
    let chain = Chain::default().follow(line)?;
    let read: HeaderIn<S> = serde_json::from_slice(line).map_err(|error| Damage::Json(error.to_string()))?;
    let HeaderIn { format, game, edition, rulings, dice, seed, salts, private, setup, .. } = read;
    Ok((Header { format, game, edition, rulings, dice, seed, salts, private, setup }, chain))
}

/// What a line holds.
enum Said<G: Game> {
    Open(Entry<G>),
    /// The digest of the line of the second text that has the entry.
    Kept(String),
}

fn read_line<G: Game>(chain: Chain, line: &[u8], expected: usize) -> Result<(Chain, Said<G>), Damage> {
    let chain = chain.follow(line)?;
    let read: EntryIn<G> = serde_json::from_slice(line).map_err(|error| Damage::Json(error.to_string()))?;
    if read.n != expected {
        return Err(Damage::Number { expected, found: read.n });
    }
    match (read.entry, read.kept) {
        (Some(entry), None) => Ok((chain, Said::Open(entry))),
        (None, Some(digest)) => Ok((chain, Said::Kept(digest))),
        (Some(_), Some(_)) | (None, None) => Err(Damage::Json("it has no entry, or two".to_owned())),
    }
}

/// Every line of the second text that the journal itself has.
fn laid_open<G: Game>(bytes: &[u8]) -> Vec<String> {
    let lines = bytes.split(|byte| *byte == b'\n').skip(1);
    let opened = lines.filter_map(|line| {
        let entry = serde_json::from_slice::<EntryIn<G>>(line).ok()?.entry?;
        let Entry::Noticed { what: Notice::LaidOpen { lines } } = entry else { return None };
        Some(lines)
    });
    opened.flatten().collect()
}

/// Whether the first line of a journal says that what is secret stands in a second text.
pub fn is_private(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Peek {
        private: Option<IgnoredAny>,
    }
    let first = first_line(bytes).ok();
    first.and_then(|line| serde_json::from_slice::<Peek>(line).ok()).is_some_and(|peek| peek.private.is_some())
}
