//! What several commands take.
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use chrono::NaiveDate;

use naval::calendar::{self, NotADay};
use session::{Mode, Telling};

/// Lines that nobody types.
#[derive(Args, Debug, Default)]
pub struct Lines {
    /// Commands from a file; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub script: Option<String>,
    /// Go on after a refused command of a script.
    #[arg(long)]
    pub keep_going: bool,
}

/// A word that stands for something, and what is said of it.
pub type Choice<T> = (&'static str, T, &'static str);

/// Where dice come from.
pub const DICE: [Choice<Mode>; 2] = [
    ("roll", Mode::Roll, "The program throws"),
    ("ask", Mode::Ask, "The program asks for the faces thrown on the table"),
];

/// How rulings are told.
pub const SHOW: [Choice<Telling>; 2] = [
    ("brief", Telling::Brief, "A line for each; `why` has the sums"),
    ("full", Telling::Full, "With every number and its paragraph"),
];

/// Reads a date, by the calendar of today or by the old Russian one.
pub fn day(words: &str) -> Result<NaiveDate, NotADay> {
    calendar::day(words)
}

/// What a word stands for.
pub fn meant<T: Copy>(choices: &[Choice<T>], word: &str) -> Option<T> {
    choices.iter().find(|(known, ..)| *known == word).map(|(_, meant, _)| *meant)
}

/// Reads one of these words.
pub fn one_of<T: Copy + Send + Sync + 'static>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T> {
    let help = |says: &'static str| (!says.is_empty()).then_some(says);
    let words = choices.iter().map(|(word, _, says)| PossibleValue::new(*word).help(help(says)));
    PossibleValuesParser::new(words).try_map(|word| meant(choices, &word).ok_or("it stands for nothing"))
}
