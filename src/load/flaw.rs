//! What is wrong in a file: all of it at once, each thing with its place.
use std::fmt;

/// One thing wrong in a data file.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Flaw {
    pub file: String,
    /// From 1.
    pub line: Option<usize>,
    /// From 1.
    pub column: Option<usize>,
    /// Where in the document: `divisions[1].flagship`.
    pub path: String,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// What may stand there instead.
    pub lawful: Option<String>,
    /// What stands there as a rule, where what is given is lawful but odd.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
    /// The lawful name that looks most like the one given, or the nearest lawful figure.
    pub nearest: Option<String>,
    /// Lawful, but hard to believe.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub doubt: bool,
    /// The line of the file.
    pub snippet: Option<String>,
}

impl Flaw {
    pub(crate) fn lawful(&mut self, words: impl ToString) -> &mut Flaw {
        self.lawful = Some(words.to_string());
        self
    }

    pub(crate) fn usual(&mut self, words: impl ToString) -> &mut Flaw {
        self.usual = Some(words.to_string());
        self
    }

    pub(crate) fn nearest(&mut self, name: impl ToString) -> &mut Flaw {
        self.nearest = Some(name.to_string());
        self
    }
}

impl fmt::Display for Flaw {
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
            let shown = play::clipped(&format!("{snippet}\n{caret}^"), COLUMNS_SHOWN);
            write!(f, "\n{line:>5} | {}", shown.replacen('\n', "\n      | ", 1))?;
        }
        let hints = [("lawful: ", &self.lawful), ("usual:  ", &self.usual), ("nearest:", &self.nearest)];
        let mut said = hints.into_iter().filter_map(|(name, hint)| Some((name, hint.as_ref()?)));
        said.try_for_each(|(name, hint)| write!(f, "\n        {name} {hint}"))
    }
}

/// Columns of a wrong line that are printed. Lines that people write are shorter. (house)
const COLUMNS_SHOWN: usize = 320;
/// Flaws that are printed; the rest are counted. Nobody reads more of them before the next attempt. (house)
const MOST_PRINTED: usize = 50;

/// Everything wrong in the files that were read; never empty when it stands for a failure. What is only hard to believe
/// follows what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Flaws(pub Vec<Flaw>);

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = &self.0[..self.0.len().min(MOST_PRINTED)];
        for (at, flaw) in printed.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            if flaw.doubt {
                f.write_str("note:  ")?;
            }
            write!(f, "{flaw}")?;
        }
        match self.0.len() - printed.len() {
            0 => Ok(()),
            more => write!(f, "\nand {more} more; mend these first"),
        }
    }
}
impl std::error::Error for Flaws {}

impl From<Flaw> for Flaws {
    fn from(flaw: Flaw) -> Flaws {
        Flaws(vec![flaw])
    }
}

/// Every result, or the flaws of all.
pub(super) fn all<T>(results: impl IntoIterator<Item = Result<T, Flaws>>) -> Result<Vec<T>, Flaws> {
    let (mut good, mut flaws) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => good.push(value),
            Err(found) => flaws.extend(found.0),
        }
    }
    if flaws.is_empty() { Ok(good) } else { Err(Flaws(flaws)) }
}

/// What was read, and what the reader should hear about it although it is lawful.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked<T> {
    pub value: T,
    pub warnings: Vec<Flaw>,
}

/// The name of a list that `given` was perhaps meant to be.
pub(super) fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    play::verbs::nearest(given, names).map(str::to_owned)
}

/// Names as a list, cut when it would fill the page.
pub(super) fn listed(names: &[&str]) -> String {
    const MOST: usize = 24;
    let shown = names[..names.len().min(MOST)].join(", ");
    if MOST < names.len() { format!("{shown} and {} more", names.len() - MOST) } else { shown }
}
