//! `kaiser luck`: splits a battle's margin into what was expected, what its orders changed and what its dice changed.
use naval::Naval;
use serde_json::Value;

use crate::{args::LuckArgs, open, output::Out, parallel, prompt::Interrupts};
use admirals::{Commander, Level, Player, luck, seed_of};
use naval::model::{doctrine::Doctrine, luck::MarginBreakdown};
use play::journal::Journal;
use session::{PlayableGame, Refusal};
use show::luck::ItemInContext;
use std::path::Path;

pub fn luck(args: &LuckArgs, out: &mut Out) -> Result<(), Refusal> {
    let name = args.file.display().to_string();
    if open::game_of(&args.file).is_some_and(|game| game != Naval::NAME) {
        return Err(Refusal::journal(format!("{name} is not a battle of Coal, and the Kaiser.")));
    }
    let seen = open::open_with_notes::<Naval>(&args.file, |words| out.say(words))?;
    let journal = seen.journal;
    let level = Level::from_name(&args.level).ok_or_else(|| {
        let all = [Level::Midshipman, Level::Captain].map(Level::name);
        let near = play::verbs::nearest(&args.level, all).unwrap_or(Level::Captain.name());
        Refusal::usage(format!("There is no player \"{}\", only {}.", args.level, all.join(", ")))
            .form(format!("--level {near}"))
    })?;
    let unfit = match level {
        Level::Random => Some("Random orders do not show what a moment was worth."),
        Level::Midshipman | Level::Captain => None,
        Level::Admiral => Some("An admiral takes too long to simulate from every moment of a battle."),
    };
    if let Some(what) = unfit {
        return Err(Refusal::usage(what).form("--level captain"));
    }
    let (text, value) =
        if args.exact { exact_report(&journal, args.by.into()) } else { rollout_report(args, &name, &journal, level)? };
    out.print_page((text, value));
    Ok(())
}

fn applied_commands(journal: &Journal<Naval>) -> Vec<(usize, naval::Command, Vec<naval::NavalEvent>)> {
    journal
        .commands()
        .into_iter()
        .map(|applied| (applied.entry, applied.command.clone(), applied.events.to_vec()))
        .collect()
}

/// Returns the account of luck of a battle that is over, as `kaiser luck` prints it without options.
pub fn account(journal: &Journal<Naval>, file: &Path) -> Result<String, Refusal> {
    let args = LuckArgs::for_file(file);
    Ok(rollout_report(&args, &file.display().to_string(), journal, Level::Captain)?.0)
}

fn rollout_report(
    args: &LuckArgs,
    name: &str,
    journal: &Journal<Naval>,
    level: Level,
) -> Result<(String, Value), Refusal> {
    let state = journal.state();
    if state.end.is_none() {
        let what = format!("{name}: the battle is not over, so its result is unknown.");
        return Err(Refusal::cannot(what).line(format!("kaiser luck {name} --exact")));
    }
    if state.ships.iter().all(|ship| ship.at.is_none() && ship.seen.is_none()) {
        let what = format!("{name}: the ships have no positions, which computer players need.");
        return Err(Refusal::cannot(what).line(format!("kaiser luck {name} --exact")));
    }
    let policy = Commander::new(level, Doctrine::default_card()).policy();
    let players: Vec<Player> = state.setup.sides.iter().map(|_| policy.as_ref()).collect();
    let commands = applied_commands(journal);
    let commands: Vec<_> = commands.iter().map(|(entry, command, events)| (*entry, command, &events[..])).collect();
    let split = luck::cut_battle(&journal.header().setup, &commands, policy.as_ref());
    let interrupts = Interrupts::catch();
    let stop = || interrupts.is_pending();
    let play_out =
        |number: u64| if stop() { None } else { split.final_margins(&players, seed_of(args.seed, number + 1), &stop) };
    let threads = args.threads.map_or_else(parallel::core_count, usize::from);
    let played = parallel::run_in_order(args.n, threads, play_out, parallel::progress_bar(args.n, stop));
    if played.len() < 2 {
        return Err(too_few(played.len(), args.n, stop()));
    }
    let breakdown = split.account(&played);
    let command = format!("kaiser luck {name} -n {} --level {} --seed {}", played.len(), level.name(), args.seed);
    let steps = items_in_context(&breakdown, &split.steps);
    let mut text = show::luck::luck_text(&breakdown, &steps, args.by.into(), level.name());
    if (played.len() as u64) < args.n {
        text += &format!("\nInterrupted: the first {} of {} battles.", played.len(), args.n);
    }
    text += &format!("\nAgain   {command}");
    Ok((text, show::luck::luck_json(&breakdown, &steps, level.name(), &command)))
}

/// Builds the refusal of fewer than two battles, whose mean has no known error.
fn too_few(played: usize, total: u64, interrupted: bool) -> Refusal {
    let needs = "the report needs two from each moment.";
    if interrupted {
        let what = format!("Interrupted after {played} of {total} battles: {needs}");
        return Refusal::stopped(what).hint("wait for two battles (-n 2), or use --exact, which simulates none");
    }
    Refusal::cannot("Players could not continue from moments of this battle.").hint("use --exact (no simulation)")
}

fn exact_report(journal: &Journal<Naval>, by: show::luck::Grouping) -> (String, Value) {
    let commands = applied_commands(journal);
    let commands: Vec<_> = commands.iter().map(|(entry, command, events)| (*entry, command, &events[..])).collect();
    let (breakdown, steps) = luck::exact_account(&journal.header().setup, &commands);
    let items = items_in_context(&breakdown, &steps);
    (
        show::luck::luck_text(&breakdown, &items, by, ""),
        show::luck::luck_json(&breakdown, &items, "", "kaiser luck --exact"),
    )
}

fn items_in_context<'a>(breakdown: &'a MarginBreakdown, steps: &'a [luck::LuckStep]) -> Vec<ItemInContext<'a>> {
    let each = breakdown.items.iter().zip(steps);
    each.map(|(item, step)| ItemInContext { item, before: &step.before, events: &step.events }).collect()
}
