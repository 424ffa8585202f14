//! Certificates of balance beside the scenarios. [9.2]
use crate::{Flaws, Path, Report, Sources};
use naval::model::certificate::Certificate;
use serde_yaml::{Serializer, with::singleton_map_recursive};

/// Where they lie; what is there changes no battle, and so no edition.
pub(super) const DIRECTORY: &str = "data/naval/certificates";

/// The certificate of a built-in scenario, whatever it was made of; none where there is none.
///
/// # Errors
/// Every flaw of the file.
pub fn certificate(sources: &Sources, scenario: &str) -> Result<Option<Certificate>, Flaws> {
    let file = certificate_file(scenario);
    let Some(text) = sources.text(&file) else { return Ok(None) };
    let (mut report, root) = Report::open(&file, text)?;
    let certificate = report.typed(&root, &Path::default());
    report.answer(certificate).map(Some)
}

/// How the file of a scenario's certificate is called.
pub fn certificate_file(scenario: &str) -> String {
    format!("{DIRECTORY}/{}.yaml", scenario.trim().to_lowercase())
}

/// The text of such a file.
pub fn certificate_text(certificate: &Certificate) -> String {
    let head = "# Made by the command below, of battles between players; docs/how-to/certify-a-scenario.md says how to read it.\n";
    let mut text = Vec::new();
    let written = singleton_map_recursive::serialize(certificate, &mut Serializer::new(&mut text));
    // A certificate is words and numbers alone, which can always be written.
    let text = written.ok().and_then(|()| String::from_utf8(text).ok()).unwrap_or_default();
    format!("{head}{text}")
}
