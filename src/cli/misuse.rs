//! Wrong arguments of the program, in plain words.
use std::{
    error::Error as _,
    num::{IntErrorKind, ParseFloatError, ParseIntError},
};

use clap::error::{ContextKind, ErrorKind};

use super::args::values::with_a_point;
use session::Refusal;

/// What of an error stands below its sentence as a hint: what was perhaps meant, or how it is typed.
const HINTS: [ContextKind; 5] = [
    ContextKind::SuggestedSubcommand,
    ContextKind::SuggestedArg,
    ContextKind::SuggestedValue,
    ContextKind::Suggested,
    ContextKind::Usage,
];

/// What is wrong, with the arguments it speaks of, and the tip or the usage as the hint.
pub fn problem(error: &clap::Error) -> Refusal {
    let text = error.render().to_string();
    let mut parts = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let what = parts.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let has_hint = HINTS.iter().any(|kind| error.get(*kind).is_some());
    let hint = parts.next().filter(|_| has_hint);
    let hint = hint.map(|hint| hint.trim_start_matches("tip: ").trim_start_matches("Usage: ").to_owned());
    Refusal::usage(what).hint(hint.unwrap_or_else(|| "kaiser --help".to_owned()))
}

/// The same error, where a number cannot be read, without the sentence of the library that reads numbers.
pub fn plainly(error: clap::Error) -> clap::Error {
    let Some(wants) = error.source().and_then(number_wanted) else { return error };
    let named = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, argument) = (named(ContextKind::InvalidValue), named(ContextKind::InvalidArg));
    let pointed = with_a_point(&value).filter(|_| wants == A_NUMBER);
    let point = pointed.map_or_else(String::new, |meant| format!(", such as {meant}"));
    let more = "For more information, try '--help'.";
    let says = format!("invalid value '{value}' for '{argument}': it must be {wants}{point}\n\n{more}\n");
    clap::Error::raw(ErrorKind::ValueValidation, says)
}

const A_NUMBER: &str = "a number";

/// What belongs in the place of something that is no number of its kind.
fn number_wanted(error: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if error.is::<ParseFloatError>() {
        return Some(A_NUMBER);
    }
    Some(match error.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::PosOverflow => "a smaller whole number",
        IntErrorKind::NegOverflow => "a greater whole number",
        _ => "a whole number",
    })
}
