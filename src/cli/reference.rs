//! Information without a game: data, scenarios, charts, odds.
use std::path::Path;

use serde_json::{Value, json};

use super::args::{DataVerb, OddsVerb, ScenarioVerb, TableVerb, values};
use super::{certify, file, generate, open, output::Out, war};
use load::{Checked, Sources};
use naval::odds::SalvoFigures;
use naval::{Naval, view::View};
use play::Game as _;
use session::{
    Refusal,
    naval::{books, odds},
};
use show::library;

pub fn data(sources: &Sources, verb: &DataVerb) -> Result<(String, Value), Refusal> {
    let DataVerb::Export { dir } = verb;
    let files = load::export(sources);
    file::write_tree(dir, &files)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let (number, dir) = (files.len(), dir.display().to_string());
    let text = format!("Wrote {number} files to {dir}. Play with --data {dir}");
    Ok((text, json!({ "dir": dir, "files": names })))
}

pub fn scenario(sources: &Sources, verb: &ScenarioVerb, out: &mut Out) -> Result<(String, Value), Refusal> {
    match verb {
        ScenarioVerb::List => {
            let list = load::scenario_list(sources)?;
            let wars = load::war_list(sources)?;
            let battles = list.iter().map(|line| json!({ "id": line.id, "title": line.title, "date": line.date }));
            let linked = wars.iter().map(|(id, title)| json!({ "id": id, "title": title, "war": true }));
            let value = battles.chain(linked).collect();
            let lines = wars.iter().map(|(id, title)| format!("\n{id:<24} war         {title}", id = id.as_str()));
            Ok((library::scenario_list(&list) + &lines.collect::<String>(), value))
        }
        ScenarioVerb::Show { name } => {
            if let Some(file) = &war::war_named(sources, name)? {
                return Ok((show::war::war_page(&file.war), json!({ "war": file.war, "sources": file.sources })));
            }
            let setup = open::setup(sources, name)?;
            let state = Naval::initial_state(&setup);
            let view = View::referee(&state);
            let certificate = certify::certificate_of(sources, &setup)?;
            let lines = certify::sheet_text(&setup, certificate.as_ref());
            let mut value = show::scenario::scenario_json(&view);
            value["certificate"] =
                json!(certificate.map(|(certificate, current)| json!({ "made": certificate, "current": current })));
            Ok((format!("{}\n\n{lines}", show::scenario::scenario_page(&view)), value))
        }
        ScenarioVerb::Certify(args) => certify::certify(sources, args),
        ScenarioVerb::Generate(args) => generate::generate(sources, args, out),
        ScenarioVerb::Check { file }
            if open::read_data_file(Path::new(file)).is_ok_and(|text| open::is_campaign(&text)) =>
        {
            let scenario = load::campaign_text(file, &open::read_data_file(Path::new(file))?)?;
            let (areas, turns) = (scenario.areas.len(), scenario.turn_limit);
            let length = show::lines::count(turns, "turn");
            let text = format!("{file}: a campaign of {areas} areas and {length}, no errors.");
            Ok((text, json!({ "file": file, "flaws": [], "warnings": [], "areas": areas, "turns": turns })))
        }
        ScenarioVerb::Check { file } => {
            if let Some(Checked { value, warnings }) = war::war_with_warnings(sources, file)? {
                let battles = value.war.battles.len();
                let text = format!("{file}: a war of {battles} battles, no errors.");
                return Ok((text, json!({ "file": file, "flaws": [], "warnings": warnings, "battles": battles })));
            }
            let Checked { value, warnings } = open::setup_with_warnings(sources, file)?;
            let (ships, divisions) = (value.ships.len(), value.divisions.len());
            let mut text: Vec<String> = warnings.iter().map(|warning| format!("note:  {warning}")).collect();
            let (ships, divisions) = (show::lines::count(ships, "ship"), show::lines::count(divisions, "division"));
            text.push(format!("{file}: {ships} in {divisions}, no errors."));
            Ok((text.join("\n"), json!({ "file": file, "flaws": [], "warnings": warnings })))
        }
    }
}

pub fn table(sources: &Sources, verb: &TableVerb) -> Result<(String, Value), Refusal> {
    match verb {
        TableVerb::List { charts } => Ok(books::list_tables(&load::charts(sources, charts)?)),
        TableVerb::Show { name, charts } => {
            let sets = charts.as_deref().map_or_else(|| vec!["rjw", "ww1"], |set| vec![set]);
            books::table(sources, sets.into_iter().map(|set| load::charts(sources, set)), name)
        }
    }
}

pub fn odds(sources: &Sources, verb: &OddsVerb) -> Result<(String, Value), Refusal> {
    match verb {
        OddsVerb::Guns { dice, hit, size, power, armour } => {
            let numbers = SalvoFigures { dice: *dice, hit: *hit, size: *size, power: *power, armour: armour.abs() };
            odds::big_gun_odds(sources, &numbers)
        }
        OddsVerb::Battery { strength, defence, d100 } => {
            Ok(odds::battery_odds(values::parse_strength(strength)?, *defence, *d100))
        }
        OddsVerb::Fires { burning, number } => odds::fire_odds(sources, *burning, *number),
    }
}
