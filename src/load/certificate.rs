//! Reads and writes certificates of balance, which lie beside the scenarios. [9.2]
use crate::{DataErrors, KeyPath, Report, Sources};
use naval::model::certificate::Certificate;
use serde_yaml::{Serializer, with::singleton_map_recursive};

/// Directory of certificates. They change no battle, so they do not count for the data edition.
pub(super) const DIRECTORY: &str = "data/naval/certificates";

/// Returns the certificate of a built-in scenario, or `None`. Does not check what it was made from.
///
/// # Errors
/// Returns every error in the file.
pub fn certificate(sources: &Sources, scenario: &str) -> Result<Option<Certificate>, DataErrors> {
    let file = certificate_path(scenario);
    let Some(text) = sources.text(&file) else { return Ok(None) };
    let (mut report, root) = Report::parse(&file, text)?;
    let certificate = report.read_typed(&root, &KeyPath::default());
    report.into_result(certificate).map(Some)
}

pub fn certificate_path(scenario: &str) -> String {
    format!("{DIRECTORY}/{}.yaml", scenario.trim().to_lowercase())
}

pub fn certificate_yaml(certificate: &Certificate) -> String {
    let head = "# Made by the command below from battles between players. See docs/how-to/certify-a-scenario.md.\n";
    let mut text = Vec::new();
    let written = singleton_map_recursive::serialize(certificate, &mut Serializer::new(&mut text));
    // Writing cannot fail: a certificate holds only words and numbers.
    let text = written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default();
    format!("{head}{text}")
}
