//! Positions as text: fields, rows of pieces, and runs of empty squares.
use std::fmt::{self, Display};

use super::Sided;
use play::{Hint, LineError, Rule};

/// Every error in a position's text. If it is returned as an error, it is not empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionErrors(pub Vec<LineError>);

impl PositionErrors {
    /// Adds an error and its paragraph.
    pub(crate) fn add(&mut self, rule: Rule, what: impl Into<String>) {
        self.0.push(LineError::new(what).rule(rule));
    }
    /// Returns what was read. If there are errors, returns each once, with an example position as hint.
    pub(crate) fn or_errors<T>(self, read: T, example: &'static str) -> Result<T, PositionErrors> {
        if self.0.is_empty() {
            return Ok(read);
        }
        let hinted = |error: LineError| LineError { hint: Some(Hint::form(example)), ..error };
        Err(PositionErrors(play::distinct(self.0.into_iter().map(hinted))))
    }
}

impl fmt::Display for PositionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cited =
            |LineError { what, rule, .. }: &LineError| rule.map_or(what.clone(), |rule| format!("{what} [{rule}]"));
        f.write_str(&self.0.iter().map(cited).collect::<Vec<_>>().join("; "))
    }
}

impl std::error::Error for PositionErrors {}

/// Refuses a move joined by a dash other than a hyphen, such as telephones insert.
pub fn check_hyphens(text: &str) -> Result<(), LineError> {
    let Some(dash) = text.chars().find(|mark| play::is_dash(*mark)) else { return Ok(()) };
    let corrected: String = text.chars().map(|mark| if play::is_dash(mark) { '-' } else { mark }).collect();
    Err(LineError::new(format!("A move is joined by a hyphen (-), not \"{dash}\".")).hint(corrected))
}

pub(crate) use play::as_text;

/// Defines values of switches: enums whose values have a word, as typed and stored.
macro_rules! values {
    ($($(#[$doc:meta])* $Type:ident { $($(#[$value_doc:meta])* $Value:ident $word:literal),+ $(,)? })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
            pub enum $Type { $($(#[$value_doc])* #[serde(rename = $word)] $Value),+ }
        )+
    };
}

pub(crate) use values;

/// Implements conversion from and to text for a place on a board, through its name.
macro_rules! as_name {
    ($Type:ty, $what:literal $(, $($parameter:tt)+)?) => {
        impl$(<$($parameter)+>)? std::str::FromStr for $Type {
            type Err = String;

            fn from_str(name: &str) -> Result<$Type, String> {
                <$Type>::from_name(name).ok_or_else(|| format!("the board has no {} {name}", $what))
            }
        }

        $crate::kit::as_text!($Type $(, $($parameter)+)?);
    };
}

pub(crate) use as_name;

/// File (from 0) and rank (from 1) of a name such as `e5`, on any board.
pub(crate) fn file_and_rank(name: &str) -> Option<(u8, u8)> {
    let (file, rank) = name.split_at_checked(1)?;
    let file = file.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let plain = !rank.starts_with('0') && rank.bytes().all(|digit| digit.is_ascii_digit());
    Some((file, rank.parse().ok().filter(|_| plain)?))
}

/// A number at the start of `text`, and the rest. `None` without digits or above 255.
pub(crate) fn leading_number(text: &str) -> Option<(u8, &str)> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// The two squares of a move, separated by a hyphen, a sign of capture, a space or nothing. `None` if the first has no
/// digit, as in a word with an x, or if the second is missing.
pub(crate) fn from_and_to(text: &str) -> Option<(&str, &str)> {
    let separated = text.split_once(['-', 'x', ':', ' ']).or_else(|| split_glued_cells(text));
    separated.filter(|(from, to)| from.contains(|letter: char| letter.is_ascii_digit()) && !to.trim().is_empty())
}

/// Splits two cells written without a separator, as `k4k6`: the second begins at the second letter.
fn split_glued_cells(text: &str) -> Option<(&str, &str)> {
    let is_cell = |text: &str| {
        let rank = text.strip_prefix(|letter: char| letter.is_ascii_lowercase());
        rank.is_some_and(|rank| (1..=2).contains(&rank.len()) && rank.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let split = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
    Some(text.split_at(split)).filter(|(from, to)| is_cell(from) && is_cell(to))
}

/// Writes rows from the last rank down: pieces by letter, runs of empty squares as a number.
pub(crate) fn write_rows<T: Display>(
    f: &mut fmt::Formatter<'_>,
    rows: impl Iterator<Item = impl Iterator<Item = Option<T>>>,
) -> fmt::Result {
    for (index, row) in rows.enumerate() {
        if index > 0 {
            f.write_str("/")?;
        }
        let mut run = 0;
        for square in row {
            match square {
                None => run += 1,
                Some(piece) => {
                    write_run(f, std::mem::take(&mut run))?;
                    write!(f, "{piece}")?;
                }
            }
        }
        write_run(f, run)?;
    }
    Ok(())
}

fn write_run(f: &mut fmt::Formatter<'_>, run: u8) -> fmt::Result {
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

/// How a board's rows are read.
pub(crate) struct Rows<'a> {
    /// The number of squares in each rank, from the first.
    pub widths: &'a [u8],
    /// What the squares of the board are called.
    pub squares: &'static str,
    /// How rows are joined, for error messages.
    pub joined: &'static str,
    /// The paragraph for a wrong number of rows or squares.
    pub rule: Option<Rule>,
    /// Reads a run of empty squares at the start of a text. Returns its length and the rest.
    pub run: fn(&str) -> Option<(u8, &str)>,
}

impl Rows<'_> {
    /// Reads rows joined by `/`, the last rank first. `read_piece` reads the piece on a file and a rank, both from
    /// 0, and returns the unread text. The file may be beyond the edge.
    ///
    /// Errors are a wrong number of rows, and every rank that is too long or too short.
    pub fn read<'t>(
        &self,
        text: &'t str,
        errors: &mut PositionErrors,
        mut read_piece: impl FnMut(&mut PositionErrors, (u8, u8), &'t str) -> &'t str,
    ) {
        let (rows, count): (Vec<&str>, usize) = (text.split('/').collect(), self.widths.len());
        if rows.len() != count {
            let what =
                format!("a position has {count} rows{}, rank {count} first: this one has {}", self.joined, rows.len());
            errors.0.push(LineError { rule: self.rule, ..LineError::new(what) });
        }
        for (row, (rank, width)) in rows.iter().zip(self.widths.iter().enumerate().rev()) {
            let (mut file, mut unread) = (0_u8, *row);
            while !unread.is_empty() {
                if let Some((run, after)) = (self.run)(unread) {
                    (file, unread) = (file.saturating_add(run), after);
                } else {
                    unread = read_piece(errors, (file, rank as u8), unread);
                    file = file.saturating_add(1);
                }
            }
            if file != *width {
                let what = format!("rank {} has {file} {} instead of {width}", rank + 1, self.squares);
                errors.0.push(LineError { rule: self.rule, ..LineError::new(what) });
            }
        }
    }
}

/// The side that moves next, from its letter.
pub(crate) fn read_side<S: Sided>(word: &str, errors: &mut PositionErrors) -> Option<S> {
    let found = S::BOTH.into_iter().find(|side| word.chars().eq([side.letter()]));
    if found.is_none() {
        let [first, second] = S::BOTH.map(Sided::letter);
        errors.0.push(LineError::new(format!("there is no side \"{word}\": {first} or {second} moves next")));
    }
    found
}
