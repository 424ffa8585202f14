//! Defines data errors and warnings, each with its place. All errors of a file are collected.
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct DataError {
    pub file: String,
    /// Line number, from 1.
    pub line: Option<usize>,
    /// Column, from 1.
    pub column: Option<usize>,
    /// Path in the document: `divisions[1].flagship`.
    pub path: String,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    #[serde(rename = "lawful")]
    pub legal: Option<String>,
    /// Usual values, if the given one is legal but odd.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
    /// Most similar legal name, or nearest legal figure.
    pub nearest: Option<String>,
    /// Whether this is only a warning: legal, but doubtful.
    #[serde(rename = "doubt", skip_serializing_if = "std::ops::Not::not")]
    pub is_warning: bool,
    /// Text of the line.
    pub snippet: Option<String>,
}

impl DataError {
    pub(crate) fn legal(&mut self, words: impl ToString) -> &mut DataError {
        self.legal = Some(words.to_string());
        self
    }

    pub(crate) fn usual(&mut self, words: impl ToString) -> &mut DataError {
        self.usual = Some(words.to_string());
        self
    }

    pub(crate) fn nearest(&mut self, name: impl ToString) -> &mut DataError {
        self.nearest = Some(name.to_string());
        self
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}:{}", self.column.unwrap_or(1))?;
        }
        f.write_str(": ")?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.what)?;
        if let (Some(line), Some(snippet)) = (self.line, &self.snippet) {
            let caret = " ".repeat(self.column.unwrap_or(1).saturating_sub(1));
            let shown = play::clipped(&format!("{snippet}\n{caret}^"), MAX_COLUMNS_SHOWN);
            write!(f, "\n{line:>5} | {}", shown.replacen('\n', "\n      | ", 1))?;
        }
        let hints = [("valid:  ", &self.legal), ("usual:  ", &self.usual), ("nearest:", &self.nearest)];
        let mut hints = hints.into_iter().filter_map(|(label, hint)| Some((label, hint.as_ref()?)));
        hints.try_for_each(|(name, hint)| write!(f, "\n        {name} {hint}"))
    }
}

/// Largest number of columns of a wrong line to print. Hand-written lines are shorter. (house)
const MAX_COLUMNS_SHOWN: usize = 320;
/// Largest number of errors to print. The rest are counted. (house)
const MAX_ERRORS_PRINTED: usize = 50;

/// All errors of the files read, followed by the warnings. Never empty if it represents a failure.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct DataErrors(pub Vec<DataError>);

impl fmt::Display for DataErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = &self.0[..self.0.len().min(MAX_ERRORS_PRINTED)];
        for (index, error) in printed.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            if error.is_warning {
                f.write_str("note:  ")?;
            }
            write!(f, "{error}")?;
        }
        match self.0.len() - printed.len() {
            0 => Ok(()),
            more => write!(f, "\nand {more} more: correct these first"),
        }
    }
}
impl std::error::Error for DataErrors {}

impl From<DataError> for DataErrors {
    fn from(error: DataError) -> DataErrors {
        DataErrors(vec![error])
    }
}

/// Returns all values, or the errors of all results.
pub(super) fn collect_results<T>(
    results: impl IntoIterator<Item = Result<T, DataErrors>>,
) -> Result<Vec<T>, DataErrors> {
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(found) => errors.extend(found.0),
        }
    }
    if errors.is_empty() { Ok(values) } else { Err(DataErrors(errors)) }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Checked<T> {
    pub value: T,
    pub warnings: Vec<DataError>,
}

pub(super) fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    play::verbs::nearest(given, names).map(str::to_owned)
}

/// Joins names with commas, up to 24. The rest are counted.
pub(super) fn join_names(names: &[&str]) -> String {
    const MAX_NAMES_LISTED: usize = 24;
    let shown = names[..names.len().min(MAX_NAMES_LISTED)].join(", ");
    if MAX_NAMES_LISTED < names.len() { format!("{shown} and {} more", names.len() - MAX_NAMES_LISTED) } else { shown }
}
