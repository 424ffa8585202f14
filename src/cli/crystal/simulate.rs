//! `kaiser crystal simulate`: many campaigns on every core.
use std::{
    io::{IsTerminal, Write},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use super::{
    faulty,
    maps::{drawable, picture},
    setup,
};
use crate::{
    args::{Battles, Simulate},
    dice,
    output::Out,
    problem::Problem,
};
use crystal::{self, AreaId, Crystal, Forecast, General, Many, Policy, Rounds, Setup, Style, Troops, campaign};
use load::Sources;
use play::Game;
use show::crystal as words;

/// Campaigns that a core takes at a time.
const BATCH: u64 = 16;

/// Plays many campaigns, campaign `i` with the dice of stream `i`, so that the figures do not hang on the cores.
///
/// # Errors
/// No such campaign, general or switch; nothing to play.
pub fn simulate(sources: &Sources, asked: &Simulate, out: &mut Out) -> Result<(), Problem> {
    let setup = setup(sources, &asked.what, &asked.rules)?;
    if let Some(file) = &asked.output {
        // Before the campaigns are played, not after.
        drawable(file, "report")?;
    }
    let style = Style::named(&asked.policy).map_err(|fault| faulty(&fault))?;
    let many = played(&setup, style, asked.n, asked.seed);
    let command = format!(
        "kaiser crystal simulate {} -n {} --policy {} --seed {}",
        asked.what,
        asked.n,
        style.name(),
        asked.seed
    );
    let mut report = words::many(&setup, &many, style, &command);
    if let Some(file) = &asked.output {
        let drawn = picture(&words::many_svg(&setup, &many, style, &command), file, None, "report")?;
        report += &format!("\n\n{}", drawn.text);
    }
    out.both(report, &words::many_json(&setup, &many, style, &command));
    Ok(())
}

/// Every battle of the army at the start, followed through and played: one core an area, area by area the same dice.
///
/// # Errors
/// No such campaign.
pub fn battles(sources: &Sources, asked: &Battles, out: &mut Out) -> Result<(), Problem> {
    let setup = setup(sources, &asked.what, &[])?;
    let state = Crystal::begin(&setup);
    let army = match &asked.army {
        Some(text) => {
            let army = Troops::read(text).map_err(|fault| faulty(&fault))?.recruits();
            if crystal::fighters(&army) == 0 {
                return Err(Problem::new(format!("\"{text}\" is no army that fights")).hint("--army \"2BD SP LC\""));
            }
            army
        }
        None => *state.army(),
    };
    let fielded = |area: AreaId| Some((area, crystal::fielded(&state, area, army)?));
    let fields: Vec<_> = setup.scenario.areas.iter().filter_map(|area| fielded(area.id)).collect();
    let next = AtomicU64::new(0);
    let found = Mutex::new(Vec::new());
    let core = || {
        while let Some((area, field)) = fields.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let policy = Policy::default();
            let mut dice = dice::thrown(asked.seed, u64::from(*area));
            let played = crystal::sample(&setup, field, Rounds::Die, policy, asked.n, &mut |sides| dice.face(sides));
            let exact = crystal::forecast(&setup, field, Rounds::Die, policy);
            if let Ok(mut found) = found.lock() {
                found.push((*area, exact, played));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(core);
        }
    });
    let mut found: Vec<(AreaId, Option<Forecast>, Forecast)> = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(area, ..)| *area);
    out.both(words::battles(&setup, &found), &words::battles_json(&found));
    Ok(())
}

/// The campaigns of a seed, counted.
fn played(setup: &Setup, style: Style, n: u64, seed: u64) -> Many {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let sum = Mutex::new(Many::default());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let core = || {
        let mut own = Many::default();
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if n <= from {
                break;
            }
            for at in from..n.min(from + BATCH) {
                let mut general = General::new(style);
                own.count(setup, &campaign(setup, &mut general, &mut dice::thrown(seed, at), |_, _, _| {}));
                done.fetch_add(1, Ordering::Relaxed);
            }
        }
        if let Ok(mut sum) = sum.lock() {
            sum.add(&own);
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(core);
        }
        if std::io::stderr().is_terminal() {
            while done.load(Ordering::Relaxed) < n {
                bar(done.load(Ordering::Relaxed), n);
                thread::sleep(Duration::from_millis(100));
            }
            bar(n, n);
            // Nobody is left to hear of a closed standard error.
            let _closed = writeln!(std::io::stderr());
        }
    });
    sum.into_inner().unwrap_or_default()
}

fn bar(done: u64, all: u64) {
    const WIDE: u64 = 40;
    let full = done * WIDE / all.max(1);
    let line: String = (0..WIDE).map(|at| if at < full { '#' } else { '.' }).collect();
    let _closed = write!(std::io::stderr(), "\r{line} {done} of {all}");
}
