//! `kaiser history`: computer players fight historical battles again, and the results are compared with history.
use std::io::{self, Write};

use serde_json::json;

use crate::{
    args::HistoryArgs,
    commanders, file,
    many::{Wanted, whole},
    open,
    output::Out,
    prompt::Interrupts,
};
use admirals::{Commander, Start};
use load::Sources;
use naval::{Naval, model::history::Chronicle};
use play::Game;
use session::Refusal;
use show::history::{Told, history_json, history_markdown};

/// `kaiser history [SCENARIO]...`: captains with their admirals' doctrine cards fight on both sides.
pub fn history(sources: &Sources, asked: &HistoryArgs, out: &mut Out) -> Result<(), Refusal> {
    if let Some(path) = &asked.output {
        file::is_free(path)?;
    }
    let interrupts = Interrupts::caught();
    let mut all = Vec::new();
    let chronicles = wanted(sources, asked)?;
    let of = chronicles.len();
    if let Some(says) = show::history::how_many(asked.n, &chronicles) {
        let _closed = writeln!(io::stderr(), "{says}");
    }
    for (at, chronicle) in chronicles.into_iter().enumerate() {
        let setup = chronicle.fought(&open::setup(sources, chronicle.scenario.as_str())?);
        // A closed standard error has no reader.
        let _closed = writeln!(io::stderr(), "{}", show::history::fought_now(&setup, asked.n, (at + 1, of)));
        let who = commanders::all(sources, &setup, &[])?;
        let start = Start::of(&setup);
        let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.waits();
        let (seed, n, threads) = (asked.seed, asked.n, asked.threads);
        let wanted = Wanted { start: &start, who: &who, seed, from: 0, n, threads, stop };
        let many = whole(&wanted, "battles are held against history")?;
        let compared = chronicle.compared(&Naval::begin(&setup), &many);
        let who = who.iter().map(Commander::name).collect();
        all.push(Told { setup, chronicle, compared, n: many.battles.len(), who });
    }
    let names: String = asked.scenarios.iter().map(|name| format!(" {name}")).collect();
    let command = format!("kaiser history{names} -n {} --seed {}", asked.n, asked.seed);
    let mut text = show::history::history(&all, &command);
    let mut value = json!({ "battles": history_json(&all), "command": command });
    if let Some(path) = &asked.output {
        file::write(path, history_markdown(&all, &command).as_bytes())?;
        let name = file::shown(path).display().to_string();
        text += &format!("\nThe table is in {name}.");
        value["file"] = json!(name);
    }
    out.told((text, value));
    Ok(())
}

/// Returns the chronicles of the named scenarios, or all.
fn wanted(sources: &Sources, asked: &HistoryArgs) -> Result<Vec<Chronicle>, Refusal> {
    let all = load::history(sources)?;
    for name in &asked.scenarios {
        if all.iter().all(|one| one.scenario != *name.as_str()) {
            let what = format!("no figures of history are known of \"{name}\"");
            let names = all.iter().map(|one| one.scenario.as_str());
            let hint = play::verbs::did_you_mean(name, names, "kaiser history");
            return Err(Refusal::not_there(what).hint(hint));
        }
    }
    let is_wanted = |one: &Chronicle| {
        asked.scenarios.is_empty() || asked.scenarios.iter().any(|name| one.scenario == *name.as_str())
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}
