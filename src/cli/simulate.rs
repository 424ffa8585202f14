//! `kaiser simulate`: many battles between computer players, on all cores.
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use crate::{
    args::{SimulateBattles, values::read_moment},
    commanders, file,
    many_battles::{BattleRequest, fight_many},
    open, options,
    output::{self, Out},
    parallel,
    picture::{self, Picture},
    prompt::Interrupts,
};
use admirals::{Battle, BattleStart, Commander, ExecutedCommand, Player, RefusedOrder, continue_from, seed_of};
use load::Sources;
use naval::{Naval, NavalEvent, model::Setup, notation};
use play::journal::{Entry, Header, Journal};
use play::{Event, Source};
use session::naval::commands_before;
use session::{PlayableGame, Refusal};
use show::battles::ReportRequest;

const CHART: Picture = Picture {
    what: "report",
    naming_hint: "kaiser simulate ulsan -n 100 -o report.svg",
    width: 1_200,
    width_hint: "-o FILE.svg",
};

pub struct SimulatedGame {
    pub setup: Setup,
    pub start: BattleStart,
    /// The commands played before, if a journal is continued.
    before: Option<EarlierPlay>,
}

struct EarlierPlay {
    commands: Vec<ExecutedCommand>,
    /// The edition of the rulings with which the journal was begun.
    rulings: u32,
}

