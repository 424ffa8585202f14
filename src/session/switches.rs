//! Switches of a game's rules as typed on the command line.
use crate::Refusal;
use play::{Fault, Switch};

/// Sets each `key=value`.
pub fn set_switches(typed: &[String], mut set: impl FnMut(&str, &str) -> Result<(), Fault>) -> Result<(), Refusal> {
    let mut said: Vec<(&str, &str)> = Vec::new();
    for rule in typed {
        let no_switch = || Refusal::usage(format!("\"{rule}\" is no switch")).hint("key=value, parted by commas");
        said.push(Switch::typed(rule).ok_or_else(no_switch)?);
    }
    let is_set = Switch::agree(said.iter().copied());
    let is_set = is_set.and_then(|()| said.into_iter().try_for_each(|(key, value)| set(key, value)));
    is_set.map_err(Refusal::usage)
}
