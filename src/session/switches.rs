//! Switches of a game's rules as typed on the command line.
use crate::Refusal;
use play::{LineError, Switch};

/// Sets each `key=value`.
pub fn set_switches(typed: &[String], mut set: impl FnMut(&str, &str) -> Result<(), LineError>) -> Result<(), Refusal> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for rule in typed {
        let no_switch = || Refusal::usage(format!("There is no switch \"{rule}\".")).hint("type key=value,key=value");
        pairs.push(Switch::split_typed(rule).ok_or_else(no_switch)?);
    }
    let checked = Switch::refuse_contradictions(pairs.iter().copied());
    let result = checked.and_then(|()| pairs.into_iter().try_for_each(|(key, value)| set(key, value)));
    result.map_err(Refusal::usage)
}
