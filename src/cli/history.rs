//! `kaiser history`: computer players fight historical battles again, and the results are compared with history.
use std::io::{self, Write};

use serde_json::json;

use crate::{
    args::HistoryArgs,
    commanders, file,
    many_battles::{BattleRequest, fight_all},
    open,
    output::Out,
    prompt::Interrupts,
};
use admirals::{BattleStart, Commander};
use load::Sources;
use naval::{Naval, model::history::Chronicle};
use play::Game;
use session::Refusal;
use show::history::{ReplayedBattle, history_json, history_markdown};

/// `kaiser history [SCENARIO]...`: captains with their admirals' doctrine cards fight on both sides.
pub fn history(sources: &Sources, asked: &HistoryArgs, out: &mut Out) -> Result<(), Refusal> {
    if let Some(path) = &asked.output {
        file::is_free(path)?;
    }
    let interrupts = Interrupts::catch();
    let mut all = Vec::new();
    let chronicles = wanted_chronicles(sources, asked)?;
    let of = chronicles.len();
    if let Some(announcement) = show::history::total_text(asked.n, &chronicles) {
        let _closed = writeln!(io::stderr(), "{announcement}");
    }
    for (at, chronicle) in chronicles.into_iter().enumerate() {
        let setup = chronicle.with_turns(&open::setup(sources, chronicle.scenario.as_str())?);
        // A closed standard error has no reader.
        let _closed = writeln!(io::stderr(), "{}", show::history::fought_now(&setup, asked.n, (at + 1, of)));
        let who = commanders::all_commanders(sources, &setup, &[])?;
        let start = BattleStart::from_setup(&setup);
        let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
        let (seed, n, threads) = (asked.seed, asked.n, asked.threads);
        let wanted = BattleRequest { start: &start, commanders: &who, seed, from: 0, n, threads, stop };
        let many = fight_all(&wanted, "a comparison with history")?;
        let compared = chronicle.compare_with(&Naval::initial_state(&setup), &many);
        let names = who.iter().map(Commander::name).collect();
        all.push(ReplayedBattle { setup, chronicle, compared, n: many.battles.len(), who: names });
    }
    let names: String = asked.scenarios.iter().map(|name| format!(" {name}")).collect();
    let command = format!("kaiser history{names} -n {} --seed {}", asked.n, asked.seed);
    let mut text = show::history::history_text(&all, &command);
    let mut value = json!({ "battles": history_json(&all), "command": command });
    if let Some(path) = &asked.output {
        file::write(path, history_markdown(&all, &command).as_bytes())?;
        let name = file::as_typed(path).display().to_string();
        text += &format!("\nThe table is in {name}.");
        value["file"] = json!(name);
    }
    out.print_page((text, value));
    Ok(())
}

/// Returns the chronicles of the named scenarios, or all.
fn wanted_chronicles(sources: &Sources, asked: &HistoryArgs) -> Result<Vec<Chronicle>, Refusal> {
    let all = load::history(sources)?;
    for name in &asked.scenarios {
        if all.iter().all(|chronicle| chronicle.scenario != *name.as_str()) {
            let what = format!("There are no historical figures for \"{name}\".");
            let names = all.iter().map(|chronicle| chronicle.scenario.as_str());
            let hint = play::verbs::did_you_mean(name, names, "kaiser history");
            return Err(Refusal::not_there(what).hint(hint));
        }
    }
    let is_wanted = |chronicle: &Chronicle| {
        asked.scenarios.is_empty() || asked.scenarios.iter().any(|name| chronicle.scenario == *name.as_str())
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}
