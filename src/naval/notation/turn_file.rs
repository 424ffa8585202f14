//! The text of a turn file: one side's orders for one moment, as mail programs leave it. Begin at [`TurnFile::read`].
use crate::Segment;
use play::{LineError, is_dash, journal::is_hexadecimal, verbs};

/// The form of turn files that this program reads and writes.
pub const TURN_FILE_FORM: &str = "kaiser turn file";
pub const TURN_FILE_VERSION: u32 = 1;
/// Digits of the key from which the salt of held orders is made.
pub const KEY_DIGITS: usize = 32;

/// Reads a turn, whether it is in its second half, and a segment: `7/gunfire`, `12.5/damage-control`.
pub fn read_moment(label: &str) -> Option<(u16, bool, Segment)> {
    let (turn, word) = label.split_once('/')?;
    let (turn, second_half) = match turn.split_once('.') {
        None => (turn, false),
        Some((turn, "0")) => (turn, false),
        Some((turn, "5")) => (turn, true),
        Some(_) => return None,
    };
    Some((turn.parse().ok()?, second_half, Segment::from_word(word)?))
}

/// The line that says what a turn file is for: `# of 4f2a-91c0-77d3-5b1e japan 7/plotting KEY`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnFileStamp {
    /// The code of the battle.
    pub code: String,
    pub side: String,
    pub turn: u16,
    pub second_half: bool,
    pub segment: Segment,
    /// 32 hexadecimal digits that only the side and the referee know.
    pub key: String,
}

impl TurnFileStamp {
    fn from_line(line: &str) -> Option<TurnFileStamp> {
        let mut words = line.strip_prefix('#')?.split_whitespace();
        if words.next() != Some("of") {
            return None;
        }
        let (code, side, moment, key) = (words.next()?, words.next()?, words.next()?, words.next()?);
        if key.len() != KEY_DIGITS || !is_hexadecimal(key) {
            return None;
        }
        let (turn, second_half, segment) = read_moment(moment)?;
        let (code, side, key) = (code.to_owned(), side.to_owned(), key.to_owned());
        Some(TurnFileStamp { code, side, turn, second_half, segment, key })
    }
}

/// A line that orders something, with its number in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileLine {
    pub number: usize,
    pub text: String,
}

#[derive(Debug)]
pub struct TurnFile {
    /// `None` for plain lines without a stamp.
    pub stamp: Option<TurnFileStamp>,
    /// The orders of each segment, in the order of the text. `None` is the moment of the file.
    pub parts: Vec<(Option<Segment>, Vec<FileLine>)>,
}

impl TurnFile {
    /// Reads lines as mail programs leave them. Lines before the stamp or after a signature give no orders.
    ///
    /// # Errors
    /// A turn file of another form, or a part for something that is not a segment.
    pub fn read(text: &str) -> Result<TurnFile, LineError> {
        let lines: Vec<String> = text.lines().map(clean_line).collect();
        let stamped = lines.iter().enumerate().find_map(|(index, line)| Some((index, TurnFileStamp::from_line(line)?)));
        let (first, stamp) = stamped.map_or((0, None), |(index, stamp)| (index + 1, Some(stamp)));
        let version = lines[..first].iter().find_map(|line| version_of(line));
        if let Some(version) = version.filter(|version| *version != TURN_FILE_VERSION) {
            let what =
                format!("This is a turn file of form {version}, and this program reads form {TURN_FILE_VERSION}.");
            return Err(LineError::new(what).hint("use the program that wrote it"));
        }
        let mut file = TurnFile { stamp, parts: vec![(None, Vec::new())] };
        let signature = lines[first..].iter().position(|line| line == "--").filter(|_| file.stamp.is_some());
        let end = signature.map_or(lines.len(), |end| first + end);
        for (number, line) in (first + 1..).zip(&lines[first..end]) {
            if let Some(word) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                file.parts.push((Some(segment_named(word, number)?), Vec::new()));
            } else if let Some((_, part)) = file.parts.last_mut()
                && let Some(text) = order_text(line)
            {
                part.push(FileLine { number, text });
            }
        }
        Ok(file)
    }

    /// Returns the orders of `segment`. Lines before the first heading are for the file's own segment, `at`.
    pub fn orders_for(&self, segment: Segment, at: Segment) -> Vec<FileLine> {
        let parts = self.parts.iter().filter(|(part, _)| part.unwrap_or(at) == segment);
        parts.flat_map(|(_, lines)| lines.clone()).collect()
    }
}

/// Returns the number after the name of the form: 1 in `kaiser turn file 1`.
fn version_of(line: &str) -> Option<u32> {
    let form = line.split_once(TURN_FILE_FORM)?.1.trim_start();
    form[..form.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(form.len())].parse().ok()
}

fn segment_named(word: &str, number: usize) -> Result<Segment, LineError> {
    let word = word.trim().to_lowercase();
    Segment::from_word(&word).ok_or_else(|| {
        let words: Vec<&str> = Segment::ALL.iter().map(|segment| segment.word()).collect();
        let shown: String = word.chars().take(MAX_WORD_LETTERS).collect();
        LineError::new(format!("Line {number} begins a part for \"{shown}\", which is not a segment."))
            .hint(format!("[plotting], [gunfire] or another of {}", words.join(", ")))
    })
}

/// Letters of a wrong word that an error repeats.
const MAX_WORD_LETTERS: usize = 30;

/// Returns a line without quotation marks of replies, marks without width and typographic hyphens.
fn clean_line(line: &str) -> String {
    let clean: String = line.chars().filter(|letter| !is_without_width(*letter)).map(plain_letter).collect();
    let mut text = clean.trim();
    while let Some(quoted) = text.strip_prefix('>') {
        text = quoted.trim_start();
    }
    text.to_owned()
}

fn is_without_width(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn plain_letter(letter: char) -> char {
    match letter {
        letter if is_dash(letter) => '-',
        letter if letter.is_whitespace() || letter.is_control() => ' ',
        letter => letter,
    }
}

/// Returns the order of a line without its remark. `None` without an order, or if nothing was added to a beginning that
/// the sheet offers: `plot 2nd`, `preplot 2nd`, `target izumo at`, `repair izumo`.
fn order_text(line: &str) -> Option<String> {
    let tokens = verbs::tokens(line);
    let end = tokens.last()?.at.end;
    let is_empty = match &tokens[..] {
        [verb, _] => ["plot", "preplot", "repair"].contains(&verb.key.as_str()),
        [verb, _, at] => verb.key == "target" && at.key == "at",
        _ => false,
    };
    (!is_empty).then(|| line[..end].to_owned())
}