/// `kaiser simulate WHAT`. A battle with a refused order is counted, and makes the exit code 1.
pub fn simulate(sources: &Sources, args: &SimulateBattles, out: &mut Out) -> Result<ExitCode, Refusal> {
    let what = args.what.as_deref().unwrap_or_default();
    let game = load_game(sources, args, what)?;
    let players = commanders::all_commanders(sources, &game.setup, &args.policies)?;
    if let Some(number) = args.battle {
        return write_battle(sources, args, game, &players, number, out);
    }
    if let Some(file) = &args.output {
        // Check the name before anything is fought.
        CHART.is_png(file)?;
    }
    let interrupts = Interrupts::catch();
    let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
    let (start, commanders, seed, n) = (&game.start, &players[..], args.seed, args.n);
    let request = BattleRequest { start, commanders, seed, from: 0, n, threads: args.threads, stop };
    let timed_setup = (args.cost && game.before.is_none()).then_some(&game.setup);
    let (results, cost) = fight_many(&request, timed_setup);
    let names: Vec<String> = commanders.iter().map(Commander::name).collect();
    let levels: Vec<&str> = names.iter().map(String::as_str).collect();
    let (command, edition) = (report_command(args, &game.setup, commanders), load::edition(sources));
    let report = ReportRequest { setup: &game.setup, levels: &levels, seed, n, command: &command, edition: &edition };
    let mut value = show::battles::battles_json(&report, &results);
    let mut text = show::battles::battles_text(&report, &results);
    if timed_setup.is_some() {
        let (ratio, millis) = (cost.ratio(), cost.millis());
        value["cost"] = json!({ "ratio": ratio, "ms_a_battle": millis });
        text += &format!("\nCost    {ratio:.1} times replaying its commands, {millis:.2} ms a battle");
    }
    if let Some(file) = &args.output {
        let svg = show::battles::svg(&show::battles::battles_chart(&report, &results));
        let (answer, _) = picture::write(&svg, file, None, &CHART)?;
        text += &format!("\n{}", answer.text);
        value["file"] = json!(file::as_typed(file).display().to_string());
    }
    let is_faulty = results.battles.iter().any(|battle| 0 < battle.refused + battle.waived);
    out.print_page((text, value));
    Ok(if is_faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Loads the scenario or journal from which battles are fought.
pub fn load_game(sources: &Sources, args: &SimulateBattles, what: &str) -> Result<SimulatedGame, Refusal> {
    if open::is_journal(what) {
        return load_continued(args, what);
    }
    if let Some(moment) = &args.at {
        let what = format!("--at {moment} needs a journal, but {what} is a scenario.");
        return Err(Refusal::usage(what).line("kaiser simulate battle.kaiser --at 7/gunfire"));
    }
    let mut setup = open::setup(sources, what)?;
    setup.turns = args.turns.unwrap_or(setup.turns);
    options::set_switches(&mut setup, &args.set)?;
    check_positions(&setup)?;
    Ok(SimulatedGame { start: BattleStart::from_setup(&setup), setup, before: None })
}

/// Loads a game from the beginning of a segment or from its current state.
fn load_continued(args: &SimulateBattles, file: &str) -> Result<SimulatedGame, Refusal> {
    if args.turns.is_some() || !args.set.is_empty() {
        let what = format!("{file} is a journal, which has its own rules and length.");
        return Err(Refusal::usage(what).hint("--turns and --set are for scenarios"));
    }
    let journal = open::open_with_notes::<Naval>(Path::new(file), output::note)?.journal;
    let commands = commands_before(&journal, read_moment(args.at.as_deref())?)?;
    let setup = journal.header().setup.clone();
    check_positions(&setup)?;
    let start = BattleStart::after_commands(&setup, commands.iter().map(|applied| applied.events));
    if start.is_over() {
        let what = format!("{file} is over and cannot be continued.");
        return Err(Refusal::cannot(what).hint("--at 7/gunfire continues from the Gunfire Segment of turn 7"));
    }
    let effective = commands.iter().filter(|applied| applied.removed_by.is_none());
    let executed =
        effective.map(|applied| ExecutedCommand { command: applied.command.clone(), events: applied.events.to_vec() });
    let before = EarlierPlay { commands: executed.collect(), rulings: journal.header().rulings };
    Ok(SimulatedGame { setup, start, before: Some(before) })
}

/// Refuses a setup without positions, which computer players need.
pub fn check_positions(setup: &Setup) -> Result<(), Refusal> {
    let has_positions = |side: &naval::model::Side| {
        setup.divisions.iter().any(|division| division.side == side.id && division.at.is_some())
    };
    if setup.generator.is_some() || setup.sides.iter().all(has_positions) {
        return Ok(());
    }
    let what = format!("{}: the ships have no positions, which computer players need.", setup.title);
    Err(Refusal::cannot(what).hint("omit --measured, or use a scenario with positions, such as drill-two-lines"))
}

/// Returns the command that makes the same report again, for any number of threads.
fn report_command(args: &SimulateBattles, setup: &Setup, who: &[Commander]) -> String {
    let policy = |(side, who): (&naval::model::Side, &Commander)| format!(" --policy {}={}", side.id, who.name());
    let policies: String = setup.sides.iter().zip(who).map(policy).collect();
    let what = args.what.as_deref().unwrap_or_default();
    format!("kaiser simulate {what} -n {}{policies} --seed {}{}", args.n, args.seed, settings_text(args))
}

/// Returns the arguments that say how the battles differ from the scenario, or where they begin.
pub fn settings_text(args: &SimulateBattles) -> String {
    let moment = args.at.as_ref().map(|moment| format!(" --at {moment}")).unwrap_or_default();
    let turns = args.turns.map(|turns| format!(" --turns {turns}")).unwrap_or_default();
    let switches = if args.set.is_empty() { String::new() } else { format!(" --set {}", args.set.join(",")) };
    format!("{moment}{turns}{switches}")
}

fn write_battle(
    sources: &Sources,
    args: &SimulateBattles,
    game: SimulatedGame,
    commanders: &[Commander],
    number: u64,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    if args.n < number {
        let what = format!("There is no battle {number} of {}.", args.n);
        return Err(Refusal::usage(what).form(format!("--battle 1 to --battle {}", args.n)));
    }
    let path = args.output.as_deref().unwrap_or(Path::new("battle.kaiser"));
    file::check_free(path)?;
    let policies: Vec<_> =
        commanders.iter().map(|commander| commander.clone().with_threads(parallel::core_count()).policy()).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let seed = seed_of(args.seed, number);
    let Battle { result, commands, refusals, .. } = continue_from(&game.start, &players, seed, true, &|| false);
    let players = commanders::players_json(game.setup.sides.iter().map(|side| &side.id).zip(commanders));
    let mut header = Header::current::<Naval>(Naval::NAME, &load::data_hash(sources), seed, game.setup);
    header.players = players;
    let mut all = Vec::new();
    if let Some(before) = game.before {
        header.rulings = before.rulings;
        // The earlier dice do not come from this seed, so mark them as typed.
        let typed = |executed: ExecutedCommand| ExecutedCommand {
            events: executed.events.into_iter().map(mark_as_typed).collect(),
            ..executed
        };
        all.extend(before.commands.into_iter().map(typed));
    }
    all.extend(commands);
    let mut journal = Journal::<Naval>::new(header);
    let mut added = all
        .into_iter()
        .try_for_each(|executed| journal.add(journal.new_command_entry(executed.command, executed.events)));
    added = added.and_then(|()| journal.add(Entry::Closed));
    added.map_err(|error| Refusal::journal(error.to_string()))?;
    let text = journal.text().map_err(|error| file::write_error(path, error))?;
    file::write(path, text.as_bytes())?;
    let name = file::as_typed(path).display();
    let refused: Vec<String> = refusals.iter().map(refused_order_text).collect();
    let lines: String = refused.iter().map(|line| format!("\n{line}")).collect();
    let length = show::lines::count(result.turns, "turn");
    let report = format!("Battle {number} of seed {}: {length}, {name}{lines}\nkaiser log {name}", args.seed);
    let file = name.to_string();
    let value = json!({ "battle": number, "seed": seed, "turns": result.turns, "file": file, "refused": refused });
    out.print_page((report, value));
    Ok(if 0 < result.refused + result.waived { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Describes an order that the rules refused, or a duty left undone when the segment was to close.
fn refused_order_text(RefusedOrder { before, command, halt }: &RefusedOrder) -> String {
    let (turn, line) = (before.turn, notation::print(before, command));
    format!(
        "turn {turn}, {}: \"{line}\" was refused: {}",
        before.segment.word(),
        show::dice_prompts::naval_halt_error(before, halt).what
    )
}

fn mark_as_typed(event: NavalEvent) -> NavalEvent {
    let typed = |roll| play::Roll { source: Source::Typed, ..roll };
    Event { dice: event.dice.into_iter().map(typed).collect(), ..event }
}
