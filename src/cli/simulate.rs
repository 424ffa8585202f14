//! `kaiser simulate`: many battles between players, on every core.
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{args::SimulateBattles, cores, file, open, output::Out, prompt::Interrupts};
use admirals::{Battle, Level, Player, fight, seed_of};
use load::Sources;
use naval::{
    Naval, Setup,
    battles::{Fought, Many},
};
use play::journal::{Entry, Header, Journal, Throws};
use play::{Game, apply_all};
use session::{Playable, Problem};
use show::battles::Asked;

/// Of so many battles one is decided again, for what it cost.
const ONE_IN: u64 = 20;

/// `kaiser simulate WHAT`. A battle with a refused order is counted, and makes the exit code 1.
pub fn simulate(sources: &Sources, asked: &SimulateBattles, out: &mut Out) -> Result<ExitCode, Problem> {
    let setup = setup(sources, asked)?;
    let levels = levels(&setup, &asked.policies)?;
    if let Some(number) = asked.battle {
        return one(sources, asked, setup, &levels, number, out);
    }
    let edition = load::edition(sources);
    let mut reports = vec![levels.clone()];
    reports.extend(asked.swap.then(|| levels.iter().rev().copied().collect()));
    let interrupts = Interrupts::caught();
    let (mut texts, mut values, mut faults) = (Vec::new(), Vec::new(), 0);
    for levels in reports {
        let (many, cost) = fought(&setup, &levels, asked, &|| interrupts.waits());
        let names: Vec<&str> = levels.iter().map(|level| level.name()).collect();
        let command = command(asked, &setup, &levels);
        let (seed, n) = (asked.seed, asked.n);
        let of = Asked { setup: &setup, levels: &names, seed, n, command: &command, edition: &edition };
        let mut value = show::battles::battles_json(&of, &many);
        let mut text = show::battles::battles(&of, &many);
        if asked.cost {
            let (ratio, millis) = (cost.ratio(), cost.millis());
            value["cost"] = json!({ "ratio": ratio, "ms_a_battle": millis });
            text += &format!("\nCost    {ratio:.1} times deciding and applying its commands; {millis:.2} ms a battle");
        }
        faults += many.battles.iter().filter(|one| 0 < one.refused + one.waived).count();
        texts.push(text);
        values.push(value);
    }
    let value = match &mut values[..] {
        [only] => only.take(),
        _ => Value::Array(values),
    };
    out.told((texts.join("\n\n"), value));
    Ok(if 0 < faults { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The scenario as it is to be fought.
fn setup(sources: &Sources, asked: &SimulateBattles) -> Result<Setup, Problem> {
    if open::is_journal(&asked.what) {
        let what = format!("{} is a journal; battles are fought from the start of a scenario", asked.what);
        return Err(Problem::usage(what).hint("kaiser simulate ulsan -n 100"));
    }
    let mut setup = open::setup(sources, &asked.what)?;
    setup.turns = asked.turns.unwrap_or(setup.turns);
    for set in &asked.set {
        set_switch(&mut setup, set)?;
    }
    let drawn = setup.generator.is_some();
    let tracked = |side: &naval::Side| setup.divisions.iter().any(|one| one.side == side.id && one.at.is_some());
    if drawn || setup.sides.iter().all(tracked) {
        return Ok(setup);
    }
    let what = format!("{}: nobody is tracked, and players need to know where everybody lies", setup.title);
    Err(Problem::new(what).hint("a scenario with positions: drill-two-lines, drill-boats-attack, ulsan"))
}

/// Sets a switch of the rules by its name in `options`.
fn set_switch(setup: &mut Setup, set: &str) -> Result<(), Problem> {
    let lawful = |options: &Value| {
        let keys = options.as_object().map(|keys| keys.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
        keys.join(", ")
    };
    let mut options = serde_json::to_value(&setup.options).map_err(|error| Problem::new(error.to_string()))?;
    let (key, value) = set.split_once('=').unwrap_or((set, ""));
    let (key, value) = (key.trim(), value.trim());
    let Some(place) = options.get_mut(key) else {
        let what = format!("no switch of the rules is called \"{key}\"");
        return Err(Problem::usage(what).hint(lawful(&options)));
    };
    *place = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    setup.options = serde_json::from_value(options)
        .map_err(|error| Problem::usage(format!("--set {set}: {error}")).hint("docs/data.md lists the switches"))?;
    Ok(())
}

/// Who plays each side, in the order of the sides.
fn levels(setup: &Setup, policies: &[String]) -> Result<Vec<Level>, Problem> {
    Ok(players(setup, policies)?.into_iter().map(Option::unwrap_or_default).collect())
}

/// Who is said to play each side, in the order of the sides, by each `SIDE=LEVEL`.
pub fn players(setup: &Setup, asked: &[String]) -> Result<Vec<Option<Level>>, Problem> {
    let names: Vec<&str> = setup.sides.iter().map(|side| side.id.as_str()).collect();
    let mut levels = vec![None; names.len()];
    for policy in asked {
        let (side, level) = policy.split_once('=').unwrap_or((policy, ""));
        let Some(at) = names.iter().position(|name| *name == side) else {
            let what = format!("no side is called \"{side}\": the sides are {}", names.join(" and "));
            return Err(Problem::usage(what).hint(format!("{}={}", names[0], Level::default().name())));
        };
        let level = Level::named(level).ok_or_else(|| {
            let all: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
            let what = format!("no player is called \"{level}\": there is {}", all.join(", "));
            Problem::usage(what).hint(format!("{side}={}", Level::default().name()))
        })?;
        levels[at] = Some(level);
    }
    Ok(levels)
}

/// The command that makes the same report again, for any number of threads.
fn command(asked: &SimulateBattles, setup: &Setup, levels: &[Level]) -> String {
    let policy = |(side, level): (&naval::Side, &Level)| format!(" --policy {}={}", side.id, level.name());
    let policies: String = setup.sides.iter().zip(levels).map(policy).collect();
    let turns = asked.turns.map(|turns| format!(" --turns {turns}")).unwrap_or_default();
    let set = if asked.set.is_empty() { String::new() } else { format!(" --set {}", asked.set.join(",")) };
    format!("kaiser simulate {} -n {}{policies} --seed {}{turns}{set}", asked.what, asked.n, asked.seed)
}

/// What battles took, and deciding the commands of some of them again.
#[derive(Clone, Copy, Default)]
struct Cost {
    fighting: Duration,
    deciding: Duration,
    battles: u32,
}

impl Cost {
    fn ratio(self) -> f64 {
        self.fighting.as_secs_f64() / self.deciding.as_secs_f64().max(f64::EPSILON)
    }

    fn millis(self) -> f64 {
        1_000.0 * self.fighting.as_secs_f64() / f64::from(self.battles.max(1))
    }
}

/// What one thread has fought.
#[derive(Default)]
struct Own {
    battles: Vec<(u64, Fought)>,
    cost: Cost,
}

/// The battles in the order of their numbers, as far as no number is missing.
fn fought(setup: &Setup, levels: &[Level], asked: &SimulateBattles, stop: &(dyn Fn() -> bool + Sync)) -> (Many, Cost) {
    let policies: Vec<_> = levels.iter().map(|level| level.policy()).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let add = |own: &mut Own, at: u64| {
        if stop() {
            return;
        }
        let seed = seed_of(asked.seed, at + 1);
        if asked.cost && at.is_multiple_of(ONE_IN) {
            weigh(setup, &players, seed, &mut own.cost, stop);
        }
        let battle = fight(setup, &players, seed, false, stop);
        if battle.fought.end.is_some() {
            own.battles.push((at, battle.fought));
        }
    };
    let threads = asked.threads.map_or_else(cores::all, usize::from);
    let all = cores::shared(asked.n, threads, add, cores::bar(asked.n, stop));
    let mut cost = Cost::default();
    for own in &all {
        cost.fighting += own.cost.fighting;
        cost.deciding += own.cost.deciding;
        cost.battles += own.cost.battles;
    }
    let mut battles: Vec<(u64, Fought)> = all.into_iter().flat_map(|own| own.battles).collect();
    battles.sort_by_key(|(at, _)| *at);
    let whole = battles.into_iter().enumerate().take_while(|(place, (at, _))| *place as u64 == *at);
    (Many { battles: whole.map(|(_, (_, fought))| fought).collect() }, cost)
}

/// Fights a battle and decides its commands again, each timed.
fn weigh(setup: &Setup, players: &[Player], seed: u64, cost: &mut Cost, stop: &(dyn Fn() -> bool + Sync)) {
    let begun = Instant::now();
    let battle = fight(setup, players, seed, true, stop);
    let fighting = begun.elapsed();
    let (mut state, mut throws) = (Naval::begin(setup), Throws::new(seed));
    let begun = Instant::now();
    for deed in &battle.deeds {
        if let Ok(events) = play::decide::<Naval>(&state, &deed.command, &mut throws.dice()) {
            apply_all::<Naval>(&mut state, &events);
            throws.gave::<Naval>(&events);
        }
    }
    *cost = Cost {
        fighting: cost.fighting + fighting,
        deciding: cost.deciding + begun.elapsed(),
        battles: cost.battles + 1,
    };
}

/// One battle of them, as an ordinary journal.
fn one(
    sources: &Sources,
    asked: &SimulateBattles,
    setup: Setup,
    levels: &[Level],
    number: u64,
    out: &mut Out,
) -> Result<ExitCode, Problem> {
    if asked.n < number {
        let what = format!("battle {number} of {}: there is no such battle", asked.n);
        return Err(Problem::usage(what).hint(format!("--battle 1 to --battle {}", asked.n)));
    }
    let path = asked.output.as_deref().unwrap_or(Path::new("battle.kaiser"));
    file::is_free(path)?;
    let policies: Vec<_> = levels.iter().map(|level| level.policy()).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let seed = seed_of(asked.seed, number);
    let Battle { fought, deeds, .. } = fight(&setup, &players, seed, true, &|| false);
    let header = Header::of::<Naval>(Naval::NAME, &load::edition(sources), seed, setup);
    let mut journal = Journal::<Naval>::new(header);
    let entries = deeds.into_iter().map(|deed| Entry::Did { command: deed.command, events: deed.events });
    for entry in entries.chain([Entry::Closed]) {
        journal.add(entry).map_err(|error| Problem::new(error.to_string()))?;
    }
    let text = journal.text().map_err(|error| file::unwritten(path, error))?;
    file::write(path, text.as_bytes())?;
    let name = file::shown(path).display();
    let says = format!("Battle {number} of seed {}: {} turns, {name}\nkaiser log {name}", asked.seed, fought.turns);
    let value = json!({ "battle": number, "seed": seed, "turns": fought.turns, "file": name.to_string() });
    out.told((says, value));
    Ok(if 0 < fought.refused + fought.waived { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
