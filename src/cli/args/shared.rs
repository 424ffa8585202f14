//! Arguments of several commands.
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use chrono::NaiveDate;

use naval::model::calendar::{self, DateError};
use session::{DiceMode, RulingDetail};

/// Where commands come from.
#[derive(Args, Debug, Default)]
pub struct Lines {
    /// File of commands to carry out (`-` is standard input)
    #[arg(long, value_name = "FILE")]
    pub script: Option<String>,
    /// Continue after a refused command
    #[arg(long)]
    pub keep_going: bool,
}

/// A value as it is typed, its meaning, and its help text.
pub type Choice<T> = (&'static str, T, &'static str);

/// The roller of the dice: the program or you.
pub const DICE: [Choice<DiceMode>; 2] = [
    ("roll", DiceMode::Roll, "The program rolls"),
    ("ask", DiceMode::Ask, "You roll, and the program asks for the results"),
];

/// How much of a ruling is shown.
pub const SHOW: [Choice<RulingDetail>; 2] = [
    ("brief", RulingDetail::Brief, "One line for each (`why` shows the sums)"),
    ("full", RulingDetail::Full, "Every number and its paragraph"),
];

/// Reads a date, by today's calendar or by the old Russian one.
pub fn day(words: &str) -> Result<NaiveDate, DateError> {
    calendar::parse_day(words)
}

pub fn value_of<T: Copy>(choices: &[Choice<T>], word: &str) -> Option<T> {
    choices.iter().find(|(known, ..)| *known == word).map(|(_, value, _)| *value)
}

/// Returns a parser of these words, which also shows their help texts.
pub fn one_of<T: Copy + Send + Sync + 'static>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T> {
    let help = |help_text: &'static str| (!help_text.is_empty()).then_some(help_text);
    let words = choices.iter().map(|(word, _, help_text)| PossibleValue::new(*word).help(help(help_text)));
    PossibleValuesParser::new(words).try_map(|word| value_of(choices, &word).ok_or("it has no meaning"))
}
