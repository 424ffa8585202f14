//! Which campaign is played, and by which switches.
use std::path::Path;

use crate::open;
use crystal::{Setup, rules::Rules};
use load::Sources;
use session::{Refusal, set_switches};

/// Returns a built-in campaign or that of a file, with the given switches.
pub fn setup(sources: &Sources, what: &str, rules: &[String]) -> Result<Setup, Refusal> {
    let scenario = if open::is_yaml(Path::new(what)) {
        load::campaign_text(what, &open::read_data_file(Path::new(what))?)?
    } else {
        load::campaign(sources, what)?
    };
    let mut switches = Rules::default();
    set_switches(rules, |key, value| switches.set(key, value))?;
    Ok(Setup { scenario, rules: switches })
}
