//! `kaiser luck`: splits a battle's margin into what was expected, what its orders changed and what its dice changed.
use naval::Naval;
use serde_json::Value;

use crate::{args::LuckArgs, cores, open, output::Out, prompt::Interrupts};
use admirals::{Commander, Level, Player, luck, seed_of};
use naval::model::{doctrine::Doctrine, luck::Account};
use play::journal::Journal;
use session::{AtTable, Refusal};
use show::luck::Told;

/// `kaiser luck FILE`.
pub fn luck(asked: &LuckArgs, out: &mut Out) -> Result<(), Refusal> {
    let name = asked.file.display().to_string();
    if open::game_of(&asked.file).is_some_and(|game| game != Naval::NAME) {
        return Err(Refusal::journal(format!("{name} is no battle of Coal, and the Kaiser")));
    }
    let seen = open::look::<Naval>(&asked.file, |words| out.say(words))?;
    let journal = seen.journal;
    let level = Level::named(&asked.level).ok_or_else(|| {
        let all = [Level::Midshipman, Level::Captain].map(Level::name);
        let near = play::verbs::nearest(&asked.level, all).unwrap_or(Level::Captain.name());
        Refusal::usage(format!("no player is called \"{}\": there is {}", asked.level, all.join(", ")))
            .form(format!("--level {near}"))
    })?;
    if level == Level::Admiral {
        let what = "an admiral takes too long to play on from every moment of a battle";
        return Err(Refusal::usage(what).form("--level captain"));
    }
    let (text, value) =
        if asked.exact { exact(&journal, asked.by.into()) } else { played_on(asked, &name, &journal, level)? };
    out.told((text, value));
    Ok(())
}

fn deeds(journal: &Journal<Naval>) -> Vec<(usize, naval::Command, Vec<naval::NavalEvent>)> {
    journal.deeds().into_iter().map(|deed| (deed.entry, deed.command.clone(), deed.events.to_vec())).collect()
}

fn played_on(asked: &LuckArgs, name: &str, journal: &Journal<Naval>, level: Level) -> Result<(String, Value), Refusal> {
    let state = journal.state();
    if state.over.is_none() {
        let what = format!("{name}: the battle is not over, and what it comes to is not known");
        return Err(Refusal::cannot(what).line(format!("kaiser luck {name} --exact")));
    }
    if state.ships.iter().all(|ship| ship.at.is_none() && ship.seen.is_none()) {
        let what = format!("{name}: the ships have no positions, and computer players need them");
        return Err(Refusal::cannot(what).line(format!("kaiser luck {name} --exact")));
    }
    let policy = Commander::of(level, Doctrine::plain()).policy();
    let players: Vec<Player> = state.setup.sides.iter().map(|_| policy.as_ref()).collect();
    let deeds = deeds(journal);
    let deeds: Vec<_> = deeds.iter().map(|(entry, command, events)| (*entry, command, &events[..])).collect();
    let tale = luck::cut(&journal.header().setup, &deeds, policy.as_ref());
    let interrupts = Interrupts::caught();
    let stop = || interrupts.waits();
    let margins = |at: u64| if stop() { None } else { tale.played_on(&players, seed_of(asked.seed, at + 1), &stop) };
    let threads = asked.threads.map_or_else(cores::all, usize::from);
    let played = cores::unbroken(asked.n, threads, margins, cores::bar(asked.n, stop));
    if played.len() < 2 {
        return Err(too_few(played.len(), asked.n, stop()));
    }
    let account = tale.account(&played);
    let command = format!("kaiser luck {name} -n {} --level {} --seed {}", played.len(), level.name(), asked.seed);
    let told = told(&account, &tale.steps);
    let mut text = show::luck::luck(&account, &told, asked.by.into(), level.name());
    if (played.len() as u64) < asked.n {
        text += &format!("\nInterrupted: the first {} of {} battles.", played.len(), asked.n);
    }
    text += &format!("\nAgain   {command}");
    Ok((text, show::luck::luck_json(&account, &told, level.name(), &command)))
}

/// Builds the refusal of fewer than two battles, whose mean has no known error.
fn too_few(played: usize, of: u64, interrupted: bool) -> Refusal {
    let needs = "an account needs two from each moment";
    if interrupted {
        let what = format!("interrupted when {played} of {of} battles were played on to their end: {needs}");
        return Refusal::stopped(what).hint("let two come to their end, which -n 2 does; or --exact, which plays none");
    }
    Refusal::cannot("players could not go on from the moments of this battle").hint("--exact, which plays no battle")
}

fn exact(journal: &Journal<Naval>, by: show::luck::By) -> (String, Value) {
    let deeds = deeds(journal);
    let deeds: Vec<_> = deeds.iter().map(|(entry, command, events)| (*entry, command, &events[..])).collect();
    let (account, steps) = luck::exact(&journal.header().setup, &deeds);
    let told = told(&account, &steps);
    (show::luck::luck(&account, &told, by, ""), show::luck::luck_json(&account, &told, "", "kaiser luck --exact"))
}

fn told<'a>(account: &'a Account, steps: &'a [luck::Step]) -> Vec<Told<'a>> {
    let each = account.items.iter().zip(steps);
    each.map(|(item, step)| Told { item, before: &step.before, events: &step.events }).collect()
}
