//! The command-line front end: arguments, files, the prompt, the clock, the seed and printing. Start with [`run`].
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "files, streams and clocks are used here")]

mod args;
mod asking;
mod audit;
mod battle;
mod battle_journal;
mod begin;
mod boards;
mod book;
mod branch;
mod certify;
mod cli_session;
mod commanders;
pub mod commands;
mod compare;
mod crystal;
pub mod dice;
mod dice_ledger;
mod doctrine;
mod false_dice;
mod file;
mod games;
mod generate;
mod history;
mod journal_commands;
mod journal_dice;
mod keyboard_trace;
mod line_editor;
mod luck;
mod manual;
mod many_battles;
mod map;
mod mend;
mod menu;
pub mod mirror;
mod notices;
mod open;
mod options;
mod output;
mod own_files;
mod page;
mod parallel;
mod person;
mod picture;
#[cfg(feature = "paper")]
mod print;
mod private_check;
mod prompt;
mod proof;
mod puzzle;
mod reference;
mod resume;
mod roll;
mod script;
mod seals;
mod seating;
mod setup_origin;
mod sheet_secret;
mod ship_design;
mod ships;
mod simulate;
pub mod store;
mod terminal;
mod turn;
mod turn_files;
mod usage_errors;
pub mod verdict;
mod viewers;
mod war;
mod what_if;

use std::{path::PathBuf, process::ExitCode};

use clap::{FromArgMatches, error::ErrorKind};

use self::args::{Args, Verb};
use self::output::Out;
use self::prompt::Keyboard;
pub use load::BuiltIn;

use ::boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use load::Sources;
use session::{Refusal, naval::books};

/// Runs the program and returns its exit code, one of [`verdict::EXIT_CODES`]. `build` describes the build for
/// `--version`. `built_in` are the files that the program carries.
pub fn run(build: &str, built_in: &'static [BuiltIn]) -> ExitCode {
    let columns = output::columns_of(false).map_or(MAX_HELP_WIDTH, |columns| columns.min(MAX_HELP_WIDTH));
    let matches = commands::command().term_width(columns).try_get_matches();
    let args = match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            let (version, edition) = (env!("CARGO_PKG_VERSION"), load::edition(&Sources::built_in(built_in)));
            Out::new(false).say(format!("kaiser {version}, {build}, data edition {edition}"));
            return ExitCode::SUCCESS;
        }
        Err(error) => return print_usage(&usage_errors::simplify_number_error(error)),
    };
    let json = args.json;
    match dispatch(args, Sources::built_in(built_in)) {
        Ok(code) => code,
        Err(problem) => {
            output::report(&problem, json);
            ExitCode::from(problem.kind.exit_code())
        }
    }
}

/// Prints help on standard output, and wrong usage as an error, also as JSON if requested.
fn print_usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && std::env::args_os().any(|word| word == "--json") {
        output::report(&usage_errors::to_refusal(error), true);
        return ExitCode::from(2);
    }
    // A closed pipe is no error.
    let is_plain = std::env::args_os().all(|word| output::is_plain(&word.to_string_lossy()));
    let _closed = if is_plain && output::fits(&error.render().to_string(), error.use_stderr()) {
        error.print()
    } else {
        output::print_usage(error)
    };
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

/// The maximum width of help texts, in columns.
const MAX_HELP_WIDTH: usize = 100;

fn dispatch(args: Args, built_in: Sources) -> Result<ExitCode, Refusal> {
    let mut out = Out::new(args.json);
    let code = carry_out(args, built_in, &mut out)?;
    out.failure().map_or(Ok(code), Err)
}

