//! Reads YAML as our own files are written, many times quicker than YAML as a whole can be read.
//!
//! Blocks of keys and lists, brackets, words on one line or flowing on, words in quotes, `>-`: whatever is written so has one
//! meaning, which a test compares with that of the reader of all YAML. At anything else, or anything in doubt, this
//! reader gives up and the other reads the text.
use serde_yaml::{Mapping, Value};

use super::plain_words::{is_plain_start, is_word, printable, resolved};

/// Collections within collections; our files need six.
pub(super) const DEEPEST: usize = 40;
/// Bytes of a line: of a longer one every value would be looked for anew; the longest of our files has under 600.
const LONGEST_LINE: usize = 4096;

/// What a text means, or nothing where it is not plainly written.
pub fn plain(text: &str) -> Option<Value> {
    Reader::of(text, None)?.root().map(|(root, _)| root)
}

/// The same, with the places of all values in the order in which they begin.
pub(super) fn marked(text: &str) -> Option<(Value, Vec<Mark>)> {
    let (root, marks) = Reader::of(text, Some(Vec::new()))?.root()?;
    Some((root, marks?))
}

/// Where a value begins, and its key if it has one; counted in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) value: usize,
    pub(super) key: Option<usize>,
}

/// A place in a text: between two values of a block it is the first letter of the next line that says something.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Where the line begins.
    begin: usize,
    /// How far that line is indented; nothing at the end of the text.
    indent: Option<usize>,
    /// Were lines left out before it?
    apart: bool,
    marks: Option<Vec<Mark>>,
}

impl<'t> Reader<'t> {
    fn of(text: &'t str, marks: Option<Vec<Mark>>) -> Option<Reader<'t>> {
        let is_short = text.lines().all(|line| line.len() <= LONGEST_LINE);
        (is_short && printable(text)).then_some(Reader { text, at: 0, begin: 0, indent: None, apart: false, marks })
    }

    /// The whole text.
    fn root(mut self) -> Option<(Value, Option<Vec<Mark>>)> {
        self.seek(0);
        let column = self.indent?;
        self.mark(self.at, None);
        let root = self.block(column, 0, 0)?;
        self.indent.is_none().then_some((root, self.marks))
    }

    pub(super) fn mark(&mut self, value: usize, key: Option<usize>) {
        if let Some(marks) = &mut self.marks {
            marks.push(Mark { value, key });
        }
    }

    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn byte_after(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at + 1).copied()
    }

    /// The rest of the line.
    pub(super) fn rest(&self) -> &'t str {
        let rest = &self.text[self.at..];
        rest.split_once('\n').map_or(rest, |(line, _)| line)
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.byte() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Goes to the next line, from the beginning of one, that is neither empty nor a comment.
    fn seek(&mut self, from: usize) {
        (self.at, self.apart) = (from, false);
        loop {
            self.begin = self.at;
            self.skip_spaces();
            match self.byte() {
                None => {
                    self.indent = None;
                    return;
                }
                Some(b'\n') => self.at += 1,
                Some(b'#') => self.at = self.begin_of_next(),
                Some(_) => {
                    self.indent = Some(self.at - self.begin);
                    return;
                }
            }
            self.apart = true;
        }
    }

    fn begin_of_next(&self) -> usize {
        (self.at + self.rest().len() + 1).min(self.text.len())
    }

    /// Only a comment may follow on the line.
    fn line_ends(&mut self) -> Option<()> {
        let begins_apart = self.at == 0 || self.text.as_bytes()[self.at - 1] == b' ' || self.byte() == Some(b' ');
        self.skip_spaces();
        match self.byte() {
            None | Some(b'\n') => {}
            Some(b'#') if begins_apart => {}
            Some(_) => return None,
        }
        self.seek(self.begin_of_next());
        Some(())
    }

    /// Does a list's dash stand here?
    fn is_dash(&self) -> bool {
        self.byte() == Some(b'-') && matches!(self.byte_after(), None | Some(b' ' | b'\n'))
    }

