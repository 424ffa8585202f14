//! Collections in brackets, as [`super::plain`] reads them.
use serde_yaml::{Mapping, Value};

use super::{
    plain::{DEEPEST, Reader},
    plain_words::{is_plain_start, resolved},
};

impl Reader<'_> {
    /// A collection in brackets, which may go on over lines that are indented.
    pub(super) fn flow(&mut self, depth: usize) -> Option<Value> {
        let open = self.byte()?;
        if DEEPEST < depth {
            return None;
        }
        self.at += 1;
        self.skip_gap()?;
        if open == b'[' { self.flow_list(depth) } else { self.flow_map(depth) }
    }

    fn flow_list(&mut self, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        if self.closes(b']') {
            return Some(Value::Sequence(items));
        }
        loop {
            self.mark(self.at, None);
            items.push(self.flow_value(depth)?);
            if !self.goes_on(b']')? {
                return Some(Value::Sequence(items));
            }
        }
    }

    fn flow_map(&mut self, depth: usize) -> Option<Value> {
        let mut map = Mapping::new();
        if self.closes(b'}') {
            return Some(Value::Mapping(map));
        }
        loop {
            let key = self.key()?.to_owned();
            let key_at = self.at;
            self.at += key.len() + 1;
            self.skip_gap()?;
            self.mark(self.at, Some(key_at));
            let value = self.flow_value(depth)?;
            if map.insert(Value::String(key), value).is_some() {
                return None;
            }
            if !self.goes_on(b'}')? {
                return Some(Value::Mapping(map));
            }
        }
    }

    fn flow_value(&mut self, depth: usize) -> Option<Value> {
        match self.byte()? {
            b'[' | b'{' => self.flow(depth + 1),
            b'"' | b'\'' => self.quoted().map(Value::String),
            _ => {
                let ahead = &self.text[self.at..];
                let ends = |byte: u8| matches!(byte, b',' | b'[' | b']' | b'{' | b'}' | b'?' | b'\n');
                let words = &ahead[..ahead.bytes().position(ends).unwrap_or(ahead.len())];
                self.at += words.len();
                let words = words.trim_end_matches(' ');
                let doubtful = words.contains(": ") || words.ends_with(':') || words.contains(" #");
                if doubtful || !is_plain_start(words) { None } else { resolved(words) }
            }
        }
    }

    /// After an item: is there another, or does the bracket close here?
    fn goes_on(&mut self, close: u8) -> Option<bool> {
        self.skip_gap()?;
        if self.closes(close) {
            return Some(false);
        }
        if self.byte()? != b',' {
            return None;
        }
        self.at += 1;
        self.skip_gap()?;
        Some(true)
    }

    fn closes(&mut self, close: u8) -> bool {
        let closes = self.byte() == Some(close);
        self.at += usize::from(closes);
        closes
    }

    /// Spaces and ends of lines between items; a line that is not indented is in doubt, and so is a comment.
    fn skip_gap(&mut self) -> Option<()> {
        self.skip_spaces();
        while self.byte() == Some(b'\n') {
            self.at += 1;
            let from = self.at;
            self.skip_spaces();
            if self.at == from && self.byte() != Some(b'\n') {
                return None;
            }
        }
        (self.byte() != Some(b'#')).then_some(())
    }
}
