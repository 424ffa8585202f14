//! Wrong command-line arguments, in plain words.
use std::{
    error::Error as _,
    num::{IntErrorKind, ParseFloatError, ParseIntError},
};

use clap::error::{ContextKind, ErrorKind};

use super::args::values::with_decimal_point;
use session::Refusal;

/// The parts of an error that become its hint: a suggestion, or the usage.
const HINTS: [ContextKind; 5] = [
    ContextKind::SuggestedSubcommand,
    ContextKind::SuggestedArg,
    ContextKind::SuggestedValue,
    ContextKind::Suggested,
    ContextKind::Usage,
];

/// Converts an error of the argument parser to a refusal. The hint is the parser's tip, or the usage.
pub fn to_refusal(error: &clap::Error) -> Refusal {
    let text = error.render().to_string();
    let mut parts = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let what = parts.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let has_hint = HINTS.iter().any(|kind| error.get(*kind).is_some());
    let hint = parts.next().filter(|_| has_hint);
    let hint = hint.map(|hint| hint.trim_start_matches("tip: ").trim_start_matches("Usage: ").to_owned());
    Refusal::usage(what).hint(hint.unwrap_or_else(|| "kaiser --help".to_owned()))
}

/// Rewrites the error of a number that cannot be parsed, without the parser library's own sentence.
pub fn simplify_number_error(error: clap::Error) -> clap::Error {
    let Some(expected) = error.source().and_then(expected_number) else { return error };
    let context_text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, argument) = (context_text(ContextKind::InvalidValue), context_text(ContextKind::InvalidArg));
    let pointed = with_decimal_point(&value).filter(|_| expected == A_NUMBER);
    let point = pointed.map_or_else(String::new, |meant| format!(", such as {meant}"));
    let more = "For more information, try '--help'.";
    let text = format!("invalid value '{value}' for '{argument}': it must be {expected}{point}\n\n{more}\n");
    clap::Error::raw(ErrorKind::ValueValidation, text)
}

const A_NUMBER: &str = "a number";

fn expected_number(error: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if error.is::<ParseFloatError>() {
        return Some(A_NUMBER);
    }
    Some(match error.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::PosOverflow => "a smaller whole number",
        IntErrorKind::NegOverflow => "a greater whole number",
        _ => "a whole number",
    })
}
