//! Journal entries as text, in both directions: one JSON object a line, chained by checksums.
//!
//! A line begins exactly `{"sum":"xxxxxxxx",`. The sum is the CRC-32, in lower-case hexadecimal, of the previous line's
//! sum as text and all bytes of this line between that field and the line feed. A line without line feed is torn.
use std::borrow::Cow;

use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::error::Category;

use super::{
    entry::{Entry, FORMAT, Header, InvalidEntry, Unwritable},
    private,
};

pub(super) const BEFORE_SUM: &[u8] = b"{\"sum\":\"";
pub(super) const AFTER_SUM: &[u8] = b"\",";

/// The end of the text, to which the next line is chained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The sum of the last line as text. `None` before the first line.
    pub(super) sum: Option<[u8; 8]>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Including its line feed.
    pub text: String,
    /// The chain after this line.
    pub chain: Chain,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JournalError {
    #[error("the file is empty")]
    Empty,
    #[error("this is not a journal of kaiser")]
    NotAJournal,
    #[error("the first line is incomplete, so there is nothing to recover")]
    UnfinishedHeader,
    #[error("a newer kaiser wrote the journal: it has format {found}, and this program reads format {FORMAT}")]
    Newer { found: u32 },
    #[error("the journal is older than the first release of kaiser, and no released program reads it")]
    BeforeRelease,
    #[error("its first line has format 0, which does not exist")]
    NoFormat,
    #[error("its first line is impossible: {0}")]
    Impossible(String),
    #[error("the journal's dice use {algorithm}, which this program does not know")]
    OtherDice { algorithm: String },
    #[error("the journal is of a game of {found}, not of {wanted}")]
    OtherGame { found: String, wanted: String },
    #[error("line {line} is damaged: {what}")]
    Damaged { line: usize, what: Damage },
}

