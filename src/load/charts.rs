//! Reads the charts of a war and checks each table. [2.2]
use crate::{DataErrors, KeyPath, Report, Sources, navies};
use naval::model::chart::Charts;

pub(super) const DIRECTORY: &str = "data/naval/charts";

pub fn chart_names(sources: &Sources) -> Vec<String> {
    sources.names_in(DIRECTORY).into_iter().map(str::to_owned).collect()
}

/// Reads the charts of a war by name: `rjw`, `ww1`.
pub fn charts(sources: &Sources, name: &str) -> Result<Charts, DataErrors> {
    let file = format!("{DIRECTORY}/{name}.yaml");
    let (mut report, root) = Report::parse(&file, sources.required_text(&file)?)?;
    let navies = navies(sources)?;
    let charts: Option<Charts> = report.read_typed(&root, &KeyPath::default());
    for error in charts.iter().flat_map(|charts| charts.errors(|_| true)) {
        report.add_check_error(error);
    }
    let tables = charts.iter().flat_map(|charts| &charts.damage).enumerate();
    for (row, index, navy) in
        tables.flat_map(|(row, table)| (0..).zip(&table.when.firer_navies).map(move |(index, navy)| (row, index, navy)))
    {
        let path = KeyPath::default().key("damage").at(row).key("when").key("firer_navies").at(index);
        report.require_known(&path, "navy", navy.as_str(), navies.iter().map(|navy| navy.as_str()));
    }
    report.into_result(charts)
}
