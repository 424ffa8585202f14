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
pub fn history(sources: &Sources, args: &HistoryArgs, out: &mut Out) -> Result<(), Refusal> {
    if let Some(path) = &args.output {
        file::check_free(path)?;
    }
    let interrupts = Interrupts::catch();
    let mut all = Vec::new();
    let chronicles = wanted_chronicles(sources, args)?;
    let count = chronicles.len();
    if let Some(announcement) = show::history::total_text(args.n, &chronicles) {
        let _closed = writeln!(io::stderr(), "{announcement}");
    }
    for (index, chronicle) in chronicles.into_iter().enumerate() {
        let setup = chronicle.with_turns(&open::setup(sources, chronicle.scenario.as_str())?);
        let _closed = writeln!(io::stderr(), "{}", show::history::progress_text(&setup, args.n, (index + 1, count)));
        let commanders = commanders::all_commanders(sources, &setup, &[])?;
        let start = BattleStart::from_setup(&setup);
        let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
        let (seed, n, threads) = (args.seed, args.n, args.threads);
        let request = BattleRequest { start: &start, commanders: &commanders, seed, from: 0, n, threads, stop };
        let results = fight_all(&request, "a comparison with history")?;
        let compared = chronicle.compare_with(&Naval::initial_state(&setup), &results);
        let names = commanders.iter().map(Commander::name).collect();
        all.push(ReplayedBattle { setup, chronicle, compared, n: results.battles.len(), players: names });
    }
    let names: String = args.scenarios.iter().map(|name| format!(" {name}")).collect();
    let command = format!("kaiser history{names} -n {} --seed {}", args.n, args.seed);
    let mut text = show::history::history_text(&all, &command);
    let mut value = json!({ "battles": history_json(&all), "command": command });
    if let Some(path) = &args.output {
        file::write(path, history_markdown(&all, &command).as_bytes())?;
        let name = file::as_typed(path).display().to_string();
        text += &format!("\nThe table is in {name}.");
        value["file"] = json!(name);
    }
    out.print_page((text, value));
    Ok(())
}

/// Returns the chronicles of the named scenarios, or all.
fn wanted_chronicles(sources: &Sources, args: &HistoryArgs) -> Result<Vec<Chronicle>, Refusal> {
    let all = load::history(sources)?;
    for name in &args.scenarios {
        if all.iter().all(|chronicle| chronicle.scenario != *name.as_str()) {
            let what = format!("There are no historical figures for \"{name}\".");
            let names = all.iter().map(|chronicle| chronicle.scenario.as_str());
            let hint = play::verbs::did_you_mean(name, names, "kaiser history");
            return Err(Refusal::not_there(what).hint(hint));
        }
    }
    let is_wanted = |chronicle: &Chronicle| {
        args.scenarios.is_empty() || args.scenarios.iter().any(|name| chronicle.scenario == *name.as_str())
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}