fn carry_out(args: Args, built_in: Sources, out: &mut Out) -> Result<ExitCode, Refusal> {
    let data_dir = std::env::var_os("KAISER_DATA").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    let sources = open::sources(built_in, args.data.or(data_dir).as_deref())?;
    // One for the whole run: it holds lines typed ahead.
    let keyboard = Keyboard::default();
    let verb = args.verb.map_or_else(|| begin::welcome(&sources, &keyboard, out), |verb| Ok(Some(verb)));
    let Some(verb) = verb? else { return Ok(ExitCode::SUCCESS) };
    match verb {
        Verb::Play(play) => return games::play(&sources, &keyboard, &play, out),
        Verb::Tafl(game) => return boards::begin::<Tafl>(&sources, &keyboard, &game, out),
        Verb::Acre(game) => return boards::begin::<BattleAcre>(&sources, &keyboard, &game, out),
        Verb::CoalSteel(game) => return boards::begin::<CoalAndSteel>(&sources, &keyboard, &game, out),
        Verb::Crystal(game) => return crystal::run(&sources, &keyboard, &game, out),
        Verb::Perft(perft) => boards::perft(&perft, out)?,
        Verb::Match(options) => out.print_page(boards::run_match(&sources, &options)?),
        Verb::Simulate(options) if !options.compare.is_empty() => return compare::compare(&sources, &options, out),
        Verb::Simulate(options) => return simulate::simulate(&sources, &options, out),
        Verb::History(options) => history::history(&sources, &options, out)?,
        Verb::Luck(options) => luck::luck(&options, out)?,
        Verb::Audit(verb) => audit::audit(&sources, &verb, out)?,
        Verb::Puzzle(options) => return puzzle::puzzle(&sources, &options, out),
        Verb::Annotate(options) => boards::annotate(&options, out)?,
        Verb::Export(options) => boards::export(&options, out)?,
        Verb::Import(options) => boards::import(&sources, &options, out)?,
        Verb::Engine { game } => return boards::engine(&game, out),
        Verb::Verify { files, admirals, all } => {
            let forged = if all { false_dice::ForgedScope::All } else { false_dice::ForgedScope::First };
            return games::verify(&sources, &files, admirals, forged, out);
        }
        Verb::Log { past, full } => games::for_file(&past.file).log(&past, full, out)?,
        Verb::Show(past) => games::for_file(&past.file).show(&past, out)?,
        Verb::Chronicle(past) => games::for_file(&past.file).chronicle(&past, out)?,
        Verb::Tally(past) => games::for_file(&past.file).tally(&past, out)?,
        Verb::Map(options) => match map::map_of_scenario(&sources, &options)? {
            Some(answer) => out.print_answer(&answer),
            None => games::for_file(&options.past.file).map(&options, out)?,
        },
        Verb::Dice(options) => dice_ledger::dice(&options, out)?,
        Verb::Book(options) => book::write_book(&options, out)?,
        Verb::Page(options) => page::write_page(&options, out)?,
        Verb::Turn(options) => turn::write_sheet(&options, out)?,
        #[cfg(feature = "paper")]
        Verb::Print(options) => out.print_answer(&print::print(&sources, &options)?),
        Verb::Mend(options) => mend::mend(&options, out)?,
        Verb::Data(verb) => out.print_page(reference::data(&sources, &verb)?),
        Verb::Doctrine(verb) => out.print_page(doctrine::doctrine(&sources, &verb)?),
        Verb::Ship(verb) => out.print_page(ships::ship(&sources, &verb)?),
        Verb::Scenario(verb) => {
            let pages = reference::scenario(&sources, &verb, out)?;
            out.print_page(pages);
        }
        Verb::Table(verb) => out.print_page(reference::table(&sources, &verb)?),
        Verb::Rules { coverage: true, .. } => out.print_page(books::coverage(&sources)?),
        Verb::Rules { words, coverage: false } => out.print_page(books::rules(&sources, &words)?),
        Verb::Roll { expression, seed } => {
            let seed = seed.map_or_else(dice::new_seed, Ok)?;
            out.print_page(roll::roll(&expression, seed)?);
        }
        Verb::Odds(verb) => out.print_page(reference::odds(&sources, &verb)?),
        Verb::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut commands::command(), "kaiser", &mut script);
            out.print_bytes(&script);
        }
        Verb::Man { output: Some(directory), .. } => out.print_page(manual::write(&directory)?),
        Verb::Man { command, output: None } => out.print_bytes(&manual::manual_page(&command)?),
    }
    Ok(ExitCode::SUCCESS)
}
