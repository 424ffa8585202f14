//! Reads the historical results of the built-in battles, for comparison with simulated ones.
use crate::{Flaws, Path, Report, Sources, bare, scenario_list};
use naval::model::history::Chronicle;

const FILE: &str = "data/naval/history.yaml";

/// Reads every chronicle of the data files.
///
/// # Errors
/// Returns every error in the file: unknown scenarios, figures without a source, reversed ranges.
pub fn history(sources: &Sources) -> Result<Vec<Chronicle>, Flaws> {
    let scenarios = scenario_list(sources)?;
    let (mut report, root) = Report::open(FILE, sources.must(FILE)?)?;
    let all: Vec<(Chronicle, Path)> = report.each(&root, &Path::default());
    let mut figures = Vec::new();
    for (chronicle, path) in &all {
        let names = scenarios.iter().map(|one| one.id.as_str());
        report.known(&path.key("scenario"), "scenario", chronicle.scenario.as_str(), names);
        for (at, figure) in chronicle.figures.iter().enumerate() {
            let path = path.key("figures").at(at);
            figures.push((format!("{} {}", chronicle.scenario, figure.id), path.key("id")));
            if figure.was.most() < figure.was.least() {
                report.flaw(&path.key("was"), "the figures run backwards").lawful("[least, most]");
            }
            if figure.source.trim().is_empty() {
                report.flaw(&path.key("source"), "a figure says where it is told");
            }
        }
    }
    report.twice("figure", figures);
    report.answer(Some(bare(all)))
}
