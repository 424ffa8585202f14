//! Entries as text, both ways: one JSON object a line, each bound by a checksum to the line before it.
//!
//! A line begins exactly `{"sum":"xxxxxxxx",` with the CRC-32, in lower-case hexadecimals, of the previous line's sum
//! as text and of every byte of this line after that field. It ends with a line feed, without which it is torn.
use std::borrow::Cow;

use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::error::Category;

use super::{
    entry::{Entry, FORMAT, Header, OutOfPlace, Unwritable},
    private,
};

pub(super) const BEFORE_SUM: &[u8] = b"{\"sum\":\"";
pub(super) const AFTER_SUM: &[u8] = b"\",";

/// The end of a text so far, to which the next line is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The sum of the last line as text; `None` before the first.
    pub(super) sum: Option<[u8; 8]>,
}

/// A line ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// With its line feed.
    pub text: String,
    /// The chain when this line has been written.
    pub chain: Chain,
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
    #[error("the journal is of format {found}, and this program reads format {FORMAT}; a newer kaiser wrote it")]
    Newer { found: u32 },
    #[error("the journal was written before the first release of kaiser, and no released program reads it")]
    BeforeRelease,
    #[error("its first line names format 0, which no program ever wrote")]
    NoFormat,
    #[error("its first line is impossible: {0}")]
    Impossible(String),
    #[error("the dice of the journal are thrown by {algorithm}, which this program does not know")]
    OtherDice { algorithm: String },
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
    #[error("it begins {of} entries that stand together, and that cannot be")]
    Together { of: usize },
    #[error("{0}")]
    Kept(&'static str),
    #[error("{0}")]
    OutOfPlace(#[from] OutOfPlace),
}

/// The part of a first line that every format has.
#[derive(Deserialize)]
pub(super) struct Marker<'a> {
    #[serde(borrow)]
    kaiser: Cow<'a, str>,
    format: u32,
    dice: Option<serde_json::Value>,
    #[serde(borrow)]
    pub(super) game: Cow<'a, str>,
}

impl Marker<'_> {
    /// Before the first release nothing was said of the dice, or more than a word.
    fn is_before_release(&self) -> bool {
        !self.dice.as_ref().is_some_and(serde_json::Value::is_string)
    }
}

