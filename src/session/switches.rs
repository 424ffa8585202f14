//! Switches of a game's rules as they are typed on the command line.
use crate::Problem;
use play::Fault;

/// Sets every `key=value`.
pub fn set_switches(typed: &[String], mut set: impl FnMut(&str, &str) -> Result<(), Fault>) -> Result<(), Problem> {
    for rule in typed {
        let no_switch = || Problem::usage(format!("\"{rule}\" is no switch")).hint("key=value, parted by commas");
        let (key, value) = rule.split_once('=').ok_or_else(no_switch)?;
        set(key.trim(), value.trim()).map_err(|fault| Problem { code: 2, ..Problem::from(fault) })?;
    }
    Ok(())
}