    /// The key that stands here, `word:` and then a space or the end of the line.
    pub(super) fn key(&self) -> Option<&'t str> {
        let ahead = &self.text[self.at..];
        let end = ahead.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'))?;
        let (key, after) = ahead.split_at(end);
        let colon = after.strip_prefix(':')?;
        let is_word = key.starts_with(|c: char| c.is_ascii_alphabetic()) && is_word(key);
        (is_word && (colon.is_empty() || colon.starts_with([' ', '\n']))).then_some(key)
    }

    /// What begins at this column of a block. Words may flow on over lines that are indented by `least` or more.
    fn block(&mut self, column: usize, least: usize, depth: usize) -> Option<Value> {
        if depth == DEEPEST {
            None
        } else if self.is_dash() {
            self.sequence(column, depth)
        } else if self.key().is_some() {
            self.mapping(column, depth)
        } else {
            self.inline(least, depth)
        }
    }

    fn mapping(&mut self, column: usize, depth: usize) -> Option<Value> {
        let mut map = Mapping::new();
        loop {
            let key = self.key()?;
            let key_at = self.at;
            self.at += key.len() + 1;
            let after = self.at;
            self.skip_spaces();
            let value = match self.byte() {
                None | Some(b'\n' | b'#') => {
                    self.line_ends()?;
                    self.below(column, Some(key_at), after, depth)?
                }
                Some(_) => {
                    self.mark(self.at, Some(key_at));
                    self.inline(column + 1, depth)?
                }
            };
            if map.insert(Value::String(key.to_owned()), value).is_some() {
                return None;
            }
            match self.indent {
                Some(indent) if column < indent => return None,
                Some(indent) if indent == column => {}
                Some(_) | None => return Some(Value::Mapping(map)),
            }
        }
    }

    fn sequence(&mut self, column: usize, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        loop {
            self.at += 1;
            let after = self.at;
            self.skip_spaces();
            let item = match self.byte() {
                None | Some(b'\n' | b'#') => {
                    self.line_ends()?;
                    self.below(column, None, after, depth)?
                }
                Some(_) => {
                    self.mark(self.at, None);
                    self.block(self.at - self.begin, column + 1, depth + 1)?
                }
            };
            items.push(item);
            match self.indent {
                Some(indent) if column < indent => return None,
                Some(indent) if indent == column && self.is_dash() => {}
                Some(_) | None => return Some(Value::Sequence(items)),
            }
        }
    }

    /// What stands below a key or a dash, which ended where `after` says; a list below a key need not be indented further.
    fn below(&mut self, column: usize, key: Option<usize>, after: usize, depth: usize) -> Option<Value> {
        match self.indent {
            Some(indent) if column < indent => {
                self.mark(self.at, key);
                self.block(indent, column + 1, depth + 1)
            }
            Some(indent) if indent == column && key.is_some() && self.is_dash() => {
                self.mark(self.at, key);
                self.sequence(column, depth + 1)
            }
            Some(_) | None => {
                self.mark(after, key);
                Some(Value::Null)
            }
        }
    }

    /// A value that begins in the middle of a line, up to the line that says something else.
    fn inline(&mut self, least: usize, depth: usize) -> Option<Value> {
        match self.byte()? {
            b'"' | b'\'' => {
                let words = self.quoted()?;
                self.line_ends()?;
                Some(Value::String(words))
            }
            b'[' | b'{' => {
                let value = self.flow(depth + 1)?;
                self.line_ends()?;
                Some(value)
            }
            b'>' => self.folded(least),
            _ => self.flowing(least),
        }
    }

    /// Words in quotes on one line, without escapes but for the doubled `'`.
    pub(super) fn quoted(&mut self) -> Option<String> {
        let rest = self.rest();
        let quote = rest.chars().next()?;
        let mut end = 1 + rest[1..].find(quote)?;
        while quote == '\'' && rest[end + 1..].starts_with('\'') {
            end += 2 + rest[end + 2..].find('\'')?;
        }
        let words = &rest[1..end];
        self.at += end + 1;
        match quote {
            '"' => (!words.contains('\\')).then(|| words.to_owned()),
            _ => Some(words.replace("''", "'")),
        }
    }

    /// Words without quotes, which may flow on over the next lines.
    fn flowing(&mut self, least: usize) -> Option<Value> {
        let (first, mut ended) = self.line_of_words()?;
        if !is_plain_start(first) {
            return None;
        }
        let mut joined: Option<String> = None;
        while !ended && !self.apart && self.indent.is_some_and(|indent| least <= indent) {
            if !self.byte()?.is_ascii_alphanumeric() {
                return None;
            }
            let (more, more_ended) = self.line_of_words()?;
            let joined = joined.get_or_insert_with(|| first.to_owned());
            joined.push(' ');
            joined.push_str(more);
            ended = more_ended;
        }
        resolved(joined.as_deref().unwrap_or(first))
    }

    /// The words to the end of the line, and whether a comment stands behind them.
    fn line_of_words(&mut self) -> Option<(&'t str, bool)> {
        let rest = self.rest();
        let (words, ended) = rest.split_once(" #").map_or((rest, false), |(words, _)| (words, true));
        let words = words.trim_end_matches(' ');
        if words.contains(": ") || words.ends_with(':') {
            return None;
        }
        self.seek(self.begin_of_next());
        Some((words, ended))
    }

    /// One paragraph below `>-`, its lines joined.
    fn folded(&mut self, least: usize) -> Option<Value> {
        if self.rest() != ">-" {
            return None;
        }
        let mut at = self.begin_of_next();
        let (mut indent, mut joined) = (None, String::new());
        while let Some(line) = self.text[at..].split_inclusive('\n').next() {
            let words = line.trim_start_matches(' ');
            let deep = line.len() - words.len();
            let words = words.strip_suffix('\n').unwrap_or(words);
            if words.is_empty() || deep < indent.unwrap_or(least) {
                break;
            }
            if *indent.get_or_insert(deep) != deep || words.ends_with(' ') {
                return None;
            }
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(words);
            at += line.len();
        }
        let indent = indent.filter(|indent| 0 < *indent)?;
        let blank_ahead = self.text[at..].lines().take_while(|line| line.trim_start_matches(' ').is_empty());
        if blank_ahead.into_iter().any(|line| !line.is_empty()) {
            return None;
        }
        let next = self.text[at..].lines().find(|line| !line.is_empty());
        let goes_on = next.is_some_and(|line| indent <= line.len() - line.trim_start_matches(' ').len());
        self.seek(at);
        (!goes_on).then_some(Value::String(joined))
    }
}
