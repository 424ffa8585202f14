//! The navies that ships and charts may name.
use serde::Deserialize;

use crate::{Flaws, Path, Report, Sources};
use naval::Id;

const FILE: &str = "data/naval/navies.yaml";

/// Ids of the navies that ships and charts may name, or every flaw of their list.
pub fn navies(sources: &Sources) -> Result<Vec<Id>, Flaws> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Navy {
        id: Id,
        #[serde(rename = "name")]
        _name: String,
    }
    let (mut report, root) = Report::open(FILE, sources.must(FILE)?)?;
    let navies: Vec<(Navy, Path)> = report.each(&root, &Path::default());
    report.ids_twice("navy", &navies, |navy| &navy.id);
    report.answer(Some(navies.into_iter().map(|(navy, _)| navy.id).collect()))
}
