//! Sets an option of the rules by its name, as on the command line.
use serde_json::Value;

use crate::typed::{TypeMismatch, read};
use crate::{DataError, DataErrors, Node};
use naval::model::Options;

/// Returns the options with one of them set to a word or a number.
///
/// # Errors
/// Fails if the option or value is unknown, with the nearest.
pub fn options_with(options: &Options, key: &str, value: &str) -> Result<Options, DataErrors> {
    let what = || format!("the switch {key} cannot be \"{value}\"");
    let wrong = |what| DataErrors::from(DataError { what, ..DataError::default() });
    let all = serde_json::to_value(options).map_err(|_| wrong(what()))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    let [all, value] = [all, value].map(Node::from_deserializer);
    let (Ok(Node::Map(mut entries)), Ok(value)) = (all, value) else { return Err(wrong(what())) };
    entries.retain(|(known, _)| known.as_str() != Some(key));
    entries.push((Node::Text(key.to_owned().into()), value));
    let options: Options = read(&Node::Map(entries)).map_err(|mismatch| {
        let what = match mismatch.mismatch {
            TypeMismatch::UnknownKey { .. } => format!("there is no rule switch \"{key}\""),
            TypeMismatch::UnknownWord { .. } | TypeMismatch::WrongType { .. } | TypeMismatch::MissingKey(_) => what(),
            TypeMismatch::NotADate(_) | TypeMismatch::NotATime(_) | TypeMismatch::Refused(_) => what(),
        };
        DataErrors::from(DataError {
            what,
            legal: mismatch.mismatch.describe().1,
            nearest: mismatch.mismatch.nearest(),
            ..DataError::default()
        })
    })?;
    match options.out_of_bounds() {
        Some((_, _, range)) => {
            let legal = Some(format!("{} to {}", range.start(), range.end()));
            Err(DataError { what: what(), legal, ..DataError::default() }.into())
        }
        None => Ok(options),
    }
}
