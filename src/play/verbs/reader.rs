//! Reads a line word by word and reports every word that does not fit.
use std::ops::Range;

use super::{
    common::SharedVerb,
    fill::fill,
    table::{CommandSpec, FilledSlots, Grammar, Reader},
    text,
    tokens::{Token, TokenKind},
    words::{fold, looks_numeric, nearest, or_list},
};
use crate::{Hint, LineError};

/// Creates a reader at the first of the order's tokens. An unclosed quotation is an error.
pub fn reader<'a, G: Grammar>(
    state: &'a G::State,
    line: &'a str,
    tokens: Vec<Token<'a>>,
    row: &'static CommandSpec<G>,
) -> Result<Reader<'a, G>, LineError> {
    check_quotes_closed(&tokens)?;
    let end = tokens.last().map_or(line.trim_end().len(), |last| last.at.end);
    let (names, filled) = (G::names(state), FilledSlots::new(row));
    Ok(Reader { state, names, line, tokens, at: 0, end, row, current_key: "", filling: None, filled })
}

/// Reads a session command by its row. `words` is the number of tokens in its verb. A remark is one word, with all its
/// punctuation.
///
/// # Errors
/// Something is missing, or a word does not fit. The error comes with the shared verb of the row, if it has one.
pub fn read_word<'a, G: Grammar, Word>(
    state: &'a G::State,
    line: &'a str,
    mut tokens: Vec<Token<'a>>,
    (row, words): (&'static CommandSpec<G>, usize),
    make: impl FnOnce(&mut Reader<'a, G>) -> Result<Word, LineError>,
) -> Result<Word, (Option<SharedVerb>, LineError)> {
    if row.takes_free_text && row.common.is_none() {
        tokens.truncate(words);
        let from = tokens.last().map_or(0, |last| last.at.end);
        tokens.extend(rest_as_word(line, from));
    }
    let read = reader(state, line, tokens, row).and_then(|mut r| {
        r.at = words;
        fill(&mut r)?;
        make(&mut r)
    });
    read.map_err(|error| (row.common, error))
}

/// Returns the text after a place of a line as one word.
fn rest_as_word(line: &str, from: usize) -> Option<Token<'_>> {
    let text = line[from..].trim();
    let start = from + line[from..].len() - line[from..].trim_start().len();
    let at = start..start + text.len();
    (!text.is_empty()).then(|| Token { kind: TokenKind::Word, text: text.into(), key: text.to_lowercase(), at })
}

pub fn check_quotes_closed(tokens: &[Token]) -> Result<(), LineError> {
    match tokens.iter().find(|token| token.kind == TokenKind::Open) {
        Some(open) => Err(LineError::located(open.at.clone(), "The quotation is not closed.").hint("close it with \"")),
        None => Ok(()),
    }
}

