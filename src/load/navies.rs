//! The navies that ships and charts may name.
use serde::Deserialize;

use super::{flaw::Flaws, place::Path, reading::Report, sources::Sources};
use naval::Id;

const FILE: &str = "data/naval/navies.yaml";

/// Ids of the navies that ships and charts may name.
///
/// # Errors
/// Every flaw of the list of navies.
pub fn navies(sources: &Sources) -> Result<Vec<Id>, Flaws> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Navy {
        id: Id,
        #[serde(rename = "name")]
        _name: String,
    }
    let (mut report, root) = Report::open(FILE, sources.must(FILE)?)?;
    let items = report.items(&root, &Path::default());
    let navies: Vec<(Navy, Path)> =
        items.into_iter().filter_map(|(item, path)| Some((report.typed(item, &path)?, path))).collect();
    let ids: Vec<_> = navies.iter().map(|(navy, path)| (navy.id.to_string(), path.key("id"))).collect();
    report.twice("navy", &ids);
    report.answer(Some(navies.into_iter().map(|(navy, _)| navy.id).collect()))
}
