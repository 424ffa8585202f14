//! The verb that a word means, and its page.
use std::ops::Range;

use super::{VERBS, VerbHelp};
use crate::notation::{Fault, reader::one_of, words::nearest};

/// A verb by its full name or a short form; `key` in lower case.
pub(in crate::notation) fn exact(key: &str) -> Option<&'static VerbHelp> {
    VERBS.iter().find(|help| help.verb == key || help.aliases.contains(&key))
}

/// The verb that a word means: in full, by a short form, or cut to an unambiguous start.
///
/// # Errors
/// A fault that names the nearest verb, or those between which the word leaves the choice.
pub fn verb(word: &str) -> Result<&'static VerbHelp, Fault> {
    verb_at(&word.to_lowercase(), 0..word.len())
}

pub(in crate::notation) fn verb_at(key: &str, at: Range<usize>) -> Result<&'static VerbHelp, Fault> {
    if let Some(help) = exact(key) {
        return Ok(help);
    }
    let starts: Vec<&'static VerbHelp> = VERBS.iter().filter(|help| help.verb.starts_with(key)).collect();
    let verbs: Vec<&str> = starts.iter().map(|help| help.verb).collect();
    match starts[..] {
        [one] => Ok(one),
        [] => {
            let near = nearest(key, VERBS.iter().map(|help| help.verb));
            let hint = near.map_or_else(
                || "type help for the commands".to_owned(),
                |near| {
                    let example = exact(near).map_or("", |help| help.example);
                    format!("did you mean {near}? For example: {example}")
                },
            );
            Err(Fault::new(at, format!("\"{key}\" is no command.")).hint(hint))
        }
        _ => {
            let list = one_of(&verbs);
            Err(Fault::new(at, format!("\"{key}\" may be {list}.")).hint(format!("type more of it: {list}")))
        }
    }
}

/// The page of one verb, or of none when the word is no verb.
pub fn help(word: &str) -> Option<String> {
    let help = verb(word).ok()?;
    let rule = help.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let short = if help.aliases.is_empty() { String::new() } else { format!("short:   {}\n", help.aliases.join(", ")) };
    Some(format!(
        "{}: {}.{rule}\nusage:   {}\n{short}example: {}\n{}",
        help.verb, help.says, help.usage, help.example, help.about
    ))
}