impl<'a, G: Grammar> Reader<'a, G> {
    /// Switches to another row, with nothing filled yet.
    pub fn switch_row(&mut self, row: &'static CommandSpec<G>) {
        (self.row, self.filled) = (row, FilledSlots::new(row));
    }
    pub fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.at)
    }
    /// Returns the next word in the grammar's spelling. Empty at the end of the line, and for a quotation.
    pub fn key(&self) -> &str {
        self.peek().map_or("", |word| word.key.as_str())
    }
    pub fn key_after(&self) -> &str {
        self.tokens.get(self.at + 1).map_or("", |word| word.key.as_str())
    }
    pub fn last_key(&self) -> &str {
        self.tokens.last().map_or("", |word| word.key.as_str())
    }
    pub fn skip(&mut self) {
        self.at += 1;
    }
    /// Skips an optional filler word.
    pub fn pass(&mut self, fillers: &[&str]) {
        if fillers.contains(&self.key()) {
            self.skip();
        }
    }
    /// Returns the place of the next word, or the end of the order.
    pub fn next_place(&self) -> Range<usize> {
        self.peek().map_or(self.end..self.end, |word| word.at.clone())
    }
    pub fn at_number(&self) -> bool {
        self.peek().is_some_and(|word| !word.is_quoted() && looks_numeric(&word.text))
    }
    pub fn at_words(&self, words: &str) -> bool {
        let mut next = self.tokens[self.at.min(self.tokens.len())..].iter();
        words.split(' ').all(|word| next.next().is_some_and(|next| next.key == word))
    }
    /// Returns where the last word that was read ends.
    pub fn read_up_to(&self) -> usize {
        self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(self.end, |word| word.at.end)
    }

    pub fn missing(&self, what: &str) -> LineError {
        G::missing(self, what)
    }
    /// Returns an error with the usage of the verb.
    pub fn misused(&self, at: Range<usize>, what: impl Into<String>) -> LineError {
        LineError::located(at, what).hint(Hint::form(format!("usage: {}", text::usage(self.row))))
    }
    pub fn unexpected(&self) -> LineError {
        let Some(word) = self.peek() else { return self.missing("A word") };
        let error = self.misused(word.at.clone(), format!("\"{}\" does not fit here.", word.text));
        if matches!(word.key.as_str(), "d" | "dice") {
            return error.hint("type the dice after it, such as d 3 9 4, or omit it to roll or be asked");
        }
        match nearest(&word.text, self.row.keywords()).filter(|near| *near != word.key) {
            Some(near) => error.hint(format!("did you mean {near}?")),
            None => error,
        }
    }

    /// Reads the next word. Fails at the end of the line.
    pub fn word(&mut self, what: &str) -> Result<Token<'a>, LineError> {
        let Some(word) = self.peek().cloned() else { return Err(self.missing(what)) };
        self.skip();
        Ok(word)
    }

    /// Returns the option that the next word, or the next two joined by a hyphen, spell in full, and how many words.
    pub fn full_word_among(&self, options: &[&'static str]) -> Option<(&'static str, usize)> {
        let typed = fold(self.key(), false);
        let both = format!("{}-{}", self.key(), self.key_after());
        let pair = options.iter().find(|option| **option == both).map(|option| (*option, 2));
        pair.or_else(|| options.iter().find(|option| fold(option, false) == typed).map(|option| (*option, 1)))
    }

    /// Reads one of a few words, perhaps shortened. An error lists the possible words. If a start fits two words, and
    /// one is the other with a hyphen and more, the longer is meant. The shorter would be typed in full.
    pub fn choose(&mut self, what: &str, options: &[&'static str]) -> Result<&'static str, LineError> {
        if let Some((option, words)) = self.full_word_among(options) {
            self.at += words;
            return Ok(option);
        }
        let word = self.word(what)?;
        let typed = fold(&word.key, false);
        let starts: Vec<&'static str> =
            options.iter().copied().filter(|name| !typed.is_empty() && fold(name, false).starts_with(&typed)).collect();
        let list = or_list(options);
        match starts[..] {
            [word] => Ok(word),
            [word, other] if is_hyphenated_form(word, other) => Ok(word),
            [word, other] if is_hyphenated_form(other, word) => Ok(other),
            [] => {
                let hint = match nearest(&word.text, options.iter().copied()) {
                    Some(near) => format!("did you mean {near}? Valid: {list}"),
                    None => format!("type {list}"),
                };
                Err(LineError::located(word.at, format!("{what} cannot be \"{}\".", word.text)).hint(hint))
            }
            _ => {
                let list = or_list(&starts);
                let error = LineError::located(word.at, format!("\"{}\" may be {list}.", word.text));
                Err(error.hint(format!("type more letters: {list}")))
            }
        }
    }

    pub fn whole_number(&mut self, what: &str, least: u16, most: u16) -> Result<u16, LineError> {
        let word = self.word(what)?;
        let digits = word.text.trim_end_matches('°');
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = if plain { digits.parse::<u16>().ok() } else { None };
        number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
            let error = LineError::located(word.at, format!("{what} cannot be \"{}\".", word.text));
            error.hint(format!("type a whole number from {least} to {most}"))
        })
    }

    /// Reads a reason: a quotation, or the rest of the order as typed. Fails if it is empty.
    pub fn reason(&mut self, what: &str) -> Result<String, LineError> {
        // After the verb alone, its example helps more than a pair of quotation marks.
        let Some(word) = self.peek().cloned() else {
            if self.at < 2 {
                return Err(self.missing(what));
            }
            let line = self.line[..self.end].trim_end();
            let error = LineError::located(self.end..self.end, format!("{what} is missing."));
            return Err(error.hint(format!("type it in words: {line} \"the players agree\"")));
        };
        let reason = if word.is_quoted() {
            self.skip();
            word.text.into_owned()
        } else {
            self.at = self.tokens.len();
            self.line[word.at.start..self.end].trim_end().to_owned()
        };
        if reason.trim().is_empty() {
            return Err(LineError::located(word.at, format!("{what} is empty.")).hint("type it in words: \"...\""));
        }
        Ok(reason)
    }
}

/// Whether a word continues another after a hyphen, as `damage-control` does `damage`.
fn is_hyphenated_form(word: &str, other: &str) -> bool {
    word.strip_prefix(other).is_some_and(|suffix| suffix.starts_with('-'))
}