#[derive(Serialize)]
struct EntryOut<'a, E> {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    #[serde(flatten)]
    said: SaidOut<'a, E>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum SaidOut<'a, E> {
    Entry(&'a E),
    /// The digest of the line of the second text that has the entry.
    Kept(String),
}

const MARK: &str = "journal";
/// What every first line begins with; a dot stands for a digit of its checksum.
const BEGINS: &[u8] = b"{\"sum\":\"........\",\"kaiser\":\"journal\",";

/// Whether a text is a journal of which nothing but a part of the first line was ever written: nothing had begun.
pub fn is_unbegun(bytes: &[u8]) -> bool {
    let begins = |(byte, begins): (&u8, &u8)| *begins == b'.' || byte == begins;
    !bytes.contains(&b'\n') && bytes.iter().zip(BEGINS).all(begins)
}

impl Chain {
    /// The first line of a journal. What a second text keeps is left out.
    pub fn first_line<S: Serialize + Clone>(header: &Header<S>) -> Result<Line, Unwritable> {
        if header.private.is_none() {
            return Chain::default().bind(header);
        }
        Chain::default().bind(&Header { seed: None, salts: None, ..header.clone() })
    }

    /// The line of an entry of that number, which is the first `of` so many that stand or fall together, where it begins
    /// several.
    pub fn line<C: Serialize, F: Serialize, P: Serialize>(
        self,
        number: usize,
        of: Option<usize>,
        entry: &Entry<C, F, P>,
    ) -> Result<Line, Unwritable> {
        self.bind(&EntryOut { n: number, of, said: SaidOut::Entry(entry) })
    }

    /// The same of an entry that a line of the second text keeps.
    pub fn kept_line(self, number: usize, of: Option<usize>, kept: &str) -> Result<Line, Unwritable> {
        self.bind(&EntryOut::<()> { n: number, of, said: SaidOut::Kept(private::digest(kept)) })
    }

    fn bind(self, value: &impl Serialize) -> Result<Line, Unwritable> {
        let json = serde_json::to_string(value).map_err(|error| Unwritable(error.to_string()))?;
        let Some(rest) = json.strip_prefix('{') else { return Err(Unwritable("no object".to_owned())) };
        let sum = self.sum_of(rest.as_bytes());
        Ok(Line { text: format!("{{\"sum\":\"{sum:08x}\",{rest}\n"), chain: Chain::at(sum) })
    }

    pub(super) fn at(sum: u32) -> Chain {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |place: usize| DIGITS[(sum >> (28 - 4 * place) & 15) as usize];
        Chain { sum: Some(std::array::from_fn(digit)) }
    }

    pub(super) fn sum_of(self, rest: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        if let Some(before) = self.sum {
            hasher.update(&before);
        }
        hasher.update(rest);
        hasher.finalize()
    }

    /// The chain after `line`, given without its line feed.
    pub(super) fn follow(self, line: &[u8]) -> Result<Chain, Damage> {
        let (sum, rest) = sum_and_rest(line).ok_or(Damage::NoSum)?;
        let next = Chain::at(self.sum_of(rest));
        if next.sum == Some(sum) { Ok(next) } else { Err(Damage::Sum) }
    }
}

/// The sum of a line as it stands there, and all that follows it.
pub fn sum_and_rest(line: &[u8]) -> Option<([u8; 8], &[u8])> {
    let (sum, rest) = line.strip_prefix(BEFORE_SUM)?.split_first_chunk::<8>()?;
    Some((*sum, rest.strip_prefix(AFTER_SUM)?))
}

/// The name of the game whose journal this is.
pub fn game_named(bytes: &[u8]) -> Result<String, Flaw> {
    Ok(marker(first_line(bytes)?)?.game.into_owned())
}

pub(super) fn first_line(bytes: &[u8]) -> Result<&[u8], Flaw> {
    if bytes.is_empty() {
        return Err(Flaw::Empty);
    }
    if let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        return Ok(&bytes[..end]);
    }
    let torn = bytes.starts_with(BEFORE_SUM) || BEFORE_SUM.starts_with(bytes);
    Err(if torn { Flaw::UnfinishedHeader } else { Flaw::NotAJournal })
}

/// A line without what other programs put before it: a byte order mark, blanks.
pub(super) fn without_marks(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii()
}

/// Reads the JSON of a line: every line by way of one text, so that a type's reader is compiled once.
pub(super) fn parsed<'l, T: Deserialize<'l>>(line: &'l [u8]) -> Result<T, Damage> {
    let text = str::from_utf8(line)
        .map_err(|error| Damage::Json(format!("from column {} on it is no UTF-8 text", error.valid_up_to() + 1)))?;
    serde_json::from_str(text).map_err(|error| Damage::Json(plainly(&error)))
}

/// What is wrong with the JSON of a line, and where, without the sentence of the library.
fn plainly(error: &serde_json::Error) -> String {
    let column = error.column();
    match error.classify() {
        Category::Eof => "it ends in the middle".to_owned(),
        Category::Syntax => format!("from column {column} on it is no JSON"),
        Category::Data | Category::Io => format!("what stands before column {column} has no meaning there"),
    }
}

pub(super) fn marker(line: &[u8]) -> Result<Marker<'_>, Flaw> {
    let marker: Marker<'_> = match parsed(line) {
        Ok(marker) => marker,
        Err(_) if !without_marks(line).starts_with(BEFORE_SUM) => return Err(Flaw::NotAJournal),
        Err(what) => return Err(Flaw::Damaged { line: 1, what }),
    };
    if marker.kaiser != MARK {
        return Err(Flaw::NotAJournal);
    }
    if marker.is_before_release() {
        return Err(Flaw::BeforeRelease);
    }
    if marker.format == 0 {
        return Err(Flaw::NoFormat);
    }
    if marker.format > FORMAT {
        return Err(Flaw::Newer { found: marker.format });
    }
    Ok(marker)
}

/// Whether the first line of a journal says that what is secret stands in a second text.
pub fn is_private(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Peek {
        private: Option<IgnoredAny>,
    }
    let first = first_line(bytes).ok();
    first.and_then(|line| parsed::<Peek>(line).ok()).is_some_and(|peek| peek.private.is_some())
}
