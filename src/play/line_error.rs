//! The one form of all errors in a text and all refusals by the rules.
use std::ops::Range;

use super::{Hint, Rule};

/// One error or refusal as a sentence for the referee, with its paragraph and a hint what to type instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct LineError {
    pub what: String,
    pub rule: Option<Rule>,
    pub hint: Option<Hint>,
    /// The bytes of the line at fault, if the error is in a line. If something is missing, an empty range at its end.
    pub at: Range<usize>,
}

/// Indentation of further lines: as wide as `error: ` and `hint:  `.
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
    /// Returns the error as printed, with the marked line of [`caret`](LineError::caret) below it, if given.
    pub fn as_error(&self, line: Option<&str>) -> String {
        format!("error: {}", self.as_answer(line))
    }
    /// Returns the text of [`as_error`](LineError::as_error) without `error: `, as the answer to a question.
    pub fn as_answer(&self, line: Option<&str>) -> String {
        let indented = |text: &str| text.replace('\n', &format!("\n{INDENT}"));
        let rule = self.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        let line = line.map_or_else(String::new, |line| format!("\n{INDENT}{}", indented(line)));
        let hint =
            self.hint.as_ref().map(|hint| format!("\nhint:  {}", indented(&hint.to_string()))).unwrap_or_default();
        format!("{}{rule}{line}{hint}", self.what)
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

const ELLIPSIS: &str = "...";

/// Cuts a line and the mark under it to `columns` columns around the mark.
pub fn clipped(typed_line: &str, columns: usize) -> String {
    let Some((line, mark)) = typed_line.split_once('\n') else { return typed_line.to_owned() };
    let letters: Vec<char> = line.chars().collect();
    if letters.len() <= columns || columns <= 4 * ELLIPSIS.len() {
        return typed_line.to_owned();
    }
    let mark_column = mark.chars().take_while(|letter| *letter == ' ').count();
    let from = mark_column.saturating_sub(columns / 2).min(letters.len() - columns);
    let mut line: String = letters.iter().skip(from).take(columns).collect();
    if from > 0 {
        line = format!("{ELLIPSIS}{}", line.chars().skip(ELLIPSIS.len()).collect::<String>());
    }
    if from + columns < letters.len() {
        line = format!("{}{ELLIPSIS}", line.chars().take(columns - ELLIPSIS.len()).collect::<String>());
    }
    format!("{line}\n{}", mark.chars().skip(from).take(columns).collect::<String>())
}
