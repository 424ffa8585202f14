//! The one form of all errors in a text and all refusals by the rules.
use std::ops::Range;

use super::{Hint, Rule};

/// One error or refusal as a sentence for the referee, with its paragraph and a hint what to type instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct LineError {
    pub what: String,
    /// The paragraph that is broken, if any.
    pub rule: Option<Rule>,
    /// The nearest legal input.
    pub hint: Option<Hint>,
    /// Bytes of the line, if the error is in one. Empty, at the end of the line, if something is missing.
    pub at: Range<usize>,
}

/// As wide as `error: ` and `hint:  `.
pub const INDENT: &str = "       ";

impl LineError {
    pub fn new(what: impl Into<String>) -> LineError {
        LineError { what: what.into(), rule: None, hint: None, at: 0..0 }
    }
    pub fn located(at: Range<usize>, what: impl Into<String>) -> LineError {
        LineError { at, ..LineError::new(what) }
    }
    pub fn rule(self, rule: Rule) -> LineError {
        LineError { rule: Some(rule), ..self }
    }
    pub fn hint(self, hint: impl Into<Hint>) -> LineError {
        LineError { hint: Some(hint.into()), ..self }
    }
    /// Returns the error as printed, with its line `shown`, if any.
    pub fn as_error(&self, shown: Option<&str>) -> String {
        format!("error: {}", self.as_answer(shown))
    }
    /// Returns the same text without `error: `, as the answer to a question.
    pub fn as_answer(&self, shown: Option<&str>) -> String {
        let indented = |text: &str| text.replace('\n', &format!("\n{INDENT}"));
        let rule = self.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        let shown = shown.map_or_else(String::new, |shown| format!("\n{INDENT}{}", indented(shown)));
        let hint =
            self.hint.as_ref().map(|hint| format!("\nhint:  {}", indented(&hint.to_string()))).unwrap_or_default();
        format!("{}{rule}{shown}{hint}", self.what)
    }
    /// Returns the line with a mark under the error: two lines without a closing line feed.
    pub fn caret(&self, line: &str) -> String {
        let columns = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
        let before = columns(line.get(..self.at.start));
        let under = columns(line.get(self.at.clone())).max(1);
        format!("{line}\n{}{}", " ".repeat(before), "^".repeat(under))
    }
}

impl<S: Into<String>> From<S> for LineError {
    fn from(what: S) -> LineError {
        LineError::new(what)
    }
}

/// Replaces the omitted part of a line.
const ELLIPSIS: &str = "...";

/// Cuts a line and the mark under it to `room` columns around the mark.
pub fn clipped(shown: &str, room: usize) -> String {
    let Some((line, mark)) = shown.split_once('\n') else { return shown.to_owned() };
    let letters: Vec<char> = line.chars().collect();
    if letters.len() <= room || room <= 4 * ELLIPSIS.len() {
        return shown.to_owned();
    }
    let at = mark.chars().take_while(|letter| *letter == ' ').count();
    let from = at.saturating_sub(room / 2).min(letters.len() - room);
    let mut line: String = letters.iter().skip(from).take(room).collect();
    if from > 0 {
        line = format!("{ELLIPSIS}{}", line.chars().skip(ELLIPSIS.len()).collect::<String>());
    }
    if from + room < letters.len() {
        line = format!("{}{ELLIPSIS}", line.chars().take(room - ELLIPSIS.len()).collect::<String>());
    }
    format!("{line}\n{}", mark.chars().skip(from).take(room).collect::<String>())
}
