//! Which campaign is played, and by which switches.
use std::path::Path;

use crate::open;
use crystal::{Setup, rules::Rules};
use load::Sources;
use session::Problem;

/// A built-in campaign or a file, with its switches.
pub fn setup(sources: &Sources, what: &str, rules: &[String]) -> Result<Setup, Problem> {
    let scenario = if open::is_yaml(Path::new(what)) {
        load::campaign_text(what, &open::read(Path::new(what))?)?
    } else {
        load::campaign(sources, what)?
    };
    let mut switches = Rules::default();
    for rule in rules {
        let no_switch = || Problem::usage(format!("\"{rule}\" is no switch")).hint("key=value, parted by commas");
        let (key, value) = rule.split_once('=').ok_or_else(no_switch)?;
        switches.set(key.trim(), value.trim()).map_err(|fault| Problem { code: 2, ..Problem::from(fault) })?;
    }
    Ok(Setup { scenario, rules: switches })
}
