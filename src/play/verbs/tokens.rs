//! Splits a line into tokens, with each quotation as one token, so that later code need not parse quotation marks.
use std::{borrow::Cow, ops::Range};

#[derive(Clone, PartialEq, Debug)]
pub struct Token<'a> {
    pub kind: TokenKind,
    /// The text as typed, or the content of a quotation.
    pub text: Cow<'a, str>,
    /// The lower-case text, to compare with the grammar's words. Empty for a quotation, which is never one of them.
    pub key: String,
    /// Bytes in the line, including quotation marks.
    pub at: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Word,
    Quoted,
    /// An unclosed quotation.
    Open,
    /// `>`, `->` or `→`.
    Arrow,
    Semicolon,
}

impl Token<'_> {
    pub fn is_quoted(&self) -> bool {
        matches!(self.kind, TokenKind::Quoted | TokenKind::Open)
    }
    /// Whether it is a word or a quotation, not a mark of the grammar.
    pub fn is_word(&self) -> bool {
        !matches!(self.kind, TokenKind::Arrow | TokenKind::Semicolon)
    }
}

/// Splits a line at spaces, arrows and `;`, up to a comment. Quotations, straight or typographic, are one token.
///
/// Inside a quotation `\"`, `\\` and `\n` mean a quotation mark, a backslash and a line feed. A comment begins
/// with `#` at the start of a word. `#12` is the number of an entry.
pub fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut index = 0;
    while let Some(first) = line[index..].chars().next() {
        if first.is_whitespace() {
            index += first.len_utf8();
            continue;
        }
        if first == '#' && !line[index + 1..].starts_with(|next: char| next.is_ascii_digit()) {
            break;
        }
        let token = quotation(line, index, first).or_else(|| mark(line, index)).unwrap_or_else(|| word(line, index));
        index = token.at.end;
        tokens.extend(Some(token).filter(|token| token.is_quoted() || !token.text.is_empty()));
    }
    tokens
}

pub(super) fn is_double(mark: char) -> bool {
    matches!(mark, '"' | '“' | '”' | '„' | '‟' | '«' | '»')
}

fn is_single(mark: char) -> bool {
    matches!(mark, '\'' | '‘' | '’' | '‚')
}

fn quotation(line: &str, start: usize, first: char) -> Option<Token<'_>> {
    let double = is_double(first);
    if !double && !is_single(first) {
        return None;
    }
    let mut text = String::new();
    let body = start + first.len_utf8();
    let mut marks = line[body..].char_indices().peekable();
    while let Some((at, mark)) = marks.next() {
        let next = marks.peek().map(|(_, next)| *next);
        // An apostrophe ends a quotation only at the end of a word.
        let ends_word = next.is_none_or(|next| next.is_whitespace() || next == ';');
        let ends = if double { is_double(mark) } else { is_single(mark) && ends_word };
        if ends {
            return Some(quoted(TokenKind::Quoted, text, start..body + at + mark.len_utf8()));
        }
        let escaped = match next.filter(|_| mark == '\\') {
            Some('n') => Some('\n'),
            next => next.filter(|next| *next == '\\' || is_double(*next)),
        };
        text.push(escaped.unwrap_or(mark));
        if escaped.is_some() {
            marks.next();
        }
    }
    // A lone apostrophe does not open a quotation.
    double.then(|| quoted(TokenKind::Open, text, start..line.len()))
}

fn quoted(kind: TokenKind, text: String, at: Range<usize>) -> Token<'static> {
    Token { kind, text: text.into(), key: String::new(), at }
}

/// Reads an arrow or a `;` at a place of the line.
fn mark(line: &str, start: usize) -> Option<Token<'_>> {
    let (kind, key, typed) = [
        (TokenKind::Arrow, ">", "->"),
        (TokenKind::Arrow, ">", ">"),
        (TokenKind::Arrow, ">", "→"),
        (TokenKind::Semicolon, ";", ";"),
    ]
    .into_iter()
    .find(|(.., typed)| line[start..].starts_with(typed))?;
    Some(Token { kind, text: key.into(), key: key.to_owned(), at: start..start + typed.len() })
}

/// Reads a word up to a space or a mark. Commas at its end are ignored.
fn word(line: &str, start: usize) -> Token<'_> {
    let text = &line[start..];
    let mut letters = text.char_indices();
    let end = letters.find(|(at, letter)| letter.is_whitespace() || mark(text, *at).is_some());
    let length = end.map_or(text.len(), |(at, _)| at);
    let word = text[..length].trim_end_matches(',');
    Token { kind: TokenKind::Word, text: word.into(), key: word.to_lowercase(), at: start..start + length }
}