/// An error in a complete line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    #[error("it does not begin with its checksum")]
    NoSum,
    #[error("its checksum is wrong: it was edited, or a line before it is missing, doubled or misplaced")]
    Sum,
    #[error("it cannot be read ({0})")]
    Json(String),
    #[error("it has number {found} instead of {expected}")]
    Number { expected: usize, found: usize },
    #[error("it begins a group of {of} entries, which is not possible here")]
    Together { of: usize },
    #[error("{0}")]
    Kept(&'static str),
    #[error("{0}")]
    OutOfPlace(#[from] InvalidEntry),
}

/// The part of a header that every format has.
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
    /// Whether the header predates the first release: only later headers name the way of their dice.
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
    content: ContentOut<'a, E>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ContentOut<'a, E> {
    Entry(&'a E),
    /// The digest of the line of the private text that holds the entry.
    Kept(String),
}

const JOURNAL_MARK: &str = "journal";
/// The start of every header. A dot means any digit of its checksum.
const HEADER_START: &[u8] = b"{\"sum\":\"........\",\"kaiser\":\"journal\",";

/// Whether a text is only a part of a header, so that no game had begun.
pub fn is_unbegun(bytes: &[u8]) -> bool {
    let matches = |(byte, expected): (&u8, &u8)| *expected == b'.' || byte == expected;
    !bytes.contains(&b'\n') && bytes.iter().zip(HEADER_START).all(matches)
}

impl Chain {
    /// Returns the header line, without anything that the private text keeps.
    pub fn first_line<S: Serialize + Clone>(header: &Header<S>) -> Result<Line, Unwritable> {
        if header.private.is_none() {
            return Chain::default().chain_line(header);
        }
        Chain::default().chain_line(&Header { seed: None, salts: None, ..header.clone() })
    }

    /// Returns the line of an entry. If the entry begins a group of entries written together, `of` is the group's size.
    pub fn line<C: Serialize, F: Serialize, P: Serialize>(
        self,
        number: usize,
        of: Option<usize>,
        entry: &Entry<C, F, P>,
    ) -> Result<Line, Unwritable> {
        self.chain_line(&EntryOut { n: number, of, content: ContentOut::Entry(entry) })
    }

    /// Returns the line of an entry that a line of the private text keeps.
    pub fn kept_line(self, number: usize, of: Option<usize>, kept: &str) -> Result<Line, Unwritable> {
        self.chain_line(&EntryOut::<()> { n: number, of, content: ContentOut::Kept(private::digest(kept)) })
    }

    /// Returns a line that continues with `rest` after its own checksum. `None` if `rest` is not UTF-8 or has no end.
    pub(super) fn copied_line(self, rest: &[u8]) -> Option<Line> {
        let sum = self.sum_of(rest.strip_suffix(b"\n")?);
        let text = format!("{{\"sum\":\"{sum:08x}\",{}", str::from_utf8(rest).ok()?);
        Some(Line { text, chain: Chain::from_sum(sum) })
    }

    fn chain_line(self, value: &impl Serialize) -> Result<Line, Unwritable> {
        let json = serde_json::to_string(value).map_err(|error| Unwritable(error.to_string()))?;
        let Some(rest) = json.strip_prefix('{') else { return Err(Unwritable("no object".to_owned())) };
        let sum = self.sum_of(rest.as_bytes());
        Ok(Line { text: format!("{{\"sum\":\"{sum:08x}\",{rest}\n"), chain: Chain::from_sum(sum) })
    }

    pub(super) fn from_sum(sum: u32) -> Chain {
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

    /// Returns the chain after `line`, which has no line feed.
    pub(super) fn verify_next(self, line: &[u8]) -> Result<Chain, Damage> {
        let (sum, rest) = sum_and_rest(line).ok_or(Damage::NoSum)?;
        let next = Chain::from_sum(self.sum_of(rest));
        if next.sum == Some(sum) { Ok(next) } else { Err(Damage::Sum) }
    }
}

pub fn sum_and_rest(line: &[u8]) -> Option<([u8; 8], &[u8])> {
    let (sum, rest) = line.strip_prefix(BEFORE_SUM)?.split_first_chunk::<8>()?;
    Some((*sum, rest.strip_prefix(AFTER_SUM)?))
}

pub fn game_named(bytes: &[u8]) -> Result<String, JournalError> {
    Ok(marker(first_line(bytes)?)?.game.into_owned())
}

pub(super) fn first_line(bytes: &[u8]) -> Result<&[u8], JournalError> {
    if bytes.is_empty() {
        return Err(JournalError::Empty);
    }
    if let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        return Ok(&bytes[..end]);
    }
    let is_unfinished = bytes.starts_with(BEFORE_SUM) || BEFORE_SUM.starts_with(bytes);
    Err(if is_unfinished { JournalError::UnfinishedHeader } else { JournalError::NotAJournal })
}

/// Strips what other programs add around a line: a byte order mark and blanks.
pub(super) fn without_marks(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii()
}

/// Reads the JSON of a line. All types read from `&str`, so that each reader is compiled only once.
pub(super) fn parsed<'l, T: Deserialize<'l>>(line: &'l [u8]) -> Result<T, Damage> {
    let text = str::from_utf8(line)
        .map_err(|error| Damage::Json(format!("from column {} on it is not UTF-8", error.valid_up_to() + 1)))?;
    serde_json::from_str(text).map_err(|error| Damage::Json(describe_json_error(&error)))
}

/// Describes and locates a JSON error without the library's own sentence.
fn describe_json_error(error: &serde_json::Error) -> String {
    let column = error.column();
    match error.classify() {
        Category::Eof => "it is incomplete".to_owned(),
        Category::Syntax => format!("from column {column} on it is not JSON"),
        Category::Data | Category::Io => format!("the text before column {column} does not belong there"),
    }
}

pub(super) fn marker(line: &[u8]) -> Result<Marker<'_>, JournalError> {
    let marker: Marker<'_> = match parsed(line) {
        Ok(marker) => marker,
        Err(_) if !without_marks(line).starts_with(BEFORE_SUM) => return Err(JournalError::NotAJournal),
        Err(what) => return Err(JournalError::Damaged { line: 1, what }),
    };
    if marker.kaiser != JOURNAL_MARK {
        return Err(JournalError::NotAJournal);
    }
    if marker.is_before_release() {
        return Err(JournalError::BeforeRelease);
    }
    if marker.format == 0 {
        return Err(JournalError::NoFormat);
    }
    if marker.format > FORMAT {
        return Err(JournalError::Newer { found: marker.format });
    }
    Ok(marker)
}

/// Whether the header of a journal names a private text.
pub fn is_private(bytes: &[u8]) -> bool {
    peek(bytes).is_some_and(|peek| peek.private.is_some())
}

/// Whether the header of a journal names another journal from which it branches.
pub fn is_branch(bytes: &[u8]) -> bool {
    peek(bytes).is_some_and(|peek| peek.branch.is_some())
}

#[derive(Deserialize)]
struct Peek {
    private: Option<IgnoredAny>,
    branch: Option<IgnoredAny>,
}

fn peek(bytes: &[u8]) -> Option<Peek> {
    parsed(first_line(bytes).ok()?).ok()
}
