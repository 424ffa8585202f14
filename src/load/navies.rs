//! Reads the navies that ships and charts may name.
use serde::Deserialize;

use crate::{DataErrors, KeyPath, Report, Sources};
use naval::Id;

const FILE: &str = "data/naval/navies.yaml";

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Navy {
    /// Id of the navy.
    pub id: Id,
    /// Name of the navy.
    pub name: String,
    /// Words for what is its own, such as `british`.
    #[serde(default)]
    pub called: Vec<String>,
}

pub fn navies(sources: &Sources) -> Result<Vec<Id>, DataErrors> {
    Ok(navy_list(sources)?.into_iter().map(|navy| navy.id).collect())
}

pub fn navy_list(sources: &Sources) -> Result<Vec<Navy>, DataErrors> {
    let (mut report, root) = Report::parse(FILE, sources.required_text(FILE)?)?;
    let navies: Vec<(Navy, KeyPath)> = report.read_each(&root, &KeyPath::default());
    report.report_duplicate_ids("navy", &navies, |navy| &navy.id);
    report.into_result(Some(navies.into_iter().map(|(navy, _)| navy).collect()))
}
