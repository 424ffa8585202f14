//! Reads the historical results of the built-in battles, for comparison with simulated ones.
use crate::{DataErrors, KeyPath, Report, Sources, scenario_list, without_paths};
use naval::model::history::{Certainty, Chronicle};

const FILE: &str = "data/naval/history.yaml";

/// Reads every chronicle of the data files.
///
/// # Errors
/// Returns every error in the file: unknown scenarios, figures without a source or a reason, reversed ranges.
pub fn history(sources: &Sources) -> Result<Vec<Chronicle>, DataErrors> {
    let scenarios = scenario_list(sources)?;
    let (mut report, root) = Report::parse(FILE, sources.required_text(FILE)?)?;
    let all: Vec<(Chronicle, KeyPath)> = report.read_each(&root, &KeyPath::default());
    let mut figures = Vec::new();
    for (chronicle, path) in &all {
        let names = scenarios.iter().map(|scenario| scenario.id.as_str());
        report.require_known(&path.key("scenario"), "scenario", chronicle.scenario.as_str(), names);
        for (index, figure) in chronicle.figures.iter().enumerate() {
            let path = path.key("figures").at(index);
            figures.push((format!("{} {}", chronicle.scenario, figure.id), path.key("id")));
            if figure.was.highest() < figure.was.lowest() {
                report.add_error(&path.key("was"), "the figures are in the wrong order").legal("[minimum, maximum]");
            }
            if figure.source.trim().is_empty() {
                report.add_error(&path.key("source"), "a figure needs its source");
            }
            if figure.certainty == Certainty::Low && figure.is_judged() {
                report
                    .add_error(&path.key("certainty"), "a figure of low certainty needs `not_judged`, with the reason");
            }
            if figure.not_judged.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
                report.add_error(&path.key("not_judged"), "a figure that is not judged needs a reason");
            }
        }
    }
    report.report_duplicates("figure", figures);
    report.into_result(Some(without_paths(all)))
}
